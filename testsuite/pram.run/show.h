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
