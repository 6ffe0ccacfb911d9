/* sum.c: sums into whatever holds them.

   SPDX-License-Identifier: GPL-3.0-or-later

   { spelling-xfail "iterations that add zero count" plan sum_choice }  */

#include "spell.h"

struct result
{
  int other;
  double s;
  long count;
};

#ifdef SIZED
# define SUM(what) TEXT (pram size (n=40) reduction (+: what))
#else
# define SUM(what) TEXT (pram reduction (+: what))
#endif

/* Of two terms: the sum is exact, so that its order doesn't matter.  */
#define TERM(i) (double) (long) (v[i] * 1024)

static double
sum_plus (int n)
{
  double s = 0;
  SUM (s)
  for (int i = 0; i < n; i++)
    s += TERM (i);
  return s;
}

static double
sum_assigned (int n)
{
  double s = 0;
  SUM (s)
  for (int i = 0; i < n; i++)
    s = s + TERM (i);
  return s;
}

static double
sum_turned (int n)
{
  double s = 0;
  SUM (s)
  for (int i = n - 1; i >= 0; i--)
    s = TERM (i) + s;
  return s;
}

static double
sum_minus (int n)
{
  double s = 0;
  SUM (s)
  for (int i = 0; i < n; i++)
    s -= -TERM (i);
  return s;
}

static double
sum_pointer (int n)
{
  double s = 0, *p = v;
  SUM (s)
  for (int i = 0; i < n; i++, p++)
    s += (double) (long) (*p * 1024);
  return s;
}

static double
sum_local (int n)
{
  struct result r = { 0, 0, 0 };
  double s = 0;
  SUM (s)
  for (int i = 0; i < n; i++)
    s += TERM (i);
  r.s = s;
  return r.s;
}

static double
sum_member (int n)
{
  struct result r = { 0, 0, 0 };
  SUM (r.s)
  for (int i = 0; i < n; i++)
    r.s += TERM (i);
  return r.s;
}

static void
sum_arrow (int n, struct result *r)
{
  r->s = 0;
  SUM (r->s)
  for (int i = 0; i < n; i++)
    r->s += TERM (i);
}

static double
through_sum_arrow (int n)
{
  struct result r;
  sum_arrow (n, &r);
  return r.s;
}

static double
sum_inner (int n)
{
  double s = 0;
  SUM (s)
  for (int i = 0; i < n; i++)
    {
      const double x = TERM (i);
      s += x;
    }
  return s;
}

static double
sum_if (int n)
{
  double s = 0;
  SUM (s)
  for (int i = 0; i < N; i++)
    if (i < n)
      s += TERM (i);
  return s;
}

static double
sum_choice (int n)
{
  double s = 0;
  SUM (s)
  for (int i = 0; i < N; i++)
    s += i < n ? TERM (i) : 0;
  return s;
}

static double
sum_while (int n)
{
  double s = 0;
  int i = 0;
  SUM (s)
  while (i < n)
    s += TERM (i++);
  return s;
}

static double total;

static double
sum_global (int n)
{
  total = 0;
  SUM (total)
  for (int i = 0; i < n; i++)
    total += TERM (i);
  return total;
}

/* Counts.  */
static double
count_int (int n)
{
  int k = 0;
  PRAM (n=40)
  for (int i = 0; i < n; i++)
    if (v[i] > 0.5)
      k++;
  return k;
}

static double
count_unsigned (int n)
{
  unsigned k = 0;
  PRAM (n=40)
  for (int i = 0; i < n; i++)
    if (v[i] > 0.5)
      ++k;
  return k;
}

static double
count_size (int n)
{
  size_t k = 0;
  PRAM (n=40)
  for (int i = 0; i < n; i++)
    k += v[i] > 0.5;
  return k;
}

static double
count_choice (int n)
{
  long k = 0;
  PRAM (n=40)
  for (int i = 0; i < n; i++)
    k = v[i] > 0.5 ? k + 1 : k;
  return k;
}

static double
count_else (int n)
{
  int k = 0;
  PRAM (n=40)
  for (int i = 0; i < n; i++)
    k = v[i] <= 0.5 ? k : k + 1;
  return k;
}

static double
count_continue (int n)
{
  short k = 0;
  PRAM (n=40)
  for (int i = 0; i < n; i++)
    {
      if (v[i] <= 0.5)
	continue;
      k += 1;
    }
  return k;
}

static double
count_down (int n)
{
  int k = 0;
  PRAM (n=40)
  for (int i = 0; i < n; i++)
    if (v[i] > 0.5)
      k--;
  return -k;
}

static double
count_member (int n)
{
  struct result r = { 0, 0, 0 };
  PRAM (n=40)
  for (int i = 0; i < n; i++)
    if (v[i] > 0.5)
      r.count++;
  return r.count;
}

static long counted;

static double
count_global (int n)
{
  counted = 0;
  PRAM (n=40)
  for (int i = 0; i < n; i++)
    if (v[i] > 0.5)
      counted++;
  return counted;
}

/* Into an element that a pointer leads to.  */
static void
element_sum (int n, double *s)
{
  *s = 0;
  SUM (s)
  for (int i = 0; i < n; i++)
    *s += TERM (i);
}

static void
element_first (int n, double *s)
{
  s[0] = 0;
  SUM (s)
  for (int i = 0; i < n; i++)
    s[0] = s[0] + TERM (i);
}

static inline void
add (double *to, double x)
{
  *to += x;
}

static void
element_helper (int n, double *s)
{
  *s = 0;
  SUM (s)
  for (int i = 0; i < n; i++)
    add (s, TERM (i));
}

static void
cell_if (int n, long *k)
{
  *k = 0;
  PRAM (n=40)
  for (int i = 0; i < n; i++)
    if (v[i] > 0.5)
      (*k)++;
}

static void
cell_plus (int n, long *k)
{
  *k = 0;
  PRAM (n=40)
  for (int i = 0; i < n; i++)
    *k += v[i] > 0.5;
}

static void
cell_continue (int n, long *k)
{
  k[0] = 0;
  PRAM (n=40)
  for (int i = 0; i < n; i++)
    {
      if (v[i] <= 0.5)
	continue;
      k[0] = k[0] + 1;
    }
}

static void
cell_choice (int n, long *k)
{
  k[0] = 0;
  PRAM (n=40)
  for (int i = 0; i < n; i++)
    k[0] = v[i] > 0.5 ? k[0] + 1 : k[0];
}

/* A sum for each row.  */
static void
rows_plus (int n)
{
  PRAM (n=40)
  for (int i = 0; i < n; i++)
    {
      w[i] = 0;
      for (int j = 0; j < n; j++)
	w[i] += b[i][j];
    }
}

static void
total_local (int n)
{
  PRAM (n=40)
  for (int i = 0; i < n; i++)
    {
      double s = 0;
      for (int j = 0; j < n; j++)
	s += b[i][j];
      w[i] = s;
    }
}

static void
rows_pointer (int n)
{
  PRAM (n=40)
  for (int i = 0; i < n; i++)
    {
      double *s = &w[i];
      *s = 0;
      for (int j = 0; j < n; j++)
	*s += b[i][j];
    }
}

static void
rows_assigned (int n)
{
  PRAM (n=40)
  for (int i = 0; i < n; i++)
    {
      w[i] = 0;
      for (int j = 0; j < n; j++)
	w[i] = w[i] + b[i][j];
    }
}

static void
rows_first (int n)
{
  PRAM (n=40)
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      {
	if (j == 0)
	  w[i] = 0;
	w[i] += b[i][j];
      }
}

static void
rows_two (int n)
{
  BEGIN (n=40)
  for (int i = 0; i < n; i++)
    w[i] = 0;
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      w[i] += b[i][j];
  END
}

static void
rows_columns (int n)
{
  BEGIN (n=40)
  for (int i = 0; i < n; i++)
    w[i] = 0;
  for (int j = 0; j < n; j++)
    for (int i = 0; i < n; i++)
      w[i] += b[i][j];
  END
}

static double
row (int n, const double *x)
{
  double s = 0;
  for (int j = 0; j < n; j++)
    s += x[j];
  return s;
}

static void
total_helper (int n)
{
  PRAM (n=40)
  for (int i = 0; i < n; i++)
    w[i] = row (n, b[i]);
}

int
main (void)
{
  VALUE (sum_plus); VALUE (sum_assigned); VALUE (sum_turned);
  VALUE (sum_minus); VALUE (sum_pointer); VALUE (sum_local);
  VALUE (sum_member); VALUE (through_sum_arrow); VALUE (sum_inner);
  VALUE (sum_if);
  VALUE (sum_choice); VALUE (sum_while); VALUE (sum_global);
  VALUE (count_int); VALUE (count_unsigned); VALUE (count_size);
  VALUE (count_choice); VALUE (count_else); VALUE (count_continue); VALUE (count_down);
  VALUE (count_member); VALUE (count_global);
  RUN (element_sum, w); RUN (element_first, w); RUN (element_helper, w);
  RUN (cell_if, (long *) w); RUN (cell_plus, (long *) w);
  RUN (cell_continue, (long *) w); RUN (cell_choice, (long *) w);
  RUN (rows_plus); RUN (total_local); RUN (rows_pointer); RUN (rows_assigned);
  RUN (rows_first); RUN (rows_two); RUN (rows_columns); RUN (total_helper);
  return 0;
}
