/* unroll.cc: loops whose variables are indices of tables of constants, or choose
   arrays.

   SPDX-License-Identifier: GPL-3.0-or-later

     for (k = 0; k < 9; k++) … f[y - ey[k]][x - ex[k]] …
     for (stage = 0; stage < 2; stage++) { w = stage ? u : v; … w[i] … }

   What such a program computes indices from is no function of the loops'
   variables, but a constant in each copy of the body once the loop is unrolled
   completely; and so is which array a pointer leads to.  A loop by itself is left alone: nothing to distribute would be
   left of it.  Outer loops come first: the inner ones' tests may depend on
   them.

   Requires: SSA, loops with preheaders, simple latches and recorded exits,
   dominators, scalar evolution.  Provides: the same, built anew.  */

#include "pram-gcc.h"
#include "region.h"
#include "diagnostics.h"
#include "read/extract.h"
#include "front/remap.h"

/* Statements that a region may have afterwards.  */
#define MAX_STATEMENTS 20000
/* Copies of one body.  */
#define MAX_COPIES 64

/* --- Copies --------------------------------------------------------------- */

bool
plug_copy_body (class loop *loop, int copies)
{
  auto_sbitmap no_exit_removed (copies + 1);
  bitmap_clear (no_exit_removed);
  initialize_original_copy_tables ();
  bool ok = plug_duplicate_body (loop, loop_latch_edge (loop), copies,
				 no_exit_removed, NULL, NULL, 0);
  free_original_copy_tables ();
  if (!ok)
    return false;
  update_ssa (TODO_update_ssa);
  calculate_dominance_info (CDI_DOMINATORS);
  scev_reset ();
  return true;
}

void
plug_propagate_constants (void)
{
  opt_pass *pass = make_pass_ccp (g);
  pass->execute (cfun);
  delete pass;
  cleanup_tree_cfg ();
  if (need_ssa_update_p (cfun))
    update_ssa (TODO_update_ssa);
}

/* --- Which loops ---------------------------------------------------------- */

/* REF is a load from a table of constants.  */
static bool
constant_table_p (tree ref)
{
  tree base = get_base_address (ref);
  return base && plug_constant_table_p (base);
}

/* Add the numbers of the loops whose variables VALUE is computed from to
   LOOPS.  SEEN: SSA versions that have been looked at.  */
static void
find_loops (tree value, bitmap loops, bitmap seen)
{
  if (TREE_CODE (value) != SSA_NAME || SSA_NAME_IS_DEFAULT_DEF (value)
      || !bitmap_set_bit (seen, SSA_NAME_VERSION (value)))
    return;
  gimple *def = SSA_NAME_DEF_STMT (value);
  bool phi = gimple_code (def) == GIMPLE_PHI;
  class loop *loop = gimple_bb (def)->loop_father;
  if (phi && loop->header == gimple_bb (def) && loop_outer (loop))
    bitmap_set_bit (loops, loop->num);
  unsigned n = (phi ? gimple_phi_num_args (def)
		: is_gimple_assign (def) ? gimple_num_ops (def) : 0);
  for (unsigned i = phi ? 0 : 1; i < n; i++)
    find_loops (phi ? gimple_phi_arg_def (def, i) : gimple_op (def, i), loops,
		seen);
}

/* Add the loops that choose what is read of the table in REF to LOOPS.  */
static void
find_loops_of_table (tree ref, bitmap loops)
{
  auto_bitmap seen;
  for (; handled_component_p (ref); ref = TREE_OPERAND (ref, 0))
    if (TREE_CODE (ref) == ARRAY_REF)
      find_loops (TREE_OPERAND (ref, 1), loops, seen);
}

/* The value that STMT loads is, or becomes a part of, an index.  */
static bool
index_p (gimple *stmt)
{
  return INTEGRAL_TYPE_P (TREE_TYPE (gimple_assign_lhs (stmt)));
}

/* --- How often ------------------------------------------------------------ */

/* How often LOOP's latch runs, if that is a constant, and few times; else
   -1.  */
static int
latch_count (class loop *loop)
{
  edge exit = single_exit (loop);
  tree count = exit ? number_of_latch_executions (loop) : NULL_TREE;
  if (exit && (!count || TREE_CODE (count) != INTEGER_CST))
    count = loop_niter_by_eval (loop, exit);
  return (count && TREE_CODE (count) == INTEGER_CST
	  && compare_tree_int (count, MAX_COPIES) <= 0
	  ? (int) tree_to_uhwi (count) : -1);
}

static int
count_statements (class loop *loop)
{
  int n = 0;
  basic_block *body = get_loop_body (loop);
  for (unsigned i = 0; i < loop->num_nodes; i++)
    for (gimple_stmt_iterator gsi = gsi_start_nondebug_bb (body[i]);
	 !gsi_end_p (gsi); gsi_next_nondebug (&gsi))
      n++;
  free (body);
  return n;
}

/* --- Unrolling ------------------------------------------------------------ */

/* Unroll LOOP completely, if that can be done.  ROOM: so many statements may be
   added.  */
static bool
unroll (class loop *loop, int room)
{
  int count = latch_count (loop);
  bool fits = count >= 0 && count_statements (loop) <= room / (count + 1);
  /* The tests in the copies compare constants, the last one included: nothing
     leads back to the first copy afterwards.  */
  if (!fits || !can_duplicate_loop_p (loop)
      || (count > 0 && !plug_copy_body (loop, count)))
    return false;
  plug_propagate_constants ();
  return true;
}

/* Unroll the outermost loop in LOOP, or LOOP itself, whose number is in
   WANTED.  */
static bool
unroll_wanted (bitmap wanted, class loop *loop, int room)
{
  if (loop_outer (loop) && bitmap_bit_p (wanted, loop->num)
      && (loop->inner || loop_depth (loop) > 1) && unroll (loop, room))
    return true;
  for (class loop *inner = loop->inner; inner; inner = inner->next)
    if (unroll_wanted (wanted, inner, room))
      return true;
  return false;
}

/* Add the loops on which it depends where PHI comes from to LOOPS, if it is of
   pointers that meet.  */
static void
find_loops_of_pointers (gphi *phi, bitmap loops)
{
  basic_block bb = gimple_bb (phi);
  basic_block test = get_immediate_dominator (CDI_DOMINATORS, bb);
  gimple *last = test ? last_stmt (test) : NULL;
  if (!POINTER_TYPE_P (TREE_TYPE (gimple_phi_result (phi)))
      || bb_loop_header_p (bb) || !last || gimple_code (last) != GIMPLE_COND)
    return;
  auto_bitmap seen;
  find_loops (gimple_cond_lhs (last), loops, seen);
  find_loops (gimple_cond_rhs (last), loops, seen);
}

/* Add the loops that must be unrolled so that STMT can be read to LOOPS.  */
static void
find_loops_of (gimple *stmt, bitmap loops)
{
  auto_bitmap seen;
  if (!is_gimple_assign (stmt))
    return;
  if (gimple_assign_load_p (stmt) && index_p (stmt)
      && constant_table_p (gimple_assign_rhs1 (stmt)))
    find_loops_of_table (gimple_assign_rhs1 (stmt), loops);
  else if (gimple_assign_rhs_code (stmt) == COND_EXPR
	   && POINTER_TYPE_P (TREE_TYPE (gimple_assign_lhs (stmt))))
    find_loops (gimple_assign_rhs1 (stmt), loops, seen);
}

/* The numbers of the wanted loops; the caller frees them.  */
static bitmap
wanted_loops (void *)
{
  bitmap wanted = BITMAP_ALLOC (NULL);
  basic_block bb;
  FOR_EACH_BB_FN (bb, cfun)
    {
      for (gphi_iterator i = gsi_start_phis (bb); !gsi_end_p (i); gsi_next (&i))
	find_loops_of_pointers (i.phi (), wanted);
      for (gimple_stmt_iterator i = gsi_start_bb (bb); !gsi_end_p (i);
	   gsi_next (&i))
	find_loops_of (gsi_stmt (i), wanted);
    }
  return wanted;
}

/* Unroll the loops that FIND, with DATA, says are wanted.  */
static void
unroll_all (bitmap (*find) (void *data), void *data)
{
  bitmap wanted = find (data);
  bool any = !bitmap_empty_p (wanted);
  BITMAP_FREE (wanted);
  /* So that first values are seen to be constants.  */
  if (any)
    plug_propagate_constants ();
  while (any)
    {
      plug_prepare_loops ();
      int room = MAX_STATEMENTS - count_statements (current_loops->tree_root);
      wanted = find (data);
      any = unroll_wanted (wanted, current_loops->tree_root, room);
      BITMAP_FREE (wanted);
    }
}

void
plug_unroll_tables (void)
{
  unroll_all (wanted_loops, NULL);
}

void
plug_unroll_levels (struct plug_region *region)
{
  unroll_all (plug_level_loops, region);
}
