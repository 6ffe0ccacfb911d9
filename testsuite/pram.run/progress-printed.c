/* progress-printed.c: particles whose places choose cells, and what is printed of them
   while they move; to a file, too.
   SPDX-License-Identifier: GPL-3.0-or-later

   { pram-args 200 }
   { pram-args 1000 7 50 }
   { pram-args 3 2 }
   { pram-mode distributed }  */

#include <stdio.h>
#include <stdlib.h>
#include <math.h>
int
main (int argc, char **argv)
{
  int n = argc > 1 ? atoi (argv[1]) : 200, m = argc > 2 ? atoi (argv[2]) : 16;
  int steps = argc > 3 ? atoi (argv[3]) : 20;
  double *x = malloc (n * sizeof *x), *v = malloc (n * sizeof *v);
  double *rho = malloc (m * sizeof *rho), *e = malloc (m * sizeof *e);
  double len = 1.0, h = len / m, dt = 0.01;
  for (int i = 0; i < n; i++)
    {
      x[i] = fmod (i * 0.6180339887, 1.0);
      v[i] = 0.1 * ((i % 7) - 3);
    }
  FILE *log = tmpfile ();
#pragma pram
  for (int t = 0; t < steps; t++)
    {
      for (int c = 0; c < m; c++) rho[c] = 0;
      for (int i = 0; i < n; i++)
	{
	  int c = (int) (x[i] / h);
	  rho[c] += 1.0;
	}
      for (int c = 0; c < m; c++)
        e[c] = rho[c] - (double) n / m;
      double most = 0;
      for (int i = 0; i < n; i++)
	{
	  int c = (int) (x[i] / h);
	  v[i] -= dt * e[c];
	  x[i] += dt * v[i];
	  if (x[i] < 0)
	    x[i] += len;
	  if (x[i] >= len)
	    x[i] -= len;
	  if (fabs (v[i]) > most)
	    most = fabs (v[i]);
	}
      if (t % 5 == 0)
        printf ("step %3d: most %.12g\n", t, most);
      if (t % 10 == 0)
        {
	  fprintf (log, "%d\n", t);
	  fflush (log);
	}
    }
  double s = 0;
  for (int i = 0; i < n; i++) s += x[i] * (i + 1);
  printf ("%.15g %ld\n", s, ftell (log));
  return 0;
}
