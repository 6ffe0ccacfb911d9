/* complex.cc: complex numbers from outside of a region are two scalars for it.

   SPDX-License-Identifier: GPL-3.0-or-later

   Their parts are passed, come back and can be sums as other scalars are.  The copy joins
   them (capture.cc), and takes them apart where loops carry them (normalise/complex.cc).  */

#include "pram-gcc.h"
#include "free-variables.h"

/* The part of O, a complex number, that IMAGINARY says.  */
static struct plug_outer
part_of (tree fndecl, const struct plug_outer *o, bool imaginary)
{
  struct plug_outer part = *o;
  tree name = DECL_NAME (o->var);
  part.complex = o->var;
  part.imaginary = imaginary;
  part.var = plug_artificial_variable (fndecl, o->loc,
				       ACONCAT ((name ? IDENTIFIER_POINTER (name) : "tmp",
						 imaginary ? ".im" : ".re", NULL)),
				       TREE_TYPE (TREE_TYPE (o->var)));
  return part;
}

void
plug_take_complex_parts (struct plug_free_variables *s)
{
  auto_vec<struct plug_outer> all;
  all.safe_splice (s->outer);
  s->outer.truncate (0);
  for (struct plug_outer &o : all)
    if (plug_complex_p (TREE_TYPE (o.var)) && !o.guard)
      for (int k = 0; k < 2; k++)
	s->outer.safe_push (part_of (s->fndecl, &o, k));
    else
      s->outer.safe_push (o);
}
