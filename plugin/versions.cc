/* versions.cc: one code for several sizes that the user names.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "pram-gcc.h"
#include "blocks.h"
#include "budget.h"
#include "diagnostics.h"
#include "region.h"
#include "versions.h"

/* Plan the versions of the current function, which is that of REGION, in ALL;
   returns how many there are that can be distributed.  The caller frees the
   progs.  */
static int
plan_versions (struct plug_region *region, struct plug_candidate *all)
{
  int n = 0;
  struct pram_prog **progs = XCNEWVEC (struct pram_prog *, region->n_versions);
  plug_extract_versions (region->versions, region->n_versions, progs,
			 &plug_silent);
  for (int i = 0; i < region->n_versions; i++)
    if (progs[i])
      {
	struct plug_region *version = region->versions[i];
	struct pram_plan *plan = plug_blocks_plan (version, progs[i], true,
						   &plug_silent);
	if (plan)
	  all[n++] = { version, progs[i], plan };
	else
	  pram_prog_free (progs[i]);
      }
  free (progs);
  return n;
}

/* The same within the budget of one region.  */
static int
plan_in_time (struct plug_region *region, struct plug_candidate *all)
{
  plug_budget_start (region);
  int n = plan_versions (region, all);
  plug_budget_end (region);
  for (int i = 0; i < n; i++)
    all[i].prog->deadline = all[i].plan->prog->deadline = NULL;
  return n;
}

/* Does the code for the plan of A serve that of B?  */
static bool
same_shape_p (const struct plug_candidate *a, const struct plug_candidate *b)
{
  return pram_shape_serves_p (pram_shape_text (a->plan),
			      pram_shape_text (b->plan));
}

/* Bring that of the N candidates ALL to the front that has most to do, which
   is the least likely to be a special case, and then those of its shape;
   returns how many they are.  */
static int
choose_shape (struct plug_candidate *all, int n)
{
  int n_same = 1;
  for (int i = 1; i < n; i++)
    if (all[i].plan->n_tasks > all[0].plan->n_tasks)
      std::swap (all[0], all[i]);
  for (int i = 1; i < n; i++)
    if (same_shape_p (&all[0], &all[i]))
      std::swap (all[n_same++], all[i]);
  return n_same;
}

/* Emit the code for the N candidates ALL, which have the same shape; false if
   that can't be done.  */
static bool
emit_shape (struct plug_candidate *all, int n)
{
  struct plug_reporter reporter;
  plug_reporter_start (&reporter, all->region);
  bool ok = plug_emit_together (all, n, &reporter.diag);
  plug_reporter_end (&reporter);
  for (int i = 0; i < n; i++)
    all[i].region->own->emitted = ok;
  return ok;
}

void
plug_versions_compile (struct plug_region *region)
{
  struct plug_candidate *all = XCNEWVEC (struct plug_candidate,
					 region->n_versions);
  const enum pram_form *form = region->schedule->form;
  bool blocks = form[0] == PRAM_IN_BLOCKS && form[1] == PRAM_NO_FORM;
  int n = blocks ? plan_in_time (region, all) : 0;
  int n_same = n > 1 ? choose_shape (all, n) : 0;
  if (n_same > 1 && emit_shape (all, n_same))
    for (int v = 0; v < region->n_versions; v++)
      for (int i = 0; i < n_same; i++)
	if (all[i].region == region->versions[v])
	  plug_blocks_note (all[i].region, all[i].plan);
  for (int i = 0; i < n; i++)
    pram_prog_free (all[i].prog);
  free (all);
}
