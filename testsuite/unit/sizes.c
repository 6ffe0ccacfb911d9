/* sizes.c: tests of plans of arrays beyond 2^31 and 2^32 elements and bytes.

   SPDX-License-Identifier: GPL-3.0-or-later

   Nothing here has the memory, so plans are compared with what a person counts,
   not executed.  */

#include "support.h"
#include <inttypes.h>

#include "plan/plan.h"
#include "pram-sets.h"
#include "plan/traffic.h"

static const int64_t all_counts[] =
  { 1000, INT64_C (1) << 31, (INT64_C (1) << 31) + 10, INT64_C (1) << 32,
    (INT64_C (1) << 32) + 10, INT64_C (3) << 33, INT64_C (1) << 40 };
static const int all_bytes[] = { 1, 2, 4, 8 };

static struct pram_plan *
plan_of (const char *text, struct pram_prog **prog, struct heard *heard)
{
  struct pram_diag diag = diag_to (heard);
  *prog = prog_from (text, &diag);
  cr_assert_not_null (*prog, "%s", heard->message);
  struct pram_plan *plan = NULL;
  if (pram_delinearize (*prog, &diag))
    plan = pram_plan_build (*prog, &diag);
  cr_expect (!plan || pram_plan_check (plan, &diag), "%s", heard->message);
  return plan;
}

/* Each of N elements of BYTES needs its neighbours, from a to b and back.  */
static char *
smoothing (int64_t n, int bytes)
{
  char *text;
  cr_assert (asprintf (&text,
		       "region f.1 file f.c line 1\n"
		       "array a bytes %d type u8\narray b bytes %d type u8\n"
		       "for t < 4 {\n"
		       "  for i < %" PRId64 " { stmt read a@(%d * i)\n"
		       "    read a@(%d * i + %d) write b@(%d * i + %d) }\n"
		       "  for i < %" PRId64 " { stmt read b@(%d * i + %d)\n"
		       "    write a@(%d * i + %d) }\n}\n",
		       bytes, bytes, n - 2, bytes, bytes, 2 * bytes, bytes,
		       bytes, n - 2, bytes, bytes, bytes, bytes) > 0);
  return text;
}

static void
expect_smoothing (int64_t n, int bytes)
{
  struct pram_prog *prog;
  struct heard heard;
  char *text = smoothing (n, bytes);
  struct pram_plan *plan = plan_of (text, &prog, &heard);
  cr_assert (plan, "%s: %s", text, heard.message);
  cr_expect_eq (plan->n_units, n - 2, "%s", text);
  cr_expect_eq (plan->n_tasks, 8 * (n - 2), "%s", text);
  cr_expect_eq (plan->touched_lo[0], 0);
  cr_expect_eq (plan->touched_hi[0], n * bytes, "%s", text);
  cr_expect_eq (plan->touched_lo[1], bytes);
  cr_expect_eq (plan->touched_hi[1], (n - 1) * bytes, "%s", text);
  /* The upper half, the element below, and that at the edge.  */
  cr_expect_eq (pram_plan_bytes (plan, plan->scatter, plan->n_scatter, 0, 1,
				 2), (n / 2 + 1) * bytes, "%s", text);
  cr_expect_eq (pram_plan_gathered (plan, 1, 2), (n / 2 - 1) * bytes * 2, "%s",
		text);
  struct pram_plan_layer *layer = &plan->layers[1];
  cr_expect (layer->uniform && layer->n_transfers == 1);
  cr_expect_eq (pram_plan_bytes (plan, layer->transfers, 1, 0, 1, 2), bytes);
  cr_expect_eq (pram_plan_bytes (plan, layer->transfers, 1, 1, 0, 2), bytes);
  pram_prog_free (prog);
  free (text);
}

Test (sizes, of_elements)
{
  for (size_t k = 0; k < sizeof all_counts / sizeof *all_counts; k++)
    for (size_t b = 0; b < sizeof all_bytes / sizeof *all_bytes; b++)
      expect_smoothing (all_counts[k], all_bytes[b]);
}

/* The message of what can't be planned.  */
static void
expect_refused (const char *body, int line, const char *says)
{
  struct heard heard;
  struct pram_prog *prog;
  char text[1024];
  snprintf (text, sizeof text, "region f.1 file f.c line 1\n"
	    "array a bytes 8 type f64\narray b bytes 8 type f64\n%s", body);
  cr_expect_null (plan_of (text, &prog, &heard), "%s", text);
  cr_expect (heard.severity == PRAM_REFUSAL && heard.line == line
	     && strstr (heard.message, says), "%s\n%d: %s", text, heard.line,
	     heard.message);
  pram_prog_free (prog);
}

Test (sizes, beyond_64_bits)
{
  expect_refused ("for i < 9 line 3 { stmt line 4\n"
		  "write a@(2305843009213693952 * i) }", 4, "'a'");
  expect_refused ("for i < 9 line 3 { stmt line 4\n"
		  "write a@(9223372036854775800 + 8 * i) }", 4, "'a'");
  expect_refused ("for i < 4294967296 line 3 { for j < 4294967296 line 4 {\n"
		  "stmt line 5 read b@(8 * j) write a@(34359738368 * i + 8 * j)"
		  " } }", 5, "'a'");
  expect_refused ("for i < 4611686018427387904 line 3 { stmt line 4\n"
		  "read a@(0) }", 3, "iterations");
  expect_refused ("for i < 4294967296 line 3 {\n"
		  "for j < 4294967296 * i line 4 { stmt line 5 write a@(8 * i)"
		  " } }", 4, "iterations");
  expect_refused ("for i < 9 line 3 { stmt line 4 write a@(8 * i)\n"
		  "if (4611686018427387904 - 4611686018427387904 * i >= 0) }",
		  4, "'a'");
}

Test (sizes, of_text)
{
  static const char *const texts[] =
    {
      "array a[4][4611686018427387904] bytes 8 type f64\n",
      "array a[4][4] bytes 8 type f64\n"
      "for i < 4 { stmt write a[i][0+2305843009213693952*i] }",
      "array a bytes 8 type f64\nfor i < 4 { stmt write\n"
      "a@(9223372036854775807*i + i) }",
      "array a bytes 8 type f64\nfor i < 4 { stmt write\n"
      "a@(9223372036854775807 + 1) }"
    };
  for (size_t k = 0; k < sizeof texts / sizeof *texts; k++)
    {
      struct heard heard;
      struct pram_diag diag = diag_to (&heard);
      char text[300];
      snprintf (text, sizeof text, "region f.1 file f.c line 1\n%s", texts[k]);
      struct pram_prog *prog = prog_from (text, &diag);
      cr_expect (!prog && (strstr (heard.message, "64 bits")
		 || strstr (heard.message, "2^63")), "%s", text);
    }
}

/* What nobody will run is still predicted without wrapping.  */
Test (sizes, of_sums)
{
  struct heard heard;
  struct pram_prog *prog;
  struct pram_logp logp = pram_logp_default ();
  struct pram_plan *plan = plan_of
    ("region f.1 file f.c line 1\n"
     "array a bytes 8 type f64\narray b bytes 8 type f64\n"
     "for t < 1099511627776 line 3 {\n"
     "  for i < 1099511627776 line 4 {\n"
     "    stmt line 5 read a@(8796093022200 - 8 * i) write b@(8 * i) }\n"
     "  for i < 1099511627776 line 6 {\n"
     "    stmt line 7 read b@(8 * i) write a@(8 * i) } }", &prog, &heard);
  cr_assert (plan, "%s", heard.message);
  cr_expect_eq (plan->n_tasks, INT64_MAX);
  cr_expect_eq (pram_plan_traffic (plan, &logp, 2).bytes, INT64_MAX);
  pram_prog_free (prog);
}

/* Leaves of reductions are few beside the elements.  */
Test (sizes, of_leaves)
{
  struct heard heard;
  struct pram_prog *prog;
  struct pram_plan *plan = plan_of
    ("region f.1 file f.c line 1\narray a bytes 8 type f64\n"
     "for i < 1099511627776 line 3 reduce sum f64 s { for j < 4 {\n"
     "stmt line 5 read a@(32 * i + 8 * j) } }", &prog, &heard);
  cr_assert (plan, "%s", heard.message);
  cr_expect_leq (plan->n_units, 1 << 24);
  pram_prog_free (prog);
}

Test (sizes, of_shares)
{
  int64_t n = (INT64_C (1) << 60) + 12345;
  cr_expect_eq (pram_first_unit (10, 1, 3), 4);
  cr_expect_eq (pram_first_unit (10, 2, 3), 7);
  cr_expect_eq (pram_first_unit (n, 0, 1000), 0);
  cr_expect_eq (pram_first_unit (n, 1000, 1000), n);
  for (int p = 0; p < 1000; p++)
    cr_expect_eq (pram_first_unit (n, p, 1000),
		  (int64_t) (((__int128) n * p + 999) / 1000));
}
