/* compaction.c: counters that data advance say where iterations store: lists of what fulfils
   a condition, parts of an array, items of several lengths, ranks.
   SPDX-License-Identifier: GPL-3.0-or-later

   { pram-args 100 0 1 15 16 17 33 257 }
   { pram-ranks 1 2 3 8 }
   { pram-mode distributed }  */

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

struct list
{
  int n;
  int *at;
  double *value;
};

static void
push (struct list *l, int at, double value)
{
  l->at[l->n] = at;
  l->value[l->n] = value;
  l->n++;
}

/* Elements below a limit come first, the others last; the loop begins with 1.  */
static double
part (int n, const double *x, double *low, double *high)
{
  size_t a = 0, b = 3;
  double most = 0;
#pragma pram
  for (size_t i = 1; i <= (size_t) n; i++)
    {
      if (x[i] < 0.4)
	low[a++] = x[i];
      else
	high[b++] = 2 * x[i];
      most = x[i] > most ? x[i] : most;
    }
  return most + a * 10 + b * 1000;
}

/* What decides has just been stored.  */
static int
mark (int n, const double *x, double *err, int *list)
{
  int m = 0;
#pragma pram
  for (int i = 0; i < n; i++)
    {
      err[i] = fabs (x[i] - 0.5);
      if (err[i] > 0.2)
	list[m++] = i;
    }
  return m;
}

/* A structure's member counts, in a helper.  */
static void
collect (int n, const double *x, struct list *l)
{
#pragma pram
  for (int i = 0; i < n; i++)
    if (x[i] > 0.5)
      push (l, i, x[i]);
}

/* Item I has LENGTH[I] elements; where each begins.  */
static long
lay_out (int n, const int *length, int *start, int *out)
{
  long at = 0;
#pragma pram
  for (int i = 0; i < n; i++)
    {
      start[i] = at;
      for (int k = 0; k < length[i]; k++)
	out[at + k] = i * 10 + k;
      at += length[i];
    }
  return at;
}

/* The non-zero elements of each row.  */
static int
compress (int n, const double *x, int *row, int *column)
{
  int k = 0;
#pragma pram begin
  for (int i = 0; i < n; i++)
    {
      row[i] = k;
      for (int j = 0; j < n; j++)
	if (x[i] * x[j] > 0.6)
	  column[k++] = j;
    }
  row[n] = k;
#pragma pram end
  return k;
}

/* How many there are up to each.  */
static int
rank (int n, const int *length, int *ranks, long *sums)
{
  int r = 5;
  long s = 0;
#pragma pram begin
  for (int i = 0; i < n; i++)
    {
      r += length[i] == 3;
      ranks[i] = r;
    }
  for (int i = n - 1; i >= 0; i--)
    sums[i] = 1;
  for (int i = 0; i < n; i++)
    {
      s += length[i];
      sums[i] += s;
    }
#pragma pram end
  return r + s;
}

/* Four lists by three loops.  */
static int
sort_out (int n, const double *x, int *a, int *b, int *c, int *d)
{
  int l = 0, m = 0, o = 0, p = 0;
#pragma pram begin
  for (int i = 0; i < n; i++)
    if (x[i] > 0.5)
      a[l++] = i;
    else
      b[m++] = i;
  for (int i = 0; i < n; i++)
    if (x[i] > 0.7)
      c[o++] = i;
  for (int i = 0; i < n; i++)
    if (x[i] < 0.2)
      {
	d[p] = i;
	p++;
      }
#pragma pram end
  return l + 31 * m + 57 * o + 91 * p;
}

static double
sum (int n, const double *a)
{
  double s = 0;
  for (int i = 0; i < n; i++)
    s = s * 0.9 + a[i];
  return s;
}

static unsigned
mix (int n, const int *a)
{
  unsigned s = 0;
  for (int i = 0; i < n; i++)
    s = s * 31 + a[i];
  return s;
}

static void
all (int n)
{
  int *length = calloc (n + 1, sizeof (int)), *start = calloc (n + 1, sizeof (int));
  int *out = calloc (6 * n + 1, sizeof (int)), *column = calloc (n * n + 1, sizeof (int));
  double *x = calloc (n + 1, sizeof (double)), *y = calloc (n + 1, sizeof (double));
  double *z = calloc (n + 4, sizeof (double));
  long *sums = calloc (n + 1, sizeof (long));
  struct list list = { 0, calloc (n + 1, sizeof (int)), calloc (n + 1, sizeof (double)) };
  for (int i = 0; i <= n; i++)
    {
      x[i] = (i * 37 % 101) / 101.;
      length[i] = i * 7 % 5;
    }
  printf ("%d:", n);
  double most = part (n, x, y, z);
  printf (" %g %.17g %.17g", most, sum (n, y), sum (n + 4, z));
  int m = mark (n, x, y, start);
  printf (" %d %u %.17g", m, mix (m, start), sum (n, y));
  collect (n, x, &list);
  printf (" %d %u %.17g", list.n, mix (list.n, list.at), sum (list.n, list.value));
  long at = lay_out (n, length, start, out);
  printf (" %ld %u %u", at, mix (n, start), mix (at, out));
  int k = compress (n, x, start, column);
  printf (" %d %u %u", k, mix (n + 1, start), mix (k, column));
  int r = rank (n, length, start, sums);
  printf (" %d %u", r, mix (n, start));
  for (int i = 0; i < n; i++)
    r = r * 31 + (int) sums[i];
  int lists = sort_out (n, x, start, out, length, column);
  printf (" %d %d %u %u %u %u\n", r, lists, mix (n, start), mix (n, out),
	  mix (n, length), mix (n, column));
}

int
main (int argc, char **argv)
{
  for (int k = 1; k < argc; k++)
    all (atoi (argv[k]));
  return 0;
}
