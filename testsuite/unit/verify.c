/* verify.c: tests of core/plan/verify.c.  testsuite/random/progs.c executes
   plans of random programs by means of it.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "support.h"

#include "plan/plan.h"
#include "plan/verify.h"

static const char jacobi[] =
  "region j file j.c line 1\n"
  "array old[12][10] bytes 8 type f64\n"
  "array new[12][10] bytes 8 type f64\n"
  "while t swap old = new new = old {\n"
  "segment\n"
  "  for i < 10 reduce max f64 diff {\n"
  "    for j < 8 {\n"
  "      stmt line 16 weight 5\n"
  "        read old[i][j+1] read old[i+2][j+1]\n"
  "        read old[i+1][j] read old[i+1][j+2] write new[i+1][j+1]\n"
  "    }\n"
  "  }\n"
  "segment\n"
  "}\n";

static const char there_and_back[]
= "region j file j.c line 1\n"
  "array a[12] bytes 8 type f64\n"
  "array b[12] bytes 8 type f64\n"
  "for t < 3 {\n"
  "  for i < 10 { stmt line 3 read a[i] read a[i+2] write b[i+1] }\n"
  "  for i < 10 { stmt line 4 read b[i+1] write a[i+1] }\n"
  "}\n";

static const int all_procs[] = { 1, 2, 3, 5, 8 };
enum { N_PROCS = sizeof all_procs / sizeof *all_procs };

static struct pram_plan *
plan_of (const char *text, struct pram_prog **prog, struct heard *heard)
{
  struct pram_diag diag = diag_to (heard);
  *prog = prog_from (text, &diag);
  cr_assert (*prog && pram_delinearize (*prog, &diag), "%s", heard->message);
  struct pram_plan *plan = pram_plan_build (*prog, &diag);
  cr_assert (plan && pram_plan_check (plan, &diag), "%s", heard->message);
  return plan;
}

static bool
verify (const struct pram_plan *plan, int procs, struct heard *heard)
{
  struct pram_diag diag = diag_to (heard);
  return pram_plan_verify (plan, procs, 4, NULL, &diag);
}

Test (verify, accepts_jacobi)
{
  struct heard heard;
  struct pram_prog *prog;
  struct pram_plan *plan = plan_of (jacobi, &prog, &heard);
  for (int p = 0; p < N_PROCS; p++)
    cr_expect (verify (plan, all_procs[p], &heard), "%s", heard.message);
  pram_prog_free (prog);
}

Test (verify, misses_no_missing_transfer)
{
  struct heard heard;
  struct pram_prog *prog;
  struct pram_plan *plan = plan_of (jacobi, &prog, &heard);
  struct pram_plan_layer *layer = &plan->layers[0];
  struct { int *n; const char *says; } parts[] =
    {
      { &layer->n_transfers, "value of" },
      { &plan->n_scatter, "an undefined value" },
      { &plan->n_gather, "does not have the last value" }
    };
  for (size_t k = 0; k < sizeof parts / sizeof *parts; k++)
    {
      int n = *parts[k].n;
      cr_assert_gt (n, 0);
      *parts[k].n = 0;
      cr_expect_not (verify (plan, 3, &heard));
      cr_expect (strstr (heard.message, parts[k].says), "%s", heard.message);
      cr_expect_eq (heard.n, 1);
      *parts[k].n = n;
    }
  pram_prog_free (prog);
}

Test (verify, misses_no_missing_boundary)
{
  struct heard heard;
  struct pram_prog *prog;
  struct pram_plan *plan = plan_of (jacobi, &prog, &heard);
  plan->layers[0].boundary = -1;
  cr_expect_not (verify (plan, 3, &heard));
  pram_prog_free (prog);
}

Test (verify, misses_no_missing_wait)
{
  struct heard heard;
  struct pram_prog *prog;
  struct pram_plan *plan = plan_of (there_and_back, &prog, &heard);
  cr_assert_eq (plan->n_layers, 2);
  plan->layers[0].n_waits = 0;
  cr_expect_not (verify (plan, 2, &heard));
  cr_expect (strstr (heard.message, "late"), "%s", heard.message);
  cr_expect_eq (heard.line, 3);
  pram_prog_free (prog);
}

/* Layer 1 overwrites a[i], which layer 0 reads for b[i-1] and b[i+1].  */
Test (verify, misses_no_narrow_pipe)
{
  struct heard heard;
  struct pram_prog *prog;
  struct pram_plan *plan = plan_of (there_and_back, &prog, &heard);
  cr_assert_eq (plan->layers[0].n_pipes, 1);
  cr_expect_eq (plan->layers[0].pipes[0].up, 1);
  cr_expect_eq (plan->layers[0].pipes[0].down, 1);
  cr_expect (verify (plan, 2, &heard));
  plan->layers[0].pipes[0].up = 0;
  cr_expect_not (verify (plan, 2, &heard));
  cr_expect (strstr (heard.message, "the pipe says"), "%s", heard.message);
  pram_prog_free (prog);
}
