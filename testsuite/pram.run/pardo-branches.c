/* pardo-branches.c: conditions on what their branches change: all iterations test before any
   assigns, and each tests once.
   SPDX-License-Identifier: GPL-3.0-or-later

   { pram-args 1 9 40 }
   { pram-ranks 2 3 }
   { pram-mode distributed }  */

#include <stdio.h>
#include <stdlib.h>

/* Rounds until nothing is left.  */
static int
count_down (int *a, int n)
{
  int rounds = 0, more = 1;
#pragma pram
  while (more)
    {
      more = 0;
#pragma pram pardo
      for (int i = 0; i < n; i++)
	if (a[i] > 0)
	  {
	    a[i]--;
	    more = 1;
	  }
      rounds++;
    }
  return rounds;
}

/* What one branch assigns is no reason to come to the other one.  */
static int
either (int *a, int n)
{
  int last = 0;
#pragma pram pardo
  for (int i = 0; i < n; i++)
    if (a[i] < n - 1)
      a[i] = n;
    else
      {
	a[i] = 0;
	last = 1;
      }
  return last;
}

/* One condition within another, and an iteration's own variable.  */
static void
nested (int *a, int *b, int n)
{
#pragma pram pardo
  for (int i = 0; i < n; i++)
    if (a[i] % 2 == 0)
      {
	int t = a[i] + 1;
	a[i] = t;
	if (b[i] < 3)
	  {
	    b[i] += t;
	    a[i] -= b[i];
	  }
	b[i]--;
      }
}

int
main (int argc, char **argv)
{
  int n = argc > 1 ? atoi (argv[1]) : 9;
  int *a = malloc (n * sizeof *a), *b = malloc (n * sizeof *b);
  for (int i = 0; i < n; i++)
    {
      a[i] = i;
      b[i] = i * 7 % 5;
    }
  nested (a, b, n);
  for (int i = 0; i < n; i++)
    printf ("%d %d\n", a[i], b[i]);
  for (int i = 0; i < n; i++)
    a[i] = i;
  printf ("%d\n", either (a, n));
  for (int i = 0; i < n; i++)
    printf ("%d\n", a[i]);
  for (int i = 0; i < n; i++)
    a[i] = i * 3 % 11;
  printf ("%d\n", count_down (a, n));
  free (a);
  free (b);
  return 0;
}
