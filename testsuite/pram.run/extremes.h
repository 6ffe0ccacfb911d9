/* extremes.h: minima and maxima of ten types of elements in scalars of some
   types, in five forms: NaNs, zeros of both signs, infinities and the least and
   largest numbers among the elements and before the loop.  Some of them are
   none in the scalar's type, and stay in order.

   EACH_SCALAR (X) is X (suffix, type, is it a floating one) for each scalar.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef EXTREMES_H
#define EXTREMES_H

#include <float.h>
#include <limits.h>
#include <math.h>
#include <stdint.h>
#include <string.h>

#include "tables.h"

#pragma GCC diagnostic ignored "-Wsign-compare"

#define N 23
#define STARTS 6

#define EACH_INTEGER(X)							\
  X (i8, int8_t, 0) X (u8, uint8_t, 0) X (i16, int16_t, 0)		\
  X (u16, uint16_t, 0) X (i32, int32_t, 0) X (u32, uint32_t, 0)		\
  X (i64, int64_t, 0) X (u64, uint64_t, 0)
#define EACH_REAL(X) X (f32, float, 1) X (f64, double, 1)
#define EACH_TYPE(X) EACH_INTEGER (X) EACH_REAL (X)

/* The elements, and what a scalar starts from.  */
#define ARRAYS(t, T, real) static T a_##t[N], start_##t[STARTS];
EACH_TYPE (ARRAYS)

/* What a scalar of type S yields for elements of type E.  */
#define PAIR(e, E, s, S)						\
static void								\
e##_##s (S start)							\
{									\
  struct { S m[5]; } o;							\
  S a = start, b = start, c = start, d = start, f = start;		\
  PRAGMA (pram)								\
  for (int i = 0; i < N; i++)						\
    {									\
      if (a_##e[i] > a)							\
	a = a_##e[i];							\
      b = a_##e[i] <= b ? a_##e[i] : b;					\
      c = c > a_##e[i] ? c : a_##e[i];					\
      if (!(d <= a_##e[i]))						\
	d = a_##e[i];							\
    }									\
  LARGEST (f, a_##e[i])							\
  /* Which zero fmax yields C leaves open.  */				\
  o.m[0] = a, o.m[1] = b, o.m[2] = c, o.m[3] = d, o.m[4] = f + (S) 0;	\
  for (int k = 0; k < 5; k++)						\
    {									\
      if (o.m[k] != o.m[k])						\
	memset (&o.m[k], -1, sizeof (S));				\
      VERBOSE (#e " " #s, k, start, o.m[k]);				\
    }									\
  show (#e " " #s, &o, sizeof o);					\
}

#ifdef DEBUG
#define VERBOSE(pair, k, start, m)					\
  printf (pair " %d: %g %g\n", k, (double) start, (double) m)
#else
#define VERBOSE(pair, k, start, m) (void) 0
#endif

#define PAIRS_OF(s, S)							\
  PAIR (i8, int8_t, s, S) PAIR (u8, uint8_t, s, S)			\
  PAIR (i16, int16_t, s, S) PAIR (u16, uint16_t, s, S)			\
  PAIR (i32, int32_t, s, S) PAIR (u32, uint32_t, s, S)			\
  PAIR (i64, int64_t, s, S) PAIR (u64, uint64_t, s, S)			\
  PAIR (f32, float, s, S) PAIR (f64, double, s, S)
#define PAIRS(s, S, real) PAIRS_OF (s, S)
EACH_SCALAR (PAIRS)

/* Numbers that some type has as its least or largest one, or not at all.  */
static int64_t
corner (int i)
{
  static const int64_t corners[] =
  {
    7, -3, 127, 128, -128, 255, 256, 32767, 32768, -32768, 65535, 65536, -1,
    INT_MAX, INT_MIN, UINT_MAX, 1LL << 32, INT64_MAX, INT64_MIN, 0
  };
  return corners[i * 7 % 20];
}

/* Element I of the floating arrays.  */
static double
element (int kind, int i)
{
  static const double all[]
    = { 1.5, -1.5, 0., -0., INFINITY, -INFINITY, 1e-300, 3e38, -1e300, .1 };
  double x = noise (kind * N + i);
  switch (kind)
    {
    case 0: return (double) corner (i);
    case 1: return floor (100 * x) + .5;
    case 2: return all[i * 3 % 10];
    case 3: return x < .3 ? NAN : x - .6;
    case 4: return NAN;
    case 5: return x < .5 ? 0. : -0.;
    case 6: return i == 12 ? NAN : -INFINITY;
    case 7: return i == N - 1 ? NAN : INFINITY;
    default: return x < .5 ? -INFINITY : NAN;
    }
}

#define FILL(t, T, real)						\
  for (int i = 0; i < N; i++)						\
    a_##t[i] = real ? (T) element (kind, i)				\
	       : kind == 1 ? (T) (100 * noise (i)) : (T) corner (i + kind);
#define BEGIN(t, T, real)						\
  for (int i = 0; i < STARTS; i++)					\
    start_##t[i] = real ? (T) starts[i] : (T) whole[i];

/* A number that an integer type doesn't have can't be converted to it.  */
#define RUN(e, s) e##_##s (start_##s[i]);
#define RUN_INTEGERS(s, S, real)					\
  RUN (i8, s) RUN (u8, s) RUN (i16, s) RUN (u16, s) RUN (i32, s)	\
  RUN (u32, s) RUN (i64, s) RUN (u64, s)
#define RUN_REALS(s, S, real)						\
  if (real || kind == 1)						\
    { RUN (f32, s) RUN (f64, s) }

int
main (void)
{
  static const double starts[STARTS] = { 0., -0., 42, NAN, -INFINITY, 1e30 };
  static const int64_t whole[STARTS]
    = { 0, 100, INT64_MIN, INT64_MAX, 128, -1 };
  EACH_TYPE (BEGIN)
  for (int kind = 0; kind < 9; kind++)
    {
      EACH_TYPE (FILL)
      for (int i = 0; i < STARTS; i++)
	{
	  if (kind < 2)
	    {
	      EACH_SCALAR (RUN_INTEGERS)
	    }
	  EACH_SCALAR (RUN_REALS)
	}
    }
  return 0;
}

#endif
