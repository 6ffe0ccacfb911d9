/* budget.h: a limit on the time that compiling a region takes.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef PLUG_BUDGET_H
#define PLUG_BUDGET_H

struct plug_region;

/* Let the deadline of REGION, and of its versions, pass when as much processor
   time as a region may take has been spent from now on, unless plug_budget_end
   is called before, which takes the deadline from them.  */
void plug_budget_start (struct plug_region *region);
void plug_budget_end (struct plug_region *region);

/* If half of the time was too little to know some of the region's arrays, let the
   other half begin.  */
bool plug_budget_again (void);

#endif
