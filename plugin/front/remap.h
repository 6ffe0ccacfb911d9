/* remap.h: copying a region's statements into a function of its own.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef PLUG_REMAP_H
#define PLUG_REMAP_H

struct plug_member;		/* free-variables.h */

struct plug_remap
{
  tree from;			/* the function that holds the statements */
  tree to;			/* the function that receives the copy */
  /* What stands for a declaration, a SAVE_EXPR or a type.  The caller enters
     what the region takes from outside; the rest is added on the way.  */
  hash_map<tree, tree> *map;
  /* The variables that the copy made.  */
  hash_set<tree> *made;
  /* Those of them whose block lies outside the region, as a chain: the caller
     declares them.  */
  tree loose;
  /* Those that have proxies; or null.  */
  const vec<struct plug_member> *members;
};

/* A copy of T with everything replaced that the map names, types of variable
   size included; operations on integer constants are folded, so that sizes
   that the map makes constant give constant types.  */
tree plug_remap_tree (struct plug_remap *, tree t);
tree plug_remap_type (struct plug_remap *, tree type);

/* What the SAVE_EXPR T, of the function FNDECL, computes, as the source has it; a
   constant if that is one.  */
tree plug_copy_saved (tree fndecl, tree t);

/* A copy of the statement T of FNDECL that declares variables of its own in place
   of those that T declares; if VAR is not null with OTHER in the place of that variable.  */
tree plug_copy_statement (tree fndecl, tree t, tree var = NULL_TREE,
			  tree other = NULL_TREE);

/* The constant that the variable DECL always is, or null.  */
tree plug_constant_of (tree decl);

/* The variable DECL is a table of numbers known at compile time: every process
   has it.  */
bool plug_constant_table_p (tree decl);

#endif
