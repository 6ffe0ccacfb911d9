/* source.c: making a source.

   SPDX-License-Identifier: Apache-2.0  */

#include "source.h"

struct pram_source *
pram_source_new (const char *name, const char *file, int line)
{
  struct pram_arena *arena = pram_arena_new ();
  struct pram_source *s = PRAM_ARENA_NEW (arena, struct pram_source, 1);
  s->arena = arena;
  s->exprs = pram_exprs_new (arena);
  s->name = pram_arena_strdup (arena, name);
  s->file = pram_arena_strdup (arena, file);
  s->line = line;
  s->body.line = line;
  return s;
}

void
pram_source_free (struct pram_source *s)
{
  if (s)
    pram_arena_free (s->arena);
}

int
pram_source_add_array (struct pram_source *s, const char *name,
		       enum pram_type type, int elem_size)
{
  int number = s->n_arrays;
  struct pram_array *array = PRAM_ARENA_PUSH (s->arena, s->arrays, s->n_arrays);
  array->name = pram_arena_strdup (s->arena, name);
  array->type = type;
  array->elem_size = elem_size;
  array->arg = number;
  return number;
}

struct pram_item *
pram_source_add_item (struct pram_source *s, struct pram_items *items,
		      enum pram_item_kind kind, int line)
{
  struct pram_item *item = PRAM_ARENA_NEW (s->arena, struct pram_item, 1);
  *PRAM_ARENA_PUSH (s->arena, items->item, items->n) = item;
  item->kind = kind;
  item->line = line;
  item->level = -1;
  return item;
}

void
pram_source_add_work (struct pram_source *s, struct pram_items *items,
		      double weight, bool scalar)
{
  struct pram_item *last = items->n ? items->item[items->n - 1] : NULL;
  if (weight == 0 && !scalar)
    return;
  if (!last || last->kind != PRAM_ITEM_WORK)
    last = pram_source_add_item (s, items, PRAM_ITEM_WORK, 0);
  last->weight += weight;
  last->scalar |= scalar;
}

int
pram_item_elements (const struct pram_source *source,
		    const struct pram_item *item)
{
  return item->bytes ? item->bytes / source->arrays[item->array].elem_size : 1;
}

void
pram_source_add_segments (struct pram_source *s, struct pram_item *loop, int n)
{
  loop->n_segments = n;
  loop->segment = PRAM_ARENA_NEW (s->arena, struct pram_items, n);
  for (int k = 0; k < n; k++)
    loop->segment[k].line = loop->line;
}

/* --- Looking at it ------------------------------------------------------- */

static struct pram_item *
find_item (const struct pram_items *items, const void *cookie)
{
  for (int i = 0; i < items->n; i++)
    {
      struct pram_item *item = items->item[i], *found = NULL;
      if (item->cookie == cookie)
	return item;
      for (int s = 0; s < item->n_segments && !found; s++)
	found = find_item (&item->segment[s], cookie);
      if (found)
	return found;
    }
  return NULL;
}

struct pram_item *
pram_source_find (const struct pram_source *source, const void *cookie)
{
  return find_item (&source->body, cookie);
}

static void
number_items (const struct pram_items *items, int *n)
{
  for (int i = 0; i < items->n; i++)
    {
      items->item[i]->number = ++*n;
      for (int s = 0; s < items->item[i]->n_segments; s++)
	number_items (&items->item[i]->segment[s], n);
    }
}

int
pram_source_number (struct pram_source *source)
{
  int n = 0;
  number_items (&source->body, &n);
  return n;
}

bool
pram_source_levels_p (const struct pram_source *source)
{
  for (int l = 0; l < source->n_loops; l++)
    if (source->loops[l].level)
      return true;
  return false;
}

bool
pram_position_always_p (const struct pram_position *at)
{
  return (!at->when
	  || (at->when->op == PRAM_EXPR_CONSTANT && at->when->value != 0));
}

/* Null is no expression.  */
static bool
mentions_p (const struct pram_expr *e, int number)
{
  return e && (pram_expr_mentions_p (e, PRAM_EXPR_ENTRY, number)
	       || pram_expr_mentions_p (e, PRAM_EXPR_ELEMENT, number));
}

static bool
items_mention_p (const struct pram_items *items, int number)
{
  for (int i = 0; i < items->n; i++)
    {
      const struct pram_item *item = items->item[i];
      if (mentions_p (item->at.when, number)
	  || mentions_p (item->offset, number))
	return true;
      for (int s = 0; s < item->n_segments; s++)
	if (items_mention_p (&item->segment[s], number))
	  return true;
    }
  return false;
}

static bool
loads_mention_p (const struct pram_lookups *all, int number)
{
  for (int k = 0; k < all->n; k++)
    for (int i = 0; i < all->lookup[k].n_loads; i++)
      {
	const struct pram_load *load = &all->lookup[k].loads[i];
	if (mentions_p (load->at.when, number)
	    || mentions_p (load->offset, number))
	  return true;
      }
  return false;
}

bool
pram_source_mentions_p (const struct pram_source *source, int number,
			const bool *but)
{
  for (int k = 0; k < source->n_entries; k++)
    if (source->entries[k].like
	&& (source->entries[k].number == number || source->entries[k].like == 1 + number))
      return true;
  for (int l = 0; l < source->n_loops; l++)
    {
      const struct pram_source_loop *loop = &source->loops[l];
      if (mentions_p (loop->at.when, number))
	return true;
      for (int k = 0; k < loop->n_leave && !(but && but[l]); k++)
	if (mentions_p (loop->leave[k], number))
	  return true;
    }
  for (int v = 0; v < source->n_variables; v++)
    if (mentions_p (source->variables[v].start, number)
	|| mentions_p (source->variables[v].next, number))
      return true;
  return (items_mention_p (&source->body, number)
	  || loads_mention_p (&source->lookups, number));
}

/* Some reference to ARRAY in ITEMS has an address that depends on entry value
   NUMBER.  */
static bool
addresses_mention_p (const struct pram_items *items, int array, int number)
{
  for (int i = 0; i < items->n; i++)
    {
      const struct pram_item *item = items->item[i];
      if (item->kind == PRAM_ITEM_REFERENCE && item->array == array
	  && mentions_p (item->offset, number))
	return true;
      for (int s = 0; s < item->n_segments; s++)
	if (addresses_mention_p (&item->segment[s], array, number))
	  return true;
    }
  return false;
}

bool
pram_source_sizes_p (const struct pram_source *source, int array,
		     int64_t value)
{
  for (int e = 0; e < source->n_entries; e++)
    if (source->entries[e].value == value
	&& addresses_mention_p (&source->body, array,
				source->entries[e].number))
      return true;
  return false;
}

int
pram_source_passed (const struct pram_source *s, int loop, int segment)
{
  const struct pram_source_loop *l = &s->loops[loop];
  return l->counted || segment > l->n_leave ? l->n_leave : segment;
}
