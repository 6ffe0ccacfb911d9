/* apart.h: iterations that access other elements, whichever data choose.

   SPDX-License-Identifier: Apache-2.0

     for (j) { t = a[k][j]; a[k][j] = a[pivot][j]; a[pivot][j] = t; }

   accesses one column in each iteration.  So nothing of what it reads where data
   choose has been written before, if that is read first, and what it writes where
   data choose may be written when all iterations are over, if that comes last.  */

#ifndef PRAM_APART_H
#define PRAM_APART_H

#include "prog/prog.h"

/* No two iterations of LOOP access the same element of ARRAY, or one that it is
   exchanged with; in each, data choose what is read of it before anything is
   written, and what is written when all else has been done.  */
bool pram_apart_p (const struct pram_prog *, const struct pram_node *loop,
		   int array);

#endif
