/* rows-corners.c: elements in the corners, which nobody accesses, of rows that lie anywhere.
   SPDX-License-Identifier: GPL-3.0-or-later

   { pram-args 7 1 }
   { pram-args 20 }
   { pram-ranks 1 2 3 }
   { pram-mode any }  */

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static double **
allocate (int n, int m)
{
  double **a = malloc (n * sizeof *a);
  for (int i = 0; i < n; i++)
    a[i] = calloc (m, sizeof **a);
  return a;
}

int
main (int argc, char **argv)
{
  int n = argc > 1 ? atoi (argv[1]) : 7, m = n;
  int steps = argc > 2 ? atoi (argv[2]) : 4;
  double **u = allocate (n + 2, m + 2), **old = allocate (n + 2, m + 2);
  double **w = allocate (n + 2, m + 2);
  for (int i = 0; i < n + 2; i++)
    for (int j = 0; j < m + 2; j++)
      u[i][j] = old[i][j] = w[i][j] = (i * 7 + j * 3) % 11;
#pragma pram
  for (int t = 1; t <= steps; t++)
    {
      for (int i = 1; i <= n; i++)
        for (int j = 1; j <= m; j++)
          old[i][j] = u[i][j];
      int it = 0;
      double diff;
      do
        {
          diff = 0;
          for (int i = 1; i <= n; i++)
            for (int j = 1; j <= m; j++)
              {
                w[i][j] = (old[i][j] + u[i - 1][j] + u[i + 1][j] + u[i][j - 1]
			   + u[i][j + 1]) / 5;
                double e = fabs (w[i][j] - u[i][j]);
                if (e > diff)
                  diff = e;
              }
          double **t = u;
          u = w;
          w = t;
          it++;
        }
      while (diff > 1e-8 && it < 1000);
      printf ("step %d: %d sweeps\n", t, it);
    }
  for (int i = 0; i < n + 2; i++)
    {
      for (int j = 0; j < m + 2; j++)
        printf (" %6.3f", u[i][j]);
      printf ("\n");
    }
  return 0;
}
