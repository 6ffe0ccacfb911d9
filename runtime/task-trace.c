/* task-trace.c: from a block's trace to what each task touches.

   SPDX-License-Identifier: Apache-2.0

   A trace names arrays as they stand at each place; loops that exchange names
   say so.  What is read here is what names stand for when the block begins,
   so that it holds for every run of the block.  */

#include "tasks.h"
#include "pram-sets.h"

struct reading
{
  const struct pram_tables *desc;
  struct prt_task_trace *trace;
  int32_t *stand;		/* name at the beginning, by name */
  int64_t n_touches, room;
  int n_tasks;
};

static void
permute (struct reading *r, const int32_t *next)
{
  int n = r->desc->n_names;
  int32_t *before = prt_alloc (n, sizeof *before);
  memcpy (before, r->stand, n * sizeof *before);
  for (int a = 0; a < n; a++)
    r->stand[a] = before[next[a]];
  free (before);
}

static void
visit (void *data, int64_t first, int64_t count, int64_t stride)
{
  struct reading *r = data;
  struct prt_task_trace *t = r->trace;
  (void) count;
  if (stride == PRAM_TRACE_PERMUTE)
    permute (r, r->desc->permutations + first * r->desc->n_names);
  else if (stride == PRAM_TRACE_TASK)
    {
      if (r->n_tasks == t->n_tasks)
	prt_fatal ("a table has too few tasks");
      t->start[r->n_tasks] = r->n_touches;
      t->group[r->n_tasks++] = (int32_t) first;
    }
  else
    {
      if (r->n_touches == r->room)
	{
	  r->room = 2 * r->room + 64;
	  t->touch = prt_grow (t->touch, r->room, sizeof *t->touch);
	}
      t->touch[r->n_touches++]
	= pram_task_touch_of (r->desc->accesses, stride, first, r->stand);
    }
}

static void
assign_ranks (struct prt_task_trace *trace, const struct pram_tables *desc,
	      const struct pram_task_block *block)
{
  int n = 0;
  for (int r = 0; r < block->n_runs; r++)
    for (int i = 0; i < block->runs[r].count; i++)
      trace->rank[n++]
	= pram_task_rank (block->runs[r].first + i * block->runs[r].stride,
			  desc->n_procs, prt.procs);
}

/* Read the trace of BLOCK of REGION.  */

void
prt_task_trace_read (struct prt_task_trace *trace,
		     const struct prt_region *region,
		     const struct pram_task_block *block)
{
  int64_t env[PRAM_SET_MAX_VARS] = { 0 };
  struct reading r = { .desc = region->desc->tables, .trace = trace };
  trace->n_tasks = block->n_tasks;
  trace->group = prt_alloc (block->n_tasks, sizeof *trace->group);
  trace->rank = prt_alloc (block->n_tasks, sizeof *trace->rank);
  trace->start = prt_alloc (block->n_tasks + 1, sizeof *trace->start);
  r.stand = prt_alloc (r.desc->n_names, sizeof *r.stand);
  for (int a = 0; a < r.desc->n_names; a++)
    r.stand[a] = a;
  assign_ranks (trace, r.desc, block);
  pram_set_enumerate (region->desc->code + block->trace, env, visit, &r);
  trace->start[r.n_tasks] = r.n_touches;
  if (r.n_tasks != trace->n_tasks)
    prt_fatal ("a table has too many tasks");
  free (r.stand);
}

void
prt_task_trace_free (struct prt_task_trace *trace)
{
  free (trace->group);
  free (trace->rank);
  free (trace->start);
  free (trace->touch);
}
