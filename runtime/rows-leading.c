/* rows-leading.c: how many pointers a table seems to have.

   SPDX-License-Identifier: Apache-2.0

   Nobody says how long it is: it ends where there is no memory, or no pointer to
   memory.  */

#include "rows.h"
#include "pram-there.h"
#include <sys/mman.h>

/* How many of the N elements AT are there.  Pages are asked for once.  */

int
prt_rows_readable (char *const *at, int n)
{
  uintptr_t known = UINTPTR_MAX;
  int k = 0;
  while (k < n && pram_there_p ((const char *) (at + k),
				(const char *) (at + k + 1), &known))
    k++;
  return k;
}

/* All of KNOWN is mapped, as it was when it was found to be readable.  MS_ASYNC does
   nothing else.  */

static bool
still_p (const struct prt_readable *known)
{
  return (known->lo < known->hi
	  && msync ((void *) known->lo, known->hi - known->lo, MS_ASYNC) == 0);
}

static bool
within_p (uintptr_t at, const struct prt_readable *known)
{
  return at >= known->lo && at < known->hi;
}

/* The memory around AT that can be read.  To ask takes 100 us, so what was found last is
   kept: the heap, where large arrays are, and that of the library whose pointers freed
   memory has.  */

static struct prt_readable
readable_around (uintptr_t at)
{
  enum { KEPT = 4 };
  static struct prt_readable kept[KEPT];
  static unsigned oldest;
  for (int k = 0; k < KEPT; k++)
    if (within_p (at, &kept[k]) && still_p (&kept[k]))
      return kept[k];
  struct prt_readable *found = &kept[oldest++ % KEPT];
  prt_readable_around (at, &found->lo, &found->hi);
  return *found;
}

/* There is memory at ROW that can be read.  Most of what follows a table is a small
   number.  */

static bool
leads_p (uintptr_t row, struct prt_readable *known)
{
  enum { SMALL = 65536 };
  if (row < SMALL)
    return false;
  if (within_p (row, known))
    return true;
  if (!pram_there_word_p (row / 8 * 8))
    return false;
  *known = readable_around (row);
  return within_p (row, known);
}

/* How many of the N elements AT can be read.  */

static int
elements_there (char *const *at, int n, const struct prt_readable *known)
{
  uintptr_t first = (uintptr_t) at;
  int64_t left = ((int64_t) known->hi - (int64_t) first) / (int64_t) sizeof *at;
  if (first < known->lo || left <= 0)
    return prt_rows_readable (at, n);
  return left < n ? (int) left : n;
}

/* Which of the first MOST elements of TABLE, from the first or second one on, lead to memory that can be
   read.  There may be more of these than rows.  */

struct prt_span
prt_rows_leading (char *const *table, int64_t most, struct prt_readable *known)
{
  enum { MANY = 512 };
  struct prt_span s = { 0, 0 };
  bool more = most > 0;
  int64_t there;
  while (more && (there = elements_there (table + s.end, MANY, known)) > 0)
    for (int64_t end = s.end + there; more && s.end < end; s.end += more)
      {
	bool leads = s.end < most && leads_p ((uintptr_t) table[s.end], known);
	more = leads || s.end == 0;
	s.first += more && !leads;
      }
  return s;
}
