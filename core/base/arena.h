/* arena.h: memory that lives as long as a region's compilation.

   SPDX-License-Identifier: Apache-2.0

   Allocation cannot fail: guard.h says what happens when memory is
   exhausted.  */

#ifndef PRAM_ARENA_H
#define PRAM_ARENA_H

#include <stddef.h>

struct pram_arena;

struct pram_arena *pram_arena_new (void);
void pram_arena_free (struct pram_arena *);

/* SIZE bytes, zeroed, aligned for any type.  */
void *pram_arena_alloc (struct pram_arena *, size_t size);

/* Free MEMORY, which is from malloc, with all else: for large arrays that have
   grown outside.  */
void pram_arena_adopt (struct pram_arena *, void *memory);

char *pram_arena_strdup (struct pram_arena *, const char *);
char *pram_arena_printf (struct pram_arena *, const char *format, ...)
  __attribute__ ((format (printf, 2, 3)));

/* A zeroed array of N elements of TYPE.  */
#define PRAM_ARENA_NEW(arena, type, n) \
  ((type *) pram_arena_alloc (arena, sizeof (type) * (size_t) (n)))

/* Append to a growing array in the arena: returns the place of element *N and
   increments *N.  ARRAY has room for the next power of two; elements move.  */
void *pram_arena_grow (struct pram_arena *, void *array_pointer, int *n,
		       size_t elem_size);
#define PRAM_ARENA_PUSH(arena, array, n) \
  ((__typeof__ (array)) pram_arena_grow (arena, &(array), &(n), \
					 sizeof *(array)))
#endif
