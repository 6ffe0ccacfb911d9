/* prefault.c: workers touch their memory while they have nothing to do.

   SPDX-License-Identifier: Apache-2.0

   New memory costs more than the first sweep over it.  Until rank 0 enters its
   first region, a worker lets the kernel fill in the part of each large array
   that it is going to hold: its share of the units, taken to be the same share
   of the bytes.  That is a guess; what is wrong in it costs only time.  Arrays
   of which a process touches a piece of each row are left alone.

   Pages of the usual size: on a virtual machine the kernel takes large ones
   from memory that the host has to find first, six times slower.  */

#include "prt.h"
#include <sys/mman.h>
#include <unistd.h>

/* Bytes: between two looks for a message; what counts as a large array.  */
enum { STEP = 4 << 20, LARGE = 64 << 10 };

/* What is left to be touched.  */
struct piece { char *from, *to; };

static struct piece *pieces;
static int n_pieces;

#ifdef MADV_POPULATE_WRITE

/* No more than a process's share of half of the memory that is free.  */

static size_t
memory_limit (void)
{
  return (size_t) sysconf (_SC_AVPHYS_PAGES) * sysconf (_SC_PAGESIZE)
	 / (2 * prt.procs);
}

static void
add_piece (const struct pram_region *region, int arg, size_t *left)
{
  const struct pram_arg *a = &region->args[arg];
  struct prt_block own = prt_even_block (region->n_units, prt.rank);
  double bytes = (double) (a->hi - a->lo), units = (double) region->n_units;
  size_t page = sysconf (_SC_PAGESIZE);
  size_t from = (size_t) (bytes * (double) own.lo / units);
  size_t to = (size_t) (bytes * (double) own.hi / units);
  char *map = prt_memory_map (region->args, arg);
  from = from / page * page;
  to = (to + page) / page * page;
  if (!map || !a->contiguous || a->inspected || bytes < LARGE || to - from > *left)
    return;
  *left -= to - from;
  pieces = prt_grow (pieces, n_pieces + 1, sizeof *pieces);
  pieces[n_pieces++] = (struct piece) { map + from, map + to };
}

/* Remember what the regions that are registered will touch.  */

void
prt_prefault_plan (void)
{
  size_t left = memory_limit ();
  for (int r = 0; r < prt.n_regions; r++)
    if (!prt.regions[r]->desc->reason
	&& !prt_memory_reserve (prt.regions[r]->desc->args,
				prt.regions[r]->desc->n_args))
      return;
  for (int r = 0; r < prt.n_regions; r++)
    for (int i = 0; i < prt.regions[r]->desc->n_args; i++)
      if (!prt.regions[r]->desc->reason
	  && prt_array_p (&prt.regions[r]->desc->args[i]))
	add_piece (prt.regions[r]->desc, i, &left);
}

/* Touch some more; false if all is done.  */

bool
prt_prefault_step (void)
{
  if (!n_pieces)
    return false;
  struct piece *p = &pieces[n_pieces - 1];
  size_t size = p->to - p->from < STEP ? p->to - p->from : STEP;
  int failed = madvise (p->from, size, MADV_POPULATE_WRITE);
  p->from += size;
  if (failed || p->from == p->to)
    n_pieces--;
  return true;
}

#else

void
prt_prefault_plan (void)
{
}

bool
prt_prefault_step (void)
{
  return false;
}

#endif

/* The first region is entered: from now on memory is touched as needed.  */

void
prt_prefault_end (void)
{
  n_pieces = 0;
}
