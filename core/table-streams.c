/* table-streams.c: how values travel between ranks that run tasks.

   SPDX-License-Identifier: GPL-3.0-or-later

   runtime/task-stream.c: what a rank has for another one is kept until the rank
   has to wait for a message, or until it is PRAM_TABLE_MESSAGE bytes.  Where
   messages end depends on what their sender does alone, and when a rank has to
   wait on where messages end, not on how long anything takes.  So the ranks are
   played one after the other, each as far as there are messages for it.

   Example: task 0 on rank 0 has two values for rank 1; task 1, there, needs the
   first and makes one that rank 0 needs in task 2, task 3, on rank 1, needs the
   second.  Rank 0 waits before task 2: one message each way.  */

#include "table-streams.h"

#include <stdbool.h>
#include <stdlib.h>

#include "alloc.h"
#include "pram-abi.h"

/* From one rank to another.  */
struct stream
{
  int64_t put, bytes;		/* values, and bytes that are kept */
  int64_t sent;			/* values that have been sent */
  int64_t n_ends, next_end, room;
  int64_t *end;			/* by message: the values up to its end */
  int64_t here;			/* values in messages that were received */
};

struct rank
{
  int64_t put, put_end;		/* its next move to send, by `after' … */
  int64_t get, get_end;		/* … to receive, by reader … */
  int64_t flush, flush_end;	/* … and its next flush */
};

struct play
{
  int procs;
  struct stream *streams;	/* src * procs + dst */
  struct rank *ranks;
  struct pram_table_move *puts;
  struct pram_table_move **gets;
  struct pram_table_flush *flushes;
  int64_t messages;
};

/* Values leave in the order of the tasks they follow, then as they are
   needed.  */
static int
compare_puts (const void *a_, const void *b_)
{
  const struct pram_table_move *a = a_, *b = b_;
  int order;
  (void) ((order = pram_table_sign (a->src, b->src))
	  || (order = pram_table_sign (a->after, b->after))
	  || (order = pram_table_sign (a->reader, b->reader))
	  || (order = pram_table_sign (a->array, b->array))
	  || (order = pram_table_sign (a->offset, b->offset)));
  return order;
}

static int
compare_gets (const void *a_, const void *b_)
{
  const struct pram_table_move *a = *(struct pram_table_move *const *) a_;
  const struct pram_table_move *b = *(struct pram_table_move *const *) b_;
  int order;
  (void) ((order = pram_table_sign (a->dst, b->dst))
	  || (order = pram_table_sign (a->reader, b->reader))
	  || (order = pram_table_sign (a->src, b->src))
	  || (order = pram_table_sign (a->place, b->place)));
  return order;
}

static int
compare_flushes (const void *a_, const void *b_)
{
  const struct pram_table_flush *a = a_, *b = b_;
  int order = pram_table_sign (a->rank, b->rank);
  return order ? order : pram_table_sign (a->task, b->task);
}

static void
send (struct play *play, struct stream *s)
{
  if (s->put == s->sent)
    return;
  if (s->n_ends == s->room)
    {
      s->room = 2 * s->room + 4;
      s->end = pram_resized (s->end, s->room, sizeof *s->end);
    }
  s->end[s->n_ends++] = s->sent = s->put;
  s->bytes = 0;
  play->messages++;
}

static void
flush (struct play *play, int rank)
{
  for (int dst = 0; dst < play->procs; dst++)
    send (play, &play->streams[rank * play->procs + dst]);
}

static void
put (struct play *play, const struct pram_table_move *m)
{
  struct stream *s = &play->streams[m->src * play->procs + m->dst];
  s->put++;
  s->bytes += m->bytes;
  if (s->bytes >= PRAM_TABLE_MESSAGE)
    send (play, s);
}

/* False if the message with M is not there yet.  */
static bool
get (struct play *play, const struct pram_table_move *m)
{
  struct stream *s = &play->streams[m->src * play->procs + m->dst];
  while (s->here <= m->place)
    {
      flush (play, m->dst);
      if (s->next_end == s->n_ends)
	return false;
      s->here = s->end[s->next_end++];
    }
  return true;
}

enum { NOTHING = INT32_MAX };

/* Go on with rank P until it waits or is done; false if it couldn't do
   anything.  Of what stands between two tasks what follows the first comes
   first, then what the second one waits for.  */
static bool
advance (struct play *play, int p)
{
  struct rank *r = &play->ranks[p];
  bool any = false;
  for (;; any = true)
    {
      int64_t out = r->put < r->put_end ? play->puts[r->put].after + 1 : NOTHING;
      int64_t in = r->get < r->get_end ? play->gets[r->get]->reader : NOTHING;
      int64_t stop = r->flush < r->flush_end
		     ? play->flushes[r->flush].task : NOTHING;
      if (out <= in && out <= stop && out < NOTHING)
	put (play, &play->puts[r->put++]);
      else if (in <= stop && in < NOTHING)
	{
	  if (!get (play, play->gets[r->get]))
	    return any;
	  r->get++;
	}
      else if (stop < NOTHING)
	{
	  flush (play, p);
	  r->flush++;
	}
      else
	return any;
    }
}

/* Number the values of each stream, and sort by who does what when.  */
static void
prepare (struct play *play, int64_t n, int64_t n_flushes)
{
  qsort (play->puts, (size_t) n, sizeof *play->puts, compare_puts);
  qsort (play->flushes, (size_t) n_flushes, sizeof *play->flushes,
	 compare_flushes);
  int64_t *values = pram_zeroed ((int64_t) play->procs * play->procs,
				 sizeof *values);
  for (int64_t m = 0; m < n; m++)
    {
      struct pram_table_move *move = &play->puts[m];
      move->place = values[move->src * play->procs + move->dst]++;
      play->gets[m] = move;
      play->ranks[move->src].put_end++;
      play->ranks[move->dst].get_end++;
    }
  free (values);
  qsort (play->gets, (size_t) n, sizeof *play->gets, compare_gets);
  for (int64_t f = 0; f < n_flushes; f++)
    play->ranks[play->flushes[f].rank].flush_end++;
  int64_t put = 0, get = 0, stop = 0;
  for (int p = 0; p < play->procs; p++)
    {
      struct rank *r = &play->ranks[p];
      r->put = put, r->get = get, r->flush = stop;
      put = r->put_end += put;
      get = r->get_end += get;
      stop = r->flush_end += stop;
    }
}

int64_t
pram_table_streams_count (struct pram_table_move *moves, int64_t n,
			  struct pram_table_flush *flushes, int64_t n_flushes,
			  int procs)
{
  struct play play = { .procs = procs, .puts = moves, .flushes = flushes };
  int64_t pairs = (int64_t) procs * procs;
  play.streams = pram_zeroed (pairs, sizeof *play.streams);
  play.ranks = pram_zeroed (procs, sizeof *play.ranks);
  play.gets = pram_zeroed (n, sizeof *play.gets);
  prepare (&play, n, n_flushes);
  for (bool any = true; any;)
    {
      any = false;
      for (int p = 0; p < procs; p++)
	any |= advance (&play, p);
    }
  for (int p = 0; p < procs; p++)
    flush (&play, p);
  for (int64_t s = 0; s < pairs; s++)
    free (play.streams[s].end);
  free (play.streams);
  free (play.ranks);
  free (play.gets);
  return play.messages;
}
