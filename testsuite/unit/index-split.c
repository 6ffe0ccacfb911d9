/* index-split.c: tests of core/plan/index-split.c, and of layers that move with
   the loops around them.

   SPDX-License-Identifier: GPL-3.0-or-later

   A program of which loops are cut must execute the same accesses in the same
   order.
   PRAM_SOAK=FIRST,LAST in the environment: random programs of these seeds.  */

#include "support.h"

#include "plan/plan.h"
#include "plan/verify.h"

/* --- The order of accesses ------------------------------------------------ */

struct walk
{
  int64_t iter[32];
  uint64_t hash;
  int64_t n_accesses, n_tasks;
};

static int64_t
evaluate (const struct walk *w, const struct pram_affine *affine)
{
  int64_t value = affine->constant;
  for (int k = 0; k < affine->n_coef; k++)
    value += affine->coef[k] * w->iter[k];
  return value;
}

static void
note (struct walk *w, int64_t value)
{
  struct rng rng = { w->hash ^ (uint64_t) value };
  w->hash = rng_next (&rng);
}

static void
walk_node (struct walk *w, const struct pram_node *node)
{
  for (int a = 0; a < node->n_accesses; a++, w->n_accesses++)
    {
      const struct pram_access *access = &node->accesses[a];
      note (w, node->line);
      note (w, 2 * access->array + access->write);
      note (w, evaluate (w, &access->offset));
      for (int g = 0; g < access->n_guards; g++)
	note (w, evaluate (w, &access->guards[g].affine));
    }
  w->n_tasks += node->kind == PRAM_STMT;
  int64_t trips = (node->kind == PRAM_LOOP && !node->data_dependent
		   ? evaluate (w, &node->count) : 1);
  for (int64_t i = 0; i < trips; i++)
    {
      if (node->kind == PRAM_LOOP)
	w->iter[node->iterator] = i;
      for (int c = 0; c < node->n_children; c++)
	walk_node (w, node->children[c]);
    }
}

static struct walk
walk_of (const struct pram_prog *prog)
{
  struct walk w = { .hash = 0 };
  walk_node (&w, prog->root);
  return w;
}

/* Plan PROG and verify the plan; null if it is refused.  NAME is for
   messages.  */
static struct pram_plan *
check (struct pram_prog *prog, const char *name)
{
  static const int procs[] = { 1, 2, 3, 5, 8 };
  struct heard heard;
  struct pram_diag diag = diag_to (&heard);
  cr_assert (pram_delinearize (prog, &diag), "%s: %s", name, heard.message);
  struct pram_plan *plan = pram_plan_build (prog, &diag);
  if (!plan)
    {
      cr_assert_eq (heard.severity, PRAM_REFUSAL, "%s: %s", name,
		    heard.message);
      return NULL;
    }
  cr_assert (pram_plan_check (plan, &diag) && pram_prog_check (plan->prog,
							       &diag),
	     "%s: %s", name, heard.message);
  struct walk order = walk_of (prog), cut = walk_of (plan->prog);
  cr_assert (order.n_accesses == cut.n_accesses && order.hash == cut.hash,
	     "%s: another order\n%s", name, text_of (prog));
  cr_assert_eq (plan->n_tasks, order.n_tasks, "%s: %ld tasks, not %ld\n%s",
		name, (long) plan->n_tasks, (long) order.n_tasks,
		text_of (prog));
  for (size_t p = 0; p < sizeof procs / sizeof *procs; p++)
    if (!pram_plan_verify (plan, procs[p], 1, NULL, &diag))
      cr_assert_fail ("%s: line %d: %s\n%s", name, heard.line, heard.message,
		      text_of (prog));
  return plan;
}

/* The number of layers of TEXT's plan, 0 if it is refused.  */
static int
layers_of (const char *text)
{
  struct heard heard;
  struct pram_diag diag = diag_to (&heard);
  struct pram_prog *prog = prog_from (text, &diag);
  cr_assert (prog, "%s", heard.message);
  struct pram_plan *plan = check (prog, "text");
  int n = plan ? plan->n_layers : 0;
  pram_prog_free (prog);
  return n;
}

#define HEAD \
  "region r file r.c line 1\narray d[9][9] bytes 8 type f64\n" \
  "array x[9] bytes 8 type f64\n"

/* Rows before the pivot, the pivot, rows behind it.  */
Test (pivot, shortest_paths)
{
  cr_expect_eq (layers_of (HEAD "for k < 9 { for i < 9 { for j < 9 {\n"
			   "stmt line 4 read d[i][j] read d[i][k]"
			   " read d[k][j] write d[i][j] } } }\n"), 3);
  /* From the last row up.  */
  cr_expect_eq (layers_of (HEAD "for k < 9 { for i < 9 { for j < 9 {\n"
			   "stmt line 4 read d[8-i][j] read d[8-i][k]"
			   " read d[k][j] write d[8-i][j] } } }\n"), 3);
}

/* A pivot that is never an iteration of the loop needs no cutting.  */
Test (pivot, only_where_the_pivot_is)
{
  cr_expect_eq (layers_of (HEAD "for k < 9 { for i < 8 - k { for j < 9 {\n"
			   "stmt line 4 read d[k+i+1][j] read d[k][j]"
			   " write d[k+i+1][j] } } }\n"), 1);
}

/* The first row is the pivot of every step: there is nothing before it.  */
Test (pivot, first_row)
{
  cr_expect_eq (layers_of (HEAD "for t < 3 { for i < 9 {\n"
			   "stmt line 4 read x[i] read x[0] write x[i] } }\n"),
		2);
}

/* In the last step the second layer has nothing to do, and so nothing to send:
   what it sends is not always the same.  */
Test (pivot, nothing_left)
{
  cr_expect_eq (layers_of (HEAD "for k < 9 {\n"
			   "for i < 9 { stmt line 3 write d[i][2]\n"
			   "stmt line 4 write d[8-i][0] }\n"
			   "for i < 8 - k { stmt line 5 write d[k+i+1][0] }\n"
			   "for i < 9 { stmt line 6 read d[8][0]"
			   " write d[i][1] } }\n"), 3);
}

/* Parts would depend on each other as well.  */
Test (pivot, not_in_vain)
{
  cr_expect_eq (layers_of (HEAD "for k < 9 { for i < 8 {\n"
			   "stmt line 4 read x[i] read x[k] write x[i+1]"
			   " } }\n"),
		0);
}

/* Nothing is gained by cutting a loop of one iteration into itself.  */
Test (pivot, one_iteration, .timeout = 10)
{
  cr_expect_eq (layers_of (HEAD "array y[9] bytes 8 type f64\n"
			   "for t < 1 {\n"
			   "for i < 5 { stmt line 3 write d[i+1][3] }\n"
			   "while u swap x = y y = x { segment\n"
			   "for i < 5 { stmt line 5 write d[i][3-t] }\n"
			   "segment } }\n"), 2);
}

/* Rows 5 to 8 of 1 to 8, of which row i has i * (19 - i) / 2 of the 240
   tasks.  */
Test (pivot, shares)
{
  struct heard heard;
  struct pram_diag diag = diag_to (&heard);
  struct pram_prog *prog
    = prog_from (HEAD "for k < 9 { for i < 8 - k { for j < 9 - k {\n"
		 "stmt line 4 weight 1 read d[k+i+1][k+j] read d[k+i+1][k]"
		 " read d[k][k+j] write d[k+i+1][k+j] } } }\n", &diag);
  struct pram_plan *plan = check (prog, "shares");
  cr_assert_eq (plan->n_tasks, 240);
  double share[2];
  pram_plan_shares (plan, &plan->layers[0], 2, share);
  cr_expect_float_eq (share[0] + share[1], 1, 1e-9);
  double rows = 0;
  for (int i = 5; i <= 8; i++)
    rows += i * (19 - i) / 2.;
  cr_expect_float_eq (share[1], rows / 240, 1e-9, "%g", share[1]);
  pram_prog_free (prog);
}

/* --- Random programs ------------------------------------------------------ */

enum { N = 7 };			/* extent of all dimensions */

struct maker
{
  struct rng rng;
  struct pram_prog *prog;
  int k;			/* the driver's iterator */
  int64_t first_k;		/* and what it stands for in its first
				   iteration */
};

/* A loop of the nest: its iterator i stands for
   sign * i + first + step * k.  */
struct level { int iterator; int64_t sign, first, step; };

static struct level
add_level (struct maker *m, struct pram_node **seq, const char *name, int line)
{
  struct pram_node *loop = pram_prog_add_loop (m->prog, *seq, name);
  struct level level = { loop->iterator, 1, 0, 0 };
  int64_t most = N - 1 - m->first_k;	/* of k */
  loop->line = line;
  loop->count = pram_affine_new (m->prog->arena, m->prog->n_loops);
  loop->count.constant = N;
  switch (rng_in (&m->rng, 0, 5))
    {
    case 0: case 1:		/* behind row k + first_k */
      level.first = m->first_k + 1;
      level.step = 1;
      loop->count.constant = most;
      loop->count.coef[m->k] = -1;
      break;
    case 2:			/* before it */
      loop->count.constant = m->first_k;
      loop->count.coef[m->k] = 1;
      break;
    case 3:			/* all but the ends */
      level.first = 1;
      loop->count.constant = N - 2;
      break;
    default:
      break;
    }
  if (!level.step && !loop->count.coef[m->k] && rng_in (&m->rng, 0, 2) == 0)
    {
      level.sign = -1;
      level.first += loop->count.constant - 1;
    }
  *seq = pram_prog_add_segment (m->prog, loop);
  return level;
}

/* Add a random subscript with STRIDE to OFFSET: that of one of the LEVELS, k,
   or a constant.  */
static void
add_subscript (struct maker *m, struct pram_affine *offset,
	       const struct level *levels, int prefer, int64_t stride)
{
  int kind = (int) rng_in (&m->rng, 0, 9);
  if (kind < 6)
    {
      const struct level *l = &levels[kind == 5 ? !prefer : prefer];
      offset->coef[l->iterator] += l->sign * stride;
      offset->coef[m->k] += l->step * stride;
      offset->constant += l->first * stride;
    }
  else if (kind < 9)
    {
      offset->coef[m->k] += stride;
      offset->constant += m->first_k * stride;
    }
  else
    offset->constant += rng_in (&m->rng, 0, N - 1) * stride;
}

static void
add_access (struct maker *m, struct pram_node *stmt, bool write,
	    const struct level *levels)
{
  struct pram_access *access = pram_prog_add_access (m->prog, stmt);
  access->array = (int) rng_in (&m->rng, 0, 1);
  access->write = write;
  access->line = stmt->line;
  access->offset = pram_affine_new (m->prog->arena, m->prog->n_loops);
  if (access->array == 0)
    add_subscript (m, &access->offset, levels, 0, 8 * N);
  add_subscript (m, &access->offset, levels, access->array == 0, 8);
}

static void
add_stmt (struct maker *m, struct pram_node *seq, const struct level *levels,
	  int line)
{
  struct pram_node *stmt = pram_prog_add_stmt (m->prog, seq);
  stmt->line = line;
  stmt->weight = 1;
  for (int64_t n = rng_in (&m->rng, 1, 3); n > 0; n--)
    add_access (m, stmt, false, levels);
  add_access (m, stmt, true, levels);
}

static struct pram_prog *
random_elimination (unsigned seed)
{
  struct maker m = { .rng = { seed } };
  m.prog = pram_prog_new ("random", "r.c", 1);
  pram_prog_add_array (m.prog, "a", PRAM_TYPE_F64, 8);
  pram_prog_add_array (m.prog, "x", PRAM_TYPE_F64, 8);
  struct pram_node *driver = pram_prog_add_loop (m.prog, m.prog->root, "k");
  m.k = driver->iterator;
  m.first_k = rng_in (&m.rng, 0, 3) == 0;
  driver->line = 2;
  driver->count = pram_affine_new (m.prog->arena, 1);
  driver->count.constant = N - m.first_k;
  struct pram_node *body = pram_prog_add_segment (m.prog, driver);
  for (int64_t n = rng_in (&m.rng, 1, 3), line = 10; n > 0; n--, line += 10)
    {
      struct pram_node *seq = body;
      struct level levels[2];
      levels[0] = levels[1] = add_level (&m, &seq, "i", (int) line);
      if (rng_in (&m.rng, 0, 3) == 0)
	add_stmt (&m, seq, levels, (int) line + 1);
      if (rng_in (&m.rng, 0, 2))
	levels[1] = add_level (&m, &seq, "j", (int) line + 2);
      add_stmt (&m, seq, levels, (int) line + 3);
    }
  pram_prog_finish (m.prog);
  return m.prog;
}

Test (pivot, random_programs)
{
  uint64_t first = 0, last = 149;
  unsigned n_planned = 0, n_cut = 0, n_moving = 0;
  bool soak = soak_p (&first, &last);
  for (unsigned seed = (unsigned) first; seed <= last; seed++)
    {
      char name[32];
      snprintf (name, sizeof name, "seed %u", seed);
      struct pram_prog *prog = random_elimination (seed);
      struct pram_plan *plan = check (prog, name);
      bool moving = false;
      for (int l = 0; plan && l < plan->n_layers; l++)
	moving |= plan->layers[l].placement.outer != NULL;
      n_planned += plan != NULL;
      n_cut += plan && plan->prog != prog;
      n_moving += moving;
      pram_prog_free (prog);
    }
  if (soak)
    fprintf (stderr, "%u planned, %u cut, %u moving\n", n_planned, n_cut,
	     n_moving);
  else
    {
      cr_expect_gt (n_cut, 2, "%u", n_cut);
      cr_expect_gt (n_moving, 20, "%u", n_moving);
    }
}
