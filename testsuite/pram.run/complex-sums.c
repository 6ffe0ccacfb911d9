/* complex-sums.c: sums, last values and conditions of complex numbers: variables of the
   function, a global one, members of a structure, of helpers, float ones.
   SPDX-License-Identifier: GPL-3.0-or-later

   { pram-args 17 5 }
   { pram-ranks 1 2 3 5 }
   { pram-mode distributed }  */

#include <complex.h>
#include <stdio.h>
#include <stdlib.h>

typedef double complex number;

struct state
{
  int n;
  number *x, *r, *p, *q;
  number rho, alpha;
};

static float complex all;
static number found;
static number shift = .5 - .25 * I;

static number
product (int n, const number *a, const number *b)
{
  number s = 0;
#pragma pram reduction(+: s)
  for (int i = 0; i < n; i++)
    s += a[i] * b[i];
  return s;
}

static number
shifted (number x)
{
  return x + shift;
}

static void
collect (number x)
{
  found += x;
}

/* Sums of integers are exact in any order.  */
static number
rounded (number x)
{
  return (long) creal (x) + I * (long) cimag (x);
}

static void
advance (struct state *s)
{
  int n = s->n;
  number rho = 0;
#pragma pram begin reduction(+: rho)
  for (int i = 0; i < n; i++)
    s->q[i] = rounded ((i > 0 ? s->p[i - 1] : 0) + shifted (s->p[i]) * s->alpha / 3);
  for (int i = 0; i < n; i++)
    rho += conj (s->p[i]) * s->q[i];
  s->rho = rho;
  for (int i = 0; i < n; i++)
    s->r[i] -= s->rho / (1 + cabs (s->rho));
  s->alpha = rounded (s->rho / (n * (3 + I))) + 1;
#pragma pram end
}

int
main (int argc, char **argv)
{
  int n = argc > 1 ? atoi (argv[1]) : 17, steps = argc > 2 ? atoi (argv[2]) : 5;
  struct state s = { .n = n, .alpha = 2 - I };
  number *all_of_it = malloc (4 * n * sizeof (number));
  s.x = all_of_it, s.r = s.x + n, s.p = s.r + n, s.q = s.p + n;
  for (int i = 0; i < n; i++)
    {
      s.x[i] = i % 7 + I * (i % 5);
      s.p[i] = i % 3 - I * (i % 4);
      s.r[i] = s.q[i] = 1;
    }
  number first = product (n, s.x, s.p), last = 0, low = 0, t;
  int times = 0;
  for (int k = 0; k < steps; k++)
    advance (&s);
#pragma pram reduction(+: found)
  for (int i = 0; i < n; i++)
    collect (conj (s.q[i]));

#pragma pram begin reduction(+: all)
  for (int i = 0; i < n; i++)
    {
      t = s.x[i] * s.q[i];
      last = t;
      all += (float complex) t;
      s.x[i] = t - first;
    }
  while (cabs (last) > 1)
    {
      last *= .5 * shift;
      for (int i = 0; i < n; i++)
	s.x[i] = s.x[i] * last + low;
      low = s.x[n / 2];
      times++;
    }
#pragma pram end

  number sum = 0;
  for (int i = 0; i < n; i++)
    sum = sum * .75 + s.x[i] + s.r[i] - s.q[i] * I;
  printf ("%g %g\n", creal (found), cimag (found));
  printf ("%d %g %g %g %g %g %g\n", times, creal (first), cimag (first), creal (last),
	  cimag (last), creal (low), cimag (low));
  printf ("%g %g %.17g %.17g %.17g %.17g\n", crealf (all), cimagf (all), creal (s.rho),
	  cimag (s.alpha), creal (sum), cimag (sum));
  free (all_of_it);
  return 0;
}
