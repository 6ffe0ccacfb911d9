/* table-walk.c: what moves between ranks when tasks run through tables.

   SPDX-License-Identifier: Apache-2.0

   The protocol is that of the runtime (pram-tasks.h); here it is walked for all
   ranks at once.  A value moves behind the task that wrote it, or, if that was
   in an earlier block, at the beginning of this one.  */

#include "table-walk.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "pram-sets.h"

/* --- Reading traces ------------------------------------------------------ */

struct reading
{
  const struct pram_table_plan *plan;
  struct pram_table_trace *trace;
  int task;
};

static void
permute (int *stand, const int *next, int n)
{
  int before[n + 1];
  memcpy (before, stand, sizeof *before * (size_t) n);
  for (int a = 0; a < n; a++)
    stand[a] = before[next[a]];
}

static void
visit (void *data, int64_t first, int64_t count, int64_t stride)
{
  struct reading *r = data;
  struct pram_table_trace *t = r->trace;
  (void) count;
  if (stride == PRAM_TRACE_PERMUTE)
    permute (t->stand, r->plan->permutations[first], r->plan->prog->n_arrays);
  else if (stride == PRAM_TRACE_TASK)
    t->start[r->task++] = t->n_touches;
  else
    {
      if (t->n_touches == t->room)
	{
	  t->room = 2 * t->room + 64;
	  t->touch = pram_resized (t->touch, t->room, sizeof *t->touch);
	}
      t->touch[t->n_touches++]
	= pram_task_touch_of (r->plan->accesses, stride, first, t->stand);
    }
}

static void
read_trace (struct pram_table_walk *w, int b)
{
  const struct pram_table_block *block = &w->plan->blocks[b];
  struct pram_table_trace *t = &w->traces[b];
  struct reading r = { .plan = w->plan, .trace = t };
  int64_t env[PRAM_SET_MAX_VARS] = { 0 };
  int n = w->plan->prog->n_arrays;
  t->n_tasks = block->n_tasks;
  t->start = PRAM_ARENA_NEW (w->arena, int64_t, t->n_tasks + 1);
  t->stand = PRAM_ARENA_NEW (w->arena, int, n + 1);
  for (int a = 0; a < n; a++)
    t->stand[a] = a;
  pram_set_enumerate (w->plan->code + block->trace, env, visit, &r);
  t->start[t->n_tasks] = t->n_touches;
}

/* --- The directory ------------------------------------------------------- */

static int64_t
element_of (const struct pram_table_walk *w, int object, int64_t offset)
{
  return w->first[object] + (offset - w->plan->expansion->touched_lo[object])
			    / pram_table_size_of (w, object);
}

/* Make one in which rank 0 has everything.  */
static void
make_directory (struct pram_table_walk *w)
{
  const struct pram_expansion *x = w->plan->expansion;
  int64_t n = 0;
  w->first = PRAM_ARENA_NEW (w->arena, int64_t, w->plan->prog->n_arrays + 1);
  for (int o = 0; o < w->plan->prog->n_arrays; o++)
    {
      int64_t bytes = x->touched_hi[o] - x->touched_lo[o];
      w->first[o] = n;
      n += bytes > 0 ? bytes / pram_table_size_of (w, o) : 0;
    }
  w->first[w->plan->prog->n_arrays] = n;
  struct pram_directory *d = &w->directory;
  d->words = (w->procs + 63) / 64;
  d->holders = pram_zeroed (n * d->words, sizeof *d->holders);
  d->combiners = pram_zeroed (n * d->words, sizeof *d->combiners);
  d->owner = pram_zeroed (n, sizeof *d->owner);
  d->access = pram_zeroed (n, sizeof *d->access);
  w->tasks.writer = pram_zeroed (n, sizeof *w->tasks.writer);
  for (int64_t e = 0; e < n; e++)
    {
      pram_task_hold (d, e, 0);
      w->tasks.writer[e] = -1;
    }
}

/* --- The walk ------------------------------------------------------------ */

/* TASKS is part of it.  */
static struct pram_table_walk *
walk_of (struct pram_task_walk *tasks)
{
  return (struct pram_table_walk *)
    ((char *) tasks - offsetof (struct pram_table_walk, tasks));
}

static void
move (struct pram_task_walk *tasks, int k, int rank,
      const struct pram_task_touch *touch, int64_t element, int32_t owner,
      int32_t after)
{
  struct pram_table_walk *w = walk_of (tasks);
  (void) element;
  if (w->n_moves == w->move_room)
    {
      w->move_room = 2 * w->move_room + 64;
      w->moves = pram_resized (w->moves, w->move_room, sizeof *w->moves);
    }
  w->moves[w->n_moves++]
    = (struct pram_table_move) { after, k, owner, rank,
				 pram_table_size_of (w, w->stand[touch->name]),
				 0 };
}

struct pram_table_join
pram_table_find_join (struct pram_table_walk *w, int k, int root,
		      int64_t element)
{
  struct pram_table_join j
    = { k, 1, PRAM_ARENA_NEW (w->arena, int32_t, w->procs) };
  j.n = pram_task_join (&w->directory, element, root, w->procs, j.rank);
  return j;
}

static void
join (struct pram_task_walk *tasks, int k, int rank,
      const struct pram_task_touch *touch, int64_t element)
{
  struct pram_table_walk *w = walk_of (tasks);
  (void) touch;
  if (w->n_joins == w->join_room)
    {
      w->join_room = 2 * w->join_room + 4;
      w->joins = pram_resized (w->joins, w->join_room, sizeof *w->joins);
    }
  w->joins[w->n_joins++] = pram_table_find_join (w, k, rank, element);
}

void
pram_table_walk_rename (struct pram_table_walk *w, const int *next)
{
  permute (w->stand, next, w->plan->prog->n_arrays);
}

void
pram_table_walk_block (struct pram_table_walk *w, int b)
{
  const struct pram_table_block *block = &w->plan->blocks[b];
  const struct pram_table_trace *t = &w->traces[b];
  w->tasks.begun += w->n_tasks;
  w->n_tasks = t->n_tasks;
  w->n_moves = w->n_joins = 0;
  memset (w->rank_step, 0, sizeof *w->rank_step * (size_t) w->procs);
  for (int k = 0; k < t->n_tasks; k++)
    {
      int rank = pram_table_rank_of (w, block, k);
      w->tasks.step[k] = w->rank_step[rank] + 1;
      for (int64_t i = t->start[k]; i < t->start[k + 1]; i++)
	{
	  const struct pram_task_touch *touch = &t->touch[i];
	  int64_t element = element_of (w, w->stand[touch->name],
					touch->offset);
	  pram_task_touch (&w->tasks, k, rank, touch, element, element);
	}
      w->rank_step[rank] = w->tasks.step[k];
    }
  pram_table_walk_rename (w, t->stand);
}

/* --- All of it ----------------------------------------------------------- */

void
pram_table_walk_start (struct pram_table_walk *w,
		       const struct pram_table_plan *plan, int procs)
{
  int n_arrays = plan->prog->n_arrays, n_tasks = plan->expansion->n_tasks;
  *w = (struct pram_table_walk) { .plan = plan, .procs = procs,
				  .arena = pram_arena_new () };
  w->stand = PRAM_ARENA_NEW (w->arena, int, n_arrays + 1);
  for (int a = 0; a < n_arrays; a++)
    w->stand[a] = a;
  w->rank = PRAM_ARENA_NEW (w->arena, int32_t, n_tasks + 1);
  for (int v = 0; v < n_tasks; v++)
    w->rank[v] = pram_table_plan_rank (plan, v, procs);
  w->tasks = (struct pram_task_walk) { .directory = &w->directory,
				       .accesses = plan->accesses,
				       .move = move, .join = join };
  w->tasks.step = PRAM_ARENA_NEW (w->arena, int32_t, n_tasks + 1);
  w->rank_step = PRAM_ARENA_NEW (w->arena, int32_t, procs);
  w->traces = PRAM_ARENA_NEW (w->arena, struct pram_table_trace,
			      plan->n_blocks + 1);
  for (int b = 0; b < plan->n_blocks; b++)
    read_trace (w, b);
  make_directory (w);
}

void
pram_table_walk_finish (struct pram_table_walk *w)
{
  for (int b = 0; b < w->plan->n_blocks; b++)
    free (w->traces[b].touch);
  free (w->directory.holders);
  free (w->directory.combiners);
  free (w->directory.owner);
  free (w->directory.access);
  free (w->tasks.writer);
  free (w->moves);
  free (w->joins);
  pram_arena_free (w->arena);
}
