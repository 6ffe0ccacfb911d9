/* Conjugate gradients: sums, scalar tasks, several layers.

   SPDX-License-Identifier: GPL-3.0-or-later  */
#include <math.h>

double
cg (int n, double *x, double *r, double *p, double *q, double eps)
{
  double rr = 0, pq, alpha, beta, old;
#pragma pram begin size(n=1000) reduction(+: rr, pq)
  for (int i = 0; i < n; i++)
    {
      p[i] = r[i];
      rr += r[i] * r[i];
    }
  while (sqrt (rr) > eps)
    {
      pq = 0;
      for (int i = 1; i < n - 1; i++)
	{
	  q[i] = 2 * p[i] - p[i-1] - p[i+1];
	  pq += p[i] * q[i];
	}
      alpha = rr / pq;
      old = rr;
      rr = 0;
      for (int i = 1; i < n - 1; i++)
	{
	  x[i] += alpha * p[i];
	  r[i] -= alpha * q[i];
	  rr += r[i] * r[i];
	}
      beta = rr / old;
      for (int i = n - 1; i >= 0; i--)
	p[i] = r[i] + beta * p[i];
    }
#pragma pram end
  return rr;
}
