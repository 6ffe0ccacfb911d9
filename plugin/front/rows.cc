/* rows.cc: tables of pointers to rows.

   SPDX-License-Identifier: GPL-3.0-or-later

     double **a = malloc (n * sizeof *a);
     for (int i = 0; i < n; i++) a[i] = malloc (m * sizeof **a);

   Rows that are equally far apart, as they are if they were allocated in one
   piece or one after the other, are an array in two dimensions: a[i][j] lies
   where a[0] points to, i times the *pitch* and j elements behind.  The region
   takes that place instead of the table, and the pitch, an integer and so a size
   like any other.  The runtime reads them from the table, and looks whether all
   rows lie so; if not it has the region run on a copy of them.  Where rows are
   exchanged by their pointers the region exchanges what is in them; how much that
   is, the *width*, is such an integer, too.

     double ***a;
     a[i] = malloc (m * sizeof **a); a[i][j] = malloc (k * sizeof ***a);

   A table of tables, of *planes*, is one of all rows: a[i][j] is row number i times the
   *height* plus j, and how high planes are the runtime reads as well.

   What the region does with the table is replaced when its helpers have been inlined
   (normalise/rows.cc).  */

#include "pram-gcc.h"
#include "free-variables.h"

/* TYPE is a pointer or an array: what it leads to, if that may be a table of pointers,
   else null.  */
static tree
pointers_of (tree type)
{
  if (!POINTER_TYPE_P (type) && TREE_CODE (type) != ARRAY_TYPE)
    return NULL_TREE;
  tree pointer = TREE_TYPE (type);
  return (POINTER_TYPE_P (pointer) && !TYPE_VOLATILE (pointer)
	  && !TYPE_ATOMIC (pointer) ? pointer : NULL_TREE);
}

bool
plug_planes_p (tree type)
{
  tree pointer = pointers_of (type);
  return pointer && pointers_of (pointer);
}

tree
plug_row_type (tree type)
{
  tree pointer = pointers_of (type);
  if (pointer && pointers_of (pointer))
    pointer = pointers_of (pointer);
  if (!pointer)
    return NULL_TREE;
  tree row = TREE_TYPE (pointer), element = strip_array_types (row);
  return (COMPLETE_TYPE_P (row) && int_size_in_bytes (row) > 0
	  && !TYPE_VOLATILE (element) && !TYPE_ATOMIC (element)
	  && !POINTER_TYPE_P (element) ? row : NULL_TREE);
}

/* O is such a table.  What is done with its pointers, and what helpers do with it that
   get its address, is looked at when they have been inlined.  */
static bool
table_p (const struct plug_outer *o)
{
  return (!o->guard && !o->element && !o->distance && !o->declared
	  && plug_row_type (TREE_TYPE (o->var)));
}

/* WHAT of the rows of O, of TYPE.  The runtime says it, the caller nothing.  */
static tree
told_of (struct plug_free_variables *s, const char *what, const struct plug_outer *o,
	 tree type)
{
  struct plug_outer p;
  memset (&p, 0, sizeof p);
  char *name = xasprintf ("%s_of_%s", what, print_generic_expr_to_str (o->var));
  p.var = plug_artificial_variable (s->fndecl, o->loc, name, type);
  free (name);
  p.distance = build_zero_cst (type);
  p.loc = o->loc;
  s->outer.safe_push (p);
  return p.var;
}

/* Tell S what there is of table I, whose outer variable may move meanwhile.  */
static void
tell_rows (struct plug_free_variables *s, unsigned i)
{
  const struct plug_outer o = s->outer[i];
  bool planes = plug_planes_p (TREE_TYPE (o.var));
  tree integer = ptrdiff_type_node, none = NULL_TREE;
  tree pitch = told_of (s, "pitch", &o, integer);
  tree height = planes ? told_of (s, "height", &o, integer) : none;
  tree width = !planes && s->moves_rows ? told_of (s, "width", &o, integer) : none;
  tree places = (!planes && !s->moves_rows
		 ? told_of (s, "places", &o, build_pointer_type (integer)) : none);
  s->outer[i].pitch = pitch;
  s->outer[i].height = height;
  s->outer[i].width = width;
  s->outer[i].places = places;
  /* Who reads the rows afterwards need not do it through the table.  */
  s->outer[i].unneeded = false;
}

void
plug_find_rows (struct plug_free_variables *s)
{
  for (unsigned i = 0, n = s->outer.length (); i < n; i++)
    if (table_p (&s->outer[i]))
      tell_rows (s, i);
}
