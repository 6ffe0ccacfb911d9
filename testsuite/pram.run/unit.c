/* unit.c: the region is in another unit than main.

   SPDX-License-Identifier: GPL-3.0-or-later  */
/* { pram-with unit-part.c } */

#include "show.h"

double sum_of_squares (int n, double *a, double *b);

int
main (void)
{
  double a[200], b[200];
  for (int i = 0; i < 200; i++)
    a[i] = b[i] = noise (i);
  printf ("%.17g\n", sum_of_squares (200, a, b));
  show ("b", b, sizeof b);
  return 0;
}
