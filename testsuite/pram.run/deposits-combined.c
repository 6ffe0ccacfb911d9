/* Updates of elements that data choose which may be done in any order, so that
   they are combined before they travel: each operator and type, with conversions,
   from both sides; parts that overflow; by two statements, in structures, of
   arrays that are exchanged; far apart; and what looks like it and isn't.

   SPDX-License-Identifier: GPL-3.0-or-later  */
/* { pram-args 1 2 50 7000 } */
/* { pram-ranks 1 2 3 5 } */
/* { pram-mode distributed } */
/* { pram-stats "\"swing.1[^\n]*\"bytes\": [12][0-9][0-9][0-9][0-9]," } */
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "chance.h"

#define NI __attribute__ ((noipa))

NI void
narrow (int n, const int *key, const int *v, unsigned char *uc, signed char *sc,
	short *s, unsigned short *us)
{
#pragma pram
  for (int i = 0; i < n; i++)
    {
      uc[key[i]]++;
      sc[key[i]] -= v[i];
      s[key[i]] = v[i] * s[key[i]];
      us[key[i]] ^= v[i];
    }
}

NI void
wide (int n, const int *key, const int *v, unsigned *u, long *l,
      unsigned long *ul, int *both)
{
#pragma pram
  for (int i = 0; i < n; i++)
    {
      u[key[i]] |= 1u << (v[i] & 31);
      l[key[i]] += (long) v[i] * v[i] - 7;
      ul[key[i]] &= ~(1ul << (v[i] & 63));
      both[key[i]] += v[i];
      both[v[i] & 7] -= 2;
    }
}

/* Sums that stay in range though the sums of later parts don't.  */
NI void
swing (int n, const int *key, int *sum)
{
#pragma pram
  for (int i = 0; i < n; i++)
    sum[key[i]] += (i & 1) ? INT_MIN + i : INT_MAX - i;
}

NI void
extremes (int n, const int *key, const int *v, int *least, unsigned *most,
	  long *other, long *last)
{
#pragma pram
  for (int i = 0; i < n; i++)
    {
      if (v[i] < least[key[i]])
	least[key[i]] = v[i];
      unsigned w = v[i];
      most[key[i]] = most[key[i]] > w ? most[key[i]] : w;
      long o = v[i] - 5;
      other[key[i]] = o >= other[key[i]] ? o : other[key[i]];
      /* Not by the value that is stored.  */
      if (o < last[key[i]])
	last[key[i]] = o + 1;
    }
}

/* Of 0 and -0 the first or the last one; NaNs.  */
NI void
floating (int n, const int *key, const double *v, double *a, double *b,
	  float *c, float *d)
{
#pragma pram
  for (int i = 0; i < n; i++)
    {
      if (v[i] < a[key[i]])
	a[key[i]] = v[i];
      if (v[i] >= b[key[i]])
	b[key[i]] = v[i];
      float f = v[i];
      if (c[key[i]] >= f)
	c[key[i]] = f;
      if (!(d[key[i]] > f))
	d[key[i]] = f;
    }
}

struct cell
{
  char tag;
  int n;
  double v;
  long sum[2];
};

NI void
structures (int n, const int *key, struct cell *cell)
{
#pragma pram
  for (int i = 0; i < n; i++)
    {
      cell[key[i]].n++;
      cell[key[i]].sum[i & 1] += i;
      cell[key[i]].v += .1 * i;
    }
}

/* All of which other loops have.  */
NI void
degrees (int n, int m, const int *from, const int *to, int *degree, int *old)
{
#pragma pram
  for (int t = 0; t < 3; t++)
    {
      for (int i = 0; i < n; i++)
	degree[i] = t;
      for (int k = 0; k < m; k++)
	{
	  degree[from[k]]++;
	  degree[to[k]] += 2;
	}
      for (int i = 1; i < n; i++)
	old[i] += degree[i] * degree[i - 1];
      int *s = degree;
      degree = old;
      old = s;
    }
}

/* Sparse: most of it is nobody's.  */
NI void
far (int n, const int *key, int *h)
{
#pragma pram
  for (int i = 0; i < n; i++)
    h[(n / 2 - key[i]) * 997L]++;
}

/* One of them sets, so the order matters.  */
NI void
mixed (int n, const int *key, const int *v, int *h, int *g)
{
#pragma pram
  for (int i = 0; i < n; i++)
    {
      h[key[i]] += v[i];
      if (v[i] % 11 == 0)
	h[key[i]] = v[i];
      g[key[i]] = 3 * g[key[i]] + v[i];
    }
}

static double
special (int k)
{
  switch (k % 9)
    {
    case 0: return 0.;
    case 1: return -0.;
    case 2: return NAN;
    case 3: return INFINITY;
    case 4: return -INFINITY;
    default: return k % 5 - 2;
    }
}

int
main (int argc, char **argv)
{
  for (int k = 1; k < argc; k++)
    {
      int n = atoi (argv[k]), m = n / 4 + 8;
      int *key = indices (n, m), *v = indices (n, 1000), *w = indices (n, m);
      char *a = calloc (m, 8), *b = calloc (m, 8), *c = calloc (m, 8);
      char *d = calloc (m, 8);
      narrow (n, key, v, (unsigned char *) a, (signed char *) b, (short *) c,
	      (unsigned short *) d);
      show ("uc", a, m);
      show ("sc", b, m);
      show ("s", c, 2 * m);
      show ("us", d, 2 * m);
      memset (a, 5, 8 * m);
      wide (n, key, v, (unsigned *) a, (long *) b, (unsigned long *) c,
	    (int *) d);
      show ("u", a, 4 * m);
      show ("l", b, 8 * m);
      show ("ul", c, 8 * m);
      show ("both", d, 4 * m);
      int *sum = calloc (m, sizeof *sum), *same = calloc (n, sizeof *same);
      swing (n, same, sum);
      show ("swing", sum, m * sizeof *sum);
      extremes (n, key, v, (int *) a, (unsigned *) b, (long *) c, (long *) d);
      show ("least", a, 4 * m);
      show ("most", b, 4 * m);
      show ("other", c, 8 * m);
      show ("last", d, 8 * m);
      double *x = malloc (n * sizeof *x), *y = malloc (m * sizeof *y);
      double *z = malloc (m * sizeof *z);
      float *f = malloc (m * sizeof *f), *g = malloc (m * sizeof *g);
      for (int i = 0; i < n; i++)
	x[i] = special (chance (90));
      for (int i = 0; i < m; i++)
	y[i] = z[i] = f[i] = g[i] = special (chance (90));
      floating (n, key, x, y, z, f, g);
      show ("y", y, m * sizeof *y);
      show ("z", z, m * sizeof *z);
      show ("f", f, m * sizeof *f);
      for (int i = 0; i < m; i++)
	printf ("%g\n", g[i] == g[i] ? g[i] : 99);
      struct cell *cell = calloc (m, sizeof *cell);
      structures (n, key, cell);
      show ("cell", cell, m * sizeof *cell);
      int *degree = calloc (m, sizeof (int)), *old = calloc (m, sizeof (int));
      degrees (m, n, key, w, degree, old);
      show ("degree", degree, m * sizeof *degree);
      show ("old", old, m * sizeof *old);
      int *h = calloc (997 * (n + m), sizeof *h);
      far (n, key, h + 997 * m);
      show ("far", h, 997 * (n + m) * sizeof *h);
      mixed (n, key, v, degree, old);
      show ("mixed", degree, m * sizeof *degree);
      show ("mixed", old, m * sizeof *old);
    }
  return 0;
}
