/* prt.h: what the files of the runtime share.

   SPDX-License-Identifier: Apache-2.0

   Names: PRAM_x is the ABI, prt_x is shared by the runtime's files and hidden
   from users.  All processes run the same binary, so they have the same
   tables; a region is named between processes by its number, the order in
   which it was found (loaded.c).

   Invariants
   (1) Everything a process allocates for a region is allocated when it enters
       the region for the first time; the loops of a driver allocate only in
       layers whose transfers change from run to run.
   (2) A datatype or request holds absolute addresses and is found again by
       these addresses alone; so it never refers to other memory than meant.
   (3) Sender and receiver derive a message from the same set program with the
       same environment; no sizes travel.  */

#ifndef PRT_H
#define PRT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <mpi.h>

#include "pram-abi.h"

#define PRT_INTERNAL __attribute__ ((visibility ("hidden")))
#pragma GCC visibility push(hidden)

/* Any scalar.  */
union prt_value
{
  int8_t i8; uint8_t u8; int16_t i16; uint16_t u16;
  int32_t i32; uint32_t u32; int64_t i64; uint64_t u64;
  float f32; double f64; long double f80; void *ptr;
  char bytes[16];
  struct pram_anew anew;
};

/* How a thread computes, and what it has raised: see floating.c.  */
struct prt_floating
{
  uint32_t sse;			/* the register MXCSR */
  uint16_t x87;			/* the control word */
};

/* Units [lo, hi).  */
struct prt_block { int64_t lo, hi; };

/* Bytes of an array, relative to its base pointer.  */
struct prt_piece { int64_t at, len; };
struct prt_pieces
{
  int n, room;
  int64_t bytes;
  struct prt_piece *piece;
};

struct prt_packet;
struct prt_message
{
  void *addr;
  int count;
  MPI_Datatype type;
  bool derived;
  struct prt_packet *packet;	/* null, or what is in the place of an array's
				   pieces: packet.c */
};

/* Requests for one set of messages between this process and others, the
   receives first.  Started again and again; freed when done if ONCE.  */
struct prt_round
{
  void **bases;			/* the key, with COUNTS: see exchange.c */
  int64_t *counts;
  int n_recv, n_send;
  MPI_Request *request;		/* see requests.c */
  struct prt_message *message;	/* by request */
  int64_t bytes;		/* sent by this process in one run */
  int tag;
  int *peer;			/* by request, as PEER_BYTES: for traces */
  int64_t *peer_bytes;
  int64_t held;			/* entry for which it was counted: stats.c */
  bool active, once;
};

enum { PRT_MAX_ROUNDS = 8 };

/* The rounds of one table of transfers, one for each combination of base
   pointers (pointers that are swapped give two or three).  */
struct prt_rounds
{
  int n, oldest;
  struct prt_round *round[PRT_MAX_ROUNDS];
};

/* A layer of an entered region.  */
/* Bytes AT to END - 1 of an array, which PEER has.  */
struct prt_owned
{
  int64_t at, end;
  int peer;
};

struct prt_owners
{
  bool known;
  int n, room;
  struct prt_owned *owned;	/* ascending */
  uint64_t density;		/* so many of them in 2^32 bytes, on average */
};

struct prt_layer
{
  const struct pram_layer *desc;
  int number;
  struct prt_layer *ahead;	/* its run ahead of its call: ahead.c; null
				   if it may not */
  bool done;			/* of AHEAD: the call finds it done */
  bool guessed;			/* the call may never come */
  uint32_t raised;		/* by the guess */
  int64_t calls;		/* since the region was entered */
  struct prt_block own;		/* units of this process with work */
  struct prt_rounds rounds;
  struct prt_round *pending;	/* transfers under way, or null */
  bool exchanges;		/* has transfers, and there are processes */
  struct prt_owners owners;	/* see owners.c */
  bool early_recv, uniform;
  bool have_edges;		/* EDGE is valid for good (uniform) */
  int n_edges, edges_room;
  struct prt_block *edge;	/* own boundary units, as disjoint intervals */
  int64_t edge_units;
  int n_reductions;
  bool unreduced;		/* leaves wait for PRAM_reduced */
  int *size;			/* bytes of a leaf, by reduction */
  char **leaves;		/* of the unit own.lo, by reduction */
  void **at;			/* the argument LEAVES of a layer's function;
				   the last one is for deposits */
  union prt_value **result;	/* by reduction: SIZE bytes */
};

/* Figures of one region in one mode; PER RANK arrays on rank 0 only.  */
struct prt_figures
{
  const char *reason;
  int ranks;
  int64_t entries, iterations;
  double seconds, comm_seconds;
  double imbalance;		/* s */
  bool reduced;			/* there were reductions: IMBALANCE is known */
  int64_t messages, bytes;
  int64_t inspections, kept;	/* entries that inspected, or used again what
				   former ones found, … */
  int64_t shared;		/* … or shared out units anew */
  int64_t turns;		/* logs of deposits that were full */
  int64_t scans;		/* runs of layers that were scanned */
  int64_t *tasks, *held, *faults; /* by rank */
  double *comm;			/* seconds, by rank */
  int64_t plans;		/* made when the program ran */
  double plan_seconds;		/* that took, and trying to */
};

/* Calls that run serially as no plan can be made for their values, for one
   reason, which is that of the figures.  */
struct prt_refusal
{
  struct prt_refusal *next;
  bool said;
  struct prt_figures figures;
};

/* What one process counts during one entry.  */
struct prt_tally
{
  double comm_seconds, comm_since;
  int comm_depth;		/* prt_comm_begin without prt_comm_end */
  double aside;			/* seconds, for the statistics themselves */
  int64_t messages, bytes, tasks, held, faults;
  int64_t inspections, kept, shared, turns, scans;
};

struct prt_layout;
struct prt_holding;

/* A layer that the driver calls, of which units LO .. HI - 1 are left.  */
struct prt_call
{
  struct prt_layer *layer;	/* null: there is none */
  pram_layer_fn fn;
  void *frame;
  int64_t lo, hi;
  int64_t behind;		/* the first layer of a sweep, at least */
  int32_t relayed;		/* bytes of FRAME that each process gets from the
				   one before (relay.c); 0: none */
};

/* A registered region.  */
struct prt_region
{
  const struct pram_region *desc;
  int index;			/* in prt.regions; -1 - that in prt.made */
  struct prt_region *next;	/* next version of the same site */
  /* Of a plan that was made when the program ran: see made.c.  */
  const struct prt_region *template;	/* whose code it runs; else null */
  bool sent;			/* the workers have it */
  double plan_seconds;		/* that it took; 0 once figures have it */
  struct prt_region *alone;	/* on rank 0: the region as rank 0 runs it
				   alone; null before, and in itself */
  struct prt_history *history;	/* see choose.c */
  struct prt_signature *signature;	/* see call.c */
  void **bases;			/* by argument, of the entry under way */
  bool ready;			/* what follows is set up */
  bool unsure;			/* arrays may overlap: it inspects some of them,
				   or deposits, but not on one process */
  int procs;			/* that it is set up for */
  int unsteady;			/* 0, or the line for which the driver has given
				   up: see steady.c */
  int outside;			/* the same: see workspace.c */
  int ended;			/* the same: see ending.c */
  int64_t *counts;
  bool *unneeded;		/* by argument: not collected this time */
  void **stands;		/* by argument: the base pointer now (PRAM_stands) */
  int64_t *starts;		/* by process, and one more: its first unit; null
				   if all have as many: see share.c */
  struct prt_block block;	/* the units of this process */
  struct prt_layer *layer;
  int n_chain;			/* see sweep.c */
  struct prt_call chain[PRAM_CHAIN];
  struct prt_rounds scatter, gather;
  int n_unreduced;
  struct prt_layer **unreduced;	/* in the order they ran */
  int n_layouts;
  struct prt_layout **layouts;	/* see reduce.c */
  struct prt_layout *layout;	/* the last one used */
  struct prt_holding *holding;	/* see stats.c */
  struct prt_inspection *inspection;	/* see inspect.c; null: none */
  void *const *inspected_bases;	/* by argument */
  struct prt_asking *asking;	/* see ask.c; null: none */
  struct prt_deposits *deposits;	/* see deposit.c; null: none */
  struct prt_tables *tables;	/* see tasks.h */
  struct prt_figures compiled, serial;
};

/* What hangs at pram_site.runtime.  */
struct prt_site
{
  struct pram_site *site;
  struct prt_site *next;
  struct prt_region *versions;
  /* Rank 0: plans that were made when the program ran, the one entered last
     first; what those did that were given up; what was refused.  */
  struct prt_region *made, *given_up;
  struct prt_refusal *refusals;
  struct prt_refused *refused;	/* see made.c */
  bool warned;
  struct prt_figures unmatched;
  struct prt_figures *running;	/* the serial run under way, or null */
  struct prt_region *chosen;	/* what could run otherwise, too, or null */
  double since;
  struct prt_check *check;	/* while the original statement runs, too */
  bool rows_known;
  struct prt_rows *rows;	/* rows.c; null if there are none */
};

/* Where a region runs: see choose.c.  */
enum prt_mode { PRT_AUTO, PRT_DISTRIBUTED, PRT_ALONE, PRT_SERIAL };

struct prt_state
{
  bool started, mpi, stopped;
  const char *serial_reason;	/* why no region can be distributed */
  enum prt_mode mode;		/* PRAM_MODE */
  MPI_Comm comm;
  int rank;
  int procs;			/* that run the current region: all, or rank 0
				   alone */
  int all_procs;
  int n_regions, n_frozen;	/* registered; at the start */
  struct prt_region **regions;
  int n_made;
  struct prt_region **made;	/* plans by number; null: the number is free */
  struct prt_site *sites;
  struct prt_region *current;	/* being run, or null */
  int n_inside;			/* statements under way of regions inside */
  bool abroad;			/* rank 0 has called a function of another file */
  bool quiet, stats, trace, check, check_failed;
  struct prt_check *checking;	/* the region under way is checked */
  const char *stats_file, *trace_file;
  int64_t n_entered;		/* entries of all regions */
  int64_t n_distributed;	/* of these, on several processes */
  int64_t n_mapped;		/* how often copies of arrays got other memory */
  struct prt_tally tally;
  /* The broadcast tree: tree.c.  */
  int *informed;		/* processes in the order in which they are */
  int *parents;			/* by process; -1 for the root */
  int parent, n_children;
  int *children;		/* in the order in which they are sent to */
  int subtree;			/* ranks from this one on that are below it,
				   itself included */
  int control_words;		/* length of a control message */
  int radix;			/* reductions: of the dissemination, or 0 for
				   the trees */
  double task_seconds;		/* PRAM_SIMULATE, or 0 */
  uint64_t deposits;		/* PRAM_DEPOSITS, in bytes */
  bool one_by_one;		/* no layer is run ahead */
  bool traps;			/* some exceptions end the program */
  int64_t strip;		/* tasks, of layers that sweep together */
};
extern struct prt_state prt;	/* state.c */

/* Message tags.  A layer's transfers have its number plus PRT_TAG_LAYERS.  */
enum { PRT_TAG_CONTROL, PRT_TAG_SCATTER, PRT_TAG_GATHER, PRT_TAG_REDUCE,
       PRT_TAG_VERDICT, PRT_TAG_TASKS, PRT_TAG_TASKS_VERDICT,
       PRT_TAG_TASKS_JOIN, PRT_TAG_RAISED,
       PRT_TAG_NETWORK, PRT_TAG_INSPECT, PRT_TAG_RELAY, PRT_TAG_TURN, PRT_TAG_ANSWERS,
       PRT_TAG_LAYERS };

/* error.c */
void prt_fatal (const char *format, ...)
  __attribute__ ((noreturn, format (printf, 1, 2)));
void prt_warn (const struct pram_site *, const char *format, ...)
  __attribute__ ((format (printf, 2, 3)));
void prt_warn_setting (const char *name, const char *expected);
int prt_flush (FILE *);
void prt_warn_file (const char *name, int error);
void *prt_alloc (size_t n, size_t size);	/* zeroed; never null */
void *prt_grow (void *, size_t n, size_t size);
void prt_mpi_error (MPI_Comm *, int *, ...);
/* What is allocated in between is no leak of the user's: MPI keeps a lot for
   good.  For programs compiled with -fsanitize=address.  */
void prt_leaks_ignore (void);
void prt_leaks_watch (void);

/* site.c */
void prt_register (const struct pram_region *);
struct prt_site *prt_site_of (struct pram_site *);
int64_t prt_integer (int type, const void *value);
struct prt_region *prt_site_version (struct prt_site *, void *const *args);
bool prt_site_match_p (const struct pram_region *, void *const *args,
		       enum pram_checked upto);
void prt_site_values (const struct pram_region *, void *const *args,
		      FILE *);
void prt_site_describe (const struct prt_site *, void *const *args,
			char *text, size_t size);

/* rows.c */
void *const *prt_rows_enter (struct prt_site *, void *const *args);
void prt_rows_leave (struct prt_site *);
void prt_rows_again (struct prt_site *);
bool prt_rows_all_planes (struct prt_site *);
bool prt_rows_doubt (struct prt_site *);
bool prt_rows_places_hold (struct prt_site *, struct prt_region *, int *arg);
bool prt_rows_hold_p (const struct prt_site *, const struct prt_region *);
bool prt_rows_fit_p (const struct prt_site *, const struct prt_region *);
/* Leave out rows at the ends of tables that aren't where the region looks for them, and that
   data only might choose to read.  False if there are others, or none.  */
bool prt_rows_leave_ends (struct prt_site *, const struct prt_region *);
/* Rows of the site's that data might choose are taken not to be there: if they are chosen
   after all the region begins anew.  */
bool prt_rows_left_out_p (const struct prt_site *);
bool prt_rows_exchanged_p (const struct pram_region *);
bool prt_rows_chosen_p (const struct pram_region *);
bool prt_rows_beside_p (const struct prt_site *, const struct prt_region *, int a,
			int b);

/* rows-apart.c */
bool prt_rows_bounded_p (const struct prt_site *, const struct prt_region *, int i);
bool prt_rows_spread (struct prt_site *, const struct prt_region *, int *a,
		      int *b);
int64_t prt_rows_narrow_pitch (const struct prt_site *, const struct prt_region *, int i);
void prt_rows_reach (const struct prt_site *, const struct pram_arg *, int i,
		     int64_t *lo, int64_t *hi);
bool prt_rows_apart_p (const struct prt_site *);
bool prt_rows_copy (struct prt_site *, struct prt_region *);
void prt_rows_put_back (struct prt_site *, const struct prt_region *);
void prt_rows_free (struct prt_site *);

/* planner.c */
extern const char *prt_planner_file;
struct pram_region *prt_planner_make (const struct pram_region *,
				      const int64_t *values, double *most,
				      char *reason, size_t size);
void prt_planner_free (struct pram_region *);

/* made.c */
enum { PRT_MADE_WORDS = 4 };	/* of the message that announces a plan */
struct prt_region *prt_made_template (struct prt_site *, void *const *args);
struct prt_region *prt_made_version (struct prt_site *, void *const *args,
				     struct prt_figures **refusal);
void prt_made_say (struct prt_site *, void *const *args,
		   const struct prt_figures *refusal);
void prt_made_send (struct prt_region *);
void prt_made_receive (const int64_t *message);

/* entry.c */
void prt_enter_worker (const int64_t *message);
void prt_end_worker (void) __attribute__ ((noreturn));
int prt_message_words (const struct pram_region *);

/* floating.c */
void prt_floating_init (void);
struct prt_floating prt_floating_own (void);
void prt_floating_back (const struct prt_floating *);
void prt_floating_begin (const struct prt_floating *);
void prt_floating_end (struct prt_floating *);
void prt_floating_send (const struct prt_floating *);
void prt_floating_receive (struct prt_floating *);
struct prt_floating prt_floating_part (void);
uint32_t prt_floating_rejoin (const struct prt_floating *);
void prt_floating_raise (uint32_t);
bool prt_floating_handled_p (const struct prt_floating *);
/* What follows in the block is computed by the runtime, not the program.  */
#define PRT_FLOATING_OWN						\
  __attribute__ ((cleanup (prt_floating_back), unused))			\
  struct prt_floating floating_before = prt_floating_own ()

/* mpithreads.c */
void prt_mpi_threads_begin (void);
void prt_mpi_threads_end (void);
void prt_mpi_threads_settle (void);

/* threads.c */
void prt_thread_init (void);
bool prt_forked_p (void);
bool prt_thread_mpi_p (void);
bool prt_thread_begin (void);
void prt_thread_end (void);

/* call.c */
void prt_call_driver (struct prt_region *, void *const *args);
void prt_signature_free (struct prt_signature *);

/* team.c */
struct prt_region *prt_region_alone (struct prt_region *);
void prt_team_alone (void);
void prt_team_all (void);

/* network.c */
struct prt_network
{
  double message;		/* s: a small one, from end to end */
  double byte;			/* s: what a byte adds */
};
struct prt_network prt_network (void);
void prt_network_answer (void);

/* choose.c */
bool prt_chosen_p (const struct prt_region *);
enum prt_mode prt_choose (struct prt_region *);
void prt_learn (struct prt_region *, enum prt_mode, double seconds,
		int64_t iterations);
double prt_predicted (const struct prt_region *, enum prt_mode);
double prt_measured (const struct prt_region *, enum prt_mode);
const char *prt_why_alone (const struct prt_region *, bool serially);

/* region.c */
void prt_region_init (struct prt_region *);
void prt_region_share (struct prt_region *, int64_t *starts);
void prt_region_free (struct prt_region *);

/* SimGrid's MPI, if the program is linked with it: all processes are one
   process of the system, and time is simulated.  */
extern void smpi_execute (double seconds)
  __attribute__ ((weak, visibility ("default")));

/* loaded.c */
void prt_find_regions (void);
bool prt_starts_mpi_p (void);
bool prt_loaded_first_p (void);
void prt_keep_libraries (void);

/* at-end.c */
void prt_at_end (void (*) (void), bool first);

/* Who enters regions names it, so that the constructor is there in programs
   that are linked statically.  */
extern char PRAM_chosen __attribute__ ((visibility ("default")));
/* What a control message is about.  */
enum { PRT_STOP, PRT_ENTER, PRT_MEASURE, PRT_MADE };

/* tree.c */
void prt_tree_init (void);
void prt_broadcast_control (const int64_t *message);

/* memory.c: for the N arguments ARGS.  */
bool prt_array_p (const struct pram_arg *);

/* bits.c: the region yields the same bits as the original statement, which may then run
   instead wherever that is quicker.  Sums that may be reassociated don't: they have the same
   bits on all numbers of processes, but others than the statement's.  */
bool prt_same_bits_p (const struct pram_region *);
bool prt_memory_grows_p (const struct pram_arg *args, int n);
bool prt_memory_reserve (const struct pram_arg *args, int n);
void prt_memory_release (void);
void *prt_memory_own (int k, const struct pram_arg *);
void *prt_memory_base (const struct pram_arg *args, int arg, int64_t align);

char *prt_memory_map (const struct pram_arg *args, int arg);
void prt_readable_around (uintptr_t address, uintptr_t *lo, uintptr_t *hi);
void prt_reach_around (const void *at, const void *base, int64_t *lo, int64_t *hi);
bool prt_readable_p (const char *from, const char *to);

/* packet.c */
void prt_pieces_add (struct prt_pieces *, int64_t at, int64_t len);
void prt_pieces_clear (struct prt_pieces *);
struct prt_message prt_packet_message (const struct prt_pieces *, char *base);
void prt_packet_pack (struct prt_packet *);
void prt_packet_unpack (struct prt_packet *);
void prt_packet_free (struct prt_packet *);
char *prt_pieces_pack (const struct prt_pieces *, const char *base, char *to);
const char *prt_pieces_unpack (const struct prt_pieces *, char *base,
			       const char *from);
void prt_pieces_move (const struct prt_pieces *, char *base, int peer,
		      bool send);

/* marks.c: what is read of an argument.  MARK[K] of element FIRST + K is PRT_READ
   or, once somebody has offered it, PRT_OFFERED or, in a walk, PRAM_HERE; PAGE says
   where there are marks.  */
enum { PRT_READ = 1, PRT_OFFERED = 2 };
struct prt_marks
{
  unsigned char *mark, *page;	/* null: there are none */
  int64_t first, n, n_pages;
  int64_t lo, hi;		/* of all marked ones, bytes; hi < lo: none */
  /* Of a walk: how many have been taken, and the first and last of them.  */
  int64_t n_taken, first_taken, last_taken;
  int64_t pitch;		/* 0, or so far rows are apart, of which there are
				   the bytes … */
  int64_t first_column, end_column;
};
void prt_marks_make (struct prt_marks *, const struct pram_arg *, int64_t pitch,
		     void **leaves);
bool prt_marks_beyond_p (const struct prt_marks *);
void prt_marks_free (struct prt_marks *);
void prt_marks_collect (struct prt_marks *, int64_t element, bool forget,
			struct prt_pieces *);
void prt_marks_set (struct prt_marks *, int64_t k, bool here);
void prt_marks_take (struct prt_marks *, int64_t element, struct prt_pieces *);
int64_t prt_marks_read (const struct prt_marks *, int64_t *first, int64_t *last);
void prt_marks_forget (struct prt_marks *);
static inline int64_t
prt_floor_div (int64_t a, int64_t b)
{
  return a / b - (a % b < 0);
}

/* inspect.c */
struct prt_wanted		/* of an offer, by process */
{
  struct prt_pieces *send, *recv;
};
bool prt_inspects_p (const struct pram_region *);
const struct pram_arg *prt_region_args (const struct prt_region *);
const struct prt_wanted *prt_wanted_of (const struct prt_region *, int layer);
int64_t prt_region_pitch (const struct prt_region *, int arg);
void prt_inspection_reach (struct prt_region *, int arg, int64_t lo,
			   int64_t hi, int64_t pitch);
void prt_inspection_measure (const struct prt_site *, struct prt_region *,
			     void *const *bases);
bool prt_inspection_kept_p (struct prt_region *, void *const *args,
			    void *const *bases);
void prt_inspection_again (struct prt_region *, bool again);
void prt_inspection_begin (struct prt_region *, void *const *args,
			   void *const *bases);
bool prt_inspection_anew_p (struct prt_region *, int64_t **starts);
bool prt_inspection_vain_p (const struct prt_region *, int *a, int *b);
void prt_inspection_free (struct prt_region *);

void prt_inspection_end (struct prt_region *);
void prt_inspection_give_up (struct prt_region *, int a, int b);

/* share.c */
struct prt_weights;
struct prt_weights *prt_weights_new (void);
void prt_weights_run (struct prt_weights *, const struct prt_region *,
		      const struct prt_layer *, pram_layer_fn, void *frame,
		      void *const *leaves, int64_t *count);
int64_t *prt_weights_share (const struct prt_weights *,
			    const struct prt_region *);

/* kept.c */
struct prt_kept;
struct prt_kept *prt_kept_new (int n_args);
void prt_kept_free (struct prt_kept *);
void prt_kept_forget (struct prt_kept *);
void prt_kept_add (struct prt_kept *, int peer, int arg,
		   const struct prt_pieces *);
bool prt_kept_given_p (const struct prt_kept *, int arg, int64_t lo, int64_t hi);
bool prt_kept_p (const struct prt_kept *, const struct pram_region *,
		 const struct pram_arg *now, void *const *args,
		 void *const *bases);
void prt_kept_made (struct prt_kept *, const struct pram_region *,
		    const struct pram_arg *now, void *const *args,
		    void *const *bases, bool in_vain);
void prt_kept_bring (struct prt_kept *, struct prt_region *,
		     const struct pram_arg *now, void *const *bases);

/* ask.c */
void prt_asking_home (struct prt_region *, int arg, uintptr_t address);
bool prt_asking_risks_p (struct prt_region *, void *const *bases);
void prt_asking_begin (struct prt_region *);
void prt_asking_end (struct prt_region *);
void prt_asking_free (struct prt_region *);
/* A question that grows.  */
struct prt_question;
struct prt_question *prt_question_begin (struct prt_region *, int layer,
					 int round, int n, void *const *what);
struct prt_marks *prt_question_marks (const struct prt_region *, int arg);
bool prt_question_here_p (struct prt_region *, const struct prt_question *,
			  int arg, int64_t k);
bool prt_question_ask (struct prt_region *, struct prt_question *, bool *more);
void prt_question_end (struct prt_region *, struct prt_question *);
void prt_asking_inspect (struct prt_region *, pram_layer_fn, void *frame,
			 int64_t lo, int64_t hi);

/* owners.c */
const struct prt_owners *prt_owners_of (const struct prt_region *,
					struct prt_layer *);
int prt_owner_at (const struct prt_owners *, int64_t at);
int prt_owner_until (const struct prt_owners *, int64_t at, int64_t *end);

/* mail.c */
struct prt_mail			/* for, or from, each process, … */
{
  int64_t *n;			/* … so many 64-bit words */
  char **data;
  int64_t *room;		/* bytes, while it is written */
};
struct prt_mail prt_mail_new (void);
void prt_mail_grow (struct prt_mail *, int rank, int64_t n);
/* Room for N words more for process RANK.  */
static inline char *
prt_mail_add (struct prt_mail *mail, int rank, int64_t n)
{
  int64_t before = mail->n[rank];
  mail->n[rank] += n;
  if (8 * mail->n[rank] > mail->room[rank])
    prt_mail_grow (mail, rank, 8 * mail->n[rank]);
  return mail->data[rank] + 8 * before;
}
void prt_mail_free (struct prt_mail *);
struct prt_mail prt_mail_deliver (struct prt_mail *out);

/* watch.c */
void prt_watch_enter (struct prt_region *);
/* Its driver has found, or been told, that accesses come too late; why, on rank 0.  */
bool prt_conflict_p (const struct prt_region *);
void prt_conflict_describe (const struct prt_region *, char *text, size_t n);

/* ending.c: a region is entered whose code may come to where the program ends.  */
void prt_ending_enter (void);
/* Run units LO .. HI - 1 of CALL's layer, up to there.  */
void prt_run_ending (const struct prt_call *, int64_t lo, int64_t hi);
/* Find out whether something that all processes have done so far was in vain, as the program
   ends or data have chosen something outside of a workspace.  */
void prt_find_vain (struct prt_region *);

/* workspace.c: 0, or the line where data have chosen something outside of a workspace
   since it was asked for last.  All processes of the team have to ask.  */
int prt_workspace_outside (void);

/* replay.c: this thread enters a region; it will run the original statement, too; that
   is over.  */
void prt_record_begin (void);
void prt_replay_begin (void);
void prt_replay_end (void);

/* deposit.c */
bool prt_deposits_p (const struct pram_region *);
void prt_deposits_claim (struct prt_region *, struct prt_layer *,
			 void *const *bases);
void prt_deposits_run (struct prt_region *, const struct prt_call *,
		       void *const *bases);
void prt_deposits_free (struct prt_region *);

/* turn.c */
/* Wait for a message from RANK, but serve all others meanwhile.  */
void prt_turns_await (struct prt_region *, int rank, int tag);

/* prefault.c */
void prt_prefault_plan (void);
bool prt_prefault_step (void);
void prt_prefault_end (void);

/* runs.c */
struct prt_block prt_even_block (int64_t n_units, int rank);
struct prt_block prt_block_of (const struct prt_region *, int rank);
struct prt_run
{
  char *addr;			/* N2 groups of N1 blocks of LEN bytes; N2 is 1
				   if N1 is */
  int64_t len, n1, s1, n2, s2;
};
struct prt_runs
{
  int n, room;
  struct prt_run *run;
  char *tail;			/* block that may still grow */
  int64_t tail_len;
  int elem_size;
  char *base;
};
struct prt_env { int64_t v[512]; };
void prt_runs_add (struct prt_runs *, const struct pram_transfer *,
		   const int64_t *code, struct prt_env *, void *base);
int64_t prt_runs_bytes (const struct prt_runs *);
void prt_env_set (struct prt_env *, const struct prt_region *, int src,
		  int dst);
void prt_units_visit (const int64_t *code, struct prt_env *,
		      void (*) (void *, int64_t, int64_t, int64_t), void *);

/* datatype.c */
extern int prt_count_max;
struct prt_message prt_message_make (const struct prt_runs *);
void prt_message_free (struct prt_message *);

/* requests.c */
void prt_requests_add (struct prt_round *, struct prt_message *, bool send,
		       int peer);
void prt_requests_start (struct prt_round *, int first, int n);
void prt_requests_free (struct prt_round *);

/* rounds.c */
enum prt_direction { PRT_EXCHANGE, PRT_SCATTER, PRT_GATHER };
struct prt_transfers		/* a table of them */
{
  const struct pram_transfer *transfers;
  int n;
  enum prt_direction direction;
  int tag;
  const struct prt_wanted *wanted;	/* null, or of the one transfer */
};
struct prt_round *prt_round_of (struct prt_rounds *, struct prt_region *,
				const struct prt_transfers *,
				void *const *bases, int n_bases,
				int n_counts);
struct prt_round *prt_round_once (struct prt_region *,
				  const struct prt_transfers *,
				  void *const *bases);
void prt_round_start (struct prt_round *, bool recv, bool send);
void prt_round_wait (struct prt_round *);
void prt_round_progress (struct prt_round *);
void prt_rounds_free (struct prt_rounds *);

/* layer.c */
void prt_layer_finish (struct prt_layer *);
void prt_layer_wait (struct prt_region *, struct prt_layer *);
struct prt_round *prt_layer_prepare (struct prt_region *, struct prt_layer *,
				     void *const *bases);
bool prt_cut_edges (struct prt_call *);
void prt_run_units (const struct prt_call *, int64_t lo, int64_t hi);
void prt_count_tasks (const struct prt_layer *);

/* relay.c */
void prt_relay_take (const struct prt_call *);
void prt_relay_pass (const struct prt_call *);
void prt_relay_tell (const struct prt_call *);

/* exchange.c */
void prt_scatter (struct prt_region *, void *const *bases);
void prt_gather (struct prt_region *, void *const *args,
		 void *const *bases);
void prt_exchange_finish (struct prt_region *);

/* tasks.c */
void prt_tables_enter (struct prt_region *, void *const *bases);
void prt_tables_free (struct prt_tables *);

/* ahead.c */
bool prt_ahead_possible_p (const struct prt_region *,
			   const struct prt_layer *);
void prt_ahead_enter (struct prt_region *);

/* sweep.c */
bool prt_sweep_defer (struct prt_region *, const struct prt_call *);
bool prt_sweep_join (struct prt_region *, const struct prt_call *,
		     void *const *bases);
void prt_sweep (struct prt_call *, int n, int64_t to);
void prt_sweep_flush (struct prt_region *);

/* combine.c */
int prt_type_size (int type);
bool prt_type_float_p (int type);
typedef void (*prt_pairs_fn) (const void *src, void *dst, int64_t n);
typedef void (*prt_combine_fn) (void *left, const void *right);
/* HOW: PRAM_COMBINE_…  */
int prt_leaf_size (int type, int how);
prt_pairs_fn prt_pairs_of (int op, int type, int how);
prt_combine_fn prt_combine_of (int op, int type, int how);
void prt_identity (int op, int type, int how, union prt_value *);

/* reduce.c */
void prt_reduce_init (struct prt_region *);
void prt_reduce_later (struct prt_region *, struct prt_layer *);
void prt_layouts_free (struct prt_region *);

/* clock.c */
double prt_now (void);
void prt_comm_begin (void);
void prt_comm_end (void);

/* imbalance.c */
void prt_imbalance_begin (double since);
void prt_imbalance_step (void);
bool prt_imbalance (double *seconds);

/* stats.c */
void prt_hold (struct prt_region *, const struct pram_transfer *, int n,
	       int src, int dst, void *const *arrays);
void prt_hold_pieces (struct prt_region *, const struct prt_pieces *,
		      char *base);
void prt_stats_begin (void);
void prt_stats_entry (struct prt_region *, double seconds);
void prt_stats_add (struct prt_region *, struct prt_region *);
void prt_figures_free (struct prt_figures *);
void prt_holding_free (struct prt_holding *);
void prt_stats_write (void);

/* trace.c */
enum prt_event { PRT_COMPUTE, PRT_TASKS, PRT_SEND, PRT_RECEIVE, PRT_WAIT,
		 PRT_REDUCE, PRT_INSPECT, PRT_ENTRY };

/* Tasks that a process runs without a message in between: N of those numbered
   LO .. HI - 1, from START to END, of the source's lines LINE .. LAST_LINE.  */
struct prt_stretch
{
  double start, end;		/* s, as prt_now () */
  int64_t lo, hi;
  int32_t n, line, last_line;
};
void prt_trace_begin (struct prt_region *);
void prt_trace (enum prt_event, int number, double start);
void prt_trace_compute (int number, double start, int64_t lo, int64_t hi);
void prt_trace_sweep (bool sweeping);
void prt_trace_stretch (const struct prt_stretch *);
void prt_trace_message (bool send, int tag, int peer, int64_t bytes,
			double start);
void prt_trace_messages (const struct prt_round *, bool send, double start);
void prt_trace_end (const struct prt_region *);
void prt_trace_close (void);

/* check.c */
struct prt_check;
struct prt_check *prt_check_begin (const struct prt_region *, void *const *);
void prt_check_keep (const char *base, char *addr, int n, int line);
void prt_check_restore (struct prt_check *);
void prt_check_end (struct prt_check *);
void prt_check_free (struct prt_check *);

#pragma GCC visibility pop
#endif
