/* taskgraph-build.c: make explicit task graphs of tasks and edges.

   SPDX-License-Identifier: Apache-2.0

   The builder keeps edges as they come, in growing arrays, until it is told
   that the first tasks get no more of them.  Then it closes the rows of these:
   counts their edges, puts each where it belongs, merges double ones.  In
   large graphs that happens again and again, to as many edges as fit into
   cache; the arrays that have grown become the graph's.

   Rows ascend where edges come by their beginnings, as from files, or by their
   ends, as where tasks name what they read.  If some row doesn't, or some edge
   leads to a smaller number, the builder takes the rows apart and waits for
   all edges.  Then it numbers the tasks again if it must, in the order in which
   Kahn's algorithm with a queue takes them, puts the edges in order of their
   ends, and closes all rows at once.  O (tasks + edges) in any case.

   Example: tasks 0, 1, 2 with edges 2 -> 0, 2 -> 1, 0 -> 1.  The queue takes
   2, 0, 1; these become 0, 1, 2 with edges 0 -> 1, 0 -> 2, 1 -> 2.

   Invariants
   (1) Each edge is in a row or in the list of edges, in one of them.
   (2) Rows are those of the tasks below N_CLOSED; their edges lead to greater
       numbers, ascend strictly, and stand one row after the other.  */

#include "taskgraph.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "base/alloc.h"

/* So many edges are closed at once, if tasks are closed early: they and their
   rows stay in cache.  */
enum { ENOUGH_EDGES = 1 << 17 };

/* Edges and where they lead.  */
struct ends
{
  int64_t n, room;
  int32_t *to;
  int32_t *bytes;		/* null while all edges have FIRST_BYTES */
};

struct pram_taskgraph_builder
{
  struct pram_arena *arena;
  const char *name;
  int32_t n_tasks, task_space;
  int32_t first;		/* what task 0 is called in reports */
  double *cost;
  double work;			/* their sum, s */
  const char **label;		/* null while no task has one */
  struct ends edge;		/* that are not in rows, as they came */
  int32_t *from;		/* where these begin */
  int64_t enough;		/* of them to close rows */
  struct ends row;		/* edges in rows */
  int64_t *row_start;		/* of tasks 0 ... N_CLOSED */
  int32_t n_closed, row_space;
  bool in_order;		/* so that rows could be closed until now */
  int32_t first_bytes;
  const char *wrong;		/* the first thing that is, or null */
};

struct pram_taskgraph_builder *
pram_taskgraph_begin (struct pram_arena *arena, const char *name)
{
  struct pram_taskgraph_builder *builder = pram_zeroed (1, sizeof *builder);
  builder->arena = arena;
  builder->name = pram_arena_strdup (arena, name);
  builder->enough = ENOUGH_EDGES;
  builder->in_order = true;
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
  builder->work += cost;
  if (!builder->wrong && !(isfinite (cost) && cost >= 0))
    builder->wrong = pram_arena_printf (builder->arena, "task %" PRId32 " has "
					"the cost %g", task + builder->first,
					cost);
  else if (!builder->wrong && !isfinite (builder->work))
    builder->wrong = "the tasks' costs add up to more than a number can hold";
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

/* Room for N ENDS in all.  */
static void
reserve (struct ends *ends, int64_t n)
{
  if (n <= ends->room)
    return;
  int64_t room = ends->room + ends->room / 2 + 64;
  ends->room = room = room < n ? n : room;
  ends->to = pram_resized (ends->to, room, sizeof *ends->to);
  if (ends->bytes)
    ends->bytes = pram_resized (ends->bytes, room, sizeof *ends->bytes);
}

/* From now on ENDS have bytes one by one; until now all had BYTES.  */
static void
tell_bytes (struct ends *ends, int32_t bytes)
{
  ends->bytes = pram_resized (NULL, ends->room + 1, sizeof *ends->bytes);
  for (int64_t e = 0; e < ends->n; e++)
    ends->bytes[e] = bytes;
}

/* Room for another edge, with BYTES.  */
static void
make_room (struct pram_taskgraph_builder *builder, int32_t bytes)
{
  if (builder->edge.n == builder->edge.room)
    {
      reserve (&builder->edge, builder->edge.n + 1);
      builder->from = pram_resized (builder->from, builder->edge.room,
				    sizeof *builder->from);
    }
  if (builder->edge.n + builder->row.n == 0)
    builder->first_bytes = bytes;
  if (bytes == builder->first_bytes || builder->edge.bytes)
    return;
  tell_bytes (&builder->edge, builder->first_bytes);
  tell_bytes (&builder->row, builder->first_bytes);
}

void
pram_taskgraph_edge (struct pram_taskgraph_builder *builder, int32_t from,
		     int32_t to, int32_t bytes)
{
  struct ends *edge = &builder->edge;
  if (edge->n == edge->room || bytes != builder->first_bytes)
    make_room (builder, bytes);
  if (edge->bytes)
    edge->bytes[edge->n] = bytes;
  if (bytes <= 0 && !builder->wrong)
    builder->wrong = pram_arena_printf (builder->arena, "the edge from task %"
					PRId32 " to %" PRId32 " has %" PRId32
					" bytes", from, to, bytes);
  builder->from[edge->n] = from;
  edge->to[edge->n++] = to;
}

void
pram_taskgraph_count_from (struct pram_taskgraph_builder *builder,
			   int32_t first)
{
  builder->first = first;
}

static void
free_ends (struct ends *ends)
{
  free (ends->to);
  free (ends->bytes);
  *ends = (struct ends) { 0, 0, NULL, NULL };
}

static void
free_builder (struct pram_taskgraph_builder *builder)
{
  free (builder->cost);
  free (builder->label);
  free_ends (&builder->edge);
  free (builder->from);
  free_ends (&builder->row);
  free (builder->row_start);
  free (builder);
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

/* --- Rows ----------------------------------------------------------------- */

/* Start the rows of tasks N_CLOSED ... END - 1 with room for what is in the
   list; false if some of it can't be in a row.  */
static bool
start_rows (struct pram_taskgraph_builder *builder, int32_t end)
{
  const int32_t *from = builder->from, *to = builder->edge.to;
  int32_t first = builder->n_closed;
  if (end > builder->row_space || !builder->row_start)
    {
      int64_t space = 2 * (int64_t) builder->row_space;
      space = space < end ? end : space < INT32_MAX ? space : INT32_MAX;
      builder->row_space = (int32_t) space;
      builder->row_start = pram_resized (builder->row_start, space + 1,
					 sizeof *builder->row_start);
    }
  int64_t *start = builder->row_start;
  memset (start + first, 0, (size_t) (end - first + 1) * sizeof *start);
  start[first] = builder->row.n;
  for (int64_t e = 0; e < builder->edge.n; e++)
    {
      if ((from[e] < first) | (to[e] <= from[e]))
	return false;
      if (from[e] < end)
	start[from[e] + 1]++;
    }
  add_up (start + first, end - first);
  return true;
}

/* Put the edges of tasks N_CLOSED ... END - 1 into their rows; others stay in
   the list.  */
static void
fill_rows (struct pram_taskgraph_builder *builder, int32_t end)
{
  struct ends *edge = &builder->edge, *row = &builder->row;
  int64_t *start = builder->row_start, begin = row->n, n_left = 0;
  int32_t *from = builder->from;
  size_t first = (size_t) builder->n_closed;
  reserve (row, start[end]);
  row->n = start[end];
  for (int64_t e = 0; e < edge->n; e++)
    if (from[e] < end)
      {
	int64_t place = start[from[e]]++;
	row->to[place] = edge->to[e];
	if (row->bytes)
	  row->bytes[place] = edge->bytes[e];
      }
    else
      {
	from[n_left] = from[e];
	edge->to[n_left] = edge->to[e];
	if (edge->bytes)
	  edge->bytes[n_left] = edge->bytes[e];
	n_left++;
      }
  edge->n = n_left;
  move_back (start + first, end - (int32_t) first);
  start[first] = begin;
  builder->n_closed = end;
}

/* Do the rows of tasks FIRST ... N_CLOSED - 1 ascend?  *TWICE: maybe not
   strictly.  */
static bool
ascend_p (const struct pram_taskgraph_builder *builder, int32_t first,
	  bool *twice)
{
  const int32_t *to = builder->row.to;
  *twice = false;
  for (int32_t v = first; v < builder->n_closed; v++)
    for (int64_t e = builder->row_start[v] + 1; e < builder->row_start[v + 1];
	 e++)
      {
	if (to[e - 1] > to[e])
	  return false;
	*twice |= to[e - 1] == to[e];
      }
  return true;
}

/* Merge the equal neighbours in each row from that of task FIRST on.  */
static void
merge_double_edges (struct pram_taskgraph_builder *builder, int32_t first)
{
  int32_t *to = builder->row.to, *bytes = builder->row.bytes;
  int64_t *row_start = builder->row_start, start = row_start[first], n = start;
  for (int32_t v = first; v < builder->n_closed; v++)
    {
      int64_t begin = n, end = row_start[v + 1];
      row_start[v] = begin;
      for (int64_t e = start; e < end; e++)
	if (n > begin && to[n - 1] == to[e])
	  {
	    if (bytes && bytes[n - 1] < bytes[e])
	      bytes[n - 1] = bytes[e];
	  }
	else
	  {
	    if (bytes)
	      bytes[n] = bytes[e];
	    to[n++] = to[e];
	  }
      start = end;
    }
  row_start[builder->n_closed] = builder->row.n = n;
}

/* Take all edges out of their rows.  */
static void
open_rows (struct pram_taskgraph_builder *builder)
{
  struct ends *edge = &builder->edge, *row = &builder->row;
  reserve (edge, edge->n + row->n);
  builder->from = pram_resized (builder->from, edge->room + 1,
				sizeof *builder->from);
  for (int32_t v = 0; v < builder->n_closed; v++)
    for (int64_t e = builder->row_start[v]; e < builder->row_start[v + 1]; e++)
      {
	builder->from[edge->n] = v;
	edge->to[edge->n] = row->to[e];
	if (edge->bytes)
	  edge->bytes[edge->n] = row->bytes[e];
	edge->n++;
      }
  free_ends (row);
  if (edge->bytes)
    tell_bytes (row, builder->first_bytes);
  builder->n_closed = 0;
  builder->in_order = false;
}

/* Close the rows of the tasks below END; or, if these edges come in another
   order, open all: then it is false.  */
static bool
close_rows (struct pram_taskgraph_builder *builder, int32_t end)
{
  int32_t first = builder->n_closed;
  bool good = start_rows (builder, end), twice;
  if (good)
    {
      fill_rows (builder, end);
      good = ascend_p (builder, first, &twice);
    }
  if (!good)
    open_rows (builder);
  else if (twice)
    merge_double_edges (builder, first);
  return good;
}

void
pram_taskgraph_close (struct pram_taskgraph_builder *builder, int32_t n)
{
  if (builder->edge.n < builder->enough || !builder->in_order)
    return;
  close_rows (builder, n);
  /* What is left is looked at again, so not too often.  */
  int64_t n_left = builder->edge.n;
  builder->enough = n_left > ENOUGH_EDGES / 2 ? 2 * n_left : ENOUGH_EDGES;
}

/* --- Topological numbers -------------------------------------------------- */

/* Do all edges join tasks?  *FORWARD: each leads to a greater number.  */
static bool
join_tasks_p (struct pram_taskgraph_builder *builder, bool *forward)
{
  uint32_t n = (uint32_t) builder->n_tasks;
  *forward = true;
  for (int64_t e = 0; e < builder->edge.n; e++)
    {
      int32_t from = builder->from[e], to = builder->edge.to[e];
      if ((uint32_t) from >= n || (uint32_t) to >= n)
	{
	  builder->wrong = pram_arena_printf
	    (builder->arena, "an edge joins tasks %" PRId32 " and %" PRId32
	     ", but there are %" PRId32, from, to, builder->n_tasks);
	  return false;
	}
      *forward &= from < to;
    }
  return true;
}

/* The edges' OTHER ends in rows, one for each task, by KEY, an end of theirs,
   and their bytes (or null).  */
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

static struct rows
rows_by (const struct pram_taskgraph_builder *builder, const int32_t *key,
	 const int32_t *other)
{
  int32_t n = builder->n_tasks;
  int64_t n_edges = builder->edge.n;
  struct rows rows
    = { pram_zeroed (n + INT64_C (1), sizeof *rows.start),
	pram_resized (NULL, n_edges + 1, sizeof *rows.other), NULL };
  if (builder->edge.bytes)
    rows.bytes = pram_resized (NULL, n_edges + 1, sizeof *rows.bytes);
  find_starts (rows.start, n, key, n_edges);
  for (int64_t e = 0; e < n_edges; e++)
    {
      int64_t place = rows.start[key[e]]++;
      rows.other[place] = other[e];
      if (rows.bytes)
	rows.bytes[place] = builder->edge.bytes[e];
    }
  move_back (rows.start, n);
  return rows;
}

/* Put the list of edges in order of their ends.  */
static void
sort_by_ends (struct pram_taskgraph_builder *builder)
{
  struct ends *edge = &builder->edge;
  struct rows pred = rows_by (builder, edge->to, builder->from);
  for (int32_t v = 0; v < builder->n_tasks; v++)
    for (int64_t e = pred.start[v]; e < pred.start[v + 1]; e++)
      edge->to[e] = v;
  free (builder->from);
  free (edge->bytes);
  free (pred.start);
  builder->from = pred.other;
  edge->bytes = pred.bytes;
}

/* Tasks in the order in which their predecessors allow, sources by ascending
   numbers first; returns how many there are: all, or there is a cycle, and
   then LEFT counts the predecessors that each task still waits for.  */
static int32_t
order_tasks (const struct pram_taskgraph_builder *builder, int32_t *order,
	     int32_t *left)
{
  struct rows succ = rows_by (builder, builder->from, builder->edge.to);
  int32_t n = 0;
  for (int64_t e = 0; e < builder->edge.n; e++)
    left[builder->edge.to[e]]++;
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
  struct rows pred = rows_by (builder, builder->edge.to, builder->from);
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
  for (int64_t e = 0; e < builder->edge.n; e++)
    {
      builder->from[e] = number[builder->from[e]];
      builder->edge.to[e] = number[builder->edge.to[e]];
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
  int32_t *order = pram_resized (NULL, n, sizeof *order);
  int32_t *left = pram_zeroed (n, sizeof *left);
  bool sorted = order_tasks (builder, order, left) == n;
  if (sorted)
    renumber (builder, order);
  else
    {
      int32_t task = find_cycle (builder, left);
      const char *label = builder->label ? builder->label[task] : NULL;
      builder->wrong = pram_arena_printf
	(builder->arena, "task %" PRId32 "%s%s%s is on a cycle",
	 task + builder->first, label ? " (" : "", label ? label : "",
	 label ? ")" : "");
    }
  free (order);
  free (left);
  return sorted;
}

/* --- The graph ------------------------------------------------------------ */

/* Are all edges in rows, and do they lead to tasks?  */
static bool
complete_p (const struct pram_taskgraph_builder *builder)
{
  const int64_t *start = builder->row_start;
  if (builder->edge.n || builder->n_closed < builder->n_tasks)
    return false;
  for (int32_t v = 0; v < builder->n_tasks; v++)
    if (start[v] < start[v + 1]
	&& builder->row.to[start[v + 1] - 1] >= builder->n_tasks)
      return false;
  return true;
}

/* Put all edges into rows; false if they don't make a graph.  */
static bool
close_all_rows (struct pram_taskgraph_builder *builder)
{
  bool forward;
  if (builder->in_order && close_rows (builder, builder->n_tasks))
    {
      if (complete_p (builder))
	return true;
      open_rows (builder);
    }
  if (!join_tasks_p (builder, &forward)
      || (!forward && !sort_tasks (builder)))
    return false;
  sort_by_ends (builder);
  return close_rows (builder, builder->n_tasks);
}

/* *ARRAY, which it takes, with room for N elements, in ARENA.  */
static void *
take (void *array_pointer, int64_t n, size_t size, struct pram_arena *arena)
{
  void *array, *nothing = NULL;
  memcpy (&array, array_pointer, sizeof array);
  memcpy (array_pointer, &nothing, sizeof nothing);
  array = pram_resized (array, n ? n : 1, size);
  pram_arena_adopt (arena, array);
  return array;
}

static struct pram_taskgraph *
make_graph (struct pram_taskgraph_builder *builder)
{
  int32_t n = builder->n_tasks;
  struct ends *row = &builder->row;
  struct pram_arena *arena = builder->arena;
  struct pram_taskgraph *graph = PRAM_ARENA_NEW (arena, struct pram_taskgraph,
						 1);
  graph->name = builder->name;
  graph->n_tasks = n;
  graph->n_edges = row->n;
  graph->task_cost = take (&builder->cost, n, sizeof *builder->cost, arena);
  if (builder->label)
    graph->label = take (&builder->label, n, sizeof *builder->label, arena);
  graph->succ_start = take (&builder->row_start, n + INT64_C (1),
			    sizeof *builder->row_start, arena);
  graph->succ = take (&row->to, row->n, sizeof *row->to, arena);
  if (row->bytes)
    graph->edge_bytes = take (&row->bytes, row->n, sizeof *row->bytes, arena);
  graph->value_bytes = graph->n_edges == 0 ? 1
		       : graph->edge_bytes ? graph->edge_bytes[0]
		       : builder->first_bytes;
  return graph;
}

struct pram_taskgraph *
pram_taskgraph_end (struct pram_taskgraph_builder *builder,
		    const struct pram_diag *diag)
{
  struct pram_taskgraph *graph = NULL;
  if (!builder->wrong && close_all_rows (builder))
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
