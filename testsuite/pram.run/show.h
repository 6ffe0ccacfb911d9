/* show.h: print arrays so that any differing bit shows.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef SHOW_H
#define SHOW_H

#include <stdio.h>
#include <stdlib.h>

/* Print NAME, a hash of the SIZE bytes at P, and SIZE.  */
static inline void
show (const char *name, const void *p, size_t size)
{
  const unsigned char *b = (const unsigned char *) p;
  unsigned long long h = 14695981039346656037ull;
  size_t k;
  for (k = 0; k < size; k++)
    h = (h ^ b[k]) * 1099511628211ull;
  printf ("%s %016llx %lu\n", name, h, (unsigned long) size);
}

/* Print NAME and a number that all of the N rows of LENGTH numbers at A decide.  */
static inline void
show_rows (const char *name, double *const *a, int n, int length)
{
  double sum = 0;
  int i, j;
  for (i = 0; i < n; i++)
    for (j = 0; j < length; j++)
      sum = .999 * sum + a[i][j];
  printf ("%s %.17g\n", name, sum);
}

/* A repeatable number in [0, 1).  */
static inline double
noise (long k)
{
  unsigned long long x = (unsigned long long) k * 6364136223846793005ull
			 + 1442695040888963407ull;
  x ^= x >> 29;
  x *= 0xbf58476d1ce4e5b9ull;
  x ^= x >> 32;
  return (double) (x >> 11) / 9007199254740992.0;
}

static inline void *
need (size_t size)
{
  void *p = malloc (size ? size : 1);
  if (!p)
    abort ();
  return p;
}

#endif
