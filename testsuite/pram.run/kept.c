/* kept.c: variables that keep what another one was in the iteration before.

   SPDX-License-Identifier: GPL-3.0-or-later  */
/* { pram-args 60 9 5 } */

#include <stdbool.h>
#include "show.h"

#define NI __attribute__ ((noinline, noclone))

/* The element before, around the end; afterwards, too.  */
static void NI
around (int n, const double *a, double *b)
{
  int left = n - 1;
#pragma pram
  for (int i = 0; i < n; i++)
    {
      b[i] = a[left] - a[i];
      left = i;
    }
  printf ("%d\n", left);
}

/* Rows, in sweeps; from anywhere.  */
static void NI
rows (int n, double (*u)[n], double (*v)[n], int start)
{
#pragma pram
  for (int t = 0; t < 3; t++)
    {
      size_t above = start;
      for (int i = 1; i < n; i++)
	{
	  for (int j = 0; j < n; j++)
	    v[i][j] = 0.5 * (u[above][j] + u[i][j]);
	  above = i;
	}
      for (int i = 1; i < n; i++)
	for (int j = 0; j < n; j++)
	  u[i][j] = v[i][j];
    }
}

/* The first iteration is another one.  */
static void NI
first (int n, const double *a, double *b)
{
  bool first = true;
  unsigned char again = 0;
#pragma pram begin
  for (int i = 2; i < n; i++)
    {
      if (first)
	b[i] = 100 * a[i];
      else
	b[i] += a[i - 1];
      first = false;
    }
  for (int i = n - 1; i >= 0; i--)
    {
      b[i] += again;
      again = 3;
    }
#pragma pram end
  printf ("%d %d\n", first, again);
}

/* By steps, downwards, unsigned; no iteration.  */
static void NI
stepped (int n, unsigned m, double *a, double *b)
{
  unsigned last = m;
  long far = 2;
#pragma pram begin
  for (unsigned k = m; k-- > 0; last = k)
    b[k] = a[last - 1] + last;
  for (int i = 0; i + 3 <= n; i += 3)
    {
      a[i] = b[far] + far;
      far = i + 1;
    }
  for (int i = 0; i < n - 1000; i++)
    {
      a[i] = far;
      far = 0;
    }
#pragma pram end
  printf ("%u %ld\n", last, far);
}

int
main (int argc, char **argv)
{
  for (int k = 1; k < argc; k++)
    {
      int n = atoi (argv[k]);
      double *a = need (n * sizeof *a), *b = need (n * sizeof *b);
      double (*u)[n] = need (n * sizeof *u), (*v)[n] = need (n * sizeof *v);
      for (int i = 0; i < n; i++)
	{
	  a[i] = noise (i);
	  b[i] = i;
	  for (int j = 0; j < n; j++)
	    u[i][j] = v[i][j] = noise (i * n + j);
	}
      around (n, a, b);
      show ("around", b, n * sizeof *b);
      rows (n, u, v, n - 1);
      show ("rows", v, n * sizeof *v);
      rows (n, u, v, 0);
      show ("rows", u, n * sizeof *u);
      first (n, a, b);
      show ("first", b, n * sizeof *b);
      stepped (n, n, a, b);
      show ("stepped", a, n * sizeof *a);
      show ("stepped", b, n * sizeof *b);
    }
  return 0;
}
