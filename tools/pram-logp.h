/* pram-logp.h: what the parts of pram-logp share.

   SPDX-License-Identifier: GPL-3.0-or-later

   All processes call the measuring functions; what they return is meant for
   rank 0.  Times are seconds.  */

#ifndef PRAM_LOGP_TOOL_H
#define PRAM_LOGP_TOOL_H

#include <mpi.h>
#include <stdbool.h>

#include "machine/costs.h"
#include "lab/fit.h"
#include "machine/logp.h"

/* One class of pairs, as this process sees it.  */
struct pairs
{
  int first, second;		/* the pair whose messages are measured, -1 if
				   there is none */
  int partner;			/* this process's, for exchanges of all pairs
				   at once; -1: none */
};

struct machine
{
  int rank, procs;
  int node;			/* processes on this process's node */
  int first_node;		/* on that of rank 0 */
  int largest_node;		/* on any */
  MPI_Comm node_comm;
  struct pairs pairs[2];	/* by enum pram_pair */
  double memory;		/* bytes to sweep over at most, per process */
};

/* One row of what PRTT yields.  */
struct message_times
{
  int bytes;
  double one_way, o_send, o_recv, gap;
  double spread;		/* half the distance of the quartiles of the
				   round trip, over its median */
};

enum { MAX_SIZES = 48, MAX_PROTOCOLS = 4 };

/* pram-logp-messages.c: measure PAIR's messages; returns the number of rows.
   Rank 0 has them even if it is not one of the pair.  */
int measure_messages (const struct machine *, enum pram_pair,
		      struct message_times rows[MAX_SIZES]);

/* What one class yields.  */
struct class_result
{
  bool there;			/* are there two such processes? */
  int n;
  struct message_times rows[MAX_SIZES];
  const char *wrong;		/* why it is of no use, or null */
};

/* pram-logp-protocols.c: messages of a range of sizes that follow one line.  */
struct protocol
{
  int first, last;		/* bytes */
  struct pram_line o_send, o_recv, gap;	/* s against bytes */
};

/* Set PROTOCOL to those of C, by size; returns how many there are.  The largest
   message of all, which is measured otherwise, belongs to none.  */
int find_protocols (const struct class_result *c,
		    struct protocol protocol[MAX_PROTOCOLS]);

/* Print them, and how well the lines fit.  */
void print_protocols (const struct class_result *, const char *name);

/* pram-logp-steps.c: append what was measured to COSTS.  */
void measure_exchanges (const struct machine *, enum pram_pair,
			struct pram_costs *);
void measure_collectives (const struct machine *, struct pram_costs *);

/* pram-logp-compute.c: append streams to COSTS.  */
struct compute_quality
{
  double op;			/* s for one operation in the first-level
				   cache */
  /* Of kernels from what the prices say, root mean squares: in that cache, in
     larger working sets from what they take in that cache; all processes
     running.  */
  double in_cache, beyond;
};
struct compute_quality measure_compute (const struct machine *,
					struct pram_costs *);

/* pram-logp-scalar.c: what loops without vectors cost, into COSTS.  */
void measure_scalar (struct pram_costs *costs);

/* pram-logp-layers.c: what the runtime takes for a layer, into COSTS.  */
void measure_layers (struct pram_costs *costs);

/* pram-logp-faults.c: append what memory costs that is touched first to
   COSTS.  */
void measure_faults (const struct machine *, struct pram_costs *costs);

/* pram-logp-tasks.c: what tasks cost, into COSTS.  */
void measure_tasks (struct pram_costs *costs);

#endif
