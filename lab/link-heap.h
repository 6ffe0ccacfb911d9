/* link-heap.h: a heap of links, the last one on top.

   SPDX-License-Identifier: GPL-3.0-or-later

   For walks from links back to those that they need: links are numbered
   topologically, so all that leads to a link has been seen when it is on
   top.  */

#ifndef PRAM_LINK_HEAP_H
#define PRAM_LINK_HEAP_H

#include <stdint.h>

struct link_heap
{
  int32_t *link;		/* room for all that may wait at a time */
  int32_t n;
};

static inline void
link_heap_push (struct link_heap *heap, int32_t v)
{
  int32_t k = heap->n++, *link = heap->link;
  for (; k && link[(k - 1) / 2] < v; k = (k - 1) / 2)
    link[k] = link[(k - 1) / 2];
  link[k] = v;
}

static inline int32_t
link_heap_pop (struct link_heap *heap)
{
  int32_t *link = heap->link, top = link[0], v = link[--heap->n], k = 0;
  for (int32_t c; (c = 2 * k + 1) < heap->n; k = c)
    {
      if (c + 1 < heap->n && link[c + 1] > link[c])
	c++;
      if (link[c] <= v)
	break;
      link[k] = link[c];
    }
  link[k] = v;
  return top;
}

#endif
