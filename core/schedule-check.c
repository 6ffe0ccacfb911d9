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

#include "schedule.h"

#include <inttypes.h>
#include <math.h>
#include <stdarg.h>
#include <stdlib.h>

static const double SLACK = 1e-12;

/* Where a message starts and ends; events, null if there is none.  */
struct journey
{
  const struct pram_event *send, *recv;
  int32_t from, to;		/* processes */
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

/* Put EVENT of process P where it belongs.  */
static bool
join_journey (const struct checker *c, int32_t p,
	      const struct pram_event *event)
{
  if (event->kind == PRAM_COMPUTE)
    return true;
  struct journey *journey = &c->journey[event->message];
  bool send = event->kind == PRAM_SEND;
  if (send ? journey->send : journey->recv)
    return wrong (c, p, event->start, "message %" PRId64 " is %s twice",
		  event->message, send ? "sent" : "received");
  *(send ? &journey->send : &journey->recv) = event;
  *(send ? &journey->from : &journey->to) = p;
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
	  || !join_journey (c, p, event))
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

static double
set_out (const struct journey *journey)
{
  return journey->send->start + journey->send->duration;
}

static double
latency (const struct checker *c, const struct journey *journey)
{
  return pram_logp_latency (c->schedule->machine,
			    pair_of (c, journey->from, journey->send),
			    c->schedule->message_bytes[journey->send->message]);
}

/* Constraint (iii).  */
static bool
journey_p (const struct checker *c, int64_t m)
{
  const struct journey *journey = &c->journey[m];
  const struct pram_event *send = journey->send, *recv = journey->recv;
  if (!send && !recv)
    {
      pram_diag_report (c->diag, PRAM_ERROR, 0, "(iii) message %" PRId64
			" is never sent", m);
      return false;
    }
  if (!recv)
    return wrong (c, journey->from, send->start, "(iii) message %" PRId64
		  " is never received", m);
  if (!send)
    return wrong (c, journey->to, recv->start, "(iii) message %" PRId64
		  " was never sent", m);
  if (send->peer != journey->to || recv->peer != journey->from
      || send->task != recv->task)
    return wrong (c, journey->to, recv->start, "(iii) message %" PRId64
		  " is not the one that process %" PRId32 " sent", m,
		  journey->from);
  double arrival = set_out (journey) + latency (c, journey);
  if (recv->start < arrival - c->slack)
    return wrong (c, journey->to, recv->start, "(iii) message %" PRId64
		  " arrives only at %g", m, arrival);
  return true;
}

/* --- Capacity ------------------------------------------------------------- */

/* A message that sets out or lands.  */
struct moment
{
  double time;
  int64_t message;
  int64_t capacity;		/* of one that sets out */
  double latency;		/* s */
};

static int
by_time (const void *a_, const void *b_)
{
  const struct moment *a = a_, *b = b_;
  return (a->time > b->time) - (a->time < b->time);
}

static int
by_capacity (const void *a_, const void *b_)
{
  const struct moment *a = a_, *b = b_;
  if (a->capacity != b->capacity)
    return a->capacity < b->capacity ? -1 : 1;
  return (a->latency > b->latency) - (a->latency < b->latency);
}

/* In transit from and to each process, by class of pairs.  */
struct transit
{
  int64_t from[PRAM_N_PAIRS], to[PRAM_N_PAIRS];
};

static void
move (const struct checker *c, struct transit *transit, int64_t m, int step)
{
  const struct journey *journey = &c->journey[m];
  enum pram_pair pair = pair_of (c, journey->from, journey->send);
  if (latency (c, journey) <= 2 * c->slack)
    return;
  transit[journey->from].from[pair] += step;
  transit[journey->to].to[pair] += step;
}

static bool
room_p (const struct checker *c, const struct transit *transit,
	const struct moment *moment)
{
  const struct journey *journey = &c->journey[moment->message];
  enum pram_pair pair = pair_of (c, journey->from, journey->send);
  bool from = transit[journey->from].from[pair] < moment->capacity;
  if (from && transit[journey->to].to[pair] < moment->capacity)
    return true;
  return wrong (c, journey->from, moment->time, "the capacity: %" PRId64
		" messages are in transit %s process %" PRId32 " when message %"
		PRId64 " sets out", moment->capacity, from ? "to" : "from",
		from ? journey->to : journey->from, moment->message);
}

static bool
capacity_p (const struct checker *c)
{
  const struct pram_schedule *s = c->schedule;
  int64_t n = s->n_messages, landed = 0;
  struct moment *out = PRAM_ARENA_NEW (c->arena, struct moment, n);
  struct moment *land = PRAM_ARENA_NEW (c->arena, struct moment, n);
  struct transit *transit
    = PRAM_ARENA_NEW (c->arena, struct transit, s->n_procs);
  for (int64_t m = 0; m < n; m++)
    {
      const struct journey *journey = &c->journey[m];
      double time = set_out (journey), in_transit = latency (c, journey);
      enum pram_pair pair = pair_of (c, journey->from, journey->send);
      int64_t capacity = pram_logp_capacity (s->machine, pair,
					     s->message_bytes[m]);
      out[m] = (struct moment) { time, m, capacity, in_transit };
      land[m] = (struct moment) { time + in_transit, m, 0, 0 };
    }
  qsort (out, (size_t) n, sizeof *out, by_time);
  qsort (land, (size_t) n, sizeof *land, by_time);
  for (int64_t m = 0, end; m < n; m = end)
    {
      double now = out[m].time + c->slack;
      for (end = m; end < n && out[end].time <= now;)
	end++;
      qsort (&out[m], (size_t) (end - m), sizeof *out, by_capacity);
      for (; landed < n && land[landed].time <= now; landed++)
	move (c, transit, land[landed].message, -1);
      for (int64_t k = m; k < end; k++)
	{
	  if (!room_p (c, transit, &out[k]))
	    return false;
	  move (c, transit, out[k].message, 1);
	}
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
  for (int64_t m = 0; m < s->n_messages; m++)
    if (!journey_p (c, m))
      return false;
  return capacity_p (c) && precedence_p (c, &graph) && complete_p (c);
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
