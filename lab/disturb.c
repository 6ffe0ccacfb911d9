/* disturb.c: how long a schedule takes when steps are delayed.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "disturb.h"

#include <math.h>

int64_t
pram_disturb_quantile (const int64_t *rounds, int32_t n, double part)
{
  int32_t k = (int32_t) ceil (part * n) - 1;
  return rounds[k < 0 ? 0 : k >= n ? n - 1 : k];
}

/* --- The bounds of the paper ---------------------------------------------- */

double
pram_disturb_corollary1 (int64_t time, int32_t n_procs, double q, double c)
{
  return (c > 0 ? 5 * c : 6) / q * (2 * (double) time + log2 (n_procs));
}

double
pram_disturb_theorem1 (int64_t time, int32_t n_procs, double q, double c)
{
  return (c > 0 ? 5 * c : 6) / q
	 * ((1 + log2 (n_procs)) * (double) time + log2 (n_procs));
}
