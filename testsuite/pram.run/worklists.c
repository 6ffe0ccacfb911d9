/* worklists.c: loops that go on as long as they find work, in one region: breadth-first
   search by lists of vertices, quadrature by lists of intervals, and a grid that is refined
   where it is steep, with lists that are copied or exchanged.
   SPDX-License-Identifier: GPL-3.0-or-later

   { pram-args 20 37 300 }
   { pram-ranks 1 2 3 8 }
   { pram-mode distributed }  */

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

/* Lists of unknown length: no longer than N, of which each vertex is one.  */
static int
search (int n, const int *row, const int *to, int *level, int *front, int *next)
{
  int depth = 0, n_front = 1;
  for (int i = 0; i < n; i++)
    level[i] = -1;
  level[0] = front[0] = 0;
#pragma pram
  while (n_front > 0)
    {
      int found = 0;
      for (int f = 0; f < n_front; f++)
	for (int k = row[front[f]]; k < row[front[f] + 1]; k++)
	  if (level[to[k]] < 0)
	    level[to[k]] = depth + 1;
      for (int i = 0; i < n; i++)
	if (level[i] == depth + 1)
	  next[found++] = i;
      int *last = front;
      front = next;
      next = last;
      n_front = found;
      depth++;
    }
  return depth;
}

/* The same with one list that is copied, and from some vertex.  */
static int
reach (int n, const int *row, const int *to, int *level, int from)
{
  int depth = 0, n_front = 1;
  int *front = malloc (n * sizeof *front), *next = malloc (n * sizeof *next);
  for (int i = 0; i < n; i++)
    level[i] = -1;
  front[0] = from;
  level[from] = 0;
#pragma pram
  while (n_front > 0)
    {
      int found = 0;
      for (int f = 0; f < n_front; f++)
	{
	  int u = front[f];
	  for (int k = row[u]; k < row[u + 1]; k++)
	    if (level[to[k]] < 0)
	      level[to[k]] = depth + 1;
	}
      for (int i = 0; i < n; i++)
	if (level[i] == depth + 1)
	  next[found++] = i;
      for (int f = 0; f < found; f++)
	front[f] = next[f];
      n_front = found;
      depth++;
    }
  free (front);
  free (next);
  return depth;
}

/* The same in arrays that are declared.  */
static int rows[301], ends[900], depths[300], list[300], others[300];

static int
flood (int n)
{
  int depth = 0, n_list = 1;
  for (int i = 0; i < n; i++)
    depths[i] = -1;
  depths[0] = list[0] = 0;
#pragma pram
  while (n_list > 0)
    {
      int found = 0;
      for (int f = 0; f < n_list; f++)
	for (int k = rows[list[f]]; k < rows[list[f] + 1]; k++)
	  if (depths[ends[k]] < 0)
	    depths[ends[k]] = depth + 1;
      for (int i = 0; i < n; i++)
	if (depths[i] == depth + 1)
	  others[found++] = i;
      for (int f = 0; f < found; f++)
	list[f] = others[f];
      n_list = found;
      depth++;
    }
  return depth;
}

static double
f (double x)
{
  return sin (1 / (x + 0.05));
}

static void
integrate (int n)
{
  int most = 1 << 15, rounds = 0, done = 0;
  double *lo = malloc (most * sizeof *lo), *hi = malloc (most * sizeof *hi);
  double *below = malloc (most * sizeof *lo), *above = malloc (most * sizeof *hi);
  double sum = 0;
  for (int i = 0; i < n; i++)
    {
      lo[i] = (double) i / n;
      hi[i] = (i + 1.0) / n;
    }
#pragma pram
  while (n > 0)
    {
      int m = 0;
      for (int i = 0; i < n; i++)
	{
	  double a = lo[i], b = hi[i], c = 0.5 * (a + b), h = b - a;
	  double one = h / 6 * (f (a) + 4 * f (c) + f (b));
	  double two = h / 12 * (f (a) + 4 * f (0.5 * (a + c)) + 2 * f (c)
				 + 4 * f (0.5 * (c + b)) + f (b));
	  if (fabs (one - two) < 1e-8)
	    {
	      sum += two;
	      done++;
	    }
	  else
	    {
	      below[m] = a;
	      above[m] = c;
	      below[m + 1] = c;
	      above[m + 1] = b;
	      m += 2;
	    }
	}
      double *t = lo;
      lo = below;
      below = t;
      t = hi;
      hi = above;
      above = t;
      n = m;
      rounds++;
    }
  printf ("%d %d %.17g\n", rounds, done, sum);
  free (lo);
  free (hi);
  free (below);
  free (above);
}

static double
steep (double x)
{
  return tanh (20 * (x - 0.4));
}

static void
refine (int n)
{
  int most = 5000;
  double *x, *y;
  int *flag = malloc (most * sizeof *flag), *at = malloc ((most + 1) * sizeof *at);
  x = malloc (most * sizeof *x);
  y = malloc (most * sizeof *y);
  for (int i = 0; i < n; i++)
    x[i] = (double) i / (n - 1);
#pragma pram
  for (int level = 0; level < 5; level++)
    {
      for (int i = 0; i < n - 1; i++)
	flag[i] = fabs (steep (x[i + 1]) - steep (x[i])) > 0.1;
      at[0] = 0;
      for (int i = 0; i < n - 1; i++)
	at[i + 1] = at[i] + 1 + flag[i];
      for (int i = 0; i < n - 1; i++)
	{
	  y[at[i]] = x[i];
	  if (flag[i])
	    y[at[i] + 1] = 0.5 * (x[i] + x[i + 1]);
	}
      y[at[n - 1]] = x[n - 1];
      n = at[n - 1] + 1;
      double *t = x;
      x = y;
      y = t;
    }
  double s = 0;
  for (int i = 0; i < n; i++)
    s = 0.9 * s + x[i];
  printf ("%d %.17g\n", n, s);
  free (x);
  free (y);
  free (flag);
  free (at);
}

static void
all (int n)
{
  int degree = 3;
  int *row = malloc ((n + 1) * sizeof *row), *to = malloc (degree * n * sizeof *to);
  int *level = malloc (n * sizeof *level);
  int *front = malloc (n * sizeof *front), *next = malloc (n * sizeof *next);
  unsigned seed = 12345, h = 0;
  for (int k = 0; k < degree * n; k++)
    {
      seed = seed * 1103515245 + 12345;
      to[k] = (seed >> 8) % n;
    }
  for (int i = 0; i <= n; i++)
    row[i] = i * degree;
  printf ("%d\n", search (n, row, to, level, front, next));
  for (int i = 0; i < n; i++)
    h = h * 31 + level[i];
  printf ("%d\n", reach (n, row, to, level, n / 2));
  for (int i = 0; i < n; i++)
    h = h * 31 + level[i];
  for (int k = 0; k < degree * n; k++)
    ends[k] = to[k];
  for (int i = 0; i <= n; i++)
    rows[i] = row[i];
  printf ("%d\n", flood (n));
  for (int i = 0; i < n; i++)
    h = h * 31 + depths[i];
  printf ("%u\n", h);
  integrate (n);
  refine (n);
  free (row);
  free (to);
  free (level);
  free (front);
  free (next);
}

int
main (int argc, char **argv)
{
  for (int k = 1; k < argc; k++)
    all (atoi (argv[k]));
  return 0;
}
