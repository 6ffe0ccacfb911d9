/* planes.cc: planes of an array that take turns, as pointers.

   SPDX-License-Identifier: GPL-3.0-or-later

     double u[2][N][N];
     int cur = 0;
     #pragma pram
     for (t = 0; t < n; t++)
       do
	 {
	   … u[1 - cur][i][j] = … u[cur][i][j] …
	   cur = 1 - cur;
	 }
       while (diff > eps);

   How often the inner loop runs nobody knows, so neither which plane is which.
   But the region has no other use for U than its planes, and CUR says which is
   which: so it is as if the program had pointers to them, and exchanged those:

     double (*p)[N] = u[cur], (*q)[N] = u[(cur + 1) % 2];
     #pragma pram
     for (t = 0; t < n; t++)
       do
	 {
	   … q[i][j] = … p[i][j] …
	   p <-> q; cur = 1 - cur;
	 }
       while (diff > eps);

   That is what the region becomes, in the program itself, too.  The variables stay
   as they are, beside the pointers.

   Of K planes an *index*, a variable with values below K, has K pointers: number S
   leads to the plane (index + S) % K.  What chooses a plane, or is assigned to an
   index, has to be an index and a SHIFT, modulo K, in any spelling: all K values
   are tried, and no others can be.  For that
   (1) all that the function ever assigns to an index is of that kind, or a
       constant below K;
   (2) one index alone has a value before the region, from which its pointers have
       theirs, and in the region no constant chooses a plane or is assigned to an
       index: the planes have no other names.

   Where the number of one loop's iteration says which plane is which
   normalise/periodic.cc sees to it: an index has to be shifted in a loop inside of
   another one.  */

#include "pram-gcc.h"
#include "remap.h"
#include "free-variables.h"
#include "pragma.h"
#include "pardo-conflict.h"
#include "planes.h"

/* Of so many planes at most.  */
enum { MAX_PLANES = 4 };

/* A variable that chooses planes.  */
struct index
{
  tree var;
  tree block;			/* the BIND_EXPR of the region that declares it,
				   or null */
  tree at[MAX_PLANES];
};

struct planes
{
  tree fndecl, body;
  location_t loc;
  tree array;			/* or pointer to the first plane */
  auto_vec<struct index> indices;
  tree root;			/* the index that has a value before the region */
  int k;			/* planes that are tried, or there are */
  int loops;			/* around what is looked at */
  hash_set<tree> visited, helpers;
};

/* --- Choices of planes ---------------------------------------------------- */

/* What the integer expression E is if X is VALUE, a constant; else null.  */
static tree
value_if (tree e, tree x, tree value)
{
  tree a, b, result = NULL_TREE, type = TREE_TYPE (e);
  if (e == x)
    return value;
  if (!INTEGRAL_TYPE_P (type))
    return NULL_TREE;
  if (DECL_P (e))
    return plug_constant_of (e);
  switch (TREE_CODE_CLASS (TREE_CODE (e)))
    {
    case tcc_constant:
      result = e;
      break;
    case tcc_unary:
      if ((a = value_if (TREE_OPERAND (e, 0), x, value)))
	result = fold_unary (TREE_CODE (e), type, a);
      break;
    case tcc_binary: case tcc_comparison:
      if ((a = value_if (TREE_OPERAND (e, 0), x, value))
	  && (b = value_if (TREE_OPERAND (e, 1), x, value)))
	result = fold_binary (TREE_CODE (e), type, a, b);
      break;
    case tcc_expression:
      if ((TREE_CODE (e) != COND_EXPR && TREE_CODE (e) != TRUTH_NOT_EXPR)
	  || !(a = value_if (TREE_OPERAND (e, 0), x, value)))
	return NULL_TREE;
      if (TREE_CODE (e) == TRUTH_NOT_EXPR)
	result = constant_boolean_node (integer_zerop (a), type);
      else
	result = value_if (TREE_OPERAND (e, integer_zerop (a) ? 2 : 1), x,
			   value);
      break;
    default:
      return NULL_TREE;
    }
  return (result && TREE_CODE (result) == INTEGER_CST
	  && !TREE_OVERFLOW (result) ? result : NULL_TREE);
}

/* Find in *TP a second variable, the first one into *DATA.  */
static tree
visit_variable (tree *tp, int *walk_subtrees, void *data)
{
  tree *var = (tree *) data, t = *tp;
  if (TYPE_P (t))
    *walk_subtrees = 0;
  if ((!VAR_P (t) && TREE_CODE (t) != PARM_DECL) || plug_constant_of (t))
    return NULL_TREE;
  if (*var && *var != t)
    return t;
  *var = t;
  return NULL_TREE;
}

/* The expression E names no variable but *VAR, which is null if there is none.  */
static bool
only_variable_p (tree e, tree *var)
{
  *var = NULL_TREE;
  return !walk_tree (&e, visit_variable, var, NULL);
}

/* E, in units of UNIT, is a constant below K or, if X isn't null, X shifted modulo K:
   that constant, or shift; else -1.  */
static int
shift_of (tree e, tree x, int k, HOST_WIDE_INT unit)
{
  int shift = -1;
  for (int v = 0; v < (x ? k : 1); v++)
    {
      tree value = x ? build_int_cst (TREE_TYPE (x), v) : NULL_TREE;
      if (x && !tree_int_cst_equal (value, build_int_cst (integer_type_node,
							  v)))
	return -1;
      tree is = value_if (e, x, value);
      if (!is || !tree_fits_shwi_p (is) || tree_to_shwi (is) % unit != 0)
	return -1;
      HOST_WIDE_INT plane = tree_to_shwi (is) / unit;
      if (plane < 0 || plane >= k)
	return -1;
      int by = ((int) plane - v + k) % k;
      if (v > 0 && by != shift)
	return -1;
      shift = by;
    }
  return shift;
}

/* The type of the planes of ARRAY, or null.  */
static tree
plane_type (tree array)
{
  tree type = TREE_TYPE (array);
  if (TREE_CODE (type) != ARRAY_TYPE && !POINTER_TYPE_P (type))
    return NULL_TREE;
  tree plane = TREE_TYPE (type), elem = strip_array_types (plane);
  return (TREE_CODE (plane) == ARRAY_TYPE && COMPLETE_TYPE_P (plane)
	  && !TYPE_VOLATILE (elem) && !TYPE_ATOMIC (elem) ? plane : NULL_TREE);
}

/* The offset OFFSET from the pointer ARRAY is that of an element: of which one into
   *CHOICE, in units of *UNIT.  Sizes that vary are those that C has.  */
static bool
choice_in_offset (tree array, tree offset, tree *choice, HOST_WIDE_INT *unit)
{
  HOST_WIDE_INT size = int_size_in_bytes (plane_type (array));
  *unit = size > 0 ? size : 1;
  *choice = offset;
  if (size > 0)
    return true;
  while (CONVERT_EXPR_P (*choice) || TREE_CODE (*choice) == MULT_EXPR)
    {
      tree type = TREE_TYPE (TREE_OPERAND (*choice, 0));
      if (CONVERT_EXPR_P (*choice)
	  && TYPE_PRECISION (type) != TYPE_PRECISION (sizetype))
	{
	  *choice = TREE_OPERAND (*choice, 0);
	  break;
	}
      *choice = TREE_OPERAND (*choice, 0);
    }
  tree sum = pointer_int_sum (UNKNOWN_LOCATION, PLUS_EXPR, array, *choice);
  STRIP_NOPS (sum);
  return (TREE_CODE (sum) == POINTER_PLUS_EXPR
	  && operand_equal_p (TREE_OPERAND (sum, 1), offset, 0));
}

/* T is a plane of P's array, or a pointer to one.  */
static bool
plane_p (const struct planes *p, tree t, tree *choice, HOST_WIDE_INT *unit)
{
  *unit = 1;
  if (TREE_CODE (t) == ARRAY_REF && TREE_OPERAND (t, 0) == p->array)
    {
      *choice = TREE_OPERAND (t, 1);
      return TREE_CODE (TREE_TYPE (p->array)) == ARRAY_TYPE;
    }
  if (TREE_CODE (t) == INDIRECT_REF && TREE_OPERAND (t, 0) == p->array)
    {
      *choice = integer_zero_node;
      return true;
    }
  return (TREE_CODE (t) == POINTER_PLUS_EXPR && TREE_OPERAND (t, 0) == p->array
	  && choice_in_offset (p->array, TREE_OPERAND (t, 1), choice, unit));
}

/* --- May it be done? ------------------------------------------------------ */

static struct index *
index_of (struct planes *p, tree var)
{
  for (struct index &i : p->indices)
    if (i.var == var)
      return &i;
  return NULL;
}

/* VAR can be an index.  */
static bool
variable_p (const struct planes *p, tree var)
{
  return (INTEGRAL_TYPE_P (TREE_TYPE (var)) && VAR_P (var)
	  && DECL_CONTEXT (var) == p->fndecl && !TREE_STATIC (var)
	  && !DECL_EXTERNAL (var) && !TREE_ADDRESSABLE (var)
	  && !DECL_NONLOCAL (var) && !TREE_THIS_VOLATILE (var));
}

/* The variable on which E depends is an index.  */
static bool
note_choice (struct planes *p, tree e)
{
  tree var;
  if (!only_variable_p (e, &var) || !var)
    return false;
  if (index_of (p, var))
    return true;
  struct index i = { var, NULL_TREE, { } };
  p->indices.safe_push (i);
  return variable_p (p, var);
}

/* Find a use of the array in what a function that is called calls.  */
static tree
visit_helper (tree *tp, int *walk_subtrees, void *data)
{
  struct planes *p = (struct planes *) data;
  tree t = *tp;
  if (TYPE_P (t))
    *walk_subtrees = 0;
  tree fn = TREE_CODE (t) == CALL_EXPR ? get_callee_fndecl (t) : NULL_TREE;
  if (fn && DECL_SAVED_TREE (fn)
      && walk_tree (&DECL_SAVED_TREE (fn), visit_helper, p, &p->helpers))
    return t;
  return t == p->array ? t : NULL_TREE;
}

/* Find in the region a use of the array that is no choice of an index.  */
static tree
visit_use (tree *tp, int *walk_subtrees, void *data)
{
  struct planes *p = (struct planes *) data;
  tree t = *tp, choice;
  HOST_WIDE_INT unit;
  if (TYPE_P (t))
    *walk_subtrees = 0;
  else if (plane_p (p, t, &choice, &unit))
    {
      *walk_subtrees = 0;
      return note_choice (p, choice) ? NULL_TREE : t;
    }
  else if (TREE_CODE (t) == DECL_EXPR && VAR_P (DECL_EXPR_DECL (t)))
    return (DECL_EXPR_DECL (t) == p->array ? t
	    : walk_tree (&DECL_INITIAL (DECL_EXPR_DECL (t)), visit_use, p,
			 &p->visited));
  else if (TREE_CODE (t) == CALL_EXPR)
    return visit_helper (tp, walk_subtrees, p);
  return t == p->array ? t : NULL_TREE;
}

/* T assigns a value to an index: which one into *VALUE.  Null is none that can be
   looked at.  */
static struct index *
assigned (struct planes *p, tree t, tree *value)
{
  struct index *i;
  *value = NULL_TREE;
  switch (TREE_CODE (t))
    {
    case MODIFY_EXPR: case INIT_EXPR:
      *value = TREE_OPERAND (t, 1);
      return index_of (p, TREE_OPERAND (t, 0));
    case PREINCREMENT_EXPR: case PREDECREMENT_EXPR:
    case POSTINCREMENT_EXPR: case POSTDECREMENT_EXPR:
      return index_of (p, TREE_OPERAND (t, 0));
    case DECL_EXPR:
      i = index_of (p, DECL_EXPR_DECL (t));
      *value = i ? DECL_INITIAL (i->var) : NULL_TREE;
      return *value ? i : NULL;
    default:
      return NULL;
    }
}

/* Find in the region an assignment to an index that others are made of, or a
   block that declares an index.  */
static tree
visit_assignment (tree *tp, int *walk_subtrees, void *data)
{
  struct planes *p = (struct planes *) data;
  tree t = *tp, value;
  if (TYPE_P (t))
    *walk_subtrees = 0;
  if (TREE_CODE (t) == BIND_EXPR)
    for (tree v = BIND_EXPR_VARS (t); v; v = DECL_CHAIN (v))
      if (struct index *i = index_of (p, v))
	i->block = t;
  return assigned (p, t, &value) && (!value || !note_choice (p, value))
	 ? t : NULL_TREE;
}

/* Find an assignment to an index of P that isn't another one shifted, or a constant
   below K.  */
static tree
visit_value (tree *tp, int *walk_subtrees, void *data)
{
  struct planes *p = (struct planes *) data;
  tree t = *tp, value, var;
  if (TYPE_P (t))
    *walk_subtrees = 0;
  if (TREE_CODE (t) == ASM_EXPR
      || (TREE_CODE (t) >= OMP_PARALLEL && TREE_CODE (t) <= OMP_CLAUSE))
    return t;
  if (!assigned (p, t, &value))
    return NULL_TREE;
  if (!value || !only_variable_p (value, &var) || (var && !index_of (p, var)))
    return t;
  return shift_of (value, var, p->k, 1) < 0 ? t : NULL_TREE;
}

/* Find an index of P that is shifted in a loop inside of another.  */
static tree
visit_turn (tree *tp, int *walk_subtrees, void *data)
{
  struct planes *p = (struct planes *) data;
  tree t = *tp, value, var, found = NULL_TREE;
  bool loop = (TREE_CODE (t) == FOR_STMT || TREE_CODE (t) == WHILE_STMT
	       || TREE_CODE (t) == DO_STMT);
  if (TYPE_P (t) || loop)
    *walk_subtrees = 0;
  p->loops += loop;
  for (int i = 0; loop && i < TREE_OPERAND_LENGTH (t) && !found; i++)
    found = walk_tree (&TREE_OPERAND (t, i), visit_turn, p, NULL);
  p->loops -= loop;
  if (found || p->loops < 2 || !assigned (p, t, &value))
    return found;
  only_variable_p (value, &var);
  return shift_of (value, var, p->k, 1) > 0 ? t : NULL_TREE;
}

/* Find a choice of a plane in the region that isn't of that kind.  */
static tree
visit_choice (tree *tp, int *walk_subtrees, void *data)
{
  struct planes *p = (struct planes *) data;
  tree choice, var;
  HOST_WIDE_INT unit;
  if (TYPE_P (*tp))
    *walk_subtrees = 0;
  if (!plane_p (p, *tp, &choice, &unit))
    return NULL_TREE;
  only_variable_p (choice, &var);
  return shift_of (choice, var, p->k, unit) < 0 ? *tp : NULL_TREE;
}

/* The array has at least so many planes.  */
static bool
has_planes_p (tree array, int k)
{
  tree type = TREE_TYPE (array);
  tree last = (TREE_CODE (type) == ARRAY_TYPE && TYPE_DOMAIN (type)
	       ? TYPE_MAX_VALUE (TYPE_DOMAIN (type)) : NULL_TREE);
  return POINTER_TYPE_P (type) || (last && TREE_CODE (last) == INTEGER_CST
				   && wi::geu_p (wi::to_wide (last), k - 1));
}

/* Find the number of planes for which P's indices have no values but those of
   planes.  */
static bool
find_number (struct planes *p)
{
  for (p->k = 2; p->k <= MAX_PLANES && has_planes_p (p->array, p->k); p->k++)
    {
      if (walk_tree_without_duplicates (&DECL_SAVED_TREE (p->fndecl),
					visit_value, p)
	  || walk_tree_without_duplicates (&p->body, visit_choice, p))
	continue;
      p->loops = 0;
      return walk_tree (&p->body, visit_turn, p, NULL);
    }
  return false;
}

/* Find P's root; false if there are several, or none.  */
static bool
find_root (struct planes *p)
{
  p->root = NULL_TREE;
  for (const struct index &i : p->indices)
    {
      if (!i.block && p->root)
	return false;
      if (!i.block)
	p->root = i.var;
    }
  return p->root;
}

/* Find all indices of P, from those that choose planes.  */
static bool
find_indices (struct planes *p)
{
  for (unsigned n = 0; n != p->indices.length ();)
    {
      n = p->indices.length ();
      if (walk_tree_without_duplicates (&p->body, visit_assignment, p))
	return false;
    }
  return p->indices.length () > 0;
}

/* May P's planes be pointers?  */
static bool
possible_p (struct planes *p)
{
  return (!walk_tree (&p->body, visit_use, p, &p->visited)
	  && find_indices (p) && find_root (p) && find_number (p));
}

/* --- Pointers ------------------------------------------------------------- */

/* A pointer to planes of P, called after NUMBER, before *VARS.  */
static tree
new_pointer (const struct planes *p, const char *number, tree *vars)
{
  char *name = xasprintf ("%s[%s]", IDENTIFIER_POINTER (DECL_NAME (p->array)),
			  number);
  tree var = build_decl (p->loc, VAR_DECL, get_identifier (name),
			 build_pointer_type (plane_type (p->array)));
  free (name);
  DECL_CONTEXT (var) = p->fndecl;
  DECL_ARTIFICIAL (var) = DECL_IGNORED_P (var) = TREE_USED (var) = 1;
  plug_no_warning (var);
  layout_decl (var, 0);
  DECL_CHAIN (var) = *vars;
  return *vars = var;
}

static tree
assignment (tree to, tree value)
{
  tree t = build2 (MODIFY_EXPR, TREE_TYPE (to), to, value);
  TREE_SIDE_EFFECTS (t) = 1;
  return t;
}

/* The address of P's plane that the integer NUMBER chooses.  */
static tree
address_of (const struct planes *p, tree number)
{
  tree type = build_pointer_type (plane_type (p->array)), array = p->array;
  if (POINTER_TYPE_P (TREE_TYPE (array)))
    return fold_convert (type, pointer_int_sum (p->loc, PLUS_EXPR, array,
						number));
  TREE_ADDRESSABLE (array) = 1;
  return build_fold_addr_expr_with_type
    (build4 (ARRAY_REF, plane_type (array), array, number, NULL_TREE, NULL_TREE),
     type);
}

/* What P's root shifted by S is.  */
static tree
shifted (const struct planes *p, int s)
{
  tree type = unsigned_type_node;
  tree sum = build2 (PLUS_EXPR, type, fold_convert (type, p->root),
		     build_int_cst (type, s));
  return build2 (TRUNC_MOD_EXPR, type, sum, build_int_cst (type, p->k));
}

/* Declare the pointers of the index I in *VARS.  */
static void
declare (struct planes *p, struct index *i, tree *vars)
{
  const char *name
    = DECL_NAME (i->var) ? IDENTIFIER_POINTER (DECL_NAME (i->var)) : "";
  for (int s = 0; s < p->k; s++)
    {
      char *number = s == 0 ? xstrdup (name) : xasprintf ("%s+%d", name, s);
      i->at[s] = new_pointer (p, number, vars);
      free (number);
    }
}

/* Declare the pointers of P, and set those that the region begins with before B.  */
static void
declare_all (struct planes *p, struct plug_binding *b)
{
  tree vars = NULL_TREE, list = alloc_stmt_list ();
  for (struct index &i : p->indices)
    declare (p, &i, i.block ? &BIND_EXPR_VARS (i.block) : &vars);
  struct index *root = index_of (p, p->root);
  for (int s = 0; s < p->k; s++)
    append_to_statement_list (assignment (root->at[s],
					  address_of (p, shifted (p, s))),
			      &list);
  tree_stmt_iterator i = tsi_last (list);
  tsi_link_after (&i, build_empty_stmt (b->loc), TSI_NEW_STMT);
  tree *place = tsi_stmt_ptr (i);
  *place = *b->place;
  *b->place = build3_loc (b->loc, BIND_EXPR, void_type_node, vars, list,
			  NULL_TREE);
  TREE_SIDE_EFFECTS (*b->place) = 1;
  b->place = place;
}

/* --- The region ----------------------------------------------------------- */

/* E without what has been put before it.  */
static tree
plain (tree e)
{
  while (TREE_CODE (e) == COMPOUND_EXPR)
    e = TREE_OPERAND (e, 1);
  return e;
}

/* The pointers of which E, in units of UNIT, chooses the one whose number is
   *SHIFT.  */
static tree *
chosen_by (struct planes *p, tree e, HOST_WIDE_INT unit, int *shift)
{
  tree var;
  only_variable_p (e, &var);
  *shift = shift_of (e, var, p->k, unit);
  return index_of (p, var)->at;
}

/* VALUE, which is assigned to the index I, and before that what makes I's pointers
   those of its planes.  */
static tree
with_pointers (struct planes *p, struct index *i, tree value, tree whole)
{
  int shift;
  tree *from = chosen_by (p, plain (value), 1, &shift), before = NULL_TREE;
  tree kept[MAX_PLANES];
  for (int s = 0; s < p->k; s++)
    {
      tree t = kept[s] = from[(s + shift) % p->k];
      if (from == i->at)
	{
	  kept[s] = create_tmp_var_raw (TREE_TYPE (t));
	  t = build4 (TARGET_EXPR, TREE_TYPE (t), kept[s], t, NULL_TREE,
		      NULL_TREE);
	  TREE_SIDE_EFFECTS (t) = 1;
	  before = before ? build2 (COMPOUND_EXPR, void_type_node, before, t) : t;
	}
    }
  for (int s = 0; s < p->k; s++)
    {
      tree t = assignment (i->at[s], kept[s]);
      before = before ? build2 (COMPOUND_EXPR, void_type_node, before, t) : t;
    }
  tree t = build2 (COMPOUND_EXPR, TREE_TYPE (whole), before, whole);
  TREE_SIDE_EFFECTS (t) = 1;
  return t;
}

/* Let what is in *TP have pointers.  */
static tree
rewrite (tree *tp, int *walk_subtrees, void *data)
{
  struct planes *p = (struct planes *) data;
  tree t = *tp, choice, value;
  HOST_WIDE_INT unit;
  int shift;
  if (TYPE_P (t))
    *walk_subtrees = 0;
  else if (plane_p (p, t, &choice, &unit))
    {
      *walk_subtrees = 0;
      tree *from = chosen_by (p, choice, unit, &shift);
      *tp = (TREE_CODE (t) == POINTER_PLUS_EXPR
	     ? fold_convert (TREE_TYPE (t), from[shift])
	     : build1 (INDIRECT_REF, TREE_TYPE (t), from[shift]));
    }
  else if (struct index *i = assigned (p, t, &value))
    {
      *walk_subtrees = 0;
      if (TREE_CODE (t) == DECL_EXPR)
	DECL_INITIAL (i->var) = with_pointers (p, i, value, value);
      else
	*tp = with_pointers (p, i, value, t);
    }
  else if (TREE_CODE (t) == BIND_EXPR)
    {
      /* Initial values are those of declarations.  */
      *walk_subtrees = 0;
      walk_tree (&BIND_EXPR_BODY (t), rewrite, p, NULL);
    }
  else if (TREE_CODE (t) == DECL_EXPR && VAR_P (DECL_EXPR_DECL (t)))
    walk_tree (&DECL_INITIAL (DECL_EXPR_DECL (t)), rewrite, p, NULL);
  return NULL_TREE;
}

/* --- The arrays of a region ----------------------------------------------- */

struct arrays { hash_set<tree> visited; auto_vec<tree> all; };

static tree
visit_array (tree *tp, int *walk_subtrees, void *data)
{
  struct arrays *a = (struct arrays *) data;
  tree t = *tp;
  if (TYPE_P (t))
    *walk_subtrees = 0;
  else if (TREE_CODE (t) == DECL_EXPR && VAR_P (DECL_EXPR_DECL (t)))
    walk_tree (&DECL_INITIAL (DECL_EXPR_DECL (t)), visit_array, a, &a->visited);
  else if ((VAR_P (t) || TREE_CODE (t) == PARM_DECL) && DECL_NAME (t)
	   && plane_type (t) && !DECL_REGISTER (t) && !TREE_THIS_VOLATILE (t)
	   && !a->all.contains (t))
    a->all.safe_push (t);
  return NULL_TREE;
}

/* A clause of B's pragma names VAR.  */
static bool
in_clause_p (const struct plug_binding *b, tree var)
{
  const struct plug_pragma *pragma = b->pragma;
  for (const struct plug_clause *c = pragma->reductions; c; c = c->next)
    if (c->name == DECL_NAME (var))
      return true;
  for (const struct plug_clause *c = pragma->locals; c; c = c->next)
    if (c->name == DECL_NAME (var))
      return true;
  return false;
}

void
plug_planes_rewrite (tree fndecl, struct plug_binding *b)
{
  struct arrays a;
  cgraph_node *node = cgraph_node::get (fndecl);
  /* Others could change the variables.  */
  if (b->pardos || b->omp || (node && first_nested_function (node))
      || decl_function_context (fndecl))
    return;
  walk_tree (&b->body, visit_array, &a, &a.visited);
  auto_delete_vec<struct planes> all;
  for (tree array : a.all)
    {
      struct planes *p = new planes;
      p->fndecl = fndecl;
      p->body = b->body;
      p->loc = b->loc;
      p->array = array;
      if (!in_clause_p (b, array) && possible_p (p))
	all.safe_push (p);
      else
	delete p;
    }
  /* All are looked at before any becomes pointers.  */
  for (struct planes *p : all)
    {
      declare_all (p, b);
      walk_tree (&b->body, rewrite, p, NULL);
    }
}
