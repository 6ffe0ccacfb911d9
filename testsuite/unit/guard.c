/* guard.c: tests of core/base/guard.c: memory that is exhausted.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "support.h"

#include <sys/resource.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/guard.h"
#include "plan/table-plan.h"

static const struct pram_logp machine
  = { .L = 6, .o = 2, .g = 4, .op = 1, .P = 2 };
static const struct pram_costs unmeasured;

static void
take_too_much (void *data)
{
  *(int *) data = 1;
  pram_zeroed (INT64_MAX / 16, 16);
  *(int *) data = 2;
}

static void
take_little (void *data)
{
  free (pram_zeroed (10, 16));
  *(int *) data = 3;
}

/* An inner guard that gives up, then more work.  */
static void
take_both (void *data)
{
  struct heard heard;
  struct pram_diag diag = diag_to (&heard);
  cr_expect (!pram_guard (take_too_much, data, 8, &diag));
  cr_expect_eq (heard.line, 8);
  take_little (data);
}

Test (guard, gives_up)
{
  struct heard heard;
  struct pram_diag diag = diag_to (&heard);
  int how_far = 0;
  cr_expect (!pram_guard (take_too_much, &how_far, 7, &diag));
  cr_expect_eq (how_far, 1);
  cr_expect_eq (heard.n, 1);
  cr_expect_eq (heard.line, 7);
  cr_expect_eq (heard.severity, PRAM_REFUSAL);
  cr_expect (strstr (heard.message, "not enough memory"));
  cr_expect (pram_guard (take_little, &how_far, 7, &diag));
  cr_expect_eq (how_far, 3);
  cr_expect (pram_guard (take_both, &how_far, 7, &diag));
  cr_expect_eq (how_far, 3);
  cr_expect_eq (heard.n, 1);
}

/* No guard: there is nothing else to do.  */
Test (guard, aborts, .signal = SIGABRT)
{
  int how_far;
  take_too_much (&how_far);
}

/* Let MORE bytes be mapped than now.  */
static void
limit_memory (size_t more)
{
  unsigned long pages;
  FILE *file = fopen ("/proc/self/statm", "r");
  cr_assert (file && fscanf (file, "%lu", &pages) == 1);
  fclose (file);
  struct rlimit limit;
  getrlimit (RLIMIT_AS, &limit);
  limit.rlim_cur = pages * (size_t) sysconf (_SC_PAGESIZE) + more;
  cr_assert_eq (setrlimit (RLIMIT_AS, &limit), 0);
}

/* Tasks take memory: a plan of too many for it is refused.  */
Test (guard, tables)
{
  static const char text[]
    = "region f.1 file f.c line 3\n"
      "array a[140][140] bytes 8 type f64\n"
      "for i < 138 { for j < 138 { stmt weight 2\n"
      "  read a[i][j+1] read a[i+1][j] write a[i+1][j+1] } }";
  struct heard heard;
  struct pram_diag diag = diag_to (&heard);
  const struct pram_strategy *linear = pram_strategy_find ("linear");
  struct pram_prog *prog = prog_from (text, &diag);
  cr_assert (prog && pram_delinearize (prog, &diag), "%s", heard.message);
  limit_memory (1 << 20);
  cr_expect (!pram_table_plan_build (prog, linear, &machine, &unmeasured,
				     &diag));
  cr_expect (strstr (heard.message, "not enough memory"), "%s", heard.message);
  limit_memory (1 << 30);
  cr_expect (pram_table_plan_build (prog, linear, &machine, &unmeasured,
				    &diag), "%s", heard.message);
  pram_prog_free (prog);
}
