/* Reads of which data choose the element that are not inspected: in layers that
   run on one process, at places that depend on a loop around the layer, in loops
   whose end does.  They once crashed the compiler.

   SPDX-License-Identifier: GPL-3.0-or-later  */
/* { pram-args 33 1 2 7 } */
/* { pram-ranks 1 3 } */
/* { pram-mode serial "depend|how often it runs" } */
#include <stdio.h>
#include <stdlib.h>

#define NI __attribute__ ((noipa))

enum { STEPS = 4 };

static void
show (const double *x, int n)
{
  for (int i = 0; i < n; i++)
    printf ("%g%c", x[i], i + 1 < n ? ' ' : '\n');
}

/* No loop can be distributed: what is inspected isn't in one.  */
NI void
one_after_other (int n, const int *at, double *x, const double *z)
{
#pragma pram
  for (int i = 1; i < n; i++)
    x[i] = .5 * x[i - 1] + z[at[i]];
}

/* Row T in step T.  */
NI void
other_rows (int n, const int *start, const int *at, double *x, double *y)
{
#pragma pram
  for (int t = 0; t < n; t++)
    {
      for (int i = 0; i < n; i++)
	{
	  double s = y[i];
	  for (int k = start[t]; k < start[t + 1]; k++)
	    s += x[at[k]];
	  y[i] = .5 * s;
	}
      for (int i = 0; i < n; i++)
	x[i] = .5 * x[i] + y[i];
    }
}

/* Indices that change: what is read at an index that data choose, and what takes
   turns.  */
NI void
changing (int n, int *b, const int *at, const double *x, double *y)
{
#pragma pram
  for (int t = 0; t < STEPS; t++)
    {
      for (int i = 0; i < n; i++)
	y[i] += x[b[at[i]]];
      for (int i = 0; i < n; i++)
	b[i] = (b[i] + 1) % n;
    }
}

NI void
turns (int n, int *p, int *q, const double *x, double *y)
{
#pragma pram
  for (int t = 0; t < STEPS; t++)
    {
      for (int i = 0; i < n; i++)
	y[i] += x[p[i]];
      int *other = p;
      p = q;
      q = other;
    }
}

/* Fewer elements in each step.  */
NI void
shorter (int n, const int *at, double *x, double *y)
{
#pragma pram
  for (int t = 0; t < STEPS; t++)
    {
      for (int i = 0; i < n - t; i++)
	y[i] = .5 * y[i] + x[at[i]];
      for (int i = 0; i < n; i++)
	x[i] = .5 * x[i] + y[i];
    }
}

static void
all (int n)
{
  int *at = malloc (sizeof *at * (n + STEPS)), *start = malloc (sizeof *start * (n + 1));
  double *x = malloc (sizeof *x * n), *y = malloc (sizeof *y * n);
  for (int i = 0; i < n + STEPS; i++)
    at[i] = (i * 7 + 3) % n;
  for (int i = 0; i <= n; i++)
    start[i] = i;
  for (int i = 0; i < n; i++)
    x[i] = i * .25, y[i] = -i;
  one_after_other (n, at, x, y);
  other_rows (n, start, at, x, y);
  shorter (n, at, x, y);
  int *b = malloc (sizeof *b * n);
  for (int i = 0; i < n; i++)
    b[i] = (i * 5 + 1) % n;
  turns (n, b, at, x, y);
  changing (n, b, at, x, y);
  show (x, n);
  show (y, n);
}

int
main (int argc, char **argv)
{
  for (int k = 1; k < argc; k++)
    all (atoi (argv[k]));
  return 0;
}
