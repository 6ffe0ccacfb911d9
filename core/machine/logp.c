/* logp.c: the parameters of the machine.

   SPDX-License-Identifier: Apache-2.0  */

#include "logp.h"
#include "base/digits.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static const char *const class_names[PRAM_N_PAIRS] = { "node", "network" };

struct pram_logp
pram_logp_default (void)
{
  return (struct pram_logp) { .L = 0.01e-6, .o = 0.13e-6, .g = 0.11e-6,
			      .G = 0.19e-9, .op = 0.1e-9, .P = 2 };
}

/* --- Reading --------------------------------------------------------------

   Every function that reads returns null, or what is wrong with the line.  */

enum { MAX_WORDS = 8 };

struct words
{
  int n;
  char *word[MAX_WORDS];
};

static bool
seconds_p (const char *word, double *value)
{
  char *end;
  *value = strtod (word, &end);
  return end != word && !*end && isfinite (*value) && *value >= 0;
}

/* A whole number from 1 to MAX.  */
static bool
count_p (const char *word, int64_t max, int64_t *value)
{
  char *end;
  *value = strtoll (word, &end, 10);
  return end != word && !*end && *value >= 1 && *value <= max;
}

static const char *
read_seconds (const struct words *words, double *place)
{
  if (words->n != 2 || !seconds_p (words->word[1], place))
    return "a number of seconds is expected after the parameter's name";
  return NULL;
}

static const char *
read_count (const struct words *words, int *place)
{
  int64_t value;
  if (words->n != 2 || !count_p (words->word[1], 1 << 24, &value))
    return "a number of processes is expected after the parameter's name";
  *place = (int) value;
  return NULL;
}

static const char *
read_class (struct pram_logp_reader *reader, const struct words *words,
	    int number)
{
  for (int pair = 0; words->n == 2 && pair < PRAM_N_PAIRS; pair++)
    if (!strcmp (words->word[1], class_names[pair]))
      {
	if (reader->class_line[pair])
	  return "this class is there already; put all its rows together";
	reader->class_line[pair] = number;
	reader->table = &reader->logp->table[pair];
	*reader->table = (struct pram_logp_table) { 0 };
	return NULL;
      }
  return "after `class' comes `node' or `network'";
}

static const char *
read_row (struct pram_logp_reader *reader, const struct words *words)
{
  struct pram_logp_table *table = reader->table;
  struct pram_logp_row row;
  if (!table)
    return "a row of a table needs `class node' or `class network' before it";
  if (words->n != 1 + PRAM_N_COLUMNS)
    return "a row is: bytes o_s o_r g L";
  if (!count_p (words->word[0], INT64_MAX, &row.bytes))
    return "a row begins with a number of bytes";
  for (int c = 0; c < PRAM_N_COLUMNS; c++)
    if (!seconds_p (words->word[1 + c], &row.value[c]))
      return "o_s, o_r, g and L are numbers of seconds";
  if (table->n_rows && table->row[table->n_rows - 1].bytes >= row.bytes)
    return "rows must have ascending numbers of bytes";
  *PRAM_ARENA_PUSH (reader->arena, table->row, table->n_rows) = row;
  return NULL;
}

static const char *
read_parameter (struct pram_logp_reader *reader, const struct words *words,
		int number)
{
  struct pram_logp *logp = reader->logp;
  struct { const char *name; double *place; bool classic; } known[] =
    {
      { "L", &logp->L, true }, { "o", &logp->o, true },
      { "g", &logp->g, true }, { "G", &logp->G, true },
      { "op", &logp->op, false }
    };
  const char *name = words->word[0];
  if (!strcmp (name, "P"))
    return read_count (words, &logp->P);
  if (!strcmp (name, "node"))
    {
      reader->node_line = number;
      return read_count (words, &logp->node);
    }
  for (size_t k = 0; k < sizeof known / sizeof *known; k++)
    if (!strcmp (known[k].name, name))
      {
	reader->classic |= known[k].classic;
	return read_seconds (words, known[k].place);
      }
  return "unknown parameter; pram-machine(5) describes them";
}

const char *
pram_logp_read_line (struct pram_logp_reader *reader, char *line, int number)
{
  struct words words = { 0 };
  char *save;
  for (char *word = strtok_r (line, " \t\r\n", &save); word;
       word = strtok_r (NULL, " \t\r\n", &save))
    if (words.n == MAX_WORDS)
      return "there are too many words";
    else
      words.word[words.n++] = word;
  if (!words.n)
    return NULL;
  if (*words.word[0] >= '0' && *words.word[0] <= '9')
    return read_row (reader, &words);
  reader->table = NULL;
  if (!strcmp (words.word[0], "class"))
    return read_class (reader, &words, number);
  return read_parameter (reader, &words, number);
}

const char *
pram_logp_read_end (const struct pram_logp_reader *reader, int *number)
{
  const struct pram_logp *logp = reader->logp;
  for (int pair = 0; pair < PRAM_N_PAIRS; pair++)
    {
      *number = reader->class_line[pair];
      if (*number && !logp->table[pair].n_rows)
	return "the class has no rows: bytes o_s o_r g L";
    }
  *number = reader->class_line[PRAM_OTHER_NODE];
  if (*number && !logp->node)
    return "the class is for pairs on two nodes: say `node N', the number of"
	   " processes on a node";
  *number = reader->node_line;
  if (*number && reader->class_line[PRAM_SAME_NODE]
      && !logp->table[PRAM_OTHER_NODE].n_rows && !reader->classic)
    return "nothing is said about pairs on two nodes: add `class network'";
  return NULL;
}

/* --- Printing ------------------------------------------------------------- */

static void
print_table (FILE *file, const char *name,
	     const struct pram_logp_table *table)
{
  if (!table->n_rows)
    return;
  fprintf (file, "class %s\n# bytes o_s o_r g L\n", name);
  for (int r = 0; r < table->n_rows; r++)
    {
      fprintf (file, "%" PRId64, table->row[r].bytes);
      for (int c = 0; c < PRAM_N_COLUMNS; c++)
	{
	  putc (' ', file);
	  pram_put_number (file, table->row[r].value[c]);
	}
      putc ('\n', file);
    }
}

void
pram_logp_print (FILE *file, const struct pram_logp *logp)
{
  struct { const char *name; double value; } seconds[] =
    {
      { "L", logp->L }, { "o", logp->o }, { "g", logp->g }, { "G", logp->G },
      { "op", logp->op }
    };
  for (size_t k = 0; k < sizeof seconds / sizeof *seconds; k++)
    {
      fprintf (file, "%s ", seconds[k].name);
      pram_put_number (file, seconds[k].value);
      putc ('\n', file);
    }
  fprintf (file, "P %d\n", logp->P);
  if (logp->node)
    fprintf (file, "node %d\n", logp->node);
  for (int pair = 0; pair < PRAM_N_PAIRS; pair++)
    print_table (file, class_names[pair], &logp->table[pair]);
}

/* --- Using ---------------------------------------------------------------- */

/* COLUMN of TABLE, which has rows, for BYTES.  */
static double
interpolate (const struct pram_logp_table *table, enum pram_logp_column column,
	     int64_t bytes)
{
  /* Rows LO and LO + 1 are on either side, or are the last two.  */
  int lo = 0, hi = table->n_rows - 1;
  while (hi - lo > 1)
    {
      int middle = lo + (hi - lo) / 2;
      if (table->row[middle].bytes <= bytes)
	lo = middle;
      else
	hi = middle;
    }
  const struct pram_logp_row *a = &table->row[lo], *b = &table->row[hi];
  double at_a = a->value[column], at_b = b->value[column];
  if (bytes <= a->bytes || a == b)
    return at_a;
  if (bytes >= b->bytes && at_b <= at_a)
    return at_b;
  return at_a + (at_b - at_a) * ((double) (bytes - a->bytes)
				 / (double) (b->bytes - a->bytes));
}

static double
parameter (const struct pram_logp *logp, enum pram_pair pair,
	   enum pram_logp_column column, int64_t bytes)
{
  const struct pram_logp_table *table = &logp->table[pair];
  if (table->n_rows)
    return interpolate (table, column, bytes);
  double length = bytes > 1 ? (double) (bytes - 1) * logp->G : 0;
  switch (column)
    {
    case PRAM_GAP: return logp->g + length;
    case PRAM_LATENCY: return logp->L + length;
    default: return logp->o;
    }
}

double
pram_logp_o_send (const struct pram_logp *logp, enum pram_pair pair,
		  int64_t bytes)
{
  return parameter (logp, pair, PRAM_O_SEND, bytes);
}

double
pram_logp_o_recv (const struct pram_logp *logp, enum pram_pair pair,
		  int64_t bytes)
{
  return parameter (logp, pair, PRAM_O_RECV, bytes);
}

double
pram_logp_gap (const struct pram_logp *logp, enum pram_pair pair,
	       int64_t bytes)
{
  return parameter (logp, pair, PRAM_GAP, bytes);
}

double
pram_logp_latency (const struct pram_logp *logp, enum pram_pair pair,
		   int64_t bytes)
{
  return parameter (logp, pair, PRAM_LATENCY, bytes);
}

int64_t
pram_logp_capacity (const struct pram_logp *logp, enum pram_pair pair,
		    int64_t bytes)
{
  double gap = pram_logp_gap (logp, pair, bytes);
  double ratio = pram_logp_latency (logp, pair, bytes) / gap;
  /* A quotient of decimals may be a bit above the whole number it stands
     for.  */
  double capacity = ceil (ratio * (1 - 1e-12));
  if (gap == 0 || capacity >= 1e18)
    return INT64_MAX;
  return capacity > 1 ? (int64_t) capacity : 1;
}

double
pram_logp_transfer (const struct pram_logp *logp, enum pram_pair pair,
		    int64_t bytes)
{
  return pram_logp_o_send (logp, pair, bytes)
	 + pram_logp_latency (logp, pair, bytes)
	 + pram_logp_o_recv (logp, pair, bytes);
}

double
pram_logp_message (const struct pram_logp *logp, int64_t bytes)
{
  return pram_logp_transfer (logp, pram_logp_farthest (logp, logp->P), bytes);
}
