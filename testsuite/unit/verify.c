/* verify.c: tests of core/verify.c, and of plans by means of it.

   SPDX-License-Identifier: GPL-3.0-or-later

   PRAM_SOAK=FIRST,LAST in the environment: random programs of these seeds.  */

#include "support.h"

#include "traffic.h"
#include "plan.h"
#include "verify.h"

static const char jacobi[] =
  "region j file j.c line 1\n"
  "array old[12][10] bytes 8 type f64\n"
  "array new[12][10] bytes 8 type f64\n"
  "while t swap old = new new = old {\n"
  "segment\n"
  "  for i < 10 reduce max f64 diff {\n"
  "    for j < 8 {\n"
  "      stmt line 16 weight 5\n"
  "        read old[i][j+1] read old[i+2][j+1]\n"
  "        read old[i+1][j] read old[i+1][j+2] write new[i+1][j+1]\n"
  "    }\n"
  "  }\n"
  "segment\n"
  "}\n";

static const int all_procs[] = { 1, 2, 3, 5, 8 };
enum { N_PROCS = sizeof all_procs / sizeof *all_procs };

static struct pram_plan *
plan_of (const char *text, struct pram_prog **prog, struct heard *heard)
{
  struct pram_diag diag = diag_to (heard);
  *prog = prog_from (text, &diag);
  cr_assert (*prog && pram_delinearize (*prog, &diag), "%s", heard->message);
  struct pram_plan *plan = pram_plan_build (*prog, &diag);
  cr_assert (plan && pram_plan_check (plan, &diag), "%s", heard->message);
  return plan;
}

static bool
verify (const struct pram_plan *plan, int procs, struct heard *heard)
{
  struct pram_diag diag = diag_to (heard);
  return pram_plan_verify (plan, procs, 4, NULL, &diag);
}

Test (verify, accepts_jacobi)
{
  struct heard heard;
  struct pram_prog *prog;
  struct pram_plan *plan = plan_of (jacobi, &prog, &heard);
  for (int p = 0; p < N_PROCS; p++)
    cr_expect (verify (plan, all_procs[p], &heard), "%s", heard.message);
  pram_prog_free (prog);
}

Test (verify, misses_no_missing_transfer)
{
  struct heard heard;
  struct pram_prog *prog;
  struct pram_plan *plan = plan_of (jacobi, &prog, &heard);
  struct pram_plan_layer *layer = &plan->layers[0];
  struct { int *n; const char *says; } parts[] =
    {
      { &layer->n_transfers, "value of" },
      { &plan->n_scatter, "an undefined value" },
      { &plan->n_gather, "does not have the last value" }
    };
  for (size_t k = 0; k < sizeof parts / sizeof *parts; k++)
    {
      int n = *parts[k].n;
      cr_assert_gt (n, 0);
      *parts[k].n = 0;
      cr_expect_not (verify (plan, 3, &heard));
      cr_expect (strstr (heard.message, parts[k].says), "%s", heard.message);
      cr_expect_eq (heard.n, 1);
      *parts[k].n = n;
    }
  pram_prog_free (prog);
}

Test (verify, misses_no_missing_boundary)
{
  struct heard heard;
  struct pram_prog *prog;
  struct pram_plan *plan = plan_of (jacobi, &prog, &heard);
  plan->layers[0].boundary = -1;
  cr_expect_not (verify (plan, 3, &heard));
  pram_prog_free (prog);
}

Test (verify, misses_no_missing_wait)
{
  struct heard heard;
  struct pram_prog *prog;
  struct pram_plan *plan
    = plan_of ("region j file j.c line 1\n"
	       "array a[12] bytes 8 type f64\narray b[12] bytes 8 type f64\n"
	       "for t < 3 {\n"
	       "  for i < 10 { stmt line 3 read a[i] read a[i+2]"
	       " write b[i+1] }\n"
	       "  for i < 10 { stmt line 4 read b[i+1] write a[i+1] }\n"
	       "}\n", &prog, &heard);
  cr_assert_eq (plan->n_layers, 2);
  plan->layers[0].n_waits = 0;
  cr_expect_not (verify (plan, 2, &heard));
  cr_expect (strstr (heard.message, "late"), "%s", heard.message);
  cr_expect_eq (heard.line, 3);
  pram_prog_free (prog);
}

/* Layer 1 overwrites a[i], which layer 0 reads for b[i-1] and b[i+1].  */
Test (verify, misses_no_narrow_pipe)
{
  struct heard heard;
  struct pram_prog *prog;
  struct pram_plan *plan
    = plan_of ("region j file j.c line 1\n"
	       "array a[12] bytes 8 type f64\narray b[12] bytes 8 type f64\n"
	       "for t < 3 {\n"
	       "  for i < 10 { stmt line 3 read a[i] read a[i+2]"
	       " write b[i+1] }\n"
	       "  for i < 10 { stmt line 4 read b[i+1] write a[i+1] }\n"
	       "}\n", &prog, &heard);
  cr_assert_eq (plan->layers[0].n_pipes, 1);
  cr_expect_eq (plan->layers[0].pipes[0].up, 1);
  cr_expect_eq (plan->layers[0].pipes[0].down, 1);
  cr_expect (verify (plan, 2, &heard));
  plan->layers[0].pipes[0].up = 0;
  cr_expect_not (verify (plan, 2, &heard));
  cr_expect (strstr (heard.message, "the pipe says"), "%s", heard.message);
  pram_prog_free (prog);
}

/* --- Random programs ---------------------------------------------------- */

struct maker
{
  struct rng rng;
  struct pram_prog *prog;
  int64_t rows, columns;
  int n_arrays;
  bool flat[3];			/* arrays of one dimension */
};

/* Where one dimension of an access goes: COEF * iterator + CONSTANT; no
   iterator if it is -1.  */
struct place { int iterator; int64_t coef, constant; };

/* A random place in a dimension of EXTENT for an iterator with COUNT
   iterations that lies within it.  */
static struct place
random_place (struct maker *m, int iterator, int64_t count, int64_t extent,
	      bool plain)
{
  int kind = plain ? 0 : (int) rng_in (&m->rng, 0, 11);
  struct place place = { iterator, 1, 0 };
  if (kind == 0 && !plain)
    return (struct place) { -1, 0, rng_in (&m->rng, 0, extent - 1) };
  if (kind == 1 && 2 * (count - 1) < extent)
    place.coef = 2;
  if (kind == 2)
    place.coef = -1;
  int64_t span = (count - 1) * (place.coef < 0 ? -place.coef : place.coef);
  if (iterator < 0 || count < 1 || span >= extent)
    return (struct place) { -1, 0, rng_in (&m->rng, 0, extent - 1) };
  int64_t most = extent - 1 - span;
  place.constant = rng_in (&m->rng, 0, most);
  if (place.coef < 0)
    place.constant += span;
  return place;
}

static void
add_place (struct pram_affine *offset, struct place place, int64_t stride)
{
  offset->constant += place.constant * stride;
  if (place.iterator >= 0)
    offset->coef[place.iterator] += place.coef * stride;
}

static void
add_access (struct maker *m, struct pram_node *stmt, int array, bool write,
	    const int *iterators, const int64_t *counts)
{
  struct pram_access *access = pram_prog_add_access (m->prog, stmt);
  bool plain = rng_in (&m->rng, 0, 3) > 0;
  bool swapped = !plain && rng_in (&m->rng, 0, 5) == 0;
  access->array = array;
  access->write = write;
  access->may = write && rng_in (&m->rng, 0, 9) == 0;
  access->line = stmt->line;
  access->offset = pram_affine_new (m->prog->arena, m->prog->n_loops);
  int64_t stride = m->flat[array] ? 8 : 8 * m->columns;
  add_place (&access->offset,
	     random_place (m, iterators[swapped], counts[swapped], m->rows,
			   plain), stride);
  if (!m->flat[array])
    add_place (&access->offset,
	       random_place (m, iterators[!swapped], counts[!swapped],
			     m->columns, plain), 8);
  if (!write && iterators[0] >= 0 && rng_in (&m->rng, 0, 7) == 0)
    {
      struct pram_guard *guard
	= PRAM_ARENA_PUSH (m->prog->arena, access->guards, access->n_guards);
      guard->affine = pram_affine_new (m->prog->arena, m->prog->n_loops);
      guard->affine.coef[iterators[0]] = 1;
      guard->affine.constant = -rng_in (&m->rng, 0, 3);
      guard->equality = rng_in (&m->rng, 0, 2) == 0;
    }
}

/* A conditional store keeps the old value: it reads what it may write.  */
static void
add_old_value (struct maker *m, struct pram_node *stmt)
{
  struct pram_access write = stmt->accesses[stmt->n_accesses - 1];
  if (!write.may)
    return;
  struct pram_access *read = pram_prog_add_access (m->prog, stmt);
  *read = write;
  read->write = read->may = false;
}

static void
add_stmt (struct maker *m, struct pram_node *seq, const int *iterators,
	  const int64_t *counts, int line)
{
  struct pram_node *stmt = pram_prog_add_stmt (m->prog, seq);
  stmt->line = line;
  stmt->weight = 1;
  for (int64_t n = rng_in (&m->rng, 0, 3); n > 0; n--)
    add_access (m, stmt, (int) rng_in (&m->rng, 0, m->n_arrays - 1), false,
		iterators, counts);
  if (rng_in (&m->rng, 0, 7))
    {
      add_access (m, stmt, (int) rng_in (&m->rng, 0, m->n_arrays - 1), true,
		  iterators, counts);
      add_old_value (m, stmt);
    }
}

/* A nest of two loops (or one, or none) with statements.  */
static void
add_nest (struct maker *m, struct pram_node *seq, int line)
{
  int64_t counts[2] = { rng_in (&m->rng, m->rows - 4, m->rows),
			rng_in (&m->rng, m->columns - 4, m->columns) };
  if (rng_in (&m->rng, 0, 5) == 0)
    counts[0] = m->rows / 2 - rng_in (&m->rng, 0, 1);
  int iterators[2] = { -1, -1 };
  int depth = rng_in (&m->rng, 0, 3) ? 2 : (int) rng_in (&m->rng, 0, 2);
  for (int d = 0; d < depth; d++)
    {
      struct pram_node *loop = pram_prog_add_loop (m->prog, seq, d ? "j" : "i");
      loop->line = line + d;
      loop->count = pram_affine_new (m->prog->arena, m->prog->n_loops);
      loop->count.constant = counts[d] > 0 ? counts[d] : 0;
      if (d && rng_in (&m->rng, 0, 7) == 0)
	loop->count.coef[iterators[0]] = -1;
      iterators[d] = loop->iterator;
      seq = pram_prog_add_segment (m->prog, loop);
    }
  for (int64_t n = rng_in (&m->rng, 0, 5) ? 1 : 2; n > 0; n--)
    add_stmt (m, seq, iterators, counts, line + 2);
}

static struct pram_node *
add_loop (struct maker *m, struct pram_node **seq, int64_t count, int line)
{
  struct pram_node *loop = pram_prog_add_loop (m->prog, *seq, "k");
  loop->line = line;
  loop->count = pram_affine_new (m->prog->arena, m->prog->n_loops);
  loop->count.constant = count;
  *seq = pram_prog_add_segment (m->prog, loop);
  return loop;
}

/* An access to ARRAY at COEF_K * K + COEF_L * L + CONSTANT bytes; no iterator
   if it is -1.  */
static void
add_at (struct maker *m, struct pram_node *stmt, int array, bool write,
	int k, int64_t coef_k, int l, int64_t coef_l, int64_t constant)
{
  struct pram_access *access = pram_prog_add_access (m->prog, stmt);
  access->array = array;
  access->write = write;
  access->line = stmt->line;
  access->offset = pram_affine_new (m->prog->arena, m->prog->n_loops);
  access->offset.constant = constant;
  if (k >= 0)
    access->offset.coef[k] += coef_k;
  if (l >= 0)
    access->offset.coef[l] += coef_l;
}

/* A loop over all elements of arrays of two dimensions.  */
static void
add_flat (struct maker *m, struct pram_node *seq, int line)
{
  int k = add_loop (m, &seq, m->rows * m->columns, line)->iterator;
  struct pram_node *stmt = pram_prog_add_stmt (m->prog, seq);
  stmt->line = line + 1;
  for (int a = 0; a < m->n_arrays; a++)
    if (!m->flat[a])
      add_at (m, stmt, a, false, k, 8, -1, 0, 0);
  for (int a = 0; a < m->n_arrays; a++)
    if (!m->flat[a] && rng_in (&m->rng, 0, 1))
      {
	add_at (m, stmt, a, true, k, 8, -1, 0, 0);
	break;
      }
}

/* Each row of one array is combined with the first row of another into an
   element of a third.  */
static void
add_product (struct maker *m, struct pram_node *seq, int line)
{
  int a = (int) rng_in (&m->rng, 0, m->n_arrays - 1);
  int b = (int) rng_in (&m->rng, 0, m->n_arrays - 1);
  int c = (int) rng_in (&m->rng, 0, m->n_arrays - 1);
  int64_t row = 8 * m->columns;
  int k = add_loop (m, &seq, m->rows, line)->iterator;
  struct pram_node *stmt = pram_prog_add_stmt (m->prog, seq);
  stmt->line = line + 1;
  add_at (m, stmt, c, true, k, m->flat[c] ? 8 : row, -1, 0, 0);
  int64_t count = m->rows < m->columns ? m->rows : m->columns;
  int l = add_loop (m, &seq, count, line + 2)->iterator;
  stmt = pram_prog_add_stmt (m->prog, seq);
  stmt->line = line + 3;
  add_at (m, stmt, c, false, k, m->flat[c] ? 8 : row, -1, 0, 0);
  add_at (m, stmt, a, false, k, m->flat[a] ? 8 : row, l,
	  m->flat[a] ? 0 : 8, 0);
  add_at (m, stmt, b, false, l, 8, -1, 0, 0);
  add_at (m, stmt, c, true, k, m->flat[c] ? 8 : row, -1, 0, 0);
}

static void
add_something (struct maker *m, struct pram_node *seq, int line)
{
  int kind = (int) rng_in (&m->rng, 0, 9);
  if (kind == 0)
    add_flat (m, seq, line);
  else if (kind == 1)
    add_product (m, seq, line);
  else if (kind == 2)
    {
      struct pram_node *stmt = pram_prog_add_stmt (m->prog, seq);
      stmt->line = line;
      stmt->value_of = "v";
      add_at (m, stmt, (int) rng_in (&m->rng, 0, m->n_arrays - 1), false,
	      -1, 0, -1, 0, 8 * rng_in (&m->rng, 0, m->rows - 1));
    }
  else
    add_nest (m, seq, line);
}

static struct pram_node *
add_outer (struct maker *m)
{
  /* Sometimes a loop around everything, or something before it.  */
  struct pram_node *root = m->prog->root;
  int before = (int) rng_in (&m->rng, 0, 5);
  if (before == 0)
    add_loop (m, &root, rng_in (&m->rng, 1, 3), 1);
  else if (before == 1)
    add_something (m, root, 3);
  int kind = (int) rng_in (&m->rng, 0, 3);
  if (kind == 0)
    return root;
  struct pram_node *loop = pram_prog_add_loop (m->prog, root, "t");
  loop->line = 2;
  loop->data_dependent = kind == 1;
  loop->count = pram_affine_new (m->prog->arena, 0);
  loop->count.constant = rng_in (&m->rng, 1, 4);
  if (rng_in (&m->rng, 0, 1) && m->flat[0] == m->flat[1])
    {
      int n = m->n_arrays == 3 && m->flat[1] == m->flat[2]
	      && rng_in (&m->rng, 0, 1) ? 3 : 2;
      loop->next = PRAM_ARENA_NEW (m->prog->arena, int, m->n_arrays);
      for (int a = 0; a < m->n_arrays; a++)
	loop->next[a] = a < n ? (a + 1) % n : a;
    }
  return loop;
}

static struct pram_prog *
random_region (unsigned seed)
{
  struct maker m = { .rng = { seed } };
  m.prog = pram_prog_new ("random", "r.c", 1);
  m.rows = rng_in (&m.rng, 5, 11);
  m.columns = rng_in (&m.rng, 5, 9);
  m.n_arrays = (int) rng_in (&m.rng, 2, 3);
  for (int a = 0; a < m.n_arrays; a++)
    {
      static const char *const names[] = { "a", "b", "c" };
      pram_prog_add_array (m.prog, names[a], PRAM_TYPE_F64, 8);
      m.flat[a] = rng_in (&m.rng, 0, 4) == 0;
    }
  struct pram_node *outer = add_outer (&m);
  struct pram_node *seq = outer->kind == PRAM_LOOP
			  ? pram_prog_add_segment (m.prog, outer) : outer;
  int64_t n = rng_in (&m.rng, 1, 4);
  for (int k = 0; k < n; k++)
    {
      if (outer->kind == PRAM_LOOP && outer->data_dependent
	  && rng_in (&m.rng, 0, 2) == 0)
	seq = pram_prog_add_segment (m.prog, outer);
      add_something (&m, seq, 10 * (k + 1));
    }
  if (outer->kind == PRAM_LOOP && outer->data_dependent)
    pram_prog_add_segment (m.prog, outer);
  if (rng_in (&m.rng, 0, 3) == 0)
    {
      struct pram_node *after = outer->kind == PRAM_SEQ ? outer
						       : outer->parent;
      if (rng_in (&m.rng, 0, 2) == 0)
	add_loop (&m, &after, rng_in (&m.rng, 1, 3), 89);
      add_something (&m, after, 90);
    }
  pram_prog_finish (m.prog);
  return m.prog;
}

/* Must two plans of one prog move the same?  A loop of one iteration is a layer,
   unless it is taken for a steady loop; and where sets change from iteration to
   iteration of other loops, they still don't of steady ones.  */
static bool
comparable_p (const struct pram_plan *p, const struct pram_plan *q)
{
  if (p->n_layers != q->n_layers)
    return false;
  for (int l = 0; l < p->n_layers; l++)
    if (p->layers[l].node != q->layers[l].node
	|| p->layers[l].placement.loop != q->layers[l].placement.loop
	|| !q->layers[l].uniform)
      return false;
  return true;
}

/* Do two plans of one prog move as much between any two of PROCS processes?  */
static bool
same_bytes_p (const struct pram_plan *p, const struct pram_plan *q, int procs)
{
  for (int src = 0; src < procs; src++)
    for (int dst = 0; dst < procs; dst++)
      {
	for (int l = 0; l < p->n_layers; l++)
	  {
	    const struct pram_plan_layer *x = &p->layers[l];
	    const struct pram_plan_layer *y = &q->layers[l];
	    if (src != dst
		&& pram_plan_bytes (p, x->transfers, x->n_transfers, src, dst,
				    procs)
		   != pram_plan_bytes (q, y->transfers, y->n_transfers, src,
				       dst, procs))
	      return false;
	  }
	if (pram_plan_bytes (p, p->scatter, p->n_scatter, src, dst, procs)
	    != pram_plan_bytes (q, q->scatter, q->n_scatter, src, dst, procs)
	    || pram_plan_bytes (p, p->gather, p->n_gather, src, dst, procs)
	       != pram_plan_bytes (q, q->gather, q->n_gather, src, dst, procs))
	  return false;
      }
  return true;
}

/* Returns whether the program of SEED could be distributed.  */
static bool
check_random (unsigned seed)
{
  struct heard heard;
  struct pram_diag diag = diag_to (&heard);
  struct pram_prog *prog = random_region (seed);
  cr_assert (pram_prog_check (prog, &diag), "seed %u: %s", seed,
	     heard.message);
  cr_assert (pram_delinearize (prog, &diag), "seed %u: %s", seed,
	     heard.message);
  struct pram_plan *plan = pram_plan_build (prog, &diag);
  if (!plan)
    cr_assert (heard.n == 1 && heard.severity == PRAM_REFUSAL,
	       "seed %u: %s", seed, heard.message);
  struct pram_plan *exact = plan && seed % 4 == 0
			    ? pram_plan_build_whole (prog, &diag) : NULL;
  for (int p = 0; exact && comparable_p (plan, exact) && p < N_PROCS; p++)
    if (!same_bytes_p (plan, exact, all_procs[p]))
      cr_assert_fail ("seed %u: other transfers on %d processes\n%s", seed,
		      all_procs[p], text_of (prog));
  for (int p = 0; plan && p < N_PROCS; p++)
    for (int iterations = 1; iterations <= 5; iterations++)
      if (!pram_plan_verify (plan, all_procs[p], iterations, NULL, &diag))
	{
	  char *text = text_of (prog);
	  cr_assert_fail ("seed %u: line %d: %s\n%s", seed, heard.line,
			  heard.message, text);
	}
  bool planned = plan != NULL;
  pram_prog_free (prog);
  return planned;
}

Test (verify, random_programs)
{
  unsigned first = 0, last = 299;
  const char *soak = getenv ("PRAM_SOAK");
  if (soak)
    sscanf (soak, "%u,%u", &first, &last);
  unsigned n = 0;
  for (unsigned seed = first; seed <= last; seed++)
    n += check_random (seed);
  if (soak)
    fprintf (stderr, "%u of %u programs distributed\n", n, last - first + 1);
  else
    cr_expect_gt (n, 100);
}
