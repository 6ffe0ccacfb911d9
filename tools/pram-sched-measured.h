/* pram-sched-measured.h: predictions beside what a run took.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef PRAM_SCHED_MEASURED_H
#define PRAM_SCHED_MEASURED_H

#include <stdbool.h>

#include "base/diag.h"

/* Print a line for each region of the run whose statistics are in the file
   STATS that the file REPORT, written by the plugin, predicts for so many
   processes, and a note for each that it doesn't.  False after one report if a
   file can't be read.  */
bool pram_sched_measured (const char *report, const char *stats);

#endif
