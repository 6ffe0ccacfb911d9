/* taskgraph-text.c: task graphs in our own text form.

   SPDX-License-Identifier: GPL-3.0-or-later

   The form is described in taskgraph.h.  Numbers are printed such that they
   are read back with the same bits.  */

#include "taskgraph-io.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* --- Words ---------------------------------------------------------------- */

/* Does a word end at C?  */
static inline bool
end_p (char c)
{
  return pram_taskgraph_blank_p (c) || !c || c == '#' || c == '"';
}

/* The next word of the line at *TEXT, null at its end; *QUOTED: it was in
   quotes.  Sets *WRONG if a quote is not closed.  */
static char *
next_word (char **text, bool *quoted, const char **wrong)
{
  char *word = *text;
  while (pram_taskgraph_blank_p (*word))
    word++;
  *quoted = *word == '"';
  if (*quoted)
    {
      *text = word + 1;
      word = pram_taskgraph_unquote (text);
      if (!word)
	*wrong = "a quote is not closed";
      return word;
    }
  char *end = word;
  while (!end_p (*end))
    end++;
  *text = end;
  if (end == word)
    return NULL;
  if (*end && !pram_taskgraph_blank_p (*end))
    {
      *wrong = "a blank is missing after a word";
      return NULL;
    }
  if (*end)
    *(*text)++ = '\0';
  return word;
}

/* --- Reading -------------------------------------------------------------- */

struct reader
{
  struct pram_arena *arena;
  struct pram_taskgraph_builder *builder;	/* null before the first line */
  int32_t n_tasks, bytes;
  /* The greatest successor so far, and on which line it is.  */
  int32_t last_succ;
  int last_line;
};

/* SUCC or SUCC:BYTES, an edge of the task read last.  Returns what is
   wrong.  */
static const char *
read_edge (struct reader *reader, const char *word, int line)
{
  int32_t succ, bytes = reader->bytes;
  const char *end = pram_taskgraph_whole (word, &succ);
  if (!end || (*end && *end != ':'))
    return "a successor is the number of a task";
  if (*end && (!pram_taskgraph_whole_p (end + 1, &bytes) || bytes == 0))
    return "an edge has a whole number of bytes, from 1 to 2^31 - 1";
  if (succ > reader->last_succ)
    {
      reader->last_succ = succ;
      reader->last_line = line;
    }
  pram_taskgraph_edge (reader->builder, reader->n_tasks, succ, bytes);
  return NULL;
}

/* task COST ["LABEL"] [SUCC[:BYTES]]…  */
static const char *
read_task (struct reader *reader, char *text, int line)
{
  const char *wrong = NULL, *label = NULL;
  bool quoted;
  double cost;
  char *word = next_word (&text, &quoted, &wrong);
  if (wrong || !word || quoted || !pram_taskgraph_number_p (word, &cost))
    return wrong ? wrong : "a task has a cost, a number >= 0";
  if (reader->n_tasks == INT32_MAX)
    return "more than 2^31 - 1 tasks";
  while ((word = next_word (&text, &quoted, &wrong)))
    if (quoted)
      {
	if (label)
	  return "a task has one label";
	label = word;
      }
    else if ((wrong = read_edge (reader, word, line)))
      return wrong;
  if (wrong)
    return wrong;
  reader->n_tasks++;
  pram_taskgraph_task (reader->builder, cost, label);
  pram_taskgraph_close (reader->builder, reader->n_tasks);
  return NULL;
}

/* graph NAME [bytes N]  */
static const char *
read_graph (struct reader *reader, char *text)
{
  const char *wrong = NULL;
  bool quoted;
  char *name = next_word (&text, &quoted, &wrong);
  if (wrong || !name)
    return wrong ? wrong : "a graph has a name";
  char *word = next_word (&text, &quoted, &wrong);
  if (word && !strcmp (word, "bytes"))
    {
      word = next_word (&text, &quoted, &wrong);
      if (!word || !pram_taskgraph_whole_p (word, &reader->bytes)
	  || reader->bytes == 0)
	return wrong ? wrong : "bytes is a whole number, from 1 to 2^31 - 1";
      word = next_word (&text, &quoted, &wrong);
    }
  if (word || wrong)
    return wrong ? wrong : "'graph NAME bytes N' is expected";
  reader->builder = pram_taskgraph_begin (reader->arena, name);
  return NULL;
}

static const char *
read_line (struct reader *reader, char *text, int line)
{
  const char *wrong = NULL;
  bool quoted;
  char *word = next_word (&text, &quoted, &wrong);
  if (wrong || !word)
    return wrong;
  if (!reader->builder)
    return strcmp (word, "graph") ? "'graph NAME' is expected first"
				  : read_graph (reader, text);
  return strcmp (word, "task") ? "'task COST' is expected"
			       : read_task (reader, text, line);
}

struct pram_taskgraph *
pram_taskgraph_read (FILE *file, struct pram_arena *arena,
		     const struct pram_diag *diag)
{
  struct reader reader = { .arena = arena, .bytes = 8, .last_succ = -1 };
  struct pram_taskgraph_lines lines = { .file = file };
  const char *wrong = NULL;
  int line = 0;
  for (char *text; !wrong && (text = pram_taskgraph_next_line (&lines));)
    wrong = read_line (&reader, text, line = lines.number);
  free (lines.buffer);
  if (!wrong && !reader.builder)
    wrong = "'graph NAME' is expected first";
  if (!wrong && reader.last_succ >= reader.n_tasks)
    {
      wrong = pram_arena_printf (arena, "there is no task %" PRId32,
				 reader.last_succ);
      line = reader.last_line;
    }
  if (wrong)
    pram_diag_report (diag, PRAM_ERROR, line ? line : 1, "%s", wrong);
  if (!reader.builder)
    return NULL;
  struct pram_taskgraph *graph
    = pram_taskgraph_end (reader.builder, wrong ? NULL : diag);
  return wrong ? NULL : graph;
}

/* --- Writing -------------------------------------------------------------- */

/* Can NAME stand without quotes?  */
static bool
plain_p (const char *name)
{
  if (!*name)
    return false;
  for (; *name; name++)
    if (!isalnum ((unsigned char) *name) && !strchr ("_-+.:,=/", *name))
      return false;
  return true;
}

void
pram_taskgraph_print (FILE *file, const struct pram_taskgraph *graph)
{
  fputs ("graph ", file);
  if (plain_p (graph->name))
    fputs (graph->name, file);
  else
    pram_taskgraph_put_quoted (file, graph->name);
  fprintf (file, " bytes %" PRId32 "\n", graph->value_bytes);
  for (int32_t v = 0; v < graph->n_tasks; v++)
    {
      pram_taskgraph_put (file, "task ");
      pram_put_number (file, graph->task_cost[v]);
      if (graph->label && graph->label[v])
	{
	  putc (' ', file);
	  pram_taskgraph_put_quoted (file, graph->label[v]);
	}
      for (int64_t e = graph->succ_start[v]; e < graph->succ_start[v + 1]; e++)
	{
	  int32_t bytes = pram_taskgraph_bytes (graph, e);
	  putc_unlocked (' ', file);
	  pram_put_whole (file, graph->succ[e], 0);
	  if (bytes != graph->value_bytes)
	    {
	      putc_unlocked (':', file);
	      pram_put_whole (file, bytes, 0);
	    }
	}
      putc_unlocked ('\n', file);
    }
}
