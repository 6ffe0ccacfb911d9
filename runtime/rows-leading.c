/* rows-leading.c: how many pointers a table seems to have.

   SPDX-License-Identifier: Apache-2.0

   Nobody says how long it is: it ends where there is no memory, or no pointer to
   memory.  */

#include "rows.h"
#include "pram-there.h"

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

/* There is memory at ROW that can be read.  Most of what follows a table is a small
   number.  */

static bool
leads_p (uintptr_t row, struct prt_readable *known)
{
  enum { SMALL = 65536 };
  if (row < SMALL)
    return false;
  if (row < known->lo || row >= known->hi)
    prt_readable_around (row, &known->lo, &known->hi);
  return row >= known->lo && row < known->hi;
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
