/* emit-tables.cc: the static tables of a region, and their registration.

   SPDX-License-Identifier: GPL-3.0-or-later

   Core makes the tables in memory (plan-region.c); here they become constants,
   with what only emission knows: arguments, functions, results.  */

#include "pram-gcc.h"
#include "args.h"
#include "emit.h"
#include "abi-types.h"
#include "tasks.h"

/* What P is, whatever is done with it.  */
static struct pram_arg
arg_of (const struct plug_param *p)
{
  struct pram_arg arg;
  memset (&arg, 0, sizeof arg);
  arg.kind = p->kind;
  arg.type = p->type;
  arg.name = p->name;
  arg.checked = (!p->checked ? PRAM_UNCHECKED
		 : p->variable ? PRAM_IN_PLAN : PRAM_IN_CODE);
  arg.expected = p->expected;
  arg.dead = p->dead;
  arg.local = p->unneeded;
  arg.object = p->guard ? 0 : p->array_bytes;
  arg.pitch = p->row_unit ? p->pitch + 1 : 0;
  arg.places = plug_placed_p (p) ? p->places + 1 : 0;
  arg.row_unit = (int32_t) p->row_unit;
  arg.height = p->row_unit ? p->height + 1 : 0;
  arg.width = p->row_unit ? p->width + 1 : 0;
  arg.stride = p->row_unit ? (int32_t) p->stride : 0;
  return arg;
}

/* The arguments of E's region; the caller frees them.  */
static struct pram_arg *
args_of (const struct plug_emission *e)
{
  const struct plug_region *region = e->region;
  struct pram_arg *args = XNEWVEC (struct pram_arg, region->n_params + 1);
  for (int i = 0; i < region->n_params; i++)
    {
      args[i] = arg_of (&region->params[i]);
      args[i].chooses = e->choosing.contains (i);
    }
  if (e->plan)
    pram_args_set_plan (args, e->plan);
  else if (e->tasks)
    pram_args_set_tasks (args, e->tasks->plan);
  for (int i = 0; i < region->n_params; i++)
    if (region->params[i].guard)
      {
	args[i].hi = region->params[i].array_bytes;
	args[i].written = region->params[i].written;
      }
  return args;
}

/* What the layers of E yield.  */
static struct pram_layer_results *
results_of (struct plug_emission *e)
{
  struct pram_arena *arena = e->prog->arena;
  struct pram_layer_results *all
    = PRAM_ARENA_NEW (arena, struct pram_layer_results, e->plan->n_layers);
  struct pram_kinds kinds;
  memset (&kinds, 0, sizeof kinds);
  if (e->prog->levels)
    kinds = pram_kinds_of (e->plan);
  for (int i = 0; i < e->plan->n_layers; i++)
    {
      const struct plug_layer *l = plug_layer_for (e, e->plan, &kinds, i);
      struct pram_reduction *next
	= PRAM_ARENA_NEW (arena, struct pram_reduction, l->results.length ());
      all[i].like = i;
      all[i].n = l->results.length ();
      all[i].reductions = next;
      for (const struct plug_result &r : l->results)
	*next++ = { r.op, r.type, r.name, plug_how_in_units (l, &r) };
    }
  return all;
}

/* Write down REGION, of E, with what all regions have.  */
static void
write_region (const struct plug_emission *e, struct pram_region *region)
{
  struct pram_message messages[PRAM_N_PAIRS];
  struct pram_arg *args = args_of (e);
  if (e->prog && e->prog->source)
    pram_region_set_known (region, args, e->prog->source, e->plan);
  /* A declaration stands for its address (abi-types.h).  */
  region->site = (struct pram_site *) (void *) e->region->site;
  region->n_args = e->region->n_params;
  region->args = args;
  region->traits = e->region->traits;
  for (const struct plug_inspector *in : e->inspectors)
    if (in->slice.walks)
      region->traits |= PRAM_WALKS;
  if (plug_args.machine_given)
    {
      pram_messages_set (messages, &plug_args.logp);
      region->n_messages = PRAM_N_PAIRS;
      region->messages = messages;
      region->node = plug_args.logp.node;
    }
  char *symbol = plug_symbol (e, "region", -1);
  tree variable
    = plug_abi_static (plug_abi_type (PLUG_ABI_REGION), symbol,
		       plug_abi_value (PLUG_ABI_REGION, region, e->suffix, -1),
		       true);
  free (symbol);
  symbol = plug_symbol (e, "note", -1);
  plug_emit_note (symbol, variable);
  free (symbol);
  free (args);
}

/* What the region takes on some numbers of processes, from one on; the runtime
   interpolates.  */
static void
set_forecasts (const struct plug_emission *e, struct pram_region *region,
	       const struct pram_predictor *by)
{
  static const int procs[] = { 1, 2, 4 };
  struct pram_forecast *all
    = PRAM_ARENA_NEW (e->prog->arena, struct pram_forecast, ARRAY_SIZE (procs));
  for (unsigned k = 0; k < ARRAY_SIZE (procs); k++)
    {
      all[k] = pram_forecast_of (e->plan, by, procs[k]);
      all[k].procs = procs[k];
    }
  region->n_forecasts = ARRAY_SIZE (procs);
  region->forecasts = all;
}

/* Symbols start with the captured function's name, which is unique in the
   translation unit.  */
char *
plug_region_prefix (struct plug_region *region)
{
  tree decl = region->fndecl ? region->fndecl : region->site;
  return xasprintf ("%s%s", IDENTIFIER_POINTER (DECL_ASSEMBLER_NAME (decl)),
		    region->suffix ? region->suffix : "");
}

char *
plug_source_text (const struct pram_source *source)
{
  char *text = NULL;
  size_t size;
  FILE *f = open_memstream (&text, &size);
  pram_source_print (f, source);
  fclose (f);
  return text;
}

/* The machine that is predicted for, in ARENA; null if it is the default.  */
static const char *
machine_text (struct pram_arena *arena)
{
  char *text = NULL;
  size_t size;
  if (!plug_args.machine_given)
    return NULL;
  FILE *f = open_memstream (&text, &size);
  pram_machine_print (f, &plug_args.logp, &plug_args.costs);
  fclose (f);
  const char *kept = pram_arena_printf (arena, "%s", text);
  free (text);
  return kept;
}

/* Let plans for other sizes be made when REGION, of E, is entered; of several
   that have the same code, the first.  */
static void
set_source (const struct plug_emission *e, struct pram_region *region)
{
  if (e->region != e->all->region || !plug_variable_sizes_p (e->region))
    return;
  const char *unsplit = e->region->unsplit;
  char *text = plug_source_text (e->prog->source);
  region->source = pram_arena_printf (e->prog->arena, "%s%s", text,
				      unsplit ? unsplit : "");
  free (text);
  region->shape = pram_shape_text (e->plan);
  if (region->n_forecasts > 0)
    region->machine = machine_text (e->prog->arena);
}

const int64_t *
plug_tables_emit (struct plug_emission *e, const int64_t *like)
{
  struct pram_region region;
  struct pram_predictor by = plug_predictor ();
  memset (&region, 0, sizeof region);
  pram_scans_find (e->plan, &by);
  pram_region_set_plan (&region, e->plan, results_of (e), like);
  region.driver = (void (*) (void)) (void *) e->driver;
  /* Who names a strategy wants the region distributed.  */
  if (e->region->schedule->compared)
    set_forecasts (e, &region, &by);
  set_source (e, &region);
  int line;
  region.effect = e->records ? NULL : plug_effect_name (e, &line);
  write_region (e, &region);
  return like ? like : region.numbers;
}

void
plug_task_tables_emit (struct plug_tasks *t)
{
  struct pram_region region;
  memset (&region, 0, sizeof region);
  pram_region_set_tasks (&region, t->plan);
  region.driver = (void (*) (void)) (void *) t->driver;
  write_region (t->e, &region);
}

void
plug_emit_serial (struct plug_region *region, const char *reason, int line)
{
  struct plug_emission e;
  struct pram_region serial;
  memset ((void *) &e, 0, sizeof e);
  memset (&serial, 0, sizeof serial);
  char *prefix = plug_region_prefix (region);
  e.region = region;
  e.suffix = prefix;
  serial.reason = reason;
  serial.reason_line = line;
  write_region (&e, &serial);
  free (prefix);
}
