/* plan.h: which process computes and sends what.

   SPDX-License-Identifier: Apache-2.0

   A plan is a schedule of a prog made ready for emission.  It is the same for
   every number of processes: the sets are programs (pram-sets.h) over the
   block bounds of a pair of processes.

   The driver of a region is the prog's tree with the layers cut out: every
   loop that is not a layer and contains one is run by every process, and
   scalars are computed by every process.  */

#ifndef PRAM_PLAN_H
#define PRAM_PLAN_H

#include "prog/prog.h"

/* Figures are for so many processes at most.  */
enum { PRAM_PROCS_MAX = 16384 };

/* Iteration k of a layer's distributed loop stands at
   template coordinate  coef * k + constant + sum of outer[d] * d  over the
   iterators d of the driver's loops around the layer, which lies in unit
   floor (coordinate / granularity).  A layer without a distributed loop
   (NODE is a PRAM_STMT, or a loop executed whole) has coef 0.  Layers of one
   GROUP were placed where the other's elements live.

   Example: in for (k) for (i = k + 1; i < n; i++) a[i][k] /= a[k][k] the inner
   loop's iterations are counted from 0: they stand at i + 1 + k, where row
   i + 1 + k of a lives.  */
struct pram_placement
{
  struct pram_node *loop;	/* the distributed loop; null if coef is 0 */
  int64_t coef, constant;
  int64_t *outer;		/* by iterator; null: the layer doesn't move */
  int group;
};

/* The coordinate at which PLACEMENT puts an instance, as a function of the
   iterators of its loops.  (template.c)  */
struct pram_affine pram_placement_coordinate (const struct pram_prog *,
					      const struct pram_placement *);

struct pram_plan_transfer
{
  int array;			/* a name of the prog, valid at the layer; in
				   scatter and gather a name at the region's
				   entry (that is, an array object) */
  int set;			/* offset in code; yields byte offsets from the
				   base pointer */
  int line;
};

struct pram_plan_layer
{
  struct pram_node *node;	/* the PRAM_LOOP or PRAM_STMT that is the
				   layer */
  int first_stmt, end_stmt;	/* the statements of pram_poly inside of it */
  struct pram_placement placement;
  int64_t unit_lo, unit_hi;
  int64_t tasks;		/* statement instances of one run (that of the
				   first iteration of enclosing loops) */
  double work;			/* operations of one run */
  double runs;			/* data-dependent loops running once */
  const struct pram_offer *offer;	/* null, or what it is (poly/offers.h); it
					   has no code then … */
  bool accepts;			/* … that of a claim that is the nest behind */
  int n_offered;		/* … 1, or 0 if nothing is ever written … */
  struct pram_plan_transfer offered;	/* … and what its process has: what
					   moves is a part of that */
  const char *whole;		/* null, or why NODE, a loop that can't be
				   distributed, runs on one process … */
  const char *relayed;		/* … or, distributed all the same, on one after
				   the other: each is told by the one before
				   what the loop's scalars are … */
  int whole_line;		/* … and which line is why */
  bool early_recv, uniform;	/* see pram-abi.h */
  int scans;			/* likewise; 0 until that is predicted, … */
  double scan_seconds;		/* … with what each process then takes for a run */
  int n_transfers;
  struct pram_plan_transfer *transfers;
  int boundary;			/* offset in code, -1 if no transfers */
  int n_waits;
  int *waits;
  int n_pipes;			/* see pram-abi.h */
  struct pram_pipe *pipes;
  int64_t reach;
  /* The layer follows itself, alone in its loop, and may sweep with its next
     run: the distances as in a pipe, -1 if it may not.  LAST: no other layer
     follows.  */
  int64_t ahead_up, ahead_down;
  bool last;
  /* As far as the prog says; emission knows better.  */
  int n_results;		/* values that a run leaves, for all
				   processes */
  int completed_with;		/* the last of the layers whose results all
				   processes get in one step; this one */
};

/* Each process does LAYER's iterations in order, and, of what is relayed, all at once, wherever
   that is.  */
static inline bool
pram_layer_in_order_p (const struct pram_plan_layer *layer)
{
  return layer->relayed || (layer->placement.loop && layer->placement.loop->in_order);
}

/* LAYER is relayed, and nobody needs what the last process leaves: those before may go on.  */
static inline bool
pram_layer_waves_p (const struct pram_plan_layer *layer)
{
  return layer->relayed && layer->node->waves;
}

/* A test by which a loop of the driver whose end data decide may be left.  Every
   process makes it, of values that have gone to all of them (runtime/reduce.c):
   the verdict, Iterative, Algorithm 3.  */
struct pram_test
{
  const struct pram_node *loop;
  int segment;			/* it stands behind that */
  /* Scalars that decide, and the layer whose result each is.  */
  int n_values;
  struct pram_test_value { const char *name; int layer; } *values;
};

/* What LAYER sends of ARRAY is for READER, a layer, or the end of the region, -1
   (then ARRAY is an array object, as in the plan's gather), if LOOP goes on, the
   FALSE set of Iterative, Algorithm 2, or if it has ended and the loop around it
   has not, TRUE.  For loops around LAYER inside of LOOP that is DEFER.  */
struct pram_destined
{
  int layer, array, reader;
  const struct pram_node *loop;
  bool goes_on;
};

enum pram_class
{
  PRAM_OBLIVIOUS, PRAM_ITERATIVELY_OBLIVIOUS, PRAM_NON_OBLIVIOUS
};

/* How iterations of a loop inside of a layer depend on each other through
   arrays (core/plan/chains.c).  */
struct pram_chain
{
  int64_t apart;		/* those that do are at least so many apart; 0:
				   none does */
  int64_t span;			/* those that others depend on are no further
				   apart */
  bool combined;		/* into elements, in any order */
};

/* "oblivious", "iteratively oblivious", "non-oblivious".  */
const char *pram_class_name (enum pram_class);

struct pram_plan
{
  struct pram_prog *prog;	/* the program, or that with some of its loops
				   cut (index-split.c) */
  enum pram_class class_;
  int tries;			/* so many choices of where layers run have left it
				   unsure who writes elements last, … */
  bool others;			/* … and there are more */
  bool sunk;			/* its program is another one since (sink.c) */
  bool writes_more;		/* it has nests that write arrays so that these
				   have a last writer (poly/last-writer.h) */
  int64_t granularity;		/* template coordinates a unit */
  int64_t first_coordinate;	/* of unit 0; already contained in the
				   placements' constants */
  int64_t n_units;
  int n_layers;			/* in program order */
  struct pram_plan_layer *layers;
  int n_scatter, n_gather;
  struct pram_plan_transfer *scatter, *gather;
  /* If the prog wants that explained: in the order of loops, of layers.  */
  int n_tests, n_destined;
  struct pram_test *tests;
  struct pram_destined *destined;
  int n_code;
  int64_t *code;
  int64_t quotients_cubed;	/* see sets.c */
  /* Bytes touched, [lo, hi) relative to the base pointer, by array object.  */
  int64_t *touched_lo, *touched_hi;
  bool *written;
  bool *contiguous;		/* see struct pram_arg */
  int iterations;		/* see struct pram_region; -1 if none */
  /* Figures (operations; statement instances).  A data-dependent loop is
     counted once.  */
  struct pram_chain *chains;	/* by iterator; null: not known yet */
  int64_t n_tasks;
  double work, depth;
  double whole_tasks, whole_work;	/* of layers that run whole */
};

/* Of some work, or tasks, no more than this part is little.  */
#define PRAM_LITTLE (1. / 8)

/* The layer of PLAN that runs whole and has the most work, or null.  */
const struct pram_plan_layer *pram_plan_whole (const struct pram_plan *plan);

/* Schedule PROG by Brent clustering into blocks (Iterative, section 2.2) and
   derive the transfers from its exact data flow.  Returns null after one
   PRAM_REFUSAL if it can't be distributed.  Takes memory from PROG's arena.  */
struct pram_plan *pram_plan_build (struct pram_prog *,
				   const struct pram_diag *);

/* The same from the data flow of the whole program at once, found by isl alone:
   slower, a reference for tests.  */
struct pram_plan *pram_plan_build_whole (struct pram_prog *,
					 const struct pram_diag *);

/* Only its layers, which are what its shape depends on (shape.h).  */
struct pram_plan *pram_plan_layers (struct pram_prog *,
				    const struct pram_diag *);

/* How many of LAYER's units the processes FROM .. TO - 1 of PROCS have.  */
int64_t pram_plan_units (const struct pram_plan *,
			 const struct pram_plan_layer *, int from, int to,
			 int procs);

/* How many of PROCS processes have units, and number K of them.  If there are
   fewer units than processes each is a process's only one.  */
int pram_plan_owners (const struct pram_plan *, int procs);
int pram_plan_owner (const struct pram_plan *, int k, int procs);

/* May two runs of LAYER sweep together on PROCS processes, if there are
   two?  */
bool pram_plan_ahead_p (const struct pram_plan *,
			const struct pram_plan_layer *, int procs);

/* The part of what LAYER does in all its runs that each of PROCS processes
   does: into SHARES.  (figures.c)  */
void pram_plan_shares (const struct pram_plan *,
		       const struct pram_plan_layer *, int procs,
		       double *shares);

/* Operations of the processes FIRST .. END - 1 of PROCS, into WORK, in the run
   of LAYER in the iterations ITER of the loops around it.  */
void pram_plan_block_work (const struct pram_plan *,
			   const struct pram_plan_layer *, int first, int end,
			   int procs, const int64_t *iter, double *work);
/* Do all runs of LAYER do and move as much?  */
bool pram_plan_alike_p (const struct pram_plan_layer *);

bool pram_plan_check (const struct pram_plan *, const struct pram_diag *);
void pram_plan_print (FILE *, const struct pram_plan *);

#endif
