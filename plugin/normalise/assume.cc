/* assume.cc: values that sizes may well have.

   SPDX-License-Identifier: GPL-3.0-or-later

   A region without size clause is compiled for all sizes.  What is decided
   once, which loops are parallel, what may sweep together, is decided for
   values that the program gives, or, where it gives none, for values of usual
   magnitude: a bound is large, but not larger than the arrays as they are
   declared, rows are longer than any bound, where a loop starts is one, and so
   is what only chooses between cases.

   Requires: SSA.  Provides: the same.  */

#include "pram-gcc.h"
#include "region.h"
#include "read/extract.h"
#include "read/roles.h"

/* Assignments and calls are followed so far.  */
#define MAX_STEPS 10
/* Parts of an array begin so far apart, if anything says where: whole rows of
   many lengths.  */
#define APART 4096000

/* --- Constants that the program assigns ---------------------------------- */

/* Where a value stands: in FNDECL, which need not have SSA form yet, so many
   assignments and calls from a parameter of REGION.  */
struct origin
{
  const struct plug_region *region;
  tree fndecl;
  int steps;
};

static bool constant_in (struct origin o, tree value, HOST_WIDE_INT *constant);
static bool constant_computed (struct origin o, gassign *stmt,
			       HOST_WIDE_INT *constant);

/* Some caller of O's function passes *CONSTANT for PARM.  */
static bool
constant_passed (struct origin o, tree parm, HOST_WIDE_INT *constant)
{
  cgraph_node *node = cgraph_node::get (o.fndecl);
  unsigned number = 0;
  for (tree p = DECL_ARGUMENTS (o.fndecl); p && p != parm; p = DECL_CHAIN (p))
    number++;
  for (cgraph_edge *e = node ? node->callers : NULL; e; e = e->next_caller)
    {
      struct origin caller = { o.region, e->caller->decl, o.steps };
      if (e->call_stmt && number < gimple_call_num_args (e->call_stmt)
	  && constant_in (caller, gimple_call_arg (e->call_stmt, number),
			  constant))
	return true;
    }
  return false;
}

/* VAR is assigned *CONSTANT.  */
static bool
constant_assigned (struct origin o, tree var, HOST_WIDE_INT *constant)
{
  function *fn = DECL_STRUCT_FUNCTION (o.fndecl);
  basic_block bb;
  bool found = false;
  if (!fn || !fn->cfg)
    return false;
  FOR_EACH_BB_FN (bb, fn)
    for (gimple_stmt_iterator i = gsi_start_bb (bb); !gsi_end_p (i);
	 gsi_next (&i))
      {
	gassign *stmt = dyn_cast <gassign *> (gsi_stmt (i));
	tree lhs = stmt ? gimple_assign_lhs (stmt) : NULL_TREE;
	if (lhs && TREE_CODE (lhs) == SSA_NAME)
	  lhs = SSA_NAME_VAR (lhs);
	if (lhs == var && stmt)
	  found |= constant_computed (o, stmt, constant);
      }
  return found;
}

/* A CODE B is *CONSTANT, in some case.  */
static bool
constant_of (struct origin o, enum tree_code code, tree left, tree right,
	     HOST_WIDE_INT *constant)
{
  HOST_WIDE_INT a, b;
  if ((code != PLUS_EXPR && code != MINUS_EXPR && code != MULT_EXPR)
      || !constant_in (o, left, &a) || !constant_in (o, right, &b))
    return false;
  return !(code == PLUS_EXPR ? __builtin_add_overflow (a, b, constant)
	   : code == MINUS_EXPR ? __builtin_sub_overflow (a, b, constant)
	   : __builtin_mul_overflow (a, b, constant));
}

/* What STMT computes is *CONSTANT, in some case.  */
static bool
constant_computed (struct origin o, gassign *stmt, HOST_WIDE_INT *constant)
{
  enum tree_code code = gimple_assign_rhs_code (stmt);
  if (gimple_assign_single_p (stmt) || CONVERT_EXPR_CODE_P (code))
    return constant_in (o, gimple_assign_rhs1 (stmt), constant);
  return constant_of (o, code, gimple_assign_rhs1 (stmt),
		      gimple_assign_rhs2 (stmt), constant);
}

/* Some argument of PHI is *CONSTANT; none that a loop computes.  */
static bool
constant_merged (struct origin o, gphi *phi, HOST_WIDE_INT *constant)
{
  bool found = false;
  for (unsigned i = 0; i < gimple_phi_num_args (phi); i++)
    {
      tree arg = gimple_phi_arg_def (phi, i);
      gimple *def = (TREE_CODE (arg) == SSA_NAME ? SSA_NAME_DEF_STMT (arg)
		     : NULL);
      found |= (!def || gimple_assign_single_p (def))
	       && constant_in (o, arg, constant);
    }
  return found;
}

/* REGION is compiled for *CONSTANT as the value of VAR.  */
static bool
constant_expected (const struct plug_region *region, tree var,
		HOST_WIDE_INT *constant)
{
  for (int i = 0; var && i < region->n_params; i++)
    {
      const struct plug_param *p = &region->params[i];
      if (p->var == var && p->checked)
	{
	  *constant = p->expected;
	  return true;
	}
    }
  return false;
}

/* VALUE is *CONSTANT, in some case.  */
static bool
constant_in (struct origin o, tree value, HOST_WIDE_INT *constant)
{
  if (o.steps++ > MAX_STEPS)
    return false;
  if (TREE_CODE (value) == INTEGER_CST)
    {
      *constant = tree_fits_shwi_p (value) ? tree_to_shwi (value) : 0;
      return true;
    }
  if (TREE_CODE (value) == SSA_NAME)
    {
      gimple *def = SSA_NAME_DEF_STMT (value);
      if (constant_expected (o.region, SSA_NAME_VAR (value), constant))
	return true;
      if (gphi *phi = dyn_cast <gphi *> (def))
	return constant_merged (o, phi, constant);
      if (gassign *stmt = dyn_cast <gassign *> (def))
	return constant_computed (o, stmt, constant);
      value = SSA_NAME_VAR (value);
    }
  if (value && (CONVERT_EXPR_P (value) || TREE_CODE (value) == SAVE_EXPR))
    return constant_in (o, TREE_OPERAND (value, 0), constant);
  if (value && BINARY_CLASS_P (value))
    return constant_of (o, TREE_CODE (value), TREE_OPERAND (value, 0),
			TREE_OPERAND (value, 1), constant);
  if (!value || !DECL_P (value))
    return false;
  if (constant_expected (o.region, value, constant))
    return true;
  if (TREE_CODE (value) == PARM_DECL)
    return constant_passed (o, value, constant);
  if (VAR_P (value) && is_global_var (value))
    return (DECL_INITIAL (value) && DECL_INITIAL (value) != error_mark_node
	    && constant_in (o, DECL_INITIAL (value), constant));
  return VAR_P (value) && constant_assigned (o, value, constant);
}

/* --- Values of usual magnitude ------------------------------------------- */

/* The most telling one.  */
static enum role
role_of (tree name)
{
  return (enum role) floor_log2 (plug_roles_of (name));
}

/* A value for NAME, in REGION, the next one to *N others.  */
static HOST_WIDE_INT
usual_value (const struct plug_region *region, tree name, int *n)
{
  HOST_WIDE_INT bound = plug_declared_bound (region);
  enum role role = role_of (name);
  if (role < STRIDE)
    return 1;
  int k = (*n)++;
  return (role == STRIDE ? ROW + BETWEEN * k
	  : bound < BOUND ? MAX (bound - k, MARGIN) : BOUND + BETWEEN * k);
}

bool
plug_spread_elements (struct plug_region *region)
{
  bool any = false;
  for (int i = 0; i < region->n_params; i++)
    {
      struct plug_param *p = &region->params[i];
      if (p->lookup == PLUG_LOOKUP && p->assumed && !p->rest && !p->step)
	{
	  p->step = APART;
	  any = true;
	}
    }
  return any;
}

/* --- Parameters ----------------------------------------------------------- */

/* The value that the program gives to P, or 0.  No size is 0 or 1: such a
   constant only stands there for another.  */
static HOST_WIDE_INT
given_value (struct plug_region *region, const struct plug_param *p)
{
  struct origin at_region = { region, region->function, 0 };
  HOST_WIDE_INT value = p->likely;
  if (value <= 1
      && !((DECL_P (p->var) || p->computed)
	   && constant_in (at_region, p->computed ? p->computed : p->var,
			   &value)))
    return 0;
  return value <= 1 ? 0 : value;
}

/* P can be a size: its name in the current function, or null.  */
static tree
size_name (const struct plug_param *p)
{
  tree type = TREE_TYPE (p->parm);
  return (p->kind == PRAM_ARG_IN && INTEGRAL_TYPE_P (type)
	  && TYPE_PRECISION (type) <= 64 ? ssa_default_def (cfun, p->parm)
	  : NULL_TREE);
}

/* The number of the parameter before I that has the same name, or -1: arrays of
   variable size come with copies of their sizes.  */
static int
same_before (const struct plug_region *region, int i)
{
  for (int k = 0; k < i; k++)
    if (region->params[k].variable
	&& strcmp (region->params[k].name, region->params[i].name) == 0)
      return k;
  return -1;
}

/* The value that P, an integer that the region changes, has at entry, which is
   a size too: its name in the current function, or null.  */
static tree
start_name (struct plug_region *region, const struct plug_param *p)
{
  tree type = TREE_TYPE (p->var), pointer = ssa_default_def (cfun, p->parm);
  imm_use_iterator iter;
  use_operand_p use;
  if (p->kind != PRAM_ARG_INOUT || !INTEGRAL_TYPE_P (type)
      || TYPE_PRECISION (type) > 64 || !pointer)
    return NULL_TREE;
  FOR_EACH_IMM_USE_FAST (use, iter, pointer)
    {
      tree lhs = gimple_get_lhs (USE_STMT (use));
      if (lhs && TREE_CODE (lhs) == SSA_NAME
	  && plug_parameter_of (region, lhs) == p)
	return lhs;
    }
  return NULL_TREE;
}

/* Parameter I of REGION says how far the rows of an array are apart.  */
static bool
pitch_p (const struct plug_region *region, int i)
{
  for (int p = 0; p < region->n_params; p++)
    if (region->params[p].row_unit && region->params[p].pitch == i)
      return true;
  return false;
}

/* P, number I of REGION's parameters, is a size that nobody has named: assume a
   value, the next one to *N others.  */
static void
assume_size (struct plug_region *region, int i, int *n)
{
  struct plug_param *p = &region->params[i];
  tree name = size_name (p);
  int same = same_before (region, i);
  if (!name || p->checked || pitch_p (region, i))
    return;
  HOST_WIDE_INT value = (same >= 0 ? region->params[same].expected
			 : given_value (region, p));
  p->assumed = !value || (same >= 0 && region->params[same].assumed);
  if (!value)
    value = usual_value (region, name, n);
  p->checked = p->variable = true;
  p->expected = (wi::fits_to_tree_p (wi::shwi (value, 64),
				     TREE_TYPE (p->parm)) ? value : 1);
}

/* Rows are apart by twice as many elements as any size.  */
static void
assume_pitches (struct plug_region *region)
{
  HOST_WIDE_INT most = ROW;
  for (int i = 0; i < region->n_params; i++)
    if (region->params[i].checked && !pitch_p (region, i))
      most = MAX (most, MIN (region->params[i].expected, 1 << 30));
  for (int i = 0; i < region->n_params; i++)
    if (region->params[i].row_unit)
      {
	struct plug_param *pitch = &region->params[region->params[i].pitch];
	pitch->checked = pitch->variable = pitch->assumed = true;
	pitch->expected = 2 * most * region->params[i].row_unit;
      }
}

/* Sizes of arrays of REGION that are computed, double (*a)[n + 2], from those that have been assumed; the next
   ones to *N others.  */
static void
assume_computed (struct plug_region *region, int *n)
{
  for (int i = 0; i < region->n_params; i++)
    if (region->params[i].computed)
      assume_size (region, i, n);
}

void
plug_assume_sizes (struct plug_region *region)
{
  int n = 0;
  for (int i = 0; region->any_size && i < region->n_params; i++)
    {
      struct plug_param *p = &region->params[i];
      tree start = start_name (region, p);
      if (p->checked)
	p->variable = true;		/* the program says for what */
      else if (start)
	{
	  p->checked = p->variable = true;
	  p->expected = (p->likely || role_of (start) < STRIDE ? p->likely
			 : usual_value (region, start, &n));
	}
      if (!p->computed)
	assume_size (region, i, &n);
    }
  if (region->any_size)
    {
      assume_computed (region, &n);
      assume_pitches (region);
    }
}

bool
plug_assume_others (struct plug_region *region)
{
  int n = 0;
  bool any = false;
  for (int i = 0; i < region->n_params; i++)
    {
      struct plug_param *p = &region->params[i];
      if (!p->computed)
	assume_size (region, i, &n);
      /* What couldn't be known without them.  */
      if (p->lookup == PLUG_NO_LOOKUP)
	p->lookup = PLUG_LOOKUP_UNDECIDED;
      p->refusal = NULL;
    }
  assume_computed (region, &n);
  assume_pitches (region);
  for (int i = 0; i < region->n_params; i++)
    any |= region->params[i].variable || region->params[i].row_unit;
  return any;
}

/* TEXT, which is taken, with the first elements of P: "n=1000, cx=0,1,0,…".  */
static char *
with_elements (char *text, const struct plug_param *p)
{
  enum { SHOWN = 3 };
  char *longer = xasprintf ("%s%s%s=", text, *text ? ", " : "", p->name);
  free (text);
  for (int k = 0; k < SHOWN && (k < p->n_elements || p->assumed); k++)
    {
      int64_t value = (k < p->n_elements ? p->elements[k]
		       : p->rest + k * p->step);
      text = xasprintf ("%s%" PRId64 ",", longer, value);
      free (longer);
      longer = text;
    }
  text = xasprintf ("%s…", longer);
  free (longer);
  return text;
}

/* "n=1000, m=1012": the sizes of REGION.  */
static char *
sizes_text (const struct plug_region *region)
{
  char *text = xstrdup (region->named_text ? region->named_text : "");
  for (int i = 0; i < region->n_params; i++)
    if (region->params[i].variable && same_before (region, i) < 0)
      {
	char *longer = xasprintf ("%s%s%s=%" PRId64, text, *text ? ", " : "",
				  region->params[i].name,
				  (int64_t) region->params[i].expected);
	free (text);
	text = longer;
      }
  for (int i = 0; i < region->n_params; i++)
    if (region->params[i].lookup == PLUG_LOOKUP)
      text = with_elements (text, &region->params[i]);
  return text;
}

/* Leave in SOURCE the entry values that it depends on.  */
static void
keep_entries (struct pram_source *source)
{
  int n = 0;
  for (int k = 0; k < source->n_entries; k++)
    if (pram_source_mentions_p (source, source->entries[k].number, NULL))
      source->entries[n++] = source->entries[k];
  source->n_entries = n;
}

void
plug_settle_sizes (struct plug_region *region, struct pram_source *source)
{
  for (int i = 0; i < region->n_params; i++)
    if (region->params[i].variable && !(source && region->params[i].unsplit)
	&& (!source || !pram_source_mentions_p (source, i, NULL)))
      region->params[i].checked = region->params[i].variable = false;
  if (!source)
    return;
  keep_entries (source);
  region->size_text = sizes_text (region);
}
