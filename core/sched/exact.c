/* exact.c: the best clustering of a small graph, each task computed once.

   SPDX-License-Identifier: GPL-3.0-or-later

   Branch and bound over all clusterings on up to PROCS processes.  Tasks are
   put one by one at the end of some process; a complete clustering is timed by
   pram_schedule_makespan and kept if it beats the best one so far.

   What is pruned: in a partial clustering the earliest start of a task is
   estimated from below by what it certainly waits for: the task before it on
   its process, the receives between the two, and each of its operands, sent
   when its task ends.  Gaps, capacities and the time that senders lose are left
   out.  A clustering cannot end before

   (1) some ready task's start, wherever it starts first, and the heaviest path
       from it, without messages;
   (2) all processes together have done, after what they have, what is left.

   The estimate of a task only depends on what is before it in the edges and
   the orders, so the tasks of every clustering can be put down by ascending
   estimates: others come from elsewhere in the search.  Of processes that are
   empty and on one node only the first is tried.

   Limits: MOST_TASKS tasks, MOST_STEPS steps of the search.  Requires that a
   longer message costs no less than a shorter one.  */

#include "sched.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_TASKS = 24, MOST_STEPS = 300000 };

struct search
{
  const struct pram_taskgraph *graph;
  const struct pram_logp *machine;
  struct pram_clustering *trial;	/* what is timed */
  double *level;		/* by task: heaviest path from it */
  int32_t procs, n_steps;
  int n_put;
  int32_t sequence[MOST_TASKS], process[MOST_TASKS];
  double finish[MOST_TASKS];	/* from below */
  uint32_t present[MOST_TASKS];	/* by process, tasks as bits: values there */
  double idle[MOST_TASKS];	/* by process, from below */
  double left;			/* cost of the tasks that are not put */
  uint32_t put;			/* tasks as bits */
  double best, bound;		/* s; nothing can beat the latter */
  int32_t best_sequence[MOST_TASKS], best_process[MOST_TASKS];
};

/* A lower bound for the start of V on P; adds what V makes present there to
   PRESENT.  */
static double
earliest_start (const struct search *search, int32_t v, int32_t p,
		uint32_t *present)
{
  const struct pram_taskgraph *graph = search->graph;
  const struct pram_logp *machine = search->machine;
  double busy = search->idle[p], latest = 0;
  *present = search->present[p] | UINT32_C (1) << v;
  for (int64_t k = graph->pred_start[v]; k < graph->pred_start[v + 1]; k++)
    {
      int32_t u = graph->pred[k], q = search->process[u];
      double at = search->finish[u];
      if (!(search->present[p] >> u & 1))
	{
	  enum pram_pair pair = pram_logp_pair (machine, q, p);
	  int32_t bytes = pram_taskgraph_bytes (graph, graph->pred_edge[k]);
	  busy += pram_logp_o_recv (machine, pair, bytes);
	  at += pram_logp_transfer (machine, pair, bytes);
	  *present |= UINT32_C (1) << u;
	}
      latest = fmax (latest, at);
    }
  return fmax (busy, latest);
}

/* Set the clustering that is timed from a complete sequence.  */
static void
set_trial (struct pram_clustering *trial, int32_t n, const int32_t *sequence,
	   const int32_t *process)
{
  int32_t count = 0;
  memcpy (trial->process, process, (size_t) n * sizeof *process);
  for (int32_t p = 0; p < trial->n_procs; p++)
    {
      trial->order_start[p] = count;
      for (int32_t k = 0; k < n; k++)
	if (process[sequence[k]] == p)
	  trial->order[count++] = sequence[k];
    }
  trial->order_start[trial->n_procs] = count;
}

static void
keep_if_better (struct search *search)
{
  int32_t n = search->graph->n_tasks;
  set_trial (search->trial, n, search->sequence, search->process);
  double makespan = pram_schedule_makespan (search->trial, search->machine);
  if (makespan >= search->best)
    return;
  search->best = makespan;
  memcpy (search->best_sequence, search->sequence,
	  (size_t) n * sizeof *search->sequence);
  memcpy (search->best_process, search->process,
	  (size_t) n * sizeof *search->process);
}

static bool
ready_p (const struct search *search, int32_t v)
{
  const struct pram_taskgraph *graph = search->graph;
  if (search->put >> v & 1)
    return false;
  for (int64_t k = graph->pred_start[v]; k < graph->pred_start[v + 1]; k++)
    if (!(search->put >> graph->pred[k] & 1))
      return false;
  return true;
}

/* Is an empty process of P's node before P?  */
static bool
same_as_before_p (const struct search *search, int32_t p)
{
  if (search->present[p])
    return false;
  for (int32_t q = 0; q < p; q++)
    if (!search->present[q]
	&& pram_logp_pair (search->machine, q, p) == PRAM_SAME_NODE)
      return true;
  return false;
}

/* Can putting a task with LEVEL on P, from START on, lead to something
   better?  */
static bool
promising_p (const struct search *search, double level, int32_t p,
	     double start)
{
  double sum = search->left + start - search->idle[p];
  for (int32_t q = 0; q < search->procs; q++)
    sum += search->idle[q];
  return start + level < search->best && sum / search->procs < search->best;
}

static void step (struct search *, double now);

static void
put (struct search *search, int32_t v, int32_t p, double start,
     uint32_t present)
{
  double cost = search->graph->task_cost[v];
  double idle = search->idle[p], left = search->left;
  uint32_t was_present = search->present[p];

  search->sequence[search->n_put++] = v;
  search->put |= UINT32_C (1) << v;
  search->process[v] = p;
  search->finish[v] = search->idle[p] = start + cost;
  search->present[p] = present;
  search->left -= cost;
  step (search, start);
  search->left = left;
  search->present[p] = was_present;
  search->idle[p] = idle;
  search->put &= ~(UINT32_C (1) << v);
  search->n_put--;
}

/* A way to go on.  */
struct move
{
  double start, level;
  int32_t task, process;
  uint32_t present;
};

static int
by_start (const void *a, const void *b)
{
  const struct move *x = a, *y = b;
  if (x->start != y->start)
    return x->start < y->start ? -1 : 1;
  if (x->level != y->level)
    return x->level > y->level ? -1 : 1;
  return x->task != y->task ? x->task - y->task : x->process - y->process;
}

/* All ways to go on into MOVE, no task starting before NOW.  Returns how many;
   none if some task starts too late everywhere.  */
static int
find_moves (const struct search *search, double now, struct move *move)
{
  int n_moves = 0;
  for (int32_t v = 0; v < search->graph->n_tasks; v++)
    {
      double first = INFINITY;
      if (!ready_p (search, v))
	continue;
      for (int32_t p = 0; p < search->procs; p++)
	if (!same_as_before_p (search, p))
	  {
	    struct move *m = &move[n_moves];
	    *m = (struct move) { .level = search->level[v], .task = v,
				 .process = p };
	    m->start = earliest_start (search, v, p, &m->present);
	    first = fmin (first, m->start);
	    n_moves += m->start >= now;
	  }
      if (first + search->level[v] >= search->best)
	return 0;
    }
  return n_moves;
}

/* Put each ready task onto each process where it does not start before NOW.  */
static void
step (struct search *search, double now)
{
  int32_t n = search->graph->n_tasks;
  if (search->best <= search->bound || search->n_steps > MOST_STEPS)
    return;
  search->n_steps++;
  if (search->n_put == n)
    {
      keep_if_better (search);
      return;
    }
  struct move move[MOST_TASKS * MOST_TASKS];
  int n_moves = find_moves (search, now, move);
  qsort (move, (size_t) n_moves, sizeof *move, by_start);
  for (int k = 0; k < n_moves; k++)
    if (promising_p (search, move[k].level, move[k].process, move[k].start))
      put (search, move[k].task, move[k].process, move[k].start,
	   move[k].present);
}

/* Take what list scheduling finds as the one to beat.  */
static void
start_from (struct search *search, const struct pram_clustering *clustering)
{
  double makespan = pram_schedule_makespan (clustering, search->machine);
  if (makespan >= search->best)
    return;
  search->best = makespan;
  for (int32_t k = 0; k < clustering->graph->n_tasks; k++)
    {
      search->best_sequence[k] = clustering->order[k];
      search->best_process[k] = clustering->process[k];
    }
}

struct pram_clustering *
pram_sched_exact (const struct pram_taskgraph *graph, int32_t procs,
		  const struct pram_logp *machine, struct pram_arena *arena,
		  const struct pram_diag *diag)
{
  int32_t n = graph->n_tasks;
  if (n > MOST_TASKS)
    {
      pram_diag_report (diag, PRAM_REFUSAL, 0, "exact takes graphs of up to %d "
			"tasks", MOST_TASKS);
      return NULL;
    }
  procs = procs < n ? procs : n;	/* more are of no use */
  struct pram_clustering *clustering = pram_sched_new (graph, "exact", procs,
						       arena);
  struct search search = { .graph = graph, .machine = machine,
			   .trial = clustering, .best = INFINITY,
			   .procs = procs,
			   .left = pram_taskgraph_work (graph) };
  pram_clustering_sort (clustering, arena, NULL);
  start_from (&search, pram_sched_serial (graph, procs, machine, arena, diag));
  start_from (&search, pram_sched_heft (graph, procs, machine, arena, diag));
  search.level = pram_sched_bottom_levels (graph, NULL);
  search.bound = fmax (pram_taskgraph_depth (graph, NULL, NULL),
		       search.left / clustering->n_procs);
  step (&search, 0);
  free (search.level);
  if (search.n_steps > MOST_STEPS)
    {
      pram_diag_report (diag, PRAM_REFUSAL, 0, "exact gives up after %d steps",
			MOST_STEPS);
      return NULL;
    }
  set_trial (clustering, n, search.best_sequence, search.best_process);
  return clustering;
}
