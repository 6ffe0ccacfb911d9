/* pinned.h: accesses of which data choose the element, done by process 0.

   SPDX-License-Identifier: Apache-2.0

     for (i) key[i] = …;
     for (i) place[next[key[i]]++] = i;
     for (i) … place[i] …;

   The second loop reads and writes elements of `next' that data choose: nobody
   can tell before it runs which iterations need what others have done.  So it
   runs whole, on process 0, and such accesses are *pinned* to it.  For analysis
   each iteration reads all elements that the program accesses anywhere by name,
   and, if it is a write, writes all of them, in nests in front of the statement
   and behind it (element-nests.h).  Exact flow then brings them to process 0, if
   they aren't there, and from it to who reads them.  The others, which only data
   choose, process 0 has at all times.  */

#ifndef PRAM_PINNED_H
#define PRAM_PINNED_H

#include "prog/prog.h"

/* Take the access A out of STMT, which is in a loop, and pin it, for WHY: nobody
   knows how far it goes.  */
void pram_pin_access (struct pram_prog *, struct pram_node *stmt, int a,
		      const char *why);

/* PROG has subscripts, and neither offers nor claims yet: pin what can be neither
   inspected nor deposited.  False after a report.  */
bool pram_pinned_insert (struct pram_prog *, const struct pram_diag *);

/* Does a statement in NODE pin an access?  */
bool pram_node_pins_p (const struct pram_prog *, const struct pram_node *node);
/* Something is pinned, and arrays are exchanged: then nothing may be inspected or
   deposited (what one of the two leaves by names the other one doesn't find).  */
bool pram_pinned_alone_p (const struct pram_prog *);
/* What a statement pins around which LOOP is the innermost loop; or null.  */
const struct pram_pinned *pram_pinned_in (const struct pram_prog *,
				      const struct pram_node *loop);

/* What a statement pins beside which there are loops that it isn't in; or null.  */
const struct pram_pinned *pram_pinned_between_loops (const struct pram_prog *);

/* Some write that goes nobody knows how far is pinned beside loops.  */
bool pram_pinned_endless_p (const struct pram_prog *);

/* LOOP runs whole: what would be offered or claimed inside it is pinned, its nests
   being already there.  */
void pram_pinned_whole (struct pram_prog *, const struct pram_node *loop);

#endif
