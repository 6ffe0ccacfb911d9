/* emit.cc: from a plan to code and tables.

   SPDX-License-Identifier: GPL-3.0-or-later

   Requires: the captured function is the current one, in SSA form with
   dominators, loops (preheaders, simple latches) and scalar evolution; the
   cookies of PROG and PLAN refer to it.
   Provides: a driver, a function for each layer, the tables and their
   registration, all in the call graph; or nothing at all.  */

#include "pram-gcc.h"
#include "args.h"
#include "diagnostics.h"
#include "emit.h"

/* Symbols start with the captured function's name, which is unique in the
   translation unit.  */
char *
plug_region_prefix (struct plug_region *region)
{
  tree decl = region->fndecl ? region->fndecl : region->site;
  return xstrdup (IDENTIFIER_POINTER (DECL_ASSEMBLER_NAME (decl)));
}

/* Which array a statement reads and which it writes, from the cookies.  A
   statement that reads several has none (-1).  */
static void
map_accesses (struct plug_emission *e, const struct pram_node *node)
{
  for (int i = 0; i < node->n_accesses; i++)
    {
      const struct pram_access *a = &node->accesses[i];
      gimple *stmt = ((struct plug_access *) a->cookie)->stmt;
      hash_map<gimple *, int> *map = a->write ? e->writes : e->reads;
      int &array = map->get_or_insert (stmt);
      array = array == 0 || array == a->array + 1 ? a->array + 1 : -1;
    }
  for (int i = 0; i < node->n_children; i++)
    map_accesses (e, node->children[i]);
}

static void
prepare_layers (struct plug_emission *e)
{
  e->layers = new plug_layer[e->plan->n_layers] ();
  for (int i = 0; i < e->plan->n_layers && !e->failed; i++)
    {
      e->layers[i].number = i;
      e->layers[i].plan = &e->plan->layers[i];
      plug_layer_prepare (e, &e->layers[i]);
    }
}

/* Hand FN, whose body is GENERIC, to the compiler.  */
static void
add_function (tree fn, bool disjoint)
{
  push_struct_function (fn);
  cfun->function_start_locus = DECL_SOURCE_LOCATION (fn);
  cfun->function_end_locus = DECL_SOURCE_LOCATION (fn);
  /* The cliques of mark_disjoint.  */
  if (disjoint)
    cfun->last_clique = 2;
  pop_cfun ();
  if (plug_args.dump_code)
    plug_dump_function (fn);
  cgraph_node::add_new_function (fn, false);
  cgraph_node::get_create (fn)->mark_force_output ();
}

static void
add_functions (struct plug_emission *e)
{
  for (int i = 0; i < e->plan->n_layers; i++)
    add_function (e->layers[i].fn, true);
  add_function (e->driver, false);
}

bool
plug_emit (struct plug_region *region, const struct pram_prog *prog,
	   const struct pram_plan *plan, const struct pram_diag *diag)
{
  struct plug_emission e;
  memset ((void *) &e, 0, sizeof e);
  char *prefix = plug_region_prefix (region);
  e.region = region;
  e.prog = prog;
  e.plan = plan;
  e.diag = diag;
  e.suffix = prefix;
  e.reads = new hash_map<gimple *, int>;
  e.writes = new hash_map<gimple *, int>;
  e.owners = new hash_map<tree, tree>;
  calculate_dominance_info (CDI_DOMINATORS);
  map_accesses (&e, prog->root);
  prepare_layers (&e);
  for (int i = 0; i < plan->n_layers && !e.failed; i++)
    plug_layer_emit (&e, &e.layers[i]);
  if (!e.failed)
    plug_driver_emit (&e);
  if (!e.failed)
    {
      /* OMP_SIMD is understood without -fopenmp.  */
      flag_openmp_simd = 1;
      add_functions (&e);
      plug_tables_emit (&e);
    }
  delete[] e.layers;
  delete e.reads;
  delete e.writes;
  delete e.owners;
  free (prefix);
  return !e.failed;
}
