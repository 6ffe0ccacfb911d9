/* delinearize.c: tests of core/poly/delinearize.c.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "support.h"

/* Delinearize TEXT and compare the text form with EXPECTED.  */
static void
expect_text (const char *text, const char *expected)
{
  struct heard heard;
  struct pram_diag diag = diag_to (&heard);
  struct pram_prog *prog = prog_from (text, &diag);
  cr_assert (prog, "%s", heard.message);
  cr_assert (pram_delinearize (prog, &diag), "%s", heard.message);
  cr_assert (pram_prog_check (prog, &diag), "%s", heard.message);
  char *result = text_of (prog);
  cr_expect_str_eq (result, expected);
  free (result);
  pram_prog_free (prog);
}

#define REGION "region r file f.c line 1\n"

Test (delinearize, jacobi_with_swap)
{
  expect_text (REGION
	       "array old bytes 8 type f64\n"
	       "array new bytes 8 type f64\n"
	       "while t swap old = new new = old {\n"
	       "segment for i < 1022 { for j < 1022 { stmt weight 4\n"
	       " read old@(8192*i + 8*j + 8) read old@(8192*i + 8*j + 16392)\n"
	       " read old@(8192*i + 8*j + 8192)\n"
	       " read old@(8192*i + 8*j + 8208)\n"
	       " write new@(8192*i + 8*j + 8200) } } segment }\n",
	       REGION
	       "array old[1024][1024] bytes 8 type f64\n"
	       "array new[1024][1024] bytes 8 type f64\n"
	       "while t swap old = new new = old {\n"
	       "segment\n"
	       "  for i < 1022 {\n"
	       "    for j < 1022 {\n"
	       "      stmt weight 4\n"
	       "        read old[i][j+1]\n"
	       "        read old[i+2][j+1]\n"
	       "        read old[i+1][j]\n"
	       "        read old[i+1][j+2]\n"
	       "        write new[i+1][j+1]\n"
	       "    }\n"
	       "  }\n"
	       "segment\n"
	       "}\n");
}

Test (delinearize, linear_walk_keeps_the_shape)
{
  expect_text (REGION
	       "array x bytes 8 type f64\n"
	       "array p bytes 8 type f64\n"
	       "for i < 32 { for j < 32 { stmt read p@(256*i + 8*j) } }\n"
	       "for k < 1024 { stmt read p@(8*k) write x@(8*k) }\n",
	       REGION
	       "array x[1024] bytes 8 type f64\n"
	       "array p[32][32] bytes 8 type f64\n"
	       "for i < 32 {\n"
	       "  for j < 32 {\n"
	       "    stmt weight 0\n"
	       "      read p[i][j]\n"
	       "  }\n"
	       "}\n"
	       "for k < 1024 {\n"
	       "  stmt weight 0\n"
	       "    read p[floor((k)/32)][(k) mod 32] @(8*k)\n"
	       "    write x[k]\n"
	       "}\n");
}

Test (delinearize, guards_decide_the_carry)
{
  expect_text (REGION
	       "array a bytes 8 type f64\n"
	       "for i < 16 { for j < 16 { stmt write a@(128*i + 8*j)\n"
	       " read a@(128*i + 8*j - 8) if (j - 1 >= 0)\n"
	       " read a@(128*i + 8*j - 128) if (i - 1 >= 0) } }\n",
	       REGION
	       "array a[16][16] bytes 8 type f64\n"
	       "for i < 16 {\n"
	       "  for j < 16 {\n"
	       "    stmt weight 0\n"
	       "      write a[i][j]\n"
	       "      read a[i][j-1] if (j - 1 >= 0)\n"
	       "      read a[i-1][j] if (i - 1 >= 0)\n"
	       "  }\n"
	       "}\n");
}

Test (delinearize, steps_and_reversal)
{
  expect_text (REGION
	       "array rb bytes 8 type f64\n"
	       "array rev bytes 8 type f64\n"
	       "array d bytes 4 type f32\n"
	       "for i < 15 { for j < 30 {\n"
	       " stmt read rb@(512*i + 8*j + 8) write rb@(512*i + 8*j + 264)\n"
	       " stmt write rev@(8184 - 256*i - 8*j)\n"
	       " stmt read d@(132*i) read d@(124*i + 124)\n"
	       "  read d@(128*i + 4*j) } }\n",
	       REGION
	       "array rb[30][32] bytes 8 type f64\n"
	       "array rev[32][32] bytes 8 type f64\n"
	       "array d[15][32] bytes 4 type f32\n"
	       "for i < 15 {\n"
	       "  for j < 30 {\n"
	       "    stmt weight 0\n"
	       "      read rb[2*i][j+1]\n"
	       "      write rb[2*i+1][j+1]\n"
	       "    stmt weight 0\n"
	       "      write rev[31-i][31-j]\n"
	       "    stmt weight 0\n"
	       "      read d[i][i]\n"
	       "      read d[i][31-i]\n"
	       "      read d[i][j]\n"
	       "  }\n"
	       "}\n");
}

/* a[i][j] and b[j][i] for j from i down to 0.  */
Test (delinearize, triangles_downwards)
{
  expect_text (REGION
	       "array a bytes 8 type f64\n"
	       "array b bytes 8 type f64\n"
	       "for i < 40 { for j < i + 1 { stmt write a@(392*i - 8*j)\n"
	       " read b@(392*i - 384*j) } }\n",
	       REGION
	       "array a[40][48] bytes 8 type f64\n"
	       "array b[40][48] bytes 8 type f64\n"
	       "for i < 40 {\n"
	       "  for j < i + 1 {\n"
	       "    stmt weight 0\n"
	       "      write a[i][i-j]\n"
	       "      read b[i-j][i]\n"
	       "  }\n"
	       "}\n");
}

Test (delinearize, pointer_into_the_middle)
{
  expect_text (REGION
	       "array m bytes 8 type f64\n"
	       "for i < 10 { for j < 5 { stmt write m@(80*i + 8*j - 184) } }\n",
	       REGION
	       "array m[10][10] bytes 8 type f64 origin -184\n"
	       "for i < 10 {\n"
	       "  for j < 5 {\n"
	       "    stmt weight 0\n"
	       "      write m[i][j]\n"
	       "  }\n"
	       "}\n");
}

Test (delinearize, refuses_half_elements)
{
  struct heard heard;
  struct pram_diag diag = diag_to (&heard);
  struct pram_prog *prog
    = prog_from (REGION "array a bytes 8 type f64\n"
		 "for i < 4 { stmt line 7 write a@(12*i) }", &diag);
  cr_assert (prog);
  cr_assert_not (pram_delinearize (prog, &diag));
  cr_assert_eq (heard.severity, PRAM_REFUSAL);
  cr_assert_eq (heard.line, 7);
  cr_assert_eq (heard.n, 1);
  pram_prog_free (prog);
}

Test (delinearize, refuses_unbounded)
{
  struct heard heard;
  struct pram_diag diag = diag_to (&heard);
  struct pram_prog *prog
    = prog_from (REGION "array a bytes 8 type f64\n"
		 "while t { segment stmt line 7 write a@(8*t) segment }",
		 &diag);
  cr_assert (prog);
  cr_assert_not (pram_delinearize (prog, &diag));
  cr_assert_eq (heard.line, 7);
  pram_prog_free (prog);
}

/* --- Random programs, by enumeration ------------------------------------ */

struct enumeration
{
  const struct pram_prog *prog;
  unsigned seed;
};

static int64_t
floor_div (int64_t a, int64_t b)
{
  return a / b - (a % b != 0 && (a < 0) != (b < 0));
}

static void
check_instance (void *data, const struct pram_node *stmt,
		const struct pram_access *access, const int64_t *iter)
{
  const struct enumeration *e = data;
  const struct pram_array *array = &e->prog->arrays[access->array];
  int64_t offset = array->origin;
  (void) stmt;
  for (int d = 0; d < array->n_dims; d++)
    {
      int64_t index = value_of (&access->subscript[d], iter);
      if (access->div[d])
	index = floor_div (index, access->div[d]);
      if (access->mod[d])
	index -= access->mod[d] * floor_div (index, access->mod[d]);
      cr_assert (index >= 0 && index < array->extent[d],
		 "seed %u: subscript %d of %s is %ld", e->seed, d,
		 array->name, (long) index);
      offset += index * array->stride[d];
    }
  cr_assert_eq (offset, value_of (&access->offset, iter),
		"seed %u: offset of %s is %ld", e->seed, array->name,
		(long) offset);
}

/* A random affine form over the iterators of LOOPS.  */
static struct pram_affine
random_affine (struct rng *rng, struct pram_prog *prog, int n_loops)
{
  struct pram_affine affine = pram_affine_new (prog->arena, n_loops);
  affine.constant = rng_in (rng, -3, 5);
  for (int k = 0; k < n_loops; k++)
    if (rng_in (rng, 0, 1))
      affine.coef[k] = rng_in (rng, -2, 2);
  return affine;
}

/* Add an access to array A, whose rows have the given STRIDEs in bytes.  */
static void
random_access (struct rng *rng, struct pram_prog *prog,
	       struct pram_node *stmt, int n_loops, int a,
	       const int64_t *strides)
{
  struct pram_access *access = pram_prog_add_access (prog, stmt);
  access->array = a;
  access->offset = pram_affine_new (prog->arena, n_loops);
  for (int d = 0; d < 3; d++)
    {
      struct pram_affine index = random_affine (rng, prog, n_loops);
      if (rng_in (rng, 0, 3) == 0)
	continue;
      access->offset.constant += strides[d] * index.constant;
      for (int k = 0; k < n_loops; k++)
	access->offset.coef[k] += strides[d] * index.coef[k];
    }
  for (int64_t n = rng_in (rng, 0, 3); n > 2; n--)
    {
      struct pram_guard *guard
	= PRAM_ARENA_PUSH (prog->arena, access->guards, access->n_guards);
      guard->affine = random_affine (rng, prog, n_loops);
      guard->equality = rng_in (rng, 0, 4) == 0;
    }
}

static struct pram_prog *
random_prog (unsigned seed)
{
  struct rng rng = { seed };
  struct pram_prog *prog = pram_prog_new ("random", "r.c", 1);
  int64_t elem = INT64_C (1) << rng_in (&rng, 0, 3);
  int64_t strides[3] = { 0, 0, elem };
  strides[1] = elem * rng_in (&rng, 1, 12);
  strides[0] = strides[1] * rng_in (&rng, 1, 12);
  for (int a = 0; a < 2; a++)
    pram_prog_add_array (prog, a ? "b" : "a", PRAM_TYPE_F64, (int) elem);

  struct pram_node *seq = prog->root;
  int n_loops = (int) rng_in (&rng, 1, 4);
  for (int k = 0; k < n_loops; k++)
    {
      struct pram_node *loop = pram_prog_add_loop (prog, seq, "i");
      loop->count = pram_affine_new (prog->arena, n_loops);
      loop->count.constant = rng_in (&rng, 0, 7);
      if (k && rng_in (&rng, 0, 2) == 0)
	loop->count.coef[rng_in (&rng, 0, k - 1)] = rng_in (&rng, -1, 2);
      if (rng_in (&rng, 0, 5) == 0)
	{
	  loop->next = PRAM_ARENA_NEW (prog->arena, int, 2);
	  loop->next[0] = 1;
	}
      seq = pram_prog_add_segment (prog, loop);
    }
  for (int64_t s = rng_in (&rng, 1, 3); s > 0; s--)
    {
      struct pram_node *stmt = pram_prog_add_stmt (prog, seq);
      for (int64_t n = rng_in (&rng, 1, 4); n > 0; n--)
	random_access (&rng, prog, stmt, n_loops, (int) rng_in (&rng, 0, 1),
		       strides);
    }
  pram_prog_finish (prog);
  return prog;
}

Test (delinearize, random_programs)
{
  struct heard heard;
  struct pram_diag diag = diag_to (&heard);
  for (unsigned seed = 0; seed < 3000; seed++)
    {
      struct pram_prog *prog = random_prog (seed);
      int64_t iter[4] = { 0 };
      struct enumeration e = { prog, seed };
      cr_assert (pram_prog_check (prog, &diag), "seed %u: %s", seed,
		 heard.message);
      cr_assert (pram_delinearize (prog, &diag), "seed %u: %s", seed,
		 heard.message);
      cr_assert (pram_prog_check (prog, &diag), "seed %u: %s", seed,
		 heard.message);
      for_each_access (prog->root, iter, check_instance, &e);
      pram_prog_free (prog);
    }
}

Test (delinearize, constants_tell_arrays_in_arrays)
{
  /* u[2][40][80], all rows of which are read.  */
  expect_text (REGION
	       "array u bytes 8 type f64 object 51200\n"
	       "for i < 38 { for j < 78 { stmt weight 2\n"
	       " read u@(640*i + 8*j + 8) read u@(640*i + 8*j + 1288)\n"
	       " write u@(640*i + 8*j + 26248) } }\n",
	       REGION
	       "array u[2][40][80] bytes 8 type f64 object 51200\n"
	       "for i < 38 {\n"
	       "  for j < 78 {\n"
	       "    stmt weight 2\n"
	       "      read u[0][i][j+1]\n"
	       "      read u[0][i+2][j+1]\n"
	       "      write u[1][i+1][j+1]\n"
	       "  }\n"
	       "}\n");
}

Test (delinearize, single_rows_are_no_arrays)
{
  expect_text (REGION
	       "array u bytes 8 type f64\n"
	       "for i < 98 { stmt write u@(8*i + 8) }\n"
	       "stmt write u@(0) stmt write u@(792)\n",
	       REGION
	       "array u[100] bytes 8 type f64\n"
	       "for i < 98 {\n"
	       "  stmt weight 0\n"
	       "    write u[i+1]\n"
	       "}\n"
	       "stmt weight 0\n"
	       "  write u[0]\n"
	       "stmt weight 0\n"
	       "  write u[99]\n");
}
