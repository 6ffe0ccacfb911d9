/* heap.c: tests of core/base/heap.h.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "support.h"
#include "base/heap.h"

struct entry
{
  int key, number;
};

static inline bool
before_p (const struct entry *a, const struct entry *b)
{
  return a->key != b->key ? a->key < b->key : a->number < b->number;
}

PRAM_HEAP (entries, struct entry, before_p)

/* Each entry that is taken is the first of those that are in it: HELD says
   which keys' numbers are.  */
Test (heap, gives_the_first)
{
  struct rng rng = { 1 };
  enum { KEYS = 9, N = 3000 };
  static bool held[KEYS][N];
  struct entries heap = { 0 };
  int64_t n = 0;
  for (int k = 0; k < N; k++)
    {
      struct entry entry = { (int) rng_in (&rng, 0, KEYS - 1), k };
      entries_push (&heap, entry);
      held[entry.key][k] = true;
      for (n++; n && rng_in (&rng, 0, 9) < (k < N / 2 ? 4 : 7); n--)
	{
	  struct entry first = entries_pop (&heap);
	  cr_assert (held[first.key][first.number]);
	  held[first.key][first.number] = false;
	  for (int key = 0; key <= first.key; key++)
	    for (int i = 0; i < (key < first.key ? N : first.number); i++)
	      cr_assert (!held[key][i]);
	}
      cr_assert_eq (heap.n, n);
    }
  free (heap.entry);
}
