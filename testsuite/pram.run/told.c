/* Updates of which others want to know what the element was before: places in sorting by
   counting and by digits, in buckets and lists of neighbours, cells with linked lists,
   second best ones; with a test, too.

   SPDX-License-Identifier: GPL-3.0-or-later  */
/* { pram-args 2 5 60 1000 } */
/* { pram-ranks 1 2 3 5 8 } */
/* { pram-mode distributed } */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "chance.h"

#define NI __attribute__ ((noipa))

/* The textbook's.  */
NI void
upwards (int n, int m, const int *key, const int *a, int *count, int *out)
{
#pragma pram begin
  for (int k = 0; k <= m; k++)
    count[k] = 0;
  for (int i = 0; i < n; i++)
    count[key[i] + 1]++;
  for (int k = 0; k < m; k++)
    count[k + 1] += count[k];
  for (int i = 0; i < n; i++)
    {
      int at = count[key[i]]++;
      out[at] = a[i];
    }
#pragma pram end
}

NI void
downwards (int n, const int *key, const double *a, long *end, double *out)
{
#pragma pram
  for (int i = n - 1; i >= 0; i--)
    out[--end[key[i]]] = a[i] / 3;
}

/* As two statements.  */
NI void
apart (int n, const int *key, int *next, int *sorted)
{
#pragma pram
  for (int i = 0; i < n; i++)
    {
      sorted[next[key[i]]] = i;
      next[key[i]]++;
    }
}

/* By digits, from one array to another and back.  */
static void
digit (int n, int s, const unsigned *a, unsigned *b, int *count)
{
  for (int k = 0; k <= 16; k++)
    count[k] = 0;
  for (int i = 0; i < n; i++)
    count[((a[i] >> s) & 15) + 1]++;
  for (int k = 0; k < 16; k++)
    count[k + 1] += count[k];
  for (int i = 0; i < n; i++)
    b[count[(a[i] >> s) & 15]++] = a[i];
}

NI void
digits (int n, unsigned *a, unsigned *b, int *count)
{
#pragma pram begin
  digit (n, 0, a, b, count);
  digit (n, 4, b, a, count);
  digit (n, 8, a, b, count);
#pragma pram end
}

/* Neighbours, with weights.  */
NI void
neighbours (int m, const int *from, const int *to, const float *weight, int *fill,
	    short *near, double *far)
{
#pragma pram
  for (int e = 0; e < m; e++)
    {
      int k = fill[from[e]]++;
      near[k] = to[e];
      far[k] = weight[e] * 0.1;
    }
}

/* Who comes too late finds no room.  */
NI void
buckets (int n, int most, const int *key, int *size, int *bucket, int *turned)
{
#pragma pram
  for (int i = 0; i < n; i++)
    if (size[key[i]] < most)
      {
	bucket[key[i] * most + size[key[i]]] = i;
	turned[key[i]] = -size[key[i]];
	size[key[i]]++;
      }
}

/* What is read twice.  */
NI void
limited (int n, int most, const int *key, int *size)
{
#pragma pram
  for (int i = 0; i < n; i++)
    if (size[key[i]] < most)
      size[key[i]]++;
}

/* Particles in cells.  */
NI void
cells (int n, const int *cell, int *head, int *link)
{
#pragma pram
  for (int i = 0; i < n; i++)
    {
      link[i] = head[cell[i]];
      head[cell[i]] = i;
    }
}

NI void
ranks (int n, const int *key, int *seen, int *rank, int *first)
{
#pragma pram
  for (int i = 0; i < n; i++)
    {
      int before = seen[key[i]];
      seen[key[i]] = before * 2 + 1;
      rank[i] = before + i;
      first[key[i]] = before + 2;
    }
}

NI void
second (int n, const int *class, const int *x, int *best, int *next)
{
#pragma pram
  for (int i = 0; i < n; i++)
    if (x[i] > best[class[i]])
      {
	next[class[i]] = best[class[i]];
	best[class[i]] = x[i];
      }
}

static long
sum (int n, const int *a)
{
  unsigned long s = 0;
  for (int i = 0; i < n; i++)
    s = s * 31 + a[i];
  return s;
}

int
main (int argc, char **argv)
{
  for (int r = 1; r < argc; r++)
    {
      int n = atoi (argv[r]), m = 2 + n / 3;
      int *key = indices (n, m), *a = indices (n, 1000), *x = calloc (n + 2, 4);
      int *y = calloc (3 * n + 9, 4), *z = calloc (n + 2, 4), *count = calloc (n + 20, 4);
      long *end = calloc (m, sizeof *end);
      double *d = fresh (n), *o = calloc (n + 1, sizeof *o);
      float *f = malloc ((n + 1) * sizeof *f);
      short *s = calloc (n + 1, sizeof *s);
      int *start = malloc ((m + 1) * sizeof *start);
      upwards (n, m, key, a, count, x);
      printf ("%d: %ld %ld\n", n, sum (m, count), sum (n, x));
      memset (start, 0, (m + 1) * sizeof *start);
      for (int i = 0; i < n; i++)
	f[i] = i / 7.f, start[key[i] + 1]++;
      for (int k = 0; k < m; k++)
	start[k + 1] += start[k], end[k] = start[k + 1];
      downwards (n, key, d, end, o);
      double t = 0;
      for (int i = 0; i < n; i++)
	t = t * 1.1 + o[i];
      for (int k = 0; k < m; k++)
	t += end[k];
      printf ("%.17g\n", t);
      memcpy (z, start, m * sizeof *z);
      apart (n, key, z, x);
      printf ("%ld %ld\n", sum (m, z), sum (n, x));
      digits (n, (unsigned *) a, (unsigned *) y, count);
      printf ("%ld %ld\n", sum (n, a), sum (n, y));
      memcpy (z, start, m * sizeof *z);
      neighbours (n, key, a, f, z, s, o);
      t = 0;
      for (int i = 0; i < n; i++)
	t = t * 1.1 + o[i] + s[i];
      printf ("%ld %.17g\n", sum (m, z), t);
      memset (z, 0, m * sizeof *z);
      memset (y, -1, 3 * n * sizeof *y);
      memset (x, -1, n * sizeof *x);
      buckets (n, 3, key, z, y, x);
      printf ("%ld %ld %ld\n", sum (m, z), sum (3 * m, y), sum (m, x));
      memset (z, 0, m * sizeof *z);
      limited (n, 2, key, z);
      printf ("%ld\n", sum (m, z));
      memset (z, -1, m * sizeof *z);
      cells (n, key, z, x);
      printf ("%ld %ld\n", sum (m, z), sum (n, x));
      memset (z, 0, m * sizeof *z);
      ranks (n, key, z, x, y);
      printf ("%ld %ld %ld\n", sum (m, z), sum (n, x), sum (m, y));
      memset (z, 0, m * sizeof *z);
      memset (x, 0, m * sizeof *x);
      second (n, key, a, z, x);
      printf ("%ld %ld\n", sum (m, z), sum (m, x));
      free (key), free (a), free (x), free (y), free (z), free (count), free (end);
      free (d), free (o), free (f), free (s), free (start);
    }
  return 0;
}
