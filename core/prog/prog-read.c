/* prog-read.c: read programs in their text form.

   SPDX-License-Identifier: Apache-2.0  */

#include "prog-text.h"

#include <string.h>

#include "text-read.h"

/* The number of the iterator NAME of a loop around the children of NODE.  */
static int
find_iterator (struct pram_reader *r, const struct pram_node *node,
	       const char *name)
{
  for (; node; node = node->parent)
    if (node->kind == PRAM_LOOP && !strcmp (node->iterator_name, name))
      return node->iterator;
  PRAM_FAIL (r, "no enclosing loop has the iterator '%s'", name);
  return -1;
}

/* *SUM += A * B.  */
static void
add_product (struct pram_reader *r, int64_t *sum, int64_t a, int64_t b)
{
  int64_t product;
  if (__builtin_mul_overflow (a, b, &product)
      || __builtin_add_overflow (*sum, product, sum))
    PRAM_FAIL (r, "a number does not fit in 64 bits");
}

/* Add SIGN times the term at hand to AFFINE.  */
static void
read_term (struct pram_reader *r, const struct pram_node *node,
	   struct pram_affine *affine, int64_t sign)
{
  int64_t coef = sign;
  if (r->token.kind == PRAM_TOKEN_NUMBER)
    {
      coef *= pram_read_magnitude (r);
      if (!pram_accept (r, "*"))
	{
	  add_product (r, &affine->constant, coef, 1);
	  return;
	}
    }
  if (r->failed)
    return;
  if (!pram_at_name_p (r))
    {
      PRAM_FAIL (r, "expected a term before '%s'", r->token.text);
      return;
    }
  int k = find_iterator (r, node, r->token.text);
  pram_advance (r);
  int64_t factor = pram_accept (r, "*") ? pram_read_magnitude (r) : 1;
  if (!r->failed)
    add_product (r, &affine->coef[k], coef, factor);
}

static struct pram_affine
read_affine (struct pram_reader *r, const struct pram_node *node)
{
  struct pram_affine affine
    = pram_affine_new (r->prog->arena, r->prog->n_loops);
  int64_t sign = pram_accept (r, "-") ? -1 : 1;
  do
    {
      read_term (r, node, &affine, sign);
      sign = pram_at_p (r, "-") ? -1 : 1;
    }
  while (pram_accept (r, "+") || pram_accept (r, "-"));
  return affine;
}

/* Subscript D of ACCESS, between its brackets.  */
static void
read_index (struct pram_reader *r, const struct pram_node *node,
	    struct pram_access *access, int d)
{
  bool parenthesis = true;
  if (pram_at_p (r, "floor") && pram_peek (r) == '(')
    {
      pram_advance (r);
      pram_expect (r, "(");
      pram_expect (r, "(");
      access->subscript[d] = read_affine (r, node);
      pram_expect (r, ")");
      pram_expect (r, "/");
      access->div[d] = pram_read_magnitude (r);
      pram_expect (r, ")");
      if (!r->failed && access->div[d] == 0)
	PRAM_FAIL (r, "division by zero in a subscript");
    }
  else
    {
      parenthesis = pram_accept (r, "(");
      access->subscript[d] = read_affine (r, node);
      if (parenthesis)
	pram_expect (r, ")");
    }
  if (parenthesis && pram_accept (r, "mod"))
    access->mod[d] = pram_read_magnitude (r);
}

/* The offset of ACCESS from its subscripts.  */
static void
imply_offset (struct pram_reader *r, struct pram_access *access)
{
  const struct pram_array *array = &r->prog->arrays[access->array];
  access->offset = pram_affine_new (r->prog->arena, r->prog->n_loops);
  access->offset.constant = array->origin;
  for (int d = 0; d < array->n_dims; d++)
    {
      const struct pram_affine *index = &access->subscript[d];
      add_product (r, &access->offset.constant, array->stride[d],
		   index->constant);
      for (int k = 0; k < index->n_coef; k++)
	add_product (r, &access->offset.coef[k], array->stride[d],
		     index->coef[k]);
    }
}

static void
read_place (struct pram_reader *r, const struct pram_node *node,
	    struct pram_access *access)
{
  const struct pram_array *array = &r->prog->arrays[access->array];
  struct pram_arena *arena = r->prog->arena;
  if (array->n_dims)
    {
      access->subscript
	= PRAM_ARENA_NEW (arena, struct pram_affine, array->n_dims);
      access->div = PRAM_ARENA_NEW (arena, int64_t, array->n_dims);
      access->mod = PRAM_ARENA_NEW (arena, int64_t, array->n_dims);
    }
  for (int d = 0; d < array->n_dims; d++)
    {
      if (!pram_at_p (r, "["))
	PRAM_FAIL (r, "'%s' needs %d subscripts", array->name, array->n_dims);
      pram_expect (r, "[");
      read_index (r, node, access, d);
      pram_expect (r, "]");
    }
  if (pram_at_p (r, "["))
    PRAM_FAIL (r, "'%s' has %d dimensions", array->name, array->n_dims);
  if (r->failed)
    return;
  if (pram_accept (r, "@"))
    {
      pram_expect (r, "(");
      access->offset = read_affine (r, node);
      pram_expect (r, ")");
    }
  else if (pram_prog_offset_implied_p (array, access))
    imply_offset (r, access);
  else
    PRAM_FAIL (r, "expected '@' and the offset before '%s'", r->token.text);
}

static void
read_guards (struct pram_reader *r, const struct pram_node *node,
	     struct pram_access *access)
{
  if (!pram_accept (r, "if"))
    return;
  do
    {
      struct pram_guard *guard
	= PRAM_ARENA_PUSH (r->prog->arena, access->guards, access->n_guards);
      pram_expect (r, "(");
      guard->affine = read_affine (r, node);
      if (pram_accept (r, "mod"))
	{
	  guard->mod = pram_read_magnitude (r);
	  pram_expect (r, "times");
	  guard->times = pram_read_integer (r);
	  pram_expect (r, "plus");
	  guard->plus = pram_read_integer (r);
	}
      guard->equality = pram_at_p (r, "==");
      if (!pram_accept (r, "=="))
	pram_expect (r, ">=");
      if (pram_read_magnitude (r) != 0)
	PRAM_FAIL (r, "a guard compares with 0");
      pram_expect (r, ")");
    }
  while (pram_accept (r, "and"));
}

static const struct pram_carried *
read_step (struct pram_reader *r)
{
  struct pram_carried *step = PRAM_ARENA_NEW (r->prog->arena,
					      struct pram_carried, 1);
  step->exact = true;
  pram_read_operator (r, step);
  return step;
}

static void
read_access (struct pram_reader *r, struct pram_node *stmt)
{
  struct pram_access *access = pram_prog_add_access (r->prog, stmt);
  *access = (struct pram_access) { .line = stmt->line };
  access->may = pram_accept (r, "may");
  access->write = pram_at_p (r, "write");
  if (!pram_accept (r, "write"))
    pram_expect (r, "read");
  access->array = pram_read_array_name (r);
  if (r->failed)
    return;
  read_place (r, stmt->parent, access);
  access->indirect = pram_accept (r, "indirect");
  access->computed = access->indirect && pram_accept (r, "computed");
  if (access->indirect && pram_accept (r, "asked"))
    access->asked = pram_read_int (r);
  access->finds = access->indirect && pram_accept (r, "finds");
  access->leads = access->indirect && pram_accept (r, "leads");
  if (access->indirect && pram_accept (r, "apart"))
    access->apart = pram_read_int (r);
  access->perhaps = !access->write && pram_accept (r, "perhaps");
  if (!access->write && pram_accept (r, "steady"))
    access->steady = pram_read_int (r);
  if (pram_accept (r, "line"))
    access->line = pram_read_int (r);
  if (pram_accept (r, "reduce"))
    access->step = read_step (r);
  read_guards (r, stmt->parent, access);
}

static void
read_when (struct pram_reader *r, struct pram_node *node)
{
  node->conditional = true;
  if (pram_accept (r, "on"))
    node->decided_by = pram_read_text (r, "a scalar");
}

static void
read_stmt (struct pram_reader *r, struct pram_node *parent)
{
  struct pram_node *stmt = pram_prog_add_stmt (r->prog, parent);
  if (pram_accept (r, "line"))
    stmt->line = pram_read_int (r);
  if (pram_accept (r, "conditional"))
    read_when (r, stmt);
  stmt->scalar = pram_accept (r, "scalar");
  if (pram_accept (r, "weight"))
    stmt->weight = pram_read_number (r);
  if (pram_accept (r, "value"))
    stmt->value_of = pram_read_text (r, "a scalar");
  while (pram_at_p (r, "may") || pram_at_p (r, "read")
	 || pram_at_p (r, "write"))
    read_access (r, stmt);
}

static void
read_loop_options (struct pram_reader *r, struct pram_node *loop)
{
  bool line = false, conditional = false, split = false, swap = false;
  bool order = false, once = false, stays = false;
  for (;;)
    if (pram_accept_once (r, "line", &line))
      loop->line = pram_read_int (r);
    else if (pram_accept_once (r, "stays", &stays))
      loop->stays_out = true;
    else if (pram_accept_once (r, "conditional", &conditional))
      read_when (r, loop);
    else if (pram_accept_once (r, "split", &split))
      loop->split = true;
    else if (pram_accept_once (r, "once", &once))
      loop->once = true;
    else if (pram_accept_once (r, "swap", &swap))
      loop->next = pram_read_swap (r);
    else if (pram_accept (r, "reduce"))
      pram_read_reduce (r, loop->line,
			PRAM_ARENA_PUSH (r->arena, loop->carried,
					 loop->n_carried));
    else if (pram_accept_once (r, "order", &order))
      {
	loop->order_reason = pram_read_text (r, "a string");
	if (pram_accept (r, "line"))
	  loop->order_line = pram_read_int (r);
	loop->relayed = pram_accept (r, "relayed");
	loop->waves = loop->relayed && pram_accept (r, "waves");
      }
    else
      break;
}

static void read_children (struct pram_reader *, struct pram_node *seq);

static void
read_segments (struct pram_reader *r, struct pram_node *loop)
{
  if (!loop->data_dependent)
    {
      read_children (r, pram_prog_add_segment (r->prog, loop));
      return;
    }
  if (!pram_at_p (r, "segment"))
    PRAM_FAIL (r, "expected 'segment' before '%s'", r->token.text);
  while (pram_accept (r, "segment"))
    {
      struct pram_node *segment = pram_prog_add_segment (r->prog, loop);
      pram_read_deciders (r, &segment->n_deciders, &segment->deciders);
      read_children (r, segment);
      if (pram_accept (r, "test"))
	segment->test = pram_read_array_name (r) + 1;
    }
}

static void
read_loop (struct pram_reader *r, struct pram_node *parent,
	   bool data_dependent)
{
  struct pram_node *loop
    = pram_prog_add_loop (r->prog, parent, pram_read_name (r, "an iterator"));
  loop->data_dependent = data_dependent;
  if (!data_dependent)
    {
      pram_expect (r, "<");
      loop->count = read_affine (r, parent);
    }
  read_loop_options (r, loop);
  pram_expect (r, "{");
  read_segments (r, loop);
  pram_expect (r, "}");
}

static void
read_children (struct pram_reader *r, struct pram_node *seq)
{
  for (;;)
    if (pram_accept (r, "for"))
      read_loop (r, seq, false);
    else if (pram_accept (r, "while"))
      read_loop (r, seq, true);
    else if (pram_accept (r, "stmt"))
      read_stmt (r, seq);
    else if (pram_accept (r, "seq"))
      {
	pram_expect (r, "{");
	read_children (r, pram_prog_add_seq (r->prog, seq));
	pram_expect (r, "}");
      }
    else
      break;
}

/* Innermost stride: the element; every other: that of the next dimension
   times its extent.  */
static void
set_strides (struct pram_reader *r, struct pram_array *array)
{
  array->stride = PRAM_ARENA_NEW (r->prog->arena, int64_t, array->n_dims);
  int64_t stride = array->elem_size;
  for (int d = array->n_dims - 1; d >= 0; d--)
    {
      array->stride[d] = stride;
      if (__builtin_mul_overflow (stride, array->extent[d], &stride))
	PRAM_FAIL (r, "array '%s' has more than 2^63 bytes", array->name);
    }
}

static void
read_array (struct pram_reader *r)
{
  const char *name = pram_read_new_array (r);
  int number = pram_prog_add_array (r->prog, name, PRAM_TYPE_U8, 1);
  struct pram_array *array = &r->prog->arrays[number];
  while (pram_accept (r, "["))
    {
      *PRAM_ARENA_PUSH (r->prog->arena, array->extent, array->n_dims)
	= pram_read_magnitude (r);
      pram_expect (r, "]");
    }
  pram_read_element (r, array);
  if (pram_accept (r, "origin"))
    array->origin = pram_read_integer (r);
  pram_read_object (r, array);
  if (array->n_dims)
    set_strides (r, array);
}

static void
read_prog (struct pram_reader *r)
{
  const char *name = pram_read_word (r, "region");
  const char *file = pram_read_word (r, "file");
  pram_expect (r, "line");
  int line = pram_read_int (r);
  if (r->failed)
    return;
  r->prog = pram_prog_new (name, file, line);
  r->arena = r->prog->arena;
  r->n_arrays = &r->prog->n_arrays;
  r->arrays = &r->prog->arrays;
  if (pram_accept (r, "vectors"))
    r->prog->vectors = pram_read_int (r);
  while (pram_accept (r, "array"))
    read_array (r);
  read_children (r, r->prog->root);
  if (pram_at_p (r, "region"))
    PRAM_FAIL (r, "a second region begins here; each needs a file of its own");
  if (!r->failed && r->token.kind != PRAM_TOKEN_END)
    PRAM_FAIL (r, "expected a loop or a statement before '%s'", r->token.text);
}

struct pram_prog *
pram_prog_read (FILE *file, const struct pram_diag *diag)
{
  struct pram_reader r = pram_reader_new (file, diag);
  read_prog (&r);
  pram_arena_free (r.scratch);

  if (!r.failed)
    {
      pram_prog_finish (r.prog);
      r.failed = !pram_prog_check (r.prog, diag);
    }
  if (r.failed)
    {
      pram_prog_free (r.prog);
      return NULL;
    }
  return r.prog;
}
