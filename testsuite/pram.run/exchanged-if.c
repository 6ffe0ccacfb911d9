/* exchanged-if.c: arrays that change places in every iteration, or in an unknown number of
   inner ones, if an argument says so, and are copied else.

   SPDX-License-Identifier: GPL-3.0-or-later
   { pram-args 0 30 5 }
   { pram-ranks 1 3 }
   { pram-mode distributed }  */

#include <math.h>
#include <stdlib.h>
#include "show.h"

int
main (int argc, char **argv)
{
  int mode = atoi (argv[1]), n = atoi (argv[2]), steps = argc > 3 ? atoi (argv[3]) : 0;
  size_t size = (n + 2) * sizeof (double);
  double *u = (double *) need (size), *v = (double *) need (size);
  int total = 0;
  for (int i = 0; i < n + 2; i++)
    u[i] = v[i] = 10 * noise (i);
#pragma pram
  for (int t = 0; t < steps; t++)
    {
      double r = 1e9;
      int k = 0;
      if (mode == 0)
	while (r > 0.5 && k < 30)
	  {
	    r = 0;
	    for (int i = 1; i <= n; i++)
	      {
		v[i] = 0.5 * (u[i - 1] + u[i + 1]);
		r = fmax (r, fabs (v[i] - u[i]));
	      }
	    double *w = u;
	    u = v;
	    v = w;
	    k++;
	  }
      else
	{
	  for (int i = 1; i <= n; i++)
	    v[i] = 0.5 * (u[i - 1] + u[i + 1]);
	  for (int i = 1; i <= n; i++)
	    u[i] = v[i];
	}
      total += k;
      for (int i = 1; i <= n; i++)
	u[i] += 0.01 * i;
    }
#pragma pram
  for (int t = 0; t < steps; t++)
    {
      for (int i = 1; i <= n; i++)
	v[i] = 0.25 * (u[i - 1] + 2 * u[i] + u[i + 1]);
      if (mode == 2)
	{
	  double *w = u;
	  u = v;
	  v = w;
	}
      else
	for (int i = 1; i <= n; i++)
	  u[i] = v[i];
    }
  printf ("%d\n", total);
  show ("u", u, size);
  show ("v", v, size);
}
