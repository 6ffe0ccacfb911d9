/* table-steps.h: what ranks do, and when, if a region runs through tables.

   SPDX-License-Identifier: Apache-2.0

   Internal to table-figures.c, table-timeline.c, table-steps.c and
   table-play.c.  */

#ifndef PRAM_TABLE_STEPS_H
#define PRAM_TABLE_STEPS_H

#include "predict.h"
#include "plan/table-plan.h"
#include "timing.h"

/* Between two ranks there is one stream of values, cut into messages, and
   there are messages beside it.  */
enum pram_table_step_kind
{
  PRAM_STEP_PUT,		/* a value of N bytes for PEER */
  PRAM_STEP_GET,		/* N values from PEER must have arrived since
				   the beginning */
  PRAM_STEP_DONE,		/* a task is done */
  PRAM_STEP_FLUSH,		/* what is kept for others is sent */
  PRAM_STEP_BLOCK,		/* likewise, and a block begins */
  PRAM_STEP_SEND,		/* N bytes to PEER, not in the stream */
  PRAM_STEP_RECEIVE,		/* likewise from PEER */
  PRAM_STEP_MARK		/* an iteration begins that is counted */
};

struct pram_table_step
{
  double before;		/* s: the rank computes for so long before */
  int32_t line, last_line;	/* of the tasks among that; 0: there are none */
  enum pram_table_step_kind kind;
  int32_t peer;			/* rank */
  int32_t at;			/* PUT: the step of the task that needs it
				   (table-walk.h), DONE: of the next task */
  int64_t n;
};

/* The steps of one rank, in their order.  */
struct pram_table_steps
{
  int64_t n, room;
  struct pram_table_step *step;
};

/* What the ranks of PROCS do in one run of PLAN, in which the first
   data-dependent loop runs ITERATIONS times (PRAM_STEP_MARK begins each), any
   other one once.  An array of PROCS, to be freed.  */
struct pram_table_steps *
pram_table_steps_find (const struct pram_table_plan *plan,
		       const struct pram_predictor *by, int procs,
		       int iterations);
void pram_table_steps_free (struct pram_table_steps *, int procs);

/* How far a run has come: of all ranks.  */
struct pram_table_progress
{
  int64_t messages, bytes;	/* sent */
  double seconds;		/* on the rank that is furthest */
  double sum;			/* s: what all ranks have computed, and what
				   all messages take, with their gaps */
};

/* What a rank does; its computations without a message between them are one
   event.  */
struct pram_table_event
{
  enum pram_event_kind kind;
  int32_t peer;			/* SEND: to, RECV: from; a rank */
  int64_t message;		/* SEND, RECV: its number, by the sends */
  int64_t bytes;		/* its */
  double start, end;		/* s */
  int32_t line, last_line;	/* COMPUTE: as in struct pram_table_step */
};

/* What one rank does, in its order.  */
struct pram_table_events
{
  int64_t n, room;
  struct pram_table_event *event;
};

/* Play STEPS; SPACING is the plan's.  Returns how far all is at the end, and in
   MARKS, which has room for them, when each mark is passed.  EVENTS, by rank,
   get what happens when; or it is null.  */
struct pram_table_progress
pram_table_play (const struct pram_table_steps *steps, int procs,
		 int32_t spacing, const struct pram_logp *machine,
		 struct pram_table_progress *marks,
		 struct pram_table_events *events);

#endif
