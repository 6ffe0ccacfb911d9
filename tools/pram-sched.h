/* pram-sched.h: what the parts of pram-sched share.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef PRAM_SCHED_TOOL_H
#define PRAM_SCHED_TOOL_H

#include <stdbool.h>

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
  bool print_table, print_clustering, print_schedule;
  bool compare;
  const char *measured;		/* statistics of a run, or null */
  struct numbers procs, verify, iterations;
  /* Of task graphs; null where not given.  */
  const char *strategy, *machine, *logp, *generate, *dot, *write;
};

void usage_error (const char *format, ...)
  __attribute__ ((format (printf, 1, 2), noreturn));

/* Is NAME that of a file with a task graph?  */
bool sched_graph_name_p (const char *name);

/* Read or generate the task graph FILE (null: OPTIONS->generate), schedule and
   print it.  Returns an exit status.  */
int sched_run_graph (const struct options *, const char *file);

#endif
