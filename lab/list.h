/* list.h: a schedule that grows task by task.

   SPDX-License-Identifier: GPL-3.0-or-later

   Internal to the strategies.  List schedulers place one ready task after the
   other at the end of some process.  Messages are sent when their task ends,
   but that they have to be is only known later, when a successor is placed
   elsewhere; so times are estimates, exact where messages cost nothing: a
   message sent afterwards keeps its sender busy at its end.  The clustering is
   timed anew in any case (timing.c).  */

#ifndef PRAM_SCHED_LIST_H
#define PRAM_SCHED_LIST_H

#include "plan/strategy.h"
#include "base/tournament.h"

/* A value that has been sent to a process.  */
struct pram_sent
{
  int32_t to;
  int32_t next;			/* of the same task, -1 for none */
};

/* A message that would come.  */
struct pram_list_arrival
{
  double at, overhead, gap;	/* s */
};

struct pram_list
{
  const struct pram_taskgraph *graph;
  const struct pram_logp *machine;
  int32_t procs;
  int32_t n_placed;
  int32_t *sequence;		/* tasks as they were placed */
  int32_t *process;		/* by task, -1 if it has not been placed */
  double *finish;		/* by task, s */
  double *sent_until;		/* by task: when its next message may start */
  int32_t *sent;		/* by task: the first of them, -1 for none */
  struct tournament idle;	/* of processes: from when on, s */
  double *next_recv;		/* by process: not before */
  struct pram_sent *message;
  int n_messages, message_space;
  struct pram_list_arrival *arrival;	/* room for those of one task */
};

void pram_list_begin (struct pram_list *, const struct pram_taskgraph *,
		      int32_t procs, const struct pram_logp *);

/* When V, whose predecessors have been placed, would start on process P.  */
double pram_list_start (struct pram_list *, int32_t v, int32_t p);

/* The process where V starts first, which is either one of those that compute
   its operands (of its last 16, if there are more, and more processes than
   that) or the one that is idle first; *START is when.  */
int32_t pram_list_best (struct pram_list *, int32_t v, double *start);

/* Place V at the end of P.  */
void pram_list_place (struct pram_list *, int32_t v, int32_t p);

/* Frees it.  What it has placed, all tasks, as a clustering by STRATEGY.  */
struct pram_clustering *pram_list_end (struct pram_list *,
				       const char *strategy,
				       struct pram_arena *);

#endif
