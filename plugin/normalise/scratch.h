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

/* scratch.cc: the element INDEX, of TYPE, of what POINTER leads to.  Statements go to
   SEQ.  */
tree plug_scratch_element (gimple_seq *seq, tree pointer, tree index, tree type);

/* in-order.cc: LOOP's iterations run in order, as far as can be told.  */
bool plug_in_order_p (class loop *loop);

/* workspaces.cc: VALUE, in LOOP, depends on what is read from memory there.  */
bool plug_loaded_p (class loop *loop, tree value);
/* What is read in LOOP chooses the element REF, in BB, or how often a loop
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

/* fixed-values.cc: VALUE is the same in all of an iteration of LOOP, and computed from its
   number and what is known before.  */
bool plug_fixed_p (class loop *loop, tree value);
/* VALUE, which is that, is another one in the next iteration.  */
bool plug_moves_p (class loop *loop, tree value);
/* VALUE, which is that, computed once more by SEQ where LOOP does.  */
tree plug_compute_again (class loop *loop, tree value, gimple_seq *seq);
/* Let all names in *TP, which are that, be computed once more.  */
void plug_compute_names (class loop *loop, tree *tp, gimple_seq *seq);

/* One of the numbers that make up the place of an element: LEAF, 1 if that is null, times
   FACTORs times TIMES.  */
struct plug_term
{
  tree leaf, factor[4];
  int n_factors;
  HOST_WIDE_INT times;
};

struct plug_sum
{
  auto_vec<struct plug_term> terms;
  HOST_WIDE_INT constant = 0;
};

/* linear-rows.cc: add to SUM how many bytes REF, an element, is behind ROOT, where LOOP
   computes that; false if that is no sum.  */
bool plug_place_of (class loop *loop, tree ref, tree root, struct plug_sum *sum);
/* Keep those terms of SUM that OTHER has, too.  */
void plug_keep_common (struct plug_sum *sum, struct plug_sum *other);
/* Keep those that are the same in all of an iteration of LOOP.  */
void plug_keep_fixed (class loop *loop, struct plug_sum *sum);
/* Leave PART's terms out of SUM.  */
void plug_take_out (struct plug_sum *sum, const struct plug_sum *part);
/* SUM, computed by SEQ; if LOOP isn't null with what that computes in an iteration once
   more.  */
tree plug_build_sum (class loop *loop, const struct plug_sum *sum, gimple_seq *seq);
/* Let LENGTH be how many elements of SIZE bytes are between the START of an iteration of
   LOOP and the next one's; false if it is always 0, or no number of elements.  */
bool plug_length_of (class loop *loop, const struct plug_sum *start, int size,
		     struct plug_sum *length);
/* AT looks like the place of one of LENGTH elements: what it is counted in is less.  */
bool plug_likely_within_p (const struct plug_sum *at, const struct plug_sum *length,
			   int size);
/* In BB, in LOOP, tests say that AT is the place of one of LENGTH elements.  */
bool plug_within_p (class loop *loop, basic_block bb, const struct plug_sum *at,
		    const struct plug_sum *length, int size);
/* In each iteration of LOOP the place AT, in BB, goes up to where tests say.  */
bool plug_sweeps_p (class loop *loop, basic_block bb, const struct plug_sum *at);
/* Where an element of SIZE bytes in the place AT, in BB, may end at most, computed by SEQ
   where the iteration of LOOP begins; null if tests there don't say so.  A place is never
   negative.  If SEQ is null only whether there is something.  */
tree plug_reach_of (class loop *loop, basic_block bb, const struct plug_sum *at, int size,
		    gimple_seq *seq);

#endif
