/* pram-logp-steps.c: exchanges in both directions, and collective operations.

   SPDX-License-Identifier: GPL-3.0-or-later

   An exchange is what the runtime does after a layer: persistent requests,
   receives started first; beside a computation, which lets MPI look at its
   messages halfway; then all are waited for.  All pairs exchange at once.  */

#include "pram-logp.h"

#include <math.h>
#include <stdlib.h>

#include "fit.h"

enum { ROUNDS = 20, REPETITIONS = 15, LARGEST = 1 << 20 };

struct exchange
{
  MPI_Request request[2];	/* receive, send */
};

/* Run ROUNDS exchanges, each beside a computation of SECONDS; returns what
   one took.  Without a PARTNER this process only takes part in the barrier.  */
static double
run_exchanges (struct exchange *x, int partner, double seconds)
{
  MPI_Barrier (MPI_COMM_WORLD);
  if (partner < 0)
    return 0;
  double since = MPI_Wtime ();
  for (int k = 0; k < ROUNDS; k++)
    {
      MPI_Startall (2, x->request);
      for (int half = 0; half < 2 && seconds > 0; half++)
	{
	  int done;
	  double until = MPI_Wtime () + seconds / 2;
	  while (MPI_Wtime () < until)
	    ;
	  if (!half)
	    MPI_Testall (2, x->request, &done, MPI_STATUSES_IGNORE);
	}
      MPI_Waitall (2, x->request, MPI_STATUSES_IGNORE);
    }
  return (MPI_Wtime () - since) / ROUNDS;
}

/* The median over the repetitions of the longest of all processes.  */
static double
time_exchange (struct exchange *x, int partner, double seconds)
{
  double times[REPETITIONS];
  run_exchanges (x, partner, seconds);
  for (int k = 0; k < REPETITIONS; k++)
    {
      double t = run_exchanges (x, partner, seconds);
      MPI_Allreduce (&t, &times[k], 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
    }
  return pram_fit_median (times, REPETITIONS);
}

static struct pram_exchange
measure_exchange (int partner, enum pram_pair pair, char *buffer, int bytes)
{
  struct exchange x;
  struct pram_exchange result = { .pair = pair, .bytes = bytes };
  if (partner >= 0)
    {
      MPI_Recv_init (buffer, bytes, MPI_BYTE, partner, 2, MPI_COMM_WORLD,
		     &x.request[0]);
      MPI_Send_init (buffer + LARGEST, bytes, MPI_BYTE, partner, 2,
		     MPI_COMM_WORLD, &x.request[1]);
    }
  result.alone = time_exchange (&x, partner, 0);
  double longer = 2 * result.alone;
  result.exposed = time_exchange (&x, partner, longer) - longer;
  result.exposed = fmin (result.alone, fmax (0, result.exposed));
  if (partner >= 0)
    for (int k = 0; k < 2; k++)
      MPI_Request_free (&x.request[k]);
  return result;
}

void
measure_exchanges (const struct machine *m, enum pram_pair pair,
		   struct pram_costs *costs)
{
  char *buffer = calloc (2, LARGEST);
  if (!buffer)
    MPI_Abort (MPI_COMM_WORLD, 1);
  for (int bytes = 8; bytes <= LARGEST; bytes *= 2)
    *PRAM_ARENA_PUSH (costs->arena, costs->exchanges, costs->n_exchanges)
      = measure_exchange (m->pairs[pair].partner, pair, buffer, bytes);
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
