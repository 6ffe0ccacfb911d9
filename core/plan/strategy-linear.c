/* strategy-linear.c: each process runs a path of the graph.

   SPDX-License-Identifier: Apache-2.0

   Linear clustering (Iterative, section 2.2) is any cover of the graph by
   vertex-disjoint paths.  Ours is that of Kim and Browne (A general approach
   to mapping of parallel computations upon multiprocessor architectures, ICPP
   1988): take the heaviest path, messages included, remove its tasks, repeat.

   The level of a task is the weight of the heaviest path from it in what
   remains.  Levels only fall, so a task comes off the heap late rather than
   early; and when a path is removed, only levels from which it could be
   reached change.  They are found from the last task backwards, as far as they
   do change: O (V log V + V (V + E)) at worst.  After MOST_STEPS edges levels
   stay as they are, which leaves O (V log V + E).

   Example, the diamond 0 -> 1, 0 -> 2, 1 -> 3, 2 -> 3: 0 1 3 and 2.  */

#include "strategy.h"

#include <stdlib.h>

#include "base/guard.h"

enum { MOST_STEPS = 200000000 };

struct linear
{
  const struct pram_taskgraph *graph;
  const struct pram_logp *machine;
  int32_t *process;		/* by task, -1: it remains */
  double *level;		/* by task, of those that remain */
  struct pram_sched_heap start;	/* tasks, by descending level or above */
  struct pram_sched_heap changed;	/* tasks whose levels may have fallen,
					   the last one first */
  bool *changed_p;		/* by task: is it among these? */
  int64_t n_steps;
};

/* The weight of the heaviest path behind V, and through NEXT the task where it
   begins; 0 and -1 if none remains.  */
static double
heaviest_behind (const struct linear *l, int32_t v, int32_t *next)
{
  const struct pram_taskgraph *graph = l->graph;
  double heaviest = 0;
  *next = -1;
  for (int64_t e = graph->succ_start[v]; e < graph->succ_start[v + 1]; e++)
    {
      int32_t w = graph->succ[e];
      double path = l->level[w] + pram_logp_message
				    (l->machine,
				     pram_taskgraph_bytes (graph, e));
      if (l->process[w] < 0 && (*next < 0 || path > heaviest))
	{
	  heaviest = path;
	  *next = w;
	}
    }
  return heaviest;
}

/* V's level has fallen, or V is removed.  */
static void
mark_preds (struct linear *l, int32_t v)
{
  const struct pram_taskgraph *graph = l->graph;
  for (int64_t k = graph->pred_start[v]; k < graph->pred_start[v + 1]; k++)
    {
      int32_t u = graph->pred[k];
      if (l->process[u] >= 0 || l->changed_p[u])
	continue;
      l->changed_p[u] = true;
      pram_sched_heap_push (&l->changed, (struct pram_sched_entry)
					   { -u, 0, u });
    }
}

/* Remove the heaviest path from V on.  */
static void
remove_path (struct linear *l, int32_t v, int32_t process)
{
  bool update = l->n_steps < MOST_STEPS;
  for (int32_t next; v >= 0; v = next)
    {
      heaviest_behind (l, v, &next);
      l->process[v] = process;
      if (update)
	mark_preds (l, v);
    }
}

static void
update_levels (struct linear *l)
{
  const struct pram_taskgraph *graph = l->graph;
  while (l->changed.n)
    {
      int32_t next, v = pram_sched_heap_pop (&l->changed).task;
      double level = graph->task_cost[v] + heaviest_behind (l, v, &next);
      l->changed_p[v] = false;
      l->n_steps += 1 + graph->succ_start[v + 1] - graph->succ_start[v];
      if (level < l->level[v])
	{
	  l->level[v] = level;
	  mark_preds (l, v);
	}
    }
}

/* Cover the graph by paths; returns how many.  */
static int32_t
find_paths (struct linear *l)
{
  int32_t n_paths = 0;
  for (int32_t v = 0; v < l->graph->n_tasks; v++)
    {
      l->process[v] = -1;
      pram_sched_heap_push (&l->start, (struct pram_sched_entry)
					 { -l->level[v], 0, v });
    }
  while (l->start.n)
    {
      struct pram_sched_entry top = pram_sched_heap_pop (&l->start);
      int32_t v = top.task;
      if (l->process[v] >= 0)
	continue;
      if (top.key == -l->level[v])
	{
	  remove_path (l, v, n_paths++);
	  update_levels (l);
	  continue;
	}
      top.key = -l->level[v];
      pram_sched_heap_push (&l->start, top);
    }
  return n_paths;
}

struct pram_clustering *
pram_sched_linear (const struct pram_taskgraph *graph, int32_t procs,
		   const struct pram_logp *machine, struct pram_arena *arena,
		   const struct pram_diag *diag)
{
  (void) procs, (void) diag;
  size_t room = (size_t) graph->n_tasks + 1;
  struct pram_clustering *clustering
    = pram_sched_new (graph, "linear", graph->n_tasks, arena);
  struct linear l = { .graph = graph, .machine = machine,
		      .process = clustering->process,
		      .level = pram_sched_bottom_levels (graph, machine),
		      .changed_p = calloc (room, sizeof *l.changed_p) };
  if (!l.changed_p)
    pram_exhausted ();
  int32_t n_paths = find_paths (&l);
  clustering->n_procs = n_paths ? n_paths : 1;
  free (l.level);
  free (l.start.entry);
  free (l.changed.entry);
  free (l.changed_p);
  pram_clustering_sort (clustering, arena, NULL);
  return clustering;
}
