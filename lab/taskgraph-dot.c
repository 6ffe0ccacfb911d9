/* taskgraph-dot.c: task graphs in GraphViz's language.

   SPDX-License-Identifier: GPL-3.0-or-later

   Read are directed graphs: nodes, edges with groups of nodes at either end,
   subgraphs, attributes and their defaults; ports and the attributes of
   graphs are skipped.  What counts:

     of a node	cost, else weight, else size: its cost, 1 if it has none;
		label
     of an edge	bytes, else size, else weight: its bytes, 8 if it has none;
		rounded up, 0 is 1, and what is beyond 2^31 - 1 is cut, with a
		note

   A node without a label is labelled with its name, unless that is the number
   that it gets anyway: nodes are numbered in the order of their appearance.
   Written are costs, bytes and labels.

   Example: digraph g { a [cost=2]; a -> { b c } -> d [bytes=16]; }  */

#include "taskgraph-io.h"

#include <inttypes.h>
#include <math.h>
#include <search.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum { DEEPEST = 64, MOST_AT_ONCE = 1 << 20 };

enum token { END, NAME, QUOTED, ARROW, OTHER };

/* Values of the attributes that count, null where there is none.  */
struct attributes
{
  const char *cost, *weight, *size, *bytes, *label;
};

struct defaults
{
  double cost;
  int32_t bytes;
};

struct node
{
  const char *name;
  int32_t number;
};

struct dot
{
  struct pram_arena *arena;	/* for all that is not the graph */
  const struct pram_diag *diag;
  const char *next, *end;	/* what has not been read */
  int line;
  bool failed, cut;
  /* The current token: its text, or in TEXT[0] the character of an OTHER.  */
  enum token token;
  const char *text;
  void *names;			/* of tsearch: struct node by name */
  struct defaults defaults;
  int depth;
  int n_nodes, n_labels, n_edges, n_mentioned;
  double *cost;			/* n_nodes */
  const char **label;		/* n_nodes */
  struct edge { int32_t from, to, bytes; } *edge;
  /* The nodes of the current statement and of the groups around it.  */
  int32_t *mentioned;
};

static void
fail (struct dot *dot, const char *message)
{
  if (!dot->failed)
    pram_diag_report (dot->diag, PRAM_ERROR, dot->line, "%s", message);
  dot->failed = true;
  dot->token = END;
}

/* --- Tokens --------------------------------------------------------------- */

static bool
looks_like_p (const struct dot *dot, const char *text)
{
  size_t length = strlen (text);
  return (size_t) (dot->end - dot->next) >= length
	 && !memcmp (dot->next, text, length);
}

/* Go behind TEXT, or to the end.  */
static void
skip_behind (struct dot *dot, const char *text)
{
  while (dot->next < dot->end && !looks_like_p (dot, text))
    dot->line += *dot->next++ == '\n';
  if (dot->next < dot->end)
    {
      dot->line += *text == '\n';
      dot->next += strlen (text);
    }
}

/* Skip blanks and comments; GraphViz has `#' only where a line starts.  */
static void
skip_blanks (struct dot *dot)
{
  for (;;)
    if (dot->next == dot->end)
      return;
    else if (looks_like_p (dot, "//") || *dot->next == '#')
      skip_behind (dot, "\n");
    else if (looks_like_p (dot, "/*"))
      skip_behind (dot, "*/");
    else if (strchr (" \t\r\n", *dot->next) && *dot->next)
      dot->line += *dot->next++ == '\n';
    else
      return;
}

static bool
name_char_p (char c)
{
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z')
	 || (c >= '0' && c <= '9') || c == '_' || c == '.' || (c & 0x80);
}

/* After the opening quote.  */
static void
read_quoted (struct dot *dot)
{
  const char *start = dot->next;
  while (dot->next < dot->end && *dot->next != '"')
    {
      if (*dot->next == '\\' && dot->next + 1 < dot->end)
	dot->next++;
      dot->line += *dot->next++ == '\n';
    }
  if (dot->next == dot->end)
    {
      fail (dot, "a quote is not closed");
      return;
    }
  size_t length = (size_t) (++dot->next - start);
  char *copy = pram_arena_alloc (dot->arena, length + 1);
  memcpy (copy, start, length);
  dot->token = QUOTED;
  dot->text = pram_taskgraph_unquote (&copy);
  if (!dot->text)
    fail (dot, "a zero byte in quotes");
}

/* After the opening angle of an HTML text, which means nothing to us.  */
static void
read_html (struct dot *dot)
{
  int depth = 1;
  for (; dot->next < dot->end && depth; dot->next++)
    {
      depth += *dot->next == '<' ? 1 : *dot->next == '>' ? -1 : 0;
      dot->line += *dot->next == '\n';
    }
  dot->token = QUOTED;
  dot->text = "";
}

static void
read_name (struct dot *dot)
{
  const char *start = dot->next;
  dot->next += *start == '-';
  while (dot->next < dot->end && name_char_p (*dot->next))
    dot->next++;
  size_t length = (size_t) (dot->next - start);
  char *copy = pram_arena_alloc (dot->arena, length + 1);
  memcpy (copy, start, length);
  dot->token = NAME;
  dot->text = copy;
}

static void
next_token (struct dot *dot)
{
  if (dot->failed)
    return;
  skip_blanks (dot);
  if (dot->next == dot->end)
    dot->token = END;
  else if (looks_like_p (dot, "->"))
    {
      dot->token = ARROW;
      dot->next += 2;
    }
  else if (looks_like_p (dot, "--"))
    fail (dot, "the edges of a task graph have a direction");
  else if (name_char_p (*dot->next)
	   || (*dot->next == '-' && dot->next + 1 < dot->end
	       && name_char_p (dot->next[1])))
    read_name (dot);
  else if (*dot->next == '"' || *dot->next == '<')
    (*dot->next++ == '"' ? read_quoted : read_html) (dot);
  else
    {
      dot->token = OTHER;
      dot->text = dot->next++;
    }
}

static bool
at_p (const struct dot *dot, char c)
{
  return dot->token == OTHER && *dot->text == c;
}

static bool
keyword_p (const struct dot *dot, const char *word)
{
  return dot->token == NAME && !strcasecmp (dot->text, word);
}

static bool
name_p (const struct dot *dot)
{
  return dot->token == NAME || dot->token == QUOTED;
}

static void
expect (struct dot *dot, char c, const char *message)
{
  if (at_p (dot, c))
    next_token (dot);
  else
    fail (dot, message);
}

/* --- Attributes ----------------------------------------------------------- */

static void
set_attribute (struct attributes *attributes, const char *name,
	       const char *value)
{
  struct { const char *name, **place; } known[] =
    {
      { "cost", &attributes->cost }, { "weight", &attributes->weight },
      { "size", &attributes->size }, { "bytes", &attributes->bytes },
      { "label", &attributes->label }
    };
  for (size_t k = 0; k < sizeof known / sizeof *known; k++)
    if (!strcmp (known[k].name, name))
      *known[k].place = value;
}

/* [name = value, …]…  */
static struct attributes
read_attributes (struct dot *dot)
{
  struct attributes attributes = { NULL };
  while (at_p (dot, '['))
    {
      next_token (dot);
      while (name_p (dot))
	{
	  const char *name = dot->text;
	  next_token (dot);
	  expect (dot, '=', "'=' is expected after the name of an attribute");
	  if (!name_p (dot))
	    fail (dot, "the value of an attribute is expected");
	  else
	    set_attribute (&attributes, name, dot->text);
	  next_token (dot);
	  if (at_p (dot, ',') || at_p (dot, ';'))
	    next_token (dot);
	}
      expect (dot, ']', "']' is expected");
    }
  return attributes;
}

/* The first one of the texts that is there, as a number.  */
static bool
number_of (struct dot *dot, const char *a, const char *b, const char *c,
	   double *value)
{
  const char *text = a ? a : b ? b : c;
  if (!text)
    return false;
  if (pram_taskgraph_number_p (text, value))
    return true;
  fail (dot, "costs and bytes are numbers >= 0");
  return false;
}

static void
set_cost (struct dot *dot, const struct attributes *attributes, double *cost)
{
  double value;
  if (number_of (dot, attributes->cost, attributes->weight, attributes->size,
		 &value))
    *cost = value;
}

static void
set_bytes (struct dot *dot, const struct attributes *attributes,
	   int32_t *bytes)
{
  double value;
  if (!number_of (dot, attributes->bytes, attributes->size,
		  attributes->weight, &value) || dot->failed)
    return;
  if (value > INT32_MAX && !dot->cut)
    pram_diag_report (dot->diag, PRAM_NOTE, dot->line,
		      "bytes beyond 2^31 - 1 are cut to that");
  dot->cut |= value > INT32_MAX;
  *bytes = value > INT32_MAX ? INT32_MAX : value < 1 ? 1
						    : (int32_t) ceil (value);
}

/* --- Statements ----------------------------------------------------------- */

static int
compare_names (const void *a, const void *b)
{
  const struct node *x = a, *y = b;
  return strcmp (x->name, y->name);
}

/* The node NAME, a new one at its first mention.  */
static int32_t
find_node (struct dot *dot, const char *name)
{
  struct node key = { name, 0 };
  struct node **place = tsearch (&key, &dot->names, compare_names);
  if (!place)
    abort ();
  if (*place == &key)
    {
      char number[16];
      *place = PRAM_ARENA_NEW (dot->arena, struct node, 1);
      **place = (struct node) { name, dot->n_nodes };
      snprintf (number, sizeof number, "%d", dot->n_nodes);
      *PRAM_ARENA_PUSH (dot->arena, dot->cost, dot->n_nodes)
	= dot->defaults.cost;
      *PRAM_ARENA_PUSH (dot->arena, dot->label, dot->n_labels)
	= strcmp (name, number) ? name : NULL;
    }
  return (*place)->number;
}

static void read_statements (struct dot *);

/* { … }, with defaults of its own.  */
static void
read_group (struct dot *dot)
{
  struct defaults defaults = dot->defaults;
  if (++dot->depth > DEEPEST)
    fail (dot, "groups are nested too deeply");
  expect (dot, '{', "'{' is expected");
  read_statements (dot);
  expect (dot, '}', "'}' is expected");
  dot->depth--;
  dot->defaults = defaults;
}

/* A node or a group; its nodes are added to those mentioned.  */
static void
read_end (struct dot *dot)
{
  if (keyword_p (dot, "subgraph"))
    {
      next_token (dot);
      if (name_p (dot))
	next_token (dot);
      read_group (dot);
      return;
    }
  if (at_p (dot, '{'))
    {
      read_group (dot);
      return;
    }
  if (!name_p (dot))
    {
      fail (dot, "a node is expected");
      return;
    }
  int32_t node = find_node (dot, dot->text);
  *PRAM_ARENA_PUSH (dot->arena, dot->mentioned, dot->n_mentioned) = node;
  next_token (dot);
  while (at_p (dot, ':'))
    {
      next_token (dot);
      if (!name_p (dot))
	fail (dot, "the name of a port is expected");
      next_token (dot);
    }
}

/* Edges from each of mentioned[A] … mentioned[B - 1] to those behind.  */
static void
connect (struct dot *dot, int a, int b)
{
  int64_t n = (int64_t) (b - a) * (dot->n_mentioned - b);
  if (n > MOST_AT_ONCE || n + dot->n_edges > INT32_MAX)
    {
      fail (dot, "too many edges");
      return;
    }
  for (int i = a; i < b; i++)
    for (int k = b; k < dot->n_mentioned; k++)
      *PRAM_ARENA_PUSH (dot->arena, dot->edge, dot->n_edges)
	= (struct edge) { dot->mentioned[i], dot->mentioned[k],
			  dot->defaults.bytes };
}

/* a -> b -> … [attributes], a being read.  */
static void
read_edges (struct dot *dot, int from)
{
  int first = dot->n_edges;
  while (dot->token == ARROW)
    {
      int to = dot->n_mentioned;
      next_token (dot);
      read_end (dot);
      if (!dot->failed)
	connect (dot, from, to);
      from = to;
    }
  struct attributes attributes = read_attributes (dot);
  int32_t bytes = 0;
  set_bytes (dot, &attributes, &bytes);
  for (int e = first; bytes && e < dot->n_edges; e++)
    dot->edge[e].bytes = bytes;
}

/* node [attributes], edge [attributes] or graph [attributes]  */
static void
read_defaults (struct dot *dot)
{
  bool node = keyword_p (dot, "node"), edge = keyword_p (dot, "edge");
  next_token (dot);
  struct attributes attributes = read_attributes (dot);
  if (node)
    set_cost (dot, &attributes, &dot->defaults.cost);
  else if (edge)
    set_bytes (dot, &attributes, &dot->defaults.bytes);
}

static bool
followed_by_equals_p (struct dot *dot)
{
  skip_blanks (dot);
  return looks_like_p (dot, "=");
}

static void
read_statement (struct dot *dot)
{
  if (keyword_p (dot, "node") || keyword_p (dot, "edge")
      || keyword_p (dot, "graph"))
    {
      read_defaults (dot);
      return;
    }
  if (name_p (dot) && followed_by_equals_p (dot))
    {
      /* It says something about the picture.  */
      next_token (dot);
      next_token (dot);
      if (!name_p (dot))
	fail (dot, "the value of an attribute is expected");
      next_token (dot);
      return;
    }
  int from = dot->n_mentioned;
  bool node = name_p (dot) && !keyword_p (dot, "subgraph");
  read_end (dot);
  if (dot->token == ARROW)
    read_edges (dot, from);
  else if (node && !dot->failed)
    {
      struct attributes attributes = read_attributes (dot);
      int32_t number = dot->mentioned[from];
      set_cost (dot, &attributes, &dot->cost[number]);
      if (attributes.label && *attributes.label)
	dot->label[number] = attributes.label;
    }
}

static void
read_statements (struct dot *dot)
{
  while (dot->token != END && !at_p (dot, '}'))
    {
      if (at_p (dot, ';') || at_p (dot, ','))
	next_token (dot);
      else
	read_statement (dot);
      if (dot->depth == 1)
	dot->n_mentioned = 0;
    }
}

/* --- The graph ------------------------------------------------------------ */

/* Returns its name.  */
static const char *
read_graph (struct dot *dot)
{
  const char *name = "graph";
  next_token (dot);
  if (keyword_p (dot, "strict"))
    next_token (dot);
  if (!keyword_p (dot, "digraph"))
    {
      fail (dot, "'digraph' is expected");
      return name;
    }
  next_token (dot);
  if (name_p (dot))
    {
      name = dot->text;
      next_token (dot);
    }
  read_group (dot);
  if (!dot->failed && dot->token != END)
    fail (dot, "one graph is expected");
  return name;
}

/* All of FILE, in memory that the caller frees.  */
static char *
read_whole (FILE *file, size_t *size)
{
  size_t space = 1 << 16;
  char *text = malloc (space);
  *size = 0;
  for (size_t n; text && (n = fread (text + *size, 1, space - *size, file));)
    if ((*size += n) == space)
      text = realloc (text, space *= 2);
  if (!text)
    abort ();
  return text;
}

static void
keep (void *node)
{
  (void) node;
}

struct pram_taskgraph *
pram_taskgraph_read_dot (FILE *file, struct pram_arena *arena,
			 const struct pram_diag *diag)
{
  size_t size;
  char *text = read_whole (file, &size);
  struct dot dot = { .arena = pram_arena_new (), .diag = diag, .next = text,
		     .end = text + size, .line = 1, .defaults = { 1, 8 } };
  struct pram_taskgraph *graph = NULL;
  const char *name = read_graph (&dot);
  if (!dot.failed)
    {
      struct pram_taskgraph_builder *builder
	= pram_taskgraph_begin (arena, name);
      for (int v = 0; v < dot.n_nodes; v++)
	pram_taskgraph_task (builder, dot.cost[v], dot.label[v]);
      for (int e = 0; e < dot.n_edges; e++)
	pram_taskgraph_edge (builder, dot.edge[e].from, dot.edge[e].to,
			     dot.edge[e].bytes);
      graph = pram_taskgraph_end (builder, diag);
    }
  tdestroy (dot.names, keep);
  pram_arena_free (dot.arena);
  free (text);
  return graph;
}

static void
print_node (FILE *file, const struct pram_taskgraph *graph, int32_t v)
{
  pram_taskgraph_put (file, "  ");
  pram_put_whole (file, v, 0);
  pram_taskgraph_put (file, " [cost=\"");
  pram_put_number (file, graph->task_cost[v]);
  putc_unlocked ('"', file);
  if (graph->label && graph->label[v])
    {
      fputs (", label=", file);
      pram_taskgraph_put_quoted (file, graph->label[v]);
    }
  pram_taskgraph_put (file, "];\n");
}

void
pram_taskgraph_print_dot (FILE *file, const struct pram_taskgraph *graph)
{
  fputs ("digraph ", file);
  pram_taskgraph_put_quoted (file, graph->name);
  fprintf (file, " {\n  edge [bytes=%" PRId32 "];\n", graph->value_bytes);
  for (int32_t v = 0; v < graph->n_tasks; v++)
    print_node (file, graph, v);
  for (int32_t v = 0; v < graph->n_tasks; v++)
    for (int64_t e = graph->succ_start[v]; e < graph->succ_start[v + 1]; e++)
      {
	int32_t bytes = pram_taskgraph_bytes (graph, e);
	pram_taskgraph_put (file, "  ");
	pram_put_whole (file, v, 0);
	pram_taskgraph_put (file, " -> ");
	pram_put_whole (file, graph->succ[e], 0);
	if (bytes != graph->value_bytes)
	  {
	    pram_taskgraph_put (file, " [bytes=");
	    pram_put_whole (file, bytes, 0);
	    putc_unlocked (']', file);
	  }
	pram_taskgraph_put (file, ";\n");
      }
  fputs ("}\n", file);
}
