/* relay.c: layers that one process runs after the other.

   SPDX-License-Identifier: Apache-2.0

     for (i) s += a[i] * b[i];

   s has the bits of the serial program if each process goes on with what the one
   before has left: no element moves, only s.  What of a layer's frame is handed
   on so is at its beginning.  The last process tells all, unless nobody needs it: then
   runs of the layer follow each other in waves, as in a Gauss-Seidel sweep

     for (i) for (j) { left = (left + u[i][j + 1] + …) / 4; u[i][j] = left; }

   where each process does its part of row i + 1 while the next one does its own of
   row i.

   Invariant (1): only processes that have units of the layer take part, each with
   one run of all of them.  */

#include "prt.h"

/* RANK has units of LAYER.  */

static bool
runs_p (const struct prt_region *region, const struct prt_layer *layer,
	int rank)
{
  struct prt_block b = prt_block_of (region, rank);
  int64_t lo = b.lo > layer->desc->unit_lo ? b.lo : layer->desc->unit_lo;
  int64_t hi = b.hi < layer->desc->unit_hi ? b.hi : layer->desc->unit_hi;
  return lo < hi;
}

/* The first process from RANK on, as LAYER's iterations go, or, if BACK, against
   that, that has units; -1 if there is none.  */

static int
runner_from (const struct prt_layer *layer, int rank, bool back)
{
  bool down = !!(layer->desc->flags & PRAM_LAYER_BACKWARDS) != back;
  while (rank >= 0 && rank < prt.procs
	 && !runs_p (prt.current, layer, rank))
    rank += down ? -1 : 1;
  return rank < prt.procs ? rank : -1;
}

/* The one behind this process or, if BACK, before it.  */

static int
next_runner (const struct prt_layer *layer, bool back)
{
  bool down = !!(layer->desc->flags & PRAM_LAYER_BACKWARDS) != back;
  return runner_from (layer, prt.rank + (down ? -1 : 1), back);
}

/* Find out what the process before leaves of the RELAYED bytes of CALL.  */

void
prt_relay_take (const struct prt_call *call)
{
  int before = prt.procs > 1 ? next_runner (call->layer, true) : -1;
  if (before < 0)
    return;
  prt_comm_begin ();
  prt_turns_await (prt.current, before, PRT_TAG_RELAY);
  MPI_Recv (call->frame, call->relayed, MPI_BYTE, before, PRT_TAG_RELAY,
	    prt.comm, MPI_STATUS_IGNORE);
  prt_comm_end ();
}

void
prt_relay_pass (const struct prt_call *call)
{
  int next = prt.procs > 1 ? next_runner (call->layer, false) : -1;
  if (next < 0)
    return;
  prt_comm_begin ();
  MPI_Send (call->frame, call->relayed, MPI_BYTE, next, PRT_TAG_RELAY,
	    prt.comm);
  prt.tally.messages++;
  prt.tally.bytes += call->relayed;
  prt_comm_end ();
}

/* CALL is over: the last process that ran has the values that all need.  */

void
prt_relay_tell (const struct prt_call *call)
{
  int32_t flags = call->layer->desc->flags;
  bool up = !(flags & PRAM_LAYER_BACKWARDS);
  if (flags & PRAM_LAYER_WAVES)
    return;
  int last = (prt.procs > 1
	      ? runner_from (call->layer, up ? prt.procs - 1 : 0, true) : -1);
  if (last < 0)
    return;
  prt_comm_begin ();
  MPI_Bcast (call->frame, call->relayed, MPI_BYTE, last, prt.comm);
  prt_comm_end ();
}
