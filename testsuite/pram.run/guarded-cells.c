/* guarded-cells.c: counters of cells that count on where the cells' lists are full.
   SPDX-License-Identifier: GPL-3.0-or-later

   { pram-args 500 }
   { pram-args 60 }
   { pram-stats "\"tasks_per_rank\": \\[[1-9][0-9]*, [1-9][0-9]" }
   { pram-mode distributed }  */

#include <stdio.h>
#include <stdlib.h>

enum { CELLS = 12, MOST = 16 };

int
main (int argc, char **argv)
{
  int n = argc > 1 ? atoi (argv[1]) : 100, s = 0;
  double *x = malloc (n * sizeof *x);
  int *count = calloc (CELLS, sizeof *count), *where = calloc (n, sizeof *where);
  int *list = calloc (CELLS * MOST, sizeof *list);
  for (int i = 0; i < n; i++)
    x[i] = i * 37 % 101 * 0.1;
#pragma pram
  for (int t = 0; t < 3; t++)
    {
      for (int c = 0; c < CELLS; c++)
	count[c] = 0;
      for (int i = 0; i < n; i++)
	{
	  int c = (int) x[i] % CELLS, at = count[c]++;
	  if (at >= MOST)
	    continue;
	  list[c * MOST + at] = i;
	  where[i] = at;
	}
      for (int i = 0; i < n; i++)
	x[i] = x[i] * 1.1 + 0.3;
    }
  for (int i = 0; i < CELLS * MOST; i++)
    s += list[i] * (i % 7);
  for (int i = 0; i < n; i++)
    s += where[i] * (i % 5);
  for (int c = 0; c < CELLS; c++)
    s += count[c] * (c + 1);
  printf ("%d\n", s);
  return 0;
}
