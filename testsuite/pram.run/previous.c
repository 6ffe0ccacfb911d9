/* Variables that keep what the iteration before had: windows that slide over an array,
   differences, runs.

   SPDX-License-Identifier: GPL-3.0-or-later
   { pram-args 130 3 2 }
   { pram-ranks 1 2 3 5 }
   { pram-mode distributed }  */

#include <stdio.h>
#include <stdlib.h>
#include "show.h"

#define NI __attribute__ ((noipa))

NI static void
window (int n, const double *a, double *b)
{
  double left = a[0], centre = a[1];
#pragma pram
  for (int i = 1; i < n - 1; i++)
    {
      double right = a[i + 1];
      b[i] = (left + centre + right) / 3;
      left = centre;
      centre = right;
    }
}

NI static void
differences (size_t n, const float *a, float *b)
{
  float before = 0.5f;
#pragma pram
  for (size_t i = n; i-- > 0;)
    {
      b[i] = a[i] - before;
      before = a[i] * 0.5f;
    }
}

/* Runs of equal numbers, by a pointer; those of the first one count, too.  */
NI static int
runs (const int *p, const int *end)
{
  int n = 0, last = -1;
#pragma pram reduction(+: n)
  for (; p != end; p++)
    {
      n += *p != last;
      last = *p;
    }
  return n;
}

/* One of them keeps what another one kept.  */
NI static void
older (int n, const float *f, float *g)
{
  float last = f[n - 1], older = f[n - 2];
#pragma pram
  for (int i = 0; i < n; i++)
    {
      g[i] = (f[i] + last + older) * .333f;
      older = last;
      last = f[i];
    }
}

NI static void
steps (int n, double *u, double *v)
{
#pragma pram
  for (int t = 0; t < 4; t++)
    {
      double inflow = t;
      for (int i = 0; i < n; i++)
	{
	  double outflow = u[i] * 0.25;
	  v[i] = u[i] + inflow - outflow;
	  inflow = outflow;
	}
      double before = v[n - 1];
      int i = 0;
      do
	{
	  u[i] = v[i] > before ? v[i] : 0.5 * before;
	  before = v[i];
	}
      while (++i < n);
    }
}

int
main (int argc, char **argv)
{
  for (int arg = 1; arg < argc; arg++)
    {
      int n = atoi (argv[arg]);
      double *a = need (n * sizeof *a), *b = need (n * sizeof *b);
      float *f = need (n * sizeof *f), *g = need (n * sizeof *g);
      int *p = need (n * sizeof *p);
      for (int i = 0; i < n; i++)
	a[i] = noise (i), b[i] = 0, f[i] = noise (9 * i), p[i] = noise (i / 3) * 3;
      window (n, a, b);
      show ("window", b, n * sizeof *b);
      differences (n, f, g);
      show ("differences", g, n * sizeof *g);
      older (n, f, g);
      show ("older", g, n * sizeof *g);
      printf ("%d runs\n", runs (p, p + n));
      steps (n, a, b);
      show ("steps", a, n * sizeof *a);
      free (a), free (b), free (f), free (g), free (p);
    }
  return 0;
}
