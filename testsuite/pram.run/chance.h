/* chance.h: arrays of numbers that look like any.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef CHANCE_H
#define CHANCE_H

#include <stdlib.h>
#include "show.h"

static unsigned seed = 12345;

/* A number of 0 … N - 1, the same in each run.  */
static inline int
chance (int n)
{
  seed = seed * 1103515245u + 12345u;
  return (int) ((seed >> 8) % (unsigned) n);
}

/* N + 1 numbers.  */
static inline double *
fresh (int n)
{
  double *a = malloc (sizeof *a * (n + 1));
  for (int i = 0; i <= n; i++)
    a[i] = chance (1000) / 7.;
  return a;
}

/* N + 1 subscripts, below MOST.  */
static inline int *
indices (int n, int most)
{
  int *a = malloc (sizeof *a * (n + 1));
  for (int i = 0; i <= n; i++)
    a[i] = chance (most);
  return a;
}

/* Print N numbers.  */
static inline void
show_indices (const char *name, int n, const int *a)
{
  printf ("%s", name);
  for (int i = 0; i < n; i++)
    printf (" %d", a[i]);
  printf ("\n");
}

#endif
