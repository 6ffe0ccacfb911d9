/* jacobi.c: 2-D Jacobi with a convergence test; the serial source, and what
   pramcc compiles.

   SPDX-License-Identifier: GPL-3.0-or-later

   jacobi ITERATIONS [N], compiled with -DN=n, and with -DANY for any N.
   Prints the seconds of the solver, the iterations and two numbers to
   compare.  */

#include <math.h>
#include "bench.h"

int
main (int argc, char **argv)
{
  int n = SIDE (argc, argv), it = 0, most = argc > 1 ? atoi (argv[1]) : 100;
  double (*old)[n] = (double (*)[n]) grid ((size_t) n * n);
  double (*new)[n] = (double (*)[n]) grid ((size_t) n * n);
  double diff, eps = 1e-12;
  plate (n, &old[0][0]);
  plate (n, &new[0][0]);

  double start = seconds ();
#pragma pram SIDE_KNOWN local(new)
  do
    {
      diff = 0.0;
      for (int i = 1; i < n - 1; i++)
	for (int j = 1; j < n - 1; j++)
	  {
	    new[i][j] = 0.25 * (old[i - 1][j] + old[i + 1][j]
				+ old[i][j - 1] + old[i][j + 1]);
	    diff = fmax (diff, fabs (new[i][j] - old[i][j]));
	  }
      double (*t)[n] = old;
      old = new;
      new = t;
      it++;
    }
  while (diff > eps && it < most);
  start = seconds () - start;

  printf ("%.6f %d %.15g %.15g\n", start, it, diff, old[n / 3][n / 5]);
  return 0;
}
