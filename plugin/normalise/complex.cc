/* complex.cc: complex numbers are wholes in memory, and parts where loops carry them.

   SPDX-License-Identifier: GPL-3.0-or-later

   Most operations take all of a complex number, so that arrays have elements of one
   size: `creal (z[i])' reads z[i], and `__real__ z[i] = x' reads and writes it.

   A scalar that loops carry is two, its parts:

     s = PHI <s0, s1>; s1 = s + t;

   becomes

     s.r = PHI <s0.r, s1.r>; s.i = PHI <s0.i, s1.i>;
     s1.r = s.r + __real__ t; s1.i = s.i + __imag__ t;

   as which it can be read as what it is, say a sum.  Both parts of a sum are those of
   what is added, as in GCC's own lowering where signs of zeros count.

   Requires: SSA.  Provides: the same.  */

#include "pram-gcc.h"
#include "read/extract.h"

/* --- In memory ------------------------------------------------------------ */

/* REF is a part of a complex number in memory.  */
static bool
complex_part_p (tree ref)
{
  return ((TREE_CODE (ref) == REALPART_EXPR
	   || TREE_CODE (ref) == IMAGPART_EXPR)
	  && TREE_CODE (TREE_OPERAND (ref, 0)) != SSA_NAME);
}

/* Insert before GSI: the complex number at REF, as a register.  */
static tree
load_whole (gimple_stmt_iterator *gsi, tree ref)
{
  tree whole = make_ssa_name (TREE_TYPE (ref));
  gassign *load = gimple_build_assign (whole, unshare_expr (ref));
  gimple_set_location (load, gimple_location (gsi_stmt (*gsi)));
  gsi_insert_before (gsi, load, GSI_SAME_STMT);
  return whole;
}

/* Insert before GSI: a part of WHOLE, CODE.  */
static tree
part_of (gimple_stmt_iterator *gsi, enum tree_code code, tree whole)
{
  tree type = TREE_TYPE (TREE_TYPE (whole)), part = make_ssa_name (type);
  gassign *take = gimple_build_assign (part, code,
				       build1 (code, type, whole));
  gimple_set_location (take, gimple_location (gsi_stmt (*gsi)));
  gsi_insert_before (gsi, take, GSI_SAME_STMT);
  return part;
}

/* Let GSI's statement, which reads a part of a complex number, read all of
   it.  */
static void
read_whole (gimple_stmt_iterator *gsi)
{
  gimple *stmt = gsi_stmt (*gsi);
  tree ref = gimple_assign_rhs1 (stmt);
  tree whole = load_whole (gsi, TREE_OPERAND (ref, 0));
  gimple_assign_set_rhs1 (stmt, build1 (TREE_CODE (ref), TREE_TYPE (ref),
					whole));
  update_stmt (stmt);
}

/* Let GSI's statement, which writes a part of a complex number, write all of
   it.  */
static void
write_whole (gimple_stmt_iterator *gsi)
{
  gimple *stmt = gsi_stmt (*gsi);
  tree ref = gimple_assign_lhs (stmt), value = gimple_assign_rhs1 (stmt);
  tree to = TREE_OPERAND (ref, 0), whole = load_whole (gsi, to);
  bool real = TREE_CODE (ref) == REALPART_EXPR;
  tree other = part_of (gsi, real ? IMAGPART_EXPR : REALPART_EXPR, whole);
  tree both = make_ssa_name (TREE_TYPE (to));
  gassign *join = gimple_build_assign (both, COMPLEX_EXPR,
				       real ? value : other,
				       real ? other : value);
  gimple_set_location (join, gimple_location (stmt));
  gsi_insert_before (gsi, join, GSI_SAME_STMT);
  gimple_assign_set_lhs (stmt, to);
  gimple_assign_set_rhs1 (stmt, both);
  update_stmt (stmt);
}

bool
plug_join_complex_parts (void)
{
  basic_block bb;
  bool found = false;
  FOR_EACH_BB_FN (bb, cfun)
    for (gimple_stmt_iterator gsi = gsi_start_bb (bb); !gsi_end_p (gsi);
	 gsi_next (&gsi))
      {
	gimple *stmt = gsi_stmt (gsi);
	if (!gimple_assign_single_p (stmt) || gimple_has_volatile_ops (stmt))
	  continue;
	bool read = complex_part_p (gimple_assign_rhs1 (stmt));
	bool write = complex_part_p (gimple_assign_lhs (stmt));
	if (read)
	  read_whole (&gsi);
	else if (write)
	  write_whole (&gsi);
	found |= read || write;
      }
  return found;
}

/* --- In registers ---------------------------------------------------------- */

/* The parts of a name, or null ones that nobody has asked for yet.  */
struct parts
{
  tree part[2];
};

struct splitting
{
  hash_map<tree, struct parts> parts;
  /* The variables that the parts of a variable belong to.  */
  hash_map<tree, struct parts> variables;
  auto_vec<gimple *> done;	/* operations on wholes that are done by parts */
};

static tree part_of_value (struct splitting *s, tree value, int k);

static enum tree_code
part_code (int k)
{
  return k ? IMAGPART_EXPR : REALPART_EXPR;
}

/* The variable for part K of VAR, which clauses may name: the debugger and they know it
   as that.  */
static tree
part_variable (struct splitting *s, tree var, int k)
{
  struct parts *p = &s->variables.get_or_insert (var);
  if (p->part[k])
    return p->part[k];
  tree type = TREE_TYPE (TREE_TYPE (var));
  tree part = build_decl (DECL_SOURCE_LOCATION (var), VAR_DECL, DECL_NAME (var), type);
  DECL_CONTEXT (part) = cfun->decl;
  DECL_ARTIFICIAL (part) = DECL_IGNORED_P (part) = TREE_USED (part) = 1;
  SET_DECL_DEBUG_EXPR (part, build1 (part_code (k), type, var));
  DECL_HAS_DEBUG_EXPR_P (part) = 1;
  return p->part[k] = part;
}

/* A new name for part K of NAME.  */
static tree
new_part (struct splitting *s, tree name, int k)
{
  tree var = SSA_NAME_VAR (name);
  return (var ? make_ssa_name (part_variable (s, var, k))
	  : make_ssa_name (TREE_TYPE (TREE_TYPE (name))));
}

/* Insert STMT before DEF.  */
static void
insert_before (gimple *def, gimple *stmt)
{
  gimple_stmt_iterator gsi = gsi_for_stmt (def);
  gimple_set_location (stmt, gimple_location (def));
  gsi_insert_before (&gsi, stmt, GSI_SAME_STMT);
}

/* Part K of what DEF, an assignment of a complex number, computes, part by part; null if
   it does not.  */
static tree
part_of_operation (struct splitting *s, gassign *def, int k)
{
  enum tree_code code = gimple_assign_rhs_code (def);
  tree a = gimple_assign_rhs1 (def), b = gimple_assign_rhs2 (def);
  if (code == COMPLEX_EXPR)
    return k ? b : a;
  if (code != SSA_NAME && code != COMPLEX_CST && code != PLUS_EXPR && code != MINUS_EXPR
      && code != NEGATE_EXPR && code != CONJ_EXPR)
    return NULL_TREE;
  if (k == 0)
    s->done.safe_push (def);
  if (code == SSA_NAME || code == COMPLEX_CST || (code == CONJ_EXPR && k == 0))
    return part_of_value (s, a, k);
  a = part_of_value (s, a, k);
  b = b ? part_of_value (s, b, k) : NULL_TREE;
  tree part = new_part (s, gimple_assign_lhs (def), k);
  insert_before (def, gimple_build_assign (part, code == CONJ_EXPR ? NEGATE_EXPR : code, a, b));
  return part;
}

/* Part K of NAME, which an operation on wholes computes.  */
static tree
take_part (struct splitting *s, tree name, int k)
{
  gimple *def = SSA_NAME_DEF_STMT (name);
  tree part = new_part (s, name, k);
  gassign *take = gimple_build_assign (part, part_code (k),
				       build1 (part_code (k), TREE_TYPE (part), name));
  gimple_set_location (take, gimple_location (def));
  gimple_stmt_iterator gsi;
  if (gimple_code (def) == GIMPLE_PHI)
    {
      gsi = gsi_after_labels (gimple_bb (def));
      gsi_insert_before (&gsi, take, GSI_SAME_STMT);
    }
  else if (stmt_ends_bb_p (def))
    gsi_insert_on_edge_immediate (find_fallthru_edge (gimple_bb (def)->succs), take);
  else
    {
      gsi = gsi_for_stmt (def);
      gsi_insert_after (&gsi, take, GSI_NEW_STMT);
    }
  return part;
}

static tree
part_of_name (struct splitting *s, tree name, int k)
{
  gimple *def = SSA_NAME_DEF_STMT (name);
  if (SSA_NAME_IS_DEFAULT_DEF (name))
    return get_or_create_ssa_default_def (cfun, part_variable (s, SSA_NAME_VAR (name), k));
  gassign *assign = dyn_cast <gassign *> (def);
  tree part = assign ? part_of_operation (s, assign, k) : NULL_TREE;
  return part ? part : take_part (s, name, k);
}

/* Part K of VALUE.  */
static tree
part_of_value (struct splitting *s, tree value, int k)
{
  if (TREE_CODE (value) == COMPLEX_CST)
    return k ? TREE_IMAGPART (value) : TREE_REALPART (value);
  struct parts *known = s->parts.get (value);
  if (known && known->part[k])
    return known->part[k];
  tree part = part_of_name (s, value, k);
  s->parts.get_or_insert (value).part[k] = part;
  return part;
}

/* The PHI nodes of complex numbers.  False if some can't be taken apart.  */
static bool
find_phis (auto_vec<gphi *> *phis)
{
  basic_block bb;
  FOR_EACH_BB_FN (bb, cfun)
    for (gphi_iterator psi = gsi_start_phis (bb); !gsi_end_p (psi); gsi_next (&psi))
      {
	tree value = gimple_phi_result (psi.phi ());
	if (virtual_operand_p (value) || TREE_CODE (TREE_TYPE (value)) != COMPLEX_TYPE)
	  continue;
	if (SSA_NAME_OCCURS_IN_ABNORMAL_PHI (value))
	  return false;
	phis->safe_push (psi.phi ());
      }
  return true;
}

/* Let PHI nodes for the parts stand beside PHI.  */
static void
split_phi (struct splitting *s, gphi *phi)
{
  tree whole = gimple_phi_result (phi);
  for (int k = 0; k < 2; k++)
    {
      tree part = new_part (s, whole, k);
      s->parts.get_or_insert (whole).part[k] = part;
      create_phi_node (part, gimple_bb (phi));
    }
}

static void
fill_phi (struct splitting *s, gphi *phi)
{
  edge e;
  edge_iterator ei;
  for (int k = 0; k < 2; k++)
    FOR_EACH_EDGE (e, ei, gimple_bb (phi)->preds)
      {
	tree part = s->parts.get (gimple_phi_result (phi))->part[k];
	tree value = part_of_value (s, PHI_ARG_DEF_FROM_EDGE (phi, e), k);
	add_phi_arg (as_a <gphi *> (SSA_NAME_DEF_STMT (part)), value, e,
		     gimple_phi_arg_location_from_edge (phi, e));
      }
}

/* Join the parts of WHOLE where it is used: where it was computed, in a loop, its value
   is none that is wanted.  */
static void
join_where_used (struct splitting *s, tree whole)
{
  gimple *use;
  imm_use_iterator uses;
  struct parts *p = s->parts.get (whole);
  FOR_EACH_IMM_USE_STMT (use, uses, whole)
    if (!is_gimple_debug (use) && gimple_code (use) != GIMPLE_PHI)
      {
	use_operand_p op;
	tree joined = make_ssa_name (TREE_TYPE (whole));
	insert_before (use, gimple_build_assign (joined, COMPLEX_EXPR, p->part[0],
						 p->part[1]));
	FOR_EACH_IMM_USE_ON_STMT (op, uses)
	  SET_USE (op, joined);
	update_stmt (use);
      }
}

/* Remove PHIS, which only they themselves still use, and the operations done by parts.  */
static void
drop_wholes (struct splitting *s, const vec<gphi *> &phis)
{
  for (gphi *phi : phis)
    {
      gimple_stmt_iterator gsi = gsi_for_stmt (phi);
      remove_phi_node (&gsi, true);
    }
  for (gimple *def : s->done)
    {
      gimple_stmt_iterator gsi = gsi_for_stmt (def);
      gsi_remove (&gsi, true);
      release_defs (def);
    }
}

/* Let STMT, which takes a part of what has been joined of parts, use that.  */
static void
take_joined (gimple *stmt)
{
  enum tree_code code = gimple_assign_rhs_code (stmt);
  tree whole = TREE_OPERAND (gimple_assign_rhs1 (stmt), 0);
  gassign *join = (TREE_CODE (whole) == SSA_NAME
		   ? dyn_cast <gassign *> (SSA_NAME_DEF_STMT (whole)) : NULL);
  if (!join || gimple_assign_rhs_code (join) != COMPLEX_EXPR)
    return;
  gimple_stmt_iterator gsi = gsi_for_stmt (stmt);
  gimple_assign_set_rhs_from_tree (&gsi, code == REALPART_EXPR ? gimple_assign_rhs1 (join)
				   : gimple_assign_rhs2 (join));
  update_stmt (gsi_stmt (gsi));
}

/* Use the parts where they are there, and drop wholes that nobody wants.  */
static void
use_parts (void)
{
  basic_block bb;
  FOR_EACH_BB_FN (bb, cfun)
    for (gimple_stmt_iterator gsi = gsi_start_bb (bb); !gsi_end_p (gsi); gsi_next (&gsi))
      if (is_gimple_assign (gsi_stmt (gsi))
	  && (gimple_assign_rhs_code (gsi_stmt (gsi)) == REALPART_EXPR
	      || gimple_assign_rhs_code (gsi_stmt (gsi)) == IMAGPART_EXPR))
	take_joined (gsi_stmt (gsi));
  FOR_EACH_BB_FN (bb, cfun)
    for (gimple_stmt_iterator gsi = gsi_start_bb (bb); !gsi_end_p (gsi);)
      {
	gimple *stmt = gsi_stmt (gsi);
	if (!is_gimple_assign (stmt) || gimple_assign_rhs_code (stmt) != COMPLEX_EXPR
	    || TREE_CODE (gimple_assign_lhs (stmt)) != SSA_NAME
	    || !has_zero_uses (gimple_assign_lhs (stmt)))
	  {
	    gsi_next (&gsi);
	    continue;
	  }
	gsi_remove (&gsi, true);
	release_defs (stmt);
      }
}

void
plug_split_complex_scalars (void)
{
  struct splitting s;
  auto_vec<gphi *> phis;
  if (!find_phis (&phis) || phis.is_empty ())
    return;
  for (gphi *phi : phis)
    split_phi (&s, phi);
  for (gphi *phi : phis)
    fill_phi (&s, phi);
  for (gphi *phi : phis)
    join_where_used (&s, gimple_phi_result (phi));
  for (gimple *def : s.done)
    join_where_used (&s, gimple_assign_lhs (def));
  drop_wholes (&s, phis);
  use_parts ();
}
