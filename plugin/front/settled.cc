/* settled.cc: variables that only ever have one value.

   SPDX-License-Identifier: GPL-3.0-or-later

     int n = 1024;
     double *u = malloc (n * n * sizeof *u);
     …
     #pragma pram		size(n=1024) need not be said

   All assignments to N in its function are looked at, wherever they stand: as
   N is automatic and nobody has its address, it either has this value or none.
   What the walk doesn't see (asm, nested functions) does no harm, as the site
   compares the values that a region was compiled for before it runs.  So it
   does where a value is only likely: that of the last assignment before the
   region.  */

#include "pram-gcc.h"
#include "free-variables.h"

struct settled
{
  tree var;
  tree value;			/* so far, or null */
  bool several;
};

static void
note_value (struct settled *s, tree value)
{
  if (TREE_CODE (value) != INTEGER_CST
      || (s->value && !tree_int_cst_equal (s->value, value)))
    s->several = true;
  s->value = value;
}

tree
plug_changed (tree t)
{
  switch (TREE_CODE (t))
    {
    case MODIFY_EXPR: case INIT_EXPR:
    case PREINCREMENT_EXPR: case PREDECREMENT_EXPR:
    case POSTINCREMENT_EXPR: case POSTDECREMENT_EXPR:
      return TREE_OPERAND (t, 0);
    default:
      return NULL_TREE;
    }
}

static tree
find_change (tree *tp, int *walk_subtrees, void *data)
{
  if (TYPE_P (*tp))
    *walk_subtrees = 0;
  return !TYPE_P (*tp) && plug_changed (*tp) == (tree) data ? *tp : NULL_TREE;
}

bool
plug_changes_p (tree t, tree var)
{
  return walk_tree_without_duplicates (&t, find_change, var);
}

static tree
visit (tree *tp, int *walk_subtrees, void *data)
{
  struct settled *s = (struct settled *) data;
  if (TYPE_P (*tp))
    *walk_subtrees = 0;
  else if (plug_changed (*tp) != s->var)
    return NULL_TREE;
  else if (TREE_CODE (*tp) == MODIFY_EXPR || TREE_CODE (*tp) == INIT_EXPR)
    note_value (s, TREE_OPERAND (*tp, 1));
  else
    s->several = true;
  return s->several ? *tp : NULL_TREE;
}

tree
plug_only_value (tree fndecl, tree var)
{
  struct settled s = { var, NULL_TREE, false };
  if (!VAR_P (var) || DECL_CONTEXT (var) != fndecl || TREE_STATIC (var)
      || DECL_EXTERNAL (var) || TREE_ADDRESSABLE (var)
      || TREE_THIS_VOLATILE (var) || !INTEGRAL_TYPE_P (TREE_TYPE (var)))
    return NULL_TREE;
  if (DECL_INITIAL (var))
    note_value (&s, DECL_INITIAL (var));
  if (!s.several)
    walk_tree_without_duplicates (&DECL_SAVED_TREE (fndecl), visit, &s);
  return s.several || !s.value ? NULL_TREE
	 : fold_convert (TREE_TYPE (var), s.value);
}

/* The last constant that VAR is assigned before BEFORE in the source, if it isn't
   only what VAR starts from, as in cap = 2; while (cap < n) cap *= 2.  */
struct last_constant
{
  tree var;
  location_t before;
  tree value;			/* or null */
};

static tree
visit_same (tree *tp, int *, void *var)
{
  return *tp == var ? *tp : NULL_TREE;
}

static bool
mentions_p (tree *tp, tree var)
{
  return walk_tree_without_duplicates (tp, visit_same, var) != NULL_TREE;
}

/* T, which stands before BEFORE in the source, changes VAR: to a constant, or to
   what depends on its value before.  */
static void
note_change (struct last_constant *l, tree t)
{
  if (TREE_CODE (t) != MODIFY_EXPR && TREE_CODE (t) != INIT_EXPR)
    l->value = NULL_TREE;
  else if (TREE_CODE (TREE_OPERAND (t, 1)) == INTEGER_CST)
    l->value = TREE_OPERAND (t, 1);
  else if (mentions_p (&TREE_OPERAND (t, 1), l->var))
    l->value = NULL_TREE;
}

static tree
visit_constant (tree *tp, int *walk_subtrees, void *data)
{
  struct last_constant *l = (struct last_constant *) data;
  if (plug_changed (*tp) == l->var
      && linemap_location_before_p (line_table, EXPR_LOCATION (*tp),
				    l->before))
    note_change (l, *tp);
  if (TYPE_P (*tp))
    *walk_subtrees = 0;
  return NULL_TREE;
}

HOST_WIDE_INT
plug_likely_value (tree fndecl, tree var, location_t before)
{
  struct last_constant l = { var, before, NULL_TREE };
  if (!VAR_P (var) || !INTEGRAL_TYPE_P (TREE_TYPE (var)))
    return 0;
  if (DECL_INITIAL (var) && DECL_INITIAL (var) != error_mark_node)
    l.value = DECL_INITIAL (var);
  walk_tree_without_duplicates (&DECL_SAVED_TREE (fndecl), visit_constant, &l);
  return (l.value && TREE_CODE (l.value) == INTEGER_CST
	  && tree_fits_shwi_p (l.value) ? tree_to_shwi (l.value) : 0);
}
