/* extract-value.cc: SSA names as expressions.

   SPDX-License-Identifier: GPL-3.0-or-later

   Reads what C's arithmetic does with values of its types: where it wraps,
   and where it can't because overflow is undefined.  What expressions are worth
   at a place, core finds out (core/scope.h).  */

#include "pram-gcc.h"
#include "region.h"
#include "extract.h"

typedef const struct pram_expr *expr;

static int
bits_of (tree type)
{
  return TYPE_PRECISION (type);
}

/* E as a value of TYPE.  */
static expr
wrap (struct plug_extract *x, expr e, tree type)
{
  return pram_expr_wrap (x->exprs, e, bits_of (type), !TYPE_UNSIGNED (type));
}

/* E, computed in TYPE.  */
static expr
computed (struct plug_extract *x, expr e, tree type)
{
  return TYPE_OVERFLOW_UNDEFINED (type) ? e : wrap (x, e, type);
}

/* VALUE isn't known.  */
static expr
unknown (struct plug_extract *x, tree value)
{
  return pram_expr_data (x->exprs, NULL, value);
}

tree
plug_culprit_of (struct plug_extract *x, expr e)
{
  if (e && e->op == PRAM_EXPR_ENTRY)
    return x->entry_of_param[e->value];
  return e ? (tree) e->cookie : NULL_TREE;
}

/* --- Operators ----------------------------------------------------------- */

static expr
integer (struct plug_extract *x, tree value)
{
  HOST_WIDE_INT low = (HOST_WIDE_INT) TREE_INT_CST_LOW (value);
  return wrap (x, pram_expr_constant (x->exprs, low), TREE_TYPE (value));
}

static expr
binary (struct plug_extract *x, enum tree_code code, tree type, expr a, expr b)
{
  struct pram_exprs *e = x->exprs;
  switch (code)
    {
    case PLUS_EXPR:
      return computed (x, pram_expr_sum (e, a, 1, b, 1), type);
    case MINUS_EXPR:
      return computed (x, pram_expr_sum (e, a, 1, b, -1), type);
    case MULT_EXPR:
      return computed (x, pram_expr_binary (e, PRAM_EXPR_PRODUCT, a, b), type);
    case LSHIFT_EXPR:
      return computed (x, pram_expr_binary (e, PRAM_EXPR_SHL, a, b), type);
    case RSHIFT_EXPR:
      return pram_expr_binary (e, PRAM_EXPR_SHR, a, b);
    case TRUNC_DIV_EXPR: case EXACT_DIV_EXPR:
      return pram_expr_binary (e, PRAM_EXPR_DIV, a, b);
    case TRUNC_MOD_EXPR:
      return pram_expr_binary (e, PRAM_EXPR_MOD, a, b);
    case MIN_EXPR:
      return pram_expr_binary (e, PRAM_EXPR_MIN, a, b);
    case MAX_EXPR:
      return pram_expr_binary (e, PRAM_EXPR_MAX, a, b);
    case BIT_AND_EXPR: case TRUTH_AND_EXPR: case TRUTH_ANDIF_EXPR:
      return pram_expr_binary (e, PRAM_EXPR_AND, a, b);
    case BIT_IOR_EXPR: case TRUTH_OR_EXPR: case TRUTH_ORIF_EXPR:
      if (TREE_CODE (type) == BOOLEAN_TYPE)
	return pram_expr_either (e, pram_expr_truth (e, a),
				 pram_expr_truth (e, b));
      return pram_expr_sum (e, pram_expr_sum (e, a, 1, b, 1), 1,
			    pram_expr_binary (e, PRAM_EXPR_AND, a, b), -1);
    case BIT_XOR_EXPR: case TRUTH_XOR_EXPR:
      return pram_expr_binary (e, PRAM_EXPR_XOR, a, b);
    case LT_EXPR:
      return pram_expr_less (e, a, b);
    case GT_EXPR:
      return pram_expr_less (e, b, a);
    case LE_EXPR:
      return pram_expr_not (e, pram_expr_less (e, b, a));
    case GE_EXPR:
      return pram_expr_not (e, pram_expr_less (e, a, b));
    case EQ_EXPR:
      return pram_expr_equal (e, a, b);
    case NE_EXPR:
      return pram_expr_not (e, pram_expr_equal (e, a, b));
    default:
      return NULL;
    }
}

/* The distance of pointers to the same array; null if they are not that.  */
static expr
distance (struct plug_extract *x, tree t0, tree t1)
{
  struct plug_pointer p, q;
  if (!plug_pointer_of (x, t0, &p) || !plug_pointer_of (x, t1, &q)
      || p.base != q.base || p.indirect || q.indirect)
    return NULL;
  return pram_expr_sum (x->exprs, p.offset, 1, q.offset, -1);
}

static expr
unary (struct plug_extract *x, enum tree_code code, tree type, tree operand)
{
  struct pram_exprs *e = x->exprs;
  expr a = plug_value_of (x, operand), zero = pram_expr_constant (e, 0);
  switch (code)
    {
    CASE_CONVERT:
      if (TREE_CODE (type) == BOOLEAN_TYPE)
	return pram_expr_truth (e, a);
      /* A type that has all values of the operand's changes none.  */
      return (INTEGRAL_TYPE_P (TREE_TYPE (operand))
	      && int_fits_type_p (TYPE_MIN_VALUE (TREE_TYPE (operand)), type)
	      && int_fits_type_p (TYPE_MAX_VALUE (TREE_TYPE (operand)), type)
	      ? a : wrap (x, a, type));
    case NEGATE_EXPR:
      return computed (x, pram_expr_sum (e, zero, 1, a, -1), type);
    case BIT_NOT_EXPR:
      if (TREE_CODE (type) == BOOLEAN_TYPE)
	return pram_expr_not (e, pram_expr_truth (e, a));
      a = pram_expr_sum (e, pram_expr_constant (e, -1), 1, a, -1);
      return TYPE_UNSIGNED (type) ? wrap (x, a, type) : a;
    case ABS_EXPR:
      return pram_expr_binary (e, PRAM_EXPR_MAX, a,
			       pram_expr_sum (e, zero, 1, a, -1));
    default:
      return NULL;
    }
}

/* T0 CODE T1, of TYPE; null if that is no integer operation.  */
static expr
operation (struct plug_extract *x, enum tree_code code, tree type, tree t0,
	   tree t1)
{
  if (TREE_CODE_CLASS (code) == tcc_comparison
      && POINTER_TYPE_P (TREE_TYPE (t0)))
    {
      expr d = distance (x, t0, t1);
      return d ? binary (x, code, type, d, pram_expr_constant (x->exprs, 0))
	       : NULL;
    }
  if (code == POINTER_DIFF_EXPR)
    return distance (x, t0, t1);
  if (!INTEGRAL_TYPE_P (TREE_TYPE (t0)))
    return NULL;
  if (!t1)
    return unary (x, code, type, t0);
  return (INTEGRAL_TYPE_P (TREE_TYPE (t1))
	  ? binary (x, code, type, plug_value_of (x, t0),
		    plug_value_of (x, t1)) : NULL);
}

expr
plug_compare (struct plug_extract *x, enum tree_code code, tree t0, tree t1)
{
  return operation (x, code, boolean_type_node, t0, t1);
}

/* --- Definitions --------------------------------------------------------- */

/* E mentions what may depend on a size: anything but the iterator of loop
   number OWN.  */
static bool
sized_p (const struct plug_extract *x, expr e, int own)
{
  for (int l = 0; l < x->source->n_loops; l++)
    if (l != own && pram_expr_mentions_p (e, PRAM_EXPR_ITERATOR, l))
      return true;
  return (pram_expr_mentions_p (e, PRAM_EXPR_ENTRY, -1)
	  || pram_expr_mentions_p (e, PRAM_EXPR_ELEMENT, -1)
	  || pram_expr_mentions_p (e, PRAM_EXPR_VARIABLE, -1)
	  || pram_expr_mentions_p (e, PRAM_EXPR_TRIPS, -1));
}

bool
plug_leveled_p (struct plug_extract *x, expr e)
{
  for (unsigned l = 1; x->levels && l < number_of_loops (cfun); l++)
    if (x->levels->level[l]
	&& plug_mentions_loop_p (x, e, get_loop (cfun, l)))
      return true;
  return false;
}

/* How often L runs depends on that.  */
static bool
loop_leveled_p (struct plug_extract *x, const struct plug_loop *l)
{
  const struct pram_source_loop *loop = &x->source->loops[l->number];
  for (int k = 0; k < loop->n_leave; k++)
    if (plug_leveled_p (x, loop->leave[k]))
      return true;
  return false;
}

/* How often L runs may depend on a size that is a variable, or on a level
   loop.  */
static bool
loop_sized_p (struct plug_extract *x, const struct plug_loop *l)
{
  const struct pram_source_loop *loop = &x->source->loops[l->number];
  for (int k = 0; k < loop->n_leave; k++)
    if (sized_p (x, loop->leave[k], l->number))
      return plug_variable_sizes_p (x->region) || loop_leveled_p (x, l);
  return false;
}

bool
plug_loop_fixed_p (struct plug_extract *x, struct plug_loop *l, int64_t *trips)
{
  int64_t most;
  return (l->counted && !x->survey && !l->late
	  && pram_scope_trips_range (x->scope, l->number, trips, &most)
	  && *trips == most);
}

bool
plug_loop_runs_p (struct plug_extract *x, struct plug_loop *l)
{
  int64_t least, most;
  return (l->counted && !l->late && !loop_leveled_p (x, l)
	  && pram_scope_trips_range (x->scope, l->number, &least, &most)
	  && least >= 1);
}

void
plug_count_on_fixed (struct plug_extract *x, struct plug_loop *l)
{
  x->source->loops[l->number].fixed |= loop_sized_p (x, l);
}

void
plug_count_on_runs (struct plug_extract *x, struct plug_loop *l)
{
  if (plug_loop_runs_p (x, l))
    x->source->loops[l->number].runs |= loop_sized_p (x, l);
}

/* E, with the iterators of loops that have been left when LOOP's latch runs
   replaced by what they were, if that is always the same; null if it isn't.  */
static expr
invariant (struct plug_extract *x, expr e, class loop *loop)
{
  for (class loop *l = loop->inner; e && l; l = l->next)
    e = invariant (x, e, l);
  struct plug_loop *l = &x->loops[loop->num];
  int64_t trips;
  if (!e || l->number < 0
      || !pram_expr_mentions_p (e, PRAM_EXPR_ITERATOR, l->number))
    return e;
  if (!plug_loop_fixed_p (x, l, &trips))
    return NULL;
  plug_count_on_fixed (x, l);
  return pram_expr_replace (x->exprs, e,
			    pram_expr_iterator (x->exprs, l->number),
			    loop_sized_p (x, l)
			    ? pram_expr_trips (x->exprs, l->number)
			    : pram_expr_constant (x->exprs, trips));
}

bool
plug_step_of (struct plug_extract *x, class loop *loop, expr symbol,
	      expr latch, expr *step)
{
  while (latch->op == PRAM_EXPR_WRAP)
    latch = latch->operand[0];
  expr rest = pram_expr_sum (x->exprs, latch, 1, symbol, -1);
  for (class loop *l = loop->inner; rest && l; l = l->next)
    rest = invariant (x, rest, l);
  if (!rest || pram_expr_mentions_p (rest, PRAM_EXPR_DATA, -1)
      || plug_mentions_loop_p (x, rest, loop))
    return false;
  for (class loop *l = loop->inner; l; l = l->next)
    if (plug_mentions_loop_p (x, rest, l))
      return false;
  *step = rest;
  return true;
}

/* PHI, in a loop's header, which nobody looks at inside, is always set to the same:
   that is what it is behind the loop, if there was an iteration.  Else null.  */
static expr
set_anyway (struct plug_extract *x, gphi *phi, expr init)
{
  class loop *loop = gimple_bb (phi)->loop_father;
  tree last = plug_strip_copies (PHI_ARG_DEF_FROM_EDGE
				 (phi, loop_latch_edge (loop)));
  edge leave = single_exit (loop);
  if (!leave || leave->src != loop->header || plug_late_of (x, loop)
      || plug_name_in_loop_p (loop, last)
      || plug_used_inside_p (loop, gimple_phi_result (phi)))
    return NULL;
  expr iteration = pram_expr_iterator (x->exprs, plug_loop_number (x, loop));
  expr zero = pram_expr_constant (x->exprs, 0);
  return pram_expr_select (x->exprs,
			   pram_expr_equal (x->exprs, iteration, zero), init,
			   plug_value_of (x, last));
}

/* PHI, in a loop's header, changes by the same in each iteration.  */
static expr
induction (struct plug_extract *x, gphi *phi)
{
  class loop *loop = gimple_bb (phi)->loop_father;
  tree result = gimple_phi_result (phi), type = TREE_TYPE (result);
  if (EDGE_COUNT (loop->header->preds) != 2)
    return unknown (x, result);
  expr init = plug_value_of (x, PHI_ARG_DEF_FROM_EDGE
				(phi, loop_preheader_edge (loop)));
  expr symbol = plug_variable (x, loop, result), step;
  if (!symbol)
    {
      if (expr set = set_anyway (x, phi, init))
	return set;
      symbol = unknown (x, result);
    }
  x->value_of[SSA_NAME_VERSION (result)] = symbol;
  x->n_pending++;
  expr latch = plug_value_of (x, PHI_ARG_DEF_FROM_EDGE
				 (phi, loop_latch_edge (loop)));
  x->n_pending--;
  x->value_of[SSA_NAME_VERSION (result)] = NULL;
  plug_note_pending_loads (x);
  if (!plug_step_of (x, loop, symbol, latch, &step))
    return (symbol->op != PRAM_EXPR_VARIABLE
	    || plug_set_variable (x, loop, symbol, init, latch)
	    ? symbol : unknown (x, result));
  expr moved = pram_expr_binary (x->exprs, PRAM_EXPR_PRODUCT, step,
				 plug_iterations_of (x, loop));
  return computed (x, pram_expr_sum (x->exprs, init, 1, moved, 1), type);
}

/* A PHI where paths join.  */
static expr
join (struct plug_extract *x, gphi *phi)
{
  tree result = gimple_phi_result (phi);
  expr value = NULL;
  for (unsigned i = gimple_phi_num_args (phi); i-- > 0;)
    {
      expr arg = plug_value_of (x, gimple_phi_arg_def (phi, i));
      if (!value || value == arg)
	{
	  value = arg;
	  continue;
	}
      expr taken = plug_edge_condition (x, gimple_phi_arg_edge (phi, i));
      /* What nobody knows has the name of what is made of it.  */
      if (pram_expr_mentions_p (taken, PRAM_EXPR_DATA, -1))
	return unknown (x, result);
      value = pram_expr_select (x->exprs, taken, arg, value);
    }
  return value;
}

static expr
parameter (struct plug_extract *x, tree name)
{
  for (int p = 0; p < x->region->n_params; p++)
    {
      struct plug_param *param = &x->region->params[p];
      if (param->parm != SSA_NAME_VAR (name) || param->kind != PRAM_ARG_IN)
	continue;
      if (param->checked && !param->variable)
	return pram_expr_constant
		 (x->exprs, (HOST_WIDE_INT) TREE_INT_CST_LOW
			    (build_int_cst (TREE_TYPE (name),
					    param->expected)));
      x->entry_of_param[p] = name;
      return pram_expr_entry (x->exprs, p, param->name);
    }
  return unknown (x, name);
}

/* NAME is what a variable that the region changes starts from, an entry value;
   else null.  */
static expr
start_value (struct plug_extract *x, tree name)
{
  struct plug_param *p = plug_parameter_of (x->region, name);
  tree memory = p ? gimple_vuse (SSA_NAME_DEF_STMT (name)) : NULL_TREE;
  if (!p || !p->variable || !SSA_NAME_IS_DEFAULT_DEF (memory))
    return NULL;
  int number = (int) (p - x->region->params);
  x->entry_of_param[number] = name;
  return pram_expr_entry (x->exprs, number, p->name);
}

static expr
definition (struct plug_extract *x, tree name)
{
  gimple *def = SSA_NAME_DEF_STMT (name);
  if (SSA_NAME_IS_DEFAULT_DEF (name))
    return parameter (x, name);
  if (gphi *phi = dyn_cast <gphi *> (def))
    {
      basic_block bb = gimple_bb (phi);
      return (bb->loop_father->header == bb && loop_outer (bb->loop_father)
	      ? induction (x, phi) : join (x, phi));
    }
  if (expr start = start_value (x, name))
    return start;
  if (expr element = plug_element_of (x, name))
    {
      const_cast <struct pram_expr *> (element)->cookie = name;
      return element;
    }
  if (!is_gimple_assign (def) || gimple_vuse (def))
    return unknown (x, name);
  expr value = (gimple_assign_single_p (def)
		? plug_value_of (x, gimple_assign_rhs1 (def))
		: operation (x, gimple_assign_rhs_code (def), TREE_TYPE (name),
			     gimple_assign_rhs1 (def),
			     gimple_assign_rhs2 (def)));
  if (!value)
    return unknown (x, name);
  if (!value->cookie && value->op != PRAM_EXPR_CONSTANT)
    const_cast <struct pram_expr *> (value)->cookie = name;
  return value;
}

expr
plug_value_of (struct plug_extract *x, tree value)
{
  tree type = TREE_TYPE (value);
  if (!INTEGRAL_TYPE_P (type) || bits_of (type) > 64)
    return unknown (x, value);
  if (TREE_CODE (value) == INTEGER_CST)
    return integer (x, value);
  if (TREE_CODE (value) == SSA_NAME)
    {
      expr *known = &x->value_of[SSA_NAME_VERSION (value)];
      if (*known)
	return *known;
      expr e = definition (x, value);
      if (!x->n_pending)
	*known = e;
      return e;
    }
  expr e = NULL;
  if (EXPR_P (value) && TREE_OPERAND_LENGTH (value) >= 1)
    e = operation (x, TREE_CODE (value), type, TREE_OPERAND (value, 0),
		   TREE_OPERAND_LENGTH (value) > 1 ? TREE_OPERAND (value, 1)
						   : NULL_TREE);
  return e ? e : unknown (x, value);
}

/* --- Values at places ---------------------------------------------------- */

bool
plug_position_p (struct plug_extract *x, tree name)
{
  class loop *loop = gimple_bb (SSA_NAME_DEF_STMT (name))->loop_father;
  expr value = plug_value_of (x, name);
  const struct pram_place *place
    = pram_scope_place (x->scope, plug_loop_number (x, loop), 0, NULL);
  return pram_scope_known_p (x->scope, place, value);
}
