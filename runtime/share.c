/* share.c: units shared out by their work instead of by their number.

   SPDX-License-Identifier: Apache-2.0

   Where data say how long rows are, blocks of as many rows each may be uneven work.
   Inspectors count the reads that they find; the runtime has them called for the
   *cells* of a block, one after the other, so that it knows where the reads are.
   What other layers have to do is known, so each cell has a weight, of units that
   are taken to be alike.  Where an entry's first round shows that one process has
   much more to do than the mean, the region gets other blocks, and the driver
   begins anew.

   Example: rows of 1, 1, 1, 5 reads, two processes: one has 2, the other 6; cut
   behind the third row they have 3 and 5.

   Sums don't depend on blocks: each unit yields a leaf.  */

#include "prt.h"

/* Of a block, at most; so much more than the mean is much; what the heaviest
   process must have less, with other blocks, for them to pay.  */
enum { CELLS = 256 };
static const double much = 1.2, worth = 0.9;

struct prt_weights
{
  int64_t reads[CELLS];		/* by cell */
};

/* The units of cell C of REGION's block.  */

static struct prt_block
cell_of (const struct prt_region *region, int c)
{
  int64_t n = region->block.hi - region->block.lo;
  return (struct prt_block) { region->block.lo + n * c / CELLS,
			      region->block.lo + n * (c + 1) / CELLS };
}

struct prt_weights *
prt_weights_new (void)
{
  return prt_alloc (1, sizeof (struct prt_weights));
}

/* Call FN, an inspector of LAYER with FRAME and LEAVES, where it counts at
   *COUNT, for all units of the process, and add what it finds to W.  */

void
prt_weights_run (struct prt_weights *w, const struct prt_region *region,
		 const struct prt_layer *layer, pram_layer_fn fn, void *frame,
		 void *const *leaves, int64_t *count)
{
  for (int c = 0; c < CELLS; c++)
    {
      struct prt_block b = cell_of (region, c);
      b.lo = b.lo > layer->own.lo ? b.lo : layer->own.lo;
      b.hi = b.hi < layer->own.hi ? b.hi : layer->own.hi;
      *count = 0;
      if (b.lo < b.hi)
	fn (frame, b.lo, b.hi, leaves);
      w->reads[c] += *count;
    }
}

/* What cell C of W weighs: what was read, and what layers do besides.  */

static double
weight_of (const struct prt_weights *w, const struct prt_region *region, int c)
{
  struct prt_block cell = cell_of (region, c);
  double weight = (double) w->reads[c];
  for (int l = 0; l < region->desc->n_layers; l++)
    {
      const struct pram_layer *layer = &region->desc->layers[l];
      int64_t lo = cell.lo > layer->unit_lo ? cell.lo : layer->unit_lo;
      int64_t hi = cell.hi < layer->unit_hi ? cell.hi : layer->unit_hi;
      if (lo < hi)
	weight += (double) (hi - lo) * (double) layer->tasks_per_unit;
    }
  return weight;
}

/* Of all processes, what each has to do, to ALL.  Returns the sum; the greatest
   of them is *MOST.  */

static double
gather (double mine, double *all, double *most)
{
  double sum = *most = 0;
  MPI_Allgather (&mine, 1, MPI_DOUBLE, all, 1, MPI_DOUBLE, prt.comm);
  for (int p = 0; p < prt.procs; p++)
    {
      sum += all[p];
      *most = all[p] > *most ? all[p] : *most;
    }
  return sum;
}

/* The first unit of each process if all are to have the same part of SUM, as far
   as this one's cells say, and else 0.  BEFORE: what the processes before it
   have.  */

static void
find_starts (const struct prt_weights *w, const struct prt_region *region,
	     double before, double sum, int64_t *starts)
{
  for (int c = 0; c < CELLS; c++)
    {
      struct prt_block cell = cell_of (region, c);
      double weight = weight_of (w, region, c);
      for (int p = 1; p < prt.procs; p++)
	{
	  double wanted = sum * p / prt.procs - before;
	  if (weight > 0 && wanted >= 0 && wanted < weight)
	    starts[p] = cell.lo + (int64_t) ((double) (cell.hi - cell.lo)
					     * wanted / weight + 0.5);
	}
      before += weight;
    }
}

/* What the heaviest process would have to do with blocks that begin at
   STARTS.  */

static double
heaviest (const struct prt_weights *w, const struct prt_region *region,
	  const int64_t *starts)
{
  double *part = prt_alloc (prt.procs, sizeof *part), most = 0;
  for (int c = 0; c < CELLS; c++)
    {
      struct prt_block cell = cell_of (region, c);
      for (int p = 0; p < prt.procs; p++)
	{
	  int64_t lo = cell.lo > starts[p] ? cell.lo : starts[p];
	  int64_t hi = cell.hi < starts[p + 1] ? cell.hi : starts[p + 1];
	  if (lo < hi)
	    part[p] += (weight_of (w, region, c) * (double) (hi - lo)
			/ (double) (cell.hi - cell.lo));
	}
    }
  MPI_Allreduce (MPI_IN_PLACE, part, prt.procs, MPI_DOUBLE, MPI_SUM, prt.comm);
  for (int p = 0; p < prt.procs; p++)
    most = part[p] > most ? part[p] : most;
  free (part);
  return most;
}

/* The first units of processes, and how many there are, for even work in REGION,
   as W says; null if blocks are even enough, or can't be better.  The caller frees
   them.  */

int64_t *
prt_weights_share (const struct prt_weights *w, const struct prt_region *region)
{
  double mine = 0, before = 0, most, *all = prt_alloc (prt.procs, sizeof *all);
  int64_t *starts = NULL;
  for (int c = 0; c < CELLS; c++)
    mine += weight_of (w, region, c);
  double sum = gather (mine, all, &most);
  for (int p = 0; p < prt.rank; p++)
    before += all[p];
  free (all);
  if (most * prt.procs <= much * sum)
    return NULL;
  starts = prt_alloc (prt.procs + 1, sizeof *starts);
  find_starts (w, region, before, sum, starts);
  MPI_Allreduce (MPI_IN_PLACE, starts, prt.procs, MPI_INT64_T, MPI_MAX,
		 prt.comm);
  starts[prt.procs] = region->desc->n_units;
  /* Process 0 has what runs whole, which is in unit 0.  */
  if (starts[1] < 1)
    starts[1] = 1;
  for (int p = 1; p < prt.procs; p++)
    starts[p] = starts[p] > starts[p - 1] ? starts[p] : starts[p - 1];
  if (heaviest (w, region, starts) <= worth * most)
    return starts;
  free (starts);
  return NULL;
}
