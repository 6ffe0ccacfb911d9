/* A function with a region returns a structure from inside of it, and one that is declared
   in the region is used behind that.

   SPDX-License-Identifier: GPL-3.0-or-later
   { pram-args "1 90" }
   { pram-ranks 1 2 3 }
   { pram-mode any }  */

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include "show.h"

struct pair { int it; double most; };

__attribute__ ((noipa)) static struct pair
halve (int n, double *v)
{
#pragma pram
  for (int it = 0; it < 40; it++)
    {
      double d = 0;
      for (int i = 0; i < n; i++)
	{
	  d = fmax (d, fabs (v[i]));
	  v[i] /= 2;
	}
      if (d < 1)
	return (struct pair) { it, d };
    }
  return (struct pair) { 0, 0 };
}

int
main (int argc, char **argv)
{
  for (int arg = 1; arg < argc; arg++)
    {
      int n = atoi (argv[arg]);
      double *v = need (n * sizeof *v);
      for (int i = 0; i < n; i++)
	v[i] = 100 * noise (i);
      struct pair p = halve (n, v);
      printf ("%d %.17g\n", p.it, p.most);
#pragma pram begin
      struct pair q;
      for (int i = 0; i < n; i++)
	v[i] += p.most;
      q.it = n;
      q.most = v[n - 1];
#pragma pram end
      printf ("%d %.17g\n", q.it, q.most);
      show ("v", v, n * sizeof *v);
      free (v);
    }
  return 0;
}
