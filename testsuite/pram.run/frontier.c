/* frontier.c: breadth-first search with a list of the vertices that were found last, and
   cells of a grid that are marked in each step, all in one region.
   SPDX-License-Identifier: GPL-3.0-or-later

   { pram-args 37 500 }
   { pram-ranks 1 2 3 8 }
   { pram-mode distributed }  */

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static int
search (int n, const int *row, const int *to, int *level, int *front, int *next)
{
  int depth = 0, n_front = 1;
  for (int i = 0; i < n; i++)
    level[i] = -1;
  level[0] = front[0] = 0;
  for (; n_front > 0; depth++)
    {
      int found = 0;
#pragma pram
      for (int f = 0; f < n_front; f++)
	{
	  int u = front[f];
	  for (int k = row[u]; k < row[u + 1]; k++)
	    if (level[to[k]] < 0)
	      level[to[k]] = depth + 1;
	}
#pragma pram
      for (int i = 0; i < n; i++)
	if (level[i] == depth + 1)
	  next[found++] = i;
      int *last = front;
      front = next;
      next = last;
      n_front = found;
    }
  return depth;
}

enum { STEPS = 5 };

static void
refine (int n, double u[n][n], double v[n][n], int *list, int *count)
{
#pragma pram
  for (int t = 0; t < STEPS; t++)
    {
      int m = 0;
      for (int i = 1; i < n - 1; i++)
	for (int j = 1; j < n - 1; j++)
	  v[i][j] = 0.25 * (u[i - 1][j] + u[i + 1][j] + u[i][j - 1] + u[i][j + 1]);
      for (int i = 1; i < n - 1; i++)
	for (int j = 1; j < n - 1; j++)
	  if (fabs (v[i][j] - u[i][j]) > 0.05)
	    list[m++] = i * n + j;
      count[t] = m;
      for (int i = 1; i < n - 1; i++)
	for (int j = 1; j < n - 1; j++)
	  u[i][j] = v[i][j];
    }
}

static void
all (int n)
{
  int degree = 3, count[STEPS];
  int *row = malloc ((n + 1) * sizeof (int)), *to = malloc (degree * n * sizeof (int));
  int *level = malloc (n * sizeof (int)), *list = malloc (n * n * sizeof (int));
  int *next = malloc (n * sizeof (int));
  double (*u)[n] = malloc (n * sizeof *u), (*v)[n] = malloc (n * sizeof *v);
  unsigned seed = 12345, h = 0;
  for (int k = 0; k < degree * n; k++)
    {
      seed = seed * 1103515245 + 12345;
      to[k] = (seed >> 8) % n;
    }
  for (int i = 0; i <= n; i++)
    row[i] = i * degree;
  printf ("%d\n", search (n, row, to, level, list, next));
  for (int i = 0; i < n; i++)
    h = h * 31 + level[i];
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      u[i][j] = v[i][j] = sin (i * 0.7 + j * 1.3);
  refine (n, u, v, list, count);
  for (int t = 0; t < STEPS; t++)
    printf ("%d ", count[t]);
  for (int k = 0; k < count[STEPS - 1]; k++)
    h = h * 31 + list[k];
  double s = 0;
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      s = s * 0.99 + u[i][j];
  printf ("%u %.17g\n", h, s);
}

int
main (int argc, char **argv)
{
  for (int k = 1; k < argc; k++)
    all (atoi (argv[k]));
  return 0;
}
