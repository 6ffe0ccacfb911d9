/* workspaces.cc: memory of an iteration's own whose size is known when it runs.

   SPDX-License-Identifier: GPL-3.0-or-later

     for (i…) { int dist[n]; … dist[col[k]] = …; e[i] = …; }
     for (i…) { double *acc = calloc (n, …); … acc[col[k]] += …; free (acc); }

   Where data choose the elements nobody can tell that each iteration writes them
   before it reads them.  Such memory stays each iteration's own if its iterations may
   run in parallel, as arrays of constant size do (read/extract-private.cc): each
   process has a *workspace* for it, which grows as needed,

     static struct pram_workspace w;
     for (i…) { w = {CLOBBER}; acc = PRAM_workspace (&w, n * …); … }

   The clobber marks W's scope, and what ACC points to is W.  All the memory that a
   loop asks for is treated alike.

   Requires: SSA, loops, dominators.  Provides: the same.  */

#include "pram-gcc.h"
#include "region.h"
#include "read/extract.h"
#include "scratch.h"

/* --- What each name points to --------------------------------------------- */

/* The name that NAME's definition is an address from, or null.  */
static tree
address_from (tree name)
{
  gimple *def = SSA_NAME_DEF_STMT (name);
  tree from = NULL_TREE;
  if (is_gimple_assign (def))
    from = gimple_assign_rhs1 (def);
  else if (is_gimple_call (def) && gimple_call_num_args (def) > 0)
    from = gimple_call_arg (def, 0);	/* memset, memcpy */
  if (from && TREE_CODE (from) == ADDR_EXPR)
    from = TREE_OPERAND (get_base_address (TREE_OPERAND (from, 0)), 0);
  return from;
}

/* For each of M's names, the call that has given what it points to.  */
typedef hash_map<tree, gimple *> owners;

static gimple *
owner_of (owners *known, tree name)
{
  gimple *def = SSA_NAME_DEF_STMT (name);
  tree from = address_from (name);
  if (gphi *phi = dyn_cast <gphi *> (def))
    {
      for (unsigned i = 0; i < gimple_phi_num_args (phi); i++)
	if (gimple **owner = known->get (gimple_phi_arg_def (phi, i)))
	  return *owner;
    }
  else if (from)
    if (gimple **owner = known->get (from))
      return *owner;
  return NULL;
}

/* Fill KNOWN for M, whose names stand behind those that they are made from, and note in
   MIXED the calls whose memory a name may point to that may point to another's,
   too.  */
static void
find_owners (const struct plug_memory *m, owners *known,
	     hash_set<gimple *> *mixed)
{
  for (gcall *call : m->calls)
    known->put (gimple_call_lhs (call), call);
  for (tree name : m->names)
    if (!known->get (name))
      known->put (name, owner_of (known, name));
  for (tree name : m->names)
    if (gphi *phi = dyn_cast <gphi *> (SSA_NAME_DEF_STMT (name)))
      for (unsigned i = 0; i < gimple_phi_num_args (phi); i++)
	{
	  gimple *one = *known->get (name);
	  gimple *other = *known->get (gimple_phi_arg_def (phi, i));
	  if (one == other)
	    continue;
	  mixed->add (one);
	  mixed->add (other);
	}
}

/* --- Elements that data choose -------------------------------------------- */

static bool loaded_p (class loop *loop, tree value, hash_set<tree> *seen);

/* What is read in LOOP decides what PHI, where ways meet, is.  */
static bool
decided_p (class loop *loop, gphi *phi, hash_set<tree> *seen)
{
  basic_block bb = gimple_bb (phi);
  basic_block top = get_immediate_dominator (CDI_DOMINATORS, bb);
  gcond *test = top ? safe_dyn_cast <gcond *> (last_stmt (top)) : NULL;
  return (bb->loop_father->header != bb && test && flow_bb_inside_loop_p (loop, top)
	  && (loaded_p (loop, gimple_cond_lhs (test), seen)
	      || loaded_p (loop, gimple_cond_rhs (test), seen)));
}

static bool
loaded_p (class loop *loop, tree value, hash_set<tree> *seen)
{
  ssa_op_iter iter;
  tree use;
  if (TREE_CODE (value) != SSA_NAME || SSA_NAME_IS_DEFAULT_DEF (value)
      || seen->add (value))
    return false;
  gimple *def = SSA_NAME_DEF_STMT (value);
  if (!flow_bb_inside_loop_p (loop, gimple_bb (def)))
    return false;
  if (gimple_assign_load_p (def))
    return true;
  if (gphi *phi = dyn_cast <gphi *> (def))
    {
      for (unsigned i = 0; i < gimple_phi_num_args (phi); i++)
	if (loaded_p (loop, gimple_phi_arg_def (phi, i), seen))
	  return true;
      return decided_p (loop, phi, seen);
    }
  FOR_EACH_SSA_TREE_OPERAND (use, def, iter, SSA_OP_USE)
    if (loaded_p (loop, use, seen))
      return true;
  return false;
}

bool
plug_loaded_p (class loop *loop, tree value)
{
  hash_set<tree> seen;
  return loaded_p (loop, value, &seen);
}

/* Data decide where a loop inside of LOOP around BB ends.  */
static bool
ended_by_data_p (class loop *loop, basic_block bb)
{
  for (class loop *at = bb->loop_father; at != loop; at = loop_outer (at))
    {
      auto_vec<edge> exits = get_loop_exit_edges (at);
      for (edge e : exits)
	{
	  gcond *test = safe_dyn_cast <gcond *> (last_stmt (e->src));
	  for (int k = 0; test && k < 2; k++)
	    if (plug_loaded_p (at, gimple_op (test, k)))
	      return true;
	}
    }
  return false;
}

bool
plug_chosen_p (class loop *loop, basic_block bb, tree ref)
{
  if (ended_by_data_p (loop, bb))
    return true;
  for (; handled_component_p (ref); ref = TREE_OPERAND (ref, 0))
    if (TREE_CODE (ref) == ARRAY_REF && plug_loaded_p (loop, TREE_OPERAND (ref, 1)))
      return true;
  return TREE_CODE (ref) == MEM_REF && plug_loaded_p (loop, TREE_OPERAND (ref, 0));
}

/* STMT, in LOOP, accesses an element through NAME that data choose, or no one knows
   how many.  */
static bool
chosen_p (class loop *loop, gimple *stmt, tree name)
{
  tree refs[2];
  plug_references (stmt, &refs[0], &refs[1]);
  for (int r = 0; r < 2; r++)
    {
      tree base = refs[r] ? get_base_address (refs[r]) : NULL_TREE;
      if (base && TREE_CODE (base) == MEM_REF && TREE_OPERAND (base, 0) == name
	  && plug_chosen_p (loop, gimple_bb (stmt), refs[r]))
	return true;
    }
  return false;
}

/* --- Which memory stays an iteration's own --------------------------------- */

static class loop *
loop_of (gimple *call)
{
  return gimple_bb (call)->loop_father;
}

/* Note in LOOPS those in which data choose elements of M's that they ask for.  */
static void
find_choosing (const struct plug_memory *m, owners *known,
	       hash_set<class loop *> *loops)
{
  for (tree name : m->names)
    {
      imm_use_iterator iter;
      use_operand_p use;
      gimple *owner = *known->get (name);
      class loop *loop = owner ? loop_of (owner) : NULL;
      if (!loop || !loop_outer (loop) || loops->contains (loop))
	continue;
      FOR_EACH_IMM_USE_FAST (use, iter, name)
	if (chosen_p (loop, USE_STMT (use), name))
	  loops->add (loop);
    }
}

void
plug_find_workspaces (const struct plug_memory *m, hash_set<gimple *> *found)
{
  owners known;
  hash_set<gimple *> mixed;
  hash_set<class loop *> loops;
  find_owners (m, &known, &mixed);
  find_choosing (m, &known, &loops);
  for (gcall *call : m->calls)
    if (mixed.contains (call))
      loops.remove (loop_of (call));
  for (gcall *call : m->calls)
    if (loops.contains (loop_of (call)) && !plug_in_order_p (loop_of (call)))
      found->add (call);
}

/* --- Workspaces ------------------------------------------------------------ */

/* The bytes that CALL asks for, computed before I.  */
static tree
bytes_of (gimple_stmt_iterator *i, gcall *call)
{
  gimple_seq seq = NULL;
  tree bytes = gimple_convert (&seq, size_type_node, gimple_call_arg (call, 0));
  if (gimple_call_builtin_p (call, BUILT_IN_CALLOC))
    bytes = gimple_build (&seq, MULT_EXPR, size_type_node, bytes,
			  gimple_convert (&seq, size_type_node,
					  gimple_call_arg (call, 1)));
  if (gimple_call_builtin_p (call, BUILT_IN_ALIGNED_ALLOC))
    bytes = gimple_convert (&seq, size_type_node, gimple_call_arg (call, 1));
  gsi_insert_seq_before (i, seq, GSI_SAME_STMT);
  return bytes;
}

void
plug_give_workspace (gimple_stmt_iterator *i, tree lhs, tree bytes, tree name,
		     location_t loc)
{
  tree var = plug_new_workspace (name);
  gassign *mark = gimple_build_assign (var, build_clobber (TREE_TYPE (var)));
  gsi_insert_before (i, mark, GSI_SAME_STMT);
  gcall *give = gimple_build_call (plug_workspace_function (), 2,
				   build_fold_addr_expr (var), bytes);
  gimple_call_set_lhs (give, lhs);
  gimple_set_location (give, loc);
  gsi_insert_before (i, give, GSI_SAME_STMT);
}

void
plug_take_workspace (gcall *call)
{
  tree lhs = gimple_call_lhs (call);
  tree symbol = SSA_NAME_VAR (lhs) ? DECL_NAME (SSA_NAME_VAR (lhs)) : NULL_TREE;
  gimple_stmt_iterator i = gsi_for_stmt (call);
  location_t loc = gimple_location (call);
  tree bytes = bytes_of (&i, call);
  plug_give_workspace (&i, lhs, bytes, symbol, loc);
  unlink_stmt_vdef (call);
  if (!gimple_call_builtin_p (call, BUILT_IN_CALLOC))
    {
      gsi_remove (&i, true);
      return;
    }
  gcall *set = gimple_build_call (builtin_decl_explicit (BUILT_IN_MEMSET), 3,
				  lhs, integer_zero_node, bytes);
  gimple_set_location (set, loc);
  gsi_replace (&i, set, false);
}

void
plug_workspaces_with (tree where, vec<gcall *> *found)
{
  auto_vec<gcall *> calls;
  class loop *loop = NULL;
  basic_block bb;
  FOR_EACH_BB_FN (bb, cfun)
    for (gimple_stmt_iterator i = gsi_start_bb (bb); !gsi_end_p (i);
	 gsi_next (&i))
      if (tree var = plug_workspace (gsi_stmt (i)))
	{
	  calls.safe_push (as_a <gcall *> (gsi_stmt (i)));
	  if (var == where)
	    loop = bb->loop_father;
	}
  for (gcall *call : calls)
    if (loop_of (call) == loop)
      found->safe_push (call);
}
