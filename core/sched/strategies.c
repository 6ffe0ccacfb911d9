/* strategies.c: the table of strategies.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "sched.h"

#include <string.h>

const struct pram_strategy pram_strategies[] =
  {
    { "serial", "all tasks on one process", pram_sched_serial, false, NULL },
    { "naive", "each task on a process of its own", pram_sched_naive, true,
      NULL },
    { "linear", "linear clustering", pram_sched_linear, true, NULL },
    { "brent", "Brent clustering", pram_sched_brent, false, NULL },
    { "blocks", "Brent clustering with alignment", pram_sched_blocks, false,
      NULL },
    { "heft", "list scheduling by urgency", pram_sched_heft, false, NULL },
    { "etf", "earliest task first", pram_sched_etf, false, NULL },
    { "dsc", "dominant sequence clustering", pram_sched_dsc, false, NULL },
    { "exact", "the best of all, of small graphs", pram_sched_exact, false,
      NULL },
    { NULL, NULL, NULL, false, NULL }
  };

const struct pram_strategy *
pram_strategy_find (const char *name)
{
  const struct pram_strategy *strategy = pram_strategies;
  while (strategy->name && strcmp (strategy->name, name))
    strategy++;
  return strategy->name ? strategy : NULL;
}
