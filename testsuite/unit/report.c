/* report.c: tests of core/predict/report.c.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "support.h"

#include <math.h>

#include "predict/report.h"

Test (report, two_regions)
{
  struct pram_plan *plan
    = plan_from ("region f.1 file f.c line 3\n"
		 "array a[8] bytes 8 type f64\n"
		 "for i < 8 { stmt weight 2 write a[i] }");
  struct pram_logp logp = pram_logp_default ();
  logp.op = 0.5;
  struct pram_costs costs = pram_costs_default (plan->prog->arena);
  struct pram_predictor predictor = { &logp, &costs, NULL, NULL };
  static const int procs[] = { 2, 4 };
  static const struct pram_report_diagnostic said[]
    = { { PRAM_NOTE, 3, "a \"note\"\n" }, { PRAM_REFUSAL, 4, "no" } };
  struct pram_report_region first
    = { "f.1", "f.c", 3, "n=8", "brent", plan, NULL, false, NULL, &predictor,
	2, procs, 0, NULL };
  struct pram_report_region second
    = { "f.2", "f.c", 9, "", "brent", NULL, NULL, true, NULL, &predictor,
	0, NULL, 2, said };

  const struct pram_scheme_promise proven
    = { .n_tasks = 3, .n_edges = 12, .indirection = 1, .naive = 5,
	.theorem = INFINITY, .at_most = true, .length = 8 };
  char *text;
  size_t size;
  FILE *file = open_memstream (&text, &size);
  struct pram_report report = pram_report_begin (file, "f.c");
  pram_report_region (&report, &first);
  pram_report_scheme (&report, &proven);
  pram_report_region (&report, &second);
  pram_report_end (&report);
  fclose (file);

  /* 4 elements of the second process come to process 0, 2 of each of four.  */
  static const char expected[] =
    "{ \"file\": \"f.c\",\n"
    "  \"regions\": [\n"
    "    { \"name\": \"f.1\",\n"
    "      \"file\": \"f.c\",\n"
    "      \"line\": 3,\n"
    "      \"size\": \"n=8\",\n"
    "      \"schedule\": \"brent\",\n"
    "      \"class\": \"oblivious\",\n"
    "      \"tasks\": 8,\n"
    "      \"work\": 8,\n";
  cr_expect (!strncmp (text, expected, strlen (expected)), "%s", text);
  static const char *const parts[] =
    { "\"work\": 8,", "\"granularity\": null,", "\"procs\": 2,",
      "\"messages\": 1,", "\"bytes\": 32,",
      "{ \"procs\": 4, \"messages\": 3, \"bytes\": 48, "
      "\"predicted_s\": ",
      "\"iteration_messages\": 0, \"iteration_bytes\": 0,",
      "\"work_s\": 8, \"depth_s\": 2, \"l_max_s\": 0,\n"
      "          \"granularity\": null, \"fine_granularity\": null, "
      "\"obliviousness\": 1,\n"
      "          \"naive_s\": 2, \"linear_s\": 2, \"brent_s\": 2,\n"
      "          \"naive_theorem_s\": 2, \"linear_theorem_s\": 2, "
      "\"brent_theorem_s\": 4,\n"
      "          \"naive_procs\": 4, \"linear_procs\": 4 }",
      "\"scheme\": { \"class\": \"non-oblivious\", \"tasks\": 3, \"edges\": 12, ",
      "\"naive_s\": 5, \"naive_theorem_s\": null, \"at_most\": true,",
      "\"length\": 8 } },\n"
      "    { \"name\": \"f.2\",",
      "\"schedule\": \"serial\",\n      \"class\": \"non-oblivious\",\n"
      "      \"diagnostics\": [\n"
      "        { \"severity\": \"note\", \"line\": 3, "
      "\"message\": \"a \\\"note\\\"\\u000a\" },\n"
      "        { \"severity\": \"refusal\", \"line\": 4, "
      "\"message\": \"no\" } ] } ]\n}\n" };
  for (size_t k = 0; k < sizeof parts / sizeof *parts; k++)
    cr_expect (strstr (text, parts[k]), "no %s in %s", parts[k], text);
  /* Four elements of 1 s a process, no message: nothing but the bytes'
     price comes to it.  */
  const char *bound = strstr (text, "\"bound_s\": ");
  cr_assert (bound);
  cr_expect_float_eq (strtod (bound + strlen ("\"bound_s\": "), NULL), 4, 1e-3);
  free (text);
  pram_prog_free (plan->prog);
}
