/* disturb-paths.c: a bound of T_s by a sum over its paths.

   SPDX-License-Identifier: GPL-3.0-or-later

   T (v) is the round in which link v ends, X (v) what the link takes itself,
   M (t) the moment generating function of one step.  All bounds are of
   a (v) = E exp (t T (v)), from which those of T_s follow:
   E[T_s] <= ln a / t and Pr [T_s > x] <= a exp (-t x), for every t > 0.

   (1) A maximum is at most the sum: a (v) <= M (t)^length * sum of a (p) over
       the predecessors p.  This is the sum over all paths, S (v).
   (2) Let a tree, or a forest, connect predecessors.  Seen from the one with
       the greatest x >= 0, every other one has an edge of its own towards it,
       the lesser end of which is at most its x; thus
	 max x (p) <= sum of x (p) - sum of min (x (p), x (p')) over the edges.
   (3) With a fork c (steps.h) of p and p', or a (c) = 1 at the beginning, and A
       and B what the paths from there take,
	 min (T (p), T (p')) >= T (c) + min (A, B),
       and as all three are independent, E exp (t min (T (p), T (p'))) is at
       least a (c) * r, r = E exp (t min (A, B)).
   (4) So a (v) <= M^length * (sum of a (p) - sum of a (c) r).  The differences
       are resolved from the end: a is a sum of y (v) * a (v), at first that
       of the last links; where y (v) >= 0, a (v) is replaced according to
       (4), else by what it is at least, M^length * a (p) for one p.
       Each time the sum does not fall; at the end all of it is at links
       without predecessors, where a is known.
   (5) For any weights w >= 0 of the places, and Z = sum of w X (v) over all
       links, E[T_s] = E[Z] + E[T_s - Z] <= E[Z] + ln E exp (t (T_s - Z)) / t.
       E exp (t (T_s - Z)) = E exp (-t Z) * E' exp (t T_s), where under E' steps
       are still independent and geometric, with 1 - q' = (1 - q) exp (-t w).
       What all paths have in common with the mean of them costs nothing then:
       with P like processors and w = 1 / P the variance of a path's time that
       counts falls by 1 / P.

   What is computed are ln S and the shares z (v) = y (v) S (v) / S, which are
   at most 1, while S itself would overflow.

   Example: a step A, and B and C after it.  (1): 2 M^2; with (3) c = A, and
   (4) is M E exp (t max (B, C)), the exact a.  */

#include <math.h>
#include <string.h>

#include "alloc.h"
#include "disturb.h"
#include "scaled.h"

/* An edge is compared with so many before it.  */
enum { NEAR = 8 };

/* Graphs of more links are searched for the best weights less finely.  */
enum { LARGE = 200000 };

/* Of longer paths to a fork only so many steps are random in r.  */
enum { LONGEST = 64 };

/* The powers of M (t) are kept up to this one.  */
enum { SHORT = 32 };

static const struct scaled one = { 1, 0 };

/* The least t is this part of what is possible: an error of rounding in a (v)
   counts 1 / t times.  The mean of a chain is met but for half of that.  */
static const double LEAST_RATE = 1e-5;

/* What r depends on, and r for the current t.  */
struct rest
{
  int64_t length[2][PRAM_N_PLACES];
  struct scaled r;
};

/* Edges lead to links, in their order, and from those that are last to a link
   after all others, which has no steps.  */
struct paths
{
  const struct pram_steps *steps;
  const struct pram_disturbance *disturbance;
  double n_steps[PRAM_N_PLACES];	/* in all links */
  int32_t *last;		/* links that no other one needs */
  int32_t n_last;
  /* By edge.  */
  int32_t *fork;		/* -1: the beginning; -2: nothing to subtract */
  int32_t *rest;
  struct rest *all_rests;
  int32_t n_rests, room;
  int32_t *bucket, n_buckets;	/* of rests, hashed; -1: empty */
  double most_t;		/* for M (t) to exist */
  /* For the current t.  */
  double q[PRAM_N_PLACES];	/* of E' */
  struct scaled *start, *end;	/* by link: S where it begins and ends */
  double *share;		/* by link */
};

/* --- The edges ------------------------------------------------------------ */

/* The edges that lead to link V: E from the result to *END.  */
static int64_t
first_edge (const struct paths *p, int32_t v, int64_t *end)
{
  const struct pram_steps *steps = p->steps;
  int64_t n_edges = steps->pred_start[steps->n_links];
  *end = v < steps->n_links ? steps->pred_start[v + 1] : n_edges + p->n_last;
  return v < steps->n_links ? steps->pred_start[v] : n_edges;
}

static int32_t
origin (const struct paths *p, int64_t e)
{
  int64_t n_edges = p->steps->pred_start[p->steps->n_links];
  return e < n_edges ? p->steps->pred[e] : p->last[e - n_edges];
}

/* --- What is subtracted --------------------------------------------------- */

static int32_t
bucket_of (const struct paths *p, const struct rest *rest)
{
  uint64_t hash = 0;
  for (int k = 0; k < 2 * PRAM_N_PLACES; k++)
    hash = (hash ^ (uint64_t) rest->length[k / 2][k % 2])
	   * UINT64_C (0x9e3779b97f4a7c15);
  int32_t b = (int32_t) (hash >> 33) & (p->n_buckets - 1);
  while (p->bucket[b] >= 0
	 && memcmp (p->all_rests[p->bucket[b]].length, rest->length,
		    sizeof rest->length))
    b = (b + 1) & (p->n_buckets - 1);
  return b;
}

/* At most half of the buckets are full.  */
static void
grow_rests (struct paths *p)
{
  p->room = p->room * 2 + 64;
  p->n_buckets = 128;
  while (p->n_buckets < 2 * p->room)
    p->n_buckets *= 2;
  p->all_rests = pram_resized (p->all_rests, p->room, sizeof *p->all_rests);
  p->bucket = pram_resized (p->bucket, p->n_buckets, sizeof *p->bucket);
  memset (p->bucket, -1, sizeof *p->bucket * (size_t) p->n_buckets);
  for (int32_t k = 0; k < p->n_rests; k++)
    p->bucket[bucket_of (p, &p->all_rests[k])] = k;
}

/* The number of the rests with the lengths of FORK.  */
static int32_t
number_rest (struct paths *p, const struct pram_fork *fork)
{
  struct rest rest = { .r = { 0 } };
  memcpy (rest.length, fork->length, sizeof rest.length);
  if (p->n_rests == p->room)
    grow_rests (p);
  int32_t b = bucket_of (p, &rest);
  if (p->bucket[b] < 0)
    {
      p->all_rests[p->n_rests] = rest;
      p->bucket[b] = p->n_rests++;
    }
  return p->bucket[b];
}

/* The forks: each edge but the first is joined to the one before it, among
   the NEAR next, with which it has most in common.  */
static void
find_forks (struct paths *p)
{
  struct pram_fork_search *search = pram_fork_search_new (p->steps);
  for (int32_t v = 0; v <= p->steps->n_links; v++)
    {
      int64_t end, first = first_edge (p, v, &end);
      for (int64_t e = first; e < end; e++)
	{
	  struct pram_fork fork, best = { .link = -2 };
	  for (int64_t f = e - 1; f >= first && f >= e - NEAR; f--)
	    if (pram_fork_find (search, origin (p, e), origin (p, f), &fork)
		&& fork.link > best.link)
	      best = fork;
	  p->fork[e] = best.link;
	  if (best.link >= -1)
	    p->rest[e] = number_rest (p, &best);
	}
    }
  pram_fork_search_free (search);
}

/* ln E exp (T min (A, B)) of two chains, as they are executed side by side.
   F[i][j]: with i and j steps left; of the chains' first steps only as many as
   are allowed for are random, the others take a round each.  */
static double
log_of_least (const struct rest *rest, const double *q, double t)
{
  int64_t n[2], fixed = INT64_MAX;
  for (int side = 0; side < 2; side++)
    {
      n[side] = rest->length[side][0] + rest->length[side][1];
      int64_t over = n[side] - LONGEST;
      fixed = over < fixed ? over : fixed;
    }
  fixed = fixed > 0 ? fixed : 0;
  double f[LONGEST + 1], e = exp (t);
  int last[2];
  for (int side = 0; side < 2; side++)
    last[side] = (int) (n[side] - fixed < LONGEST ? n[side] - fixed : LONGEST);
  for (int j = 0; j <= last[1]; j++)
    f[j] = 1;
  for (int i = 1; i <= last[0]; i++)
    {
      double a = q[i > rest->length[0][0]], diagonal = f[0];
      for (int j = 1; j <= last[1]; j++)
	{
	  double b = q[j > rest->length[1][0]], above = f[j];
	  f[j] = e * (a * (1 - b) * above + (1 - a) * b * f[j - 1]
		      + a * b * diagonal) / (1 - e * (1 - a) * (1 - b));
	  diagonal = above;
	}
    }
  return log (f[last[1]]) + t * (double) fixed;
}

/* --- The sums ------------------------------------------------------------- */

/* ln M (t) of a geometric variable >= 1 with probability Q, M (t) =
   q exp (t) / (1 - (1 - q) exp (t)), accurate for small T.  */
static double
log_moment (double q, double t)
{
  return t - log1p (-(1 - q) / q * expm1 (t));
}

/* M (t)^length, LOG_M being ln M (t).  SHORTER has the powers below SHORT.  */
static struct scaled
power_of (const struct scaled *shorter, double log_m, int64_t length)
{
  return length < SHORT ? shorter[length]
	 : scaled_exp ((double) length * log_m);
}

/* (1), under E'.  */
static struct scaled
sum_paths (struct paths *p, double t)
{
  const struct pram_steps *steps = p->steps;
  int32_t n = steps->n_links;
  double log_m[PRAM_N_PLACES];
  struct scaled shorter[PRAM_N_PLACES][SHORT];
  for (int k = 0; k < PRAM_N_PLACES; k++)
    {
      log_m[k] = log_moment (p->q[k], t);
      for (int length = 0; length < SHORT; length++)
	shorter[k][length] = scaled_exp (length * log_m[k]);
    }
  for (int32_t v = 0; v <= n; v++)
    {
      int64_t end, e = first_edge (p, v, &end);
      struct scaled sum = e == end ? one : p->end[origin (p, e++)];
      for (; e < end; e++)
	sum = scaled_sum (sum, p->end[origin (p, e)]);
      p->start[v] = p->end[v] = sum;
      if (v < n)
	{
	  int k = steps->place[v];
	  p->end[v] = scaled_product (sum, power_of (shorter[k], log_m[k],
						     steps->length[v]));
	}
    }
  return p->end[n];
}

/* Resolve the share of link V, which is negative: all of it goes to the
   predecessor with the greatest sum.  */
static void
resolve_negative (struct paths *p, int32_t v, int64_t e, int64_t end)
{
  int32_t most = origin (p, e);
  for (; e < end; e++)
    if (scaled_ratio (p->end[origin (p, e)], p->end[most]) > 1)
      most = origin (p, e);
  p->share[most] += p->share[v] * scaled_ratio (p->end[most], p->start[v]);
}

/* (4): by what part of the sum over paths the bound is.  */
static double
subtract_common (struct paths *p, double t)
{
  int32_t n = p->steps->n_links;
  double left = 0;
  for (int32_t k = 0; k < p->n_rests; k++)
    p->all_rests[k].r = scaled_exp (log_of_least (&p->all_rests[k], p->q, t));
  memset (p->share, 0, sizeof *p->share * (size_t) n);
  p->share[n] = 1;
  for (int32_t v = n; v >= 0; v--)
    {
      int64_t end, e = first_edge (p, v, &end);
      double share = p->share[v];
      if (e == end)
	left += share;
      else if (share < 0)
	resolve_negative (p, v, e, end);
      else if (share > 0)
	for (; e < end; e++)
	  {
	    int32_t u = origin (p, e), c = p->fork[e];
	    p->share[u] += share * scaled_ratio (p->end[u], p->start[v]);
	    if (c < -1)
	      continue;
	    struct scaled common = scaled_product (c < 0 ? one : p->end[c],
						   p->all_rests[p->rest[e]].r);
	    *(c < 0 ? &left : &p->share[c])
	      -= share * scaled_ratio (common, p->start[v]);
	  }
    }
  return left;
}

/* --- The best t and weights ----------------------------------------------- */

/* A point: ln t, and by place the square root of the weight in (5), as these
   may be small.  */
enum { LOG_T, ROOT, N_COORDINATES = ROOT + PRAM_N_PLACES };

struct minimum
{
  struct paths *paths;
  double exceeded;
  double x[N_COORDINATES];
  double value;			/* at X, the least so far */
};

/* The bound at point X; infinite where there is none.  */
static double
bound_at (struct paths *p, const double *x, double exceeded)
{
  double t = exp (x[LOG_T]), centre = 0;
  if (t < LEAST_RATE * p->most_t)
    return INFINITY;
  for (int k = 0; k < PRAM_N_PLACES; k++)
    {
      double q = p->disturbance->q[k], w = x[ROOT + k] * x[ROOT + k];
      p->q[k] = 1 - (1 - q) * exp (-t * w);
      centre += p->n_steps[k] * (w / q + log_moment (q, -t * w) / t);
      if (!((1 - p->q[k]) * exp (t) < 1))
	return INFINITY;
    }
  double log_a = scaled_log (sum_paths (p, t));
  if (p->fork)
    log_a += log (subtract_common (p, t));
  return centre + (log_a - log (exceeded)) / t;
}

/* The bound where coordinate C is AT, which may be a new minimum.  */
static double
try (struct minimum *m, int c, double at)
{
  double x[N_COORDINATES];
  memcpy (x, m->x, sizeof x);
  x[c] = at;
  double value = bound_at (m->paths, x, m->exceeded);
  if (value < m->value)
    {
      m->value = value;
      m->x[c] = at;
    }
  return value;
}

/* Golden-section search along coordinate C between LOW and HIGH.  Without
   what is subtracted, the bound falls and then rises: t times it is convex in
   t and t w.  */
static void
search (struct minimum *m, int c, double low, double high, int n_tries)
{
  const double golden = (sqrt (5) - 1) / 2;
  double x[2] = { high - golden * (high - low), low + golden * (high - low) };
  double y[2] = { try (m, c, x[0]), try (m, c, x[1]) };
  for (int k; n_tries > 2; n_tries--)
    {
      k = y[0] > y[1];		/* which one stays */
      if (k)
	low = x[0];
      else
	high = x[1];
      x[!k] = x[k];
      y[!k] = y[k];
      x[k] = k ? low + golden * (high - low) : high - golden * (high - low);
      y[k] = try (m, c, x[k]);
    }
}

static struct paths
begin (const struct pram_steps *steps, const struct pram_disturbance *d)
{
  double least = fmin (d->q[0], d->q[1]);
  struct paths p = { .steps = steps, .disturbance = d,
		     .most_t = -log1p (-least) };
  int32_t n = steps->n_links;
  p.last = pram_zeroed (n, sizeof *p.last);
  for (int32_t v = 0; v < n; v++)
    {
      p.n_steps[steps->place[v]] += (double) steps->length[v];
      if (steps->last[v])
	p.last[p.n_last++] = v;
    }
  p.start = pram_zeroed (n + 1, sizeof *p.start);
  p.end = pram_zeroed (n + 1, sizeof *p.end);
  return p;
}

/* Allow for (2) to (4).  */
static void
add_forks (struct paths *p)
{
  int64_t n_edges = p->steps->pred_start[p->steps->n_links] + p->n_last;
  p->share = pram_zeroed (p->steps->n_links + 1, sizeof *p->share);
  p->fork = pram_zeroed (n_edges, sizeof *p->fork);
  p->rest = pram_zeroed (n_edges, sizeof *p->rest);
  find_forks (p);
}

static void
end (struct paths *p)
{
  free (p->last);
  free (p->start);
  free (p->end);
  free (p->share);
  free (p->fork);
  free (p->rest);
  free (p->all_rests);
  free (p->bucket);
}

/* The best t alone, by the sum over all paths.  */
static struct minimum
find_rate (struct paths *p, double exceeded)
{
  struct minimum m = { .paths = p, .exceeded = exceeded, .value = INFINITY };
  search (&m, LOG_T, log (LEAST_RATE * p->most_t), log (p->most_t), 16);
  return m;
}

double
pram_disturb_path_window (const struct pram_steps *steps,
			  const struct pram_disturbance *disturbance,
			  double exceeded, double *rate)
{
  *rate = INFINITY;
  if (fmin (disturbance->q[0], disturbance->q[1]) >= 1)
    return (double) pram_steps_depth (steps);
  struct paths p = begin (steps, disturbance);
  struct minimum m = find_rate (&p, exceeded);
  *rate = exp (m.x[LOG_T]);
  end (&p);
  return m.value;
}

double
pram_disturb_path_bound (const struct pram_steps *steps,
			 const struct pram_disturbance *disturbance,
			 double exceeded)
{
  if (fmin (disturbance->q[0], disturbance->q[1]) >= 1)
    return (double) pram_steps_depth (steps);
  struct paths p = begin (steps, disturbance);
  struct minimum m = find_rate (&p, exceeded);
  add_forks (&p);
  search (&m, LOG_T, m.x[LOG_T] - 3, m.x[LOG_T] + 1, 10);
  double finest = steps->n_links > LARGE ? 0.5 : 0.03;
  for (double span = 1; exceeded >= 1 && span > finest; span /= 5)
    {
      for (int c = ROOT; c < N_COORDINATES; c++)
	search (&m, c, fmax (m.x[c] - span, 0), fmin (m.x[c] + span, 1), 8);
      search (&m, LOG_T, m.x[LOG_T] - span / 2, m.x[LOG_T] + span, 6);
    }
  end (&p);
  return m.value;
}
