/* timing-variety.c: what the messages of a clustering can cost.

   SPDX-License-Identifier: Apache-2.0  */

#include "timing-variety.h"

static void
add_cost (struct pram_variety *variety, const struct pram_logp *machine,
	  enum pram_pair pair, int64_t bytes)
{
  struct pram_cost cost;
  pram_cost_find (machine, pair, bytes, &cost);
  if (!variety->n++)
    variety->cost = cost;
  const struct pram_cost *first = &variety->cost;
  variety->alike &= cost.o_s == first->o_s && cost.o_r == first->o_r
		    && cost.L == first->L && cost.g == first->g;
  variety->timeless |= cost.L == 0;
  if (cost.capacity > variety->most[pair])
    variety->most[pair] = cost.capacity;
  if (cost.capacity < variety->least[pair])
    variety->least[pair] = cost.capacity;
}

/* Add what messages of LEAST ... MOST bytes cost.  */
static void
add_costs (struct pram_variety *variety, const struct pram_logp *machine,
	   enum pram_pair pair, int64_t least, int64_t most)
{
  const struct pram_logp_table *table = &machine->table[pair];
  add_cost (variety, machine, pair, least);
  add_cost (variety, machine, pair, most);
  for (int k = 0; k < table->n_rows; k++)
    if (table->row[k].bytes > least && table->row[k].bytes < most)
      add_cost (variety, machine, pair, table->row[k].bytes);
}

struct pram_variety
pram_variety_find (const struct pram_clustering *clustering,
		   const struct pram_logp *machine)
{
  const struct pram_taskgraph *graph = clustering->graph;
  int32_t least = graph->value_bytes, most = least, procs = clustering->n_procs;
  struct pram_variety variety = { .alike = true };
  for (int64_t e = 0; graph->edge_bytes && e < graph->n_edges; e++)
    {
      int32_t bytes = graph->edge_bytes[e];
      least = bytes < least ? bytes : least;
      most = bytes > most ? bytes : most;
    }
  for (int pair = 0; pair < PRAM_N_PAIRS; pair++)
    variety.least[pair] = INT64_MAX;
  bool near = machine->node != 1;
  bool far = pram_logp_farthest (machine, procs) == PRAM_OTHER_NODE;
  if (near)
    add_costs (&variety, machine, PRAM_SAME_NODE, least, most);
  if (far)
    add_costs (&variety, machine, PRAM_OTHER_NODE, least, most);
  variety.alike &= near != far;
  return variety;
}
