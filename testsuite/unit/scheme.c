/* scheme.c: tests of core/predict/scheme.c.

   SPDX-License-Identifier: GPL-3.0-or-later

   No run takes longer than its bound, whatever the data choose.  A run is that
   of Non-oblivious, Algorithm 3: a task receives its oblivious operands, asks
   for the others one by one, and is computed.  */

#include "random-graphs.h"
#include "arena-suite.h"

#include <math.h>

#include "predict/bounds.h"
#include "plan/expand.h"
#include "lab/scheme-within.h"
#include "predict/scheme.h"

TestSuite (scheme, .init = set_up, .fini = tear_down);

static struct pram_prog *
checked_prog (const char *text)
{
  struct heard heard;
  struct pram_diag diag = diag_to (&heard);
  struct pram_prog *prog = prog_from (text, &diag);
  cr_assert (prog && pram_prog_check (prog, &diag), "%s\n%s", heard.message,
	     text);
  cr_assert (pram_prog_indirect_p (prog));
  return prog;
}

static struct pram_scheme
scheme_of (struct pram_prog *prog)
{
  struct heard heard;
  struct pram_diag diag = diag_to (&heard);
  struct pram_scheme scheme;
  cr_assert (pram_scheme_build (&scheme, prog, 1, arena, &diag), "%s",
	     heard.message);
  cr_assert (pram_taskgraph_check (scheme.graph, &diag), "%s", heard.message);
  return scheme;
}

static const struct pram_logp classic = { .L = 6, .o = 2, .g = 4, .op = 1,
					  .P = 2 };

/* The example of core/predict/scheme.c.  */
Test (scheme, by_hand)
{
  struct pram_prog *prog
    = checked_prog ("region f.1 file f.c line 1\n"
		    "array x bytes 8 type f64 object 32\n"
		    "array c bytes 4 type i32\narray y bytes 8 type f64\n"
		    "for i < 3 { stmt weight 1 read c@(4*i)\n"
		    "  read x@(0) indirect write y@(8*i) }");
  struct pram_scheme scheme = scheme_of (prog);
  cr_expect_eq (scheme.n_holders, 4);
  cr_expect_eq (scheme.graph->n_edges, 12);
  cr_expect_eq (scheme.indirection, 1);
  cr_expect_eq (scheme.messages, 6);
  struct pram_scheme_promise p
    = pram_scheme_promise_of (prog, &scheme, &classic);
  cr_expect_eq (p.n_tasks, 3);
  cr_expect_eq (p.l_max, 30);
  cr_expect_eq (p.granularity, 0);
  cr_expect_eq (p.naive, 3 * 30 + 2 * 1 + 6 * 3);
  cr_expect (isinf (p.theorem));
  struct pram_scheme_promise most;
  cr_assert (pram_scheme_prove_limits (&most, prog, &classic, NULL));
  cr_expect (most.at_most);
  cr_expect_eq (most.n_tasks, 3);
  cr_expect_eq (most.n_edges, 12);
  cr_expect_eq (most.l_max, 30);
  cr_expect_eq (most.naive, p.naive);
  pram_prog_free (prog);
}

/* A sum in each iteration and a maximum through all of them: a path goes along the
   sums of two iterations at most, and through all maxima.  */
Test (scheme, limits_of_chains)
{
  struct heard heard;
  struct pram_diag diag = diag_to (&heard);
  struct pram_prog *prog
    = checked_prog ("region f.1 file f.c line 1\n"
		    "array x bytes 8 type f64 object 8000000000\n"
		    "array s bytes 8 type f64\narray m bytes 8 type f64\n"
		    "array y bytes 8 type f64\n"
		    "for i < 1000000000 { stmt weight 1 write s@(0)\n"
		    "  for k < 5 { stmt weight 1 read s@(0)\n"
		    "    stmt weight 2 read x@(0) indirect\n"
		    "    stmt weight 1 write s@(0) }\n"
		    "  stmt weight 1 read s@(0) read m@(0) write m@(0)\n"
		    "  stmt weight 1 write y@(8*i) }");
  struct pram_scheme_promise p;
  cr_assert (pram_scheme_prove (&p, prog, &classic, &diag), "%s",
	     heard.message);
  cr_expect (p.at_most);
  cr_expect_eq (p.n_tasks, 7e9);
  cr_expect_eq (p.work, 23e9);
  cr_expect_eq (p.depth, 2 * 23 + (1e9 - 2) * 2);
  /* Of a holder and a task that also waits for s.  */
  cr_expect_eq (p.l_max, 10 + (5e9 + 1e9 + 1 - 2) * 4);
  pram_prog_free (prog);
}

/* Who writes where data say is a task that finds out what and where, and one for each
   element, which waits for that one and for the element's writer before.  */
Test (scheme, of_writes)
{
  struct pram_prog *prog
    = checked_prog ("region f.1 file f.c line 1\n"
		    "array h bytes 8 type f64 object 32\n"
		    "array c bytes 4 type i32\n"
		    "for i < 3 { stmt weight 1 read c@(4*i)\n"
		    "  write h@(0) indirect }");
  struct pram_scheme scheme = scheme_of (prog);
  cr_expect_eq (scheme.n_holders, 0);
  cr_expect_eq (scheme.graph->n_tasks, 3 * (1 + 4));
  cr_expect_eq (scheme.graph->n_edges, 3 * 4 + 2 * 4);
  cr_expect_eq (scheme.indirection, 0);
  struct pram_scheme_promise p
    = pram_scheme_promise_of (prog, &scheme, &classic);
  cr_expect_eq (p.work, 3 * (1 + 4 * 2));
  cr_expect_eq (p.depth, 1 + 3 * 2);
  /* Of who finds out, and an element that also waits for the one before.  */
  cr_expect_eq (p.l_max, 10 + (4 + 2 - 2) * 4);
  cr_expect_eq (p.granularity, 1. / p.l_max);
  struct pram_scheme_promise most;
  cr_assert (pram_scheme_prove_limits (&most, prog, &classic, NULL));
  cr_expect_eq (most.n_tasks, 15);
  cr_expect_eq (most.work, p.work);
  cr_expect (most.depth >= p.depth && most.naive >= p.naive);
  pram_prog_free (prog);
}

/* X has as many elements as the longest array, c[0] to c[6].  */
Test (scheme, of_any_length)
{
  struct pram_prog *prog
    = checked_prog ("region f.1 file f.c line 1\narray x bytes 8 type f64\n"
		    "array c bytes 4 type i32\narray y bytes 8 type f64\n"
		    "for i < 3 { stmt weight 1 read c@(8*i + 8)\n"
		    "  read x@(0) indirect write y@(8*i) }");
  struct heard heard;
  struct pram_diag diag = diag_to (&heard);
  struct pram_scheme_promise p;
  cr_assert (pram_scheme_prove (&p, prog, &classic, &diag), "%s", heard.message);
  cr_expect_eq (p.length, 7);
  cr_expect_eq (p.n_edges, 3 * 7);
  pram_prog_free (prog);
}

/* What the region writes itself is held by its tasks; x[c[d[i]]] takes two
   requests, of which the first one is for what was there before.  */
Test (scheme, of_tasks)
{
  struct pram_prog *prog
    = checked_prog ("region f.1 file f.c line 1\n"
		    "array x bytes 8 type f64 object 40\n"
		    "array c bytes 4 type i32 object 8\n"
		    "array y bytes 8 type f64\n"
		    "for i < 5 { stmt weight 7 write x@(8*i) }\n"
		    "for i < 3 { stmt weight 1 read c@(0) indirect\n"
		    "  read x@(0) indirect write y@(8*i) }");
  struct pram_scheme scheme = scheme_of (prog);
  cr_expect_eq (scheme.n_holders, 2);
  cr_expect_eq (scheme.graph->n_tasks, 2 + 5 + 3);
  cr_expect_eq (scheme.graph->n_edges, 3 * (2 + 5));
  cr_expect_eq (scheme.indirection, 2);
  cr_expect_eq (scheme.messages, 3 * 2 * 2);
  pram_prog_free (prog);
}

Test (scheme, needs_the_size)
{
  struct heard heard;
  struct pram_diag diag = diag_to (&heard);
  struct pram_scheme scheme;
  struct pram_prog *prog
    = checked_prog ("region f.1 file f.c line 1\narray x bytes 8 type f64\n"
		    "for i < 3 { stmt weight 1 read x@(0) indirect }");
  cr_expect (!pram_scheme_build (&scheme, prog, 1, arena, &diag));
  cr_expect (strstr (heard.message, "has no size"), "%s", heard.message);
  pram_prog_free (prog);
}

/* --- Random runs ---------------------------------------------------------- */

enum { MOST = 400 };

/* What data choose: of each indirect read one of its flows.  */
struct run
{
  const struct pram_scheme *scheme;
  int n_requests[MOST], asked[MOST][4];		/* by vertex of the scheme */
  bool oblivious[MOST][MOST];			/* [v][u] */
  struct pram_taskgraph_builder *builder;
  int32_t n_tasks, process[8 * MOST];
  int32_t computed[MOST], latest[MOST];		/* tasks of the run */
};

static int32_t
add (struct run *r, double cost, int32_t process)
{
  r->process[r->n_tasks++] = process;
  return pram_taskgraph_task (r->builder, cost, NULL);
}

/* The next task of V's process, which waits for what V has last asked for, or
   for V's oblivious operands.  */
static void
go_on (struct run *r, int32_t v, double cost)
{
  int32_t task = add (r, cost, v);
  if (r->latest[v] >= 0)
    pram_taskgraph_edge (r->builder, r->latest[v], task, 8);
  for (int32_t u = 0; u < v && r->latest[v] < 0; u++)
    if (r->oblivious[v][u])
      pram_taskgraph_edge (r->builder, r->computed[u], task, 8);
  r->latest[v] = task;
}

static void
answer (struct run *r, int32_t v, int32_t u)
{
  int32_t task = add (r, 0, u);
  pram_taskgraph_edge (r->builder, r->latest[v], task, 1);
  pram_taskgraph_edge (r->builder, r->computed[u], task, 1);
  r->latest[v] = task;
}

static void
run_layer (struct run *r, const int32_t *level, int32_t layer)
{
  int32_t n = r->scheme->graph->n_tasks;
  for (int k = 0; k < r->scheme->indirection; k++)
    {
      for (int32_t v = 0; v < n; v++)
	if (level[v] == layer && k < r->n_requests[v])
	  go_on (r, v, 0);
      for (int32_t v = 0; v < n; v++)
	if (level[v] == layer && k < r->n_requests[v])
	  answer (r, v, r->asked[v][k]);
    }
  for (int32_t v = 0; v < n; v++)
    if (level[v] == layer)
      {
	go_on (r, v, r->scheme->graph->task_cost[v]);
	r->computed[v] = r->latest[v];
      }
}

/* Let V choose among its predecessors; about half of them are oblivious if it
   asks for something at all.  */
static void
choose (struct run *r, struct rng *rng, int32_t v)
{
  const struct pram_taskgraph *g = r->scheme->graph;
  int n = (int) (g->pred_start[v + 1] - g->pred_start[v]);
  const int32_t *pred = &g->pred[g->pred_start[v]];
  r->latest[v] = -1;
  r->n_requests[v] = n ? (int) rng_in (rng, 0, r->scheme->indirection) : 0;
  for (int k = 0; k < r->n_requests[v]; k++)
    r->asked[v][k] = pred[rng_in (rng, 0, rng_in (rng, 0, 1) ? n - 1 : 0)];
}

/* Read V's own oblivious operands off X, whose tasks follow the holders.  */
static void
mark_oblivious (struct run *r, const struct pram_expansion *x)
{
  int32_t n = r->scheme->n_holders;
  for (int f = 0; f < x->n_flows; f++)
    {
      const struct pram_flow *flow = &x->flows[f];
      if (flow->reader < x->n_tasks && flow->writer != PRAM_TASK_INPUT
	  && flow->writer < flow->reader && !flow->carried
	  && !flow->stmt->accesses[flow->access].indirect)
	r->oblivious[n + flow->reader][n + flow->writer] = true;
    }
}

static double
random_makespan (struct rng *rng, const struct pram_prog *prog,
		 const struct pram_scheme *scheme,
		 const struct pram_logp *logp)
{
  static struct run r;
  struct pram_expand_options options
    = { .fuse = true, .combine = true, .iterations = 3, .budget = MOST };
  struct pram_clustering *clustering
    = PRAM_ARENA_NEW (arena, struct pram_clustering, 1);
  int32_t n = scheme->graph->n_tasks, n_layers;
  int32_t *level = PRAM_ARENA_NEW (arena, int32_t, n);
  memset (&r, 0, sizeof r);
  r.scheme = scheme;
  r.builder = pram_taskgraph_begin (arena, "run");
  mark_oblivious (&r, pram_expand (prog, &options, arena, NULL));
  pram_taskgraph_depth (scheme->graph, level, &n_layers);
  for (int32_t v = 0; v < n; v++)
    choose (&r, rng, v);
  for (int32_t l = 0; l < n_layers; l++)
    run_layer (&r, level, l);
  clustering->graph = pram_taskgraph_end (r.builder, NULL);
  cr_assert (clustering->graph);
  clustering->strategy = "run";
  clustering->n_procs = n;
  clustering->process = PRAM_ARENA_NEW (arena, int32_t, r.n_tasks);
  memcpy (clustering->process, r.process,
	  (size_t) r.n_tasks * sizeof *r.process);
  pram_clustering_order (clustering, arena, NULL);
  return pram_schedule_makespan (clustering, logp);
}

/* Nests that read one array at a fixed place and one anywhere.  */
static char *
random_text (struct rng *rng)
{
  char *text;
  size_t size;
  FILE *file = open_memstream (&text, &size);
  int n = (int) rng_in (rng, 2, 12);
  fputs ("region f.1 file f.c line 1\n", file);
  for (int a = 0; a < 3; a++)
    fprintf (file, "array x%d bytes 8 type f64 object %d\n", a, 8 * n);
  for (int k = (int) rng_in (rng, 1, 4); k > 0; k--)
    {
      fprintf (file, "for i < %d { stmt weight %d read x%d@(8*i)\n",
	       (int) rng_in (rng, 1, n), (int) rng_in (rng, 0, 9),
	       (int) rng_in (rng, 0, 2));
      for (int d = (int) rng_in (rng, k == 1, 2); d > 0; d--)
	fprintf (file, "  read x%d@(0) indirect\n", (int) rng_in (rng, 0, 2));
      fprintf (file, "  write x%d@(8*i) }\n", (int) rng_in (rng, 0, 2));
    }
  fclose (file);
  return text;
}

Test (scheme, holds)
{
  struct rng rng = { 4 };
  double tightest = 0;
  for (int k = 0; k < 1500; k++)
    {
      char *text = random_text (&rng);
      struct pram_prog *prog = checked_prog (text);
      struct pram_scheme scheme = scheme_of (prog);
      struct pram_logp logp = random_machine (&rng, arena);
      struct pram_scheme_promise p
	= pram_scheme_promise_of (prog, &scheme, &logp);
      double makespan = random_makespan (&rng, prog, &scheme, &logp);
      cr_expect (makespan <= p.naive * (1 + 1e-12), "%g > %g in\n%s", makespan,
		 p.naive, text);
      cr_expect (makespan <= p.theorem * (1 + 1e-12), "%g > %g in\n%s",
		 makespan, p.theorem, text);
      if (p.naive > 0)
	tightest = fmax (tightest, makespan / p.naive);
      if (getenv ("PRAM_TIGHT") && makespan > 0)
	fprintf (stderr, "tight requests %g\n", p.naive / makespan);
      pram_prog_free (prog);
      free (text);
      pram_arena_free (arena);
      arena = pram_arena_new ();
    }
  cr_expect_gt (tightest, 0.5);
}

/* --- Without edges -------------------------------------------------------- */

/* Each statement of random_nests has a line of its own.  */
static int last_line;

/* Around a statement: is it in a convergence loop, and in two others?  */
struct around { bool iterated, deep; };

static const char *
random_place (struct rng *rng, struct around around, bool combined)
{
  static const char *const place[]
    = { "(0)", "(24)", "(8)", "(8*i)", "(8*i + 8)", "(16*i)", "(8*j)",
	"(8*i + 8*j)", "(16*i + 8*j)", "(8*j + 8)", "(0)", "(8*j)" };
  int n = combined ? 1 : around.deep ? 11 : 5;
  return place[rng_in (rng, 0, n)];
}

static void
write_stmt (FILE *file, struct rng *rng, struct around around)
{
  fprintf (file, "  stmt line %d weight %d", ++last_line,
	   (int) rng_in (rng, 0, 9));
  if (rng_in (rng, 0, 5) == 0)
    {
      int array = (int) rng_in (rng, 0, 3);
      const char *place = random_place (rng, around, true);
      const char *op = rng_in (rng, 0, 3) ? "sum" : "max";
      fprintf (file, " read x%d@%s reduce %s f64 write x%d@%s reduce %s f64\n",
	       array, place, op, array, place, op);
      return;
    }
  for (int k = (int) rng_in (rng, 0, 2); k > 0; k--)
    fprintf (file, " read x%d@%s", (int) rng_in (rng, 0, 3),
	     random_place (rng, around, false));
  for (int k = (int) rng_in (rng, 0, 5) / 2; k > 0; k--)
    {
      fprintf (file, " read x%d@(0) indirect", (int) rng_in (rng, 0, 3));
      if (rng_in (rng, 0, 3) == 0)
	fprintf (file, " if (%s - 1 >= 0)",
		 around.iterated && rng_in (rng, 0, 1) ? "t" : "i");
    }
  if (rng_in (rng, 0, 3))
    fprintf (file, " write x%d@%s", (int) rng_in (rng, 0, 3),
	     random_place (rng, around, false));
  fputs ("\n", file);
}

static void
write_stmts (FILE *file, struct rng *rng, struct around around)
{
  for (int s = (int) rng_in (rng, 0, 3); s > 0; s--)
    write_stmt (file, rng, around);
}

static void
write_nests (FILE *file, struct rng *rng, int n, bool iterated)
{
  struct around flat = { iterated, false }, deep = { iterated, true };
  for (int k = (int) rng_in (rng, 1, 3); k > 0; k--)
    {
      fprintf (file, "for i < %d {\n", (int) rng_in (rng, 1, n));
      write_stmts (file, rng, flat);
      for (int l = (int) rng_in (rng, 0, 2); l > 0; l--)
	{
	  if (rng_in (rng, 0, 3))
	    fprintf (file, "for j < %d {\n", (int) rng_in (rng, 1, n));
	  else
	    fputs ("for j < i {\n", file);
	  write_stmts (file, rng, deep);
	  fputs ("}\n", file);
	  write_stmts (file, rng, flat);
	}
      fputs ("}\n", file);
    }
}

/* Nests of up to N iterations before, in and behind convergence loops.  */
static char *
random_nests_of (struct rng *rng, int n)
{
  char *text;
  size_t size;
  FILE *file = open_memstream (&text, &size);
  last_line = 0;
  fputs ("region f.1 file f.c line 1\n", file);
  for (int a = 0; a < 4; a++)
    fprintf (file, "array x%d bytes 8 type f64 object %d\n", a,
	     24 * n + 16);
  for (int k = (int) rng_in (rng, 0, 2); k > 0; k--)
    {
      if (rng_in (rng, 0, 1))
	write_nests (file, rng, n, false);
      fprintf (file, "while t%s {\nsegment\n", rng_in (rng, 0, 1) ? ""
	       : " swap x0 = x1 x1 = x0");
      write_nests (file, rng, n, true);
      fputs ("segment\n", file);
      if (rng_in (rng, 0, 1))
	write_nests (file, rng, n, true);
      fputs ("}\n", file);
    }
  write_nests (file, rng, n, false);
  fputs ("stmt weight 1 read x0@(0) indirect\n", file);
  fclose (file);
  return text;
}

static char *
random_nests (struct rng *rng)
{
  return random_nests_of (rng, (int) rng_in (rng, 2, 7));
}

/* Nearly: sums may be rounded in another order.  */
static bool
same_p (double a, double b)
{
  return a == b || fabs (a - b) <= 1e-12 * fmax (fabs (a), fabs (b));
}

/* All figures are those of the graph with all edges.  */
Test (scheme, without_edges)
{
  struct rng rng = { 5 };
  int n_requests = 0;
  for (int k = 0; k < 3000; k++)
    {
      struct heard heard;
      struct pram_diag diag = diag_to (&heard);
      char *text = k % 2 ? random_nests (&rng) : random_text (&rng);
      struct pram_prog *prog = checked_prog (text);
      struct pram_scheme scheme = scheme_of (prog);
      struct pram_logp logp = random_machine (&rng, arena);
      struct pram_scheme_promise with
	= pram_scheme_promise_of (prog, &scheme, &logp), without;
      cr_assert (pram_scheme_prove (&without, prog, &logp, &diag), "%s",
		 heard.message);
      cr_assert (same_p (with.work, without.work)
		 && same_p (with.depth, without.depth)
		 && same_p (with.l_max, without.l_max)
		 && same_p (with.granularity, without.granularity)
		 && same_p (with.naive, without.naive)
		 && same_p (with.theorem, without.theorem)
		 && with.n_tasks == without.n_tasks
		 && with.n_edges == without.n_edges
		 && with.indirection == without.indirection,
		 "W %g %g T %g %g Lmax %g %g gamma %g %g naive %g %g theorem "
		 "%g %g in %d of\n%s", with.work, without.work, with.depth,
		 without.depth, with.l_max, without.l_max, with.granularity,
		 without.granularity, with.naive, without.naive, with.theorem,
		 without.theorem, k, text);
      n_requests += with.indirection > 1;
      pram_prog_free (prog);
      free (text);
      pram_arena_free (arena);
      arena = pram_arena_new ();
    }
  cr_expect_gt (n_requests, 1000);
}

/* --- Without tasks -------------------------------------------------------- */

/* Is LESS at most MORE, but for how sums are rounded?  */
static bool
within_p (double less, double more)
{
  return less <= more * (1 + 1e-12);
}

/* Limits of the text are not exceeded.  */
Test (scheme, limits)
{
  struct rng rng = { 6 };
  int n_exact = 0;
  for (int k = 0; k < 3000; k++)
    {
      struct heard heard;
      struct pram_diag diag = diag_to (&heard);
      char *text = k % 2 ? random_nests (&rng) : random_text (&rng);
      struct pram_prog *prog = checked_prog (text);
      struct pram_logp logp = random_machine (&rng, arena);
      struct pram_scheme_promise p, most;
      cr_assert (pram_scheme_prove (&p, prog, &logp, &diag));
      cr_assert (pram_scheme_prove_limits (&most, prog, &logp, &diag), "%s",
		 heard.message);
      cr_assert (most.at_most && !p.at_most);
      cr_assert (within_p (p.work, most.work) && within_p (p.depth, most.depth)
		 && within_p (p.l_max, most.l_max)
		 && within_p (most.granularity, p.granularity)
		 && within_p (p.naive, most.naive)
		 && within_p (p.theorem, most.theorem)
		 && p.n_tasks <= most.n_tasks && p.n_edges <= most.n_edges
		 && p.indirection <= most.indirection,
		 "W %g %g T %g %g Lmax %g %g gamma %g %g naive %g %g theorem "
		 "%g %g edges %g %g in %d of\n%s", p.work, most.work, p.depth,
		 most.depth, p.l_max, most.l_max, p.granularity,
		 most.granularity, p.naive, most.naive, p.theorem,
		 most.theorem, p.n_edges, most.n_edges, k, text);
      n_exact += p.naive == most.naive;
      if (getenv ("PRAM_TIGHT") && p.naive > 0)
	fprintf (stderr, "tight limits %d %g\n", k % 2, most.naive / p.naive);
      pram_prog_free (prog);
      free (text);
      pram_arena_free (arena);
      arena = pram_arena_new ();
    }
  cr_expect_gt (n_exact, 100);
}

/* --- Of two sizes --------------------------------------------------------- */

static bool
named_edge_p (const struct pram_taskgraph *graph, const char *from,
	      const char *to)
{
  for (int32_t u = 0; u < graph->n_tasks; u++)
    if (!strcmp (graph->label[u], from))
      for (int64_t e = graph->succ_start[u]; e < graph->succ_start[u + 1]; e++)
	if (!strcmp (graph->label[graph->succ[e]], to))
	  return true;
  return false;
}

static bool
named_vertex_p (const struct pram_taskgraph *graph, const char *name)
{
  for (int32_t u = 0; u < graph->n_tasks; u++)
    if (!strcmp (graph->label[u], name))
      return true;
  return false;
}

/* By names, one after the other: labels are lines and iterators.  */
static bool
among_p (const struct pram_taskgraph *a, const struct pram_taskgraph *b)
{
  for (int32_t u = 0; u < a->n_tasks; u++)
    {
      if (!named_vertex_p (b, a->label[u]))
	return false;
      for (int64_t e = a->succ_start[u]; e < a->succ_start[u + 1]; e++)
	if (!named_edge_p (b, a->label[u], a->label[a->succ[e]]))
	  return false;
    }
  return true;
}

Test (scheme, within)
{
  int n_within = 0, n_not = 0;
  for (uint64_t k = 0; k < 600; k++)
    {
      struct heard heard;
      struct pram_diag diag = diag_to (&heard);
      struct rng first = { k }, second = { k };
      int n = 2 + (int) k % 3;
      char *small = random_nests_of (&first, n);
      char *large = random_nests_of (&second, 2 * n);
      struct pram_prog *a = checked_prog (small), *b = checked_prog (large);
      struct pram_scheme of_a = scheme_of (a), of_b = scheme_of (b);
      bool within = pram_scheme_within (&of_a, &of_b, arena, &diag);
      cr_assert_eq (within, among_p (of_a.graph, of_b.graph), "%s\n%s\n%s",
		    within ? "within" : heard.message, small, large);
      n_within += within;
      n_not += !within;
      pram_prog_free (a);
      pram_prog_free (b);
      free (small);
      free (large);
      pram_arena_free (arena);
      arena = pram_arena_new ();
    }
  cr_expect (n_within > 20 && n_not > 20, "%d and %d", n_within, n_not);
}
