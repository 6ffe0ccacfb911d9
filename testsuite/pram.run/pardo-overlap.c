/* PRAM steps run serially, in lock step, too: arrays overlap, or iterations that read
   what others write do so through another pointer; bounds that the loop itself
   changes; one iteration, or none.

   SPDX-License-Identifier: GPL-3.0-or-later  */
/* { pram-args 33 1 2 3 } */
/* { pram-ranks 1 2 } */
/* { pram-own -DPARDO } */
/* { pram-mode any } */
/* { pram-stderr "overlap" } */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "chance.h"

#define NI __attribute__ ((noipa))

NI void
update (double *y, const double *x, int n)
{
#ifdef PARDO
#pragma pram
  for (int t = 0; t < 3; t++)
    {
#pragma pram pardo
      for (int i = 0; i < n; i++)
	y[i] = .5 * y[i] + x[i];
    }
#else
  double *old = need (n * sizeof *old);
  for (int t = 0; t < 3; t++)
    {
      for (int i = 0; i < n; i++)
	old[i] = .5 * y[i] + x[i];
      memcpy (y, old, n * sizeof *y);
    }
#endif
}

/* Columns one after the other, whatever a and b are.  */
NI void
plate (int n, double (*a)[n], double (*b)[n])
{
#ifdef PARDO
#pragma pram pardo
  for (int i = 1; i < n - 1; i++)
    for (int j = 1; j < n - 1; j++)
      b[i][j] = .5 * (a[i - 1][j] + a[i][j - 1]);
#else
  double *old = need (n * sizeof *old);
  for (int j = 1; j < n - 1; j++)
    {
      for (int i = 1; i < n - 1; i++)
	old[i] = .5 * (a[i - 1][j] + a[i][j - 1]);
      for (int i = 1; i < n - 1; i++)
	b[i][j] = old[i];
    }
#endif
}

/* The index array is the array.  */
NI void
indexed (int *a, int *p, int n)
{
#ifdef PARDO
#pragma pram pardo
  for (int i = 0; i < n; i++)
    a[p[i]] = p[i] + 1 < n ? p[i] + 1 : 0;
#else
  int *old = need (n * sizeof *old);
  memcpy (old, p, n * sizeof *p);
  for (int i = 0; i < n; i++)
    a[old[i]] = old[i] + 1 < n ? old[i] + 1 : 0;
#endif
}

/* The bound is one of the elements.  */
NI void
bounded (int *a)
{
#ifdef PARDO
#pragma pram pardo
  for (int i = 1; i < a[0]; i++)
    a[i - 1] = a[i] + a[0];
#else
  int n = a[0], *old = need (n * sizeof *old);
  memcpy (old, a, n * sizeof *a);
  for (int i = 1; i < n; i++)
    a[i - 1] = old[i] + old[0];
#endif
}

int
main (int argc, char **argv)
{
  for (int k = 1; k < argc; k++)
    {
      int n = atoi (argv[k]), *p = indices (n + 1, n + 1);
      double *x = fresh (n + 2), *z = fresh (3 * n * n);
      update (x + 1, x, n);
      show ("update", x, n * sizeof *x);
      update (x, x + 1, n);
      update (x, x, n);
      show ("update", x, n * sizeof *x);
      plate (n, (double (*)[n]) z, (double (*)[n]) z);
      plate (n, (double (*)[n]) z, (double (*)[n]) (z + n));
      plate (n, (double (*)[n]) (z + n + 1), (double (*)[n]) z);
      show ("plate", z, 3 * n * n * sizeof *z);
      for (int i = 0; i < n; i++)
	p[i] = (i + 5) % n;
      indexed (p, p, n);
      show ("indexed", p, n * sizeof *p);
      p[0] = n;
      bounded (p);
      show ("bounded", p, n * sizeof *p);
    }
  return 0;
}
