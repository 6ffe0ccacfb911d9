/* minmax.c: minima and maxima in all spellings, and where they are.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <math.h>
#include "show.h"

#define N 500

static double a[N], b[N];
static int c[N];

int
main (void)
{
  double most = -1e30, least = 1e30, high = 0, low = 5;
  int top = -1000, bottom = 1000, count = 0;
  float f = 0;
  for (int i = 0; i < N; i++)
    {
      a[i] = noise (i) - 0.5;
      c[i] = (int) (1000 * noise (i + N)) - 500;
    }

#pragma pram
  for (int i = 0; i < N; i++)
    {
      b[i] = 3 * a[i];
      if (b[i] > most)
	most = b[i];
      least = b[i] < least ? b[i] : least;
      high = fmax (high, fabs (a[i]));
      low = fmin (low, a[i]);
      if (c[i] > top)
	top = c[i];
      bottom = bottom < c[i] ? bottom : c[i];
      if (c[i] > 100)
	count++;
      f = fmaxf (f, (float) a[i]);
    }

  printf ("%.17g %.17g %.17g %.17g %d %d %d %.9g\n", most, least, high, low,
	  top, bottom, count, f);
  show ("b", b, sizeof b);
  return 0;
}
