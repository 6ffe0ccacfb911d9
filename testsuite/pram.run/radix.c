/* Sorting by digits, whose arrays take turns.  Digits are made of the keys and of
   the loop's variable: nothing more is known of them where that is known, so the
   loop isn't taken apart.

   SPDX-License-Identifier: GPL-3.0-or-later  */
/* { pram-args 1 7 300 } */

#include <stdint.h>
#include "show.h"

static uint32_t *
keys (size_t n)
{
  uint32_t *key = need (n * sizeof *key);
  for (size_t i = 0; i < n; i++)
    key[i] = (uint32_t) (noise ((long) i) * 4294967295.0);
  return key;
}

static void
sort (size_t n, uint32_t *key)
{
  uint32_t *other = need (n * sizeof *other), *all[2] = { key, other };
  int *from = need (n * sizeof *from), *to = need (n * sizeof *to);
  size_t count[256];
  for (size_t i = 0; i < n; i++)
    from[i] = (int) i;
#pragma pram
  for (int shift = 0; shift < 32; shift += 8)
    {
      for (int d = 0; d < 256; d++)
	count[d] = 0;
      for (size_t i = 0; i < n; i++)
	count[key[i] >> shift & 255]++;
      size_t sum = 0;
      for (int d = 0; d < 256; d++)
	{
	  size_t c = count[d];
	  count[d] = sum;
	  sum += c;
	}
      for (size_t i = 0; i < n; i++)
	{
	  size_t at = count[key[i] >> shift & 255]++;
	  other[at] = key[i];
	  to[at] = from[i];
	}
      uint32_t *k = key;
      key = other;
      other = k;
      int *f = from;
      from = to;
      to = f;
    }
  show ("keys", key, n * sizeof *key);
  show ("from", from, n * sizeof *from);
  free (all[0]), free (all[1]), free (from), free (to);
}

int
main (int argc, char **argv)
{
  for (int k = 1; k < argc; k++)
    {
      size_t n = (size_t) atol (argv[k]);
      sort (n, keys (n));
    }
  return 0;
}
