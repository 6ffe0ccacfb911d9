/* expand.c: tests of core/plan/expand.c: graphs that are known.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "support.h"

#include "lab/expand-compare.h"

static struct pram_expansion *
expand (const char *text, struct pram_expand_options options,
	struct heard *heard)
{
  struct pram_diag diag = diag_to (heard);
  struct pram_prog *prog = prog_from (text, &diag);
  cr_assert (prog, "%s", heard->message);
  struct pram_expansion *x = pram_expand (prog, &options, prog->arena, &diag);
  if (x)
    cr_assert (pram_expansion_check (x, &diag), "%s", heard->message);
  return x;
}

static const struct pram_expand_options fused
  = { .fuse = true, .iterations = 3, .budget = 1000 };

/* The flows from WRITER to READER.  */
static int
count (const struct pram_expansion *x, int writer, int reader,
       enum pram_verdict verdict)
{
  int n = 0;
  for (int f = 0; f < x->n_flows; f++)
    n += x->flows[f].writer == writer && x->flows[f].reader == reader
	 && x->flows[f].verdict == verdict;
  return n;
}

/* The example of expand.h.  */
Test (expand, chain)
{
  struct heard heard;
  struct pram_expansion *x
    = expand ("region f.1 file f.c line 1\n"
	      "array a bytes 8 type f64\n"
	      "for i < 3 { stmt weight 2 read a@(8*i) write a@(8*i + 8) }",
	      fused, &heard);
  cr_assert (x);
  cr_expect (x->n_tasks == 3 && x->n_flows == 6);
  for (int i = 0; i < 3; i++)
    {
      cr_expect (count (x, i - 1, i, PRAM_NO_VERDICT) == 1);
      cr_expect (count (x, i, 3, PRAM_NO_VERDICT) == 1);
    }
  cr_expect (x->touched_lo[0] == 0 && x->touched_hi[0] == 32
	     && x->written[0]);
  struct pram_taskgraph *graph
    = pram_expansion_graph (x, 0.5, NULL, x->prog->arena, NULL);
  cr_assert (graph && pram_taskgraph_check (graph, NULL));
  cr_expect (graph->n_tasks == 3 && graph->n_edges == 2);
  cr_expect (pram_taskgraph_depth (graph, NULL, NULL) == 3);
}

/* FFT of 8 elements: three stages of 8 tasks that read two values each.  */
Test (expand, fft)
{
  struct heard heard;
  struct pram_expansion *x
    = expand ("region fft.1 file f.c line 1\n"
	      "array a bytes 8 type f64\narray b bytes 8 type f64\n"
	      "for i < 4 { for h < 2 { stmt read a@(16*i) read a@(16*i + 8)\n"
	      "  write b@(16*i + 8*h) } }\n"
	      "for i < 2 { for k < 2 { for h < 2 {\n"
	      "  stmt read b@(32*i + 8*k) read b@(32*i + 8*k + 16)\n"
	      "  write a@(32*i + 8*k + 16*h) } } }\n"
	      "for k < 4 { for h < 2 { stmt read a@(8*k) read a@(8*k + 32)\n"
	      "  write b@(8*k + 32*h) } }\n", fused, &heard);
  cr_assert (x);
  struct pram_taskgraph *graph
    = pram_expansion_graph (x, 1, NULL, x->prog->arena, NULL);
  int32_t layers;
  cr_assert (graph->n_tasks == 24);
  cr_expect (graph->n_edges == 32);
  pram_taskgraph_depth (graph, NULL, &layers);
  cr_expect (layers == 3);
}

/* Gauss-Seidel in one dimension: iteration (t, i) needs (t, i-1), (t-1, i),
   (t-1, i+1); a wavefront.  */
Test (expand, seidel)
{
  struct heard heard;
  struct pram_expansion *x
    = expand ("region s.1 file f.c line 1\n"
	      "array a bytes 8 type f64\n"
	      "for t < 2 { for i < 4 { stmt read a@(8*i) read a@(8*i + 8)\n"
	      "  read a@(8*i + 16) write a@(8*i + 8) } }\n", fused, &heard);
  cr_assert (x && x->n_tasks == 8);
  cr_expect (count (x, 1, 2, PRAM_NO_VERDICT) == 1);
  cr_expect (count (x, 2, 5, PRAM_NO_VERDICT) == 1);
  cr_expect (count (x, 1, 5, PRAM_NO_VERDICT) == 1);
  cr_expect (count (x, 0, 5, PRAM_NO_VERDICT) == 0);
  struct pram_taskgraph *graph
    = pram_expansion_graph (x, 1, NULL, x->prog->arena, NULL);
  cr_expect (graph->n_edges == 3 + 3 + 4 + 3);
}

static const char jacobi[]
  = "region j.1 file f.c line 1\n"
    "array a bytes 8 type f64\narray b bytes 8 type f64\n"
    "while t swap a = b b = a {\nsegment\n"
    "  for i < 3 { stmt read a@(8*i) read a@(8*i + 16) write b@(8*i + 8) }\n"
    "segment\n}\n"
    "for i < 3 { stmt read b@(8*i + 8) }";

/* The next iteration waits for FALSE, what follows for TRUE.  */
Test (expand, verdicts)
{
  struct heard heard;
  struct pram_expansion *x = expand (jacobi, fused, &heard);
  cr_assert (x && x->n_tasks == 6);
  cr_expect (count (x, 0, 1, PRAM_FALSE) > 0);
  cr_expect (count (x, 1, 0, PRAM_FALSE) > 0);
  cr_expect (count (x, 0, 1, PRAM_NO_VERDICT) == 0);
  cr_expect (count (x, 2, 5, PRAM_TRUE) == 1);
  cr_expect (count (x, 2, 6, PRAM_TRUE) > 0);
  struct pram_taskgraph *graph
    = pram_expansion_graph (x, 1, NULL, x->prog->arena, NULL);
  cr_expect (graph->n_edges == 3);
}

/* What stands behind a test in the middle of the body waits for its verdict
   and for what stands before it: both halves are in the graph, and in T.  */
Test (expand, test_in_the_middle)
{
  struct heard heard;
  struct pram_expansion *x
    = expand ("region m.1 file f.c line 1\n"
	      "array a bytes 8 type f64\narray b bytes 8 type f64\n"
	      "while t {\nsegment\n"
	      "  for i < 3 { stmt weight 8 read a@(8*i) write b@(8*i) }\n"
	      "segment\n"
	      "  for i < 3 { stmt weight 4 read a@(8*i) read b@(8*i)\n"
	      "              write a@(8*i) }\n}\n", fused, &heard);
  cr_assert (x && x->n_tasks == 6);
  cr_expect (count (x, 0, 3, PRAM_FALSE) > 0);
  struct pram_taskgraph *graph
    = pram_expansion_graph (x, 1, NULL, x->prog->arena, NULL);
  cr_expect_eq (graph->n_edges, 3);
  cr_expect_eq (pram_taskgraph_depth (graph, NULL, NULL), 12);
}

Test (expand, unrolled)
{
  struct heard heard;
  struct pram_expansion *x
    = expand (jacobi, (struct pram_expand_options)
	      { .unroll = true, .iterations = 4, .budget = 1000 }, &heard);
  cr_assert (x && x->n_tasks == 15);
  cr_expect (count (x, 1, 3, PRAM_FALSE) == 1);
  cr_expect (count (x, 1, 5, PRAM_FALSE) == 1);
}

/* Statements that follow each other are one task if fused.  */
Test (expand, fused)
{
  static const char text[]
    = "region f.1 file f.c line 1\n"
      "array a bytes 8 type f64\narray b bytes 8 type f64\n"
      "for i < 5 {\n"
      "  stmt weight 1 read a@(8*i) write b@(8*i)\n"
      "  stmt weight 2 read b@(8*i) write a@(8*i + 8)\n}\n";
  struct heard heard;
  struct pram_expansion *x = expand (text, fused, &heard);
  cr_assert (x && x->n_tasks == 5);
  cr_expect (x->tasks[0].work == 3);
  cr_expect (count (x, 0, 1, PRAM_NO_VERDICT) == 1);
  x = expand (text, (struct pram_expand_options) { .iterations = 1,
						   .budget = 1000 }, &heard);
  cr_assert (x && x->n_tasks == 10);
  cr_expect (count (x, 0, 1, PRAM_NO_VERDICT) == 1);
  cr_expect (count (x, 1, 2, PRAM_NO_VERDICT) == 1);
}

Test (expand, refusals)
{
  struct heard heard;
  cr_expect (!expand ("region f.1 file f.c line 1\n"
		      "array a bytes 8 type f64\n"
		      "for i < 1001 { stmt write a@(8*i) }", fused, &heard));
  cr_expect (heard.severity == PRAM_REFUSAL);
  cr_expect (strstr (heard.message, "the budget of 1000"));
  cr_expect (!expand ("region f.1 file f.c line 1\n"
		      "array a bytes 8 type f64\n"
		      "for i < 10 { stmt write a@(4*i) }", fused, &heard));
  cr_expect (strstr (heard.message, "overlap in part"));
}

/* A difference between the builders is found.  */
Test (expand, compare)
{
  struct heard heard;
  struct pram_diag diag = diag_to (&heard);
  struct pram_prog *prog = prog_from (jacobi, &diag);
  cr_assert (prog && pram_delinearize (prog, &diag));
  struct pram_expand_options options
    = { .unroll = true, .iterations = 3, .budget = 1000 };
  cr_expect (pram_expansion_compare (prog, &options, &diag), "%s",
	     heard.message);
  /* Another offset than the subscript says.  */
  prog->root->children[1]->children[0]->children[0]->accesses[0]
    .offset.constant += 8;
  cr_expect (!pram_expansion_compare (prog, &options, &diag));
  cr_expect (strstr (heard.message, "graph has the flow"));
}

/* A statement of a long body: it accesses elements of a and b of a few kinds.  */
static void
add_statement (FILE *f, unsigned *random)
{
  static const char *const elements[]
    = { "a@(48*i)", "a@(48*i + 8)", "a@(48*i + 16)", "a@(48*i + 24)", "a@(0)",
	"b@(48*i)", "b@(48*i + 8)" };
  int n = sizeof elements / sizeof *elements;
  fprintf (f, "  stmt");
  for (int k = 0; k < 2; k++)
    if ((*random = *random * 1664525 + 1013904223) >> 30)
      fprintf (f, " read %s", elements[(*random >> 16) % n]);
  *random = *random * 1664525 + 1013904223;
  fprintf (f, " write %s\n", elements[(*random >> 16) % n]);
}

/* A loop inside of it: over elements of one or both arrays, which it EXCHANGES, perhaps.  */
static void
add_loop (FILE *f, unsigned *random, int number, bool exchanges)
{
  *random = *random * 1664525 + 1013904223;
  fprintf (f, "  for j%d < 3%s { stmt read %s@(48*i + 8*j%d) write a@(48*i + 8*j%d) }\n",
	   number, exchanges ? " swap a = b b = a" : "", *random >> 31 ? "a" : "b",
	   number, number);
}

/* What is read where the same iteration wrote it is found without isl.  */
Test (expand, long_bodies)
{
  static const struct pram_expand_options options
    = { .unroll = true, .iterations = 3, .budget = 10000 };
  for (unsigned seed = 0; seed < 60; seed++)
    {
      char *text = NULL;
      size_t size;
      unsigned random = seed;
      FILE *f = open_memstream (&text, &size);
      fprintf (f, "region f.1 file f.c line 1\narray a bytes 8 type f64\n"
	       "array b bytes 8 type f64\nfor i < 3 {\n");
      for (int k = 0; k < 12; k++)
	{
	  add_statement (f, &random);
	  /* Two loops that exchange the arrays, in half of the programs.  */
	  if (k % 4 == 3)
	    add_loop (f, &random, k, seed % 2 && k != 7);
	}
      fprintf (f, "}\n");
      fclose (f);
      struct heard heard;
      struct pram_diag diag = diag_to (&heard);
      struct pram_prog *prog = prog_from (text, &diag);
      cr_assert (prog && pram_delinearize (prog, &diag), "%s\n%s", heard.message, text);
      cr_expect (pram_expansion_compare (prog, &options, &diag), "%s\n%s",
		 heard.message, text);
      pram_prog_free (prog);
      free (text);
    }
}
