/* costs.c: read, print and look up measured costs.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "costs.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "bcast.h"

enum { MAX_WORDS = 8 + PRAM_COSTS_KERNELS + 1 };

/* One core sweeps over memory at 20 GB/s, two together at 30; a cache of its
   own is 1 MB, a shared one 16.  */
struct pram_costs
pram_costs_default (struct pram_arena *arena)
{
  static const struct { int procs, bytes; double compute, read, write; } rows[]
    = {
	{ 1, 32 << 10, 1, 0, 0 }, { 1, 512 << 10, 0.9, 0.01e-9, 0.02e-9 },
	{ 1, 8 << 20, 0.8, 0.02e-9, 0.04e-9 },
	{ 1, 64 << 20, 0.6, 0.04e-9, 0.09e-9 },
	{ 2, 32 << 10, 1, 0, 0 }, { 2, 512 << 10, 0.9, 0.01e-9, 0.02e-9 },
	{ 2, 8 << 20, 0.8, 0.02e-9, 0.04e-9 },
	{ 2, 64 << 20, 0.5, 0.055e-9, 0.12e-9 }
      };
  struct pram_costs costs = { .arena = arena, .scalar = 0.2e-9,
			      .link = 1.6e-9, .task = 20e-9, .walk = 12e-9,
			      .value = 14e-9, .element = 5e-9,
			      .combine = 45e-9 };
  for (size_t k = 0; k < sizeof rows / sizeof *rows; k++)
    *PRAM_ARENA_PUSH (arena, costs.streams, costs.n_streams)
      = (struct pram_stream) { .procs = rows[k].procs, .bytes = rows[k].bytes,
			       .compute = rows[k].compute, .together = 1,
			       .read = rows[k].read, .write = rows[k].write };
  return costs;
}

/* --- The text form ------------------------------------------------------- */

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

const int pram_costs_sets[PRAM_COSTS_SETS]
  = { PRAM_COSTS_NEAR, PRAM_COSTS_FAR, PRAM_COSTS_FARTHEST };

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

/* Forget the defaults before the first line, but for those of tasks and of loops
   without vectors, which older files do not give.  */
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
				   .combine = costs->combine };
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
  fprintf (file, "task %.4g %.4g %.4g %.4g %.4g\n", costs->task, costs->walk,
	   costs->value, costs->element, costs->combine);
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

/* --- Look-up ------------------------------------------------------------- */

/* How far X is on the way from A to B, 0 to 1.  */
static double
way (double a, double x, double b)
{
  if (b <= a)
    return 0;
  return fmin (1, fmax (0, (x - a) / (b - a)));
}

static double
between (double a, double b, double part)
{
  return a + (b - a) * part;
}

struct pram_vectors
pram_costs_vectors (const struct pram_costs *costs,
		    const struct pram_logp *logp, int bytes)
{
  for (int k = 0; k < costs->n_vectors; k++)
    if (bytes > 0 && bytes <= costs->vectors[k].bytes)
      return costs->vectors[k];
  return (struct pram_vectors) { bytes, logp->op, costs->access, costs->row,
				 costs->row_op, costs->row_reduction };
}

/* As far from A to B as PART says.  */
static struct pram_stream
stream_between (const struct pram_stream *a, const struct pram_stream *b,
		double part)
{
  struct pram_stream s = { .procs = a->procs, .bytes = a->bytes };
  s.compute = between (a->compute, b->compute, part);
  s.read = between (a->read, b->read, part);
  s.write = between (a->write, b->write, part);
  s.wait = between (a->wait, b->wait, part);
  s.together = between (a->together, b->together, part);
  s.n_taken = a->n_taken < b->n_taken ? a->n_taken : b->n_taken;
  for (int k = 0; k < s.n_taken; k++)
    s.taken[k] = between (a->taken[k], b->taken[k], part);
  return s;
}

/* Interpolate in the lines of exactly PROCS processes.  */
static struct pram_stream
stream_of (const struct pram_costs *costs, int procs, double bytes)
{
  const struct pram_stream *low = NULL, *high = NULL;
  for (int k = 0; k < costs->n_streams; k++)
    {
      const struct pram_stream *s = &costs->streams[k];
      if (s->procs != procs)
	continue;
      if (!low || (double) s->bytes <= bytes)
	low = s;
      if (!high || (double) high->bytes < bytes)
	high = s;
    }
  double part = low == high ? 0
		: way (log ((double) low->bytes), log (fmax (bytes, 1)),
		       log ((double) high->bytes));
  return stream_between (low, high, part);
}

struct pram_stream
pram_costs_stream (const struct pram_costs *costs, int procs, double bytes)
{
  int low = 0, high = 0;	/* measured numbers of processes */
  struct pram_stream result = { .compute = 1, .together = 1 };
  for (int k = 0; k < costs->n_streams; k++)
    {
      int p = costs->streams[k].procs;
      if (!low || p <= procs)
	low = p;
      if (!high || high < procs)
	high = p;
    }
  if (low)
    {
      struct pram_stream a = stream_of (costs, low, bytes);
      struct pram_stream b = stream_of (costs, high, bytes);
      result = stream_between (&a, &b, way (low, procs, high));
    }
  result.procs = procs;
  result.bytes = (int64_t) bytes;
  return result;
}

static double
square (double x)
{
  return x * x;
}

/* How different the mixes of A and B are, by access; bytes are counted by
   doubles.  */
static double
square_distance (const struct pram_kernel *a, const struct pram_kernel *b)
{
  return square (a->operations / a->accesses - b->operations / b->accesses)
	 + square ((a->read / a->accesses - b->read / b->accesses) / 8)
	 + square ((a->written / a->accesses - b->written / b->accesses) / 8);
}

double
pram_costs_correction (const struct pram_costs *costs,
		       const struct pram_stream *s,
		       const struct pram_kernel *k)
{
  static const double alike = 0.001;	/* as good as no distance */
  double sum = 0, weights = 0;
  for (int i = 0; i < s->n_taken && k->accesses > 0; i++)
    {
      const struct pram_kernel *other = &costs->kernels[i];
      double weight = other->accesses > 0
		      ? 1 / (alike + square_distance (k, other)) : 0;
      sum += weight * s->taken[i];
      weights += weight;
    }
  return weights > 0 ? sum / weights : 1;
}

double
pram_costs_scalar (const struct pram_costs *costs, double op,
		   double operations, double accesses, double links)
{
  if (!costs->n_streams)
    return operations * op + accesses * costs->access;
  return fmax (operations * fmax (op, costs->scalar)
	       + accesses * fmax (costs->access, costs->scalar),
	       links * costs->link);
}

struct pram_exchange
pram_costs_exchange (const struct pram_costs *costs,
		     const struct pram_logp *logp, enum pram_pair pair,
		     int64_t bytes)
{
  const struct pram_exchange *low = NULL, *high = NULL;
  for (int k = 0; k < costs->n_exchanges; k++)
    {
      const struct pram_exchange *x = &costs->exchanges[k];
      if (x->pair != pair)
	continue;
      if (!low || x->bytes <= bytes)
	low = x;
      if (!high || high->bytes < bytes)
	high = x;
    }
  struct pram_exchange result = { .pair = pair, .bytes = bytes };
  if (!low)
    {
      double o = pram_logp_o_send (logp, pair, bytes)
		 + pram_logp_o_recv (logp, pair, bytes);
      result.alone = o + pram_logp_latency (logp, pair, bytes);
      for (int k = 0; k < PRAM_COSTS_SETS; k++)
	result.exposed[k] = fmax (o, result.alone / 2);
      return result;
    }
  if (low == high)		/* beyond the ends; long ones by bandwidth */
    {
      double scale = bytes > low->bytes
		     ? (double) bytes / (double) low->bytes : 1;
      result.alone = scale * low->alone;
      for (int k = 0; k < PRAM_COSTS_SETS; k++)
	result.exposed[k] = scale * low->exposed[k];
      return result;
    }
  double part = way ((double) low->bytes, (double) bytes,
		     (double) high->bytes);
  result.alone = between (low->alone, high->alone, part);
  for (int k = 0; k < PRAM_COSTS_SETS; k++)
    result.exposed[k] = between (low->exposed[k], high->exposed[k], part);
  return result;
}

/* Of SECONDS by working set, those behind a computation over TOUCHED bytes.  */
static double
behind (const double *seconds, double touched)
{
  int k = 1;
  while (k < PRAM_COSTS_SETS - 1 && touched > pram_costs_sets[k])
    k++;
  return between (seconds[k - 1], seconds[k],
		  way (pram_costs_sets[k - 1], touched, pram_costs_sets[k]));
}

double
pram_exchange_beside (const struct pram_exchange *x, double seconds,
		      double touched)
{
  double hidden = between (x->alone, x->exposed[0],
			   way (0, seconds, x->alone));
  return hidden + fmax (0, behind (x->exposed, touched) - x->exposed[0]);
}

double
pram_costs_swap (const struct pram_costs *costs, const struct pram_logp *logp,
		 enum pram_pair pair, int64_t bytes, double touched)
{
  const struct pram_swap *low = NULL, *high = NULL;
  for (int k = 0; k < costs->n_swaps; k++)
    {
      const struct pram_swap *s = &costs->swaps[k];
      if (s->pair != pair)
	continue;
      if (!low || s->bytes <= bytes)
	low = s;
      if (!high || high->bytes < bytes)
	high = s;
    }
  if (!low)
    return pram_costs_exchange (costs, logp, pair, bytes).alone;
  double part = low == high ? 0
		: way ((double) low->bytes, (double) bytes,
		       (double) high->bytes);
  return between (behind (low->seconds, touched),
		  behind (high->seconds, touched), part);
}

double
pram_costs_fault (const struct pram_costs *costs, int procs)
{
  const struct pram_fault *low = NULL, *high = NULL;
  for (int k = 0; k < costs->n_faults; k++)
    {
      const struct pram_fault *f = &costs->faults[k];
      if (!low || f->procs <= procs)
	low = f;
      if (!high || high->procs < procs)
	high = f;
    }
  if (!low)
    return 0;
  return between (low->seconds, high->seconds,
		  way (low->procs, procs, high->procs));
}

/* From the COUNT measurements of LIST; negative if there are none.  */
static double
collective (const struct pram_collective *list, int count,
	    enum pram_pair pair, int procs)
{
  const struct pram_collective *low = NULL, *high = NULL;
  for (int k = 0; k < count; k++)
    if (list[k].pair == pair && list[k].procs > 1)
      {
	if (!low || list[k].procs <= procs)
	  low = &list[k];
	if (!high || high->procs < procs)
	  high = &list[k];
      }
  if (!low)
    return -1;
  double levels = log2 (procs), a = log2 (low->procs), b = log2 (high->procs);
  if (low == high)
    return low->seconds * levels / a;
  return between (low->seconds, high->seconds, way (a, levels, b));
}

double
pram_costs_broadcast (const struct pram_costs *costs,
		      const struct pram_logp *logp, enum pram_pair pair,
		      int procs)
{
  if (procs < 2)
    return 0;
  double measured = collective (costs->broadcasts, costs->n_broadcasts, pair,
				procs);
  if (measured >= 0)
    return measured;
  struct pram_arena *arena = pram_arena_new ();
  double time = pram_bcast_build (arena, procs, 8, logp).time;
  pram_arena_free (arena);
  return time;
}

double
pram_costs_allreduce (const struct pram_costs *costs,
		      const struct pram_logp *logp, enum pram_pair pair,
		      int procs)
{
  if (procs < 2)
    return 0;
  double measured = collective (costs->allreduces, costs->n_allreduces, pair,
				procs);
  if (measured >= 0)
    return measured;
  double hop = pram_logp_o_send (logp, pair, 8)
	       + pram_logp_latency (logp, pair, 8)
	       + pram_logp_o_recv (logp, pair, 8);
  if (procs == 2)
    return hop;
  return ceil (log2 (procs)) * hop
	 + pram_costs_broadcast (costs, logp, pair, procs);
}
