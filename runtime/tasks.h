/* tasks.h: what the files share that run regions through tables.

   SPDX-License-Identifier: Apache-2.0

   task-trace.c reads the traces, task-inspect.c finds out what moves,
   task-stream.c moves it, task-combine.c combines, tasks.c runs the tasks,
   task-stretch.c says in PRAM_TRACE what a process does when.

   Invariants
   (1) The directory (who wrote an element last, who holds its value) is the
       same on all processes: each computes it from the same traces.
   (2) Between two processes elements travel in one stream, whose order both
       derive from the directory alone.
   (3) Nobody waits with something unsent.  */

#ifndef PRT_TASKS_H
#define PRT_TASKS_H

#include "prt.h"
#include "pram-tasks.h"

#pragma GCC visibility push(hidden)

/* A block's trace, read.  */
struct prt_task_trace
{
  int n_tasks;
  int32_t *group, *rank;	/* by task */
  int64_t *start;		/* n_tasks + 1: of its touches */
  struct pram_task_touch *touch;
};

/* An element that moves: after the own task AFTER (-1: when the block begins)
   from SRC to DST, for task READER.  */
struct prt_move
{
  int32_t after, reader;
  int32_t src, dst;
  int32_t object, due;		/* DUE: READER's step */
  int64_t offset;
};

/* How much of the stream from SRC must have arrived before a task.  */
struct prt_need { int32_t src; int64_t upto; };

/* The own task TASK combines a value into an element; FRESH: the first one of
   this process to do so.  */
struct prt_combine
{
  int32_t task;
  int32_t object, access;
  int64_t offset, combined;	/* COMBINED: its number among such elements */
  bool fresh;
};

/* Before TASK begins, its process gets what all have combined into an element.
   RANK: the N processes that take part, that of the task first.  */
struct prt_join
{
  int32_t task;
  int32_t object, access;
  int64_t offset;
  bool mine;			/* this process has a value */
  int n;
  int32_t *rank;
};

/* A value that was combined of those of some tasks.  AT: the task, counted from
   the region's entry from 1 on, that left the one that won; 0: the value of
   before; -1: none.  */
struct prt_partial
{
  union prt_value value;
  int64_t at;
};

/* How an access combines: PRAM_TYPE_…, PRAM_COMBINE_…, bytes of a value, and
   without those that mean nothing; what tasks find.  */
struct prt_combiner
{
  int type, how;
  size_t size, significant;
  prt_combine_fn combine;
  union prt_value identity;
};

/* What a process does in a block, if the directory and the names were as
   BEFORE and STAND say when it began.  */
struct prt_inspected
{
  int64_t used;			/* when last */
  int32_t *stand;		/* object by name */
  char *before, *after;		/* directories */
  int32_t *next_step;		/* by task + 1: of the next task of this
				   process, or INT32_MAX */
  int64_t n_sends;
  struct prt_move *send;	/* by AFTER */
  int64_t *n_arrivals;		/* by source */
  struct prt_move **arrival;	/* the streams to this process, by source */
  int64_t *need_start;		/* by task, n_tasks + 1 */
  struct prt_need *need;
  int64_t n_combines, n_joins;	/* by task */
  struct prt_combine *combine;
  struct prt_join *join;
};

enum { PRT_MAX_INSPECTED = 8 };

struct prt_task_block
{
  struct prt_task_trace trace;
  int n_inspected;
  struct prt_inspected *inspected[PRT_MAX_INSPECTED];
};

/* Elements in a directory: by object, then by offset.  */
struct prt_directory
{
  int64_t n;			/* elements */
  int64_t *first;		/* of each object */
  int64_t n_combined;		/* elements that are combined into */
  int64_t *first_combined;	/* of each object; -1: it has none */
  size_t size;			/* bytes of OF's arrays, one piece */
  struct pram_directory of;
};

/* LAST: the step before which the last message left, or long ago; DUE: that of
   the first task that needs what is kept, if anything is.  */
struct prt_outgoing { char *data; size_t n; int64_t last, due; };
struct prt_incoming { char *data; size_t n, at; int64_t arrived; };

struct prt_tables
{
  const struct pram_tables *desc;
  struct prt_region *region;
  struct prt_task_block *blocks;
  struct prt_directory directory;
  int64_t clock;
  int64_t held;			/* bytes that the tasks of this process touch */

  /* The block being run.  */
  struct prt_task_block *block;
  struct prt_inspected *plan;
  void **base;			/* by object */
  int next;			/* task */
  int own;			/* the task being run, or -1 */
  int64_t sent;			/* of the plan's sends */
  int64_t combined, joined;	/* of its combinations and joins */
  int64_t step;			/* of the next own task */
  int64_t leave;		/* what is kept may have to leave before it */
  int64_t begun;		/* tasks of the blocks before, of this entry */
  struct				/* of own tasks: see task-stretch.c */
  {
    double since;
    int first;			/* task that may belong to it */
    int64_t before;		/* tasks that this process had run */
  } stretch;
  struct prt_combiner *combiners;	/* by access */
  struct prt_partial *partial;	/* of this process, by combined element */
  union prt_value *saved;	/* what was there before the task being run, by
				   its combinations */

  int message_room;		/* bytes that a message has at most */
  struct prt_outgoing *out;	/* by rank */
  struct prt_incoming *in;
  int n_pending, pending_room;	/* messages under way */
  MPI_Request *pending;
  char **pending_data;
};

/* task-trace.c */
void prt_task_trace_read (struct prt_task_trace *, const struct prt_region *,
		     const struct pram_task_block *);
void prt_task_trace_free (struct prt_task_trace *);

/* task-inspect.c */
void prt_directory_init (struct prt_tables *);
void prt_directory_reset (struct prt_tables *);
int64_t prt_element (const struct prt_tables *, int object, int64_t offset);
void prt_hold_all (struct prt_directory *, int64_t element);
int64_t prt_combined_element (const struct prt_tables *, int object,
			      int64_t offset);
void prt_find_join (const struct prt_tables *, int64_t combined, int root,
		    struct prt_join *);
struct prt_inspected *prt_inspect (struct prt_tables *,
				   struct prt_task_block *,
				   const int32_t *stand);
void prt_inspected_free (struct prt_tables *);

/* task-combine.c */
void prt_combine_init (struct prt_tables *);
void prt_combine_begin (struct prt_tables *, int task);
void prt_combine_end (struct prt_tables *, int task);
void prt_join (struct prt_tables *, const struct prt_join *);

/* task-stretch.c; called if there is a trace */
void prt_stretch_begin (struct prt_tables *);
void prt_stretch_end (struct prt_tables *, double now);
void prt_stretch_send (struct prt_tables *, int tag, int dst, int64_t bytes,
		       double since);
void prt_stretch_receive (struct prt_tables *, int tag, int src, int64_t bytes,
			  double since);
void prt_stretch_wait (struct prt_tables *, int tag, double since);

/* task-stream.c */
void prt_stream_begin (struct prt_tables *);
void prt_stream_put (struct prt_tables *, int dst, const void *, size_t,
		     int64_t due);
void prt_stream_send_due (struct prt_tables *, int64_t next);
void prt_stream_flush (struct prt_tables *);
void prt_stream_get (struct prt_tables *, int src, void *, size_t);
void prt_stream_finish (struct prt_tables *);
void prt_stream_free (struct prt_tables *);

#pragma GCC visibility pop
#endif
