/* tasks.h: a region that runs task by task.

   SPDX-License-Identifier: GPL-3.0-or-later

   task-groups.cc cuts the captured function into groups of statements, each
   of which is a task in each iteration; task-prog.cc writes the prog with the
   scalars that tasks leave for each other; emit-tasks.cc the driver.  Include
   after emit.h.

   Words.  A *level* is the function itself or a loop that the prog has.  A
   *gap* is what stands at a level between two such loops: all of it is one
   group.  *Data* is what depends on an element of an array; everything else
   every process computes.  A *cell* is a scalar that a task leaves for
   another: the SSA names of one variable share it.  In a loop that reduces it
   in any order, tasks *combine* values into it, and do not see each
   other's.  */

#ifndef PLUG_TASKS_H
#define PLUG_TASKS_H

struct plug_group
{
  const struct pram_node *seq;	/* of the extracted prog */
  int gap;			/* among those of SEQ */
  class loop *level;		/* null: the function */
  basic_block anchor;		/* executed once for each task, before all else
				   of the group */
  basic_block end;		/* the level's: an iteration passes it */
  bool active;			/* some statement is guarded */
  int line;
  int number;			/* in the tables */
  tree own;			/* the driver's variable: run it? */
  auto_vec<int> reads, writes, combines;	/* cells */
};

struct plug_cell
{
  const char *name;
  tree type;
  bool collect;			/* rank 0 needs it at the end */
  tree var;			/* the driver's variable */
};

/* The tasks inside LOOP combine values into CELL.  */
struct plug_free_order
{
  class loop *loop;
  int cell;
  const struct pram_carried *carried;
};

struct plug_tasks
{
  struct plug_emission *e;	/* PROG is the extracted one */
  auto_vec<struct plug_group *> groups;
  struct plug_group **group_of = NULL;	/* by block's index; null: none */
  bitmap data = NULL;		/* SSA versions */
  hash_set<gimple *> guarded;
  int *cell_of = NULL;		/* by SSA version: number + 1 */
  auto_vec<struct plug_cell> cells;
  auto_vec<struct plug_free_order> free_orders;
  hash_map<basic_block, int> verdicts;	/* test → cell */
  struct pram_prog *prog = NULL;	/* with cells */
  const struct pram_table_plan *plan = NULL;
  tree driver = NULL_TREE;
};

/* task-groups.cc: find groups, data and cells of the current function.  False
   after a refusal.  */
bool plug_tasks_find (struct plug_tasks *);
void plug_tasks_release (struct plug_tasks *);
bool plug_data_p (struct plug_tasks *, tree value);
/* The cell of VALUE, or -1.  */
static inline int
plug_cell_of (const struct plug_tasks *t, tree value)
{
  return (TREE_CODE (value) == SSA_NAME
	  ? t->cell_of[SSA_NAME_VERSION (value)] - 1 : -1);
}
/* STMT stores a scalar that is passed by address.  */
bool plug_result_store_p (struct plug_tasks *, gimple *stmt);

/* task-combine.cc: find the cells that tasks combine values into.  */
void plug_tasks_find_free_orders (struct plug_tasks *);
/* How tasks at LEVEL combine values into CELL, or null.  */
const struct pram_carried *plug_free_order_of (struct plug_tasks *,
					       class loop *level, int cell);

/* task-prog.cc: the extracted prog with groups as runs of statements, and the
   cells as arrays.  The caller frees it.  */
struct pram_prog *plug_tasks_prog (struct plug_tasks *);

/* emit-tasks.cc */
void plug_tasks_driver (struct plug_tasks *);

#endif
