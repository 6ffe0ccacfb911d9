/* Each row of a sparse matrix counts what is in its columns, for the transposed one: that
   rows are parts of a list is no reason to take them one by one.

   SPDX-License-Identifier: GPL-3.0-or-later
   { pram-args 150 }  */

#include <stdio.h>
#include <stdlib.h>
#include "show.h"

int
main (int argc, char **argv)
{
  int n = argc > 1 ? atoi (argv[1]) : 10, m = 0;
  int *start = need ((n + 1) * sizeof *start);
  int *column = need (4 * n * sizeof *column);
  int *count = need ((n + 1) * sizeof *count);
  for (int i = 0; i < n; i++)
    {
      start[i] = m;
      for (int k = 0; k < i % 4; k++)
	column[m++] = (i * 7 + k * 13) % n;
    }
  start[n] = m;
#pragma pram begin
  for (int i = 0; i <= n; i++)
    count[i] = 0;
  for (int i = 0; i < n; i++)
    for (int k = start[i]; k < start[i + 1]; k++)
      count[column[k] + 1]++;
#pragma pram end
  for (int i = 0; i <= n; i++)
    printf ("%d ", count[i]);
  puts ("");
  return 0;
}
