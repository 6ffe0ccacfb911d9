/* taskgraph-stg.c: the form of the Standard Task Graph Set.

   SPDX-License-Identifier: GPL-3.0-or-later

   Tobita and Kasahara (A standard task graph set for fair evaluation of
   multiprocessor scheduling algorithms, Journal of Scheduling 5, 2002): the
   number of tasks, then a line for each with its number, its processing time,
   how many predecessors it has, and which.  Task 0 and the last one are an
   entry and an exit without processing time that the number of tasks does not
   count.  From `#' on a line is a comment.

   With communication each predecessor is followed by the edge's cost, either
   on the task's line or with each on a line of its own.

   We drop entry and exit, so task k of the file is ours k - 1; files without
   them are read too.  Costs of communication become bytes, at least 1, so
   that with G = 1 and g = o = L = 0 they take their time.  Times may have a
   fraction.  */

#include "taskgraph-io.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

struct stg
{
  struct pram_arena *arena;
  const struct pram_diag *diag;
  FILE *file;
  char *text;			/* the current line */
  size_t size;
  int line;
  bool failed;
  int32_t n_tasks;		/* in the first line */
  int n_rows, n_edges;
  struct row { double cost; int n_preds; } *row;
  struct edge { int32_t from, to, bytes; int line; } *edge;
};

static void
fail (struct stg *stg, const char *message)
{
  if (!stg->failed)
    pram_diag_report (stg->diag, PRAM_ERROR, stg->line, "%s", message);
  stg->failed = true;
}

/* Go to the next line with something on it; false at the end of the file.  */
static bool
next_line (struct stg *stg)
{
  while (getline (&stg->text, &stg->size, stg->file) >= 0)
    {
      stg->line++;
      stg->text[strcspn (stg->text, "#")] = '\0';
      if (stg->text[strspn (stg->text, " \t\r\n")])
	return true;
    }
  stg->line++;
  return false;
}

static char *
first_word (struct stg *stg, char **save)
{
  return strtok_r (stg->text, " \t\r\n", save);
}

static char *
next_word (char **save)
{
  return strtok_r (NULL, " \t\r\n", save);
}

/* An edge to the newest row from task PRED, whose cost COST is null if there
   is no communication.  */
static void
add_edge (struct stg *stg, const char *pred, const char *cost)
{
  int32_t from;
  double bytes = 1;
  if (!pred || !pram_taskgraph_whole_p (pred, &from))
    fail (stg, "the number of a predecessor is expected");
  else if (cost && (!pram_taskgraph_number_p (cost, &bytes)
		    || bytes > INT32_MAX))
    fail (stg, "the cost of a communication is a number >= 0");
  else if (stg->n_edges == INT32_MAX)
    fail (stg, "more than 2^31 - 1 edges");
  else
    *PRAM_ARENA_PUSH (stg->arena, stg->edge, stg->n_edges)
      = (struct edge) { from, stg->n_rows - 1,
			bytes < 1 ? 1 : (int32_t) bytes, stg->line };
}

/* The N predecessors of the newest row, from the rest of the line at SAVE or
   from the lines that follow.  */
static void
read_preds (struct stg *stg, int32_t n, char *save)
{
  int n_words = 0;
  for (char *c = save; *(c += strspn (c, " \t\r\n")); n_words++)
    c += strcspn (c, " \t\r\n");
  if (n_words == 0)
    for (int32_t k = 0; k < n && !stg->failed; k++)
      {
	char *pred = next_line (stg) ? first_word (stg, &save) : NULL;
	char *cost = pred ? next_word (&save) : NULL;
	if (!cost || next_word (&save))
	  fail (stg, "a predecessor and the cost of its communication are "
		"expected");
	else
	  add_edge (stg, pred, cost);
      }
  else if (n_words == n)
    for (int32_t k = 0; k < n && !stg->failed; k++)
      add_edge (stg, next_word (&save), NULL);
  else if (n_words % 2 == 0 && n_words / 2 == n)
    for (int32_t k = 0; k < n && !stg->failed; k++)
      {
	char *pred = next_word (&save);
	add_edge (stg, pred, next_word (&save));
      }
  else
    fail (stg, "the line does not have as many predecessors as it says");
}

static void
read_row (struct stg *stg)
{
  char *save = NULL;
  int32_t number, n_preds;
  double cost;
  char *word = first_word (stg, &save);
  if (!pram_taskgraph_whole_p (word, &number) || number != stg->n_rows)
    {
      fail (stg, "tasks are numbered 0, 1, 2, ...");
      return;
    }
  word = next_word (&save);
  if (!word || !pram_taskgraph_number_p (word, &cost))
    {
      fail (stg, "a processing time is a number >= 0");
      return;
    }
  word = next_word (&save);
  if (!word || !pram_taskgraph_whole_p (word, &n_preds))
    {
      fail (stg, "how many predecessors?");
      return;
    }
  *PRAM_ARENA_PUSH (stg->arena, stg->row, stg->n_rows)
    = (struct row) { cost, n_preds };
  read_preds (stg, n_preds, save);
}

static void
read_all (struct stg *stg)
{
  char *save = NULL, *word = next_line (stg) ? first_word (stg, &save) : NULL;
  if (!word || !pram_taskgraph_whole_p (word, &stg->n_tasks)
      || next_word (&save))
    {
      fail (stg, "the number of tasks is expected first");
      return;
    }
  while (!stg->failed && next_line (stg))
    read_row (stg);
  if (!stg->failed && stg->n_rows != stg->n_tasks
      && stg->n_rows - 2 != stg->n_tasks)
    fail (stg, "there are not as many tasks as the first line says");
}

static struct pram_taskgraph *
build (struct stg *stg, const char *name)
{
  struct pram_taskgraph_builder *builder
    = pram_taskgraph_begin (stg->arena, name);
  int n = stg->n_rows;
  bool dummies = n - 2 == stg->n_tasks && stg->row[0].cost == 0
		 && stg->row[0].n_preds == 0 && stg->row[n - 1].cost == 0;
  int first = dummies, end = n - dummies;
  for (int e = 0; e < stg->n_edges && !stg->failed; e++)
    {
      struct edge *edge = &stg->edge[e];
      stg->line = edge->line;
      if (edge->from >= n || (dummies && edge->from == n - 1))
	fail (stg, "there is no such predecessor");
      else if (edge->from >= first && edge->to < end)
	pram_taskgraph_edge (builder, edge->from - first, edge->to - first,
			     edge->bytes);
    }
  for (int v = first; v < end; v++)
    pram_taskgraph_task (builder, stg->row[v].cost, NULL);
  struct pram_taskgraph *graph
    = pram_taskgraph_end (builder, stg->failed ? NULL : stg->diag);
  if (graph && graph->n_edges == 0)
    graph->value_bytes = 1;
  return stg->failed ? NULL : graph;
}

struct pram_taskgraph *
pram_taskgraph_read_stg (FILE *file, const char *name,
			 struct pram_arena *arena,
			 const struct pram_diag *diag)
{
  struct stg stg = { .arena = pram_arena_new (), .diag = diag, .file = file };
  struct pram_taskgraph *graph = NULL;
  read_all (&stg);
  struct pram_arena *own = stg.arena;
  stg.arena = arena;
  if (!stg.failed)
    graph = build (&stg, name);
  free (stg.text);
  pram_arena_free (own);
  return graph;
}

/* One task: its predecessors are OFFSET numbers further on.  Without any it
   follows the entry.  */
static void
print_row (FILE *file, const struct pram_taskgraph *graph, int32_t v,
	   bool bytes)
{
  int64_t start = graph->pred_start[v], n = graph->pred_start[v + 1] - start;
  fprintf (file, "%11" PRId32 " ", v + 1);
  pram_taskgraph_put_number (file, graph->task_cost[v]);
  fprintf (file, " %10" PRId64, n ? n : 1);
  if (n == 0)
    fputs (bytes ? " 0 0" : " 0", file);
  for (int64_t k = start; k < start + n; k++)
    {
      fprintf (file, " %" PRId32, graph->pred[k] + 1);
      if (bytes)
	fprintf (file, " %" PRId32,
		 pram_taskgraph_bytes (graph, graph->pred_edge[k]));
    }
  putc ('\n', file);
}

void
pram_taskgraph_print_stg (FILE *file, const struct pram_taskgraph *graph)
{
  int32_t n = graph->n_tasks, n_sinks = 0;
  bool bytes = graph->edge_bytes || graph->value_bytes != 1;
  fprintf (file, "%11" PRId32 "\n%11d 0 %10d\n", n, 0, 0);
  for (int32_t v = 0; v < n; v++)
    {
      print_row (file, graph, v, bytes);
      n_sinks += graph->succ_start[v] == graph->succ_start[v + 1];
    }
  fprintf (file, "%11" PRId64 " 0 %10" PRId32, (int64_t) n + 1, n_sinks);
  for (int32_t v = 0; v < n; v++)
    if (graph->succ_start[v] == graph->succ_start[v + 1])
      fprintf (file, bytes ? " %" PRId32 " 0" : " %" PRId32, v + 1);
  fputs ("\n# ", file);
  pram_taskgraph_put_quoted (file, graph->name);
  putc ('\n', file);
}
