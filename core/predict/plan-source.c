/* plan-source.c: plans for sizes that are known when a region is entered.

   SPDX-License-Identifier: Apache-2.0

   What the compiler does with a region of known sizes, from the source that it
   left in the program on.  */

#include "plan-source.h"

#include "forecast.h"
#include "machine/machine.h"
#include "plan/blocks.h"
#include "plan/fission.h"
#include "plan/plan-region.h"
#include "plan/shape.h"
#include "poly/delinearize.h"
#include "poly/instantiate.h"
#include "scans.h"

#include <string.h>

/* Behind the source there are those from before loops were split.  Where the
   next one of TEXT begins, or where it ends.  */
static const char *
next_source (const char *text)
{
  const char *next = strstr (text, "\nsource ");
  return next ? next + 1 : text + strlen (text);
}

/* The lookups of SOURCE are where VALUES has them.  */
static void
set_lookups (struct pram_source *source, const int64_t *values)
{
  for (int k = 0; k < source->lookups.n; k++)
    {
      struct pram_lookup *lookup = &source->lookups.lookup[k];
      lookup->memory = (const char *) (intptr_t) values[lookup->number];
    }
}

/* Entry values of SOURCE, which have VALUES, are equal where they must be; false after a
   report.  */
static bool
alike_p (const struct pram_region *region, const struct pram_source *source,
	 const int64_t *values, const struct pram_diag *diag)
{
  for (int k = 0; k < source->n_entries; k++)
    {
      const struct pram_entry *e = &source->entries[k];
      if (e->like && values[e->number] != values[e->like - 1])
	{
	  pram_diag_report (diag, PRAM_REFUSAL, 0, "'%s' and '%s', which it exchanges, "
			    "differ", region->args[e->like - 1].name, e->name);
	  return false;
	}
    }
  return true;
}

/* The first source in TEXT, with the VALUES that REGION depends on.  If ALL, with
   those, too, that it was compiled for and doesn't depend on: they count rounds.  */
static struct pram_source *
read_source (const struct pram_region *region, const char *text, bool all,
	     const int64_t *values, const struct pram_diag *diag)
{
  FILE *f = fmemopen ((char *) text, (size_t) (next_source (text) - text), "r");
  struct pram_source *source = f ? pram_source_read (f, diag) : NULL;
  int n = 0;
  if (f)
    fclose (f);
  if (source && !alike_p (region, source, values, diag))
    {
      pram_source_free (source);
      return NULL;
    }
  for (int k = 0; source && k < source->n_entries; k++)
    {
      int number = source->entries[k].number;
      bool checked = region->args[number].checked;
      if (!checked && !all)
	continue;
      source->entries[n] = source->entries[k];
      if (checked)
	source->entries[n].value = values[number];
      n++;
    }
  if (!source)
    return NULL;
  source->n_entries = n;
  set_lookups (source, values);
  return source;
}

/* The prog of SOURCE, which the code of the shape CODE (null: there is none) is
   to run; null after a report.  */
static struct pram_prog *
prog_of (struct pram_source *source, const char *code,
	 struct pram_deadline *deadline, const struct pram_diag *diag)
{
  struct pram_obstacle obstacle;
  struct pram_scope *scope = pram_scope_new (source->exprs, source->arena,
					     deadline);
  pram_source_enter (source, scope);
  struct pram_prog *prog = pram_instantiate (source, scope, &obstacle);
  if (!prog)
    pram_obstacle_report (source, &obstacle, diag);
  pram_scope_free (scope);
  if (prog)
    {
      prog->deadline = deadline;
      prog->code = code;
    }
  return prog && pram_prog_check (prog, diag) ? prog : NULL;
}

/* The loops that were split, in the source TEXT of REGION, may be so for
   VALUES, too.  */
static bool
split_right_p (const struct pram_region *region, const char *text,
	       const int64_t *values, struct pram_deadline *deadline,
	       const struct pram_diag *diag)
{
  struct pram_source *source = read_source (region, text, true, values, diag);
  struct pram_prog *prog
    = source ? prog_of (source, NULL, deadline, diag) : NULL;
  bool ok = prog && pram_delinearize (prog, diag);
  if (ok && !pram_fission_right_p (prog))
    {
      pram_diag_report (diag, PRAM_REFUSAL, 0, "a loop was taken apart or "
			"put together, or its values computed again, where for "
			"these sizes that must not be");
      ok = false;
    }
  pram_source_free (source);
  return ok;
}

/* All of them may.  */
static bool
splits_right_p (const struct pram_region *region, const int64_t *values,
		struct pram_deadline *deadline, const struct pram_diag *diag)
{
  for (const char *text = next_source (region->source); *text;
       text = next_source (text))
    if (!split_right_p (region, text, values, deadline, diag))
      return false;
  return true;
}

static struct pram_plan *
plan_of (struct pram_prog *prog, const struct pram_diag *diag)
{
  struct pram_plan *plan;
  if (!pram_delinearize (prog, diag) || !pram_prog_check (prog, diag)
      || !(plan = pram_plan_build (prog, diag))
      || !pram_plan_check (plan, diag) || !pram_shape_check (plan, diag))
    return NULL;
  return plan;
}

/* Some layer of REGION that the code for layer L of K's plan is for.  */
static int
layer_like (const struct pram_region *region, const struct pram_kinds *k,
	    int l)
{
  int64_t at = region->numbers[k->of_layer[l]];
  const int64_t *row = region->numbers + at;
  int64_t n = at ? row[-2] : 0, size = at ? row[-1] : 0;
  while (n-- > 0)
    {
      if (*row >= 0)
	return (int) *row;
      row += size;
    }
  return -1;
}

/* What the code of REGION yields, by layer of PLAN, and what emission found out
   about it.  */
static struct pram_layer_results *
results_of (const struct pram_region *region, struct pram_plan *plan)
{
  struct pram_layer_results *all
    = PRAM_ARENA_NEW (plan->prog->arena, struct pram_layer_results,
		      plan->n_layers);
  struct pram_kinds k = { .plan = plan };
  if (plan->prog->levels)
    k = pram_kinds_of (plan);
  for (int l = 0; l < plan->n_layers; l++)
    {
      int like = plan->prog->levels ? layer_like (region, &k, l) : l;
      if (like < 0)
	continue;
      const struct pram_layer *layer = &region->layers[like];
      all[l].like = like;
      all[l].n = layer->n_reductions;
      all[l].reductions = layer->reductions;
      plan->layers[l].n_results = layer->n_reductions;
      if (layer->ahead_up < 0)
	plan->layers[l].ahead_up = -1;
    }
  return all;
}

/* The arguments of REGION, which are VALUES, for PLAN, if there is one; what
   is known of SOURCE's lookups is entered there, too.  */
static void
set_args (struct pram_region *region, const struct pram_plan *plan,
	  const struct pram_source *source, const int64_t *values)
{
  struct pram_arg *args = PRAM_ARENA_NEW (source->arena, struct pram_arg,
					  region->n_args);
  memcpy (args, region->args, sizeof *args * (size_t) region->n_args);
  for (int i = 0; i < region->n_args; i++)
    if (args[i].checked)
      args[i].expected = values[i];
  if (plan)
    pram_args_set_plan (args, plan);
  pram_region_set_known (region, args, source, plan);
  region->args = args;
}

/* A machine, and what is predicted with it.  */
struct machine
{
  struct pram_logp logp;
  struct pram_costs costs;
  struct pram_profile none;
  struct pram_predictor by;
};

/* M becomes the machine that REGION was compiled for; costs are from ARENA.  False
   after a report.  */
static bool
read_machine (struct machine *m, const struct pram_region *region,
	      struct pram_arena *arena, const struct pram_diag *diag)
{
  const char *text = region->machine;
  *m = (struct machine) { .logp = pram_logp_default (),
			  .costs = pram_costs_default (arena),
			  .by = { &m->logp, &m->costs, &m->none, NULL } };
  if (!text)
    return true;
  FILE *f = fmemopen ((char *) text, strlen (text), "r");
  bool ok = f && pram_machine_read (f, &m->logp, &m->costs, diag);
  if (f)
    fclose (f);
  else
    pram_diag_report (diag, PRAM_REFUSAL, 0, "the machine can't be read");
  return ok;
}

/* Forecast what PLAN, that of REGION, takes on as many processes as there are
   forecasts for already.  */
static void
set_forecasts (struct pram_region *region, const struct pram_plan *plan,
	       const struct pram_predictor *by)
{
  struct pram_forecast *all = PRAM_ARENA_NEW (plan->prog->arena,
					      struct pram_forecast,
					      region->n_forecasts);
  for (int k = 0; k < region->n_forecasts; k++)
    {
      all[k] = pram_forecast_of (plan, by, region->forecasts[k].procs);
      all[k].procs = region->forecasts[k].procs;
    }
  region->forecasts = all;
}

/* With level loops: MADE, a version of REGION with PLAN, has all parts of loops
   that the code calls.  For some values a loop may be cut into fewer.  False
   after a report.  */
static bool
parts_there_p (const struct pram_region *made, const struct pram_region *region,
	       const struct pram_plan *plan, const struct pram_diag *diag)
{
  struct pram_kinds k = { .plan = plan };
  if (plan->prog->levels)
    k = pram_kinds_of (plan);
  for (int kind = 0; kind < k.n; kind++)
    if (region->numbers[kind] && !made->numbers[kind]
	&& made->numbers[kind - kind % PRAM_KIND_PARTS])
      {
	pram_diag_report (diag, PRAM_REFUSAL, 0, "which parts loops are cut into "
			  "is another case than the one that was compiled");
	return false;
      }
  return true;
}

/* REGION with PLAN, of SOURCE; null after a report.  */
static struct pram_region *
region_of (const struct pram_region *region, struct pram_plan *plan,
	   const struct pram_source *source, const int64_t *values,
	   const struct pram_diag *diag)
{
  struct pram_region *made = PRAM_ARENA_NEW (source->arena, struct pram_region,
					     1);
  struct machine m;
  if (!read_machine (&m, region, source->arena, diag))
    return NULL;
  *made = *region;
  pram_scans_find (plan, &m.by);
  pram_region_set_plan (made, plan, results_of (region, plan),
			region->numbers);
  set_args (made, plan, source, values);
  set_forecasts (made, plan, &m.by);
  return parts_there_p (made, region, plan, diag) ? made : NULL;
}

/* REGION, which has no plan for VALUES.  */
static struct pram_region *
refused (const struct pram_region *region, const struct pram_source *source,
	 const int64_t *values)
{
  struct pram_region *made = PRAM_ARENA_NEW (source->arena, struct pram_region,
					     1);
  *made = *region;
  made->reason = "it has no plan";
  set_args (made, NULL, source, values);
  return made;
}

/* Can the code of REGION run PLAN?  False after a report.  */
static bool
served_p (const struct pram_region *region, const struct pram_plan *plan,
	  const struct pram_diag *diag)
{
  if (pram_shape_serves_p (region->shape, pram_shape_text (plan)))
    return true;
  pram_diag_report (diag, PRAM_REFUSAL, 0, plan->work > 0
		    ? "which loops run in parallel is another case than the one "
		    "that was compiled" : "its loops do nothing");
  return false;
}

struct pram_region *
pram_plan_source (const struct pram_region *region, const int64_t *values,
		  struct pram_arena **arena, struct pram_deadline *deadline,
		  const struct pram_diag *diag)
{
  /* As in the runtime's predictions.  */
  static const double assumed_iterations = 100;
  struct pram_source *source = read_source (region, region->source, false,
					    values, diag);
  if (!source)
    return NULL;
  struct pram_prog *prog = prog_of (source, region->shape, deadline, diag);
  if (prog && deadline && deadline->worth)
    deadline->worth (pram_prog_operations (prog, assumed_iterations));
  bool right = prog && splits_right_p (region, values, deadline, diag);
  struct pram_plan *plan = right ? plan_of (prog, diag) : NULL;
  bool ok = (plan && served_p (region, plan, diag)
	     && !pram_deadline_refuse (deadline, diag));
  struct pram_region *made
    = ok ? region_of (region, plan, source, values, diag) : NULL;
  *arena = source->arena;
  return made ? made : refused (region, source, values);
}
