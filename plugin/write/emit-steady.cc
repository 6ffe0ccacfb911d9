/* emit-steady.cc: what must hold for reads to be steady.

   SPDX-License-Identifier: GPL-3.0-or-later

   In front of a layer with steady reads (read/steady.h) the driver looks at the values
   that it depends on whether they are:

     if (d < 0 || d + 1 == d) if (PRAM_unsteady (LINE)) return;

   All processes have the same ones.  */

#include "pram-gcc.h"
#include "emit.h"
#include "read/extract.h"
#include "read/steady.h"

/* LOAD is steady unless this holds, as far as DEPOSIT goes.  Null: they have nothing
   to do with each other.  */
static tree
unsteady_when (const struct pram_deposit *deposit, const struct pram_access *load)
{
  const struct plug_access *read = (const struct plug_access *) load->cookie;
  const struct plug_access *write
    = (const struct plug_access *) deposit->cookie;
  class loop *loop = deposit->around ? plug_node_loop (deposit->around) : NULL;
  if (deposit->late || load->array != deposit->array || !loop
      || !flow_bb_inside_loop_p (loop, gimple_bb (read->stmt)))
    return NULL_TREE;
  return plug_unsteady_when (loop, read->stmt, write->stmt);
}

/* Deposit K of PROG is one in the code that another one before it is, too: in a level
   loop there is one for each iteration.  */
static bool
known_p (const struct pram_prog *prog, int k)
{
  for (int i = 0; i < k; i++)
    if (prog->deposits[i].cookie == prog->deposits[k].cookie)
      return true;
  return false;
}

tree
plug_unsteady (struct plug_emission *e, const struct plug_layer *l)
{
  tree any = boolean_false_node;
  auto_vec<const struct pram_access *> all;
  plug_collect_accesses (l->plan->node, &all);
  for (const struct pram_access *access : all)
    for (int i = 0; access->steady && i < e->prog->n_deposits; i++)
      if (tree when = known_p (e->prog, i) ? NULL_TREE
		      : unsteady_when (&e->prog->deposits[i], access))
	any = fold_build2 (TRUTH_OR_EXPR, boolean_type_node, any, when);
  return any == boolean_false_node || integer_zerop (any) ? NULL_TREE : any;
}

tree
plug_unsteady_emit (struct plug_clone *c, const struct plug_layer *l, tree holds)
{
  tree i32 = integer_type_node;
  tree fn = plug_runtime_function ("PRAM_unsteady", i32, i32, NULL_TREE);
  tree vain = plug_new_var (c, i32, "vain");
  tree yes = plug_new_label (c), no = plug_new_label (c);
  plug_assign (c, vain, integer_zero_node);
  plug_branch (c, plug_clone_expr (c, holds), yes, no);
  plug_put_label (c, yes);
  plug_assign (c, vain, build_call_expr (fn, 1, build_int_cst
					 (i32, l->plan->node->line)));
  plug_put_label (c, no);
  return vain;
}
