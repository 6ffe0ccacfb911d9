/* nest.c: two loops in either order, and one for both.

   SPDX-License-Identifier: GPL-3.0-or-later

   { spelling-xfail "a linear index over three dimensions is cut within rows"
     plan cube_carried }
   { spelling-xfail "by a constant, of a count that is a variable: one loop"
     plan nest_total }  */

#include "spell.h"

static void
nest_rows (int n)
{
  PRAM (n=40)
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      a[i][j] = b[i][j] + c[j][i];
}

static void
nest_columns (int n)
{
  PRAM (n=40)
  for (int j = 0; j < n; j++)
    for (int i = 0; i < n; i++)
      a[i][j] = b[i][j] + c[j][i];
}

static void
nest_quotient (int n)
{
  PRAM (n=40)
  for (int k = 0; k < n * n; k++)
    a[k / n][k % n] = b[k / n][k % n] + c[k % n][k / n];
}

static void
nest_variables (int n)
{
  PRAM (n=40)
  for (int k = 0; k < n * n; k++)
    {
      int i = k / n, j = k % n;
      a[i][j] = b[i][j] + c[j][i];
    }
}

static void
nest_difference (int n)
{
  PRAM (n=40)
  for (int k = 0; k < n * n; k++)
    {
      int i = k / n, j = k - i * n;
      a[i][j] = b[i][j] + c[j][i];
    }
}

static void
nest_unsigned (unsigned n)
{
  PRAM (n=40)
  for (unsigned k = 0; k < n * n; k++)
    a[k / n][k % n] = b[k / n][k % n] + c[k % n][k / n];
}

static void
nest_carried (int n)
{
  BEGIN (n=40)
  int i = 0, j = 0;
  for (int k = 0; k < n * n; k++)
    {
      a[i][j] = b[i][j] + c[j][i];
      if (++j == n)
	{
	  j = 0;
	  i++;
	}
    }
  END
}

static void
nest_both (int n)
{
  PRAM (n=40)
  for (int i = 0, j = 0; i < n; j + 1 < n ? (void) j++ : (void) (j = 0, i++))
    a[i][j] = b[i][j] + c[j][i];
}

static void
nest_total (int n)
{
  const int all = n * n;
  int i, j, k;
  PRAM (n=40)
  for (k = 0; k < all; ++k)
    {
      i = k / n;
      j = k % n;
      a[i][j] = b[i][j] + c[j][i];
    }
}

static void
nest_size (int n)
{
  PRAM (n=40)
  for (size_t k = 0; k < (size_t) n * n; k++)
    {
      size_t i = k / n, j = k % n;
      a[i][j] = b[i][j] + c[j][i];
    }
}

static void
nest_last (int n)
{
  BEGIN (n=40)
  int i = 0, j = 0;
  for (int k = 0; k < n * n; k++)
    {
      a[i][j] = b[i][j] + c[j][i];
      if (j == n - 1)
	{
	  j = 0;
	  i++;
	}
      else
	j++;
    }
  END
}

static void
nest_while (int n)
{
  BEGIN (n=40)
  int i = 0, j = 0;
  while (i < n)
    {
      a[i][j] = b[i][j] + c[j][i];
      j++;
      if (j >= n)
	{
	  i++;
	  j = 0;
	}
    }
  END
}

/* Only what lies inside.  */
static void
inner_rows (int n)
{
  PRAM (n=40)
  for (int i = 1; i < n - 1; i++)
    for (int j = 1; j < n - 1; j++)
      a[i][j] = b[i - 1][j] + b[i + 1][j];
}

static void
inner_if (int n)
{
  PRAM (n=40)
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      if (i > 0 && i < n - 1 && j > 0 && j < n - 1)
	a[i][j] = b[i - 1][j] + b[i + 1][j];
}

static void
inner_continue (int n)
{
  PRAM (n=40)
  for (int i = 0; i < n; i++)
    {
      if (i == 0 || i == n - 1)
	continue;
      for (int j = 0; j < n; j++)
	{
	  if (!j || j + 1 == n)
	    continue;
	  a[i][j] = b[i - 1][j] + b[i + 1][j];
	}
    }
}

static void
inner_quotient (int n)
{
  PRAM (n=40)
  for (int k = 0; k < n * n; k++)
    {
      int i = k / n, j = k % n;
      if (i > 0 && i < n - 1 && j > 0 && j < n - 1)
	a[i][j] = b[i - 1][j] + b[i + 1][j];
    }
}

/* Three dimensions.  */
static void
cube_three (int n, double *x, double *y)
{
  PRAM (n=40)
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      for (int l = 0; l < 3; l++)
	x[(i * n + j) * 3 + l] = y[(i * n + j) * 3 + l] + i * j - l;
}

static void
cube_quotient (int n, double *x, double *y)
{
  PRAM (n=40)
  for (int k = 0; k < n * n * 3; k++)
    {
      int i = k / (n * 3), j = k / 3 % n, l = k % 3;
      x[k] = y[k] + i * j - l;
    }
}

static void
cube_rest (int n, double *x, double *y)
{
  PRAM (n=40)
  for (int k = 0; k < n * n * 3; k++)
    {
      int i = k / (n * 3), r = k % (n * 3), j = r / 3, l = r % 3;
      x[(i * n + j) * 3 + l] = y[(i * n + j) * 3 + l] + i * j - l;
    }
}

static void
cube_carried (int n, double *x, double *y)
{
  BEGIN (n=40)
  int i = 0, j = 0, l = 0;
  for (int k = 0; k < n * n * 3; k++)
    {
      x[k] = y[k] + i * j - l;
      if (++l == 3)
	{
	  l = 0;
	  if (++j == n)
	    {
	      j = 0;
	      ++i;
	    }
	}
    }
  END
}

static void
nest_backward (int n)
{
  PRAM (n=40)
  for (int j = n - 1; j >= 0; j--)
    for (int i = n; i-- > 0;)
      a[i][j] = b[i][j] + c[j][i];
}

/* Constant sizes.  */
static void
fixed_rows (int n)
{
  (void) n;
#pragma pram
  for (int i = 0; i < 30; i++)
    for (int j = 0; j < 20; j++)
      a[i][j] = b[i][j] + c[j][i];
}

static void
fixed_columns (int n)
{
  (void) n;
#pragma pram
  for (int j = 0; j < 20; j++)
    for (int i = 0; i < 30; i++)
      a[i][j] = b[i][j] + c[j][i];
}

static void
fixed_quotient (int n)
{
  (void) n;
#pragma pram
  for (int k = 0; k < 600; k++)
    a[k / 20][k % 20] = b[k / 20][k % 20] + c[k % 20][k / 20];
}

static void
fixed_unsigned (int n)
{
  (void) n;
#pragma pram
  for (unsigned k = 0; k < 600; k++)
    {
      unsigned i = k / 20, j = k % 20;
      a[i][j] = b[i][j] + c[j][i];
    }
}

static void
fixed_turned (int n)
{
  (void) n;
#pragma pram
  for (int k = 0; k < 600; k++)
    {
      int j = k / 30, i = k % 30;
      a[i][j] = b[i][j] + c[j][i];
    }
}

int
main (void)
{
  RUN (nest_rows); RUN (nest_columns); RUN (nest_quotient);
  RUN (nest_variables); RUN (nest_difference); RUN (nest_unsigned);
  RUN (nest_total); RUN (nest_size); RUN (nest_last); RUN (nest_while);
  RUN (nest_carried); RUN (nest_both); RUN (nest_backward);
  RUN (inner_rows); RUN (inner_if); RUN (inner_continue);
  RUN (inner_quotient);
  double *x = (double *) need (2 * N * N * 3 * sizeof *x);
  for (int k = 0; k < 2 * N * N * 3; k++)
    x[k] = noise (k);
#define CUBE(f)								\
  do									\
    {									\
      for (int n = 40; n > 30; n -= 3)					\
	f (n, x, x + N * N * 3);					\
      show (#f, x, N * N * 3 * sizeof *x);				\
    }									\
  while (0)
  CUBE (cube_three); CUBE (cube_quotient); CUBE (cube_rest);
  CUBE (cube_carried);
  RUN (fixed_rows); RUN (fixed_columns); RUN (fixed_quotient);
  RUN (fixed_unsigned); RUN (fixed_turned);
  return 0;
}
