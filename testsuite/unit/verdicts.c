/* verdicts.c: tests of plans of loops whose ends data decide, in each other.

   SPDX-License-Identifier: GPL-3.0-or-later

   Each plan is executed on simulated processes with verdicts that are drawn
   (core/plan/verify.h): what is read is compared with the last value that a serial
   execution has written, and the verdicts in between with the sets FALSE, TRUE and
   DEFER that the plan has (Iterative, Algorithms 2 and 3).  */

#include "support.h"

#include "plan/verify.h"

static const int all_procs[] = { 3, 2, 5, 8 };
enum { N_PROCS = sizeof all_procs / sizeof *all_procs };

static struct pram_plan *
explained_plan (const char *text, struct heard *heard)
{
  struct pram_diag diag = diag_to (heard);
  struct pram_prog *prog = prog_from (text, &diag);
  cr_assert (prog && pram_delinearize (prog, &diag), "%s\n%s", heard->message,
	     text);
  prog->explained = true;
  struct pram_plan *plan = pram_plan_build (prog, &diag);
  cr_assert (plan || heard->severity == PRAM_REFUSAL, "%s\n%s", heard->message,
	     text);
  if (!plan)
    pram_prog_free (prog);
  return plan;
}

/* Execute PLAN, of TEXT, with verdicts drawn by the seeds FIRST .. LAST; those of
   its `destined' that there are come into MET.  How many values went where verdicts
   said.  */
static int64_t
draw (const struct pram_plan *plan, const char *text, uint64_t first,
      uint64_t last, bool *met)
{
  struct heard heard;
  struct pram_diag diag = diag_to (&heard);
  int64_t judged = 0;
  for (uint64_t seed = first; seed <= last; seed++)
    {
      struct pram_verified v = { .met = met };
      int procs = all_procs[seed % N_PROCS];
      cr_assert (pram_plan_verify_judged (plan, procs, seed, &v, &diag),
		 "seed %" PRIu64 ", line %d: %s\n%s", seed, heard.line,
		 heard.message, text);
      judged += v.judged;
    }
  return judged;
}

/* --- Random programs -------------------------------------------------------- */

enum { DEEPEST = 4, MOST_LAYERS = 6, SIZE = 12 };

struct maker
{
  FILE *out;
  struct rng *rng;
  int n_loops, n_layers, line;
  int depth;			/* of loops whose ends data decide, at most … */
  int deepest;			/* … and so far */
};

static bool
one_in (struct maker *m, int n)
{
  return rng_in (m->rng, 1, n) == 1;
}

/* A layer: a sweep, a copy, a shift, or an element that decides.  */
static void
put_layer (struct maker *m)
{
  int from = (int) rng_in (m->rng, 0, 2);
  int to = (from + (int) rng_in (m->rng, 1, 2)) % 3;
  int kind = (int) rng_in (m->rng, 0, 5), line = ++m->line;
  m->n_layers++;
  if (kind == 5)
    {
      fprintf (m->out, "stmt line %d value v read %c[%d]\n", line, 'a' + from,
	       (int) rng_in (m->rng, 0, SIZE - 1));
      return;
    }
  fprintf (m->out, "for i < %d { stmt line %d ", SIZE - 2, line);
  if (kind < 3)
    fprintf (m->out, "read %c[i] read %c[i+2]", 'a' + from, 'a' + from);
  else
    fprintf (m->out, "read %c[i+%d]", 'a' + from, kind - 2);
  if (one_in (m, 12))
    fprintf (m->out, " read %c[i+1] may", 'a' + to);
  fprintf (m->out, " write %c[i+1] }\n", 'a' + to);
}

static void put_sequence (struct maker *, int depth);

/* A loop, DEPTH around it, with two or three segments if data decide its end: it may
   run no iteration, and be left in the middle.  */
static void
put_loop (struct maker *m, int depth)
{
  bool counted = one_in (m, 6);
  int n_segments = counted ? 1 : one_in (m, 3) ? 3 : 2;
  int full = (int) rng_in (m->rng, 0, n_segments - 1);
  fprintf (m->out, counted ? "for w%d < 2" : "while w%d", ++m->n_loops);
  if (!counted && one_in (m, 8))
    fputs (" swap a = b b = a", m->out);
  fputs (" {\n", m->out);
  m->deepest = !counted && depth + 1 > m->deepest ? depth + 1 : m->deepest;
  for (int s = 0; s < n_segments; s++)
    {
      if (!counted)
	fputs ("segment\n", m->out);
      if (s == full || one_in (m, 2))
	put_sequence (m, depth + !counted);
    }
  fputs ("}\n", m->out);
}

static void
put_sequence (struct maker *m, int depth)
{
  int n = (int) rng_in (m->rng, 1, 3);
  for (int k = 0; k < n && m->n_layers < MOST_LAYERS; k++)
    if (depth < m->depth && (m->deepest < m->depth || one_in (m, 3)))
      put_loop (m, depth);
    else
      put_layer (m);
}

/* One with so many loops in each other, often; the caller frees it.  */
static char *
random_text (struct rng *rng, int *depth)
{
  char *text;
  size_t size;
  struct maker m = { .out = open_memstream (&text, &size), .rng = rng,
		     .depth = *depth };
  fprintf (m.out, "region r file r.c line 1\n");
  for (int a = 0; a < 3; a++)
    fprintf (m.out, "array %c[%d] bytes 8 type f64\n", 'a' + a, SIZE);
  put_layer (&m);
  put_loop (&m, 0);
  put_sequence (&m, 0);
  fclose (m.out);
  *depth = m.deepest;
  return text;
}

/* Most can be distributed, at every depth; many values go where verdicts say.  */
Test (verdicts, random_programs)
{
  uint64_t first = 1, last = 28;
  int n[DEEPEST + 1] = { 0 }, planned[DEEPEST + 1] = { 0 };
  int64_t judged = 0;
  bool soak = soak_p (&first, &last);
  for (uint64_t k = first; k <= last; k++)
    {
      struct rng rng = { k };
      struct heard heard;
      int depth = 1 + (int) (k % DEEPEST);
      char *text = random_text (&rng, &depth);
      struct pram_plan *plan = explained_plan (text, &heard);
      n[depth]++;
      planned[depth] += plan != NULL;
      if (plan)
	{
	  judged += draw (plan, text, 8 * k, 8 * k + 7, NULL);
	  pram_prog_free (plan->prog);
	}
      free (text);
    }
  for (int d = 1; d <= DEEPEST && !soak; d++)
    cr_expect (planned[d] > 3 && planned[d] > n[d] / 3,
	       "%d of %d of depth %d are distributed", planned[d], n[d], d);
  cr_expect (soak || judged > 1000, "%" PRId64 " values", judged);
}

/* --- What the sets are ------------------------------------------------------ */

#define HEAD \
  "region r file r.c line 1\narray a[12] bytes 8 type f64\n" \
  "array b[12] bytes 8 type f64\narray c[12] bytes 8 type f64\n"
#define SWEEP(from, to) \
  "for i < 10 { stmt line 3 read " from "[i] read " from "[i+2]" \
  " write " to "[i+1] }\n"

/* Is D, of PLAN, for READER if the loop called NAME goes on, or ends?  */
static bool
is (const struct pram_destined *d, int layer, int reader, const char *name,
    bool goes_on)
{
  return (d->layer == layer && d->reader == reader
	  && !strcmp (d->loop->iterator_name, name) && d->goes_on == goes_on);
}

/* The plan of TEXT says that LAYER sends to READER under that verdict.  */
static bool
says (const char *text, int layer, int reader, const char *name, bool goes_on)
{
  struct heard heard;
  struct pram_plan *plan = explained_plan (text, &heard);
  bool found = false;
  cr_assert (plan);
  for (int i = 0; i < plan->n_destined; i++)
    found |= is (&plan->destined[i], layer, reader, name, goes_on);
  pram_prog_free (plan->prog);
  return found;
}

/* The inner loop's last layer sends to the next iteration (FALSE), to what follows
   (TRUE), and, deferred, to the outer loop's next iteration.  */
Test (verdicts, sets)
{
  static const char text[]
    = HEAD "while t { segment " SWEEP ("a", "b")
      "while u { segment " SWEEP ("b", "a") SWEEP ("a", "b") "segment }\n"
      SWEEP ("b", "a") "segment }";
  cr_expect (says (text, 2, 1, "u", true));
  cr_expect (says (text, 2, 3, "u", false));
  cr_expect (says (text, 3, 0, "t", true));
  cr_expect_not (says (text, 0, 1, "t", true));
  cr_expect_not (says (text, 0, 1, "u", true));
  cr_expect (says (text, 3, -1, "t", false));
}

/* What the loop reads that may run no iteration is for the case that it does.  */
Test (verdicts, not_run)
{
  static const char text[]
    = HEAD "while t { segment " SWEEP ("a", "b")
      "while u { segment segment " SWEEP ("b", "a") "}\n"
      SWEEP ("a", "b") "segment }";
  cr_expect (says (text, 0, 1, "u", true));
  cr_expect (says (text, 1, 2, "u", false));
  cr_expect (says (text, 1, 0, "t", true));
}

/* Every set of a plan is needed, sooner or later, and none is missed.  */
Test (verdicts, met)
{
  static const char text[]
    = HEAD "while t { segment " SWEEP ("c", "b")
      "segment while u { segment " SWEEP ("b", "a")
      "segment " SWEEP ("a", "b") "}\n" SWEEP ("b", "a") "segment "
      SWEEP ("a", "c") "}\n" SWEEP ("b", "a");
  struct heard heard;
  struct pram_plan *plan = explained_plan (text, &heard);
  cr_assert (plan && plan->n_destined > 8);
  bool *met = calloc ((size_t) plan->n_destined, sizeof *met);
  draw (plan, text, 1, 300, met);
  for (int i = 0; i < plan->n_destined; i++)
    cr_expect (met[i], "layer %d to %d of '%s': %d", plan->destined[i].layer,
	       plan->destined[i].reader, plan->destined[i].loop->iterator_name,
	       plan->destined[i].goes_on);
  plan->n_destined--;
  struct pram_verified v = { .met = NULL };
  struct pram_diag diag = diag_to (&heard);
  bool good = true;
  for (uint64_t seed = 1; seed <= 300 && good; seed++)
    good = pram_plan_verify_judged (plan, 3, seed, &v, &diag);
  cr_expect_not (good);
  cr_expect (strstr (heard.message, "the plan doesn't say"), "%s",
	     heard.message);
  free (met);
  pram_prog_free (plan->prog);
}
