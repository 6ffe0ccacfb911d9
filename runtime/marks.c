/* marks.c: which elements of an array inspectors have found to be read.

   SPDX-License-Identifier: Apache-2.0

   A byte for each element that can be read at all, one for all others of a table of
   rows (which may lie anywhere), and one for each page of 4096 (PRAM_PAGE_BITS).
   The memory is only reserved: a page in which nothing is read costs nothing.  */

#include "prt.h"
#include <sys/mman.h>

static void *
reserve (int64_t size)
{
  void *map = mmap (NULL, size, PROT_READ | PROT_WRITE,
		    MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (map == MAP_FAILED)
    prt_fatal ("no memory to find out what is read");
  return map;
}

/* Let M be marks for ARG, and inspectors know them: LEAVES, PRAM_MARKS of them.  If
   PITCH isn't 0 its rows are so far apart, and not to be left.  */

void
prt_marks_make (struct prt_marks *m, const struct pram_arg *arg, int64_t pitch,
		void **leaves)
{
  int64_t page = 1 << PRAM_PAGE_BITS;
  m->first = prt_floor_div (prt_floor_div (arg->lo, arg->element), page) * page;
  m->n = prt_floor_div (arg->hi - 1, arg->element) + 1 - m->first;
  m->n_pages = m->n / page + 1;
  m->mark = reserve (m->n + 1);
  m->page = reserve (m->n_pages);
  m->lo = INT64_MAX;
  m->hi = INT64_MIN;
  m->pitch = pitch;
  m->first_column = arg->first_column;
  m->end_column = arg->end_column;
  leaves[PRAM_MARK_BYTES] = m->mark;
  leaves[PRAM_MARK_PAGES] = m->page;
  leaves[PRAM_MARK_FIRST] = (void *) (intptr_t) m->first;
  leaves[PRAM_MARK_N] = (void *) (intptr_t) m->n;
}

/* What is read lies beyond all that ARG reaches, so M, its marks, say.  */

bool
prt_marks_beyond_p (const struct prt_marks *m)
{
  return m->mark && m->mark[m->n];
}

void
prt_marks_free (struct prt_marks *m)
{
  if (m->mark)
    {
      munmap (m->mark, m->n + 1);
      munmap (m->page, m->n_pages);
    }
  m->mark = NULL;
}

/* LEN bytes from AT on are read: if they aren't all in a row that M, their marks, know
   of they are beyond what can be.  */

static void
check_columns (struct prt_marks *m, int64_t at, int64_t len)
{
  int64_t column = at - m->first_column;
  column -= prt_floor_div (column, m->pitch) * m->pitch;
  if (column + len > m->end_column - m->first_column)
    m->mark[m->n] = 1;
}

/* Marks K to END - 1 of M that are PRT_READ: append their elements to PIECES.
   Most are so in a row, or none are.  */

static void
collect_page (struct prt_marks *m, int64_t element, int64_t k, int64_t end,
	      struct prt_pieces *pieces)
{
  static const uint64_t all = UINT64_C (0x0101010101010101) * PRT_READ;
  while (k < end)
    {
      uint64_t eight = 1;
      int64_t n = 1;
      if (k + 8 <= end)
	memcpy (&eight, m->mark + k, 8);
      if (eight == 0 || eight == all)
	n = 8;
      if (eight == all || (eight && m->mark[k] == PRT_READ))
	{
	  prt_pieces_add (pieces, (m->first + k) * element, n * element);
	  if (m->pitch)
	    check_columns (m, (m->first + k) * element, n * element);
	}
      k += n;
    }
}

/* Let M's LO and HI enclose PIECES.  */

static void
enclose (struct prt_marks *m, const struct prt_pieces *pieces)
{
  if (!pieces->n)
    return;
  const struct prt_piece *last = &pieces->piece[pieces->n - 1];
  m->lo = pieces->piece[0].at < m->lo ? pieces->piece[0].at : m->lo;
  m->hi = last->at + last->len > m->hi ? last->at + last->len : m->hi;
}

/* Append the elements of ELEMENT bytes that are PRT_READ to PIECES, and forget
   the marks if that is wanted.  */

void
prt_marks_collect (struct prt_marks *m, int64_t element, bool forget,
		   struct prt_pieces *pieces)
{
  int64_t size = 1 << PRAM_PAGE_BITS;
  for (int64_t p = 0; p < m->n_pages; p++)
    if (m->page[p])
      {
	int64_t end = (p + 1) * size < m->n ? (p + 1) * size : m->n;
	collect_page (m, element, p * size, end, pieces);
	if (forget)
	  memset (m->mark + p * size, 0, end - p * size);
	m->page[p] = !forget;
      }
  enclose (m, pieces);
}

/* --- Walks ------------------------------------------------------------------ */

/* A page with marks of which none is PRT_READ.  */
enum { SETTLED = 2 };

void
prt_marks_set (struct prt_marks *m, int64_t k, bool here)
{
  unsigned char *page = &m->page[k >> PRAM_PAGE_BITS];
  m->mark[k] = here ? PRAM_HERE : PRT_READ;
  if (!here || !*page)
    *page = here ? SETTLED : 1;
}

/* Mark K of M is PRT_READ, and is taken.  */

static void
take (struct prt_marks *m, int64_t k)
{
  m->mark[k] = PRAM_HERE;
  if (!m->n_taken++ || k < m->first_taken)
    m->first_taken = k;
  if (m->n_taken == 1 || k > m->last_taken)
    m->last_taken = k;
}

/* Append the elements of ELEMENT bytes that are PRT_READ to PIECES, and let them
   be PRAM_HERE: they are going to be.  */

void
prt_marks_take (struct prt_marks *m, int64_t element, struct prt_pieces *pieces)
{
  int64_t size = 1 << PRAM_PAGE_BITS;
  for (int64_t p = 0; p < m->n_pages; p++)
    if (m->page[p] == 1)
      {
	int64_t end = (p + 1) * size < m->n ? (p + 1) * size : m->n;
	collect_page (m, element, p * size, end, pieces);
	for (int64_t k = p * size; k < end; k++)
	  if (m->mark[k] == PRT_READ)
	    take (m, k);
	m->page[p] = SETTLED;
      }
  enclose (m, pieces);
}

/* How many of M are PRT_READ; the *FIRST and the *LAST one, or those taken before.  */

int64_t
prt_marks_read (const struct prt_marks *m, int64_t *first, int64_t *last)
{
  int64_t size = 1 << PRAM_PAGE_BITS, n = 0;
  *first = m->n_taken ? m->first_taken : m->n;
  *last = m->n_taken ? m->last_taken : -1;
  for (int64_t p = 0; p < m->n_pages; p++)
    for (int64_t k = p * size; m->page[p] == 1 && k < (p + 1) * size && k < m->n; k++)
      if (m->mark[k] == PRT_READ)
	{
	  *first = k < *first ? k : *first;
	  *last = k > *last ? k : *last;
	  n++;
	}
  return n;
}

void
prt_marks_forget (struct prt_marks *m)
{
  int64_t size = 1 << PRAM_PAGE_BITS;
  for (int64_t p = 0; p < m->n_pages; p++)
    if (m->page[p])
      {
	int64_t end = (p + 1) * size < m->n ? (p + 1) * size : m->n;
	memset (m->mark + p * size, 0, end - p * size);
	m->page[p] = 0;
      }
  m->n_taken = 0;
}
