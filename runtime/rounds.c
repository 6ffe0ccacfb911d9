/* rounds.c: the messages of one table of transfers.

   SPDX-License-Identifier: Apache-2.0

   The requests of a table of transfers are made once for each combination of
   base pointers and then started again and again; those of layers whose sets
   change with the enclosing loops are made each time.

   Invariant: two processes start the messages of one table in the same order,
   so its tag is enough.  */

#include "prt.h"

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

/* Append to ROUND the message M of BYTES from SRC to DST.  */

static void
add (struct prt_round *round, struct prt_message *m, int64_t bytes, int src,
     int dst)
{
  round->peer_bytes[round->n_recv + round->n_send] = bytes;
  if (src == prt.rank)
    round->bytes += bytes;
  prt_requests_add (round, m, src == prt.rank, src == prt.rank ? dst : src);
}

/* The same if what moves is what TABLE says is wanted.  */

static void
add_wanted (struct prt_round *round, const struct prt_transfers *table,
	    void *const *bases, int src, int dst)
{
  const struct prt_pieces *pieces = (src == prt.rank ? &table->wanted->send[dst]
				     : &table->wanted->recv[src]);
  if (!pieces->n)
    return;
  struct prt_message m
    = prt_packet_message (pieces, bases[table->transfers[0].array]);
  add (round, &m, pieces->bytes, src, dst);
}

/* Append to ROUND the message from SRC to DST, one of which is this process,
   if there is one.  */

static void
add_message (struct prt_round *round, struct prt_region *region,
	     const struct prt_transfers *table, void *const *bases, int src, int dst)
{
  struct prt_env env;
  struct prt_runs runs = { .n = 0 };
  if (table->wanted)
    {
      add_wanted (round, table, bases, src, dst);
      return;
    }
  prt_env_set (&env, region, src, dst);
  for (int i = 0; i < table->n; i++)
    if (bases[table->transfers[i].array])
      prt_runs_add (&runs, &table->transfers[i], region->desc->code, &env,
		    bases[table->transfers[i].array]);
  if (runs.n)
    {
      struct prt_message m = prt_message_make (&runs);
      add (round, &m, prt_runs_bytes (&runs), src, dst);
    }
  free (runs.run);
}

/* Are there messages from SRC to DST in a table of DIRECTION?  */

static bool
sends_p (enum prt_direction direction, int src, int dst)
{
  return src != dst && (direction == PRT_EXCHANGE
			|| (direction == PRT_SCATTER ? src : dst) == 0);
}

static struct prt_round *
round_make (struct prt_region *region, const struct prt_transfers *table,
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

void
prt_rounds_free (struct prt_rounds *rounds)
{
  for (int i = 0; i < rounds->n; i++)
    round_free (rounds->round[i]);
}

/* Make the round of TABLE for BASES and keep it in ROUNDS in place of the
   oldest.  */

static struct prt_round *
rounds_add (struct prt_rounds *rounds, struct prt_region *region,
	    const struct prt_transfers *table, void *const *bases, int n_bases,
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

/* The round of TABLE for BASES, N_BASES of them, and for the first N_COUNTS of
   REGION's counts.  */

struct prt_round *
prt_round_of (struct prt_rounds *rounds, struct prt_region *region,
	      const struct prt_transfers *table, void *const *bases,
	      int n_bases, int n_counts)
{
  for (int i = 0; i < rounds->n; i++)
    if (round_match_p (rounds->round[i], bases, n_bases, region->counts,
		       n_counts))
      return rounds->round[i];
  return rounds_add (rounds, region, table, bases, n_bases, n_counts);
}

/* One that is not kept: it is freed when it is done.  */

struct prt_round *
prt_round_once (struct prt_region *region, const struct prt_transfers *table,
		void *const *bases)
{
  struct prt_round *round = round_make (region, table, bases);
  round->once = true;
  return round;
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
      for (int i = round->n_recv; i < round->n_recv + round->n_send; i++)
	if (round->message[i].packet)
	  prt_packet_pack (round->message[i].packet);
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
  for (int i = 0; i < round->n_recv; i++)
    if (round->message[i].packet)
      prt_packet_unpack (round->message[i].packet);
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
