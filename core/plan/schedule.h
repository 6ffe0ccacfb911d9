/* schedule.h: clusterings of a task graph and LogP schedules of them.

   SPDX-License-Identifier: Apache-2.0

   A strategy (strategy.h) gives a *clustering*: a process for each task, and
   the order in which each process runs its tasks.  A *schedule* is a
   clustering with times on a LogP machine: for each process a sequence of
   computations, sends and receives with their starting times (Disturbance,
   section 2).

   Where tasks are computed on several processes the graph is one of copies
   (taskgraph.h).

   A value travels once to each process that needs it, in one message from the
   task to that process; its size is the largest among the edges it serves.

   Example, two tasks a -> b on two processes, L = 6, o = 2, costs 1:
     process 0: compute a at 0, send a to 1 at 1
     process 1: receive a at 9, compute b at 11; makespan 12.  */

#ifndef PRAM_SCHEDULE_H
#define PRAM_SCHEDULE_H

#include "machine/logp.h"
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

enum pram_event_kind { PRAM_COMPUTE, PRAM_SEND, PRAM_RECV };

struct pram_event
{
  enum pram_event_kind kind;
  int32_t task;			/* computed, or whose value moves */
  int32_t peer;			/* SEND: to, RECV: from; a process */
  int64_t message;		/* SEND, RECV: its number, 0 .. n_messages-1 */
  double start;			/* s */
  double duration;		/* tau, o(k) of the sender, of the receiver */
};

struct pram_schedule
{
  const struct pram_taskgraph *graph;
  const struct pram_logp *machine;
  int32_t n_procs;
  int64_t *event_start;		/* n_procs + 1 */
  struct pram_event *event;	/* process by process, by starting time */
  int64_t n_messages;
  int32_t *message_bytes;	/* n_messages */
  double makespan;		/* TIME (s): when the last task ends, s */
};

/* Time CLUSTERING on MACHINE, every process starting each event as early as
   the model allows, in this order: for each task of its order, the receives of
   what it needs and has not got, the computation, the sends of its value
   (Iterative, Algorithm 1).  MACHINE must live as long as the result.  */
struct pram_schedule *
pram_schedule_build (const struct pram_clustering *, const struct pram_logp *,
		     struct pram_arena *);

/* The makespan alone, without storing events: O(tasks + edges) memory less.  */
double pram_schedule_makespan (const struct pram_clustering *,
			       const struct pram_logp *);

/* Constraints (i)-(v) of Disturbance, section 2, and the capacity.  False
   after one PRAM_ERROR that names the process, the time and the constraint.  */
bool pram_schedule_check (const struct pram_schedule *,
			  const struct pram_diag *);
void pram_schedule_print (FILE *, const struct pram_schedule *);

/* --- Strategies: one file each (strategy.h) ------------------------------- */

struct pram_strategy
{
  const char *name;		/* as in schedule (NAME) */
  const char *title;		/* "linear clustering" */
  /* Cluster GRAPH (with preds if PREDS), or a graph of copies of its tasks,
     for PROCS processes; strategies that the theory states for any number of
     them (UNBOUNDED) ignore PROCS, their result is folded.  Null after one
     report: the graph is beyond the strategy's limits, which the message
     states.  */
  struct pram_clustering *(*cluster) (const struct pram_taskgraph *,
				      int32_t procs, const struct pram_logp *,
				      struct pram_arena *,
				      const struct pram_diag *);
  bool unbounded;
  bool preds;
  /* The proven bound on the makespan (bounds.h), s, or null if there is none;
     for UNBOUNDED strategies that of the clustering before it is folded.
     INFINITY: the bound says nothing for this graph (which has preds).  */
  double (*bound) (const struct pram_taskgraph *, int32_t procs,
		   const struct pram_logp *);
};

/* Those that a pragma may name, ended by one without a name (strategies.c);
   lab/ has more.  */
extern const struct pram_strategy pram_strategies[];
const struct pram_strategy *pram_strategy_find (const char *name);

#endif
