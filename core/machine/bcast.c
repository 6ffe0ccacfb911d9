/* bcast.c: optimal broadcast and reduction trees.

   SPDX-License-Identifier: Apache-2.0

   The greedy tree of include/pram-trees.h, which the runtime uses too, with
   the parameters of the machine.

   Example: P = 8, L = 6, o = 2, g = 4 takes 24.  */

#include "bcast.h"

struct pram_trees_message
pram_bcast_message (const struct pram_logp *logp, int n, int64_t bytes)
{
  enum pram_pair pair = pram_logp_farthest (logp, n);
  return (struct pram_trees_message)
    { pram_logp_o_send (logp, pair, bytes),
      pram_logp_o_recv (logp, pair, bytes),
      pram_logp_latency (logp, pair, bytes),
      pram_logp_gap (logp, pair, bytes) };
}

static struct pram_bcast
build (struct pram_arena *arena, int n,
       const struct pram_trees_message *message)
{
  struct pram_bcast tree = { n, PRAM_ARENA_NEW (arena, int, n),
			     PRAM_ARENA_NEW (arena, double, n), 0 };
  tree.time = pram_trees_broadcast (n, message, tree.parent, tree.informed,
				    PRAM_ARENA_NEW (arena, int, n),
				    PRAM_ARENA_NEW (arena, double, n));
  return tree;
}

struct pram_bcast
pram_bcast_build (struct pram_arena *arena, int n, int64_t bytes,
		  const struct pram_logp *logp)
{
  struct pram_trees_message message = pram_bcast_message (logp, n, bytes);
  return build (arena, n, &message);
}

struct pram_allreduce
pram_allreduce_choose (struct pram_arena *arena, int n, int64_t bytes,
		       const struct pram_logp *logp)
{
  struct pram_trees_message message = pram_bcast_message (logp, n, bytes);
  struct pram_allreduce result
    = { { 0 }, PRAM_ARENA_NEW (arena, int, n), PRAM_ARENA_NEW (arena, int, n),
	PRAM_ARENA_NEW (arena, int, n) };
  result.choice = pram_trees_choose (n, &message, result.parent,
				     PRAM_ARENA_NEW (arena, double, n),
				     result.number,
				     PRAM_ARENA_NEW (arena, double, n));
  pram_trees_number (n, result.parent, result.number, result.size);
  return result;
}
