/* pram-abi.h: the contract between emitted code and the runtime.

   SPDX-License-Identifier: Apache-2.0

   The plugin emits, for each region, static const tables of the structures
   below, one driver function, one function per layer, and a note by which the
   runtime finds the tables.  The runtime reads them and calls the functions.
   Nothing here depends on the number of ranks, and no table grows with the
   size of the region.

   Words.  A *region* is one annotated statement compiled for one size.  The
   *template* is the one index space along which the region is distributed,
   cut into *units* 0 .. n_units-1; process (rank) r of P owns the units
   [n_units*r/P, n_units*(r+1)/P).  A *layer* is a loop nest (or a single
   statement) whose iterations are assigned to units; a process runs the part
   of a layer that lies in its own units.  A *transfer* says which elements of
   one array move between a pair of processes.

   Every process runs the driver; scalars are replicated (each process
   computes the same scalar tasks from the same reduced values), arrays are
   not.

   Invariants
   (1) All processes call PRAM_layer and PRAM_reduced in the same order.
   (2) An element is sent only by the process that wrote it last, or by rank 0
       if no layer has written it since the region was entered.
   (3) The value of a reduction does not depend on the number of processes:
       each unit yields one leaf, and leaves are combined by the fixed tree of
       pram-sets.h.  */

#ifndef PRAM_ABI_H
#define PRAM_ABI_H

#include <stddef.h>
#include <stdint.h>

#define PRAM_ABI_VERSION 46

#ifdef __cplusplus
extern "C" {
#endif

/* Element and argument types.  */
enum pram_type
{
  PRAM_TYPE_I8, PRAM_TYPE_U8, PRAM_TYPE_I16, PRAM_TYPE_U16,
  PRAM_TYPE_I32, PRAM_TYPE_U32, PRAM_TYPE_I64, PRAM_TYPE_U64,
  PRAM_TYPE_F32, PRAM_TYPE_F64, PRAM_TYPE_F80, PRAM_TYPE_PTR
};

/* Reduction operators.  PRAM_OP_VALUE: some units' leaves, one at least, are the
   value (a scalar read from an array element, or that the last iteration sets),
   the others have no bit set.  PRAM_OP_SET: a scalar that some iterations set;
   the last one's value.  */
enum pram_op
{
  PRAM_OP_SUM, PRAM_OP_PROD, PRAM_OP_MIN, PRAM_OP_MAX,
  PRAM_OP_AND, PRAM_OP_IOR, PRAM_OP_XOR, PRAM_OP_LAND, PRAM_OP_LOR,
  PRAM_OP_VALUE, PRAM_OP_SET
};

/* How an argument of a region's entry is passed.  The entry has an ordinary C
   signature; the runtime calls it through libffi.  */
enum pram_arg_kind
{
  PRAM_ARG_IN,			/* a scalar, by value */
  PRAM_ARG_INOUT,		/* a scalar, by address */
  PRAM_ARG_ARRAY,		/* an array: its base pointer, by value */
  PRAM_ARG_ARRAY_INOUT		/* an array whose pointer the region changes:
				   the address of the pointer */
};

/* Which value of a scalar a region was compiled for.  Regions are only run with
   the values that their arguments expect.  */
enum pram_checked
{
  PRAM_UNCHECKED,		/* any */
  PRAM_IN_CODE,			/* EXPECTED, which is in the code */
  PRAM_IN_PLAN			/* EXPECTED, which only the plan knows: a region
				   with a source can be planned for others.  An
				   array: the elements that are known */
};

/* Is some element of an array that data choose found when the driver runs
   (PRAM_ask)?  */
enum pram_asked
{
  PRAM_ASKED_NOT,
  PRAM_ASKED_OFFERED,		/* and those that nobody offers never change */
  PRAM_ASKED_BEYOND		/* … may be written where data choose, too */
};

/* Do data choose which rows of a table of rows are accessed?  */
enum pram_chosen
{
  PRAM_CHOSEN_NOT,
  PRAM_CHOSEN_ROWS,		/* columns are known */
  PRAM_CHOSEN_COLUMNS,		/* … not known either, but others that are accessed
				   are; these are read alone */
  PRAM_CHOSEN_ANY		/* nothing is known */
};

struct pram_arg
{
  int32_t kind;			/* enum pram_arg_kind */
  int32_t type;			/* enum pram_type: of the scalar; of an array,
				   of its elements */
  const char *name;
  /* Arrays: the bytes that the region touches, relative to the base pointer:
     [lo, hi).  Set as well for arrays that are never touched (lo == hi).  */
  int64_t lo, hi;
  int32_t written;		/* arrays: some layer writes it */
  int32_t checked;		/* enum pram_checked */
  int64_t expected;
  int32_t contiguous;		/* arrays: what a process touches is one piece,
				   not one in each row */
  int32_t dead;			/* scalars: nobody reads it afterwards */
  int32_t local;		/* arrays: not needed afterwards; ARRAY_INOUT:
				   that to which the pointer points then */
  int64_t object;		/* arrays: bytes of the object that it is, all
				   of which may be read, in vain; 0: a
				   pointer */
  int32_t inspected;		/* arrays: 0, or the argument plus 1 for which
				   it is noted what is read of this one where
				   data choose: itself, or one that it is
				   exchanged with */
  int32_t asked;		/* enum pram_asked: of these */
  int32_t element;		/* of these: bytes of an element */
  int32_t chooses;		/* what PRAM_inspect finds depends on it: on the
				   scalar, or on the array's elements */
  int32_t perhaps;		/* arrays: the program may end before it comes to
				   all of [lo, hi), and that not be there */
  int32_t chosen;		/* enum pram_chosen */
  int32_t pitch;		/* arrays: 0, or: the caller has a table of
				   pointers to rows.  The region has the first
				   row instead, if all are equally far apart, and
				   as the scalar argument of this number minus 1
				   how far, in bytes, a multiple of ROW_UNIT */
  int32_t places;		/* arrays: 0, or: the caller has such a table, the region
				   the first row, and as the array argument of this
				   number minus 1 how many objects each row is
				   behind that */
  int32_t row_unit;		/* with either: the size of objects that rows
				   consist of; with a pitch: … */
  int32_t height;		/* … 0, or: the caller's table is one of tables,
				   each of as many rows as the scalar argument of
				   this number minus 1 says; … */
  int32_t width;		/* … 0, or: the region exchanges rows, the first
				   so many objects of each, as many as the scalar
				   argument of this number minus 1 says; … */
  int32_t stride;		/* … 0, or: pointers in the table are so many
				   bytes apart; … */
  int64_t first_row, end_row;	/* … those that it uses, … */
  int64_t first_column, end_column;	/* … and, from where pointers point to,
				   which bytes of them, and … */
  int32_t n_columns;		/* … of each: from the byte COLUMNS[2 * k] to
				   before that of 2 * k + 1 of row
				   FIRST_ROW + k; 0: of each the same */
  const int64_t *columns;
};

/* Bytes LO to LO + N_BYTES - 1 of the array ARG, which no layer writes, are those
   at word WORD of the region's list: the plan is for these.  Where a piece is
   read depends on scalars and on the pieces before it: it may only be looked at
   if these are as expected.  All processes have them.  */
struct pram_known
{
  int32_t arg, n_bytes;
  int64_t lo;
  int64_t word;
};

/* Elements of one array that move between a pair of processes.  */
struct pram_transfer
{
  /* In a layer: index into the BASES that the driver passes to PRAM_layer.
     In scatter and gather: index of the argument that is the array.  */
  int32_t array;
  int32_t set;			/* offset in the region's code: see
				   pram-sets.h; yields byte offsets */
  int32_t elem_size;		/* bytes */
  int32_t line;			/* source line of the writer */
};

/* How values are combined, beside operator and type.  Floating minima and
   maxima are as the program writes them: it may compare by > or >=, call fmax,
   or take a NaN and begin anew after it (m = m > x ? m : x).  */
enum
{
  PRAM_COMBINE_LATER = 1,	/* of a minimum's or maximum's equal values
				   (0 and -0) the last one, not the first */
  PRAM_COMBINE_NUMBERS = 2,	/* a NaN loses, even one of before; else one of
				   before stays */
  PRAM_COMBINE_REPLACES = 4,	/* any value but the identity takes the place
				   of the one of before */
  PRAM_COMBINE_ANEW = 8,	/* begins anew after a NaN: values are struct
				   pram_anew */
  PRAM_COMBINE_BACKWARDS = 16,	/* the last iterations are in the first unit */
  PRAM_COMBINE_STATE = 32,	/* values are struct pram_anew, too: it has to
				   be known whether something was taken */
  PRAM_COMBINE_FOLLOWER = 1024	/* so often as there are scalars that are set
				   with this one, as the place of a maximum is:
				   PRAM_COMBINE_STATE, and their values, of
				   PRAM_FOLLOWER_BYTES each, come behind the
				   struct */
};
enum { PRAM_FOLLOWER_BYTES = 16 };

/* A value for PRAM_COMBINE_STATE, or for PRAM_COMBINE_ANEW: what was taken since
   the last NaN.  */
struct pram_anew
{
  char value[12];		/* of the reduction's type */
  int32_t state;		/* PRAM_COMBINE_…, and: */
};

enum
{
  PRAM_ANEW_TAKEN = 256,	/* a value was */
  PRAM_ANEW_BEGUN = 512		/* a NaN was: it doesn't matter what is before
				   this */
};

struct pram_reduction
{
  int32_t op;			/* enum pram_op */
  int32_t type;			/* enum pram_type */
  const char *name;
  int32_t how;			/* PRAM_COMBINE_… */
};

/* Flags of a layer.  */
enum
{
  /* No iteration of the layer reads an element that a transfer of this same
     layer brings: receives may be posted before the layer's interior runs. */
  PRAM_LAYER_EARLY_RECV = 1,
  /* The transfers' sets do not depend on the iteration of enclosing loops:
     requests may be kept and started again (same base pointers).  */
  PRAM_LAYER_UNIFORM = 2,
  /* It has no code.  Its one transfer's set are the elements that the source has:
     those are sent of which PRAM_inspect has found that the destination reads
     them.  */
  PRAM_LAYER_OFFER = 4,
  /* It has no code, and nothing moves: its one transfer's set are the elements
     of which the source takes deposits, up to the layer that accepts them, which
     has no code, either.  */
  PRAM_LAYER_CLAIM = 8,
  /* Units deposit: they run in order.  */
  PRAM_LAYER_DEPOSITS = 16,
  /* Later iterations are those of units with smaller numbers.  */
  PRAM_LAYER_BACKWARDS = 32,
  /* Units run in order, the boundary not before others: some read what later
     ones write.  */
  PRAM_LAYER_IN_ORDER = 64,
  /* What units deposit is done by claims that follow the layer, as sites say.  */
  PRAM_LAYER_LATE = 128,
  /* Deposits change what its reductions yield.  */
  PRAM_LAYER_FINDS = 256,
  /* The driver may return before or behind it, in vain.  */
  PRAM_LAYER_RISKY = 512,
  /* What units deposit is done when they are done, as sites say.  */
  PRAM_LAYER_SETTLES = 1024,
  /* It is relayed, and nobody needs the last one's scalars.  */
  PRAM_LAYER_WAVES = 2048
};

/* The layer may be followed by layer LAYER in the same sweep: units of the two
   that touch the same element, one of them writing, have
   -down <= unit of this layer - unit of LAYER <= up.  So may layers that come
   between the two.  KEEP: this layer isn't the next one after LAYER, so both can
   be left until more have joined them.  */
struct pram_pipe
{
  int32_t layer;
  int32_t keep;
  int64_t up, down;
};

/* So many layers sweep together at most.  */
enum { PRAM_CHAIN = 4 };

/* The *numbers* of a plan are what its code reads of it: the code is the same
   for all plans of one shape.  Of each layer in turn:  */
enum
{
  PRAM_NUMBER_GRANULARITY,	/* template coordinates of a unit */
  PRAM_NUMBER_COEF,		/* … from an iteration of the distributed loop
				   to the next one; 0 if there is none */
  PRAM_NUMBER_PER_UNIT,		/* iterations of it in each unit, if all have
				   as many; else 0 */
  PRAM_NUMBER_ORIGIN		/* the coordinate of its first iteration, … */
};
/* … which is an affine function of the iterators of the driver's loops around
   the layer: the constant, and the loops' coefficients, outermost first.  If
   the layer is a part of a loop two such functions follow: the iteration of
   that loop that is the first of the part, and one past the last.  */

/* Where iterations of loops are taken one by one (prog/levels.h) numbers begin
   with their *head*: for each kind of layer or driver loop (plan/kinds.h) where
   its table is, or 0; then the same for each loop of the source.  Before a
   table there are the number of its rows and that of the numbers in each.  A
   row of a layer's is which layer it is, or -1 if there is none, the names of
   the arrays (as many as there are, if such a loop exchanges them), and the
   numbers as above; of a driver loop's the number of its first count.  The row
   is that of the present iteration of the innermost such loop around it,
   counted over all of them; the table of such a loop says, by iteration of the
   ones around, which one is the first.  */

struct pram_layer
{
  int32_t like;			/* the layer of the template (of a plan that is
				   made when the program runs) that has its
				   code; its own number */
  int32_t line;
  int32_t flags;
  int64_t unit_lo, unit_hi;	/* units with work: [unit_lo, unit_hi) */
  int64_t tasks_per_unit;	/* rounded; for the statistics */
  int32_t n_bases;		/* array pointers passed to PRAM_layer */
  int32_t n_transfers;
  const struct pram_transfer *transfers;
  /* Units of the sender (source) whose tasks write elements of the transfers
     to the destination: a set of units, -1 if there are no transfers.  */
  int32_t boundary;
  int32_t n_reductions;
  const struct pram_reduction *reductions;
  /* Layers whose transfers must have arrived before this one starts.  */
  int32_t n_waits;
  const int32_t *waits;
  /* The interior may be left until the next layer runs, if there are pipes:
     the driver does not touch the frame meanwhile.  */
  int32_t n_pipes;
  const struct pram_pipe *pipes;
  /* Units of this layer are at most so far from the units that write what the
     transfers in WAITS move and, if it may run ahead, from those that read what
     it sends; -1 if there is no bound.  */
  int64_t reach;
  /* Two runs of this layer that follow each other may sweep together
     (PRAM_layer_ahead): the distances as in a pipe, -1 if they may not.  */
  int64_t ahead_up, ahead_down;
  int32_t offered;		/* PRAM_LAYER_OFFER: the argument that its array
				   is when the region is entered */
  /* What it deposits is a function of its iterations alone, and on so many processes
     at most it takes less time to have each of them run all units, and do its own
     updates, than to send them; 0: it is no such function.  */
  int32_t scans;
};

/* Layers that sweep together take a strip of about so many tasks each: their
   operands should fit into a core's own cache, and are many enough for the
   call of a layer's function not to matter.  Predictions count on it.  */
enum { PRAM_TASKS_PER_STRIP = 16384 };

/* A process that has so many tasks of a layer sweeps it together with the one
   before even if it can send its boundary only when both have run.  */
enum { PRAM_TASKS_SENT_LAST = 1 << 18 };

/* A layer's function: runs the layer for the units [unit_lo, unit_hi).
   FRAME is the record that the driver passed to PRAM_layer.  LEAVES[k] points
   to the leaf of unit UNIT_LO for reduction k; the leaf of each further unit
   follows.  A unit without iterations gets the operator's identity.  */
typedef void (*pram_layer_fn) (void *frame, int64_t unit_lo, int64_t unit_hi,
			       void *const *leaves);

/* Where a region stands in the source: one for each pragma, shared by the
   versions that were compiled for different sizes.  Emitted early.  */
struct pram_site
{
  int32_t abi_version;
  int32_t line;
  const char *name;
  const char *file;
  int32_t n_args;
  void *runtime;		/* the runtime's own, initially null */
};

/* --- Regions through tables ----------------------------------------------

   A region may be distributed task by task instead of layer by layer: its
   tables say which process runs which task.  Tasks are numbered in the order
   of the serial program, and every process walks all of them in this order:
   loops and conditions that do not depend on data are run by all processes,
   what a task computes by its process alone.  *Names* are the arrays of the
   program and its *cells*, scalars that one task leaves for another; a cell is
   a variable of the driver.  A *block* is a stretch of the program without a
   verdict: a convergence loop lies between blocks, and its body is one.

   Of R ranks, process p runs on rank p mod R; or, if the strategy was asked for
   N_PROCS processes, which puts neighbours next to each other, on rank
   p * R / N_PROCS.

   The *trace* of a block is a set program (pram-sets.h) whose runs have one
   number each, FIRST; STRIDE says what it is:
     >= 0	access STRIDE touches the element at byte offset FIRST
     -1		a task of group FIRST begins
     -2		names change: permutation FIRST takes effect
   Variable v of its loops has number v >= PRAM_ENV_COUNTS.  */

enum { PRAM_TRACE_TASK = -1, PRAM_TRACE_PERMUTE = -2 };

/* A task may *combine* a value into an element, which it then neither reads nor
   writes: it finds the identity of the operator there and leaves its value.
   The values of all tasks, and the one of before, are combined when another
   task reads the element.  */

struct pram_trace_access
{
  int32_t name;			/* as it stands at that place */
  int32_t write;
  int32_t op;			/* enum pram_op of a combination, or -1 */
  int32_t type;			/* enum pram_type, likewise; PRAM_COMBINE_… */
  int32_t how;
  int32_t reduction;		/* a number: values of different ones are not
				   combined with each other */
};

/* What a process keeps for another one leaves when it has to wait itself.  It
   leaves *early*, behind a task of its own, if it would come too late
   otherwise: a task's step is the earliest one in which it can run if tasks
   take a step each, values none, and processes run theirs in their order; what
   is kept is due if the task that needs it has no later step than the next
   task of the process that keeps it.  */

/* Bytes of a message with one process's part of such a value.  */
enum { PRAM_PARTIAL_BYTES = 32 };
/* What a process keeps for another one is sent when there is so much of it, in
   bytes.  */
enum { PRAM_TABLE_MESSAGE = 8192 };

struct pram_name
{
  int32_t arg;			/* the argument that is the array; -1: a cell */
  int32_t elem_size;		/* bytes */
  int64_t lo, hi;		/* bytes touched, relative to the base */
  int32_t collect;		/* rank 0 needs it at the end */
};

/* COUNT tasks that follow each other are run by the processes FIRST,
   FIRST + STRIDE, …  */
struct pram_task_run { int32_t first, count, stride; };

struct pram_task_block
{
  int32_t trace;		/* offset in the region's code */
  int32_t n_tasks;
  int32_t n_runs;
  const struct pram_task_run *runs;
};

struct pram_tables
{
  const char *strategy;		/* that chose the processes */
  int32_t n_procs;		/* asked for; 0: as many as it liked */
  int32_t n_names;
  const struct pram_name *names;
  int32_t n_accesses;
  const struct pram_trace_access *accesses;
  int32_t n_permutations;
  const int32_t *permutations;	/* n_names numbers each: next[] of prog.h */
  int32_t n_blocks;
  const struct pram_task_block *blocks;
  int32_t counted_block;	/* whenever it begins … */
  int32_t spacing;		/* steps from one message to the next one to
				   that process that leaves early, >= 1 */
  int64_t counted;		/* … so many iterations do, in count 0 */
  int32_t n_lines;
  const int32_t *lines;		/* of the source, by group */
};

/* What a message with a few values costs: for how long sender and receiver are
   busy, for how long it is under way, and what passes between two messages of a
   process.  1e-12 s.  */
struct pram_message
{
  int64_t o_send, o_recv, latency, gap;
};

/* What a region takes on so many processes: computing, calls of the runtime,
   messages that follow each other, and the bytes in these, by which the runtime,
   which knows what a message takes, decides how many processes run it.  Once an
   entry, and once an iteration of the loop that runs until data say that it
   ends.  */
struct pram_forecast
{
  int32_t procs;
  int64_t entry_computing, iteration_computing; /* 1e-12 s */
  int64_t entry_calls, iteration_calls;		/* thousandths */
  int64_t entry_messages, iteration_messages;	/* likewise */
  int64_t entry_bytes, iteration_bytes;
};

enum
{
  PRAM_COPIES = 1,		/* iterations copy rows into workspaces, which the
				   original statement accesses in place … */
  PRAM_COPIES_OUTSIDE = 2,	/* … and data may choose elements outside of them */
  PRAM_WALKS = 4,		/* inspectors do what layers do */
  PRAM_ENDS = 8			/* it may come to where the program ends */
};

/* One region: a site compiled for one size.  Emitted late, found by a note.
   Others like it are made when the program runs, of its source.  */
struct pram_region
{
  struct pram_site *site;
  /* Why the region runs serially, or null.  With a reason, all that follows
     may be null or zero.  */
  const char *reason;
  int32_t reason_line;
  int32_t n_args;
  const struct pram_arg *args;
  int32_t n_known;
  const struct pram_known *known;
  int32_t n_known_words;
  const int64_t *known_words;	/* as they are in memory */
  void (*driver) (void);	/* the distributed entry; called with ARGS */
  int64_t n_units;
  int32_t n_counts;		/* length of PRAM_counts () */
  int32_t levels;		/* 1: how many counts, layers and numbers there
				   are depends on the plan */
  int32_t n_layers;
  const struct pram_layer *layers;
  int32_t n_scatter;		/* rank 0 (source) to each process, at entry */
  const struct pram_transfer *scatter;
  int32_t n_gather;		/* each process (source) to rank 0, at exit */
  const struct pram_transfer *gather;
  int32_t n_code;
  const int64_t *code;		/* programs of all sets: pram-sets.h */
  int32_t n_numbers;
  const int64_t *numbers;
  int64_t n_tasks;		/* of one execution, each data-dependent loop
				   counted once */
  int32_t iterations;		/* the count that says how often the outermost
				   loop of the driver ran; -1 if none */
  const struct pram_tables *tables;	/* null: layers */
  /* Of the machine that it was compiled for, if one was given: between
     processes on one node, and on two; processes on a node, 0: all.  */
  int32_t n_messages;
  const struct pram_message *messages;
  int32_t node;
  int32_t traits;		/* of its code: PRAM_COPIES, … */
  /* Null: the region is to be distributed, whatever it takes.  The first one is
     that of one process, and processes ascend.  */
  int32_t n_forecasts;
  const struct pram_forecast *forecasts;
  /* A text from which plans for other values of the arguments that are
     PRAM_IN_PLAN can be made (pram-plan.h), or null.  */
  const char *source;
  const char *shape;		/* which of them the code can run */
  const char *machine;		/* the machine file that forecasts are for, as
				   a text; null: the default machine */
  const char *effect;		/* a function that it calls and that must not be
				   called twice, or null */
};

/* An assembler statement, for the region whose symbol is REGION: an ELF note
   that says how far away it is.  */
#define PRAM_NOTE_OWNER "pram"
#define PRAM_NOTE(region) \
  ".pushsection .note.pram,\"a\",@note\n\t.balign 4\n\t" \
  ".long 5, 8, 1\n\t.asciz \"" PRAM_NOTE_OWNER "\"\n\t.balign 4\n\t" \
  ".quad " region " - .\n\t.popsection"

/* The environment of a set's program: variables
   0, 1  first unit of the source process, and one past its last
   2, 3  the same of the destination process
   4 …   the counts, PRAM_counts () at that moment.
   Scatter: the source is rank 0, but its units are not used.  Gather: the
   destination's are not used.  */
enum { PRAM_ENV_SRC_LO, PRAM_ENV_SRC_HI, PRAM_ENV_DST_LO, PRAM_ENV_DST_HI,
       PRAM_ENV_COUNTS };

/* --- Entry points of the runtime ---------------------------------------- */

#pragma GCC visibility push (default)

/* Start MPI.  On rank 0 returns; on others serves regions and never returns.
   Programs need not call it: it is done when the runtime is loaded, before any
   of their code runs.  Under a simulator, all of whose processes are one
   program, main has to.  ARGC, ARGV may be null.  */
void PRAM_start (int *argc, char ***argv);

/* End MPI.  Done at exit; under a simulator, what calls PRAM_start calls it,
   too.  */
void PRAM_stop (void);

/* Called where the region stands, on rank 0 alone.  ARGS[i] is the address of
   the value of argument i: of the scalar, or of the array's base pointer; for
   the INOUT kinds of the variable that also receives the result.  Returns 1 if
   the region has been run, 0 if the caller must run the original statement and
   call PRAM_leave.  */
int PRAM_run (struct pram_site *site, void *const *args);

/* After the original statement has run in place of the region.  The variables
   of the INOUT kinds have its results, as they would have those of PRAM_run.
   */
void PRAM_leave (struct pram_site *site);

/* The serial run of a region with `pardo' calls these.  PRAM_room: ROOM if it has
   BYTES, else other memory that has, in its place; PRAM_vacate: it is not needed
   any more.  Both take null.  */
void *PRAM_room (void *room, size_t bytes);
void PRAM_vacate (void *room);

/* Iterations are about to assign to elements of the array NAME, or to a variable,
   in one assignment.  0 if nobody looks at that; else PRAM_crew_write for each
   of them, then PRAM_crew_end.  No two may assign to one ELEMENT of BYTES; BASE
   is the array's first byte, both are null for a variable.  The iterations'
   numbers are I, or I and J if J isn't -1.  */
int PRAM_crew_begin (const char *name, const char *file, int line);
void PRAM_crew_write (const void *element, const void *base, ptrdiff_t bytes,
		      ptrdiff_t i, ptrdiff_t j);
void PRAM_crew_end (void);

/* Run by drivers, on every process.  */

/* The counts, all zero when the driver starts.  The driver keeps in count c
   how often segment c of a loop has begun since the loop was entered.  */
int64_t *PRAM_counts (void);

/* The numbers of the plan.  */
const int64_t *PRAM_numbers (void);

/* Run layer number LAYER of the current region: wait for what it reads, run
   the units whose results others need, start the transfers, run the rest.
   BASES: the arrays' base pointers as the program has them now.  */
void PRAM_layer (int32_t layer, pram_layer_fn fn, void *frame,
		 void *const *bases);

/* The same for a layer whose processes run one after the other: the first RELAYED
   bytes of FRAME are what the function leaves there for its next run, on the next
   process, and, at the end, on all of them.  */
void PRAM_relay (int32_t layer, pram_layer_fn fn, void *frame,
		 void *const *bases, int32_t relayed);

/* The pointers of the source that have been exchanged: the one that stood for
   argument ARG when the region was entered is BASE now.  Its elements are
   collected from there.  */
void PRAM_stands (int32_t arg, void *base);

/* The same for a layer that follows itself: the next run has NEXT_FRAME and
   NEXT_BASES, and may be run together with this one, AHEAD of its own call,
   which then finds it done.  A run ahead that never gets its call may write
   arrays whose values are not needed any more.  */
enum pram_ahead
{
  PRAM_AHEAD_NO,		/* there is no next run */
  PRAM_AHEAD_CERTAIN,		/* there is one */
  PRAM_AHEAD_UNSURE		/* a verdict decides; running it does no harm */
};
void PRAM_layer_ahead (int32_t layer, pram_layer_fn fn, void *frame,
		       void *const *bases, void *next_frame,
		       void *const *next_bases, int32_t ahead);

/* Store the value of reduction K of the last run of LAYER in *VALUE.  The
   first call after a layer completes all reductions that are pending, in one
   step.  If no unit ran, the value is the operator's identity; PRAM_OP_VALUE
   has none: *VALUE remains as it is.  */
void PRAM_reduced (int32_t layer, int32_t k, void *value);

/* Inspectors, by which processes find what they read where data choose.  FN is
   that of LAYER, of which only that is left on which places depend.  It gets as
   LEAVES[PRAM_MARKS * A + …] for each argument A that is inspected where it notes
   what is read of it.  If the element is number K, from the base pointer on, and
   k = K - FIRST is one of 0 … N - 1, it sets byte k of BYTES, and byte
   k >> PRAM_PAGE_BITS of PAGES.  Behind all of these there is where it adds the
   number of reads that it has noted, an int64_t.  The driver calls all inspectors before anything
   else, in rounds: those of a round know what those before have found.  After
   each it calls PRAM_inspected, which brings what was found to be read; LAST: no round
   follows.  It returns 1 if the region can't be run so: then the driver
   returns.  */
enum { PRAM_MARK_BYTES, PRAM_MARK_PAGES, PRAM_MARK_FIRST, PRAM_MARK_N,
       PRAM_MARKS };
enum { PRAM_PAGE_BITS = 12 };
void PRAM_inspect (int32_t layer, pram_layer_fn fn, void *frame);
int32_t PRAM_inspected (int32_t last);

/* The same where the region changes what places depend on.  FN is called before its
   layer, whenever it may find something else than the last time.  Its LEAVES are
   for the argument that an array's name is at first: names that are exchanged
   share no marks.  */
void PRAM_inspect_now (int32_t layer, pram_layer_fn fn, void *frame);

/* FN is going to write BYTES at AT, as its layer does: that is taken back when it
   is done.  */
void PRAM_inspect_store (void *at, int64_t bytes);

/* Bring what LAYER reads in ROUND of N arrays: what PRAM_inspect_now has found or,
   unless ANEW, the same elements as the last time.  Of each array WHAT has
   PRAM_ASKED words: the argument of its marks, the layer that offers it, or -1,
   where it is.  Returns 1 if the region can't go on: then the driver returns.  */
enum { PRAM_ASKED_ARG, PRAM_ASKED_OFFER, PRAM_ASKED_BASE, PRAM_ASKED };
int32_t PRAM_ask (int32_t layer, int32_t round, int32_t n, void *const *what,
		  int32_t anew);

/* Inspect and ask for what LAYER reads in ROUND, again and again until no unit of
   any process lacks anything: the places of some reads depend on what others of
   the same round have read.  FN is an inspector that leaves an iteration where it
   needs an element that isn't here.  Its byte of BYTES is PRAM_HERE, or
   PRAM_walk_read says so.  The rest is as for PRAM_ask.  */
enum { PRAM_HERE = 3 };
int32_t PRAM_walk (int32_t layer, int32_t round, int32_t n, void *const *what,
		   pram_layer_fn fn, void *frame);

/* FN comes to a read of N elements of argument ARG from byte K of its BYTES on.
   Returns 1 if they are here.  Else they will be, if they can be read at all; if
   the value is NEEDED the unit runs again then.  */
int32_t PRAM_walk_read (int32_t arg, size_t k, int32_t n, int32_t needed);

/* FN can go on from that read instead.  It gets where to keep BYTES, the same number
   each time and a multiple of 16, that it needs for that; null: the element will
   never be here.  Whenever it is called it first asks for all that it has kept the
   time before, one after the other; null: that was the last.  */
void *PRAM_walk_leave (int64_t bytes);
void *PRAM_walk_next (void);

/* Deposits: writes of which data choose the element, which a layer's code leaves
   to who has this.  It finds in LEAVES, behind those of its reductions, a log or
   a null pointer; if that is null it writes itself.  Else it appends, at NEXT,
   a word, the element's byte offset from its array's base pointer times
   PRAM_DEPOSIT_SITES, plus the number of the *site*, and what FN of the site
   needs to do the write at ELEMENT: to N_BYTES altogether, a multiple of 8.  If
   that would go beyond END it calls PRAM_log_grow, which returns the new NEXT.
   The driver names all sites before anything else.  ARRAY: as in BASES; ELEMENT:
   the bytes that are written.  HOW: PRAM_SITE_….  What FN finds it combines into FOUND,
   a value for each of the layer's reductions, if that is PRAM_LAYER_FINDS.  FN returns
   whether it writes.

   A deposit may be *led* by another one, its *leader*: it is made if that writes.  The
   leader's record goes on with N_KEPT bytes more, and if it has written, which who has
   the element answers, LEAD appends those that it leads to LOG.  VALUES: as FN's; OLD:
   what the element was before, if LEAD is TOLD.

   Updates that may be done in any order are *combined* before they travel.  The
   log has *partials* of the elements of such an array, each of them the identity
   of the operator at first: those between the byte LO from the array's base
   pointer and N_BYTES further.  The code updates what lies there in the
   element's place.  Where an element outside of these is PRAM_partials_grow
   returns; if that is null the update is deposited.

   If the log has *scans*, one for each site, the code gets all units.  It does updates of
   elements from the byte LO on, N_BYTES of them, leaves out those of OTHERS, and
   deposits the rest.  */
enum
{
  PRAM_DEPOSIT_BITS = 8,
  PRAM_DEPOSIT_SITES = 1 << PRAM_DEPOSIT_BITS,
  PRAM_PARTIALS = 16
};
struct pram_partials
{
  char *at;
  int64_t lo;
  uint64_t n_bytes;
};
struct pram_scan
{
  int64_t lo;
  uint64_t n_bytes;
  int64_t others_lo;
  uint64_t others_n_bytes;
};
struct pram_log
{
  char *next, *end, *first;
  struct pram_scan *scans;
  struct pram_partials partials[PRAM_PARTIALS];
};
/* What has been done with an element.  */
enum
{
  PRAM_DEPOSIT_STORES = 1,
  PRAM_DEPOSIT_FINDS = 2	/* and what it leads counts that */
};
typedef int32_t (*pram_deposit_fn) (void *element, const void *values,
				    void *const *found);
typedef void (*pram_lead_fn) (struct pram_log *log, const void *values,
			      const void *old, int64_t count);
enum
{
  /* It is done by the claim of its array that follows the layer.  */
  PRAM_SITE_LATE = 1,
  /* It is *watched*: a record ends with 8 bytes that say which iteration it is of.
     With no FN it is an access that has no effect but that PRAM_conflict may say that,
     in the order of the serial program, it follows one that writes the same element
     and that it is not sure to see.  Such an access WRITES or reads; or data choose
     what it reads, and it sees no writes at all.  */
  PRAM_SITE_WATCHED = 2,
  PRAM_SITE_WRITES = 4,
  PRAM_SITE_CHOSEN = 8,
  /* Leaders are, and what else happens to their arrays but what they lead: it is done
     first.  */
  PRAM_SITE_FIRST = 16
};
void PRAM_deposit_site (int32_t site, int32_t line, int32_t array,
			int32_t n_bytes, int32_t element, int32_t how,
			pram_deposit_fn fn);
/* SITE, which has been named, leads others.  TOLD: these are told what its elements were;
   COUNTED: how often it has been done in the loop before.  */
void PRAM_deposit_leads (int32_t site, int32_t n_kept, int32_t told, int32_t counted,
			 pram_lead_fn lead);
/* The log's partials K are those of SITE, which has been named, and of others of
   the same array: an update is OP of TYPE, HOW: PRAM_COMBINE_….  */
void PRAM_deposit_partials (int32_t k, int32_t site, int32_t op, int32_t type,
			    int32_t how);
void *PRAM_partials_grow (struct pram_log *, int32_t k, int64_t at);
char *PRAM_log_grow (struct pram_log *, int32_t n_bytes);

/* At least BYTES bytes that no other process sees, the same as long as no more are asked
   for.  W is static in the code that uses them, and zeros at first.  */
struct pram_workspace
{
  char *memory, *end;
};
/* Where, from its beginning, the line is noted in which something outside was chosen: an
   int32_t.  In front of it any lines are noted.  */
enum { PRAM_WORKSPACE_OUTSIDE = -4 };
void *PRAM_workspace (struct pram_workspace *w, size_t bytes);

/* A layer's code is where the program ends, in LINE: doesn't return.  Or so is the driver,
   of all processes, or a function that leads others.  */
void PRAM_ends (int32_t line) __attribute__ ((noreturn));
void PRAM_end_in (int32_t line);
/* Has a process said so?  Then the driver returns, and the original statement runs.  */
int32_t PRAM_ended (void);

/* The layer in LINE, which comes next, reads what its deposits may change: the order
   matters.  Returns whether it matters here; then the driver returns, and the
   original statement runs.  */
int32_t PRAM_unsteady (int32_t line);

/* Has an access that is watched come too late?  Then the driver returns, and the
   original statement runs.  */
int32_t PRAM_conflict (void);

/* Process 0 runs code that writes elements that data choose, in place.  If
   PRAM_checks () isn't 0 it says so before each: N_BYTES at AT, of the array at
   BASE.  */
int32_t PRAM_checks (void);
void PRAM_pinned (void *base, void *at, int32_t n_bytes, int32_t line);

/* The driver comes to a call of a function that does more than to compute: is it
   this process that makes it?  Then all are told the VALUE of SIZE bytes that it
   yields, if that is wanted.  */
int32_t PRAM_effect (void);
void PRAM_tell (void *value, int32_t size);
/* The same if the function may end the program: the others wait until it has
   returned.  */
int32_t PRAM_foreign (void);
void PRAM_returned (void);
/* Before it comes to a call that is recorded: has a process come to the program's end, or
   to an element outside of its own rows (PRAM_COPIES_OUTSIDE)?  Then the driver returns,
   and the original statement runs.  */
int32_t PRAM_vain (void);
/* Process 0 has made such a call, the one at PLACE in the source, which yields the VALUE of
   SIZE bytes, perhaps none.  Has a call that an original statement comes to been made
   already by the region that was given up?  Then it gets that VALUE.  */
void PRAM_recorded (int32_t place, const void *value, int32_t size);
int32_t PRAM_replayed (int32_t place, void *value, int32_t size);

/* The driver is about to return: its frames will be gone.  */
void PRAM_end (void);

/* Run by drivers of regions with tables, on every process.  */

/* Block BLOCK begins.  BASES, by name: the arrays' base pointers as the program
   has them now, null if the block does not touch them; the cells' addresses,
   always the same ones.  */
void PRAM_tasks (int32_t block, void *const *bases);

/* The next task, which belongs to GROUP.  Returns 1 if this process has to run
   it now: what it reads has arrived.  */
int32_t PRAM_task (int32_t group);

/* The verdict in the cell NAME, an int32_t, on all processes: that of the
   process that ran the last task that wrote it.  */
int32_t PRAM_verdict (int32_t name);

/* All tasks are done: bring what was written to rank 0.  */
void PRAM_collect (void);

#pragma GCC visibility pop

#ifdef __cplusplus
}
#endif
#endif
