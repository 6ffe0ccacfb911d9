/* table-streams.h: how values travel between ranks that run tasks.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef PRAM_TABLE_STREAMS_H
#define PRAM_TABLE_STREAMS_H

#include <stdint.h>

/* A value of an element that moves.  */
struct pram_table_move
{
  int32_t src, dst;		/* ranks */
  int32_t writer;		/* a task, or PRAM_TASK_INPUT */
  int32_t reader;		/* the first task that needs it; those that are
				   collected have a number behind all tasks' */
  int32_t array;
  int64_t offset;
  int32_t bytes;
  int32_t after;		/* the task after which it leaves, or a number
				   before or behind all */
  int64_t place;		/* in the stream from SRC to DST */
};

/* RANK sends what it has before it goes on with TASK.  */
struct pram_table_flush { int32_t rank, task; };

/* How many messages the N MOVES take on PROCS ranks, which FLUSHES interrupt.
   Sorts both, and fills in the moves' places.  */
int64_t pram_table_streams_count (struct pram_table_move *moves, int64_t n,
				  struct pram_table_flush *flushes,
				  int64_t n_flushes, int procs);

/* For orders of moves.  */
static inline int
pram_table_sign (int64_t a, int64_t b)
{
  return (a > b) - (a < b);
}

#endif
