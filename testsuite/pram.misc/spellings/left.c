/* left.c: an inner loop that starts so far to the left, but not below 0.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "spell.h"

static void
left_max (int n)
{
  PRAM (n=40)
  for (int i = 0; i < n; i++)
    for (int j = MAX (0, i - 3); j < n; j++)
      a[i][j] = b[j][i] + 1;
}

static void
left_size (int n)
{
  size_t m = n;
  PRAM (n=40)
  for (size_t i = 0; i < m; i++)
    for (size_t j = i > 3 ? i - 3 : 0; j < m; j++)
      a[i][j] = b[j][i] + 1;
}

static void
left_else (int n)
{
  PRAM (n=40)
  for (unsigned i = 0; i < (unsigned) n; i++)
    {
      unsigned from;
      if (i > 3)
	from = i - 3;
      else
	from = 0;
      for (unsigned j = from; j < (unsigned) n; j++)
	a[i][j] = b[j][i] + 1;
    }
}

static void
left_wide (int n)
{
  size_t w = 3, m = n, i, j;
  PRAM (n=40)
  for (i = 0; i < m; i++)
    {
      j = i < w ? 0 : i - w;
      while (j < m)
	{
	  a[i][j] = b[j][i] + 1;
	  j++;
	}
    }
}

static void
left_pointer (int n)
{
  double *p;
  int i, j;
  PRAM (n=40)
  for (i = 0; i < n; i++)
    {
      j = i < 3 ? 0 : i - 3;
      for (p = a[i] + j; p < a[i] + n; p++, j++)
	*p = b[j][i] + 1;
    }
}

static void
left_continue (int n)
{
  PRAM (n=40)
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      {
	if (j + 3 < i)
	  continue;
	a[i][j] = b[j][i] + 1;
      }
}

int
main (void)
{
  RUN (left_max);
  RUN (left_size);
  RUN (left_else);
  RUN (left_wide);
  RUN (left_pointer);
  RUN (left_continue);
  return 0;
}
