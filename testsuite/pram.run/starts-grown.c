/* A size that is a constant first and then grows until it is large enough: it isn't
   likely to be that constant, for which other loops would run in parallel.

   SPDX-License-Identifier: GPL-3.0-or-later  */
/* { pram-args 1 7 300 } */

#include "show.h"

static void
chain (long n)
{
  long size = 2, deepest = 0;
  while (size < 2 * n)
    size *= 2;
  long *key = need (n * sizeof *key), *hits = need (n * sizeof *hits);
  long *slot = need (size * sizeof *slot), *link = need (n * sizeof *link);
  long *first = need (size * sizeof *first);
  for (long i = 0; i < n; i++)
    key[i] = i * 37 % (3 * n + 1);
#pragma pram begin
  for (long h = 0; h < size; h++)
    slot[h] = first[h] = -1;
  for (long i = 0; i < n; i++)
    {
      long h = key[i] & (size - 1);
      while (slot[h] >= 0 && slot[h] != key[i])
	h = (h + 1) & (size - 1);
      slot[h] = key[i];
    }
  for (long i = 0; i < n; i++)
    {
      long h = key[i] & (size - 1);
      link[i] = first[h];
      first[h] = i;
    }
  for (long q = 0; q < n; q++)
    {
      long want = q * 5 % (3 * n + 1), h = want & (size - 1), depth = 0;
      while (slot[h] >= 0 && slot[h] != want)
	{
	  depth++;
	  h = (h + 1) & (size - 1);
	}
      hits[q] = slot[h] == want;
      if (depth > deepest)
	deepest = depth;
      for (long e = first[want & (size - 1)]; e >= 0; e = link[e])
	hits[q] += 2 * (key[e] == want);
    }
#pragma pram end
  show ("hits", hits, n * sizeof *hits);
  show ("deepest", &deepest, sizeof deepest);
  free (key), free (hits), free (slot), free (link), free (first);
}

int
main (int argc, char **argv)
{
  for (int k = 1; k < argc; k++)
    chain (atol (argv[k]));
  return 0;
}
