/* traffic.c: what a plan moves.

   SPDX-License-Identifier: Apache-2.0

   Messages and bytes as the runtime counts them: those of scatter, layers,
   reductions and gather, not those that start a region.

   A layer's transfers are one message from a process to another in each run.
   Where the sets change from run to run each run is looked at.  Processes
   mostly send to the neighbours of those to whom the process before them sends:
   who they are is guessed from that and confirmed by the empty sets that
   everybody else gets, so that it takes a few sets for each process.  Processes
   without units are left out.

   Reductions are completed where the driver needs the first of their values
   (pram_plan_layer.completed_with): one step serves all that are pending then.
   They go up a tree and down again, or are disseminated, as the LogP model
   chooses (include/pram-trees.h); a process sends the partial values of all of
   them in one message (partials.h), and none if it has none.  Where a layer's
   runs are made two at a time (runtime/ahead.c) so are their reductions.

   Example: a maximum over 8 units, 10 times, on 2 processes: each sends the
   partial value of its 4 units, 16 bytes, to the other, 20 messages in all; if
   the runs are made in pairs, 10 of 32 bytes.  */

#include "traffic.h"
#include "base/alloc.h"
#include "machine/bcast.h"
#include "partials.h"
#include "pram-sets.h"
#include "pram-trees.h"
#include "base/saturate.h"
#include "set-count.h"

#include <math.h>
#include <string.h>

/* --- Sets --------------------------------------------------------------- */

/* Bytes that TRANSFERS move from process SRC to DST ... END - 1 of PROCS, which
   are taken for one process, when the counts are COUNTS.  */
static int64_t
bytes_at (const struct pram_plan *plan,
	  const struct pram_plan_transfer *transfers, int n, int src, int dst,
	  int end, int procs, const int64_t *counts)
{
  int64_t bytes = 0;
  for (int t = 0; t < n; t++)
    {
      int64_t env[PRAM_SET_MAX_VARS] = { 0 };
      memcpy (env + PRAM_ENV_COUNTS, counts,
	      sizeof *counts * (size_t) plan->prog->n_counts);
      env[PRAM_ENV_SRC_LO] = pram_first_unit (plan->n_units, src, procs);
      env[PRAM_ENV_SRC_HI] = pram_first_unit (plan->n_units, src + 1, procs);
      env[PRAM_ENV_DST_LO] = pram_first_unit (plan->n_units, dst, procs);
      env[PRAM_ENV_DST_HI] = pram_first_unit (plan->n_units, end, procs);
      bytes += pram_set_count (plan->code + transfers[t].set, env)
	       * plan->prog->arrays[transfers[t].array].elem_size;
    }
  return bytes;
}

/* Every loop's count.  */
static void
set_counts (int64_t *counts, int64_t count)
{
  for (int i = 0; i < PRAM_SET_MAX_VARS; i++)
    counts[i] = count;
}

int64_t
pram_plan_bytes (const struct pram_plan *plan,
		 const struct pram_plan_transfer *transfers, int n, int src,
		 int dst, int procs)
{
  int64_t counts[PRAM_SET_MAX_VARS];
  set_counts (counts, 1);
  return bytes_at (plan, transfers, n, src, dst, dst + 1, procs, counts);
}

int64_t
pram_plan_gathered (const struct pram_plan *plan, int src, int procs)
{
  enum { MANY = 16 };		/* iterations, after which all is written */
  int64_t counts[PRAM_SET_MAX_VARS], bytes = 0;
  set_counts (counts, MANY);
  for (int t = 0; t < plan->n_gather; t++)
    if (!plan->prog->arrays[plan->gather[t].array].local)
      bytes += bytes_at (plan, &plan->gather[t], 1, src, 0, 1, procs, counts);
  return bytes;
}

static void
add_message (struct pram_traffic *traffic, int64_t bytes)
{
  traffic->messages += bytes > 0;
  traffic->bytes = pram_saturated_sum (traffic->bytes, bytes);
}

static void
add_times (struct pram_traffic *sum, struct pram_traffic t, int64_t times)
{
  sum->messages = pram_saturated_sum
    (sum->messages, pram_saturated_product (t.messages, times));
  sum->bytes = pram_saturated_sum
    (sum->bytes, pram_saturated_product (t.bytes, times));
}

/* --- Runs --------------------------------------------------------------- */

/* The runs of a layer, one after the other.  */
struct runs
{
  const struct pram_plan *plan;
  const struct pram_plan_layer *layer;
  int procs;			/* those that have units */
  int all_procs;
  int n_around;
  const struct pram_node *around[PRAM_SET_MAX_VARS];	/* loops around the
							   layer, innermost
							   first */
  int64_t samples;		/* of one loop at most */
  int64_t counts[PRAM_SET_MAX_VARS];
  int64_t iter[PRAM_SET_MAX_VARS];	/* by iterator */
  struct pram_plan_messages messages; /* of the first run or this one */
  int room;			/* in their list */
  pram_visit_run *visit;
  void *data;
};

static void
add_to_list (struct runs *r, int src, int dst, int64_t bytes)
{
  struct pram_plan_messages *m = &r->messages;
  if (!bytes)
    return;
  if (m->n == r->room)
    {
      r->room = 2 * r->room + 16;
      m->list = pram_resized (m->list, r->room, sizeof *m->list);
    }
  m->list[m->n++] = (struct pram_plan_message) { src, dst, bytes };
}

/* Bytes that SRC sends to DST ... END - 1.  What these need together is the
   union of what each needs.  */
static int64_t
bytes_between (const struct runs *r, int src, int dst, int end)
{
  return dst == end ? 0 : bytes_at (r->plan, r->layer->transfers,
				    r->layer->n_transfers, src, dst, end,
				    r->procs, r->counts);
}

/* List what SRC sends to DST ... END - 1.  Those to whom it sends are found by
   halves.  */
static void
find_between (struct runs *r, int src, int dst, int end)
{
  int64_t bytes = bytes_between (r, src, dst, end);
  int middle = dst + (end - dst) / 2;
  if (middle == dst)
    add_to_list (r, src, dst, bytes);
  else if (bytes)
    {
      find_between (r, src, dst, middle);
      find_between (r, src, middle, end);
    }
}

/* The same if it is the neighbours of those that the message FIRST and the ones
   behind it, from the process before SRC, go to; false if it isn't.  */
static bool
find_beside (struct runs *r, int src, int dst, int end, int first)
{
  enum { FEW = 4 };
  const struct pram_plan_message *list = r->messages.list;
  int from = end, to = dst, stride = r->messages.stride, n = r->messages.n;
  for (int m = first; m < n && list[m].src == src - stride; m++)
    if (list[m].dst + stride >= dst && list[m].dst + stride < end)
      {
	from = list[m].dst + stride < from ? list[m].dst + stride : from;
	to = list[m].dst + stride + 1;
      }
  if (from >= to || to - from > FEW || bytes_between (r, src, dst, from)
      || bytes_between (r, src, to, end))
    return false;
  for (int q = from; q < to; q++)
    add_to_list (r, src, q, bytes_between (r, src, q, q + 1));
  return true;
}

/* Let every second source stand for two.  */
static void
thin_out (struct pram_plan_messages *messages)
{
  int n = 0;
  messages->stride *= 2;
  for (int m = 0; m < messages->n; m++)
    if (messages->list[m].src % messages->stride == 0)
      messages->list[n++] = messages->list[m];
  messages->n = n;
}

/* Name the processes as they are numbered among all.  */
static void
name_owners (struct runs *r)
{
  for (int m = 0; m < r->messages.n; m++)
    {
      struct pram_plan_message *message = &r->messages.list[m];
      message->src = pram_plan_owner (r->plan, message->src, r->all_procs);
      message->dst = pram_plan_owner (r->plan, message->dst, r->all_procs);
    }
}

/* So many messages of a run are listed, about.  */
enum { MOST_MESSAGES = 1 << 18 };

static void
find_messages (struct runs *r)
{
  int last = 0;			/* the first message of the source before */
  r->messages.n = 0;
  r->messages.stride = 1;
  for (int src = 0; src < r->procs; src += r->messages.stride)
    {
      int first = r->messages.n;
      if (!find_beside (r, src, 0, src, last))
	find_between (r, src, 0, src);
      if (!find_beside (r, src, src + 1, r->procs, last))
	find_between (r, src, src + 1, r->procs);
      last = first;
      while (r->messages.n > MOST_MESSAGES)
	{
	  thin_out (&r->messages);
	  last = r->messages.n;
	}
      if (src % r->messages.stride)
	src -= src % r->messages.stride;
    }
  name_owners (r);
}

/* Iterations of LOOP now; one if it is data-dependent.  */
static int64_t
trips_now (const struct runs *r, const struct pram_node *loop)
{
  int64_t n = loop->data_dependent ? 1 : loop->count.constant;
  for (int k = 0; !loop->data_dependent && k < loop->count.n_coef; k++)
    n += loop->count.coef[k] * r->iter[k];
  return n > 0 ? n : 0;
}

/* Visit the runs in the DEPTH inner loops around the layer, TIMES each.  */
static void
visit_runs (struct runs *r, int depth, int64_t times)
{
  if (depth == 0)
    {
      if (!r->layer->uniform && r->layer->n_transfers)
	find_messages (r);
      r->visit (r->data, r->iter, &r->messages, times);
      return;
    }
  const struct pram_node *loop = r->around[depth - 1];
  int64_t n = trips_now (r, loop), step = n / r->samples + 1;
  for (int64_t t = 0; t < n; t += step)
    {
      r->iter[loop->iterator] = t;
      r->counts[loop->first_count] = t + 1;
      visit_runs (r, depth - 1, pram_saturated_product
		  (times, n - t < step ? n - t : step));
    }
}

/* So many numbers of bytes are counted for a layer, about, if all processes
   send to all; of so many runs and processes some are.  */
static const double most_sets = 2e6, most_runs = 5e5;

/* How many iterations of each of N loops around a layer are looked at, at
   most.  */
static int64_t
samples_of (int procs, int n)
{
  double pairs = (double) procs * procs, root = 1 / (n + 1e-9);
  double few = fmin (64, fmax (8, pow (most_runs / procs, root)));
  return (int64_t) fmax (few, pow (most_sets / pairs, root));
}

static struct runs
runs_of (const struct pram_plan *plan, const struct pram_plan_layer *layer,
	 int procs)
{
  struct runs r = { .plan = plan, .layer = layer, .all_procs = procs,
		    .procs = pram_plan_owners (plan, procs),
		    .messages.stride = 1 };
  set_counts (r.counts, 1);
  return r;
}

void
pram_plan_visit_runs (const struct pram_plan *plan,
		      const struct pram_plan_layer *layer, int procs,
		      pram_visit_run *visit, void *data)
{
  struct runs r = runs_of (plan, layer, procs);
  r.visit = visit;
  r.data = data;
  for (const struct pram_node *n = layer->node->parent; n; n = n->parent)
    if (n->kind == PRAM_LOOP)
      r.around[r.n_around++] = n;
  r.samples = samples_of (r.procs, r.n_around);
  if (layer->n_transfers)
    find_messages (&r);
  if (pram_plan_alike_p (layer))
    visit (data, r.iter, &r.messages, pram_saturated_round (layer->runs));
  else
    visit_runs (&r, r.n_around, 1);
  free (r.messages.list);
}

/* --- Transfers ---------------------------------------------------------- */

/* Adding up runs.  */
struct adding
{
  struct pram_traffic sum;
  int64_t runs;
};

static void
add_run (void *data, const int64_t *iter,
	 const struct pram_plan_messages *messages, int64_t times)
{
  struct adding *a = data;
  struct pram_traffic run = { 0, 0 };
  (void) iter;
  for (int m = 0; m < messages->n; m++)
    add_message (&run, messages->list[m].bytes);
  add_times (&a->sum, run,
	     pram_saturated_product (times, messages->stride));
  a->runs = pram_saturated_sum (a->runs, times);
}

static struct adding
layer_traffic (const struct pram_plan *plan,
	       const struct pram_plan_layer *layer, int procs)
{
  struct adding a = { .runs = 0 };
  pram_plan_visit_runs (plan, layer, procs, add_run, &a);
  return a;
}

struct pram_traffic
pram_plan_run_traffic (const struct pram_plan *plan,
		       const struct pram_plan_layer *layer, int procs)
{
  struct runs r = runs_of (plan, layer, procs);
  struct adding a = { .runs = 0 };
  find_messages (&r);
  add_run (&a, r.iter, &r.messages, 1);
  free (r.messages.list);
  return a.sum;
}

/* --- Reductions --------------------------------------------------------- */

/* The layers whose reductions are completed with those of the layer
   LEADER.  */
struct completion
{
  const struct pram_plan *plan;
  int leader, procs;
  const struct pram_allreduce *all;
};

/* Bytes that a process sends which knows of the units of N processes from FROM
   on; N = 0: those of the results.  */
static int64_t
step_bytes (const struct completion *c, int from, int n)
{
  int64_t bytes = 0;
  for (int l = 0; l < c->plan->n_layers; l++)
    if (c->plan->layers[l].completed_with == c->leader)
      bytes += n ? pram_partials_bytes (c->plan, &c->plan->layers[l], from, n,
					c->procs)
		 : pram_partials_result (&c->plan->layers[l]);
  return bytes;
}

/* What completing them moves.  */
static struct pram_traffic
completion_traffic (const struct completion *c)
{
  struct pram_traffic traffic = { 0, 0 };
  int radix = c->all->choice.radix;
  for (int v = 1; !radix && v < c->procs; v++)
    {
      add_message (&traffic,
		   step_bytes (c, c->all->number[v], c->all->size[v]));
      add_message (&traffic, step_bytes (c, 0, 0));
    }
  for (int64_t known = 1; radix && known < c->procs; known *= radix)
    for (int p = 0; p < c->procs; p++)
      {
	struct pram_traffic one = { 0, 0 };
	add_message (&one, step_bytes (c, p - (int) known + 1, (int) known));
	add_times (&traffic, one,
		   pram_trees_messages (c->procs, radix, known));
      }
  return traffic;
}

/* What is completed with layer LEADER moves, in its RUNS.  */
static struct pram_traffic
reduction_traffic (const struct pram_plan *plan, int leader, int64_t runs,
		   int procs, const struct pram_allreduce *all)
{
  struct completion c = { plan, leader, procs, all };
  struct pram_traffic one = completion_traffic (&c), sum = { 0, 0 };
  const struct pram_plan_layer *layer = &plan->layers[leader];
  if (one.messages == 0)
    return sum;
  add_times (&sum, one, runs);
  const struct pram_node *loop = pram_node_loop (layer->node);
  if (loop && !loop->data_dependent && pram_plan_ahead_p (plan, layer, procs))
    {
      /* Each time that its loop is entered, one run may be left over.  */
      int64_t trips = loop->count.constant;
      sum.messages = pram_saturated_product
	(one.messages, pram_saturated_product (runs / trips, (trips + 1) / 2));
    }
  return sum;
}

/* --- The region --------------------------------------------------------- */

static bool
inside_data_dependent_p (const struct pram_node *node)
{
  const struct pram_node *loop = pram_node_loop (node);
  return loop && (loop->data_dependent || inside_data_dependent_p (loop));
}

const struct pram_node *
pram_plan_next_loop (const struct pram_plan *plan,
		     const struct pram_node *after)
{
  for (int k = after ? after->iterator + 1 : 0; k < plan->prog->n_loops; k++)
    for (int l = 0; l < plan->n_layers; l++)
      if (plan->prog->loops[k]->data_dependent
	  && !inside_data_dependent_p (plan->prog->loops[k])
	  && pram_node_inside_p (plan->layers[l].node->parent,
				 plan->prog->loops[k]))
	return plan->prog->loops[k];
  return NULL;
}

/* What the layers inside of LOOP (null: all) move.  */
static struct pram_traffic
layers_traffic (const struct pram_plan *plan, const struct pram_node *loop,
		const struct pram_logp *logp, int procs)
{
  struct pram_arena *arena = pram_arena_new ();
  struct pram_allreduce all
    = pram_allreduce_choose (arena, procs, PRAM_VALUE_BYTES, logp);
  struct pram_traffic traffic = { 0, 0 };
  for (int l = 0; procs > 1 && l < plan->n_layers; l++)
    {
      const struct pram_plan_layer *layer = &plan->layers[l];
      if (loop && !pram_node_inside_p (layer->node->parent, loop))
	continue;
      struct adding a = layer_traffic (plan, layer, procs);
      add_times (&traffic, a.sum, 1);
      if (layer->completed_with == l)
	add_times (&traffic, reduction_traffic (plan, l, a.runs, procs, &all),
		   1);
    }
  pram_arena_free (arena);
  return traffic;
}

struct pram_traffic
pram_plan_traffic (const struct pram_plan *plan, const struct pram_logp *logp,
		   int procs)
{
  struct pram_traffic traffic = layers_traffic (plan, NULL, logp, procs);
  for (int p = 1; p < procs; p++)
    {
      add_message (&traffic, pram_plan_bytes (plan, plan->scatter,
					      plan->n_scatter, 0, p, procs));
      add_message (&traffic, pram_plan_gathered (plan, p, procs));
    }
  return traffic;
}

struct pram_traffic
pram_plan_iteration_traffic (const struct pram_plan *plan,
			     const struct pram_logp *logp, int procs)
{
  const struct pram_node *loop = pram_plan_next_loop (plan, NULL);
  return loop ? layers_traffic (plan, loop, logp, procs)
	      : (struct pram_traffic) { 0, 0 };
}
