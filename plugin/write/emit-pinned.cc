/* emit-pinned.cc: writes of which data choose the element, done by process 0.

   SPDX-License-Identifier: GPL-3.0-or-later

     next[key[i]]++

   stays as it is in the code of a layer that runs whole.  Nobody knows which
   elements it will write; so that PRAM_CHECK can take that back it has

     if (checks) PRAM_pinned (next, &next[key[i]], 4, line);

   in front, where CHECKS is what PRAM_checks () was when the layer began.  */

#include "pram-gcc.h"
#include "emit.h"
#include "read/extract.h"

/* The write that STMT of E's program is, if it is pinned, or null.  */
static const struct pram_pinned *
pinned_write (const struct plug_emission *e, gimple *stmt)
{
  for (int i = 0; i < e->prog->n_pinned; i++)
    {
      const struct pram_pinned *p = &e->prog->pinned[i];
      if (p->write && ((const struct plug_access *) p->cookie)->stmt == stmt)
	return p;
    }
  return NULL;
}

bool
plug_pinned_in_p (const struct plug_emission *e, class loop *loop)
{
  for (int i = 0; i < e->prog->n_pinned; i++)
    {
      const struct plug_access *access
	= (const struct plug_access *) e->prog->pinned[i].cookie;
      if (e->prog->pinned[i].write
	  && flow_bb_inside_loop_p (loop, gimple_bb (access->stmt)))
	return true;
    }
  return false;
}

void
plug_pinned_start (struct plug_clone *c)
{
  c->checks = plug_new_var (c, integer_type_node, "checks");
  plug_assign (c, c->checks,
	       build_call_expr (plug_runtime_function ("PRAM_checks",
						       integer_type_node,
						       NULL_TREE), 0));
}

bool
plug_pinned_stmt (struct plug_clone *c, gimple *stmt)
{
  const struct pram_pinned *p = pinned_write (c->e, stmt);
  if (!p)
    return c->log && plug_deposit_stmt (c, stmt);
  const struct plug_access *access = (const struct plug_access *) p->cookie;
  tree i32 = integer_type_node;
  tree call = plug_new_label (c), on = plug_new_label (c);
  plug_branch (c, build2 (NE_EXPR, boolean_type_node, c->checks, build_zero_cst (i32)),
	       call, on);
  plug_put_label (c, call);
  tree ref = plug_clone_expr (c, access->ref);
  plug_add (c, build_call_expr
	    (plug_runtime_function ("PRAM_pinned", void_type_node,
				    ptr_type_node, ptr_type_node, i32, i32,
				    NULL_TREE), 4,
	     fold_convert (ptr_type_node, plug_clone_expr (c, access->base)),
	     fold_convert (ptr_type_node, build_fold_addr_expr (ref)),
	     fold_convert (i32, TYPE_SIZE_UNIT (TREE_TYPE (access->ref))),
	     build_int_cst (i32, p->line)));
  plug_put_label (c, on);
  return false;
}
