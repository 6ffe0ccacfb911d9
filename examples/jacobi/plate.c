/* plate.c: draw a heated plate for jacobi.

   SPDX-License-Identifier: Apache-2.0

   plate N >plate.pgm: an N x N image; the upper border is hot in the middle,
   the left one gets warmer downwards, the lower one has two hot spots, the
   right one is cold; inside it is lukewarm at first, with a hot disc.  */

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

/* Temperature at column X, row Y of a plate of size 1.  */
static double
temperature (double x, double y, double step)
{
  if (y < step / 2)
    return 255 * sin (3.14159265358979 * x);
  if (x < step / 2)
    return 160 * y;
  if (y > 1 - step / 2)
    return fabs (x - 0.25) < 0.08 || fabs (x - 0.75) < 0.08 ? 255 : 40;
  if (x > 1 - step / 2)
    return 0;
  return (x - 0.6) * (x - 0.6) + (y - 0.45) * (y - 0.45) < 0.01 ? 220 : 60;
}

int
main (int argc, char **argv)
{
  int n = argc == 2 ? atoi (argv[1]) : 0;
  if (n < 1)
    {
      fprintf (stderr, "Usage: plate N >FILE.pgm\n");
      return 2;
    }
  double step = n > 1 ? 1.0 / (n - 1) : 1;
  printf ("P5\n# a heated plate\n%d %d\n255\n", n, n);
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      putchar ((int) (temperature (j * step, i * step, step) + 0.5));
  return fclose (stdout) ? 1 : 0;
}
