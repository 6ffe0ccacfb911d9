/* pass.cc: the GIMPLE pass `pram'.

   SPDX-License-Identifier: GPL-3.0-or-later

   Requires: SSA, nothing moved yet (right after `ssa').
   Provides: for a captured function, the distributed region: new functions
   and tables.  The captured function has served its purpose, and is emptied.
   For a layer's function, wide vectors.  */

#include "pram-gcc.h"
#include "any-size.h"
#include "args.h"
#include "blocks.h"
#include "budget.h"
#include "diagnostics.h"
#include "notes.h"
#include "pass.h"
#include "plug-report.h"
#include "region.h"
#include "vector-width.h"
#include "versions.h"
#include "front/free-variables.h"
#include "front/dispatch.h"
#include "read/extract.h"
#include "read/places.h"
#include "write/disjoint.h"

/* Find and note what is proven of REGION, which is non-oblivious.  False if
   that is nothing.  */
static bool
prove_scheme (struct plug_region *region, struct pram_scheme_promise *proven)
{
  struct plug_reporter reporter;
  plug_reporter_start (&reporter, region);
  struct pram_prog *prog = plug_read (region, true, &reporter.diag);
  struct pram_prog *tasks
    = prog ? plug_tasks_scheme (region, prog, &reporter.diag) : NULL;
  bool ok = tasks && (plug_dump_prog (tasks), pram_prog_check (tasks,
							   &reporter.diag))
	    && pram_scheme_prove (proven, tasks, &plug_args.logp,
				  &reporter.diag);
  if (ok)
    plug_note_scheme (region, proven);
  else
    plug_note_unproven (region, plug_location (region, reporter.line),
			reporter.reason);
  if (tasks)
    pram_prog_free (tasks);
  if (prog)
    pram_prog_free (prog);
  plug_reporter_end (&reporter);
  return ok;
}

/* If there was no time to find out more, that is the reason for R.  */
static void
blame_deadline (struct plug_reporter *r)
{
  struct plug_reporter late;
  plug_reporter_start (&late, r->region);
  if (pram_deadline_refuse (r->region->deadline, &late.diag))
    {
      plug_reporter_end (r);
      *r = late;
      r->diag.data = r;
    }
}

/* R's region runs serially, for its reason.  If that is that data choose what is
   accessed, INSPECTED knows why this can't be inspected.  */
static void
run_serially (struct plug_reporter *r, const struct plug_reporter *inspected)
{
  struct plug_region *region = r->region;
  blame_deadline (r);
  const char *reason = r->reason ? r->reason : "no reason was given";
  location_t loc = plug_location (region, r->line);
  bool told = plug_witness_told_p (region, reason);
  if (region->witness)
    plug_note_witness (region);
  if (told && inspected->reason)
    plug_note_serial (region, plug_location (region, inspected->line),
		      inspected->reason);
  else
    plug_note_serial (region, loc, told ? "what moves where is known only at "
				   "run time" : reason);
  if (r->hint)
    plug_note (region, plug_location (region, r->hint_line), r->hint);
  struct pram_scheme_promise proven;
  bool wanted = plug_args.verbose || plug_args.report || plug_args.dump_prog;
  bool known = told && wanted && prove_scheme (region, &proven);
  plug_report_serial (region, reason, r->line, known ? &proven : NULL);
  plug_settle_sizes (region, NULL);
  plug_emit_serial (region, xstrdup (reason), r->line);
}

/* schedule(serial): the user wants it so.  */
static bool
serial_wanted (struct plug_region *region, const struct pram_diag *diag)
{
  if (region->schedule->form[0] != PRAM_NO_FORM)
    return false;
  pram_diag_report (diag, PRAM_REFUSAL, 0, "schedule(serial)");
  return true;
}

/* Emit REGION through tables.  If that can't be done a note says why, or, if
   LAST, OUTER knows.  */
static bool
through_tables (struct plug_region *region, const struct pram_prog *prog,
		struct plug_reporter *outer, bool last)
{
  struct plug_reporter reporter;
  plug_reporter_start (&reporter, region);
  const struct pram_table_plan *plan
    = plug_emit_tasks (region, prog, region->schedule->name,
		       last ? &outer->diag : &reporter.diag);
  if (plan)
    {
      plug_note_tables (region, plan);
      plug_report_region (region, NULL, plan);
      pram_prog_free (const_cast <struct pram_prog *> (plan->prog));
    }
  else if (!last)
    {
      char *text = xasprintf ("%s is not possible for '%s': %s; trying blocks",
			      region->schedule->name, region->name,
			      reporter.reason);
      plug_note (region, plug_location (region, reporter.line), text);
      free (text);
    }
  plug_reporter_end (&reporter);
  return plan;
}

/* In PROG a loop around others runs whole because of accesses between these, which
   loops of their own could make (singles.cc): report it.  */
static bool
single_pinned_p (const struct pram_prog *prog, const struct pram_diag *diag)
{
  const struct pram_pinned *pinned = pram_pinned_between_loops (prog);
  if (pinned)
    pram_diag_report (diag, PRAM_REFUSAL, pinned->line, "%s", pinned->why);
  return pinned;
}

/* Much of PLAN runs on one process, as it might not if more was known of what data
   decide about: report it.  */
static bool
whole_p (const struct pram_plan *plan, const struct pram_diag *diag)
{
  const struct pram_plan_layer *most
    = plan->whole_work > PRAM_LITTLE * plan->work ? pram_plan_whole (plan) : NULL;
  if (most)
    pram_diag_report (diag, PRAM_REFUSAL, most->whole_line, "%s", most->whole);
  return most;
}

/* IN, a read of which data choose the element in PROG, and that is taken to be apart from
   what its loop writes (core/poly/offers.h), is of another member of structures than all
   that data choose to write.  */
static bool
other_member_p (const struct pram_prog *prog, const struct pram_inspected *in)
{
  const struct plug_access *read = (const struct plug_access *) in->cookie;
  bool any = false;
  for (int k = 0; k < prog->n_deposits; k++)
    if (prog->deposits[k].array == in->array)
      {
	const struct plug_access *write
	  = (const struct plug_access *) prog->deposits[k].cookie;
	if (!plug_different_members_p (read->ref, write->ref))
	  return false;
	any = true;
      }
  return any;
}

/* What is taken to be apart in PROG may well not be so: then the region runs serially.  */
static bool
gambles_p (const struct pram_prog *prog)
{
  for (int i = 0; i < prog->n_inspected; i++)
    if (prog->inspected[i].watched && !other_member_p (prog, &prog->inspected[i]))
      return true;
  return false;
}

/* What takes so many times what one process takes has loops distributed time and again in
   loops that aren't: to make more of these is no help.  */
enum { HOPELESS = 16 };

/* All of PLAN, of REGION, runs on one process, perhaps as loops carry what tables could
   hold: report it.  */
static bool
carried_whole_p (const struct plug_region *region, const struct pram_plan *plan,
		 const struct pram_diag *diag)
{
  bool alone = plan->n_units <= 1 && plug_expandable_p (region);
  if (alone)
    pram_diag_report (diag, PRAM_REFUSAL, plan->prog->line, "there is work for one process");
  return alone;
}

/* There may be a better way for REGION than PLAN: one in which less runs on one process, or
   else, if such a plan has been seen, one that is predicted to be quicker and is likely to
   do.  */
static bool
better_hoped_p (struct plug_region *region, const struct pram_plan *plan,
		const struct pram_diag *diag)
{
  if (!region->hopes)
    return false;
  double seconds = plug_blocks_seconds (plan, plug_args.procs[0]);
  bool before = region->disappointed > 0;
  if (whole_p (plan, diag) || carried_whole_p (region, plan, diag))
    {
      region->disappointed = before ? MIN (seconds, region->disappointed) : seconds;
      region->hopeless |= seconds > HOPELESS * plug_blocks_seconds (plan, 1);
      return true;
    }
  bool worse = before && (seconds > region->disappointed || gambles_p (plan->prog));
  if (worse)
    pram_diag_report (diag, PRAM_REFUSAL, plan->prog->line, "with much of it on one process "
		      "it is predicted to be quicker, or surer");
  return worse;
}

/* Iterations of a loop of PLAN wait for each other, within a loop that isn't distributed,
   perhaps as its iterations in REGION add to the same elements, or still if these are
   deposited: report it.  */
static bool
sums_wait_p (struct plug_region *region, const struct pram_plan *plan,
	     const struct pram_diag *diag)
{
  if (!region->sums_elements || region->sums_stay)
    return false;
  for (int l = 0; l < plan->n_layers; l++)
    {
      const struct pram_plan_layer *layer = &plan->layers[l];
      const char *why = layer->relayed ? layer->relayed : layer->whole;
      if (why && pram_node_loop (layer->node))
	{
	  region->sums_wait = true;
	  pram_diag_report (diag, PRAM_REFUSAL, layer->whole_line, "%s", why);
	  return true;
	}
    }
  return false;
}

/* What data add to counters keeps a loop of PLAN, of REGION, on one process, and with it
   more than a little, as it won't when it is summed up: report it.  */
static bool
counted_whole_p (struct plug_region *region, const struct pram_plan *plan,
		 const struct pram_diag *diag)
{
  bool much = plan->whole_work > PRAM_LITTLE * plan->work;
  for (int l = 0; l < plan->n_layers && much && region->summed == PLUG_SUM_UNDECIDED; l++)
    {
      const struct pram_plan_layer *layer = &plan->layers[l];
      if (layer->whole && layer->node->kind == PRAM_LOOP
	  && plug_counts_p ((class loop *) layer->node->cookie, true))
	{
	  region->counted_whole = true;
	  pram_diag_report (diag, PRAM_REFUSAL, layer->whole_line, "%s", layer->whole);
	  return true;
	}
    }
  return false;
}

/* Say of the first of PROG's loops that are watched (core/poly/offers.h) that it
   is.  */
static void
note_watched (struct plug_region *region, const struct pram_prog *prog)
{
  for (int i = 0; i < prog->n_deposits; i++)
    {
      const struct pram_deposit *d = &prog->deposits[i];
      if (!d->watched)
	continue;
      char *text = xasprintf ("data choose which element of '%s' is written: if "
			      "the loop at line %d uses it afterwards, that is "
			      "found out when it runs, and '%s' runs serially",
			      prog->arrays[d->array].name, d->around->line,
			      region->name);
      plug_note (region, plug_location (region, d->line), text);
      free (text);
      return;
    }
}

/* Nobody knows how long rows of an array of PROG, of REGION, are that are only read: data
   choose what is read of them, or where a loop ends.  Report it.  */
static bool
ragged_p (struct plug_region *region, const struct pram_prog *prog,
	  const struct pram_diag *diag)
{
  bool any = false;
  for (int a = 0; a < prog->n_arrays; a++)
    {
      const struct pram_array *array = &prog->arrays[a];
      struct plug_param *table = &region->params[array->arg];
      if (!array->pitch || !(array->rows.any_column || array->rows.unknown)
	  || table->places < 0 || pram_written_p (prog, a))
	continue;
      table->ragged = any = true;
      pram_diag_report (diag, PRAM_REFUSAL, prog->line, "nobody knows how long rows of "
			"'%s' are", array->name);
    }
  return any;
}

/* Emit REGION in blocks of layers.  */
static bool
in_blocks (struct plug_region *region, struct pram_prog *prog,
	   const struct pram_diag *diag)
{
  if (ragged_p (region, prog, diag))
    return false;
  struct pram_plan *plan = plug_blocks_plan (region, prog, !region->other_sizes, diag);
  if (plan && !region->decided && single_pinned_p (prog, diag))
    return false;
  if (plan && (better_hoped_p (region, plan, diag)
	       || (region->undecided && whole_p (plan, diag))
	       || counted_whole_p (region, plan, diag) || sums_wait_p (region, plan, diag)))
    return false;
  if (plan)
    note_watched (region, prog);
  if (plan && (region->any_size || plug_variable_sizes_p (region)))
    return plug_any_size_emit (region, plan, diag);
  bool ok = plan && plug_emit (region, plan, diag);
  if (ok)
    plug_blocks_note (region, plan);
  return ok;
}

/* Could REGION run task by task?  */
static bool
tables_possible_p (struct plug_region *region, const struct pram_prog *prog)
{
  struct plug_reporter reporter;
  struct pram_predictor by = plug_predictor ();
  plug_reporter_start (&reporter, region);
  const struct pram_diag *diag = &reporter.diag;
  struct pram_prog *tasks = plug_tasks_scheme (region, prog, diag);
  struct pram_table_plan *plan
    = (tasks && pram_prog_check (tasks, diag)
       ? pram_table_plan_build (tasks, pram_strategy_find ("brent"), by.logp,
			      by.costs, diag) : NULL);
  bool possible = plan && pram_table_plan_check (plan, diag);
  if (tasks)
    pram_prog_free (tasks);
  plug_reporter_end (&reporter);
  return possible;
}

/* Leave out of what R heard any advice that can't be followed.  Tables are made for
   sizes that are named.  */
static void
check_advice (struct plug_reporter *r, const struct pram_prog *prog)
{
  static const char text[] = "; schedule(brent)";
  char *advice = r->reason ? strstr (r->reason, text) : NULL;
  if (!advice)
    return;
  char *behind = advice + strlen (text);
  if (!tables_possible_p (r->region, prog))
    *advice = 0;
  else if (plug_variable_sizes_p (r->region))
    {
      char *longer = xasprintf ("%.*s with size(…)%s", (int) (behind - r->reason),
				r->reason, behind);
      free (r->reason);
      r->reason = longer;
    }
}

/* Emit REGION, distributed; false if the reporter knows why not.  */
static bool
distribute (struct plug_region *region, struct pram_prog *prog,
	    struct plug_reporter *reporter)
{
  const enum pram_form *form = region->schedule->form;
  if (form[0] == PRAM_BY_TASKS
      && through_tables (region, prog, reporter, false))
    return true;
  if (form[1] != PRAM_BY_TASKS)
    {
      bool ok = in_blocks (region, prog, &reporter->diag);
      if (!ok)
	check_advice (reporter, prog);
      return ok;
    }
  struct plug_reporter blocks;
  plug_reporter_start (&blocks, region);
  bool ok = (in_blocks (region, prog, &blocks.diag)
	     || through_tables (region, prog, reporter, true));
  plug_reporter_end (&blocks);
  return ok;
}

/* What was known BEFORE of REGION's parameters is known again; but for loops that
   have been split meanwhile, which stay so.  */
static void
restore_params (struct plug_region *region, struct plug_param *before)
{
  for (int i = 0; i < region->n_params; i++)
    {
      before[i].unsplit |= region->params[i].unsplit;
      before[i].ragged |= region->params[i].ragged;
      region->params[i] = before[i];
    }
}

/* What couldn't be known of REGION's arrays when it is entered may be if most of what
   it reads is inspected, as where levels begin if their rows aren't known.  */
static void
try_lookups_again (struct plug_region *region)
{
  for (int i = 0; i < region->n_params; i++)
    if (region->params[i].lookup == PLUG_NO_LOOKUP)
      {
	region->params[i].lookup = PLUG_LOOKUP_UNDECIDED;
	region->params[i].refusal = NULL;
      }
}

/* Distribute REGION by inspecting what it reads where data choose.  Why not R is
   told; then the region is as it was.  KNOWN: all that chooses may be known at
   entry, which is better where it is written.  */
static bool
distribute_inspected (struct plug_region *region, bool known,
		      struct plug_reporter *r)
{
  if (region->schedule->form[0] != PRAM_IN_BLOCKS)
    return false;
  struct plug_param *before = XNEWVEC (struct plug_param, region->n_params + 1);
  memcpy (before, region->params, region->n_params * sizeof *before);
  try_lookups_again (region);
  struct pram_prog *prog = plug_read_inspected (region, &r->diag);
  struct pram_scheme_promise proven;
  bool ok = (prog && !(known && prog->n_deposits)
	     && distribute (region, prog, r));
  region->asks = !ok && region->asks_inside;
  if (region->asks)
    {
      pram_prog_free (prog);
      prog = plug_read_inspected (region, &r->diag);
      ok = prog && distribute (region, prog, r);
    }
  if (ok && (plug_args.verbose || plug_args.report) && region->witness && !region->other_sizes
      && prove_scheme (region, &proven))
    plug_report_scheme (&proven);
  region->inspects = ok;
  if (!ok)
    restore_params (region, before);
  free (before);
  if (prog)
    pram_prog_free (prog);
  return ok;
}

/* What REGION was assumed to take indices from doesn't let it be distributed:
   assume something else, unless that had better be inspected; why it can't be
   INSPECTED is told.  True if it then is distributed.  */
static bool
distribute_spread (struct plug_region *region, struct plug_reporter *inspected)
{
  struct plug_reporter reporter;
  struct pram_prog *prog = NULL;
  if (!plug_spread_elements (region, false))
    return false;
  plug_reporter_start (&reporter, region);
  bool ok = ((prog = plug_read_anew (region, &reporter.diag))
	     && ((plug_inspect_rather_p (region, prog)
		  && distribute_inspected (region, !region->short_only, inspected))
		 || distribute (region, prog, &reporter)));
  if (prog)
    pram_prog_free (prog);
  plug_reporter_end (&reporter);
  return ok;
}

/* Distribute REGION, whose function has changed.  If that doesn't help it is as it
   was.  */
static bool
distribute_changed (struct plug_region *region)
{
  struct plug_reporter reporter;
  struct plug_param *before = XNEWVEC (struct plug_param, region->n_params + 1);
  memcpy (before, region->params, region->n_params * sizeof *before);
  const char *witness = region->witness;
  /* What is summed up depends on the same data.  */
  if (region->summed != PLUG_SUMMED)
    region->witness = NULL;
  plug_reporter_start (&reporter, region);
  struct pram_prog *prog = plug_extract_changed (region, &reporter.diag);
  bool ok = ((prog && distribute (region, prog, &reporter))
	     || (region->inspectable
		 && distribute_inspected (region, false, &reporter)));
  if (!ok)
    {
      restore_params (region, before);
      region->witness = witness;
    }
  free (before);
  if (prog)
    pram_prog_free (prog);
  plug_reporter_end (&reporter);
  return ok;
}

/* Distribute REGION, which can't be as it is, with what data add to counters summed up
   before it is used, ALL of it or where no loops depend on that.  */
static bool
distribute_summed (struct plug_region *region, bool all)
{
  return (region->schedule->form[0] == PRAM_IN_BLOCKS && plug_sum_prefixes (region, all)
	  && distribute_changed (region));
}

/* Distribute REGION, which can't be as it is, with tables of what loops carry on their
   own.  */
static bool
distribute_expanded (struct plug_region *region)
{
  return (region->schedule->form[0] == PRAM_IN_BLOCKS && plug_expand_scalars (region)
	  && distribute_changed (region));
}

/* Distribute REGION, which can't be as it is, with scalars for elements that an iteration takes
   from the one before.  */
static bool
distribute_carrying (struct plug_region *region)
{
  return (region->schedule->form[0] == PRAM_IN_BLOCKS && plug_carry_elements (region)
	  && distribute_changed (region));
}

/* Distribute REGION, which can't be as it is, with loops for what data decide about
   between others, of which there are more each time.  */
static bool
distribute_once (struct plug_region *region)
{
  bool ok = false;
  while (!ok && region->schedule->form[0] == PRAM_IN_BLOCKS
	 && plug_decide_once (region))
    {
      region->counted_whole = false;
      ok = (distribute_changed (region)
	    || (region->counted_whole && distribute_summed (region, true)));
    }
  return ok;
}

/* Distribute REGION, which can't be as loops use arrays that are declared in a loop around
   them: one after the other becomes an array like those from outside.  */
static bool
distribute_shared (struct plug_region *region)
{
  bool ok = false;
  while (!ok && region->shared && plug_take_shared (region))
    ok = distribute_changed (region);
  return ok;
}

/* Distribute REGION, which can't be as it is, by inspecting with *FLAG, of its, set.  */
static bool
distribute_with (struct plug_region *region, bool *flag)
{
  struct plug_reporter reporter;
  plug_reporter_start (&reporter, region);
  *flag = true;
  bool ok = distribute_inspected (region, false, &reporter);
  *flag = ok;
  plug_reporter_end (&reporter);
  return ok;
}

/* Distribute REGION, which can't be as it is, as if no iteration used what another one
   writes where data choose: whether it does is found out when it runs.  */
static bool
distribute_apart (struct plug_region *region)
{
  return distribute_with (region, &region->takes_apart);
}

/* PROG, of REGION, or, if the function has changed, what that is now.  */
static struct pram_prog *
up_to_date (struct plug_region *region, struct pram_prog *prog,
	    const struct pram_diag *diag)
{
  if (!prog || !region->outdated)
    return prog;
  pram_prog_free (prog);
  return plug_extract_changed (region, diag);
}

/* Distribute REGION as it is, or by inspecting what it reads where data choose.  Why not
   REPORTER and INSPECTED are told; *PLACED: all else can be.  */
static bool
distribute_as_it_is (struct plug_region *region, struct plug_reporter *reporter,
		     struct plug_reporter *inspected, bool *placed)
{
  const struct pram_diag *diag = &reporter->diag;
  struct pram_prog *prog = plug_extract (region, diag);
  *placed = !prog && region->inspectable;
  bool early = prog && plug_inspect_rather_p (region, prog);
  bool done
    = ((early && (distribute_inspected (region, !region->short_only, inspected)
		  || (!plug_levels_grow_p (region, prog) && distribute_apart (region))))
       || ((prog = up_to_date (region, prog, diag)) && distribute (region, prog, reporter))
       || distribute_spread (region, inspected)
       || ((plug_budget_again () || region->inspectable
	    || (prog && prog->source->lookups.n_known))
	   && distribute_inspected (region, false, inspected)));
  if (prog)
    pram_prog_free (prog);
  return done;
}

/* … with rows of which nobody knows how long they are where their tables say.  */
static bool
distribute_placed (struct plug_region *region, struct plug_reporter *reporter,
		   struct plug_reporter *inspected, bool *placed)
{
  return plug_place_rows (region) && distribute_as_it_is (region, reporter, inspected, placed);
}

/* … as if data chose to which elements iterations of a loop around add.  If that doesn't
   help it is done as if not.  */
static bool
distribute_sums (struct plug_region *region, struct plug_reporter *reporter,
		 struct plug_reporter *inspected, bool *placed)
{
  if (region->sums_wait && distribute_with (region, &region->deposits_sums))
    return true;
  region->sums_stay = true;
  return region->sums_wait && distribute_as_it_is (region, reporter, inspected, placed);
}

/* … as if what loops write of which data decide where they end were chosen by data,
   too.  */
static bool
distribute_uncounted (struct plug_region *region)
{
  return (region->writes_uncounted
	  && distribute_with (region, &region->deposits_uncounted));
}

/* … what any such loop writes.  */
static bool
distribute_history (struct plug_region *region)
{
  if (!region->writes_history)
    return false;
  plug_deposit_history (region);
  return distribute_with (region, &region->deposits_history);
}

/* REGION's function may be changed, which it stays.  */
static bool
may_change_p (const struct plug_region *region)
{
  return !(region->hopes && region->hopeless);
}

/* … with its function changed in what data decide about and count, and what loops
   carry.  */
static bool
distribute_otherwise (struct plug_region *region)
{
  return (distribute_summed (region, false) || distribute_expanded (region)
	  || distribute_carrying (region)
	  || distribute_once (region)
	  || distribute_summed (region, true));
}

/* Distribute REGION as it is, or else in any other way.  Why not REPORTER and INSPECTED are
   told; *PLACED as there.  */
static bool
distribute_in_some_way (struct plug_region *region, struct plug_reporter *reporter,
		    struct plug_reporter *inspected, bool *placed)
{
  return (distribute_as_it_is (region, reporter, inspected, placed)
	  || distribute_placed (region, reporter, inspected, placed)
	  || distribute_sums (region, reporter, inspected, placed)
	  || distribute_uncounted (region)
	  || (may_change_p (region) && distribute_otherwise (region))
	  || distribute_history (region)
	  || (region->inspectable && distribute_apart (region))
	  || (may_change_p (region) && distribute_shared (region)));
}

/* The same, much of it on one process only if there is no way without.  */
static bool
distribute_somehow (struct plug_region *region, struct plug_reporter *reporter,
		    struct plug_reporter *inspected, bool *placed)
{
  region->hopes = true;
  bool done = distribute_in_some_way (region, reporter, inspected, placed);
  region->hopes = false;
  return (done || (region->disappointed > 0
		   && distribute_in_some_way (region, reporter, inspected, placed)));
}

/* The whole way of REGION, whose captured function is the current one.  Of sizes that
   nobody named nothing is said.  */
static void
pram_compile_region (struct plug_region *region)
{
  struct plug_reporter reporter, inspected;
  bool placed = false;
  plug_reporter_start (&reporter, region);
  plug_reporter_start (&inspected, region);
  plug_budget_start (region);
  bool done = (!serial_wanted (region, &reporter.diag)
	       && distribute_somehow (region, &reporter, &inspected, &placed));
  /* The code for all sizes may serve a size for which there is none of its own.  */
  if (!done && region->others && region->schedule->form[0] == PRAM_IN_BLOCKS)
    region->others->other_sizes = false;
  /* What is at no affine place can be inspected: that isn't why.  */
  else if (!done && !region->other_sizes)
    {
      if (placed && !region->witness && inspected.reason)
	run_serially (&inspected, &reporter);
      else
	run_serially (&reporter, &inspected);
    }
  plug_budget_end (region);
  plug_reporter_end (&inspected);
  plug_reporter_end (&reporter);
}

/* Compile the region that FNDECL, the current function, was captured for.  */
static void
compile (tree fndecl)
{
  struct plug_region *region = plug_region_of (fndecl);
  if (region->n_versions)
    plug_versions_compile (region);
  else if (region->other_sizes ? region->schedule->form[0] == PRAM_IN_BLOCKS
	   : !region->emitted)
    pram_compile_region (region);
  if (scev_initialized_p ())
    {
      scev_finalize ();
      loop_optimizer_finalize ();
    }
}

/* Leave nothing of FUN, so that no time is spent on it before it is removed.
   */
static unsigned
empty_function (function *fun)
{
  basic_block block = split_edge (single_succ_edge
				  (ENTRY_BLOCK_PTR_FOR_FN (fun)));
  remove_edge (single_succ_edge (block));
  make_edge (block, EXIT_BLOCK_PTR_FOR_FN (fun), 0);
  gimple_stmt_iterator end = gsi_last_bb (block);
  gsi_insert_after (&end, gimple_build_return (NULL_TREE), GSI_NEW_STMT);
  cgraph_node::get (fun->decl)->force_output = 0;
  return TODO_cleanup_cfg | TODO_update_ssa_only_virtuals;
}

static const pass_data pram_pass_data = {
  GIMPLE_PASS, "pram", OPTGROUP_LOOP, TV_NONE, PROP_ssa | PROP_cfg, 0, 0, 0, 0
};

class pram_pass : public gimple_opt_pass
{
public:
  pram_pass (gcc::context *ctxt) : gimple_opt_pass (pram_pass_data, ctxt) {}
  bool gate (function *fun) final override
  {
    return (!seen_error ()
	    && (plug_dispatch_p (fun->decl) || plug_region_of (fun->decl)
		|| plug_vector_width_p (fun->decl)));
  }
  unsigned execute (function *fun) final override
  {
    if (plug_region_of (fun->decl))
      {
	compile (fun->decl);
	return empty_function (fun);
      }
    if (plug_vector_width_p (fun->decl))
      {
	plug_disjoint_own (fun);
	plug_vector_width_set ();
      }
    else
      plug_dispatch_mute (fun);
    return 0;
  }
};

void
plug_pass_register (const char *plugin_name)
{
  struct register_pass_info info;
  info.pass = new pram_pass (g);
  info.reference_pass_name = "ssa";
  info.ref_pass_instance_number = 1;
  info.pos_op = PASS_POS_INSERT_AFTER;
  register_callback (plugin_name, PLUGIN_PASS_MANAGER_SETUP, NULL, &info);
}
