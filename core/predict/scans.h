/* scans.h: deposits that each process may find by itself.

   SPDX-License-Identifier: Apache-2.0  */

#ifndef PRAM_SCANS_H
#define PRAM_SCANS_H

#include "predict.h"

/* Find out which layers of PLAN may be scanned, and on how many processes that pays.
   Before what else is predicted.  */
void pram_scans_find (struct pram_plan *, const struct pram_predictor *by);

/* Seconds that DEPOSIT of PROG takes each time, to be noted, to be brought to where it
   belongs, to be sorted and done (measured: 15 and 30 ns).  0: it is of integers, and
   combined with others.  */
double pram_deposit_seconds (const struct pram_prog *,
			     const struct pram_deposit *);

#endif
