/* simulate.c: when scripts run on a LogP machine.

   SPDX-License-Identifier: GPL-3.0-or-later

   Without the capacity the time of an operation depends on its process's past
   and, for a receive, on its message alone: no queue ordered by time is
   needed.  A process runs until it wants a message that has not been sent;
   the send then wakes it.  What is touched is small (a process 64 bytes, a
   channel 16, an operation 8) and scripts are read in order, repeated blocks
   from cache.

   With the capacity a process stops at each send as well, and a heap gives
   the sends the network in the order of the times at which they want it.  All
   other processes wait for messages that leave later than the top of the
   heap, so whoever is on top cannot be overtaken.

   Invariants
   (1) A process is in one of three places: in the list of those that can run,
       waiting at a channel without messages, at a send in the heap; or it has
       ended.
   (2) The times at which sends leave the heap do not decrease.  */

#include "simulate.h"
#include "base/alloc.h"
#include "base/heap.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

struct process
{
  double clock;			/* its last operation has ended, s */
  double send_free, recv_free;	/* the gap is over, s */
  const struct pram_operation *next, *end;	/* of the block */
  int64_t left;			/* repetitions of the block */
  const struct pram_block *block, *last;
};

/* The messages under way on a channel.  The first is here, further ones in a
   ring of struct message, of which the last is known.  */
struct channel
{
  double arrival;		/* of the first, s */
  int32_t n;
  int32_t link;			/* n = 0: the process that waits, or -1;
				   n > 1: the last message */
};

struct message
{
  double arrival;		/* s */
  int32_t next;
};

/* What moving a message of some size takes, s.  */
struct moving
{
  double o_send, o_recv, gap, latency;
  int64_t capacity;
};

/* A send that wants the network.  */
struct stalled
{
  double at;			/* when its message can leave, s */
  double since;			/* when it first wanted to, s */
  int32_t process;
};

static inline bool
before_p (const struct stalled *a, const struct stalled *b)
{
  if (a->at != b->at)
    return a->at < b->at;
  if (a->since != b->since)
    return a->since < b->since;
  return a->process < b->process;
}

PRAM_HEAP (stalled_sends, struct stalled, before_p)

/* Messages that are under way from a process or to one: when they arrive.  */
struct transit
{
  int n, room;
  double *arrival;
};

struct simulator
{
  const struct pram_script *script;
  const struct pram_operation *op;	/* the script's, or OWN_OP */
  struct pram_operation *own_op;
  struct process *process;
  struct channel *channel;
  struct message *message;
  int32_t n_messages, free_message, room_for_messages;
  struct moving *moving;	/* by size; with nodes again by size for
				   pairs of them, OWN_OP has which */
  /* Those that can run: a ring with room for all.  */
  int32_t *ready, n_ready, first_ready;
  double **start;		/* by process: of the next operation, or null */
  /* For the capacity.  */
  struct stalled_sends stalled;
  int32_t *receiver;		/* by channel; also with nodes */
  struct transit *from, *to;	/* by process, in each by pair */
};

static double
larger (double a, double b)
{
  return a > b ? a : b;
}

static void
make_ready (struct simulator *s, int32_t process)
{
  int32_t place = s->first_ready + s->n_ready++;
  if (place >= s->script->n_procs)
    place -= s->script->n_procs;
  s->ready[place] = process;
}

static int32_t
take_ready (struct simulator *s)
{
  int32_t process = s->ready[s->first_ready];
  s->n_ready--;
  if (++s->first_ready == s->script->n_procs)
    s->first_ready = 0;
  return process;
}

/* A place for one more message, its number.  */
static int32_t
new_message (struct simulator *s)
{
  int32_t m = s->free_message;
  if (m >= 0)
    {
      s->free_message = s->message[m].next;
      return m;
    }
  if (s->n_messages == s->room_for_messages)
    {
      s->room_for_messages = s->room_for_messages * 2 + 64;
      s->message = realloc (s->message, sizeof *s->message
			    * (size_t) s->room_for_messages);
      if (!s->message)
	abort ();
    }
  return s->n_messages++;
}

/* Put one more message into CHANNEL, which is not empty.  */
static void
append (struct simulator *s, struct channel *channel, double arrival)
{
  int32_t m = new_message (s);
  struct message *message = s->message;
  message[m].arrival = arrival;
  if (channel->n++ == 1)
    message[m].next = m;
  else
    {
      message[m].next = message[channel->link].next;
      message[channel->link].next = m;
    }
  channel->link = m;
}

/* The second of several messages in CHANNEL becomes its first.  */
static void
advance (struct simulator *s, struct channel *channel)
{
  struct message *message = s->message;
  int32_t m = message[channel->link].next;
  channel->arrival = message[m].arrival;
  message[channel->link].next = message[m].next;
  if (m == channel->link)
    channel->link = -1;
  message[m].next = s->free_message;
  s->free_message = m;
}

static inline void
put (struct simulator *s, struct channel *channel, double arrival)
{
  if (channel->n)
    {
      append (s, channel, arrival);
      return;
    }
  channel->n = 1;
  channel->arrival = arrival;
  if (channel->link >= 0)
    make_ready (s, channel->link);
  channel->link = -1;
}

static inline double
get (struct simulator *s, struct channel *channel)
{
  double arrival = channel->arrival;
  if (--channel->n)
    advance (s, channel);
  return arrival;
}

/* Go to the next block.  False: there is none, the process has ended.  */
static inline bool
next_block (const struct simulator *s, struct process *process)
{
  if (--process->left <= 0)
    {
      if (process->block == process->last)
	return false;
      process->left = process->block++->repeat;
    }
  const struct pram_block *block = process->block - 1;
  process->next = s->op + block->first;
  process->end = process->next + block->n_ops;
  return true;
}

/* Send the message of PROCESS's next operation at START.  */
static inline void
send (struct simulator *s, struct process *process, double start)
{
  const struct pram_operation *op = process->next++;
  const struct moving *moving = &s->moving[op->amount];
  process->clock = start + moving->o_send;
  process->send_free = start + moving->gap;
  put (s, &s->channel[op->channel], process->clock + moving->latency);
}

static inline void
note_start (struct simulator *s, int32_t number, double start)
{
  if (s->start)
    *s->start[number]++ = start;
}

/* Run process NUMBER until it has to wait for a message, or, with STOP, is at
   a send.  Returns true in the second case.  */
static inline bool
run (struct simulator *s, int32_t number, bool stop)
{
  struct process process = s->process[number];
  bool at_send = false;
  while (process.next != process.end || next_block (s, &process))
    {
      const struct pram_operation *op = process.next;
      double start = process.clock;
      if (op->kind == PRAM_COMPUTE)
	{
	  process.clock += s->script->cost[op->amount];
	  process.next++;
	}
      else if (op->kind == PRAM_SEND)
	{
	  if ((at_send = stop))
	    break;
	  start = larger (start, process.send_free);
	  send (s, &process, start);
	}
      else
	{
	  struct channel *channel = &s->channel[op->channel];
	  const struct moving *moving = &s->moving[op->amount];
	  if (!channel->n)
	    {
	      channel->link = number;
	      break;
	    }
	  start = larger (larger (start, process.recv_free),
			  get (s, channel));
	  process.clock = start + moving->o_recv;
	  process.recv_free = start + moving->gap;
	  process.next++;
	}
      note_start (s, number, start);
    }
  s->process[number] = process;
  return at_send;
}

/* --- The capacity --------------------------------------------------------- */

/* Forget what has arrived by TIME.  When CAPACITY messages are still under
   way, returns when there will be fewer, otherwise TIME.  */
static double
free_at (struct transit *transit, int64_t capacity, double time)
{
  int n = 0;
  for (int k = 0; k < transit->n; k++)
    if (transit->arrival[k] > time)
      transit->arrival[n++] = transit->arrival[k];
  transit->n = n;
  if (n < capacity)
    return time;
  double least = transit->arrival[0];
  for (int k = 1; k < n; k++)
    if (transit->arrival[k] < least)
      least = transit->arrival[k];
  return least;
}

static void
enter (struct transit *transit, double arrival)
{
  if (transit->n == transit->room)
    {
      transit->room = transit->room * 2 + 4;
      transit->arrival = realloc (transit->arrival, sizeof *transit->arrival
				  * (size_t) transit->room);
      if (!transit->arrival)
	abort ();
    }
  transit->arrival[transit->n++] = arrival;
}

/* Run process NUMBER until it waits for a message or for the network.  */
static void
run_to_send (struct simulator *s, int32_t number)
{
  if (!run (s, number, true))
    return;
  const struct process *process = &s->process[number];
  double at = larger (process->clock, process->send_free)
	      + s->moving[process->next->amount].o_send;
  stalled_sends_push (&s->stalled, (struct stalled) { at, at, number });
}

/* The first of the stalled sends gets the network, or a later time.  */
static void
send_first (struct simulator *s)
{
  struct stalled first = stalled_sends_pop (&s->stalled);
  struct process *process = &s->process[first.process];
  const struct moving *moving = &s->moving[process->next->amount];
  int pair = process->next->amount >= s->script->n_sizes;
  int32_t receiver = s->receiver[process->next->channel];
  struct transit *from = &s->from[first.process * PRAM_N_PAIRS + pair];
  struct transit *to = &s->to[receiver * PRAM_N_PAIRS + pair];
  double at = larger (free_at (from, moving->capacity, first.at),
		      free_at (to, moving->capacity, first.at));
  if (at > first.at)
    {
      first.at = at;
      stalled_sends_push (&s->stalled, first);
      return;
    }
  enter (from, at + moving->latency);
  enter (to, at + moving->latency);
  note_start (s, first.process, at - moving->o_send);
  send (s, process, at - moving->o_send);
  run_to_send (s, first.process);
}

static void
simulate_capacity (struct simulator *s)
{
  while (s->n_ready || s->stalled.n)
    if (s->n_ready)
      run_to_send (s, take_ready (s));
    else
      send_first (s);
}

static void
begin_capacity (struct simulator *s)
{
  size_t n_procs = (size_t) s->script->n_procs;
  s->from = pram_zeroed (n_procs * PRAM_N_PAIRS, sizeof *s->from);
  s->to = pram_zeroed (n_procs * PRAM_N_PAIRS, sizeof *s->to);
}

/* --- Begin and end -------------------------------------------------------- */

static void
find_receivers (struct simulator *s)
{
  const struct pram_script *script = s->script;
  s->receiver = pram_zeroed ((size_t) script->n_channels, sizeof *s->receiver);
  for (int32_t p = 0; p < script->n_procs; p++)
    for (int64_t b = script->block_start[p]; b < script->block_start[p + 1];
	 b++)
      {
	const struct pram_operation *op = script->op + script->block[b].first;
	for (int64_t k = 0; k < script->block[b].n_ops; k++)
	  if (op[k].kind == PRAM_RECV)
	    s->receiver[op[k].channel] = p;
      }
}

/* What moving a message takes depends on the nodes of its processes: let the
   operations say so.  */
static void
tell_nodes_apart (struct simulator *s, const struct pram_logp *machine)
{
  const struct pram_script *script = s->script;
  int32_t *sender = pram_zeroed ((size_t) script->n_channels, sizeof *sender);
  s->own_op = pram_zeroed ((size_t) script->n_ops, sizeof *s->own_op);
  memcpy (s->own_op, script->op, sizeof *s->op * (size_t) script->n_ops);
  s->op = s->own_op;
  for (int32_t p = 0; p < script->n_procs; p++)
    for (int64_t b = script->block_start[p]; b < script->block_start[p + 1];
	 b++)
      for (int64_t k = 0; k < script->block[b].n_ops; k++)
	if (script->op[script->block[b].first + k].kind == PRAM_SEND)
	  sender[script->op[script->block[b].first + k].channel] = p;
  for (int64_t k = 0; k < script->n_ops; k++)
    {
      struct pram_operation *op = &s->own_op[k];
      if (op->kind != PRAM_COMPUTE
	  && pram_logp_pair (machine, sender[op->channel],
			     s->receiver[op->channel]) == PRAM_OTHER_NODE)
	op->amount += script->n_sizes;
    }
  free (sender);
}

static void
begin (struct simulator *s, const struct pram_script *script,
       const struct pram_logp *machine)
{
  size_t n_procs = (size_t) script->n_procs;
  *s = (struct simulator) { .script = script, .op = script->op,
			    .free_message = -1 };
  s->process = pram_zeroed (n_procs, sizeof *s->process);
  s->channel = pram_zeroed ((size_t) script->n_channels, sizeof *s->channel);
  s->moving = pram_zeroed (2 * (size_t) script->n_sizes, sizeof *s->moving);
  s->ready = pram_zeroed (n_procs, sizeof *s->ready);
  for (int32_t k = 0; k < 2 * script->n_sizes; k++)
    {
      bool same = k < script->n_sizes;
      enum pram_pair pair = same ? PRAM_SAME_NODE : PRAM_OTHER_NODE;
      int64_t bytes = script->size[same ? k : k - script->n_sizes];
      s->moving[k] = (struct moving)
	{ pram_logp_o_send (machine, pair, bytes),
	  pram_logp_o_recv (machine, pair, bytes),
	  pram_logp_gap (machine, pair, bytes),
	  pram_logp_latency (machine, pair, bytes),
	  pram_logp_capacity (machine, pair, bytes) };
    }
  for (int32_t c = 0; c < script->n_channels; c++)
    s->channel[c].link = -1;
  for (int32_t p = 0; p < script->n_procs; p++)
    {
      s->process[p].block = script->block + script->block_start[p];
      s->process[p].last = script->block + script->block_start[p + 1];
      make_ready (s, p);
    }
}

static void
free_transits (struct transit *transit, int32_t n)
{
  for (int32_t p = 0; transit && p < n * PRAM_N_PAIRS; p++)
    free (transit[p].arrival);
  free (transit);
}

static void
end (struct simulator *s)
{
  free_transits (s->from, s->script->n_procs);
  free_transits (s->to, s->script->n_procs);
  free (s->receiver);
  free (s->own_op);
  free (s->stalled.entry);
  free (s->start);
  free (s->ready);
  free (s->moving);
  free (s->message);
  free (s->channel);
  free (s->process);
}

static void
begin_starts (struct simulator *s, struct pram_simulation *result,
	      struct pram_arena *arena)
{
  result->start = PRAM_ARENA_NEW (arena, double, pram_script_count (s->script));
  s->start = pram_zeroed ((size_t) s->script->n_procs, sizeof *s->start);
  double *start = result->start;
  for (int32_t p = 0; p < s->script->n_procs; p++)
    {
      s->start[p] = start;
      start += pram_script_length (s->script, p);
    }
}

static int32_t
find_sender (const struct pram_script *script, unsigned channel)
{
  for (int32_t p = 0; p < script->n_procs; p++)
    for (int64_t b = script->block_start[p]; b < script->block_start[p + 1];
	 b++)
      {
	const struct pram_operation *op = script->op + script->block[b].first;
	for (int64_t k = 0; k < script->block[b].n_ops; k++)
	  if (op[k].kind == PRAM_SEND && op[k].channel == channel)
	    return p;
      }
  return -1;
}

/* Have all processes ended?  Fills in when.  */
static bool
collect (struct simulator *s, struct pram_simulation *result,
	 const struct pram_diag *diag)
{
  for (int32_t p = 0; p < s->script->n_procs; p++)
    {
      struct process *process = &s->process[p];
      if (process->next != process->end)
	{
	  pram_diag_report (diag, PRAM_ERROR, 0, "deadlock: process %" PRId32
			    " waits forever for a message from process %"
			    PRId32, p,
			    find_sender (s->script, process->next->channel));
	  return false;
	}
      result->finish[p] = process->clock;
      result->makespan = larger (result->makespan, process->clock);
    }
  return true;
}

bool
pram_simulate (const struct pram_script *script,
	       const struct pram_logp *machine, bool capacity, bool starts,
	       struct pram_simulation *result,
	       struct pram_arena *arena, const struct pram_diag *diag)
{
  struct simulator s;
  begin (&s, script, machine);
  if (capacity || machine->node)
    find_receivers (&s);
  if (machine->node)
    tell_nodes_apart (&s, machine);
  *result = (struct pram_simulation) { .n_events = pram_script_count (script) };
  result->finish = PRAM_ARENA_NEW (arena, double, script->n_procs);
  if (starts)
    begin_starts (&s, result, arena);
  if (capacity)
    {
      begin_capacity (&s);
      simulate_capacity (&s);
    }
  else
    while (s.n_ready)
      run (&s, take_ready (&s), false);
  bool good = collect (&s, result, diag);
  end (&s);
  return good;
}
