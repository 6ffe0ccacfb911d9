/* dsc.c: dominant sequence clustering.

   SPDX-License-Identifier: GPL-3.0-or-later

   Yang and Gerasoulis (DSC: scheduling parallel tasks on an unbounded number
   of processors, 1994).  Of the tasks whose predecessors have been examined
   the one on the heaviest path through the scheduled graph, the dominant
   sequence, is next.  It joins the cluster of a predecessor, whose message
   then costs nothing, where it starts first, if that is not later than in a
   cluster of its own.  The paper's guard for tasks that are only partly free
   (its constraint CT2) is left out.  O ((V + E) log V), for tasks of up to 16
   predecessors; of more the last 16 are tried.

   As in the paper's section on fewer processors, clusters are then put onto
   processes by their weight, heaviest first, each onto the process that has
   least; and each process runs its tasks by descending weight of the heaviest
   path from them.  */

#include "sched.h"

#include <math.h>
#include <stdlib.h>

enum { MOST_CANDIDATES = 16 };

struct dsc
{
  const struct pram_taskgraph *graph;
  const struct pram_logp *machine;
  double *level;		/* by task: heaviest path from it */
  double *finish;		/* by task, s */
  int32_t *cluster;		/* by task */
  int32_t n_clusters;
  double *idle, *weight;	/* by cluster, s */
  struct pram_sched_heap ready;	/* by the negative weight of the heaviest path
				   through each */
};

/* When the last operand of V arrives in CLUSTER.  */
static double
operands_at (const struct dsc *dsc, int32_t v, int32_t cluster)
{
  const struct pram_taskgraph *graph = dsc->graph;
  double latest = 0;
  for (int64_t k = graph->pred_start[v]; k < graph->pred_start[v + 1]; k++)
    {
      int32_t u = graph->pred[k];
      double at = dsc->finish[u];
      if (dsc->cluster[u] != cluster)
	at += pram_logp_message
		(dsc->machine,
		 pram_taskgraph_bytes (graph, graph->pred_edge[k]));
      latest = fmax (latest, at);
    }
  return latest;
}

static void
examine (struct dsc *dsc, int32_t v)
{
  const struct pram_taskgraph *graph = dsc->graph;
  int64_t first = graph->pred_start[v], end = graph->pred_start[v + 1];
  int32_t best = -1;
  double start = operands_at (dsc, v, -1);
  if (end - first > MOST_CANDIDATES)
    first = end - MOST_CANDIDATES;
  for (int64_t k = first; k < end; k++)
    {
      int32_t cluster = dsc->cluster[graph->pred[k]];
      double at = fmax (dsc->idle[cluster], operands_at (dsc, v, cluster));
      if (at < start || (at == start && best < 0))
	{
	  best = cluster;
	  start = at;
	}
    }
  if (best < 0)
    best = dsc->n_clusters++;
  dsc->cluster[v] = best;
  dsc->finish[v] = dsc->idle[best] = start + graph->task_cost[v];
  dsc->weight[best] += graph->task_cost[v];
}

static void
find_clusters (struct dsc *dsc)
{
  const struct pram_taskgraph *graph = dsc->graph;
  int64_t *waits = malloc (((size_t) graph->n_tasks + 1) * sizeof *waits);
  if (!waits)
    abort ();
  for (int32_t v = 0; v < graph->n_tasks; v++)
    {
      waits[v] = graph->pred_start[v + 1] - graph->pred_start[v];
      if (!waits[v])
	pram_sched_push (&dsc->ready, (struct pram_sched_entry)
					{ -dsc->level[v], 0, v });
    }
  while (dsc->ready.n)
    {
      int32_t v = pram_sched_pop (&dsc->ready).task;
      examine (dsc, v);
      for (int64_t e = graph->succ_start[v]; e < graph->succ_start[v + 1]; e++)
	{
	  int32_t w = graph->succ[e];
	  if (!--waits[w])
	    pram_sched_push (&dsc->ready, (struct pram_sched_entry)
			     { -operands_at (dsc, w, -1) - dsc->level[w], 0,
			       w });
	}
    }
  free (waits);
}

struct heavy
{
  double weight;
  int32_t cluster;
};

static int
by_weight (const void *a, const void *b)
{
  const struct heavy *x = a, *y = b;
  if (x->weight != y->weight)
    return x->weight > y->weight ? -1 : 1;
  return x->cluster < y->cluster ? -1 : x->cluster > y->cluster;
}

/* The process of each cluster; the caller frees it.  */
static int32_t *
map_clusters (const struct dsc *dsc, int32_t procs)
{
  size_t n = (size_t) dsc->n_clusters;
  struct heavy *heavy = malloc ((n + 1) * sizeof *heavy);
  int32_t *process = malloc ((n + 1) * sizeof *process);
  double *load = calloc ((size_t) procs, sizeof *load);
  if (!heavy || !process || !load)
    abort ();
  for (size_t c = 0; c < n; c++)
    heavy[c] = (struct heavy) { dsc->weight[c], (int32_t) c };
  qsort (heavy, n, sizeof *heavy, by_weight);
  for (size_t c = 0; c < n; c++)
    {
      int32_t least = 0;
      for (int32_t p = 1; p < procs; p++)
	if (load[p] < load[least])
	  least = p;
      load[least] += heavy[c].weight;
      process[heavy[c].cluster] = least;
    }
  free (load);
  free (heavy);
  return process;
}

struct pram_clustering *
pram_sched_dsc (const struct pram_taskgraph *graph, int32_t procs,
		const struct pram_logp *machine, struct pram_arena *arena,
		const struct pram_diag *diag)
{
  (void) diag;
  int32_t n = graph->n_tasks;
  size_t room = (size_t) n + 1;
  struct pram_clustering *clustering = pram_sched_new (graph, "dsc", procs,
						       arena);
  struct dsc dsc = { .graph = graph, .machine = machine,
		     .level = pram_sched_bottom_levels (graph, machine),
		     .finish = calloc (room, sizeof (double)),
		     .cluster = calloc (room, sizeof (int32_t)),
		     .idle = calloc (room, sizeof (double)),
		     .weight = calloc (room, sizeof (double)),
		     .ready.entry
		       = calloc (room, sizeof (struct pram_sched_entry)) };
  if (!dsc.finish || !dsc.cluster || !dsc.idle || !dsc.weight || !dsc.ready.entry)
    abort ();
  find_clusters (&dsc);
  int32_t *process = map_clusters (&dsc, clustering->n_procs);
  for (int32_t v = 0; v < n; v++)
    {
      clustering->process[v] = process[dsc.cluster[v]];
      dsc.level[v] = -dsc.level[v];
    }
  pram_clustering_sort (clustering, arena, dsc.level);
  free (process);
  free (dsc.level);
  free (dsc.finish);
  free (dsc.cluster);
  free (dsc.idle);
  free (dsc.weight);
  free (dsc.ready.entry);
  return clustering;
}
