/* duplicate.c: a schedule that grows by copies of tasks.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "duplicate.h"
#include "base/alloc.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ARRAY with room for N elements of SIZE and more; *ROOM is what it has.  */
static void *
grow (void *array, int32_t n, int32_t *room, size_t size)
{
  if (n <= *room)
    return array;
  *room = n + n / 2 + 64;
  array = realloc (array, (size_t) *room * size);
  if (!array)
    abort ();
  return array;
}

static int64_t
n_preds (const struct pram_taskgraph *graph, int32_t v)
{
  return graph->pred_start[v + 1] - graph->pred_start[v];
}

void
pram_duplicate_begin (struct pram_duplicate *d,
		      const struct pram_taskgraph *graph, int32_t procs,
		      const struct pram_logp *machine)
{
  int32_t n = graph->n_tasks;
  int64_t most_preds = 0;
  procs = procs < 1 ? 1 : procs;
  *d = (struct pram_duplicate)
    { .graph = graph, .machine = machine, .procs = procs,
      .first_copy = pram_zeroed (n, sizeof (int32_t)),
      .first_known = pram_zeroed (n, sizeof (int32_t)),
      .next_recv = pram_zeroed (procs, sizeof (double)),
      .seen = pram_zeroed (n, sizeof (int32_t)) };
  tournament_begin (&d->idle, procs);
  for (int32_t p = 0; p < procs; p++)
    tournament_set (&d->idle, p, 0);
  for (int32_t v = 0; v < n; v++)
    {
      d->first_copy[v] = d->first_known[v] = -1;
      most_preds = n_preds (graph, v) > most_preds ? n_preds (graph, v)
						   : most_preds;
    }
  d->arrival = pram_zeroed (most_preds, sizeof *d->arrival);
}

int32_t
pram_duplicate_known (const struct pram_duplicate *d, int32_t v, int32_t p)
{
  for (int32_t k = d->first_known[v]; k >= 0; k = d->known[k].next)
    if (d->known[k].process == p)
      return d->known[k].copy;
  return -1;
}

static void
learn (struct pram_duplicate *d, int32_t v, int32_t p, int32_t copy)
{
  d->known = grow (d->known, d->n_known + 1, &d->known_room,
		   sizeof *d->known);
  d->known[d->n_known] = (struct pram_knows) { p, copy, d->first_known[v] };
  d->first_known[v] = d->n_known++;
}

/* The message with the value of U, of BYTES, that arrives on P first.  */
static struct pram_arrival
first_arrival (const struct pram_duplicate *d, int32_t u, int32_t p,
	       int32_t bytes)
{
  struct pram_arrival best = { .at = INFINITY };
  for (int32_t c = d->first_copy[u]; c >= 0; c = d->copy[c].next)
    {
      enum pram_pair pair = pram_logp_pair (d->machine, d->copy[c].process, p);
      double at = d->copy[c].sent_until
		  + pram_logp_o_send (d->machine, pair, bytes)
		  + pram_logp_latency (d->machine, pair, bytes);
      if (at < best.at)
	best = (struct pram_arrival)
	  { at, pram_logp_o_recv (d->machine, pair, bytes),
	    pram_logp_gap (d->machine, pair, bytes), u, c, bytes };
    }
  return best;
}

static int
by_arrival (const void *a, const void *b)
{
  const struct pram_arrival *x = a, *y = b;
  if (x->at != y->at)
    return x->at < y->at ? -1 : 1;
  return x->task < y->task ? -1 : x->task > y->task;
}

/* What V needs on P and this trial has not brought there, by arrival, into
   d->arrival.  */
static void
find_arrivals (struct pram_duplicate *d, int32_t v, int32_t p)
{
  const struct pram_taskgraph *graph = d->graph;
  d->n_arrivals = 0;
  for (int64_t k = graph->pred_start[v]; k < graph->pred_start[v + 1]; k++)
    {
      int32_t u = graph->pred[k];
      if (d->seen[u] == d->n_trials || pram_duplicate_known (d, u, p) >= 0)
	continue;
      d->seen[u] = d->n_trials;
      d->arrival[d->n_arrivals++]
	= first_arrival (d, u, p, pram_taskgraph_bytes (graph,
							graph->pred_edge[k]));
    }
  if (d->n_arrivals > 1)
    qsort (d->arrival, (size_t) d->n_arrivals, sizeof *d->arrival, by_arrival);
}

/* The value of a copy goes to process P as A says.  */
static void
send_value (struct pram_duplicate *d, int32_t p, const struct pram_arrival *a)
{
  struct pram_copy *copy = &d->copy[a->copy];
  enum pram_pair pair = pram_logp_pair (d->machine, copy->process, p);
  double o = pram_logp_o_send (d->machine, pair, a->bytes);
  copy->sent_until += fmax (o, a->gap);
  tournament_set (&d->idle, copy->process,
		  tournament_moment (&d->idle, copy->process) + o);
  learn (d, a->task, p, a->copy);
}

/* V ends on P at FINISH, and P knows its operands.  */
static void
add_copy (struct pram_duplicate *d, int32_t v, int32_t p, double finish)
{
  const struct pram_taskgraph *graph = d->graph;
  d->copy = grow (d->copy, d->n_copies + 1, &d->copy_room, sizeof *d->copy);
  d->copy[d->n_copies] = (struct pram_copy)
    { v, p, d->first_copy[v], finish, finish, d->n_operands };
  d->first_copy[v] = d->n_copies;
  learn (d, v, p, d->n_copies++);
  if (d->n_operands + n_preds (graph, v) > d->operand_room)
    {
      d->operand_room = 2 * (d->n_operands + n_preds (graph, v)) + 64;
      d->operand = realloc (d->operand, (size_t) d->operand_room
					* sizeof *d->operand);
      if (!d->operand)
	abort ();
    }
  for (int64_t k = graph->pred_start[v]; k < graph->pred_start[v + 1]; k++)
    d->operand[d->n_operands++]
      = pram_duplicate_known (d, graph->pred[k], p);
}

/* Try the N tasks in TASK on P, or PUT them there.  */
static double
run (struct pram_duplicate *d, int32_t n, const int32_t *task, int32_t p,
     bool put)
{
  double free = tournament_moment (&d->idle, p), next_recv = d->next_recv[p];
  d->n_trials++;
  for (int32_t k = 0; k < n; k++)
    {
      find_arrivals (d, task[k], p);
      for (int32_t i = 0; i < d->n_arrivals; i++)
	{
	  const struct pram_arrival *a = &d->arrival[i];
	  double start = fmax (fmax (free, next_recv), a->at);
	  free = start + a->o_recv;
	  next_recv = start + a->gap;
	  if (put)
	    send_value (d, p, a);
	}
      free += d->graph->task_cost[task[k]];
      d->seen[task[k]] = d->n_trials;
      if (put)
	add_copy (d, task[k], p, free);
    }
  if (put)
    {
      tournament_set (&d->idle, p, free);
      d->next_recv[p] = next_recv;
    }
  return free;
}

double
pram_duplicate_try (struct pram_duplicate *d, int32_t n, const int32_t *task,
		    int32_t p)
{
  return run (d, n, task, p, false);
}

void
pram_duplicate_put (struct pram_duplicate *d, int32_t n, const int32_t *task,
		    int32_t p)
{
  run (d, n, task, p, true);
}

/* --- The clustering ------------------------------------------------------- */

/* What the graph of copies is made from.  */
struct numbering
{
  int32_t n;
  int32_t *number;		/* by copy, -1: it is left out */
  int32_t *copy;		/* by number */
  int32_t *copy_of;		/* by number: the task */
  int64_t *operand_start;	/* by number */
  int32_t *operand;		/* numbers */
};

/* Mark the copies that are needed: of tasks that none reads, the first that
   was put, and what the marked ones read.  They were put after that.  */
static void
mark_needed (const struct pram_duplicate *d, int32_t *number)
{
  for (int32_t c = d->n_copies - 1; c >= 0; c--)
    {
      int32_t v = d->copy[c].task;
      bool last = d->graph->succ_start[v] == d->graph->succ_start[v + 1];
      if (number[c] < 0 && !(last && d->copy[c].next < 0))
	continue;
      number[c] = 0;
      for (int64_t k = 0; k < n_preds (d->graph, v); k++)
	number[d->operand[d->copy[c].operands + k]] = 0;
    }
}

static struct numbering
number_copies (const struct pram_duplicate *d)
{
  struct numbering m
    = { 0, pram_zeroed (d->n_copies, sizeof (int32_t)),
	pram_zeroed (d->n_copies, sizeof (int32_t)),
	pram_zeroed (d->n_copies, sizeof (int32_t)),
	pram_zeroed (d->n_copies, sizeof (int64_t)),
	pram_zeroed (d->n_operands, sizeof (int32_t)) };
  int64_t n_operands = 0;
  memset (m.number, -1, (size_t) d->n_copies * sizeof *m.number);
  mark_needed (d, m.number);
  for (int32_t v = 0; v < d->graph->n_tasks; v++)
    for (int32_t c = d->first_copy[v]; c >= 0; c = d->copy[c].next)
      if (m.number[c] >= 0)
	{
	  m.number[c] = m.n;
	  m.copy[m.n] = c;
	  m.copy_of[m.n] = v;
	  m.operand_start[m.n++] = n_operands;
	  for (int64_t k = 0; k < n_preds (d->graph, v); k++)
	    m.operand[n_operands++]
	      = m.number[d->operand[d->copy[c].operands + k]];
	}
  return m;
}

struct pram_clustering *
pram_duplicate_end (struct pram_duplicate *d, const char *strategy,
		    struct pram_arena *arena)
{
  struct numbering m = number_copies (d);
  const struct pram_taskgraph *graph = d->graph;
  if (m.n > graph->n_tasks)
    graph = pram_taskgraph_of_copies (graph, m.n, m.copy_of, m.operand_start,
				      m.operand, arena);
  struct pram_clustering *clustering
    = pram_sched_new (graph, strategy, d->procs, arena);
  int32_t n = 0;
  for (int32_t k = 0; k < m.n; k++)
    clustering->process[k] = d->copy[m.copy[k]].process;
  for (int32_t c = 0; c < d->n_copies; c++)
    if (m.number[c] >= 0)
      m.copy[n++] = m.number[c];	/* from here on the sequence */
  pram_clustering_order (clustering, arena, m.copy);
  free (m.number);
  free (m.copy);
  free (m.copy_of);
  free (m.operand_start);
  free (m.operand);
  free (d->copy);
  free (d->known);
  free (d->first_copy);
  free (d->first_known);
  free (d->operand);
  tournament_end (&d->idle);
  free (d->next_recv);
  free (d->seen);
  free (d->arrival);
  return clustering;
}
