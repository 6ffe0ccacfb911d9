/* emit-effects.cc: calls that process 0 makes for all.

   SPDX-License-Identifier: GPL-3.0-or-later

     x = clock ();

   in the driver, which all processes run, becomes

     if (PRAM_effect ()) x = clock ();
     PRAM_tell (&x, sizeof x);

   A function of another file may end the program instead of returning; the other
   processes wait for it:

     if (PRAM_foreign ()) x = f ();
     PRAM_returned ();
     PRAM_tell (&x, sizeof x);

   Where the region may be given up and the original statement run, which makes all calls
   that it comes to, process 0 says behind the call what it has yielded:

     PRAM_recorded (place, &x, sizeof x);

   and the original statement asks (replay.cc).  When a call is come to nothing before may
   have been in vain.

   See read/extract-effects.cc.  */

#include "pram-gcc.h"
#include "emit.h"
#include "read/extract.h"

const char *
plug_effect_name (struct plug_emission *e, int *line)
{
  basic_block bb;
  FOR_EACH_BB_FN (bb, cfun)
    for (gimple_stmt_iterator i = gsi_start_bb (bb); !gsi_end_p (i);
	 gsi_next (&i))
      if (plug_effect_call_p (gsi_stmt (i)))
	{
	  tree fn = gimple_call_fndecl (gsi_stmt (i));
	  *line = plug_stmt_line (e, gsi_stmt (i));
	  return IDENTIFIER_POINTER (DECL_NAME (fn));
	}
  return NULL;
}

/* L's calls are made before it is known whether what the layer does is in vain.  */
static bool
too_early_p (struct plug_emission *e, const struct plug_layer *l)
{
  return (pram_node_watches_p (e->prog, l->plan->node, -1)
	  || (e->region->traits & PRAM_COPIES_OUTSIDE));
}

/* STMT, a call, is made in a loop that is found to be in vain when it is left, or in a
   layer of that kind.  */
static bool
called_too_early_p (struct plug_emission *e, gimple *stmt)
{
  basic_block bb = gimple_bb (stmt);
  for (int i = 0; i < e->n_layers; i++)
    {
      const struct plug_layer *l = &e->layers[i];
      const struct pram_offer *offer = l->plan->offer;
      class loop *loop = offer ? plug_node_loop (offer->before) : l->loop;
      if (loop && flow_bb_inside_loop_p (loop, bb)
	  && (offer ? offer->late && plug_conflict_emit (e, l, true)
	      : too_early_p (e, l)))
	return true;
    }
  return false;
}

/* What E's region does may be in vain.  */
static bool
perhaps_vain_p (struct plug_emission *e)
{
  bool vain = ((e->region->traits & (PRAM_COPIES_OUTSIDE | PRAM_ENDS))
	       || !e->asking.is_empty ()
	       || pram_node_watches_p (e->prog, e->prog->root, -1));
  for (int i = 0; i < e->n_layers && !vain; i++)
    vain = plug_unsteady (e, &e->layers[i]) != NULL_TREE;
  return vain;
}

void
plug_effects_prepare (struct plug_emission *e)
{
  basic_block bb;
  if (!perhaps_vain_p (e))
    return;
  FOR_EACH_BB_FN (bb, cfun)
    for (gimple_stmt_iterator i = gsi_start_bb (bb); !gsi_end_p (i); gsi_next (&i))
      if (plug_effect_call_p (gsi_stmt (i)))
	{
	  tree fn = gimple_call_fndecl (gsi_stmt (i));
	  e->records = true;
	  if (called_too_early_p (e, gsi_stmt (i)))
	    plug_refuse (e, plug_stmt_line (e, gsi_stmt (i)), "calls '%s', and what data "
			 "choose may have to be taken back",
			 IDENTIFIER_POINTER (DECL_NAME (fn)));
	}
}

/* Tell all processes what STMT, a call, has yielded.  */
static void
tell (struct plug_clone *c, gimple *stmt)
{
  tree lhs = gimple_call_lhs (stmt);
  if (!lhs || TREE_CODE (lhs) != SSA_NAME || has_zero_uses (lhs))
    return;
  tree type = TYPE_MAIN_VARIANT (TREE_TYPE (lhs));
  tree temp = plug_new_var (c, type, NULL);
  TREE_ADDRESSABLE (temp) = 1;
  plug_assign (c, temp, plug_clone_name (c, lhs));
  plug_add (c, build_call_expr
	    (plug_runtime_function ("PRAM_tell", void_type_node, ptr_type_node,
				    integer_type_node, NULL_TREE), 2,
	     fold_convert (ptr_type_node, build_fold_addr_expr (temp)),
	     fold_convert (integer_type_node, TYPE_SIZE_UNIT (type))));
  plug_assign (c, plug_clone_name (c, lhs), temp);
}

bool
plug_effect_stmt (struct plug_clone *c, gimple *stmt)
{
  if (!plug_effect_call_p (stmt))
    return false;
  auto_vec<tree> foreign;
  plug_foreign_functions (gimple_call_fndecl (stmt), &foreign);
  tree make = plug_new_label (c), on = plug_new_label (c);
  tree effect = plug_runtime_function (foreign.is_empty () ? "PRAM_effect"
				       : "PRAM_foreign", integer_type_node,
				       NULL_TREE);
  plug_branch (c, build2 (NE_EXPR, boolean_type_node,
			  build_call_expr (effect, 0), integer_zero_node),
	       make, on);
  plug_put_label (c, make);
  plug_clone_stmt (c, stmt);
  plug_put_label (c, on);
  if (!foreign.is_empty ())
    plug_add (c, build_call_expr (plug_runtime_function ("PRAM_returned",
							 void_type_node,
							 NULL_TREE), 0));
  tell (c, stmt);
  return true;
}
