/* refused.c: a refusal names the line and what would help.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <math.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

double a[100], b[100];

double
sum (void)
{
  double s = 0;
#pragma pram
  for (int i = 0; i < 100; i++)
    s += a[i]; /* { dg-note "reduction" } */
  return s;
}

/* A sum of sums: the clause that helps is that for the outer one.  */
double
sums (void)
{
  double t = 0;
#pragma pram
  for (int j = 0; j < 10; j++)
    for (int i = 0; i < 8; i++)
      {
	double s = 0;
	for (int k = 0; k < 3; k++)
	  s += a[10 * j + i + k];
	t += s * s; /* { dg-note "'t' is carried .* add reduction\\(.: t\\)" } */
      }
  return t;
}

/* Neither a sum nor a product, whatever the last operation is.  */
double
filter (void)
{
  double s = 0;
#pragma pram
  for (int i = 0; i < 100; i++)
    s = 0.5 * s - a[i]; /* { dg-note "carried from iteration to iteration$" } */
  return s;
}

void
output (void)
{
#pragma pram
  for (int i = 0; i < 100; i++)
    {
      b[i] = a[i];
      printf ("%g\n", a[i]); /* { dg-note "calls 'printf'$" } */
    }
}

double timer (void), of_argument (double);

void
timed (void)
{
#pragma pram
  for (int i = 0; i < 100; i++)
    b[i] = timer (); /* { dg-note "'timer', which may access 'b' .'b' is visible to other files: declare it static" } */
#pragma pram
  for (int i = 0; i < 100; i++)
    b[i] = time (NULL); /* { dg-note "calls 'time'$" } */
#pragma pram
  for (int i = 0; i < 100; i++)
    b[i] = of_argument (a[i]); /* { dg-note "'of_argument', .*depends on its arguments alone, declare" } */
}

void
copy (double *to, const double *from, size_t bytes)
{
#pragma pram
  for (int t = 0; t < 3; t++)
    {
      for (int i = 0; i < 100; i++)
	b[i] = a[i];
      memcpy (to, from, bytes); /* { dg-note "'memcpy'.*write a loop" } */
    }
}

void
shift (void)
{
#pragma pram
  for (int t = 0; t < 3; t++)
    {
      memmove (a + 1, a, 50 * sizeof *a); /* { dg-note "'memmove'.*memcpy" } */
      for (int i = 0; i < 100; i++)
	b[i] = a[i];
    }
}

struct grid
{
  int n;
  double *a;
};

void
grids (struct grid *g)
{
#pragma pram
  for (int k = 0; k < 4; k++)
    {
      g[k].n = 100;
      for (int i = 0; i < 100; i++)
	g[k].a[i] = 1; /* { dg-note "'g' holds pointers; only arrays in one" } */
    }
}

void
turned (int n, double **a)
{
#pragma pram
  for (int i = 0; i < n / 2; i++)
    {
      double *row = a[i];
      a[i] = a[n - 1 - i];
      a[n - 1 - i] = row;
      for (int j = 0; j < n; j++)
	row[j] += 1; /* { dg-note "the pointers in 'a' are changed other than to exchange two rows, or used after that; take them from 'a' anew" } */
    }
}

void
lines (struct grid *g, int m)
{
#pragma pram
  for (int k = 0; k < m; k++)
    for (int i = 0; i < g[k].n; i++, g[k].n--)
      g[k].a[i] = 1; /* { dg-note "'g' holds pointers; only .*: put what they" } */
}

static int
length_of (const struct grid *g)
{
  const struct grid *it = g->n ? g : g + 1;
  return it->n;
}

void
helped (struct grid *g)
{
#pragma pram
  for (int k = 0; k < length_of (g); k++)
    g->a[k] = 1; /* { dg-note "'g' holds pointers: copy" } */
}

/* No message can carry it.  */
void
wide (__int128 *q)
{
  __int128 s = 0;
#pragma pram begin
  for (int i = 0; i < 100; i++)
    s += q[i]; /* { dg-note "type that cannot be passed" } */
#pragma pram end
  *q = s;
}

void
wide_inside (__int128 *q)
{
#pragma pram
  for (int t = 0; t < 3; t++)
    {
      __int128 s = 0;
      for (int i = 0; i < 100; i++)
	s += q[i]; /* { dg-note "type that cannot be passed" } */
      for (int i = 0; i < 100; i++)
	q[i] -= s;
    }
}

/* Searches for a value, and more than its place; for the first place.  */
int
least_found (void)
{
  double best = 1e300;
  int changes = 0;
#pragma pram
  for (int i = 0; i < 100; i++)
    if (a[i] < best) /* { dg-note "value of 'best' in between; only what is set together with it may" } */
      {
	best = a[i];
	changes++;
      }
  return changes;
}

double
least_but_one (void)
{
  double best = 1e300, second = 1e300;
#pragma pram
  for (int i = 0; i < 100; i++)
    if (a[i] < best) /* { dg-note "depends on the value of 'best' in between" } */
      {
	second = best;
	best = a[i];
      }
  return second;
}

int
first_place (void)
{
  int i;
#pragma pram
  for (i = 0; i < 100; i++) /* { dg-note "a search can do without 'break'" } */
    if (a[i] > 1)
      break;
  return i;
}

double square[100][100];

/* Two bounds, both known, but the second one is tested too late.  */
void
lower (void)
{
#pragma pram
  for (int i = 0; i < 100; i++)
    for (int j = 0; j < 100; j++)
      {
	square[i][j] *= 2; /* { dg-note "if one of its bounds is known, make the others conditions" } */
	if (j >= i)
	  break;
      }
}

/* The steps depend on each other, not only the time loop's end on data: what one leaves goes
   on to the next.  */
void
relax (int steps)
{
#pragma pram
  for (int t = 0; t < steps; t++)
    for (int i = 1; i < 99; i++)
      for (int j = 1; j < 99; j++)
	square[i][j] = 0.25 * (square[i - 1][j] + square[i + 1][j] /* { dg-note "one process after the other: what the loop does depends on the value of 'square' in between" } */
			       + square[i][j - 1] + square[i][j + 1]);
}

/* A clause can name a helper's variable, wherever the helper stands.  */
static double late (const double *, int);
static double early (const double *x, int n)
{
  double sum = 0;
  for (int i = 0; i < n; i++)
    sum += x[i]; /* { dg-note "matter add reduction\\(\\+: sum\\)" } */
  return sum;
}

void
with_early (double *x)
{
#pragma pram
  for (int t = 0; t < 10; t++)
    {
      double s = early (x, 100);
      for (int i = 0; i < 100; i++)
	x[i] = x[i] + s;
    }
}

void
with_late (double *x)
{
#pragma pram
  for (int t = 0; t < 10; t++)
    {
      double s = late (x, 100);
      for (int i = 0; i < 100; i++)
	x[i] = x[i] + s;
    }
}

static double
late (const double *x, int n)
{
  double sum = 0;
  for (int i = 0; i < n; i++)
    sum += x[i]; /* { dg-note "matter add reduction\\(\\+: sum\\)" } */
  return sum;
}

/* What a helper keeps from call to call is carried.  */
static double
total (double x)
{
  static double all;
  return all += x; /* { dg-note "value of 'all' is carried" } */
}

void
with_total (void)
{
#pragma pram
  for (int i = 0; i < 100; i++)
    total (a[i]);
}

/* That the order of the sum matters, not that rows differ by remainders.  */
double
half_sweep (int n, double (*u)[n], int colour)
{
  double sum = 0;
#pragma pram
  for (int i = 1; i < n - 1; i++)
    for (int j = 1 + (i + colour) % 2; j < n - 1; j += 2)
      {
	double r = .25 * (u[i - 1][j] + u[i + 1][j]) - u[i][j];
	u[i][j] += r;
	sum += r * r; /* { dg-note "matter add reduction\\(\\+: sum\\)" } */
      }
  return sum;
}
