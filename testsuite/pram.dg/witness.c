/* witness.c: non-oblivious regions name the data that decide what moves where;
   regions that are refused for other reasons don't.

   SPDX-License-Identifier: GPL-3.0-or-later  */

/* { dg-options "-fplugin-arg-pram-verbose" } */

#include <math.h>

enum { N = 100 };
double x[N], y[N], a[5 * N], m[N][N];
int col[5 * N], row[N + 1], len[N], at[N], count[N];
static const int table[4] = { 3, 1, 2, 0 };

void
csr (void)
{
#pragma pram
  for (int i = 0; i < N; i++) /* { dg-note "400 tasks with requests: W=.*, d=3; bound: naive [0-9.]+ ms/iteration" } */
    {
      double s = 0;
      for (int j = row[i]; j < row[i + 1]; j++)
	s += a[j] * x[col[j]]; /* { dg-note "'csr.1' is non-oblivious: the index of 'x' depends on 'col'$" } */
      y[i] = s;
    }
}

void
gather (void)
{
#pragma pram
  for (int i = 0; i < N; i++) /* { dg-note "100 tasks with requests: W=.*, d=1; bound: naive [0-9.]+ us; by Theorem 11: none" } */
    {
      int c = at[i];
      y[i] = x[c]; /* { dg-note "non-oblivious: the index of 'x' depends on 'at' \\(through 'c'\\)" } */
    }
}

void
histogram (void)
{
#pragma pram
  for (int i = 0; i < N; i++) /* { dg-note "10100 tasks with requests: W=.*, d=1" } */
    count[at[i]]++; /* { dg-note "non-oblivious: the index of 'count' depends on 'at'" } */
}

void
compact (void)
{
  int k = 0;
#pragma pram
  for (int i = 0; i < N; i++)
    if (x[i] > 0)
      y[k++] = x[i]; /* { dg-note "non-oblivious: the index of 'y' depends on 'x' \\(through 'k'\\)" } */
}

void
pointer_jumping (void)
{
#pragma pram
  for (int t = 0; t < 7; t++)
    {
      for (int i = 0; i < N; i++)
	count[i] = at[at[i]]; /* { dg-note "non-oblivious: the index of 'at' depends on 'at'" } */
      for (int i = 0; i < N; i++)
	at[i] = count[i];
    }
}

void
pivot (void)
{
#pragma pram
  for (int k = 0; k < N; k++)
    {
      int p = k;
      for (int i = k; i < N; i++)
	if (fabs (m[i][k]) > fabs (m[p][k]))
	  p = i;
      for (int j = 0; j < N; j++)
	m[p][j] = m[k][j]; /* { dg-note "non-oblivious: the index of 'm' depends on 'm'" } */
    }
}

void
lengths (void)
{
#pragma pram
  for (int i = 0; i < N; i++)
    for (int j = 0; j < len[i]; j++) /* { dg-note "non-oblivious: the bound of the loop depends on 'len'" } */
      y[i] += m[i][j];
}

void
condition (void)
{
  double most = 0;
#pragma pram begin
  for (int i = 0; i < N; i++) /* { dg-note "'condition.1' is iteratively oblivious: 3 loops, 2 layers" } */
    most = fmax (most, x[i]);
  if (most > 3)
    for (int i = 0; i < N; i++)
      y[i] = x[i] * 2;
#pragma pram end
}

/* Oblivious, but not run by tasks.  */

void
square (void)
{
#pragma pram schedule(naive)
  for (int i = 0; i < 10; i++)
    y[i] = x[i * i]; /* { dg-note "'square.1' runs serially: the index of 'x' is not a linear" } { dg-bogus "non-oblivious" } */
}

void
flipped (void)
{
#pragma pram schedule(naive)
  for (int i = 0; i < 64; i++)
    y[i] = x[i ^ i / 2]; /* { dg-note "'flipped.1' runs serially" } { dg-bogus "non-oblivious" } */
}

void
grown (void)
{
#pragma pram schedule(naive)
  for (int d = 1; d < 100000; d += d / 7 + 1) /* { dg-note "would be linear if the iterations of this loop were taken one by one, but how many there are is no known number of at most 65" } */
    for (int i = 0; i < 64; i++)
      y[i] += x[i + d]; /* { dg-note "the index of 'x' depends on 'd', which is not a linear function" } { dg-bogus "non-oblivious" } */
}

/* Too many copies.  */
void
many (void)
{
#pragma pram
  for (int t = 0; t < 60; t++)	/* { dg-note "'many.1' runs serially: its levels have too many loops" } */
    for (int u = 0; u < 6; u++)
      for (int i = 0; i < 8; i++)
	y[i ^ 1 << t % 5] = x[i ^ 2 << u % 3] + x[i];
}

__attribute__ ((const)) int opaque (int);

void
function (void)
{
#pragma pram schedule(naive)
  for (int i = 0; i < 64; i++)
    y[i] = x[opaque (i)]; /* { dg-note "the index of 'x' depends on 'opaque'" } { dg-bogus "non-oblivious" } */
}

void
constants (void)
{
#pragma pram schedule(naive)
  for (int i = 0; i < 4; i++)
    y[i] = x[table[i]]; /* { dg-note "the index of 'x' depends on 'table'" } { dg-bogus "non-oblivious" } */
}

/* Oblivious, and distributed: no data choose the elements, though no affine functions
   say where they are.  */

void
computed (int n)
{
#pragma pram begin
  for (int i = 0; i < n; i++) /* { dg-note "'computed.1' is oblivious" } */
    y[i % N] += x[i * i % N]; /* { dg-bogus "non-oblivious" } */
  for (int i = 0; i < N; i++)
    x[i] = y[i];
#pragma pram end
}

/* Where x is read is no reason: that could be inspected.  */

double
computed_sum (int n)
{
  double s = 0;
#pragma pram
  for (int i = 0; i < n; i++)
    s += x[i * i % N]; /* { dg-note "'computed_sum.1' .*: the value of 's' is carried" } { dg-bogus "the index of" } */
  return s;
}

struct sizes
{
  int n;
  double data[N];
};

void
member (struct sizes *s)
{
#pragma pram
  for (int t = 0; t < 3; t++)
    for (int i = 0; i < s->n; i++) /* { dg-bogus "non-oblivious" } */
      s->data[i] += t;
}

void
flag (int on)
{
#pragma pram begin
  for (int i = 0; i < N; i++)
    y[i] = 0;
  if (on) /* { dg-bogus "non-oblivious" } */
    for (int i = 0; i < N; i++)
      y[i] = x[i] * 2;
#pragma pram end
}

/* Loops over oblivious loops, of which the inner ones end when data say so, are
   iteratively oblivious.  */
void
inner (void)
{
  double d;
#pragma pram
  for (int t = 0; t < 3; t++) /* { dg-note "'inner.1' is iteratively oblivious" } */
    do
      {
	d = 0;
	for (int i = 0; i < N; i++)
	  {
	    y[i] = 0.5 * x[i]; /* { dg-bogus "non-oblivious" } */
	    d = fmax (d, y[i]);
	  }
	for (int i = 0; i < N; i++)
	  x[i] = y[i];
      }
    while (d > 1e-4); /* { dg-bogus "non-oblivious" } */
}

void
packed (int n, double *a, const double *b)
{
#pragma pram size(n=100) schedule(naive)
  for (int i = 0; i < n; i++) /* { dg-note "indices grow with the square of what this loop counts.*rows that lie equally far apart" } */
    for (int j = 0; j <= i; j++)
      a[i * (i + 1) / 2 + j] = 2 * b[i * (i + 1) / 2 + j]; /* { dg-note "not a linear" } */
}

void
packed_rows (int n, const double *a, double *b)
{
#pragma pram
  for (int i = 0; i < n; i++) /* { dg-note "is oblivious" } */
    {
      double s = 0;
      for (int j = 0; j <= i; j++)
	s += a[i * (i + 1) / 2 + j];
      b[i] = s;
    }
}
