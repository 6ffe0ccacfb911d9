/* inspected-later.c: what data choose is read in later iterations than the first one of a
   loop that ends below.
   SPDX-License-Identifier: GPL-3.0-or-later

   { pram-args 3 14 4 9 7 60 }
   { pram-ranks 2 3 }
   { pram-mode distributed }  */

#include <stdio.h>
#include <stdlib.h>
#include "show.h"

/* A region by parity, which the compiler turns into one that ends in the middle.  */
static void
by_parity (int n, int e, const long *a, long *c, const int *p, double *u)
{
#pragma pram
  for (int s = 0; s < n; s++)
    {
      if (s == 2)
	for (int i = 1; i < e; i++)
	  c[i] = (4 + 2 * a[p[i]]) % 97;
      if (s % 2 == 0)
	for (int i = 0; i < e; i++)
	  u[i] = .5 * u[i] + s;
      if (s == 3)
	for (int i = 1; i < e; i++)
	  c[i] += 7;
    }
}

static int
until (int e, const int *first, const int *column, const double *value, double *x, double *y)
{
  int it = 0;
  double most;
#pragma pram
  do
    {
      if (it > 1)
	for (int i = 0; i < e; i++)
	  {
	    double sum = 0;
	    for (int k = first[i]; k < first[i + 1]; k++)
	      sum += value[k] * x[column[k]];
	    y[i] = sum;
	  }
      most = 0;
      for (int i = 0; i < e; i++)
	{
	  x[i] = .5 * x[i] + .125 * y[i];
	  if (x[i] > most)
	    most = x[i];
	}
      it++;
    }
  while (most > .01 && it < 9);
  return it;
}

int
main (int argc, char **argv)
{
  for (int arg = 1; arg + 1 < argc; arg += 2)
    {
      int n = atoi (argv[arg]), e = atoi (argv[arg + 1]);
      int *p = need (e * sizeof *p), *first = need ((e + 1) * sizeof *first);
      int *column = need (3 * e * sizeof *column);
      long *a = need (e * sizeof *a), *c = need (e * sizeof *c);
      double *u = need (e * sizeof *u), *x = need (e * sizeof *x), *y = need (e * sizeof *y);
      double *value = need (3 * e * sizeof *value);
      first[0] = 0;
      for (int i = 0; i < e; i++)
	{
	  p[i] = (i * 3 + 1) % e;
	  a[i] = i * 5 % 13;
	  c[i] = i;
	  u[i] = x[i] = y[i] = noise (i);
	  first[i + 1] = first[i] + i % 4;
	  for (int k = first[i]; k < first[i + 1]; k++)
	    column[k] = (i * 7 + k) % e, value[k] = noise (k);
	}
      by_parity (n, e, a, c, p, u);
      show ("c", c, e * sizeof *c);
      show ("u", u, e * sizeof *u);
      printf ("%d\n", until (e, first, column, value, x, y));
      show ("y", y, e * sizeof *y);
    }
  return 0;
}
