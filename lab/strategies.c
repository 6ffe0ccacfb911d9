/* strategies.c: the strategies of core, and those that no pragma names.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "strategies.h"

#include <string.h>

#include "predict/bounds.h"

static const struct pram_strategy further[] =
  {
    { "heft", "list scheduling by urgency", pram_sched_heft, false, true },
    { "etf", "earliest task first", pram_sched_etf, false, true },
    { "dsc", "dominant sequence clustering", pram_sched_dsc, false, true },
    { "msa", "clusters with copies of ancestors", pram_sched_msa, false, true },
    { "exact", "the best without copies", pram_sched_exact, false,
      true },
  };

const struct pram_strategy *
pram_strategies_nth (int k)
{
  int n = 0;
  while (pram_strategies[n].name)
    n++;
  int n_further = sizeof further / sizeof *further;
  return k < n ? &pram_strategies[k]
	 : k - n < n_further ? &further[k - n] : NULL;
}

const struct pram_strategy *
pram_strategies_find (const char *name)
{
  const struct pram_strategy *s;
  for (int k = 0; (s = pram_strategies_nth (k)); k++)
    if (!strcmp (s->name, name))
      return s;
  return NULL;
}

/* --- Bounds ------------------------------------------------------------- */

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

pram_strategy_bound
pram_strategies_bound (const char *name)
{
  static const struct { const char *name; pram_strategy_bound bound; } table[]
    = { { "serial", bound_serial }, { "naive", bound_naive },
	{ "linear", bound_linear }, { "brent", bound_brent },
	{ "blocks", bound_brent } };
  for (size_t k = 0; k < sizeof table / sizeof *table; k++)
    if (!strcmp (table[k].name, name))
      return table[k].bound;
  return NULL;
}
