/* same-pointers.cc: regions of functions that get one array twice.

   SPDX-License-Identifier: GPL-3.0-or-later

     void add (int n, double a, const double *x, const double *y, double *w)
     {
     #pragma pram
       for (int i = 0; i < n; i++)
	 w[i] = a * x[i] + y[i];
     }
     … add (n, a, p, r, r); …

   What is distributed takes arrays for different ones, and the runtime sees that Y and
   W overlap.  Where the file calls the function so, the region stands there twice:

     if (w == y) { for (…) w[i] = a * x[i] + w[i]; }
     else { for (…) w[i] = a * x[i] + y[i]; }

   Each is a region of its own; the first one's name ends with [y=w].  So it is for variables
   that are given the same members of what both parameters point to (double *y_data =
   y->data, *w_data = w->data).

   Invariant: pointers that stand for each other keep their values in the region.  */

#include "pram-gcc.h"
#include "bind.h"
#include "free-variables.h"
#include "pardo-conflict.h"
#include "pragma.h"
#include "remap.h"
#include "same-pointers.h"

/* Copies that a region gets, at most.  */
enum { MOST = 3 };

/* Of CALLEE's arguments number FIRST and SECOND are the same pointer somewhere.  */
struct same_pointers { tree callee; int first, second; };

static auto_vec<struct same_pointers> *known;

/* --- Calls ------------------------------------------------------------------- */

/* Argument K of CALL, without conversions of pointers.  */
static tree
pointer_given (tree call, int k)
{
  tree arg = CALL_EXPR_ARG (call, k);
  STRIP_NOPS (arg);
  return POINTER_TYPE_P (TREE_TYPE (arg)) && !TREE_SIDE_EFFECTS (arg) ? arg : NULL_TREE;
}

static void
note_pair (tree callee, int first, int second)
{
  for (const struct same_pointers &s : *known)
    if (s.callee == callee && s.first == first && s.second == second)
      return;
  known->safe_push ({ callee, first, second });
}

static tree
note_call (tree *tp, int *walk_subtrees, void *)
{
  if (TYPE_P (*tp))
    *walk_subtrees = 0;
  tree callee = TREE_CODE (*tp) == CALL_EXPR ? get_callee_fndecl (*tp) : NULL_TREE;
  if (!callee || fndecl_built_in_p (callee))
    return NULL_TREE;
  for (int k = 0; k < call_expr_nargs (*tp); k++)
    for (int j = 0; j < k; j++)
      {
	tree a = pointer_given (*tp, j), b = pointer_given (*tp, k);
	if (a && b && operand_equal_p (a, b))
	  note_pair (callee, j, k);
      }
  return NULL_TREE;
}

/* Look at all calls of the file, once: as long as no region has been captured.  */
static void
find_calls (void)
{
  if (known)
    return;
  known = new auto_vec<struct same_pointers>;
  cgraph_node *node;
  FOR_EACH_FUNCTION (node)
    if (DECL_SAVED_TREE (node->decl))
      walk_tree_without_duplicates (&DECL_SAVED_TREE (node->decl), note_call, NULL);
}

/* --- Copies ------------------------------------------------------------------ */

static tree
find_label (tree *tp, int *walk_subtrees, void *)
{
  if (TYPE_P (*tp))
    *walk_subtrees = 0;
  return (TREE_CODE (*tp) == LABEL_EXPR || TREE_CODE (*tp) == CASE_LABEL_EXPR
	  || TREE_CODE (*tp) == GOTO_EXPR ? *tp : NULL_TREE);
}

static tree
find_declaration (tree *tp, int *walk_subtrees, void *var)
{
  if (TYPE_P (*tp))
    *walk_subtrees = 0;
  return TREE_CODE (*tp) == DECL_EXPR && DECL_EXPR_DECL (*tp) == var ? *tp : NULL_TREE;
}

/* VAR is a pointer from outside that BODY uses and doesn't change.  */
static bool
kept_p (tree var, tree body)
{
  return (POINTER_TYPE_P (TREE_TYPE (var)) && !TREE_ADDRESSABLE (var)
	  && plug_mentions_p (body, var) && !plug_changes_p (body, var)
	  && !walk_tree_without_duplicates (&body, find_declaration, var));
}

/* A and B are the same type, but for qualifiers, or arrays of such of the same size.  */
static bool
same_type_p (tree a, tree b)
{
  if (TYPE_MAIN_VARIANT (a) == TYPE_MAIN_VARIANT (b))
    return true;
  return (TREE_CODE (a) == ARRAY_TYPE && TREE_CODE (b) == ARRAY_TYPE
	  && TYPE_SIZE_UNIT (a) && TYPE_SIZE_UNIT (b)
	  && operand_equal_p (TYPE_SIZE_UNIT (a), TYPE_SIZE_UNIT (b), OEP_LEXICOGRAPHIC)
	  && same_type_p (TREE_TYPE (a), TREE_TYPE (b)));
}

/* BODY can be copied with X in the place of Y, and its arrays are written through X if at
   all.  */
static bool
replaceable_p (tree x, tree y, tree body)
{
  tree to_x = TREE_TYPE (TREE_TYPE (x)), to_y = TREE_TYPE (TREE_TYPE (y));
  return (kept_p (x, body) && kept_p (y, body) && !TYPE_READONLY (strip_array_types (to_x))
	  && same_type_p (to_x, to_y));
}

/* The parameter of FNDECL with NUMBER, or null.  */
static tree
parameter (tree fndecl, int number)
{
  tree parm = DECL_ARGUMENTS (fndecl);
  while (parm && number--)
    parm = DECL_CHAIN (parm);
  return parm;
}

/* What a function gives VAR, a pointer of its own.  */
struct given { tree var, value; };

static tree
note_given (tree *tp, int *walk_subtrees, void *data)
{
  auto_vec<struct given> *all = (auto_vec<struct given> *) data;
  tree var = NULL_TREE, value = NULL_TREE;
  if (TYPE_P (*tp))
    *walk_subtrees = 0;
  else if (TREE_CODE (*tp) == DECL_EXPR)
    {
      var = DECL_EXPR_DECL (*tp);
      value = DECL_INITIAL (var);
    }
  else if (TREE_CODE (*tp) == MODIFY_EXPR || TREE_CODE (*tp) == INIT_EXPR)
    {
      var = TREE_OPERAND (*tp, 0);
      value = TREE_OPERAND (*tp, 1);
    }
  if (value && VAR_P (var) && POINTER_TYPE_P (TREE_TYPE (var)))
    all->safe_push ({ var, value });
  return NULL_TREE;
}

/* Pointers that may be the same.  */
struct pair { tree first, second; };

static tree
put_first (tree *tp, int *, void *data)
{
  const struct pair *pair = (const struct pair *) data;
  if (*tp == pair->second)
    *tp = pair->first;
  return NULL_TREE;
}

/* B is given to Y as A is to X.  */
static bool
alike_p (tree a, tree b, tree x, tree y)
{
  struct pair pair = { x, y };
  tree other = unshare_expr (b);
  if (operand_equal_p (a, b, OEP_LEXICOGRAPHIC))
    return false;
  walk_tree (&other, put_first, &pair, NULL);
  return operand_equal_p (a, other, OEP_LEXICOGRAPHIC);
}

/* Find in PAIRS what may be the same pointer in FNDECL if its parameters X and Y are: these,
   and variables that are given the same of both.  */
static void
find_pairs (tree fndecl, tree x, tree y, auto_vec<struct pair> *pairs)
{
  auto_vec<struct given> all;
  pairs->safe_push ({ x, y });
  walk_tree_without_duplicates (&DECL_SAVED_TREE (fndecl), note_given, &all);
  for (const struct given &a : all)
    for (const struct given &b : all)
      if (a.var != b.var && alike_p (a.value, b.value, x, y))
	pairs->safe_push ({ a.var, b.var });
}

/* B's statements, of FNDECL, get a copy with X in the place of Y.  */
static void
copy (tree fndecl, struct plug_binding *b, tree x, tree y)
{
  struct plug_binding *other = XCNEW (struct plug_binding);
  *other = *b;
  other->same = xasprintf ("[%s=%s]", IDENTIFIER_POINTER (DECL_NAME (y)),
			   IDENTIFIER_POINTER (DECL_NAME (x)));
  other->body = plug_copy_statement (fndecl, b->body, y, x);
  tree test = build2_loc (b->loc, EQ_EXPR, integer_type_node,
			  fold_convert (ptr_type_node, x), fold_convert (ptr_type_node, y));
  tree both = build3_loc (b->loc, COND_EXPR, void_type_node, test, other->body, b->body);
  TREE_SIDE_EFFECTS (both) = 1;
  *b->place = both;
  other->place = &COND_EXPR_THEN (both);
  b->place = &COND_EXPR_ELSE (both);
  b->next = other;
}

/* PRAGMA names variables that could be among those of a pair.  */
static bool
names_p (const struct plug_pragma *pragma)
{
  return pragma->locals || pragma->outside;
}

/* B's statements, of FNDECL, get such a copy for X and Y, one in the place of the other, if
   they can.  */
static bool
replace (tree fndecl, struct plug_binding *b, tree x, tree y)
{
  if (!DECL_NAME (x) || !DECL_NAME (y))
    return false;
  if (!replaceable_p (x, y, b->body))
    std::swap (x, y);
  bool ok = replaceable_p (x, y, b->body);
  if (ok)
    copy (fndecl, b, x, y);
  return ok;
}

void
plug_same_pointers_rewrite (tree fndecl, struct plug_binding *b)
{
  int n = 0;
  if (b->same || b->pardos || b->omp || names_p (b->pragma)
      || walk_tree_without_duplicates (&b->body, find_label, NULL))
    return;
  find_calls ();
  for (const struct same_pointers &s : *known)
    {
      auto_vec<struct pair> pairs;
      tree x = s.callee == fndecl ? parameter (fndecl, s.first) : NULL_TREE;
      tree y = x ? parameter (fndecl, s.second) : NULL_TREE;
      if (y)
	find_pairs (fndecl, x, y, &pairs);
      for (const struct pair &pair : pairs)
	n += n < MOST && replace (fndecl, b, pair.first, pair.second);
    }
}
