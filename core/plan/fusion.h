/* fusion.h: loops that had better be one.

   SPDX-License-Identifier: Apache-2.0  */

#ifndef PRAM_FUSION_H
#define PRAM_FUSION_H

#include "prog/nest.h"

/* The nest FIRST with SECOND, which follows it: as many loops, the outermost at
   0.  PROVEN: that is right for all sizes.  */
struct pram_fusion
{
  struct pram_nest first, second;
  bool proven;
};

typedef bool (*pram_fusion_accept) (void *data, const struct pram_fusion *);

/* Find two nests of PROG, which has a source, that pass over the same elements
   and may as well do so at once, and that ACCEPT takes.  False if there are
   none.  */
bool pram_fusion_find (struct pram_prog *, pram_fusion_accept accept,
		       void *data, struct pram_fusion *);

#endif
