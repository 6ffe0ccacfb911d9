/* shape.c: what of a plan its code depends on.

   SPDX-License-Identifier: Apache-2.0

   The text is a hash of what must be equal, and for each loop a digit of what
   the code counts on: code serves plans of which as much or more is true.  */

#include "shape.h"

#include "lanes.h"
#include "poly/domain.h"
#include "prog/source.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* --- What must be equal -------------------------------------------------- */

/* FNV-1a.  */
static void
add (uint64_t *hash, int64_t value)
{
  for (int b = 0; b < 8; b++)
    *hash = (*hash ^ (value >> 8 * b & 255)) * UINT64_C (1099511628211);
}

/* At how many places a reference of the source lies doesn't matter.  */
static void
add_accesses (uint64_t *hash, const struct pram_node *node)
{
  const struct pram_access *last = NULL;
  for (int i = 0; i < node->n_accesses; i++)
    {
      const struct pram_access *access = &node->accesses[i];
      if (!last || access->item != last->item)
	{
	  add (hash, access->item);
	  add (hash, access->array);
	}
      last = access;
    }
}

/* The reference of the source that NODE writes, or -1.  */
static int
written_item (const struct pram_node *node)
{
  for (int i = 0; i < node->n_accesses; i++)
    if (node->accesses[i].write)
      return node->accesses[i].item;
  return -1;
}

/* NODE is a statement that writes another place in the stead of BEFORE.  */
static bool
repeated_p (const struct pram_node *node, const struct pram_node *before)
{
  return (node->kind == PRAM_STMT && before->kind == PRAM_STMT
	  && written_item (node) >= 0
	  && written_item (node) == written_item (before));
}

static void
add_carried (uint64_t *hash, const struct pram_node *node)
{
  add (hash, node->n_carried);
  for (int k = 0; k < node->n_carried; k++)
    {
      add (hash, node->carried[k].op);
      add (hash, node->carried[k].type);
      add (hash, node->carried[k].how);
      add (hash, node->carried[k].n_followers);
    }
}

static void
add_node (uint64_t *hash, const struct pram_node *node)
{
  add (hash, node->kind);
  add (hash, node->source_loop);
  add (hash, node->test);
  add (hash, node->data_dependent);
  add (hash, node->split);
  add (hash, node->first != NULL);
  add (hash, node->first_count);
  add (hash, node->iterator);
  add_carried (hash, node);
  add_accesses (hash, node);
  int n = 0;
  for (int i = 0; i < node->n_children; i++)
    if (i == 0 || !repeated_p (node->children[i], node->children[i - 1]))
      {
	add_node (hash, node->children[i]);
	n++;
      }
  add (hash, n);
}

static void
add_layer (uint64_t *hash, const struct pram_plan_layer *layer)
{
  add (hash, layer->node->source_loop);
  add (hash, layer->node->iterator);
  add (hash, layer->whole != NULL);
  add (hash, layer->relayed != NULL);
  add (hash, layer->offer ? 1 + layer->offer->array : 0);
  add (hash, layer->accepts);
  add (hash, layer->last);
}

/* --- How layers are distributed ------------------------------------------ */

/* LAYER has one place, which doesn't move.  */
static bool
one_place_p (const struct pram_plan *plan, const struct pram_plan_layer *layer)
{
  bool moves = false;
  for (int k = 0; layer->placement.outer && k < plan->prog->n_loops; k++)
    moves |= layer->placement.outer[k] != 0;
  return !layer->placement.coef && !moves && !layer->whole;
}

/* LAYER is distributed along the loop number LOOP, counted upwards or
   downwards, as a text; `0' if it isn't, and lies in one unit: that is a case
   that the code for any loop serves.  Code for a loop that runs in order does
   for one that needn't.  */
static const char *
distribution (const struct pram_plan *plan,
	      const struct pram_plan_layer *layer, int loop)
{
  int64_t coef = layer->placement.coef;
  return (one_place_p (plan, layer) ? "0"
	  : pram_arena_printf (plan->prog->arena, "%c%d%s",
			       coef < 0 ? '-' : coef ? '+' : '=',
			       coef ? loop : 0,
			       pram_layer_in_order_p (layer) ? "!" : ""));
}

/* Does the code for the distribution CODE serve PLAN?  */
static bool
distribution_serves_p (const char *code, const char *plan)
{
  size_t n = strcspn (plan, " /"), m = strcspn (code, " /");
  m -= m == n + 1 && code[n] == '!';
  return ((n == 1 && *plan == '0' && *code != '=')
	  || (n == m && strncmp (code, plan, n) == 0));
}

/* --- What the code counts on --------------------------------------------- */

/* LOOP's iterations, as the loop of which it is a part counts them, are less
   than 2^31.  */
static bool
short_p (const struct pram_prog *prog, const struct pram_node *loop)
{
  struct pram_affine number = pram_affine_new (prog->arena, prog->n_loops);
  for (int k = 0; loop->first && k < loop->iterator; k++)
    number.coef[k] = pram_affine_coef (loop->first, k);
  number.constant = loop->first ? loop->first->constant : 0;
  number.coef[loop->iterator] = 1;
  struct pram_interval range = pram_domain_range
    (pram_domain_new (prog->arena, loop->children[0], NULL), &number);
  return range.hi < INT32_MAX - 1;
}

/* Bits: iterations are independent, those of neighbours are, they are few.  */
static char
digit_of (const struct pram_prog *prog, const struct pram_node *loop)
{
  int bits = 0;
  if (!loop->data_dependent)
    {
      bits |= pram_lanes_independent_p (prog, loop) ? 1 : 0;
      bits |= pram_lanes_neighbours_p (prog, loop) ? 2 : 0;
      bits |= short_p (prog, loop) ? 4 : 0;
    }
  return (char) ('0' + bits);
}

/* --- The text ------------------------------------------------------------ */

static void
add_arrays (uint64_t *hash, const struct pram_prog *prog)
{
  add (hash, prog->n_arrays);
  for (int a = 0; a < prog->n_arrays; a++)
    {
      add (hash, prog->arrays[a].arg);
      add (hash, prog->arrays[a].elem_size);
    }
}

/* How PLAN's layers are distributed, each after a slash.  */
static const char *
list_of_layers (const struct pram_plan *plan)
{
  const char *list = "";
  for (int l = 0; l < plan->n_layers; l++)
    {
      const struct pram_plan_layer *layer = &plan->layers[l];
      const struct pram_node *loop = layer->placement.loop;
      list = pram_arena_printf (plan->prog->arena, "%s/%s", list,
				distribution (plan, layer,
					      loop ? loop->iterator : 0));
    }
  return list;
}

/* The shape of PLAN, whose source has no level loops: HASH/DIGITS/how layers
   are distributed.  */
static const char *
text_of_tree (const struct pram_plan *plan)
{
  const struct pram_prog *prog = plan->prog;
  uint64_t hash = UINT64_C (14695981039346656037);
  char *digits = PRAM_ARENA_NEW (prog->arena, char, prog->n_loops + 1);
  add_arrays (&hash, prog);
  add (&hash, prog->n_counts);
  add_node (&hash, prog->root);
  add (&hash, plan->iterations);
  add (&hash, plan->n_layers);
  for (int l = 0; l < plan->n_layers; l++)
    add_layer (&hash, &plan->layers[l]);
  for (int l = 0; l < prog->n_loops; l++)
    digits[l] = digit_of (prog, prog->loops[l]);
  return pram_arena_printf (prog->arena, "%016" PRIx64 "/%s%s", hash, digits,
			    list_of_layers (plan));
}

/* --- With level loops ---------------------------------------------------- */

/* What must be so of a loop, or a statement outside of layers, in all
   iterations of the level loops around.  */
struct trait
{
  int item, part;		/* PART: how many of the item come before, in
				   the same iteration */
  uint64_t hash;
  const char *along;		/* of a layer, or "" */
  char digit;
};

struct traits
{
  const struct pram_plan *plan;
  int n;
  struct trait *all;
  int *seen;			/* by item: so many in … */
  int *place;			/* … this iteration */
  int line;			/* 0, or where they differ */
};

static const struct pram_plan_layer *
layer_of (const struct pram_plan *plan, const struct pram_node *node)
{
  for (int l = 0; l < plan->n_layers; l++)
    if (pram_node_inside_p (node, plan->layers[l].node))
      return &plan->layers[l];
  return NULL;
}

static struct trait
trait_of (const struct pram_plan *plan, const struct pram_node *node)
{
  const struct pram_plan_layer *layer = layer_of (plan, node);
  bool own = layer && layer->node == node;
  struct trait t = { .item = node->item, .along = "", .digit = '7',
		     .hash = UINT64_C (14695981039346656037) };
  add (&t.hash, node->kind);
  add (&t.hash, own ? 2 : layer ? 1 : 0);
  add (&t.hash, node->data_dependent);
  add (&t.hash, node->first != NULL);
  add_carried (&t.hash, node);
  if (own)
    {
      const struct pram_node *loop = layer->placement.loop;
      add (&t.hash, layer->whole != NULL);
      add (&t.hash, layer->relayed != NULL);
      t.along = distribution (plan, layer, loop ? loop->source_loop : 0);
    }
  if (node->kind == PRAM_LOOP)
    t.digit = digit_of (plan->prog, node);
  return t;
}

/* T is T and OTHER, of another iteration; false if that can't be.  */
static bool
merge_traits (struct trait *t, const struct trait *other)
{
  if (distribution_serves_p (other->along, t->along))
    t->along = other->along;
  t->digit = (char) ('0' + ((t->digit - '0') & (other->digit - '0')));
  return (t->hash == other->hash
	  && distribution_serves_p (t->along, other->along));
}

static void
add_trait (struct traits *all, const struct pram_node *node)
{
  struct trait t = trait_of (all->plan, node);
  int item = node->item, i = 0;
  if (all->place[item] != node->level + 1)
    all->seen[item] = 0;
  all->place[item] = node->level + 1;
  t.part = all->seen[item]++;
  while (i < all->n && !(all->all[i].item == item && all->all[i].part == t.part))
    i++;
  if (i == all->n)
    *PRAM_ARENA_PUSH (all->plan->prog->arena, all->all, all->n) = t;
  else if (!merge_traits (&all->all[i], &t) && !all->line)
    all->line = node->line ? node->line : 1;
}

static void
add_traits (struct traits *all, const struct pram_node *node)
{
  const struct pram_plan_layer *layer = layer_of (all->plan, node);
  if (node->item && (node->kind == PRAM_LOOP
		     || (node->kind == PRAM_STMT
			 && (!layer || layer->node == node))))
    add_trait (all, node);
  for (int i = 0; i < node->n_children; i++)
    add_traits (all, node->children[i]);
}

/* Parts of a loop are all there, or all not.  */
static void
check_parts (struct traits *all)
{
  const struct pram_plan *plan = all->plan;
  for (int l = 0; l < plan->n_layers; l++)
    {
      const struct pram_node *node = plan->layers[l].node;
      int here = 0, n = 0;
      /* What is deposited has layers of its own besides.  */
      if (plan->layers[l].offer && node->level < 0)
	continue;
      for (int k = 0; k < plan->n_layers; k++)
	{
	  const struct pram_node *other = plan->layers[k].node;
	  here += other->item == node->item && other->level == node->level;
	}
      for (int i = 0; i < all->n; i++)
	n += all->all[i].item == node->item;
      if (here != n && !all->line)
	all->line = node->line ? node->line : 1;
    }
}

static int
compare_traits (const void *va, const void *vb)
{
  const struct trait *a = va, *b = vb;
  return a->item != b->item ? (a->item > b->item) - (a->item < b->item)
			    : a->part - b->part;
}

static struct traits
traits_of (const struct pram_plan *plan)
{
  struct pram_arena *arena = plan->prog->arena;
  struct traits all = { .plan = plan };
  int n = pram_source_number (plan->prog->source) + 1;
  all.seen = PRAM_ARENA_NEW (arena, int, n);
  all.place = PRAM_ARENA_NEW (arena, int, n);
  add_traits (&all, plan->prog->root);
  check_parts (&all);
  if (all.n > 1)
    qsort (all.all, (size_t) all.n, sizeof *all.all, compare_traits);
  return all;
}

/* HASH, and for each trait ITEM.PART:HASH:DIGIT:how it is distributed.  */
static const char *
text_of_traits (const struct pram_plan *plan)
{
  struct pram_arena *arena = plan->prog->arena;
  struct traits all = traits_of (plan);
  uint64_t hash = UINT64_C (14695981039346656037);
  add_arrays (&hash, plan->prog);
  const char *text = pram_arena_printf (arena, "%016" PRIx64, hash);
  for (int i = 0; i < all.n; i++)
    {
      const struct trait *t = &all.all[i];
      text = pram_arena_printf (arena, "%s %d.%d:%016" PRIx64 ":%c:%s", text,
				t->item, t->part, t->hash, t->digit, t->along);
    }
  return text;
}

bool
pram_shape_check (const struct pram_plan *plan, const struct pram_diag *diag)
{
  int line = plan->prog->levels ? traits_of (plan).line : 0;
  if (line)
    pram_diag_report (diag, PRAM_REFUSAL, line, "in some iterations of the "
		      "loop around this one others run in parallel than in "
		      "the rest; of loops that are one inside of the other make "
		      "a single one that counts all of their iterations, and "
		      "compute their variables from its own with / and %%");
  return !line;
}

const char *
pram_shape_text (const struct pram_plan *plan)
{
  return plan->prog->levels ? text_of_traits (plan) : text_of_tree (plan);
}

/* --- Serving -------------------------------------------------------------- */

/* The digits of CODE, N of them, say no more than those of PLAN.  */
static bool
digits_serve_p (const char *code, const char *plan, size_t n)
{
  for (size_t k = 0; k < n; k++)
    if ((code[k] - '0') & ~(plan[k] - '0'))
      return false;
  return true;
}

/* The layers of CODE, which are listed as those of PLAN are, serve them.  */
static bool
lists_serve_p (const char *code, const char *plan)
{
  while (*(code = strchrnul (code, '/')) && *(plan = strchrnul (plan, '/')))
    if (!distribution_serves_p (++code, ++plan))
      return false;
  return true;
}

static bool
tree_serves_p (const char *code, const char *plan)
{
  size_t hash = strcspn (code, "/") + 1;
  if (strncmp (code, plan, hash) != 0)
    return false;
  code += hash;
  plan += hash;
  size_t n = strcspn (code, "/");
  return (n == strcspn (plan, "/") && digits_serve_p (code, plan, n)
	  && lists_serve_p (code + n, plan + n));
}

/* TRAIT, of a plan, is one of CODE, or says less; if only that is asked for,
   it is so DISTRIBUTED.  */
static bool
trait_serves_p (const char *code, const char *trait, bool distributed)
{
  size_t key = strcspn (trait, ":") + 1, hash = key + 17;
  for (; *code; code = strchrnul (code + 1, ' '))
    if (strncmp (code + 1, trait, key) == 0)
      return ((distributed
	       || (strncmp (code + 1, trait, hash) == 0
		   && digits_serve_p (code + 1 + hash, trait + hash, 1)))
	      && distribution_serves_p (code + 1 + hash + 2, trait + hash + 2));
  return false;
}

static bool
traits_serve_p (const char *code, const char *plan, bool distributed)
{
  size_t hash = strcspn (code, " ");
  if (!distributed && strncmp (code, plan, hash) != 0)
    return false;
  for (plan = strchrnul (plan, ' '); *plan; plan = strchrnul (plan + 1, ' '))
    if (!trait_serves_p (code + hash, plan + 1, distributed))
      return false;
  return true;
}

bool
pram_shape_serves_p (const char *code, const char *plan)
{
  bool tree = strchr (code, '/') != NULL;
  return (tree == (strchr (plan, '/') != NULL)
	  && (tree ? tree_serves_p (code, plan)
	      : traits_serve_p (code, plan, false)));
}

bool
pram_shape_distributed_p (const char *code, const struct pram_plan *plan)
{
  if (!code)
    return true;
  if (plan->prog->levels)
    return traits_serve_p (code, text_of_traits (plan), true);
  const char *list = strchrnul (code, '/');
  return lists_serve_p (list + (*list ? 1 + strcspn (list + 1, "/") : 0),
			list_of_layers (plan));
}

/* --- What doesn't matter -------------------------------------------------- */

/* LOOP is in a layer of PLAN.  */
static bool
in_layer_p (const struct pram_plan *plan, const struct pram_node *loop)
{
  for (int l = 0; l < plan->n_layers; l++)
    if (pram_node_inside_p (loop, plan->layers[l].node))
      return true;
  return false;
}

bool
pram_plan_counts_only_p (const struct pram_plan *plan, int number)
{
  const struct pram_prog *prog = plan->prog;
  const struct pram_source *source = prog->source;
  bool *outermost = PRAM_ARENA_NEW (prog->arena, bool, source->n_loops);
  for (int l = 0; l < prog->n_loops; l++)
    {
      const struct pram_node *loop = prog->loops[l];
      if (loop->source_loop && !pram_node_loop (loop)
	  && !in_layer_p (plan, loop))
	outermost[loop->source_loop - 1] = true;
    }
  return (pram_source_mentions_p (source, number, NULL)
	  && !pram_source_mentions_p (source, number, outermost));
}
