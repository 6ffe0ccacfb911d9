/* chosen-negative.c: elements in front of where a pointer leads, of which a condition says
   which one it is.
   SPDX-License-Identifier: GPL-3.0-or-later

   { pram-args 31 7 }
   { pram-args 12 4 }
   { pram-ranks 1 2 3 }
   { pram-mode distributed }  */

#include <stdio.h>
#include <stdlib.h>

#define MIN(a, b) ((a) < (b) ? (a) : (b))

static int
clip (int a, int b)
{
  return a < 0 ? 0 : a > b ? b : a;
}

static void
combine (int n, int m, const double *x, double *y)
{
#pragma pram
  for (int t = 1; t <= 4; t += 2)
    for (int i = -(n / 2); i < n / 2 && i < t; i++)
      {
	int first = clip (m, i), end = i % 3;
	double r = y[i];
	for (int j = end; j-- > first;)
	  r = 0.5 * r + x[MIN (i, j)];
	y[i] = r;
      }
}

int
main (int argc, char **argv)
{
  int n = argc > 1 ? atoi (argv[1]) : 31, m = argc > 2 ? atoi (argv[2]) : n / 3;
  double *x = malloc ((4 * n + 1) * sizeof *x), *y = malloc ((4 * n + 1) * sizeof *y);
  for (int i = 0; i < 4 * n; i++)
    {
      x[i] = i % 17 + 0.01 * i;
      y[i] = i;
    }
  combine (n, m, x + 2 * n, y + 2 * n);
  for (int i = 0; i < 4 * n; i++)
    printf ("%g%s", y[i], i + 1 < 4 * n ? " " : "\n");
  return 0;
}
