/* blocks.h: from a prog to layers on a template.

   SPDX-License-Identifier: Apache-2.0

   Internal to core.  One file a strategy; each fills the plan's layers
   (node, placement, unit range), granularity and number of units.  */

#ifndef PRAM_BLOCKS_H
#define PRAM_BLOCKS_H

#include "plan.h"
#include "pram-sets.h"
#include "poly/poly.h"

/* Brent clustering of affine layers: each layer is cut into blocks along one
   loop, aligned so that values stay where they are used.  False after one
   PRAM_REFUSAL.  */
bool pram_blocks_build (struct pram_poly *, struct pram_plan *,
			  const struct pram_diag *);

/* The layer that STMT belongs to.  (layers.c)  */
const struct pram_plan_layer *
pram_plan_layer_of (const struct pram_plan *, const struct pram_poly_stmt *);

/* Cut the layers of PLAN, which have placements, into units.  False after one
   PRAM_REFUSAL.  (template.c)  */
bool pram_template_lay (const struct pram_poly *, struct pram_plan *,
			const struct pram_diag *);

/* Fill in the figures of PLAN and its layers: tasks, work, depth.
   (figures.c)  */
void pram_plan_measure (struct pram_plan *);

/* Operations of PROG, each of whose loops that end when data say has so many
   ITERATIONS.  (figures.c)  */
double pram_prog_operations (struct pram_prog *, double iterations);

/* Find how iterations of loops inside of layers depend on each other; measure
   PLAN again afterwards.  (core/plan/chains.c)  */
void pram_plan_find_chains (struct pram_poly *, struct pram_plan *);

/* What of each array is touched, and written, and whether each process has one
   piece of it.  (plan-extents.c)  */
struct pram_flows;
void pram_plan_extents (const struct pram_poly *, struct pram_plan *,
			const struct pram_flows *);

/* After which layers no other one may follow; which may sweep together: pipes
   and reach.  (pipeline.c)  */
void pram_plan_find_last (const struct pram_poly *, struct pram_plan *);
void pram_plan_pipelines (const struct pram_poly *, struct pram_plan *);

/* May instances of A and B with different iterations of LOOP, in the same
   iteration of the loops outside of NODE, touch the same element by WA and AB?
   (layers.c)  */
bool pram_layer_conflict_p (const struct pram_poly *,
			    const struct pram_node *node,
			    const struct pram_node *loop,
			    const struct pram_poly_stmt *a,
			    const struct pram_access *wa,
			    const struct pram_poly_stmt *b,
			    const struct pram_access *ab);

/* Is ARRAY one of which each iteration of LOOP has its own: does it write what
   it reads, and nobody want what it leaves?  (own.c)  */
bool pram_own_p (const struct pram_poly *, const struct pram_node *loop,
		 int array);

/* Is ARRAY such a one, in which iterations of NODE, a layer distributed along
   LOOP, would meet otherwise?  Then no process is the owner of its elements.
   (layers.c)  */
bool pram_layer_own_p (const struct pram_poly *, const struct pram_node *node,
		       const struct pram_node *loop, int array);

/* Is everything that the layer NODE does under conditions on iterators of the
   loops around it?  Then the driver may test them, and pass NODE over.  With
   ITER, the iterators' values: do these conditions not hold now?
   (layers.c)  */
bool pram_layer_passed_over_p (const struct pram_node *node,
			       const int64_t *iter);

/* The loops along which the counted loop NODE can be distributed,
   null-terminated.  (layers.c)  */
struct pram_node **
pram_layer_candidates (const struct pram_poly *, struct pram_arena *,
		       struct pram_node *node);

/* PROG, or a copy in which a loop of which one iteration stands apart is three,
   one after the other.  Takes memory from PROG's arena.  (index-split.c)  */
struct pram_prog *pram_split_index_sets (struct pram_prog *prog);

/* The one loop that stands in NODE and all quotients and remainders in it, or null.
   (sink.c)  */
struct pram_node *pram_inside_splits (struct pram_node *node);

/* The loop that SPLIT, of quotients or remainders, may go into, and which stands in
   OUTER, such a one; in SPLIT if that is null.  Null if there is none.  (sink.c)  */
struct pram_node *pram_sink_target (struct pram_node *split, struct pram_node *outer);

/* Move SPLIT, and the loops of quotients in it, into TARGET, such a one.  (sink.c)  */
void pram_sink (struct pram_arena *, struct pram_node *split,
		struct pram_node *target);

/* Fill PLAN's layers with the outermost loops that can be distributed and the
   statements outside of them, without placements.  CANDIDATES[l] gets the
   null-terminated list of loops along which layer l can be distributed
   (empty for a single statement).  False after a report, or if PLAN's program has been
   changed, `sunk', and POLY is outdated.  (layers.c)  */
bool pram_layers_find (struct pram_poly *, struct pram_plan *,
		       struct pram_node ****candidates,
		       const struct pram_diag *);

#endif
