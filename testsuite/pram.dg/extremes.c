/* extremes.c: a minimum or maximum in another type than the scalar's is none
   unless each value is one of both types.

   { dg-options "-Wno-sign-compare" }

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <math.h>

enum { N = 23 };
long l[N];
unsigned u[N];
double d[N];
float f[N];
unsigned char c[N];

unsigned short
narrows (void)
{
  unsigned short s = 100;
#pragma pram
  for (int i = 0; i < N; i++)
    s = l[i] < s ? l[i] : s; /* { dg-note "'s', of type 'short unsigned int', is compared as 'long int', which has other values: declare it as 'long int'" } */
  return s;
}

int
signs (void)
{
  int s = 100;
#pragma pram
  for (int i = 0; i < N; i++)
    s = s < u[i] ? u[i] : s; /* { dg-note "'s', of type 'int', is compared as 'unsigned int', which has other values" } */
  return s;
}

float
rounds (void)
{
  float s = 0;
#pragma pram
  for (int i = 0; i < N; i++)
    if (d[i] > s)
      s = d[i];	/* { dg-note "'s', of type 'float', is compared as 'double', which has other values" } */
  return s;
}

float
keeps (void)
{
  float s = 0, t = 1, v = -1;
  unsigned char w = 0;
  long m = 0;
#pragma pram
  for (int i = 0; i < N; i++)	/* { dg-note "is oblivious" } */
    {
      int x = c[i];
      s = fmax (s, fabs (f[i]));
      t = u[i] < t ? u[i] : t;
      if (x > v)
	v = x;
      w = w > x ? w : x;
      if (!(u[i] <= m))
	m = u[i];
    }
  return s + t + v + w + m;
}
