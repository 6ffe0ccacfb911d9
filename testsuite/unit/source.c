/* source.c: tests of the text form of sources, and of what becomes of them.

   SPDX-License-Identifier: GPL-3.0-or-later

   PRAM_SOAK=FIRST,LAST in the environment: random sources of these seeds.  */

#include "random-nests.h"

#include <inttypes.h>

#include "poly/instantiate.h"

#define HEAD "source r file f.c line 1\n"

/* --- Helpers -------------------------------------------------------------- */

static struct pram_source *
source_from (const char *text, const struct pram_diag *diag)
{
  FILE *file = fmemopen ((void *) text, strlen (text), "r");
  struct pram_source *source = pram_source_read (file, diag);
  fclose (file);
  return source;
}

/* The caller frees it.  */
static char *
source_text (const struct pram_source *source)
{
  char *text;
  size_t size;
  FILE *file = open_memstream (&text, &size);
  pram_source_print (file, source);
  fclose (file);
  return text;
}

/* The text of SOURCE's prog, or why there is none; the caller frees it.  */
static char *
prog_text (struct pram_source *source)
{
  struct heard heard;
  struct pram_diag diag = diag_to (&heard);
  struct pram_scope *scope
    = pram_scope_new (source->exprs, source->arena, NULL);
  struct pram_obstacle obstacle;
  pram_source_enter (source, scope);
  struct pram_prog *prog = pram_instantiate (source, scope, &obstacle);
  if (!prog)
    pram_obstacle_report (source, &obstacle, &diag);
  char *text = prog ? text_of (prog) : strdup (heard.message);
  cr_expect (!prog || pram_prog_check (prog, &diag), "%s", heard.message);
  pram_scope_free (scope);
  return text;
}

/* What SOURCE, which is taken, prints must be read as the same; PROG: and
   become the same prog.  */
static void
check_text (struct pram_source *source, uint64_t seed, bool prog)
{
  struct heard heard;
  struct pram_diag diag = diag_to (&heard);
  char *once = source_text (source);
  struct pram_source *again = source_from (once, &diag);
  cr_assert (again, "seed %" PRIu64 ", line %d: %s\n%s", seed, heard.line,
	     heard.message, once);
  char *twice = source_text (again);
  cr_assert_str_eq (twice, once, "seed %" PRIu64 "\n%s\n%s", seed, once,
		    twice);
  if (prog)
    {
      char *first = prog_text (source), *second = prog_text (again);
      cr_assert_str_eq (second, first, "seed %" PRIu64 "\n%s\n%s\n%s", seed,
			once, first, second);
      free (first);
      free (second);
    }
  free (once);
  free (twice);
  pram_source_free (source);
  pram_source_free (again);
}

/* --- Fixed texts ---------------------------------------------------------- */

/* print (read (TEXT)) must be TEXT.  */
static void
expect_same (const char *text)
{
  struct heard heard;
  struct pram_diag diag = diag_to (&heard);
  struct pram_source *source = source_from (text, &diag);
  cr_assert (source, "line %d: %s", heard.line, heard.message);
  char *again = source_text (source);
  cr_expect_str_eq (again, text);
  free (again);
  check_text (source, 0, false);
}

Test (source, everything)
{
  expect_same
    ("source main.1 file \"a b.c\" line 12 vectors 32 body line 13\n"
     "entry n = -9223372036854775808\n"
     "entry n.1 name n number 7 = 9223372036854775807\n"
     "entry \"g->nx\" number 9 = -3\n"
     "array a bytes 8 type f64 object 800 arg 3 local\n"
     "array a.1 name a bytes 4 type i32\n"
     "data d1\n"
     "data s name s\n"
     "loop t fixed line 20\n"
     "loop i in t counted runs line 21\n"
     "loop i.1 in i counted\n"
     "loop i.2 in t counted\n"
     "order (i t i.1 i)\n"
     "let x1 = 8*(i*n) + 8*i.1 - 16\n"
     "leave t (s)\n"
     "leave i behind 0 if (d1 < 9 && s) (i >= \"g->nx\") (d1 == 5)\n"
     "leave i.1 behind 1 (trips(i) < i.1)\n"
     "read a@(n.1) line 14 value alpha\n"
     "work 2.5 scalar line 3\n"
     "while t swap a = a.1 a.1 = a order \"the \\\"sum\\\" \\\\\" line 15 {\n"
     "segment line 22\n"
     "  for i line 23 last reduce sum f64 s line 24 how 3 exact reduce max i32"
     " \"a b\" {\n"
     "    for i.1 name i {\n"
     "    segment line 9\n"
     "      read a@(x1) indirect line 25\n"
     "      write a.1@(x1) behind 0 if (entry(12) < entry(13, \"q r\"))\n"
     "      read a.1@(-9223372036854775808*i - 9223372036854775807)\n"
     "    }\n"
     "    work 1e-06\n"
     "  }\n"
     "segment\n"
     "}\n");
}

Test (source, operators)
{
  expect_same
    (HEAD
     "entry n = 3\n"
     "entry m = 4\n"
     "array a bytes 8 type f64\n"
     "data d1\n"
     "data d2\n"
     "read a@(n*m/2%3)\n"
     "read a@(m/2*n)\n"
     "read a@(-n)\n"
     "read a@(-(n*m) - 1)\n"
     "read a@(u8(n - 1) + i64(m))\n"
     "read a@((n & 7) ^ m)\n"
     "read a@((n << m) >> 3)\n"
     "read a@(n < m ? m : n + 2)\n"
     "read a@((n < m ? 1 : 2) + 5)\n"
     "read a@(min(n, m) - max(n - 1, 0))\n"
     "read a@(u64(-1))\n"
     "read a@(-9223372036854775808)\n"
     "read a@(0) if ((n == 2 || d1) && n + 1 < m)\n"
     "read a@(0) if (d1 != d2 && m < 0)\n"
     "read a@(0) if (n >= 5 || !d2)\n");
}

static void
expect_error (int line, const char *message, const char *text)
{
  struct heard heard;
  struct pram_diag diag = diag_to (&heard);
  struct pram_source *source = source_from (text, &diag);
  cr_expect_null (source, "%s", text);
  cr_expect_eq (heard.n, 1);
  cr_expect_eq (heard.severity, PRAM_ERROR);
  cr_expect_eq (heard.line, line, "line %d: %s", heard.line, heard.message);
  cr_expect (strstr (heard.message, message), "%s", heard.message);
}

#define ARRAY "array a bytes 8 type f64\n"
#define LOOP "loop i counted\nleave i (i > 3)\n"

Test (source, errors)
{
  expect_error (1, "expected 'source'", "region r file f.c line 1");
  expect_error (1, "expected 'file'", "source");
  expect_error (2, "no array 'b'", HEAD "read b@(0)");
  expect_error (3, "'n' is not declared", HEAD ARRAY "read a@(n)");
  expect_error (3, "expected an expression", HEAD ARRAY "read a@()");
  expect_error (3, "no function 'u65'", HEAD ARRAY "read a@(u65(1))");
  expect_error (3, "no function 'f'", HEAD ARRAY "read a@(f(1))");
  expect_error (3, "'n' is declared twice", HEAD "entry n = 1\ndata n");
  expect_error (2, "expected an integer", HEAD "entry n = 9223372036854775808");
  expect_error (2, "elements of 0 bytes", HEAD "array a bytes 0 type f64");
  expect_error (2, "no loop 'j'", HEAD "loop i in j");
  expect_error (4, "behind 2 exits of a loop that has 1",
		HEAD "loop i\nloop j in i\nleave j behind 2 leave i (i > 3)");
  expect_error (5, "behind 2 exits of a loop that has 1",
		HEAD ARRAY LOOP "for i { read a@(0) behind 2 }");
  expect_error (5, "'i' is there twice", HEAD ARRAY LOOP "for i { } for i { }");
  expect_error (4, "'i' is there twice", HEAD LOOP "leave i (i > 4)");
  expect_error (4, "'i' is not counted",
		HEAD "loop i\nleave i (i > 3)\nfor i {}");
  expect_error (3, "expected 'segment'", HEAD "loop i\nwhile i { }");
  expect_error (4, "'j' is a loop of another one",
		HEAD "loop i counted\nloop j in i counted\nfor j { }");
  expect_error (4, "no permutation",
		HEAD ARRAY "array b bytes 8 type f64 loop t counted\n"
		"for t swap a = b { }");
  expect_error (2, "expected a loop, a reference or work", HEAD "}");
}

/* What is nested too deeply is an error, too.  */
Test (source, deep)
{
  enum { N = 100000 };
  char *deep = malloc (N + 100), *c = deep;
  c += sprintf (c, HEAD ARRAY "read a@(");
  memset (c, '(', N);
  c[N] = '\0';
  expect_error (3, "levels", deep);
  memset (c, '!', N);
  expect_error (3, "levels", deep);
  free (deep);
  char *wide;
  size_t size;
  FILE *file = open_memstream (&wide, &size);
  fprintf (file, HEAD "loop l0\n");
  for (int k = 1; k < 1000; k++)
    fprintf (file, "loop l%d in l%d\n", k, k - 1);
  fclose (file);
  expect_error (202, "within each other", wide);
  free (wide);
}

/* Each text has random characters or words of it changed: it is read, and then
   survives, or there is one error.  */
Test (source, wrong)
{
  static const char *const words[]
    = { "(", ")", "{", "}", "i", "n", "a", "9", "-", "loop", "let", "segment",
	"behind", "in", "9223372036854775807", "*", "<<", "%", "0", "\"", "u8(",
	"?", ":", "x1", "trips(", "order", "counted", "line", "@", "=", "" };
  static const char text[] =
    HEAD "entry n = 5\n" ARRAY "data d\nloop i counted\nloop j in i\n"
    "order (i j)\nlet x1 = 8*(i*n) + 8*j\nleave i (i >= n)\n"
    "leave j if (n > 3) (j > i || d)\n"
    "for i reduce sum f64 s { while j { segment read a@(x1) segment\n"
    "write a@(u32(x1)) if (x1 < 80 && n % 2 == 0) } work 2 }\n";
  int n_read = 0, n_wrong = 0;
  for (uint64_t seed = 0; seed < 20000; seed++)
    {
      struct rng rng = { seed };
      char *wrong, *copy = strdup (text);
      size_t size;
      FILE *file = open_memstream (&wrong, &size);
      for (char *save, *word = strtok_r (copy, " ", &save); word;
	   word = strtok_r (NULL, " ", &save))
	{
	  int what = (int) rng_in (&rng, 0, 150);
	  if (what == 0)
	    word = (char *) words[rng_in (&rng, 0, 30)];
	  else if (what == 1)
	    word[rng_in (&rng, 0, (int64_t) strlen (word) - 1)]
	      = (char) rng_in (&rng, 32, 126);
	  fprintf (file, what == 2 ? "" : what == 3 ? "%s %s " : "%s ", word,
		   word);
	}
      fclose (file);
      struct heard heard;
      struct pram_diag diag = diag_to (&heard);
      struct pram_source *source = size ? source_from (wrong, &diag) : NULL;
      n_read += source != NULL;
      n_wrong += !source;
      cr_assert_eq (heard.n, !source, "seed %d\n%s", (int) seed, wrong);
      if (source)
	check_text (source, seed, true);
      free (wrong);
      free (copy);
    }
  cr_assert_gt (n_read, 1000);
  cr_assert_gt (n_wrong, 1000);
}

/* --- Random sources ------------------------------------------------------- */

/* A random expression, also of numbers of 64 bits, data and operators that are
   not evaluated.  */
static const struct pram_expr *
make_wild (struct maker *m, const struct pram_expr **pool, int n)
{
  static const enum pram_expr_op ops[]
    = { PRAM_EXPR_PRODUCT, PRAM_EXPR_DIV, PRAM_EXPR_MOD, PRAM_EXPR_MIN,
	PRAM_EXPR_MAX, PRAM_EXPR_AND, PRAM_EXPR_XOR, PRAM_EXPR_SHL,
	PRAM_EXPR_SHR };
  static const int64_t numbers[]
    = { INT64_MIN, INT64_MAX, INT64_MIN + 1, -1, 1, 8, INT32_MIN, -8, 0 };
  struct pram_exprs *x = m->exprs;
  const struct pram_expr *a = pool[choose (m, n)], *b = pool[choose (m, n)];
  const struct pram_expr *c = pool[choose (m, n)];
  switch (choose (m, 12))
    {
    case 0: return pram_expr_constant (x, numbers[choose (m, 9)]);
    case 1: return pram_expr_data (x, choose (m, 2) ? "s" : NULL, NULL);
    case 2: return pram_expr_wrap (x, a, 1 + choose (m, 64), choose (m, 2));
    case 3: return pram_expr_less (x, a, b);
    case 4: return pram_expr_equal (x, a, b);
    case 5: return pram_expr_both (x, a, pram_expr_not (x, b));
    case 6: return pram_expr_either (x, a, b);
    case 7: return pram_expr_select (x, a, b, c);
    case 8: case 9:
      return pram_expr_sum (x, a, numbers[choose (m, 8)], b,
			    numbers[choose (m, 8)]);
    default: return pram_expr_binary (x, ops[choose (m, 9)], a, b);
    }
}

/* Items in LOOP with expressions of the N ones in POOL.  */
static void
make_items (struct maker *m, struct pram_source *s, struct pram_items *items,
	    int loop, const struct pram_expr **pool, int n)
{
  static const char *const names[] = { "i", "j", "i", "", "a b", "x1", "d1" };
  int passed = loop < 0 ? 0 : s->loops[loop].n_leave;
  for (int k = choose (m, 4); k >= 0; k--)
    {
      struct pram_item *item
	= pram_source_add_item (s, items, PRAM_ITEM_REFERENCE, choose (m, 5));
      item->array = choose (m, s->n_arrays);
      item->write = choose (m, 2);
      item->indirect = !item->write && choose (m, 2);
      item->at.passed = choose (m, passed + 1);
      item->at.when = choose (m, 2) ? pool[choose (m, n)] : NULL;
      item->offset = pool[choose (m, n)];
      item->value_of = choose (m, 2) ? NULL : "al pha";
      pram_source_add_work (s, items, choose (m, 9) / 7.0, choose (m, 2));
    }
  for (int l = loop + 1; l < s->n_loops; l++)
    {
      if (s->loops[l].outer != loop || !choose (m, 6))
	continue;
      struct pram_item *item
	= pram_source_add_item (s, items, PRAM_ITEM_LOOP, choose (m, 5));
      item->loop = l;
      item->name = names[choose (m, 7)];
      item->last_too = choose (m, 2);
      pram_source_add_segments (s, item, s->loops[l].counted ? 1
					 : 1 + choose (m, 3));
      for (int k = 0; k < item->n_segments; k++)
	{
	  if (choose (m, 2))
	    item->segment[k].line = choose (m, 5);
	  if (k == 0)
	    make_items (m, s, &item->segment[k], l, pool, n);
	}
      for (int c = choose (m, 3); c > 0; c--)
	{
	  struct pram_carried *carried
	    = PRAM_ARENA_PUSH (s->arena, item->carried, item->n_carried);
	  *carried = (struct pram_carried)
	    { .name = names[choose (m, 7)], .op = PRAM_OP_MIN,
	      .type = PRAM_TYPE_F32, .line = choose (m, 5),
	      .how = choose (m, 4), .exact = choose (m, 2),
	      .alone = choose (m, 2) };
	  for (int f = choose (m, 3); f > 0; f--)
	    *PRAM_ARENA_PUSH (s->arena, carried->followers,
			      carried->n_followers)
	      = (struct pram_follower) { .name = names[choose (m, 7)],
					 .type = PRAM_TYPE_I32 };
	}
      item->order_reason = choose (m, 3) ? NULL : "so \"it\" is";
      item->order_line = item->order_reason ? choose (m, 3) : 0;
      item->relayed = item->order_reason && choose (m, 2);
    }
}

static void
make_loops (struct maker *m, struct pram_source *s,
	    const struct pram_expr **pool, int n)
{
  for (int l = 0; l < s->n_loops; l++)
    {
      struct pram_source_loop *loop = &s->loops[l];
      loop->outer = choose (m, l + 1) - 1;
      loop->at.passed
	= choose (m, 1 + (loop->outer < 0 ? 0 : s->loops[loop->outer].n_leave));
      loop->at.when = choose (m, 3) ? NULL : pool[choose (m, n)];
      loop->counted = choose (m, 2);
      loop->runs = choose (m, 2);
      loop->fixed = choose (m, 2);
      loop->line = choose (m, 5);
      for (int k = choose (m, 3); k > 0; k--)
	*PRAM_ARENA_PUSH (s->arena, loop->leave, loop->n_leave)
	  = pool[choose (m, n)];
      for (int k = choose (m, 3); k > 0; k--)
	*PRAM_ARENA_PUSH (s->arena, s->order, s->n_order)
	  = choose (m, s->n_loops);
    }
}

Test (source, random)
{
  enum { POOL = 60 };
  uint64_t first = 0, last = 3000;
  soak_p (&first, &last);
  for (uint64_t seed = first; seed < last; seed++)
    {
      struct pram_source *s = pram_source_new ("r 1", "f.c", 3);
      struct maker m = { .rng = { seed }, .arena = s->arena,
			 .exprs = s->exprs };
      const struct pram_expr *pool[POOL];
      int n = 0;
      s->n_loops = 1 + choose (&m, 6);
      s->loops = PRAM_ARENA_NEW (s->arena, struct pram_source_loop,
				 s->n_loops);
      for (int l = 0; l < s->n_loops; l++)
	{
	  pool[n++] = pram_expr_iterator (s->exprs, l);
	  pool[n++] = pram_expr_trips (s->exprs, l);
	}
      for (int k = 0; k < 3; k++)
	{
	  const char *name = k == 1 ? "g->n" : "n";
	  if (k < 2)
	    *PRAM_ARENA_PUSH (s->arena, s->entries, s->n_entries)
	      = (struct pram_entry) { 2 * k, name, choose (&m, 99) - 50 };
	  pool[n++] = pram_expr_entry (s->exprs, 2 * k, name);
	}
      while (n < POOL)
	{
	  pool[n] = make_wild (&m, pool, n);
	  n++;
	}
      pram_source_add_array (s, "a", PRAM_TYPE_F64, 8);
      pram_source_add_array (s, "a", PRAM_TYPE_U16, 2);
      s->arrays[0].n_bytes = s->arrays[1].n_bytes = 800;
      s->arrays[1].local = choose (&m, 2);
      make_loops (&m, s, pool, n);
      make_items (&m, s, &s->body, -1, pool, n);
      check_text (s, seed, true);
    }
}

/* --- What becomes of sources ---------------------------------------------- */

static char tag[2];		/* of nodes */

/* NEST as a source.  */
static struct pram_source *
source_of (struct maker *m, struct pram_source *s, const struct nest *nest)
{
  struct pram_items *items = &s->body;
  *PRAM_ARENA_PUSH (s->arena, s->entries, s->n_entries)
    = (struct pram_entry) { 0, "n", nest->n };
  pram_source_add_array (s, "a", PRAM_TYPE_U8, 1);
  s->order = PRAM_ARENA_NEW (s->arena, int, 2);
  for (int l = 0; l < 2; l++)
    {
      struct pram_source_loop loop = { .outer = l - 1, .at.passed = l,
				       .counted = true };
      *PRAM_ARENA_PUSH (s->arena, loop.leave, loop.n_leave)
	= nest->leave[l].expr;
      *PRAM_ARENA_PUSH (s->arena, s->loops, s->n_loops) = loop;
      s->order[s->n_order++] = l;
      struct pram_item *item
	= pram_source_add_item (s, items, PRAM_ITEM_LOOP, l);
      item->loop = l;
      item->name = l ? "j" : "i";
      item->cookie = &tag[l];
      pram_source_add_segments (s, item, 1);
      items = &item->segment[0];
    }
  struct pram_item *item
    = pram_source_add_item (s, items, PRAM_ITEM_REFERENCE, 5);
  item->at = (struct pram_position) { 1, nest->when.expr };
  item->offset = nest->offset.expr;
  item->write = choose (m, 3) == 0;
  return s;
}

static const struct pram_node *
tagged (const struct pram_prog *prog, const char *cookie)
{
  for (int l = 0; l < prog->n_loops; l++)
    if (prog->loops[l]->cookie == cookie)
      return prog->loops[l];
  return NULL;
}

/* Does NODE's inside happen only under conditions on data?  */
static bool
may_p (const struct pram_node *node)
{
  bool may = node->conditional;
  for (int a = 0; a < node->n_accesses; a++)
    may |= node->accesses[a].may;
  for (int c = 0; c < node->n_children; c++)
    may |= may_p (node->children[c]);
  return may;
}

/* Is the prog of the nest of SEED known, and does it access what the nest
   does?  */
static bool
check_nest (uint64_t seed)
{
  static struct events plain, made;
  struct pram_source *s = pram_source_new ("p", "p.c", 1);
  struct maker m = new_maker (s->arena, seed);
  s->exprs = m.exprs;
  struct nest nest = make_nest (&m);
  plain.n = made.n = 0;
  plain.overflow = made.overflow = false;
  run_nest (&nest, &plain);
  source_of (&m, s, &nest);
  struct pram_scope *scope = pram_scope_new (s->exprs, s->arena, NULL);
  struct pram_obstacle obstacle;
  pram_source_enter (s, scope);
  struct pram_prog *prog
    = plain.overflow ? NULL : pram_instantiate (s, scope, &obstacle);
  bool known = (prog && !pram_scope_exceeded_p (scope) && prog->n_loops < 64
		&& !may_p (prog->root));
  if (known)
    {
      struct runner runner = { &made, tagged (prog, &tag[0]),
			       tagged (prog, &tag[1]), { 0 }, 0 };
      run_node (&runner, prog->root);
      known = runner.steps < MAX_STEPS;
      cr_assert (!known || same_events_p (&plain, &made),
		 "seed %d: %d, not %d", (int) seed, made.n, plain.n);
    }
  pram_scope_free (scope);
  if (plain.overflow)
    pram_source_free (s);
  else
    check_text (s, seed, true);
  return known && plain.n > 0;
}

Test (source, nests)
{
  uint64_t first = 0, last = 2000, n_known = 0;
  bool soak = soak_p (&first, &last);
  for (uint64_t seed = first; seed < last; seed++)
    n_known += check_nest (seed);
  cr_assert (soak || n_known > 300, "%d", (int) n_known);
}
