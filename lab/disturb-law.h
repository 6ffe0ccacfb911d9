/* disturb-law.h: other distributions of the rounds of a step.

   SPDX-License-Identifier: GPL-3.0-or-later

   A step takes x >= 1 rounds with probability P (x) = q (1 - q)^(x-1).  Under
   P' that is multiplied by 1 / (1 + w (exp (t x) - 1)) and normalized: a step
   that takes many rounds is less probable by exp (-t x), as if it were sure to
   count, one of few rounds nearly as probable as it is.  disturb-paths.c says
   what for, and which w is best.

   Rounds are counted in cells of CELL (1 unless q is small), in which the
   factor is constant; after N cells it falls by exp (-t x) alone, so that all
   sums are finite and exact.  */

#ifndef PRAM_DISTURB_LAW_H
#define PRAM_DISTURB_LAW_H

#include <stdint.h>

struct pram_law
{
  double q;
  int32_t cell, n;
  double *factor;		/* by cell: room for the factors' logarithms */
  double *p;			/* by cell: P' */
  int32_t n_likely;		/* cells after which next to nothing of P' is */
  double log_moment;		/* ln E' exp (t X) */
  double divergence;		/* E ln (P / P') >= 0 */
};

/* The rounds in a cell where the least of the probabilities is Q.  */
int32_t pram_law_cell (double q);

/* Room for laws of steps with probability Q.  */
struct pram_law pram_law_new (double q, int32_t cell);
void pram_law_free (struct pram_law *);

/* P' = P, for exp (t) (1 - q) < 1; otherwise the moment is infinite.  */
void pram_law_set_plain (struct pram_law *, double t);

/* P' for the w with w E' exp (t X) : 1 - w = SHARE : 1 - SHARE, 0 < SHARE <=
   1.  For exp (t) (1 - q)^-25 beyond the range of doubles the moment is not
   finite.  */
void pram_law_set_share (struct pram_law *, double t, double share);

#endif
