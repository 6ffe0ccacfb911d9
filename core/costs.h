/* costs.h: what the machine was measured to take for things as a whole.

   SPDX-License-Identifier: GPL-3.0-or-later

   LogP (logp.h) composes the time of a step from single messages, and counts
   operations.  Three things are better measured as such, with all processes
   running: what a byte costs beyond the operation on it, which depends on the
   cache that holds the data and on who else uses the memory; an exchange in
   both directions at once, alone and beside a computation, which hides a part
   of it; and collective operations.

   Text form, lines of the machine file (machine.h), times in seconds:

     stream 2 1048576 0.02e-9 0.03e-9	2 processes of a node, each sweeping
					over so many bytes: a byte read costs
					so much more than in the first-level
					cache, a byte written so much
     overlap 1.3			operations and bytes of a kernel, taken for
					themselves C and M seconds, together
					take (C^1.3 + M^1.3)^(1/1.3): 1 if they
					do not overlap, more if they do
     exchange node 2048 1.3e-6 0.6e-6	both processes send so many bytes: takes
					so long, and lengthens a computation
					that is longer by so much
     allreduce node 2 0.5e-6		of 8 bytes, on 2 processes
     broadcast network 16 40e-6

   `node': all processes share a node; `network': not all do.

   Invariants (pram_costs_check)
   (1) Lines of one kind are ordered: by class, by processes, by bytes, and no
       two are for the same.
   (2) exposed <= alone.  */

#ifndef PRAM_COSTS_H
#define PRAM_COSTS_H

#include "arena.h"
#include "logp.h"

struct pram_stream
{
  int procs;			/* processes of the node that run */
  int64_t bytes;		/* that each sweeps over again and again */
  double read, write;		/* s a byte, beyond the first-level cache */
};

struct pram_exchange
{
  enum pram_pair pair;
  int64_t bytes;		/* each way */
  double alone;			/* s from start to end, nothing else to do */
  double exposed;		/* s that it adds to a longer computation */
};

struct pram_collective
{
  enum pram_pair pair;		/* PRAM_OTHER_NODE: on several nodes */
  int procs;
  double seconds;
};

struct pram_costs
{
  struct pram_arena *arena;	/* the caller's */
  double overlap;		/* 1 ... */
  int n_streams, n_exchanges, n_allreduces, n_broadcasts;
  struct pram_stream *streams;
  struct pram_exchange *exchanges;
  struct pram_collective *allreduces, *broadcasts;
  bool given;			/* read from a file, not the default */
};

/* A node with two processes as it was measured once: orders of magnitude.  */
struct pram_costs pram_costs_default (struct pram_arena *);

/* Is WORD the first of a line that belongs to the costs?  */
bool pram_costs_word_p (const char *word);

/* Add LINE, whose first word is one of them (it is cut into words); the first
   line of a kind replaces the defaults of that kind.  Returns null, or what is
   wrong.  */
const char *pram_costs_read_line (char *line, struct pram_costs *);

bool pram_costs_check (const struct pram_costs *, const struct pram_diag *);
void pram_costs_print (FILE *, const struct pram_costs *);

/* What a byte costs beyond the operation on it, s, if each of PROCS processes
   of a node sweeps over BYTES: interpolated between what was measured (in the
   logarithm of bytes; the nearest beyond the ends).  */
struct pram_stream pram_costs_stream (const struct pram_costs *, int procs,
				      double bytes);

/* What a kernel takes whose operations alone take COMPUTING seconds and whose
   bytes alone MOVING.  */
double pram_costs_overlap (const struct pram_costs *, double computing,
			   double moving);

/* Both processes of a pair send BYTES.  Without measurements from LOGP.  */
struct pram_exchange pram_costs_exchange (const struct pram_costs *,
					  const struct pram_logp *,
					  enum pram_pair, int64_t bytes);

/* How much an exchange lengthens a computation of SECONDS: what is measured
   for a long one; ALONE for none; in between in proportion, the computation
   that just covers the exchange hiding all that can be hidden.  */
double pram_exchange_beside (const struct pram_exchange *, double seconds);

/* An allreduce (a broadcast) of 8 bytes on PROCS processes.  Between measured
   numbers of processes, and beyond, in proportion to the levels of a binary
   tree; without measurements from LOGP.  */
double pram_costs_allreduce (const struct pram_costs *,
			     const struct pram_logp *, enum pram_pair,
			     int procs);
double pram_costs_broadcast (const struct pram_costs *,
			     const struct pram_logp *, enum pram_pair,
			     int procs);

#endif
