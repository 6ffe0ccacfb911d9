/* disturb-fit.c: estimate the disturbances from measured times.

   SPDX-License-Identifier: GPL-3.0-or-later

   The experiment that Disturbance, section 6, leaves open.  A run is taken for
   a chain of C seconds of processor steps and N seconds of network steps, as
   predicted from analytic parameters; with steps of h seconds its time has
     mean      C / q + N / q'
     variance  h (C (1 - q) / q^2 + N (1 - q') / q'^2)
   The means give q and q', by least squares of the relative errors; the
   variances then give h.  */

#include <math.h>
#include <stdlib.h>

#include "disturb.h"

static double
mean_of (const struct pram_measured *m)
{
  double sum = 0;
  for (int k = 0; k < m->n; k++)
    sum += m->seconds[k];
  return sum / m->n;
}

static double
variance_of (const struct pram_measured *m)
{
  double mean = mean_of (m), sum = 0;
  for (int k = 0; k < m->n; k++)
    sum += (m->seconds[k] - mean) * (m->seconds[k] - mean);
  return m->n > 1 ? sum / (m->n - 1) : 0;
}

/* Sums of products of C / mean and N / mean.  */
struct sums { double cc, cn, nn, c, n; };

static struct sums
add_up (const struct pram_measured *measured, int n)
{
  struct sums s = { 0 };
  for (int k = 0; k < n; k++)
    {
      double mean = mean_of (&measured[k]);
      double x = measured[k].compute / mean, y = measured[k].network / mean;
      s.cc += x * x;
      s.cn += x * y;
      s.nn += y * y;
      s.c += x;
      s.n += y;
    }
  return s;
}

/* What is left of the sum of squares for slowdowns A and B, but a constant.  */
static double
residue (const struct sums *s, double a, double b)
{
  return a * a * s->cc + 2 * a * b * s->cn + b * b * s->nn
	 - 2 * (a * s->c + b * s->n);
}

/* The best slowdowns of at least 1: inside if both are, else on a border.  */
static void
fit_slowdowns (const struct sums *s, double *a, double *b)
{
  double determinant = s->cc * s->nn - s->cn * s->cn;
  if (determinant > 1e-12 * s->cc * s->nn)
    {
      *a = (s->c * s->nn - s->n * s->cn) / determinant;
      *b = (s->n * s->cc - s->c * s->cn) / determinant;
      if (*a >= 1 && *b >= 1)
	return;
    }
  double a1 = s->cc > 0 ? fmax ((s->c - s->cn) / s->cc, 1) : 1;
  double b1 = s->nn > 0 ? fmax ((s->n - s->cn) / s->nn, 1) : 1;
  bool first = residue (s, a1, 1) <= residue (s, 1, b1);
  *a = first ? a1 : 1;
  *b = first ? 1 : b1;
}

/* The variance of MEASURED in the model, for steps of a second.  */
static double
unit_variance (const struct pram_measured *measured,
	       const struct pram_disturbance *d)
{
  double q = d->q[PRAM_PROCESSOR], p = d->q[PRAM_NETWORK];
  return measured->compute * (1 - q) / (q * q)
	 + measured->network * (1 - p) / (p * p);
}

bool
pram_disturb_fit (const struct pram_measured *measured, int n,
		  struct pram_disturbance *disturbance, double *step,
		  const struct pram_diag *diag)
{
  for (int k = 0; k < n; k++)
    if (!(measured[k].n && mean_of (&measured[k]) > 0))
      n = 0;
  struct sums sums = add_up (measured, n);
  if (!(sums.cc + sums.nn > 0))
    {
      pram_diag_report (diag, PRAM_ERROR, 0, "there is nothing to fit to");
      return false;
    }
  double a, b, variance = 0, expected = 0;
  fit_slowdowns (&sums, &a, &b);
  disturbance->q[PRAM_PROCESSOR] = 1 / a;
  disturbance->q[PRAM_NETWORK] = 1 / b;
  for (int k = 0; k < n; k++)
    {
      double mean = mean_of (&measured[k]);
      variance += variance_of (&measured[k]) / (mean * mean);
      expected += unit_variance (&measured[k], disturbance) / (mean * mean);
    }
  *step = expected > 0 ? variance / expected : 0;
  return true;
}

void
pram_disturb_predict (const struct pram_measured *run,
		      const struct pram_disturbance *d, double step,
		      double *mean, double *deviation)
{
  *mean = run->compute / d->q[PRAM_PROCESSOR]
	  + run->network / d->q[PRAM_NETWORK];
  *deviation = sqrt (step * unit_variance (run, d));
}

/* The normal variable that is not exceeded with probability PART.  */
static double
normal_quantile (double part)
{
  double low = -40, high = 40;
  for (int round = 0; round < 80; round++)
    {
      double middle = (low + high) / 2;
      if (erfc (-middle / M_SQRT2) / 2 < part)
	low = middle;
      else
	high = middle;
    }
  return low;
}

/* What is lost to failures is about gamma distributed; its quantile by Wilson
   and Hilferty's cube root.  */
double
pram_disturb_predict_quantile (const struct pram_measured *run,
			       const struct pram_disturbance *d, double step,
			       double part)
{
  double mean, deviation, least = run->compute + run->network;
  pram_disturb_predict (run, d, step, &mean, &deviation);
  double lost = mean - least;
  if (!(deviation > 1e-9 * mean && lost > 0))
    return mean;
  double shape = lost * lost / (deviation * deviation);
  double root = 1 - 1 / (9 * shape)
		+ normal_quantile (part) / (3 * sqrt (shape));
  return least + (root > 0 ? lost * root * root * root : 0);
}
