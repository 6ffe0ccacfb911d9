/* reused.c: variables of the function that regions, in loops, use for themselves,
   and some that they don't.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <math.h>

#include "show.h"

struct point { double x, y; };

/* Each is set before it is read.  */
static void
temporaries (int n, int rounds, double *a, double *b)
{
  int i, j, round = 0;
  double s, t, *p, *q;
  struct point pt;
  do
    {
#pragma pram
      for (i = 0; i < n; i++)
	{
	  s = 0;
	  for (j = 0; j < n; j++)
	    s += a[i * n + j];
	  b[i] = s / n;
	}
      if (round == 1)
	continue;
#pragma pram
      for (i = 0; i < n; i++)
	for (p = a + i * n; p < a + i * n + n; p++)
	  {
	    t = *p;
	    *p = t / 2;
	  }
#pragma pram
      for (i = 0; i < n; i++)
	{
	  pt.x = b[i];
	  pt.y = a[i * n];
	  t = pt.x * pt.y;
	  b[i] = t + pt.x;
	}
#pragma pram
      for (i = 0; i < n; i++)
	for (q = a + i * n, p = q + 1; p < a + i * n + n;)
	  *q++ = *p++ * 0.5;
      s = t = i;
      printf ("%g %g\n", s, t);
    }
  while (++round < rounds);
}

/* What the last iteration leaves is wanted in the loop's next one.  */
static double
wanted (int n, int rounds, double *b)
{
  double last = -1, sum = 0;
  int at = 0, i;
  for (int round = 0; round < rounds; round++)
    {
      sum += last + at;
#pragma pram
      for (i = 0; i < n; i++)
	{
	  last = b[i] + round;
	  at = i;
	  b[i] = last * 2;
	}
      if (round % 2)
	continue;
      last = 3;
      at = 1;
    }
  return sum;
}

/* The region itself wants what it left before.  */
static double
kept (int n, int rounds, double *b)
{
  double most = 0;
  int i;
  for (int round = 0; round < rounds; round++)
    {
#pragma pram
      for (i = 0; i < n; i++)
	{
	  most = fmax (most, b[i]);
	  b[i] = b[i] * 0.9;
	}
    }
  return 1;
}

/* It is wanted behind the loop, if that hasn't run its end.  */
static double
skipped (int n, int rounds, double *b)
{
  double most = 0;
  int i, round = 0;
  while (1)
    {
      most = 0;
#pragma pram
      for (i = 0; i < n; i++)
	{
	  most = fmax (most, b[i]);
	  b[i] = b[i] * 0.9;
	}
      if (++round == rounds)
	break;
      most = 100;
    }
  return most;
}

int
main (void)
{
  for (int n = 2; n < 200; n = 5 * n / 2)
    {
      double *a = need (n * n * sizeof *a), *b = need (n * sizeof *b);
      for (int i = 0; i < n * n; i++)
	a[i] = noise (i);
      temporaries (n, 4, a, b);
      show ("temporaries", a, n * n * sizeof *a);
      show ("b", b, n * sizeof *b);
      printf ("%a ", wanted (n, 5, b));
      printf ("%a ", kept (n, 3, b));
      printf ("%a\n", skipped (n, 3, b));
      show ("b", b, n * sizeof *b);
      free (a);
      free (b);
    }
  return 0;
}
