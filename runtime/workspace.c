/* workspace.c: memory of an iteration's own.

   SPDX-License-Identifier: Apache-2.0

   An iteration that asks for more than those before gets new memory, twice as
   much at least.  The old is kept: the compiler takes the call for one that only
   computes, and code may still know where it is.

   Where data choose an element that isn't there the code says so in front of the memory,
   and goes on with another one; when the driver has returned, and before calls that are
   recorded, all agree whether that has happened.  Then the original statement is run (entry.c).  */

#include "prt.h"

/* Before a workspace's memory; what is asked for is aligned like this.  */
struct header
{
  _Alignas (64) struct header *before;	/* of all workspaces */
  int32_t padding[12], inside, outside;	/* PRAM_WORKSPACE_OUTSIDE */
};

static struct header *last;

static void
widen (struct pram_workspace *w, size_t bytes)
{
  size_t size = 2 * (w->end - w->memory);
  size = ((bytes > size ? bytes : size) + 63) / 64 * 64;
  struct header *h = aligned_alloc (64, sizeof *h + size);
  if (!h)
    prt_fatal ("out of memory (%zu bytes)", size);
  *h = (struct header) { .before = last };
  last = h;
  w->memory = (char *) (h + 1);
  w->end = w->memory + size;
}

void *
PRAM_workspace (struct pram_workspace *w, size_t bytes)
{
  if (!w->memory || (size_t) (w->end - w->memory) < bytes)
    widen (w, bytes);
  return w->memory;
}

int
prt_workspace_outside (void)
{
  int line = 0;
  for (struct header *h = last; h; h = h->before)
    {
      line = h->outside ? h->outside : line;
      h->outside = 0;
    }
  if (prt.procs > 1)
    MPI_Allreduce (MPI_IN_PLACE, &line, 1, MPI_INT, MPI_MAX, prt.comm);
  return line;
}
