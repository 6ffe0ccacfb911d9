/* strategies.c: the strategies that a pragma may name.

   SPDX-License-Identifier: Apache-2.0  */

#include "strategy.h"

#include <string.h>

#include "predict/bounds.h"

static double
bound_serial (const struct pram_taskgraph *graph, int32_t procs,
	      const struct pram_logp *machine)
{
  (void) procs, (void) machine;
  return pram_taskgraph_work (graph);
}

static double
bound_naive (const struct pram_taskgraph *graph, int32_t procs,
	     const struct pram_logp *machine)
{
  (void) procs;
  return pram_bounds_find (graph, machine).naive.path;
}

static double
bound_linear (const struct pram_taskgraph *graph, int32_t procs,
	      const struct pram_logp *machine)
{
  (void) procs;
  return pram_bounds_find (graph, machine).linear.path;
}

static double
bound_brent (const struct pram_taskgraph *graph, int32_t procs,
	     const struct pram_logp *machine)
{
  return pram_bound_brent (graph, procs, machine).sum;
}

const struct pram_strategy pram_strategies[] =
  {
    { "serial", "all tasks on one process", pram_sched_serial, false, false,
      bound_serial },
    { "naive", "each task on a process of its own", pram_sched_naive, true,
      false, bound_naive },
    { "linear", "linear clustering", pram_sched_linear, true, true,
      bound_linear },
    { "brent", "Brent clustering", pram_sched_brent, false, false,
      bound_brent },
    { "blocks", "Brent clustering with alignment", pram_sched_blocks, false,
      true, bound_brent },
    { NULL, NULL, NULL, false, false, NULL }
  };

const struct pram_strategy *
pram_strategy_find (const char *name)
{
  const struct pram_strategy *strategy = pram_strategies;
  while (strategy->name && strcmp (strategy->name, name))
    strategy++;
  return strategy->name ? strategy : NULL;
}
