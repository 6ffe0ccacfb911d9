/* expand.h: the task graph of a prog, built by running it on index values.

   SPDX-License-Identifier: Apache-2.0

   A synchronous sample execution (Non-oblivious, section 3) without any data:
   all that is computed is which element each access touches, and for each read
   which task wrote the element last.  Takes any program within a budget of
   tasks; core/poly/graph.c finds the same graph symbolically, for affine
   programs of any size (lab/expand-compare.c says whether it did).

   A data-dependent loop runs a few times.  A flow into or out of an iteration
   exists only after a verdict of the loop's condition (Iterative, section 3,
   Algorithm 2): FALSE edges lead to the next iteration, or to what follows the
   condition in the same one, TRUE edges to what follows the loop.

   Example: for (i < 3) a[i+1] = a[i]; has three tasks and the flows
   -1 -> 0 of a[0], 0 -> 1 of a[1], 1 -> 2 of a[2], and 0 -> 3, 1 -> 3, 2 -> 3
   of a[1], a[2], a[3] to the end.

   Invariants
   (1) Tasks are numbered in program order, so writer < reader, unless the flow
       leads to the next iteration of a data-dependent loop whose iterations
       share their tasks.
   (2) A read of a task has one flow, or none if the task wrote the element
       itself before.  With COMBINE it also has one from each task that has
       combined a value into the element since; its task then counts as the
       writer of what was read.  A task that combines a value into an element
       touches it in no other way.  */

#ifndef PRAM_EXPAND_H
#define PRAM_EXPAND_H

#include "prog/prog.h"
#include "taskgraph.h"

struct pram_expand_options
{
  bool fuse;			/* a task is a run of statements that follow
				   each other in one body, else one statement */
  bool unroll;			/* each iteration of a data-dependent loop has
				   tasks of its own; else those of the first
				   one stand for all */
  bool combine;			/* the steps of a reduction do not wait for
				   each other; else they are a chain */
  bool hubs;			/* indirect reads have no flows; touches say who
				   holds what instead */
  int64_t iterations;		/* how often data-dependent loops begin their
				   segment 0; one inside of another loop begins
				   it once */
  int exit_segment;		/* they leave after this segment */
  int32_t budget;		/* tasks; more are refused */
};

/* What a flow waits for.  */
enum pram_verdict { PRAM_NO_VERDICT, PRAM_FALSE, PRAM_TRUE };

#define PRAM_TASK_INPUT (-1)	/* writer of what was there before */

struct pram_flow
{
  int32_t writer;		/* a task, or PRAM_TASK_INPUT */
  int32_t reader;		/* a task, or n_tasks: the region's end */
  int32_t array;		/* array object */
  int32_t access;		/* of the reader's statement; -1 at the end */
  int64_t offset;		/* byte offset of the element */
  const struct pram_node *stmt;	/* that reads; null at the end */
  int32_t turn;			/* of data-dependent loops, counted through all
				   of them, in which it is read */
  bool combined;		/* WRITER has combined its value with others' */
  bool carried;			/* WRITER's was an earlier iteration of the
				   data-dependent loop that the reader is in */
  enum pram_verdict verdict;
};

/* A task reads some element of an array; or, with HUBS, an element of an array
   that is read so changes hands.  In the order in which they happen these tell
   who may have what is read: as many as there are accesses, where a flow for each
   element that may be read is as many times the elements.  */
struct pram_touch
{
  int32_t task;			/* that reads or writes; -1: that is how things
				   are when the lane begins */
  int32_t array;		/* array object */
  int32_t element;		/* that has a new holder; -1: TASK reads any */
  int32_t writer;		/* who holds it: a task, or PRAM_TASK_INPUT if
				   that is from before, or was carried */
  bool also;			/* beside those who have combined values into it
				   before */
};

/* A part of the execution in which tasks come in the order of their numbers: an
   iteration of a data-dependent loop, or what is before, between or behind such
   loops.  It begins with the holders of all elements.  */
struct pram_lane
{
  int first_touch;
  int phase;			/* iterations of one loop are of one phase */
  int32_t turn;
};

/* An instance of a statement, or of several that follow each other.  */
struct pram_task
{
  const struct pram_node *stmt;	/* the first */
  int64_t *iterators;		/* of the loops around, outermost first */
  double work;			/* operations */
};

struct pram_expansion
{
  const struct pram_prog *prog;
  bool unrolled;
  int n_tasks;
  struct pram_task *tasks;
  int n_flows;			/* by reader in program order */
  struct pram_flow *flows;
  int n_touches, n_lanes;
  struct pram_touch *touches;
  struct pram_lane *lanes;
  /* Bytes touched [lo, hi), whether written and whether read indirectly, by array
     object.  */
  int64_t *touched_lo, *touched_hi;
  bool *written, *anywhere;
};

/* The budget of tasks that compilation keeps to.  */
#define PRAM_TASK_BUDGET 20000

/* Run PROG, which needs no subscripts.  Null after one PRAM_REFUSAL: it is
   beyond the budget, or elements overlap in part.  Memory is ARENA's.  */
struct pram_expansion *pram_expand (const struct pram_prog *prog,
				    const struct pram_expand_options *,
				    struct pram_arena *arena,
				    const struct pram_diag *);

/* The invariants.  False after one PRAM_ERROR.  */
bool pram_expansion_check (const struct pram_expansion *,
			   const struct pram_diag *);
void pram_expansion_print (FILE *, const struct pram_expansion *);

/* "16[3,4]": its line and iterators, for pictures.  Memory is the arena's.  */
const char *pram_task_label (const struct pram_task *, struct pram_arena *);

/* The graph of the tasks, those of one iteration of each data-dependent loop:
   without the flows to a next iteration.  OP: seconds an operation; LEFT_OUT:
   null, or by flow whether it is no edge.  */
struct pram_taskgraph *pram_expansion_graph (const struct pram_expansion *,
					     double op, const bool *left_out,
					     struct pram_arena *,
					     const struct pram_diag *);

#endif
