/* Updates at computed places: each process goes through all of them and does its own
   (the guard transformation), if that takes less time than to send them.
   SPDX-License-Identifier: GPL-3.0-or-later
   { pram-args 20000 300 } { pram-stats "\"scans\": 8\\M" }  */

#include <stdio.h>
#include <stdlib.h>

int
main (int argc, char **argv)
{
  long n = argc > 1 ? atol (argv[1]) : 1000, m = argc > 2 ? atol (argv[2]) : 1000;
  double *rho = malloc (m * sizeof *rho), *phi = calloc (m, sizeof *phi);
  double *only = calloc (m, sizeof *only);
  double (*rows)[7] = calloc (m, sizeof *rows);
  double *slow = calloc (m, sizeof *slow);
#pragma pram
  for (int t = 0; t < 4; t++)
    {
      for (long j = 0; j < m; j++)
	rho[j] = 0.001 * j;
      /* What a remainder comes back to again and again.  */
      for (long i = 0; i < n; i++)
	rho[(i * 31 + 7 * t) % m] += 0.5 * i / (t + 1);
      /* Two arrays, one of which has no other accesses; a test of the element; several
	 updates an iteration, whose order counts.  */
      for (long i = 0; i < n; i++)
	for (int k = 0; k < 3; k++)
	  {
	    unsigned u = (unsigned) (3 * i + k) * 2654435761u;
	    rows[u % m][(u >> 8) % 7] += 1.0 / (1 + k + i);
	    if (u & 4)
	      only[u % m] = only[u % m] * 0.5 + k;
	    if (rows[(u >> 3) % m][k] < k * 0.25)
	      rows[(u >> 3) % m][k] = k * 0.25;
	  }
      for (long j = 1; j < m - 1; j++)
	phi[j] += 0.3 * (rho[j - 1] + rho[j + 1]) + rows[j][3];
      /* These take longer than to send them.  */
      for (long i = 0; i < n / 8; i++)
	{
	  double x = 1.0 + i;
	  for (int k = 0; k < 500; k++)
	    x = 0.5 * x + 1 / x;
	  slow[(unsigned) (i + 1) * 2654435761u % m] += x;
	}
      for (long j = 0; j < m; j++)
	slow[j] *= 0.75;
    }
  double s = 0;
  for (long j = 0; j < m; j++)
    s = s * 0.999 + phi[j] + only[j] + rows[j][3] + slow[j];
  printf ("%.17g %.17g\n", s, phi[m / 2]);
  free (rho), free (phi), free (only), free (rows), free (slow);
  return 0;
}
