/* pram-logp-messages.c: LogP parameters of one pair of processes.

   SPDX-License-Identifier: GPL-3.0-or-later

   The PRTT method of Hoefler, Lichei and Rehm, "Low-overhead LogGP parameter
   assessment for modern interconnection networks" (2007).  PRTT (n, d, s): the
   client sends n messages of s bytes, waiting busily for d after each but the
   last, and the server returns one.  Then

     one way = PRTT (1, 0, s) / 2
     g (s) = (PRTT (n, 0, s) - PRTT (1, 0, s)) / (n - 1)
     o_s (s) = (PRTT (n, d, s) - PRTT (1, 0, s)) / (n - 1) - d
     o_r (s) = (E - (n - 1) d) / (n - 1)

   with d = PRTT (1, 0, s), and E the time of the server's receives after the
   first if it waits for d before each of them.  Medians.  One far longer
   message than the others, which says what large arrays take, is measured
   alone: its gap is the time that it takes.  It is sent as parts of arrays
   mostly are: rows that lie apart.  MPI may well treat them otherwise than one
   contiguous piece.  */

#include "pram-logp.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { BURST = 12, MAX_REPETITIONS = 25, LARGEST = 1 << 20, FAR = 16 << 20 };
enum { ROW = 16 << 10, APART = 64 };	/* FAR's rows, bytes between them */

/* COUNT times TYPE at BUFFER.  */
struct message
{
  char *buffer;
  int count;
  MPI_Datatype type;
};

static void
wait_busily (double seconds)
{
  double until = MPI_Wtime () + seconds;
  while (MPI_Wtime () < until)
    ;
}

static void
send_message (const struct message *m, int peer)
{
  MPI_Send (m->buffer, m->count, m->type, peer, 0, MPI_COMM_WORLD);
}

static void
receive_message (const struct message *m, int peer)
{
  MPI_Recv (m->buffer, m->count, m->type, peer, 0, MPI_COMM_WORLD,
	    MPI_STATUS_IGNORE);
}

/* One PRTT (N, D, size of M) with PEER, on the client.  */
static double
client (const struct message *m, int n, double d, int peer)
{
  double since = MPI_Wtime ();
  for (int i = 0; i < n; i++)
    {
      send_message (m, peer);
      if (d > 0 && i < n - 1)
	wait_busily (d);
    }
  receive_message (m, peer);
  return MPI_Wtime () - since;
}

/* The same on the server, which waits for D before each receive but the
   first.  Returns how long all receives but the first took.  */
static double
server (const struct message *m, int n, double d, int peer)
{
  double since = 0;
  for (int i = 0; i < n; i++)
    {
      if (d > 0 && i > 0)
	wait_busily (d);
      receive_message (m, peer);
      if (i == 0)
	since = MPI_Wtime ();
    }
  double elapsed = MPI_Wtime () - since;
  send_message (m, peer);
  return elapsed;
}

/* What is waited for, and where.  */
struct waits
{
  double client, server;
};

/* The median of REPETITIONS of PRTT (N, WAITS, size of M); on the server that
   of the time of its receives.  *SPREAD may be null.  */
static double
prtt (bool client_p, int peer, const struct message *m, int n,
      struct waits waits, int repetitions, double *spread)
{
  double times[MAX_REPETITIONS];
  for (int k = -2; k < repetitions; k++)	/* the first two warm up */
    {
      double t = client_p ? client (m, n, waits.client, peer)
			  : server (m, n, waits.server, peer);
      if (k >= 0)
	times[k] = t;
    }
  double median = pram_fit_median (times, repetitions);
  if (spread)
    *spread = (times[3 * repetitions / 4] - times[repetitions / 4])
	      / 2 / median;
  return median;
}

/* As many repetitions as fit into a twentieth of a second, but some.  */
static int
repetitions_for (double seconds)
{
  double n = 0.05 / seconds;
  return n > MAX_REPETITIONS ? MAX_REPETITIONS : n < 7 ? 7 : (int) n;
}

/* Both processes of the pair agree on what the client says.  */
static double
clients (bool client_p, int peer, double value)
{
  if (client_p)
    MPI_Send (&value, 1, MPI_DOUBLE, peer, 1, MPI_COMM_WORLD);
  else
    MPI_Recv (&value, 1, MPI_DOUBLE, peer, 1, MPI_COMM_WORLD,
	      MPI_STATUS_IGNORE);
  return value;
}

static double
servers (bool client_p, int peer, double value)
{
  return clients (!client_p, peer, value);
}

static struct message_times
measure_size (bool client_p, int peer, char *buffer, int bytes)
{
  static const struct waits none = { 0, 0 };
  const struct message m = { buffer, bytes, MPI_BYTE };
  struct message_times row = { .bytes = bytes };
  double trip = prtt (client_p, peer, &m, 1, none, 7, NULL);
  int n = repetitions_for (clients (client_p, peer, trip) * BURST);
  trip = prtt (client_p, peer, &m, 1, none, n, &row.spread);
  trip = clients (client_p, peer, trip);
  double burst = prtt (client_p, peer, &m, BURST, none, n, NULL);
  double sending = prtt (client_p, peer, &m, BURST,
			 (struct waits) { trip, 0 }, n, NULL);
  double receiving = prtt (client_p, peer, &m, BURST,
			   (struct waits) { 0, trip }, n, NULL);
  receiving = servers (client_p, peer, receiving);
  row.one_way = trip / 2;
  row.gap = (burst - trip) / (BURST - 1);
  row.o_send = (sending - trip) / (BURST - 1) - trip;
  row.o_recv = receiving / (BURST - 1) - trip;
  return row;
}

/* The row of FAR bytes, PREVIOUS being that before it.  */
static struct message_times
measure_far (bool client_p, int peer, char *buffer,
	     const struct message_times *previous)
{
  static const struct waits none = { 0, 0 };
  struct message m = { buffer, 1, MPI_DATATYPE_NULL };
  struct message_times row = { .bytes = FAR };
  double scale = (double) FAR / previous->bytes;
  MPI_Type_vector (FAR / ROW, ROW, ROW + APART, MPI_BYTE, &m.type);
  MPI_Type_commit (&m.type);
  double trip = prtt (client_p, peer, &m, 1, none, 5, &row.spread);
  MPI_Type_free (&m.type);
  trip = clients (client_p, peer, trip);
  row.one_way = row.gap = trip / 2;
  row.o_send = scale * previous->o_send;
  row.o_recv = scale * previous->o_recv;
  return row;
}

/* 1, 2, 4, then in steps of a factor of the square root of two.  */
static int
next_size (int bytes)
{
  if (bytes < 16)
    return 2 * bytes;
  bool power = (bytes & (bytes - 1)) == 0;
  return power ? bytes + bytes / 2 : bytes / 3 * 4;
}

int
measure_messages (const struct machine *m, enum pram_pair pair,
		  struct message_times rows[MAX_SIZES])
{
  const struct pairs *p = &m->pairs[pair];
  int n = 0;
  for (int bytes = 1; bytes <= LARGEST; bytes = next_size (bytes))
    rows[n++].bytes = bytes;
  rows[n++].bytes = FAR;
  if (m->rank == p->first || m->rank == p->second)
    {
      bool client_p = m->rank == p->first;
      char *buffer = calloc (FAR / ROW, ROW + APART);
      if (!buffer)
	MPI_Abort (MPI_COMM_WORLD, 1);
      int peer = client_p ? p->second : p->first;
      for (int k = 0; k < n - 1; k++)
	rows[k] = measure_size (client_p, peer, buffer, rows[k].bytes);
      rows[n - 1] = measure_far (client_p, peer, buffer, &rows[n - 2]);
      free (buffer);
    }
  MPI_Bcast (rows, n * (int) sizeof *rows, MPI_BYTE, p->first,
	     MPI_COMM_WORLD);
  return n;
}
