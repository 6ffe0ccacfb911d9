/* costs-text.c: read and print measured costs.

   SPDX-License-Identifier: Apache-2.0  */

#include "costs.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_WORDS = 8 + PRAM_COSTS_KERNELS + 1 };

static const char *const pair_names[]
  = { [PRAM_SAME_NODE] = "node", [PRAM_OTHER_NODE] = "network" };

static const char *const kinds[]
  = { "access", "vectors", "scalar", "row", "kernel", "stream", "exchange",
      "swap", "allreduce", "broadcast", "task", "layer", "fault" };

bool
pram_costs_word_p (const char *word)
{
  for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++)
    if (!strcmp (word, kinds[k]))
      return true;
  return false;
}

/* The words of a line, read one after the other.  */
struct words
{
  int n, next;
  char *word[MAX_WORDS];
  const char *wrong;		/* the first thing that was */
};

static struct words
cut (char *line)
{
  struct words w = { 0, 1, { NULL }, NULL };
  char *save;
  for (char *s = strtok_r (line, " \t\r\n", &save); s && w.n < MAX_WORDS;
       s = strtok_r (NULL, " \t\r\n", &save))
    w.word[w.n++] = s;
  return w;
}

static double
next_number (struct words *w, const char *expected)
{
  char *end = NULL;
  double value = w->next < w->n ? strtod (w->word[w->next++], &end) : -1;
  if (!w->wrong && (!end || *end || !isfinite (value) || value < 0))
    w->wrong = expected;
  return w->wrong ? 0 : value;
}

static double
next_seconds (struct words *w)
{
  return next_number (w, "a number of seconds is expected");
}

static int64_t
next_count (struct words *w, double most)
{
  static const char expected[]
    = "a number of bytes or processes is expected";
  double value = next_number (w, expected);
  if (!w->wrong && (value < 1 || value > most || value != floor (value)))
    w->wrong = expected;
  return w->wrong ? 1 : (int64_t) value;
}

static enum pram_pair
next_pair (struct words *w)
{
  const char *word = w->next < w->n ? w->word[w->next++] : "";
  for (int k = 0; k < 2; k++)
    if (!strcmp (word, pair_names[k]))
      return k;
  if (!w->wrong)
    w->wrong = "'node' or 'network' is expected";
  return PRAM_SAME_NODE;
}

static int
next_procs (struct words *w)
{
  return (int) next_count (w, 1 << 24);
}

static int64_t
next_bytes (struct words *w)
{
  return next_count (w, 0x1p50);
}

/* The line before, of the same kind, is for A and B, this one for C and D.  */
static void
must_ascend (struct words *w, int64_t a, int64_t b, int64_t c, int64_t d)
{
  if (!w->wrong && (c < a || (c == a && d <= b)))
    w->wrong = "the lines of this kind are not in ascending order";
}

static bool
more_p (const struct words *w)
{
  return !w->wrong && w->next < w->n;
}

static void
read_kernel (struct words *w, struct pram_costs *costs)
{
  static const char expected[] = "a number for an element is expected";
  struct pram_kernel k = { .operations = next_number (w, expected) };
  k.accesses = next_number (w, expected);
  k.read = next_number (w, expected);
  k.written = next_number (w, expected);
  if (costs->n_kernels == PRAM_COSTS_KERNELS)
    w->wrong = "there are too many kernels";
  if (costs->n_streams && costs->streams[costs->n_streams - 1].n_taken)
    w->wrong = "lines `kernel' must stand before lines `stream'";
  if (!w->wrong)
    *PRAM_ARENA_PUSH (costs->arena, costs->kernels, costs->n_kernels) = k;
}

static void
read_stream (struct words *w, struct pram_costs *costs)
{
  struct pram_stream s = { .procs = next_procs (w), .together = 1 };
  s.bytes = next_bytes (w);
  s.compute = next_number (w, "a part is expected");
  s.read = next_seconds (w);
  s.write = next_seconds (w);
  if (more_p (w))
    s.wait = next_number (w, "a part is expected");
  if (more_p (w))
    s.together = next_number (w, "a part is expected");
  while (more_p (w) && s.n_taken < PRAM_COSTS_KERNELS)
    s.taken[s.n_taken++] = next_number (w, "a ratio is expected");
  if (!w->wrong && s.n_taken && !more_p (w) && s.n_taken != costs->n_kernels)
    w->wrong = "one number for each line `kernel', or none, is expected";
  if (costs->n_streams)
    {
      const struct pram_stream *last = &costs->streams[costs->n_streams - 1];
      must_ascend (w, last->procs, last->bytes, s.procs, s.bytes);
    }
  if (!w->wrong)
    *PRAM_ARENA_PUSH (costs->arena, costs->streams, costs->n_streams) = s;
}

static void
read_vectors (struct words *w, struct pram_costs *costs)
{
  struct pram_vectors v = { .bytes = (int) next_bytes (w) };
  v.op = next_seconds (w);
  v.access = next_seconds (w);
  v.row = next_seconds (w);
  v.row_op = next_seconds (w);
  v.row_reduction = more_p (w) ? next_seconds (w) : 0;
  if (costs->n_vectors)
    must_ascend (w, costs->vectors[costs->n_vectors - 1].bytes, 0, v.bytes, 0);
  if (!w->wrong)
    *PRAM_ARENA_PUSH (costs->arena, costs->vectors, costs->n_vectors) = v;
}

/* Seconds by working set; those that are left out are like the last.  */
static void
read_sets (struct words *w, double *seconds)
{
  seconds[0] = next_seconds (w);
  for (int k = 1; k < PRAM_COSTS_SETS; k++)
    seconds[k] = more_p (w) ? next_seconds (w) : seconds[k - 1];
}

static void
read_exchange (struct words *w, struct pram_costs *costs)
{
  struct pram_exchange x = { .pair = next_pair (w) };
  x.bytes = next_bytes (w);
  x.alone = next_seconds (w);
  read_sets (w, x.exposed);
  if (costs->n_exchanges)
    {
      const struct pram_exchange *last
	= &costs->exchanges[costs->n_exchanges - 1];
      must_ascend (w, last->pair, last->bytes, x.pair, x.bytes);
    }
  if (!w->wrong)
    *PRAM_ARENA_PUSH (costs->arena, costs->exchanges, costs->n_exchanges) = x;
}

static void
read_swap (struct words *w, struct pram_costs *costs)
{
  struct pram_swap s = { .pair = next_pair (w) };
  s.bytes = next_bytes (w);
  read_sets (w, s.seconds);
  if (costs->n_swaps)
    {
      const struct pram_swap *last = &costs->swaps[costs->n_swaps - 1];
      must_ascend (w, last->pair, last->bytes, s.pair, s.bytes);
    }
  if (!w->wrong)
    *PRAM_ARENA_PUSH (costs->arena, costs->swaps, costs->n_swaps) = s;
}

static void
read_collective (struct words *w, struct pram_costs *costs,
		 struct pram_collective **list, int *n)
{
  struct pram_collective c = { .pair = next_pair (w) };
  c.procs = next_procs (w);
  c.seconds = next_seconds (w);
  if (*n)
    {
      const struct pram_collective *last = &(*list)[*n - 1];
      must_ascend (w, last->pair, last->procs, c.pair, c.procs);
    }
  if (!w->wrong)
    *PRAM_ARENA_PUSH (costs->arena, *list, *n) = c;
}

static void
read_fault (struct words *w, struct pram_costs *costs)
{
  struct pram_fault f = { .procs = next_procs (w) };
  f.seconds = next_seconds (w);
  if (costs->n_faults)
    must_ascend (w, costs->faults[costs->n_faults - 1].procs, 0, f.procs, 0);
  if (!w->wrong)
    *PRAM_ARENA_PUSH (costs->arena, costs->faults, costs->n_faults) = f;
}

/* Forget the defaults before the first line, but for those of tasks and of
   loops without vectors, which older files do not give.  */
static void
begin (struct pram_costs *costs)
{
  if (!costs->given)
    *costs = (struct pram_costs) { .arena = costs->arena, .given = true,
				   .scalar = costs->scalar,
				   .link = costs->link,
				   .task = costs->task, .walk = costs->walk,
				   .value = costs->value,
				   .element = costs->element,
				   .combine = costs->combine,
				   .touch = costs->touch };
}

const char *
pram_costs_read_line (char *line, struct pram_costs *costs)
{
  struct words w = cut (line);
  begin (costs);
  if (!strcmp (w.word[0], "access"))
    costs->access = next_seconds (&w);
  else if (!strcmp (w.word[0], "vectors"))
    read_vectors (&w, costs);
  else if (!strcmp (w.word[0], "scalar"))
    {
      costs->scalar = next_seconds (&w);
      costs->link = next_seconds (&w);
    }
  else if (!strcmp (w.word[0], "row"))
    {
      costs->row = next_seconds (&w);
      costs->row_op = more_p (&w) ? next_seconds (&w) : 0;
      costs->row_reduction = more_p (&w) ? next_seconds (&w) : 0;
    }
  else if (!strcmp (w.word[0], "layer"))
    costs->layer = next_seconds (&w);
  else if (!strcmp (w.word[0], "fault"))
    read_fault (&w, costs);
  else if (!strcmp (w.word[0], "task"))
    {
      costs->task = next_seconds (&w);
      costs->walk = next_seconds (&w);
      costs->value = next_seconds (&w);
      costs->element = next_seconds (&w);
      costs->combine = next_seconds (&w);
      if (more_p (&w))
	costs->touch = next_seconds (&w);
    }
  else if (!strcmp (w.word[0], "kernel"))
    read_kernel (&w, costs);
  else if (!strcmp (w.word[0], "stream"))
    read_stream (&w, costs);
  else if (!strcmp (w.word[0], "exchange"))
    read_exchange (&w, costs);
  else if (!strcmp (w.word[0], "swap"))
    read_swap (&w, costs);
  else if (!strcmp (w.word[0], "allreduce"))
    read_collective (&w, costs, &costs->allreduces, &costs->n_allreduces);
  else
    read_collective (&w, costs, &costs->broadcasts, &costs->n_broadcasts);
  if (!w.wrong && w.next < w.n)
    w.wrong = "there is more on the line than expected";
  return w.wrong;
}

/* The end of a line.  */
static void
write_sets (FILE *file, const double *seconds)
{
  for (int k = 0; k < PRAM_COSTS_SETS; k++)
    fprintf (file, " %.4g", seconds[k]);
  putc ('\n', file);
}

void
pram_costs_print (FILE *file, const struct pram_costs *costs)
{
  fprintf (file, "access %.4g\nscalar %.4g %.4g\nrow %.4g %.4g %.4g\n",
	   costs->access, costs->scalar, costs->link, costs->row,
	   costs->row_op, costs->row_reduction);
  fprintf (file, "layer %.4g\n", costs->layer);
  fprintf (file, "task %.4g %.4g %.4g %.4g %.4g %.4g\n", costs->task,
	   costs->walk, costs->value, costs->element, costs->combine,
	   costs->touch);
  for (int k = 0; k < costs->n_vectors; k++)
    fprintf (file, "vectors %d %.4g %.4g %.4g %.4g %.4g\n",
	     costs->vectors[k].bytes, costs->vectors[k].op,
	     costs->vectors[k].access, costs->vectors[k].row,
	     costs->vectors[k].row_op, costs->vectors[k].row_reduction);
  for (int k = 0; k < costs->n_kernels; k++)
    fprintf (file, "kernel %g %g %g %g\n", costs->kernels[k].operations,
	     costs->kernels[k].accesses, costs->kernels[k].read,
	     costs->kernels[k].written);
  for (int k = 0; k < costs->n_streams; k++)
    {
      const struct pram_stream *s = &costs->streams[k];
      fprintf (file, "stream %d %" PRId64 " %.4g %.4g %.4g %.4g %.4g",
	       s->procs, s->bytes, s->compute, s->read, s->write, s->wait,
	       s->together);
      for (int i = 0; i < s->n_taken; i++)
	fprintf (file, " %.4g", s->taken[i]);
      putc ('\n', file);
    }
  for (int k = 0; k < costs->n_exchanges; k++)
    {
      const struct pram_exchange *x = &costs->exchanges[k];
      fprintf (file, "exchange %s %" PRId64 " %.4g",
	       pair_names[x->pair], x->bytes, x->alone);
      write_sets (file, x->exposed);
    }
  for (int k = 0; k < costs->n_swaps; k++)
    {
      const struct pram_swap *s = &costs->swaps[k];
      fprintf (file, "swap %s %" PRId64, pair_names[s->pair], s->bytes);
      write_sets (file, s->seconds);
    }
  for (int k = 0; k < costs->n_allreduces; k++)
    fprintf (file, "allreduce %s %d %.4g\n",
	     pair_names[costs->allreduces[k].pair],
	     costs->allreduces[k].procs, costs->allreduces[k].seconds);
  for (int k = 0; k < costs->n_broadcasts; k++)
    fprintf (file, "broadcast %s %d %.4g\n",
	     pair_names[costs->broadcasts[k].pair],
	     costs->broadcasts[k].procs, costs->broadcasts[k].seconds);
  for (int k = 0; k < costs->n_faults; k++)
    fprintf (file, "fault %d %.4g\n", costs->faults[k].procs,
	     costs->faults[k].seconds);
}
