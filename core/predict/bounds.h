/* bounds.h: proven bounds on the makespan of a task graph's schedules.

   SPDX-License-Identifier: Apache-2.0

   Times are seconds.  All hold for schedules as pram_schedule_build times
   them; bounds.c has the proofs, and says where the forms differ from the
   printed ones.  Those with 1/gamma are INFINITY where a task that costs
   nothing has messages to pay for (gamma = 0); the sums that they come from,
   along paths or layer by layer, are finite and never above them.  */

#ifndef PRAM_BOUNDS_H
#define PRAM_BOUNDS_H

#include "timing.h"

/* The greatest parameters of some messages, s.  */
struct pram_envelope
{
  double o_s, o_r, L;
  double round_trip;		/* the smallest 2 (o_s + L + o_r) */
  double m;			/* max (o, g, LAMBDA) */
  double capacity;		/* the smallest */
  double lambda;		/* L / CAPACITY */
};

/* Of messages of N sizes.  */
struct pram_envelope pram_envelope_of (const struct pram_logp *,
				       const int32_t *bytes, int n);

/* Lmax (u, v) where u sends and v receives so MANY messages together.  */
static inline double
pram_envelope_l_max (const struct pram_envelope *x, double many)
{
  return x->o_s + x->L + x->o_r + (many - 2) * x->m;
}

/* What messages cost in one kind of clustering.  */
struct pram_bound_paths
{
  double path;			/* the heaviest path, an edge weighing
				   Lmax (u, v) and what u's messages stall:
				   never above (1 + 1/gamma) T + STALLS */
  double stalls;		/* the most that messages of tasks on a path
				   stall */
};

struct pram_bounds
{
  double work;			/* W: the sum of all costs */
  double depth;			/* T: the heaviest path */
  double n_layers;		/* tasks on the longest path */
  double heaviest;		/* C: the heaviest task */
  double l_max;			/* the greatest Lmax (u, v), no message
				   stalling; 0 without edges */
  double again;			/* what the gap leaves to wait between two
				   requests of a task, a round trip apart */
  double capacity, lambda;	/* the smallest capacity, and the greatest L
				   through it */
  double granularity;		/* gamma: the least min tau_u / max Lmax (u, v)
				   of all tasks v, u its predecessors; INFINITY
				   if no message costs anything */
  bool stalls;			/* may messages stall in naive schedules? */
  struct pram_bound_paths naive, linear;
};

/* Of GRAPH (with preds) on MACHINE.  O (tasks + edges).  */
struct pram_bounds pram_bounds_find (const struct pram_taskgraph *,
				     const struct pram_logp *);

/* (1 + 1/GRANULARITY) SECONDS.  */
double pram_bound_stretched (double seconds, double granularity);

/* (1 + 1/gamma) T / rho, and what messages stall: Lemma 2 and Theorem 2 of
   Iterative, Theorem 11 of Non-oblivious, for naive and for linear schedules;
   RHO is 1 for oblivious programs.  */
double pram_bound_naive (const struct pram_bounds *, double rho);
double pram_bound_linear (const struct pram_bounds *, double rho);

/* For schedules that run the layers one after the other, in each of which no
   process gets more than its weight / PROCS + its heaviest task.  */
struct pram_bound_brent
{
  double granularity;		/* gamma' */
  double sum;			/* layer by layer, what a process may have of it
				   and a latency; finite, never above
				   STRETCHED */
  double stretched;		/* (1 + 1/gamma') (W / P + the heaviest tasks of
				   the layers): the form of Lemma 2 that
				   holds, rho being 1 */
};

/* O (tasks).  */
struct pram_bound_brent pram_bound_brent (const struct pram_taskgraph *,
					  int32_t procs,
					  const struct pram_logp *);

/* A tighter one for a given CLUSTERING, whose orders go layer by layer: what
   the busiest process does in each layer, and a latency between layers.  */
double pram_bound_layers (const struct pram_clustering *,
			  const struct pram_logp *);

/* One for any clustering: what each process does, task by task, and a latency
   for each message.  O (tasks + edges).  */
double pram_bound_orders (const struct pram_clustering *,
			  const struct pram_logp *);

/* Non-oblivious, Lemma 8 and Theorem 9, corrected: naive schedules of programs
   with INDIRECTION levels of indirect addressing, with the greatest Lmax and
   the heaviest task for all, if no message stalls.  */
double pram_bound_indirect (const struct pram_bounds *, int indirection);

/* All that N_MESSAGES may stall, which comes to it if some may.  */
double pram_bound_stalls (const struct pram_bounds *, double n_messages);

#endif
