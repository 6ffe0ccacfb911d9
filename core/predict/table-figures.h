/* table-figures.h: what a region costs that runs through tables.

   SPDX-License-Identifier: Apache-2.0  */

#ifndef PRAM_TABLE_FIGURES_H
#define PRAM_TABLE_FIGURES_H

#include "plan/table-plan.h"
#include "predict.h"

/* Of one run on some number of ranks.  Data-dependent loops
   count with one iteration; what each further one of the first such loop adds,
   as soon as they are alike, is of the ITERATION.  */
struct pram_table_figures
{
  int64_t messages, bytes;
  int64_t iteration_messages, iteration_bytes;
  bool iterated;		/* there is such a loop */
  double seconds;		/* predicted: of an iteration, or of all */
  double entry;			/* s: what comes to the iterations once */
  double bound;			/* s: on SECONDS, whatever overlaps */
  double setup;			/* s: before the first entry */
};

struct pram_table_figures
pram_table_plan_figures (const struct pram_table_plan *, int procs,
			 const struct pram_predictor *);

/* Seconds that pass before the steps: all ranks hear the arguments.  */
double pram_table_arguments (const struct pram_predictor *, int procs);

/* Seconds that the serial program takes for the same, loops and memory
   included (table-serial.c).  */
double pram_table_plan_serial (const struct pram_table_plan *,
			       const struct pram_predictor *);

#endif
