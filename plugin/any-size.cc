/* any-size.cc: regions whose sizes are variables.

   SPDX-License-Identifier: GPL-3.0-or-later

   Their code is made from a plan for sizes that are assumed; the runtime has
   plans for others made (core/predict/plan-source.h).  */

#include "pram-gcc.h"
#include "any-size.h"
#include "blocks.h"
#include "budget.h"
#include "diagnostics.h"
#include "region.h"

/* The sizes of REGION that only count iterations around all layers of PLAN, and need not
   be known.  */
static void
find_counts (const struct plug_region *region, const struct pram_plan *plan,
	     auto_vec<int> *counts)
{
  for (int i = 0; i < region->n_params; i++)
    if (region->params[i].variable && pram_plan_counts_only_p (plan, i))
      counts->safe_push (i);
}

static void
set_known (struct plug_region *region, const vec<int> &counts, bool known)
{
  for (int i : counts)
    region->params[i].variable = region->params[i].checked = known;
}

/* A plan for REGION, of any size, that serves more sizes than PLAN does, as COUNTS are
   forgotten: null if there is none.  */
static struct pram_plan *
plan_without_counts (struct plug_region *region, const vec<int> &counts)
{
  if (counts.is_empty ())
    return NULL;
  set_known (region, counts, false);
  auto_vec<enum plug_lookup_state> lookups;
  for (int i = 0; i < region->n_params; i++)
    lookups.safe_push (region->params[i].lookup);
  struct pram_prog *prog = plug_read (region, false, &plug_silent);
  struct pram_plan *better
    = prog ? plug_blocks_plan (region, prog, false, &plug_silent) : NULL;
  if (better)
    plug_settle_sizes (region, prog->source);
  else
    {
      set_known (region, counts, true);
      /* Elements may only be known if it is known that loops run.  */
      for (int i = 0; i < region->n_params; i++)
	region->params[i].lookup = lookups[i];
      pram_prog_free (prog);
    }
  return better;
}

/* Note PLAN of REGION for all SIZES that were assumed.  FORGOTTEN are those that only
   count, but what all iterations take depends on them.  */
static void
note_counts (struct plug_region *region, const struct pram_plan *plan,
	     const char *sizes, const vec<int> &forgotten)
{
  const char *settled = region->size_text;
  region->size_text = sizes;
  set_known (region, forgotten, true);
  plug_blocks_note (region, plan);
  set_known (region, forgotten, false);
  region->size_text = settled;
}

/* Other values that may be assumed: sizes that are greater by one; elements that lie far
   apart, as where rows begin, or follow each other, as offsets of diagonals; the same for
   members that structures of one kind have, as of two grids that are swept in turns.  */
enum others { NEXT, SPREAD, STEPS, ALIKE, N_OTHERS };

/* REGION with OTHERS assumed.  Null if that is nothing else.  */
static struct plug_region *
other_values (const struct plug_region *region, enum others others)
{
  static const char *const suffixes[] = { ".next", ".spread", ".steps", ".alike" };
  struct plug_region *other = XNEW (struct plug_region);
  *other = *region;
  other->suffix = suffixes[others];
  other->other_sizes = true;
  other->params = XNEWVEC (struct plug_param, region->n_params + 1);
  for (int i = 0; i < region->n_params; i++)
    {
      other->params[i] = region->params[i];
      if (others == NEXT)
	other->params[i].expected += region->params[i].variable;
    }
  bool any = (others == NEXT
	      || (others == ALIKE ? plug_assume_alike (other, true)
		  : plug_spread_elements (other, others == STEPS)));
  if (any)
    return other;
  free (other->params);
  free (other);
  return NULL;
}

/* Code for PLAN doesn't serve PROG, as read.  */
static bool
other_shape_p (struct pram_prog *prog, const struct pram_plan *plan)
{
  struct pram_plan *layers
    = (pram_delinearize (prog, &plug_silent)
       && pram_prog_check (prog, &plug_silent)
       ? pram_plan_layers (prog, &plug_silent) : NULL);
  return layers && !pram_shape_serves_p (pram_shape_text (plan),
					 pram_shape_text (layers));
}

/* PLAN's code is that of REGION.  Where sizes are odd instead of even plans may
   have another shape, as sweeps over every second element do; and so they may
   where an array of indices has parts of another one begin, or where rows of two
   grids are as long.  Emit code for that, too.  */
static void
emit_other_shape (struct plug_region *region, const struct pram_plan *plan,
		  enum others others)
{
  if (region->unsplit || !plug_variable_sizes_p (region))
    return;
  struct plug_region *next = other_values (region, others);
  if (!next)
    return;
  struct pram_prog *prog = plug_read (next, false, &plug_silent);
  struct pram_plan *other = (prog && other_shape_p (prog, plan)
			     ? plug_blocks_plan (next, prog, false,
						 &plug_silent) : NULL);
  if (other)
    plug_emit (next, other, &plug_silent);
  pram_prog_free (prog);
  free (next->params);
  free (next);
}

bool
plug_any_size_emit (struct plug_region *region, struct pram_plan *plan,
		    const struct pram_diag *diag)
{
  const char *sizes = region->size_text;
  auto_vec<int> counts;
  find_counts (region, plan, &counts);
  struct pram_plan *better = plan_without_counts (region, counts);
  if (!better)
    counts.truncate (0);
  struct pram_plan *emitted = better ? better : plan;
  bool ok = plug_emit (region, emitted, diag);
  if (ok && !region->other_sizes)
    note_counts (region, plan, sizes, counts);
  for (int others = 0; ok && others < N_OTHERS; others++)
    emit_other_shape (region, emitted, (enum others) others);
  if (better)
    pram_prog_free (better->prog);
  return ok;
}
