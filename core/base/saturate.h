/* saturate.h: figures that stop at the greatest number instead of wrapping.

   SPDX-License-Identifier: Apache-2.0

   For what is only reported: tasks, messages and bytes of runs that nobody
   would wait for.  Arguments are not negative.  */

#ifndef PRAM_SATURATE_H
#define PRAM_SATURATE_H

#include <math.h>
#include <stdint.h>

static inline int64_t
pram_saturated_sum (int64_t a, int64_t b)
{
  int64_t sum;
  return __builtin_add_overflow (a, b, &sum) ? INT64_MAX : sum;
}

static inline int64_t
pram_saturated_product (int64_t a, int64_t b)
{
  int64_t product;
  return __builtin_mul_overflow (a, b, &product) ? INT64_MAX : product;
}

static inline int64_t
pram_saturated_round (double x)
{
  return x < 0x1p63 ? (int64_t) llround (x) : INT64_MAX;
}

#endif
