/* conjunctions.c: maxima and minima under further conditions that are cheap: GCC tests both at
   once.
   SPDX-License-Identifier: GPL-3.0-or-later

   { pram-args 100 }
   { pram-args 7 }
   { pram-mode distributed }  */

#include <stdio.h>
#include <stdlib.h>

int
main (int argc, char **argv)
{
  int n = argc > 1 ? atoi (argv[1]) : 30, deepest = 0, least = 1000, where = -1, most = 40;
  int *a = malloc (n * sizeof *a);
#pragma pram
  for (int i = 0; i < n; i++)
    {
      int k = (i * 37) % 50;
      a[i] = k;
      if (k < most && k > deepest)
	deepest = k;
    }
#pragma pram
  for (int i = 0; i < n; i++)
    {
      int x = 0, k = 0;
      while (x < 1000 && k < most)
	{
	  x = x * 3 + a[i];
	  k++;
	}
      if (k < least && k != 3)
	{
	  least = k;
	  where = i;
	}
    }
  printf ("%d %d %d\n", deepest, least, where);
  return 0;
}
