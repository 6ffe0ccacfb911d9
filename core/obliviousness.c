/* obliviousness.c: granularity and degree of obliviousness of a plan, and a
   bound on its time.

   SPDX-License-Identifier: GPL-3.0-or-later

   The graph is the one that is scheduled: a vertex is a block, that is one run
   of a layer on one process, and an edge is a message between two processes.
   A message is received where its layer's transfers are first waited for.
   What stays within a process costs nothing and is no edge; nor are the
   messages of reductions, scatter and gather.

   Iterative, section 2.2:
     Lmax (u, v) = L + 2o + (outdegree u + indegree v - 2) max (o, g),
     gamma (v) = min (cost of predecessors) / max (Lmax of predecessors),
   gamma being the least of all v; to Lmax comes the time of a long message,
   (bytes - 1) G.  The work of a layer is taken to be spread evenly over its
   units.

   Section 4: rho (loop) = T (body) / (T (body) + B (P)), T being the time of
   one iteration without communication, B that of the optimal broadcast of the
   verdict; rho is the least of all loops with a verdict.

   The bound is that of bounds.c for schedules that run layer by layer: after a
   layer's messages have landed, L after the last process has sent its own, no
   process takes longer for the next layer than its block and max (o, g) for
   each message that it receives or sends; to these come the stalls of messages
   to processes that get more than the capacity in an iteration, and the trees
   of reductions.

   Example: a loop with one layer of 600 operations and messages of 1 byte
   between 2 processes, L = 6, o = 2, g = 4, one second an operation: each
   block costs 300, Lmax = 10, gamma = 30; the broadcast takes 10,
   rho = 300 / 310.  */

#include "obliviousness.h"

#include <math.h>

#include "bcast.h"
#include "partials.h"

struct edge
{
  int layer, receiver;		/* numbers of layers */
  int src, dst;			/* processes */
  int64_t bytes;
};

struct graph
{
  const struct pram_plan *plan;
  const struct pram_logp *logp;
  int procs;
  struct pram_arena *arena;
  struct edge *edges;
  int n_edges;
  int *out, *in;		/* degrees, by layer * procs + process */
};

/* Seconds that process P computes in one run of LAYER.  */
static double
block_cost (const struct graph *g, const struct pram_plan_layer *layer, int p)
{
  int64_t units = pram_plan_units (g->plan, layer, p, p + 1, g->procs);
  if (units == 0)
    return 0;
  return layer->work * g->logp->op * (double) units
	 / (double) (layer->unit_hi - layer->unit_lo);
}

/* The layer that first waits for the transfers of layer L; L itself if none
   does.  */
static int
receiver_of (const struct pram_plan *plan, int l)
{
  for (int k = 1; k <= plan->n_layers; k++)
    {
      const struct pram_plan_layer *next
	= &plan->layers[(l + k) % plan->n_layers];
      for (int w = 0; w < next->n_waits; w++)
	if (next->waits[w] == l)
	  return (l + k) % plan->n_layers;
    }
  return l;
}

static void
find_edges (struct graph *g, int l)
{
  const struct pram_plan_layer *layer = &g->plan->layers[l];
  int receiver = receiver_of (g->plan, l);
  for (int src = 0; layer->n_transfers && src < g->procs; src++)
    for (int dst = 0; dst < g->procs; dst++)
      {
	int64_t bytes = src == dst ? 0
			: pram_plan_bytes (g->plan, layer->transfers,
					   layer->n_transfers, src, dst,
					   g->procs);
	if (!bytes)
	  continue;
	*PRAM_ARENA_PUSH (g->arena, g->edges, g->n_edges)
	  = (struct edge) { l, receiver, src, dst, bytes };
	g->out[l * g->procs + src]++;
	g->in[receiver * g->procs + dst]++;
      }
}

/* The least gamma of all vertices.  */
static double
granularity_of (const struct graph *g)
{
  const struct pram_logp *m = g->logp;
  int n = g->plan->n_layers * g->procs;
  double *least = PRAM_ARENA_NEW (g->arena, double, n + 1);
  double *longest = PRAM_ARENA_NEW (g->arena, double, n + 1);
  double result = INFINITY;
  for (int e = 0; e < g->n_edges; e++)
    {
      const struct edge *edge = &g->edges[e];
      int u = edge->layer * g->procs + edge->src;
      int v = edge->receiver * g->procs + edge->dst;
      double cost = block_cost (g, &g->plan->layers[edge->layer], edge->src);
      enum pram_pair pair = pram_logp_pair (m, edge->src, edge->dst);
      double time = pram_logp_transfer (m, pair, edge->bytes)
		    + (g->out[u] + g->in[v] - 2)
		      * fmax (pram_logp_o_send (m, pair, 1),
			      pram_logp_gap (m, pair, 1));
      least[v] = longest[v] > 0 ? fmin (least[v], cost) : cost;
      longest[v] = fmax (longest[v], time);
    }
  for (int v = 0; v < n; v++)
    if (longest[v] > 0)
      result = fmin (result, least[v] / longest[v]);
  return result;
}

/* --- In one iteration ----------------------------------------------------- */

/* Iterations of LOOP, those of the loops around being at their middles; one if
   it is data-dependent.  */
static double
trips_of (const struct pram_node *loop)
{
  double trips = (double) loop->count.constant;
  if (loop->data_dependent)
    return 1;
  for (const struct pram_node *n = loop->parent; n; n = n->parent)
    if (n->kind == PRAM_LOOP && pram_affine_coef (&loop->count, n->iterator))
      trips += (double) pram_affine_coef (&loop->count, n->iterator)
	       * (trips_of (n) - 1) / 2;
  return fmax (0, trips);
}

/* How often LAYER runs in one iteration of LOOP, which is around it; null: in
   all.  */
static double
runs_of (const struct pram_plan_layer *layer, const struct pram_node *loop)
{
  double runs = 1;
  for (const struct pram_node *n = layer->node->parent; n && n != loop;
       n = n->parent)
    if (n->kind == PRAM_LOOP)
      runs *= trips_of (n);
  return runs;
}

/* Seconds of one iteration of LOOP without communication: layer by layer, the
   longest block.  */
static double
body_time (const struct graph *g, const struct pram_node *loop)
{
  double time = 0;
  for (int l = 0; l < g->plan->n_layers; l++)
    {
      const struct pram_plan_layer *layer = &g->plan->layers[l];
      double longest = 0;
      if (!pram_node_inside_p (layer->node->parent, loop))
	continue;
      for (int p = 0; p < g->procs; p++)
	longest = fmax (longest, block_cost (g, layer, p));
      time += runs_of (layer, loop) * longest;
    }
  return time;
}

static double
degree_of (const struct graph *g)
{
  double degree = 1;
  const struct pram_prog *prog = g->plan->prog;
  double broadcast
    = pram_bcast_build (g->arena, g->procs, 1, g->logp).time;
  for (int k = 0; k < prog->n_loops; k++)
    {
      double time = prog->loops[k]->data_dependent
		    ? body_time (g, prog->loops[k]) : 0;
      if (time > 0)
	degree = fmin (degree, time / (time + broadcast));
    }
  return degree;
}

/* --- Messages ------------------------------------------------------------- */

/* The first data-dependent loop with a layer, or null.  */
static const struct pram_node *
first_loop (const struct pram_plan *plan)
{
  for (int k = 0; k < plan->prog->n_loops; k++)
    for (int l = 0; l < plan->n_layers; l++)
      if (plan->prog->loops[k]->data_dependent
	  && pram_node_inside_p (plan->layers[l].node->parent,
				 plan->prog->loops[k]))
	return plan->prog->loops[k];
  return NULL;
}

/* Seconds that one run of layer L may wait for messages, receive and send
   them.  */
static double
messages_of (const struct graph *g, int l)
{
  double latency = 0, interval = 0;
  int most = 0;
  for (int e = 0; e < g->n_edges; e++)
    {
      const struct edge *edge = &g->edges[e];
      if (edge->layer != l && edge->receiver != l)
	continue;
      enum pram_pair pair = pram_logp_pair (g->logp, edge->src, edge->dst);
      double o = fmax (pram_logp_o_send (g->logp, pair, edge->bytes),
		       pram_logp_o_recv (g->logp, pair, edge->bytes));
      interval = fmax (interval,
		       fmax (o, pram_logp_gap (g->logp, pair, edge->bytes)));
      if (edge->receiver == l)
	latency = fmax (latency,
			pram_logp_latency (g->logp, pair, edge->bytes));
    }
  for (int p = 0; p < g->procs; p++)
    {
      int n = g->out[l * g->procs + p] + g->in[l * g->procs + p];
      most = n > most ? n : most;
    }
  return latency + most * interval;
}

/* Seconds that all messages of one iteration of LOOP may stall.  */
static double
stalls_of (const struct graph *g, const struct pram_node *loop)
{
  double *n = PRAM_ARENA_NEW (g->arena, double, g->procs), stalls = 0;
  double latency = 0, capacity = INFINITY;
  for (int e = 0; e < g->n_edges; e++)
    {
      const struct edge *edge = &g->edges[e];
      const struct pram_plan_layer *layer = &g->plan->layers[edge->layer];
      enum pram_pair pair = pram_logp_pair (g->logp, edge->src, edge->dst);
      if (loop && !pram_node_inside_p (layer->node->parent, loop))
	continue;
      n[edge->dst] += runs_of (layer, loop);
      latency = fmax (latency,
		      pram_logp_latency (g->logp, pair, edge->bytes));
      capacity = fmin (capacity,
		       (double) pram_logp_capacity (g->logp, pair,
						    edge->bytes));
    }
  for (int p = 0; p < g->procs; p++)
    if (n[p] > capacity)
      stalls += n[p] * latency / capacity;
  return stalls;
}

/* The largest message of the reductions of LAYER that go up, as ALL says.  */
static int32_t
largest_partials (const struct graph *g, const struct pram_plan_layer *layer,
		  const struct pram_allreduce *all)
{
  int32_t largest = 0;
  int64_t end = all->choice.radix ? g->procs : 2;
  for (int64_t known = 1; known < end;
       known *= all->choice.radix ? all->choice.radix : 2)
    for (int v = 0; v < g->procs; v++)
      {
	int from = all->number[v];
	int n = all->choice.radix ? (int) known : v ? all->size[v] : 0;
	int32_t bytes = pram_partials_bytes (g->plan, layer, from, n,
					     g->procs);
	largest = bytes > largest ? bytes : largest;
      }
  return largest;
}

/* How long the reductions of LAYER take, at most.  */
static double
reduction_of (const struct graph *g, const struct pram_plan_layer *layer)
{
  struct pram_allreduce all
    = pram_allreduce_choose (g->arena, g->procs, PRAM_VALUE_BYTES, g->logp);
  return pram_allreduce_time (&all, g->procs,
			      largest_partials (g, layer, &all),
			      pram_partials_result (layer), g->arena, g->logp);
}

static double
all_messages (const struct graph *g)
{
  const struct pram_node *loop = first_loop (g->plan);
  double time = stalls_of (g, loop);
  for (int l = 0; l < g->plan->n_layers; l++)
    {
      const struct pram_plan_layer *layer = &g->plan->layers[l];
      double run = messages_of (g, l);
      if (loop && !pram_node_inside_p (layer->node->parent, loop))
	continue;
      if (g->procs > 1 && pram_partials_result (layer))
	run += reduction_of (g, layer);
      time += runs_of (layer, loop) * run;
    }
  return time;
}

struct pram_obliviousness
pram_plan_obliviousness (const struct pram_plan *plan,
			 const struct pram_logp *logp, int procs)
{
  struct graph g = { .plan = plan, .logp = logp, .procs = procs,
		     .arena = pram_arena_new () };
  struct pram_obliviousness result;
  g.out = PRAM_ARENA_NEW (g.arena, int, plan->n_layers * procs + 1);
  g.in = PRAM_ARENA_NEW (g.arena, int, plan->n_layers * procs + 1);
  for (int l = 0; l < plan->n_layers; l++)
    find_edges (&g, l);
  result.granularity = granularity_of (&g);
  result.degree = degree_of (&g);
  result.messages = all_messages (&g);
  pram_arena_free (g.arena);
  return result;
}
