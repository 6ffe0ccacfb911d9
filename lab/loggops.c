/* loggops.c: when scripts run in the model of LogGOPSim.

   SPDX-License-Identifier: GPL-3.0-or-later

   A heap of events ordered by time, among equals by when they were first put
   there: an operation that can be tried, or a message that has arrived.  An
   event that comes too early, because its process is busy, is put back for
   when it will not be, and keeps its place among equals.  */

#include "loggops.h"
#include "base/heap.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>

struct event
{
  int64_t time, order;
  int64_t op;			/* of a message: its send */
  bool message;
};

/* The sends whose messages have no receive yet, or the receives that wait for
   a message: a list by NEXT, -1 at its end.  */
struct queue { int64_t first, last; };

struct process
{
  int64_t free;			/* it is not busy from then on */
  int64_t send_free, recv_free;	/* the gap is over */
};

static inline bool
before_p (const struct event *a, const struct event *b)
{
  return a->time != b->time ? a->time < b->time : a->order < b->order;
}

PRAM_HEAP (events, struct event, before_p)

/* What operations wait for each: TO[start[op]] ...  */
struct waiters
{
  int64_t *start, *to;
};

struct simulator
{
  const struct pram_loggops *machine;
  const struct pram_script *script;
  int64_t n_ops;
  struct pram_operation *op;	/* repetitions written out */
  int32_t *process_of;		/* by operation */
  int32_t *receiver;		/* by channel */
  struct process *process;
  struct queue *queue;		/* by channel */
  int64_t *next;		/* by operation: in its queue */
  int32_t *missing;		/* by operation: what it still waits for */
  struct waiters on_start, on_end;	/* null: the chain */
  struct events events;
  int64_t n_foreseen;
  /* What the current event has made possible.  */
  int64_t *possible;
  int n_possible, room_possible;
};

static void *
allocate (int64_t n, size_t size)
{
  void *result = calloc ((size_t) n + 1, size);
  if (!result)
    abort ();
  return result;
}

static int64_t
larger (int64_t a, int64_t b)
{
  return a > b ? a : b;
}

/* --- Events --------------------------------------------------------------- */

static void
foresee (struct simulator *s, int64_t time, int64_t op, bool message)
{
  events_push (&s->events, (struct event)
			     { time, s->n_foreseen++, op, message });
}

/* --- What waits for what -------------------------------------------------- */

static void
one_less (struct simulator *s, int64_t op)
{
  if (--s->missing[op])
    return;
  if (s->n_possible == s->room_possible)
    {
      s->room_possible = s->room_possible * 2 + 64;
      s->possible = realloc (s->possible, sizeof *s->possible
			     * (size_t) s->room_possible);
      if (!s->possible)
	abort ();
    }
  s->possible[s->n_possible++] = op;
}

static void
has_started (struct simulator *s, int64_t op)
{
  if (s->script->wait)
    for (int64_t e = s->on_start.start[op]; e < s->on_start.start[op + 1]; e++)
      one_less (s, s->on_start.to[e]);
}

static void
has_ended (struct simulator *s, int64_t op)
{
  if (s->script->wait)
    for (int64_t e = s->on_end.start[op]; e < s->on_end.start[op + 1]; e++)
      one_less (s, s->on_end.to[e]);
  else if (op + 1 < s->n_ops && s->process_of[op + 1] == s->process_of[op])
    one_less (s, op + 1);
}

/* Sends, receives, computations.  */
static int
rank_of (enum pram_event_kind kind)
{
  return kind == PRAM_SEND ? 0 : kind == PRAM_RECV ? 1 : 2;
}

static bool
sooner_p (const struct simulator *s, int64_t a, int64_t b)
{
  if (s->process_of[a] != s->process_of[b])
    return s->process_of[a] < s->process_of[b];
  return rank_of (s->op[a].kind) < rank_of (s->op[b].kind);
}

/* Put what has become possible into the heap.  */
static void
foresee_possible (struct simulator *s)
{
  for (int k = 1; k < s->n_possible; k++)
    {
      int64_t op = s->possible[k];
      int j = k;
      for (; j > 0 && sooner_p (s, op, s->possible[j - 1]); j--)
	s->possible[j] = s->possible[j - 1];
      s->possible[j] = op;
    }
  for (int k = 0; k < s->n_possible; k++)
    {
      int64_t op = s->possible[k];
      const struct process *process = &s->process[s->process_of[op]];
      foresee (s, s->op[op].kind == PRAM_SEND
	       ? larger (process->free, process->send_free) : process->free,
	       op, false);
    }
  s->n_possible = 0;
}

/* --- Events --------------------------------------------------------------- */

static int64_t
size_of (const struct simulator *s, int64_t op)
{
  return s->script->size[s->op[op].amount];
}

/* Bytes after the first.  */
static int64_t
further (const struct simulator *s, int64_t op)
{
  return larger (size_of (s, op) - 1, 0);
}

static void
append (struct simulator *s, struct queue *queue, int64_t op)
{
  s->next[op] = -1;
  if (queue->first < 0)
    queue->first = op;
  else
    s->next[queue->last] = op;
  queue->last = op;
}

/* The first of QUEUE if it is of KIND, which leaves it; else -1.  */
static int64_t
match (struct simulator *s, struct queue *queue, enum pram_event_kind kind)
{
  int64_t op = queue->first;
  if (op < 0 || s->op[op].kind != kind)
    return -1;
  queue->first = s->next[op];
  return op;
}

/* The message of SEND has found its receive at TIME: if it was too large to
   go ahead, its sender goes on.  */
static void
release_sender (struct simulator *s, int64_t send, int64_t time)
{
  if (size_of (s, send) <= s->machine->S)
    return;
  struct process *sender = &s->process[s->process_of[send]];
  sender->free = larger (sender->free, time);
  sender->send_free = larger (sender->send_free, time);
  has_ended (s, send);
}

static void
try_compute (struct simulator *s, struct event event)
{
  struct process *process = &s->process[s->process_of[event.op]];
  if (process->free > event.time)
    {
      event.time = process->free;
      events_push (&s->events, event);
      return;
    }
  process->free
    = event.time + llround (s->script->cost[s->op[event.op].amount]);
  has_started (s, event.op);
  has_ended (s, event.op);
}

static void
try_send (struct simulator *s, struct event event)
{
  const struct pram_loggops *m = s->machine;
  struct process *process = &s->process[s->process_of[event.op]];
  int64_t possible = larger (process->free, process->send_free);
  if (possible > event.time)
    {
      event.time = possible;
      events_push (&s->events, event);
      return;
    }
  has_started (s, event.op);
  process->free = event.time + m->o + further (s, event.op) * m->O;
  process->send_free = event.time + m->g + further (s, event.op) * m->G;
  foresee (s, event.time + m->o + m->L, event.op, true);
  if (size_of (s, event.op) <= m->S)
    has_ended (s, event.op);
}

static void
post_receive (struct simulator *s, struct event event)
{
  struct queue *queue = &s->queue[s->op[event.op].channel];
  has_started (s, event.op);
  int64_t send = match (s, queue, PRAM_SEND);
  if (send < 0)
    append (s, queue, event.op);
  else
    {
      release_sender (s, send, event.time);
      has_ended (s, event.op);
    }
}

static void
take_message (struct simulator *s, struct event event)
{
  const struct pram_loggops *m = s->machine;
  unsigned channel = s->op[event.op].channel;
  struct process *process = &s->process[s->receiver[channel]];
  int64_t possible = larger (process->free, process->recv_free);
  if (possible > event.time)
    {
      event.time = possible;
      events_push (&s->events, event);
      return;
    }
  process->free
    = event.time + m->o + further (s, event.op) * larger (m->O, m->G);
  process->recv_free = event.time + m->g + further (s, event.op) * m->G;
  int64_t receive = match (s, &s->queue[channel], PRAM_RECV);
  if (receive < 0)
    append (s, &s->queue[channel], event.op);
  else
    {
      release_sender (s, event.op, event.time);
      has_ended (s, receive);
    }
}

static void
handle (struct simulator *s, struct event event)
{
  if (event.message)
    take_message (s, event);
  else if (s->op[event.op].kind == PRAM_COMPUTE)
    try_compute (s, event);
  else if (s->op[event.op].kind == PRAM_SEND)
    try_send (s, event);
  else
    post_receive (s, event);
}

/* --- Begin and end -------------------------------------------------------- */

static void
write_out (struct simulator *s)
{
  const struct pram_script *script = s->script;
  int64_t n = 0;
  for (int32_t p = 0; p < script->n_procs; p++)
    for (int64_t b = script->block_start[p]; b < script->block_start[p + 1];
	 b++)
      {
	const struct pram_block *block = &script->block[b];
	/* With waits, operations keep their numbers.  */
	if (script->wait)
	  n = block->first;
	for (int64_t k = 0; k < block->n_ops * block->repeat; k++, n++)
	  {
	    s->op[n] = script->op[block->first + k % block->n_ops];
	    s->process_of[n] = p;
	    if (s->op[n].kind == PRAM_RECV)
	      s->receiver[s->op[n].channel] = p;
	  }
      }
}

/* The waiters for the starts, or for the ends, in the order of the script.  */
static struct waiters
collect_waiters (const struct simulator *s, bool started)
{
  const struct pram_script *script = s->script;
  struct waiters w = { allocate (s->n_ops + 2, sizeof *w.start),
		       allocate (script->n_waits, sizeof *w.to) };
  for (int64_t k = 0; k < script->n_waits; k++)
    if (script->wait[k].started == started)
      w.start[script->wait[k].before + 2]++;
  for (int64_t op = 0; op < s->n_ops; op++)
    w.start[op + 2] += w.start[op + 1];
  for (int64_t k = 0; k < script->n_waits; k++)
    if (script->wait[k].started == started)
      w.to[w.start[script->wait[k].before + 1]++] = script->wait[k].after;
  return w;
}

static void
count_missing (struct simulator *s)
{
  const struct pram_script *script = s->script;
  if (script->wait)
    {
      s->on_start = collect_waiters (s, true);
      s->on_end = collect_waiters (s, false);
      for (int64_t k = 0; k < script->n_waits; k++)
	s->missing[script->wait[k].after]++;
    }
  else
    for (int64_t op = 1; op < s->n_ops; op++)
      s->missing[op] = s->process_of[op] == s->process_of[op - 1];
}

static void
begin (struct simulator *s, const struct pram_script *script,
       const struct pram_loggops *machine)
{
  *s = (struct simulator) { .script = script, .machine = machine,
			    .n_ops = pram_script_count (script) };
  s->op = allocate (s->n_ops, sizeof *s->op);
  s->process_of = allocate (s->n_ops, sizeof *s->process_of);
  s->receiver = allocate (script->n_channels, sizeof *s->receiver);
  s->process = allocate (script->n_procs, sizeof *s->process);
  s->queue = allocate (script->n_channels, sizeof *s->queue);
  s->next = allocate (s->n_ops, sizeof *s->next);
  s->missing = allocate (s->n_ops, sizeof *s->missing);
  for (int32_t c = 0; c < script->n_channels; c++)
    s->queue[c].first = -1;
  write_out (s);
  count_missing (s);
  for (int64_t op = 0; op < s->n_ops; op++)
    if (!s->missing[op])
      {
	s->missing[op] = 1;
	one_less (s, op);
      }
}

static void
end (struct simulator *s)
{
  free (s->op);
  free (s->process_of);
  free (s->receiver);
  free (s->process);
  free (s->queue);
  free (s->next);
  free (s->missing);
  free (s->on_start.start);
  free (s->on_start.to);
  free (s->on_end.start);
  free (s->on_end.to);
  free (s->events.entry);
  free (s->possible);
}

/* Is there an operation that never became possible, or a receive without a
   message?  */
static bool
all_done_p (const struct simulator *s, const struct pram_diag *diag)
{
  int64_t stuck = -1;
  for (int64_t op = 0; stuck < 0 && op < s->n_ops; op++)
    if (s->missing[op])
      stuck = op;
  for (int32_t c = 0; stuck < 0 && c < s->script->n_channels; c++)
    stuck = s->queue[c].first;
  if (stuck >= 0)
    pram_diag_report (diag, PRAM_ERROR, 0, "deadlock: an operation of process "
		      "%" PRId32 " waits forever", s->process_of[stuck]);
  return stuck < 0;
}

bool
pram_loggops_simulate (const struct pram_script *script,
		       const struct pram_loggops *machine,
		       struct pram_loggops_simulation *result,
		       struct pram_arena *arena, const struct pram_diag *diag)
{
  struct simulator s;
  begin (&s, script, machine);
  for (foresee_possible (&s); s.events.n; foresee_possible (&s))
    handle (&s, events_pop (&s.events));
  *result = (struct pram_loggops_simulation)
    { .n_events = s.n_foreseen,
      .finish = PRAM_ARENA_NEW (arena, int64_t, script->n_procs) };
  for (int32_t p = 0; p < script->n_procs; p++)
    {
      result->finish[p] = s.process[p].free;
      result->makespan = larger (result->makespan, s.process[p].free);
    }
  bool good = all_done_p (&s, diag);
  end (&s);
  return good;
}
