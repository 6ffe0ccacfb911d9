/* Regions that are entered again and again: what was found in a former entry is
   used again if what chooses is the same, and only then.  Values change; so do
   indices, rows, a scalar that chooses, one that doesn't, the place of an array;
   another region uses the same memory in between.

   SPDX-License-Identifier: GPL-3.0-or-later  */
/* { pram-args 33 1 2 7 200 } */
/* { pram-ranks 1 2 3 5 } */
/* { pram-mode distributed } */
/* { pram-stats "\"scaled[^\n]*\"inspections\": 18, \"inspections_kept\": 14" } */
/* { pram-stats "\"steps[^\n]*\"inspections\": 2, \"inspections_kept\": 3" } */
/* { pram-stats "\"gathered.1[^\n]*\"inspections\": 2, \"inspections_kept\": 7" } */
/* { pram-stats "\"shifted[^\n]*\"inspections\": 5, \"inspections_kept\": 1" } */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "chance.h"

#define NI __attribute__ ((noipa))

struct matrix { int n, *start, *col; double *v; };

static struct matrix
matrix (int n)
{
  struct matrix m = { n, malloc (sizeof (int) * (n + 1)), NULL, NULL };
  m.start[0] = 0;
  for (int i = 0; i < n; i++)
    m.start[i + 1] = m.start[i] + 1 + chance (5);
  m.col = indices (m.start[n], n);
  m.v = fresh (m.start[n]);
  return m;
}

/* A scalar of which nothing depends that is found.  */
NI void
scaled (int n, const int *start, const int *col, const double *v,
	const double *x, double *y, double scale)
{
#pragma pram
  for (int i = 0; i < n; i++)
    {
      double s = 0;
      for (int k = start[i]; k < start[i + 1]; k++)
	s += v[k] * x[col[k]];
      y[i] = s * scale;
    }
}

/* Elements that the region changes itself.  */
NI void
steps (int n, const int *start, const int *col, double *x, double *y)
{
#pragma pram
  for (int t = 0; t < 3; t++)
    {
      for (int i = 0; i < n; i++)
	{
	  y[i] = 1;
	  for (int k = start[i]; k < start[i + 1]; k++)
	    y[i] += x[col[k]] / 8;
	}
      for (int i = 0; i < n; i++)
	x[i] = y[i];
    }
}

/* Scalars that choose.  */
NI void
shifted (int n, const int *col, const double *x, double *y, int shift,
	 double h)
{
#pragma pram
  for (int i = 0; i < n; i++)
    y[i] = x[col[i] + shift] + x[col[col[i]] + (int) (h * i)];
}

/* Copies of variables begin where those of other variables did.  */
enum { MOST = 256 };
static int col[MOST], other_col[MOST];
static double x[MOST], y[MOST], other_x[MOST], other_y[MOST];

NI void
gathered (int n)
{
#pragma pram
  for (int i = 0; i < n; i++)
    y[i] = x[col[i]] + x[col[n - 1 - i]];
}

NI void
gathered_others (int n)
{
#pragma pram
  for (int i = 0; i < n; i++)
    other_y[i] = other_x[other_col[i]] + other_x[other_col[n - 1 - i]];
}

static void
values (int n)
{
  struct matrix m = matrix (n);
  double *x = fresh (n), *y = fresh (n);
  for (int t = 0; t < 8; t++)
    {
      scaled (n, m.start, m.col, m.v, x, y, 1 + t / 8.);
      show ("values", y, sizeof *y * n);
      x[chance (n)] += 1;
      if (t % 2)
	m.v[chance (m.start[n])] = t;
    }
  double *z = fresh (n);
  for (int t = 0; t < 5; t++)
    {
      steps (n, m.start, m.col, x, z);
      show ("steps", x, sizeof *x * n);
      x[chance (n)] += 1;
    }
}

static void
indices_change (int n)
{
  struct matrix m = matrix (n);
  double *x = fresh (2 * n), *y = fresh (n);
  for (int t = 0; t < 12; t++)
    {
      scaled (n, m.start, m.col, m.v, x, y, 1);
      show ("indices", y, sizeof *y * n);
      if (t % 3 == 2)
	m.col[chance (m.start[n])] = chance (n);
      if (t == 4 && n > 1)
	m.start[n / 2]--;
      x[chance (n)] += 1;
    }
  shifted (n, m.col, x, y, 0, 0.5);
  show ("shifted", y, sizeof *y * n);
  shifted (n, m.col, x, y, 0, 0.5);
  shifted (n, m.col, x, y, 0, 0.5);
  show ("shifted", y, sizeof *y * n);
  shifted (n, m.col, x, y, 1, 0.5);
  show ("shifted", y, sizeof *y * n);
  shifted (n, m.col, x, y, 1, 1);
  show ("shifted", y, sizeof *y * n);
  m.col[0] = n - 1;
  shifted (n, m.col, x, y, 1, 1);
  show ("shifted", y, sizeof *y * n);
}

static void
between (int n)
{
  for (int i = 0; i < n; i++)
    {
      col[i] = chance (n);
      other_col[i] = chance (n);
      x[i] = i;
      other_x[i] = i / 9.;
    }
  for (int t = 0; t < 9; t++)
    {
      gathered (n);
      show ("between", y, sizeof *y * n);
      if (t % 3 == 0)
	gathered_others (n);
      show ("others", other_y, sizeof *y * n);
      x[chance (n)] += 1;
    }
}

static void
moved (int n)
{
  struct matrix m = matrix (n);
  double *x = fresh (n), *y = fresh (n), *z = fresh (n + 2);
  for (int t = 0; t < 12; t++)
    {
      scaled (n, m.start, m.col, m.v, x, y, 1);
      show ("moved", y, sizeof *y * n);
      double *other = t % 4 == 3 ? z + 1 : y;
      if (t % 4 == 3)
	z = y;
      y = x;
      x = other;
      if (t == 5)
	{
	  int *col = indices (m.start[n], n);
	  memcpy (col, m.col, sizeof *col * m.start[n]);
	  m.col = col;
	}
    }
}

int
main (int argc, char **argv)
{
  for (int k = 1; k < argc; k++)
    {
      int n = atoi (argv[k]);
      values (n);
      indices_change (n);
      between (n);
      moved (n);
    }
  return 0;
}
