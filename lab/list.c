/* list.c: a schedule that grows task by task.

   SPDX-License-Identifier: GPL-3.0-or-later

   Invariant: a process's tasks are placed in the order in which it runs them,
   and a task after its predecessors; so the sequence of all is an order in
   which the clustering can run.  */

#include "list.h"
#include "base/alloc.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_CANDIDATES = 16 };

void
pram_list_begin (struct pram_list *list, const struct pram_taskgraph *graph,
		 int32_t procs, const struct pram_logp *machine)
{
  int32_t n = graph->n_tasks;
  int64_t most_preds = 0;
  *list = (struct pram_list)
    { .graph = graph, .machine = machine, .procs = procs < 1 ? 1 : procs,
      .sequence = pram_zeroed (n, sizeof (int32_t)),
      .process = pram_zeroed (n, sizeof (int32_t)),
      .finish = pram_zeroed (n, sizeof (double)),
      .sent_until = pram_zeroed (n, sizeof (double)),
      .sent = pram_zeroed (n, sizeof (int32_t)),
      .next_recv = pram_zeroed (procs, sizeof (double)) };
  tournament_begin (&list->idle, list->procs);
  for (int32_t p = 0; p < list->procs; p++)
    tournament_set (&list->idle, p, 0);
  for (int32_t v = 0; v < n; v++)
    {
      int64_t preds = graph->pred_start[v + 1] - graph->pred_start[v];
      list->process[v] = list->sent[v] = -1;
      most_preds = preds > most_preds ? preds : most_preds;
    }
  list->arrival = pram_zeroed (most_preds, sizeof *list->arrival);
}

/* Is the value of U on process P?  */
static bool
present_p (const struct pram_list *list, int32_t u, int32_t p)
{
  if (list->process[u] == p)
    return true;
  for (int32_t m = list->sent[u]; m >= 0; m = list->message[m].next)
    if (list->message[m].to == p)
      return true;
  return false;
}

static int
by_arrival (const void *a, const void *b)
{
  const struct pram_list_arrival *x = a, *y = b;
  return x->at < y->at ? -1 : x->at > y->at;
}

/* When V would start on process P; *NEXT_RECV becomes when P may receive
   after that.  */
static double
start_at (struct pram_list *list, int32_t v, int32_t p, double *next_recv)
{
  const struct pram_taskgraph *graph = list->graph;
  const struct pram_logp *machine = list->machine;
  double start = tournament_moment (&list->idle, p), local = 0, next = list->next_recv[p];
  size_t n = 0;
  for (int64_t k = graph->pred_start[v]; k < graph->pred_start[v + 1]; k++)
    {
      int32_t u = graph->pred[k];
      if (present_p (list, u, p))
	{
	  local = fmax (local, list->process[u] == p ? list->finish[u] : 0);
	  continue;
	}
      enum pram_pair pair = pram_logp_pair (machine, list->process[u], p);
      int32_t bytes = pram_taskgraph_bytes (graph, graph->pred_edge[k]);
      list->arrival[n++] = (struct pram_list_arrival)
	{ list->sent_until[u] + pram_logp_o_send (machine, pair, bytes)
	  + pram_logp_latency (machine, pair, bytes),
	  pram_logp_o_recv (machine, pair, bytes),
	  pram_logp_gap (machine, pair, bytes) };
    }
  start = fmax (start, local);
  if (n > 1)
    qsort (list->arrival, n, sizeof *list->arrival, by_arrival);
  for (size_t k = 0; k < n; k++)
    {
      const struct pram_list_arrival *arrival = &list->arrival[k];
      double at = fmax (fmax (start, next), arrival->at);
      start = at + arrival->overhead;
      next = at + arrival->gap;
    }
  *next_recv = next;
  return start;
}

double
pram_list_start (struct pram_list *list, int32_t v, int32_t p)
{
  double next_recv;
  return start_at (list, v, p, &next_recv);
}

/* Take P instead of *BEST if V starts earlier there.  */
static void
compare (struct pram_list *list, int32_t v, int32_t p, int32_t *best,
	 double *start)
{
  double at = pram_list_start (list, v, p);
  if (*best < 0 || at < *start)
    {
      *best = p;
      *start = at;
    }
}

int32_t
pram_list_best (struct pram_list *list, int32_t v, double *start)
{
  const struct pram_taskgraph *graph = list->graph;
  int64_t first = graph->pred_start[v], end = graph->pred_start[v + 1];
  int32_t best = -1;
  if (list->procs <= MOST_CANDIDATES)
    {
      for (int32_t p = 0; p < list->procs; p++)
	compare (list, v, p, &best, start);
      return best;
    }
  if (end - first > MOST_CANDIDATES)
    first = end - MOST_CANDIDATES;
  for (int64_t k = first; k < end; k++)
    compare (list, v, list->process[graph->pred[k]], &best, start);
  compare (list, v, tournament_first (&list->idle), &best, start);
  return best;
}

/* The value of U, of BYTES, goes to process P.  */
static void
send_value (struct pram_list *list, int32_t u, int32_t p, int32_t bytes)
{
  int32_t q = list->process[u];
  enum pram_pair pair = pram_logp_pair (list->machine, q, p);
  double o = pram_logp_o_send (list->machine, pair, bytes);
  if (list->n_messages == list->message_space)
    {
      list->message_space = 2 * list->message_space + 64;
      list->message = realloc (list->message, (size_t) list->message_space
					      * sizeof *list->message);
      if (!list->message)
	abort ();
    }
  list->message[list->n_messages] = (struct pram_sent) { p, list->sent[u] };
  list->sent[u] = list->n_messages++;
  list->sent_until[u]
    += fmax (o, pram_logp_gap (list->machine, pair, bytes));
  tournament_set (&list->idle, q, tournament_moment (&list->idle, q) + o);
}

void
pram_list_place (struct pram_list *list, int32_t v, int32_t p)
{
  const struct pram_taskgraph *graph = list->graph;
  double start = start_at (list, v, p, &list->next_recv[p]);
  for (int64_t k = graph->pred_start[v]; k < graph->pred_start[v + 1]; k++)
    if (!present_p (list, graph->pred[k], p))
      send_value (list, graph->pred[k], p,
		  pram_taskgraph_bytes (graph, graph->pred_edge[k]));
  list->process[v] = p;
  list->finish[v] = list->sent_until[v] = start + graph->task_cost[v];
  tournament_set (&list->idle, p, list->finish[v]);
  list->sequence[list->n_placed++] = v;
}

struct pram_clustering *
pram_list_end (struct pram_list *list, const char *strategy,
	       struct pram_arena *arena)
{
  struct pram_clustering *clustering
    = pram_sched_new (list->graph, strategy, list->procs, arena);
  memcpy (clustering->process, list->process,
	  (size_t) list->graph->n_tasks * sizeof *list->process);
  pram_clustering_order (clustering, arena, list->sequence);
  free (list->sequence);
  free (list->process);
  free (list->finish);
  free (list->sent_until);
  free (list->sent);
  tournament_end (&list->idle);
  free (list->next_recv);
  free (list->message);
  free (list->arrival);
  return clustering;
}
