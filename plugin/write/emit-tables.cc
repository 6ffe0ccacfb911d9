/* emit-tables.cc: the static tables of a region, and their registration.

   SPDX-License-Identifier: GPL-3.0-or-later

   The structures are those of pram-abi.h; all are constant and none grows
   with the size of the region or the number of processes.  */

#include "pram-gcc.h"
#include "args.h"
#include "emit.h"
#include "abi-types.h"
#include "tasks.h"

typedef vec<constructor_elt, va_gc> *table;

/* The address of the table of ALL, structures of KIND, named after WHAT and
   layer NUMBER (-1: none).  */
static tree
finish_table (struct plug_emission *e, enum plug_abi kind, const char *what,
	      int number, table all)
{
  char *symbol = plug_symbol (e, what, number);
  tree address = plug_abi_table (kind, symbol, all);
  free (symbol);
  return address;
}

/* The array object that parameter P is, or -1.  */
static int
array_of_param (struct plug_emission *e, int p)
{
  for (int i = 0; i < e->prog->n_arrays; i++)
    if (e->prog->arrays[i].arg == p)
      return i;
  return -1;
}

/* What is known of array A: the bytes touched, and whether it is written.  */
static void
set_touched (struct plug_emission *e, struct plug_value *v, int a)
{
  const struct pram_expansion *x = e->tasks ? e->tasks->plan->expansion : NULL;
  plug_value_set_int (v, "lo", x ? x->touched_lo[a] : e->plan->touched_lo[a]);
  plug_value_set_int (v, "hi", x ? x->touched_hi[a] : e->plan->touched_hi[a]);
  plug_value_set_int (v, "written", x ? x->written[a] : e->plan->written[a]);
  if (!x)
    plug_value_set_int (v, "contiguous", e->plan->contiguous[a]);
}

static tree
args_table (struct plug_emission *e)
{
  table all = NULL;
  for (int i = 0; i < e->region->n_params; i++)
    {
      const struct plug_param *p = &e->region->params[i];
      struct plug_value v;
      plug_value_start (&v, PLUG_ABI_ARG);
      plug_value_set_int (&v, "kind", p->kind);
      plug_value_set_int (&v, "type", p->type);
      plug_value_set (&v, "name", plug_abi_string (p->name));
      plug_value_set_int (&v, "checked", p->checked);
      plug_value_set_int (&v, "dead", p->dead);
      plug_value_set_int (&v, "local", p->unneeded);
      plug_value_set_int (&v, "expected", p->expected);
      int a = e->plan || e->tasks ? array_of_param (e, i) : -1;
      if (a >= 0)
	set_touched (e, &v, a);
      if (p->guard)
	{
	  plug_value_set_int (&v, "hi", p->array_bytes);
	  plug_value_set_int (&v, "written", p->written);
	}
      else
	plug_value_set_int (&v, "object", p->array_bytes);
      plug_abi_push (&all, plug_value_finish (&v));
    }
  return finish_table (e, PLUG_ABI_ARG, "args", -1, all);
}

/* --- Transfers ---------------------------------------------------------- */

static void
push_transfer (struct plug_emission *e, table *all,
	       const struct pram_plan_transfer *t, int array)
{
  struct plug_value v;
  plug_value_start (&v, PLUG_ABI_TRANSFER);
  plug_value_set_int (&v, "array", array);
  plug_value_set_int (&v, "set", t->set);
  plug_value_set_int (&v, "elem_size", e->prog->arrays[t->array].elem_size);
  plug_value_set_int (&v, "line", t->line);
  plug_abi_push (all, plug_value_finish (&v));
}

/* The table of N transfers T at the region's border.  */
static tree
border_table (struct plug_emission *e, const char *what, int n,
	      const struct pram_plan_transfer *t)
{
  table all = NULL;
  for (int i = 0; i < n; i++)
    push_transfer (e, &all, &t[i], e->prog->arrays[t[i].array].arg);
  return finish_table (e, PLUG_ABI_TRANSFER, what, -1, all);
}

/* --- Layers ------------------------------------------------------------- */

static tree
transfers_table (struct plug_emission *e, struct plug_layer *l)
{
  table all = NULL;
  for (int i = 0; i < l->plan->n_transfers; i++)
    push_transfer (e, &all, &l->plan->transfers[i],
		   l->plan->transfers[i].array);
  return finish_table (e, PLUG_ABI_TRANSFER, "transfers", l->number, all);
}

static tree
reductions_table (struct plug_emission *e, struct plug_layer *l)
{
  table all = NULL;
  for (struct plug_result &r : l->results)
    {
      struct plug_value v;
      plug_value_start (&v, PLUG_ABI_REDUCTION);
      plug_value_set_int (&v, "op", r.op);
      plug_value_set_int (&v, "type", r.type);
      plug_value_set (&v, "name", plug_abi_string (r.name));
      plug_value_set_int (&v, "how", plug_how_in_units (l, &r));
      plug_abi_push (&all, plug_value_finish (&v));
    }
  return finish_table (e, PLUG_ABI_REDUCTION, "reductions", l->number, all);
}

static tree
waits_table (struct plug_emission *e, struct plug_layer *l)
{
  tree type = build_nonstandard_integer_type (32, 0);
  table all = NULL;
  for (int i = 0; i < l->plan->n_waits; i++)
    plug_abi_push (&all, build_int_cst (type, l->plan->waits[i]));
  char *symbol = plug_symbol (e, "waits", l->number);
  tree address = plug_abi_array (type, symbol, all);
  free (symbol);
  return address;
}

static tree
pipes_table (struct plug_emission *e, struct plug_layer *l)
{
  table all = NULL;
  for (int i = 0; i < l->plan->n_pipes; i++)
    {
      struct plug_value v;
      plug_value_start (&v, PLUG_ABI_PIPE);
      plug_value_set_int (&v, "layer", l->plan->pipes[i].layer);
      plug_value_set_int (&v, "up", l->plan->pipes[i].up);
      plug_value_set_int (&v, "down", l->plan->pipes[i].down);
      plug_abi_push (&all, plug_value_finish (&v));
    }
  return finish_table (e, PLUG_ABI_PIPE, "pipes", l->number, all);
}

static tree
layer_value (struct plug_emission *e, struct plug_layer *l)
{
  const struct pram_plan_layer *p = l->plan;
  int64_t units = p->unit_hi - p->unit_lo;
  struct plug_value v;
  plug_value_start (&v, PLUG_ABI_LAYER);
  plug_value_set_int (&v, "line", p->node->line);
  plug_value_set_int (&v, "flags",
		      (p->early_recv ? PRAM_LAYER_EARLY_RECV : 0)
		      | (p->uniform ? PRAM_LAYER_UNIFORM : 0));
  plug_value_set_int (&v, "unit_lo", p->unit_lo);
  plug_value_set_int (&v, "unit_hi", p->unit_hi);
  plug_value_set_int (&v, "tasks_per_unit",
		      units > 0 ? (p->tasks + units / 2) / units : 0);
  plug_value_set_int (&v, "n_bases", e->prog->n_arrays);
  plug_value_set_int (&v, "n_transfers", p->n_transfers);
  plug_value_set (&v, "transfers", transfers_table (e, l));
  plug_value_set_int (&v, "boundary", p->n_transfers ? p->boundary : -1);
  plug_value_set_int (&v, "n_reductions", l->results.length ());
  plug_value_set (&v, "reductions", reductions_table (e, l));
  plug_value_set_int (&v, "n_waits", p->n_waits);
  plug_value_set (&v, "waits", waits_table (e, l));
  plug_value_set_int (&v, "n_pipes", p->n_pipes);
  plug_value_set (&v, "pipes", pipes_table (e, l));
  plug_value_set_int (&v, "reach", p->reach);
  plug_value_set_int (&v, "ahead_up", p->ahead_up);
  plug_value_set_int (&v, "ahead_down", p->ahead_down);
  return plug_value_finish (&v);
}

static tree
layers_table (struct plug_emission *e)
{
  table all = NULL;
  for (int i = 0; i < e->plan->n_layers; i++)
    plug_abi_push (&all, layer_value (e, &e->layers[i]));
  return finish_table (e, PLUG_ABI_LAYER, "layers", -1, all);
}

static tree
code_table (struct plug_emission *e, const int64_t *code, int n)
{
  tree type = build_nonstandard_integer_type (64, 0);
  table all = NULL;
  for (int i = 0; i < n; i++)
    plug_abi_push (&all, build_int_cst (type, code[i]));
  char *symbol = plug_symbol (e, "code", -1);
  tree address = plug_abi_array (type, symbol, all);
  free (symbol);
  return address;
}

/* --- Tables of tasks ---------------------------------------------------- */

static tree
names_table (struct plug_tasks *t)
{
  const struct pram_expansion *x = t->plan->expansion;
  table all = NULL;
  for (int a = 0; a < t->prog->n_arrays; a++)
    {
      const struct pram_array *array = &t->prog->arrays[a];
      struct plug_value v;
      plug_value_start (&v, PLUG_ABI_NAME);
      plug_value_set_int (&v, "arg", array->arg);
      plug_value_set_int (&v, "elem_size", array->elem_size);
      plug_value_set_int (&v, "lo", x->touched_lo[a]);
      plug_value_set_int (&v, "hi", x->touched_hi[a]);
      plug_value_set_int (&v, "collect", t->plan->collected[a]);
      plug_abi_push (&all, plug_value_finish (&v));
    }
  return finish_table (t->e, PLUG_ABI_NAME, "names", -1, all);
}

static tree
accesses_table (struct plug_tasks *t)
{
  table all = NULL;
  for (int i = 0; i < t->plan->n_accesses; i++)
    {
      struct plug_value v;
      plug_value_start (&v, PLUG_ABI_TRACE_ACCESS);
      plug_value_set_int (&v, "name", t->plan->accesses[i].name);
      plug_value_set_int (&v, "write", t->plan->accesses[i].write);
      plug_value_set_int (&v, "op", t->plan->accesses[i].op);
      plug_value_set_int (&v, "type", t->plan->accesses[i].type);
      plug_value_set_int (&v, "how", t->plan->accesses[i].how);
      plug_value_set_int (&v, "reduction", t->plan->accesses[i].reduction);
      plug_abi_push (&all, plug_value_finish (&v));
    }
  return finish_table (t->e, PLUG_ABI_TRACE_ACCESS, "accesses", -1, all);
}

static tree
permutations_table (struct plug_tasks *t)
{
  tree type = build_nonstandard_integer_type (32, 0);
  table all = NULL;
  for (int i = 0; i < t->plan->n_permutations; i++)
    for (int a = 0; a < t->prog->n_arrays; a++)
      plug_abi_push (&all, build_int_cst (type, t->plan->permutations[i][a]));
  char *symbol = plug_symbol (t->e, "permutations", -1);
  tree address = plug_abi_array (type, symbol, all);
  free (symbol);
  return address;
}

static tree
lines_table (struct plug_tasks *t)
{
  tree type = build_nonstandard_integer_type (32, 0);
  table all = NULL;
  for (int g = 0; g < t->plan->n_groups; g++)
    plug_abi_push (&all, build_int_cst (type, t->plan->groups[g]->line));
  char *symbol = plug_symbol (t->e, "lines", -1);
  tree address = plug_abi_array (type, symbol, all);
  free (symbol);
  return address;
}

static tree
runs_table (struct plug_tasks *t, int number, int *n)
{
  const struct pram_table_block *block = &t->plan->blocks[number];
  struct pram_task_run *runs = XNEWVEC (struct pram_task_run,
					block->n_tasks + 1);
  table all = NULL;
  *n = pram_table_plan_runs (t->plan, block->first_task, block->n_tasks,
			     runs);
  for (int i = 0; i < *n; i++)
    {
      struct plug_value v;
      plug_value_start (&v, PLUG_ABI_TASK_RUN);
      plug_value_set_int (&v, "first", runs[i].first);
      plug_value_set_int (&v, "count", runs[i].count);
      plug_value_set_int (&v, "stride", runs[i].stride);
      plug_abi_push (&all, plug_value_finish (&v));
    }
  free (runs);
  return finish_table (t->e, PLUG_ABI_TASK_RUN, "runs", number, all);
}

static tree
blocks_table (struct plug_tasks *t)
{
  table all = NULL;
  for (int b = 0; b < t->plan->n_blocks; b++)
    {
      struct plug_value v;
      int n_runs;
      plug_value_start (&v, PLUG_ABI_BLOCK);
      plug_value_set_int (&v, "trace", t->plan->blocks[b].trace);
      plug_value_set_int (&v, "n_tasks", t->plan->blocks[b].n_tasks);
      plug_value_set (&v, "runs", runs_table (t, b, &n_runs));
      plug_value_set_int (&v, "n_runs", n_runs);
      plug_abi_push (&all, plug_value_finish (&v));
    }
  return finish_table (t->e, PLUG_ABI_BLOCK, "blocks", -1, all);
}

static tree
tables_address (struct plug_tasks *t)
{
  table all = NULL;
  struct plug_value v;
  plug_value_start (&v, PLUG_ABI_TABLES);
  plug_value_set (&v, "strategy", plug_abi_string (t->plan->strategy->name));
  plug_value_set_int (&v, "n_procs", t->plan->n_procs);
  plug_value_set_int (&v, "spacing", t->plan->spacing);
  plug_value_set_int (&v, "n_names", t->prog->n_arrays);
  plug_value_set (&v, "names", names_table (t));
  plug_value_set_int (&v, "n_accesses", t->plan->n_accesses);
  plug_value_set (&v, "accesses", accesses_table (t));
  plug_value_set (&v, "permutations", permutations_table (t));
  plug_value_set_int (&v, "n_blocks", t->plan->n_blocks);
  plug_value_set (&v, "blocks", blocks_table (t));
  plug_value_set_int (&v, "counted_block", t->plan->counted_block);
  plug_value_set_int (&v, "counted", t->plan->counted);
  plug_value_set (&v, "lines", lines_table (t));
  plug_abi_push (&all, plug_value_finish (&v));
  return finish_table (t->e, PLUG_ABI_TABLES, "tables", -1, all);
}

/* --- The region ---------------------------------------------------------- */

/* What messages cost on the machine that was given, by class of pairs.  */
static tree
messages_table (struct plug_emission *e)
{
  enum { BYTES = 16 };
  static const double unit = 1e-12;
  const struct pram_logp *m = &plug_args.logp;
  table all = NULL;
  for (int k = 0; k < PRAM_N_PAIRS; k++)
    {
      enum pram_pair pair = (enum pram_pair) k;
      struct plug_value v;
      plug_value_start (&v, PLUG_ABI_MESSAGE);
      plug_value_set_int (&v, "o_send",
			  pram_logp_o_send (m, pair, BYTES) / unit);
      plug_value_set_int (&v, "o_recv",
			  pram_logp_o_recv (m, pair, BYTES) / unit);
      plug_value_set_int (&v, "latency",
			  pram_logp_latency (m, pair, BYTES) / unit);
      plug_value_set_int (&v, "gap", pram_logp_gap (m, pair, BYTES) / unit);
      plug_abi_push (&all, plug_value_finish (&v));
    }
  return finish_table (e, PLUG_ABI_MESSAGE, "messages", -1, all);
}

/* What the region takes on some numbers of processes, from one on; the runtime
   interpolates.  */
static void
add_forecasts (struct plug_emission *e, struct plug_value *region)
{
  static const int procs[] = { 1, 2, 4 };
  struct pram_predictor by = plug_predictor ();
  table all = NULL;
  for (unsigned k = 0; k < ARRAY_SIZE (procs); k++)
    {
      struct pram_forecast f = pram_forecast_of (e->plan, &by, procs[k]);
      struct plug_value v;
      plug_value_start (&v, PLUG_ABI_FORECAST);
      plug_value_set_int (&v, "procs", procs[k]);
      plug_value_set_int (&v, "entry_computing", f.entry_computing);
      plug_value_set_int (&v, "iteration_computing", f.iteration_computing);
      plug_value_set_int (&v, "entry_messages", f.entry_messages);
      plug_value_set_int (&v, "iteration_messages", f.iteration_messages);
      plug_value_set_int (&v, "entry_bytes", f.entry_bytes);
      plug_value_set_int (&v, "iteration_bytes", f.iteration_bytes);
      plug_abi_push (&all, plug_value_finish (&v));
    }
  plug_value_set_int (region, "n_forecasts", ARRAY_SIZE (procs));
  plug_value_set (region, "forecasts",
		  finish_table (e, PLUG_ABI_FORECAST, "forecasts", -1, all));
}

static void
finish_region (struct plug_emission *e, struct plug_value *v)
{
  if (plug_args.machine_given)
    {
      plug_value_set (v, "messages", messages_table (e));
      plug_value_set_int (v, "node", plug_args.logp.node);
    }
  char *symbol = plug_symbol (e, "region", -1);
  tree region = plug_abi_static (plug_abi_type (PLUG_ABI_REGION), symbol,
				 plug_value_finish (v), true);
  free (symbol);
  symbol = plug_symbol (e, "note", -1);
  plug_emit_note (symbol, region);
  free (symbol);
}

void
plug_tables_emit (struct plug_emission *e)
{
  const struct pram_plan *p = e->plan;
  struct plug_value v;
  plug_value_start (&v, PLUG_ABI_REGION);
  plug_value_set (&v, "site", plug_abi_address (e->region->site));
  plug_value_set_int (&v, "n_args", e->region->n_params);
  plug_value_set (&v, "args", args_table (e));
  plug_value_set (&v, "driver", plug_abi_address (e->driver));
  plug_value_set_int (&v, "n_units", p->n_units);
  plug_value_set_int (&v, "n_counts", e->prog->n_counts);
  plug_value_set_int (&v, "iterations", e->plan->iterations);
  plug_value_set_int (&v, "n_layers", p->n_layers);
  plug_value_set (&v, "layers", layers_table (e));
  plug_value_set (&v, "scatter",
		  border_table (e, "scatter", p->n_scatter, p->scatter));
  plug_value_set_int (&v, "n_scatter", p->n_scatter);
  plug_value_set (&v, "gather",
		  border_table (e, "gather", p->n_gather, p->gather));
  plug_value_set_int (&v, "n_gather", p->n_gather);
  plug_value_set (&v, "code", code_table (e, p->code, p->n_code));
  plug_value_set_int (&v, "n_tasks", p->n_tasks);
  /* Who names a strategy wants the region distributed.  */
  if (e->region->schedule->compared)
    add_forecasts (e, &v);
  finish_region (e, &v);
}

void
plug_task_tables_emit (struct plug_tasks *t)
{
  struct plug_emission *e = t->e;
  struct plug_value v;
  plug_value_start (&v, PLUG_ABI_REGION);
  plug_value_set (&v, "site", plug_abi_address (e->region->site));
  plug_value_set_int (&v, "n_args", e->region->n_params);
  plug_value_set (&v, "args", args_table (e));
  plug_value_set (&v, "driver", plug_abi_address (t->driver));
  /* Count 0: iterations.  */
  plug_value_set_int (&v, "n_counts", 1);
  plug_value_set_int (&v, "iterations", 0);
  plug_value_set (&v, "code", code_table (e, t->plan->code, t->plan->n_code));
  plug_value_set_int (&v, "n_tasks", t->plan->expansion->n_tasks);
  plug_value_set (&v, "tables", tables_address (t));
  finish_region (e, &v);
}

void
plug_emit_serial (struct plug_region *region, const char *reason, int line)
{
  struct plug_emission e;
  memset ((void *) &e, 0, sizeof e);
  char *prefix = plug_region_prefix (region);
  e.region = region;
  e.suffix = prefix;
  struct plug_value v;
  plug_value_start (&v, PLUG_ABI_REGION);
  plug_value_set (&v, "site", plug_abi_address (region->site));
  plug_value_set (&v, "reason", plug_abi_string (reason));
  plug_value_set_int (&v, "reason_line", line);
  plug_value_set_int (&v, "n_args", region->n_params);
  plug_value_set (&v, "args", args_table (&e));
  finish_region (&e, &v);
  free (prefix);
}
