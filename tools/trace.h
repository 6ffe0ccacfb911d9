/* trace.h: read the timeline of a run.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef TOOLS_TRACE_H
#define TOOLS_TRACE_H

#include "lab/timeline.h"

/* The first entry of the region NAME (null: of any) in FILE, a trace that
   PRAM_TRACE wrote; stores in *ITERATIONS how often the region's outermost
   loop ran.  Null after one report.  */
struct pram_timeline *trace_read (const char *file, const char *name,
				  int64_t *iterations, struct pram_arena *);

#endif
