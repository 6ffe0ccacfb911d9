/* How often an inner loop runs at most depends on how often the outer one does.  A size that
   only counts the outer one's iterations must be known for that, though the size that is
   assumed for it lets rows overlap, so that the outer one is none to distribute.

   SPDX-License-Identifier: GPL-3.0-or-later
   { pram-ranks 1 3 }
   { pram-mode any }  */

#include <stdio.h>
#include <stdlib.h>
#include "show.h"

#define MIN(a, b) ((a) < (b) ? (a) : (b))
#define MAX(a, b) ((a) > (b) ? (a) : (b))

static volatile int one = 1;

__attribute__ ((noipa)) static void
fill (int n, int m, double *a, double (*v)[14])
{
#pragma pram
  for (int i = 0; i < MIN (n, m + 1); i++)
    for (int j = MAX (0, i - 2); j < n; j++)
      v[i][j] = a[i];
}

int
main (void)
{
  double a[14], (*v)[14] = need (14 * sizeof *v);
  for (int i = 0; i < 14; i++)
    for (int j = 0; j < 14; j++)
      a[i] = noise (i), v[i][j] = 0;
  fill (8 * one, 9 * one, a, v);
  show ("v", v, 14 * sizeof *v);
  free (v);
  return 0;
}
