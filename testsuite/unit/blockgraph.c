/* blockgraph.c: tests of lab/blockgraph.c.

   SPDX-License-Identifier: GPL-3.0-or-later

   What the blocks send is what the simulated processes of core/plan/verify.c
   send.  */

#include "support.h"

#include "lab/blockgraph.h"
#include "plan/traffic.h"
#include "plan/verify.h"
#include "lab/schedule-check.h"

static const char *const programs[] =
  {
    "region heat file h.c line 1\n"
    "array a[40] bytes 8 type f64\narray b[40] bytes 8 type f64\n"
    "for t < 3 {\n"
    "  for i < 38 { stmt line 3 weight 2\n"
    "    read a[i] read a[i+2] write b[i+1] }\n"
    "  for i < 38 { stmt line 5 weight 1 read b[i+1] write a[i+1] }\n"
    "}\n",
    "region jacobi file j.c line 1\n"
    "array old[20][20] bytes 4 type f32\narray new[20][20] bytes 4 type f32\n"
    "while t swap old = new new = old {\n"
    "segment\n"
    "  for i < 18 { for j < 18 { stmt line 2 weight 5\n"
    "    read old[i][j+1] read old[i+2][j+1] read old[i+1][j]\n"
    "    read old[i+1][j+2] write new[i+1][j+1] } }\n"
    "segment\n"
    "}\n",
    "region rows file r.c line 1\n"
    "array a[12][12] bytes 8 type f64\n"
    "for k < 11 { for i < 12 { for j < 12 { stmt line 4 weight 2\n"
    "    read a[k][j] if (i - k - 1 >= 0)\n"
    "    read a[i][j] if (i - k - 1 >= 0)\n"
    "    write a[i][j] if (i - k - 1 >= 0) } } }\n",
    /* All to all, and to one that lies elsewhere.  */
    "region turned file t.c line 1\n"
    "array a[24][24] bytes 8 type f64\narray b[24][24] bytes 8 type f64\n"
    "for t < 2 {\n"
    "  for i < 24 { for j < 24 { stmt line 3 weight 1\n"
    "    read a[j][i] write b[i][j] } }\n"
    "  for i < 24 { for j < 24 { stmt line 5 weight 1\n"
    "    read b[23-i][j] write a[i][j] } }\n"
    "}\n"
  };

/* Processes that get nothing but the word to start.  */
static int
empty_starts (const struct pram_plan *plan, int procs)
{
  int n = 0;
  for (int p = 1; p < procs; p++)
    n += pram_plan_bytes (plan, plan->scatter, plan->n_scatter, 0, p, procs)
	 == 0;
  return n;
}

static const struct pram_costs unmeasured;

static void
compare (const struct pram_plan *plan, int procs, int64_t iterations)
{
  struct heard heard;
  struct pram_diag diag = diag_to (&heard);
  struct pram_arena *arena = pram_arena_new ();
  struct pram_logp logp = pram_logp_default ();
  struct pram_predictor by = { &logp, &unmeasured, NULL, NULL };
  struct pram_verified verified;
  cr_assert (pram_plan_verify (plan, procs, iterations, &verified, &diag));
  struct pram_clustering *c
    = pram_blockgraph_build (plan, &by, procs, iterations, arena, &diag);
  cr_assert (c && pram_clustering_check (c, &diag), "%s", heard.message);
  struct pram_schedule *s = pram_schedule_build (c, &logp, arena);
  cr_assert (pram_schedule_check (s, &diag), "%s", heard.message);
  int64_t bytes = 0;
  int empty = empty_starts (plan, procs);
  for (int64_t m = 0; m < s->n_messages; m++)
    bytes += s->message_bytes[m];
  cr_expect_eq (s->n_messages, verified.messages + empty,
		"%s on %d, %d: %d messages, %d", plan->prog->name, procs,
		(int) iterations, (int) s->n_messages,
		(int) verified.messages);
  cr_expect_eq (bytes, verified.bytes + empty);
  /* The work is there, wherever it is done.  */
  double work = pram_taskgraph_work (c->graph);
  if (plan->class_ == PRAM_OBLIVIOUS)
    cr_expect_float_eq (work, plan->work * logp.op, 1e-9 * work);
  cr_expect_geq (s->makespan * procs, work);
  pram_arena_free (arena);
}

/* Also on more processes than there are units.  */
Test (blockgraph, moves_what_the_plan_moves)
{
  static const int procs[] = { 1, 2, 3, 7, 12, 29 };
  for (size_t k = 0; k < sizeof programs / sizeof *programs; k++)
    {
      struct pram_plan *plan = plan_from (programs[k]);
      for (size_t p = 0; p < sizeof procs / sizeof *procs; p++)
	for (int iterations = 1; iterations <= 3; iterations++)
	  compare (plan, procs[p], iterations);
      pram_prog_free (plan->prog);
    }
}
