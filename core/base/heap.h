/* heap.h: a heap of entries of any type, the first one on top.

   SPDX-License-Identifier: Apache-2.0

   PRAM_HEAP (moments, struct moment, before_p) makes struct moments, which
   begins as zeroes, and moments_push and moments_pop; before_p says of two
   pointers whether the first one's entry comes first.  Where that is a total
   order, entries come out in it whatever the order in which they went in.  The
   owner frees ENTRY.

   Invariant
   (1) No entry comes before the one at half its place: entry[(k - 1) / 2].  */

#ifndef PRAM_HEAP_H
#define PRAM_HEAP_H

#include <stdint.h>

#include "alloc.h"

#define PRAM_HEAP(name, type, before_p) \
  struct name \
  { \
    int64_t n, room; \
    type *entry;		/* the first one is on top */ \
  }; \
\
  static inline void \
  name##_push (struct name *heap, type entry) \
  { \
    if (heap->n == heap->room) \
      { \
	heap->room = 2 * heap->room + 64; \
	heap->entry = pram_resized (heap->entry, heap->room, sizeof entry); \
      } \
    int64_t k = heap->n++; \
    for (; k > 0 && before_p (&entry, &heap->entry[(k - 1) / 2]); \
	 k = (k - 1) / 2) \
      heap->entry[k] = heap->entry[(k - 1) / 2]; \
    heap->entry[k] = entry; \
  } \
\
  /* Of a heap that isn't empty.  */ \
  static inline type \
  name##_pop (struct name *heap) \
  { \
    type top = heap->entry[0], last = heap->entry[--heap->n]; \
    int64_t k = 0; \
    for (int64_t child; (child = 2 * k + 1) < heap->n; k = child) \
      { \
	if (child + 1 < heap->n \
	    && before_p (&heap->entry[child + 1], &heap->entry[child])) \
	  child++; \
	if (!before_p (&heap->entry[child], &last)) \
	  break; \
	heap->entry[k] = heap->entry[child]; \
      } \
    heap->entry[k] = last; \
    return top; \
  }

#endif
