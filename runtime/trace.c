/* trace.c: PRAM_TRACE, a timeline of what each process does.

   SPDX-License-Identifier: Apache-2.0

   Each process keeps the events of one entry of a region; at its end rank 0
   collects and writes them, one a line, in the trace event format that
   chrome://tracing and Perfetto open: an array of objects, times in
   microseconds, a thread for each rank.  The first line's brackets need no
   closing ones, so the file of a program that was killed can be read, too.

   Messages are drawn as arrows.  Sender and receiver start the messages with
   one tag in the same order, so each counts them and both know the name
   `SOURCE>DESTINATION:TAG:COUNT'.

   Clocks: at the first entry rank 0 exchanges messages with each process and
   takes the offset from the fastest exchange (Cristian's method); one that is
   smaller than the exchange took is none.  */

#include "prt.h"
#include <errno.h>

/* More events of one entry on one process are counted, not kept.  */
enum { MAX_EVENTS = 1 << 20, EXCHANGES = 20 };

struct event
{
  double start, end;		/* s, by the clock of rank 0 */
  int32_t what;			/* enum prt_event */
  int32_t number;		/* of the layer; the tag of messages; tasks:
				   the first line */
  int32_t other;		/* the peer of a message; tasks: the last
				   line */
  int32_t n_layers;		/* in the same sweep, NUMBER being the first */
  int32_t layer[PRAM_CHAIN];
  int32_t count;		/* of the messages with this peer and tag; how
				   many tasks */
  int64_t lo, hi;		/* units, tasks; HI of a message: its bytes; LO
				   of an entry: its iterations */
};

static struct
{
  FILE *file;			/* on rank 0 */
  int error;			/* the first one of writing it, an errno */
  bool failed, synchronised, sweeping, first_line;
  double offset;		/* to be added to this process's clock */
  double origin;		/* time 0 of the file */
  int n, room;
  int64_t dropped;
  struct event *event;
  int n_tags;
  int32_t *sent, *received;	/* messages so far, by tag and peer */
} trace;

/* --- Collecting ---------------------------------------------------------- */

static struct event *
add (enum prt_event what, int number, double start)
{
  PRT_FLOATING_OWN;
  if (trace.n == MAX_EVENTS)
    {
      trace.dropped++;
      return NULL;
    }
  if (trace.n == trace.room)
    {
      trace.room = 2 * trace.room + 1024;
      trace.event = prt_grow (trace.event, trace.room, sizeof *trace.event);
    }
  struct event *e = &trace.event[trace.n++];
  *e = (struct event) { .start = start + trace.offset,
			.end = prt_now () + trace.offset,
			.what = what, .number = number, .other = -1 };
  return e;
}

/* Something that began at START and ends now.  */

void
prt_trace (enum prt_event what, int number, double start)
{
  const struct prt_region *region = prt.current;
  struct event *e = add (what, number, start);
  if (e && what == PRT_ENTRY)
    e->lo = region->desc->iterations < 0 ? 1
	    : region->counts[region->desc->iterations];
}

/* Between calls with true and false computations are one event.  */

void
prt_trace_sweep (bool sweeping)
{
  trace.sweeping = sweeping;
}

/* Layer NUMBER is one of those in E, too.  False if there is no room.  */

static bool
add_layer (struct event *e, int number)
{
  for (int i = 0; i < e->n_layers; i++)
    if (e->layer[i] == number)
      return true;
  if (e->n_layers == PRAM_CHAIN)
    return false;
  e->layer[e->n_layers++] = number;
  return true;
}

/* Units [LO, HI) of layer NUMBER have run since START.  */

void
prt_trace_compute (int number, double start, int64_t lo, int64_t hi)
{
  struct event *last = trace.n ? &trace.event[trace.n - 1] : NULL;
  if (trace.sweeping && last && last->what == PRT_COMPUTE
      && add_layer (last, number))
    {
      PRT_FLOATING_OWN;
      if (last->number == number)
	last->hi = hi;
      last->end = prt_now () + trace.offset;
      return;
    }
  struct event *e = add (PRT_COMPUTE, number, start);
  if (e)
    {
      add_layer (e, number);
      e->lo = lo;
      e->hi = hi;
    }
}

/* Tasks of tables have run.  */

void
prt_trace_stretch (const struct prt_stretch *s)
{
  PRT_FLOATING_OWN;
  struct event *e = add (PRT_TASKS, s->line, s->start);
  if (e)
    {
      e->end = s->end + trace.offset;
      e->other = s->last_line;
      e->count = s->n;
      e->lo = s->lo;
      e->hi = s->hi;
    }
}

/* A message with TAG, to or from PEER, sent or received since START.  */

void
prt_trace_message (bool send, int tag, int peer, int64_t bytes, double start)
{
  struct event *e = add (send ? PRT_SEND : PRT_RECEIVE, tag, start);
  int32_t *counter = send ? trace.sent : trace.received;
  int32_t count = counter[tag * prt.all_procs + peer]++;
  if (e)
    {
      e->other = peer;
      e->count = count;
      e->hi = bytes;
    }
}

/* The messages of ROUND with its tag, sent or received since START.  */

void
prt_trace_messages (const struct prt_round *round, bool send, double start)
{
  int first = send ? round->n_recv : 0;
  int n = send ? round->n_send : round->n_recv;
  for (int i = first; i < first + n; i++)
    prt_trace_message (send, round->tag, round->peer[i], round->peer_bytes[i],
		       start);
}

/* --- Begin of an entry --------------------------------------------------- */

/* The clock of rank 0 minus that of RANK, to be known by RANK.  */

static void
measure_offset (int rank)
{
  double best = 1e9, offset = 0;
  for (int i = 0; i < EXCHANGES; i++)
    {
      double since = prt_now (), there = 0;
      if (prt.rank == 0)
	{
	  MPI_Recv (&there, 1, MPI_DOUBLE, rank, PRT_TAG_CONTROL, prt.comm,
		    MPI_STATUS_IGNORE);
	  since = prt_now ();
	  MPI_Send (&since, 1, MPI_DOUBLE, rank, PRT_TAG_CONTROL, prt.comm);
	  continue;
	}
      MPI_Send (&since, 1, MPI_DOUBLE, 0, PRT_TAG_CONTROL, prt.comm);
      MPI_Recv (&there, 1, MPI_DOUBLE, 0, PRT_TAG_CONTROL, prt.comm,
		MPI_STATUS_IGNORE);
      double now = prt_now ();
      if (now - since < best)
	{
	  best = now - since;
	  offset = there - (since + now) / 2;
	}
    }
  trace.offset = offset < -best || offset > best ? offset : 0;
}

static void
synchronise (void)
{
  for (int r = 1; r < prt.procs; r++)
    if (prt.rank == 0 || prt.rank == r)
      measure_offset (r);
  if (prt.rank == 0 && trace.origin == 0)
    trace.origin = prt_now ();
  trace.synchronised = prt.procs == prt.all_procs;
}

/* COUNTERS with room for N_TAGS tags.  */

static int32_t *
counters_grow (int32_t *counters, int n_tags)
{
  size_t old = (size_t) trace.n_tags * prt.all_procs;
  size_t n = (size_t) n_tags * prt.all_procs;
  counters = prt_grow (counters, n, sizeof *counters);
  memset (counters + old, 0, (n - old) * sizeof *counters);
  return counters;
}

/* All processes enter REGION.  */

void
prt_trace_begin (struct prt_region *region)
{
  if (!trace.synchronised)
    synchronise ();
  int n_tags = PRT_TAG_LAYERS + region->desc->n_layers;
  if (n_tags > trace.n_tags)
    {
      trace.sent = counters_grow (trace.sent, n_tags);
      trace.received = counters_grow (trace.received, n_tags);
      trace.n_tags = n_tags;
    }
  trace.n = 0;
  trace.dropped = 0;
}

/* --- The file ------------------------------------------------------------ */

/* Microseconds since the file's origin, independent of the locale.  */

static void
write_time (const char *key, double seconds)
{
  long long ns = (long long) (seconds * 1e9 + 0.5);
  fprintf (trace.file, ", \"%s\": %s%lld.%03lld", key, ns < 0 ? "-" : "",
	   llabs (ns) / 1000, llabs (ns) % 1000);
}

/* Begin the object of an event of RANK named NAME.  */

static void
begin_object (const char *name, const char *phase, int rank, double time)
{
  fputs (trace.first_line ? "\n{ " : ",\n{ ", trace.file);
  trace.first_line = false;
  fprintf (trace.file, "\"name\": \"%s\", \"ph\": \"%s\", \"pid\": 0, "
	   "\"tid\": %d", name, phase, rank);
  write_time ("ts", time - trace.origin);
}

static int
line_of (const struct prt_region *region, int layer)
{
  return (int) region->desc->layers[layer].line;
}

static void
write_name (char *name, size_t size, const struct prt_region *region,
	    const struct event *e)
{
  static const char *const names[]
    = { [PRT_SEND] = "send", [PRT_RECEIVE] = "receive", [PRT_WAIT] = "wait",
	[PRT_REDUCE] = "reduce", [PRT_INSPECT] = "inspect",
	[PRT_ENTRY] = "region" };
  static const char *const waits[PRT_TAG_LAYERS]
    = { [PRT_TAG_SCATTER] = "scatter", [PRT_TAG_GATHER] = "gather",
	[PRT_TAG_TASKS_VERDICT] = "verdict", [PRT_TAG_TASKS_JOIN] = "combine" };
  if (e->what == PRT_TASKS && e->other > e->number)
    snprintf (name, size, "lines %d-%d", (int) e->number, (int) e->other);
  else if (e->what == PRT_TASKS)
    snprintf (name, size, "line %d", (int) e->number);
  else if (e->what == PRT_COMPUTE)
    for (int i = 0, at = 0; i < e->n_layers; i++)
      at += snprintf (name + at, size - at, "%s%d",
		      i > 0 ? ", " : e->n_layers > 1 ? "lines " : "line ",
		      line_of (region, e->layer[i]));
  else if (e->what == PRT_WAIT && e->number < PRT_TAG_LAYERS
	   && waits[e->number])
    snprintf (name, size, "%s", waits[e->number]);
  else
    snprintf (name, size, "%s", names[e->what]);
}

/* The arrow's end in the message E of RANK.  */

static void
write_arrow (int rank, const struct event *e)
{
  bool send = e->what == PRT_SEND;
  begin_object ("message", send ? "s" : "f", rank,
		send ? e->start : e->end);
  fprintf (trace.file, ", \"cat\": \"message\"%s, \"id\": \"%d>%d:%d:%d\" }",
	   send ? "" : ", \"bp\": \"e\"", send ? rank : (int) e->other,
	   send ? (int) e->other : rank, (int) e->number, (int) e->count);
}

static void
write_event (const struct prt_region *region, int rank, const struct event *e)
{
  static const char *const categories[]
    = { [PRT_COMPUTE] = "compute", [PRT_TASKS] = "compute",
	[PRT_SEND] = "send", [PRT_RECEIVE] = "receive", [PRT_WAIT] = "wait",
	[PRT_REDUCE] = "reduce", [PRT_INSPECT] = "inspect",
	[PRT_ENTRY] = "region" };
  char name[64];
  write_name (name, sizeof name, region, e);
  /* A message arrives within the wait for it.  */
  if (e->what != PRT_RECEIVE)
    {
      begin_object (name, "X", rank, e->start);
      write_time ("dur", e->end - e->start);
      fprintf (trace.file, ", \"cat\": \"%s\"", categories[e->what]);
      if (e->what == PRT_COMPUTE)
	fprintf (trace.file, ", \"args\": { \"units\": [%lld, %lld] }",
		 (long long) e->lo, (long long) e->hi);
      else if (e->what == PRT_TASKS)
	fprintf (trace.file, ", \"args\": { \"tasks\": [%lld, %lld], "
		 "\"run\": %d }", (long long) e->lo, (long long) e->hi,
		 (int) e->count);
      else if (e->what == PRT_SEND)
	fprintf (trace.file, ", \"args\": { \"to\": %d, \"bytes\": %lld }",
		 (int) e->other, (long long) e->hi);
      else if (e->what == PRT_ENTRY)
	fprintf (trace.file, ", \"args\": { \"region\": \"%s\", "
		 "\"iterations\": %lld }", region->desc->site->name,
		 (long long) e->lo);
      fputs (" }", trace.file);
    }
  if (e->what == PRT_SEND || e->what == PRT_RECEIVE)
    write_arrow (rank, e);
}

static bool
open_file (void)
{
  if (trace.file || trace.failed)
    return trace.file;
  trace.file = fopen (prt.trace_file, "w");
  if (!trace.file)
    {
      prt_warn_file (prt.trace_file, errno);
      trace.failed = true;
      return false;
    }
  trace.first_line = true;
  fputc ('[', trace.file);
  for (int r = 0; r < prt.all_procs; r++)
    {
      begin_object ("thread_name", "M", r, trace.origin);
      fprintf (trace.file, ", \"args\": { \"name\": \"rank %d\" } }", r);
    }
  return true;
}

/* Receive the events of RANK and write them.  */

static void
write_rank (const struct prt_region *region, int rank)
{
  struct event *event = trace.event;
  int64_t head[2] = { trace.n, trace.dropped };
  if (rank)
    {
      MPI_Recv (head, 2, MPI_INT64_T, rank, PRT_TAG_CONTROL, prt.comm,
		MPI_STATUS_IGNORE);
      event = prt_alloc (head[0], sizeof *event);
      MPI_Recv (event, (int) (head[0] * sizeof *event), MPI_BYTE, rank,
		PRT_TAG_CONTROL, prt.comm, MPI_STATUS_IGNORE);
    }
  for (int64_t i = 0; trace.file && i < head[0]; i++)
    write_event (region, rank, &event[i]);
  if (head[1])
    prt_warn (region->desc->site, "the trace of rank %d lacks %lld events",
	      rank, (long long) head[1]);
  if (rank)
    free (event);
}

/* All processes leave REGION.  */

void
prt_trace_end (const struct prt_region *region)
{
  int64_t head[2] = { trace.n, trace.dropped };
  if (prt.rank == 0)
    {
      open_file ();
      for (int r = 0; r < prt.procs; r++)
	write_rank (region, r);
      /* A forked process would write what is left, too.  */
      if (trace.file && !trace.error)
	trace.error = prt_flush (trace.file);
      return;
    }
  MPI_Send (head, 2, MPI_INT64_T, 0, PRT_TAG_CONTROL, prt.comm);
  MPI_Send (trace.event, (int) (trace.n * sizeof *trace.event), MPI_BYTE, 0,
	    PRT_TAG_CONTROL, prt.comm);
}

/* Rank 0: no region will be entered any more.  */

void
prt_trace_close (void)
{
  if (!open_file ())
    return;
  fputs ("\n]\n", trace.file);
  if (!trace.error)
    trace.error = prt_flush (trace.file);
  if (fclose (trace.file) != 0 && !trace.error)
    trace.error = errno;
  if (trace.error)
    prt_warn_file (prt.trace_file, trace.error);
}
