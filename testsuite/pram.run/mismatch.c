/* mismatch.c: a size that was not compiled, of a region that runs by tables.

   SPDX-License-Identifier: GPL-3.0-or-later  */
/* { pram-mode serial "n" } { pram-stderr "pram:.*n" } */

#include "show.h"

static void
shift (int n, double *a, double *b)
{
#pragma pram size(n=50) schedule(linear)
  for (int i = 0; i < n; i++)
    b[i] = a[i] * 0.5;
}

int
main (void)
{
  double a[100], b[100];
  for (int i = 0; i < 100; i++)
    a[i] = b[i] = noise (i);
  shift (60, a, b);
  show ("b", b, sizeof b);
  return 0;
}
