/* poly-order.c: the order in which a program executes its instances.

   SPDX-License-Identifier: Apache-2.0  */

#include "poly-parts.h"

/* What is to be put in order.  */
struct order
{
  const struct pram_poly *poly;
  pram_poly_wanted_fn *wanted;
  const void *data;
};

/* Access number A of STMT is wanted in ORDER.  */
static bool
wanted_p (const struct order *order, const struct pram_poly_stmt *stmt, int a)
{
  return order->wanted (stmt, a, order->data);
}

static bool
writes_p (const struct order *order, const struct pram_poly_stmt *stmt)
{
  bool writes = false;
  for (int a = 0; a < stmt->node->n_accesses && !writes; a++)
    writes = stmt->node->accesses[a].write && wanted_p (order, stmt, a);
  return writes;
}

static bool
reads_p (const struct order *order, const struct pram_poly_stmt *stmt, int a)
{
  return !stmt->node->accesses[a].write && wanted_p (order, stmt, a);
}

/* The instances of STMT as reader of its access number ACCESS, or, if that is
   negative, as writer.  */
static isl_union_set *
accessing_domain (const struct pram_poly *poly,
		  const struct pram_poly_stmt *stmt, int access)
{
  isl_set *set = pram_poly_domain (poly, stmt);
  if (access >= 0)
    set = isl_set_set_tuple_name (set, pram_poly_reader_name (poly, stmt,
							      access));
  return isl_union_set_from_set (set);
}

const char *
pram_poly_reader_name (const struct pram_poly *poly,
		       const struct pram_poly_stmt *stmt, int access)
{
  return pram_arena_printf (poly->prog->arena, "R%d_%d", stmt->number, access);
}

/* FIRST, then SECOND; either may be null.  */
static isl_schedule *
in_sequence (isl_schedule *first, isl_schedule *second)
{
  if (!first)
    return second;
  return second ? isl_schedule_sequence (first, second) : first;
}

/* ALL, which may be null, and SET.  */
static isl_union_set *
also (isl_union_set *all, isl_union_set *set)
{
  return all ? isl_union_set_union (all, set) : set;
}

/* NODE's instances: its reads, then its write.  Reads need no order; nor do
   instances with different residues, which differ in the loop's iterator.
   isl takes time for every leaf.  */
static isl_schedule *
schedule_stmt (const struct order *order, const struct pram_node *node)
{
  const struct pram_poly *poly = order->poly;
  isl_union_set *reads = NULL, *writes = NULL;
  for (int s = 0; s < poly->n_stmts; s++)
    {
      const struct pram_poly_stmt *stmt = &poly->stmts[s];
      if (stmt->node != node)
	continue;
      for (int a = 0; a < node->n_accesses; a++)
	if (reads_p (order, stmt, a))
	  reads = also (reads, accessing_domain (poly, stmt, a));
      if (writes_p (order, stmt))
	writes = also (writes, accessing_domain (poly, stmt, -1));
    }
  return in_sequence (reads ? isl_schedule_from_domain (reads) : NULL,
		      writes ? isl_schedule_from_domain (writes) : NULL);
}

/* The iterator of LOOP at STMT's accesses, added to PIECES.  */
static isl_union_pw_aff *
add_iterator (const struct order *order, const struct pram_poly_stmt *stmt,
	      const struct pram_node *loop, isl_union_pw_aff *pieces)
{
  const struct pram_poly *poly = order->poly;
  for (int a = -1; a < stmt->node->n_accesses; a++)
    {
      if (!(a < 0 ? writes_p (order, stmt) : reads_p (order, stmt, a)))
	continue;
      isl_aff *aff = pram_poly_iterator_aff (poly, stmt,
					     pram_poly_level (stmt, loop));
      if (a >= 0)
	aff = isl_aff_set_tuple_id
		(aff, isl_dim_in,
		 isl_id_alloc (poly->ctx,
			       pram_poly_reader_name (poly, stmt, a), NULL));
      pieces = isl_union_pw_aff_add_pw_aff (pieces, isl_pw_aff_from_aff (aff));
    }
  return pieces;
}

/* The order of all instances below NODE; null if there are none.  */
static isl_schedule *
schedule_node (const struct order *order, const struct pram_node *node)
{
  const struct pram_poly *poly = order->poly;
  isl_schedule *schedule = NULL;
  if (node->kind == PRAM_STMT)
    return schedule_stmt (order, node);
  for (int i = 0; i < node->n_children; i++)
    schedule = in_sequence (schedule, schedule_node (order, node->children[i]));
  if (!schedule || node->kind != PRAM_LOOP)
    return schedule;
  isl_union_pw_aff *iterator
    = isl_union_pw_aff_empty (isl_space_copy (poly->params));
  for (int s = 0; s < poly->n_stmts; s++)
    if (pram_poly_inside_p (&poly->stmts[s], node))
      iterator = add_iterator (order, &poly->stmts[s], node, iterator);
  return isl_schedule_insert_partial_schedule
	   (schedule, isl_multi_union_pw_aff_from_union_pw_aff (iterator));
}

isl_schedule *
pram_poly_schedule (const struct pram_poly *poly,
		    const struct pram_node *node, pram_poly_wanted_fn *wanted,
		    const void *data, isl_set *exit)
{
  const struct order order = { poly, wanted, data };
  isl_schedule *schedule = schedule_node (&order, node);
  return in_sequence (schedule, isl_schedule_from_domain
				  (isl_union_set_from_set (exit)));
}
