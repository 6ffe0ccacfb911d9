/* turn.c: deposits that are done before all units of their layer are.

   SPDX-License-Identifier: Apache-2.0

     for (l) for (k) for (i) for (j) f[box[l] + i] += …;

   A loop may deposit more than there is memory for.  So the log of each process gets
   no longer than its part of PRAM_DEPOSITS.  What is in it must be done behind all
   deposits of the processes that have earlier iterations: at first it is the *turn*
   of the process with the first ones.  When its log is full it has all of it done,
   and begins a new one.  Another process whose log is full has to wait until the one
   before has run its units, has had its log done, too, and passes the turn on, which it
   asks for.  So where logs are short nothing has a turn, and all run at once; where they
   are too long processes run one after the other in the end.

   Who waits, or has run his units, serves the others: he does the deposits that are his,
   and answers those that lead.  He does so until all have run their units.

   Invariants: only whose turn it is has deposits done; he waits for answers.  A process
   asks once for the turn, and gets it.  */

#include "deposit.h"

/* What a message is about: its first word.  The second one is how many words follow, of
   deposits.  */
enum { DEPOSITS, WANT, TURN };

/* Bytes of the log that are done in one go: they stay in a cache.  */
enum { SLICE = 1 << 20 };

/* The process with the next iterations, or, if BACK, with those before; -1: none.  */

static int
neighbour (const struct prt_deposits *d, bool back)
{
  int p = prt.rank + (d->backwards != back ? -1 : 1);
  return p < prt.procs ? p : -1;
}

void
prt_turns_begin (struct prt_deposits *d, const struct prt_layer *layer)
{
  bool watched = false;
  for (int s = 0; s < d->n_sites; s++)
    watched |= (d->site[s].undone && d->site[s].how & PRAM_SITE_WATCHED);
  d->turn = (struct prt_turn)
    { .possible = !watched && !prt_counted_p (d) && layer->desc->flags & PRAM_LAYER_SETTLES
		  && !(layer->desc->flags & PRAM_LAYER_LATE),
      .mine = neighbour (d, true) < 0,
      .most = prt.deposits / prt.procs };
  prt_receive_begin (d);
}

/* --- Serving ------------------------------------------------------------------ */

static void
tell (int rank, int64_t what, int64_t n)
{
  int64_t head[2] = { what, n };
  MPI_Send (head, 2, MPI_INT64_T, rank, PRT_TAG_TURN, prt.comm);
  prt.tally.messages++;
  prt.tally.bytes += sizeof head;
}

/* Send, or receive, N words.  */

static void
send_words (int rank, int tag, const char *words, int64_t n)
{
  MPI_Send (words, (int) n, MPI_INT64_T, rank, tag, prt.comm);
  prt.tally.messages++;
  prt.tally.bytes += 8 * n;
}

static void
receive_words (int rank, int tag, char *words, int64_t n)
{
  MPI_Recv (words, (int) n, MPI_INT64_T, rank, tag, prt.comm,
	    MPI_STATUS_IGNORE);
}

/* Do the N words of deposits at P.  */

static void
receive (struct prt_region *region, const char *p, int64_t n, char *answer)
{
  prt_receive (region->deposits, p, n, answer);
  prt_receive_check (region);
}

/* N words of deposits come from RANK.  */

static void
serve_deposits (struct prt_region *region, int rank, int64_t n)
{
  char *words = prt_alloc (n, 8);
  receive_words (rank, PRT_TAG_TURN, words, n);
  int64_t n_answers = prt_answers_words (region->deposits, words, n);
  char *answers = prt_alloc (n_answers, 8);
  receive (region, words, n, answers);
  send_words (rank, PRT_TAG_ANSWERS, answers, n_answers);
  free (words);
  free (answers);
}

/* Do what one of the others wants, if there is something.  */

static void
serve (struct prt_region *region)
{
  struct prt_turn *t = &region->deposits->turn;
  int64_t head[2];
  int here;
  MPI_Status status;
  MPI_Iprobe (MPI_ANY_SOURCE, PRT_TAG_TURN, prt.comm, &here, &status);
  if (!here)
    return;
  MPI_Recv (head, 2, MPI_INT64_T, status.MPI_SOURCE, PRT_TAG_TURN, prt.comm,
	    MPI_STATUS_IGNORE);
  if (head[0] == DEPOSITS)
    serve_deposits (region, status.MPI_SOURCE, head[1]);
  t->wanted |= head[0] == WANT;
  t->mine |= head[0] == TURN;
}

/* --- Having it done ------------------------------------------------------------ */

/* What is pending is done: a way to settle it.  */

static void
have_done (struct prt_region *region)
{
  struct prt_deposits *d = region->deposits;
  struct prt_mail out = prt_log_sort (d), answers = prt_answers_new (d, &out);
  for (int p = 0; p < prt.procs; p++)
    if (p != prt.rank && out.n[p])
      {
	tell (p, DEPOSITS, out.n[p]);
	send_words (p, PRT_TAG_TURN, out.data[p], out.n[p]);
      }
  receive (region, out.data[prt.rank], out.n[prt.rank], answers.data[prt.rank]);
  for (int p = 0; p < prt.procs; p++)
    if (p != prt.rank && out.n[p])
      receive_words (p, PRT_TAG_ANSWERS, answers.data[p], answers.n[p]);
  if (prt_leads_p (d))
    prt_answers_follow (d, &answers);
  prt_mail_free (&out);
  prt_mail_free (&answers);
}

static void
ask_for_turn (struct prt_deposits *d)
{
  if (!d->turn.mine && !d->turn.asked)
    tell (neighbour (d, true), WANT, 0);
  d->turn.asked = true;
}

/* The first record behind some of those from P to END, about SLICE bytes.  */

static const char *
slice_end (struct prt_deposits *d, const char *p, const char *end)
{
  int64_t at;
  for (const char *from = p; p < end && p - from < SLICE;)
    {
      const struct prt_deposit_site *site = prt_deposit_site_of (d, p, &at);
      p += site->n_bytes + site->n_kept;
    }
  return p;
}

/* The log is done, and empty.  */

static void
do_slice (struct prt_region *region)
{
  struct prt_deposits *d = region->deposits;
  prt_log_choose (d, NULL);
  prt_leads_first (region, have_done);
  d->log.next = d->log.first;
}

/* It's this process's turn: all of its log is done, in slices if it's long, of which
   then no memory is left.  */

static void
empty_log (struct prt_region *region)
{
  struct prt_deposits *d = region->deposits;
  struct pram_log all = d->log;
  if (all.next - all.first <= SLICE)
    {
      do_slice (region);
      return;
    }
  d->log.first = d->log.next = d->log.end = NULL;
  for (const char *p = all.first, *to; p < all.next; p = to)
    {
      to = slice_end (d, p, all.next);
      prt_log_widen (&d->log, to - p, SLICE);
      memcpy (d->log.next, p, to - p);
      d->log.next += to - p;
      do_slice (region);
    }
  free (all.first);
}

/* The log of the region's layer is full.  */

static void
take_turn (struct prt_region *region)
{
  struct prt_deposits *d = region->deposits;
  prt_comm_begin ();
  ask_for_turn (d);
  while (!d->turn.mine)
    serve (region);
  empty_log (region);
  if (d->turn.most > SLICE)
    d->turn.most = SLICE;
  prt.tally.turns++;
  prt_comm_end ();
}

/* All that is in D's log is to be watched, and nothing is done.  */

static bool
all_watched_p (struct prt_deposits *d)
{
  const struct prt_deposit_site *site;
  int64_t at;
  for (const char *p = d->log.first; p < d->log.next; p += site->n_bytes)
    {
      site = prt_deposit_site_of (d, p, &at);
      if (!(site->how & PRAM_SITE_WATCHED))
	return false;
    }
  return true;
}

char *
PRAM_log_grow (struct pram_log *log, int32_t n_bytes)
{
  struct prt_deposits *d = prt.current->deposits;
  uint64_t used = log->next - log->first;
  uint64_t most = log->scans ? SLICE : d->turn.most;
  bool full = log == &d->log && used && used + n_bytes > most;
  if (full && log->scans)
    prt_receive_own (prt.current);
  else if (full && d->turn.possible)
    take_turn (prt.current);
  else if (full && (d->turn.too_long || all_watched_p (d)))
    {
      d->turn.too_long = true;
      log->next = log->first;
    }
  if (log->next + n_bytes > log->end)
    prt_log_widen (log, n_bytes, most);
  return log->next;
}

/* --- The end -------------------------------------------------------------------- */

/* The units are over: if somebody waits for the turn he gets it, once it's here.  */

static void
pass_turn (struct prt_region *region)
{
  struct prt_deposits *d = region->deposits;
  if (!d->turn.wanted)
    return;
  ask_for_turn (d);
  if (!d->turn.mine)
    return;
  empty_log (region);
  tell (neighbour (d, false), TURN, 0);
  d->turn.mine = d->turn.wanted = false;
}

void
prt_turns_end (struct prt_region *region)
{
  struct prt_turn *t = &region->deposits->turn;
  MPI_Request all;
  int over = 0;
  if (!t->possible || prt.procs == 1)
    return;
  prt_comm_begin ();
  MPI_Ibarrier (prt.comm, &all);
  while (!over)
    {
      pass_turn (region);
      serve (region);
      MPI_Test (&all, &over, MPI_STATUS_IGNORE);
    }
  t->possible = false;
  prt_comm_end ();
}

void
prt_turns_await (struct prt_region *region, int rank, int tag)
{
  int here = 0;
  struct prt_deposits *d = region->deposits;
  while (d && d->turn.possible && !here)
    {
      serve (region);
      MPI_Iprobe (rank, tag, prt.comm, &here, MPI_STATUS_IGNORE);
    }
}
