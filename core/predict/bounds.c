/* bounds.c: bounds on the makespan.

   SPDX-License-Identifier: Apache-2.0

   Iterative, sections 2.2 and 4; Non-oblivious, sections 4.1 and 4.2.

   Parameters.  o, g, L are the greatest of all message sizes in the graph and
   of both classes of pairs; m = max (o, g).  c is the smallest capacity and
   l = L / c, which is at most g if all messages have one size.  What follows
   from the rules of timing.c:

   (a) A process waits before a send (receive) only because of the gap, which
       began with its last send (receive): send and wait take at most m.
   (b) A message that stalls for process d waits until at most l times the
       number of messages to d before it has passed: meanwhile c messages are
       in transit to d, each for at most L.  None stalls if at most c messages
       go to d in all.

   Naive.  Process u starts to send when it has computed u, at C(u).  The i-th
   of its messages sets out at most o + (i-1) m and all stalls before later,
   and the last of the predecessors' messages is received by v at most
   L + o + (indegree v - 1) m after they all would set out without stalling
   at v: consider the last time z at which v begins to receive after having had
   nothing to receive.  All messages that landed before z had been received, k
   have not; at least (z - L - t) / l messages landed in [t, z) if some stall,
   t being when the last one is ready, so z <= t + L + (indegree v - k) l, and
   the k receives start within (k-1) m from z on.  Hence
     C(v) <= tau_v + max_u (C(u) + Lmax (u, v)),
     Lmax (u, v) = L + 2o + (outdegree u + indegree v - 2) m
		   + the stalls at the other successors w of u,
   a stall at w being (indegree w - 1) l if indegree w > c, else 0.  Without
   stalls this is the printed Lmax (Iterative, section 2.2), which does not
   count that a message of u waits while u stalls for another process.  The
   heaviest path with these edges bounds the makespan, and as the printed
   Lmax (u, v) <= tau_u / gamma (v), so does (1 + 1/gamma) T with the most that
   messages of tasks on a path stall.

   Linear.  A process computes v after its predecessor u on the process has
   been computed and has sent its outdegree u - 1 messages; v receives
   indegree v - 1.  One message less on either side makes up for what the gaps
   may last beyond the sends and receives of u: with N(u) for the time when the
   first message of u may be sent, the gap kept,
   N(v) <= tau_v + max_u (N(u) + Lmax (u, v)) as before.  For stalls all
   messages to a process count: at most J, the greatest sum of
   indegree - 1 along a path, plus 1.  If J > c each edge (u, v) weighs
   outdegree u * (J-1) l more.

   Brent.  Let X_i be the time when all processes have sent all values of the
   layers up to i.  By X_i + L the operands of layer i+1 have landed, and a
   process needs m for each message it receives or sends in it, by (a), tau for
   each task, and the stalls.  Stalls are counted for one process at each time,
   so that all of them together last at most l times the number of messages.
   No process has more than W_i / P + M_i of layer i, M_i being its heaviest
   task.  With
     gamma' = min_v tau_v / (L + (indegree v + min (outdegree v, P-1)) m)
   messages of a process in a layer, and a latency, take at most 1/gamma' of
   its computations there, which gives
     (1 + 1/gamma') (W / P + M_1 + M_2 + ...) + stalls.
   The printed form has T for the sum of the M_i (the same if the tasks of a
   layer weigh the same: in general a process may get the heaviest task of each
   layer though they lie on different paths) and gamma for gamma' (a layer of
   light tasks without successors may all be on one process, which pays for
   receiving what they need: gamma does not see their cost).

   gamma' is 0 if a task that costs nothing has messages.  Layer by layer the
   same is finite, and never above it: with n (v) = indegree v + min (outdegree
   v, P-1), a process that computes w_i = W_i / P + M_i of layer i has at most
     N_i = min (sum n (v), sum n (v) of tasks that cost nothing
			   + w_i max n (v) / tau_v of the others)
   messages there, and all have the operands of the next layer L after the last
   message was sent:
     sum (w_i + N_i m) + (number of layers - 1) L + stalls.
   The greatest n (v) / tau_v is that of a task which the process may have, so
   that N_i m + L <= w_i / gamma'.

   A given clustering, whatever its orders, in the same way: a process begins
   with v when it has sent the task before, or when the last of v's operands has
   landed, L after its process has sent it, and needs m for each message to or
   from v, and tau_v.  To these come the stalls of all messages, of those
   processes that get more than c.

   Theorem 9 of Non-oblivious is (h-1) Lmax + h C with h tasks on the longest
   path.  Lemma 8 puts dg, the greatest degree of a task, for
   outdegree u + indegree v: that is too small if u has successors only and v
   predecessors only.  Here it is the greatest Lmax (u, v) of all edges.  Lemma
   8 also forgets that one request after the other of a task to the same
   predecessor keeps the gap: with L = o = 0 and one edge Lmax = 0, but d
   requests take (d-1) g.  The messages of a request and those of the one before
   it are a round trip apart at both ends, which leaves
   (d-1) max (0, m - round trip) to wait, once for each edge of the path.

   Example: Iterative's machine L = 6, o = 2, g = 4; a chain of three tasks of
   cost 10: Lmax = 10, gamma = 1, path = 30 + 20, (1 + 1/gamma) T = 60.  */

#include "bounds.h"
#include "base/alloc.h"

#include <math.h>
#include <stdlib.h>

static void
extend (struct pram_envelope *x, const struct pram_logp *machine, int32_t bytes)
{
  int classes = machine->node ? PRAM_N_PAIRS : 1;
  for (int k = 0; k < classes; k++)
    {
      enum pram_pair pair = k;
      x->o_s = fmax (x->o_s, pram_logp_o_send (machine, pair, bytes));
      x->o_r = fmax (x->o_r, pram_logp_o_recv (machine, pair, bytes));
      x->L = fmax (x->L, pram_logp_latency (machine, pair, bytes));
      x->round_trip
	= fmin (x->round_trip, 2 * pram_logp_transfer (machine, pair, bytes));
      x->m = fmax (x->m, pram_logp_gap (machine, pair, bytes));
      x->capacity
	= fmin (x->capacity,
		(double) pram_logp_capacity (machine, pair, bytes));
    }
}

static const struct pram_envelope no_messages
  = { .capacity = INFINITY, .round_trip = INFINITY };

static struct pram_envelope
completed (struct pram_envelope x)
{
  x.lambda = x.L / x.capacity;
  x.m = fmax (fmax (x.o_s, x.o_r), fmax (x.m, x.lambda));
  return x;
}

struct pram_envelope
pram_envelope_of (const struct pram_logp *machine, const int32_t *bytes, int n)
{
  struct pram_envelope x = no_messages;
  for (int k = 0; k < n; k++)
    extend (&x, machine, bytes[k]);
  return completed (x);
}

/* Of all messages that GRAPH may need.  */
static struct pram_envelope
envelope_of (const struct pram_taskgraph *graph,
	     const struct pram_logp *machine)
{
  struct pram_envelope x = no_messages;
  int32_t last = -1;
  for (int64_t e = 0; e < graph->n_edges; e++)
    {
      int32_t bytes = pram_taskgraph_bytes (graph, e);
      if (bytes != last)
	extend (&x, machine, bytes);
      last = bytes;
      if (!graph->edge_bytes)
	break;
    }
  return completed (x);
}

static int64_t
outdegree (const struct pram_taskgraph *graph, int32_t v)
{
  return graph->succ_start[v + 1] - graph->succ_start[v];
}

static int64_t
indegree (const struct pram_taskgraph *graph, int32_t v)
{
  return graph->pred_start[v + 1] - graph->pred_start[v];
}

/* --- Paths ---------------------------------------------------------------- */

/* What edges weigh.  */
struct weights
{
  const struct pram_taskgraph *graph;
  struct pram_envelope x;
  double *stall;		/* by task: of a message to it */
  double *stalls;		/* by task: of all messages from it */
};

/* Lmax (U, V).  */
static double
l_max (const struct weights *w, int32_t u, int32_t v)
{
  return pram_envelope_l_max (&w->x, (double) (outdegree (w->graph, u)
					       + indegree (w->graph, v)));
}

/* How long messages from U may stall before that to V sets out.  */
static double
stalled (const struct weights *w, int32_t u, int32_t v)
{
  return w->stalls[u] - w->stall[v];
}

static struct pram_bound_paths
paths_of (const struct weights *w)
{
  const struct pram_taskgraph *graph = w->graph;
  struct pram_bound_paths result = { 0, 0 };
  double *path = pram_zeroed (graph->n_tasks, sizeof *path);
  double *stalls = pram_zeroed (graph->n_tasks, sizeof *stalls);
  for (int32_t v = 0; v < graph->n_tasks; v++)
    {
      double heaviest = 0;
      for (int64_t k = graph->pred_start[v]; k < graph->pred_start[v + 1]; k++)
	{
	  int32_t u = graph->pred[k];
	  heaviest = fmax (heaviest, path[u] + l_max (w, u, v)
				     + stalled (w, u, v));
	  stalls[v] = fmax (stalls[v], stalls[u] + stalled (w, u, v));
	}
      path[v] = graph->task_cost[v] + heaviest;
      result.path = fmax (result.path, path[v]);
      result.stalls = fmax (result.stalls, stalls[v]);
    }
  free (path);
  free (stalls);
  return result;
}

static double
granularity_of (const struct weights *w)
{
  const struct pram_taskgraph *graph = w->graph;
  double result = INFINITY;
  for (int32_t v = 0; v < graph->n_tasks; v++)
    {
      double longest = 0, least = INFINITY;
      for (int64_t k = graph->pred_start[v]; k < graph->pred_start[v + 1]; k++)
	{
	  longest = fmax (longest, l_max (w, graph->pred[k], v));
	  least = fmin (least, graph->task_cost[graph->pred[k]]);
	}
      if (longest > 0)
	result = fmin (result, least / longest);
    }
  return result;
}

static double
greatest_l_max (const struct weights *w)
{
  double greatest = 0;
  for (int32_t u = 0; u < w->graph->n_tasks; u++)
    for (int64_t e = w->graph->succ_start[u]; e < w->graph->succ_start[u + 1];
	 e++)
      greatest = fmax (greatest, l_max (w, u, w->graph->succ[e]));
  return greatest;
}

/* Set W->stalls from W->stall.  */
static void
add_stalls (struct weights *w)
{
  const struct pram_taskgraph *graph = w->graph;
  for (int32_t u = 0; u < graph->n_tasks; u++)
    for (int64_t e = graph->succ_start[u]; e < graph->succ_start[u + 1]; e++)
      w->stalls[u] += w->stall[graph->succ[e]];
}

/* Stalls of naive schedules; false if there are none.  */
static bool
stall_naive (struct weights *w)
{
  bool any = false;
  for (int32_t v = 0; v < w->graph->n_tasks; v++)
    {
      double n = (double) indegree (w->graph, v);
      w->stall[v] = n > w->x.capacity ? (n - 1) * w->x.lambda : 0;
      any |= w->stall[v] > 0;
    }
  add_stalls (w);
  return any;
}

/* Stalls of linear schedules: at all of them alike.  */
static void
stall_linear (struct weights *w)
{
  const struct pram_taskgraph *graph = w->graph;
  double *most = pram_zeroed (graph->n_tasks, sizeof *most), J = 0;
  for (int32_t v = 0; v < graph->n_tasks; v++)
    {
      for (int64_t k = graph->pred_start[v]; k < graph->pred_start[v + 1]; k++)
	most[v] = fmax (most[v], most[graph->pred[k]]);
      most[v] += (double) indegree (graph, v) - 1;
      J = fmax (J, most[v] + 1);
    }
  free (most);
  /* The message itself stalls too: no exception for W->stall[v].  */
  for (int32_t u = 0; u < graph->n_tasks; u++)
    {
      w->stall[u] = 0;
      w->stalls[u] = J > w->x.capacity ? (double) outdegree (graph, u)
					 * (J - 1) * w->x.lambda : 0;
    }
}

/* What does not depend on the machine.  */
static struct pram_bounds
measure (const struct pram_taskgraph *graph)
{
  struct pram_bounds b = { .work = pram_taskgraph_work (graph) };
  int32_t n = graph->n_tasks, *level = pram_zeroed (n, sizeof *level);
  int32_t n_layers;
  b.depth = pram_taskgraph_depth (graph, level, &n_layers);
  b.n_layers = n_layers;
  free (level);
  for (int32_t v = 0; v < n; v++)
    b.heaviest = fmax (b.heaviest, graph->task_cost[v]);
  return b;
}

struct pram_bounds
pram_bounds_find (const struct pram_taskgraph *graph,
		  const struct pram_logp *machine)
{
  struct pram_bounds b = measure (graph);
  int32_t n = graph->n_tasks;
  struct weights w = { .graph = graph, .x = envelope_of (graph, machine) };
  b.granularity = granularity_of (&w);
  b.l_max = greatest_l_max (&w);
  b.again = fmax (0, w.x.m - w.x.round_trip);
  b.capacity = w.x.capacity;
  b.lambda = w.x.lambda;
  w.stall = pram_zeroed (n, sizeof *w.stall);
  w.stalls = pram_zeroed (n, sizeof *w.stalls);
  b.stalls = stall_naive (&w);
  b.naive = paths_of (&w);
  stall_linear (&w);
  b.linear = paths_of (&w);
  free (w.stall);
  free (w.stalls);
  return b;
}

/* --- Formulas ------------------------------------------------------------- */

double
pram_bound_stretched (double seconds, double granularity)
{
  return granularity > 0 ? seconds + seconds / granularity : INFINITY;
}

double
pram_bound_naive (const struct pram_bounds *b, double rho)
{
  return pram_bound_stretched (b->depth, b->granularity) / rho
	 + b->naive.stalls;
}

double
pram_bound_linear (const struct pram_bounds *b, double rho)
{
  return pram_bound_stretched (b->depth, b->granularity) / rho
	 + b->linear.stalls;
}

double
pram_bound_stalls (const struct pram_bounds *b, double n_messages)
{
  return n_messages > b->capacity ? n_messages * b->lambda : 0;
}

double
pram_bound_indirect (const struct pram_bounds *b, int indirection)
{
  double edge = (1 + 2.0 * indirection) * b->l_max;
  if (indirection > 1)
    edge += (indirection - 1) * b->again;
  return (b->n_layers - 1) * edge + b->n_layers * b->heaviest;
}

/* What a layer has.  */
struct layer
{
  double work, heaviest;	/* W_i, M_i */
  double messages;		/* the sum of all n (v) */
  double idle;			/* that of the tasks that cost nothing */
  double densest;		/* the greatest n (v) / tau_v of the others */
};

/* The most that a process may have of LAYER, with its messages.  */
static double
busiest_of (const struct layer *layer, int32_t procs, double m)
{
  double most = layer->work / procs + layer->heaviest;
  return most + m * fmin (layer->messages,
			  layer->idle + most * layer->densest);
}

/* Add V, which sends SENDS messages at most, to LAYER.  */
static void
add_to_layer (struct layer *layer, const struct pram_taskgraph *graph,
	      int32_t v, double sends)
{
  double cost = graph->task_cost[v], n = (double) indegree (graph, v) + sends;
  layer->work += cost;
  layer->heaviest = fmax (layer->heaviest, cost);
  layer->messages += n;
  if (cost > 0)
    layer->densest = fmax (layer->densest, n / cost);
  else
    layer->idle += n;
}

struct pram_bound_brent
pram_bound_brent (const struct pram_taskgraph *graph, int32_t procs,
		  const struct pram_logp *machine)
{
  struct pram_envelope x = envelope_of (graph, machine);
  struct pram_bound_brent b = { .granularity = INFINITY };
  double work = pram_taskgraph_work (graph), layered = 0, n_messages = 0;
  int32_t n_layers, *level = pram_zeroed (graph->n_tasks, sizeof *level);
  pram_taskgraph_depth (graph, level, &n_layers);
  struct layer *layers = pram_zeroed (n_layers, sizeof *layers);
  for (int32_t v = 0; v < graph->n_tasks; v++)
    {
      double sends = fmin ((double) outdegree (graph, v), procs - 1);
      double own = x.L + ((double) indegree (graph, v) + sends) * x.m;
      n_messages += sends;
      if (own > 0)
	b.granularity = fmin (b.granularity, graph->task_cost[v] / own);
      add_to_layer (&layers[level[v]], graph, v, sends);
    }
  for (int32_t l = 0; l < n_layers; l++)
    {
      layered += layers[l].heaviest;
      b.sum += busiest_of (&layers[l], procs, x.m);
    }
  free (layers);
  free (level);
  if (procs == 1)
    return (struct pram_bound_brent) { INFINITY, work, work };
  double stalls = n_messages > x.capacity ? n_messages * x.lambda : 0;
  b.sum += fmax (0, n_layers - 1) * x.L + stalls;
  b.stretched = pram_bound_stretched (work / procs + layered, b.granularity)
		+ stalls;
  return b;
}

/* --- A given clustering --------------------------------------------------- */

struct walk
{
  const struct pram_clustering *clustering;
  struct pram_envelope x;
  int32_t *sent;		/* by process: + 1, the last task that sent a
				   message to it */
  int32_t *known;		/* by task: + 1, the last process that received
				   its value */
  double *received;		/* by process: messages */
  /* Layer by layer.  */
  int32_t *level;
  double *busiest;		/* by layer, s */
};

static struct walk
begin_walk (const struct pram_clustering *clustering,
	    const struct pram_logp *machine)
{
  struct walk w = { .clustering = clustering,
		    .x = envelope_of (clustering->graph, machine) };
  w.sent = pram_zeroed (clustering->n_procs, sizeof *w.sent);
  w.known = pram_zeroed (clustering->graph->n_tasks, sizeof *w.known);
  w.received = pram_zeroed (clustering->n_procs, sizeof *w.received);
  return w;
}

static void
end_walk (struct walk *w)
{
  free (w->sent);
  free (w->known);
  free (w->received);
}

/* How long the messages that have been counted may stall.  */
static double
stalls_of (const struct walk *w)
{
  double stalls = 0;
  for (int32_t p = 0; p < w->clustering->n_procs; p++)
    if (w->received[p] > w->x.capacity)
      stalls += w->received[p] * w->x.lambda;
  return stalls;
}

/* How many messages process P sends and receives for its task V.  */
static double
messages_of (struct walk *w, int32_t p, int32_t v)
{
  const struct pram_taskgraph *graph = w->clustering->graph;
  const int32_t *process = w->clustering->process;
  double n = 0;
  for (int64_t e = graph->succ_start[v]; e < graph->succ_start[v + 1]; e++)
    {
      int32_t q = process[graph->succ[e]];
      if (q != p && w->sent[q] != v + 1)
	n++;
      w->sent[q] = v + 1;
    }
  for (int64_t k = graph->pred_start[v]; k < graph->pred_start[v + 1]; k++)
    {
      int32_t u = graph->pred[k];
      if (process[u] == p || w->known[u] == p + 1)
	continue;
      w->known[u] = p + 1;
      w->received[p]++;
      n++;
    }
  return n;
}

/* What process P does in each layer; false if it does not go layer by
   layer.  */
static bool
walk_process (struct walk *w, int32_t p)
{
  const struct pram_clustering *clustering = w->clustering;
  int32_t layer = 0;
  double busy = 0;
  for (int32_t k = clustering->order_start[p];
       k < clustering->order_start[p + 1]; k++)
    {
      int32_t v = clustering->order[k];
      if (w->level[v] < layer)
	return false;
      if (w->level[v] > layer)
	busy = 0;
      layer = w->level[v];
      busy += clustering->graph->task_cost[v] + messages_of (w, p, v) * w->x.m;
      w->busiest[layer] = fmax (w->busiest[layer], busy);
    }
  return true;
}

static double
sum_of_layers (struct walk *w, int32_t n_layers)
{
  double sum = 0, n_messages = 0;
  for (int32_t p = 0; p < w->clustering->n_procs; p++)
    if (!walk_process (w, p))
      return INFINITY;
  for (int32_t l = 0; l < n_layers; l++)
    sum += w->busiest[l];
  for (int32_t p = 0; p < w->clustering->n_procs; p++)
    n_messages += w->received[p];
  sum += stalls_of (w);
  return n_messages > 0 ? sum + (n_layers - 1) * w->x.L : sum;
}

double
pram_bound_layers (const struct pram_clustering *clustering,
		   const struct pram_logp *machine)
{
  const struct pram_taskgraph *graph = clustering->graph;
  struct walk w = begin_walk (clustering, machine);
  int32_t n_layers;
  w.level = pram_zeroed (graph->n_tasks, sizeof *w.level);
  pram_taskgraph_depth (graph, w.level, &n_layers);
  w.busiest = pram_zeroed (n_layers, sizeof *w.busiest);
  double bound = sum_of_layers (&w, n_layers);
  free (w.level);
  free (w.busiest);
  end_walk (&w);
  return bound;
}

/* Going through the tasks in an order in which their orders and edges lead.  */
struct orders
{
  struct walk w;
  double *end;			/* by task: until its turn comes, what it takes
				   with its messages */
  int32_t *next;		/* by task: on its process, or -1 */
  int32_t *before;		/* by task: the one before, or -1 */
  int32_t *waits;		/* by task: for so many */
  int32_t *ready;
  int32_t n_ready;
};

static void
link_orders (struct orders *o)
{
  const struct pram_clustering *clustering = o->w.clustering;
  const struct pram_taskgraph *graph = clustering->graph;
  for (int32_t p = 0; p < clustering->n_procs; p++)
    for (int32_t k = clustering->order_start[p];
	 k < clustering->order_start[p + 1]; k++)
      {
	int32_t v = clustering->order[k];
	bool first = k == clustering->order_start[p];
	o->end[v] = graph->task_cost[v] + messages_of (&o->w, p, v) * o->w.x.m;
	o->before[v] = first ? -1 : clustering->order[k - 1];
	o->next[v] = k + 1 < clustering->order_start[p + 1]
		     ? clustering->order[k + 1] : -1;
	o->waits[v] = (int32_t) indegree (graph, v) + !first;
	if (!o->waits[v])
	  o->ready[o->n_ready++] = v;
      }
}

/* When V's process has computed V and sent it, at most.  */
static double
end_of (const struct orders *o, int32_t v)
{
  const struct pram_clustering *clustering = o->w.clustering;
  const struct pram_taskgraph *graph = clustering->graph;
  double start = o->before[v] < 0 ? 0 : o->end[o->before[v]];
  for (int64_t k = graph->pred_start[v]; k < graph->pred_start[v + 1]; k++)
    {
      int32_t u = graph->pred[k];
      if (clustering->process[u] != clustering->process[v])
	start = fmax (start, o->end[u] + o->w.x.L);
    }
  return start + o->end[v];
}

static void
settle (struct orders *o, int32_t v)
{
  if (--o->waits[v] == 0)
    o->ready[o->n_ready++] = v;
}

double
pram_bound_orders (const struct pram_clustering *clustering,
		   const struct pram_logp *machine)
{
  const struct pram_taskgraph *graph = clustering->graph;
  int32_t n = graph->n_tasks;
  struct orders o = { .w = begin_walk (clustering, machine) };
  double bound = 0;
  o.end = pram_zeroed (n, sizeof *o.end);
  o.next = pram_zeroed (n, sizeof *o.next);
  o.before = pram_zeroed (n, sizeof *o.before);
  o.waits = pram_zeroed (n, sizeof *o.waits);
  o.ready = pram_zeroed (n, sizeof *o.ready);
  link_orders (&o);
  while (o.n_ready > 0)
    {
      int32_t v = o.ready[--o.n_ready];
      o.end[v] = end_of (&o, v);
      bound = fmax (bound, o.end[v]);
      for (int64_t e = graph->succ_start[v]; e < graph->succ_start[v + 1]; e++)
	settle (&o, graph->succ[e]);
      if (o.next[v] >= 0)
	settle (&o, o.next[v]);
    }
  bound += stalls_of (&o.w);
  free (o.end);
  free (o.next);
  free (o.before);
  free (o.waits);
  free (o.ready);
  end_walk (&o.w);
  return bound;
}
