/* obliviousness.c: how coarse and how oblivious a plan is, and what its
   messages cost at most.

   SPDX-License-Identifier: Apache-2.0

   The graph is the one that is scheduled: a vertex is a block, that is one run
   of a layer on one process.  There is an edge to the process's next block, and
   one for each message between two processes.  A message is received where its
   layer's transfers are first waited for.  The messages of reductions, scatter
   and gather are no edges.

   Iterative, section 2.2:
     Lmax (u, v) = L + 2o + (outdegree u + indegree v - 2) max (o, g),
     gamma (v) = min (cost of predecessors) / max (Lmax of predecessors),
   gamma being the least of all v.  L, o and g are those of the largest messages
   (bounds.c); of a layer's runs those count that cost least and that have most
   messages.  Where a block neither sends nor its successor on the process
   receives, the edge between them costs nothing.

   Section 4: rho (loop) = T (body) / (T (body) + B (P)), T being the longest
   blocks of an iteration, layer by layer, B that of the optimal broadcast of
   the verdict; rho is the least of all loops with a verdict.

   No path through the blocks of an iteration is heavier than the longest block
   and the greatest Lmax of all layers' runs, which is finite where a layer
   costs nothing and gamma is 0.

   What messages cost at most is that of bounds.c for schedules that run layer
   by layer: after a layer's messages have landed, L after the last process has
   sent its own, no process takes longer for the next layer than its block and
   max (o, g) for each message that it receives or sends; to these come the
   stalls of messages to processes that get more than the capacity in an
   iteration, and the trees of reductions.

   Example: a loop with one layer of 600 operations and messages of 1 byte
   between 2 processes, L = 6, o = 2, g = 4, one second an operation: each
   block costs 300, Lmax = 10 + 2 * 4, gamma = 300 / 18; the broadcast takes 10,
   rho = 300 / 310.  */

#include "obliviousness.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "machine/bcast.h"
#include "plan/partials.h"
#include "plan/traffic.h"
#include "trees.h"

struct edge
{
  int layer, receiver;		/* numbers of layers */
  int src, dst;			/* processes */
  int64_t bytes;		/* at most */
};

/* By layer.  */
struct runs
{
  double n;			/* in an iteration */
  double work, longest;		/* s, of all runs in an iteration */
  double l_max;			/* the greatest Lmax to a block of a run */
};

struct graph
{
  const struct pram_plan *plan;
  const struct pram_logp *logp;
  const double *price;		/* of an operation, s, by layer */
  int procs;
  const struct pram_node *loop;	/* whose iteration it is; null: all */
  struct pram_arena *arena;
  struct edge *edges;
  int n_edges;
  struct runs *runs;
  /* By layer * procs + process.  */
  int *out, *in;		/* messages of a run, at most */
  double *least;		/* s, of a run in which there is a block */
  double *arriving;		/* messages from the layer's blocks to the
				   process, in an iteration */
};

/* --- Runs ----------------------------------------------------------------- */

/* Looking at the runs of a layer.  */
struct looking
{
  struct graph *g;
  int layer;
  int *received;		/* by process: messages of a run, at most */
  int *sent_now, *received_now;	/* by process: of this run */
  double *work;			/* likewise */
  struct pram_plan_messages most; /* between two processes, at most */
};

static void
look_at_costs (struct looking *l, const int64_t *iter, double times)
{
  struct graph *g = l->g;
  const struct pram_plan_layer *layer = &g->plan->layers[l->layer];
  double longest = 0, all = 0;
  pram_plan_block_work (g->plan, layer, 0, g->procs, g->procs, iter, l->work);
  for (int p = 0; p < g->procs; p++)
    {
      double cost = g->price[l->layer] * l->work[p];
      double *least = &g->least[l->layer * g->procs + p];
      if (cost > 0)
	*least = fmin (*least, cost);
      longest = fmax (longest, cost);
      all += cost;
    }
  for (int p = 0; p < g->procs && longest == 0; p++)
    if (pram_plan_units (g->plan, layer, p, p + 1, g->procs))
      g->least[l->layer * g->procs + p] = 0;
  g->runs[l->layer].n += times;
  g->runs[l->layer].longest += times * longest;
  g->runs[l->layer].work += times * all;
}

/* Is message A before B in a list?  */
static bool
before_p (const struct pram_plan_message *a, const struct pram_plan_message *b)
{
  return a->src < b->src || (a->src == b->src && a->dst < b->dst);
}

/* Add MESSAGES to *MOST, a list in the same order: of two with the same ends
   the larger one stays.  */
static void
merge (struct pram_plan_messages *most,
       const struct pram_plan_messages *messages)
{
  const struct pram_plan_message *a = most->list, *b = messages->list;
  const struct pram_plan_message *a_end = a + most->n, *b_end = b + messages->n;
  struct pram_plan_message *list
    = pram_zeroed ((int64_t) most->n + messages->n, sizeof *list);
  int n = 0;
  while (a < a_end || b < b_end)
    {
      bool from_a = a < a_end && (b == b_end || !before_p (b, a));
      bool from_b = b < b_end && (a == a_end || !before_p (a, b));
      list[n] = from_a ? *a : *b;
      if (from_a && from_b && b->bytes > a->bytes)
	list[n].bytes = b->bytes;
      a += from_a;
      b += from_b;
      n++;
    }
  free (most->list);
  *most = (struct pram_plan_messages) { n, 1, list };
}

static void
keep_most (int *most, int n)
{
  if (n > *most)
    *most = n;
}

static void
look_at_messages (struct looking *l, const struct pram_plan_messages *messages,
		  double times)
{
  struct graph *g = l->g;
  int *out = &g->out[l->layer * g->procs], n = g->procs;
  memset (l->sent_now, 0, sizeof *l->sent_now * (size_t) n);
  memset (l->received_now, 0, sizeof *l->received_now * (size_t) n);
  for (int m = 0; m < messages->n; m++)
    {
      l->sent_now[messages->list[m].src]++;
      l->received_now[messages->list[m].dst] += messages->stride;
    }
  for (int p = 0; p < n; p++)
    {
      keep_most (&out[p], l->sent_now[p]);
      keep_most (&l->received[p], l->received_now[p]);
      g->arriving[l->layer * n + p] += times * l->received_now[p];
    }
  merge (&l->most, messages);
}

static void
look_at_run (void *data, const int64_t *iter,
	     const struct pram_plan_messages *messages, int64_t times)
{
  struct looking *l = data;
  look_at_costs (l, iter, (double) times);
  look_at_messages (l, messages, (double) times);
}

/* The layer that first waits for the transfers of layer L when LOOP (null: the
   region) goes on with its layers and begins anew; L itself if none does.  */
static int
receiver_of (const struct pram_plan *plan, int l, const struct pram_node *loop)
{
  for (int k = 1; k < plan->n_layers; k++)
    {
      int other = (l + k) % plan->n_layers;
      const struct pram_plan_layer *next = &plan->layers[other];
      for (int w = 0; w < next->n_waits; w++)
	if (next->waits[w] == l
	    && (!loop || pram_node_inside_p (next->node, loop)))
	  return other;
    }
  return l;
}

/* What L has seen of its layer's messages goes to the layer RECEIVER.  */
static void
add_edges (const struct looking *l, int receiver)
{
  struct graph *g = l->g;
  int n = g->procs;
  for (int e = g->n_edges - 1; e >= 0 && g->edges[e].layer == l->layer; e--)
    if (g->edges[e].receiver == receiver)
      return;
  for (int p = 0; p < n; p++)
    g->in[receiver * n + p] += l->received[p];
  for (int m = 0; m < l->most.n; m++)
    *PRAM_ARENA_PUSH (g->arena, g->edges, g->n_edges)
      = (struct edge) { l->layer, receiver, l->most.list[m].src,
			l->most.list[m].dst, l->most.list[m].bytes };
}

/* Look at the runs of layer L.  Who receives depends on which of the loops
   around it goes on.  */
static void
look_at_layer (struct graph *g, int l)
{
  int n = g->procs;
  struct looking looking
    = { .g = g, .layer = l, .received = PRAM_ARENA_NEW (g->arena, int, n),
	.sent_now = PRAM_ARENA_NEW (g->arena, int, n),
	.received_now = PRAM_ARENA_NEW (g->arena, int, n),
	.work = PRAM_ARENA_NEW (g->arena, double, n),
	.most.stride = 1 };
  const struct pram_node *node = g->plan->layers[l].node;
  for (int p = 0; p < n; p++)
    g->least[l * n + p] = INFINITY;
  pram_plan_visit_runs (g->plan, &g->plan->layers[l], n, look_at_run,
			&looking);
  for (const struct pram_node *loop = pram_node_loop (node); loop;
       loop = pram_node_loop (loop))
    add_edges (&looking, receiver_of (g->plan, l, loop));
  add_edges (&looking, receiver_of (g->plan, l, NULL));
  free (looking.most.list);
}

/* --- Granularity ---------------------------------------------------------- */

struct vertex
{
  double least;			/* the cheapest predecessor, s */
  double longest;		/* Lmax */
};

static void
add_predecessor (struct vertex *v, double cost, double l_max)
{
  v->least = v->longest > 0 ? fmin (v->least, cost) : cost;
  v->longest = fmax (v->longest, l_max);
}

/* max (o, g) of all messages.  */
static double
interval_of (const struct graph *g)
{
  double interval = 0;
  for (int e = 0; e < g->n_edges; e++)
    {
      const struct edge *edge = &g->edges[e];
      enum pram_pair pair = pram_logp_pair (g->logp, edge->src, edge->dst);
      interval = fmax (interval, pram_logp_gap (g->logp, pair, edge->bytes));
      interval = fmax (interval,
		       pram_logp_o_send (g->logp, pair, edge->bytes));
      interval = fmax (interval,
		       pram_logp_o_recv (g->logp, pair, edge->bytes));
    }
  return interval;
}

/* The edge to layer L's block on process P from that of the layer BEFORE, or of
   the nearest one before that of which P has a block.  */
static void
add_own (const struct graph *g, struct vertex *vertices, int l, int before,
	 int p, double interval)
{
  int v = l * g->procs + p;
  for (int k = 0; k < g->plan->n_layers; k++)
    {
      int u = (before + g->plan->n_layers - k) % g->plan->n_layers
	      * g->procs + p;
      if (isinf (g->least[u]))
	continue;
      int others = g->out[u] + g->in[v];
      if (others)
	add_predecessor (&vertices[v], g->least[u],
			 pram_logp_transfer (g->logp, PRAM_SAME_NODE, 1)
			 + others * interval);
      return;
    }
}

/* Edges within processes to layer L: from the layer before and, if L is the
   first one of a loop, from the last one of that.  */
static void
add_owns (const struct graph *g, struct vertex *vertices, int l,
	  double interval)
{
  const struct pram_plan *plan = g->plan;
  for (int p = 0; p < g->procs; p++)
    {
      if (l > 0)
	add_own (g, vertices, l, l - 1, p, interval);
      for (const struct pram_node *loop = pram_node_loop (plan->layers[l].node);
	   loop; loop = pram_node_loop (loop))
	{
	  int last = l;
	  if (l > 0 && pram_node_inside_p (plan->layers[l - 1].node, loop))
	    break;
	  while (last + 1 < plan->n_layers
		 && pram_node_inside_p (plan->layers[last + 1].node, loop))
	    last++;
	  add_own (g, vertices, l, last, p, interval);
	}
    }
}

static void
find_granularity (const struct graph *g, struct pram_obliviousness *x)
{
  int n = g->plan->n_layers * g->procs;
  struct vertex *vertices = PRAM_ARENA_NEW (g->arena, struct vertex, n + 1);
  double interval = interval_of (g);
  for (int e = 0; e < g->n_edges; e++)
    {
      const struct edge *edge = &g->edges[e];
      int u = edge->layer * g->procs + edge->src;
      int v = edge->receiver * g->procs + edge->dst;
      enum pram_pair pair = pram_logp_pair (g->logp, edge->src, edge->dst);
      add_predecessor (&vertices[v], g->least[u],
		       pram_logp_transfer (g->logp, pair, edge->bytes)
		       + (g->out[u] + g->in[v]) * interval);
    }
  for (int l = 0; l < g->plan->n_layers; l++)
    add_owns (g, vertices, l, interval);
  x->granularity = INFINITY;
  for (int v = 0; v < n; v++)
    if (vertices[v].longest > 0)
      {
	struct runs *runs = &g->runs[v / g->procs];
	x->granularity = fmin (x->granularity,
			       vertices[v].least / vertices[v].longest);
	x->l_max = fmax (x->l_max, vertices[v].longest);
	runs->l_max = fmax (runs->l_max, vertices[v].longest);
      }
}

/* --- Obliviousness -------------------------------------------------------- */

/* Is layer L inside of LOOP (null: all are)?  */
static bool
inside_p (const struct graph *g, int l, const struct pram_node *loop)
{
  return !loop || pram_node_inside_p (g->plan->layers[l].node->parent, loop);
}

/* Seconds of one iteration of LOOP without communication: layer by layer, the
   longest block.  */
static double
body_time (const struct graph *g, const struct pram_node *loop)
{
  double time = 0;
  for (int l = 0; l < g->plan->n_layers; l++)
    if (inside_p (g, l, loop))
      time += g->runs[l].longest;
  return time;
}

/* Of loops whose verdict takes BROADCAST.  */
static double
degree_of (const struct graph *g, double broadcast)
{
  double degree = 1;
  const struct pram_prog *prog = g->plan->prog;
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

/* Seconds that a message to a block of layer L is in the network.  */
static double
latency_of (const struct graph *g, int l)
{
  double latency = 0;
  for (int e = 0; e < g->n_edges; e++)
    {
      const struct edge *edge = &g->edges[e];
      enum pram_pair pair = pram_logp_pair (g->logp, edge->src, edge->dst);
      if (edge->receiver == l)
	latency = fmax (latency,
			pram_logp_latency (g->logp, pair, edge->bytes));
    }
  return latency;
}

/* Seconds that one run of layer L may wait for messages, receive and send
   them.  */
static double
messages_of (const struct graph *g, int l, double interval)
{
  int most = 0;
  for (int p = 0; p < g->procs; p++)
    {
      int n = g->out[l * g->procs + p] + g->in[l * g->procs + p];
      most = n > most ? n : most;
    }
  return latency_of (g, l) + most * interval;
}

/* Seconds that all messages of an iteration may stall.  */
static double
stalls_of (const struct graph *g)
{
  double *n = PRAM_ARENA_NEW (g->arena, double, g->procs), stalls = 0;
  double latency = 0, capacity = INFINITY;
  for (int e = 0; e < g->n_edges; e++)
    {
      const struct edge *edge = &g->edges[e];
      enum pram_pair pair = pram_logp_pair (g->logp, edge->src, edge->dst);
      if (!inside_p (g, edge->layer, g->loop))
	continue;
      latency = fmax (latency,
		      pram_logp_latency (g->logp, pair, edge->bytes));
      capacity = fmin (capacity,
		       (double) pram_logp_capacity (g->logp, pair,
						    edge->bytes));
    }
  for (int l = 0; l < g->plan->n_layers; l++)
    for (int p = 0; p < g->procs; p++)
      if (inside_p (g, l, g->loop))
	n[p] += g->arriving[l * g->procs + p];
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

/* What everybody may still have to send and receive when the reductions after
   layer L are done.  */
static double
drain_of (const struct graph *g, int l, double interval)
{
  double latency = 0;
  int sent = 0, received = 0;
  for (int p = 0; p < g->procs; p++)
    sent = g->out[l * g->procs + p] > sent ? g->out[l * g->procs + p] : sent;
  for (int k = 0; k < g->plan->n_layers; k++)
    {
      latency = fmax (latency, latency_of (g, k));
      for (int p = 0; p < g->procs; p++)
	received = g->in[k * g->procs + p] > received
		   ? g->in[k * g->procs + p] : received;
    }
  return latency + (sent + received) * interval;
}

/* Fill in what layer L adds to X.  */
static void
add_layer (const struct graph *g, int l, double interval,
	   struct pram_obliviousness *x)
{
  const struct runs *runs = &g->runs[l];
  double messages = messages_of (g, l, interval);
  x->work += runs->work;
  x->depth += runs->longest;
  x->path += runs->longest + runs->n * runs->l_max;
  x->messages += runs->n * messages;
  if (messages > 0)
    x->layered = fmin (x->layered, runs->longest / (runs->n * messages));
  if (g->procs > 1 && pram_partials_result (&g->plan->layers[l]))
    {
      double reduction = reduction_of (g, &g->plan->layers[l]);
      x->reductions += runs->n * reduction;
      x->barriers += runs->n * (reduction + drain_of (g, l, interval));
    }
}

struct pram_obliviousness
pram_plan_obliviousness (const struct pram_plan *plan,
			 const struct pram_predictor *by, int procs)
{
  int n = plan->n_layers * procs + 1;
  struct graph g = { .plan = plan, .logp = by->logp, .procs = procs,
		     .loop = by->loop ? by->loop
			     : pram_plan_next_loop (plan, NULL),
		     .arena = pram_arena_new () };
  struct pram_obliviousness x = { .layered = INFINITY };
  g.price = pram_predict_prices (plan, by, procs, g.arena);
  g.out = PRAM_ARENA_NEW (g.arena, int, n);
  g.in = PRAM_ARENA_NEW (g.arena, int, n);
  g.least = PRAM_ARENA_NEW (g.arena, double, n);
  g.arriving = PRAM_ARENA_NEW (g.arena, double, n);
  g.runs = PRAM_ARENA_NEW (g.arena, struct runs, plan->n_layers + 1);
  for (int l = 0; l < plan->n_layers; l++)
    look_at_layer (&g, l);
  find_granularity (&g, &x);
  double broadcast = pram_bcast_build (g.arena, procs, 1, by->logp).time;
  x.degree = degree_of (&g, broadcast);
  x.verdict = g.loop ? broadcast : 0;
  double interval = interval_of (&g);
  for (int l = 0; l < plan->n_layers; l++)
    if (inside_p (&g, l, g.loop) && g.runs[l].n > 0)
      add_layer (&g, l, interval, &x);
  x.stalls = stalls_of (&g);
  x.messages += x.stalls + x.reductions;
  pram_arena_free (g.arena);
  return x;
}
