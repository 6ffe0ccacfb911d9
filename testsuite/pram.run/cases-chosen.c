/* cases-chosen.c: what a number from the command line chooses between is distributed
   whatever that is: methods, whether there are tiles, how large these are, and which of two
   sizes is larger.
   SPDX-License-Identifier: GPL-3.0-or-later

   { pram-args 1 2 9 31 50 }
   { pram-ranks 1 2 3 }
   { pram-mode distributed }  */

#include <stdio.h>
#include <stdlib.h>

#define MIN(X, Y) ((X) < (Y) ? (X) : (Y))

/* Jacobi's method, or that of Gauss and Seidel in two colours, or upwards only.  */
static void
relax (int n, double (*u)[n], double (*v)[n], int steps, int method)
{
#pragma pram
  for (int t = 0; t < steps; t++)
    {
      if (method == 0)
	{
	  for (int i = 1; i < n - 1; i++)
	    for (int j = 1; j < n - 1; j++)
	      v[i][j] = .25 * (u[i - 1][j] + u[i + 1][j] + u[i][j - 1] + u[i][j + 1]);
	  for (int i = 1; i < n - 1; i++)
	    for (int j = 1; j < n - 1; j++)
	      u[i][j] = v[i][j];
	}
      else if (method == 1)
	for (int c = 0; c < 2; c++)
	  for (int i = 1; i < n - 1; i++)
	    for (int j = 1 + (i + c) % 2; j < n - 1; j += 2)
	      u[i][j] = .25 * (u[i - 1][j] + u[i + 1][j] + u[i][j - 1] + u[i][j + 1]);
      else
	for (int i = 1; i < n - 1; i++)
	  for (int j = 1; j < n - 1; j++)
	    v[i][j] += u[i][j - 1];
    }
}

/* In tiles of the size TILE, or without if that is 0.  */
static void
stencil (int n, double *in, double *out, int steps, int tile)
{
  int tiles = tile > 0;
#pragma pram
  for (int t = 0; t < steps; t++)
    {
      if (!tiles)
	{
	  for (int j = 2; j < n - 2; j++)
	    for (int i = 2; i < n - 2; i++)
	      for (int k = -2; k <= 2; k++)
		out[i + j * n] += 0.25 * k * in[i + (j + k) * n] + in[i + k + j * n];
	}
      else
	for (int jt = 2; jt < n - 2; jt += tile)
	  for (int it = 2; it < n - 2; it += tile)
	    for (int j = jt; j < MIN (n - 2, jt + tile); j++)
	      for (int i = it; i < MIN (n - 2, it + tile); i++)
		for (int k = -2; k <= 2; k++)
		  out[i + j * n] += 0.25 * k * in[i + (j + k) * n] + in[i + k + j * n];
      for (int j = 0; j < n; j++)
	for (int i = 0; i < n; i++)
	  in[i + j * n] += 1;
    }
}

/* Tiles of which the size has another type than what goes on by it.  */
static void
transpose (long order, long tile, double *a, double *b)
{
  int i, j, it, jt;
#pragma pram
  for (i = 0; i < order; i += tile)
    for (j = 0; j < order; j += tile)
      for (it = i; it < MIN (order, i + tile); it++)
	for (jt = j; jt < MIN (order, j + tile); jt++)
	  {
	    b[jt + order * it] += a[it + order * jt];
	    a[it + order * jt] += 1;
	  }
}

/* For all that is known rows could overlap.  */
static void
clear (int rows, int columns, double *a)
{
#pragma pram
  for (int i = 0; i < columns; i++)
    for (int j = 0; j < rows; j++)
      a[i * columns + j] = i - j;
}

static void
show (const char *what, int k, const double *a, int n)
{
  unsigned long h = 0;
  for (const unsigned char *p = (const void *) a; p < (const unsigned char *) (a + n); p++)
    h = h * 31 + *p;
  printf ("%s %d %lu\n", what, k, h);
}

int
main (int argc, char **argv)
{
  for (int arg = 1; arg < argc; arg++)
    {
      int n = atoi (argv[arg]);
      double (*u)[n] = malloc (n * sizeof *u), (*v)[n] = malloc (n * sizeof *v);
      for (int i = 0; i < n; i++)
	for (int j = 0; j < n; j++)
	  u[i][j] = v[i][j] = (i * 7 + j * 3) % 11;
      for (int method = 0; method < 3; method++)
	{
	  relax (n, u, v, 3, method);
	  show ("relax", method, u[0], n * n);
	}
      for (int tile = 0; tile < 20; tile += 5)
	{
	  stencil (n, u[0], v[0], 3, tile);
	  show ("stencil", tile, v[0], n * n);
	}
      for (int tile = 2; tile < 20; tile += 7)
	{
	  transpose (n, tile, u[0], v[0]);
	  show ("transpose", tile, v[0], n * n);
	}
      clear (n, n, u[0]);
      show ("clear", 0, u[0], n * n);
      free (u);
      free (v);
    }
  return 0;
}
