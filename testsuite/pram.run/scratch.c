/* scratch.c: memory that a region takes for itself: arrays that are declared in
   loops and helpers, of constant and of variable size, and what lies between
   malloc and free.

   SPDX-License-Identifier: GPL-3.0-or-later  */
/* { pram-args 3 40 257 } */
/* { pram-ranks 1 2 3 5 } */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MOST 300

static void
show (const char *what, int n, const double *u)
{
  double sum = 0;
  for (int i = 0; i < n; i++)
    sum = sum * 0.99 + u[i];
  printf ("%s %d %.17g\n", what, n, sum);
}

static void
start (int n, double *u)
{
  for (int i = 0; i < n; i++)
    u[i] = i * 7 % 13;
}

/* In a time loop.  */
static void
declared (int n, double *u)
{
  start (n, u);
#pragma pram
  for (int t = 0; t < 6; t++)
    {
      double flux[MOST + 1];
      flux[0] = flux[n] = 0;
      for (int i = 1; i < n; i++)
	flux[i] = 0.3 * (u[i - 1] - u[i]);
      for (int i = 0; i < n; i++)
	u[i] += flux[i] - flux[i + 1];
    }
  show ("declared", n, u);
}

static void
variable (int n, double *u)
{
  start (n, u);
#pragma pram
  for (int t = 0; t < 6; t++)
    {
      double w[2][n + 2];
      for (int i = 0; i <= n + 1; i++)
	w[0][i] = i > 0 && i <= n ? u[i - 1] : 0;
      for (int i = 1; i <= n; i++)
	w[1][i] = 0.5 * w[0][i] + 0.25 * (w[0][i - 1] + w[0][i + 1]);
      for (int i = 0; i < n; i++)
	u[i] = w[1][i + 1];
    }
  show ("variable", n, u);
}

/* In helpers, of which one is called twice.  */
static void
sweep (int n, double *u, double c)
{
  double old[n];
  memcpy (old, u, n * sizeof *u);
  for (int i = 1; i < n - 1; i++)
    u[i] = old[i] + c * (old[i - 1] - 2 * old[i] + old[i + 1]);
}

static double
residual (int n, const double *u)
{
  double *r = malloc (n * sizeof *r), most = 0;
  if (!r)
    exit (1);
  for (int i = 0; i < n; i++)
    r[i] = fabs (u[i] - (i + 1 < n ? u[i + 1] : 0));
  for (int i = 1; i < n; i++)
    most = fmax (most, r[i] + r[i - 1]);
  free (r);
  return most;
}

static void
helpers (int n, double *u)
{
  int it = 0;
  start (n, u);
#pragma pram
  while (residual (n, u) > 2 && it < 9)
    {
      sweep (n, u, 0.25);
      sweep (n, u, 0.125);
      it++;
    }
  printf ("%d ", it);
  show ("helpers", n, u);
}

/* Memory is exchanged; and cleared.  */
static void
asked (int n, double *u)
{
  start (n, u);
#pragma pram begin
  double *a = malloc (n * sizeof *a), *b = calloc (n, sizeof *b);
  for (int i = 0; i < n; i++)
    a[i] = u[i];
  for (int t = 0; t < 5; t++)
    {
      for (int i = 1; i < n - 1; i++)
	b[i] = 0.5 * (a[i - 1] + a[i + 1]);
      double *c = a;
      a = b;
      b = c;
    }
  for (int i = 0; i < n; i++)
    u[i] += a[i];
  free (a);
  free (b);
#pragma pram end
  show ("asked", n, u);
}

/* Counters that begin anew, deposited in.  */
static void
counters (int n, double *u)
{
  int *a = malloc (n * sizeof *a), best = 0;
  for (int i = 0; i < n; i++)
    a[i] = i * 7919 % 256;
#pragma pram
  for (int t = 0; t < 5; t++)
    {
      int count[256] = { 0 }, most = 0;
      for (int i = 0; i < n; i++)
	count[a[i]]++;
      for (int k = 0; k < 256; k++)
	most = count[k] > most ? count[k] : most;
      best = most > best ? most : best;
      for (int i = 0; i < n; i++)
	a[i] = (a[i] * 5 + t) & 255;
    }
  for (int i = 0; i < n; i++)
    u[i] = a[i] + best;
  free (a);
  show ("counters", n, u);
}

/* Each iteration's own stay so, and weights that are the same for all.  */
static void
own (int n, double *u)
{
  double *v = malloc (n * sizeof *v);
  start (n, u);
#pragma pram
  for (int t = 0; t < 3; t++)
    {
      double weight[3] = { 0.25, 0.5, 0.25 };
      for (int i = 1; i < n - 1; i++)
	{
	  double near[3];
	  for (int k = 0; k < 3; k++)
	    near[k] = weight[k] * u[i + k - 1];
	  v[i] = near[0] + near[1] + near[2];
	}
      for (int i = 1; i < n - 1; i++)
	u[i] = v[i];
    }
  show ("own", n, u);
  free (v);
}

int
main (int argc, char **argv)
{
  for (int k = 1; k < argc; k++)
    {
      int n = atoi (argv[k]);
      double *u = malloc (n * sizeof *u);
      declared (n, u);
      variable (n, u);
      helpers (n, u);
      asked (n, u);
      counters (n, u);
      own (n, u);
      free (u);
    }
  return 0;
}
