/* verdict-tree.c: the way that verdicts take.

   SPDX-License-Identifier: Apache-2.0

   What decides is a layer's result: up the tree to process 0, where the last two
   parts of it are combined, and down the tree to all, as all of them run the driver
   and have output tasks of its loops (Iterative, section 4); or by a dissemination,
   in which each process combines all parts itself.  As the runtime chooses
   (pram-trees.h).

     procs 4: verdicts over the tree 0-3 0-2 2-1
     procs 8: verdicts by dissemination, radix 2  */

#include "verdict-tree.h"

#include "machine/bcast.h"
#include "partials.h"

void
pram_verdict_tree_print (FILE *file, const struct pram_plan *plan,
			 const struct pram_logp *logp, int procs)
{
  int n_values = 0;
  for (int i = 0; i < plan->n_tests; i++)
    n_values += plan->tests[i].n_values;
  if (procs < 2 || !n_values)
    return;
  struct pram_arena *arena = pram_arena_new ();
  struct pram_allreduce all
    = pram_allreduce_choose (arena, procs, PRAM_VALUE_BYTES, logp);
  fprintf (file, "procs %d: verdicts ", procs);
  if (all.choice.radix)
    fprintf (file, "by dissemination, radix %d", all.choice.radix);
  else
    fputs ("over the tree", file);
  for (int v = 1; v < procs && !all.choice.radix; v++)
    fprintf (file, " %d-%d", all.number[all.parent[v]], all.number[v]);
  putc ('\n', file);
  pram_arena_free (arena);
}
