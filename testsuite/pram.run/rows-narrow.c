/* Data choose columns of rows that lie anywhere: those that are accessed otherwise have
   been copied, and what is read beyond them is found out in time.

   SPDX-License-Identifier: GPL-3.0-or-later
   { pram-args 40 0 }
   { pram-args 40 3 }
   { pram-args 40 280 }
   { pram-ranks 2 3 }
   { pram-mode any "what is read lies beyond" }  */

#include <stdlib.h>
#include "show.h"

#define NI __attribute__ ((noipa))

NI static void
powers (int n, int m, double **v, const int *col, double *w)
{
#pragma pram
  for (int k = 0; k + 1 < m; k++)
    {
      for (int i = 0; i < n; i++)
	w[i] = v[k][col[i]] + 0.5 * v[k][col[(i + 1) % n]];
      for (int i = 0; i < n; i++)
	v[k + 1][i] = w[i] * 0.75;
    }
}

int
main (int argc, char **argv)
{
  int n = atoi (argv[1]), m = 7, beyond = atoi (argv[2]), *col = malloc (n * sizeof *col);
  double **v = malloc (m * sizeof *v), *w = calloc (n, sizeof *w);
  for (int k = 0; k < m; k++)
    {
      double *between = malloc ((k * 40 % 128) + 1);
      v[k] = malloc ((n + 300) * sizeof *v[k]);
      for (int i = 0; i < n + 300; i++)
	v[k][i] = noise (k * 100 + i);
      free (between);
    }
  for (int i = 0; i < n; i++)
    col[i] = i * 7 % n;
  if (beyond)
    col[n / 2] = n - 1 + beyond;
  powers (n, m, v, col, w);
  for (int k = 0; k < m; k++)
    show ("v", v[k], (n + 300) * sizeof *v[k]);
  show ("w", w, n * sizeof *w);
  return argc < 3;
}
