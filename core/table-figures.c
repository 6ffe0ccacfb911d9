/* table-figures.c: what a region costs that runs through tables.

   SPDX-License-Identifier: GPL-3.0-or-later

   The figures are those of the tasks as the runtime places them (fold) and
   runs them, which is in program order.  What moves is found from the flows of
   elements, as the runtime finds it: a value of an element moves once to each
   rank that reads it and has not written it; values of before are on rank 0,
   which collects those that are left at the end.  Several travel as one
   message (table-streams.h).  What the tasks of a rank combine into an element
   goes in one message to the rank that reads it.  A data-dependent loop counts
   with one iteration, and the values that it hands to the next one; what its
   verdicts send does not count.

   Example: for (i < 4) a[i] = b[i], naive on 2 ranks, elements of 8 bytes.
   Rank 1 gets b[1] and b[3], and gives a[1] and a[3]: 2 messages, 32 bytes.  */

#include "table-plan.h"
#include "table-streams.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "alloc.h"
#include "blocks.h"
#include "bounds.h"
#include "pram-abi.h"

enum pram_class
pram_table_plan_class (const struct pram_table_plan *plan)
{
  for (int l = 0; l < plan->prog->n_loops; l++)
    if (plan->prog->loops[l]->data_dependent)
      return PRAM_ITERATIVELY_OBLIVIOUS;
  return PRAM_OBLIVIOUS;
}

int32_t
pram_table_plan_rank (const struct pram_table_plan *plan, int task, int procs)
{
  int32_t process = plan->clustering->process[task];
  return plan->n_procs
	 ? (int32_t) ((int64_t) process * procs / plan->n_procs)
	 : process % procs;
}

/* By value, then by who needs it first.  */
static int
compare_moves (const void *a_, const void *b_)
{
  const struct pram_table_move *a = a_, *b = b_;
  int order;
  (void) ((order = pram_table_sign (a->writer, b->writer))
	  || (order = pram_table_sign (a->dst, b->dst))
	  || (order = pram_table_sign (a->array, b->array))
	  || (order = pram_table_sign (a->offset, b->offset))
	  || (order = pram_table_sign (a->reader, b->reader)));
  return order;
}

static bool
same_value_p (const struct pram_table_move *a, const struct pram_table_move *b)
{
  return a->writer == b->writer && a->dst == b->dst && a->array == b->array
	 && a->offset == b->offset;
}

/* The array object of FLOW.  A task of a data-dependent loop stands for those
   of all iterations, which write the objects that it exchanges in turn: the
   first of these stands for all.  */
static int32_t
array_of (const struct pram_table_plan *plan, const struct pram_flow *flow)
{
  int32_t first = 0;
  if (flow->writer == PRAM_TASK_INPUT
      || pram_table_plan_class (plan) == PRAM_OBLIVIOUS)
    return flow->array;
  while (!pram_same_class_p (plan->prog, first, flow->array))
    first++;
  return first;
}

/* FLOW is no value that rank 0 doesn't want at the end.  */
static bool
wanted_p (const struct pram_table_plan *plan, const struct pram_flow *flow)
{
  return flow->reader < plan->expansion->n_tasks
	 || plan->collected[flow->array];
}

/* The first task of the block of TASK.  */
static int
block_start (const struct pram_table_plan *plan, int task)
{
  int b = 0;
  while (b + 1 < plan->n_blocks && plan->blocks[b + 1].first_task <= task)
    b++;
  return plan->n_blocks ? plan->blocks[b].first_task : 0;
}

/* Set the task after which MOVE leaves: its writer, unless that is in an earlier
   block than the reader.  Behind all tasks comes what the next iteration of a
   loop needs, then what is collected, array by array.  */
static void
set_times (const struct pram_table_plan *plan, struct pram_table_move *move)
{
  int32_t n_tasks = plan->expansion->n_tasks;
  int first = block_start (plan, move->reader);
  move->after = move->writer < first ? first - 1 : move->writer;
  if (move->reader == n_tasks)
    {
      move->after = n_tasks + 1 + move->array;
      move->reader = n_tasks + 2;
    }
  else if (move->writer >= move->reader)
    {
      move->after = n_tasks;
      move->reader = n_tasks + 1;
    }
}

/* The values that move between ranks into MOVES; returns how many there are.  */
static int
find_moves (const struct pram_table_plan *plan, int procs,
	    struct pram_table_move *moves)
{
  const struct pram_expansion *x = plan->expansion;
  int n = 0, n_values = 0;
  for (int f = 0; f < x->n_flows; f++)
    {
      const struct pram_flow *flow = &x->flows[f];
      bool end = flow->reader == x->n_tasks;
      struct pram_table_move move
	= { .src = flow->writer == PRAM_TASK_INPUT
		   ? 0 : pram_table_plan_rank (plan, flow->writer, procs),
	    .dst = end ? 0 : pram_table_plan_rank (plan, flow->reader, procs),
	    .writer = flow->writer, .reader = flow->reader,
	    .offset = flow->offset, .array = array_of (plan, flow) };
      move.bytes = plan->prog->arrays[move.array].elem_size;
      if (move.src != move.dst && !flow->combined && wanted_p (plan, flow))
	moves[n++] = move;
    }
  if (n)
    qsort (moves, (size_t) n, sizeof *moves, compare_moves);
  for (int m = 0; m < n; m++)
    if (n_values == 0 || !same_value_p (&moves[m], &moves[n_values - 1]))
      {
	moves[n_values] = moves[m];
	set_times (plan, &moves[n_values++]);
      }
  return n_values;
}

/* By flow, whether the rank of its writer, a task that combines, combines once
   more before the same reader: one value goes for all.  Caller frees.  */
static bool *
find_partial (const struct pram_table_plan *plan, int procs)
{
  const struct pram_expansion *x = plan->expansion;
  size_t n_flows = (size_t) x->n_flows;
  size_t n_values = (size_t) plan->prog->n_arrays * (size_t) procs;
  bool *partial = calloc (n_flows + 1, sizeof *partial);
  int *last = malloc ((n_values + 1) * sizeof *last);
  if (!partial || !last)
    abort ();
  memset (last, -1, n_values * sizeof *last);
  for (int f = 0; f < x->n_flows; f++)
    if (x->flows[f].combined)
      {
	const struct pram_flow *flow = &x->flows[f];
	int rank = pram_table_plan_rank (plan, flow->writer, procs);
	int *other = &last[flow->array * procs + rank];
	bool same = *other >= 0 && x->flows[*other].reader == flow->reader
		    && x->flows[*other].offset == flow->offset;
	bool later = !same || x->flows[*other].writer < flow->writer;
	if (same)
	  partial[later ? *other : f] = true;
	if (later)
	  *other = f;
      }
  free (last);
  return partial;
}

/* What processes have combined goes to the reader's.  */
static void
count_combined (const struct pram_table_plan *plan, int procs,
		struct pram_table_figures *figures)
{
  const struct pram_expansion *x = plan->expansion;
  bool *partial = find_partial (plan, procs);
  for (int f = 0; f < x->n_flows; f++)
    {
      const struct pram_flow *flow = &x->flows[f];
      int to = flow->reader < x->n_tasks
	       ? pram_table_plan_rank (plan, flow->reader, procs) : 0;
      if (flow->combined && !partial[f] && wanted_p (plan, flow)
	  && pram_table_plan_rank (plan, flow->writer, procs) != to)
	{
	  figures->messages++;
	  figures->bytes += PRAM_PARTIAL_BYTES;
	}
    }
  free (partial);
}

/* Where ranks send what they have: before they take part in joining what has
   been combined, and where blocks end (before the next one's first values
   leave).  Returns how many there are.  */
static int64_t
find_flushes (const struct pram_table_plan *plan, int procs,
	      struct pram_table_flush *flushes)
{
  const struct pram_expansion *x = plan->expansion;
  int64_t n = 0;
  for (int f = 0; f < x->n_flows; f++)
    {
      const struct pram_flow *flow = &x->flows[f];
      bool end = flow->reader == x->n_tasks;
      int32_t task = end ? x->n_tasks + flow->array + 2 : flow->reader;
      if (!flow->combined || !wanted_p (plan, flow))
	continue;
      flushes[n++] = (struct pram_table_flush)
	{ pram_table_plan_rank (plan, flow->writer, procs), task };
      flushes[n++] = (struct pram_table_flush)
	{ end ? 0 : pram_table_plan_rank (plan, flow->reader, procs), task };
    }
  for (int p = 0; p < procs; p++)
    {
      for (int b = 1; b < plan->n_blocks; b++)
	flushes[n++] = (struct pram_table_flush)
	  { p, plan->blocks[b].first_task - 1 };
      flushes[n++] = (struct pram_table_flush) { p, x->n_tasks };
      flushes[n++] = (struct pram_table_flush) { p, x->n_tasks + 1 };
    }
  return n;
}

static void
count_moves (const struct pram_table_plan *plan, int procs,
	     struct pram_table_figures *figures)
{
  int64_t n_flows = plan->expansion->n_flows;
  struct pram_table_move *moves = pram_zeroed (n_flows, sizeof *moves);
  struct pram_table_flush *flushes
    = pram_zeroed (2 * n_flows + (int64_t) procs * (plan->n_blocks + 2),
		   sizeof *flushes);
  int n = find_moves (plan, procs, moves);
  for (int m = 0; m < n; m++)
    figures->bytes += moves[m].bytes;
  figures->messages
    = pram_table_streams_count (moves, n, flushes,
				find_flushes (plan, procs, flushes), procs);
  free (flushes);
  free (moves);
}

/* The tasks as the runtime places and runs them.  */
static struct pram_clustering *
emitted (const struct pram_table_plan *plan, int procs,
	 const struct pram_logp *machine, struct pram_arena *arena)
{
  struct pram_clustering *folded
    = PRAM_ARENA_NEW (arena, struct pram_clustering, 1);
  bool *partial = find_partial (plan, procs);
  struct pram_taskgraph *graph
    = pram_expansion_graph (plan->expansion, machine->op, partial, arena,
			    NULL);
  free (partial);
  pram_taskgraph_add_preds (graph, arena);
  *folded = *plan->clustering;
  folded->graph = graph;
  folded->n_procs = procs;
  folded->process = PRAM_ARENA_NEW (arena, int32_t, graph->n_tasks);
  for (int32_t v = 0; v < graph->n_tasks; v++)
    folded->process[v] = pram_table_plan_rank (plan, v, procs);
  pram_clustering_order (folded, arena, NULL);
  return folded;
}

struct pram_table_figures
pram_table_plan_figures (const struct pram_table_plan *plan, int procs,
			 const struct pram_logp *machine)
{
  struct pram_table_figures figures = { 0 };
  struct pram_arena *arena = pram_arena_new ();
  struct pram_clustering *clustering = emitted (plan, procs, machine, arena);
  figures.makespan = pram_schedule_makespan (clustering, machine);
  figures.bound = pram_bound_ascending (clustering, machine);
  pram_arena_free (arena);
  count_moves (plan, procs, &figures);
  count_combined (plan, procs, &figures);
  return figures;
}
