/* cg.c: matrix-free conjugate gradients as one region.

   SPDX-License-Identifier: GPL-3.0-or-later  */
/* { pram-sum } */

#include <math.h>
#include "show.h"

#define N 40

static double u[N + 2][N + 2], r[N + 2][N + 2], p[N + 2][N + 2],
  q[N + 2][N + 2], f[N + 2][N + 2];

int
main (void)
{
  double rr, pq, rr_new, alpha, beta;
  int it = 0;
  for (int i = 1; i <= N; i++)
    for (int j = 1; j <= N; j++)
      f[i][j] = noise (i * N + j);

#pragma pram begin reduction(+: rr, pq, rr_new) local(q)
  rr = 0.0;
  for (int i = 1; i <= N; i++)
    for (int j = 1; j <= N; j++)
      {
	r[i][j] = f[i][j];
	p[i][j] = f[i][j];
	rr += r[i][j] * r[i][j];
      }
  while (it < 25)
    {
      pq = 0.0;
      for (int i = 1; i <= N; i++)
	for (int j = 1; j <= N; j++)
	  {
	    q[i][j] = 4 * p[i][j] - p[i - 1][j] - p[i + 1][j]
		      - p[i][j - 1] - p[i][j + 1];
	    pq += p[i][j] * q[i][j];
	  }
      alpha = rr / pq;
      rr_new = 0.0;
      for (int i = 1; i <= N; i++)
	for (int j = 1; j <= N; j++)
	  {
	    u[i][j] += alpha * p[i][j];
	    r[i][j] -= alpha * q[i][j];
	    rr_new += r[i][j] * r[i][j];
	  }
      beta = rr_new / rr;
      for (int i = 1; i <= N; i++)
	for (int j = 1; j <= N; j++)
	  p[i][j] = r[i][j] + beta * p[i][j];
      rr = rr_new;
      it++;
    }
#pragma pram end

  printf ("%d %.17g\n", it, sqrt (rr));
  for (int k = 1; k <= N; k += 7)
    printf ("%.17g %.17g %.17g\n", u[k][N / 2], u[N / 2][k], u[k][k]);
  return 0;
}
