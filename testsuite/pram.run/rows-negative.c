/* rows-negative.c: rows and columns that begin with -1, as those with a border often do.
   SPDX-License-Identifier: GPL-3.0-or-later

   { pram-args 3 5 20 }
   { pram-ranks 1 2 3 }
   { pram-mode any }  */

#include <stdio.h>
#include <stdlib.h>

static double **
allocate (int n)
{
  double **a = (double **) malloc ((n + 2) * sizeof *a) + 1;
  for (int i = -1; i <= n; i++)
    a[i] = (double *) malloc ((n + 2) * sizeof **a) + 1;
  return a;
}

static void
show (int n, double **a)
{
  for (int i = -1; i <= n; i++)
    for (int j = -1; j <= n; j++)
      printf ("%g%s", a[i][j], j < n ? " " : "\n");
}

static void
all (int n)
{
  double **a = allocate (n), **b = allocate (n), *c = malloc ((n + 2) * sizeof *c);
  for (int i = -1; i <= n; i++)
    for (int j = -1; j <= n; j++)
      {
	a[i][j] = i * 10 + j;
	b[i][j] = 0.5 * i;
      }
#pragma pram
  for (int i = 0; i < n; i++)
    c[i] = a[i - 1][1] + a[i][0];
#pragma pram
  for (int i = -1; i <= n; i++)
    for (int j = -1; j <= n; j++)
      a[i][j] += b[i][j];
  show (n, a);
#pragma pram
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      b[i][j] = a[i - 1][j] + a[i + 1][j] + a[i][j - 1] + a[i][j + 1];
  show (n, b);
  for (int i = 0; i < n; i++)
    printf ("%g%s", c[i], i + 1 < n ? " " : "\n");
  for (int i = -1; i <= n; i++)
    {
      free (a[i] - 1);
      free (b[i] - 1);
    }
  free (a - 1);
  free (b - 1);
  free (c);
}

int
main (int argc, char **argv)
{
  for (int k = 1; k < argc; k++)
    if (atoi (argv[k]) > 0)
      all (atoi (argv[k]));
  return 0;
}
