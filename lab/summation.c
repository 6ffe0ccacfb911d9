/* summation.c: optimal summation trees.

   SPDX-License-Identifier: GPL-3.0-or-later

   Karp, Sahay, Santos and Schauser, Optimal broadcast and summation in the
   LogP model, SPAA 1993.  All processes add numbers of their own until they
   have sent their sum, but for the time that it takes to receive a partial sum
   and to add it, o_r + a.  One that has its sum at time s can use partial sums
   that others have at s - (o_s + L + o_r + a), and every max (g, o_r + a)
   before that: the greedy broadcast backwards.  A process that has its sum at
   s and receives k partial sums adds s - k (o_r + a) of numbers of its own, so
   the n processes with the latest ends give the most operands; one that ends
   before o_r has passed does not pay.

   Additions are not divided: what does not hold a whole one between two
   receives is lost.

   Example: 28 units of time, P = 8, L = 5, o = 2, g = 4, a = 1: the processes
   end at 28, 18, 14, 10, 8, 6, 4, 4, and sum 79 numbers.  */

#include "summation.h"

#include <math.h>

#include "pram-trees.h"

/* The times between which a process adds.  */
struct steps
{
  double transfer;		/* from a child's end to the parent's, at
				   least */
  double interval;		/* between the messages of two children */
  double receive;		/* o_r + a */
  double add;
};

static struct steps
steps_of (const struct pram_logp *logp, int n, double add, int64_t bytes)
{
  enum pram_pair pair = pram_logp_farthest (logp, n);
  double o_r = pram_logp_o_recv (logp, pair, bytes);
  return (struct steps)
    { pram_logp_transfer (logp, pair, bytes) + add,
      fmax (pram_logp_gap (logp, pair, bytes), o_r + add), o_r + add, add };
}

/* How many whole additions SECONDS hold.  */
static int64_t
additions (double seconds, double add)
{
  return seconds > 0 ? (int64_t) floor (seconds / add * (1 + 1e-12)) : 0;
}

/* Process V has received N_CHILDREN partial sums: its own operands.  The last
   message is received right before the end; between two there is time for
   BETWEEN additions, before the first all that remains.  */
static int64_t
operands_of (const struct steps *x, double end, int n_children,
	     int64_t between)
{
  if (n_children == 0)
    return additions (end, x->add) + 1;
  double first = end - x->receive - (n_children - 1) * x->interval;
  return additions (first, x->add) + 1 + (n_children - 1) * between;
}

/* The ends of N processes at most: the times when a broadcast informs them,
   backwards; and their parents.  */
static void
find_ends (struct pram_arena *arena, struct pram_summation *sum, int n,
	   const struct steps *x)
{
  struct pram_trees_message message = { .L = x->transfer, .g = x->interval };
  pram_trees_broadcast (n, &message, sum->parent, sum->end,
			PRAM_ARENA_NEW (arena, int, n),
			PRAM_ARENA_NEW (arena, double, n));
  for (int v = 0; v < n; v++)
    sum->end[v] = sum->time - sum->end[v];
  for (sum->n = 1; sum->n < n && sum->end[sum->n] > x->receive - x->add;)
    sum->n++;
}

struct pram_summation
pram_summation_build (struct pram_arena *arena, int n, double time, double add,
		      int64_t bytes, const struct pram_logp *logp)
{
  struct steps x = steps_of (logp, n, add, bytes);
  struct pram_summation sum
    = { .time = time, .add = add, .parent = PRAM_ARENA_NEW (arena, int, n),
	.end = PRAM_ARENA_NEW (arena, double, n),
	.operands = PRAM_ARENA_NEW (arena, int64_t, n) };
  int *n_children = PRAM_ARENA_NEW (arena, int, n);
  find_ends (arena, &sum, n, &x);
  sum.between = additions (x.interval - x.receive, add);
  for (int v = 1; v < sum.n; v++)
    n_children[sum.parent[v]]++;
  for (int v = 0; v < sum.n; v++)
    {
      sum.operands[v] = operands_of (&x, sum.end[v], n_children[v],
				     sum.between);
      sum.n_operands += sum.operands[v];
    }
  return sum;
}

/* --- As a task graph ------------------------------------------------------

   Process v does one task before the first receive, and one after each: the
   addition of what it received, and what fits before the next.  It receives
   from its children in the reverse of their order.  */

struct tasks
{
  const struct pram_summation *sum;
  struct pram_taskgraph_builder *builder;
  int32_t bytes;
  int *n_children;
  int *first;			/* by vertex: its first task; + k: after its
				   k-th receive */
};

static void
add_tasks (struct tasks *t, int v, struct pram_clustering *clustering)
{
  double add = t->sum->add;
  int n = t->n_children[v];
  int64_t between = t->sum->between;
  for (int k = 0; k <= n; k++)
    {
      int64_t count = k == 0 ? t->sum->operands[v] - 1
			       - (n > 0 ? n - 1 : 0) * between
		      : k < n ? 1 + between : 1;
      int32_t task = pram_taskgraph_task (t->builder, (double) count * add,
					  NULL);
      clustering->process[task] = v;
      if (k == 0)
	t->first[v] = task;
      else
	pram_taskgraph_edge (t->builder, task - 1, task, t->bytes);
    }
}

struct pram_clustering *
pram_summation_clustering (const struct pram_summation *sum, int32_t bytes,
			   struct pram_arena *arena)
{
  struct tasks t = { sum, pram_taskgraph_begin (arena, "summation"), bytes,
		     PRAM_ARENA_NEW (arena, int, sum->n),
		     PRAM_ARENA_NEW (arena, int, sum->n) };
  int *place = PRAM_ARENA_NEW (arena, int, sum->n);
  struct pram_clustering *clustering
    = PRAM_ARENA_NEW (arena, struct pram_clustering, 1);
  clustering->strategy = "tree";
  clustering->n_procs = sum->n;
  clustering->process = PRAM_ARENA_NEW (arena, int32_t, 2 * sum->n - 1);
  for (int v = 1; v < sum->n; v++)
    place[v] = t.n_children[sum->parent[v]]++;
  /* Children have the higher numbers: first, so that edges ascend.  */
  for (int v = sum->n - 1; v >= 0; v--)
    add_tasks (&t, v, clustering);
  for (int v = 1; v < sum->n; v++)
    {
      int u = sum->parent[v];
      pram_taskgraph_edge (t.builder, t.first[v] + t.n_children[v],
			   t.first[u] + t.n_children[u] - place[v], bytes);
    }
  struct pram_taskgraph *graph = pram_taskgraph_end (t.builder, NULL);
  pram_taskgraph_add_preds (graph, arena);
  clustering->graph = graph;
  pram_clustering_sort (clustering, arena, NULL);
  return clustering;
}
