/* reversed.c: elements of which the bits of what the loop counts decide, one after
   the other, in a loop: reversed, also by a function, Gray codes undone, sums of
   digits, two arrays at a time.

   SPDX-License-Identifier: GPL-3.0-or-later  */
/* { pram-args 0 1 3 7 9 } */
/* { pram-ranks 1 2 3 5 } */
/* { pram-mode distributed } */

#include "show.h"

#define NI __attribute__ ((noinline, noclone))

/* Both parts of complex numbers, the place from shifts by what the loop counts.  */
static void NI
permuted (int lg, double *re, double *im, double *tr, double *ti)
{
  int n = 1 << lg;
#pragma pram
  for (int i = 0; i < n; i++)
    {
      int r = 0;
      for (int b = 0; b < lg; b++)
	r |= ((i >> b) & 1) << (lg - 1 - b);
      tr[i] = re[r];
      ti[i] = im[r];
    }
}

static unsigned
reversed (unsigned x, int lg)
{
  unsigned r = 0;
  while (lg-- > 0)
    {
      r = r << 1 | (x & 1);
      x >>= 1;
    }
  return r;
}

/* By a function that changes what it gets, interleaved.  */
static void NI
interleaved (int lg, double *a, double *b)
{
  unsigned n = 1u << lg;
#pragma pram
  for (unsigned i = 0; i < n; i++)
    {
      unsigned r = reversed (i, lg);
      b[2 * i] = a[2 * r];
      b[2 * i + 1] = a[2 * r + 1];
    }
}

/* All bits above are added to each; how often that goes on is up to the number.  */
static void NI
gray (int n, const double *a, double *b, int *c)
{
#pragma pram
  for (int i = 0; i < n; i++)
    {
      int r = 0, digits = 0;
      for (int x = i; x > 0; x >>= 1)
	{
	  r ^= x;
	  digits += x & 1;
	}
      b[i] = a[r] + a[digits];
      c[i] = r;
    }
}

static void
all (int lg)
{
  int n = 1 << lg;
  double *a = need (2 * n * sizeof *a), *b = need (2 * n * sizeof *b);
  double *c = need (2 * n * sizeof *c), *d = need (2 * n * sizeof *d);
  int *e = need (n * sizeof *e);
  for (int i = 0; i < 2 * n; i++)
    {
      a[i] = noise (i);
      b[i] = noise (-i);
    }
  permuted (lg, a, b, c, d);
  show ("permuted", c, n * sizeof *c);
  show ("permuted", d, n * sizeof *d);
  interleaved (lg, a, b);
  show ("interleaved", b, 2 * n * sizeof *b);
  gray (n, a, c, e);
  show ("gray", c, n * sizeof *c);
  show ("gray", e, n * sizeof *e);
  free (a);
  free (b);
  free (c);
  free (d);
  free (e);
}

int
main (int argc, char **argv)
{
  for (int k = 1; k < argc; k++)
    all (atoi (argv[k]));
  return 0;
}
