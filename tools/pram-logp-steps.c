/* pram-logp-steps.c: exchanges in both directions, and collective operations.

   SPDX-License-Identifier: GPL-3.0-or-later

   An exchange is what the runtime does after a layer: persistent requests,
   receives started first; beside a computation, which lets MPI look at its
   messages halfway; then all are waited for.  A swap is what it does for a
   reduction on two processes, or in a round of one on more.  A computation
   leaves other things in the caches than MPI's, so both are measured with
   computations over several working sets (costs.h).  These end by the clock, on
   all processes at once.  All pairs exchange at once.  What interrupts a
   processor is in the prices of computing (pram-logp-compute.c), so medians
   leave it out here.  */

#include "pram-logp.h"

#include <math.h>
#include <stdlib.h>

enum { ROUNDS = 20, REPETITIONS = 15, LARGEST = 1 << 20 };

/* Bytes between two looks at the clock.  */
enum { PIECE = 16 << 10 };

/* s that a computation takes at least; fewer are measured of longer ones than
   LONG.  */
#define SHORTEST 20e-6
#define LONG 0.5e-3

/* A computation over BYTES at DATA, which takes SECONDS if it goes over all of
   them once.  */
struct load
{
  double *data;
  size_t bytes;
  double seconds;
};

/* What both processes of a pair do, again and again.  */
struct step
{
  int partner;			/* -1: this process only waits for the others */
  int bytes;
  char *buffer;			/* to receive; LARGEST behind, to send */
  MPI_Request request[2];	/* of an exchange: receive, send */
  const struct load *load;
  size_t at;			/* the next byte of its data */
};

/* Compute over the data of S for SECONDS; returns how long it was.  */
static double
compute (struct step *s, double seconds)
{
  enum { N = PIECE / sizeof (double) };
  double since = MPI_Wtime (), now = since;
  while (now < since + seconds)
    {
      double *x = s->load->data + s->at / sizeof *x;
      for (int i = 0; i < N; i++)
	x[i] = 0.5 * x[i] + 1;
      s->at = (s->at + PIECE) % s->load->bytes;
      now = MPI_Wtime ();
    }
  return now - since;
}

/* One exchange beside a computation of SECONDS; returns what that took.  */
static double
exchange (struct step *s, double seconds)
{
  int done;
  double computed = 0;
  MPI_Startall (2, s->request);
  if (seconds > 0)
    {
      computed = compute (s, seconds / 2);
      MPI_Testall (2, s->request, &done, MPI_STATUSES_IGNORE);
      computed += compute (s, seconds / 2);
    }
  MPI_Waitall (2, s->request, MPI_STATUSES_IGNORE);
  return computed;
}

/* One swap after a computation of SECONDS; returns what that took.  */
static double
swap (struct step *s, double seconds)
{
  double computed = compute (s, seconds);
  MPI_Sendrecv (s->buffer + LARGEST, s->bytes, MPI_BYTE, s->partner, 2,
		s->buffer, s->bytes, MPI_BYTE, s->partner, 2, MPI_COMM_WORLD,
		MPI_STATUS_IGNORE);
  return computed;
}

/* What S takes of the time of a process that computes for SECONDS: the median
   over the repetitions of the longest of all processes.  */
static double
time_step (struct step *s, double (*run) (struct step *, double),
	   double seconds)
{
  int few = seconds < LONG ? 1 : 3;
  int rounds = ROUNDS / few, repetitions = REPETITIONS / few;
  double times[REPETITIONS];
  for (int k = -1; k < repetitions; k++)	/* the first warms up */
    {
      MPI_Barrier (MPI_COMM_WORLD);
      double since = MPI_Wtime (), computed = 0, longest;
      for (int i = 0; i < rounds && s->partner >= 0; i++)
	computed += run (s, seconds);
      double t = (MPI_Wtime () - since - computed) / rounds;
      MPI_Allreduce (&t, &longest, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
      if (k >= 0)
	times[k] = longest;
    }
  return fmax (0, pram_fit_median (times, repetitions));
}

static struct pram_exchange
measure_exchange (struct step *s, enum pram_pair pair,
		  const struct load *loads)
{
  struct pram_exchange result = { .pair = pair, .bytes = s->bytes };
  if (s->partner >= 0)
    {
      MPI_Recv_init (s->buffer, s->bytes, MPI_BYTE, s->partner, 2,
		     MPI_COMM_WORLD, &s->request[0]);
      MPI_Send_init (s->buffer + LARGEST, s->bytes, MPI_BYTE, s->partner, 2,
		     MPI_COMM_WORLD, &s->request[1]);
    }
  result.alone = time_step (s, exchange, 0);
  for (int k = 0; k < PRAM_COSTS_SETS; k++)
    {
      s->load = &loads[k];
      s->at = 0;
      result.exposed[k] = time_step (s, exchange,
				     fmax (loads[k].seconds, 2 * result.alone));
    }
  if (s->partner >= 0)
    for (int k = 0; k < 2; k++)
      MPI_Request_free (&s->request[k]);
  return result;
}

static struct pram_swap
measure_swap (struct step *s, enum pram_pair pair, const struct load *loads)
{
  struct pram_swap result = { .pair = pair, .bytes = s->bytes };
  for (int k = 0; k < PRAM_COSTS_SETS; k++)
    {
      s->load = &loads[k];
      s->at = 0;
      result.seconds[k] = time_step (s, swap, loads[k].seconds);
    }
  return result;
}

/* How long LOAD takes on the slowest process; the same on all.  */
static void
time_load (struct load *load)
{
  struct step s = { .load = load };
  double times[REPETITIONS];
  for (int k = -1; k < REPETITIONS; k++)	/* the first warms up */
    {
      double since = MPI_Wtime (), t;
      do
	compute (&s, 1e-12);		/* a piece */
      while (s.at);
      t = MPI_Wtime () - since;
      if (k >= 0)
	times[k] = t;
    }
  double mine = fmax (SHORTEST, pram_fit_median (times, REPETITIONS));
  MPI_Allreduce (&mine, &load->seconds, 1, MPI_DOUBLE, MPI_MAX,
		 MPI_COMM_WORLD);
}

void
measure_exchanges (const struct machine *m, enum pram_pair pair,
		   struct pram_costs *costs)
{
  enum { LARGEST_SWAP = 4 << 10 };
  char *buffer = calloc (2, LARGEST);
  double *data = calloc (1, PRAM_COSTS_FARTHEST);
  struct step s = { .partner = m->pairs[pair].partner, .buffer = buffer };
  struct load loads[PRAM_COSTS_SETS];
  if (!buffer || !data)
    MPI_Abort (MPI_COMM_WORLD, 1);
  for (int k = 0; k < PRAM_COSTS_SETS; k++)
    {
      loads[k] = (struct load) { data, (size_t) pram_costs_sets[k], 0 };
      time_load (&loads[k]);
    }
  for (s.bytes = 8; s.bytes <= LARGEST; s.bytes *= 2)
    *PRAM_ARENA_PUSH (costs->arena, costs->exchanges, costs->n_exchanges)
      = measure_exchange (&s, pair, loads);
  for (s.bytes = 8; s.bytes <= LARGEST_SWAP; s.bytes *= 2)
    *PRAM_ARENA_PUSH (costs->arena, costs->swaps, costs->n_swaps)
      = measure_swap (&s, pair, loads);
  free (data);
  free (buffer);
}

static void
allreduce (MPI_Comm comm, double *value)
{
  double sum;
  MPI_Allreduce (value, &sum, 1, MPI_DOUBLE, MPI_MAX, comm);
}

/* Broadcasts overlap if they follow each other: each has another root.  */
static void
broadcast (MPI_Comm comm, double *value)
{
  static int root;
  int procs;
  MPI_Comm_size (comm, &procs);
  MPI_Bcast (value, 1, MPI_DOUBLE, root++ % procs, comm);
}

static double
time_collective (MPI_Comm comm, void (*run) (MPI_Comm, double *))
{
  enum { CALLS = 100 };
  double times[REPETITIONS], value = 1;
  for (int k = -1; k < REPETITIONS; k++)
    {
      MPI_Barrier (comm);
      double since = MPI_Wtime (), t;
      for (int i = 0; i < CALLS; i++)
	run (comm, &value);
      t = (MPI_Wtime () - since) / CALLS;
      double longest;
      MPI_Allreduce (&t, &longest, 1, MPI_DOUBLE, MPI_MAX, comm);
      if (k >= 0)
	times[k] = longest;
    }
  return pram_fit_median (times, REPETITIONS);
}

/* On 2, 4, ... processes and on all of them: the first of all ranks, which
   share a node as long as they are few.  */
void
measure_collectives (const struct machine *m, struct pram_costs *costs)
{
  for (int procs = 2; procs <= m->procs;
       procs = procs < m->procs && 2 * procs > m->procs ? m->procs : 2 * procs)
    {
      MPI_Comm comm;
      int part = m->rank < procs ? 0 : MPI_UNDEFINED, node = m->node;
      MPI_Comm_split (MPI_COMM_WORLD, part, m->rank, &comm);
      if (comm != MPI_COMM_NULL)
	{
	  MPI_Bcast (&node, 1, MPI_INT, 0, comm);
	  struct pram_collective c
	    = { procs > node ? PRAM_OTHER_NODE : PRAM_SAME_NODE, procs, 0 };
	  c.seconds = time_collective (comm, allreduce);
	  *PRAM_ARENA_PUSH (costs->arena, costs->allreduces,
			    costs->n_allreduces) = c;
	  c.seconds = time_collective (comm, broadcast);
	  *PRAM_ARENA_PUSH (costs->arena, costs->broadcasts,
			    costs->n_broadcasts) = c;
	  MPI_Comm_free (&comm);
	}
      MPI_Barrier (MPI_COMM_WORLD);
    }
}
