/* recompute-overlap.c: values that are computed again for most sizes, but not
   where rows overlap, so that another iteration has replaced what is read.

   SPDX-License-Identifier: GPL-3.0-or-later

   { pram-mode any } */

#include "show.h"

static void
steps (int n, int w)
{
  int size = n * (n + w) + n;
  double *p = need (size * sizeof *p), *q = need (size * sizeof *q);
  double *r = need (size * sizeof *r);
  for (int k = 0; k < size; k++)
    {
      p[k] = noise (k);
      q[k] = 0;
      r[k] = noise (k + 3);
    }
#pragma pram local(q)
  for (int t = 0; t < 3; t++)
    {
      for (int i = 1; i < n - 1; i++)
	for (int j = 1; j < n - 1; j++)
	  q[i * w + j] = 4 * p[i * w + j] + i - j;
      for (int i = 1; i < n - 1; i++)
	for (int j = 1; j < n - 1; j++)
	  r[i * n + j] -= 0.125 * q[i * w + j];
      for (int i = 1; i < n - 1; i++)
	for (int j = 1; j < n - 1; j++)
	  p[i * n + j] += 0.125 * r[i * n + j];
    }
  show ("p", p, size * sizeof *p);
  show ("r", r, size * sizeof *r);
  free (p), free (q), free (r);
}

int
main (void)
{
  steps (12, 14);
  steps (12, 12);
  steps (12, 9);
  steps (12, 1);
  return 0;
}
