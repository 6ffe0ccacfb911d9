/* tree.c: the greedy broadcast tree of the LogP model.

   SPDX-License-Identifier: Apache-2.0

   Iterative, section 4: every process that knows the value sends it on to
   processes that don't, as soon and as often as the model allows, until all
   know it.  A process informed at time t hands messages over at t, t + g,
   t + 2 g, …; each informs its receiver L + 2 o later.  Processes are numbered
   in the order in which they are informed; of several that could send next,
   the one whose message arrives first does.

   Example: P = 8, L = 6, o = 2, g = 4 takes 24; process 0 has 4 children,
   1 has 2 and 2 has 1.  */

#include "prt.h"

/* A process and when its next message would arrive.  */
struct sender { double arrival; int rank; };

static bool
before_p (struct sender a, struct sender b)
{
  return a.arrival < b.arrival || (a.arrival == b.arrival && a.rank < b.rank);
}

/* Restore the heap of N senders below its root.  */

static void
sift_down (struct sender *heap, int n)
{
  for (int i = 0, child; (child = 2 * i + 1) < n; i = child)
    {
      if (child + 1 < n && before_p (heap[child + 1], heap[child]))
	child++;
      if (!before_p (heap[child], heap[i]))
	break;
      struct sender t = heap[i];
      heap[i] = heap[child];
      heap[child] = t;
    }
}

static void
insert (struct sender *heap, int n, struct sender s)
{
  int i = n;
  for (; i > 0 && before_p (s, heap[(i - 1) / 2]); i = (i - 1) / 2)
    heap[i] = heap[(i - 1) / 2];
  heap[i] = s;
}

/* Store the parent of each process but 0 in PARENT.  */

static void
greedy_parents (int procs, double latency, double overhead, double gap,
		int *parent)
{
  struct sender *heap = prt_alloc (procs, sizeof *heap);
  double travel = latency + 2 * overhead;
  if (gap < overhead)
    gap = overhead;
  heap[0] = (struct sender) { travel, 0 };
  for (int r = 1; r < procs; r++)
    {
      struct sender first = heap[0];
      parent[r] = first.rank;
      heap[0].arrival += gap;
      sift_down (heap, r);
      insert (heap, r, (struct sender) { first.arrival + travel, r });
    }
  free (heap);
}

/* Set up this process's place in the tree.  The parameters, in microseconds,
   come from PRAM_LOGP="L o g"; all processes must see the same.  */

void
prt_tree_init (void)
{
  double logp[3] = { 0.05, 0.1, 0.1 };
  double given[3];
  const char *text = getenv ("PRAM_LOGP");
  int *parent = prt_alloc (prt.procs, sizeof *parent);
  if (text && sscanf (text, "%lf %lf %lf", &given[0], &given[1], &given[2])
	      == 3 && given[0] >= 0 && given[1] >= 0 && given[2] >= 0)
    memcpy (logp, given, sizeof logp);
  if (prt.mpi)
    MPI_Bcast (logp, 3, MPI_DOUBLE, 0, prt.comm);
  greedy_parents (prt.procs, logp[0], logp[1], logp[2], parent);
  prt.parent = prt.rank ? parent[prt.rank] : -1;
  prt.children = prt_alloc (prt.procs, sizeof *prt.children);
  for (int r = 1; r < prt.procs; r++)
    if (parent[r] == prt.rank)
      prt.children[prt.n_children++] = r;
  free (parent);
}
