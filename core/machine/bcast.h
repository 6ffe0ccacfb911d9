/* bcast.h: the optimal broadcast and reduction on a LogP machine.

   SPDX-License-Identifier: Apache-2.0

   Trees have one process a vertex; vertex 0 is the root.  All messages are as
   between the processes that are farthest apart.  */

#ifndef PRAM_BCAST_H
#define PRAM_BCAST_H

#include "base/arena.h"
#include "logp.h"
#include "pram-trees.h"

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

/* What a message of BYTES takes among N processes.  */
struct pram_trees_message pram_bcast_message (const struct pram_logp *, int n,
					      int64_t bytes);

/* A message of BYTES to N processes (root included, N >= 1).  */
struct pram_bcast pram_bcast_build (struct pram_arena *, int n, int64_t bytes,
				    const struct pram_logp *);

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

#endif
