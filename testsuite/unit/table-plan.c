/* table-plan.c: tests of core/plan/table-plan.c, table-walk.c, table-steps.c,
   table-play.c, table-figures.c, table-timeline.c and table-serial.c.

   SPDX-License-Identifier: GPL-3.0-or-later

   The reference reads the traces as the runtime does and keeps a directory: who
   wrote each element last, who holds its value, and who has combined something
   into it since; it knows nothing of order and time.  */

#include "support.h"

#include <math.h>
#include <sys/resource.h>
#include <time.h>

#include "pram-sets.h"
#include "plan/table-plan.h"
#include "lab/strategies.h"
#include "lab/table-timeline.h"

static const struct pram_logp machine
  = { .L = 6, .o = 2, .g = 4, .op = 1, .P = 2 };
/* Where only messages and operations take time.  */
static const struct pram_costs free_of_charge;
static const struct pram_predictor by
  = { &machine, &free_of_charge, NULL, NULL };

enum { N_ARRAYS = 4, N_ELEMENTS = 256, N_TASKS = 2000, N_PROCS = 7 };

struct element
{
  int writer;			/* a task; -1: none */
  int owner;			/* rank */
  bool holds[N_PROCS];
  int op, reduction;		/* of what has been combined; -1: nothing */
  bool combined[N_PROCS];
};

struct reference
{
  const struct pram_table_plan *plan;
  int procs, task;
  int stand[N_ARRAYS];		/* object by name */
  struct element element[N_ARRAYS][N_ELEMENTS];
  bool sent[N_TASKS + 1][N_PROCS];	/* by writer + 1 */
  bool collected[N_PROCS];
  int64_t messages, bytes;
};

/* RANK gets what others have combined into E.  */
static void
join (struct reference *r, struct element *e, int rank)
{
  for (int p = 0; p < r->procs; p++)
    {
      r->bytes += e->combined[p] && p != rank ? PRAM_PARTIAL_BYTES : 0;
      r->messages += e->combined[p] && p != rank;
      e->combined[p] = false;
    }
  e->op = -1;
}

/* RANK needs the value of E.  */
static void
need (struct reference *r, struct element *e, int rank, bool *sent)
{
  if (e->holds[rank])
    return;
  e->holds[rank] = true;
  r->bytes += 8;
  r->messages += !*sent;
  *sent = true;
}

/* The present task, on RANK, gives E a value.  */
static void
renew (const struct reference *r, struct element *e, int rank)
{
  *e = (struct element) { .writer = r->task, .owner = rank, .op = -1 };
  e->holds[rank] = true;
}

static void
visit (void *data, int64_t first, int64_t count, int64_t stride)
{
  struct reference *r = data;
  cr_assert_eq (count, 1);
  if (stride == PRAM_TRACE_TASK)
    {
      r->task++;
      return;
    }
  if (stride == PRAM_TRACE_PERMUTE)
    {
      int before[N_ARRAYS];
      memcpy (before, r->stand, sizeof before);
      for (int a = 0; a < r->plan->prog->n_arrays; a++)
	r->stand[a] = before[r->plan->permutations[first][a]];
      return;
    }
  const struct pram_trace_access *access = &r->plan->accesses[stride];
  struct element *e = &r->element[r->stand[access->name]][first / 8];
  int rank = pram_table_plan_rank (r->plan, r->task, r->procs);
  bool step = access->op >= 0;
  if (!access->write || (step && e->op >= 0 && e->op != access->op))
    {
      need (r, e, rank, &r->sent[e->writer + 1][rank]);
      if (e->op >= 0)
	{
	  join (r, e, rank);
	  renew (r, e, rank);
	}
    }
  if (step)
    {
      e->op = access->op;
      e->reduction = access->reduction;
      e->combined[rank] = true;
    }
  else if (access->write)
    renew (r, e, rank);
}

/* What moves when PLAN, which has no data-dependent loop, runs on PROCS
   ranks.  */
static struct reference *
simulate (const struct pram_table_plan *plan, int procs)
{
  static struct reference r;
  memset (&r, 0, sizeof r);
  r.plan = plan;
  r.procs = procs;
  r.task = -1;
  for (int a = 0; a < N_ARRAYS; a++)
    for (int k = 0; k < N_ELEMENTS; k++)
      {
	r.stand[a] = a;
	r.element[a][k].writer = -1;
	r.element[a][k].op = -1;
	r.element[a][k].holds[0] = true;
      }
  for (int b = 0; b < plan->n_blocks; b++)
    {
      int64_t env[PRAM_SET_MAX_VARS] = { 0 };
      pram_set_enumerate (plan->code + plan->blocks[b].trace, env, visit, &r);
    }
  cr_assert_eq (r.task + 1, plan->expansion->n_tasks);
  for (int a = 0; a < N_ARRAYS; a++)
    for (int k = 0; k < N_ELEMENTS; k++)
      {
	struct element *e = &r.element[a][k];
	need (&r, e, 0, &r.collected[e->owner]);
	join (&r, e, 0);
      }
  return &r;
}

/* Do the runs of PLAN's blocks say the process of each task?  */
static void
check_runs (const struct pram_table_plan *plan)
{
  struct pram_task_run runs[N_TASKS];
  int task = 0;
  for (int b = 0; b < plan->n_blocks; b++)
    {
      const struct pram_table_block *block = &plan->blocks[b];
      int n = pram_table_plan_runs (plan, block->first_task, block->n_tasks,
				    runs);
      cr_assert_eq (block->first_task, task);
      for (int r = 0; r < n; r++)
	for (int k = 0; k < runs[r].count; k++)
	  cr_expect_eq (runs[r].first + k * runs[r].stride,
			plan->clustering->process[task++]);
    }
  cr_expect_eq (task, plan->expansion->n_tasks);
}

static struct pram_table_plan *
plan_of (const char *text, const char *strategy)
{
  struct heard heard;
  struct pram_diag diag = diag_to (&heard);
  struct pram_prog *prog = prog_from (text, &diag);
  cr_assert (prog, "%s in %s", heard.message, text);
  struct pram_table_plan *plan
    = pram_table_plan_build (prog, pram_strategies_find (strategy),
			     by.logp, by.costs, &diag);
  cr_assert (plan, "%s in %s", heard.message, text);
  cr_assert (pram_table_plan_check (plan, &diag), "%s", heard.message);
  check_runs (plan);
  return plan;
}

/* Bar B of LINE follows what its row does before; ENDS: 1 for each message that
   has been sent, 2 for each that has been received.  */
static void
check_bar (const struct pram_timeline *line, int b, int *ends)
{
  const struct pram_bar *bar = &line->bars[b];
  const struct pram_bar *before = b > 0 ? bar - 1 : NULL;
  cr_expect (bar->start <= bar->end);
  if (before && before->row == bar->row)
    cr_expect (before->end <= bar->start, "%s until %g, %s from %g",
	       before->label, before->end, bar->label, bar->start);
  else
    cr_expect (!before || before->row < bar->row);
  cr_assert ((bar->kind == PRAM_BAR_SEND || bar->kind == PRAM_BAR_RECV)
	     == (bar->arrow >= 0));
  if (bar->arrow < 0)
    return;
  const struct pram_arrow *arrow = &line->arrows[bar->arrow];
  bool send = bar->kind == PRAM_BAR_SEND;
  ends[bar->arrow] += send ? 1 : 2;
  cr_expect (send ? arrow->from == bar->row && arrow->start == bar->end
		  : arrow->to == bar->row && arrow->end == bar->start);
}

/* The timeline of a run of PLAN, which takes SECONDS, at most BOUND (0: nothing
   else says so).  */
static void
check_timeline (const struct pram_table_plan *plan, int procs, int iterations,
		double seconds, double bound, int64_t messages)
{
  struct pram_arena *arena = pram_arena_new ();
  const struct pram_timeline *line
    = pram_table_plan_timeline (plan, procs, iterations, &by, "t", arena,
				NULL);
  int ends[messages + 1];
  double last = 0, computed = 0, path = INFINITY, path_end = 0;
  memset (ends, 0, sizeof ends);
  cr_assert (line && line->n_rows == procs);
  cr_assert_eq (line->n_arrows, messages);
  for (int b = 0; b < line->n_bars; b++)
    {
      const struct pram_bar *bar = &line->bars[b];
      check_bar (line, b, ends);
      last = fmax (last, bar->end);
      computed += bar->kind == PRAM_BAR_COMPUTE ? bar->end - bar->start : 0;
      path = bar->critical ? fmin (path, bar->start) : path;
      path_end = bar->critical ? fmax (path_end, bar->end) : path_end;
    }
  for (int a = 0; a < messages; a++)
    {
      const struct pram_arrow *arrow = &line->arrows[a];
      cr_expect (ends[a] == 3 && arrow->from != arrow->to
		 && arrow->start + machine.L == arrow->arrival
		 && arrow->arrival <= arrow->end);
    }
  cr_expect_float_eq (line->end, seconds, 1e-9 * seconds);
  cr_expect (line->bound >= line->end * (1 - 1e-12));
  if (bound > 0)
    cr_expect_float_eq (line->bound, bound, 1e-9 * bound);
  cr_expect (last == line->end && path == 0 && path_end == last);
  cr_expect_float_eq (computed, iterations * pram_taskgraph_work (plan->graph),
		      1e-9 * computed);
  pram_arena_free (arena);
}

static const char *const strategies[] = { "naive", "linear", "brent", "etf" };

static void
compare_all (const char *text)
{
  for (size_t s = 0; s < sizeof strategies / sizeof *strategies; s++)
    {
      struct pram_table_plan *plan = plan_of (text, strategies[s]);
      for (int procs = 1; procs <= N_PROCS; procs++)
	{
	  struct pram_table_figures f
	    = pram_table_plan_figures (plan, procs, &by);
	  const struct reference *r = simulate (plan, procs);
	  /* What one task sends to a rank is never two messages.  */
	  cr_expect (f.bytes == r->bytes && f.messages <= r->messages
		     && !f.messages == !r->messages,
		     "%s on %d: %ld messages, %ld bytes instead of %ld, %ld "
		     "in\n%s", strategies[s], procs, (long) f.messages,
		     (long) f.bytes, (long) r->messages, (long) r->bytes, text);
	  cr_expect (f.seconds <= f.bound * (1 + 1e-12));
	  check_timeline (plan, procs, 1, f.seconds, f.bound, f.messages);
	  double work = pram_taskgraph_work (plan->graph);
	  cr_expect (f.seconds >= work / procs * (1 - 1e-12));
	  if (procs == 1)
	    cr_expect_float_eq (f.seconds, work, 1e-9 * work);
	}
      pram_prog_free ((struct pram_prog *) plan->prog);
    }
}

#define HEAD "region f.1 file f.c line 1\n" \
	     "array a bytes 8 type f64\narray b bytes 8 type f64\n"

/* The example of table-figures.c.  */
Test (table_plan, copy)
{
  struct pram_table_plan *plan
    = plan_of (HEAD "for i < 4 { stmt weight 1 read b@(8*i) write a@(8*i) }",
	       "naive");
  struct pram_table_figures f = pram_table_plan_figures (plan, 2, &by);
  cr_expect (f.messages == 2 && f.bytes == 32);
  /* The arguments take 10.  Rank 0 sends two elements before it runs its tasks;
     they are there at 10, rank 1 has run its own at 12, and its results are
     there at 22.  */
  cr_expect_eq (f.seconds, 32, "%g", f.seconds);
  cr_expect_eq (f.bound, 10 + 4 + 2 * (4 + 6 + 4), "%g", f.bound);
  f = pram_table_plan_figures (plan, 4, &by);
  cr_expect (f.messages == 6 && f.bytes == 48);
  /* 18 for the arguments; sends at 0, 4 and 8, the last one's result is there
     at 29.  */
  cr_expect_eq (f.seconds, 47, "%g", f.seconds);
  cr_expect_eq (pram_table_plan_class (plan), PRAM_OBLIVIOUS);
  pram_prog_free ((struct pram_prog *) plan->prog);
}

Test (table_plan, agrees_with_a_directory)
{
  /* A prefix sum, a wavefront, pointers swapped in a time loop.  */
  compare_all (HEAD "for i < 30 { stmt weight 2 read a@(8*i) read b@(8*i) "
	       "write a@(8*i + 8) }");
  compare_all (HEAD "for i < 7 { for j < 7 { stmt weight 3 "
	       "read a@(64*i + 8*j + 8) read a@(64*i + 8*j + 64) "
	       "write a@(64*i + 8*j + 72) } }");
  compare_all (HEAD "for t < 5 swap a = b b = a { for i < 20 { stmt weight 3 "
	       "read a@(8*i) read a@(8*i + 16) write b@(8*i + 8) } }");
}

#define STEP(op) "stmt weight 1 read s@(0) reduce " op " f64 " \
		 "write s@(0) reduce " op " f64\n"

/* A loop nest over one of three arrays, with a condition at times, and
   something with the scalar s.  */
static void
print_nest (FILE *file, struct rng *rng)
{
  static const char *const uses[]
    = { "", STEP ("max"), STEP ("min"), "stmt weight 1 read s@(0)\n",
	"stmt weight 1 write s@(0)\n" };
  int n = (int) rng_in (rng, 1, 9), m = (int) rng_in (rng, 1, 6);
  fprintf (file, "for i < %d { for j < %d {\n", n, m);
  for (int s = (int) rng_in (rng, 1, 2); s > 0; s--)
    {
      fprintf (file, "stmt weight %d\n", (int) rng_in (rng, 1, 20));
      for (int a = 0; a < 3; a++)
	{
	  fprintf (file, "  %s x%d@(%d*i + %d*j + %d)", a < 2 ? "read"
		   : "write", (int) rng_in (rng, 0, 2),
		   8 * (int) rng_in (rng, 0, 12), 8 * (int) rng_in (rng, 0, 6),
		   8 * (int) rng_in (rng, 0, 9));
	  if (rng_in (rng, 0, 3) == 0)
	    fprintf (file, " if (i - %d*j + 1 >= 0)",
		     (int) rng_in (rng, 0, 3));
	  putc ('\n', file);
	}
    }
  fputs (uses[rng_in (rng, 0, 4)], file);
  fputs ("} }\n", file);
}

Test (table_plan, agrees_on_random_programs)
{
  struct rng rng = { 7 };
  for (int k = 0; k < 60; k++)
    {
      char *text;
      size_t size;
      FILE *file = open_memstream (&text, &size);
      fputs ("region f.1 file f.c line 1\narray x0 bytes 8 type f64\n"
	     "array x1 bytes 8 type f64\narray x2 bytes 8 type f64\n"
	     "array s bytes 8 type f64\n", file);
      bool again = rng_in (&rng, 0, 1);
      if (again)
	fprintf (file, "for t < 3 %s{\n",
		 rng_in (&rng, 0, 1) ? "swap x0 = x1 x1 = x0 " : "");
      for (int n = (int) rng_in (&rng, 1, 3); n > 0; n--)
	print_nest (file, &rng);
      if (again)
	fputs ("}\n", file);
      fclose (file);
      compare_all (text);
      free (text);
    }
}

/* A maximum of 6 values on 3 ranks: each but that of the reader, the last task,
   sends one value.  Without the operator it is a chain.  */
Test (table_plan, reduction)
{
  static const char head[] = HEAD "array s bytes 8 type f64\n";
  static const char format[]
    = "%sfor i < 1 { stmt weight 1 write s@(0) } for i < 6 { stmt weight 1 "
      "read a@(8*i) read s@(0) %s write s@(0) %s } for i < 1 { stmt weight 1 "
      "read s@(0) write b@(0) }";
  for (int open = 0; open < 2; open++)
    {
      const char *step = open ? "reduce max f64" : "";
      char *text;
      cr_assert (asprintf (&text, format, head, step, step) > 0);
      struct pram_table_plan *plan = plan_of (text, "naive");
      struct pram_table_figures f
	= pram_table_plan_figures (plan, 3, &by);
      /* Ranks 1 and 2 get two elements of a each.  Task 7, on rank 1, gets s as
	 task 0 has set it on rank 0, and what ranks 0 and 2 have; then s and
	 b[0] are collected.  Or s wanders, and b[0] alone is collected.  */
      int64_t bytes = 8 * 4 + (open ? 8 + 2 * PRAM_PARTIAL_BYTES + 8 * 2
				    : 7 * 8 + 8);
      cr_expect_eq (plan->graph->n_edges, 7);
      cr_expect_eq (pram_taskgraph_depth (plan->graph, NULL, NULL),
		    open ? 2 : 8);
      cr_expect_eq (f.bytes, bytes, "%ld", (long) f.bytes);
      /* What rank 0 has for ranks 1 and 2 leaves at once if s is a maximum,
	 then s for task 7; the join takes two messages.  If it is a chain,
	 elements and s are kept until task 0 has run, and s moves on six times,
	 each alone.  Rank 1 sends what is collected at once.  */
      cr_expect_eq (f.messages, 2 + (open ? 1 + 2 : 6) + 1, "%ld",
		    (long) f.messages);
      free (text);
      pram_prog_free ((struct pram_prog *) plan->prog);
    }
}

/* The runtime's work: 4 elements that are collected, and on 2 ranks 2 tasks of
   the other one.  */
Test (table_plan, prices)
{
  static const struct pram_costs costs
    = { .access = 0.5, .task = 16, .walk = 0.25, .value = 8, .element = 2,
	.touch = 100 };
  static const struct pram_logp silent = { .op = 1, .P = 2 };
  const struct pram_predictor priced = { &silent, &costs, NULL, NULL };
  struct pram_table_plan *plan
    = plan_of (HEAD "for i < 4 { stmt weight 1 read b@(8*i) write a@(8*i) }",
	       "naive");
  double tasks = 2 * (1 + 16 + 2 * 0.5), all = 4 * 2;
  struct pram_table_figures f = pram_table_plan_figures (plan, 1, &priced);
  cr_expect_eq (f.seconds, all + 2 * tasks, "%g", f.seconds);
  cr_expect_eq (f.setup, 4 * 2 * 100);
  cr_expect_eq (pram_table_plan_serial (plan, &priced), 4 * (1 + 2 * 0.5));
  /* Rank 0 puts 2 values and sends; rank 1, which has passed by the first task,
     gets a value, runs a task, passes by one, and all this again; collects, and
     puts 2 results; rank 0, which has come to the first, gets it, passes by an
     element, comes to the second and gets it.  */
  f = pram_table_plan_figures (plan, 2, &priced);
  cr_expect_eq (f.seconds, all + 8 * 8 + tasks + 0.25 + 2 * 2, "%g",
		f.seconds);
  /* Each finds out what all touch.  */
  cr_expect_eq (f.setup, 4 * 2 * 100);
  pram_prog_free ((struct pram_prog *) plan->prog);
}

/* A wavefront whose tasks take as long as some messages: ranks work at the same
   time, in few more messages than if values leave only when a rank waits.  With
   cheap tasks fewer messages leave early.  */
Test (table_plan, wavefront)
{
  static const double part[] = { 0.8, 0.6, 0.4 };	/* of the serial time */
  static const char format[]
    = HEAD "for i < 48 { for j < 48 { stmt weight %d read a@(392*i + 8*j + 8) "
      "read a@(392*i + 8*j + 392) write a@(392*i + 8*j + 400) } }";
  int32_t spacing = 0;
  for (int cheap = 0; cheap < 2; cheap++)
    {
      char *text;
      cr_assert (asprintf (&text, format, cheap ? 1 : 50) > 0);
      struct pram_table_plan *plan = plan_of (text, "brent");
      double serial = pram_table_plan_serial (plan, &by);
      cr_expect (plan->spacing > spacing, "%d", (int) plan->spacing);
      spacing = plan->spacing;
      for (int p = 0; p < 3; p++)
	{
	  struct pram_table_figures f
	    = pram_table_plan_figures (plan, 2 << p, &by);
	  plan->spacing = 1000000;
	  struct pram_table_figures late
	    = pram_table_plan_figures (plan, 2 << p, &by);
	  plan->spacing = spacing;
	  cr_expect (cheap || f.seconds < part[p] * serial, "%d: %g of %g",
		     2 << p, f.seconds, serial);
	  cr_expect (f.seconds < late.seconds, "%d: %g, %g", 2 << p,
		     f.seconds, late.seconds);
	  cr_expect (f.bytes == late.bytes && f.messages >= late.messages
		     && f.messages < 1.5 * (double) late.messages,
		     "%d: %ld, %ld", 2 << p, (long) f.messages,
		     (long) late.messages);
	}
      free (text);
      pram_prog_free ((struct pram_prog *) plan->prog);
    }
}

/* Ranks without tasks hear the verdict, if there is one, and cost neither time nor
   memory: nothing is kept for each pair of ranks.  */
Test (table_plan, many_ranks)
{
  static const char text[]
    = HEAD "for i < 48 { for j < 48 { stmt weight 1 read a@(392*i + 8*j + 8) "
      "read a@(392*i + 8*j + 392) write a@(392*i + 8*j + 400) } }";
  struct pram_table_plan *plan = plan_of (text, "brent");
  int32_t n = plan->clustering->n_procs;
  clock_t start = clock ();
  struct pram_table_figures f = pram_table_plan_figures (plan, n, &by);
  struct rlimit before, limit;
  getrlimit (RLIMIT_AS, &before);
  limit = before;
  limit.rlim_cur = (rlim_t) 1 << 30;
  setrlimit (RLIMIT_AS, &limit);
  struct pram_table_figures many
    = pram_table_plan_figures (plan, PRAM_PROCS_MAX, &by);
  setrlimit (RLIMIT_AS, &before);
  cr_expect_lt (clock () - start, 5 * CLOCKS_PER_SEC);
  cr_expect_eq (many.messages, f.messages);
  cr_expect_eq (many.bytes, f.bytes);
  pram_prog_free ((struct pram_prog *) plan->prog);
}

/* Layers: what a rank has for another one leaves in one message for each layer,
   however long tasks take.  Naive on 2 ranks: elements take turns, so each
   needs all that the other one has.  */
Test (table_plan, layers)
{
  struct pram_table_plan *plan
    = plan_of (HEAD "for t < 5 swap a = b b = a { for i < 20 { stmt weight 100 "
	       "read a@(8*i) read a@(8*i + 16) write b@(8*i + 8) } }", "naive");
  struct pram_table_figures f = pram_table_plan_figures (plan, 2, &by);
  cr_expect_eq (plan->spacing, 1);
  /* Rank 1 gets ten elements, the borders with those of the first layer; then
     four layers with a message each way; and what is collected.  */
  cr_expect_eq (f.messages, 1 + 4 * 2 + 1, "%ld", (long) f.messages);
  pram_prog_free ((struct pram_prog *) plan->prog);
}

/* The serial program takes as long as the same one in blocks on one rank, but
   for what is known of their working sets: here it fits in a cache.  */
Test (table_plan, serial)
{
  static const char *const programs[]
    = { HEAD "for t < 9 { for i < 200 { stmt weight 4 read a@(8*i) "
	"read a@(8*i + 16) write b@(8*i + 8) } for i < 200 { stmt weight 1 "
	"read b@(8*i + 8) write a@(8*i + 8) } }",
	HEAD "while t swap a = b b = a { segment for i < 14 { for j < 30 { "
	"stmt weight 4 read a@(256*i + 8*j + 8) read a@(256*i + 8*j + 520) "
	"write b@(256*i + 8*j + 264) } } segment }",
	/* Each row is a chain.  */
	HEAD "for i < 30 { for j < 40 { stmt weight 4 read a@(512*i + 8*j) "
	"read b@(512*i + 8*j + 8) write a@(512*i + 8*j + 8) } }" };
  struct pram_arena *arena = pram_arena_new ();
  struct pram_costs costs = pram_costs_default (arena);
  struct pram_logp logp = pram_logp_default ();
  const struct pram_predictor whole = { &logp, &costs, NULL, NULL };
  costs.access = 4e-11;
  costs.row = 1e-8;
  costs.row_op = 2e-9;
  for (int k = 0; k < 3; k++)
    {
      struct pram_table_plan *tables = plan_of (programs[k], "naive");
      struct pram_plan *blocks = plan_from (programs[k]);
      struct pram_prediction p = pram_predict (blocks, &whole, 1);
      double want = pram_prediction_seconds (&p);
      double got = pram_table_plan_serial (tables, &whole);
      cr_expect (fabs (got - want) < 0.02 * want, "%g instead of %g", got,
		 want);
      pram_prog_free (blocks->prog);
      pram_prog_free ((struct pram_prog *) tables->prog);
    }
  pram_arena_free (arena);
}

/* A convergence loop.  Rank 1 of 2 has tasks 1 and 3.  In each iteration it
   gets elements 1 and 3, and rank 0 gets 2 and 4; in the first one rank 0 needs
   nothing, and in the first two rank 1 needs element 5 too.  In the end rank 0
   gets 2 and 4 of the array written last.  So k iterations take 2 k messages
   and 16 + 32 k bytes.  A verdict is 4 bytes for each other rank.  */
Test (table_plan, loop)
{
  static const char format[]
    = HEAD "array v bytes 4 type i32 local\n"
      "while t swap a = b b = a { segment for i < 4 { stmt weight 1 "
      "read a@(8*i) read a@(8*i + 16) write b@(8*i + 8) } %s segment }";
  for (int told = 0; told < 2; told++)
    {
      char *text;
      cr_assert (asprintf (&text, format, told ? "stmt write v@(0) test v"
					       : "") > 0);
      struct pram_table_plan *plan = plan_of (text, "naive");
      struct pram_table_figures f = pram_table_plan_figures (plan, 2, &by);
      cr_expect_eq (pram_table_plan_class (plan), PRAM_ITERATIVELY_OBLIVIOUS);
      cr_expect (f.iterated && plan->counted == 1);
      cr_expect_eq (f.bytes, 48 + 4 * told, "%ld", (long) f.bytes);
      cr_expect_eq (f.messages, 2 + told, "%ld", (long) f.messages);
      cr_expect_eq (f.iteration_bytes, 32 + 4 * told);
      cr_expect_eq (f.iteration_messages, 2 + told);
      check_timeline (plan, 2, 7, f.entry + 7 * f.seconds, 0,
		      f.messages + 6 * f.iteration_messages);
      /* Both send at once, have what they need at 10, and compute 2 tasks; the
	 verdict takes 10.  */
      cr_expect_eq (f.seconds, told ? 22 : 12, "%g", f.seconds);
      f = pram_table_plan_figures (plan, 4, &by);
      cr_expect_eq (f.iteration_messages, 6 + 3 * told, "%ld",
		    (long) f.iteration_messages);
      free (text);
      pram_prog_free ((struct pram_prog *) plan->prog);
    }
}

/* A run of many tasks is not drawn.  */
Test (table_plan, timeline_refuses)
{
  struct heard heard;
  struct pram_diag diag = diag_to (&heard);
  struct pram_table_plan *plan
    = plan_of (HEAD "while t { segment for i < 9 { stmt weight 1 read a@(8*i) "
	       "write a@(8*i + 8) } segment }", "naive");
  struct pram_arena *arena = plan->prog->arena;
  cr_expect (pram_table_plan_timeline (plan, 2, 1000, &by, "t", arena, &diag));
  cr_expect (!heard.n);
  cr_expect (!pram_table_plan_timeline (plan, 2, 1 << 20, &by, "t", arena,
					&diag));
  cr_expect (heard.n == 1 && strstr (heard.message, "fewer iterations"), "%s",
	     heard.message);
  pram_prog_free ((struct pram_prog *) plan->prog);
}

static void
expect_counted (const char *text, int64_t counted)
{
  struct pram_table_plan *plan = plan_of (text, "naive");
  cr_expect_eq (plan->counted, counted, "%ld in %s", (long) plan->counted,
		text);
  pram_prog_free ((struct pram_prog *) plan->prog);
}

/* Loops whose iterations wait for each other.  */
Test (table_plan, iterations)
{
  expect_counted (HEAD "for i < 3 { for j < 4 { stmt write a@(32*i + 8*j) } }",
		  1);
  expect_counted (HEAD "for i < 9 { stmt read a@(8*i) write a@(8*i + 8) }", 1);
  expect_counted (HEAD "for i < 3 { for j < 4 { stmt write a@(32*i + 8*j) } } "
		  "for t < 5 swap a = b b = a { for i < 20 { stmt read a@(8*i) "
		  "read a@(8*i + 16) write b@(8*i + 8) } }", 5);
}

static void
expect_refusal (const char *text, const char *strategy, const char *reason)
{
  struct heard heard;
  struct pram_diag diag = diag_to (&heard);
  struct pram_prog *prog = prog_from (text, &diag);
  cr_assert (prog, "%s", heard.message);
  cr_expect (!pram_table_plan_build (prog, pram_strategies_find (strategy),
				     by.logp, by.costs, &diag));
  cr_expect (heard.n == 1 && heard.severity == PRAM_REFUSAL
	     && strstr (heard.message, reason), "%s", heard.message);
  pram_prog_free (prog);
}

Test (table_plan, refuses)
{
  expect_refusal (HEAD "for i < 150 { for j < 150 { stmt write a@(0) } }",
		  "naive", "budget of 20000");
  expect_refusal (HEAD "for k < 2 { while t { segment stmt write a@(0) "
		  "segment } }", "naive", "inside of another loop");
  expect_refusal (HEAD "while t { segment stmt write a@(8*t) segment }",
		  "naive", "number of an iteration");
  /* Copies of a[0] save a message to each process.  */
  expect_refusal (HEAD "for k < 1 { stmt write a@(0) } for i < 4 { stmt "
		  "weight 100 read a@(0) write b@(8*i) }", "msa",
		  "more than once");
}
