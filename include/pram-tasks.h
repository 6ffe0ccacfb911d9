/* pram-tasks.h: the protocol of task mode.

   SPDX-License-Identifier: Apache-2.0

   What processes that run a region task by task derive alike, and what
   predictions of it do, from the same traces: who runs a task, which values
   move and when, who combines with whom, how long a message is kept.  Pure
   functions on memory of their callers.

   Tasks are walked in the order of the program with a *directory*, which says
   for each element who wrote it last, who holds its value, and who has combined
   something into it since.  A task that reads what its process does not hold
   makes the value move from who wrote it.

   A task's *step* is the earliest in which it can run if a task takes one step,
   values take none, and a process runs its tasks in the order of the program.

   Example: a[i][j] from a[i-1][j] and a[i][j-1], row i on process i of many:
   task (i, j) has step i + j + 1, and a value moves down from each task.  On one
   process all tasks have different steps.  */

#ifndef PRAM_TASKS_H
#define PRAM_TASKS_H

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "pram-abi.h"

/* A task touches an element.  */
struct pram_task_touch
{
  int32_t name;			/* as names stand when the block begins */
  int32_t access;		/* that combines, + 1; 0: it reads or writes */
  int32_t write;
  int64_t offset;		/* bytes from the base */
};

/* The one that the trace access NUMBER of ALL at OFFSET is, names standing for
   those at the block's beginning as STAND says.  */
static inline struct pram_task_touch
pram_task_touch_of (const struct pram_trace_access *all, int64_t number,
		    int64_t offset, const int32_t *stand)
{
  const struct pram_trace_access *a = &all[number];
  return (struct pram_task_touch) { stand[a->name],
				    a->op >= 0 ? (int32_t) number + 1 : 0,
				    a->write, offset };
}

/* The rank of the process that has task number PROCESS of a plan for N_PROCS
   processes (0: for any number), of PROCS.  */
static inline int32_t
pram_task_rank (int64_t process, int n_procs, int procs)
{
  return (int32_t) (n_procs ? process * procs / n_procs : process % procs);
}

/* --- Sets of ranks ------------------------------------------------------- */

static inline bool
pram_ranks_in_p (const uint64_t *set, int rank)
{
  return set[rank / 64] >> rank % 64 & 1;
}

static inline void
pram_ranks_add (uint64_t *set, int rank)
{
  set[rank / 64] |= UINT64_C (1) << rank % 64;
}

/* --- The walk ------------------------------------------------------------ */

/* By element: who wrote it last, and the ranks that hold its value.  By element
   that is combined into: who has done so since it was written, and how, + 1; 0:
   nobody has.  Sets have WORDS each.  */
struct pram_directory
{
  int64_t words;
  uint64_t *holders, *combiners;
  int32_t *owner, *access;
};

struct pram_task_walk
{
  struct pram_directory *directory;
  const struct pram_trace_access *accesses;
  int64_t begun;		/* tasks of the blocks before, by which WRITER
				   counts on */
  int64_t *writer;		/* by element: task, or -1 */
  int32_t *step;		/* by task of the block, from 1 on */
  /* Task K, on RANK, which TOUCH is of, gets ELEMENT from OWNER, who has it
     since task AFTER of the block, or -1.  */
  void (*move) (struct pram_task_walk *, int k, int rank,
		const struct pram_task_touch *touch, int64_t element,
		int32_t owner, int32_t after);
  /* It gets what has been combined into the element number COMBINED: called
     before that is forgotten.  */
  void (*join) (struct pram_task_walk *, int k, int rank,
		const struct pram_task_touch *touch, int64_t combined);
  /* It combines; FRESH: the first task of RANK to do so.  May be null.  */
  void (*combine) (struct pram_task_walk *, int k, int rank,
		   const struct pram_task_touch *touch, int64_t combined,
		   bool fresh);
};

static inline void
pram_task_hold (struct pram_directory *d, int64_t element, int rank)
{
  pram_ranks_add (d->holders + element * d->words, rank);
}

static inline bool
pram_task_holds_p (const struct pram_directory *d, int64_t element, int rank)
{
  return pram_ranks_in_p (d->holders + element * d->words, rank);
}

/* RANK, in task K, reads ELEMENT.  */
static inline void
pram_task_read (struct pram_task_walk *w, int k, int rank,
		const struct pram_task_touch *touch, int64_t element)
{
  int64_t after = w->writer[element] - w->begun;
  if (pram_task_holds_p (w->directory, element, rank))
    return;
  pram_task_hold (w->directory, element, rank);
  if (after >= 0 && w->step[k] <= w->step[after])
    w->step[k] = w->step[after] + 1;
  w->move (w, k, rank, touch, element, w->directory->owner[element],
	   after < 0 ? -1 : (int32_t) after);
}

/* ELEMENT has a new value, of task K.  */
static inline void
pram_task_write (struct pram_task_walk *w, int k, int rank, int64_t element)
{
  struct pram_directory *d = w->directory;
  d->owner[element] = rank;
  memset (d->holders + element * d->words, 0,
	  (size_t) d->words * sizeof *d->holders);
  pram_task_hold (d, element, rank);
  w->writer[element] = w->begun + k;
}

static inline void
pram_task_forget (struct pram_directory *d, int64_t combined)
{
  memset (d->combiners + combined * d->words, 0,
	  (size_t) d->words * sizeof *d->combiners);
  d->access[combined] = 0;
}

/* Have tasks combined into COMBINED (-1: nobody ever does) what TOUCH needs as
   one value, being a read or a step of another reduction?  */
static inline bool
pram_task_joins_p (const struct pram_task_walk *w, int64_t combined,
		   const struct pram_task_touch *touch)
{
  int32_t access = combined < 0 ? 0 : w->directory->access[combined];
  if (!access || touch->write)
    return access && touch->access
	   && (w->accesses[access - 1].reduction
	       != w->accesses[touch->access - 1].reduction);
  return true;
}

/* Task K, on RANK, touches ELEMENT, which is number COMBINED of those that are
   combined into, or -1.  */
static inline void
pram_task_touch (struct pram_task_walk *w, int k, int rank,
		 const struct pram_task_touch *touch, int64_t element,
		 int64_t combined)
{
  struct pram_directory *d = w->directory;
  bool join = pram_task_joins_p (w, combined, touch);
  if (!touch->write || join)
    pram_task_read (w, k, rank, touch, element);
  if (join)
    {
      w->join (w, k, rank, touch, combined);
      pram_task_forget (d, combined);
      pram_task_write (w, k, rank, element);
    }
  if (touch->access)
    {
      uint64_t *set = d->combiners + combined * d->words;
      if (w->combine)
	w->combine (w, k, rank, touch, combined, !pram_ranks_in_p (set, rank));
      d->access[combined] = touch->access;
      pram_ranks_add (set, rank);
    }
  else if (touch->write)
    {
      if (combined >= 0)
	pram_task_forget (d, combined);
      pram_task_write (w, k, rank, element);
    }
}

/* Who of PROCS takes part when ROOT gets what is COMBINED, into RANK, ROOT
   first; returns how many.  */
static inline int
pram_task_join (const struct pram_directory *d, int64_t combined, int root,
		int procs, int32_t *rank)
{
  const uint64_t *set = d->combiners + combined * d->words;
  int n = 1;
  rank[0] = root;
  for (int i = 1; i < procs; i++)
    if (pram_ranks_in_p (set, (root + i) % procs))
      rank[n++] = (root + i) % procs;
  return n;
}

/* --- Messages ------------------------------------------------------------ */

/* The step before which what is KEPT for a process has to leave: the first task
   that needs it has step DUE, the last message left before step LAST, and
   SPACING steps are between two.  */
static inline int64_t
pram_task_leave (bool kept, int64_t due, int64_t last, int64_t spacing)
{
  int64_t early = last + spacing;
  return !kept ? INT64_MAX : due > early ? due : early;
}

#endif
