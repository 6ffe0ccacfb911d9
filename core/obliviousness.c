/* obliviousness.c: granularity and degree of obliviousness of a plan.

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

   Example: a loop with one layer of 600 operations and messages of 1 byte
   between 2 processes, L = 6, o = 2, g = 4, one second an operation: each
   block costs 300, Lmax = 10, gamma = 30; the broadcast takes 10,
   rho = 300 / 310.  */

#include "obliviousness.h"

#include <math.h>

#include "bcast.h"

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
  int64_t lo = g->plan->n_units * p / g->procs;
  int64_t hi = g->plan->n_units * (p + 1) / g->procs;
  lo = lo > layer->unit_lo ? lo : layer->unit_lo;
  hi = hi < layer->unit_hi ? hi : layer->unit_hi;
  if (hi <= lo)
    return 0;
  return layer->work * g->logp->op * (double) (hi - lo)
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

static bool
inside_p (const struct pram_node *node, const struct pram_node *loop)
{
  while (node && node != loop)
    node = node->parent;
  return node != NULL;
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
      double runs = 1, longest = 0;
      if (!inside_p (layer->node->parent, loop))
	continue;
      for (const struct pram_node *n = layer->node->parent; n != loop;
	   n = n->parent)
	if (n->kind == PRAM_LOOP && !n->data_dependent)
	  runs *= fmax (0, (double) n->count.constant);
      for (int p = 0; p < g->procs; p++)
	longest = fmax (longest, block_cost (g, layer, p));
      time += runs * longest;
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
  pram_arena_free (g.arena);
  return result;
}
