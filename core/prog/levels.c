/* levels.c: take level loops apart.

   SPDX-License-Identifier: Apache-2.0

   Invariant (1): outer loops have lower numbers than inner ones.  */

#include "levels.h"

#include <string.h>

/* Items of what is taken apart.  */
enum { MAX_ITEMS = 20000 };

/* --- Running -------------------------------------------------------------- */

struct known { bool known; int64_t value; };

struct pram_run
{
  const struct pram_source *source;
  struct known *iterator, *variable;	/* by number */
};

struct pram_run *
pram_run_new (const struct pram_source *source)
{
  struct pram_arena *arena = source->arena;
  struct pram_run *run = PRAM_ARENA_NEW (arena, struct pram_run, 1);
  run->source = source;
  run->iterator = PRAM_ARENA_NEW (arena, struct known, source->n_loops);
  run->variable = PRAM_ARENA_NEW (arena, struct known, source->n_variables);
  return run;
}

static bool
leaf_value (void *data, const struct pram_expr *leaf, int64_t *value)
{
  const struct pram_run *run = data;
  const struct pram_source *s = run->source;
  struct known known = { false, 0 };
  if (leaf->op == PRAM_EXPR_ITERATOR)
    known = run->iterator[leaf->value];
  else if (leaf->op == PRAM_EXPR_VARIABLE)
    known = run->variable[leaf->value];
  for (int k = 0; leaf->op == PRAM_EXPR_ENTRY && k < s->n_entries; k++)
    if (s->entries[k].number == leaf->value)
      known = (struct known) { true, s->entries[k].value };
  *value = known.value;
  return known.known;
}

bool
pram_run_value (const struct pram_run *run, const struct pram_expr *e,
		int64_t *value)
{
  return e && pram_expr_evaluate (e, leaf_value, (void *) run, value);
}

/* LOOP's variables get what they start from, or, if NEXT, go on with.  */
static void
set_variables (struct pram_run *run, int loop, bool next)
{
  const struct pram_source *s = run->source;
  struct known now[s->n_variables + 1];
  for (int v = 0; v < s->n_variables; v++)
    {
      const struct pram_variable *variable = &s->variables[v];
      now[v] = run->variable[v];
      if (variable->loop == loop)
	now[v].known = pram_run_value (run, next ? variable->next
						 : variable->start,
				       &now[v].value);
    }
  memcpy (run->variable, now, sizeof *now * (size_t) s->n_variables);
}

void
pram_run_enter (struct pram_run *run, int loop)
{
  set_variables (run, loop, false);
  run->iterator[loop] = (struct known) { true, 0 };
}

void
pram_run_advance (struct pram_run *run, int loop)
{
  set_variables (run, loop, true);
  run->iterator[loop].value++;
}

int
pram_run_exit (const struct pram_run *run, int loop)
{
  const struct pram_source_loop *l = &run->source->loops[loop];
  int64_t value;
  for (int k = 0; k < l->n_leave; k++)
    if (!pram_run_value (run, l->leave[k], &value))
      return -1;
    else if (value)
      return k;
  return l->n_leave > 0 ? l->n_leave : -1;
}

int
pram_run_count (struct pram_run *run, int loop, const int *stop)
{
  int stays = run->source->loops[loop].n_leave;
  pram_run_enter (run, loop);
  for (int n = 1; n <= PRAM_MAX_LEVELS; n++)
    {
      int exit = pram_run_exit (run, loop);
      if (exit < 0)
	return -1;
      if (exit < stays || (stop && n - 1 == *stop))
	return n;
      pram_run_advance (run, loop);
    }
  return -1;
}

/* --- Which loops ---------------------------------------------------------- */

struct survey
{
  const struct pram_source *source;
  const int64_t *trips;
  bool *wanted;
  int but;			/* what this loop itself would want doesn't
				   matter */
  bool inspected;
};

/* The loop that LEAF is a number of, or -1.  */
static int
loop_of (const struct pram_source *s, const struct pram_expr *leaf)
{
  return (leaf->op == PRAM_EXPR_ITERATOR ? (int) leaf->value
	  : leaf->op == PRAM_EXPR_VARIABLE ? s->variables[leaf->value].loop
	  : -1);
}

/* Set those of ALL, by loop, that E depends on.  Returns whether there are
   any.  */
static bool
find_loops (const struct pram_source *s, const struct pram_expr *e, bool *all)
{
  int loop = loop_of (s, e);
  bool any = loop >= 0;
  if (any)
    all[loop] = true;
  for (int k = 0; k < e->n; k++)
    any |= find_loops (s, e->operand[k], all);
  return any;
}

/* All loops that E depends on are wanted, if no data decide what it is.  */
static void
want_all (struct survey *v, const struct pram_expr *e)
{
  int n = v->source->n_loops;
  bool all[n + 1];
  memset (all, 0, sizeof all);
  if (pram_expr_mentions_p (e, PRAM_EXPR_DATA, -1))
    return;
  find_loops (v->source, e, all);
  for (int l = 0; l < n; l++)
    v->wanted[l] |= all[l] && l != v->but;
}

/* How often the loops of ALL run together; a large number if that isn't
   known.  */
static double
runs_of (const struct survey *v, const bool *all)
{
  double runs = 1;
  for (int l = 0; l < v->source->n_loops; l++)
    if (all[l])
      runs *= v->trips[l] < 0 ? 1e9 : (double) v->trips[l];
  return runs;
}

/* A and B are multiplied, or combined bit by bit: the loops of that one are
   wanted that run less often.  */
static void
want_one (struct survey *v, const struct pram_expr *a,
	  const struct pram_expr *b)
{
  int n = v->source->n_loops;
  bool all[2][n + 1];
  memset (all, 0, sizeof all);
  if (!find_loops (v->source, a, all[0]) || !find_loops (v->source, b, all[1]))
    return;
  for (int l = 0; l < n; l++)
    if (v->wanted[l] && (all[0][l] || all[1][l]))
      return;
  want_all (v, runs_of (v, all[0]) < runs_of (v, all[1]) ? a : b);
}

/* E mentions what loops around number LOOP count.  */
static bool
mentions_around_p (const struct pram_source *s, const struct pram_expr *e, int loop)
{
  bool found = false;
  for (int l = s->loops[loop].outer; l >= 0 && !found; l = s->loops[l].outer)
    found = pram_expr_mentions_p (e, PRAM_EXPR_ITERATOR, l);
  return found;
}

/* Variable VARIABLE starts from, or is changed by, what iterations of a loop around its
   own count, or what does so: in each of them it goes another way, as a generator of
   random numbers does, or the bits of a number that are reversed, and those are too many
   to take one by one.  LEFT: no more variables than that depend on each other.  */
static bool
wanders_p (const struct pram_source *s, int variable, int left)
{
  const struct pram_variable *v = &s->variables[variable];
  bool found = ((v->start && pram_expr_mentions_p (v->start, PRAM_EXPR_ITERATOR, -1))
		|| (v->next && mentions_around_p (s, v->next, v->loop)));
  for (int k = 0; k < s->n_variables && left && v->next && !found; k++)
    found = (s->variables[k].loop == v->loop && k != variable
	     && pram_expr_mentions_p (v->next, PRAM_EXPR_VARIABLE, k)
	     && wanders_p (s, k, left - 1));
  return found;
}

/* Look at what E, which says where something is, or how often something runs,
   wants; at pairs only if PAIRS.  */
static void
look_at (struct survey *v, const struct pram_expr *e, bool pairs)
{
  if (!e)
    return;
  bool last = (e->op == PRAM_EXPR_SHL || e->op == PRAM_EXPR_SHR
	       || e->op == PRAM_EXPR_DIV || e->op == PRAM_EXPR_MOD);
  bool pair = (e->op == PRAM_EXPR_PRODUCT || e->op == PRAM_EXPR_AND
	       || e->op == PRAM_EXPR_XOR);
  if (e->op == PRAM_EXPR_VARIABLE
      && !(v->inspected && wanders_p (v->source, (int) e->value, 2)))
    want_all (v, e);
  /* What is made of data isn't known then, either, as a digit of a key.  */
  if (last && !pram_expr_mentions_p (e->operand[0], PRAM_EXPR_DATA, -1))
    want_all (v, e->operand[1]);
  if (pair && pairs)
    want_one (v, e->operand[0], e->operand[1]);
  for (int k = 0; k < e->n; k++)
    look_at (v, e->operand[k], pairs);
}

static void
look_at_items (struct survey *v, const struct pram_items *items, bool pairs)
{
  for (int i = 0; i < items->n; i++)
    {
      const struct pram_item *item = items->item[i];
      if (item->kind == PRAM_ITEM_REFERENCE)
	look_at (v, item->offset, pairs);
      for (int s = 0; s < item->n_segments; s++)
	look_at_items (v, &item->segment[s], pairs);
    }
}

/* LOOP is INNER, or around it.  */
static bool
around_p (const struct pram_source *s, int loop, int inner)
{
  while (inner >= 0 && inner != loop)
    inner = s->loops[inner].outer;
  return inner >= 0;
}

/* How often LOOP runs depends on how often others ran before, as where a V-cycle
   goes down until it breaks off, and up from there: these are wanted.  */
static void
want_left (struct survey *v, int loop)
{
  const struct pram_source *s = v->source;
  bool all[s->n_loops + 1];
  memset (all, 0, sizeof all);
  for (int k = 0; k < s->loops[loop].n_leave; k++)
    if (!pram_expr_mentions_p (s->loops[loop].leave[k], PRAM_EXPR_DATA, -1))
      find_loops (s, s->loops[loop].leave[k], all);
  for (int l = 0; l < s->n_loops; l++)
    v->wanted[l] |= all[l] && v->trips[l] >= 0 && !around_p (s, l, loop);
}

/* What loops that are wanted depend on is wanted.  */
static void
want_around (struct survey *v)
{
  const struct pram_source *s = v->source;
  bool before[s->n_loops + 1];
  v->but = -1;
  do
    {
      memcpy (before, v->wanted, sizeof *before * (size_t) s->n_loops);
      for (int k = 0; k < s->n_variables; k++)
	if (v->wanted[s->variables[k].loop] && s->variables[k].start
	    && s->variables[k].next)
	  {
	    want_all (v, s->variables[k].start);
	    want_all (v, s->variables[k].next);
	  }
      for (int l = 0; l < s->n_loops; l++)
	for (int k = 0; v->wanted[l] && k < s->loops[l].n_leave; k++)
	  want_all (v, s->loops[l].leave[k]);
    }
  while (memcmp (before, v->wanted, sizeof *before * (size_t) s->n_loops));
}

/* It must be known how often LOOP runs.  If what it reads is INSPECTED that doesn't
   matter where it writes nothing: it can't be distributed.  */
static bool
counts_p (const struct pram_source *source, int loop, bool inspected)
{
  return !inspected || source->loops[loop].writes;
}

void
pram_levels_want (const struct pram_source *source, const int64_t *trips,
		  bool inspected, bool *wanted)
{
  struct survey v = { source, trips, wanted, -1, inspected };
  for (int pass = 0; pass < 2; pass++)
    {
      v.but = -1;
      look_at_items (&v, &source->body, pass == 1 && !inspected);
      /* How a loop counts its iterations matters only if others want to know.
	 */
      for (int l = source->n_loops - 1; l >= 0; l--)
	for (int k = 0; counts_p (source, l, inspected)
			&& k < source->loops[l].n_leave; k++)
	  {
	    v.but = l;
	    look_at (&v, source->loops[l].leave[k], pass == 1);
	  }
    }
  for (int l = 0; l < source->n_loops; l++)
    if (counts_p (source, l, inspected))
      want_left (&v, l);
  want_around (&v);
}

/* LOOP decides which element something in E is.  */
static bool
element_by_p (const struct pram_source *s, const struct pram_expr *e, int loop)
{
  bool all[s->n_loops + 1], found = false;
  memset (all, 0, sizeof all);
  if (!e || !pram_expr_mentions_p (e, PRAM_EXPR_ELEMENT, -1))
    return false;
  if (e->op == PRAM_EXPR_ELEMENT)
    find_loops (s, e->operand[0], all);
  for (int k = 0; k < e->n && !found; k++)
    found = element_by_p (s, e->operand[k], loop);
  return found || all[loop];
}

static bool
places_by_p (const struct pram_source *s, const struct pram_items *items,
	     int loop)
{
  bool found = false;
  for (int i = 0; i < items->n && !found; i++)
    {
      const struct pram_item *item = items->item[i];
      found = (item->kind == PRAM_ITEM_REFERENCE
	       && element_by_p (s, item->offset, loop));
      for (int k = 0; k < item->n_segments && !found; k++)
	found = places_by_p (s, &item->segment[k], loop);
    }
  return found;
}

bool
pram_levels_choose_p (const struct pram_source *source, int loop)
{
  bool found = places_by_p (source, &source->body, loop);
  for (int l = 0; l < source->n_loops && !found; l++)
    for (int k = 0; k < source->loops[l].n_leave && l != loop; k++)
      found |= element_by_p (source, source->loops[l].leave[k], loop);
  return found;
}

/* --- Taking them apart ----------------------------------------------------- */

struct expansion
{
  struct pram_source *source, *made;
  struct pram_level *levels;
  struct pram_run *run;
  int *now;			/* by loop: its number in MADE, in the present
				   iteration of the level loops around */
  int **copies, *n_copies;	/* by loop: all of them */
  int *names;			/* what the arrays' names are called now */
  bool renamed;			/* not all as in SOURCE */
  bool *placed;			/* by loop: it is an item */
  int level;			/* the iteration that is being made, -1: none */
  int n_items;
  struct pram_item **culprit;
};

static const struct pram_expr *
leaf_now (void *data, const struct pram_expr *leaf)
{
  const struct expansion *x = data;
  struct pram_exprs *exprs = x->source->exprs;
  struct known known = { false, 0 };
  int l = loop_of (x->source, leaf);
  if (leaf->op == PRAM_EXPR_TRIPS && x->source->loops[leaf->value].level)
    known = x->run->iterator[leaf->value];
  else if (leaf->op == PRAM_EXPR_TRIPS)
    return pram_expr_trips (exprs, x->now[leaf->value]);
  else if (l < 0)
    return leaf;
  else if (leaf->op == PRAM_EXPR_VARIABLE)
    known = x->run->variable[leaf->value];
  else if (x->source->loops[l].level)
    known = x->run->iterator[l];
  else
    return pram_expr_iterator (exprs, x->now[l]);
  if (known.known)
    return pram_expr_constant (exprs, known.value);
  /* Numbers of loops are other ones in MADE.  */
  return (leaf->op == PRAM_EXPR_VARIABLE ? leaf
	  : pram_expr_data (exprs, "iterations", NULL));
}

/* E in the present iteration.  */
static const struct pram_expr *
expr_now (struct expansion *x, const struct pram_expr *e)
{
  return pram_expr_substitute (x->source->exprs, e, leaf_now, x);
}

/* AT, in LOOP, in the present iteration; *LOOP is then the one of SOURCE that
   is left in MADE.  */
static struct pram_position
position_now (struct expansion *x, struct pram_position at, int *loop)
{
  struct pram_exprs *exprs = x->source->exprs;
  at.when = expr_now (x, at.when);
  while (*loop >= 0 && x->source->loops[*loop].level)
    {
      const struct pram_source_loop *l = &x->source->loops[*loop];
      const struct pram_expr *when = expr_now (x, l->at.when);
      at.passed = l->at.passed;
      at.when = (at.when && when ? pram_expr_both (exprs, when, at.when)
		 : when ? when : at.when);
      *loop = l->outer;
    }
  return at;
}

/* --- Loops */

/* The innermost level loop around LOOP, or -1.  */
static int
level_around (const struct pram_source *s, int loop)
{
  do
    loop = s->loops[loop].outer;
  while (loop >= 0 && !s->loops[loop].level);
  return loop;
}

/* A loop of MADE for LOOP.  What it is like, complete_loops says.  */
static void
copy_loop (struct expansion *x, int loop)
{
  struct pram_source_loop copy = x->source->loops[loop];
  int outer = copy.outer;
  while (outer >= 0 && x->source->loops[outer].level)
    outer = x->source->loops[outer].outer;
  copy.outer = outer < 0 ? -1 : x->now[outer];
  x->now[loop] = x->made->n_loops;
  *PRAM_ARENA_PUSH (x->source->arena, x->copies[loop], x->n_copies[loop])
    = x->made->n_loops;
  *PRAM_ARENA_PUSH (x->source->arena, x->made->loops, x->made->n_loops) = copy;
}

static void copy_places (struct expansion *, int level, int exit);

/* Run the level loops that stand in LEVEL, or (-1) in none, making nothing: what
   stands in LEVEL, too, may depend on how often they run, and on what their
   variables are then.  */
static void
foresee (struct expansion *x, int level)
{
  const struct pram_source *s = x->source;
  for (int k = 0; k < s->n_order; k++)
    {
      int l = s->order[k];
      if (!s->loops[l].level || level_around (s, l) != level)
	continue;
      pram_run_enter (x->run, l);
      for (int n = 0; n < PRAM_MAX_LEVELS; n++)
	{
	  foresee (x, l);
	  if (pram_run_exit (x->run, l) != s->loops[l].n_leave)
	    break;
	  pram_run_advance (x->run, l);
	}
    }
}

/* Run the level loops that stand in LEVEL, or (-1) in none, and are no items, as
   they access nothing but lookups: what else stands in them is made.  */
static void
run_loops (struct expansion *x, int level)
{
  const struct pram_source *s = x->source;
  for (int l = 0; l < s->n_loops; l++)
    {
      if (!s->loops[l].level || x->placed[l] || level_around (s, l) != level)
	continue;
      pram_run_enter (x->run, l);
      for (int n = 0; n < PRAM_MAX_LEVELS; n++)
	{
	  int exit = pram_run_exit (x->run, l);
	  foresee (x, l);
	  run_loops (x, l);
	  if (s->lookups.n)
	    copy_places (x, l, exit);
	  if (exit != s->loops[l].n_leave)
	    break;
	  pram_run_advance (x->run, l);
	}
    }
}

static void
find_placed (const struct pram_items *items, bool *placed)
{
  for (int i = 0; i < items->n; i++)
    {
      const struct pram_item *item = items->item[i];
      if (item->kind == PRAM_ITEM_LOOP)
	placed[item->loop] = true;
      for (int s = 0; s < item->n_segments; s++)
	find_placed (&item->segment[s], placed);
    }
}

/* Copy the loops directly in LEVEL, a level loop that is left by EXIT, or (-1)
   in none.  */
static void
copy_loops (struct expansion *x, int level, int exit)
{
  struct pram_source *s = x->source;
  for (int l = 0; l < s->n_loops; l++)
    if (!s->loops[l].level && level_around (s, l) == level)
      copy_loop (x, l);
  for (int l = 0; l < s->n_loops; l++)
    {
      const struct pram_source_loop *from = &s->loops[l];
      if (from->level || level_around (s, l) != level)
	continue;
      struct pram_source_loop *to = &x->made->loops[x->now[l]];
      int outer = from->outer;
      to->at = position_now (x, from->at, &outer);
      to->leave = PRAM_ARENA_NEW (s->arena, const struct pram_expr *,
				  from->n_leave + 1);
      for (int k = 0; k < from->n_leave; k++)
	to->leave[k] = expr_now (x, from->leave[k]);
      if (level >= 0 && from->outer == level && from->at.passed > exit)
	to->at.when = pram_expr_constant (s->exprs, 0);
    }
}

/* The same of loads of lookups.  */
static void
copy_loads (struct expansion *x, int level, int exit)
{
  struct pram_source *s = x->source;
  for (int k = 0; k < s->lookups.n; k++)
    {
      const struct pram_lookup *from = &s->lookups.lookup[k];
      struct pram_lookup *to = &x->made->lookups.lookup[k];
      for (int i = 0; i < from->n_loads; i++)
	{
	  struct pram_load load = from->loads[i];
	  int loop = load.loop;
	  if ((loop >= 0 && s->loops[loop].level ? loop
	       : loop < 0 ? -1 : level_around (s, loop)) != level)
	    continue;
	  bool left = level >= 0 && load.loop == level && load.at.passed > exit;
	  load.at = position_now (x, load.at, &loop);
	  if (left)
	    load.at.when = pram_expr_constant (s->exprs, 0);
	  load.loop = loop < 0 ? -1 : x->now[loop];
	  load.offset = expr_now (x, load.offset);
	  *PRAM_ARENA_PUSH (s->arena, to->loads, to->n_loads) = load;
	}
    }
}

/* Copy what stands directly in LEVEL, but for items.  */
static void
copy_places (struct expansion *x, int level, int exit)
{
  copy_loops (x, level, exit);
  copy_loads (x, level, exit);
}

/* Lookups like SOURCE's, without loads.  */
static void
copy_lookups (struct expansion *x)
{
  const struct pram_lookups *from = &x->source->lookups;
  struct pram_lookups *to = &x->made->lookups;
  to->lookup = PRAM_ARENA_NEW (x->source->arena, struct pram_lookup, from->n);
  for (int k = 0; k < from->n; k++)
    {
      to->lookup[k] = from->lookup[k];
      to->lookup[k].n_loads = 0;
      to->lookup[k].loads = NULL;
    }
}

/* In the order of SOURCE.  */
static void
order_loops (struct expansion *x)
{
  const struct pram_source *s = x->source;
  for (int k = 0; k < s->n_order; k++)
    for (int c = 0; c < x->n_copies[s->order[k]]; c++)
      *PRAM_ARENA_PUSH (s->arena, x->made->order, x->made->n_order)
	= x->copies[s->order[k]][c];
}

/* --- Names */

static int *
copy_names (struct expansion *x, const int *names)
{
  int n = x->source->n_arrays;
  int *copy = PRAM_ARENA_NEW (x->source->arena, int, n);
  memcpy (copy, names, sizeof *copy * (size_t) n);
  return copy;
}

/* Names are exchanged as NEXT, unless that is null, says: what they are called
   then, of NAMES.  */
static int *
exchanged (struct expansion *x, const int *names, const int *next)
{
  int *then = copy_names (x, names);
  for (int a = 0; next && a < x->source->n_arrays; a++)
    then[a] = names[next[a]];
  return then;
}

/* How a loop of MADE exchanges names whose body begins with BEFORE and ends
   with AFTER; null if it doesn't.  */
static int *
exchange_between (struct expansion *x, const int *before, const int *after)
{
  int n = x->source->n_arrays;
  int *next = PRAM_ARENA_NEW (x->source->arena, int, n);
  bool any = false;
  for (int a = 0; a < n; a++)
    {
      next[before[a]] = after[a];
      any |= before[a] != after[a];
    }
  return any ? next : NULL;
}

/* --- Items */

static bool expand_items (struct expansion *, const struct pram_items *,
			  struct pram_items *to, int loop, int exit);

static struct pram_item *
copy_item (struct expansion *x, struct pram_item *item, struct pram_items *to)
{
  struct pram_item *copy = pram_source_add_item (x->source, to, item->kind,
						 item->line);
  *copy = *item;
  copy->origin = item;
  copy->level = x->level;
  copy->names = x->renamed ? copy_names (x, x->names) : NULL;
  if (++x->n_items > MAX_ITEMS)
    *x->culprit = NULL;
  return copy;
}

/* ITEM, an ordinary loop.  */
static bool
expand_loop (struct expansion *x, struct pram_item *item,
	     struct pram_items *to)
{
  struct pram_item *copy = copy_item (x, item, to);
  int *before = copy_names (x, x->names), *left = NULL;
  bool counted = x->source->loops[item->loop].counted;
  copy->loop = x->now[item->loop];
  copy->segment = PRAM_ARENA_NEW (x->source->arena, struct pram_items,
				  item->n_segments);
  for (int s = 0; s < item->n_segments; s++)
    {
      copy->segment[s] = item->segment[s];
      copy->segment[s].n = 0;
      copy->segment[s].item = NULL;
      if (!expand_items (x, &item->segment[s], &copy->segment[s], item->loop,
			 0))
	return false;
      /* Behind the loop names are what they were where it was left.  */
      if (!counted && s + 1 < item->n_segments)
	{
	  *x->culprit = item;
	  if (left && exchange_between (x, left, x->names))
	    return false;
	  left = copy_names (x, x->names);
	}
    }
  copy->next = exchange_between (x, before, exchanged (x, x->names,
						       item->next));
  x->names = left ? left : before;
  return true;
}

/* The present iteration of ITEM, a level loop, which is left by EXIT.  */
static bool
expand_level (struct expansion *x, const struct pram_item *item,
	      struct pram_items *to, int exit)
{
  x->level = x->levels[item->loop].n++;
  foresee (x, item->loop);
  run_loops (x, item->loop);
  copy_places (x, item->loop, exit);
  for (int s = 0; s < item->n_segments; s++)
    if (!expand_items (x, &item->segment[s], to, item->loop, exit))
      return false;
  return true;
}

/* ITEM, a level loop.  */
static bool
expand_levels (struct expansion *x, struct pram_item *item,
	       struct pram_items *to)
{
  const struct pram_source_loop *loop = &x->source->loops[item->loop];
  struct pram_level *level = &x->levels[item->loop];
  int around = x->level, exit;
  int64_t when = 1;
  while (level->n_first <= (around < 0 ? 0 : around))
    *PRAM_ARENA_PUSH (x->source->arena, level->first, level->n_first)
      = level->n;
  if (loop->at.when && pram_run_value (x->run, loop->at.when, &when) && !when)
    return true;
  pram_run_enter (x->run, item->loop);
  for (int n = 0;; n++)
    {
      exit = pram_run_exit (x->run, item->loop);
      *x->culprit = item;
      if (exit < 0 || n == PRAM_MAX_LEVELS
	  || !expand_level (x, item, to, exit))
	return false;
      x->level = around;
      if (exit < loop->n_leave)
	return true;
      if (item->next)
	{
	  x->names = exchanged (x, x->names, item->next);
	  x->renamed = true;
	}
      pram_run_advance (x->run, item->loop);
    }
}

/* ITEMS, in LOOP, which is left by EXIT if it is a level loop.  */
static bool
expand_items (struct expansion *x, const struct pram_items *items,
	      struct pram_items *to, int loop, int exit)
{
  const struct pram_source *s = x->source;
  bool level = loop >= 0 && s->loops[loop].level;
  for (int i = 0; i < items->n; i++)
    {
      struct pram_item *item = items->item[i], *copy;
      bool inner = item->kind == PRAM_ITEM_LOOP;
      const struct pram_position *at
	= inner ? &s->loops[item->loop].at : &item->at;
      int outer = loop;
      if (level && item->kind != PRAM_ITEM_WORK && at->passed > exit)
	continue;
      if (inner && s->loops[item->loop].level
	  ? !expand_levels (x, item, to)
	  : inner && !expand_loop (x, item, to))
	return false;
      if (inner)
	continue;
      copy = copy_item (x, item, to);
      if (x->n_items > MAX_ITEMS)
	return false;
      if (item->kind != PRAM_ITEM_REFERENCE)
	continue;
      copy->at = position_now (x, item->at, &outer);
      copy->offset = expr_now (x, item->offset);
      copy->array = x->names[item->array];
    }
  return true;
}

static struct expansion
start (struct pram_source *s, struct pram_level *levels,
       struct pram_item **culprit)
{
  struct expansion x = { .source = s, .levels = levels, .level = -1,
			 .culprit = culprit };
  x.made = PRAM_ARENA_NEW (s->arena, struct pram_source, 1);
  *x.made = *s;
  x.made->n_loops = x.made->n_order = x.made->body.n = 0;
  x.made->loops = NULL;
  x.made->order = NULL;
  x.made->body.item = NULL;
  copy_lookups (&x);
  x.run = pram_run_new (s);
  x.now = PRAM_ARENA_NEW (s->arena, int, s->n_loops);
  x.copies = PRAM_ARENA_NEW (s->arena, int *, s->n_loops);
  x.n_copies = PRAM_ARENA_NEW (s->arena, int, s->n_loops);
  x.names = PRAM_ARENA_NEW (s->arena, int, s->n_arrays);
  for (int a = 0; a < s->n_arrays; a++)
    x.names[a] = a;
  return x;
}

struct pram_source *
pram_levels_expand (struct pram_source *source, struct pram_level *levels,
		    struct pram_item **culprit)
{
  struct expansion x = start (source, levels, culprit);
  *culprit = NULL;
  x.placed = PRAM_ARENA_NEW (source->arena, bool, source->n_loops);
  find_placed (&source->body, x.placed);
  foresee (&x, -1);
  run_loops (&x, -1);
  copy_places (&x, -1, 0);
  if (!expand_items (&x, &source->body, &x.made->body, -1, 0))
    return NULL;
  order_loops (&x);
  return x.made;
}
