/* csr.c: conjugate gradients for a matrix by compressed rows; the serial
   source, and what pramcc compiles.

   SPDX-License-Identifier: GPL-3.0-or-later

   csr ITERATIONS [N], compiled with -DN=n, and with -DANY for any N: the side of
   the grid (sparse.h).  Prints the seconds of the solver, the iterations and an
   element of the result.  */

#include "sparse.h"

#ifdef ANY
# define ROWS_KNOWN
#else
# define ROWS_KNOWN size(n=N*N)
#endif

int
main (int argc, char **argv)
{
  int most = argc > 1 ? atoi (argv[1]) : 100, it = 0;
  struct matrix m = five_points (SIDE (argc, argv));
  int n = m.n, *start = m.start, *column = m.column;
  double *value = m.value, *x = grid (n), *b = grid (n);
  double *r = grid (n), *p = grid (n), *q = grid (n);
  double rr, rr_new, pq, alpha, beta, eps = 1e-30;
  loads (n, b);

  double since = seconds ();
#pragma pram begin ROWS_KNOWN reduction(+: rr, rr_new, pq) local(r, p, q)
  rr = 0.0;
  for (int i = 0; i < n; i++)
    {
      r[i] = b[i];
      p[i] = b[i];
      rr += r[i] * r[i];
    }
  while (rr > eps && it < most)
    {
      pq = 0.0;
      for (int i = 0; i < n; i++)
	{
	  double sum = 0.0;
	  for (int k = start[i]; k < start[i + 1]; k++)
	    sum += value[k] * p[column[k]];
	  q[i] = sum;
	  pq += p[i] * sum;
	}
      alpha = rr / pq;
      rr_new = 0.0;
      for (int i = 0; i < n; i++)
	{
	  x[i] += alpha * p[i];
	  r[i] -= alpha * q[i];
	  rr_new += r[i] * r[i];
	}
      beta = rr_new / rr;
      for (int i = 0; i < n; i++)
	p[i] = r[i] + beta * p[i];
      rr = rr_new;
      it++;
    }
#pragma pram end
  since = seconds () - since;

  printf ("%.6f %d %.8g\n", since, it, x[n / 3]);
  return 0;
}
