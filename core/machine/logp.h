/* logp.h: the machine, as the LogP model with message sizes sees it.

   SPDX-License-Identifier: Apache-2.0

   A message of k bytes keeps its sender busy for o_s(k) and its receiver for
   o_r(k), from the start of one send (receive) of a process to the start of
   its next pass at least g(k), k being the size of the first of the two, and
   it is in the network for L(k) (Disturbance, section 2; all in s).

   Text form, one parameter a line, `#' starts a comment.  Either the classic
   parameters, G being the gap a byte of a long message:

     L 0.3e-6
     o 0.13e-6
     g 0.13e-6
     G 0.19e-9
     op 0.1e-9
     P 2

   which mean o_s(k) = o_r(k) = o, g(k) = g + (k-1) G, L(k) = L + (k-1) G; or
   a table for pairs of processes on one node (class node) or on two (class
   network), `node' being the number of processes on a node:

     P 64
     node 32
     class node
     # bytes  o_s      o_r      g        L
     1        0.08e-6  0.18e-6  0.11e-6  0.01e-6
     4096     0.2e-6   0.3e-6   0.5e-6   0.3e-6
     4097     1.1e-6   1.2e-6   2.5e-6   0.7e-6
     65536    1.3e-6   1.4e-6   9.2e-6   5.5e-6
     class network
     1        5.3e-6   4.7e-6   5.3e-6   0
     65536    5.3e-6   4.7e-6   31e-6    25e-6

   Sizes between two rows are interpolated, below the first they are as the
   first, above the last they grow as from the last but one to the last (but
   never fall).  A protocol switch is two rows with adjacent sizes.  A class
   without a table has the classic parameters.  */

#ifndef PRAM_LOGP_H
#define PRAM_LOGP_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "base/arena.h"
#include "base/diag.h"

/* How a pair of processes is connected.  */
enum pram_pair { PRAM_SAME_NODE, PRAM_OTHER_NODE, PRAM_N_PAIRS };

enum pram_logp_column
{
  PRAM_O_SEND, PRAM_O_RECV, PRAM_GAP, PRAM_LATENCY, PRAM_N_COLUMNS
};

/* Invariants
   (1) BYTES are > 0 and ascend strictly from row to row.
   (2) Values are finite and >= 0.  */
struct pram_logp_row
{
  int64_t bytes;
  double value[PRAM_N_COLUMNS];	/* s */
};
struct pram_logp_table
{
  int n_rows;			/* 0: the classic parameters */
  struct pram_logp_row *row;
};

struct pram_logp
{
  double L;			/* latency of a small message, s */
  double o;			/* overhead of sending, and of receiving, s */
  double g;			/* gap between messages of one process, s */
  double G;			/* gap a byte of a long message, s */
  double op;			/* one operation of a statement, s */
  int P;			/* processes */
  int node;			/* processes on a node; 0: there is one node */
  struct pram_logp_table table[PRAM_N_PAIRS];
};

/* Two processes on one node that share memory, as measured with Open MPI.  */
struct pram_logp pram_logp_default (void);

/* Reads the lines of a machine file (machine.h) that are about LOGP: what they
   do not name stays.  Tables go to the arena, which must live as long as
   *LOGP.  */
struct pram_logp_reader
{
  struct pram_logp *logp;
  struct pram_arena *arena;
  struct pram_logp_table *table;	/* that rows go to, or null */
  int class_line[PRAM_N_PAIRS];	/* where each class begins; 0: nowhere */
  int node_line;
  bool classic;			/* L, o, g or G was named */
};
/* LINE, without a comment, is the one with NUMBER (from 1 on); it is cut into
   words.  Returns null, or what is wrong.  */
const char *pram_logp_read_line (struct pram_logp_reader *, char *line,
				 int number);
/* All lines are read.  Returns null, or what is wrong and through NUMBER the
   line where it shows.  */
const char *pram_logp_read_end (const struct pram_logp_reader *, int *number);

/* In the form that is read; reading it gives the same numbers.  */
void pram_logp_print (FILE *, const struct pram_logp *logp);

/* The class of two processes: process p is on node p / node.  */
static inline enum pram_pair
pram_logp_pair (const struct pram_logp *logp, int p, int q)
{
  return logp->node == 0 || p / logp->node == q / logp->node
	 ? PRAM_SAME_NODE : PRAM_OTHER_NODE;
}

/* The class of the pairs that are farthest apart among PROCS processes.  */
static inline enum pram_pair
pram_logp_farthest (const struct pram_logp *logp, int procs)
{
  return pram_logp_pair (logp, 0, procs - 1);
}

/* The parameters of one message of BYTES, s: for how long the sender and the
   receiver are busy; what passes at least from the start of its send (receive)
   to the start of the next of that process; from the end of its send to the
   start of its receive.  */
double pram_logp_o_send (const struct pram_logp *, enum pram_pair,
			 int64_t bytes);
double pram_logp_o_recv (const struct pram_logp *, enum pram_pair,
			 int64_t bytes);
double pram_logp_gap (const struct pram_logp *, enum pram_pair, int64_t bytes);
double pram_logp_latency (const struct pram_logp *, enum pram_pair,
			  int64_t bytes);

/* ceil (L(k) / g(k)), at least 1; INT64_MAX if g(k) = 0.  A message of BYTES
   may set out if fewer than that many messages of its class of pairs are under
   way from its source, and fewer to its destination.  */
int64_t pram_logp_capacity (const struct pram_logp *, enum pram_pair,
			    int64_t bytes);

/* o_s + L + o_r: seconds from the start of sending BYTES until they have been
   received; between the processes that are farthest apart of all P.  */
double pram_logp_transfer (const struct pram_logp *, enum pram_pair,
			   int64_t bytes);
double pram_logp_message (const struct pram_logp *, int64_t bytes);

#endif
