/* stride.c: every other element.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "spell.h"

static void
stride_step (int n)
{
  PRAM (n=40)
  for (int i = 0; i < n; i += 2)
    w[i] = v[i + 1] * 3;
}

static void
stride_half (int n)
{
  PRAM (n=40)
  for (int i = 0; i < (n + 1) / 2; i++)
    w[2 * i] = v[2 * i + 1] * 3;
}

static void
stride_twice (int n)
{
  PRAM (n=40)
  for (int i = 0; 2 * i < n; i++)
    w[2 * i] = v[2 * i + 1] * 3;
}

static void
stride_while (int n)
{
  BEGIN (n=40)
  int i = 0;
  while (i < n)
    {
      w[i] = v[i + 1] * 3;
      i += 2;
    }
  END
}

static void
stride_pointers (int n)
{
  BEGIN (n=40)
  const double *q = v + 1;
  for (double *p = w; p < w + n; p += 2, q += 2)
    *p = *q * 3;
  END
}

static void
stride_even (int n)
{
  PRAM (n=40)
  for (int i = 0; i < n; i++)
    if (i % 2 == 0)
      w[i] = v[i + 1] * 3;
}

static void
stride_odd (int n)
{
  PRAM (n=40)
  for (int i = 0; i < n; i++)
    {
      if (i & 1)
	continue;
      w[i] = v[i + 1] * 3;
    }
}

static void
stride_variables (int n)
{
  PRAM (n=40)
  for (int i = 0, j = 1; i < n; i += 2, j += 2)
    w[i] = v[j] * 3;
}

static void
stride_unsigned (size_t n)
{
  PRAM (n=40)
  for (size_t i = 0; i < n; i += 2)
    w[i] = v[i + 1] * 3;
}

static void
stride_last (int n)
{
  PRAM (n=40)
  for (int i = 0; i <= n - 1; i += 2)
    w[i] = v[i | 1] * 3;
}

static void
stride_shifted (int n)
{
  PRAM (n=40)
  for (int i = 0; i < (n + 1) >> 1; i++)
    w[i << 1] = v[(i << 1) + 1] * 3;
}

/* One forward, one backward.  */
static void
against_variables (int n)
{
  PRAM (n=40)
  for (int i = 0, j = 90; i < n; i += 2, j -= 2)
    w[i] = v[j] * 3;
}

static void
against_one (int n)
{
  PRAM (n=40)
  for (int i = 0; i < n; i += 2)
    w[i] = v[90 - i] * 3;
}

static void
against_half (int n)
{
  PRAM (n=40)
  for (int i = 0; i < (n + 1) / 2; i++)
    w[2 * i] = v[90 - 2 * i] * 3;
}

static void
against_while (int n)
{
  int i, j;
  BEGIN (n=40)
  i = 0;
  j = 90;
  while (i < n)
    {
      w[i] = v[j] * 3;
      i = i + 2;
      j = j - 2;
    }
  END
}

static void
against_pointers (int n)
{
  BEGIN (n=40)
  double *p = w, *q = v + 90;
  for (int i = 0; i < n; i += 2)
    {
      *p = *q * 3;
      p += 2;
      q -= 2;
    }
  END
}

/* A step that is a variable.  */
static void
variable_step (int n, int s)
{
  PRAM (n=40, s=3)
  for (int i = 0; i < n; i += s)
    w[i] = v[i] * 3;
}

static void
variable_product (int n, int s)
{
  PRAM (n=40, s=3)
  for (int i = 0; i * s < n; i++)
    w[i * s] = v[i * s] * 3;
}

static void
variable_quotient (int n, int s)
{
  PRAM (n=40, s=3)
  for (int i = 0; i < (n + s - 1) / s; i++)
    w[s * i] = v[s * i] * 3;
}

static void
variable_pointer (int n, int s)
{
  BEGIN (n=40, s=3)
  double *p = w, *q = v;
  for (int i = 0; i < n; i += s, p += s, q += s)
    *p = *q * 3;
  END
}

static void
variable_rest (int n, int s)
{
  PRAM (n=40, s=3)
  for (int i = 0; i < n; i++)
    if (i % s == 0)
      w[i] = v[i] * 3;
}

int
main (void)
{
  RUN (stride_step); RUN (stride_half); RUN (stride_twice);
  RUN (stride_while); RUN (stride_pointers); RUN (stride_even);
  RUN (stride_odd); RUN (stride_variables); RUN (stride_unsigned);
  RUN (stride_last); RUN (stride_shifted);
  RUN (against_variables); RUN (against_one); RUN (against_half);
  RUN (against_while); RUN (against_pointers);
  RUN (variable_step, 3); RUN (variable_product, 3);
  RUN (variable_quotient, 3); RUN (variable_pointer, 3);
  RUN (variable_rest, 3);
  return 0;
}
