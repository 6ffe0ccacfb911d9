/* workspace.c: memory of an iteration's own.

   SPDX-License-Identifier: Apache-2.0

   An iteration that asks for more than those before gets new memory, twice as
   much at least.  The old is kept: the compiler takes the call for one that only
   computes, and code may still know where it is.  */

#include "prt.h"

/* Before a workspace's memory; what is asked for is aligned like this.  */
struct header
{
  _Alignas (64) struct header *before;
};

static void
widen (struct pram_workspace *w, size_t bytes)
{
  size_t size = 2 * (w->end - w->memory);
  size = ((bytes > size ? bytes : size) + 63) / 64 * 64;
  struct header *h = aligned_alloc (64, sizeof *h + size);
  if (!h)
    prt_fatal ("out of memory (%zu bytes)", size);
  h->before = w->memory ? (struct header *) w->memory - 1 : NULL;
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
