/* upto.c: loops up to pointers that were computed before the region.

   SPDX-License-Identifier: GPL-3.0-or-later  */
/* { pram-args 60 9 5 } */

#include "show.h"

#define NI __attribute__ ((noinline, noclone))

static double fixed[400];

/* e is of this function.  */
static void NI
own (int n, double *a, const double *b)
{
  double *e = a + n;
#pragma pram
  for (double *p = a; p != e; p++, b++)
    *p = *b + 1;
}

/* It is given, and there are two arrays; some sweeps.  */
static void NI
given (double *first, double *last, double *other, double *otherlast)
{
  double *p, *q;
#pragma pram
  for (int t = 0; t < 5; t++)
    {
      for (p = first + 1, q = other + 1; p < last - 1; ++p, ++q)
	*q = 0.25 * (p[-1] + 2 * *p + p[1]);
      for (p = first, q = other; q != otherlast; p += 1, q += 1)
	*p = 0.5 * (*q + *p);
    }
}

/* Where it begins is compared: backwards.  */
static void NI
backwards (int n, double *a, double *b)
{
  double *p = a + n, *q = b + n;
#pragma pram
  while (p != a)
    *--p += *--q;
}

/* The last one itself; rows; the array is a variable.  */
static void NI
inclusive (int n, int m, double (*b)[m])
{
  double *last = fixed + n - 1;
  double (*end)[m] = b + n;
#pragma pram begin
  for (double *p = fixed; p <= last; p++)
    *p = 2 * *p + 1;
  for (double (*r)[m] = b; r < end; r++)
    for (int j = 0; j < m; j++)
      (*r)[j] += j;
#pragma pram end
}

struct pair { short key; double value; };
struct table { struct pair *begin, *end; };

/* Members; by a difference.  */
static void NI
members (struct table *t, int *count)
{
  int sum = 0;
#pragma pram
  for (struct pair *p = t->begin; t->end - p > 0; p++)
    {
      p->value *= 1.5;
      sum += p->key;
    }
  *count = sum;
}

/* One that is no end of it: of another array, and nothing runs.  */
static void NI
nothing (double *a, double *e)
{
#pragma pram
  for (double *p = a; p != e; p++)
    *p = -1;
}

int
main (int argc, char **argv)
{
  for (int k = 1; k < argc; k++)
    {
      int n = atoi (argv[k]), count = 0;
      double *a = need (n * sizeof *a), *b = need (n * sizeof *b);
      double *c = need (n * 3 * sizeof *c);
      struct pair *pairs = need (n * sizeof *pairs);
      struct table table = { pairs, pairs + n };
      for (int i = 0; i < n; i++)
	{
	  a[i] = i % 7;
	  b[i] = i * 5 % 11;
	  fixed[i] = i;
	  pairs[i].key = i % 3;
	  pairs[i].value = i;
	}
      for (int i = 0; i < 3 * n; i++)
	c[i] = i;
      own (n, a, b);
      show ("own", a, n * sizeof *a);
      given (a, a + n, b, b + n);
      show ("given", a, n * sizeof *a);
      show ("given", b, n * sizeof *b);
      backwards (n, a, b);
      show ("backwards", a, n * sizeof *a);
      inclusive (n, 3, (double (*)[3]) c);
      show ("inclusive", fixed, sizeof fixed);
      show ("inclusive", c, 3 * n * sizeof *c);
      members (&table, &count);
      for (int i = 0; i < n; i++)
	a[i] = pairs[i].value;
      show ("members", a, n * sizeof *a);
      printf ("%d\n", count);
      nothing (a, a);
      nothing (b + n, b + n);
      show ("nothing", a, n * sizeof *a);
    }
  return 0;
}
