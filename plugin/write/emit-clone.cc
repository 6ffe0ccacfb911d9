/* emit-clone.cc: copy GIMPLE of the current function back into GENERIC.

   SPDX-License-Identifier: GPL-3.0-or-later

   Each SSA name becomes a variable, each block a label with its statements,
   each PHI copies on the edges.  The result is gimplified and optimised like
   any function that was written so; nothing of it is fast before that.

   Requires: SSA form, dominators and loops of the current function.

   Invariants
   (1) The copies on an edge happen at once: no copy reads what another one on
       the same edge has written.
   (2) No tree of the captured function is shared with the copy, but constants,
       types and declarations with static storage.  */

#include "pram-gcc.h"
#include "args.h"
#include "diagnostics.h"
#include "disjoint.h"
#include "emit.h"
#include "read/extract.h"

void
plug_refuse (struct plug_emission *e, int line, const char *format, ...)
{
  if (e->failed)
    return;
  e->failed = true;
  va_list ap;
  va_start (ap, format);
  char *text = xvasprintf (format, ap);
  va_end (ap);
  pram_diag_report (e->diag, PRAM_REFUSAL, line, "%s", text);
  free (text);
}

int
plug_stmt_line (struct plug_emission *e, gimple *stmt)
{
  return plug_line (e->region, gimple_location_safe (stmt));
}

/* FUNCTION.layer.3 and the like; the caller frees it.  */
char *
plug_symbol (const struct plug_emission *e, const char *what, int number)
{
  return number < 0 ? xasprintf ("%s.%s", e->suffix, what)
		    : xasprintf ("%s.%s.%d", e->suffix, what, number);
}

/* --- Small pieces ------------------------------------------------------- */

/* STMT is being copied.  (Blocks belong to the captured function.)  */
static void
set_location (struct plug_clone *c, gimple *stmt)
{
  if (gimple_has_location (stmt))
    c->loc = LOCATION_LOCUS (gimple_location (stmt));
}

void
plug_clone_start (struct plug_clone *c, struct plug_emission *e, tree fn)
{
  c->e = e;
  c->fn = fn;
  c->vars = c->inner_vars = NULL_TREE;
  c->list = alloc_stmt_list ();
  c->loc = DECL_SOURCE_LOCATION (fn);
  c->inner = c->open_exit = c->whole = NULL;
  c->next_label = c->leave_label = c->left_by = NULL_TREE;
  c->slice = NULL;
  c->log = NULL_TREE;
  c->alias_free = false;
  c->lanes = NULL;
  c->anew = NULL;
  c->loop_hook = NULL;
  c->stmt_hook = NULL;
  c->checks = NULL_TREE;
  c->call_hook = NULL;
  c->edge_hook = NULL;
  c->end_hook = NULL;
  c->phi_hook = NULL;
  c->jump_hook = NULL;
  c->block_hook = NULL;
  c->next_hook = NULL;
  c->test_hook = NULL;
  c->ivdep_hook = NULL;
  c->data = NULL;
}

void
plug_name_parameters (tree fn, const char *const *names)
{
  tree *chain = &DECL_ARGUMENTS (fn);
  for (tree types = TYPE_ARG_TYPES (TREE_TYPE (fn)); types != void_list_node;
       types = TREE_CHAIN (types))
    {
      tree parm = build_decl (DECL_SOURCE_LOCATION (fn), PARM_DECL,
			      get_identifier (*names++), TREE_VALUE (types));
      DECL_ARG_TYPE (parm) = TREE_VALUE (types);
      DECL_CONTEXT (parm) = fn;
      DECL_ARTIFICIAL (parm) = 1;
      TREE_USED (parm) = 1;
      *chain = parm;
      chain = &DECL_CHAIN (parm);
    }
}

tree
plug_new_label (struct plug_clone *c)
{
  tree label = create_artificial_label (UNKNOWN_LOCATION);
  DECL_CONTEXT (label) = c->fn;
  return label;
}

tree
plug_clone_label (struct plug_clone *c, basic_block bb)
{
  tree &label = c->labels.get_or_insert (bb);
  if (!label)
    label = plug_new_label (c);
  return label;
}

/* Types whose size is a variable of the captured function may not be named
   outside of it; for pointers any will do.  */
static tree
portable_type (tree type)
{
  if (POINTER_TYPE_P (type) && variably_modified_type_p (type, NULL_TREE))
    return ptr_type_node;
  return TYPE_MAIN_VARIANT (type);
}

static tree
new_var (struct plug_clone *c, tree type, const char *name, bool inner)
{
  tree var = build_decl (UNKNOWN_LOCATION, VAR_DECL,
			 name ? get_identifier (name) : NULL_TREE,
			 portable_type (type));
  DECL_CONTEXT (var) = c->fn;
  DECL_ARTIFICIAL (var) = 1;
  DECL_IGNORED_P (var) = 1;
  TREE_USED (var) = 1;
  plug_no_warning (var);
  tree *chain = inner ? &c->inner_vars : &c->vars;
  DECL_CHAIN (var) = *chain;
  *chain = var;
  return var;
}

tree
plug_new_var (struct plug_clone *c, tree type, const char *name)
{
  return new_var (c, type, name, false);
}

tree
plug_new_inner_var (struct plug_clone *c, tree type)
{
  return new_var (c, type, NULL, c->inner != NULL);
}

void
plug_add (struct plug_clone *c, tree stmt)
{
  protected_set_expr_location_if_unset (stmt, c->loc);
  append_to_statement_list_force (stmt, &c->list);
}

void
plug_assign (struct plug_clone *c, tree lhs, tree rhs)
{
  if (!useless_type_conversion_p (TREE_TYPE (lhs), TREE_TYPE (rhs)))
    rhs = fold_convert (TREE_TYPE (lhs), rhs);
  tree stmt = build2 (MODIFY_EXPR, void_type_node, lhs, rhs);
  TREE_SIDE_EFFECTS (stmt) = 1;
  plug_add (c, stmt);
}

void
plug_goto (struct plug_clone *c, tree label)
{
  TREE_USED (label) = 1;
  plug_add (c, build1 (GOTO_EXPR, void_type_node, label));
}

void
plug_branch (struct plug_clone *c, tree cond, tree yes, tree no)
{
  plug_add (c, build3 (COND_EXPR, void_type_node, cond,
		       build1 (GOTO_EXPR, void_type_node, yes),
		       build1 (GOTO_EXPR, void_type_node, no)));
}

tree
plug_jump_unless (struct plug_clone *c, gcond *test, bool when)
{
  if (!test)
    return NULL_TREE;
  tree on = plug_new_label (c), over = plug_new_label (c);
  tree cond = build2 (gimple_cond_code (test), boolean_type_node,
		      plug_clone_expr (c, gimple_cond_lhs (test)),
		      plug_clone_expr (c, gimple_cond_rhs (test)));
  plug_branch (c, cond, when ? on : over, when ? over : on);
  plug_put_label (c, on);
  return over;
}

void
plug_put_label (struct plug_clone *c, tree label)
{
  plug_add (c, build1 (LABEL_EXPR, void_type_node, label));
}

/* --- Names -------------------------------------------------------------- */

static tree
constant_of (tree value, int depth)
{
  if (CONSTANT_CLASS_P (value))
    return value;
  if (TREE_CODE (value) != SSA_NAME || depth > 16
      || !INTEGRAL_TYPE_P (TREE_TYPE (value))
      || SSA_NAME_OCCURS_IN_ABNORMAL_PHI (value))
    return NULL_TREE;
  gassign *def = dyn_cast <gassign *> (SSA_NAME_DEF_STMT (value));
  if (!def || gimple_num_ops (def) > 3)
    return NULL_TREE;
  tree a = gimple_assign_rhs1 (def), b = gimple_assign_rhs2 (def);
  if (!is_gimple_val (a))
    return NULL_TREE;
  a = constant_of (a, depth + 1);
  b = b ? constant_of (b, depth + 1) : NULL_TREE;
  if (!a || (gimple_assign_rhs2 (def) && !b))
    return NULL_TREE;
  tree type = TREE_TYPE (value), result = a;
  if (gimple_assign_rhs_class (def) == GIMPLE_UNARY_RHS)
    result = fold_unary (gimple_assign_rhs_code (def), type, a);
  else if (gimple_assign_rhs_class (def) == GIMPLE_BINARY_RHS)
    result = fold_binary (gimple_assign_rhs_code (def), type, a, b);
  if (!result || !CONSTANT_CLASS_P (result))
    return NULL_TREE;
  return TREE_OVERFLOW_P (result) ? drop_tree_overflow (result) : result;
}

tree
plug_constant (tree value)
{
  return constant_of (value, 0);
}

tree
plug_clone_name (struct plug_clone *c, tree name)
{
  if (tree *known = c->names.get (name))
    return *known;
  tree var, symbol = SSA_NAME_VAR (name);
  if (SSA_NAME_IS_DEFAULT_DEF (name) && symbol
      && c->decls.get (symbol))
    var = *c->decls.get (symbol);
  else if (!(var = plug_constant (name)))
    {
      basic_block bb = gimple_bb (SSA_NAME_DEF_STMT (name));
      bool inner = c->inner && bb && flow_bb_inside_loop_p (c->inner, bb);
      tree id = SSA_NAME_IDENTIFIER (name);
      var = new_var (c, TREE_TYPE (name),
		     id ? IDENTIFIER_POINTER (id) : NULL, inner);
    }
  c->names.put (name, var);
  return var;
}

/* The copy of the variable DECL of the captured function, or DECL itself if it
   has static storage.  */
static tree
clone_decl (struct plug_clone *c, tree decl)
{
  if (tree *known = c->decls.get (decl))
    return *known;
  if (is_global_var (decl))
    return decl;
  /* Copies of an unrolled loop each have one of their own.  */
  bool own = c->whole && plug_scope_within_p (decl, c->whole);
  tree &owner = c->e->owners->get_or_insert (decl);
  if (TREE_CODE (decl) != VAR_DECL
      || variably_modified_type_p (TREE_TYPE (decl), NULL_TREE)
      || DECL_HAS_VALUE_EXPR_P (decl)
      || (!own && owner && owner != c->fn))
    {
      plug_refuse (c->e, plug_line (c->e->region, DECL_SOURCE_LOCATION (decl)),
		   "the local variable '%s' can't be given to the processes; "
		   "declare it outside of the region",
		   DECL_NAME (decl) ? IDENTIFIER_POINTER (DECL_NAME (decl))
				    : "(unnamed)");
      return decl;
    }
  if (!own)
    owner = c->fn;
  tree var = new_var (c, TREE_TYPE (decl), NULL, false);
  DECL_NAME (var) = DECL_NAME (decl);
  TREE_TYPE (var) = TREE_TYPE (decl);
  TREE_ADDRESSABLE (var) = TREE_ADDRESSABLE (decl);
  TREE_THIS_VOLATILE (var) = TREE_THIS_VOLATILE (decl);
  SET_DECL_ALIGN (var, DECL_ALIGN (decl));
  DECL_USER_ALIGN (var) = DECL_USER_ALIGN (decl);
  c->decls.put (decl, var);
  return var;
}

/* --- Expressions -------------------------------------------------------- */

static tree
substitute (tree *tp, int *walk_subtrees, void *data)
{
  struct plug_clone *c = (struct plug_clone *) data;
  /* Blocks belong to the captured function.  */
  if (EXPR_HAS_LOCATION (*tp))
    SET_EXPR_LOCATION (*tp, LOCATION_LOCUS (EXPR_LOCATION (*tp)));
  if (TREE_CODE (*tp) == SSA_NAME)
    {
      tree var = plug_clone_name (c, *tp);
      if (!useless_type_conversion_p (TREE_TYPE (*tp), TREE_TYPE (var)))
	var = fold_convert (TREE_TYPE (*tp), var);
      *tp = var;
      *walk_subtrees = 0;
    }
  else if (VAR_P (*tp) || TREE_CODE (*tp) == PARM_DECL
	   || TREE_CODE (*tp) == RESULT_DECL)
    {
      *tp = clone_decl (c, *tp);
      *walk_subtrees = 0;
    }
  else if (TYPE_P (*tp))
    *walk_subtrees = 0;
  return NULL_TREE;
}

/* True if a type within the reference REF has a variable size.  */
static bool
variable_ref_p (tree ref)
{
  for (;; ref = TREE_OPERAND (ref, 0))
    {
      if (variably_modified_type_p (TREE_TYPE (ref), NULL_TREE))
	return true;
      if (!handled_component_p (ref))
	return (TREE_CODE (ref) == MEM_REF
		&& variably_modified_type_p (TREE_TYPE (TREE_OPERAND (ref, 1)),
					     NULL_TREE));
    }
}

/* REF, an element of an array of variable size, as base plus offset: the
   array's type belongs to the captured function.  */
static tree
flatten (struct plug_clone *c, tree ref)
{
  poly_int64 bitsize, bitpos;
  tree offset;
  machine_mode mode;
  int unsignedp, reversep, volatilep;
  tree type = portable_type (TREE_TYPE (ref));
  tree base = get_inner_reference (ref, &bitsize, &bitpos, &offset, &mode,
				   &unsignedp, &reversep, &volatilep);
  HOST_WIDE_INT bits;
  if (TREE_CODE (base) != MEM_REF || !bitpos.is_constant (&bits)
      || bits % BITS_PER_UNIT
      || variably_modified_type_p (type, NULL_TREE))
    {
      plug_refuse (c->e, plug_line (c->e->region, EXPR_LOCATION (ref)),
		   "an access to an array of variable size is too complicated");
      return integer_zero_node;
    }
  tree address = fold_convert (ptr_type_node, TREE_OPERAND (base, 0));
  if (offset)
    address = fold_build_pointer_plus (address, offset);
  bits = (bits / BITS_PER_UNIT
	  + mem_ref_offset (base).force_shwi ().to_constant ());
  tree alias = reference_alias_ptr_type (ref);
  if (variably_modified_type_p (alias, NULL_TREE))
    alias = build_pointer_type (TYPE_MAIN_VARIANT (type));
  tree flat = build2 (MEM_REF, type, address, build_int_cst (alias, bits));
  TREE_THIS_VOLATILE (flat) = TREE_THIS_VOLATILE (ref);
  TREE_THIS_NOTRAP (flat) = TREE_THIS_NOTRAP (ref);
  return flat;
}

tree
plug_clone_expr (struct plug_clone *c, tree expr)
{
  if (CONSTANT_CLASS_P (expr))
    return expr;
  if ((handled_component_p (expr) || TREE_CODE (expr) == MEM_REF)
      && variable_ref_p (expr))
    expr = flatten (c, unshare_expr (expr));
  else if (TREE_CODE (expr) == ADDR_EXPR
	   && handled_component_p (TREE_OPERAND (expr, 0))
	   && variable_ref_p (TREE_OPERAND (expr, 0)))
    {
      /* The address of an array element, or of a row: as a sum.  */
      tree ref = TREE_OPERAND (expr, 0), offset;
      poly_int64 bitsize, bitpos;
      machine_mode mode;
      int unsignedp, reversep, volatilep;
      ref = get_inner_reference (unshare_expr (ref), &bitsize, &bitpos,
				 &offset, &mode, &unsignedp, &reversep,
				 &volatilep);
      tree base = (TREE_CODE (ref) == MEM_REF
		   ? fold_build_pointer_plus
		       (fold_convert (ptr_type_node, TREE_OPERAND (ref, 0)),
			fold_convert (sizetype, TREE_OPERAND (ref, 1)))
		   : build_fold_addr_expr (ref));
      expr = fold_build_pointer_plus (base, size_int (bits_to_bytes_round_down
				      (bitpos).to_constant ()));
      if (offset)
	expr = fold_build_pointer_plus (expr, offset);
    }
  else
    expr = unshare_expr (expr);
  walk_tree (&expr, substitute, c, NULL);
  return expr;
}

static tree
clone_memory (struct plug_clone *c, gimple *stmt, tree ref, bool write)
{
  tree copy = plug_clone_expr (c, ref);
  plug_disjoint_mark (c, stmt, copy, write);
  return copy;
}

/* --- Statements --------------------------------------------------------- */

static tree
clone_call (struct plug_clone *c, gcall *call)
{
  unsigned n = gimple_call_num_args (call);
  location_t loc = LOCATION_LOCUS (gimple_location (call));
  if (tree value = c->call_hook ? c->call_hook (c, call) : NULL_TREE)
    return value;
  auto_vec<tree> args (n);
  for (unsigned i = 0; i < n; i++)
    args.quick_push (clone_memory (c, call, gimple_call_arg (call, i), false));
  if (gimple_call_internal_p (call))
    {
      tree lhs = gimple_call_lhs (call);
      return build_call_expr_internal_loc_array
	(loc, gimple_call_internal_fn (call),
	 lhs ? TREE_TYPE (lhs) : void_type_node, n, args.address ());
    }
  tree fn = plug_clone_expr (c, gimple_call_fn (call));
  tree type = TREE_TYPE (gimple_call_fntype (call));
  tree value = build_call_array_loc (loc, type, fn, n, args.address ());
  if (gimple_call_chain (call))
    plug_refuse (c->e, plug_stmt_line (c->e, call),
		 "a nested function is called");
  if (gimple_call_return_slot_opt_p (call))
    CALL_EXPR_RETURN_SLOT_OPT (value) = 1;
  return value;
}

static tree
clone_rhs (struct plug_clone *c, gassign *stmt)
{
  enum tree_code code = gimple_assign_rhs_code (stmt);
  tree type = TREE_TYPE (gimple_assign_lhs (stmt));
  tree op[3] = { NULL_TREE, NULL_TREE, NULL_TREE };
  for (unsigned i = 1; i < gimple_num_ops (stmt); i++)
    op[i - 1] = clone_memory (c, stmt, gimple_op (stmt, i), false);
  if (POINTER_TYPE_P (type))
    type = portable_type (type);
  switch (gimple_assign_rhs_class (stmt))
    {
    case GIMPLE_SINGLE_RHS: return op[0];
    case GIMPLE_UNARY_RHS: return build1 (code, type, op[0]);
    case GIMPLE_BINARY_RHS: return build2 (code, type, op[0], op[1]);
    default: return build3 (code, type, op[0], op[1], op[2]);
    }
}

tree
plug_unless_ending (struct plug_clone *c, gcall *ending, const char *name)
{
  tree i32 = integer_type_node;
  tree ends = plug_new_label (c), over = plug_new_label (c);
  bool when = integer_onep (gimple_call_arg (ending, 1));
  tree cond = build2 (NE_EXPR, boolean_type_node,
		      plug_clone_expr (c, gimple_call_arg (ending, 0)), boolean_false_node);
  plug_branch (c, cond, when ? ends : over, when ? over : ends);
  plug_put_label (c, ends);
  plug_add (c, build_call_expr (plug_runtime_function (name, void_type_node, i32, NULL_TREE),
				1, build_int_cst (i32, plug_stmt_line (c->e, ending))));
  return over;
}

/* STMT, a call with effects that is recorded (emit-effects.cc), has been copied, and yields
   VALUE, or null.  */
static void
record (struct plug_clone *c, gimple *stmt, tree value)
{
  tree size = integer_zero_node, at = null_pointer_node;
  if (value)
    {
      tree type = TYPE_MAIN_VARIANT (TREE_TYPE (value));
      tree temp = plug_new_var (c, type, NULL);
      TREE_ADDRESSABLE (temp) = 1;
      plug_assign (c, temp, unshare_expr (value));
      at = fold_convert (ptr_type_node, build_fold_addr_expr (temp));
      size = fold_convert (integer_type_node, TYPE_SIZE_UNIT (type));
    }
  plug_add (c, build_call_expr
	    (plug_runtime_function ("PRAM_recorded", void_type_node, integer_type_node,
				    ptr_type_node, integer_type_node, NULL_TREE), 3,
	     plug_effect_place (stmt), at, size));
}

void
plug_clone_stmt (struct plug_clone *c, gimple *stmt)
{
  tree lhs, rhs;
  set_location (c, stmt);
  switch (gimple_code (stmt))
    {
    case GIMPLE_NOP:
    case GIMPLE_PREDICT:
      return;
    case GIMPLE_LABEL:
      if (!FORCED_LABEL (gimple_label_label (as_a <glabel *> (stmt)))
	  && !DECL_NONLOCAL (gimple_label_label (as_a <glabel *> (stmt))))
	return;
      break;
    case GIMPLE_ASSIGN:
      if (gimple_clobber_p (stmt))
	return;
      lhs = gimple_assign_lhs (stmt);
      if (TREE_CODE (lhs) == SSA_NAME && plug_constant (lhs))
	return;
      rhs = clone_rhs (c, as_a <gassign *> (stmt));
      lhs = clone_memory (c, stmt, lhs, true);
      plug_assign (c, lhs, rhs);
      return;
    case GIMPLE_CALL:
      if (gcall *ending = plug_ending (stmt))
	{
	  plug_put_label (c, plug_unless_ending (c, ending, "PRAM_ends"));
	  return;
	}
      /* About the life of variables, which are others in the copy.  */
      if (gimple_call_internal_p (stmt, IFN_ASAN_MARK))
	return;
      lhs = gimple_call_lhs (stmt);
      rhs = clone_call (c, as_a <gcall *> (stmt));
      if (lhs)
	plug_assign (c, lhs = clone_memory (c, stmt, lhs, true), rhs);
      else
	plug_add (c, rhs);
      if (c->e->records && plug_effect_call_p (stmt))
	record (c, stmt, lhs);
      return;
    default:
      break;
    }
  plug_refuse (c->e, plug_stmt_line (c->e, stmt),
	       "the statement in this line can't be copied into the code of "
	       "the processes (%s)", gimple_code_name[gimple_code (stmt)]);
}

/* --- Control flow ------------------------------------------------------- */

/* The copies of the PHIs in E's destination, without a jump.  */
static void
clone_edge_copies (struct plug_clone *c, edge e)
{
  auto_vec<tree> to, from;
  bool overlap = false;
  for (gphi_iterator i = gsi_start_phis (e->dest); !gsi_end_p (i);
       gsi_next (&i))
    {
      tree result = gimple_phi_result (i.phi ());
      if (virtual_operand_p (result)
	  || (c->phi_hook && c->phi_hook (c, i.phi (), e)))
	continue;
      tree var = plug_clone_name (c, result);
      tree value = plug_clone_expr (c, PHI_ARG_DEF_FROM_EDGE (i.phi (), e));
      /* An undefined value needs no copy, and would only cause warnings.  */
      tree arg = PHI_ARG_DEF_FROM_EDGE (i.phi (), e);
      if (var == value
	  || (TREE_CODE (arg) == SSA_NAME && ssa_undefined_value_p (arg, false)
	      && !c->names.get (arg)))
	continue;
      overlap |= to.contains (value);
      to.safe_push (var);
      from.safe_push (value);
    }
  if (overlap)
    for (unsigned i = 0; i < to.length (); i++)
      {
	tree copy = new_var (c, TREE_TYPE (to[i]), NULL, c->inner != NULL);
	plug_assign (c, copy, from[i]);
	from[i] = copy;
      }
  for (unsigned i = 0; i < to.length (); i++)
    plug_assign (c, to[i], from[i]);
}

/* Everything that happens when control flow takes E, and the jump.  */
void
plug_clone_edge (struct plug_clone *c, edge e)
{
  if (tree *label = c->redirected.get (e))
    {
      plug_goto (c, *label);
      return;
    }
  if (c->whole && !flow_bb_inside_loop_p (c->whole, e->dest))
    {
      if (c->left_by)
	plug_assign (c, c->left_by,
		     build_int_cst (TREE_TYPE (c->left_by),
				    plug_exit_number (c->whole, e)));
      plug_goto (c, c->leave_label);
      return;
    }
  if (c->edge_hook)
    c->edge_hook (c, e);
  clone_edge_copies (c, e);
  if (c->open_exit && e->dest == c->open_exit->header
      && flow_bb_inside_loop_p (c->open_exit, e->src))
    plug_goto (c, c->next_label);
  else
    plug_goto (c, plug_clone_label (c, e->dest));
}

/* The statements of E as a list of their own.  */
static tree
edge_list (struct plug_clone *c, edge e)
{
  tree saved = c->list;
  c->list = alloc_stmt_list ();
  plug_clone_edge (c, e);
  tree list = c->list;
  c->list = saved;
  return list;
}

void
plug_clone_exits (struct plug_clone *c, class loop *loop, tree left_by)
{
  auto_vec<edge> exits = get_loop_exit_edges (loop);
  for (unsigned k = 1; left_by && k < exits.length (); k++)
    {
      tree test = build2 (EQ_EXPR, boolean_type_node, left_by,
			  build_int_cst (TREE_TYPE (left_by), k));
      tree yes = edge_list (c, exits[k]);
      plug_add (c, build3 (COND_EXPR, void_type_node, test, yes, NULL_TREE));
    }
  plug_clone_edge (c, exits[0]);
}

static void
clone_cond (struct plug_clone *c, basic_block bb, gcond *stmt)
{
  edge t, f;
  set_location (c, stmt);
  extract_true_false_edges_from_block (bb, &t, &f);
  if (c->open_exit && flow_bb_inside_loop_p (c->open_exit, bb))
    {
      bool t_in = flow_bb_inside_loop_p (c->open_exit, t->dest);
      bool f_in = flow_bb_inside_loop_p (c->open_exit, f->dest);
      if (t_in != f_in)
	{
	  plug_clone_edge (c, t_in ? t : f);
	  return;
	}
    }
  tree test = c->test_hook ? c->test_hook (c, bb, stmt) : NULL_TREE;
  if (!test)
    test = build2 (gimple_cond_code (stmt), boolean_type_node,
		   plug_clone_expr (c, gimple_cond_lhs (stmt)),
		   plug_clone_expr (c, gimple_cond_rhs (stmt)));
  if (c->ivdep_hook && c->redirected.is_empty () && c->ivdep_hook (c, bb))
    test = build3 (ANNOTATE_EXPR, boolean_type_node, test,
		   build_int_cst (integer_type_node, annot_expr_ivdep_kind),
		   integer_zero_node);
  tree yes = edge_list (c, t), no = edge_list (c, f);
  set_location (c, stmt);
  plug_add (c, build3 (COND_EXPR, void_type_node, test, yes, no));
}

static void
clone_switch (struct plug_clone *c, basic_block bb, gswitch *stmt)
{
  tree body = alloc_stmt_list (), saved = c->list;
  tree value = plug_clone_expr (c, gimple_switch_index (stmt));
  c->list = body;
  for (unsigned i = 0; i < gimple_switch_num_labels (stmt); i++)
    {
      tree label = gimple_switch_label (stmt, i);
      plug_add (c, build_case_label (CASE_LOW (label), CASE_HIGH (label),
				     plug_new_label (c)));
      plug_clone_edge (c, find_edge (bb, label_to_block
				     (cfun, CASE_LABEL (label))));
    }
  body = c->list;
  c->list = saved;
  plug_add (c, build2 (SWITCH_EXPR, TREE_TYPE (value), value, body));
}

static void
clone_jump (struct plug_clone *c, basic_block bb, gimple *last)
{
  if (c->end_hook)
    c->end_hook (c, bb);
  if (c->jump_hook && c->jump_hook (c, bb))
    return;
  if (last && gimple_code (last) == GIMPLE_COND)
    clone_cond (c, bb, as_a <gcond *> (last));
  else if (last && gimple_code (last) == GIMPLE_SWITCH)
    clone_switch (c, bb, as_a <gswitch *> (last));
  else if (last && gimple_code (last) == GIMPLE_RETURN)
    {
      if (gimple_return_retval (as_a <greturn *> (last)))
	plug_refuse (c->e, plug_stmt_line (c->e, last),
		     "the region returns a value");
      plug_add (c, build1 (RETURN_EXPR, void_type_node, NULL_TREE));
    }
  else if (single_succ_p (bb) && !(single_succ_edge (bb)->flags
				   & EDGE_COMPLEX))
    plug_clone_edge (c, single_succ_edge (bb));
  else if (EDGE_COUNT (bb->succs))
    plug_refuse (c->e, plug_stmt_line (c->e, last),
		 "this jump can't be copied into the code of the processes");
}

void
plug_clone_block (struct plug_clone *c, basic_block bb)
{
  gimple *jump = NULL;
  if (c->block_hook)
    c->block_hook (c, bb);
  for (gimple_stmt_iterator i = gsi_start_bb (bb); !gsi_end_p (i);
       gsi_next (&i))
    {
      gimple *stmt = gsi_stmt (i);
      enum gimple_code code = gimple_code (stmt);
      if (code == GIMPLE_COND || code == GIMPLE_SWITCH
	  || code == GIMPLE_RETURN)
	jump = stmt;
      if (c->stmt_hook && c->stmt_hook (c, stmt))
	continue;
      if (stmt != jump)
	plug_clone_stmt (c, stmt);
    }
  clone_jump (c, bb, jump);
}

void
plug_forget_block (struct plug_clone *c, class loop *loop, basic_block bb)
{
  c->labels.remove (bb);
  for (gphi_iterator i = gsi_start_phis (bb);
       bb != loop->header && !gsi_end_p (i); gsi_next (&i))
    c->names.remove (gimple_phi_result (i.phi ()));
  for (gimple_stmt_iterator i = gsi_start_bb (bb); !gsi_end_p (i);
       gsi_next (&i))
    if (tree lhs = gimple_get_lhs (gsi_stmt (i)))
      if (TREE_CODE (lhs) == SSA_NAME)
	c->names.remove (lhs);
}

/* BB is in one of LOOPS.  */
static bool
in_any_p (const auto_vec<class loop *> &loops, basic_block bb)
{
  for (unsigned i = 0; i < loops.length (); i++)
    if (flow_bb_inside_loop_p (loops[i], bb))
      return true;
  return false;
}

void
plug_clone_blocks (struct plug_clone *c, basic_block *bbs, int n)
{
  /* A loop's body may come after what follows the loop.  */
  auto_vec<class loop *> skipped;
  for (int i = 0; i < n && !c->e->failed; i++)
    {
      if (in_any_p (skipped, bbs[i]))
	continue;
      plug_put_label (c, plug_clone_label (c, bbs[i]));
      if (c->loop_hook && bbs[i]->loop_father->header == bbs[i]
	  && c->loop_hook (c, bbs[i]))
	skipped.safe_push (bbs[i]->loop_father);
      else
	plug_clone_block (c, bbs[i]);
    }
}

/* --- Functions ---------------------------------------------------------- */

/* A static function NAME of TYPE, compiled with the options of LIKE.  */
tree
plug_new_function (const char *name, tree type, tree like)
{
  tree fn = build_decl (DECL_SOURCE_LOCATION (like), FUNCTION_DECL,
			get_identifier (name), type);
  TREE_STATIC (fn) = 1;
  TREE_USED (fn) = 1;
  DECL_ARTIFICIAL (fn) = 1;
  DECL_PRESERVE_P (fn) = 1;
  DECL_NO_INSTRUMENT_FUNCTION_ENTRY_EXIT (fn) = 1;
  DECL_ATTRIBUTES (fn) = DECL_ATTRIBUTES (like);
  DECL_FUNCTION_SPECIFIC_OPTIMIZATION (fn)
    = DECL_FUNCTION_SPECIFIC_OPTIMIZATION (like);
  DECL_FUNCTION_SPECIFIC_TARGET (fn) = DECL_FUNCTION_SPECIFIC_TARGET (like);
  tree result = build_decl (DECL_SOURCE_LOCATION (like), RESULT_DECL,
			    NULL_TREE, TREE_TYPE (type));
  DECL_ARTIFICIAL (result) = 1;
  DECL_IGNORED_P (result) = 1;
  DECL_CONTEXT (result) = fn;
  DECL_RESULT (fn) = result;
  return fn;
}

/* Let CHANGE change the options that FN is optimised with.  */
void
plug_change_options (tree fn, void (*change) (struct gcc_options *))
{
  struct gcc_options saved = global_options;
  tree options = DECL_FUNCTION_SPECIFIC_OPTIMIZATION (fn);
  if (options)
    cl_optimization_restore (&global_options, &global_options_set,
			     TREE_OPTIMIZATION (options));
  change (&global_options);
  DECL_FUNCTION_SPECIFIC_OPTIMIZATION (fn)
    = build_optimization_node (&global_options, &global_options_set);
  global_options = saved;
}

void
plug_clone_finish (struct plug_clone *c)
{
  tree block = make_node (BLOCK);
  BLOCK_VARS (block) = c->vars;
  BLOCK_SUPERCONTEXT (block) = c->fn;
  TREE_USED (block) = 1;
  DECL_INITIAL (c->fn) = block;
  DECL_SAVED_TREE (c->fn) = build3 (BIND_EXPR, void_type_node, c->vars,
				    c->list, block);
  TREE_SIDE_EFFECTS (DECL_SAVED_TREE (c->fn)) = 1;
}

/* The runtime's function NAME; its parameters' types follow, ended by a
   null.  */
tree
plug_runtime_function (const char *name, tree result, ...)
{
  tree id = get_identifier (name);
  symtab_node *known = symtab_node::get_for_asmname (id);
  if (known && TREE_CODE (known->decl) == FUNCTION_DECL)
    return known->decl;
  auto_vec<tree> types;
  va_list ap;
  va_start (ap, result);
  while (tree type = va_arg (ap, tree))
    types.safe_push (type);
  va_end (ap);
  tree type = build_function_type_array (result, types.length (),
					 types.address ());
  tree fn = build_decl (UNKNOWN_LOCATION, FUNCTION_DECL, id, type);
  TREE_PUBLIC (fn) = 1;
  DECL_EXTERNAL (fn) = 1;
  DECL_ARTIFICIAL (fn) = 1;
  TREE_NOTHROW (fn) = 1;
  SET_DECL_ASSEMBLER_NAME (fn, id);
  return fn;
}

void
plug_add_function (tree fn, bool layer)
{
  push_struct_function (fn);
  cfun->function_start_locus = DECL_SOURCE_LOCATION (fn);
  cfun->function_end_locus = DECL_SOURCE_LOCATION (fn);
  /* No marks say where statements begin: debuggers may stop at all.  */
  cfun->debug_nonbind_markers = false;
  if (layer)
    plug_disjoint_reserve (cfun);
  pop_cfun ();
  if (plug_args.dump_code)
    plug_dump_function (fn);
  cgraph_node::add_new_function (fn, false);
  cgraph_node::get_create (fn)->mark_force_output ();
}
