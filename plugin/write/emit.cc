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
#include "disjoint.h"
#include "emit.h"
#include "read/extract.h"
#include "replay.h"
#include "tasks.h"

/* Which array a statement reads and which it writes, from the cookies.  A
   statement that reads several has none (-1).  */
static void
map_accesses (struct plug_emission *e, const struct pram_node *node)
{
  if (pram_offer_of (e->prog, node))
    return;
  for (int i = 0; i < node->n_accesses; i++)
    {
      const struct pram_access *a = &node->accesses[i];
      gimple *stmt = ((struct plug_access *) a->cookie)->stmt;
      hash_map<gimple *, int> *map = a->write ? e->writes : e->reads;
      int name = ((struct plug_access *) a->cookie)->name;
      int &array = map->get_or_insert (stmt);
      array = array == 0 || array == name + 1 ? name + 1 : -1;
    }
  for (int i = 0; i < node->n_children; i++)
    map_accesses (e, node->children[i]);
}

/* The pointers that NODE, a nest that stands for an exchange in LOOP, exchanges
   are those of its accesses.  */
static bool
exchanged_p (struct plug_emission *e, const struct pram_node *node,
	     class loop *loop)
{
  bool all = true;
  for (int i = 0; i < node->n_accesses; i++)
    all &= plug_exchanged_phi (e, &node->accesses[i], loop) != NULL;
  for (int c = 0; c < node->n_children; c++)
    all &= exchanged_p (e, node->children[c], loop);
  return all;
}

static void
check_exchanges (struct plug_emission *e)
{
  for (int i = 0; i < e->prog->n_offers; i++)
    {
      const struct pram_offer *o = &e->prog->offers[i];
      if (o->exchanges && !exchanged_p (e, o->node, plug_node_loop (o->before)))
	plug_refuse (e, o->before->line, "pointers are exchanged in a loop "
		     "inside of another that does not access all of them");
    }
}

/* Where data choose elements an array has one name.  */
static void
check_names (struct plug_emission *e)
{
  const struct pram_prog *prog = e->prog;
  bool chosen = prog->n_inspected || prog->n_deposits || prog->n_pinned;
  if (chosen && prog->levels && pram_record_names (&e->kinds))
    plug_refuse (e, prog->line, "data choose what it accesses, and a loop whose "
		 "iterations are taken one by one exchanges pointers");
}

static void
prepare_layers (struct plug_emission *e)
{
  check_exchanges (e);
  if (e->failed)
    return;
  plug_layers_find (e);
  check_names (e);
  for (int i = 0; i < e->n_layers && !e->failed; i++)
    if (!e->layers[i].plan->offer)
      plug_layer_prepare (e, &e->layers[i]);
  if (!e->failed)
    plug_inspectors_prepare (e);
  if (!e->failed)
    plug_asking_find (e);
  if (!e->failed)
    plug_effects_prepare (e);
  if (!e->failed)
    plug_deposits_prepare (e);
}

static void
add_functions (struct plug_emission *e)
{
  for (int i = 0; i < e->n_layers; i++)
    if (e->layers[i].fn)
      plug_add_function (e->layers[i].fn, true);
  for (struct plug_inspector *i : e->inspectors)
    plug_add_function (i->layer.fn, true);
  plug_deposits_add (e);
  plug_add_function (e->driver, false);
  if (e->records)
    plug_replay_original (e->region);
}

static void
start (struct plug_emission *e, struct plug_region *region,
       const struct pram_prog *prog, const struct pram_diag *diag)
{
  memset ((void *) e, 0, sizeof *e);
  e->region = region;
  e->prog = prog;
  e->diag = diag;
  e->suffix = plug_region_prefix (region);
  e->reads = new hash_map<gimple *, int>;
  e->writes = new hash_map<gimple *, int>;
  e->owners = new hash_map<tree, tree>;
  calculate_dominance_info (CDI_DOMINATORS);
  map_accesses (e, prog->root);
}

static void
finish (struct plug_emission *e)
{
  delete e->reads;
  delete e->writes;
  delete e->owners;
  free ((char *) e->suffix);
}

/* Build the code of E.  */
static void
build_code (struct plug_emission *e)
{
  prepare_layers (e);
  for (int i = 0; i < e->n_layers && !e->failed; i++)
    if (!e->layers[i].plan->offer)
      plug_layer_emit (e, &e->layers[i], NULL);
  plug_inspectors_emit (e);
  plug_deposits_emit (e);
  if (!e->failed)
    plug_driver_emit (e);
}

/* The tables of each plan of E.  What is in them has the name of the function
   that is for one size alone.  */
static void
emit_tables (struct plug_emission *e)
{
  const char *suffix = e->suffix;
  const int64_t *like = NULL;
  plug_layers_note (e);
  for (int i = 0; i < e->n_all; i++)
    {
      struct plug_region *region = e->all[i].region;
      char *prefix = plug_region_prefix (region->own ? region->own : region);
      e->region = region;
      e->suffix = prefix;
      e->plan = e->all[i].plan;
      e->prog = e->plan->prog;
      like = plug_tables_emit (e, like);
      free (prefix);
    }
  e->suffix = suffix;
}

bool
plug_emit_together (struct plug_candidate *all, int n,
		    const struct pram_diag *diag)
{
  struct plug_emission e;
  start (&e, all->region, all->plan->prog, diag);
  e.plan = all->plan;
  e.all = all;
  e.n_all = n;
  build_code (&e);
  if (!e.failed)
    {
      /* OMP_SIMD is understood without -fopenmp.  */
      flag_openmp_simd = 1;
      add_functions (&e);
      emit_tables (&e);
    }
  delete[] e.layers;
  plug_asking_free (&e);
  plug_inspectors_free (&e);
  plug_deposits_free (&e);
  finish (&e);
  return !e.failed;
}

bool
plug_emit (struct plug_region *region, struct pram_plan *plan,
	   const struct pram_diag *diag)
{
  struct plug_candidate alone = { region, plan->prog, plan };
  return plug_emit_together (&alone, 1, diag);
}

/* What runs task by task has no level loops, and neither inspects nor deposits, nor
   pins; else report it.  */
static bool
plain_p (struct plug_emission *e)
{
  int line;
  if (e->prog->levels)
    plug_refuse (e, e->prog->line, "loops whose iterations are taken one by one "
		 "do not go through tables");
  else if (e->prog->n_inspected)
    plug_refuse (e, e->prog->inspected[0].line, "reads of which data choose the "
		 "element do not go through tables");
  else if (e->prog->n_deposits)
    plug_refuse (e, e->prog->deposits[0].line, "writes of which data choose the "
		 "element do not go through tables");
  else if (e->prog->n_pinned)
    plug_refuse (e, e->prog->pinned[0].line, "accesses of which data choose the "
		 "element do not go through tables");
  else if (const char *name = plug_effect_name (e, &line))
    plug_refuse (e, line, "calls '%s', which only the system knows: loops around it "
		 "do not go through tables", name);
  else if (gcall *ending = plug_ending_in (current_loops->tree_root))
    plug_refuse (e, plug_stmt_line (e, ending), "what may end the program does not go "
		 "through tables");
  return !e->failed;
}

/* The plan of T, whose groups are known; null after a refusal.  */
static const struct pram_table_plan *
plan_tasks (struct plug_tasks *t, const char *strategy)
{
  const struct plug_emission *e = t->e;
  struct pram_prog *prog = plug_tasks_prog (t);
  if (plug_args.dump_tasks || plug_args.dump_prog)
    pram_prog_print (stderr, prog);
  struct pram_predictor by = plug_predictor ();
  t->plan = (pram_prog_check (prog, e->diag)
	     ? pram_table_plan_build (prog, pram_strategy_find (strategy),
				      by.logp, by.costs, e->diag)
	     : NULL);
  if (t->plan && plug_args.dump_taskgraph)
    {
      pram_expansion_print (stderr, t->plan->expansion);
      pram_table_plan_print (stderr, t->plan);
    }
  return t->plan && pram_table_plan_check (t->plan, e->diag) ? t->plan : NULL;
}

const struct pram_table_plan *
plug_emit_tasks (struct plug_region *region, const struct pram_prog *prog,
		 const char *strategy, const struct pram_diag *diag)
{
  struct plug_emission e;
  struct plug_tasks t;
  start (&e, region, prog, diag);
  t.e = &e;
  e.tasks = &t;
  bool ok = (plain_p (&e) && plug_tasks_find (&t)
	     && plan_tasks (&t, strategy));
  if (ok)
    plug_tasks_driver (&t);
  ok = ok && !e.failed;
  if (ok)
    {
      plug_add_function (t.driver, false);
      plug_task_tables_emit (&t);
    }
  else if (t.prog)
    pram_prog_free (t.prog);
  plug_tasks_release (&t);
  finish (&e);
  return ok ? t.plan : NULL;
}

struct pram_prog *
plug_tasks_scheme (struct plug_region *region, const struct pram_prog *prog,
		   const struct pram_diag *diag)
{
  struct plug_emission e;
  struct plug_tasks t;
  start (&e, region, prog, diag);
  t.e = &e;
  e.tasks = &t;
  struct pram_prog *tasks = (plain_p (&e) && plug_tasks_find (&t)
			     ? plug_tasks_prog (&t) : NULL);
  plug_tasks_release (&t);
  finish (&e);
  return tasks;
}
