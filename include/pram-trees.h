/* pram-trees.h: collective operations on a LogP machine: their shape and time.

   SPDX-License-Identifier: Apache-2.0

   Used by the compiler, to predict and to report, and by the runtime, so that
   both choose alike.  No memory is allocated here.

   Broadcast (Iterative, section 4): greedily, every process sending as fast as
   possible as soon as it has the item, is optimal.  A process informed at time
   t has informed others by t + o_s + L + o_r + k max (o_s, g), k = 0, 1, ...
   The next process is always informed by the one that can do it first: a heap
   holds, for every informed process, when its next message would have been
   received.  Backwards in time, with o_s and o_r exchanged, it is the optimal
   reduction.

   For a reduction whose operands lie in the order of the ranks, vertices are
   numbered such that every subtree is a range: what a process has joined at any
   time is a range, too, and partial values of neighbours combine.

   Dissemination with radix k, of values that everybody shall know combined,
   for any number P of processes: before a round process p knows what the D
   processes p, p - 1, ..., p - D + 1 (modulo P) started with.  It sends that to
   p + j D, j = 1 ... k-1, as far as j D < P, and receives as many; the next D
   is k times as large, until it is P or more.  If P is no power of k, the last
   round brings some of it twice: the receiver must be able to tell.

   Example: P = 8, L = 6, o_s = o_r = 2, g = 4.  Broadcast: 24, so reduction
   and broadcast take 48; dissemination: 3 rounds of 10 with k = 2, one of 52
   with k = 8.  In the order of being informed the parents are -1 0 0 0 1 0 1 2
   and the numbers 0 5 3 2 7 1 6 4.  */

#ifndef PRAM_TREES_H
#define PRAM_TREES_H

/* Of one message: for how long sender and receiver are busy, for how long it
   is under way, and what passes from the start of a send (receive) to that of
   the next of the process.  All in one unit.  */
struct pram_trees_message
{
  double o_s, o_r, L, g;
};

static inline double
pram_trees_max (double a, double b)
{
  return a > b ? a : b;
}

/* --- Broadcast ------------------------------------------------------------ */

/* Does A's next message arrive before B's?  Among equals that of the one
   informed first, so that the tree is unique.  */
static inline int
pram_trees_before_p (const double *arrival, int a, int b)
{
  return arrival[a] < arrival[b] || (arrival[a] == arrival[b] && a < b);
}

/* Move process HEAP[I] up, or down among N.  */
static inline void
pram_trees_sift (int *heap, int n, int i, const double *arrival)
{
  int process = heap[i];
  for (; i > 0 && pram_trees_before_p (arrival, process, heap[(i - 1) / 2]);
       i = (i - 1) / 2)
    heap[i] = heap[(i - 1) / 2];
  for (int child; (child = 2 * i + 1) < n; i = child)
    {
      if (child + 1 < n
	  && pram_trees_before_p (arrival, heap[child + 1], heap[child]))
	child++;
      if (!pram_trees_before_p (arrival, heap[child], process))
	break;
      heap[i] = heap[child];
    }
  heap[i] = process;
}

/* The tree that informs N processes (N >= 1), 0 being the root.  PARENT gets
   the parent of each, -1 for the root, INFORMED when it has the item; both in
   the order of being informed, in which a parent also sends to its children.
   HEAP and ARRIVAL have room for N and are scratch.  Returns when the last one
   is informed.  O (N log N).  */
static inline double
pram_trees_broadcast (int n, const struct pram_trees_message *message,
		      int *parent, double *informed, int *heap,
		      double *arrival)
{
  double transfer = message->o_s + message->L + message->o_r;
  double interval = pram_trees_max (message->o_s, message->g);
  parent[0] = -1;
  informed[0] = 0;
  arrival[0] = transfer;
  heap[0] = 0;
  for (int v = 1; v < n; v++)
    {
      int sender = heap[0];
      parent[v] = sender;
      informed[v] = arrival[sender];
      arrival[sender] += interval;
      pram_trees_sift (heap, v, 0, arrival);
      arrival[v] = informed[v] + transfer;
      heap[v] = v;
      pram_trees_sift (heap, v + 1, v, arrival);
    }
  return informed[n - 1];
}

/* Number the N vertices of the tree PARENT, which is in the order of being
   informed, anew: the subtree of vertex v is NUMBER[v] ... NUMBER[v] +
   SIZE[v] - 1, and of two children the one that is sent to later has the
   smaller number.  O (N).  */
static inline void
pram_trees_number (int n, const int *parent, int *number, int *size)
{
  for (int v = 0; v < n; v++)
    size[v] = 1;
  for (int v = n - 1; v > 0; v--)
    size[parent[v]] += size[v];
  /* At first NUMBER[v] is one past what is left for children of v, which take
     their ranges from the end.  */
  number[0] = n;
  for (int v = 1; v < n; v++)
    {
      number[v] = number[parent[v]];
      number[parent[v]] -= size[v];
    }
  for (int v = 0; v < n; v++)
    number[v]--;
}

/* --- Dissemination -------------------------------------------------------- */

/* What a process that does as all others do has to wait for.  */
struct pram_trees_clock
{
  double free, next_send, next_recv;
};

/* It sends N messages, then receives N that were sent as its own.  */
static inline void
pram_trees_round (struct pram_trees_clock *clock, int n,
		  const struct pram_trees_message *message)
{
  double first = pram_trees_max (clock->free, clock->next_send);
  double interval = pram_trees_max (message->o_s, message->g);
  clock->next_send = first + n * interval;
  clock->free = first + (n - 1) * interval + message->o_s;
  for (int k = 0; k < n; k++)
    {
      double arrival = first + k * interval + message->o_s + message->L;
      double start = pram_trees_max (pram_trees_max (clock->free, arrival),
				     clock->next_recv);
      clock->free = start + message->o_r;
      clock->next_recv = start + message->g;
    }
}

/* How many messages each of N processes sends in the round before which it
   knows of DISTANCE processes.  */
static inline int
pram_trees_messages (int n, int radix, long long distance)
{
  long long others = (n - 1) / distance;
  return others < radix - 1 ? (int) others : radix - 1;
}

/* The time for N processes (N >= 1) with RADIX (>= 2).  O (RADIX log N).  */
static inline double
pram_trees_dissemination (int n, int radix,
			  const struct pram_trees_message *message)
{
  struct pram_trees_clock clock = { 0, 0, 0 };
  for (long long distance = 1; distance < n; distance *= radix)
    pram_trees_round (&clock, pram_trees_messages (n, radix, distance),
		      message);
  return clock.free;
}

/* The rounds of a dissemination.  */
static inline int
pram_trees_rounds (int n, int radix)
{
  int rounds = 0;
  for (long long distance = 1; distance < n; distance *= radix)
    rounds++;
  return rounds;
}

/* The radix with which dissemination to N processes takes the least time, the
   smallest of equals; TIME gets it.  Beyond 64 only radices are tried that
   save a round: others add messages and nothing else.  */
static inline int
pram_trees_best_radix (int n, const struct pram_trees_message *message,
		       double *time)
{
  int best = 2, least = pram_trees_rounds (n, 2);
  *time = pram_trees_dissemination (n, 2, message);
  for (int k = 3; k <= n; k++)
    {
      int rounds = pram_trees_rounds (n, k);
      if (k > 64 && rounds == least)
	continue;
      least = rounds;
      double t = pram_trees_dissemination (n, k, message);
      if (t < *time)
	{
	  *time = t;
	  best = k;
	}
    }
  return best;
}

/* How to combine values of all processes that all shall know then.  */
struct pram_trees_choice
{
  int radix;			/* of the dissemination; 0: up and down the
				   tree */
  double time;			/* of what is chosen */
  double tree_time;
};

/* The faster way for N processes (N >= 1); PARENT gets the broadcast tree.
   The other arguments are scratch, as for pram_trees_broadcast.  */
static inline struct pram_trees_choice
pram_trees_choose (int n, const struct pram_trees_message *down, int *parent,
		   double *informed, int *heap, double *arrival)
{
  struct pram_trees_message up = { down->o_r, down->o_s, down->L, down->g };
  double time = pram_trees_broadcast (n, &up, parent, informed, heap, arrival);
  time += pram_trees_broadcast (n, down, parent, informed, heap, arrival);
  struct pram_trees_choice choice = { 0, time, time };
  int radix = pram_trees_best_radix (n, down, &time);
  if (time < choice.tree_time)
    {
      choice.radix = radix;
      choice.time = time;
    }
  return choice;
}

#endif
