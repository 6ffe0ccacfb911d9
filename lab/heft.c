/* heft.c: the most urgent task next, on the process where it starts first.

   SPDX-License-Identifier: GPL-3.0-or-later

   The priorities of HEFT (Topcuoglu, Hariri, Wu: Performance-effective and
   low-complexity task scheduling for heterogeneous computing, 2002): tasks by
   descending weight of the heaviest path from them, messages included.  Each
   goes to the end of the process where LogP lets it start first; there is no
   insertion into gaps, which receives and sends fill.  O (V (log V + P) + E),
   with at most 16 processes O (V log V + P E).  */

#include "list.h"
#include "strategies.h"

#include <stdlib.h>

struct pram_clustering *
pram_sched_heft (const struct pram_taskgraph *graph, int32_t procs,
		 const struct pram_logp *machine, struct pram_arena *arena,
		 const struct pram_diag *diag)
{
  (void) diag;
  size_t n = (size_t) graph->n_tasks;
  struct pram_list list;
  double *level = pram_sched_bottom_levels (graph, machine);
  int32_t *task = malloc ((n + 1) * sizeof *task);
  if (!task)
    abort ();
  for (size_t v = 0; v < n; v++)
    task[v] = (int32_t) v;
  qsort_r (task, n, sizeof *task, pram_sched_by_level, level);
  pram_list_begin (&list, graph, procs, machine);
  for (size_t k = 0; k < n; k++)
    {
      double start;
      pram_list_place (&list, task[k], pram_list_best (&list, task[k],
						       &start));
    }
  free (task);
  free (level);
  return pram_list_end (&list, "heft", arena);
}
