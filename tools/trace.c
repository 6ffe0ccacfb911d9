/* trace.c: read the timeline of a run.

   SPDX-License-Identifier: GPL-3.0-or-later

   A trace is an array of events (runtime/trace.c): `X' with begin and duration
   in microseconds, a thread for each rank; `s' and `f' are the ends of a
   message.  The file of a program that was killed lacks the closing bracket;
   jansson then says so.  */

#include "trace.h"

#include <string.h>

#include "tool-json.h"
#include "tool-report.h"

struct reader
{
  struct pram_arena *arena;
  struct pram_timeline *line;
  json_t *sent;			/* by id: the event */
  double from, to;		/* the entry, microseconds */
};

/* Seconds since the entry's begin.  */
static double
seconds (const struct reader *r, double microseconds)
{
  return (microseconds - r->from) * 1e-6;
}

static enum pram_bar_kind
kind_of (const char *category)
{
  return !strcmp (category, "compute") ? PRAM_BAR_COMPUTE
	 : !strcmp (category, "send") ? PRAM_BAR_SEND : PRAM_BAR_WAIT;
}

static void
add_bar (struct reader *r, const json_t *event)
{
  double start = tool_json_number (event, "ts");
  double length = tool_json_number (event, "dur");
  int32_t row = (int32_t) tool_json_number (event, "tid");
  const char *category = tool_json_text (event, "cat");
  if (start < r->from || start + length > r->to
      || !strcmp (category, "region"))
    return;
  *PRAM_ARENA_PUSH (r->arena, r->line->bars, r->line->n_bars)
    = (struct pram_bar) { kind_of (category), row, seconds (r, start),
			  seconds (r, start + length),
			  pram_arena_strdup (r->arena,
					     tool_json_text (event, "name")),
			  false, -1 };
  if (row >= r->line->n_rows)
    r->line->n_rows = row + 1;
}

/* EVENT is one end of a message.  */
static void
add_end (struct reader *r, json_t *event)
{
  const char *id = tool_json_text (event, "id");
  const json_t *sent = json_object_get (r->sent, id);
  double time = tool_json_number (event, "ts");
  if (time < r->from || time > r->to)
    return;
  if (!strcmp (tool_json_text (event, "ph"), "s"))
    json_object_set (r->sent, id, event);
  else if (sent)
    *PRAM_ARENA_PUSH (r->arena, r->line->arrows, r->line->n_arrows)
      = (struct pram_arrow) { (int32_t) tool_json_number (sent, "tid"),
			      (int32_t) tool_json_number (event, "tid"),
			      seconds (r, tool_json_number (sent, "ts")),
			      seconds (r, time), false, 0, -1 };
}

/* The first entry of the region NAME on rank 0.  */
static const json_t *
find_entry (const json_t *events, const char *name)
{
  size_t i;
  json_t *event;
  json_array_foreach (events, i, event)
    {
      const json_t *args = json_object_get (event, "args");
      if (!strcmp (tool_json_text (event, "cat"), "region")
	  && tool_json_number (event, "tid") == 0
	  && (!name || !strcmp (tool_json_text (args, "region"), name)))
	return event;
    }
  return NULL;
}

/* Messages in the order in which they were sent: their ends stand in the
   file rank by rank.  */
static void
read_events (struct reader *r, json_t *events)
{
  static const char *const ends[] = { "s", "f" };
  size_t i;
  json_t *event;
  json_array_foreach (events, i, event)
    if (!strcmp (tool_json_text (event, "ph"), "X"))
      add_bar (r, event);
  for (int k = 0; k < 2; k++)
    json_array_foreach (events, i, event)
      if (!strcmp (tool_json_text (event, "ph"), ends[k]))
	add_end (r, event);
}

struct pram_timeline *
trace_read (const char *file, const char *name, int64_t *iterations,
	    struct pram_arena *arena)
{
  struct pram_diag diag = { tool_report, &file };
  json_t *events = tool_json_load (file);
  const json_t *entry = events ? find_entry (events, name) : NULL;
  struct reader r = { .arena = arena };
  if (events && !entry)
    pram_diag_report (&diag, PRAM_ERROR, 0, "no entry of a region%s%s",
		      name ? " named " : "", name ? name : "");
  else if (events)
    {
      r.line = PRAM_ARENA_NEW (arena, struct pram_timeline, 1);
      r.sent = json_object ();
      r.from = tool_json_number (entry, "ts");
      r.to = r.from + tool_json_number (entry, "dur");
      r.line->title = "measured";
      r.line->end = seconds (&r, r.to);
      *iterations
	= (int64_t) tool_json_number (json_object_get (entry, "args"),
				      "iterations");
      read_events (&r, events);
      json_decref (r.sent);
    }
  json_decref (events);
  return r.line;
}
