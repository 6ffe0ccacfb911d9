/* plan-region.c: a plan as the runtime reads it.

   SPDX-License-Identifier: Apache-2.0

   Nothing here depends on the number of processes, and nothing grows with the
   size of the region.  */

#include "plan-region.h"

#include "poly/offers.h"
#include "pram-sets.h"
#include "prog/levels.h"

#include <string.h>

/* --- Layers ------------------------------------------------------------- */

/* N transfers T of PLAN.  AT_BORDER: they name the argument that is the array,
   not the array.  */
static const struct pram_transfer *
transfers_of (const struct pram_plan *plan, const struct pram_plan_transfer *t,
	      int n, bool at_border)
{
  const struct pram_array *arrays = plan->prog->arrays;
  struct pram_transfer *all
    = PRAM_ARENA_NEW (plan->prog->arena, struct pram_transfer, n);
  for (int i = 0; i < n; i++)
    {
      const struct pram_array *array = &arrays[t[i].array];
      all[i].array = at_border ? array->arg : t[i].array;
      all[i].set = t[i].set;
      all[i].elem_size = array->elem_size;
      all[i].line = t[i].line;
    }
  return all;
}

static const int32_t *
waits_of (const struct pram_plan *plan, const struct pram_plan_layer *layer)
{
  int32_t *all = PRAM_ARENA_NEW (plan->prog->arena, int32_t, layer->n_waits);
  for (int i = 0; i < layer->n_waits; i++)
    all[i] = layer->waits[i];
  return all;
}

static void
set_layer (struct pram_layer *l, const struct pram_plan *plan,
	   const struct pram_plan_layer *from,
	   const struct pram_layer_results *results)
{
  int64_t units = from->unit_hi - from->unit_lo;
  bool offer = from->offer && !from->accepts;
  l->like = results->like;
  l->line = from->node->line;
  l->flags = ((from->early_recv ? PRAM_LAYER_EARLY_RECV : 0)
	      | (from->uniform ? PRAM_LAYER_UNIFORM : 0)
	      | (!offer ? 0 : from->offer->accept ? PRAM_LAYER_CLAIM
		 : PRAM_LAYER_OFFER)
	      | (pram_node_logs_p (plan->prog, from->node)
		 ? PRAM_LAYER_DEPOSITS : 0)
	      | (pram_node_deposits_late_p (plan->prog, from->node, -1)
		 ? PRAM_LAYER_LATE : 0)
	      | (pram_node_settles_p (plan->prog, from->node)
		 ? PRAM_LAYER_SETTLES : 0)
	      | (pram_node_finds_p (plan->prog, from->node)
		 ? PRAM_LAYER_FINDS : 0)
	      | (pram_node_steady_p (plan->prog, from->node)
		 || pram_node_watches_p (plan->prog, from->node, -1)
		 ? PRAM_LAYER_RISKY : 0)
	      | (from->placement.coef < 0 ? PRAM_LAYER_BACKWARDS : 0)
	      | (pram_layer_waves_p (from) ? PRAM_LAYER_WAVES : 0)
	      | (pram_layer_in_order_p (from) ? PRAM_LAYER_IN_ORDER : 0));
  l->unit_lo = from->unit_lo;
  l->unit_hi = from->unit_hi;
  l->tasks_per_unit = units > 0 ? (from->tasks + units / 2) / units : 0;
  l->n_bases = plan->prog->n_arrays;
  l->n_transfers = offer ? from->n_offered : from->n_transfers;
  l->transfers = transfers_of (plan, offer ? &from->offered : from->transfers,
			       l->n_transfers, false);
  l->boundary = !offer && from->n_transfers ? from->boundary : -1;
  l->n_reductions = results->n;
  l->reductions = results->reductions;
  l->n_waits = from->n_waits;
  l->waits = waits_of (plan, from);
  l->n_pipes = from->n_pipes;
  l->pipes = from->pipes;
  l->reach = from->reach;
  l->ahead_up = from->ahead_up;
  l->ahead_down = from->ahead_down;
  l->scans = from->scans;
  l->offered = from->offer ? plan->prog->arrays[from->offer->array].arg : 0;
}

/* --- Numbers ------------------------------------------------------------ */

int
pram_layer_affine_numbers (const struct pram_plan_layer *layer)
{
  return 1 + pram_node_depth (layer->node);
}

int
pram_layer_numbers (const struct pram_plan_layer *layer)
{
  int affine = pram_layer_affine_numbers (layer);
  return PRAM_NUMBER_ORIGIN + (layer->node->first ? 3 : 1) * affine;
}

/* Write A, of the iterators of the loops around LAYER, to NUMBERS; returns
   where the next ones go.  */
static int64_t *
write_affine (int64_t *numbers, const struct pram_plan_layer *layer,
	      const struct pram_affine *a)
{
  int n = pram_layer_affine_numbers (layer);
  const struct pram_node *loop = layer->node;
  numbers[0] = a->constant;
  for (int k = n - 1; k > 0; k--)
    {
      loop = pram_node_loop (loop);
      numbers[k] = pram_affine_coef (a, loop->iterator);
    }
  return numbers + n;
}

/* One past the last iteration that NODE, a part of a loop, has.  */
static struct pram_affine
end_of_part (const struct pram_prog *prog, const struct pram_node *node)
{
  struct pram_affine end = pram_affine_new (prog->arena, prog->n_loops);
  end.constant = node->first->constant + node->count.constant;
  for (int k = 0; k < prog->n_loops; k++)
    end.coef[k] = (pram_affine_coef (node->first, k)
		   + pram_affine_coef (&node->count, k));
  return end;
}

/* LAYER lies in unit UNIT, and code that is distributed, by coordinates that
   ascend (LIKE > 0) or descend, is to run it: let all iterations be there.  */
static void
gather_iterations (int64_t *numbers, int64_t unit, int64_t like)
{
  int64_t most = (INT64_C (1) << 62) / ((unit < 0 ? -unit : unit) + 2);
  numbers[PRAM_NUMBER_GRANULARITY] = most;
  numbers[PRAM_NUMBER_COEF] = like > 0 ? 1 : -1;
  numbers[PRAM_NUMBER_PER_UNIT] = most;
  numbers[PRAM_NUMBER_ORIGIN] = unit * most + (like > 0 ? 0 : most - 1);
}

int64_t *
pram_layer_write_numbers (int64_t *numbers, const struct pram_plan *plan,
			  const struct pram_plan_layer *layer, int64_t like)
{
  struct pram_placement at = layer->placement;
  int64_t coef = at.coef < 0 ? -at.coef : at.coef, *first = numbers;
  numbers[PRAM_NUMBER_GRANULARITY] = plan->granularity;
  numbers[PRAM_NUMBER_COEF] = at.coef;
  numbers[PRAM_NUMBER_PER_UNIT]
    = coef && plan->granularity % coef == 0 ? plan->granularity / coef : 0;
  at.loop = NULL;
  struct pram_affine origin = pram_placement_coordinate (plan->prog, &at);
  numbers = write_affine (numbers + PRAM_NUMBER_ORIGIN, layer, &origin);
  if (!coef && like)
    gather_iterations (first, pram_set_fdiv (origin.constant,
					     plan->granularity), like);
  if (!layer->node->first)
    return numbers;
  struct pram_affine end = end_of_part (plan->prog, layer->node);
  numbers = write_affine (numbers, layer, layer->node->first);
  return write_affine (numbers, layer, &end);
}

/* --- Numbers of plans without level loops */

/* LIKE: null, or a plan that the code was made for.  */
static void
set_numbers (struct pram_region *region, const struct pram_plan *plan,
	     const int64_t *like)
{
  int n = 0;
  for (int i = 0; i < plan->n_layers; i++)
    n += pram_layer_numbers (&plan->layers[i]);
  int64_t *numbers = PRAM_ARENA_NEW (plan->prog->arena, int64_t, n), *at;
  region->n_numbers = n;
  region->numbers = at = numbers;
  for (int i = 0; i < plan->n_layers; i++)
    at = pram_layer_write_numbers (at, plan, &plan->layers[i],
				   like ? like[at - numbers + PRAM_NUMBER_COEF]
					: plan->layers[i].placement.coef);
}

/* --- Numbers of plans with level loops */

/* Numbers in the making.  */
struct numbers
{
  struct pram_arena *arena;
  int n;
  int64_t *all;
};

static void
add_number (struct numbers *to, int64_t number)
{
  *PRAM_ARENA_PUSH (to->arena, to->all, to->n) = number;
}

/* A table of ROWS rows of SIZE numbers for number K of the head; returns its
   first number.  */
static int64_t *
add_table (struct numbers *to, int k, int rows, int size)
{
  add_number (to, rows);
  add_number (to, size);
  int at = to->n;
  for (int i = 0; i < rows * size; i++)
    add_number (to, i % size ? 0 : -1);
  to->all[k] = at;
  return to->all + at;
}

int
pram_record_names (const struct pram_kinds *k)
{
  return k->exchanged ? k->plan->prog->n_arrays : 0;
}

/* The coefficient of the code for KIND, as far as the plan tells or, if not
   null, LIKE.  */
static int64_t
coefficient_of (const struct pram_kinds *k, int kind, const int64_t *like)
{
  int skip = pram_record_names (k) + 1;
  for (int l = 0; l < k->plan->n_layers; l++)
    if (k->of_layer[l] == kind && k->plan->layers[l].placement.coef)
      return k->plan->layers[l].placement.coef;
  const int64_t *rows = like && like[kind] ? like + like[kind] : NULL;
  for (int64_t r = 0; rows && r < rows[-2]; r++)
    if (rows[r * rows[-1]] >= 0 && rows[r * rows[-1] + skip + PRAM_NUMBER_COEF])
      return rows[r * rows[-1] + skip + PRAM_NUMBER_COEF];
  return 0;
}

/* The table of the kind of layer L, unless it is there.  */
static void
add_layers (struct numbers *to, const struct pram_kinds *k, int l,
	    const int64_t *like)
{
  const struct pram_plan *plan = k->plan;
  int kind = k->of_layer[l], rows = pram_kind_size (k, kind);
  int names = pram_record_names (k);
  int size = 1 + names + pram_layer_numbers (&plan->layers[l]);
  int64_t coef = coefficient_of (k, kind, like);
  if (to->all[kind])
    return;
  int64_t *table = add_table (to, kind, rows, size);
  for (; l < plan->n_layers; l++)
    {
      const struct pram_node *node = plan->layers[l].node;
      int64_t *record = table + pram_kind_place (node) * size;
      if (k->of_layer[l] != kind)
	continue;
      *record++ = l;
      for (int a = 0; a < names; a++)
	*record++ = node->names ? node->names[a] : a;
      pram_layer_write_numbers (record, plan, &plan->layers[l], coef);
    }
}

/* The tables of the kinds of the driver's loops in NODE.  */
static void
add_drivers (struct numbers *to, const struct pram_kinds *k,
	     const struct pram_node *node)
{
  if (pram_kind_driver_p (k->plan, node))
    {
      int kind = pram_kind_of_driver (node);
      if (!to->all[kind])
	add_table (to, kind, pram_kind_size (k, kind), 1);
      to->all[to->all[kind] + pram_kind_place (node)] = node->first_count;
    }
  for (int i = 0; i < node->n_children; i++)
    add_drivers (to, k, node->children[i]);
}

static void
set_level_numbers (struct pram_region *region, const struct pram_plan *plan,
		   const int64_t *like)
{
  struct pram_kinds k = pram_kinds_of (plan);
  const struct pram_source *source = plan->prog->source;
  struct numbers to = { plan->prog->arena, 0, NULL };
  for (int i = 0; i < k.n + source->n_loops; i++)
    add_number (&to, 0);
  for (int l = 0; l < plan->n_layers; l++)
    add_layers (&to, &k, l, like);
  add_drivers (&to, &k, plan->prog->root);
  for (int l = 0; l < source->n_loops; l++)
    {
      const struct pram_level *level = &plan->prog->levels[l];
      if (!level->n_first)
	continue;
      int64_t *first = add_table (&to, k.n + l, level->n_first, 1);
      for (int i = 0; i < level->n_first; i++)
	first[i] = level->first[i];
    }
  region->n_numbers = to.n;
  region->numbers = to.all;
}

void
pram_region_set_plan (struct pram_region *region, const struct pram_plan *plan,
		      const struct pram_layer_results *results,
		      const int64_t *like)
{
  struct pram_layer *layers
    = PRAM_ARENA_NEW (plan->prog->arena, struct pram_layer, plan->n_layers);
  for (int i = 0; i < plan->n_layers; i++)
    set_layer (&layers[i], plan, &plan->layers[i], &results[i]);
  region->n_units = plan->n_units;
  region->n_counts = plan->prog->n_counts;
  region->levels = plan->prog->levels != NULL;
  region->n_layers = plan->n_layers;
  region->layers = layers;
  region->n_scatter = plan->n_scatter;
  region->scatter = transfers_of (plan, plan->scatter, plan->n_scatter, true);
  region->n_gather = plan->n_gather;
  region->gather = transfers_of (plan, plan->gather, plan->n_gather, true);
  region->n_code = plan->n_code;
  region->code = plan->code;
  (plan->prog->levels ? set_level_numbers : set_numbers) (region, plan, like);
  region->n_tasks = plan->n_tasks;
  region->iterations = plan->iterations;
}

/* Which rows and columns of ARRAY, of PROG, ARG needs: pointers to rows are
   exchanged by those of one pitch alone.  */
static void
set_rows (struct pram_arg *arg, const struct pram_prog *prog,
	  const struct pram_array *array)
{
  struct pram_rows all = { .each = NULL };
  bool written = false;
  arg->chosen = PRAM_CHOSEN_NOT;
  for (int a = 0; array->pitch && a < prog->n_arrays; a++)
    if (prog->arrays[a].pitch == array->pitch)
      {
	const struct pram_rows *other = &prog->arrays[a].rows;
	pram_rows_add (&all, prog->arena, other->rows, other->columns,
		       other->each);
	all.any_column |= other->any_column;
	written |= pram_chosen_written_p (prog, a);
	if (pram_inspected_p (prog, a) || written)
	  arg->chosen = PRAM_CHOSEN_ROWS;
      }
  if (arg->chosen && all.any_column)
    arg->chosen = (written || all.columns.lo >= all.columns.hi ? PRAM_CHOSEN_ANY
		   : PRAM_CHOSEN_COLUMNS);
  arg->first_row = all.rows.lo;
  arg->end_row = all.rows.hi;
  arg->first_column = all.columns.lo;
  arg->end_column = all.columns.hi;
  if (!all.each)
    return;
  int n = (int) (arg->end_row - arg->first_row);
  int64_t *columns = PRAM_ARENA_NEW (prog->arena, int64_t, 2 * n);
  for (int k = 0; k < n; k++)
    {
      columns[2 * k] = all.each[k].lo;
      columns[2 * k + 1] = all.each[k].hi;
    }
  arg->n_columns = 2 * n;
  arg->columns = columns;
}

/* NODE reads perhaps of ARRAY what isn't there.  */
static bool
perhaps_p (const struct pram_node *node, int array)
{
  for (int a = 0; a < node->n_accesses; a++)
    if (node->accesses[a].perhaps && node->accesses[a].array == array)
      return true;
  for (int c = 0; c < node->n_children; c++)
    if (perhaps_p (node->children[c], array))
      return true;
  return false;
}

void
pram_args_set_plan (struct pram_arg *args, const struct pram_plan *plan)
{
  /* Swapped pointers are names of one array object: the first one counts.  */
  for (int a = plan->prog->n_arrays - 1; a >= 0; a--)
    {
      struct pram_arg *arg = &args[plan->prog->arrays[a].arg];
      arg->lo = plan->touched_lo[a];
      arg->hi = plan->touched_hi[a];
      arg->written = (plan->written[a]
		      || pram_chosen_written_p (plan->prog, a));
      arg->contiguous = plan->contiguous[a];
      arg->perhaps |= perhaps_p (plan->prog->root, a);
      arg->inspected = 0;
      arg->asked = (!pram_node_asks (plan->prog, plan->prog->root, a)
		    ? PRAM_ASKED_NOT
		    : pram_chosen_beyond_p (plan->prog, a)
		    ? PRAM_ASKED_BEYOND : PRAM_ASKED_OFFERED);
      arg->element = plan->prog->arrays[a].elem_size;
      set_rows (arg, plan->prog, &plan->prog->arrays[a]);
      for (int b = a; b >= 0 && pram_inspected_p (plan->prog, a); b--)
	if (pram_prog_same_class_p (plan->prog, a, b))
	  arg->inspected = plan->prog->arrays[b].arg + 1;
    }
}

/* --- Lookups ------------------------------------------------------------ */

/* Write VALUE, an element of LOOKUP, to MEMORY.  */
static void
write_element (char *memory, const struct pram_lookup *lookup, int64_t value)
{
  int8_t i8 = (int8_t) value;
  int16_t i16 = (int16_t) value;
  int32_t i32 = (int32_t) value;
  const void *from = (lookup->bytes == 1 ? (void *) &i8
		      : lookup->bytes == 2 ? (void *) &i16
		      : lookup->bytes == 4 ? (void *) &i32 : (void *) &value);
  memcpy (memory, from, (size_t) lookup->bytes);
}

/* Enter that ELEMENTS of LOOKUP are known into PIECE, and into ARG that they are
   read; put them at WORDS.  Returns one past their words.  */
static int64_t *
set_piece (struct pram_known *piece, struct pram_arg *arg,
	   const struct pram_lookup *lookup,
	   const struct pram_elements *elements, int64_t *words)
{
  int bytes = lookup->bytes;
  piece->arg = lookup->number;
  piece->n_bytes = elements->n * bytes;
  piece->lo = elements->first * bytes;
  for (int k = 0; k < elements->n; k++)
    write_element ((char *) words + k * bytes, lookup, elements->values[k]);
  bool first = arg->lo == arg->hi;
  if (first || piece->lo < arg->lo)
    arg->lo = piece->lo;
  if (first || piece->lo + piece->n_bytes > arg->hi)
    arg->hi = piece->lo + piece->n_bytes;
  return words + (piece->n_bytes + 7) / 8;
}

/* PLAN says what of argument number ARG is accessed, beside what is known.  */
static bool
accessed_p (const struct pram_plan *plan, int arg)
{
  for (int a = 0; a < plan->prog->n_arrays; a++)
    if (plan->prog->arrays[a].arg == arg)
      return true;
  return false;
}

void
pram_region_set_known (struct pram_region *region, struct pram_arg *args,
		       const struct pram_source *source,
		       const struct pram_plan *plan)
{
  const struct pram_lookups *all = &source->lookups;
  int n_words = 0;
  for (int k = 0; k < all->n; k++)
    {
      struct pram_arg *arg = &args[all->lookup[k].number];
      arg->checked = PRAM_IN_PLAN;
      if (!plan || !accessed_p (plan, all->lookup[k].number))
	arg->lo = arg->hi = 0;
    }
  for (int k = 0; k < all->n_known; k++)
    n_words += all->known[k].elements.n;
  struct pram_known *known = PRAM_ARENA_NEW (source->arena, struct pram_known,
					     all->n_known + 1);
  int64_t *words = PRAM_ARENA_NEW (source->arena, int64_t, n_words + 1);
  int64_t *next = words;
  for (int k = 0; k < all->n_known; k++)
    {
      const struct pram_lookup *lookup = &all->lookup[all->known[k].lookup];
      known[k].word = next - words;
      next = set_piece (&known[k], &args[lookup->number], lookup,
			&all->known[k].elements, next);
    }
  region->n_known = all->n_known;
  region->known = known;
  region->n_known_words = (int32_t) (next - words);
  region->known_words = words;
}

/* --- Tasks -------------------------------------------------------------- */

static const struct pram_name *
names_of (const struct pram_table_plan *plan)
{
  const struct pram_prog *prog = plan->prog;
  struct pram_name *all
    = PRAM_ARENA_NEW (prog->arena, struct pram_name, prog->n_arrays);
  for (int a = 0; a < prog->n_arrays; a++)
    {
      all[a].arg = prog->arrays[a].arg;
      all[a].elem_size = prog->arrays[a].elem_size;
      all[a].lo = plan->expansion->touched_lo[a];
      all[a].hi = plan->expansion->touched_hi[a];
      all[a].collect = plan->collected[a];
    }
  return all;
}

static const int32_t *
permutations_of (const struct pram_table_plan *plan)
{
  int n = plan->prog->n_arrays;
  int32_t *all = PRAM_ARENA_NEW (plan->prog->arena, int32_t,
				 plan->n_permutations * n);
  for (int i = 0; i < plan->n_permutations; i++)
    for (int a = 0; a < n; a++)
      all[i * n + a] = plan->permutations[i][a];
  return all;
}

static const int32_t *
lines_of (const struct pram_table_plan *plan)
{
  int32_t *all = PRAM_ARENA_NEW (plan->prog->arena, int32_t, plan->n_groups);
  for (int g = 0; g < plan->n_groups; g++)
    all[g] = plan->groups[g]->line;
  return all;
}

static const struct pram_task_block *
blocks_of (const struct pram_table_plan *plan)
{
  struct pram_arena *arena = plan->prog->arena;
  struct pram_task_block *all
    = PRAM_ARENA_NEW (arena, struct pram_task_block, plan->n_blocks);
  for (int b = 0; b < plan->n_blocks; b++)
    {
      const struct pram_table_block *block = &plan->blocks[b];
      struct pram_task_run *runs
	= PRAM_ARENA_NEW (arena, struct pram_task_run, block->n_tasks);
      all[b].trace = block->trace;
      all[b].n_tasks = block->n_tasks;
      all[b].n_runs = pram_table_plan_runs (plan, block->first_task,
					    block->n_tasks, runs);
      all[b].runs = runs;
    }
  return all;
}

static const struct pram_tables *
tables_of (const struct pram_table_plan *plan)
{
  struct pram_tables *t
    = PRAM_ARENA_NEW (plan->prog->arena, struct pram_tables, 1);
  t->strategy = plan->strategy->name;
  t->n_procs = plan->n_procs;
  t->n_names = plan->prog->n_arrays;
  t->names = names_of (plan);
  t->n_accesses = plan->n_accesses;
  t->accesses = plan->accesses;
  t->n_permutations = plan->n_permutations;
  t->permutations = permutations_of (plan);
  t->n_blocks = plan->n_blocks;
  t->blocks = blocks_of (plan);
  t->counted_block = plan->counted_block;
  t->spacing = plan->spacing;
  t->counted = plan->counted;
  t->n_lines = plan->n_groups;
  t->lines = lines_of (plan);
  return t;
}

void
pram_region_set_tasks (struct pram_region *region,
		       const struct pram_table_plan *plan)
{
  /* Count 0: iterations.  */
  region->n_counts = 1;
  region->iterations = 0;
  region->n_code = plan->n_code;
  region->code = plan->code;
  region->n_tasks = plan->expansion->n_tasks;
  region->tables = tables_of (plan);
}

void
pram_args_set_tasks (struct pram_arg *args, const struct pram_table_plan *plan)
{
  const struct pram_expansion *x = plan->expansion;
  for (int a = plan->prog->n_arrays - 1; a >= 0; a--)
    if (plan->prog->arrays[a].arg >= 0)
      {
	struct pram_arg *arg = &args[plan->prog->arrays[a].arg];
	arg->lo = x->touched_lo[a];
	arg->hi = x->touched_hi[a];
	arg->written = x->written[a];
	set_rows (arg, plan->prog, &plan->prog->arrays[a]);
      }
}

/* --- The machine -------------------------------------------------------- */

void
pram_messages_set (struct pram_message messages[PRAM_N_PAIRS],
		   const struct pram_logp *machine)
{
  enum { BYTES = 16 };
  static const double unit = 1e-12;
  for (int k = 0; k < PRAM_N_PAIRS; k++)
    {
      enum pram_pair pair = (enum pram_pair) k;
      struct pram_message *m = &messages[k];
      m->o_send = pram_logp_o_send (machine, pair, BYTES) / unit;
      m->o_recv = pram_logp_o_recv (machine, pair, BYTES) / unit;
      m->latency = pram_logp_latency (machine, pair, BYTES) / unit;
      m->gap = pram_logp_gap (machine, pair, BYTES) / unit;
    }
}
