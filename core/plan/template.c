/* template.c: the units that the layers of a plan are cut into.

   SPDX-License-Identifier: Apache-2.0

   A *group* of layers began with one of them, from which homes spread
   (blocks.c): their coordinates mean the same.  Those of different groups
   don't, so each group may be stretched.  An iteration of the group's widest
   loop is the smallest *piece* that none of its loops cuts; groups of many
   pieces make a piece of several, until all have about as many: else the blocks of
   the group with the most pieces would leave others to some of the processes.
   Then all are stretched until pieces are equally long.  A unit is a piece, or
   several.

   Example: a mesh of 3000 cells has 4500 faces.  Two cells become a piece, and three
   faces; stretched by 3 and by 2 both are 6 coordinates long, which 1500 units are.
   A grid of 33 rows with a loop over all of its 1089 elements, and one of 17 rows
   with 289: two rows become a piece of 66 coordinates, and one of 17.  Where a
   million particles move in 64 cells, these lie on the first process.  */

#include "blocks.h"

#include <stdlib.h>

/* Units with float sums are chunks of at most this many iterations of an
   innermost loop: long enough for vector lanes…  */
enum { MAX_CHUNK = 512 };
/* … but there should be this many units to spread.  */
enum { MIN_UNITS = 256 };
/* Where anything is reduced, each unit has a leaf, so there should be no more
   of them.  */
#define MAX_LEAVES (INT64_C (1) << 24)
/* Plans are for any number of processes.  Where it matters it is this.  */
enum { PROCESSES = 16 };
/* The longest piece: coordinates must not overflow.  */
#define MAX_PIECE ((int64_t) 1 << 31)

struct pram_affine
pram_placement_coordinate (const struct pram_prog *prog,
			   const struct pram_placement *p)
{
  struct pram_affine affine = pram_affine_new (prog->arena, prog->n_loops);
  affine.constant = p->constant;
  for (int k = 0; p->outer && k < prog->n_loops; k++)
    affine.coef[k] = p->outer[k];
  if (p->loop)
    affine.coef[p->loop->iterator] = p->coef;
  return affine;
}

/* The instances of STMT that access anything.  */
static isl_set *
accessing_instances (const struct pram_poly *poly,
		     const struct pram_poly_stmt *stmt)
{
  isl_set *domain = pram_poly_domain (poly, stmt);
  if (stmt->node->n_accesses == 0)
    return domain;
  isl_set *all = isl_set_empty (isl_set_get_space (domain));
  for (int a = 0; a < stmt->node->n_accesses; a++)
    {
      const struct pram_access *access = &stmt->node->accesses[a];
      if (access->n_guards == 0)
	{
	  isl_set_free (all);
	  return domain;
	}
      all = isl_set_union (all, isl_map_domain (pram_poly_access (poly, stmt,
								  access)));
    }
  isl_set_free (domain);
  return all;
}

/* May iterations of LOOP that access no array do something to scalars?  */
static bool
scalars_p (const struct pram_node *loop)
{
  bool some = false;
  for (int c = 0; c < loop->n_carried; c++)
    some |= loop->carried[c].alone;
  return some;
}

/* The iterations of LAYER's distributed loop for which there is something to
   do in STMT.  If scalars are carried that may be all of them: what is done to
   scalars is no statement.  */
static isl_set *
busy_iterations (const struct pram_poly *poly,
		 const struct pram_plan_layer *layer,
		 const struct pram_poly_stmt *stmt)
{
  const struct pram_node *loop = layer->placement.loop;
  int depth = (loop ? pram_poly_level (stmt, loop) + 1
	       : pram_poly_level (stmt, layer->node));
  return (scalars_p (layer->node) ? pram_poly_outer_domain (poly, stmt, depth)
	  : accessing_instances (poly, stmt));
}

/* Coordinates: those from LO to HI that are a multiple of STEP (0: there is but
   one) from LO.  */
struct range
{
  bool any;
  int64_t lo, hi, step;
};

/* By how much the coordinates, COEF each, of the iterations of LAYER's
   distributed loop in DOMAIN, of STMT, differ at least.  */
static int64_t
step_of (const struct pram_plan_layer *layer,
	 const struct pram_poly_stmt *stmt, isl_set *domain)
{
  const struct pram_placement *p = &layer->placement;
  int64_t step = llabs (p->coef), stride;
  int level = p->loop ? pram_poly_level (stmt, p->loop) : 0;
  if (!p->loop || p->outer || stmt->periods[level] != 1)
    return step;
  isl_set *iterations
    = isl_set_project_out (isl_set_copy (domain), isl_dim_set,
			   (unsigned) level + 1,
			   (unsigned) (stmt->depth - level) - 1);
  iterations = isl_set_project_out (iterations, isl_dim_set, 0,
				    (unsigned) level);
  isl_val *v = isl_set_get_stride (iterations, 0);
  stride = isl_val_get_num_si (v);
  isl_val_free (v);
  isl_set_free (iterations);
  return __builtin_mul_overflow (step, stride, &step) ? llabs (p->coef) : step;
}

/* Add the coordinates of LAYER's iterations in DOMAIN, of STMT, to R.  */
static void
add_coordinates (const struct pram_poly *poly,
		 const struct pram_plan_layer *layer,
		 const struct pram_poly_stmt *stmt, isl_set *domain,
		 struct range *r)
{
  struct pram_affine affine
    = pram_placement_coordinate (poly->prog, &layer->placement);
  isl_aff *aff = pram_poly_aff (poly, stmt, &affine);
  isl_val *min = isl_set_min_val (domain, aff);
  isl_val *max = isl_set_max_val (domain, aff);
  int64_t lo = isl_val_get_num_si (min), hi = isl_val_get_num_si (max);
  r->step = pram_set_gcd (r->step, lo < hi ? step_of (layer, stmt, domain) : 0);
  r->step = pram_set_gcd (r->step, r->any ? llabs (lo - r->lo) : 0);
  r->lo = !r->any || lo < r->lo ? lo : r->lo;
  r->hi = !r->any || hi > r->hi ? hi : r->hi;
  r->any = true;
  isl_val_free (min);
  isl_val_free (max);
  isl_aff_free (aff);
}

/* The coordinates of LAYER's iterations that do something.  */
static struct range
coordinate_range (const struct pram_poly *poly,
		  const struct pram_plan_layer *layer)
{
  struct range r = { false, 0, 0, 0 };
  for (int s = layer->first_stmt; s < layer->end_stmt; s++)
    {
      const struct pram_poly_stmt *stmt = &poly->stmts[s];
      isl_set *domain = busy_iterations (poly, layer, stmt);
      if (isl_set_is_empty (domain) == isl_bool_false)
	add_coordinates (poly, layer, stmt, domain, &r);
      isl_set_free (domain);
    }
  return r;
}

/* A common multiple beyond this is none.  */
#define TOO_LARGE ((int64_t) 1 << 60)

static int64_t
lcm (int64_t a, int64_t b)
{
  int64_t result;
  if (a == TOO_LARGE
      || __builtin_mul_overflow (a / pram_set_gcd (a, b), b, &result)
      || result > TOO_LARGE)
    return TOO_LARGE;
  return result;
}

/* Does the layer reduce a scalar over a distributed loop that is innermost?
   Then units must be long.  */
static bool
wants_chunks_p (const struct pram_plan_layer *layer)
{
  const struct pram_node *loop = layer->placement.loop;
  if (!loop || !loop->n_carried)
    return false;
  for (int i = 0; i < loop->children[0]->n_children; i++)
    if (loop->children[0]->children[i]->kind == PRAM_LOOP)
      return false;
  return true;
}

/* STEP: all that anything is done at is so far apart.  */
static int64_t
choose_granularity (const struct pram_plan *plan, int64_t extent,
		    int64_t step)
{
  int64_t granularity = step ? step : 1, chunk = 1;
  bool chunks = false, leaves = false;
  for (int l = 0; l < plan->n_layers; l++)
    {
      int64_t coef = llabs (plan->layers[l].placement.coef);
      if (coef)
	granularity = lcm (granularity, coef);
      chunks |= wants_chunks_p (&plan->layers[l]);
      leaves |= plan->layers[l].node->n_carried > 0;
    }
  while (chunks && granularity < MAX_CHUNK && granularity * chunk < MAX_CHUNK
	 && extent / (granularity * chunk * 2) >= MIN_UNITS)
    chunk *= 2;
  while (leaves && extent / granularity / chunk > MAX_LEAVES)
    chunk *= 2;
  return granularity * chunk;
}

/* --- Groups -------------------------------------------------------------- */

struct group
{
  bool any;
  int64_t lo, hi;		/* coordinates */
  int64_t piece;		/* their number in a piece */
  int64_t n_pieces;
  double effort;		/* operations, and elements that lie there */
};

/* What the layers of group G of PLAN have in common.  */
static struct group
measure_group (const struct pram_poly *poly, const struct pram_plan *plan,
	       int g)
{
  struct group group = { .piece = 1 };
  for (int l = 0; l < plan->n_layers; l++)
    {
      const struct pram_plan_layer *layer = &plan->layers[l];
      int64_t coef = llabs (layer->placement.coef);
      struct range r = { false, 0, 0, 0 };
      if (layer->placement.group == g && coef)
	r = coordinate_range (poly, layer);
      if (!r.any)
	continue;
      group.lo = !group.any || r.lo < group.lo ? r.lo : group.lo;
      group.hi = !group.any || r.hi > group.hi ? r.hi : group.hi;
      group.any = true;
      group.piece = lcm (group.piece, coef);
      group.effort += (layer->work + (double) layer->tasks) * layer->runs;
    }
  group.n_pieces = (group.hi - group.lo) / group.piece + 1;
  return group;
}

/* How many pieces of GROUP become one, where a group is to have about so many as
   WANTED.  */
static int64_t
pieces_in_one (const struct group *group, int64_t wanted)
{
  int64_t several = (group->n_pieces + wanted / 2) / wanted;
  return several > 0 ? several : 1;
}

static int64_t
pieces_left (const struct group *group, int64_t wanted)
{
  int64_t several = pieces_in_one (group, wanted);
  return (group->n_pieces + several - 1) / several;
}

/* What a process has to do, as a multiple of its share, if each of the N groups has
   about as many pieces as WANTED: those that have fewer than others lie on some of
   the processes, and with few pieces some have one more than others.  */
static double
burden (const struct group *groups, int n, int64_t wanted)
{
  double all = 0;
  int64_t most = 1;
  for (int g = 0; g < n; g++)
    if (groups[g].any && pieces_left (&groups[g], wanted) > most)
      most = pieces_left (&groups[g], wanted);
  for (int g = 0; g < n; g++)
    if (groups[g].any)
      {
	double wide = (double) most
		      / (double) pieces_left (&groups[g], wanted);
	all += groups[g].effort * (wide < PROCESSES ? wide : PROCESSES);
      }
  return all * (1 + .5 * PROCESSES / (double) most);
}

/* The length that all pieces of the N groups can have then; 0 if that is too
   much.  */
static int64_t
common_length (const struct group *groups, int n, int64_t wanted)
{
  int64_t length = 1;
  for (int g = 0; g < n; g++)
    {
      int64_t several = pieces_in_one (&groups[g], wanted);
      if (groups[g].piece > MAX_PIECE / several
	  || (length = lcm (length, groups[g].piece * several)) > MAX_PIECE)
	return 0;
    }
  return length;
}

/* About so many pieces each of the N groups had best have: as many as one of them
   has, or a half, a third, … of that.  0 if there is none.  */
static int64_t
best_pieces (const struct group *groups, int n)
{
  enum { PARTS = 4 };
  int64_t best = 0;
  double least = 0;
  for (int g = 0; g < n; g++)
    for (int part = 1; groups[g].any && part <= PARTS; part++)
      {
	int64_t wanted = groups[g].n_pieces / part;
	if (!wanted || !common_length (groups, n, wanted))
	  continue;
	double cost = burden (groups, n, wanted);
	if (!best || cost < least)
	  {
	    best = wanted;
	    least = cost;
	  }
      }
  return best;
}

/* Make the pieces of all N groups equally long; returns by how much each is
   stretched, or null if that is too much.  */
static const int64_t *
stretch_groups (const struct group *groups, int n, struct pram_arena *arena)
{
  int64_t *factor = PRAM_ARENA_NEW (arena, int64_t, n + 1);
  int64_t wanted = best_pieces (groups, n);
  if (!wanted)
    return NULL;
  int64_t length = common_length (groups, n, wanted);
  for (int g = 0; g < n; g++)
    factor[g] = length / groups[g].piece / pieces_in_one (&groups[g], wanted);
  return factor;
}

static bool
product_fits_p (int64_t a, int64_t b)
{
  int64_t product;
  return (!__builtin_mul_overflow (a, b, &product)
	  && product < TOO_LARGE && product > -TOO_LARGE);
}

/* Do the coordinates of PLAN's GROUPS still fit if they are stretched by
   FACTOR?  */
static bool
stretchable_p (const struct pram_plan *plan, const struct group *groups,
	       const int64_t *factor)
{
  bool fits = true;
  for (int l = 0; l < plan->n_layers; l++)
    {
      const struct pram_placement *p = &plan->layers[l].placement;
      const struct group *group = &groups[p->group];
      int64_t f = factor[p->group];
      fits = fits && product_fits_p (group->lo, f)
	     && product_fits_p (group->hi, f)
	     && product_fits_p (p->constant, f);
      for (int k = 0; p->outer && k < plan->prog->n_loops; k++)
	fits = fits && product_fits_p (p->outer[k], f);
    }
  return fits;
}

/* Stretch the groups of PLAN.  */
static void
match_groups (const struct pram_poly *poly, struct pram_plan *plan)
{
  struct pram_arena *arena = plan->prog->arena;
  int n = 1;
  for (int l = 0; l < plan->n_layers; l++)
    if (plan->layers[l].placement.group >= n)
      n = plan->layers[l].placement.group + 1;
  if (n == 1)
    return;
  struct group *groups = PRAM_ARENA_NEW (arena, struct group, n);
  for (int g = 0; g < n; g++)
    groups[g] = measure_group (poly, plan, g);
  const int64_t *factor = stretch_groups (groups, n, arena);
  if (!factor || !stretchable_p (plan, groups, factor))
    return;
  for (int l = 0; l < plan->n_layers; l++)
    {
      struct pram_placement *p = &plan->layers[l].placement;
      p->coef *= factor[p->group];
      p->constant *= factor[p->group];
      for (int k = 0; p->outer && k < plan->prog->n_loops; k++)
	p->outer[k] *= factor[p->group];
    }
}

/* --- The template -------------------------------------------------------- */

/* LAYER, of one unit, runs whether it has iterations or not: scalars want the
   values that it leaves.  Where its iterations would be there may be no unit if
   there are none.  */
static bool
always_runs_p (const struct pram_plan_layer *layer)
{
  const struct pram_node *node = layer->node;
  bool last = false;
  for (int k = 0; k < node->n_carried; k++)
    last |= node->carried[k].op == PRAM_OP_VALUE;
  return layer->whole || (last && !layer->placement.coef);
}

/* LAYER has no iterations: let it be anywhere, which common blocks needn't care for.  */
static void
lay_anywhere (struct pram_plan_layer *layer)
{
  struct pram_placement *p = &layer->placement;
  p->coef = p->coef > 0 ? 1 : p->coef < 0 ? -1 : 0;
  p->constant = 0;
  p->outer = NULL;
}

bool
pram_template_lay (const struct pram_poly *poly, struct pram_plan *plan,
		   const struct pram_diag *diag)
{
  match_groups (poly, plan);
  int n = plan->n_layers;
  struct range *ranges = PRAM_ARENA_NEW (plan->prog->arena, struct range,
					 n + 1);
  struct range all = { false, 0, 0, 0 };
  for (int l = 0; l < n; l++)
    {
      struct range *r = &ranges[l];
      if (!always_runs_p (&plan->layers[l]))
	*r = coordinate_range (poly, &plan->layers[l]);
      if (!r->any)
	{
	  lay_anywhere (&plan->layers[l]);
	  continue;
	}
      all.step = pram_set_gcd (all.step, r->step);
      all.step = pram_set_gcd (all.step, all.any ? llabs (r->lo - all.lo)
					       : 0);
      all.lo = !all.any || r->lo < all.lo ? r->lo : all.lo;
      all.hi = !all.any || r->hi > all.hi ? r->hi : all.hi;
      all.any = true;
    }
  int64_t g = choose_granularity (plan, all.hi - all.lo + 1, all.step);
  if (g == TOO_LARGE)
    {
      pram_diag_report (diag, PRAM_REFUSAL, plan->prog->line, "its loops walk "
			"arrays with too many different steps for common "
			"blocks");
      return false;
    }
  int64_t first = pram_set_fdiv (all.lo, g) * g;
  plan->granularity = g;
  plan->first_coordinate = first;
  plan->n_units = pram_set_fdiv (all.hi - first, g) + 1;
  for (int l = 0; l < n; l++)
    {
      struct pram_plan_layer *layer = &plan->layers[l];
      const struct range *r = &ranges[l];
      layer->placement.constant -= first;
      layer->unit_lo = r->any ? pram_set_fdiv (r->lo - first, g) : 0;
      layer->unit_hi = r->any ? pram_set_fdiv (r->hi - first, g) + 1 : 0;
      if (always_runs_p (layer))
	{
	  layer->placement.constant = 0;
	  layer->placement.outer = NULL;
	  layer->unit_hi = 1;
	}
    }
  return true;
}
