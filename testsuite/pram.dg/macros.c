/* macros.c: clauses are macro-expanded; _Pragma works, also in macros that
   expand to parts of the loop or to all of it.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#define N 100
#define SIZE size (n = 2 * N)
#define REGION _Pragma ("pram size(n=N+N)")
#define DISTRIBUTED(loop) REGION loop
#define FOR(i, n) REGION for (i = 0; i < n; i++) /* { dg-note "pram: 'g.1'" } */

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

void
g (int n)
{
  int i;
  FOR (i, n)
    b[i] = a[i];
  DISTRIBUTED (for (i = 0; i < n; i++) b[i] = a[i] + 1;) /* { dg-note "pram: 'g.2'" } */
}
