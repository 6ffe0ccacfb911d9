/* work.h: what the busiest process does in one run of each layer.

   SPDX-License-Identifier: Apache-2.0  */

#ifndef PRAM_WORK_H
#define PRAM_WORK_H

#include "base/arena.h"
#include "plan/plan.h"

/* Bytes that one run of a layer gets from, and brings to, the memory that
   holds a working set of SET bytes.  */
struct pram_work_bytes
{
  double read, written, set;
  bool again;			/* rows of a stencil that it has read before */
  bool near;			/* the sweep that this one is together with
				   touches them, too */
};

struct pram_work
{
  const struct pram_plan_layer *layer;
  const struct pram_node *loop;	/* of the driver, around it; null: none */
  bool repeated;		/* in the first data-dependent loop */
  double runs;			/* in one iteration of that */
  double operations, tasks;
  /* Of the operations those that vectors do, and their loads and stores, as if
     all elements had 8 bytes.  */
  double vector, accesses;
  /* Those one by one; how many of them wait for the one before.  */
  double scalar, scalar_accesses, links;
  double rows;			/* runs of innermost loops */
  double row_operations;	/* of one iteration in each of them */
  bool reduces;
  double row_reductions;	/* runs of innermost loops that do so and whose
				   last iterations fill no vector */
  bool ahead;			/* two runs sweep together */
  const struct pram_work *behind; /* the layer that this one sweeps together
				     with, and */
  const struct pram_pipe *pipe;	/* how far behind it; or null */
  bool sent_last;		/* what it sends waits for both */
  double turn_set;		/* bytes that both will touch again */
  double *read, *written;	/* bytes by buffer */
  double *footprint;		/* likewise */
  int n_traffic;
  struct pram_work_bytes *traffic;
};

/* All layers of a plan on so many processes.  */
struct pram_works
{
  const struct pram_plan *plan;
  struct pram_arena *arena;
  int procs;
  const struct pram_node *outer; /* the loop whose iterations repeat layers, or
				    null */
  double *counts;		/* iterations by loop; of placement loops those
				   of the busiest process */
  struct pram_work *work;	/* by layer */
  int n_buffers;		/* arrays, or planes of them that take turns */
  const struct pram_access **buffers; /* an access to each */
};

/* Takes memory from the arena; PLAN must live as long.  */
struct pram_works pram_works_find (struct pram_arena *,
				   const struct pram_plan *, int procs,
				   const struct pram_node *outer);

#endif
