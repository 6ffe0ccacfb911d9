/* taskgraph.c: build, check and measure explicit task graphs.

   SPDX-License-Identifier: GPL-3.0-or-later

   The builder keeps edges as they come, in three growing arrays.  Ending it
   takes O (tasks + edges): edges are put into rows by their ends, which visits
   them in any order, and from there into rows by their beginnings, which
   visits the ends in ascending order: transposing sorts.  If some edge leads
   to a smaller number the tasks are numbered again before, in the order in
   which Kahn's algorithm with a queue takes them.

   Example: tasks 0, 1, 2 with edges 2 -> 0, 2 -> 1, 0 -> 1.  The queue takes
   2, 0, 1; these become 0, 1, 2 with edges 0 -> 1, 0 -> 2, 1 -> 2.  */

#include "taskgraph.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

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

static void *
resize (void *array, int64_t n, size_t element)
{
  array = realloc (array, (size_t) n * element);
  if (!array)
    abort ();
  return array;
}

struct pram_taskgraph_builder *
pram_taskgraph_begin (struct pram_arena *arena, const char *name)
{
  struct pram_taskgraph_builder *builder = calloc (1, sizeof *builder);
  if (!builder)
    abort ();
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
      builder->cost = resize (builder->cost, space, sizeof *builder->cost);
      if (builder->label)
	builder->label = resize (builder->label, space,
				 sizeof *builder->label);
    }
  if (!builder->wrong && !(isfinite (cost) && cost >= 0))
    builder->wrong = pram_arena_printf (builder->arena, "task %" PRId32 " has "
					"the cost %g", task, cost);
  if (label && !builder->label)
    {
      builder->label = resize (NULL, builder->task_space,
			       sizeof *builder->label);
      for (int32_t v = 0; v < task; v++)
	builder->label[v] = NULL;
    }
  if (builder->label)
    builder->label[task] = label ? pram_arena_strdup (builder->arena, label)
				 : NULL;
  builder->cost[task] = cost;
  return builder->n_tasks++;
}

void
pram_taskgraph_edge (struct pram_taskgraph_builder *builder, int32_t from,
		     int32_t to, int32_t bytes)
{
  int64_t edge = builder->n_edges;
  if (edge == builder->edge_space)
    {
      builder->edge_space = edge ? edge + edge / 2 : 64;
      builder->from = resize (builder->from, builder->edge_space,
			      sizeof *builder->from);
      builder->to = resize (builder->to, builder->edge_space,
			    sizeof *builder->to);
      if (builder->bytes)
	builder->bytes = resize (builder->bytes, builder->edge_space,
				 sizeof *builder->bytes);
    }
  if (edge == 0)
    builder->first_bytes = bytes;
  if (bytes != builder->first_bytes && !builder->bytes)
    {
      builder->bytes = resize (NULL, builder->edge_space,
			       sizeof *builder->bytes);
      for (int64_t e = 0; e < edge; e++)
	builder->bytes[e] = builder->first_bytes;
    }
  if (builder->bytes)
    builder->bytes[edge] = bytes;
  if (!builder->wrong && bytes <= 0)
    builder->wrong = pram_arena_printf (builder->arena, "the edge from task %"
					PRId32 " to %" PRId32 " has %" PRId32
					" bytes", from, to, bytes);
  builder->from[edge] = from;
  builder->to[edge] = to;
  builder->n_edges++;
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

/* Do all edges join tasks?  Sets *ORDERED to whether all ascend.  */
static bool
join_tasks_p (struct pram_taskgraph_builder *builder, bool *ordered)
{
  *ordered = true;
  for (int64_t e = 0; e < builder->n_edges; e++)
    {
      int32_t from = builder->from[e], to = builder->to[e];
      if (from < 0 || from >= builder->n_tasks
	  || to < 0 || to >= builder->n_tasks)
	{
	  builder->wrong = pram_arena_printf
	    (builder->arena, "an edge joins tasks %" PRId32 " and %" PRId32
	     ", but there are %" PRId32, from, to, builder->n_tasks);
	  return false;
	}
      *ordered &= from < to;
    }
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

/* Rows, one for each task, of N_EDGES edges: OTHER ends and BYTES (or null).  */
struct rows
{
  int64_t *start;
  int32_t *other, *bytes;
};

static void
allocate_rows (struct rows *rows, int32_t n_tasks, int64_t n_edges, bool bytes)
{
  rows->start = calloc ((size_t) n_tasks + 1, sizeof *rows->start);
  rows->other = resize (NULL, n_edges + 1, sizeof *rows->other);
  rows->bytes = bytes ? resize (NULL, n_edges + 1, sizeof *rows->bytes) : NULL;
  if (!rows->start)
    abort ();
}

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
  struct rows rows;
  allocate_rows (&rows, builder->n_tasks, builder->n_edges, builder->bytes);
  for (int64_t e = 0; e < builder->n_edges; e++)
    rows.start[key[e] + 1]++;
  add_up (rows.start, builder->n_tasks);
  for (int64_t e = 0; e < builder->n_edges; e++)
    {
      int64_t place = rows.start[key[e]]++;
      rows.other[place] = other[e];
      if (rows.bytes)
	rows.bytes[place] = builder->bytes[e];
    }
  move_back (rows.start, builder->n_tasks);
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
  int32_t *number = resize (NULL, n, sizeof *number);
  double *cost = resize (NULL, builder->task_space, sizeof *cost);
  const char **label = builder->label
    ? resize (NULL, builder->task_space, sizeof *label) : NULL;
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

/* Number the tasks topologically; false if that is impossible.  */
static bool
sort_tasks (struct pram_taskgraph_builder *builder)
{
  int32_t n = builder->n_tasks;
  int32_t *order = resize (NULL, n, sizeof *order);
  int32_t *left = calloc ((size_t) n, sizeof *left);
  if (!left)
    abort ();
  bool sorted = order_tasks (builder, order, left) == n;
  if (sorted)
    renumber (builder, order);
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
  int64_t n = 0;
  for (int32_t v = 0; v < graph->n_tasks; v++)
    {
      int64_t first = n;
      int64_t start = graph->succ_start[v], end = graph->succ_start[v + 1];
      graph->succ_start[v] = first;
      for (int64_t e = start; e < end; e++)
	if (n > first && graph->succ[n - 1] == graph->succ[e])
	  {
	    if (graph->edge_bytes
		&& graph->edge_bytes[n - 1] < graph->edge_bytes[e])
	      graph->edge_bytes[n - 1] = graph->edge_bytes[e];
	  }
	else
	  {
	    if (graph->edge_bytes)
	      graph->edge_bytes[n] = graph->edge_bytes[e];
	    graph->succ[n++] = graph->succ[e];
	  }
    }
  graph->succ_start[graph->n_tasks] = graph->n_edges = n;
}

/* Fill GRAPH's rows from those of the edges by their ends.  */
static void
transpose (struct pram_taskgraph *graph, const struct rows *pred,
	   struct pram_arena *arena)
{
  int32_t n = graph->n_tasks;
  int64_t n_edges = graph->n_edges;
  int64_t *start = PRAM_ARENA_NEW (arena, int64_t, n + 1);
  graph->succ = PRAM_ARENA_NEW (arena, int32_t, n_edges);
  if (pred->bytes)
    graph->edge_bytes = PRAM_ARENA_NEW (arena, int32_t, n_edges);
  for (int64_t e = 0; e < n_edges; e++)
    start[pred->other[e] + 1]++;
  add_up (start, n);
  for (int32_t v = 0; v < n; v++)
    for (int64_t e = pred->start[v]; e < pred->start[v + 1]; e++)
      {
	int64_t place = start[pred->other[e]]++;
	graph->succ[place] = v;
	if (pred->bytes)
	  graph->edge_bytes[place] = pred->bytes[e];
      }
  move_back (start, n);
  graph->succ_start = start;
}

static struct pram_taskgraph *
make_graph (struct pram_taskgraph_builder *builder)
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

  struct rows pred = rows_by (builder, builder->to, builder->from);
  free (builder->from);
  free (builder->to);
  free (builder->bytes);
  builder->from = builder->to = builder->bytes = NULL;
  transpose (graph, &pred, arena);
  free_rows (&pred);
  merge_double_edges (graph);
  return graph;
}

struct pram_taskgraph *
pram_taskgraph_end (struct pram_taskgraph_builder *builder,
		    const struct pram_diag *diag)
{
  struct pram_taskgraph *graph = NULL;
  bool ordered;
  if (!builder->wrong && join_tasks_p (builder, &ordered)
      && (ordered || sort_tasks (builder)))
    graph = make_graph (builder);
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
  for (int64_t e = 0; e < graph->n_edges; e++)
    start[graph->succ[e] + 1]++;
  add_up (start, n);
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

/* Null, or what is wrong with the successors of task V.  */
static const char *
check_row (const struct pram_taskgraph *graph, int32_t v)
{
  for (int64_t e = graph->succ_start[v]; e < graph->succ_start[v + 1]; e++)
    {
      if (graph->succ[e] <= v || graph->succ[e] >= graph->n_tasks)
	return "has an edge to a task that does not come after it";
      if (e > graph->succ_start[v] && graph->succ[e] <= graph->succ[e - 1])
	return "has successors that do not ascend";
      if (pram_taskgraph_bytes (graph, e) <= 0)
	return "has an edge without bytes";
    }
  return NULL;
}

/* Null, or what is wrong with the predecessors of task V.  */
static const char *
check_preds (const struct pram_taskgraph *graph, int32_t v)
{
  for (int64_t k = graph->pred_start[v]; k < graph->pred_start[v + 1]; k++)
    {
      int32_t u = graph->pred[k];
      int64_t e = graph->pred_edge[k];
      if (u < 0 || u >= v || e < graph->succ_start[u]
	  || e >= graph->succ_start[u + 1] || graph->succ[e] != v)
	return "has a predecessor that it is no successor of";
      if (k > graph->pred_start[v] && u <= graph->pred[k - 1])
	return "has predecessors that do not ascend";
    }
  return NULL;
}

bool
pram_taskgraph_check (const struct pram_taskgraph *graph,
		      const struct pram_diag *diag)
{
  int32_t n = graph->n_tasks;
  const char *wrong = NULL;
  if (n < 0 || graph->succ_start[0] != 0
      || graph->succ_start[n] != graph->n_edges
      || (graph->pred_start && graph->pred_start[n] != graph->n_edges))
    {
      pram_diag_report (diag, PRAM_ERROR, 0, "the rows do not fit the edges");
      return false;
    }
  for (int32_t v = 0; !wrong && v < n; v++)
    {
      if (graph->succ_start[v] > graph->succ_start[v + 1]
	  || (graph->pred_start
	      && graph->pred_start[v] > graph->pred_start[v + 1]))
	wrong = "has a row that ends before it starts";
      else if (!(isfinite (graph->task_cost[v]) && graph->task_cost[v] >= 0))
	wrong = "has no finite cost >= 0";
      else if (!(wrong = check_row (graph, v)) && graph->pred_start)
	wrong = check_preds (graph, v);
      if (wrong)
	pram_diag_report (diag, PRAM_ERROR, 0, "task %" PRId32 " %s", v,
			  wrong);
    }
  return !wrong && pram_taskgraph_copies_check (graph, diag);
}

double
pram_taskgraph_work (const struct pram_taskgraph *graph)
{
  double work = 0;
  for (int32_t v = 0; v < graph->n_tasks; v++)
    work += graph->task_cost[v];
  return work;
}

int32_t
pram_taskgraph_layers (const struct pram_taskgraph *graph, int32_t *level)
{
  int32_t n_layers = 0;
  memset (level, 0, (size_t) graph->n_tasks * sizeof *level);
  for (int32_t v = 0; v < graph->n_tasks; v++)
    {
      if (level[v] >= n_layers)
	n_layers = level[v] + 1;
      int32_t next = level[v] + 1;
      for (int64_t e = graph->succ_start[v]; e < graph->succ_start[v + 1]; e++)
	{
	  int32_t *after = &level[graph->succ[e]];
	  *after = *after < next ? next : *after;
	}
    }
  return n_layers;
}

double
pram_taskgraph_depth (const struct pram_taskgraph *graph, int32_t *level,
		      int32_t *n_layers)
{
  size_t n = (size_t) graph->n_tasks;
  double depth = 0;
  double *start = calloc (n + 1, sizeof *start);
  int32_t *levels = level || !n_layers ? level
				       : malloc ((n + 1) * sizeof *levels);
  if (!start || (n_layers && !levels))
    abort ();
  for (int32_t v = 0; v < graph->n_tasks; v++)
    {
      double end = start[v] + graph->task_cost[v];
      depth = fmax (depth, end);
      for (int64_t e = graph->succ_start[v]; e < graph->succ_start[v + 1]; e++)
	if (start[graph->succ[e]] < end)
	  start[graph->succ[e]] = end;
    }
  int32_t n_levels = levels && n ? pram_taskgraph_layers (graph, levels)
				  : 0;
  if (n_layers)
    *n_layers = n_levels;
  if (levels != level)
    free (levels);
  free (start);
  return depth;
}
