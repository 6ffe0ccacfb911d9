/* coalescing.h: nests whose loops had better be one.

   SPDX-License-Identifier: Apache-2.0  */

#ifndef PRAM_COALESCING_H
#define PRAM_COALESCING_H

#include "prog/prog.h"

typedef bool (*pram_coalescing_accept) (void *data, const struct pram_node *outer,
					const struct pram_node *inner);

/* Find in PROG, which has been delinearized, a loop and the one in it that ACCEPT takes
   and that had better be one: in *OUTER and *INNER.  False if there are none.  Takes
   memory from PROG's arena.  */
bool pram_coalescing_find (struct pram_prog *, pram_coalescing_accept accept, void *data,
			   const struct pram_node **outer,
			   const struct pram_node **inner);

#endif
