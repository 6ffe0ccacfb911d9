/* A structure that is declared in a region is used behind it.

   SPDX-License-Identifier: GPL-3.0-or-later
   { pram-args 1 90 }
   { pram-ranks 1 2 3 }
   { pram-mode any }  */

#include <stdio.h>
#include <stdlib.h>
#include "show.h"

struct pair { int n; double last; };

int
main (int argc, char **argv)
{
  for (int arg = 1; arg < argc; arg++)
    {
      int n = atoi (argv[arg]);
      double *v = need (n * sizeof *v);
      for (int i = 0; i < n; i++)
	v[i] = 100 * noise (i);
#pragma pram begin
      struct pair p;
      for (int i = 0; i < n; i++)
	v[i] += i;
      p.n = n;
      p.last = v[n - 1];
#pragma pram end
      printf ("%d %.17g\n", p.n, p.last);
      show ("v", v, n * sizeof *v);
      free (v);
    }
  return 0;
}
