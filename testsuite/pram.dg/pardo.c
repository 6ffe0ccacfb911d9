/* pardo.c: what can't run in lock step is an error.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <stdio.h>

double a[400], b[400];
int q[400], s;
double unknown (double);

static double
counting (double x)
{
  s++;
  return x;
}

static double
twice (double x)
{
  double y = x;
  y += x;
  return y;
}

void
statements (int n)
{
#pragma pram pardo /* { dg-error "pardo' must stand before a 'for' loop" } */
  while (n > 0)
    n--;
#pragma pram pardo /* { dg-error "pardo' must stand before a 'for' loop" } */
  a[0] = 1;
#pragma pram pardo /* { dg-error "pardo' must stand before a 'for' loop" } */
  {
    for (int i = 0; i < n; i++)
      a[i] = b[i];
  }
#pragma pram pardo twice /* { dg-error "unknown clause 'twice'" } */
  for (int i = 0; i < n; i++)
    a[i] = b[i];
#pragma pram
  for (int t = 0; t < 3; t++)
    {
#pragma pram pardo size(n=3) /* { dg-error "takes no clauses inside a region" } */
      for (int i = 0; i < n; i++)
	a[i] = b[i];
    }
}

void
headers (int n)
{
#pragma pram pardo
  for (int i = 1; i < n; i *= 2) /* { dg-error "its loop must count" } */
    a[i] = b[i];
#pragma pram pardo
  for (s = 0; s < n; s++) /* { dg-error "a local integer" } */
    a[s] = b[s];
#pragma pram pardo
  for (int i = 1; i < n; i++) /* { dg-error "changes its own iterator 'i'" } */
    {
      i++;
      a[i] = b[i];
    }
#pragma pram pardo
  for (int i = 1; i < n; i++)
    {
#pragma pram pardo
      for (int j = 1; j < i; j++) /* { dg-error "bounds of this loop differ" } */
	a[j] = b[i];
    }
}

void
assignments (int n)
{
#pragma pram pardo
  for (int i = 0; i < n; i++)
    s = i; /* { dg-error "every iteration assigns to 's'; declare it" } */
#pragma pram pardo
  for (int i = 0; i < n; i++)
    a[3] = b[i]; /* { dg-error "every iteration assigns to 'a" } */
#pragma pram pardo
  for (int i = 0; i < n; i++)
    a[i] = b[i] = 0; /* { dg-error "an expression that assigns, too" } */
#pragma pram pardo
  for (int i = 0; i < n; i++)
    a[i] = b[s++]; /* { dg-error "an expression that assigns, too" } */
#pragma pram pardo
  for (int i = 0; i < n; i++)
    a[i] = unknown (b[i]); /* { dg-error "'unknown' may change what other" } */
#pragma pram pardo
  for (int i = 0; i < n; i++)
    a[i] = counting (b[i]); /* { dg-error "'counting' may change what" } */
#pragma pram pardo
  for (int i = 0; i < n; i++)
    a[i] = twice (b[i]); /* { dg-bogus "may change" } */
}

void
bodies (int n)
{
#pragma pram pardo
  for (int i = 1; i < n; i++)
    {
      if (b[i] < 0)
	continue; /* { dg-error "a jump; put what iterations do under an if" } */
      a[i] = a[i - 1];
    }
#pragma pram pardo
  for (int i = 0; i < n; i++)
    for (int j = 0; j < i; j++) /* { dg-error "through this loop differently" } */
      a[j] = a[i];
#pragma pram pardo
  for (int i = 0; i < n; i++)
    {
      int k = i;
      while (k > 0) /* { dg-error "a while or do loop that assigns" } */
	{
	  a[k] = 1;
	  k /= 2;
	}
    }
#pragma pram pardo
  for (int i = 1; i < n; i++)
    {
      double v[3]; /* { dg-error "the array 'v' is used in several assign" } */
      v[i % 3] = a[i - 1];
      a[i] = v[i % 3];
      b[i] = v[0];
    }
#pragma pram pardo
  for (int i = 1; i < n; i++)
    {
      double v[n]; /* { dg-error "an array of variable size" } */
      v[i] = a[i - 1];
      a[i] = v[i];
    }
#pragma pram pardo
  for (int i = 0; i < n; i++)
    {
      if (a[i] > 3)
	printf ("%d\n", i); /* { dg-error "'printf' may change" } */
      a[i] = 1;
    }
}
