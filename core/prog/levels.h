/* levels.h: loops whose iterations are taken one by one.

   SPDX-License-Identifier: Apache-2.0

   In an FFT, a scan with doubled distances, a V-cycle what is accessed is no
   affine function of the iterator of the loop over the levels (or of what that
   loop changes otherwise, `s *= 2'), but it is one in each iteration.  Such a
   loop is a *level loop*.  It has few iterations, and with numbers for the
   entry values they can be run here: the items in it are repeated, once for
   each, with the numbers that its iterator and its variables have there.

   A level loop that exchanges names is gone, too: the items in it and after it
   have the names that the arrays then go by.  */

#ifndef PRAM_LEVELS_H
#define PRAM_LEVELS_H

#include "source.h"

/* So many iterations may a level loop have, the last one, in which it is left,
   included.  */
enum { PRAM_MAX_LEVELS = 66 };

/* --- Running -------------------------------------------------------------- */

/* What is known while level loops run.  */
struct pram_run;

struct pram_run *pram_run_new (const struct pram_source *);
/* LOOP, a level loop, is entered; it goes on to its next iteration.  */
void pram_run_enter (struct pram_run *, int loop);
void pram_run_advance (struct pram_run *, int loop);
/* By which exit LOOP is left in the present iteration; the number of its exits
   if by none; -1: that is not known.  */
int pram_run_exit (const struct pram_run *, int loop);
/* The present value of E; false if it isn't known.  */
bool pram_run_value (const struct pram_run *, const struct pram_expr *e,
		     int64_t *value);
/* How many iterations LOOP begins if it is entered now, -1 if that is not
   known or are too many.  It is left in iteration number *STOP, or, if null,
   where it ends.  */
int pram_run_count (struct pram_run *, int loop, const int *stop);

/* --- Which loops ---------------------------------------------------------- */

/* Which loops of SOURCE would have to be level loops for that what is accessed
   is affine, and how often others run: into WANTED, by loop.  TRIPS: how often
   each runs, -1 if that is not known.  INSPECTED: places where iterators are
   multiplied, or that variables say which start in another way in each iteration, need
   not be affine, and only loops that write need to be counted.  */
void pram_levels_want (const struct pram_source *source, const int64_t *trips,
		       bool inspected, bool *wanted);

/* Does SOURCE's LOOP choose elements of lookups by which it is said where
   something is, or how often a loop in it runs?  */
bool pram_levels_choose_p (const struct pram_source *source, int loop);

/* --- Taking them apart ----------------------------------------------------- */

/* The iterations of a level loop, counted over all of them.  */
struct pram_level
{
  int n;
  /* By iteration of the level loops around it: the number of the first one.
     */
  int n_first, *first;
};

/* SOURCE without level loops, in the same arena.  LEVELS, by loop of SOURCE, is
   what they were.  Null if *CULPRIT, a loop, has iterations that are not known,
   too many, or (null) there is too much of all.  */
struct pram_source *pram_levels_expand (struct pram_source *source,
					struct pram_level *levels,
					struct pram_item **culprit);

#endif
