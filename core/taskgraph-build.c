/* taskgraph-build.c: make explicit task graphs of tasks and edges.

   SPDX-License-Identifier: GPL-3.0-or-later

   The builder keeps edges as they come, in three growing arrays.  Ending it
   takes O (tasks + edges): edges are put into rows by their ends, which visits
   them in any order, and from there into rows by their beginnings, which
   visits the ends in ascending order: transposing sorts.  If some edge leads
   to a smaller number the tasks are numbered again before, in the order in
   which Kahn's algorithm with a queue takes them.

   Who adds edges task by task saves some of that.  Where ends ascend the edges
   are in rows by them; where beginnings ascend, and the ends at each strictly,
   they are as they shall be.

   Example: tasks 0, 1, 2 with edges 2 -> 0, 2 -> 1, 0 -> 1.  The queue takes
   2, 0, 1; these become 0, 1, 2 with edges 0 -> 1, 0 -> 2, 1 -> 2.  */

#include "taskgraph.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "alloc.h"

struct pram_taskgraph_builder
{
  struct pram_arena *arena;
  const char *name;
  int32_t n_tasks, task_space;
  double *cost;
  const char **label;		/* null while no task has one */
  int64_t n_edges, edge_space;
  int32_t *from, *to;
  int32_t *bytes;		/* null while all edges have FIRST_BYTES */
  int32_t first_bytes;
  const char *wrong;		/* the first thing that is, or null */
};

struct pram_taskgraph_builder *
pram_taskgraph_begin (struct pram_arena *arena, const char *name)
{
  struct pram_taskgraph_builder *builder = pram_zeroed (1, sizeof *builder);
  builder->arena = arena;
  builder->name = pram_arena_strdup (arena, name);
  return builder;
}

int32_t
pram_taskgraph_task (struct pram_taskgraph_builder *builder, double cost,
		     const char *label)
{
  int32_t task = builder->n_tasks;
  if (task == INT32_MAX)
    {
      builder->wrong = "more than 2^31 - 1 tasks";
      return task - 1;
    }
  if (task == builder->task_space)
    {
      int64_t space = task ? 2 * (int64_t) task : 64;
      builder->task_space = space > INT32_MAX ? INT32_MAX : (int32_t) space;
      space = builder->task_space;
      builder->cost = pram_resized (builder->cost, space,
				    sizeof *builder->cost);
      if (builder->label)
	builder->label = pram_resized (builder->label, space,
				 sizeof *builder->label);
    }
  if (!builder->wrong && !(isfinite (cost) && cost >= 0))
    builder->wrong = pram_arena_printf (builder->arena, "task %" PRId32 " has "
					"the cost %g", task, cost);
  if (label && !builder->label)
    {
      builder->label = pram_zeroed (builder->task_space,
				    sizeof *builder->label);
    }
  if (builder->label)
    builder->label[task] = label ? pram_arena_strdup (builder->arena, label)
				 : NULL;
  builder->cost[task] = cost;
  return builder->n_tasks++;
}

/* Room for another edge, with BYTES.  */
static void
make_room (struct pram_taskgraph_builder *builder, int32_t bytes)
{
  int64_t n = builder->n_edges, space = builder->edge_space;
  if (n == space)
    {
      builder->edge_space = space = n ? n + n / 2 : 64;
      builder->from = pram_resized (builder->from, space,
				    sizeof *builder->from);
      builder->to = pram_resized (builder->to, space, sizeof *builder->to);
      if (builder->bytes)
	builder->bytes = pram_resized (builder->bytes, space,
				       sizeof *builder->bytes);
    }
  if (n == 0)
    builder->first_bytes = bytes;
  if (bytes == builder->first_bytes || builder->bytes)
    return;
  builder->bytes = pram_resized (NULL, space, sizeof *builder->bytes);
  for (int64_t e = 0; e < n; e++)
    builder->bytes[e] = builder->first_bytes;
}

void
pram_taskgraph_edge (struct pram_taskgraph_builder *builder, int32_t from,
		     int32_t to, int32_t bytes)
{
  int64_t edge = builder->n_edges;
  if (edge == builder->edge_space || bytes != builder->first_bytes)
    make_room (builder, bytes);
  if (builder->bytes)
    builder->bytes[edge] = bytes;
  if (bytes <= 0 && !builder->wrong)
    builder->wrong = pram_arena_printf (builder->arena, "the edge from task %"
					PRId32 " to %" PRId32 " has %" PRId32
					" bytes", from, to, bytes);
  builder->from[edge] = from;
  builder->to[edge] = to;
  builder->n_edges = edge + 1;
}

static void
free_builder (struct pram_taskgraph_builder *builder)
{
  free (builder->cost);
  free (builder->label);
  free (builder->from);
  free (builder->to);
  free (builder->bytes);
  free (builder);
}

/* How edges came.  */
struct arrival
{
  bool forward;			/* each to a greater number */
  bool by_ends;			/* these ascend */
  bool in_rows;			/* beginnings ascend, and strictly the
				   ends at each */
};

/* Do all edges join tasks?  Sets *ARRIVAL.  */
static bool
join_tasks_p (struct pram_taskgraph_builder *builder, struct arrival *arrival)
{
  uint32_t n = (uint32_t) builder->n_tasks;
  int32_t last_from = 0, last_to = -1;
  bool forward = true, by_ends = true, in_rows = true;
  for (int64_t e = 0; e < builder->n_edges; e++)
    {
      int32_t from = builder->from[e], to = builder->to[e];
      if ((uint32_t) from >= n || (uint32_t) to >= n)
	{
	  builder->wrong = pram_arena_printf
	    (builder->arena, "an edge joins tasks %" PRId32 " and %" PRId32
	     ", but there are %" PRId32, from, to, builder->n_tasks);
	  return false;
	}
      forward &= from < to;
      by_ends &= last_to <= to;
      in_rows &= (last_from < from) | ((last_from == from) & (last_to < to));
      last_from = from;
      last_to = to;
    }
  *arrival = (struct arrival) { forward, by_ends, in_rows };
  return true;
}

/* Turn counts, count[k] at start[k + 1], into the starts of rows.  */
static void
add_up (int64_t *start, int32_t n)
{
  for (int32_t k = 0; k < n; k++)
    start[k + 1] += start[k];
}

/* Filling rows has moved each start to the next one's place.  */
static void
move_back (int64_t *start, int32_t n)
{
  memmove (start + 1, start, (size_t) n * sizeof *start);
  start[0] = 0;
}

/* The starts, START (zeroed), of the rows of the N_EDGES edges whose ends KEY
   are.  */
static void
find_starts (int64_t *start, int32_t n_tasks, const int32_t *key,
	     int64_t n_edges)
{
  for (int64_t e = 0; e < n_edges; e++)
    start[key[e] + 1]++;
  add_up (start, n_tasks);
}

/* Rows, one for each task, of edges: OTHER ends and BYTES (or null).  */
struct rows
{
  int64_t *start;
  int32_t *other, *bytes;
};

static void
free_rows (struct rows *rows)
{
  free (rows->start);
  free (rows->other);
  free (rows->bytes);
}

/* The edges in rows by KEY, an end of theirs; OTHER is the other end.  */
static struct rows
rows_by (const struct pram_taskgraph_builder *builder, const int32_t *key,
	 const int32_t *other)
{
  int32_t n = builder->n_tasks;
  int64_t n_edges = builder->n_edges;
  struct rows rows
    = { pram_zeroed (n + INT64_C (1), sizeof *rows.start),
	pram_resized (NULL, n_edges + 1, sizeof *rows.other), NULL };
  if (builder->bytes)
    rows.bytes = pram_resized (NULL, n_edges + 1, sizeof *rows.bytes);
  find_starts (rows.start, n, key, n_edges);
  for (int64_t e = 0; e < n_edges; e++)
    {
      int64_t place = rows.start[key[e]]++;
      rows.other[place] = other[e];
      if (rows.bytes)
	rows.bytes[place] = builder->bytes[e];
    }
  move_back (rows.start, n);
  return rows;
}

/* The edges in rows by their ends, taken from BUILDER.  */
static struct rows
take_rows (struct pram_taskgraph_builder *builder, bool by_ends)
{
  struct rows rows;
  if (by_ends)
    {
      rows = (struct rows)
	{ pram_zeroed (builder->n_tasks + INT64_C (1), sizeof *rows.start),
	  builder->from, builder->bytes };
      find_starts (rows.start, builder->n_tasks, builder->to,
		   builder->n_edges);
    }
  else
    {
      rows = rows_by (builder, builder->to, builder->from);
      free (builder->from);
      free (builder->bytes);
    }
  free (builder->to);
  builder->from = builder->to = builder->bytes = NULL;
  return rows;
}

/* Tasks in the order in which their predecessors allow, sources by ascending
   numbers first; returns how many there are: all, or there is a cycle, and
   then LEFT counts the predecessors that each task still waits for.  */
static int32_t
order_tasks (const struct pram_taskgraph_builder *builder, int32_t *order,
	     int32_t *left)
{
  struct rows succ = rows_by (builder, builder->from, builder->to);
  int32_t n = 0;
  for (int64_t e = 0; e < builder->n_edges; e++)
    left[builder->to[e]]++;
  for (int32_t v = 0; v < builder->n_tasks; v++)
    if (left[v] == 0)
      order[n++] = v;
  for (int32_t k = 0; k < n; k++)
    for (int64_t e = succ.start[order[k]]; e < succ.start[order[k] + 1]; e++)
      if (--left[succ.other[e]] == 0)
	order[n++] = succ.other[e];
  free_rows (&succ);
  return n;
}

/* A task on a cycle: backwards along edges between tasks that wait.  */
static int32_t
find_cycle (const struct pram_taskgraph_builder *builder, const int32_t *left)
{
  struct rows pred = rows_by (builder, builder->to, builder->from);
  int32_t task = 0;
  while (!left[task])
    task++;
  for (int32_t step = 0; step < builder->n_tasks; step++)
    {
      int64_t e = pred.start[task];
      while (!left[pred.other[e]])
	e++;
      task = pred.other[e];
    }
  free_rows (&pred);
  return task;
}

/* Give the tasks numbers by ORDER.  */
static void
renumber (struct pram_taskgraph_builder *builder, const int32_t *order)
{
  int32_t n = builder->n_tasks;
  int32_t *number = pram_resized (NULL, n, sizeof *number);
  double *cost = pram_resized (NULL, builder->task_space, sizeof *cost);
  const char **label = builder->label
    ? pram_resized (NULL, builder->task_space, sizeof *label) : NULL;
  for (int32_t k = 0; k < n; k++)
    {
      number[order[k]] = k;
      cost[k] = builder->cost[order[k]];
      if (label)
	label[k] = builder->label[order[k]];
    }
  for (int64_t e = 0; e < builder->n_edges; e++)
    {
      builder->from[e] = number[builder->from[e]];
      builder->to[e] = number[builder->to[e]];
    }
  free (number);
  free (builder->cost);
  free (builder->label);
  builder->cost = cost;
  builder->label = label;
}

/* Number the tasks topologically, by which the edges lose their order; false
   if that is impossible.  */
static bool
sort_tasks (struct pram_taskgraph_builder *builder, struct arrival *arrival)
{
  int32_t n = builder->n_tasks;
  int32_t *order = pram_resized (NULL, n, sizeof *order);
  int32_t *left = pram_zeroed (n, sizeof *left);
  bool sorted = order_tasks (builder, order, left) == n;
  if (sorted)
    {
      renumber (builder, order);
      *arrival = (struct arrival) { true, false, false };
    }
  else
    {
      int32_t task = find_cycle (builder, left);
      const char *label = builder->label ? builder->label[task] : NULL;
      builder->wrong = pram_arena_printf
	(builder->arena, "task %" PRId32 "%s%s%s is on a cycle", task,
	 label ? " (" : "", label ? label : "", label ? ")" : "");
    }
  free (order);
  free (left);
  return sorted;
}

/* Merge the equal neighbours in each row of GRAPH.  */
static void
merge_double_edges (struct pram_taskgraph *graph)
{
  int32_t *succ = graph->succ, *bytes = graph->edge_bytes;
  int64_t n = 0, start = 0;
  for (int32_t v = 0; v < graph->n_tasks; v++)
    {
      int64_t first = n, end = graph->succ_start[v + 1];
      graph->succ_start[v] = first;
      for (int64_t e = start; e < end; e++)
	if (n > first && succ[n - 1] == succ[e])
	  {
	    if (bytes && bytes[n - 1] < bytes[e])
	      bytes[n - 1] = bytes[e];
	  }
	else
	  {
	    if (bytes)
	      bytes[n] = bytes[e];
	    succ[n++] = succ[e];
	  }
      start = end;
    }
  graph->succ_start[graph->n_tasks] = graph->n_edges = n;
}

/* Fill GRAPH's rows from those of the edges by their ends.  */
static void
transpose (struct pram_taskgraph *graph, const struct rows *pred,
	   struct pram_arena *arena)
{
  int32_t n = graph->n_tasks;
  int64_t *start = graph->succ_start;
  graph->succ = PRAM_ARENA_NEW (arena, int32_t, graph->n_edges);
  if (pred->bytes)
    graph->edge_bytes = PRAM_ARENA_NEW (arena, int32_t, graph->n_edges);
  find_starts (start, n, pred->other, graph->n_edges);
  for (int32_t v = 0; v < n; v++)
    for (int64_t e = pred->start[v]; e < pred->start[v + 1]; e++)
      {
	int64_t place = start[pred->other[e]]++;
	graph->succ[place] = v;
	if (pred->bytes)
	  graph->edge_bytes[place] = pred->bytes[e];
      }
  move_back (start, n);
}

/* A copy of N elements in ARENA.  */
static int32_t *
copy (const int32_t *array, int64_t n, struct pram_arena *arena)
{
  int32_t *result = PRAM_ARENA_NEW (arena, int32_t, n);
  if (n)
    memcpy (result, array, (size_t) n * sizeof *array);
  return result;
}

static void
fill_rows (struct pram_taskgraph *graph, struct pram_taskgraph_builder *builder,
	   const struct arrival *arrival)
{
  struct pram_arena *arena = builder->arena;
  graph->succ_start = PRAM_ARENA_NEW (arena, int64_t,
				      graph->n_tasks + INT64_C (1));
  if (arrival->in_rows)
    {
      find_starts (graph->succ_start, graph->n_tasks, builder->from,
		   graph->n_edges);
      graph->succ = copy (builder->to, graph->n_edges, arena);
      if (builder->bytes)
	graph->edge_bytes = copy (builder->bytes, graph->n_edges, arena);
      return;
    }
  struct rows pred = take_rows (builder, arrival->by_ends);
  transpose (graph, &pred, arena);
  free_rows (&pred);
  merge_double_edges (graph);
}

static struct pram_taskgraph *
make_graph (struct pram_taskgraph_builder *builder,
	    const struct arrival *arrival)
{
  int32_t n = builder->n_tasks;
  struct pram_arena *arena = builder->arena;
  struct pram_taskgraph *graph = PRAM_ARENA_NEW (arena, struct pram_taskgraph,
						 1);
  graph->name = builder->name;
  graph->n_tasks = n;
  graph->n_edges = builder->n_edges;
  graph->value_bytes = builder->n_edges ? builder->first_bytes : 1;
  graph->task_cost = PRAM_ARENA_NEW (arena, double, n);
  if (n)
    memcpy (graph->task_cost, builder->cost, (size_t) n * sizeof (double));
  if (builder->label)
    {
      graph->label = PRAM_ARENA_NEW (arena, const char *, n);
      memcpy (graph->label, builder->label, (size_t) n * sizeof (char *));
    }
  fill_rows (graph, builder, arrival);
  return graph;
}

struct pram_taskgraph *
pram_taskgraph_end (struct pram_taskgraph_builder *builder,
		    const struct pram_diag *diag)
{
  struct pram_taskgraph *graph = NULL;
  struct arrival arrival;
  if (!builder->wrong && join_tasks_p (builder, &arrival)
      && (arrival.forward || sort_tasks (builder, &arrival)))
    graph = make_graph (builder, &arrival);
  else
    pram_diag_report (diag, PRAM_ERROR, 0, "%s", builder->wrong);
  free_builder (builder);
  return graph;
}

void
pram_taskgraph_add_preds (struct pram_taskgraph *graph,
			  struct pram_arena *arena)
{
  if (graph->pred_start)
    return;
  int32_t n = graph->n_tasks;
  int64_t *start = PRAM_ARENA_NEW (arena, int64_t, n + 1);
  graph->pred = PRAM_ARENA_NEW (arena, int32_t, graph->n_edges);
  graph->pred_edge = PRAM_ARENA_NEW (arena, int64_t, graph->n_edges);
  find_starts (start, n, graph->succ, graph->n_edges);
  for (int32_t v = 0; v < n; v++)
    for (int64_t e = graph->succ_start[v]; e < graph->succ_start[v + 1]; e++)
      {
	int64_t place = start[graph->succ[e]]++;
	graph->pred[place] = v;
	graph->pred_edge[place] = e;
      }
  move_back (start, n);
  graph->pred_start = start;
}
