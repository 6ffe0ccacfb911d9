/* blockgraph.c: the task graph of a plan as it is scheduled.

   SPDX-License-Identifier: GPL-3.0-or-later

   A task is a block, that is one run of a layer on one process.  If less than
   half of a block's units are wanted elsewhere these are a task of their own,
   which runs first and sends while the others are computed; the runtime does
   the same.  What is received is needed by the first task of the layer that
   waits for it.  A process runs its blocks in the order of the program.

   Reductions are completed before the next layer: partial values travel up a
   tree and the value comes back over the same one (core/bcast.c); between two
   processes each sends to the other.  Scatter and gather are a task each, on
   process 0.

   The driver is walked once, with the iterators' and the loops' true values:
   the sets that move are those of that moment.

   Example: two processes, one layer that exchanges a row, two iterations:
     0 scatter -> 0 boundary -> 0 interior -> 0 boundary -> 0 interior
	       \		  \		  /\
		> 1 boundary -> 1 interior -> 1 boundary -> ...  */

#include "blockgraph.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "bcast.h"
#include "pram-sets.h"

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

struct builder
{
  const struct pram_plan *plan;
  const struct pram_logp *logp;
  const struct pram_diag *diag;
  int procs;
  int64_t iterations;
  struct pram_arena *arena;
  struct pram_taskgraph_builder *graph;
  int n_tasks;
  int32_t *process;		/* by task */
  int32_t *last;		/* by process: its last task, -1: none */
  struct flights *pending;	/* by layer */
  struct flights arrived;	/* for the layer at hand */
  int64_t *iter, *counts;
  struct pram_bcast tree;
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
  return b->plan->n_units * process / b->procs;
}

static void
set_env (const struct builder *b, int64_t *env, int src, int dst)
{
  memset (env, 0, sizeof *env * PRAM_SET_MAX_VARS);
  env[PRAM_ENV_SRC_LO] = first_unit (b, src);
  env[PRAM_ENV_SRC_HI] = first_unit (b, src + 1);
  env[PRAM_ENV_DST_LO] = first_unit (b, dst);
  env[PRAM_ENV_DST_HI] = first_unit (b, dst + 1);
  for (int c = 0; c < b->plan->prog->n_counts; c++)
    env[PRAM_ENV_COUNTS + c] = b->counts[c];
}

static void
count_run (void *data, int64_t first, int64_t count, int64_t stride)
{
  int64_t *n = data;
  (void) first, (void) stride;
  *n += count;
}

/* Size of the set of the program at CODE.  */
static int64_t
set_size (const struct builder *b, int code, int src, int dst)
{
  int64_t env[PRAM_SET_MAX_VARS], n = 0;
  set_env (b, env, src, dst);
  pram_set_enumerate (b->plan->code + code, env, count_run, &n);
  return n;
}

/* Bytes that the N TRANSFERS move from SRC to DST.  */
static int32_t
bytes_of (const struct builder *b, const struct pram_plan_transfer *transfers,
	  int n, int src, int dst)
{
  int64_t bytes = 0;
  for (int t = 0; t < n; t++)
    bytes += set_size (b, transfers[t].set, src, dst)
	     * b->plan->prog->arrays[transfers[t].array].elem_size;
  return bytes < INT32_MAX ? (int32_t) bytes : INT32_MAX;
}

/* Units of LAYER on PROCESS, and how many of them others wait for.  */
static int64_t
units_of (const struct builder *b, const struct pram_plan_layer *layer,
	  int process, int64_t *boundary)
{
  int64_t lo = first_unit (b, process), hi = first_unit (b, process + 1);
  lo = lo > layer->unit_lo ? lo : layer->unit_lo;
  hi = hi < layer->unit_hi ? hi : layer->unit_hi;
  *boundary = 0;
  for (int dst = 0; layer->boundary >= 0 && lo < hi && dst < b->procs; dst++)
    if (dst != process)
      *boundary += set_size (b, layer->boundary, process, dst);
  return hi > lo ? hi - lo : 0;
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

/* TASK needs what has arrived on PROCESS.  */
static void
receive (struct builder *b, int process, int32_t task)
{
  for (int i = 0; i < b->arrived.n; i++)
    if (b->arrived.flight[i].dst == process)
      pram_taskgraph_edge (b->graph, b->arrived.flight[i].task, task,
			   b->arrived.flight[i].bytes);
}

/* The block of layer L on PROCESS: its task, or the one of its boundary.  */
static int32_t
add_block (struct builder *b, int l, int process)
{
  const struct pram_plan_layer *layer = &b->plan->layers[l];
  int64_t boundary, units = units_of (b, layer, process, &boundary);
  double unit = layer->work * b->logp->op
		/ (double) (layer->unit_hi > layer->unit_lo
			    ? layer->unit_hi - layer->unit_lo : 1);
  const char *label = pram_arena_printf (b->arena, "line %d",
					 layer->node->line);
  bool split = boundary && 2 * boundary < units;
  int32_t task = add_task (b, process,
			   unit * (double) (split ? boundary : units), label);
  receive (b, process, task);
  if (split)
    add_task (b, process, unit * (double) (units - boundary), label);
  return task;
}

/* --- Reductions ---------------------------------------------------------- */

/* Each of two processes sends its partial values to the other.  */
static void
exchange_values (struct builder *b, int32_t bytes)
{
  int32_t from[2] = { b->last[0], b->last[1] };
  for (int p = 0; p < 2; p++)
    pram_taskgraph_edge (b->graph, from[1 - p],
			 add_task (b, p, 0, "reduce"), bytes);
}

/* Partial values travel up the tree, the value comes back.  */
static void
reduce (struct builder *b, int32_t bytes)
{
  int n = b->procs;
  int32_t *up = PRAM_ARENA_NEW (b->arena, int32_t, n);
  if (n == 2)
    exchange_values (b, bytes);
  if (n <= 2)
    return;
  /* Children have higher numbers than their parents.  */
  for (int p = n - 1; p >= 0; p--)
    up[p] = add_task (b, p, 0, "reduce");
  for (int p = 1; p < n; p++)
    pram_taskgraph_edge (b->graph, up[p], up[b->tree.parent[p]], bytes);
  for (int p = 1; p < n; p++)
    {
      int32_t from = b->last[b->tree.parent[p]];
      pram_taskgraph_edge (b->graph, from, add_task (b, p, 0, "value"),
			   bytes);
    }
}

/* --- The driver ---------------------------------------------------------- */

static void
run_layer (struct builder *b, int l)
{
  const struct pram_plan_layer *layer = &b->plan->layers[l];
  int32_t *task = PRAM_ARENA_NEW (b->arena, int32_t, b->procs);
  b->arrived.n = 0;
  for (int w = 0; w < layer->n_waits; w++)
    arrive (b, layer->waits[w]);
  arrive (b, l);
  for (int p = 0; p < b->procs && !b->too_large; p++)
    task[p] = add_block (b, l, p);
  for (int src = 0; src < b->procs && layer->n_transfers; src++)
    for (int dst = 0; dst < b->procs && !b->too_large; dst++)
      {
	int32_t bytes = src == dst ? 0
			: bytes_of (b, layer->transfers, layer->n_transfers,
				    src, dst);
	if (bytes)
	  *PRAM_ARENA_PUSH (b->arena, b->pending[l].flight, b->pending[l].n)
	    = (struct flight) { task[src], dst, bytes };
      }
  if (layer->node->n_carried && !b->too_large)
    reduce (b, 8 * layer->node->n_carried);
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
      int32_t bytes = bytes_of (b, b->plan->scatter, b->plan->n_scatter, 0, p);
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
  for (int p = 0; p < b->procs; p++)
    receive (b, p, add_task (b, p, 0, "end"));
  int32_t task = add_task (b, 0, 0, "gather");
  for (int p = 1; p < b->procs; p++)
    {
      int32_t bytes = bytes_of (b, b->plan->gather, b->plan->n_gather, p, 0);
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
		       const struct pram_logp *logp, int procs,
		       int64_t iterations, struct pram_arena *arena,
		       const struct pram_diag *diag)
{
  const struct pram_prog *prog = plan->prog;
  struct builder b = { .plan = plan, .logp = logp, .diag = diag,
		       .procs = procs, .iterations = iterations,
		       .arena = arena };
  b.graph = pram_taskgraph_begin (arena, prog->name);
  b.last = PRAM_ARENA_NEW (arena, int32_t, procs);
  memset (b.last, -1, sizeof *b.last * (size_t) procs);
  b.pending = PRAM_ARENA_NEW (arena, struct flights, plan->n_layers + 1);
  b.iter = PRAM_ARENA_NEW (arena, int64_t, prog->n_loops + 1);
  b.counts = PRAM_ARENA_NEW (arena, int64_t, prog->n_counts + 1);
  b.tree = pram_bcast_build (arena, procs, 8, logp);
  scatter (&b);
  drive (&b, prog->root);
  gather (&b);
  return finish (&b);
}
