/* settled.cc: variables that only ever have one value.

   SPDX-License-Identifier: GPL-3.0-or-later

     int n = 1024;
     double *u = malloc (n * n * sizeof *u);
     …
     #pragma pram		size(n=1024) need not be said

   All assignments to N in its function are looked at, wherever they stand: as
   N is automatic and nobody has its address, it either has this value or none.
   What the walk doesn't see (asm, nested functions) does no harm, as the site
   compares the values that a region was compiled for before it runs.  */

#include "pram-gcc.h"
#include "scan.h"

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
