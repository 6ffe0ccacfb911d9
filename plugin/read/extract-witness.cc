/* extract-witness.cc: which data decide which element is accessed.

   SPDX-License-Identifier: GPL-3.0-or-later

   A program is non-oblivious if who communicates with whom depends on more than
   the size of its input (Non-oblivious, Definition 2).  Data are the elements
   of arrays.  We follow the values that an index is computed from, backwards,
   until one is the element of an array; conditions that choose between values
   and ends of loops that are left before count, too.  An index that is refused
   but depends on no data is oblivious: a square, a function of the loop
   variables, an argument that isn't known.

     s += a[j] * x[col[j]];		the index of x depends on col
     if (a[i] > 0) b[k++] = a[i];	that of b depends on a (through k)

   The best witness is an index that contains the address, as that of x does:
   where it is to be had, the index of a loop that runs over data's bounds
   isn't given.  Other witnesses are conditions outside of parallel loops, and
   loops inside others whose bounds are data.  (A loop whose end is computed by
   its own iterations makes a region iteratively oblivious.)  */

#include "pram-gcc.h"
#include "region.h"
#include "extract.h"

struct search
{
  struct plug_extract *x;
  bool direct;			/* follow no PHIs */
  bitmap seen;			/* SSA versions */
  vec<tree> *work;		/* seen, but not yet followed */
};

static void
look (struct search *s, tree value)
{
  if (value && TREE_CODE (value) == SSA_NAME && !virtual_operand_p (value)
      && bitmap_set_bit (s->seen, SSA_NAME_VERSION (value)))
    s->work->safe_push (value);
}

/* Look at what says where REF lies.  */
static void
look_at_reference (struct search *s, tree ref)
{
  for (; handled_component_p (ref); ref = TREE_OPERAND (ref, 0))
    if (TREE_CODE (ref) == ARRAY_REF)
      look (s, TREE_OPERAND (ref, 1));
  if (TREE_CODE (ref) == MEM_REF && TREE_CODE (TREE_OPERAND (ref, 0))
				    == ADDR_EXPR)
    look_at_reference (s, TREE_OPERAND (TREE_OPERAND (ref, 0), 0));
  else if (TREE_CODE (ref) == MEM_REF)
    look (s, TREE_OPERAND (ref, 0));
}

static void
look_at_test (struct search *s, basic_block bb)
{
  gcond *cond = safe_dyn_cast <gcond *> (last_stmt (bb));
  if (!cond)
    return;
  look (s, gimple_cond_lhs (cond));
  look (s, gimple_cond_rhs (cond));
}

/* What PHI is, and which way control came to it.  */
static void
look_at_phi (struct search *s, gphi *phi)
{
  basic_block bb = gimple_bb (phi);
  bool header = bb->loop_father->header == bb;
  basic_block top = get_immediate_dominator (CDI_DOMINATORS, bb);
  for (unsigned i = 0; i < gimple_phi_num_args (phi); i++)
    {
      look (s, gimple_phi_arg_def (phi, i));
      for (basic_block from = gimple_phi_arg_edge (phi, i)->src;
	   !header && from; from = from == top ? NULL
	     : get_immediate_dominator (CDI_DOMINATORS, from))
	look_at_test (s, from);
    }
}

/* NAME is used at AT: what ends the loops that have been left since it was
   made.  */
static void
look_at_ends (struct search *s, tree name, basic_block at)
{
  gimple *def = SSA_NAME_DEF_STMT (name);
  if (SSA_NAME_IS_DEFAULT_DEF (name))
    return;
  for (class loop *loop = gimple_bb (def)->loop_father;
       loop_outer (loop) && !flow_bb_inside_loop_p (loop, at);
       loop = loop_outer (loop))
    {
      struct plug_loop *l = plug_loop_of (s->x, loop);
      for (int e = 0; !l->counted && e < l->n_exits; e++)
	look_at_test (s, l->exits[e].test);
    }
}

/* What is stored in the variable VAR, declared inside of the region.  */
static void
look_at_stores (struct search *s, tree var)
{
  basic_block bb;
  FOR_EACH_BB_FN (bb, cfun)
    for (gimple_stmt_iterator gsi = gsi_start_bb (bb); !gsi_end_p (gsi);
	 gsi_next (&gsi))
      {
	tree load, store;
	plug_references (gsi_stmt (gsi), &load, &store);
	if (store && plug_variable_of (store) == var)
	  look (s, gimple_assign_rhs1 (gsi_stmt (gsi)));
      }
}

/* LOAD is no data: an element of an array of constants; or a member of the
   structure that a parameter points to, a scalar as any.  */
static bool
constant_p (struct plug_extract *x, tree load)
{
  tree base = get_base_address (load);
  tree name = base && TREE_CODE (base) == MEM_REF ? TREE_OPERAND (base, 0)
						  : NULL_TREE;
  if (!name || TREE_CODE (name) != SSA_NAME || !SSA_NAME_IS_DEFAULT_DEF (name))
    return false;
  if (TREE_CODE (load) == COMPONENT_REF && TREE_OPERAND (load, 0) == base)
    return true;
  for (int p = 0; p < x->region->n_params; p++)
    {
      tree var = x->region->params[p].var;
      if (x->region->params[p].parm == SSA_NAME_VAR (name))
	return (var && VAR_P (var) && TREE_STATIC (var) && TREE_READONLY (var)
		&& TREE_CODE (TREE_TYPE (var)) == ARRAY_TYPE);
    }
  return false;
}

/* The array's element that DEF loads, or null; then what it computes from is
   looked at.  */
static tree
follow (struct search *s, gimple *def)
{
  tree load, store, use;
  ssa_op_iter iter;
  if (gphi *phi = dyn_cast <gphi *> (def))
    {
      if (!s->direct)
	look_at_phi (s, phi);
      return NULL_TREE;
    }
  plug_references (def, &load, &store);
  if (load && plug_classify_reference (s->x, def, load) == PLUG_ARRAY
      && (plug_want_lookup (s->x, load) || !constant_p (s->x, load)))
    return load;
  if (load && !s->direct)
    if (tree var = plug_variable_of (load))
      look_at_stores (s, var);
  FOR_EACH_SSA_TREE_OPERAND (use, def, iter, SSA_OP_USE)
    {
      look (s, use);
      if (!s->direct)
	look_at_ends (s, use, gimple_bb (def));
    }
  return NULL_TREE;
}

static tree
follow_all (struct search *s)
{
  while (!s->work->is_empty ())
    {
      tree name = s->work->pop ();
      if (!SSA_NAME_IS_DEFAULT_DEF (name))
	if (tree data = follow (s, SSA_NAME_DEF_STMT (name)))
	  return data;
    }
  return NULL_TREE;
}

/* --- Indices ------------------------------------------------------------ */

/* An array's element that the place of REF, accessed by STMT, depends on; or
   null.  DIRECT: REF contains it.  */
static tree
data_of (struct plug_extract *x, gimple *stmt, tree ref, bool direct)
{
  auto_bitmap seen;
  auto_vec<tree> work;
  struct search s = { x, direct, seen, &work };
  look_at_reference (&s, ref);
  for (unsigned i = 0; !direct && i < work.length (); i++)
    look_at_ends (&s, work[i], gimple_bb (stmt));
  return follow_all (&s);
}

/* An access to an array whose index contains an element; false if there is
   none.  */
static bool
find_direct (struct plug_extract *x, struct plug_witness *witness)
{
  basic_block bb;
  FOR_EACH_BB_FN (bb, cfun)
    for (gimple_stmt_iterator gsi = gsi_start_bb (bb); !gsi_end_p (gsi);
	 gsi_next (&gsi))
      {
	tree refs[2];
	gimple *stmt = gsi_stmt (gsi);
	plug_references (stmt, &refs[0], &refs[1]);
	for (int k = 0; k < 2; k++)
	  if (refs[k]
	      && plug_classify_reference (x, stmt, refs[k]) == PLUG_ARRAY)
	    if (tree data = data_of (x, stmt, refs[k], true))
	      {
		*witness = (struct plug_witness) { stmt, refs[k], data };
		return true;
	      }
      }
  return false;
}

bool
plug_find_witness (struct plug_extract *x, gimple *stmt, tree ref,
		   struct plug_witness *witness)
{
  *witness = (struct plug_witness) { stmt, ref, NULL_TREE };
  if (tree data = data_of (x, stmt, ref, true))
    witness->data = data;
  else if ((data = data_of (x, stmt, ref, false))
	   && !find_direct (x, witness))
    witness->data = data;
  return witness->data;
}

/* --- Conditions and bounds ---------------------------------------------- */

/* An array's element that VALUE, used in AT, depends on, or null.  */
static tree
data_of_value (struct plug_extract *x, tree value, basic_block at)
{
  auto_bitmap seen;
  auto_vec<tree> work;
  struct search s = { x, false, seen, &work };
  look (&s, value);
  if (!work.is_empty ())
    look_at_ends (&s, value, at);
  return follow_all (&s);
}

/* What LOOP carries from iteration to iteration makes VALUE.  */
static bool
varies_p (class loop *loop, tree value)
{
  auto_bitmap seen;
  auto_vec<tree> work;
  work.safe_push (value);
  while (!work.is_empty ())
    {
      tree name = work.pop (), use;
      ssa_op_iter iter;
      if (TREE_CODE (name) != SSA_NAME || SSA_NAME_IS_DEFAULT_DEF (name)
	  || !bitmap_set_bit (seen, SSA_NAME_VERSION (name)))
	continue;
      gimple *def = SSA_NAME_DEF_STMT (name);
      if (!flow_bb_inside_loop_p (loop, gimple_bb (def)))
	continue;
      if (gimple_code (def) == GIMPLE_PHI)
	return true;
      FOR_EACH_SSA_TREE_OPERAND (use, def, iter, SSA_OP_USE)
	work.safe_push (use);
    }
  return false;
}

/* The array's element that the test at the end of BB depends on, or null; of a
   test that ends LOOP, if not null, what is the same for all iterations.  */
static tree
data_of_test (struct plug_extract *x, basic_block bb, class loop *loop)
{
  gcond *cond = safe_dyn_cast <gcond *> (last_stmt (bb));
  for (unsigned k = 0; cond && k < 2; k++)
    if (!loop || !varies_p (loop, gimple_op (cond, k)))
      if (tree data = data_of_value (x, gimple_op (cond, k), bb))
	return data;
  return NULL_TREE;
}

/* Remember that WHAT, tested at the end of BB, depends on DATA.  */
static void
remember (struct plug_extract *x, basic_block bb, const char *what, tree data)
{
  const char *name = plug_name_of (x, data);
  plug_explain_data (x, last_stmt (bb), data);
  plug_set_witness (x, last_stmt (bb), "%s depends on '%s'", what,
		    name ? name : "data");
}

edge
plug_edge_to (basic_block test, basic_block bb)
{
  edge_iterator ei;
  edge e;
  FOR_EACH_EDGE (e, ei, test->succs)
    if (single_pred_p (e->dest)
	&& dominated_by_p (CDI_DOMINATORS, bb, e->dest))
      return e;
  return NULL;
}

/* Control passes from BB to AT by one side of BB's test only.  */
static bool
controls_p (basic_block bb, basic_block at)
{
  return EDGE_COUNT (bb->succs) > 1 && plug_edge_to (bb, at);
}

static bool
ends_loop_p (struct plug_extract *x, basic_block bb)
{
  for (class loop *loop = bb->loop_father; loop_outer (loop);
       loop = loop_outer (loop))
    {
      struct plug_loop *l = plug_loop_of (x, loop);
      for (int e = 0; e < l->n_exits; e++)
	if (l->exits[e].test == bb)
	  return true;
    }
  return false;
}

void
plug_find_condition_witness (struct plug_extract *x, basic_block at)
{
  for (basic_block bb = get_immediate_dominator (CDI_DOMINATORS, at); bb;
       bb = get_immediate_dominator (CDI_DOMINATORS, bb))
    if (controls_p (bb, at) && !ends_loop_p (x, bb))
      if (tree data = data_of_test (x, bb, NULL))
	return remember (x, bb, "the condition", data);
}

void
plug_find_bound_witness (struct plug_extract *x)
{
  for (unsigned i = 1; i < number_of_loops (cfun); i++)
    {
      class loop *loop = get_loop (cfun, i);
      if (!loop)
	continue;
      struct plug_loop *l = plug_loop_of (x, loop);
      class loop *outer = loop_outer (loop);
      if (l->counted || l->n_exits != 1 || !loop_outer (outer)
	  || !plug_loop_of (x, outer)->counted)
	continue;
      if (tree data = data_of_test (x, l->exits[0].test, loop))
	return remember (x, l->exits[0].test, "the bound of the loop", data);
    }
}

/* --- Lookups ------------------------------------------------------------- */

bool
plug_want_place (struct plug_extract *x, gimple *stmt)
{
  basic_block at = gimple_bb (stmt);
  data_of (x, stmt, gimple_assign_rhs1 (stmt), false);
  for (basic_block bb = at; bb && !x->wanted;
       bb = get_immediate_dominator (CDI_DOMINATORS, bb))
    if (controls_p (bb, at))
      data_of_test (x, bb, NULL);
  for (class loop *loop = at->loop_father; loop_outer (loop) && !x->wanted;
       loop = loop_outer (loop))
    for (int e = 0; e < plug_loop_of (x, loop)->n_exits; e++)
      data_of_test (x, plug_loop_of (x, loop)->exits[e].test, loop);
  return x->wanted;
}

void
plug_want_bounds (struct plug_extract *x)
{
  for (unsigned i = 1; i < number_of_loops (cfun) && !x->wanted; i++)
    {
      class loop *loop = get_loop (cfun, i);
      if (!loop || plug_loop_of (x, loop)->counted)
	continue;
      struct plug_loop *l = plug_loop_of (x, loop);
      for (int e = 0; l->n_exits == 1 && e < l->n_exits; e++)
	data_of_test (x, l->exits[e].test, loop);
      if (x->wanted)
	x->wanted_loop = loop;
    }
}
