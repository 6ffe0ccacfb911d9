/* timing.c: earliest times of a clustering on a LogP machine.

   SPDX-License-Identifier: GPL-3.0-or-later

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

   Method.  Simulation in order of time, with a heap of two kinds of events:
   the landing of a message, and the moment when a process would let a message
   set out.  What a process does between these moments concerns it alone, so
   it is timed at once, maybe ahead of the heap.  A landing at time t is dealt
   with before messages that set out at t.  O ((tasks + edges) + messages log
   messages).

   Invariants
   (1) No event lies before the last one taken from the heap.
   (2) All messages that land until now are known: those that set out are in
       the heap, all others land later.  So messages are received in the order
       of their arrival although their receives are timed before.
   (3) It ends with every task computed, if the edges and the orders together
       have no cycle.  Each message in transit lands, whatever the processes
       do.  So a stalled sender goes on: once all that are in transit to its
       destination have landed the first that waits there may set out, for
       capacities are at least 1.  If the heap is empty and not all is done,
       then some process waits for a message to its task v, from a task u whose
       process has not computed u, hence waits before a task u' that is u or
       before u in its order, and so on: v, u', ... go backwards along edges
       and orders without end, which takes a cycle.  */

#include "schedule.h"

#include <math.h>
#include <stdlib.h>

struct message
{
  int32_t task;			/* whose value it is */
  int32_t to;			/* process */
  int32_t consumer;		/* the first task there that needs it */
  int32_t bytes;
  int64_t next;			/* in the list of those that have landed for
				   the same consumer, by arrival */
};

/* A message that lands, or (numbers from n_messages on) a process that would
   let its next message set out.  */
struct moment
{
  double time;
  int64_t number;
};

struct heap
{
  int64_t n, room;
  struct moment *moment;
};

/* Counts and queues are by class of pairs.  */
struct process
{
  double free;			/* it has nothing to do from then on */
  double next_send, next_recv;	/* not before, because of the gap */
  double send_start;		/* of the send that it is about to do */
  int64_t next_message;		/* to be sent */
  int32_t at;			/* place of its task in clustering->order */
  bool computed;		/* that task; now its messages are sent */
  int32_t from[PRAM_N_PAIRS], to[PRAM_N_PAIRS];	/* in transit */
  int32_t first[PRAM_N_PAIRS], last[PRAM_N_PAIRS];
				/* senders that stall for it, -1: none */
  int32_t next;			/* stalls for the same process; or -1 */
  bool full;			/* it stalls because of what it has sent */
};

/* What messages of one size cost, in one class of pairs.  */
struct cost
{
  int64_t bytes;		/* -1: not known yet */
  double o_s, o_r, L, g;
  int64_t capacity;
};

struct timing
{
  const struct pram_clustering *clustering;
  const struct pram_taskgraph *graph;
  const struct pram_logp *machine;
  int64_t *message_start;	/* n_tasks + 1: messages of a task, by
				   urgency */
  struct message *message;
  int32_t *n_needed;		/* by task: messages that it is first to need
				   and has not received */
  int64_t *landed_first, *landed_last;	/* by task: lists, -1: none */
  struct process *process;
  struct heap heap;
  struct cost cost[PRAM_N_PAIRS];	/* of the last size looked up */
  double makespan;
  struct pram_event **end;	/* by process: place of its next event; or
				   null */
};

/* --- Messages ------------------------------------------------------------- */

/* Most messages have the size of the one before.  */
static const struct cost *
cost_of (struct timing *t, int32_t from, int32_t to, int32_t bytes)
{
  const struct pram_logp *m = t->machine;
  enum pram_pair pair = pram_logp_pair (m, from, to);
  struct cost *cost = &t->cost[pair];
  if (cost->bytes != bytes)
    *cost = (struct cost) { bytes, pram_logp_o_send (m, pair, bytes),
			    pram_logp_o_recv (m, pair, bytes),
			    pram_logp_latency (m, pair, bytes),
			    pram_logp_gap (m, pair, bytes),
			    pram_logp_capacity (m, pair, bytes) };
  return cost;
}

/* What is known while messages are found.  */
struct finder
{
  struct timing *t;
  int32_t *rank;		/* by task: its place in clustering->order */
  double *urgency;		/* by task, s */
  int64_t *latest;		/* by process: number + 1 of the latest message
				   to it */
};

static double
edge_length (struct timing *t, int32_t from, int32_t to, int32_t bytes)
{
  const struct cost *cost = cost_of (t, from, to, bytes);
  return from == to ? 0 : cost->o_s + cost->L + cost->o_r;
}

static void
find_urgencies (struct finder *f)
{
  const struct pram_taskgraph *graph = f->t->graph;
  const int32_t *process = f->t->clustering->process;
  for (int32_t v = graph->n_tasks - 1; v >= 0; v--)
    {
      double longest = 0;
      for (int64_t e = graph->succ_start[v]; e < graph->succ_start[v + 1]; e++)
	{
	  int32_t w = graph->succ[e];
	  double length = edge_length (f->t, process[v], process[w],
				       pram_taskgraph_bytes (graph, e));
	  longest = fmax (longest, length + f->urgency[w]);
	}
      f->urgency[v] = graph->task_cost[v] + longest;
    }
}

/* A message and the most urgent task it serves, for sorting.  */
struct urgent
{
  struct message message;
  double urgency;
  int32_t most_urgent;
};

static int
compare_urgent (const void *a_, const void *b_)
{
  const struct urgent *a = a_, *b = b_;
  if (a->urgency != b->urgency)
    return a->urgency < b->urgency ? 1 : -1;
  return (a->most_urgent > b->most_urgent) - (a->most_urgent < b->most_urgent);
}

/* Edge E of task V goes to another process: note what its message serves.  */
static void
serve (const struct finder *f, struct urgent *u, int64_t e)
{
  const struct pram_taskgraph *graph = f->t->graph;
  int32_t w = graph->succ[e], bytes = pram_taskgraph_bytes (graph, e);
  if (bytes > u->message.bytes)
    u->message.bytes = bytes;
  if (u->message.consumer < 0 || f->rank[w] < f->rank[u->message.consumer])
    u->message.consumer = w;
  if (f->urgency[w] > u->urgency)
    {
      u->urgency = f->urgency[w];
      u->most_urgent = w;
    }
}

/* The messages of task V into URGENT, by urgency; returns how many.  FIRST is
   the number of the first.  */
static int64_t
messages_of (struct finder *f, int32_t v, int64_t first, struct urgent *urgent)
{
  const struct pram_taskgraph *graph = f->t->graph;
  const int32_t *process = f->t->clustering->process;
  int64_t n = 0;
  for (int64_t e = graph->succ_start[v]; e < graph->succ_start[v + 1]; e++)
    {
      int32_t to = process[graph->succ[e]];
      if (to == process[v])
	continue;
      if (f->latest[to] <= first)
	{
	  urgent[n] = (struct urgent) { { v, to, -1, 0, -1 }, -1, -1 };
	  f->latest[to] = first + ++n;
	}
      serve (f, &urgent[f->latest[to] - first - 1], e);
    }
  qsort (urgent, (size_t) n, sizeof *urgent, compare_urgent);
  return n;
}

static int64_t
largest_outdegree (const struct pram_taskgraph *graph)
{
  int64_t largest = 0;
  for (int32_t v = 0; v < graph->n_tasks; v++)
    if (graph->succ_start[v + 1] - graph->succ_start[v] > largest)
      largest = graph->succ_start[v + 1] - graph->succ_start[v];
  return largest;
}

static void *
zeroed (int64_t n, size_t size)
{
  void *result = calloc (n > 0 ? (size_t) n : 1, size);
  if (!result)
    abort ();
  return result;
}

static void
collect (struct finder *f, struct urgent *urgent)
{
  struct timing *t = f->t;
  int64_t n = 0, room = 0;
  for (int32_t v = 0; v < t->graph->n_tasks; v++)
    {
      int64_t more = messages_of (f, v, n, urgent);
      t->message_start[v] = n;
      if (n + more > room)
	{
	  room = 2 * (n + more);
	  t->message = realloc (t->message, sizeof *t->message * (size_t) room);
	  if (!t->message)
	    abort ();
	}
      for (int64_t k = 0; k < more; k++)
	{
	  t->message[n++] = urgent[k].message;
	  t->n_needed[urgent[k].message.consumer]++;
	}
    }
  t->message_start[t->graph->n_tasks] = n;
}

static void
find_messages (struct timing *t)
{
  const struct pram_clustering *clustering = t->clustering;
  int32_t n = t->graph->n_tasks;
  struct finder f = { t, zeroed (n, sizeof *f.rank),
		      zeroed (n, sizeof *f.urgency),
		      zeroed (clustering->n_procs, sizeof *f.latest) };
  struct urgent *urgent
    = zeroed (largest_outdegree (t->graph), sizeof *urgent);
  for (int32_t k = 0; k < n; k++)
    f.rank[clustering->order[k]] = k;
  find_urgencies (&f);
  collect (&f, urgent);
  free (urgent);
  free (f.rank);
  free (f.urgency);
  free (f.latest);
}

/* --- The heap ------------------------------------------------------------- */

static bool
before_p (const struct moment *a, const struct moment *b)
{
  return a->time < b->time || (a->time == b->time && a->number < b->number);
}

static void
push (struct heap *heap, double time, int64_t number)
{
  struct moment moment = { time, number };
  if (heap->n == heap->room)
    {
      heap->room = 2 * heap->room + 64;
      heap->moment = realloc (heap->moment,
			      sizeof *heap->moment * (size_t) heap->room);
      if (!heap->moment)
	abort ();
    }
  int64_t i = heap->n++;
  for (; i > 0 && before_p (&moment, &heap->moment[(i - 1) / 2]);
       i = (i - 1) / 2)
    heap->moment[i] = heap->moment[(i - 1) / 2];
  heap->moment[i] = moment;
}

static struct moment
pop (struct heap *heap)
{
  struct moment top = heap->moment[0], last = heap->moment[--heap->n];
  int64_t i = 0;
  for (int64_t child; (child = 2 * i + 1) < heap->n; i = child)
    {
      if (child + 1 < heap->n
	  && before_p (&heap->moment[child + 1], &heap->moment[child]))
	child++;
      if (!before_p (&heap->moment[child], &last))
	break;
      heap->moment[i] = heap->moment[child];
    }
  heap->moment[i] = last;
  return top;
}

/* --- Processes ------------------------------------------------------------ */

static void
note (struct timing *t, int32_t p, struct pram_event event)
{
  if (t->end)
    *t->end[p]++ = event;
}

static int32_t
source_of (const struct timing *t, int64_t m)
{
  return t->clustering->process[t->message[m].task];
}

static enum pram_pair
pair_of (const struct timing *t, int64_t m)
{
  return pram_logp_pair (t->machine, source_of (t, m), t->message[m].to);
}

static const struct cost *
cost_of_message (struct timing *t, int64_t m)
{
  return cost_of (t, source_of (t, m), t->message[m].to, t->message[m].bytes);
}

/* Process P receives M, which has landed.  */
static void
receive (struct timing *t, int32_t p, int64_t m)
{
  struct process *process = &t->process[p];
  const struct message *message = &t->message[m];
  const struct cost *cost = cost_of_message (t, m);
  double start = fmax (process->free, process->next_recv);
  note (t, p, (struct pram_event) { PRAM_RECV, message->task,
				    source_of (t, m), m, start, cost->o_r });
  process->free = start + cost->o_r;
  process->next_recv = start + cost->g;
  t->n_needed[message->consumer]--;
}

static void
compute (struct timing *t, int32_t p, int32_t v)
{
  struct process *process = &t->process[p];
  double cost = t->graph->task_cost[v];
  note (t, p, (struct pram_event) { PRAM_COMPUTE, v, p, -1, process->free,
				    cost });
  process->free += cost;
  t->makespan = fmax (t->makespan, process->free);
}

/* Announce when the next message of process P would set out.  */
static void
announce (struct timing *t, int32_t p)
{
  struct process *process = &t->process[p];
  process->send_start = fmax (process->free, process->next_send);
  push (&t->heap,
	process->send_start + cost_of_message (t, process->next_message)->o_s,
	t->message_start[t->graph->n_tasks] + p);
}

/* Process P receives for V what has landed; true if V needs no more.  */
static bool
receive_all (struct timing *t, int32_t p, int32_t v)
{
  for (int64_t m; (m = t->landed_first[v]) >= 0;)
    {
      t->landed_first[v] = t->message[m].next;
      receive (t, p, m);
    }
  return t->n_needed[v] == 0;
}

/* Process P goes on, not before NOW, until it waits for a message or has one
   to send.  */
static void
advance (struct timing *t, int32_t p, double now)
{
  struct process *process = &t->process[p];
  process->free = fmax (process->free, now);
  while (process->at < t->clustering->order_start[p + 1])
    {
      int32_t v = t->clustering->order[process->at];
      if (!process->computed)
	{
	  if (!receive_all (t, p, v))
	    return;
	  compute (t, p, v);
	  process->computed = true;
	  process->next_message = t->message_start[v];
	}
      if (process->next_message < t->message_start[v + 1])
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
  int64_t m = process->next_message++;
  const struct message *message = &t->message[m];
  enum pram_pair pair = pair_of (t, m);
  const struct cost *cost = cost_of_message (t, m);
  double start = process->send_start + cost->o_s < now ? now - cost->o_s
						       : process->send_start;
  note (t, p, (struct pram_event) { PRAM_SEND, message->task, message->to, m,
				    start, cost->o_s });
  process->next_send = start + cost->g;
  process->from[pair]++;
  t->process[message->to].to[pair]++;
  push (&t->heap, now + cost->L, m);
  advance (t, p, now);
}

/* How many messages may be in transit where the next message of process P
   sets out and arrives, itself included.  */
static int64_t
capacity_for (struct timing *t, int32_t p)
{
  return cost_of_message (t, t->process[p].next_message)->capacity;
}

/* Process P would let its next message set out NOW.  */
static void
try_send (struct timing *t, int32_t p, double now)
{
  struct process *process = &t->process[p];
  enum pram_pair pair = pair_of (t, process->next_message);
  struct process *to = &t->process[t->message[process->next_message].to];
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

/* Message M is at its destination NOW.  */
static void
land (struct timing *t, int64_t m, double now)
{
  struct message *message = &t->message[m];
  enum pram_pair pair = pair_of (t, m);
  int32_t from = source_of (t, m), to = message->to, v = message->consumer;
  struct process *process = &t->process[to];

  message->next = -1;
  if (t->landed_first[v] < 0)
    t->landed_first[v] = m;
  else
    t->message[t->landed_last[v]].next = m;
  t->landed_last[v] = m;

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
  for (int32_t p = 0; p < t->clustering->n_procs; p++)
    advance (t, p, 0);
  while (t->heap.n)
    {
      struct moment moment = pop (&t->heap);
      if (moment.number < n_messages)
	land (t, moment.number, moment.time);
      else
	try_send (t, (int32_t) (moment.number - n_messages), moment.time);
    }
}

/* --- The two ways to call it ---------------------------------------------- */

static void
begin (struct timing *t)
{
  const struct pram_clustering *clustering = t->clustering;
  int32_t n = t->graph->n_tasks, procs = clustering->n_procs;
  for (int pair = 0; pair < PRAM_N_PAIRS; pair++)
    t->cost[pair].bytes = -1;
  t->message_start = zeroed (n + INT64_C (1), sizeof *t->message_start);
  t->n_needed = zeroed (n, sizeof *t->n_needed);
  t->landed_first = zeroed (n, sizeof *t->landed_first);
  t->landed_last = zeroed (n, sizeof *t->landed_last);
  t->process = zeroed (procs, sizeof *t->process);
  for (int32_t v = 0; v < n; v++)
    t->landed_first[v] = -1;
  for (int32_t p = 0; p < procs; p++)
    {
      t->process[p].at = clustering->order_start[p];
      for (int pair = 0; pair < PRAM_N_PAIRS; pair++)
	t->process[p].first[pair] = -1;
    }
  find_messages (t);
}

static void
end (struct timing *t)
{
  free (t->message_start);
  free (t->message);
  free (t->n_needed);
  free (t->landed_first);
  free (t->landed_last);
  free (t->process);
  free (t->heap.moment);
  free (t->end);
}

double
pram_schedule_makespan (const struct pram_clustering *clustering,
			const struct pram_logp *machine)
{
  struct timing t = { .clustering = clustering, .graph = clustering->graph,
		      .machine = machine };
  begin (&t);
  run (&t);
  end (&t);
  return t.makespan;
}

/* Room for the events of SCHEDULE, whose messages are known: a computation for
   each task, a send and a receive for each message.  */
static void
make_room (struct timing *t, struct pram_schedule *schedule,
	   struct pram_arena *arena)
{
  const struct pram_clustering *clustering = t->clustering;
  int32_t procs = schedule->n_procs;
  int64_t *start = PRAM_ARENA_NEW (arena, int64_t, procs + INT64_C (1));
  for (int32_t p = 0; p < procs; p++)
    start[p + 1] = clustering->order_start[p + 1] - clustering->order_start[p];
  for (int64_t m = 0; m < schedule->n_messages; m++)
    {
      start[source_of (t, m) + 1]++;
      start[t->message[m].to + 1]++;
      schedule->message_bytes[m] = t->message[m].bytes;
    }
  for (int32_t p = 0; p < procs; p++)
    start[p + 1] += start[p];
  schedule->event_start = start;
  schedule->event = PRAM_ARENA_NEW (arena, struct pram_event, start[procs]);
  t->end = zeroed (procs, sizeof *t->end);
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
  schedule->n_messages = t.message_start[t.graph->n_tasks];
  schedule->message_bytes
    = PRAM_ARENA_NEW (arena, int32_t, schedule->n_messages);
  make_room (&t, schedule, arena);
  run (&t);
  schedule->makespan = t.makespan;
  end (&t);
  return schedule;
}
