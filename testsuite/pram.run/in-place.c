/* in-place.c: elements are read before others' iterations write them: each process
   has what it reads of others from before, and does its own in order.

   SPDX-License-Identifier: GPL-3.0-or-later  */

/* { pram-ranks 2 3 5 } */
#include <stdio.h>
#include <stdlib.h>

static void
left (int n, double *a)
{
#pragma pram
  for (int i = 0; i < n - 1; i++)
    a[i] = a[i + 1];
}

static void
right (int n, int *a)
{
#pragma pram
  for (int i = n - 1; i > 0; i--)
    a[i] = a[i - 1];
}

static void
ahead (int n, double *a)
{
#pragma pram
  for (int i = 0; i < n; i++)
    a[i] = 0.5 * a[i] + 0.25 * a[i + 1] + 0.125 * a[i + 3];
}

/* Distributed backwards: the first loop goes up.  */
static void
back (int n, double *a, double *b)
{
#pragma pram begin
  for (int i = 0; i < n; i++)
    a[i] = 3 * b[i] + i;
  for (int i = n - 1; i > 0; i--)
    a[i] = a[i] - a[i - 1];
  for (int i = 0; i < n; i++)
    b[i] = a[i] * a[i];
#pragma pram end
}

/* Again and again: what a neighbour has written is sent to who still needs what
   was there before.  */
static void
repeated (int n, int steps, float *a)
{
#pragma pram
  for (int t = 0; t < steps; t++)
    {
      for (int i = 0; i < n - 1; i++)
	a[i] = 0.5f * (a[i] + a[i + 1]);
      for (int i = n - 1; i > 1; i--)
	a[i] += 0.25f * a[i - 2];
    }
}

static void
rows (int n, int m, double a[n][m])
{
#pragma pram
  for (int i = 0; i < n - 1; i++)
    for (int j = 0; j < m; j++)
      a[i][j] += a[i + 1][j] - 1;
}

static void
corner (int n, int m, double a[n][m])
{
#pragma pram
  for (int t = 0; t < 3; t++)
    for (int i = 0; i < n - 1; i++)
      for (int j = 0; j < m - 1; j++)
	a[i][j] = 0.25 * (a[i][j] + a[i + 1][j] + a[i][j + 1]
			  + a[i + 1][j + 1]);
}

/* From far away.  */
static void
halves (int n, long *a)
{
  int h = n / 2;
#pragma pram
  for (int i = 0; i < h; i++)
    a[i] = a[i] + 3 * a[i + h];
}

static void
down (unsigned n, unsigned *a)
{
#pragma pram
  for (unsigned i = n; i-- > 2;)
    a[i] = a[i] ^ (a[i - 2] << 1);
}

/* Two statements, of which one reads what the other one of a later iteration
   writes.  */
static void
beyond (int n, double *a, double *b)
{
#pragma pram
  for (int i = 0; i < n - 1; i++)
    {
      b[i] = a[i + 1];
      a[i] = i - b[i];
    }
}

/* Read before and after: a real dependence beside the other one.  */
static void
mixed (int n, double *a, double *b)
{
#pragma pram
  for (int t = 0; t < 4; t++)
    {
      for (int i = 1; i < n; i++)
	b[i] = a[i] + a[i - 1];
      for (int i = 0; i < n - 1; i++)
	a[i] = a[i + 1] + b[i];
    }
}

static double
total (int n, const double *a)
{
  double s = 0;
  for (int i = 0; i < n; i++)
    s = 0.875 * s + a[i] * (i + 1);
  return s;
}

static void
try (int n)
{
  int m = 7 + n % 5;
  double *a = malloc ((n + 4) * sizeof *a), *b = malloc ((n + 4) * sizeof *b);
  double (*c)[m] = malloc (n * sizeof *c);
  int *k = malloc (n * sizeof *k);
  float *f = malloc (n * sizeof *f);
  long *l = malloc (n * sizeof *l);
  unsigned *u = malloc (n * sizeof *u);
  for (int i = 0; i < n + 4; i++)
    {
      a[i] = 0.25 * (i * 37 % 101);
      b[i] = i % 11;
    }
  for (int i = 0; i < n; i++)
    {
      k[i] = i * i % 97;
      f[i] = 0.5f * (i * 7 % 13);
      l[i] = i * 11 % 17;
      u[i] = i * 77u + 5;
      for (int j = 0; j < m; j++)
	c[i][j] = (i * 5 + j * 3) % 31;
    }
  left (n, a);
  printf ("left %.17g\n", total (n, a));
  right (n, k);
  ahead (n, a);
  printf ("ahead %.17g\n", total (n, a));
  back (n, a, b);
  printf ("back %.17g %.17g\n", total (n, a), total (n, b));
  repeated (n, 6, f);
  rows (n, m, c);
  printf ("rows %.17g\n", total (n * m, c[0]));
  if (n > 2)
    corner (n, m, c);
  printf ("corner %.17g\n", total (n * m, c[0]));
  halves (n, l);
  down (n, u);
  beyond (n, a, b);
  printf ("beyond %.17g %.17g\n", total (n, a), total (n, b));
  mixed (n, a, b);
  printf ("mixed %.17g %.17g\n", total (n, a), total (n, b));
  for (int i = 0; i < n; i++)
    printf ("%d %.9g %ld %u\n", k[i], f[i], l[i], u[i]);
  free (a);
  free (b);
  free (c);
  free (k);
  free (f);
  free (l);
  free (u);
}

int
main (void)
{
  for (int n = 1; n < 7; n++)
    try (n);
  try (40);
  try (301);
  return 0;
}
