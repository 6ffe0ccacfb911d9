/* kinds.c: what of a plan the same code is for.

   SPDX-License-Identifier: Apache-2.0  */

#include "kinds.h"

#include "prog/levels.h"

/* Note which level loop the items of ITEMS, in LEVEL, stand in.  */
static void
find_levels (struct pram_kinds *k, const struct pram_items *items, int level)
{
  struct pram_arena *arena = k->plan->prog->arena;
  const struct pram_source *source = k->plan->prog->source;
  for (int i = 0; i < items->n; i++)
    {
      const struct pram_item *item = items->item[i];
      while (k->n <= item->number)
	*PRAM_ARENA_PUSH (arena, k->level, k->n) = -1;
      k->level[item->number] = level;
      bool own = (item->kind == PRAM_ITEM_LOOP
		  && source->loops[item->loop].level);
      k->exchanged |= own && item->next;
      for (int s = 0; s < item->n_segments; s++)
	find_levels (k, &item->segment[s], own ? item->loop : level);
    }
}

/* Which part of a loop layer number L of PLAN is; or, of an access's nests, that
   in front of a loop or the one behind it.  */
static int
part_of (const struct pram_plan *plan, int l)
{
  const struct pram_node *node = plan->layers[l].node;
  int part = plan->layers[l].accepts;
  for (int k = 0; k < l && node->first; k++)
    part += (plan->layers[k].node->item == node->item
	     && plan->layers[k].node->level == node->level);
  return part;
}

struct pram_kinds
pram_kinds_of (const struct pram_plan *plan)
{
  struct pram_kinds k = { .plan = plan };
  find_levels (&k, &plan->prog->source->body, -1);
  k.n *= PRAM_KIND_PARTS;
  k.of_layer = PRAM_ARENA_NEW (plan->prog->arena, int, plan->n_layers);
  for (int l = 0; l < plan->n_layers; l++)
    k.of_layer[l] = (plan->layers[l].node->item * PRAM_KIND_PARTS
		     + part_of (plan, l));
  return k;
}

int
pram_kind_size (const struct pram_kinds *k, int kind)
{
  int level = k->level[kind / PRAM_KIND_PARTS];
  return level < 0 ? 1 : k->plan->prog->levels[level].n;
}

int
pram_kind_place (const struct pram_node *node)
{
  return node->level < 0 ? 0 : node->level;
}

bool
pram_kind_driver_p (const struct pram_plan *plan, const struct pram_node *node)
{
  if (node->kind != PRAM_LOOP || !node->item)
    return false;
  for (int l = 0; l < plan->n_layers; l++)
    if (pram_node_inside_p (node, plan->layers[l].node))
      return false;
  return true;
}

int
pram_kind_of_driver (const struct pram_node *node)
{
  return node->item * PRAM_KIND_PARTS;
}

int
pram_kind_layer (const struct pram_kinds *k, int kind, int place)
{
  for (int l = 0; l < k->plan->n_layers; l++)
    if (k->of_layer[l] == kind
	&& pram_kind_place (k->plan->layers[l].node) == place)
      return l;
  return -1;
}
