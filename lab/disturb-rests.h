/* disturb-rests.h: what two paths from a fork have in common, at least.

   SPDX-License-Identifier: GPL-3.0-or-later

   A rest is E' exp (t min (A, B)), A and B being the rounds that the steps of
   two chains take under the laws (disturb-law.h) of their kinds.  It is needed
   for many pairs of chains, and for all of them again for each t.  */

#ifndef PRAM_DISTURB_RESTS_H
#define PRAM_DISTURB_RESTS_H

#include "disturb-law.h"
#include "scaled.h"
#include "steps.h"

struct pram_rests;
/* LAW is by kind; only those with q < 1 count as random.  */
struct pram_rests *pram_rests_new (const struct pram_law *law);
void pram_rests_free (struct pram_rests *);

/* The number of the rest of FORK, from 0 on; equal lengths have the same.  */
int32_t pram_rests_add (struct pram_rests *, const struct pram_fork *);

/* By number, what the rests are at least under these laws; the caller frees
   them.  WORK is added the number of multiplications.  */
struct scaled *pram_rests_least (struct pram_rests *, const struct pram_law *law,
				 double t, double *work);

#endif
