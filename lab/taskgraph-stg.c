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
   them are read too.  A cost of communication becomes one byte more, as the
   first takes no time by itself: with G = 1 and g = o = L = 0 messages take their
   costs.  Times may have a fraction, of costs of communication it is cut off.  */

#include "taskgraph-io.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"

struct stg
{
  struct pram_arena *arena;
  const struct pram_diag *diag;
  struct pram_taskgraph_lines lines;
  bool failed;
  int32_t n_tasks;		/* in the first line */
  int32_t n_rows, row_room;
  struct row { double cost; int32_t n_preds; } *row;
  int64_t n_edges, edge_room;	/* row by row */
  int32_t *pred;
  int32_t *bytes;		/* null while all are 1 */
  int32_t last_pred, last_line;	/* the greatest, and where it is */
};

static void
fail_at (struct stg *stg, int line, const char *message)
{
  if (!stg->failed)
    pram_diag_report (stg->diag, PRAM_ERROR, line, "%s", message);
  stg->failed = true;
}

static void
fail (struct stg *stg, const char *message)
{
  fail_at (stg, stg->lines.number, message);
}

/* --- Words ---------------------------------------------------------------- */

static inline char *
skip_blanks (char *text)
{
  while (pram_taskgraph_blank_p (*text))
    text++;
  return text;
}

static inline char *
skip_word (char *text)
{
  while (*text && !pram_taskgraph_blank_p (*text))
    text++;
  return text;
}

/* The next word of the line at *TEXT, null at its end.  */
static char *
next_word (char **text)
{
  char *word = skip_blanks (*text), *end = skip_word (word);
  if (end == word)
    return NULL;
  *text = end;
  if (*end)
    *(*text)++ = '\0';
  return word;
}

/* The next line with something on it; null at the end of the file.  */
static char *
next_line (struct stg *stg)
{
  for (char *text; (text = pram_taskgraph_next_line (&stg->lines));)
    {
      char *comment = strchr (text, '#');
      if (comment)
	*comment = '\0';
      if (*skip_blanks (text))
	return text;
    }
  return NULL;
}

/* --- Rows ----------------------------------------------------------------- */

/* Append an edge from PRED to the newest row.  */
static void
push_edge (struct stg *stg, int32_t pred, int32_t bytes)
{
  int64_t n = stg->n_edges++;
  if (n == stg->edge_room)
    {
      stg->edge_room = n ? n + n / 2 : 1024;
      stg->pred = pram_resized (stg->pred, stg->edge_room, sizeof *stg->pred);
      if (stg->bytes)
	stg->bytes = pram_resized (stg->bytes, stg->edge_room,
				   sizeof *stg->bytes);
    }
  if (bytes != 1 && !stg->bytes)
    {
      stg->bytes = pram_resized (NULL, stg->edge_room, sizeof *stg->bytes);
      for (int64_t e = 0; e < n; e++)
	stg->bytes[e] = 1;
    }
  stg->pred[n] = pred;
  if (stg->bytes)
    stg->bytes[n] = bytes;
}

/* An edge to the newest row from task PRED, whose cost COST is null if there
   is no communication.  */
static void
add_edge (struct stg *stg, const char *pred, const char *cost)
{
  int32_t from;
  double time = 0;
  if (!pred || !pram_taskgraph_whole_p (pred, &from))
    fail (stg, "the number of a predecessor is expected");
  else if (cost && (!pram_taskgraph_number_p (cost, &time)
		    || time >= INT32_MAX))
    fail (stg, "the cost of a communication is a number >= 0");
  else
    {
      push_edge (stg, from, (int32_t) time + 1);
      if (from <= stg->last_pred)
	return;
      stg->last_pred = from;
      stg->last_line = stg->lines.number;
    }
}

/* The N predecessors of the newest row, from the rest TEXT of the line or from
   the lines that follow.  */
static void
read_preds (struct stg *stg, int32_t n, char *text)
{
  int64_t n_words = 0;
  for (char *c = skip_blanks (text); *c; c = skip_blanks (skip_word (c)))
    n_words++;
  if (n_words == 0)
    for (int32_t k = 0; k < n && !stg->failed; k++)
      {
	char *line = next_line (stg), *pred = line ? next_word (&line) : NULL;
	char *cost = pred ? next_word (&line) : NULL;
	if (!cost || next_word (&line))
	  fail (stg, "a predecessor and the cost of its communication are "
		"expected");
	else
	  add_edge (stg, pred, cost);
      }
  else if (n_words == n)
    for (int32_t k = 0; k < n && !stg->failed; k++)
      add_edge (stg, next_word (&text), NULL);
  else if (n_words == 2 * (int64_t) n)
    for (int32_t k = 0; k < n && !stg->failed; k++)
      {
	char *pred = next_word (&text);
	add_edge (stg, pred, next_word (&text));
      }
  else
    fail (stg, "the line does not have as many predecessors as it says");
}

static void
read_row (struct stg *stg, char *text)
{
  int32_t number, n_preds;
  double cost;
  char *word = next_word (&text);
  if (!pram_taskgraph_whole_p (word, &number) || number != stg->n_rows
      || number == INT32_MAX)
    {
      fail (stg, "tasks are numbered 0, 1, 2, ...");
      return;
    }
  word = next_word (&text);
  if (!word || !pram_taskgraph_number_p (word, &cost))
    {
      fail (stg, "a processing time is a number >= 0");
      return;
    }
  word = next_word (&text);
  if (!word || !pram_taskgraph_whole_p (word, &n_preds))
    {
      fail (stg, "how many predecessors?");
      return;
    }
  if (stg->n_rows == stg->row_room)
    {
      int64_t room = 2 * (int64_t) stg->n_rows + 64;
      stg->row_room = room > INT32_MAX ? INT32_MAX : (int32_t) room;
      stg->row = pram_resized (stg->row, stg->row_room, sizeof *stg->row);
    }
  stg->row[stg->n_rows++] = (struct row) { cost, n_preds };
  read_preds (stg, n_preds, text);
}

static void
read_all (struct stg *stg)
{
  char *text = next_line (stg), *word = text ? next_word (&text) : NULL;
  if (!word || !pram_taskgraph_whole_p (word, &stg->n_tasks)
      || next_word (&text))
    {
      fail (stg, "the number of tasks, less than 2^31, is expected first");
      return;
    }
  while (!stg->failed && (text = next_line (stg)))
    read_row (stg, text);
  if (!stg->failed && stg->n_rows != stg->n_tasks
      && stg->n_rows - 2 != stg->n_tasks)
    fail (stg, "there are not as many tasks as the first line says");
}

/* --- The graph ------------------------------------------------------------ */

static struct pram_taskgraph *
build (struct stg *stg, const char *name)
{
  int32_t n = stg->n_rows;
  bool dummies = n - 2 == stg->n_tasks && stg->row[0].cost == 0
		 && stg->row[0].n_preds == 0 && stg->row[n - 1].cost == 0;
  int32_t first = dummies, end = n - dummies;
  if (stg->last_pred >= end)
    {
      fail_at (stg, stg->last_line, "there is no such predecessor");
      return NULL;
    }
  struct pram_taskgraph_builder *builder
    = pram_taskgraph_begin (stg->arena, name);
  pram_taskgraph_count_from (builder, first);
  int64_t e = 0;
  for (int32_t v = first; v < end; v++)
    {
      pram_taskgraph_task (builder, stg->row[v].cost, NULL);
      for (int64_t stop = e + stg->row[v].n_preds; e < stop; e++)
	if (stg->pred[e] >= first)
	  pram_taskgraph_edge (builder, stg->pred[e] - first, v - first,
			       stg->bytes ? stg->bytes[e] : 1);
    }
  return pram_taskgraph_end (builder, stg->diag);
}

struct pram_taskgraph *
pram_taskgraph_read_stg (FILE *file, const char *name,
			 struct pram_arena *arena,
			 const struct pram_diag *diag)
{
  struct stg stg = { .arena = arena, .diag = diag, .lines = { .file = file },
		     .last_pred = -1 };
  read_all (&stg);
  struct pram_taskgraph *graph = stg.failed ? NULL : build (&stg, name);
  free (stg.lines.buffer);
  free (stg.row);
  free (stg.pred);
  free (stg.bytes);
  return graph;
}

/* One task: its predecessors are OFFSET numbers further on.  Without any it
   follows the entry.  */
static void
print_row (FILE *file, const struct pram_taskgraph *graph, int32_t v,
	   bool bytes)
{
  int64_t start = graph->pred_start[v], n = graph->pred_start[v + 1] - start;
  pram_put_whole (file, v + INT64_C (1), 11);
  putc_unlocked (' ', file);
  pram_put_number (file, graph->task_cost[v]);
  putc_unlocked (' ', file);
  pram_put_whole (file, n ? n : 1, 10);
  if (n == 0)
    pram_taskgraph_put (file, bytes ? " 0 0" : " 0");
  for (int64_t k = start; k < start + n; k++)
    {
      putc_unlocked (' ', file);
      pram_put_whole (file, graph->pred[k] + INT64_C (1), 0);
      if (bytes)
	{
	  putc_unlocked (' ', file);
	  pram_put_whole
	    (file, pram_taskgraph_bytes (graph, graph->pred_edge[k]) - 1, 0);
	}
    }
  putc_unlocked ('\n', file);
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
