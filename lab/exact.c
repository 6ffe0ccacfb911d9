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
   (2) all processes together have done what is left, after what they have and
       not before the last start, and the lightest of the heaviest paths that
       follow on what is left; likewise of the part of it that more follows on.

   The estimate of a task only depends on what is before it in the edges and
   the orders, so the tasks of every clustering can be put down by ascending
   estimates: others come from elsewhere in the search.

   Clusterings take the same time

   (a) that are one, tasks that start together being put down in another order;
   (b) of which one has the processes of a node in another order;
   (c) of which one has two tasks, one right after the other on a process, in
       another order, if both have no successors and all they need is there;
   (d) of which one has equal tasks exchanged: with the same cost,
       predecessors, successors and bytes.  Where nothing else decides, messages
       leave and land in the order of numbers, so only if that plays no part:
       overheads and gaps are 0, or nothing is sent to these tasks, all messages
       are alike, and there is one node.

   Of these the search finds the one whose sequence of pairs (process, rank of
   the task) is least, compared from its beginning on, and prunes others as soon
   as a step shows that they aren't.  (Where senders stall for one process from
   the same moment on their numbers decide, too; (b) doesn't look at that.)

   Limits: MOST_TASKS tasks, MOST_STEPS steps of the search.  Requires that a
   longer message costs no less than a shorter one.  */

#include "strategies.h"
#include "predict/timing.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_TASKS = 24, MOST_STEPS = 1000000 };

struct search
{
  const struct pram_taskgraph *graph;
  const struct pram_logp *machine;
  struct pram_clustering *trial;	/* what is timed */
  double *level;		/* by task: heaviest path from it */
  double tail[MOST_TASKS];	/* by task: the same without it */
  int32_t by_tail[MOST_TASKS];	/* tasks, the longest first */
  int32_t rank[MOST_TASKS];	/* by task: 0 has the highest level */
  uint32_t preds[MOST_TASKS];	/* by task, tasks as bits */
  uint32_t before[MOST_TASKS];	/* equal tasks of lower rank */
  uint32_t joined;		/* tasks that have edges */
  double grain;			/* all ends are multiples of it, or 0 */
  int32_t procs, n_steps;
  int n_put;
  int32_t sequence[MOST_TASKS], process[MOST_TASKS];
  double start[MOST_TASKS], finish[MOST_TASKS];	/* from below */
  uint32_t present[MOST_TASKS];	/* by process, tasks as bits: values there */
  int32_t first[MOST_TASKS];	/* by process: its first task */
  int32_t last[MOST_TASKS];	/* by process: its last task, -1: none */
  bool quiet[MOST_TASKS];	/* by process: (c) holds of that task */
  double idle[MOST_TASKS];	/* by process, from below */
  uint32_t put;			/* tasks as bits */
  double best, bound;		/* s; nothing can beat the latter */
  double enough;		/* s; what ends before is better than BEST */
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

/* Sums in another order may differ by rounding.  */
static void
set_best (struct search *search, double makespan)
{
  search->best = makespan;
  search->enough = search->grain > 0 ? makespan - search->grain / 2
		   : makespan * (1 - 1e-12);
}

static void
keep_if_better (struct search *search)
{
  int32_t n = search->graph->n_tasks;
  set_trial (search->trial, n, search->sequence, search->process);
  double makespan = pram_schedule_makespan (search->trial, search->machine);
  if (makespan >= search->best)
    return;
  set_best (search, makespan);
  memcpy (search->best_sequence, search->sequence,
	  (size_t) n * sizeof *search->sequence);
  memcpy (search->best_process, search->process,
	  (size_t) n * sizeof *search->process);
}

static bool
ready_p (const struct search *search, int32_t v)
{
  uint32_t earlier = search->preds[v] | search->before[v];
  return !(search->put >> v & 1) && !(earlier & ~search->put);
}

/* Is an empty process of P's node before P?  */
static bool
same_as_before_p (const struct search *search, int32_t p)
{
  if (search->last[p] >= 0)
    return false;
  for (int32_t q = 0; q < p; q++)
    if (search->last[q] < 0
	&& pram_logp_pair (search->machine, q, p) == PRAM_SAME_NODE)
      return true;
  return false;
}

/* Does all that V needs stand on P, and has it no successors?  */
static bool
quiet_p (const struct search *search, int32_t v, int32_t p)
{
  const struct pram_taskgraph *graph = search->graph;
  return graph->succ_start[v] == graph->succ_start[v + 1]
	 && !(search->preds[v] & ~search->present[p]);
}

/* Is there a clustering that takes the same time as all with V on P next, from
   START on, and whose sequence is less?  */
static bool
redundant_p (const struct search *search, int32_t v, int32_t p, double start)
{
  const int32_t *rank = search->rank;
  int32_t last = search->last[p];
  if (last >= 0 && rank[v] < rank[last] && search->quiet[p]
      && quiet_p (search, v, p))
    return true;		/* (c) */
  if (search->n_put == 0)
    return false;
  int32_t u = search->sequence[search->n_put - 1], q = search->process[u];
  if (start > search->start[u] || (search->preds[v] >> u & 1))
    return false;
  bool both_new = last < 0 && search->first[q] == u
		  && pram_logp_pair (search->machine, p, q) == PRAM_SAME_NODE;
  return p < q || (both_new && rank[v] < rank[u]);	/* (a), (b) */
}

/* Is there time for what is left if no task starts before NOW and all is to
   end early enough?  */
static bool
room_p (const struct search *search, double now)
{
  double demand = 0;
  for (int32_t k = 0; k < search->graph->n_tasks; k++)
    {
      int32_t v = search->by_tail[k];
      if (search->put >> v & 1)
	continue;
      double end = search->enough - search->tail[v], supply = 0;
      for (int32_t p = 0; p < search->procs; p++)
	supply += fmax (0, end - fmax (search->idle[p], now));
      demand += search->graph->task_cost[v];
      if (demand > supply)
	return false;
    }
  return true;
}

static void step (struct search *);

static void
put (struct search *search, int32_t v, int32_t p, double start,
     uint32_t present)
{
  double idle = search->idle[p];
  uint32_t was_present = search->present[p];
  int32_t last = search->last[p];
  bool quiet = search->quiet[p];

  search->quiet[p] = quiet_p (search, v, p);
  search->sequence[search->n_put++] = search->last[p] = v;
  if (last < 0)
    search->first[p] = v;
  search->put |= UINT32_C (1) << v;
  search->process[v] = p;
  search->start[v] = start;
  search->finish[v] = search->idle[p] = start + search->graph->task_cost[v];
  search->present[p] = present;
  step (search);
  search->present[p] = was_present;
  search->idle[p] = idle;
  search->put &= ~(UINT32_C (1) << v);
  search->n_put--;
  search->last[p] = last;
  search->quiet[p] = quiet;
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
   none if some task starts too late everywhere, or can be put nowhere, which
   only one with edges could change, put there before it.  */
static int
find_moves (const struct search *search, double now, struct move *move)
{
  bool changes = search->joined & ~search->put;
  int n_moves = 0;
  for (int32_t v = 0; v < search->graph->n_tasks; v++)
    {
      double first = INFINITY;
      int n_before = n_moves;
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
	    n_moves += m->start >= now
		       && m->start + m->level < search->enough
		       && !redundant_p (search, v, p, m->start);
	  }
      if (first + search->level[v] >= search->enough
	  || (n_moves == n_before && !changes))
	return 0;
    }
  return n_moves;
}

/* Put each ready task onto each process where it starts no earlier than the
   last one.  */
static void
step (struct search *search)
{
  int32_t n = search->graph->n_tasks;
  double now = search->n_put == 0 ? 0
	       : search->start[search->sequence[search->n_put - 1]];
  if (search->n_steps > MOST_STEPS || search->bound >= search->enough)
    return;
  search->n_steps++;
  if (search->n_put == n)
    {
      keep_if_better (search);
      return;
    }
  if (!room_p (search, now))
    return;
  struct move move[MOST_TASKS * MOST_TASKS];
  int n_moves = find_moves (search, now, move);
  qsort (move, (size_t) n_moves, sizeof *move, by_start);
  for (int k = 0; k < n_moves; k++)
    if (move[k].start + move[k].level < search->enough)
      put (search, move[k].task, move[k].process, move[k].start,
	   move[k].present);
}

/* --- What is known before ------------------------------------------------- */

/* What the search may take for granted of messages.  */
struct messages
{
  bool free;			/* overheads and gaps are 0 */
  bool whole;			/* their costs are whole numbers */
  bool alike;			/* all take the same, wherever they go */
};

static struct messages
look_at_messages (const struct pram_taskgraph *graph,
		  const struct pram_logp *machine)
{
  struct messages messages = { true, true, machine->node == 0 };
  int n_pairs = machine->node == 0 ? 1 : PRAM_N_PAIRS;
  for (int64_t e = 0; e < graph->n_edges; e++)
    for (int pair = 0; pair < n_pairs; pair++)
      {
	int32_t bytes = pram_taskgraph_bytes (graph, e);
	double o_send = pram_logp_o_send (machine, pair, bytes);
	double o_recv = pram_logp_o_recv (machine, pair, bytes);
	double gap = pram_logp_gap (machine, pair, bytes);
	double latency = pram_logp_latency (machine, pair, bytes);
	messages.free &= o_send + o_recv + gap == 0;
	messages.whole &= floor (o_send) == o_send && floor (o_recv) == o_recv
			  && floor (gap) == gap && floor (latency) == latency;
	messages.alike &= bytes == pram_taskgraph_bytes (graph, 0);
      }
  return messages;
}

/* Have the rows FROM and TO the same tasks and bytes?  EDGE: where they have
   their bytes, null if at their own places.  */
static bool
same_row_p (const struct pram_taskgraph *graph, const int64_t *start,
	    const int32_t *task, const int64_t *edge, int32_t v, int32_t w)
{
  int64_t a = start[v], b = start[w], n = start[v + 1] - a;
  if (start[w + 1] - b != n)
    return false;
  for (int64_t k = 0; k < n; k++)
    if (task[a + k] != task[b + k]
	|| pram_taskgraph_bytes (graph, edge ? edge[a + k] : a + k)
	   != pram_taskgraph_bytes (graph, edge ? edge[b + k] : b + k))
      return false;
  return true;
}

/* May V and W be exchanged (d)?  */
static bool
equal_p (const struct pram_taskgraph *graph, int32_t v, int32_t w,
	 const struct messages *messages)
{
  bool source = graph->pred_start[v] == graph->pred_start[v + 1];
  return (messages->free || (source && messages->alike))
	 && graph->task_cost[v] == graph->task_cost[w]
	 && same_row_p (graph, graph->succ_start, graph->succ, NULL, v, w)
	 && same_row_p (graph, graph->pred_start, graph->pred,
			graph->pred_edge, v, w);
}

/* Compare tasks by tails, the longest first.  */
static int
by_tail (const void *a, const void *b, void *data)
{
  const double *tail = data;
  double x = tail[*(const int32_t *) a], y = tail[*(const int32_t *) b];
  return (x < y) - (x > y);
}

static void
look_at_tasks (struct search *search, const struct messages *messages)
{
  const struct pram_taskgraph *graph = search->graph;
  int32_t n = graph->n_tasks, by_level[MOST_TASKS];
  bool whole = messages->whole;
  for (int32_t v = 0; v < n; v++)
    {
      double cost = graph->task_cost[v];
      search->tail[v] = search->level[v] - cost;
      search->by_tail[v] = by_level[v] = v;
      whole &= floor (cost) == cost;
      for (int64_t k = graph->pred_start[v]; k < graph->pred_start[v + 1]; k++)
	search->preds[v] |= UINT32_C (1) << graph->pred[k];
      if (search->preds[v] || graph->succ_start[v] < graph->succ_start[v + 1])
	search->joined |= UINT32_C (1) << v;
    }
  search->grain = whole ? 1 : 0;
  qsort_r (search->by_tail, (size_t) n, sizeof *by_level, by_tail,
	   search->tail);
  qsort_r (by_level, (size_t) n, sizeof *by_level, pram_sched_by_level,
	   search->level);
  for (int32_t k = 0; k < n; k++)
    {
      search->rank[by_level[k]] = k;
      for (int32_t i = 0; i < k; i++)
	if (equal_p (graph, by_level[i], by_level[k], messages))
	  search->before[by_level[k]] |= UINT32_C (1) << by_level[i];
    }
}

/* Take what list scheduling finds as the one to beat.  */
static void
start_from (struct search *search, const struct pram_clustering *clustering)
{
  double makespan = pram_schedule_makespan (clustering, search->machine);
  if (makespan >= search->best)
    return;
  set_best (search, makespan);
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
			   .procs = procs };
  struct messages messages = look_at_messages (graph, machine);
  search.level = pram_sched_bottom_levels (graph, NULL);
  look_at_tasks (&search, &messages);
  for (int32_t p = 0; p < procs; p++)
    search.last[p] = -1;
  pram_clustering_sort (clustering, arena, NULL);
  start_from (&search, pram_sched_serial (graph, procs, machine, arena, diag));
  start_from (&search, pram_sched_heft (graph, procs, machine, arena, diag));
  search.bound = fmax (pram_taskgraph_depth (graph, NULL, NULL),
		       pram_taskgraph_work (graph) / clustering->n_procs);
  step (&search);
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
