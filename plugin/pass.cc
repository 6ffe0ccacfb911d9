/* pass.cc: the GIMPLE pass `pram'.

   SPDX-License-Identifier: GPL-3.0-or-later

   Requires: SSA, nothing moved yet (right after `ssa').
   Provides: for a captured function, the distributed region: new functions
   and tables.  The captured function has served its purpose, and is emptied.
   For a layer's function, wide vectors.  */

#include "pram-gcc.h"
#include "args.h"
#include "budget.h"
#include "region.h"
#include "diagnostics.h"
#include "write/disjoint.h"
#include "notes.h"
#include "pass.h"
#include "plug-report.h"
#include "front/scan.h"
#include "front/site.h"
#include "vector-width.h"

static void
dump_prog (const struct pram_prog *prog)
{
  if (plug_args.dump_prog)
    pram_prog_print (stderr, prog);
}

/* Find and note what is proven of REGION, which is non-oblivious.  False if
   that is nothing.  */
static bool
prove_scheme (struct plug_region *region, struct pram_scheme_promise *proven)
{
  struct plug_reporter reporter;
  plug_reporter_start (&reporter, region);
  struct pram_prog *prog = plug_extract_scheme (region, &reporter.diag);
  struct pram_prog *tasks
    = prog ? plug_tasks_scheme (region, prog, &reporter.diag) : NULL;
  struct pram_scheme scheme;
  bool ok = tasks && (dump_prog (tasks), pram_prog_check (tasks,
							   &reporter.diag))
	    && pram_scheme_build (&scheme, tasks, plug_args.logp.op,
				  tasks->arena, &reporter.diag);
  if (ok)
    {
      *proven = pram_scheme_promise_of (tasks, &scheme, &plug_args.logp);
      plug_note_scheme (region, proven);
    }
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

/* REGION runs serially; REPORTER knows why.  */
static void
run_serially (struct plug_reporter *r)
{
  struct plug_region *region = r->region;
  blame_deadline (r);
  const char *reason = r->reason ? r->reason : "no reason was given";
  location_t loc = plug_location (region, r->line);
  bool told = plug_witness_told_p (region, reason);
  if (region->witness)
    plug_note_witness (region);
  plug_note_serial (region, loc, told ? "what moves where is known only at run "
				 "time; such regions are not distributed yet"
				 : reason);
  if (r->hint)
    plug_note (region, plug_location (region, r->hint_line), r->hint);
  struct pram_scheme_promise proven;
  bool wanted = plug_args.verbose || plug_args.report || plug_args.dump_prog;
  bool known = told && wanted && prove_scheme (region, &proven);
  plug_report_serial (region, reason, r->line, known ? &proven : NULL);
  plug_settle_sizes (region, NULL);
  plug_emit_serial (region, xstrdup (reason), r->line);
}

/* "; more would pay from about n=500 on", or what is known of it.  */
static char *
break_even (const struct plug_region *r, const struct pram_plan *plan,
	    const struct pram_predictor *by, int procs)
{
  double times = pram_predict_break_even (plan, by, procs);
  const char *equals = strchr (r->size_text, '=');
  int depth = 0;
  for (int l = 0; l < plan->n_layers; l++)
    {
      int loops = 0;
      for (const struct pram_node *n = plan->layers[l].node;
	   n->n_children > 0; n = n->children[0])
	loops += n->kind == PRAM_LOOP;
      depth = MAX (depth, loops);
    }
  if (__builtin_isinf (times))
    return xstrdup ("");
  if (!equals || strchr (equals + 1, '=') || depth == 0)
    return xasprintf ("; more would pay from about %.3g times as many tasks "
		      "on", times);
  double n = strtod (equals + 1, NULL) * __builtin_pow (times, 1.0 / depth);
  return xasprintf ("; more would pay from about %.*s=%.2g on",
		    (int) (equals - r->size_text), r->size_text, n);
}

/* What PLAN is predicted to take: an iteration of each convergence loop, or, if
   there is none, all of it.  */
static double
seconds_on (const struct pram_plan *plan, int procs)
{
  struct pram_predictor by = plug_predictor ();
  double seconds = 0;
  by.loop = pram_plan_next_loop (plan, NULL);
  do
    {
      struct pram_prediction p = pram_predict (plan, &by, procs);
      seconds += pram_prediction_seconds (&p);
    }
  while (by.loop && (by.loop = pram_plan_next_loop (plan, by.loop)));
  return seconds;
}

/* schedule(auto) on a machine that was measured: is one processor predicted to
   be faster than any number asked for, by more than predictions err?  */
static bool
serial_wins (struct plug_region *r, const struct pram_plan *plan,
	     const struct pram_diag *diag)
{
  static const double margin = 1.25;
  if (!plug_args.machine_given || !r->schedule->compared)
    return false;
  double serial = seconds_on (plan, 1), best = 0;
  int procs = 0;
  for (int k = 0; k < plug_args.n_procs; k++)
    {
      double seconds = seconds_on (plan, plug_args.procs[k]);
      if (k == 0 || seconds < best)
	{
	  best = seconds;
	  procs = plug_args.procs[k];
	}
    }
  if (procs == 1 || best <= margin * serial)
    return false;
  struct pram_predictor by = plug_predictor ();
  char one[PRAM_SECONDS_TEXT], all[PRAM_SECONDS_TEXT];
  char *pays = break_even (r, plan, &by, procs);
  pram_diag_report (diag, PRAM_REFUSAL, 0,
		    "one processor is predicted to take %s%s, %d take %s%s",
		    pram_seconds_text (serial, one),
		    pram_plan_next_loop (plan, NULL) ? "/iteration" : "", procs,
		    pram_seconds_text (best, all), pays);
  free (pays);
  return true;
}

static bool
dump_graph (struct pram_prog *prog, const struct pram_diag *diag)
{
  return !plug_args.dump_graph || pram_graph_print (stderr, prog, diag);
}

static void
dump_plan (const struct pram_plan *plan)
{
  if (plug_args.dump_plan)
    pram_plan_print (stderr, plan);
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

/* --- Through tables ----------------------------------------------------- */

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

/* The plan of REGION, whose prog is PROG, in blocks of layers; null after a
   report.  SHOWN: dump what is wanted.  */
static struct pram_plan *
plan_blocks (struct plug_region *region, struct pram_prog *prog, bool shown,
	     const struct pram_diag *diag)
{
  struct pram_plan *plan;
  if (!pram_delinearize (prog, diag)
      || !(shown ? dump_prog (prog) : (void) 0, pram_prog_check (prog, diag))
      || (shown && !dump_graph (prog, diag))
      || !(plan = pram_plan_build (prog, diag))
      || !(shown ? dump_plan (plan) : (void) 0, pram_plan_check (plan, diag))
      || serial_wins (region, plan, diag)
      || pram_deadline_refuse (region->deadline, diag))
    return NULL;
  return plan;
}

/* Say how REGION runs by PLAN.  */
static void
note_blocks (struct plug_region *region, const struct pram_plan *plan)
{
  plug_note_class (region, plan);
  plug_note_whole (region, plan);
  plug_note_predictions (region, plan);
  plug_note_promises (region, plan);
  plug_note_unneeded (region, plan->prog);
  plug_note_recomputed (region);
  plug_note_layers (region, plan);
  plug_report_region (region, plan, NULL);
}

/* What is wrong doesn't matter, or is said later.  */
static void
ignore (void *, enum pram_severity, int, const char *)
{
}

static const struct pram_diag silent = { ignore, NULL };

/* The sizes of REGION that only count iterations around all layers of PLAN
   need not be known: forget them, or, if not FORGET, know them again.  True if
   there are any.  */
static bool
forget_counts (struct plug_region *region, const struct pram_plan *plan,
	       bool forget)
{
  bool any = false;
  for (int i = 0; i < region->n_params; i++)
    {
      struct plug_param *p = &region->params[i];
      if (p->variable == forget && pram_plan_counts_only_p (plan, i))
	{
	  p->variable = p->checked = !forget;
	  any = true;
	}
    }
  return any;
}

/* A plan for REGION, of any size, that serves more sizes than PLAN does: null
   if there is none.  */
static struct pram_plan *
plan_without_counts (struct plug_region *region, const struct pram_plan *plan)
{
  if (!forget_counts (region, plan, true))
    return NULL;
  struct pram_prog *prog = plug_extract_again (region, &silent);
  struct pram_plan *better
    = prog ? plan_blocks (region, prog, false, &silent) : NULL;
  if (better)
    plug_settle_sizes (region, prog->source);
  else
    {
      forget_counts (region, plan, false);
      pram_prog_free (prog);
    }
  return better;
}

/* REGION, of any size, with sizes that are greater by one.  */
static struct plug_region *
next_sizes (const struct plug_region *region)
{
  struct plug_region *next = XNEW (struct plug_region);
  *next = *region;
  next->suffix = ".next";
  next->other_sizes = true;
  next->params = XNEWVEC (struct plug_param, region->n_params + 1);
  for (int i = 0; i < region->n_params; i++)
    {
      next->params[i] = region->params[i];
      next->params[i].expected += region->params[i].variable;
    }
  return next;
}

/* PLAN's code is that of REGION, of any size.  Where sizes are odd instead of
   even plans may have another shape, as sweeps over every second element do:
   emit code for that, too.  */
static void
emit_next_shape (struct plug_region *region, const struct pram_plan *plan)
{
  if (region->unsplit || !plug_variable_sizes_p (region))
    return;
  const char *shape = pram_shape_text (plan);
  struct plug_region *next = next_sizes (region);
  struct pram_prog *prog = plug_extract_again (next, &silent);
  struct pram_plan *other
    = prog ? plan_blocks (next, prog, false, &silent) : NULL;
  if (other && !pram_shape_serves_p (shape, pram_shape_text (other)))
    plug_emit (next, other, &silent);
  pram_prog_free (prog);
  free (next->params);
  free (next);
}

/* Emit REGION in blocks of layers.  */
static bool
in_blocks (struct plug_region *region, struct pram_prog *prog,
	   const struct pram_diag *diag)
{
  struct pram_plan *plan = plan_blocks (region, prog, !region->other_sizes,
					diag);
  struct pram_plan *better
    = plan && region->any_size ? plan_without_counts (region, plan) : NULL;
  if (better)
    plan = better;
  bool ok = plan && plug_emit (region, plan, diag);
  if (ok && !region->other_sizes)
    note_blocks (region, plan);
  if (ok && region->any_size)
    emit_next_shape (region, plan);
  if (better)
    pram_prog_free (better->prog);
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

/* Leave out of what R heard any advice that can't be followed.  */
static void
check_advice (struct plug_reporter *r, const struct pram_prog *prog)
{
  char *advice = r->reason ? strstr (r->reason, "; schedule(brent)") : NULL;
  if (advice && !tables_possible_p (r->region, prog))
    *advice = 0;
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

void
pram_compile_region (tree fndecl)
{
  struct plug_region *region = plug_region_of (fndecl);
  struct plug_reporter reporter;
  struct pram_prog *prog = NULL;
  struct pram_deadline deadline;
  plug_reporter_start (&reporter, region);
  plug_budget_start (&deadline, plug_args.budget);
  region->deadline = &deadline;
  const struct pram_diag *diag = &reporter.diag;

  if (serial_wanted (region, diag) || !(prog = plug_extract (region, diag))
      || !distribute (region, prog, &reporter))
    run_serially (&reporter);

  plug_budget_end ();
  region->deadline = NULL;
  if (prog)
    pram_prog_free (prog);
  plug_reporter_end (&reporter);
}

/* Let REGION run with other sizes than those that the user named, for which it
   has been compiled, if that can be done.  */
static void
compile_other_sizes (struct plug_region *region)
{
  struct pram_deadline deadline;
  const enum pram_form *form = region->schedule->form;
  if (form[0] != PRAM_IN_BLOCKS)
    return;
  plug_budget_start (&deadline, plug_args.budget);
  region->deadline = &deadline;
  struct pram_prog *prog = plug_extract (region, &silent);
  if (prog)
    in_blocks (region, prog, &silent);
  plug_budget_end ();
  region->deadline = NULL;
  pram_prog_free (prog);
}

/* --- Several sizes ------------------------------------------------------- */

/* Plan the versions of the current function, which is that of REGION, in ALL;
   returns how many there are that can be distributed.  The caller frees the
   progs.  */
static int
plan_versions (struct plug_region *region, struct plug_candidate *all)
{
  int n = 0;
  struct pram_prog **progs = XCNEWVEC (struct pram_prog *, region->n_versions);
  plug_extract_versions (region->versions, region->n_versions, progs, &silent);
  for (int i = 0; i < region->n_versions; i++)
    if (progs[i])
      {
	struct plug_region *version = region->versions[i];
	struct pram_plan *plan = plan_blocks (version, progs[i], true,
					      &silent);
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
  struct pram_deadline deadline;
  plug_budget_start (&deadline, plug_args.budget);
  for (int i = 0; i < region->n_versions; i++)
    region->versions[i]->deadline = &deadline;
  int n = plan_versions (region, all);
  plug_budget_end ();
  for (int i = 0; i < region->n_versions; i++)
    region->versions[i]->deadline = NULL;
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

/* Emit the code of as many sizes of REGION, whose function is the current one,
   as can have the same.  The others are compiled alone later.  */
static void
compile_versions (struct plug_region *region)
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
	  note_blocks (all[i].region, all[i].plan);
  for (int i = 0; i < n; i++)
    pram_prog_free (all[i].prog);
  free (all);
}

/* Compile the region that FNDECL, the current function, was captured for.  */
static void
compile (tree fndecl)
{
  struct plug_region *region = plug_region_of (fndecl);
  if (region->n_versions)
    compile_versions (region);
  else if (region->other_sizes)
    compile_other_sizes (region);
  else if (!region->emitted)
    pram_compile_region (fndecl);
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
	    && (plug_site_p (fun->decl) || plug_region_of (fun->decl)
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
      plug_site_mute (fun);
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
