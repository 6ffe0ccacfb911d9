/* updates-twice.c: two updates of an element that data choose, each of which may leave it as
   it is, or restore what it was.

   SPDX-License-Identifier: GPL-3.0-or-later
   { pram-args 17 60 }
   { pram-ranks 1 3 }
   { pram-mode any }  */

#include <stdlib.h>
#include "show.h"

int
main (int argc, char **argv)
{
  int n = atoi (argv[1]), m = argc > 2 ? atoi (argv[2]) : 1;
  double *x = (double *) need (n * sizeof *x), *y = (double *) need (n * sizeof *y);
  double *z = (double *) need (n * sizeof *z);
  double *d = (double *) need (m * sizeof *d);
  int *to = (int *) need (m * sizeof *to);
  for (int i = 0; i < n; i++)
    x[i] = y[i] = z[i] = i * 31 % 17 - 3;
  for (int k = 0; k < m; k++)
    {
      d[k] = k * 13 % 29 - 8;
      to[k] = (int) (noise (k) * n);
    }
#pragma pram
  for (int k = 0; k < m; k++)
    {
      int t = to[k];
      x[t] = d[k] < x[t] ? d[k] : x[t];
      x[t] = x[t] > -d[k] ? x[t] : -d[k];
    }
#pragma pram
  for (int k = 0; k < m; k++)
    {
      int t = to[k];
      y[t] = y[t] + d[k] > 5 ? 5 : y[t] + d[k] < -2 ? -2 : y[t] + d[k];
    }
#pragma pram
  for (int k = 0; k < m; k++)
    {
      int t = to[k];
      double old = z[t];
      z[t] = d[k] > 1 ? d[k] : old;
      z[t] = d[k] > 4 ? 9 - d[k] : old;
    }
  show ("x", x, n * sizeof *x);
  show ("y", y, n * sizeof *y);
  show ("z", z, n * sizeof *z);
}
