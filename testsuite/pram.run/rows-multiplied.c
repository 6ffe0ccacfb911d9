/* The product of two sparse matrices, row by row: a row's columns are collected in
   arrays of the iteration's own, in which it looks for each, and how many there are data
   decide.

   SPDX-License-Identifier: GPL-3.0-or-later
   { pram-args 90 3 }
   { pram-ranks 1 2 3 5 }
   { pram-mode distributed }  */

#include <stdio.h>
#include <stdlib.h>
#include "show.h"

enum { W = 64 };

int
main (int argc, char **argv)
{
  for (int arg = 1; arg < argc; arg++)
    {
      int n = atoi (argv[arg]), m = 0;
      int *start = need ((n + 1) * sizeof *start);
      int *column = need (4 * n * sizeof *column);
      double *value = need (4 * n * sizeof *value);
      int *count = need (n * sizeof *count);
      int *columns = calloc (n * W, sizeof *columns);
      double *sums = calloc (n * W, sizeof *sums);
      for (int i = 0; i < n; i++)
	{
	  start[i] = m;
	  for (int k = 0; k < i % 4 + 1; k++, m++)
	    {
	      column[m] = noise (m) * n;
	      value[m] = noise (i + k);
	    }
	}
      start[n] = m;
#pragma pram
      for (int i = 0; i < n; i++)
	{
	  int found[W], c = 0;
	  double sum[W];
	  for (int p = start[i]; p < start[i + 1]; p++)
	    for (int q = start[column[p]]; q < start[column[p] + 1]; q++)
	      {
		int j = 0;
		while (j < c && found[j] != column[q])
		  j++;
		if (j == c)
		  {
		    found[c] = column[q];
		    sum[c++] = 0;
		  }
		sum[j] += value[p] * value[q];
	      }
	  count[i] = c;
	  for (int j = 0; j < c; j++)
	    {
	      columns[i * W + j] = found[j];
	      sums[i * W + j] = sum[j];
	    }
	}
      show ("count", count, n * sizeof *count);
      show ("columns", columns, n * W * sizeof *columns);
      show ("sums", sums, n * W * sizeof *sums);
    }
  return 0;
}
