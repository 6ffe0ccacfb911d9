/* flow.c: data flow of a program, and the objects of an access.

   SPDX-License-Identifier: Apache-2.0

   The way that it is found is described in flow-nests.h.  */

#include "flow-nests.h"

struct pram_flows *
pram_flows_new (struct pram_poly *poly, const struct pram_node *const *layers,
		bool by_nests)
{
  const struct pram_prog *prog = poly->prog;
  struct pram_arena *arena = prog->arena;
  struct pram_flows *flows = PRAM_ARENA_NEW (arena, struct pram_flows, 1);
  struct forms forms = { 0, NULL };
  struct builder b = { poly, layers, arena, flows, &forms };
  flows->n_arrays = prog->n_arrays;
  pram_flow_find_blocks (&b, !by_nests);
  for (int i = 0; i < flows->n_blocks; i++)
    for (int n = 0; n < flows->blocks[i].n; n++)
      pram_flow_trace_reads (&b, i, n);
  for (int a = 0; a < prog->n_arrays; a++)
    pram_flow_trace_ends (&b, a);
  pram_flow_forms_free (&forms);
  return flows;
}

static void
free_nest (struct nest *nest, int n_arrays)
{
  pram_graph_free (nest->graph);
  for (int a = 0; a < n_arrays; a++)
    {
      for (int w = 0; w < nest->writes[a].n; w++)
	{
	  isl_map_free (nest->writes[a].list[w].map);
	  isl_set_free (nest->writes[a].list[w].range);
	}
      isl_set_free (nest->writes[a].all);
      isl_set_free (nest->writes[a].box);
    }
}

void
pram_flows_free (struct pram_flows *flows)
{
  if (!flows)
    return;
  for (int i = 0; i < flows->n_flows; i++)
    {
      isl_map_free (flows->flows[i].from);
      isl_map_free (flows->flows[i].to);
      isl_map_free (flows->flows[i].inside);
    }
  for (int i = 0; i < flows->n_inputs; i++)
    isl_map_free (flows->inputs[i].map);
  for (int i = 0; i < flows->n_outputs; i++)
    isl_map_free (flows->outputs[i].map);
  for (int i = 0; i < flows->n_blocks; i++)
    for (int n = 0; n < flows->blocks[i].n; n++)
      free_nest (&flows->blocks[i].nests[n], flows->n_arrays);
}

/* --- Objects of an access ----------------------------------------------- */

struct visiting
{
  const struct pram_flows *flows;
  int block;
  isl_set *elements;
  pram_flow_visit visit;
  void *data;
};

static void visit_name (const struct visiting *, int block, int name);

/* Visit what NAME, in block number INDEX, stood for before it.  */
static void
visit_name_inside (const struct visiting *v, int index, int name)
{
  const struct pram_node *loop = v->flows->blocks[index].loop;
  int period = loop ? pram_poly_period (loop, name) : 1;
  for (int64_t t = 0;
       t < period && (t == 0 || t != pram_flow_count (loop)); t++)
    {
      visit_name (v, index - 1, name);
      if (loop)
	name = pram_flow_name_before (loop, name);
    }
}

/* Visit what NAME stands for behind block number INDEX.  */
static void
visit_name (const struct visiting *v, int index, int name)
{
  if (index < 0)
    {
      v->visit (v->data, name, isl_set_copy (v->elements));
      return;
    }
  const struct block *block = &v->flows->blocks[index];
  if (!block->loop)
    visit_name (v, index - 1, name);
  else if (block->loop->data_dependent)
    visit_name_inside (v, index, name);
  else
    {
      name = pram_flow_name_inside (block->loop, name);
      for (int64_t m = pram_flow_counted_turn (block, name).m; m > 0; m--)
	name = pram_flow_name_before (block->loop, name);
      visit_name (v, index - 1, name);
    }
}

static isl_stat
visit_map (isl_map *map, void *data)
{
  struct visiting *v = data;
  int name = pram_poly_array_of (isl_map_get_tuple_name (map, isl_dim_out));
  v->elements = isl_set_reset_tuple_id (isl_map_range (map));
  visit_name_inside (v, v->block, name);
  isl_set_free (v->elements);
  return isl_stat_ok;
}

void
pram_flow_foreach_object (const struct pram_flows *flows,
			  const struct pram_poly *poly,
			  const struct pram_poly_stmt *stmt,
			  const struct pram_access *access,
			  pram_flow_visit visit, void *data)
{
  for (int i = 0; i < flows->n_blocks; i++)
    for (int n = 0; n < flows->blocks[i].n; n++)
      {
	const struct nest *nest = &flows->blocks[i].nests[n];
	struct visiting v = { flows, i, NULL, visit, data };
	if (!pram_poly_inside_p (stmt, nest->node))
	  continue;
	isl_union_map *map;
	if (nest->permutes)
	  map = pram_poly_object_access (poly, stmt, access, nest->node);
	else
	  map = isl_union_map_from_map (pram_poly_access (poly, stmt, access));
	isl_union_map_foreach_map (map, visit_map, &v);
	isl_union_map_free (map);
      }
}
