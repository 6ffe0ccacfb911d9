/* cg.c: matrix-free conjugate gradients for the 5-point stencil; the serial
   source, and what pramcc compiles.

   SPDX-License-Identifier: GPL-3.0-or-later

   cg ITERATIONS [N], compiled with -DN=n, and with -DANY for any N.
   Prints the seconds of the solver, the iterations and an element of the
   result.  */

#include "bench.h"

int
main (int argc, char **argv)
{
  int n = SIDE (argc, argv), it = 0, most = argc > 1 ? atoi (argv[1]) : 100;
  size_t count = (size_t) (n + 2) * (n + 2);
  double (*u)[n + 2] = (double (*)[n + 2]) grid (count);
  double (*f)[n + 2] = (double (*)[n + 2]) grid (count);
  double (*r)[n + 2] = (double (*)[n + 2]) grid (count);
  double (*p)[n + 2] = (double (*)[n + 2]) grid (count);
  double (*q)[n + 2] = (double (*)[n + 2]) grid (count);
  double rr, rr_new, pq, alpha, beta, eps = 1e-30;
  charges (n, &f[0][0]);

  double start = seconds ();
#pragma pram begin SIDE_KNOWN reduction(+: rr, rr_new, pq) local(r, p, q)
  rr = 0.0;
  for (int i = 1; i <= n; i++)
    for (int j = 1; j <= n; j++)
      {
	r[i][j] = f[i][j];
	p[i][j] = f[i][j];
	rr += r[i][j] * r[i][j];
      }
  while (rr > eps && it < most)
    {
      pq = 0.0;
      for (int i = 1; i <= n; i++)
	for (int j = 1; j <= n; j++)
	  {
	    q[i][j] = 4 * p[i][j] - p[i - 1][j] - p[i + 1][j]
		      - p[i][j - 1] - p[i][j + 1];
	    pq += p[i][j] * q[i][j];
	  }
      alpha = rr / pq;
      rr_new = 0.0;
      for (int i = 1; i <= n; i++)
	for (int j = 1; j <= n; j++)
	  {
	    r[i][j] -= alpha * q[i][j];
	    rr_new += r[i][j] * r[i][j];
	  }
      beta = rr_new / rr;
      for (int i = 1; i <= n; i++)
	for (int j = 1; j <= n; j++)
	  {
	    u[i][j] += alpha * p[i][j];
	    p[i][j] = r[i][j] + beta * p[i][j];
	  }
      rr = rr_new;
      it++;
    }
#pragma pram end
  start = seconds () - start;

  printf ("%.6f %d %.8g\n", start, it, u[n / 3][n / 5]);
  return 0;
}
