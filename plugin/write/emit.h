/* emit.h: what the files of emission share.

   SPDX-License-Identifier: GPL-3.0-or-later

   emit.cc lists the steps, emit-clone.cc turns GIMPLE back into GENERIC,
   emit-count.cc writes loops over an interval of iterations, emit-loop.cc knows
   which form they may have, emit-extreme.cc makes floating minima and maxima,
   emit-frame.cc what a layer needs and yields; emit-layer.cc and emit-driver.cc
   write functions, emit-tables.cc the data, emit-note.cc where they are.
   Everything is built first and handed to the compiler last, so that a refusal
   leaves nothing behind.  */

#ifndef PLUG_EMIT_H
#define PLUG_EMIT_H

#include "region.h"

struct plug_tasks;
struct plug_site;

/* A value that the driver hands to a layer's function.  */
struct plug_field
{
  tree name;			/* the SSA name, in the captured function */
  tree decl;			/* the FIELD_DECL */
};

/* The same for a number of the plan (pram-abi.h), or for what an affine
   function among them is at the call.  Of the only plan that the code is for it
   is a constant, if it is the same at all calls: that is less code.  */
struct plug_number
{
  const char *name;		/* null: not wanted */
  int at;			/* which one, or the function's first one */
  int n;			/* 1; or so many more than loops around */
  tree constant, decl;		/* one of them */
};

/* A scalar that a layer gives back.  */
struct plug_result
{
  const char *name;
  enum pram_op op;
  enum pram_type type;
  gphi *phi;			/* in the header of the layer's loop; null if
				   the layer is a statement */
  tree value;			/* the SSA name that has the value afterwards */
  int how;			/* PRAM_COMBINE_… */
  /* Scalars that are set with it: likewise, by their place in CARRIED.  */
  const struct pram_carried *carried; /* null: there are none */
  bool bottom;			/* the values afterwards are those of the latch */
};

/* Of the followers of R.  */
static inline int
plug_n_followers (const struct plug_result *r)
{
  return r->carried ? r->carried->n_followers : 0;
}

static inline gphi *
plug_follower_phi (const struct plug_result *r, int k)
{
  return (gphi *) r->carried->followers[k].cookie;
}

/* R is what the last iteration leaves.  The unit that has this iteration says
   so; if there is none, all units have the value from before the loop.  */
static inline bool
plug_last_p (const struct plug_result *r)
{
  return r->phi && r->op == PRAM_OP_VALUE;
}

/* A layer in the making, or, where there are level loops, a kind of layers
   (core/plan/kinds.h).  */
struct plug_layer
{
  int number;			/* among those of the emission */
  const struct pram_plan_layer *plan;	/* the one that is like most */
  /* With level loops: its kind, and the innermost of them around it, or null;
     in the driver, while it is called: its record of numbers, and which layer
     it is.  */
  int kind;
  class loop *level;
  tree record, called;
  class loop *loop;		/* null: a lone statement */
  gimple *stmt;
  class loop *distributed;	/* null: all of it is in one unit */
  bool rerun_units;		/* one unit after the other, for the leaves */
  tree frame;			/* RECORD_TYPE; null if there are no fields */
  tree told;			/* the driver's frame for its last call */
  auto_vec<struct plug_field> fields;
  unsigned n_relayed;		/* the first of them are the loop's scalars, which
				   the function leaves there for the next
				   process, or the driver */
  struct plug_number granularity, coef, per_unit, origin, part_lo, part_hi;
  auto_vec<struct plug_result> results;
  auto_vec<tree> finals;	/* names needed afterwards that are no result */
  tree left_by;			/* null, or the result that says by which exit the
				   loop has been left: plug_exit_number's */
  bool not_ahead;		/* its next run is never made ahead */
  const struct plug_layer *completed_with;	/* as in the plan, or null */
  tree fn;			/* its function */
};

/* A read at which a walk may leave an iteration, to go on from there.  */
struct plug_stop
{
  gimple *stmt;
  auto_vec<tree> kept;		/* names of which it needs the values */
  tree label;
};

/* The ways that an inspector goes at the end of BB, where there is a test that it doesn't
   know: emit-ways.cc.  */
struct plug_ways
{
  basic_block bb;
  edge first, second;
  basic_block meet;		/* where they do, or null: the first one alone */
  bool again;			/* the second one is gone from there … */
  bool toggles;			/* … or when control comes to BB again */
  tree second_next;		/* variable: whether it still is to be gone */
};

/* What of a layer's code inspects, in round ROUND, what it reads where data
   choose: emit-inspect.cc.  */
struct plug_slice
{
  struct plug_emission *e;
  int round;
  bool asks;			/* it runs in the loop, not at entry */
  bool exact;			/* it goes only where the layer does, … */
  bool walks;			/* … again and again: reads wait for others of
				   its round */
  hash_set<tree> names;		/* that it computes */
  auto_vec<int> loads;		/* arrays that it loads elements of */
  hash_set<gimple *> reads;	/* the loads that it notes */
  hash_set<gimple *> stores;	/* that it makes, and takes back */
  hash_set<gimple *> unknown;	/* tests on what is not known yet or, if it
				   is exact, doesn't matter: then … */
  hash_map<gimple *, basic_block> behind;	/* … both ways lead there */
  auto_delete_vec<struct plug_ways> ways;
  auto_delete_vec<struct plug_stop> stops;	/* emit-walk.cc; none: units run
						   again */
  HOST_WIDE_INT state_bytes;	/* for what is kept at any of them */
  tree state;			/* variable: where that is, or null */
  tree again, resume;		/* where the next one is taken, and gone on
				   with */
  tree count;			/* variable: of reads that it has noted */
  hash_map<int_hash<int, -1>, tree> marks;	/* variables, by argument, as
						   PRAM_MARK_… says */
};

/* LAYER is that of the plan, with a function that is such a slice.  */
struct plug_inspector
{
  struct plug_layer layer;
  struct plug_slice slice;
};

/* LAYER asks for what it reads, found in the loop: emit-ask.cc.  */
struct plug_asking
{
  const struct plug_layer *layer;
  auto_vec<struct plug_inspector *> inspectors;	/* by round */
  bool always;			/* it always inspects */
  /* In the driver: whether inspectors may find something else than the last
     time, whether values may be others, whether it was in vain; what fields
     were the last time.  */
  tree stale, moved, vain;
  auto_vec<tree> saved;
};

/* One region's emission.  */
/* An access in LOOP, a layer's, that is watched.  */
struct plug_watch
{
  const struct plug_access *access;
  class loop *loop;
  int array, line;
  int how;			/* PRAM_SITE_… */
};

struct plug_emission
{
  struct plug_region *region;
  const struct pram_prog *prog;
  struct pram_plan *plan;	/* null if it runs through tables, … */
  const struct plug_candidate *all;	/* plans that the code is for */
  int n_all;
  struct plug_tasks *tasks;	/* … which are these */
  const struct pram_diag *diag;
  bool records;			/* calls with effects are recorded */
  const char *suffix;		/* makes symbols unique */
  int n_layers;
  struct plug_layer *layers;
  struct pram_kinds kinds;	/* … where there are level loops */
  hash_map<gimple *, int> *reads, *writes;	/* array + 1 of a statement */
  hash_map<tree, tree> *owners;	/* the function that has a local variable in
				   memory */
  tree driver;
  auto_vec<struct plug_inspector *> inspectors;	/* those that run at entry, and
						   others; by round */
  auto_vec<int> choosing;	/* arguments on which it depends what is found
				   when the region is entered */
  auto_vec<struct plug_asking *> asking;
  auto_vec<struct plug_site *> sites;	/* of the prog's deposits, … */
  auto_vec<struct plug_watch> watches;	/* … and, numbered behind these, of what is
					   watched beside them */
  bool failed;			/* after a report to diag */
};

/* A minimum or maximum of floating type in code that is copied.  */
struct plug_extreme
{
  gphi *phi;			/* in the header of the loop that makes it */
  enum pram_op op;
  int how;			/* PRAM_COMBINE_… */
  hash_set<tree> *names;	/* that it flows through */
  tree state;			/* null, or the variable for PRAM_ANEW_… */
  /* In lanes: the variable, its value before them, and a variable that grows
     where what they take might make their result wrong, or null.  */
  tree outer, saved, doubt;
};

/* A copy of part of the current function in the making.  The hooks let the
   driver and the layers put something else in place of what is copied.  */
struct plug_clone
{
  struct plug_emission *e;
  tree fn;			/* the new FUNCTION_DECL */
  tree vars;			/* chain of its variables */
  tree list;			/* statements are appended here */
  location_t loc;		/* what is copied stands there: so does a
				   statement that has no place of its own */
  class loop *inner;		/* null, or a loop whose names live … */
  tree inner_vars;		/* … in this chain */
  class loop *open_exit;	/* exits of this loop are dropped: a counter
				   in emit-count.cc decides */
  hash_map<edge, tree> redirected; /* edges that are but a jump to a label */
  tree next_label;		/* where its latch goes */
  class loop *whole;		/* null, or the loop that is copied … */
  tree leave_label;		/* … and where its exits go */
  tree left_by;			/* null, or a variable for the one taken */
  struct plug_slice *slice;	/* null: all is copied */
  tree log;			/* null, or where deposits are noted, or not */
  tree checks;			/* null, or whether pinned writes are noted */
  bool alias_free;		/* mark that arrays are disjoint */
  vec<struct plug_extreme> *lanes; /* null, or those that lanes make */
  vec<struct plug_extreme> *anew;	/* null, or those that begin anew */
  hash_map<tree, tree> names;	/* SSA name → variable or constant */
  hash_map<tree, tree> decls;	/* local variable → its copy */
  hash_map<basic_block, tree> labels;
  /* BB heads a loop that is emitted in another form: do so, up to and
     including the jumps that leave it, and return true.  */
  bool (*loop_hook) (struct plug_clone *, basic_block bb);
  /* Null, or what BB begins with.  */
  void (*block_hook) (struct plug_clone *, basic_block bb);
  /* Emit something in place of the statement: return true.  Else it may emit
     something before it.  */
  bool (*stmt_hook) (struct plug_clone *, gimple *);
  /* What to emit as the value of a call, or null.  */
  tree (*call_hook) (struct plug_clone *, gimple *);
  /* Emit something when the control flow takes E: before the copies.  */
  void (*edge_hook) (struct plug_clone *, edge e);
  /* Null, or what ends BB: called before its jump.  */
  void (*end_hook) (struct plug_clone *, basic_block bb);
  /* PHI gets its value over the edge in another way: see to it and return
     true.  */
  bool (*phi_hook) (struct plug_clone *, gphi *, edge);
  /* An iteration of LOOP, which is counted, is at its end.  */
  void (*next_hook) (struct plug_clone *, class loop *loop);
  /* Another jump takes the place of the one that ends BB: see to it and return
     true.  */
  bool (*jump_hook) (struct plug_clone *, basic_block bb);
  /* What to test in place of the condition that ends BB, or null.  */
  tree (*test_hook) (struct plug_clone *, basic_block bb, gcond *);
  /* Annotate the exit condition at the end of BB.  */
  bool (*ivdep_hook) (struct plug_clone *, basic_block bb);
  void *data;
};

/* emit-note.cc */
void plug_emit_note (const char *symbol, tree region);

/* emit-clone.cc */
void plug_refuse (struct plug_emission *, int line, const char *format, ...)
  ATTRIBUTE_PRINTF (3, 4);
/* Give FN the parameters that its type has, called NAMES.  */
void plug_name_parameters (tree fn, const char *const *names);
/* Hand FN, whose body is GENERIC, to the compiler.  */
void plug_add_function (tree fn, bool layer);
void plug_clone_start (struct plug_clone *, struct plug_emission *, tree fn);
tree plug_clone_label (struct plug_clone *, basic_block);
tree plug_new_label (struct plug_clone *);
tree plug_new_var (struct plug_clone *, tree type, const char *name);
/* One of the loop C->inner, if there is that.  */
tree plug_new_inner_var (struct plug_clone *, tree type);
void plug_add (struct plug_clone *, tree stmt);
void plug_assign (struct plug_clone *, tree lhs, tree rhs);
void plug_goto (struct plug_clone *, tree label);
/* Go to the label YES if COND, else to NO.  */
void plug_branch (struct plug_clone *, tree cond, tree yes, tree no);
/* Jump over what follows, to the label that is returned, unless TEST holds, or, unless
   WHEN, doesn't.  Null, as TEST: go on.  */
tree plug_jump_unless (struct plug_clone *, gcond *test, bool when);
/* The same unless the program ends at ENDING: call NAME, with the line, if it does.  */
tree plug_unless_ending (struct plug_clone *, gcall *ending, const char *name);
void plug_put_label (struct plug_clone *, tree label);
tree plug_clone_name (struct plug_clone *, tree name);
tree plug_clone_expr (struct plug_clone *, tree expr);
void plug_clone_stmt (struct plug_clone *, gimple *);
void plug_clone_edge (struct plug_clone *, edge);
/* LOOP has been left by the exit of the number LEFT_BY, or, if that is null, by
   whichever.  */
void plug_clone_exits (struct plug_clone *, class loop *loop, tree left_by);
/* The blocks BBS, N of them in reverse post order, the first one first.  */
void plug_clone_blocks (struct plug_clone *, basic_block *bbs, int n);
/* What the names and the label of BB, in LOOP, were copied to is not to be used
   again, but for what LOOP's header has from outside.  */
void plug_forget_block (struct plug_clone *, class loop *, basic_block bb);
/* One block with its jump.  */
void plug_clone_block (struct plug_clone *, basic_block);
/* VALUE's constant, if it has one whatever the path, else null.  */
tree plug_constant (tree value);
tree plug_new_function (const char *name, tree type, tree like);
void plug_change_options (tree fn, void (*change) (struct gcc_options *));
/* The body of C->fn is complete: hang it in.  */
void plug_clone_finish (struct plug_clone *);
tree plug_runtime_function (const char *name, tree result, ...);
/* The line of STMT, or 0.  */
int plug_stmt_line (struct plug_emission *, gimple *);
char *plug_symbol (const struct plug_emission *, const char *what,
		   int number);

/* trips.cc */

/* Every iteration of LOOP runs its body exactly once, apart from the head; or,
   if *BOTTOM, the body runs once more than the latch, as the test stands at its
   end.  */
bool plug_countable_p (class loop *, bool *bottom);
/* The number of times that LOOP's body runs on entry, in GENERIC of C, with
   type TYPE; null if it is not known or the loop has a form that can't be
   counted.  */
tree plug_count_iterations (struct plug_clone *, class loop *, tree type);
/* For that LOOP's head is run until it ends the loop.  */
bool plug_count_tried_p (class loop *loop);
bool plug_counted_p (class loop *);	/* … GCC knows it, */
/* The number of LOOP's first iteration, a constant or a variable.  */
tree plug_late_iterations (struct plug_clone *, class loop *);
/* … and these are the names that it depends on.  */
void plug_walk_count (class loop *, walk_tree_fn, void *data);
/* It matters by which exit LOOP is left.  */
bool plug_exits_differ_p (class loop *);
/* Values of LOOP's head are used after it, or it matters by which exit it is
   left.  */
bool plug_head_needed_p (class loop *);
/* LOOP's head uses NAME, of its header.  */
bool plug_head_uses_p (class loop *, tree name);
/* The header's variables have their last values: leave LOOP.  */
void plug_emit_leave (struct plug_clone *, class loop *);
/* PHI, in LOOP's header, is an induction variable that changes by *STEP.  */
bool plug_iv_p (class loop *, gphi *phi, tree *step);
/* STEP times 0 to N are values of TYPE, which is signed.  */
bool plug_product_fits_p (tree type, HOST_WIDE_INT step, HOST_WIDE_INT n);
/* INIT + STEP * K in C, the value of an induction variable of TYPE.  K is less
   than MOST, or that.  */
tree plug_induction_value (struct plug_clone *, tree type, tree init, tree step,
			   tree k, HOST_WIDE_INT most);
/* That of PHI, in LOOP's header; null if it is none.  */
tree plug_iteration_value (struct plug_clone *, class loop *, tree init,
			   gphi *phi, tree k);

/* emit-count.cc */
enum plug_how { PLUG_PLAIN, PLUG_ONCE, PLUG_IVDEP, PLUG_SIMD };
/* Emit LOOP for its iterations [LO, HI) of N (int64 expressions); ends with
   the jump out of it.  CARRIED: the header's PHIs that are reduced over it;
   for PLUG_SIMD all that are no induction variables.  PLUG_ONCE: HI is at most
   LO + 1, which is less code.  */
void plug_emit_counted (struct plug_clone *, class loop *, tree lo, tree hi,
			tree n, enum plug_how,
			const vec<struct plug_result> *carried);

/* emit-kinds.cc */
/* Find out what layers E has.  */
void plug_layers_find (struct plug_emission *);
/* Tell all plans of E what emission has found out about their layers.  */
void plug_layers_note (struct plug_emission *);
/* The layer of E that is layer number K of PLAN, whose kinds, if there are
   level loops, are KINDS.  */
struct plug_layer *plug_layer_for (struct plug_emission *,
				   const struct pram_plan *plan,
				   const struct pram_kinds *kinds, int k);
/* LOOP is a level loop; the innermost such loop around BB, or null.  */
bool plug_level_loop_p (const struct plug_emission *, class loop *);
/* LOOP's number in the head of the numbers.  */
int plug_level_number (const struct plug_emission *, class loop *loop);
class loop *plug_level_around (const struct plug_emission *, basic_block bb);
/* Where the numbers of layer L begin: in those of the plan, or, with level
   loops, in its record.  */
int plug_numbers_at (const struct plug_emission *, const struct plug_layer *l);
/* The N numbers from AT on of layer L, an affine function, are the constant
   *VALUE in all plans that the code is for.  */
bool plug_number_constant (const struct plug_emission *,
			   const struct plug_layer *l, int at, int n,
			   int64_t *value);

/* nodes.cc */
class loop *plug_node_loop (const struct pram_node *);
const struct pram_node *plug_loop_node (struct plug_emission *, class loop *);
/* The innermost loop around BB that core knows, the *level* of its tasks; null:
   the function.  BB is the header of one.  */
class loop *plug_level_of (struct plug_emission *, basic_block bb);
bool plug_level_header_p (struct plug_emission *, basic_block bb);
/* The pointer of LOOP's header that LOOP exchanges for another one and that ACCESS,
   of the nest that stands for that, is to; null if there is none.  */
gphi *plug_exchanged_phi (struct plug_emission *, const struct pram_access *access,
			  class loop *loop);
/* Append all accesses under NODE.  */
void plug_collect_accesses (const struct pram_node *node,
			    vec<const struct pram_access *> *all);

/* emit-loop.cc */
/* The vectorizer may be told that LOOP's iterations are independent.  */
bool plug_ivdep_p (struct plug_emission *, class loop *);
bool plug_carried_by (struct plug_emission *, struct plug_layer *, class loop *,
		      vec<struct plug_result> *carried, bool *combined);
/* CARRIED: what LOOP is reduced over.  */
enum plug_how plug_how_to_emit (struct plug_emission *, struct plug_layer *,
				class loop *, bool simd,
				const vec<struct plug_result> *carried);

/* emit-frame.cc */
/* PHI, of the header of a layer's loop, is that of R, or of a follower.  */
bool plug_result_phi_p (const struct plug_result *r, const gphi *phi);

/* NAME is one of the scalars that L relays.  */
bool plug_relayed_p (const struct plug_layer *l, tree name);
/* The name of follower K of R that has its value afterwards.  */
tree plug_follower_value (const struct plug_result *r, int k);
/* NAME has R's value afterwards, or that of a follower.  */
bool plug_result_value_p (const struct plug_result *r, tree name);

/* emit-extreme.cc */
bool plug_extreme_p (const struct plug_result *);
/* The leaves of R say whether they have taken anything.  */
bool plug_stateful_p (const struct plug_result *);
tree plug_identity (enum pram_op, tree type);
void plug_extremes_free (vec<struct plug_extreme> *);
tree plug_start_value (const struct plug_result *, tree type);
int plug_how_in_units (const struct plug_layer *, const struct plug_result *);
/* The value of R started from A: does B, from later iterations, take its place?
   STATE: null, or that of B.  */
tree plug_extreme_replaces (const struct plug_result *r, tree a, tree b,
			    tree state);
/* What it then is.  */
tree plug_extreme_combine (const struct plug_result *r, tree a, tree b,
			   tree state);
/* The variable that has the state of R in C's function, or null.  */
tree plug_extreme_state (struct plug_clone *c, const struct plug_result *r);
/* Parts of the struct pram_anew at the address AT; the value has TYPE.  */
tree plug_anew_value (tree at, tree type);
tree plug_anew_state (tree at);
/* The follower number K behind it.  */
tree plug_anew_follower (tree at, int k, tree type);
/* How many bytes it has for R.  */
int plug_anew_size (const struct plug_result *r);
void plug_extremes_find (struct plug_clone *, struct plug_layer *);
/* Hooks of the copy: control flow takes an edge; a call (null: it is none of
   fmax).  */
void plug_extreme_edge (struct plug_clone *, edge);
tree plug_extreme_fmax (struct plug_clone *, gimple *);
/* LOOP may have lanes that reduce CARRIED: they yield what its iterations do in
   order, or it can be run again.  */
bool plug_lanes_exact_p (struct plug_emission *, class loop *,
			 const vec<struct plug_result> *carried);
/* Before the lanes of LOOP: append R, whose variable is OUTER, to LIST.  */
void plug_lanes_start (struct plug_clone *, class loop *,
		       const struct plug_result *r, tree outer,
		       vec<struct plug_extreme> *list);
/* After them: a condition for that the loop has to be run again, or null; what
   to do if it need not.  */
tree plug_lanes_wrong (const vec<struct plug_extreme> *);
void plug_lanes_finish (struct plug_clone *, const vec<struct plug_extreme> *);

/* emit-frame.cc */
void plug_layer_prepare (struct plug_emission *, struct plug_layer *);
/* The same for L, an inspector's, with SLICE.  */
void plug_slice_prepare (struct plug_emission *, struct plug_layer *l,
			 struct plug_slice *slice);

/* emit-layer.cc */
/* SLICE: null, or what of it is wanted.  */
void plug_layer_emit (struct plug_emission *, struct plug_layer *,
		      struct plug_slice *slice);

/* emit-inspect.cc */
/* Find what must be inspected, in which rounds.  */
void plug_inspectors_prepare (struct plug_emission *);
void plug_inspectors_emit (struct plug_emission *);
void plug_inspectors_free (struct plug_emission *);
/* NAME, a pointer, stands for an array, which a loop may exchange.  */
bool plug_array_name_p (struct plug_emission *e, tree name);
/* Can NAME, a scalar or the address of an array, be computed when the region is
   entered?  */
bool plug_entry_p (struct plug_emission *, tree name);
/* Compute it, in C, the driver.  */
tree plug_entry_value (struct plug_clone *c, tree name);
/* The same of a variable of a loop of the driver, when this is entered first.  */
bool plug_first_p (struct plug_emission *, tree name);
tree plug_first_value (struct plug_clone *c, tree name);
/* What the field for NAME in the frame of L, an inspector's, has when the region is
   entered.  */
bool plug_field_p (struct plug_emission *e, const struct plug_layer *l,
		   tree name);
tree plug_field_value (struct plug_clone *c, const struct plug_layer *l,
		       tree name);

/* emit-ask.cc */
/* Find out which layers ask for what they read; tell the progs and sources.  */
void plug_asking_find (struct plug_emission *);
void plug_asking_free (struct plug_emission *);
/* C is a driver, and begins.  */
void plug_asking_start (struct plug_clone *c);
/* What L asks for, or null.  */
struct plug_asking *plug_asking_of (struct plug_emission *,
				    const struct plug_layer *l);
/* A is about to run: ask.  It is known which layers offer and inspect.  FRAME makes
   the record for a call of a layer, or inspector.  Returns whether it was in vain.  */
tree plug_asking_emit (struct plug_clone *c, struct plug_asking *a,
		       tree (*frame) (struct plug_clone *,
				      struct plug_layer *));
/* L has run.  */
void plug_asking_ran (struct plug_clone *c, const struct plug_layer *l);

/* emit-walk.cc */
/* Control may come from FROM to TO, both in L, in one iteration of the distributed
   loop.  */
bool plug_leads_p (const struct plug_layer *l, basic_block from, basic_block to);
/* Find out where SLICE, of L, which walks, can go on.  */
void plug_walk_find (const struct plug_layer *l, struct plug_slice *slice);
/* The stop at STMT, or null.  */
struct plug_stop *plug_walk_stop (struct plug_slice *slice, gimple *stmt);
/* C begins, or ends; leaves an iteration at STOP; has come to the end of one.  */
void plug_walk_start (struct plug_clone *c);
void plug_walk_end (struct plug_clone *c);
void plug_walk_leave (struct plug_clone *c, const struct plug_stop *stop);
void plug_walk_next (struct plug_clone *c, class loop *loop);

/* emit-slice.cc: hooks of the copy of a slice.  */
bool plug_slice_stmt (struct plug_clone *, gimple *);
bool plug_slice_phi (struct plug_clone *, gphi *, edge);
bool plug_slice_jump (struct plug_clone *, basic_block bb);
/* The variables that SLICE notes reads in; and what is done with them in the
   end.  */
void plug_slice_start (struct plug_clone *);
void plug_slice_end (struct plug_clone *);

/* emit-ways.cc */
/* Both ways from the test at the end of BB, in L, can be gone; needs
   postdominators.  */
bool plug_ways_meet_p (const struct plug_layer *l, basic_block bb);
/* Find the ways of SLICE, of L; BBS: all N blocks.  */
void plug_ways_find (struct plug_slice *slice, const struct plug_layer *l,
		     basic_block *bbs, int n);
/* The copy of a slice begins; hooks of it.  */
void plug_ways_start (struct plug_clone *);
tree plug_ways_test (struct plug_clone *, basic_block bb, gcond *);
void plug_ways_meet (struct plug_clone *, basic_block bb);

/* emit-deposit.cc */
/* emit-steady.cc */
/* The same doesn't come of all that L reads whichever deposits are done before if this
   holds, GENERIC over names of the driver; null: it always does.  */
tree plug_unsteady (struct plug_emission *, const struct plug_layer *);
/* An integer that says, when L is about to run, whether that HOLDS where it
   matters.  */
tree plug_unsteady_emit (struct plug_clone *, const struct plug_layer *,
			 tree holds);

/* Find out what E's deposits are; write a function for each; hand them to the
   compiler.  */
void plug_deposits_prepare (struct plug_emission *);
void plug_deposits_emit (struct plug_emission *);
void plug_deposits_add (struct plug_emission *);
void plug_deposits_free (struct plug_emission *);
/* LOOP contains one.  */
bool plug_deposits_in_p (const struct plug_emission *, class loop *);
/* C, the driver, tells the runtime of them.  */
void plug_deposits_name (struct plug_clone *c);
/* Hooks of the copy of a layer's code, which has the variable C->log.  */
bool plug_deposit_stmt (struct plug_clone *, gimple *);
/* The jump hook: where a test decides about more than the deposit.  */
bool plug_deposit_jump (struct plug_clone *, basic_block bb);
tree plug_deposit_test (struct plug_clone *, basic_block bb, gcond *);

/* emit-log.cc */
/* The bytes of a record's word; what follows lies at multiples of as many.  */
enum { PLUG_LOG_WORD = 8 };
/* A value of TYPE at POINTER plus OFFSET, of which no more is known than that it
   lies at a multiple of these or, if ALIGNED, as such values do.  */
tree plug_value_at (tree pointer, HOST_WIDE_INT offset, tree type, bool aligned);
/* Where ACCESS is, in bytes from its array's base pointer.  */
tree plug_log_place (struct plug_clone *, const struct plug_access *access);
/* Make room in the log C->log for N_BYTES about ACCESS, of the site NUMBER, and write
   the word; a variable that points to it.  */
tree plug_log_record (struct plug_clone *, const struct plug_access *,
		      int number, HOST_WIDE_INT n_bytes);
/* Write to RECORD, OFFSET bytes from its beginning, which iteration of LOOP it
   is.  */
void plug_note_iteration (struct plug_clone *, class loop *loop, tree record,
			  HOST_WIDE_INT offset);
/* Tell the runtime of the site NUMBER: N_BYTES of its records, those of an ELEMENT,
   HOW, PRAM_SITE_…, and the FUNCTION that does it.  */
void plug_name_site (struct plug_clone *, int number, int line, int array,
		     HOST_WIDE_INT n_bytes, tree element, int how, tree function);

/* emit-watch.cc */
/* LOOP has accesses that are watched.  */
bool plug_watched_in_p (const struct plug_emission *, class loop *);
/* Find them; tell the runtime of them.  */
void plug_watches_prepare (struct plug_emission *);
void plug_watches_name (struct plug_clone *);
/* Note that STMT is going to be done, in the copy of a layer's code.  */
void plug_watch_stmt (struct plug_clone *, gimple *stmt);
/* An integer that says, when L has run, or a claim, whether it used what it had
   written; null: that can't be, or a claim that follows says so.  */
tree plug_conflict_emit (struct plug_emission *, const struct plug_layer *l,
			 bool claims);

/* emit-pinned.cc */
/* LOOP contains a pinned write.  */
bool plug_pinned_in_p (const struct plug_emission *, class loop *);
/* Begin a copy that has such; its hook.  */
void plug_pinned_start (struct plug_clone *);
bool plug_pinned_stmt (struct plug_clone *, gimple *);

/* emit-effects.cc */
/* What the current function calls of which there is an effect, in which LINE, or
   null.  */
const char *plug_effect_name (struct plug_emission *, int *line);
/* The region may be given up: such calls are recorded, if that can be done.  */
void plug_effects_prepare (struct plug_emission *);
/* The driver's hook for such a call.  */
bool plug_effect_stmt (struct plug_clone *, gimple *);

/* emit-driver.cc */
/* C->fn has the parameters of FROM.  */
void plug_copy_parameters (struct plug_clone *, tree from);
void plug_driver_emit (struct plug_emission *);

/* emit-ahead.cc */

/* May the next run of the layer be made together with this one?  */
bool plug_ahead_p (struct plug_emission *, const struct plug_layer *);
/* What NAME will be at the next run, and whether there is one.  */
tree plug_ahead_value (struct plug_clone *, const struct plug_layer *,
		       tree name);
tree plug_ahead_hint (struct plug_clone *, const struct plug_layer *,
		      tree count);

/* emit-tables.cc */
char *plug_region_prefix (struct plug_region *);
/* The tables of E's plan.  LIKE: the numbers of the plan that the code was made
   for, or null if this is the one.  Returns those.  */
const int64_t *plug_tables_emit (struct plug_emission *, const int64_t *like);
void plug_task_tables_emit (struct plug_tasks *);

#endif
