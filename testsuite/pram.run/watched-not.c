/* Loops in which iterations do use what others have written where data choose: that is
   found when they have run, and they run serially.

   SPDX-License-Identifier: GPL-3.0-or-later  */
/* { pram-args 40 300 } */
/* { pram-ranks 2 3 5 } */
/* { pram-mode any } */
/* { pram-stderr "'later.1' runs serially: element 1 of 'a', which data choose, is written at line 20 in iteration 0 and read at line 20 in iteration 1 after that(.|\n)*'chosen.1' runs serially: element 1 of 'a', which data choose, is written at line 30 in iteration 1 and read at line 31 in iteration 2 after that(.|\n)*'again.1' runs serially: element [0-9]+ of 'a', which data choose, is written at line 42 in iteration [0-9]+ and (read at line 41|written at line 43) in iteration [0-9]+ after that(.|\n)*'jump.1' runs serially: element [0-9]+ of 'next', which data choose, is written at line 54 in iteration [0-9]+ and read at line 54 in iteration [0-9]+ after that(.|\n)*'levels.1' runs serially: element 0 of 'x', which data choose, is written at line 69 in iteration 0 and read at line 67 in iteration 1 after that(.|\n)*'halves.1' runs serially: element [0-9]+ of 'q', which data choose, is written at line 81 in iteration 0 and read at line 81 in iteration [0-9]+ after that" } */
#include <stdio.h>
#include <stdlib.h>
#include "chance.h"

#define NI __attribute__ ((noipa))

NI void
later (int n, const int *p, double *a)
{
#pragma pram
  for (int i = 0; i < n; i++)
    a[p[i]] = a[i] + 1;
}

/* By name an element is written, and data choose what is read.  */
NI void
chosen (int n, const int *p, double *a)
{
#pragma pram
  for (int i = 1; i < n; i++)
    {
      a[i] = 2. * i +
	a[p[i]];
    }
}

NI void
again (int n, const int *p, double *a)
{
#pragma pram
  for (int i = 0; i < n; i++)
    {
      double was = a[i];
      a[p[i]] = 3 * was;
      a[i] = was - 1;
    }
}

/* Pointers are followed in place, several times.  */
NI void
jump (int n, int times, int *next)
{
#pragma pram
  for (int t = 0; t < times; t++)
    for (int i = 0; i < n; i++)
      next[i] = next[next[i]];
}

/* What is used of a level is not which part it is alone.  Nothing accesses x by name.  */
NI void
levels (int n, const int *first, const int *order, const int *p, double *x)
{
#pragma pram
  for (int l = 0; l < n; l++)
    for (int q = first[l]; q < first[l + 1]; q++)
      {
	int i = order[q];
	double
	  s = x[p[i]] + l;
	x[
	  i] = s / 2;
      }
}

/* Two vectors in one array, but data choose one of the second, too.  */
NI void
halves (int n, const int *p, double *q)
{
#pragma pram
  for (int t = 0; t < 2; t++)
    {
      for (int i = 0; i < n; i++)
	q[n + i] = q[p[i]] + t;
      for (int i = 0; i < n; i++)
	q[i] = 0.25 * q[n + i];
    }
}

static void
all (int n)
{
  double *a = fresh (n);
  int *p = indices (n, n);
  for (int i = 0; i < n; i++)
    p[i] = i + 1 < n ? i + 1 : i;
  later (n, p, a);
  show ("later", a, n * sizeof *a);
  for (int i = 0; i < n; i++)
    p[i] = i ? i - 1 : 0;
  chosen (n, p, a);
  show ("chosen", a, n * sizeof *a);
  for (int i = 0; i < n; i++)
    p[i] = n - 1 - i;
  again (n, p, a);
  show ("again", a, n * sizeof *a);
  p = indices (n, n);
  jump (n, 3, p);
  show ("jump", p, n * sizeof *p);
  int *order = indices (n, n), *first = indices (n, n);
  for (int i = 0; i <= n; i++)
    {
      p[i] = i ? i - 1 : 0;
      order[i] = i;
      first[i] = i;
    }
  levels (n, first, order, p, a);
  show ("levels", a, n * sizeof *a);
  double *q = fresh (2 * n);
  for (int i = 0; i < n; i++)
    p[i] = i + 1;
  halves (n, p, q);
  show ("halves", q, 2 * n * sizeof *q);
}

int
main (int argc, char **argv)
{
  for (int k = 1; k < argc; k++)
    all (atoi (argv[k]));
  return 0;
}
