/* predict.c: how long a region will take.

   SPDX-License-Identifier: Apache-2.0

   A layer's run on one process (work.h) costs operations, loads and stores,
   innermost loops, and bytes of memory at the price of the cache that holds
   them (costs.h), and what the runtime takes to run it.  What vectors don't
   compute hides the memory's time; on a machine without measured costs an
   operation is an operation.

   After the layer comes the wait for the process that was slowest, the exchange
   with others, beside the computation, and the reduction.

   A profile corrects the computations: the ratio of what a run's slowest
   process computed to what this model says for the tasks of its busiest is
   interpolated in the logarithm of the tasks.  If it is of as many processes,
   it says likewise which part of that was waited for.  */

#include "predict.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "machine/bcast.h"
#include "plan/partials.h"
#include "plan/traffic.h"
#include "work.h"

struct model
{
  const struct pram_plan *plan;
  const struct pram_predictor *by;
  struct pram_arena *arena;
  int procs;
  struct pram_vectors vectors, longest; /* the program's, the machine's */
  const struct pram_node *outer; /* the loop whose iteration it is, or null */
  const struct pram_work *work;	/* by layer */
  int64_t *moved[2];		/* bytes collected, scattered, by process; null
				   before they are counted */
  int n_buffers;
};

/* --- Computing ----------------------------------------------------------- */

/* The mix of what W's layer does.  */
static struct pram_kernel
mix_of (const struct model *m, const struct pram_work *w)
{
  struct pram_kernel mix = { .operations = w->vector,
			     .accesses = w->accesses };
  for (int a = 0; a < m->n_buffers; a++)
    {
      mix.read += fmax (0, w->read[a] - w->written[a]);
      mix.written += w->written[a];
    }
  return mix;
}

/* What W's loops take in the first-level cache, those that vectors of a length
   compute.  */
static double
vector_seconds (const struct model *m, const struct pram_work *w,
		const struct pram_vectors *v)
{
  double operations = m->by->costs->n_streams ? w->vector
					      : w->operations - w->scalar;
  return operations * v->op + w->accesses * v->access;
}

/* One run of a layer. */
struct pass
{
  double seconds;
  double together;		/* the part that two take if they sweep together
				   and their turns stay in the cache */
};

/* A run of W that has TIMES as much to do, in working sets so much larger; what
   the sweep that it is together with has touched is in the cache if HELPED.
   The rows that a stencil reads again are a part of what kernels do, but for
   those that come from beyond the first-level cache.  Shorter vectors take as
   much longer as they do in that cache.  */
static struct pass
pass (const struct model *m, const struct pram_work *w, int procs,
      double times, bool helped)
{
  const struct pram_costs *costs = m->by->costs;
  struct pram_kernel mix = mix_of (m, w);
  double cached = vector_seconds (m, w, &m->longest);
  double shorter = fmax (0, vector_seconds (m, w, &m->vectors) - cached);
  double scalar = pram_costs_scalar (costs, m->by->logp->op, w->scalar,
				     w->scalar_accesses, w->links);
  double rows = w->rows * m->vectors.row
		+ w->row_operations * m->vectors.row_op
		+ w->row_reductions * m->vectors.row_reduction;
  double moving = 0, bytes = 0, visible = 0, corrected = 0, together = 0;
  double again = 0;
  for (int t = 0; t < w->n_traffic; t++)
    {
      const struct pram_work_bytes *x = &w->traffic[t];
      double set = times * x->set;
      if (helped && x->near)
	set = fmin (set, w->turn_set);
      struct pram_stream s = pram_costs_stream (costs, procs, set);
      double both = x->read + x->written;
      if (x->again)
	{
	  again += x->read * s.read;
	  continue;
	}
      moving += x->read * s.read + x->written * s.write;
      visible += both * s.compute;
      corrected += both * pram_costs_correction (costs, &s, &mix);
      together += both * s.together;
      bytes += both;
    }
  if (bytes == 0)
    return (struct pass) { times * (cached + shorter + scalar + rows), 1 };
  moving += visible / bytes * cached;
  return (struct pass)
    { times * (fmax (corrected / bytes * fmax (cached, moving),
		     cached + scalar) + shorter + again + rows),
      together / bytes };
}

/* Seconds that one run of W computes if it has TIMES as much to do, in working
   sets so much larger, the runtime's part included.  Of two sweeps together the
   second finds what the first has left in the cache, but that saves no more
   than was measured.  If these are two runs of the same layer, each counts
   half.  */
static double
computing (const struct model *m, const struct pram_work *w, int procs,
	   double times)
{
  struct pass alone = pass (m, w, procs, times, false);
  double part = 1;
  if ((w->ahead || w->behind) && alone.seconds > 0)
    {
      double helped = pass (m, w, procs, times, true).seconds / alone.seconds;
      double second = fmin (1, fmax (2 * alone.together - 1, helped));
      part = w->behind ? second : (1 + second) / 2;
    }
  return m->by->costs->layer + alone.seconds * part;
}

/* The bytes that W goes over.  */
static double
touched (const struct pram_work *w)
{
  double set = 0;
  for (int t = 0; t < w->n_traffic; t++)
    set = fmax (set, w->traffic[t].set);
  return set;
}

/* The part of its computing that one run of W waits for the slowest process if
   they then communicate, by the machine alone.  */
static double
waiting (const struct model *m, const struct pram_work *w)
{
  if (m->procs == 1 || (!w->reduces && !w->layer->n_transfers))
    return 0;
  return pram_costs_stream (m->by->costs, m->procs, touched (w)).wait;
}

/* --- Profile ------------------------------------------------------------- */

/* Does W's layer run in an iteration (or, if there are none, at all)?  */
static bool
iterated_p (const struct model *m, const struct pram_work *w)
{
  return w->repeated || !m->outer;
}

/* What all layers compute in an iteration, or before and behind those.  */
static double
sum_computing (const struct model *m, bool iterated, int procs, double times)
{
  double seconds = 0;
  for (int l = 0; l < m->plan->n_layers; l++)
    if (iterated_p (m, &m->work[l]) == iterated)
      seconds += m->work[l].runs * computing (m, &m->work[l], procs, times);
  return seconds;
}

static double
sum_tasks (const struct model *m, bool iterated)
{
  double tasks = 0;
  for (int l = 0; l < m->plan->n_layers; l++)
    if (iterated_p (m, &m->work[l]) == iterated)
      tasks += m->work[l].runs * m->work[l].tasks;
  return tasks;
}

/* Does the runtime count the iterations of the loop that is predicted?  */
static bool
counted_p (const struct model *m)
{
  int count = m->plan->iterations;
  return !m->outer || (count >= m->outer->first_count
		       && count < m->outer->first_count
				  + m->outer->n_children);
}

static bool
profiled_p (const struct model *m, const struct pram_profile_entry *x)
{
  const struct pram_prog *prog = m->plan->prog;
  return !strcmp (x->region, prog->name) && !strcmp (x->file, prog->file)
	 && x->line == prog->line && x->tasks > 0 && x->iterations > 0
	 && x->computing > 0;
}

/* The number of processes of those profiled runs that are most like this one:
   as many processes, else the next smaller number; 0 if there are none.  */
static int
profiled_procs (const struct model *m)
{
  const struct pram_profile *profile = m->by->profile;
  int best = 0;
  for (int k = 0; profile && counted_p (m) && k < profile->n; k++)
    {
      int p = profile->entry[k].procs;
      if (profiled_p (m, &profile->entry[k])
	  && (!best || (p <= m->procs ? p > best || best > m->procs
			: best > m->procs && p < best)))
	best = p;
    }
  return best;
}

/* The iterations of X; entries are iterations if there are no others.  */
static double
iterations_of (const struct model *m, const struct pram_profile_entry *x)
{
  return m->outer ? x->iterations : x->entries;
}

/* How many times as many tasks the busiest process had in X.  */
static double
size_of (const struct model *m, const struct pram_profile_entry *x)
{
  return x->tasks / (iterations_of (m, x) * sum_tasks (m, true)
		     + x->entries * sum_tasks (m, false));
}

static bool
same_size_p (double a, double b)
{
  return fabs (a - b) <= 1e-3 * b;
}

/* A figure of the profiled run X, which had SIZE times as many tasks.  */
typedef double figure_fn (const struct model *,
			  const struct pram_profile_entry *x, double size);

/* The ratio of measured to predicted computing.  */
static double
computing_ratio (const struct model *m, const struct pram_profile_entry *x,
		 double size)
{
  return x->computing
	 / (iterations_of (m, x) * sum_computing (m, true, x->procs, size)
	    + x->entries * sum_computing (m, false, x->procs, size));
}

/* The part of its computing that was waited for.  */
static double
waiting_part (const struct model *m, const struct pram_profile_entry *x,
	      double size)
{
  (void) m;
  (void) size;
  return x->waits / x->computing;
}

/* FIGURE of the runs on PROCS processes that had SIZE times as many tasks: the
   lower median, since what else runs on a machine makes some runs slower and
   none faster.  */
static double
figure_at (const struct model *m, figure_fn *figure, int procs, double size)
{
  double *found = PRAM_ARENA_NEW (m->arena, double, m->by->profile->n + 1);
  int n = 0;
  for (int k = 0; k < m->by->profile->n; k++)
    {
      const struct pram_profile_entry *x = &m->by->profile->entry[k];
      if (x->procs != procs || !profiled_p (m, x)
	  || !same_size_p (size_of (m, x), size))
	continue;
      double value = figure (m, x, size);
      int at = n++;
      for (; at > 0 && found[at - 1] > value; at--)
	found[at] = found[at - 1];
      found[at] = value;
    }
  return found[(n - 1) / 2];
}

/* FIGURE for this size, between those of the profiled runs on PROCS
   processes.  */
static double
interpolate (const struct model *m, figure_fn *figure, int procs)
{
  double low = 0, high = INFINITY;	/* profiled sizes around this one */
  for (int k = 0; k < m->by->profile->n; k++)
    {
      const struct pram_profile_entry *x = &m->by->profile->entry[k];
      if (x->procs != procs || !profiled_p (m, x))
	continue;
      double size = size_of (m, x);
      if (size <= 1 || same_size_p (size, 1))
	low = fmax (low, size);
      if (size >= 1 || same_size_p (size, 1))
	high = fmin (high, size);
    }
  if (low == 0)
    return figure_at (m, figure, procs, high);
  if (isinf (high) || same_size_p (low, high))
    return figure_at (m, figure, procs, low);
  double way = log (1 / low) / log (high / low);
  return figure_at (m, figure, procs, low) * (1 - way)
	 + figure_at (m, figure, procs, high) * way;
}

/* What to multiply computations by, after the profile.  */
static double
correction (const struct model *m)
{
  int procs = profiled_procs (m);
  if (!procs || sum_tasks (m, true) <= 0
      || sum_computing (m, true, m->procs, 1) <= 0)
    return 1;
  return interpolate (m, computing_ratio, procs);
}

/* The part of computing that is waited for, after the profile; negative if it
   does not say that.  */
static double
profiled_waiting (const struct model *m)
{
  if (m->procs == 1 || profiled_procs (m) != m->procs
      || sum_tasks (m, true) <= 0)
    return -1;
  for (int k = 0; k < m->by->profile->n; k++)
    {
      const struct pram_profile_entry *x = &m->by->profile->entry[k];
      if (x->procs == m->procs && profiled_p (m, x) && x->waits < 0)
	return -1;
    }
  return interpolate (m, waiting_part, m->procs);
}

/* --- Communication ------------------------------------------------------- */

/* What process P's exchanges after one run of W add to a computation of
   SECONDS: the longest one, and the gaps of the others.  */
static double
exchanges_of (const struct model *m, const struct pram_work *w, int p,
	      double seconds)
{
  const struct pram_plan_layer *layer = w->layer;
  const struct pram_logp *logp = m->by->logp;
  double longest = 0, gaps = 0, gap_of_longest = 0;
  for (int q = 0; q < m->procs; q++)
    {
      if (q == p)
	continue;
      int64_t out = pram_plan_bytes (m->plan, layer->transfers,
				     layer->n_transfers, p, q, m->procs);
      int64_t in = pram_plan_bytes (m->plan, layer->transfers,
				    layer->n_transfers, q, p, m->procs);
      int64_t bytes = out > in ? out : in;
      if (!bytes)
	continue;
      enum pram_pair pair = pram_logp_pair (logp, p, q);
      struct pram_exchange x = pram_costs_exchange (m->by->costs, logp, pair,
						    bytes);
      double time = pram_exchange_beside (&x, seconds, touched (w));
      double gap = pram_logp_gap (logp, pair, bytes);
      gaps += gap;
      if (time > longest)
	{
	  longest = time;
	  gap_of_longest = gap;
	}
    }
  return longest + gaps - gap_of_longest;
}

/* The longest of all processes that have units; of many the ends and the middle
   stand for all.  */
static double
longest_exchange (const struct model *m, const struct pram_work *w,
		  double seconds)
{
  enum { FEW = 8 };
  int n = pram_plan_owners (m->plan, m->procs);
  double longest = 0;
  for (int k = 0; k < n && w->layer->n_transfers; k++)
    if (n <= FEW || k < 2 || k == n / 2 || k == n - 1)
      longest = fmax (longest, exchanges_of
		      (m, w, pram_plan_owner (m->plan, k, m->procs), seconds));
  return longest;
}

/* Bytes that a process sends at most of the reductions over its units of
   LAYER.  */
static int64_t
partial_bytes (const struct model *m, const struct pram_plan_layer *layer)
{
  int32_t most = 0;
  for (int p = 0; p < m->procs; p++)
    {
      int32_t bytes = pram_partials_bytes (m->plan, layer, p, 1, m->procs);
      most = bytes > most ? bytes : most;
    }
  return most;
}

/* A reduction over the units of W's layer after a run.  Two processes swap
   partial values; more do what the LogP model chooses (bcast.h).  */
static double
reduction (const struct model *m, const struct pram_work *w)
{
  const struct pram_logp *logp = m->by->logp;
  int64_t bytes = partial_bytes (m, w->layer);
  if (m->procs == 1)
    return 0;
  if (m->procs == 2)
    return pram_costs_swap (m->by->costs, logp,
			    pram_logp_farthest (logp, m->procs), bytes,
			    touched (w));
  return pram_allreduce_choose (m->arena, m->procs, bytes, logp).choice.time;
}

/* What a layer of PLAN leaves moves against the order of its iterations, too.  */
static bool
moves_back_p (const struct pram_plan *plan, const struct pram_plan_layer *layer)
{
  bool down = layer->placement.coef < 0;
  return pram_plan_bytes (plan, layer->transfers, layer->n_transfers, !down, down, 2) > 0;
}

/* What a process waits that runs W, relayed, in SECONDS: until the others have,
   one after the other, and the last one has told all; in waves, until the first one comes,
   once, and for messages each time, but for what comes back, as a run waits for what others
   have sent in the one before (runtime/exchange.c).  */
static double
relay (const struct model *m, const struct pram_work *w, double seconds)
{
  enum { BYTES = 16,		/* a scalar or two */
	 MESSAGES = 4 };	/* in waves: what is relayed and what else is read, both
				   sent and awaited */
  const struct pram_logp *logp = m->by->logp;
  int n = pram_plan_owners (m->plan, m->procs);
  if (!w->layer->relayed || m->procs == 1)
    return 0;
  double one = seconds + pram_logp_message (logp, BYTES);
  double told = pram_costs_broadcast (m->by->costs, logp,
				      pram_logp_farthest (logp, m->procs), 2);
  if (pram_layer_waves_p (w->layer))
    return (MESSAGES * told + (moves_back_p (m->plan, w->layer) || w->runs < 1 ? (n - 1) * one
				: (n - 1) * one / w->runs));
  return ((n - 1) * one
	  + pram_costs_broadcast (m->by->costs, logp,
				  pram_logp_farthest (logp, m->procs),
				  m->procs));
}

/* The bytes that process 0 scatters to each process or, if not SCATTER,
   collects from it.  */
static const int64_t *
moved_bytes (struct model *m, bool scatter)
{
  const struct pram_plan *plan = m->plan;
  if (m->moved[scatter])
    return m->moved[scatter];
  int64_t *bytes = PRAM_ARENA_NEW (m->arena, int64_t, m->procs);
  for (int p = 1; p < m->procs; p++)
    bytes[p] = scatter ? pram_plan_bytes (plan, plan->scatter,
					  plan->n_scatter, 0, p, m->procs)
		       : pram_plan_gathered (plan, p, m->procs);
  return m->moved[scatter] = bytes;
}

/* Scatter or gather: process 0 sends to (receives from) one after the other.
   In the gap of a long message its bytes travel.  */
static double
distribution (struct model *m, bool scatter)
{
  const struct pram_logp *logp = m->by->logp;
  const int64_t *moved = moved_bytes (m, scatter);
  double time = 0, last = 0;
  for (int p = 1; p < m->procs; p++)
    {
      enum pram_pair pair = pram_logp_pair (logp, 0, p);
      if (!moved[p])
	continue;
      time += pram_logp_gap (logp, pair, moved[p]);
      last = pram_logp_o_recv (logp, pair, 1)
	     + pram_logp_latency (logp, pair, 1);
    }
  return time + last;
}

/* --- The prediction ------------------------------------------------------ */

/* From now on M predicts for BY.  */
static void
take (struct model *m, const struct pram_predictor *by)
{
  m->by = by;
  m->vectors = pram_costs_vectors (by->costs, by->logp,
				   m->plan->prog->vectors);
  m->longest = pram_costs_vectors (by->costs, by->logp, 0);
}

static void
start (struct model *m)
{
  take (m, m->by);
  m->outer = m->by->loop ? m->by->loop : pram_plan_next_loop (m->plan, NULL);
  struct pram_works works = pram_works_find (m->arena, m->plan, m->procs,
					     m->outer);
  m->work = works.work;
  m->n_buffers = works.n_buffers;
}

/* Is NODE outside of data-dependent loops?  */
static bool
once_p (const struct pram_node *node)
{
  const struct pram_node *loop = pram_node_loop (node);
  return !loop || (!loop->data_dependent && once_p (loop));
}

static void
add_layers (const struct model *m, struct pram_prediction *result)
{
  double corrected = correction (m), profiled = profiled_waiting (m);
  for (int l = 0; l < m->plan->n_layers; l++)
    {
      const struct pram_work *w = &m->work[l];
      double run = corrected * computing (m, w, m->procs, 1);
      double exchange = longest_exchange (m, w, w->sent_last ? 0 : run);
      double reduce = w->reduces ? reduction (m, w) : 0;
      if (w->ahead)
	reduce /= 2;		/* one for both runs */
      double wait = run * (profiled >= 0 ? profiled : waiting (m, w));
      reduce += relay (m, w, run);
      double all = w->runs * (run + wait + exchange + reduce);
      if (w->repeated)
	result->iteration += all;
      else
	result->entry += all;
      if (once_p (w->layer->node))
	result->once += all;
      if (iterated_p (m, w))
	{
	  result->computing += w->runs * run;
	  result->waits += w->runs * wait;
	  result->exchanges += w->runs * exchange;
	  result->reductions += w->runs * reduce;
	}
    }
}

static struct pram_prediction
predict (struct model *m)
{
  struct pram_prediction result = { .procs = m->procs };
  add_layers (m, &result);
  if (m->procs > 1)
    result.distribution
      = pram_costs_broadcast (m->by->costs, m->by->logp,
			      pram_logp_farthest (m->by->logp, m->procs),
			      m->procs)
	+ distribution (m, true) + distribution (m, false);
  result.entry += result.distribution;
  return result;
}

void
pram_predict_several (const struct pram_plan *plan, int n,
		      const struct pram_predictor *by, int procs,
		      struct pram_prediction *results)
{
  struct model m = { .plan = plan, .by = by, .procs = procs,
		     .arena = pram_arena_new () };
  start (&m);
  for (int k = 0; k < n; k++)
    {
      take (&m, &by[k]);
      results[k] = predict (&m);
    }
  pram_arena_free (m.arena);
}

struct pram_prediction
pram_predict (const struct pram_plan *plan, const struct pram_predictor *by,
	      int procs)
{
  struct pram_prediction result;
  pram_predict_several (plan, 1, by, procs, &result);
  return result;
}

double *
pram_predict_prices (const struct pram_plan *plan,
		     const struct pram_predictor *by, int procs,
		     struct pram_arena *arena)
{
  double *prices = PRAM_ARENA_NEW (arena, double, plan->n_layers + 1);
  struct model m = { .plan = plan, .by = by, .procs = procs, .arena = arena };
  start (&m);
  double corrected = correction (&m);
  for (int l = 0; l < plan->n_layers; l++)
    {
      const struct pram_work *w = &m.work[l];
      prices[l] = w->operations > 0
		  ? corrected * computing (&m, w, procs, 1) / w->operations
		  : by->logp->op;
    }
  return prices;
}

double
pram_predict_price (const struct pram_plan *plan,
		    const struct pram_predictor *by, int procs)
{
  struct pram_arena *arena = pram_arena_new ();
  const double *prices = pram_predict_prices (plan, by, procs, arena);
  double seconds = 0, operations = 0;
  for (int l = 0; l < plan->n_layers; l++)
    {
      double work = plan->layers[l].runs * plan->layers[l].work;
      seconds += work * prices[l];
      operations += work;
    }
  pram_arena_free (arena);
  return operations > 0 ? seconds / operations : by->logp->op;
}

double
pram_predict_bound (const struct pram_prediction *prediction, double messages)
{
  /* Costs that were measured may be more than the model's.  */
  double sending = fmax (messages,
			 prediction->exchanges + prediction->reductions);
  return prediction->computing + prediction->waits + sending
	 + (prediction->iteration > 0 ? 0 : prediction->distribution);
}

double
pram_predict_break_even (const struct pram_plan *plan,
			 const struct pram_predictor *by, int procs)
{
  struct pram_prediction now = pram_predict (plan, by, procs);
  double sending = pram_prediction_seconds (&now) - now.computing, times = 1;
  struct model m[2];
  for (int k = 0; k < 2; k++)
    {
      m[k] = (struct model) { .plan = plan, .by = by,
			      .procs = k ? procs : 1,
			      .arena = pram_arena_new () };
      start (&m[k]);
    }
  while (times < 0x1p60
	 && sum_computing (&m[0], true, 1, times)
	    <= sum_computing (&m[1], true, procs, times) + sending)
    times *= 1.05;
  for (int k = 0; k < 2; k++)
    pram_arena_free (m[k].arena);
  return times < 0x1p60 ? times : INFINITY;
}

const char *
pram_seconds_text (double seconds, char text[PRAM_SECONDS_TEXT])
{
  static const struct { double unit; const char *name; } units[]
    = { { 1, "s" }, { 1e-3, "ms" }, { 1e-6, "us" }, { 1e-9, "ns" } };
  int k = 0;
  while (k < 3 && seconds < 0.9995 * units[k].unit)
    k++;
  snprintf (text, PRAM_SECONDS_TEXT, "%.3g %s", seconds / units[k].unit,
	    units[k].name);
  return text;
}

double
pram_prediction_seconds (const struct pram_prediction *prediction)
{
  return prediction->iteration > 0 ? prediction->iteration
				   : prediction->entry;
}
