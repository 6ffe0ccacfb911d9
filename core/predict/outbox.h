/* outbox.h: which messages a task sends, in which order, at what cost.

   SPDX-License-Identifier: Apache-2.0

   Internal to the timing of clusterings (timing.c says what the order is).  */

#ifndef PRAM_OUTBOX_H
#define PRAM_OUTBOX_H

#include "machine/logp.h"
#include "plan/clustering.h"

/* What messages of one size cost, in one class of pairs, s.  */
struct pram_cost
{
  int64_t bytes;		/* -1: not known yet */
  double o_s, o_r, L, g;
  double transfer;		/* o_s + L + o_r */
  int64_t capacity;
};

/* What messages to a task depend on.  */
struct pram_place
{
  double urgency;		/* s */
  int32_t rank;			/* place in clustering->order */
  int32_t process;
};

/* A message and the most urgent task it serves.  */
struct pram_outgoing
{
  double urgency;		/* s */
  int32_t most_urgent;
  int32_t to;			/* process */
  int32_t consumer;		/* the first task there that needs it */
  int32_t bytes;
};

enum { PRAM_N_COSTS = 64 };	/* sizes modulo which are looked up */

struct pram_outbox
{
  const struct pram_clustering *clustering;
  const struct pram_logp *machine;
  struct pram_place *place;	/* by task */
  struct pram_outgoing *message;	/* of one task */
  double local;			/* the greatest urgency among the successors on
				   that task's process, 0 if there are none */
  int32_t *seen;		/* by process: where its message is there, if
				   it is */
  struct pram_cost cost[PRAM_N_PAIRS][PRAM_N_COSTS];
};

static inline double
pram_later (double a, double b)
{
  return a > b ? a : b;
}

void pram_outbox_begin (struct pram_outbox *, const struct pram_clustering *,
			const struct pram_logp *);
void pram_outbox_end (struct pram_outbox *);

/* Set the urgencies of all tasks.  */
void pram_outbox_find_urgencies (struct pram_outbox *);

/* The messages of task V, whose successors have urgencies, into
   outbox->message, in any order or the most urgent first; returns how many.  */
int32_t pram_outbox_find (struct pram_outbox *, int32_t v);
int32_t pram_outbox_sorted (struct pram_outbox *, int32_t v);

void pram_cost_find (const struct pram_logp *, enum pram_pair, int64_t bytes,
		     struct pram_cost *);

static inline const struct pram_cost *
pram_outbox_cost (struct pram_outbox *outbox, enum pram_pair pair,
		  int32_t bytes)
{
  struct pram_cost *cost
    = &outbox->cost[pair][(uint32_t) bytes % PRAM_N_COSTS];
  if (cost->bytes != bytes)
    pram_cost_find (outbox->machine, pair, bytes, cost);
  return cost;
}

#endif
