/* timing.c: earliest times of a clustering on a LogP machine.

   SPDX-License-Identifier: Apache-2.0

   Each process goes through its tasks in their order, and for each task v

   - receives the messages that v is the first to need, in the order in which
     they arrive (at one time: by their numbers);
   - computes v;
   - sends the value of v, one message to each process that has successors
     of it, the most urgent one first.  The urgency of a message is that of the
     most urgent task it serves, the urgency of a task the length of the
     longest path from its start to the end of the graph, o_s + L + o_r being
     the length of an edge between processes; then the lower task number goes
     first.

   Every operation starts as early as the model allows (Disturbance, section
   2): a receive not before its message has been in the network for L(k), which
   begins when its send ends; two sends (two receives) of a process at least
   g(k) apart, from start to start, k being the size of the first.

   Capacity.  A message is in transit from the end of its send for L(k): then
   it is at its destination, whether or not the process there receives it
   (Disturbance, section 4: message step L-1 and not the receive makes room for
   the next).  A message of k bytes may set out at time t if fewer than
   ceil (L(k) / g(k)) messages are in transit at t from its source, and fewer
   to its destination; pairs on one node and pairs on two have networks of
   their own and are counted apart.  Otherwise the sender stalls, that is, it
   does nothing until the message may set out.  Senders that stall for one
   destination are served in the order in which they came (at one time: by
   their numbers).  For messages of one size the gap alone keeps the source's
   half: at most ceil (L / g) sends end within any L.

   For the makespan alone timing-ahead.c needs no events for landings, and less
   time.

   Method.  Simulation in order of time of two kinds of events: the landing of
   a message, and the moment when a process would let a message set out.  What
   a process does between these moments concerns it alone, so it is timed at
   once, maybe ahead of other events.  A landing at time t is dealt with before
   messages that set out at t.

   Messages that set out one after the other mostly land one after the other,
   so landings stand in a queue for each class of pairs; only those that
   overtake others go to the heap, where the sends are, at most one for each
   process.  A message takes memory from when its value is computed until it is
   received: first in the list of what its sender has still to send, then in
   the list of what has landed for the task that needs it.  O (tasks + edges +
   messages log processes) if none overtakes another.

   Invariants
   (1) No event lies before the last one taken.
   (2) All messages that land until now are known: those that set out are in
       the queues and the heap, all others land later.  So messages are received
       in the order of their arrival although their receives are timed before.
   (3) It ends with every task computed, if the edges and the orders together
       have no cycle.  Each message in transit lands, whatever the processes
       do.  So a stalled sender goes on: once all that are in transit to its
       destination have landed the first that waits there may set out, for
       capacities are at least 1.  If no event is left and not all is done,
       then some process waits for a message to its task v, from a task u whose
       process has not computed u, hence waits before a task u' that is u or
       before u in its order, and so on: v, u', ... go backwards along edges
       and orders without end, which takes a cycle.  */

#include <stdlib.h>

#include "outbox.h"
#include "base/alloc.h"
#include "base/heap.h"
#include "timing-ahead.h"

/* A message from when its value is computed until it is received; in exactly
   one list, or on its way.  */
struct message
{
  int64_t number;		/* by tasks, then by urgency */
  int32_t task;			/* whose value it is */
  int32_t from, to;		/* processes */
  int32_t consumer;		/* the first task there that needs it */
  int32_t bytes;
  int32_t next;			/* in its list; -1: it is the last */
};

/* A message that lands, or (numbers from n_messages on) a process that would
   let its next message set out.  */
struct moment
{
  double time;
  int64_t number;
  int32_t which;		/* place of the message; process */
};

static inline bool
before_p (const struct moment *a, const struct moment *b)
{
  return a->time < b->time || (a->time == b->time && a->number < b->number);
}

PRAM_HEAP (moments, struct moment, before_p)

/* The N moments from FIRST on, cyclically, none before the one ahead of it.
   ROOM is a power of 2.  */
struct queue
{
  int64_t first, n, room;
  struct moment *moment;
};

/* Counts and queues are by class of pairs.  */
struct process
{
  double free;			/* it has nothing to do from then on */
  double next_send, next_recv;	/* not before, because of the gap */
  double send_start;		/* of the send that it is about to do */
  int32_t to_send;		/* the list of what it has still to send of
				   its task's value, by urgency; -1: nothing */
  int32_t at;			/* place of its task in clustering->order */
  bool computed;		/* that task; now its messages are sent */
  bool full;			/* it stalls because of what it has sent */
  int32_t next;			/* stalls for the same process; or -1 */
  int32_t from[PRAM_N_PAIRS], to[PRAM_N_PAIRS];	/* in transit */
  int32_t first[PRAM_N_PAIRS], last[PRAM_N_PAIRS];
				/* senders that stall for it, -1: none */
  int64_t n_events;		/* computations, sends and receives in all */
};

/* What a task waits for.  */
struct wait
{
  int32_t n_needed;		/* messages that it is the first to need and
				   has not received */
  int32_t landed;		/* the last of those that have landed, whose
				   next is the first; -1: none */
};

struct timing
{
  const struct pram_clustering *clustering;
  const struct pram_taskgraph *graph;
  const struct pram_logp *machine;
  struct pram_outbox outbox;
  struct wait *wait;		/* by task */
  int64_t *message_start;	/* n_tasks + 1: number of a task's first */
  struct process *process;
  struct message *message;	/* places for them, some free */
  int64_t n_places, room;
  int32_t free_place;		/* the list of free places, -1: none */
  struct moments heap;
  struct queue landing[PRAM_N_PAIRS];
  double makespan;
  int32_t *message_bytes;	/* by number, or null */
  struct pram_event **end;	/* by process: place of its next event; or
				   null */
};

/* --- Messages ------------------------------------------------------------- */

static inline enum pram_pair
pair_of (const struct timing *t, const struct message *message)
{
  return pram_logp_pair (t->machine, message->from, message->to);
}

static inline const struct pram_cost *
cost_of_message (struct timing *t, const struct message *message)
{
  return pram_outbox_cost (&t->outbox, pair_of (t, message), message->bytes);
}

/* Number all messages, and count what each task waits for and what each
   process does.  */
static void
count_messages (struct timing *t)
{
  int64_t n = 0;
  for (int32_t v = 0; v < t->graph->n_tasks; v++)
    {
      int32_t more = pram_outbox_find (&t->outbox, v);
      struct process *process = &t->process[t->clustering->process[v]];
      t->message_start[v] = n;
      n += more;
      process->n_events += 1 + more;
      for (int32_t k = 0; k < more; k++)
	{
	  t->wait[t->outbox.message[k].consumer].n_needed++;
	  t->process[t->outbox.message[k].to].n_events++;
	}
    }
  t->message_start[t->graph->n_tasks] = n;
}

static int32_t
new_place (struct timing *t)
{
  int32_t m = t->free_place;
  if (m >= 0)
    {
      t->free_place = t->message[m].next;
      return m;
    }
  if (t->n_places == t->room)
    {
      t->room = 2 * t->room + 64;
      t->message = pram_resized (t->message, t->room, sizeof *t->message);
    }
  if (t->n_places == INT32_MAX)
    abort ();
  return (int32_t) t->n_places++;
}

/* The messages of task V in a list, by urgency; returns the first, or -1.  */
static int32_t
list_messages (struct timing *t, int32_t v)
{
  int32_t n = pram_outbox_sorted (&t->outbox, v), list = -1;
  for (int32_t k = n - 1; k >= 0; k--)
    {
      const struct pram_outgoing *u = &t->outbox.message[k];
      int64_t number = t->message_start[v] + k;
      int32_t m = new_place (t);
      t->message[m] = (struct message) { number, v, t->clustering->process[v],
					 u->to, u->consumer, u->bytes, list };
      list = m;
      if (t->message_bytes)
	t->message_bytes[number] = u->bytes;
    }
  return list;
}

/* --- Moments -------------------------------------------------------------- */

static inline struct moment *
in_queue (const struct queue *queue, int64_t k)
{
  return &queue->moment[(queue->first + k) & (queue->room - 1)];
}

static void
enlarge (struct queue *queue)
{
  int64_t room = queue->room ? 2 * queue->room : 64;
  struct moment *moment = pram_resized (NULL, room, sizeof *moment);
  for (int64_t k = 0; k < queue->n; k++)
    moment[k] = *in_queue (queue, k);
  free (queue->moment);
  *queue = (struct queue) { 0, queue->n, room, moment };
}

/* Message number WHICH, of a PAIR of this class, will land at TIME.  */
static inline void
will_land (struct timing *t, enum pram_pair pair, double time, int32_t which)
{
  struct queue *queue = &t->landing[pair];
  struct moment moment = { time, t->message[which].number, which };
  if (queue->n && before_p (&moment, in_queue (queue, queue->n - 1)))
    {
      moments_push (&t->heap, moment);
      return;
    }
  if (queue->n == queue->room)
    enlarge (queue);
  *in_queue (queue, queue->n++) = moment;
}

/* Take the next moment into *MOMENT; false if there is none.  */
static inline bool
take (struct timing *t, struct moment *moment)
{
  struct queue *earliest = NULL;
  const struct moment *first = t->heap.n ? t->heap.entry : NULL;
  for (int pair = 0; pair < PRAM_N_PAIRS; pair++)
    {
      struct queue *queue = &t->landing[pair];
      if (queue->n && (!first || before_p (in_queue (queue, 0), first)))
	{
	  earliest = queue;
	  first = in_queue (queue, 0);
	}
    }
  if (!first)
    return false;
  *moment = *first;
  if (!earliest)
    moments_pop (&t->heap);
  else
    {
      earliest->first = (earliest->first + 1) & (earliest->room - 1);
      earliest->n--;
    }
  return true;
}

/* --- Processes ------------------------------------------------------------ */

static void
note (struct timing *t, int32_t p, struct pram_event event)
{
  if (t->end)
    *t->end[p]++ = event;
}

/* Process P receives the message in place M, which has landed.  */
static void
receive (struct timing *t, int32_t p, int32_t m)
{
  struct process *process = &t->process[p];
  struct message *message = &t->message[m];
  const struct pram_cost *cost = cost_of_message (t, message);
  double start = pram_later (process->free, process->next_recv);
  note (t, p, (struct pram_event) { PRAM_RECV, message->task, message->from,
				    message->number, start, cost->o_r });
  process->free = start + cost->o_r;
  process->next_recv = start + cost->g;
  message->next = t->free_place;
  t->free_place = m;
}

/* Process P receives for V what has landed; true if V needs no more.  */
static bool
receive_all (struct timing *t, int32_t p, int32_t v)
{
  struct wait *wait = &t->wait[v];
  if (wait->landed >= 0)
    {
      int32_t m = t->message[wait->landed].next, next;
      for (;; m = next)
	{
	  next = t->message[m].next;
	  receive (t, p, m);
	  wait->n_needed--;
	  if (m == wait->landed)
	    break;
	}
      wait->landed = -1;
    }
  return wait->n_needed == 0;
}

static void
compute (struct timing *t, int32_t p, int32_t v)
{
  struct process *process = &t->process[p];
  double cost = t->graph->task_cost[v];
  note (t, p, (struct pram_event) { PRAM_COMPUTE, v, p, -1, process->free,
				    cost });
  process->free += cost;
  t->makespan = pram_later (t->makespan, process->free);
}

/* Announce when the next message of process P would set out.  */
static void
announce (struct timing *t, int32_t p)
{
  struct process *process = &t->process[p];
  double o_s = cost_of_message (t, &t->message[process->to_send])->o_s;
  process->send_start = pram_later (process->free, process->next_send);
  moments_push (&t->heap, (struct moment)
		{ process->send_start + o_s,
		  t->message_start[t->graph->n_tasks] + p, p });
}

/* Process P goes on, not before NOW, until it waits for a message or has one
   to send.  */
static void
advance (struct timing *t, int32_t p, double now)
{
  struct process *process = &t->process[p];
  process->free = pram_later (process->free, now);
  while (process->at < t->clustering->order_start[p + 1])
    {
      int32_t v = t->clustering->order[process->at];
      if (!process->computed)
	{
	  if (!receive_all (t, p, v))
	    return;
	  compute (t, p, v);
	  process->computed = true;
	  process->to_send = list_messages (t, v);
	}
      if (process->to_send >= 0)
	{
	  announce (t, p);
	  return;
	}
      process->at++;
      process->computed = false;
    }
}

/* --- Events --------------------------------------------------------------- */

/* The next message of process P sets out, its send ending NOW.  */
static void
set_out (struct timing *t, int32_t p, double now)
{
  struct process *process = &t->process[p];
  int32_t m = process->to_send;
  const struct message *message = &t->message[m];
  enum pram_pair pair = pair_of (t, message);
  const struct pram_cost *cost = cost_of_message (t, message);
  double start = process->send_start + cost->o_s < now ? now - cost->o_s
						       : process->send_start;
  process->to_send = message->next;
  note (t, p, (struct pram_event) { PRAM_SEND, message->task, message->to,
				    message->number, start, cost->o_s });
  process->next_send = start + cost->g;
  process->from[pair]++;
  t->process[message->to].to[pair]++;
  will_land (t, pair, now + cost->L, m);
  advance (t, p, now);
}

/* How many messages may be in transit where the next message of process P
   sets out and arrives, itself included.  */
static int64_t
capacity_for (struct timing *t, int32_t p)
{
  return cost_of_message (t, &t->message[t->process[p].to_send])->capacity;
}

/* Process P would let its next message set out NOW.  */
static void
try_send (struct timing *t, int32_t p, double now)
{
  struct process *process = &t->process[p];
  const struct message *message = &t->message[process->to_send];
  enum pram_pair pair = pair_of (t, message);
  struct process *to = &t->process[message->to];
  int64_t capacity = capacity_for (t, p);
  process->full = process->from[pair] >= capacity;
  if (process->full)
    return;
  if (to->first[pair] < 0 && to->to[pair] < capacity)
    {
      set_out (t, p, now);
      return;
    }
  process->next = -1;
  if (to->first[pair] < 0)
    to->first[pair] = p;
  else
    t->process[to->last[pair]].next = p;
  to->last[pair] = p;
}

/* Let those that stall for process P set out NOW, as many as may.  */
static void
serve_stalled (struct timing *t, int32_t p, enum pram_pair pair, double now)
{
  struct process *process = &t->process[p];
  for (int32_t q; (q = process->first[pair]) >= 0
		  && process->to[pair] < capacity_for (t, q);)
    {
      process->first[pair] = t->process[q].next;
      set_out (t, q, now);
    }
}

/* The message in place M is at its destination NOW.  */
static void
land (struct timing *t, int32_t m, double now)
{
  struct message *message = &t->message[m];
  enum pram_pair pair = pair_of (t, message);
  int32_t from = message->from, to = message->to, v = message->consumer;
  struct process *process = &t->process[to];
  struct wait *wait = &t->wait[v];

  if (wait->landed < 0)
    message->next = m;
  else
    {
      message->next = t->message[wait->landed].next;
      t->message[wait->landed].next = m;
    }
  wait->landed = m;

  t->process[from].from[pair]--;
  process->to[pair]--;
  if (t->process[from].full)
    try_send (t, from, now);
  serve_stalled (t, to, pair, now);
  if (!process->computed && t->clustering->order[process->at] == v)
    advance (t, to, now);
}

static void
run (struct timing *t)
{
  int64_t n_messages = t->message_start[t->graph->n_tasks];
  struct moment moment;
  for (int32_t p = 0; p < t->clustering->n_procs; p++)
    advance (t, p, 0);
  while (take (t, &moment))
    if (moment.number < n_messages)
      land (t, moment.which, moment.time);
    else
      try_send (t, moment.which, moment.time);
}

/* --- The two ways to call it ---------------------------------------------- */

static void
begin (struct timing *t)
{
  const struct pram_clustering *clustering = t->clustering;
  int32_t n = t->graph->n_tasks, procs = clustering->n_procs;
  t->free_place = -1;
  t->wait = pram_zeroed (n, sizeof *t->wait);
  t->message_start = pram_zeroed (n + INT64_C (1), sizeof *t->message_start);
  t->process = pram_zeroed (procs, sizeof *t->process);
  for (int32_t v = 0; v < n; v++)
    t->wait[v].landed = -1;
  for (int32_t p = 0; p < procs; p++)
    {
      t->process[p].at = clustering->order_start[p];
      for (int pair = 0; pair < PRAM_N_PAIRS; pair++)
	t->process[p].first[pair] = -1;
    }
  pram_outbox_begin (&t->outbox, clustering, t->machine);
  pram_outbox_find_urgencies (&t->outbox);
  count_messages (t);
}

static void
end (struct timing *t)
{
  pram_outbox_end (&t->outbox);
  free (t->wait);
  free (t->message_start);
  free (t->process);
  free (t->message);
  free (t->heap.entry);
  for (int pair = 0; pair < PRAM_N_PAIRS; pair++)
    free (t->landing[pair].moment);
  free (t->end);
}

double
pram_schedule_makespan (const struct pram_clustering *clustering,
			const struct pram_logp *machine)
{
  double makespan;
  if (pram_timing_ahead (clustering, machine, &makespan))
    return makespan;
  struct timing t = { .clustering = clustering, .graph = clustering->graph,
		      .machine = machine };
  begin (&t);
  run (&t);
  end (&t);
  return t.makespan;
}

/* Room for the events of SCHEDULE, whose messages are counted.  */
static void
make_room (struct timing *t, struct pram_schedule *schedule,
	   struct pram_arena *arena)
{
  int32_t procs = schedule->n_procs;
  int64_t *start = PRAM_ARENA_NEW (arena, int64_t, procs + INT64_C (1));
  for (int32_t p = 0; p < procs; p++)
    start[p + 1] = start[p] + t->process[p].n_events;
  schedule->event_start = start;
  schedule->event = PRAM_ARENA_NEW (arena, struct pram_event, start[procs]);
  schedule->n_messages = t->message_start[t->graph->n_tasks];
  schedule->message_bytes
    = PRAM_ARENA_NEW (arena, int32_t, schedule->n_messages);
  t->message_bytes = schedule->message_bytes;
  t->end = pram_zeroed (procs, sizeof *t->end);
  for (int32_t p = 0; p < procs; p++)
    t->end[p] = &schedule->event[start[p]];
}

struct pram_schedule *
pram_schedule_build (const struct pram_clustering *clustering,
		     const struct pram_logp *machine, struct pram_arena *arena)
{
  struct pram_schedule *schedule
    = PRAM_ARENA_NEW (arena, struct pram_schedule, 1);
  struct timing t = { .clustering = clustering, .graph = clustering->graph,
		      .machine = machine };
  begin (&t);
  schedule->graph = clustering->graph;
  schedule->machine = machine;
  schedule->n_procs = clustering->n_procs;
  make_room (&t, schedule, arena);
  run (&t);
  schedule->makespan = t.makespan;
  end (&t);
  return schedule;
}
