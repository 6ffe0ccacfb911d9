/* choosing.h: the loops on which a place depends.

   SPDX-License-Identifier: GPL-3.0-or-later

   Include after extract.h.  */

#ifndef PLUG_CHOOSING_H
#define PLUG_CHOOSING_H

/* LOOP does one part of the only loop in it after the other: levels, or colours.  Had
   they not to be one after the other, they would have been one loop.  */
bool plug_stages_p (class loop *);

/* In the header of LOOP there is something that the place of REF is computed from.  */
bool plug_place_in_p (tree ref, class loop *loop);

/* So many of the innermost loops around STMT, which accesses REF where data choose,
   are there to the outermost one that changes the place: those around it do the same
   once more, or the next part of it.  */
int plug_choosing_loops (struct plug_extract *, gimple *stmt, tree ref);

/* What is computed from NAME chooses elements, or says where loops end, or something is
   divided by it.  */
bool plug_steers_p (tree name);

/* Where REF may be something is written and read in the same iteration after that, and what
   is read chooses elements, or says where loops end: if anything else was there that would
   lead astray.  */
bool plug_misleads_p (struct plug_extract *, tree ref);

#endif
