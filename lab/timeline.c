/* timeline.c: from a schedule to something to draw.

   SPDX-License-Identifier: GPL-3.0-or-later

   An event starts when the one before it on its process ends, or when its
   message arrives, or when the gap since the last send or receive is over, or
   when the network has room again.  The critical path follows, from the task
   that ends last, the message if the receive starts as it arrives, else the
   event before on the same process (through gaps and stalls too).

   Example: a -> b on two processes; all four events are critical.  */

#include "timeline.h"

static const char *
label_of (const struct pram_schedule *s, const struct pram_event *event,
	  struct pram_arena *arena)
{
  const struct pram_taskgraph *graph = s->graph;
  const char *name = graph->label && graph->label[event->task]
		     ? graph->label[event->task]
		     : pram_arena_printf (arena, "task %d", event->task);
  if (event->kind == PRAM_COMPUTE)
    return name;
  return pram_arena_printf (arena, "%s, %s process %d, %d bytes", name,
			    event->kind == PRAM_SEND ? "to" : "from",
			    event->peer, s->message_bytes[event->message]);
}

/* Bars are numbered as events, arrows as messages.  */
static void
add_bars (const struct pram_schedule *s, struct pram_timeline *line,
	  struct pram_arena *arena)
{
  static const enum pram_bar_kind kinds[]
    = { [PRAM_COMPUTE] = PRAM_BAR_COMPUTE, [PRAM_SEND] = PRAM_BAR_SEND,
	[PRAM_RECV] = PRAM_BAR_RECV };
  for (int32_t p = 0; p < s->n_procs; p++)
    for (int64_t e = s->event_start[p]; e < s->event_start[p + 1]; e++)
      {
	const struct pram_event *event = &s->event[e];
	*PRAM_ARENA_PUSH (arena, line->bars, line->n_bars)
	  = (struct pram_bar)
	    { kinds[event->kind], p, event->start,
	      event->start + event->duration, label_of (s, event, arena),
	      false,
	      event->kind == PRAM_COMPUTE ? -1 : (int) event->message };
      }
}

static void
add_arrows (const struct pram_schedule *s, struct pram_timeline *line,
	    struct pram_arena *arena)
{
  line->n_arrows = (int) s->n_messages;
  line->arrows = PRAM_ARENA_NEW (arena, struct pram_arrow, s->n_messages);
  for (int b = 0; b < line->n_bars; b++)
    {
      const struct pram_event *event = &s->event[b];
      int32_t p = line->bars[b].row;
      if (event->kind == PRAM_COMPUTE)
	continue;
      struct pram_arrow *arrow = &line->arrows[event->message];
      if (event->kind == PRAM_RECV)
	{
	  arrow->end = event->start;
	  continue;
	}
      enum pram_pair pair = pram_logp_pair (s->machine, p, event->peer);
      arrow->from = p;
      arrow->to = event->peer;
      arrow->send = b;
      arrow->start = event->start + event->duration;
      arrow->arrival
	= arrow->start + pram_logp_latency (s->machine, pair,
					    s->message_bytes[event->message]);
    }
}

void
pram_timeline_mark_critical (struct pram_timeline *line)
{
  struct pram_bar *bars = line->bars;
  int b = -1;
  for (int k = 0; k < line->n_bars; k++)
    if (b < 0 || bars[k].end > bars[b].end)
      b = k;
  while (b >= 0)
    {
      struct pram_arrow *arrow
	= bars[b].kind == PRAM_BAR_RECV ? &line->arrows[bars[b].arrow] : NULL;
      bars[b].critical = true;
      if (arrow && bars[b].start <= arrow->arrival * (1 + 1e-9))
	{
	  arrow->critical = true;
	  b = arrow->send;
	}
      else
	b = b > 0 && bars[b - 1].row == bars[b].row ? b - 1 : -1;
    }
}

struct pram_timeline *
pram_timeline_of (const struct pram_schedule *schedule, const char *title,
		  struct pram_arena *arena)
{
  struct pram_timeline *line = PRAM_ARENA_NEW (arena, struct pram_timeline, 1);
  line->title = title;
  line->n_rows = schedule->n_procs;
  line->end = schedule->makespan;
  add_bars (schedule, line, arena);
  add_arrows (schedule, line, arena);
  pram_timeline_mark_critical (line);
  return line;
}
