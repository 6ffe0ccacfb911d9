/* sparse.c: an index that is data: distributed or not, it must be right.

   SPDX-License-Identifier: GPL-3.0-or-later  */
/* { pram-mode any } { pram-stderr ".*" } */

#include "show.h"

#define N 256

static double x[N], y[N];
static int at[N];

int
main (void)
{
  for (int i = 0; i < N; i++)
    {
      x[i] = noise (i);
      at[i] = (int) (N * noise (i + N));
    }

#pragma pram
  for (int i = 0; i < N; i++)
    y[i] = 2 * x[at[i]];

  show ("y", y, sizeof y);
  return 0;
}
