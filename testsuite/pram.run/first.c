/* first.c: what the first iteration of an endless loop does is different.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "show.h"

#define N 300

static double x[N], r[N], p[N];

/* Chebyshev's iteration for a tridiagonal matrix.  */
int
main (void)
{
  const double d = 2.25, c = 1.75;
  double alpha = 0, beta, most;
  int k;
  for (int i = 0; i < N; i++)
    r[i] = noise (i);

#pragma pram
  for (k = 1;; k++)
    {
      if (k == 1)
	{
	  for (int i = 0; i < N; i++)
	    p[i] = r[i];
	  alpha = 1 / d;
	}
      else
	{
	  beta = (c * alpha / 2) * (c * alpha / 2);
	  alpha = 1 / (d - beta / alpha);
	  for (int i = 0; i < N; i++)
	    p[i] = r[i] + beta * p[i];
	}
      for (int i = 0; i < N; i++)
	x[i] += alpha * p[i];
      most = 0;
      for (int i = 0; i < N; i++)
	{
	  r[i] = noise (i) - 2.25 * x[i];
	  if (i > 0)
	    r[i] += x[i - 1];
	  if (i < N - 1)
	    r[i] += x[i + 1];
	  if (r[i] > most)
	    most = r[i];
	}
      if (most < 1e-9 || k >= 200)
	break;
    }

  printf ("%d %.17g\n", k, most);
  show ("x", x, sizeof x);
  return 0;
}
