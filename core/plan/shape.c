/* shape.c: what of a plan its code depends on.

   SPDX-License-Identifier: Apache-2.0

   The text is a hash of what must be equal, and for each loop a digit of what
   the code counts on: code serves plans of which as much or more is true.  */

#include "shape.h"

#include "lanes.h"
#include "poly/domain.h"
#include "prog/source.h"

#include <inttypes.h>
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
  add (hash, node->n_carried);
  for (int k = 0; k < node->n_carried; k++)
    {
      add (hash, node->carried[k].op);
      add (hash, node->carried[k].type);
      add (hash, node->carried[k].how);
    }
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

static int
sign (int64_t n)
{
  return (n > 0) - (n < 0);
}

static void
add_layer (uint64_t *hash, const struct pram_plan_layer *layer)
{
  const struct pram_node *loop = layer->placement.loop;
  add (hash, layer->node->source_loop);
  add (hash, layer->node->iterator);
  add (hash, layer->whole != NULL);
  add (hash, layer->last);
  add (hash, loop ? loop->iterator : -1);
  add (hash, sign (layer->placement.coef));
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

const char *
pram_shape_text (const struct pram_plan *plan)
{
  const struct pram_prog *prog = plan->prog;
  uint64_t hash = UINT64_C (14695981039346656037);
  char *digits = PRAM_ARENA_NEW (prog->arena, char, prog->n_loops + 1);
  add (&hash, prog->n_arrays);
  for (int a = 0; a < prog->n_arrays; a++)
    {
      add (&hash, prog->arrays[a].arg);
      add (&hash, prog->arrays[a].elem_size);
    }
  add (&hash, prog->n_counts);
  add_node (&hash, prog->root);
  add (&hash, plan->iterations);
  add (&hash, plan->n_layers);
  for (int l = 0; l < plan->n_layers; l++)
    add_layer (&hash, &plan->layers[l]);
  for (int l = 0; l < prog->n_loops; l++)
    digits[l] = digit_of (prog, prog->loops[l]);
  return pram_arena_printf (prog->arena, "%016" PRIx64 "/%s", hash, digits);
}

bool
pram_shape_serves_p (const char *code, const char *plan)
{
  size_t hash = strcspn (code, "/");
  if (strlen (code) != strlen (plan) || strncmp (code, plan, hash) != 0)
    return false;
  for (size_t k = hash; code[k]; k++)
    if ((code[k] - '0') & ~(plan[k] - '0'))
      return false;
  return true;
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
