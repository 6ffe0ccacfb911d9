/* tried-counts.c: how often a loop runs is found by trying its test, for a value behind the loop
   that is the same in all iterations, beside sums.
   SPDX-License-Identifier: GPL-3.0-or-later

   { pram-args 101 10 }
   { pram-args 10 3 }
   { pram-mode distributed }  */

#include <stdio.h>
#include <stdlib.h>

int
main (int argc, char **argv)
{
  int n = argc > 1 ? atoi (argv[1]) : 40, w = argc > 2 ? atoi (argv[2]) : 4;
  int last = 0, was = 1, is = 1, any = 0;
  long s = 0, rows = 0;
  int *a = calloc (n + 8, sizeof *a);
  for (int i = 0; i < n; i++)
    a[i] = i * 7 % 11 - 3;
#pragma pram
  for (int i = 0; i < n / 2; i++)
    {
      last = a[i] * 2;
      was = 0;
      s += last;
    }
#pragma pram
  for (int i = 0; i < n / w; i++)
    {
      int ok = 1;
      for (int j = 0; j < w; j++)
	if (a[i * w + j] < 0)
	  ok = any = -7;
      is = 5;
      rows += ok;
    }
  printf ("%ld %d %d %ld %d %d\n", s, last, was, rows, is, any);
  return 0;
}
