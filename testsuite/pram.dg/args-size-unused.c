/* args-size-unused.c: a size from the command line that is for no region.

   SPDX-License-Identifier: GPL-3.0-or-later  */
/* { dg-options -fplugin-arg-pram-size=n:64 -fplugin-arg-pram-size=q:5 } */

double a[400], b[400];

void
f (int n)
{
#pragma pram
  for (int i = 0; i < n; i++) /* { dg-note "size=q:5' is not used: no region" } */
    b[i] = a[i];
  /* { dg-bogus "size=n:64' is not used" -2 } */
}
