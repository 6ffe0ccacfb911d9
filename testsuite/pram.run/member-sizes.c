/* member-sizes.c: structures whose members have several sizes.

   SPDX-License-Identifier: GPL-3.0-or-later  */
#include <complex.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct cell { double u; float v; int wall; };
struct body { int id; double x, f; char tag; };
struct wide { long double a; short b; _Bool c; };

/* Neighbours, a conditional store, and elements outside of loops.  */
static double
diffuse (int n, struct cell *a, struct cell *b)
{
  double most = 0;
#pragma pram
  for (int t = 0; t < 5; t++)
    {
      a[0].u = a[1].u * 0.5;
      a[n - 1].wall++;
      double edge = a[n / 2].u;
      for (int i = 1; i < n - 1; i++)
	{
	  b[i].u = a[i].u;
	  if (!a[i].wall)
	    b[i].u += 0.25 * (a[i - 1].u - 2 * a[i].u + a[i + 1].u)
		      + 1e-3 * edge;
	  b[i].v = a[i].v + (float) b[i].u;
	  b[i].wall = a[i + 1].wall ^ a[i].wall;
	}
      most = 0;
      for (int i = 1; i < n - 1; i++)
	{
	  most = fmax (most, fabs (a[i].u - b[i].u));
	  a[i] = b[i];
	}
    }
  return most;
}

/* All pairs, beside an inner loop.  */
static void
attract (int n, struct body *p)
{
#pragma pram
  for (int t = 0; t < 3; t++)
    {
      for (int i = 0; i < n; i++)
	{
	  double x = p[i].x;
	  p[i].f = 0;
	  for (int j = 0; j < n; j++)
	    p[i].f += (p[j].x - x) / (1 + abs (p[j].id - p[i].id));
	  p[i].tag = p[i].f > 0 ? '+' : '-';
	}
      for (int i = 0; i < n; i++)
	p[i].x += 0.01 * p[i].f;
    }
}

/* Parts of a complex number; members of 16, 2 and 1 bytes, in place.  */
static void
parts (int n, double complex *z, struct wide *w, int steps)
{
#pragma pram
  for (int t = 0; t < steps; t++)
    {
      for (int i = 1; i < n - 1; i++)
	w[i].b = (short) (creal (z[i - 1]) + 2 * cimag (z[i + 1]));
      for (int i = 0; i < n; i++)
	{
	  z[i] *= 0.5 + 0.5 * I;
	  __real__ z[i] += w[i].b;
	}
      for (int i = 1; i < n; i++)
	{
	  w[i].a = w[i].a / 3 + w[i].b;
	  w[i].c = w[i].b & 1;
	}
      for (int i = 2; i < n; i++)
	w[i].b += w[i].c;
    }
}

/* For GCC a memcpy of 16 bytes is one access.  */
static void
copy_pairs (int n, double (*restrict p)[2], double (*restrict q)[2])
{
#pragma pram
  for (int i = 0; i < n; i++)
    {
      q[i][1] += p[i][0];
      memcpy (p[i], q[i], 16);
    }
}

static void
run (int n)
{
  struct cell *a = calloc (n, sizeof *a), *b = calloc (n, sizeof *b);
  struct body *p = calloc (n, sizeof *p);
  struct wide *w = calloc (n, sizeof *w);
  double complex *z = calloc (n, sizeof *z);
  for (int i = 0; i < n; i++)
    {
      a[i] = (struct cell) { i % 7, i * 0.5f, i % 5 == 0 };
      p[i] = (struct body) { i * 3 % 11, i, 0, 'x' };
      z[i] = i + (n - i) * I;
    }
  printf ("%.17g\n", diffuse (n, a, b));
  attract (n, p);
  parts (n, z, w, 4);
  copy_pairs (n / 2, (double (*)[2]) z, (double (*)[2]) z + n / 2);
  for (int i = 0; i < n; i++)
    printf ("%.17g %.9g %d %.17g %c %.17g %.17g %.18Lg %d %d\n", a[i].u,
	    a[i].v, a[i].wall, p[i].x, p[i].tag, creal (z[i]), cimag (z[i]),
	    w[i].a, w[i].b, w[i].c);
  free (a), free (b), free (p), free (w), free (z);
}

int
main (void)
{
  static const int sizes[] = { 9, 40, 33 };
  for (int k = 0; k < 3; k++)
    run (sizes[k]);
  return 0;
}
