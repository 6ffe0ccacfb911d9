/* boundaries.c: what a loop reads at its ends is up to a number that is there before:
   nothing, the last elements again, or those at the other end; the same code serves all
   of them.

   SPDX-License-Identifier: GPL-3.0-or-later  */
/* { pram-args 2 7 50 } */
/* { pram-ranks 1 2 3 5 } */
/* { pram-mode distributed } */

#include "show.h"

#define NI __attribute__ ((noipa))

enum boundary { ZERO, OPEN, RING };

static void NI
heat (int n, enum boundary b, int steps, double *u, double *v)
{
#pragma pram
  for (int s = 0; s < steps; s++)
    {
      for (int i = 0; i < n; i++)
	{
	  double l, r;
	  switch (b)
	    {
	    case ZERO:
	      l = i > 0 ? u[i - 1] : 0;
	      r = i < n - 1 ? u[i + 1] : 0;
	      break;
	    case OPEN:
	      l = u[i > 0 ? i - 1 : 0];
	      r = u[i < n - 1 ? i + 1 : n - 1];
	      break;
	    default:
	      l = u[(i + n - 1) % n];
	      r = u[(i + 1) % n];
	    }
	  v[i] = u[i] + 0.2 * (l - 2 * u[i] + r);
	}
      for (int i = 0; i < n; i++)
	u[i] = v[i];
    }
}

/* In two dimensions, a ring one way only if at all.  */
static void NI
plate (int n, int ring, int steps, double *u, double *v)
{
#pragma pram
  for (int s = 0; s < steps; s++)
    {
      for (int i = 1; i < n - 1; i++)
	for (int j = 0; j < n; j++)
	  if (ring)
	    v[i * n + j] = u[(i - 1) * n + j] + u[i * n + (j + 1) % n]
			   - u[i * n + (j - 1 + n) % n];
	  else if (j > 0 && j < n - 1)
	    v[i * n + j] = u[(i - 1) * n + j] + u[i * n + j + 1]
			   - u[i * n + j - 1];
      double *t = u;
      u = v;
      v = t;
    }
}

static void
all (int n)
{
  double *u = need (n * n * sizeof *u), *v = need (n * n * sizeof *v);
  for (int i = 0; i < n * n; i++)
    u[i] = v[i] = noise (i);
  for (int b = 5; b >= 0; b--)
    {
      heat (n, (enum boundary) (b % 3), 3, u, v);
      show ("heat", u, n * sizeof *u);
      plate (n, b % 2, 3, u, v);
      show ("plate", u, n * n * sizeof *u);
      show ("plate", v, n * n * sizeof *v);
    }
  free (u);
  free (v);
}

int
main (int argc, char **argv)
{
  for (int k = 1; k < argc; k++)
    all (atoi (argv[k]));
  return 0;
}
