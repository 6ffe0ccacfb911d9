/* records.c: structures copied, returned by helpers, and made in between.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <math.h>
#include "show.h"

#define N 120

typedef struct { double re, im; } complex;
typedef struct { float x[3]; } vector;
typedef struct { vector at, speed; } body;

static complex line[N], spectrum[N];
static body now[N], next[N];

static inline complex
times (complex a, complex b)
{
  return (complex) { a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re };
}

static inline complex
plus (complex a, complex b)
{
  complex r = { a.re + b.re, a.im + b.im };
  return r;
}

static vector
mean (vector a, vector b)
{
  for (int k = 0; k < 3; k++)
    a.x[k] = 0.5f * (a.x[k] + b.x[k]);
  return a;
}

int
main (void)
{
  for (int i = 0; i < N; i++)
    {
      line[i] = (complex) { noise (i), noise (i + N) };
      for (int k = 0; k < 3; k++)
	{
	  now[i].at.x[k] = noise (6 * i + k);
	  now[i].speed.x[k] = noise (6 * i + k + 3);
	}
    }

#pragma pram
  for (int k = 0; k < N; k++)
    {
      complex sum = { 0, 0 };
      for (int j = 0; j < N; j++)
	{
	  complex w = { cos (j * k * 0.01), -sin (j * k * 0.01) };
	  sum = plus (sum, times (w, line[j]));
	}
      spectrum[k] = sum;
    }

#pragma pram
  for (int t = 0; t < 20; t++)
    {
      for (int i = 1; i < N - 1; i++)
	{
	  body b = now[i];
	  b.speed = mean (now[i - 1].speed, now[i + 1].speed);
	  for (int k = 0; k < 3; k++)
	    b.at.x[k] += 0.01f * b.speed.x[k];
	  next[i] = b;
	}
      next[0] = next[1];
      next[N - 1] = (body) { 0 };
      for (int i = 0; i < N; i++)
	now[i] = next[i];
    }

  show ("spectrum", spectrum, sizeof spectrum);
  show ("now", now, sizeof now);
  return 0;
}
