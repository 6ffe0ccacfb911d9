/* lanes.c: of which loop a vector holds several iterations.

   SPDX-License-Identifier: Apache-2.0

   Of an innermost one as a rule.  If that must keep its order, for example for
   the sum of a column, vectors compute neighbouring sums: they hold iterations
   of the loop around it, provided that these are independent, and that the loop
   inside accesses either the same element in all of them or one beside the
   other.

   Who compiles a loop and who predicts its time ask here.  */

#include "lanes.h"

/* Tighten *LO and *HI, between which the iterator of loop K is, by that FORM times
   SIGN is not negative.  The other iterators are not negative either.  */
static void
tighten (const struct pram_affine *form, int sign, int k, int64_t *lo,
	 int64_t *hi)
{
  int64_t coef = sign * pram_affine_coef (form, k), rest = sign * form->constant;
  for (int i = 0; i < form->n_coef; i++)
    if (i != k && sign * pram_affine_coef (form, i) > 0)
      return;
  if (coef > 0 && -rest > 0 && (-rest + coef - 1) / coef > *lo)
    *lo = (-rest + coef - 1) / coef;
  if (coef < 0 && rest < 0)
    *hi = -1;
  else if (coef < 0 && rest / -coef < *hi)
    *hi = rest / -coef;
}

/* The iterations of loop K in which ACCESS is made are between *LO and *HI.  */
static void
find_range (const struct pram_access *access, int k, int64_t *lo, int64_t *hi)
{
  *lo = 0;
  *hi = INT64_MAX;
  for (int g = 0; g < access->n_guards; g++)
    {
      if (access->guards[g].mod)
	continue;
      tighten (&access->guards[g].affine, 1, k, lo, hi);
      if (access->guards[g].equality)
	tighten (&access->guards[g].affine, -1, k, lo, hi);
    }
}

/* A and B are made in different iterations of a loop around that with
   ITERATOR.  */
static bool
apart_p (const struct pram_prog *prog, const struct pram_access *a,
	 const struct pram_access *b, int iterator)
{
  const struct pram_node *loop = prog->loops[iterator];
  while ((loop = pram_node_loop (loop)))
    {
      int64_t a_lo, a_hi, b_lo, b_hi;
      find_range (a, loop->iterator, &a_lo, &a_hi);
      find_range (b, loop->iterator, &b_lo, &b_hi);
      if (a_hi < b_lo || b_hi < a_lo)
	return true;
    }
  return false;
}

/* May accesses A and B touch the same byte in different iterations of the loop
   with ITERATOR, those of the loops around it being the same?  Loops inside of
   it must not matter.  Remainders of iterators may differ, too.  */
static bool
conflict_p (const struct pram_prog *prog, const struct pram_access *a,
	    const struct pram_access *b, int iterator)
{
  if (a->array != b->array || apart_p (prog, a, b, iterator))
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
