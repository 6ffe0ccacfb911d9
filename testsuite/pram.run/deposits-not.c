/* Writes of which data choose the element that depend on each other in other ways:
   what is written next to depends on where something was before, or elements are
   read by name in the same loop.  If data are so that it matters the loops run
   serially.

   SPDX-License-Identifier: GPL-3.0-or-later  */
/* { pram-args 33 1 2 7 } */
/* { pram-ranks 1 3 } */
/* { pram-mode any } */
#include <stdio.h>
#include <stdlib.h>

#define NI __attribute__ ((noipa))

static void
show (const int *x, int n)
{
  for (int i = 0; i < n; i++)
    printf ("%d%c", x[i], i + 1 < n ? ' ' : '\n');
}

/* Where the next one of a kind goes.  */
NI void
sort (int n, const int *key, int *next, int *sorted)
{
#pragma pram
  for (int i = 0; i < n; i++)
    sorted[next[key[i]]++] = i;
}

/* Levels are read by name, and what is looked for comes up.  */
NI void
search (int n, const int *to, int *level)
{
#pragma pram
  for (int i = 0; i < n; i++)
    if (level[i] >= 1 && level[to[i]] < 0)
      level[to[i]] = 2;
}

/* What was there is used elsewhere, too.  */
NI void
first (int n, const int *key, int *count, int *was)
{
#pragma pram
  for (int i = 0; i < n; i++)
    was[i] = count[key[i]]++;
}

int
main (int argc, char **argv)
{
  for (int k = 1; k < argc; k++)
    {
      int n = atoi (argv[k]);
      int *key = malloc (n * sizeof *key), *y = calloc (n, sizeof *y);
      int *next = calloc (n + 1, sizeof *next);
      for (int i = 0; i < n; i++)
	next[(key[i] = i * 7 % n) + 1]++;
      for (int i = 0; i < n; i++)
	next[i + 1] += next[i];
      sort (n, key, next, y);
      show (y, n);
      for (int i = 0; i < n; i++)
	y[i] = i % 3 - 1;
      search (n, key, y);
      show (y, n);
      first (n, key, next, y);
      show (y, n);
    }
  return 0;
}
