/* graph.c: the task graph of an affine program.

   SPDX-License-Identifier: Apache-2.0

   Tasks are statement instances.  A task reads what its last writer before it
   wrote (Non-oblivious, section 3.3, Algorithm 2): isl finds the last writers
   of all elements at once, for any number of tasks.  The end of the program is
   a task too, "exit", which reads everything that was written.

   Invariants (pram_graph_check)
   (1) Every read of every instance either has one last writer, or none; where
       writes may not happen (pram_poly_unsure_p) several, and perhaps none.
   (2) Only what is read flows.  */

#include "graph.h"
#include "components.h"
#include "nearest.h"
#include "poly.h"

#include <stdio.h>
#include <stdlib.h>

/* --- Accesses ----------------------------------------------------------- */

/* What each map becomes.  */
typedef isl_map *rename_fn (isl_map *, const void *how);

struct renaming
{
  rename_fn *rename;
  const void *how;
  isl_union_map *renamed;
};

static isl_stat
rename_map (isl_map *map, void *data)
{
  struct renaming *r = data;
  map = r->rename (map, r->how);
  r->renamed = isl_union_map_union (r->renamed, isl_union_map_from_map (map));
  return isl_stat_ok;
}

static isl_union_map *
renamed (isl_union_map *map, rename_fn *rename, const void *how)
{
  struct renaming r = { rename, how, isl_union_map_empty (isl_union_map_get_space
							  (map)) };
  isl_union_map_foreach_map (map, rename_map, &r);
  isl_union_map_free (map);
  return r.renamed;
}

/* Reads of a statement are those of the reader NAME.  */
static isl_map *
name_reader (isl_map *map, const void *name)
{
  return isl_map_set_tuple_name (map, isl_dim_in, name);
}

/* Elements of B3 that *COMPONENT accesses are those of B3.7, so that isl compares
   nothing else with them.  */
static isl_map *
name_component (isl_map *map, const void *component)
{
  char name[32];
  snprintf (name, sizeof name, "%s.%d", isl_map_get_tuple_name (map, isl_dim_out),
	    *(const int *) component);
  return isl_map_set_tuple_name (map, isl_dim_out, name);
}

/* They are those of B3 again, in { S -> [R -> B] } or { R -> B }.  */
static isl_map *
name_object (isl_map *map, const void *unused)
{
  char name[32];
  bool wrapped = isl_map_range_is_wrapping (map) == isl_bool_true;
  (void) unused;
  if (wrapped)
    map = isl_map_uncurry (map);
  if (!map)			/* operations are limited */
    return NULL;
  snprintf (name, sizeof name, "B%d",
	    pram_poly_array_of (isl_map_get_tuple_name (map, isl_dim_out)));
  map = isl_map_set_tuple_name (map, isl_dim_out, name);
  return wrapped ? isl_map_curry (map) : map;
}

enum kind { READS, WRITES, UNSURE };

/* Reads in loops of LOOP, a counted one, that stay out once they have begun no
   iteration: when they are done all earlier iterations of LOOP were.  Null: other
   reads.  */
typedef const struct pram_node *group;

/* FIRST, of the same outermost loop as STMT, is in loops that stay out and that STMT is
   not in, and comes before it.  */
static bool
may_be_left_out_p (const struct pram_poly_stmt *first,
		   const struct pram_poly_stmt *stmt)
{
  int n = pram_poly_staying (first);
  return (first->number < stmt->number && n
	  && !pram_poly_inside_p (stmt, first->loops[n]));
}

/* The group that STMT's reads are in.  */
static group
group_of (const struct pram_poly *poly, const struct pram_poly_stmt *stmt)
{
  if (!pram_poly_staying (stmt))
    return NULL;
  for (int s = 0; s < poly->n_stmts; s++)
    if (poly->stmts[s].depth && poly->stmts[s].loops[0] == stmt->loops[0]
	&& may_be_left_out_p (&poly->stmts[s], stmt))
      return NULL;
  return stmt->loops[0];
}

/* What ACCESS of STMT is for reads of the group G.  */
static enum kind
kind_of (const struct pram_poly *poly, const struct pram_poly_stmt *stmt,
	 const struct pram_access *access, group g)
{
  return (!access->write ? READS
	  : !pram_poly_unsure_p (poly, stmt) ? WRITES
	  : g && stmt->loops[0] == g && !pram_poly_unsure_beyond_p (poly, stmt)
	  ? WRITES : UNSURE);
}

/* What isl is asked about.  */
struct question
{
  struct pram_components components;
  struct pram_nearest nearest;
};

/* Access A of STMT is in QUESTION.  */
static bool
asked_p (const struct pram_poly_stmt *stmt, int a, const void *question)
{
  const struct pram_nearest *known = &((const struct question *) question)->nearest;
  return !known->writer[stmt->number][a] && !known->overwritten[stmt->number][a];
}

/* All accesses of KIND in NODE, { S -> B } or { R -> B }, for reads of the group G; of
   these themselves only those, unless ALL.  Those of QUESTION, by component, unless
   null.  */
static isl_union_map *
all_accesses (const struct pram_poly *poly, const struct pram_node *node,
	      const struct question *question, enum kind kind, group g, bool all)
{
  isl_union_map *found = isl_union_map_empty (isl_space_copy (poly->params));
  for (int s = 0; s < poly->n_stmts; s++)
    {
      const struct pram_poly_stmt *stmt = &poly->stmts[s];
      if (!pram_poly_inside_p (stmt, node)
	  || (kind == READS && !all && group_of (poly, stmt) != g))
	continue;
      for (int a = 0; a < stmt->node->n_accesses; a++)
	if (kind_of (poly, stmt, &stmt->node->accesses[a], g) == kind
	    && (!question || asked_p (stmt, a, question)))
	  {
	    isl_union_map *map = pram_poly_object_access
				   (poly, stmt, &stmt->node->accesses[a], node);
	    if (kind == READS)
	      map = renamed (map, name_reader,
			     pram_poly_reader_name (poly, stmt, a));
	    if (question)
	      map = renamed (map, name_component, &question->components.of[s][a]);
	    found = isl_union_map_union (found, map);
	  }
    }
  return found;
}

/* { exit[] }: an instance that comes last and reads everything.  */
static isl_set *
exit_instance (const struct pram_poly *poly)
{
  isl_space *space = isl_space_set_from_params (isl_space_copy
						(poly->params));
  space = isl_space_set_tuple_name (space, isl_dim_set, "exit");
  return isl_set_intersect_params (isl_set_universe (space),
				   pram_poly_context (poly));
}

/* --- Data flow ---------------------------------------------------------- */

/* Add to GRAPH, of NODE, the flow to READS, which are of the group G, and in QUESTION
   as they are.  Takes READS; EXIT is where all ends.  */
static void
add_flow (struct pram_poly *poly, const struct pram_node *node,
	  const struct question *question, struct pram_graph *graph, group g,
	  isl_union_map *reads, isl_set *exit)
{
  isl_union_access_info *info = isl_union_access_info_from_sink (reads);
  info = isl_union_access_info_set_must_source
	   (info, all_accesses (poly, node, question, WRITES, g, false));
  info = isl_union_access_info_set_may_source
	   (info, all_accesses (poly, node, question, UNSURE, g, false));
  info = isl_union_access_info_set_schedule
	   (info, pram_poly_schedule (poly, node, asked_p, question,
				      isl_set_copy (exit)));
  isl_union_flow *flow = isl_union_access_info_compute_flow (info);
  graph->flow
    = isl_union_map_union (graph->flow,
			   renamed (isl_union_flow_get_full_may_dependence (flow),
				    name_object, NULL));
  graph->no_source
    = isl_union_map_union (graph->no_source,
			   renamed (isl_union_flow_get_may_no_source (flow),
				    name_object, NULL));
  isl_union_flow_free (flow);
}

/* Tuple names.  */
struct ends
{
  const char *reader, *writer;
};

/* { S -> B } of a read as { S -> [R -> B] } of its writer in the same iteration.  */
static isl_map *
flow_nearest (isl_map *map, const void *data)
{
  const struct ends *n = data;
  isl_set *readers = isl_set_set_tuple_name (isl_map_domain (isl_map_copy (map)),
					     n->reader);
  isl_map *same = isl_map_set_tuple_name (isl_set_identity (readers), isl_dim_in,
					  n->writer);
  return isl_map_range_product (same, isl_map_set_tuple_name (map, isl_dim_in,
							      n->writer));
}

/* Add to GRAPH, of NODE, the flow to reads whose writers are NEAREST.  */
static void
add_nearest (struct pram_poly *poly, const struct pram_node *node,
	     const struct pram_nearest *nearest, struct pram_graph *graph)
{
  for (int s = 0; s < poly->n_stmts; s++)
    for (int a = 0; a < poly->stmts[s].node->n_accesses; a++)
      {
	const struct pram_poly_stmt *stmt = &poly->stmts[s];
	if (!nearest->writer[s] || !nearest->writer[s][a])
	  continue;
	isl_set *writes = pram_poly_domain (poly, nearest->writer[s][a]);
	struct ends n = { pram_poly_reader_name (poly, stmt, a),
			  isl_set_get_tuple_name (writes) };
	isl_union_map *reads = pram_poly_object_access
				 (poly, stmt, &stmt->node->accesses[a], node);
	graph->flow = isl_union_map_union (graph->flow,
					   renamed (reads, flow_nearest, &n));
	isl_set_free (writes);
      }
}

/* The group number I, of reads in NODE: that of its statement number I, unless that is
   an earlier one's.  */
static group
new_group (const struct pram_poly *poly, const struct pram_node *node, int i)
{
  const struct pram_poly_stmt *stmt = &poly->stmts[i];
  group g = pram_poly_inside_p (stmt, node) ? group_of (poly, stmt) : NULL;
  for (int s = 0; s < i && g; s++)
    if (pram_poly_inside_p (&poly->stmts[s], node)
	&& group_of (poly, &poly->stmts[s]) == g)
      g = NULL;
  return g;
}

static void
find_flow (struct pram_poly *poly, const struct pram_node *node,
	   struct pram_graph *graph)
{
  struct question question = { pram_components_find (poly),
			       pram_nearest_find (poly, node) };
  isl_union_set *written = isl_union_map_range
    (isl_union_map_union
     (all_accesses (poly, node, &question, WRITES, NULL, true),
      all_accesses (poly, node, &question, UNSURE, NULL, true)));
  isl_set *exit = exit_instance (poly);
  isl_union_map *exit_reads = isl_union_map_from_domain_and_range
    (isl_union_set_from_set (isl_set_copy (exit)), written);
  isl_union_map *reads = all_accesses (poly, node, &question, READS, NULL, false);
  graph->flow = isl_union_map_empty (isl_space_copy (poly->params));
  graph->no_source = isl_union_map_empty (isl_space_copy (poly->params));
  add_nearest (poly, node, &question.nearest, graph);
  add_flow (poly, node, &question, graph, NULL,
	    isl_union_map_union (reads, exit_reads), exit);
  for (int s = 0; s < poly->n_stmts; s++)
    {
      group g = new_group (poly, node, s);
      if (g)
	add_flow (poly, node, &question, graph, g,
		  all_accesses (poly, node, &question, READS, g, false), exit);
    }
  isl_set_free (exit);
}

struct pram_graph *
pram_graph_new (struct pram_poly *poly, const struct pram_node *node)
{
  struct pram_graph *graph
    = PRAM_ARENA_NEW (poly->prog->arena, struct pram_graph, 1);
  pram_poly_swap_params (poly);
  graph->writes = all_accesses (poly, node, NULL, WRITES, NULL, true);
  graph->unsure = all_accesses (poly, node, NULL, UNSURE, NULL, true);
  graph->reads = all_accesses (poly, node, NULL, READS, NULL, true);
  find_flow (poly, node, graph);
  pram_poly_swap_params (poly);
  return graph;
}

void
pram_graph_free (struct pram_graph *graph)
{
  if (!graph)
    return;
  isl_union_map_free (graph->writes);
  isl_union_map_free (graph->unsure);
  isl_union_map_free (graph->reads);
  isl_union_map_free (graph->flow);
  isl_union_map_free (graph->no_source);
}

/* --- Checking and printing ---------------------------------------------- */

/* { R -> B } of all reads of statements that have a last writer.  */
static isl_union_map *
served_reads (const struct pram_graph *graph)
{
  return isl_union_set_unwrap (isl_union_map_range (isl_union_map_copy
						    (graph->flow)));
}

static bool
check (const struct pram_graph *graph, const struct pram_diag *diag)
{
  isl_union_map *served = served_reads (graph);
  isl_union_map *both = isl_union_map_intersect
    (isl_union_map_copy (served), isl_union_map_copy (graph->no_source));
  isl_union_map *either = isl_union_map_union
    (served, isl_union_map_copy (graph->no_source));
  bool ok = true;
  if (isl_union_map_is_empty (both) != isl_bool_true)
    {
      ok = false;
      pram_diag_report (diag, PRAM_ERROR, 0, "the graph is broken: a read has "
			"a last writer and has none");
    }
  else if (isl_union_map_is_subset (graph->reads, either) != isl_bool_true)
    {
      ok = false;
      pram_diag_report (diag, PRAM_ERROR, 0, "the graph is broken: a read is "
			"missing");
    }
  isl_union_map_free (both);
  isl_union_map_free (either);
  return ok;
}

struct printing
{
  FILE *file;
  const struct pram_poly *poly;
  const char *what;
};

static isl_stat
print_map (isl_map *map, void *data)
{
  struct printing *p = data;
  char *text = isl_map_to_str (map);
  fprintf (p->file, "%s %s\n", p->what, text);
  free (text);
  isl_map_free (map);
  return isl_stat_ok;
}

static void
print (FILE *file, const struct pram_poly *poly,
       const struct pram_graph *graph)
{
  struct printing p = { file, poly, "flow" };
  fprintf (file, "graph %s\n", poly->prog->name);
  for (int s = 0; s < poly->n_stmts; s++)
    {
      isl_set *domain = pram_poly_domain (poly, &poly->stmts[s]);
      char *text = isl_set_to_str (domain);
      fprintf (file, "tasks line %d %s\n", poly->stmts[s].node->line, text);
      free (text);
      isl_set_free (domain);
    }
  for (int a = 0; a < poly->prog->n_arrays; a++)
    fprintf (file, "object B%d is %s\n", a, poly->prog->arrays[a].name);
  isl_union_map_foreach_map (graph->flow, print_map, &p);
  p.what = "input";
  isl_union_map_foreach_map (graph->no_source, print_map, &p);
}

bool
pram_graph_print (FILE *file, struct pram_prog *prog,
		  const struct pram_diag *diag)
{
  struct pram_poly *poly = pram_poly_new (prog, false);
  struct pram_graph *graph = pram_graph_new (poly, prog->root);
  bool ok = graph->flow && graph->no_source;
  if (!ok)
    pram_diag_report (diag, PRAM_REFUSAL, prog->line,
		      "its data flow is too complex to analyse");
  ok = ok && check (graph, diag);
  if (ok)
    {
      pram_poly_swap_params (poly);
      print (file, poly, graph);
      pram_poly_swap_params (poly);
    }
  pram_graph_free (graph);
  pram_poly_free (poly);
  return ok;
}
