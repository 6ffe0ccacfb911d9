/* table-plan.h: which process runs which task of a small region.

   SPDX-License-Identifier: Apache-2.0

   The plan of a region that runs through tables (pram-abi.h, "Regions through
   tables"): its task graph is built explicitly, a strategy clusters it, and
   the program itself is written down as traces, so that the runtime can find
   the messages for any number of ranks.  */

#ifndef PRAM_TABLE_PLAN_H
#define PRAM_TABLE_PLAN_H

#include "expand.h"
#include "machine/costs.h"
#include "plan.h"
#include "clustering.h"
#include "strategies.h"

#define PRAM_TABLE_PROCS 64

/* A stretch of a sequence, children FIRST .. LAST - 1 of SEQ, without
   data-dependent loops.  */
struct pram_table_block
{
  const struct pram_node *seq;
  int first, last;
  int trace;			/* offset in code */
  int first_task, n_tasks;
};

struct pram_table_plan
{
  const struct pram_prog *prog;
  const struct pram_strategy *strategy;
  int n_procs;			/* it was asked for; 0: any number */
  struct pram_expansion *expansion;
  struct pram_taskgraph *graph;	/* what running a task costs beside its
				   operations is in the tasks' costs */
  double work, depth;		/* W and T, in operations */
  struct pram_clustering *clustering;
  int32_t spacing;		/* pram-abi.h */
  int n_blocks;			/* in program order */
  struct pram_table_block *blocks;
  int n_groups;			/* statements that tasks begin with */
  const struct pram_node **groups;
  int n_accesses;
  struct pram_trace_access *accesses;
  int n_permutations;
  const int **permutations;	/* next[] of a loop each */
  int n_code;
  int64_t *code;
  const struct pram_node *loop;	/* the first data-dependent loop, or null */
  int counted_block;		/* whenever it begins … */
  int64_t counted;		/* … so many iterations do, for statistics */
  bool *collected;		/* by array object: rank 0 gets what was
				   written */
};

/* Schedule PROG by STRATEGY.  One that wants to know the number of processes is
   asked for PRAM_TABLE_PROCS, so that they can be folded onto
   any smaller number of ranks in neighbouring groups.  Statements that follow
   each other in a body are one task.  Null after one report: PROG is beyond the
   budget of tasks or the strategy's limits, has a data-dependent loop inside of
   a counted one, or quotients.  Takes memory from PROG's arena.  */
struct pram_table_plan *
pram_table_plan_build (struct pram_prog *prog,
		       const struct pram_strategy *strategy,
		       const struct pram_logp *, const struct pram_costs *,
		       const struct pram_diag *diag);

/* Do the traces say what the task graph was built from?  False after one
   PRAM_ERROR.  */
bool pram_table_plan_check (const struct pram_table_plan *,
			    const struct pram_diag *);
void pram_table_plan_print (FILE *, const struct pram_table_plan *);

/* Iteratively oblivious if there is a data-dependent loop, else oblivious.  */
enum pram_class pram_table_plan_class (const struct pram_table_plan *);

/* The rank of PROCS that runs TASK.  */
int32_t pram_table_plan_rank (const struct pram_table_plan *, int task,
			      int procs);

/* The segment of LOOP, a data-dependent one, that has most tasks: it begins
   with each iteration that is counted.  */
int pram_table_plan_segment (const struct pram_table_plan *,
			     const struct pram_node *loop);

/* Loads and stores of a task that begins with STMT.  */
int pram_table_plan_accesses (const struct pram_node *stmt);

/* The runs of the processes of tasks FIRST .. FIRST + N - 1; returns how
   many there are.  RUNS has room for N.  */
int pram_table_plan_runs (const struct pram_table_plan *, int first, int n,
			  struct pram_task_run *runs);

#endif
