/* onesize.c: of several sizes the one that can't be distributed is named.

   SPDX-License-Identifier: GPL-3.0-or-later  */

double a[40000];

void
f (int n)
{
#pragma pram size(n=10) size(n=30000) schedule(naive)
  for (int i = 1; i < n; i++) /* { dg-note "'f.1' .n=30000. runs serially" } */
    a[i] += a[i - 1];
}
