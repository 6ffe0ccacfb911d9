/* same-elements.h: do two programs take the same elements for each element?

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef PRAM_SAME_ELEMENTS_H
#define PRAM_SAME_ELEMENTS_H

#include "base/diag.h"
#include "prog/prog.h"

/* Do A and B, delinearized, write the same elements, and for each of them read
   the same in the statement that writes it?  How loops are nested, shifted,
   turned, cut into tiles, and what they are called, makes no difference.
   Arrays are the same if they have the same name, that of the member alone if
   it is one; by their place in the list of arrays if there are other names in A
   than in B.  False after a PRAM_ERROR that shows where one has more than the
   other, or a PRAM_REFUSAL if that is too complex.  */
bool pram_same_elements (struct pram_prog *a, struct pram_prog *b,
			 const struct pram_diag *);

#endif
