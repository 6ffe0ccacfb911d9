/* scaled.h: positive numbers beyond the range of a double.

   SPDX-License-Identifier: GPL-3.0-or-later

   X * 2^(512 * BLOCK), with 2^-256 <= X < 2^256, or X = 0.  Numbers of about
   one size mostly have the same block: sums and ratios are those of doubles
   then, where logarithms would take one and an exponential each time.  */

#ifndef PRAM_SCALED_H
#define PRAM_SCALED_H

#include <math.h>
#include <stdint.h>

struct scaled { double x; int64_t block; };

/* X is at most 2^768 and, unless it is 0, at least 2^-768.  */
static inline struct scaled
scaled_normal (double x, int64_t block)
{
  if (x >= 0x1p256)
    return (struct scaled) { x * 0x1p-512, block + 1 };
  if (x < 0x1p-256 && x > 0)
    return (struct scaled) { x * 0x1p512, block - 1 };
  return (struct scaled) { x, block };
}

/* 2^(512 * BLOCKS), for |BLOCKS| > 1 as good as 0 or infinite.  */
static inline double
scaled_shift (int64_t blocks)
{
  return blocks == 0 ? 1 : blocks == -1 ? 0x1p-512 : blocks == 1 ? 0x1p512
	 : blocks < 0 ? 0 : INFINITY;
}

static inline struct scaled
scaled_sum (struct scaled a, struct scaled b)
{
  if (a.block == b.block)
    return scaled_normal (a.x + b.x, a.block);
  struct scaled high = a.block > b.block ? a : b;
  struct scaled low = a.block > b.block ? b : a;
  return scaled_normal (high.x + low.x * scaled_shift (low.block - high.block),
			high.block);
}

static inline struct scaled
scaled_product (struct scaled a, struct scaled b)
{
  return scaled_normal (a.x * b.x, a.block + b.block);
}

/* A / B, B > 0; infinite or 0 if that is beyond a double.  */
static inline double
scaled_ratio (struct scaled a, struct scaled b)
{
  double ratio = a.x / b.x;
  return a.block == b.block ? ratio : ratio * scaled_shift (a.block - b.block);
}

/* exp (X).  */
static inline struct scaled
scaled_exp (double x)
{
  double block = nearbyint (x / (512 * M_LN2));
  return scaled_normal (exp (x - block * (512 * M_LN2)), (int64_t) block);
}

static inline double
scaled_log (struct scaled a)
{
  return log (a.x) + (double) a.block * (512 * M_LN2);
}

#endif
