/* own-rows-not.c: rows of which data choose elements, but the next one reads them.
   SPDX-License-Identifier: GPL-3.0-or-later

   { pram-args 40 }
   { pram-ranks 1 2 3 }
   { pram-mode any }  */

#include <stdio.h>
#include <stdlib.h>

enum { WIDE = 16 };

int
main (int argc, char **argv)
{
  int n = argc > 1 ? atoi (argv[1]) : 40, (*table)[WIDE] = malloc (n * sizeof *table);
  for (int i = 0; i < n; i++)
    for (int j = 0; j < WIDE; j++)
      table[i][j] = (i * 5 + j * 3) % WIDE;
#pragma pram
  for (int i = 1; i < n; i++)
    for (int j = 0; j < WIDE; j++)
      if (table[i][table[i - 1][j]] > j)
	table[i][j] = (table[i][j] + table[i - 1][j]) % WIDE;
  long h = 0;
  for (int i = 0; i < n; i++)
    for (int j = 0; j < WIDE; j++)
      h = h * 7 + table[i][j];
  printf ("%ld\n", h);
  return 0;
}
