/* disturb-layers.c: a bound of T_s by independence, layer by layer.

   SPDX-License-Identifier: GPL-3.0-or-later

   (1) The rounds after which steps are executed are nondecreasing functions of
       independent variables, so they are associated (Esary, Proschan and
       Walkup 1967): that all predecessors of a step are done after t rounds
       has at least the product of their probabilities.  Distributions that are
       propagated along the graph as if predecessors were independent
       (Kleindorfer 1971) are therefore of variables that are stochastically
       larger.
   (2) With the graph cut into layers (steps.h), and each starting only when
       all of the last one is done, T_s is at most the sum of what the layers
       take, which are independent.  That forgets what (1) has to count twice:
       few layers are good for wide graphs, many for narrow and deep ones.

   Both only add to T_s, whatever the number of layers: the least bound counts.

   A distribution is a window of values of Pr [T > t], from t = 0 to where the
   path sum says that T is larger only with probability LOST; that part is
   added to the mean, and counted as "larger than anything" in quantiles.  (Not
   of Pr [T <= t]: an error of rounding there counts once for each path.)

   Example, q = 1/2, a sender with steps A, B and a message C after A: B and C
   are done after t rounds with probability F (t) each, F that of two steps;
   the bound takes F (t)^2, one layer more takes A and then B and C, which is
   exact.  */

#include <math.h>
#include <string.h>

#include "base/alloc.h"
#include "disturb.h"

/* Pr [T <= t]: 0 for t < FIRST, AT_MOST[t - FIRST], then its last value.  */
struct rounds
{
  int64_t first, n;
  double *at_most;
};

static const double LOST = 1e-13;

/* Elements of windows to compute in all, about a nanosecond each.  */
static const double BUDGET = 1e9;

/* What path sums of a link cost in terms of that.  */
enum { PATH_SUM = 1500 };

/* Elements of windows that may exist at a time: 512 MiB.  */
static const double ROOM = 64 << 20;

/* The distribution in X, of N values, after a step more: a geometric variable
   is added, G'(t) = q G (t - 1) + (1 - q) G'(t - 1) for G (t) = Pr [T > t].  */
static void
add_one_step (double *x, int64_t n, double q)
{
  double in = 1, out = 1;
  for (int64_t t = 0; t < n; t++)
    {
      out = q * in + (1 - q) * out;
      in = x[t];
      x[t] = out;
    }
}

/* The same for LENGTH steps, four at a time, which need not wait for each
   other: each uses what the others were one round before.  */
static void
add_steps (double *x, int64_t n, int64_t length, double q)
{
  for (; length >= 4; length -= 4)
    {
      double in = 1, a = 1, b = 1, c = 1, d = 1;
      for (int64_t t = 0; t < n; t++)
	{
	  d = q * c + (1 - q) * d;
	  c = q * b + (1 - q) * c;
	  b = q * a + (1 - q) * b;
	  a = q * in + (1 - q) * a;
	  in = x[t];
	  x[t] = d;
	}
    }
  for (; length > 0; length--)
    add_one_step (x, n, q);
}

/* The distribution of a maximum, as if independent.  */
static void
join (double *x, const double *other, int64_t n)
{
  for (int64_t t = 0; t < n; t++)
    x[t] += other[t] * (1 - x[t]);
}

/* By link: how many need it.  */
static int32_t *
count_users (const struct pram_steps *layer)
{
  int32_t *n_users = pram_zeroed (layer->n_links, sizeof *n_users);
  for (int64_t e = 0; e < layer->pred_start[layer->n_links]; e++)
    n_users[layer->pred[e]]++;
  return n_users;
}

/* The most links whose windows exist at a time.  */
static int32_t
find_width (const struct pram_steps *layer)
{
  int32_t *n_users = count_users (layer), width = 0, most = 0;
  for (int32_t v = 0; v < layer->n_links; v++)
    {
      most = ++width > most ? width : most;
      for (int64_t e = layer->pred_start[v]; e < layer->pred_start[v + 1]; e++)
	width -= !--n_users[layer->pred[e]];
      width -= layer->last[v];
    }
  free (n_users);
  return most;
}

/* N values of the distribution for LAYER alone, by (1).  */
static double *
propagate (const struct pram_steps *layer, const struct pram_disturbance *d,
	   int64_t n)
{
  int32_t n_links = layer->n_links;
  double **window = pram_zeroed (n_links, sizeof *window);
  int32_t *n_users = count_users (layer);
  double *all = pram_zeroed (n, sizeof *all);
  for (int32_t v = 0; v < n_links; v++)
    {
      double *x = window[v] = pram_zeroed (n, sizeof *x);
      for (int64_t e = layer->pred_start[v]; e < layer->pred_start[v + 1]; e++)
	{
	  int32_t p = layer->pred[e];
	  join (x, window[p], n);
	  if (!--n_users[p])
	    free (window[p]);
	}
      add_steps (x, n, layer->length[v], d->q[layer->place[v]]);
      if (layer->last[v])
	{
	  join (all, x, n);
	  free (x);
	}
    }
  free (window);
  free (n_users);
  return all;
}

/* The distribution of what LAYER takes, and its mean; the caller frees it.
   False if this costs more than *BUDGET, from which it is taken.  */
static bool
bound_layer (const struct pram_steps *layer, const struct pram_disturbance *d,
	     double *budget, struct rounds *result, double *mean)
{
  double rate, work = 0;
  *budget -= (double) layer->n_links * PATH_SUM;
  if (*budget < 0)
    return false;
  double end = pram_disturb_path_window (layer, d, LOST, &rate);
  for (int32_t v = 0; v < layer->n_links; v++)
    work += (double) layer->length[v] + 2;
  *budget -= (work + (double) layer->pred_start[layer->n_links]) * end;
  if (*budget < 0 || find_width (layer) * end > ROOM)
    return false;
  result->first = 0;
  result->n = (int64_t) ceil (end) + 1;
  result->at_most = propagate (layer, d, result->n);
  /* The sum of Pr [T > t] over all t.  */
  *mean = LOST / -expm1 (-rate);
  for (int64_t t = 0; t < result->n; t++)
    {
      *mean += result->at_most[t];
      result->at_most[t] = 1 - result->at_most[t];
    }
  return true;
}

/* Cut off what has next to no probability, which makes T larger.  */
static void
trim (struct rounds *a)
{
  int64_t low = 0, n = a->n;
  while (n > 1 && a->at_most[n - 1] - a->at_most[n - 2] < 1e-18)
    n--;
  while (low < n - 1 && a->at_most[low] < 1e-18)
    low++;
  memmove (a->at_most, a->at_most + low, sizeof (double) * (size_t) (n - low));
  a->first += low;
  a->n = n - low;
}

/* The distribution of the sum of A and B, which are independent; frees A.  */
static struct rounds
add_rounds (struct rounds *a, const struct rounds *b)
{
  struct rounds sum = { a->first + b->first, a->n + b->n - 1, NULL };
  sum.at_most = pram_zeroed (sum.n, sizeof *sum.at_most);
  for (int64_t s = 0; s < b->n; s++)
    {
      double p = b->at_most[s] - (s ? b->at_most[s - 1] : 0);
      for (int64_t t = 0; t < a->n; t++)
	sum.at_most[s + t] += p * a->at_most[t];
    }
  /* After the window of A its last value, times what B has until then.  */
  for (int64_t t = a->n; t < sum.n; t++)
    sum.at_most[t] += a->at_most[a->n - 1] * b->at_most[t - a->n];
  free (a->at_most);
  trim (&sum);
  return sum;
}

/* The mean by N_LAYERS layers.  False if it costs more than *BUDGET.  */
static bool
bound_mean (const struct pram_steps *steps, const struct pram_disturbance *d,
	    int32_t n_layers, double *budget, double *mean)
{
  struct pram_arena *arena = pram_arena_new ();
  struct pram_steps *layers = pram_steps_layers (steps, n_layers, arena);
  bool good = true;
  *mean = 0;
  for (int32_t k = 0; good && k < n_layers; k++)
    {
      struct rounds rounds;
      double part;
      good = bound_layer (&layers[k], d, budget, &rounds, &part);
      if (good)
	{
	  *mean += part;
	  free (rounds.at_most);
	}
    }
  pram_arena_free (arena);
  return good;
}

/* What A takes in multiples of GRID rounds, rounded up.  */
static void
coarsen (struct rounds *a, int64_t grid)
{
  int64_t first = (a->first + grid - 1) / grid;
  int64_t n = (a->first + a->n - 1 + grid - 1) / grid - first + 1;
  for (int64_t k = 0; k < n; k++)
    {
      int64_t t = (first + k) * grid - a->first;
      a->at_most[k] = a->at_most[t < a->n ? t : a->n - 1];
    }
  a->first = first;
  a->n = n;
}

/* What is exceeded with a probability of at most EXCEEDED.  Each of the layers
   that are added may take a part of the budget; where that is not enough the
   rounds are counted on a grid twice as coarse.  */
static double
bound_tail (const struct pram_steps *steps, const struct pram_disturbance *d,
	    int32_t n_layers, double exceeded)
{
  struct pram_arena *arena = pram_arena_new ();
  struct pram_steps *layers = pram_steps_layers (steps, n_layers, arena);
  struct rounds sum = { 0, 1, pram_zeroed (1, sizeof (double)) };
  int64_t grid = 1;
  sum.at_most[0] = 1;
  for (int32_t k = 0; k < n_layers; k++)
    {
      struct rounds rounds;
      double mean, budget = INFINITY;
      bound_layer (&layers[k], d, &budget, &rounds, &mean);
      trim (&rounds);
      coarsen (&rounds, grid);
      for (; (double) sum.n * (double) rounds.n > BUDGET / n_layers; grid *= 2)
	{
	  coarsen (&sum, 2);
	  coarsen (&rounds, 2);
	}
      sum = add_rounds (&sum, &rounds);
      free (rounds.at_most);
    }
  int64_t t = 0;
  while (t < sum.n && sum.at_most[t] < 1 - exceeded)
    t++;
  double result = t < sum.n ? (double) ((sum.first + t) * grid) : INFINITY;
  free (sum.at_most);
  pram_arena_free (arena);
  return result;
}

/* Try N_LAYERS.  False if it is too much work.  */
static bool
try_layers (const struct pram_steps *steps, const struct pram_disturbance *d,
	    int32_t n_layers, double *budget, struct pram_layers_bound *best)
{
  double mean;
  if (!bound_mean (steps, d, n_layers, budget, &mean))
    return false;
  if (mean < best->mean)
    {
      best->n_layers = n_layers;
      best->mean = mean;
    }
  return true;
}

/* From many layers, which cost least, to few, until that has stopped to help;
   then around the best number.  */
bool
pram_disturb_layers_bound (const struct pram_steps *steps,
			   const struct pram_disturbance *disturbance,
			   double exceeded, struct pram_layers_bound *best)
{
  int64_t depth = pram_steps_depth (steps);
  int32_t n = 1;
  double budget = BUDGET;
  *best = (struct pram_layers_bound) { 0, INFINITY, INFINITY };
  if ((double) steps->n_links * PATH_SUM > BUDGET)
    return false;
  while (2 * n <= depth && (n < 4 || 8 * n <= depth) && n < 1 << 20)
    n *= 2;
  for (; n && try_layers (steps, disturbance, n, &budget, best)
	 && n * 4 >= best->n_layers; n /= 2)
    continue;
  if (!best->n_layers)
    return false;
  for (int32_t width = best->n_layers / 2, least = width / 8; width > least;
       width /= 2)
    for (int side = -1; side <= 1; side += 2)
      {
	n = best->n_layers + side * width;
	if (n <= depth)
	  try_layers (steps, disturbance, n, &budget, best);
      }
  best->tail = bound_tail (steps, disturbance, best->n_layers, exceeded);
  return true;
}
