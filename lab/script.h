/* script.h: what processes do, the input of the simulator.

   SPDX-License-Identifier: GPL-3.0-or-later

   A script says which operations each process performs, in their order: it
   computes, sends and receives; when is up to the simulator (simulate.h).
   Messages travel over *channels*: a channel has one sender and one receiver,
   and the k-th message sent over it is the k-th received from it.  What a
   process repeats is written down once, as a block with a count, so that
   65536 processes with thousands of operations each take a few megabytes.

   Example, two processes that exchange a value ten times, 1 s of work each:
     block_start = 0 1 2      block = { 0, 3, 10 } { 3, 3, 10 }
     op = send 0, recv 1, compute | send 1, recv 0, compute
     cost = 1                 size = 8

   Invariants
   (1) The operations of a channel that send are all in one process, those
       that receive in one other; there are as many of each, repetitions
       counted, and all have the same size.
   (2) Costs are finite and >= 0, sizes are >= 0 bytes.  */

#ifndef PRAM_SCRIPT_H
#define PRAM_SCRIPT_H

#include "base/arena.h"
#include "predict/timing.h"

struct pram_operation
{
  unsigned kind : 2;		/* enum pram_event_kind */
  unsigned channel : 30;	/* SEND, RECV */
  int32_t amount;		/* COMPUTE: which cost; else: which size */
};

enum { PRAM_CHANNELS_MAX = 1 << 30 };

/* OPS[first] ... OPS[first + n_ops - 1], REPEAT times.  */
struct pram_block
{
  int64_t first;
  int64_t n_ops;		/* > 0 */
  int64_t repeat;		/* > 0 */
};

/* Operation AFTER waits until BEFORE, of the same process, has started or
   ended.  Indices into OP.  */
struct pram_wait
{
  int64_t before, after;
  bool started;
};

struct pram_script
{
  int32_t n_procs;
  int64_t *block_start;		/* n_procs + 1 */
  struct pram_block *block;	/* process by process */
  int64_t n_ops;
  struct pram_operation *op;
  int32_t n_costs;
  const double *cost;		/* s */
  int32_t n_sizes;
  int64_t *size;		/* bytes */
  int32_t n_channels;
  /* Null: the operations of a process wait for one another, in their order.
     Otherwise what they wait for, in the order of the file (goal.h), the
     waits of a process together, processes in the order of their operations;
     then each process has one block that is not repeated, and the order of
     the operations obeys the waits.  */
  int64_t n_waits;
  struct pram_wait *wait;
};

/* The invariants.  False after one PRAM_ERROR.  */
bool pram_script_check (const struct pram_script *, const struct pram_diag *);

/* Executed operations, repetitions counted: of one process, of all.  */
int64_t pram_script_length (const struct pram_script *, int32_t process);
int64_t pram_script_count (const struct pram_script *);

/* The seconds that PROCESS computes.  */
double pram_script_work (const struct pram_script *, int32_t process);

/* The script of SCHEDULE, without its times; shares the costs of its graph.  */
struct pram_script *pram_script_from_schedule (const struct pram_schedule *,
					 struct pram_arena *);

/* The script that TEXT describes: KIND or KIND:KEY=VALUE,KEY=VALUE...; see
   pram_script_generators.  Broadcasts and reductions use the optimal tree for
   MACHINE.  Null after one PRAM_ERROR.  */
struct pram_script *pram_script_generate (const char *text,
				    const struct pram_logp *machine,
				    struct pram_arena *,
				    const struct pram_diag *);

/* What there is, for help texts.  */
extern const char pram_script_generators[];

#endif
