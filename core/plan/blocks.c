/* blocks.c: the Brent clustering of affine layers.

   SPDX-License-Identifier: Apache-2.0

   Brent clustering schedules each layer separately onto P processes
   (Iterative, section 2.2).  For a layer of affine tasks this means P blocks
   along one loop.  Which loop, and which iteration belongs to which block, is
   chosen such that a value is computed where it is used: each array that is
   written gets a *home*, a dimension whose subscript says where the element
   lives on the template, and a layer runs where the element lives that it
   writes (owner computes).

     coordinate of an element     scale * subscript[dim] + offset
     coordinate of an iteration k coef * k + constant
				  + outer . iterators of the driver

   Homes spread from layer to layer.  Each layer is tried as the first, along
   each of its loops, and the choice that is predicted to take the least time
   (place-time.h) is kept.  Where there is code already, of another plan of the
   same source, those that it can run come first.

   Example: for (i) new[i+1][j+1] = … gives `new' the home dim 0, scale 1,
   offset 0, and the layer's iteration k the coordinate k + 1.  A loop
   for (k < n*n) x[k] over the same array has scale n: an iteration of i then
   stands for n coordinates, and units are n coordinates wide.  */

#include "blocks.h"

#include "place-time.h"
#include "poly/offers.h"
#include "prog/source.h"
#include "shape.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

struct home
{
  bool known;
  int dim;
  int64_t scale, offset;
  int group;			/* see struct pram_placement */
};

/* Of a layer's accesses so many places are compared.  */
enum { MOST_PLACES = 8 };

struct chooser
{
  const struct pram_poly *poly;
  struct pram_plan *plan;
  struct pram_logp machine;
  struct pram_node ***candidates;
  bool ***own;			/* by layer, candidate and array: as
				   pram_layer_own_p says */
  int *class_of;		/* names linked by permutations share one */
  bool *written;		/* by class */
  bool *unsure;			/* by class: whether the last write of an element
				   happens depends on how often loops run */
  int64_t **flat;		/* by class and dimension: 0, or how many elements
				   lie in a row, as it is also accessed by them */
  bool any_dim;			/* such arrays are cut in any dimension */
};

/* One way to place everything.  */
struct choice
{
  struct home *homes;		/* by class */
  struct pram_placement *placements;
  int n_groups;
  bool served;			/* by the code that there is */
  bool strays;			/* elements that it is unsure who writes last
				   aren't all written where they live */
  bool tried;			/* it is none */
  bool alone;			/* as good as all work is done by one process */
  bool uneven;			/* no code can run all iterations of a level loop */
  double cost;			/* as in place-time.h, s */
};

/* --- Classes of names --------------------------------------------------- */

static void
merge_classes (struct chooser *c, int a, int b)
{
  int from = c->class_of[a], to = c->class_of[b];
  for (int i = 0; i < c->plan->prog->n_arrays; i++)
    if (c->class_of[i] == from)
      c->class_of[i] = to;
}

/* ACCESS, to an array of N_DIMS dimensions, goes by elements of rows in some: FLAT, by
   dimension, becomes a multiple of how many.  */
static void
note_rows (const struct pram_access *access, int n_dims, int64_t *flat)
{
  for (int d = 0; access->div && d < n_dims; d++)
    {
      int64_t div = access->div[d], have = flat[d] ? flat[d] : 1, both;
      if (div > 1 && !__builtin_mul_overflow (have / pram_set_gcd (have, div), div, &both))
	flat[d] = both;
    }
}

static void
find_classes (struct chooser *c)
{
  struct pram_prog *prog = c->plan->prog;
  c->class_of = PRAM_ARENA_NEW (prog->arena, int, prog->n_arrays);
  c->written = PRAM_ARENA_NEW (prog->arena, bool, prog->n_arrays);
  c->unsure = PRAM_ARENA_NEW (prog->arena, bool, prog->n_arrays);
  c->flat = PRAM_ARENA_NEW (prog->arena, int64_t *, prog->n_arrays);
  for (int a = 0; a < prog->n_arrays; a++)
    {
      c->class_of[a] = a;
      c->flat[a] = PRAM_ARENA_NEW (prog->arena, int64_t, prog->arrays[a].n_dims);
    }
  for (int l = 0; l < prog->n_loops; l++)
    for (int a = 0; prog->loops[l]->next && a < prog->n_arrays; a++)
      merge_classes (c, a, prog->loops[l]->next[a]);
  for (int s = 0; s < c->poly->n_stmts; s++)
    for (int i = 0; i < c->poly->stmts[s].node->n_accesses; i++)
      {
	struct pram_access *access = &c->poly->stmts[s].node->accesses[i];
	int k = c->class_of[access->array];
	c->written[k] |= access->write;
	c->unsure[k] |= (access->write
			 && pram_poly_unsure_p (c->poly, &c->poly->stmts[s]));
	note_rows (access, prog->arrays[access->array].n_dims, c->flat[k]);
      }
}

/* By array, whether each iteration of LOOP, of layer NODE, has its own; null if
   none is so.  */
static bool *
find_own (const struct chooser *c, const struct pram_node *node,
	  const struct pram_node *loop)
{
  const struct pram_prog *prog = c->plan->prog;
  bool *own = PRAM_ARENA_NEW (prog->arena, bool, prog->n_arrays + 1);
  bool any = false;
  for (int a = 0; a < prog->n_arrays; a++)
    any |= own[a] = pram_layer_own_p (c->poly, node, loop, a);
  return any ? own : NULL;
}

static void
find_all_own (struct chooser *c)
{
  struct pram_arena *arena = c->plan->prog->arena;
  c->own = PRAM_ARENA_NEW (arena, bool **, c->plan->n_layers + 1);
  for (int l = 0; l < c->plan->n_layers; l++)
    {
      int n = 0;
      for (int i = 0; c->candidates[l][i]; i++)
	*PRAM_ARENA_PUSH (arena, c->own[l], n)
	  = find_own (c, c->plan->layers[l].node, c->candidates[l][i]);
    }
}

/* --- Coordinates -------------------------------------------------------- */

enum alignment { ALIGNED, FIXED, MISALIGNED };

/* Where layer NODE is to be distributed along LOOP, which may be null.  */
struct along
{
  const struct pram_node *node, *loop;
};

/* coef * iterator of the distributed loop + constant + the sum of outer[d] *
   iterator d of the driver's loops around the layer.  */
struct position
{
  int64_t coef, constant;
  int64_t *outer;		/* null: all zero */
};

static int64_t
outer_coef (const struct position *p, int k)
{
  return p->outer ? p->outer[k] : 0;
}

/* Do A and B move alike with the driver's loops?  */
static bool
same_outer_p (const struct chooser *c, const struct position *a,
	      const struct position *b)
{
  for (int k = 0; k < c->plan->prog->n_loops; k++)
    if (outer_coef (a, k) != outer_coef (b, k))
      return false;
  return true;
}

static struct position
position_of (const struct pram_placement *p)
{
  return (struct position) { p->coef, p->constant, p->outer };
}

/* How far the iterations of loop K of PROG move what it moves by COEF each, if
   that is known and the loop is inside of AROUND; else as far as can be.  */
static int64_t
span_inside (const struct pram_prog *prog, int k, int64_t coef,
	     const struct pram_node *around)
{
  const struct pram_node *loop = prog->loops[k];
  int64_t span;
  if (!around || loop->data_dependent || !pram_node_inside_p (loop, around)
      || !pram_affine_constant_p (&loop->count)
      || __builtin_mul_overflow (llabs (coef), loop->count.constant - 1, &span))
    return INT64_MAX;
  return span > 0 ? span : 0;
}

/* Subscript DIM of ACCESS as a position.  ALIGNED: it moves with the
   distributed loop, FIXED: it doesn't, and with no other loop of the layer, but
   for loops inside of the distributed one that go no further than one step of
   it (tiles: then the position is that of the tile's first element).  A linear
   access to a flat array counts elements.  */
static enum alignment
subscript_along (const struct chooser *c, const struct pram_access *access,
		 int dim, const struct along *along, struct position *p)
{
  const struct pram_prog *prog = c->plan->prog;
  const struct pram_affine *s = &access->subscript[dim];
  int64_t step = along->loop ? pram_affine_coef (s, along->loop->iterator) : 0;
  int64_t room = step ? llabs (step) - 1 : 0;
  *p = (struct position) { step, s->constant, NULL };
  if (access->mod && access->mod[dim])
    return MISALIGNED;
  for (int k = 0; k < prog->n_loops; k++)
    {
      int64_t coef = pram_affine_coef (s, k);
      if (!coef || prog->loops[k] == along->loop)
	continue;
      if (prog->loops[k] == along->node
	  || !pram_node_inside_p (along->node, prog->loops[k]))
	{
	  int64_t span = span_inside (prog, k, coef, along->loop);
	  if (span > room)
	    return MISALIGNED;
	  room -= span;
	  continue;
	}
      /* How far it goes nobody knows, nor how many units there would be.  */
      if (prog->loops[k]->data_dependent)
	return MISALIGNED;
      if (!p->outer)
	p->outer = PRAM_ARENA_NEW (prog->arena, int64_t, prog->n_loops);
      p->outer[k] = coef;
    }
  return p->coef ? ALIGNED : FIXED;
}

/* The coordinate of ACCESS's element, the array's class living at HOME.  */
static enum alignment
coordinate (const struct chooser *c, const struct home *home,
	    const struct pram_access *access, const struct along *along,
	    struct position *p)
{
  enum alignment a = subscript_along (c, access, home->dim, along, p);
  int64_t scale = home->scale;
  if (access->div && access->div[home->dim] > 1)
    {
      if (scale % access->div[home->dim])
	return MISALIGNED;
      scale /= access->div[home->dim];
    }
  p->coef *= scale;
  p->constant = p->constant * scale + home->offset;
  for (int k = 0; p->outer && k < c->plan->prog->n_loops; k++)
    p->outer[k] *= scale;
  return a;
}

/* A home for the class of ACCESS such that the layer's instances, which stand
   AT, live with the elements they access.  AT null: choose one.  */
static bool
make_home (const struct chooser *c, const struct pram_access *access,
	   const struct along *along, const struct position *at,
	   struct home *home)
{
  const int64_t *flat = c->flat[c->class_of[access->array]];
  int n_dims = c->plan->prog->arrays[access->array].n_dims;
  for (int dim = 0; dim < n_dims && (c->any_dim || !flat[0] || dim == 0); dim++)
    {
      struct position p;
      int64_t row = flat[dim];
      if (subscript_along (c, access, dim, along, &p) != ALIGNED)
	continue;
      int64_t div = access->div && access->div[dim] > 1 ? access->div[dim] : 1;
      int64_t scale = row ? row : 1, offset = 0;
      if (at)
	{
	  if (at->coef * div % p.coef)
	    continue;
	  scale = at->coef * div / p.coef;
	  offset = at->constant - scale / div * p.constant;
	  for (int k = 0; p.outer && k < c->plan->prog->n_loops; k++)
	    p.outer[k] *= scale / div;
	  if (!same_outer_p (c, at, &p))
	    continue;
	}
      *home = (struct home) { true, dim, scale, offset, 0 };
      return true;
    }
  return false;
}

/* --- Placing a layer ---------------------------------------------------- */

typedef bool (*access_visitor) (void *data, const struct pram_poly_stmt *,
				const struct pram_access *);

/* Which arrays each iteration of LOOP, a candidate of layer L or null, has for
   itself; null if none.  */
static const bool *
own_of (const struct chooser *c, int l, const struct pram_node *loop)
{
  for (int i = 0; loop && c->candidates[l][i]; i++)
    if (c->candidates[l][i] == loop)
      return c->own[l][i];
  return NULL;
}

/* Visit the accesses of layer L, writes first, but for those to what each
   iteration of LOOP has for itself; stop when VISIT says true.  */
static bool
visit_accesses (const struct chooser *c, int l, const struct pram_node *loop,
		access_visitor visit, void *data)
{
  const bool *own = own_of (c, l, loop);
  const struct pram_plan_layer *layer = &c->plan->layers[l];
  for (int write = 1; write >= 0; write--)
    for (int s = layer->first_stmt; s < layer->end_stmt; s++)
      {
	const struct pram_poly_stmt *stmt = &c->poly->stmts[s];
	for (int i = 0; i < stmt->node->n_accesses; i++)
	  if (stmt->node->accesses[i].write == write
	      && !(own && own[stmt->node->accesses[i].array])
	      && visit (data, stmt, &stmt->node->accesses[i]))
	    return true;
      }
  return false;
}

struct placing
{
  const struct chooser *c;
  const struct choice *choice;
  const struct pram_node *node;	/* the layer */
  struct pram_placement placement;
  double cost;
  bool strays;			/* as in struct choice */
  double tasks, runs;
  double share;			/* of the coordinates in its group that it covers */
  /* By class: how far its elements live before this layer, and behind it, that
     it wants, in coordinates; and whether it has been charged for.  */
  int64_t *before, *behind;
  bool *passed;
};

static struct placing
placing_of (const struct chooser *c, const struct choice *choice, int l,
	    struct pram_placement placement)
{
  const struct pram_plan_layer *layer = &c->plan->layers[l];
  return (struct placing) { .c = c, .choice = choice, .node = layer->node,
			    .placement = placement,
			    .tasks = (double) layer->tasks,
			    .runs = layer->runs, .share = 1 };
}

static struct along
along_of (const struct placing *p)
{
  return (struct along) { p->node, p->placement.loop };
}

/* Where the layer stands if it is along a loop: by which access.  */
struct places
{
  const struct chooser *c;
  const struct choice *choice;
  int layer;
  struct pram_node *loop;
  int n;
  struct placing place[MOST_PLACES];
};

/* Note the placement by an access whose array has a home.  Enough of them are
   noted if this stops.  A loop that only reads what lives in one place is rather
   spread, unless it would be from one process to the next.  */
static bool
place_by_access (void *data, const struct pram_poly_stmt *stmt,
		 const struct pram_access *access)
{
  struct places *all = data;
  const struct home *home
    = &all->choice->homes[all->c->class_of[access->array]];
  struct placing p = placing_of (all->c, all->choice, all->layer,
				 (struct pram_placement) { .loop = all->loop });
  struct along along = along_of (&p);
  struct position at;
  (void) stmt;
  if (!home->known)
    return false;
  enum alignment a = coordinate (p.c, home, access, &along, &at);
  bool spread = all->loop && !all->c->plan->layers[all->layer].relayed;
  if (a == MISALIGNED || (a == FIXED && !access->write && spread)
      || (at.outer && pram_node_chooses_p (p.c->plan->prog, p.node)))
    return false;
  p.placement = (struct pram_placement)
    { a == ALIGNED ? all->loop : NULL, at.coef, at.constant, at.outer,
      home->group };
  for (int k = 0; k < all->n; k++)
    if (all->place[k].placement.constant == at.constant)
      return false;
  all->place[all->n++] = p;
  return access->write || all->n == MOST_PLACES;
}

/* A block of ARRAY, cut at HOME, lies in so many pieces of memory, and so does
   its border.  */
static double
pieces_of (const struct pram_array *array, const struct home *home)
{
  double pieces = 1;
  for (int d = 0; d < home->dim; d++)
    pieces *= (double) array->extent[d];
  return pieces;
}

/* The bytes of ARRAY.  */
static double
bytes_of (const struct pram_array *array)
{
  double bytes = array->elem_size;
  for (int d = 0; d < array->n_dims; d++)
    bytes *= (double) array->extent[d];
  return bytes;
}

/* Charge P for passing over the block of ARRAY, which lives at HOME.  */
static void
charge_pass (struct placing *p, int array, const struct home *home)
{
  int k = p->c->class_of[array];
  double pieces = pieces_of (&p->c->plan->prog->arrays[array], home);
  if (!p->passed[k])
    p->cost += p->runs * pram_place_passing (fmin (pieces, p->tasks));
  p->passed[k] = true;
}

/* Charge P for an operand, or WRITE a result, of each task that lives
   elsewhere, in ARRAY: it moves; if all mean ONE place of its home, no more than
   what lives there.  Results move to their owners, and to who reads them.  */
static void
charge_moved (struct placing *p, int array, bool write,
	      const struct home *one)
{
  const struct pram_array *object = &p->c->plan->prog->arrays[array];
  double most = bytes_of (object);
  if (one)
    most /= (double) object->extent[one->dim];
  p->cost += (write ? 4 : 1) * p->runs
	     * pram_place_moving (&p->c->machine, p->tasks * object->elem_size,
				  most);
}

/* Charge for ACCESS if its element lives elsewhere; if that is at a border, it
   is noted how far.  */
static bool
charge_access (void *data, const struct pram_poly_stmt *stmt,
	       const struct pram_access *access)
{
  struct placing *p = data;
  int array = access->array, k = p->c->class_of[array];
  const struct home *home = &p->choice->homes[k];
  struct position at, here = position_of (&p->placement);
  struct along along = along_of (p);
  (void) stmt;
  struct home own;
  if (home->known)
    charge_pass (p, array, home);
  if (!p->c->written[k])
    return false;
  if (!home->known)
    {
      /* What is written here can get its home here.  */
      if (!access->write || !here.coef
	  || !make_home (p->c, access, &along, &here, &own))
	charge_moved (p, array, false, NULL);
      return false;
    }
  enum alignment a = coordinate (p->c, home, access, &along, &at);
  int64_t away = at.constant - here.constant;
  if (a == MISALIGNED || at.coef != here.coef
      || !same_outer_p (p->c, &at, &here))
    {
      charge_moved (p, array, access->write, a == FIXED ? home : NULL);
      p->strays |= access->write && p->c->unsure[k];
    }
  else if (away < -p->before[k])
    p->before[k] = -away;
  else if (away > p->behind[k])
    p->behind[k] = away;
  return false;
}

/* Charge P for the borders of class K.  Neighbours swap them, but no more than what the
   tasks need: those of a loop over two rows at one end of a grid may need what is at the
   other.  */
static void
charge_border (struct placing *p, int k)
{
  const struct pram_array *array = &p->c->plan->prog->arrays[k];
  const struct home *home = &p->choice->homes[k];
  double wide = fmax ((double) p->before[k], (double) p->behind[k]);
  if (!wide)
    return;
  double rows = wide / (double) llabs (home->scale);
  double part = fmin (1, rows / (double) array->extent[home->dim]);
  p->cost += p->runs * pram_place_border (&p->c->machine,
					  fmin (part * bytes_of (array),
						p->tasks * array->elem_size),
					  fmin (pieces_of (array, home),
						p->tasks));
}

/* The iterations of LOOP, in the mean of those of the loops around it.  */
static double
mean_count (const struct pram_prog *prog, const struct pram_node *loop)
{
  double n = (double) loop->count.constant;
  for (int k = 0; k < loop->iterator; k++)
    if (pram_affine_coef (&loop->count, k) && !prog->loops[k]->data_dependent)
      n += (double) pram_affine_coef (&loop->count, k)
	   * (mean_count (prog, prog->loops[k]) - 1) / 2;
  return fmax (n, 1);
}

/* Find what P costs, a placement of layer L.  A loop that could be distributed
   but runs whole, by another process each time, lets all others wait.  */
static void
charge (struct placing *p, int l)
{
  const struct pram_plan_layer *layer = &p->c->plan->layers[l];
  const struct pram_prog *prog = p->c->plan->prog;
  p->before = PRAM_ARENA_NEW (prog->arena, int64_t, prog->n_arrays);
  p->behind = PRAM_ARENA_NEW (prog->arena, int64_t, prog->n_arrays);
  p->passed = PRAM_ARENA_NEW (prog->arena, bool, prog->n_arrays);
  visit_accesses (p->c, l, p->placement.loop, charge_access, p);
  for (int k = 0; k < prog->n_arrays; k++)
    charge_border (p, k);
  if (p->c->candidates[l][0])
    p->cost += p->runs * pram_place_computing
			   (&p->c->machine, layer->work,
			    p->placement.loop && !layer->relayed
			    ? mean_count (prog, p->placement.loop) : 1,
			    p->share);
}

/* Place layer L along LOOP (null: a single statement), by the homes that are
   known: where what it writes lives, else where of some places it costs least.
   (A stencil's first operand is at its border.)  */
static bool
place_along (const struct chooser *c, const struct choice *choice, int l,
	     struct pram_node *loop, struct placing *p)
{
  struct places all = { .c = c, .choice = choice, .layer = l, .loop = loop };
  visit_accesses (c, l, loop, place_by_access, &all);
  for (int k = 0; k < all.n; k++)
    {
      charge (&all.place[k], l);
      if (k == 0 || all.place[k].cost < p->cost)
	*p = all.place[k];
    }
  return all.n > 0;
}

/* --- Spreading homes ---------------------------------------------------- */

struct spreading
{
  const struct chooser *c;
  struct choice *choice;
  const struct pram_node *node;	/* the layer */
  const struct pram_placement *placement;
};

/* Give the arrays that a placed layer writes a home where it runs.  */
static bool
spread_home (void *data, const struct pram_poly_stmt *stmt,
	     const struct pram_access *access)
{
  struct spreading *s = data;
  struct home *home = &s->choice->homes[s->c->class_of[access->array]];
  struct along along = { s->node, s->placement->loop };
  struct position at = position_of (s->placement);
  (void) stmt;
  if (access->write && !home->known && at.coef
      && make_home (s->c, access, &along, &at, home))
    home->group = s->placement->group;
  return false;
}

static void
settle (const struct chooser *c, struct choice *choice, int l,
	const struct placing *p)
{
  choice->placements[l] = p->placement;
  struct spreading s = { c, choice, p->node, &choice->placements[l] };
  visit_accesses (c, l, p->placement.loop, spread_home, &s);
}

/* Place layer L along the cheapest of its loops, if any of its arrays has a
   home.  */
static bool
place_by_homes (const struct chooser *c, struct choice *choice, int l)
{
  struct placing best = { .cost = -1 }, p;
  struct pram_node **list = c->candidates[l];
  int i = 0;
  do
    if (place_along (c, choice, l, list[i], &p)
	&& (best.cost < 0 || p.cost < best.cost))
      best = p;
  while (list[i] && list[++i]);
  if (best.cost < 0)
    return false;
  settle (c, choice, l, &best);
  return true;
}

struct seeding
{
  const struct chooser *c;
  struct choice *choice;
  struct along along;
  bool flat_only;
};

/* Is an array of class K accessed by the elements of its rows, too?  */
static bool
flat_p (const struct chooser *c, int k)
{
  for (int d = 0; d < c->plan->prog->arrays[k].n_dims; d++)
    if (c->flat[k][d])
      return true;
  return false;
}

static bool
seed_home (void *data, const struct pram_poly_stmt *stmt,
	   const struct pram_access *access)
{
  struct seeding *s = data;
  int k = s->c->class_of[access->array];
  (void) stmt;
  struct home *home = &s->choice->homes[k];
  bool stays = home->known && pram_node_chooses_p (s->c->plan->prog,
						   s->along.node);
  if (stays || (s->flat_only && !flat_p (s->c, k))
      || !make_home (s->c, access, &s->along, NULL, home))
    return false;
  home->group = s->choice->n_groups++;
  return true;
}

static bool
write_p (void *data, const struct pram_poly_stmt *stmt,
	 const struct pram_access *access)
{
  (void) data;
  (void) stmt;
  return access->write;
}

/* Let layer L, none of whose arrays has a home yet, begin with LOOP.  A flat
   array comes first: it fixes the scale.  What writes no array, or does nothing, can run
   anywhere, and so has what would have to move otherwise but must not, and what
   nothing places, as its subscripts go up and down: the butterflies of an FFT.  */
static bool
seed (const struct chooser *c, struct choice *choice, int l,
      struct pram_node *loop)
{
  const struct pram_prog *prog = c->plan->prog;
  const struct pram_node *node = c->plan->layers[l].node;
  struct seeding s = { c, choice, { node, loop }, true };
  struct home *before = PRAM_ARENA_NEW (prog->arena, struct home,
					prog->n_arrays + 1);
  struct placing p;
  if (!loop)
    return false;
  memcpy (before, choice->homes, prog->n_arrays * sizeof *before);
  bool seeded = visit_accesses (c, l, loop, seed_home, &s);
  s.flat_only = false;
  if ((seeded || visit_accesses (c, l, loop, seed_home, &s))
      && place_along (c, choice, l, loop, &p))
    {
      settle (c, choice, l, &p);
      return true;
    }
  memcpy (choice->homes, before, prog->n_arrays * sizeof *before);
  choice->placements[l]
    = (struct pram_placement) { loop, 1, 0, NULL, choice->n_groups++ };
  return (c->plan->layers[l].tasks == 0 || pram_node_chooses_p (prog, node)
	  || pram_node_splits_p (node) || !visit_accesses (c, l, loop, write_p, NULL));
}

/* --- Choosing ----------------------------------------------------------- */

static struct choice *
new_choice (const struct chooser *c)
{
  struct pram_arena *arena = c->plan->prog->arena;
  struct choice *choice = PRAM_ARENA_NEW (arena, struct choice, 1);
  choice->homes = PRAM_ARENA_NEW (arena, struct home,
				  c->plan->prog->n_arrays + 1);
  choice->placements = PRAM_ARENA_NEW (arena, struct pram_placement,
				       c->plan->n_layers + 1);
  return choice;
}

/* The unplaced layer with the most work, -1 if there is none.  */
static int
heaviest (const struct chooser *c, const bool *placed)
{
  int best = -1;
  for (int l = 0; l < c->plan->n_layers; l++)
    if (!placed[l] && c->candidates[l][0]
	&& (best < 0
	    || c->plan->layers[l].tasks > c->plan->layers[best].tasks))
      best = l;
  return best;
}

/* Place all layers that homes reach, the heaviest first.  */
static void
place_reachable (const struct chooser *c, struct choice *choice, bool *placed)
{
  for (bool again = true; again;)
    {
      bool *tried = PRAM_ARENA_NEW (c->plan->prog->arena, bool,
				    c->plan->n_layers + 1);
      memcpy (tried, placed, sizeof (bool) * c->plan->n_layers);
      again = false;
      for (int l; !again && (l = heaviest (c, tried)) >= 0; tried[l] = true)
	if (place_by_homes (c, choice, l))
	  placed[l] = again = true;
    }
}

/* How many coordinates layer L covers, as it is placed AT; 0 if that isn't known, or moves.  */
static double
width_of (const struct chooser *c, int l, const struct pram_placement *at)
{
  return (at->loop && !at->outer && c->plan->layers[l].tasks
	  ? (double) llabs (at->coef) * mean_count (c->plan->prog, at->loop) : 0);
}

/* By group, the most coordinates that a layer of CHOICE covers.  */
static double *
find_widths (const struct chooser *c, const struct choice *choice)
{
  double *widths = PRAM_ARENA_NEW (c->plan->prog->arena, double,
				   choice->n_groups + 1);
  for (int l = 0; l < c->plan->n_layers; l++)
    {
      const struct pram_placement *at = &choice->placements[l];
      widths[at->group] = fmax (widths[at->group], width_of (c, l, at));
    }
  return widths;
}

/* Sum up what CHOICE costs, all homes being known.  Where one layer covers less than
   others of its group some of the processes have nothing to do.  */
static void
charge_all (const struct chooser *c, struct choice *choice)
{
  const double *widths = find_widths (c, choice);
  double spread = 0;
  for (int l = 0; l < c->plan->n_layers; l++)
    {
      const struct pram_plan_layer *layer = &c->plan->layers[l];
      const struct pram_placement *at = &choice->placements[l];
      struct placing p = placing_of (c, choice, l, *at);
      double width = width_of (c, l, at);
      if (width)
	p.share = width / widths[at->group];
      charge (&p, l);
      choice->cost += p.cost;
      choice->strays |= p.strays;
      if (at->loop && mean_count (c->plan->prog, at->loop) >= 2)
	spread += layer->runs * layer->work;
    }
  choice->alone = spread <= PRAM_LITTLE * c->plan->work;
}

/* Place PLAN's layers as CHOICE says.  */
static void
take (struct pram_plan *plan, const struct choice *choice)
{
  for (int l = 0; l < plan->n_layers; l++)
    plan->layers[l].placement = choice->placements[l];
}

/* Place everything, beginning with layer FIRST along LOOP; what homes don't
   reach begins anew with the heaviest layer left, along the outermost loop
   that does.  Null if layer *UNPLACED has no place.  */
static struct choice *
choose_from (const struct chooser *c, int first, struct pram_node *loop,
	     int *unplaced)
{
  struct choice *choice = new_choice (c);
  bool *placed = PRAM_ARENA_NEW (c->plan->prog->arena, bool,
				 c->plan->n_layers + 1);
  bool done = seed (c, choice, first, loop);
  for (int l = first; l >= 0; l = heaviest (c, placed))
    {
      for (int i = 0; l != first && c->candidates[l][i] && !done; i++)
	done = seed (c, choice, l, c->candidates[l][i]);
      if (!done)
	{
	  *unplaced = l;
	  return NULL;
	}
      done = false;
      placed[l] = true;
      place_reachable (c, choice, placed);
    }
  /* Single statements run where their element lives, else on unit 0, as what
     runs whole does.  */
  for (int l = 0; l < c->plan->n_layers; l++)
    if (!c->candidates[l][0] && !c->plan->layers[l].whole)
      place_by_homes (c, choice, l);
  charge_all (c, choice);
  take (c->plan, choice);
  choice->served = pram_shape_distributed_p (c->plan->prog->code, c->plan);
  choice->uneven = !pram_shape_check (c->plan, NULL);
  return choice;
}

/* Is A better than B, which may be null?  Elements that it is unsure who writes last
   are written where they live if SETTLED, if they can be.  What one process does all the
   work of needs no plan: the runtime finds out whether that takes less
   (runtime/choose.c).  */
static bool
better_p (const struct choice *a, const struct choice *b, bool settled)
{
  if (!b || a->served != b->served)
    return !b || a->served;
  if (a->uneven != b->uneven)
    return b->uneven;
  if (a->alone != b->alone)
    return b->alone;
  if (settled && a->strays != b->strays)
    return b->strays;
  return a->cost < b->cost;
}

static bool
same_place_p (const struct pram_placement *a, const struct pram_placement *b)
{
  return (a->loop == b->loop && a->coef == b->coef && a->constant == b->constant
	  && a->group == b->group);
}

/* CHOICE is like one of the N in LIST, but for what its layers move along.  */
static bool
known_p (const struct chooser *c, struct choice *const *list, int n,
	 const struct choice *choice)
{
  for (int k = 0; k < n; k++)
    {
      int l = 0;
      while (l < c->plan->n_layers
	     && same_place_p (&list[k]->placements[l], &choice->placements[l]))
	l++;
      if (l == c->plan->n_layers)
	return true;
    }
  return false;
}

/* The best of the N choices in LIST but for those that have been tried; null if there
   is none.  The cheapest one is tried first.  */
static struct choice *
best_of (const struct chooser *c, struct choice *const *list, int n)
{
  struct choice *best = NULL;
  for (int t = 0; t <= c->plan->tries; t++)
    {
      best = NULL;
      for (int k = 0; k < n; k++)
	if (!list[k]->tried && better_p (list[k], best, t > 0))
	  best = list[k];
      if (best)
	best->tried = true;
    }
  for (int k = 0; k < n; k++)
    c->plan->others |= !list[k]->tried;
  return best;
}

/* All that C can choose, in *LIST; returns how many.  *UNPLACED is a layer for which there
   is no place if there are none.  */
static int
list_choices (const struct chooser *c, struct choice ***list, int *unplaced)
{
  struct pram_arena *arena = c->plan->prog->arena;
  bool *tried = PRAM_ARENA_NEW (arena, bool, c->plan->n_layers + 1);
  int n = 0;
  for (int first; (first = heaviest (c, tried)) >= 0; tried[first] = true)
    for (int i = 0; c->candidates[first][i]; i++)
      {
	struct choice *choice
	  = choose_from (c, first, c->candidates[first][i], unplaced);
	if (choice && !known_p (c, *list, n, choice))
	  *PRAM_ARENA_PUSH (arena, *list, n) = choice;
      }
  return n;
}

/* The cheapest choice; of equal ones that which begins with the outermost loop
   of the heaviest layer.  Arrays that are also accessed by the elements of their rows are
   cut along their rows only if nothing else is possible.  */
static struct choice *
choose (struct chooser *c, const struct pram_diag *diag)
{
  struct choice **list = NULL;
  int unplaced = -1, n = list_choices (c, &list, &unplaced);
  if (!n)
    {
      c->any_dim = true;
      n = list_choices (c, &list, &unplaced);
    }
  if (!n)
    pram_diag_report (diag, PRAM_REFUSAL,
		      c->plan->layers[unplaced].node->line,
		      "the arrays in the loop at line %d have no subscript "
		      "that moves with this loop and no other, so that nothing "
		      "says where its iterations should run; schedule(brent) "
		      "runs them task by task",
		      c->plan->layers[unplaced].node->line);
  return best_of (c, list, n);
}

/* Elements that were assumed to be known might be inspected, too.  Then layers that
   run whole must not have more than little of the work, and of the tasks.  */
static bool
check_whole (const struct pram_plan *plan, const struct pram_diag *diag)
{
  const struct pram_prog *prog = plan->prog;
  bool choice = !prog->code && prog->source && prog->source->lookups.n_known;
  if (!choice || (plan->whole_work <= PRAM_LITTLE * plan->work
		  && plan->whole_tasks <= PRAM_LITTLE * (double) plan->n_tasks))
    return true;
  const struct pram_plan_layer *most = pram_plan_whole (plan);
  pram_diag_report (diag, PRAM_REFUSAL, most->whole_line, "%s", most->whole);
  return false;
}

bool
pram_blocks_build (struct pram_poly *poly, struct pram_plan *plan,
		     const struct pram_diag *diag)
{
  struct chooser c = { .poly = poly, .plan = plan };
  c.machine = plan->prog->machine ? *plan->prog->machine
				  : pram_logp_default ();
  if (!pram_layers_find (poly, plan, &c.candidates, diag))
    return false;
  pram_plan_measure (plan);
  if (!check_whole (plan, diag))
    return false;
  find_classes (&c);
  find_all_own (&c);
  struct choice *choice = choose (&c, diag);
  if (!choice)
    return false;
  take (plan, choice);
  return pram_template_lay (poly, plan, diag);
}
