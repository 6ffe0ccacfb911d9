/* scratch.h: memory that a function asks for, and what it does with that.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef PLUG_SCRATCH_H
#define PLUG_SCRATCH_H

/* Calls that give memory, and the names that may point to it.  */
struct plug_memory
{
  auto_vec<gcall *> calls, frees;
  auto_vec<gimple *> tests;	/* of whether there was any */
  auto_vec<tree> names;
  hash_set<tree> known;
};

/* in-order.cc: LOOP's iterations run in order, as far as can be told.  */
bool plug_in_order_p (class loop *loop);

/* workspaces.cc: VALUE, in LOOP, depends on what is read from memory there.  */
bool plug_loaded_p (class loop *loop, tree value);
/* Data decide where a loop inside of LOOP around BB ends.  */
bool plug_ended_by_data_p (class loop *loop, basic_block bb);
/* Before I let LHS be BYTES bytes of a new workspace that the user calls NAME.  */
void plug_give_workspace (gimple_stmt_iterator *i, tree lhs, tree bytes, tree name,
			  location_t loc);
/* Find out which of M's calls are for memory of an iteration's own.  */
void plug_find_workspaces (const struct plug_memory *m, hash_set<gimple *> *found);
/* Let CALL's result be a workspace.  */
void plug_take_workspace (gcall *call);
/* The loops whose own workspace WHERE is: its calls, in FOUND.  */
void plug_workspaces_with (tree where, vec<gcall *> *found);

#endif
