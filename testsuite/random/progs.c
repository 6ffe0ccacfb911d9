/* progs.c: plans of random programs, executed.

   SPDX-License-Identifier: GPL-3.0-or-later

     progs FIRST LAST		verify those with these numbers
     progs --check CHOICES	verify the one that a file's choices lead to
     progs --from CHOICES	print it
     progs --choices NUMBER	what that one is made of

   Those that can be distributed are executed (core/plan/verify.h) on some
   number of processes and with some number of iterations; with --check on
   several.  Exit status 1 after the first that is wrong.  For one in 16 there is
   also a plan from isl's data flow of the whole program: where it places the
   same, it moves the same.  */

#include "progs.h"

#include "plan/plan.h"
#include "plan/shape.h"
#include "plan/traffic.h"
#include "plan/verify.h"
#include "poly/delinearize.h"

#include <string.h>

static const int all_procs[] = { 3, 2, 5, 1, 8 };
enum { N_PROCS = sizeof all_procs / sizeof *all_procs, MAX_ITERATIONS = 5 };

struct heard
{
  bool error;
  char message[512];
};

static void
hear (void *data, enum pram_severity severity, int line, const char *message)
{
  struct heard *heard = data;
  if (severity == PRAM_ERROR && !heard->error)
    snprintf (heard->message, sizeof heard->message, "line %d: %s", line,
	      message);
  heard->error |= severity == PRAM_ERROR;
}

/* --- Another plan of the same program --------------------------------------- */

/* Must two plans of one prog move the same?  A loop of one iteration is a layer,
   unless it is taken for a steady loop; and where sets change from iteration to
   iteration of other loops, they still don't of steady ones.  */
static bool
comparable_p (const struct pram_plan *p, const struct pram_plan *q)
{
  if (p->n_layers != q->n_layers || p->n_units != q->n_units
      || p->granularity != q->granularity)
    return false;
  for (int l = 0; l < p->n_layers; l++)
    {
      const struct pram_placement *x = &p->layers[l].placement;
      const struct pram_placement *y = &q->layers[l].placement;
      if (p->layers[l].node != q->layers[l].node || x->loop != y->loop
	  || x->coef != y->coef || x->constant != y->constant
	  || !q->layers[l].uniform)
	return false;
    }
  return true;
}

static bool
same_p (const struct pram_plan *p, const struct pram_plan_transfer *x, int n,
	const struct pram_plan *q, const struct pram_plan_transfer *y, int k,
	int src, int dst, int procs)
{
  return pram_plan_bytes (p, x, n, src, dst, procs)
    == pram_plan_bytes (q, y, k, src, dst, procs);
}

/* Do two plans of one prog move as much between any two of PROCS processes?  */
static bool
same_bytes_p (const struct pram_plan *p, const struct pram_plan *q, int procs)
{
  bool same = true;
  for (int src = 0; src < procs; src++)
    for (int dst = 0; dst < procs; dst++)
      {
	for (int l = 0; l < p->n_layers && src != dst; l++)
	  same &= same_p (p, p->layers[l].transfers, p->layers[l].n_transfers,
			  q, q->layers[l].transfers, q->layers[l].n_transfers,
			  src, dst, procs);
	same &= same_p (p, p->scatter, p->n_scatter, q, q->scatter,
			q->n_scatter, src, dst, procs)
	  && same_p (p, p->gather, p->n_gather, q, q->gather, q->n_gather, src,
		     dst, procs);
      }
  return same;
}

/* --- One program ---------------------------------------------------------- */

/* The K-th way to execute PLAN.  */
static void
verify_way (struct pram_plan *plan, uint64_t k, const struct pram_diag *diag)
{
  int procs = all_procs[k % N_PROCS];
  if (pram_plan_verify (plan, procs, 1 + (int) (k / N_PROCS % MAX_ITERATIONS),
			NULL, diag))
    pram_plan_verify_judged (plan, procs, k + 1, NULL, diag);
}

/* The layers of PROG alone tell the shape of PLAN, its plan, if that is made of the first
   choice of where they run.  */
static void
verify_shape (struct pram_prog *prog, const struct pram_plan *plan,
	      const struct pram_diag *diag)
{
  if (plan->tries || plan->writes_more)
    return;
  struct pram_plan *layers = pram_plan_layers (prog, diag);
  if (!layers || strcmp (pram_shape_text (layers), pram_shape_text (plan)) != 0)
    pram_diag_report (diag, PRAM_ERROR, 1, "another shape without transfers");
}

/* Verify the program TEXT, in the K-th way or, if ALL, in all.  Returns whether
   it could be distributed; HEARD tells of an error.  */
static bool
verify (const char *text, uint64_t k, bool all, struct heard *heard)
{
  struct pram_diag diag = { hear, heard };
  FILE *f = fmemopen ((void *) text, strlen (text), "r");
  struct pram_prog *prog = pram_prog_read (f, &diag);
  fclose (f);
  if (!prog)
    return false;
  struct pram_plan *plan = NULL;
  if (pram_prog_check (prog, &diag) && pram_delinearize (prog, &diag))
    plan = pram_plan_build (prog, &diag);
  if (plan && pram_plan_check (plan, &diag))
    for (int way = 0; way < (all ? N_PROCS * MAX_ITERATIONS : 1); way++)
      if (!heard->error)
	verify_way (plan, k + (uint64_t) way, &diag);
  if (plan && !heard->error)
    verify_shape (prog, plan, &diag);
  struct pram_plan *other = plan && (all || k % 16 == 0) && !heard->error
    ? pram_plan_build_whole (prog, &diag) : NULL;
  for (int p = 0; other && comparable_p (plan, other) && p < N_PROCS; p++)
    if (!same_bytes_p (plan, other, all_procs[p]))
      pram_diag_report (&diag, PRAM_ERROR, 1, "other transfers on %d processes",
			all_procs[p]);
  pram_prog_free (prog);
  return plan != NULL;
}

static char *
text_of (struct choices *c)
{
  char *text;
  size_t size;
  FILE *f = open_memstream (&text, &size);
  random_prog_print (f, c);
  fclose (f);
  return text;
}

/* Verify the programs FIRST to LAST.  */
static int
verify_all (uint64_t first, uint64_t last)
{
  uint64_t distributed = 0;
  for (uint64_t k = first; k <= last; k++)
    {
      struct choices c = choices_from_seed (k, 0);
      char *text = text_of (&c);
      struct heard heard = { false, "" };
      distributed += verify (text, k, false, &heard);
      if (heard.error)
	{
	  printf ("number %llu: %s\n%s", (unsigned long long) k, heard.message,
		  text);
	  return 1;
	}
      free (text);
      free (c.list);
    }
  printf ("%llu of %llu programs distributed\n",
	  (unsigned long long) distributed,
	  (unsigned long long) (last - first + 1));
  return 0;
}

int
main (int argc, char **argv)
{
  if (argc != 3)
    {
      fprintf (stderr, "usage: progs FIRST LAST | --check CHOICES | "
	       "--from CHOICES | --choices NUMBER\n");
      return 2;
    }
  if (!strcmp (argv[1], "--choices"))
    {
      struct choices c = choices_from_seed (strtoull (argv[2], NULL, 0), 0);
      free (text_of (&c));
      choices_print (stdout, &c);
      return 0;
    }
  bool check = !strcmp (argv[1], "--check");
  if (!check && strcmp (argv[1], "--from"))
    return verify_all (strtoull (argv[1], NULL, 0), strtoull (argv[2], NULL, 0));
  struct choices c = choices_from_file (argv[2]);
  char *text = text_of (&c);
  struct heard heard = { false, "" };
  if (check)
    verify (text, 0, true, &heard);
  else
    fputs (text, stdout);
  if (heard.error)
    printf ("%s\n", heard.message);
  return heard.error;
}
