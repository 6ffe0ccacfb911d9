/* arena.c: memory that lives as long as a region's compilation.

   SPDX-License-Identifier: Apache-2.0

   A chain of blocks, each twice as large as the one before up to a limit.  An
   allocation takes the next bytes of the newest block; one that does not fit
   starts a new block (what was left of the old one is lost).  Nothing is ever
   given back but all of it.

   Invariants
   (1) Every address handed out is aligned for any type.
   (2) Bytes behind a block's `used' are zero, so allocations are zeroed.  */

#include "arena.h"

#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "guard.h"

enum { FIRST_BLOCK = 16 << 10, LARGEST_BLOCK = 1 << 20 };

struct block
{
  struct block *previous;
  size_t used, size;		/* bytes of DATA */
  max_align_t data[];
};

/* Memory that somebody else allocated; in a block itself.  */
struct adopted
{
  struct adopted *previous;
  void *memory;
};

struct pram_arena
{
  struct block *newest;
  struct adopted *adopted;	/* the last one */
};

/* SIZE rounded up so that what follows is aligned for any type.  */
static size_t
round_up (size_t size)
{
  size_t align = _Alignof (max_align_t);
  if (size > SIZE_MAX - sizeof (struct block) - align)
    pram_exhausted ();
  return (size + align - 1) / align * align;
}

/* Put a new block with room for at least SIZE bytes before all others.  */
static void
add_block (struct pram_arena *arena, size_t size)
{
  size_t wanted = FIRST_BLOCK;
  if (arena->newest && arena->newest->size >= FIRST_BLOCK)
    wanted = arena->newest->size * 2;
  if (wanted > LARGEST_BLOCK)
    wanted = LARGEST_BLOCK;
  if (wanted < size)
    wanted = size;

  struct block *block = calloc (1, sizeof *block + wanted);
  if (!block)
    pram_exhausted ();
  block->previous = arena->newest;
  block->size = wanted;
  arena->newest = block;
}

struct pram_arena *
pram_arena_new (void)
{
  struct pram_arena *arena = calloc (1, sizeof *arena);
  if (!arena)
    pram_exhausted ();
  return arena;
}

void
pram_arena_free (struct pram_arena *arena)
{
  if (!arena)
    return;
  for (struct adopted *a = arena->adopted; a; a = a->previous)
    free (a->memory);
  for (struct block *block = arena->newest, *previous; block; block = previous)
    {
      previous = block->previous;
      free (block);
    }
  free (arena);
}

void *
pram_arena_alloc (struct pram_arena *arena, size_t size)
{
  size = round_up (size ? size : 1);
  struct block *block = arena->newest;
  if (!block || block->size - block->used < size)
    {
      add_block (arena, size);
      block = arena->newest;
    }
  void *result = (char *) block->data + block->used;
  block->used += size;
  return result;
}

void
pram_arena_adopt (struct pram_arena *arena, void *memory)
{
  struct adopted *adopted = PRAM_ARENA_NEW (arena, struct adopted, 1);
  *adopted = (struct adopted) { arena->adopted, memory };
  arena->adopted = adopted;
}

char *
pram_arena_strdup (struct pram_arena *arena, const char *string)
{
  size_t size = strlen (string) + 1;
  return memcpy (pram_arena_alloc (arena, size), string, size);
}

char *
pram_arena_printf (struct pram_arena *arena, const char *format, ...)
{
  va_list args;
  va_start (args, format);
  int length = vsnprintf (NULL, 0, format, args);
  va_end (args);
  if (length < 0)
    pram_exhausted ();

  char *result = pram_arena_alloc (arena, (size_t) length + 1);
  va_start (args, format);
  vsnprintf (result, (size_t) length + 1, format, args);
  va_end (args);
  return result;
}

void *
pram_arena_grow (struct pram_arena *arena, void *array_pointer, int *n,
		 size_t elem_size)
{
  void *array;
  memcpy (&array, array_pointer, sizeof array);

  size_t count = (size_t) *n;
  if ((count & (count - 1)) == 0)	/* 0 or a power of two: it is full */
    {
      void *larger = pram_arena_alloc (arena,
				       elem_size * (count ? 2 * count : 1));
      if (count)
	memcpy (larger, array, elem_size * count);
      array = larger;
      memcpy (array_pointer, &array, sizeof array);
    }
  ++*n;
  return (char *) array + elem_size * count;
}
