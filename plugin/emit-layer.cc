/* emit-layer.cc: a layer's function.

   SPDX-License-Identifier: GPL-3.0-or-later

     static void
     F.layer.K (void *frame, int64_t unit_lo, int64_t unit_hi,
		void *const *leaves)

   holds the user's own loop nest.  Without reductions the distributed loop
   runs over the iterations of all its units; with reductions the nest is run
   for one unit after the other, each of which yields a leaf: that makes
   leaves independent of how units lie on processes (DESIGN, "the same bits at
   any number of ranks").

   Invariant (1): iterations of a layer's distributed loop in different units
   do not depend on each other, so running the units in order is running the
   layer.  */

#include "pram-gcc.h"
#include "emit.h"
#include "vector-width.h"
#include "extract.h"

/* --- What core knows of a loop ------------------------------------------ */

class loop *
plug_node_loop (const struct pram_node *node)
{
  return node && node->kind == PRAM_LOOP ? (class loop *) node->cookie : NULL;
}

const struct pram_node *
plug_loop_node (struct plug_emission *e, class loop *loop)
{
  for (int i = 0; i < e->prog->n_loops; i++)
    if (plug_node_loop (e->prog->loops[i]) == loop)
      return e->prog->loops[i];
  return NULL;
}

void
plug_collect_accesses (const struct pram_node *node,
		       vec<const struct pram_access *> *all)
{
  for (int i = 0; i < node->n_accesses; i++)
    all->safe_push (&node->accesses[i]);
  for (int i = 0; i < node->n_children; i++)
    plug_collect_accesses (node->children[i], all);
}

/* True if accesses A and B may touch the same byte in different iterations of
   the loop with ITERATOR, those of all other loops being the same.  Remainders
   of iterators may differ, too.  */
static bool
conflict_p (const struct pram_prog *prog, const struct pram_access *a,
	    const struct pram_access *b, int iterator)
{
  if (a->array != b->array)
    return false;
  for (int k = 0; k < prog->n_loops; k++)
    if (pram_affine_coef (&a->offset, k) != pram_affine_coef (&b->offset, k)
	|| (pram_affine_coef (&a->offset, k) && prog->loops[k]->split
	    && pram_node_inside_p (prog->loops[k], prog->loops[iterator])))
      return true;
  int64_t step = pram_affine_coef (&a->offset, iterator);
  int64_t size = prog->arrays[a->array].elem_size;
  step = step < 0 ? -step : step;
  if (step < size)
    return true;
  int64_t d = a->offset.constant - b->offset.constant;
  if (d == 0)
    return false;
  d = (d % step + step) % step;
  return d < size || step - d < size;
}

/* The iterations of LOOP use variables in memory that are declared inside a
   loop.  The copy has one of each for all iterations, whatever the scope.  */
static bool
uses_private_p (class loop *loop)
{
  gimple *where;
  return plug_private_variable (loop, false, &where) != NULL_TREE;
}

/* True if no iteration of the innermost loop NODE touches what another one
   writes.  */
static bool
independent_p (struct plug_emission *e, const struct pram_node *node)
{
  auto_vec<const struct pram_access *> all;
  plug_collect_accesses (node, &all);
  for (const struct pram_access *a : all)
    if (a->write)
      for (const struct pram_access *b : all)
	if (conflict_p (e->prog, a, b, node->iterator))
	  return false;
  return true;
}

/* --- Reductions --------------------------------------------------------- */

tree
plug_identity (enum pram_op op, tree type)
{
  bool real = SCALAR_FLOAT_TYPE_P (type);
  REAL_VALUE_TYPE r;
  switch (op)
    {
    case PRAM_OP_PROD:
    case PRAM_OP_LAND:
      return build_one_cst (type);
    case PRAM_OP_AND:
      return build_all_ones_cst (type);
    case PRAM_OP_MIN:
    case PRAM_OP_MAX:
      if (!real)
	return op == PRAM_OP_MIN ? TYPE_MAX_VALUE (type)
				 : TYPE_MIN_VALUE (type);
      if (HONOR_INFINITIES (type))
	{
	  real_inf (&r);
	  if (op == PRAM_OP_MAX)
	    r = real_value_negate (&r);
	}
      else
	real_maxval (&r, op == PRAM_OP_MAX, TYPE_MODE (type));
      return build_real (type, r);
    default:
      return build_zero_cst (type);
    }
}

/* The operator that header PHI of LOOP, within WHOLE, is reduced with;
   PRAM_OP_VALUE if none.  A sum over rows is carried by the loop over columns
   as well: follow the value to the loop that is listed.  *END is the PHI that
   is listed.  */
static enum pram_op
carried_op (struct plug_emission *e, class loop *whole, class loop *loop,
	    gphi *phi, gphi **end)
{
  for (;;)
    {
      const struct pram_node *node = plug_loop_node (e, loop);
      enum pram_op op = PRAM_OP_VALUE;
      *end = phi;
      for (int i = 0; node && i < node->n_carried; i++)
	if (node->carried[i].cookie == phi)
	  op = node->carried[i].op;
      if (loop == whole)
	return op;
      tree init = PHI_ARG_DEF_FROM_EDGE (phi, loop_preheader_edge (loop));
      gphi *outer = (TREE_CODE (init) == SSA_NAME
		     ? dyn_cast <gphi *> (SSA_NAME_DEF_STMT (init)) : NULL);
      class loop *next = outer ? gimple_bb (outer)->loop_father : NULL;
      if (!outer || next->header != gimple_bb (outer)
	  || !(next == whole || flow_loop_nested_p (whole, next)))
	return op;
      phi = outer;
      loop = next;
    }
}

/* True if NAME is used outside of LOOP.  */
static bool
escapes_p (class loop *loop, tree name)
{
  use_operand_p use;
  imm_use_iterator i;
  FOR_EACH_IMM_USE_FAST (use, i, name)
    {
      gimple *stmt = USE_STMT (use);
      if (!is_gimple_debug (stmt)
	  && !flow_bb_inside_loop_p (loop, gimple_bb (stmt)))
	return true;
    }
  return false;
}

/* True if something that is computed in LOOP, but its header's PHIS (or what
   they are set to, for a test at the end), is used after it.  */
static bool
other_escapes_p (class loop *loop, bool bottom)
{
  hash_set<tree> allowed;
  for (gphi_iterator i = gsi_start_phis (loop->header); !gsi_end_p (i);
       gsi_next (&i))
    allowed.add (bottom ? PHI_ARG_DEF_FROM_EDGE (i.phi (),
						 loop_latch_edge (loop))
			: gimple_phi_result (i.phi ()));
  int n;
  bool found = false;
  basic_block *bbs = plug_loop_blocks (loop, &n);
  for (int b = 0; b < n && !found; b++)
    {
      for (gphi_iterator i = gsi_start_phis (bbs[b]); !gsi_end_p (i);
	   gsi_next (&i))
	found |= (!virtual_operand_p (gimple_phi_result (i.phi ()))
		  && !allowed.contains (gimple_phi_result (i.phi ()))
		  && escapes_p (loop, gimple_phi_result (i.phi ())));
      for (gimple_stmt_iterator i = gsi_start_bb (bbs[b]); !gsi_end_p (i);
	   gsi_next (&i))
	{
	  ssa_op_iter o;
	  tree def;
	  FOR_EACH_SSA_TREE_OPERAND (def, gsi_stmt (i), o, SSA_OP_DEF)
	    found |= !allowed.contains (def) && escapes_p (loop, def);
	}
    }
  free (bbs);
  return found;
}

/* True if PHI, in the header of the layer's loop, starts a reduction.  */
static bool
starts_result_p (struct plug_layer *l, gphi *phi)
{
  for (struct plug_result &r : l->results)
    if (r.phi == phi)
      return true;
  return false;
}

/* Add to CARRIED what LOOP, in LAYER, is reduced over.  False if its header
   has a PHI that is no reduction that a clause can name, and no induction
   variable.  *COMBINED: lanes have to be combined at the end.  (A reduction
   that adds a constant looks like an induction variable: but then only the
   iterations of this process may count.)  */
static bool
find_carried (struct plug_emission *e, struct plug_layer *l, class loop *loop,
	      vec<struct plug_result> *carried, bool *combined)
{
  bool all = true;
  *combined = false;
  for (gphi_iterator i = gsi_start_phis (loop->header); !gsi_end_p (i);
       gsi_next (&i))
    {
      gphi *phi = i.phi (), *end;
      tree step;
      if (virtual_operand_p (gimple_phi_result (phi)))
	continue;
      enum pram_op op = carried_op (e, l->loop, loop, phi, &end);
      bool partial = loop == l->distributed && starts_result_p (l, end);
      if (plug_iv_p (loop, phi, &step) && !partial)
	continue;
      if (op == PRAM_OP_VALUE)
	{
	  all = false;
	  continue;
	}
      all &= op != PRAM_OP_LAND && op != PRAM_OP_LOR;
      *combined |= op != PRAM_OP_LAST;
      struct plug_result r = { NULL, op, PRAM_TYPE_PTR, phi, NULL_TREE,
			       false, false };
      carried->safe_push (r);
    }
  return all;
}

/* How to emit LOOP of layer L.  SIMD: it has reductions, and clauses can name
   all that it carries.  The iterations of the distributed loop are known to be
   independent, if only it is innermost.  */
static enum plug_how
how_to_emit (struct plug_emission *e, struct plug_layer *l, class loop *loop,
	     bool simd)
{
  const struct pram_node *node = plug_loop_node (e, loop);
  bool bottom;
  if (loop->inner || !node || uses_private_p (loop)
      || (loop != l->distributed && !independent_p (e, node)))
    return PLUG_PLAIN;
  if (!simd || !plug_countable_p (loop, &bottom)
      || other_escapes_p (loop, bottom))
    return PLUG_IVDEP;
  return PLUG_SIMD;
}

/* --- The frame ---------------------------------------------------------- */

static bool
defined_in_p (struct plug_layer *l, tree name)
{
  basic_block bb = gimple_bb (SSA_NAME_DEF_STMT (name));
  return l->loop && bb && flow_bb_inside_loop_p (l->loop, bb);
}

static void
add_field (struct plug_layer *l, tree name)
{
  if (TREE_CODE (name) != SSA_NAME || virtual_operand_p (name)
      || plug_constant (name) || ssa_undefined_value_p (name, false))
    return;
  for (struct plug_field &f : l->fields)
    if (f.name == name)
      return;
  tree type = TREE_TYPE (name);
  if (POINTER_TYPE_P (type))
    type = ptr_type_node;
  tree field = build_decl (UNKNOWN_LOCATION, FIELD_DECL, NULL_TREE,
			   TYPE_MAIN_VARIANT (type));
  struct plug_field f = { name, field };
  l->fields.safe_push (f);
}

static tree
add_names_in (tree *tp, int *, void *data)
{
  struct plug_layer *l = (struct plug_layer *) data;
  if (TREE_CODE (*tp) == SSA_NAME && !defined_in_p (l, *tp))
    add_field (l, *tp);
  return NULL_TREE;
}

static void
add_uses (struct plug_layer *l, gimple *stmt)
{
  ssa_op_iter i;
  tree use;
  FOR_EACH_SSA_TREE_OPERAND (use, stmt, i, SSA_OP_USE)
    if (!defined_in_p (l, use))
      add_field (l, use);
}

/* The initial value of a header PHI of the layer's loop is passed under the
   PHI's own name: that is the variable in which the driver has it.  */
static bool
starts_from_frame_p (struct plug_layer *l, gphi *phi)
{
  if (virtual_operand_p (gimple_phi_result (phi)))
    return false;
  for (struct plug_result &r : l->results)
    if (r.phi == phi)
      return false;
  tree init = PHI_ARG_DEF_FROM_EDGE (phi, loop_preheader_edge (l->loop));
  return !plug_constant (init) && !(TREE_CODE (init) == SSA_NAME
				    && ssa_undefined_value_p (init, false));
}

static void
add_loop_fields (struct plug_layer *l)
{
  int n;
  basic_block *bbs = plug_loop_blocks (l->loop, &n);
  for (int b = 0; b < n; b++)
    {
      for (gphi_iterator i = gsi_start_phis (bbs[b]); !gsi_end_p (i);
	   gsi_next (&i))
	for (unsigned k = 0; k < gimple_phi_num_args (i.phi ()); k++)
	  {
	    tree arg = gimple_phi_arg_def (i.phi (), k);
	    edge e = gimple_phi_arg_edge (i.phi (), k);
	    if (!flow_bb_inside_loop_p (l->loop, e->src))
	      {
		if (starts_from_frame_p (l, i.phi ()))
		  add_field (l, gimple_phi_result (i.phi ()));
	      }
	    else if (TREE_CODE (arg) == SSA_NAME && !defined_in_p (l, arg))
	      add_field (l, arg);
	  }
      for (gimple_stmt_iterator i = gsi_start_bb (bbs[b]); !gsi_end_p (i);
	   gsi_next (&i))
	if (!is_gimple_debug (gsi_stmt (i)))
	  add_uses (l, gsi_stmt (i));
      if (bbs[b]->loop_father->header == bbs[b])
	{
	  tree count = number_of_latch_executions (bbs[b]->loop_father);
	  if (count && count != chrec_dont_know)
	    walk_tree (&count, add_names_in, l, NULL);
	}
    }
  free (bbs);
}

/* Append FIELD to FRAME, whose last field ends in CHAIN.  */
static tree *
chain_field (tree frame, tree *chain, tree field)
{
  DECL_CONTEXT (field) = frame;
  SET_DECL_ALIGN (field, TYPE_ALIGN (TREE_TYPE (field)));
  *chain = field;
  return &DECL_CHAIN (field);
}

static void
set_bound (struct plug_bound *b, const struct pram_affine &value,
	   struct pram_arena *arena)
{
  struct pram_affine *copy = PRAM_ARENA_NEW (arena, struct pram_affine, 1);
  *copy = value;
  b->value = copy;
  b->decl = NULL_TREE;
  if (!pram_affine_constant_p (copy))
    b->decl = build_decl (UNKNOWN_LOCATION, FIELD_DECL, NULL_TREE,
			  long_long_integer_type_node);
}

/* Find the bounds of L.  */
static void
find_bounds (struct plug_emission *e, struct plug_layer *l)
{
  const struct pram_node *node = l->plan->node;
  struct pram_arena *arena = e->prog->arena;
  struct pram_placement at = l->plan->placement;
  at.loop = NULL;
  set_bound (&l->origin, pram_placement_coordinate (e->prog, &at), arena);
  if (!node->first)
    return;
  struct pram_affine end = pram_affine_new (arena, e->prog->n_loops);
  end.constant = node->first->constant + node->count.constant;
  for (int k = 0; k < e->prog->n_loops; k++)
    end.coef[k] = (pram_affine_coef (node->first, k)
		   + pram_affine_coef (&node->count, k));
  set_bound (&l->part_lo, *node->first, arena);
  set_bound (&l->part_hi, end, arena);
}

static void
lay_out_frame (struct plug_layer *l)
{
  struct plug_bound *bounds[] = { &l->origin, &l->part_lo, &l->part_hi };
  tree frame = make_node (RECORD_TYPE);
  tree *chain = &TYPE_FIELDS (frame);
  for (struct plug_field &f : l->fields)
    chain = chain_field (frame, chain, f.decl);
  for (struct plug_bound *b : bounds)
    if (b->decl)
      chain = chain_field (frame, chain, b->decl);
  if (!TYPE_FIELDS (frame))
    return;
  layout_type (frame);
  l->frame = frame;
}

/* --- Results ------------------------------------------------------------ */

static bool
fmax_chain_p (struct plug_layer *l)
{
  int n;
  bool max, found = false;
  basic_block *bbs = plug_loop_blocks (l->loop, &n);
  for (int b = 0; b < n; b++)
    for (gimple_stmt_iterator i = gsi_start_bb (bbs[b]); !gsi_end_p (i);
	 gsi_next (&i))
      found |= plug_fmax_p (gsi_stmt (i), &max);
  free (bbs);
  return found;
}

static void
find_results (struct plug_emission *e, struct plug_layer *l)
{
  const struct pram_node *node = l->plan->node;
  bool bottom = false, countable = plug_countable_p (l->loop, &bottom);
  for (int i = 0; i < node->n_carried; i++)
    {
      gphi *phi = (gphi *) node->carried[i].cookie;
      tree value = gimple_phi_result (phi), step;
      if (plug_iv_p (l->loop, phi, &step))
	continue;
      tree last = PHI_ARG_DEF_FROM_EDGE (phi, loop_latch_edge (l->loop));
      if (!countable || (bottom && escapes_p (l->loop, value)))
	{
	  plug_refuse (e, node->carried[i].line ? node->carried[i].line
						: node->line,
		       "the reduction of '%s' is in a loop whose end can't be "
		       "counted; write it as a for loop with one exit",
		       node->carried[i].name);
	  return;
	}
      enum pram_op op = node->carried[i].op;
      /* The last iteration may be in the first unit.  */
      if (op == PRAM_OP_LAST && l->plan->placement.coef < 0)
	op = PRAM_OP_FIRST;
      struct plug_result r = { node->carried[i].name, op,
			       node->carried[i].type, phi,
			       bottom ? last : value, fmax_chain_p (l),
			       node->carried[i].replaces };
      l->results.safe_push (r);
    }
}

static bool
result_p (struct plug_layer *l, tree name)
{
  for (struct plug_result &r : l->results)
    if (r.value == name)
      return true;
  return false;
}

static void
find_final (struct plug_layer *l, tree name)
{
  if (!virtual_operand_p (name) && !result_p (l, name)
      && escapes_p (l->loop, name))
    l->finals.safe_push (name);
}

static void
find_finals (struct plug_layer *l)
{
  int n;
  basic_block *bbs = plug_loop_blocks (l->loop, &n);
  for (int b = 0; b < n; b++)
    {
      for (gphi_iterator i = gsi_start_phis (bbs[b]); !gsi_end_p (i);
	   gsi_next (&i))
	find_final (l, gimple_phi_result (i.phi ()));
      for (gimple_stmt_iterator i = gsi_start_bb (bbs[b]); !gsi_end_p (i);
	   gsi_next (&i))
	{
	  ssa_op_iter o;
	  tree def;
	  FOR_EACH_SSA_TREE_OPERAND (def, gsi_stmt (i), o, SSA_OP_DEF)
	    find_final (l, def);
	}
    }
  free (bbs);
}

/* L runs whole: the process that runs it knows what is needed afterwards.  */
static void
give_finals (struct plug_emission *e, struct plug_layer *l)
{
  for (tree name : l->finals)
    {
      if (plug_constant (name))
	continue;
      tree symbol = SSA_NAME_IDENTIFIER (name), type = TREE_TYPE (name);
      const char *text = symbol ? IDENTIFIER_POINTER (symbol) : "(temporary)";
      if (!INTEGRAL_TYPE_P (type) && !SCALAR_FLOAT_TYPE_P (type))
	plug_refuse (e, l->plan->node->line, "the value of '%s' after the loop "
		     "in this line is needed, and is no number", text);
      struct plug_result r = { text, PRAM_OP_VALUE, plug_type_of (type), NULL,
			       name, false, false };
      l->results.safe_push (r);
    }
  l->finals.truncate (0);
}

/* L runs whole: a variable in memory that outlives a run would be another one in
   the next.  */
static void
check_private (struct plug_emission *e, struct plug_layer *l)
{
  gimple *where;
  tree var = plug_private_variable (l->loop, true, &where);
  if (var)
    plug_refuse (e, plug_line (where), "'%s' is declared outside of the loop "
		 "at line %d, but inside the region: declare it outside",
		 DECL_NAME (var) ? IDENTIFIER_POINTER (DECL_NAME (var)) : "",
		 l->plan->node->line);
}

/* The line of a store under NODE but not under EXCEPT, or 0.  */
static int
store_outside (const struct pram_node *node, const struct pram_node *except)
{
  if (node == except)
    return 0;
  for (int i = 0; i < node->n_accesses; i++)
    if (node->accesses[i].write)
      return node->line ? node->line : 1;
  for (int i = 0; i < node->n_children; i++)
    if (int line = store_outside (node->children[i], except))
      return line;
  return 0;
}

/* What stands beside a distributed loop that is not the layer's own runs on
   all processes: only scalars may be computed there.  */
static void
check_distributed (struct plug_emission *e, struct plug_layer *l)
{
  int line = (l->distributed
	      ? store_outside (l->plan->node, l->plan->placement.loop) : 0);
  if (line)
    plug_refuse (e, line, "this store is beside the loop that is distributed "
		 "(line %d); put it into a loop nest of its own",
		 l->plan->placement.loop->line);
}

/* A load outside of all loops: its value is the layer's result.  */
static void
find_value (struct plug_emission *e, struct plug_layer *l)
{
  gimple *stmt = l->stmt;
  tree lhs = gimple_get_lhs (stmt);
  add_uses (l, stmt);
  if (!lhs || TREE_CODE (lhs) != SSA_NAME)
    return;
  const struct pram_node *node = l->plan->node;
  if (node->n_accesses != 1 || !is_gimple_assign (stmt))
    {
      plug_refuse (e, node->line, "this scalar is read in a way that can't be "
		   "given to one process");
      return;
    }
  struct plug_result r = { node->value_of ? node->value_of : "",
			   PRAM_OP_VALUE,
			   e->prog->arrays[node->accesses[0].array].type,
			   NULL, lhs, false, false };
  l->results.safe_push (r);
}

/* Find out what LAYER's function needs and yields.  */
void
plug_layer_prepare (struct plug_emission *e, struct plug_layer *l)
{
  const struct pram_node *node = l->plan->node;
  l->loop = plug_node_loop (node);
  l->distributed = (l->plan->placement.coef
		    ? plug_node_loop (l->plan->placement.loop) : NULL);
  if (!l->loop)
    {
      l->stmt = (gimple *) node->cookie;
      find_value (e, l);
    }
  else
    {
      check_distributed (e, l);
      find_results (e, l);
      if (e->failed)
	return;
      find_finals (l);
      if (l->plan->whole)
	{
	  check_private (e, l);
	  give_finals (e, l);
	}
      add_loop_fields (l);
    }
  l->rerun_units = !l->results.is_empty ();
  find_bounds (e, l);
  lay_out_frame (l);
}

/* --- The function ------------------------------------------------------- */

/* What the hooks see.  */
struct layer_code
{
  struct plug_layer *layer;
  tree k_lo, k_hi;		/* iterations of the distributed loop */
  tree origin, part_lo, part_hi;	/* constants or variables */
  bool simd;			/* it has lanes whose values are combined */
};

static tree
int64_cst (int64_t value)
{
  return build_int_cst (long_long_integer_type_node, value);
}

/* The first k with coef * k + origin >= BOUND * granularity (coef > 0), or
   one past the last with … < … (coef < 0).  */
static tree
iteration_bound (struct plug_emission *e, struct layer_code *code, tree bound)
{
  tree type = long_long_integer_type_node;
  const struct pram_placement *p = &code->layer->plan->placement;
  tree at = fold_build2 (MULT_EXPR, type, bound,
			 int64_cst (e->plan->granularity));
  if (p->coef > 0)
    {
      at = fold_build2 (MINUS_EXPR, type, at, code->origin);
      return fold_build2 (CEIL_DIV_EXPR, type, at, int64_cst (p->coef));
    }
  at = fold_build2 (MINUS_EXPR, type, code->origin, at);
  at = fold_build2 (FLOOR_DIV_EXPR, type, at, int64_cst (-p->coef));
  return fold_build2 (PLUS_EXPR, type, at, int64_cst (1));
}

/* Set the bounds of the distributed loop for the units [LO, HI).  */
static void
set_bounds (struct plug_clone *c, struct layer_code *code, tree lo, tree hi)
{
  if (!code->layer->distributed)
    return;
  if (code->layer->plan->placement.coef < 0)
    std::swap (lo, hi);
  tree bound[2] = { iteration_bound (c->e, code, lo),
		    iteration_bound (c->e, code, hi) };
  /* Those of the loop, not of the part.  */
  if (code->part_lo && code->layer->distributed == code->layer->loop)
    for (tree &b : bound)
      b = fold_build2 (PLUS_EXPR, TREE_TYPE (b), b, code->part_lo);
  plug_assign (c, code->k_lo, bound[0]);
  plug_assign (c, code->k_hi, bound[1]);
}

/* True if the exit test of BB's loop, which BB ends with, may be annotated:
   the loop is innermost and its iterations are independent.  (Elsewhere GCC
   would warn that it ignores the annotation.)  */
static bool
ivdep_hook (struct plug_clone *c, basic_block bb)
{
  class loop *loop = bb->loop_father;
  const struct pram_node *node = plug_loop_node (c->e, loop);
  bool bottom;
  return (node && !loop->inner && loop != c->open_exit
	  && !uses_private_p (loop)
	  && plug_countable_p (loop, &bottom)
	  && loop_exits_from_bb_p (loop, bb)
	  && independent_p (c->e, node));
}

static bool
loop_hook (struct plug_clone *c, basic_block bb)
{
  struct layer_code *code = (struct layer_code *) c->data;
  class loop *loop = bb->loop_father;
  struct plug_layer *l = code->layer;
  if (l->plan->whole)
    return false;
  bool distributed = loop == l->distributed;
  bool part = l->part_lo.value && loop == l->loop;
  tree type = long_long_integer_type_node;
  auto_vec<struct plug_result> carried;
  bool combined, all = find_carried (c->e, l, loop, &carried, &combined);
  enum plug_how how = how_to_emit (c->e, l, loop, all && combined);
  if (!distributed && !part && how != PLUG_SIMD)
    return false;
  tree n = plug_count_iterations (c, loop, type);
  if (!n && !distributed && !part)
    return false;
  if (!n)
    {
      plug_refuse (c->e, l->plan->node->line, "the number of iterations of "
		   "this loop can't be computed when it starts");
      return true;
    }
  tree count = plug_new_var (c, type, "n");
  plug_assign (c, count, n);
  tree first = part ? code->part_lo : int64_cst (0);
  tree end = part ? code->part_hi : count;
  tree lo = first, hi = end;
  if (distributed)
    {
      lo = plug_new_var (c, type, "lo");
      hi = plug_new_var (c, type, "hi");
      plug_assign (c, lo, build2 (MAX_EXPR, type, code->k_lo, first));
      plug_assign (c, hi, build2 (MIN_EXPR, type, code->k_hi, end));
    }
  if (how == PLUG_PLAIN && distributed && l->rerun_units
      && c->e->plan->granularity == llabs (l->plan->placement.coef))
    how = PLUG_ONCE;
  code->simd |= how == PLUG_SIMD;
  plug_emit_counted (c, loop, lo, hi, count, how, &carried);
  return true;
}

/* The parameters of a layer's function.  */
static void
add_parameters (tree fn)
{
  static const char *const names[] = { "frame", "unit_lo", "unit_hi",
				       "leaves" };
  tree *chain = &DECL_ARGUMENTS (fn);
  tree types = TYPE_ARG_TYPES (TREE_TYPE (fn));
  for (int i = 0; i < 4; i++, types = TREE_CHAIN (types))
    {
      tree parm = build_decl (DECL_SOURCE_LOCATION (fn), PARM_DECL,
			      get_identifier (names[i]), TREE_VALUE (types));
      DECL_ARG_TYPE (parm) = TREE_VALUE (types);
      DECL_CONTEXT (parm) = fn;
      DECL_ARTIFICIAL (parm) = 1;
      TREE_USED (parm) = 1;
      *chain = parm;
      chain = &DECL_CHAIN (parm);
    }
}

static tree
parameter (tree fn, int k)
{
  tree parm = DECL_ARGUMENTS (fn);
  while (k--)
    parm = DECL_CHAIN (parm);
  return parm;
}

static tree
frame_field (struct plug_clone *c, struct plug_layer *l, tree field)
{
  tree frame = build2 (MEM_REF, l->frame, parameter (c->fn, 0),
		       build_int_cst (build_pointer_type (l->frame), 0));
  return build3 (COMPONENT_REF, TREE_TYPE (field), frame, field, NULL_TREE);
}

static tree
load_bound (struct plug_clone *c, struct plug_layer *l,
	    const struct plug_bound *b, const char *name)
{
  if (!b->decl)
    return int64_cst (b->value->constant);
  tree var = plug_new_var (c, long_long_integer_type_node, name);
  plug_assign (c, var, frame_field (c, l, b->decl));
  return var;
}

static bool
header_name_p (struct plug_layer *l, tree name)
{
  return (l->loop && gimple_code (SSA_NAME_DEF_STMT (name)) == GIMPLE_PHI
	  && gimple_bb (SSA_NAME_DEF_STMT (name)) == l->loop->header);
}

/* Load what never changes during the layer.  */
static void
load_invariants (struct plug_clone *c, struct plug_layer *l)
{
  for (struct plug_field &f : l->fields)
    if (!header_name_p (l, f.name))
      plug_assign (c, plug_clone_name (c, f.name),
		   frame_field (c, l, f.decl));
}

/* Give the header's PHIs their values at the start of a run.  */
static void
start_run (struct plug_clone *c, struct plug_layer *l)
{
  for (struct plug_field &f : l->fields)
    if (header_name_p (l, f.name))
      plug_assign (c, plug_clone_name (c, f.name),
		   frame_field (c, l, f.decl));
  for (struct plug_result &r : l->results)
    if (r.phi)
      plug_assign (c, plug_clone_name (c, gimple_phi_result (r.phi)),
		   plug_identity (r.op,
				  TREE_TYPE (gimple_phi_result (r.phi))));
  for (gphi_iterator i = gsi_start_phis (l->loop->header); !gsi_end_p (i);
       gsi_next (&i))
    {
      tree init = PHI_ARG_DEF_FROM_EDGE (i.phi (),
					 loop_preheader_edge (l->loop));
      bool carried = false;
      for (struct plug_result &r : l->results)
	carried |= r.phi == i.phi ();
      if (!virtual_operand_p (init) && !carried && plug_constant (init))
	plug_assign (c, plug_clone_name (c, gimple_phi_result (i.phi ())),
		     plug_constant (init));
    }
}

/* The leaf of unit UNIT for result K.  */
static tree
leaf (struct plug_clone *c, struct plug_layer *l, int k, tree unit)
{
  tree type = TYPE_MAIN_VARIANT (TREE_TYPE (l->results[k].value));
  tree pointer = build_pointer_type (type);
  tree leaves = parameter (c->fn, 3), unit_lo = parameter (c->fn, 1);
  tree first = build2 (MEM_REF, ptr_type_node, leaves,
		       build_int_cst (TREE_TYPE (leaves),
				      k * (POINTER_SIZE / BITS_PER_UNIT)));
  tree index = fold_build2 (MINUS_EXPR, long_long_integer_type_node, unit,
			    unit_lo);
  index = fold_build2 (MULT_EXPR, sizetype, fold_convert (sizetype, index),
		       TYPE_SIZE_UNIT (type));
  tree at = fold_build_pointer_plus (first, index);
  return build2 (MEM_REF, type, at, build_int_cst (pointer, 0));
}

/* Copy the layer's loop; the values it leaves are in the variables of its
   results.  */
static void
emit_nest (struct plug_clone *c, struct plug_layer *l)
{
  int n;
  basic_block *bbs = plug_loop_blocks (l->loop, &n);
  c->whole = l->loop;
  c->leave_label = plug_new_label (c);
  start_run (c, l);
  plug_goto (c, plug_clone_label (c, l->loop->header));
  plug_clone_blocks (c, bbs, n);
  plug_put_label (c, c->leave_label);
  free (bbs);
}

static tree
condition (tree test, tree yes, tree no)
{
  return build3 (COND_EXPR, void_type_node, test,
		 build1 (GOTO_EXPR, void_type_node, yes),
		 build1 (GOTO_EXPR, void_type_node, no));
}

/* The unit in which all of a layer without a distributed loop lies.  */
static tree
only_unit (struct plug_clone *c, struct layer_code *code)
{
  return fold_build2 (FLOOR_DIV_EXPR, long_long_integer_type_node,
		      code->origin, int64_cst (c->e->plan->granularity));
}

/* Jump to SKIP unless the layer's only unit is one of [LO, HI).  */
static void
unless_here (struct plug_clone *c, struct layer_code *code, tree lo, tree hi,
	     tree skip)
{
  tree unit = only_unit (c, code);
  tree above = plug_new_label (c), here = plug_new_label (c);
  plug_add (c, condition (build2 (LE_EXPR, boolean_type_node, lo, unit),
			  above, skip));
  plug_put_label (c, above);
  plug_add (c, condition (build2 (LT_EXPR, boolean_type_node, unit, hi),
			  here, skip));
  plug_put_label (c, here);
}

/* One unit after the other, with their leaves.  */
static void
emit_units (struct plug_clone *c, struct layer_code *code)
{
  struct plug_layer *l = code->layer;
  tree type = long_long_integer_type_node;
  tree unit = plug_new_var (c, type, "unit"), next = plug_new_var (c, type,
								   "next");
  tree test = plug_new_label (c), body = plug_new_label (c);
  tree store = plug_new_label (c), end = plug_new_label (c);
  plug_assign (c, unit, parameter (c->fn, 1));
  plug_put_label (c, test);
  plug_add (c, condition (build2 (LT_EXPR, boolean_type_node, unit,
				  parameter (c->fn, 2)), body, end));
  plug_put_label (c, body);
  plug_assign (c, next, build2 (PLUS_EXPR, type, unit, int64_cst (1)));
  for (struct plug_result &r : l->results)
    plug_assign (c, plug_clone_name (c, r.value),
		 plug_identity (r.op, TREE_TYPE (r.value)));
  set_bounds (c, code, unit, next);
  if (!l->distributed)
    unless_here (c, code, unit, next, store);
  emit_nest (c, l);
  plug_put_label (c, store);
  for (unsigned k = 0; k < l->results.length (); k++)
    plug_assign (c, leaf (c, l, k, unit),
		 plug_clone_name (c, l->results[k].value));
  plug_assign (c, unit, next);
  plug_goto (c, test);
  plug_put_label (c, end);
}

/* Set the leaves of the units [LO, HI), with the result of a layer that is a
   statement, to bits that are zero.  */
static void
clear_leaves (struct plug_clone *c, struct plug_layer *l, tree lo, tree hi)
{
  tree first = leaf (c, l, 0, lo);
  tree n = fold_build2 (MINUS_EXPR, long_long_integer_type_node, hi, lo);
  n = fold_build2 (MULT_EXPR, sizetype, fold_convert (sizetype, n),
		   TYPE_SIZE_UNIT (TREE_TYPE (first)));
  plug_add (c, build_call_expr (builtin_decl_explicit (BUILT_IN_MEMSET), 3,
				build_fold_addr_expr (first),
				integer_zero_node, n));
}

static void
emit_stmt (struct plug_clone *c, struct layer_code *code)
{
  struct plug_layer *l = code->layer;
  tree end = plug_new_label (c);
  tree lo = parameter (c->fn, 1), hi = parameter (c->fn, 2);
  if (!l->results.is_empty () && l->origin.decl)
    clear_leaves (c, l, lo, hi);
  unless_here (c, code, lo, hi, end);
  plug_clone_stmt (c, l->stmt);
  if (!l->results.is_empty ())
    plug_assign (c, leaf (c, l, 0, only_unit (c, code)),
		 plug_clone_name (c, l->results[0].value));
  plug_put_label (c, end);
}

/* Lanes must be the same on all processes, whatever the addresses are: no
   iterations may be peeled off for alignment.  */
static void
forbid_peeling (struct gcc_options *options)
{
  options->x_param_vect_max_peeling_for_alignment = 0;
}

void
plug_layer_emit (struct plug_emission *e, struct plug_layer *l)
{
  char *symbol = plug_symbol (e, "layer", l->number);
  tree i64 = long_long_integer_type_node;
  tree type = build_function_type_list
    (void_type_node, ptr_type_node, i64, i64,
     build_pointer_type (build_qualified_type (ptr_type_node,
					       TYPE_QUAL_CONST)), NULL_TREE);
  l->fn = plug_new_function (symbol, type, e->region->fndecl);
  free (symbol);
  plug_vector_width_mark (l->fn);
  add_parameters (l->fn);
  struct plug_clone c;
  struct layer_code code = { l, NULL_TREE, NULL_TREE, NULL_TREE, NULL_TREE,
			     NULL_TREE, false };
  plug_clone_start (&c, e, l->fn);
  c.data = &code;
  c.alias_free = true;
  c.loop_hook = loop_hook;
  c.ivdep_hook = ivdep_hook;
  code.k_lo = plug_new_var (&c, i64, "k_lo");
  code.k_hi = plug_new_var (&c, i64, "k_hi");
  code.origin = load_bound (&c, l, &l->origin, "origin");
  if (l->part_lo.value)
    {
      code.part_lo = load_bound (&c, l, &l->part_lo, "part_lo");
      code.part_hi = load_bound (&c, l, &l->part_hi, "part_hi");
    }
  load_invariants (&c, l);
  if (!l->loop)
    emit_stmt (&c, &code);
  else if (l->rerun_units)
    emit_units (&c, &code);
  else
    {
      tree end = plug_new_label (&c);
      set_bounds (&c, &code, parameter (l->fn, 1), parameter (l->fn, 2));
      if (!l->distributed)
	unless_here (&c, &code, parameter (l->fn, 1), parameter (l->fn, 2),
		     end);
      emit_nest (&c, l);
      plug_put_label (&c, end);
    }
  plug_add (&c, build1 (RETURN_EXPR, void_type_node, NULL_TREE));
  if (code.simd || l->rerun_units)
    plug_change_options (l->fn, forbid_peeling);
  plug_clone_finish (&c);
}
