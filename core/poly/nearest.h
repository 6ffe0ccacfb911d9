/* nearest.h: reads of what the same iteration has just written.

   SPDX-License-Identifier: Apache-2.0  */

#ifndef PRAM_NEAREST_H
#define PRAM_NEAREST_H

#include "poly.h"

/* By number of the statement and of its access.  */
struct pram_nearest
{
  const struct pram_poly_stmt ***writer; /* of a read: null, or whose write in the same
					    iteration it reads, all of its instances */
  bool **overwritten;		/* of a write: its iteration writes the element again,
				   and all that read it before have it as their
				   WRITER */
};

/* Those of the statements of NODE.  */
struct pram_nearest pram_nearest_find (const struct pram_poly *,
				       const struct pram_node *);

#endif
