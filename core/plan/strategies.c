/* strategies.c: what a pragma may ask for, and the strategies for it.

   SPDX-License-Identifier: Apache-2.0  */

#include "strategy.h"

#include <string.h>

const struct pram_strategy pram_strategies[] =
  {
    { "serial", "all tasks on one process", pram_sched_serial, false, false },
    { "naive", "each task on a process of its own", pram_sched_naive, true,
      false },
    { "linear", "linear clustering", pram_sched_linear, true, true },
    { "brent", "Brent clustering", pram_sched_brent, false, false },
    { "blocks", "Brent clustering with alignment", pram_sched_blocks, false,
      true },
    { NULL, NULL, NULL, false, false }
  };

const struct pram_strategy *
pram_strategy_find (const char *name)
{
  const struct pram_strategy *strategy = pram_strategies;
  while (strategy->name && strcmp (strategy->name, name))
    strategy++;
  return strategy->name ? strategy : NULL;
}

const struct pram_schedule_choice pram_schedule_choices[] =
  {
    { "auto", { PRAM_IN_BLOCKS, PRAM_NO_FORM }, true },
    { "naive", { PRAM_BY_TASKS, PRAM_IN_BLOCKS }, false },
    { "linear", { PRAM_BY_TASKS, PRAM_IN_BLOCKS }, false },
    { "brent", { PRAM_IN_BLOCKS, PRAM_BY_TASKS }, false },
    { "serial", { PRAM_NO_FORM, PRAM_NO_FORM }, false },
    { NULL, { PRAM_NO_FORM, PRAM_NO_FORM }, false }
  };

const struct pram_schedule_choice *
pram_schedule_choice_find (const char *name)
{
  const struct pram_schedule_choice *choice = pram_schedule_choices;
  while (choice->name && strcmp (choice->name, name))
    choice++;
  return choice->name ? choice : NULL;
}
