/* planes-grids.c: the planes of grids that are allocated row by row, of all levels; how
   far they are apart depends on what was free, and there are more than 4096 rows.

   SPDX-License-Identifier: GPL-3.0-or-later
   { pram-args 4 }
   { pram-args 6 }
   { pram-mode distributed }  */

#include "show.h"

static double ***
planes_new (int n)
{
  double ***u = need (n * sizeof *u);
  for (int k = 0; k < n; k++)
    {
      u[k] = need (n * sizeof **u);
      for (int j = 0; j < n; j++)
	{
	  u[k][j] = need (n * sizeof ***u);
	  for (int i = 0; i < n; i++)
	    u[k][j][i] = noise (i + n * (j + n * k));
	}
    }
  return u;
}

static void
smooth (double ***v, double ***u, int n1, int n2, int n3)
{
#pragma pram
  for (int k = 1; k < n3 - 1; k++)
    for (int j = 1; j < n2 - 1; j++)
      for (int i = 0; i < n1; i++)
	v[k][j][i] = .5 * (u[k - 1][j - 1][i] + u[k + 1][j + 1][i])
		     + u[k][j + 1][i];
}

static void
clear (double ***u, int n1, int n2, int n3)
{
#pragma pram
  for (int k = 0; k < n3; k++)
    for (int j = 0; j < n2; j++)
      for (int i = 0; i < n1; i++)
	u[k][j][i] *= .5;
}

int
main (int argc, char **argv)
{
  int levels = argc > 1 ? atoi (argv[1]) : 3;
  double ***u[20], ***v[20];
  for (int l = levels; l > 0; l--)
    {
      int n = (1 << l) + 2;
      u[l] = planes_new (n);
      v[l] = planes_new (n);
    }
  for (int l = levels; l > 0; l--)
    {
      int n = (1 << l) + 2;
      smooth (v[l], u[l], n, n, n);
      clear (u[l], n, n, n);
      for (int k = 0; k < n; k++)
	{
	  show_rows ("u", u[l][k], n, n);
	  show_rows ("v", v[l][k], n, n);
	}
    }
  return 0;
}
