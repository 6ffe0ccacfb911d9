/* duplicate.h: a schedule that grows by copies of tasks.

   SPDX-License-Identifier: GPL-3.0-or-later

   Internal to the strategies.  As list.h, but a task may be put onto several
   processes.  Who needs its value takes the copy on its own process, else the
   one whose message arrives first.  Sends are charged to the end of their
   process, as in list.h.

   Invariants
   (1) A process knows a value from one copy: its own, or one it received.
   (2) A copy is put after those that it reads.  */

#ifndef PRAM_SCHED_DUPLICATE_H
#define PRAM_SCHED_DUPLICATE_H

#include "plan/strategy.h"
#include "base/tournament.h"

struct pram_copy
{
  int32_t task, process;
  int32_t next;			/* another copy of the task, -1 for none */
  double finish;		/* s */
  double sent_until;		/* when its next message may start, s */
  int64_t operands;		/* where its operands begin */
};

/* That a process has the value of some task.  */
struct pram_knows
{
  int32_t process, copy;
  int32_t next;			/* of the same task, -1 for none */
};

/* A message to a task that is tried; times in s.  */
struct pram_arrival
{
  double at, o_recv, gap;
  int32_t task, copy, bytes;
};

struct pram_duplicate
{
  const struct pram_taskgraph *graph;
  const struct pram_logp *machine;
  int32_t procs;
  int32_t n_copies, n_known, copy_room, known_room;
  struct pram_copy *copy;	/* as they were put */
  struct pram_knows *known;
  int32_t *first_copy;		/* by task, -1 for none */
  int32_t *first_known;		/* by task, -1 for none */
  int64_t n_operands, operand_room;
  int32_t *operand;		/* of each copy, by the task's preds: copies */
  struct tournament idle;	/* of processes: from when on, s */
  double *next_recv;		/* by process: not before, s */
  int32_t *seen;		/* by task: the trial that put or received it */
  int32_t n_trials;
  struct pram_arrival *arrival;	/* room for those of one task */
  int32_t n_arrivals;
};

void pram_duplicate_begin (struct pram_duplicate *,
			   const struct pram_taskgraph *, int32_t procs,
			   const struct pram_logp *);

/* The copy whose value of task V process P has; -1: none.  */
int32_t pram_duplicate_known (const struct pram_duplicate *, int32_t v,
			      int32_t p);

/* When the last of the N tasks in TASK would end, were they put one after the
   other at the end of process P.  They ascend, P knows none of them, and what
   they read is among them or has a copy.  */
double pram_duplicate_try (struct pram_duplicate *, int32_t n,
			   const int32_t *task, int32_t p);

/* Put them there.  */
void pram_duplicate_put (struct pram_duplicate *, int32_t n,
			 const int32_t *task, int32_t p);

/* Frees it.  What it has put, a copy of each task at least, as a clustering by
   STRATEGY; copies whose value nobody needs are left out.  Where each task has
   one copy it is of the graph itself, else of a graph of copies.  */
struct pram_clustering *pram_duplicate_end (struct pram_duplicate *,
					    const char *strategy,
					    struct pram_arena *);

#endif
