/* overlap.c: arguments that overlap.

   SPDX-License-Identifier: GPL-3.0-or-later  */
/* { pram-mode serial "overlap" } { pram-stderr "pram:.*overlap" } */

#include "show.h"

static void
smear (int n, double *a, double *b)
{
#pragma pram size(n=50)
  for (int i = 0; i < n; i++)
    b[i] = a[i] * 0.5 + 1;
}

int
main (void)
{
  double a[100];
  for (int i = 0; i < 100; i++)
    a[i] = noise (i);
  smear (50, a, a + 3);
  show ("a", a, sizeof a);
  return 0;
}
