/* ir.h: what several stages ask of GCC's trees, statements and loops.

   SPDX-License-Identifier: GPL-3.0-or-later

   Include after pram-gcc.h and pram-abi.h.  */

#ifndef PLUG_IR_H
#define PLUG_IR_H

/* The enumerator of the scalar type TYPE, or -1; or bytes.  */
int plug_scalar_type (tree type);
/* Variables of TYPE are passed by their addresses.  */
bool plug_object_p (tree type);
/* … and of TYPE, complex numbers, as two scalars.  */
bool plug_complex_p (tree type);
enum pram_type plug_type_of (tree type);
/* The complex number of which VAR is a part (normalise/complex.cc), or VAR itself.  */
tree plug_whole_variable (tree var);

/* A variable of TYPE that the function FNDECL hasn't, as if the user had declared it at
   LOC.  */
tree plug_artificial_variable (tree fndecl, location_t loc, const char *name, tree type);

/* Call VISIT with DATA on the sizes that TYPE depends on.  */
void plug_walk_sizes (tree type, walk_tree_fn visit, void *data,
		      hash_set<tree> *visited);

/* FN gives memory: malloc and the like, and what GCC calls for arrays of variable
   size.  */
bool plug_allocates_p (tree fn);

/* The references of STMT; null if there is none.  */
void plug_references (gimple *stmt, tree *load, tree *store);

/* All PHIs where A and B meet merge the same values.  */
bool plug_same_arguments_p (edge a, edge b);

/* Append SEQ to BB, before what ends it.  */
void plug_append (basic_block bb, gimple_seq seq);
/* Where what USE uses may be computed last: before that.  */
gimple_stmt_iterator plug_before_use (use_operand_p use);

/* The pointer from which REF's place is counted, or null.  */
tree plug_root_of (tree ref);

/* OFFSET is plainly a multiple of SIZE.  */
bool plug_divisible_p (tree offset, HOST_WIDE_INT size);

/* VALUE, or what it is a copy of.  */
tree plug_strip_copies (tree value);

/* NAME is used outside of LOOP.  */
bool plug_used_after_p (class loop *, tree name);
/* … and inside.  */
bool plug_used_inside_p (class loop *, tree name);

/* VALUE as it can be had before LOOP, GENERIC over what is made there.  */
tree plug_value_before (class loop *, tree value);

/* Something made in LOOP is in VALUE, GENERIC.  */
bool plug_name_in_loop_p (class loop *, tree value);

/* Which of LOOP's exits E is.  */
int plug_exit_number (class loop *, edge e);

/* LOOP accesses elements of the region's arrays.  */
bool plug_accesses_p (class loop *);

/* Find the loops of the current function, as all files want them; the pass
   finalizes them.  */
void plug_prepare_loops (void);

/* Put a loop over *K, from 0 to N - 1, of N's type, on the edge E; *BODY is the edge where
   its body goes.  WHERE is the program's place of it.  */
class loop *plug_add_loop (edge e, tree n, location_t where, tree *k, edge *body);

/* Where LOOP's first test that may leave it is, or else its first
   statement.  */
location_t plug_loop_location (class loop *);

/* Blocks of LOOP (null: of the function) in reverse post order; caller
   frees.  */
basic_block *plug_loop_blocks (class loop *, int *n);

#endif
