/* macros.c: clauses are macro-expanded; _Pragma works.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#define N 100
#define SIZE size (n = 2 * N)
#define REGION _Pragma ("pram size(n=N+N)")

double a[400], b[400];

void
f (int n)
{
#pragma pram SIZE
  for (int i = 0; i < n; i++) /* { dg-note "pram: 'f.1'" } */
    b[i] = a[i];
  REGION
  for (int i = 0; i < n; i++) /* { dg-note "pram: 'f.2'" } */
    b[i] = a[i] + 1;
}
