/* taskgraph-io.c: tests of the readers and writers of task graphs.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "support.h"
#include "arena-suite.h"

#include <math.h>

#include "lab/generate.h"
#include "lab/taskgraph-io.h"

static struct heard heard;

TestSuite (taskgraph_io, .init = set_up, .fini = tear_down);

enum form { TEXT, STG, DOT, N_FORMS };
static const char *const form_name[] = { "text", "stg", "dot" };

static struct pram_taskgraph *
read_bytes (enum form form, const char *text, size_t size)
{
  struct pram_diag diag = diag_to (&heard);
  FILE *file = fmemopen ((void *) text, size, "r");
  struct pram_taskgraph *graph
    = form == TEXT ? pram_taskgraph_read (file, arena, &diag)
      : form == STG ? pram_taskgraph_read_stg (file, "stg", arena, &diag)
      : pram_taskgraph_read_dot (file, arena, &diag);
  fclose (file);
  if (graph)
    {
      pram_taskgraph_add_preds (graph, arena);
      cr_assert (pram_taskgraph_check (graph, &diag), "%s", heard.message);
    }
  return graph;
}

static struct pram_taskgraph *
read_text (enum form form, const char *text)
{
  return read_bytes (form, text, strlen (text));
}

/* The caller frees it.  */
static char *
print (enum form form, const struct pram_taskgraph *graph, size_t *size)
{
  char *text;
  FILE *file = open_memstream (&text, size);
  if (form == TEXT)
    pram_taskgraph_print (file, graph);
  else if (form == STG)
    pram_taskgraph_print_stg (file, graph);
  else
    pram_taskgraph_print_dot (file, graph);
  fclose (file);
  return text;
}

static void
expect_print (enum form form, const struct pram_taskgraph *graph,
	      const char *expected)
{
  size_t size;
  char *text = print (form, graph, &size);
  cr_expect_str_eq (text, expected, "%s\nnot\n%s", text, expected);
  free (text);
}

static void
expect_same (const struct pram_taskgraph *a, const struct pram_taskgraph *b,
	     const char *what)
{
  cr_assert_eq (a->n_tasks, b->n_tasks, "%s", what);
  cr_assert_eq (a->n_edges, b->n_edges, "%s", what);
  for (int32_t v = 0; v < a->n_tasks; v++)
    cr_assert (a->task_cost[v] == b->task_cost[v]
	       && a->succ_start[v] == b->succ_start[v], "%s", what);
  for (int64_t e = 0; e < a->n_edges; e++)
    cr_assert (a->succ[e] == b->succ[e]
	       && pram_taskgraph_bytes (a, e) == pram_taskgraph_bytes (b, e),
	       "%s", what);
}

/* The example of taskgraph.h.  */
static const char diamond[] =
  "graph diamond bytes 8\n"
  "task 1.5 \"top\" 1 2:16\n"
  "task 2 3\n"
  "task 2 3\n"
  "task 1e-06\n";

Test (taskgraph_io, text_form)
{
  struct pram_taskgraph *graph = read_text (TEXT, diamond);
  cr_assert (graph, "%s", heard.message);
  cr_expect_eq (graph->n_edges, 4);
  cr_expect_eq (graph->task_cost[3], 1e-6);
  cr_expect_str_eq (graph->label[0], "top");
  expect_print (TEXT, graph, diamond);
  graph = read_text (TEXT, "# none\n graph \"a \\\"b\\\"\" # name\n\n"
		     "task 0.1\t1 # first\r\ntask 1\n");
  cr_assert (graph, "%s", heard.message);
  expect_print (TEXT, graph, "graph \"a \\\"b\\\"\" bytes 8\ntask 0.1 1\n"
		"task 1\n");
  graph = read_text (TEXT, "graph empty\n");
  cr_assert (graph && graph->n_tasks == 0);
}

Test (taskgraph_io, stg_without_communication)
{
  struct pram_taskgraph *graph
    = read_text (STG, "  3\n 0 0 0\n 1 8 1 0\n 2 1.5 1 1\n 3 5 2 1 2\n"
		 " 4 0 1 3\n# CP Length : 13\n");
  cr_assert (graph, "%s", heard.message);
  expect_print (TEXT, graph, "graph stg bytes 1\ntask 8 1 2\ntask 1.5 2\n"
		"task 5\n");
  /* Tasks that have to be run are no dummies.  */
  graph = read_text (STG, "1\n0 2 0\n1 8 1 0\n2 0 1 1\n");
  cr_assert (graph && graph->n_tasks == 3);
  /* Without dummies, and an edge against the numbering.  */
  graph = read_text (STG, "2\n0 2 1 1\n1 8 0\n");
  cr_assert (graph && graph->n_tasks == 2);
  cr_expect_eq (graph->task_cost[0], 8);
  graph = read_text (STG, "0\n0 0 0\n1 0 1 0\n");
  cr_assert (graph && graph->n_tasks == 0);
}

Test (taskgraph_io, stg_with_communication)
{
  static const char *const form[]
    = { "2\n0 0 0\n1 8 1 0 0\n2 1 1 1 20\n3 0 1 2 0\n",
	"2\n0 0 0\n1 8 1\n 0 0\n2 1 1\n 1 20\n3 0 1\n 2 0\n" };
  for (int k = 0; k < 2; k++)
    {
      struct pram_taskgraph *graph = read_text (STG, form[k]);
      cr_assert (graph, "%s", heard.message);
      expect_print (TEXT, graph, "graph stg bytes 21\ntask 8 1\ntask 1\n");
      expect_print (STG, graph, "          2\n          0 0          0\n"
		    "          1 8          1 0 0\n"
		    "          2 1          1 1 20\n"
		    "          3 0          1 2 0\n# \"stg\"\n");
      /* The message takes its cost.  */
      struct pram_logp machine = { .L = 0, .o = 0, .g = 0, .G = 1 };
      cr_expect_eq (pram_logp_latency (&machine, PRAM_SAME_NODE,
				       pram_taskgraph_bytes (graph, 0)), 20);
    }
}

Test (taskgraph_io, dot)
{
  struct pram_taskgraph *graph
    = read_text (DOT, "/* a\n */ strict Digraph \"a g\" { rankdir = LR // x\n"
		 "# y\nnode [shape=box, cost=3]; edge[bytes=4]\n"
		 "a [cost=2 label=\"A\\\"\"]; subgraph s { node [cost=7]; d }"
		 "a -> { b:n c } -> d [size=\"15.5\", weight=3]; a->e;;\n"
		 "graph [label=<<b>x</b>>] }\n");
  cr_assert (graph, "%s", heard.message);
  /* Numbered a, d, b, c, e, then sorted.  */
  expect_print (TEXT, graph, "graph \"a g\" bytes 16\n"
		"task 2 \"A\\\"\" 1 2 3:4\ntask 3 \"b\" 4\ntask 3 \"c\" 4\n"
		"task 3 \"e\"\ntask 7 \"d\"\n");
  /* As daggen writes it.  */
  graph = read_text (DOT, "digraph G {\n  1 [size=\"12064\", alpha=\"0.17\"]\n"
		     "  1 -> 2 [size =\"8589934592\"]\n"
		     "  2 [size=\"500\", alpha=\"0.2\"]\n}\n");
  cr_assert (graph, "%s", heard.message);
  cr_expect_eq (heard.severity, PRAM_NOTE);
  expect_print (TEXT, graph, "graph G bytes 2147483647\ntask 12064 \"1\" 1\n"
		"task 500 \"2\"\n");
  expect_print (DOT, read_text (TEXT, diamond),
		"digraph \"diamond\" {\n  edge [bytes=8];\n"
		"  0 [cost=\"1.5\", label=\"top\"];\n  1 [cost=\"2\"];\n"
		"  2 [cost=\"2\"];\n  3 [cost=\"1e-06\"];\n  0 -> 1;\n"
		"  0 -> 2 [bytes=16];\n  1 -> 3;\n  2 -> 3;\n}\n");
}

static const char *const graphs[]
  = { "chain:n=1", "fft:n=8", "stencil:d=3,n=4,steps=2,block=3,cost=1e-7",
      "layered:n=300,ccr=100,seed=7", "layered:n=200,seed=8,cost=0.1",
      "cholesky:n=5,bytes=1", "planted:n=50", "gauss:n=9" };

Test (taskgraph_io, round_trips)
{
  for (size_t k = 0; k < sizeof graphs / sizeof *graphs; k++)
    for (int form = 0; form < N_FORMS; form++)
      {
	size_t size;
	struct pram_taskgraph *graph = pram_generate (graphs[k], arena, NULL);
	pram_taskgraph_add_preds (graph, arena);
	char *text = print (form, graph, &size);
	struct pram_taskgraph *again = read_bytes (form, text, size);
	cr_assert (again, "%s: %s", graphs[k], heard.message);
	expect_same (graph, again, graphs[k]);
	free (text);
      }
}

/* A graph of 2 to 12 tasks in any numbering, whose edges, with few different
   bytes, come in any order; with preds; named as those that are read.  */
static struct pram_taskgraph *
shuffled_graph (struct rng *rng)
{
  struct pram_taskgraph_builder *builder = pram_taskgraph_begin (arena, "stg");
  int32_t n = (int32_t) rng_in (rng, 2, 12);
  bool downwards = rng_in (rng, 0, 1);
  for (int32_t v = 0; v < n; v++)
    pram_taskgraph_task (builder, (double) rng_in (rng, 0, 99) / 8,
			 rng_in (rng, 0, 3) ? NULL : "a \"label\"");
  for (int64_t k = rng_in (rng, 0, 3 * n); k > 0; k--)
    {
      int32_t from = (int32_t) rng_in (rng, 0, n - 2);
      int32_t to = (int32_t) rng_in (rng, from + 1, n - 1);
      pram_taskgraph_edge (builder, downwards ? to : from,
			   downwards ? from : to,
			   (int32_t) rng_in (rng, 1, 3));
    }
  struct pram_taskgraph *graph = pram_taskgraph_end (builder, NULL);
  pram_taskgraph_add_preds (graph, arena);
  return graph;
}

/* What is read and printed again is the same text.  */
Test (taskgraph_io, fixed_point)
{
  struct rng rng = { 5 };
  for (int round = 0; round < 900; round++)
    {
      enum form form = (enum form) (round % N_FORMS);
      size_t size;
      char *text = print (form, shuffled_graph (&rng), &size);
      struct pram_taskgraph *again = read_bytes (form, text, size);
      cr_assert (again, "%s\n%s", heard.message, text);
      expect_print (form, again, text);
      free (text);
    }
}

/* Lines longer than what is read at once, and a last one without its end.  */
Test (taskgraph_io, long_lines)
{
  struct pram_diag diag = diag_to (&heard);
  struct pram_taskgraph *graph
    = pram_generate ("forkjoin:width=70000,n=2", arena, &diag);
  cr_assert (graph);
  pram_taskgraph_add_preds (graph, arena);
  for (int form = 0; form < N_FORMS; form++)
    {
      size_t size;
      char *text = print (form, graph, &size);
      expect_same (graph, read_bytes (form, text, size), form_name[form]);
      expect_same (graph, read_bytes (form, text, size - 1), form_name[form]);
      free (text);
    }
}

/* Numbers have the bits that the C library gives them.  */
Test (taskgraph_io, numbers)
{
  struct rng rng = { 3 };
  for (int round = 0; round < 100000; round++)
    {
      char word[40];
      double value;
      int digits = (int) rng_in (&rng, 1, 18), length = 0;
      int point = (int) rng_in (&rng, 0, 2 * digits);
      for (int k = 0; k < digits; k++)
	{
	  if (k == point)
	    word[length++] = '.';
	  word[length++] = (char) rng_in (&rng, '0', '9');
	}
      word[length] = '\0';
      cr_assert (pram_taskgraph_number_p (word, &value), "%s", word);
      cr_assert (value == strtod (word, NULL), "%s", word);
    }
  static const char *const wrong[] = { "", ".", "1.2.3", "-1", "1x", "inf" };
  double value;
  for (size_t k = 0; k < sizeof wrong / sizeof *wrong; k++)
    cr_expect_not (pram_taskgraph_number_p (wrong[k], &value), "%s", wrong[k]);
}

/* No shorter text than the one printed reads back: what the C library prints
   with the first number of digits, from 6 on, that does.  */
static void
expect_shortest (double value)
{
  char text[64] = "", shorter[320];
  FILE *file = fmemopen (text, sizeof text, "w");
  int digits = 6;
  pram_put_number (file, value);
  fclose (file);
  do
    snprintf (shorter, sizeof shorter, "%.*g", digits++, value);
  while (strtod (shorter, NULL) != value);
  cr_assert_str_eq (text, shorter);
}

Test (taskgraph_io, shortest_numbers)
{
  struct rng rng = { 4 };
  for (int round = 0; round < 20000; round++)
    {
      double whole = (double) rng_in (&rng, 1, 1000000000);
      double power = pow (10, (double) rng_in (&rng, -8, 17));
      expect_shortest (whole / (double) rng_in (&rng, 1, 8));
      expect_shortest (whole / (double) rng_in (&rng, 1, 1000000000));
      expect_shortest ((double) rng_in (&rng, 1, 999) * power);
      expect_shortest (whole * power / 3e8);
    }
}

/* Where the number of digits, or the distance between numbers, changes.  */
Test (taskgraph_io, shortest_numbers_at_powers)
{
  expect_shortest (0);
  for (int k = -30; k <= 70; k++)
    for (int base = 2; base <= 10; base += 8)
      {
	double value = pow (base, k);
	expect_shortest (value);
	expect_shortest (nextafter (value, 0));
	expect_shortest (nextafter (value, INFINITY));
	expect_shortest (value * 3);
      }
}

Test (taskgraph_io, labels_survive)
{
  static const char *const labels[] = { "a", "1", "x y", "\"", "\\", "a\nb",
					"\\n", "", "é", "node", "->" };
  struct pram_taskgraph_builder *builder = pram_taskgraph_begin (arena, "\"{");
  int n = sizeof labels / sizeof *labels;
  for (int v = 0; v < n; v++)
    pram_taskgraph_task (builder, v, labels[v]);
  struct pram_taskgraph *graph = pram_taskgraph_end (builder, NULL);
  for (int form = 0; form < N_FORMS; form += DOT)
    {
      size_t size;
      char *text = print (form, graph, &size);
      struct pram_taskgraph *again = read_bytes (form, text, size);
      cr_assert (again, "%s: %s", form_name[form], heard.message);
      cr_expect_str_eq (again->name, graph->name);
      for (int v = 0; v < n; v++)
	if (*labels[v])
	  cr_expect_str_eq (again->label[v], labels[v], "%s",
			    form_name[form]);
      free (text);
    }
}

Test (taskgraph_io, names_the_wrong_line)
{
  static const struct { enum form form; int line; const char *text, *says; }
  wrong[]
    = { { TEXT, 1, "", "'graph NAME' is expected" },
	{ TEXT, 1, "task 1\n", "'graph NAME' is expected" },
	{ TEXT, 1, "graph\n", "has a name" },
	{ TEXT, 1, "graph a bytes 0\n", "from 1 to" },
	{ TEXT, 1, "graph a b\n", "'graph NAME bytes N'" },
	{ TEXT, 2, "graph a\nnode\n", "'task COST'" },
	{ TEXT, 2, "graph a\ntask\n", "has a cost" },
	{ TEXT, 2, "graph a\ntask -1\n", "has a cost" },
	{ TEXT, 2, "graph a\ntask nan\n", "has a cost" },
	{ TEXT, 2, "graph a\ntask 1 x\n", "number of a task" },
	{ TEXT, 2, "graph a\ntask 1 1\n", "no task 1" },
	{ TEXT, 2, "graph a\ntask 1 1:0\ntask 1\n", "from 1 to" },
	{ TEXT, 2, "graph a\ntask 1 1:9999999999\ntask 1\n", "from 1 to" },
	{ TEXT, 0, "graph a\ntask 1e308\ntask 1e308\n", "add up to" },
	{ TEXT, 2, "graph a\ntask 1 \"x\n", "not closed" },
	{ TEXT, 2, "graph a\ntask 1 \"x\" \"y\"\n", "one label" },
	{ TEXT, 0, "graph a\ntask 1 0\n", "on a cycle" },
	{ STG, 1, "", "number of tasks" },
	{ STG, 1, "x\n", "number of tasks" },
	{ STG, 3, "1\n0 0 0\n2 1 1 0\n", "numbered" },
	{ STG, 3, "1\n0 0 0\n1 x 1 0\n", "processing time" },
	{ STG, 3, "1\n0 0 0\n1 1\n", "how many" },
	{ STG, 3, "1\n0 0 0\n1 1 2 0\n", "as many predecessors" },
	{ STG, 4, "1\n0 0 0\n1 1 1\n", "cost of its communication" },
	{ STG, 3, "1\n0 0 0\n1 1 1 7\n2 0 1 1\n", "no such predecessor" },
	{ STG, 3, "1\n0 0 0\n1 1 1 2\n2 0 1 1\n", "no such predecessor" },
	{ STG, 4, "4\n0 0 0\n1 1 1 0\n", "not as many tasks" },
	{ STG, 0, "2\n0 0 1 1\n1 1 1 0\n", "task 0 is on a cycle" },
	{ STG, 0, "2\n0 0 0\n1 1 1 2\n2 1 1 1\n3 0 1 2\n", "task 1 is on" },
	{ DOT, 1, "", "'digraph'" },
	{ DOT, 1, "graph g { a -- b }", "'digraph'" },
	{ DOT, 2, "digraph g {\na -- b }", "direction" },
	{ DOT, 2, "digraph g { a\n", "'}'" },
	{ DOT, 2, "digraph g {\n a -> ; }", "a node is expected" },
	{ DOT, 2, "digraph g {\n a [cost] }", "'='" },
	{ DOT, 2, "digraph g {\n a [cost=x] }", "numbers >= 0" },
	{ DOT, 2, "digraph g {\n a [cost=1 }", "']'" },
	{ DOT, 2, "digraph g {\n a [cost=\"1 }", "not closed" },
	{ DOT, 2, "digraph g {}\n x", "one graph" },
	{ DOT, 0, "digraph g { a -> b -> a }", "(a) is on a cycle" } };
  for (size_t k = 0; k < sizeof wrong / sizeof *wrong; k++)
    {
      cr_expect_null (read_text (wrong[k].form, wrong[k].text), "%s",
		      wrong[k].text);
      cr_expect_eq (heard.n, 1, "%s", wrong[k].text);
      cr_expect_eq (heard.line, wrong[k].line, "%s: line %d", wrong[k].text,
		    heard.line);
      cr_expect (strstr (heard.message, wrong[k].says), "%s: %s",
		 wrong[k].text, heard.message);
    }
}

/* A zero byte does not hide what follows it.  */
Test (taskgraph_io, zero_byte)
{
  static char text[] = "graph a\ntask 1 \0 1\ntask 1\n";
  FILE *file = fmemopen (text, sizeof text - 1, "r");
  struct pram_diag diag = diag_to (&heard);
  cr_expect_null (pram_taskgraph_read (file, arena, &diag));
  fclose (file);
  cr_expect_eq (heard.line, 2);
}

/* Whatever is done to a file, it is read or refused with one report.  */
Test (taskgraph_io, damaged_files)
{
  static const char spice[] = "0123456789 -\n\"{}[]:;,=<>#/\\.eE\0\377";
  struct rng rng = { 11 };
  for (int form = 0; form < N_FORMS; form++)
    for (int round = 0; round < 4000; round++)
      {
	size_t size;
	struct pram_arena *all = arena;
	arena = pram_arena_new ();
	struct pram_taskgraph *graph
	  = pram_generate (round % 2 ? "layered:n=12,ccr=9" : "fft:n=4",
			   arena, NULL);
	pram_taskgraph_add_preds (graph, arena);
	char *text = print (form, graph, &size);
	for (int64_t k = rng_in (&rng, 1, 6); k > 0; k--)
	  {
	    size_t at = (size_t) rng_in (&rng, 0, (int64_t) size - 1);
	    size_t length = (size_t) rng_in (&rng, 1, 20);
	    if (at + length > size)
	      length = size - at;
	    switch (rng_in (&rng, 0, 3))
	      {
	      case 0:		/* cut */
		memmove (text + at, text + at + length, size - at - length);
		size -= size > length ? length : 0;
		break;
	      case 1:		/* overwrite with something from elsewhere */
		memmove (text + at, text + rng_in (&rng, 0, (int64_t)
						   (size - length)), length);
		break;
	      default:
		text[at] = spice[rng_in (&rng, 0, sizeof spice - 1)];
	      }
	  }
	graph = read_bytes (form, text, size);
	cr_assert (graph || (heard.n && heard.severity == PRAM_ERROR));
	free (text);
	pram_arena_free (arena);
	arena = all;
      }
}

Test (taskgraph_io, deep_groups)
{
  char text[3000] = "digraph g ";
  memset (text + strlen (text), '{', 2000);
  cr_expect_null (read_text (DOT, text));
  cr_expect (strstr (heard.message, "too deeply"), "%s", heard.message);
}
