/* limited-counters.c: lists that are not made longer than a limit: what is lost counted, or
   not, with conditions in any form, limits that are none as the list is longer already, counters
   of 64 bits, two lists, and helpers that say whether there was room.
   SPDX-License-Identifier: GPL-3.0-or-later

   { pram-args 100 9 40 }
   { pram-ranks 1 2 3 5 }
   { pram-mode distributed }  */

#include <stdio.h>
#include <stdlib.h>

static int
with_lost (int n, const double *x, int *list, int most, int *lost)
{
  int m = 0, l = 0;
#pragma pram
  for (int i = 0; i < n; i++)
    if (x[i] > 20)
      {
	if (m < most)
	  list[m++] = i;
	else
	  l++;
      }
  *lost = l;
  return m;
}

/* From M on, which may be more than MOST.  */
static int
up_to (int n, const double *x, int *list, int m, int most)
{
#pragma pram
  for (int i = 0; i < n; i++)
    if (x[i] > 10 && m <= most)
      list[m++] = i;
  return m;
}

static int
until_full (int n, const double *x, int *list, int m, int most)
{
#pragma pram
  for (int i = 0; i < n; i++)
    {
      if (x[i] < 12)
	continue;
      if (m == most)
	continue;
      list[m] = i;
      m++;
    }
  return m;
}

static size_t
both (int n, const double *x, int *low, int *high, size_t most)
{
  size_t a = 0, b = 0;
#pragma pram
  for (int i = 0; i < n; i++)
    if (x[i] < 25)
      {
	if (most > a)
	  low[a++] = i;
      }
    else if (b < most)
      high[b++] = i;
  return 1000 * a + b;
}

static int
room (int *m, int most)
{
  if (*m >= most)
    return -1;
  return (*m)++;
}

static int
helped (int n, const double *x, double *y, int most)
{
  int m = 0;
#pragma pram
  for (int i = 0; i < n; i++)
    if (x[i] > 5)
      {
	int at = room (&m, most);
	if (at >= 0)
	  y[at] = x[i];
      }
  return m;
}

struct box
{
  int n, room, *item;
};

static void
pack (int n, const double *x, struct box *b)
{
#pragma pram
  for (int i = 0; i < n; i++)
    if (x[i] > 7 && b->n < b->room)
      b->item[b->n++] = i;
}

static int
to_end (int n, const double *x, int *list, int most)
{
  int *at = list, *end = list + most;
#pragma pram
  for (int i = 0; i < n; i++)
    if (x[i] > 9 && at != end)
      *at++ = 2 * i;
  return at - list;
}

static double h;

static void
sum (int m, const int *list)
{
  for (int k = 0; k < m; k++)
    h = 0.9 * h + list[k];
  printf ("%d %.17g\n", m, h);
}

static void
run (int n)
{
  double *x = malloc (n * sizeof *x), *y = malloc (n * sizeof *y);
  int *list = malloc (3 * n * sizeof *list), *more = malloc (n * sizeof *more), lost;
  for (int i = 0; i < n; i++)
    {
      x[i] = (i * 37 + 24) % 101 * 0.5;
      y[i] = more[i] = 0;
    }
  for (int most = 0; most < n; most += n / 3)
    {
      for (int i = 0; i < 3 * n; i++)
	list[i] = 0;
      int m = with_lost (n, x, list, most, &lost);
      printf ("%d\n", lost);
      sum (m, list);
      m = up_to (n, x, list, m, most);
      sum (m, list);
      m = up_to (n, x, list, m, most - 3);
      sum (m, list);
      m = until_full (n, x, list, 0, most);
      sum (m, list);
      m = until_full (n, x, list, m, most - 3);
      sum (m, list);
      size_t k = both (n, x, list, more, most);
      sum (k / 1000, list);
      sum (k % 1000, more);
      m = helped (n, x, y, most);
      for (int i = 0; i < m; i++)
	h = 0.9 * h + y[i];
      printf ("%d %.17g\n", m, h);
      struct box b = { 0, most, list };
      pack (n, x, &b);
      sum (b.n, list);
      m = to_end (n, x, list, most);
      sum (m, list);
    }
}

int
main (int argc, char **argv)
{
  for (int k = 1; k < argc; k++)
    run (atoi (argv[k]));
  return 0;
}
