/* beyond.c: loops, subscripts and conditions whose values come near 2^31, 2^32,
   2^63 and 2^64, or whose differences do.

   SPDX-License-Identifier: GPL-3.0-or-later

   { pram-mode any } */

#include <limits.h>
#include <stdint.h>
#include <stdio.h>

static long a[256], b[256];

/* --- Loops --------------------------------------------------------------- */

#define LOOP(name, type, from, cond, step)				      \
static unsigned long							      \
name (void)								      \
{									      \
  unsigned long x = 1;							      \
  _Pragma ("pram")							      \
  for (type i = from; i cond; i += step)				      \
    x += ((unsigned long) i >> 7) * 3 + 1;				      \
  return x;								      \
}

LOOP (far, long, -(3L << 61), < (3L << 61), 1L << 59)
LOOP (farther, long, LONG_MIN, < LONG_MAX - (1L << 60), 1L << 59)
LOOP (down, long, LONG_MAX, > LONG_MIN + (1L << 60), -(1L << 59))
LOOP (at_least, long, LONG_MIN, <= -(1L << 60), 1L << 58)
LOOP (half, long, 10, < -(1L << 62), 1L << 58)
LOOP (least, long, LONG_MIN + 100, >= LONG_MIN + 10, -3)
LOOP (unsigned_far, unsigned long, 0, < ULONG_MAX - (1UL << 59), 1L << 59)
LOOP (unsigned_most, unsigned long, 5, <= ULONG_MAX - (1UL << 60), 1L << 59)
LOOP (unsigned_top, unsigned long, 1UL << 63, < 15UL << 60, 1L << 59)
LOOP (unsigned_bit, unsigned long, 0, <= 1UL << 63, 1L << 59)
LOOP (unsigned_down, unsigned long, 15UL << 60, > 1UL << 59, -(1L << 58))
LOOP (unsigned_equal, unsigned long, 15UL << 60, != 1UL << 59, -(1L << 59))
LOOP (billions, unsigned, 0, < 4000000000u, 100000000u)
LOOP (billions_down, unsigned, 4000000000u, > 100000000u, -100000000u)
LOOP (narrow, int, INT_MIN, < INT_MAX - (1 << 28), 1 << 28)
LOOP (narrow_down, int, INT_MAX, > INT_MIN + (1 << 28), -(1 << 28))
LOOP (long_way, long, 0, < (1L << 40), 1L << 31)

/* --- Subscripts and conditions ------------------------------------------- */

#define USE(name, statement)						      \
static unsigned long							      \
name (void)								      \
{									      \
  unsigned long h = 0;							      \
  for (int i = 0; i < 256; i++)						      \
    b[i] = (a[i] = i * 77 + i % 7) & 63;				      \
  _Pragma ("pram")							      \
  for (long s = 0; s < 100; s++)					      \
    {									      \
      unsigned long u = s;						      \
      unsigned v = s;							      \
      int w = s;							      \
      (void) u, (void) v, (void) w;					      \
      statement;							      \
    }									      \
  for (int i = 0; i < 256; i++)						      \
    h = h * 31 + b[i];							      \
  return h;								      \
}
#define PLACE(name, place) USE (name, b[s] = a[place] + 1)
#define WHERE(name, condition) USE (name, if (condition) b[s] = a[s] + 1)

PLACE (shifted, (u << 60) >> 60)
PLACE (multiplied, (u * (1UL << 58)) >> 58)
PLACE (minus_one, (u + 0xffffffffffffffffUL) & 127)
PLACE (there_and_back, u + 0xffffffffffffffffUL + 1)
PLACE (unsigned_back, v + 0xffffffffu + 1)
PLACE (high_bits, (unsigned long) (v * 0x40000000u) >> 30)
PLACE (chosen, (u - 50 < 100 ? u - 50 : 0))
PLACE (divided, (u << 57) / (1UL << 57))
PLACE (rest, u % 0x8000000000000000UL)
PLACE (offset, s - (1L << 62) + (1L << 62))
PLACE (wide, (unsigned long) ((unsigned __int128) u << 120 >> 120))
WHERE (below, u < 0xfffffffffffffff0UL)
WHERE (product, u * (1UL << 58) < (1UL << 63))
WHERE (wrapped, u + 0xffffffffffffffe0UL < 20)
WHERE (range, u - 20 < 40)
WHERE (unsigned_range, v - 20 < 40)
WHERE (left, (u << 57) > 50UL << 57)
WHERE (large, s * (1L << 50) < (50L << 50))
WHERE (never, u >= 1UL << 63)
WHERE (always, s > LONG_MIN)
WHERE (difference, s - 50 > LONG_MIN + 3)
WHERE (negative, (unsigned long) (s - 50) > 0x8000000000000000UL)
WHERE (int_negative, (unsigned) (w - 50) > 0x80000000u)
WHERE (hash, u * 0x5555555555555555UL < (1UL << 62))
WHERE (wide_below, (__int128) s - ((__int128) 1 << 100) < 0)
WHERE (sum, s * (3L << 54) + LONG_MIN < 0)
WHERE (unequal, u * 2 != 0x8000000000000000UL)
WHERE (top_bit, u + (1UL << 63) >= (1UL << 63) + 30)

#define SHOW(name) printf (#name " %lx\n", name ())

int
main (void)
{
  SHOW (far), SHOW (farther), SHOW (down), SHOW (at_least), SHOW (half);
  SHOW (least), SHOW (unsigned_far), SHOW (unsigned_most);
  SHOW (unsigned_top), SHOW (unsigned_bit), SHOW (unsigned_down);
  SHOW (unsigned_equal), SHOW (billions), SHOW (billions_down);
  SHOW (narrow), SHOW (narrow_down), SHOW (long_way);
  SHOW (shifted), SHOW (multiplied), SHOW (minus_one);
  SHOW (there_and_back), SHOW (unsigned_back), SHOW (high_bits);
  SHOW (chosen), SHOW (divided), SHOW (rest), SHOW (offset);
  SHOW (wide), SHOW (below), SHOW (product), SHOW (wrapped), SHOW (range);
  SHOW (unsigned_range), SHOW (left), SHOW (large), SHOW (never);
  SHOW (always), SHOW (difference), SHOW (negative), SHOW (int_negative);
  SHOW (hash), SHOW (wide_below), SHOW (sum), SHOW (unequal);
  SHOW (top_bit);
  return 0;
}
