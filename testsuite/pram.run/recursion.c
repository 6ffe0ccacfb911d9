/* Functions that call themselves at one place: V-cycles, with work before and
   behind the call, called in a loop, too; and downwards alone.

   SPDX-License-Identifier: GPL-3.0-or-later  */
/* { pram-args 64 33 9 300 } */
/* { pram-ranks 1 2 3 5 } */
/* Not all of it is distributed at -O0.  */
/* { pram-flags -O2 } */
/* { pram-mode distributed } */
#include <stdio.h>
#include <stdlib.h>
#include "chance.h"

#define NI __attribute__ ((noipa))
enum { MOST = 12 };

static int levels, n[MOST];
static double *u[MOST], *f[MOST], *r[MOST];

static void
smooth (int l)
{
  for (int i = 1; i <= n[l]; i++)
    r[l][i] = f[l][i] - 2 * u[l][i] + u[l][i - 1] + u[l][i + 1];
  for (int i = 1; i <= n[l]; i++)
    u[l][i] += 0.33 * r[l][i];
}

static void
restrict_to (int l)
{
  for (int i = 1; i <= n[l]; i++)
    {
      f[l][i] = r[l - 1][2 * i - 1] + 2 * r[l - 1][2 * i] + r[l - 1][2 * i + 1];
      u[l][i] = 0;
    }
}

static void
prolong (int l)
{
  for (int i = 1; i <= n[l]; i++)
    u[l - 1][2 * i] += u[l][i];
  for (int i = 0; i <= n[l]; i++)
    u[l - 1][2 * i + 1] += 0.5 * (u[l][i] + u[l][i + 1]);
}

static void
returning (int l)
{
  smooth (l);
  if (l == levels - 1)
    return;
  restrict_to (l + 1);
  returning (l + 1);
  prolong (l + 1);
  smooth (l);
}

/* Down alone.  */
static void
down (int l)
{
  smooth (l);
  if (l < levels - 1)
    {
      restrict_to (l + 1);
      down (l + 1);
    }
}

NI static void
cycles (void)
{
#pragma pram
  for (int c = 0; c < 2; c++)
    returning (0);
#pragma pram begin
  down (0);
#pragma pram end
}

static void
set_up (int most)
{
  for (levels = 0; 2 << levels <= most; levels++)
    ;
  for (int l = 0; l < levels; l++)
    {
      n[l] = (2 << (levels - l - 1)) - 1;
      u[l] = calloc (n[l] + 2, sizeof *u[l]);
      f[l] = calloc (n[l] + 2, sizeof *f[l]);
      r[l] = calloc (n[l] + 2, sizeof *r[l]);
    }
  for (int i = 1; i <= n[0]; i++)
    f[0][i] = chance (100);
}

int
main (int argc, char **argv)
{
  for (int k = 1; k < argc; k++)
    {
      set_up (atoi (argv[k]));
      cycles ();
      for (int i = 1; i <= n[0]; i++)
	printf ("%.17g\n", u[0][i]);
    }
  return 0;
}
