/* countdown.c: what is counted down says how far pointers and other variables
   go.

   SPDX-License-Identifier: GPL-3.0-or-later  */
#include <stdio.h>
#include <stdlib.h>

static int
pointers (int *d, const int *s, int k)
{
  int *from = d;
#pragma pram
  while (k > 0)
    {
      *d++ = *s++ + 1;
      --k;
    }
  return (int) (d - from) + k;
}

static int
before (int *d, const int *s, int k)
{
#pragma pram
  while (k-- > 0)
    *d++ ^= *s++;
  return k;
}

static int
to_zero (int *d, const int *s, int k)
{
#pragma pram
  while (k--)
    *d++ += 3 * *s++;
  return k;
}

static int
without_sign (int *d, const int *s, unsigned k)
{
#pragma pram
  while (k--)
    *d++ -= *s++;
  return (int) k;
}

static int
indexed (int *d, const int *s, long k)
{
  int i = 0;
#pragma pram
  for (; k; k--)
    {
      d[i] += s[i] * i;
      i++;
    }
  return i;
}

/* How many steps there are matters to nobody.  */
static void
steps (int *d, int n, int k)
{
#pragma pram
  while (k-- > 0)
    for (int i = 0; i < n; i++)
      d[i] = d[i] * 5 + 1;
}

int
main (void)
{
  static const int sizes[] = { 30, 7, 101 };
  for (int k = 0; k < 3; k++)
    {
      int n = sizes[k];
      unsigned sum = 0;
      int *d = calloc (n, sizeof *d), *s = calloc (n, sizeof *s);
      for (int i = 0; i < n; i++)
	s[i] = i * i % 31;
      printf ("%d", pointers (d, s, n));
      printf (" %d", before (s, d, n));
      printf (" %d", to_zero (d, s, n));
      printf (" %d", without_sign (s, d, n));
      printf (" %d\n", indexed (d, s, n));
      steps (d, n, k + 2);
      for (int i = 0; i < n; i++)
	sum = sum * 7 + d[i] + 3 * s[i];
      printf ("%u\n", sum);
      free (d), free (s);
    }
  return 0;
}
