/* expand-compare.c: do both builders of task graphs agree?

   SPDX-License-Identifier: GPL-3.0-or-later

   Every flow of either graph becomes a line of text, "3[1,2] -> 4.0[2,2]
   a@80": the number of the writing statement in program order with its
   iterators, that of the reader and which of its accesses, and the element.
   Sorted, the lines must be the same.  */

#include "expand-compare.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "poly/graph.h"
#include "poly/poly.h"

struct lines
{
  struct pram_arena *arena;
  int n;
  char **line;
};

static int
compare_lines (const void *a, const void *b)
{
  return strcmp (*(char *const *) a, *(char *const *) b);
}

static void
add_line (struct lines *lines, char *line)
{
  *PRAM_ARENA_PUSH (lines->arena, lines->line, lines->n) = line;
}

/* The statements before STMT under NODE; adds to *N.  */
static bool
count_before (const struct pram_node *node, const struct pram_node *stmt,
	      int *n)
{
  if (node == stmt)
    return true;
  *n += node->kind == PRAM_STMT;
  for (int c = 0; c < node->n_children; c++)
    if (count_before (node->children[c], stmt, n))
      return true;
  return false;
}

/* "NUMBER[iterators]", or "NUMBER.ACCESS[iterators]".  */
static char *
instance_text (struct pram_arena *arena, const struct pram_prog *prog,
	       const struct pram_node *stmt, int access, const int64_t *iter,
	       int depth)
{
  int number = 0;
  count_before (prog->root, stmt, &number);
  char *text = access < 0
	       ? pram_arena_printf (arena, "%d[", number)
	       : pram_arena_printf (arena, "%d.%d[", number, access);
  for (int d = 0; d < depth; d++)
    text = pram_arena_printf (arena, "%s%s%" PRId64, text, d ? "," : "",
			      iter[d]);
  return pram_arena_printf (arena, "%s]", text);
}

/* --- The explicit graph ------------------------------------------------- */

static void
add_explicit (struct lines *lines, const struct pram_expansion *x)
{
  for (int f = 0; f < x->n_flows; f++)
    {
      const struct pram_flow *flow = &x->flows[f];
      const char *from = "input", *to = "exit";
      if (flow->writer >= 0)
	{
	  const struct pram_task *w = &x->tasks[flow->writer];
	  from = instance_text (lines->arena, x->prog, w->stmt, -1,
				w->iterators, pram_node_depth (w->stmt));
	}
      if (flow->stmt)
	to = instance_text (lines->arena, x->prog, flow->stmt, flow->access,
			    x->tasks[flow->reader].iterators,
			    pram_node_depth (flow->stmt));
      add_line (lines, pram_arena_printf
		(lines->arena, "%s -> %s %s@%" PRId64, from, to,
		 x->prog->arrays[flow->array].name, flow->offset));
    }
}

/* --- The polyhedral graph ----------------------------------------------- */

struct points
{
  struct lines *lines;
  const struct pram_poly *poly;
  const char *from, *to;	/* tuple names; FROM null: input */
  int n_from, n_to;		/* dimensions of the instances */
  int array;
};

static int64_t
coordinate (isl_point *point, int dim)
{
  isl_val *v = isl_point_get_coordinate_val (point, isl_dim_set, dim);
  int64_t value = isl_val_get_num_si (v);
  isl_val_free (v);
  return value;
}

/* The instance of tuple NAME with N coordinates of POINT from FIRST on.  */
static char *
point_instance (struct points *p, const char *name, int access,
		isl_point *point, int first, int n)
{
  const struct pram_poly_stmt *stmt = pram_poly_stmt_of (p->poly, name);
  int64_t iter[n + 1];
  for (int d = 0; d < n; d++)
    iter[d] = stmt->periods[d] * coordinate (point, first + d)
	      + stmt->residues[d];
  return instance_text (p->lines->arena, p->poly->prog, stmt->node, access,
			iter, n);
}

static isl_stat
add_point (isl_point *point, void *data)
{
  struct points *p = data;
  struct pram_arena *arena = p->lines->arena;
  const struct pram_array *array = &p->poly->prog->arrays[p->array];
  const char *from = "input", *to = "exit";
  int64_t offset = array->origin;
  if (p->from)
    from = point_instance (p, p->from, -1, point, 0, p->n_from);
  if (p->to[0] == 'R')
    to = point_instance (p, p->to, atoi (strchr (p->to, '_') + 1), point,
			 p->n_from, p->n_to);
  for (int d = 0; d < array->n_dims; d++)
    offset += array->stride[d] * coordinate (point,
					     p->n_from + p->n_to + d);
  add_line (p->lines, pram_arena_printf (arena, "%s -> %s %s@%" PRId64, from,
					 to, array->name, offset));
  isl_point_free (point);
  return isl_stat_ok;
}

/* All points of MAP, { [R -> B] } wrapped after dropping its names.  */
static isl_stat
add_points (struct points *p, isl_map *reads, isl_set *all)
{
  p->to = isl_map_get_tuple_name (reads, isl_dim_in);
  p->n_to = isl_map_dim (reads, isl_dim_in);
  p->array = pram_poly_array_of (isl_map_get_tuple_name (reads, isl_dim_out));
  isl_stat result = isl_set_foreach_point (all, add_point, p);
  isl_set_free (all);
  isl_map_free (reads);
  return result;
}

/* { S -> [R -> B] } */
static isl_stat
add_flow (isl_map *map, void *data)
{
  struct points *p = data;
  p->from = isl_map_get_tuple_name (map, isl_dim_in);
  p->n_from = isl_map_dim (map, isl_dim_in);
  isl_map *reads = isl_set_unwrap (isl_map_range (isl_map_copy (map)));
  isl_set *all = isl_set_flatten (isl_map_wrap (isl_map_copy (map)));
  isl_stat result = add_points (p, reads, all);
  isl_map_free (map);
  return result;
}

/* { R -> B } */
static isl_stat
add_input (isl_map *map, void *data)
{
  struct points *p = data;
  p->from = NULL;
  p->n_from = 0;
  return add_points (p, map, isl_set_flatten (isl_map_wrap
					      (isl_map_copy (map))));
}

/* The counts of loops as the explicit builder had them, as a set of
   parameters.  */
static isl_set *
counts_of (const struct pram_poly *poly,
	   const struct pram_expand_options *options)
{
  isl_set *set = isl_set_universe (isl_space_copy (poly->params));
  for (int l = 0; l < poly->prog->n_loops; l++)
    {
      const struct pram_node *loop = poly->prog->loops[l];
      int leave = options->exit_segment;
      if (leave > loop->n_children - 2)
	leave = loop->n_children - 2;
      for (int s = 0; loop->data_dependent && s < loop->n_children; s++)
	{
	  int count = pram_poly_param_count (poly, loop->first_count + s);
	  if (count >= 0)
	    set = isl_set_fix_val
		    (set, isl_dim_param, count,
		     isl_val_int_from_si (poly->ctx,
					  pram_poly_opaque_p (poly, loop)
					  ? s <= leave
					  : options->iterations - (s > leave)));
	}
    }
  return set;
}

static bool
add_polyhedral (struct lines *lines, struct pram_prog *prog,
		const struct pram_expand_options *options,
		const struct pram_diag *diag)
{
  struct pram_poly *poly = pram_poly_new (prog, false);
  struct pram_graph *graph = pram_graph_new (poly, prog->root);
  struct points p = { .lines = lines, .poly = poly };
  bool ok = graph->flow && graph->no_source;
  if (!ok)
    pram_diag_report (diag, PRAM_REFUSAL, prog->line,
		      "its data flow is too complex to analyse");
  else
    {
      pram_poly_swap_params (poly);
      isl_set *counts = counts_of (poly, options);
      isl_union_map *flow = isl_union_map_intersect_params
	(isl_union_map_copy (graph->flow), isl_set_copy (counts));
      isl_union_map *input = isl_union_map_intersect_params
	(isl_union_map_copy (graph->no_source), counts);
      isl_union_map_foreach_map (flow, add_flow, &p);
      isl_union_map_foreach_map (input, add_input, &p);
      isl_union_map_free (flow);
      isl_union_map_free (input);
      pram_poly_swap_params (poly);
    }
  pram_graph_free (graph);
  pram_poly_free (poly);
  return ok;
}

/* --- Comparing ---------------------------------------------------------- */

static void
sort_lines (struct lines *lines)
{
  if (lines->n)
    qsort (lines->line, (size_t) lines->n, sizeof *lines->line,
	   compare_lines);
  int n = 0;
  for (int i = 0; i < lines->n; i++)
    if (!n || strcmp (lines->line[n - 1], lines->line[i]))
      lines->line[n++] = lines->line[i];
  lines->n = n;
}

static bool
same_p (const struct lines *a, const struct lines *b,
	const struct pram_diag *diag)
{
  for (int i = 0; i < a->n || i < b->n; i++)
    {
      int order = i >= a->n ? 1 : i >= b->n ? -1
		  : strcmp (a->line[i], b->line[i]);
      if (order == 0)
	continue;
      pram_diag_report (diag, PRAM_ERROR, 0, "only the %s graph has the flow "
			"%s", order < 0 ? "explicit" : "polyhedral",
			order < 0 ? a->line[i] : b->line[i]);
      return false;
    }
  return true;
}

bool
pram_expansion_compare (struct pram_prog *prog,
			const struct pram_expand_options *options,
			const struct pram_diag *diag)
{
  struct pram_arena *arena = pram_arena_new ();
  struct lines a = { arena, 0, NULL }, b = { arena, 0, NULL };
  struct pram_expansion *x = pram_expand (prog, options, arena, diag);
  bool same = x && pram_expansion_check (x, diag)
	      && add_polyhedral (&b, prog, options, diag);
  if (same)
    {
      add_explicit (&a, x);
      sort_lines (&a);
      sort_lines (&b);
      same = same_p (&a, &b, diag);
    }
  pram_arena_free (arena);
  return same;
}
