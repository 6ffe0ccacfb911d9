/* steps-layers.c: cut the graph of the steps of a schedule into layers.

   SPDX-License-Identifier: GPL-3.0-or-later

   With BEGIN and END the depths of a link (the longest paths to where it
   begins and ends), the layer from A to B has the part of each link between
   these depths.  A link without steps is in the layer where it begins.  Links
   are taken in the order of (begin, number), which is topological: all that a
   link needs ends, and so begins, no later than it begins.  */

#include "base/alloc.h"
#include "steps.h"

struct cutter
{
  const struct pram_steps *steps;
  int64_t *begin, *end;		/* by link: depths */
  int32_t *order;		/* links by (begin, number) */
  int32_t *layer_of;		/* by link: the last layer that has it */
  int32_t *number;		/* by link: its number in that layer */
  int32_t *inside;		/* the links of the current layer */
  int32_t n_inside, n_taken;	/* the first N_TAKEN of ORDER have begun */
};

struct beginning { int64_t begin; int32_t link; };

static int
compare_beginnings (const void *a, const void *b)
{
  const struct beginning *x = a, *y = b;
  if (x->begin != y->begin)
    return x->begin < y->begin ? -1 : 1;
  return (x->link > y->link) - (x->link < y->link);
}

static struct cutter
begin_cutting (const struct pram_steps *steps, struct pram_arena *arena)
{
  int32_t n = steps->n_links;
  struct cutter c = { .steps = steps };
  struct beginning *sorted = pram_zeroed (n, sizeof *sorted);
  c.begin = PRAM_ARENA_NEW (arena, int64_t, n);
  c.end = PRAM_ARENA_NEW (arena, int64_t, n);
  c.order = PRAM_ARENA_NEW (arena, int32_t, n);
  c.layer_of = PRAM_ARENA_NEW (arena, int32_t, n);
  c.number = PRAM_ARENA_NEW (arena, int32_t, n);
  c.inside = PRAM_ARENA_NEW (arena, int32_t, n);
  for (int32_t v = 0; v < n; v++)
    {
      for (int64_t e = steps->pred_start[v]; e < steps->pred_start[v + 1]; e++)
	if (c.end[steps->pred[e]] > c.begin[v])
	  c.begin[v] = c.end[steps->pred[e]];
      c.end[v] = c.begin[v] + steps->length[v];
      c.layer_of[v] = -1;
      sorted[v] = (struct beginning) { c.begin[v], v };
    }
  qsort (sorted, (size_t) n, sizeof *sorted, compare_beginnings);
  for (int32_t k = 0; k < n; k++)
    c.order[k] = sorted[k].link;
  free (sorted);
  return c;
}

/* What is in layer K, which ends at B: links of the last one that go on, and
   those that begin.  */
static void
find_inside (struct cutter *c, int32_t k, int64_t a, int64_t b)
{
  int32_t n = 0;
  for (int32_t i = 0; i < c->n_inside; i++)
    if (c->end[c->inside[i]] > a)
      c->inside[n++] = c->inside[i];
  while (c->n_taken < c->steps->n_links
	 && c->begin[c->order[c->n_taken]] < b)
    c->inside[n++] = c->order[c->n_taken++];
  c->n_inside = n;
  for (int32_t i = 0; i < n; i++)
    {
      c->layer_of[c->inside[i]] = k;
      c->number[c->inside[i]] = i;
    }
}

static struct pram_steps
cut_layer (struct cutter *c, int32_t k, int64_t a, int64_t b,
	   struct pram_arena *arena)
{
  const struct pram_steps *steps = c->steps;
  int64_t n_edges = 0;
  find_inside (c, k, a, b);
  int32_t n = c->n_inside;
  for (int32_t i = 0; i < n; i++)
    n_edges += steps->pred_start[c->inside[i] + 1]
	       - steps->pred_start[c->inside[i]];
  struct pram_steps layer
    = { .n_procs = steps->n_procs, .step = steps->step, .n_links = n,
	.time = b - a,
	.length = PRAM_ARENA_NEW (arena, int64_t, n),
	.place = PRAM_ARENA_NEW (arena, unsigned char, n),
	.last = PRAM_ARENA_NEW (arena, bool, n),
	.pred_start = PRAM_ARENA_NEW (arena, int64_t, n + 1),
	.pred = PRAM_ARENA_NEW (arena, int32_t, n_edges) };
  n_edges = 0;
  for (int32_t i = 0; i < n; i++)
    {
      int32_t v = c->inside[i];
      layer.length[i] = (c->end[v] < b ? c->end[v] : b)
			- (c->begin[v] > a ? c->begin[v] : a);
      layer.place[i] = steps->place[v];
      layer.last[i] = true;
      layer.pred_start[i] = n_edges;
      for (int64_t e = steps->pred_start[v]; e < steps->pred_start[v + 1]; e++)
	if (c->layer_of[steps->pred[e]] == k)
	  {
	    int32_t p = c->number[steps->pred[e]];
	    layer.pred[n_edges++] = p;
	    layer.last[p] = false;
	  }
    }
  layer.pred_start[n] = n_edges;
  return layer;
}

struct pram_steps *
pram_steps_layers (const struct pram_steps *steps, int32_t n_layers,
		   struct pram_arena *arena)
{
  struct pram_steps *layers = PRAM_ARENA_NEW (arena, struct pram_steps,
					      n_layers);
  struct cutter c = begin_cutting (steps, arena);
  int64_t depth = pram_steps_depth (steps);
  int64_t whole = depth / n_layers, rest = depth % n_layers, a = 0;
  for (int32_t k = 0; k < n_layers; k++)
    {
      int64_t b = (k + 1) * whole + (k + 1) * rest / n_layers;
      /* Links without steps may begin at the very end.  */
      layers[k] = cut_layer (&c, k, a, k + 1 < n_layers ? b : b + 1, arena);
      layers[k].time = b - a;
      a = b;
    }
  return layers;
}
