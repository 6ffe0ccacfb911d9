/* halo-mirrored.c: rows and columns around a grid mirror those at its ends, two deep, in
   loops over both ends.  What they need from the far end is little.

   SPDX-License-Identifier: GPL-3.0-or-later
   { pram-args "20 30 3" "64 48 4" "33 17 2" }
   { pram-ranks 1 2 3 5 }
   { pram-mode distributed }  */

#include <math.h>
#include <stdlib.h>
#include "show.h"

typedef struct { int x, y; double *density, *energy, *pressure, *flux; } field;

#define AT(a, i, j) f->a[(size_t) (j) * (f->x + 4) + (i)]

static void
halo (field *f, double *a, int depth)
{
  int w = f->x + 4;
  for (int j = 2; j < f->y + 2; j++)
    for (int k = 0; k < depth; k++)
      {
	a[j * w + 1 - k] = a[j * w + 2 + k];
	a[j * w + f->x + 2 + k] = a[j * w + f->x + 1 - k];
      }
  for (int k = 0; k < depth; k++)
    for (int i = 0; i < w; i++)
      {
	a[(1 - k) * w + i] = a[(2 + k) * w + i];
	a[(f->y + 2 + k) * w + i] = a[(f->y + 1 - k) * w + i];
      }
}

static void __attribute__ ((noinline))
run (field *f, int steps)
{
#pragma pram
  for (int t = 0; t < steps; t++)
    {
      for (int j = 2; j < f->y + 2; j++)
	for (int i = 2; i < f->x + 2; i++)
	  AT (pressure, i, j) = 0.4 * AT (density, i, j) * AT (energy, i, j);
      halo (f, f->pressure, 2);
      halo (f, f->density, 2);
      for (int j = 2; j < f->y + 2; j++)
	for (int i = 2; i < f->x + 3; i++)
	  AT (flux, i, j) = 0.1 * (AT (pressure, i - 1, j) - AT (pressure, i, j))
			    + 0.01 * (AT (density, i, j - 2) - AT (density, i, j + 2));
      for (int j = 2; j < f->y + 2; j++)
	for (int i = 2; i < f->x + 2; i++)
	  {
	    AT (density, i, j) += AT (flux, i, j) - AT (flux, i + 1, j);
	    AT (energy, i, j) -= 0.5 * (AT (pressure, i, j + 1)
					- AT (pressure, i, j - 1));
	  }
    }
}

int
main (int argc, char **argv)
{
  field f = { argc > 3 ? atoi (argv[1]) : 20, argc > 3 ? atoi (argv[2]) : 30,
	      NULL, NULL, NULL, NULL };
  size_t n = (size_t) (f.x + 4) * (f.y + 4);
  double **all[] = { &f.density, &f.energy, &f.pressure, &f.flux };
  for (int a = 0; a < 4; a++)
    {
      *all[a] = malloc (n * sizeof (double));
      for (size_t k = 0; k < n; k++)
	(*all[a])[k] = 1.5 + noise ((int) k + a);
    }
  run (&f, argc > 3 ? atoi (argv[3]) : 3);
  for (int a = 0; a < 4; a++)
    show ("field", *all[a], n * sizeof (double));
  return 0;
}
