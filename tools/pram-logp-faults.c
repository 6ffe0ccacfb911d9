/* pram-logp-faults.c: what memory costs that is touched first.

   SPDX-License-Identifier: GPL-3.0-or-later

   The system finds a page of memory, and clears it, when a process touches it
   first.  That takes longer the more processes do it at once, so it is measured
   on one process, on all of a node, and on all, like sweeps
   (pram-logp-compute.c).  By fault, since a system may fill in more than a page
   at a time.  */

#include "pram-logp.h"

#include <math.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/resource.h>

/* Bytes: more than caches hold.  */
enum { MOST = 32 << 20, STEP = 4096, REPETITIONS = 7 };

static long
count_faults (void)
{
  struct rusage usage;
  getrusage (RUSAGE_SELF, &usage);
  return usage.ru_minflt;
}

/* Seconds a fault, on this process, in SIZE bytes.  */
static double
touch (size_t size)
{
  char *memory = mmap (NULL, size, PROT_READ | PROT_WRITE,
		       MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED)
    MPI_Abort (MPI_COMM_WORLD, 1);
  long faults = count_faults ();
  double since = MPI_Wtime ();
  for (size_t i = 0; i < size; i += STEP)
    ((volatile char *) memory)[i] = 1;
  since = MPI_Wtime () - since;
  faults = count_faults () - faults;
  munmap (memory, size);
  return faults > 0 ? since / (double) faults : 0;
}

/* The mean of the slowest of PROCS processes.  */
static double
measure (const struct machine *m, int procs)
{
  double times[REPETITIONS];
  size_t size = (size_t) fmin (m->memory, MOST);
  for (int r = 0; r < REPETITIONS; r++)
    {
      MPI_Barrier (MPI_COMM_WORLD);
      double mine = m->rank < procs ? touch (size) : 0;
      MPI_Allreduce (&mine, &times[r], 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
    }
  return pram_fit_mean (times, REPETITIONS);
}

void
measure_faults (const struct machine *m, struct pram_costs *costs)
{
  const int procs[] = { 1, m->first_node, m->procs };
  for (int k = 0; k < 3; k++)
    if (k == 0 || procs[k] > procs[k - 1])
      *PRAM_ARENA_PUSH (costs->arena, costs->faults, costs->n_faults)
	= (struct pram_fault) { procs[k], measure (m, procs[k]) };
}
