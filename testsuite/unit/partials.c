/* partials.c: tests of core/plan/partials.c against the tree itself.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "support.h"

#include "plan/partials.h"

/* The maximal subtrees with units FIRST .. LAST, none outside of [LO, HI),
   of the node K of LEVEL.  */
static int
subtrees (int64_t first, int64_t last, int64_t lo, int64_t hi, int level,
	  int64_t k)
{
  int64_t from = k << level, to = (k + 1) << level;
  from = from > first ? from : first;
  to = to < last + 1 ? to : last + 1;
  if (from >= to || to <= lo || from >= hi)
    return 0;
  if (from >= lo && to <= hi)
    return 1;
  return (subtrees (first, last, lo, hi, level - 1, 2 * k)
	  + subtrees (first, last, lo, hi, level - 1, 2 * k + 1));
}

Test (partials, are_the_maximal_subtrees)
{
  for (int64_t first = 0; first < 20; first++)
    for (int64_t last = first; last < 40; last++)
      for (int64_t lo = first; lo <= last; lo++)
	for (int64_t hi = lo; hi <= last + 1; hi++)
	  cr_assert_eq (pram_partials_count (first, last, lo, hi),
			subtrees (first, last, lo, hi, 6, 0),
			"units %d .. %d of %d .. %d", (int) lo, (int) hi - 1,
			(int) first, (int) last);
}

/* The example of partials.h; rank 0 and the last one have nodes of their own
   even if they are neighbours in the ring.  */
Test (partials, of_processes)
{
  struct pram_plan_layer layer = { .n_results = 2, .unit_hi = 8 };
  struct pram_plan plan = { .n_units = 8 };
  cr_expect_eq (pram_partials_count (0, 7, 0, 3), 2);
  cr_expect_eq (pram_partials_count (0, 7, 3, 8), 2);
  cr_expect_eq (pram_partials_result (&layer), 32);
  cr_expect_eq (pram_partials_bytes (&plan, &layer, 0, 1, 3), 2 * 32);
  cr_expect_eq (pram_partials_bytes (&plan, &layer, 1, 1, 3), 2 * 32);
  cr_expect_eq (pram_partials_bytes (&plan, &layer, 1, 2, 3), 2 * 32);
  cr_expect_eq (pram_partials_bytes (&plan, &layer, 2, 2, 3), 3 * 32);
  cr_expect_eq (pram_partials_bytes (&plan, &layer, -1, 2, 3), 3 * 32);
  cr_expect_eq (pram_partials_bytes (&plan, &layer, 0, 3, 3), 32);
  cr_expect_eq (pram_partials_bytes (&plan, &layer, 0, 1, 9), 32);
  cr_expect_eq (pram_partials_bytes (&plan, &layer, 8, 1, 9), 0);
}
