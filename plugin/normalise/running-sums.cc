/* running-sums.cc: sums that a loop carries from element to element, in a scalar.

   SPDX-License-Identifier: GPL-3.0-or-later

     for (i = 0; i < n; i++)
       start[i + 1] = start[i] + count[i];

   becomes

     if (0 < n) sum = start[0];
     for (i = 0; i < n; i++)
       {
	 sum += count[i];
	 start[i + 1] = sum;
       }

   for integers: then it is read as what it is (prefix-sums.cc).

   Requires: SSA, loops with preheaders, simple latches and recorded exits, dominators,
   scalar evolution.  Provides: the same, built anew.  */

#include "pram-gcc.h"
#include "region.h"
#include "read/extract.h"

/* Sums of one function, at most.  */
enum { MAX_SUMS = 16 };

/* What LOAD reads in LOOP is what STORE has stored in the iteration before; ENTERED: the
   test that keeps the loop from reading it, or null.  */
struct running
{
  class loop *loop;
  gimple *load, *store;
  gcond *entered;
};

/* The only statement in LOOP, which has none inside, that changes memory; null if there
   are others, or it isn't done in each iteration, or stores no integer.  */
static gimple *
only_store (class loop *loop)
{
  gimple *only = NULL;
  bool one = true;
  basic_block *body = get_loop_body (loop);
  for (unsigned b = 0; b < loop->num_nodes; b++)
    for (gimple_stmt_iterator i = gsi_start_bb (body[b]); !gsi_end_p (i); gsi_next (&i))
      if (gimple_vdef (gsi_stmt (i)) && !gimple_clobber_p (gsi_stmt (i)))
	{
	  one &= !only;
	  only = gsi_stmt (i);
	}
  free (body);
  return (one && only && gimple_assign_single_p (only) && !gimple_has_volatile_ops (only)
	  && INTEGRAL_TYPE_P (TREE_TYPE (gimple_assign_lhs (only)))
	  && dominated_by_p (CDI_DOMINATORS, loop->latch, gimple_bb (only)) ? only : NULL);
}

/* A reads one step of LOOP behind where B writes.  */
static bool
step_behind_p (const struct data_reference *a, const struct data_reference *b)
{
  return (DR_STEP (a) && DR_STEP (b) && tree_fits_shwi_p (DR_STEP (a))
	  && !integer_zerop (DR_STEP (a)) && tree_int_cst_equal (DR_STEP (a), DR_STEP (b))
	  && operand_equal_p (DR_BASE_ADDRESS (a), DR_BASE_ADDRESS (b), 0)
	  && operand_equal_p (DR_OFFSET (a), DR_OFFSET (b), 0)
	  && (tree_to_shwi (DR_INIT (a)) + tree_to_shwi (DR_STEP (a))
	      == tree_to_shwi (DR_INIT (b))));
}

static struct data_reference *
reference_in (class loop *loop, gimple *stmt, tree ref, bool read)
{
  return create_data_ref (loop_preheader_edge (loop), loop, ref, stmt, read, false);
}

/* R's load is one step behind its store.  */
static bool
behind_p (const struct running *r)
{
  struct data_reference *read
    = reference_in (r->loop, r->load, gimple_assign_rhs1 (r->load), true);
  struct data_reference *write
    = reference_in (r->loop, r->store, gimple_assign_lhs (r->store), false);
  bool behind = step_behind_p (read, write);
  free_data_ref (read);
  free_data_ref (write);
  return behind;
}

/* VALUE is the definition of a load in R's loop from where its store has stored.  */
static bool
find_load (struct running *r, tree value)
{
  gimple *def = TREE_CODE (value) == SSA_NAME ? SSA_NAME_DEF_STMT (value) : NULL;
  if (!def || !gimple_assign_load_p (def) || gimple_has_volatile_ops (def)
      || gimple_bb (def)->loop_father != r->loop
      || !types_compatible_p (TREE_TYPE (value), TREE_TYPE (gimple_assign_lhs (r->store)))
      || !plug_always_p (r->loop, gimple_bb (def), r->entered))
    return false;
  r->load = def;
  return behind_p (r);
}

/* LOOP carries a sum: R.  */
static bool
find_running (struct running *r, class loop *loop)
{
  r->loop = loop;
  r->store = loop->inner ? NULL : only_store (loop);
  tree value = r->store ? gimple_assign_rhs1 (r->store) : NULL_TREE;
  gassign *sum = (value && TREE_CODE (value) == SSA_NAME
		  ? dyn_cast <gassign *> (SSA_NAME_DEF_STMT (value)) : NULL);
  if (!sum || !flow_bb_inside_loop_p (loop, gimple_bb (sum))
      || gimple_assign_rhs_code (sum) != PLUS_EXPR)
    return false;
  r->entered = plug_first_test (loop);
  return (find_load (r, gimple_assign_rhs1 (sum))
	  || find_load (r, gimple_assign_rhs2 (sum)));
}

/* Append to SEQ what loads what R does first.  */
static tree
load_first (const struct running *r, gimple_seq *seq)
{
  tree ref = gimple_assign_rhs1 (r->load), value = make_ssa_name (TREE_TYPE (ref));
  struct data_reference *dr = reference_in (r->loop, r->load, ref, true);
  tree offset = size_binop (PLUS_EXPR, fold_convert (sizetype, DR_OFFSET (dr)),
			    fold_convert (sizetype, DR_INIT (dr)));
  tree address = fold_build_pointer_plus (unshare_expr (DR_BASE_ADDRESS (dr)), offset);
  gimple_seq computing = NULL;
  address = force_gimple_operand (address, &computing, true, NULL_TREE);
  gimple_seq_add_seq (seq, computing);
  tree first = build2 (MEM_REF, TREE_TYPE (ref), address,
		       build_int_cst (reference_alias_ptr_type (ref), 0));
  gimple_seq_add_stmt (seq, gimple_build_assign (value, first));
  free_data_ref (dr);
  return value;
}

/* Let R's loop carry its sum.  */
static void
carry (const struct running *r)
{
  tree type = TREE_TYPE (gimple_assign_lhs (r->store));
  tree scalar = create_tmp_reg (TYPE_MAIN_VARIANT (type), "sum");
  edge entry = loop_preheader_edge (r->loop);
  gimple_seq seq = NULL;
  tree first = load_first (r, &seq);
  gimple_seq_add_stmt (&seq, gimple_build_assign (scalar, first));
  annotate_all_with_location (seq, gimple_location (r->load));
  gcond *test = r->entered ? plug_test_at_entry (r->loop, r->entered) : NULL;
  gimple_stmt_iterator at = gsi_last_bb (entry->src);
  if (test)
    gsi_insert_after (&at, gimple_build_assign (scalar, build_zero_cst (type)), GSI_NEW_STMT);
  at = gsi_last_bb (plug_block_on (entry, test));
  gsi_insert_seq_after (&at, seq, GSI_NEW_STMT);
  at = gsi_for_stmt (r->store);
  gsi_insert_after (&at, gimple_build_assign (scalar, gimple_assign_rhs1 (r->store)),
		    GSI_NEW_STMT);
  at = gsi_for_stmt (r->load);
  gimple_assign_set_rhs_from_tree (&at, scalar);
  update_stmt (gsi_stmt (at));
}

/* Carry a sum in LOOP or in one inside.  False if there is none.  */
static bool
carry_in (class loop *loop)
{
  for (class loop *in = loop->inner; in; in = in->next)
    if (carry_in (in))
      return true;
  struct running r;
  if (!loop_outer (loop) || !find_running (&r, loop))
    return false;
  carry (&r);
  free_dominance_info (CDI_DOMINATORS);
  mark_virtual_operands_for_renaming (cfun);
  update_ssa (TODO_update_ssa);
  plug_prepare_loops ();
  return true;
}

void
plug_carry_running_sums (void)
{
  int n = 0;
  while (n < MAX_SUMS && carry_in (current_loops->tree_root))
    n++;
}
