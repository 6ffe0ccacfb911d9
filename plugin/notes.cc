/* notes.cc: what the plugin says of a region that it distributes.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "pram-gcc.h"
#include "args.h"
#include "region.h"
#include "diagnostics.h"
#include "notes.h"

/* Count the loops of the tree under NODE.  Parts of one are one.  */
static int
count_loops (const struct pram_node *node)
{
  if (node->first && (node->first->constant
		      || !pram_affine_constant_p (node->first)))
    return 0;
  int n = node->kind == PRAM_LOOP && !node->split;
  for (int i = 0; i < node->n_children; i++)
    n += count_loops (node->children[i]);
  return n;
}

static const char *
plural (long n)
{
  return n == 1 ? "" : "s";
}

/* The processes that figures are for.  */
static int
note_procs (void)
{
  return plug_args.procs[0];
}

/* Of a gamma.  */
enum { GAMMA_TEXT = 32 };

static const char *
gamma_text (double gamma, char text[GAMMA_TEXT])
{
  if (__builtin_isinf (gamma))
    return "\xe2\x88\x9e";
  snprintf (text, GAMMA_TEXT, "%.3g", gamma);
  return text;
}

/* A bound, if there is one.  */
static const char *
bound_text (double seconds, char text[PRAM_SECONDS_TEXT])
{
  return (__builtin_isinf (seconds) ? "none"
	  : pram_seconds_text (seconds, text));
}

/* BOUNDS in TEXT.  */
enum { BOUNDS_TEXT = 3 * PRAM_SECONDS_TEXT + 96 };

static const char *
bounds_text (const struct pram_promise *p,
	     const struct pram_promise_forms *bounds, char text[BOUNDS_TEXT])
{
  char naive[PRAM_SECONDS_TEXT], linear[PRAM_SECONDS_TEXT];
  char brent[PRAM_SECONDS_TEXT], of_naive[32] = "", of_linear[32] = "";
  if (p->naive_procs > p->procs)
    snprintf (of_naive, sizeof of_naive, " (on %d)", p->naive_procs);
  if (p->linear_procs > p->procs)
    snprintf (of_linear, sizeof of_linear, " (on %d)", p->linear_procs);
  snprintf (text, BOUNDS_TEXT, "naive %s%s, linear %s%s, brent %s",
	    bound_text (bounds->naive, naive), of_naive,
	    bound_text (bounds->linear, linear), of_linear,
	    bound_text (bounds->brent, brent));
  return text;
}

static bool
several_loops_p (const struct pram_plan *plan)
{
  const struct pram_node *loop = pram_plan_next_loop (plan, NULL);
  return loop && pram_plan_next_loop (plan, loop);
}

/* Which of several LOOPs figures are of.  */
enum { WHERE_TEXT = 32 };

static const char *
where_text (const struct pram_plan *plan, const struct pram_node *loop,
	    char text[WHERE_TEXT])
{
  *text = 0;
  if (several_loops_p (plan))
    snprintf (text, WHERE_TEXT, ", loop at line %d", loop->line);
  return text;
}

/* What is promised of WHAT runs; scatter and gather are in what is predicted,
   but not in this, if there is NO LOOP around it.  */
static void
note_promise (struct plug_region *r, const struct pram_promise *p,
	      const char *what, bool no_loop)
{
  char work[PRAM_SECONDS_TEXT], depth[PRAM_SECONDS_TEXT];
  char l_max[PRAM_SECONDS_TEXT], bound[BOUNDS_TEXT], theorem[BOUNDS_TEXT];
  char gamma[GAMMA_TEXT], fine[GAMMA_TEXT], single[GAMMA_TEXT + 32] = "";
  if (!__builtin_isnan (p->fine))
    snprintf (single, sizeof single, " (single tasks %s)",
	      gamma_text (p->fine, fine));
  char *text
    = xasprintf ("%s on %d processor%s: W=%s, T=%s, L_max=%s, "
		 "\xce\xb3=%s%s, \xcf\x81=%.3g; bounds%s: %s; by Theorem 2: %s",
		 what, p->procs, plural (p->procs),
		 pram_seconds_text (p->work, work),
		 pram_seconds_text (p->depth, depth),
		 pram_seconds_text (p->l_max, l_max),
		 gamma_text (p->granularity, gamma), single, p->degree,
		 no_loop && p->procs > 1 ? " without scatter and gather"
					 : "",
		 bounds_text (p, &p->bound, bound),
		 bounds_text (p, &p->theorem, theorem));
  plug_note (r, r->loc, text);
  free (text);
}

void
plug_note_promises (struct plug_region *r, const struct pram_plan *plan)
{
  struct pram_predictor by = plug_predictor ();
  char where[WHERE_TEXT], what[WHERE_TEXT + 16];
  by.loop = pram_plan_next_loop (plan, NULL);
  do
    for (int k = 0; plug_args.verbose && k < plug_args.n_procs; k++)
      {
	struct pram_promise p
	  = pram_promise_of_plan (plan, &by, plug_args.procs[k]);
	where_text (plan, by.loop, where);
	snprintf (what, sizeof what, "blocks%s%s", where, *where ? "," : "");
	note_promise (r, &p, what, plan->class_ == PRAM_OBLIVIOUS);
      }
  while (by.loop && (by.loop = pram_plan_next_loop (plan, by.loop)));
}

void
plug_note_class (struct plug_region *r, const struct pram_plan *plan)
{
  int loops = count_loops (plan->prog->root), procs = note_procs ();
  struct pram_predictor by = plug_predictor ();
  struct pram_obliviousness x = pram_plan_obliviousness (plan, &by, procs);
  char gamma[GAMMA_TEXT];
  char *text
    = xasprintf ("'%s' is %s%s%s%s: %d loop%s, %d layer%s, "
		 "W=%g, T=%g operations, \xce\xb3=%s, \xcf\x81=%.3g on %d "
		 "processor%s", r->name,
		 pram_class_name (plan->class_), *r->size_text ? " (" : "",
		 r->size_text, *r->size_text ? ")" : "", loops,
		 plural (loops), plan->n_layers, plural (plan->n_layers),
		 plan->work, plan->depth,
		 gamma_text (x.granularity, gamma), x.degree, procs,
		 plural (procs));
  plug_note (r, r->loc, text);
  free (text);
}

/* What is predicted for the iterations of LOOP (null: for all of PLAN).  */
static void
note_prediction (struct plug_region *r, const struct pram_plan *plan,
		 const struct pram_node *loop)
{
  struct pram_predictor by = plug_predictor ();
  by.loop = loop;
  char where[WHERE_TEXT];
  where_text (plan, loop, where);
  struct pram_prediction serial = pram_predict (plan, &by, 1);
  char one[PRAM_SECONDS_TEXT], all[PRAM_SECONDS_TEXT];
  char most[PRAM_SECONDS_TEXT];
  pram_seconds_text (pram_prediction_seconds (&serial), one);
  for (int k = 0; k < plug_args.n_procs; k++)
    {
      int procs = plug_args.procs[k];
      struct pram_prediction p = pram_predict (plan, &by, procs);
      pram_seconds_text (pram_prediction_seconds (&p), all);
      struct pram_obliviousness x = pram_plan_obliviousness (plan, &by, procs);
      pram_seconds_text (pram_predict_bound (&p, x.messages), most);
      char *text = xasprintf ("brent on %d processor%s%s: predicted %s%s, "
			      "bound %s, serial %s", procs, plural (procs),
			      where, all, p.iteration > 0 ? "/iteration" : "",
			      most, one);
      plug_note (r, r->loc, text);
      free (text);
    }
}

/* What is predicted for what runs outside of convergence loops, if anything
   does.  */
static void
note_once (struct plug_region *r, const struct pram_plan *plan)
{
  struct pram_predictor by = plug_predictor ();
  struct pram_prediction serial = pram_predict (plan, &by, 1);
  char one[PRAM_SECONDS_TEXT], all[PRAM_SECONDS_TEXT];
  for (int k = 0; serial.once > 0 && k < plug_args.n_procs; k++)
    {
      int procs = plug_args.procs[k];
      struct pram_prediction p = pram_predict (plan, &by, procs);
      char *text = xasprintf ("brent on %d processor%s, outside of the loop%s: "
			      "predicted %s, serial %s", procs, plural (procs),
			      plural (1 + several_loops_p (plan)),
			      pram_seconds_text (p.once + p.distribution, all),
			      pram_seconds_text (serial.once, one));
      plug_note (r, r->loc, text);
      free (text);
    }
}

void
plug_note_predictions (struct plug_region *r, const struct pram_plan *plan)
{
  const struct pram_node *loop = pram_plan_next_loop (plan, NULL);
  bool converges = loop;
  do
    note_prediction (r, plan, loop);
  while (loop && (loop = pram_plan_next_loop (plan, loop)));
  if (converges)
    note_once (r, plan);
}

void
plug_note_unneeded (struct plug_region *r, const struct pram_prog *prog)
{
  for (int a = 0; plug_args.verbose && a < prog->n_arrays; a++)
    {
      const struct plug_param *p = &r->params[prog->arrays[a].arg];
      if (!p->unneeded || p->scratch || !pram_node_writes_p (prog->root, a))
	continue;
      char *text
	= xasprintf (p->kind == PRAM_ARG_ARRAY
		     ? "'%s' is not needed after the region"
		     : "what '%s' points to is not needed after the region",
		     p->name);
      plug_note (r, r->loc, text);
      free (text);
    }
}

void
plug_note_rematerialised (struct plug_region *r)
{
  for (int p = 0; plug_args.verbose && p < r->n_params; p++)
    if (r->params[p].rematerialised != UNKNOWN_LOCATION)
      {
	char *text = xasprintf ("'%s' is not stored: its elements are computed "
				"again where they are read",
				r->params[p].name);
	plug_note (r, r->params[p].rematerialised, text);
	free (text);
      }
}

/* The same was said of a layer before number L: one helper in several places.  */
static bool
said_p (const struct pram_plan *plan, int l)
{
  const struct pram_plan_layer *now = &plan->layers[l];
  for (int k = 0; k < l; k++)
    if (plan->layers[k].node->line == now->node->line
	&& plan->layers[k].whole_line == now->whole_line
	&& !plan->layers[k].whole == !now->whole
	&& !plan->layers[k].relayed == !now->relayed)
      return true;
  return false;
}

void
plug_note_whole (struct plug_region *r, const struct pram_plan *plan)
{
  for (int l = 0; l < plan->n_layers; l++)
    {
      const struct pram_plan_layer *layer = &plan->layers[l];
      if ((!layer->whole && !layer->relayed) || said_p (plan, l))
	continue;
      bool sums = plug_sums_counts_p (layer->node);
      char *text
	= sums ? xasprintf ("what the loop at line %d adds to its counters is summed "
			    "up before it runs", layer->node->line)
	  : xasprintf ("the loop at line %d runs on one process%s: %s",
		       layer->node->line, layer->whole ? "" : " after the other",
		       layer->whole ? layer->whole : layer->relayed);
      /* That takes no programs in which data choose.  */
      char *advice = strstr (text, "; schedule(brent)");
      if (advice && plan->class_ == PRAM_NON_OBLIVIOUS)
	*advice = 0;
      plug_note (r, plug_location (r, layer->whole_line), text);
      free (text);
    }
}

void
plug_note_layers (struct plug_region *r, const struct pram_plan *plan)
{
  int procs = note_procs ();
  for (int l = 0; plug_args.verbose && l < plan->n_layers; l++)
    {
      const struct pram_plan_layer *layer = &plan->layers[l];
      const struct pram_node *loop = layer->placement.loop;
      struct pram_traffic traffic
	= pram_plan_run_traffic (plan, layer, procs);
      char *where
	= loop ? xasprintf ("along '%s' of line %d in %ld units",
			    loop->iterator_name, loop->line,
			    (long) (layer->unit_hi - layer->unit_lo))
	       : xstrdup ("on one processor");
      bool exchanges = layer->offer && layer->offer->exchanges;
      char *text
	= xasprintf ("layer %d %s %s: %g operations; on %d processor%s %ld "
		     "messages, %ld bytes a run%s", l,
		     exchanges ? "exchanges pointers" : "runs", where,
		     layer->work,
		     procs, plural (procs), (long) traffic.messages,
		     (long) traffic.bytes,
		     layer->uniform ? "" : ", changing from run to run");
      plug_note (r, plug_location (r, layer->node->line), text);
      free (text);
      free (where);
    }
}

/* What is predicted for PLAN on PROCS processors.  */
static void
note_table_prediction (struct plug_region *r,
		       const struct pram_table_plan *plan, int procs)
{
  char one[PRAM_SECONDS_TEXT], all[PRAM_SECONDS_TEXT];
  char most[PRAM_SECONDS_TEXT], setup[PRAM_SECONDS_TEXT];
  struct pram_predictor by = plug_predictor ();
  struct pram_table_figures f = pram_table_plan_figures (plan, procs, &by);
  char *text
    = xasprintf ("%s on %d processor%s: %d process%s through tables, "
		 "predicted %s%s, bound %s, serial %s; %ld messages, %ld "
		 "bytes; %s once to set it up",
		 plan->strategy->name, procs, plural (procs),
		 (int) plan->clustering->n_procs,
		 plan->clustering->n_procs == 1 ? "" : "es",
		 pram_seconds_text (f.seconds, all),
		 f.iterated ? "/iteration" : "",
		 pram_seconds_text (f.bound, most),
		 pram_seconds_text (pram_table_plan_serial (plan, &by), one),
		 (long) f.messages, (long) f.bytes,
		 pram_seconds_text (f.setup, setup));
  plug_note (r, r->loc, text);
  free (text);
}

void
plug_note_tables (struct plug_region *r, const struct pram_table_plan *plan)
{
  const struct pram_taskgraph *graph = plan->graph;
  int procs = note_procs ();
  enum pram_class class_ = pram_table_plan_class (plan);
  struct pram_promise p
    = pram_promise_of_tables (plan, &plug_args.logp, procs);
  char gamma[GAMMA_TEXT];
  char *text
    = xasprintf ("'%s' is %s%s%s%s: %d task%s, %ld edge%s, W=%g, T=%g "
		 "operations, \xce\xb3=%s, \xcf\x81=%.3g on %d processor%s",
		 r->name, pram_class_name (class_),
		 *r->size_text ? " (" : "", r->size_text,
		 *r->size_text ? ")" : "", (int) graph->n_tasks,
		 plural (graph->n_tasks), (long) graph->n_edges,
		 plural (graph->n_edges), plan->work, plan->depth,
		 gamma_text (p.granularity, gamma), p.degree, procs,
		 plural (procs));
  plug_note (r, r->loc, text);
  free (text);
  for (int k = 0; k < plug_args.n_procs; k++)
    note_table_prediction (r, plan, plug_args.procs[k]);
  for (int k = 0; plug_args.verbose && k < plug_args.n_procs; k++)
    {
      p = pram_promise_of_tables (plan, &plug_args.logp, plug_args.procs[k]);
      note_promise (r, &p, "tasks", false);
    }
}

void
plug_note_scheme (struct plug_region *r, const struct pram_scheme_promise *p)
{
  char work[PRAM_SECONDS_TEXT], depth[PRAM_SECONDS_TEXT];
  char l_max[PRAM_SECONDS_TEXT], naive[PRAM_SECONDS_TEXT];
  char theorem[PRAM_SECONDS_TEXT], gamma[GAMMA_TEXT];
  if (!plug_args.verbose)
    return;
  char *length = (p->length
		  ? xasprintf (", arrays of unknown length having %ld elements",
			       (long) p->length) : xstrdup (""));
  char *text
    = xasprintf ("%s%.0f tasks with requests: W=%s, T=%s, L_max=%s, "
		 "\xce\xb3%s%s, d=%d; bound: naive %s%s; by Theorem 11: %s%s",
		 p->at_most ? "at most " : "", p->n_tasks,
		 pram_seconds_text (p->work, work),
		 pram_seconds_text (p->depth, depth),
		 pram_seconds_text (p->l_max, l_max),
		 p->at_most ? "\xe2\x89\xa5" : "=",
		 gamma_text (p->granularity, gamma), p->indirection,
		 pram_seconds_text (p->naive, naive),
		 p->iterated ? "/iteration" : "",
		 bound_text (p->theorem, theorem), length);
  plug_note (r, r->loc, text);
  free (text);
  free (length);
}

void
plug_note_unproven (struct plug_region *r, location_t loc, const char *reason)
{
  if (!plug_args.verbose)
    return;
  char *text = xasprintf ("nothing is proven of the time of '%s': %s", r->name,
			  reason ? reason : "no reason was given");
  plug_note (r, loc, text);
  free (text);
}
