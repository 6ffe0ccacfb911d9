/* pardo-steps.h: the loops that a `pardo' loop becomes.

   SPDX-License-Identifier: GPL-3.0-or-later

   A *step* is a loop over all iterations.  What it does may be done by one
   iteration after the other.  */

#ifndef PLUG_PARDO_STEPS_H
#define PLUG_PARDO_STEPS_H

#include "bind.h"

/* The iterations of a `pardo' loop, or of one inside it.  */
struct plug_range
{
  tree var;			/* the iterator … */
  tree init;			/* … and where it begins */
  tree loop;			/* the FOR_STMT, for condition and increment */
  bool up;			/* it counts up … */
  HOST_WIDE_INT step;		/* … or down by this if that is a constant, else
				   by a multiple: 1 */
  tree index;			/* 0, 1, … : how far VAR is from there */
  tree extent;			/* one more than any INDEX, at least 1 */
};

struct plug_step
{
  tree list;			/* what an iteration does */
  tree loop;			/* the innermost FOR_STMT, around it; null: not
				   closed yet */
  int n_ranges;
  tree sequence;		/* the body of the innermost sequential loop
				   around it, or null */
};

/* So many `pardo' loops inside each other.  */
enum { PLUG_MAX_RANGES = 4 };

/* A variable of which each iteration has its own.  */
struct plug_own
{
  tree var;
  int n_ranges;			/* iterations of these have */
  struct plug_range range[PLUG_MAX_RANGES];
  tree sequence;		/* where it is declared: as above */
  bool once;			/* one statement assigns it, no loop around */
  tree value;			/* what stands in place of it, or null */
};

struct plug_steps
{
  tree fndecl;
  location_t loc;
  struct plug_binding *region;
  auto_vec<struct plug_range> ranges;	/* outermost first */
  auto_vec<tree> masks;		/* conditions under which iterations do what is
				   added */
  tree out;			/* where loops are put */
  tree vars;			/* declared around all of them */
  tree bounds;			/* put before all of them … */
  tree front;			/* … and this behind it, in the serial run */
  tree sequence;
  bool noted;			/* that the order of iterations matters */
  struct plug_step *open;	/* the step that is added to, or null */
  auto_vec<struct plug_step *> all;
  auto_vec<struct plug_own> own;
  /* How often the body assigns a variable.  */
  hash_map<tree, int> writes;
};

/* From here on each iteration has its own VAR.  */
void plug_own_add (struct plug_steps *, tree var, bool once);
/* The record of VAR if each iteration has its own, or null.  */
struct plug_own *plug_own_find (struct plug_steps *, tree var);

/* A variable of TYPE, called after NAME or nothing, that belongs to the
   function.  */
tree plug_steps_variable (struct plug_steps *, const char *name, tree type,
			  location_t loc);

/* A variable that each iteration sets to VALUE now, to use it later.  */
tree plug_steps_keep (struct plug_steps *, tree value, const char *name);

/* All iterations for which the masks hold do STMT.  */
void plug_steps_add (struct plug_steps *, tree stmt);
/* What is added next, all do after all have done what was added so far.  */
void plug_steps_close (struct plug_steps *);

/* TARGET = VALUE.  */
tree plug_assignment (location_t, tree target, tree value);

/* Loops over all ranges around the statement LIST, and around a step's, which
   then knows its loop.  */
tree plug_steps_loops (struct plug_steps *, tree list, tree *inner);

/* What is in the ranges' own variables and before the loops, around LIST.  */
tree plug_steps_enclose (struct plug_steps *, tree list);

/* All steps are there: give what lives through several of them memory.  The
   whole, to put in place of the loop.  If not null, CAPTURED does the same in the
   region that is captured.  */
tree plug_steps_finish (struct plug_steps *, tree captured);

/* What is for the serial run alone.  */
tree plug_serial_statement (location_t, tree condition, tree list);

#endif
