/* disturb-estimate.c: estimate how long a disturbed schedule takes.

   SPDX-License-Identifier: GPL-3.0-or-later

   Mean and variance of when each link ends, along the graph; maxima by Clark's
   formulas (The greatest of a finite set of random variables, 1961), which
   are for normal variables.  Sums of geometric variables are nearly gamma
   distributed, so the formulas are applied to their cube roots, which are
   nearly normal (Wilson and Hilferty 1931).

   What is maximised has steps in common.  Clark's formulas also say with which
   probability each argument is the greatest, its *share*; a link's variance
   counts in the covariance of two variables with the product of the
   probabilities that their longest paths lead through it.  These are followed
   backwards from both, WALK links in all; of what is left, that part counts as
   common that is behind both.  */

#include <math.h>

#include "alloc.h"
#include "disturb.h"
#include "link-heap.h"

enum { WALK = 24 };

/* Less probable paths are not followed.  */
static const double LEAST = 1.0 / 512;

struct moments { double mean, variance; };

/* The maximum of normal variables A and B; FIRST: how probably it is A.  */
static struct moments
greatest_normal (struct moments a, struct moments b, double covariance,
		 double *first)
{
  double spread = sqrt (fmax (a.variance + b.variance - 2 * covariance, 0));
  if (!(spread > 1e-9 * (fabs (a.mean) + fabs (b.mean))))
    {
      *first = a.mean >= b.mean;
      return a.mean >= b.mean ? a : b;
    }
  double alpha = (a.mean - b.mean) / spread;
  double density = exp (-alpha * alpha / 2) / sqrt (2 * M_PI);
  double above = erfc (-alpha / M_SQRT2) / 2, below = 1 - above;
  double mean = a.mean * above + b.mean * below + spread * density;
  double square = (a.mean * a.mean + a.variance) * above
		  + (b.mean * b.mean + b.variance) * below
		  + (a.mean + b.mean) * spread * density;
  *first = above;
  return (struct moments) { mean, fmax (square - mean * mean, 0) };
}

/* The cube root of a gamma variable.  */
static struct moments
root_of (struct moments a)
{
  double part = a.variance / (9 * a.mean * a.mean);
  return (struct moments) { cbrt (a.mean) * (1 - part),
			    pow (a.mean, 2 / 3.) * part };
}

/* The cube of a normal variable.  */
static struct moments
cube_of (struct moments a)
{
  double m = a.mean * a.mean, v = a.variance;
  double mean = a.mean * (m + 3 * v);
  return (struct moments) { mean, v * (9 * m * m + 36 * m * v + 15 * v * v) };
}

static struct moments
greatest (struct moments a, struct moments b, double covariance, double *first)
{
  if (!(a.variance > 0 && b.variance > 0))
    return greatest_normal (a, b, covariance, first);
  double correlation = covariance / sqrt (a.variance * b.variance);
  struct moments x = root_of (a), y = root_of (b);
  covariance = fmin (correlation, 1) * sqrt (x.variance * y.variance);
  return cube_of (greatest_normal (x, y, covariance, first));
}

/* --- What two variables have in common ------------------------------------ */

/* Argument LINK of a maximum is the greatest with probability SHARE.  */
struct argument { int32_t link; double share; };

struct walk
{
  const struct pram_steps *steps;
  const struct pram_disturbance *disturbance;
  struct moments *at;		/* by link: when it ends */
  double *share;		/* by edge */
  /* Both walks, from the later links to the earlier ones: how probably they
     lead to a link, and the links that wait.  */
  double (*part)[2];		/* by link; 0: it does not wait */
  struct link_heap waiting;
  struct argument *argument;	/* of the current maximum */
  int32_t n_arguments;
};

static void
reach (struct walk *w, int32_t v, int side, double part)
{
  if (part < LEAST)
    return;
  if (w->part[v][0] + w->part[v][1] <= 0)
    link_heap_push (&w->waiting, v);
  w->part[v][side] += part;
}

static double
own_variance (const struct walk *w, int32_t v)
{
  double q = w->disturbance->q[w->steps->place[v]];
  return (double) w->steps->length[v] * (1 - q) / (q * q);
}

/* The covariance of the maximum so far with the end of link V.  */
static double
find_covariance (struct walk *w, int32_t v)
{
  const struct pram_steps *steps = w->steps;
  double sum = 0;
  for (int32_t k = 0; k < w->n_arguments; k++)
    reach (w, w->argument[k].link, 0, w->argument[k].share);
  reach (w, v, 1, 1);
  for (int walked = 0; w->waiting.n > 0; walked++)
    {
      bool end = walked >= WALK || w->waiting.n == 1;
      int32_t u = link_heap_pop (&w->waiting);
      double a = w->part[u][0], b = w->part[u][1];
      w->part[u][0] = w->part[u][1] = 0;
      if (end)
	{
	  walked = WALK;
	  sum += fmin (a, b) * w->at[u].variance;
	  continue;
	}
      sum += a * b * own_variance (w, u);
      for (int64_t e = steps->pred_start[u]; e < steps->pred_start[u + 1]; e++)
	{
	  reach (w, steps->pred[e], 0, a * w->share[e]);
	  reach (w, steps->pred[e], 1, b * w->share[e]);
	}
    }
  return sum;
}

/* MAXIMUM, of the arguments so far, with that of link V.  */
static struct moments
add_argument (struct walk *w, struct moments maximum, int32_t v)
{
  double first = 0;
  int32_t n = 0;
  if (w->n_arguments)
    maximum = greatest (maximum, w->at[v], find_covariance (w, v), &first);
  else
    maximum = w->at[v];
  for (int32_t k = 0; k < w->n_arguments; k++)
    {
      w->argument[n] = w->argument[k];
      w->argument[n].share *= first;
      n += w->argument[n].share >= LEAST;
    }
  w->argument[n++] = (struct argument) { v, 1 - first };
  w->n_arguments = n;
  return maximum;
}

/* When link V ends, and the shares of its predecessors.  */
static void
end_link (struct walk *w, int32_t v)
{
  const struct pram_steps *steps = w->steps;
  int64_t begin = steps->pred_start[v], end = steps->pred_start[v + 1];
  struct moments start = { 0, 0 };
  w->n_arguments = 0;
  for (int64_t e = begin; e < end; e++)
    start = add_argument (w, start, steps->pred[e]);
  for (int32_t k = 0; k < w->n_arguments; k++)
    for (int64_t e = begin; e < end; e++)
      if (steps->pred[e] == w->argument[k].link)
	w->share[e] = w->argument[k].share;
  w->at[v].mean = start.mean + (double) steps->length[v]
			       / w->disturbance->q[steps->place[v]];
  w->at[v].variance = start.variance + own_variance (w, v);
}

void
pram_disturb_estimate (const struct pram_steps *steps,
		       const struct pram_disturbance *disturbance,
		       double *mean, double *deviation)
{
  int32_t n = steps->n_links;
  struct walk w = { .steps = steps, .disturbance = disturbance };
  struct moments all = { 0, 0 };
  w.at = pram_zeroed (n, sizeof *w.at);
  w.share = pram_zeroed (steps->pred_start[n], sizeof *w.share);
  w.part = pram_zeroed (n, sizeof *w.part);
  w.waiting.link = pram_zeroed (n + 1, sizeof *w.waiting.link);
  w.argument = pram_zeroed (n + 1, sizeof *w.argument);
  for (int32_t v = 0; v < n; v++)
    end_link (&w, v);
  w.n_arguments = 0;
  for (int32_t v = 0; v < n; v++)
    if (steps->last[v])
      all = add_argument (&w, all, v);
  *mean = all.mean;
  *deviation = sqrt (all.variance);
  free (w.at);
  free (w.share);
  free (w.part);
  free (w.waiting.link);
  free (w.argument);
}
