/* planner.c: libpram-plan, which makes plans while the program runs.

   SPDX-License-Identifier: Apache-2.0

   Core does the work (plan-source.c); this keeps its memory, and the first
   thing that it refuses.  */

#include "base/alloc.h"
#include "base/arena.h"
#include "base/diag.h"
#include "base/guard.h"
#include "predict/plan-source.h"
#include "pram-plan.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A plan, and where its tables are.  */
struct planned
{
  struct pram_region region;
  struct pram_arena *arena;
};

/* Where a reason goes.  */
struct answer { char *text; size_t size; };

static void
hear (void *data, enum pram_severity severity, int line, const char *message)
{
  struct answer *answer = data;
  (void) line;
  if (severity >= PRAM_REFUSAL && answer->size && !*answer->text)
    snprintf (answer->text, answer->size, "%s", message);
}

/* What is planned, and the plan; null after a report.  */
struct work
{
  const struct pram_region *region;
  const int64_t *values;
  const struct pram_diag *diag;
  struct planned *made;
};

static void
plan (void *data)
{
  struct work *work = data;
  struct pram_arena *arena = NULL;
  const struct pram_region *made
    = pram_plan_source (work->region, work->values, &arena, work->diag);
  if (!made)
    return;
  work->made = pram_zeroed (1, sizeof *work->made);
  *work->made = (struct planned) { *made, arena };
}

struct pram_region *
PRAM_plan (const struct pram_region *region, const int64_t *values,
	   char *reason, size_t size)
{
  struct answer answer = { reason, size };
  struct pram_diag diag = { hear, &answer };
  if (size)
    *reason = '\0';
  if (region->site->abi_version != PRAM_ABI_VERSION)
    {
      snprintf (reason, size, "the planner is of another version of pram");
      return NULL;
    }
  struct work work = { region, values, &diag, NULL };
  pram_guard (plan, &work, (int) region->site->line, &diag);
  return work.made ? &work.made->region : NULL;
}

void
PRAM_plan_free (struct pram_region *region)
{
  struct planned *p = (struct planned *) region;
  if (!p)
    return;
  pram_arena_free (p->arena);
  free (p);
}
