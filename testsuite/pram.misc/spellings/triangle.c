/* triangle.c: inner loops up to the outer variable.

   SPDX-License-Identifier: GPL-3.0-or-later

   { spelling-xfail "the clause doesn't say where it starts from" plan reads
     triangle_rows }  */

#include "spell.h"

static void
triangle_last (int n)
{
  PRAM (n=40)
  for (int i = 0; i < n; i++)
    for (int j = 0; j <= i; j++)
      a[i][j] = b[j][i] * 2;
}

static void
triangle_less (int n)
{
  PRAM (n=40)
  for (int i = 0; i < n; i++)
    for (int j = 0; j < i + 1; j++)
      a[i][j] = b[j][i] * 2;
}

static void
triangle_break (int n)
{
  PRAM (n=40)
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      {
	if (j > i)
	  break;
	a[i][j] = b[j][i] * 2;
      }
}

static void
triangle_if (int n)
{
  PRAM (n=40)
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      if (j <= i)
	a[i][j] = b[j][i] * 2;
}

static void
triangle_continue (int n)
{
  PRAM (n=40)
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      {
	if (i < j)
	  continue;
	a[i][j] = b[j][i] * 2;
      }
}

static void
triangle_downward (int n)
{
  PRAM (n=40)
  for (int i = 0; i < n; i++)
    for (int j = i; j >= 0; j--)
      a[i][j] = b[j][i] * 2;
}

static void
triangle_falling (size_t n)
{
  PRAM (n=40)
  for (size_t i = 0; i < n; i++)
    for (size_t j = i + 1; j-- > 0;)
      a[i][j] = b[j][i] * 2;
}

static void
triangle_unsigned (unsigned n)
{
  PRAM (n=40)
  for (unsigned i = 0; i < n; i++)
    for (unsigned j = 0; j <= i; j++)
      a[i][j] = b[j][i] * 2;
}

static void
triangle_after (size_t n)
{
  PRAM (n=40)
  for (size_t i = 0; i < n; i++)
    for (size_t j = i + 1; j > 0; j--)
      a[i][j - 1] = b[j - 1][i] * 2;
}

static void
triangle_while (int n)
{
  PRAM (n=40)
  for (int i = 0; i < n; i++)
    {
      int j = 0;
      while (j <= i)
	{
	  a[i][j] = b[j][i] * 2;
	  ++j;
	}
    }
}

static void
triangle_do (int n)
{
  PRAM (n=40)
  for (int i = 0; i < n; i++)
    {
      int j = 0;
      do
	a[i][j] = b[j][i] * 2;
      while (j++ < i);
    }
}

static void
triangle_outward (int n)
{
  PRAM (n=40)
  for (int i = n; i-- > 0;)
    for (int j = i + 1; --j >= 0;)
      a[i][j] = b[j][i] * 2;
}

static void
triangle_pointers (int n)
{
  PRAM (n=40)
  for (int i = 0; i < n; i++)
    {
      double *p = a[i], *q = &b[0][i];
      for (; p <= &a[i][i]; p++, q += N)
	*p = *q * 2;
    }
}

static void
triangle_rows (int n)
{
  int length = 0;
  PRAM (n=40)
  for (int i = 0; i < n; i++)
    {
      length++;
      for (int j = 0; j < length; j++)
	a[i][j] = b[j][i] * 2;
    }
}

int
main (void)
{
  RUN (triangle_last); RUN (triangle_less); RUN (triangle_break);
  RUN (triangle_if); RUN (triangle_continue); RUN (triangle_downward);
  RUN (triangle_falling); RUN (triangle_unsigned); RUN (triangle_after);
  RUN (triangle_while); RUN (triangle_do); RUN (triangle_outward);
  RUN (triangle_pointers); RUN (triangle_rows);
  return 0;
}
