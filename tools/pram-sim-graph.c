/* pram-sim-graph.c: the script of a task graph's schedule.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <stdio.h>
#include <string.h>

#include "lab/generate.h"
#include "pram-sim.h"
#include "lab/strategies.h"
#include "lab/taskgraph-files.h"

static bool
ends_in (const char *name, const char *suffix)
{
  size_t length = strlen (name), n = strlen (suffix);
  return length > n && !strcmp (name + length - n, suffix);
}

static struct pram_taskgraph *
read_graph (const struct sim_options *options, FILE *file,
	    struct pram_arena *arena, const struct pram_diag *diag)
{
  if (options->graph)
    return pram_generate (options->graph, arena, diag);
  if (ends_in (options->file, ".stg"))
    return pram_taskgraph_read_stg (file, options->file, arena, diag);
  if (ends_in (options->file, ".dot") || ends_in (options->file, ".gv"))
    return pram_taskgraph_read_dot (file, arena, diag);
  return pram_taskgraph_read (file, arena, diag);
}

static struct pram_clustering *
cluster (const struct sim_options *options, const struct pram_taskgraph *graph,
	 struct pram_arena *arena, const struct pram_diag *diag)
{
  int32_t procs = options->machine.P;
  if (!strcmp (options->strategy, "auto"))
    return pram_schedule_auto (graph, procs, &options->machine, arena, NULL);
  const struct pram_strategy *strategy
    = pram_strategies_find (options->strategy);
  struct pram_clustering *clustering
    = strategy->cluster (graph, procs, &options->machine, arena, diag);
  return clustering && strategy->unbounded
	 ? pram_clustering_fold (clustering, procs, arena) : clustering;
}

struct pram_script *
sim_schedule (const struct sim_options *options, FILE *file,
	      struct pram_arena *arena, const struct pram_diag *diag)
{
  struct pram_taskgraph *graph = read_graph (options, file, arena, diag);
  if (!graph)
    return NULL;
  pram_taskgraph_add_preds (graph, arena);
  struct pram_clustering *clustering = cluster (options, graph, arena, diag);
  if (!clustering)
    return NULL;
  struct pram_schedule *schedule
    = pram_schedule_build (clustering, &options->machine, arena);
  return pram_script_from_schedule (schedule, arena);
}
