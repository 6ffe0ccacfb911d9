/* table-walk.h: what moves between ranks when tasks run through tables.

   SPDX-License-Identifier: Apache-2.0

   Internal to table-walk.c and table-steps.c.  */

#ifndef PRAM_TABLE_WALK_H
#define PRAM_TABLE_WALK_H

#include "plan/table-plan.h"
#include "pram-tasks.h"

/* A block's trace, read.  */
struct pram_table_trace
{
  int n_tasks;
  int64_t *start;		/* n_tasks + 1: of its touches */
  int64_t n_touches, room;
  struct pram_task_touch *touch;
  int *stand;			/* by name: at the end, name at the beginning */
};

/* A value that moves behind task AFTER of the block, -1: when it begins, for
   task READER.  */
struct pram_table_move
{
  int32_t after, reader, src, dst, bytes;
  int64_t place;		/* in the stream, from 1 on: the caller's */
};

/* Before TASK the N ranks, its own first, join what they have combined.  */
struct pram_table_join { int task, n; int32_t *rank; };

struct pram_table_walk
{
  const struct pram_table_plan *plan;
  int procs;
  struct pram_arena *arena;
  struct pram_table_trace *traces;	/* by block */
  int32_t *rank;		/* by task */
  int *stand;			/* object by name */

  struct pram_directory directory;
  int64_t *first;		/* by object: its elements, n_arrays + 1 */

  /* The block being walked, or the last one.  */
  struct pram_task_walk tasks;
  int n_tasks;
  int32_t *rank_step;		/* by rank: of its last task so far */
  int64_t n_moves, move_room;
  struct pram_table_move *moves;	/* by reader */
  int n_joins, join_room;
  struct pram_table_join *joins;	/* by task */
};

/* Begin a run of PLAN on PROCS ranks: rank 0 has everything.  */
void pram_table_walk_start (struct pram_table_walk *,
			    const struct pram_table_plan *plan, int procs);
void pram_table_walk_finish (struct pram_table_walk *);

/* Walk over block B, which is run next: fills in STEP, MOVES and JOINS, and
   moves the directory on.  */
void pram_table_walk_block (struct pram_table_walk *, int b);

/* The arrays exchange their names, as NEXT of a loop says.  */
void pram_table_walk_rename (struct pram_table_walk *, const int *next);

/* Who takes part when rank ROOT gets what has been combined into ELEMENT before
   task K.  From the arena.  */
struct pram_table_join pram_table_find_join (struct pram_table_walk *, int k,
					     int root, int64_t element);

static inline int
pram_table_rank_of (const struct pram_table_walk *w,
		    const struct pram_table_block *block, int k)
{
  return w->rank[block->first_task + k];
}

static inline int
pram_table_size_of (const struct pram_table_walk *w, int object)
{
  return w->plan->prog->arrays[object].elem_size;
}

#endif
