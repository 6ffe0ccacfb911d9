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
   (5) For every other law P' of the steps, under which they are independent,
	 t E[T_s] <= ln E' exp (t T_s) + sum of E ln (P / P') over all steps
       (Donsker and Varadhan; Jensen's inequality for E ln).  With the others
       given, a bound as (4) is A + B E' exp (t X) for a step of X rounds, and
       the least one is that of P' = P / (1 + w (exp (t X) - 1)), normalized:
       what is paid for the steps of other paths, the divergence, is of the
       second order in their share w of the paths; what is won is that a step of
       many rounds, which a path alone is not likely to have but one of many
       paths is, no longer makes the path's expectation large.  t may be larger
       than where E exp (t X) exists.
   (6) Links are of one kind if they are at the same place and have about the
       same share B E' exp (t X) / (A + B E' exp (t X)): kinds have a law each.
       The share of a link is z (v), below, times what is left of S (v).

   What is computed are ln S and the shares z (v) = y (v) S (v) / S, which are
   at most 1, while S itself would overflow.

   Example: a step A, and B and C after it.  (1): 2 M^2; with (3) c = A, and
   (4) is M E exp (t max (B, C)), the exact a.  */

#include <math.h>
#include <string.h>

#include "base/alloc.h"
#include "disturb-rests.h"
#include "disturb.h"
#include "scaled.h"

/* An edge is compared with so many before it.  */
enum { NEAR = 8 };

/* Kinds of the links of a place: 2^1.5 is between the shares of two of them,
   and the last one has all that are less.  */
enum { KINDS = PRAM_N_KINDS / PRAM_N_PLACES };

/* The kinds of links change so often, unless that is too much work: in
   elementary operations, of which there are a few in a nanosecond.  */
enum { MOST_ROUNDS = 7 };
static const double ENOUGH = 2e9;

/* The least share that a law allows for.  */
static const double LEAST_SHARE = 1e-6;

/* The powers of M (t) are kept up to this one.  */
enum { SHORT = 32 };

static const struct scaled one = { 1, 0 };

/* The least t is this part of what is possible: an error of rounding in a (v)
   counts 1 / t times.  The mean of a chain is met but for half of that.  */
static const double LEAST_RATE = 1e-5;

/* Edges lead to links, in their order, and from those that are last to a link
   after all others, which has no steps.  */
struct paths
{
  const struct pram_steps *steps;
  int32_t *last;		/* links that no other one needs */
  int32_t n_last;
  double most_t;		/* for M (t) to exist */
  unsigned char *kind;		/* by link */
  double n_steps[PRAM_N_KINDS];
  double share[PRAM_N_KINDS];	/* of a link on average; 0: P' = P */
  /* By edge; null: nothing is subtracted.  */
  int32_t *fork;		/* -1: the beginning; -2: nothing to subtract */
  int32_t *rest;
  struct pram_rests *rests;
  /* For the current t.  */
  struct pram_law law[PRAM_N_KINDS];
  struct scaled *start, *end;	/* by link: S where it begins and ends */
  struct scaled *least;		/* by rest */
  double *z;			/* by link */
  double work;			/* in operations, up to now */
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

/* The forks: each edge but the first is joined to the one before it, among
   the NEAR next, with which it has most in common.  */
static void
find_forks (struct paths *p)
{
  int64_t n_edges = p->steps->pred_start[p->steps->n_links] + p->n_last;
  struct pram_fork_search *search = pram_fork_search_new (p->steps, p->kind);
  if (p->rests)
    pram_rests_free (p->rests);
  p->rests = pram_rests_new (p->law);
  p->fork = pram_resized (p->fork, n_edges + 1, sizeof *p->fork);
  p->rest = pram_resized (p->rest, n_edges + 1, sizeof *p->rest);
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
	    p->rest[e] = pram_rests_add (p->rests, &best);
	}
    }
  pram_fork_search_free (search);
}

/* --- The sums ------------------------------------------------------------- */

/* M (t)^length, LOG_M being ln M (t).  SHORTER has the powers below SHORT.  */
static struct scaled
power_of (const struct scaled *shorter, double log_m, int64_t length)
{
  return length < SHORT ? shorter[length]
	 : scaled_exp ((double) length * log_m);
}

/* (1), under E'.  */
static struct scaled
sum_paths (struct paths *p)
{
  const struct pram_steps *steps = p->steps;
  int32_t n = steps->n_links;
  struct scaled shorter[PRAM_N_KINDS][SHORT];
  for (int k = 0; k < PRAM_N_KINDS; k++)
    for (int length = 0; length < SHORT; length++)
      shorter[k][length] = scaled_exp (length * p->law[k].log_moment);
  for (int32_t v = 0; v <= n; v++)
    {
      int64_t end, e = first_edge (p, v, &end);
      struct scaled sum = e == end ? one : p->end[origin (p, e++)];
      for (; e < end; e++)
	sum = scaled_sum (sum, p->end[origin (p, e)]);
      p->start[v] = p->end[v] = sum;
      if (v < n)
	{
	  int k = p->kind[v];
	  p->end[v] = scaled_product (sum, power_of (shorter[k],
						     p->law[k].log_moment,
						     steps->length[v]));
	}
    }
  return p->end[n];
}

/* The predecessor of link V, which has edges E to END, with the greatest
   sum.  */
static int32_t
greatest (const struct paths *p, int64_t e, int64_t end)
{
  int32_t most = origin (p, e);
  for (; e < end; e++)
    if (scaled_ratio (p->end[origin (p, e)], p->end[most]) > 1)
      most = origin (p, e);
  return most;
}

/* What is subtracted for edge E to link V, if anything is: by what part of
   S (V), and for which fork.  */
static bool
common_part (const struct paths *p, int64_t e, int32_t v, int32_t *c,
	     double *part)
{
  *c = p->fork ? p->fork[e] : -2;
  if (*c < -1)
    return false;
  *part = scaled_ratio (scaled_product (*c < 0 ? one : p->end[*c],
					p->least[p->rest[e]]), p->start[v]);
  return true;
}

/* (4): by what part of the sum over paths the bound is.  */
static double
subtract_common (struct paths *p)
{
  int32_t n = p->steps->n_links;
  double left = 0;
  memset (p->z, 0, sizeof *p->z * (size_t) n);
  p->z[n] = 1;
  for (int32_t v = n; v >= 0; v--)
    {
      int64_t end, e = first_edge (p, v, &end);
      double z = p->z[v], part;
      if (e == end)
	left += z;
      else if (z < 0)
	{
	  int32_t u = greatest (p, e, end);
	  p->z[u] += z * scaled_ratio (p->end[u], p->start[v]);
	}
      else if (z > 0)
	for (int32_t c; e < end; e++)
	  {
	    int32_t u = origin (p, e);
	    p->z[u] += z * scaled_ratio (p->end[u], p->start[v]);
	    if (common_part (p, e, v, &c, &part))
	      *(c < 0 ? &left : &p->z[c]) -= z * part;
	  }
    }
  return left;
}

/* What is left of S (V) by (4), by link, as z is resolved; the caller frees
   it.  */
static double *
resolve (const struct paths *p)
{
  int32_t n = p->steps->n_links;
  double *left = pram_zeroed (n + 1, sizeof *left);
  for (int32_t v = 0; v <= n; v++)
    {
      int64_t end, e = first_edge (p, v, &end);
      double part;
      left[v] = e == end;
      if (p->z[v] < 0 && e < end)
	{
	  int32_t u = greatest (p, e, end);
	  left[v] = left[u] * scaled_ratio (p->end[u], p->start[v]);
	  continue;
	}
      for (int32_t c; e < end; e++)
	{
	  int32_t u = origin (p, e);
	  left[v] += left[u] * scaled_ratio (p->end[u], p->start[v]);
	  if (common_part (p, e, v, &c, &part))
	    left[v] -= (c < 0 ? 1 : left[c]) * part;
	}
    }
  return left;
}

/* --- Laws ----------------------------------------------------------------- */

static void
set_laws (struct paths *p, double t)
{
  for (int k = 0; k < PRAM_N_KINDS; k++)
    if (p->n_steps[k] && p->share[k])
      pram_law_set_share (&p->law[k], t, fmin (p->share[k], 1));
    else
      pram_law_set_plain (&p->law[k], p->n_steps[k] ? t : 0);
}

/* The bound for T; infinite where there is none.  */
static double
bound_at (struct paths *p, double t, double exceeded)
{
  double divergence = 0;
  if (t < LEAST_RATE * p->most_t)
    return INFINITY;
  set_laws (p, t);
  for (int k = 0; k < PRAM_N_KINDS; k++)
    {
      if (p->n_steps[k] && !(p->law[k].log_moment < INFINITY))
	return INFINITY;
      divergence += p->n_steps[k] * p->law[k].divergence;
    }
  double log_a = scaled_log (sum_paths (p));
  p->work += 20 * (double) p->steps->pred_start[p->steps->n_links];
  if (p->fork)
    {
      free (p->least);
      p->least = pram_rests_least (p->rests, p->law, t, &p->work);
      log_a += log (subtract_common (p));
    }
  return (log_a + divergence - log (exceeded)) / t;
}

/* (6), from the z of the last bound.  With NEW_KINDS links change theirs.  */
static void
share_out (struct paths *p, bool new_kinds)
{
  const struct pram_steps *steps = p->steps;
  double *left = resolve (p), sum[PRAM_N_KINDS] = { 0 };
  if (new_kinds)
    memset (p->n_steps, 0, sizeof p->n_steps);
  for (int32_t v = 0; v < steps->n_links; v++)
    {
      double share = p->z[v] * left[v] / left[steps->n_links];
      double length = (double) steps->length[v];
      share = share > LEAST_SHARE ? fmin (share, 1) : LEAST_SHARE;
      if (new_kinds)
	{
	  int k = (int) (-log2 (share) / 1.5);
	  p->kind[v] = (unsigned char) (steps->place[v] * KINDS
					+ (k < KINDS ? k : KINDS - 1));
	  p->n_steps[p->kind[v]] += length;
	}
      sum[p->kind[v]] += share * length;
    }
  for (int k = 0; k < PRAM_N_KINDS; k++)
    p->share[k] = p->n_steps[k] ? sum[k] / p->n_steps[k] : LEAST_SHARE;
  free (left);
}

/* --- The best t ----------------------------------------------------------- */

struct minimum { double t, value; };

static double
try (struct paths *p, double log_t, double exceeded, struct minimum *best)
{
  double value = bound_at (p, exp (log_t), exceeded);
  if (value < best->value)
    *best = (struct minimum) { exp (log_t), value };
  return value;
}

/* Golden-section search between LOW and HIGH for ln t.  Without what is
   subtracted, the bound falls and then rises: t times it is convex in t.  */
static void
search (struct paths *p, double low, double high, int n_tries,
	double exceeded, struct minimum *best)
{
  const double golden = (sqrt (5) - 1) / 2;
  double x[2] = { high - golden * (high - low), low + golden * (high - low) };
  double y[2] = { try (p, x[0], exceeded, best), try (p, x[1], exceeded, best) };
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
      y[k] = try (p, x[k], exceeded, best);
    }
}

static struct paths
begin (const struct pram_steps *steps, const struct pram_disturbance *d)
{
  double least = fmin (d->q[0], d->q[1]);
  struct paths p = { .steps = steps, .most_t = -log1p (-least) };
  int32_t n = steps->n_links;
  for (int k = 0; k < PRAM_N_KINDS; k++)
    p.law[k] = pram_law_new (d->q[k / KINDS], pram_law_cell (least));
  p.kind = pram_zeroed (n, sizeof *p.kind);
  p.last = pram_zeroed (n, sizeof *p.last);
  for (int32_t v = 0; v < n; v++)
    {
      p.kind[v] = (unsigned char) (steps->place[v] * KINDS);
      p.n_steps[p.kind[v]] += (double) steps->length[v];
      if (steps->last[v])
	p.last[p.n_last++] = v;
    }
  p.start = pram_zeroed (n + 1, sizeof *p.start);
  p.end = pram_zeroed (n + 1, sizeof *p.end);
  p.z = pram_zeroed (n + 1, sizeof *p.z);
  return p;
}

static void
end (struct paths *p)
{
  for (int k = 0; k < PRAM_N_KINDS; k++)
    pram_law_free (&p->law[k]);
  if (p->rests)
    pram_rests_free (p->rests);
  free (p->kind);
  free (p->last);
  free (p->start);
  free (p->end);
  free (p->z);
  free (p->fork);
  free (p->rest);
  free (p->least);
}

/* The best t by the sum over all paths, with P' = P.  */
static struct minimum
find_rate (struct paths *p, double exceeded)
{
  struct minimum best = { .value = INFINITY };
  search (p, log (LEAST_RATE * p->most_t), log (p->most_t), 16, exceeded,
	  &best);
  return best;
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
  struct minimum best = find_rate (&p, exceeded);
  *rate = best.t;
  end (&p);
  return best.value;
}

/* Share out what the paths have at the best t, and look for a better one SPAN
   around it; TIMES times, with half the SPAN each time.  */
static void
improve (struct paths *p, double span, int times, struct minimum *best)
{
  for (; times > 0; times--, span /= 2)
    {
      bound_at (p, best->t, 1);
      if (!p->fork)
	subtract_common (p);	/* for z */
      share_out (p, !p->fork);
      struct minimum next = { best->t, bound_at (p, best->t, 1) };
      search (p, log (next.t) - span, log (next.t) + span, 6, 1, &next);
      best->t = next.t;
      best->value = fmin (best->value, next.value);
    }
}

/* The mean: laws and t in turn, first without and then with what paths have in
   common, for which the kinds of links have to be known.  */
static void
improve_laws (struct paths *p, struct minimum *best)
{
  improve (p, 1.5, 4, best);
  for (int k = 0; k < MOST_ROUNDS && (k == 0 || p->work < ENOUGH); k++)
    {
      bound_at (p, best->t, 1);
      if (k > 0)
	share_out (p, true);
      find_forks (p);
      improve (p, 0.7, 3, best);
    }
}

double
pram_disturb_path_bound (const struct pram_steps *steps,
			 const struct pram_disturbance *disturbance,
			 double exceeded)
{
  if (fmin (disturbance->q[0], disturbance->q[1]) >= 1)
    return (double) pram_steps_depth (steps);
  struct paths p = begin (steps, disturbance);
  struct minimum best = find_rate (&p, exceeded);
  if (exceeded < 1)
    {
      find_forks (&p);
      search (&p, log (best.t) - 3, log (best.t) + 1, 10, exceeded, &best);
    }
  else
    improve_laws (&p, &best);
  end (&p);
  return best.value;
}
