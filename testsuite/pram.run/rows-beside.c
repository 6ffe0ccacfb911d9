/* Tables of rows that were allocated in turns, so that a row of one array lies
   between two of another, always equally far apart: by malloc, and cut from one
   piece with rows of other lengths.

   SPDX-License-Identifier: GPL-3.0-or-later  */
/* { pram-args 7 30 } */
/* { pram-ranks 1 2 3 5 } */
/* { pram-mode distributed } */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define NI __attribute__ ((noipa))

struct grid { int n; double **now, **next; };

NI static double
relax (struct grid *g)
{
  double most = 0;
#pragma pram
  for (int i = 1; i < g->n - 1; i++)
    for (int j = 1; j < g->n - 1; j++)
      {
	g->next[i][j] = .25 * (g->now[i - 1][j] + g->now[i + 1][j]
			       + g->now[i][j - 1] + g->now[i][j + 1]);
	most = fmax (most, fabs (g->next[i][j] - g->now[i][j]));
      }
  return most;
}

/* Exchanged within the region.  */

NI static int
settle (int n, double **a, double **b)
{
  int rounds = 0;
  double most;
#pragma pram size(n=20)
  do
    {
      most = 0;
      for (int i = 1; i < n - 1; i++)
	for (int j = 1; j < n - 1; j++)
	  {
	    b[i][j] = .25 * (a[i - 1][j] + a[i + 1][j] + a[i][j - 1] + a[i][j + 1]);
	    most = fmax (most, fabs (b[i][j] - a[i][j]));
	  }
      double **t = a;
      a = b;
      b = t;
    }
  while (most > 1e-2 && ++rounds < 20);
  return rounds;
}

/* Three of them, of other lengths.  */

NI static void
add (int n, int m, float **a, float **b, float **c)
{
#pragma pram size(n=20, m=25)
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      {
	a[i][j] += b[i][j / 2];
	c[i][j] = a[i][j] * i;
      }
}

static double
sum (int n, double **a)
{
  double s = 0;
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      s = .99 * s + a[i][j];
  return s;
}

static void
three (int n)
{
  int m = n + 3;
  float *piece = malloc (n * 3 * m * sizeof *piece), *rows[3][n];
  for (int i = 0; i < n; i++)
    {
      rows[1][i] = piece + i * 3 * m;
      rows[0][i] = rows[1][i] + m / 2 + 1;
      rows[2][i] = rows[0][i] + m;
    }
  for (int k = 0; k < n * 3 * m; k++)
    piece[k] = k % 13;
  add (n, m, rows[0], rows[1], rows[2]);
  for (int k = 0; k < n * 3 * m; k += 5)
    printf ("%g%c", piece[k], k % 16 ? ' ' : '\n');
}

int
main (int argc, char **argv)
{
  for (int k = 1; k < argc; k++)
    {
      int n = atoi (argv[k]);
      struct grid g = { n, malloc (n * sizeof *g.now), malloc (n * sizeof *g.now) };
      double *piece = malloc (2 * n * n * sizeof *piece);
      for (int i = 0; i < n; i++)
	{
	  g.now[i] = k % 2 ? malloc (n * sizeof *piece) : piece + 2 * i * n;
	  g.next[i] = k % 2 ? malloc (n * sizeof *piece) : g.now[i] + n;
	  for (int j = 0; j < n; j++)
	    g.now[i][j] = g.next[i][j] = (i * 7 + j * 3) % 11;
	}
      printf ("%.17g\n", relax (&g));
      printf ("%d\n", settle (n, g.next, g.now));
      printf ("%.17g %.17g\n", sum (n, g.now), sum (n, g.next));
      three (n);
    }
  return 0;
}
