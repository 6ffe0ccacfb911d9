/* strategy-shared.c: what the strategies share.

   SPDX-License-Identifier: Apache-2.0  */

#include "strategy.h"

#include <stdlib.h>
#include <string.h>

#include "base/guard.h"

struct pram_clustering *
pram_sched_new (const struct pram_taskgraph *graph, const char *strategy,
		int32_t procs, struct pram_arena *arena)
{
  struct pram_clustering *clustering
    = PRAM_ARENA_NEW (arena, struct pram_clustering, 1);
  clustering->graph = graph;
  clustering->strategy = strategy;
  clustering->n_procs = procs < 1 ? 1 : procs;
  clustering->process = PRAM_ARENA_NEW (arena, int32_t, graph->n_tasks);
  return clustering;
}

int
pram_sched_by_level (const void *a, const void *b, void *data)
{
  const double *level = data;
  int32_t v = *(const int32_t *) a, w = *(const int32_t *) b;
  if (level[v] != level[w])
    return level[v] > level[w] ? -1 : 1;
  return v < w ? -1 : v > w;
}

double *
pram_sched_bottom_levels (const struct pram_taskgraph *graph,
			  const struct pram_logp *machine)
{
  double *level = malloc (((size_t) graph->n_tasks + 1) * sizeof *level);
  if (!level)
    pram_exhausted ();
  for (int32_t v = graph->n_tasks - 1; v >= 0; v--)
    {
      double below = 0;
      for (int64_t e = graph->succ_start[v]; e < graph->succ_start[v + 1]; e++)
	{
	  double path = level[graph->succ[e]];
	  if (machine)
	    path += pram_logp_message (machine,
				       pram_taskgraph_bytes (graph, e));
	  if (path > below)
	    below = path;
	}
      level[v] = graph->task_cost[v] + below;
    }
  return level;
}

struct pram_sched_layers
pram_sched_layers_find (const struct pram_taskgraph *graph)
{
  size_t n = (size_t) graph->n_tasks;
  struct pram_sched_layers layers;
  int32_t *level = malloc ((n + 1) * sizeof *level);
  layers.task = malloc ((n + 1) * sizeof *layers.task);
  if (!level || !layers.task)
    pram_exhausted ();
  layers.n_layers = pram_taskgraph_layers (graph, level);

  size_t n_layers = (size_t) layers.n_layers;
  layers.layer_start = calloc (n_layers + 1, sizeof *layers.layer_start);
  if (!layers.layer_start)
    pram_exhausted ();
  int32_t *start = layers.layer_start;
  for (size_t v = 0; v < n; v++)
    start[level[v] + 1]++;
  for (size_t l = 0; l < n_layers; l++)
    start[l + 1] += start[l];
  for (size_t v = 0; v < n; v++)
    layers.task[start[level[v]]++] = (int32_t) v;
  memmove (start + 1, start, n_layers * sizeof *start);
  start[0] = 0;
  free (level);
  return layers;
}

void
pram_sched_layers_free (struct pram_sched_layers *layers)
{
  free (layers->layer_start);
  free (layers->task);
}

void
pram_sched_cut (const struct pram_taskgraph *graph, int32_t n,
		const int32_t *sequence, int32_t procs, int32_t *process,
		float *position)
{
  double weight = 0, before = 0;
  for (int32_t k = 0; k < n; k++)
    weight += graph->task_cost[sequence[k]];
  /* Without weights the tasks count.  */
  bool count = !(weight > 0);
  if (count)
    weight = n;
  for (int32_t k = 0; k < n; k++)
    {
      double cost = count ? 1 : graph->task_cost[sequence[k]];
      double middle = (before + cost / 2) / weight;
      int32_t block = (int32_t) (middle * procs);
      process[sequence[k]] = block < procs ? block : procs - 1;
      if (position)
	position[sequence[k]] = (float) middle;
      before += cost;
    }
}
