/* leaving.c: return, goto, break and continue leave a region.  { pram-flags
   "-Wall -Wextra -Werror -Wno-unknown-pragmas" }
   SPDX-License-Identifier: GPL-3.0-or-later  */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static double
sweep (int n, double *u, double *v)
{
  double most = 0;
  for (int i = 1; i <= n; i++)
    {
      v[i] = 0.5 * (u[i - 1] + u[i + 1]);
      most = fmax (most, fabs (v[i] - u[i]));
    }
  for (int i = 1; i <= n; i++)
    u[i] = v[i];
  return most;
}

/* With a value, or behind the loop.  */
static int
until (int n, double *u, double *v, double eps)
{
#pragma pram
  for (int it = 0; it < 30; it++)
    if (sweep (n, u, v) < eps)
      return it * 10 + 3;
  return -1;
}

/* No end but by what leaves: there is nothing to return behind it.  */
static double
endless (int n, double *u, double *v, double eps, int most)
{
  int it = 0;
#pragma pram
  for (;;)
    {
      double d = sweep (n, u, v);
      if (d < eps)
	return d;
      if (++it >= most)
	return -it;
    }
}

/* To labels before and behind it.  */
static int
jumps (int n, double *u, double *v, double eps)
{
  int tries = 0;
again:
  tries++;
#pragma pram begin
  for (int it = 0; it < 5; it++)
    {
      double d = sweep (n, u, v);
      if (d < eps)
	goto done;
      if (d > 1e6)
	goto failed;
    }
#pragma pram end
  if (tries < 4)
    goto again;
failed:
  return -tries;
done:
  return tries;
}

/* Of the loop around the region; of a switch.  */
static void
around (int n, double *u, double *v, double eps)
{
  int s, skipped = 0;
  for (s = 0; s < 9; s++)
    {
#pragma pram begin
      double d = sweep (n, u, v);
      if (s == 2)
	continue;
      if (d < eps)
	break;
#pragma pram end
      skipped += s;
      switch (s % 3)
	{
	case 1:
#pragma pram begin
	  d = sweep (n, u, v);
	  if (d < eps * 2)
	    break;
	  skipped += 100;
#pragma pram end
	  break;
	default:
	  skipped += 1000;
	}
    }
  printf ("%d %d\n", s, skipped);
}

/* Without a value.  */
static void
quietly (int n, double *u, double *v, double eps)
{
#pragma pram
  while (1)
    if (sweep (n, u, v) < eps)
      return;
}

/* Regions before and behind which others are left early: TEMP isn't wanted behind the
   second one, nor is S, which the return of the third one skips.  */
static double
scaled (int n, double *u, double *v, double eps)
{
  double temp, s = 0;
#pragma pram
  for (int it = 0; it < 5; it++)
    if ((temp = sweep (n, u, v)) < eps)
      return temp;
#pragma pram
  for (int i = 1; i <= n; i++)
    {
      temp = v[i] + 1;
      s = temp * temp;
      u[i] = s / (2 + temp);
    }
#pragma pram
  for (int it = 0; it < 20; it++)
    {
      temp = sweep (n, u, v);
      if (temp < eps)
	return -temp;
      s = temp * 2;
    }
  return s;
}

static void
reset (int n, double *u)
{
  for (int i = 0; i < n + 2; i++)
    u[i] = (i * 7) % 5;
}

static void
show (int n, double *u)
{
  for (int i = 0; i < n + 2; i += n / 4)
    printf (" %.17g", u[i]);
  printf ("\n");
}

int
main (void)
{
  for (int n = 12; n < 60; n += 23)
    {
      double *u = calloc (n + 2, sizeof *u), *v = calloc (n + 2, sizeof *v);
      for (int k = 0; k < 2; k++)
	{
	  double eps = k ? 0.1 : 0.001;
	  reset (n, u);
	  printf ("%d\n", until (n, u, v, eps));
	  printf ("%.17g\n", endless (n, u, v, eps, 20));
	  reset (n, u);
	  printf ("%d\n", jumps (n, u, v, eps));
	  reset (n, u);
	  around (n, u, v, eps);
	  reset (n, u);
	  quietly (n, u, v, eps);
	  show (n, u);
	  reset (n, u);
	  printf ("%.17g\n", scaled (n, u, v, eps));
	  printf ("%.17g\n", scaled (n, u, v, k ? 0.02 : 1));
	  show (n, u);
	}
      free (u);
      free (v);
    }
  return 0;
}
