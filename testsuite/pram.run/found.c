/* found.c: searches that break off where they find something, and what is then
   known: the element, its place, or only that there is one; by several breaks, in
   helpers, in time loops, more than one in a region.  Process 0 searches, and
   tells by which exit it has left the loop.

   SPDX-License-Identifier: GPL-3.0-or-later  */
/* { pram-args 2 7 60 } */
#include <stdio.h>
#include <stdlib.h>

#define NI __attribute__ ((noipa))

static double
first (const double *c, int n)
{
  for (int k = 0; k < n; k++)
    if (c[k] > 0)
      return c[k];
  return 0;
}

static int
where (const double *c, int n, double most)
{
  for (int k = 0; k < n; k++)
    if (c[k] > most)
      return k;
  return -1;
}

NI double
element (int n, double *c, double *d)
{
  double least = 0;
#pragma pram begin
  for (int i = 0; i < n; i++)
    c[i] = d[i] * 2;
  for (int k = 0; k < n; k++)
    if (c[k] > 0)
      {
	least = c[k];
	break;
      }
  for (int i = 0; i < n; i++)
    d[i] = c[i] - least;
#pragma pram end
  return least;
}

NI double
returned (int n, double *c, double *d)
{
  double value, place;
#pragma pram begin
  for (int i = 0; i < n; i++)
    c[i] = d[i] * 2;
  value = first (c, n);
  place = where (c, n, value);
  for (int i = 0; i < n; i++)
    d[i] = c[i] - value + place;
#pragma pram end
  return value + place * 3;
}

NI double
both (int n, double *c, double *d)
{
  int place = -1;
  double value = -5;
#pragma pram begin
  for (int i = 0; i < n; i++)
    c[i] = d[i] * 2;
  for (int k = n - 1; k >= 0; k--)
    if (c[k] < -10)
      {
	place = k;
	value = c[k];
	break;
      }
  for (int i = 0; i < n; i++)
    d[i] = c[i] - value * place;
#pragma pram end
  return value + place;
}

/* Nothing but constants is set, and the loop has several breaks.  */
NI double
constants (int n, double *c, double *d)
{
  int code = 7;
#pragma pram begin
  for (int i = 0; i < n; i++)
    c[i] = d[i] * 2;
  for (int k = 0; k < n; k++)
    {
      if (c[k] > 17)
	{
	  code = 1;
	  break;
	}
      if (c[k] < -36)
	{
	  code = 2;
	  break;
	}
      if (c[k] + d[k] == 27)
	{
	  code = 3;
	  break;
	}
    }
  for (int i = 0; i < n; i++)
    d[i] = c[i] - code;
#pragma pram end
  return code;
}

NI double
steps (int n, double *c, double *d)
{
  double sum = 0;
#pragma pram
  for (int t = 0; t < 4; t++)
    {
      double least = -1;
      for (int i = 0; i < n; i++)
	c[i] = d[i] * 2;
      for (int k = 0; k < n; k++)
	if (c[k] > t)
	  {
	    least = c[k];
	    break;
	  }
      for (int i = 0; i < n; i++)
	d[i] = c[i] * .5 - least;
      sum += least;
    }
  return sum;
}

NI double
jumped (int n, double *c, double *d)
{
  double a;
#pragma pram begin
  for (int i = 0; i < n; i++)
    c[i] = d[i] * 2;
  for (int k = 1; k < n - 1; k++)
    if (c[k] > 0)
      {
	a = c[k];
	goto on;
      }
  a = 8;
on:
  for (int i = 0; i < n; i++)
    d[i] = c[i] - a;
#pragma pram end
  return a;
}

/* Whether there is one is asked behind the loop.  */
NI double
asked (int n, double *c, double *d)
{
  double least = -3;
  int k;
#pragma pram begin
  for (int i = 0; i < n; i++)
    c[i] = d[i] * 2;
  for (k = 0; k < n; k++)
    if (c[k] > 0)
      break;
  if (k < n)
    least = c[k];
  for (int i = 0; i < n; i++)
    d[i] = c[i] - least;
#pragma pram end
  return least * 2 + k;
}

int
main (int argc, char **argv)
{
  static double (*const all[]) (int, double *, double *)
    = { element, returned, both, constants, steps, jumped, asked };
  for (int k = 1; k < argc; k++)
    for (int f = 0; f < (int) (sizeof all / sizeof *all); f++)
      {
	int n = atoi (argv[k]);
	double *c = calloc (n, sizeof *c), *d = malloc (n * sizeof *d);
	for (int i = 0; i < n; i++)
	  d[i] = i * 7 % 11 - (i < n / 3 ? 20 : 0);
	double sum = all[f] (n, c, d);
	for (int i = 0; i < n; i++)
	  sum = sum * .5 + c[i] * 3 + d[i];
	printf ("%d %.17g\n", n, sum);
	free (c);
	free (d);
      }
  return 0;
}
