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

   Which messages a task sends, and in which order, follows from urgencies,
   which are found first, from the last task backwards.  In large graphs a
   second thread does that, task by task by their numbers, ahead of the first,
   which waits for it where it must: no result depends on who is faster.

   Invariants
   (a) No moment lies before the last one taken.
   (b) The landings at a process never descend, nor those of a process.
   (c) The first thread only looks at the mail of tasks below N_READY.  The
       second still touches that of the task it has come to, and of successors,
       whose numbers are greater.

   O (tasks + edges + messages log processes).  */

#include "timing-alike.h"
#include "alloc.h"

#include <math.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <threads.h>

#include "outbox.h"

/* With more edges than these a second thread pays.  The letters of so many
   tasks at once are handed over.  */
enum { MOST_FOR_ONE = 1 << 20, AT_ONCE = 1024 };

/* What a task waits for, and what it sends.  */
struct mail
{
  int32_t n_needed;		/* messages still to receive */
  int32_t n_known;		/* of these, whose landings are, */
  int32_t first;		/* from this slot on */
  int32_t n_letters;
};

/* Landings for one task stand in consecutive slots, as many as it needs rounded
   up to a power of 2.  They are used again at once: memory that is touched for
   the first time costs more than all else here.  */
union slot
{
  double landing;		/* s */
  int32_t next;			/* free slots of the same number, -1: none */
};

/* The last C messages from a process: places in a ring.  */
struct sent
{
  double landing;
  int32_t at;			/* place of its task in clustering->order */
};

struct process
{
  double free;			/* it has nothing to do from then on */
  double next_send, next_recv;	/* not before, because of the gap */
  double send_start;		/* of the send that it is about to do */
  const int32_t *letter;	/* the next of its task */
  int32_t n_letters;		/* it and those behind it */
  int32_t consumer, destination;	/* of that letter */
  int32_t at;			/* place of its task in clustering->order */
  int32_t waits;		/* the task it wants to start, -1: none */
  int32_t again;		/* whose message made room; -1: none had to */
  int32_t from, to;		/* the oldest places in its rings */
};

struct timing
{
  struct pram_outbox outbox;	/* first: in cache lines of its own, which the
				   second thread writes */
  const struct pram_clustering *clustering;
  struct pram_cost cost;
  struct mail *mail;		/* by task */
  int32_t *letter;		/* like the graph's successors, of which they
				   are some: the tasks that need a task's
				   messages first, the most urgent message
				   first */
  int32_t n_ready;		/* tasks whose mail is counted and written, as
				   far as the first thread knows, */
  _Atomic int32_t n_written;	/* and in fact */
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

/* A if CONDITION holds, else B; without a branch, as nobody can predict it,
   and compilers make one of anything simpler.  */
static inline double
choose (bool condition, double a, double b)
{
  int64_t first = key_of (a), second = key_of (b);
  return time_of (second ^ ((first ^ second) & -(int64_t) condition));
}

/* Process P's next moment is at TIME; INFINITY: it has none.  Who wins cannot
   be predicted, so there is no branch on it.  */
static inline void
set_moment (struct timing *t, int32_t p, double time)
{
  int64_t first = t->moment[p] = key_of (time);
  int32_t process = p, *tree = t->tree;
  for (uint32_t k = (uint32_t) t->n_leaves + (uint32_t) p; k > 1; k /= 2)
    {
      int32_t other = tree[k ^ 1];
      int64_t moment = t->moment[other];
      int64_t left = k & 1;	/* is the other, and wins at one time */
      bool wins = moment < first + left;
      process = wins ? other : process;
      first = wins ? moment : first;
      tree[k / 2] = process;
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
  return n > 1 ? 32 - __builtin_clz ((uint32_t) n - 1) : 0;
}

static void
new_slots (struct timing *t, struct mail *mail)
{
  int size = size_of (mail->n_needed);
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
  mail->first = first;
}

/* MAIL, which still needs what has slots, needs them no more.  */
static void
free_slots (struct timing *t, const struct mail *mail)
{
  int size = size_of (mail->n_needed);
  t->slot[mail->first].next = t->free_slots[size];
  t->free_slots[size] = mail->first;
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

/* Process receives all that is known to land for its task; true if that needs
   no more.  */
static bool
receive_all (struct timing *t, struct process *process, struct mail *mail)
{
  if (mail->n_known)
    {
      const union slot *slot = &t->slot[mail->first];
      for (int32_t k = 0; k < mail->n_known; k++)
	receive (t, process, slot[k].landing);
      free_slots (t, mail);
      mail->n_needed -= mail->n_known;
      mail->n_known = 0;
    }
  return mail->n_needed == 0;
}

/* Wait until the mail of task V is ready.  Who writes it waits for nobody.  */
static inline void
await (struct timing *t, int32_t v)
{
  while (v >= t->n_ready)
    {
      t->n_ready = atomic_load_explicit (&t->n_written, memory_order_acquire);
      if (v >= t->n_ready)
	thrd_yield ();
    }
}

/* Announce when the next message of process P would set out, and have ready
   what that will look at: it can be anywhere in memory.  */
static inline void
announce (struct timing *t, int32_t p)
{
  struct process *process = &t->process[p];
  process->send_start = pram_later (process->free, process->next_send);
  process->consumer = *process->letter;
  process->destination = t->clustering->process[process->consumer];
  __builtin_prefetch (&t->mail[process->consumer]);
  set_moment (t, p, process->send_start + t->cost.o_s);
}

/* Process P goes on until it waits for a message or has one to send.  */
static void
advance (struct timing *t, int32_t p)
{
  const struct pram_clustering *clustering = t->clustering;
  struct process *process = &t->process[p];
  int32_t end = clustering->order_start[p + 1];
  for (; process->at < end; process->at++)
    {
      int32_t v = clustering->order[process->at];
      struct mail *mail = &t->mail[v];
      await (t, v);
      if (!receive_all (t, process, mail))
	{
	  process->waits = v;
	  break;
	}
      process->free += clustering->graph->task_cost[v];
      t->makespan = pram_later (t->makespan, process->free);
      process->letter = t->letter + clustering->graph->succ_start[v];
      process->n_letters = mail->n_letters;
      if (process->n_letters)
	{
	  /* Those of the next tasks mostly follow.  */
	  __builtin_prefetch (process->letter + 16);
	  announce (t, p);
	  return;
	}
    }
  set_moment (t, p, INFINITY);
}

/* --- Messages ------------------------------------------------------------- */

/* The message that process P and its task V are the first to need.  */
static inline void
deliver (struct timing *t, int32_t p, int32_t v, double landing)
{
  struct process *process = &t->process[p];
  struct mail *mail = &t->mail[v];
  await (t, v);
  if (process->waits != v)
    {
      if (!mail->n_known)
	new_slots (t, mail);
      t->slot[mail->first + mail->n_known++].landing = landing;
      return;
    }
  receive (t, process, landing);
  if (--mail->n_needed == 0)
    {
      process->waits = -1;
      advance (t, p);
    }
}

/* Put what comes next into the ring of SIZE at *OLDEST, which is the place of
   the oldest now; returns where.  */
static inline int32_t
turn (int32_t *oldest, int32_t size)
{
  int32_t place = *oldest, next = place + 1;
  *oldest = next & -(next != size);
  return place;
}

/* Process P would let its next message set out NOW.  */
static void
try_send (struct timing *t, int32_t p, double now)
{
  struct process *process = &t->process[p];
  int32_t consumer = process->consumer, destination = process->destination;
  double o_s = t->cost.o_s;
  if (t->ring)
    {
      struct process *to = &t->process[destination];
      struct sent *from = &t->from[(int64_t) p * t->ring + process->from];
      if (from->landing > now)
	{
	  t->n_again++;
	  process->again = t->clustering->order[from->at];
	  set_moment (t, p, from->landing);
	  return;
	}
      t->n_again -= process->again >= 0;
      process->again = -1;
      double *landing = &t->to[(int64_t) destination * t->ring
			       + turn (&to->to, t->ring)];
      now = pram_later (now, *landing);
      *landing = now + t->cost.L;
      turn (&process->from, t->ring);
      *from = (struct sent) { now + t->cost.L, process->at };
    }
  bool stalled = process->send_start + o_s < now;
  double start = choose (stalled, now - o_s, process->send_start);
  process->next_send = start + t->cost.g;
  process->free = pram_later (process->free, now);
  process->letter++;
  if (--process->n_letters)
    announce (t, p);
  else
    {
      process->at++;
      advance (t, p);
    }
  deliver (t, destination, consumer, now + t->cost.L);
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

/* With one transfer time for all this is what pram_outbox_find_urgencies
   does.  */
static void
find_urgencies (struct timing *t)
{
  const struct pram_taskgraph *graph = t->clustering->graph;
  struct pram_place *place = t->outbox.place;
  for (int32_t v = graph->n_tasks - 1; v >= 0; v--)
    {
      double longest = 0;
      for (int64_t e = graph->succ_start[v]; e < graph->succ_start[v + 1]; e++)
	{
	  const struct pram_place *w = &place[graph->succ[e]];
	  bool moves = w->process != place[v].process;
	  longest = pram_later (longest, w->urgency
					 + (moves ? t->cost.transfer : 0));
	}
      place[v].urgency = graph->task_cost[v] + longest;
    }
}

/* Write the letters of all tasks, and count what each task needs.  */
static int
write_letters (void *timing)
{
  struct timing *t = timing;
  const struct pram_taskgraph *graph = t->clustering->graph;
  for (int32_t v = 0; v < graph->n_tasks; v++)
    {
      int32_t *letter = t->letter + graph->succ_start[v];
      int32_t n = pram_outbox_sorted (&t->outbox, v);
      t->mail[v].n_letters = n;
      for (int32_t k = 0; k < n; k++)
	{
	  letter[k] = t->outbox.message[k].consumer;
	  t->mail[letter[k]].n_needed++;
	}
      if (v % AT_ONCE == AT_ONCE - 1)
	atomic_store_explicit (&t->n_written, v + 1, memory_order_release);
    }
  atomic_store_explicit (&t->n_written, graph->n_tasks, memory_order_release);
  return 0;
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
  t->mail = pram_zeroed (clustering->graph->n_tasks, sizeof *t->mail);
  t->letter = pram_resized (NULL, clustering->graph->n_edges + 1,
			    sizeof *t->letter);
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
  find_urgencies (t);
}

static void
end (struct timing *t)
{
  pram_outbox_end (&t->outbox);
  free (t->from);
  free (t->to);
  free (t->mail);
  free (t->letter);
  free (t->process);
  free (t->slot);
  free (t->moment);
  free (t->tree);
}

static void
run (struct timing *t)
{
  for (int32_t p = 0; p < t->clustering->n_procs; p++)
    {
      t->process[p].at = t->clustering->order_start[p];
      t->process[p].waits = t->process[p].again = -1;
      advance (t, p);
    }
  for (int64_t now; (now = t->moment[t->tree[1]]) < key_of (INFINITY);)
    try_send (t, t->n_again ? first_of (t, 1, now, -1) : t->tree[1],
	      time_of (now));
}

double
pram_timing_alike (const struct pram_clustering *clustering,
		   const struct pram_logp *machine)
{
  struct timing t = { .clustering = clustering };
  thrd_t writer;
  begin (&t, machine);
  bool two = clustering->graph->n_edges > MOST_FOR_ONE
	     && thrd_create (&writer, write_letters, &t) == thrd_success;
  if (!two)
    write_letters (&t);
  run (&t);
  if (two)
    thrd_join (writer, NULL);
  end (&t);
  return t.makespan;
}
