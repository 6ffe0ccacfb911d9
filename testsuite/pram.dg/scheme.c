/* scheme.c: what is proven of regions whose data choose what they read.

   SPDX-License-Identifier: GPL-3.0-or-later  */

/* { dg-options "-fplugin-arg-pram-verbose" } */

enum { N = 100000 };
double x[N], y[N];
int at[N];

/* Each of the tasks may ask each of the elements: 10^10 edges that are not
   made.  */
void
gather (void)
{
#pragma pram
  for (int i = 0; i < N; i++) /* { dg-note "100000 tasks with requests: W=.*, d=1; bound: naive [0-9.]+ ms; by Theorem 11: none" } */
    y[i] = x[at[i]];
}
