/* strategy-heap.c: tasks by priority.

   SPDX-License-Identifier: Apache-2.0  */

#include "strategy.h"

bool
pram_sched_before_p (const struct pram_sched_entry *a,
		     const struct pram_sched_entry *b)
{
  if (a->key != b->key)
    return a->key < b->key;
  if (a->second != b->second)
    return a->second < b->second;
  return a->task < b->task;
}

void
pram_sched_push (struct pram_sched_heap *heap, struct pram_sched_entry entry)
{
  int32_t i = heap->n++;
  for (; i > 0 && pram_sched_before_p (&entry, &heap->entry[(i - 1) / 2]);
       i = (i - 1) / 2)
    heap->entry[i] = heap->entry[(i - 1) / 2];
  heap->entry[i] = entry;
}

struct pram_sched_entry
pram_sched_pop (struct pram_sched_heap *heap)
{
  struct pram_sched_entry top = heap->entry[0], last = heap->entry[--heap->n];
  int32_t i = 0;
  for (int32_t child; (child = 2 * i + 1) < heap->n; i = child)
    {
      if (child + 1 < heap->n
	  && pram_sched_before_p (&heap->entry[child + 1],
				  &heap->entry[child]))
	child++;
      if (!pram_sched_before_p (&heap->entry[child], &last))
	break;
      heap->entry[i] = heap->entry[child];
    }
  heap->entry[i] = last;
  return top;
}
