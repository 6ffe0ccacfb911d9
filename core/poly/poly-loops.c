/* poly-loops.c: what iterations of a loop have in common.

   SPDX-License-Identifier: Apache-2.0  */

#include "poly-parts.h"

#include "offers.h"

int
pram_poly_period (const struct pram_node *loop, int array)
{
  int length = 1;
  for (int b = array; loop->next && loop->next[b] != array; b = loop->next[b])
    length++;
  return length;
}

static bool
mentions_p (const struct pram_affine *affine, const struct pram_node *loop)
{
  return pram_affine_coef (affine, loop->iterator) != 0;
}

static bool
access_mentions_p (const struct pram_prog *prog,
		   const struct pram_access *access,
		   const struct pram_node *loop)
{
  for (int d = 0; d < prog->arrays[access->array].n_dims; d++)
    if (mentions_p (&access->subscript[d], loop))
      return true;
  for (int g = 0; g < access->n_guards; g++)
    if (mentions_p (&access->guards[g].affine, loop))
      return true;
  return false;
}

/* Does anything in NODE depend on LOOP's iterator?  Set *WRITES if NODE
   writes; if it DEPOSITS, what is needed afterwards.  */
static bool
depends_on_p (const struct pram_prog *prog, const struct pram_node *node,
	      const struct pram_node *loop, bool deposits, bool *writes)
{
  if (node != loop && node->kind == PRAM_LOOP && !node->data_dependent
      && mentions_p (&node->count, loop))
    return true;
  for (int a = 0; a < node->n_accesses; a++)
    {
      *writes |= (node->accesses[a].write
		  && !(deposits && prog->arrays[node->accesses[a].array].local));
      if (access_mentions_p (prog, &node->accesses[a], loop))
	return true;
    }
  for (int i = 0; i < node->n_children; i++)
    if (depends_on_p (prog, node->children[i], loop, deposits, writes))
      return true;
  return false;
}

static bool
outermost_p (const struct pram_node *loop)
{
  const struct pram_node *n = loop->parent;
  while (n && n->kind == PRAM_SEQ)
    n = n->parent;
  return !n;
}

static bool
steady_p (const struct pram_prog *prog, const struct pram_node *loop)
{
  bool writes = false, deposits = pram_node_deposits_p (prog, loop, -1);
  return (outermost_p (loop) && !loop->split
	  && (loop->data_dependent
	      || (pram_affine_constant_p (&loop->count)
		  && loop->count.constant > 0))
	  && !depends_on_p (prog, loop, loop, deposits, &writes) && writes);
}

bool
pram_poly_restores_names_p (const struct pram_prog *prog,
			    const struct pram_node *loop)
{
  for (int a = 0; loop->next && a < prog->n_arrays; a++)
    {
      int period = pram_poly_period (loop, a);
      if (period > 1
	  && (loop->data_dependent || !pram_affine_constant_p (&loop->count)
	      || (loop->count.constant > 0
		  && loop->count.constant % period)))
	return false;
    }
  return true;
}

void
pram_poly_find_steady (struct pram_poly *poly)
{
  const struct pram_prog *prog = poly->prog;
  int n_changing = 0;
  for (int l = 0; l < prog->n_loops; l++)
    {
      poly->steady[l] = steady_p (prog, prog->loops[l]);
      if (!pram_poly_restores_names_p (prog, prog->loops[l]))
	n_changing += poly->steady[l] ? 1 : 2;
    }
  for (int l = 0; l < prog->n_loops && n_changing > 1; l++)
    poly->steady[l] = false;
}

bool
pram_poly_steady_p (const struct pram_poly *poly, const struct pram_node *loop)
{
  return poly->steady[loop->iterator];
}

int
pram_poly_permutation_order (const struct pram_node *loop, int n)
{
  int order = 1;
  for (int a = 0; loop->next && a < n; a++)
    {
      int length = pram_poly_period (loop, a), x, y;
      for (x = order, y = length; y;)
	{
	  int z = x % y;
	  x = y;
	  y = z;
	}
      order = order / x * length;
    }
  return order;
}

bool
pram_poly_nested_p (const struct pram_node *loop)
{
  if (!loop->data_dependent)
    return false;
  for (const struct pram_node *n = loop->parent; n; n = n->parent)
    if (n->kind == PRAM_LOOP)
      return true;
  return false;
}

bool
pram_poly_opaque_p (const struct pram_poly *poly, const struct pram_node *loop)
{
  return pram_poly_nested_p (loop) && !poly->counted[loop->iterator];
}

int
pram_poly_staying (const struct pram_poly_stmt *stmt)
{
  int n = 0;
  if (stmt->depth && !stmt->loops[0]->data_dependent)
    while (n + 1 < stmt->depth && stmt->loops[n + 1]->stays_out)
      n++;
  return n;
}

/* May STMT's loops from number FIRST on go on without it having run?  */
static bool
unsure_from (const struct pram_poly *poly, const struct pram_poly_stmt *stmt, int first)
{
  bool unsure = false, moves = pram_node_moves_p (stmt->node);
  for (int level = 0; level < stmt->depth; level++)
    unsure |= (poly->counted[stmt->loops[level]->iterator]
	       && (moves || (level >= first && stmt->segments[level] > 0)));
  return unsure;
}

bool
pram_poly_unsure_p (const struct pram_poly *poly,
		    const struct pram_poly_stmt *stmt)
{
  return unsure_from (poly, stmt, 0);
}

bool
pram_poly_unsure_beyond_p (const struct pram_poly *poly,
			   const struct pram_poly_stmt *stmt)
{
  return unsure_from (poly, stmt, pram_poly_staying (stmt) + 1);
}
