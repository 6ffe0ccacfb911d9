/* pram-sched.h: what the parts of pram-sched share.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef PRAM_SCHED_TOOL_H
#define PRAM_SCHED_TOOL_H

#include <stdbool.h>

#include "plan/plan.h"
#include "predict/predict.h"
#include "lab/timeline.h"

/* Exit statuses.  */
enum { GOOD, BAD, USAGE };

/* A list of positive numbers.  */
struct numbers
{
  int n;
  int *value;
};

struct options
{
  bool print_prog, print_graph, print_taskgraph, print_plan, print_traffic;
  bool print_table, print_clustering, print_schedule, print_times, print_bounds;
  bool compare;
  const char *same;		/* a program to compare with, or null */
  const char *measured;		/* statistics of a run, or null */
  struct numbers procs, verify, iterations;
  int n_sets;
  const char **sets;		/* of a source's entry values */
  int n_within;
  const char **within;		/* those of another one, on top of these */
  /* Null where not given.  */
  const char *strategy, *machine, *logp, *generate, *dot, *svg, *trace, *write,
    *goal;
};

void usage_error (const char *format, ...)
  __attribute__ ((format (printf, 1, 2), noreturn));

/* The program in the file NAME; of a source with the values that OPTIONS set.
   *FILE is what lines belong to.  Null after a report.  */
struct pram_prog *sched_read (const struct options *, const char *name,
			      const char **file, const struct pram_diag *);

/* Is NAME that of a file with a task graph?  */
bool sched_graph_name_p (const char *name);

/* Read or generate the task graph FILE (null: OPTIONS->generate), schedule and
   print it.  Returns an exit status.  */
int sched_run_graph (const struct options *, const char *file);

/* The machine that --machine or --logp names.  With --logp computing costs its
   operations.  */
struct machine
{
  struct pram_logp logp;
  struct pram_costs costs;
  struct pram_predictor predictor;
};

/* Takes memory from the arena.  False after a report.  */
bool sched_set_machine (const struct options *, struct machine *,
			struct pram_arena *);

/* Print what OPTIONS ask for of what PLAN moves, what is proven of it, and how
   long it takes.  */
bool sched_print_figures (const struct options *, const struct pram_plan *,
			  const struct pram_diag *);

/* Print what OPTIONS ask for of a program that has no plan, because data choose
   what it reads: the program, its tasks, what is proven.  False after a
   report.  */
bool sched_print_indirect (const struct options *, struct pram_prog *,
			   const struct pram_diag *);

/* Write GRAPH, with preds, in the form that NAME ends in.  False after a report.
   */
bool sched_write_graph (const struct pram_taskgraph *, const char *name);

/* Write the tasks of PROG, with all edges there may be, to OPTIONS->write.  False
   after a report.  */
bool sched_write_tasks (const struct options *, struct pram_prog *,
			const struct pram_diag *);

/* Are the tasks and edges of PROG among those for the values OPTIONS->within of
   the file NAME?  Say so; false after a report.  */
bool sched_compare_sizes (const struct options *, struct pram_prog *,
			  const char *name, const struct pram_diag *);

/* Print the bounds on schedules of the graph (with preds) on the machine, for
   each number of processes where they depend on that.  */
void sched_print_bounds (const struct pram_taskgraph *,
			 const struct pram_logp *, const struct numbers *procs);

/* Draw what OPTIONS->svg asks for.  */
bool sched_draw_plan (const struct options *, const struct pram_plan *,
		      const struct pram_diag *);

/* Draw the N LINES in the file NAME; false after a report.  */
bool sched_draw_lines (const struct pram_timeline *const *lines, int n,
		       const char *name);

/* Draw the schedule of CLUSTERING in the file NAME, below MEASURED if that is
   not null.  BOUND is 0 if there is none.  UNITLESS: times are in the unit of
   --logp, whatever that is.  */
bool sched_draw (const struct pram_clustering *, const struct pram_logp *,
		 double bound, bool unitless,
		 const struct pram_timeline *measured, const char *name);

#endif
