/* values.c: elements that a whole layer needs, of types that no reduction has,
   or of arrays with elements of several types.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <complex.h>
#include <string.h>
#include "show.h"

#define N 24

typedef union { float f; unsigned u; } word;
typedef struct { int i; float f; } record;

static double complex z[N], new_z[N];
static float complex c[N];
static __int128 q[N], new_q[N];
static __float128 f[N];
static word w[N];
static record r[N], new_r[N];

static void
first_into_all (int n, double *u)
{
  double v[n];
  memcpy (v, u, n * sizeof *u);
#pragma pram size(n=1) size(n=24)
  for (int t = 0; t < 3; t++)
    {
      for (int i = 1; i < n; i++)
	v[i] = u[i - 1] + u[i];
      memcpy (u, v, n * sizeof *u);
    }
}

int
main (void)
{
  double u[N];
  for (int i = 0; i < N; i++)
    {
      z[i] = noise (i) + I * noise (i + N);
      c[i] = 1 - I * (float) noise (i);
      q[i] = ((__int128) i << 80) + i;
      f[i] = noise (i);
      w[i].f = r[i].f = (float) noise (i);
      r[i].i = i;
      u[i] = noise (i);
    }

#pragma pram
  for (int t = 0; t < 3; t++)
    {
      double complex first = z[5];
      float complex second = c[7];
      for (int i = 0; i < N; i++)
	new_z[i] = z[i] * first + second;
      for (int i = 0; i < N; i++)
	{
	  z[i] = new_z[i] + 1;
	  c[i] *= 2;
	}
    }

#pragma pram
  for (int t = 0; t < 3; t++)
    {
      __int128 first = q[5];
      __float128 second = f[7];
      for (int i = 0; i < N; i++)
	new_q[i] = q[i] + first;
      for (int i = 0; i < N; i++)
	{
	  q[i] = new_q[i] + 1;
	  f[i] += second;
	}
    }

#pragma pram
  for (int t = 0; t < 3; t++)
    {
      float first = w[5].f;
      unsigned second = w[7].u;
      for (int i = 0; i < N; i++)
	{
	  w[i].f *= first;
	  w[i].u ^= second & 15;
	}
    }

#pragma pram
  for (int t = 0; t < 3; t++)
    {
      float first = r[5].f;
      int second = r[7].i;
      for (int i = 0; i < N; i++)
	{
	  new_r[i].f = r[i].f * first;
	  new_r[i].i = r[i].i + second;
	}
      for (int i = 0; i < N; i++)
	r[i] = new_r[i];
    }

  first_into_all (1, u);
  first_into_all (N, u);
  show ("z", z, sizeof z);
  show ("c", c, sizeof c);
  show ("q", q, sizeof q);
  show ("f", f, sizeof f);
  show ("w", w, sizeof w);
  show ("r", r, sizeof r);
  show ("u", u, sizeof u);
  return 0;
}
