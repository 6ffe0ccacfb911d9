/* network.c: what a message takes on the network at hand.

   SPDX-License-Identifier: Apache-2.0

   Rank 0 and the last rank, which launchers put farthest away, send a small
   message to and fro, then a large one.  Of each the median counts: the fastest
   is luck where processes share cores.  Measured when a region is entered of
   which it isn't clear what messages make of it; it takes some milliseconds at
   most.  */

#include "prt.h"

enum { SMALL = 8, LARGE = 1 << 16, UNTIMED = 3 };
/* How often each is sent.  */
enum { TIMES = 15, TIMES_LARGE = 5 };

/* No more messages once it has taken so long, s.  */
static const double enough = 2e-3;

static int
compare_seconds (const void *a, const void *b)
{
  const double *x = a, *y = b;
  return (*x > *y) - (*x < *y);
}

/* Send SIZE bytes of MESSAGE to rank PEER and back; seconds.  Its first word
   says whether there is more to come.  */

static double
to_and_fro (int64_t *message, int size, int peer)
{
  double since = prt_now ();
  MPI_Send (message, size, MPI_BYTE, peer, PRT_TAG_NETWORK, prt.comm);
  MPI_Recv (message, size, MPI_BYTE, peer, PRT_TAG_NETWORK, prt.comm,
	    MPI_STATUS_IGNORE);
  return prt_now () - since;
}

/* Half of what a message of SIZE bytes takes to and fro, in the median of
   TIMES.  */

static double
measure (int64_t *message, int size, int times, int peer)
{
  double seconds[TIMES], since = prt_now ();
  int n = 0;
  for (int i = 0; i < UNTIMED; i++)
    to_and_fro (message, size, peer);
  while (n < times && (n == 0 || prt_now () - since < enough))
    seconds[n++] = to_and_fro (message, size, peer);
  qsort (seconds, n, sizeof *seconds, compare_seconds);
  return seconds[n / 2] / 2;
}

/* The figures of this job's network; rank 0 calls this, and the workers are
   waiting for regions.  */

struct prt_network
prt_network (void)
{
  static struct prt_network network;
  if (network.message > 0)
    return network;
  int peer = prt.all_procs - 1;
  int64_t *control = prt_alloc (prt.control_words, sizeof *control);
  int64_t *message = prt_alloc (LARGE, 1);
  control[0] = PRT_MEASURE;
  prt_broadcast_control (control);
  message[0] = 1;
  network.message = measure (message, SMALL, TIMES, peer);
  double large = measure (message, LARGE, TIMES_LARGE, peer)
		 - network.message;
  network.byte = large > 0 ? large / (LARGE - SMALL) : 0;
  message[0] = 0;
  to_and_fro (message, SMALL, peer);
  free (control);
  free (message);
  return network;
}

/* The other side, on all workers.  */

void
prt_network_answer (void)
{
  if (prt.rank != prt.all_procs - 1)
    return;
  int64_t *message = prt_alloc (LARGE, 1);
  for (message[0] = 1; message[0];)
    {
      MPI_Status status;
      int size;
      MPI_Recv (message, LARGE, MPI_BYTE, 0, PRT_TAG_NETWORK, prt.comm,
		&status);
      MPI_Get_count (&status, MPI_BYTE, &size);
      MPI_Send (message, size, MPI_BYTE, 0, PRT_TAG_NETWORK, prt.comm);
    }
  free (message);
}
