/* blocks.h: regions in blocks of layers: their plans, and how they run.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef PLUG_BLOCKS_H
#define PLUG_BLOCKS_H

struct plug_region;

/* The plan of REGION, whose prog is PROG; null after a report to DIAG, also if
   it doesn't pay.  SHOWN: dump what is wanted.  */
struct pram_plan *plug_blocks_plan (struct plug_region *region,
				    struct pram_prog *prog, bool shown,
				    const struct pram_diag *diag);

/* What PLAN is predicted to take on PROCS processes, but for what it takes once: an iteration
   of each convergence loop, or, if there is none, all of it.  Seconds.  */
double plug_blocks_seconds (const struct pram_plan *plan, int procs);

/* Say how REGION runs by PLAN.  */
void plug_blocks_note (struct plug_region *region,
		       const struct pram_plan *plan);

#endif
