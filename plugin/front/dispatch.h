/* site.h: where a region stands in the user's function.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef PLUG_DISPATCH_H
#define PLUG_DISPATCH_H

/* The variable of type struct pram_site of the region NAME at LOC.  SYMBOL:
   its name in the assembly.  */
tree plug_dispatch_variable (const char *symbol, const char *name,
			     location_t loc, int n_args);

/* The statement that stands for BODY in the user's function: runs the region
   through the runtime with the variables OUTER, or BODY.  */
tree plug_dispatch_statement (tree site, location_t loc, tree body,
			  const vec<struct plug_outer> &outer);

/* The same for a region that runs serially in any case: BODY, bracketed for
   the statistics.  It may be left by a jump.  */
tree plug_dispatch_serial (tree site, location_t loc, tree body);

/* DECL is one of the variables in it that are not the user's.  */
bool plug_dispatch_temporary_p (tree decl);

/* FNDECL has such a statement.  */
bool plug_dispatch_p (tree fndecl);

/* The current function has sites: a variable that only the region gives its
   first value is copied into a temporary before; nobody is to be warned of
   that.  */
void plug_dispatch_mute (function *);

/* What the caller passes for O: the value of a scalar or pointer, or the
   address of an array.  */
tree plug_argument_value (const struct plug_outer *o);

/* The kind of argument that O is.  */
enum pram_arg_kind plug_arg_kind (const struct plug_outer *o);

#endif
