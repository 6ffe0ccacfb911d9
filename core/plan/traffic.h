/* traffic.h: what a plan moves.

   SPDX-License-Identifier: Apache-2.0  */

#ifndef PRAM_TRAFFIC_H
#define PRAM_TRAFFIC_H

#include "machine/logp.h"
#include "plan.h"

struct pram_traffic { int64_t messages, bytes; };

/* What one run of the region moves on PROCS processes of the machine, which
   decides how reductions travel: as the runtime counts it (PRAM_STATS), if no
   loop is data-dependent.  Such loops run one iteration (but see
   pram_plan_gathered).  */
struct pram_traffic pram_plan_traffic (const struct pram_plan *,
				       const struct pram_logp *, int procs);

/* The part of it that is moved in the iteration of the first data-dependent
   loop with a layer; nothing if there is none.  */
struct pram_traffic pram_plan_iteration_traffic (const struct pram_plan *,
						 const struct pram_logp *,
						 int procs);

/* What the transfers of one run of a layer move, that of the first iterations
   of the loops around it.  */
struct pram_traffic pram_plan_run_traffic (const struct pram_plan *,
					   const struct pram_plan_layer *,
					   int procs);

/* Bytes that TRANSFERS move from process SRC to process DST of PROCS, in one
   run and with one iteration of data-dependent loops.  */
int64_t pram_plan_bytes (const struct pram_plan *,
			 const struct pram_plan_transfer *transfers, int n,
			 int src, int dst, int procs);

/* Bytes that process SRC of PROCS sends in the end, after many iterations, of
   what is needed then; the plan's gather has all that the region writes.  */
int64_t pram_plan_gathered (const struct pram_plan *, int src, int procs);

struct pram_plan_message
{
  int src, dst;
  int64_t bytes;
};

/* Who sends what after a run, by src and dst.  Where nearly everybody sends to
   nearly everybody, that of every STRIDEth process that has units alone, which
   stand for all.  */
struct pram_plan_messages
{
  int n, stride;
  struct pram_plan_message *list;
};

/* A run in the iterations ITER, by iterator, of the loops around a layer, and
   what it moves.  */
typedef void pram_visit_run (void *data, const int64_t *iter,
			     const struct pram_plan_messages *,
			     int64_t times);

/* Visit the runs of LAYER, with how many of them are alike.  Of loops with very
   many iterations that differ some, evenly spread, stand for all.  */
void pram_plan_visit_runs (const struct pram_plan *,
			   const struct pram_plan_layer *, int procs,
			   pram_visit_run *, void *data);

/* The first data-dependent loop with a layer that comes behind AFTER (null: of
   all) and stands in no other one, or null.  */
const struct pram_node *pram_plan_next_loop (const struct pram_plan *,
					     const struct pram_node *after);

#endif
