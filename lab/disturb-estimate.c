/* disturb-estimate.c: estimate how long a disturbed schedule takes.

   SPDX-License-Identifier: GPL-3.0-or-later

   The mean of N executions that are drawn together, as a Latin hypercube
   (McKay, Beckman and Conover 1979): each link's distribution is cut into N
   slices of the same probability, and each of the N executions draws from
   another one, in an order that is the link's own.  In each execution alone
   links are independent and distributed as they should be.  All together have,
   nearly, the mean of any sum of links (Stein 1987); what is left to chance is
   which of the ways to a join is the longest.

   As in disturb-sample.c, a link is a sum over the binary digits of its
   length, each with slices of its own.  Digits above LARGEST are drawn as that
   one and stretched: all of them are close to normal.

   Example, N = 2, two links of one step with q = 1/2, one after the other: one
   execution draws 1 for the first link, the other draws more, and so for the
   second.  They take 1 + 1 rounds and at least 2 + 2, or each at least 3.  */

#include <math.h>

#include "base/alloc.h"
#include "disturb.h"
#include "disturb-chain.h"
#include "splitmix.h"

/* Executions are a power of 2, as many as BUDGET allows for all links together;
   a link takes about 10 ns each time.  */
enum { LEAST_BITS = 6, MOST_BITS = 10 };
static const double BUDGET = 1 << 22;

enum { LARGEST = 16 };

/* The failures of 2^k steps.  */
struct digit
{
  double first;
  double *at_most;		/* probability of at most FIRST, FIRST + 1, ... */
  int64_t n_starts;
  int32_t *start;		/* of I: the first AT_MOST > I / N_STARTS */
  double mean;
};

struct sliced
{
  const struct pram_steps *steps;
  double q[PRAM_N_PLACES];
  struct digit digit[PRAM_N_PLACES][LARGEST + 1];
  int bits;			/* of the number of an execution */
  uint64_t random;
  double *end;			/* by link: the round */
};

static struct digit
make_digit (int k, double q)
{
  struct pram_failures failures = pram_disturb_failures (ldexp (1, k), q);
  struct digit d = { .first = (double) failures.first, .n_starts = 64,
		     .at_most = failures.p,
		     .mean = ldexp (1, k) * (1 - q) / q };
  int64_t last = failures.size - 1;
  for (int64_t f = 1; f <= last; f++)
    d.at_most[f] += d.at_most[f - 1];
  for (int64_t f = 0; f < last; f++)
    d.at_most[f] /= d.at_most[last];
  d.at_most[last] = 1;
  while (d.n_starts < failures.size)
    d.n_starts *= 2;
  d.start = pram_zeroed (d.n_starts, sizeof *d.start);
  for (int64_t part = 0, f = 0; part < d.n_starts; part++)
    {
      while (d.at_most[f] <= (double) part / (double) d.n_starts)
	f++;
      d.start[part] = (int32_t) f;
    }
  return d;
}

/* The least number for which that many failures, or fewer, have a probability
   of more than P, P < 1.  */
static inline double
quantile (const struct digit *d, double p)
{
  int32_t f = d->start[(int64_t) (p * (double) d->n_starts)];
  while (d->at_most[f] <= p)
    f++;
  return d->first + f;
}

/* The slice of execution J in the order KEY: adding, multiplying by odd numbers
   and shifting can all be undone.  */
static inline uint32_t
slice_of (uint64_t key, uint32_t j, int bits)
{
  uint32_t mask = (UINT32_C (1) << bits) - 1;
  j = (j + (uint32_t) key) & mask;
  j = (j * ((uint32_t) (key >> 16) | 1)) & mask;
  j ^= j >> (bits / 2);
  j = j * ((uint32_t) (key >> 32) | 1) + (uint32_t) (key >> 48);
  return j & mask;
}

/* The rounds that link V takes in execution J.  */
static inline double
draw_rounds (struct sliced *s, int32_t v, uint32_t j)
{
  int place = s->steps->place[v];
  int64_t length = s->steps->length[v];
  double rounds = (double) length;
  uint64_t order = (uint64_t) v << 32;
  if (s->q[place] >= 1)
    return rounds;
  for (uint64_t left = (uint64_t) length; left; left &= left - 1)
    {
      int k = __builtin_ctzll (left), more = k > LARGEST ? k - LARGEST : 0;
      struct digit *d = &s->digit[place][k - more];
      if (!d->at_most)
	*d = make_digit (k - more, s->q[place]);
      uint32_t slice = slice_of (pram_splitmix (&order), j, s->bits);
      double within = (double) (pram_splitmix (&s->random) >> 32) * 0x1p-32;
      double failures = quantile (d, ldexp (slice + within, -s->bits));
      rounds += more ? ldexp (d->mean, more)
		       + (failures - d->mean) * exp2 (more / 2.0) : failures;
    }
  return rounds;
}

/* T_s in execution J.  */
static double
draw_time (struct sliced *s, uint32_t j)
{
  const struct pram_steps *steps = s->steps;
  double time = 0;
  for (int32_t v = 0; v < steps->n_links; v++)
    {
      double begin = 0;
      for (int64_t e = steps->pred_start[v]; e < steps->pred_start[v + 1]; e++)
	if (s->end[steps->pred[e]] > begin)
	  begin = s->end[steps->pred[e]];
      s->end[v] = begin + draw_rounds (s, v, j);
      if (s->end[v] > time)
	time = s->end[v];
    }
  return time;
}

void
pram_disturb_estimate (const struct pram_steps *steps,
		       const struct pram_disturbance *disturbance,
		       double *mean, double *deviation)
{
  struct sliced s
    = { .steps = steps, .q = { disturbance->q[0], disturbance->q[1] },
	.bits = LEAST_BITS };
  while (s.bits < MOST_BITS && ldexp (steps->n_links, s.bits + 1) <= BUDGET)
    s.bits++;
  uint32_t n = UINT32_C (1) << s.bits;
  double *time = pram_zeroed (n, sizeof *time), sum = 0, squares = 0;
  s.end = pram_zeroed (steps->n_links, sizeof *s.end);
  for (uint32_t j = 0; j < n; j++)
    sum += time[j] = draw_time (&s, j);
  *mean = sum / n;
  for (uint32_t j = 0; j < n; j++)
    squares += (time[j] - *mean) * (time[j] - *mean);
  *deviation = sqrt (squares / (n - 1));
  for (int place = 0; place < PRAM_N_PLACES; place++)
    for (int k = 0; k <= LARGEST; k++)
      {
	free (s.digit[place][k].at_most);
	free (s.digit[place][k].start);
      }
  free (time);
  free (s.end);
}
