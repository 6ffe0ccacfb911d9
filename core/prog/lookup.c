/* lookup.c: what is known of lookups.

   SPDX-License-Identifier: Apache-2.0  */

#include "lookup.h"
#include "pram-there.h"

#include <string.h>

/* Elements that are read, of those that are assumed to be the same, at most: more
   that are the same in truth nobody would put into an array, and each that is not
   may be a piece of its own.  */
enum { MAX_ASSUMED = 64 };

struct pram_lookup *
pram_lookup_add (struct pram_lookups *all, struct pram_arena *arena,
		 int number, const char *name, enum pram_type type)
{
  static const int bytes[] = {
    [PRAM_TYPE_I8] = 1, [PRAM_TYPE_U8] = 1, [PRAM_TYPE_I16] = 2,
    [PRAM_TYPE_U16] = 2, [PRAM_TYPE_I32] = 4, [PRAM_TYPE_U32] = 4,
    [PRAM_TYPE_I64] = 8, [PRAM_TYPE_U64] = 8
  };
  if (type > PRAM_TYPE_U64)
    return NULL;
  struct pram_lookup *lookup = PRAM_ARENA_PUSH (arena, all->lookup, all->n);
  *lookup = (struct pram_lookup) {
    .number = number, .name = name, .type = type, .bytes = bytes[type],
    .is_signed = (type == PRAM_TYPE_I8 || type == PRAM_TYPE_I16
		  || type == PRAM_TYPE_I32 || type == PRAM_TYPE_I64) };
  return lookup;
}

struct pram_lookup *
pram_lookup_find (const struct pram_lookups *all, int64_t number)
{
  for (int k = 0; all && k < all->n; k++)
    if (all->lookup[k].number == number)
      return &all->lookup[k];
  return NULL;
}

/* Those elements of LOOKUP of which K is one and which are known; or null.  */
static const struct pram_elements *
known_around (const struct pram_lookups *all, const struct pram_lookup *lookup,
	      int64_t k)
{
  for (int i = 0; i < all->n_known; i++)
    {
      const struct pram_elements *e = &all->known[i].elements;
      if (&all->lookup[all->known[i].lookup] == lookup
	  && k >= e->first && k < e->first + e->n)
	return e;
    }
  return NULL;
}

bool
pram_lookup_known_p (const struct pram_lookups *all,
		     const struct pram_lookup *lookup, int64_t k,
		     int64_t *value)
{
  const struct pram_elements *e = known_around (all, lookup, k);
  if (e)
    *value = e->values[k - e->first];
  return e;
}

bool
pram_lookup_all_known_p (const struct pram_lookups *all,
			 const struct pram_lookup *lookup, int64_t first,
			 int64_t last)
{
  const struct pram_elements *e;
  while (first <= last && (e = known_around (all, lookup, first)))
    first = e->first + e->n;
  return first > last;
}

/* The integer of SIZE bytes at MEMORY.  */
static int64_t
integer_at (const char *memory, int size, bool is_signed)
{
  int8_t i8;
  int16_t i16;
  int32_t i32;
  int64_t value;
  switch (size)
    {
    case 1:
      memcpy (&i8, memory, sizeof i8);
      value = i8;
      break;
    case 2:
      memcpy (&i16, memory, sizeof i16);
      value = i16;
      break;
    case 4:
      memcpy (&i32, memory, sizeof i32);
      value = i32;
      break;
    default:
      memcpy (&value, memory, sizeof value);
      return value;
    }
  return is_signed ? value : pram_expr_wrap_value (value, 8 * size, false);
}

/* Element K of LOOKUP, which may be read.  */
static int64_t
element (const struct pram_lookup *lookup, int64_t k)
{
  if (lookup->memory)
    return integer_at (lookup->memory + k * lookup->bytes, lookup->bytes,
		       lookup->is_signed);
  return (k >= 0 && k < lookup->n_values ? lookup->values[k]
	  : lookup->rest + k * lookup->step);
}

/* Elements FIRST to FIRST + N - 1 of LOOKUP can be read.  */
static bool
there_p (const struct pram_lookup *lookup, int64_t first, int n)
{
  const char *from = lookup->memory + first * lookup->bytes;
  uintptr_t known = UINTPTR_MAX;
  return (!lookup->memory
	  || pram_there_p (from, from + (int64_t) n * lookup->bytes, &known));
}

/* May all of the elements of LOOKUP that are known be, and N more from FIRST
   on?  */
static bool
room_p (const struct pram_lookups *all, const struct pram_lookup *lookup,
	int64_t first, int n)
{
  bool assumed = !lookup->memory && !lookup->step;
  int room = PRAM_MAX_ELEMENTS;
  for (int i = 0; i < all->n_known; i++)
    if (&all->lookup[all->known[i].lookup] == lookup)
      room -= all->known[i].elements.n;
  if (assumed && first >= lookup->n_values && room > MAX_ASSUMED)
    room -= PRAM_MAX_ELEMENTS - MAX_ASSUMED;
  return n <= room;
}

bool
pram_lookup_learn (struct pram_lookups *all, struct pram_lookup *lookup,
		   int64_t first, int n, struct pram_arena *arena)
{
  int64_t *values = PRAM_ARENA_NEW (arena, int64_t, n + 1), value;
  int number = (int) (lookup - all->lookup);
  if (!room_p (all, lookup, first, n))
    {
      lookup->excessive = true;
      return false;
    }
  if (!there_p (lookup, first, n))
    return false;
  for (int k = 0; k < n;)
    {
      int start = k;
      for (; k < n && pram_lookup_known_p (all, lookup, first + k, &value); k++)
	start = k + 1;
      for (; k < n && !pram_lookup_known_p (all, lookup, first + k, &value);
	   k++)
	values[k] = element (lookup, first + k);
      if (k > start)
	*PRAM_ARENA_PUSH (arena, all->known, all->n_known)
	  = (struct pram_known_elements)
	    { number, { first + start, k - start, values + start } };
    }
  return true;
}

void
pram_lookup_share (struct pram_lookup *to, const struct pram_lookup *from)
{
  bool all = true;
  for (int i = 0; i < from->n_loads; i++)
    all &= from->loads[i].state == PRAM_LOAD_KNOWN;
  to->excessive = from->excessive;
  for (int i = 0; i < to->n_loads; i++)
    to->loads[i].state = all ? PRAM_LOAD_KNOWN : PRAM_LOAD_NEW;
}

void
pram_lookups_forget (struct pram_lookups *all)
{
  all->n_known = 0;
  for (int k = 0; k < all->n; k++)
    {
      all->lookup[k].excessive = false;
      for (int i = 0; i < all->lookup[k].n_loads; i++)
	all->lookup[k].loads[i].state = PRAM_LOAD_NEW;
    }
}

const struct pram_lookup *
pram_lookups_unknown (const struct pram_lookups *all)
{
  for (int k = 0; k < all->n; k++)
    for (int i = 0; i < all->lookup[k].n_loads; i++)
      if (all->lookup[k].loads[i].state != PRAM_LOAD_KNOWN)
	return &all->lookup[k];
  return NULL;
}
