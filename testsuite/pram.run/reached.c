/* Sums into chosen elements, and reads of such, under conditions on sizes and on the
   number of a round: where control doesn't come to them nothing is sent for them, either.

   SPDX-License-Identifier: GPL-3.0-or-later
   { pram-args 5 2 4 2 6 2 9 6 30 7 }
   { pram-ranks 1 2 3 }
   { pram-mode distributed }  */

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include "show.h"

enum { N = 40 };

__attribute__ ((noipa)) static void
sizes (int n, int m, const int *p, const int *q, double *a, double *b,
       const double *v)
{
  double most = 1;
#pragma pram
  for (int t = 0; t < 2; t++)
    {
      for (int i = 1; i < n; i++)
	b[i] = 0.3 + 0.25 * a[n - 1 - i];
      if (n > 4)
	for (int i = 1; i < m; i++)
	  a[i] = 0.1 + 0.5 * v[i - 1];
      if (n > 5)
	for (int i = 0; i < 5; i++)
	  if (q[i] > 3)
	    {
	      a[N - 1 - p[i]] += 0.0625 * (i + 8);
	      a[p[i]] += 0.0625 * i;
	    }
      most = 0;
      for (int i = 0; i < n; i++)
	most = fmax (most, fabs (a[i] - b[i]));
      if (most < 0.1)
	break;
    }
  printf ("%.17g\n", most);
}

__attribute__ ((noipa)) static void
numbers (int n, int m, int *p, double *a, double *b)
{
#pragma pram
  for (int t = 0; t < 6; t++)
    {
      for (int i = 1; i < n; i++)
	b[i] = 0.5 * b[i] + 0.25 * a[n - 1 - i];
      if (t % 3 == 1)
	for (int i = 0; i < n; i++)
	  a[p[i]] += b[i];
      if (t > 2 && t < m)
	for (int i = 0; i < n; i++)
	  {
	    b[i] += a[p[i]];
	    p[i] = (3 * p[i] + 1) % N;
	  }
      for (int i = 0; i < n; i++)
	a[i] = 0.75 * a[i] + t;
    }
}

static void
run (int n, int m)
{
  double a[N], b[N], v[N];
  int p[N], q[N];
  for (int i = 0; i < N; i++)
    {
      a[i] = i;
      b[i] = i % 3;
      v[i] = i * 2;
      p[i] = (i * 7 + 2) % N;
      q[i] = i * 3 % 7;
    }
  sizes (n, m, p, q, a, b, v);
  show ("a", a, sizeof a);
  show ("b", b, sizeof b);
  numbers (n + 5, m + 7, p, a, b);
  show ("a", a, sizeof a);
  show ("b", b, sizeof b);
}

int
main (int argc, char **argv)
{
  for (int i = 1; i + 1 < argc; i += 2)
    run (atoi (argv[i]), atoi (argv[i + 1]));
  return 0;
}
