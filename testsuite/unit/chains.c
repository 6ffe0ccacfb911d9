/* chains.c: tests of core/plan/chains.c: the depth of plans, with values found
   by hand.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "support.h"

#include "plan/plan.h"

#define REGION \
  "region f.1 file f.c line 1\n" \
  "array a[8][100003] bytes 8 type f64\n" \
  "array b[8][100003] bytes 8 type f64\n" \
  "array c[8][8] bytes 8 type f64\n" \
  "array n[8][8] bytes 4 type i32\n"

static double
depth_of (const char *text)
{
  struct pram_plan *plan = plan_from (text);
  double depth = plan->depth;
  pram_prog_free (plan->prog);
  return depth;
}

/* All iterations of k add to one element in their order.  */
Test (chains, matrix_product)
{
  cr_expect_eq (depth_of (REGION
    "for i < 8 { for j < 8 { for k < 8 { stmt weight 3\n"
    "  read c[i][j] read a[i][k] read b[k][j] write c[i][j] } } }"), 24);
}

Test (chains, recurrence)
{
  cr_expect_eq (depth_of (REGION
    "for i < 8 { for j < 100000 { stmt weight 2\n"
    "  read a[i][j] write a[i][j+1] } }"), 200000);
}

/* Three recurrences beside each other, of 4 and fewer iterations.  */
Test (chains, apart)
{
  cr_expect_eq (depth_of (REGION
    "for i < 8 { for j < 11 { stmt weight 2\n"
    "  read a[i][j] write a[i][j+3] } }"), 8);
}

/* Others wait for iteration i alone, another one in each row.  */
Test (chains, one_source)
{
  cr_expect_eq (depth_of (REGION
    "for i < 8 { for j < 20 { stmt weight 7\n"
    "  read a[i][i] write a[i][j] } }"), 14);
}

/* What an iteration reads is its own, though others wrote there before.  */
Test (chains, scratch)
{
  cr_expect_eq (depth_of (REGION
    "for i < 8 { for t < 5 {\n"
    "  for j < 20 { stmt weight 10 write a[i][j] }\n"
    "  for j < 20 { stmt weight 100 read a[i][j] write b[i][j] } } }"), 110);
}

/* The iterations are in a nest inside of the distributed loop.  */
Test (chains, nest)
{
  cr_expect_eq (depth_of (REGION
    "for i < 8 { for k < 6 { for j < 20 { stmt weight 3\n"
    "  read a[i][j] read b[k][j] write a[i][j] } } }"), 18);
}
