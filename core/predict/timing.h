/* timing.h: when a clustering's tasks run and its messages move.

   SPDX-License-Identifier: Apache-2.0

   A *schedule* is a clustering with times on a LogP machine: for each process a
   sequence of computations, sends and receives with their starting times
   (Disturbance, section 2).

   Example, two tasks a -> b on two processes, L = 6, o = 2, costs 1:
     process 0: compute a at 0, send a to 1 at 1
     process 1: receive a at 9, compute b at 11; makespan 12.  */

#ifndef PRAM_TIMING_H
#define PRAM_TIMING_H

#include "machine/logp.h"
#include "plan/clustering.h"

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

#endif
