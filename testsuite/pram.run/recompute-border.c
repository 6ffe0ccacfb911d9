/* recompute-border.c: values that are computed again in loops that also read a
   border, which nobody writes; rows that don't fit, too.

   SPDX-License-Identifier: GPL-3.0-or-later

   { pram-mode any } */

#include "show.h"

static void
fill (int size, double *p, double *q, double *r, double *x)
{
  for (int k = 0; k < size; k++)
    {
      p[k] = noise (k);
      q[k] = noise (k + 5);
      r[k] = noise (k + 3);
      x[k] = noise (k + 7);
    }
}

static void
done (const char *name, int size, double *p, double *q, double *r, double *x)
{
  show (name, p, size * sizeof *p);
  show (name, r, size * sizeof *r);
  show (name, x, size * sizeof *x);
  free (p), free (q), free (r), free (x);
}

#define ARRAYS(size)							\
  double *p = need ((size) * sizeof *p), *q = need ((size) * sizeof *q); \
  double *r = need ((size) * sizeof *r), *x = need ((size) * sizeof *x); \
  fill (size, p, q, r, x)

/* Row I of N rows of N elements begins at element FROM + I * W of SIZE.  */
#define PRODUCT								\
  for (int i = 1; i <= n; i++)						\
    for (int j = 1; j <= n; j++)					\
      q[i * w + j] = 4 * p[i * w + j] - p[(i - 1) * w + j]		\
		     - p[(i + 1) * w + j] - p[i * w + j - 1]		\
		     - p[i * w + j + 1];

/* All elements in one loop.  */
static void
flat (int n, int w, int rows)
{
  int size = rows * w, room = size > (n + 2) * w + n + 2 ? size
			       : (n + 2) * w + n + 2;
  ARRAYS (room);
#pragma pram local(q)
  for (int t = 0; t < 4; t++)
    {
      PRODUCT
      for (int k = 0; k < size; k++)
	x[k] += 0.25 * q[k];
      for (int k = 0; k < size; k++)
	r[k] -= 0.125 * q[k];
      double top = 0;
      for (int k = 0; k < size; k++)
	top = r[k] > top ? r[k] : top;
      for (int k = 0; k < size; k++)
	p[k] = r[k] + p[k] / (2 + top);
    }
  done ("flat", room, p, q, r, x);
}

/* Rows with their borders.  */
static void
rows (int n, int w, int height, int width)
{
  int room = (n + 2) * w + n + 2;
  room = room > height * w + width ? room : height * w + width;
  ARRAYS (room);
#pragma pram local(q)
  for (int t = 0; t < 4; t++)
    {
      PRODUCT
      for (int i = 0; i < height; i++)
	for (int j = 0; j < width; j++)
	  x[i * w + j] += 0.25 * q[i * w + j];
      for (int i = 0; i < height; i++)
	for (int j = 0; j < width; j++)
	  r[i * w + j] -= 0.125 * q[i * w + j];
      double top = 0;
      for (int i = 0; i < height; i++)
	for (int j = 0; j < width; j++)
	  top = r[i * w + j] > top ? r[i * w + j] : top;
      for (int i = 0; i < height; i++)
	for (int j = 0; j < width; j++)
	  p[i * w + j] = r[i * w + j] + p[i * w + j] / (2 + top);
    }
  done ("rows", room, p, q, r, x);
}

/* Arrays of two dimensions.  */
static void
grid (int n)
{
  int w = n + 2, size = w * w;
  ARRAYS (size);
  double (*a)[w] = (double (*)[w]) p, (*b)[w] = (double (*)[w]) q;
  double (*c)[w] = (double (*)[w]) r, (*d)[w] = (double (*)[w]) x;
#pragma pram local(b)
  for (int t = 0; t < 4; t++)
    {
      for (int i = 1; i <= n; i++)
	for (int j = 1; j <= n; j++)
	  b[i][j] = 4 * a[i][j] - a[i - 1][j] - a[i + 1][j] - a[i][j - 1]
		    - a[i][j + 1] + i * 0.5 - j;
      for (int i = 0; i < w; i++)
	for (int j = 0; j < w; j++)
	  d[i][j] += 0.25 * b[i][j];
      for (int i = 0; i < w; i++)
	for (int j = 0; j < w; j++)
	  c[i][j] -= 0.125 * b[i][j];
      double top = 0;
      for (int i = 0; i < w; i++)
	for (int j = 0; j < w; j++)
	  top = c[i][j] > top ? c[i][j] : top;
      for (int i = 0; i < w; i++)
	for (int j = 0; j < w; j++)
	  a[i][j] = c[i][j] + a[i][j] / (2 + top);
    }
  done ("grid", size, p, q, r, x);
}

/* What the last calls say is what is compiled for.  */
int
main (void)
{
  flat (12, 14, 14);
  flat (12, 20, 14);		/* longer rows */
  flat (12, 14, 20);		/* more of them */
  flat (12, 14, 7);		/* fewer */
  flat (12, 9, 14);		/* rows overlap */
  flat (12, 12, 14);
  flat (1, 3, 3);
  flat (12, 1, 14);
  flat (3, 300, 5);
  flat (40, 42, 42);
  rows (12, 14, 14, 14);
  rows (12, 14, 14, 13);
  rows (12, 14, 14, 10);	/* not all columns */
  rows (12, 14, 10, 14);	/* not all rows */
  rows (12, 14, 30, 14);
  rows (12, 30, 14, 14);
  rows (12, 9, 14, 9);
  rows (12, 14, 14, 20);	/* columns overlap */
  rows (1, 3, 3, 3);
  rows (40, 42, 42, 42);
  for (int n = 0; n < 6; n++)
    grid (n);
  grid (40);
  return 0;
}
