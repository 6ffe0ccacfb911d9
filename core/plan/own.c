/* own.c: arrays of which each iteration has its own.

   SPDX-License-Identifier: Apache-2.0

     for (k) { for (i) r[i] = u[k][i]; for (i) u[k][i] += r[i - 1]; }

   The iterations of k all write r, but what one of them reads of it, it has
   written before: nothing flows from one to another.  Each process has memory
   of its own for r, so they may run beside each other, in any order, if nobody
   wants what the last of them leaves there.  Where r is declared doesn't
   matter.  (Array privatization: Kennedy and Allen, Optimizing Compilers for
   Modern Architectures, section 5.3.)  */

#include "blocks.h"

/* LEFT is known to be empty; it may be so otherwise.  */
static bool
none_left_p (isl_set *left)
{
  return isl_set_plain_is_empty (left) != isl_bool_false;
}

/* Take from the instances of R, LEFT, those before which W happens, to the
   element of PAIRS, { W -> R }; loops around them in which they are in one iteration
   are the first SAME, which they share, and those up to LEVEL.  What is nearest serves
   most, so it comes first.  */
static isl_set *
take_served (const struct pram_poly_stmt *w, const struct pram_poly_stmt *r,
	     int same, int level, isl_map *pairs, isl_set *left)
{
  bool shared = (level < w->depth && level < r->depth
		 && w->loops[level] == r->loops[level]);
  if (level < same || shared)
    {
      isl_map *equal = isl_map_equate (isl_map_copy (pairs), isl_dim_in, level,
				       isl_dim_out, level);
      left = take_served (w, r, same, level + 1, equal, left);
    }
  /* Within a statement reads come first.  */
  else if (w->number < r->number)
    left = isl_set_subtract (left, isl_map_range (isl_map_copy (pairs)));
  if (!shared || level < same || none_left_p (left))
    {
      isl_map_free (pairs);
      return left;
    }
  pairs = isl_map_order_lt (pairs, isl_dim_in, level, isl_dim_out, level);
  return isl_set_subtract (left, isl_map_range (pairs));
}

static bool
same_residues_p (const struct pram_poly_stmt *a,
		 const struct pram_poly_stmt *b, int n)
{
  for (int level = 0; level < n; level++)
    if (a->residues[level] != b->residues[level])
      return false;
  return true;
}

/* Has every element that READ of R takes been written before, in LOOP, with the
   first SAME loops around R in the same iteration?  */
static bool
served_p (const struct pram_poly *poly, const struct pram_node *loop, int same,
	  const struct pram_poly_stmt *r, const struct pram_access *read)
{
  isl_map *taken = pram_poly_access (poly, r, read);
  isl_set *left = isl_map_domain (isl_map_copy (taken));
  for (int k = 1; k <= poly->n_stmts && !none_left_p (left); k++)
    {
      /* Backwards, from R on.  */
      const struct pram_poly_stmt *w
	= &poly->stmts[(r->number - k + poly->n_stmts) % poly->n_stmts];
      for (int a = 0; pram_poly_inside_p (w, loop)
		      && a < w->node->n_accesses; a++)
	{
	  const struct pram_access *write = &w->node->accesses[a];
	  if (!write->write || write->may || write->array != read->array
	      || pram_poly_apart_p (poly, write, read)
	      || !same_residues_p (w, r, same))
	    continue;
	  isl_map *pairs = isl_map_apply_range
	    (pram_poly_access (poly, w, write),
	     isl_map_reverse (isl_map_copy (taken)));
	  left = take_served (w, r, same, 0, pairs, left);
	}
    }
  bool served = isl_set_is_empty (left) == isl_bool_true;
  isl_set_free (left);
  isl_map_free (taken);
  return served;
}

/* The outermost loop around STMT that isn't around NODE, or null.  */
static const struct pram_node *
loop_beside (const struct pram_poly_stmt *stmt, const struct pram_node *node)
{
  for (int level = 0; level < stmt->depth; level++)
    if (!pram_node_inside_p (node, stmt->loops[level]))
      return stmt->loops[level];
  return NULL;
}

/* READ of R takes nothing that comes from another iteration of LOOP, R being
   in it, or from LOOP at all.  */
static bool
apart_p (const struct pram_poly *poly, const struct pram_node *loop,
	 const struct pram_poly_stmt *r, const struct pram_access *read)
{
  if (pram_poly_inside_p (r, loop))
    return served_p (poly, loop, pram_poly_level (r, loop) + 1, r, read);
  const struct pram_node *beside = loop_beside (r, loop);
  return beside && served_p (poly, beside, pram_poly_level (r, beside), r,
			     read);
}

/* Are all reads of ARRAY so?  */
static bool
reads_apart_p (const struct pram_poly *poly, const struct pram_node *loop,
	       int array)
{
  for (int s = 0; s < poly->n_stmts; s++)
    {
      const struct pram_poly_stmt *r = &poly->stmts[s];
      for (int a = 0; a < r->node->n_accesses; a++)
	if (!r->node->accesses[a].write
	    && r->node->accesses[a].array == array
	    && !apart_p (poly, loop, r, &r->node->accesses[a]))
	  return false;
    }
  return true;
}

/* Is ARRAY read in LOOP, but not in the first statement there that accesses it?
   A quick test, which most arrays don't pass that iterations meet in.  */
static bool
written_first_p (const struct pram_poly *poly, const struct pram_node *loop,
		 int array)
{
  bool written = false;
  for (int s = 0; s < poly->n_stmts; s++)
    {
      const struct pram_node *node = poly->stmts[s].node;
      for (int a = 0; pram_node_inside_p (node, loop)
		      && a < node->n_accesses; a++)
	if (node->accesses[a].array == array)
	  {
	    if (!node->accesses[a].write)
	      return written;
	    written = true;
	  }
    }
  return false;
}

bool
pram_own_p (const struct pram_poly *poly, const struct pram_node *loop,
	    int array)
{
  const struct pram_prog *prog = poly->prog;
  if (!prog->arrays[array].local || !written_first_p (poly, loop, array))
    return false;
  for (int a = 0; a < prog->n_arrays; a++)
    if (a != array && pram_prog_same_class_p (prog, a, array))
      return false;
  return reads_apart_p (poly, loop, array);
}
