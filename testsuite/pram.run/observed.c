/* observed.c: what a reduction is in between decides about other things.

   SPDX-License-Identifier: GPL-3.0-or-later

   { pram-mode serial "depends on the value of '(least|high|ok|any)'" }  */

#include <stdbool.h>
#include "show.h"

#define N 300

static double a[N], b[N];

/* The second variable misses what is a new minimum.  */
static void
else_if (void)
{
  double least = 1e9, most = -1e9;
#pragma pram
  for (int i = 0; i < N; i++)
    if (a[i] < least)
      least = a[i];
    else if (a[i] > most)
      most = a[i];
  printf ("%.17g %.17g\n", least, most);
}

static void
count_records (void)
{
  double high = -1;
  int count = 0;
#pragma pram
  for (int i = 0; i < N; i++)
    {
      if (a[i] <= high)
	continue;
      high = a[i];
      count++;
    }
  printf ("%.17g %d\n", high, count);
}

static void
mark_records (void)
{
  double high = -1;
#pragma pram
  for (int i = 0; i < N; i++)
    if (a[i] > high)
      {
	high = a[i];
	b[i] += 1;
      }
  printf ("%.17g\n", high);
  show ("b", b, sizeof b);
}

static void
count_first (void)
{
  int ok = 1, count = 0;
#pragma pram
  for (int i = 0; i < N; i++)
    {
      ok = ok && a[i] < 0.95;
      if (ok)
	count++;
    }
  printf ("%d %d\n", ok, count);
}

static void
change_first (void)
{
  bool ok = true;
#pragma pram
  for (int i = 0; i < N; i++)
    if (ok && a[i] < 0.9)
      b[i] += 2;
    else
      ok = false;
  show ("b", b, sizeof b);
}

static void
add_flag (void)
{
  bool any = false;
#pragma pram
  for (int i = 0; i < N; i++)
    {
      any = any || a[i] > 0.9;
      b[i] += any ? 1 : 0;
    }
  show ("b", b, sizeof b);
}

/* A clause does not change that.  */
static void
believe (void)
{
  int ok = 1, count = 0;
#pragma pram reduction(&&: ok)
  for (int i = 0; i < N; i++)
    if (ok)
      {
	count++;
	if (a[i] > 0.95)
	  ok = 0;
      }
  printf ("%d %d\n", ok, count);
}

int
main (void)
{
  for (int i = 0; i < N; i++)
    {
      a[i] = (1 - i * 1e-4) * noise (i);
      b[i] = 0;
    }
  a[3] = -1;
  else_if ();
  count_records ();
  mark_records ();
  count_first ();
  change_first ();
  add_flag ();
  believe ();
  return 0;
}
