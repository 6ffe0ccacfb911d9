/* landings.h: when what a task waits for lands.

   SPDX-License-Identifier: Apache-2.0

   Landings for one task stand in consecutive slots, as many as it needs rounded
   up to a power of 2.  They are used again at once: memory that is touched for
   the first time costs more than all else in timing-ahead.c.  */

#ifndef PRAM_LANDINGS_H
#define PRAM_LANDINGS_H

#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>

#include "base/alloc.h"

union slot
{
  double time;			/* of the landing, s */
  int32_t next;			/* free slots of the same number, -1: none */
};

/* Which value a landing brings, and how large.  */
struct content
{
  int32_t task, bytes;
};

struct landings
{
  bool contents;		/* are kept */
  union slot *slot;
  struct content *content;	/* by slot, or null */
  int32_t n_slots, room;
  int32_t free[31];		/* the first of 2^k, -1: none */
};

static inline void
landings_begin (struct landings *landings, bool contents)
{
  *landings = (struct landings) { .contents = contents };
  for (int k = 0; k < 31; k++)
    landings->free[k] = -1;
}

static inline void
landings_end (struct landings *landings)
{
  free (landings->slot);
  free (landings->content);
}

/* The least k for which 2^k slots are enough for N.  */
static inline int
landings_size (int32_t n)
{
  return n > 1 ? 32 - __builtin_clz ((uint32_t) n - 1) : 0;
}

/* The first of new slots for N landings.  */
static inline int32_t
landings_new (struct landings *landings, int32_t n)
{
  int size = landings_size (n);
  int32_t first = landings->free[size];
  if (first >= 0)
    {
      landings->free[size] = landings->slot[first].next;
      return first;
    }
  first = landings->n_slots;
  landings->n_slots += INT32_C (1) << size;
  if (landings->n_slots > landings->room)
    {
      landings->room = 2 * landings->n_slots;
      landings->slot = pram_resized (landings->slot, landings->room,
				     sizeof *landings->slot);
      if (landings->contents)
	landings->content = pram_resized (landings->content, landings->room,
					  sizeof *landings->content);
    }
  return first;
}

/* The slots for N from FIRST on are needed no more.  */
static inline void
landings_free (struct landings *landings, int32_t first, int32_t n)
{
  int size = landings_size (n);
  landings->slot[first].next = landings->free[size];
  landings->free[size] = first;
}

/* Put the N landings from SLOT on into their order.  Mostly they are.  */
static inline void
landings_sort (union slot *slot, struct content *content, int32_t n)
{
  for (int32_t k = 1; k < n; k++)
    {
      double time = slot[k].time;
      struct content c = content[k];
      int32_t i = k;
      for (; i > 0 && (slot[i - 1].time > time
		       || (slot[i - 1].time == time
			   && content[i - 1].task > c.task)); i--)
	{
	  slot[i] = slot[i - 1];
	  content[i] = content[i - 1];
	}
      slot[i].time = time;
      content[i] = c;
    }
}

#endif
