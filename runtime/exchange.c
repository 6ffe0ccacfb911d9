/* exchange.c: layers, and the transfers between processes.

   SPDX-License-Identifier: Apache-2.0

   PRAM_layer runs the units whose results others need first, starts the
   transfers, and runs the other units while the messages are under way; the
   layers that need them wait for them (pram_layer.waits).

   The requests of a table of transfers are made once for each combination of
   base pointers and then started again and again; those of layers whose sets
   change with the enclosing loops are made each time.

   Invariants
   (1) A layer has at most one round under way.
   (2) Two processes start the messages of one layer in the same order, so
       the layer's number is tag enough.  */

#include "prt.h"
#include "pram-sets.h"

/* Who sends to whom.  */
enum direction { EXCHANGE, SCATTER, GATHER };

/* A table of transfers.  */
struct table
{
  const struct pram_transfer *transfers;
  int n;
  enum direction direction;
  int tag;
};

/* The units of process RANK.  */

struct prt_block
prt_block_of (int64_t n_units, int rank)
{
  return (struct prt_block) { pram_first_unit (n_units, rank, prt.procs),
			      pram_first_unit (n_units, rank + 1, prt.procs) };
}

static void
round_free (struct prt_round *round)
{
  prt_requests_free (round);
  free (round->request);
  free (round->message);
  free (round->peer);
  free (round->peer_bytes);
  free (round->bases);
  free (round->counts);
  free (round);
}

/* Append to ROUND the message from SRC to DST, one of which is this process,
   if there is one.  */

static void
add_message (struct prt_round *round, struct prt_region *region,
	     const struct table *table, void *const *bases, int src, int dst)
{
  struct prt_env env;
  struct prt_runs runs = { .n = 0 };
  int peer = src == prt.rank ? dst : src;
  prt_env_set (&env, region, src, dst);
  for (int i = 0; i < table->n; i++)
    if (bases[table->transfers[i].array])
      prt_runs_add (&runs, &table->transfers[i], region->desc->code, &env,
		    bases[table->transfers[i].array]);
  if (runs.n)
    {
      struct prt_message m = prt_message_make (&runs);
      int64_t bytes = prt_runs_bytes (&runs);
      round->peer_bytes[round->n_recv + round->n_send] = bytes;
      if (src == prt.rank)
	round->bytes += bytes;
      prt_requests_add (round, &m, src == prt.rank, peer);
    }
  free (runs.run);
}

/* Are there messages from SRC to DST in a table of DIRECTION?  */

static bool
sends_p (enum direction direction, int src, int dst)
{
  return src != dst && (direction == EXCHANGE
			|| (direction == SCATTER ? src : dst) == 0);
}

static struct prt_round *
round_make (struct prt_region *region, const struct table *table,
	    void *const *bases)
{
  struct prt_round *round = prt_alloc (1, sizeof *round);
  round->request = prt_alloc (2 * prt.procs, sizeof *round->request);
  round->message = prt_alloc (2 * prt.procs, sizeof *round->message);
  round->peer = prt_alloc (2 * prt.procs, sizeof *round->peer);
  round->peer_bytes = prt_alloc (2 * prt.procs, sizeof *round->peer_bytes);
  round->tag = table->tag;
  /* Start with the next higher rank, so that not all processes send to the
     same one first.  */
  for (int i = 1; i < prt.procs; i++)
    {
      int peer = (prt.rank + i) % prt.procs;
      if (sends_p (table->direction, peer, prt.rank))
	add_message (round, region, table, bases, peer, prt.rank);
    }
  for (int i = 1; i < prt.procs; i++)
    {
      int peer = (prt.rank + i) % prt.procs;
      if (sends_p (table->direction, prt.rank, peer))
	add_message (round, region, table, bases, prt.rank, peer);
    }
  return round;
}

/* Is ROUND that of BASES (and of COUNTS, if it has counts)?  */

static inline bool
round_match_p (const struct prt_round *round, void *const *bases, int n_bases,
	       const int64_t *counts, int n_counts)
{
  for (int i = 0; i < n_bases; i++)
    if (round->bases[i] != bases[i])
      return false;
  for (int i = 0; i < n_counts; i++)
    if (round->counts[i] != counts[i])
      return false;
  return true;
}

/* Make the round of BASES and keep it in ROUNDS in place of the oldest.  */

static struct prt_round *
rounds_add (struct prt_rounds *rounds, struct prt_region *region,
	    const struct table *table, void *const *bases, int n_bases,
	    int n_counts)
{
  struct prt_round *round = round_make (region, table, bases);
  round->bases = prt_alloc (n_bases, sizeof *round->bases);
  if (n_bases)
    memcpy (round->bases, bases, n_bases * sizeof *bases);
  round->counts = prt_alloc (n_counts, sizeof *round->counts);
  if (n_counts)
    memcpy (round->counts, region->counts, n_counts * sizeof *round->counts);
  if (rounds->n < PRT_MAX_ROUNDS)
    rounds->round[rounds->n++] = round;
  else
    {
      round_free (rounds->round[rounds->oldest]);
      rounds->round[rounds->oldest] = round;
      rounds->oldest = (rounds->oldest + 1) % PRT_MAX_ROUNDS;
    }
  return round;
}

void
prt_rounds_free (struct prt_rounds *rounds)
{
  for (int i = 0; i < rounds->n; i++)
    round_free (rounds->round[i]);
}

static inline struct prt_round *
rounds_find (const struct prt_rounds *rounds, void *const *bases, int n_bases,
	     const int64_t *counts, int n_counts)
{
  for (int i = 0; i < rounds->n; i++)
    if (round_match_p (rounds->round[i], bases, n_bases, counts, n_counts))
      return rounds->round[i];
  return NULL;
}

/* Start the receives or the sends or both of ROUND.  */

void
prt_round_start (struct prt_round *round, bool recv, bool send)
{
  prt_comm_begin ();
  if (recv && round->n_recv)
    prt_requests_start (round, 0, round->n_recv);
  if (send && round->n_send)
    {
      double since = prt.trace ? prt_now () : 0;
      prt_requests_start (round, round->n_recv, round->n_send);
      if (prt.trace)
	prt_trace_messages (round, true, since);
      prt.tally.messages += round->n_send;
      prt.tally.bytes += round->bytes;
    }
  prt_comm_end ();
  round->active = true;
}

void
prt_round_wait (struct prt_round *round)
{
  prt_comm_begin ();
  double since = prt.trace ? prt_now () : 0;
  if (round->n_recv + round->n_send)
    MPI_Waitall (round->n_recv + round->n_send, round->request,
		 MPI_STATUSES_IGNORE);
  if (prt.trace)
    {
      prt_trace (PRT_WAIT, round->tag, since);
      prt_trace_messages (round, false, since);
    }
  prt_comm_end ();
  round->active = false;
  if (round->once)
    round_free (round);
}

/* Wait for what LAYER has under way.  */

void
prt_layer_finish (struct prt_layer *layer)
{
  if (layer->pending)
    {
      struct prt_round *round = layer->pending;
      layer->pending = NULL;
      prt_round_wait (round);
    }
}

/* Run what is left, and wait for everything that is under way in REGION.  */

void
prt_exchange_finish (struct prt_region *region)
{
  prt_sweep_flush (region);
  for (int i = 0; i < region->desc->n_layers; i++)
    {
      struct prt_layer *layer = &region->layer[i];
      prt_layer_finish (layer);
      if (layer->ahead)
	prt_layer_finish (layer->ahead);
    }
}

/* --- Boundaries ---------------------------------------------------------- */

/* Units FIRST, FIRST + STRIDE, …: remember those of this process.  */

static void
visit_units (void *data, int64_t first, int64_t count, int64_t stride)
{
  struct prt_layer *layer = data;
  if (stride != 1 && count > 1)
    {
      for (int64_t i = 0; i < count; i++)
	visit_units (data, first + i * stride, 1, 1);
      return;
    }
  int64_t lo = first < layer->own.lo ? layer->own.lo : first;
  int64_t hi = first + count > layer->own.hi ? layer->own.hi : first + count;
  if (lo >= hi)
    return;
  struct prt_block *last
    = layer->n_edges ? &layer->edge[layer->n_edges - 1] : NULL;
  if (last && lo >= last->lo && lo <= last->hi)
    {
      if (hi > last->hi)
	last->hi = hi;
      return;
    }
  if (layer->n_edges == layer->edges_room)
    {
      layer->edges_room = 2 * layer->edges_room + 4;
      layer->edge = prt_grow (layer->edge, layer->edges_room,
			      sizeof *layer->edge);
    }
  layer->edge[layer->n_edges++] = (struct prt_block) { lo, hi };
}

static int
compare_blocks (const void *a, const void *b)
{
  const struct prt_block *x = a, *y = b;
  return (x->lo > y->lo) - (x->lo < y->lo);
}

/* Sort the boundary's intervals and merge those that touch.  */

static void
merge_edges (struct prt_layer *layer)
{
  int n = 0;
  if (layer->n_edges > 1)
    qsort (layer->edge, layer->n_edges, sizeof *layer->edge, compare_blocks);
  for (int i = 0; i < layer->n_edges; i++)
    {
      struct prt_block b = layer->edge[i];
      if (n && b.lo <= layer->edge[n - 1].hi)
	{
	  if (b.hi > layer->edge[n - 1].hi)
	    layer->edge[n - 1].hi = b.hi;
	}
      else
	layer->edge[n++] = b;
    }
  layer->n_edges = n;
  layer->edge_units = 0;
  for (int i = 0; i < n; i++)
    layer->edge_units += layer->edge[i].hi - layer->edge[i].lo;
}

static void
find_edges (struct prt_region *region, struct prt_layer *layer)
{
  layer->n_edges = 0;
  if (layer->desc->boundary >= 0 && layer->own.lo < layer->own.hi)
    for (int dst = 0; dst < prt.procs; dst++)
      if (dst != prt.rank)
	{
	  struct prt_env env;
	  prt_env_set (&env, region, prt.rank, dst);
	  prt_units_visit (region->desc->code + layer->desc->boundary, &env,
			   visit_units, layer);
	}
  merge_edges (layer);
  layer->have_edges = layer->uniform;
}

/* --- Running a layer ----------------------------------------------------- */

static void
guess_units (struct prt_layer *layer, pram_layer_fn fn, void *frame,
	     int64_t lo, int64_t hi)
{
  struct prt_floating before = prt_floating_part ();
  fn (frame, lo, hi, layer->at);
  layer->raised |= prt_floating_rejoin (&before);
}

void
prt_run_units (struct prt_layer *layer, pram_layer_fn fn, void *frame,
	       int64_t lo, int64_t hi)
{
  if (lo >= hi)
    return;
  for (int k = 0; k < layer->n_reductions; k++)
    layer->at[k] = layer->leaves[k] + (lo - layer->own.lo) * layer->size[k];
  double since = prt.trace ? prt_now () : 0;
  if (layer->guessed)
    guess_units (layer, fn, frame, lo, hi);
  else
    fn (frame, lo, hi, layer->at);
  if (prt.task_seconds > 0)
    smpi_execute (prt.task_seconds * (double) layer->desc->tasks_per_unit
		  * (double) (hi - lo));
  if (prt.trace)
    prt_trace_compute (layer->number, since, lo, hi);
}

/* Let MPI look at the messages of ROUND: large ones don't move by themselves,
   but simulated ones do.  */

void
prt_round_progress (struct prt_round *round)
{
  int done;
  if (smpi_execute)
    return;
  prt_comm_begin ();
  MPI_Testall (round->n_recv + round->n_send, round->request, &done,
	       MPI_STATUSES_IGNORE);
  prt_comm_end ();
}

/* Run the units outside the boundary.  Halfway let MPI look at its messages:
   large ones don't move by themselves.  */

static void
run_interior (struct prt_layer *layer, pram_layer_fn fn, void *frame,
	      struct prt_round *round)
{
  int64_t lo = layer->own.lo;
  int64_t left = layer->own.hi - layer->own.lo - layer->edge_units;
  int64_t half = left / 2;
  for (int i = 0; i <= layer->n_edges; i++)
    {
      int64_t hi = i < layer->n_edges ? layer->edge[i].lo : layer->own.hi;
      if (half > 0 && half <= hi - lo)
	{
	  prt_run_units (layer, fn, frame, lo, lo + half);
	  lo += half;
	  half = 0;
	  prt_round_progress (round);
	}
      half -= half > 0 ? hi - lo : 0;
      prt_run_units (layer, fn, frame, lo, hi);
      if (i < layer->n_edges)
	lo = layer->edge[i].hi;
    }
}

/* Count what the transfers of DESC touch, for the statistics.  */

static void
hold_halo (struct prt_region *region, const struct pram_layer *desc,
	   void *const *bases)
{
  for (int peer = 0; peer < prt.procs; peer++)
    if (peer != prt.rank)
      {
	prt_hold (region, desc->transfers, desc->n_transfers, peer,
		  prt.rank, bases);
	prt_hold (region, desc->transfers, desc->n_transfers, prt.rank,
		  peer, bases);
      }
}

/* The round of LAYER for BASES.  */

static struct prt_round *
layer_round (struct prt_region *region, struct prt_layer *layer, int number,
	     void *const *bases)
{
  const struct pram_layer *desc = layer->desc;
  struct prt_round *round;
  if (layer->uniform)
    {
      round = rounds_find (&layer->rounds, bases, desc->n_bases, NULL, 0);
      if (round)
	return round;
    }
  struct table table = { desc->transfers, desc->n_transfers, EXCHANGE,
			 PRT_TAG_LAYERS + number };
  if (layer->uniform)
    return rounds_add (&layer->rounds, region, &table, bases, desc->n_bases,
		       0);
  round = round_make (region, &table, bases);
  round->once = true;
  return round;
}

/* Make ready what LAYER needs to exchange elements of BASES.  */

struct prt_round *
prt_layer_prepare (struct prt_region *region, struct prt_layer *layer,
		   int number, void *const *bases)
{
  struct prt_round *round = layer_round (region, layer, number, bases);
  if (prt.stats && round->held != prt.n_entered)
    {
      hold_halo (region, layer->desc, bases);
      round->held = prt.n_entered;
    }
  if (!layer->have_edges)
    find_edges (region, layer);
  return round;
}

static void
run_and_exchange (struct prt_region *region, struct prt_layer *layer,
		  int number, pram_layer_fn fn, void *frame,
		  void *const *bases)
{
  struct prt_round *round = prt_layer_prepare (region, layer, number, bases);
  bool early = layer->early_recv;
  if (early)
    prt_round_start (round, true, false);
  if (round->n_send == 0
      || 2 * layer->edge_units >= layer->own.hi - layer->own.lo)
    {
      if (round->n_send == 0 && early && prt_sweep_defer (region, number, fn,
							  frame))
	;
      else
	prt_run_units (layer, fn, frame, layer->own.lo, layer->own.hi);
      prt_round_start (round, !early, true);
    }
  else
    {
      for (int i = 0; i < layer->n_edges; i++)
	prt_run_units (layer, fn, frame, layer->edge[i].lo,
		       layer->edge[i].hi);
      prt_round_start (round, false, true);
      if (!early || !prt_sweep_defer (region, number, fn, frame))
	run_interior (layer, fn, frame, round);
      if (!early)
	prt_round_start (round, true, false);
    }
  layer->pending = round;
}

/* Wait for all that must have arrived before LAYER runs.  */

void
prt_layer_wait (struct prt_region *region, struct prt_layer *layer)
{
  const struct pram_layer *desc = layer->desc;
  if (prt.procs == 1)
    return;
  for (int i = 0; i < desc->n_waits; i++)
    prt_layer_finish (&region->layer[desc->waits[i]]);
  prt_layer_finish (layer);
}

/* Run LAYER by itself.  */

static void
run_alone (struct prt_region *region, struct prt_layer *layer, int number,
	   pram_layer_fn fn, void *frame, void *const *bases)
{
  prt_layer_wait (region, layer);
  if (layer->exchanges)
    run_and_exchange (region, layer, number, fn, frame, bases);
  else if (!prt_sweep_defer (region, number, fn, frame))
    prt_run_units (layer, fn, frame, layer->own.lo, layer->own.hi);
}

void
prt_count_tasks (const struct prt_layer *layer)
{
  if (prt.stats)
    prt.tally.tasks += ((layer->own.hi - layer->own.lo)
			* layer->desc->tasks_per_unit);
}

void
PRAM_layer (int32_t number, pram_layer_fn fn, void *frame, void *const *bases)
{
  struct prt_region *region = prt.current;
  struct prt_layer *layer = &region->layer[number];
  if (!prt_sweep_join (region, number, fn, frame, bases))
    run_alone (region, layer, number, fn, frame, bases);
  prt_count_tasks (layer);
  prt_reduce_later (region, layer);
}

/* --- Scatter and gather -------------------------------------------------- */

static void
move (struct prt_region *region, struct prt_rounds *rounds,
      const struct table *table, void *const *bases, int n_counts)
{
  int n_bases = region->desc->n_args;
  struct prt_round *round;
  if (prt.procs == 1 || table->n == 0)
    return;
  round = rounds_find (rounds, bases, n_bases, region->counts, n_counts);
  if (!round)
    round = rounds_add (rounds, region, table, bases, n_bases, n_counts);
  prt_round_start (round, true, true);
  prt_round_wait (round);
}

/* Bring what the region reads from rank 0 to every process.  BASES: the base
   pointers by argument.  */

void
prt_scatter (struct prt_region *region, void *const *bases)
{
  const struct pram_region *desc = region->desc;
  struct table table = { desc->scatter, desc->n_scatter, SCATTER,
			 PRT_TAG_SCATTER };
  if (prt.stats)
    prt_hold (region, desc->scatter, desc->n_scatter, 0, prt.rank, bases);
  move (region, &region->scatter, &table, bases, 0);
}

/* Find the arrays that need not be collected: those named in local(…) or that a
   pointer named there points to now, and no other does.  Swaps permute the
   pointers of all processes alike.  */

static void
find_unneeded (struct prt_region *region, void *const *args,
	       void *const *bases)
{
  const struct pram_region *desc = region->desc;
  for (int i = 0; i < desc->n_args; i++)
    {
      bool named = false, needed = false;
      for (int k = 0; k < desc->n_args; k++)
	if (desc->args[k].kind == PRAM_ARG_ARRAY_INOUT
	    && *(void *const *) args[k] == bases[i])
	  *(desc->args[k].local ? &named : &needed) = true;
      region->unneeded[i] = (desc->args[i].kind == PRAM_ARG_ARRAY_INOUT
			     ? named && !needed : desc->args[i].local);
    }
}

/* Bring what the region wrote to rank 0.  ARGS: the driver's arguments, as it
   left them.  */

void
prt_gather (struct prt_region *region, void *const *args, void *const *bases)
{
  const struct pram_region *desc = region->desc;
  if (prt.procs == 1 && !prt.stats && !prt.check)
    return;
  struct table table = { desc->gather, desc->n_gather, GATHER,
			 PRT_TAG_GATHER };
  if (prt.stats)
    prt_hold (region, desc->gather, desc->n_gather, prt.rank, 0, bases);
  void **collected = prt_alloc (desc->n_args, sizeof *collected);
  find_unneeded (region, args, bases);
  for (int i = 0; i < desc->n_args; i++)
    collected[i] = region->unneeded[i] ? NULL : bases[i];
  move (region, &region->gather, &table, collected, desc->n_counts);
  free (collected);
}
