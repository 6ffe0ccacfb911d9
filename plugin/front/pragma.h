/* pragma.h: what stands in a `#pragma pram'.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef PLUG_PRAGMA_H
#define PLUG_PRAGMA_H

enum plug_pragma_kind { PLUG_LOOP, PLUG_BEGIN, PLUG_END, PLUG_PARDO };

/* A variable or a member named in a clause.  DECL is null for a member, and if
   no variable of that name was visible at the pragma (TYPE is null too then):
   it may be one that the region declares.  */
struct plug_clause
{
  struct plug_clause *next;
  location_t loc;
  tree name;			/* IDENTIFIER_NODE, `g->n' for a member */
  tree decl, type;
  HOST_WIDE_INT value;		/* size */
  enum pram_op op;		/* reduction */
};

/* The variables of one size clause: one version of the region.  */
struct plug_version
{
  struct plug_version *next;
  struct plug_clause *sizes;
};

struct plug_pragma
{
  struct plug_pragma *next;
  enum plug_pragma_kind kind;
  location_t loc;
  int id;			/* its marker's */
  bool bound;			/* its statement has been found, or an error
				   has been given */
  struct plug_version *versions;
  struct plug_clause *reductions, *locals, *outside;
  const struct pram_schedule_choice *schedule;	/* null: none given */
  const char *name;		/* null: none given */
};

/* The pragmas of the function being parsed, or captured, in source order.  */
extern struct plug_pragma *plug_pragmas;

/* Callbacks of PLUGIN_PRAGMAS, for C and for C++, where there are only
   warnings.  */
void plug_pragma_register (void *, void *);
void plug_pragma_register_cxx (void *, void *);

/* Report that P doesn't stand before a loop.  */
void plug_pragma_misplaced (struct plug_pragma *p);

/* The pragma whose marker T is, or null if T is no marker.  A marker stands
   in the statement list just before what follows the pragma.  */
struct plug_pragma *plug_pragma_of_marker (tree t);

#endif
