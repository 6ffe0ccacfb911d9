/* needs.h: what parts of a loop are made of, and parts alone.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef PLUG_NEEDS_H
#define PLUG_NEEDS_H

/* What a part of LOOP is made of: the names it needs, and statements that load from
   arrays or store.  */
struct plug_needs
{
  class loop *loop;
  auto_vec<tree> work;
  auto_bitmap names;		/* SSA versions */
  auto_vec<tree> privates;	/* variables of iterations */
  auto_vec<gimple *> stmts;
  auto_bitmap loops;		/* in LOOP, by number */
};

/* The variable of an iteration that STMT writes or, unless STORED, reads, or
   null.  */
tree plug_private_of (gimple *stmt, bool stored);

/* NAME is needed; what STMT uses is; something in BB is, and so are the loops around it; what is
   used after the loop is.  */
void plug_need (struct plug_needs *, tree name);
void plug_need_operands (struct plug_needs *, gimple *stmt);
void plug_need_loops (struct plug_needs *, basic_block bb);
void plug_need_results (struct plug_needs *);
/* Find all that is needed for what is, conditions included.  */
void plug_find_needs (struct plug_needs *);

/* STMT does more than give a value.  */
bool plug_stores_p (gimple *stmt);
/* STMT, in a loop, may be left out of a copy.  Where the program may end iterations behind
   that could be where they would never have come to.  */
bool plug_copyable_p (gimple *stmt);
/* Remove STMTS.  Virtual operands must be renamed.  */
void plug_remove_statements (const vec<gimple *> &stmts);
/* Pass the loops in LOOP, a part, that this doesn't need.  */
void plug_pass_loops (class loop *);
/* Remove what nothing needs.  */
void plug_remove_dead_code (void);

#endif
