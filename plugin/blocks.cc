/* blocks.cc: regions in blocks of layers: their plans, and how they run.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "pram-gcc.h"
#include "args.h"
#include "blocks.h"
#include "diagnostics.h"
#include "notes.h"
#include "plug-report.h"
#include "region.h"

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

double
plug_blocks_seconds (const struct pram_plan *plan, int procs)
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
  double serial = plug_blocks_seconds (plan, 1), best = 0;
  int procs = 0;
  for (int k = 0; k < plug_args.n_procs; k++)
    {
      double seconds = plug_blocks_seconds (plan, plug_args.procs[k]);
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
  if (!plug_args.dump_plan)
    return;
  pram_plan_print (stderr, plan);
  for (int k = 0; k < plug_args.n_procs; k++)
    pram_verdict_tree_print (stderr, plan, &plug_args.logp, plug_args.procs[k]);
}

struct pram_plan *
plug_blocks_plan (struct plug_region *region, struct pram_prog *prog,
		  bool shown, const struct pram_diag *diag)
{
  struct pram_plan *plan;
  prog->explained = shown && plug_args.dump_plan;
  if (!pram_delinearize (prog, diag)
      || !(shown ? plug_dump_prog (prog) : (void) 0,
	   pram_prog_check (prog, diag))
      || (shown && !dump_graph (prog, diag))
      || !(plan = pram_plan_build (prog, diag))
      || !(shown ? dump_plan (plan) : (void) 0, pram_plan_check (plan, diag))
      || !pram_shape_check (plan, diag)
      || serial_wins (region, plan, diag)
      || pram_deadline_refuse (region->deadline, diag))
    return NULL;
  return plan;
}

void
plug_blocks_note (struct plug_region *region, const struct pram_plan *plan)
{
  if (region->inspects && region->witness)
    plug_note_witness (region);
  plug_note_class (region, plan);
  plug_note_whole (region, plan);
  plug_note_predictions (region, plan);
  plug_note_promises (region, plan);
  plug_note_unneeded (region, plan->prog);
  plug_note_rematerialised (region);
  plug_note_layers (region, plan);
  plug_report_region (region, plan, NULL);
}
