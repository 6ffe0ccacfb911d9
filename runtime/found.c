/* found.c: what deposits find.

   SPDX-License-Identifier: Apache-2.0

     if (level[w] < 0) { level[w] = d + 1; more = 1; }

   Whether MORE is set is known where the element is, when the deposit is done.  So
   each process has a part of the reduction of the deposits that it has done, besides
   those of its units.  As the order is free all of them are combined with the leaf
   of the layer's first unit.  */

#include "deposit.h"

void **
prt_found_new (const struct prt_layer *layer)
{
  void **found = prt_alloc (layer->n_reductions, sizeof *found);
  for (int k = 0; k < layer->n_reductions; k++)
    {
      const struct pram_reduction *r = &layer->desc->reductions[k];
      found[k] = prt_alloc (1, layer->size[k] + sizeof (union prt_value));
      prt_identity (r->op, r->type, r->how, found[k]);
    }
  return found;
}

/* The process that has LAYER's first unit; -1: there is none.  */

static int
first_process (const struct prt_region *region, const struct prt_layer *layer)
{
  for (int p = 0; p < prt.procs; p++)
    {
      struct prt_block b = prt_block_of (region, p);
      if (b.lo < layer->desc->unit_hi && layer->desc->unit_lo < b.hi
	  && layer->desc->unit_lo < layer->desc->unit_hi && b.lo < b.hi)
	return p;
    }
  return -1;
}

/* Combine what all processes have FOUND for reduction K of LAYER with its leaf, on
   process FIRST.  */

static void
combine (struct prt_layer *layer, int k, void *found, int first)
{
  const struct pram_reduction *r = &layer->desc->reductions[k];
  int size = layer->size[k];
  prt_combine_fn one = prt_combine_of (r->op, r->type, r->how);
  if (prt.procs == 1)
    {
      one (layer->leaves[k], found);
      return;
    }
  char *all = prt.rank == first ? prt_alloc (prt.procs, size) : NULL;
  MPI_Gather (found, size, MPI_BYTE, all, size, MPI_BYTE, first, prt.comm);
  prt.tally.messages += prt.rank != first;
  prt.tally.bytes += prt.rank != first ? size : 0;
  for (int p = 0; all && p < prt.procs; p++)
    one (layer->leaves[k], all + (int64_t) p * size);
  free (all);
}

void
prt_found_tell (struct prt_region *region, struct prt_layer *layer, void **found)
{
  int first = first_process (region, layer);
  for (int k = 0; k < layer->n_reductions; k++)
    {
      if (first >= 0)
	combine (layer, k, found[k], first);
      free (found[k]);
    }
  free (found);
}
