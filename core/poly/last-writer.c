/* last-writer.c: elements of which nobody can tell who writes them last.

   SPDX-License-Identifier: Apache-2.0  */

#include "last-writer.h"

#include "element-nests.h"
#include "offers.h"
#include "prog/prog-copy.h"

/* The last outermost loop of PROG that writes ARRAY.  */
static struct pram_node *
last_loop (const struct pram_prog *prog, int array)
{
  struct pram_node *last = NULL;
  for (int c = 0; c < prog->root->n_children; c++)
    {
      struct pram_node *node = prog->root->children[c];
      if (node->kind == PRAM_LOOP && pram_node_writes_p (node, array))
	last = node;
    }
  return last;
}

/* Elements of ARRAY have no other names, and their statements choose them.  */
static bool
plain_p (const struct pram_prog *prog, int array)
{
  bool plain = !prog->levels && !pram_chosen_written_p (prog, array);
  for (int l = 0; l < prog->n_loops; l++)
    plain &= !prog->loops[l]->next || prog->loops[l]->next[array] == array;
  return plain;
}

struct pram_prog *
pram_make_last_writer (const struct pram_prog *prog, int array)
{
  struct pram_prog *copy = pram_prog_copy (prog);
  struct pram_node *loop = last_loop (copy, array);
  struct pram_element_hull e;
  if (!loop || !plain_p (copy, array)
      || !pram_element_hull (copy, array, true, &e) || !e.any)
    return NULL;
  struct pram_node *nest
    = pram_element_nest (copy, array, &e, loop, true, true,
			 pram_element_cookie (loop, array));
  *PRAM_ARENA_PUSH (copy->arena, copy->offers, copy->n_offers)
    = (struct pram_offer) { array, loop, nest, nest, false, false };
  return copy;
}
