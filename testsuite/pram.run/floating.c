/* floating.c: what <fenv.h> sets holds in regions, and what they raise is seen
   after them.

   SPDX-License-Identifier: GPL-3.0-or-later  */
/* { pram-flags -frounding-math } */

#include <fenv.h>
#include <float.h>
#include <math.h>
#include <string.h>
#include <xmmintrin.h>
#include "show.h"

#define N 700

static double a[N], b[N], c[N];
static long double x[N], y[N];
static int k[N];

static void
tell (const char *what)
{
  static const struct { int flag; const char *name; } all[] =
  {
    { FE_DIVBYZERO, "divbyzero" }, { FE_INVALID, "invalid" },
    { FE_OVERFLOW, "overflow" }, { FE_UNDERFLOW, "underflow" },
    { FE_INEXACT, "inexact" }
  };
  printf ("%s:", what);
  for (size_t i = 0; i < sizeof all / sizeof *all; i++)
    printf (" %s", fetestexcept (all[i].flag) ? all[i].name : "-");
  printf ("\n");
  show ("b", b, sizeof b);
  show ("y", y, sizeof y);
  feclearexcept (FE_ALL_EXCEPT);
}

static void
divide (void)
{
#pragma pram
  for (int i = 0; i < N; i++)
    b[i] = a[i] / c[i];
}

static void
divide_long (void)
{
#pragma pram begin
  for (int i = 0; i < N; i++)
    memset (&y[i], 0, sizeof y[i]);
  for (int i = 0; i < N; i++)
    y[i] = x[i] / k[i];
#pragma pram end
}

/* Element by element.  */
static void
chain (void)
{
#pragma pram schedule(naive)
  for (int i = 1; i < N; i++)
    b[i] = b[i - 1] * a[i];
}

static double
largest (void)
{
  double m = 0;
#pragma pram
  for (int i = 0; i < N; i++)
    m = fmax (m, a[i] * a[i]);
  return m;
}

/* The step after the last one, which nobody asks for, would be inexact.  */
static int
halve (void)
{
  double *u = a, *v = b, most;
  int steps = 0;
#pragma pram local(v)
  do
    {
      most = 0;
      for (int i = 0; i < N; i++)
	{
	  v[i] = 0.5 * u[i];
	  most = fmax (most, v[i]);
	}
      double *t = u;
      u = v;
      v = t;
      steps++;
    }
  while (most > 2 * DBL_MIN);
  show ("u", u, sizeof a);
  memset (v, 0, sizeof a);
  return steps;
}

/* Operands whose quotients are exact, but for that of element AT.  */
static void
fill (int at, double numerator, double denominator)
{
  for (int i = 0; i < N; i++)
    {
      a[i] = 3 * i;
      c[i] = 4;
      x[i] = 3 * i;
      k[i] = 4;
    }
  a[at] = x[at] = numerator;
  c[at] = denominator;
  k[at] = (int) denominator;
}

static void
raise_each (int at)
{
  static const double special[][2] =
    { { 1, 4 }, { 1, 3 }, { 1, 0 }, { 0, 0 }, { 1e300, 1e-300 },
      { 1e-300, 1e300 }, { INFINITY, 2 }, { NAN, 2 } };
  for (size_t i = 0; i < sizeof special / sizeof *special; i++)
    {
      fill (at, special[i][0], special[i][1]);
      feclearexcept (FE_ALL_EXCEPT);
      divide ();
      tell ("divide");
    }
  fill (at, 1, 3);
  feclearexcept (FE_ALL_EXCEPT);
  divide_long ();
  tell ("long double");
  fill (at, 1e200, 1);
  feraiseexcept (FE_DIVBYZERO);
  printf ("%g\n", largest ());
  tell ("overflow beside what was raised before");
  fill (at, 1, 1);
  divide ();
  tell ("nothing");
}

static void
round_each (void)
{
  static const int mode[] =
    { FE_UPWARD, FE_DOWNWARD, FE_TOWARDZERO, FE_TONEAREST };
  for (size_t i = 0; i < sizeof mode / sizeof *mode; i++)
    {
      fill (0, 1, 3);
      for (int j = 0; j < N; j++)
	k[j] = c[j] = j % 2 ? -7 : 7;
      fesetround (mode[i]);
      divide ();
      divide_long ();
      tell ("round");
      for (int j = 0; j < N; j++)
	a[j] = 1 + 0.1 / (j + 1);
      b[0] = 1;
      chain ();
      tell ("chain");
    }
}

int
main (void)
{
  tell ("start");
  raise_each (0);
  raise_each (N - 1);
  round_each ();
  for (int i = 0; i < N; i++)
    a[i] = (1 + noise (i)) * DBL_MIN * 0x1p23;
  feclearexcept (FE_ALL_EXCEPT);
  printf ("%d steps\n", halve ());
  tell ("halve");
  fill (0, 1, 4);
  for (int i = 0; i < N; i++)
    a[i] = i * 0x1p-1072;
  _mm_setcsr (_mm_getcsr () | 0x8040);
  divide ();
  _mm_setcsr (_mm_getcsr () & ~0x8040);
  tell ("flushed");
  divide ();
  tell ("not flushed");
  return 0;
}
