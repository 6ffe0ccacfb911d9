/* extract.h: what the files of the extraction share.

   SPDX-License-Identifier: GPL-3.0-or-later

   Include after pram-gcc.h and region.h.  */

#ifndef PLUG_EXTRACT_H
#define PLUG_EXTRACT_H

/* Loops nest no deeper.  */
#define PLUG_MAX_DEPTH 16
#define PLUG_MAX_EXITS 8
/* Iterations that take turns: copies of a body.  */
#define PLUG_MAX_PERIOD 4
/* A pointer: BASE, which is the array name NAME, plus OFFSET bytes.  */
struct plug_pointer
{
  tree base;
  int name;
  const struct pram_expr *offset;
  bool indirect;		/* data choose OFFSET, which is 0 here */
};

/* Where a loop may be left.  STAY leads on in the loop.  */
struct plug_exit
{
  basic_block test;
  edge stay;
};

/* Where a loop's iterations are numbered from that is late, its `aux': where
   VALUE would be in place of EXTREME, the greatest (STEP 1) or least (-1) of
   several values, from which the loop's variable starts, or so much more.  */
struct plug_origin
{
  tree extreme, value;
  int step;
};

/* A loop of the CFG.  */
struct plug_loop
{
  class loop *loop;
  int state;			/* 0 unknown, 1 being analysed, 2 known */
  int number;			/* in the scope */
  bool counted;
  bool has_access;		/* array accesses in it or in inner loops */
  bool test_first;		/* counted: all accesses follow the test */
  bool origin_known;
  const struct pram_expr *late;	/* how many iterations don't run, or null */
  bool regular;			/* every iteration comes to each exit … */
  int n_exits;			/* … or there are none */
  struct plug_exit exits[PLUG_MAX_EXITS];
  tree unknown;			/* what the count depends on, or null */
  struct pram_item *item;	/* null if the loop is no item of the source */
};

/* The level loops (core/prog/levels.h) of the function: ANY if some would be
   wanted.  By number of the loop: is it one, and which iteration is looked at;
   by SSA version what its variables are in that.  */
struct plug_levels
{
  bool any;
  bool *level;
  int *iteration;
  hash_map<int_hash<unsigned, 0>, int64_t> *values;
};

struct plug_extract
{
  struct plug_region *region;
  struct pram_source *source;
  const struct pram_diag *diag;
  bool failed;			/* a refusal has been reported */
  int *name_of_param;		/* number of the prog's array, or -1 */
  struct plug_loop *loops;	/* by number */
  struct pram_exprs *exprs;
  struct pram_scope *scope;
  const struct pram_expr **value_of;	/* by SSA version, or null */
  struct plug_pointer **pointer_of;
  tree *entry_of_param;		/* the SSA name of an entry value */
  hash_map<basic_block, const struct pram_expr *> *tests, *conditions;
  hash_map<edge, const struct pram_expr *> *exit_choices;
  int n_pending;		/* PHIs whose evolution is being found */
  bool survey;			/* only look for level loops: nothing is asked
				   of the scope */
  struct plug_levels *levels;	/* else: they */
  int *variable_of;		/* by SSA version: of the source, + 1; or 0 */
  bool scheme;			/* take reads of which data choose the
				   element, for analysis alone */
  bool inspects;		/* … and distribute them (region.h) */
  bool any_offset;		/* leave offsets aside */
  tree culprit;			/* the value that kept the last pointer from
				   being known */
  /* An array that ought to be a lookup: then the function is read anew, and
     nothing is said of this time.  WANTED_LOOP: the loop whose bound depends on
     it is all that is amiss, or null.  */
  struct plug_param *wanted;
  class loop *wanted_loop;
  /* By SSA version: loads from lookups that have been noted, or begun.  */
  bitmap loads, seen_loads;
  auto_vec<tree> pending_loads;
};

/* extract-base.cc */
/* Report a refusal once.  Always false.  */
bool plug_refuse (struct plug_extract *, location_t, const char *, ...)
  __attribute__ ((format (printf, 3, 4)));

/* Set the region's witness, what is said of STMT, unless it has one.  */
void plug_set_witness (struct plug_extract *, gimple *stmt, const char *, ...)
  __attribute__ ((format (printf, 3, 4)));

/* The parameter whose value at entry NAME is, or null.  */
struct plug_param *plug_parameter_of (struct plug_region *region, tree name);

/* extract.cc: the numbers of the level loops of the current function, that of
   REGION; the caller frees them.  */
bitmap plug_level_loops (void *region);

/* extract-value.cc */
/* The integer VALUE (GENERIC over SSA names).  */
const struct pram_expr *plug_value_of (struct plug_extract *, tree value);
/* T0 CODE T1, integers or pointers to the same array, or null.  */
const struct pram_expr *plug_compare (struct plug_extract *,
				      enum tree_code code, tree t0, tree t1);
/* SYMBOL stands for a value in LOOP's header; the next iteration's is LATCH.
   True if it is *STEP more in each iteration.  */
bool plug_step_of (struct plug_extract *, class loop *loop,
		   const struct pram_expr *symbol,
		   const struct pram_expr *latch,
		   const struct pram_expr **step);
/* NAME is known in the loop where it is computed: a function of iteration
   numbers.  */
bool plug_position_p (struct plug_extract *, tree name);
/* L runs always as often, *TRIPS times for the sizes that are assumed.  */
bool plug_loop_fixed_p (struct plug_extract *, struct plug_loop *l,
			int64_t *trips);
/* L runs at least once, however the outer loops stand.  */
bool plug_loop_runs_p (struct plug_extract *, struct plug_loop *);
/* That L is fixed, that it runs if it does, is right for all sizes that the code is
   for.  */
void plug_count_on_fixed (struct plug_extract *, struct plug_loop *l);
void plug_count_on_runs (struct plug_extract *, struct plug_loop *l);
/* The value that E, a part of an expression, is called after, or null.  */
tree plug_culprit_of (struct plug_extract *, const struct pram_expr *e);

/* extract-levels.cc */
/* Survey the current function with X.  */
struct plug_levels *plug_find_levels (struct plug_extract *x);
/* An array is written in BB.  */
void plug_note_write (struct plug_extract *x, basic_block bb);
/* LOOP of SOURCE is a level loop, but need not be one if what it reads and writes is
   inspected.  */
bool plug_level_to_inspect_p (const struct pram_source *source, int loop);

/* E depends on how far loop number L is.  */
bool plug_moves_p (const struct plug_extract *x, const struct pram_expr *e, int l);

void plug_levels_free (struct plug_levels *);
bool plug_level_p (const struct plug_extract *, class loop *);
/* The variable of the source that RESULT, of LOOP's header, is, if it may be
   one, else null.  */
const struct pram_expr *plug_variable (struct plug_extract *,
				       class loop *, tree result);
/* VARIABLE, of LOOP, goes from START on, and then to NEXT; false if that isn't
   known, or it is none.  */
bool plug_set_variable (struct plug_extract *, class loop *,
			const struct pram_expr *variable,
			const struct pram_expr *start,
			const struct pram_expr *next);
/* E mentions what a level loop changes.  */
bool plug_leveled_p (struct plug_extract *, const struct pram_expr *e);
/* E mentions LOOP's iterator or one of its variables.  */
bool plug_mentions_loop_p (struct plug_extract *, const struct pram_expr *e,
			   class loop *);

/* What reading a function once more would be for.  */
struct plug_wanted
{
  struct plug_param *param;	/* null: nothing */
  int loop;			/* the source's loop that would gain, or -1 */
};

/* extract.cc */
/* The prog of the current function, if SCHEME with indirect reads; null after a
   report to DIAG.  What it would be read once more for is WANTED.  */
struct pram_prog *plug_read_once (struct plug_region *region, bool scheme,
				  const struct pram_diag *diag,
				  struct plug_wanted *wanted);

/* extract-lookup.cc */
/* REF is a load from an array that can be a lookup, and is none yet: it is
   wanted.  */
bool plug_want_lookup (struct plug_extract *, tree ref);
/* No loop's bounds are elements of the lookup: these only choose others.  */
bool plug_list_p (const struct pram_lookup *);
/* The parameter that is the lookup from which REF reads, or null.  */
struct plug_param *plug_lookup_of (struct plug_extract *, tree ref);
/* NAME, loaded from a lookup; null if it isn't.  */
const struct pram_expr *plug_element_of (struct plug_extract *, tree name);
/* Note loads that were met while what they depend on was being found.  */
void plug_note_pending_loads (struct plug_extract *);
/* Note all of them.  */
void plug_note_loads (struct plug_extract *);
/* Give the source its lookups.  */
void plug_add_lookups (struct plug_extract *);
/* REF, loaded by STMT, is an element on which an index or a bound depends: if
   its array would be a lookup, but for something, say what.  */
void plug_explain_data (struct plug_extract *, gimple *stmt, tree ref);
/* If OBSTACLE is that the elements of a lookup aren't known: what to read the
   function anew for is wanted.  */
bool plug_give_up_lookup (struct plug_extract *, const struct pram_obstacle *);

/* extract-origin.cc */
/* How many of LOOP's iterations don't run before its first, or null.  */
const struct pram_expr *plug_late_of (struct plug_extract *, class loop *);
/* How many iterations of LOOP have run before this one.  */
const struct pram_expr *plug_iterations_of (struct plug_extract *,
					    class loop *);
/* CONDITION, and that an iteration of LOOP is none of those.  */
const struct pram_expr *plug_running (struct plug_extract *, class loop *,
				      const struct pram_expr *condition);

/* extract-access.cc */
bool plug_pointer_of (struct plug_extract *, tree ptr, struct plug_pointer *);
/* The same for the address of REF.  */
bool plug_reference_pointer (struct plug_extract *, tree ref,
			     struct plug_pointer *);
/* The number of the array that REF, a reference to memory, is to, or -1.  */
int plug_array_of (struct plug_extract *, tree ref);
enum plug_reference
{
  PLUG_NO_ARRAY,		/* a scalar, a constant table, a lookup */
  PLUG_ARRAY,
  PLUG_BAD_REFERENCE		/* refused */
};
/* What REF, a memory reference of STMT, refers to.  */
enum plug_reference plug_classify_reference (struct plug_extract *,
					     gimple *stmt, tree ref);
/* Where it lies: its pointer.  False after a refusal.  */
bool plug_locate_reference (struct plug_extract *, gimple *stmt, tree ref,
			    struct plug_pointer *pointer);
/* The same of any function, without a word.  */
bool plug_place_of_reference (struct plug_extract *, tree ref,
			      struct plug_pointer *pointer);
/* STMT stores to REF, in memory of the region's own that BASE points to: there is as much of
   that as is accessed by name.  */
bool plug_stores_in_scratch_p (struct plug_extract *, gimple *stmt, tree ref, tree base);
/* Data choose which element ITEM, a reference, accesses: note what that means.  */
void plug_note_chosen (struct plug_extract *, struct pram_item *item);
/* OFFSET moves with LOOP or one around it that stands in another one, or is the
   OUTERMOST, and data decide how often it runs.  */
bool plug_moves_uncounted_p (struct plug_extract *,
			     const struct pram_expr *offset, class loop *loop,
			     bool outermost);
/* Refuse the region because of OBSTACLE.  */
void plug_refuse_obstacle (struct plug_extract *,
			   const struct pram_obstacle *obstacle);
/* If X may have reads of which data choose the element, make the obstacle such
   a one.  */
bool plug_make_indirect (struct plug_extract *x, const struct pram_obstacle *);
const char *plug_name_of (struct plug_extract *, tree value);
/* LOOP, or one inside it, exchanges pointers.  */
bool plug_swaps_p (struct plug_extract *, class loop *);
/* Fill in LOOP's next[].  */
bool plug_find_swaps (struct plug_extract *, struct plug_loop *);

/* extract-private.cc */
/* The variable or constant that the reference REF lies in, if it goes through
   no pointer from elsewhere; else null.  */
tree plug_variable_of (tree ref);
/* The same if it is one of the function's own, or a workspace.  */
tree plug_local_variable (tree ref);
/* Memory of an iteration's own of a size that is known when it runs is what the function
   gives for the address of a *workspace*, a variable, and bytes.  A new one that the
   user calls NAME, which may be null; the one that STMT gives memory of, or null.  */
tree plug_workspace_function (void);
tree plug_new_workspace (tree name);
tree plug_workspace (gimple *stmt);
bool plug_workspace_p (tree var);
/* The loop in whose body the variable VAR is declared, if BB is in that
   loop; else null.  */
class loop *plug_scope_of (tree var, basic_block bb);
/* The scope of VAR, a variable that LOOP uses, ends in LOOP's body or in that
   of a loop inside.  */
bool plug_scope_within_p (tree var, class loop *loop);
/* A variable declared inside a loop and used in LOOP, and where; or null.  With
   AROUND, one whose scope is around LOOP, so that LOOP's iterations meet in
   it.  */
tree plug_private_variable (class loop *loop, bool around, gimple **where);

/* extract-loop.cc */
/* LOOP has at most one iteration, and whether is known before it (normalise/once.cc).  */
bool plug_once_p (class loop *loop);
struct plug_loop *plug_loop_of (struct plug_extract *, class loop *);
/* Its number in the scope, -1 for the function.  */
int plug_loop_number (struct plug_extract *, class loop *);
/* Where BB, which stands directly in LOOP (or is the header of a loop that
   does), is in LOOP.  */
struct pram_position plug_position_of (struct plug_extract *, basic_block bb,
				       class loop *loop);
/* The place in the scope of BB, which stands directly in LOOP (or is the header
   of a loop that does).  */
const struct pram_place *plug_place_of (struct plug_extract *, basic_block bb,
					class loop *loop);
bool plug_loop_check (struct plug_extract *, class loop *);
/* BB accesses arrays.  */
bool plug_block_accesses_p (struct plug_extract *, basic_block bb);
/* The number of exits of LOOP that are passed before BB is reached.  */
int plug_segment_of (struct plug_loop *, basic_block bb);
/* Add to HEAD the blocks of an iteration of LOOP from which control may come to
   an exit.  False if an exit is none of LOOP alone, or no test.  */
bool plug_find_head (class loop *, bitmap head);
/* The head is all LOOP's own, and does nothing but compute and branch; ALONE:
   without looking at memory.  */
bool plug_head_pure_p (class loop *, bool alone);

/* extract-cond.cc */
/* The condition for BB, which stands directly in LOOP (or is the header of a
   loop that does), from the beginning of LOOP's body, exits aside.  */
const struct pram_expr *plug_block_condition (struct plug_extract *,
					      basic_block bb,
					      class loop *loop);
/* The condition for the edge E, from where all paths to its end come.  */
const struct pram_expr *plug_edge_condition (struct plug_extract *, edge e);
/* Where control comes to E's source, that for E.  */
const struct pram_expr *plug_leave_condition (struct plug_extract *, edge e);

/* extract-limit.cc */
/* ITEM, a reference in BB, is about to follow ITEMS: where loops whose end data
   decide move it, let its condition say how far.  */
void plug_limit_reference (struct plug_extract *, const struct pram_items *items,
			   struct pram_item *item, basic_block bb);

/* extract-same.cc */
/* A and B, computed at different places, are the same value; memory
   included.  */
bool plug_same_value_p (tree a, tree b);
/* B is what A would be if the names that WITH maps were what it maps them to.  */
bool plug_same_value_with_p (tree a, tree b, const hash_map<tree, tree> *with);
/* Every value of type FROM is one of type TO.  */
bool plug_type_within_p (tree from, tree to);
/* VALUE is one of TYPE, as far as its conversions tell.  */
bool plug_fits_p (tree value, tree type);
/* VALUE is a name without a variable that is called NAME.  */
bool plug_called_p (tree value, const char *name);
/* VALUE without copies and conversions that change nothing.  */
tree plug_strip_exact (tree value);
/* … without any.  */
tree plug_strip_conversions (tree value);

/* extract-scalar.cc */
/* Find what LOOP carries from iteration to iteration in scalars.  */
bool plug_find_carried (struct plug_extract *, struct plug_loop *);
/* Put constants where they are known to be the last values of variables of
   LOOP and the loops in it.  */
void plug_settle_finals (struct plug_extract *, class loop *);

/* extract-busy.cc: PHI, a scalar of LOOP's header, only changes in iterations
   that access an array.  */
bool plug_busy_p (struct plug_extract *, class loop *loop, gphi *phi);

/* extract-logic.cc: PHI, of LOOP's header, is a condition that the loop
   combines with others by && or ||.  */
bool plug_logical_p (struct plug_extract *, class loop *loop, gphi *phi,
		     enum pram_op *op);

/* extract-influence.cc: a statement that depends on what PHI, a scalar of
   LOOP's header, is in between, other than what makes its next value, or that
   one of FOLLOWERS (null: there are none) is set; or null.  */
struct plug_chain;
gimple *plug_influence_witness (class loop *loop, gphi *phi,
				const vec<struct plug_chain *> *followers);

/* extract-verdict.cc: let tests by which loops end say on which scalars they
   depend.  */
void plug_find_deciders (struct plug_extract *);

/* extract-witness.cc */
/* Why a region is non-oblivious: where REF, in STMT, lies depends on DATA, an
   array's element.  */
struct plug_witness
{
  gimple *stmt;
  tree ref, data;
};
/* Find one if the place of REF, an access of STMT, depends on data: that
   access, or one that shows it better.  False if it doesn't.  */
bool plug_find_witness (struct plug_extract *, gimple *stmt, tree ref,
			struct plug_witness *);
/* The same for the conditions under which AT runs, and for bounds of loops
   inside of others: set the region's witness.  */
void plug_find_condition_witness (struct plug_extract *, basic_block at);
void plug_find_bound_witness (struct plug_extract *);
/* The edge of TEST that leads, and alone leads, to BB; or null.  */
edge plug_edge_to (basic_block test, basic_block bb);
/* Where STMT, a load, lies, or whether it runs, depends on an array that can be
   a lookup: that is wanted.  */
bool plug_want_place (struct plug_extract *, gimple *stmt);
/* The bound of a loop does.  */
void plug_want_bounds (struct plug_extract *);

/* extract-call.cc */
/* CALL is a check that a sanitizer put there: for the program it does
   nothing.  */
bool plug_check_call_p (gcall *call);
/* A statement, as good as a computation, where the program ends if TEST is WHEN
   (normalise/endings.cc).  */
gcall *plug_new_ending (tree test, bool when);
/* STMT, if it is such a one; the first one in LOOP; or null.  */
gcall *plug_ending (gimple *stmt);
gcall *plug_ending_in (class loop *loop);
/* FN is the system's.  */
bool plug_system_function_p (tree fn);
/* CALL computes its value from its arguments alone.  */
bool plug_pure_call_p (gcall *call);
/* NODE calls itself.  */
bool plug_recursive_p (cgraph_node *node);
/* STMT accesses memory that others see and that may change.  */
bool plug_shared_statement_p (gimple *stmt);
double plug_call_weight (gcall *call);

/* extract-effects.cc */
/* Append to FOUND the functions of other files that FN is or calls.  */
void plug_foreign_functions (tree fn, vec<tree> *found);
/* FN does more than to compute a number, but touches nothing of the region's.  */
bool plug_effect_function_p (tree fn);
/* STMT calls such a function.  */
bool plug_effect_call_p (gimple *stmt);
/* Where it is in the source: a number that the same call of a copy has, too.  */
tree plug_effect_place (gimple *stmt);
/* A statement of LOOP that does, or null.  */
gimple *plug_effect_in (class loop *loop);
/* The source is complete: nothing that the region accesses is given to such
   functions; else refuse.  */
bool plug_effects_check (struct plug_extract *);
/* What a report on CALL adds if its value could be known to be a function of its
   arguments; or "".  */
const char *plug_if_const (gimple *call);

/* extract-apart.cc */
/* How FN, a function of another file, may access *WHAT, which REGION does, too;
   null if it can't.  The caller frees it.  ACCESSED: for each parameter, whether
   the region accesses what it leads to.  */
char *plug_not_apart (struct plug_region *region, const bool *accessed, tree fn,
		      const char **what);

/* scratch.cc: let one of REGION's pointers to memory of its own lead to elements of
   TYPE and be CALLED so, if not null; null if it has no more.  */
struct plug_param *plug_take_pointer (struct plug_region *region, tree type,
				      tree called);
/* Make arrays of memory that the current function takes for itself, for
   REGION.  */
void plug_take_scratch (struct plug_region *region);

/* endings.cc: let tests whether the program ends be such statements.  PRAM_ENDS, if there
   are any.  */
int plug_pass_endings (void);

/* conjunctions.cc: test what loops carry apart from what is tested at once.  */
void plug_split_conjunctions (void);

/* own-rows.cc: let iterations have for themselves the rows of which data choose elements.
   What is copied then (struct pram_region).  */
int plug_take_rows (void);

/* pointer-counters.cc: count what data move pointers by.  */
void plug_count_moves (void);

/* limited.cc: let counters that stop at a limit count on; has any been found?  */
bool plug_count_on (void);
/* What PHI, of LOOP's header, is after an iteration doesn't depend on TEST, in the
   loop.  */
bool plug_same_either_way_p (class loop *loop, gimple *test, gphi *phi);

/* memory-calls.cc: put loops in the place of calls of memcpy and memset.  */
void plug_expand_memory_calls (void);
/* Put a loop over *K, from 0 to N - 1, in STMT's place, and return the edge where its body
   goes.  Requires and provides what expanding calls does.  */
edge plug_replace_by_loop (gimple *stmt, tree n, tree *k);
/* The element of TYPE that is OFFSET bytes behind where POINTER points to.  Statements
   go to SEQ.  */
tree plug_element_behind (gimple_seq *seq, tree pointer, tree offset, tree type);

/* globals.cc: let parameters stand for the global variables that REGION's
   helpers name.  */
void plug_replace_globals (struct plug_region *region);

/* rows.cc: put rows that are equally far apart in the place of the tables that
   point to them.  */
void plug_replace_rows (struct plug_region *region);
/* placed-rows.cc: let the ragged rows of REGION that can lie where their places say.  False
   if there are no ragged ones.  */
bool plug_place_rows (struct plug_region *region);
/* structure-tables.cc: read members of arrays of structures that hold pointers from tables
   of their own.  */
void plug_split_structures (struct plug_region *region);

/* What a flag is called that says whether a loop has been left, and stays set
   (run-through.cc), and one that a loop tests which, once it hasn't run, doesn't in later
   iterations of the loop around (once.cc).  */
#define PLUG_STOP "pram.stop"
#define PLUG_STAYS "pram.stays"

/* row-exchanges.cc: two elements of the table TABLE, a parameter, which are ROW and OTHER,
   are exchanged by the stores FIRST and SECOND.  */
struct plug_row_exchange
{
  int table;
  gimple *first, *second;
  tree row, other;
};
/* What STORES, to TABLE, exchange; false if they do anything else, or rows that LOADS
   get from it are used after they have been exchanged.  */
bool plug_find_row_exchanges (int table, const vec<gimple *> &stores,
			      const vec<gimple *> &loads,
			      vec<struct plug_row_exchange> *exchanges);
/* Exchange the first WIDTH objects of the rows instead, of the type UNIT.  */
void plug_exchange_contents (const struct plug_row_exchange *, tree width, tree unit);

/* nests.cc: make nests of the loops of the current function that run over a
   product.  */
void plug_make_nests (void);

/* Make rows of WIDTH iterations of LOOP, which then is the inner loop; only
   if that is possible, and right only where WIDTH divides how many there
   are.  */
bool plug_nest_possible_p (class loop *);
void plug_make_nest (class loop *, tree width);
/* A nest that a loop has become.  */
struct plug_nest
{
  edge first;			/* leads to … */
  basic_block outer;		/* … the outer loop's header … */
  basic_block enter;		/* … the inner loop's preheader … */
  basic_block next;		/* … and the outer loop's latch */
  tree rows, row;		/* how many iterations the outer loop has, and which one
				   it is */
};
/* How many iterations LOOP has, GENERIC, if it counts up in steps of 1; else null.  Then
   blocks of SIZE iterations can be made of it, of which the last one may have fewer;
   dominators and loops must be found anew afterwards.  */
tree plug_count_of (class loop *);
struct plug_nest plug_make_blocks (class loop *, HOST_WIDE_INT size);
/* Add to LOOP's header a counter, from 0 on, of TYPE, CALLED so.  */
tree plug_add_counter (class loop *, tree type, const char *called);
/* What IV is after K iterations, of TYPE: GENERIC.  */
tree plug_iv_value (const affine_iv *iv, tree type, tree k);

/* restarts.cc: put functions of the iteration in the place of variables that
   begin anew.  */
void plug_settle_restarts (void);

/* previous.cc: LOOP writes nothing where LOAD loads.  */
bool plug_stays_p (class loop *, gimple *load);
/* Compute again what variables keep from one iteration to the next.  */
void plug_compute_previous (void);

/* exits.cc: let exits under several conditions be passed by every
   iteration.  */
void plug_join_exits (void);
/* flags.cc: let conditions between loops be tested in one place if they have several
   parts of which the later ones read memory.  False if there are none.  */
bool plug_make_flags (void);
/* breaks.cc: let loops that exchange pointers be left at their beginning instead
   of by a break at their end.  */
void plug_pass_breaks (void);
/* Some pointer of LOOP's header is another one's in the next iteration.  */
bool plug_exchanges_p (class loop *loop);
/* Let nothing behind LOOP use what it computes but copies, in blocks to which only
   its exits lead; STMT is such a copy.  */
void plug_close_off (class loop *);
bool plug_copies_from_p (class loop *, gimple *stmt);
/* Let control leave a loop from GO's source to OUT where STOP is WHEN, and else go on
   over GO.  WHERE is the program's test.  */
void plug_leave_if (edge go, basic_block out, tree stop, tree when,
		    location_t where);
/* Bring SSA form and loops up to date; where pointers are the same whatever way
   control has come, let them be that.  */
void plug_settle_loops (void);
/* STMT may run whether its value is wanted or not.  */
bool plug_harmless_p (gimple *stmt);

/* needless-tests.cc: exchange elements whether they are the same or not.  */
void plug_drop_needless_tests (void);

/* side-exits.cc: let iterations come to exits that they don't come to where data say
   so.  */
void plug_settle_exits (void);
/* What VALUE, known at E, is in MEETING, to which E leads now: of no interest where
   control comes from elsewhere.  */
tree plug_value_at (tree value, edge e, basic_block meeting);
/* OUT, to which E led from LOOP, copies what LOOP computes; let it copy that from
   MEETING.  */
void plug_settle_copies (class loop *loop, basic_block out, edge e,
			 basic_block meeting);
/* A PHI of MEETING: true if control came over E.  */
tree plug_came_over (edge e, basic_block meeting);

/* exit-parts.cc: let the ways out of a loop, one of which leads to more loops, meet
   behind it.  */
void plug_meet_exits (void);

/* run-through.cc: let counted loops whose iterations access different elements run
   through where data may end them early.  False if there are none.  */
bool plug_run_through (void);
/* Let the iterations of LOOP, which its header ends over COUNTED, do nothing but count
   if SKIP, which the header knows; COUNTER is the only thing that then counts, or
   null: all that counts does.  Returns the edge by which they then go to where
   iterations end.  WHERE is the program's test.  */
edge plug_skip_iterations (class loop *loop, edge counted, gphi *counter,
			   tree skip, location_t where);

/* addends.cc: keep in arrays of REGION's own what sums, and EXTREMES, in loops take in
   that change what it is made of.  False if there are none.  */
bool plug_keep_addends (struct plug_region *region, bool extremes);
/* capped.cc: let loops of REGION that run as far as a counted loop has come run as
   far as that could come.  False if there are none.  */
bool plug_cap_loops (struct plug_region *region);
/* The same: VALUE is known in front of LOOP.  */
bool plug_known_before_p (class loop *loop, tree value);

/* starts.cc: compile REGION for the likely values of variables that start
   outside of it, where indices depend on them.  */
void plug_expect_starts (struct plug_region *region);
/* NAME says which element of an array is accessed.  */
bool plug_place_p (tree name);
/* FIRST, its value at entry, is the likely one.  */
void plug_expect_likely (struct plug_param *, tree first);

/* assume.cc: let the integers that REGION, of any size, is given be variables,
   with values that they may well have.  */
void plug_assume_sizes (struct plug_region *region);
/* The same for those that the user, who names sizes of REGION, hasn't named;
   false if there are none.  */
bool plug_assume_others (struct plug_region *region);
/* Let the elements of ARRAY, of REGION, from which there are the LOADS, have
   values that they may well have: where a loop goes from one to the next they
   ascend; what else bounds loops is as large as a bound; what is added to an
   index is 0.  */
void plug_assume_elements (const struct plug_region *region,
			   struct plug_param *array, const vec<tree> *loads);
/* finals.cc: compute what counters are behind their loops from what these are limited
   by.  */
void plug_settle_counters (void);
/* periodic.cc: unroll the loops of the current function, REGION's, whose
   iterations take turns.  */
void plug_unroll_periodic (struct plug_region *region);
/* If STMT computes a remainder of the number of LOOP's iteration: what it is in
   iteration K, and after how many iterations it comes again in *PERIOD; else
   -1.  */
HOST_WIDE_INT plug_remainder_at (class loop *loop, gimple *stmt,
				 HOST_WIDE_INT k, HOST_WIDE_INT *period);
/* STMT writes to the same elements of one of the user's arrays in every iteration
   of LOOP, but for small remainders.  */
bool plug_stores_again_p (class loop *loop, gimple *stmt);
/* Some statement of LOOP does.  */
bool plug_writes_again_p (class loop *loop);
/* What NAME is if LEAF is VALUE, at most DEPTH assignments further: a constant, or
   null.  */
tree plug_value_if (tree name, tree leaf, tree value, int depth);

/* entered.cc */
/* The test by which LOOP may be left before anything happens, or null.  */
gcond *plug_first_test (class loop *loop);
/* BB runs whenever LOOP does and isn't left by TEST, which may be null, at
   once.  */
bool plug_always_p (class loop *loop, basic_block bb, gcond *test);
/* Compute the operands of TEST, of LOOP's header, before LOOP: the condition for
   staying in it.  Null if that always holds.  */
gcond *plug_test_at_entry (class loop *loop, gcond *test);
/* A new block on E, into which control comes if TEST, or null, holds.  */
basic_block plug_block_on (edge e, gcond *test);

/* chosen.cc: make scalars of what loops compute from elements that scalars which
   they carry choose.  */
void plug_carry_chosen (void);

/* promote.cc: make scalars, for the time of a loop, of elements of REGION's
   arrays that all its iterations share.  */
void plug_promote_elements (struct plug_region *region);
/* The value of NAME is, or could be, known before LOOP; compute it there.  */
bool plug_invariant_p (class loop *loop, tree name);
void plug_hoist (class loop *loop, tree name);

/* extract-hoist.cc: let what is loaded from lookups be loaded before loops, where it is
   the same in all their iterations.  */
void plug_hoist_lookups (struct plug_extract *);

/* unroll.cc */
/* Unroll the loops of the current function whose variables choose from tables
   of constants.  */
void plug_unroll_tables (void);
/* The same for those of REGION, which runs task by task for the sizes at hand,
   that are level loops.  */
void plug_unroll_levels (struct plug_region *region);
/* Add COPIES copies of LOOP's body to it.  */
bool plug_copy_body (class loop *loop, int copies);
/* Propagate constants, and remove what is never run.  */
void plug_propagate_constants (void);

/* extract-names.cc: refuse accesses to arrays whose pointers are exchanged, if
   they do not go through those pointers.  */
bool plug_check_names (struct plug_extract *);
/* The phi of LOOP's header through which the pointer BASE came, or null.  */
gphi *plug_pointer_phi (tree base, class loop *loop);

/* prune.cc: remove the PHIs that no statement needs; use integer and pointer
   variables instead of temporary copies of them; compare in conditions, not
   before.  */
void plug_prune_debug (void);
void plug_prune_phis (void);
void plug_prune_copies (void);
void plug_prune_conditions (void);
/* alike.cc */
void plug_settle_alike (struct plug_region *region);
/* Remove what computes NAME if nobody uses it, and what only that used.  */
void plug_remove_unused (tree name);
/* threads.cc: let exits of searches lead to where the tests behind them will.  */
void plug_thread_exits (void);
/* swaps.cc: of two elements that are swapped let the one that data choose be written
   last.  */
void plug_order_swaps (void);
/* reread.cc: let what a loop has loaded last be the value of equal loads behind
   it.  */
void plug_spare_rereads (void);
/* repeated-choices.cc: choose once what is chosen twice.  */
void plug_spare_choices (void);
/* unchanged.cc: let no store leave what is there in some cases, where data choose where.  */
void plug_leave_unchanged (void);

/* rematerialise.cc: where arrays that the region gives away are read, compute
   their values again instead of storing them.  True if the current function
   changed: the progs of its N versions, and the loops, aren't valid any more.
   Frees, and sets to null, those (not the first) for which that isn't right.
   CUTS: loops may be cut for that.  */
bool plug_rematerialise (struct plug_region **versions,
			 struct pram_prog **progs, int n, bool cuts);

/* border.cc: a loop that reads what another one wrote, and a border around it, is
   cut into parts.  GENERIC over entry values, in elements: */
struct plug_cut
{
  class loop *loop;		/* the reading one, the innermost of its nest … */
  bool flat;			/* … or all of it */
  tree width;			/* rows are so far apart */
  tree shift;			/* what is read first to what is written first */
  tree rows, columns;		/* how many are written */
  tree most;			/* how often LOOP runs */
  /* When it is made: */
  class loop *middle;		/* the part that reads what was written */
  tree row;			/* which row of it, from 0 */
  tree column, start;		/* MIDDLE's counter, and where that starts */
};
/* Find how to cut the innermost loop of WITH so that one part READs, of what
   SOURCE's WRITE in OVER writes, all, and the others nothing.  Innermost loops
   come first; an element has SIZE bytes.  False if it can't be done.  */
bool plug_find_cut (const struct plug_region *, const struct pram_source *,
		    int size, const struct pram_access *write,
		    const struct pram_nest *over,
		    const struct pram_access *read,
		    const struct pram_nest *with, struct plug_cut *);
/* Make it, with counters of TYPE.  */
void plug_make_cut (struct plug_cut *, tree type);

/* fission.cc: split a loop of the current function that can be distributed as
   several only.  True if there was one: PROG, as extracted, and its loops
   aren't valid any more.  */
bool plug_split_loop (struct pram_prog *prog);
bool plug_split_loop_p (struct pram_prog *prog);	/* only say so */

/* coalesce.cc: make one loop of two of the current function, one in the other, that might be
   distributed along either.  True if there were such: PROG, as extracted, and its loops
   aren't valid any more.  */
bool plug_coalesce_loops (struct pram_prog *prog);

/* fusion.cc: make one nest of two of the current function that pass over the same
   elements.  True if there were such: the N progs, as extracted, and the loops
   aren't valid any more.  */
struct plug_fused
{
  class loop *loop;		/* what they are now */
  hash_set<gimple *> second;	/* the accesses to memory of the second */
  bool proven;			/* that is right for all sizes */
};
bool plug_fuse_loops (struct pram_prog **progs, int n, struct plug_fused *);
/* Edges were redirected so that there are fewer loops: find out about dominators, memory
   and loops again.  */
void plug_find_loops_anew (void);
/* PROG was read after that: let its source have the two as parts, as if the nest
   was to be split, so that core can see whether they may be one for other
   sizes; or, unless ON, no longer.  */
void plug_mark_fused (struct pram_prog *, struct plug_fused *, bool on);

/* Put a copy of LOOP in front of it.  */
class loop *plug_copy_before (class loop *loop);
/* Dominators and names are right after that.  */
void plug_update_copies (void);

/* bit-fields.cc: access bit fields as parts of integers.  */
void plug_lower_bit_fields (void);

/* scalar-replacement.cc: assign structures member by member, and make registers
   of those that are temporaries; access all of a complex number.  */
void plug_replace_structures (void);

/* complex.cc: access all of a complex number in memory.  True if something changed.  */
bool plug_join_complex_parts (void);
/* Let the complex numbers that loops carry be two scalars.  */
void plug_split_complex_scalars (void);

/* pointers.cc: let arrays of a few pointers be registers, an element of a
   variable index a choice between them.  True if there are some.  */
bool plug_choose_pointers (void);
/* Let choices that take turns be pointers that are exchanged.  Requires loops,
   as for turns.  */
void plug_rotate_pointers (void);
/* counted-exits.cc: let a test of two counters, of one of which it is known how far it
   counts, be two.  */
void plug_part_counted_exits (struct plug_region *region);
/* running-sums.cc: let sums of integers that loops carry from element to element be
   scalars.  */
void plug_carry_running_sums (void);
/* quotient-stores.cc: let stores between loops to where quotients say be loops.  */
void plug_loop_quotient_stores (void);
/* once.cc: core knows what NAME is in each iteration of LOOP, and of those around
   it.  */
bool plug_affine_p (class loop *loop, tree name);
/* once.cc: let what data decide about between the loops of the current function,
   REGION's, be done by loops of at most one iteration, where no more than DEPTH loops are
   around it; 0: only where it is likely to be needed.  False if there is none such.  */
bool plug_run_once (struct plug_region *region, int depth);
/* There is more than that.  */
bool plug_once_left_p (struct plug_region *region);
/* All processes run LOOP, as far as can be told, or it is no loop but the region.  */
bool plug_driver_p (class loop *loop);
/* NAME, in LOOP, depends on more than numbers of iterations and integers that are
   known when REGION is entered.  */
bool plug_data_p (struct plug_region *region, class loop *loop, tree name);
/* Add to BLOCKS those that control comes to over E alone, and to OUT the edges that lead
   out of them.  False if control comes to E's destination in other ways, too.  */
bool plug_blocks_behind (edge e, bitmap blocks, vec<edge> *out);

/* singles.cc */
/* Make accesses between loops, of which data choose the element, loops of one
   iteration; false if there are none.  */
bool plug_loop_singles (struct plug_region *region);
/* Move STMTS, which follow each other, to a loop of one iteration.  */
void plug_loop_around (const vec<gimple *> &stmts);
/* parity.cc: let loops inside of others exchange pointers where the parity of a
   number, which they change, chooses one of two, in REGION.  */
void plug_pair_pointers (struct plug_region *region);

/* inline.cc: inline what is called in the current function, REGION's, and is
   not pure.  */
void plug_inline_helpers (struct plug_region *region);
/* recursion.cc */
/* Let the current function, a copy of FN, which calls itself, have loops instead;
   false if that isn't possible.  */
bool plug_unfold_recursion (tree fn);

#endif
