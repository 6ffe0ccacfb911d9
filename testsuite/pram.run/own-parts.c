/* Arrays of iterations in loops that are split, for a sum or for what else has to be in
   order.

   SPDX-License-Identifier: GPL-3.0-or-later  */
/* { pram-args 1 3 40 300 } */
/* { pram-ranks 1 2 3 5 } */
/* { pram-mode distributed } */
#include <math.h>
#include "chance.h"

#define NI __attribute__ ((noipa))

enum { STEPS = 16 };

/* Options, by the binomial tree of each, and their mean.  */
NI double
options (int n, const double *s, double *price)
{
  double mean = 0;
#pragma pram
  for (int i = 0; i < n; i++)
    {
      double call[STEPS + 1];
      for (int j = 0; j <= STEPS; j++)
	call[j] = fmax (s[i] + 10 * j - 200, 0);
      for (int t = STEPS; t > 0; t--)
	for (int j = 0; j < t; j++)
	  call[j] = 0.51 * call[j + 1] + 0.48 * call[j];
      price[i] = call[0];
      mean += price[i];
    }
  return mean / n;
}

/* Each part needs one of the two, and one both.  */
NI double
both (int n, const double *s, double *u, double *v)
{
  double last = 0, sum = 0;
#pragma pram
  for (int i = 0; i < n; i++)
    {
      double a[4], b[3] = { s[i], s[i + 1], 1 };
      for (int j = 0; j < 4; j++)
	a[j] = s[i] * j;
      for (int j = 0; j < 3; j++)
	b[j] += a[j + 1];
      u[i] = a[1] + a[3];
      v[i] = b[0] * b[2];
      last = last / 2 + b[1];
      sum += a[2];
    }
  return last + sum;
}

static void
all (int n)
{
  double *s = fresh (n), *u = fresh (n), *v = fresh (n), x;
  x = options (n, s, u);
  show ("mean", &x, sizeof x);
  show ("price", u, n * sizeof *u);
  x = both (n, s, u, v);
  show ("last", &x, sizeof x);
  show ("u", u, n * sizeof *u);
  show ("v", v, n * sizeof *v);
}

int
main (int argc, char **argv)
{
  for (int k = 1; k < argc; k++)
    all (atoi (argv[k]));
  return 0;
}
