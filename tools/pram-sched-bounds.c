/* pram-sched-bounds.c: print what is proven of a task graph's schedules.

   SPDX-License-Identifier: GPL-3.0-or-later

   Theorem 2 of Iterative for oblivious programs (rho = 1), Theorem 11 of
   Non-oblivious, which is its first part, Lemma 8 and Theorem 9; all in the
   forms that hold (core/predict/bounds.c).  */

#include <math.h>
#include <stdio.h>

#include "predict/bounds.h"
#include "pram-sched-expand.h"
#include "pram-sched.h"
#include "predict/scheme.h"

enum { MOST_LEVELS = 3 };	/* of indirect addressing */

/* TIME, or that there is no bound.  */
static void
print_time (double time)
{
  if (isfinite (time))
    printf (" %13.6g", time);
  else
    printf (" %13s", "-");
}

/* NAME, of procs processes if that is not 0.  */
static void
print_form (const char *name, int procs, double granularity, double sum,
	    double stretched)
{
  int width = procs ? printf ("%s, P = %d", name, procs) : printf ("%s", name);
  printf ("%*s", 22 - width, "");
  printf (" %13.6g", granularity);
  print_time (sum);
  print_time (stretched);
  putchar ('\n');
}

void
sched_print_bounds (const struct pram_taskgraph *graph,
		    const struct pram_logp *machine,
		    const struct numbers *procs)
{
  struct pram_bounds b = pram_bounds_find (graph, machine);
  printf ("bounds of %s: W = %g, T = %g, C = %g, %d layers, L_max = %g, "
	  "gamma = %g\n", graph->name, b.work, b.depth, b.heaviest,
	  (int) b.n_layers, b.l_max, b.granularity);
  puts ("strategy                       gamma   heaviest sum  (1+1/gamma)T");
  print_form ("naive", 0, b.granularity, b.naive.path,
	      pram_bound_naive (&b, 1));
  print_form ("linear", 0, b.granularity, b.linear.path,
	      pram_bound_linear (&b, 1));
  for (int k = 0; k < procs->n; k++)
    {
      struct pram_bound_brent brent
	= pram_bound_brent (graph, procs->value[k], machine);
      print_form ("brent", procs->value[k], brent.granularity, brent.sum,
		  brent.stretched);
    }
  for (int d = 0; d < MOST_LEVELS; d++)
    {
      printf ("naive, indirection %-17d", d);
      print_time (b.stalls ? INFINITY : pram_bound_indirect (&b, d));
      putchar ('\n');
    }
}

bool
sched_print_indirect (const struct options *options,
		      struct pram_prog *prog,
		      const struct pram_diag *diag)
{
  struct machine machine;
  struct pram_scheme_promise promise;
  struct pram_arena *arena = pram_arena_new ();
  bool good = sched_set_machine (options, &machine, arena);
  if (good && options->print_prog)
    pram_prog_print (stdout, prog);
  if (good && options->print_taskgraph)
    good = sched_print_taskgraph (prog, diag);
  if (good && options->print_bounds)
    {
      good = pram_scheme_prove (&promise, prog, &machine.logp, diag);
      if (good)
	pram_scheme_promise_print (stdout, &promise);
    }
  pram_arena_free (arena);
  return good;
}
