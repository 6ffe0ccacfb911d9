/* instantiate.c: from a source to a prog.

   SPDX-License-Identifier: Apache-2.0  */

#include "instantiate.h"

#include "lower.h"
#include "prog/levels.h"
#include "residue.h"

#include <isl/set.h>

/* What was found out last about rows: at PLACE the rows ROW, N from FIRST on, have the
   columns COLUMN, EACH of them.  */
struct known_rows
{
  const struct pram_place *place;
  const struct pram_expr *row, *column;
  int64_t first, n;
  struct pram_range *each;
};

struct instantiation
{
  struct pram_source *source;	/* without level loops */
  struct pram_scope *scope;
  struct pram_lower *lower;
  struct pram_prog *prog;
  struct pram_obstacle *obstacle;
  bool all_sizes;		/* the code is for other sizes, too */
  struct known_rows known;
  struct pram_range *columns;	/* by row: COLUMNS_ROOM */
  int64_t columns_room;
};

/* The body of a loop (or the region) while it is walked.  */
struct body
{
  struct instantiation *in;
  int loop;			/* of the source; -1: the region */
  struct pram_node *node;	/* null: the region */
  bool in_counted;		/* some loop around is counted */
  bool single;			/* every reference is a statement */
  struct pram_node *seq;	/* where nodes are appended */
  struct pram_node *stmt;	/* the open statement, or null */
  struct pram_node *last;	/* the last statement */
  bool stored;			/* the open statement has its store */
  double weight;		/* not yet attributed */
  bool scalar;			/* nor is that vectors don't do that */
};

static bool walk_body (struct body *, const struct pram_items *, int n);

/* KIND stands in the way.  Always false.  */
static bool
obstructed (struct instantiation *in, enum pram_obstacle_kind kind,
	    struct pram_item *item, const struct pram_expr *blame)
{
  const struct pram_lookup *lookup
    = (blame && blame->op == PRAM_EXPR_ELEMENT
       ? pram_lookup_find (&in->source->lookups, blame->value) : NULL);
  if (!in->obstacle->kind)
    *in->obstacle = (struct pram_obstacle)
      { lookup ? PRAM_OBSTACLE_LOOKUP : kind,
	item && item->origin ? item->origin : item, blame, lookup };
  return false;
}

const char *
pram_decided_by (const struct pram_expr *blame)
{
  return blame && blame->op == PRAM_EXPR_ENTRY ? blame->name : NULL;
}

/* --- Statements --------------------------------------------------------- */

/* NODE is ITEM.  */
static void
identify (struct pram_node *node, const struct pram_item *item)
{
  node->item = item->number;
  node->level = item->level;
  node->names = item->names;
}

static void
close_statement (struct body *b)
{
  if (b->stmt)
    {
      b->stmt->weight += b->weight + 1;	/* the access itself */
      b->stmt->scalar |= b->scalar;
      b->weight = 0;
      b->scalar = false;
      b->last = b->stmt;
    }
  b->stmt = NULL;
  b->stored = false;
}

static void
open_statement (struct body *b, const struct pram_item *item, bool may)
{
  if (!b->stmt)
    {
      b->stmt = pram_prog_add_stmt (b->in->prog, b->seq);
      b->stmt->line = item->line;
      b->stmt->cookie = item->statement;
      identify (b->stmt, item);
    }
  b->stmt->conditional |= may;
}

static void
add_access (struct body *b, const struct pram_item *item, bool write,
	    const struct pram_lowered *at)
{
  struct pram_access *access = pram_prog_add_access (b->in->prog, b->stmt);
  access->cookie = item->cookie;
  access->item = item->number;
  access->parts = item->parts;
  access->array = item->array;
  access->write = write;
  access->indirect = item->indirect;
  access->computed = item->computed;
  access->asked = item->asked;
  access->steady = write ? 0 : item->steady;
  access->finds = item->finds;
  access->leads = item->leads;
  access->perhaps = !write && item->perhaps;
  access->apart = item->apart;
  access->may = at->may;
  access->line = item->line;
  access->offset = at->offset;
  access->modulus = at->modulus;
  access->n_guards = at->n_guards;
  access->guards = at->guards;
}

/* Find what is known of where ITEM lies, at PLACE, which data choose: into AT.  */
static void
find_residue (struct instantiation *in, const struct pram_item *item,
	      const struct pram_place *place, struct pram_lowered *at)
{
  struct pram_lowered *one;
  const struct pram_expr *blame;
  int64_t modulus;
  const struct pram_expr *known
    = pram_residue (in->source->exprs, in->scope, place, item->offset, &modulus);
  if (!known
      || pram_lower_access (in->lower, place, known, true, false,
			    &one, &blame) != 1)
    return;
  at->offset = one->offset;
  at->modulus = modulus;
}

/* Find the places AT of ITEM, where control comes to PLACE: their number, or -1
   if there is an obstacle.  */
static int
locate (struct body *b, struct pram_item *item, const struct pram_place *place,
	struct pram_lowered **at)
{
  struct instantiation *in = b->in;
  const struct pram_expr *blame;
  /* When doesn't matter where data choose which element.  */
  if (item->indirect)
    {
      *at = PRAM_ARENA_NEW (in->prog->arena, struct pram_lowered, 1);
      find_residue (in, item, place, *at);
      (*at)->may = !place->exact;
      return 1;
    }
  /* To read more than what is read there does no harm.  */
  int n = pram_lower_access (in->lower, place, item->offset, b->single,
			     !item->write, at, &blame);
  /* Who knows the place, but not in a few parts when, may write there.  What is read
     may be one of a few elements.  */
  if (n < 0 && b->single != item->write)
    n = pram_lower_access (in->lower, place, item->offset, !b->single,
			   !item->write, at, &blame);
  /* What isn't accessed for these sizes is for others, by the same code, unless
     data choose it then.  */
  if (n == 0 && in->all_sizes
      && pram_expr_mentions_p (item->offset, PRAM_EXPR_DATA, -1))
    {
      n = -1;
      blame = item->offset;
    }
  if (n == 0 && in->all_sizes)
    {
      n = 1;
      *at = PRAM_ARENA_NEW (in->prog->arena, struct pram_lowered, 1);
      pram_lower_never (in->lower, place, item->at.passed, item->offset, b->single,
			*at);
    }
  if (n < 0)
    obstructed (in, PRAM_OBSTACLE_OFFSET, item, blame);
  else if (n > 0 && !place->exact && !b->in_counted)
    obstructed (in, PRAM_OBSTACLE_CONDITION, item, place->blame);
  return in->obstacle->kind ? -1 : n;
}

/* The sum of A and B, times SIGN, if that is a constant: *SUM.  */
static bool
constant_sum_p (const struct pram_affine *a, const struct pram_affine *b,
		int sign, int64_t *sum)
{
  int n = a->n_coef > b->n_coef ? a->n_coef : b->n_coef;
  for (int k = 0; k < n; k++)
    if (pram_affine_coef (a, k) + sign * pram_affine_coef (b, k))
      return false;
  *sum = a->constant + sign * b->constant;
  return true;
}

/* A and B never hold together, as is plain to see.  */
static bool
exclude_p (const struct pram_guard *a, const struct pram_guard *b)
{
  int64_t sum;
  if (a->mod || b->mod)
    return false;
  /* x + c >= 0 and -x + d >= 0.  */
  if (constant_sum_p (&a->affine, &b->affine, 1, &sum)
      && (sum < 0 || (sum && a->equality && b->equality)))
    return true;
  /* x + c == 0 and x + d >= 0.  */
  if (!constant_sum_p (&a->affine, &b->affine, -1, &sum) || !sum)
    return false;
  return ((a->equality && b->equality) || (a->equality && sum > 0)
	  || (b->equality && sum < 0));
}

/* ACCESS is never made where AT is.  */
static bool
elsewhere_p (const struct pram_access *access, const struct pram_lowered *at)
{
  for (int i = 0; i < access->n_guards; i++)
    for (int k = 0; k < at->n_guards; k++)
      if (exclude_p (&access->guards[i], &at->guards[k]))
	return true;
  return false;
}

/* The open statement writes one of several elements, as guards say: open
   another one for the next of them, AT, that reads the same there.  FIRST is
   the statement for the first of them.  */
static void
repeat_statement (struct body *b, const struct pram_item *item, bool may,
		  const struct pram_node *first, const struct pram_lowered *at)
{
  close_statement (b);
  open_statement (b, item, may);
  for (int a = 0; a < first->n_accesses; a++)
    if (!first->accesses[a].write && !elsewhere_p (&first->accesses[a], at))
      {
	struct pram_access read = first->accesses[a];
	*pram_prog_add_access (b->in->prog, b->stmt) = read;
      }
}

/* ITEM, a reference, lies at N places, those of so many ELEMENTS after each
   other.  What a statement reads for a write it has for all of them.  */
static void
add_reference (struct body *b, const struct pram_item *item,
	       const struct pram_place *place, const struct pram_lowered *at,
	       int n, int elements)
{
  bool local_may = !place->exact_inside;
  for (int i = 0; i < n; i++)
    local_may |= at[i].may && place->exact;
  if (b->single || b->stored)
    close_statement (b);
  open_statement (b, item, local_may);
  const struct pram_node *first = b->stmt;
  if (local_may)
    b->stmt->decided_by = pram_decided_by (place->blame);
  for (int i = 0; i < n; i++)
    {
      if (item->write && i % elements > 0)
	{
	  close_statement (b);
	  open_statement (b, item, local_may);
	}
      else if (item->write && i > 0)
	repeat_statement (b, item, local_may, first, &at[i]);
      /* Who may not write must hold the old value.  */
      if (item->write && at[i].may && !item->indirect)
	add_access (b, item, false, &at[i]);
      add_access (b, item, item->write, &at[i]);
    }
  if (item->write)
    {
      b->stmt->line = item->line;
      b->stmt->cookie = item->statement;
      identify (b->stmt, item);
      b->stored = true;
    }
  if (b->single)
    {
      if (!item->write)
	b->stmt->value_of = item->value_of;
      close_statement (b);
    }
}

/* The N places AT are those of the first of several elements: those of all of
   them.  */
static struct pram_lowered *
widen (struct instantiation *in, const struct pram_item *item,
       const struct pram_lowered *at, int n, int elements)
{
  struct pram_lowered *all = PRAM_ARENA_NEW (in->prog->arena,
					     struct pram_lowered, n * elements);
  int size = in->source->arrays[item->array].elem_size;
  for (int i = 0; i < n * elements; i++)
    {
      all[i] = at[i / elements];
      all[i].offset.constant += (i % elements) * size;
    }
  return all;
}

/* --- Rows behind pointers ------------------------------------------------ */

struct pitch
{
  struct pram_exprs *exprs;
  int entry;
  int64_t value;
};

/* The pitch that DATA tells of is a number.  */
static const struct pram_expr *
put_pitch (void *data, const struct pram_expr *leaf)
{
  const struct pitch *p = data;
  return (leaf->op == PRAM_EXPR_ENTRY && leaf->value == p->entry
	  ? pram_expr_constant (p->exprs, p->value) : leaf);
}

/* The offset of ITEM if the rows of its array are VALUE bytes apart.  */
static const struct pram_expr *
offset_for (const struct pram_source *source, const struct pram_item *item,
	    int64_t value)
{
  struct pitch pitch = { source->exprs, source->arrays[item->array].pitch - 1,
			 value };
  return pram_expr_substitute (source->exprs, item->offset, put_pitch, &pitch);
}

/* What E is at PLACE, and LENGTH - 1 numbers behind it.  */
static bool
range_of (struct instantiation *in, const struct pram_place *place,
	  const struct pram_expr *e, int64_t length, struct pram_range *range)
{
  int64_t least, most;
  if (!pram_scope_range (in->scope, place, e, &least, &most))
    return false;
  *range = (struct pram_range) { least, most + length };
  return true;
}

/* A is B plus a constant: *SHIFT.  */
static bool
shifted_p (struct pram_exprs *exprs, const struct pram_expr *a,
	   const struct pram_expr *b, int64_t *shift)
{
  const struct pram_expr *difference = pram_expr_sum (exprs, a, 1, b, -1);
  *shift = difference->op == PRAM_EXPR_CONSTANT ? difference->value : 0;
  return difference->op == PRAM_EXPR_CONSTANT;
}

/* What is known of the rows ROW at PLACE, which are ROWS, is where in COLUMN accesses to
   each begin, or what it is of others and so much further to the *RIGHT: the references of
   a stencil are alike but for constants.  False if that isn't known.  */
static bool
know_rows (struct instantiation *in, const struct pram_place *place,
	   const struct pram_expr *row, const struct pram_expr *column,
	   struct pram_range rows, int64_t *right)
{
  int64_t n = rows.hi - rows.lo, down;
  struct known_rows *known = &in->known;
  struct pram_exprs *exprs = in->source->exprs;
  if (known->place == place && known->n == n
      && shifted_p (exprs, row, known->row, &down)
      && rows.lo == known->first + down
      && shifted_p (exprs, column, known->column, right))
    return true;
  *right = 0;
  *known = (struct known_rows)
    { place, row, column, rows.lo, n,
      PRAM_ARENA_NEW (in->prog->arena, struct pram_range, n) };
  if (!pram_scope_ranges (in->scope, place, column, row, rows.lo, n, known->each))
    known->place = NULL;
  return known->place;
}

/* Of each of the rows ROW at PLACE, which are ROWS, what LENGTH bytes from COLUMN
   on are, until the next call; null if that isn't known.  */
static const struct pram_range *
columns_of (struct instantiation *in, const struct pram_place *place,
	    const struct pram_expr *row, const struct pram_expr *column,
	    int length, struct pram_range rows)
{
  int64_t n = rows.hi - rows.lo, right;
  if (!know_rows (in, place, row, column, rows, &right))
    return NULL;
  if (n > in->columns_room)
    in->columns = PRAM_ARENA_NEW (in->prog->arena, struct pram_range, n);
  in->columns_room = n > in->columns_room ? n : in->columns_room;
  for (int64_t k = 0; k < n; k++)
    {
      struct pram_range begin = in->known.each[k];
      bool any = begin.lo < begin.hi;
      in->columns[k].lo = any ? begin.lo + right : 0;
      in->columns[k].hi = any ? begin.hi + right + length - 1 : 0;
    }
  return in->columns;
}

/* ITEM, of an access at PLACE, is for a row of ARRAY that data choose, of BYTES from
   COLUMN on.  (If nothing is known of its offset that is 0.)  */
static void
note_chosen_row (struct instantiation *in, const struct pram_item *item,
		 struct pram_array *array, const struct pram_place *place,
		 const struct pram_expr *column, int bytes)
{
  struct pram_range columns, none = { 0, 0 };
  if (item->offset->op == PRAM_EXPR_CONSTANT
      || !range_of (in, place, column, bytes, &columns))
    array->rows.any_column = true;
  else
    pram_rows_add (&array->rows, in->prog->arena, none, columns, NULL);
}

/* ITEM, a reference at PLACE, accesses rows: note which.  Its row is how often the
   pitch is in its offset, what else is there its column.  */
static void
note_rows (struct instantiation *in, struct pram_item *item,
	   const struct pram_place *place)
{
  struct pram_array *array = &in->source->arrays[item->array];
  if (!array->pitch || isl_set_is_empty (place->domain))
    return;
  const struct pram_expr *column = offset_for (in->source, item, 0);
  const struct pram_expr *row = pram_expr_sum (in->source->exprs,
					       offset_for (in->source, item, 1),
					       1, column, -1);
  int bytes = pram_item_elements (in->source, item) * array->elem_size;
  struct pram_range rows, columns;
  const struct pram_range *each = NULL;
  if (item->indirect)
    note_chosen_row (in, item, array, place, column, bytes);
  else if (!range_of (in, place, row, 1, &rows)
	   || !range_of (in, place, column, bytes, &columns))
    array->rows.unknown = item->line;
  else
    {
      if (rows.hi - rows.lo <= PRAM_MAX_ROWS)
	each = columns_of (in, place, row, column, bytes, rows);
      pram_rows_add (&array->rows, in->prog->arena, rows, columns, each);
    }
}

static bool
walk_reference (struct body *b, struct pram_item *item)
{
  struct pram_lowered *at = NULL;
  const struct pram_place *place
    = pram_scope_place (b->in->scope, b->loop, item->at.passed, item->at.when);
  int n = locate (b, item, place, &at);
  int elements = pram_item_elements (b->in->source, item);
  if (n > 0)
    note_rows (b->in, item, place);
  if (n > 0 && elements > 1)
    at = widen (b->in, item, at, n, elements);
  if (n > 0)
    add_reference (b, item, place, at, n * elements, elements);
  return n >= 0;
}

/* --- Loops -------------------------------------------------------------- */

/* Does the loop ITEM run as the code expects?  */
static bool
expected_p (struct instantiation *in, const struct pram_item *item)
{
  const struct pram_source_loop *loop = &in->source->loops[item->loop];
  int64_t least, most;
  if (loop->counted != pram_scope_counted_p (in->scope, item->loop))
    return false;
  if (!loop->runs && !loop->fixed)
    return true;
  return (pram_scope_trips_range (in->scope, item->loop, &least, &most)
	  && (!loop->runs || least > 0) && (!loop->fixed || least == most));
}

/* The node of ITEM, a loop, is complete.  */
static void
end_loop (struct instantiation *in, const struct pram_item *item,
	  struct pram_node *node)
{
  for (int k = 0; k < item->n_carried; k++)
    if (!item->carried[k].cookie)
      item->carried[k].cookie = &item->carried[k];
  node->next = item->next;
  node->n_carried = item->n_carried;
  node->carried = item->carried;
  node->order_reason = item->order_reason;
  node->order_line = item->order_line;
  node->relayed = item->relayed;
  node->waves = item->waves;
  node->once = item->once;
  pram_lower_end_loop (in->lower, item->loop);
}

/* Some of ITEMS, or what is in them, is where data choose.  */
static bool
chosen_p (const struct pram_items *items)
{
  bool found = false;
  for (int i = 0; i < items->n && !found; i++)
    {
      const struct pram_item *item = items->item[i];
      found = item->indirect;
      for (int s = 0; s < item->n_segments && !found; s++)
	found = chosen_p (&item->segment[s]);
    }
  return found;
}

/* Note in NODE, of the loop ITEM, where control comes to it: at PLACE.  Nests will be
   beside it if data choose what it accesses, or in it if they decide where it ends.  */
static void
note_reached (struct instantiation *in, const struct pram_item *item,
	      struct pram_node *node, const struct pram_place *place)
{
  const struct pram_expr *nowhere = pram_expr_constant (in->source->exprs, 0);
  const struct pram_expr *blame;
  struct pram_lowered never, *at = &never;
  bool nests = !in->source->loops[item->loop].counted;
  for (int s = 0; s < item->n_segments && !nests; s++)
    nests = chosen_p (&item->segment[s]);
  if (!nests)
    return;
  int n = pram_lower_access (in->lower, place, nowhere, true, false, &at, &blame);
  if (n == 0)
    {
      pram_lower_never (in->lower, place, item->at.passed, nowhere, true,
			at = &never);
      n = 1;
    }
  for (int k = 0; k < n; k++)
    *PRAM_ARENA_PUSH (in->prog->arena, node->reached, node->n_reached)
      = (struct pram_reached) { at[k].n_guards, at[k].guards };
}

/* A node for the loop ITEM, in B; null if nothing says how often it runs at most.  */
static struct pram_node *
begin_loop (struct body *b, const struct pram_item *item, bool conditional,
	    const struct pram_place *place)
{
  struct instantiation *in = b->in;
  struct pram_node *node = pram_prog_add_loop (in->prog, b->seq, item->name);
  node->line = item->line;
  note_reached (in, item, node, place);
  node->source_loop = (item->origin ? item->origin : item)->loop + 1;
  identify (node, item);
  node->parts = item->parts;
  node->stays_out = item->stays_out;
  /* Parts of a loop know each other by it.  */
  node->cookie = (item->cookie ? item->cookie
		  : (void *) (item->origin ? item->origin : item));
  if (!pram_lower_loop (in->lower, item->loop, node, item->last_too))
    return NULL;
  node->at_most |= in->source->loops[item->loop].late;
  node->conditional = conditional;
  if (conditional)
    node->decided_by = pram_decided_by (place->blame);
  for (int s = 0; s < item->n_segments; s++)
    {
      struct pram_node *seq = pram_prog_add_segment (in->prog, node);
      seq->line = item->segment[s].line;
      seq->cookie = item->segment[s].cookie;
      seq->n_deciders = item->segment[s].n_deciders;
      seq->deciders = item->segment[s].deciders;
    }
  return node;
}

static bool
walk_loop (struct body *outer, struct pram_item *item)
{
  struct instantiation *in = outer->in;
  const struct pram_source_loop *loop = &in->source->loops[item->loop];
  const struct pram_place *place
    = pram_scope_place (in->scope, outer->loop, loop->at.passed,
			loop->at.when);
  /* Whether a layer is run its accesses' guards must say.  */
  bool local_may = (!place->exact_inside
		    || !pram_lower_guarded_p (in->lower, place));
  if (local_may && !outer->in_counted)
    return obstructed (in, PRAM_OBSTACLE_CONDITION, item, place->blame);
  if (!expected_p (in, item))
    return obstructed (in, PRAM_OBSTACLE_COUNT, item,
		       pram_scope_loop_blame (in->scope, item->loop));
  if (in->prog->n_loops >= PRAM_MAX_LOOPS)
    return obstructed (in, PRAM_OBSTACLE_SIZE, item, NULL);
  close_statement (outer);
  outer->weight = 0;
  outer->scalar = false;
  struct body b = { .in = in, .loop = item->loop,
		    .in_counted = outer->in_counted || loop->counted };
  b.node = begin_loop (outer, item, local_may, place);
  if (!b.node)
    return obstructed (in, PRAM_OBSTACLE_COUNT, item,
		       pram_scope_loop_blame (in->scope, item->loop));
  if (!walk_body (&b, item->segment, item->n_segments))
    return false;
  end_loop (in, item, b.node);
  outer->last = NULL;
  outer->weight = 0;
  outer->scalar = false;
  return true;
}

/* --- Bodies -------------------------------------------------------------- */

/* Some loop stands directly in the N segments S.  */
static bool
inner_loops_p (const struct pram_items *s, int n)
{
  for (int k = 0; k < n; k++)
    for (int i = 0; i < s[k].n; i++)
      if (s[k].item[i]->kind == PRAM_ITEM_LOOP)
	return true;
  return false;
}

/* Some statement is in NODE.  */
static bool
statements_p (const struct pram_node *node)
{
  bool found = node->kind == PRAM_STMT;
  for (int i = 0; i < node->n_children && !found; i++)
    found = statements_p (node->children[i]);
  return found;
}

/* Attribute the weight that is left.  A loop that accesses nothing, or under
   conditions that never hold, has iterations all the same.  */
static void
finish_body (struct body *b)
{
  close_statement (b);
  if (b->node && !statements_p (b->node))
    {
      b->last = pram_prog_add_stmt (b->in->prog, b->seq);
      b->last->line = b->node->line;
    }
  /* What scalar code there is around inner loops every process computes.  */
  if (b->last && b->last->parent == b->seq)
    {
      b->last->weight += b->weight;
      b->last->scalar |= b->scalar;
    }
}

static bool
walk_item (struct body *b, struct pram_item *item)
{
  switch (item->kind)
    {
    case PRAM_ITEM_REFERENCE:
      return walk_reference (b, item);
    case PRAM_ITEM_LOOP:
      return walk_loop (b, item);
    default:
      b->weight += item->weight;
      b->scalar |= item->scalar;
      return true;
    }
}

/* The body B consists of the N segments S.  */
static bool
walk_body (struct body *b, const struct pram_items *s, int n)
{
  bool ok = true;
  b->single = !b->in_counted || inner_loops_p (s, n);
  for (int k = 0; k < n && ok; k++)
    {
      close_statement (b);
      if (b->node)
	b->seq = b->node->children[k];
      for (int i = 0; i < s[k].n && ok; i++)
	ok = walk_item (b, s[k].item[i]);
    }
  finish_body (b);
  return ok;
}

/* --- The whole ---------------------------------------------------------- */

void
pram_source_enter (struct pram_source *source, struct pram_scope *scope)
{
  for (int k = 0; k < source->n_entries; k++)
    pram_scope_set_entry (scope, source->entries[k].number,
			  source->entries[k].value);
  pram_scope_set_lookups (scope, &source->lookups);
  if (pram_source_levels_p (source))
    return;
  for (int l = 0; l < source->n_loops; l++)
    pram_scope_add_loop (scope, source->loops[l].outer);
  for (int k = 0; k < source->n_order; k++)
    {
      const struct pram_source_loop *l = &source->loops[source->order[k]];
      pram_scope_end_loop (scope, source->order[k], l->at.passed, l->at.when,
			   l->n_leave, l->leave);
    }
}

/* A prog without nodes.  */
static struct pram_prog *
empty_prog (struct pram_source *source)
{
  struct pram_prog *prog = PRAM_ARENA_NEW (source->arena, struct pram_prog, 1);
  prog->arena = source->arena;
  prog->name = source->name;
  prog->file = source->file;
  prog->line = source->line;
  prog->source = source;
  prog->vectors = source->vectors;
  prog->n_arrays = source->n_arrays;
  prog->arrays = source->arrays;
  prog->root = PRAM_ARENA_NEW (source->arena, struct pram_node, 1);
  prog->root->kind = PRAM_SEQ;
  prog->root->line = source->line;
  return prog;
}

/* All elements that are read are known: processes need them, too, where they
   say nothing of what lies where.  */
static bool
lookups_known_p (struct instantiation *in)
{
  if (pram_scope_learn_all (in->scope))
    return true;
  obstructed (in, PRAM_OBSTACLE_LOOKUP, NULL, NULL);
  in->obstacle->lookup = pram_lookups_unknown (&in->source->lookups);
  return false;
}

/* Make PROG of SOURCE, which has no level loops and whose loops SCOPE knows.
   */
static bool
fill_prog (struct pram_prog *prog, struct pram_source *source,
	   struct pram_scope *scope, struct pram_obstacle *obstacle)
{
  bool all_sizes = (source->n_entries > 0 || source->lookups.n > 0
		    || prog->levels);
  struct instantiation in
    = { .source = source, .scope = scope,
	.lower = pram_lower_new (prog, scope, source->anew), .prog = prog,
	.obstacle = obstacle, .all_sizes = all_sizes };
  struct body b = { .in = &in, .loop = -1, .seq = prog->root };
  for (int a = 0; a < source->n_arrays; a++)
    source->arrays[a].rows = (struct pram_rows) { .each = NULL };
  bool ok = walk_body (&b, &source->body, 1) && lookups_known_p (&in);
  pram_lower_free (in.lower);
  if (ok)
    pram_prog_finish (prog);
  return ok;
}

/* What was found out about the lookups of PLAIN, which is SOURCE without its
   level loops, is known of SOURCE.  So is OBSTACLE, if that is one of them.  */
static void
share_lookups (struct pram_source *source, const struct pram_source *plain,
	       struct pram_obstacle *obstacle)
{
  struct pram_lookups *to = &source->lookups;
  const struct pram_lookups *from = &plain->lookups;
  to->n_known = from->n_known;
  to->known = from->known;
  for (int k = 0; k < to->n; k++)
    pram_lookup_share (&to->lookup[k], &from->lookup[k]);
  if (obstacle->lookup)
    obstacle->lookup = &to->lookup[obstacle->lookup - from->lookup];
}

/* The same as fill_prog of SOURCE with level loops.  */
static bool
fill_levels (struct pram_prog *prog, struct pram_source *source,
	     struct pram_scope *scope, struct pram_obstacle *obstacle)
{
  struct pram_item *culprit;
  prog->levels = PRAM_ARENA_NEW (source->arena, struct pram_level,
				 source->n_loops);
  struct pram_source *plain = pram_levels_expand (source, prog->levels,
						  &culprit);
  if (!plain)
    {
      *obstacle = (struct pram_obstacle)
	{ culprit ? PRAM_OBSTACLE_LEVELS : PRAM_OBSTACLE_SIZE, culprit, NULL,
	  NULL };
      return false;
    }
  struct pram_scope *own = pram_scope_new (source->exprs, source->arena,
					   pram_scope_deadline (scope));
  pram_source_enter (plain, own);
  bool ok = fill_prog (prog, plain, own, obstacle);
  share_lookups (source, plain, obstacle);
  pram_scope_free (own);
  return ok;
}

struct pram_prog *
pram_instantiate (struct pram_source *source, struct pram_scope *scope,
		  struct pram_obstacle *obstacle)
{
  struct pram_prog *prog = empty_prog (source);
  *obstacle = (struct pram_obstacle) { .kind = PRAM_OBSTACLE_NONE };
  pram_source_number (source);
  return ((pram_source_levels_p (source) ? fill_levels : fill_prog)
	  (prog, source, scope, obstacle) ? prog : NULL);
}

/* Why it isn't known where the reference of O, to ARRAY, lies, or whether it
   happens, in ARENA.  */
static const char *
reference_text (struct pram_arena *arena, const struct pram_obstacle *o,
		const char *array)
{
  const char *on = o->blame ? o->blame->name : NULL;
  if (o->kind == PRAM_OBSTACLE_CONDITION)
    return pram_arena_printf (arena, "'%s' is accessed under a condition "
			      "outside of a parallel loop", array);
  if (o->kind == PRAM_OBSTACLE_OFFSET && on)
    return pram_arena_printf (arena, "the index of '%s' depends on '%s'",
			      array, on);
  return pram_arena_printf (arena, "the index of '%s' is not a linear "
			    "function of the loop variables", array);
}

/* The same of a loop.  */
static const char *
loop_text (struct pram_arena *arena, const struct pram_obstacle *o)
{
  if (o->kind == PRAM_OBSTACLE_CONDITION)
    return "the loop is under a condition outside of a parallel loop";
  if (o->kind == PRAM_OBSTACLE_COUNT)
    return "how often the loop runs is another case than the one that was "
	   "compiled";
  if (o->kind == PRAM_OBSTACLE_LEVELS)
    return pram_arena_printf (arena, "each iteration of this loop is another "
			      "case, and how many there are isn't known, or "
			      "they are more than %d", PRAM_MAX_LEVELS - 1);
  return "its levels have too many loops: fewer levels or a smaller size would "
	 "help";
}

/* The same of a lookup.  */
static const char *
lookup_text (struct pram_arena *arena, const struct pram_lookup *lookup)
{
  if (lookup->excessive)
    return pram_arena_printf (arena, "loops or indices depend on '%s', of "
			      "which more than %d elements are read: that is "
			      "more than can be known when the region is "
			      "entered", lookup->name, PRAM_MAX_ELEMENTS);
  return pram_arena_printf (arena, "loops or indices depend on '%s', but data "
			    "decide which of its elements are read, and they "
			    "can't be read before: how many it has isn't "
			    "known", lookup->name);
}

const char *
pram_obstacle_text (const struct pram_source *source,
		    const struct pram_obstacle *o)
{
  const struct pram_item *item = o->item;
  const char *scalar = pram_decided_by (o->blame);
  if (o->kind == PRAM_OBSTACLE_LOOKUP)
    return lookup_text (source->arena, o->lookup);
  if (o->kind == PRAM_OBSTACLE_CONDITION && scalar)
    return pram_arena_printf (source->arena, PRAM_UNDECIDED, scalar);
  if (!item || item->kind == PRAM_ITEM_LOOP)
    return loop_text (source->arena, o);
  return reference_text (source->arena, o, source->arrays[item->array].name);
}

void
pram_obstacle_report (const struct pram_source *source,
		      const struct pram_obstacle *o,
		      const struct pram_diag *diag)
{
  bool whole = o->kind == PRAM_OBSTACLE_SIZE || !o->item;
  pram_diag_report (diag, PRAM_REFUSAL, whole ? source->line : o->item->line,
		    "%s", pram_obstacle_text (source, o));
}
