/* scheme-count.c: degrees and paths of a communication scheme without its
   edges.

   SPDX-License-Identifier: Apache-2.0

   Whoever reads any element of an array has an edge from everyone who holds
   one.  Who that is changes with each write by one element, so all is found by
   going through the touches of an expansion (expand.h) in the order of tasks,
   while the iterations of a data-dependent loop, whose tasks are the same, go
   side by side, each a slot with elements of its own.  A place is an array in a
   slot; a vertex, a task or the holder of an element from before, stands in
   several at a time: its mask.

   A reader's indegree is the number of vertices whose mask has one of the places
   that it reads.  Readers with the same set of places are a kind, of which there
   are few: each keeps how many vertices are there for it, and how many readers
   it had; what that grew by while a vertex was there is what it adds to the
   vertex's outdegree.  Then the same again, with the degrees known, for what is
   greatest or least of all that a reader has an edge from: the end of the
   heaviest path, the layer, the outdegree and the cost.  A tree over the
   elements of each place has these.

   Other edges, one at most for each access, are in a graph; those that are among
   the former don't count again.

   A task may write what it has read: what it does becomes visible when it is
   over, but of a place that it has not read yet its element disappears at
   once.

   Example: for (i < 3) y[i] = x[c[i]], x of 4 elements: one place and one kind,
   there for which are the 4 holders.  Each reader has indegree 4, and the
   holders' outdegree is 3.  */

#include "scheme-count.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"

/* A vertex that holds an element; NEXT, + 1, does as well.  */
struct holding { int32_t vertex, next; };

/* Of some vertices.  */
struct summary
{
  double end, least;		/* the latest end, the least cost */
  int32_t layer;
  int64_t outdegree;
};

static const struct summary nobody = { 0, INFINITY, -1, -1 };

/* An array in a slot.  */
struct place
{
  int32_t *held;		/* by element: a holding, + 1; 0: none */
  struct summary *tree;		/* or null; element e is leaf N_LEAVES + e */
};

/* Readers of the same places.  */
struct kind
{
  uint64_t places;
  int64_t there;		/* vertices */
  int64_t readers;		/* so far */
};

/* What a task does when it is over.  */
struct deferred { int place; int32_t element; bool clear; };

struct sweep
{
  const struct pram_expansion *x;
  const struct pram_taskgraph *direct;	/* edges that no hub is needed for */
  struct pram_scheme_count *out;
  bool summing;			/* the second time */
  /* Arrays that are read indirectly.  */
  int n_arrays;
  int *index;			/* by array object */
  int32_t *n_elements, *n_leaves, *first;	/* by index; of holders */
  int32_t n_holders, n_vertices;		/* tasks come behind holders */
  int n_places;
  struct place *places;		/* slot * N_ARRAYS + index */
  int32_t *count;		/* vertex * MOST_PLACES + place: elements */
  int most_places;
  uint64_t *mask;		/* by vertex */
  int n_kinds;
  struct kind *kinds;
  int n_holdings;
  int32_t free;			/* of them, + 1 */
  struct holding *holdings;
  int n_deferred;
  struct deferred *deferred;
  struct pram_arena *arena;
  /* By vertex.  */
  int64_t *outdegree;
  double *end;
  int32_t *layer;
};

/* --- Who is where --------------------------------------------------------- */

static void
move (struct sweep *s, int32_t vertex, uint64_t to)
{
  uint64_t from = s->mask[vertex];
  s->mask[vertex] = to;
  for (int k = 0; k < s->n_kinds; k++)
    {
      struct kind *kind = &s->kinds[k];
      int change = !!(to & kind->places) - !!(from & kind->places);
      kind->there += change;
      s->outdegree[vertex] -= change * kind->readers;
    }
}

static void
add (struct sweep *s, int32_t vertex, int place, int change)
{
  int32_t *n = &s->count[(int64_t) vertex * s->most_places + place];
  bool was = *n > 0;
  *n += change;
  if (was != (*n > 0))
    move (s, vertex, s->mask[vertex] ^ (UINT64_C (1) << place));
}

static struct summary
both (struct summary a, struct summary b)
{
  return (struct summary) { fmax (a.end, b.end), fmin (a.least, b.least),
			    a.layer > b.layer ? a.layer : b.layer,
			    a.outdegree > b.outdegree ? a.outdegree
						      : b.outdegree };
}

static struct summary
summary_of (const struct sweep *s, int32_t vertex)
{
  int32_t task = vertex - s->n_holders;
  return (struct summary) { s->end[vertex],
			    task < 0 ? 0 : s->direct->task_cost[task],
			    s->layer[vertex], s->outdegree[vertex] };
}

/* SUM is that of who holds ELEMENT of PLACE.  */
static void
set_leaf (struct sweep *s, int place, int32_t element, struct summary sum)
{
  struct summary *tree = s->places[place].tree;
  int32_t k = s->n_leaves[place % s->n_arrays] + element;
  tree[k] = sum;
  while (k /= 2)
    tree[k] = both (tree[2 * k], tree[2 * k + 1]);
}

static void
clear (struct sweep *s, int place, int32_t element)
{
  int32_t *held = &s->places[place].held[element];
  if (*held && s->summing)
    set_leaf (s, place, element, nobody);
  while (*held)
    {
      struct holding *h = &s->holdings[*held - 1];
      int32_t next = h->next;
      if (!s->summing)
	add (s, h->vertex, place, -1);
      h->next = s->free;
      s->free = *held;
      *held = next;
    }
}

static void
hold (struct sweep *s, int place, int32_t element, int32_t vertex)
{
  struct place *p = &s->places[place];
  int32_t *held = &p->held[element], new = s->free;
  if (*held && s->holdings[*held - 1].vertex == vertex)
    return;
  if (new)
    s->free = s->holdings[new - 1].next;
  else
    {
      PRAM_ARENA_PUSH (s->arena, s->holdings, s->n_holdings);
      new = s->n_holdings;
    }
  s->holdings[new - 1] = (struct holding) { vertex, *held };
  *held = new;
  if (s->summing)
    set_leaf (s, place, element,
	      both (p->tree[s->n_leaves[place % s->n_arrays] + element],
		    summary_of (s, vertex)));
  else
    add (s, vertex, place, 1);
}

/* --- Tasks ---------------------------------------------------------------- */

static struct kind *
kind_of (struct sweep *s, uint64_t places)
{
  for (int k = 0; k < s->n_kinds; k++)
    if (s->kinds[k].places == places)
      return &s->kinds[k];
  struct kind *kind = PRAM_ARENA_PUSH (s->arena, s->kinds, s->n_kinds);
  *kind = (struct kind) { .places = places };
  for (int32_t v = 0; v < s->n_vertices; v++)
    kind->there += (s->mask[v] & places) != 0;
  return kind;
}

/* TASK, which reads PLACES, gets its indegree, and others their outdegrees.  */
static void
count_edges (struct sweep *s, int32_t task, uint64_t places)
{
  const struct pram_taskgraph *direct = s->direct;
  int64_t n = 0;
  if (places)
    {
      struct kind *kind = kind_of (s, places);
      n = kind->there;
      kind->readers++;
    }
  for (int64_t k = direct->pred_start[task]; k < direct->pred_start[task + 1];
       k++)
    {
      int32_t u = s->n_holders + direct->pred[k];
      if (!(s->mask[u] & places))
	{
	  s->outdegree[u]++;
	  n++;
	}
    }
  s->out->indegree[task] = n;
}

/* The same when degrees are known.  */
static void
measure (struct sweep *s, int32_t task, uint64_t places)
{
  const struct pram_taskgraph *direct = s->direct;
  struct pram_scheme_count *out = s->out;
  struct summary all = nobody;
  for (int p = 0; p < s->n_places; p++)
    if (places >> p & 1)
      all = both (all, s->places[p].tree[1]);
  for (int64_t k = direct->pred_start[task]; k < direct->pred_start[task + 1];
       k++)
    all = both (all, summary_of (s, s->n_holders + direct->pred[k]));
  int32_t v = s->n_holders + task;
  double cost = direct->task_cost[task];
  s->layer[v] = all.layer + 1;
  s->end[v] = all.end + cost;
  out->least[task] = all.least;
  out->degrees[task] = all.outdegree + out->indegree[task];
  out->work += cost;
  out->heaviest = fmax (out->heaviest, cost);
  out->depth = fmax (out->depth, s->end[v]);
  if (s->layer[v] >= out->n_layers)
    out->n_layers = s->layer[v] + 1;
}

static void
defer (struct sweep *s, struct deferred what)
{
  *PRAM_ARENA_PUSH (s->arena, s->deferred, s->n_deferred) = what;
}

/* TOUCH, of a task that has read PLACES so far, happens in SLOT.  Returns what
   it has read then.  */
static uint64_t
happen (struct sweep *s, const struct pram_touch *touch, int slot,
	uint64_t places)
{
  int index = s->index[touch->array], place = slot * s->n_arrays + index;
  uint64_t bit = UINT64_C (1) << place;
  if (touch->element < 0)
    return places | bit;
  bool read = places & bit;
  if (!touch->also && !read)
    clear (s, place, touch->element);
  if (touch->task >= 0)
    defer (s, (struct deferred) { place, touch->element,
				  read && !touch->also });
  else
    hold (s, place, touch->element, touch->writer == PRAM_TASK_INPUT
				    ? s->first[index] + touch->element
				    : s->n_holders + touch->writer);
  return places;
}

static void
finish (struct sweep *s, int32_t task, uint64_t places)
{
  if (s->summing)
    measure (s, task, places);
  else
    count_edges (s, task, places);
  for (int k = 0; k < s->n_deferred; k++)
    {
      const struct deferred *d = &s->deferred[k];
      if (d->clear)
	clear (s, d->place, d->element);
      hold (s, d->place, d->element, s->n_holders + task);
    }
  s->n_deferred = 0;
}

/* --- Phases --------------------------------------------------------------- */

/* The lanes FIRST to LAST - 1 begin; nobody is anywhere.  */
static void
begin_phase (struct sweep *s, int first, int last)
{
  for (int32_t v = 0; v < s->n_vertices; v++)
    move (s, v, 0);
  memset (s->count, 0, sizeof *s->count * (size_t) s->n_vertices
		       * (size_t) s->most_places);
  s->n_kinds = s->n_holdings = 0;
  s->free = 0;
  s->n_places = (last - first) * s->n_arrays;
  for (int p = 0; p < s->n_places; p++)
    {
      struct place *place = &s->places[p];
      int index = p % s->n_arrays;
      memset (place->held, 0, sizeof *place->held
			      * (size_t) s->n_elements[index]);
      for (int32_t k = 0; s->summing && k < 2 * s->n_leaves[index]; k++)
	place->tree[k] = nobody;
    }
}

static int
end_of_lane (const struct pram_expansion *x, int lane)
{
  return lane + 1 < x->n_lanes ? x->lanes[lane + 1].first_touch : x->n_touches;
}

/* Go through the lanes FIRST to LAST - 1, from task *NEXT on.  */
static void
run_phase (struct sweep *s, int first, int last, int32_t *next)
{
  const struct pram_expansion *x = s->x;
  int at[last - first], left = 0;
  begin_phase (s, first, last);
  for (int l = first; l < last; l++)
    {
      int *e = &at[l - first], end = end_of_lane (x, l);
      for (*e = x->lanes[l].first_touch; *e < end && x->touches[*e].task < 0;
	   ++*e)
	happen (s, &x->touches[*e], l - first, 0);
      left += end - *e;
    }
  for (; left; ++*next)
    {
      uint64_t places = 0;
      for (int l = first; l < last; l++)
	for (int *e = &at[l - first]; *e < end_of_lane (x, l)
				      && x->touches[*e].task == *next; ++*e)
	  {
	    places = happen (s, &x->touches[*e], l - first, places);
	    left--;
	  }
      finish (s, *next, places);
    }
}

static void
run (struct sweep *s, bool summing)
{
  const struct pram_expansion *x = s->x;
  int32_t next = 0;
  s->summing = summing;
  for (int l = 0, last; l < x->n_lanes; l = last)
    {
      for (last = l + 1; last < x->n_lanes
			 && x->lanes[last].phase == x->lanes[l].phase;)
	last++;
      run_phase (s, l, last, &next);
    }
  for (; next < x->n_tasks; next++)
    finish (s, next, 0);
  for (int32_t v = 0; !summing && v < s->n_vertices; v++)
    move (s, v, 0);
}

/* --- The whole ------------------------------------------------------------ */

static int
most_lanes (const struct pram_expansion *x)
{
  int most = 0;
  for (int l = 0, n = 0; l < x->n_lanes; l++)
    {
      n = l && x->lanes[l].phase == x->lanes[l - 1].phase ? n + 1 : 1;
      most = n > most ? n : most;
    }
  return most;
}

static void
find_arrays (struct sweep *s)
{
  const struct pram_expansion *x = s->x;
  int n = x->prog->n_arrays;
  s->index = PRAM_ARENA_NEW (s->arena, int, n + 1);
  s->n_elements = PRAM_ARENA_NEW (s->arena, int32_t, n + 1);
  s->n_leaves = PRAM_ARENA_NEW (s->arena, int32_t, n + 1);
  s->first = PRAM_ARENA_NEW (s->arena, int32_t, n + 1);
  for (int a = 0; a < n; a++)
    if (x->anywhere[a])
      {
	int k = s->index[a] = s->n_arrays++;
	s->n_elements[k] = (int32_t) ((x->touched_hi[a] - x->touched_lo[a])
				      / x->prog->arrays[a].elem_size);
	for (s->n_leaves[k] = 1; s->n_leaves[k] < s->n_elements[k];)
	  s->n_leaves[k] *= 2;
	s->first[k] = s->n_holders;
	s->n_holders += s->n_elements[k];
      }
  s->n_vertices = s->n_holders + x->n_tasks;
}

static void
make_tables (struct sweep *s)
{
  struct pram_arena *arena = s->arena;
  int32_t n = s->n_vertices;
  s->places = PRAM_ARENA_NEW (arena, struct place, s->most_places + 1);
  for (int p = 0; p < s->most_places; p++)
    {
      int k = p % s->n_arrays;
      s->places[p].held = PRAM_ARENA_NEW (arena, int32_t, s->n_elements[k]);
      s->places[p].tree = PRAM_ARENA_NEW (arena, struct summary,
					  2 * s->n_leaves[k]);
    }
  s->count = PRAM_ARENA_NEW (arena, int32_t, (int64_t) n * s->most_places);
  s->mask = PRAM_ARENA_NEW (arena, uint64_t, n);
  s->outdegree = PRAM_ARENA_NEW (arena, int64_t, n);
  s->end = PRAM_ARENA_NEW (arena, double, n);
  s->layer = PRAM_ARENA_NEW (arena, int32_t, n);
}

bool
pram_scheme_count (struct pram_scheme_count *out,
		   const struct pram_expansion *x,
		   const struct pram_taskgraph *direct,
		   struct pram_arena *arena, const struct pram_diag *diag)
{
  struct sweep s = { .x = x, .direct = direct, .out = out, .arena = arena };
  *out = (struct pram_scheme_count) { .n_tasks = x->n_tasks };
  find_arrays (&s);
  s.most_places = most_lanes (x) * s.n_arrays;
  if (s.most_places > 64)
    {
      pram_diag_report (diag, PRAM_REFUSAL, x->prog->line,
			"too many arrays are read indirectly");
      return false;
    }
  make_tables (&s);
  out->indegree = PRAM_ARENA_NEW (arena, int64_t, x->n_tasks);
  out->degrees = PRAM_ARENA_NEW (arena, int64_t, x->n_tasks);
  out->least = PRAM_ARENA_NEW (arena, double, x->n_tasks);
  run (&s, false);
  run (&s, true);
  for (int32_t h = 0; h < s.n_holders; h++)
    out->n_holders += s.outdegree[h] > 0;
  for (int32_t t = 0; t < x->n_tasks; t++)
    {
      out->n_edges += out->indegree[t];
      if (out->indegree[t] > out->most_received)
	out->most_received = out->indegree[t];
      if (out->indegree[t] && out->degrees[t] > out->degree)
	out->degree = out->degrees[t];
    }
  return true;
}
