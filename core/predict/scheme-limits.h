/* scheme-limits.h: figures that a communication scheme of any size doesn't
   exceed.

   SPDX-License-Identifier: Apache-2.0

   Internal to scheme.c.  */

#ifndef PRAM_SCHEME_LIMITS_H
#define PRAM_SCHEME_LIMITS_H

#include "prog/prog.h"

/* Of one iteration of each data-dependent loop, at most.  */
struct pram_scheme_limits
{
  double n_tasks, n_edges;
  double n_elements;		/* of arrays that are read indirectly */
  double work, depth, heaviest;	/* W, T, C */
  double n_layers;
  double most_received;		/* the greatest indegree */
  double degree;		/* the greatest outdegree u + indegree v of an
				   edge (u, v); 0 without edges */
  double least;			/* at least: the cost of who sends something */
  int indirection;
  double messages;
  bool *travels;		/* by array: it may be sent */
  /* Null, or why all this doesn't hold, and where.  */
  const char *reason;
  int line;
};

/* Of PROG, OP seconds an operation; in time for its text, whatever its sizes.
   Takes memory from the arena.  */
void pram_scheme_limit (struct pram_scheme_limits *,
			const struct pram_prog *prog, double op,
			struct pram_arena *);

#endif
