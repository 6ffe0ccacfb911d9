/* sections.c: which parts of an array a loop accesses.

   SPDX-License-Identifier: Apache-2.0

   By name, iteration i accesses some bytes plus i times a step.  Iterations are apart
   if what is between two such bytes, of which one is written, is less than a step, or
   more than all of the steps: as in q[2 * n + i] = q[i], i < n.  */

#include "sections.h"

#include "domain.h"
#include "pram-sets.h"

#include <stdlib.h>

/* What one access touches in one iteration of a loop, but for what that loop and those
   around it add.  */
struct row
{
  struct pram_interval bytes;
  bool write;
};

/* What iterations of a loop access of an array by name.  */
struct rows
{
  const struct pram_prog *prog;
  const struct pram_node *loop;
  int array;
  bool alike;			/* as much is added to all */
  const struct pram_affine *first;	/* the offset of one access */
  int n;
  struct row *row;
};

/* ACCESS, of STMT, is one of R's.  */
static void
add_to_rows (struct rows *r, const struct pram_node *stmt,
	     const struct pram_access *access)
{
  struct pram_arena *arena = r->prog->arena;
  struct pram_affine inside = pram_affine_new (arena, r->prog->n_loops);
  inside.constant = access->offset.constant;
  if (!r->first)
    r->first = &access->offset;
  for (int k = 0; k < r->prog->n_loops; k++)
    {
      int64_t coef = pram_affine_coef (&access->offset, k);
      const struct pram_node *loop = r->prog->loops[k];
      if (loop != r->loop && pram_node_inside_p (loop, r->loop))
	inside.coef[k] = coef;
      else
	r->alike &= coef == pram_affine_coef (r->first, k);
    }
  struct pram_interval range
    = pram_domain_range (pram_domain_new (arena, stmt, access), &inside);
  if (range.lo <= range.hi)
    *PRAM_ARENA_PUSH (arena, r->row, r->n)
      = (struct row) { range, access->write };
}

static void
collect_rows (struct rows *r, const struct pram_node *node)
{
  for (int a = 0; a < node->n_accesses; a++)
    if (pram_prog_same_class_p (r->prog, node->accesses[a].array, r->array))
      add_to_rows (r, node, &node->accesses[a]);
  for (int i = 0; i < node->n_children; i++)
    collect_rows (r, node->children[i]);
}

/* So far the first and the last iteration of R's loop are from each other, which add
   STEP bytes each; PRAM_INF_POS if nobody knows.  */
static int64_t
length_of (const struct rows *r, int64_t step)
{
  struct pram_affine self = pram_affine_new (r->prog->arena, r->prog->n_loops);
  self.coef[r->loop->iterator] = 1;
  struct pram_interval all = pram_domain_range
    (pram_domain_new (r->prog->arena, r->loop->children[0], NULL), &self);
  return (all.lo == PRAM_INF_NEG || all.hi == PRAM_INF_POS ? PRAM_INF_POS
	  : all.lo > all.hi ? 0 : step * (all.hi - all.lo));
}

/* What A touches in one iteration B doesn't in any other, as these are STEP bytes
   from the next one and at most LENGTH: because that is more, or because A and B
   are further apart.  */
static bool
rows_apart_p (const struct row *a, const struct row *b, int64_t size, int64_t step,
	      int64_t length)
{
  if (!a->write && !b->write)
    return true;
  if (a->bytes.lo == PRAM_INF_NEG || a->bytes.hi == PRAM_INF_POS
      || b->bytes.lo == PRAM_INF_NEG || b->bytes.hi == PRAM_INF_POS)
    return false;
  int64_t lo = a->bytes.lo - b->bytes.hi, hi = a->bytes.hi - b->bytes.lo;
  return ((hi <= step - size && lo >= size - step)
	  || (length != PRAM_INF_POS
	      && (lo >= length + size || hi <= -length - size)));
}

/* What LOOP accesses of ARRAY, and whether it *WRITES it.  */
static struct rows
rows_of (const struct pram_prog *prog, const struct pram_node *loop, int array,
	 bool *writes)
{
  struct rows r = { .prog = prog, .loop = loop, .array = array, .alike = true };
  collect_rows (&r, loop);
  *writes = false;
  for (int i = 0; i < r.n; i++)
    *writes |= r.row[i].write;
  return r;
}

bool
pram_sections_apart_p (const struct pram_prog *prog,
		       const struct pram_node *loop, int array)
{
  bool writes, apart = true;
  struct rows r = rows_of (prog, loop, array, &writes);
  if (!writes)
    return true;
  int64_t step = llabs (pram_affine_coef (r.first, loop->iterator));
  int64_t length = length_of (&r, step);
  for (int i = 0; i < r.n && apart; i++)
    for (int k = i; k < r.n && apart; k++)
      apart = rows_apart_p (&r.row[i], &r.row[k],
			    prog->arrays[array].elem_size, step, length);
  return r.alike && apart;
}

/* The bytes from the first to the last that iterations of R's loop write; STEP is added
   from one to the next, in all LENGTH more or less.  */
static struct pram_interval
written_by (const struct rows *r, int64_t step, int64_t length)
{
  struct pram_interval all = { INT64_MAX, INT64_MIN };
  for (int i = 0; i < r->n; i++)
    {
      struct pram_interval row = r->row[i].bytes;
      if (!r->row[i].write)
	continue;
      if (row.lo == PRAM_INF_NEG || row.hi == PRAM_INF_POS)
	return (struct pram_interval) { PRAM_INF_NEG, PRAM_INF_POS };
      row.lo -= step < 0 ? length : 0;
      row.hi += step > 0 ? length : 0;
      all.lo = row.lo < all.lo ? row.lo : all.lo;
      all.hi = row.hi > all.hi ? row.hi : all.hi;
    }
  return all;
}

/* Loops around R's add as much to what it writes as to what is known of OFFSET.  */
static bool
alike_outside_p (const struct rows *r, const struct pram_affine *offset)
{
  for (int k = 0; k < r->prog->n_loops; k++)
    if (!pram_node_inside_p (r->prog->loops[k], r->loop)
	&& pram_affine_coef (offset, k) != pram_affine_coef (r->first, k))
      return false;
  return r->alike;
}

/* What IN reads most likely isn't what R's loop writes.  */
static bool
likely_in_p (const struct rows *r, const struct pram_inspected *in)
{
  if (!alike_outside_p (r, &in->residue.offset))
    return false;
  int64_t step = pram_affine_coef (r->first, r->loop->iterator);
  int64_t length = length_of (r, llabs (step));
  if (length == PRAM_INF_POS)
    return false;
  struct pram_interval all = written_by (r, step, length);
  int64_t size = r->prog->arrays[r->array].elem_size;
  int64_t first = in->residue.offset.constant;
  return (all.lo != PRAM_INF_NEG
	  && (first >= all.hi + size
	      || all.lo - first >= (all.hi - all.lo) / 2 + size));
}

bool
pram_section_likely_p (const struct pram_prog *prog,
		       const struct pram_inspected *in)
{
  for (const struct pram_node *l = pram_node_loop (in->stmt); l;
       l = pram_node_loop (l))
    {
      bool writes;
      const struct rows r = rows_of (prog, l, in->array, &writes);
      if (writes && !pram_node_inside_p (l, in->before) && likely_in_p (&r, in))
	return true;
    }
  return false;
}
