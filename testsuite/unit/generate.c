/* generate.c: tests of lab/generate.c.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "support.h"
#include "arena-suite.h"

#include <math.h>

#include "lab/generate.h"

static struct heard heard;

TestSuite (generate, .init = set_up, .fini = tear_down);

static struct pram_taskgraph *
generate (const char *spec)
{
  struct pram_diag diag = diag_to (&heard);
  struct pram_taskgraph *graph = pram_generate (spec, arena, &diag);
  cr_assert (graph, "%s: %s", spec, heard.message);
  pram_taskgraph_add_preds (graph, arena);
  cr_assert (pram_taskgraph_check (graph, &diag), "%s: %s", spec,
	     heard.message);
  return graph;
}

/* Tasks, edges, work and depth from their formulas.  */
Test (generate, known_figures)
{
  static const struct { const char *spec; int n_tasks, n_edges, n_layers;
			double work, depth; } known[]
    = { { "chain:n=5,cost=2", 5, 4, 5, 10, 10 },
	{ "chain:n=1", 1, 0, 1, 1, 1 },
	{ "forkjoin:width=3,n=2", 9, 12, 5, 9, 5 },
	{ "intree:arity=3,depth=2", 13, 12, 3, 13, 3 },
	{ "outtree:arity=3,depth=2", 13, 12, 3, 13, 3 },
	{ "outtree:depth=0", 1, 0, 1, 1, 1 },
	{ "diamond:n=4", 16, 24, 7, 16, 7 },
	{ "fft:n=16", 80, 128, 5, 80, 5 },
	{ "fft:n=1", 1, 0, 1, 1, 1 },
	/* Points of five-point stencils with 4 (n^2 - n) neighbours.  */
	{ "stencil:n=4,steps=3", 48, 2 * (16 + 48), 3, 48, 3 },
	{ "stencil:d=1,n=10,steps=2", 20, 10 + 18, 2, 20, 2 },
	{ "stencil:d=3,n=3,steps=2", 54, 27 + 108, 2, 54, 2 },
	/* Blocks of 3, 3, 1 points.  */
	{ "stencil:d=1,n=7,steps=2,block=3", 6, 3 + 4, 2, 14, 6 },
	{ "stencil:d=2,n=7,steps=2,block=3", 18, 9 + 24, 2, 98, 18 },
	/* Pivots 4, 3, 2 long; updates twice that.  */
	{ "gauss:n=4", 9, 6 + 5, 6, 9 + 24 + 12 + 4, 12 + 9 + 6 },
	{ "lu:n=1,cost=3", 1, 0, 1, 2, 2 },
	/* 3 tiles: 1 + 4 + 4, 1 + 2 + 1, 1.  */
	{ "lu:n=3", 14, 21, 7, 2 / 3. * 3 + 6 + 10, 2 + 2 + 4 },
	{ "cholesky:n=3", 10, 2 + 4 + 1 + 1 + 1 + 1 + 1 + 1, 7,
	  1 + 3 + 1 + 1 + 2 + 1, 2 / 3. + 1 + 2 + 1 + 1 } };
  for (size_t k = 0; k < sizeof known / sizeof *known; k++)
    {
      const char *spec = known[k].spec;
      struct pram_taskgraph *graph = generate (spec);
      int32_t n_layers;
      double depth = pram_taskgraph_depth (graph, NULL, &n_layers);
      cr_expect_eq (graph->n_tasks, known[k].n_tasks, "%s: %d tasks", spec,
		    graph->n_tasks);
      cr_expect_eq (graph->n_edges, known[k].n_edges, "%s: %d edges", spec,
		    (int) graph->n_edges);
      cr_expect_eq (n_layers, known[k].n_layers, "%s: %d layers", spec,
		    n_layers);
      cr_expect_float_eq (pram_taskgraph_work (graph), known[k].work, 1e-9,
			  "%s: W = %g", spec, pram_taskgraph_work (graph));
      cr_expect_float_eq (depth, known[k].depth, 1e-9, "%s: T = %g", spec,
			  depth);
    }
}

/* Every output of a butterfly graph depends on every input.  */
Test (generate, fft_mixes_all)
{
  struct pram_taskgraph *graph = generate ("fft:n=32");
  uint32_t inputs[32 * 6] = { 0 };
  for (int v = 0; v < 32; v++)
    inputs[v] = UINT32_C (1) << v;
  for (int v = 0; v < graph->n_tasks; v++)
    for (int64_t e = graph->succ_start[v]; e < graph->succ_start[v + 1]; e++)
      inputs[graph->succ[e]] |= inputs[v];
  for (int v = 32 * 5; v < 32 * 6; v++)
    cr_expect_eq (inputs[v], UINT32_MAX);
}

/* Blocks move their borders.  */
Test (generate, stencil_moves_faces)
{
  struct pram_taskgraph *graph = generate ("stencil:d=2,n=5,steps=2,block=3,"
					   "bytes=8");
  /* Blocks of 3x3, 3x2, 2x3, 2x2 points; the first's successors.  */
  cr_assert_eq (graph->succ_start[1], 3);
  cr_expect_arr_eq (graph->edge_bytes, ((int32_t[]) { 72, 24, 24 }), 12);
}

static bool
same_p (const struct pram_taskgraph *a, const struct pram_taskgraph *b)
{
  return a->n_tasks == b->n_tasks && a->n_edges == b->n_edges
	 && !memcmp (a->task_cost, b->task_cost,
		     (size_t) a->n_tasks * sizeof (double))
	 && !memcmp (a->succ, b->succ, (size_t) a->n_edges * sizeof *a->succ);
}

Test (generate, layered)
{
  struct pram_taskgraph *a = generate ("layered:n=500,seed=3,ccr=10");
  struct pram_taskgraph *b = generate ("layered:n=500,seed=3,ccr=10");
  struct pram_taskgraph *c = generate ("layered:n=500,seed=4,ccr=10");
  cr_expect (same_p (a, b));
  cr_expect_not (same_p (a, c));
  double bytes = 0;
  for (int64_t e = 0; e < a->n_edges; e++)
    bytes += pram_taskgraph_bytes (a, e);
  cr_expect_float_eq (bytes / (double) a->n_edges, 10, 1);
  cr_expect_float_eq (pram_taskgraph_work (a) / 500, 1, 0.1);

  int32_t wide, narrow;
  pram_taskgraph_depth (generate ("layered:n=900,fat=2,regular=1"), NULL,
			&wide);
  pram_taskgraph_depth (generate ("layered:n=900,fat=0.1,regular=1"), NULL,
			&narrow);
  cr_expect_eq (wide, 15);
  cr_expect_eq (narrow, 300);
}

Test (generate, refuses)
{
  static const struct { const char *spec, *says; } bad[]
    = { { "tree:n=3", "no kind of graph is called 'tree'; there are chain," },
	{ "fft:m=3", "no parameter 'm'; a fft graph has n=16" },
	{ "fft:n", "'n' is not NAME=NUMBER" },
	{ "fft:n=-4", "'n=-4'" },
	{ "fft:n=nan", "'n=nan'" },
	{ "fft:n=12", "power of two" },
	{ "fft:n=2.5", "whole number" },
	{ "diamond:n=1000000", "2^31 - 1 tasks" },
	{ "outtree:depth=40", "2^31 - 1 tasks" },
	{ "stencil:d=4", "whole number from 1 to 3" },
	{ "layered:density=2", "from 0 to 1" },
	{ "planted:procs=200", "procs is a whole number from 1 to 100" },
	{ "planted:length=5", "length is a whole number" },
	{ "chain:bytes=0", "bytes is a whole number" } };
  for (size_t k = 0; k < sizeof bad / sizeof *bad; k++)
    {
      struct pram_diag diag = diag_to (&heard);
      cr_expect_null (pram_generate (bad[k].spec, arena, &diag));
      cr_expect_eq (heard.n, 1, "%s", bad[k].spec);
      cr_expect (strstr (heard.message, bad[k].says), "%s", heard.message);
    }
}

/* Without overheads no process ever pauses, so W / P is the optimum; with
   them a path has the whole length.  */
Test (generate, planted_reaches_its_bound)
{
  for (int seed = 1; seed <= 40; seed++)
    {
      struct pram_diag diag = diag_to (&heard);
      int procs = 1 + seed % 5, length = 200 + seed;
      struct pram_logp machine = { .L = seed % 3 ? 7 : 0, .P = procs };
      if (seed % 2)
	machine.o = 1, machine.g = 2;
      struct pram_clustering *c
	= pram_generate_planted (arena, procs, 100, length, &machine,
				 (uint64_t) seed);
      cr_assert (pram_taskgraph_check (c->graph, &diag), "%s", heard.message);
      cr_assert (pram_clustering_check (c, &diag), "%s", heard.message);
      double depth = pram_taskgraph_depth (c->graph, NULL, NULL);
      double mean = pram_taskgraph_work (c->graph) / procs;
      cr_expect_float_eq (machine.o > 0 ? depth : mean, length, 1e-9);
      cr_expect_leq (depth, length + 1e-9);
    }
}
