/* emit-kinds.cc: layers that the same code is for.

   SPDX-License-Identifier: GPL-3.0-or-later

   Where there are level loops (core/prog/levels.h) a plan has a layer for each
   of their iterations, and the driver has the loop: the layers of one kind
   (core/plan/kinds.h) have one function and one call.  */

#include "pram-gcc.h"
#include "emit.h"

/* The number of the source's loop that LOOP is, or -1.  */
static int
source_loop (const struct plug_emission *e, class loop *loop)
{
  struct pram_item *item = (loop_outer (loop)
			    ? pram_source_find (e->prog->source, loop) : NULL);
  return item ? item->loop : -1;
}

bool
plug_level_loop_p (const struct plug_emission *e, class loop *loop)
{
  int number = e->prog->levels ? source_loop (e, loop) : -1;
  return number >= 0 && e->prog->source->loops[number].level;
}

int
plug_level_number (const struct plug_emission *e, class loop *loop)
{
  return e->kinds.n + source_loop (e, loop);
}

class loop *
plug_level_around (const struct plug_emission *e, basic_block bb)
{
  class loop *loop = bb->loop_father;
  if (loop->header == bb)
    loop = loop_outer (loop);
  while (loop && !plug_level_loop_p (e, loop))
    loop = loop_outer (loop);
  return loop;
}

/* Where the code of layer L stands: what is offered, in front of a loop.  */
static basic_block
block_of (const struct pram_plan_layer *l)
{
  class loop *loop = plug_node_loop (l->offer ? l->offer->before : l->node);
  return loop ? loop->header : gimple_bb ((gimple *) l->node->cookie);
}

static struct plug_layer *
layer_of_kind (struct plug_emission *e, int kind)
{
  for (int i = 0; i < e->n_layers; i++)
    if (e->layers[i].kind == kind)
      return &e->layers[i];
  return NULL;
}

struct plug_layer *
plug_layer_for (struct plug_emission *e, const struct pram_plan *plan,
		const struct pram_kinds *kinds, int k)
{
  return (plan->prog->levels ? layer_of_kind (e, kinds->of_layer[k])
	  : &e->layers[k]);
}

void
plug_layers_find (struct plug_emission *e)
{
  struct pram_plan *plan = e->plan;
  bool levels = plan->prog->levels;
  e->layers = new plug_layer[plan->n_layers] ();
  if (levels)
    e->kinds = pram_kinds_of (plan);
  for (int i = 0; i < plan->n_layers; i++)
    {
      struct plug_layer *l = (levels ? layer_of_kind (e, e->kinds.of_layer[i])
			      : NULL);
      if (l)
	{
	  /* One that is distributed is not in one unit by chance.  */
	  if (!l->plan->placement.coef)
	    l->plan = &plan->layers[i];
	  continue;
	}
      l = &e->layers[e->n_layers];
      l->number = e->n_layers++;
      l->plan = &plan->layers[i];
      l->kind = levels ? e->kinds.of_layer[i] : 0;
      l->level = (levels ? plug_level_around (e, block_of (l->plan)) : NULL);
    }
}

/* --- What emission has found out ------------------------------------------ */

static void
note (struct plug_emission *e, struct pram_plan *plan)
{
  struct pram_kinds kinds;
  bool levels = plan->prog->levels;
  memset (&kinds, 0, sizeof kinds);
  if (levels)
    kinds = pram_kinds_of (plan);
  for (int i = 0; i < plan->n_layers; i++)
    {
      const struct plug_layer *l = plug_layer_for (e, plan, &kinds, i);
      const struct plug_layer *with = l->completed_with;
      int place = pram_kind_place (plan->layers[i].node);
      plan->layers[i].n_results = (int) l->results.length ();
      plan->layers[i].completed_with
	= (!with ? i : !levels ? with->number
	   : with->level == l->level ? pram_kind_layer (&kinds, with->kind,
							place) : i);
      if (l->not_ahead)
	plan->layers[i].ahead_up = -1;
    }
}

void
plug_layers_note (struct plug_emission *e)
{
  for (int i = 0; i < e->n_all; i++)
    note (e, e->all[i].plan);
}

/* --- Numbers -------------------------------------------------------------- */

int
plug_numbers_at (const struct plug_emission *e, const struct plug_layer *l)
{
  int first = 0;
  if (e->prog->levels)
    return 1 + pram_record_names (&e->kinds);
  for (int i = 0; i < l->number; i++)
    first += pram_layer_numbers (&e->plan->layers[i]);
  return first;
}

bool
plug_number_constant (const struct plug_emission *e, const struct plug_layer *l,
		      int at, int n, int64_t *value)
{
  bool constant = !plug_variable_sizes_p (e->region), any = false;
  for (int i = 0; i < e->plan->n_layers && constant; i++)
    {
      const struct pram_plan_layer *layer = &e->plan->layers[i];
      if (e->prog->levels ? e->kinds.of_layer[i] != l->kind : layer != l->plan)
	continue;
      int64_t *numbers = XCNEWVEC (int64_t, pram_layer_numbers (layer));
      pram_layer_write_numbers (numbers, e->plan, layer,
				l->plan->placement.coef);
      constant = !any || numbers[at] == *value;
      *value = numbers[at];
      any = true;
      for (int k = 1; k < n; k++)
	constant &= numbers[at + k] == 0;
      free (numbers);
    }
  return constant && any;
}
