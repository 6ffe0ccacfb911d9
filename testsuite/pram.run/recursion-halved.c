/* Functions that call themselves with half as much to do, or twice as far apart: what
   they go on with behind the call is known from what the first call got.

   SPDX-License-Identifier: GPL-3.0-or-later  */
/* { pram-args 100 64 15 7 3 } */
/* { pram-ranks 1 2 3 5 } */
/* { pram-mode distributed } */
/* { pram-flags -O2 } */
#include <stdio.h>
#include <stdlib.h>

/* The first half gets the second one added, as often as that goes.  */
static void
pairs (double *a, int n)
{
  if (n <= 1)
    return;
  int h = (n + 1) / 2;
  for (int i = 0; i < n / 2; i++)
    a[i] += a[i + h];
  pairs (a, h);
}

/* Up a tree of sums, and down again.  */
static void
sweep (double *a, int n, int s)
{
  if (n <= 1)
    return;
  for (int i = 0; i < n / 2; i++)
    a[(2 * i + 2) * s - 1] += a[(2 * i + 1) * s - 1];
  sweep (a, n / 2, 2 * s);
  for (int i = 1; i < (n + 1) / 2; i++)
    a[(2 * i + 1) * s - 1] += a[2 * i * s - 1];
}

/* Grids of which each has every other point of the one before.  */
static void
coarse (double *u[], int l, int n)
{
  for (int i = 1; i <= n; i++)
    u[l][i] += 0.25 * i;
  if (n >= 3)
    {
      for (int i = 1; i <= (n - 1) / 2; i++)
	u[l + 1][i] = u[l][2 * i - 1] + 2 * u[l][2 * i] + u[l][2 * i + 1];
      coarse (u, l + 1, (n - 1) / 2);
      for (int i = 1; i <= (n - 1) / 2; i++)
	u[l][2 * i] += u[l + 1][i];
    }
  for (int i = 1; i <= n; i++)
    u[l][i] *= 0.5;
}

/* An unsigned number, by shifts.  */
static void
shifts (double *a, unsigned n)
{
  for (unsigned i = 0; i < n; i++)
    a[i] = a[i] * 0.5 + 1;
  if (n > 2)
    shifts (a, n >> 1);
  for (unsigned i = 0; i < n; i++)
    a[i] -= 0.125 * i;
}

static double
sum (const double *a, int n)
{
  double t = 0;
  for (int i = 0; i < n; i++)
    t += a[i] * (1 + i % 5);
  return t;
}

static void
fill (double *a, int n)
{
  for (int i = 0; i < n; i++)
    a[i] = i % 7;
}

/* The other way: a loop that breaks off with its work half done, and one back, of
   which it isn't known but by a shift how much it does.  */
static void
cycle (double *u[], int most, int n0)
{
#pragma pram
  for (int t = 0; t < most; t++)
    {
      int n = n0, l = 0;
      for (;;)
	{
	  for (int i = 1; i <= n; i++)
	    u[l][i] += 0.25 * i;
	  if (n < 3)
	    break;
	  for (int i = 1; i <= (n - 1) / 2; i++)
	    u[l + 1][i] = u[l][2 * i - 1] + 2 * u[l][2 * i] + u[l][2 * i + 1];
	  l++;
	  n = (n - 1) / 2;
	}
      while (l > 0)
	{
	  l--;
	  n = ((n0 + 1) >> l) - 1;
	  for (int i = 1; i <= (n - 1) / 2; i++)
	    u[l][2 * i] += u[l + 1][i];
	  for (int i = 1; i <= n; i++)
	    u[l][i] *= 0.5;
	}
    }
}

/* All with N points.  */
static void
solve (int n)
{
  double *a = malloc (sizeof *a * (n + 2)), *u[20] = { 0 };
  fill (a, n);
#pragma pram
  for (int t = 0; t < 2; t++)
    pairs (a, n);
  printf ("%.17g\n", sum (a, n));
  fill (a, n);
#pragma pram
  for (int t = 0; t < 2; t++)
    sweep (a, n, 1);
  printf ("%.17g\n", sum (a, n));
#pragma pram
  for (int t = 0; t < 2; t++)
    shifts (a, n);
  printf ("%.17g\n", sum (a, n));
  for (int m = n, l = 0; m >= 1; m = (m - 1) / 2, l++)
    u[l] = calloc (m + 2, sizeof *u[l]);
#pragma pram
  for (int t = 0; t < 2; t++)
    coarse (u, 0, n);
  printf ("%.17g\n", sum (u[0], n + 2));
  cycle (u, 2, n);
  printf ("%.17g\n", sum (u[0], n + 2));
  for (int l = 0; l < 20; l++)
    free (u[l]);
  free (a);
}

int
main (int argc, char **argv)
{
  for (int k = 1; k < argc; k++)
    solve (atoi (argv[k]));
  return 0;
}
