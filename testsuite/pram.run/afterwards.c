/* afterwards.c: scalars that a region leaves: some have another value before
   anybody reads them, others only seem to.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "show.h"

#define N 50

static double a[N], b[N];
static int called;

/* The region: I, K and S get values that depend on how far it comes.  */
#define REGION								\
  _Pragma ("pram")							\
  for (i = 1; i < n - 1; i++)						\
    {									\
      s = 1;								\
      for (k = i - 1; k < i + 2; k++)					\
	s += a[k];							\
      b[i] = s;								\
    }

#define TELL(name) printf (name " %d %d %a\n", i, k, s)

static void
set_again (int n)
{
  int i, k;
  double s;
  REGION
  s = 0;
  for (i = 0; i < n; i++)
    for (k = i; k < n; k += 7)
      s += b[k];
  TELL ("again");
}

static void
maybe (int n, int way)
{
  int i = -1, k = -1;
  double s = -1;
  REGION
  if (way > 1)
    s = 0, i = 7;
  else if (way)
    i = 3;
  for (int t = 0; t < way; t++)
    k = t;
  TELL ("maybe");
}

static void
both (int n, int way)
{
  int i = -1, k = -1;
  double s = -1;
  REGION
  if (way)
    s = way;
  else
    s = 7;
  k = way && (i = 4);
  TELL ("both");
}

static void
chosen (int n, int way)
{
  int i = -1, k = -1;
  double s = -1;
  REGION
  switch (way)
    {
    case 0:
      i = 1;
      s = 2;
      break;
    case 1:
      called += i;
      /* Fall through.  */
    default:
      k = i;
    }
  TELL ("chosen");
}

static int
itself (int n)
{
  int i = -1, k = -1;
  double s = -1;
  REGION
  i = i + 1;
  s *= 2;
  k += i;
  TELL ("itself");
  return i;
}

static void
loops (int n)
{
  int i = -1, k = -1;
  double s = -1;
  REGION
  do
    {
      if (called++ > 2)
	break;
      called += k;
      k = 2;
    }
  while (i-- > 0);
  while (s > 0)
    s = 0;
  TELL ("loops");
}

/* The other branch isn't afterwards.  */
static void
branches (int n, int way)
{
  int i = -1, k = -1;
  double s = -1;
  if (way)
    {
      REGION
      i = 2;
    }
  else
    {
      k = i;
      s = 3;
    }
  TELL ("branches");
}

static void
early (int n, int way)
{
  int i = -1, k = -1;
  double s = -1;
  REGION
  (void) k;
  if (way)
    {
      printf ("early %d\n", i);
      return;
    }
  i = k = 5, s = 0;
  TELL ("early");
}

static void
sized (int n)
{
  int i = -1, k = -1;
  double s = -1;
  REGION
  double row[i];
  for (i = k = 0; i < (int) (sizeof row / sizeof *row); i++)
    row[i] = k;
  s = row[i / 2];
  TELL ("sized");
}

int
main (void)
{
  for (int i = 0; i < N; i++)
    a[i] = noise (i);
  set_again (N);
  for (int way = 0; way < 3; way++)
    {
      maybe (N, way);
      both (N, way);
      chosen (N, way);
      branches (N, way);
      early (N, way);
    }
  called += itself (N);
  loops (N);
  sized (N);
  printf ("%d\n", called);
  show ("b", b, sizeof b);
  return 0;
}
