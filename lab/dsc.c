/* dsc.c: dominant sequence clustering.

   SPDX-License-Identifier: GPL-3.0-or-later

   Yang and Gerasoulis (DSC: scheduling parallel tasks on an unbounded number
   of processors, 1994).  Of the free tasks, whose predecessors have been
   examined, that on the heaviest path through the scheduled graph, the dominant
   sequence, is next.  It joins the cluster of a predecessor, whose message then
   costs nothing, where it starts first, if that is not later than in a cluster
   of its own.

   If a heavier path leads through a task that is only partly free, it is that
   one that has to start earlier.  So if it would by joining the cluster of its
   latest operand, the free task may not join that cluster (the paper's
   constraint CT2).

   Example, L = 10, o = g = 0: 0 (of cost 30) is read by 2 (15) and 3 (20), and
   1 (1) by 3.  When 2 is free, the path 0 3 weighs 60 and 0 2 only 55, so 2
   gets a cluster of its own, for 3 waits for 1 yet; 0 3 | 1 | 2 takes 55.  Had
   2 joined the cluster of 0 it would be 60.

   Reserving makes more clusters.  That does not pay where messages cost much
   more than tasks, so if it kept any task from where it would have gone the
   graph is clustered without CT2, too, and the shorter schedule counts.

   O ((V + E) log V + V d), for tasks of d and up to 16 predecessors; of more
   the last 16 are tried.

   As in the paper's section on fewer processors, clusters are then put onto
   processes by their weight, heaviest first, each onto the process that has
   least; and each process runs its tasks by descending weight of the heaviest
   path from them.  */

#include "strategies.h"
#include "base/alloc.h"
#include "predict/timing.h"

#include <math.h>
#include <stdlib.h>

enum { MOST_CANDIDATES = 16 };

/* The operand of a task that would arrive last, were all sent.  */
struct arrival
{
  double at;			/* s */
  int32_t task;			/* -1: none has been examined */
};

struct dsc
{
  const struct pram_taskgraph *graph;
  const struct pram_logp *machine;
  bool reserves;		/* CT2 */
  bool refused;			/* it has kept a task from a cluster */
  double *level;		/* by task: heaviest path from it */
  double *finish;		/* by task, s */
  struct arrival *arrival;	/* by task */
  int64_t *waits;		/* by task: for operands not examined */
  int32_t *cluster;		/* by task; -1: it has not been examined */
  int32_t n_clusters;
  double *idle, *weight;	/* by cluster, s */
  /* By the negative weight of the heaviest path through each.  Entries of tasks
     that are only partly free are out of date if it has grown since.  */
  struct pram_sched_heap free, partly;
};

/* When the last operand of V that has been examined arrives in CLUSTER.  */
static double
operands_at (const struct dsc *dsc, int32_t v, int32_t cluster)
{
  const struct pram_taskgraph *graph = dsc->graph;
  double latest = 0;
  for (int64_t k = graph->pred_start[v]; k < graph->pred_start[v + 1]; k++)
    {
      int32_t u = graph->pred[k];
      double at = dsc->finish[u];
      if (dsc->cluster[u] < 0)
	continue;
      if (dsc->cluster[u] != cluster)
	at += pram_logp_message
		(dsc->machine,
		 pram_taskgraph_bytes (graph, graph->pred_edge[k]));
      latest = fmax (latest, at);
    }
  return latest;
}

/* The negative weight of the heaviest path through V.  */
static double
priority (const struct dsc *dsc, int32_t v)
{
  return -dsc->arrival[v].at - dsc->level[v];
}

/* The cluster that is left to a task which is only partly free when a free one
   with PRIORITY_OF_FREE is examined; -1: none is.  */
static int32_t
reserved_cluster (struct dsc *dsc, double priority_of_free)
{
  struct pram_sched_heap *partly = &dsc->partly;
  if (!dsc->reserves)
    return -1;
  while (partly->n && (!dsc->waits[partly->entry[0].task]
		       || partly->entry[0].key
			  != priority (dsc, partly->entry[0].task)))
    pram_sched_heap_pop (partly);
  if (!partly->n || priority_of_free <= partly->entry[0].key)
    return -1;
  int32_t v = partly->entry[0].task;
  int32_t cluster = dsc->cluster[dsc->arrival[v].task];
  double start = fmax (dsc->idle[cluster], operands_at (dsc, v, cluster));
  return start < dsc->arrival[v].at ? cluster : -1;
}

/* Put V into a cluster, but not into RESERVED.  */
static void
examine (struct dsc *dsc, int32_t v, int32_t reserved)
{
  const struct pram_taskgraph *graph = dsc->graph;
  int64_t first = graph->pred_start[v], end = graph->pred_start[v + 1];
  int32_t best = -1;
  double start = dsc->arrival[v].at;
  if (end - first > MOST_CANDIDATES)
    first = end - MOST_CANDIDATES;
  for (int64_t k = first; k < end; k++)
    {
      int32_t cluster = dsc->cluster[graph->pred[k]];
      if (cluster == reserved)
	{
	  dsc->refused = true;
	  continue;
	}
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

/* U, which has been examined, is an operand of V that takes BYTES.  */
static void
note_operand (struct dsc *dsc, int32_t u, int32_t v, int32_t bytes)
{
  double at = dsc->finish[u] + pram_logp_message (dsc->machine, bytes);
  bool later = dsc->arrival[v].task < 0 || at > dsc->arrival[v].at;
  if (later)
    dsc->arrival[v] = (struct arrival) { at, u };
  if (!--dsc->waits[v])
    pram_sched_heap_push (&dsc->free, (struct pram_sched_entry)
					{ priority (dsc, v), 0, v });
  else if (later)
    pram_sched_heap_push (&dsc->partly, (struct pram_sched_entry)
					  { priority (dsc, v), 0, v });
}

static void
find_clusters (struct dsc *dsc)
{
  const struct pram_taskgraph *graph = dsc->graph;
  for (int32_t v = 0; v < graph->n_tasks; v++)
    {
      dsc->cluster[v] = -1;
      dsc->arrival[v] = (struct arrival) { 0, -1 };
      dsc->waits[v] = graph->pred_start[v + 1] - graph->pred_start[v];
      if (!dsc->waits[v])
	pram_sched_heap_push (&dsc->free, (struct pram_sched_entry)
					    { priority (dsc, v), 0, v });
    }
  while (dsc->free.n)
    {
      struct pram_sched_entry top = pram_sched_heap_pop (&dsc->free);
      int32_t v = top.task;
      examine (dsc, v, reserved_cluster (dsc, top.key));
      for (int64_t e = graph->succ_start[v]; e < graph->succ_start[v + 1]; e++)
	note_operand (dsc, v, graph->succ[e], pram_taskgraph_bytes (graph, e));
    }
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

/* The clustering with or without CT2; *REFUSED: the former has kept tasks from
   clusters.  */
static struct pram_clustering *
cluster_graph (const struct pram_taskgraph *graph, int32_t procs,
	       const struct pram_logp *machine, struct pram_arena *arena,
	       bool reserves, bool *refused)
{
  int32_t n = graph->n_tasks;
  struct pram_clustering *clustering = pram_sched_new (graph, "dsc", procs,
						       arena);
  struct dsc dsc
    = { .graph = graph, .machine = machine, .reserves = reserves,
	.level = pram_sched_bottom_levels (graph, machine),
	.finish = pram_zeroed (n, sizeof (double)),
	.cluster = pram_zeroed (n, sizeof (int32_t)),
	.idle = pram_zeroed (n, sizeof (double)),
	.weight = pram_zeroed (n, sizeof (double)),
	.arrival = pram_zeroed (n, sizeof (struct arrival)),
	.waits = pram_zeroed (n, sizeof (int64_t)) };
  find_clusters (&dsc);
  int32_t *process = map_clusters (&dsc, clustering->n_procs);
  for (int32_t v = 0; v < n; v++)
    {
      clustering->process[v] = process[dsc.cluster[v]];
      dsc.level[v] = -dsc.level[v];
    }
  pram_clustering_sort (clustering, arena, dsc.level);
  *refused = dsc.refused;
  free (process);
  free (dsc.level);
  free (dsc.finish);
  free (dsc.cluster);
  free (dsc.idle);
  free (dsc.weight);
  free (dsc.arrival);
  free (dsc.waits);
  free (dsc.free.entry);
  free (dsc.partly.entry);
  return clustering;
}

struct pram_clustering *
pram_sched_dsc (const struct pram_taskgraph *graph, int32_t procs,
		const struct pram_logp *machine, struct pram_arena *arena,
		const struct pram_diag *diag)
{
  (void) diag;
  bool refused;
  struct pram_clustering *reserved
    = cluster_graph (graph, procs, machine, arena, true, &refused);
  if (!refused)
    return reserved;
  struct pram_clustering *plain
    = cluster_graph (graph, procs, machine, arena, false, &refused);
  return pram_schedule_makespan (plain, machine)
	 < pram_schedule_makespan (reserved, machine) ? plain : reserved;
}
