/* msa.c: clusters with copies of ancestors, for LogP.

   SPDX-License-Identifier: GPL-3.0-or-later

   After the multi-stage scheduling approach of Boeres, Rebello and Skillicorn
   (Static scheduling using task replication for LogP and BSP models, Euro-Par
   1998; Nascimento, Boeres, Rebello: Cluster-based task scheduling for the
   LogP model, 1999): where a message costs its sender and its receiver time,
   computing an ancestor once more may cost less.

   (1) Clusters.  Task by task, C(v) is what the process that owns v computes:
       v and copies of some of its ancestors.  All values from outside C(v)
       come from the owners of their tasks and cost o_s + L, then o_r or the
       gap, in the order in which they arrive; only v leaves C(v).  Ancestors
       are copied one by one, always the one that arrives last, as far as that
       lets v end earlier.
   (2) Instances.  From the tasks that none reads backwards: a cluster is
       needed if one that is needed reads from outside what it owns.
   (3) Processes.  Needed owners, by descending weight of the heaviest path
       from them, are put onto the process where they end first: either with
       those members of their clusters that the process does not know, or
       without what has a copy elsewhere.

   What differs: the authors give a cluster one reader, so that none waits
   while others are sent, and copy clusters for that; they have as many
   processes as they like and then merge clusters.  Here owners have one
   instance; (3) knows the processes there are, and charges senders
   (duplicate.c).

   Example, a fork: 0 of cost 3 is read by 1 and 2 of cost 5, L = 6, o = 2,
   g = 4, on two processes: 0 1 and 0 2, which ends at 8 and not, as without
   copies, at 13.

   A cluster has at most MOST_MEMBERS tasks, and growing it ends after MOST_VAIN
   copies that did not help, or before a task of more than MOST_OPERANDS: who
   copies that receives all of them instead of one value.  With M members and d
   operands a task O (V M^2 d log d), then O (V P M d log d), P counting up to
   MOST_CANDIDATES; operands beyond MOST_OPERANDS count M times instead of
   M^2.  */

#include "duplicate.h"
#include "strategies.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum
{
  MOST_MEMBERS = 32, MOST_VAIN = 4, MOST_OPERANDS = 64, MOST_CANDIDATES = 16
};

/* A message from outside a cluster.  */
struct arrival
{
  double at;			/* s */
  int64_t pred;			/* what it brings: its place in graph->pred */
};

struct msa
{
  const struct pram_taskgraph *graph;
  const struct pram_logp *machine;
  enum pram_pair pair;		/* of processes that are far apart */
  double *finish;		/* by task: when its owner has it, s */
  int64_t *start;		/* n_tasks + 1 */
  int32_t *member;		/* of C(v) from start[v] on, ascending to v */
  int64_t room;
  int32_t *seen;		/* by task: the trial in which it is there */
  int32_t n_trials;
  struct arrival *arrival;	/* room for those of one task */
};

/* --- Clusters ------------------------------------------------------------- */

static int
by_arrival (const void *a, const void *b)
{
  const struct arrival *x = a, *y = b;
  if (x->at != y->at)
    return x->at < y->at ? -1 : 1;
  return x->pred < y->pred ? -1 : x->pred > y->pred;
}

/* The values that V still needs from outside, by arrival, into msa->arrival;
   returns how many.  */
static int
find_arrivals (struct msa *msa, int32_t v)
{
  const struct pram_taskgraph *graph = msa->graph;
  int n = 0;
  for (int64_t k = graph->pred_start[v]; k < graph->pred_start[v + 1]; k++)
    {
      int32_t u = graph->pred[k];
      int32_t bytes = pram_taskgraph_bytes (graph, graph->pred_edge[k]);
      double at = msa->finish[u]
		  + pram_logp_o_send (msa->machine, msa->pair, bytes)
		  + pram_logp_latency (msa->machine, msa->pair, bytes);
      if (msa->seen[u] == msa->n_trials)
	continue;
      msa->seen[u] = msa->n_trials;
      msa->arrival[n++] = (struct arrival) { at, k };
    }
  if (n > 1)
    qsort (msa->arrival, (size_t) n, sizeof *msa->arrival, by_arrival);
  return n;
}

/* When the last of the N tasks in MEMBER, which ascend, ends on a process that
   runs nothing else; *LATEST is the task whose value arrives last from
   outside, -1 if none does.  */
static double
time_cluster (struct msa *msa, int n, const int32_t *member, int32_t *latest)
{
  const struct pram_taskgraph *graph = msa->graph;
  double free = 0, next_recv = 0, last = -1;
  msa->n_trials++;
  *latest = -1;
  for (int k = 0; k < n; k++)
    msa->seen[member[k]] = msa->n_trials;
  for (int k = 0; k < n; k++)
    {
      int n_arrivals = find_arrivals (msa, member[k]);
      for (int i = 0; i < n_arrivals; i++)
	{
	  double at = msa->arrival[i].at;
	  int64_t pred = msa->arrival[i].pred;
	  int32_t bytes = pram_taskgraph_bytes (graph, graph->pred_edge[pred]);
	  double start = fmax (fmax (free, next_recv), at);
	  free = start + pram_logp_o_recv (msa->machine, msa->pair, bytes);
	  next_recv = start + pram_logp_gap (msa->machine, msa->pair, bytes);
	  if (at > last)
	    {
	      last = at;
	      *latest = graph->pred[pred];
	    }
	}
      free += graph->task_cost[member[k]];
    }
  return free;
}

/* Append the N tasks in MEMBER, the cluster of V.  */
static void
keep_cluster (struct msa *msa, int32_t v, int n, const int32_t *member)
{
  msa->start[v + 1] = msa->start[v] + n;
  if (msa->start[v + 1] > msa->room)
    {
      msa->room = 2 * msa->start[v + 1];
      msa->member = realloc (msa->member,
			     (size_t) msa->room * sizeof *msa->member);
      if (!msa->member)
	abort ();
    }
  memcpy (msa->member + msa->start[v], member, (size_t) n * sizeof *member);
}

/* May V, the task whose value arrives last, be copied?  */
static bool
copy_p (const struct msa *msa, int32_t v)
{
  const int64_t *start = msa->graph->pred_start;
  return v >= 0 && start[v + 1] - start[v] <= MOST_OPERANDS;
}

static void
find_cluster (struct msa *msa, int32_t v)
{
  int32_t member[MOST_MEMBERS] = { v }, best[MOST_MEMBERS] = { v }, latest;
  int n = 1, n_best = 1, i;
  double least = time_cluster (msa, n, member, &latest);
  while (copy_p (msa, latest) && n < MOST_MEMBERS && n < n_best + MOST_VAIN)
    {
      for (i = n++; i > 0 && member[i - 1] > latest; i--)
	member[i] = member[i - 1];
      member[i] = latest;
      double time = time_cluster (msa, n, member, &latest);
      if (time < least)
	{
	  least = time;
	  n_best = n;
	  memcpy (best, member, sizeof best);
	}
    }
  msa->finish[v] = least;
  keep_cluster (msa, v, n_best, best);
}

/* Set NEEDED of those tasks whose owners are.  */
static void
find_needed (struct msa *msa, bool *needed)
{
  const struct pram_taskgraph *graph = msa->graph;
  for (int32_t v = graph->n_tasks - 1; v >= 0; v--)
    {
      needed[v] |= graph->succ_start[v] == graph->succ_start[v + 1];
      if (!needed[v])
	continue;
      msa->n_trials++;
      for (int64_t m = msa->start[v]; m < msa->start[v + 1]; m++)
	msa->seen[msa->member[m]] = msa->n_trials;
      for (int64_t m = msa->start[v]; m < msa->start[v + 1]; m++)
	for (int64_t k = graph->pred_start[msa->member[m]];
	     k < graph->pred_start[msa->member[m] + 1]; k++)
	  needed[graph->pred[k]] |= msa->seen[graph->pred[k]] != msa->n_trials;
    }
}

/* --- Processes ------------------------------------------------------------ */

/* What is to be computed on P for V, ascending, into TASK; returns how many.
   Members that P knows are not, and without COPIES neither are those that
   have a copy somewhere.  */
static int
members_for (struct msa *msa, const struct pram_duplicate *d, int32_t v,
	     int32_t p, bool copies, int32_t *task)
{
  const struct pram_taskgraph *graph = msa->graph;
  int n = 0;
  msa->n_trials++;
  msa->seen[v] = msa->n_trials;
  for (int64_t m = msa->start[v + 1] - 1; m >= msa->start[v]; m--)
    {
      int32_t u = msa->member[m];
      if (msa->seen[u] != msa->n_trials)
	continue;
      if (u != v && (pram_duplicate_known (d, u, p) >= 0
		     || (!copies && d->first_copy[u] >= 0)))
	continue;
      task[n++] = u;
      for (int64_t k = graph->pred_start[u]; k < graph->pred_start[u + 1]; k++)
	msa->seen[graph->pred[k]] = msa->n_trials;
    }
  for (int k = 0; k < n / 2; k++)
    {
      int32_t other = task[n - 1 - k];
      task[n - 1 - k] = task[k];
      task[k] = other;
    }
  return n;
}

/* A place for an owner.  */
struct choice
{
  int32_t process;		/* -1: none yet */
  double finish;		/* s */
  int n;
  int32_t task[MOST_MEMBERS];
};

/* Take P instead of *BEST if V ends earlier there.  */
static void
compare (struct msa *msa, struct pram_duplicate *d, int32_t v, int32_t p,
	 struct choice *best)
{
  int before = 0;
  for (int copies = 0; copies < 2; copies++)
    {
      struct choice c = { .process = p };
      c.n = members_for (msa, d, v, p, copies, c.task);
      if (c.n == before)
	break;
      before = c.n;
      c.finish = pram_duplicate_try (d, c.n, c.task, p);
      if (best->process < 0 || c.finish < best->finish)
	*best = c;
    }
}

/* Append P to the N processes if it isn't among them; returns how many.  */
static int
add_process (int32_t *process, int n, int32_t p)
{
  for (int k = 0; k < n; k++)
    if (process[k] == p)
      return n;
  process[n] = p;
  return n + 1;
}

/* Where the owner of V is tried, into PROCESS; returns how many.  Everywhere,
   or if there are many processes, where its cluster's last operands are, which
   members of it may be, and where it is idle first.  */
static int
find_candidates (const struct msa *msa, const struct pram_duplicate *d,
		 int32_t v, int32_t *process)
{
  const struct pram_taskgraph *graph = msa->graph;
  int n = 0;
  if (d->procs <= MOST_CANDIDATES)
    for (; n < d->procs; n++)
      process[n] = n;
  if (n)
    return n;
  for (int64_t m = msa->start[v + 1] - 1; m >= msa->start[v]; m--)
    {
      int64_t first = graph->pred_start[msa->member[m]];
      int64_t end = graph->pred_start[msa->member[m] + 1];
      if (end - first > MOST_CANDIDATES)
	first = end - MOST_CANDIDATES;
      for (int64_t k = first; k < end && n < MOST_CANDIDATES - 1; k++)
	if (d->first_copy[graph->pred[k]] >= 0)
	  n = add_process (process, n,
			   d->copy[d->first_copy[graph->pred[k]]].process);
    }
  return add_process (process, n, tournament_first (&d->idle));
}

/* Put the owner of V where it ends first.  */
static void
place_owner (struct msa *msa, struct pram_duplicate *d, int32_t v)
{
  int32_t process[MOST_CANDIDATES];
  struct choice best = { .process = -1 };
  int n = find_candidates (msa, d, v, process);
  for (int k = 0; k < n; k++)
    compare (msa, d, v, process[k], &best);
  pram_duplicate_put (d, best.n, best.task, best.process);
}

/* Put all owners that are NEEDED onto processes.  */
static void
place_owners (struct msa *msa, struct pram_duplicate *d, const bool *needed)
{
  int32_t n = 0;
  double *level = pram_sched_bottom_levels (msa->graph, msa->machine);
  int32_t *task = malloc (((size_t) msa->graph->n_tasks + 1) * sizeof *task);
  if (!task)
    abort ();
  for (int32_t v = 0; v < msa->graph->n_tasks; v++)
    if (needed[v])
      task[n++] = v;
  qsort_r (task, (size_t) n, sizeof *task, pram_sched_by_level, level);
  for (int32_t k = 0; k < n; k++)
    place_owner (msa, d, task[k]);
  free (task);
  free (level);
}

struct pram_clustering *
pram_sched_msa (const struct pram_taskgraph *graph, int32_t procs,
		const struct pram_logp *machine, struct pram_arena *arena,
		const struct pram_diag *diag)
{
  (void) diag;
  size_t room = (size_t) graph->n_tasks + 1;
  int64_t most_preds = 1;
  struct pram_duplicate d;
  bool *needed = calloc (room, sizeof *needed);
  struct msa msa = { .graph = graph, .machine = machine,
		     .pair = pram_logp_farthest (machine, procs),
		     .finish = calloc (room, sizeof (double)),
		     .start = calloc (room, sizeof (int64_t)),
		     .seen = calloc (room, sizeof (int32_t)) };
  for (int32_t v = 0; v < graph->n_tasks; v++)
    if (graph->pred_start[v + 1] - graph->pred_start[v] > most_preds)
      most_preds = graph->pred_start[v + 1] - graph->pred_start[v];
  msa.arrival = calloc ((size_t) most_preds, sizeof *msa.arrival);
  if (!needed || !msa.finish || !msa.start || !msa.seen || !msa.arrival)
    abort ();
  for (int32_t v = 0; v < graph->n_tasks; v++)
    find_cluster (&msa, v);
  find_needed (&msa, needed);
  pram_duplicate_begin (&d, graph, procs, machine);
  place_owners (&msa, &d, needed);
  free (needed);
  free (msa.finish);
  free (msa.start);
  free (msa.member);
  free (msa.seen);
  free (msa.arrival);
  return pram_duplicate_end (&d, "msa", arena);
}
