/* splitmix.h: random numbers.

   SPDX-License-Identifier: GPL-3.0-or-later

   Steele, Lea and Flood, Fast splittable pseudorandom number generators, 2014.
   Any STATE will do; neighbours give unrelated sequences.  */

#ifndef PRAM_SPLITMIX_H
#define PRAM_SPLITMIX_H

#include <stdint.h>

#define PRAM_SPLITMIX_STEP UINT64_C (0x9e3779b97f4a7c15)

static inline uint64_t
pram_splitmix (uint64_t *state)
{
  uint64_t z = *state += PRAM_SPLITMIX_STEP;
  z = (z ^ (z >> 30)) * UINT64_C (0xbf58476d1ce4e5b9);
  z = (z ^ (z >> 27)) * UINT64_C (0x94d049bb133111eb);
  return z ^ (z >> 31);
}

/* As if a number had been drawn.  */
static inline void
pram_splitmix_skip (uint64_t *state)
{
  *state += PRAM_SPLITMIX_STEP;
}

/* In [0, 1).  */
static inline double
pram_splitmix_unit (uint64_t *state)
{
  return (double) (pram_splitmix (state) >> 11) * 0x1p-53;
}

/* In [LO, HI].  */
static inline int64_t
pram_splitmix_in (uint64_t *state, int64_t lo, int64_t hi)
{
  return lo + (int64_t) (pram_splitmix_unit (state) * (double) (hi - lo + 1));
}

#endif
