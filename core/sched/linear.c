/* linear.c: each process runs a path of the graph.

   SPDX-License-Identifier: GPL-3.0-or-later

   Linear clustering (Iterative, section 2.2) is any cover of the graph by
   vertex-disjoint paths.  Ours follows Kim and Browne (A general approach to
   mapping of parallel computations upon multiprocessor architectures, ICPP
   1988): take the heaviest path, messages included, remove its tasks, repeat.
   Paths are compared by the levels of the whole graph, not of what remains,
   which keeps it at O (V log V + E): the next path starts at the task with
   the greatest level, and goes on to the free successor with the greatest.

   Example, the diamond 0 -> 1, 0 -> 2, 1 -> 3, 2 -> 3: 0 1 3 and 2.  */

#include "sched.h"

#include <stdlib.h>

static int
by_level (const void *a, const void *b, void *data)
{
  const double *level = data;
  int32_t v = *(const int32_t *) a, w = *(const int32_t *) b;
  if (level[v] != level[w])
    return level[v] > level[w] ? -1 : 1;
  return v < w ? -1 : v > w;
}

/* The successor of V without a process that the heaviest path leads to, -1 if
   all have one.  */
static int32_t
next_on_path (const struct pram_taskgraph *graph, int32_t v,
	      const struct pram_logp *machine, const double *level,
	      const int32_t *process)
{
  int32_t best = -1;
  double heaviest = -1;
  for (int64_t e = graph->succ_start[v]; e < graph->succ_start[v + 1]; e++)
    {
      int32_t w = graph->succ[e];
      double path = level[w] + pram_logp_message
				 (machine, pram_taskgraph_bytes (graph, e));
      if (process[w] < 0 && path > heaviest)
	{
	  heaviest = path;
	  best = w;
	}
    }
  return best;
}

struct pram_clustering *
pram_sched_linear (const struct pram_taskgraph *graph, int32_t procs,
		   const struct pram_logp *machine, struct pram_arena *arena,
		   const struct pram_diag *diag)
{
  (void) procs, (void) diag;
  int32_t n = graph->n_tasks, n_paths = 0;
  struct pram_clustering *clustering = pram_sched_new (graph, "linear", n,
						       arena);
  double *level = pram_sched_bottom_levels (graph, machine);
  int32_t *start = malloc (((size_t) n + 1) * sizeof *start);
  if (!start)
    abort ();
  for (int32_t v = 0; v < n; v++)
    {
      clustering->process[v] = -1;
      start[v] = v;
    }
  qsort_r (start, (size_t) n, sizeof *start, by_level, level);
  for (int32_t k = 0; k < n; k++)
    if (clustering->process[start[k]] < 0)
      {
	for (int32_t v = start[k]; v >= 0;
	     v = next_on_path (graph, v, machine, level, clustering->process))
	  clustering->process[v] = n_paths;
	n_paths++;
      }
  free (start);
  free (level);
  clustering->n_procs = n_paths ? n_paths : 1;
  pram_clustering_sort (clustering, arena, NULL);
  return clustering;
}
