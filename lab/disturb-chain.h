/* disturb-chain.h: how often the steps of a chain fail.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef PRAM_DISTURB_CHAIN_H
#define PRAM_DISTURB_CHAIN_H

#include <stdint.h>

/* By numbers of failures, FIRST ... FIRST + SIZE - 1: their probabilities P, up
   to a factor.  Those of other numbers are less than 1e-18 of the greatest.  */
struct pram_failures
{
  int64_t first, size;
  double *p;
};

/* The failures of N steps of probability Q < 1, a negative binomial variable.
   The caller frees P.  */
struct pram_failures pram_disturb_failures (double n, double q);

/* A random one of them, 1 <= N <= 1e15 and N / Q < 2^62; STATE as in
   splitmix.h.  It takes the same time for any N (disturb-draw.c).  */
int64_t pram_disturb_draw_failures (double n, double q, uint64_t *state);

#endif
