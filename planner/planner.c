/* planner.c: libpram-plan, which makes plans while the program runs.

   SPDX-License-Identifier: Apache-2.0

   Core does the work (predict/plan-source.h); this keeps its memory, and the first thing that
   it refuses.  */

#include "base/arena.h"
#include "base/diag.h"
#include "predict/plan-source.h"
#include "pram-plan.h"

#include <stdio.h>

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

static struct planned *
plan (const struct pram_region *region, const int64_t *values,
      const struct pram_diag *diag)
{
  struct pram_arena *arena;
  const struct pram_region *made
    = pram_plan_source (region, values, &arena, diag);
  if (!made)
    return NULL;
  struct planned *p = PRAM_ARENA_NEW (arena, struct planned, 1);
  *p = (struct planned) { *made, arena };
  return p;
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
  struct planned *p = plan (region, values, &diag);
  return p ? &p->region : NULL;
}

void
PRAM_plan_free (struct pram_region *region)
{
  struct planned *p = (struct planned *) region;
  if (!p)
    return;
  pram_arena_free (p->arena);
}
