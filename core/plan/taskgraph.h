/* taskgraph.h: an explicit task graph.

   SPDX-License-Identifier: Apache-2.0

   G = (V, E, tau) of Iterative, section 2.1, in compressed rows: the
   successors of task v are succ[succ_start[v]] ... succ[succ_start[v+1]-1].
   Up to 2^31 - 1 tasks; 10^7 tasks with 10^8 edges take about 2 GB.

   Example, a diamond of four tasks:
     n_tasks = 4, n_edges = 4
     succ_start = 0 2 3 4 4
     succ       = 1 2 3 3

   Invariants
   (1) Tasks are numbered topologically: succ[e] > v for each edge e of v.
   (2) The successors of a task ascend strictly: there are no double edges.
   (3) Costs are finite and >= 0, bytes are > 0.

   Copies.  A schedule may compute a task on several processes, which saves
   messages.  Such schedules are of another graph, whose tasks are copies of
   those of ORIGINAL: to whatever times, draws or simulates a schedule they are
   tasks like any other.

   Invariants of a graph of copies
   (4) Each task of ORIGINAL has a copy, and COPY_OF ascends.
   (5) A copy of v has the cost of v, and for each predecessor of v just one
       predecessor, a copy of it, with the same bytes; and no others.

   Example, the diamond with a second copy of its first task:
     copy_of    = 0 0 1 2 3
     succ       = 2, 3, 4, 4  */

#ifndef PRAM_TASKGRAPH_H
#define PRAM_TASKGRAPH_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "base/arena.h"
#include "base/diag.h"

struct pram_taskgraph
{
  const char *name;
  int32_t n_tasks;
  int64_t n_edges;
  int64_t *succ_start;		/* n_tasks + 1 */
  int32_t *succ;		/* n_edges */
  int32_t *edge_bytes;		/* n_edges: size of the value that moves; null
				   if all have VALUE_BYTES */
  int32_t value_bytes;		/* else of the first edge; 1 if there is none */
  double *task_cost;		/* n_tasks: tau, s */
  const char **label;		/* n_tasks, or null: names for pictures */
  /* The same edges by their ends, or null: pram_taskgraph_add_preds.  */
  int64_t *pred_start;		/* n_tasks + 1 */
  int32_t *pred;		/* n_edges, ascending for each task */
  int64_t *pred_edge;		/* n_edges: its index in SUCC */
  /* Where tasks are copies; else null.  */
  const struct pram_taskgraph *original;	/* has preds */
  const int32_t *copy_of;	/* n_tasks: tasks of ORIGINAL */
};

/* The task of the graph that the user knows.  */
static inline int32_t
pram_taskgraph_original (const struct pram_taskgraph *graph, int32_t v)
{
  return graph->copy_of ? graph->copy_of[v] : v;
}

/* Collects tasks and edges in any order; building sorts them topologically
   and merges double edges (their bytes are the larger of both).  Tasks keep
   their numbers if these are topological already.  */
struct pram_taskgraph_builder;

struct pram_taskgraph_builder *pram_taskgraph_begin (struct pram_arena *,
						     const char *name);
/* Returns the number of the task.  LABEL may be null.  */
int32_t pram_taskgraph_task (struct pram_taskgraph_builder *, double cost,
			     const char *label);
void pram_taskgraph_edge (struct pram_taskgraph_builder *, int32_t from,
			  int32_t to, int32_t bytes);
/* The first N tasks, which are there, have all their edges: tells the builder
   what it need not keep in mind, which saves memory and time in large graphs,
   and changes nothing else.  */
void pram_taskgraph_close (struct pram_taskgraph_builder *, int32_t n);
/* In reports tasks have numbers from FIRST on (0 without this).  */
void pram_taskgraph_count_from (struct pram_taskgraph_builder *, int32_t first);
/* Frees the builder.  Null after one PRAM_ERROR: a cycle (it names a task on
   it), an edge to no task, a negative cost, costs whose sum is infinite.  */
struct pram_taskgraph *pram_taskgraph_end (struct pram_taskgraph_builder *,
					   const struct pram_diag *);

/* Fill in PRED_START, PRED, PRED_EDGE if they aren't there.  */
void pram_taskgraph_add_preds (struct pram_taskgraph *, struct pram_arena *);

/* The graph of N copies of the tasks of ORIGINAL, which has preds: task k is a
   copy of COPY_OF[k]; where the latter's first predecessor is the copy
   OPERAND[OPERAND_START[k]], and so on.  With preds.  ORIGINAL must live as
   long as the result, which is to be checked.  */
struct pram_taskgraph *
pram_taskgraph_of_copies (const struct pram_taskgraph *original, int32_t n,
			  const int32_t *copy_of, const int64_t *operand_start,
			  const int32_t *operand, struct pram_arena *);

/* The invariants.  False after one PRAM_ERROR.  */
bool pram_taskgraph_check (const struct pram_taskgraph *,
			   const struct pram_diag *);
/* Those of a graph of copies, which has preds; true for other graphs.  */
bool pram_taskgraph_copies_check (const struct pram_taskgraph *,
				  const struct pram_diag *);

static inline int32_t
pram_taskgraph_bytes (const struct pram_taskgraph *graph, int64_t edge)
{
  return graph->edge_bytes ? graph->edge_bytes[edge] : graph->value_bytes;
}

/* W: the sum of all costs, s.  */
double pram_taskgraph_work (const struct pram_taskgraph *);

/* Set LEVEL to the number of tasks on the longest path that ends before each
   task (its layer, Lambda_i of Iterative, section 2.2); returns how many layers
   there are.  */
int32_t pram_taskgraph_layers (const struct pram_taskgraph *, int32_t *level);

/* T: the weight of the heaviest path, s.  LEVEL and N_LAYERS, where not null,
   get the layers as above.  */
double pram_taskgraph_depth (const struct pram_taskgraph *, int32_t *level,
			     int32_t *n_layers);

#endif
