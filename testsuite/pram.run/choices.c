/* choices.c: reductions in iterations that choose whether to take part.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <math.h>
#include "show.h"

#define N 500

static double a[N];

/* So that sums don't depend on the order.  */
#define WHOLE(x) (double) (long) (1024 * (x))

static long
count (int n)
{
  long s = 0;
#pragma pram
  for (int i = 0; i < n; i++)
    s = a[i] > 0.5 ? s + 1 : s;
  return s;
}

static short
narrow (int n)
{
  short s = 0;
#pragma pram
  for (int i = 0; i < n; i++)
    s = a[i] > 0.5 ? s : s + 3;
  return s;
}

static int
several (int n)
{
  int s = 0;
#pragma pram
  for (int i = 0; i < n; i++)
    s = a[i] > 0.3 ? s + 2 : a[i] > 0.2 ? s - 1 : s;
  return s;
}

static unsigned
bits (int n)
{
  unsigned s = 0;
#pragma pram
  for (int i = 0; i < n; i++)
    s = a[i] > 0.5 ? s | 1u << i % 32 : s;
  return s;
}

static double
sum (int n)
{
  double s = 0;
#pragma pram reduction(+: s)
  for (int i = 0; i < n; i++)
    if (a[i] > 0.5)
      s = s + WHOLE (a[i]);
  return s;
}

static float
other_sum (int n)
{
  float s = 0;
#pragma pram reduction(+: s)
  for (int i = 0; i < n; i++)
    s = a[i] > 0.5 ? s : s + (int) (64 * a[i]);
  return s;
}

static double
greatest (int n)
{
  double s = 0;
#pragma pram
  for (int i = 0; i < n; i++)
    s = i % 2 ? s : fmax (s, a[i]);
  return s;
}

static int
greatest_of (int n)
{
  int s = 0;
#pragma pram
  for (int i = 0; i < n; i++)
    s = i % 2 ? s : s > (int) (99 * a[i]) ? s : (int) (99 * a[i]);
  return s;
}

static double
greatest_below (int n)
{
  double s = 0;
#pragma pram
  for (int i = 0; i < n; i++)
    s = a[i] < 0.7 && a[i] > s ? a[i] : s;
  return s;
}

static double
greatest_twice (int n)
{
  double s = 0;
#pragma pram
  for (int i = 0; i < n; i++)
    {
      double t = s > a[i] ? s : a[i];
      s = a[i] < 0.7 ? t : s;
    }
  return s;
}

static double
least (int n)
{
  double s = 1;
#pragma pram
  for (int i = 0; i < n; i++)
    if (a[i] > 0.2)
      if (!(a[i] >= s))
	s = a[i];
  return s;
}

int
main (void)
{
  for (int i = 0; i < N; i++)
    a[i] = noise (i);
#define TELL(f) printf (#f " %a\n", (double) f (N));
  TELL (count)
  TELL (narrow)
  TELL (several)
  TELL (bits)
  TELL (sum)
  TELL (other_sum)
  TELL (greatest)
  TELL (greatest_of)
  TELL (greatest_below)
  TELL (greatest_twice)
  TELL (least)
  return 0;
}
