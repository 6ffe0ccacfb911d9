/* scheme-within.c: is the communication scheme for one size part of that for
   another one?

   SPDX-License-Identifier: GPL-3.0-or-later

   Both programs are walked together to see that they have the same statements;
   a task is then called by its statement's number and its iterators, and who holds
   an element by that.  The vertices of OTHER are sorted by these.

   Example: for (i < n) y[i] = x[c[i]], x of 100 elements: that for n = 3, of 3
   tasks and 300 edges, is part of that for n = 5.  With for (i < n) x[i] = i before
   it isn't: x[3] is then held by a task, and by one from before if n is 3.  */

#include "scheme-within.h"

#include <stdlib.h>
#include <string.h>

/* A vertex's name.  */
struct named
{
  int stmt;			/* its number in the program; of holders -1 less
				   the array */
  int depth;			/* iterators; of holders the element */
  const int64_t *iterators;
  int32_t vertex;
};

struct side
{
  const struct pram_scheme *scheme;
  const struct pram_node **stmts;	/* in the program's order */
  int n_stmts;
};

static void
collect_stmts (struct side *side, const struct pram_node *node,
	       struct pram_arena *arena)
{
  if (node->kind == PRAM_STMT)
    *PRAM_ARENA_PUSH (arena, side->stmts, side->n_stmts) = node;
  for (int c = 0; c < node->n_children; c++)
    collect_stmts (side, node->children[c], arena);
}

/* Do A and B have the same loops and statements?  */
static bool
alike_p (const struct pram_node *a, const struct pram_node *b)
{
  bool alike = a->kind == b->kind && a->line == b->line && a->item == b->item
	       && a->n_children == b->n_children
	       && a->data_dependent == b->data_dependent
	       && a->n_accesses == b->n_accesses;
  for (int c = 0; alike && c < a->n_children; c++)
    alike = alike_p (a->children[c], b->children[c]);
  return alike;
}

static bool
same_arrays_p (const struct pram_prog *a, const struct pram_prog *b)
{
  bool same = a->n_arrays == b->n_arrays;
  for (int k = 0; same && k < a->n_arrays; k++)
    same = !strcmp (a->arrays[k].name, b->arrays[k].name);
  return same;
}

static struct named
name_of (const struct side *side, int32_t vertex)
{
  const struct pram_scheme *scheme = side->scheme;
  const struct pram_scheme_holder *holder = &scheme->holders[vertex];
  if (vertex < scheme->n_holders)
    return (struct named) { -1 - holder->array, 1, &holder->element, vertex };
  const struct pram_task *task
    = &scheme->x->tasks[vertex - scheme->n_holders];
  int stmt = 0;
  while (side->stmts[stmt] != task->stmt)
    stmt++;
  return (struct named) { stmt, pram_node_depth (task->stmt), task->iterators,
			  vertex };
}

static int
compare_names (const void *a, const void *b)
{
  const struct named *x = a, *y = b;
  if (x->stmt != y->stmt)
    return x->stmt < y->stmt ? -1 : 1;
  for (int d = 0; d < x->depth; d++)
    if (x->iterators[d] != y->iterators[d])
      return x->iterators[d] < y->iterators[d] ? -1 : 1;
  return 0;
}

/* The number in OTHER of each vertex of SIDE, -1 if it isn't there.  */
static int32_t *
find_vertices (const struct side *side, const struct side *other,
	       struct pram_arena *arena)
{
  int32_t n = side->scheme->graph->n_tasks;
  int32_t n_others = other->scheme->graph->n_tasks;
  int32_t *found = PRAM_ARENA_NEW (arena, int32_t, n + 1);
  struct named *names = PRAM_ARENA_NEW (arena, struct named, n_others + 1);
  for (int32_t v = 0; v < n_others; v++)
    names[v] = name_of (other, v);
  qsort (names, (size_t) n_others, sizeof *names, compare_names);
  for (int32_t v = 0; v < n; v++)
    {
      struct named key = name_of (side, v);
      const struct named *at = bsearch (&key, names, (size_t) n_others,
					sizeof *names, compare_names);
      found[v] = at ? at->vertex : -1;
    }
  return found;
}

static bool
edge_p (const struct pram_taskgraph *graph, int32_t from, int32_t to)
{
  int64_t lo = graph->succ_start[from], hi = graph->succ_start[from + 1];
  while (lo < hi)
    {
      int64_t middle = lo + (hi - lo) / 2;
      if (graph->succ[middle] < to)
	lo = middle + 1;
      else
	hi = middle;
    }
  return lo < graph->succ_start[from + 1] && graph->succ[lo] == to;
}

bool
pram_scheme_within (const struct pram_scheme *scheme,
		    const struct pram_scheme *other, struct pram_arena *arena,
		    const struct pram_diag *diag)
{
  struct side side = { .scheme = scheme }, with = { .scheme = other };
  const struct pram_prog *prog = scheme->x->prog;
  const struct pram_taskgraph *graph = scheme->graph;
  if (!same_arrays_p (prog, other->x->prog)
      || !alike_p (prog->root, other->x->prog->root))
    {
      pram_diag_report (diag, PRAM_REFUSAL, prog->line,
			"for these values it has other statements");
      return false;
    }
  collect_stmts (&side, prog->root, arena);
  collect_stmts (&with, other->x->prog->root, arena);
  const int32_t *found = find_vertices (&side, &with, arena);
  for (int32_t v = 0; v < graph->n_tasks; v++)
    if (found[v] < 0)
      {
	pram_diag_report (diag, PRAM_ERROR, prog->line, "not within: vertex %s",
			  graph->label[v]);
	return false;
      }
  for (int32_t v = 0; v < graph->n_tasks; v++)
    for (int64_t e = graph->succ_start[v]; e < graph->succ_start[v + 1]; e++)
      if (!edge_p (other->graph, found[v], found[graph->succ[e]]))
	{
	  pram_diag_report (diag, PRAM_ERROR, prog->line,
			    "not within: the edge from %s to %s",
			    graph->label[v], graph->label[graph->succ[e]]);
	  return false;
	}
  return true;
}
