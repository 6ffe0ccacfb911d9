/* flow-blocks.c: cut a program into blocks of nests.

   SPDX-License-Identifier: Apache-2.0

   Of flow.h; flow-nests.h says how.  */

#include "flow-nests.h"

#include <string.h>

static bool
permutes_p (const struct pram_node *node)
{
  bool found = node->kind == PRAM_LOOP && node->next;
  for (int i = 0; i < node->n_children && !found; i++)
    found = permutes_p (node->children[i]);
  return found;
}

static void
add_nest (struct builder *b, struct block *block, const struct pram_node *node,
	  int segment)
{
  struct nest *nest = PRAM_ARENA_PUSH (b->arena, block->nests, block->n);
  memset (nest, 0, sizeof *nest);
  nest->node = node;
  nest->segment = segment;
  nest->permutes = permutes_p (node);
  nest->writes = PRAM_ARENA_NEW (b->arena, struct writes,
				 b->poly->prog->n_arrays + 1);
}

/* Make the loops and statements of NODE, a sequence, nests of BLOCK.  */
static void
add_nests (struct builder *b, struct block *block,
	   const struct pram_node *node, int segment)
{
  if (node->kind != PRAM_SEQ)
    add_nest (b, block, node, segment);
  for (int i = 0; node->kind == PRAM_SEQ && i < node->n_children; i++)
    add_nests (b, block, node->children[i], segment);
}

static struct block *
add_block (struct builder *b, const struct pram_node *loop)
{
  struct block *block = PRAM_ARENA_PUSH (b->arena, b->flows->blocks,
					 b->flows->n_blocks);
  *block = (struct block) { .loop = loop };
  return block;
}

static void
add_blocks (struct builder *b, const struct pram_node *node)
{
  if (node->kind == PRAM_SEQ)
    for (int i = 0; i < node->n_children; i++)
      add_blocks (b, node->children[i]);
  else if (node->kind == PRAM_LOOP && pram_poly_steady_p (b->poly, node))
    {
      struct block *block = add_block (b, node);
      for (int s = 0; s < node->n_children; s++)
	add_nests (b, block, node->children[s], s);
    }
  else
    add_nest (b, add_block (b, NULL), node, 0);
}

void
pram_flow_find_blocks (struct builder *b, bool whole)
{
  const struct pram_prog *prog = b->poly->prog;
  for (int l = 0; l < prog->n_loops; l++)
    whole |= !pram_poly_steady_p (b->poly, prog->loops[l])
	     && !pram_poly_restores_names_p (prog, prog->loops[l]);
  if (whole)
    add_nest (b, add_block (b, NULL), prog->root, 0);
  else
    add_blocks (b, prog->root);
}

int64_t
pram_flow_count (const struct pram_node *loop)
{
  return loop->data_dependent ? 0 : loop->count.constant;
}

int
pram_flow_name_before (const struct pram_node *loop, int name)
{
  return loop->next ? loop->next[name] : name;
}

int
pram_flow_name_inside (const struct pram_node *loop, int name)
{
  return loop->data_dependent ? name : pram_flow_name_before (loop, name);
}

int
pram_flow_n_ends (const struct block *block)
{
  int n = block->n && block->nests[0].segment > 0;
  for (int i = 0; i < block->n; i++)
    n += i == 0 || block->nests[i].segment != block->nests[i - 1].segment;
  return n;
}

int
pram_flow_nests_done (const struct block *block, int end)
{
  int n = block->n && block->nests[0].segment > 0;
  for (int i = 0; i < block->n; i++)
    {
      n += i == 0 || block->nests[i].segment != block->nests[i - 1].segment;
      if (n > end + 1)
	return i;
    }
  return block->n;
}

static bool
whole_p (const struct block *block, int end)
{
  return pram_flow_nests_done (block, end) == block->n;
}

int
pram_flow_settled (const struct block *block, int end, int period)
{
  return whole_p (block, end) ? period - 1 : period;
}

struct turn
pram_flow_counted_turn (const struct block *block, int name)
{
  int period = pram_poly_period (block->loop, name);
  int64_t m = pram_flow_count (block->loop) - 1;
  int64_t enough = pram_flow_settled (block, 0, period);
  if (m > enough)
    m = enough + (m - enough) % period;
  return (struct turn) { m, 0 };
}
