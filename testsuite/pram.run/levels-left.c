/* Loops that run as often as others ran before whose iterations are taken one by
   one, or that count on from there.

   SPDX-License-Identifier: GPL-3.0-or-later  */
/* { pram-args 16 100 3 33 } */
/* { pram-ranks 1 2 3 } */
/* { pram-mode distributed } */
#include <stdio.h>
#include <stdlib.h>
#include "chance.h"

#define NI __attribute__ ((noipa))
enum { ROWS = 12, WIDTH = 40 };

static double b[ROWS][WIDTH], u[ROWS][300];

/* B has a row for each doubling.  */
NI static void
doublings (int n, double *a, double *c)
{
#pragma pram begin
  int l = 0;
  for (int s = 1; s < n; s *= 2)
    {
      for (int i = 0; i < n; i++)
	c[i] = a[i] + a[i + s];
      for (int i = 0; i < n; i++)
	a[i] = c[i] * 0.5;
      l++;
    }
  for (int k = 0; k < l; k++)
    for (int i = 0; i < WIDTH; i++)
      b[k][i] += k + i;
#pragma pram end
}

/* Down to the end, and up from there.  */
NI static void
there_and_back (int levels, const int n[ROWS])
{
#pragma pram begin
  int l;
  for (l = 0; l < levels - 1; l++)
    for (int i = 0; i <= n[l + 1]; i++)
      u[l + 1][i] = u[l][2 * i];
  for (l--; l >= 0; l--)
    for (int i = 0; i <= n[l + 1]; i++)
      u[l][2 * i] += u[l + 1][i];
#pragma pram end
}

/* The same with a loop that is left in the middle.  */
NI static void
turning (int levels, const int n[ROWS])
{
#pragma pram begin
  int l = 0;
  for (;; l++)
    {
      for (int i = 0; i <= n[l]; i++)
	u[l][i] *= 0.5;
      if (l == levels - 1)
	break;
      for (int i = 0; i <= n[l + 1]; i++)
	u[l + 1][i] = u[l][2 * i];
    }
  while (l-- > 0)
    for (int i = 0; i <= n[l + 1]; i++)
      u[l][2 * i] += u[l + 1][i];
#pragma pram end
}

static void
try (int most)
{
  int n[ROWS], levels = 0;
  double *a = malloc (2 * most * sizeof *a), *c = malloc (most * sizeof *c);
  double sum = 0;
  for (int i = 0; i < 2 * most; i++)
    a[i] = chance (10);
  while (1 << levels <= most)
    levels++;
  for (int l = 0; l < levels; l++)
    n[l] = (1 << (levels - l)) - 1;
  for (int i = 0; i <= n[0]; i++)
    u[0][i] = chance (20);
  doublings (most, a, c);
  there_and_back (levels, n);
  turning (levels, n);
  for (int k = 0; k < ROWS; k++)
    for (int i = 0; i < WIDTH; i++)
      sum = .5 * sum + b[k][i];
  printf ("%.17g\n", sum);
  for (int i = 0; i <= n[0]; i++)
    printf ("%.17g\n", u[0][i]);
  for (int i = 0; i < most; i++)
    printf ("%.17g\n", a[i]);
}

int
main (int argc, char **argv)
{
  for (int k = 1; k < argc; k++)
    try (atoi (argv[k]));
  return 0;
}
