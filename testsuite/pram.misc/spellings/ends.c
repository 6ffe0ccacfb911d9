/* ends.c: a loop with two ends.

   SPDX-License-Identifier: GPL-3.0-or-later

   { spelling-xfail "last value of a loop with two limits" plan after_copy }  */

#include "spell.h"

static void
ends_and (int n, int m)
{
  PRAM (n=40, m=36)
  for (int i = 0; i < n && i < m; i++)
    w[i] = v[i + 1] + 1;
}

static void
ends_min (int n, int m)
{
  PRAM (n=40, m=36)
  for (int i = 0; i < MIN (n, m); i++)
    w[i] = v[i + 1] + 1;
}

static void
ends_break (int n, int m)
{
  PRAM (n=40, m=36)
  for (int i = 0; i < n; i++)
    {
      if (i >= m)
	break;
      w[i] = v[i + 1] + 1;
    }
}

static void
ends_breaks (int n, int m)
{
  PRAM (n=40, m=36)
  for (int i = 0;; i++)
    {
      if (i >= m)
	break;
      if (i == n)
	break;
      w[i] = v[i + 1] + 1;
    }
}

static void
ends_or (int n, int m)
{
  PRAM (n=40, m=36)
  for (int i = 0;; i++)
    {
      if (i >= m || i >= n)
	break;
      w[i] = v[i + 1] + 1;
    }
}

static void
before_end (int n, int m)
{
  int end = n < m ? n : m;
  PRAM (end=36)
  for (int i = 0; i < end; i++)
    w[i] = v[i + 1] + 1;
}

static void
ends_if (int n, int m)
{
  PRAM (n=40, m=36)
  for (int i = 0; i < n; i++)
    if (i < m)
      w[i] = v[i + 1] + 1;
}

static void
ends_while (int n, int m)
{
  BEGIN (n=40, m=36)
  int i = 0;
  while (i < n && i != m)
    {
      w[i] = v[i + 1] + 1;
      i++;
    }
  END
}

static void
ends_unsigned (unsigned n, unsigned m)
{
  PRAM (n=40, m=36)
  for (unsigned i = 0; i < n && i < m; i++)
    w[i] = v[i + 1] + 1;
}

/* One of them a constant.  */
static void
constant_and (int n)
{
  PRAM (n=40)
  for (int i = 0; i < n && i < 38; i++)
    w[i] = v[i + 1] + 1;
}

static void
constant_min (int n)
{
  PRAM (n=40)
  for (int i = 0; i < MIN (n, 38); i++)
    w[i] = v[i + 1] + 1;
}

static void
constant_break (int n)
{
  PRAM (n=40)
  for (int i = 0; i < n; i++)
    {
      if (i == 38)
	break;
      w[i] = v[i + 1] + 1;
    }
}

static void
constant_breaks (int n)
{
  PRAM (n=40)
  for (int i = 0;; i++)
    {
      if (i >= n)
	break;
      if (i > 37)
	break;
      w[i] = v[i + 1] + 1;
    }
}

static void
constant_reversed (int n)
{
  PRAM (n=40)
  for (int i = 0; i < 38; i++)
    {
      if (i >= n)
	break;
      w[i] = v[i + 1] + 1;
    }
}

static void
constant_if (int n)
{
  PRAM (n=40)
  for (int i = 0; i < 38; i++)
    if (i < n)
      w[i] = v[i + 1] + 1;
}

static void
constant_goto (int n)
{
  BEGIN (n=40)
  for (int i = 0; i < n; i++)
    {
      if (i >= 38)
	goto out;
      w[i] = v[i + 1] + 1;
    }
out:;
  END
}

/* The variable is used afterwards.  */
static double
after_break (int n)
{
  int i;
  PRAM (n=40)
  for (i = 0; i < n; i++)
    {
      if (i == 38)
	break;
      w[i] = v[i + 1] + 1;
    }
  return i;
}

static double
after_and (int n)
{
  int i;
  PRAM (n=40)
  for (i = 0; i < n && i < 38; i++)
    w[i] = v[i + 1] + 1;
  return i;
}

static double
after_min (int n)
{
  int i;
  PRAM (n=40)
  for (i = 0; i < MIN (n, 38); i++)
    w[i] = v[i + 1] + 1;
  return i;
}

static double
after_while (int n)
{
  int i = 0;
  PRAM (n=40)
  while (i < n && i < 38)
    {
      w[i] = v[i + 1] + 1;
      i++;
    }
  return i;
}

static double
after_copy (int n)
{
  int last = 0;
  PRAM (n=40)
  for (int i = 0; i < MIN (n, 38); i++)
    {
      w[i] = v[i + 1] + 1;
      last = i + 1;
    }
  return last;
}

int
main (void)
{
  RUN (ends_and, 36); RUN (ends_min, 36); RUN (ends_break, 36);
  RUN (ends_breaks, 36); RUN (ends_or, 36); RUN (before_end, 36);
  RUN (ends_if, 36); RUN (ends_while, 36); RUN (ends_unsigned, 36);
  RUN (constant_and); RUN (constant_min); RUN (constant_break);
  RUN (constant_breaks); RUN (constant_reversed); RUN (constant_if);
  RUN (constant_goto);
  VALUE (after_break); VALUE (after_and); VALUE (after_min);
  VALUE (after_while); VALUE (after_copy);
  return 0;
}
