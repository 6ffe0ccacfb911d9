/* free-variables.h: what a region takes from outside, and whether it
   can be taken out.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef PLUG_FREE_VARIABLES_H
#define PLUG_FREE_VARIABLES_H

#include "pram-abi.h"
#include "ir.h"

/* A variable that the region shares with the rest of the program, or a size
   of a type that was computed outside (a SAVE_EXPR).  */
struct plug_outer
{
  tree var;			/* VAR_DECL, PARM_DECL or SAVE_EXPR */
  tree member;			/* what VAR is a proxy of, or null */
  bool written;			/* assigned, or its address is taken */
  bool assigned;		/* in the region itself: a variable, or a part */
  bool dead;			/* written, and nobody reads it afterwards */
  bool unneeded;		/* an array, or pointer to one, that nobody
				   reads afterwards */
  bool declared;		/* declared by the region, used after it: has
				   no value on entry */
  bool guard;			/* not its value but its address: an array
				   may not overlap it */
  bool in_helper;		/* a function that is called uses it */
  bool element;			/* VAR stands for an element of an array of
				   pointers, MEMBER, that the region only
				   reads: the copy has an array like it */
  /* Null, or: VAR stands for DISTANCE, in elements, which is how far the pointer
     APART is from FROM, or below it (ends.cc).  */
  tree distance, apart, from;
  bool below;
  location_t loc;		/* of its first mention */
  tree pitch;			/* a table of pointers to rows: the integer that
				   says how far these are apart, or null
				   (rows.cc) */
  tree height;			/* a table of tables of pointers to rows: of how
				   many rows there is a pointer in each */
  tree width;			/* such a table whose pointers are moved: the
				   integer that says how many objects there are
				   in a row, or null (rows.cc) */
  tree places;			/* such a table: an array of how far rows are behind
				   the first one, or null */
  tree length;			/* the integer that says how many elements the
				   array has, or null (lengths.cc) */
  /* Null, or: VAR has this value, a pointer to the member FIELD of the first of the
     STRUCTURES, a variable (structure-tables.cc).  */
  tree value, structures, field;
  tree complex;			/* VAR stands for a part of this one (complex.cc): … */
  bool imaginary;		/* … which of them; they follow each other */
  bool scratch;			/* VAR stands for memory that the region takes
				   for itself (normalise/scratch.cc) */
};

/* A member of a structure.  */
struct plug_member
{
  tree ref;
  tree proxy;			/* a variable, which the user's function has
				   not: it stands for REF in the copy */
  bool in_helper;		/* a function that is called uses it … */
  bool written;			/* … and assigns it */
};

struct plug_free_variables
{
  tree fndecl, body;
  auto_vec<struct plug_outer> outer;	/* in the order of first mention */
  auto_vec<struct plug_member> members;
  auto_vec<tree> variables;		/* declared in the region */
  auto_vec<tree> helper_variables;	/* local ones, of functions called */
  auto_vec<location_t> places;		/* of the region's statements */
  int n_scratch;			/* places at which it may take memory */
  bool moves_rows;		/* pointers that may be rows are stored */
  /* Why the region can't be a function of its own, or null.  */
  const char *reason;
  location_t reason_loc;
  /* It can't even be wrapped: labels inside are jumped to from outside, or a
     function returns twice.  */
  bool fixed;
};

/* Find all that about BODY, statements of the function FNDECL.  */
void plug_find_free_variables (struct plug_free_variables *, tree fndecl,
			       tree body);

/* members.cc: find the members of structures in SCAN's body that are variables
   as good as any.  */
void plug_find_members (struct plug_free_variables *);
/* The one of the members that REF is, or null.  */
const struct plug_member *
plug_member_of (const vec<struct plug_member> &, tree ref);
/* The variable of which REF is a member, by members and constant elements
   alone, or that points to the structure; else null.  */
tree plug_member_root (tree ref);
/* A and B are the same field, a number or pointer, of structures that different variables
   are or point to.  */
bool plug_member_beside_p (tree a, tree b);
/* For the caller: the value of the member REF, 0 if the pointer is null; an
   assignment to it, if not; its address.  */
tree plug_member_value (tree ref);
tree plug_member_assignment (tree ref, tree value);
tree plug_member_address (tree ref);

/* liveness.cc: find the arrays of SCAN that nobody reads after the region,
   around which there is no loop.  */
void plug_find_unneeded (struct plug_free_variables *);

/* afterwards.cc: may the function FNDECL, which has no labels, read the value of
   VAR, an automatic variable, after the region BODY, before it assigns another
   one?  */
bool plug_read_after_p (tree fndecl, tree body, tree var);
/* May BODY, in which there are no labels, read the one from before?  */
bool plug_read_first_p (tree body, tree var);

/* settled.cc: the integer that VAR is throughout the function FNDECL, or
   null.  */
tree plug_only_value (tree fndecl, tree var);
/* The same: the integer that VAR is likely to be at BEFORE, a place in FNDECL:
   the last constant that it is assigned, or 0.  */
HOST_WIDE_INT plug_likely_value (tree fndecl, tree var, location_t before);
/* What T assigns to, or counts, or null.  */
tree plug_changed (tree t);
/* Something in T changes the variable VAR.  */
bool plug_changes_p (tree t, tree var);

/* elements.cc: the N integers that VAR, an array, is initialised with, 0 where
   that is no constant; null, and 0, if it is no such array.  The caller frees
   them.  */
int64_t *plug_initial_elements (tree var, int *n);

/* lengths.cc: find how many elements the arrays of SCAN have, where a loop may go on as
   long as there are some.  */
void plug_find_lengths (struct plug_free_variables *);

/* complex.cc: let the region take the parts of complex numbers.  */
void plug_take_complex_parts (struct plug_free_variables *);

/* rows.cc: find the tables of pointers to rows among the arrays of SCAN.  */
void plug_find_rows (struct plug_free_variables *);
/* structure-tables.cc: take the members of arrays of structures that hold pointers to rows.  */
void plug_find_structure_tables (struct plug_free_variables *);
/* The type of what the rows of a table of TYPE consist of; null if it is no such
   table.  */
tree plug_row_type (tree type);
/* … and these are in planes (T ***).  */
bool plug_planes_p (tree type);

#endif
