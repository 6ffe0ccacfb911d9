/* parts.c: complex numbers, all of them and their parts.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <complex.h>
#include <math.h>

#include "show.h"

#define N 37

struct field { double complex e, h; };

static double complex z[N], w[N], m[N][N];
static float complex f[N];
static double size[N];
static struct field now[N], next[N];

static void
fill (void)
{
  for (int i = 0; i < N; i++)
    {
      z[i] = noise (i) + I * noise (3 * i);
      f[i] = (float) noise (7 * i);
      now[i] = next[i] = (struct field) { z[i], i };
      for (int j = 0; j < N; j++)
	m[i][j] = noise (i * N + j) + I * noise (j);
    }
}

/* Parts are read.  */
static void
read_parts (void)
{
#pragma pram
  for (int t = 0; t < 4; t++)
    {
      for (int i = 0; i < N; i++)
	w[i] = z[i] * z[(i + 1) % N] + I * conj (z[i]);
      for (int i = 0; i < N; i++)
	{
	  z[i] = w[i] / (1 + creal (w[i]) * creal (w[i]));
	  f[i] = f[i] * (float) cimag (z[i]);
	  size[i] = cabs (z[i]);
	}
    }
}

/* They are written, first both, then one under a condition.  */
static double
write_parts (void)
{
  double most = 0;
#pragma pram
  for (int t = 0; t < 4; t++)
    {
      for (int i = 1; i < N - 1; i++)
	{
	  __real__ w[i] = 0.5 * (creal (z[i - 1]) + creal (z[i + 1]));
	  __imag__ w[i] = cimag (z[i]) - creal (z[i]);
	}
      most = 0;
      for (int i = 1; i < N - 1; i++)
	{
	  z[i] = w[i];
	  most = fmax (most, creal (w[i]));
	}
    }
#pragma pram
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++)
      if (creal (m[i][j]) > 0.5)
	m[i][j] = conj (m[i][j]);
      else
	__imag__ m[i][j] *= 2;
  return most;
}

/* Structures of them are copied.  */
static void
copy_fields (void)
{
#pragma pram
  for (int t = 0; t < 4; t++)
    {
      for (int i = 1; i < N - 1; i++)
	{
	  next[i].e = now[i - 1].h + I * now[i + 1].e;
	  next[i].h = cimag (now[i].e);
	}
      for (int i = 1; i < N - 1; i++)
	now[i] = next[i];
    }
}

int
main (void)
{
  fill ();
  read_parts ();
  show ("z", z, sizeof z);
  show ("f", f, sizeof f);
  show ("size", size, sizeof size);
  printf ("%a\n", write_parts ());
  show ("z", z, sizeof z);
  show ("m", m, sizeof m);
  copy_fields ();
  show ("now", now, sizeof now);
  return 0;
}
