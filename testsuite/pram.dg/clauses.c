/* clauses.c: malformed and unknown clauses.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#define N 100
double a[N], s;

struct g
{
  int n, k[3];
  double x;
};

void
f (int n, int *p, struct g *g)
{
#pragma pram sise(n=100) /* { dg-error "unknown clause 'sise'" } */
  for (int i = 0; i < N; i++)
    a[i] = 1;
#pragma pram outside(n) /* { dg-error "expected the name of a function in 'outside'" } */
  for (int i = 0; i < N; i++)
    a[i] = 1;
#pragma pram outside(g /* { dg-error "expected the name" } */
  for (int i = 0; i < N; i++)
    a[i] = 1;
#pragma pram outside(f /* { dg-error "expected a comma or a closing" } */
  for (int i = 0; i < N; i++)
    a[i] = 1;
#pragma pram size(zz=100) /* { dg-error "zz" } */
  for (int i = 0; i < N; i++)
    a[i] = 1;
#pragma pram size(n) /* { dg-error "expected" } */
  for (int i = 0; i < n; i++)
    a[i] = 1;
#pragma pram size(n=) /* { dg-error "expected an integer constant" } */
  for (int i = 0; i < n; i++)
    a[i] = 1;
#pragma pram size(n=100 /* { dg-error "expected" } */
  for (int i = 0; i < n; i++)
    a[i] = 1;
#pragma pram size /* { dg-error "expected" } */
  for (int i = 0; i < n; i++)
    a[i] = 1;
#pragma pram size(p=100) /* { dg-error "'p'" } */
  for (int i = 0; i < p[0]; i++)
    a[i] = 1;
#pragma pram size(g->m=3) /* { dg-error "'g' has no such part" } */
  for (int i = 0; i < g->n; i++)
    a[i] = 1;
#pragma pram size(g.n=3) /* { dg-error "'g' has no such part" } */
  for (int i = 0; i < g->n; i++)
    a[i] = 1;
#pragma pram size(g->x=3) /* { dg-error "size of 'g->x', which is no integer" } */
  for (int i = 0; i < g->n; i++)
    a[i] = 1;
#pragma pram size(g->k[1=3) /* { dg-error "expected a closing bracket" } */
  for (int i = 0; i < g->n; i++)
    a[i] = 1;
#pragma pram size(g->n=3, g->n=4) /* { dg-error "'g->n' twice in 'size'" } */
  for (int i = 0; i < g->n; i++)
    a[i] = 1;
#pragma pram size(n=-4) /* { dg-error "the size of 'n' is negative" } */
  for (int i = 0; i < n; i++)
    a[i] = 1;
#pragma pram size(n=99999999999) /* { dg-error "range" } */
  for (int i = 0; i < n; i++)
    a[i] = 1;
#pragma pram size(n=1+2*3-4%3<<2) size(n=24) /* { dg-error "the same 'size' twice" } */
  for (int i = 0; i < n; i++)
    a[i] = 1;
#pragma pram size(n=20/3-2-1) size(n=3) /* { dg-error "the same 'size' twice" } */
  for (int i = 0; i < n; i++)
    a[i] = 1;
#pragma pram size(n=8/(1-1)) /* { dg-error "division by zero" } */
  for (int i = 0; i < n; i++)
    a[i] = 1;
#pragma pram size(n=1<<64) /* { dg-error "bad shift count" } */
  for (int i = 0; i < n; i++)
    a[i] = 1;
#pragma pram size(n=(-9223372036854775807-1)/-1) /* { dg-error "range" } */
  for (int i = 0; i < n; i++)
    a[i] = 1;
#pragma pram reduction(-: s) /* { dg-error "reduction" } */
  for (int i = 0; i < N; i++)
    s += a[i];
#pragma pram reduction(+ s) /* { dg-error "expected" } */
  for (int i = 0; i < N; i++)
    s += a[i];
#pragma pram schedule(fast) /* { dg-error "schedule" } */
  for (int i = 0; i < N; i++)
    a[i] = 1;
#pragma pram name(3) /* { dg-error "name" } */
  for (int i = 0; i < N; i++)
    a[i] = 1;
#pragma pram size(n=1, n=2) /* { dg-error "'n' twice in 'size'" } */
  for (int i = 0; i < n; i++)
    a[i] = 1;
#pragma pram reduction(+: s) reduction(max: s) /* { dg-error "'s' twice" } */
  for (int i = 0; i < N; i++)
    s += a[i];
#pragma pram reduction(+: g) /* { dg-error "'g', which is no number" } */
  for (int i = 0; i < N; i++)
    a[i] += 1;
#pragma pram name(x) name(y) /* { dg-error "second 'name'" } */
  for (int i = 0; i < N; i++)
    a[i] = 1;
#pragma pram schedule(brent) schedule(serial) /* { dg-error "second 'schedule'" } */
  for (int i = 0; i < N; i++)
    a[i] = 1;
#pragma pram size(n=1) size(n=2) size(n=1) /* { dg-error "same 'size' twice" } */
  for (int i = 0; i < n; i++)
    a[i] = 1;
#pragma pram local(aa) /* { dg-error "local 'aa', which is not declared" } */
  for (int i = 0; i < N; i++)
    a[i] = 1;
}
