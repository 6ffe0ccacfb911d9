/* requests.c: the requests of a round, which is started again and again.

   SPDX-License-Identifier: Apache-2.0

   They are persistent.  SimGrid's MPI charges those no overhead at the
   receiver, and drops them once MPI_Testall has found them done: there each
   start makes new ones.  */

#include "prt.h"

static bool
persistent_p (void)
{
  return !smpi_execute;
}

/* Append to ROUND a message to PEER (SEND) or from it; takes M over.  All
   receives come before the first send.  */

void
prt_requests_add (struct prt_round *round, struct prt_message *m, bool send,
		  int peer)
{
  int i = round->n_recv + round->n_send;
  round->peer[i] = peer;
  round->message[i] = *m;
  if (send)
    round->n_send++;
  else
    round->n_recv++;
  if (!persistent_p ())
    return;
  if (send)
    MPI_Send_init (m->addr, m->count, m->type, peer, round->tag, prt.comm,
		   &round->request[i]);
  else
    MPI_Recv_init (m->addr, m->count, m->type, peer, round->tag, prt.comm,
		   &round->request[i]);
}

/* Start N requests of ROUND from number FIRST on.  */

void
prt_requests_start (struct prt_round *round, int first, int n)
{
  if (persistent_p ())
    {
      MPI_Startall (n, round->request + first);
      return;
    }
  for (int i = first; i < first + n; i++)
    {
      const struct prt_message *m = &round->message[i];
      if (i < round->n_recv)
	MPI_Irecv (m->addr, m->count, m->type, round->peer[i], round->tag,
		   prt.comm, &round->request[i]);
      else
	MPI_Isend (m->addr, m->count, m->type, round->peer[i], round->tag,
		   prt.comm, &round->request[i]);
    }
}

/* Free the requests of ROUND, none of which is under way.  */

void
prt_requests_free (struct prt_round *round)
{
  for (int i = 0; i < round->n_recv + round->n_send; i++)
    {
      if (persistent_p ())
	MPI_Request_free (&round->request[i]);
      prt_message_free (&round->message[i]);
      prt_packet_free (round->message[i].packet);
    }
}
