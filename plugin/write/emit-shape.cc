/* emit-shape.cc: plans that run by the same code.

   SPDX-License-Identifier: GPL-3.0-or-later

   Two plans whose progs were read from the same function, for different sizes,
   have the same *shape* if they have the same layers on the same loops, and what
   emission takes from the progs besides is the same.  Numbers are not compared:
   the code reads them, or computes them from the sizes.  */

#include "pram-gcc.h"
#include "region.h"

/* --- Progs --------------------------------------------------------------- */

static bool
same_accesses_p (const struct pram_node *a, const struct pram_node *b)
{
  if (a->n_accesses != b->n_accesses)
    return false;
  for (int i = 0; i < a->n_accesses; i++)
    {
      const struct pram_access *x = &a->accesses[i], *y = &b->accesses[i];
      const struct plug_access *cookie = (const struct plug_access *) x->cookie;
      const struct plug_access *other = (const struct plug_access *) y->cookie;
      if (x->array != y->array || x->write != y->write
	  || cookie->stmt != other->stmt || cookie->base != other->base)
	return false;
    }
  return true;
}

static bool
same_carried_p (const struct pram_node *a, const struct pram_node *b)
{
  if (a->n_carried != b->n_carried)
    return false;
  for (int i = 0; i < a->n_carried; i++)
    {
      const struct pram_carried *x = &a->carried[i], *y = &b->carried[i];
      if (x->op != y->op || x->type != y->type || x->how != y->how
	  || x->cookie != y->cookie)
	return false;
    }
  return true;
}

static bool
same_nodes_p (const struct pram_node *a, const struct pram_node *b)
{
  bool same = (a->kind == b->kind && a->cookie == b->cookie
	       && a->n_children == b->n_children && a->test == b->test
	       && a->data_dependent == b->data_dependent
	       && a->split == b->split && !a->first == !b->first
	       && a->first_count == b->first_count
	       && a->iterator == b->iterator
	       && same_carried_p (a, b) && same_accesses_p (a, b));
  for (int i = 0; same && i < a->n_children; i++)
    same = same_nodes_p (a->children[i], b->children[i]);
  return same;
}

static bool
same_progs_p (const struct pram_prog *a, const struct pram_prog *b)
{
  if (a->n_arrays != b->n_arrays || a->n_loops != b->n_loops
      || a->n_counts != b->n_counts)
    return false;
  for (int i = 0; i < a->n_arrays; i++)
    if (a->arrays[i].arg != b->arrays[i].arg
	|| a->arrays[i].elem_size != b->arrays[i].elem_size)
      return false;
  return same_nodes_p (a->root, b->root);
}

/* --- Layers -------------------------------------------------------------- */

static int
sign (int64_t n)
{
  return (n > 0) - (n < 0);
}

static bool
same_layers_p (const struct pram_plan_layer *a,
	       const struct pram_plan_layer *b)
{
  const struct pram_node *loop = a->placement.loop;
  const struct pram_node *other = b->placement.loop;
  return (a->node->cookie == b->node->cookie
	  && a->node->iterator == b->node->iterator && !a->whole == !b->whole
	  && a->last == b->last && !loop == !other
	  && (!loop || loop->iterator == other->iterator)
	  && sign (a->placement.coef) == sign (b->placement.coef));
}

/* The vectorizer is told that the iterations of each loop of A that is in a layer
   are independent, if they are: those of B must be so, too.  */
static bool
independent_as_p (const struct pram_prog *a, const struct pram_prog *b)
{
  for (int i = 0; i < a->n_loops; i++)
    {
      const struct pram_node *loop = a->loops[i], *other = b->loops[i];
      if (loop->data_dependent)
	continue;
      if ((pram_lanes_independent_p (a, loop)
	   && !pram_lanes_independent_p (b, other))
	  || (pram_lanes_neighbours_p (a, loop)
	      && !pram_lanes_neighbours_p (b, other)))
	return false;
    }
  return true;
}

bool
plug_same_shape_p (const struct pram_plan *a, const struct pram_plan *b)
{
  if (a->n_layers != b->n_layers || a->iterations != b->iterations
      || !same_progs_p (a->prog, b->prog))
    return false;
  for (int i = 0; i < a->n_layers; i++)
    if (!same_layers_p (&a->layers[i], &b->layers[i]))
      return false;
  return independent_as_p (a->prog, b->prog);
}
