/* strategies.c: the strategies of core, and those that no pragma names.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "strategies.h"

#include <string.h>

static const struct pram_strategy further[] =
  {
    { "heft", "list scheduling by urgency", pram_sched_heft, false, true,
      NULL },
    { "etf", "earliest task first", pram_sched_etf, false, true, NULL },
    { "dsc", "dominant sequence clustering", pram_sched_dsc, false, true,
      NULL },
    { "msa", "clusters with copies of ancestors", pram_sched_msa, false, true,
      NULL },
    { "exact", "the best without copies", pram_sched_exact, false,
      true, NULL },
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
