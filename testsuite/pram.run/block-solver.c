/* block-solver.c: block tridiagonal systems, one for each column, whose 3 x 3 blocks are
   eliminated by helpers: bodies with hundreds of accesses to few elements, which most of
   them find as the same iteration has left them.
   SPDX-License-Identifier: GPL-3.0-or-later

   { pram-args 23 4 }
   { pram-ranks 1 2 3 5 }
   { pram-mode distributed }  */

#include <stdio.h>
#include <stdlib.h>

enum { B = 3 };
enum { LOWER, DIAGONAL, UPPER };

/* r -= a x.  */
static void
vector_sub (double a[B][B], double x[B], double r[B])
{
  for (int i = 0; i < B; i++)
    r[i] = r[i] - a[i][0] * x[0] - a[i][1] * x[1] - a[i][2] * x[2];
}

/* c -= a b.  */
static void
matrix_sub (double a[B][B], double b[B][B], double c[B][B])
{
  for (int j = 0; j < B; j++)
    {
      c[0][j] = c[0][j] - a[0][0] * b[0][j] - a[0][1] * b[1][j] - a[0][2] * b[2][j];
      c[1][j] = c[1][j] - a[1][0] * b[0][j] - a[1][1] * b[1][j] - a[1][2] * b[2][j];
      c[2][j] = c[2][j] - a[2][0] * b[0][j] - a[2][1] * b[1][j] - a[2][2] * b[2][j];
    }
}

/* Solve a [c' r'] = [c r] in place.  */
static void
solve (double a[B][B], double c[B][B], double r[B])
{
  double pivot, f;
  pivot = 1 / a[0][0];
  a[0][1] *= pivot;
  a[0][2] *= pivot;
  c[0][0] *= pivot;
  c[0][1] *= pivot;
  c[0][2] *= pivot;
  r[0] *= pivot;

  f = a[1][0];
  a[1][1] -= f * a[0][1];
  a[1][2] -= f * a[0][2];
  c[1][0] -= f * c[0][0];
  c[1][1] -= f * c[0][1];
  c[1][2] -= f * c[0][2];
  r[1] -= f * r[0];
  f = a[2][0];
  a[2][1] -= f * a[0][1];
  a[2][2] -= f * a[0][2];
  c[2][0] -= f * c[0][0];
  c[2][1] -= f * c[0][1];
  c[2][2] -= f * c[0][2];
  r[2] -= f * r[0];

  pivot = 1 / a[1][1];
  a[1][2] *= pivot;
  c[1][0] *= pivot;
  c[1][1] *= pivot;
  c[1][2] *= pivot;
  r[1] *= pivot;
  f = a[0][1];
  a[0][2] -= f * a[1][2];
  c[0][0] -= f * c[1][0];
  c[0][1] -= f * c[1][1];
  c[0][2] -= f * c[1][2];
  r[0] -= f * r[1];
  f = a[2][1];
  a[2][2] -= f * a[1][2];
  c[2][0] -= f * c[1][0];
  c[2][1] -= f * c[1][1];
  c[2][2] -= f * c[1][2];
  r[2] -= f * r[1];

  pivot = 1 / a[2][2];
  c[2][0] *= pivot;
  c[2][1] *= pivot;
  c[2][2] *= pivot;
  r[2] *= pivot;
  f = a[0][2];
  c[0][0] -= f * c[2][0];
  c[0][1] -= f * c[2][1];
  c[0][2] -= f * c[2][2];
  r[0] -= f * r[2];
  f = a[1][2];
  c[1][0] -= f * c[2][0];
  c[1][1] -= f * c[2][1];
  c[1][2] -= f * c[2][2];
  r[1] -= f * r[2];
}

static void
sweep (int n, double lhs[n][n][3][B][B], double rhs[n][n][B])
{
#pragma pram
  for (int j = 0; j < n; j++)
    {
      solve (lhs[0][j][DIAGONAL], lhs[0][j][UPPER], rhs[0][j]);
      for (int i = 1; i < n; i++)
	{
	  vector_sub (lhs[i][j][LOWER], rhs[i - 1][j], rhs[i][j]);
	  matrix_sub (lhs[i][j][LOWER], lhs[i - 1][j][UPPER], lhs[i][j][DIAGONAL]);
	  solve (lhs[i][j][DIAGONAL], lhs[i][j][UPPER], rhs[i][j]);
	}
    }
#pragma pram
  for (int i = n - 2; i >= 0; i--)
    for (int j = 0; j < n; j++)
      for (int m = 0; m < B; m++)
	for (int k = 0; k < B; k++)
	  rhs[i][j][m] = rhs[i][j][m] - lhs[i][j][UPPER][m][k] * rhs[i + 1][j][k];
}

int
main (int argc, char **argv)
{
  for (int a = 1; a < argc; a++)
    {
      int n = atoi (argv[a]);
      double (*lhs)[n][3][B][B] = malloc (sizeof (double[n][n][3][B][B]));
      double (*rhs)[n][B] = malloc (sizeof (double[n][n][B]));
      for (int i = 0; i < n; i++)
	for (int j = 0; j < n; j++)
	  for (int k = 0; k < B; k++)
	    {
	      rhs[i][j][k] = (i * 7 + j * 3 + k) % 11;
	      for (int b = 0; b < 3; b++)
		for (int m = 0; m < B; m++)
		  lhs[i][j][b][k][m] = (b == DIAGONAL && k == m ? 9 : 0)
				       + (i + 2 * j + 3 * k + 5 * m + b) % 7 / 8.;
	    }
      sweep (n, lhs, rhs);
      for (int i = 0; i < n; i++)
	for (int j = 0; j < n; j++)
	  for (int k = 0; k < B; k++)
	    printf ("%a\n", rhs[i][j][k]);
      free (lhs);
      free (rhs);
    }
  return 0;
}
