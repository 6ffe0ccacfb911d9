/* fission.h: loops that had better be several.

   SPDX-License-Identifier: Apache-2.0  */

#ifndef PRAM_FISSION_H
#define PRAM_FISSION_H

#include "prog/prog.h"

/* Something that a loop makes: a store, or scalars that are wanted after the
   loop, with all accesses that it takes, those included on which conditions
   depend.  Strands may have reads in common, no write.  */
struct pram_strand
{
  int n_accesses;
  const struct pram_access **accesses;
  int n_ordered;		/* loops that carry a scalar of the strand */
  const struct pram_node **ordered;
  bool last;			/* scalars: made by the last part */
};

/* Set *STRANDS to what LOOP makes and return their number; 0 if it can't be
   taken apart.  */
typedef int (*pram_find_strands) (void *data, const struct pram_node *loop,
				  struct pram_strand **strands);

/* How to split LOOP: strand s belongs to part PART[s].  Part by part is a legal
   order.  */
struct pram_fission
{
  const struct pram_node *loop;
  int n_parts, n_strands;
  int *part;
};

/* Find a loop of PROG, which has been delinearized, that can't be distributed,
   but, split into several, each of which runs all iterations, can.  False if
   there is none.  Takes memory from PROG's arena.  */
bool pram_fission_find (struct pram_prog *, pram_find_strands, void *data,
			struct pram_fission *);

/* PROG is as it was before a loop of it was split, perhaps for other sizes; its
   `parts' say into what.  Is it right for these?  */
bool pram_fission_right_p (struct pram_prog *prog);

#endif
