/* disjoint.cc: tell GCC that the arrays of a layer are different ones.

   SPDX-License-Identifier: GPL-3.0-or-later

   A layer reaches its arrays through pointers, which for all that GCC knows may
   point anywhere.  But the runtime has compared them (entry.c), and runs the
   region serially if two of them overlap, one of which is written.  As for
   parameters that are `restrict', references to different arrays are members of
   one dependence clique with different bases.  GCC takes that to hold between
   different iterations of a loop as well, without which it exchanges no loops,
   if the loop owns the clique.

   Invariants
   (1) An array is the same object as long as a layer's function runs: loops
       that swap pointers are the driver's (core/plan/layers.c).
   (2) A statement that accesses several arrays on one side is in no clique.  */

#include "pram-gcc.h"
#include "disjoint.h"
#include "emit.h"

/* Clique 1 belongs to points-to analysis.  */
static const unsigned short arrays = 2;

void
plug_disjoint_mark (struct plug_clone *c, gimple *stmt, tree ref, bool write)
{
  int *array = (write ? c->e->writes : c->e->reads)->get (stmt);
  if (!c->alias_free || !array || *array <= 0)
    return;
  while (handled_component_p (ref))
    ref = TREE_OPERAND (ref, 0);
  if (TREE_CODE (ref) != MEM_REF)
    return;
  MR_DEPENDENCE_CLIQUE (ref) = arrays;
  MR_DEPENDENCE_BASE (ref) = *array;
}

void
plug_disjoint_reserve (function *fun)
{
  fun->last_clique = arrays;
}

static void
own (class loop *outer)
{
  for (class loop *loop = outer->inner; loop; loop = loop->next)
    {
      loop->owned_clique = arrays;
      own (loop);
    }
}

void
plug_disjoint_own (function *fun)
{
  own (loops_for_fn (fun)->tree_root);
}
