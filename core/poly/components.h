/* components.h: parts of arrays that have no access in common.

   SPDX-License-Identifier: Apache-2.0  */

#ifndef PRAM_COMPONENTS_H
#define PRAM_COMPONENTS_H

#include "poly.h"

/* Accesses of different components never touch the same element.  */
struct pram_components
{
  int n;
  int **of;			/* by number of the statement and of its access */
};

/* Those of POLY, as long as its prog is.  */
struct pram_components pram_components_find (const struct pram_poly *);

#endif
