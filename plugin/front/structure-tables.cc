/* structure-tables.cc: arrays of structures with pointers.

   SPDX-License-Identifier: GPL-3.0-or-later

     struct level { int n; double h, *u, *f; } level[MAX];
     … for (k = 0; k < n_levels; k++) smooth (&level[k], 2); …

   are tables: of pointers to rows, `level[k].u' (rows.cc), and of numbers, `level[k].n', the
   elements of which are as far apart as structures are.  The region takes where the first
   element of each is, beside the array, of which it uses no more if all that it does is to
   read members (normalise/structure-tables.cc).  */

#include "pram-gcc.h"
#include "free-variables.h"
#include "dispatch.h"

/* The structure of which O is an array, or to which it points; else null.  */
static tree
structure_of (const struct plug_outer *o)
{
  tree type = TREE_TYPE (o->var);
  if (o->guard || o->element || o->value || o->declared || o->scratch
      || !(POINTER_TYPE_P (type) || TREE_CODE (type) == ARRAY_TYPE))
    return NULL_TREE;
  type = TREE_TYPE (type);
  return (TREE_CODE (type) == RECORD_TYPE && COMPLETE_TYPE_P (type)
	  && TREE_CODE (TYPE_SIZE_UNIT (type)) == INTEGER_CST ? type : NULL_TREE);
}

/* The member F is a pointer to a row.  */
static bool
row_p (tree f)
{
  return (TREE_CODE (f) == FIELD_DECL && DECL_NAME (f) && POINTER_TYPE_P (TREE_TYPE (f))
	  && plug_row_type (build_pointer_type (TREE_TYPE (f)))
	  && !plug_planes_p (build_pointer_type (TREE_TYPE (f))));
}

/* … or a number.  */
static bool
number_p (tree f)
{
  return (TREE_CODE (f) == FIELD_DECL && DECL_NAME (f)
	  && plug_scalar_type (TREE_TYPE (f)) >= 0
	  && !DECL_BIT_FIELD (f));
}

static bool
any_row_p (tree structure)
{
  for (tree f = TYPE_FIELDS (structure); f; f = DECL_CHAIN (f))
    if (row_p (f))
      return true;
  return false;
}

/* The member F of the elements of O.  */
static struct plug_outer
member_of (struct plug_free_variables *s, const struct plug_outer *o, tree f)
{
  struct plug_outer m;
  memset (&m, 0, sizeof m);
  char *name = xasprintf ("%s[].%s", print_generic_expr_to_str (o->var),
			  IDENTIFIER_POINTER (DECL_NAME (f)));
  m.var = plug_artificial_variable (s->fndecl, o->loc, name, build_pointer_type
				    (TYPE_MAIN_VARIANT (TREE_TYPE (f))));
  free (name);
  m.value = fold_convert (TREE_TYPE (m.var),
			  fold_build_pointer_plus (plug_argument_value (o),
						   byte_position (f)));
  m.structures = o->var;
  m.field = f;
  m.loc = o->loc;
  return m;
}

void
plug_find_structure_tables (struct plug_free_variables *s)
{
  for (unsigned i = 0, n = s->outer.length (); i < n; i++)
    {
      struct plug_outer o = s->outer[i];
      tree structure = structure_of (&o);
      if (!structure || !any_row_p (structure))
	continue;
      for (tree f = TYPE_FIELDS (structure); f; f = DECL_CHAIN (f))
	if (row_p (f) || number_p (f))
	  s->outer.safe_push (member_of (s, &o, f));
    }
}
