/* table-play.c: when ranks do what they do, if a region runs through tables.

   SPDX-License-Identifier: Apache-2.0

   runtime/task-stream.c: what a rank has for another one is kept until the rank
   has to wait for a message, or it is PRAM_TABLE_MESSAGE bytes, or due and the
   last message some steps ago (pram-abi.h).  Where messages end depends on what
   their sender does alone, and when a rank has to wait on where messages end,
   not on how long anything takes.  So the ranks are played one after the other,
   each as far as there are messages for it, and each has its own clock.

   Times are those of the LogP model (timing.c) but for the capacity: sends do
   not wait for the receiver.

   The bound: at any moment before the end a rank computes, or a message is
   being sent, is under way, is being received, or a gap behind it passes; else
   nothing would ever go on.  So all takes no longer than the sum of these.

   Example: rank 0 has two values for rank 1, which needs the first to make one
   that rank 0 then waits for; then rank 1 needs the second.  Rank 0 sends when
   it waits: one message each way.  */

#include "table-steps.h"

#include <math.h>
#include <stdlib.h>

#include "base/alloc.h"
#include "pram-tasks.h"

struct message
{
  int64_t end;			/* of the stream's values, those up to its
				   end */
  int64_t bytes;
  int64_t number;
  double arrival;		/* s */
};

/* Messages from one rank to another, in their order.  */
struct queue
{
  int64_t n, next, room;
  struct message *message;
};

/* From one rank to another.  */
struct stream
{
  int32_t dst;
  int64_t put, sent, bytes;	/* values; bytes that are kept */
  int64_t here;			/* values in messages that were received */
  int64_t due;			/* the first step that needs what is kept */
  int64_t last;			/* the step before which the last message left,
				   or long ago */
  struct queue values, others;
};

struct rank
{
  int64_t at;			/* the next step */
  bool computed;		/* what is before it */
  int64_t kept;			/* streams with something kept */
  int64_t step;			/* of the next task */
  int64_t leave;		/* what is kept may have to leave before it */
  int n_marks;
  double clock, next_send, next_recv;	/* s */
  struct pram_table_progress done;	/* of this rank */
  struct stream *to;		/* by rank: those that anything is for */
  int n_to;
};

struct play
{
  int procs;
  int32_t spacing;
  const struct pram_logp *machine;
  const struct pram_table_steps *steps;
  struct rank *ranks;
  struct pram_table_progress *marks;
  int64_t n_messages;
  struct pram_table_events *events;	/* by rank, or null */
};

/* --- Streams ------------------------------------------------------------- */

static int
compare_streams (const void *a_, const void *b_)
{
  const struct stream *a = a_, *b = b_;
  return (a->dst > b->dst) - (a->dst < b->dst);
}

/* That from SRC to DST, or null.  */
static struct stream *
stream_between (const struct play *play, int src, int dst)
{
  const struct rank *r = &play->ranks[src];
  struct stream key = { .dst = dst };
  return r->n_to ? bsearch (&key, r->to, (size_t) r->n_to, sizeof key,
			    compare_streams) : NULL;
}

/* Find whom rank P's steps have anything for; LAST, by rank, is the rank + 1
   that had it last.  */
static void
find_streams (struct play *play, int p, int32_t *last)
{
  const struct pram_table_steps *steps = &play->steps[p];
  struct rank *r = &play->ranks[p];
  int room = 0;
  for (int64_t s = 0; s < steps->n; s++)
    {
      const struct pram_table_step *step = &steps->step[s];
      if ((step->kind != PRAM_STEP_PUT && step->kind != PRAM_STEP_SEND)
	  || last[step->peer] == p + 1)
	continue;
      last[step->peer] = p + 1;
      if (r->n_to == room)
	{
	  room = 2 * room + 4;
	  r->to = pram_resized (r->to, room, sizeof *r->to);
	}
      r->to[r->n_to++] = (struct stream) { .dst = step->peer };
    }
  if (r->n_to > 1)
    qsort (r->to, (size_t) r->n_to, sizeof *r->to, compare_streams);
}

/* --- Messages ------------------------------------------------------------ */

static void
note (struct play *play, int p, struct pram_table_event event)
{
  if (!play->events)
    return;
  struct pram_table_events *events = &play->events[p];
  if (events->n == events->room)
    {
      events->room = 2 * events->room + 64;
      events->event = pram_resized (events->event, events->room,
				    sizeof *events->event);
    }
  events->event[events->n++] = event;
}

/* Rank P computes what is before STEP, from START to END.  */
static void
note_computation (struct play *play, int p, const struct pram_table_step *step,
		  double start, double end)
{
  struct pram_table_events *events = play->events ? &play->events[p] : NULL;
  struct pram_table_event *last
    = events && events->n ? &events->event[events->n - 1] : NULL;
  if (end <= start)
    return;
  if (!last || last->kind != PRAM_COMPUTE)
    {
      note (play, p, (struct pram_table_event)
	    { PRAM_COMPUTE, p, -1, 0, start, end, step->line,
	      step->last_line });
      return;
    }
  last->end = end;
  if (step->line && (!last->line || step->line < last->line))
    last->line = step->line;
  if (step->last_line > last->last_line)
    last->last_line = step->last_line;
}

/* Rank P sends BYTES over S, to rank DST, in QUEUE.  */
static void
send (struct play *play, int p, int dst, struct queue *queue, int64_t bytes,
      int64_t end)
{
  const struct pram_logp *m = play->machine;
  struct rank *r = &play->ranks[p];
  enum pram_pair pair = pram_logp_pair (m, p, dst);
  double o = pram_logp_o_send (m, pair, bytes);
  double g = pram_logp_gap (m, pair, bytes);
  double L = pram_logp_latency (m, pair, bytes);
  double start = fmax (r->clock, r->next_send);
  r->next_send = start + g;
  r->clock = start + o;
  r->done.messages++;
  r->done.bytes += bytes;
  r->done.sum += fmax (o, g) + L + fmax (pram_logp_o_recv (m, pair, bytes), g);
  if (queue->n == queue->room)
    {
      queue->room = 2 * queue->room + 4;
      queue->message = pram_resized (queue->message, queue->room,
				     sizeof *queue->message);
    }
  queue->message[queue->n++]
    = (struct message) { end, bytes, play->n_messages, r->clock + L };
  note (play, p, (struct pram_table_event)
	{ PRAM_SEND, dst, play->n_messages++, bytes, start, r->clock, 0, 0 });
}

/* Rank P, which waits for it, receives the next message of QUEUE, from SRC.  */
static struct message
receive (struct play *play, int p, int src, struct queue *queue)
{
  const struct pram_logp *m = play->machine;
  struct rank *r = &play->ranks[p];
  struct message message = queue->message[queue->next++];
  enum pram_pair pair = pram_logp_pair (m, src, p);
  double start = fmax (fmax (r->clock, message.arrival), r->next_recv);
  r->next_recv = start + pram_logp_gap (m, pair, message.bytes);
  r->clock = start + pram_logp_o_recv (m, pair, message.bytes);
  note (play, p, (struct pram_table_event)
	{ PRAM_RECV, src, message.number, message.bytes, start, r->clock, 0,
	  0 });
  return message;
}

/* Rank P sends what it keeps in S.  */
static void
send_kept (struct play *play, int p, struct stream *s)
{
  if (s->put == s->sent)
    return;
  send (play, p, s->dst, &s->values, s->bytes, s->put);
  s->sent = s->put;
  s->bytes = 0;
  s->last = play->ranks[p].step;
  play->ranks[p].kept--;
}

static void
flush (struct play *play, int p)
{
  const struct rank *r = &play->ranks[p];
  for (int k = 0; k < r->n_to && r->kept; k++)
    send_kept (play, p, &r->to[k]);
}

static int64_t
leave_of (const struct play *play, const struct stream *s)
{
  return pram_task_leave (s->put != s->sent, s->due, s->last, play->spacing);
}

static void
put (struct play *play, int p, const struct pram_table_step *step)
{
  struct stream *s = stream_between (play, p, step->peer);
  struct rank *r = &play->ranks[p];
  if (s->put == s->sent || step->at < s->due)
    s->due = step->at;
  r->kept += s->put == s->sent;
  s->put++;
  s->bytes += step->n;
  if (leave_of (play, s) < r->leave)
    r->leave = leave_of (play, s);
  if (s->bytes >= PRAM_TABLE_MESSAGE)
    send_kept (play, p, s);
}

/* Rank P has done a task; its next one has step NEXT.  */
static void
send_due (struct play *play, int p, int64_t next)
{
  struct rank *r = &play->ranks[p];
  r->step = next;
  if (r->leave > next)
    return;
  r->leave = INT64_MAX;
  for (int k = 0; k < r->n_to; k++)
    {
      int64_t leave = leave_of (play, &r->to[k]);
      if (leave <= next)
	send_kept (play, p, &r->to[k]);
      else if (leave < r->leave)
	r->leave = leave;
    }
}

/* Rank P begins a block.  */
static void
begin (struct play *play, int p)
{
  struct rank *r = &play->ranks[p];
  flush (play, p);
  for (int k = 0; k < r->n_to; k++)
    r->to[k].last = -play->spacing;
  r->step = 0;
  r->leave = INT64_MAX;
}

/* Rank P waits until N values from SRC are there; false if some have not been
   sent yet.  */
static bool
get (struct play *play, int p, int src, int64_t n)
{
  struct stream *s = stream_between (play, src, p);
  while (!s || s->here < n)
    {
      flush (play, p);
      if (!s || s->values.next == s->values.n)
	return false;
      s->here = receive (play, p, src, &s->values).end;
    }
  return true;
}

/* Rank P passes its next mark.  */
static void
pass_mark (struct play *play, int p)
{
  struct rank *r = &play->ranks[p];
  struct pram_table_progress *mark = &play->marks[r->n_marks++];
  mark->messages += r->done.messages;
  mark->bytes += r->done.bytes;
  mark->sum += r->done.sum;
  mark->seconds = fmax (mark->seconds, r->clock);
}

/* Rank P does STEP; false if it has to wait for what has not been sent.  */
static bool
take_step (struct play *play, int p, const struct pram_table_step *step)
{
  struct stream *s;
  switch (step->kind)
    {
    case PRAM_STEP_PUT: put (play, p, step); break;
    case PRAM_STEP_GET: return get (play, p, step->peer, step->n);
    case PRAM_STEP_DONE: send_due (play, p, step->at); break;
    case PRAM_STEP_FLUSH: flush (play, p); break;
    case PRAM_STEP_BLOCK: begin (play, p); break;
    case PRAM_STEP_SEND:
      s = stream_between (play, p, step->peer);
      send (play, p, step->peer, &s->others, step->n, 0);
      break;
    case PRAM_STEP_RECEIVE:
      s = stream_between (play, step->peer, p);
      if (!s || s->others.next == s->others.n)
	return false;
      receive (play, p, step->peer, &s->others);
      break;
    case PRAM_STEP_MARK: pass_mark (play, p); break;
    }
  return true;
}

/* Go on with rank P until it waits or is done; false if it couldn't do
   anything.  */
static bool
advance (struct play *play, int p)
{
  struct rank *r = &play->ranks[p];
  const struct pram_table_steps *steps = &play->steps[p];
  bool any = false;
  for (; r->at < steps->n; r->at++, any = true)
    {
      const struct pram_table_step *step = &steps->step[r->at];
      if (!r->computed)
	{
	  double start = r->clock;
	  r->clock += step->before;
	  note_computation (play, p, step, start, r->clock);
	  r->done.sum += step->before;
	}
      r->computed = true;
      if (!take_step (play, p, step))
	return any;
      r->computed = false;
    }
  return any;
}

static void
release (struct play *play)
{
  for (int p = 0; p < play->procs; p++)
    {
      for (int k = 0; k < play->ranks[p].n_to; k++)
	{
	  free (play->ranks[p].to[k].values.message);
	  free (play->ranks[p].to[k].others.message);
	}
      free (play->ranks[p].to);
    }
  free (play->ranks);
}

struct pram_table_progress
pram_table_play (const struct pram_table_steps *steps, int procs,
		 int32_t spacing, const struct pram_logp *machine,
		 struct pram_table_progress *marks,
		 struct pram_table_events *events)
{
  struct play play = { .procs = procs, .spacing = spacing, .machine = machine,
		       .steps = steps, .marks = marks, .events = events };
  struct pram_table_progress all = { 0 };
  int32_t *last = pram_zeroed (procs, sizeof *last);
  play.ranks = pram_zeroed (procs, sizeof *play.ranks);
  for (int p = 0; p < procs; p++)
    find_streams (&play, p, last);
  free (last);
  for (bool any = true; any;)
    {
      any = false;
      for (int p = 0; p < procs; p++)
	any |= advance (&play, p);
    }
  for (int p = 0; p < procs; p++)
    {
      const struct rank *r = &play.ranks[p];
      if (r->at < steps[p].n)
	abort ();		/* there is no circle: table-plan.c */
      all.messages += r->done.messages;
      all.bytes += r->done.bytes;
      all.sum += r->done.sum;
      all.seconds = fmax (all.seconds, r->clock);
    }
  release (&play);
  return all;
}
