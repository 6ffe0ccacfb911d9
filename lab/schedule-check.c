/* schedule-check.c: is it a LogP schedule?

   SPDX-License-Identifier: GPL-3.0-or-later

   The constraints of Disturbance, section 2, taken from the events alone; how
   they were found (timing.c) plays no part.  Times may be wrong by rounding,
   SLACK times the makespan.

   A value is known to a process from the end of its computation there, or of
   the receive that brought it; whoever knows a value may send it.  A message
   is in transit from the end of its send for L(k), see timing.c; those that
   are for no time (L = 0) take no capacity.  If messages set out together the
   ones with the smaller capacity, then those that land first, are taken to go
   first.  */

#include "schedule-check.h"

#include <inttypes.h>
#include <math.h>
#include <stdarg.h>
#include <stdlib.h>

static const double SLACK = 1e-12;

/* A message.  The two events that it joins are far from each other, so what the
   receive is checked against is kept together.  */
struct journey
{
  double out, land;		/* s: when it sets out and lands */
  int32_t from, to;		/* processes, as the sender says */
  int32_t task;			/* whose value it is */
  bool sent, received;
};

struct checker
{
  const struct pram_schedule *schedule;
  const struct pram_diag *diag;
  struct pram_arena *arena;
  double slack;			/* s */
  struct journey *journey;	/* by message */
};

static bool wrong (const struct checker *, int32_t p, double time,
		   const char *format, ...)
  __attribute__ ((format (printf, 4, 5)));

/* Report what is wrong with process P at TIME.  False.  */
static bool
wrong (const struct checker *c, int32_t p, double time, const char *format,
       ...)
{
  va_list args;
  char text[256];
  va_start (args, format);
  vsnprintf (text, sizeof text, format, args);
  va_end (args);
  pram_diag_report (c->diag, PRAM_ERROR, 0, "process %" PRId32 " at %g: %s", p,
		    time, text);
  return false;
}

/* --- What an event is ----------------------------------------------------- */

static bool
ids_p (const struct checker *c, int32_t p, const struct pram_event *event)
{
  const struct pram_schedule *s = c->schedule;
  if (event->task < 0 || event->task >= s->graph->n_tasks)
    return wrong (c, p, event->start, "there is no task %" PRId32,
		  event->task);
  if (!isfinite (event->start) || event->start < 0)
    return wrong (c, p, event->start, "an event has no time");
  if (event->kind == PRAM_COMPUTE)
    return true;
  if (event->peer < 0 || event->peer >= s->n_procs || event->peer == p)
    return wrong (c, p, event->start, "there is no other process %" PRId32,
		  event->peer);
  if (event->message < 0 || event->message >= s->n_messages)
    return wrong (c, p, event->start, "there is no message %" PRId64,
		  event->message);
  return true;
}

/* The pair that EVENT of process P, a send or a receive, is between.  */
static enum pram_pair
pair_of (const struct checker *c, int32_t p, const struct pram_event *event)
{
  return pram_logp_pair (c->schedule->machine, p, event->peer);
}

static double
gap_after (const struct checker *c, int32_t p, const struct pram_event *event)
{
  return pram_logp_gap (c->schedule->machine, pair_of (c, p, event),
			c->schedule->message_bytes[event->message]);
}

/* Constraints (i) and (iv).  */
static bool
duration_p (const struct checker *c, int32_t p, const struct pram_event *event)
{
  const struct pram_schedule *s = c->schedule;
  enum pram_pair pair;
  int32_t bytes;
  double wanted;
  if (event->kind == PRAM_COMPUTE)
    {
      wanted = s->graph->task_cost[event->task];
      return fabs (event->duration - wanted) <= c->slack
	     || wrong (c, p, event->start, "(iv) computing task %" PRId32
		       " takes %g instead of %g", event->task,
		       event->duration, wanted);
    }
  pair = pair_of (c, p, event);
  bytes = s->message_bytes[event->message];
  wanted = event->kind == PRAM_SEND
	   ? pram_logp_o_send (s->machine, pair, bytes)
	   : pram_logp_o_recv (s->machine, pair, bytes);
  return fabs (event->duration - wanted) <= c->slack
	 || wrong (c, p, event->start, "(i) %s message %" PRId64
		   " takes %g instead of %g",
		   event->kind == PRAM_SEND ? "sending" : "receiving",
		   event->message, event->duration, wanted);
}

/* Process P sends a message by EVENT.  */
static bool
send_p (const struct checker *c, int32_t p, const struct pram_event *event)
{
  const struct pram_schedule *s = c->schedule;
  struct journey *journey = &c->journey[event->message];
  double out = event->start + event->duration;
  double latency = pram_logp_latency (s->machine, pair_of (c, p, event),
				      s->message_bytes[event->message]);
  if (journey->sent)
    return wrong (c, p, event->start, "message %" PRId64 " is sent twice",
		  event->message);
  *journey = (struct journey) { out, out + latency, p, event->peer,
				event->task, true, false };
  return true;
}

/* Process P does one thing at a time and keeps the gaps: constraint (ii).  */
static bool
sequence_p (const struct checker *c, int32_t p)
{
  const struct pram_schedule *s = c->schedule;
  const struct pram_event *last[] = { [PRAM_SEND] = NULL, [PRAM_RECV] = NULL };
  double free = 0;
  for (int64_t k = s->event_start[p]; k < s->event_start[p + 1]; k++)
    {
      const struct pram_event *event = &s->event[k];
      if (!ids_p (c, p, event) || !duration_p (c, p, event)
	  || (event->kind == PRAM_SEND && !send_p (c, p, event)))
	return false;
      if (event->start < free - c->slack)
	return wrong (c, p, event->start,
		      "the operation before ends only at %g", free);
      free = event->start + event->duration;
      if (event->kind == PRAM_COMPUTE)
	continue;
      const struct pram_event *before = last[event->kind];
      if (before && event->start - before->start
		    < gap_after (c, p, before) - c->slack)
	return wrong (c, p, event->start, "(ii) the %s before began at %g, the"
		      " gap is %g",
		      event->kind == PRAM_SEND ? "send" : "receive",
		      before->start, gap_after (c, p, before));
      last[event->kind] = event;
    }
  return true;
}

/* --- Messages ------------------------------------------------------------- */

/* Constraint (iii) of EVENT, by which process P receives a message.  */
static bool
recv_p (const struct checker *c, int32_t p, const struct pram_event *event)
{
  int64_t m = event->message;
  struct journey *journey = &c->journey[m];
  if (!journey->sent)
    return wrong (c, p, event->start, "(iii) message %" PRId64
		  " was never sent", m);
  if (journey->received)
    return wrong (c, p, event->start, "message %" PRId64 " is received twice",
		  m);
  journey->received = true;
  if (journey->to != p || journey->from != event->peer
      || journey->task != event->task)
    return wrong (c, p, event->start, "(iii) message %" PRId64
		  " is not the one that process %" PRId32 " sent", m,
		  journey->from);
  if (event->start < journey->land - c->slack)
    return wrong (c, p, event->start, "(iii) message %" PRId64
		  " arrives only at %g", m, journey->land);
  return true;
}

/* Constraint (iii).  */
static bool
journeys_p (const struct checker *c)
{
  const struct pram_schedule *s = c->schedule;
  for (int32_t p = 0; p < s->n_procs; p++)
    for (int64_t k = s->event_start[p]; k < s->event_start[p + 1]; k++)
      if (s->event[k].kind == PRAM_RECV && !recv_p (c, p, &s->event[k]))
	return false;
  for (int64_t m = 0; m < s->n_messages; m++)
    {
      const struct journey *journey = &c->journey[m];
      if (journey->received)
	continue;
      if (journey->sent)
	return wrong (c, journey->from, journey->out, "(iii) message %" PRId64
		      " is never received", m);
      pram_diag_report (c->diag, PRAM_ERROR, 0, "(iii) message %" PRId64
			" is never sent", m);
      return false;
    }
  return true;
}

/* --- Capacity ------------------------------------------------------------- */

/* A message on its way.  */
struct flight
{
  double out, land;		/* s: when it sets out and lands */
  int64_t capacity;		/* what it must find free */
  int64_t message;
};

static int
by_out (const void *a_, const void *b_)
{
  const struct flight *a = a_, *b = b_;
  return (a->out > b->out) - (a->out < b->out);
}

static int
by_capacity (const void *a_, const void *b_)
{
  const struct flight *a = a_, *b = b_;
  if (a->capacity != b->capacity)
    return a->capacity < b->capacity ? -1 : 1;
  return (a->land > b->land) - (a->land < b->land);
}

/* Set FLIGHT to the messages of one class of pairs that process P sends, or
   receives, by the times when they set out; returns how many there are, none
   if their number is not limited.  */
static int64_t
find_flights (const struct checker *c, int32_t p, enum pram_event_kind kind,
	      enum pram_pair pair, struct flight *flight)
{
  const struct pram_schedule *s = c->schedule;
  int64_t n = 0;
  bool limited = false, in_order = true;
  for (int64_t k = s->event_start[p]; k < s->event_start[p + 1]; k++)
    {
      const struct pram_event *event = &s->event[k];
      if (event->kind != kind || pair_of (c, p, event) != pair)
	continue;
      int64_t m = event->message;
      const struct journey *journey = &c->journey[m];
      int64_t capacity = pram_logp_capacity (s->machine, pair,
					     s->message_bytes[m]);
      in_order &= n == 0 || flight[n - 1].out <= journey->out;
      limited |= capacity < INT64_MAX;
      flight[n++] = (struct flight) { journey->out, journey->land, capacity,
				      m };
    }
  if (limited && !in_order)
    qsort (flight, (size_t) n, sizeof *flight, by_out);
  return limited ? n : 0;
}

/* Does each of the N messages FLIGHT, all from P, or all to it, find room?
   LAND has room for as many times: in it stand, ascending, the landings of
   those in transit.  */
static bool
room_p (const struct checker *c, int32_t p, struct flight *flight, int64_t n,
	double *land)
{
  int64_t first = 0, last = 0;
  for (int64_t m = 0, end; m < n; m = end)
    {
      double now = flight[m].out + c->slack;
      for (end = m + 1; end < n && flight[end].out <= now;)
	end++;
      if (end > m + 1)
	qsort (&flight[m], (size_t) (end - m), sizeof *flight, by_capacity);
      while (first < last && land[first] <= now)
	first++;
      for (int64_t k = m; k < end; k++)
	{
	  const struct flight *f = &flight[k];
	  if (last - first >= f->capacity)
	    return wrong (c, c->journey[f->message].from, f->out,
			  "the capacity: %" PRId64 " messages are in transit %s"
			  " process %" PRId32 " when message %" PRId64
			  " sets out", f->capacity,
			  c->journey[f->message].to == p ? "to" : "from", p,
			  f->message);
	  if (f->land - f->out <= 2 * c->slack)
	    continue;
	  int64_t place = last++;
	  for (; place > first && land[place - 1] > f->land; place--)
	    land[place] = land[place - 1];
	  land[place] = f->land;
	}
    }
  return true;
}

static bool
capacity_p (const struct checker *c)
{
  static const enum pram_event_kind kinds[] = { PRAM_SEND, PRAM_RECV };
  const struct pram_schedule *s = c->schedule;
  int n_pairs = s->machine->node == 0 ? 1 : PRAM_N_PAIRS;
  int64_t most = 0;
  for (int32_t p = 0; p < s->n_procs; p++)
    if (s->event_start[p + 1] - s->event_start[p] > most)
      most = s->event_start[p + 1] - s->event_start[p];
  struct flight *flight = PRAM_ARENA_NEW (c->arena, struct flight, most);
  double *land = PRAM_ARENA_NEW (c->arena, double, most);
  for (int32_t p = 0; p < s->n_procs; p++)
    for (int kind = 0; kind < 2; kind++)
      for (int pair = 0; pair < n_pairs; pair++)
	{
	  int64_t n = find_flights (c, p, kinds[kind], pair, flight);
	  if (!room_p (c, p, flight, n, land))
	    return false;
	}
  return true;
}

/* --- Tasks and their operands --------------------------------------------- */

/* What the process looked at knows.  */
struct knowledge
{
  int32_t process;		/* + 1: for which the entry is valid */
  int32_t bytes;		/* of the value; INT32_MAX if computed here */
};

static bool
operands_p (const struct checker *c, const struct pram_taskgraph *graph,
	    const struct knowledge *known, int32_t p,
	    const struct pram_event *event)
{
  int32_t v = event->task;
  for (int64_t k = graph->pred_start[v]; k < graph->pred_start[v + 1]; k++)
    {
      int32_t u = graph->pred[k];
      int32_t bytes = pram_taskgraph_bytes (graph, graph->pred_edge[k]);
      if (known[u].process != p + 1)
	return wrong (c, p, event->start, "precedence: task %" PRId32
		      " needs task %" PRId32 ", which is not known yet", v, u);
      if (known[u].bytes < bytes)
	return wrong (c, p, event->start, "precedence: task %" PRId32
		      " needs %" PRId32 " bytes of task %" PRId32 ", %" PRId32
		      " came", v, bytes, u, known[u].bytes);
    }
  return true;
}

static void
learn (struct knowledge *known, int32_t p, int32_t bytes)
{
  if (known->process != p + 1 || known->bytes < bytes)
    *known = (struct knowledge) { p + 1, bytes };
}

/* Events of a process follow each other, so what is known at one is what all
   before have brought.  */
static bool
precedence_p (const struct checker *c, const struct pram_taskgraph *graph)
{
  const struct pram_schedule *s = c->schedule;
  struct knowledge *known
    = PRAM_ARENA_NEW (c->arena, struct knowledge, graph->n_tasks);
  for (int32_t p = 0; p < s->n_procs; p++)
    for (int64_t k = s->event_start[p]; k < s->event_start[p + 1]; k++)
      {
	const struct pram_event *event = &s->event[k];
	if (event->kind == PRAM_RECV)
	  learn (&known[event->task], p, s->message_bytes[event->message]);
	else if (event->kind == PRAM_SEND)
	  {
	    if (known[event->task].process != p + 1
		|| known[event->task].bytes < s->message_bytes[event->message])
	      return wrong (c, p, event->start, "precedence: task %" PRId32
			    " is sent, which is not known yet", event->task);
	  }
	else if (!operands_p (c, graph, known, p, event))
	  return false;
	else
	  learn (&known[event->task], p, INT32_MAX);
      }
  return true;
}

/* Constraint (v), and the makespan.  */
static bool
complete_p (const struct checker *c)
{
  const struct pram_schedule *s = c->schedule;
  bool *done = PRAM_ARENA_NEW (c->arena, bool, s->graph->n_tasks);
  double makespan = 0;
  for (int64_t k = 0; k < s->event_start[s->n_procs]; k++)
    if (s->event[k].kind == PRAM_COMPUTE)
      {
	done[s->event[k].task] = true;
	makespan = fmax (makespan, s->event[k].start + s->event[k].duration);
      }
  for (int32_t v = 0; v < s->graph->n_tasks; v++)
    if (!done[v])
      {
	pram_diag_report (c->diag, PRAM_ERROR, 0,
			  "(v) task %" PRId32 " is never computed", v);
	return false;
      }
  if (fabs (makespan - s->makespan) > c->slack)
    {
      pram_diag_report (c->diag, PRAM_ERROR, 0, "the last task ends at %g, the"
			" makespan says %g", makespan, s->makespan);
      return false;
    }
  return true;
}

static bool
check (struct checker *c)
{
  const struct pram_schedule *s = c->schedule;
  struct pram_taskgraph graph = *s->graph;
  pram_taskgraph_add_preds (&graph, c->arena);
  if (!pram_taskgraph_copies_check (&graph, c->diag))
    return false;
  c->journey = PRAM_ARENA_NEW (c->arena, struct journey, s->n_messages);
  for (int32_t p = 0; p < s->n_procs; p++)
    if (!sequence_p (c, p))
      return false;
  return journeys_p (c) && capacity_p (c) && precedence_p (c, &graph)
	 && complete_p (c);
}

bool
pram_schedule_check (const struct pram_schedule *schedule,
		     const struct pram_diag *diag)
{
  struct checker c = { .schedule = schedule, .diag = diag,
		       .slack = SLACK * schedule->makespan,
		       .arena = pram_arena_new () };
  bool good = check (&c);
  pram_arena_free (c.arena);
  return good;
}

void
pram_schedule_print (FILE *file, const struct pram_schedule *schedule)
{
  static const char *const names[] = { [PRAM_COMPUTE] = "compute",
				       [PRAM_SEND] = "send",
				       [PRAM_RECV] = "receive" };
  fprintf (file, "schedule of %s: %" PRId32 " processes, %" PRId64
	   " messages, makespan %.9g\n", schedule->graph->name,
	   schedule->n_procs, schedule->n_messages, schedule->makespan);
  for (int32_t p = 0; p < schedule->n_procs; p++)
    {
      fprintf (file, "process %" PRId32 ":\n", p);
      for (int64_t k = schedule->event_start[p];
	   k < schedule->event_start[p + 1]; k++)
	{
	  const struct pram_event *event = &schedule->event[k];
	  fprintf (file, "  %.9g %s %" PRId32, event->start,
		   names[event->kind],
		   pram_taskgraph_original (schedule->graph, event->task));
	  if (event->kind != PRAM_COMPUTE)
	    fprintf (file, " %s %" PRId32 ", %" PRId32 " bytes",
		     event->kind == PRAM_SEND ? "to" : "from", event->peer,
		     schedule->message_bytes[event->message]);
	  putc ('\n', file);
	}
    }
}
