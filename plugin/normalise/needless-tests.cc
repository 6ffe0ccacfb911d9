/* needless-tests.cc: exchanges under the condition that they change something.

   SPDX-License-Identifier: GPL-3.0-or-later

     if (p != k)
       {
	 for (j = 0; j < n; j++)
	   {
	     t = a[k][j];
	     a[k][j] = a[p][j];
	     a[p][j] = t;
	   }
	 sign = -sign;
       }

   Where P is K each element gets the value that it has, so the condition may as well be
   left out, but for scalars:

     for (j = 0; j < n; j++) …
     sign = p != k ? -sign : sign;

   All processes would have to hear whether data say so, and nobody could tell who has
   written an element last.  K must be a loop's counter: then there is an element A[K].

   Requires: SSA, loops with preheaders and recorded exits, dominators, scalar
   evolution.  Provides: the same, built anew.  */

#include "pram-gcc.h"
#include "region.h"
#include "read/extract.h"

/* BLOCKS are run, and lead to JOIN over LEAVE, if E is taken; else control goes there over
   SKIP.  That is decided by whether X and Y differ.  */
struct needless
{
  edge e, skip, leave;
  tree x, y;
  auto_bitmap blocks;
};

/* --- What is done ---------------------------------------------------------- */

static bool
inside_p (struct needless *v, basic_block bb)
{
  return bitmap_bit_p (v->blocks, bb->index);
}

/* The load that STORE has its value from, if what it stores is what is there already where
   X is Y; or null.  */
static gimple *
load_of_same (struct needless *v, gimple *store)
{
  if (!gimple_assign_single_p (store) || gimple_has_volatile_ops (store))
    return NULL;
  tree value = plug_strip_exact (gimple_assign_rhs1 (store));
  gimple *load = TREE_CODE (value) == SSA_NAME ? SSA_NAME_DEF_STMT (value) : NULL;
  if (!load || !gimple_assign_load_p (load) || gimple_has_volatile_ops (load)
      || !inside_p (v, gimple_bb (load)))
    return NULL;
  for (int k = 0; k < 2; k++)
    {
      hash_map<tree, tree> with;
      with.put (k ? v->y : v->x, k ? v->x : v->y);
      if (plug_same_value_with_p (gimple_assign_lhs (store), gimple_assign_rhs1 (load),
				  &with))
	return load;
    }
  return NULL;
}

/* All that V does to memory is to store what is there where X is Y, and all else that it
   does is harmless.  */
static bool
changes_nothing_p (struct needless *v)
{
  hash_set<gimple *> loads;
  unsigned k;
  bitmap_iterator i;
  for (int pass = 0; pass < 2; pass++)
    EXECUTE_IF_SET_IN_BITMAP (v->blocks, 0, k, i)
      {
	basic_block bb = BASIC_BLOCK_FOR_FN (cfun, k);
	for (gimple_stmt_iterator g = gsi_start_bb (bb); !gsi_end_p (g); gsi_next (&g))
	  {
	    gimple *stmt = gsi_stmt (g), *load;
	    if (is_gimple_debug (stmt) || gimple_code (stmt) == GIMPLE_COND
		|| gimple_code (stmt) == GIMPLE_LABEL)
	      continue;
	    if (!pass && gimple_vdef (stmt))
	      {
		load = load_of_same (v, stmt);
		if (!load)
		  return false;
		loads.add (load);
	      }
	    else if (pass && !gimple_vdef (stmt)
		     && !(gimple_vuse (stmt) ? loads.contains (stmt)
			  : plug_harmless_p (stmt)))
	      return false;
	  }
      }
  return !loads.is_empty ();
}

/* --- Where ----------------------------------------------------------------- */

/* Find in V what only E leads to.  False if control goes from there anywhere but to where
   it goes otherwise.  */
static bool
find_blocks (struct needless *v, edge e)
{
  basic_block top = e->src;
  auto_vec<edge> out;
  v->e = e;
  v->skip = EDGE_SUCC (top, EDGE_SUCC (top, 0) == e);
  v->leave = NULL;
  bitmap_clear (v->blocks);
  if (v->skip->dest->loop_father != top->loop_father
      || e->dest->loop_father != top->loop_father
      || !plug_blocks_behind (e, v->blocks, &out) || out.length () != 1
      || out[0]->dest != v->skip->dest)
    return false;
  v->leave = out[0];
  return v->leave;
}

/* The edge that is taken where two integers differ that BB compares, of which one counts
   and data have chosen the other; they are X and Y of V.  Or null.  */
static edge
differ_edge (struct needless *v, basic_block bb)
{
  gcond *test = safe_dyn_cast <gcond *> (last_stmt (bb));
  edge yes, no;
  if (!test || !loop_outer (bb->loop_father)
      || (gimple_cond_code (test) != NE_EXPR && gimple_cond_code (test) != EQ_EXPR))
    return NULL;
  v->x = plug_strip_exact (gimple_cond_lhs (test));
  v->y = plug_strip_exact (gimple_cond_rhs (test));
  if (TREE_CODE (v->x) != SSA_NAME || TREE_CODE (v->y) != SSA_NAME
      || !INTEGRAL_TYPE_P (TREE_TYPE (v->x))
      || !types_compatible_p (TREE_TYPE (v->x), TREE_TYPE (v->y))
      || plug_affine_p (bb->loop_father, v->x) == plug_affine_p (bb->loop_father, v->y))
    return NULL;
  extract_true_false_edges_from_block (bb, &yes, &no);
  return gimple_cond_code (test) == NE_EXPR ? yes : no;
}

static bool
find (struct needless *v)
{
  basic_block bb;
  FOR_EACH_BB_FN (bb, cfun)
    {
      edge e = differ_edge (v, bb);
      if (e && find_blocks (v, e) && changes_nothing_p (v))
	return true;
    }
  return false;
}

/* --- The change ------------------------------------------------------------ */

/* Let what PHI, where V's ways meet, yields be that of V's blocks only where DIFFER.  */
static void
choose (const struct needless *v, gphi *phi, tree differ)
{
  tree result = gimple_phi_result (phi);
  tree without = PHI_ARG_DEF_FROM_EDGE (phi, v->skip);
  if (virtual_operand_p (result) || without == PHI_ARG_DEF_FROM_EDGE (phi, v->leave))
    return;
  tree chosen = copy_ssa_name (result);
  replace_uses_by (result, chosen);
  gimple_stmt_iterator at = gsi_after_labels (gimple_bb (phi));
  gsi_insert_before (&at, gimple_build_assign (chosen, COND_EXPR, differ, result, without),
		     GSI_SAME_STMT);
}

/* Let V be done in any case.  */
static void
do_always (const struct needless *v)
{
  gcond *test = as_a <gcond *> (last_stmt (v->e->src));
  gimple_stmt_iterator at = gsi_for_stmt (test);
  tree differ = make_ssa_name (boolean_type_node);
  gsi_insert_before (&at, gimple_build_assign (differ, NE_EXPR, gimple_cond_lhs (test),
					       gimple_cond_rhs (test)), GSI_SAME_STMT);
  gsi_remove (&at, true);
  for (gphi_iterator i = gsi_start_phis (v->skip->dest); !gsi_end_p (i); gsi_next (&i))
    choose (v, i.phi (), differ);
  v->e->flags = ((v->e->flags & ~(EDGE_TRUE_VALUE | EDGE_FALSE_VALUE)) | EDGE_FALLTHRU);
  remove_edge (v->skip);
}

void
plug_drop_needless_tests (void)
{
  struct needless v;
  while (find (&v))
    {
      do_always (&v);
      plug_settle_loops ();
    }
}
