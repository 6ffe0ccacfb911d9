/* Several vectors in one array: where data choose an element of one of them another one
   is written.

   SPDX-License-Identifier: GPL-3.0-or-later
   { pram-args 3 7 50 64 }
   { pram-ranks 1 2 3 5 }
   { pram-mode distributed }  */

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include "show.h"

enum { N = 64, W = 5 };

struct row
{
  int n, column[W];
  double value[W];
};

static double two[2][N];

/* The second half from the first.  */
__attribute__ ((noipa)) static void
halves (int n, const int *start, const int *column, const double *a, double *q)
{
#pragma pram
  for (int t = 0; t < 4; t++)
    {
      for (int i = 0; i < n; i++)
	{
	  double sum = 0;
	  for (int k = start[i]; k < start[i + 1]; k++)
	    sum += a[k] * q[column[k]];
	  q[n + i] = sum;
	}
      for (int i = 0; i < n; i++)
	q[i] = 0.25 * q[n + i];
    }
}

/* In turns; not all of a row has to be used.  */
__attribute__ ((noipa)) static int
turns (int n, const int *start, const int *column)
{
  int now = 0;
#pragma pram
  for (int t = 0; t < 7; t++)
    {
      for (int i = 0; i < n; i++)
	{
	  double sum = two[now][i];
	  for (int k = start[i]; k < start[i + 1]; k++)
	    sum += 0.1 * (two[now][column[k]] - two[now][i]);
	  two[!now][i] = sum;
	}
      now = !now;
    }
  return now;
}

/* Three vectors of a recurrence, rows as structures.  */
__attribute__ ((noipa)) static int
recur (int n, const struct row *rows, double (*q)[n], double *alpha, double *beta)
{
  int k;
#pragma pram
  for (k = 1; k < 12; k++)
    {
      double dot = 0, norm = 0;
      for (int i = 0; i < n; i++)
	{
	  double sum = 0;
	  for (int j = 0; j < rows[i].n; j++)
	    sum += rows[i].value[j] * q[1][rows[i].column[j]];
	  q[2][i] = sum - beta[k - 1] * q[0][i];
	}
      for (int i = 0; i < n; i++)
	dot += q[2][i] * q[1][i];
      alpha[k] = dot;
      for (int i = 0; i < n; i++)
	{
	  q[2][i] -= dot * q[1][i];
	  norm += q[2][i] * q[2][i];
	}
      beta[k] = norm = sqrt (norm);
      if (norm < 1e-8)
	break;
      for (int i = 0; i < n; i++)
	{
	  q[0][i] = q[1][i];
	  q[1][i] = q[2][i] / norm;
	}
    }
  return k;
}

/* As the halves, summed up in memory; the other way round.  */
__attribute__ ((noipa)) static void
sums (int n, const int *start, const int *column, double *q)
{
#pragma pram
  for (int t = 0; t < 4; t++)
    {
      for (int i = 0; i < n; i++)
	{
	  q[n + i] = 0;
	  for (int k = start[i]; k < start[i + 1]; k++)
	    q[n + i] += q[column[k]];
	}
      for (int i = 0; i < n; i++)
	q[i] = 0.25 * q[n + n - 1 - i];
    }
}

int
main (int argc, char **argv)
{
  for (int arg = 1; arg < argc; arg++)
    {
      int n = atoi (argv[arg]), m = 0;
      int *start = need ((n + 1) * sizeof *start);
      int *column = need (W * n * sizeof *column);
      double *a = need (W * n * sizeof *a), *q = need (3 * n * sizeof *q);
      double alpha[16] = { 0 }, beta[16] = { 0 };
      struct row *rows = need (n * sizeof *rows);
      for (int i = 0; i < n; i++)
	{
	  start[i] = m;
	  rows[i].n = i % W + 1;
	  for (int k = 0; k < W; k++)
	    {
	      rows[i].column[k] = noise (i * W + k) * n;
	      rows[i].value[k] = noise (k - i);
	    }
	  for (int k = 0; k < i % W + 1; k++, m++)
	    {
	      column[m] = noise (m) * n;
	      a[m] = noise (i + k);
	    }
	  two[0][i] = noise (i);
	}
      start[n] = m;
      for (int i = 0; i < 3 * n; i++)
	q[i] = noise (7 * i);
      halves (n, start, column, a, q);
      show ("halves", q, 2 * n * sizeof *q);
      printf ("%d\n", turns (n, start, column));
      show ("turns", two, sizeof two);
      for (int i = 0; i < n; i++)
	q[i] = 0, q[n + i] = 1 / sqrt (n);
      printf ("%d\n", recur (n, rows, (double (*)[n]) q, alpha, beta));
      show ("recur", q, 3 * n * sizeof *q);
      show ("alpha", alpha, sizeof alpha);
      show ("beta", beta, sizeof beta);
      sums (n, start, column, q);
      show ("sums", q, 2 * n * sizeof *q);
    }
  return 0;
}
