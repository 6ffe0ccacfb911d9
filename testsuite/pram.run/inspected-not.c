/* Reads of which data choose the element that are not inspected: in loops that
   can't be distributed, one after the other.  Some of them once crashed the
   compiler.

   SPDX-License-Identifier: GPL-3.0-or-later  */
/* { pram-args 33 1 2 7 } */
/* { pram-ranks 1 3 } */
/* { pram-mode serial "depend" } */
#include <stdio.h>
#include <stdlib.h>

#define NI __attribute__ ((noipa))

static void
show (const double *x, int n)
{
  for (int i = 0; i < n; i++)
    printf ("%g%c", x[i], i + 1 < n ? ' ' : '\n');
}

/* No loop can be distributed: what is inspected isn't in one.  */
NI void
one_after_other (int n, const int *at, double *x, const double *z)
{
#pragma pram
  for (int i = 1; i < n; i++)
    x[i] = .5 * x[i - 1] + z[at[i]];
}

static void
all (int n)
{
  int *at = malloc (sizeof *at * n);
  double *x = malloc (sizeof *x * n), *y = malloc (sizeof *y * n);
  for (int i = 0; i < n; i++)
    {
      at[i] = (i * 7 + 3) % n;
      x[i] = i * .25;
      y[i] = -i;
    }
  one_after_other (n, at, x, y);
  for (int i = 0; i < n; i++)
    printf ("%d%c", at[i], i + 1 < n ? ' ' : '\n');
  show (x, n);
  show (y, n);
}

int
main (int argc, char **argv)
{
  for (int k = 1; k < argc; k++)
    all (atoi (argv[k]));
  return 0;
}
