/* flow-rounds.c: what is replaced in the same round.

   SPDX-License-Identifier: Apache-2.0

   Of flow.h; flow-nests.h says how.

   A loop whose end data decide need not run in a round of the loops around it: its writes
   hide no earlier ones (pram_poly_unsure_p).  But what runs in the same round, and later,
   hides them: all that is written beside deposits is written again by what accepts these,
   and nobody behind has it from who wrote it first.  */

#include "flow-nests.h"

/* The level of the innermost loop around STMT that may not run; -1: there is none.  */
static int
unsure_level (const struct pram_poly *poly, const struct pram_poly_stmt *stmt)
{
  int level = stmt->depth - 1;
  while (level >= 0 && !poly->counted[stmt->loops[level]->iterator])
    level--;
  return level;
}

/* The part of the body of STMT's loop at LEVEL that STMT is in.  */
static const struct pram_node *
segment_of (const struct pram_poly_stmt *stmt, int level)
{
  const struct pram_node *node = stmt->node;
  while (node->parent != stmt->loops[level])
    node = node->parent;
  return node;
}

/* STMT, or something around it in its loop at LEVEL, is under a condition on
   data.  */
static bool
conditional_p (const struct pram_poly_stmt *stmt, int level)
{
  bool conditional = false;
  for (const struct pram_node *n = stmt->node; n != stmt->loops[level];
       n = n->parent)
    conditional |= n->conditional;
  return conditional;
}

/* When FIRST writes in an iteration of the loop at LEVEL, which may not run, SECOND
   surely runs in that iteration, too, and later.  */
static bool
follows_p (const struct pram_poly *poly, const struct pram_poly_stmt *first,
	   const struct pram_poly_stmt *second, int level)
{
  return (level >= 0 && unsure_level (poly, second) == level
	  && first->loops[level] == second->loops[level]
	  && first->number < second->number
	  && segment_of (first, level) == segment_of (second, level)
	  && !conditional_p (second, level));
}

/* STMT writes all elements by accepting deposits.  */
static bool
accepts_p (const struct pram_prog *prog, const struct pram_poly_stmt *stmt)
{
  for (int i = 0; i < prog->n_offers; i++)
    if (prog->offers[i].accept && !prog->offers[i].exchanges
	&& pram_poly_inside_p (stmt, prog->offers[i].accept))
      return true;
  return false;
}

void
pram_flow_drop_replaced (const struct pram_poly *poly, struct writes *writes)
{
  int n = 0;
  for (int i = 0; i < writes->n; i++)
    {
      const struct written w = writes->list[i];
      int level = unsure_level (poly, w.stmt);
      bool replaced = false;
      for (int j = 0; j < writes->n; j++)
	replaced |= (accepts_p (poly->prog, writes->list[j].stmt)
		     && follows_p (poly, w.stmt, writes->list[j].stmt, level));
      if (replaced)
	{
	  isl_map_free (w.map);
	  isl_set_free (w.range);
	}
      else
	writes->list[n++] = w;
    }
  writes->n = n;
}

/* STMT's loops inside of that at LEVEL exchange no names.  */
static bool
names_stay_p (const struct pram_poly_stmt *stmt, int level)
{
  bool stay = true;
  for (int l = level + 1; l < stmt->depth; l++)
    stay &= !stmt->loops[l]->next;
  return stay;
}

/* STMT writes to ARRAY.  */
static bool
writes_p (const struct pram_poly_stmt *stmt, int array)
{
  bool writes = false;
  for (int a = 0; a < stmt->node->n_accesses; a++)
    writes |= (stmt->node->accesses[a].write
	       && stmt->node->accesses[a].array == array);
  return writes;
}

/* SECOND replaces all that FIRST writes, in the same iteration of the loop at LEVEL.  */
static bool
replaces_p (const struct pram_poly *poly, const struct pram_poly_stmt *first,
	    const struct pram_poly_stmt *second, int level)
{
  if (!follows_p (poly, first, second, level) || !accepts_p (poly->prog, second)
      || !names_stay_p (first, level) || !names_stay_p (second, level))
    return false;
  bool all = true;
  for (int a = 0; a < first->node->n_accesses; a++)
    all &= (!first->node->accesses[a].write
	    || writes_p (second, first->node->accesses[a].array));
  return all;
}

/* What replaces all that STMT writes in the same iteration of the loop at LEVEL, or
   null.  */
static const struct pram_poly_stmt *
replacement_of (const struct pram_poly *poly, const struct pram_poly_stmt *stmt,
		int level)
{
  for (int s = 0; s < poly->n_stmts; s++)
    if (replaces_p (poly, stmt, &poly->stmts[s], level))
      return &poly->stmts[s];
  return NULL;
}

/* { WRITER -> READER }, with the tuples of PAIR: both in one iteration of the outermost
   N loops.  */
static isl_map *
in_one_iteration (__isl_take isl_map *pair, int n)
{
  isl_map *same = isl_map_universe (isl_map_get_space (pair));
  for (int l = 0; l < n; l++)
    same = isl_map_equate (same, isl_dim_in, l, isl_dim_out, l);
  isl_map_free (pair);
  return same;
}

isl_map *
pram_flow_not_replaced (const struct pram_poly *poly,
			const struct pram_poly_stmt *writer,
			const struct pram_poly_stmt *reader, __isl_take isl_map *map)
{
  int level = unsure_level (poly, writer);
  const struct pram_poly_stmt *by = replacement_of (poly, writer, level);
  if (!by)
    return map;
  isl_map *pair = isl_map_range_factor_domain (isl_map_copy (map));
  bool before = (reader->depth > level && reader->loops[level] == writer->loops[level]
		 && reader->number <= by->number);
  if (before)
    return isl_map_intersect_range_factor_domain (map,
						  in_one_iteration (pair, level + 1));
  isl_map *none = isl_map_empty (isl_map_get_space (map));
  isl_map_free (pair);
  isl_map_free (map);
  return none;
}
