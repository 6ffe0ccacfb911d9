/* prog-read.c: read programs in their text form.

   SPDX-License-Identifier: Apache-2.0  */

#include "prog-text.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum token_kind
{
  TOKEN_END, TOKEN_NAME, TOKEN_NUMBER, TOKEN_STRING, TOKEN_PUNCTUATION
};

struct token
{
  enum token_kind kind;
  int line;
  const char *text;		/* names and strings: the name itself */
};

/* After the first error the current token is TOKEN_END for good, so every
   loop ends and nothing further is reported.  */
struct reader
{
  const char *next;		/* text behind the current token */
  int line;			/* of NEXT */
  struct token token;		/* the current token */
  struct pram_arena *scratch;
  struct pram_prog *prog;
  const struct pram_diag *diag;
  bool failed;
};

#define FAIL(r, ...) \
  do \
    { \
      if (!(r)->failed) \
	pram_diag_report ((r)->diag, PRAM_ERROR, (r)->token.line, \
			  __VA_ARGS__); \
      (r)->failed = true; \
      (r)->token.kind = TOKEN_END; \
    } \
  while (0)

static const char *
copy_text (struct reader *r, const char *begin, const char *end)
{
  return pram_arena_printf (r->scratch, "%.*s", (int) (end - begin), begin);
}

static void
skip_blanks (struct reader *r)
{
  for (;; r->next++)
    {
      if (*r->next == '#')
	r->next += strcspn (r->next, "\n");
      if (!isspace ((unsigned char) *r->next))
	break;
      r->line += *r->next == '\n';
    }
  r->token.line = r->line;
}

/* The string that begins at r->next.  */
static void
lex_string (struct reader *r)
{
  char *text = pram_arena_alloc (r->scratch, strcspn (r->next + 1, "\n") + 1);
  char *out = text;
  const char *c = r->next + 1;
  for (; *c && *c != '\n' && *c != '"'; c++)
    {
      if (*c == '\\' && (c[1] == '"' || c[1] == '\\'))
	c++;
      *out++ = *c;
    }
  if (*c != '"')
    {
      FAIL (r, "unterminated string");
      return;
    }
  r->token.kind = TOKEN_STRING;
  r->token.text = text;
  r->next = c + 1;
}

/* Make the next token the current one.  */
static void
advance (struct reader *r)
{
  if (r->failed)
    return;
  skip_blanks (r);
  const char *begin = r->next, *c = begin;
  if (!*c)
    {
      r->token.kind = TOKEN_END;
      r->token.text = "end of text";
      return;
    }
  if (*c == '"')
    {
      lex_string (r);
      return;
    }
  if (pram_prog_name_start_p ((unsigned char) *c)
      && !(*c == '.' && isdigit (c[1])))
    {
      r->token.kind = TOKEN_NAME;
      while (pram_prog_name_char_p ((unsigned char) *c))
	c++;
    }
  else if (isdigit ((unsigned char) *c))
    {
      /* With fraction and exponent: a weight.  */
      char *end;
      strtod (c, &end);
      r->token.kind = TOKEN_NUMBER;
      c = end;
    }
  else
    {
      r->token.kind = TOKEN_PUNCTUATION;
      c += (*c == '>' || *c == '=') && c[1] == '=' ? 2 : 1;
    }
  r->token.text = copy_text (r, begin, c);
  r->next = c;
}

/* Is the current token TEXT (and no string or quoted name)?  */
static bool
at_p (const struct reader *r, const char *text)
{
  return (r->token.kind == TOKEN_NAME || r->token.kind == TOKEN_PUNCTUATION)
	 && !strcmp (r->token.text, text);
}

static bool
accept (struct reader *r, const char *text)
{
  if (!at_p (r, text))
    return false;
  advance (r);
  return true;
}

/* The same for what is there once, *SEEN having been false at first.  */
static bool
accept_once (struct reader *r, const char *text, bool *seen)
{
  if (at_p (r, text) && *seen)
    FAIL (r, "'%s' is there twice", text);
  *seen |= at_p (r, text);
  return accept (r, text);
}

static void
expect (struct reader *r, const char *text)
{
  if (!accept (r, text))
    FAIL (r, "expected '%s' before '%s'", text, r->token.text);
}

/* The character behind the current token and blanks.  */
static char
peek (const struct reader *r)
{
  struct reader ahead = *r;
  skip_blanks (&ahead);
  return *ahead.next;
}

static const char *
read_name (struct reader *r, const char *what)
{
  if (r->token.kind != TOKEN_NAME && r->token.kind != TOKEN_STRING)
    {
      FAIL (r, "expected %s before '%s'", what, r->token.text);
      return "";
    }
  const char *name = r->token.text;
  advance (r);
  return name;
}

/* A word stands where the current token begins.  Called *instead of* an
   advance: the current token is the keyword before the word.  */
static const char *
read_word (struct reader *r, const char *keyword)
{
  if (!at_p (r, keyword))
    {
      FAIL (r, "expected '%s' before '%s'", keyword, r->token.text);
      return "";
    }
  skip_blanks (r);
  const char *begin = r->next, *word;
  if (*begin == '"')
    {
      lex_string (r);
      word = r->failed ? "" : r->token.text;
    }
  else
    {
      while (*r->next && !isspace ((unsigned char) *r->next))
	r->next++;
      word = copy_text (r, begin, r->next);
    }
  advance (r);
  return word;
}

/* An unsigned integer; of MAGNITUDE at most the largest int64_t.  */
static int64_t
read_magnitude (struct reader *r)
{
  if (r->token.kind == TOKEN_NUMBER)
    {
      char *end;
      errno = 0;
      long long value = strtoll (r->token.text, &end, 10);
      if (!*end && !errno)
	{
	  advance (r);
	  return value;
	}
    }
  FAIL (r, "expected an integer before '%s'", r->token.text);
  return 0;
}

static int64_t
read_integer (struct reader *r)
{
  bool negative = accept (r, "-");
  int64_t value = read_magnitude (r);
  return negative ? -value : value;
}

static int
read_int (struct reader *r)
{
  int64_t value = read_integer (r);
  if (value != (int) value)
    FAIL (r, "%" PRId64 " is too large here", value);
  return (int) value;
}

static double
read_number (struct reader *r)
{
  bool negative = accept (r, "-");
  if (r->token.kind != TOKEN_NUMBER)
    {
      FAIL (r, "expected a number before '%s'", r->token.text);
      return 0;
    }
  double value = strtod (r->token.text, NULL);
  advance (r);
  return negative ? -value : value;
}

/* Which of the N NAMES is the current token?  */
static int
read_choice (struct reader *r, const char *const *names, int n,
	     const char *what)
{
  for (int k = 0; k < n; k++)
    if (accept (r, names[k]))
      return k;
  FAIL (r, "expected %s before '%s'", what, r->token.text);
  return 0;
}

static int
read_array_name (struct reader *r)
{
  struct token token = r->token;
  const char *name = read_name (r, "the name of an array");
  for (int a = 0; !r->failed && a < r->prog->n_arrays; a++)
    if (!strcmp (r->prog->arrays[a].name, name))
      return a;
  if (!r->failed)
    {
      r->token = token;
      FAIL (r, "no array '%s'", name);
    }
  return 0;
}

/* The number of the iterator NAME of a loop around the children of NODE.  */
static int
find_iterator (struct reader *r, const struct pram_node *node,
	       const char *name)
{
  for (; node; node = node->parent)
    if (node->kind == PRAM_LOOP && !strcmp (node->iterator_name, name))
      return node->iterator;
  FAIL (r, "no enclosing loop has the iterator '%s'", name);
  return -1;
}

/* *SUM += A * B.  */
static void
add_product (struct reader *r, int64_t *sum, int64_t a, int64_t b)
{
  int64_t product;
  if (__builtin_mul_overflow (a, b, &product)
      || __builtin_add_overflow (*sum, product, sum))
    FAIL (r, "a number does not fit in 64 bits");
}

/* Add SIGN times the term at hand to AFFINE.  */
static void
read_term (struct reader *r, const struct pram_node *node,
	   struct pram_affine *affine, int64_t sign)
{
  int64_t coef = sign;
  if (r->token.kind == TOKEN_NUMBER)
    {
      coef *= read_magnitude (r);
      if (!accept (r, "*"))
	{
	  add_product (r, &affine->constant, coef, 1);
	  return;
	}
    }
  if (r->failed)
    return;
  if (r->token.kind != TOKEN_NAME && r->token.kind != TOKEN_STRING)
    {
      FAIL (r, "expected a term before '%s'", r->token.text);
      return;
    }
  int k = find_iterator (r, node, r->token.text);
  advance (r);
  int64_t factor = accept (r, "*") ? read_magnitude (r) : 1;
  if (!r->failed)
    add_product (r, &affine->coef[k], coef, factor);
}

static struct pram_affine
read_affine (struct reader *r, const struct pram_node *node)
{
  struct pram_affine affine
    = pram_affine_new (r->prog->arena, r->prog->n_loops);
  int64_t sign = accept (r, "-") ? -1 : 1;
  do
    {
      read_term (r, node, &affine, sign);
      sign = at_p (r, "-") ? -1 : 1;
    }
  while (accept (r, "+") || accept (r, "-"));
  return affine;
}

/* Subscript D of ACCESS, between its brackets.  */
static void
read_index (struct reader *r, const struct pram_node *node,
	    struct pram_access *access, int d)
{
  bool parenthesis = true;
  if (at_p (r, "floor") && peek (r) == '(')
    {
      advance (r);
      expect (r, "(");
      expect (r, "(");
      access->subscript[d] = read_affine (r, node);
      expect (r, ")");
      expect (r, "/");
      access->div[d] = read_magnitude (r);
      expect (r, ")");
      if (!r->failed && access->div[d] == 0)
	FAIL (r, "division by zero in a subscript");
    }
  else
    {
      parenthesis = accept (r, "(");
      access->subscript[d] = read_affine (r, node);
      if (parenthesis)
	expect (r, ")");
    }
  if (parenthesis && accept (r, "mod"))
    access->mod[d] = read_magnitude (r);
}

/* The offset of ACCESS from its subscripts.  */
static void
imply_offset (struct reader *r, struct pram_access *access)
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
read_place (struct reader *r, const struct pram_node *node,
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
      if (!at_p (r, "["))
	FAIL (r, "'%s' needs %d subscripts", array->name, array->n_dims);
      expect (r, "[");
      read_index (r, node, access, d);
      expect (r, "]");
    }
  if (at_p (r, "["))
    FAIL (r, "'%s' has %d dimensions", array->name, array->n_dims);
  if (r->failed)
    return;
  if (accept (r, "@"))
    {
      expect (r, "(");
      access->offset = read_affine (r, node);
      expect (r, ")");
    }
  else if (pram_prog_offset_implied_p (array, access))
    imply_offset (r, access);
  else
    FAIL (r, "expected '@' and the offset before '%s'", r->token.text);
}

static void
read_guards (struct reader *r, const struct pram_node *node,
	     struct pram_access *access)
{
  if (!accept (r, "if"))
    return;
  do
    {
      struct pram_guard *guard
	= PRAM_ARENA_PUSH (r->prog->arena, access->guards, access->n_guards);
      expect (r, "(");
      guard->affine = read_affine (r, node);
      guard->equality = at_p (r, "==");
      if (!accept (r, "=="))
	expect (r, ">=");
      if (read_magnitude (r) != 0)
	FAIL (r, "a guard compares with 0");
      expect (r, ")");
    }
  while (accept (r, "and"));
}

static void
read_operator (struct reader *r, struct pram_carried *carried)
{
  carried->op = (enum pram_op) read_choice (r, pram_prog_ops, PRAM_PROG_OPS,
					    "an operator");
  carried->type = (enum pram_type) read_choice (r, pram_prog_types,
					  PRAM_PROG_TYPES, "a type");
}

static const struct pram_carried *
read_step (struct reader *r)
{
  struct pram_carried *step = PRAM_ARENA_NEW (r->prog->arena,
					      struct pram_carried, 1);
  step->exact = true;
  read_operator (r, step);
  return step;
}

static void
read_access (struct reader *r, struct pram_node *stmt)
{
  struct pram_access *access = pram_prog_add_access (r->prog, stmt);
  *access = (struct pram_access) { .line = stmt->line };
  access->may = accept (r, "may");
  access->write = at_p (r, "write");
  if (!accept (r, "write"))
    expect (r, "read");
  access->array = read_array_name (r);
  if (r->failed)
    return;
  read_place (r, stmt->parent, access);
  access->indirect = accept (r, "indirect");
  if (accept (r, "line"))
    access->line = read_int (r);
  if (accept (r, "reduce"))
    access->step = read_step (r);
  read_guards (r, stmt->parent, access);
}

static void
read_when (struct reader *r, struct pram_node *node)
{
  node->conditional = true;
  if (accept (r, "on"))
    node->decided_by = pram_arena_strdup (r->prog->arena,
					  read_name (r, "a scalar"));
}

static void
read_stmt (struct reader *r, struct pram_node *parent)
{
  struct pram_node *stmt = pram_prog_add_stmt (r->prog, parent);
  if (accept (r, "line"))
    stmt->line = read_int (r);
  if (accept (r, "conditional"))
    read_when (r, stmt);
  stmt->scalar = accept (r, "scalar");
  if (accept (r, "weight"))
    stmt->weight = read_number (r);
  if (accept (r, "value"))
    stmt->value_of = pram_arena_strdup (r->prog->arena,
					read_name (r, "a scalar"));
  while (at_p (r, "may") || at_p (r, "read") || at_p (r, "write"))
    read_access (r, stmt);
}

static void
read_swap (struct reader *r, struct pram_node *loop)
{
  int n = r->prog->n_arrays;
  bool *seen = PRAM_ARENA_NEW (r->scratch, bool, n);
  loop->next = PRAM_ARENA_NEW (r->prog->arena, int, n);
  for (int a = 0; a < n; a++)
    loop->next[a] = a;
  do
    {
      int a = read_array_name (r);
      expect (r, "=");
      int b = read_array_name (r);
      if (!r->failed && seen[a])
	FAIL (r, "'%s' is there twice", r->prog->arrays[a].name);
      if (r->failed)
	return;
      loop->next[a] = b;
      seen[a] = true;
    }
  while ((r->token.kind == TOKEN_NAME || r->token.kind == TOKEN_STRING)
	 && peek (r) == '=');
}

static void
read_reduce (struct reader *r, struct pram_node *loop)
{
  struct pram_carried *carried
    = PRAM_ARENA_PUSH (r->prog->arena, loop->carried, loop->n_carried);
  *carried = (struct pram_carried) { .line = loop->line };
  read_operator (r, carried);
  carried->name = pram_arena_strdup (r->prog->arena,
				     read_name (r, "a scalar"));
  if (accept (r, "line"))
    carried->line = read_int (r);
}

static void
read_loop_options (struct reader *r, struct pram_node *loop)
{
  bool line = false, conditional = false, split = false, swap = false;
  bool order = false;
  for (;;)
    if (accept_once (r, "line", &line))
      loop->line = read_int (r);
    else if (accept_once (r, "conditional", &conditional))
      read_when (r, loop);
    else if (accept_once (r, "split", &split))
      loop->split = true;
    else if (accept_once (r, "swap", &swap))
      read_swap (r, loop);
    else if (accept (r, "reduce"))
      read_reduce (r, loop);
    else if (accept_once (r, "order", &order))
      {
	loop->order_reason
	  = pram_arena_strdup (r->prog->arena, read_name (r, "a string"));
	if (accept (r, "line"))
	  loop->order_line = read_int (r);
      }
    else
      break;
}

static void read_children (struct reader *, struct pram_node *seq);

static void
read_segments (struct reader *r, struct pram_node *loop)
{
  if (!loop->data_dependent)
    {
      read_children (r, pram_prog_add_segment (r->prog, loop));
      return;
    }
  if (!at_p (r, "segment"))
    FAIL (r, "expected 'segment' before '%s'", r->token.text);
  while (accept (r, "segment"))
    {
      struct pram_node *segment = pram_prog_add_segment (r->prog, loop);
      read_children (r, segment);
      if (accept (r, "test"))
	segment->test = read_array_name (r) + 1;
    }
}

static void
read_loop (struct reader *r, struct pram_node *parent, bool data_dependent)
{
  struct pram_node *loop
    = pram_prog_add_loop (r->prog, parent, read_name (r, "an iterator"));
  loop->data_dependent = data_dependent;
  if (!data_dependent)
    {
      expect (r, "<");
      loop->count = read_affine (r, parent);
    }
  read_loop_options (r, loop);
  expect (r, "{");
  read_segments (r, loop);
  expect (r, "}");
}

static void
read_children (struct reader *r, struct pram_node *seq)
{
  for (;;)
    if (accept (r, "for"))
      read_loop (r, seq, false);
    else if (accept (r, "while"))
      read_loop (r, seq, true);
    else if (accept (r, "stmt"))
      read_stmt (r, seq);
    else if (accept (r, "seq"))
      {
	expect (r, "{");
	read_children (r, pram_prog_add_seq (r->prog, seq));
	expect (r, "}");
      }
    else
      break;
}

/* Innermost stride: the element; every other: that of the next dimension
   times its extent.  */
static void
set_strides (struct reader *r, struct pram_array *array)
{
  array->stride = PRAM_ARENA_NEW (r->prog->arena, int64_t, array->n_dims);
  int64_t stride = array->elem_size;
  for (int d = array->n_dims - 1; d >= 0; d--)
    {
      array->stride[d] = stride;
      if (__builtin_mul_overflow (stride, array->extent[d], &stride))
	FAIL (r, "array '%s' has more than 2^63 bytes", array->name);
    }
}

static void
read_array (struct reader *r)
{
  const char *name = read_name (r, "the name of an array");
  for (int a = 0; a < r->prog->n_arrays; a++)
    if (!strcmp (r->prog->arrays[a].name, name))
      FAIL (r, "array '%s' is declared twice", name);

  int number = pram_prog_add_array (r->prog, name, PRAM_TYPE_U8, 1);
  struct pram_array *array = &r->prog->arrays[number];
  while (accept (r, "["))
    {
      *PRAM_ARENA_PUSH (r->prog->arena, array->extent, array->n_dims)
	= read_magnitude (r);
      expect (r, "]");
    }
  expect (r, "bytes");
  array->elem_size = read_int (r);
  expect (r, "type");
  array->type = (enum pram_type) read_choice (r, pram_prog_types,
					  PRAM_PROG_TYPES, "a type");
  if (accept (r, "origin"))
    array->origin = read_integer (r);
  if (accept (r, "object"))
    array->n_bytes = read_integer (r);
  if (accept (r, "arg"))
    array->arg = read_int (r);
  array->local = accept (r, "local");
  if (array->n_dims)
    set_strides (r, array);
}

static void
read_prog (struct reader *r)
{
  const char *name = read_word (r, "region");
  const char *file = read_word (r, "file");
  expect (r, "line");
  int line = read_int (r);
  if (r->failed)
    return;
  r->prog = pram_prog_new (name, file, line);
  if (accept (r, "vectors"))
    r->prog->vectors = read_int (r);
  while (accept (r, "array"))
    read_array (r);
  read_children (r, r->prog->root);
  if (at_p (r, "region"))
    FAIL (r, "a second region begins here; each needs a file of its own");
  if (!r->failed && r->token.kind != TOKEN_END)
    FAIL (r, "expected a loop or a statement before '%s'", r->token.text);
}

/* All of FILE, as a string.  */
static const char *
read_all (FILE *file, struct pram_arena *arena)
{
  size_t length = 0, size = 4096;
  char *text = pram_arena_alloc (arena, size);
  for (size_t n; (n = fread (text + length, 1, size - 1 - length, file)) > 0;)
    {
      length += n;
      if (length == size - 1)
	{
	  size *= 2;
	  text = memcpy (pram_arena_alloc (arena, size), text, length);
	}
    }
  text[length] = '\0';
  return text;
}

struct pram_prog *
pram_prog_read (FILE *file, const struct pram_diag *diag)
{
  struct pram_arena *scratch = pram_arena_new ();
  struct reader r = { .next = read_all (file, scratch), .line = 1,
		      .scratch = scratch, .diag = diag };
  advance (&r);
  read_prog (&r);
  pram_arena_free (scratch);

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
