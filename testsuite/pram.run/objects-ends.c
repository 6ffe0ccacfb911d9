/* Grids that grow as data say, in arrays declared as long as they may get: neighbours
   beyond an array, on either side, aren't there, and need no room.

   SPDX-License-Identifier: GPL-3.0-or-later
   { pram-args 2 21 200 }
   { pram-ranks 1 2 3 5 }
   { pram-mode distributed }  */

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include "show.h"

enum { MOST = 3000 };
static double x[MOST], f[MOST], y[MOST];
static int mark[MOST], at[MOST + 1];

/* Steep places get a point between them and the next one; the number of points.  */
static int
refine (int n)
{
  int level;
  for (int i = 0; i < n; i++)
    x[i] = (double) i / (n > 1 ? n - 1 : 1);
#pragma pram
  for (level = 0; level < 6; level++)
    {
      int some = 0;
      for (int i = 0; i < n; i++)
	f[i] = tanh (20 * (x[i] - 0.3));
      for (int i = 0; i < n; i++)
	{
	  mark[i] = i + 1 < n && fabs (f[i + 1] - f[i]) > 0.1;
	  mark[i] |= i > 0 && i + 1 < n && fabs (f[i] - f[i - 1]) > 0.2;
	  some += mark[i];
	}
      if (!some || n + some > MOST)
	break;
      at[0] = 0;
      for (int i = 0; i < n; i++)
	at[i + 1] = at[i] + 1 + mark[i];
      for (int i = 0; i < n; i++)
	{
	  y[at[i]] = x[i];
	  if (mark[i])
	    y[at[i] + 1] = 0.5 * (x[i] + x[i + 1]);
	}
      n = at[n];
      for (int i = 0; i < n; i++)
	x[i] = y[i];
    }
  printf ("%d", level);
  return n;
}

int
main (int argc, char **argv)
{
  for (int i = 1; i < argc; i++)
    {
      int n = refine (atoi (argv[i]));
      printf (" %d", n);
      show ("x", x, n * sizeof *x);
    }
  return 0;
}
