/* Rows that data choose: elimination with partial pivoting, which exchanges two of
   them; columns that are permuted row by row; a row that is added to; where
   iterations are apart nothing but these rows moves.  Where they aren't, or the order in
   them isn't that of the statements, it is done in another way.

   SPDX-License-Identifier: GPL-3.0-or-later  */
/* { pram-args 33 7 60 } */
/* { pram-ranks 1 2 3 5 } */
/* { pram-mode distributed } */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include "chance.h"

#define NI __attribute__ ((noipa))

NI void
factor (int n, double *a, int *place)
{
#pragma pram
  for (int k = 0; k < n; k++)
    {
      int p = k;
      double most = fabs (a[k * n + k]);
      for (int i = k + 1; i < n; i++)
	if (fabs (a[i * n + k]) > most)
	  {
	    most = fabs (a[i * n + k]);
	    p = i;
	  }
      place[k] = p;
      for (int j = 0; j < n; j++)
	{
	  double t = a[k * n + j];
	  a[k * n + j] = a[p * n + j];
	  a[p * n + j] = t;
	}
      for (int i = k + 1; i < n; i++)
	{
	  a[i * n + k] /= a[k * n + k];
	  for (int j = k + 1; j < n; j++)
	    a[i * n + j] -= a[i * n + k] * a[k * n + j];
	}
    }
}

/* Of an array with constant rows the rest of these alone, and in the other order.  */
enum { ROW = 64 };
NI void
factor_rows (int n, double (*a)[ROW])
{
#pragma pram
  for (int k = 0; k < n; k++)
    {
      int p = k;
      double most = -1;
      for (int i = k; i < n; i++)
	if (fabs (a[i][k]) > most)
	  {
	    most = fabs (a[i][k]);
	    p = i;
	  }
      for (int j = k; j < n; j++)
	{
	  double t = a[p][j];
	  a[p][j] = a[k][j];
	  a[k][j] = t;
	}
      for (int i = k + 1; i < n; i++)
	for (int j = n - 1; j >= k; j--)
	  a[i][j] -= a[i][k] / a[k][k] * a[k][j];
    }
}

static inline void
swap (double *a, double *b)
{
  double t = *a;
  *a = *b;
  *b = t;
}

/* Only if there is something to be exchanged, together with a right hand side.  */
NI void
solve (int n, double (*a)[n], double *b)
{
#pragma pram
  for (int k = 0; k < n; k++)
    {
      int p = k;
      for (int i = k + 1; i < n; i++)
	if (fabs (a[i][k]) > fabs (a[p][k]))
	  p = i;
      if (p != k)
	for (int j = 0; j < n; j++)
	  swap (&a[k][j], &a[p][j]);
      for (int i = k + 1; i < n; i++)
	{
	  double f = a[i][k] / a[k][k];
	  for (int j = k; j < n; j++)
	    a[i][j] -= f * a[k][j];
	  b[i] -= f * b[k];
	}
    }
}

/* Each column has a row of its own, and gets what two rows have.  */
NI void
columns (int n, const int *row, double (*a)[ROW])
{
#pragma pram
  for (int t = 0; t < 3; t++)
    {
      for (int j = 0; j < n; j++)
	{
	  double s = a[row[j]][j] + a[row[n - 1 - j]][j];
	  a[t][j] *= .5;
	  a[row[j]][j] = s;
	  a[row[t]][j] += 1;
	}
      for (int i = 0; i < n; i++)
	for (int j = 0; j < n; j++)
	  a[i][j] += .125 * i - .25 * j;
    }
}

/* Iterations meet: the next column; a row that begins one further on; an element that
   is read when the other one has been written.  */
NI void
meeting (int n, const int *row, double (*a)[ROW], double *b)
{
#pragma pram
  for (int t = 0; t < 3; t++)
    {
      for (int j = 0; j + 1 < n; j++)
	a[row[j]][j] = a[row[t]][j + 1] * .5;
      for (int j = 0; j < n; j++)
	b[row[t] * 3 + j] = b[t * 3 + j] + 1;
      for (int j = 0; j < n; j++)
	{
	  a[row[j]][j] = 3;
	  a[t][j] += a[1][j];
	}
      for (int i = 0; i < n; i++)
	for (int j = 0; j < n; j++)
	  a[i][j] += .125 * i - .25 * j;
    }
}

/* Names that are exchanged, and elements of one of them that data choose.  */
NI void
exchanged (int n, const int *key, const int *at, long *a, long *b, long *c)
{
#pragma pram
  for (int t = 0; t < 4; t++)
    {
      for (int i = 0; i < n; i++)
	c[n - 1 - key[i]] = b[i] + 1;
      long *s = a;
      a = b;
      b = s;
      for (int i = 0; i < n; i++)
	if (key[i] > 3)
	  {
	    a[at[i]] = (a[at[i]] + c[i]) % 97;
	    a[key[i]] = i;
	  }
    }
}

int
main (int argc, char **argv)
{
  for (int k = 1; k < argc; k++)
    {
      int n = atoi (argv[k]);
      double *a = fresh (n * n);
      int *place = indices (n, 1), *row = indices (n, n);
      factor (n, a, place);
      show ("factor", a, n * n * sizeof *a);
      show ("factor", place, n * sizeof *place);
      double (*r)[ROW] = (void *) fresh (n * ROW);
      factor_rows (n, r);
      show ("rows", r, n * sizeof *r);
      double *q = fresh (n * n), *b = fresh (4 * n);
      solve (n, (void *) q, b);
      show ("solve", q, n * n * sizeof *q);
      show ("solve", b, n * sizeof *b);
      columns (n, row, r);
      show ("columns", r, n * sizeof *r);
      meeting (n, row, r, b);
      show ("meeting", r, n * sizeof *r);
      show ("meeting", b, 4 * n * sizeof *b);
      long *u = calloc (n, sizeof *u), *v = calloc (n, sizeof *v);
      long *w = calloc (n, sizeof *w);
      for (int i = 0; i < n; i++)
	u[i] = chance (97), v[i] = chance (97), w[i] = chance (97);
      exchanged (n, row, indices (n, n), u, v, w);
      show ("exchanged", u, n * sizeof *u);
      show ("exchanged", v, n * sizeof *v);
      show ("exchanged", w, n * sizeof *w);
    }
  return 0;
}
