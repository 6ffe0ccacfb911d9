/* Loops that process 0 runs, as data choose what they read and write of one array,
   beside others that inspect, ask and deposit, also in the same arrays: a matrix by
   rows that is made in the region and then multiplied with, the equalisation of
   an image, particles sorted into cells and looked up there, a queue beside a
   product.

   SPDX-License-Identifier: GPL-3.0-or-later  */
/* { pram-args 33 3 7 1000 } */
/* { pram-ranks 1 2 3 5 } */
/* { pram-mode distributed } */
#include <stdio.h>
#include <stdlib.h>
#include "chance.h"

#define NI __attribute__ ((noipa))

/* Edges into rows: counted by deposits, placed by process 0, and then inspected.  */
NI void
assemble (int n, int m, const int *from, const int *to, double *x)
{
  int *start = calloc (n + 2, sizeof *start);
  int *col = malloc ((m + 1) * sizeof *col);
  int *fill = malloc ((n + 1) * sizeof *fill);
  double *y = malloc (n * sizeof *y);
#pragma pram begin
  for (int e = 0; e < m; e++)
    start[from[e] + 1]++;
  for (int i = 0; i < n; i++)
    start[i + 1] += start[i];
  for (int i = 0; i < n; i++)
    fill[i] = start[i];
  for (int e = 0; e < m; e++)
    col[fill[from[e]]++] = to[e];
  for (int t = 0; t < 4; t++)
    {
      for (int i = 0; i < n; i++)
	{
	  double s = 0;
	  for (int k = start[i]; k < start[i + 1]; k++)
	    s += x[col[k]];
	  y[i] = s / (1 + start[i + 1] - start[i]);
	}
      for (int i = 0; i < n; i++)
	x[i] = .5 * x[i] + .25 * y[i];
    }
#pragma pram end
  show ("start", start, (n + 1) * sizeof *start);
  show ("col", col, m * sizeof *col);
  free (start), free (col), free (fill), free (y);
}

/* Counted, summed up in order, and looked up.  */
NI void
equalise (int n, unsigned char *image)
{
  static long counts[256], sums[256];
#pragma pram begin
  for (int k = 0; k < 256; k++)
    counts[k] = 0;
  for (int i = 0; i < n; i++)
    counts[image[i]]++;
  sums[0] = counts[0];
  for (int k = 1; k < 256; k++)
    sums[k] = sums[k - 1] + counts[k];
  for (int i = 0; i < n; i++)
    image[i] = (unsigned char) (sums[image[i]] * 255 / n);
  for (int i = 0; i < n; i++)
    counts[image[i]]++;
  for (int i = 0; i < n; i++)
    image[i] += counts[255 - image[i]];
#pragma pram end
  show ("counts", counts, sizeof counts);
  show ("sums", sums, sizeof sums);
}

/* Particles by cells; each looks at those of its cell and the next one.  */
NI void
cells (int n, int m, double *x, double *v)
{
  int *count = malloc ((m + 2) * sizeof *count);
  int *cell = malloc (n * sizeof *cell), *list = malloc (n * sizeof *list);
#pragma pram
  for (int t = 0; t < 3; t++)
    {
      for (int k = 0; k < m + 2; k++)
	count[k] = 0;
      for (int i = 0; i < n; i++)
	{
	  int c = (int) (x[i] * m);
	  cell[i] = c < 0 ? 0 : c >= m ? m - 1 : c;
	}
      for (int i = 0; i < n; i++)
	count[cell[i] + 2]++;
      for (int k = 2; k < m + 2; k++)
	count[k] += count[k - 1];
      for (int i = 0; i < n; i++)
	list[count[cell[i] + 1]++] = i;
      for (int i = 0; i < n; i++)
	{
	  double f = 0;
	  for (int k = count[cell[i]]; k < count[cell[i] + 1]; k++)
	    f += x[list[k]] - x[i];
	  v[i] = v[i] * .5 + f * .01;
	}
      for (int i = 0; i < n; i++)
	x[i] += v[i];
    }
  free (count), free (cell), free (list);
}

/* A search with a queue, beside a product with the same matrix.  */
NI void
search (int n, const int *start, const int *to, int *level, double *w)
{
  int *queue = malloc (n * sizeof *queue);
  double *r = malloc (n * sizeof *r);
#pragma pram begin
  int head = 0, tail = 1;
  queue[0] = 0;
  while (head < tail)
    {
      int i = queue[head++];
      for (int k = start[i]; k < start[i + 1]; k++)
	if (level[to[k]] < 0)
	  {
	    level[to[k]] = level[i] + 1;
	    queue[tail++] = to[k];
	  }
    }
  for (int t = 0; t < 3; t++)
    {
      for (int i = 0; i < n; i++)
	{
	  r[i] = level[i];
	  for (int k = start[i]; k < start[i + 1]; k++)
	    r[i] += .25 * w[to[k]];
	}
      for (int i = 0; i < n; i++)
	w[i] = .5 * r[i];
    }
#pragma pram end
  free (queue), free (r);
}

int
main (int argc, char **argv)
{
  for (int k = 1; k < argc; k++)
    {
      int n = atoi (argv[k]) & 0xffff, m = 2 * n;
      double *x = fresh (n), *v = fresh (n), *w = fresh (n);
      int *from = indices (m, n), *to = indices (m, n);
      assemble (n, m, from, to, x);
      show ("assemble", x, n * sizeof *x);
      unsigned char *image = malloc (n);
      for (int i = 0; i < n; i++)
	image[i] = chance (200);
      equalise (n, image);
      show ("equalise", image, n);
      cells (n, n / 3 + 1, x, v);
      show ("cells", x, n * sizeof *x);
      show ("cells", v, n * sizeof *v);
      int *start = indices (n, 1), *level = indices (n, 1);
      for (int i = 0; i < n; i++)
	start[i + 1] = start[i] + chance (5);
      for (int i = 0; i < n; i++)
	level[i] = i ? -1 : 0;
      search (n, start, indices (start[n] + 1, n), level, w);
      show ("search", level, n * sizeof *level);
      show ("search", w, n * sizeof *w);
    }
  return 0;
}
