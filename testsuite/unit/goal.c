/* goal.c: unit tests of GOAL text and of LogGOPSim's model.

   SPDX-License-Identifier: GPL-3.0-or-later

   Results of LogGOPSim itself are in pram.sim/.  */

#include "lab/goal.h"
#include "lab/loggops.h"
#include "lab/simulate.h"
#include "support.h"

static struct pram_script *
script_from (const char *text, struct pram_arena *arena,
	     const struct pram_diag *diag)
{
  FILE *file = fmemopen ((void *) text, strlen (text), "r");
  struct pram_script *script = pram_goal_read (file, 1, arena, diag);
  fclose (file);
  return script;
}

/* The caller frees it.  */
static char *
goal_of (const struct pram_script *script)
{
  char *text;
  size_t size;
  FILE *file = open_memstream (&text, &size);
  pram_goal_write (file, script, 1);
  fclose (file);
  return text;
}

Test (goal, what_is_written_reads_back)
{
  static const char *const kinds[]
    = { "jacobi2d:procs=9,iterations=3,compute=7,verdict=1",
	"alltoall:procs=5,bytes=100", "ring:procs=4,iterations=5,compute=2",
	"butterfly:procs=8,compute=1", "broadcast:procs=1" };
  struct pram_logp machine = { .L = 6, .o = 2, .g = 4, .G = 1, .P = 8 };
  for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++)
    {
      struct heard heard;
      struct pram_diag diag = diag_to (&heard);
      struct pram_arena *arena = pram_arena_new ();
      struct pram_script *a
	= pram_script_generate (kinds[k], &machine, arena, &diag);
      char *text = goal_of (a);
      struct pram_script *b = script_from (text, arena, &diag);
      cr_assert (b, "%s: %d: %s", kinds[k], heard.line, heard.message);
      cr_expect_null (b->wait);
      cr_expect_eq (pram_script_count (a), pram_script_count (b));
      struct pram_simulation x, y;
      cr_assert (pram_simulate (a, &machine, true, true, &x, arena, &diag));
      cr_assert (pram_simulate (b, &machine, true, true, &y, arena, &diag));
      for (int64_t e = 0; e < x.n_events; e++)
	cr_assert_eq (x.start[e], y.start[e], "%s", kinds[k]);
      free (text);
      pram_arena_free (arena);
    }
}

static const char graph[] =
"// a diamond, its operations in another order\n"
"num_ranks 2 /* two\n ranks */ rank 1 { recv 8b from 0 tag 7 }\n"
"rank 0 {\n"
"end: send 8b to 1 tag 7 cpu 0 nic 0\n"
"left: calc 5\nright: calc 7\nbegin: calc 1\n"
"left requires begin\nright irequires begin\n"
"end requires left\nend requires right\n"
"}\n";

Test (goal, waits_give_the_order)
{
  struct heard heard;
  struct pram_diag diag = diag_to (&heard);
  struct pram_arena *arena = pram_arena_new ();
  struct pram_script *script = script_from (graph, arena, &diag);
  cr_assert (script, "%d: %s", heard.line, heard.message);
  cr_assert (script->wait);
  cr_expect_eq (script->n_waits, 4);
  const struct pram_operation *op = script->op + script->block[0].first;
  cr_expect_eq (script->cost[op[0].amount], 1);
  cr_expect_eq (script->cost[op[1].amount], 5);
  cr_expect_eq (script->cost[op[2].amount], 7);
  cr_expect_eq (op[3].kind, PRAM_SEND);

  char *text = goal_of (script);
  struct pram_script *again = script_from (text, arena, &diag);
  cr_assert (again, "%d: %s", heard.line, heard.message);
  struct pram_loggops machine = { 6, 2, 4, 1, 0, 65535 };
  struct pram_loggops_simulation a, b;
  cr_assert (pram_loggops_simulate (script, &machine, &a, arena, &diag));
  cr_assert (pram_loggops_simulate (again, &machine, &b, arena, &diag));
  /* 13 + o + L + o + 7 G.  */
  cr_expect_eq (a.makespan, 30);
  cr_expect_eq (b.makespan, 30);
  free (text);
  pram_arena_free (arena);
}

/* Where messages of a byte find their receivers waiting both models agree.  */
Test (goal, models_agree)
{
  struct pram_logp logp = { .L = 6, .o = 2, .g = 4, .P = 8 };
  struct pram_loggops loggops = { 6, 2, 4, 0, 0, 65535 };
  for (int procs = 1; procs <= 100; procs++)
    {
      char text[40];
      snprintf (text, sizeof text, "broadcast:procs=%d,bytes=1", procs);
      struct pram_arena *arena = pram_arena_new ();
      struct pram_script *script
	= pram_script_generate (text, &logp, arena, NULL);
      struct pram_simulation a;
      struct pram_loggops_simulation b;
      cr_assert (pram_simulate (script, &logp, false, false, &a, arena, NULL));
      cr_assert (pram_loggops_simulate (script, &loggops, &b, arena, NULL));
      for (int p = 0; p < procs; p++)
	cr_expect_eq (a.finish[p], (double) b.finish[p]);
      pram_arena_free (arena);
    }
}

Test (goal, names_the_wrong_line)
{
  static const struct { int line; const char *text, *message; } wrong[] =
    {
      { 1, "ranks 2\n", "num_ranks" },
      { 1, "num_ranks 0\n", "no ranks" },
      { 2, "num_ranks 2\nrank 2 { }\n", "number" },
      { 3, "num_ranks 2\nrank 0 {\nl1: jump 8\n}\n", "no operation 'jump'" },
      { 3, "num_ranks 2\nrank 0 {\nl1 requires l0\n}\n", "no label 'l1'" },
      { 3, "num_ranks 2\nrank 0 {\nl1: send 8b to 0 tag 0\n}\n", "itself" },
      { 3, "num_ranks 2\nrank 0 {\nl1: recv 8b from -1 tag 0\n}\n", "-1" },
      { 3, "num_ranks 2\nrank 0 {\nl1: recv 8b from 1 tag -1\n}\n",
	"any source" },
      { 3, "num_ranks 2\nrank 0 {\nl1: send 8b to 1 tag 1 tag 2\n}\n",
	"one tag" },
      { 3, "num_ranks 2\nrank 0 {\nl1: calc -1\n}\n", "not '-1'" },
      { 3, "num_ranks 2\nrank 0 {\nl1: calc 8 cpu 1\n}\n", "one CPU" },
      { 4, "num_ranks 2\nrank 0 {\na: calc 8\na: calc 8\n}\n", "twice" },
      { 3, "num_ranks 2\nrank 0 { }\nrank 0 { }\n", "twice" },
      { 5, "num_ranks 2\nrank 0 {\na: calc 8 b: calc 8\na requires b\n"
	   "b requires a }\n", "one another" },
      { 3, "num_ranks 2\nrank 0 {\ncalc 1\n", "ends within" },
      { 3, "num_ranks 2\nrank 0 {\nsend 8b to 1\n\n}\nrank 1 { }\n",
	"nobody receives" },
      { 7, "num_ranks 2\nrank 0 {\nsend 8b to 1\n}\nrank 1 {\n"
	   "recv 8b from 0\nrecv 8b from 0\n\n\n}\n", "nobody sends" },
      { 4, "num_ranks 2\nrank 0 { send 8b to 1 }\n"
	   "rank 1 {\n recv 9b from 0\n\n}\n",
	"9 bytes are received, 8 are sent in line 2" }
    };
  for (size_t k = 0; k < sizeof wrong / sizeof *wrong; k++)
    {
      struct heard heard;
      struct pram_diag diag = diag_to (&heard);
      struct pram_arena *arena = pram_arena_new ();
      cr_expect_null (script_from (wrong[k].text, arena, &diag), "%s",
		      wrong[k].text);
      cr_expect_eq (heard.n, 1, "%s", wrong[k].text);
      cr_expect (abs (heard.line - wrong[k].line) <= 1
		 && (wrong[k].line || !heard.line), "%s: %d", wrong[k].text,
		 heard.line);
      cr_expect (strstr (heard.message, wrong[k].message), "%s: %s",
		 wrong[k].text, heard.message);
      pram_arena_free (arena);
    }
}

Test (goal, loggops_deadlock)
{
  struct heard heard;
  struct pram_diag diag = diag_to (&heard);
  struct pram_arena *arena = pram_arena_new ();
  struct pram_script *script
    = script_from ("num_ranks 2\n"
		   "rank 0 { a: send 9b to 1 b: recv 9b from 1 b requires a }"
		   "rank 1 { a: send 9b to 0 b: recv 9b from 0 b requires a }",
		   arena, &diag);
  struct pram_loggops machine = { 6, 2, 4, 1, 0, 9 };
  struct pram_loggops_simulation result;
  cr_assert (script);
  cr_expect (pram_loggops_simulate (script, &machine, &result, arena, &diag));
  machine.S = 8;
  cr_expect_not (pram_loggops_simulate (script, &machine, &result, arena,
					&diag));
  cr_expect (strstr (heard.message, "deadlock"));
  pram_arena_free (arena);
}
