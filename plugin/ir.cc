/* ir.cc: what several stages ask of GCC's trees, statements and loops.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "pram-gcc.h"
#include "pram-abi.h"
#include "ir.h"

/* --- Types --------------------------------------------------------------- */

tree
plug_artificial_variable (tree fndecl, location_t loc, const char *name, tree type)
{
  tree var = build_decl (loc, VAR_DECL, get_identifier (name), type);
  DECL_CONTEXT (var) = fndecl;
  DECL_ARTIFICIAL (var) = DECL_IGNORED_P (var) = TREE_USED (var) = 1;
  layout_decl (var, 0);
  return var;
}

bool
plug_object_p (tree type)
{
  return TREE_CODE (type) == ARRAY_TYPE || RECORD_OR_UNION_TYPE_P (type);
}

bool
plug_complex_p (tree type)
{
  return (TREE_CODE (type) == COMPLEX_TYPE && SCALAR_FLOAT_TYPE_P (TREE_TYPE (type))
	  && plug_scalar_type (TREE_TYPE (type)) >= 0);
}

int
plug_scalar_type (tree type)
{
  if (POINTER_TYPE_P (type))
    return PRAM_TYPE_PTR;
  if (SCALAR_FLOAT_TYPE_P (type))
    {
      tree t = TYPE_MAIN_VARIANT (type);
      return (TYPE_PRECISION (t) == 80 ? PRAM_TYPE_F80
	      : types_compatible_p (t, double_type_node) ? PRAM_TYPE_F64
	      : types_compatible_p (t, float_type_node) ? PRAM_TYPE_F32
	      : -1);
    }
  if (!INTEGRAL_TYPE_P (type))
    return -1;
  int u = TYPE_UNSIGNED (type) ? 1 : 0;
  switch (GET_MODE_BITSIZE (SCALAR_INT_TYPE_MODE (type)))
    {
    case 8: return PRAM_TYPE_I8 + u;
    case 16: return PRAM_TYPE_I16 + u;
    case 32: return PRAM_TYPE_I32 + u;
    case 64: return PRAM_TYPE_I64 + u;
    default: return -1;
    }
}

tree
plug_whole_variable (tree var)
{
  tree of = VAR_P (var) && DECL_HAS_DEBUG_EXPR_P (var) ? DECL_DEBUG_EXPR (var) : NULL_TREE;
  return (of && (TREE_CODE (of) == REALPART_EXPR || TREE_CODE (of) == IMAGPART_EXPR)
	  && DECL_P (TREE_OPERAND (of, 0)) ? TREE_OPERAND (of, 0) : var);
}

enum pram_type
plug_type_of (tree type)
{
  int scalar = plug_scalar_type (type);
  return scalar < 0 ? PRAM_TYPE_U8 : (enum pram_type) scalar;
}

void
plug_walk_sizes (tree type, walk_tree_fn visit, void *data,
		 hash_set<tree> *visited)
{
  while (type && (TREE_CODE (type) == POINTER_TYPE
		  || TREE_CODE (type) == ARRAY_TYPE))
    {
      if (TREE_CODE (type) == ARRAY_TYPE && TYPE_DOMAIN (type)
	  && TYPE_MAX_VALUE (TYPE_DOMAIN (type))
	  && !CONSTANT_CLASS_P (TYPE_MAX_VALUE (TYPE_DOMAIN (type))))
	walk_tree (&TYPE_MAX_VALUE (TYPE_DOMAIN (type)), visit, data, visited);
      type = TREE_TYPE (type);
    }
}

/* --- Statements ---------------------------------------------------------- */

bool
plug_allocates_p (tree fn)
{
  if (fndecl_built_in_p (fn, BUILT_IN_NORMAL))
    switch (DECL_FUNCTION_CODE (fn))
      {
      CASE_BUILT_IN_ALLOCA:
      case BUILT_IN_MALLOC:
      case BUILT_IN_CALLOC:
      case BUILT_IN_ALIGNED_ALLOC:
	return true;
      default:
	break;
      }
  return false;
}

void
plug_references (gimple *stmt, tree *load, tree *store)
{
  *load = *store = NULL_TREE;
  if (!gimple_assign_single_p (stmt) || gimple_clobber_p (stmt))
    return;
  if (gimple_vdef (stmt))
    *store = gimple_assign_lhs (stmt);
  if (gimple_vuse (stmt) && gimple_assign_load_p (stmt))
    *load = gimple_assign_rhs1 (stmt);
}

bool
plug_used_after_p (class loop *loop, tree name)
{
  use_operand_p use;
  imm_use_iterator iter;
  FOR_EACH_IMM_USE_FAST (use, iter, name)
    if (!flow_bb_inside_loop_p (loop, gimple_bb (USE_STMT (use))))
      return true;
  return false;
}

tree
plug_root_of (tree ref)
{
  tree base = get_base_address (ref);
  tree root = base && TREE_CODE (base) == MEM_REF ? TREE_OPERAND (base, 0) : NULL_TREE;
  while (root && TREE_CODE (root) == SSA_NAME)
    {
      gassign *def = dyn_cast <gassign *> (SSA_NAME_DEF_STMT (root));
      if (!def || gimple_vuse (def))
	return root;
      root = gimple_assign_rhs1 (def);
    }
  return NULL_TREE;
}

bool
plug_divisible_p (tree offset, HOST_WIDE_INT size)
{
  gassign *def = (TREE_CODE (offset) == SSA_NAME
		  ? dyn_cast <gassign *> (SSA_NAME_DEF_STMT (offset)) : NULL);
  if (!def)
    return (TREE_CODE (offset) == INTEGER_CST
	    && (HOST_WIDE_INT) TREE_INT_CST_LOW (offset) % size == 0);
  tree a = gimple_assign_rhs1 (def), b = gimple_assign_rhs2 (def);
  switch (gimple_assign_rhs_code (def))
    {
    case MULT_EXPR:
      return TREE_CODE (b) == INTEGER_CST && plug_divisible_p (b, size);
    case PLUS_EXPR: case MINUS_EXPR:
      return plug_divisible_p (a, size) && plug_divisible_p (b, size);
    default:
      return false;
    }
}

tree
plug_strip_copies (tree value)
{
  while (TREE_CODE (value) == SSA_NAME
	 && gimple_assign_single_p (SSA_NAME_DEF_STMT (value))
	 && !gimple_vuse (SSA_NAME_DEF_STMT (value)))
    value = gimple_assign_rhs1 (SSA_NAME_DEF_STMT (value));
  return value;
}

bool
plug_used_inside_p (class loop *loop, tree name)
{
  use_operand_p use;
  imm_use_iterator iter;
  FOR_EACH_IMM_USE_FAST (use, iter, name)
    if (!is_gimple_debug (USE_STMT (use))
	&& flow_bb_inside_loop_p (loop, gimple_bb (USE_STMT (use))))
      return true;
  return false;
}

bool
plug_same_arguments_p (edge a, edge b)
{
  for (gphi_iterator i = gsi_start_phis (a->dest); !gsi_end_p (i);
       gsi_next (&i))
    if (!operand_equal_p (PHI_ARG_DEF_FROM_EDGE (i.phi (), a),
			  PHI_ARG_DEF_FROM_EDGE (i.phi (), b), 0))
      return false;
  return true;
}

/* --- Loops --------------------------------------------------------------- */

int
plug_exit_number (class loop *loop, edge e)
{
  auto_vec<edge> exits = get_loop_exit_edges (loop);
  for (unsigned k = 0; k < exits.length (); k++)
    if (exits[k] == e)
      return k;
  gcc_unreachable ();
}

/* Loops as the walk and emission want them; the pass finalizes them.  */
void
plug_prepare_loops (void)
{
  if (scev_initialized_p ())
    {
      scev_finalize ();
      loop_optimizer_finalize ();
    }
  loop_optimizer_init (LOOPS_NORMAL | LOOPS_HAVE_RECORDED_EXITS);
  scev_initialize ();
  calculate_dominance_info (CDI_DOMINATORS);
}

class loop *
plug_add_loop (edge e, tree n, location_t where, tree *k, edge *body)
{
  tree type = TREE_TYPE (n), after;
  class loop *loop
    = create_empty_loop_on_edge (e, build_zero_cst (type), build_one_cst (type), n,
				 create_tmp_var (type), k, &after,
				 e->src->loop_father);
  merge_blocks (loop->header, single_succ (loop->header));
  edge out = single_exit (loop);
  gimple_set_location (last_stmt (out->src), where);
  *body = EDGE_SUCC (out->src, EDGE_SUCC (out->src, 0) == out);
  return loop;
}

/* Where the first statement of BB with a location is.  */
static location_t
block_location (basic_block bb)
{
  for (gimple_stmt_iterator gsi = gsi_start_bb (bb); !gsi_end_p (gsi);
       gsi_next (&gsi))
    if (gimple_location (gsi_stmt (gsi)) != UNKNOWN_LOCATION)
      return gimple_location (gsi_stmt (gsi));
  return UNKNOWN_LOCATION;
}

location_t
plug_loop_location (class loop *loop)
{
  location_t test = UNKNOWN_LOCATION, first = UNKNOWN_LOCATION;
  basic_block *body = get_loop_body_in_dom_order (loop);
  for (unsigned i = 0; i < loop->num_nodes && test == UNKNOWN_LOCATION; i++)
    {
      edge e;
      edge_iterator ei;
      FOR_EACH_EDGE (e, ei, body[i]->succs)
	if (!flow_bb_inside_loop_p (loop, e->dest) && last_stmt (body[i]))
	  test = gimple_location (last_stmt (body[i]));
      if (first == UNKNOWN_LOCATION)
	first = block_location (body[i]);
    }
  free (body);
  return test != UNKNOWN_LOCATION ? test : first;
}

/* The end of BB, before what ends it.  */
static gimple_stmt_iterator
end_of (basic_block bb)
{
  gimple_stmt_iterator i = gsi_last_bb (bb);
  if (!gsi_end_p (i) && !stmt_ends_bb_p (gsi_stmt (i)))
    gsi_next (&i);
  return i;
}

void
plug_append (basic_block bb, gimple_seq seq)
{
  gimple_stmt_iterator i = end_of (bb);
  gsi_insert_seq_before (&i, seq, GSI_SAME_STMT);
}

gimple_stmt_iterator
plug_before_use (use_operand_p use)
{
  gimple *stmt = USE_STMT (use);
  gphi *phi = dyn_cast <gphi *> (stmt);
  return (phi ? end_of (gimple_phi_arg_edge (phi, PHI_ARG_INDEX_FROM_USE (use))->src)
	  : gsi_for_stmt (stmt));
}

basic_block *
plug_loop_blocks (class loop *loop, int *n)
{
  int *order = XNEWVEC (int, n_basic_blocks_for_fn (cfun));
  basic_block *bbs = XNEWVEC (basic_block, n_basic_blocks_for_fn (cfun));
  int all = pre_and_rev_post_order_compute_fn (cfun, NULL, order, false);
  *n = 0;
  for (int i = 0; i < all; i++)
    {
      basic_block bb = BASIC_BLOCK_FOR_FN (cfun, order[i]);
      if (!loop || flow_bb_inside_loop_p (loop, bb))
	bbs[(*n)++] = bb;
    }
  free (order);
  return bbs;
}

tree
plug_value_before (class loop *loop, tree value)
{
  if (TREE_CODE (value) != SSA_NAME || SSA_NAME_IS_DEFAULT_DEF (value))
    return value;
  gimple *def = SSA_NAME_DEF_STMT (value);
  if (dominated_by_p (CDI_DOMINATORS, loop_preheader_edge (loop)->src,
		      gimple_bb (def))
      || !is_gimple_assign (def) || gimple_vuse (def))
    return value;
  tree a = plug_value_before (loop, gimple_assign_rhs1 (def));
  tree b = gimple_assign_rhs2 (def);
  enum tree_code code = gimple_assign_rhs_code (def);
  tree type = TREE_TYPE (value);
  switch (gimple_assign_rhs_class (def))
    {
    case GIMPLE_SINGLE_RHS: return a;
    case GIMPLE_UNARY_RHS: return fold_build1 (code, type, a);
    case GIMPLE_BINARY_RHS:
      return fold_build2 (code, type, a, plug_value_before (loop, b));
    default: return value;
    }
}

static tree
name_in_loop (tree *tp, int *, void *loop)
{
  gimple *def = (TREE_CODE (*tp) == SSA_NAME
		 ? SSA_NAME_DEF_STMT (*tp) : NULL);
  return (def && gimple_bb (def)
	  && flow_bb_inside_loop_p ((class loop *) loop, gimple_bb (def))
	  ? *tp : NULL_TREE);
}

bool
plug_name_in_loop_p (class loop *loop, tree value)
{
  return walk_tree (&value, name_in_loop, loop, NULL);
}

bool
plug_accesses_p (class loop *loop)
{
  basic_block *body = get_loop_body (loop);
  bool found = false;
  for (unsigned i = 0; i < loop->num_nodes; i++)
    for (gimple_stmt_iterator gsi = gsi_start_bb (body[i]); !gsi_end_p (gsi);
	 gsi_next (&gsi))
      {
	tree load, store;
	plug_references (gsi_stmt (gsi), &load, &store);
	tree base = load || store ? get_base_address (load ? load : store)
				  : NULL_TREE;
	found |= base && TREE_CODE (base) == MEM_REF;
      }
  free (body);
  return found;
}
