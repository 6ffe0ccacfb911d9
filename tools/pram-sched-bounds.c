/* pram-sched-bounds.c: print what is proven of a task graph's schedules.

   SPDX-License-Identifier: GPL-3.0-or-later

   Theorem 2 of Iterative for oblivious programs (rho = 1), Theorem 11 of
   Non-oblivious, which is its first part, Lemma 8 and Theorem 9; all in the
   forms that hold (core/bounds.c).  */

#include <math.h>
#include <stdio.h>

#include "bounds.h"
#include "pram-sched.h"

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

static void
print_paths (const char *name, const struct pram_bound_paths *paths,
	     double stretched)
{
  printf ("%-9s %13.6g", name, paths->granularity);
  print_time (paths->path);
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
  puts ("strategy          gamma heaviest path  (1+1/gamma)T");
  print_paths ("naive", &b.naive, pram_bound_naive (&b, 1));
  print_paths ("linear", &b.linear, pram_bound_linear (&b, 1));
  for (int k = 0; k < procs->n; k++)
    {
      printf ("brent, P = %-26d", procs->value[k]);
      print_time (pram_bound_brent (graph, procs->value[k], machine, 1));
      putchar ('\n');
    }
  for (int d = 0; d < MOST_LEVELS; d++)
    {
      printf ("naive, indirection %-18d", d);
      print_time (b.stalls ? INFINITY : pram_bound_indirect (&b, d));
      putchar ('\n');
    }
}
