/* places-read.c: the place of a minimum or maximum, of which the element is read.

   SPDX-License-Identifier: GPL-3.0-or-later  */

/* { pram-ranks 2 3 5 } */

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static int
first_most (int n, const double *a)
{
  int at = 0;
#pragma pram
  for (int i = 1; i < n; i++)
    if (a[i] > a[at])
      at = i;
  return at;
}

static size_t
last_least (size_t n, const int *a)
{
  size_t best = 0;
#pragma pram
  for (size_t k = 1; k < n; k++)
    best = a[k] <= a[best] ? k : best;
  return best;
}

/* The pivot of a column.  */
static int
pivot (int n, int m, const double *a, int k)
{
  int p = k;
#pragma pram
  for (int i = k + 1; i < n; i++)
    if (fabs (a[i * m + k]) > fabs (a[p * m + k]))
      p = i;
  return p;
}

/* Not where nothing may be read: N is 0, and AT beyond the array.  */
static int
careful (int n, const double *a, int at)
{
#pragma pram
  for (int i = 0; i < n; i++)
    if (a[at] > a[i])
      at = i;
  return at;
}

struct body { float x, y, mass; };

static int
heaviest (int n, const struct body *b)
{
  int at = n - 1;
#pragma pram
  for (int i = n - 2; i >= 0; i--)
    {
      float own = b[i].mass;
      if (own < b[at].mass)
	continue;
      at = i;
    }
  return at;
}

/* Two that count, and another scalar that is set.  */
static void
both (int n, const long *a, int *least, int *most, long *sum)
{
  int lo = 0, hi = 0;
  long s = 0;
#pragma pram
  for (int i = 0; i < n; i++)
    {
      s += a[i];
      if (a[i] < a[lo])
	lo = i;
      if (a[i] > a[hi])
	hi = i;
    }
  *least = lo;
  *most = hi;
  *sum = s;
}

/* Through pointers.  */
static void
results (int n, const double *a, double *best, int *where, char *any)
{
#pragma pram
  for (int i = 0; i < n; i++)
    if (a[i] > *best)
      {
	*best = a[i];
	*where = i;
	*any = 1;
      }
}

struct found { double x; int row, column; long n; };

static void
found_in (int n, int m, const double *a, struct found *f)
{
#pragma pram
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      if (a[i * m + j] < f->x)
	{
	  f->x = a[i * m + j];
	  f->row = i;
	  f->column = j;
	}
}

/* Behind loops of an iteration's own, the place alone through a pointer.  */
static long
longest (int n, const double *a, double limit, int *where)
{
  long most = 0;
#pragma pram
  for (int i = 0; i < n; i++)
    {
      long length = 0;
      for (double x = a[i]; x < limit && length < 50; length++)
	x = x * 1.5 + 1;
      if (length > most)
	{
	  most = length;
	  *where = i;
	}
    }
  return most;
}

static void
last_of (int n, const int *a, int *last, int *other)
{
#pragma pram
  for (int i = 0; i < n; i++)
    {
      if (a[i] == 3)
	*last = i;
      if (a[i] > 7)
	other[2] = a[i];
    }
}

/* In steps, with what is found used at once: elimination.  */
static void
eliminate (int n, double *a, int *rows)
{
#pragma pram
  for (int k = 0; k < n; k++)
    {
      int p = k;
      for (int i = k + 1; i < n; i++)
	if (fabs (a[i * n + k]) > fabs (a[p * n + k]))
	  p = i;
      rows[k] = p;
      for (int i = k + 1; i < n; i++)
	for (int j = k + 1; j < n; j++)
	  a[i * n + j] -= 0.0625 * a[i * n + k] * a[k * n + j];
    }
}

static void
try (int n)
{
  double *a = malloc ((n * n + 1) * sizeof *a);
  int *k = malloc (n * sizeof *k);
  long *l = malloc (n * sizeof *l);
  struct body *b = malloc (n * sizeof *b);
  for (int i = 0; i < n * n; i++)
    a[i] = (i * 37 % 101 - 50) * 0.125;
  for (int i = 0; i < n; i++)
    {
      k[i] = i * 7 % 13;
      l[i] = i * 11 % 29 - 9;
      b[i] = (struct body) { i, -i, i * 5 % 17 };
    }
  int least, most, where = -1, last = -1, others[4] = { 1, 2, 3, 4 };
  long sum;
  double best = 5;
  char any = 0;
  struct found f = { 0, -1, -1, n };
  results (n * n, a, &best, &where, &any);
  found_in (n, n, a, &f);
  last_of (n, k, &last, others);
  printf ("%ld ", longest (n, a, 9, &where));
  printf ("%d\n", where);
  printf ("%g %d %d %g %d %d %ld %d %d\n", best, where, any, f.x, f.row,
	  f.column, f.n, last, others[2]);
  both (n, l, &least, &most, &sum);
  printf ("%d: %d %zu %d %d %d %d %ld\n", n, first_most (n * n, a),
	  last_least (n, k), careful (n, a, n / 2), heaviest (n, b), least,
	  most, sum);
  for (int i = 0; i < n; i += 1 + n / 5)
    printf (" %d", pivot (n, n, a, i));
  for (int i = 3; i < n; i += 4)
    a[i] = NAN;
  printf (" %d %d\n", first_most (n, a), careful (n, a, 0));
  a[0] = NAN;
  printf (" %d %d\n", first_most (n, a), careful (n, a, 0));
  for (int i = 0; i < n * n; i++)
    a[i] = (i * 37 % 101 - 50) * 0.125;
  if (n > 2)
    eliminate (n, a, k);
  double total = 0;
  for (int i = 0; i < n; i++)
    total = 0.75 * total + k[i] + a[i * n + n - 1];
  printf (" %.17g %d\n", total, careful (0, NULL, 1 << 28));
  free (a);
  free (k);
  free (l);
  free (b);
}

int
main (void)
{
  for (int n = 1; n < 7; n++)
    try (n);
  try (40);
  try (101);
  return 0;
}
