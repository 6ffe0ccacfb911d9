/* pram-sched-tables.h: programs that run task by task.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef PRAM_SCHED_TABLES_H
#define PRAM_SCHED_TABLES_H

#include "pram-sched.h"

/* Schedule the tasks of PROG by OPTIONS->strategy, and print what OPTIONS ask
   for.  False after one report.  */
bool sched_run_tables (const struct options *, struct pram_prog *prog,
		       const struct pram_diag *);

#endif
