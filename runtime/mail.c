/* mail.c: what each process has for each other one, as much as it happens to be.

   SPDX-License-Identifier: Apache-2.0  */

#include "prt.h"

struct prt_mail
prt_mail_new (void)
{
  return (struct prt_mail) { prt_alloc (prt.procs, sizeof (int64_t)),
			     prt_alloc (prt.procs, sizeof (char *)),
			     prt_alloc (prt.procs, sizeof (int64_t)) };
}

/* Room for N bytes for process RANK, and for many more.  */

void
prt_mail_grow (struct prt_mail *mail, int rank, int64_t n)
{
  mail->room[rank] = 2 * n + 4096;
  mail->data[rank] = prt_grow (mail->data[rank], mail->room[rank], 1);
}

void
prt_mail_free (struct prt_mail *mail)
{
  for (int p = 0; p < prt.procs; p++)
    free (mail->data[p]);
  free (mail->data);
  free (mail->room);
  free (mail->n);
}

/* Send OUT; what arrives.  All processes have to, in turns, in each of which they
   are in pairs or idle.  */

struct prt_mail
prt_mail_deliver (struct prt_mail *out)
{
  struct prt_mail in = prt_mail_new ();
  in.n[prt.rank] = out->n[prt.rank];
  in.data[prt.rank] = out->data[prt.rank];
  out->data[prt.rank] = NULL;
  for (int turn = 1; turn < prt.procs; turn++)
    {
      int to = (prt.rank + turn) % prt.procs;
      int from = (prt.rank - turn + prt.procs) % prt.procs;
      MPI_Sendrecv (&out->n[to], 1, MPI_INT64_T, to, PRT_TAG_INSPECT,
		    &in.n[from], 1, MPI_INT64_T, from, PRT_TAG_INSPECT,
		    prt.comm, MPI_STATUS_IGNORE);
      in.data[from] = prt_alloc (in.n[from], 8);
      MPI_Request requests[2] = { MPI_REQUEST_NULL, MPI_REQUEST_NULL };
      if (in.n[from])
	MPI_Irecv (in.data[from], (int) in.n[from], MPI_INT64_T, from,
		   PRT_TAG_INSPECT, prt.comm, &requests[0]);
      if (out->n[to])
	MPI_Isend (out->data[to], (int) out->n[to], MPI_INT64_T, to,
		   PRT_TAG_INSPECT, prt.comm, &requests[1]);
      MPI_Waitall (2, requests, MPI_STATUSES_IGNORE);
      prt.tally.messages += 1 + (out->n[to] > 0);
      prt.tally.bytes += 8 * (1 + out->n[to]);
    }
  return in;
}
