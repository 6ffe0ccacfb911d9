/* source-read.c: read sources in their text form.

   SPDX-License-Identifier: Apache-2.0  */

#include "prog-text.h"
#include "source.h"
#include "text-read.h"

#include <inttypes.h>
#include <string.h>

/* Brackets and operators within each other; loops within each other.  */
enum { MAX_DEPTH = 500, MAX_NEST = 200, N_BUCKETS = 1024 };

/* A name of an entry value, a lookup, data, a loop or an expression.  */
struct named
{
  struct named *next;		/* in its bucket */
  const char *name;
  const struct pram_expr *expr;
  int loop, variable;		/* -1: none */
  int lookup;			/* of the source's list; -1: none */
};

struct source_reader
{
  struct pram_reader r;
  struct pram_source *source;
  struct pram_exprs *exprs;
  struct named *bucket[N_BUCKETS];
  int n_own;			/* names of arrays: they are called otherwise
				   in the text */
  const char **own;
  bool *placed;			/* by loop: it has its item */
  int *leave_line;		/* by loop: where the text has its `leave' */
  int depth;			/* in an expression */
  int line;			/* of the last reference in the segment */
};

/* --- Names --------------------------------------------------------------- */

static struct named **
bucket_of (struct source_reader *s, const char *name)
{
  unsigned hash = 0;
  for (const char *c = name; *c; c++)
    hash = hash * 31 + (unsigned char) *c;
  return &s->bucket[hash % N_BUCKETS];
}

static struct named *
find (struct source_reader *s, const char *name)
{
  struct named *n = *bucket_of (s, name);
  while (n && strcmp (n->name, name))
    n = n->next;
  return n;
}

/* The current token, a new name for what is yet to be told.  */
static struct named *
declare (struct source_reader *s)
{
  struct named *n = PRAM_ARENA_NEW (s->r.scratch, struct named, 1);
  if (pram_at_name_p (&s->r) && find (s, s->r.token.text))
    PRAM_FAIL (&s->r, "'%s' is declared twice", s->r.token.text);
  n->name = pram_read_name (&s->r, "a name");
  n->loop = n->lookup = n->variable = -1;
  if (s->r.failed)
    return n;
  struct named **bucket = bucket_of (s, n->name);
  n->next = *bucket;
  *bucket = n;
  return n;
}

/* LINE is that of the error to report next, if BAD.  */
static bool
bad_at (struct source_reader *s, int line, bool bad)
{
  if (bad && !s->r.failed)
    s->r.token.line = line;
  return bad;
}

/* `name' and what follows, or else USUAL.  */
static const char *
read_own_name (struct source_reader *s, const char *usual)
{
  if (pram_accept (&s->r, "name"))
    return pram_read_text (&s->r, "a name");
  return usual ? pram_arena_strdup (s->r.arena, usual) : NULL;
}

/* A loop's number.  */
static int
read_loop_name (struct source_reader *s)
{
  const struct named *n
    = pram_at_name_p (&s->r) ? find (s, s->r.token.text) : NULL;
  if (!n || n->loop < 0)
    PRAM_FAIL (&s->r, "no loop '%s'", s->r.token.text);
  else
    pram_advance (&s->r);
  return s->r.failed ? 0 : n->loop;
}

/* --- Expressions --------------------------------------------------------- */

enum operator
{
  OP_EITHER, OP_BOTH, OP_XOR, OP_AND, OP_EQUAL, OP_DIFFERENT, OP_AT_MOST,
  OP_AT_LEAST, OP_LESS, OP_MORE, OP_SHL, OP_SHR, OP_PLUS, OP_MINUS, OP_TIMES,
  OP_DIV, OP_MOD, N_OPERATORS
};

/* Levels: 0 is ?:, the last one that of - and ! with one operand.  */
enum { UNARY = 10 };

/* As C has them.  */
static const struct { const char *text; int level; } operators[N_OPERATORS] =
{
  [OP_EITHER] = { "||", 1 }, [OP_BOTH] = { "&&", 2 },
  [OP_XOR] = { "^", 3 }, [OP_AND] = { "&", 4 },
  [OP_EQUAL] = { "==", 5 }, [OP_DIFFERENT] = { "!=", 5 },
  [OP_AT_MOST] = { "<=", 6 }, [OP_AT_LEAST] = { ">=", 6 },
  [OP_LESS] = { "<", 6 }, [OP_MORE] = { ">", 6 },
  [OP_SHL] = { "<<", 7 }, [OP_SHR] = { ">>", 7 },
  [OP_PLUS] = { "+", 8 }, [OP_MINUS] = { "-", 8 },
  [OP_TIMES] = { "*", 9 }, [OP_DIV] = { "/", 9 }, [OP_MOD] = { "%", 9 }
};

static const struct pram_expr *
combine (struct pram_exprs *x, enum operator op, const struct pram_expr *a,
	 const struct pram_expr *b)
{
  switch (op)
    {
    case OP_EITHER: return pram_expr_either (x, a, b);
    case OP_BOTH: return pram_expr_both (x, a, b);
    case OP_XOR: return pram_expr_binary (x, PRAM_EXPR_XOR, a, b);
    case OP_AND: return pram_expr_binary (x, PRAM_EXPR_AND, a, b);
    case OP_EQUAL: return pram_expr_equal (x, a, b);
    case OP_DIFFERENT: return pram_expr_not (x, pram_expr_equal (x, a, b));
    case OP_AT_MOST: return pram_expr_not (x, pram_expr_less (x, b, a));
    case OP_AT_LEAST: return pram_expr_not (x, pram_expr_less (x, a, b));
    case OP_LESS: return pram_expr_less (x, a, b);
    case OP_MORE: return pram_expr_less (x, b, a);
    case OP_SHL: return pram_expr_binary (x, PRAM_EXPR_SHL, a, b);
    case OP_SHR: return pram_expr_binary (x, PRAM_EXPR_SHR, a, b);
    case OP_PLUS: return pram_expr_sum (x, a, 1, b, 1);
    case OP_MINUS: return pram_expr_sum (x, a, 1, b, -1);
    case OP_TIMES: return pram_expr_binary (x, PRAM_EXPR_PRODUCT, a, b);
    case OP_DIV: return pram_expr_binary (x, PRAM_EXPR_DIV, a, b);
    default: return pram_expr_binary (x, PRAM_EXPR_MOD, a, b);
    }
}

/* Which operator of at least the level LEAST is at hand?  */
static enum operator
operator_at (const struct source_reader *s, int least)
{
  int op = 0;
  if (s->r.token.kind != PRAM_TOKEN_PUNCTUATION)
    return N_OPERATORS;
  while (op < N_OPERATORS && (operators[op].level < least
			      || strcmp (operators[op].text, s->r.token.text)))
    op++;
  return (enum operator) op;
}

static const struct pram_expr *read_expr (struct source_reader *, int least);

/* `(' expr `)'  */
static const struct pram_expr *
read_condition (struct source_reader *s)
{
  pram_expect (&s->r, "(");
  const struct pram_expr *e = read_expr (s, 0);
  pram_expect (&s->r, ")");
  return e;
}

/* Behind `min' or `max'.  */
static const struct pram_expr *
read_extreme (struct source_reader *s, enum pram_expr_op op)
{
  const struct pram_expr *a = read_expr (s, 0);
  pram_expect (&s->r, ",");
  return pram_expr_binary (s->exprs, op, a, read_expr (s, 0));
}

static const struct pram_expr *
read_entry_number (struct source_reader *s)
{
  int number = pram_read_int (&s->r);
  const char *name = pram_accept (&s->r, ",")
		     ? pram_read_text (&s->r, "a name") : NULL;
  return pram_expr_entry (s->exprs, number, name);
}

/* Behind the name of a type, u8 or the like.  */
static const struct pram_expr *
read_wrap (struct source_reader *s, const char *type)
{
  int bits = 0, c = 1;
  for (; c < 4 && type[c] >= '0' && type[c] <= '9'; c++)
    bits = 10 * bits + type[c] - '0';
  if ((type[0] != 'i' && type[0] != 'u') || type[c] || bits < 1 || bits > 64)
    PRAM_FAIL (&s->r, "no function '%s'", type);
  const struct pram_expr *of = read_expr (s, 0);
  return s->r.failed ? of : pram_expr_wrap (s->exprs, of, bits, *type == 'i');
}

static const struct pram_expr *
read_call (struct source_reader *s)
{
  const char *name = s->r.token.text;
  const struct pram_expr *e;
  pram_advance (&s->r);
  pram_expect (&s->r, "(");
  if (!strcmp (name, "min"))
    e = read_extreme (s, PRAM_EXPR_MIN);
  else if (!strcmp (name, "max"))
    e = read_extreme (s, PRAM_EXPR_MAX);
  else if (!strcmp (name, "trips"))
    e = pram_expr_trips (s->exprs, read_loop_name (s));
  else if (!strcmp (name, "entry"))
    e = read_entry_number (s);
  else
    e = read_wrap (s, name);
  pram_expect (&s->r, ")");
  return e;
}

/* `@' `(' expr `)', behind the name of LOOKUP.  */
static const struct pram_expr *
read_element (struct source_reader *s, const struct pram_lookup *lookup)
{
  pram_expect (&s->r, "@");
  return pram_expr_element (s->exprs, lookup->number, lookup->name,
			    read_condition (s));
}

/* What NAME, the current token, stands for.  */
static const struct pram_expr *
read_leaf (struct source_reader *s)
{
  const struct named *n = find (s, s->r.token.text);
  if (n && n->lookup >= 0)
    {
      pram_advance (&s->r);
      return read_element (s, &s->source->lookups.lookup[n->lookup]);
    }
  if (!n || (!n->expr && n->loop < 0))
    {
      PRAM_FAIL (&s->r, "'%s' is not declared", s->r.token.text);
      return pram_expr_constant (s->exprs, 0);
    }
  pram_advance (&s->r);
  return n->loop < 0 ? n->expr : pram_expr_iterator (s->exprs, n->loop);
}

static const struct pram_expr *
read_unary (struct source_reader *s)
{
  const struct pram_expr *zero = pram_expr_constant (s->exprs, 0);
  if (pram_at_name_p (&s->r))
    return (s->r.token.kind == PRAM_TOKEN_NAME && pram_peek (&s->r) == '('
	    ? read_call (s) : read_leaf (s));
  if (pram_accept (&s->r, "("))
    {
      const struct pram_expr *e = read_expr (s, 0);
      pram_expect (&s->r, ")");
      return e;
    }
  if (pram_accept (&s->r, "!"))
    return pram_expr_not (s->exprs, read_expr (s, UNARY));
  bool minus = pram_at_p (&s->r, "-");
  if (s->r.token.kind != PRAM_TOKEN_NUMBER && !minus)
    PRAM_FAIL (&s->r, "expected an expression before '%s'", s->r.token.text);
  if (!minus || isdigit ((unsigned char) pram_peek (&s->r)))
    return pram_expr_constant (s->exprs, pram_read_integer (&s->r));
  pram_advance (&s->r);
  return pram_expr_sum (s->exprs, read_expr (s, UNARY), -1, zero, 0);
}

/* Operators of at least the level LEAST, none with two operands if that is
   UNARY.  */
static const struct pram_expr *
read_expr (struct source_reader *s, int least)
{
  if (++s->depth > MAX_DEPTH)
    PRAM_FAIL (&s->r, "an expression of more than %d levels", MAX_DEPTH);
  const struct pram_expr *a = s->r.failed ? pram_expr_constant (s->exprs, 0)
			      : read_unary (s);
  for (enum operator op; (op = operator_at (s, least)) != N_OPERATORS;)
    {
      pram_advance (&s->r);
      a = combine (s->exprs, op, a, read_expr (s, operators[op].level + 1));
    }
  if (least == 0 && pram_accept (&s->r, "?"))
    {
      const struct pram_expr *yes = read_expr (s, 0);
      pram_expect (&s->r, ":");
      a = pram_expr_select (s->exprs, a, yes, read_expr (s, 0));
    }
  s->depth--;
  return a;
}

/* --- Declarations -------------------------------------------------------- */

static void
read_entry (struct source_reader *s)
{
  struct pram_source *source = s->source;
  struct named *n = declare (s);
  int number = source->n_entries;
  const char *name = read_own_name (s, n->name);
  if (pram_accept (&s->r, "number"))
    number = pram_read_int (&s->r);
  pram_expect (&s->r, "=");
  *PRAM_ARENA_PUSH (s->r.arena, source->entries, source->n_entries)
    = (struct pram_entry) { number, name, pram_read_integer (&s->r),
			    pram_accept (&s->r, "like") ? 1 + pram_read_int (&s->r) : 0 };
  n->expr = pram_expr_entry (s->exprs, number, name);
}

static void
read_lookup (struct source_reader *s)
{
  struct pram_source *source = s->source;
  int begin = s->r.token.line;
  struct named *n = declare (s);
  const char *name = read_own_name (s, n->name);
  pram_expect (&s->r, "number");
  int number = pram_read_int (&s->r);
  pram_expect (&s->r, "type");
  enum pram_type type = pram_read_type (&s->r);
  struct pram_lookup *lookup
    = (s->r.failed ? NULL
       : pram_lookup_add (&source->lookups, s->r.arena, number, name, type));
  if (bad_at (s, begin, !lookup))
    PRAM_FAIL (&s->r, "'%s' has no integers", n->name);
  if (!lookup)
    return;
  n->lookup = source->lookups.n - 1;
  if (pram_accept (&s->r, "object"))
    lookup->object = pram_read_integer (&s->r);
  lookup->ahead = pram_accept (&s->r, "ahead");
  pram_expect (&s->r, "=");
  pram_expect (&s->r, "(");
  while (!s->r.failed && !pram_at_p (&s->r, ")"))
    *PRAM_ARENA_PUSH (s->r.arena, lookup->values, lookup->n_values)
      = pram_read_integer (&s->r);
  pram_expect (&s->r, ")");
  if (pram_accept (&s->r, "rest"))
    lookup->rest = pram_read_integer (&s->r);
  if (pram_accept (&s->r, "step"))
    lookup->step = pram_read_integer (&s->r);
}

static void
read_array (struct source_reader *s)
{
  int begin = s->r.token.line;
  const char *name = pram_read_new_array (&s->r);
  *PRAM_ARENA_PUSH (s->r.scratch, s->own, s->n_own) = read_own_name (s, name);
  int number = pram_source_add_array (s->source, name, PRAM_TYPE_U8, 1);
  struct pram_array *array = &s->source->arrays[number];
  pram_read_element (&s->r, array);
  if (bad_at (s, begin, array->elem_size <= 0))
    PRAM_FAIL (&s->r, "array '%s' has elements of %d bytes", name,
	       array->elem_size);
  pram_read_object (&s->r, array);
}

static void
read_data (struct source_reader *s)
{
  struct named *n = declare (s);
  n->expr = pram_expr_data (s->exprs, read_own_name (s, NULL), NULL);
}

static void
read_loop (struct source_reader *s)
{
  struct pram_source *source = s->source;
  int begin = s->r.token.line;
  struct named *n = declare (s);
  struct pram_source_loop loop = { .outer = -1, .at.passed = -1 };
  if (pram_accept (&s->r, "in"))
    loop.outer = read_loop_name (s);
  int nest = 0;
  for (int l = loop.outer; !s->r.failed && l >= 0; l = source->loops[l].outer)
    nest++;
  if (bad_at (s, begin, nest >= MAX_NEST))
    PRAM_FAIL (&s->r, "more than %d loops within each other", MAX_NEST);
  loop.counted = pram_accept (&s->r, "counted");
  loop.level = pram_accept (&s->r, "level");
  loop.late = pram_accept (&s->r, "late");
  loop.runs = pram_accept (&s->r, "runs");
  loop.fixed = pram_accept (&s->r, "fixed");
  if (pram_accept (&s->r, "line"))
    loop.line = pram_read_int (&s->r);
  n->loop = source->n_loops;
  *PRAM_ARENA_PUSH (s->r.arena, source->loops, source->n_loops) = loop;
}

static void
read_variable (struct source_reader *s)
{
  struct pram_source *source = s->source;
  struct named *n = declare (s);
  struct pram_variable v = { 0, n->name, NULL, NULL };
  pram_expect (&s->r, "in");
  v.loop = read_loop_name (s);
  v.name = read_own_name (s, n->name);
  n->variable = source->n_variables;
  n->expr = pram_expr_variable (s->exprs, n->variable, v.name);
  *PRAM_ARENA_PUSH (s->r.arena, source->variables, source->n_variables) = v;
}

static void
read_order (struct source_reader *s)
{
  struct pram_source *source = s->source;
  if (!pram_accept (&s->r, "order"))
    {
      source->order = PRAM_ARENA_NEW (s->r.arena, int, source->n_loops);
      for (; source->n_order < source->n_loops; source->n_order++)
	source->order[source->n_order] = source->n_order;
      return;
    }
  pram_expect (&s->r, "(");
  while (pram_at_name_p (&s->r))
    {
      int loop = read_loop_name (s);
      if (s->r.failed)
	return;
      *PRAM_ARENA_PUSH (s->r.arena, source->order, source->n_order) = loop;
    }
  pram_expect (&s->r, ")");
}

static void
read_let (struct source_reader *s)
{
  struct named *n = declare (s);
  pram_expect (&s->r, "=");
  n->expr = read_expr (s, 0);
}

static void
read_position (struct source_reader *s, struct pram_position *at)
{
  if (pram_accept (&s->r, "behind"))
    at->passed = pram_read_int (&s->r);
  if (pram_accept (&s->r, "if"))
    at->when = read_condition (s);
}

static void
read_leave (struct source_reader *s)
{
  struct pram_token token = s->r.token;
  struct pram_source_loop *loop = NULL;
  int number = read_loop_name (s);
  if (s->r.failed)
    return;
  loop = &s->source->loops[number];
  s->leave_line[number] = token.line;
  if (loop->n_leave || loop->at.when || loop->at.passed >= 0)
    {
      s->r.token = token;
      PRAM_FAIL (&s->r, "'%s' is there twice", token.text);
    }
  read_position (s, &loop->at);
  while (pram_at_p (&s->r, "("))
    *PRAM_ARENA_PUSH (s->r.arena, loop->leave, loop->n_leave)
      = read_condition (s);
}

static void
read_step (struct source_reader *s)
{
  struct pram_token token = s->r.token;
  const struct named *n
    = pram_at_name_p (&s->r) ? find (s, s->r.token.text) : NULL;
  if (!n || n->variable < 0)
    {
      PRAM_FAIL (&s->r, "no variable '%s'", s->r.token.text);
      return;
    }
  struct pram_variable *v = &s->source->variables[n->variable];
  if (v->start)
    PRAM_FAIL (&s->r, "'%s' is there twice", token.text);
  pram_advance (&s->r);
  v->start = read_condition (s);
  v->next = read_condition (s);
}

/* Verify AT, in LOOP, which LINE has.  */
static void
check_position (struct source_reader *s, const struct pram_position *at,
		int loop, int line)
{
  int most = loop < 0 ? 0 : s->source->loops[loop].n_leave;
  /* Of a loop of which nothing is known there may be any number.  */
  bool known = loop < 0 || most > 0;
  if (bad_at (s, line, at->passed < 0 || (known && at->passed > most)))
    PRAM_FAIL (&s->r, "behind %d exits of a loop that has %d", at->passed,
	       most);
}

static void
read_load (struct source_reader *s)
{
  int begin = s->r.token.line;
  const struct named *n
    = pram_at_name_p (&s->r) ? find (s, s->r.token.text) : NULL;
  if (!n || n->lookup < 0)
    PRAM_FAIL (&s->r, "no lookup '%s'", s->r.token.text);
  if (s->r.failed)
    return;
  pram_advance (&s->r);
  pram_expect (&s->r, "@");
  struct pram_load load = { .offset = read_condition (s), .loop = -1 };
  if (pram_accept (&s->r, "in"))
    load.loop = read_loop_name (s);
  if (s->r.failed)
    return;
  load.at.passed = load.loop < 0 ? 0 : s->source->loops[load.loop].n_leave;
  read_position (s, &load.at);
  check_position (s, &load.at, load.loop, begin);
  struct pram_lookup *lookup = &s->source->lookups.lookup[n->lookup];
  *PRAM_ARENA_PUSH (s->r.arena, lookup->loads, lookup->n_loads) = load;
}

/* Set what is usual, now that all is known.  */
static void
finish_loops (struct source_reader *s)
{
  struct pram_source *source = s->source;
  for (int l = 0; l < source->n_loops; l++)
    {
      struct pram_source_loop *loop = &source->loops[l];
      if (loop->at.passed < 0)
	loop->at.passed
	  = loop->outer < 0 ? 0 : source->loops[loop->outer].n_leave;
      check_position (s, &loop->at, loop->outer, s->leave_line[l]);
    }
}

/* --- Items --------------------------------------------------------------- */

static void read_items (struct source_reader *, struct pram_items *, int loop,
			int passed);

static void
read_work (struct source_reader *s, struct pram_items *items)
{
  struct pram_item *item
    = pram_source_add_item (s->source, items, PRAM_ITEM_WORK, 0);
  item->weight = pram_read_number (&s->r);
  item->scalar = pram_accept (&s->r, "scalar");
  if (pram_accept (&s->r, "line"))
    item->line = pram_read_int (&s->r);
}

static void
read_bytes (struct source_reader *s, struct pram_item *item, int begin)
{
  item->bytes = pram_read_int (&s->r);
  int size = s->r.failed ? 1 : s->source->arrays[item->array].elem_size;
  if (bad_at (s, begin, item->bytes <= 0 || item->bytes % size))
    PRAM_FAIL (&s->r, "%d bytes are no elements of %d", item->bytes, size);
}

static void
read_reference (struct source_reader *s, struct pram_items *items, int loop,
		int passed, bool write)
{
  struct pram_item *item
    = pram_source_add_item (s->source, items, PRAM_ITEM_REFERENCE, s->line);
  int begin = s->r.token.line;
  item->write = write;
  item->array = pram_read_array_name (&s->r);
  pram_expect (&s->r, "@");
  item->offset = read_condition (s);
  item->indirect = pram_accept (&s->r, "indirect");
  item->computed = item->indirect && pram_accept (&s->r, "computed");
  if (item->indirect && pram_accept (&s->r, "asked"))
    item->asked = pram_read_int (&s->r);
  item->finds = item->indirect && pram_accept (&s->r, "finds");
  item->leads = item->indirect && pram_accept (&s->r, "leads");
  if (item->indirect && pram_accept (&s->r, "apart"))
    item->apart = pram_read_int (&s->r);
  item->perhaps = !write && pram_accept (&s->r, "perhaps");
  if (!write && pram_accept (&s->r, "steady"))
    item->steady = pram_read_int (&s->r);
  if (pram_accept (&s->r, "bytes"))
    read_bytes (s, item, begin);
  item->at.passed = passed;
  read_position (s, &item->at);
  check_position (s, &item->at, loop, begin);
  if (pram_accept (&s->r, "line"))
    item->line = pram_read_int (&s->r);
  s->line = item->line;
  if (pram_accept (&s->r, "value"))
    item->value_of = pram_read_text (&s->r, "a scalar");
  if (pram_accept (&s->r, "parts"))
    item->parts = pram_read_int (&s->r);
}

/* Arrays are exchanged in ITEM, not multiplied.  */
static void
read_swap (struct source_reader *s, struct pram_item *item)
{
  int n = s->source->n_arrays, begin = s->r.token.line;
  item->next = pram_read_swap (&s->r);
  bool *seen = PRAM_ARENA_NEW (s->r.scratch, bool, n);
  for (int a = 0; a < n && !s->r.failed; a++)
    {
      if (bad_at (s, begin, seen[item->next[a]]))
	PRAM_FAIL (&s->r, "the swap is no permutation");
      seen[item->next[a]] = true;
    }
}

static void
read_reduce (struct source_reader *s, struct pram_item *item)
{
  struct pram_carried *carried
    = PRAM_ARENA_PUSH (s->r.arena, item->carried, item->n_carried);
  pram_read_reduce (&s->r, item->line, carried);
  if (pram_accept (&s->r, "how"))
    carried->how = pram_read_int (&s->r);
  carried->exact = pram_accept (&s->r, "exact");
}

static void
read_loop_options (struct source_reader *s, struct pram_item *item)
{
  if (pram_accept (&s->r, "line"))
    item->line = pram_read_int (&s->r);
  item->last_too = pram_accept (&s->r, "last");
  item->once = pram_accept (&s->r, "once");
  item->stays_out = pram_accept (&s->r, "stays");
  if (pram_accept (&s->r, "parts"))
    item->parts = pram_read_int (&s->r);
  if (pram_accept (&s->r, "swap"))
    read_swap (s, item);
  while (pram_accept (&s->r, "reduce"))
    read_reduce (s, item);
  if (!pram_accept (&s->r, "order"))
    return;
  item->order_reason = pram_read_text (&s->r, "a string");
  if (pram_accept (&s->r, "line"))
    item->order_line = pram_read_int (&s->r);
  item->relayed = pram_accept (&s->r, "relayed");
  item->waves = item->relayed && pram_accept (&s->r, "waves");
}

/* What is in the braces of ITEM.  */
static void
read_segments (struct source_reader *s, struct pram_item *item)
{
  bool counted = s->source->loops[item->loop].counted;
  int before = s->line;
  if (!counted && !pram_at_p (&s->r, "segment"))
    PRAM_FAIL (&s->r, "expected 'segment' before '%s'", s->r.token.text);
  do
    {
      struct pram_items *segment
	= PRAM_ARENA_PUSH (s->r.arena, item->segment, item->n_segments);
      int k = item->n_segments - 1;
      segment->line = item->line;
      if (pram_accept (&s->r, "segment") && pram_accept (&s->r, "line"))
	segment->line = pram_read_int (&s->r);
      pram_read_deciders (&s->r, &segment->n_deciders, &segment->deciders);
      s->line = segment->line;
      read_items (s, segment, item->loop,
		  pram_source_passed (s->source, item->loop, k));
    }
  while (!counted && pram_at_p (&s->r, "segment"));
  s->line = before;
}

static void
read_item_loop (struct source_reader *s, struct pram_items *items, int outer,
		bool counted)
{
  const char *name = s->r.token.text;
  int begin = s->r.token.line, number = read_loop_name (s);
  if (s->r.failed)
    return;
  const struct pram_source_loop *loop = &s->source->loops[number];
  if (s->placed[number] || loop->outer != outer || loop->counted != counted)
    s->r.token.line = begin;
  if (s->placed[number])
    PRAM_FAIL (&s->r, "'%s' is there twice", name);
  else if (loop->outer != outer)
    PRAM_FAIL (&s->r, "'%s' is a loop of another one", name);
  else if (loop->counted != counted)
    PRAM_FAIL (&s->r, "'%s' is %scounted", name, counted ? "not " : "");
  if (s->r.failed)
    return;
  s->placed[number] = true;
  struct pram_item *item
    = pram_source_add_item (s->source, items, PRAM_ITEM_LOOP, loop->line);
  item->loop = number;
  item->name = read_own_name (s, name);
  read_loop_options (s, item);
  pram_expect (&s->r, "{");
  read_segments (s, item);
  pram_expect (&s->r, "}");
}

/* Items in LOOP, where PASSED exits are usual.  */
static void
read_items (struct source_reader *s, struct pram_items *items, int loop,
	    int passed)
{
  for (;;)
    if (pram_accept (&s->r, "work"))
      read_work (s, items);
    else if (pram_accept (&s->r, "read"))
      read_reference (s, items, loop, passed, false);
    else if (pram_accept (&s->r, "write"))
      read_reference (s, items, loop, passed, true);
    else if (pram_accept (&s->r, "for"))
      read_item_loop (s, items, loop, true);
    else if (pram_accept (&s->r, "while"))
      read_item_loop (s, items, loop, false);
    else
      break;
}

/* --- The whole ----------------------------------------------------------- */

/* The first line.  False if there is an error in it.  */
static bool
read_head (struct source_reader *s)
{
  struct pram_reader *r = &s->r;
  const char *name = pram_read_word (r, "source");
  const char *file = pram_read_word (r, "file");
  pram_expect (r, "line");
  int line = pram_read_int (r);
  if (r->failed)
    return false;
  s->source = pram_source_new (name, file, line);
  s->exprs = s->source->exprs;
  r->arena = s->source->arena;
  r->n_arrays = &s->source->n_arrays;
  r->arrays = &s->source->arrays;
  if (pram_accept (r, "vectors"))
    s->source->vectors = pram_read_int (r);
  if (pram_accept (r, "body"))
    {
      pram_expect (r, "line");
      s->source->body.line = pram_read_int (r);
    }
  return !r->failed;
}

static void
read_source (struct source_reader *s)
{
  struct pram_reader *r = &s->r;
  if (!read_head (s))
    return;
  while (pram_accept (r, "entry"))
    read_entry (s);
  while (pram_accept (r, "lookup"))
    read_lookup (s);
  while (pram_accept (r, "array"))
    read_array (s);
  while (pram_accept (r, "data"))
    read_data (s);
  while (pram_accept (r, "loop"))
    read_loop (s);
  read_order (s);
  while (pram_accept (r, "variable"))
    read_variable (s);
  s->leave_line = PRAM_ARENA_NEW (r->scratch, int, s->source->n_loops);
  while (pram_accept (r, "let"))
    read_let (s);
  while (pram_accept (r, "leave"))
    read_leave (s);
  while (pram_accept (r, "step"))
    read_step (s);
  finish_loops (s);
  while (pram_accept (r, "load"))
    read_load (s);
  s->placed = PRAM_ARENA_NEW (r->scratch, bool, s->source->n_loops);
  s->line = s->source->body.line;
  read_items (s, &s->source->body, -1, 0);
  if (!r->failed && r->token.kind != PRAM_TOKEN_END)
    PRAM_FAIL (r, "expected a loop, a reference or work before '%s'",
	       r->token.text);
  for (int a = 0; a < s->n_own; a++)
    s->source->arrays[a].name = s->own[a];
}

struct pram_source *
pram_source_read (FILE *file, const struct pram_diag *diag)
{
  struct source_reader s = { .r = pram_reader_new (file, diag) };
  read_source (&s);
  pram_arena_free (s.r.scratch);
  if (!s.r.failed)
    return s.source;
  pram_source_free (s.source);
  return NULL;
}
