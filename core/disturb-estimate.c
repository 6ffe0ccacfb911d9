/* disturb-estimate.c: estimate how long a disturbed schedule takes.

   SPDX-License-Identifier: GPL-3.0-or-later

   Mean, variance and third central moment of when each link ends, along the
   graph.  The variables of a maximum are taken for a sum of what they have in
   common and independent rests, each with its part of the third moment that it
   has of the variance, as if they were gamma distributed with one scale (sums
   of geometric variables nearly are).  The moments of the greatest rest are
   integrated numerically; gamma variables are cubes of normal ones for that
   (Wilson and Hilferty 1931).

   What variables have in common: with the probability that an argument is the
   greatest, its *share*, a link's own variance counts in the covariance of two
   variables by the product of its weights in both.  The weight of a link to
   which the longest path leads with probability a is a for normal variables
   (Clark, The greatest of a finite set of random variables, 1961), and a (2 -
   a) for exponential ones: where the link takes long, the path leads through
   it; in between it is a + b a (1 - a), b the *bend*.  The links are followed
   backwards from both, only so many; of what is left, that part counts as
   common that is behind both.

   Example, two independent exponential variables of variance 1: the greatest
   has 1.25, its covariance with each is a (2 - a) = .75, and the variance that
   walks find in it again .75^2 + .75^2.  The .125 that are *unexplained* come
   from how far both are apart, and other maxima of the same two have them in
   common.  They count as a sum of independent variables, one at each argument,
   of its share of the variance: two maxima with the shares s and s' have the
   part sum of sqrt (s s') in common.  */

#include <math.h>

#include "alloc.h"
#include "disturb.h"
#include "link-heap.h"

/* Links that are followed for a covariance: as many as the work for the whole
   graph allows.  */
enum { LEAST_WALK = 24, MOST_WALK = 256 };
static const double BUDGET = 6e6;

/* Less probable paths are not followed.  */
static const double LEAST = 1.0 / 512;

/* The bend that exponential variables would have counts so much: links are
   parts of longer rests.  */
static const double BENT = 0.8;

struct moments { double mean, variance, third; };

/* The greatest of two variables: with which probability it is the first, and
   the bend of both.  */
struct greatest
{
  struct moments at;
  double first, bend;
};

/* A gamma variable of mean MEAN above LEAST.  The cube root of its part of the
   mean is a normal variable of mean ROOT and deviation SPREAD.  */
struct rest { double least, mean, shape, root, spread; };

/* The rest of A with VARIANCE, and with MEAN; no more skewed than exponential
   variables.  */
static struct rest
rest_of (struct moments a, double variance, double mean)
{
  /* Twice the scale.  */
  double ratio = a.variance > 0 ? a.third / a.variance : 0;
  double shape = 4 * variance / fmax (ratio * ratio, 4e-6 * variance);
  shape = fmax (shape, 1);
  double gamma = sqrt (variance * shape);
  return (struct rest) { mean - gamma, gamma, shape, 1 - 1 / (9 * shape),
			 1 / (3 * sqrt (shape)) };
}

/* Where it is for Z of a normal variable.  */
static double
value_at (const struct rest *x, double z)
{
  double root = x->root + z * x->spread;
  return x->least + (root > 0 ? x->mean * root * root * root : 0);
}

/* How probably it is at most VALUE.  */
static double
at_most (const struct rest *x, double value)
{
  double part = (value - x->least) / x->mean;
  if (part <= 0)
    return 0;
  double z = (cbrt (part) - x->root) / x->spread;
  return erfc (-z / M_SQRT2) / 2;
}

/* exp (-z^2 / 2) for z = 0, 1/2, ... 9/2.  */
static const double normal[]
  = { 1, 0.882496902585, 0.606530659713, 0.324652467358,
      0.135335283237, 0.0439369336234, 0.0111089965382,
      0.00218749111818, 0.000335462627903, 4.0065297393e-05 };

/* Add to SUM the moments of X where it is greater than Y, about 0.  */
static void
integrate (const struct rest *x, const struct rest *y, double sum[4])
{
  for (int i = -9; i <= 9; i++)
    {
      double at = value_at (x, i / 2.0);
      double p = normal[abs (i)] * at_most (y, at);
      for (int k = 0; k < 4; k++, p *= at)
	sum[k] += p;
    }
}

static struct greatest
find_greatest (struct moments a, struct moments b, double covariance)
{
  double x = a.variance - covariance, y = b.variance - covariance;
  double spread = sqrt (x + y), apart = fabs (a.mean - b.mean);
  if (!(spread > 1e-9 * (fabs (a.mean) + fabs (b.mean))) || apart > 8 * spread)
    {
      bool first = a.mean >= b.mean;
      return (struct greatest) { first ? a : b, first, 0 };
    }
  /* About the mean of A; what does not vary at all would have no density.  */
  double least = 1e-6 * spread * spread;
  struct rest rest[2] = { rest_of (a, fmax (x, least), 0),
			  rest_of (b, fmax (y, least), b.mean - a.mean) };
  double sum[4] = { 0 };
  integrate (&rest[0], &rest[1], sum);
  double first = sum[0];
  integrate (&rest[1], &rest[0], sum);
  double m = sum[1] / sum[0], square = sum[2] / sum[0], cube = sum[3] / sum[0];
  double skewed = fmin (a.third * b.variance, b.third * a.variance)
		  / (a.variance * b.variance);
  struct moments at
    = { a.mean + m, covariance + square - m * m,
	(covariance > 0 ? covariance * skewed : 0)
	+ fmax (cube - 3 * m * square + 2 * m * m * m, 0) };
  double bend = sqrt ((1 / rest[0].shape + 1 / rest[1].shape) / 2);
  return (struct greatest) { at, first / sum[0], BENT * bend };
}

/* The weight of what is on the longest path with probability A.  */
static double
weight (double a, double bend)
{
  return a < 1 ? a + bend * a * (1 - a) : 1;
}

/* --- What two variables have in common ------------------------------------ */

/* Argument LINK of a maximum is the greatest with probability SHARE.  */
struct argument { int32_t link; double share; };

/* How walks have come to a link, both from the later links to the earlier
   ones.  */
struct arrival
{
  double part[2];		/* how probably; both 0: it does not wait */
  double unexplained[2];	/* a deviation: what is laid on it of that */
};

struct walk
{
  const struct pram_steps *steps;
  const struct pram_disturbance *disturbance;
  struct moments *at;		/* by link: when it ends */
  double *own;			/* by link: its variance */
  double *unexplained;		/* by link: variance of when it begins */
  double *bend;			/* by link */
  double longest_tail;		/* third moment / variance of a step, at most */
  int most_walked;
  double *share;		/* by edge */
  struct arrival *arrival;	/* by link */
  struct link_heap waiting;
  struct argument *argument;	/* of the current maximum */
  int32_t n_arguments;
  double found;			/* the variance that walks find in it */
};

static void
reach (struct walk *w, int32_t v, int side, double part, double unexplained)
{
  struct arrival *at = &w->arrival[v];
  if (part < LEAST)
    return;
  if (at->part[0] + at->part[1] <= 0)
    link_heap_push (&w->waiting, v);
  at->part[side] += part;
  at->unexplained[side] += unexplained;
}

/* Go on from link U to those that it needs.  */
static void
walk_on (struct walk *w, int32_t u, const struct arrival *at)
{
  const struct pram_steps *steps = w->steps;
  for (int64_t e = steps->pred_start[u]; e < steps->pred_start[u + 1]; e++)
    for (int side = 0; side < 2; side++)
      {
	double part = at->part[side];
	reach (w, steps->pred[e], side, part * w->share[e],
	       weight (part, w->bend[u])
	       * sqrt (w->share[e] * w->unexplained[u]));
      }
}

/* The covariance of the maximum so far with the end of link V.  */
static double
find_covariance (struct walk *w, int32_t v)
{
  double sum = 0;
  for (int32_t k = 0; k < w->n_arguments; k++)
    reach (w, w->argument[k].link, 0, w->argument[k].share, 0);
  reach (w, v, 1, 1, 0);
  for (int walked = 0; w->waiting.n > 0; walked++)
    {
      bool end = walked >= w->most_walked || w->waiting.n == 1;
      int32_t u = link_heap_pop (&w->waiting);
      struct arrival at = w->arrival[u];
      w->arrival[u] = (struct arrival) { { 0 }, { 0 } };
      sum += at.unexplained[0] * at.unexplained[1];
      if (end)
	{
	  walked = w->most_walked;
	  sum += fmin (at.part[0], at.part[1]) * w->at[u].variance;
	  continue;
	}
      sum += weight (at.part[0], w->bend[u]) * weight (at.part[1], w->bend[u])
	     * w->own[u];
      walk_on (w, u, &at);
    }
  return sum;
}

/* MAXIMUM, of the arguments so far, with that of link V.  */
static struct moments
add_argument (struct walk *w, struct moments maximum, int32_t v)
{
  struct greatest both = { w->at[v], 0, 0 };
  double variance = w->at[v].variance;
  int32_t n = 0;
  if (w->n_arguments)
    {
      double common = fmin (find_covariance (w, v),
			    fmin (maximum.variance, variance));
      both = find_greatest (maximum, w->at[v], common);
      both.at.third = fmin (both.at.third, w->longest_tail * both.at.variance);
      double first = weight (both.first, both.bend);
      double second = weight (1 - both.first, both.bend);
      common = fmin (common, w->found);
      w->found = common + first * first * (w->found - common)
		 + second * second * (variance - common);
    }
  else
    w->found = variance;
  for (int32_t k = 0; k < w->n_arguments; k++)
    {
      w->argument[n] = w->argument[k];
      w->argument[n].share *= both.first;
      n += w->argument[n].share >= LEAST;
    }
  w->argument[n++] = (struct argument) { v, 1 - both.first };
  w->n_arguments = n;
  return both.at;
}

/* When link V ends, with what it takes itself after START.  */
static void
add_steps (struct walk *w, int32_t v, struct moments start)
{
  double q = w->disturbance->q[w->steps->place[v]];
  double n = (double) w->steps->length[v], variance = n * (1 - q) / (q * q);
  w->at[v].mean = start.mean + n / q;
  w->at[v].variance = start.variance + variance;
  w->at[v].third = start.third + variance * (2 - q) / q;
  w->own[v] = variance;
  w->unexplained[v] = fmax (start.variance - w->found, 0);
  /* Half of the skewness.  */
  w->bend[v] = BENT * fmin ((1 - q / 2) / sqrt (fmax (n * (1 - q), 1e-9)), 1);
}

/* When link V ends, and the shares of its predecessors.  */
static void
end_link (struct walk *w, int32_t v)
{
  const struct pram_steps *steps = w->steps;
  int64_t begin = steps->pred_start[v], end = steps->pred_start[v + 1];
  struct moments start = { 0, 0, 0 };
  w->n_arguments = 0;
  w->found = 0;
  for (int64_t e = begin; e < end; e++)
    start = add_argument (w, start, steps->pred[e]);
  for (int32_t k = 0; k < w->n_arguments; k++)
    for (int64_t e = begin; e < end; e++)
      if (steps->pred[e] == w->argument[k].link)
	w->share[e] = w->argument[k].share;
  add_steps (w, v, start);
}

void
pram_disturb_estimate (const struct pram_steps *steps,
		       const struct pram_disturbance *disturbance,
		       double *mean, double *deviation)
{
  int32_t n = steps->n_links;
  double q = fmin (disturbance->q[0], disturbance->q[1]);
  double walk = fmin (BUDGET / fmax (n, 1), MOST_WALK);
  struct walk w = { .steps = steps, .disturbance = disturbance,
		    .longest_tail = (2 - q) / q,
		    .most_walked = (int) fmax (walk, LEAST_WALK) };
  struct moments all = { 0, 0, 0 };
  w.at = pram_zeroed (n, sizeof *w.at);
  w.own = pram_zeroed (n, sizeof *w.own);
  w.unexplained = pram_zeroed (n, sizeof *w.unexplained);
  w.bend = pram_zeroed (n, sizeof *w.bend);
  w.share = pram_zeroed (steps->pred_start[n], sizeof *w.share);
  w.arrival = pram_zeroed (n, sizeof *w.arrival);
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
  free (w.own);
  free (w.unexplained);
  free (w.bend);
  free (w.share);
  free (w.arrival);
  free (w.waiting.link);
  free (w.argument);
}
