/* Rows that data choose and that aren't where the others let expect: behind a gap in
   the table; of unequal lengths.

   SPDX-License-Identifier: GPL-3.0-or-later
   { pram-args 30 }
   { pram-ranks 2 3 }
   { pram-mode any }
   { pram-stderr "data choose rows of 'u', and not all are equally far apart" }
   { pram-stderr "data choose rows of 'w', and not all are equally far apart" }  */

#include <stdio.h>
#include <stdlib.h>
#include "chance.h"

#define NI __attribute__ ((noipa))

NI static void
gap (int n, const int *p, double *const *u, double *y)
{
#pragma pram
  for (int i = 0; i < n; i++)
    y[i] = u[p[i]][1] + u[i][2];
}

NI static void
lists (int n, const int *p, const int *length, int *const *near, int *s)
{
#pragma pram
  for (int i = 0; i < n; i++)
    {
      s[i] = 0;
      for (int k = 0; k < length[p[i]]; k++)
	s[i] += near[p[i]][k];
    }
}

/* A loop that follows what it reads.  */
NI static void
chains (int n, double *const *w, double *y)
{
#pragma pram
  for (int i = 0; i < n; i++)
    {
      int k = i;
      for (int d = 0; d < 4; d++)
	k = (int) w[k][0];
      y[i] += k;
    }
}

int
main (int argc, char **argv)
{
  int n = argc > 1 ? atoi (argv[1]) : 20;
  double **u = calloc (2 * n + 1, sizeof *u), *y = fresh (n);
  double **w = calloc (2 * n + 1, sizeof *w);
  int *p = malloc (n * sizeof *p), *length = indices (n, 9);
  int **near = malloc (n * sizeof *near), *s = indices (n, n);
  for (int i = 0; i < 2 * n + 1; i++)
    if (i != n)
      {
	u[i] = fresh (2 + i % 3);
	w[i] = fresh (0);
	w[i][0] = (i * 7 + n + 1) % (2 * n + 1);
	w[i][0] += w[i][0] == n;
      }
  for (int i = 0; i < n; i++)
    {
      p[i] = n + 1 + chance (n);
      near[i] = indices (length[i], n);
    }
  gap (n, p, u, y);
  chains (n, w, y);
  for (int i = 0; i < n; i++)
    p[i] -= n + 1;
  lists (n, p, length, near, s);
  show_indices ("s", n, s);
  for (int i = 0; i < n; i++)
    printf (" %.17g", y[i]);
  printf ("\n");
  return 0;
}
