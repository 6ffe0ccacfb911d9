/* layers.c: which loops are layers.

   SPDX-License-Identifier: Apache-2.0

   A loop is a layer if one can distribute its iterations: no element is
   accessed by two different iterations of the distributed loop, unless both
   only read it, each has an array of its own (own.c) or all that do read it
   before it is written; and the only scalars carried are reductions.  So there
   is no path between tasks of different iterations, and the layer is (a union of
   chains in) one layer of Iterative, section 2.2.

     for (i = 0; i < n - 1; i++)
       a[i] = a[i+1];

   What a process reads of others' elements it has from before the layer, and
   nobody else's writes reach it meanwhile; it only has to do its own iterations
   *in order*.

   A nest that contains no such loop runs *whole*, on one process: the back
   substitution behind an elimination.  If nothing but scalars keeps its
   iterations in order it is *relayed* instead: the processes do theirs in turn.
   All other loops belong to the driver, which every process runs.  */

#include "blocks.h"
#include "poly/pinned.h"
#include "poly/offers.h"

#include <string.h>

/* --- Independence ------------------------------------------------------- */

/* MAP, which is freed, has a pair.  */
static bool
any_p (isl_map *map)
{
  bool any = isl_map_is_empty (map) != isl_bool_true;
  isl_map_free (map);
  return any;
}

/* PAIRS of instances have some that are equal in the levels from FIRST to LEVEL
   but one, LEVEL, in which the first instance of the pair is earlier.  */
static isl_map *
earlier (isl_map *pairs, int first, int level)
{
  for (int k = first; k < level; k++)
    pairs = isl_map_equate (pairs, isl_dim_in, k, isl_dim_out, k);
  return isl_map_order_lt (pairs, isl_dim_in, level, isl_dim_out, level);
}

/* Of PAIRS of instances, in different iterations of the loop of level LEVEL and
   equal ones of those outside of that of level NODE, the first instance of some
   comes first.  */
static bool
first_earlier_p (isl_map *pairs, int node, int level)
{
  bool found = any_p (earlier (isl_map_copy (pairs), node, level));
  for (int k = node; k < level && !found; k++)
    {
      isl_map *some = earlier (isl_map_copy (pairs), node, k);
      found = (any_p (isl_map_order_lt (isl_map_copy (some), isl_dim_in, level,
					isl_dim_out, level))
	       || any_p (isl_map_order_gt (isl_map_copy (some), isl_dim_in,
					   level, isl_dim_out, level)));
      isl_map_free (some);
    }
  return found;
}

/* Instances that touch the same element in different iterations of the
   distributed loop.  */
enum meeting
{
  NO_MEETING,
  READ_FIRST,			/* they read it before others write it */
  MEETING
};

/* What those of A and B do, in the same iteration of the loops outside of NODE,
   of which A's write it by WA, and B's access it by AB.  */
static enum meeting
find_meeting (const struct pram_poly *poly, const struct pram_node *node,
	      const struct pram_node *loop, const struct pram_poly_stmt *a,
	      const struct pram_access *wa, const struct pram_poly_stmt *b,
	      const struct pram_access *ab)
{
  int outer = pram_poly_level (a, node), level = pram_poly_level (a, loop);
  /* Its iterations write the same elements.  */
  if (pram_poly_steady_p (poly, loop))
    return MEETING;
  for (int k = 0; k < outer; k++)
    if (a->residues[k] != b->residues[k])
      return NO_MEETING;
  isl_map *first = pram_poly_access (poly, a, wa);
  isl_map *second = pram_poly_access (poly, b, ab);
  isl_map *pairs = isl_map_apply_range (first, isl_map_reverse (second));
  for (int k = 0; k < outer; k++)
    pairs = isl_map_equate (pairs, isl_dim_in, k, isl_dim_out, k);
  bool before = any_p (isl_map_order_lt (isl_map_copy (pairs), isl_dim_in,
					 level, isl_dim_out, level));
  bool after = any_p (isl_map_order_gt (isl_map_copy (pairs), isl_dim_in,
					level, isl_dim_out, level));
  /* Of a steady loop only one iteration is here.  */
  enum meeting m = (!before && !after ? NO_MEETING
		    : ab->write || (before && outer == level)
		      || pram_poly_steady_p (poly, node)
		      || first_earlier_p (pairs, outer, level)
		    ? MEETING : READ_FIRST);
  isl_map_free (pairs);
  return m;
}

bool
pram_layer_conflict_p (const struct pram_poly *poly,
		       const struct pram_node *node,
		       const struct pram_node *loop,
		       const struct pram_poly_stmt *a,
		       const struct pram_access *wa,
		       const struct pram_poly_stmt *b,
		       const struct pram_access *ab)
{
  return find_meeting (poly, node, loop, a, wa, b, ab) != NO_MEETING;
}

/* What has been found of pairs of accesses, by the kind of that which writes.  Many
   arrays are accessed alike.  */
struct meetings
{
  int n;
  struct met
  {
    int kind;			/* of the other one, and: */
    bool write;
    enum meeting m;
  } *list;
};

/* find_meeting, unless a pair that is like this one is in KNOWN.  */
static enum meeting
know_meeting (const struct pram_poly *poly, const struct pram_node *node,
	      const struct pram_node *loop, const struct pram_poly_stmt *a,
	      const struct pram_access *wa, const struct pram_poly_stmt *b,
	      const struct pram_access *ab, struct meetings *known)
{
  struct meetings *row = &known[pram_poly_kind (poly, a, wa)];
  int kind = pram_poly_kind (poly, b, ab);
  for (int i = 0; i < row->n; i++)
    if (row->list[i].kind == kind && row->list[i].write == ab->write)
      return row->list[i].m;
  enum meeting m = find_meeting (poly, node, loop, a, wa, b, ab);
  *PRAM_ARENA_PUSH (poly->prog->arena, row->list, row->n)
    = (struct met) { kind, ab->write, m };
  return m;
}

/* For all that is found in POLY.  */
static struct meetings *
meetings_new (const struct pram_poly *poly)
{
  return PRAM_ARENA_NEW (poly->prog->arena, struct meetings, pram_poly_kinds (poly));
}

/* An access inside NODE that write W of statement A conflicts with, or null.
   With IN_ORDER, but not if that is read first: then that is set.  */
static const struct pram_access *
conflict_with (const struct pram_poly *poly, const struct pram_node *node,
	       const struct pram_node *loop, const struct pram_poly_stmt *a,
	       const struct pram_access *w, bool *in_order,
	       struct meetings *known)
{
  for (int s = 0; s < poly->n_stmts; s++)
    {
      const struct pram_poly_stmt *b = &poly->stmts[s];
      if (!pram_poly_inside_p (b, node))
	continue;
      for (int i = 0; i < b->node->n_accesses; i++)
	{
	  const struct pram_access *access = &b->node->accesses[i];
	  enum meeting m
	    = (access->array != w->array || pram_poly_apart_p (poly, access, w)
	       ? NO_MEETING
	       : know_meeting (poly, node, loop, a, w, b, access, known));
	  if (m == MEETING || (m == READ_FIRST && !in_order))
	    return access;
	  if (m == READ_FIRST)
	    *in_order = true;
	}
    }
  return NULL;
}

/* A write inside NODE that conflicts with another access, which is *OTHER, and
   not of an array of which each iteration of LOOP has its own; null if there is
   none, but *IN_ORDER if elements are read first and then written.  */
static const struct pram_access *
find_conflict (const struct pram_poly *poly, const struct pram_node *node,
	       const struct pram_node *loop, const struct pram_access **other,
	       bool *in_order)
{
  struct meetings *known = meetings_new (poly);
  *in_order = false;
  for (int s = 0; s < poly->n_stmts; s++)
    {
      const struct pram_poly_stmt *a = &poly->stmts[s];
      if (!pram_poly_inside_p (a, node))
	continue;
      for (int i = 0; i < a->node->n_accesses; i++)
	if (a->node->accesses[i].write
	    && (*other = conflict_with (poly, node, loop, a,
					&a->node->accesses[i], in_order,
					known))
	    && !pram_own_p (poly, loop, a->node->accesses[i].array))
	  return &a->node->accesses[i];
    }
  return NULL;
}

bool
pram_layer_own_p (const struct pram_poly *poly, const struct pram_node *node,
		  const struct pram_node *loop, int array)
{
  if (!pram_own_p (poly, loop, array))
    return false;
  struct meetings *known = meetings_new (poly);
  for (int s = 0; s < poly->n_stmts; s++)
    {
      const struct pram_poly_stmt *a = &poly->stmts[s];
      for (int i = 0; pram_poly_inside_p (a, node)
		      && i < a->node->n_accesses; i++)
	if (a->node->accesses[i].write && a->node->accesses[i].array == array
	    && conflict_with (poly, node, loop, a, &a->node->accesses[i],
			      NULL, known))
	  return true;
    }
  return false;
}

/* Can the iterations of NODE (a counted loop) be distributed along LOOP, NODE
   itself or a loop perfectly nested in it?  Units that leave values are run
   one by one, and not in order if the loop goes backwards.  */
static bool
distributable_p (const struct pram_poly *poly, const struct pram_node *node,
		 struct pram_node *loop)
{
  const struct pram_access *other;
  /* Of a steady loop only one iteration is here.  */
  return (!pram_poly_steady_p (poly, loop)
	  && !find_conflict (poly, node, loop, &other, &loop->in_order)
	  && !(loop->in_order && node->n_carried));
}

/* --- Conditions outside of layers ---------------------------------------- */

/* Does AFFINE mention the iterator of a loop inside NODE, or of NODE?  */
static bool
mentions_inside_p (const struct pram_affine *affine,
		   const struct pram_node *node)
{
  if (node->kind == PRAM_LOOP && pram_affine_coef (affine, node->iterator))
    return true;
  for (int i = 0; i < node->n_children; i++)
    if (mentions_inside_p (affine, node->children[i]))
      return true;
  return false;
}

/* May GUARD, outside of NODE, fail; does it, if ITER says where it is tested?
   One that mentions iterators inside is tested there.  */
static bool
fails_outside_p (const struct pram_guard *guard, const struct pram_node *node,
		 const int64_t *iter)
{
  const struct pram_affine *affine = &guard->affine;
  if (mentions_inside_p (affine, node))
    return false;
  int64_t value = affine->constant;
  for (int k = 0; iter && k < affine->n_coef; k++)
    value += affine->coef[k] * iter[k];
  return !iter || !pram_guard_holds_p (guard, value);
}

/* pram_layer_passed_over_p for the part PART of LAYER.  */
static bool
part_passed_over_p (const struct pram_node *layer,
		    const struct pram_node *part, const int64_t *iter)
{
  for (int a = 0; a < part->n_accesses; a++)
    {
      const struct pram_access *access = &part->accesses[a];
      bool fails = false;
      for (int g = 0; g < access->n_guards && !fails; g++)
	fails = fails_outside_p (&access->guards[g], layer, iter);
      if (!fails)
	return false;
    }
  for (int i = 0; i < part->n_children; i++)
    if (!part_passed_over_p (layer, part->children[i], iter))
      return false;
  return true;
}

bool
pram_layer_passed_over_p (const struct pram_node *node, const int64_t *iter)
{
  return part_passed_over_p (node, node, iter);
}

/* --- Finding ------------------------------------------------------------ */

/* A loop of quotients, or remainders, that goes INTO another.  */
struct sinking
{
  struct pram_node *split, *into;
};

struct search
{
  struct pram_poly *poly;
  struct pram_plan *plan;
  struct pram_node ***candidates;
  int n_candidates;
  struct pram_node ***known;	/* by iterator of a loop in level loops: its
				   candidates, or null */
  struct pram_diag diag;	/* remembers the first refusal in … */
  const char *reason;		/* … or null */
  int line;
  bool refused;
  int n_sinking;
  struct sinking *sinking;
};

static void
remember (void *data, enum pram_severity severity, int line,
	  const char *message)
{
  struct search *s = data;
  (void) severity;
  if (s->reason)
    return;
  s->reason = pram_arena_strdup (s->plan->prog->arena, message);
  s->line = line;
}

struct pram_node **
pram_layer_candidates (const struct pram_poly *poly,
		       struct pram_arena *arena, struct pram_node *node)
{
  struct pram_node **list = NULL;
  int n = 0;
  bool none = (pram_node_permutes_p (node)
	       || pram_node_pins_p (poly->prog, node)
	       || pram_node_offers_p (poly->prog, node));
  /* Deposits arrive in the order of processes.  */
  bool ordered = pram_node_logs_p (poly->prog, node);
  for (struct pram_node *loop = node; loop && !none && !loop->data_dependent;
       loop = pram_perfectly_nested (loop))
    {
      /* A reduction over an inner loop yields a value for each iteration of
	 the outer ones: that is no leaf of a unit.  */
      if (!loop->order_reason && !loop->split
	  && (loop == node || (!loop->n_carried && !ordered))
	  && distributable_p (poly, node, loop))
	*PRAM_ARENA_PUSH (arena, list, n) = loop;
      if (loop->order_reason || loop->n_carried)
	break;
    }
  *PRAM_ARENA_PUSH (arena, list, n) = NULL;
  return list;
}

static void
add_layer (struct search *s, struct pram_node *node,
	   struct pram_node **candidates)
{
  struct pram_arena *arena = s->plan->prog->arena;
  struct pram_plan_layer *layer
    = PRAM_ARENA_PUSH (arena, s->plan->layers, s->plan->n_layers);
  memset (layer, 0, sizeof *layer);
  layer->node = node;
  layer->offer = pram_offer_of (s->plan->prog, node);
  layer->accepts = layer->offer && layer->offer->accept == node;
  layer->boundary = -1;
  *PRAM_ARENA_PUSH (arena, s->candidates, s->n_candidates) = candidates;
}

static struct pram_node **
no_candidates (const struct search *s)
{
  return PRAM_ARENA_NEW (s->plan->prog->arena, struct pram_node *, 1);
}

/* LIST has a loop that is a copy of LOOP.  */
static bool
copy_in_p (struct pram_node **list, const struct pram_node *loop)
{
  while (*list && (*list)->item != loop->item)
    list++;
  return *list;
}

/* Leave in LIST what OTHER has, too.  */
static void
leave_common (struct pram_node **list, struct pram_node **other)
{
  struct pram_node **to = list;
  for (; *list; list++)
    if (copy_in_p (other, *list))
      *to++ = *list;
  *to = NULL;
}

/* The loops along which NODE can be distributed: the same in all iterations of
   the level loops around it, as the code is the same.  */
static struct pram_node **
candidates_of (struct search *s, struct pram_node *node)
{
  const struct pram_prog *prog = s->plan->prog;
  struct pram_node **common = NULL;
  if (node->level < 0 || !node->item)
    return pram_layer_candidates (s->poly, prog->arena, node);
  if (s->known[node->iterator])
    return s->known[node->iterator];
  for (int pass = 0; pass < 2; pass++)
    for (int l = 0; l < prog->n_loops; l++)
      {
	struct pram_node *loop = prog->loops[l];
	if (loop->item != node->item || loop->level < 0)
	  continue;
	if (pass == 0)
	  s->known[l] = pram_layer_candidates (s->poly, prog->arena, loop);
	if (pass == 0 && common)
	  leave_common (common, s->known[l]);
	else if (pass == 1 && s->known[l] != common)
	  leave_common (s->known[l], common);
	common = common ? common : s->known[l];
      }
  return s->known[node->iterator];
}

/* The same if inspectors run before NODE: what they find must not depend on what
   an earlier iteration of a loop around the distributed one leaves, so there is
   none.  */
static struct pram_node **
asking_candidates (struct search *s, struct pram_node *node)
{
  struct pram_node **all = candidates_of (s, node);
  struct pram_node **one = PRAM_ARENA_NEW (s->plan->prog->arena,
					   struct pram_node *, 2);
  for (; *all; all++)
    if (*all == node)
      one[0] = node;
  return one;
}

/* LOOP's iterations depend on each other.  */
static void
refuse_dependent (struct search *s, const struct pram_node *loop)
{
  bool in_order;
  const struct pram_access *other = NULL, *write
    = find_conflict (s->poly, loop, loop, &other, &in_order);
  if (!write)
    pram_diag_report (&s->diag, PRAM_REFUSAL, loop->line,
		      "the iterations of the loop at line %d depend on each "
		      "other, and no loop inside of it can be distributed",
		      loop->line);
  else
    pram_diag_report (&s->diag, PRAM_REFUSAL, loop->line,
		      "the iterations of the loop at line %d depend on each "
		      "other, and no loop inside of it can be distributed: "
		      "what one of them writes to '%s' in line %d, another one "
		      "%s in line %d; schedule(brent) may run it task by task",
		      loop->line, s->plan->prog->arrays[write->array].name,
		      write->line, other->write ? "writes" : "reads",
		      other->line);
}

/* LOOP, whose end depends on data, has other exits besides that of its own
   condition, and no loops inside: `if (found) break;'.  */
static bool
search_p (const struct pram_node *loop)
{
  for (int i = 0; i < loop->n_children; i++)
    for (int c = 0; c < loop->children[i]->n_children; c++)
      if (loop->children[i]->children[c]->kind == PRAM_LOOP)
	return false;
  return loop->n_children > 2;
}

static void
refuse (struct search *s, const struct pram_node *loop)
{
  s->refused = true;
  if (loop->order_reason)
    pram_diag_report (&s->diag, PRAM_REFUSAL,
		      loop->order_line ? loop->order_line : loop->line, "%s",
		      loop->order_reason);
  else if (loop->data_dependent)
    pram_diag_report (&s->diag, PRAM_REFUSAL, loop->line,
		      "the number of iterations of the loop at line %d cannot "
		      "be told in advance, and no loop inside of it can be "
		      "distributed%s", loop->line,
		      search_p (loop) ? "; a search can do without 'break': "
		      "if (… && i < at) at = i" : "");
  else
    refuse_dependent (s, loop);
}

static void find (struct search *, struct pram_node *);

/* LAYER is relayed in waves that follow each other, as there is a loop around.  */
static bool
waves_p (const struct pram_plan_layer *layer)
{
  return pram_layer_waves_p (layer) && pram_node_loop (layer->node);
}

/* Is one of the layers from number FIRST on distributed, and not on one process
   after the other, but for waves?  */
static bool
distributed_p (const struct search *s, int first)
{
  for (int l = first; l < s->plan->n_layers; l++)
    if (s->candidates[l][0] && !s->plan->layers[l].offer
	&& (!s->plan->layers[l].relayed || waves_p (&s->plan->layers[l])))
      return true;
  return false;
}

/* The layers from number FIRST on are nothing but exchanges of pointers, which
   move what others read.  */
static bool
exchanges_p (const struct search *s, int first)
{
  bool all = s->plan->n_layers > first;
  for (int l = first; l < s->plan->n_layers; l++)
    all &= (s->plan->layers[l].offer
	    && s->plan->layers[l].offer->exchanges);
  return all;
}

/* Why LAYER runs whole or is relayed, or null.  */
static const char *
reason_of (const struct pram_plan_layer *layer)
{
  return layer->whole ? layer->whole : layer->relayed;
}

/* LOOP, whose end depends on data, contains nothing but what would run whole,
   from layer number FIRST on: that is the better reason.  */
static bool
refuse_as_inside (struct search *s, const struct pram_node *loop, int first)
{
  if (!loop->data_dependent)
    return false;
  for (int l = first; l < s->plan->n_layers; l++)
    if (reason_of (&s->plan->layers[l]))
      {
	s->refused = true;
	s->reason = reason_of (&s->plan->layers[l]);
	s->line = s->plan->layers[l].whole_line;
	return true;
      }
  return false;
}

/* A loop of the driver: look inside.  */
static void
find_inside (struct search *s, struct pram_node *loop)
{
  int before = s->plan->n_layers;
  for (int i = 0; i < loop->n_children && !s->refused; i++)
    find (s, loop->children[i]);
  if (s->refused)
    return;
  if (distributed_p (s, before) || exchanges_p (s, before)
      || refuse_as_inside (s, loop, before) || loop->once)
    return;
  /* Every process would wait for every single element, time and again.  */
  if (s->plan->n_layers > before || loop->n_carried || loop->order_reason)
    refuse (s, loop);
}

/* The loop along which LOOP can be distributed all the same, if each process waits
   for the one before; or nothing.  */
static struct pram_node **
relay_candidates (const struct search *s, struct pram_node *loop)
{
  const struct pram_prog *prog = s->plan->prog;
  struct pram_node **one = PRAM_ARENA_NEW (prog->arena, struct pram_node *, 2);
  if (loop->relayed && !loop->split && loop->level < 0
      && !pram_node_pins_p (prog, loop) && !pram_node_offers_p (prog, loop)
      && distributable_p (s->poly, loop, loop))
    one[0] = loop;
  return one;
}

/* Let LOOP, in which there is no layer, nor can be, from number FIRST on, run
   whole, or on one process after the other, for REASON in LINE.  The innermost
   loop that is refused has the best one; but a clause that LOOP lacks alone is better than
   one for a loop inside.  */
static void
run_whole (struct search *s, struct pram_node *loop, int first,
	   const char *reason, int line)
{
  struct pram_node **relay = relay_candidates (s, loop);
  bool own = relay[0] && loop->order_reason && strstr (loop->order_reason, "reduction(");
  if (own)
    {
      reason = loop->order_reason;
      line = loop->order_line ? loop->order_line : loop->line;
    }
  for (int l = s->plan->n_layers - 1; l >= first; l--)
    if (reason_of (&s->plan->layers[l]) && !own)
      {
	reason = reason_of (&s->plan->layers[l]);
	line = s->plan->layers[l].whole_line;
      }
  s->plan->n_layers = s->n_candidates = first;
  s->refused = false;
  s->reason = NULL;
  add_layer (s, loop, relay);
  *(s->candidates[first][0] ? &s->plan->layers[first].relayed
    : &s->plan->layers[first].whole) = reason;
  s->plan->layers[first].whole_line = line;
}

/* NODE is under a condition on data and no layer: its transfers would be
   waited for whether it runs or not.  What keeps the loop around it from being
   a layer is the better reason.  */
static void
refuse_conditional (struct search *s, const struct pram_node *node)
{
  const struct pram_node *loop = pram_node_loop (node);
  s->refused = true;
  if (node->decided_by)
    pram_diag_report (&s->diag, PRAM_REFUSAL, node->line,
		      PRAM_UNDECIDED, node->decided_by);
  else if (loop && loop->order_reason)
    refuse (s, loop);
  else if (loop && !loop->data_dependent)
    pram_diag_report (&s->diag, PRAM_REFUSAL, node->line,
		      "this is under a condition on data, and the iterations "
		      "of the loop at line %d depend on each other; "
		      "schedule(brent) may run it task by task",
		      loop->line);
  else
    pram_diag_report (&s->diag, PRAM_REFUSAL, node->line,
		      "this is under a condition on data, outside of a loop "
		      "that can be distributed");
}

/* The innermost of NODE and the first loops in it whose iterations keep their
   order for a reason that the source gives, or null.  */
static const struct pram_node *
ordered_loop (const struct pram_node *node)
{
  const struct pram_node *ordered = NULL;
  while (node)
    {
      if (node->kind == PRAM_LOOP && node->order_reason)
	ordered = node;
      node = node->n_children ? node->children[0] : NULL;
    }
  return ordered;
}

/* There is nothing to do in NODE.  */
static bool
empty_p (const struct pram_node *node)
{
  for (int i = 0; i < node->n_children; i++)
    if (!empty_p (node->children[i]))
      return false;
  return node->kind != PRAM_STMT;
}

/* NODE is the quotient or the remainder of a loop that is no layer: it goes into one
   that can be, or there is none.  */
static void
leave_split (struct search *s, struct pram_node *node)
{
  const struct pram_node *around = pram_node_loop (node);
  if (empty_p (node))
    return;
  const struct pram_node *ordered = ordered_loop (around ? around : node);
  struct pram_arena *arena = s->plan->prog->arena;
  struct pram_node *into = pram_sink_target (node, NULL);
  while (into && !pram_layer_candidates (s->poly, arena, into)[0])
    into = pram_sink_target (node, into);
  if (into)
    {
      *PRAM_ARENA_PUSH (arena, s->sinking, s->n_sinking)
	= (struct sinking) { node, into };
      return;
    }
  const struct pram_node *inside = pram_inside_splits (node);
  s->refused = true;
  if (ordered)
    refuse (s, ordered);
  else if (inside)
    refuse (s, inside);
  else
    pram_diag_report (&s->diag, PRAM_REFUSAL, node->line,
		      "an index or a bound depends on the remainder of the "
		      "variable of a loop that cannot be distributed; make "
		      "it two loops, one inside of the other");
}

static void
find (struct search *s, struct pram_node *node)
{
  if (node->conditional && (node->kind == PRAM_LOOP || node->n_accesses))
    {
      refuse_conditional (s, node);
      return;
    }
  if (node->split)
    {
      leave_split (s, node);
      return;
    }
  if (node->kind == PRAM_SEQ)
    for (int i = 0; i < node->n_children && !s->refused; i++)
      find (s, node->children[i]);
  else if (node->kind == PRAM_STMT)
    {
      if (node->n_accesses)
	add_layer (s, node, no_candidates (s));
    }
  else
    {
      int before = s->plan->n_layers;
      const struct pram_pinned *pinned = pram_pinned_in (s->plan->prog, node);
      if (pinned && !pram_node_permutes_p (node))
	{
	  run_whole (s, node, before, pinned->why, pinned->line);
	  return;
	}
      bool asks = pram_node_asks (s->plan->prog, node, -1) > 0;
      struct pram_node **candidates = (asks ? asking_candidates
				       : candidates_of) (s, node);
      if (candidates[0])
	add_layer (s, node, candidates);
      else
	find_inside (s, node);
      if (s->refused && !distributed_p (s, before)
	  && !pram_node_permutes_p (node))
	run_whole (s, node, before, s->reason, s->line);
    }
}

/* ACCESS of STMT, which stands in LOOP, is to other elements, or happens in
   other iterations of the loops between, when LOOP goes on.  */
static bool
varies_p (const struct pram_poly_stmt *stmt, const struct pram_access *access,
	  const struct pram_node *loop)
{
  bool varies = pram_affine_coef (&access->offset, loop->iterator);
  for (int g = 0; g < access->n_guards; g++)
    varies |= pram_affine_coef (&access->guards[g].affine, loop->iterator) != 0;
  for (int level = 0; level < stmt->depth; level++)
    varies |= (!stmt->loops[level]->data_dependent
	       && pram_affine_coef (&stmt->loops[level]->count,
				    loop->iterator));
  return varies;
}

static bool
refuse_nested (struct search *s, const struct pram_access *access,
	       const struct pram_node *loop)
{
  pram_diag_report (&s->diag, PRAM_REFUSAL, access->line,
		    "'%s' is accessed inside a loop whose number of iterations "
		    "cannot be told in advance (line %d); if one of its bounds "
		    "is known, make the others conditions inside of it",
		    s->plan->prog->arrays[access->array].name, loop->line);
  return false;
}

static bool
same_affine_p (const struct pram_affine *a, const struct pram_affine *b, int n)
{
  bool same = a->constant == b->constant;
  for (int k = 0; k < n; k++)
    same &= pram_affine_coef (a, k) == pram_affine_coef (b, k);
  return same;
}

/* ACCESS of STMT reads the element that it writes, for its old value.  */
static bool
old_value_p (const struct pram_prog *prog, const struct pram_poly_stmt *stmt,
	     const struct pram_access *access)
{
  for (int a = 0; a < stmt->node->n_accesses; a++)
    {
      const struct pram_access *write = &stmt->node->accesses[a];
      if (write->write && write->array == access->array && write->may
	  && same_affine_p (&write->offset, &access->offset, prog->n_loops))
	return true;
    }
  return false;
}

/* The array of ACCESS is a history: outside of loops that can be distributed
   something is written to it, and nothing is read.  Then it doesn't matter which
   round wrote an element, if one unit has it.  */
static bool
history_p (const struct search *s, const struct pram_access *access)
{
  for (int i = 0; i < s->poly->n_stmts; i++)
    {
      const struct pram_poly_stmt *stmt = &s->poly->stmts[i];
      for (int a = 0; a < stmt->node->n_accesses; a++)
	if (pram_prog_same_class_p (s->plan->prog, access->array,
				    stmt->node->accesses[a].array)
	    && !stmt->node->accesses[a].write
	    && !old_value_p (s->plan->prog, stmt, &stmt->node->accesses[a]))
	  return false;
    }
  return true;
}

/* ACCESS may move with LOOP, which is nested and of which nobody knows how often it
   runs: if it is to a history; or, if the loop is part of a layer, where only one
   iteration is looked at (FOUND: the layers are known), if it is a read of which it
   is known how far it may go.  */
static bool
moves_well_p (const struct search *s, const struct pram_access *access,
	      const struct pram_node *loop, bool found)
{
  bool opaque = pram_poly_opaque_p (s->poly, loop);
  return (found && opaque ? access->perhaps
	  : history_p (s, access) || (!found && access->perhaps));
}

/* What ACCESS, in LOOP, writes to is accessed outside of LOOP, too.  */
static bool
written_elsewhere_p (const struct search *s, const struct pram_access *access,
		     const struct pram_node *loop)
{
  for (int i = 0; i < s->poly->n_stmts && access->write; i++)
    {
      const struct pram_poly_stmt *stmt = &s->poly->stmts[i];
      for (int a = 0; a < stmt->node->n_accesses; a++)
	if (!pram_poly_inside_p (stmt, loop)
	    && pram_prog_same_class_p (s->plan->prog, access->array,
				       stmt->node->accesses[a].array))
	  return true;
    }
  return false;
}

/* LOOP, of which data decide how often it runs, is in no other one, and part of STMT's
   layer: then nobody counts its rounds, and where it has written nobody knows.  */
static bool
uncounted_part_p (const struct search *s, const struct pram_poly_stmt *stmt,
		  const struct pram_node *loop)
{
  const struct pram_plan_layer *layer = pram_plan_layer_of (s->plan, stmt);
  return (loop->data_dependent && !pram_poly_nested_p (loop)
	  && layer && pram_node_inside_p (loop, layer->node));
}

/* An access inside a nested data-dependent loop must be the same in each of its
   iterations, or move in a way that doesn't matter; so must writes of such a loop that
   is part of a layer.  FOUND: the layers are known.  */
static bool
check_nested (struct search *s, bool found)
{
  for (int i = 0; i < s->poly->n_stmts; i++)
    {
      const struct pram_poly_stmt *stmt = &s->poly->stmts[i];
      for (int level = 0; level < stmt->depth; level++)
	for (int a = 0; a < stmt->node->n_accesses; a++)
	  {
	    const struct pram_node *loop = stmt->loops[level];
	    const struct pram_access *access = &stmt->node->accesses[a];
	    if (pram_poly_nested_p (loop) && varies_p (stmt, access, loop)
		&& !moves_well_p (s, access, loop, found))
	      return refuse_nested (s, access, loop);
	    if (found && uncounted_part_p (s, stmt, loop) && varies_p (stmt, access, loop)
		&& written_elsewhere_p (s, access, loop))
	      return refuse_nested (s, access, loop);
	  }
    }
  return true;
}

/* The nested data-dependent loops that are in no layer are the driver's.  */
static void
find_rounds (struct search *s)
{
  const struct pram_prog *prog = s->plan->prog;
  for (int k = 0; k < prog->n_loops; k++)
    {
      bool inside = !pram_poly_nested_p (prog->loops[k]);
      for (int l = 0; l < s->plan->n_layers; l++)
	inside |= pram_node_inside_p (prog->loops[k], s->plan->layers[l].node);
      if (!inside)
	pram_poly_count_rounds (s->poly, prog->loops[k]);
    }
}

const struct pram_plan_layer *
pram_plan_layer_of (const struct pram_plan *plan,
		    const struct pram_poly_stmt *stmt)
{
  for (int l = 0; l < plan->n_layers; l++)
    if (pram_poly_inside_p (stmt, plan->layers[l].node))
      return &plan->layers[l];
  return NULL;
}

/* What layers of PLAN that run whole inspect and deposit is pinned; those offers
   remain that others are.  */
static void
pin_whole (struct pram_plan *plan)
{
  for (int l = 0; l < plan->n_layers; l++)
    if (plan->layers[l].whole)
      pram_pinned_whole (plan->prog, plan->layers[l].node);
  for (int l = 0; l < plan->n_layers; l++)
    plan->layers[l].offer = pram_offer_of (plan->prog, plan->layers[l].node);
}

/* Let each layer know its statements.  */
static void
find_statements (const struct pram_poly *poly, struct pram_plan *plan)
{
  for (int l = 0; l < plan->n_layers; l++)
    {
      struct pram_plan_layer *layer = &plan->layers[l];
      int s = 0;
      while (s < poly->n_stmts
	     && !pram_poly_inside_p (&poly->stmts[s], layer->node))
	s++;
      layer->first_stmt = s;
      while (s < poly->n_stmts
	     && pram_poly_inside_p (&poly->stmts[s], layer->node))
	s++;
      layer->end_stmt = s;
    }
}

bool
pram_layers_find (struct pram_poly *poly, struct pram_plan *plan,
		  struct pram_node ****candidates,
		  const struct pram_diag *diag)
{
  struct search s = { .poly = poly, .plan = plan };
  s.diag = (struct pram_diag) { remember, &s };
  s.known = PRAM_ARENA_NEW (plan->prog->arena, struct pram_node **,
			    plan->prog->n_loops);
  if (check_nested (&s, false))
    find (&s, plan->prog->root);
  *candidates = s.candidates;
  plan->sunk = s.n_sinking > 0;
  for (int k = 0; k < s.n_sinking; k++)
    pram_sink (plan->prog->arena, s.sinking[k].split, s.sinking[k].into);
  if (plan->sunk)
    return false;
  if (!s.reason && distributed_p (&s, 0))
    {
      pin_whole (plan);
      find_rounds (&s);
      find_statements (poly, plan);
      if (check_nested (&s, true))
	return true;
    }
  for (int l = 0; l < plan->n_layers && !s.reason; l++)
    {
      s.reason = reason_of (&plan->layers[l]);
      s.line = plan->layers[l].whole_line;
    }
  if (s.reason)
    pram_diag_report (diag, PRAM_REFUSAL, s.line, "%s", s.reason);
  else
    pram_diag_report (diag, PRAM_REFUSAL, plan->prog->line,
		      "it contains no loop that can be distributed");
  return false;
}
