/* verdicts.h: what verdicts decide about messages.

   SPDX-License-Identifier: Apache-2.0

   Internal to core.  For people, and for tests: nothing is executed by it.  */

#ifndef PRAM_VERDICTS_H
#define PRAM_VERDICTS_H

#include "plan.h"
#include "poly/flow.h"

/* Find the tests of PLAN's driver on which loops end.  */
void pram_verdicts_find (struct pram_plan *plan);

/* FLOW, from D's layer to D's reader, moves elements of D's array: find on which
   verdicts that depends.  PAIRS, { S -> R }, which instances it relates; null: it
   goes from nest to nest.  Takes PAIRS.  */
void pram_verdicts_destine (struct pram_plan *plan,
			    const struct pram_flow_part *flow, isl_map *pairs,
			    struct pram_destined d);

/* What END writes last is collected.  */
void pram_verdicts_gather (struct pram_plan *plan, const struct pram_end *end);

/* Print them.  (verdicts-text.c)  */
void pram_verdicts_print (FILE *, const struct pram_plan *);

#endif
