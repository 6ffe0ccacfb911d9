/* emit-tasks.cc: the driver of a region that runs task by task.

   SPDX-License-Identifier: GPL-3.0-or-later

   The captured function again, in which every process runs what does not
   depend on data, and

     where a block begins	PRAM_tasks (block, bases);
     where a group begins	own = PRAM_task (group);
     statements of a group	if (own) …
     a test on data		if (own) verdict = …;
				if (PRAM_verdict (cell)) …
     at the end			PRAM_collect ();

   Calls that begin something stand as late as possible in their basic block:
   what they need may be computed there.  */

#include "pram-gcc.h"
#include "emit.h"
#include "tasks.h"

struct driver
{
  struct plug_tasks *t;
  hash_map<basic_block, int> begins;	/* blocks, + 1 */
  hash_set<basic_block> arrived;
  tree skip;			/* label behind the open guard, or null */
  basic_block collected;		/* the block that ends the tasks, or
					   null */
};

/* --- Guards ------------------------------------------------------------- */

static tree
nonzero (tree value)
{
  return build2 (NE_EXPR, boolean_type_node, value,
		 build_zero_cst (TREE_TYPE (value)));
}

/* What follows is run only by the process of G's task; returns the label to
   put behind it.  */
static tree
open_guard (struct plug_clone *c, struct plug_group *g)
{
  tree run = plug_new_label (c), skip = plug_new_label (c);
  plug_branch (c, nonzero (g->own), run, skip);
  plug_put_label (c, run);
  return skip;
}

static void
close_guard (struct plug_clone *c)
{
  struct driver *d = (struct driver *) c->data;
  if (d->skip)
    plug_put_label (c, d->skip);
  d->skip = NULL_TREE;
}

static struct plug_group *
group_of (struct driver *d, basic_block bb)
{
  return d->t->group_of[bb->index];
}

/* --- Blocks ------------------------------------------------------------- */

/* BASE, of an array, as it is when the block that begins at START begins.  */
static tree
base_at (struct driver *d, tree base, basic_block start)
{
  while (TREE_CODE (base) == SSA_NAME)
    {
      gphi *phi = dyn_cast <gphi *> (SSA_NAME_DEF_STMT (base));
      if (!phi || !plug_level_header_p (d->t->e, gimple_bb (phi)))
	break;
      class loop *loop = gimple_bb (phi)->loop_father;
      if (loop->header == start
	  || !dominated_by_p (CDI_DOMINATORS, loop->header, start))
	break;
      base = PHI_ARG_DEF_FROM_EDGE (phi, loop_preheader_edge (loop));
    }
  return base;
}

static void
find_bases (struct driver *d, const struct pram_node *node,
	    basic_block start, vec<tree> *bases, bool *permutes)
{
  int n = d->t->e->prog->n_arrays;
  if (node->kind == PRAM_LOOP && node->next)
    for (int a = 0; a < n; a++)
      permutes[a] |= node->next[a] != a;
  for (int a = 0; a < node->n_accesses; a++)
    if (node->accesses[a].array < n)
      (*bases)[node->accesses[a].array]
	= base_at (d, ((struct plug_access *) node->accesses[a].cookie)->base,
		   start);
  for (int c = 0; c < node->n_children; c++)
    find_bases (d, node->children[c], start, bases, permutes);
}

/* The address of name NAME for a block, in which BASES are known.  */
static tree
address_of (struct plug_clone *c, int name, tree base)
{
  struct driver *d = (struct driver *) c->data;
  int n = d->t->e->prog->n_arrays;
  if (name >= n)
    return fold_convert (ptr_type_node,
			 build_fold_addr_expr (d->t->cells[name - n].var));
  return base ? fold_convert (ptr_type_node, plug_clone_expr (c, base))
	      : null_pointer_node;
}

static void
begin_block (struct plug_clone *c, basic_block bb, int number)
{
  struct driver *d = (struct driver *) c->data;
  const struct pram_table_block *block = &d->t->plan->blocks[number];
  int n = d->t->prog->n_arrays;
  tree type = build_array_type_nelts (ptr_type_node, n);
  tree bases = plug_new_var (c, type, "bases");
  auto_vec<tree> base (n);
  bool *permutes = XCNEWVEC (bool, n);
  TREE_ADDRESSABLE (bases) = 1;
  base.safe_grow_cleared (n);
  for (int k = block->first; k < block->last; k++)
    find_bases (d, block->seq->children[k], bb, &base, permutes);
  for (int a = 0; a < n; a++)
    {
      if (permutes[a] && !base[a])
	plug_refuse (c->e, d->t->e->prog->line, "'%s' is exchanged but not "
		     "used; it does not go through tables",
		     d->t->prog->arrays[a].name);
      plug_assign (c, build4 (ARRAY_REF, ptr_type_node, bases, size_int (a),
			      NULL_TREE, NULL_TREE),
		   address_of (c, a, base[a]));
    }
  free (permutes);
  tree pointer = build_pointer_type (build_qualified_type (ptr_type_node,
							   TYPE_QUAL_CONST));
  tree fn = plug_runtime_function ("PRAM_tasks", void_type_node,
				   integer_type_node, pointer, NULL_TREE);
  plug_add (c, build_call_expr (fn, 2,
				build_int_cst (integer_type_node, number),
				build_fold_addr_expr (bases)));
}

/* What begins in BB begins now.  */
static void
arrive (struct plug_clone *c, basic_block bb)
{
  struct driver *d = (struct driver *) c->data;
  if (d->arrived.add (bb))
    return;
  if (int *number = d->begins.get (bb))
    begin_block (c, bb, *number - 1);
  tree fn = plug_runtime_function ("PRAM_task", integer_type_node,
				   integer_type_node, NULL_TREE);
  for (struct plug_group *g : d->t->groups)
    if (g->active && g->anchor == bb)
      plug_assign (c, g->own,
		   build_call_expr (fn, 1, build_int_cst (integer_type_node,
							  g->number)));
}

/* The sequence of the extracted prog that SEQ of the tasks' prog is.  */
static const struct pram_node *
extracted_seq (struct driver *d, const struct pram_node *seq)
{
  if (!seq->parent)
    return d->t->e->prog->root;
  int s = 0;
  while (seq->parent->children[s] != seq)
    s++;
  return plug_loop_node (d->t->e,
			 plug_node_loop (seq->parent))->children[s];
}

/* Where each block of the plan begins.  */
static void
find_begins (struct driver *d)
{
  for (int b = 0; b < d->t->plan->n_blocks; b++)
    {
      const struct pram_table_block *block = &d->t->plan->blocks[b];
      const struct pram_node *seq = extracted_seq (d, block->seq);
      int gap = 0;
      for (int c = 0; c < block->first; c++)
	gap += block->seq->children[c]->kind == PRAM_LOOP;
      for (struct plug_group *g : d->t->groups)
	if (g->seq == seq && g->gap == gap)
	  d->begins.put (g->anchor, b + 1);
    }
}

/* --- Hooks -------------------------------------------------------------- */

/* The tasks end in BB.  */
static void
collect (struct plug_clone *c, basic_block bb)
{
  struct driver *d = (struct driver *) c->data;
  gimple *last = last_stmt (bb);
  if (d->collected == bb)
    return;
  if (d->collected || !last || gimple_code (last) != GIMPLE_RETURN)
    plug_refuse (c->e, d->t->e->prog->line, "a result is stored before the "
		 "end; it does not go through tables");
  d->collected = bb;
  tree fn = plug_runtime_function ("PRAM_collect", void_type_node, NULL_TREE);
  plug_add (c, build_call_expr (fn, 0));
}

static bool
stmt_hook (struct plug_clone *c, gimple *stmt)
{
  struct driver *d = (struct driver *) c->data;
  if (d->t->guarded.contains (stmt))
    {
      if (d->collected == gimple_bb (stmt))
	plug_refuse (c->e, plug_stmt_line (c->e, stmt),
		     "this statement stands behind the end of the tasks");
      arrive (c, gimple_bb (stmt));
      if (!d->skip)
	d->skip = open_guard (c, group_of (d, gimple_bb (stmt)));
      return false;
    }
  close_guard (c);
  if (plug_result_store_p (d->t, stmt))
    {
      arrive (c, gimple_bb (stmt));
      collect (c, gimple_bb (stmt));
    }
  return false;
}

static void
end_hook (struct plug_clone *c, basic_block bb)
{
  gimple *last = last_stmt (bb);
  close_guard (c);
  arrive (c, bb);
  if (last && gimple_code (last) == GIMPLE_RETURN)
    collect (c, bb);
}

/* Another value than the cell's comes over E: the group before copies it.  */
static bool
phi_hook (struct plug_clone *c, gphi *phi, edge e)
{
  struct driver *d = (struct driver *) c->data;
  int cell = plug_cell_of (d->t, gimple_phi_result (phi));
  tree arg = PHI_ARG_DEF_FROM_EDGE (phi, e);
  if (cell < 0 || plug_cell_of (d->t, arg) == cell)
    return cell >= 0;
  for (gphi_iterator i = gsi_start_phis (e->dest); !gsi_end_p (i);
       gsi_next (&i))
    if (i.phi () != phi
	&& plug_cell_of (d->t, PHI_ARG_DEF_FROM_EDGE (i.phi (), e)) == cell
	&& plug_cell_of (d->t, gimple_phi_result (i.phi ())) != cell)
      plug_refuse (c->e, plug_stmt_line (c->e, last_stmt (e->src)),
		   "scalars exchange their values; that does not go through "
		   "tables");
  tree skip = open_guard (c, group_of (d, e->src));
  plug_assign (c, plug_clone_name (c, gimple_phi_result (phi)),
	       plug_clone_expr (c, arg));
  plug_put_label (c, skip);
  return true;
}

/* VALUE = the condition STMT, on the process that knows it.  */
static void
decide (struct plug_clone *c, struct plug_group *g, gcond *stmt, tree value)
{
  tree test = build2 (gimple_cond_code (stmt), boolean_type_node,
		      plug_clone_expr (c, gimple_cond_lhs (stmt)),
		      plug_clone_expr (c, gimple_cond_rhs (stmt)));
  tree skip = open_guard (c, g);
  plug_assign (c, value, test);
  plug_put_label (c, skip);
}

/* A condition on data: the others do not look at data that they do not have,
   and leave loops that depend on it.  */
static tree
test_hook (struct plug_clone *c, basic_block bb, gcond *stmt)
{
  struct driver *d = (struct driver *) c->data;
  struct plug_group *g = group_of (d, bb);
  if (!plug_data_p (d->t, gimple_cond_lhs (stmt))
      && !plug_data_p (d->t, gimple_cond_rhs (stmt)))
    return NULL_TREE;
  if (int *cell = d->t->verdicts.get (bb))
    {
      tree var = d->t->cells[*cell].var;
      tree fn = plug_runtime_function ("PRAM_verdict", integer_type_node,
				       integer_type_node, NULL_TREE);
      decide (c, g, stmt, var);
      tree verdict = plug_new_var (c, integer_type_node, "verdict");
      int name = d->t->e->prog->n_arrays + *cell;
      plug_assign (c, verdict,
		   build_call_expr (fn, 1, build_int_cst (integer_type_node,
							  name)));
      return nonzero (verdict);
    }
  edge yes, no;
  extract_true_false_edges_from_block (bb, &yes, &no);
  tree value = plug_new_var (c, integer_type_node, "test");
  bool leave = !flow_bb_inside_loop_p (bb->loop_father, yes->dest);
  plug_assign (c, value, build_int_cst (integer_type_node, leave));
  decide (c, g, stmt, value);
  return nonzero (value);
}

/* --- The function ------------------------------------------------------- */

static void
declare_variables (struct plug_clone *c, struct plug_tasks *t)
{
  for (struct plug_group *g : t->groups)
    if (g->active)
      g->own = plug_new_var (c, integer_type_node, "own");
  for (struct plug_cell &cell : t->cells)
    {
      cell.var = plug_new_var (c, TYPE_MAIN_VARIANT (cell.type), cell.name);
      TREE_ADDRESSABLE (cell.var) = 1;
    }
  tree name;
  unsigned v;
  FOR_EACH_SSA_NAME (v, name, cfun)
    if (plug_cell_of (t, name) >= 0)
      c->names.put (name, t->cells[plug_cell_of (t, name)].var);
}

void
plug_tasks_driver (struct plug_tasks *t)
{
  tree like = t->e->region->fndecl;
  char *symbol = plug_symbol (t->e, "driver", -1);
  t->driver = plug_new_function (symbol, TREE_TYPE (like), like);
  free (symbol);
  for (int g = 0; g < t->plan->n_groups; g++)
    ((struct plug_group *) t->plan->groups[g]->cookie)->number = g;
  struct plug_clone c;
  struct driver d;
  d.t = t;
  d.skip = NULL_TREE;
  d.collected = NULL;
  plug_clone_start (&c, t->e, t->driver);
  c.data = &d;
  c.stmt_hook = stmt_hook;
  c.end_hook = end_hook;
  c.phi_hook = phi_hook;
  c.test_hook = test_hook;
  plug_copy_parameters (&c, like);
  declare_variables (&c, t);
  find_begins (&d);
  int n;
  basic_block *bbs = plug_loop_blocks (NULL, &n);
  plug_clone_edge (&c, single_succ_edge (ENTRY_BLOCK_PTR_FOR_FN (cfun)));
  plug_clone_blocks (&c, bbs, n);
  free (bbs);
  plug_clone_finish (&c);
}
