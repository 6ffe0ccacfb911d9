/* table-walk.c: what moves between ranks when tasks run through tables.

   SPDX-License-Identifier: Apache-2.0

   runtime/task-inspect.c, for all ranks at once.  The traces are walked task by
   task with a directory, which says for each element who wrote it last, who
   holds its value, and who has combined something into it since.  A task that
   reads what its rank does not hold makes a value move from who wrote it:
   behind that task, or, if it was in an earlier block, at the beginning of this
   one.

   A task's *step* is the earliest in which it can run if a task takes one step,
   values take none, and a rank runs its tasks in the order of the program.

   Example: a[i][j] from a[i-1][j] and a[i][j-1], row i on rank i of many: task
   (i, j) has step i + j + 1.  On one rank all tasks have different steps.  */

#include "table-walk.h"

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
      const struct pram_trace_access *a = &r->plan->accesses[stride];
      if (t->n_touches == t->room)
	{
	  t->room = 2 * t->room + 64;
	  t->touch = pram_resized (t->touch, t->room, sizeof *t->touch);
	}
      t->touch[t->n_touches++]
	= (struct pram_table_touch)
	  { t->stand[a->name], a->op >= 0 ? (int32_t) stride + 1 : 0,
	    a->write, first };
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

static bool
member_p (const struct pram_table_walk *w, const uint64_t *sets,
	  int64_t element, int rank)
{
  return sets[element * w->words + rank / 64] >> rank % 64 & 1;
}

static void
add_member (const struct pram_table_walk *w, uint64_t *sets, int64_t element,
	    int rank)
{
  sets[element * w->words + rank / 64] |= UINT64_C (1) << rank % 64;
}

static void
empty_set (const struct pram_table_walk *w, uint64_t *sets, int64_t element)
{
  memset (sets + element * w->words, 0, sizeof *sets * (size_t) w->words);
}

bool
pram_table_holds_p (const struct pram_table_walk *w, int64_t element, int rank)
{
  return member_p (w, w->holders, element, rank);
}

void
pram_table_hold (struct pram_table_walk *w, int64_t element, int rank)
{
  add_member (w, w->holders, element, rank);
}

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
  w->words = (w->procs + 63) / 64;
  w->holders = pram_zeroed (n * w->words, sizeof *w->holders);
  w->combiners = pram_zeroed (n * w->words, sizeof *w->combiners);
  w->owner = pram_zeroed (n, sizeof *w->owner);
  w->access = pram_zeroed (n, sizeof *w->access);
  w->writer = pram_zeroed (n, sizeof *w->writer);
  for (int64_t e = 0; e < n; e++)
    {
      pram_table_hold (w, e, 0);
      w->writer[e] = -1;
    }
}

/* --- The walk ------------------------------------------------------------ */

/* RANK reads ELEMENT, of SIZE bytes, in task K.  */
static void
read_element (struct pram_table_walk *w, int k, int rank, int64_t element,
	      int size)
{
  int64_t after = w->writer[element] - w->begun;
  if (pram_table_holds_p (w, element, rank))
    return;
  pram_table_hold (w, element, rank);
  if (after >= 0 && w->step[k] <= w->step[after])
    w->step[k] = w->step[after] + 1;
  if (w->n_moves == w->move_room)
    {
      w->move_room = 2 * w->move_room + 64;
      w->moves = pram_resized (w->moves, w->move_room, sizeof *w->moves);
    }
  w->moves[w->n_moves++]
    = (struct pram_table_move) { after < 0 ? -1 : (int32_t) after, k,
				 w->owner[element], rank, size, 0 };
}

static void
write_element (struct pram_table_walk *w, int k, int rank, int64_t element)
{
  w->owner[element] = rank;
  empty_set (w, w->holders, element);
  pram_table_hold (w, element, rank);
  w->writer[element] = w->begun + k;
}

static void
forget_combined (struct pram_table_walk *w, int64_t element)
{
  empty_set (w, w->combiners, element);
  w->access[element] = 0;
}

struct pram_table_join
pram_table_find_join (struct pram_table_walk *w, int k, int root,
		      int64_t element)
{
  struct pram_table_join j = { k, 1, PRAM_ARENA_NEW (w->arena, int, w->procs) };
  j.rank[0] = root;
  for (int i = 1; i < w->procs; i++)
    if (member_p (w, w->combiners, element, (root + i) % w->procs))
      j.rank[j.n++] = (root + i) % w->procs;
  return j;
}

static void
join_element (struct pram_table_walk *w, int k, int rank, int64_t element)
{
  if (w->n_joins == w->join_room)
    {
      w->join_room = 2 * w->join_room + 4;
      w->joins = pram_resized (w->joins, w->join_room, sizeof *w->joins);
    }
  w->joins[w->n_joins++] = pram_table_find_join (w, k, rank, element);
  forget_combined (w, element);
  write_element (w, k, rank, element);
}

/* Does TOUCH need what has been combined into ELEMENT as one value, being a
   read or a step of another reduction?  */
static bool
needs_join_p (const struct pram_table_walk *w, int64_t element,
	      const struct pram_table_touch *touch)
{
  const struct pram_trace_access *all = w->plan->accesses;
  int access = w->access[element];
  if (!access || touch->write)
    return access && touch->access
	   && (all[access - 1].reduction
	       != all[touch->access - 1].reduction);
  return true;
}

/* Task K, on RANK, touches an element.  */
static void
touch_element (struct pram_table_walk *w, int k, int rank,
	       const struct pram_table_touch *touch)
{
  int object = w->stand[touch->name];
  int64_t element = element_of (w, object, touch->offset);
  bool join = needs_join_p (w, element, touch);
  if (!touch->write || join)
    read_element (w, k, rank, element, pram_table_size_of (w, object));
  if (join)
    join_element (w, k, rank, element);
  if (touch->access)
    {
      w->access[element] = touch->access;
      add_member (w, w->combiners, element, rank);
    }
  else if (touch->write)
    {
      forget_combined (w, element);
      write_element (w, k, rank, element);
    }
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
  w->begun += w->n_tasks;
  w->n_tasks = t->n_tasks;
  w->n_moves = w->n_joins = 0;
  memset (w->rank_step, 0, sizeof *w->rank_step * (size_t) w->procs);
  for (int k = 0; k < t->n_tasks; k++)
    {
      int rank = pram_table_rank_of (w, block, k);
      w->step[k] = w->rank_step[rank] + 1;
      for (int64_t i = t->start[k]; i < t->start[k + 1]; i++)
	touch_element (w, k, rank, &t->touch[i]);
      w->rank_step[rank] = w->step[k];
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
  w->step = PRAM_ARENA_NEW (w->arena, int32_t, n_tasks + 1);
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
  free (w->holders);
  free (w->combiners);
  free (w->owner);
  free (w->access);
  free (w->writer);
  free (w->moves);
  free (w->joins);
  pram_arena_free (w->arena);
}
