/* plan-region.h: a plan as the runtime reads it.

   SPDX-License-Identifier: Apache-2.0

   The structures of pram-abi.h are made in memory, without code: emission
   writes them down as constants, and adds what only it knows.  All memory is of
   the arena of the plan's prog; strings are those of plan and prog.  */

#ifndef PRAM_PLAN_REGION_H
#define PRAM_PLAN_REGION_H

#include "kinds.h"
#include "machine/logp.h"
#include "plan.h"
#include "table-plan.h"
#include "prog/source.h"

/* The scalars that a layer's function yields.  */
struct pram_layer_results
{
  int like;			/* as in struct pram_layer */
  int n;
  const struct pram_reduction *reductions;
};

/* Enter PLAN into REGION, whose sites, drivers and arguments stay as they are.
   RESULTS: one for each layer of the plan.  LIKE: the numbers of the plan that
   the code was made for, or null if this is the one.  */
void pram_region_set_plan (struct pram_region *region,
			   const struct pram_plan *plan,
			   const struct pram_layer_results *results,
			   const int64_t *like);

/* How many numbers (pram-abi.h) a layer of a plan has, and how many an affine
   function among them has.  */
int pram_layer_numbers (const struct pram_plan_layer *);
/* Write them; returns where those of the next layer go.  LIKE has the sign of
   the coefficient that the layer has in the plan that the code was made for.
   */
int64_t *pram_layer_write_numbers (int64_t *numbers, const struct pram_plan *,
				   const struct pram_plan_layer *,
				   int64_t like);
int pram_layer_affine_numbers (const struct pram_plan_layer *);
/* How many names are in a layer's record (pram-abi.h).  */
int pram_record_names (const struct pram_kinds *);

/* The same of a plan that runs task by task.  */
void pram_region_set_tasks (struct pram_region *region,
			    const struct pram_table_plan *plan);

/* Enter into ARGS, by argument, what is known of the arrays that PLAN touches:
   LO, HI, WRITTEN and, of layers, CONTIGUOUS.  */
void pram_args_set_plan (struct pram_arg *args, const struct pram_plan *plan);
void pram_args_set_tasks (struct pram_arg *args,
			  const struct pram_table_plan *plan);

/* Enter what SOURCE knows of lookups into REGION, and what it reads of them into
   ARGS.  The memory is of SOURCE's arena.  */
void pram_region_set_known (struct pram_region *region, struct pram_arg *args,
			    const struct pram_source *source,
			    const struct pram_plan *plan);

/* What messages cost on a measured machine, by class of pairs.  */
void pram_messages_set (struct pram_message messages[PRAM_N_PAIRS],
			const struct pram_logp *machine);

#endif
