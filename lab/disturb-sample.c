/* disturb-sample.c: draw values of T_s.

   SPDX-License-Identifier: GPL-3.0-or-later

   How often the steps of a link fail is a negative binomial variable, and
   these add up: the one of n steps is the sum of those of 2^k steps over the
   binary digits of n.  For each 2^k there is a table for Walker's alias
   method, which draws from a finite distribution with one random number;
   values of next to no probability are left out (disturb-chain.h).  The
   digits beyond 2^LARGEST, whose tables would be large, are drawn together
   without one (disturb-draw.c).  */

#include <math.h>
#include <stdlib.h>

#include "disturb.h"
#include "disturb-chain.h"
#include "splitmix.h"

enum { LARGEST = 16 };

/* Values FIRST ... FIRST + SIZE - 1.  */
struct alias
{
  int64_t first, size;		/* SIZE = 0: not there yet */
  double *stay;			/* the probability of not going to OTHER */
  int32_t *other;
};

struct sampler
{
  double q;
  uint64_t *state;		/* of the random numbers */
  struct alias table[LARGEST + 1];
};

static void *
allocate (int64_t n, size_t size)
{
  void *result = calloc ((size_t) n + 1, size);
  if (!result)
    abort ();
  return result;
}

/* Fill in the table of the N values whose probabilities are P (overwritten):
   each column of height 1 / N has one value, or two.  */
static void
build_alias (struct alias *alias, double *p, int64_t n)
{
  double sum = 0;
  int32_t *small = allocate (n, sizeof *small);
  int32_t *large = allocate (n, sizeof *large);
  int64_t n_small = 0, n_large = 0;
  for (int64_t k = 0; k < n; k++)
    sum += p[k];
  for (int64_t k = 0; k < n; k++)
    {
      p[k] *= (double) n / sum;
      if (p[k] < 1)
	small[n_small++] = (int32_t) k;
      else
	large[n_large++] = (int32_t) k;
      alias->stay[k] = 1;
      alias->other[k] = (int32_t) k;
    }
  while (n_small && n_large)
    {
      int32_t low = small[--n_small], high = large[n_large - 1];
      alias->stay[low] = p[low];
      alias->other[low] = high;
      p[high] -= 1 - p[low];
      if (p[high] < 1)
	{
	  n_large--;
	  small[n_small++] = high;
	}
    }
  free (small);
  free (large);
}

static void
fill_table (struct sampler *s, int k)
{
  struct alias *alias = &s->table[k];
  struct pram_failures failures = pram_disturb_failures (ldexp (1, k), s->q);
  alias->first = failures.first;
  alias->size = failures.size;
  alias->stay = allocate (alias->size, sizeof *alias->stay);
  alias->other = allocate (alias->size, sizeof *alias->other);
  build_alias (alias, failures.p, alias->size);
  free (failures.p);
}

static inline int64_t
draw (struct sampler *s, int k)
{
  struct alias *alias = &s->table[k];
  if (!alias->size)
    fill_table (s, k);
  /* The whole part is the column, the fraction the height in it.  */
  unsigned __int128 product = (unsigned __int128) pram_splitmix (s->state)
			      * (unsigned __int128) alias->size;
  int64_t column = (int64_t) (product >> 64);
  double height = ldexp ((double) ((uint64_t) product >> 11), -53);
  return alias->first + (height < alias->stay[column] ? column
			 : alias->other[column]);
}

/* The rounds that N steps take.  */
static inline int64_t
draw_rounds (struct sampler *s, int64_t n)
{
  int64_t rounds = n, rest = n & ((INT64_C (2) << LARGEST) - 1);
  if (s->q >= 1)
    return rounds;
  if (n > rest)
    rounds += pram_disturb_draw_failures ((double) (n - rest), s->q, s->state);
  for (uint64_t bits = (uint64_t) rest; bits; bits &= bits - 1)
    rounds += draw (s, __builtin_ctzll (bits));
  return rounds;
}

/* One value of T_s; END is scratch for all links.  */
static int64_t
draw_time (const struct pram_steps *steps, struct sampler *samplers,
	   int64_t *end)
{
  int64_t time = 0;
  for (int32_t v = 0; v < steps->n_links; v++)
    {
      int64_t begin = 0;
      for (int64_t e = steps->pred_start[v]; e < steps->pred_start[v + 1]; e++)
	if (end[steps->pred[e]] > begin)
	  begin = end[steps->pred[e]];
      end[v] = begin + draw_rounds (&samplers[steps->place[v]],
				    steps->length[v]);
      if (end[v] > time)
	time = end[v];
    }
  return time;
}

static int
compare_rounds (const void *a, const void *b)
{
  int64_t x = *(const int64_t *) a, y = *(const int64_t *) b;
  return (x > y) - (x < y);
}

void
pram_disturb_sample (const struct pram_steps *steps,
		     const struct pram_disturbance *disturbance,
		     uint64_t seed, int32_t n, int64_t *rounds)
{
  struct sampler samplers[PRAM_N_PLACES] = { 0 };
  for (int k = 0; k < PRAM_N_PLACES; k++)
    {
      samplers[k].q = disturbance->q[k];
      samplers[k].state = &seed;
    }
  int64_t *scratch = allocate (steps->n_links, sizeof *scratch);
  for (int32_t k = 0; k < n; k++)
    rounds[k] = draw_time (steps, samplers, scratch);
  free (scratch);
  qsort (rounds, (size_t) n, sizeof *rounds, compare_rounds);
  for (int p = 0; p < PRAM_N_PLACES; p++)
    for (int k = 0; k <= LARGEST; k++)
      {
	free (samplers[p].table[k].stay);
	free (samplers[p].table[k].other);
      }
}
