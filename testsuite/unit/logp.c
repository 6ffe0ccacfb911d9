/* logp.c: tests of core/machine/logp.c.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "support.h"

#include "machine/machine.h"

static struct pram_arena *arena;

static void
setup (void)
{
  arena = pram_arena_new ();
}

static void
teardown (void)
{
  pram_arena_free (arena);
}

TestSuite (logp, .init = setup, .fini = teardown);

static bool
read_text (const char *text, struct pram_logp *logp, struct heard *heard)
{
  struct pram_diag diag = diag_to (heard);
  struct pram_costs costs = pram_costs_default (arena);
  FILE *file = fmemopen ((void *) text, strlen (text), "r");
  bool good = pram_machine_read (file, logp, &costs, &diag);
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

static const char tables[] =
  "P 64\nnode 32\nop 1e-9\n"
  "class node\n"
  "# bytes o_s o_r g L\n"
  "8 1 2 3 4\n"
  "108 2 2 13 104\n"
  "109 5 6 20 300\n"
  "209 5 6 40 200\n"
  "class network\n"
  "1 10 11 12 13\n";

Test (logp, interpolates)
{
  struct heard heard;
  struct pram_logp logp = pram_logp_default ();
  cr_assert (read_text (tables, &logp, &heard), "%s", heard.message);
  /* Below the first row, on it, between two, at the switch.  */
  cr_expect_eq (pram_logp_gap (&logp, PRAM_SAME_NODE, 1), 3);
  cr_expect_eq (pram_logp_gap (&logp, PRAM_SAME_NODE, 8), 3);
  cr_expect_float_eq (pram_logp_gap (&logp, PRAM_SAME_NODE, 58), 8, 1e-12);
  cr_expect_float_eq (pram_logp_o_send (&logp, PRAM_SAME_NODE, 58), 1.5,
		      1e-12);
  cr_expect_eq (pram_logp_o_recv (&logp, PRAM_SAME_NODE, 108), 2);
  cr_expect_eq (pram_logp_o_recv (&logp, PRAM_SAME_NODE, 109), 6);
  /* Beyond the last: the gap grows by 1/5 a byte, L does not fall.  */
  cr_expect_float_eq (pram_logp_gap (&logp, PRAM_SAME_NODE, 1209), 240, 1e-9);
  cr_expect_eq (pram_logp_latency (&logp, PRAM_SAME_NODE, 1209), 200);
  /* One row only.  */
  cr_expect_eq (pram_logp_transfer (&logp, PRAM_OTHER_NODE, 1), 34);
  cr_expect_eq (pram_logp_transfer (&logp, PRAM_OTHER_NODE, 1 << 20), 34);
  cr_expect_eq (pram_logp_pair (&logp, 0, 31), PRAM_SAME_NODE);
  cr_expect_eq (pram_logp_pair (&logp, 31, 32), PRAM_OTHER_NODE);
}

Test (logp, capacity)
{
  struct pram_logp logp = { .L = 6, .o = 2, .g = 4, .P = 2 };
  cr_expect_eq (pram_logp_capacity (&logp, PRAM_SAME_NODE, 1), 2);
  logp.L = 0.3;
  logp.g = 0.1;
  cr_expect_eq (pram_logp_capacity (&logp, PRAM_SAME_NODE, 1), 3);
  logp.L = 0;
  cr_expect_eq (pram_logp_capacity (&logp, PRAM_SAME_NODE, 1), 1);
  logp.g = 0;
  cr_expect_eq (pram_logp_capacity (&logp, PRAM_SAME_NODE, 1), INT64_MAX);
}

static char *
print_text (const struct pram_logp *logp)
{
  char *text;
  size_t size;
  FILE *file = open_memstream (&text, &size);
  pram_logp_print (file, logp);
  fclose (file);
  return text;
}

Test (logp, prints_what_it_reads)
{
  struct heard heard;
  struct pram_logp a = { .L = 6e-6 / 7, .o = 2e-6, .g = 4e-6 / 3, .G = 1e-9,
			 .op = 3e-10, .P = 5 }, b = a;
  cr_assert (read_text (tables, &b, &heard), "%s", heard.message);
  for (const struct pram_logp *logp = &a; logp; logp = logp == &a ? &b : NULL)
    {
      struct pram_logp read = { 0 };
      char *text = print_text (logp);
      cr_assert (read_text (text, &read, &heard), "%s", heard.message);
      char *again = print_text (&read);
      cr_expect_str_eq (again, text);
      cr_expect (read.L == logp->L && read.g == logp->g && read.P == logp->P
		 && read.node == logp->node);
      for (int bytes = 1; bytes < 400; bytes++)
	for (int pair = 0; pair < PRAM_N_PAIRS; pair++)
	  cr_expect_eq (pram_logp_transfer (logp, pair, bytes),
			pram_logp_transfer (&read, pair, bytes));
      free (again);
      free (text);
    }
}

Test (logp, names_the_wrong_line)
{
  static const char *const wrong[]
    = { "L 1\nq 2\n", "L 1\no x\n", "L 1\no\n", "L 1\nP 0\n", "L 1\ng -1\n",
	"L 1\no 1 2\n", "L 1\nP 1.5\n", "L 1\nnode 0\n",
	"L 1\n8 1 1 1 1\n", "L 1\nclass\n", "L 1\nclass moon\n",
	"class node\n8 1 1 1\n", "class node\n0 1 1 1 1\n",
	"class node\n8 1 -1 1 1\n", "class node\n8 1 1 1 1 1\n",
	"L 1\nclass node\no 1\n", "L 1\nclass node\n",
	"L 1\nclass network\n8 1 1 1 1\n",
	"op 1\nnode 4\nclass node\n8 1 1 1 1\n" };
  for (size_t k = 0; k < sizeof wrong / sizeof *wrong; k++)
    {
      struct heard heard;
      struct pram_logp logp = pram_logp_default ();
      cr_expect_not (read_text (wrong[k], &logp, &heard));
      cr_expect_eq (heard.line, 2, "%s", wrong[k]);
      cr_expect_eq (heard.n, 1);
    }
}
