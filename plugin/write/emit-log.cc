/* emit-log.cc: the log of what a layer leaves to others.

   SPDX-License-Identifier: GPL-3.0-or-later

   A record begins with a word, the place of an element and the number of the site, of
   which the driver has told the runtime (include/pram-abi.h).  */

#include "pram-gcc.h"
#include "emit.h"
#include "emit-deposit.h"

tree
plug_value_at (tree pointer, HOST_WIDE_INT offset, tree type, bool aligned)
{
  type = TYPE_MAIN_VARIANT (type);
  if (!aligned && TYPE_ALIGN (type) > PLUG_LOG_WORD * BITS_PER_UNIT)
    type = build_aligned_type (type, PLUG_LOG_WORD * BITS_PER_UNIT);
  return build2 (MEM_REF, type, pointer, build_int_cst (ptr_type_node, offset));
}

tree
plug_log_place (struct plug_clone *c, const struct plug_access *access)
{
  tree ref = plug_clone_expr (c, access->ref);
  tree at = fold_convert (ptr_type_node, build_fold_addr_expr (ref));
  tree base = fold_convert (ptr_type_node, plug_clone_expr (c, access->base));
  return fold_convert (long_long_integer_type_node,
		       build2 (POINTER_DIFF_EXPR, ptrdiff_type_node, at, base));
}

tree
plug_log_record (struct plug_clone *c, const struct plug_access *access,
		 int number, HOST_WIDE_INT n_bytes)
{
  tree type = long_long_integer_type_node;
  tree bytes = build_int_cst (integer_type_node, n_bytes);
  tree size = size_int (n_bytes);
  tree next = plug_new_var (c, ptr_type_node, "next");
  tree grow = plug_new_label (c), on = plug_new_label (c);
  tree log_next = plug_value_at (c->log, 0, ptr_type_node, true);
  tree log_end = plug_value_at (c->log, POINTER_SIZE / BITS_PER_UNIT, ptr_type_node,
			   true);
  plug_assign (c, next, log_next);
  plug_branch (c, build2 (GT_EXPR, boolean_type_node,
			  fold_build_pointer_plus (next, size), log_end),
	       grow, on);
  plug_put_label (c, grow);
  plug_assign (c, next, build_call_expr
	       (plug_runtime_function ("PRAM_log_grow", ptr_type_node,
				       ptr_type_node, integer_type_node,
				       NULL_TREE), 2, c->log, bytes));
  plug_put_label (c, on);
  tree word = build2 (MULT_EXPR, type, plug_log_place (c, access),
		      build_int_cst (type, PRAM_DEPOSIT_SITES));
  plug_assign (c, plug_value_at (next, 0, type, true),
	       build2 (PLUS_EXPR, type, word, build_int_cst (type, number)));
  plug_assign (c, unshare_expr (log_next), fold_build_pointer_plus (next, size));
  return next;
}

/* The iteration of LOOP, as the user counts it; -1: he doesn't.  */
static tree
iteration_of (struct plug_clone *c, class loop *loop)
{
  tree type = long_long_integer_type_node, step;
  for (gphi_iterator i = gsi_start_phis (loop->header); !gsi_end_p (i);
       gsi_next (&i))
    {
      tree name = gimple_phi_result (i.phi ());
      if (INTEGRAL_TYPE_P (TREE_TYPE (name)) && SSA_NAME_IDENTIFIER (name)
	  && plug_iv_p (loop, i.phi (), &step))
	return fold_convert (type, plug_clone_name (c, name));
    }
  return build_int_cst (type, -1);
}

void
plug_note_iteration (struct plug_clone *c, class loop *loop, tree record,
		     HOST_WIDE_INT offset)
{
  tree type = long_long_integer_type_node;
  plug_assign (c, build2 (MEM_REF, type, record,
			  build_int_cst (ptr_type_node, offset)),
	       iteration_of (c, loop));
}

void
plug_add_argument (struct plug_site *site, tree value)
{
  if (TREE_CODE (value) == SSA_NAME ? plug_constant (value) != NULL_TREE
      : is_gimple_min_invariant (value))
    return;
  for (struct plug_argument &a : site->args)
    if (a.value == value)
      return;
  struct plug_argument a = { value, site->n_bytes };
  site->args.safe_push (a);
  HOST_WIDE_INT n = tree_to_shwi (TYPE_SIZE_UNIT (TREE_TYPE (value)));
  site->n_bytes += ROUND_UP (n, PLUG_LOG_WORD);
}

void
plug_append_deposit (struct plug_clone *c, struct plug_site *site, int k)
{
  tree record = plug_log_record (c, site->access, k, site->n_bytes);
  for (struct plug_argument &a : site->args)
    plug_assign (c, plug_value_at (record, a.offset, TREE_TYPE (a.value), false),
		 plug_clone_expr (c, a.value));
  if (site->deposit->watched)
    plug_note_iteration (c, plug_node_loop (site->deposit->around), record,
			 site->n_sent - PLUG_LOG_WORD);
}

void
plug_name_site (struct plug_clone *c, int number, int line, int array,
		HOST_WIDE_INT n_bytes, tree element, int how, tree function)
{
  tree i32 = integer_type_node;
  tree fn = plug_runtime_function ("PRAM_deposit_site", void_type_node, i32,
				   i32, i32, i32, i32, i32, ptr_type_node,
				   NULL_TREE);
  plug_add (c, build_call_expr (fn, 7, build_int_cst (i32, number),
				build_int_cst (i32, line),
				build_int_cst (i32, array),
				build_int_cst (i32, n_bytes), element,
				build_int_cst (i32, how), function));
}
