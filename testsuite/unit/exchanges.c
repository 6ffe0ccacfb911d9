/* exchanges.c: tests of core/poly/exchanges.c.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "support.h"

#include "plan/verify.h"

#define HEAD \
  "region r file r.c line 1\narray a[9] bytes 8 type f64\n" \
  "array b[9] bytes 8 type f64\narray c[9] bytes 8 type f64\n" \
  "array d[9][9] bytes 8 type f64\n"

#define SWEEP(from, to) \
  "for i < 7 { stmt line 3 read " from "[i] read " from "[i+2]" \
  " write " to "[i+1] }\n"

/* The number of layers of TEXT's plan, which is executed, and of these that stand
   for exchanges in N_EXCHANGES; 0 if it is refused.  The program stays as it
   is.  */
static int
layers_of (const char *text, int *n_exchanges)
{
  static const int procs[] = { 1, 2, 3, 5, 8 };
  struct heard heard;
  struct pram_diag diag = diag_to (&heard);
  struct pram_prog *prog = prog_from (text, &diag);
  cr_assert (prog && pram_delinearize (prog, &diag), "%s", heard.message);
  char *before = text_of (prog), *after;
  struct pram_plan *plan = pram_plan_build (prog, &diag);
  cr_assert (plan || heard.severity == PRAM_REFUSAL, "%s", heard.message);
  after = text_of (prog);
  cr_expect_str_eq (before, after);
  int n_layers = plan ? plan->n_layers : 0;
  *n_exchanges = 0;
  for (int l = 0; l < n_layers; l++)
    *n_exchanges += plan->layers[l].offer && plan->layers[l].offer->exchanges;
  for (size_t p = 0; plan && p < sizeof procs / sizeof *procs; p++)
    for (int64_t n = 1; n < 6; n++)
      cr_expect (pram_plan_check (plan, &diag)
		 && pram_plan_verify (plan, procs[p], n, NULL, &diag),
		 "line %d: %s\n%s", heard.line, heard.message, text);
  free (before);
  free (after);
  pram_prog_free (prog);
  return n_layers;
}

/* One layer for each loop that exchanges names; none where what they stand for is
   known.  */
Test (exchanges, layers)
{
  int n;
  cr_expect_eq (layers_of (HEAD "for t < 4 { while u swap a = b b = a {\n"
			   "segment " SWEEP ("a", "b") "segment } }", &n), 2);
  cr_expect_eq (n, 1);
  cr_expect_eq (layers_of (HEAD "while t swap a = b b = a { segment\n"
			   "while u swap a = b b = c c = a { segment\n"
			   SWEEP ("a", "c") "segment }\n" SWEEP ("a", "b")
			   "segment }", &n), 4);
  cr_expect_eq (n, 2);
  cr_expect_eq (layers_of (HEAD "while t { segment for s < 3\n"
			   "swap a = b b = a { " SWEEP ("a", "b") "}\n"
			   "segment }", &n), 2);
  cr_expect_eq (n, 1);
  cr_expect_eq (layers_of (HEAD "while t { segment for s < 4\n"
			   "swap a = b b = a { " SWEEP ("a", "b") "}\n"
			   "segment }", &n), 1);
  cr_expect_eq (n, 0);
}

/* Other loops are cut all the same.  */
Test (exchanges, cut)
{
  int n;
  cr_expect_eq (layers_of (HEAD "for t < 4 { while u swap a = b b = a {\n"
			   "segment " SWEEP ("a", "b") "segment }\n"
			   "for i < 9 { for j < 9 { stmt line 5 read d[i][j]\n"
			   "read d[t][j] read d[i][t] read a[i]"
			   " write d[i][j] } } }", &n), 5);
  cr_expect_eq (n, 1);
}

/* What runs on one process alone exchanges no names.  */
Test (exchanges, not_alone)
{
  int n;
  cr_expect_eq (layers_of (HEAD "for t < 4 { for s < 3 swap a = b b = a {\n"
			   "for i < 7 { stmt line 3 read b[i] read b[i+1]"
			   " write a[6] } }\n"
			   "for i < 6 { stmt line 5 read a[i+3]"
			   " write a[i+3] } }", &n), 0);
}

/* A history, whose elements later rounds write over; and one that is read.  */
Test (exchanges, history)
{
  int n;
  cr_expect_gt (layers_of (HEAD "for t < 4 { while u { segment\n"
			   SWEEP ("a", "b") SWEEP ("b", "a")
			   "stmt line 4 read a[1] write c[u]"
			   " if (8 - u >= 0) segment } }", &n),
		0);
  cr_expect_eq (layers_of (HEAD "for t < 4 { while u { segment\n"
			   SWEEP ("a", "b") SWEEP ("b", "a")
			   "stmt line 4 read a[1] write c[u]"
			   " if (8 - u >= 0)\n"
			   "stmt line 5 read c[3] write d[0][0] segment } }",
			   &n), 0);
  /* In a task.  */
  cr_expect_eq (layers_of (HEAD "for i < 9 { while u { segment\n"
			   "stmt line 4 read d[i][u] if (8 - u >= 0)\n"
			   "write d[i][u] if (8 - u >= 0)\n"
			   "segment } }", &n), 0);
}
