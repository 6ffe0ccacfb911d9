/* work-bytes.c: which bytes one run of a layer touches.

   SPDX-License-Identifier: Apache-2.0

   A *buffer* is an array, or what accesses to it with different constants in
   some subscript have of it: planes that take turns.  The bytes of a buffer are
   those of the elements that the run touches; one that is read and written
   counts as written.  Of a loop inside the layer that an access does not depend
   on, all iterations but the first find its elements in what one iteration
   touches.  */

#include "work-parts.h"

#include <math.h>

bool
pram_work_depends_p (const struct pram_access *access, int n_dims,
		     const struct pram_node *loop)
{
  for (int d = 0; d < n_dims; d++)
    if (pram_affine_coef (&access->subscript[d], loop->iterator))
      return true;
  return false;
}

const struct pram_array *
pram_work_array (const struct pram_works *m, const struct pram_access *access)
{
  return &m->plan->prog->arrays[access->array];
}

/* May X and Y touch the same elements?  Not if they have different constant
   subscripts in some dimension.  */
static bool
meet_p (const struct pram_works *m, const struct pram_access *x,
	const struct pram_access *y)
{
  if (x->array != y->array)
    return false;
  for (int d = 0; d < pram_work_array (m, x)->n_dims; d++)
    if (pram_affine_constant_p (&x->subscript[d])
	&& pram_affine_constant_p (&y->subscript[d])
	&& x->subscript[d].constant != y->subscript[d].constant)
      return false;
  return true;
}

int
pram_work_buffer (const struct pram_works *m, const struct pram_access *access)
{
  int b = 0;
  while (b < m->n_buffers && !meet_p (m, m->buffers[b], access))
    b++;
  return b;
}

void
pram_work_find_buffers (struct pram_works *m, const struct pram_node *node)
{
  for (int a = 0; a < node->n_accesses; a++)
    if (pram_work_buffer (m, &node->accesses[a]) == m->n_buffers)
      *PRAM_ARENA_PUSH (m->arena, m->buffers, m->n_buffers)
	= &node->accesses[a];
  for (int i = 0; i < node->n_children; i++)
    pram_work_find_buffers (m, node->children[i]);
}

double
pram_work_touched (const struct pram_works *m, const struct pram_node *root,
		   const struct pram_node *stmt,
		   const struct pram_access *access)
{
  const struct pram_array *array = pram_work_array (m, access);
  double bytes = array->elem_size;
  for (const struct pram_node *n = stmt; n != root->parent; n = n->parent)
    if (n->kind == PRAM_LOOP && pram_work_depends_p (access, array->n_dims, n))
      bytes *= m->counts[n->iterator];
  return bytes;
}

void
pram_work_footprint (const struct pram_works *m, const struct pram_node *root,
		     const struct pram_node *node, double *footprint)
{
  for (int a = 0; a < node->n_accesses; a++)
    {
      double *bytes = &footprint[pram_work_buffer (m, &node->accesses[a])];
      *bytes = fmax (*bytes, pram_work_touched (m, root, node,
						&node->accesses[a]));
    }
  for (int i = 0; i < node->n_children; i++)
    pram_work_footprint (m, root, node->children[i], footprint);
}

/* Bytes that one iteration of LOOP touches.  */
static double
iteration_set (const struct pram_works *m, const struct pram_node *loop)
{
  int n = m->n_buffers;
  double *footprint = PRAM_ARENA_NEW (m->arena, double, n + 1);
  for (int i = 0; i < loop->n_children; i++)
    pram_work_footprint (m, loop->children[i], loop->children[i], footprint);
  return pram_work_sum (footprint, n);
}

/* What reading ACCESS of STMT again and again in one run of the layer W costs:
   for each loop that it does not depend on, all iterations but the first find
   the elements in a working set that one iteration touches.  */
static void
add_reuse (struct pram_works *m, struct pram_work *w,
	   const struct pram_node *stmt, const struct pram_access *access)
{
  double inner = pram_work_array (m, access)->elem_size;
  for (const struct pram_node *n = stmt->parent;
       n && pram_node_inside_p (n, w->layer->node); n = n->parent)
    {
      double count = n->kind == PRAM_LOOP ? m->counts[n->iterator] : 1;
      if (n->kind == PRAM_LOOP
	  && !pram_work_depends_p (access, pram_work_array (m, access)->n_dims,
				   n))
	{
	  double outer = 1;
	  for (const struct pram_node *o = n->parent;
	       o && pram_node_inside_p (o, w->layer->node); o = o->parent)
	    outer *= o->kind == PRAM_LOOP ? m->counts[o->iterator] : 1;
	  if (count > 1 && inner > pram_work_array (m, access)->elem_size)
	    *PRAM_ARENA_PUSH (m->arena, w->traffic, w->n_traffic)
	      = (struct pram_work_bytes) { outer * (count - 1) * inner, 0,
				   iteration_set (m, n), false, false };
	  continue;
	}
      inner *= count;
    }
}

void
pram_work_add_accesses (struct pram_works *m, struct pram_work *w,
			const struct pram_node *node)
{
  for (int a = 0; a < node->n_accesses; a++)
    {
      const struct pram_access *access = &node->accesses[a];
      double bytes = pram_work_touched (m, w->layer->node, node, access);
      int buffer = pram_work_buffer (m, access);
      double *read = &w->read[buffer], *written = &w->written[buffer];
      if (!access->write && *read == 0 && *written == 0)
	add_reuse (m, w, node, access);
      if (access->write)
	*written = fmax (*written, bytes);
      else
	*read = fmax (*read, bytes);
    }
  for (int i = 0; i < node->n_children; i++)
    pram_work_add_accesses (m, w, node->children[i]);
}
