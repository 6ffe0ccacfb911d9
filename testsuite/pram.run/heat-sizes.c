/* heat-sizes.c: implicit heat with conjugate gradients.  A structure has the number
   of rows, with which some loops run, and that of all elements, with which the
   others run; both come from the command line.

   SPDX-License-Identifier: GPL-3.0-or-later  */
/* { pram-sum } */
/* { pram-args 40 } */
/* { pram-ranks 1 2 3 5 } */

#include <stdio.h>
#include <stdlib.h>

struct solver { int n, size; double lambda, *u, *r, *p, *q; };

static void
setup (struct solver *s, int n)
{
  s->n = n;
  s->size = n * n;
  s->lambda = 0.3;
  s->u = calloc (s->size, sizeof (double));
  s->r = calloc (s->size, sizeof (double));
  s->p = calloc (s->size, sizeof (double));
  s->q = calloc (s->size, sizeof (double));
  for (int i = n / 3; i < n / 2; i++)
    for (int j = n / 4; j < n / 2; j++)
      s->u[i * n + j] = 1 + (i * 7 + j) % 5;
}

/* B = A - LAMBDA Laplace A.  */
static void
apply (struct solver *s, const double *a, double *b)
{
  int n = s->n;
  for (int i = 1; i < n - 1; i++)
    for (int j = 1; j < n - 1; j++)
      b[i * n + j] = a[i * n + j]
		     - s->lambda * (a[(i - 1) * n + j] + a[(i + 1) * n + j]
				    + a[i * n + j - 1] + a[i * n + j + 1]
				    - 4 * a[i * n + j]);
}

static int
run (struct solver *s, int steps, double tolerance)
{
  double rho, alpha, next, *u = s->u, *r = s->r, *p = s->p, *q = s->q;
  int all = 0, it;
#pragma pram reduction(+: rho, alpha, next)
  for (int t = 0; t < steps; t++)
    {
      apply (s, u, q);
      rho = 0;
      for (int k = 0; k < s->size; k++)
	{
	  p[k] = r[k] = u[k] - q[k];
	  rho += r[k] * r[k];
	}
      for (it = 0; it < 50 && rho > tolerance; it++)
	{
	  alpha = next = 0;
	  apply (s, p, q);
	  for (int k = 0; k < s->size; k++)
	    alpha += p[k] * q[k];
	  alpha = rho / alpha;
	  for (int k = 0; k < s->size; k++)
	    {
	      u[k] += alpha * p[k];
	      r[k] -= alpha * q[k];
	      next += r[k] * r[k];
	    }
	  for (int k = 0; k < s->size; k++)
	    p[k] = r[k] + next / rho * p[k];
	  rho = next;
	}
      all += it;
    }
  return all;
}

int
main (int argc, char **argv)
{
  struct solver s;
  setup (&s, argc > 1 ? atoi (argv[1]) : 0);
  printf ("%d\n", run (&s, 3, 1e-9));
  for (int k = 0; k < s.size; k++)
    printf ("%.12g\n", s.u[k]);
  return 0;
}
