/* profile.h: what runs of a program took, from the statistics of the runtime.

   SPDX-License-Identifier: Apache-2.0

   The file is that of PRAM_STATS: a JSON object a line.  Files of several runs,
   with other sizes or numbers of processes, may be put together.  */

#ifndef PRAM_PROFILE_H
#define PRAM_PROFILE_H

#include <stdbool.h>
#include <stdio.h>

#include "base/arena.h"
#include "base/diag.h"

/* A distributed region of one run.  */
struct pram_profile_entry
{
  const char *region, *file;
  int line;
  int procs;
  double entries, iterations;	/* of all entries */
  double seconds;		/* the same */
  double computing;		/* seconds of the slowest process, the same */
  double waits;			/* for who was slowest from one reduction to
				   the next, s; negative: not known */
  double tasks;			/* of the busiest process, the same */
  double faults;		/* pages that a process touched first, at most;
				   0 if the file doesn't say */
};

struct pram_profile
{
  int n;
  struct pram_profile_entry *entry;
};

/* Append the distributed regions in FILE.  False after one PRAM_ERROR that
   names the line.  */
bool pram_profile_read (FILE *, struct pram_profile *, struct pram_arena *,
			const struct pram_diag *);

#endif
