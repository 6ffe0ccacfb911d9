/* task-groups.cc: which statements are one task, and what tasks leave for each
   other in scalars.

   SPDX-License-Identifier: GPL-3.0-or-later

   Requires: the captured function, extracted: its loops are those of the prog.

   Invariants
   (1) A group's anchor is executed exactly once in each iteration of its
       level, before all its statements: so every process counts the same
       tasks as the tables.
   (2) Whatever controls which tasks there are is no data, but for the tests of
       data-dependent loops, whose verdict every process gets.
   (3) The names that share a cell are never alive at the same time.  */

#include "pram-gcc.h"
#include "emit.h"
#include "read/extract.h"
#include "tasks.h"

bool
plug_data_p (struct plug_tasks *t, tree value)
{
  return (TREE_CODE (value) == SSA_NAME
	  && bitmap_bit_p (t->data, SSA_NAME_VERSION (value)));
}

/* --- Levels and groups -------------------------------------------------- */

/* The destination of all exits of LOOP, or null.  */
static basic_block
exit_of (class loop *loop)
{
  auto_vec<edge> exits = get_loop_exit_edges (loop);
  basic_block dest = exits.is_empty () ? NULL : exits[0]->dest;
  for (edge e : exits)
    if (e->dest != dest)
      return NULL;
  edge e;
  edge_iterator i;
  if (dest)
    FOR_EACH_EDGE (e, i, dest->preds)
      if (!flow_bb_inside_loop_p (loop, e->src))
	return NULL;
  return dest;
}

/* Where an iteration of NODE, a counted loop, begins what it does once.  */
static basic_block
body_of (const struct pram_node *node)
{
  edge entry = (edge) node->children[0]->cookie;
  if (!entry && single_exit (plug_node_loop (node)))
    return plug_node_loop (node)->header;
  if (!entry)
    return NULL;		/* several edges lead there */
  return single_pred_p (entry->dest) ? entry->dest : NULL;
}

/* The edge by which segment S > 0 of NODE is entered.  */
static edge
entry_of (const struct pram_node *node, int s)
{
  return (edge) node->children[s]->cookie;
}

static void find_groups (struct plug_tasks *, const struct pram_node *seq,
			 class loop *level, basic_block anchor,
			 basic_block end, int line);

static void
add_group (struct plug_tasks *t, const struct pram_node *seq, int gap,
	   class loop *level, basic_block anchor, basic_block end, int line)
{
  if (!anchor || !end || plug_level_of (t->e, anchor) != level
      || !dominated_by_p (CDI_DOMINATORS, end, anchor))
    {
      plug_refuse (t->e, line, "the control flow around the loop in this line "
		   "is too complicated for tables");
      return;
    }
  struct plug_group *g = new plug_group ();
  g->seq = seq;
  g->gap = gap;
  g->level = level;
  g->anchor = anchor;
  g->end = end;
  g->line = line;
  t->groups.safe_push (g);
}

static void
find_loop_groups (struct plug_tasks *t, const struct pram_node *node)
{
  class loop *loop = plug_node_loop (node);
  if (node->split)
    {
      plug_refuse (t->e, node->line, "quotients and remainders do not go "
		   "through tables");
      return;
    }
  if (node->at_most)
    {
      plug_refuse (t->e, node->line, "how often the loop runs is no linear "
		   "function; it does not go through tables");
      return;
    }
  if (!node->data_dependent)
    {
      find_groups (t, node->children[0], loop, body_of (node), loop->latch,
		   node->line);
      return;
    }
  for (int s = 0; s < node->n_children && !t->e->failed; s++)
    {
      basic_block first = s ? entry_of (node, s)->dest : loop->header;
      basic_block end = (s < node->n_children - 1
			 ? entry_of (node, s + 1)->src : loop->latch);
      if (s && !single_pred_p (first))
	first = NULL;
      find_groups (t, node->children[s], loop, first, end, node->line);
    }
}

/* The groups of SEQ and of the loops in it.  */
static void
find_groups (struct plug_tasks *t, const struct pram_node *seq,
	     class loop *level, basic_block anchor, basic_block end, int line)
{
  int gap = 0;
  add_group (t, seq, gap, level, anchor, end, line);
  for (int c = 0; c < seq->n_children && !t->e->failed; c++)
    {
      const struct pram_node *child = seq->children[c];
      if (child->kind != PRAM_LOOP)
	continue;
      class loop *loop = plug_node_loop (child);
      if (loop && !dominated_by_p (CDI_DOMINATORS, end, loop->header))
	{
	  plug_refuse (t->e, child->line, "a loop under a condition does not "
		       "go through tables");
	  return;
	}
      find_loop_groups (t, child);
      if (t->e->failed)
	return;
      add_group (t, seq, ++gap, level, exit_of (loop), end, child->line);
    }
}

/* The sequence of LEVEL's node that BB stands in.  */
static const struct pram_node *
seq_of (struct plug_tasks *t, class loop *level, basic_block bb)
{
  if (!level)
    return t->e->prog->root;
  const struct pram_node *node = plug_loop_node (t->e, level);
  int segment = 0;
  for (int s = 1; s < node->n_children; s++)
    {
      basic_block test = entry_of (node, s)->src;
      segment += bb != test && dominated_by_p (CDI_DOMINATORS, bb, test);
    }
  return node->children[segment];
}

static struct plug_group *
group_at (struct plug_tasks *t, basic_block bb)
{
  class loop *level = plug_level_of (t->e, bb);
  const struct pram_node *seq = seq_of (t, level, bb);
  int gap = 0;
  for (int c = 0; c < seq->n_children; c++)
    {
      class loop *loop = plug_node_loop (seq->children[c]);
      gap += loop && dominated_by_p (CDI_DOMINATORS, bb, loop->header);
    }
  for (struct plug_group *g : t->groups)
    if (g->seq == seq && g->gap == gap
	&& dominated_by_p (CDI_DOMINATORS, bb, g->anchor))
      return g;
  return NULL;
}

/* --- Data --------------------------------------------------------------- */

/* BB decides whether a data-dependent loop of the prog goes on.  */
static bool
test_p (struct plug_tasks *t, basic_block bb)
{
  class loop *level = plug_level_of (t->e, bb);
  const struct pram_node *node = level ? plug_loop_node (t->e, level) : NULL;
  return node && node->data_dependent && loop_exits_from_bb_p (level, bb);
}

static bool
condition_on_data_p (struct plug_tasks *t, basic_block bb)
{
  gimple *last = last_stmt (bb);
  ssa_op_iter i;
  tree use;
  if (last && (gimple_code (last) == GIMPLE_COND
	       || gimple_code (last) == GIMPLE_SWITCH))
    FOR_EACH_SSA_TREE_OPERAND (use, last, i, SSA_OP_USE)
      if (plug_data_p (t, use))
	return true;
  return false;
}

/* Data decides on which way BB is reached: from its immediate dominator, or,
   if it heads a loop that the prog does not have, how often.  */
static bool
join_on_data_p (struct plug_tasks *t, basic_block bb)
{
  class loop *loop = bb->loop_father;
  bool header = loop_outer (loop) && loop->header == bb;
  if (header && plug_loop_node (t->e, loop))
    return false;
  basic_block top = header ? bb : get_immediate_dominator (CDI_DOMINATORS, bb);
  auto_vec<basic_block> work;
  hash_set<basic_block> seen;
  edge e;
  edge_iterator i;
  work.safe_push (bb);
  while (!work.is_empty ())
    {
      basic_block at = work.pop ();
      FOR_EACH_EDGE (e, i, at->preds)
	{
	  if (header && !flow_bb_inside_loop_p (loop, e->src))
	    continue;
	  if (condition_on_data_p (t, e->src) && !test_p (t, e->src))
	    return true;
	  if (e->src != top && !seen.add (e->src))
	    work.safe_push (e->src);
	}
    }
  return false;
}

static bool
makes_data_p (struct plug_tasks *t, gimple *stmt)
{
  ssa_op_iter i;
  use_operand_p use;
  if (gimple_code (stmt) == GIMPLE_PHI)
    {
      gphi *phi = as_a <gphi *> (stmt);
      for (unsigned k = 0; k < gimple_phi_num_args (phi); k++)
	if (plug_data_p (t, gimple_phi_arg_def (phi, k)))
	  return true;
      return join_on_data_p (t, gimple_bb (stmt));
    }
  if (t->e->reads->get (stmt))
    return true;
  FOR_EACH_SSA_USE_OPERAND (use, stmt, i, SSA_OP_USE)
    if (plug_data_p (t, USE_FROM_PTR (use)))
      return true;
  return false;
}

static bool
mark_data (struct plug_tasks *t, gimple *stmt)
{
  tree lhs = gimple_get_lhs (stmt);
  return (lhs && TREE_CODE (lhs) == SSA_NAME && !virtual_operand_p (lhs)
	  && !plug_data_p (t, lhs) && makes_data_p (t, stmt)
	  && bitmap_set_bit (t->data, SSA_NAME_VERSION (lhs)));
}

static void
find_data (struct plug_tasks *t, basic_block *bbs, int n)
{
  bool changed = true;
  while (changed)
    {
      changed = false;
      for (int b = 0; b < n; b++)
	{
	  for (gphi_iterator i = gsi_start_phis (bbs[b]); !gsi_end_p (i);
	       gsi_next (&i))
	    changed |= mark_data (t, i.phi ());
	  for (gimple_stmt_iterator i = gsi_start_bb (bbs[b]);
	       !gsi_end_p (i); gsi_next (&i))
	    changed |= mark_data (t, gsi_stmt (i));
	}
    }
}

/* --- Guarded statements ------------------------------------------------- */

/* REF is *P with P a parameter that passes a scalar by address, or an array's
   pointer.  */
static bool
parameter_ref_p (struct plug_tasks *t, tree ref)
{
  if (TREE_CODE (ref) != MEM_REF
      || TREE_CODE (TREE_OPERAND (ref, 0)) != SSA_NAME
      || !SSA_NAME_IS_DEFAULT_DEF (TREE_OPERAND (ref, 0)))
    return false;
  const struct plug_region *region = t->e->region;
  for (int p = 0; p < region->n_params; p++)
    if (region->params[p].parm == SSA_NAME_VAR (TREE_OPERAND (ref, 0)))
      return region->params[p].local != NULL_TREE;
  return false;
}

bool
plug_result_store_p (struct plug_tasks *t, gimple *stmt)
{
  return (gimple_assign_single_p (stmt) && gimple_vdef (stmt)
	  && parameter_ref_p (t, gimple_assign_lhs (stmt)));
}

/* STMT refers to a variable that is declared inside a loop.  */
static bool
private_p (gimple *stmt)
{
  tree refs[2];
  plug_references (stmt, &refs[0], &refs[1]);
  for (int r = 0; r < 2; r++)
    {
      tree var = refs[r] ? plug_variable_of (refs[r]) : NULL_TREE;
      if (var && plug_scope_of (var, gimple_bb (stmt)))
	return true;
    }
  return false;
}

/* Memory that is neither an array's, nor a scalar's that is passed by address,
   nor constant: what is in it is on no process for sure.  */
static bool
strange_memory_p (struct plug_tasks *t, gimple *stmt)
{
  if (!gimple_assign_single_p (stmt) || gimple_clobber_p (stmt))
    return false;
  if (private_p (stmt))
    return true;
  if (t->e->reads->get (stmt) || t->e->writes->get (stmt))
    return false;
  tree lhs = gimple_assign_lhs (stmt), rhs = gimple_assign_rhs1 (stmt);
  if (gimple_vdef (stmt))
    return !parameter_ref_p (t, lhs);
  if (!gimple_assign_load_p (stmt) || parameter_ref_p (t, rhs))
    return false;
  tree base = get_base_address (rhs);
  return !(base && VAR_P (base) && TREE_STATIC (base) && TREE_READONLY (base));
}

static void
guard_statement (struct plug_tasks *t, gimple *stmt)
{
  tree lhs = gimple_get_lhs (stmt);
  struct plug_group *g = t->group_of[gimple_bb (stmt)->index];
  if (strange_memory_p (t, stmt))
    {
      plug_refuse (t->e, plug_stmt_line (t->e, stmt),
		   "a local variable in memory, or an array under a condition "
		   "that never holds, does not go through tables");
      return;
    }
  if (!t->e->writes->get (stmt)
      && !(lhs && TREE_CODE (lhs) == SSA_NAME && plug_data_p (t, lhs)))
    return;
  if (!g)
    {
      plug_refuse (t->e, plug_stmt_line (t->e, stmt),
		   "this statement is no part of the body of its loop, and "
		   "does not go through tables");
      return;
    }
  g->active = true;
  t->guarded.add (stmt);
}

static void
find_guarded (struct plug_tasks *t, basic_block *bbs, int n)
{
  for (int b = 0; b < n && !t->e->failed; b++)
    {
      gimple *last = last_stmt (bbs[b]);
      for (gimple_stmt_iterator i = gsi_start_bb (bbs[b]); !gsi_end_p (i);
	   gsi_next (&i))
	if (is_gimple_assign (gsi_stmt (i)) || is_gimple_call (gsi_stmt (i)))
	  guard_statement (t, gsi_stmt (i));
      if (!condition_on_data_p (t, bbs[b]))
	continue;
      struct plug_group *g = t->group_of[bbs[b]->index];
      if (!g || gimple_code (last) == GIMPLE_SWITCH)
	plug_refuse (t->e, plug_stmt_line (t->e, last),
		     "this condition on data does not go through tables");
      else
	g->active = true;
    }
}

/* --- Cells -------------------------------------------------------------- */

static int
find_root (int *parent, int v)
{
  while (parent[v] != v)
    v = parent[v] = parent[parent[v]];
  return v;
}

/* A value of one variable: they may share a cell.  */
static bool
same_variable_p (tree a, tree b)
{
  return (TREE_CODE (a) == SSA_NAME && TREE_CODE (b) == SSA_NAME
	  && SSA_NAME_VAR (a) && SSA_NAME_VAR (a) == SSA_NAME_VAR (b));
}

static struct plug_group *
group_of_stmt (struct plug_tasks *t, gimple *stmt)
{
  return gimple_bb (stmt) ? t->group_of[gimple_bb (stmt)->index] : NULL;
}

/* NAME is left by one task for another.  */
static bool
crosses_p (struct plug_tasks *t, tree name)
{
  gimple *def = SSA_NAME_DEF_STMT (name), *stmt;
  struct plug_group *g = group_of_stmt (t, def);
  imm_use_iterator i;
  use_operand_p use;
  if (gimple_code (def) == GIMPLE_PHI
      && plug_level_header_p (t->e, gimple_bb (def)))
    return true;
  FOR_EACH_IMM_USE_FAST (use, i, name)
    {
      stmt = USE_STMT (use);
      if (group_of_stmt (t, stmt) != g || plug_result_store_p (t, stmt))
	return true;
      if (gphi *phi = dyn_cast <gphi *> (stmt))
	if (t->group_of[gimple_phi_arg_edge
			(phi, PHI_ARG_INDEX_FROM_USE (use))->src->index] != g
	    || plug_level_header_p (t->e, gimple_bb (phi)))
	  return true;
    }
  return false;
}

/* Unite the names that PHI joins.  */
static void
unite (struct plug_tasks *t, gphi *phi, int *parent)
{
  tree result = gimple_phi_result (phi);
  for (unsigned k = 0; k < gimple_phi_num_args (phi); k++)
    {
      tree arg = gimple_phi_arg_def (phi, k);
      if (same_variable_p (arg, result)
	  && (plug_data_p (t, arg) || SSA_NAME_IS_DEFAULT_DEF (arg)))
	parent[find_root (parent, SSA_NAME_VERSION (arg))]
	  = find_root (parent, SSA_NAME_VERSION (result));
    }
}

static int
new_cell (struct plug_tasks *t, const char *name, tree type)
{
  struct plug_cell cell = { name, type, false, NULL_TREE };
  t->cells.safe_push (cell);
  return t->cells.length () - 1;
}

static const char *
cell_name (struct plug_tasks *t, tree name)
{
  tree id = SSA_NAME_IDENTIFIER (name);
  return id ? IDENTIFIER_POINTER (id)
	    : pram_arena_printf (t->e->prog->arena, "t%d",
				 (int) SSA_NAME_VERSION (name));
}

static void
find_cells (struct plug_tasks *t, basic_block *bbs, int n)
{
  int *parent = XNEWVEC (int, num_ssa_names);
  for (unsigned v = 0; v < num_ssa_names; v++)
    parent[v] = v;
  for (int b = 0; b < n; b++)
    for (gphi_iterator i = gsi_start_phis (bbs[b]); !gsi_end_p (i);
	 gsi_next (&i))
      if (plug_data_p (t, gimple_phi_result (i.phi ())))
	unite (t, i.phi (), parent);
  tree name;
  unsigned v;
  FOR_EACH_SSA_NAME (v, name, cfun)
    if (plug_data_p (t, name) && crosses_p (t, name))
      {
	int &cell = t->cell_of[find_root (parent, v)];
	if (!cell)
	  cell = new_cell (t, cell_name (t, name), TREE_TYPE (name)) + 1;
      }
  FOR_EACH_SSA_NAME (v, name, cfun)
    if (!virtual_operand_p (name))
      t->cell_of[v] = t->cell_of[find_root (parent, v)];
  free (parent);
}

/* Each test of a data-dependent loop leaves its verdict.  */
static void
find_verdicts (struct plug_tasks *t, basic_block *bbs, int n)
{
  for (int b = 0; b < n; b++)
    if (condition_on_data_p (t, bbs[b]) && test_p (t, bbs[b]))
      {
	int cell = new_cell (t, "verdict", integer_type_node);
	t->verdicts.put (bbs[b], cell);
	t->group_of[bbs[b]->index]->writes.safe_push (cell);
      }
}

/* --- What groups read and write in cells -------------------------------- */

static void
add_once (vec<int> *all, int cell)
{
  if (!all->contains (cell))
    all->safe_push (cell);
}

/* G reads VALUE.  What G's own task has computed is there.  */
static void
note_read (struct plug_tasks *t, struct plug_group *g, tree value)
{
  int cell = plug_cell_of (t, value);
  if (cell < 0 || SSA_NAME_IS_DEFAULT_DEF (value))
    return;
  if (plug_free_order_of (t, g->level, cell))
    {
      add_once (&g->combines, cell);
      return;
    }
  gimple *def = SSA_NAME_DEF_STMT (value);
  if (group_of_stmt (t, def) != g
      || (gimple_code (def) == GIMPLE_PHI
	  && plug_level_header_p (t->e, gimple_bb (def))))
    add_once (&g->reads, cell);
}

static void
note_write (struct plug_tasks *t, struct plug_group *g, int cell)
{
  add_once (plug_free_order_of (t, g->level, cell) ? &g->combines
						   : &g->writes, cell);
}

static void
note_statement (struct plug_tasks *t, gimple *stmt)
{
  struct plug_group *g = group_of_stmt (t, stmt);
  tree lhs = gimple_get_lhs (stmt);
  ssa_op_iter i;
  tree use;
  FOR_EACH_SSA_TREE_OPERAND (use, stmt, i, SSA_OP_USE)
    {
      if (plug_result_store_p (t, stmt) && plug_cell_of (t, use) >= 0)
	t->cells[plug_cell_of (t, use)].collect = true;
      else if (g)
	note_read (t, g, use);
    }
  if (lhs && plug_cell_of (t, lhs) >= 0)
    note_write (t, g, plug_cell_of (t, lhs));
}

/* PHI joins data.  A value that comes over an edge from another cell, or from
   none, is copied by the group at the edge's source.  */
static void
note_phi (struct plug_tasks *t, gphi *phi)
{
  tree result = gimple_phi_result (phi);
  basic_block bb = gimple_bb (phi);
  bool header = plug_level_header_p (t->e, bb);
  struct plug_group *g = t->group_of[bb->index];
  int cell = plug_cell_of (t, result);
  for (unsigned k = 0; k < gimple_phi_num_args (phi); k++)
    {
      tree arg = gimple_phi_arg_def (phi, k);
      struct plug_group *from
	= t->group_of[gimple_phi_arg_edge (phi, k)->src->index];
      if (cell >= 0 && plug_cell_of (t, arg) == cell)
	{
	  if (!header && g)
	    note_read (t, g, arg);
	  continue;
	}
      if (!from || (!header && from != g))
	{
	  plug_refuse (t->e, plug_stmt_line (t->e, phi),
		       "what the scalar '%s' is here depends on where control "
		       "comes from; it does not go through tables",
		       cell_name (t, result));
	  return;
	}
      if (TREE_CODE (arg) == SSA_NAME)
	note_read (t, from, arg);
      if (cell >= 0)
	{
	  note_write (t, from, cell);
	  from->active = true;
	}
    }
  if (cell >= 0 && !header)
    {
      if (!g)
	plug_refuse (t->e, plug_stmt_line (t->e, phi),
		     "the scalar '%s' does not go through tables",
		     cell_name (t, result));
      else
	{
	  note_write (t, g, cell);
	  g->active = true;
	}
    }
}

static void
note_accesses (struct plug_tasks *t, basic_block *bbs, int n)
{
  for (int b = 0; b < n && !t->e->failed; b++)
    {
      for (gphi_iterator i = gsi_start_phis (bbs[b]);
	   !gsi_end_p (i) && !t->e->failed; gsi_next (&i))
	if (plug_data_p (t, gimple_phi_result (i.phi ())))
	  note_phi (t, i.phi ());
      for (gimple_stmt_iterator i = gsi_start_bb (bbs[b]); !gsi_end_p (i);
	   gsi_next (&i))
	note_statement (t, gsi_stmt (i));
    }
}

/* --- Invariant (3) ------------------------------------------------------ */

/* The names that the cells have at the end of each block; DOMINATOR's are
   known.  False if a name is used that is not its cell's value there.  */
struct renaming
{
  struct plug_tasks *t;
  tree *current;		/* by cell, for each block */
  int n_cells;
};

static bool
current_p (struct renaming *r, tree *current, tree value)
{
  int cell = plug_cell_of (r->t, value);
  return cell < 0 || SSA_NAME_IS_DEFAULT_DEF (value)
	 || current[cell] == value;
}

static bool
walk_names (struct renaming *r, basic_block bb)
{
  tree *current = r->current + bb->index * r->n_cells;
  basic_block idom = get_immediate_dominator (CDI_DOMINATORS, bb);
  ssa_op_iter o;
  tree use;
  if (idom)
    memcpy (current, r->current + idom->index * r->n_cells,
	    r->n_cells * sizeof *current);
  for (gphi_iterator i = gsi_start_phis (bb); !gsi_end_p (i); gsi_next (&i))
    if (plug_cell_of (r->t, gimple_phi_result (i.phi ())) >= 0)
      current[plug_cell_of (r->t, gimple_phi_result (i.phi ()))]
	= gimple_phi_result (i.phi ());
  for (gimple_stmt_iterator i = gsi_start_bb (bb); !gsi_end_p (i);
       gsi_next (&i))
    {
      gimple *stmt = gsi_stmt (i);
      FOR_EACH_SSA_TREE_OPERAND (use, stmt, o, SSA_OP_USE)
	if (!current_p (r, current, use))
	  return false;
      tree lhs = gimple_get_lhs (stmt);
      if (lhs && plug_cell_of (r->t, lhs) >= 0)
	current[plug_cell_of (r->t, lhs)] = lhs;
    }
  return true;
}

/* The values that leave BB for PHIs are those that the cells have there.  */
static bool
leave_names (struct renaming *r, basic_block bb)
{
  edge e;
  edge_iterator i;
  FOR_EACH_EDGE (e, i, bb->succs)
    for (gphi_iterator p = gsi_start_phis (e->dest); !gsi_end_p (p);
	 gsi_next (&p))
      if (!virtual_operand_p (gimple_phi_result (p.phi ()))
	  && !current_p (r, r->current + bb->index * r->n_cells,
			 PHI_ARG_DEF_FROM_EDGE (p.phi (), e)))
	return false;
  return true;
}

static void
check_cells (struct plug_tasks *t, basic_block *bbs, int n)
{
  struct renaming r = { t, NULL, (int) t->cells.length () };
  r.current = XCNEWVEC (tree, (r.n_cells + 1)
			      * last_basic_block_for_fn (cfun));
  bool ok = true;
  for (int b = 0; b < n && ok; b++)
    ok = walk_names (&r, bbs[b]) && leave_names (&r, bbs[b]);
  free (r.current);
  if (!ok)
    plug_refuse (t->e, t->e->prog->line, "two values of one scalar are needed "
		 "at the same time; it does not go through tables");
}

/* --- The whole ---------------------------------------------------------- */

bool
plug_tasks_find (struct plug_tasks *t)
{
  int n;
  basic_block *bbs = plug_loop_blocks (NULL, &n);
  basic_block exit = EXIT_BLOCK_PTR_FOR_FN (cfun);
  basic_block end = single_pred_p (exit) ? single_pred (exit) : NULL;
  t->data = BITMAP_ALLOC (NULL);
  t->cell_of = XCNEWVEC (int, num_ssa_names);
  t->group_of = XCNEWVEC (struct plug_group *,
			  last_basic_block_for_fn (cfun));
  find_groups (t, t->e->prog->root, NULL,
	       single_succ (ENTRY_BLOCK_PTR_FOR_FN (cfun)), end,
	       t->e->prog->line);
  for (int b = 0; b < n && !t->e->failed; b++)
    t->group_of[bbs[b]->index] = group_at (t, bbs[b]);
  if (!t->e->failed)
    find_data (t, bbs, n);
  if (!t->e->failed)
    find_guarded (t, bbs, n);
  if (!t->e->failed)
    {
      find_cells (t, bbs, n);
      plug_tasks_find_free_orders (t);
      find_verdicts (t, bbs, n);
      note_accesses (t, bbs, n);
    }
  if (!t->e->failed)
    check_cells (t, bbs, n);
  free (bbs);
  return !t->e->failed;
}

void
plug_tasks_release (struct plug_tasks *t)
{
  for (struct plug_group *g : t->groups)
    delete g;
  if (t->data)
    BITMAP_FREE (t->data);
  free (t->cell_of);
  free (t->group_of);
}
