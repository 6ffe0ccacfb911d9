/* split-sizes.c: a loop that is split for sizes that nobody has named; planned for
   others.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "show.h"

#ifndef FIRST
# define FIRST 2
#endif

static double a[60 * 60], s[60], q[60], b[60];

/* Each statement by itself can be distributed, which is right for k >= 0.  */
static void __attribute__ ((noinline, noclone))
shifted (int n, int k, double *a, double *q, double *s, double *b)
{
#pragma pram
  for (int i = 4; i < n - 4; i++)
    {
      for (int j = 0; j < n; j++)
	s[j] = s[j] + a[i * n + j] * q[i + k];
      q[i] = b[i] * 0.5 + 1;
    }
}

int
main (void)
{
  volatile int first = FIRST, n = 50;
  for (int i = 0; i < 60; i++)
    s[i] = noise (i), q[i] = noise (60 + i), b[i] = noise (120 + i);
  for (int i = 0; i < 3600; i++)
    a[i] = noise (i);
  int k = first;
  shifted (n, k, a, q, s, b);
  shifted (n + 1, k, a, q, s, b);
  show ("s", s, sizeof s);
  show ("q", q, sizeof q);
  return 0;
}
