/* pardo-conflict.cc: what iterations in lock step may change of each other's.

   SPDX-License-Identifier: GPL-3.0-or-later

   An assignment is done in two steps if another iteration's may change what
   this one's right side reads.  It may not if
   (1) what is read has another type;
   (2) both are elements of variables, and of different ones;
   (3) it is the element that this iteration assigns to, by the same words: two
       iterations don't assign to one element.
   Pointers may lead anywhere here: where core knows that arrays are apart, it
   removes what is kept in vain.  */

#include "pram-gcc.h"
#include "pardo-conflict.h"
#include "remap.h"

/* --- Types and references ------------------------------------------------- */

/* The user has asked GCC not to go by types.  */
static bool
types_mixed_p (void)
{
  return global_options_set.x_flag_strict_aliasing && !flag_strict_aliasing;
}

/* No object is accessed as an A and as a B.  */
static bool
types_apart_p (tree a, tree b)
{
  a = TYPE_MAIN_VARIANT (a);
  b = TYPE_MAIN_VARIANT (b);
  if (a == b || types_mixed_p () || AGGREGATE_TYPE_P (a)
      || AGGREGATE_TYPE_P (b) || integer_onep (TYPE_SIZE_UNIT (a))
      || integer_onep (TYPE_SIZE_UNIT (b)))
    return false;
  bool whole = INTEGRAL_TYPE_P (a) || POINTER_TYPE_P (a);
  if (whole != (INTEGRAL_TYPE_P (b) || POINTER_TYPE_P (b)))
    return true;
  if (whole)
    return (POINTER_TYPE_P (a) != POINTER_TYPE_P (b)
	    || TYPE_PRECISION (a) != TYPE_PRECISION (b));
  return (SCALAR_FLOAT_TYPE_P (a) && SCALAR_FLOAT_TYPE_P (b)
	  && TYPE_MODE (a) != TYPE_MODE (b));
}

/* The variable that REF is a part of, or null.  */
static tree
variable_of (tree ref)
{
  tree base = get_base_address (ref);
  return base && VAR_P (base) ? base : NULL_TREE;
}

bool
plug_reference_p (tree t)
{
  return (handled_component_p (t) || INDIRECT_REF_P (t)
	  || TREE_CODE (t) == MEM_REF
	  || (SSA_VAR_P (t) && AGGREGATE_TYPE_P (TREE_TYPE (t))));
}

struct search { tree var; };

static tree
visit_search (tree *tp, int *walk_subtrees, void *data)
{
  if (TYPE_P (*tp))
    *walk_subtrees = 0;
  return *tp == ((struct search *) data)->var ? *tp : NULL_TREE;
}

bool
plug_mentions_p (tree t, tree var)
{
  struct search s = { var };
  return walk_tree_without_duplicates (&t, visit_search, &s);
}

/* Sizes that are computed once count as side effects.  */
bool
plug_same_words_p (tree a, tree b)
{
  return operand_equal_p (a, b, OEP_MATCH_SIDE_EFFECTS);
}

/* Each iteration has another element REF, or two of them violate the rules.  */
static bool
own_element_p (struct plug_steps *s, tree ref)
{
  for (struct plug_range &r : s->ranges)
    if (!plug_mentions_p (ref, r.var))
      return false;
  return true;
}

bool
plug_pardo_apart_p (tree a, tree b)
{
  tree x = variable_of (a), y = variable_of (b);
  return types_apart_p (TREE_TYPE (a), TREE_TYPE (b)) || (x && y && x != y);
}

/* Another iteration's assignment to WRITTEN, or, if OWN, the same one's, may change REF.  */
static bool
changes_p (struct plug_steps *s, tree written, tree ref, bool own)
{
  if (DECL_P (written) && !TREE_ADDRESSABLE (written)
      && !is_global_var (written) && written != variable_of (ref))
    return false;
  return (!plug_pardo_apart_p (written, ref)
	  && (own || !(plug_same_words_p (written, ref) && own_element_p (s, ref))));
}

/* --- Calls ---------------------------------------------------------------- */

/* The call T takes numbers and yields one.  */
static bool
numbers_only_p (tree t)
{
  tree arg;
  call_expr_arg_iterator i;
  FOR_EACH_CALL_EXPR_ARG (arg, i, t)
    if (POINTER_TYPE_P (TREE_TYPE (arg)) || AGGREGATE_TYPE_P (TREE_TYPE (arg)))
      return false;
  return FLOAT_TYPE_P (TREE_TYPE (t)) || INTEGRAL_TYPE_P (TREE_TYPE (t));
}

/* That a function of the C library may set errno keeps GCC from saying that it
   is const.  */
bool
plug_pardo_computes_p (tree t)
{
  tree fn = get_callee_fndecl (t);
  if (call_expr_flags (t) & ECF_CONST)
    return true;
  if (!fn || !fndecl_built_in_p (fn, BUILT_IN_NORMAL) || !numbers_only_p (t))
    return false;
  return (builtin_mathfn_code (t) != END_BUILTINS
	  || FLOAT_TYPE_P (TREE_TYPE (t)));
}

static tree visit_helper (tree *, int *, void *);

/* Functions that call each other.  */
enum { MAX_CALLS = 8 };

/* The call T, DEPTH calls inside, may change what its caller sees.  */
static bool
call_changes_p (tree t, int depth)
{
  tree fn = get_callee_fndecl (t);
  if (plug_pardo_computes_p (t)
      || (call_expr_flags (t) & (ECF_CONST | ECF_PURE)))
    return false;
  if (!fn || !DECL_SAVED_TREE (fn) || DECL_WEAK (fn) || depth >= MAX_CALLS)
    return true;
  depth++;
  return walk_tree_without_duplicates (&DECL_SAVED_TREE (fn), visit_helper,
				       &depth);
}

/* What a function may assign to: its own variables, none of which is static.  */
static bool
automatic_p (tree target)
{
  tree base = get_base_address (target);
  return (base && (TREE_CODE (base) == RESULT_DECL
		   || TREE_CODE (base) == PARM_DECL
		   || (VAR_P (base) && !is_global_var (base)
		       && !TREE_THIS_VOLATILE (base))));
}

static tree
visit_helper (tree *tp, int *walk_subtrees, void *data)
{
  switch (TREE_CODE (*tp))
    {
    case MODIFY_EXPR: case INIT_EXPR:
    case PREINCREMENT_EXPR: case PREDECREMENT_EXPR:
    case POSTINCREMENT_EXPR: case POSTDECREMENT_EXPR:
      return automatic_p (TREE_OPERAND (*tp, 0)) ? NULL_TREE : *tp;
    case CALL_EXPR:
      return call_changes_p (*tp, *(int *) data) ? *tp : NULL_TREE;
    case ASM_EXPR:
      return *tp;
    default:
      if (TYPE_P (*tp))
	*walk_subtrees = 0;
      return NULL_TREE;
    }
}

static tree
visit_effect (tree *tp, int *walk_subtrees, void *)
{
  switch (TREE_CODE (*tp))
    {
    case MODIFY_EXPR: case INIT_EXPR: case ASM_EXPR: case VA_ARG_EXPR:
    case PREINCREMENT_EXPR: case PREDECREMENT_EXPR:
    case POSTINCREMENT_EXPR: case POSTDECREMENT_EXPR:
    case BIND_EXPR: case STATEMENT_LIST: case TARGET_EXPR:
      return *tp;
    case CALL_EXPR:
      return call_changes_p (*tp, 0) ? *tp : NULL_TREE;
    default:
      if (TYPE_P (*tp))
	*walk_subtrees = 0;
      return DECL_P (*tp) && TREE_THIS_VOLATILE (*tp) ? *tp : NULL_TREE;
    }
}

tree
plug_effect_of (tree t)
{
  return walk_tree_without_duplicates (&t, visit_effect, NULL);
}

/* --- Values --------------------------------------------------------------- */

struct stability { struct plug_steps *steps; const vec<tree> *written; bool own; };

static tree visit_stability (tree *, int *, void *);

/* The first operand of REF, or of what it is a part of, that isn't stable.  */
static tree
unstable_operand (struct stability *c, tree ref)
{
  tree found = NULL_TREE;
  while (handled_component_p (ref) && !found)
    {
      for (int i = 1; i < TREE_OPERAND_LENGTH (ref) && !found; i++)
	if (TREE_OPERAND (ref, i))
	  found = walk_tree_without_duplicates (&TREE_OPERAND (ref, i),
						visit_stability, c);
      ref = TREE_OPERAND (ref, 0);
    }
  if (!found && !DECL_P (ref))
    found = walk_tree_without_duplicates (&TREE_OPERAND (ref, 0),
					  visit_stability, c);
  return found;
}

/* The reference T is to what iterations don't share, or don't change.  */
static bool
kept_p (struct plug_steps *s, tree t)
{
  tree var = variable_of (t);
  return var && (plug_own_find (s, var) || plug_constant_table_p (var));
}

static tree
visit_stability (tree *tp, int *walk_subtrees, void *data)
{
  struct stability *c = (struct stability *) data;
  tree t = *tp;
  bool address = TREE_CODE (t) == ADDR_EXPR;
  if (TYPE_P (t))
    *walk_subtrees = 0;
  else if (TREE_CODE (t) == CALL_EXPR)
    return plug_pardo_computes_p (t) ? NULL_TREE : t;
  else if (address || plug_reference_p (t))
    {
      *walk_subtrees = 0;
      if (!address && !kept_p (c->steps, t))
	for (tree written : *c->written)
	  if (changes_p (c->steps, written, t, c->own))
	    return t;
      return unstable_operand (c, address ? TREE_OPERAND (t, 0) : t);
    }
  else if (DECL_P (t))
    for (tree written : *c->written)
      if (written == t)
	return t;
  return NULL_TREE;
}

bool
plug_pardo_unstable_p (struct plug_steps *s, tree t, const vec<tree> &written, bool own)
{
  struct stability c = { s, &written, own };
  return walk_tree_without_duplicates (&t, visit_stability, &c);
}
