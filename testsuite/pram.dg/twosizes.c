/* twosizes.c: one size given twice, and two that differ.

   SPDX-License-Identifier: GPL-3.0-or-later  */

double a[400], b[400];

void
f (int n)
{
#pragma pram size(n=10) size(n=20)
  for (int i = 0; i < n; i++) /* { dg-note "pram: 'f.1'" } */
    b[i] = a[i];
}
