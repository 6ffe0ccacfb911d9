/* What a loop of which data decide where it ends stores in each iteration, in memory
   of which nobody knows how much there is; also beside what data choose, read again
   later, and in an array that two loops fill.

   SPDX-License-Identifier: GPL-3.0-or-later
   { pram-args 1 2 7 50 }
   { pram-ranks 1 2 3 5 }
   { pram-mode distributed }  */

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include "show.h"

/* Two histories, none with a limit.  */
__attribute__ ((noipa)) static int
relax (int n, double *u, double *v, double *h, float *middle)
{
  int it = 0;
  double most;
#pragma pram
  do
    {
      most = 0;
      for (int i = 1; i <= n; i++)
	{
	  v[i] = 0.5 * (u[i - 1] + u[i + 1]);
	  most = fmax (most, fabs (v[i] - u[i]));
	}
      for (int i = 1; i <= n; i++)
	u[i] = v[i];
      h[it] = most;
      middle[it] = u[(n + 1) / 2];
      it++;
    }
  while (most > 1e-3);
  return it;
}

/* How many nodes there are in each level, and in all up to it.  */
__attribute__ ((noipa)) static int
search (int n, const int *start, const int *to, int *level, int *found,
	int *upto)
{
  int depth = 0;
#pragma pram begin
  for (int i = 0; i < n; i++)
    level[i] = -1;
  level[0] = 0;
  upto[0] = 1;
  for (;;)
    {
      int more = 0;
      for (int i = 0; i < n; i++)
	{
	  if (level[i] != depth)
	    continue;
	  for (int k = start[i]; k < start[i + 1]; k++)
	    if (level[to[k]] < 0)
	      {
		level[to[k]] = depth + 1;
		more++;
	      }
	}
      found[depth] = more;
      upto[depth + 1] = upto[depth] + more;
      if (!more)
	break;
      depth++;
    }
#pragma pram end
  return depth;
}

/* Both loops write on where the other one stopped.  */
__attribute__ ((noipa)) static int
alternate (int n, double *u, double *v, double *h)
{
  int m = 0, round = 0;
  double most, top;
#pragma pram begin
  do
    {
      do
	{
	  most = 0;
	  for (int i = 0; i < n; i++)
	    {
	      v[i] = 0.4 * u[i] + 0.3 * u[(i + 1) % n];
	      most = fmax (most, fabs (v[i] - u[i]));
	    }
	  for (int i = 0; i < n; i++)
	    u[i] = v[i];
	  h[m++] = most;
	}
      while (most > 1e-2);
      top = 0;
      for (int i = 0; i < n; i++)
	{
	  u[i] += 0.5 / (round + 1);
	  top = fmax (top, u[i]);
	}
      h[m++] = -top;
      round++;
    }
  while (top > 0.2);
#pragma pram end
  return m;
}

int
main (int argc, char **argv)
{
  enum { MANY = 20000 };
  for (int arg = 1; arg < argc; arg++)
    {
      int n = atoi (argv[arg]), m = 0;
      double *u = need ((n + 2) * sizeof *u), *v = need ((n + 2) * sizeof *v);
      double *h = need (MANY * sizeof *h);
      float *middle = need (MANY * sizeof *middle);
      int *start = need ((n + 1) * sizeof *start), *to = need (3 * n * sizeof *to);
      int *level = need (n * sizeof *level), *found = need (MANY * sizeof *found);
      int *upto = need (MANY * sizeof *upto);
      for (int i = 0; i < n + 2; i++)
	u[i] = v[i] = noise (i);
      for (int i = 0; i < n; i++)
	{
	  start[i] = m;
	  for (int k = 0; k < i % 3 + 1; k++, m++)
	    to[m] = noise (m) * n;
	}
      start[n] = m;
      int it = relax (n, u, v, h, middle);
      show ("residuals", h, it * sizeof *h);
      for (int i = 0; i < it; i++)
	printf ("%a\n", middle[i]);
      int depth = search (n, start, to, level, found, upto);
      for (int i = 0; i < n; i++)
	printf ("%d ", level[i]);
      for (int i = 0; i <= depth; i++)
	printf ("%d: %d %d\n", i, found[i], upto[i + 1]);
      m = alternate (n, u, v, h);
      show ("rounds", h, m * sizeof *h);
      show ("u", u, n * sizeof *u);
    }
  return 0;
}
