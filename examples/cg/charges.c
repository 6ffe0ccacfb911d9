/* charges.c: draw a right-hand side for cg.

   SPDX-License-Identifier: Apache-2.0

   charges N >charges.pgm: an N x N image, black with a bright disc, a faint
   disc and a bright bar.  */

#include <stdio.h>
#include <stdlib.h>

static int
charge (double x, double y)
{
  if ((x - 0.3) * (x - 0.3) + (y - 0.35) * (y - 0.35) < 0.01)
    return 255;
  if ((x - 0.7) * (x - 0.7) + (y - 0.3) * (y - 0.3) < 0.02)
    return 90;
  return x > 0.2 && x < 0.8 && y > 0.72 && y < 0.75 ? 200 : 0;
}

int
main (int argc, char **argv)
{
  int n = argc == 2 ? atoi (argv[1]) : 0;
  if (n < 1)
    {
      fprintf (stderr, "Usage: charges N >FILE.pgm\n");
      return 2;
    }
  printf ("P5\n# charges\n%d %d\n255\n", n, n);
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      putchar (charge ((j + 0.5) / n, (i + 0.5) / n));
  return fclose (stdout) ? 1 : 0;
}
