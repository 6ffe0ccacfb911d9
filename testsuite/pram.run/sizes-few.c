/* sizes-few.c: what the program gives sizes is so little that each iteration of a loop that
   indices depend on could be a case of its own; it is run with more.
   SPDX-License-Identifier: GPL-3.0-or-later

   { pram-args 100 17 4 }
   { pram-ranks 2 3 }
   { pram-mode distributed }  */

#include <stdio.h>
#include <stdlib.h>
#include "show.h"

/* Viterbi.  */
static void
best_paths (int steps, int n, int m, const int *seen, double a[n][n], double b[n][m],
	    double (*most)[n], int (*from)[n])
{
#pragma pram
  for (int t = 1; t < steps; t++)
    for (int j = 0; j < n; j++)
      {
	double best = -1e300;
	int arg = 0;
	for (int i = 0; i < n; i++)
	  {
	    double v = most[t - 1][i] + a[i][j];
	    if (v > best)
	      best = v, arg = i;
	  }
	most[t][j] = best + b[j][seen[t]];
	from[t][j] = arg;
      }
}

int
main (int argc, char **argv)
{
  int steps = 50, n = 5, m = 4;
  if (argc > 1)
    steps = atoi (argv[1]);
  if (argc > 2)
    n = atoi (argv[2]);
  if (argc > 3)
    m = atoi (argv[3]);
  double (*a)[n] = need (n * sizeof *a), (*b)[m] = need (n * sizeof *b);
  double (*most)[n] = need (steps * sizeof *most);
  int (*from)[n] = need (steps * sizeof *from), *seen = need (steps * sizeof *seen);
  for (int i = 0; i < n; i++)
    {
      for (int j = 0; j < n; j++)
	a[i][j] = 1 + (i * 3 + j * 5) % 7;
      for (int j = 0; j < m; j++)
	b[i][j] = 1 + (i + j * 2) % 5;
      most[0][i] = from[0][i] = i % 3;
    }
  for (int t = 0; t < steps; t++)
    seen[t] = (t * 7 + 3) % m;
  best_paths (steps, n, m, seen, a, b, most, from);
  show ("most", most, steps * sizeof *most);
  show ("from", from, steps * sizeof *from);
  return 0;
}
