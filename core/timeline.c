/* timeline.c: from a schedule to something to draw.

   SPDX-License-Identifier: GPL-3.0-or-later

   An event starts when the one before it on its process ends, or when its
   message arrives, or when the gap since the last send or receive is over, or
   when the network has room again.  The critical path follows, from the task
   that ends last, the message if the receive starts as it arrives, else the
   event before on the same process (through gaps and stalls too).

   Example: a -> b on two processes; all four events are critical.  */

#include "timeline.h"

#include <math.h>

struct walk
{
  const struct pram_schedule *schedule;
  struct pram_timeline *line;
  int64_t *sent, *received;	/* by message: the event */
  struct pram_arena *arena;
};

static const char *
label_of (const struct walk *w, const struct pram_event *event)
{
  const struct pram_taskgraph *graph = w->schedule->graph;
  const char *name = graph->label && graph->label[event->task]
		     ? graph->label[event->task]
		     : pram_arena_printf (w->arena, "task %d", event->task);
  if (event->kind == PRAM_COMPUTE)
    return name;
  return pram_arena_printf (w->arena, "%s, %s process %d, %d bytes", name,
			    event->kind == PRAM_SEND ? "to" : "from",
			    event->peer,
			    w->schedule->message_bytes[event->message]);
}

static void
add_bars (struct walk *w)
{
  static const enum pram_bar_kind kinds[]
    = { [PRAM_COMPUTE] = PRAM_BAR_COMPUTE, [PRAM_SEND] = PRAM_BAR_SEND,
	[PRAM_RECV] = PRAM_BAR_RECV };
  const struct pram_schedule *s = w->schedule;
  for (int32_t p = 0; p < s->n_procs; p++)
    for (int64_t e = s->event_start[p]; e < s->event_start[p + 1]; e++)
      {
	const struct pram_event *event = &s->event[e];
	if (event->kind == PRAM_SEND)
	  w->sent[event->message] = e;
	else if (event->kind == PRAM_RECV)
	  w->received[event->message] = e;
	*PRAM_ARENA_PUSH (w->arena, w->line->bars, w->line->n_bars)
	  = (struct pram_bar) { kinds[event->kind], p, event->start,
				event->start + event->duration,
				label_of (w, event), false };
      }
}

static void
add_arrows (struct walk *w)
{
  const struct pram_schedule *s = w->schedule;
  for (int64_t m = 0; m < s->n_messages; m++)
    {
      const struct pram_event *send = &s->event[w->sent[m]];
      const struct pram_event *recv = &s->event[w->received[m]];
      *PRAM_ARENA_PUSH (w->arena, w->line->arrows, w->line->n_arrows)
	= (struct pram_arrow) { recv->peer, send->peer,
				send->start + send->duration, recv->start,
				false };
    }
}

/* Does the receive EVENT start when its message arrives?  */
static bool
arrives_p (const struct walk *w, const struct pram_event *recv)
{
  const struct pram_schedule *s = w->schedule;
  const struct pram_event *send = &s->event[w->sent[recv->message]];
  enum pram_pair pair = pram_logp_pair (s->machine, recv->peer, send->peer);
  double arrival = send->start + send->duration
		   + pram_logp_latency (s->machine, pair,
					s->message_bytes[recv->message]);
  return recv->start <= arrival * (1 + 1e-9);
}

static void
mark_critical (struct walk *w)
{
  const struct pram_schedule *s = w->schedule;
  int64_t e = -1;
  for (int64_t k = 0; k < s->event_start[s->n_procs]; k++)
    if (e < 0 || w->line->bars[k].end > w->line->bars[e].end)
      e = k;
  while (e >= 0)
    {
      const struct pram_event *event = &s->event[e];
      int32_t p = w->line->bars[e].row;
      w->line->bars[e].critical = true;
      if (event->kind == PRAM_RECV && arrives_p (w, event))
	{
	  w->line->arrows[event->message].critical = true;
	  e = w->sent[event->message];
	}
      else
	e = e > s->event_start[p] ? e - 1 : -1;
    }
}

struct pram_timeline *
pram_timeline_of (const struct pram_schedule *schedule, const char *title,
		  struct pram_arena *arena)
{
  struct walk w = { .schedule = schedule, .arena = arena };
  w.line = PRAM_ARENA_NEW (arena, struct pram_timeline, 1);
  w.sent = PRAM_ARENA_NEW (arena, int64_t, schedule->n_messages + 1);
  w.received = PRAM_ARENA_NEW (arena, int64_t, schedule->n_messages + 1);
  w.line->title = title;
  w.line->n_rows = schedule->n_procs;
  w.line->end = schedule->makespan;
  add_bars (&w);
  add_arrows (&w);
  mark_critical (&w);
  return w.line;
}
