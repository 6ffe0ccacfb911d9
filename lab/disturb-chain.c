/* disturb-chain.c: how often the steps of a chain fail.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "disturb-chain.h"

#include <math.h>
#include <stdbool.h>

#include "base/alloc.h"

/* ln of the probability of F failures before N successes.  */
static double
log_probability (double n, double f, double q)
{
  return lgamma (n + f) - lgamma (f + 1) - lgamma (n) + n * log (q)
	 + f * log1p (-q);
}

/* Where the probabilities fall below e^-42 of the greatest, from MODE on in
   the direction of STEP.  */
static int64_t
find_end (double n, int64_t mode, int64_t limit, double q)
{
  double least = log_probability (n, (double) mode, q) - 42;
  int64_t inside = mode, step = limit < mode ? -1 : 1;
  for (int64_t width = 1; width; )
    {
      int64_t next = inside + step * width;
      bool fits = (step > 0 || next >= limit)
		  && log_probability (n, (double) next, q) > least;
      if (fits)
	{
	  inside = next;
	  width *= 2;
	}
      else
	width /= 2;
    }
  return inside;
}

struct pram_failures
pram_disturb_failures (double n, double q)
{
  int64_t mode = (int64_t) ((n - 1) * (1 - q) / q);
  struct pram_failures result
    = { .first = mode ? find_end (n, mode, 0, q) : 0 };
  result.size = find_end (n, mode, INT64_MAX, q) - result.first + 1;
  result.p = pram_zeroed (result.size, sizeof *result.p);
  for (int64_t f = 0; f < result.size; f++)
    result.p[f] = exp (log_probability (n, (double) (result.first + f), q));
  return result;
}
