/* pointer-counters.c: pointers that data move: what fulfils a condition appended through
   one, both sides of a partition through two of which one goes down, records, elements of
   two lengths, and one that a helper moves.
   SPDX-License-Identifier: GPL-3.0-or-later

   { pram-args 100 9 2 }
   { pram-ranks 1 2 3 5 }
   { pram-mode distributed }  */

#include <stdio.h>
#include <stdlib.h>

struct record
{
  int at;
  double value;
};

static int
choose (int n, const double *x, int *list)
{
  int *end = list;
#pragma pram
  for (int i = 0; i < n; i++)
    if (x[i] > 20)
      *end++ = i;
  return end - list;
}

static void
partition (int n, const double *x, double *y)
{
  double *low = y, *high = y + n;
#pragma pram
  for (int i = 0; i < n; i++)
    if (x[i] < 25)
      *low++ = x[i];
    else
      *--high = x[i];
}

static struct record *
record (int n, const double *x, struct record *out)
{
#pragma pram
  for (int i = 0; i < n; i++)
    {
      if (x[i] < 10)
	continue;
      out->at = i;
      out->value = 2 * x[i];
      out++;
    }
  return out;
}

static int
encode (int n, const double *x, int *code)
{
  int *to = code;
#pragma pram
  for (int i = 0; i < n; i++)
    if (x[i] < 30)
      *to++ = x[i];
    else
      {
	to[0] = -1;
	to[1] = x[i];
	to += 2;
      }
  return to - code;
}

static double *
put (double *to, double x)
{
  if (x > 15)
    *to++ = x - 15;
  return to;
}

static int
clip (int n, const double *x, double *y)
{
  double *to = y;
#pragma pram
  for (int i = 0; i < n; i++)
    to = put (to, x[i]);
  return to - y;
}

static void
run (int n)
{
  double *x = malloc (n * sizeof *x), *y = malloc (n * sizeof *y), h = 0;
  int *list = malloc (2 * n * sizeof *list);
  struct record *r = malloc (n * sizeof *r);
  for (int i = 0; i < n; i++)
    x[i] = (i * 37 + 24) % 101 * 0.5;
  int m = choose (n, x, list);
  for (int k = 0; k < m; k++)
    h = 0.9 * h + list[k];
  partition (n, x, y);
  for (int k = 0; k < n; k++)
    h = 0.9 * h + y[k];
  printf ("%d %.17g\n", m, h);
  m = record (n, x, r) - r;
  for (int k = 0; k < m; k++)
    h = 0.9 * h + r[k].at + r[k].value;
  printf ("%d %.17g\n", m, h);
  m = encode (n, x, list);
  for (int k = 0; k < m; k++)
    h = 0.9 * h + list[k];
  printf ("%d %.17g\n", m, h);
  m = clip (n, x, y);
  for (int k = 0; k < m; k++)
    h = 0.9 * h + y[k];
  printf ("%d %.17g\n", m, h);
}

int
main (int argc, char **argv)
{
  for (int k = 1; k < argc; k++)
    run (atoi (argv[k]));
  return 0;
}
