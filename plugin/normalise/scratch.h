/* scratch.h: memory that loops take for themselves, and that iterations have.

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

/* workspaces.cc: what is read in LOOP chooses the element REF, in BB, or how often a loop
   inside accesses it.  */
bool plug_chosen_p (class loop *loop, basic_block bb, tree ref);
/* Before I let LHS be BYTES bytes of a new workspace that the user calls NAME.  */
void plug_give_workspace (gimple_stmt_iterator *i, tree lhs, tree bytes, tree name,
			  location_t loc);
/* Find out which of M's calls are for memory of an iteration's own.  */
void plug_find_workspaces (const struct plug_memory *m, hash_set<gimple *> *found);
/* Let CALL's result be a workspace.  */
void plug_take_workspace (gcall *call);
/* Append to FOUND the calls that give memory of WHERE, a workspace, and of the others of the
   same loop.  */
void plug_workspaces_with (tree where, vec<gcall *> *found);

#endif
