/* fission.cc: split loops that can be distributed as several.

   SPDX-License-Identifier: GPL-3.0-or-later

     for (i) for (j) { s[j] += r[i] * a[i][j]; q[i] += a[i][j] * p[j]; }

   becomes

     for (i) for (j) q[i] += a[i][j] * p[j];
     for (i) for (j) s[j] += r[i] * a[i][j];

   core/plan/fission.c says which loops, and into which parts.  The unit is a
   strand: a store with all that its value, its place and the conditions in the
   loop are made of.  Each part is a copy of the loop without the stores of
   other parts, and without what only they needed, loops included.  Scalars that are
   used after the loop are a strand too, of the last part, which is the loop itself.
   Variables in memory that are declared in the loop are computed in each part that
   needs them.

   Requires: SSA, loops with preheaders, simple latches and recorded exits,
   dominators, scalar evolution; the prog as extracted.  Provides: SSA; the prog
   and what is known of loops must be made anew.  */

#include "pram-gcc.h"
#include "needs.h"
#include "region.h"
#include "read/extract.h"

/* --- Strands -------------------------------------------------------------- */

struct splitting
{
  struct pram_prog *prog;
  hash_map<gimple *, const struct pram_access *> *accesses;	/* one of
								   each */
  auto_vec<gimple *> stores;	/* of the loop looked at, by strand */
  auto_vec<std::pair<int, tree>> privates;	/* of strands */
};

static void
find_accesses (struct splitting *s, const struct pram_node *node,
	       gimple *stmt, struct pram_strand *strand)
{
  for (int a = 0; a < node->n_accesses; a++)
    if (((struct plug_access *) node->accesses[a].cookie)->stmt == stmt)
      *PRAM_ARENA_PUSH (s->prog->arena, strand->accesses, strand->n_accesses)
	= &node->accesses[a];
  for (int i = 0; i < node->n_children; i++)
    find_accesses (s, node->children[i], stmt, strand);
}

/* Does PHI, of a loop's header, carry something other than a function of the
   iteration's number?  */
static bool
carries_p (gphi *phi)
{
  class loop *loop = gimple_bb (phi)->loop_father;
  tree name = gimple_phi_result (phi);
  if (loop->header != gimple_bb (phi) || virtual_operand_p (name))
    return false;
  tree ev = analyze_scalar_evolution (loop, name);
  return (TREE_CODE (ev) != POLYNOMIAL_CHREC
	  || !evolution_function_is_affine_p (ev));
}

/* Add the loops in NODE that carry a scalar which N needs, but for what OUTER,
   the whole, is reduced over.  */
static void
find_ordered (struct splitting *s, const struct pram_node *outer,
	      const struct pram_node *node, struct plug_needs *n,
	      struct pram_strand *strand)
{
  if (node->kind == PRAM_LOOP && !node->split
      && (node != outer || node->order_reason))
    for (gphi_iterator i = gsi_start_phis (((class loop *) node->cookie)
					   ->header);
	 !gsi_end_p (i); gsi_next (&i))
      if (bitmap_bit_p (n->names,
			SSA_NAME_VERSION (gimple_phi_result (i.phi ())))
	  && carries_p (i.phi ()))
	{
	  *PRAM_ARENA_PUSH (s->prog->arena, strand->ordered,
			    strand->n_ordered) = node;
	  break;
	}
  for (int i = 0; i < node->n_children; i++)
    find_ordered (s, outer, node->children[i], n, strand);
}

/* Describe the strand that needs N, in LOOP.  */
static struct pram_strand
strand_of (struct splitting *s, const struct pram_node *loop, struct plug_needs *n)
{
  struct pram_strand strand;
  memset (&strand, 0, sizeof strand);
  plug_find_needs (n);
  for (gimple *stmt : n->stmts)
    find_accesses (s, loop, stmt, &strand);
  find_ordered (s, loop, loop, n, &strand);
  return strand;
}

/* Note which variables of iterations the strand with number K, which needs N, has.  */
static void
note_privates (struct splitting *s, const struct plug_needs *n, int k)
{
  for (tree var : n->privates)
    s->privates.safe_push (std::make_pair (k, var));
}

/* Add the strand of STORE to STRANDS.  */
static void
add_store (struct splitting *s, const struct pram_node *loop, gimple *store,
	   struct pram_strand **strands, int *n_strands)
{
  struct plug_needs n;
  n.loop = (class loop *) loop->cookie;
  n.stmts.safe_push (store);
  plug_need_loops (&n, gimple_bb (store));
  plug_need_operands (&n, store);
  *PRAM_ARENA_PUSH (s->prog->arena, *strands, *n_strands)
    = strand_of (s, loop, &n);
  s->stores.safe_push (store);
  note_privates (s, &n, *n_strands - 1);
}

/* Add the strand of what is used after LOOP, if it is more than a function of
   the iteration's number.  */
static void
add_scalars (struct splitting *s, const struct pram_node *loop,
	     struct pram_strand **strands, int *n_strands)
{
  struct plug_needs n;
  n.loop = (class loop *) loop->cookie;
  plug_need_results (&n);
  if (n.work.is_empty ())
    return;
  struct pram_strand strand = strand_of (s, loop, &n);
  strand.last = true;
  if (!strand.n_accesses && !strand.n_ordered)
    return;
  *PRAM_ARENA_PUSH (s->prog->arena, *strands, *n_strands) = strand;
  note_privates (s, &n, *n_strands - 1);
}

/* STMT, in a loop, may be copied, or left out of a copy.  */
static bool
splittable_p (struct splitting *s, gimple *stmt)
{
  if (plug_private_of (stmt, true))
    return gimple_assign_single_p (stmt);
  if (gimple_has_volatile_ops (stmt)
      || (is_gimple_call (stmt) && gimple_has_side_effects (stmt)))
    return false;
  return (!gimple_vdef (stmt)
	  || (gimple_assign_single_p (stmt) && s->accesses->get (stmt)));
}

static int
find_strands (void *data, const struct pram_node *node,
	      struct pram_strand **strands)
{
  struct splitting *s = (struct splitting *) data;
  class loop *loop = (class loop *) node->cookie;
  int n = 0;
  gimple *where;
  *strands = NULL;
  s->stores.truncate (0);
  s->privates.truncate (0);
  if (!single_exit (loop) || !can_duplicate_loop_p (loop)
      || plug_private_variable (loop, true, &where))
    return 0;
  basic_block *body = get_loop_body_in_dom_order (loop);
  bool ok = true;
  for (unsigned i = 0; i < loop->num_nodes && ok; i++)
    for (gimple_stmt_iterator g = gsi_start_bb (body[i]);
	 !gsi_end_p (g) && ok; gsi_next (&g))
      {
	ok = splittable_p (s, gsi_stmt (g));
	if (ok && gimple_vdef (gsi_stmt (g)) && !plug_private_of (gsi_stmt (g), true))
	  add_store (s, node, gsi_stmt (g), strands, &n);
      }
  free (body);
  if (ok)
    add_scalars (s, node, strands, &n);
  return ok ? n : 0;
}

/* --- Copying -------------------------------------------------------------- */

class loop *
plug_copy_before (class loop *loop)
{
  basic_block condition;
  profile_probability half = profile_probability::even ();
  initialize_original_copy_tables ();
  class loop *copy = loop_version (loop, boolean_true_node, &condition, half,
				   half, half, half, false);
  free_original_copy_tables ();
  if (!copy)
    return NULL;
  /* if (true) LOOP else COPY becomes COPY; LOOP.  */
  edge over = find_edge (condition, loop_preheader_edge (loop)->src);
  edge into = EDGE_SUCC (condition, EDGE_SUCC (condition, 0) == over);
  edge done = single_exit (copy);
  gimple_stmt_iterator test = gsi_last_bb (condition);
  redirect_edge_and_branch (done, over->dest);
  redirect_edge_var_map_clear (done);
  remove_edge (over);
  gsi_remove (&test, true);
  into->flags &= ~(EDGE_TRUE_VALUE | EDGE_FALSE_VALUE);
  into->flags |= EDGE_FALLTHRU;
  into->probability = profile_probability::always ();
  return copy;
}

/* STMT, which stores, belongs to part P of FISSION: strand k's statement and its copies
   have the UID k + 1.  */
static bool
in_part_p (const struct splitting *s, const struct pram_fission *fission, int p,
	   gimple *stmt)
{
  tree var = plug_private_of (stmt, true);
  if (!var)
    return fission->part[gimple_uid (stmt) - 1] == p;
  for (const std::pair<int, tree> &own : s->privates)
    if (own.second == var && fission->part[own.first] == p)
      return true;
  return false;
}

/* Remove from LOOP the stores that don't belong to part P.  */
static void
keep_stores (const struct splitting *s, class loop *loop,
	     const struct pram_fission *fission, int p)
{
  basic_block *body = get_loop_body (loop);
  auto_vec<gimple *> others;
  for (unsigned i = 0; i < loop->num_nodes; i++)
    for (gimple_stmt_iterator g = gsi_start_bb (body[i]); !gsi_end_p (g);
	 gsi_next (&g))
      if (gimple_vdef (gsi_stmt (g))
	  && !in_part_p (s, fission, p, gsi_stmt (g)))
	others.safe_push (gsi_stmt (g));
  free (body);
  plug_remove_statements (others);
}

/* --- The whole ------------------------------------------------------------ */

void
plug_update_copies (void)
{
  free_dominance_info (CDI_DOMINATORS);
  calculate_dominance_info (CDI_DOMINATORS);
  mark_virtual_operands_for_renaming (cfun);
  update_ssa (TODO_update_ssa);
}

/* Note in the source which part has what of FISSION's STRANDS.  */
static void
mark_parts (struct splitting *s, const struct pram_fission *fission,
	    const struct pram_strand *strands)
{
  const struct pram_source *source = s->prog->source;
  pram_source_find (source, fission->loop->cookie)->parts
    = (1 << fission->n_parts) - 1;
  for (int k = 0; k < fission->n_strands; k++)
    for (int a = 0; a < strands[k].n_accesses; a++)
      pram_source_find (source, strands[k].accesses[a]->cookie)->parts
	|= 1 << fission->part[k];
}

static bool
split (struct splitting *s, const struct pram_fission *fission)
{
  class loop *loop = (class loop *) fission->loop->cookie;
  s->stores.truncate (0);
  struct pram_strand *strands;
  find_strands (s, fission->loop, &strands);
  mark_parts (s, fission, strands);
  for (unsigned k = 0; k < s->stores.length (); k++)
    gimple_set_uid (s->stores[k], k + 1);
  for (int p = 0; p < fission->n_parts - 1; p++)
    {
      class loop *copy = plug_copy_before (loop);
      gcc_assert (copy || p == 0);
      if (!copy)
	return false;
      plug_update_copies ();
      keep_stores (s, copy, fission, p);
      plug_pass_loops (copy);
    }
  keep_stores (s, loop, fission, fission->n_parts - 1);
  plug_pass_loops (loop);
  plug_update_copies ();
  cleanup_tree_cfg ();
  plug_remove_dead_code ();
  plug_prepare_loops ();
  return true;
}

static void
map_accesses (struct splitting *s, const struct pram_node *node)
{
  for (int a = 0; a < node->n_accesses; a++)
    s->accesses->put (((struct plug_access *) node->accesses[a].cookie)->stmt,
		      &node->accesses[a]);
  for (int i = 0; i < node->n_children; i++)
    map_accesses (s, node->children[i]);
}

/* Find a loop of PROG to split and, if DO_IT, split it.  */
static bool
find_and_split (struct pram_prog *prog, bool do_it)
{
  hash_map<gimple *, const struct pram_access *> accesses;
  struct splitting s;
  struct pram_fission fission;
  s.prog = prog;
  s.accesses = &accesses;
  map_accesses (&s, prog->root);
  return (pram_delinearize (prog, NULL)
	  && pram_fission_find (prog, find_strands, &s, &fission)
	  && (!do_it || split (&s, &fission)));
}

bool
plug_split_loop (struct pram_prog *prog)
{
  return find_and_split (prog, true);
}

bool
plug_split_loop_p (struct pram_prog *prog)
{
  return find_and_split (prog, false);
}
