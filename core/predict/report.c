/* report.c: write the report of a compilation.

   SPDX-License-Identifier: Apache-2.0

   The format is that of the specification, section 3.  Work and depth come
   from the plan in operations and leave in seconds of the machine file.
   Granularity is null if nothing is sent.  predicted_s, bound_s and serial_s
   are those of an iteration if there is a data-dependent loop, entry_s is what
   comes to it once.  bound_s is what is predicted for the computations and at
   most, by the LogP model, for the messages.  Messages and bytes are those of
   scatter, layers, reductions and gather, as the runtime counts them; a
   data-dependent loop counts with one iteration.  fault_s is what each page
   takes that is touched first; how many these are a run tells, so they are in
   no other time.  iteration_messages and
   iteration_bytes are the part of them that each iteration repeats.  If there
   are several data-dependent loops these are figures of the first one, and
   loops has what is predicted and proven of an iteration of each.

   work_s, depth_s, l_max_s, granularity, obliviousness, the bounds naive_s,
   linear_s and brent_s, and *_theorem_s, those by 1 + 1/granularity, null if
   that is 0, are those of promise.h; fine_granularity is that of the single
   tasks, null if it isn't known.  naive_procs and linear_procs are how many
   processors the bounds of naive and linear schedules need.

   Non-oblivious regions have tasks, edges, work, depth, l_max_s, granularity,
   indirection, naive_s, naive_theorem_s, at_most and length of scheme.h, if they are
   known; those that are distributed in an object, scheme.

   Of regions that run through tables (table-figures.c) bound_s is what all
   computations and messages take if none overlaps another, and setup_s what
   comes to the first entry.  */

#include "report.h"

#include "promise.h"
#include "table-figures.h"
#include "plan/traffic.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

static void
write_string (FILE *file, const char *string)
{
  putc ('"', file);
  for (const unsigned char *c = (const unsigned char *) string; *c; c++)
    if (*c == '"' || *c == '\\')
      fprintf (file, "\\%c", *c);
    else if (*c < 0x20)
      fprintf (file, "\\u%04x", *c);
    else
      putc (*c, file);
  putc ('"', file);
}

/* The next member, which follows another one.  */
static void
write_key (FILE *file, const char *key)
{
  fprintf (file, ",\n      \"%s\": ", key);
}

static void
write_text (FILE *file, const char *key, const char *value)
{
  write_key (file, key);
  if (value)
    write_string (file, value);
  else
    fputs ("null", file);
}

static void
write_integer (FILE *file, const char *key, int64_t value)
{
  write_key (file, key);
  fprintf (file, "%" PRId64, value);
}

/* VALUE, INFINITY and NAN as null.  */
static void
write_value (FILE *file, double value)
{
  if (!isfinite (value))
    fputs ("null", file);
  else
    fprintf (file, "%.9g", value);
}

static void
write_number (FILE *file, const char *key, double value)
{
  write_key (file, key);
  write_value (file, value);
}

/* What is proven, within an object.  */
static void
write_promise (FILE *file, const struct pram_promise *p)
{
  const struct { const char *key; double value; } members[]
    = { { "work_s", p->work }, { "depth_s", p->depth },
	{ "l_max_s", p->l_max }, { "granularity", p->granularity },
	{ "fine_granularity", p->fine }, { "obliviousness", p->degree },
	{ "naive_s", p->bound.naive }, { "linear_s", p->bound.linear },
	{ "brent_s", p->bound.brent },
	{ "naive_theorem_s", p->theorem.naive },
	{ "linear_theorem_s", p->theorem.linear },
	{ "brent_theorem_s", p->theorem.brent },
	{ "naive_procs", p->naive_procs },
	{ "linear_procs", p->linear_procs } };
  for (size_t k = 0; k < sizeof members / sizeof *members; k++)
    {
      fprintf (file, k % 3 ? ", \"%s\": " : ",\n          \"%s\": ",
	       members[k].key);
      write_value (file, members[k].value);
    }
}

/* What is predicted, proven and moved on PROCS processes.  */
struct figures
{
  int procs;
  struct pram_prediction prediction;
  struct pram_promise promise;
  double bound, fault;		/* s */
  struct pram_traffic traffic, iteration;
};

static struct figures
find_figures (const struct pram_report_region *region, int procs)
{
  const struct pram_plan *plan = region->plan;
  const struct pram_logp *logp = region->predictor->logp;
  struct figures f = { .procs = procs };
  f.prediction = pram_predict (plan, region->predictor, procs);
  f.promise = pram_promise_of_plan (plan, region->predictor, procs);
  f.bound = pram_predict_bound (&f.prediction, f.promise.messages);
  f.fault = pram_costs_fault (region->predictor->costs, procs);
  f.traffic = pram_plan_traffic (plan, logp, procs);
  f.iteration = pram_plan_iteration_traffic (plan, logp, procs);
  return f;
}

static void
write_prediction (FILE *file, const struct figures *f)
{
  const struct pram_prediction *p = &f->prediction;
  fprintf (file, "{ \"procs\": %d, \"messages\": %" PRId64
	   ", \"bytes\": %" PRId64 ", \"predicted_s\": %.9g, "
	   "\"bound_s\": %.9g, \"entry_s\": %.9g, \"fault_s\": %.9g,\n"
	   "          \"iteration_messages\": %" PRId64
	   ", \"iteration_bytes\": %" PRId64,
	   f->procs, f->traffic.messages, f->traffic.bytes,
	   pram_prediction_seconds (p), f->bound,
	   p->iteration > 0 ? p->entry : 0, f->fault, f->iteration.messages,
	   f->iteration.bytes);
  write_promise (file, &f->promise);
  fputs (" }", file);
}

/* Of several data-dependent loops, what an iteration of each takes.  */
static void
write_loops (FILE *file, const struct pram_report_region *region)
{
  const struct pram_plan *plan = region->plan;
  struct pram_predictor by = *region->predictor;
  const char *before = "[";
  by.loop = pram_plan_next_loop (plan, NULL);
  if (!by.loop || !pram_plan_next_loop (plan, by.loop))
    return;
  write_key (file, "loops");
  for (; by.loop; by.loop = pram_plan_next_loop (plan, by.loop))
    for (int k = 0; k < region->n_procs; k++)
      {
	int procs = region->procs[k];
	struct pram_prediction p = pram_predict (plan, &by, procs);
	struct pram_promise promise = pram_promise_of_plan (plan, &by, procs);
	fprintf (file, "%s\n        { \"line\": %d, \"procs\": %d, "
		 "\"predicted_s\": %.9g, \"bound_s\": %.9g", before,
		 by.loop->line, procs, pram_prediction_seconds (&p),
		 pram_predict_bound (&p, promise.messages));
	write_promise (file, &promise);
	fputs (" }", file);
	before = ",";
      }
  fputs (" ]", file);
}

static void
write_figures (FILE *file, const struct pram_report_region *region)
{
  const struct pram_plan *plan = region->plan;
  const struct pram_logp *logp = region->predictor->logp;
  struct pram_prediction serial = pram_predict (plan, region->predictor, 1);
  struct figures f = find_figures (region, region->n_procs ? region->procs[0]
							   : logp->P);
  write_integer (file, "tasks", plan->n_tasks);
  double op = pram_predict_price (plan, region->predictor, 1);
  write_number (file, "work", plan->work * op);
  write_number (file, "depth", plan->depth * op);
  write_number (file, "predicted_s", pram_prediction_seconds (&f.prediction));
  write_number (file, "serial_s", pram_prediction_seconds (&serial));
  write_number (file, "granularity", f.promise.granularity);
  write_number (file, "obliviousness", f.promise.degree);
  write_number (file, "bound_s", f.bound);
  write_integer (file, "procs", f.procs);
  write_integer (file, "messages", f.traffic.messages);
  write_integer (file, "bytes", f.traffic.bytes);
  write_key (file, "predictions");
  for (int k = 0; k < region->n_procs; k++)
    {
      if (k)
	f = find_figures (region, region->procs[k]);
      fputs (k ? ",\n        " : "[\n        ", file);
      write_prediction (file, &f);
    }
  fputs (region->n_procs ? " ]" : "[]", file);
  if (region->n_procs)
    write_loops (file, region);
}

static void
write_table_prediction (FILE *file, const struct pram_report_region *region,
			int procs)
{
  const struct pram_table_plan *tables = region->tables;
  struct pram_table_figures f
    = pram_table_plan_figures (tables, procs, region->predictor);
  struct pram_promise promise
    = pram_promise_of_tables (tables, region->predictor->logp, procs);
  fprintf (file, "{ \"procs\": %d, \"messages\": %" PRId64
	   ", \"bytes\": %" PRId64 ", \"predicted_s\": %.9g, "
	   "\"bound_s\": %.9g, \"entry_s\": %.9g, \"fault_s\": %.9g,\n"
	   "          \"iteration_messages\": %" PRId64
	   ", \"iteration_bytes\": %" PRId64,
	   procs, f.messages, f.bytes, f.seconds, f.bound, f.entry,
	   pram_costs_fault (region->predictor->costs, procs),
	   f.iteration_messages, f.iteration_bytes);
  fprintf (file, ", \"setup_s\": %.9g", f.setup);
  write_promise (file, &promise);
  fputs (" }", file);
}

static void
write_table_figures (FILE *file, const struct pram_report_region *region)
{
  const struct pram_table_plan *tables = region->tables;
  const struct pram_logp *logp = region->predictor->logp;
  int procs = region->n_procs ? region->procs[0] : logp->P;
  struct pram_table_figures figures
    = pram_table_plan_figures (tables, procs, region->predictor);
  struct pram_promise promise = pram_promise_of_tables (tables, logp, procs);

  write_integer (file, "tasks", tables->graph->n_tasks);
  write_number (file, "work", promise.work);
  write_number (file, "depth", promise.depth);
  write_number (file, "predicted_s", figures.seconds);
  write_number (file, "serial_s",
		pram_table_plan_serial (tables, region->predictor));
  write_number (file, "granularity", promise.granularity);
  write_number (file, "obliviousness", promise.degree);
  write_number (file, "bound_s", figures.bound);
  write_integer (file, "procs", procs);
  write_integer (file, "messages", figures.messages);
  write_integer (file, "bytes", figures.bytes);
  write_key (file, "predictions");
  for (int k = 0; k < region->n_procs; k++)
    {
      fputs (k ? ",\n        " : "[\n        ", file);
      write_table_prediction (file, region, region->procs[k]);
    }
  fputs (region->n_procs ? " ]" : "[]", file);
}

/* What is proven of a region of which data choose what it reads, each member
   between BEFORE and its key.  */
static void
write_scheme (FILE *file, const struct pram_scheme_promise *p,
	      const char *before)
{
  const struct { const char *key; double value; } members[]
    = { { "tasks", p->n_tasks }, { "edges", p->n_edges },
	{ "work", p->work }, { "depth", p->depth }, { "l_max_s", p->l_max },
	{ "granularity", p->granularity }, { "indirection", p->indirection },
	{ "naive_s", p->naive }, { "naive_theorem_s", p->theorem } };
  for (size_t k = 0; k < sizeof members / sizeof *members; k++)
    {
      fprintf (file, "%s\"%s\": ", before, members[k].key);
      write_value (file, members[k].value);
    }
  fprintf (file, "%s\"at_most\": %s", before, p->at_most ? "true" : "false");
  fprintf (file, "%s\"length\": %" PRId64, before, p->length);
}

static void
write_diagnostics (FILE *file, const struct pram_report_region *region)
{
  static const char *const severities[]
    = { [PRAM_NOTE] = "note", [PRAM_HINT] = "hint", [PRAM_REFUSAL] = "refusal",
	[PRAM_ERROR] = "error" };
  write_key (file, "diagnostics");
  for (int d = 0; d < region->n_diagnostics; d++)
    {
      const struct pram_report_diagnostic *diagnostic
	= &region->diagnostics[d];
      fprintf (file, "%s{ \"severity\": \"%s\", \"line\": %d, \"message\": ",
	       d ? ",\n        " : "[\n        ",
	       severities[diagnostic->severity], diagnostic->line);
      write_string (file, diagnostic->message);
      fputs (" }", file);
    }
  fputs (region->n_diagnostics ? " ]" : "[]", file);
}

struct pram_report
pram_report_begin (FILE *file, const char *source_file)
{
  fputs ("{ \"file\": ", file);
  write_string (file, source_file);
  fputs (",\n  \"regions\": [", file);
  return (struct pram_report) { file, 0 };
}

/* Null if it isn't known.  */
static const char *
class_of (const struct pram_report_region *region)
{
  if (region->plan)
    return pram_class_name (region->plan->class_);
  if (region->tables)
    return pram_class_name (pram_table_plan_class (region->tables));
  return region->non_oblivious ? pram_class_name (PRAM_NON_OBLIVIOUS) : NULL;
}

void
pram_report_region (struct pram_report *report,
		    const struct pram_report_region *region)
{
  FILE *file = report->file;
  fputs (report->n_regions++ ? " },\n    { \"name\": " : "\n    { \"name\": ",
	 file);
  write_string (file, region->name);
  write_text (file, "file", region->file);
  write_integer (file, "line", region->line);
  write_text (file, "size", region->size);
  bool serial = !region->plan && !region->tables;
  write_text (file, "schedule", serial ? "serial" : region->schedule);
  write_text (file, "class", class_of (region));
  if (region->plan)
    write_figures (file, region);
  else if (region->tables)
    write_table_figures (file, region);
  else if (region->scheme)
    write_scheme (file, region->scheme, ",\n      ");
  write_diagnostics (file, region);
}

void
pram_report_scheme (struct pram_report *report,
		    const struct pram_scheme_promise *proven)
{
  write_key (report->file, "scheme");
  fprintf (report->file, "{ \"class\": \"%s\"",
	   pram_class_name (PRAM_NON_OBLIVIOUS));
  write_scheme (report->file, proven, ", ");
  fputs (" }", report->file);
}

void
pram_report_end (struct pram_report *report)
{
  fputs (report->n_regions ? " } ]\n}\n" : " ]\n}\n", report->file);
}
