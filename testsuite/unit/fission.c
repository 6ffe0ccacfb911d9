/* fission.c: tests of core/plan/fission.c.

   SPDX-License-Identifier: GPL-3.0-or-later

   A program of which a loop is split must leave the same values in memory: it
   is run, each statement writing a hash of what it is and what it reads.
   PRAM_SOAK=FIRST,LAST in the environment: random programs of these seeds.  */

#include "support.h"

#include "plan/fission.h"

/* --- Strands: the statements ---------------------------------------------- */

struct stmts { int n; const struct pram_node *stmt[16]; };

static void
find_stmts (const struct pram_node *node, struct stmts *all)
{
  if (node->kind == PRAM_STMT)
    all->stmt[all->n++] = node;
  for (int i = 0; i < node->n_children; i++)
    find_stmts (node->children[i], all);
}

static int
strands_of (void *data, const struct pram_node *loop,
	    struct pram_strand **strands)
{
  struct pram_prog *prog = data;
  struct stmts all = { .n = 0 };
  int n = 0;
  find_stmts (loop, &all);
  *strands = NULL;
  for (int s = 0; s < all.n; s++)
    {
      struct pram_strand *strand = PRAM_ARENA_PUSH (prog->arena, *strands, n);
      *strand = (struct pram_strand) { .n_accesses = 0 };
      for (int a = 0; a < all.stmt[s]->n_accesses; a++)
	*PRAM_ARENA_PUSH (prog->arena, strand->accesses, strand->n_accesses)
	  = &all.stmt[s]->accesses[a];
    }
  return n;
}

/* The parts of the statements of TEXT's loop, "" if none is split.  */
static const char *
parts_of (const char *text)
{
  static char parts[17];
  struct heard heard;
  struct pram_diag diag = diag_to (&heard);
  struct pram_fission fission;
  struct pram_prog *prog = prog_from (text, &diag);
  cr_assert (prog && pram_delinearize (prog, &diag), "%s", heard.message);
  memset (parts, 0, sizeof parts);
  if (pram_fission_find (prog, strands_of, prog, &fission))
    for (int s = 0; s < fission.n_strands; s++)
      parts[s] = (char) ('0' + fission.part[s]);
  pram_prog_free (prog);
  return parts;
}

#define HEAD \
  "region r file r.c line 1\narray a[9][9] bytes 8 type f64\n" \
  "array b[9][9] bytes 8 type f64\n" \
  "array x[9] bytes 8 type f64\narray y[9] bytes 8 type f64\n"

/* Sums of rows and of columns; what the row's sum starts from goes with it.  */
Test (fission, sums)
{
  cr_expect_str_eq (parts_of (HEAD "for i < 9 { stmt line 2 write x[i]\n"
			      "for j < 9 {\n"
			      "stmt line 3 read y[j] read a[i][j] write y[j]\n"
			      "stmt line 4 read x[i] read a[i][j] write x[i]"
			      " } }\n"), "010");
}

/* The reader of the old value stays before the writer.  */
Test (fission, reader_first)
{
  cr_expect_str_eq (parts_of (HEAD "for i < 8 {\n"
			      "stmt line 2 read x[i+1] write y[i]\n"
			      "stmt line 3 write x[i] }\n"), "01");
  cr_expect_str_eq (parts_of (HEAD "for i < 8 {\n"
			      "stmt line 2 read x[i] write y[i]\n"
			      "stmt line 3 write x[i+1] }\n"), "10");
}

/* A cycle.  */
Test (fission, together)
{
  cr_expect_str_eq (parts_of (HEAD "for i < 8 {\n"
			      "stmt line 2 read x[i] write y[i]\n"
			      "stmt line 3 read y[i] write x[i+1] }\n"), "");
}

/* What can be distributed is left alone, and so is what stays serial.  */
Test (fission, not_in_vain)
{
  cr_expect_str_eq (parts_of (HEAD "for i < 8 {\n"
			      "stmt line 2 read x[i] write x[i]\n"
			      "stmt line 3 read y[i] write y[i] }\n"), "");
  cr_expect_str_eq (parts_of (HEAD "for i < 8 {\n"
			      "stmt line 2 read x[i] write x[i+1]\n"
			      "stmt line 3 read y[i] write y[i+1] }\n"), "");
}

/* --- Random programs ------------------------------------------------------ */

enum { N = 6 };			/* extent of all dimensions */

struct memory { uint64_t element[4][N * N]; };

struct run
{
  struct memory memory;
  int64_t iter[8];
  const struct pram_fission *fission;	/* null: as it stands */
  struct stmts stmts;		/* of the loop that is split */
  int part;			/* of it; -1 outside */
};

static uint64_t *
element (struct run *r, const struct pram_access *access)
{
  int64_t offset = value_of (&access->offset, r->iter);
  cr_assert (offset >= 0 && offset < 8 * N * N);
  return &r->memory.element[access->array][offset / 8];
}

static bool
left_out_p (const struct run *r, const struct pram_node *stmt)
{
  for (int s = 0; r->part >= 0 && s < r->stmts.n; s++)
    if (r->stmts.stmt[s] == stmt)
      return r->fission->part[s] != r->part;
  return false;
}

static void
run_stmt (struct run *r, const struct pram_node *stmt)
{
  uint64_t value = (uint64_t) stmt->line;
  if (left_out_p (r, stmt))
    return;
  for (int a = 0; a < stmt->n_accesses; a++)
    {
      uint64_t *e = element (r, &stmt->accesses[a]);
      struct rng rng = { value ^ *e };
      if (stmt->accesses[a].write)
	*e = value;
      value = rng_next (&rng);
    }
}

static void run_node (struct run *, const struct pram_node *);

static void
run_loop (struct run *r, const struct pram_node *loop)
{
  int64_t count = value_of (&loop->count, r->iter);
  for (int64_t i = 0; i < count; i++)
    {
      r->iter[loop->iterator] = i;
      run_node (r, loop->children[0]);
    }
}

static void
run_node (struct run *r, const struct pram_node *node)
{
  if (node->kind == PRAM_STMT)
    run_stmt (r, node);
  else if (node->kind == PRAM_LOOP && r->fission && r->fission->loop == node)
    {
      for (r->part = 0; r->part < r->fission->n_parts; r->part++)
	run_loop (r, node);
      r->part = -1;
    }
  else if (node->kind == PRAM_LOOP)
    run_loop (r, node);
  else
    for (int i = 0; i < node->n_children; i++)
      run_node (r, node->children[i]);
}

struct maker { struct rng rng; struct pram_prog *prog; };

/* A loop over all but two of N iterations or, if OUTER is given, perhaps as
   many as OUTER has begun.  */
static struct pram_node *
add_loop (struct maker *m, struct pram_node *seq, const char *name,
	  const struct pram_node *outer)
{
  struct pram_node *loop = pram_prog_add_loop (m->prog, seq, name);
  loop->line = 1;
  loop->count = pram_affine_new (m->prog->arena, m->prog->n_loops);
  loop->count.constant = N - 2;
  if (outer && rng_in (&m->rng, 0, 4) == 0)
    {
      loop->count.constant = 1;
      loop->count.coef[outer->iterator] = 1;
    }
  return loop;
}

/* Add a subscript that moves with one of LOOPS, of which there are N, up or
   down by one or not, or a constant.  */
static void
add_subscript (struct maker *m, struct pram_affine *offset,
	       struct pram_node **loops, int n, int64_t stride)
{
  const struct pram_node *loop = loops[rng_in (&m->rng, 0, n - 1)];
  int64_t shift = rng_in (&m->rng, 0, 5);
  offset->constant += (shift < 3 ? shift : 1) * stride;
  if (rng_in (&m->rng, 0, 11))
    offset->coef[loop->iterator] += stride;
}

static void
add_access (struct maker *m, struct pram_node *stmt, bool write,
	    struct pram_node **loops, int n)
{
  struct pram_access *access = pram_prog_add_access (m->prog, stmt);
  access->array = (int) rng_in (&m->rng, 0, 3);
  access->write = write;
  access->line = stmt->line;
  access->offset = pram_affine_new (m->prog->arena, m->prog->n_loops);
  if (access->array < 2)
    add_subscript (m, &access->offset, loops, n, 8 * N);
  add_subscript (m, &access->offset, loops, n, 8);
}

static void
add_stmt (struct maker *m, struct pram_node *seq, struct pram_node **loops,
	  int n)
{
  struct pram_node *stmt = pram_prog_add_stmt (m->prog, seq);
  stmt->line = (int) rng_in (&m->rng, 2, 1000000);
  stmt->weight = 1;
  for (int64_t reads = rng_in (&m->rng, 0, 2); reads > 0; reads--)
    add_access (m, stmt, false, loops, n);
  add_access (m, stmt, true, loops, n);
}

static struct pram_prog *
random_nest (unsigned seed)
{
  static const char *const names[] = { "a", "b", "x", "y" };
  struct maker m = { .rng = { seed } };
  struct pram_node *loops[3];
  int n = 0;
  m.prog = pram_prog_new ("random", "r.c", 1);
  for (int a = 0; a < 4; a++)
    pram_prog_add_array (m.prog, names[a], PRAM_TYPE_F64, 8);
  struct pram_node *seq = m.prog->root;
  if (rng_in (&m.rng, 0, 2) == 0)
    seq = pram_prog_add_segment
	    (m.prog, loops[n++] = add_loop (&m, seq, "t", NULL));
  seq = pram_prog_add_segment
	  (m.prog, loops[n++] = add_loop (&m, seq, "i", NULL));
  for (int64_t k = rng_in (&m.rng, 0, 2); k > 0; k--)
    add_stmt (&m, seq, loops, n);
  for (int64_t k = rng_in (&m.rng, 0, 2); k > 0; k--)
    {
      loops[n] = add_loop (&m, seq, "j", loops[n - 1]);
      struct pram_node *body = pram_prog_add_segment (m.prog, loops[n]);
      for (int64_t s = rng_in (&m.rng, 1, 3); s > 0; s--)
	add_stmt (&m, body, loops, n + 1);
    }
  add_stmt (&m, seq, loops, n);
  pram_prog_finish (m.prog);
  return m.prog;
}

/* Is a loop of seed's program split?  Runs it.  */
static bool
check (unsigned seed)
{
  struct heard heard;
  struct pram_diag diag = diag_to (&heard);
  struct pram_prog *prog = random_nest (seed);
  struct pram_fission fission;
  bool found = (pram_delinearize (prog, &diag)
		&& pram_fission_find (prog, strands_of, prog, &fission));
  if (found)
    {
      static struct run plain, split;
      plain = split = (struct run) { .part = -1 };
      split.fission = &fission;
      find_stmts (fission.loop, &split.stmts);
      run_node (&plain, prog->root);
      run_node (&split, prog->root);
      cr_assert (memcmp (&plain.memory, &split.memory, sizeof plain.memory)
		 == 0, "seed %u: other values\n%s", seed, text_of (prog));
    }
  pram_prog_free (prog);
  return found;
}

Test (fission, random_programs)
{
  uint64_t first = 0, last = 399;
  unsigned n_split = 0;
  bool soak = soak_p (&first, &last);
  for (unsigned seed = (unsigned) first; seed <= last; seed++)
    n_split += check (seed);
  if (soak)
    fprintf (stderr, "%u split\n", n_split);
  else
    cr_expect_gt (n_split, 20, "%u", n_split);
}
