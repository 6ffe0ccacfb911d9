/* pram-sched-expand.h: explicit task graphs of programs.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef PRAM_SCHED_EXPAND_H
#define PRAM_SCHED_EXPAND_H

#include "prog/prog.h"

/* Print PROG's tasks and flows.  False after a report.  */
bool sched_print_taskgraph (const struct pram_prog *prog,
			    const struct pram_diag *diag);

/* Compare the graphs that both builders make of PROG, data-dependent loops
   running ITERATIONS times.  False after a report.  */
bool sched_compare_graphs (struct pram_prog *prog, int iterations,
			   const struct pram_diag *diag);

#endif
