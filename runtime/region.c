/* region.c: what a process sets up when it enters a region first.

   SPDX-License-Identifier: Apache-2.0  */

#include "prt.h"

static void
layer_init (const struct prt_region *region, struct prt_layer *layer,
	    int number)
{
  const struct pram_layer *desc = &region->desc->layers[number];
  layer->desc = desc;
  layer->number = number;
  layer->own = region->block;
  if (layer->own.lo < desc->unit_lo)
    layer->own.lo = desc->unit_lo;
  if (layer->own.hi > desc->unit_hi)
    layer->own.hi = desc->unit_hi;
  if (layer->own.hi < layer->own.lo)
    layer->own.hi = layer->own.lo;
  layer->exchanges = (desc->n_transfers > 0 && prt.procs > 1
		      && !(desc->flags & PRAM_LAYER_CLAIM));
  layer->early_recv = desc->flags & PRAM_LAYER_EARLY_RECV;
  layer->uniform = desc->flags & PRAM_LAYER_UNIFORM;
  layer->n_reductions = desc->n_reductions;
  layer->size = prt_alloc (desc->n_reductions, sizeof *layer->size);
  layer->leaves = prt_alloc (desc->n_reductions, sizeof *layer->leaves);
  layer->at = prt_alloc (desc->n_reductions + 1, sizeof *layer->at);
  layer->result = prt_alloc (desc->n_reductions, sizeof *layer->result);
  for (int k = 0; k < desc->n_reductions; k++)
    {
      layer->size[k] = prt_leaf_size (desc->reductions[k].type,
				      desc->reductions[k].how);
      layer->leaves[k] = prt_alloc (layer->own.hi - layer->own.lo,
				    layer->size[k]);
      layer->result[k] = prt_alloc (layer->size[k] + sizeof **layer->result,
				    1);
    }
}

/* LAYER may be run ahead: give it another one for that.  */

static void
add_ahead (const struct prt_region *region, struct prt_layer *layer)
{
  if (!prt_ahead_possible_p (region, layer))
    return;
  layer->ahead = prt_alloc (1, sizeof *layer->ahead);
  layer_init (region, layer->ahead, layer->number);
}

/* Make REGION ready to be run by this process.  */

void
prt_region_init (struct prt_region *region)
{
  const struct pram_region *desc = region->desc;
  if (region->ready)
    return;
  region->procs = prt.procs;
  region->unsure = (prt.procs == 1
		    && (prt_inspects_p (desc) || prt_deposits_p (desc)));
  region->block = prt_block_of (region, prt.rank);
  region->counts = prt_alloc (desc->n_counts, sizeof *region->counts);
  region->unneeded = prt_alloc (desc->n_args, sizeof *region->unneeded);
  region->stands = prt_alloc (desc->n_args, sizeof *region->stands);
  region->layer = prt_alloc (desc->n_layers, sizeof *region->layer);
  region->unreduced = prt_alloc (2 * desc->n_layers,
				 sizeof *region->unreduced);
  for (int i = 0; i < desc->n_layers; i++)
    {
      layer_init (region, &region->layer[i], i);
      add_ahead (region, &region->layer[i]);
    }
  region->ready = true;
}

/* --- The end of a plan that is given up ----------------------------------- */

static void
layer_free (struct prt_layer *layer)
{
  for (int k = 0; k < layer->n_reductions; k++)
    {
      free (layer->leaves[k]);
      free (layer->result[k]);
    }
  free (layer->leaves);
  free (layer->size);
  free (layer->at);
  free (layer->result);
  free (layer->edge);
  free (layer->owners.owned);
  prt_rounds_free (&layer->rounds);
  if (layer->ahead)
    layer_free (layer->ahead);
  free (layer->ahead);
}

/* Free what of REGION depends on its blocks.  */

static void
blocks_free (struct prt_region *region)
{
  for (int i = 0; i < region->desc->n_layers; i++)
    layer_free (&region->layer[i]);
  free (region->layer);
  free (region->counts);
  free (region->unneeded);
  free (region->stands);
  free (region->unreduced);
  free (region->starts);
  prt_layouts_free (region);
  prt_rounds_free (&region->scatter);
  prt_rounds_free (&region->gather);
}

/* From now on blocks of REGION begin at STARTS.  */

void
prt_region_share (struct prt_region *region, int64_t *starts)
{
  blocks_free (region);
  region->starts = starts;
  region->layouts = NULL;
  region->layout = NULL;
  region->n_layouts = 0;
  region->scatter = region->gather = (struct prt_rounds) { .n = 0 };
  region->ready = false;
  prt_region_init (region);
}

/* Free what prt_region_init and entries of REGION have made.  */

static void
unready (struct prt_region *region)
{
  blocks_free (region);
  prt_tables_free (region->tables);
  prt_inspection_free (region);
  prt_asking_free (region);
  prt_deposits_free (region);
}

/* Free REGION, which was made when the program ran, and its plan.  */

void
prt_region_free (struct prt_region *region)
{
  struct prt_region *parts[] = { region->alone, region };
  for (int i = 0; i < 2; i++)
    {
      struct prt_region *r = parts[i];
      if (!r)
	continue;
      if (r->ready)
	unready (r);
      prt_signature_free (r->signature);
      prt_holding_free (r->holding);
      prt_figures_free (&r->compiled);
      prt_figures_free (&r->serial);
      free (r->history);
      free (r->bases);
    }
  free ((void *) region->desc);
  free (region->alone);
  free (region);
}

/* --- What drivers ask for ------------------------------------------------- */

int64_t *
PRAM_counts (void)
{
  return prt.current->counts;
}

const int64_t *
PRAM_numbers (void)
{
  return prt.current->desc->numbers;
}
