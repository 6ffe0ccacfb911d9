/* scans-in-place.c: prefix sums in the array that they are of: exclusive, inclusive, from
   element to element, upwards from 1, of another type, renumbering (also of other sizes than
   the one that is named); and lists whose counter a loop around, and loops behind a loop that
   is distributed, use.
   SPDX-License-Identifier: GPL-3.0-or-later

   { pram-args 200 }
   { pram-args 7 }
   { pram-args 1 }
   { pram-ranks 1 2 3 5 }
   { pram-mode distributed }  */

#include <stdio.h>
#include <stdlib.h>

enum { KEYS = 64 };
static int start[KEYS + 1];

int
main (int argc, char **argv)
{
  int n = argc > 1 ? atoi (argv[1]) : 200, run = 0, next = 5, m = 0, rounds, left = 0;
  int *count = malloc (n * sizeof *count), *id = malloc (n * sizeof *id);
  int *row = calloc (n + 1, sizeof *row), *sum = malloc ((n + 1) * sizeof *sum);
  unsigned long *big = malloc (n * sizeof *big);
  double *p = malloc (n * sizeof *p), total = 0;
  int *list = malloc (n * sizeof *list), *kept = calloc (n, sizeof *kept);
  for (int i = 0; i < n; i++)
    {
      count[i] = i * i % 7;
      id[i] = i * 5 % 11 < 4;
      big[i] = i % 5 * 1000000007ul;
      sum[i] = -i;
    }
  sum[n] = 3;
#pragma pram
  for (int i = 0; i < n; i++)
    {
      int c = count[i];
      count[i] = run;
      run += c;
    }
#pragma pram size(n=1000)
  for (int i = 0; i < n; i++)
    if (id[i])
      id[i] = next++;
    else
      id[i] = -1;
#pragma pram begin
  for (int i = 0; i < n; i++)
    row[i + 1] = 1 + i % 4;
  for (int i = 0; i < n; i++)
    row[i + 1] += row[i];
  for (int i = 0; i < n; i++)
    sum[i + 1] = sum[i] + row[i];
  for (int i = 1; i < n; i++)
    big[i] += big[i - 1];
  for (int k = 0; k < KEYS; k++)
    start[k + 1] = k % 3;
  for (int k = 1; k <= KEYS; k++)
    start[k] += start[k - 1];
#pragma pram end
#pragma pram begin reduction(+: total)
  for (int i = 0; i < n; i++)
    p[i] = i * i % 7;
  for (int i = 0; i < n; i++)
    if (p[i] > 2)
      list[m++] = i;
  for (int k = 0; k < m; k++)
    total += p[list[k]];
#pragma pram end
#pragma pram
  for (rounds = 0; rounds < 20; rounds++)
    {
      left = 0;
      for (int i = 0; i < n; i++)
	if (p[i] >= 2)
	  kept[left++] = i;
      for (int i = 0; i < n; i++)
	p[i] = p[i] / 2;
      if (left < 3)
	break;
    }
  unsigned long check = 0;
  for (int i = 0; i < n; i++)
    check = check * 31 + count[i] + 7 * id[i] + row[i + 1] + sum[i + 1] + big[i] + kept[i];
  printf ("%d %d %d %g %d %d %d %lu\n", run, next, m, total, rounds, left, start[KEYS], check);
  return 0;
}
