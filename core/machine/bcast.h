/* bcast.h: the optimal broadcast, reduction and summation on a LogP machine.

   SPDX-License-Identifier: Apache-2.0

   Trees have one process a vertex; vertex 0 is the root.  All messages are as
   between the processes that are farthest apart.  */

#ifndef PRAM_BCAST_H
#define PRAM_BCAST_H

#include "base/arena.h"
#include "logp.h"
#include "pram-trees.h"
#include "plan/schedule.h"

/* Vertices are numbered in the order in which they are informed, which is also
   the order in which a parent sends to its children.  Backwards in time it is
   the optimal reduction of one value a process.  */
struct pram_bcast
{
  int n;
  int *parent;			/* -1 for the root */
  double *informed;		/* seconds; 0 for the root */
  double time;			/* when the last one is informed, s */
};

/* A message of BYTES to N processes (root included, N >= 1).  */
struct pram_bcast pram_bcast_build (struct pram_arena *, int n, int64_t bytes,
				    const struct pram_logp *);

/* As a task graph, one task that costs nothing a process, and its clustering,
   which takes TREE->time.  Up: the reduction, its root being the last task; on
   machines with different o_s and o_r the tree must have been built for the
   machine with these exchanged.  */
struct pram_clustering *pram_bcast_down (const struct pram_bcast *tree,
					 int32_t bytes, struct pram_arena *);
struct pram_clustering *pram_bcast_up (const struct pram_bcast *tree,
				       int32_t bytes, struct pram_arena *);

/* A reduction of BYTES whose result everybody gets: the faster of reduction and
   broadcast over the tree and of dissemination, as the runtime decides, too.
   By vertex of the tree: the parent, the process it is on, and how many
   processes from that one on are below it, itself included.  */
struct pram_allreduce
{
  struct pram_trees_choice choice; /* times in s */
  int *parent;
  int *number, *size;
};
struct pram_allreduce pram_allreduce_choose (struct pram_arena *, int n,
					     int64_t bytes,
					     const struct pram_logp *);

/* How long CHOICE takes among N processes, until all may send again, if the
   partial values of a message have UP bytes at most, and the results DOWN: an
   upper bound, in s.  */
double pram_allreduce_time (const struct pram_allreduce *choice, int n,
			    int32_t up, int32_t down, struct pram_arena *,
			    const struct pram_logp *);

/* Summation: as many numbers as N processes can sum in TIME, which they may
   have distributed as they like.  The later a process has its sum the lower is
   its number; a parent receives from its children in descending order.  */
struct pram_summation
{
  int n;			/* processes that are used, at least 1 */
  int *parent;			/* -1 for the root */
  double *end;			/* s: when each has its sum */
  int64_t *operands;		/* of its own, of each */
  int64_t n_operands;		/* of all */
  int64_t between;		/* own additions between two receives */
  double time;			/* s, as asked for */
  double add;			/* s: one addition */
};

/* One addition takes ADD (> 0) seconds, a partial sum has BYTES.  */
struct pram_summation
pram_summation_build (struct pram_arena *, int n, double time, double add,
		      int64_t bytes, const struct pram_logp *);

/* As a task graph and its clustering, which takes SUM->time if all times are
   multiples of ADD, else at most that.  */
struct pram_clustering *
pram_summation_clustering (const struct pram_summation *sum, int32_t bytes,
			   struct pram_arena *);

#endif
