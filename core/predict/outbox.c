/* outbox.c: which messages a task sends, in which order, at what cost.

   SPDX-License-Identifier: Apache-2.0  */

#include "outbox.h"
#include "base/alloc.h"

#include <stdlib.h>

void
pram_cost_find (const struct pram_logp *m, enum pram_pair pair, int64_t bytes,
		struct pram_cost *cost)
{
  *cost = (struct pram_cost) { bytes, pram_logp_o_send (m, pair, bytes),
			       pram_logp_o_recv (m, pair, bytes),
			       pram_logp_latency (m, pair, bytes),
			       pram_logp_gap (m, pair, bytes), 0,
			       pram_logp_capacity (m, pair, bytes) };
  cost->transfer = cost->o_s + cost->L + cost->o_r;
}

void
pram_outbox_find_urgencies (struct pram_outbox *o)
{
  const struct pram_taskgraph *graph = o->clustering->graph;
  struct pram_place *place = o->place;
  for (int32_t v = graph->n_tasks - 1; v >= 0; v--)
    {
      int32_t p = place[v].process;
      double longest = 0;
      for (int64_t e = graph->succ_start[v]; e < graph->succ_start[v + 1]; e++)
	{
	  const struct pram_place *w = &place[graph->succ[e]];
	  double length = w->urgency;
	  if (w->process != p)
	    length += pram_outbox_cost
			(o, pram_logp_pair (o->machine, p, w->process),
			 pram_taskgraph_bytes (graph, e))->transfer;
	  longest = pram_later (longest, length);
	}
      place[v].urgency = graph->task_cost[v] + longest;
    }
}

int32_t
pram_outbox_find (struct pram_outbox *o, int32_t v)
{
  const struct pram_taskgraph *graph = o->clustering->graph;
  int32_t n = 0, p = o->place[v].process;
  double local = 0;
  for (int64_t e = graph->succ_start[v]; e < graph->succ_start[v + 1]; e++)
    {
      int32_t w = graph->succ[e], bytes = pram_taskgraph_bytes (graph, e);
      const struct pram_place *place = &o->place[w];
      int32_t k = o->seen[place->process];
      if (place->process == p)
	{
	  local = pram_later (local, place->urgency);
	  continue;
	}
      if ((k >= n) | (o->message[k].to != place->process))
	{
	  k = o->seen[place->process] = n++;
	  o->message[k] = (struct pram_outgoing)
	    { place->urgency, w, place->process, w, bytes };
	  continue;
	}
      struct pram_outgoing *m = &o->message[k];
      if (bytes > m->bytes)
	m->bytes = bytes;
      if (place->rank < o->place[m->consumer].rank)
	m->consumer = w;
      if (place->urgency > m->urgency)
	{
	  m->urgency = place->urgency;
	  m->most_urgent = w;
	}
    }
  o->local = local;
  return n;
}

static inline bool
before_p (const struct pram_outgoing *a, const struct pram_outgoing *b)
{
  return a->urgency > b->urgency
	 || (a->urgency == b->urgency && a->most_urgent < b->most_urgent);
}

static int
by_urgency (const void *a, const void *b)
{
  return before_p (a, b) ? -1 : before_p (b, a);
}

/* Mostly there are few to sort.  */
int32_t
pram_outbox_sorted (struct pram_outbox *o, int32_t v)
{
  struct pram_outgoing *message = o->message;
  int32_t n = pram_outbox_find (o, v);
  if (n > 32)
    {
      qsort (message, (size_t) n, sizeof *message, by_urgency);
      return n;
    }
  for (int32_t k = 1; k < n; k++)
    {
      struct pram_outgoing m = message[k];
      int32_t i = k;
      for (; i > 0 && before_p (&m, &message[i - 1]); i--)
	message[i] = message[i - 1];
      message[i] = m;
    }
  return n;
}

static int64_t
largest_outdegree (const struct pram_taskgraph *graph)
{
  int64_t largest = 0;
  for (int32_t v = 0; v < graph->n_tasks; v++)
    if (graph->succ_start[v + 1] - graph->succ_start[v] > largest)
      largest = graph->succ_start[v + 1] - graph->succ_start[v];
  return largest;
}

void
pram_outbox_begin (struct pram_outbox *o,
		   const struct pram_clustering *clustering,
		   const struct pram_logp *machine)
{
  const struct pram_taskgraph *graph = clustering->graph;
  o->clustering = clustering;
  o->machine = machine;
  for (int pair = 0; pair < PRAM_N_PAIRS; pair++)
    for (int k = 0; k < PRAM_N_COSTS; k++)
      o->cost[pair][k].bytes = -1;
  o->place = pram_zeroed (graph->n_tasks, sizeof *o->place);
  o->message = pram_zeroed (largest_outdegree (graph), sizeof *o->message);
  o->seen = pram_zeroed (clustering->n_procs, sizeof *o->seen);
  for (int32_t k = 0; k < graph->n_tasks; k++)
    o->place[clustering->order[k]].rank = k;
  for (int32_t v = 0; v < graph->n_tasks; v++)
    o->place[v].process = clustering->process[v];
}

void
pram_outbox_end (struct pram_outbox *o)
{
  free (o->place);
  free (o->message);
  free (o->seen);
}
