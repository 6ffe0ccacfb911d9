/* plainmain-part.c: part of plainmain.c.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "show.h"

double half_of (int n, double *a, double *b);

int
main (void)
{
  double a[200], b[200];
  for (int i = 0; i < 200; i++)
    a[i] = b[i] = noise (i);
  printf ("%.17g\n", half_of (200, a, b));
  show ("b", b, sizeof b);
  return 0;
}
