/* rows.c: which rows of an array are accessed, and what of each.

   SPDX-License-Identifier: Apache-2.0  */

#include "rows.h"

#include <string.h>

void
pram_range_join (struct pram_range *range, int64_t lo, int64_t hi)
{
  if (lo >= hi)
    return;
  bool any = range->lo < range->hi;
  if (!any || lo < range->lo)
    range->lo = lo;
  if (!any || hi > range->hi)
    range->hi = hi;
}

/* Let ROWS, whose rows were WAS, have room for what is known of each.  */
static void
make_room (struct pram_rows *rows, struct pram_arena *arena,
	   struct pram_range was)
{
  int64_t n = rows->rows.hi - rows->rows.lo;
  struct pram_range *each = NULL;
  if (rows->each && was.lo == rows->rows.lo && was.hi == rows->rows.hi)
    return;
  if (n <= PRAM_MAX_ROWS && (rows->each || was.lo == was.hi))
    each = PRAM_ARENA_NEW (arena, struct pram_range, n);
  if (each && rows->each)
    memcpy (each + (was.lo - rows->rows.lo), rows->each,
	    (size_t) (was.hi - was.lo) * sizeof *each);
  rows->each = each;
}

void
pram_rows_add (struct pram_rows *rows, struct pram_arena *arena,
	       struct pram_range more, struct pram_range columns,
	       const struct pram_range *each)
{
  struct pram_range was = rows->rows;
  pram_range_join (&rows->columns, columns.lo, columns.hi);
  if (more.lo >= more.hi)
    return;
  pram_range_join (&rows->rows, more.lo, more.hi);
  make_room (rows, arena, was);
  for (int64_t r = more.lo; r < more.hi && rows->each; r++)
    {
      const struct pram_range *of = each ? &each[r - more.lo] : &columns;
      pram_range_join (&rows->each[r - rows->rows.lo], of->lo, of->hi);
    }
}
