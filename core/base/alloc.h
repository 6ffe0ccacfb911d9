/* alloc.h: memory that a function frees itself.

   SPDX-License-Identifier: Apache-2.0

   As in arena.h, allocation cannot fail (guard.h).  Released with free.  */

#ifndef PRAM_ALLOC_H
#define PRAM_ALLOC_H

#include <stdint.h>
#include <stdlib.h>

#include "guard.h"

/* N elements of SIZE bytes, zeroed; not null for N = 0 either.  */
static inline void *
pram_zeroed (int64_t n, size_t size)
{
  void *result = calloc (n > 0 ? (size_t) n : 1, size);
  if (!result)
    pram_exhausted ();
  return result;
}

/* ARRAY with room for N > 0 elements of SIZE bytes.  */
static inline void *
pram_resized (void *array, int64_t n, size_t size)
{
  array = realloc (array, (size_t) n * size);
  if (!array)
    pram_exhausted ();
  return array;
}

#endif
