/* trace.c: read the timeline of a run.

   SPDX-License-Identifier: GPL-3.0-or-later

   A trace is an array of events (runtime/trace.c): `X' with begin and duration
   in microseconds, a thread for each rank; `s' and `f' are the ends of a
   message.  The file of a program that was killed lacks the closing bracket;
   jansson then says so.  */

#include "trace.h"

#include <jansson.h>
#include <string.h>

struct reader
{
  struct pram_arena *arena;
  struct pram_timeline *line;
  json_t *sent;			/* by id: the event */
  double from, to;		/* the entry, microseconds */
};

static const char *
string_of (const json_t *event, const char *key)
{
  const char *text = json_string_value (json_object_get (event, key));
  return text ? text : "";
}

static double
number_of (const json_t *event, const char *key)
{
  return json_number_value (json_object_get (event, key));
}

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
  double start = number_of (event, "ts"), length = number_of (event, "dur");
  int32_t row = (int32_t) number_of (event, "tid");
  const char *category = string_of (event, "cat");
  if (start < r->from || start + length > r->to
      || !strcmp (category, "region"))
    return;
  *PRAM_ARENA_PUSH (r->arena, r->line->bars, r->line->n_bars)
    = (struct pram_bar) { kind_of (category), row, seconds (r, start),
			  seconds (r, start + length),
			  pram_arena_strdup (r->arena,
					     string_of (event, "name")),
			  false };
  if (row >= r->line->n_rows)
    r->line->n_rows = row + 1;
}

/* EVENT is one end of a message.  */
static void
add_end (struct reader *r, json_t *event)
{
  const char *id = string_of (event, "id");
  const json_t *sent = json_object_get (r->sent, id);
  double time = number_of (event, "ts");
  if (time < r->from || time > r->to)
    return;
  if (!strcmp (string_of (event, "ph"), "s"))
    json_object_set (r->sent, id, event);
  else if (sent)
    *PRAM_ARENA_PUSH (r->arena, r->line->arrows, r->line->n_arrows)
      = (struct pram_arrow) { (int32_t) number_of (sent, "tid"),
			      (int32_t) number_of (event, "tid"),
			      seconds (r, number_of (sent, "ts")),
			      seconds (r, time), false };
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
      if (!strcmp (string_of (event, "cat"), "region")
	  && number_of (event, "tid") == 0
	  && (!name || !strcmp (string_of (args, "region"), name)))
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
    if (!strcmp (string_of (event, "ph"), "X"))
      add_bar (r, event);
  for (int k = 0; k < 2; k++)
    json_array_foreach (events, i, event)
      if (!strcmp (string_of (event, "ph"), ends[k]))
	add_end (r, event);
}

struct pram_timeline *
trace_read (const char *file, const char *name, int64_t *iterations,
	    struct pram_arena *arena, const struct pram_diag *diag)
{
  json_error_t error;
  json_t *events = json_load_file (file, 0, &error);
  const json_t *entry = events ? find_entry (events, name) : NULL;
  struct reader r = { .arena = arena };
  if (!events)
    pram_diag_report (diag, PRAM_ERROR, error.line, "%s: %s", file,
		      error.text);
  else if (!entry)
    pram_diag_report (diag, PRAM_ERROR, 0, "%s: no entry of a region%s%s",
		      file, name ? " named " : "", name ? name : "");
  else
    {
      r.line = PRAM_ARENA_NEW (arena, struct pram_timeline, 1);
      r.sent = json_object ();
      r.from = number_of (entry, "ts");
      r.to = r.from + number_of (entry, "dur");
      r.line->title = "measured";
      r.line->end = seconds (&r, r.to);
      *iterations = (int64_t) number_of (json_object_get (entry, "args"),
					 "iterations");
      read_events (&r, events);
      json_decref (r.sent);
    }
  json_decref (events);
  return r.line;
}
