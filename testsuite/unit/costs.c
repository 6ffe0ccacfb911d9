/* costs.c: tests of core/machine/costs*.c and core/machine/machine.c.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "support.h"

#include <math.h>

#include "machine/machine.h"

static const char text[]
  = "L 6\no 2\ng 4\nG 0.5\n"
    "access 0.25\nvectors 16 2 0.75 5 1 7\nvectors 32 1.5 0.5 4 1\n"
    "row 3 0.5 6\nlayer 0.75\ntask 7 0.125 5 2 3 4\n"
    "kernel 3 2 16 0\nkernel 9 6 8 8\n"
    "stream 1 1024 1 0 0\n"
    "stream 1 4096 0.5 2 4 0.5 0.9 1.5 0.75	# the next cache\n"
    "stream 4 1024 1 0 0\n"
    "stream 4 4096 0.2 8 8 0.25\n"
    "exchange node 8 10 6\n"
    "exchange node 108 30 16 20 28\n"
    "swap node 8 2 5 9\n"
    "swap node 24 4\n"
    "allreduce node 2 5\n"
    "allreduce node 8 9\n"
    "broadcast network 4 40\n"
    "fault 1 2\nfault 4 8\n";

static bool
read_text (const char *what, struct pram_logp *logp, struct pram_costs *costs,
	   struct heard *heard)
{
  struct pram_diag diag = diag_to (heard);
  FILE *file = fmemopen ((void *) what, strlen (what), "r");
  bool good = pram_machine_read (file, logp, costs, &diag);
  fclose (file);
  return good;
}

static struct pram_logp logp;
static struct pram_costs costs;
static struct pram_arena *arena;

static void
start (void)
{
  struct heard heard;
  arena = pram_arena_new ();
  logp = pram_logp_default ();
  costs = pram_costs_default (arena);
  cr_assert (read_text (text, &logp, &costs, &heard), "%s", heard.message);
}

static void
stop (void)
{
  pram_arena_free (arena);
}

static bool
near_p (double a, double b)
{
  return fabs (a - b) <= 1e-9 * fabs (b);
}

TestSuite (costs, .init = start, .fini = stop);

/* A file without parameters, such as an empty one, is no machine.  */
Test (costs, a_machine_has_parameters)
{
  static const char *const nothing[] = { "\n", "# a comment\n", " \t\r\n\n" };
  for (size_t i = 0; i < sizeof nothing / sizeof *nothing; i++)
    {
      struct heard heard = { 0 };
      cr_expect_not (read_text (nothing[i], &logp, &costs, &heard));
      cr_expect (strstr (heard.message, "no parameters"), "%s",
		 heard.message);
    }
}

/* The last of two lines would win unseen.  Tables have many.  */
Test (costs, a_parameter_is_there_once)
{
  static const char *const lines[]
    = { "L 1\n", "o 1\n", "g 1\n", "G 1\n", "op 1\n", "P 4\n", "node 2\n",
	"access 1\n", "scalar 1 2\n", "row 1\n", "layer 1\n",
	"task 1 1 1 1 1\n" };
  for (size_t i = 0; i < sizeof lines / sizeof *lines; i++)
    {
      struct heard heard = { 0 };
      char twice[80];
      costs = pram_costs_default (arena);
      snprintf (twice, sizeof twice, "# one\n%skernel 1 1 1 1\n%s", lines[i],
		lines[i]);
      cr_expect_not (read_text (twice, &logp, &costs, &heard), "%s", twice);
      cr_expect_eq (heard.line, 4);
      cr_expect (strstr (heard.message, "is there already, in line 2"), "%s",
		 heard.message);
    }
}

Test (costs, both_parts_of_the_file_are_read)
{
  cr_expect_eq (logp.L, 6);
  cr_expect_eq (costs.n_streams, 4);
  cr_expect_eq (costs.access, 0.25);
  cr_expect_eq (costs.row, 3);
  cr_expect_eq (costs.row_op, 0.5);
  cr_expect_eq (costs.row_reduction, 6);
  cr_expect_eq (costs.layer, 0.75);
  cr_expect_eq (costs.combine, 3);
  cr_expect_eq (costs.touch, 4);
  cr_expect_eq (costs.n_faults, 2);
  cr_expect_eq (costs.n_vectors, 2);
  cr_expect_eq (costs.vectors[0].row, 5);
  cr_expect_eq (costs.vectors[0].row_reduction, 7);
  cr_expect_eq (costs.vectors[1].row_reduction, 0);
  cr_expect_eq (costs.n_kernels, 2);
  cr_expect_eq (costs.kernels[1].written, 8);
  cr_expect_eq (costs.streams[1].n_taken, 2);
  cr_expect_eq (costs.streams[3].wait, 0.25);
  cr_expect_eq (costs.streams[1].together, 0.9);
  cr_expect_eq (costs.streams[3].together, 1);
  cr_expect_eq (costs.n_swaps, 2);
  cr_expect_eq (costs.n_exchanges, 2);
  cr_expect_eq (costs.n_allreduces, 2);
  cr_expect_eq (costs.n_broadcasts, 1);
  cr_expect_eq (costs.broadcasts[0].pair, PRAM_OTHER_NODE);
}

/* A machine of the LogP model alone.  */
Test (costs, without_them_there_are_none)
{
  struct heard heard;
  costs = pram_costs_default (arena);
  cr_assert (costs.n_streams > 0 && costs.task > 0);
  cr_assert (read_text ("L 6\no 2\ng 4\n", &logp, &costs, &heard), "%s",
	     heard.message);
  cr_expect_eq (costs.n_streams, 0);
  cr_expect_eq (costs.task, 0);
  cr_expect_eq (pram_costs_fault (&costs, 2), 0);
  cr_expect_eq (costs.access, 0);
}

/* Machine files that were written before touches were measured.  */
Test (costs, touches_are_as_measured_once)
{
  struct heard heard;
  costs = pram_costs_default (arena);
  double touch = costs.touch;
  cr_assert (touch > 0);
  cr_assert (read_text ("L 6\no 2\ng 4\ntask 1 1 1 1 1\n", &logp, &costs,
			&heard), "%s", heard.message);
  cr_expect_eq (costs.task, 1);
  cr_expect_eq (costs.touch, touch);
}

Test (costs, prints_what_it_reads)
{
  struct heard heard;
  char *printed, *again;
  size_t size;
  struct pram_costs other = pram_costs_default (arena);
  FILE *file = open_memstream (&printed, &size);
  pram_costs_print (file, &costs);
  fclose (file);
  cr_assert (read_text (printed, &logp, &other, &heard), "%s", heard.message);
  file = open_memstream (&again, &size);
  pram_costs_print (file, &other);
  fclose (file);
  cr_expect_str_eq (printed, again);
  free (printed);
  free (again);
}

/* The line for at least so long vectors; what is longer, or not known, is what
   the machine has.  */
Test (costs, vectors_by_length)
{
  logp.op = 1;
  cr_expect_eq (pram_costs_vectors (&costs, &logp, 16).op, 2);
  cr_expect_eq (pram_costs_vectors (&costs, &logp, 32).access, 0.5);
  cr_expect_eq (pram_costs_vectors (&costs, &logp, 64).access, 0.25);
  cr_expect_eq (pram_costs_vectors (&costs, &logp, 0).op, 1);
  cr_expect_eq (pram_costs_vectors (&costs, &logp, 0).row_op, 0.5);
}

/* Half way between 1024 and 4096 in the logarithm is 2048; 2 processes are a
   third of the way from 1 to 4.  */
Test (costs, streams_are_interpolated)
{
  struct pram_stream s = pram_costs_stream (&costs, 1, 2048);
  cr_expect (near_p (s.read, 1) && near_p (s.write, 2)
	     && near_p (s.compute, 0.75));
  s = pram_costs_stream (&costs, 2, 4096);
  cr_expect (near_p (s.read, 4) && near_p (s.write, 4 + 4.0 / 3));
  cr_expect_eq (pram_costs_stream (&costs, 1, 1e9).read, 2);
  cr_expect_eq (pram_costs_stream (&costs, 64, 1e9).read, 8);
  cr_expect_eq (pram_costs_stream (&costs, 1, 1).read, 0);
}

/* A loop with the mix of a kernel differs from the prices as that does, but for
   what the other kernels' little weight changes; one that is half as far from
   one kernel than from the other takes something in between.  */
Test (costs, loops_are_corrected_as_like_kernels)
{
  struct pram_stream s = pram_costs_stream (&costs, 1, 4096);
  struct pram_kernel twice = { 18, 12, 16, 16 }, between = { 3, 2, 8, 1 };
  double second = pram_costs_correction (&costs, &s, &costs.kernels[1]);
  double middle = pram_costs_correction (&costs, &s, &between);
  cr_expect (second >= 0.75 && second < 0.77, "%g", second);
  cr_expect (near_p (pram_costs_correction (&costs, &s, &twice), second));
  cr_expect (middle > second && middle < 1.5, "%g", middle);
  s = pram_costs_stream (&costs, 1, 1024);
  cr_expect_eq (pram_costs_correction (&costs, &s, &between), 1);
}

Test (costs, exchanges_are_interpolated)
{
  struct pram_exchange x
    = pram_costs_exchange (&costs, &logp, PRAM_SAME_NODE, 58);
  cr_expect (near_p (x.alone, 20) && near_p (x.exposed[0], 11)
	     && near_p (x.exposed[1], 13) && near_p (x.exposed[2], 17));
  x = pram_costs_exchange (&costs, &logp, PRAM_SAME_NODE, 216);
  cr_expect (near_p (x.alone, 60) && near_p (x.exposed[2], 56));
  x = pram_costs_exchange (&costs, &logp, PRAM_SAME_NODE, 1);
  cr_expect (near_p (x.alone, 10) && near_p (x.exposed[0], 6));
}

/* The nearest beyond the ends; what was not measured is an exchange.  */
Test (costs, swaps_are_interpolated)
{
  static const struct { int64_t bytes; double seconds; } known[]
    = { { 1, 2 }, { 8, 2 }, { 16, 3 }, { 24, 4 }, { 1000, 4 } };
  for (size_t k = 0; k < sizeof known / sizeof *known; k++)
    cr_expect (near_p (pram_costs_swap (&costs, &logp, PRAM_SAME_NODE,
					known[k].bytes, 0),
		       known[k].seconds));
  cr_expect (near_p (pram_costs_swap (&costs, &logp, PRAM_OTHER_NODE, 8, 9),
		     13.5));
}

/* In between in proportion to the bytes that were gone over; what is left out
   is like the set before.  */
Test (costs, messages_behind_large_computations_are_slow)
{
  static const struct { double touched, exchange, swap; } known[]
    = { { 1e3, 6, 2 }, { PRAM_COSTS_NEAR, 6, 2 },
	{ (PRAM_COSTS_NEAR + PRAM_COSTS_FAR) / 2, 8, 3.5 },
	{ PRAM_COSTS_FAR, 10, 5 },
	{ (PRAM_COSTS_FAR + PRAM_COSTS_FARTHEST) / 2, 13, 7 },
	{ PRAM_COSTS_FARTHEST, 16, 9 }, { 1e12, 16, 9 } };
  struct pram_exchange x = { PRAM_SAME_NODE, 8, 1, { 6, 10, 16 } };
  for (size_t k = 0; k < sizeof known / sizeof *known; k++)
    {
      cr_expect (near_p (pram_exchange_beside (&x, 50, known[k].touched),
			 known[k].exchange));
      cr_expect (near_p (pram_costs_swap (&costs, &logp, PRAM_SAME_NODE, 8,
					  known[k].touched), known[k].swap));
    }
  cr_expect_eq (costs.exchanges[0].exposed[2], costs.exchanges[0].exposed[0]);
  cr_expect_eq (costs.swaps[1].seconds[2], costs.swaps[1].seconds[0]);
}

/* What was not measured comes from LogP: L + 2 o + 7 G.  */
Test (costs, logp_stands_in)
{
  struct pram_exchange x
    = pram_costs_exchange (&costs, &logp, PRAM_OTHER_NODE, 8);
  cr_expect (near_p (x.alone, 13.5), "%g", x.alone);
  cr_expect (x.exposed[0] <= x.alone && x.exposed[0] > 0);
  cr_expect (near_p (pram_costs_allreduce (&costs, &logp, PRAM_OTHER_NODE, 2),
		     13.5));
  cr_expect (near_p (pram_costs_allreduce (&costs, &logp, PRAM_OTHER_NODE, 4),
		     27 + 40));
}

Test (costs, a_computation_hides_a_part)
{
  struct pram_exchange x = { PRAM_SAME_NODE, 8, 10, { 6, 6, 6 } };
  cr_expect (near_p (pram_exchange_beside (&x, 0, 0), 10));
  cr_expect (near_p (pram_exchange_beside (&x, 5, 0), 8));
  cr_expect (near_p (pram_exchange_beside (&x, 10, 0), 6));
  cr_expect (near_p (pram_exchange_beside (&x, 1e6, 0), 6));
}

Test (costs, collectives_grow_with_the_levels)
{
  cr_expect_eq (pram_costs_allreduce (&costs, &logp, PRAM_SAME_NODE, 1), 0);
  cr_expect (near_p (pram_costs_allreduce (&costs, &logp, PRAM_SAME_NODE, 4),
		     7));
  cr_expect (near_p (pram_costs_allreduce (&costs, &logp, PRAM_SAME_NODE, 64),
		     18));
  cr_expect (near_p (pram_costs_broadcast (&costs, &logp, PRAM_OTHER_NODE,
					   2), 20));
}

Test (costs, faults_between_numbers_of_processes)
{
  cr_expect (near_p (pram_costs_fault (&costs, 1), 2));
  cr_expect (near_p (pram_costs_fault (&costs, 2), 4));
  cr_expect (near_p (pram_costs_fault (&costs, 64), 8));
}

Test (costs, says_what_is_wrong)
{
  static const struct { int line; const char *text, *message; } wrong[] =
    {
      { 1, "stream 1 2 3\n", "seconds" },
      { 1, "stream 1.5 2 3 4 5\n", "processes" },
      { 1, "stream 1 1024 -1 3 4\n", "part" },
      { 1, "stream 1 1024 0 0 0 0 1 1 1 1 1 1 1 1 1 1\n", "more" },
      { 1, "stream 1 1024 0 0 0 0 1 x\n", "ratio" },
      { 1, "kernel 3 2 16\n", "element" },
      { 2, "kernel 3 2 16 0\nstream 1 8 1 1 1 0 1 1 1\n",
	"each" },
      { 1, "stream 1 8 1 1 1 0 1 1\nkernel 3 2 16 0\n", "each" },
      { 3, "kernel 3 2 16 0\nstream 1 8 1 1 1 0 1 1\nkernel 1 1 8 0\n",
	"before" },
      { 2, "L 1\nexchange far 8 1 1\n", "network" },
      { 1, "allreduce node two 1\n", "processes" },
      { 1, "streams 1\n", "unknown" },
      { 1, "overlap 0.5\n", "unknown" },
      { 1, "row\n", "seconds" },
      { 1, "layer\n", "seconds" },
      { 1, "fault 0 1\n", "processes" },
      { 2, "fault 2 1\nfault 1 1\n", "order" },
      { 2, "vectors 32 1 1 1 1\nvectors 16 1 1 1 1\n", "order" },
      { 3, "L 1\nstream 1 8 1 1 1\nstream 1 8 1 1 1\n", "order" },
      { 2, "stream 2 8 1 1 1\nstream 1 16 1 1 1\nL 1\n", "order" },
      { 2, "exchange network 8 1 1\nexchange node 9 1 1\n", "order" },
      { 2, "swap node 16 1\nswap node 8 1\n", "order" },
      { 3, "allreduce node 2 1\n\nallreduce node 2 1\n", "order" },
      { 2, "broadcast node 4 1\nbroadcast node 2 1\n", "order" }
    };
  for (size_t k = 0; k < sizeof wrong / sizeof *wrong; k++)
    {
      struct heard heard;
      struct pram_costs other = pram_costs_default (arena);
      cr_expect_not (read_text (wrong[k].text, &logp, &other, &heard), "%s",
		     wrong[k].text);
      cr_expect_eq (heard.line, wrong[k].line, "%s", wrong[k].text);
      cr_expect (strstr (heard.message, wrong[k].message), "%s: %s",
		 wrong[k].text, heard.message);
    }
}
