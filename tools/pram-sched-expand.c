/* pram-sched-expand.c: explicit task graphs of programs.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "pram-sched-expand.h"

#include "lab/expand-compare.h"

bool
sched_print_taskgraph (const struct pram_prog *prog,
		       const struct pram_diag *diag)
{
  struct pram_expand_options options
    = { .fuse = true, .iterations = 3, .budget = PRAM_TASK_BUDGET };
  struct pram_arena *arena = pram_arena_new ();
  struct pram_expansion *x = pram_expand (prog, &options, arena, diag);
  bool ok = x && pram_expansion_check (x, diag);
  if (ok)
    pram_expansion_print (stdout, x);
  pram_arena_free (arena);
  return ok;
}

/* Leaving data-dependent loops after each of their segments.  */
bool
sched_compare_graphs (struct pram_prog *prog, int iterations,
		      const struct pram_diag *diag)
{
  int segments = 2;
  for (int l = 0; l < prog->n_loops; l++)
    if (prog->loops[l]->data_dependent
	&& prog->loops[l]->n_children > segments)
      segments = prog->loops[l]->n_children;
  for (int s = 0; s < segments - 1; s++)
    {
      struct pram_expand_options options
	= { .unroll = true, .iterations = iterations, .exit_segment = s,
	    .budget = PRAM_TASK_BUDGET };
      if (!pram_expansion_compare (prog, &options, diag))
	return false;
    }
  return true;
}
