/* etf.c: the task that can start first, next.

   SPDX-License-Identifier: GPL-3.0-or-later

   Earliest task first (Hwang, Chow, Anger, Lee: Scheduling precedence graphs
   in systems with interprocessor communication times, 1989), with the
   overheads and gaps of LogP as in Kalinowski, Kort, Trystram (List scheduling
   of general task graphs under LogP, 2000).  Of the ready tasks the one that
   can start first on some process is placed there; of those that can start at
   one time the one with the heaviest path before it.

   Ready tasks are in a heap by the time that was found for them when they were
   looked at last.  Times mostly grow as processes fill, so the top is right
   once it has been looked at again; a step gives up after LOOKS of these and
   takes the best it has seen, which bounds it by O (V LOOKS log V) and makes
   it an approximation on graphs that are wider than that.  */

#include "list.h"
#include "strategies.h"

#include <stdlib.h>

enum { LOOKS = 200 };

/* Ready tasks have their start as key, the negative level as second one.  */
struct etf
{
  struct pram_list list;
  struct pram_sched_heap ready;
};

/* The ready task that starts first, and through P where.  */
static int32_t
take_first (struct etf *etf, int32_t *p)
{
  struct pram_sched_entry best = { 0, 0, -1 }, seen[LOOKS];
  struct pram_sched_heap *ready = &etf->ready;
  int n_seen = 0;
  while (ready->n && n_seen < LOOKS
	 && (best.task < 0 || pram_sched_before_p (&ready->entry[0], &best)))
    {
      struct pram_sched_entry top = pram_sched_heap_pop (ready);
      int32_t process = pram_list_best (&etf->list, top.task, &top.key);
      if (best.task < 0 || pram_sched_before_p (&top, &best))
	{
	  best = top;
	  *p = process;
	}
      seen[n_seen++] = top;
    }
  for (int k = 0; k < n_seen; k++)
    if (seen[k].task != best.task)
      pram_sched_heap_push (ready, seen[k]);
  return best.task;
}

struct pram_clustering *
pram_sched_etf (const struct pram_taskgraph *graph, int32_t procs,
		const struct pram_logp *machine, struct pram_arena *arena,
		const struct pram_diag *diag)
{
  (void) diag;
  int32_t n = graph->n_tasks;
  struct etf etf = { 0 };
  double *level = pram_sched_bottom_levels (graph, machine);
  int64_t *waits = malloc (((size_t) n + 1) * sizeof *waits);
  if (!waits)
    abort ();
  pram_list_begin (&etf.list, graph, procs, machine);
  for (int32_t v = 0; v < n; v++)
    {
      waits[v] = graph->pred_start[v + 1] - graph->pred_start[v];
      if (!waits[v])
	pram_sched_heap_push (&etf.ready, (struct pram_sched_entry)
					    { 0, -level[v], v });
    }
  while (etf.ready.n)
    {
      int32_t p = 0, v = take_first (&etf, &p);
      pram_list_place (&etf.list, v, p);
      for (int64_t e = graph->succ_start[v]; e < graph->succ_start[v + 1]; e++)
	if (!--waits[graph->succ[e]])
	  pram_sched_heap_push (&etf.ready, (struct pram_sched_entry)
					      { etf.list.finish[v],
						-level[graph->succ[e]],
						graph->succ[e] });
    }
  free (etf.ready.entry);
  free (waits);
  free (level);
  return pram_list_end (&etf.list, "etf", arena);
}
