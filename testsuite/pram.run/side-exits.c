/* Loops that are left under conditions on data, which not every iteration comes to.

   SPDX-License-Identifier: GPL-3.0-or-later  */
/* { pram-args 1 3 40 300 } */
/* { pram-ranks 1 2 3 5 } */
/* { pram-mode distributed } */
#include <stdio.h>
#include "chance.h"

#define NI __attribute__ ((noipa))

/* Is V the greatest of its neighbours, and which number has the first that is
   greater?  */
NI void
greatest (int n, const int *start, const int *to, const int *x, int *best,
	  int *which)
{
#pragma pram
  for (int v = 0; v < n; v++)
    {
      int good = 1, number = -1;
      for (int k = start[v]; k < start[v + 1]; k++)
	{
	  int w = to[k];
	  if (w != v && (x[w] > x[v] || (x[w] == x[v] && w > v)))
	    {
	      good = 0;
	      number = k - start[v];
	      break;
	    }
	}
      best[v] = good;
      which[v] = number;
    }
}

/* Two breaks, of which each leaves something else, and a continue.  */
NI void
walk (int n, int most, const int *next, const int *x, long *found)
{
#pragma pram
  for (int i = 0; i < n; i++)
    {
      int at = i, steps = 0;
      long sum = 0;
      while (steps < most)
	{
	  steps++;
	  at = next[at];
	  if (x[at] % 3 == 0)
	    continue;
	  if (x[at] > 900)
	    {
	      sum = -sum;
	      break;
	    }
	  if (x[at] < 500)
	    {
	      if (x[next[at]] < 50)
		{
		  sum += 1000000 * steps;
		  break;
		}
	      sum += at;
	    }
	}
      found[i] = sum + steps;
    }
}

static void
all (unsigned short size)
{
  int n = size, edges = 0;
  int *start = indices (n, n), *to = indices (5 * n, n), *x = indices (n, 1000);
  int *a = indices (n, n), *b = indices (n, n);
  for (int i = 0; i <= n; i++)
    {
      start[i] = edges;
      edges += chance (5);
    }
  greatest (n, start, to, x, a, b);
  show_indices ("best", n, a);
  show_indices ("which", n, b);

  long *found = malloc (sizeof *found * (n + 1));
  walk (n, 20, to, x, found);
  for (int i = 0; i < n; i++)
    printf ("%ld\n", found[i]);
}

int
main (int argc, char **argv)
{
  for (int k = 1; k < argc; k++)
    all (atoi (argv[k]));
  return 0;
}
