/* args-size.c: a size from the command line.

   SPDX-License-Identifier: GPL-3.0-or-later  */
/* { dg-options -fplugin-arg-pram-size=n:64 } */

double a[400], b[400];

void
f (int n)
{
#pragma pram
  for (int i = 0; i < n; i++) /* { dg-note "pram: 'f.1' is oblivious" } */
    b[i] = a[i];
}
