/* pack.h: a plan as bytes, to be sent to other processes.

   SPDX-License-Identifier: Apache-2.0

   What all processes have anyway, code and texts, is not sent: a plan is made
   like a region, its *template*, from which they are taken.  */

#ifndef PRT_PACK_H
#define PRT_PACK_H

#include <stdbool.h>
#include <stddef.h>
#include "pram-abi.h"

#pragma GCC visibility push(hidden)

/* Has PLAN as many arguments, layers, results and so on as TEMPLATE, so that
   TEMPLATE's code can run it?  */
bool prt_pack_fits_p (const struct pram_region *plan,
		      const struct pram_region *template);

/* PLAN as *SIZE bytes, to be freed.  */
char *prt_pack (const struct pram_region *plan, size_t *size);

/* What was packed to BYTES, which become the region: freed with it, and by
   nothing else.  */
struct pram_region *prt_unpack (char *bytes,
				const struct pram_region *template);

#pragma GCC visibility pop
#endif
