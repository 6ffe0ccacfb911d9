/* bcast.c: the greedy broadcast tree.

   SPDX-License-Identifier: GPL-3.0-or-later

   Iterative, section 4: broadcasting greedily, every processor sending as fast
   as possible as soon as it has the item, is optimal; where the root is known
   the tree is static.  A process informed at time t informs others at
   t + (2o + L) + k * max (o, g), k = 0, 1, …  The next process to be informed
   is always the one that can be informed first: a heap holds, for every
   informed process, when its next message would have been received.

   Example: P = 8, L = 6, o = 2, g = 4 takes 24.  */

#include "bcast.h"

#include <math.h>

/* Heap of informed processes, the one whose next message arrives first on
   top; among equals the one informed first, so that the tree is unique.  */
struct heap
{
  int n;
  int *process;
  double *arrival;		/* by process: of its next message */
};

static bool
before_p (const struct heap *heap, int a, int b)
{
  if (heap->arrival[a] != heap->arrival[b])
    return heap->arrival[a] < heap->arrival[b];
  return a < b;
}

static void
exchange (struct heap *heap, int i, int j)
{
  int process = heap->process[i];
  heap->process[i] = heap->process[j];
  heap->process[j] = process;
}

static void
push (struct heap *heap, int process)
{
  int i = heap->n++;
  heap->process[i] = process;
  for (; i > 0 && before_p (heap, heap->process[i],
			    heap->process[(i - 1) / 2]); i = (i - 1) / 2)
    exchange (heap, i, (i - 1) / 2);
}

/* The top's arrival has grown: restore the order.  */
static void
sink (struct heap *heap)
{
  for (int i = 0, child; (child = 2 * i + 1) < heap->n; i = child)
    {
      if (child + 1 < heap->n
	  && before_p (heap, heap->process[child + 1], heap->process[child]))
	child++;
      if (!before_p (heap, heap->process[child], heap->process[i]))
	break;
      exchange (heap, i, child);
    }
}

struct pram_bcast
pram_bcast_build (struct pram_arena *arena, int n, int64_t bytes,
		  const struct pram_logp *logp)
{
  struct pram_bcast tree = { n, PRAM_ARENA_NEW (arena, int, n),
			     PRAM_ARENA_NEW (arena, double, n), 0 };
  struct heap heap = { 0, PRAM_ARENA_NEW (arena, int, n),
		       PRAM_ARENA_NEW (arena, double, n) };
  enum pram_pair pair = pram_logp_farthest (logp, n);
  double message = pram_logp_transfer (logp, pair, bytes);
  double gap = fmax (pram_logp_o_send (logp, pair, bytes),
		     pram_logp_gap (logp, pair, bytes));

  tree.parent[0] = -1;
  heap.arrival[0] = message;
  push (&heap, 0);
  for (int v = 1; v < n; v++)
    {
      int sender = heap.process[0];
      tree.parent[v] = sender;
      tree.informed[v] = tree.time = heap.arrival[sender];
      heap.arrival[sender] += gap;
      sink (&heap);
      heap.arrival[v] = tree.informed[v] + message;
      push (&heap, v);
    }
  return tree;
}
