/* extract-levels.cc: loops whose iterations are taken one by one.

   SPDX-License-Identifier: GPL-3.0-or-later

     for (s = 1; s < n; s *= 2) { … a[i - s] … }
     for (len = 2; len <= n; len *= 2) for (i = 0; i < n; i += len) …
     for (l = 0; l < levels; l++) for (i = 0; i < n >> l; i++) …

   Core knows from the expressions for places and limits which loops these are
   (core/prog/levels.h), and runs them where the numbers are known.  Here one
   iteration of each, in the middle, stands for all of them while the rest is
   read.  A loop by itself is left alone: nothing to distribute would be left of
   it.  */

#include "pram-gcc.h"
#include "region.h"
#include "extract.h"
#include "given.h"
#include "diagnostics.h"

/* Where sizes are assumed: elements, and iterations, for one level loop and for
   loops within each other.  */
#define ELEMENTS 1024
#define LEVELS 10
#define NESTED_ELEMENTS 64
#define NESTED_LEVELS 6

typedef const struct pram_expr *expr;

/* The loops of the function, which X surveys, by number of the source.  */
static class loop **
loops_of (struct plug_extract *x)
{
  class loop **all = XCNEWVEC (class loop *, x->source->n_loops + 1);
  for (unsigned l = 1; l < number_of_loops (cfun); l++)
    if (class loop *loop = get_loop (cfun, l))
      if (x->loops[l].number >= 0)
	all[x->loops[l].number] = loop;
  return all;
}

/* Read all limits, in the order in which control comes to the loops: that of
   one may be how often another one has run.  */
static void
read_limits (struct plug_extract *x)
{
  int n;
  basic_block *blocks = plug_loop_blocks (NULL, &n);
  for (int i = 0; i < n; i++)
    if (loop_outer (blocks[i]->loop_father)
	&& blocks[i]->loop_father->header == blocks[i])
      plug_loop_of (x, blocks[i]->loop_father);
  free (blocks);
}

void
plug_note_write (struct plug_extract *x, basic_block bb)
{
  for (class loop *loop = bb->loop_father; loop_outer (loop);
       loop = loop_outer (loop))
    x->source->loops[plug_loop_number (x, loop)].writes = true;
}

/* Read where arrays are accessed.  */
static void
read_places (struct plug_extract *x)
{
  basic_block bb;
  FOR_EACH_BB_FN (bb, cfun)
    for (gimple_stmt_iterator i = gsi_start_bb (bb); !gsi_end_p (i);
	 gsi_next (&i))
      {
	tree refs[2];
	plug_references (gsi_stmt (i), &refs[0], &refs[1]);
	for (tree ref : refs)
	  {
	    struct plug_pointer p;
	    if (!ref || !plug_place_of_reference (x, ref, &p))
	      continue;
	    struct pram_item *item
	      = pram_source_add_item (x->source, &x->source->body,
				      PRAM_ITEM_REFERENCE, 0);
	    item->offset = p.offset;
	    if (ref == refs[1])
	      plug_note_write (x, bb);
	  }
      }
}

/* LOOP has others in it or around it.  */
static bool
nested_p (class loop *loop)
{
  return loop->inner || loop_depth (loop) > 1;
}

bool
plug_moves_p (const struct plug_extract *x, const struct pram_expr *e, int l)
{
  bool found = pram_expr_mentions_p (e, PRAM_EXPR_ITERATOR, l);
  for (int v = 0; v < x->source->n_variables; v++)
    found |= (x->source->variables[v].loop == l
	      && pram_expr_mentions_p (e, PRAM_EXPR_VARIABLE, v));
  return found;
}

/* In E what moves with loop number L is multiplied by what does so, too.  */
static bool
squared_p (const struct plug_extract *x, const struct pram_expr *e, int l)
{
  bool found = (e->op == PRAM_EXPR_PRODUCT && plug_moves_p (x, e->operand[0], l)
		&& plug_moves_p (x, e->operand[1], l));
  for (int k = 0; k < e->n && !found; k++)
    found = squared_p (x, e->operand[k], l);
  return found;
}

/* LOOP, number L, is wanted, and can be one if GOOD: say what would help if the
   region is refused.  */
static void
hint (struct plug_extract *x, class loop *loop, int l, bool good)
{
  int line = plug_line (x->region, plug_loop_location (loop));
  for (int i = 0; i < x->source->body.n; i++)
    if (squared_p (x, x->source->body.item[i]->offset, l))
      {
	pram_diag_report (x->diag, PRAM_HINT, line,
			  "indices grow with the square of what this loop "
			  "counts, as in packed triangles; rows that lie "
			  "equally far apart, as in a[i * n + j], can be "
			  "distributed");
	return;
      }
  if (!good)
    pram_diag_report (x->diag, PRAM_HINT, line,
		      "indices would be linear if the iterations of this loop "
		      "were taken one by one, but how many there are is no known "
		      "number of at most %d", PRAM_MAX_LEVELS - 1);
}

/* Let the iteration in the middle of LOOP, number L, stand for all, if they can
   be run; false if they can't.  */
static bool
choose_iteration (struct plug_extract *x, struct plug_levels *levels,
		  struct pram_run *run, class loop *loop, int l)
{
  int n = pram_run_count (run, l, NULL);
  if (n < 0)
    return false;
  int middle = n > 1 ? (n - 1) / 2 : 0;
  pram_run_count (run, l, &middle);
  levels->level[loop->num] = true;
  levels->iteration[loop->num] = middle;
  for (unsigned v = 1; v < num_ssa_names; v++)
    {
      int64_t value;
      int number = x->variable_of[v] - 1;
      if (number >= 0 && x->source->variables[number].loop == l
	  && pram_run_value (run, pram_expr_variable (x->exprs, number, NULL),
			     &value))
	levels->values->put (v, value);
    }
  return true;
}

/* Does what LOOP, number L, depends on mention entry value P?  */
static bool
depends_p (struct plug_extract *x, int l, int p)
{
  const struct pram_source *s = x->source;
  const struct pram_source_loop *loop = &s->loops[l];
  bool found = false;
  for (int k = 0; k < loop->n_leave; k++)
    found |= pram_expr_mentions_p (loop->leave[k], PRAM_EXPR_ENTRY, p);
  for (int v = 0; v < s->n_variables; v++)
    if (s->variables[v].loop == l && s->variables[v].start)
      found |= pram_expr_mentions_p (s->variables[v].start, PRAM_EXPR_ENTRY, p);
  return found;
}

/* Level loops that are within each other.  */
static bool
nested_levels_p (class loop **loops, const bool *wanted, int n)
{
  for (int a = 0; a < n; a++)
    for (int b = 0; b < n; b++)
      if (wanted[a] && wanted[b] && loops[a] && loops[b]
	  && flow_loop_nested_p (loops[a], loops[b]))
	return true;
  return false;
}

/* Assume VALUE for ENTRY of X, and for others what follows from that.  */
static void
assume_entry (struct plug_extract *x, struct pram_entry *entry, int64_t value)
{
  struct plug_param *p = &x->region->params[entry->number];
  if (!p->usual)
    p->usual = p->expected;
  p->expected = entry->value = value;
  plug_assume_again (x->region);
  for (int k = 0; k < x->source->n_entries; k++)
    {
      struct pram_entry *other = &x->source->entries[k];
      if (x->region->params[other->number].follows)
	other->value = x->region->params[other->number].expected;
    }
}

/* Assume numbers of elements that are powers of two, where LOOP, number L, is
   WANTED, and few iterations.  */
static void
assume (struct plug_extract *x, struct pram_run *run, int l, bool nested)
{
  for (int k = 0; k < x->source->n_entries; k++)
    {
      struct pram_entry *entry = &x->source->entries[k];
      struct plug_param *p = &x->region->params[entry->number];
      if (!p->assumed || p->follows || !depends_p (x, l, entry->number))
	continue;
      int levels = nested ? NESTED_LEVELS : LEVELS;
      int64_t before = entry->value;
      assume_entry (x, entry, nested ? NESTED_ELEMENTS : ELEMENTS);
      int n = pram_run_count (run, l, NULL);
      if (n < 0 || n > 2 * levels)
	assume_entry (x, entry, levels);
      /* It starts beyond its end then.  */
      if (pram_run_count (run, l, NULL) == 1)
	assume_entry (x, entry, before);
    }
}

/* The loops of SOURCE that would have to be level loops, by number, to be freed; if
   INSPECTED those that would have to be so even then.  */
static bool *
wanted_levels (const struct pram_source *source, bool inspected)
{
  int n = source->n_loops;
  int64_t *trips = XCNEWVEC (int64_t, n + 1);
  bool *wanted = XCNEWVEC (bool, n + 1);
  struct pram_run *run = pram_run_new (source);
  for (int l = 0; l < n; l++)
    trips[l] = -1;
  /* How often a loop runs may depend on how often those before it do.  */
  for (int k = 0; k < source->n_order; k++)
    trips[source->order[k]] = pram_run_count (run, source->order[k], NULL);
  pram_levels_want (source, trips, inspected, wanted);
  free (trips);
  return wanted;
}

bool
plug_level_to_inspect_p (const struct pram_source *source, int loop)
{
  if (!source->loops[loop].level)
    return false;
  bool *wanted = wanted_levels (source, false);
  bool *needed = wanted_levels (source, true);
  bool good = wanted[loop] && !needed[loop];
  free (wanted);
  free (needed);
  return good;
}

static void
find_levels (struct plug_extract *x, struct plug_levels *levels)
{
  int n = x->source->n_loops;
  class loop **loops = loops_of (x);
  bool *wanted = wanted_levels (x->source, x->region->inspects);
  bool *needed = wanted_levels (x->source, true);
  for (int l = 0; l < n; l++)
    x->region->inspectable |= wanted[l] && !needed[l];
  for (int l = 0; l < n; l++)
    wanted[l] |= (x->region->choosing && loops[l]
		  && bitmap_bit_p (x->region->choosing, loops[l]->num));
  struct pram_run *run = pram_run_new (x->source);
  bool nested = nested_levels_p (loops, wanted, n);
  for (int k = 0; k < x->source->n_order; k++)
    {
      int l = x->source->order[k];
      if (!wanted[l] || !loops[l] || !nested_p (loops[l]))
	continue;
      assume (x, run, l, nested);
      levels->any = true;
      bool good = choose_iteration (x, levels, run, loops[l], l);
      hint (x, loops[l], l, good);
    }
  free (wanted);
  free (needed);
  free (loops);
}

struct plug_levels *
plug_find_levels (struct plug_extract *x)
{
  struct plug_levels *levels = XCNEW (struct plug_levels);
  levels->level = XCNEWVEC (bool, number_of_loops (cfun));
  levels->iteration = XCNEWVEC (int, number_of_loops (cfun));
  levels->values = new hash_map<int_hash<unsigned, 0>, int64_t>;
  /* Each iteration's conditions would be loops of their own.  */
  if (x->region->decided)
    return levels;
  read_limits (x);
  read_places (x);
  find_levels (x, levels);
  return levels;
}

void
plug_levels_free (struct plug_levels *levels)
{
  if (!levels)
    return;
  delete levels->values;
  free (levels->level);
  free (levels->iteration);
  free (levels);
}

/* --- Variables ------------------------------------------------------------ */

/* LOOP is a level loop.  */
bool
plug_level_p (const struct plug_extract *x, class loop *loop)
{
  return x->levels && x->levels->level[loop->num];
}

expr
plug_variable (struct plug_extract *x, class loop *loop, tree result)
{
  unsigned version = SSA_NAME_VERSION (result);
  struct pram_source *source = x->source;
  if (!x->survey && !plug_level_p (x, loop))
    return NULL;
  int *number = &x->variable_of[version];
  const char *name = plug_name_of (x, result);
  if (!*number)
    {
      *PRAM_ARENA_PUSH (source->arena, source->variables, source->n_variables)
	= { plug_loop_number (x, loop),
	    name ? pram_arena_strdup (source->arena, name) : NULL, NULL, NULL };
      *number = source->n_variables;
      if (int64_t *value = x->survey ? NULL : x->levels->values->get (version))
	pram_scope_set_variable (x->scope, *number - 1, *value);
    }
  expr e = pram_expr_variable (x->exprs, *number - 1,
			       source->variables[*number - 1].name);
  const_cast <struct pram_expr *> (e)->cookie = result;
  return e;
}

/* E is known where an iteration of LOOP begins: it mentions no data, and nothing
   of the loops in it.  */
static bool
known_p (struct plug_extract *x, class loop *loop, expr e)
{
  if (pram_expr_mentions_p (e, PRAM_EXPR_DATA, -1))
    return false;
  for (class loop *in = loop->inner; in; in = in->next)
    if (plug_mentions_loop_p (x, e, in) || !known_p (x, in, e))
      return false;
  return true;
}

bool
plug_mentions_loop_p (struct plug_extract *x, expr e, class loop *loop)
{
  int number = plug_loop_number (x, loop);
  bool found = pram_expr_mentions_p (e, PRAM_EXPR_ITERATOR, number);
  for (int v = 0; v < x->source->n_variables && !found; v++)
    found = (x->source->variables[v].loop == number
	     && pram_expr_mentions_p (e, PRAM_EXPR_VARIABLE, v));
  return found;
}

bool
plug_set_variable (struct plug_extract *x, class loop *loop, expr variable,
		   expr start, expr next)
{
  if (variable->op != PRAM_EXPR_VARIABLE
      || pram_expr_mentions_p (start, PRAM_EXPR_DATA, -1)
      || !known_p (x, loop, next))
    return false;
  struct pram_variable *v = &x->source->variables[variable->value];
  v->start = start;
  v->next = next;
  return true;
}
