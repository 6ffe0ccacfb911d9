/* unlike.c: sizes that are exchanged with their structures and aren't alike, or are by
   themselves, which only some value tells; and a structure without members.
   SPDX-License-Identifier: GPL-3.0-or-later

   { pram-args 20 5 }
   { pram-args 20 0 }
   { pram-mode any }  */

#include <stdio.h>
#include <stdlib.h>

struct none { };
struct line { int n; double *u; };

int
main (int argc, char **argv)
{
  int n = argc > 1 ? atoi (argv[1]) : 20, more = argc > 2 ? atoi (argv[2]) : 5;
  struct line x = { n, calloc (n + more, sizeof (double)) };
  struct line y = { n + more, calloc (n + more, sizeof (double)) };
  struct none e, f;
  double *u = calloc (n, sizeof (double));
#pragma pram
  for (int k = 0; k < 5; k++)
    {
      for (int i = 0; i < n; i++)
	u[i] += x.n;
      int m = x.n;
      x.n = y.n;
      y.n = m;
      e = f;
    }
  printf ("%d %d %g\n", x.n, y.n, u[0]);
#pragma pram
  for (int k = 0; k < 5; k++)
    {
      for (int i = 1; i < x.n; i++)
	y.u[i] = x.u[i - 1] + x.n;
      if (k % 3 != 0)
	{
	  struct line t = x;
	  x = y;
	  y = t;
	}
    }
  printf ("%d %d %g %g\n", x.n, y.n, x.u[n - 1], y.u[n / 2]);
  (void) e;
  return 0;
}
