/* pram-sched-scheme.c: the communication schemes of programs as task graphs, and
   whether one is part of another.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lab/scheme-within.h"
#include "pram-sched.h"

bool
sched_write_tasks (const struct options *options, struct pram_prog *prog,
		   const struct pram_diag *diag)
{
  struct machine machine;
  struct pram_scheme scheme;
  struct pram_arena *arena = pram_arena_new ();
  bool good = (sched_set_machine (options, &machine, arena)
	       && pram_prog_check (prog, diag)
	       && pram_scheme_build (&scheme, prog, machine.logp.op, arena,
				     diag)
	       && sched_write_graph (scheme.graph, options->write));
  pram_arena_free (arena);
  return good;
}

/* The program in the file NAME for the values OPTIONS->within, those that
   OPTIONS->sets say for others.  */
static struct pram_prog *
read_other (const struct options *options, const char *name,
	    const struct pram_diag *diag)
{
  struct options both = *options;
  const char *file;
  both.n_sets = options->n_sets + options->n_within;
  both.sets = calloc ((size_t) both.n_sets, sizeof *both.sets);
  if (!both.sets)
    abort ();
  for (int k = 0; k < both.n_sets; k++)
    both.sets[k] = k < options->n_sets ? options->sets[k]
		   : options->within[k - options->n_sets];
  struct pram_prog *other = sched_read (&both, name, &file, diag);
  free (both.sets);
  return other;
}

bool
sched_compare_sizes (const struct options *options,
		     struct pram_prog *prog, const char *name,
		     const struct pram_diag *diag)
{
  struct pram_scheme scheme, larger;
  struct pram_arena *arena = pram_arena_new ();
  struct pram_prog *other = read_other (options, name, diag);
  bool good = (other && pram_prog_check (prog, diag)
	       && pram_scheme_build (&scheme, prog, 1, arena, diag)
	       && pram_scheme_build (&larger, other, 1, arena, diag)
	       && pram_scheme_within (&scheme, &larger, arena, diag));
  if (good)
    printf ("within: %" PRId32 " tasks and %" PRId64 " edges of %s among %"
	    PRId32 " and %" PRId64 "\n", scheme.graph->n_tasks,
	    scheme.graph->n_edges, prog->name, larger.graph->n_tasks,
	    larger.graph->n_edges);
  if (other)
    pram_prog_free (other);
  pram_arena_free (arena);
  return good;
}
