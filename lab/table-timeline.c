/* table-timeline.c: a run of a region through tables as something to draw.

   SPDX-License-Identifier: GPL-3.0-or-later

   The run is that of table-figures.c, played.  Before it begins the arguments
   travel, for which nobody else is counted.  What a rank computes from one
   message to the next is a bar, named by the lines of its tasks as in a trace
   of a run (PRAM_TRACE); what serves no task is "tables".

   Example: for (i < 4) a[i] = b[i], naive on 2 ranks.  Rank 0 waits for the
   arguments, sends b[1] and b[3], computes a[0] and a[2], and receives.  */

#include "table-timeline.h"

#include <inttypes.h>
#include <stdlib.h>

#include "base/alloc.h"
#include "predict/table-steps.h"

/* Drawing a run of more tasks takes much memory, and shows nothing.  */
enum { MOST_TASKS = 1 << 20 };

struct maker
{
  struct pram_timeline *line;
  const struct pram_logp *machine;
  double begin;			/* s: of the steps */
  struct pram_arena *arena;
};

static const char *
label_of (const struct maker *m, const struct pram_table_event *event)
{
  if (event->kind != PRAM_COMPUTE)
    return pram_arena_printf (m->arena, "%s process %" PRId32 ", %" PRId64
			      " bytes",
			      event->kind == PRAM_SEND ? "to" : "from",
			      event->peer, event->bytes);
  return !event->line ? "tables"
	 : event->line == event->last_line
	 ? pram_arena_printf (m->arena, "line %" PRId32, event->line)
	 : pram_arena_printf (m->arena, "lines %" PRId32 "-%" PRId32,
			      event->line, event->last_line);
}

/* Bar number B is an end of a message, EVENT of ROW.  */
static void
join_arrow (const struct maker *m, int b, int row,
	    const struct pram_table_event *event)
{
  struct pram_arrow *arrow = &m->line->arrows[event->message];
  if (event->kind == PRAM_RECV)
    {
      arrow->end = m->begin + event->start;
      return;
    }
  arrow->from = row;
  arrow->to = event->peer;
  arrow->start = m->begin + event->end;
  arrow->arrival
    = arrow->start + pram_logp_latency (m->machine,
					pram_logp_pair (m->machine, row,
							event->peer),
					event->bytes);
  arrow->send = b;
}

static void
add_row (const struct maker *m, int row, const struct pram_table_events *events)
{
  static const enum pram_bar_kind kinds[]
    = { [PRAM_COMPUTE] = PRAM_BAR_COMPUTE, [PRAM_SEND] = PRAM_BAR_SEND,
	[PRAM_RECV] = PRAM_BAR_RECV };
  struct pram_timeline *line = m->line;
  if (m->begin > 0)
    *PRAM_ARENA_PUSH (m->arena, line->bars, line->n_bars)
      = (struct pram_bar) { PRAM_BAR_WAIT, row, 0, m->begin, "arguments",
			    false, -1 };
  for (int64_t e = 0; e < events->n; e++)
    {
      const struct pram_table_event *event = &events->event[e];
      if (event->kind != PRAM_COMPUTE)
	join_arrow (m, line->n_bars, row, event);
      *PRAM_ARENA_PUSH (m->arena, line->bars, line->n_bars)
	= (struct pram_bar) { kinds[event->kind], row,
			      m->begin + event->start, m->begin + event->end,
			      label_of (m, event), false,
			      (int) event->message };
    }
}

struct pram_timeline *
pram_table_plan_timeline (const struct pram_table_plan *plan, int procs,
			  int64_t iterations, const struct pram_predictor *by,
			  const char *title, struct pram_arena *arena,
			  const struct pram_diag *diag)
{
  if (iterations > MOST_TASKS / (plan->graph->n_tasks + 1))
    {
      pram_diag_report (diag, PRAM_ERROR, plan->prog->line,
			"more than %d tasks; fewer iterations can be drawn",
			MOST_TASKS);
      return NULL;
    }
  struct pram_table_progress *marks = pram_zeroed (iterations, sizeof *marks);
  struct pram_table_events *events = pram_zeroed (procs, sizeof *events);
  struct pram_table_steps *steps
    = pram_table_steps_find (plan, by, procs, (int) iterations);
  struct pram_table_progress all
    = pram_table_play (steps, procs, plan->spacing, by->logp, marks, events);
  struct maker m = { .line = PRAM_ARENA_NEW (arena, struct pram_timeline, 1),
		     .machine = by->logp, .arena = arena,
		     .begin = pram_table_arguments (by, procs) };
  m.line->title = title;
  m.line->n_rows = procs;
  m.line->end = m.begin + all.seconds;
  m.line->bound = m.begin + all.sum;
  m.line->n_arrows = (int) all.messages;
  m.line->arrows = PRAM_ARENA_NEW (arena, struct pram_arrow, all.messages);
  for (int p = 0; p < procs; p++)
    {
      add_row (&m, p, &events[p]);
      free (events[p].event);
    }
  pram_timeline_mark_critical (m.line);
  pram_table_steps_free (steps, procs);
  free (events);
  free (marks);
  return m.line;
}
