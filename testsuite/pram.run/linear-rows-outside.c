/* linear-rows-outside.c: in some entries data choose elements that are not in the row that an
   iteration would have for itself: these run as written.
   SPDX-License-Identifier: GPL-3.0-or-later

   { pram-args 40 }
   { pram-ranks 1 2 3 }
   { pram-mode any }
   { pram-stats "in line 30 that is not in the row that the iteration has for itself" }  */

#include <stdio.h>
#include <stdlib.h>

int
main (int argc, char **argv)
{
  int n = argc > 1 ? atoi (argv[1]) : 40, *to = malloc (n * 4), *at = malloc (n * n * 4);
  long h = 0;
  for (int i = 0; i < n * n; i++)
    at[i] = 3 * i % 7;
  for (int entry = 0; entry < 4; entry++)
    {
      for (int i = 0; i < n; i++)
	to[i] = (i * 7 + 3) % (n + entry % 2);
#pragma pram
      for (int s = 0; s < n - 1; s++)
	for (int k = 0; k < n; k++)
	  {
	    at[s * n + k] ^= 3;
	    if (at[s * n + to[k]] % 2)
	      at[s * n + to[k]] += 1 + at[s * n + to[(k + s) % n]] % 50;
	  }
      for (int i = 0; i < n * n; i++)
	h = h * 7 + at[i];
      printf ("%ld\n", h);
    }
  return 0;
}
