/* any-size.h: regions whose sizes are variables.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef PLUG_ANY_SIZE_H
#define PLUG_ANY_SIZE_H

struct plug_region;

/* Emit the code of REGION, of any size, whose plan for the sizes that are
   assumed is PLAN, and say how it runs, if it is not for other sizes than the
   user's.  False after one report to DIAG if that can't be done.  */
bool plug_any_size_emit (struct plug_region *region, struct pram_plan *plan,
			 const struct pram_diag *diag);

#endif
