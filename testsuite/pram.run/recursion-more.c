/* Functions that call themselves where there is more to it: what follows is done
   behind the call and where there is none, locals are used behind it, there are two
   calls, or one in a loop, or a value is returned.

   SPDX-License-Identifier: GPL-3.0-or-later  */
/* { pram-args 40 5 300 } */
/* { pram-ranks 1 3 } */
/* { pram-mode any } */
#include <stdio.h>
#include <stdlib.h>
#include "chance.h"

#define NI __attribute__ ((noipa))
enum { MOST = 12 };

static int levels, n[MOST], off[MOST + 1];
static double *v, *g;

static void
smooth (int l)
{
  for (int i = 1; i <= n[l]; i++)
    v[off[l] + i] += 0.25 * g[off[l] + i];
}

static void
meeting (int l, int unused)
{
  smooth (l);
  if (l + 1 < levels)
    {
      for (int i = 1; i <= n[l + 1]; i++)
	v[off[l + 1] + i] += v[off[l] + 2 * i];
      meeting (l + 1, 2 * unused);
      for (int i = 1; i <= n[l + 1]; i++)
	v[off[l] + 2 * i] += v[off[l + 1] + i];
    }
  smooth (l);
}

/* Upwards.  */
static void
locals (int l, double *u)
{
  int m = n[l], from = off[l];
  for (int i = 1; i <= m; i++)
    u[from + i] += 0.25 * g[from + i];
  if (l > 0)
    {
      int coarse = off[l - 1];
      for (int i = 1; i <= m; i++)
	u[coarse + 2 * i] += u[from + i];
      locals (l - 1, u);
      for (int i = 1; i <= m; i++)
	u[from + i] += u[coarse + 2 * i - 1];
    }
  for (int i = 1; i <= m; i++)
    u[from + i] *= 0.5;
}

static void
twice (int l)
{
  smooth (l);
  if (l + 1 < levels)
    {
      twice (l + 1);
      smooth (l);
      twice (l + 1);
    }
}

static void
in_loop (int l)
{
  smooth (l);
  for (int k = 0; k < 2 && l + 1 < levels; k++)
    in_loop (l + 1);
}

static double
sum (int from, int to)
{
  return from < to ? v[from] + sum (from + 1, to) : 0;
}

NI static double
run (void)
{
  double s = 0;
#pragma pram
  for (int c = 0; c < 2; c++)
    meeting (0, c);
#pragma pram begin
  locals (levels - 1, v);
#pragma pram end
#pragma pram begin
  twice (0);
#pragma pram end
#pragma pram begin
  in_loop (0);
#pragma pram end
#pragma pram begin
  for (int i = 0; i < 20; i++)
    v[i] *= 0.5;
  s = sum (0, 20);
#pragma pram end
  return s;
}

int
main (int argc, char **argv)
{
  for (int k = 1; k < argc; k++)
    {
      int most = atoi (argv[k]);
      for (levels = 0; 2 << levels <= most; levels++)
	;
      off[0] = 0;
      for (int l = 0; l < levels; l++)
	{
	  n[l] = (2 << (levels - l - 1)) - 1;
	  off[l + 1] = off[l] + n[l] + 2;
	}
      v = calloc (off[levels] + 20, sizeof *v);
      g = calloc (off[levels] + 20, sizeof *g);
      for (int i = 0; i < off[levels]; i++)
	g[i] = chance (100);
      printf ("%.17g\n", run ());
      for (int i = 0; i < off[levels]; i++)
	printf ("%.17g\n", v[i]);
    }
  return 0;
}
