/* trees.c: tests of core/machine/bcast.c, core/predict/trees.c,
   lab/summation.c and include/pram-trees.h.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "makespan.h"

#include <math.h>

#include "lab/summation.h"
#include "predict/trees.h"
#include "pram-trees.h"

TestSuite (trees, .init = set_up, .fini = tear_down);

static struct pram_logp
machine_of (double L, double o, double g)
{
  return (struct pram_logp) { .L = L, .o = o, .g = g, .P = 2 };
}

static double
broadcast_time (int n, double L, double o, double g)
{
  struct pram_logp logp = machine_of (L, o, g);
  return pram_bcast_build (arena, n, 1, &logp).time;
}

/* --- Broadcast and reduction ---------------------------------------------- */

Test (trees, broadcast_of_the_literature)
{
  cr_expect_eq (broadcast_time (8, 6, 2, 4), 24);
  cr_expect_eq (broadcast_time (1024, 6, 2, 4), 72);
  cr_expect_eq (broadcast_time (1, 6, 2, 4), 0);
  cr_expect_eq (broadcast_time (2, 6, 2, 4), 10);
}

/* With o = 0 and g = 1 the number of processes that can be informed by time t
   is f (t) = f (t - 1) + f (t - L).  */
Test (trees, broadcast_recurrence)
{
  for (int L = 1; L <= 7; L++)
    {
      int64_t f[40];
      for (int t = 0; t < 40; t++)
	{
	  f[t] = t < L ? 1 : f[t - 1] + f[t - L];
	  if (f[t] > 2000)
	    break;
	  if (f[t] > 1)
	    cr_expect_leq (broadcast_time ((int) f[t], L, 0, 1), t);
	  cr_expect_gt (broadcast_time ((int) f[t] + 1, L, 0, 1), t);
	}
    }
}

Test (trees, broadcast_is_well_formed)
{
  struct pram_logp logp = pram_logp_default ();
  struct pram_bcast tree = pram_bcast_build (arena, 300, 64, &logp);
  cr_expect_eq (tree.parent[0], -1);
  for (int v = 1; v < 300; v++)
    {
      cr_expect (tree.parent[v] >= 0 && tree.parent[v] < v);
      cr_expect_geq (tree.informed[v], tree.informed[v - 1]);
      cr_expect_geq (tree.informed[v] - tree.informed[tree.parent[v]],
		     pram_logp_transfer (&logp, PRAM_SAME_NODE, 64) - 1e-15);
    }
}

/* The least time in which N processes are informed if K are, each at
   INFORMED, the next message of each being received at ARRIVAL: tries all
   senders.  */
static double
least_broadcast (int n, int k, double *arrival, double transfer,
		 double interval, double latest)
{
  double best = INFINITY;
  if (k == n)
    return latest;
  for (int v = 0; v < k; v++)
    {
      double informed = arrival[v];
      arrival[v] += interval;
      arrival[k] = informed + transfer;
      best = fmin (best, least_broadcast (n, k + 1, arrival, transfer,
					  interval, fmax (latest, informed)));
      arrival[v] = informed;
    }
  return best;
}

Test (trees, broadcast_is_optimal)
{
  struct rng rng = { 3 };
  for (int k = 0; k < 200; k++)
    {
      double L = (double) rng_in (&rng, 0, 12);
      double o = (double) rng_in (&rng, 0, 6);
      double g = (double) rng_in (&rng, 0, 8), arrival[8];
      int n = (int) rng_in (&rng, 2, 8);
      arrival[0] = L + 2 * o;
      cr_expect_eq (broadcast_time (n, L, o, g),
		    least_broadcast (n, 1, arrival, L + 2 * o, fmax (o, g), 0),
		    "n = %d, L = %g, o = %g, g = %g", n, L, o, g);
    }
}

Test (trees, schedules_of_broadcast_and_reduction)
{
  struct rng rng = { 4 };
  for (int k = 0; k < 300; k++)
    {
      struct pram_logp logp = machine_of ((double) rng_in (&rng, 0, 20),
					  (double) rng_in (&rng, 0, 6),
					  (double) rng_in (&rng, 0, 8));
      int n = (int) rng_in (&rng, 1, 100);
      struct pram_bcast tree = pram_bcast_build (arena, n, 8, &logp);
      cr_expect_eq (makespan_of (pram_bcast_down (&tree, 8, arena), &logp),
		    tree.time);
      cr_expect_eq (makespan_of (pram_bcast_up (&tree, 8, arena), &logp),
		    tree.time, "n = %d, L = %g, o = %g, g = %g", n, logp.L,
		    logp.o, logp.g);
    }
}

/* Subtrees are ranges right behind their roots, those of later children
   first.  */
Test (trees, numbers_are_ranges)
{
  enum { MOST = 70 };
  for (int n = 1; n <= MOST; n++)
    {
      struct pram_trees_message x = { 1, 1, n % 11, 1 + n % 3 };
      int parent[MOST], heap[MOST], number[MOST], size[MOST], end[MOST];
      double informed[MOST], arrival[MOST];
      pram_trees_broadcast (n, &x, parent, informed, heap, arrival);
      pram_trees_number (n, parent, number, size);
      cr_expect (number[0] == 0 && size[0] == n);
      for (int v = 0; v < n; v++)
	end[v] = number[v] + size[v];
      for (int v = 1; v < n; v++)
	{
	  int p = parent[v];
	  cr_expect_eq (number[v] + size[v], end[p]);
	  end[p] = number[v];
	}
      for (int v = 0; v < n; v++)
	cr_expect_eq (end[v], number[v] + 1);
    }
}

/* --- Dissemination -------------------------------------------------------- */

enum { MAX_PROCS = 200 };

/* All processes played one by one.  */
struct play
{
  struct pram_trees_message x;
  struct pram_trees_clock clock[MAX_PROCS];
};

static double
play_send (struct play *play, int p)
{
  struct pram_trees_clock *c = &play->clock[p];
  double start = fmax (c->free, c->next_send);
  c->free = start + play->x.o_s;
  c->next_send = start + play->x.g;
  return c->free + play->x.L;
}

static void
play_receive (struct play *play, int p, double arrival)
{
  struct pram_trees_clock *c = &play->clock[p];
  double start = fmax (fmax (c->free, c->next_recv), arrival);
  c->free = start + play->x.o_r;
  c->next_recv = start + play->x.g;
}

static void
play_round (struct play *play, int n, int m, int distance)
{
  static double arrival[MAX_PROCS][MAX_PROCS];
  for (int p = 0; p < n; p++)
    for (int j = 1; j <= m; j++)
      arrival[(p + j * distance) % n][j] = play_send (play, p);
  for (int p = 0; p < n; p++)
    for (int j = 1; j <= m; j++)
      play_receive (play, p, arrival[p][j]);
}

static double
play_dissemination (int n, int radix, const struct pram_trees_message *x)
{
  struct play play = { .x = *x };
  double last = 0;
  for (int distance = 1; distance < n; distance *= radix)
    play_round (&play, n, pram_trees_messages (n, radix, distance), distance);
  for (int p = 0; p < n; p++)
    last = fmax (last, play.clock[p].free);
  return last;
}

Test (trees, dissemination)
{
  struct rng rng = { 5 };
  struct pram_trees_message literature = { 2, 2, 6, 4 };
  cr_expect_eq (pram_trees_dissemination (8, 2, &literature), 30);
  cr_expect_eq (pram_trees_dissemination (8, 8, &literature), 52);
  cr_expect_eq (pram_trees_dissemination (1, 2, &literature), 0);
  for (int k = 0; k < 2000; k++)
    {
      int n = (int) rng_in (&rng, 1, MAX_PROCS);
      int radix = (int) rng_in (&rng, 2, rng_in (&rng, 0, 3) ? 6 : n + 2);
      struct pram_trees_message x
	= { (double) rng_in (&rng, 0, 6), (double) rng_in (&rng, 0, 6),
	    (double) rng_in (&rng, 0, 20), (double) rng_in (&rng, 0, 8) };
      double time = pram_trees_dissemination (n, radix, &x);
      cr_expect_eq (time, play_dissemination (n, radix, &x),
		    "%d processes, radix %d: %g %g %g %g", n, radix, x.o_s,
		    x.o_r, x.L, x.g);
    }
}

/* After the last round everyone knows everything, and not before.  */
Test (trees, dissemination_covers)
{
  enum { MOST = 40 };
  for (int n = 2; n <= MOST; n++)
    for (int radix = 2; radix <= n; radix++)
      {
	char known[MOST][MOST] = { { 0 } }, before[MOST][MOST];
	int n_all = 0;
	for (int p = 0; p < n; p++)
	  known[p][p] = 1;
	for (int d = 1; d < n; d *= radix)
	  {
	    int m = pram_trees_messages (n, radix, d);
	    cr_expect_eq (n_all, 0);
	    memcpy (before, known, sizeof known);
	    for (int p = 0; p < n; p++)
	      for (int j = 1; j <= m; j++)
		for (int q = 0; q < n; q++)
		  known[(p + j * d) % n][q] |= before[p][q];
	    for (int p = 0; p < n; p++)
	      n_all += memchr (known[p], 0, n) == NULL;
	  }
	cr_expect_eq (n_all, n, "%d processes, radix %d", n, radix);
      }
}

Test (trees, the_better_allreduce)
{
  struct rng rng = { 6 };
  for (int k = 0; k < 300; k++)
    {
      int longest = k % 2 ? 100 : 2000, dearest = k % 3 ? 20 : 2;
      struct pram_logp logp = machine_of ((double) rng_in (&rng, 0, longest),
					  (double) rng_in (&rng, 0, dearest),
					  (double) rng_in (&rng, 0, dearest));
      int n = (int) rng_in (&rng, 1, 200);
      struct pram_trees_message x = { logp.o, logp.o, logp.L, logp.g };
      struct pram_trees_choice best
	= pram_allreduce_choose (arena, n, 1, &logp).choice;
      double least = 2 * broadcast_time (n, logp.L, logp.o, logp.g);
      cr_expect_eq (best.tree_time, least);
      for (int radix = 2; radix <= n; radix++)
	least = fmin (least, pram_trees_dissemination (n, radix, &x));
      cr_expect_leq (best.time, least);
      cr_expect_eq (best.time, best.radix ? pram_trees_dissemination
					      (n, best.radix, &x)
					  : best.tree_time);
    }
}

/* --- Summation ------------------------------------------------------------ */

static int64_t
operands (int n, double time, double L, double o, double g)
{
  struct pram_logp logp = machine_of (L, o, g);
  return pram_summation_build (arena, n, time, 1, 1, &logp).n_operands;
}

/* The paper's example; and one process alone.  */
Test (trees, summation_of_the_literature)
{
  cr_expect_eq (operands (8, 28, 5, 2, 4), 79);
  cr_expect_eq (operands (1, 28, 5, 2, 4), 29);
  cr_expect_eq (operands (100, 3, 5, 2, 4), 4);
}

/* The most operands if K of at most N processes are there, process v ending at
   END[v] with CHILDREN[v]: tries all parents for one more, and none.  */
static int64_t
most_operands (int n, int k, double *end, int *children,
	       const struct pram_logp *m)
{
  int64_t best = 0;
  for (int v = 0; v < k; v++)
    best += (int64_t) (end[v] - children[v] * (m->o + 1)) + 1;
  for (int v = 0; v < k && k < n; v++)
    {
      end[k] = end[v] - (m->L + 2 * m->o + 1)
	       - children[v] * fmax (m->g, m->o + 1);
      if (end[k] < 0)
	continue;
      children[v]++;
      children[k] = 0;
      int64_t more = most_operands (n, k + 1, end, children, m);
      best = more > best ? more : best;
      children[v]--;
    }
  return best;
}

Test (trees, summation_is_optimal)
{
  struct rng rng = { 7 };
  for (int k = 0; k < 200; k++)
    {
      struct pram_logp logp = machine_of ((double) rng_in (&rng, 0, 8),
					  (double) rng_in (&rng, 0, 4),
					  (double) rng_in (&rng, 0, 6));
      int n = (int) rng_in (&rng, 1, 7), children[8] = { 0 };
      double end[8] = { (double) rng_in (&rng, 0, 60) };
      struct pram_summation sum
	= pram_summation_build (arena, n, end[0], 1, 1, &logp);
      cr_expect_eq (sum.n_operands,
		    most_operands (n, 1, end, children, &logp),
		    "n = %d, t = %g, L = %g, o = %g, g = %g", n, sum.time,
		    logp.L, logp.o, logp.g);
    }
}

Test (trees, schedules_of_summation)
{
  struct rng rng = { 8 };
  for (int k = 0; k < 300; k++)
    {
      struct pram_logp logp = machine_of ((double) rng_in (&rng, 0, 12),
					  (double) rng_in (&rng, 0, 6),
					  (double) rng_in (&rng, 0, 8));
      int n = (int) rng_in (&rng, 1, 60);
      double time = (double) rng_in (&rng, 0, 120);
      struct pram_summation sum
	= pram_summation_build (arena, n, time, 1, 8, &logp);
      struct pram_clustering *clustering
	= pram_summation_clustering (&sum, 8, arena);
      cr_expect_eq (makespan_of (clustering, &logp), time);
      /* Additions: one less than operands.  */
      cr_expect_eq (pram_taskgraph_work (clustering->graph),
		    sum.n_operands - 1);
    }
}
