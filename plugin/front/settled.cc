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

static tree
visit (tree *tp, int *walk_subtrees, void *data)
{
  struct settled *s = (struct settled *) data;
  switch (TREE_CODE (*tp))
    {
    case MODIFY_EXPR: case INIT_EXPR:
      if (TREE_OPERAND (*tp, 0) == s->var)
	note_value (s, TREE_OPERAND (*tp, 1));
      break;
    case PREINCREMENT_EXPR: case PREDECREMENT_EXPR:
    case POSTINCREMENT_EXPR: case POSTDECREMENT_EXPR:
      s->several |= TREE_OPERAND (*tp, 0) == s->var;
      break;
    default:
      if (TYPE_P (*tp))
	*walk_subtrees = 0;
      break;
    }
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

/* The last constant that VAR is assigned before BEFORE in the source.  */
struct last_constant
{
  tree var;
  location_t before;
  tree value;			/* or null */
};

static tree
visit_constant (tree *tp, int *walk_subtrees, void *data)
{
  struct last_constant *l = (struct last_constant *) data;
  if ((TREE_CODE (*tp) == MODIFY_EXPR || TREE_CODE (*tp) == INIT_EXPR)
      && TREE_OPERAND (*tp, 0) == l->var
      && TREE_CODE (TREE_OPERAND (*tp, 1)) == INTEGER_CST
      && linemap_location_before_p (line_table, EXPR_LOCATION (*tp),
				    l->before))
    l->value = TREE_OPERAND (*tp, 1);
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
