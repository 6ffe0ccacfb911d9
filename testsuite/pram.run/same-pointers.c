/* same-pointers.c: functions that are called with one array for two parameters, or for
   three.
   SPDX-License-Identifier: GPL-3.0-or-later

   { pram-args 1 2 30 101 }
   { pram-ranks 1 2 3 }
   { pram-mode any }
   { pram-stats "\"waxpby.1.y=w.\"[^\n]*\"mode\": \"distributed\"" }
   { pram-stats "\"waxpby.1.x=w.\"[^\n]*\"mode\": \"distributed\"" }
   { pram-stats "\"residual.1.r=v.\"[^\n]*\"mode\": \"distributed\"" }
   { pram-stats "\"smooth.b=a.\"[^\n]*\"mode\": \"distributed\"" }
   { pram-stats "\"shift.1.from=to.\"[^\n]*\"mode\": \"serial\"" }  */

#include <stdio.h>
#include <stdlib.h>

struct grid { int n; double *u, *f; };

static double fixed[128];

static void
waxpby (int n, double alpha, const double *const x, double beta, const double *const y,
	double *const w)
{
#pragma pram
  for (int i = 0; i < n; i++)
    {
      double product = alpha * x[i];
      w[i] = product + beta * y[i];
    }
}

static void
residual (int n, double (*u)[n], double (*v)[n], double (*r)[n])
{
#pragma pram
  for (int i = 1; i < n - 1; i++)
    for (int j = 1; j < n - 1; j++)
      r[i][j] = v[i][j] - 0.25 * (u[i - 1][j] + u[i + 1][j] + u[i][j - 1] + u[i][j + 1]);
}

static void
smooth (struct grid *a, struct grid *b)
{
#pragma pram name(smooth)
  for (int t = 0; t < 4; t++)
    {
      for (int i = 1; i < a->n - 1; i++)
	b->f[i] = 0.5 * (a->u[i - 1] + a->u[i + 1]);
      for (int i = 1; i < a->n - 1; i++)
	a->u[i] = b->f[i];
    }
}

/* It isn't the same as for two arrays.  */
static void
shift (int n, const double *from, double *to)
{
#pragma pram
  for (int i = 1; i < n; i++)
    to[i] = 0.5 * (from[i] + from[i - 1]);
}

static void
show (const char *what, const double *a, int n)
{
  unsigned long h = 0;
  for (const unsigned char *p = (const void *) a; p < (const unsigned char *) (a + n); p++)
    h = h * 31 + *p;
  printf ("%s %lu\n", what, h);
}

int
main (int argc, char **argv)
{
  for (int arg = 1; arg < argc; arg++)
    {
      int n = atoi (argv[arg]);
      double *p = malloc (n * sizeof *p), *r = malloc (n * sizeof *r);
      double *x = malloc (n * sizeof *x);
      struct grid g = { n, p, r }, h = { n, x, r };
      for (int i = 0; i < n; i++)
	p[i] = i, r[i] = i * 0.5, x[i] = fixed[i] = 1 + i % 3;
      waxpby (n, 1, r, 0.5, p, p);
      waxpby (n, 1, x, 0.25, p, x);
      waxpby (n, 1, r, -0.25, p, r);
      waxpby (n, 2, r, -0.25, p, x);
      waxpby (n, 2, r, 3, r, r);
      waxpby (n, 1, fixed, 0.125, x, &fixed[0]);
      shift (n, x, r);
      shift (n, fixed, fixed);
      show ("p", p, n);
      show ("r", r, n);
      show ("x", x, n);
      show ("fixed", fixed, n);
      smooth (&g, &h);
      smooth (&h, &h);
      show ("p", p, n);
      show ("r", r, n);
      double (*u)[n] = malloc (n * sizeof *u), (*v)[n] = malloc (n * sizeof *v);
      for (int i = 0; i < n; i++)
	for (int j = 0; j < n; j++)
	  u[i][j] = i * j % 7, v[i][j] = i - j;
      residual (n, u, v, v);
      show ("v", v[0], n * n);
      residual (n, v, v, u);
      show ("u", u[0], n * n);
      free (p), free (r), free (x), free (u), free (v);
    }
  return 0;
}
