/* recursion-spacing.c: V-cycles whose grid spacing is passed on, twice as large for each
   coarser grid, and wanted on the way back; with its square as a float, too.
   SPDX-License-Identifier: GPL-3.0-or-later

   { pram-args 1 4 7 }
   { pram-flags -O2 }
   { pram-ranks 1 2 3 }
   { pram-mode distributed }  */

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { MOST = 12 };

static void
smooth (double *u, const double *f, double *t, int n, double h)
{
  for (int s = 0; s < 2; s++)
    {
      for (int i = 1; i < n; i++)
	t[i] = u[i] + 0.6 * (0.5 * (u[i - 1] + u[i + 1] + h * h * f[i]) - u[i]);
      for (int i = 1; i < n; i++)
	u[i] = t[i];
    }
}

static void
cycle (double **u, double **f, double **t, int l, int n, double h, float square)
{
  if (l == 0)
    {
      u[0][1] = 0.5 * h * h * f[0][1];
      return;
    }
  smooth (u[l], f[l], t[l], n, h);
  for (int i = 1; i < n; i++)
    t[l][i] = f[l][i] - (2 * u[l][i] - u[l][i - 1] - u[l][i + 1]) / (h * h);
  for (int i = 1; i < n / 2; i++)
    f[l - 1][i] = 0.25 * (t[l][2 * i - 1] + 2 * t[l][2 * i] + t[l][2 * i + 1]);
  for (int i = 0; i <= n / 2; i++)
    u[l - 1][i] = 0;
  cycle (u, f, t, l - 1, n / 2, 2 * h, square * 4);
  for (int i = 0; i < n / 2; i++)
    {
      u[l][2 * i] += u[l - 1][i];
      u[l][2 * i + 1] += 0.5 * (u[l - 1][i] + u[l - 1][i + 1]);
    }
  smooth (u[l], f[l], t[l], n, h);
  for (int i = 1; i < n; i++)
    u[l][i] += 0.125 * square * f[l][i];
}

static void
solve (int levels, double h)
{
  int n = 2 << levels;
  double *u[MOST], *f[MOST], *t[MOST], sum = 0;
  for (int l = 0; l <= levels; l++)
    {
      u[l] = calloc ((2 << l) + 1, sizeof (double));
      f[l] = calloc ((2 << l) + 1, sizeof (double));
      t[l] = calloc ((2 << l) + 1, sizeof (double));
    }
  for (int i = 0; i <= n; i++)
    f[levels][i] = sin (3.14159 * i / n);
#pragma pram
  for (int c = 0; c < 3; c++)
    cycle (u, f, t, levels, n, h, (float) (h * h));
  for (int i = 0; i <= n; i++)
    sum = 0.99 * sum + u[levels][i];
  printf ("%.17g\n", sum);
  for (int l = 0; l <= levels; l++)
    {
      free (u[l]);
      free (f[l]);
      free (t[l]);
    }
}

int
main (int argc, char **argv)
{
  for (int k = 1; k < argc; k++)
    {
      solve (atoi (argv[k]), 1. / (2 << atoi (argv[k])));
      solve (atoi (argv[k]), 0.1);
    }
  return 0;
}
