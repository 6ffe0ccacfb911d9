/* lowered-flags.c: flags of an iteration that begin with a constant and are set to a smaller
   one, or to a greater one, in loops inside.
   SPDX-License-Identifier: GPL-3.0-or-later

   { pram-args 17 }
   { pram-args 40 }
   { pram-mode distributed }  */

#include <stdio.h>
#include <stdlib.h>

int
main (int argc, char **argv)
{
  int n = argc > 1 ? atoi (argv[1]) : 30, m = 0, s = 0;
  int *list = malloc (n * sizeof *list), *kind = malloc (n * sizeof *kind);
  double *a = malloc (n * n * sizeof *a);
  for (int i = 0; i < n * n; i++)
    a[i] = i * 7 % 50 - 1;
#pragma pram
  for (int i = 0; i < n; i++)
    {
      int ok = 1, low = 5, high = -7;
      for (int j = 0; j < n; j++)
	{
	  if (a[i * n + j] < 0)
	    ok = 0;
	  if (a[i * n + j] > 47)
	    low = 3;
	  for (int k = 0; k < 3; k++)
	    if (a[i * n + j] == 40 + k)
	      high = -2;
	}
      list[i] = ok ? i : -1;
      kind[i] = low * 10 + high;
    }
#pragma pram
  for (int i = 0; i < n; i++)
    {
      int ok = 1;
      for (int j = 0; j < n; j++)
	if (a[i * n + j] < 0)
	  ok = 0;
      if (ok)
	m++;
    }
  for (int i = 0; i < n; i++)
    s += list[i] * (i + 1) + kind[i] * (i % 3 + 1);
  printf ("%d %d\n", m, s);
  return 0;
}
