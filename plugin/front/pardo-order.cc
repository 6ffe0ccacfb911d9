/* pardo-order.cc: would iterations one after the other do the same?

   SPDX-License-Identifier: GPL-3.0-or-later

   Of an assignment w by iteration p and a reference x to the same element by
   iteration q, p != q, a reading x sees what w assigns
     in lock step   if w stands before x,
     in order       if p comes before q.
   Of two assignments the one that stands later, or the later iteration, has the
   last word.  How far p and q are apart follows from their subscripts: a[i + 1]
   is a[i] of the iteration before.  If no two of a loop's references are to what
   several iterations share, its order doesn't matter: it stays as it is.

   Pointers with different names are apart: so it is where the region isn't run
   serially.  */

#include "pram-gcc.h"
#include "pardo-conflict.h"
#include "pardo-order.h"

/* A reference in the body.  */
struct place
{
  tree ref;
  bool write;
  int statement;		/* numbered in the order of the source */
};

struct places
{
  struct plug_steps *steps;
  auto_vec<struct place> all;
  hash_set<tree> declared;	/* in the body */
  int n_statements;
  int inside;			/* > 0: what is looked at is an expression's
				   part */
  bool blind;			/* something was seen that isn't understood */
  bool loops;			/* some loop inside assigns to what is shared */
};

/* The iterator of the loop T, or null.  */
static tree
iterator_of (tree t)
{
  tree step = TREE_CODE (t) == FOR_STMT ? FOR_EXPR (t) : NULL_TREE;
  return (step && EXPR_P (step) && DECL_P (TREE_OPERAND (step, 0))
	  ? TREE_OPERAND (step, 0) : NULL_TREE);
}

/* Loops inside have iterators for each iteration, wherever these are
   declared.  */
static tree
visit_iterator (tree *tp, int *walk_subtrees, void *data)
{
  if (TYPE_P (*tp))
    *walk_subtrees = 0;
  else if (tree j = iterator_of (*tp))
    ((struct places *) data)->declared.add (j);
  return NULL_TREE;
}

/* --- What is referred to -------------------------------------------------- */

static tree visit (tree *tp, int *walk_subtrees, void *data);

static void
note (struct places *p, tree ref, bool write)
{
  tree base = get_base_address (ref);
  if (base && DECL_P (base) && p->declared.contains (base))
    return;
  struct place place = { ref, write, p->n_statements };
  p->all.safe_push (place);
}

/* Look at T, an expression.  */
static void
visit_expression (struct places *p, tree *tp)
{
  p->inside++;
  walk_tree (tp, visit, p, NULL);
  p->inside--;
}

/* Note what chooses the element REF.  */
static void
visit_subscripts (struct places *p, tree ref)
{
  while (handled_component_p (ref))
    {
      for (int i = 1; i < TREE_OPERAND_LENGTH (ref); i++)
	if (TREE_OPERAND (ref, i))
	  visit_expression (p, &TREE_OPERAND (ref, i));
      ref = TREE_OPERAND (ref, 0);
    }
  if (!DECL_P (ref) && EXPR_P (ref))
    visit_expression (p, &TREE_OPERAND (ref, 0));
}

/* T assigns.  */
static void
visit_assignment (struct places *p, tree t)
{
  tree target = TREE_OPERAND (t, 0);
  bool plain = TREE_CODE (t) == MODIFY_EXPR || TREE_CODE (t) == INIT_EXPR;
  p->blind |= p->inside > 0;
  p->n_statements++;
  if (plain)
    visit_expression (p, &TREE_OPERAND (t, 1));
  else
    note (p, target, false);
  visit_subscripts (p, target);
  note (p, target, true);
}

/* T is a loop inside the body.  */
static void
visit_loop (struct places *p, tree t)
{
  unsigned before = p->all.length ();
  for (int i = 0; i < TREE_OPERAND_LENGTH (t); i++)
    walk_tree (&TREE_OPERAND (t, i), visit, p, NULL);
  for (unsigned i = before; i < p->all.length (); i++)
    p->loops |= p->all[i].write && !DECL_P (p->all[i].ref);
}

static tree
visit (tree *tp, int *walk_subtrees, void *data)
{
  struct places *p = (struct places *) data;
  tree t = *tp;
  *walk_subtrees = 0;
  switch (TREE_CODE (t))
    {
    case MODIFY_EXPR: case INIT_EXPR:
    case PREINCREMENT_EXPR: case PREDECREMENT_EXPR:
    case POSTINCREMENT_EXPR: case POSTDECREMENT_EXPR:
      visit_assignment (p, t);
      return NULL_TREE;
    case DECL_EXPR:
      p->declared.add (DECL_EXPR_DECL (t));
      if (VAR_P (DECL_EXPR_DECL (t)) && DECL_INITIAL (DECL_EXPR_DECL (t)))
	visit_expression (p, &DECL_INITIAL (DECL_EXPR_DECL (t)));
      return NULL_TREE;
    case ADDR_EXPR: case ASM_EXPR: case RETURN_EXPR: case GOTO_EXPR:
    case LABEL_EXPR: case BREAK_STMT: case CONTINUE_STMT:
      p->blind = true;
      return NULL_TREE;
    case CALL_EXPR:
      p->blind |= !plug_pardo_computes_p (t);
      *walk_subtrees = 1;
      return NULL_TREE;
    case COND_EXPR:
      p->n_statements++;
      visit_expression (p, &COND_EXPR_COND (t));
      walk_tree (&COND_EXPR_THEN (t), visit, p, NULL);
      walk_tree (&COND_EXPR_ELSE (t), visit, p, NULL);
      return NULL_TREE;
    case FOR_STMT: case WHILE_STMT: case DO_STMT:
      visit_loop (p, t);
      return NULL_TREE;
    case BIND_EXPR:
      walk_tree (&BIND_EXPR_BODY (t), visit, p, NULL);
      return NULL_TREE;
    default:
      break;
    }
  if (plug_reference_p (t))
    {
      note (p, t, false);
      visit_subscripts (p, t);
    }
  else if (DECL_P (t))
    note (p, t, false);
  else
    *walk_subtrees = !TYPE_P (t);
  return NULL_TREE;
}

/* --- How far iterations are apart ----------------------------------------- */

/* What subscript number K of REF is, counted from the innermost one; the offset of
   a pointer is the last.  */
static tree
subscript (tree ref, int k)
{
  for (; handled_component_p (ref); ref = TREE_OPERAND (ref, 0))
    if (TREE_CODE (ref) == ARRAY_REF && k-- == 0)
      return TREE_OPERAND (ref, 1);
  if (k != 0 || !INDIRECT_REF_P (ref))
    return NULL_TREE;
  tree pointer = TREE_OPERAND (ref, 0);
  STRIP_NOPS (pointer);
  return (TREE_CODE (pointer) == POINTER_PLUS_EXPR ? TREE_OPERAND (pointer, 1)
	  : size_zero_node);
}

/* A part of the loop's own, or what it changes, is in T.  */
static tree
visit_varying (tree *tp, int *walk_subtrees, void *data)
{
  struct places *p = (struct places *) data;
  tree t = *tp;
  if (TYPE_P (t))
    *walk_subtrees = 0;
  if (TREE_CODE (t) == CALL_EXPR || plug_reference_p (t))
    return t;
  int *writes = DECL_P (t) ? p->steps->writes.get (t) : NULL;
  return (DECL_P (t) && (p->declared.contains (t) || (writes && *writes > 0)))
	 ? t : NULL_TREE;
}

/* The coefficient of R's iterator in A, of which nothing else varies but the other
   iterators.  0 if there is none or it isn't known.  */
static HOST_WIDE_INT
coefficient (struct places *p, aff_tree *a, const struct plug_range *r)
{
  HOST_WIDE_INT found = 0;
  for (unsigned i = 0; i < a->n; i++)
    {
      tree val = a->elts[i].val;
      if (walk_tree_without_duplicates (&val, visit_varying, p))
	return 0;
      while (CONVERT_EXPR_P (val))
	val = TREE_OPERAND (val, 0);
      if (val == r->var)
	found = wi::sext (a->elts[i].coef, TYPE_PRECISION (a->type)).to_shwi ();
      else if (plug_mentions_p (val, r->var))
	found = 0;
    }
  return a->rest && plug_mentions_p (a->rest, r->var) ? 0 : found;
}

/* VAL is VAR, times and plus what doesn't change.  */
static bool
linear_p (tree val, tree var)
{
  while (CONVERT_EXPR_P (val))
    val = TREE_OPERAND (val, 0);
  if (val == var)
    return true;
  if (TREE_CODE (val) != MULT_EXPR && TREE_CODE (val) != PLUS_EXPR
      && TREE_CODE (val) != MINUS_EXPR)
    return false;
  bool second = plug_mentions_p (TREE_OPERAND (val, 1), var);
  return (second != plug_mentions_p (TREE_OPERAND (val, 0), var)
	  && linear_p (TREE_OPERAND (val, second), var));
}

/* R's iterator chooses the element by the subscript X, and nothing else that varies
   does.  */
static bool
chooses_p (struct places *p, tree x, const struct plug_range *r)
{
  return (!walk_tree_without_duplicates (&x, visit_varying, p)
	  && linear_p (x, r->var));
}

/* Iteration p of R's at A and q at B refer to the same element only if
   p - q = *FAR.  False if subscript K doesn't say so.  */
static bool
subscript_says_p (struct places *p, tree a, tree b, int k,
		  const struct plug_range *r, HOST_WIDE_INT *far)
{
  tree x = subscript (a, k), y = subscript (b, k);
  aff_tree p_x, p_y;
  if (!x || !y
      || TYPE_PRECISION (TREE_TYPE (x)) != TYPE_PRECISION (TREE_TYPE (y)))
    return false;
  for (struct plug_range &other : p->steps->ranges)
    if (&other != r && plug_mentions_p (x, other.var))
      return false;
  if (plug_same_words_p (x, y) && chooses_p (p, x, r))
    {
      *far = 0;
      return true;
    }
  tree_to_aff_combination (x, TREE_TYPE (x), &p_x);
  tree_to_aff_combination (y, TREE_TYPE (x), &p_y);
  HOST_WIDE_INT c = coefficient (p, &p_x, r);
  if (!c || c != coefficient (p, &p_y, r))
    return false;
  aff_combination_scale (&p_x, -1);
  aff_combination_add (&p_y, &p_x);
  if (p_y.n || p_y.rest || !p_y.offset.is_constant ())
    return false;
  HOST_WIDE_INT d = wi::sext (p_y.offset.coeffs[0],
			      TYPE_PRECISION (TREE_TYPE (x))).to_shwi ();
  *far = d / c;
  return d % c == 0;
}

/* The same for all ranges: *FAR is the sign of how far p comes after q.  *MEET:
   there are such iterations.  */
static bool
distance (struct places *p, tree a, tree b, int *far, bool *meet)
{
  enum { MOST = 8 };
  *far = 0;
  *meet = true;
  for (struct plug_range &r : p->steps->ranges)
    {
      HOST_WIDE_INT d;
      int k = 0;
      while (k < MOST && !subscript_says_p (p, a, b, k, &r, &d))
	k++;
      if (k == MOST)
	return false;
      *meet &= d % r.step == 0;
      if (*far == 0 && d != 0)
	*far = (d > 0) == r.up ? 1 : -1;
    }
  return true;
}

/* The pointer or the variable that REF is an element of: a variable, a pointer in a
   structure, or something else.  */
static tree
origin_of (tree ref)
{
  tree base = get_base_address (ref);
  if (!base || DECL_P (base))
    return base;
  base = TREE_OPERAND (base, 0);
  while (CONVERT_EXPR_P (base) || TREE_CODE (base) == POINTER_PLUS_EXPR)
    base = TREE_OPERAND (base, 0);
  return base;
}

/* A and B are names of different arrays.  */
static bool
different_names_p (tree a, tree b)
{
  if (DECL_P (a) && DECL_P (b))
    return a != b;
  return ((DECL_P (a) || TREE_CODE (a) == COMPONENT_REF)
	  && (DECL_P (b) || TREE_CODE (b) == COMPONENT_REF)
	  && !plug_same_words_p (a, b));
}

/* --- Pointers ------------------------------------------------------------- */

struct pointer { struct places *places; tree var; int depth; };

static bool outside_p (struct places *p, tree var, int depth);

/* *TP makes the pointer DATA lead to where no variable outside of the region
   does.  */
static tree
visit_led (tree *tp, int *walk_subtrees, void *data)
{
  struct pointer *e = (struct pointer *) data;
  tree t = *tp, value = NULL_TREE;
  if (TYPE_P (t))
    *walk_subtrees = 0;
  if (TREE_CODE (t) == DECL_EXPR && DECL_EXPR_DECL (t) == e->var)
    value = DECL_INITIAL (e->var);
  else if (EXPR_P (t) && TREE_OPERAND_LENGTH (t) > 0
	   && TREE_OPERAND (t, 0) == e->var)
    switch (TREE_CODE (t))
      {
      case MODIFY_EXPR: case INIT_EXPR:
	value = TREE_OPERAND (t, 1);
	break;
      case ADDR_EXPR:
      case PREINCREMENT_EXPR: case PREDECREMENT_EXPR:
      case POSTINCREMENT_EXPR: case POSTDECREMENT_EXPR:
	return t;
      default:
	break;
      }
  while (value && CONVERT_EXPR_P (value))
    value = TREE_OPERAND (value, 0);
  return value && !outside_p (e->places, value, e->depth + 1) ? t : NULL_TREE;
}

/* The array VAR is a variable, or what the pointer VAR leads to the region gets
   from outside: the runtime sees to it that such arrays are apart.  Names may be
   exchanged (DEPTH assignments lead to VAR).  */
static bool
outside_p (struct places *p, tree var, int depth)
{
  enum { MOST = 3 };
  if (!DECL_P (var))
    return false;
  struct pointer e = { p, var, depth };
  return (!POINTER_TYPE_P (TREE_TYPE (var)) || depth > MOST
	  || !walk_tree_without_duplicates (&p->steps->region->body, visit_led,
					    &e));
}

/* --- The comparison ------------------------------------------------------- */

/* The variable that W assigns to is updated: it is on the right side, too.  */
static bool
update_p (struct places *p, const struct place *w)
{
  for (struct place &x : p->all)
    if (!x.write && x.ref == w->ref && x.statement == w->statement)
      return true;
  return false;
}

/* How the order matters for the assignment W and the reference X.  */
static enum plug_order
compare (struct places *p, const struct place *w, const struct place *x)
{
  tree a = origin_of (w->ref), b = origin_of (x->ref);
  int far;
  bool meet;
  if (DECL_P (w->ref) || DECL_P (x->ref))
    return (w->ref == x->ref && w->statement != x->statement
	    ? PLUG_ORDER_MATTERS
	    : DECL_P (w->ref) && !update_p (p, w) ? PLUG_ORDER_SAME
	    : PLUG_ORDER_FREE);
  if (plug_pardo_apart_p (w->ref, x->ref))
    return PLUG_ORDER_FREE;
  if (a && b && different_names_p (a, b))
    return (outside_p (p, a, 0) && outside_p (p, b, 0) ? PLUG_ORDER_APART
	    : PLUG_ORDER_SAME);
  if (!a || !b || !plug_same_words_p (a, b)
      || !(DECL_P (a) || TREE_CODE (a) == COMPONENT_REF)
      || !distance (p, w->ref, x->ref, &far, &meet))
    return plug_same_words_p (w->ref, x->ref) ? PLUG_ORDER_SAME
					       : PLUG_ORDER_MATTERS;
  if (far == 0 || !meet)
    return PLUG_ORDER_FREE;
  if (p->loops)
    return PLUG_ORDER_MATTERS;
  bool before = w->statement < x->statement;
  return before == (far < 0) ? PLUG_ORDER_SAME : PLUG_ORDER_MATTERS;
}

enum plug_order
plug_pardo_order (struct plug_steps *s, tree body, tree *ref)
{
  struct places p;
  enum plug_order order = PLUG_ORDER_FREE;
  p.steps = s;
  p.n_statements = p.inside = 0;
  p.blind = p.loops = false;
  walk_tree (&body, visit_iterator, &p, NULL);
  walk_tree (&body, visit, &p, NULL);
  for (struct place &w : p.all)
    for (struct place &x : p.all)
      if (w.write && (!x.write || w.statement <= x.statement))
	{
	  enum plug_order o = compare (&p, &w, &x);
	  if (o > order)
	    *ref = x.ref;
	  order = o > order ? o : order;
	}
  return p.blind && order < PLUG_ORDER_SAME ? PLUG_ORDER_SAME : order;
}
