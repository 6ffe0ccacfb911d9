/* disturb-law.c: other distributions of steps, and what chains of such steps
   have in common, against sums over all rounds.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>

#include "lab/disturb-law.h"
#include "lab/disturb-rests.h"

/* Rounds that are summed over.  */
enum { MOST = 40000 };

/* What LAW says, from the probabilities of single rounds.  After the last cell
   the probability falls by (1 - q) exp (-t) a round.  */
static void
expect_sums (const struct pram_law *law, double t)
{
  double total = 0, divergence = 0, log_moment = -INFINITY, last = 0;
  double inside = -expm1 (law->cell * log1p (-law->q));
  double fall = log1p (-law->q) - t;
  for (int x = 1; x <= MOST; x++)
    {
      int j = (x - 1) / law->cell, within = (x - 1) % law->cell;
      double log_p = log (law->q) + (x - 1) * log1p (-law->q);
      double log_part = log (law->q / inside) + within * log1p (-law->q);
      double log_other = j < law->n ? log (law->p[j]) + log_part : last + fall;
      last = log_other;
      total += exp (log_other);
      divergence += exp (log_p) * (log_p - log_other);
      double term = log_other + t * x, high = fmax (term, log_moment);
      log_moment = high + log (exp (term - high) + exp (log_moment - high));
    }
  cr_expect (total > 1 - 1e-6 && total < 1 + 1e-9, "%g: %.12g", law->q, total);
  cr_expect_float_eq (law->divergence, divergence,
		      1e-7 + 1e-6 * divergence, "q %g, t %g: %g, not %g",
		      law->q, t, law->divergence, divergence);
  cr_expect_float_eq (law->log_moment, log_moment, 1e-6 * (1 + log_moment),
		      "q %g, t %g: %g, not %g", law->q, t, law->log_moment,
		      log_moment);
}

Test (disturb_law, moments_and_divergences)
{
  for (double q = 0.002; q < 1; q *= 1.7)
    for (double part = 0.02; part < 3; part *= 3)
      for (double share = 1e-3; share <= 1; share *= 3)
	{
	  double t = part * -log1p (-q);
	  struct pram_law law = pram_law_new (q, pram_law_cell (q));
	  pram_law_set_share (&law, t, share);
	  expect_sums (&law, t);
	  cr_expect (law.divergence >= 0);
	  if (part < 0.9)
	    {
	      pram_law_set_plain (&law, t);
	      cr_expect_float_eq (law.log_moment,
				  log (q * exp (t) / (1 - (1 - q) * exp (t))),
				  1e-9);
	      cr_expect_eq (law.divergence, 0);
	    }
	  pram_law_free (&law);
	}
}

/* A step that is sure to be on the path costs its mean: that of no other
   distribution is a better bound.  */
Test (disturb_law, sure_step)
{
  for (double q = 0.05; q < 1; q += 0.1)
    for (double t = 1e-4; t < -10 * log1p (-q); t *= 7)
      {
	struct pram_law law = pram_law_new (q, pram_law_cell (q));
	pram_law_set_share (&law, t, 1);
	cr_expect_float_eq ((law.divergence + law.log_moment) / t, 1 / q, 1e-6,
			    "%g, not %g", (law.divergence + law.log_moment) / t,
			    1 / q);
	pram_law_free (&law);
      }
}

/* P' [X = x] for chains of up to three steps of two laws.  */
enum { WIDE = 1500 };

static double *
distribution (const struct pram_law *law, const int64_t *length)
{
  double *p = calloc (WIDE, sizeof *p);
  p[0] = 1;
  for (int k = 0; k < PRAM_N_KINDS; k++)
    for (int64_t n = 0; n < length[k]; n++)
      {
	double *sum = calloc (WIDE, sizeof *sum);
	for (int x = 0; x < WIDE; x++)
	  for (int j = 0; j < law[k].n && x + j + 1 < WIDE; j++)
	    sum[x + j + 1] += p[x] * law[k].p[j];
	free (p);
	p = sum;
      }
  return p;
}

static double
expected_least (const double *a, const double *b, double t)
{
  double sum = 0;
  for (int x = 0; x < WIDE; x++)
    for (int y = 0; y < WIDE; y++)
      if (a[x] > 0 && b[y] > 0)
	sum += a[x] * b[y] * exp (t * (x < y ? x : y));
  return sum;
}

Test (disturb_law, rests)
{
  static const int64_t length[][2][2] =
    {
      { { 1, 0 }, { 0, 1 } }, { { 0, 3 }, { 2, 1 } }, { { 0, 0 }, { 1, 1 } },
      { { 0, 2 }, { 0, 2 } }, { { 3, 0 }, { 0, 1 } }
    };
  enum { N = sizeof length / sizeof *length };
  struct pram_law law[PRAM_N_KINDS];
  const double t = 0.25;
  for (int k = 0; k < PRAM_N_KINDS; k++)
    {
      law[k] = pram_law_new (k ? 0.2 : 0.7, 1);
      pram_law_set_share (&law[k], t, k ? 0.1 : 0.4);
    }
  struct pram_rests *rests = pram_rests_new (law);
  for (int32_t i = 0; i < N; i++)
    for (int again = 0; again < 2; again++)
      {
	struct pram_fork fork = { .link = 0 };
	for (int side = 0; side < 2; side++)
	  for (int k = 0; k < 2; k++)
	    fork.length[side][k] = length[i][side][k];
	cr_expect_eq (pram_rests_add (rests, &fork), i);
      }
  double work = 0;
  struct scaled *least = pram_rests_least (rests, law, t, &work);
  for (int32_t i = 0; i < N; i++)
    {
      double *p[2];
      for (int side = 0; side < 2; side++)
	{
	  int64_t all[PRAM_N_KINDS]
	    = { length[i][side][0], length[i][side][1] };
	  p[side] = distribution (law, all);
	}
      double sum = expected_least (p[0], p[1], t);
      double r = exp (scaled_log (least[i]));
      cr_expect (r <= sum * (1 + 1e-12) && r >= sum * (1 - 1e-6),
		 "%d: %.12g, not %.12g", i, r, sum);
      free (p[0]);
      free (p[1]);
    }
  cr_expect (work > 0);
  free (least);
  pram_rests_free (rests);
  for (int k = 0; k < PRAM_N_KINDS; k++)
    pram_law_free (&law[k]);
}

/* In cells, and with more steps than are random, a rest is less than it is,
   but not by much.  */
Test (disturb_law, long_rests)
{
  const double q = 0.002, t = 0.0005;
  struct pram_law law[PRAM_N_KINDS];
  for (int k = 0; k < PRAM_N_KINDS; k++)
    {
      law[k] = pram_law_new (q, pram_law_cell (q));
      pram_law_set_share (&law[k], t, 0.3);
    }
  cr_expect (law->cell > 1);
  struct pram_fork one = { .length = { { 1 }, { 1 } } };
  struct pram_fork many = { .length = { { 500 }, { 700 } } };
  struct pram_rests *rests = pram_rests_new (law);
  cr_expect_eq (pram_rests_add (rests, &one), 0);
  cr_expect_eq (pram_rests_add (rests, &many), 1);
  double work = 0;
  struct scaled *least = pram_rests_least (rests, law, t, &work);
  /* By the probabilities of cells, in the middle of which steps end.  */
  double sum = 0, left = 1;
  for (int32_t j = 0; j < law->n; j++)
    {
      double after = left - law->p[j];
      sum += (left * left - after * after)
	     * exp (t * ((double) j * law->cell + (law->cell + 1) / 2.0));
      left = after;
    }
  double r = exp (scaled_log (least[0]));
  cr_expect (r <= sum && r >= 0.99 * sum, "%g, not %g", r, sum);
  cr_expect (scaled_log (least[1]) > 500 * t);
  cr_expect (scaled_log (least[1]) < 500 * law->log_moment);
  free (least);
  pram_rests_free (rests);
  for (int k = 0; k < PRAM_N_KINDS; k++)
    pram_law_free (&law[k]);
}
