/* Writes of which data choose the element: histograms, scattered values, charge
   of particles, sums by transposed and unordered matrices, residuals along edges,
   minima, what the last iteration leaves; of arrays that are accessed by name,
   too, or nowhere else; places computed from no data.

   SPDX-License-Identifier: GPL-3.0-or-later  */
/* { pram-args 33 1 2 7 1000 } */
/* { pram-ranks 1 2 3 5 } */
/* { pram-mode distributed } */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include "chance.h"

#define NI __attribute__ ((noipa))

/* Nobody else accesses H: rank 0 takes all.  */
NI void
count (int n, const int *key, int *h)
{
#pragma pram
  for (int i = 0; i < n; i++)
    h[key[i]]++;
}

/* Particles: the order of the additions matters, and RHO is spread.  */
NI void
charge (int n, int m, const int *cell, const double *q, double *rho,
	double *phi)
{
#pragma pram
  for (int t = 0; t < 4; t++)
    {
      for (int j = 0; j < m; j++)
	rho[j] = .5 * phi[j];
      for (int i = 0; i < n; i++)
	rho[cell[i]] += q[i] * .1;
      for (int j = 1; j < m - 1; j++)
	phi[j] = .25 * (rho[j - 1] + rho[j + 1]) + .1 * phi[j];
    }
}

/* Both neighbours of where a particle moves.  */
NI void
cloud (int n, int m, double *at, double *rho)
{
#pragma pram
  for (int t = 0; t < 3; t++)
    {
      for (int j = 0; j <= m; j++)
	rho[j] = 0;
      for (int i = 0; i < n; i++)
	{
	  int c = (int) at[i];
	  double f = at[i] - c;
	  rho[c] += 1 - f;
	  rho[c + 1] += f;
	}
      for (int i = 0; i < n; i++)
	{
	  at[i] += .01 * (i % 5);
	  if (at[i] >= m)
	    at[i] -= m;
	}
    }
}

/* y = A' x, by rows, in the order of the rows.  */
NI void
transposed (int n, const int *start, const int *column, const double *a,
	    const double *x, double *y)
{
#pragma pram begin
  for (int i = 0; i < n; i++)
    y[i] = 0;
  for (int i = 0; i < n; i++)
    for (int k = start[i]; k < start[i + 1]; k++)
      y[column[k]] += a[k] * x[i];
#pragma pram end
}

/* Power iteration with an unordered matrix: Y is deposited in, X inspected.  */
NI int
power (int n, int nz, const int *row, const int *column, const double *a,
       double *x, double *y)
{
  double old = 0, change;
  int it = 0;
#pragma pram
  do
    {
      double most = 0;
      for (int i = 0; i < n; i++)
	y[i] = 0;
      for (int k = 0; k < nz; k++)
	y[row[k]] += a[k] * x[column[k]];
      for (int i = 0; i < n; i++)
	most = fmax (most, fabs (y[i]));
      change = fabs (most - old);
      old = most;
      for (int i = 0; i < n; i++)
	x[i] = y[i] / (most + 1);
    }
  while (change > 1e-3 && ++it < 20);
  return it;
}

/* Flows along edges, into both ends.  */
NI void
edges (int n, int m, const int (*end)[2], const double *w, double *u, double *r)
{
#pragma pram
  for (int t = 0; t < 3; t++)
    {
      for (int i = 0; i < n; i++)
	r[i] = 0;
      for (int k = 0; k < m; k++)
	{
	  double f = w[k] * (u[end[k][1]] - u[end[k][0]]);
	  r[end[k][0]] += f;
	  r[end[k][1]] -= f;
	}
      for (int i = 0; i < n; i++)
	u[i] += .01 * r[i];
    }
}

/* Under conditions on the element itself, of the row's kind, and none.  */
NI void
extremes (int n, const int *key, const double *v, double *least, double *most,
	  short *last, unsigned char *seen)
{
#pragma pram
  for (int i = 0; i < n; i++)
    {
      if (v[i] < least[key[i]])
	least[key[i]] = v[i];
      if (!(most[key[i]] > v[i]))
	most[key[i]] = v[i];
      if (v[i] > 9)
	last[key[i]] = i;
      seen[key[i]] |= 1 << (i & 7);
    }
}

/* Two dimensions of the loop and of the array.  */
NI void
joint (int n, int image[n][n], long h[16][4])
{
#pragma pram
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      h[image[i][j] & 15][(i + j) & 3] += j;
}

/* Not through data.  */
NI void
hash (int n, unsigned *table)
{
#pragma pram
  for (int i = 0; i < n; i++)
    table[(i * 2654435761u) >> 26] += i;
}

/* A loop of one step could be a layer as a whole: but all must have deposited
   before RHO is read.  */
NI void
once (int n, int m, const int *key, double *rho, double *phi)
{
#pragma pram
  for (int t = 0; t < 1; t++)
    {
      for (int i = 0; i < n; i++)
	rho[key[i]] += i;
      for (int j = 1; j < m; j++)
	phi[j] = rho[j - 1] - .5 * phi[j];
    }
}

/* The last step is the first process's.  */
NI void
backwards (int n, const int *key, const int *shift, const double (*from)[9],
	   double *to, double *sums)
{
#pragma pram
  for (int t = 0; t < 8; t++)
    {
      for (int i = 0; i < n; i++)
	sums[key[i]] = .5 * sums[key[i]] + t;
      for (int i = 0; i < n; i++)
	to[key[i]] = from[i][8 - shift[7 - t]] + i;
    }
}

struct pair
{
  double v;
  int n;
};

/* Whole structures, and a member.  */
NI void
structures (int n, const int *to, struct pair *a, struct pair *b,
	    struct pair *d)
{
#pragma pram
  for (int t = 0; t < 3; t++)
    {
      for (int i = 0; i < n; i++)
	b[to[i]] = a[i];
      for (int i = 0; i < n; i++)
	{
	  a[i].v += .5 * i;
	  d[to[i]].n += a[i].n++;
	}
    }
}

int
main (int argc, char **argv)
{
  for (int k = 1; k < argc; k++)
    {
      int n = atoi (argv[k]), m = n / 3 + 2;
      int *key = indices (n, m), *h = calloc (m, sizeof *h);
      double *q = fresh (n), *rho = fresh (m + 1), *phi = fresh (m);
      count (n, key, h);
      show ("count", h, m * sizeof *h);
      charge (n, m, key, q, rho, phi);
      show ("rho", rho, m * sizeof *rho);
      show ("phi", phi, m * sizeof *phi);
      double *at = fresh (n);
      for (int i = 0; i < n; i++)
	at[i] = fmod (at[i], m);
      cloud (n, m, at, rho);
      show ("cloud", rho, (m + 1) * sizeof *rho);
      int *start = malloc (sizeof *start * (n + 1));
      start[0] = 0;
      for (int i = 0; i < n; i++)
	start[i + 1] = start[i] + chance (6);
      int nz = start[n];
      int *column = indices (nz + 1, n), *row = indices (nz + 1, n);
      double *a = fresh (nz + 1), *x = fresh (n), *y = fresh (n);
      transposed (n, start, column, a, x, y);
      show ("transposed", y, n * sizeof *y);
      printf ("%d\n", power (n, nz, row, column, a, x, y));
      show ("power", x, n * sizeof *x);
      int (*end)[2] = malloc (sizeof *end * 3 * n);
      for (int i = 0; i < 3 * n; i++)
	end[i][0] = chance (n), end[i][1] = chance (n);
      double *w = fresh (3 * n);
      edges (n, 3 * n, end, w, x, y);
      show ("edges", x, n * sizeof *x);
      double *least = fresh (m);
      double *most = calloc (m, sizeof *most);
      short *last = calloc (m, sizeof *last);
      unsigned char *seen = calloc (m, 1);
      extremes (n, key, q, least, most, last, seen);
      show ("least", least, m * sizeof *least);
      show ("most", most, m * sizeof *most);
      show ("last", last, m * sizeof *last);
      show ("seen", seen, m);
      if (n < 100)
	{
	  int (*image)[n] = malloc (sizeof (int[n][n]));
	  for (int i = 0; i < n; i++)
	    for (int j = 0; j < n; j++)
	      image[i][j] = chance (100);
	  long sums[16][4] = { { 0 } };
	  joint (n, image, sums);
	  show ("joint", sums, sizeof sums);
	}
      unsigned table[64] = { 0 };
      hash (n, table);
      show ("hash", table, sizeof table);
      double (*from)[9] = calloc (n, sizeof *from);
      int shift[8];
      for (int i = 0; i < 9 * n; i++)
	from[i / 9][i % 9] = chance (100);
      for (int i = 0; i < 8; i++)
	shift[i] = (i * 3 + 1) % 8;
      once (n, m, key, rho, phi);
      show ("once", phi, m * sizeof *phi);
      backwards (n, key, shift, from, rho, phi);
      show ("backwards", rho, m * sizeof *rho);
      show ("backwards", phi, m * sizeof *phi);
      struct pair *s = calloc (n, sizeof *s), *d = calloc (n, sizeof *d);
      struct pair *e = calloc (n, sizeof *e);
      for (int i = 0; i < n; i++)
	{
	  s[i].v = i;
	  s[i].n = i;
	  row[i % (nz + 1)] = 0;
	}
      int *to = indices (n, n);
      structures (n, to, s, d, e);
      for (int i = 0; i < n; i++)
	printf ("%g %d %g %d %g %d\n", s[i].v, s[i].n, d[i].v, d[i].n, e[i].v,
		e[i].n);
    }
  return 0;
}
