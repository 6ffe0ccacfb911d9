/* timing-alike.c: makespans where all messages cost the same.

   SPDX-License-Identifier: GPL-3.0-or-later

   Values of one size, processes on one node or on nodes of their own.  The
   result is that of timing.c to the last bit, whose rules these are; what
   makes it more than twice as fast follows from L and the capacity C being the
   same for all messages.

   (1) Who stalls for a destination is served in order of arrival, and those
       served first land first.  So when a process would let a message set out
       at time t, then it does so at max (t, a), a being the landing of the
       C-th message before it to that destination: no stall need be waited
       out, and no landing be an event.
   (2) A process's own messages land in their order, too.  Where C of them are
       in transit at t it tries again when the first has landed.  With one gap
       that only happens by rounding.
   (3) Messages for one task are due at one process, hence known in the order
       of their landing (but for those that land together, and which of these
       is received first makes no difference to any time).  So a process that
       waits for them receives them when they set out, ahead of time, and goes
       on to its next send.

   What is left are the moments when processes would let a message set out, at
   most one for each: a tournament finds the next, in log (processes) steps.
   At one time those that try again come first, by the task whose message made
   room (timing.c lets them go when that lands), then all by their numbers.

   Invariants
   (a) No moment lies before the last one taken.
   (b) The landings at a process never descend, nor those of a process.

   O (tasks + edges + messages log processes).  */

#include "timing-alike.h"
#include "alloc.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "outbox.h"

/* A message that is still to be sent.  */
struct letter
{
  int32_t to;			/* process */
  int32_t consumer;		/* the first task there that needs it */
};

/* What a task waits for.  */
struct wait
{
  int32_t n_needed;		/* messages still to receive */
  int32_t n_known;		/* of these, whose landings are, */
  int32_t first;		/* from this slot on */
};

/* Landings for one task stand in consecutive slots, as many as it needs rounded
   up to a power of 2.  They are used again at once: memory that is touched for
   the first time costs more than all else here.  */
union slot
{
  double landing;		/* s */
  int32_t next;			/* free slots of the same number, -1: none */
};

/* The last C messages from a process, and to it; places in rings.  */
struct sent
{
  double landing;
  int32_t task;
};

struct process
{
  double free;			/* it has nothing to do from then on */
  double next_send, next_recv;	/* not before, because of the gap */
  double send_start;		/* of the send that it is about to do */
  struct letter *letter;	/* those of its task, the most urgent first */
  int32_t n_letters, n_sent, room;
  int32_t at;			/* place of its task in clustering->order */
  int32_t waits;		/* the task it wants to start, -1: none */
  int32_t again;		/* whose message made room; -1: none had to */
  int32_t from, to;		/* the oldest places in its rings */
};

struct timing
{
  const struct pram_clustering *clustering;
  struct pram_outbox outbox;
  struct pram_cost cost;
  struct wait *wait;		/* by task */
  struct process *process;
  int32_t ring;			/* places in a ring: C, 0 if it is infinite */
  struct sent *from;		/* ring after ring */
  double *to;			/* ring after ring: landings */
  union slot *slot;
  int32_t n_slots, slot_room;
  int32_t free_slots[31];	/* 2^k of them, -1: none */
  int64_t *moment;		/* by process: when it would let its next
				   message set out; the bits of the time, which
				   is not negative, so that they ascend like
				   times */
  int32_t n_leaves;		/* a power of 2 */
  int32_t *tree;		/* processes: leaves from N_LEAVES on; the
				   first of two is in half their place */
  int32_t n_again;		/* processes that try again */
  double makespan;
};

/* --- The tournament ------------------------------------------------------- */

static inline int64_t
key_of (double time)
{
  int64_t key;
  memcpy (&key, &time, sizeof key);
  return key;
}

static inline double
time_of (int64_t key)
{
  double time;
  memcpy (&time, &key, sizeof time);
  return time;
}

/* Process P's next moment is at TIME; INFINITY: it has none.  Who wins cannot
   be predicted, so there is no branch on it.  */
static inline void
set_moment (struct timing *t, int32_t p, double time)
{
  int64_t first = t->moment[p] = key_of (time);
  int32_t process = p;
  for (uint32_t k = (uint32_t) t->n_leaves + (uint32_t) p; k > 1; k /= 2)
    {
      int32_t other = t->tree[k ^ 1];
      int64_t moment = t->moment[other];
      int64_t left = k & 1;	/* is the other, and wins at one time */
      int64_t wins = -(int64_t) (moment < first + left);
      process ^= (process ^ other) & (int32_t) wins;
      first ^= (first ^ moment) & wins;
      t->tree[k / 2] = process;
    }
}

/* Of the processes below K whose moment is NOW the one that goes first,
   compared with FIRST (-1: none).  */
static int32_t
first_of (const struct timing *t, int32_t k, int64_t now, int32_t first)
{
  int32_t p = t->tree[k];
  if (t->moment[p] != now)
    return first;
  if (k < t->n_leaves)
    return first_of (t, 2 * k + 1, now, first_of (t, 2 * k, now, first));
  int32_t again = t->process[p].again;
  if (first < 0)
    return p;
  int32_t best = t->process[first].again;
  return again >= 0 && (best < 0 || again < best) ? p : first;
}

/* --- Landings ------------------------------------------------------------- */

/* The least k for which 2^k slots are enough for N.  */
static inline int
size_of (int32_t n)
{
  int k = 0;
  while (INT32_C (1) << k < n)
    k++;
  return k;
}

static void
new_slots (struct timing *t, struct wait *wait)
{
  int size = size_of (wait->n_needed);
  int32_t first = t->free_slots[size];
  if (first >= 0)
    t->free_slots[size] = t->slot[first].next;
  else
    {
      first = t->n_slots;
      t->n_slots += INT32_C (1) << size;
      if (t->n_slots > t->slot_room)
	{
	  t->slot_room = 2 * t->n_slots;
	  t->slot = pram_resized (t->slot, t->slot_room, sizeof *t->slot);
	}
    }
  wait->first = first;
}

/* WAIT, which still needs what has slots, needs them no more.  */
static void
free_slots (struct timing *t, const struct wait *wait)
{
  int size = size_of (wait->n_needed);
  t->slot[wait->first].next = t->free_slots[size];
  t->free_slots[size] = wait->first;
}

/* --- Processes ------------------------------------------------------------ */

static inline void
receive (struct timing *t, struct process *process, double landing)
{
  double start = pram_later (pram_later (process->free, landing),
			     process->next_recv);
  process->free = start + t->cost.o_r;
  process->next_recv = start + t->cost.g;
}

/* Process receives all that is known to land for V; true if V needs no
   more.  */
static bool
receive_all (struct timing *t, struct process *process, int32_t v)
{
  struct wait *wait = &t->wait[v];
  if (wait->n_known)
    {
      const union slot *slot = &t->slot[wait->first];
      for (int32_t k = 0; k < wait->n_known; k++)
	receive (t, process, slot[k].landing);
      free_slots (t, wait);
      wait->n_needed -= wait->n_known;
      wait->n_known = 0;
    }
  return wait->n_needed == 0;
}

static void
write_letters (struct timing *t, struct process *process, int32_t v)
{
  int32_t n = pram_outbox_sorted (&t->outbox, v);
  if (n > process->room)
    {
      process->room = 2 * n;
      process->letter = pram_resized (process->letter, process->room,
				sizeof *process->letter);
    }
  for (int32_t k = 0; k < n; k++)
    process->letter[k] = (struct letter) { t->outbox.message[k].to,
					   t->outbox.message[k].consumer };
  process->n_letters = n;
  process->n_sent = 0;
}

/* Announce when the next message of process P would set out.  */
static inline void
announce (struct timing *t, int32_t p)
{
  struct process *process = &t->process[p];
  process->send_start = pram_later (process->free, process->next_send);
  set_moment (t, p, process->send_start + t->cost.o_s);
}

/* Process P goes on until it waits for a message or has one to send.  */
static void
advance (struct timing *t, int32_t p)
{
  struct process *process = &t->process[p];
  int32_t end = t->clustering->order_start[p + 1];
  for (; process->at < end; process->at++)
    {
      int32_t v = t->clustering->order[process->at];
      if (!receive_all (t, process, v))
	{
	  process->waits = v;
	  return;
	}
      process->free += t->clustering->graph->task_cost[v];
      t->makespan = pram_later (t->makespan, process->free);
      write_letters (t, process, v);
      if (process->n_letters)
	{
	  announce (t, p);
	  return;
	}
    }
}

/* --- Messages ------------------------------------------------------------- */

static inline void
deliver (struct timing *t, struct letter letter, double landing)
{
  struct process *to = &t->process[letter.to];
  struct wait *wait = &t->wait[letter.consumer];
  if (to->waits != letter.consumer)
    {
      if (!wait->n_known)
	new_slots (t, wait);
      t->slot[wait->first + wait->n_known++].landing = landing;
      return;
    }
  receive (t, to, landing);
  if (--wait->n_needed == 0)
    {
      to->waits = -1;
      advance (t, letter.to);
    }
}

/* Put what comes next into the ring of SIZE at *OLDEST, which is the place of
   the oldest now; returns where.  */
static inline int32_t
turn (int32_t *oldest, int32_t size)
{
  int32_t place = *oldest;
  *oldest = place + 1 == size ? 0 : place + 1;
  return place;
}

/* Process P would let its next message set out NOW.  */
static void
try_send (struct timing *t, int32_t p, double now)
{
  struct process *process = &t->process[p];
  struct letter letter = process->letter[process->n_sent];
  double o_s = t->cost.o_s;
  if (t->ring)
    {
      struct process *to = &t->process[letter.to];
      struct sent *from = &t->from[(int64_t) p * t->ring + process->from];
      if (from->landing > now)
	{
	  t->n_again++;
	  process->again = from->task;
	  set_moment (t, p, from->landing);
	  return;
	}
      t->n_again -= process->again >= 0;
      process->again = -1;
      double *landing = &t->to[(int64_t) letter.to * t->ring
			       + turn (&to->to, t->ring)];
      now = pram_later (now, *landing);
      *landing = now + t->cost.L;
      turn (&process->from, t->ring);
      *from = (struct sent) { now + t->cost.L,
			      t->clustering->order[process->at] };
    }
  double start = process->send_start + o_s < now ? now - o_s
						 : process->send_start;
  process->next_send = start + t->cost.g;
  process->free = pram_later (process->free, now);
  if (++process->n_sent < process->n_letters)
    announce (t, p);
  else
    {
      process->at++;
      set_moment (t, p, INFINITY);
      advance (t, p);
    }
  deliver (t, letter, now + t->cost.L);
}

/* --- All of it ------------------------------------------------------------ */

/* Of up to 2 MOST_EDGES slots there may be room for twice as many.  */
enum { MOST_RING_PLACES = 1 << 22, MOST_EDGES = INT32_MAX / 8 };

bool
pram_timing_alike_p (const struct pram_clustering *clustering,
		     const struct pram_logp *machine)
{
  const struct pram_taskgraph *graph = clustering->graph;
  int32_t procs = clustering->n_procs;
  if (graph->edge_bytes || procs > 1 << 30 || graph->n_edges > MOST_EDGES
      || (machine->node > 1 && machine->node < procs))
    return false;
  enum pram_pair pair = pram_logp_farthest (machine, procs);
  int64_t capacity = pram_logp_capacity (machine, pair, graph->value_bytes);
  return capacity == INT64_MAX || capacity <= MOST_RING_PLACES / procs;
}

/* Find the urgency of each task, from the last one on backwards, and count what
   each needs.  With one transfer time for all, the heaviest path from a task
   goes through the most urgent task of some message, or stays.  */
static void
prepare (struct timing *t)
{
  const struct pram_taskgraph *graph = t->clustering->graph;
  struct pram_outbox *outbox = &t->outbox;
  for (int32_t v = graph->n_tasks - 1; v >= 0; v--)
    {
      int32_t n = pram_outbox_find (outbox, v);
      double longest = outbox->local;
      for (int32_t k = 0; k < n; k++)
	{
	  const struct pram_outgoing *m = &outbox->message[k];
	  longest = pram_later (longest, m->urgency + t->cost.transfer);
	  t->wait[m->consumer].n_needed++;
	}
      outbox->place[v].urgency = graph->task_cost[v] + longest;
    }
}

static void
begin (struct timing *t, const struct pram_logp *machine)
{
  const struct pram_clustering *clustering = t->clustering;
  int32_t procs = clustering->n_procs;
  pram_outbox_begin (&t->outbox, clustering, machine);
  pram_cost_find (machine, pram_logp_farthest (machine, procs),
		  clustering->graph->value_bytes, &t->cost);
  t->ring = t->cost.capacity == INT64_MAX ? 0 : (int32_t) t->cost.capacity;
  t->from = pram_zeroed ((int64_t) t->ring * procs, sizeof *t->from);
  t->to = pram_zeroed ((int64_t) t->ring * procs, sizeof *t->to);
  t->wait = pram_zeroed (clustering->graph->n_tasks, sizeof *t->wait);
  t->process = pram_zeroed (procs, sizeof *t->process);
  for (t->n_leaves = 1; t->n_leaves < procs;)
    t->n_leaves *= 2;
  t->tree = pram_zeroed (2 * (int64_t) t->n_leaves, sizeof *t->tree);
  t->moment = pram_zeroed (t->n_leaves, sizeof *t->moment);
  for (int k = 0; k < 31; k++)
    t->free_slots[k] = -1;
  for (int32_t k = 0; k < t->n_leaves; k++)
    {
      t->moment[k] = key_of (INFINITY);
      t->tree[t->n_leaves + k] = k;
    }
  for (int32_t k = t->n_leaves - 1; k > 0; k--)
    t->tree[k] = t->tree[2 * k];
  prepare (t);
}

static void
end (struct timing *t)
{
  pram_outbox_end (&t->outbox);
  for (int32_t p = 0; p < t->clustering->n_procs; p++)
    free (t->process[p].letter);
  free (t->from);
  free (t->to);
  free (t->wait);
  free (t->process);
  free (t->slot);
  free (t->moment);
  free (t->tree);
}

double
pram_timing_alike (const struct pram_clustering *clustering,
		   const struct pram_logp *machine)
{
  struct timing t = { .clustering = clustering };
  begin (&t, machine);
  for (int32_t p = 0; p < clustering->n_procs; p++)
    {
      t.process[p].at = clustering->order_start[p];
      t.process[p].waits = t.process[p].again = -1;
      advance (&t, p);
    }
  for (int64_t now; (now = t.moment[t.tree[1]]) < key_of (INFINITY);)
    try_send (&t, t.n_again ? first_of (&t, 1, now, -1) : t.tree[1],
	      time_of (now));
  end (&t);
  return t.makespan;
}
