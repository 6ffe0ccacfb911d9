/* starts.cc: loops whose variable starts outside of the region.

   SPDX-License-Identifier: GPL-3.0-or-later

     int t = 0;
     double diff = 1;
     #pragma pram
     while (t < n && diff > eps) { … u[(t + 1) % 2] … u[t % 2] …; t++; }

   Whose turn it is depends on what t is in the beginning.  The region is
   compiled for the likely value, the last constant that the source assigns, and
   the runtime compares.  So it is for a variable that says which element is
   accessed, unless what it starts from is an entry value (assume.cc).  One that
   is only counted and tested may start from anything, and so may one whose
   remainder only decides what a single iteration computes (z[i] = i % 2 ? -i : i).

   Requires: SSA, loops with preheaders, simple latches and recorded exits,
   scalar evolution.  Provides: the same.  */

#include "pram-gcc.h"
#include "region.h"
#include "read/extract.h"

void
plug_expect_likely (struct plug_param *p, tree first)
{
  tree value = build_int_cst (TREE_TYPE (first), p->likely);
  p->checked = true;
  p->variable = false;
  p->in_code = true;
  p->expected = (HOST_WIDE_INT) TREE_INT_CST_LOW (value);
  replace_uses_by (first, value);
}

/* STMT computes a remainder by which iterations may take turns.  */
static bool
remainder_p (gimple *stmt)
{
  tree_code code = gimple_assign_rhs_code (stmt);
  tree m = gimple_assign_rhs2 (stmt);
  return ((code == TRUNC_MOD_EXPR || code == BIT_AND_EXPR)
	  && TREE_CODE (m) == INTEGER_CST
	  && compare_tree_int (m, PLUG_MAX_PERIOD) <= 0);
}

/* What STMT uses as USE says which element of an array it accesses.  */
static bool
place_p (gimple *stmt, use_operand_p use)
{
  bool store = gimple_store_p (stmt);
  tree ref = store ? gimple_assign_lhs (stmt) : gimple_assign_rhs1 (stmt);
  tree base = get_base_address (ref);
  return (base && TREE_CODE (base) == MEM_REF
	  && !(store && gimple_assign_rhs1 (stmt) == USE_FROM_PTR (use)));
}

/* What a loop's variable says.  */
enum steering
{
  NOTHING,			/* when the loop ends, perhaps */
  PLACE,			/* which element is accessed */
  TURN				/* whose turn it is: a remainder is taken */
};

/* What NAME says, in a loop AROUND others or not.  */
static enum steering
steering_of (tree name, bool around)
{
  enum steering steering = NOTHING;
  auto_vec<tree> work;
  auto_bitmap seen;
  work.safe_push (name);
  bitmap_set_bit (seen, SSA_NAME_VERSION (name));
  while (!work.is_empty ())
    {
      imm_use_iterator iter;
      use_operand_p use;
      FOR_EACH_IMM_USE_FAST (use, iter, work.pop ())
	{
	  gimple *stmt = USE_STMT (use);
	  tree result = (gimple_code (stmt) == GIMPLE_PHI
			 ? gimple_phi_result (stmt) : gimple_get_lhs (stmt));
	  if (is_gimple_assign (stmt) && gimple_vuse (stmt))
	    {
	      if (place_p (stmt, use))
		steering = PLACE;
	      continue;
	    }
	  if (is_gimple_assign (stmt) && remainder_p (stmt)
	      && (around || steering_of (result, false) == PLACE))
	    return TURN;
	  if (result && TREE_CODE (result) == SSA_NAME
	      && bitmap_set_bit (seen, SSA_NAME_VERSION (result)))
	    work.safe_push (result);
	}
    }
  return steering;
}

bool
plug_place_p (tree name)
{
  return steering_of (name, true) == PLACE;
}

/* In LOOP and the loops in it.  */
static void
expect_in (struct plug_region *region, class loop *loop)
{
  for (gphi_iterator i = gsi_start_phis (loop->header);
       loop_outer (loop) && !gsi_end_p (i); gsi_next (&i))
    {
      tree name = gimple_phi_result (i.phi ());
      tree first = PHI_ARG_DEF_FROM_EDGE (i.phi (),
					  loop_preheader_edge (loop));
      struct plug_param *p
	= INTEGRAL_TYPE_P (TREE_TYPE (name)) && !virtual_operand_p (name)
	  ? plug_parameter_of (region, first) : NULL;
      affine_iv iv;
      if (!p || !simple_iv (loop, loop, name, &iv, false)
	  || integer_zerop (iv.step))
	continue;
      enum steering steering = steering_of (name, loop->inner != NULL);
      if (steering == TURN || (steering == PLACE && !p->variable))
	plug_expect_likely (p, first);
    }
  for (class loop *inner = loop->inner; inner; inner = inner->next)
    expect_in (region, inner);
}

void
plug_expect_starts (struct plug_region *region)
{
  expect_in (region, current_loops->tree_root);
  scev_reset ();
}
