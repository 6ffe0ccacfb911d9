/* searched.c: a search for the first element amid loops that are distributed runs on
   process 0; and a table of offsets by which a row is moved in place (knapsack).

   SPDX-License-Identifier: GPL-3.0-or-later  */
/* { pram-args 5 60 } */
#include <stdio.h>
#include <stdlib.h>

static void
search (int n, long *c, long *d)
{
  int k = 0;
  for (int i = 0; i < n; i++)
    d[i] = i % 3;
#pragma pram begin
  for (int i = 0; i < n; i++)
    c[i] = i > n / 3 ? d[i] * 2 : 0;
  while (k < n && c[k] == 0)
    k++;
  for (int i = 0; i < n; i++)
    d[i] = c[i] - k;
#pragma pram end
  long sum = k;
  for (int i = 0; i < n; i++)
    sum = sum * 7 + d[i];
  printf ("%d %ld\n", n, sum);
}

static void
fill_sack (int n)
{
  int most = 20 * n, *weight = malloc (n * sizeof *weight);
  long *best = calloc (most + 1, sizeof *best);
  for (int i = 0; i < n; i++)
    weight[i] = 1 + i * 37 % 19;
#pragma pram
  for (int i = 0; i < n; i++)
    for (int c = most; c >= weight[i]; c--)
      {
	long with = best[c - weight[i]] + 1 + i * 53 % 41;
	if (with > best[c])
	  best[c] = with;
      }
  printf ("%ld\n", best[most]);
  free (weight);
  free (best);
}

int
main (int argc, char **argv)
{
  for (int k = 1; k < argc; k++)
    {
      int n = atoi (argv[k]);
      long *c = malloc (n * sizeof *c), *d = malloc (n * sizeof *d);
      search (n, c, d);
      fill_sack (n);
      free (c);
      free (d);
    }
  return 0;
}
