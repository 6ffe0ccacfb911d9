/* clustering.h: which process runs which tasks of a task graph.

   SPDX-License-Identifier: Apache-2.0

   A strategy (strategies.h) gives a *clustering*: a process for each task, and
   the order in which each process runs its tasks.

   Where tasks are computed on several processes the graph is one of copies
   (taskgraph.h).

   A value travels once to each process that needs it, in one message from the
   task to that process; its size is the largest among the edges it serves.  */

#ifndef PRAM_CLUSTERING_H
#define PRAM_CLUSTERING_H

#include "taskgraph.h"

/* Invariants
   (1) Each task is in ORDER exactly once, in the part of its process.
   (2) The graph's edges and the orders together have no cycle.  */
struct pram_clustering
{
  const struct pram_taskgraph *graph;
  const char *strategy;		/* that made it */
  int32_t n_procs;
  int32_t *process;		/* by task: 0 .. n_procs-1 */
  int32_t *order_start;		/* n_procs + 1 */
  int32_t *order;		/* tasks of process p in their order:
				   order[order_start[p]] ... */
};

bool pram_clustering_check (const struct pram_clustering *,
			    const struct pram_diag *);
void pram_clustering_print (FILE *, const struct pram_clustering *);
/* The graph in GraphViz's language, tasks coloured by their processes, edges
   within a process dotted.  */
void pram_clustering_print_dot (FILE *, const struct pram_clustering *);

/* How many messages there are: pairs of a task and another process that needs
   its value.  */
int64_t pram_clustering_messages (const struct pram_clustering *);

/* Set ORDER_START and ORDER from PROCESS: ascending task numbers, or by
   ascending PRIORITY (with equal ones by number) if it is not null.  */
void pram_clustering_sort (struct pram_clustering *, struct pram_arena *,
			   const double *priority);

/* The same from a SEQUENCE of all tasks, each process keeping their order in
   it; ascending task numbers if it is null.  O (tasks).  */
void pram_clustering_order (struct pram_clustering *, struct pram_arena *,
			    const int32_t *sequence);

/* Put the processes of CLUSTERING onto PROCS processes, process p on
   p mod procs, and merge their orders so that no cycle arises.  */
struct pram_clustering *
pram_clustering_fold (const struct pram_clustering *, int32_t procs,
		      struct pram_arena *);

#endif
