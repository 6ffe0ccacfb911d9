/* walked-masks.c: pointers and counters that go on through inner loops whose limits are
   negated, as masks of images are filled.
   SPDX-License-Identifier: GPL-3.0-or-later

   { pram-args 0 1 2 5 9 }
   { pram-ranks 2 3 4 }
   { pram-mode distributed }  */

#include <stdio.h>
#include <stdlib.h>
#include "show.h"

static void
by_pointer (int m, int *a)
{
  int n = 2 * m + 1, *p = a;
#pragma pram
  for (int i = 0; i < n; i++)
    for (int j = -m; j <= m; j++)
      *p++ = i * i + j * j;
}

static void
by_counter (int m, int *a)
{
  int k = 0;
#pragma pram
  for (int i = -m; i <= m; i++)
    for (int j = -m; j <= m; j++)
      a[k++] = i * i + 3 * j;
}

static void
by_twos (int m, int n, int *a)
{
  int k = 0;
#pragma pram
  for (int i = 0; i < n; i++)
    for (int j = -m; j < m; j += 2)
      {
	a[k] += i - j;
	k++;
      }
}

static void
to_zero (int m, int n, double *a)
{
  double *p = a;
#pragma pram
  for (int i = 0; i < n; i++)
    for (int j = -m; j <= 0; j++)
      *p++ += .5 * i * j;
}

int
main (int argc, char **argv)
{
  for (int arg = 1; arg < argc; arg++)
    {
      int m = atoi (argv[arg]), n = 2 * m + 1, size = n * n + 20;
      int *a = need (size * sizeof *a);
      double *b = need (size * sizeof *b);
      for (int i = 0; i < size; i++)
	a[i] = b[i] = i % 7;
      by_pointer (m, a);
      show ("pointer", a, size * sizeof *a);
      by_counter (m, a);
      show ("counter", a, size * sizeof *a);
      by_twos (m, n, a);
      show ("twos", a, size * sizeof *a);
      to_zero (m, n, b);
      show ("zero", b, size * sizeof *b);
    }
  return 0;
}
