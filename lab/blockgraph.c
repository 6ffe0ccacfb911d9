/* blockgraph.c: the task graph of a plan as it is scheduled.

   SPDX-License-Identifier: GPL-3.0-or-later

   A task is a block, that is one run of a layer on one process.  If less than
   half of a block's units are wanted elsewhere these are a task of their own,
   which runs first and sends while the others are computed; the runtime does
   the same.  What is received is needed by the first task of the layer that
   waits for it.  A process runs its blocks in the order of the program.

   Where the runtime fixes the order of sends or receives each is a task that
   costs nothing: a task's messages would else leave by their urgency, and be
   received as they arrive.  A block sends to the next higher process first.

   Reductions are completed before the next layer, as runtime/reduce.c does it:
   up and down a tree, or by dissemination; include/pram-trees.h decides.  What
   they send are the partial values of partials.h.  Processes that know of no
   units send nothing.  Scatter and gather are a task
   each, on process 0.

   The driver is walked once, with the iterators' and the loops' true values:
   the sets that move are those of that moment.  What processes A ... B - 1 need
   together is the union of what each needs, so those to whom a process sends
   are found by halves, without looking at all pairs.

   Example: two processes, one layer that exchanges a row, two iterations:
     0 scatter -> 0 boundary -> 0 interior -> 0 boundary -> 0 interior
	       \		  \		  /\
		> 1 boundary -> 1 interior -> 1 boundary -> ...  */

#include "blockgraph.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "machine/bcast.h"
#include "plan/partials.h"
#include "pram-sets.h"
#include "plan/set-count.h"

enum { MAX_TASKS = 1 << 22 };

/* A message that the next layer to wait for it receives.  */
struct flight
{
  int32_t task;
  int dst;
  int32_t bytes;
};

struct flights
{
  int n;
  struct flight *flight;
};

/* What moves after a run of a layer.  TASK of a flight is its source.  */
struct traffic
{
  bool known;
  int64_t *boundary;		/* by process: units that others wait for */
  int *first;			/* procs + 1: flights of a process */
  struct flights flights;	/* in the order in which they are sent */
};

struct builder
{
  const struct pram_plan *plan;
  const struct pram_logp *logp;
  const double *price;		/* of an operation, s, by layer */
  const struct pram_diag *diag;
  int procs;
  int64_t iterations;
  struct pram_arena *arena;
  struct pram_taskgraph_builder *graph;
  int n_tasks;
  int32_t *process;		/* by task */
  int32_t *last;		/* by process: its last task, -1: none */
  struct traffic *traffic;	/* by layer */
  struct flights *pending;	/* by layer */
  struct flights arrived;	/* for the layer at hand, by processes */
  int *first_arrived;		/* procs + 2: where those of each begin */
  int64_t *iter, *counts;
  struct pram_allreduce reduction;
  bool too_large;
};

static int32_t
add_task (struct builder *b, int process, double cost, const char *label)
{
  int32_t task = pram_taskgraph_task (b->graph, cost, label);
  *PRAM_ARENA_PUSH (b->arena, b->process, b->n_tasks) = process;
  if (b->last[process] >= 0)
    pram_taskgraph_edge (b->graph, b->last[process], task, 1);
  b->last[process] = task;
  b->too_large |= task >= MAX_TASKS;
  return task;
}

/* --- Blocks -------------------------------------------------------------- */

static int64_t
first_unit (const struct builder *b, int process)
{
  return pram_first_unit (b->plan->n_units, process, b->procs);
}

/* The variables of sets that SRC sends to the processes DST ... END - 1,
   which are taken for one.  */
static void
set_env (const struct builder *b, int64_t *env, int src, int dst, int end)
{
  memset (env, 0, sizeof *env * PRAM_SET_MAX_VARS);
  env[PRAM_ENV_SRC_LO] = first_unit (b, src);
  env[PRAM_ENV_SRC_HI] = first_unit (b, src + 1);
  env[PRAM_ENV_DST_LO] = first_unit (b, dst);
  env[PRAM_ENV_DST_HI] = first_unit (b, end);
  for (int c = 0; c < b->plan->prog->n_counts; c++)
    env[PRAM_ENV_COUNTS + c] = b->counts[c];
}

/* Size of the set of the program at CODE.  */
static int64_t
set_size (const struct builder *b, int code, int src, int dst, int end)
{
  int64_t env[PRAM_SET_MAX_VARS];
  set_env (b, env, src, dst, end);
  return pram_set_count (b->plan->code + code, env);
}

/* Bytes that the N TRANSFERS move from SRC to DST ... END - 1.  */
static int32_t
bytes_of (const struct builder *b, const struct pram_plan_transfer *transfers,
	  int n, int src, int dst, int end)
{
  int64_t bytes = 0;
  for (int t = 0; t < n; t++)
    bytes += set_size (b, transfers[t].set, src, dst, end)
	     * b->plan->prog->arrays[transfers[t].array].elem_size;
  return bytes < INT32_MAX ? (int32_t) bytes : INT32_MAX;
}

/* Units of LAYER on the processes FROM .. TO - 1.  */
static int64_t
units_of (const struct builder *b, const struct pram_plan_layer *layer,
	  int from, int to)
{
  return pram_plan_units (b->plan, layer, from, to, b->procs);
}

/* Add to T what SRC sends to DST ... END - 1 after a run of LAYER, ascending;
   BOUNDARY: there is a set of the units that they wait for.  */
static void
add_flights (struct builder *b, struct traffic *t,
	     const struct pram_plan_layer *layer, int src, int dst, int end,
	     bool boundary)
{
  if (dst == end)
    return;
  int32_t bytes = bytes_of (b, layer->transfers, layer->n_transfers, src, dst,
			    end);
  int64_t units = boundary ? set_size (b, layer->boundary, src, dst, end) : 0;
  if (!bytes && !units)
    return;
  if (dst + 1 < end)
    {
      int middle = dst + (end - dst) / 2;
      add_flights (b, t, layer, src, dst, middle, boundary);
      add_flights (b, t, layer, src, middle, end, boundary);
      return;
    }
  if (bytes)
    *PRAM_ARENA_PUSH (b->arena, t->flights.flight, t->flights.n)
      = (struct flight) { src, dst, bytes };
  t->boundary[src] += units;
}

/* Add to T what SRC sends after a run of LAYER.  */
static void
add_traffic (struct builder *b, struct traffic *t,
	     const struct pram_plan_layer *layer, int src)
{
  bool boundary = layer->boundary >= 0 && units_of (b, layer, src, src + 1);
  t->first[src] = t->flights.n;
  t->boundary[src] = 0;
  add_flights (b, t, layer, src, src + 1, b->procs, boundary);
  add_flights (b, t, layer, src, 0, src, boundary);
}

/* What moves after a run of layer L now.  */
static const struct traffic *
traffic_of (struct builder *b, int l)
{
  const struct pram_plan_layer *layer = &b->plan->layers[l];
  struct traffic *t = &b->traffic[l];
  if (!t->first)
    {
      t->first = PRAM_ARENA_NEW (b->arena, int, b->procs + 1);
      t->boundary = PRAM_ARENA_NEW (b->arena, int64_t, b->procs);
    }
  if (!t->known || !layer->uniform)
    {
      t->flights.n = 0;
      for (int p = 0; p < b->procs && layer->n_transfers; p++)
	add_traffic (b, t, layer, p);
      t->first[b->procs] = t->flights.n;
      t->known = true;
    }
  return t;
}

/* The transfers of layer L arrive.  */
static void
arrive (struct builder *b, int l)
{
  struct flights *pending = &b->pending[l];
  for (int i = 0; i < pending->n; i++)
    *PRAM_ARENA_PUSH (b->arena, b->arrived.flight, b->arrived.n)
      = pending->flight[i];
  pending->n = 0;
}

/* Sort what has arrived by processes.  */
static void
sort_arrived (struct builder *b)
{
  struct flights *arrived = &b->arrived;
  int *first = b->first_arrived;
  memset (first, 0, sizeof *first * ((size_t) b->procs + 2));
  for (int i = 0; i < arrived->n; i++)
    first[arrived->flight[i].dst + 2]++;
  for (int p = 0; p < b->procs; p++)
    first[p + 2] += first[p + 1];
  struct flight *sorted = pram_resized (NULL, arrived->n + INT64_C (1),
					sizeof *sorted);
  for (int i = 0; i < arrived->n; i++)
    sorted[first[arrived->flight[i].dst + 1]++] = arrived->flight[i];
  if (arrived->n)
    memcpy (arrived->flight, sorted, sizeof *sorted * (size_t) arrived->n);
  free (sorted);
}

/* TASK needs what has arrived on PROCESS.  */
static void
receive (struct builder *b, int process, int32_t task)
{
  for (int i = b->first_arrived[process]; i < b->first_arrived[process + 1];
       i++)
    pram_taskgraph_edge (b->graph, b->arrived.flight[i].task, task,
			 b->arrived.flight[i].bytes);
}

/* After TASK process P sends what it has of the traffic T of layer L.  */
static void
send (struct builder *b, int l, const struct traffic *t, int p, int32_t task)
{
  struct flights *pending = &b->pending[l];
  for (int i = t->first[p]; i < t->first[p + 1]; i++)
    {
      struct flight flight = t->flights.flight[i];
      flight.task = i > t->first[p] ? add_task (b, p, 0, "send") : task;
      *PRAM_ARENA_PUSH (b->arena, pending->flight, pending->n) = flight;
    }
}

/* Process P runs its block of layer L and sends the traffic T.  */
static void
add_block (struct builder *b, int l, const struct traffic *t, int p)
{
  const struct pram_plan_layer *layer = &b->plan->layers[l];
  int64_t boundary = t->boundary[p], units = units_of (b, layer, p, p + 1);
  double cost;
  pram_plan_block_work (b->plan, layer, p, p + 1, b->procs, b->iter, &cost);
  cost *= b->price[l];
  double edge = units ? (double) boundary / (double) units : 0;
  const char *label = pram_arena_printf (b->arena, "line %d",
					 layer->node->line);
  bool split = boundary && 2 * boundary < units;
  int32_t task = add_task (b, p, split ? edge * cost : cost, label);
  receive (b, p, task);
  send (b, l, t, p, task);
  if (split)
    add_task (b, p, (1 - edge) * cost, label);
}

/* --- Reductions ---------------------------------------------------------- */

/* Process P sends now; returns the task.  */
static int32_t
send_value (struct builder *b, int p)
{
  return add_task (b, p, 0, "reduce");
}

/* Process P receives what TASK has sent.  */
static void
receive_value (struct builder *b, int p, int32_t task, int32_t bytes)
{
  pram_taskgraph_edge (b->graph, task, add_task (b, p, 0, "reduce"), bytes);
}

/* Partial values go up the tree: every process receives from its children,
   the one informed last first.  The ranks below one are SIZE from it on.  */
static void
go_up (struct builder *b, const struct pram_plan_layer *layer)
{
  const struct pram_allreduce *tree = &b->reduction;
  for (int v = b->procs - 1; v > 0; v--)
    {
      int p = tree->number[v];
      int32_t bytes = pram_partials_bytes (b->plan, layer, p, tree->size[v],
					   b->procs);
      if (bytes)
	receive_value (b, tree->number[tree->parent[v]], send_value (b, p),
		       bytes);
    }
}

static void
come_down (struct builder *b, int32_t bytes)
{
  const struct pram_allreduce *tree = &b->reduction;
  for (int v = 1; v < b->procs; v++)
    receive_value (b, tree->number[v],
		   send_value (b, tree->number[tree->parent[v]]), bytes);
}

/* A round of the dissemination: each process, which knows of itself and of the
   KNOWN - 1 processes before it, sends to the N that lie KNOWN, 2 KNOWN, ...
   behind it, then receives as many in the order in which they arrive.  SENT and
   BYTES are scratch.  */
static void
disseminate (struct builder *b, const struct pram_plan_layer *layer, int n,
	     int known, int32_t *sent, int32_t *bytes)
{
  int procs = b->procs;
  for (int p = 0; p < procs; p++)
    {
      bytes[p] = pram_partials_bytes (b->plan, layer, p - known + 1, known,
				      procs);
      for (int i = 0; i < n; i++)
	sent[p * n + i] = bytes[p] ? send_value (b, p) : -1;
    }
  for (int p = 0; p < procs; p++)
    {
      int32_t task = add_task (b, p, 0, "reduce");
      for (int i = 0; i < n; i++)
	{
	  int from = (p + procs - (i + 1) * known) % procs;
	  if (sent[from * n + i] >= 0)
	    pram_taskgraph_edge (b->graph, sent[from * n + i], task,
				 bytes[from]);
	}
    }
}

/* Complete the reductions of LAYER.  */
static void
reduce (struct builder *b, const struct pram_plan_layer *layer)
{
  int32_t result = pram_partials_result (layer);
  int radix = b->reduction.choice.radix;
  if (!result || b->procs == 1)
    return;
  if (!radix)
    {
      go_up (b, layer);
      come_down (b, result);
      return;
    }
  int32_t *sent = PRAM_ARENA_NEW (b->arena, int32_t, b->procs * radix);
  int32_t *bytes = PRAM_ARENA_NEW (b->arena, int32_t, b->procs);
  for (int64_t known = 1; known < b->procs; known *= radix)
    disseminate (b, layer, pram_trees_messages (b->procs, radix, known),
		 (int) known, sent, bytes);
}

/* --- The driver ---------------------------------------------------------- */

static void
run_layer (struct builder *b, int l)
{
  const struct pram_plan_layer *layer = &b->plan->layers[l];
  const struct traffic *traffic = traffic_of (b, l);
  b->arrived.n = 0;
  for (int w = 0; w < layer->n_waits; w++)
    arrive (b, layer->waits[w]);
  arrive (b, l);
  sort_arrived (b);
  for (int p = 0; p < b->procs && !b->too_large; p++)
    add_block (b, l, traffic, p);
  if (!b->too_large)
    reduce (b, layer);
}

static int64_t
trips_of (const struct builder *b, const struct pram_node *loop)
{
  int64_t trips = loop->count.constant;
  if (loop->data_dependent)
    return b->iterations;
  for (int k = 0; k < loop->count.n_coef; k++)
    trips += loop->count.coef[k] * b->iter[k];
  return trips;
}

static int
layer_of (const struct builder *b, const struct pram_node *node)
{
  for (int l = 0; l < b->plan->n_layers; l++)
    if (b->plan->layers[l].node == node)
      return l;
  return -1;
}

static void drive (struct builder *, const struct pram_node *);

static void
drive_loop (struct builder *b, const struct pram_node *loop)
{
  int64_t trips = trips_of (b, loop);
  for (int s = 0; s < loop->n_children; s++)
    b->counts[loop->first_count + s] = 0;
  for (int64_t i = 0; i < trips && !b->too_large; i++)
    {
      b->iter[loop->iterator] = i;
      for (int s = 0; s < loop->n_children; s++)
	{
	  b->counts[loop->first_count + s]++;
	  drive (b, loop->children[s]);
	}
    }
}

static void
drive (struct builder *b, const struct pram_node *node)
{
  int l = layer_of (b, node);
  if (b->too_large)
    return;
  if (l >= 0)
    run_layer (b, l);
  else if (node->kind == PRAM_LOOP)
    drive_loop (b, node);
  else
    for (int c = 0; c < node->n_children; c++)
      drive (b, node->children[c]);
}

static void
scatter (struct builder *b)
{
  int32_t task = add_task (b, 0, 0, "scatter");
  for (int p = 1; p < b->procs; p++)
    {
      int32_t bytes = bytes_of (b, b->plan->scatter, b->plan->n_scatter, 0, p,
				p + 1);
      int32_t start = add_task (b, p, 0, "start");
      pram_taskgraph_edge (b->graph, task, start, bytes ? bytes : 1);
    }
}

/* What is under way arrives, needed or not; rank 0 gets the results.  */
static void
gather (struct builder *b)
{
  b->arrived.n = 0;
  for (int l = 0; l < b->plan->n_layers; l++)
    arrive (b, l);
  sort_arrived (b);
  for (int p = 0; p < b->procs; p++)
    receive (b, p, add_task (b, p, 0, "end"));
  int32_t task = add_task (b, 0, 0, "gather");
  for (int p = 1; p < b->procs; p++)
    {
      int32_t bytes = bytes_of (b, b->plan->gather, b->plan->n_gather, p, 0, 1);
      if (bytes)
	pram_taskgraph_edge (b->graph, b->last[p], task, bytes);
    }
}

static struct pram_clustering *
finish (struct builder *b)
{
  struct pram_clustering *c
    = PRAM_ARENA_NEW (b->arena, struct pram_clustering, 1);
  struct pram_taskgraph *graph = pram_taskgraph_end (b->graph, b->diag);
  if (!graph)
    return NULL;
  if (b->too_large)
    {
      pram_diag_report (b->diag, PRAM_ERROR, b->plan->prog->line,
			"more than %d blocks; fewer processes or iterations "
			"make fewer", MAX_TASKS);
      return NULL;
    }
  pram_taskgraph_add_preds (graph, b->arena);
  c->graph = graph;
  c->strategy = "brent";
  c->n_procs = b->procs;
  c->process = b->process;
  pram_clustering_sort (c, b->arena, NULL);
  return c;
}

struct pram_clustering *
pram_blockgraph_build (const struct pram_plan *plan,
		       const struct pram_predictor *by, int procs,
		       int64_t iterations, struct pram_arena *arena,
		       const struct pram_diag *diag)
{
  const struct pram_prog *prog = plan->prog;
  struct builder b = { .plan = plan, .logp = by->logp, .diag = diag,
		       .procs = procs, .iterations = iterations,
		       .arena = arena };
  b.price = pram_predict_prices (plan, by, procs, arena);
  b.graph = pram_taskgraph_begin (arena, prog->name);
  b.last = PRAM_ARENA_NEW (arena, int32_t, procs);
  memset (b.last, -1, sizeof *b.last * (size_t) procs);
  b.first_arrived = PRAM_ARENA_NEW (arena, int, procs + 2);
  b.traffic = PRAM_ARENA_NEW (arena, struct traffic, plan->n_layers + 1);
  b.pending = PRAM_ARENA_NEW (arena, struct flights, plan->n_layers + 1);
  b.iter = PRAM_ARENA_NEW (arena, int64_t, prog->n_loops + 1);
  b.counts = PRAM_ARENA_NEW (arena, int64_t, prog->n_counts + 1);
  b.reduction = pram_allreduce_choose (arena, procs, PRAM_VALUE_BYTES,
				       by->logp);
  scatter (&b);
  drive (&b, prog->root);
  gather (&b);
  return finish (&b);
}
