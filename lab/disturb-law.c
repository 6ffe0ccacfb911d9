/* disturb-law.c: other distributions of the rounds of a step.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "disturb-law.h"

#include <math.h>
#include <stdbool.h>

#include "base/alloc.h"

/* As many cells as a step takes on average.  */
enum { CELLS_OF_MEAN = 24 };

/* What is after the last cell has a probability of exp (-FAR).  */
static const double FAR = 25;

/* What is after the likely cells.  */
static const double NOTHING = 1e-11;

int32_t
pram_law_cell (double q)
{
  double cell = 1 / q / CELLS_OF_MEAN;
  return cell < 1 ? 1 : cell > INT32_MAX / 2 ? INT32_MAX / 2 : (int32_t) cell;
}

/* ln (1 - q)  */
static double
log_failure (const struct pram_law *law)
{
  return log1p (-law->q);
}

struct pram_law
pram_law_new (double q, int32_t cell)
{
  struct pram_law law = { .q = q, .cell = cell, .n = 1 };
  if (q < 1)
    law.n += (int32_t) (FAR / -log_failure (&law) / cell);
  law.factor = pram_zeroed (law.n + 1, sizeof *law.factor);
  law.p = pram_zeroed (law.n, sizeof *law.p);
  law.p[0] = 1;
  law.n_likely = 1;
  return law;
}

void
pram_law_free (struct pram_law *law)
{
  free (law->factor);
  free (law->p);
}

/* The sum of P (x) over a cell, and of P (x) exp (t (x - what was before)).  */
static double
sum_over_cell (const struct pram_law *law, double t)
{
  double y = log_failure (law) + t;
  return law->q * exp (t) * (y ? expm1 (law->cell * y) / expm1 (y) : law->cell);
}

/* Of the cells from the last one on only so many as have more than next to
   nothing.  */
static void
find_likely (struct pram_law *law)
{
  double rest = 0;
  law->n_likely = law->n;
  while (law->n_likely > 1 && rest + law->p[law->n_likely - 1] < NOTHING)
    rest += law->p[--law->n_likely];
}

void
pram_law_set_plain (struct pram_law *law, double t)
{
  double q = law->q, inside = sum_over_cell (law, 0);
  law->divergence = 0;
  law->log_moment = t;
  if (q >= 1)
    return;
  law->log_moment = (1 - q) * exp (t) < 1
		    ? t - log1p (-(1 - q) / q * expm1 (t)) : INFINITY;
  for (int32_t j = 0; j < law->n; j++)
    law->p[j] = inside * exp ((double) j * law->cell * log_failure (law));
  find_likely (law);
}

/* P' for weight W.  */
static void
set_weight (struct pram_law *law, double t, double w)
{
  double fail = log_failure (law), cell = law->cell, n = law->n;
  double norm = 0, mean = 0, moment = 0;
  double inside = sum_over_cell (law, 0), risen = sum_over_cell (law, t);
  for (int32_t j = 0; j <= law->n; j++)
    {
      double middle = j < law->n ? (cell + 1) / 2 : 0;
      law->factor[j] = -log1p (w * expm1 (t * (j * cell + middle)));
    }
  for (int32_t j = 0; j < law->n; j++)
    {
      double before = j * cell, p = inside * exp (before * fail);
      law->p[j] = p * exp (law->factor[j]);
      norm += law->p[j];
      mean += p * law->factor[j];
      moment += risen * exp (before * (fail + t) + law->factor[j]);
    }
  /* All after the last cell.  */
  double left = exp (n * cell * fail), last = law->factor[law->n];
  norm += left * exp (last) * law->q / (expm1 (t) + law->q);
  mean += left * (last - t / law->q);
  moment += left * exp (n * cell * t + last);
  for (int32_t j = 0; j < law->n; j++)
    law->p[j] /= norm;
  law->log_moment = log (moment / norm);
  law->divergence = log (norm) - mean;
}

/* Any w gives a distribution; the one asked for is approached by bisection of
   ln w.  It is at most the share, as the moment is at least 1.  */
void
pram_law_set_share (struct pram_law *law, double t, double share)
{
  enum { HALVINGS = 24 };
  if (law->q >= 1)
    {
      pram_law_set_plain (law, t);
      return;
    }
  double low = log (share) - 30, high = log (share);
  for (int k = 0; k < HALVINGS && high > low; k++)
    {
      double middle = (low + high) / 2, w = exp (middle);
      set_weight (law, t, w);
      bool more = middle + law->log_moment + log1p (-share)
		  < log1p (-w) + log (share);
      *(more ? &low : &high) = middle;
    }
  set_weight (law, t, exp (high));
  find_likely (law);
}
