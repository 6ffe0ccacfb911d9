/* stencil.c: a stencil in one dimension.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "spell.h"

static void
stencil_for (int n)
{
  PRAM (n=40)
  for (int i = 1; i < n - 1; i++)
    w[i] = v[i - 1] + v[i + 1];
}

static void
stencil_last (int n)
{
  PRAM (n=40)
  for (int i = 1; i <= n - 2; i++)
    w[i] = v[i - 1] + v[i + 1];
}

static void
stencil_shifted (int n)
{
  PRAM (n=40)
  for (int i = 0; i < n - 2; i++)
    w[i + 1] = v[i] + v[i + 2];
}

static void
stencil_unequal (int n)
{
  int i;
  PRAM (n=40)
  for (i = 1; i != n - 1; ++i)
    w[i] = v[i - 1] + v[i + 1];
}

static void
stencil_plus (int n)
{
  PRAM (n=40)
  for (int i = 1; i + 1 < n; i++)
    w[i] = v[i - 1] + v[i + 1];
}

static void
stencil_while (int n)
{
  BEGIN (n=40)
  int i = 1;
  while (i < n - 1)
    {
      w[i] = v[i - 1] + v[i + 1];
      i++;
    }
  END
}

static void
stencil_do (int n)
{
  BEGIN (n=40)
  int i = 1;
  do
    {
      w[i] = v[i - 1] + v[i + 1];
      i++;
    }
  while (i < n - 1);
  END
}

static void
stencil_break (int n)
{
  PRAM (n=40)
  for (int i = 1;; i++)
    {
      if (i >= n - 1)
	break;
      w[i] = v[i - 1] + v[i + 1];
    }
}

static void
stencil_pointers (int n)
{
  BEGIN (n=40)
  double *to = w + 1, *end = w + n - 1;
  const double *left = v, *right = v + 2;
  while (to < end)
    *to++ = *left++ + *right++;
  END
}

static void
stencil_downward (int n)
{
  PRAM (n=40)
  for (int i = n - 2; i > 0; i--)
    w[i] = v[i - 1] + v[i + 1];
}

static void
stencil_continue (int n)
{
  PRAM (n=40)
  for (int i = 0; i < n; i++)
    {
      if (i == 0 || i == n - 1)
	continue;
      w[i] = v[i - 1] + v[i + 1];
    }
}

static void
stencil_if (int n)
{
  PRAM (n=40)
  for (int i = 0; i < n; i++)
    if (i > 0 && i < n - 1)
      w[i] = v[i - 1] + v[i + 1];
}

static void
stencil_variables (int n)
{
  PRAM (n=40)
  for (int i = 1, l = 0, r = 2; r < n; i++, l++, r++)
    w[i] = v[l] + v[r];
}

static void
stencil_goto (int n)
{
  BEGIN (n=40)
  int i = 1;
next:
  if (i < n - 1)
    {
      w[i] = v[i - 1] + v[i + 1];
      i++;
      goto next;
    }
  END
}

static void
stencil_unsigned (unsigned n)
{
  PRAM (n=40)
  for (unsigned i = 1; i + 2 <= n; i++)
    w[i] = v[i - 1] + v[i + 1];
}

int
main (void)
{
  RUN (stencil_for); RUN (stencil_last); RUN (stencil_shifted);
  RUN (stencil_unequal); RUN (stencil_plus); RUN (stencil_while);
  RUN (stencil_do); RUN (stencil_break); RUN (stencil_pointers);
  RUN (stencil_downward); RUN (stencil_continue); RUN (stencil_if);
  RUN (stencil_variables); RUN (stencil_goto);
  RUN (stencil_unsigned);
  return 0;
}
