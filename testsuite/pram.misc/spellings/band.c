/* band.c: an inner loop that ends at the least of two bounds.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "spell.h"

static void
band_min (int n)
{
  PRAM (n=40)
  for (int i = 0; i < n; i++)
    for (int j = i; j < MIN (n, i + 4); j++)
      a[i][j] = b[j][i] + 1;
}

static void
band_nested (int n)
{
  PRAM (n=40)
  for (int i = 0; i < n; i++)
    for (int j = i; j < MIN (MIN (n, i + 4), 900); j++)
      a[i][j] = b[j][i] + 1;
}

static void
band_outside (int n)
{
  PRAM (n=40)
  for (int i = 0; i < n; i++)
    {
      const int end = MIN (i + 4, n);
      for (int j = i; j < end; j++)
	a[i][j] = b[j][i] + 1;
    }
}

static void
band_else (int n)
{
  PRAM (n=40)
  for (int i = 0; i < n; i++)
    {
      int end;
      if (i + 4 < n)
	end = i + 4;
      else
	end = n;
      for (int j = i; j < end; j++)
	a[i][j] = b[j][i] + 1;
    }
}

static void
band_if (int n)
{
  PRAM (n=40)
  for (int i = 0; i < n; i++)
    {
      int end = i + 4;
      if (end > n)
	end = n;
      for (int j = i; j < end; j++)
	a[i][j] = b[j][i] + 1;
    }
}

static void
band_break (int n)
{
  PRAM (n=40)
  for (int i = 0; i < n; i++)
    for (int j = i; j < i + 4; j++)
      {
	if (j >= n)
	  break;
	a[i][j] = b[j][i] + 1;
      }
}

static void
band_broken (int n)
{
  PRAM (n=40)
  for (int i = 0; i < n; i++)
    for (int j = i; j < n; j++)
      {
	if (j - i >= 4)
	  break;
	a[i][j] = b[j][i] + 1;
      }
}

static void
band_choice (int n)
{
  PRAM (n=40)
  for (int i = 0; i < n; i++)
    for (int j = i; j < (i > n - 4 ? n : i + 4); j++)
      a[i][j] = b[j][i] + 1;
}

static void
band_and (int n)
{
  PRAM (n=40)
  for (int i = 0; i < n; i++)
    for (int j = i; j < n && j < i + 4; j++)
      a[i][j] = b[j][i] + 1;
}

static void
band_continue (int n)
{
  PRAM (n=40)
  for (int i = 0; i < n; i++)
    for (int j = i; j < i + 4; j++)
      {
	if (j >= n)
	  continue;
	a[i][j] = b[j][i] + 1;
      }
}

static void
band_guard (int n)
{
  PRAM (n=40)
  for (int i = 0; i < n; i++)
    for (int d = 0; d < 4; d++)
      if (i + d < n)
	a[i][i + d] = b[i + d][i] + 1;
}

static void
band_square (int n)
{
  PRAM (n=40)
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      if (j >= i && j < i + 4)
	a[i][j] = b[j][i] + 1;
}

static void
band_function (int n)
{
  PRAM (n=40)
  for (size_t i = 0; i < (size_t) n; i++)
    for (size_t j = i; j != MIN ((size_t) n, i + 4); j++)
      a[i][j] = b[j][i] + 1;
}

static inline int
least (int x, int y)
{
  return x < y ? x : y;
}

static void
band_helper (int n)
{
  PRAM (n=40)
  for (int i = 0; i < n; i++)
    for (int j = i; j < least (n, i + 4); j++)
      a[i][j] = b[j][i] + 1;
}

static void
band_last (int n)
{
  PRAM (n=40)
  for (int i = 0; i < n; i++)
    for (int j = i; j <= MIN (n - 1, i + 3); j++)
      a[i][j] = b[j][i] + 1;
}

static void
band_size (size_t n)
{
  PRAM (n=40)
  for (size_t i = 0; i != n; i++)
    for (size_t j = i; j <= MIN (n - 1, i + 3); j++)
      a[i][j] = b[j][i] + 1;
}

/* Both ends.  */
static void
window_min (int n)
{
  PRAM (n=40)
  for (int i = 0; i < n; i++)
    for (int j = MAX (0, i - 3); j < MIN (n, i + 4); j++)
      a[i][j] = b[j][i] + 1;
}

static void
window_if (int n)
{
  PRAM (n=40)
  for (int i = 0; i < n; i++)
    {
      int first = i - 3, last = i + 3;
      if (first < 0)
	first = 0;
      if (last >= n)
	last = n - 1;
      for (int j = first; j <= last; j++)
	a[i][j] = b[j][i] + 1;
    }
}

static void
window_continue (int n)
{
  PRAM (n=40)
  for (int i = 0; i < n; i++)
    for (int j = i - 3; j <= i + 3; j++)
      {
	if (j < 0 || j >= n)
	  continue;
	a[i][j] = b[j][i] + 1;
      }
}

static void
window_offset (int n)
{
  PRAM (n=40)
  for (int i = 0; i < n; i++)
    for (int d = -3; d <= 3; d++)
      {
	int j = i + d;
	if (j >= 0 && j < n)
	  a[i][j] = b[j][i] + 1;
      }
}

static void
window_unsigned (unsigned n)
{
  PRAM (n=40)
  for (unsigned i = 0; i < n; i++)
    for (unsigned j = i > 3 ? i - 3 : 0; j < n && j < i + 4; j++)
      a[i][j] = b[j][i] + 1;
}

static void
window_break (int n)
{
  PRAM (n=40)
  for (int i = 0; i < n; i++)
    for (int j = i < 3 ? 0 : i - 3; j < n; j++)
      {
	if (j > i + 3)
	  break;
	a[i][j] = b[j][i] + 1;
      }
}

static void
window_distance (int n)
{
  PRAM (n=40)
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      if (abs (i - j) <= 3)
	a[i][j] = b[j][i] + 1;
}

int
main (void)
{
  RUN (band_min); RUN (band_nested); RUN (band_outside); RUN (band_else);
  RUN (band_if); RUN (band_break); RUN (band_broken); RUN (band_choice);
  RUN (band_and); RUN (band_continue); RUN (band_guard); RUN (band_square);
  RUN (band_function); RUN (band_helper); RUN (band_last);
  RUN (band_size);
  RUN (window_min); RUN (window_if); RUN (window_continue);
  RUN (window_offset); RUN (window_unsigned); RUN (window_break);
  RUN (window_distance);
  return 0;
}
