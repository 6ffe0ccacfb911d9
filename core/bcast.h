/* bcast.h: the optimal broadcast on a LogP machine.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef PRAM_BCAST_H
#define PRAM_BCAST_H

#include "arena.h"
#include "logp.h"

/* Vertex 0 is the root.  Vertices are numbered in the order in which they are
   informed, which is also the order in which a parent sends to its
   children.  */
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

#endif
