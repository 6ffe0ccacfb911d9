/* traffic.c: tests of core/plan/traffic.c: who sends to whom is found without
   looking at all pairs.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "support.h"

#include <glob.h>
#include <time.h>

#include "predict/obliviousness.h"
#include "plan/traffic.h"

static struct pram_plan *
plan_of (struct pram_prog *prog)
{
  struct heard heard;
  struct pram_diag diag = diag_to (&heard);
  return pram_delinearize (prog, &diag) ? pram_plan_build (prog, &diag) : NULL;
}

/* What is looked for in the run that is visited.  */
struct expected
{
  const struct pram_plan *plan;
  const struct pram_plan_layer *layer;
  int procs;
};

/* All pairs of processes, one after the other.  */
static void
compare_pairs (void *data, const int64_t *iter,
	       const struct pram_plan_messages *messages, int64_t times)
{
  const struct expected *x = data;
  int m = 0;
  (void) iter;
  cr_assert_gt (times, 0);
  cr_assert_eq (messages->stride, 1);
  for (int src = 0; src < x->procs; src++)
    for (int dst = 0; dst < x->procs; dst++)
      {
	int64_t bytes = src == dst ? 0
			: pram_plan_bytes (x->plan, x->layer->transfers,
					   x->layer->n_transfers, src, dst,
					   x->procs);
	if (!bytes)
	  continue;
	cr_assert_lt (m, messages->n);
	cr_expect_eq (messages->list[m].src, src);
	cr_expect_eq (messages->list[m].dst, dst);
	cr_expect_eq (messages->list[m].bytes, bytes);
	m++;
      }
  cr_expect_eq (messages->n, m);
}

/* One run of LAYER by all pairs, and by search.  */
static int
compare_run (const struct pram_plan *plan, const struct pram_plan_layer *layer,
	     int procs)
{
  struct pram_traffic traffic = pram_plan_run_traffic (plan, layer, procs);
  int64_t messages = 0, bytes = 0;
  for (int pair = 0; pair < procs * procs; pair++)
    {
      int64_t b = pair / procs == pair % procs ? 0
		  : pram_plan_bytes (plan, layer->transfers,
				     layer->n_transfers, pair / procs,
				     pair % procs, procs);
      messages += b > 0;
      bytes += b;
    }
  cr_expect_eq (traffic.messages, messages, "%s on %d", plan->prog->name,
		procs);
  cr_expect_eq (traffic.bytes, bytes, "%s on %d", plan->prog->name, procs);
  return messages > 0;
}

static int
compare_file (const char *name)
{
  struct heard heard;
  struct pram_diag diag = diag_to (&heard);
  FILE *file = fopen (name, "r");
  cr_assert (file, "%s", name);
  struct pram_prog *prog = pram_prog_read (file, &diag);
  struct pram_plan *plan = prog ? plan_of (prog) : NULL;
  int compared = 0;
  fclose (file);
  for (int l = 0; plan && l < plan->n_layers; l++)
    for (int procs = 1; procs <= 64; procs += procs < 9 ? 1 : 11)
      {
	struct expected x = { plan, &plan->layers[l], procs };
	compared += compare_run (plan, x.layer, procs);
	if (x.layer->n_transfers && pram_plan_alike_p (x.layer))
	  pram_plan_visit_runs (plan, x.layer, procs, compare_pairs, &x);
      }
  if (prog)
    pram_prog_free (prog);
  return compared;
}

Test (traffic, all_pairs)
{
  char pattern[4096];
  glob_t files;
  int compared = 0;
  const char *srcdir = getenv ("srcdir");
  snprintf (pattern, sizeof pattern, "%s/testsuite/pram.golden/*.prog",
	    srcdir ? srcdir : ".");
  cr_assert_eq (glob (pattern, 0, NULL, &files), 0);
  for (size_t f = 0; f < files.gl_pathc; f++)
    compared += compare_file (files.gl_pathv[f]);
  globfree (&files);
  cr_expect_gt (compared, 300);
}

/* 1000 rows a process, halos of one row.  */
static const char stencil[]
  = "region f.1 file f.c line 1\n"
    "array a[16384000][9] bytes 8 type f64\n"
    "array b[16384000][9] bytes 8 type f64\n"
    "for t < 10 {\n"
    "  for i < 16383998 { for j < 7 { stmt weight 3\n"
    "    read a[i][j+1] read a[i+2][j+1] read a[i+1][j] read a[i+1][j+2]\n"
    "    write b[i+1][j+1] } }\n"
    "  for i < 16383998 { for j < 7 { stmt weight 1\n"
    "    read b[i+1][j+1] write a[i+1][j+1] } }\n"
    "}";

/* Everybody needs a block of everybody.  */
static const char transposition[]
  = "region f.1 file f.c line 1\n"
    "array a[16384][16384] bytes 8 type f64\n"
    "array b[16384][16384] bytes 8 type f64\n"
    "for t < 10 {\n"
    "  for i < 16384 { for j < 16384 { stmt weight 1\n"
    "    read a[j][i] write b[i][j] } }\n"
    "  for i < 16384 { for j < 16384 { stmt weight 1\n"
    "    read b[i][j] write a[i][j] } }\n"
    "}";

static struct pram_traffic
run_of (const char *text, int procs)
{
  struct heard heard;
  struct pram_diag diag = diag_to (&heard);
  struct pram_prog *prog = prog_from (text, &diag);
  struct pram_plan *plan = prog ? plan_of (prog) : NULL;
  cr_assert (plan, "%s", heard.message);
  struct pram_traffic all = { 0, 0 };
  for (int l = 0; l < plan->n_layers; l++)
    {
      struct pram_traffic t
	= pram_plan_run_traffic (plan, &plan->layers[l], procs);
      all.messages += t.messages;
      all.bytes += t.bytes;
    }
  pram_prog_free (prog);
  return all;
}

/* Looking at all pairs takes more than ten times as long.  */
Test (traffic, many_processes)
{
  clock_t start = clock ();
  struct pram_traffic t = run_of (stencil, PRAM_PROCS_MAX);
  cr_expect_eq (t.messages, 2 * (PRAM_PROCS_MAX - 1), "%ld",
		(long) t.messages);
  cr_expect_eq (t.bytes, t.messages * 7 * 8);
  cr_expect_lt (clock () - start, 3 * CLOCKS_PER_SEC);
}

/* Of so many messages some stand for all.  */
Test (traffic, many_messages)
{
  int64_t p = 4096, block = 16384 / p;
  struct pram_traffic t = run_of (transposition, (int) p);
  cr_expect_eq (t.messages, p * (p - 1));
  cr_expect_eq (t.bytes, p * (p - 1) * block * block * 8);
}

static const char elimination[]
  = "region f.1 file f.c line 1\n"
    "array a[4000][4000] bytes 8 type f64\n"
    "for t < 100 { for k < 3999 { for i < 3999 - k { for j < 3999 - k {\n"
    "  stmt weight 2 read a[k+i+1][k+j+1] read a[k][k+j+1]\n"
    "  write a[k+i+1][k+j+1] } } } }";

/* Visits, and the runs that they stand for.  */
struct visits { int64_t visits, runs; };

static void
count_visit (void *data, const int64_t *iter,
	     const struct pram_plan_messages *messages, int64_t times)
{
  struct visits *v = data;
  (void) iter, (void) messages;
  v->visits++;
  v->runs += times;
}

/* Of the runs of many processes, in nested loops, fewer are looked at.  */
Test (traffic, many_runs)
{
  struct heard heard;
  struct pram_diag diag = diag_to (&heard);
  struct pram_prog *prog = prog_from (elimination, &diag);
  struct pram_plan *plan = prog ? plan_of (prog) : NULL;
  cr_assert (plan, "%s", heard.message);
  struct visits few = { 0, 0 }, many = { 0, 0 };
  pram_plan_visit_runs (plan, &plan->layers[0], 2, count_visit, &many);
  cr_expect_eq (many.runs, 100 * 3999);
  cr_expect_gt (many.visits, 64 * 64 / 2);
  pram_plan_visit_runs (plan, &plan->layers[0], 2000, count_visit, &few);
  cr_expect_eq (few.runs, 100 * 3999);
  cr_expect_lt (few.visits, many.visits / 4);
  pram_prog_free (prog);
}

/* Who has no unit sends nothing, and stands for nobody.  */
Test (traffic, more_processes_than_units)
{
  static const char text[]
    = "region f.1 file f.c line 1\n"
      "array a[600][600] bytes 8 type f64\n"
      "array b[600][600] bytes 8 type f64\n"
      "for t < 10 {\n"
      "  for i < 600 { for j < 600 { stmt weight 1\n"
      "    read a[j][i] write b[i][j] } }\n"
      "  for i < 600 { for j < 600 { stmt weight 1\n"
      "    read b[i][j] write a[i][j] } }\n"
      "}";
  static const int procs[] = { 600, 601, 1200, 2400, 5000 };
  for (size_t k = 0; k < sizeof procs / sizeof *procs; k++)
    {
      struct pram_traffic t = run_of (text, procs[k]);
      cr_expect_eq (t.messages, 600 * 599, "%d: %ld", procs[k],
		    (long) t.messages);
      cr_expect_eq (t.bytes, 600 * 599 * 8, "%d: %ld", procs[k],
		    (long) t.bytes);
    }
}
