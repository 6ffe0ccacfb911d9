/* lost-cells.c: lists of what is in cells, and what is found where these are full, or where
   they aren't.
   SPDX-License-Identifier: GPL-3.0-or-later

   { pram-args 500 }
   { pram-args 60 }
   { pram-args 300 7 }
   { pram-stats "\"tasks_per_rank\": \\[[1-9][0-9]*, [1-9][0-9]" }
   { pram-mode distributed }  */

#include <stdio.h>
#include <stdlib.h>

enum { CELLS = 12 };

int
main (int argc, char **argv)
{
  int n = argc > 1 ? atoi (argv[1]) : 100, most = argc > 2 ? atoi (argv[2]) : 16, s = 0;
  int lost = 0, full = 0, in = 0;
  double *x = malloc (n * sizeof *x);
  int *count = calloc (CELLS, sizeof *count), *other = calloc (CELLS, sizeof *other);
  int *list = calloc (CELLS * most, sizeof *list), *link = calloc (CELLS * most, sizeof *link);
  for (int i = 0; i < n; i++)
    x[i] = i * 37 % 101 * 0.1;
#pragma pram
  for (int t = 0; t < 3; t++)
    {
      for (int c = 0; c < CELLS; c++)
	count[c] = other[c] = 0;
      for (int i = 0; i < n; i++)
	{
	  int c = (int) x[i] % CELLS, at = count[c]++;
	  if (at < most)
	    list[c * most + at] = i;
	  else
	    {
	      lost += i;
	      full = 1;
	    }
	}
      for (int i = 0; i < n; i++)
	{
	  int c = (int) (2 * x[i]) % CELLS, at = other[c]++;
	  if (at < most)
	    {
	      link[c * most + at] = i;
	      in++;
	    }
	}
      for (int i = 0; i < n; i++)
	x[i] = x[i] * 1.1 + 0.3;
    }
  for (int i = 0; i < CELLS * most; i++)
    s += list[i] * (i % 7) + link[i] * (i % 5);
  for (int c = 0; c < CELLS; c++)
    s += count[c] * (c + 1) + other[c];
  printf ("%d %d %d %d\n", s, lost, full, in);
  return 0;
}
