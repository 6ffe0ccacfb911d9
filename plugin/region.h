/* region.h: what the plugin knows about a region between its stages.

   SPDX-License-Identifier: GPL-3.0-or-later

   capture makes it, the pass hands it to extract and emit.  Include after
   pram-gcc.h.  */

#ifndef PLUG_REGION_H
#define PLUG_REGION_H

#include "pram-abi.h"
#include "ir.h"

struct pram_deadline;
struct pram_prog;
struct pram_source;
struct pram_plan;
struct pram_table_plan;
struct plug_clause;

/* Arrays of more pointers are left alone.  */
enum { PLUG_MAX_POINTERS = 8 };

/* Can an array's elements be entry values (read/extract-lookup.cc)?  */
enum plug_lookup_state
{
  PLUG_LOOKUP_UNDECIDED,	/* that hasn't been asked */
  PLUG_LOOKUP,			/* they are */
  PLUG_NO_LOOKUP		/* no */
};

/* Whether what data add to counters is summed up before loops (plug_sum_prefixes), or
   isn't as there are none.  */
enum plug_summed { PLUG_SUM_UNDECIDED, PLUG_SUMMED, PLUG_NOT_SUMMED };

/* A parameter of the captured function.  */
struct plug_param
{
  tree var;			/* the user's variable */
  tree computed;		/* … a size in a type, is computed so: of the
				   original gimplification leaves a temporary; or
				   null */
  tree member;			/* … stands for this member of a structure, or
				   null */
  tree parm;			/* the PARM_DECL */
  tree local;			/* INOUT kinds: the local VAR_DECL that holds
				   the value inside: loaded first thing, stored
				   last thing (unless DEAD); else null */
  /* The imaginary part of a complex number, which follows the real one: that variable,
     and the local one to which both are joined; else null.  */
  tree complex, whole;
  bool dead;			/* nobody reads the value afterwards */
  bool unneeded;		/* an array named in local(…); ARRAY_INOUT kind:
				   that to which it points afterwards */
  location_t rematerialised;	/* an array that isn't stored: where it would
				   be; else UNKNOWN_LOCATION */
  bool in_helper;		/* functions that the region calls use it */
  bool scratch;			/* memory that the region takes for itself: VAR
				   is the region's array, or nothing
				   (normalise/scratch.cc) */
  const char *name;		/* as the user wrote it */
  enum pram_arg_kind kind;
  enum pram_type type;		/* of the scalar, or of the array's elements
				   (PRAM_TYPE_U8 for arrays of structs) */
  HOST_WIDE_INT array_bytes;	/* size of the user's object if known, else 0 */
  int length;			/* the number of the parameter that says how many
				   elements the array has, or -1 */
  /* A table of pointers to rows: the number of the parameter that says how far
     these are apart, or -1.  ROW_UNIT: the function has the rows in its place,
     which consist of objects of so many bytes (normalise/rows.cc); else 0.  HEIGHT: of
     a table of such tables, the number of the parameter that says how many rows each
     has; else -1.  WIDTH: of a table whose rows the function exchanges, the number of
     the parameter that says how many of these a row has; else -1.  PLACES: if rows lie
     anywhere, the number of the array that says how many objects each is behind the first
     one, whereupon there is no pitch (normalise/placed-rows.cc); else -1.  RAGGED: nobody
     knows how long rows are.  */
  int pitch, height, width, places;
  bool ragged;
  HOST_WIDE_INT row_unit;
  /* STRIDE not 0: VAR points to the member at byte FIELD of the first of the structures, of
     STRIDE bytes, that the parameter number STRUCTURES is an array of.  */
  int structures;
  HOST_WIDE_INT field, stride;
  /* No array, but the address of a scalar that is another parameter: touched
     are [0, ARRAY_BYTES), so that the runtime sees an array that overlaps
     it.  WRITTEN: the region assigns the scalar.  */
  bool guard, written;
  HOST_WIDE_INT likely;		/* an integer's value at entry: the last
				   constant that it is assigned; else 0 */
  bool checked;			/* compiled for the value EXPECTED only */
  bool variable;		/* … which is not written into the code, that
				   serves several sizes */
  bool in_code;			/* … or has been, and stays so */
  int like;			/* 1 and the number of that which it is exchanged with and
				   has to be equal to; 0: of none */
  bool unsplit;			/* a source in the region's UNSPLIT needs it */
  HOST_WIDE_INT expected;
  bool follows;			/* … an assumed one: it is computed from
				   others that are assumed */
  HOST_WIDE_INT usual;		/* what was expected before it was made small
				   for the sake of lookups or levels, or 0 */
  /* An array: whether its elements are entry values, and what they are assumed
     to be: the N_ELEMENTS first ones as it is initialised, element k of the
     others REST + k * STEP.  ASSUMED: there are such ones; or the program
     doesn't say for what value EXPECTED stands.  */
  enum plug_lookup_state lookup;
  const char *refusal;		/* why they aren't, or null */
  int n_elements;
  int64_t *elements;
  int64_t rest, step;
  bool assumed;
};

/* reduction(op: name) */
struct plug_reduction
{
  enum pram_op op;
  int param;			/* which parameter; -1 if VAR is declared in
				   the region */
  tree var;			/* the VAR_DECL in the captured function (for a
				   parameter: its local) */
  location_t loc;
};

/* One pragma, compiled for one size: one captured function.  Allocated with
   malloc and kept until the end; the trees in it are marked through
   PLUGIN_GGC_MARKING.  */
struct plug_region
{
  const char *name;		/* FUNCTION.N, or from name(id) */
  location_t loc;		/* of the statement */
  tree site;			/* VAR_DECL of type struct pram_site (opaque
				   bytes; see abi-types) */
  tree function;		/* the user's function that it stands in */
  tree fndecl;			/* the captured function */
  int n_params;
  struct plug_param *params;	/* same order as the function's */
  int n_reductions;
  struct plug_reduction *reductions;
  const struct plug_clause *outside;	/* functions that touch nothing of it */
  const struct pram_schedule_choice *schedule;
  const char *named_text;	/* "n=1024": the sizes that the user named, if
				   they are constants in the code */
  const char *size_text;	/* … and those assumed that matter, for notes;
				   "" if no size matters */
  bool any_size;		/* sizes are variables, with values assumed for
				   what is decided once (normalise/assume.cc) */
  struct plug_region *others;	/* for one size that the user named: the region for all
				   others, or null */
  bool other_sizes;		/* ANY_SIZE: another region has the sizes that
				   the user named; nothing is said of this
				   one */
  const char *suffix;		/* ANY_SIZE: what its code is called after
				   beside the function, or null */
  /* ANY_SIZE: the sources (core/prog/source.h) from before loops of the
     function were split or values computed again, one behind the other; null if
     there was no such.  */
  char *unsplit;
  bool keeps_bounds;		/* bounds that depend on data may stay so */
  bool inspectable;		/* data choose an element, or what is computed in
				   other ways than by affine functions */
  bool inspects;		/* data may choose the elements that are read
				   (core/poly/offers.h); no array is a lookup */
  bool short_only;		/* something that only chooses elements is known
				   at entry if a loop is short: inspecting is
				   better */
  bool outdated;		/* loops were split for that: what was read before is
				   of another function */
  bool asks;			/* … and inspectors run in the loop: core lets
				   them see single iterations of it */
  bool asks_inside;		/* they would have seen several of them */
  bool writes_uncounted;	/* a loop of which data decide where it ends writes,
				   so that nobody knows how far */
  bool deposits_uncounted;	/* … and that is deposited */
  bool sums_elements;		/* iterations of a loop around others add to the same
				   elements … */
  bool sums_wait;		/* … and a plan was refused as others wait for that … */
  bool deposits_sums;		/* … and these are deposited */
  bool sums_stay;		/* … or they are not, as that didn't help */
  int traits;			/* of its code: PRAM_COPIES, … */
  bool writes_history;		/* the same of loops that stand in no other one, … */
  bool deposits_history;	/* … and that is deposited */
  bool takes_apart;		/* … and loops are taken not to use what they write
				   where data choose; that is found out in the
				   end */
  bitmap likely;		/* … or only those around some loads, by what they
				   load: names of the function, or null */
  bitmap choosing;		/* loops of the function, as it is, that are
				   level loops because they choose elements,
				   or null */
  tree shared;			/* an array that is declared in a loop and used by
				   one inside of that, or null */
  enum plug_summed summed;
  bool carries;			/* loops carry elements in scalars */
  bool expanded;		/* loops take from tables what they carry on their own, as
				   far as possible */
  bool counted_whole;		/* a plan ran a loop whole that could be summed up */
  bool decided;			/* where data decide it has loops of at most
				   one iteration (plug_decide_once), … */
  int decided_depth;		/* … within so many loops; … */
  bool undecided;		/* … but not yet within more */
  bool hopes;			/* a plan is wanted that has little on one process */
  bool hopeless;		/* … but its function isn't changed for that */
  double disappointed;		/* what the best of those that have more is predicted to
				   take, s; 0: there are none */
  const char *witness;		/* what makes it non-oblivious, or null */
  location_t witness_loc;
  /* Of a function for all sizes of a site: what the region is for each size.
     They have this function; theirs alone has OWN.  */
  int n_versions;
  struct plug_region **versions;
  struct plug_region *own;
  bool emitted;			/* there is code, with that of other sizes */
  int n_places;			/* locations of the region's statements, in the
				   order of the source */
  location_t *places;
  struct pram_deadline *deadline; /* while it is compiled */
  struct plug_region *next;
};

/* Cookies that extract leaves in the prog for emit.
   PRAM_LOOP nodes: `class loop *'.  PRAM_STMT nodes: the `gimple *' that
   stores or loads.  Loop-carried scalars (pram_carried): the `gphi *' in that
   loop's header.  Accesses: */
struct plug_access
{
  gimple *stmt;
  tree base;			/* SSA name of the base pointer (a default
				   definition, or a PHI of an enclosing loop) */
  tree ref;
  int name;			/* the array's, in the source */
};

/* The region whose captured function FNDECL is, or null.  */
struct plug_region *plug_region_of (tree fndecl);

/* Read the GIMPLE (SSA, loops) of the current function, REGION's captured
   function, into a prog.  Null after one report to DIAG if it has no prog:
   the line in the report is a line of the source file.  The current
   function's body may be changed (calls inlined), its meaning not.  */
struct pram_prog *plug_extract (struct plug_region *region,
				const struct pram_diag *diag);

/* REGION can't be distributed as it is: let loops of at most one iteration do what
   data decide about, within one loop, and, if called again, within more.  False if there
   is no such.  */
bool plug_decide_once (struct plug_region *region);
/* REGION can't be distributed as it is: sum up before loops what data add to their
   counters; ALL: of those, too, on which it depends how far loops go.  False if there
   are none.  */
bool plug_sum_prefixes (struct plug_region *region, bool all);
/* LOOP, of the current function, has such counters, ALL of them or but for the latter;
   NODE, of a prog, sums up one.  */
bool plug_counts_p (class loop *loop, bool all);
bool plug_sums_counts_p (const struct pram_node *node);
/* REGION can't be distributed as it is: let loops take from tables what they carry on their
   own.  False if there is no such, or it has been done.  */
bool plug_expand_scalars (struct plug_region *region);
/* There is such, and it hasn't.  */
bool plug_expandable_p (const struct plug_region *region);
/* REGION can't be distributed as it is: let loops carry elements that an iteration takes from
   the one before.  False if there are none, or it has been done.  */
bool plug_carry_elements (struct plug_region *region);
/* REGION can't be distributed as it is: let the array REGION->shared be as if it were
   declared before the region.  False if that isn't possible.  */
bool plug_take_shared (struct plug_region *region);
/* Then, plug_extract once more.  */
struct pram_prog *plug_extract_changed (struct plug_region *region,
					const struct pram_diag *diag);

/* Read the current function as plug_extract left it.  SCHEME: with indirect
   reads (core/predict/scheme.h), when it has failed because REGION is
   non-oblivious; for analysis: nothing can be emitted from it.  Null after a
   report to DIAG.  */
struct pram_prog *plug_read (struct plug_region *region, bool scheme,
			     const struct pram_diag *diag);

/* The same, not SCHEME, of a function that has changed, or where something else
   is assumed: which loops are level loops is found out anew.  */
struct pram_prog *plug_read_anew (struct plug_region *region,
				  const struct pram_diag *diag);

/* Arrays whose elements are taken to be known at entry are as long as loops that are
   distributed, so that there are too many where sizes are others.  LISTS is set if
   one of them only chooses elements.  */
bool plug_lookups_grow_p (struct plug_region *region, bool *lists);

/* … in PROG, and all loops that move along such arrays could be distributed.  */
bool plug_parts_grow_p (const struct plug_region *region, struct pram_prog *prog);

/* Iterators are multiplied in PROG, REGION's, to say where something is: loops are
   taken iteration by iteration for that, which are too many where sizes are
   others.  */
bool plug_levels_grow_p (const struct plug_region *region,
			 const struct pram_prog *prog);

/* Let whatever loops of REGION write of which data decide where they end be
   deposited.  */
void plug_deposit_history (struct plug_region *region);

/* The same once more, data choosing which elements are read (REGION's
   INSPECTS); and if that helps with such deposits.  */
struct pram_prog *plug_read_inspected (struct plug_region *region,
				       const struct pram_diag *diag);
/* PROG reads so much of arrays as entry values that for other sizes it may be too
   much, or finds them through each other: that had better be inspected.  */
bool plug_inspect_rather_p (struct plug_region *,
			    const struct pram_prog *);

/* The same as plug_extract for N versions, in PROGS, null where it isn't
   possible.  What changes the body is right for all of them that have a prog.
   */
void plug_extract_versions (struct plug_region **versions, int n,
			    struct pram_prog **progs, const struct pram_diag *);

/* SOURCE as a text, which the caller frees.  */
char *plug_source_text (const struct pram_source *source);
/* The code is for several sizes, or for several values of arrays' elements.  */
static inline bool
plug_variable_sizes_p (const struct plug_region *region)
{
  for (int p = 0; p < region->n_params; p++)
    if (region->params[p].variable || region->params[p].lookup == PLUG_LOOKUP)
      return true;
  return false;
}

/* Those that SOURCE doesn't depend on can be anything, all if that is null; the
   others are what the region is noted for.  */
void plug_settle_sizes (struct plug_region *region, struct pram_source *source);

/* Let what is assumed to be added to indices, where all is the same, lie far apart
   instead: an array of offsets may say where parts of another one begin.  Or let it
   differ by one, if CLOSE.  False if there is nothing of that kind.  */
bool plug_spread_elements (struct plug_region *region, bool close);

/* A and B are the same member of two structures.  */
bool plug_same_member_p (const struct plug_param *a, const struct plug_param *b);

/* Assume of the same members of several structures, of ALL or of those that REGION
   exchanges, that they are alike.  False if they are already.  */
bool plug_assume_alike (struct plug_region *region, bool all);

/* P is the rows of a table that lie where its places say.  */
static inline bool
plug_placed_p (const struct plug_param *p)
{
  return p->row_unit && p->pitch < 0;
}

/* Let rows of REGION's arrays be longer than anything goes.  False if they are.  */
bool plug_assume_wide (struct plug_region *region);
/* Let what is added to loops' variables be DISTANCE.  False if there is no more.  */
bool plug_assume_near (struct plug_region *region, int distance);
/* Let what loops of REGION go on by be as usual.  False if it is.  */
bool plug_assume_tiles (struct plug_region *region);

/* Emit driver, layers, tables and the registration for PLAN.  False after one
   report to DIAG if that can't be done; nothing is emitted then.  Layers that
   are not run ahead say so in PLAN afterwards.  */
bool plug_emit (struct plug_region *region,
		struct pram_plan *plan, const struct pram_diag *diag);

/* A plan for each of several versions of a function.  */
struct plug_candidate
{
  struct plug_region *region;
  struct pram_prog *prog;
  struct pram_plan *plan;
};

/* Emit driver and layers for the first one of N candidates ALL, which have the
   same shape, and tables and the registration for each of them.  */
bool plug_emit_together (struct plug_candidate *all, int n,
			 const struct pram_diag *diag);

/* Emit driver, tables and the registration of a region that runs task by task,
   clustered by STRATEGY, and return its plan, whose prog the caller frees.
   Null after one report to DIAG if that can't be done; nothing is emitted
   then.  */
const struct pram_table_plan *
plug_emit_tasks (struct plug_region *region, const struct pram_prog *prog,
		 const char *strategy, const struct pram_diag *diag);

/* PROG, read as a scheme, as tasks, with the scalars between
   them.  Null after one report to DIAG.  The caller frees it.  */
struct pram_prog *plug_tasks_scheme (struct plug_region *region,
				     const struct pram_prog *prog,
				     const struct pram_diag *diag);

/* Emit the registration of a region that runs serially because of REASON.  */
void plug_emit_serial (struct plug_region *region, const char *reason,
		       int line);

#endif
