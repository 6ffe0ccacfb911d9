/* costs.h: what the machine was measured to take for things as a whole.

   SPDX-License-Identifier: Apache-2.0

   LogP (logp.h) composes the time of a step from single messages, and counts
   operations.  Other things are better measured as such, with all processes
   running: what a byte costs beyond the work on it, which depends on the cache
   that holds the data and on who else uses the memory; an exchange in both
   directions at once, alone and beside a computation, which hides a part of it;
   the swap of partial results that a reduction is; and collective operations.

   In the first-level cache a loop's elements take C = operations * op (logp.h)
   + accesses * access, in a larger working set max (C, C * compute + bytes read
   * read + bytes written * write): what of the computing the memory does not
   hide, and the memory's time.  An operation on elements of 4 bytes is half of
   one.  A loop that vectors don't compute takes at least its operations and
   accesses one by one, or the chain that they form.  To that comes what its
   rows cost.  These prices explain the loops that were measured, the *kernels*,
   but for some per cent, which are kept by kernel and working set: a loop with
   a like mix of operations, accesses and bytes differs from the prices likewise
   (pram_costs_correction).

   Two runs of a loop that sweep together (runtime/ahead.c) bring their bytes in
   once, and take a part of the time of two.

   Processes that wait for each other after each sweep are all as slow as the
   one that is slowest this time.

   The more memory a computation goes over, the less of what communicating needs
   is still in the caches: messages behind one that leaves them empty take some
   times as long as behind one that stays in the first of them.  So they are
   measured behind computations over three working sets, PRAM_COSTS_NEAR,
   PRAM_COSTS_FAR and PRAM_COSTS_FARTHEST bytes.

   Text form, lines of the machine file (machine.h), times in seconds:

     access 0.1e-9			a load or a store
     vectors 16 0.2e-9 0.3e-9 9e-9 2e-9 6e-9
					in a program that has vectors of 16
					bytes: an operation, access, and row;
					the other lines are for the longest that
					the machine has
     scalar 0.2e-9 1.6e-9		an operation, a load, or a store in a
					loop that vectors don't compute; one
					that waits for the one of the iteration
					before
     row 9e-9 2e-9 8e-9			start and end of an innermost loop, what
					an operation of its body adds (some
					iterations at the end fill no vector),
					and what a reduction adds, which
					combines its lanes behind such
					iterations; the last may be left out
     layer 20e-9			what the runtime takes to run a layer
     kernel 9 6 8 8			operations, accesses, bytes read, and
					bytes written of an element; one that is
					both read and written counts as written
     stream 2 1048576 0.9 0.02e-9 0.03e-9 0.05 0.8 1.1
					2 processes, each sweeping over so many
					bytes: compute, read, write; by what
					part the one that is slowest in each
					sweep takes longer than the one that is
					slowest on the whole; the part of their
					time that two runs take together; by
					kernel, what it takes over what the
					prices say.  The last three may be left
					out
     exchange node 2048 1.3e-6 0.6e-6 2e-6 5e-6
					both processes send so many bytes: takes
					so long, and lengthens a computation
					that is longer by so much, by working
					set; the last may be left out
     swap node 32 0.5e-6 1.5e-6 3e-6	both processes send and receive so many
					bytes at the end of a computation,
					likewise
     allreduce node 4 0.9e-6		of 8 bytes, on 4 processes
     broadcast network 16 40e-6
     fault 2 4e-6			a page of memory that is touched first,
					2 processes doing so
     task 20e-9 12e-9 14e-9 5e-9 45e-9
					beside the work of a region that runs
					task by task: a task, one of another
					process, a value put into or taken out
					of a message, an element that is
					collected, a value that a task combines
					with others', an access that is found
					before the first entry

   `node': all processes share a node; `network': not all do.

   Invariants: lines of one kind ascend, by class, by processes, by bytes; a
   stream has a number for each kernel, or for none.  */

#ifndef PRAM_COSTS_H
#define PRAM_COSTS_H

#include "base/arena.h"
#include "logp.h"

enum { PRAM_COSTS_KERNELS = 8 };	/* that are kept at most */

/* Iterations that vectors compute at once: a loop that reads what it has
   written fewer before is not for them.  */
enum { PRAM_COSTS_LANES = 8 };

/* Bytes that a computation goes over which messages are measured behind.  */
enum { PRAM_COSTS_NEAR = 256 << 10, PRAM_COSTS_FAR = 4 << 20,
       PRAM_COSTS_FARTHEST = 32 << 20, PRAM_COSTS_SETS = 3 };
extern const int pram_costs_sets[PRAM_COSTS_SETS];

/* What a loop does, of an element or as a whole.  */
struct pram_kernel
{
  double operations, accesses;
  double read, written;		/* bytes */
};

struct pram_stream
{
  int procs;			/* processes that run, of all nodes: what shares
				   the memory shows by itself */
  int64_t bytes;		/* that each sweeps over again and again */
  double compute;		/* the part of computing that is not hidden */
  double read, write;		/* s a byte */
  double wait;			/* of the time, for who is slowest in a sweep */
  double together;		/* of two runs' time, if they sweep together */
  int n_taken;			/* as many as there are kernels, or 0 */
  double taken[PRAM_COSTS_KERNELS]; /* over what the prices say */
};

struct pram_exchange
{
  enum pram_pair pair;
  int64_t bytes;		/* each way */
  double alone;			/* s from start to end, nothing else to do */
  double exposed[PRAM_COSTS_SETS];
				/* s that it adds to a longer computation, less
				   what that hides, more as caches are cold; by
				   working set of that */
};

struct pram_swap
{
  enum pram_pair pair;
  int64_t bytes;		/* each way */
  double seconds[PRAM_COSTS_SETS]; /* by working set of what came before */
};

struct pram_collective
{
  enum pram_pair pair;		/* PRAM_OTHER_NODE: on several nodes */
  int procs;
  double seconds;
};

struct pram_fault
{
  int procs;			/* that touch new memory */
  double seconds;		/* a page */
};

/* What loops cost in a program that has vectors of so many bytes.  */
struct pram_vectors
{
  int bytes;
  double op, access, row, row_op, row_reduction; /* s */
};

struct pram_costs
{
  struct pram_arena *arena;	/* the caller's */
  double access, row, row_op, row_reduction; /* s */
  double layer;			/* s: to run one */
  double scalar, link;		/* s: an operation or access that vectors don't
				   do, one in a chain of such */
  double task, walk, value;	/* s: a task, one of another process, a value
				   that moves, … */
  double element, combine;	/* … an element that is collected, a value
				   that a task combines with others' */
  double touch;			/* s: before the first entry, an access of a
				   task of any process */
  int n_vectors, n_kernels, n_streams, n_exchanges, n_swaps, n_allreduces,
    n_broadcasts, n_faults;
  struct pram_vectors *vectors;
  struct pram_kernel *kernels;
  struct pram_stream *streams;
  struct pram_exchange *exchanges;
  struct pram_swap *swaps;
  struct pram_collective *allreduces, *broadcasts;
  struct pram_fault *faults;
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

void pram_costs_print (FILE *, const struct pram_costs *);

/* What loops cost in a program that has vectors of at most BYTES; 0: the
   longest that the machine has.  */
struct pram_vectors pram_costs_vectors (const struct pram_costs *,
					const struct pram_logp *, int bytes);

/* What computing and bytes cost if each of PROCS processes sweeps over BYTES:
   interpolated between what was measured (in the logarithm of bytes; the
   nearest beyond the ends).  */
struct pram_stream pram_costs_stream (const struct pram_costs *, int procs,
				      double bytes);

/* What a loop like K is to be taken to cost over what the prices of S say: as
   much as the kernels, the more alike the more; 1 if none was measured.  */
double pram_costs_correction (const struct pram_costs *,
			      const struct pram_stream *s,
			      const struct pram_kernel *k);

/* Loops that vectors don't compute take so long in the first-level cache: their
   OPERATIONS, each OP on a machine without measured costs, and ACCESSES one by
   one, or the chain of LINKS operations that wait for each other.  */
double pram_costs_scalar (const struct pram_costs *, double op,
			  double operations, double accesses, double links);

/* Both processes of a pair send BYTES.  Without measurements from LOGP.  */
struct pram_exchange pram_costs_exchange (const struct pram_costs *,
					  const struct pram_logp *,
					  enum pram_pair, int64_t bytes);

/* How much an exchange lengthens a computation of SECONDS: ALONE if there is
   none, EXPOSED if it just covers the exchange and hides all that can be
   hidden, in between in proportion; more the more bytes, TOUCHED, that goes
   over.  */
double pram_exchange_beside (const struct pram_exchange *, double seconds,
			     double touched);

/* Two processes that have computed, over TOUCHED bytes, send each other BYTES
   and wait for them.  Without measurements it takes what an exchange takes.  */
double pram_costs_swap (const struct pram_costs *, const struct pram_logp *,
			enum pram_pair, int64_t bytes, double touched);

/* A page that is touched first while PROCS processes do so: between what was
   measured in proportion, the nearest beyond the ends; 0 without
   measurements.  */
double pram_costs_fault (const struct pram_costs *, int procs);

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
