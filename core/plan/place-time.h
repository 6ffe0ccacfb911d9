/* place-time.h: what placing layers in one way or another takes.

   SPDX-License-Identifier: Apache-2.0

   A plan is for any number of processes, so it is judged by several: what is
   returned is the processors' time, in s, summed over them.  */

#ifndef PRAM_PLACE_TIME_H
#define PRAM_PLACE_TIME_H

#include "machine/logp.h"

/* Operations, in a loop whose N iterations are shared out among a SHARE of the
   processors.  */
double pram_place_computing (const struct pram_logp *, double operations,
			     double n, double share);

/* Passing over a block that lies in so many PIECES of memory.  */
double pram_place_passing (double pieces);

/* Each process swaps borders of BYTES, which lie in so many PIECES, with two
   others.  */
double pram_place_border (const struct pram_logp *, double bytes,
			  double pieces);

/* Each process gets its part of BYTES, but no more than MOST, from
   everywhere.  */
double pram_place_moving (const struct pram_logp *, double bytes, double most);

#endif
