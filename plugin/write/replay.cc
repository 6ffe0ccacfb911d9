/* replay.cc: original statements of which calls have been made already.

   SPDX-License-Identifier: GPL-3.0-or-later

     x = clock ();

   in the original statement of a region that records such calls (emit-effects.cc), or in a
   helper that it calls, becomes

     if (!PRAM_replayed (place, &value, sizeof value)) value = clock ();
     x = value;

   so that it is made once, whether the region does it or, when that has been given up, the
   original statement (runtime/effects.c).

   Requires: all regions of the file have been compiled; all functions are in SSA form, and
   nothing has been inlined.  */

#include "pram-gcc.h"
#include "region.h"
#include "emit.h"
#include "read/extract.h"
#include "replay.h"

/* What is between PRAM_run and PRAM_leave of SITE in FUNCTION.  */
struct original
{
  tree function, site;
};

static auto_vec<struct original> originals;

void
plug_replay_original (struct plug_region *region)
{
  struct original o = { region->function, region->site };
  originals.safe_push (o);
}

/* --- The calls ----------------------------------------------------------------- */

struct calls
{
  hash_set<gimple *> seen;
  hash_map<function *, auto_vec<gimple *> *> of;
  auto_vec<function *> functions, helpers;	/* … that are looked at next */
};

/* FUN, in the original statement or called by it, comes to STMT.  */
static void
see (struct calls *c, function *fun, gimple *stmt)
{
  gcall *call = dyn_cast <gcall *> (stmt);
  tree callee = call ? gimple_call_fndecl (call) : NULL_TREE;
  function *helper = callee ? DECL_STRUCT_FUNCTION (callee) : NULL;
  if (!callee || c->seen.add (stmt))
    return;
  if (plug_effect_call_p (stmt))
    {
      bool known;
      auto_vec<gimple *> *&all = c->of.get_or_insert (fun, &known);
      if (!known)
	{
	  all = new auto_vec<gimple *>;
	  c->functions.safe_push (fun);
	}
      all->safe_push (stmt);
    }
  else if (helper && helper->cfg)
    c->helpers.safe_push (helper);
}

/* STMT is a call of FUNCTION for SITE.  */
static bool
dispatch_p (gimple *stmt, const char *function, tree site)
{
  gcall *call = dyn_cast <gcall *> (stmt);
  tree fn = call ? gimple_call_fndecl (call) : NULL_TREE;
  return (fn && id_equal (DECL_NAME (fn), function)
	  && TREE_CODE (gimple_call_arg (call, 0)) == ADDR_EXPR
	  && TREE_OPERAND (gimple_call_arg (call, 0), 0) == site);
}

/* BB ends with a test of what PRAM_run has returned: the way if that is 0.  */
static edge
way_to_original (basic_block bb)
{
  edge holds, fails;
  extract_true_false_edges_from_block (bb, &holds, &fails);
  gcond *test = as_a <gcond *> (last_stmt (bb));
  return gimple_cond_code (test) == NE_EXPR ? fails : holds;
}

static void
see_original (struct calls *c, const struct original &o)
{
  function *fun = DECL_STRUCT_FUNCTION (o.function);
  auto_vec<basic_block> todo;
  hash_set<basic_block> seen;
  basic_block bb;
  edge e;
  edge_iterator k;
  FOR_EACH_BB_FN (bb, fun)
    for (gimple_stmt_iterator i = gsi_start_bb (bb); !gsi_end_p (i); gsi_next (&i))
      if (dispatch_p (gsi_stmt (i), "PRAM_run", o.site))
	todo.safe_push (way_to_original (bb)->dest);
  while (!todo.is_empty ())
    {
      bb = todo.pop ();
      bool over = seen.add (bb);
      for (gimple_stmt_iterator i = gsi_start_bb (bb); !gsi_end_p (i) && !over; gsi_next (&i))
	{
	  over = dispatch_p (gsi_stmt (i), "PRAM_leave", o.site);
	  see (c, fun, gsi_stmt (i));
	}
      if (!over)
	FOR_EACH_EDGE (e, k, bb->succs)
	  todo.safe_push (e->dest);
    }
}

/* What helpers call that have been found.  */
static void
see_helpers (struct calls *c)
{
  basic_block bb;
  while (!c->helpers.is_empty ())
    {
      function *fun = c->helpers.pop ();
      FOR_EACH_BB_FN (bb, fun)
	for (gimple_stmt_iterator i = gsi_start_bb (bb); !gsi_end_p (i); gsi_next (&i))
	  see (c, fun, gsi_stmt (i));
    }
}

/* --- Their replay -------------------------------------------------------------- */

/* A variable for what STMT yields, or null.  */
static tree
value_of (gimple *stmt)
{
  tree lhs = gimple_call_lhs (stmt);
  if (!lhs)
    return NULL_TREE;
  tree value = create_tmp_var (TYPE_MAIN_VARIANT (TREE_TYPE (lhs)), "value");
  TREE_ADDRESSABLE (value) = 1;
  return value;
}

/* Append to BB: if the call STMT has been made go to OVER, with its VALUE.  */
static void
ask (basic_block bb, basic_block over, gimple *stmt, tree value)
{
  tree replayed = plug_runtime_function ("PRAM_replayed", integer_type_node,
					 integer_type_node, ptr_type_node,
					 integer_type_node, NULL_TREE);
  tree at = value ? build_fold_addr_expr (value) : null_pointer_node;
  tree size = (value ? fold_convert (integer_type_node, TYPE_SIZE_UNIT (TREE_TYPE (value)))
	       : integer_zero_node);
  gcall *call = gimple_build_call (replayed, 3, plug_effect_place (stmt), at, size);
  tree made = make_ssa_name (integer_type_node);
  gimple_call_set_lhs (call, made);
  gcond *test = gimple_build_cond (NE_EXPR, made, integer_zero_node, NULL_TREE, NULL_TREE);
  gimple_set_location (call, gimple_location (stmt));
  gimple_set_location (test, gimple_location (stmt));
  gimple_stmt_iterator end = gsi_last_bb (bb);
  gsi_insert_after (&end, call, GSI_NEW_STMT);
  gsi_insert_after (&end, test, GSI_NEW_STMT);
  edge make = single_succ_edge (bb);
  make->flags = (make->flags & ~EDGE_FALLTHRU) | EDGE_FALSE_VALUE;
  make->probability = profile_probability::very_likely ();
  edge replay = make_edge (bb, over, EDGE_TRUE_VALUE);
  replay->probability = profile_probability::very_unlikely ();
}

/* Let what STMT yields come from VALUE, on either way to OVER.  */
static void
take (gimple *stmt, tree value, basic_block over)
{
  tree lhs = gimple_call_lhs (stmt), made = make_ssa_name (TREE_TYPE (value));
  gimple_call_set_lhs (stmt, made);
  gassign *keep = gimple_build_assign (value, made);
  basic_block bb = gimple_bb (stmt);
  if (stmt_ends_bb_p (stmt))
    bb = split_edge (find_fallthru_edge (bb->succs));
  gimple_stmt_iterator end = gsi_last_bb (bb), begin = gsi_after_labels (over);
  gsi_insert_after (&end, keep, GSI_NEW_STMT);
  tree again = is_gimple_reg (lhs) ? lhs : make_ssa_name (TREE_TYPE (value));
  gsi_insert_before (&begin, gimple_build_assign (again, value), GSI_SAME_STMT);
  if (again != lhs)
    gsi_insert_before (&begin, gimple_build_assign (lhs, again), GSI_SAME_STMT);
}

static void
replay (gimple *stmt)
{
  tree value = value_of (stmt);
  gimple_stmt_iterator i = gsi_for_stmt (stmt);
  gsi_prev (&i);
  basic_block before = gimple_bb (stmt);
  edge in = (gsi_end_p (i) ? split_block_after_labels (before)
	     : split_block (before, gsi_stmt (i)));
  edge out = (stmt_ends_bb_p (stmt) ? find_fallthru_edge (in->dest->succs)
	      : split_block (in->dest, stmt));
  basic_block over = stmt_ends_bb_p (stmt) ? split_edge (out) : out->dest;
  ask (in->src, over, stmt, value);
  if (value)
    take (stmt, value, over);
}

static void
replay_all (function *fun, const vec<gimple *> &calls)
{
  push_cfun (fun);
  for (gimple *stmt : calls)
    replay (stmt);
  free_dominance_info (CDI_DOMINATORS);
  free_dominance_info (CDI_POST_DOMINATORS);
  mark_virtual_operands_for_renaming (fun);
  update_ssa (TODO_update_ssa);
  cgraph_edge::rebuild_edges ();
  pop_cfun ();
}

/* --- The pass ------------------------------------------------------------------ */

static const pass_data replay_pass_data = {
  SIMPLE_IPA_PASS, "pram-replay", OPTGROUP_NONE, TV_NONE, 0, 0, 0, 0, 0
};

class replay_pass : public simple_ipa_opt_pass
{
public:
  replay_pass (gcc::context *ctxt) : simple_ipa_opt_pass (replay_pass_data, ctxt) {}
  bool gate (function *) final override
  {
    return !originals.is_empty () && !seen_error ();
  }
  unsigned execute (function *) final override
  {
    struct calls c;
    for (const struct original &o : originals)
      see_original (&c, o);
    see_helpers (&c);
    for (function *fun : c.functions)
      {
	auto_vec<gimple *> *calls = *c.of.get (fun);
	replay_all (fun, *calls);
	delete calls;
      }
    return 0;
  }
};

void
plug_replay_register (const char *plugin_name)
{
  struct register_pass_info info;
  info.pass = new replay_pass (g);
  info.reference_pass_name = "build_ssa_passes";
  info.ref_pass_instance_number = 1;
  info.pos_op = PASS_POS_INSERT_AFTER;
  register_callback (plugin_name, PLUGIN_PASS_MANAGER_SETUP, NULL, &info);
}
