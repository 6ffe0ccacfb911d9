/* offers.h: reads of which data choose the element.

   SPDX-License-Identifier: Apache-2.0

     while (…) {
       for (i) for (k = start[i]; k < start[i + 1]; k++)
	 y[i] += a[k] * x[column[k]];
       for (i) x[i] = …;
     }

   Which elements of x, a and column a process reads nobody knows before the
   arrays start and column are there: the processes *inspect* that when the
   region is entered (runtime/inspect.c; inspector and executor, Saltz et al.).
   For analysis such reads are taken out of their statements.  Of an array that
   the region doesn't write nothing remains: rank 0 has it.  In the place of
   others there is an *offer*, in front of the outermost loop around the read
   that doesn't write the array: a nest that reads all of its elements that are
   written anywhere.  It becomes a layer, without code, whose processes then have
   these elements; they send each other those that have been asked for.  */

#ifndef PRAM_OFFERS_H
#define PRAM_OFFERS_H

#include "prog/prog.h"

/* Take the indirect reads of PROG, which has no subscripts yet, out of their
   statements, and note them.  */
void pram_offers_note (struct pram_prog *prog);

/* PROG has subscripts: put the offers into it.  False after a report.  */
bool pram_offers_insert (struct pram_prog *prog, const struct pram_diag *);

/* ARRAY, or one that it is exchanged with, is inspected.  */
bool pram_inspected_p (const struct pram_prog *prog, int array);

/* The offer that NODE is, or null.  */
const struct pram_offer *pram_offer_of (const struct pram_prog *prog,
					const struct pram_node *node);

/* Does NODE inspect ARRAY, or one that it is exchanged with?  */
bool pram_node_inspects_p (const struct pram_prog *prog,
			   const struct pram_node *node, int array);

#endif
