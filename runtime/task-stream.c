/* task-stream.c: elements in order from one process to another.

   SPDX-License-Identifier: Apache-2.0

   What goes to one process is collected and sent in one message as soon as
   this process has to wait for something, when there is much of it, or when it
   would come too late otherwise (pram-abi.h), but not more often than the
   tables say.  core/predict/table-play.c does the same.  Sends never wait for
   the receiver.  A message contains whole elements, and is less than
   PRAM_TABLE_MESSAGE bytes and an element.

   Example: a[i][j] from a[i-1][j] and a[i][j-1], row i on process i of many.
   Each value is due at once: with a spacing of 4, process 0 sends it behind
   tasks 1, 5, 9, … of its row.  */

#include "tasks.h"

/* Forget the messages that are done; all of them if WAIT.  */

static void
reclaim (struct prt_tables *t, bool wait)
{
  int n = 0;
  prt_comm_begin ();
  double since = prt.trace ? prt_now () : 0;
  if (wait && t->n_pending)
    {
      MPI_Waitall (t->n_pending, t->pending, MPI_STATUSES_IGNORE);
      if (prt.trace)
	prt_stretch_wait (t, PRT_TAG_GATHER, since);
    }
  for (int i = 0; i < t->n_pending; i++)
    {
      int done = wait;
      if (!wait)
	MPI_Test (&t->pending[i], &done, MPI_STATUS_IGNORE);
      if (done)
	free (t->pending_data[i]);
      else
	{
	  t->pending[n] = t->pending[i];
	  t->pending_data[n++] = t->pending_data[i];
	}
    }
  t->n_pending = n;
  prt_comm_end ();
}

/* Remember that REQUEST still needs DATA.  */

static void
keep_pending (struct prt_tables *t, MPI_Request request, char *data)
{
  if (t->n_pending == t->pending_room)
    reclaim (t, false);
  if (t->n_pending == t->pending_room)
    {
      t->pending_room = 2 * t->pending_room + 16;
      t->pending = prt_grow (t->pending, t->pending_room,
			     sizeof *t->pending);
      t->pending_data = prt_grow (t->pending_data, t->pending_room,
				  sizeof *t->pending_data);
    }
  t->pending[t->n_pending] = request;
  t->pending_data[t->n_pending++] = data;
}

/* Small messages have mostly left when MPI_Isend returns.  */

static void
send (struct prt_tables *t, int dst)
{
  struct prt_outgoing *out = &t->out[dst];
  MPI_Request request;
  int done;
  prt_comm_begin ();
  double since = prt.trace ? prt_now () : 0;
  MPI_Isend (out->data, (int) out->n, MPI_BYTE, dst, PRT_TAG_TASKS, prt.comm,
	     &request);
  MPI_Test (&request, &done, MPI_STATUS_IGNORE);
  if (!done)
    {
      keep_pending (t, request, out->data);
      out->data = NULL;
    }
  if (prt.trace)
    prt_stretch_send (t, PRT_TAG_TASKS, dst, out->n, since);
  prt_comm_end ();
  prt.tally.messages++;
  prt.tally.bytes += out->n;
  out->n = 0;
  out->last = t->step;
}

/* A block begins, and nothing is kept.  */

void
prt_stream_begin (struct prt_tables *t)
{
  for (int r = 0; r < prt.procs; r++)
    t->out[r].last = -t->desc->spacing;
  t->step = 0;
  t->leave = INT64_MAX;
}

static int64_t
leave_of (const struct prt_tables *t, const struct prt_outgoing *out)
{
  return pram_task_leave (out->n, out->due, out->last, t->desc->spacing);
}

/* Append SIZE bytes to the stream to DST, where a task of step DUE needs
   them.  */

void
prt_stream_put (struct prt_tables *t, int dst, const void *data, size_t size,
		int64_t due)
{
  struct prt_outgoing *out = &t->out[dst];
  int64_t leave;
  if (!out->n || due < out->due)
    out->due = due;
  if (!out->data)
    out->data = prt_alloc (1, t->message_room);
  memcpy (out->data + out->n, data, size);
  out->n += size;
  leave = leave_of (t, out);
  if (leave < t->leave)
    t->leave = leave;
  if (out->n >= PRAM_TABLE_MESSAGE)
    send (t, dst);
}

/* The next own task has step NEXT: send what has to leave before it.  */

void
prt_stream_send_due (struct prt_tables *t, int64_t next)
{
  t->step = next;
  if (t->leave > next)
    return;
  t->leave = INT64_MAX;
  for (int r = 0; r < prt.procs; r++)
    {
      int64_t leave = leave_of (t, &t->out[r]);
      if (leave <= next)
	send (t, r);
      else if (leave < t->leave)
	t->leave = leave;
    }
}

/* Send what has been collected.  */

void
prt_stream_flush (struct prt_tables *t)
{
  for (int r = 0; r < prt.procs; r++)
    if (t->out[r].n)
      send (t, r);
}

static void
receive (struct prt_tables *t, int src)
{
  struct prt_incoming *in = &t->in[src];
  MPI_Status status;
  int n;
  prt_comm_begin ();
  if (!in->data)
    in->data = prt_alloc (1, t->message_room);
  prt_stream_flush (t);
  double waiting = prt.trace ? prt_now () : 0;
  MPI_Recv (in->data, t->message_room, MPI_BYTE, src, PRT_TAG_TASKS, prt.comm,
	    &status);
  MPI_Get_count (&status, MPI_BYTE, &n);
  in->n = n;
  in->at = 0;
  if (prt.trace)
    prt_stretch_receive (t, PRT_TAG_TASKS, src, n, waiting);
  prt_comm_end ();
}

/* Take SIZE bytes, one element, from the stream from SRC.  */

void
prt_stream_get (struct prt_tables *t, int src, void *data, size_t size)
{
  struct prt_incoming *in = &t->in[src];
  if (in->at == in->n)
    receive (t, src);
  if (in->n - in->at < size)
    prt_fatal ("rank %d sent half of an element", src);
  memcpy (data, in->data + in->at, size);
  in->at += size;
}

/* Everything is on its way: wait until it has left.  */

void
prt_stream_finish (struct prt_tables *t)
{
  prt_stream_flush (t);
  reclaim (t, true);
}

/* Free T's streams, in which nothing is under way.  */

void
prt_stream_free (struct prt_tables *t)
{
  for (int r = 0; r < t->region->procs; r++)
    {
      free (t->out[r].data);
      free (t->in[r].data);
    }
  free (t->out);
  free (t->in);
  free (t->pending);
  free (t->pending_data);
}
