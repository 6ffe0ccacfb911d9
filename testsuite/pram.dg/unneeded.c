/* unneeded.c: which arrays are found to be needed by nobody afterwards.

   SPDX-License-Identifier: GPL-3.0-or-later

   { dg-options "-fplugin-arg-pram-verbose" } */

#include <setjmp.h>
#include <stdlib.h>
#include <string.h>

#define N 40

void unknown (double *);
double *kept;

static double *
fresh (size_t n)
{
  double *p = malloc (n * sizeof *p);
  if (p == NULL)
    exit (1);
  for (size_t k = 0; k < n; k++)
    p[k] = 0;
  return p;
}

static double *
remembered (size_t n)
{
  double *p = calloc (n, sizeof *p);
  kept = p;
  return p;
}

static void
fill (double *a, int n)
{
  while (n-- > 0)
    a[n] = n;
}

static void
release (double *a)
{
  if (a != NULL)
    free (a);
}

static void
remember (double *a, int n)
{
  if (n > 3)
    kept = &a[1];
}

double
own (void)
{
  double a[N], b[N], c[N];
  fill (a, N);
  memset (b, 0, sizeof b);
#pragma pram
  for (int i = 1; i < N - 1; i++)	/* { dg-bogus "'c' is not needed" } */
    {
      b[i] = a[i - 1] / 3;	/* { dg-note "'b' is not stored" } */
      c[i] = b[i] + 1;
    }
  return c[3];
}

double
heap (void)
{
  double *a = fresh (N), *b = malloc (N * sizeof *b);
  double (*c)[N] = (double (*)[N]) fresh (N * N);
  if (!b || !c)
    exit (1);
  fill (&c[0][0], N * N);
  fill (a, N);
#pragma pram
  for (int t = 0; t < 9; t++)	/* { dg-note "what 'b' points to is not needed" } */
    {	/* { dg-bogus "what 'a' points to" } */
      for (int i = 1; i < N - 1; i++)
	c[3][i] = 1 / a[i + 1];	/* { dg-note "'c' is not stored" } */
      for (int i = 1; i < N - 1; i++)
	b[i] = 0.5 * c[3][i];
      double *s = a;
      a = b;
      b = s;
    }
  double x = a[3];
  free (a);
  release (b);
  free (c);
  return x;
}

/* b's first value is known elsewhere, so that a or b may be needed.  */
double
copied (void)
{
  double *a = fresh (N), *b = remembered (N);
  fill (b, N);
#pragma pram
  for (int t = 0; t < 9; t++)	/* { dg-bogus "not needed" } */
    {
      for (int i = 1; i < N - 1; i++)
	b[i] = a[i - 1] + a[i + 1];
      double *s = a;
      a = b;
      b = s;
    }
  return a[3] + kept[3];
}

double
also_copied (void)
{
  double *a = fresh (N), *b = fresh (N), *first = a;
#pragma pram
  for (int t = 0; t < 9; t++)	/* { dg-bogus "not needed" } */
    {
      for (int i = 1; i < N - 1; i++)
	b[i] = a[i - 1] + a[i + 1];
      double *s = a;
      a = b;
      b = s;
    }
  return first[3];
}

double
passed (void)
{
  double a[N], b[N], c[N], d[N];
  fill (a, N);
  unknown (b);
  remember (c, N);
  remember (d + 2, N);
#pragma pram
  for (int i = 1; i < N - 1; i++)	/* { dg-bogus "not needed" } */
    {
      b[i] = a[i - 1];
      c[i] = b[i] + 1;
      d[i] = c[i] + 1;
    }
  double x = kept[3];
  kept = NULL;
  return x;
}

double
declared_later (void)
{
  double a[N], b[N];
  fill (a, N);
#pragma pram
  for (int i = 1; i < N - 1; i++)	/* { dg-bogus "not needed" } */
    b[i] = a[i - 1];
  double x = b[3];
  return x;
}

double
again (int times)
{
  double a[N], b[N], x = 0;
  fill (a, N);
  for (int t = 0; t < times; t++)
    {
      x += t > 0 ? b[4] : 0;
#pragma pram
      for (int i = 1; i < N - 1; i++)	/* { dg-bogus "not needed" } */
	b[i] = a[i - 1];
    }
  return x;
}

double
jumps (void)
{
  double a[N], b[N], x = 0;
  static jmp_buf buffer;
  fill (a, N);
  fill (b, N);
  if (setjmp (buffer))
    return b[3];
#pragma pram
  for (int i = 1; i < N - 1; i++)	/* { dg-bogus "not needed" } */
    b[i] = a[i - 1];
  longjmp (buffer, 1);
  return x;
}

/* The first region's b is what the second one reads.  */
double
two (void)
{
  double a[N], b[N], c[N], d[N];
  fill (a, N);
#pragma pram
  for (int i = 1; i < N - 1; i++)	/* { dg-bogus "'b' is not needed" } */
    b[i] = a[i - 1];
#pragma pram
  for (int i = 1; i < N - 1; i++)	/* { dg-bogus "'c' is not needed" } */
    {
      d[i] = 1 / b[i];	/* { dg-note "'d' is not stored" } */
      c[i] = d[i] * d[i];
    }
  return c[5];
}

double
returned (double *unused, double *a)
{
  double b[N];
  fill (b, N);
#pragma pram
  for (int i = 1; i < N - 1; i++)	/* { dg-bogus "'unused' is not needed" } */
    unused[i] = a[i] + b[i];
  return 0;
}
