/* walk.c: reads whose places depend on reads of the same round.

   SPDX-License-Identifier: Apache-2.0

     for (i) { k = head[i]; while (k >= 0) { s += value[k]; k = next[k]; } … }

   How many rounds it takes to find out what a *walk* reads only data say.  So its
   inspector is one for all of them.  It leaves an iteration where it needs an
   element that isn't here, and goes on with the next one; when all have been asked
   for, those of all iterations of a process together (ask.c), it goes on with those
   that were left, from what it has kept of their *state*, or, if it can't, runs
   their units again.  All processes repeat that until none of any of them has been
   left: as often as the longest walk has steps to elements that the process didn't
   have.

   A walk that goes where the program doesn't might never end.  So it only runs
   right before its layer, when all that it depends on is known.  */

#include "prt.h"

/* N states of BYTES each.  */
struct states
{
  char *at;
  int64_t bytes, n, room;
};

struct walk
{
  struct prt_region *region;
  struct prt_question *question;
  bool left;			/* the unit that is being run lacks something */
  int64_t *unit, n;		/* those that have to run again */
  struct states now, later;	/* of iterations that are gone on with */
  int64_t next;			/* of those NOW */
};

static struct walk *walking;

/* Element K of argument ARG is here; otherwise it will be.  */

static bool
here_p (struct walk *w, int arg, int64_t k)
{
  struct prt_marks *m = prt_question_marks (w->region, arg);
  if (m->mark[k] == 0)
    prt_marks_set (m, k, prt_question_here_p (w->region, w->question, arg, k));
  return m->mark[k] == PRAM_HERE;
}

int32_t
PRAM_walk_read (int32_t arg, size_t k, int32_t n, int32_t needed)
{
  struct walk *w = walking;
  struct prt_marks *marks = prt_question_marks (w->region, arg);
  size_t most = marks->n;
  bool here = true;
  /* The program itself would fail, or a row of a table is elsewhere.  */
  if (k >= most || k + n > most)
    {
      const struct pram_arg *a = &prt_region_args (w->region)[arg];
      marks->mark[most] |= a->pitch || a->places;
      return 0;
    }
  for (int i = 0; i < n; i++)
    here &= here_p (w, arg, k + i);
  w->left |= needed && !here;
  return here;
}

void *
PRAM_walk_leave (int64_t bytes)
{
  struct walk *w = walking;
  struct states *s = &w->later;
  if (!w->left)
    return NULL;
  w->left = false;
  if (s->n == s->room)
    {
      s->room = 2 * s->room + 64;
      s->at = prt_grow (s->at, s->room, bytes);
    }
  s->bytes = bytes;
  return s->at + s->n++ * bytes;
}

void *
PRAM_walk_next (void)
{
  struct walk *w = walking;
  w->left = false;
  return w->next < w->now.n ? w->now.at + w->next++ * w->now.bytes : NULL;
}

/* Go on with the iterations of W that have been left.  */

static void
run_states (struct walk *w, pram_layer_fn fn, void *frame)
{
  struct states now = w->now;
  w->now = w->later;
  w->later = now;
  w->later.n = w->next = 0;
  if (w->now.n)
    prt_asking_inspect (w->region, fn, frame, 0, 0);
}

/* Run the units of W that are not done.  One that lacks something runs again, and others
   most likely lack the same: once that has taken longer than a round does they are left for
   the next one.  */

static void
run_units (struct walk *w, pram_layer_fn fn, void *frame)
{
  const double enough = 500e-6;
  int64_t n = w->n, i = 0;
  double since = prt_now ();
  for (w->n = 0; i < n && !(w->n && prt_now () - since > enough); i++)
    {
      w->left = false;
      prt_asking_inspect (w->region, fn, frame, w->unit[i], w->unit[i] + 1);
      if (w->left)
	w->unit[w->n++] = w->unit[i];
    }
  memmove (w->unit + w->n, w->unit + i, (n - i) * sizeof *w->unit);
  w->n += n - i;
}

/* Run what of W is not done.  */

static void
run (struct walk *w, pram_layer_fn fn, void *frame)
{
  /* What is noted in vain raises nothing.  */
  struct prt_floating before = prt_floating_part ();
  run_states (w, fn, frame);
  run_units (w, fn, frame);
  prt_floating_rejoin (&before);
}

/* Walk until no process lacks anything.  False if arrays overlap.  */

static bool
walk (struct walk *w, pram_layer_fn fn, void *frame)
{
  bool more = true, ok = true;
  while (more && ok)
    {
      run (w, fn, frame);
      more = w->n > 0 || w->later.n > 0;
      prt_comm_begin ();
      ok = prt_question_ask (w->region, w->question, &more);
      prt_comm_end ();
    }
  return ok;
}

int32_t
PRAM_walk (int32_t number, int32_t round, int32_t n, void *const *what,
	   pram_layer_fn fn, void *frame)
{
  struct prt_region *region = prt.current;
  struct prt_layer *layer = &region->layer[number];
  if (prt.procs == 1)
    return 0;
  struct walk w = { .region = region };
  w.question = prt_question_begin (region, number, round, n, what);
  prt_layer_wait (region, layer);
  double since = prt.trace ? prt_now () : 0;
  int64_t all = layer->own.hi - layer->own.lo;
  w.unit = prt_alloc (all > 0 ? all : 1, sizeof *w.unit);
  while (w.n < all)
    {
      w.unit[w.n] = layer->own.lo + w.n;
      w.n++;
    }
  walking = &w;
  bool ok = walk (&w, fn, frame);
  walking = NULL;
  free (w.unit);
  free (w.now.at);
  free (w.later.at);
  prt_question_end (region, w.question);
  if (prt.trace)
    prt_trace (PRT_INSPECT, 0, since);
  return !ok;
}
