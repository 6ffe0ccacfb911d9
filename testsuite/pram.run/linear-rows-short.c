/* linear-rows-short.c: blocks of a linear array, of which the last one is shorter: what comes
   behind the array isn't the program's.
   SPDX-License-Identifier: GPL-3.0-or-later

   { pram-args 100 16 }
   { pram-ranks 1 2 3 }
   { pram-mode any }  */

#include <stdio.h>
#include <stdlib.h>

int
main (int argc, char **argv)
{
  int n = argc > 1 ? atoi (argv[1]) : 100, size = argc > 2 ? atoi (argv[2]) : 16;
  unsigned long h = 0;
  int *a = malloc (n * sizeof *a);
  for (int i = 0; i < n; i++)
    a[i] = i * 7919 % 1009;
#pragma pram
  for (int low = 0; low < n; low += size)
    {
      int length = n - low < size ? n - low : size;
      for (int i = 0; i < size; i++)
	if (low + i < n)
	  a[low + i] ^= 5;
      for (int i = length - 1; i > 0; i--)
	{
	  int j = a[low + i] % length, t = a[low + i];
	  a[low + i] = a[low + j];
	  a[low + j] = t;
	}
    }
  for (int i = 0; i < n; i++)
    {
      int *more = malloc (1000 + i);
      more[0] = a[i];
      h = h * 31 + more[0];
      free (more);
    }
  printf ("%lu\n", h);
  return 0;
}
