/* logp.c: tests of core/logp.c and core/bcast.c.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "support.h"

#include "bcast.h"
#include "logp.h"

static bool
read_text (const char *text, struct pram_logp *logp, struct heard *heard)
{
  struct pram_diag diag = diag_to (heard);
  FILE *file = fmemopen ((void *) text, strlen (text), "r");
  bool good = pram_logp_read (file, logp, &diag);
  fclose (file);
  return good;
}

Test (logp, reads_over_the_defaults)
{
  struct heard heard;
  struct pram_logp logp = pram_logp_default ();
  double G = logp.G;
  cr_assert (read_text ("# a machine\nL 6e-6\n\no 2e-6 # both\nP 8\n", &logp,
			&heard));
  cr_expect_eq (logp.L, 6e-6);
  cr_expect_eq (logp.o, 2e-6);
  cr_expect_eq (logp.G, G);
  cr_expect_eq (logp.P, 8);
}

Test (logp, prints_what_it_reads)
{
  char *text;
  size_t size;
  struct heard heard;
  struct pram_logp a = { 6e-6, 2e-6, 4e-6, 1e-9, 3e-10, 5 }, b = { 0 };
  FILE *file = open_memstream (&text, &size);
  pram_logp_print (file, &a);
  fclose (file);
  cr_assert (read_text (text, &b, &heard), "%s", heard.message);
  cr_expect (a.L == b.L && a.o == b.o && a.g == b.g && a.G == b.G
	     && a.op == b.op && a.P == b.P);
  free (text);
}

Test (logp, names_the_wrong_line)
{
  static const char *const wrong[]
    = { "L 1\nq 2\n", "L 1\no x\n", "L 1\no\n", "L 1\nP 0\n", "L 1\ng -1\n",
	"L 1\no 1 2\n", "L 1\nP 1.5\n" };
  for (size_t k = 0; k < sizeof wrong / sizeof *wrong; k++)
    {
      struct heard heard;
      struct pram_logp logp = pram_logp_default ();
      cr_expect_not (read_text (wrong[k], &logp, &heard));
      cr_expect_eq (heard.line, 2, "%s", wrong[k]);
      cr_expect_eq (heard.n, 1);
    }
}

static double
broadcast_time (int n, double L, double o, double g)
{
  struct pram_arena *arena = pram_arena_new ();
  struct pram_logp logp = { .L = L, .o = o, .g = g, .P = n };
  double time = pram_bcast_build (arena, n, 1, &logp).time;
  pram_arena_free (arena);
  return time;
}

Test (bcast, example_of_the_literature)
{
  cr_expect_eq (broadcast_time (8, 6, 2, 4), 24);
  cr_expect_eq (broadcast_time (1024, 6, 2, 4), 72);
  cr_expect_eq (broadcast_time (1, 6, 2, 4), 0);
  cr_expect_eq (broadcast_time (2, 6, 2, 4), 10);
}

/* With o = 0 and g = 1 the number of processes that can be informed by time t
   is f (t) = f (t - 1) + f (t - L).  */
Test (bcast, recurrence)
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

Test (bcast, tree_is_well_formed)
{
  struct pram_arena *arena = pram_arena_new ();
  struct pram_logp logp = pram_logp_default ();
  struct pram_bcast tree = pram_bcast_build (arena, 300, 64, &logp);
  cr_expect_eq (tree.parent[0], -1);
  for (int v = 1; v < 300; v++)
    {
      cr_expect (tree.parent[v] >= 0 && tree.parent[v] < v);
      cr_expect_geq (tree.informed[v], tree.informed[v - 1]);
      cr_expect_geq (tree.informed[v] - tree.informed[tree.parent[v]],
		     pram_logp_message (&logp, 64) - 1e-15);
    }
  pram_arena_free (arena);
}
