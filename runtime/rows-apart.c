/* rows-apart.c: rows that lie anywhere.

   SPDX-License-Identifier: Apache-2.0

   Where rows aren't equally far apart, as if they were allocated one by one amid
   other things, rank 0 has a copy of those that the region uses, in one piece.
   Their pitch is that of the columns that it uses, and some more, so that rows
   never touch.  What the region wrote, and nothing else, is put back: what lies
   behind a row that is shorter than others is not the array's.  So it is, too, where
   the region exchanges rows (rows-exchanged.c).  */

#include "rows.h"
#include <errno.h>
#include <stdlib.h>
#include <sys/uio.h>
#include <unistd.h>

/* Bytes between rows, at least.  */
enum { GAP = 64 };

/* --- Pieces that overlap --------------------------------------------------- */

/* Bytes LO to HI - 1, of argument ARG: of its row ROW, if it is a table.  */
struct piece { uintptr_t lo, hi; int arg; int64_t row; };

static int
compare_pieces (const void *va, const void *vb)
{
  const struct piece *a = va, *b = vb;
  return (a->lo > b->lo) - (a->lo < b->lo);
}

static int64_t
count_pieces (const struct prt_rows *rows, const struct pram_region *desc)
{
  int64_t n = 0;
  for (int i = 0; i < desc->n_args; i++)
    if (prt_rows_any_p (&desc->args[i]))
      {
	struct prt_span used = prt_rows_used (rows, &desc->args[i], i);
	n += used.end - used.first;
      }
    else
      n++;
  return n;
}

/* What is accessed of the table A, which is argument I, in PIECE; returns how many
   there are.  */

static int64_t
find_rows (const struct prt_rows *rows, const struct pram_arg *a, int i,
	   struct piece *piece)
{
  struct prt_span used = prt_rows_used (rows, a, i);
  int64_t n = 0;
  for (int64_t r = used.first; r < used.end; r++)
    {
      uintptr_t row = (uintptr_t) prt_rows_table (rows, i)[r];
      int64_t lo, hi;
      prt_rows_columns (a, r, &lo, &hi);
      if (lo < hi)
	piece[n++] = (struct piece) { row + lo, row + hi, i, r };
    }
  return n;
}

/* What REGION accesses, in PIECE; returns how many there are.  */

static int64_t
find_pieces (const struct prt_rows *rows, const struct prt_region *region,
	     struct piece *piece)
{
  const struct pram_region *desc = region->desc;
  int64_t n = 0;
  for (int i = 0; i < desc->n_args; i++)
    {
      const struct pram_arg *a = &desc->args[i];
      if (prt_rows_any_p (a))
	n += find_rows (rows, a, i, piece + n);
      else if (prt_array_p (a) && a->lo < a->hi && region->bases[i])
	piece[n++] = (struct piece) { (uintptr_t) region->bases[i] + a->lo,
				      (uintptr_t) region->bases[i] + a->hi, i, 0 };
    }
  return n;
}

/* Sort N pieces.  Those that were allocated one after the other are so.  */

static void
sort_pieces (struct piece *piece, int64_t n)
{
  int64_t k = 1;
  while (k < n && compare_pieces (&piece[k - 1], &piece[k]) <= 0)
    k++;
  if (k < n)
    qsort (piece, n, sizeof *piece, compare_pieces);
}

/* Two pieces of REGION overlap, one of which is written: *A and *B.  */

static bool
find_overlap (const struct prt_rows *rows, const struct prt_region *region,
	      struct piece *a, struct piece *b)
{
  const struct pram_arg *args = region->desc->args;
  struct piece *piece = prt_alloc (count_pieces (rows, region->desc),
				   sizeof *piece);
  int64_t n = find_pieces (rows, region, piece), last = 0;
  bool found = false;
  sort_pieces (piece, n);
  for (int64_t k = 1; k < n && !found; k++)
    {
      *a = piece[last];
      *b = piece[k];
      found = (b->lo < a->hi && (args[a->arg].written || args[b->arg].written));
      if (b->hi > a->hi)
	last = k;
    }
  free (piece);
  return found;
}

/* Two pieces of REGION overlap, one of which is written, and both are used: those of
   *A and *B.  */

static bool
overlap_p (struct prt_rows *rows, const struct prt_region *region, int *a, int *b)
{
  struct piece x, y;
  while (find_overlap (rows, region, &x, &y))
    {
      bool later = x.row > y.row;
      *a = x.arg;
      *b = y.arg;
      struct piece *first = later ? &x : &y, *second = later ? &y : &x;
      if (!prt_rows_leave_out (rows, region, first->arg, first->row)
	  && !prt_rows_leave_out (rows, region, second->arg, second->row))
	return true;
    }
  return false;
}

/* --- How long rows may be ---------------------------------------------------- */

/* So many bytes may be between where some rows of argument I of REGION begin, and
   where something else does, at most: no row is longer.  */

static int64_t
longest_row (const struct prt_rows *rows, const struct prt_region *region, int i)
{
  struct piece *piece = prt_alloc (count_pieces (rows, region->desc), sizeof *piece);
  int64_t n = find_pieces (rows, region, piece), longest = 0;
  struct prt_readable last = { 0, 0 };
  sort_pieces (piece, n);
  if (n)
    prt_readable_around (piece[n - 1].lo, &last.lo, &last.hi);
  for (int64_t k = 0; k < n; k++)
    if (piece[k].arg == i)
      {
	uintptr_t begin = (uintptr_t) prt_rows_table (rows, i)[piece[k].row];
	uintptr_t end = k + 1 < n ? piece[k + 1].lo : last.hi;
	if ((int64_t) (end - begin) > longest)
	  longest = (int64_t) (end - begin);
      }
  free (piece);
  return longest;
}

/* How far copies of the rows of argument I of REGION have to go.  Where data choose
   columns a row must not be taken for another one (marks.c).  */

static int64_t
end_of_copies (const struct prt_rows *rows, const struct prt_region *region, int i)
{
  const struct pram_arg *arg = &region->desc->args[i];
  int64_t end = arg->width ? prt_rows_exchanged_bytes (arg) : arg->end_column;
  int64_t longest = (arg->chosen == PRAM_CHOSEN_COLUMNS
		     ? longest_row (rows, region, i) : 0);
  return end > longest ? end : longest;
}

/* Copies of the rows of argument I of REGION, of SITE, can go as far as they have
   to.  */

bool
prt_rows_bounded_p (const struct prt_site *site, const struct prt_region *region, int i)
{
  enum { MOST_BITS = 38 };
  const struct pram_arg *arg = &region->desc->args[i];
  struct prt_span used = prt_rows_used (site->rows, arg, i);
  int64_t end = end_of_copies (site->rows, region, i);
  return end < ((int64_t) 1 << MOST_BITS) / (used.end - used.first + 1);
}

/* --- The copy -------------------------------------------------------------- */

/* The rows of SITE, for which REGION was planned as if they were equally far apart,
   aren't: say how far apart copies of them are.  False if rows of *A and *B
   overlap.  */

bool
prt_rows_spread (struct prt_site *site, const struct prt_region *region, int *a,
		 int *b)
{
  struct prt_rows *rows = site->rows;
  const struct pram_region *desc = region->desc;
  if (overlap_p (rows, region, a, b))
    return false;
  for (int i = 0; i < desc->n_args; i++)
    if (desc->args[i].pitch)
      rows->value[desc->args[i].pitch - 1].i64 = 0;
  for (int i = 0; i < desc->n_args; i++)
    if (desc->args[i].pitch)
      {
	const struct pram_arg *arg = &desc->args[i];
	int64_t end = end_of_copies (rows, region, i);
	int64_t width = end - arg->first_column;
	int64_t unit = GAP % arg->row_unit ? arg->row_unit : GAP;
	int64_t pitch = (width + GAP + unit - 1) / unit * unit;
	if (pitch % 4096 == 0)
	  pitch += unit;
	if (pitch > prt_rows_pitch (rows, arg))
	  rows->value[arg->pitch - 1].i64 = pitch;
	if (arg->width)
	  rows->value[arg->width - 1].i64 = end / arg->row_unit;
      }
  return rows->apart = true;
}

bool
prt_rows_apart_p (const struct prt_site *site)
{
  return site->rows && site->rows->apart;
}

/* Copy N bytes from FROM, as far as they are there: a row may be shorter than
   others.  */

static void
copy_there (char *to, char *from, int64_t n)
{
  struct iovec here = { to, (size_t) n }, there = { from, (size_t) n };
  if (process_vm_readv (getpid (), &here, 1, &there, 1, 0) < 0
      && errno != EFAULT)
    memcpy (to, from, (size_t) n);
}

/* Which bytes of argument I of SITE's region, ARG, are where the region looks for
   them if data choose.  */

void
prt_rows_reach (const struct prt_site *site, const struct pram_arg *arg, int i,
		int64_t *lo, int64_t *hi)
{
  const struct prt_rows *rows = site->rows;
  int64_t pitch = prt_rows_pitch (rows, arg);
  if (rows->apart)
    {
      struct prt_span bytes = prt_rows_copied (rows, arg, i);
      *lo = bytes.first;
      *hi = bytes.end;
      return;
    }
  struct prt_span used = prt_rows_used (rows, arg, i);
  *lo = used.first * pitch;
  *hi = used.end * pitch;
  if (used.end - used.first <= 1)
    prt_reach_around (rows->row[i] + *lo, rows->row[i], lo, hi);
}

/* Rows of argument I of REGION, of SITE, lie between those of another one.  */

static bool
between_others_p (const struct prt_site *site, const struct prt_region *region, int i)
{
  const struct pram_arg *args = region->desc->args;
  bool between = false;
  for (int k = 0; k < region->desc->n_args; k++)
    {
      uintptr_t p = (uintptr_t) region->bases[i], q = (uintptr_t) region->bases[k];
      between |= (k != i && prt_rows_beside_p (site, region, i, k)
		  && p + args[i].lo < q + args[k].hi && q + args[k].lo < p + args[i].hi);
    }
  return between;
}

/* How far rows of argument I of REGION, of SITE, are apart if data choose columns of
   them, and what is between those that are accessed anyway is something else; else
   0.  */

int64_t
prt_rows_narrow_pitch (const struct prt_site *site, const struct prt_region *region,
		       int i)
{
  const struct pram_arg *arg = &region->desc->args[i];
  return (arg->chosen == PRAM_CHOSEN_COLUMNS
	  && (site->rows->apart || between_others_p (site, region, i))
	  ? prt_rows_pitch (site->rows, arg) : 0);
}

/* Make a copy of the rows of argument I.  */

static bool
copy_rows (struct prt_rows *rows, const struct pram_arg *arg, int i)
{
  char **table = prt_rows_table (rows, i);
  int64_t pitch = prt_rows_pitch (rows, arg);
  struct prt_span used = prt_rows_used (rows, arg, i);
  struct prt_span bytes = prt_rows_copied (rows, arg, i);
  int64_t first = bytes.first, end = bytes.end;
  char *buffer = rows->buffer[i] = calloc (end - first, 1);
  if (!buffer)
    return false;
  for (int64_t r = used.first; r < used.end; r++)
    {
      int64_t lo, hi, at = r * pitch;
      prt_rows_columns (arg, r, &lo, &hi);
      lo = lo + at < first ? first : lo + at;
      hi = hi + at > end ? end : hi + at;
      if (lo < hi)
	copy_there (buffer + (lo - first), table[r] + (lo - at), hi - lo);
    }
  rows->value[i].ptr = rows->row[i] = buffer - first;
  if (arg->width)
    prt_rows_number (rows, arg, i);
  else if (!arg->chosen || !arg->written)
    return true;
  rows->before[i] = malloc (end - first);
  if (rows->before[i])
    memcpy (rows->before[i], buffer, end - first);
  return rows->before[i];
}

/* Free the copies that SITE's region had.  */

void
prt_rows_free (struct prt_site *site)
{
  struct prt_rows *rows = site->rows;
  for (int i = 0; i < site->site->n_args; i++)
    {
      free (rows->buffer[i]);
      free (rows->before[i]);
      rows->buffer[i] = rows->before[i] = NULL;
    }
}

/* Let REGION of SITE, whose rows lie apart, have a copy of them.  False if there
   isn't the memory.  */

bool
prt_rows_copy (struct prt_site *site, struct prt_region *region)
{
  const struct pram_region *desc = region->desc;
  for (int i = 0; i < desc->n_args; i++)
    if (prt_rows_any_p (&desc->args[i]))
      {
	if (!copy_rows (site->rows, &desc->args[i], i))
	  return false;
	region->bases[i] = site->rows->row[i];
      }
  return true;
}

/* Put N bytes back that lie AT bytes behind where the first row of argument I
   would be; but for those that aren't copied: what comes to rank 0 may be more than what
   is written.  */

static void
put_back (const struct prt_rows *rows, const struct pram_arg *arg, int i,
	  int64_t at, int64_t n)
{
  int64_t pitch = prt_rows_pitch (rows, arg), lo, hi;
  int64_t row = prt_floor_div (at - arg->first_column, pitch);
  int64_t from = at - row * pitch, to = from + n;
  prt_rows_columns (arg, row, &lo, &hi);
  from = from < lo ? lo : from;
  to = to > hi ? hi : to;
  if (from < to)
    memcpy (prt_rows_table (rows, i)[row] + from, rows->row[i] + row * pitch + from,
	    (size_t) (to - from));
}

/* Put back what is written of the copy of argument I where data choose: what isn't
   as it was before.  */

static void
put_back_changed (const struct prt_rows *rows, const struct pram_arg *arg, int i)
{
  int64_t unit = arg->row_unit;
  struct prt_span bytes = prt_rows_copied (rows, arg, i);
  for (int64_t at = 0; at < bytes.end - bytes.first; at += unit)
    if (memcmp (rows->buffer[i] + at, rows->before[i] + at, unit) != 0)
      put_back (rows, arg, i, bytes.first + at, unit);
}

/* Put back what REGION, which has run, wrote to rows: all that comes to rank 0, and
   what this wrote itself.  */

void
prt_rows_put_back (struct prt_site *site, const struct prt_region *region)
{
  const struct pram_region *desc = region->desc;
  for (int i = 0; i < desc->n_args; i++)
    if (site->rows->before[i] && desc->args[i].width)
      prt_rows_put_back_exchanged (site->rows, &desc->args[i], i);
    else if (site->rows->before[i])
      put_back_changed (site->rows, &desc->args[i], i);
  for (int rank = 0; rank < prt.procs; rank++)
    for (int t = 0; t < desc->n_gather; t++)
      {
	int i = desc->gather[t].array;
	struct prt_env env;
	struct prt_runs runs = { .n = 0 };
	if (!site->rows->buffer[i] || site->rows->before[i])
	  continue;
	prt_env_set (&env, region, rank, 0);
	prt_runs_add (&runs, &desc->gather[t], desc->code, &env, NULL);
	for (int k = 0; k < runs.n; k++)
	  for (int64_t a = 0; a < runs.run[k].n2; a++)
	    for (int64_t b = 0; b < runs.run[k].n1; b++)
	      put_back (site->rows, &desc->args[i], i,
			(intptr_t) runs.run[k].addr + a * runs.run[k].s2
			+ b * runs.run[k].s1, runs.run[k].len);
	free (runs.run);
      }
}
