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

#endif
