/* pack.c: tests of runtime/pack.c: plans that are packed and unpacked again.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "support.h"

#include "base/alloc.h"

#include "../../runtime/pack.c"

/* What pack.c needs of error.c.  */

void *
prt_alloc (size_t n, size_t size)
{
  return pram_zeroed ((int64_t) n, size);
}

void *
prt_grow (void *p, size_t n, size_t size)
{
  return pram_resized (p, (int64_t) n, size);
}

/* --- Random regions ------------------------------------------------------- */

static void *
random_table (struct rng *rng, int32_t n, size_t size)
{
  unsigned char *bytes = pram_zeroed (n, size);
  for (size_t i = 0; i < n * size; i++)
    bytes[i] = (unsigned char) rng_next (rng);
  return n ? bytes : NULL;
}

static const char *
random_name (struct rng *rng)
{
  static const char *const names[] = { "n", "diff", "a", "b", "c" };
  return names[rng_in (rng, 0, 4)];
}

static int32_t
random_count (struct rng *rng)
{
  return (int32_t) rng_in (rng, 0, 5);
}

/* A new table of a random number of what structures have in MEMBER.  */
#define RANDOM(rng, structure, n, member)				\
  ((structure)->n = random_count (rng),					\
   (structure)->member = random_table (rng, (structure)->n,		\
				       sizeof *(structure)->member))

static struct pram_layer *
random_layers (struct rng *rng, int32_t n)
{
  struct pram_layer *layers = random_table (rng, n, sizeof *layers);
  for (int32_t i = 0; i < n; i++)
    {
      struct pram_layer *layer = &layers[i];
      layer->like = i;
      RANDOM (rng, layer, n_transfers, transfers);
      RANDOM (rng, layer, n_waits, waits);
      RANDOM (rng, layer, n_pipes, pipes);
      layer->n_reductions = random_count (rng);
      struct pram_reduction *reductions
	= random_table (rng, layer->n_reductions, sizeof *reductions);
      for (int32_t k = 0; k < layer->n_reductions; k++)
	reductions[k].name = random_name (rng);
      layer->reductions = reductions;
    }
  return layers;
}

static struct pram_tables *
random_tables (struct rng *rng)
{
  struct pram_tables *t = random_table (rng, 1, sizeof *t);
  t->strategy = random_name (rng);
  RANDOM (rng, t, n_names, names);
  RANDOM (rng, t, n_accesses, accesses);
  RANDOM (rng, t, n_lines, lines);
  t->n_permutations = random_count (rng);
  t->permutations = random_table (rng, t->n_permutations * t->n_names,
				  sizeof *t->permutations);
  t->n_blocks = random_count (rng);
  struct pram_task_block *blocks
    = random_table (rng, t->n_blocks, sizeof *blocks);
  for (int32_t i = 0; i < t->n_blocks; i++)
    RANDOM (rng, &blocks[i], n_runs, runs);
  t->blocks = blocks;
  return t;
}

static struct pram_arg *
random_args (struct rng *rng, int32_t n)
{
  struct pram_arg *args = random_table (rng, n, sizeof *args);
  for (int32_t i = 0; i < n; i++)
    {
      args[i].name = random_name (rng);
      RANDOM (rng, &args[i], n_columns, columns);
    }
  return args;
}

/* Its memory is not freed: tests are processes.  */

static struct pram_region *
random_region (struct rng *rng, struct pram_site *site)
{
  struct pram_region *r = random_table (rng, 1, sizeof *r);
  r->site = site;
  r->reason = NULL;
  r->driver = (void (*) (void)) random_region;
  r->source = random_name (rng);
  r->shape = random_name (rng);
  r->machine = random_name (rng);
  r->n_args = random_count (rng);
  r->args = random_args (rng, r->n_args);
  r->n_layers = random_count (rng);
  r->layers = random_layers (rng, r->n_layers);
  RANDOM (rng, r, n_known, known);
  RANDOM (rng, r, n_known_words, known_words);
  RANDOM (rng, r, n_scatter, scatter);
  RANDOM (rng, r, n_gather, gather);
  RANDOM (rng, r, n_code, code);
  RANDOM (rng, r, n_numbers, numbers);
  RANDOM (rng, r, n_messages, messages);
  RANDOM (rng, r, n_forecasts, forecasts);
  r->tables = rng_in (rng, 0, 1) ? random_tables (rng) : NULL;
  return r;
}

/* --- Comparing ----------------------------------------------------------- */

/* Bytes are the same, unused ones too.  */
#define SAME(x, y, size, what)						\
  cr_expect ((size) == 0 || memcmp (x, y, size) == 0, "%s differ", what)

/* The tables MEMBER of N elements have the same bytes, and are two.  Their
   address counts no longer: Y has that of X then.  */
#define SAME_TABLE(x, y, n, member)					\
  do									\
    {									\
      cr_assert_eq ((x)->n, (y)->n, "%s differs", #n);			\
      cr_expect (!(x)->n || (x)->member != (y)->member, "%s is shared",	\
		 #member);						\
      SAME ((x)->member, (y)->member, (x)->n * sizeof *(x)->member,	\
	    #member);							\
      (y)->member = (x)->member;					\
    }									\
  while (0)

static void
same_layers (const struct pram_layer *x, struct pram_layer *y, int32_t n)
{
  for (int32_t i = 0; i < n; i++)
    {
      SAME_TABLE (&x[i], &y[i], n_transfers, transfers);
      SAME_TABLE (&x[i], &y[i], n_reductions, reductions);
      SAME_TABLE (&x[i], &y[i], n_waits, waits);
      SAME_TABLE (&x[i], &y[i], n_pipes, pipes);
    }
}

static void
same_tables (const struct pram_tables *x, struct pram_tables *y)
{
  struct pram_task_block *blocks = (struct pram_task_block *) y->blocks;
  SAME_TABLE (x, y, n_names, names);
  SAME_TABLE (x, y, n_accesses, accesses);
  SAME_TABLE (x, y, n_lines, lines);
  cr_assert_eq (x->n_permutations, y->n_permutations);
  SAME (x->permutations, y->permutations,
	x->n_permutations * x->n_names * sizeof *x->permutations,
	"permutations");
  y->permutations = x->permutations;
  cr_assert_eq (x->n_blocks, y->n_blocks);
  for (int32_t i = 0; i < x->n_blocks; i++)
    SAME_TABLE (&x->blocks[i], &blocks[i], n_runs, runs);
  SAME_TABLE (x, y, n_blocks, blocks);
  SAME (x, y, sizeof *x, "tables");
}

/* Y, a copy of X, is the same; its pointers don't matter any more.  */
static void
same_region (const struct pram_region *x, struct pram_region *y)
{
  cr_assert_eq (x->n_layers, y->n_layers);
  same_layers (x->layers, (struct pram_layer *) y->layers, x->n_layers);
  SAME_TABLE (x, y, n_layers, layers);
  struct pram_arg *args = (struct pram_arg *) y->args;
  for (int32_t i = 0; i < x->n_args; i++)
    SAME_TABLE (&x->args[i], &args[i], n_columns, columns);
  SAME_TABLE (x, y, n_args, args);
  SAME_TABLE (x, y, n_known, known);
  SAME_TABLE (x, y, n_known_words, known_words);
  SAME_TABLE (x, y, n_scatter, scatter);
  SAME_TABLE (x, y, n_gather, gather);
  SAME_TABLE (x, y, n_code, code);
  SAME_TABLE (x, y, n_numbers, numbers);
  SAME_TABLE (x, y, n_messages, messages);
  SAME_TABLE (x, y, n_forecasts, forecasts);
  cr_assert (!x->tables == !y->tables);
  if (x->tables)
    same_tables (x->tables, (struct pram_tables *) y->tables);
  y->tables = x->tables;
  SAME (x, y, sizeof *x, "regions");
}

/* --- Tests ---------------------------------------------------------------- */

/* A copy of SIZE BYTES, elsewhere, as another process has it; BYTES go.  */

static char *
sent (char *bytes, size_t size)
{
  char *copy = malloc (size);
  memcpy (copy, bytes, size);
  memset (bytes, 0xa5, size);
  free (bytes);
  return copy;
}

Test (pack, yields_what_was_packed)
{
  static struct pram_site site;
  for (uint64_t seed = 1; seed <= 500; seed++)
    {
      struct rng rng = { seed };
      struct pram_region *region = random_region (&rng, &site);
      size_t size;
      char *bytes = prt_pack (region, &size);
      struct pram_region *copy = prt_unpack (sent (bytes, size), region);
      same_region (region, copy);
      cr_expect (prt_pack_fits_p (copy, region));
      free (copy);
    }
}

/* Code and texts are the other process's own.  */
Test (pack, takes_what_is_there_from_the_template)
{
  static struct pram_site here, there;
  struct pram_region plan = { .site = &here, .source = "here", .n_args = 2,
			      .n_layers = 2, .reason = "here" };
  struct pram_region template = plan;
  struct pram_arg args[2] = { { .name = "a", .hi = 5 }, { .name = "b" } };
  struct pram_arg own_args[2] = { { .name = "c" }, { .name = "d" } };
  struct pram_reduction reduction = { .name = "e", .op = 3 };
  struct pram_reduction own = { .name = "f" };
  struct pram_layer layers[2]
    = { { .like = 1 }, { .n_reductions = 1, .reductions = &reduction } };
  struct pram_layer own_layers[2]
    = { { .n_reductions = 1, .reductions = &own }, { .n_bases = 0 } };
  size_t size;
  plan.args = args;
  plan.layers = layers;
  template.args = own_args;
  template.layers = own_layers;
  template.site = &there;
  template.source = "there";
  template.shape = "own";
  template.machine = "own one";
  template.driver = (void (*) (void)) random_region;
  char *bytes = prt_pack (&plan, &size);
  struct pram_region *copy = prt_unpack (sent (bytes, size), &template);
  cr_expect_eq (copy->site, &there);
  cr_expect_str_eq (copy->source, "there");
  cr_expect_str_eq (copy->shape, "own");
  cr_expect_str_eq (copy->machine, "own one");
  cr_expect_null (copy->reason);
  cr_expect_eq (copy->driver, template.driver);
  cr_expect_str_eq (copy->args[0].name, "c");
  cr_expect_str_eq (copy->args[1].name, "d");
  cr_expect_eq (copy->args[0].hi, 5);
  cr_expect_str_eq (copy->layers[1].reductions[0].name, "f");
  cr_expect_eq (copy->layers[1].reductions[0].op, 3);
  free (copy);
}

Test (pack, fits_what_has_the_same_numbers)
{
  struct pram_layer layer = { .n_reductions = 1, .n_bases = 2 }, other = layer;
  struct pram_tables tables = { .n_names = 3, .n_blocks = 1 };
  struct pram_tables other_tables = tables;
  struct pram_region template = { .n_args = 2, .n_counts = 1, .n_layers = 1,
				  .layers = &layer, .tables = &tables };
  struct pram_region plan = template;
  plan.n_units = 7;
  plan.layers = &other;
  plan.tables = &other_tables;
  cr_expect (prt_pack_fits_p (&plan, &template));
  other.n_reductions = 2;
  cr_expect_not (prt_pack_fits_p (&plan, &template));
  other.n_reductions = 1;
  other.n_bases = 1;
  cr_expect_not (prt_pack_fits_p (&plan, &template));
  other.n_bases = 2;
  other_tables.n_names = 2;
  cr_expect_not (prt_pack_fits_p (&plan, &template));
  plan.tables = NULL;
  cr_expect_not (prt_pack_fits_p (&plan, &template));
  plan.tables = &tables;
  plan.n_numbers = 1;
  cr_expect_not (prt_pack_fits_p (&plan, &template));
  plan.n_numbers = 0;
  plan.n_layers = 0;
  cr_expect_not (prt_pack_fits_p (&plan, &template));
}
