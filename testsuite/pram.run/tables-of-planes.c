/* Tables of tables of pointers to rows, allocated in one piece, plane by plane, or row by
   row with something in between; exchanged, in structures, counted from 1, of planes of
   different sizes, with rows of one piece that data choose.

   SPDX-License-Identifier: GPL-3.0-or-later
   { pram-args 6 0 }
   { pram-args 6 1 }
   { pram-args 9 2 }
   { pram-args 9 3 }
   { pram-ranks 2 3 5 }
   { pram-mode distributed }  */

#include <math.h>
#include <stdlib.h>
#include "show.h"

#define NI __attribute__ ((noipa))

/* As WAY says: in one piece; plane by plane; row by row; row by row, and not equally
   far apart.  */
static double ***
planes (int a, int b, int c, int way)
{
  double ***u = malloc (a * sizeof *u), *all = calloc (a * b * c, sizeof *all);
  double **rows = malloc (a * b * sizeof *rows);
  for (int i = 0; i < a; i++)
    {
      u[i] = way == 0 ? rows + i * b : malloc (b * sizeof **u);
      double *plane = calloc (b * c, sizeof *plane);
      for (int j = 0; j < b; j++)
	{
	  u[i][j] = (way == 0 ? all + (i * b + j) * c : way == 1 ? plane + j * c
		     : calloc (c + (way == 3 ? i * j % 3 * 5 : 0), sizeof ***u));
	  for (int k = 0; k < c; k++)
	    u[i][j][k] = noise ((i * 31 + j) * 37 + k);
	}
    }
  return u;
}

static void
show_planes (const char *name, double ***u, int a, int b, int c)
{
  for (int i = 0; i < a; i++)
    show_rows (name, u[i], b, c);
}

/* Exchanged until little changes.  */
NI static int
relax (int n, double ***u, double ***v, double eps)
{
  double diff;
  int it = 0;
#pragma pram
  do
    {
      diff = 0;
      for (int i = 1; i < n - 1; i++)
	for (int j = 1; j < n; j++)
	  for (int k = 1; k < n + 1; k++)
	    {
	      v[i][j][k] = (u[i - 1][j][k] + u[i + 1][j][k] + u[i][j - 1][k]
			    + u[i][j + 1][k] + u[i][j][k - 1] + u[i][j][k + 1]) / 6;
	      double d = fabs (v[i][j][k] - u[i][j][k]);
	      if (d > diff)
		diff = d;
	    }
      double ***t = u;
      u = v;
      v = t;
      it++;
    }
  while (diff > eps && it < 20);
  return it;
}

struct field
{
  int n;
  double ***ex, ***hy;
};

static double
curl (double **plane, double **next, int j, int k)
{
  return plane[j + 1][k] - plane[j][k] - next[j][k];
}

/* In a structure; planes as pointers, and passed on.  */
NI static void
step (struct field *f, int steps)
{
#pragma pram
  for (int t = 0; t < steps; t++)
    {
      for (int i = 0; i < f->n - 1; i++)
	for (int j = 0; j < f->n; j++)
	  {
	    double *row = f->ex[i][j];
	    for (int k = 0; k < f->n; k++)
	      row[k] += 0.25 * curl (f->hy[i], f->hy[i + 1], j, k);
	  }
      for (int i = 1; i < f->n; i++)
	{
	  double **plane = f->hy[i], **from = f->ex[i - 1];
	  for (int j = 0; j < f->n; j++)
	    for (int k = 1; k < f->n; k++)
	      plane[j][k] -= 0.25 * (from[j][k] - from[j][k - 1]);
	}
    }
}

/* Planes, and rows, that end sooner; and counted from 1.  */
NI static double
triangles (int n, double ***a, double ***b)
{
  double s = 0;
#pragma pram reduction(+: s)
  for (int i = 1; i <= n; i++)
    for (int j = 1; j <= i; j++)
      for (int k = 1; k <= j; k++)
	{
	  b[i][j][k] = a[i][j][k] * 0.5 + i;
	  s += a[i][j][k];
	}
  return s;
}

/* Numerical Recipes' f3tensor: one piece, everything counted from 1.  */
static float ***
tensor (int n)
{
  float ***t = malloc ((n + 1) * sizeof *t);
  t[1] = malloc ((n * n + 1) * sizeof **t);
  t[1][1] = malloc ((n * n * n + 1) * sizeof ***t);
  for (int j = 2; j <= n; j++)
    t[1][j] = t[1][j - 1] + n;
  for (int i = 2; i <= n; i++)
    {
      t[i] = t[i - 1] + n;
      t[i][1] = t[i - 1][1] + n * n;
      for (int j = 2; j <= n; j++)
	t[i][j] = t[i][j - 1] + n;
    }
  for (int i = 1; i <= n; i++)
    for (int j = 1; j <= n; j++)
      for (int k = 1; k <= n; k++)
	t[i][j][k] = noise (i * 100 + j * 10 + k);
  return t;
}

NI static void
smooth (int n, float ***u, float ***v)
{
#pragma pram
  for (int t = 0; t < 3; t++)
    {
      for (int i = 2; i < n; i++)
	for (int j = 2; j < n; j++)
	  for (int k = 2; k < n; k++)
	    v[i][j][k] = (u[i - 1][j][k] + u[i + 1][j][k] + u[i][j - 1][k]
			  + u[i][j + 1][k] + u[i][j][k - 1] + u[i][j][k + 1]) / 6;
      for (int i = 2; i < n; i++)
	for (int j = 2; j < n; j++)
	  for (int k = 2; k < n; k++)
	    u[i][j][k] = v[i][j][k];
    }
}

/* Data choose rows to read.  */
NI static void
chosen (int n, double ***a, const int *which, double *y)
{
#pragma pram
  for (int i = 0; i < n; i++)
    for (int k = 0; k < n; k++)
      y[i] += a[i][which[i]][k] + a[which[k]][1][i];
}

int
main (int argc, char **argv)
{
  int n = atoi (argv[1]), way = atoi (argv[2]), *which = malloc (n * sizeof *which);
  double ***u = planes (n, n + 1, n + 2, way), ***v = planes (n, n + 1, n + 2, way);
  printf ("%d\n", relax (n, u, v, 0.01));
  show_planes ("u", u, n, n + 1, n + 2);
  show_planes ("v", v, n, n + 1, n + 2);
  struct field f = { n, planes (n, n + 1, n, way), planes (n + 1, n + 1, n, way) };
  step (&f, 3);
  show_planes ("ex", f.ex, n, n + 1, n);
  show_planes ("hy", f.hy, n + 1, n + 1, n);
  double ***a = malloc ((n + 1) * sizeof *a), ***b = malloc ((n + 1) * sizeof *b);
  for (int i = 1; i <= n; i++)
    {
      a[i] = malloc ((i + 1) * sizeof **a);
      b[i] = malloc ((i + 1) * sizeof **b);
      for (int j = 1; j <= i; j++)
	{
	  a[i][j] = calloc (j + 1, sizeof ***a);
	  b[i][j] = calloc (j + 1, sizeof ***b);
	  for (int k = 1; k <= j; k++)
	    a[i][j][k] = noise (i * 100 + j * 10 + k);
	}
    }
  double sum = triangles (n, a, b);
  printf ("%.6f\n", sum);
  for (int i = 1; i <= n; i++)
    for (int j = 1; j <= i; j++)
      show ("b", b[i][j] + 1, j * sizeof ***b);
  float ***p = tensor (n);
  smooth (n, p, tensor (n));
  show ("p", p[1][1] + 1, n * n * n * sizeof ***p);
  double *y = calloc (n, sizeof *y);
  for (int i = 0; i < n; i++)
    which[i] = i * 5 % n;
  if (way == 0)
    chosen (n, u, which, y);
  show ("y", y, n * sizeof *y);
  return argc < 3;
}
