/* tile.c: loops in tiles.

   SPDX-License-Identifier: GPL-3.0-or-later

   { spelling-xfail "tiles of columns outside of those of rows" plan
     tile_columns product_jk }
   { spelling-xfail "a loop over columns inside can be cut finer than five tiles of
     rows" plan product_ends product_step }  */

#include "spell.h"

#define T 8

static void
transpose_plain (int n)
{
  PRAM (n=40)
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      a[i][j] = b[j][i] + 1;
}

static void
tile_min (int n)
{
  PRAM (n=40)
  for (int ii = 0; ii < n; ii += T)
    for (int jj = 0; jj < n; jj += T)
      for (int i = ii; i < MIN (ii + T, n); i++)
	for (int j = jj; j < MIN (jj + T, n); j++)
	  a[i][j] = b[j][i] + 1;
}

static void
tile_and (int n)
{
  PRAM (n=40)
  for (int ii = 0; ii < n; ii += T)
    for (int jj = 0; jj < n; jj += T)
      for (int i = ii; i < ii + T && i < n; i++)
	for (int j = jj; j < jj + T && j < n; j++)
	  a[i][j] = b[j][i] + 1;
}

static void
tile_ends (int n)
{
  PRAM (n=40)
  for (int ii = 0; ii < n; ii += T)
    {
      int iend = ii + T > n ? n : ii + T;
      for (int jj = 0; jj < n; jj += T)
	{
	  int jend = jj + T;
	  if (jend > n)
	    jend = n;
	  for (int i = ii; i < iend; i++)
	    for (int j = jj; j < jend; j++)
	      a[i][j] = b[j][i] + 1;
	}
    }
}

static void
tile_if (int n)
{
  PRAM (n=40)
  for (int ii = 0; ii < n; ii += T)
    for (int jj = 0; jj < n; jj += T)
      for (int i = ii; i < ii + T; i++)
	for (int j = jj; j < jj + T; j++)
	  if (i < n && j < n)
	    a[i][j] = b[j][i] + 1;
}

static void
tile_offset (int n)
{
  PRAM (n=40)
  for (int ii = 0; ii < n; ii += T)
    for (int jj = 0; jj < n; jj += T)
      for (int i = 0; i < T && ii + i < n; i++)
	for (int j = 0; j < T && jj + j < n; j++)
	  a[ii + i][jj + j] = b[jj + j][ii + i] + 1;
}

static void
tile_number (int n)
{
  PRAM (n=40)
  for (int ti = 0; ti < (n + T - 1) / T; ti++)
    for (int tj = 0; tj < (n + T - 1) / T; tj++)
      for (int i = ti * T; i < MIN ((ti + 1) * T, n); i++)
	for (int j = tj * T; j < MIN ((tj + 1) * T, n); j++)
	  a[i][j] = b[j][i] + 1;
}

static void
tile_size (size_t n)
{
  PRAM (n=40)
  for (size_t ii = 0; ii < n; ii += T)
    for (size_t jj = 0; jj < n; jj += T)
      for (size_t i = ii; i < MIN (ii + T, n); i++)
	for (size_t j = jj; j < MIN (jj + T, n); j++)
	  a[i][j] = b[j][i] + 1;
}

static void
tile_variable (int n, int step)
{
  PRAM (n=40, step=8)
  for (int ii = 0; ii < n; ii += step)
    for (int jj = 0; jj < n; jj += step)
      for (int i = ii; i < MIN (ii + step, n); i++)
	for (int j = jj; j < MIN (jj + step, n); j++)
	  a[i][j] = b[j][i] + 1;
}

static void
tile_break (int n)
{
  PRAM (n=40)
  for (int ii = 0; ii < n; ii += T)
    for (int i = ii; i < ii + T; i++)
      {
	if (i >= n)
	  break;
	for (int j = 0; j < n; j++)
	  a[i][j] = b[j][i] + 1;
      }
}

static void
strip_tile (int n)
{
  PRAM (n=40)
  for (int i = 0; i < n; i++)
    for (int jj = 0; jj < n; jj += T)
      for (int j = jj; j < MIN (jj + T, n); j++)
	a[i][j] = b[j][i] + 1;
}

static void
tile_columns (int n)
{
  PRAM (n=40)
  for (int jj = 0; jj < n; jj += T)
    for (int i = 0; i < n; i++)
      for (int j = jj; j < MIN (jj + T, n); j++)
	a[i][j] = b[j][i] + 1;
}

/* In a time loop.  */
static void
heat_plain (int n)
{
  PRAM (n=40)
  for (int t = 0; t < 4; t++)
    {
      for (int i = 1; i < n - 1; i++)
	for (int j = 1; j < n - 1; j++)
	  a[i][j] = b[i - 1][j] + b[i + 1][j] + t;
      for (int i = 1; i < n - 1; i++)
	for (int j = 1; j < n - 1; j++)
	  b[i][j] = 0.5 * a[i][j];
    }
}

static void
time_min (int n)
{
  PRAM (n=40)
  for (int t = 0; t < 4; t++)
    {
      for (int ii = 1; ii < n - 1; ii += T)
	for (int jj = 1; jj < n - 1; jj += T)
	  for (int i = ii; i < MIN (ii + T, n - 1); i++)
	    for (int j = jj; j < MIN (jj + T, n - 1); j++)
	      a[i][j] = b[i - 1][j] + b[i + 1][j] + t;
      for (int ii = 1; ii < n - 1; ii += T)
	for (int jj = 1; jj < n - 1; jj += T)
	  for (int i = ii; i < MIN (ii + T, n - 1); i++)
	    for (int j = jj; j < MIN (jj + T, n - 1); j++)
	      b[i][j] = 0.5 * a[i][j];
    }
}

static void
time_and (int n)
{
  PRAM (n=40)
  for (int t = 0; t < 4; t++)
    {
      for (int ii = 1; ii < n - 1; ii += T)
	for (int i = ii; i < ii + T && i < n - 1; i++)
	  for (int j = 1; j < n - 1; j++)
	    a[i][j] = b[i - 1][j] + b[i + 1][j] + t;
      for (int ii = 1; ii < n - 1; ii += T)
	for (int i = ii; i < ii + T && i < n - 1; i++)
	  for (int j = 1; j < n - 1; j++)
	    b[i][j] = 0.5 * a[i][j];
    }
}

static void
time_ends (int n)
{
  PRAM (n=40)
  for (int t = 0; t < 4; t++)
    {
      for (int ii = 1; ii < n - 1; ii += T)
	{
	  int end = ii + T < n - 1 ? ii + T : n - 1;
	  for (int i = ii; i < end; i++)
	    for (int j = 1; j < n - 1; j++)
	      a[i][j] = b[i - 1][j] + b[i + 1][j] + t;
	}
      for (int i = 1; i < n - 1; i++)
	for (int j = 1; j < n - 1; j++)
	  b[i][j] = 0.5 * a[i][j];
    }
}

static void
time_unsigned (unsigned n)
{
  PRAM (n=40)
  for (int t = 0; t < 4; t++)
    {
      for (unsigned ii = 1; ii < n - 1; ii += T)
	for (unsigned i = ii; i < MIN (ii + T, n - 1); i++)
	  for (unsigned j = 1; j < n - 1; j++)
	    a[i][j] = b[i - 1][j] + b[i + 1][j] + t;
      for (unsigned i = 1; i < n - 1; i++)
	for (unsigned j = 1; j < n - 1; j++)
	  b[i][j] = 0.5 * a[i][j];
    }
}

/* A product; each sum in the same order.  */
static void
matrix_ijk (int n)
{
  PRAM (n=40)
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      for (int k = 0; k < n; k++)
	a[i][j] += b[i][k] * c[k][j];
}

static void
product_min (int n)
{
  PRAM (n=40)
  for (int ii = 0; ii < n; ii += T)
    for (int jj = 0; jj < n; jj += T)
      for (int kk = 0; kk < n; kk += T)
	for (int i = ii; i < MIN (ii + T, n); i++)
	  for (int j = jj; j < MIN (jj + T, n); j++)
	    for (int k = kk; k < MIN (kk + T, n); k++)
	      a[i][j] += b[i][k] * c[k][j];
}

static void
scalar_product (int n)
{
  PRAM (n=40)
  for (int ii = 0; ii < n; ii += T)
    for (int jj = 0; jj < n; jj += T)
      for (int kk = 0; kk < n; kk += T)
	for (int i = ii; i < MIN (ii + T, n); i++)
	  for (int j = jj; j < MIN (jj + T, n); j++)
	    {
	      double s = a[i][j];
	      for (int k = kk; k < MIN (kk + T, n); k++)
		s += b[i][k] * c[k][j];
	      a[i][j] = s;
	    }
}

static void
product_ends (int n)
{
  PRAM (n=40)
  for (int ii = 0; ii < n; ii += T)
    {
      int iend = MIN (ii + T, n);
      for (int kk = 0; kk < n; kk += T)
	{
	  int kend = MIN (kk + T, n);
	  for (int i = ii; i < iend; i++)
	    for (int k = kk; k < kend; k++)
	      for (int j = 0; j < n; j++)
		a[i][j] += b[i][k] * c[k][j];
	}
    }
}

static void
strips_product (int n)
{
  PRAM (n=40)
  for (int kk = 0; kk < n; kk += T)
    for (int i = 0; i < n; i++)
      for (int k = kk; k < MIN (kk + T, n); k++)
	for (int j = 0; j < n; j++)
	  a[i][j] += b[i][k] * c[k][j];
}

static void
product_jk (int n)
{
  PRAM (n=40)
  for (int jj = 0; jj < n; jj += T)
    for (int kk = 0; kk < n; kk += T)
      for (int i = 0; i < n; i++)
	for (int j = jj; j < MIN (jj + T, n); j++)
	  for (int k = kk; k < MIN (kk + T, n); k++)
	    a[i][j] += b[i][k] * c[k][j];
}

static void
product_step (int n, int step)
{
  PRAM (n=40, step=8)
  for (int ii = 0; ii < n; ii += step)
    for (int kk = 0; kk < n; kk += step)
      for (int i = ii; i < MIN (ii + step, n); i++)
	for (int k = kk; k < MIN (kk + step, n); k++)
	  for (int j = 0; j < n; j++)
	    a[i][j] += b[i][k] * c[k][j];
}

static void
matrix_ikj (int n)
{
  PRAM (n=40)
  for (int i = 0; i < n; i++)
    for (int k = 0; k < n; k++)
      for (int j = 0; j < n; j++)
	a[i][j] += b[i][k] * c[k][j];
}

int
main (void)
{
  RUN (transpose_plain); RUN (tile_min); RUN (tile_and); RUN (tile_ends);
  RUN (tile_if); RUN (tile_offset); RUN (tile_number); RUN (tile_size);
  RUN (tile_variable, 8); RUN (tile_break); RUN (strip_tile);
  RUN (tile_columns);
  RUN (heat_plain); RUN (time_min); RUN (time_and); RUN (time_ends);
  RUN (time_unsigned);
  RUN (matrix_ijk); RUN (product_min); RUN (scalar_product);
  RUN (product_ends); RUN (strips_product); RUN (product_jk);
  RUN (product_step, 8); RUN (matrix_ikj);
  return 0;
}
