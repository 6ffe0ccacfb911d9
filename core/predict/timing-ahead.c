/* timing-ahead.c: makespans without events for landings.

   SPDX-License-Identifier: Apache-2.0

   The result is that of timing.c to the last bit, whose rules these are; what
   makes it more than twice as fast is that a message's landing is known when
   it would set out, at time t:

   (1) Who stalls for a destination is served in order of arrival, so nothing
       that comes later delays it.  Of the messages of its class before it to
       that destination the last to set out and all landings are known; it sets
       out at the latest of t, that moment, and the C-th landing from the end,
       C being its capacity: then fewer than C are in transit.  No stall need
       be waited out, and no landing be an event.
   (2) Where C messages of its own process are in transit at t it tries again at
       the C-th of their landings from the end.  With one gap that only happens
       by rounding.
   (3) A process can receive what a task needs as soon as all of that has set
       out, ahead of time, in the order of the landings (at one time: by the
       tasks whose values these are, as messages are numbered by them), and go
       on to its next send.

   What is left are the moments when processes would let a message set out, at
   most one for each: a tournament finds the next, in log (processes) steps.
   At one time those that try again come first, by the task whose message made
   room (timing.c lets them go when that lands), then all by their numbers.

   Messages in transit for no time can land in any order at one time; where
   that matters only timing.c will do, as without any gap between some of the
   messages, whose capacity is infinite then.

   Which messages a task sends, and in which order, follows from urgencies,
   which are found first, from the last task backwards.  In large graphs a
   second thread does that, task by task by their numbers, ahead of the first,
   which waits for it where it must: no result depends on who is faster.

   Invariants
   (a) No moment lies before the last one taken.
   (b) The last C landings at a process, and of those from it, stand in a ring,
       for each class of pairs, and ascend from the oldest place on.  C is the
       largest capacity there.
   (c) The first thread only looks at the mail of tasks below N_READY.  The
       second still touches that of the task it has come to, and of successors,
       whose numbers are greater.

   O (tasks + edges + messages log processes) if few messages overtake each
   other.  */

#include "timing-ahead.h"
#include "base/alloc.h"

#include <math.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <threads.h>

#include "landings.h"
#include "outbox.h"
#include "timing-variety.h"
#include "base/tournament.h"

/* With more edges than these a second thread pays.  The letters of so many
   tasks at once are handed over.  */
enum { MOST_FOR_ONE = 1 << 20, AT_ONCE = 1024 };

/* What a task waits for, and what it sends.  */
struct mail
{
  int32_t n_needed;		/* messages still to receive */
  int32_t n_known;		/* of these, whose landings are, */
  int32_t first;		/* from this slot on */
  int32_t process;		/* the task's: here it is in cache when a
				   message to it is looked at */
};

/* One of the last messages from a process.  */
struct sent
{
  double landing;
  int32_t task;			/* whose value it is */
};

struct process
{
  double free;			/* it has nothing to do from then on */
  double next_send, next_recv;	/* not before, because of the gap */
  double send_start;		/* of the send that it is about to do */
  int64_t letter, end;		/* of its task, from the next one on */
  int32_t consumer, destination;	/* of that letter */
  int32_t bytes;		/* its; 0 where all are alike */
  enum pram_pair pair;		/* its */
  struct pram_cost cost;	/* its; unset where all are alike */
  int32_t at;			/* place of its task in clustering->order */
  int32_t waits;		/* the task it wants to start, -1: none */
  int32_t again;		/* whose message made room; -1: none had to */
  /* By class of pairs.  */
  int32_t from[PRAM_N_PAIRS], to[PRAM_N_PAIRS];
				/* the oldest places in its rings */
  double last_out[PRAM_N_PAIRS];	/* when the last message to it sets
					   out */
};

struct timing
{
  struct pram_outbox outbox;	/* first: in cache lines of its own, which the
				   second thread writes */
  const struct pram_clustering *clustering;
  const struct pram_logp *machine;
  bool alike;			/* all messages cost the same */
  struct pram_cost cost;	/* then: of each */
  struct mail *mail;		/* by task */
  int32_t *letter;		/* like the graph's successors, of which they
				   are some: the tasks that need a task's
				   messages first, the most urgent message
				   first; -1 behind the last one if there is
				   room */
  int32_t *letter_bytes;	/* or null */
  int32_t n_ready;		/* tasks whose mail is counted and written, as
				   far as the first thread knows, */
  _Atomic int32_t n_written;	/* and in fact */
  struct process *process;
  int32_t ring[PRAM_N_PAIRS];	/* places in a ring: the largest capacity, 0 if
				   it is infinite */
  struct sent *from[PRAM_N_PAIRS];	/* ring after ring */
  double *to[PRAM_N_PAIRS];	/* ring after ring: landings */
  struct landings landings;
  struct tournament tournament;	/* when each process would let its next
				   message set out */
  int32_t n_again;		/* processes that try again */
  double makespan;
};

/* --- Processes ------------------------------------------------------------ */

static inline void
receive (struct process *process, double landing, const struct pram_cost *cost)
{
  double start = pram_later (pram_later (process->free, landing),
			     process->next_recv);
  process->free = start + cost->o_r;
  process->next_recv = start + cost->g;
}

/* Process P receives what a task needs, all of which is known to land; MAIL is
   that task's.  */
static inline void
receive_all (struct timing *t, int32_t p, const struct mail *mail)
{
  struct process *process = &t->process[p];
  union slot *slot = &t->landings.slot[mail->first];
  if (t->alike)
    for (int32_t k = 0; k < mail->n_needed; k++)
      receive (process, slot[k].time, &t->cost);
  else
    {
      struct content *content = &t->landings.content[mail->first];
      landings_sort (slot, content, mail->n_needed);
      for (int32_t k = 0; k < mail->n_needed; k++)
	{
	  enum pram_pair pair
	    = pram_logp_pair (t->machine, p,
			      t->clustering->process[content[k].task]);
	  receive (process, slot[k].time,
		   pram_outbox_cost (&t->outbox, pair, content[k].bytes));
	}
    }
  landings_free (&t->landings, mail->first, mail->n_needed);
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

/* What the next message of PROCESS costs.  */
static inline const struct pram_cost *
cost_of (const struct timing *t, const struct process *process)
{
  return t->alike ? &t->cost : &process->cost;
}

/* Is place LETTER, in a row up to END, that of a letter?  */
static inline bool
letter_p (const struct timing *t, int64_t letter, int64_t end)
{
  return letter < end && t->letter[letter] >= 0;
}

/* Announce when the next message of process P would set out, and have ready
   what that and the one after it will look at: it can be anywhere in
   memory.  */
static inline void
announce (struct timing *t, int32_t p)
{
  struct process *process = &t->process[p];
  process->send_start = pram_later (process->free, process->next_send);
  process->consumer = t->letter[process->letter];
  const struct mail *mail = &t->mail[process->consumer];
  __builtin_prefetch (&t->landings.slot[mail->first + mail->n_known]);
  if (letter_p (t, process->letter + 1, process->end))
    __builtin_prefetch (&t->mail[t->letter[process->letter + 1]]);
  __builtin_prefetch (&t->letter[process->letter + 16]);
  process->destination = mail->process;
  if (!t->alike)
    {
      process->pair = pram_logp_pair (t->machine, p, process->destination);
      process->bytes = t->letter_bytes ? t->letter_bytes[process->letter]
				       : t->clustering->graph->value_bytes;
      process->cost = *pram_outbox_cost (&t->outbox, process->pair,
					 process->bytes);
    }
  tournament_set (&t->tournament, p,
		  process->send_start + cost_of (t, process)->o_s);
}

/* Have ready what the tasks from place AT to END in the order look at.  */
static inline void
fetch_next (const struct timing *t, int32_t at, int32_t end)
{
  const int32_t *order = t->clustering->order;
  if (at + 1 >= end)
    return;
  const struct mail *next = &t->mail[order[at]];
  __builtin_prefetch (&t->mail[order[at + 1]]);
  if (next->n_known)
    {
      __builtin_prefetch (&t->landings.slot[next->first]);
      __builtin_prefetch (&t->landings.slot[next->first + next->n_known - 1]);
    }
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
      if (mail->n_known < mail->n_needed)
	{
	  process->waits = v;
	  break;
	}
      if (mail->n_needed)
	receive_all (t, p, mail);
      process->free += clustering->graph->task_cost[v];
      t->makespan = pram_later (t->makespan, process->free);
      process->letter = clustering->graph->succ_start[v];
      process->end = clustering->graph->succ_start[v + 1];
      if (letter_p (t, process->letter, process->end))
	{
	  fetch_next (t, process->at + 1, end);
	  announce (t, p);
	  return;
	}
    }
  tournament_set (&t->tournament, p, INFINITY);
}

/* --- Messages ------------------------------------------------------------- */

/* The value of task U, of BYTES, will land at process P, whose task V is the
   first to need it.  */
static inline void
deliver (struct timing *t, int32_t p, int32_t v, double landing, int32_t u,
	 int32_t bytes)
{
  struct mail *mail = &t->mail[v];
  await (t, v);
  if (!mail->n_known)
    mail->first = landings_new (&t->landings, mail->n_needed);
  int32_t slot = mail->first + mail->n_known++;
  t->landings.slot[slot].time = landing;
  if (!t->alike)
    t->landings.content[slot] = (struct content) { u, bytes };
  if (mail->n_known == mail->n_needed && t->process[p].waits == v)
    {
      t->process[p].waits = -1;
      advance (t, p);
    }
}

/* A if CONDITION holds, else B; without a branch, as nobody can predict it,
   and compilers make one of anything simpler.  */
static inline double
choose (bool condition, double a, double b)
{
  int64_t first = time_key (a), second = time_key (b);
  return key_time (second ^ ((first ^ second) & -(int64_t) condition));
}

/* The place STEPS behind PLACE in a ring of SIZE.  */
static inline int32_t
turn (int32_t place, int32_t steps, int32_t size)
{
  place += steps;
  return place - (size & -(place >= size));
}

static inline int32_t
turn_back (int32_t place, int32_t size)
{
  return place ? place - 1 : size - 1;
}

/* Put a landing at TIME into the ring of SIZE at *OLDEST, whose oldest landing
   lies before it; those that land later mostly set out later.  */
static inline void
add_landing (double *ring, int32_t size, int32_t *oldest, double time)
{
  int32_t place = *oldest;
  *oldest = turn (place, 1, size);
  for (int32_t before; place != *oldest; place = before)
    {
      before = turn_back (place, size);
      if (ring[before] <= time)
	break;
      ring[place] = ring[before];
    }
  ring[place] = time;
}

/* The same for the value of TASK; at one time by tasks.  */
static inline void
add_sent (struct sent *ring, int32_t size, int32_t *oldest, double time,
	  int32_t task)
{
  int32_t place = *oldest;
  *oldest = turn (place, 1, size);
  for (int32_t before; place != *oldest; place = before)
    {
      before = turn_back (place, size);
      if (ring[before].landing < time
	  || (ring[before].landing == time && ring[before].task <= task))
	break;
      ring[place] = ring[before];
    }
  ring[place] = (struct sent) { time, task };
}

/* Process P would let its next message set out NOW.  */
static void
try_send (struct timing *t, int32_t p, double now)
{
  struct process *process = &t->process[p];
  const struct pram_cost *cost = cost_of (t, process);
  enum pram_pair pair = process->pair;
  int32_t consumer = process->consumer, destination = process->destination;
  int32_t size = t->ring[pair], bytes = process->bytes;
  int32_t v = t->clustering->order[process->at];
  double o_s = cost->o_s, L = cost->L;
  if (size)
    {
      struct process *to = &t->process[destination];
      struct sent *from = &t->from[pair][(int64_t) p * size];
      double *landing = &t->to[pair][(int64_t) destination * size];
      int32_t spare = size - (int32_t) cost->capacity;
      const struct sent *nth = &from[turn (process->from[pair], spare, size)];
      if (nth->landing > now)
	{
	  t->n_again += process->again < 0;
	  process->again = nth->task;
	  tournament_set (&t->tournament, p, nth->landing);
	  return;
	}
      t->n_again -= process->again >= 0;
      process->again = -1;
      now = pram_later (now, landing[turn (to->to[pair], spare, size)]);
      if (!t->alike)
	now = to->last_out[pair] = pram_later (now, to->last_out[pair]);
      add_landing (landing, size, &to->to[pair], now + L);
      add_sent (from, size, &process->from[pair], now + L, v);
    }
  bool stalled = process->send_start + o_s < now;
  double start = choose (stalled, now - o_s, process->send_start);
  process->next_send = start + cost->g;
  process->free = pram_later (process->free, now);
  if (letter_p (t, ++process->letter, process->end))
    announce (t, p);
  else
    {
      process->at++;
      advance (t, p);
    }
  deliver (t, destination, consumer, now + L, v, bytes);
}

/* --- All of it ------------------------------------------------------------ */

/* Of up to 2 MOST_EDGES slots there may be room for twice as many.  */
enum { MOST_RING_PLACES = 1 << 22, MOST_EDGES = INT32_MAX / 8 };

/* Can messages of such VARIETY between PROCS processes be timed ahead?  */
static bool
ahead_p (const struct pram_variety *variety, int32_t procs)
{
  if (!variety->alike && variety->timeless)
    return false;
  for (int pair = 0; pair < PRAM_N_PAIRS; pair++)
    if (variety->most[pair] == INT64_MAX
	? variety->least[pair] != INT64_MAX
	: variety->most[pair] > MOST_RING_PLACES / procs)
      return false;
  return true;
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
      int64_t letter = graph->succ_start[v];
      int32_t n = pram_outbox_sorted (&t->outbox, v);
      for (int32_t k = 0; k < n; k++, letter++)
	{
	  const struct pram_outgoing *message = &t->outbox.message[k];
	  t->letter[letter] = message->consumer;
	  if (t->letter_bytes)
	    t->letter_bytes[letter] = message->bytes;
	  t->mail[message->consumer].n_needed++;
	}
      if (letter < graph->succ_start[v + 1])
	t->letter[letter] = -1;
      if (v % AT_ONCE == AT_ONCE - 1)
	atomic_store_explicit (&t->n_written, v + 1, memory_order_release);
    }
  atomic_store_explicit (&t->n_written, graph->n_tasks, memory_order_release);
  return 0;
}

static void
begin (struct timing *t, const struct pram_variety *variety)
{
  const struct pram_clustering *clustering = t->clustering;
  int32_t procs = clustering->n_procs;
  pram_outbox_begin (&t->outbox, clustering, t->machine);
  t->alike = variety->alike;
  t->cost = variety->cost;
  for (int pair = 0; pair < PRAM_N_PAIRS; pair++)
    if (variety->most[pair] < INT64_MAX)
      {
	int32_t size = t->ring[pair] = (int32_t) variety->most[pair];
	t->from[pair] = pram_zeroed ((int64_t) size * procs,
				     sizeof *t->from[pair]);
	t->to[pair] = pram_zeroed ((int64_t) size * procs,
				   sizeof *t->to[pair]);
      }
  t->mail = pram_zeroed (clustering->graph->n_tasks, sizeof *t->mail);
  for (int32_t v = 0; v < clustering->graph->n_tasks; v++)
    t->mail[v].process = clustering->process[v];
  t->letter = pram_resized (NULL, clustering->graph->n_edges + 1,
			    sizeof *t->letter);
  if (!t->alike && clustering->graph->edge_bytes)
    t->letter_bytes = pram_resized (NULL, clustering->graph->n_edges + 1,
				    sizeof *t->letter_bytes);
  t->process = pram_zeroed (procs, sizeof *t->process);
  tournament_begin (&t->tournament, procs);
  landings_begin (&t->landings, !t->alike);
  if (t->alike)
    find_urgencies (t);
  else
    pram_outbox_find_urgencies (&t->outbox);
}

static void
end (struct timing *t)
{
  pram_outbox_end (&t->outbox);
  for (int pair = 0; pair < PRAM_N_PAIRS; pair++)
    {
      free (t->from[pair]);
      free (t->to[pair]);
    }
  free (t->mail);
  free (t->letter);
  free (t->letter_bytes);
  free (t->process);
  landings_end (&t->landings);
  tournament_end (&t->tournament);
}

/* Of the processes below K whose moment is NOW the one that goes first,
   compared with FIRST (-1: none).  */
static int32_t
first_of (const struct timing *t, int32_t k, int64_t now, int32_t first)
{
  int32_t p = t->tournament.winner[k];
  if (t->tournament.moment[p] != now)
    return first;
  if (k < t->tournament.n_leaves)
    return first_of (t, 2 * k + 1, now, first_of (t, 2 * k, now, first));
  int32_t again = t->process[p].again;
  if (first < 0)
    return p;
  int32_t best = t->process[first].again;
  return again >= 0 && (best < 0 || again < best) ? p : first;
}

static void
run (struct timing *t)
{
  enum pram_pair farthest
    = pram_logp_farthest (t->machine, t->clustering->n_procs);
  for (int32_t p = 0; p < t->clustering->n_procs; p++)
    {
      t->process[p].at = t->clustering->order_start[p];
      t->process[p].waits = t->process[p].again = -1;
      t->process[p].pair = farthest;
      advance (t, p);
    }
  const struct tournament *all = &t->tournament;
  for (int64_t now; (now = all->moment[all->winner[1]]) < time_key (INFINITY);)
    try_send (t, t->n_again ? first_of (t, 1, now, -1) : all->winner[1],
	      key_time (now));
}

bool
pram_timing_ahead (const struct pram_clustering *clustering,
		   const struct pram_logp *machine, double *makespan)
{
  struct pram_variety variety = pram_variety_find (clustering, machine);
  if (clustering->n_procs > 1 << 30
      || clustering->graph->n_edges > MOST_EDGES
      || !ahead_p (&variety, clustering->n_procs))
    return false;
  struct timing t = { .clustering = clustering, .machine = machine };
  thrd_t writer;
  begin (&t, &variety);
  bool two = clustering->graph->n_edges > MOST_FOR_ONE
	     && thrd_create (&writer, write_letters, &t) == thrd_success;
  if (!two)
    write_letters (&t);
  run (&t);
  if (two)
    thrd_join (writer, NULL);
  end (&t);
  *makespan = t.makespan;
  return true;
}
