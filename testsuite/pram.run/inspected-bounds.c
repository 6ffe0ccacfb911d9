/* Inspectors of a loop whose bound, the least of two, depends on the loop around, and
   behind tests that only the iteration itself knows: they ran for ever.

   SPDX-License-Identifier: GPL-3.0-or-later
   { pram-args 5 14 30 }
   { pram-ranks 1 2 3 }
   { pram-mode distributed }  */

#include <stdio.h>
#include <stdlib.h>
#define MIN(a, b) ((a) < (b) ? (a) : (b))

static int choice[42];

__attribute__ ((noipa)) static void
region (int n, int m, int e, float (*a)[e], float (*c)[e], const int *p)
{
#pragma pram
  for (int i = 2; i < MIN (n, m + 1); i++)
    {
      for (int j = 1; j < MIN (m, i + 3); j++)
	{
	  float s = c[2][j];
	  for (int k = 0; k < 3; k++)
	    {
	      if (s > 50)
		break;
	      if (choice[p[1] * 3 + k] < 0)
		continue;
	      s += 0.25f * a[choice[p[1] * 3 + k]][1];
	    }
	  c[2][j] = 0.5f * s;
	}
      c[2][1] = 0.5f * c[2][1];
    }
}

static void
run (int n)
{
  float *c = calloc (14 * n, sizeof *c), *a = calloc (14 * n, sizeof *a), s = 0;
  int p[2] = { 0, 3 };
  for (int i = 0; i < 14 * n; i++)
    a[i] = i % 19;
  region (n, n, n, (void *) a, (void *) c, p);
  for (int i = 0; i < n; i++)
    s += c[i + 2 * n] * (i % 7 + 1);
  printf ("%.9g\n", s);
}

int
main (int argc, char **argv)
{
  for (int i = 0; i < 42; i++)
    choice[i] = i % 3 ? i * 7 % 14 : -1;
  for (int i = 1; i < argc; i++)
    run (atoi (argv[i]));
  return 0;
}
