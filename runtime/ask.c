/* ask.c: reads of which data choose the element that the region itself changes.

   SPDX-License-Identifier: Apache-2.0

   Where what chooses an element isn't known when the region is entered inspectors
   run in the loop, before each call of their layer for which they might find
   something else.  What they have marked the process asks for: each element has
   one process that offers it (PRAM_LAYER_OFFER); what nobody offers rank 0 has, and it
   is never written but by data (PRAM_ASKED_BEYOND).  So a round is a message of how long questions are,
   of all processes to all, and a question and an answer for each pair that has
   any.  (The get_arg of Non-oblivious, section 4, for all tasks of a process.)
   Questions are kept: where only values have changed they alone travel.

   That an element lies in another array that the region writes is seen when it is
   read first, and then the region has begun.  Rank 0 has kept what it had written
   until then (entry.c), and the original statement runs.

   Invariant: all processes call PRAM_ask in the same order.  */

#include "prt.h"

/* What a layer reads by one name.  */
struct asked
{
  int arg, offer;		/* a layer, or -1: it is not written */
  char *base;			/* of the array that it stands for now */
  struct prt_pieces *want, *give;	/* by process */
  /* Of a question that grows: what has been wanted and given until now.  */
  struct prt_pieces *wanted, *given;
};

/* That of one round.  */
struct prt_question
{
  struct prt_question *next;
  int layer, round, n;
  bool grows;			/* it is under way: walk.c */
  struct asked *asked;
};

struct prt_asking
{
  uintptr_t *home;		/* by argument: where rank 0 has the array */
  struct prt_marks *marks;	/* by argument that the name is at first */
  void **leaves;		/* for inspectors */
  int64_t n_found;		/* reads that they have noted */
  unsigned char **have;		/* by argument, as the marks of its class: never
				   written, and asked for before; may be null */
  struct prt_question *questions;
  /* What inspectors have overwritten: the bytes, where, and how many.  */
  char *kept;
  int64_t n_kept, kept_room;
};

/* --- Regions ----------------------------------------------------------------- */

static struct prt_asking *
asking_of (struct prt_region *region)
{
  const struct pram_region *desc = region->desc;
  bool asks = false;
  for (int i = 0; i < desc->n_args; i++)
    asks |= desc->args[i].asked != 0;
  if (region->asking || !asks)
    return region->asking;
  struct prt_asking *a = region->asking = prt_alloc (1, sizeof *a);
  a->home = prt_alloc (desc->n_args, sizeof *a->home);
  a->marks = prt_alloc (desc->n_args, sizeof *a->marks);
  a->have = prt_alloc (desc->n_args, sizeof *a->have);
  a->leaves = prt_alloc (PRAM_MARKS * desc->n_args + 1, sizeof *a->leaves);
  a->leaves[PRAM_MARKS * desc->n_args] = &a->n_found;
  return a;
}

/* Rank 0 has argument ARG of REGION at ADDRESS.  */

void
prt_asking_home (struct prt_region *region, int arg, uintptr_t address)
{
  struct prt_asking *a = asking_of (region);
  if (a)
    a->home[arg] = address;
}

/* The inspectors of REGION, which is about to run, may find elements of one array
   in another that it writes.  */

bool
prt_asking_risks_p (struct prt_region *region, void *const *bases)
{
  const struct pram_region *desc = region->desc;
  if (!asking_of (region))
    return false;
  for (int i = 0; i < desc->n_args; i++)
    for (int k = 0; k < desc->n_args; k++)
      {
	const struct pram_arg *x = &prt_region_args (region)[i];
	const struct pram_arg *y = &desc->args[k];
	uintptr_t p = (uintptr_t) bases[i], q = (uintptr_t) bases[k];
	if (i != k && x->asked && y->written && x->lo < x->hi && y->lo < y->hi
	    && p + x->lo < q + y->hi && q + y->lo < p + x->hi)
	  return true;
      }
  return false;
}

void
prt_asking_begin (struct prt_region *region)
{
  const struct pram_region *desc = region->desc;
  struct prt_asking *a = prt.procs > 1 ? asking_of (region) : NULL;
  for (int i = 0; a && i < desc->n_args; i++)
    if (desc->args[i].asked)
      prt_marks_make (&a->marks[i], &prt_region_args (region)[i],
		      prt_region_pitch (region, i), a->leaves + PRAM_MARKS * i);
}

static void
asked_clear (struct asked *asked)
{
  for (int p = 0; p < prt.procs; p++)
    {
      prt_pieces_clear (&asked->want[p]);
      prt_pieces_clear (&asked->give[p]);
    }
}

static void
asked_forget (struct asked *asked)
{
  for (int p = 0; p < prt.procs; p++)
    {
      prt_pieces_clear (&asked->wanted[p]);
      prt_pieces_clear (&asked->given[p]);
    }
}

static void
question_free (struct prt_question *q)
{
  for (int k = 0; k < q->n; k++)
    {
      asked_clear (&q->asked[k]);
      asked_forget (&q->asked[k]);
      free (q->asked[k].want);
      free (q->asked[k].give);
      free (q->asked[k].wanted);
      free (q->asked[k].given);
    }
  free (q->asked);
  free (q);
}

void
prt_asking_end (struct prt_region *region)
{
  struct prt_asking *a = region->asking;
  if (!a)
    return;
  for (int i = 0; i < region->desc->n_args; i++)
    {
      prt_marks_free (&a->marks[i]);
      free (a->have[i]);
      a->have[i] = NULL;
    }
  while (a->questions)
    {
      struct prt_question *q = a->questions;
      a->questions = q->next;
      question_free (q);
    }
}

void
prt_asking_free (struct prt_region *region)
{
  struct prt_asking *a = region->asking;
  if (!a)
    return;
  free (a->kept);
  free (a->leaves);
  free (a->have);
  free (a->marks);
  free (a->home);
  free (a);
}

/* --- Who has what ------------------------------------------------------------- */

/* The argument whose array is at BASE.  */

static int
object_of (const struct prt_region *region, const char *base)
{
  int i = 0;
  while (i + 1 < region->desc->n_args && region->inspected_bases[i] != base)
    i++;
  return i;
}

/* Rank 0 has bytes [AT, END) of what ASKED reads.  If nobody writes them ask for
   those that this process has not asked for before.  */

static void
want_from_first (struct prt_region *region, struct asked *asked, int64_t at,
		 int64_t end)
{
  struct prt_asking *a = region->asking;
  const struct prt_marks *m = &a->marks[asked->arg];
  int64_t size = region->desc->args[asked->arg].element;
  int object = object_of (region, asked->base);
  if (prt.rank == 0)
    return;
  if (region->desc->args[asked->arg].asked == PRAM_ASKED_BEYOND)
    {
      prt_pieces_add (&asked->want[0], at, end - at);
      return;
    }
  if (!a->have[object])
    a->have[object] = prt_alloc (m->n, 1);
  for (; at < end; at += size)
    {
      unsigned char *have = &a->have[object][prt_floor_div (at, size) - m->first];
      if (!*have)
	prt_pieces_add (&asked->want[0], at, size);
      *have = 1;
    }
}

/* ASKED reads NEED: find out who has it.  */

static void
split (struct prt_region *region, struct asked *asked,
       const struct prt_pieces *need)
{
  static const struct prt_owners nobody;
  const struct prt_owners *o
    = (asked->offer < 0 ? &nobody
       : prt_owners_of (region, &region->layer[asked->offer]));
  int k = 0;
  for (int i = 0; i < need->n; i++)
    {
      int64_t at = need->piece[i].at, end = at + need->piece[i].len;
      while (at < end)
	{
	  while (k < o->n && o->owned[k].end <= at)
	    k++;
	  bool offered = k < o->n && o->owned[k].at <= at;
	  int64_t to = (k == o->n ? end
			: offered ? o->owned[k].end : o->owned[k].at);
	  to = to < end ? to : end;
	  if (!offered)
	    want_from_first (region, asked, at, to);
	  else if (o->owned[k].peer != prt.rank)
	    prt_pieces_add (&asked->want[o->owned[k].peer], at, to - at);
	  at = to;
	}
    }
}

/* --- Overlaps ------------------------------------------------------------------ */

/* One of the bytes NEED of the array at ADDRESS is one of [LO, HI).  */

static bool
inside_p (const struct prt_pieces *need, uintptr_t address, uintptr_t lo,
	  uintptr_t hi)
{
  const struct prt_piece *last = need->n ? &need->piece[need->n - 1] : NULL;
  if (!last || address + need->piece[0].at >= hi
      || address + last->at + last->len <= lo)
    return false;
  for (int i = 0; i < need->n; i++)
    if (address + need->piece[i].at < hi
	&& address + need->piece[i].at + need->piece[i].len > lo)
      return true;
  return false;
}

/* What is accessed in any case of REGION's argument OBJECT, and was compared with the
   others, holds NEED: rows that aren't left (marks.c).  */

static bool
compared_p (const struct prt_region *region, int object, const struct prt_pieces *need)
{
  const struct pram_arg *arg = &region->desc->args[object];
  bool compared = prt_region_pitch (region, object) != 0;
  for (int i = 0; i < need->n; i++)
    compared &= (need->piece[i].at >= arg->lo
		 && need->piece[i].at + need->piece[i].len <= arg->hi);
  return compared;
}

/* The argument that the region writes and that has some of NEED, which is what
   ASKED reads; or -1.  */

static int
overlapping (const struct prt_region *region, const struct asked *asked,
	     const struct prt_pieces *need)
{
  const uintptr_t *home = region->asking->home;
  int object = object_of (region, asked->base);
  if (compared_p (region, object, need))
    return -1;
  for (int i = 0; i < region->desc->n_args; i++)
    {
      const struct pram_arg *a = &region->desc->args[i];
      if (i != object && prt_array_p (a) && a->written && a->lo < a->hi
	  && inside_p (need, home[object], home[i] + a->lo, home[i] + a->hi))
	return i;
    }
  return -1;
}

/* --- Questions and answers ----------------------------------------------------- */

static struct prt_question *
question_of (struct prt_region *region, int layer, int round, int n)
{
  struct prt_asking *a = region->asking;
  struct prt_question *q = a->questions;
  while (q && !(q->layer == layer && q->round == round))
    q = q->next;
  if (q)
    return q;
  q = prt_alloc (1, sizeof *q);
  *q = (struct prt_question) { a->questions, layer, round, n, false,
			       prt_alloc (n, sizeof *q->asked) };
  for (int k = 0; k < n; k++)
    {
      size_t size = sizeof (struct prt_pieces);
      q->asked[k].want = prt_alloc (prt.procs, size);
      q->asked[k].give = prt_alloc (prt.procs, size);
      q->asked[k].wanted = prt_alloc (prt.procs, size);
      q->asked[k].given = prt_alloc (prt.procs, size);
    }
  return a->questions = q;
}

/* Element K of the marks of ASKED's array lies in another one, which the region writes.  */

static bool
of_another_p (const struct prt_region *region, const struct asked *asked, int64_t k)
{
  int64_t size = region->desc->args[asked->arg].element;
  struct prt_piece piece = { (region->asking->marks[asked->arg].first + k) * size, size };
  struct prt_pieces need = { 1, 1, size, &piece };
  return overlapping (region, asked, &need) >= 0;
}

/* What Q reads of argument ARG.  */

static const struct asked *
asked_of (const struct prt_question *q, int arg)
{
  const struct asked *asked = q->asked;
  while (asked->arg != arg)
    asked++;
  return asked;
}

/* Let marks K to END - 1 of M, those of ARG for Q, be set that aren't.  Other arrays may lie
   between rows.  */

static void
mark_all (struct prt_region *region, const struct prt_question *q, struct prt_marks *m,
	  int arg, int64_t k, int64_t end)
{
  const struct asked *asked = asked_of (q, arg);
  for (; k < end; k++)
    if (!m->mark[k] && !of_another_p (region, asked, k))
      prt_marks_set (m, k, prt_question_here_p (region, q, arg, k));
}

/* A walk that has asked for elements of an array is about to need others there, and each
   of its rounds is a message of all processes, and time: let M, the marks of ARG for Q, be
   set for what lies beside these, between the first and the last one.  That is all once a
   good part has been asked for, or as many bytes as hardly take longer than none, and not
   more than a few times what there has been before.  */

static void
widen (struct prt_region *region, const struct prt_question *q,
       struct prt_marks *m, int arg)
{
  enum { FEW_BYTES = 1 << 16, MORE = 4 };
  int64_t first, last, n = prt_marks_read (m, &first, &last), block = 1;
  int64_t most = FEW_BYTES / region->desc->args[arg].element + MORE * m->n_taken;
  if (m->pitch || !n)
    return;
  if (most > last - first)
    {
      mark_all (region, q, m, arg, first, last + 1);
      return;
    }
  while (2 * block * n <= most && block >> PRAM_PAGE_BITS == 0)
    block *= 2;
  for (int64_t k = first / block * block; block > 1 && k <= last; k += block)
    {
      int64_t begin = k < first ? first : k, end = k + block <= last ? k + block : last + 1;
      if (m->page[k >> PRAM_PAGE_BITS] == 1
	  && memchr (m->mark + begin, PRT_READ, end - begin))
	mark_all (region, q, m, arg, begin, end);
    }
}

/* Find out whom to ask in Q.  Returns 0 or, if arrays overlap, which ones; if a row
   isn't where it is looked for, its array for both.  */

static int64_t
find_out (struct prt_region *region, struct prt_question *q)
{
  int n = region->desc->n_args;
  int64_t overlap = 0;
  for (int k = 0; k < q->n; k++)
    {
      struct asked *asked = &q->asked[k];
      struct prt_marks *marks = &region->asking->marks[asked->arg];
      int64_t size = region->desc->args[asked->arg].element;
      struct prt_pieces need = { .n = 0 };
      asked_clear (asked);
      if (q->grows)
	{
	  widen (region, q, marks, asked->arg);
	  prt_marks_take (marks, size, &need);
	}
      else
	prt_marks_collect (marks, size, true, &need);
      bool beyond = prt_marks_beyond_p (marks);
      int other = (beyond ? object_of (region, asked->base)
		   : overlapping (region, asked, &need));
      if (other >= 0)
	overlap = 1 + other + n * object_of (region, asked->base);
      else
	split (region, asked, &need);
      prt_pieces_clear (&need);
    }
  return overlap;
}

/* The words of the question to PEER: of each name the number of pieces, and
   these.  */

static int64_t
words_of (const struct prt_question *q, int peer)
{
  int64_t words = 0;
  for (int k = 0; k < q->n; k++)
    words += 2 * q->asked[k].want[peer].n;
  return words ? words + q->n : 0;
}

static void
write_question (const struct prt_question *q, int peer, int64_t *words)
{
  for (int k = 0; k < q->n; k++)
    {
      const struct prt_pieces *p = &q->asked[k].want[peer];
      *words++ = p->n;
      if (p->n)
	memcpy (words, p->piece, p->n * sizeof *p->piece);
      words += 2 * p->n;
    }
}

static void
read_question (struct prt_question *q, int peer, const int64_t *words)
{
  for (int k = 0; k < q->n; k++)
    {
      int64_t n = *words++;
      for (; n > 0; n--, words += 2)
	prt_pieces_add (&q->asked[k].give[peer], words[0], words[1]);
    }
}

/* Messages under way: what is sent to each process, and what comes from there.  */
struct post
{
  char **out, **in;
  int n;
  MPI_Request *request;
};

static struct post
post_new (void)
{
  return (struct post) { prt_alloc (prt.procs, sizeof (char *)),
			 prt_alloc (prt.procs, sizeof (char *)), 0,
			 prt_alloc (2 * prt.procs, sizeof (MPI_Request)) };
}

/* A buffer for BYTES that go to PEER or, unless SEND, come from there.  */

static char *
post_buffer (struct post *post, int peer, int64_t bytes, bool send)
{
  char **buffer = send ? &post->out[peer] : &post->in[peer];
  if (bytes)
    *buffer = prt_alloc (bytes, 1);
  return *buffer;
}

/* Start that message, if there is one.  */

static void
post_start (struct post *post, int peer, int64_t bytes, bool send)
{
  char *buffer = send ? post->out[peer] : post->in[peer];
  if (!bytes)
    return;
  struct prt_run run = { buffer, bytes, 1, 0, 1, 0 };
  struct prt_runs runs = { .n = 1, .run = &run };
  struct prt_message m = prt_message_make (&runs);
  MPI_Request *request = &post->request[post->n++];
  if (send)
    MPI_Isend (m.addr, m.count, m.type, peer, PRT_TAG_INSPECT, prt.comm,
	       request);
  else
    MPI_Irecv (m.addr, m.count, m.type, peer, PRT_TAG_INSPECT, prt.comm,
	       request);
  prt_message_free (&m);
  prt.tally.messages += send;
  prt.tally.bytes += send ? bytes : 0;
}

static void
post_wait (struct post *post)
{
  MPI_Waitall (post->n, post->request, MPI_STATUSES_IGNORE);
}

static void
post_free (struct post *post)
{
  for (int p = 0; p < prt.procs; p++)
    {
      free (post->out[p]);
      free (post->in[p]);
    }
  free (post->out);
  free (post->in);
  free (post->request);
}

/* Tell all processes how long the questions of Q are, whether there is an
   OVERLAP, and whether this one will have MORE questions.  Returns that overlap of
   any process, and lets *MORE be whether any will.  IN: how long those to this one
   are.  */

static int64_t
announce (const struct prt_question *q, int64_t overlap, bool *more, int64_t *in)
{
  enum { WORDS, OVERLAP, MORE, N };
  int64_t *out = prt_alloc (N * prt.procs, sizeof *out);
  int64_t *all = prt_alloc (N * prt.procs, sizeof *all), any = 0;
  for (int p = 0; p < prt.procs; p++)
    {
      out[N * p + WORDS] = overlap ? 0 : words_of (q, p);
      out[N * p + OVERLAP] = overlap;
      out[N * p + MORE] = *more;
    }
  MPI_Alltoall (out, N, MPI_INT64_T, all, N, MPI_INT64_T, prt.comm);
  for (int p = 0; p < prt.procs; p++)
    {
      in[p] = all[N * p + WORDS];
      any = all[N * p + OVERLAP] ? all[N * p + OVERLAP] : any;
      *more |= all[N * p + MORE] != 0;
    }
  free (out);
  free (all);
  return any;
}

/* Ask the questions of Q, and hear those of others, of IN words.  */

static void
ask (struct prt_question *q, const int64_t *in)
{
  struct post post = post_new ();
  int64_t word = sizeof (int64_t);
  for (int p = 0; p < prt.procs; p++)
    {
      post_buffer (&post, p, in[p] * word, false);
      post_start (&post, p, in[p] * word, false);
    }
  for (int p = 0; p < prt.procs; p++)
    {
      int64_t n = words_of (q, p);
      char *out = post_buffer (&post, p, n * word, true);
      if (n)
	write_question (q, p, (int64_t *) out);
      post_start (&post, p, n * word, true);
    }
  post_wait (&post);
  for (int p = 0; p < prt.procs; p++)
    if (in[p])
      read_question (q, p, (const int64_t *) post.in[p]);
  post_free (&post);
}

/* The bytes of the answer to PEER or, unless SEND, from there.  */

static int64_t
answer_bytes (const struct prt_question *q, int peer, bool send)
{
  int64_t bytes = 0;
  for (int k = 0; k < q->n; k++)
    bytes += (send ? q->asked[k].give : q->asked[k].want)[peer].bytes;
  return bytes;
}

/* Send the values that others have asked for in Q, and get those that this
   process has.  */

static void
answer (struct prt_question *q)
{
  struct post post = post_new ();
  for (int p = 0; p < prt.procs; p++)
    {
      int64_t bytes = answer_bytes (q, p, false);
      post_buffer (&post, p, bytes, false);
      post_start (&post, p, bytes, false);
    }
  for (int p = 0; p < prt.procs; p++)
    {
      int64_t bytes = answer_bytes (q, p, true);
      char *to = post_buffer (&post, p, bytes, true);
      for (int k = 0; bytes && k < q->n; k++)
	to = prt_pieces_pack (&q->asked[k].give[p], q->asked[k].base, to);
      post_start (&post, p, bytes, true);
    }
  post_wait (&post);
  for (int p = 0; p < prt.procs; p++)
    {
      const char *from = post.in[p];
      for (int k = 0; from && k < q->n; k++)
	from = prt_pieces_unpack (&q->asked[k].want[p], q->asked[k].base, from);
    }
  post_free (&post);
}

/* What Q is about, as the driver says now; this process has what it offers.  */

static void
set_question (struct prt_region *region, struct prt_question *q,
	      void *const *what)
{
  prt_sweep_flush (region);
  for (int k = 0; k < q->n; k++)
    {
      struct asked *asked = &q->asked[k];
      asked->arg = (int) (intptr_t) what[PRAM_ASKED * k + PRAM_ASKED_ARG];
      asked->offer = (int) (intptr_t) what[PRAM_ASKED * k + PRAM_ASKED_OFFER];
      asked->base = what[PRAM_ASKED * k + PRAM_ASKED_BASE];
      if (asked->offer >= 0)
	prt_layer_wait (region, &region->layer[asked->offer]);
    }
}

/* Count what Q brings, for the statistics.  */

static void
hold (struct prt_region *region, const struct prt_question *q)
{
  for (int k = 0; k < q->n; k++)
    for (int p = 0; p < prt.procs; p++)
      prt_hold_pieces (region, &q->asked[k].want[p], q->asked[k].base);
}

/* Find out what there is to ask in Q, and ask; *MORE as above.  False if arrays
   overlap.  */

static bool
ask_anew (struct prt_region *region, struct prt_question *q, bool *more)
{
  int64_t *in = prt_alloc (prt.procs, sizeof *in);
  int n = region->desc->n_args;
  int64_t overlap = announce (q, find_out (region, q), more, in);
  if (overlap)
    prt_inspection_give_up (region, (int) ((overlap - 1) / n),
			    (int) ((overlap - 1) % n));
  else
    ask (q, in);
  free (in);
  return !overlap;
}

/* --- Questions that grow ------------------------------------------------------- */

/* Begin that of LAYER in ROUND, as PRAM_ask's.  */

struct prt_question *
prt_question_begin (struct prt_region *region, int layer, int round, int n,
		    void *const *what)
{
  struct prt_question *q = question_of (region, layer, round, n);
  set_question (region, q, what);
  for (int k = 0; k < n; k++)
    asked_forget (&q->asked[k]);
  q->grows = true;
  return q;
}

struct prt_marks *
prt_question_marks (const struct prt_region *region, int arg)
{
  return &region->asking->marks[arg];
}

/* Element K of the marks of ARG, which Q reads, need not be asked for: this
   process has it.  */

bool
prt_question_here_p (struct prt_region *region, const struct prt_question *q,
		     int arg, int64_t k)
{
  const struct prt_asking *a = region->asking;
  const struct asked *asked = asked_of (q, arg);
  int64_t at = (a->marks[arg].first + k) * region->desc->args[arg].element;
  if (of_another_p (region, asked, k))
    return false;
  int owner = (asked->offer < 0 ? -1
	       : prt_owner_at (prt_owners_of (region,
					      &region->layer[asked->offer]), at));
  if (owner >= 0)
    return owner == prt.rank;
  const unsigned char *have = a->have[object_of (region, asked->base)];
  return prt.rank == 0 || (have && have[k]);
}

/* Append the pieces FROM, by process, to TO.  */

static void
append (struct prt_pieces *to, const struct prt_pieces *from)
{
  for (int p = 0; p < prt.procs; p++)
    for (int i = 0; i < from[p].n; i++)
      prt_pieces_add (&to[p], from[p].piece[i].at, from[p].piece[i].len);
}

/* Ask for what has been marked for Q since it was asked last.  *MORE: there will
   be more of it, on this process and then on any.  False if arrays overlap.  */

bool
prt_question_ask (struct prt_region *region, struct prt_question *q, bool *more)
{
  if (!ask_anew (region, q, more))
    return false;
  answer (q);
  for (int k = 0; k < q->n; k++)
    {
      append (q->asked[k].wanted, q->asked[k].want);
      append (q->asked[k].given, q->asked[k].give);
    }
  return true;
}

/* Q is complete: all of it is answered when it is asked again.  */

void
prt_question_end (struct prt_region *region, struct prt_question *q)
{
  q->grows = false;
  for (int k = 0; k < q->n; k++)
    {
      struct asked *asked = &q->asked[k];
      struct prt_pieces *want = asked->want, *give = asked->give;
      asked->want = asked->wanted;
      asked->give = asked->given;
      asked->wanted = want;
      asked->given = give;
      asked_forget (asked);
      prt_marks_forget (&region->asking->marks[asked->arg]);
    }
  if (prt.stats)
    hold (region, q);
}

/* --- Inspectors -------------------------------------------------------------------- */

struct kept { char *at; int64_t bytes; };

void
PRAM_inspect_store (void *at, int64_t bytes)
{
  struct prt_asking *a = prt.current->asking;
  struct kept kept = { at, bytes };
  int64_t n = bytes + sizeof kept;
  if (a->n_kept + n > a->kept_room)
    {
      a->kept_room = 2 * a->kept_room + n + 4096;
      a->kept = prt_grow (a->kept, a->kept_room, 1);
    }
  memcpy (a->kept + a->n_kept, at, bytes);
  memcpy (a->kept + a->n_kept + bytes, &kept, sizeof kept);
  a->n_kept += n;
}

/* Put back what was overwritten, the last first.  */

static void
take_back (struct prt_asking *a)
{
  while (a->n_kept)
    {
      struct kept kept;
      a->n_kept -= sizeof kept;
      memcpy (&kept, a->kept + a->n_kept, sizeof kept);
      a->n_kept -= kept.bytes;
      memcpy (kept.at, a->kept + a->n_kept, kept.bytes);
    }
}

/* Run FN, an inspector of REGION, for the units [LO, HI).  */

void
prt_asking_inspect (struct prt_region *region, pram_layer_fn fn, void *frame,
		    int64_t lo, int64_t hi)
{
  fn (frame, lo, hi, region->asking->leaves);
  take_back (region->asking);
}

void
PRAM_inspect_now (int32_t number, pram_layer_fn fn, void *frame)
{
  struct prt_region *region = prt.current;
  struct prt_layer *layer = &region->layer[number];
  if (prt.procs == 1)
    return;
  prt_sweep_flush (region);
  prt_layer_wait (region, layer);
  /* What is noted in vain raises nothing.  */
  struct prt_floating before = prt_floating_part ();
  if (layer->own.lo < layer->own.hi)
    prt_asking_inspect (region, fn, frame, layer->own.lo, layer->own.hi);
  prt_floating_rejoin (&before);
}

int32_t
PRAM_ask (int32_t layer, int32_t round, int32_t n, void *const *what,
	  int32_t anew)
{
  struct prt_region *region = prt.current;
  bool more = false;
  if (prt.procs == 1)
    return 0;
  struct prt_question *q = question_of (region, layer, round, n);
  set_question (region, q, what);
  double since = prt.trace ? prt_now () : 0;
  prt_comm_begin ();
  bool vain = anew && !ask_anew (region, q, &more);
  if (!vain)
    answer (q);
  if (!vain && anew && prt.stats)
    hold (region, q);
  prt_comm_end ();
  if (prt.trace)
    prt_trace (PRT_INSPECT, 0, since);
  return vain;
}
