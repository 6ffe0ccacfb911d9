/* complex-scalars.c: complex numbers from outside of the region, in a variable, a structure
   and a global one, and sums of them.
   SPDX-License-Identifier: GPL-3.0-or-later

   { pram-args 40 4 }
   { pram-ranks 1 2 3 5 }
   { pram-mode distributed }  */

#include <complex.h>
#include <stdio.h>
#include <stdlib.h>

typedef double complex number;

struct weights
{
  number alpha, beta;
};

static float complex shift = 0.25f - 0.5f * I;

static number
product (int n, const number *a, const number *b)
{
  number s = 0;
  for (int i = 0; i < n; i++)
    s += conj (a[i]) * b[i];
  return s;
}

int
main (int argc, char **argv)
{
  int n = argc > 1 ? atoi (argv[1]) : 40, steps = argc > 2 ? atoi (argv[2]) : 4, sum = 0;
  number *a = malloc (n * sizeof *a), *b = malloc (n * sizeof *b);
  number *c = malloc (n * sizeof *c), *d = malloc (n * sizeof *d);
  float complex *f = malloc (n * sizeof *f);
  int *count = malloc (n * n * sizeof *count);
  for (int i = 0; i < n; i++)
    {
      a[i] = i % 7 + I * (i % 5);
      b[i] = i - 2 * I;
      f[i] = i;
    }
  struct weights w = { 1 + 2 * I, 3 - I };
  number total = 0, r = I * .125;

#pragma pram
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      {
	number z = 0, from = -2 + 2.5 * i / n + I * (-1.25 + 2.5 * j / n);
	int k = 0;
	for (; k < 60 && creal (z) * creal (z) + cimag (z) * cimag (z) < 4; k++)
	  z = z * z + from;
	count[i * n + j] = k;
      }
#pragma pram
  for (int i = 0; i < n; i++)
    {
      c[i] = w.alpha * a[i] + w.beta * b[i];
      f[i] *= shift;
    }
#pragma pram begin
  total = product (n, a, b);
  for (int i = 0; i < n; i++)
    a[i] -= total * b[i] / n;
#pragma pram end
#pragma pram
  for (int t = 0; t < steps; t++)
    {
      double change;
      int times = 0;
      for (int i = 0; i < n; i++)
	b[i] = a[i];
      do
	{
	  change = 0;
	  for (int i = 0; i < n; i++)
	    {
	      number low = i > 0 ? b[i - 1] : 0, high = i < n - 1 ? b[i + 1] : 0;
	      d[i] = (a[i] + r * (low + high)) / (1 + 2 * r);
	      double by = cabs (d[i] - b[i]);
	      change = by > change ? by : change;
	    }
	  for (int i = 0; i < n; i++)
	    b[i] = d[i];
	  times++;
	}
      while (change > 1e-9 && times < 100);
      for (int i = 0; i < n; i++)
	a[i] = b[i];
      if (t % 2 == 0)
	printf ("%d: %d\n", t, times);
    }

  number q = 0;
  for (int i = 0; i < n * n; i++)
    sum += count[i] * (i % 7);
  for (int i = 0; i < n; i++)
    q = q * .9 + a[i] + c[i] + f[i];
  printf ("%d %.17g %.17g %.17g %.17g\n", sum, creal (q), cimag (q), creal (total),
	  cimag (total));
  return 0;
}
