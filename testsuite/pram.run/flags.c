/* flags.c: conditions and flags that loops set, without a clause.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <stdbool.h>
#include "show.h"

#define N 47

static int d[N][N], e[N][N], a[N][N];

/* Distances, until nothing changes.  */
static int
distances (void)
{
  int changed, it = 0;
#pragma pram
  do
    {
      changed = 0;
      for (int i = 1; i < N - 1; i++)
	for (int j = 1; j < N - 1; j++)
	  {
	    int m = d[i][j];
	    if (d[i - 1][j] + 1 < m)
	      m = d[i - 1][j] + 1;
	    if (d[i + 1][j] + 1 < m)
	      m = d[i + 1][j] + 1;
	    if (d[i][j - 1] + 1 < m)
	      m = d[i][j - 1] + 1;
	    if (d[i][j + 1] + 1 < m)
	      m = d[i][j + 1] + 1;
	    if (m != d[i][j])
	      changed = 1;
	    e[i][j] = m;
	  }
      for (int i = 1; i < N - 1; i++)
	for (int j = 1; j < N - 1; j++)
	  d[i][j] = e[i][j];
      it++;
    }
  while (changed);
  return it;
}

/* The loops run over what is LIMIT and more; nothing is, for 101.  The values
   before the loop are neither 0 nor 1.  */
static void
count (int limit)
{
  int any = 5, none = 9, fine = 3, bits = 0, n = 7;
  bool big = false, ok = true, some = false, low = true;
  unsigned char least = 255;
  long mask = -1;
#pragma pram begin size(limit=99) size(limit=101)
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++)
      {
	if (a[i][j] >= limit)
	  any = -1;
	if (a[i][j] >= limit)
	  none = -2147483647 - 1;
	if (a[i][j] >= limit)
	  least = 0;
	bits |= a[i][j];
	mask &= ~a[i][j];
	n += a[i][j] >= limit;
	big |= a[i][j] >= limit;
	low &= a[i][j] < limit;
      }
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++)
      {
	ok = ok && a[i][j] < limit;
	some = some || a[i][j] >= limit;
	fine = fine && (a[i][j] < limit || i == j);
      }
#pragma pram end
  printf ("%d %d %d %d %d %ld %d %d %d %d %d\n", any, none, fine, bits, n,
	  mask, big, ok, some, low, least);
}

int
main (void)
{
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++)
      {
	a[i][j] = (i * 31 + j * 17) % 101;
	d[i][j] = e[i][j] = 1000000;
      }
  d[3][4] = e[3][4] = 0;
  printf ("%d\n", distances ());
  show ("d", d, sizeof d);
  count (99);
  count (101);
  return 0;
}
