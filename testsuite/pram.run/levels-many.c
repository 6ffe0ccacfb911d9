/* levels-many.c: loops whose iterations are cases of their own as long as they are few; run
   with more the indices that distinguish them are inspected.
   SPDX-License-Identifier: GPL-3.0-or-later

   { pram-args 5 20 66 50 100 100 1 3 }
   { pram-ranks 2 3 }
   { pram-mode distributed }  */

#include <stdio.h>
#include <stdlib.h>
#include "show.h"

/* What is worth most, by two rows in turns.  */
static long
two_rows (int n, int most, const int *weight, const int *value, long *old, long *now)
{
#pragma pram
  for (int i = 0; i < n; i++)
    {
      for (int w = 0; w <= most; w++)
	{
	  now[w] = old[w];
	  if (w >= weight[i] && old[w - weight[i]] + value[i] > now[w])
	    now[w] = old[w - weight[i]] + value[i];
	}
      long *t = old;
      old = now;
      now = t;
    }
  return old[most];
}

/* By a table.  */
static void
table (int n, int most, const int *weight, const int *value, int (*best)[most + 1])
{
#pragma pram
  for (int i = 1; i <= n; i++)
    for (int w = 0; w <= most; w++)
      {
	best[i][w] = best[i - 1][w];
	if (weight[i - 1] <= w && best[i - 1][w - weight[i - 1]] + value[i - 1] > best[i][w])
	  best[i][w] = best[i - 1][w - weight[i - 1]] + value[i - 1];
      }
}

int
main (int argc, char **argv)
{
  for (int k = 1; k + 1 < argc; k += 2)
    {
      int n = atoi (argv[k]), most = atoi (argv[k + 1]);
      int *weight = need (n * sizeof *weight), *value = need (n * sizeof *value);
      long *old = need ((most + 1) * sizeof *old), *now = need ((most + 1) * sizeof *now);
      int (*best)[most + 1] = need ((n + 1) * sizeof *best);
      for (int i = 0; i < n; i++)
	weight[i] = 1 + i * 7 % 29, value[i] = 1 + i * 13 % 97;
      for (int w = 0; w <= most; w++)
	old[w] = now[w] = best[0][w] = 0;
      printf ("%ld\n", two_rows (n, most, weight, value, old, now));
      table (n, most, weight, value, best);
      show ("best", best, (n + 1) * sizeof *best);
    }
  return 0;
}
