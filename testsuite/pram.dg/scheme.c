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

enum { M = 1000000 };
double u[M], v[M], a[5 * M];
int col[5 * M];

/* Neither are the tasks made where there are too many: figures are limits.  The
   holders of u send to all of 5 M tasks, these receive from all of M holders.  */
void
large (void)
{
#pragma pram
  for (int i = 0; i < M; i++) /* { dg-note "at most 7000000 tasks with requests: W=.*, d=1; bound: naive [0-9.]+ s; by Theorem 11: none" } */
    {
      double s = 0;
      for (int k = 0; k < 5; k++)
	s += a[5 * i + k] * u[col[5 * i + k]];
      v[i] = s;
    }
}
