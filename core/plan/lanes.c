/* lanes.c: of which loop a vector holds several iterations.

   SPDX-License-Identifier: Apache-2.0

   Of an innermost one as a rule.  If that must keep its order, for example for
   the sum of a column, vectors compute neighbouring sums: they hold iterations
   of the loop around it, provided that these are independent, and that the loop
   inside accesses either the same element in all of them or one beside the
   other.

   Who compiles a loop and who predicts its time ask here.  */

#include "lanes.h"

/* May accesses A and B touch the same byte in different iterations of the loop
   with ITERATOR, those of the loops around it being the same?  Loops inside of
   it must not matter.  Remainders of iterators may differ, too.  */
static bool
conflict_p (const struct pram_prog *prog, const struct pram_access *a,
	    const struct pram_access *b, int iterator)
{
  if (a->array != b->array)
    return false;
  for (int k = 0; k < prog->n_loops; k++)
    if (pram_affine_coef (&a->offset, k) != pram_affine_coef (&b->offset, k)
	|| (pram_affine_coef (&a->offset, k)
	    && (prog->loops[k]->split || k != iterator)
	    && pram_node_inside_p (prog->loops[k], prog->loops[iterator])))
      return true;
  int64_t step = pram_affine_coef (&a->offset, iterator);
  int64_t size = prog->arrays[a->array].elem_size;
  step = step < 0 ? -step : step;
  if (step < size)
    return true;
  int64_t d = a->offset.constant - b->offset.constant;
  if (d == 0)
    return false;
  d = (d % step + step) % step;
  return d < size || step - d < size;
}

/* Does WRITE conflict with an access under NODE?  */
static bool
conflicts_p (const struct pram_prog *prog, const struct pram_access *write,
	     const struct pram_node *node, int iterator)
{
  bool found = false;
  for (int i = 0; i < node->n_accesses && !found; i++)
    found = conflict_p (prog, write, &node->accesses[i], iterator);
  for (int i = 0; i < node->n_children && !found; i++)
    found = conflicts_p (prog, write, node->children[i], iterator);
  return found;
}

/* Is no write under NODE in conflict with an access under LOOP?  */
static bool
independent_p (const struct pram_prog *prog, const struct pram_node *loop,
	       const struct pram_node *node)
{
  bool good = true;
  for (int i = 0; i < node->n_accesses && good; i++)
    good = !node->accesses[i].write
	   || !conflicts_p (prog, &node->accesses[i], loop, loop->iterator);
  for (int i = 0; i < node->n_children && good; i++)
    good = independent_p (prog, loop, node->children[i]);
  return good;
}

bool
pram_lanes_independent_p (const struct pram_prog *prog,
			  const struct pram_node *loop)
{
  return independent_p (prog, loop, loop);
}

/* The loop under NODE if there is just one, which is innermost; else null.
   COUNT: how many there are.  */
static const struct pram_node *
only_loop (const struct pram_node *node, int *count)
{
  const struct pram_node *found = NULL;
  for (int i = 0; i < node->n_children; i++)
    {
      const struct pram_node *child = node->children[i];
      const struct pram_node *inside = only_loop (child, count);
      *count += child->kind == PRAM_LOOP;
      found = child->kind == PRAM_LOOP ? child : inside ? inside : found;
    }
  return *count == 1 ? found : NULL;
}

/* Do the accesses under NODE lie side by side, or at the same place, in
   neighbouring iterations of the loop with ITERATOR?  */
static bool
side_by_side_p (const struct pram_prog *prog, const struct pram_node *node,
		int iterator)
{
  bool good = true;
  for (int i = 0; i < node->n_accesses && good; i++)
    {
      const struct pram_access *a = &node->accesses[i];
      int64_t step = pram_affine_coef (&a->offset, iterator);
      int64_t size = prog->arrays[a->array].elem_size;
      good = step == size || step == -size || !step;
    }
  for (int i = 0; i < node->n_children && good; i++)
    good = side_by_side_p (prog, node->children[i], iterator);
  return good;
}

bool
pram_lanes_neighbours_p (const struct pram_prog *prog,
			 const struct pram_node *loop)
{
  int count = 0;
  const struct pram_node *inner = only_loop (loop, &count);
  return inner && inner->order_reason
	 && side_by_side_p (prog, inner, loop->iterator)
	 && independent_p (prog, loop, loop);
}
