/* fusion.cc: make one of loops that pass over the same elements.

   SPDX-License-Identifier: GPL-3.0-or-later

     for (k) x[k] += alpha * p[k];
     for (k) r[k] -= alpha * q[k];

   becomes

     for (k) { x[k] += alpha * p[k]; r[k] -= alpha * q[k]; }

   core/plan/fusion.c says which.  The second loop's body is put behind the
   first's, its variables into the first's header, and what stands between the
   two before both.  Of a nest the inner loops then follow each other, and are
   fused in turn.

   Requires: SSA, loops with preheaders, simple latches and recorded exits,
   dominators; the prog as extracted.  Provides: the same, built anew, but for
   the prog.  */

#include "pram-gcc.h"
#include "region.h"
#include "read/extract.h"

/* --- What allows it -------------------------------------------------------- */

/* LOOP is left from its header only, which does nothing but compute.  */
static bool
simple_loop_p (class loop *loop)
{
  edge leave = single_exit (loop);
  return (leave && leave->src == loop->header
	  && EDGE_COUNT (leave->src->succs) == 2
	  && safe_dyn_cast <gcond *> (last_stmt (leave->src))
	  && plug_head_pure_p (loop, true));
}

/* Something made in FIRST is an operand of STMT.  */
static bool
needs_p (class loop *first, gimple *stmt)
{
  ssa_op_iter i;
  tree use;
  if (gphi *phi = dyn_cast <gphi *> (stmt))
    {
      for (unsigned a = 0; a < gimple_phi_num_args (phi); a++)
	if (plug_name_in_loop_p (first, gimple_phi_arg_def (phi, a)))
	  return !virtual_operand_p (gimple_phi_result (phi));
      return false;
    }
  FOR_EACH_SSA_TREE_OPERAND (use, stmt, i, SSA_OP_USE)
    if (plug_name_in_loop_p (first, use))
      return true;
  return false;
}

static bool
block_needs_p (class loop *first, basic_block bb)
{
  for (gphi_iterator i = gsi_start_phis (bb); !gsi_end_p (i); gsi_next (&i))
    if (needs_p (first, i.phi ()))
      return true;
  for (gimple_stmt_iterator i = gsi_start_bb (bb); !gsi_end_p (i);
       gsi_next (&i))
    if (needs_p (first, gsi_stmt (i)))
      return true;
  return false;
}

/* What is made in FIRST is needed in SECOND, or by one that is.  */
static bool
loop_needs_p (class loop *first, class loop *second)
{
  basic_block *body = get_loop_body (second);
  bool needs = false;
  for (unsigned i = 0; i < second->num_nodes && !needs; i++)
    needs = block_needs_p (first, body[i]);
  free (body);
  return needs;
}

/* STMT, between two loops, may be computed before both.  */
static bool
movable_p (gimple *stmt)
{
  return (is_gimple_assign (stmt) && !gimple_vuse (stmt)
	  && !gimple_has_volatile_ops (stmt));
}

/* BB, between FIRST and what follows it, holds only what may be computed
   before.  */
static bool
passable_p (class loop *first, basic_block bb)
{
  if (!single_pred_p (bb) || !single_succ_p (bb)
      || bb->loop_father != loop_outer (first) || block_needs_p (first, bb))
    return false;
  for (gphi_iterator i = gsi_start_phis (bb); !gsi_end_p (i); gsi_next (&i))
    if (!virtual_operand_p (gimple_phi_result (i.phi ())))
      return false;
  for (gimple_stmt_iterator i = gsi_start_bb (bb); !gsi_end_p (i);
       gsi_next (&i))
    if (!movable_p (gsi_stmt (i)) && gimple_code (gsi_stmt (i)) != GIMPLE_LABEL
	&& gimple_code (gsi_stmt (i)) != GIMPLE_PREDICT)
      return false;
  return true;
}

/* Control leads from FIRST to SECOND through the blocks BETWEEN.  */
static bool
find_between (class loop *first, class loop *second,
	      vec<basic_block> *between)
{
  basic_block bb = single_exit (first)->dest;
  for (; bb != second->header; bb = single_succ (bb))
    if (!passable_p (first, bb))
      return false;
    else
      between->safe_push (bb);
  return true;
}

/* FIRST and SECOND, loops in the same one, can be one, if what each of them does
   with arrays allows it; the outermost ones only if control leads from one to the
   other at once.  */
static bool
fusible_p (class loop *first, class loop *second, bool outermost)
{
  auto_vec<basic_block> between;
  return (simple_loop_p (first) && simple_loop_p (second)
	  && !loop_needs_p (first, second)
	  && (!outermost || find_between (first, second, &between)));
}

/* --- Doing it -------------------------------------------------------------- */

/* Move what BB computes to the end of E's source.  */
static void
move_computations (basic_block bb, edge e)
{
  for (gimple_stmt_iterator i = gsi_start_bb (bb); !gsi_end_p (i);)
    {
      gimple *stmt = gsi_stmt (i);
      if (!is_gimple_assign (stmt))
	{
	  gsi_next (&i);
	  continue;
	}
      gsi_remove (&i, false);
      gsi_insert_on_edge_immediate (e, stmt);
    }
}

/* PHI, of memory, goes.  */
static void
forget_memory (gphi_iterator *phi)
{
  mark_virtual_phi_result_for_renaming (phi->phi ());
  remove_phi_node (phi, true);
}

/* A variable of a loop's header.  */
struct variable
{
  tree name, init, next;
};

/* The variables of LOOP's header but for memory, whose PHI goes.  */
static void
find_variables (class loop *loop, vec<struct variable> *all)
{
  for (gphi_iterator i = gsi_start_phis (loop->header); !gsi_end_p (i);)
    {
      gphi *phi = i.phi ();
      tree name = gimple_phi_result (phi);
      if (virtual_operand_p (name))
	{
	  forget_memory (&i);
	  continue;
	}
      all->safe_push ({ name,
			PHI_ARG_DEF_FROM_EDGE (phi, loop_preheader_edge (loop)),
			PHI_ARG_DEF_FROM_EDGE (phi, loop_latch_edge (loop)) });
      remove_phi_node (&i, false);
    }
}

/* Lead E to BB, whose PHIs the caller completes.  */
static edge
lead (edge e, basic_block bb)
{
  edge led = redirect_edge_and_branch (e, bb);
  redirect_edge_var_map_clear (led);
  return led;
}

/* Move the computations of SECOND's header before its test to the end of FIRST's
   and remove the test.  */
static void
merge_headers (class loop *first, class loop *second)
{
  gimple_stmt_iterator to = gsi_last_bb (first->header);
  for (gimple_stmt_iterator i = gsi_start_bb (second->header);
       !gsi_end_p (i);)
    {
      gimple *stmt = gsi_stmt (i);
      if (is_ctrl_stmt (stmt))
	gsi_remove (&i, true);
      else if (gimple_code (stmt) == GIMPLE_LABEL)
	gsi_next (&i);
      else
	gsi_move_before (&i, &to);
    }
}

/* The value that each PHI of BB has for memory and all else that comes over
   E.  */
static void
copy_arguments (edge from, edge to)
{
  for (gphi_iterator i = gsi_start_phis (to->dest); !gsi_end_p (i);
       gsi_next (&i))
    add_phi_arg (i.phi (), PHI_ARG_DEF_FROM_EDGE (i.phi (), from), to,
		 UNKNOWN_LOCATION);
}

/* Put SECOND's body behind that of FIRST.  */
static void
join (class loop *first, class loop *second, const vec<basic_block> &between)
{
  auto_vec<struct variable> own, added;
  basic_block head = first->header, body = second->header;
  edge enter = loop_preheader_edge (first), before = loop_preheader_edge (second);
  edge turn = loop_latch_edge (first), again = loop_latch_edge (second);
  edge done = single_exit (first), leave = single_exit (second);
  for (basic_block bb : between)
    move_computations (bb, enter);
  find_variables (first, &own);
  find_variables (second, &added);
  merge_headers (first, second);
  lead (turn, body);
  again = lead (again, head);
  copy_arguments (leave, lead (done, leave->dest));
  for (const struct variable &v : added)
    own.safe_push (v);
  for (const struct variable &v : own)
    {
      gphi *phi = create_phi_node (v.name, head);
      add_phi_arg (phi, v.init, enter, UNKNOWN_LOCATION);
      add_phi_arg (phi, v.next, again, UNKNOWN_LOCATION);
    }
  remove_edge (before);
  remove_edge (leave);
  single_succ_edge (body)->flags = EDGE_FALLTHRU;
  single_succ_edge (body)->probability = profile_probability::always ();
  for (basic_block bb : between)
    {
      for (gphi_iterator i = gsi_start_phis (bb); !gsi_end_p (i);)
	forget_memory (&i);
      delete_basic_block (bb);
    }
}

void
plug_find_loops_anew (void)
{
  free_dominance_info (CDI_DOMINATORS);
  loops_state_set (LOOPS_NEED_FIXUP);
  calculate_dominance_info (CDI_DOMINATORS);
  mark_virtual_operands_for_renaming (cfun);
  update_ssa (TODO_update_ssa);
  plug_prepare_loops ();
}

/* Fuse the nests of FUSION, as deep as what stands between inner loops
   allows.  */
static void
fuse (const struct pram_fusion *fusion)
{
  for (int d = 0; d < fusion->first.n; d++)
    {
      class loop *first = (class loop *) fusion->first.loop[d]->cookie;
      class loop *second = (class loop *) fusion->second.loop[d]->cookie;
      auto_vec<basic_block> between;
      if (!find_between (first, second, &between))
	return;
      join (first, second, between);
      plug_find_loops_anew ();
    }
}

/* --- The whole ------------------------------------------------------------- */

/* The code allows FUSION.  */
static bool
possible_p (void *, const struct pram_fusion *fusion)
{
  for (int d = 0; d < fusion->first.n; d++)
    if (!fusible_p ((class loop *) fusion->first.loop[d]->cookie,
		    (class loop *) fusion->second.loop[d]->cookie, d == 0))
      return false;
  return true;
}

/* Two fusions are of the same loops of the code.  */
static bool
same_p (const struct pram_fusion *a, const struct pram_fusion *b)
{
  if (a->first.n != b->first.n)
    return false;
  for (int d = 0; d < a->first.n; d++)
    if (a->first.loop[d]->cookie != b->first.loop[d]->cookie
	|| a->second.loop[d]->cookie != b->second.loop[d]->cookie)
      return false;
  return true;
}

/* Nests that all N PROGS are for, as far as there are such, allow to be
   fused.  */
static bool
find (struct pram_prog **progs, int n, struct pram_fusion *fusion)
{
  struct pram_fusion other;
  if (!pram_fusion_find (progs[0], possible_p, NULL, fusion)
      || (n > 1 && !fusion->proven))
    return false;
  for (int i = 1; i < n; i++)
    if (progs[i] && (!pram_fusion_find (progs[i], possible_p, NULL, &other)
		     || !same_p (fusion, &other)))
      return false;
  return true;
}

/* The statements that access memory in LOOP.  */
static void
find_statements (class loop *loop, hash_set<gimple *> *all)
{
  basic_block *body = get_loop_body (loop);
  for (unsigned b = 0; b < loop->num_nodes; b++)
    for (gimple_stmt_iterator i = gsi_start_bb (body[b]); !gsi_end_p (i);
	 gsi_next (&i))
      if (gimple_vuse (gsi_stmt (i)))
	all->add (gsi_stmt (i));
  free (body);
}

bool
plug_fuse_loops (struct pram_prog **progs, int n, struct plug_fused *fused)
{
  struct pram_fusion fusion;
  if (!find (progs, n, &fusion))
    return false;
  fused->loop = (class loop *) fusion.first.loop[0]->cookie;
  fused->proven = fusion.proven;
  find_statements ((class loop *) fusion.second.loop[0]->cookie,
		   &fused->second);
  fuse (&fusion);
  return true;
}

/* Say in NODE's source which accesses come from the second loop; or, unless ON,
   no longer.  */
static void
mark_parts (const struct pram_source *source, const struct pram_node *node,
	    struct plug_fused *fused, bool on)
{
  for (int i = 0; i < node->n_accesses; i++)
    {
      const void *cookie = node->accesses[i].cookie;
      gimple *stmt = ((const struct plug_access *) cookie)->stmt;
      pram_source_find (source, cookie)->parts
	= !on ? 0 : fused->second.contains (stmt) ? 2 : 1;
    }
  for (int i = 0; i < node->n_children; i++)
    mark_parts (source, node->children[i], fused, on);
}

void
plug_mark_fused (struct pram_prog *prog, struct plug_fused *fused, bool on)
{
  for (int k = 0; k < prog->n_loops; k++)
    if (prog->loops[k]->cookie == fused->loop)
      {
	pram_source_find (prog->source, fused->loop)->parts = on ? 3 : 0;
	mark_parts (prog->source, prog->loops[k], fused, on);
      }
}
