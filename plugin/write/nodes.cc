/* nodes.cc: GCC's loops and core's.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "pram-gcc.h"
#include "region.h"
#include "emit.h"

class loop *
plug_node_loop (const struct pram_node *node)
{
  return node && node->kind == PRAM_LOOP ? (class loop *) node->cookie : NULL;
}

const struct pram_node *
plug_loop_node (struct plug_emission *e, class loop *loop)
{
  for (int i = 0; i < e->prog->n_loops; i++)
    if (plug_node_loop (e->prog->loops[i]) == loop)
      return e->prog->loops[i];
  return NULL;
}

class loop *
plug_level_of (struct plug_emission *e, basic_block bb)
{
  class loop *loop = bb->loop_father;
  while (loop && loop_outer (loop) && !plug_loop_node (e, loop))
    loop = loop_outer (loop);
  return loop && loop_outer (loop) ? loop : NULL;
}

bool
plug_level_header_p (struct plug_emission *e, basic_block bb)
{
  class loop *level = plug_level_of (e, bb);
  return level && level->header == bb;
}

void
plug_collect_accesses (const struct pram_node *node,
		       vec<const struct pram_access *> *all)
{
  for (int i = 0; i < node->n_accesses; i++)
    all->safe_push (&node->accesses[i]);
  for (int i = 0; i < node->n_children; i++)
    plug_collect_accesses (node->children[i], all);
}
