/* random-graphs.h: random task graphs, machines and clusterings for tests.

   SPDX-License-Identifier: GPL-3.0-or-later

   All numbers are small and whole, so that sums are exact and many events
   happen at the same time.  */

#ifndef UNIT_RANDOM_GRAPHS_H
#define UNIT_RANDOM_GRAPHS_H

#include "support.h"

#include "predict/timing.h"

/* A graph of 1 to MAX_TASKS tasks of cost 0 to 9, any density, edges of 1 to 4
   bytes; with preds.  */
static inline struct pram_taskgraph *
random_graph (struct rng *rng, int max_tasks, struct pram_arena *arena)
{
  struct heard heard;
  struct pram_diag diag = diag_to (&heard);
  struct pram_taskgraph_builder *builder = pram_taskgraph_begin (arena, "r");
  int n = (int) rng_in (rng, 1, max_tasks);
  int percent = (int) rng_in (rng, 0, 1) ? (int) rng_in (rng, 0, 100)
					   : 300 / (n + 1) + 1;
  int least = (int) rng_in (rng, 0, 1);
  for (int v = 0; v < n; v++)
    pram_taskgraph_task (builder, (double) rng_in (rng, least, 9), NULL);
  for (int v = 0; v < n; v++)
    for (int w = v + 1; w < n; w++)
      if (rng_in (rng, 1, 100) <= percent)
	pram_taskgraph_edge (builder, v, w, (int32_t) rng_in (rng, 1, 4));
  struct pram_taskgraph *graph = pram_taskgraph_end (builder, &diag);
  cr_assert (graph, "%s", heard.message);
  pram_taskgraph_add_preds (graph, arena);
  return graph;
}

/* Classic parameters, zero often enough; sometimes two classes of pairs, one
   of them by a table.  */
static inline struct pram_logp
random_machine (struct rng *rng, struct pram_arena *arena)
{
  static const int high[] = { 0, 2, 6, 20 };
  struct pram_logp logp = { .op = 1, .P = 4 };
  logp.L = (double) rng_in (rng, 0, high[rng_in (rng, 0, 3)]);
  logp.o = (double) rng_in (rng, 0, high[rng_in (rng, 0, 2)]);
  logp.g = (double) rng_in (rng, 0, high[rng_in (rng, 0, 2)]);
  logp.G = (double) rng_in (rng, 0, high[rng_in (rng, 0, 1)]);
  if (rng_in (rng, 0, 2))
    return logp;
  logp.node = (int) rng_in (rng, 1, 3);
  struct pram_logp_table *table = &logp.table[rng_in (rng, 0, 1)];
  for (int bytes = 1; bytes <= 3; bytes++)
    {
      struct pram_logp_row *row
	= PRAM_ARENA_PUSH (arena, table->row, table->n_rows);
      row->bytes = bytes;
      for (int c = 0; c < PRAM_N_COLUMNS; c++)
	row->value[c] = (double) rng_in (rng, 0, 8);
    }
  return logp;
}

/* Each task somewhere, in the order of their numbers.  */
static inline struct pram_clustering *
random_clustering (struct rng *rng, const struct pram_taskgraph *graph,
		   struct pram_arena *arena)
{
  struct pram_clustering *clustering
    = PRAM_ARENA_NEW (arena, struct pram_clustering, 1);
  clustering->graph = graph;
  clustering->strategy = "random";
  clustering->n_procs = (int32_t) rng_in (rng, 1, 6);
  clustering->process = PRAM_ARENA_NEW (arena, int32_t, graph->n_tasks);
  for (int32_t v = 0; v < graph->n_tasks; v++)
    clustering->process[v]
      = (int32_t) rng_in (rng, 0, clustering->n_procs - 1);
  pram_clustering_sort (clustering, arena, NULL);
  return clustering;
}

#endif
