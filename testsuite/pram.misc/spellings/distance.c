/* distance.c: |i - j| as a subscript, and as a condition.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "spell.h"

static void
distance_abs (int n)
{
  PRAM (n=40)
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      a[i][j] = v[abs (i - j)];
}

static void
distance_choice (int n)
{
  PRAM (n=40)
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      a[i][j] = v[i > j ? i - j : j - i];
}

static void
distance_max (int n)
{
  PRAM (n=40)
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      a[i][j] = v[MAX (i - j, j - i)];
}

static void
distance_maxmin (int n)
{
  PRAM (n=40)
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      a[i][j] = v[MAX (i, j) - MIN (i, j)];
}

static void
distance_negated (int n)
{
  PRAM (n=40)
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      {
	int d = i - j;
	if (d < 0)
	  d = -d;
	a[i][j] = v[d];
      }
}

static void
distance_else (int n)
{
  PRAM (n=40)
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      {
	int d;
	if (i < j)
	  d = j - i;
	else
	  d = i - j;
	a[i][j] = v[d];
      }
}

static void
distance_stores (int n)
{
  PRAM (n=40)
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      if (i >= j)
	a[i][j] = v[i - j];
      else
	a[i][j] = v[j - i];
}

static void
distance_ifs (int n)
{
  PRAM (n=40)
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      {
	if (i >= j)
	  a[i][j] = v[i - j];
	if (i < j)
	  a[i][j] = v[j - i];
      }
}

static void
distance_value (int n)
{
  PRAM (n=40)
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      {
	double x;
	if (i >= j)
	  x = v[i - j];
	else
	  x = v[j - i];
	a[i][j] = x;
      }
}

static void
distance_loops (int n)
{
  PRAM (n=40)
  for (int i = 0; i < n; i++)
    {
      for (int j = 0; j <= i; j++)
	a[i][j] = v[i - j];
      for (int j = i + 1; j < n; j++)
	a[i][j] = v[j - i];
    }
}

static void
distance_unsigned (size_t n)
{
  PRAM (n=40)
  for (size_t i = 0; i < n; i++)
    for (size_t j = 0; j < n; j++)
      a[i][j] = v[i > j ? i - j : j - i];
}

static void
distance_long (long n)
{
  PRAM (n=40)
  for (long i = 0; i < n; i++)
    for (long j = 0; j < n; j++)
      a[i][j] = v[labs (j - i)];
}

/* As a condition.  */
static void
near_abs (int n)
{
  PRAM (n=40)
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      if (abs (i - j) < 3)
	a[i][j] = b[j][i] * 2;
}

static void
near_and (int n)
{
  PRAM (n=40)
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      if (i - j < 3 && j - i < 3)
	a[i][j] = b[j][i] * 2;
}

static void
near_or (int n)
{
  PRAM (n=40)
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      {
	if (j <= i - 3 || j >= i + 3)
	  continue;
	a[i][j] = b[j][i] * 2;
      }
}

static void
near_nested (int n)
{
  PRAM (n=40)
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      if (j > i - 3)
	if (j < i + 3)
	  a[i][j] = b[j][i] * 2;
}

static void
near_stored (int n)
{
  PRAM (n=40)
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      {
	int d = i > j ? i - j : j - i;
	if (d <= 2)
	  a[i][j] = b[j][i] * 2;
      }
}

static void
near_flag (int n)
{
  PRAM (n=40)
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      {
	_Bool near = MAX (i - j, j - i) < 3;
	if (near)
	  a[i][j] = b[j][i] * 2;
      }
}

static void
near_bounds (int n)
{
  PRAM (n=40)
  for (int i = 0; i < n; i++)
    for (int j = MAX (0, i - 2); j < MIN (n, i + 3); j++)
      a[i][j] = b[j][i] * 2;
}

/* As a factor: not in what is read, but in values.  */
static void
factor_abs (int n)
{
  PRAM (n=40)
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      a[i][j] = b[i][j] * abs (i - j);
}

static void
factor_choice (int n)
{
  PRAM (n=40)
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      a[i][j] = b[i][j] * (i < j ? j - i : i - j);
}

static void
factor_fabs (int n)
{
  PRAM (n=40)
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      a[i][j] = b[i][j] * fabs ((double) i - j);
}

static void
factor_variable (int n)
{
  PRAM (n=40)
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      {
	double weight;
	if (i > j)
	  weight = i - j;
	else
	  weight = j - i;
	a[i][j] = b[i][j] * weight;
      }
}

static void
factor_stores (int n)
{
  PRAM (n=40)
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      if (i > j)
	a[i][j] = b[i][j] * (i - j);
      else
	a[i][j] = b[i][j] * (j - i);
}

int
main (void)
{
  RUN (distance_abs); RUN (distance_choice); RUN (distance_max);
  RUN (distance_maxmin); RUN (distance_negated); RUN (distance_else);
  RUN (distance_stores); RUN (distance_ifs); RUN (distance_value);
  RUN (distance_loops); RUN (distance_unsigned); RUN (distance_long);
  RUN (near_abs); RUN (near_and); RUN (near_or); RUN (near_nested);
  RUN (near_stored); RUN (near_flag); RUN (near_bounds);
  RUN (factor_abs); RUN (factor_choice); RUN (factor_fabs);
  RUN (factor_variable); RUN (factor_stores);
  return 0;
}
