/* extract-verdict.cc: the scalars that decide when loops end.

   SPDX-License-Identifier: GPL-3.0-or-later

   All processes run the driver, and each makes its tests itself.  What they are made
   of has come from somewhere: from a loop that leaves a scalar behind, or from one
   element of an array.  We follow the values that a test compares, backwards, to
   these.  For people to read only.

     while (rr > eps)		rr: of the loop before, and of the one inside
       {
	 …
	 beta = rnew / rr; rr = rnew;
       }  */

#include "pram-gcc.h"
#include "region.h"
#include "args.h"
#include "diagnostics.h"
#include "extract.h"

struct search
{
  struct plug_extract *x;
  basic_block test;
  struct pram_items *segment;	/* that it ends */
  bitmap seen;			/* SSA versions */
  vec<tree> *work;		/* seen, but not yet followed */
};

static void
look (struct search *s, tree value)
{
  if (value && TREE_CODE (value) == SSA_NAME && !virtual_operand_p (value)
      && !SSA_NAME_IS_DEFAULT_DEF (value)
      && bitmap_set_bit (s->seen, SSA_NAME_VERSION (value)))
    s->work->safe_push (value);
}

static void
look_at_test (struct search *s, basic_block bb)
{
  if (gcond *cond = safe_dyn_cast <gcond *> (last_stmt (bb)))
    {
      look (s, gimple_cond_lhs (cond));
      look (s, gimple_cond_rhs (cond));
    }
}

/* The test depends on NAME, which is left by what stands at LOC.  */
static void
found (struct search *s, const char *name, location_t loc)
{
  struct pram_arena *arena = s->x->source->arena;
  int line = plug_line (s->x->region, loc);
  for (int i = 0; i < s->segment->n_deciders; i++)
    if (s->segment->deciders[i].line == line
	&& !strcmp (s->segment->deciders[i].name, name))
      return;
  *PRAM_ARENA_PUSH (arena, s->segment->deciders, s->segment->n_deciders)
    = { pram_arena_strdup (arena, name), line };
}

/* What PHI is, and by which way control came to it.  */
static void
look_at_phi (struct search *s, gphi *phi)
{
  basic_block bb = gimple_bb (phi);
  basic_block top = get_immediate_dominator (CDI_DOMINATORS, bb);
  bool header = bb->loop_father->header == bb;
  for (unsigned i = 0; i < gimple_phi_num_args (phi); i++)
    {
      look (s, gimple_phi_arg_def (phi, i));
      for (basic_block from = gimple_phi_arg_edge (phi, i)->src;
	   !header && from; from = from == top ? NULL
	     : get_immediate_dominator (CDI_DOMINATORS, from))
	look_at_test (s, from);
    }
}

/* The name of the scalar NAME that the loop of DEF, in which the test isn't,
   carries from iteration to iteration; or null.  */
static const char *
carried_name (struct search *s, gimple *def, tree name)
{
  basic_block bb = gimple_bb (def);
  class loop *loop = bb->loop_father;
  if (gimple_code (def) != GIMPLE_PHI || loop->header != bb
      || flow_bb_inside_loop_p (loop, s->test)
      || POINTER_TYPE_P (TREE_TYPE (name))
      || (INTEGRAL_TYPE_P (TREE_TYPE (name)) && plug_position_p (s->x, name)))
    return NULL;
  const char *text = plug_name_of (s->x, name);
  return text ? text : "(temporary)";
}

static void
follow (struct search *s, tree name)
{
  tree load, store, use;
  ssa_op_iter iter;
  gimple *def = SSA_NAME_DEF_STMT (name);
  if (const char *text = carried_name (s, def, name))
    found (s, text, plug_loop_location (gimple_bb (def)->loop_father));
  if (gphi *phi = dyn_cast <gphi *> (def))
    {
      look_at_phi (s, phi);
      return;
    }
  plug_references (def, &load, &store);
  if (load && plug_array_of (s->x, load) >= 0)
    {
      const char *text = plug_name_of (s->x, name);
      if (flow_bb_inside_loop_p (gimple_bb (def)->loop_father, s->test))
	found (s, text ? text : "(temporary)", gimple_location (def));
    }
  else
    FOR_EACH_SSA_TREE_OPERAND (use, def, iter, SSA_OP_USE)
      look (s, use);
}

/* The test at the end of BB ends SEGMENT.  */
static void
find_deciders (struct plug_extract *x, basic_block bb,
	       struct pram_items *segment)
{
  auto_bitmap seen;
  auto_vec<tree> work;
  struct search s = { x, bb, segment, seen, &work };
  look_at_test (&s, bb);
  while (!work.is_empty ())
    follow (&s, work.pop ());
}

void
plug_find_deciders (struct plug_extract *x)
{
  if (!plug_args.dump_plan && !plug_args.dump_prog)
    return;
  for (unsigned n = 1; n < number_of_loops (cfun); n++)
    {
      struct plug_loop *l = &x->loops[n];
      if (l->item && !l->counted)
	for (int e = 0; e < l->n_exits; e++)
	  find_deciders (x, l->exits[e].test,
			 &l->item->segment[l->regular ? e : 0]);
    }
}
