/* nest.c: two loops in either order, and one for both.

   SPDX-License-Identifier: GPL-3.0-or-later

   { spelling-xfail "quotients and remainders by a variable cut no blocks"
     any sized nest_quotient nest_variables nest_difference nest_unsigned
     fixed_quotient fixed_unsigned fixed_turned }
   { spelling-xfail "variables that begin anew" any sized nest_carried
     nest_both }  */

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
  RUN (nest_carried); RUN (nest_both); RUN (nest_backward);
  RUN (fixed_rows); RUN (fixed_columns); RUN (fixed_quotient);
  RUN (fixed_unsigned); RUN (fixed_turned);
  return 0;
}
