/* offers.h: accesses of which data choose the element.

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
   that doesn't write the array, or only other members of structures: a nest that
   reads all of its elements that are written anywhere.  It becomes a layer, without
   code, whose processes then have these elements; they send each other those that
   have been asked for.

   Where the region changes what chooses an element nothing is known at entry.
   Then such reads are *asked* for: whenever their layer is about to run, its
   processes inspect, in the rounds that it takes, and ask those that offer.

     for (i) h[key[i]] += w[i];

   Writes are taken out, too, together with what they read of the element
   before: they are *deposits*.  In front of the outermost loop around them that
   accesses the array in no other way all of its elements that are accessed
   anywhere are *claimed*, by a nest that reads and writes them, and behind that
   loop another such nest *accepts* them.  So each element has one process while
   the loop runs, which all others send their deposits to (runtime/deposit.c).
   What isn't claimed nobody accesses in another way: rank 0 has it.

     for (v) if (level[v] == d) for (k) if (level[to[k]] < 0) level[to[k]] = d + 1;

   A read is *steady* in a loop if the same comes of it whichever of the loop's
   deposits are done before.  It is no other access then: it may well be done before
   them all.  Whoever makes the prog says so (plugin/read/steady.h).  The claim only
   reads, so that what is read by name comes from where it was written.

   Where a loop does access the array in another way but its iterations are apart
   (apart.h), elements are offered in front of that loop all the same, and claimed
   behind it: then those deposits are done.

     for (i) if (mark[i]) { k = n + slot[i]; right[k] = right[i]; right[i] = k; }

   Where nothing proves that, whoever makes the prog may ask for it to be taken so.
   All accesses to the array in the loop are then *watched*, in their order: if one
   uses what one before it writes, and where data choose one of the two, the region
   is given up (runtime/watch.c).  */

#ifndef PRAM_OFFERS_H
#define PRAM_OFFERS_H

#include "prog/prog.h"

struct pram_element_hull;

/* Take the indirect accesses of PROG, which has no subscripts yet, out of their
   statements, and note them.  */
void pram_offers_note (struct pram_prog *prog);

/* A statement in NODE accesses ARRAY, or one that it is exchanged with, by its
   name; WRITE: and writes it.  */
bool pram_node_names_p (const struct pram_prog *, const struct pram_node *node,
			int array, bool write);

/* Data choose some element of ARRAY, or one that it is exchanged with, that is
   written; any is written, in this way or another.  */
bool pram_chosen_written_p (const struct pram_prog *, int array);
bool pram_written_p (const struct pram_prog *, int array);

/* The elements of ARRAY, known by subscripts, for which nests stand where data choose
   which one is accessed: those that have names, accordingly (element-nests.h),
   or, if data choose which are written and which are read, all if it is known how
   many there are.  False if they don't surely exist.  */
bool pram_chosen_hull (const struct pram_prog *, int array, bool accessed,
		       struct pram_element_hull *);

/* Data choose which elements of ARRAY are written, perhaps others than those that
   offers and claims are for: process 0 has these, and they change.  */
bool pram_chosen_beyond_p (const struct pram_prog *, int array);

/* Around what is inspected and deposited find the loops that offers and claims are
   for, as far as that isn't pinned.  */
void pram_offers_find_loops (struct pram_prog *);

/* PROG has subscripts: put offers and claims into it.  False after a report.  */
bool pram_offers_insert (struct pram_prog *prog, const struct pram_diag *);

/* ARRAY, or one that it is exchanged with, is inspected.  */
bool pram_inspected_p (const struct pram_prog *prog, int array);

/* The last round in which NODE asks for elements of ARRAY, or one that it is
   exchanged with; of any array if it is negative.  0: it doesn't.  */
int pram_node_asks (const struct pram_prog *prog, const struct pram_node *node,
		    int array);

/* Is anything that OFFER has sent when it is made?  */
bool pram_offer_sent_p (const struct pram_prog *prog,
			const struct pram_offer *offer);

/* The offer, or claim, of which NODE is a nest, or null.  */
const struct pram_offer *pram_offer_of (const struct pram_prog *prog,
					const struct pram_node *node);

/* Is there an offer, or a claim, within NODE, which is none itself, or a loop that one
   would be for?  Then it is no layer: what it inspects, or has deposited, all processes
   exchange between layers.  */
bool pram_node_offers_p (const struct pram_prog *prog,
			 const struct pram_node *node);

/* Does NODE inspect ARRAY, or one that it is exchanged with, or, if ARRAY is
   negative, any?  */
bool pram_node_inspects_p (const struct pram_prog *prog,
			   const struct pram_node *node, int array);

/* Does NODE deposit in ARRAY, or one that it is exchanged with, or, if ARRAY is
   negative, in any?  */
bool pram_node_deposits_p (const struct pram_prog *prog,
			   const struct pram_node *node, int array);

/* Does NODE inspect, or deposit, anything?  Then the same processes have to run the
   same of its iterations each time.  */
bool pram_node_chooses_p (const struct pram_prog *,
			  const struct pram_node *node);

/* Is D done late, by what claims it then?  Does NODE deposit such in what is called
   ARRAY there, or, if that is negative, in any?  */
bool pram_deposit_late_p (const struct pram_prog *,
			  const struct pram_deposit *d);
bool pram_node_deposits_late_p (const struct pram_prog *,
				const struct pram_node *node, int array);

/* Does NODE access ARRAY, or one that it is exchanged with, or, if that is negative,
   any, as if no iteration used what another one writes where data choose?  Then that
   has to be watched.  */
bool pram_node_watches_p (const struct pram_prog *,
			  const struct pram_node *node, int array);

/* Does NODE deposit anything, or is it watched?  Then iterations run in order.  */
bool pram_node_logs_p (const struct pram_prog *, const struct pram_node *node);

/* Is some of that over when NODE has run?  */
bool pram_node_settles_p (const struct pram_prog *,
			  const struct pram_node *node);

/* Does NODE read what a deposit around may change, by name?  That is steady.  */
bool pram_node_steady_p (const struct pram_prog *, const struct pram_node *node);

/* Does NODE deposit what changes scalars where it is done?  */
bool pram_node_finds_p (const struct pram_prog *, const struct pram_node *node);

/* Does NODE pin an access to ARRAY, or one that it is exchanged with; WRITE: a
   write?  */
bool pram_node_pins_class_p (const struct pram_prog *,
			     const struct pram_node *node, int array,
			     bool write);

#endif
