/* emit-frame.cc: what a layer's function needs and yields.

   SPDX-License-Identifier: GPL-3.0-or-later

   Values that are computed before the layer, or by the loops around it, reach
   its function in a frame; it yields results, and values that are needed
   afterwards.  */

#include "pram-gcc.h"
#include "emit.h"
#include "read/deposit.h"
#include "read/extract.h"

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

bool
plug_result_phi_p (const struct plug_result *r, const gphi *phi)
{
  bool found = r->phi == phi;
  for (int k = 0; k < plug_n_followers (r); k++)
    found |= plug_follower_phi (r, k) == phi;
  return found;
}

tree
plug_follower_value (const struct plug_result *r, int k)
{
  gphi *phi = plug_follower_phi (r, k);
  class loop *loop = gimple_bb (phi)->loop_father;
  return r->bottom ? PHI_ARG_DEF_FROM_EDGE (phi, loop_latch_edge (loop))
		   : gimple_phi_result (phi);
}

bool
plug_result_value_p (const struct plug_result *r, tree name)
{
  bool found = r->value == name;
  for (int k = 0; k < plug_n_followers (r); k++)
    found |= plug_follower_value (r, k) == name;
  return found;
}

/* The initial value of a header PHI of the layer's loop is passed under the
   PHI's own name: that is the variable in which the driver has it.  */
static bool
starts_from_frame_p (struct plug_layer *l, gphi *phi)
{
  if (virtual_operand_p (gimple_phi_result (phi)))
    return false;
  for (struct plug_result &r : l->results)
    if (plug_result_phi_p (&r, phi) && !plug_last_p (&r))
      return false;
  tree init = PHI_ARG_DEF_FROM_EDGE (phi, loop_preheader_edge (l->loop));
  return !plug_constant (init) && !(TREE_CODE (init) == SSA_NAME
				    && ssa_undefined_value_p (init, false));
}

/* L is relayed: the scalars of its header come first in the frame.  */
static void
find_relayed (struct plug_layer *l)
{
  for (gphi_iterator i = gsi_start_phis (l->loop->header); !gsi_end_p (i);
       gsi_next (&i))
    {
      tree name = gimple_phi_result (i.phi ()), step;
      bool other = virtual_operand_p (name) || plug_iv_p (l->loop, i.phi (),
							  &step);
      for (struct plug_result &r : l->results)
	other |= plug_result_phi_p (&r, i.phi ());
      if (!other)
	add_field (l, name);
    }
  l->n_relayed = l->fields.length ();
}

bool
plug_relayed_p (const struct plug_layer *l, tree name)
{
  for (unsigned k = 0; k < l->n_relayed; k++)
    if (l->fields[k].name == name)
      return true;
  return false;
}

/* NAME is computed by L's function, or by the part of it that is SLICE.  */
static bool
wanted_p (struct plug_slice *slice, tree name)
{
  return !slice || slice->names.contains (name);
}

/* What STMT defines is wanted, or STMT is.  */
static bool
stmt_wanted_p (struct plug_slice *slice, gimple *stmt)
{
  tree lhs = gimple_get_lhs (stmt);
  if (!slice || slice->reads.contains (stmt) || slice->stores.contains (stmt))
    return true;
  if (gimple_code (stmt) == GIMPLE_COND || gimple_code (stmt) == GIMPLE_SWITCH)
    return !slice->unknown.contains (stmt);
  return lhs && TREE_CODE (lhs) == SSA_NAME && slice->names.contains (lhs);
}

/* What the variables that count BB's loop, if BB heads it, step by.  */
static void
add_steps (struct plug_layer *l, basic_block bb, struct plug_slice *slice)
{
  class loop *loop = bb->loop_father;
  tree step;
  for (gphi_iterator i = gsi_start_phis (bb);
       loop->header == bb && !gsi_end_p (i); gsi_next (&i))
    if (wanted_p (slice, gimple_phi_result (i.phi ()))
	&& plug_iv_p (loop, i.phi (), &step))
      walk_tree (&step, add_names_in, l, NULL);
}

/* What PHI gets from outside of L.  */
static void
add_arguments (struct plug_layer *l, gphi *phi)
{
  for (unsigned k = 0; k < gimple_phi_num_args (phi); k++)
    {
      tree arg = gimple_phi_arg_def (phi, k);
      edge e = gimple_phi_arg_edge (phi, k);
      if (!flow_bb_inside_loop_p (l->loop, e->src))
	{
	  if (starts_from_frame_p (l, phi))
	    add_field (l, gimple_phi_result (phi));
	  else if (plug_counts_for_led_p (phi) && !plug_constant (arg))
	    add_field (l, arg);
	}
      else if (TREE_CODE (arg) == SSA_NAME && !defined_in_p (l, arg))
	add_field (l, arg);
    }
}

/* SLICE is null or the part of L's loop that is wanted.  */
static void
add_loop_fields (struct plug_layer *l, struct plug_slice *slice)
{
  int n;
  basic_block *bbs = plug_loop_blocks (l->loop, &n);
  for (int b = 0; b < n; b++)
    {
      class loop *loop = bbs[b]->loop_father;
      add_steps (l, bbs[b], slice);
      for (gphi_iterator i = gsi_start_phis (bbs[b]); !gsi_end_p (i);
	   gsi_next (&i))
	if (wanted_p (slice, gimple_phi_result (i.phi ())))
	  add_arguments (l, i.phi ());
      for (gimple_stmt_iterator i = gsi_start_bb (bbs[b]); !gsi_end_p (i);
	   gsi_next (&i))
	if (stmt_wanted_p (slice, gsi_stmt (i)))
	  add_uses (l, gsi_stmt (i));
      if (loop->header == bbs[b]
	  && (!slice || loop == l->distributed || loop == l->loop))
	plug_walk_count (loop, add_names_in, l);
    }
  free (bbs);
}

/* Where the array begins that COOKIE's access is to, if that is in L: what data
   choose is told by how far it is from there.  The base may go by another name
   than the address is made of.  */
static void
add_base (struct plug_layer *l, const void *cookie)
{
  const struct plug_access *access = (const struct plug_access *) cookie;
  if (flow_bb_inside_loop_p (l->loop, gimple_bb (access->stmt))
      && TREE_CODE (access->base) == SSA_NAME && !defined_in_p (l, access->base))
    add_field (l, access->base);
}

/* Those of what L deposits, and of what it writes as process 0 only.  */
static void
add_bases (struct plug_emission *e, struct plug_layer *l)
{
  for (int i = 0; i < e->prog->n_deposits; i++)
    add_base (l, e->prog->deposits[i].cookie);
  for (int i = 0; i < e->prog->n_pinned; i++)
    if (e->prog->pinned[i].write)
      add_base (l, e->prog->pinned[i].cookie);
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

/* L's function reads the number AT of its record, or the affine function of N
   numbers from there on, which comes at FIRST in the record.  */
static void
want_number (struct plug_emission *e, struct plug_layer *l,
	     struct plug_number *number, const char *name, int first, int at,
	     int n)
{
  int64_t value;
  number->name = name;
  number->at = first + at;
  number->n = n;
  if (plug_number_constant (e, l, at, n, &value))
    number->constant = build_int_cst (long_long_integer_type_node, value);
  else
    number->decl = build_decl (UNKNOWN_LOCATION, FIELD_DECL, NULL_TREE,
			       long_long_integer_type_node);
}

/* Find out which of its numbers L's function reads.  */
static void
find_numbers (struct plug_emission *e, struct plug_layer *l)
{
  int first = plug_numbers_at (e, l), n = pram_layer_affine_numbers (l->plan);
  auto want = [=] (struct plug_number *number, const char *name, int at,
		   int n_numbers)
    {
      want_number (e, l, number, name, first, at, n_numbers);
    };
  int origin = PRAM_NUMBER_ORIGIN;
  want (&l->granularity, "granularity", PRAM_NUMBER_GRANULARITY, 1);
  want (&l->origin, "origin", origin, n);
  if (l->distributed)
    {
      want (&l->coef, "coef", PRAM_NUMBER_COEF, 1);
      want (&l->per_unit, "per_unit", PRAM_NUMBER_PER_UNIT, 1);
    }
  if (l->plan->node->first)
    {
      want (&l->part_lo, "part_lo", origin + n, n);
      want (&l->part_hi, "part_hi", origin + 2 * n, n);
    }
}

static void
lay_out_frame (struct plug_layer *l)
{
  struct plug_number *numbers[] = { &l->granularity, &l->coef, &l->per_unit,
				    &l->origin, &l->part_lo, &l->part_hi };
  tree frame = make_node (RECORD_TYPE);
  tree *chain = &TYPE_FIELDS (frame);
  for (struct plug_field &f : l->fields)
    chain = chain_field (frame, chain, f.decl);
  for (struct plug_number *number : numbers)
    if (number->decl)
      chain = chain_field (frame, chain, number->decl);
  if (!TYPE_FIELDS (frame))
    return;
  layout_type (frame);
  l->frame = frame;
}

/* --- Results ------------------------------------------------------------ */

/* What the last iteration of LOOP starts with of CARRIED is used afterwards.  */
static bool
starts_needed_p (class loop *loop, const struct pram_carried *carried)
{
  gphi *phi = (gphi *) carried->cookie;
  bool found = plug_used_after_p (loop, gimple_phi_result (phi));
  for (int k = 0; k < carried->n_followers; k++)
    {
      phi = (gphi *) carried->followers[k].cookie;
      found |= plug_used_after_p (loop, gimple_phi_result (phi));
    }
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
      if (!countable
	  || (bottom && starts_needed_p (l->loop, &node->carried[i])))
	{
	  plug_refuse (e, node->carried[i].line ? node->carried[i].line
						: node->line,
		       "the reduction of '%s' is in a loop whose end can't be "
		       "counted; write it as a for loop with one exit",
		       node->carried[i].name);
	  return;
	}
      enum pram_op op = node->carried[i].op;
      struct plug_result r = { node->carried[i].name, op,
			       node->carried[i].type, phi,
			       bottom ? last : value, node->carried[i].how,
			       &node->carried[i], bottom };
      l->results.safe_push (r);
    }
}

static bool
result_p (struct plug_layer *l, tree name)
{
  for (struct plug_result &r : l->results)
    if (plug_result_value_p (&r, name))
      return true;
  return false;
}

static void
find_final (struct plug_layer *l, tree name)
{
  if (!virtual_operand_p (name) && !result_p (l, name)
      && !plug_relayed_p (l, name) && plug_used_after_p (l->loop, name))
    l->finals.safe_push (name);
}

/* The head of L's loop is run again behind it: what it starts from.  */
static void
find_head_starts (struct plug_layer *l)
{
  for (gphi_iterator i = gsi_start_phis (l->loop->header); !gsi_end_p (i);
       gsi_next (&i))
    {
      tree name = gimple_phi_result (i.phi ());
      if (!virtual_operand_p (name) && !result_p (l, name)
	  && !plug_relayed_p (l, name)
	  && (plug_head_uses_p (l->loop, name)
	      || plug_used_after_p (l->loop, name)))
	l->finals.safe_push (name);
    }
}

static void
find_finals (struct plug_layer *l)
{
  if (!l->plan->whole && plug_head_needed_p (l->loop))
    {
      find_head_starts (l);
      return;
    }
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

/* The runtime's type with as many bytes as TYPE: what one process alone has
   goes to the others as bits.  -1 if there is none.  */
static int
type_of_bits (tree type)
{
  if (POINTER_TYPE_P (type))
    return -1;
  switch (tree_to_shwi (TYPE_SIZE_UNIT (type)))
    {
    case 1: return PRAM_TYPE_U8;
    case 2: return PRAM_TYPE_U16;
    case 4: return PRAM_TYPE_U32;
    case 8: return PRAM_TYPE_U64;
    case 16: return PRAM_TYPE_F80;
    default: return -1;
    }
}

/* One process has the value of NAME, called TEXT, after layer L.  */
static void
give_value (struct plug_emission *e, struct plug_layer *l, tree name,
	    const char *text)
{
  int type = type_of_bits (TREE_TYPE (name));
  if (type < 0)
    {
      plug_refuse (e, l->plan->node->line, "the value of '%s' after this line "
		   "is needed, and has a type that cannot be passed to other "
		   "processes", text);
      return;
    }
  struct plug_result r = { text, PRAM_OP_VALUE, (enum pram_type) type, NULL,
			   name, 0, NULL, false };
  l->results.safe_push (r);
}

/* L runs whole: the process that runs it knows what is needed afterwards.  */
static void
give_finals (struct plug_emission *e, struct plug_layer *l)
{
  for (tree name : l->finals)
    {
      if (plug_constant (name))
	continue;
      tree symbol = SSA_NAME_IDENTIFIER (name);
      give_value (e, l, name,
		  symbol ? IDENTIFIER_POINTER (symbol) : "(temporary)");
    }
  l->finals.truncate (0);
}

/* L runs whole, and it matters by which exit: that process knows.  */
static void
give_exit (struct plug_emission *e, struct plug_layer *l)
{
  if (!plug_exits_differ_p (l->loop))
    return;
  l->left_by = make_ssa_name (unsigned_char_type_node, gimple_build_nop ());
  give_value (e, l, l->left_by, "(exit)");
}

/* L runs whole: a variable in memory that outlives a run would be another one
   in the next.  */
static void
check_private (struct plug_emission *e, struct plug_layer *l)
{
  gimple *where;
  tree var = plug_private_variable (l->loop, true, &where);
  if (var)
    plug_refuse (e, plug_stmt_line (e, where),
		 "'%s' is declared outside of the loop at line %d, but inside "
		 "the region: declare it before",
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

/* All that NODE accesses is read by one load.  */
static bool
one_load_p (const struct pram_node *node)
{
  for (int a = 1; a < node->n_accesses; a++)
    if (node->accesses[a].cookie != node->accesses[0].cookie)
      return false;
  return node->n_accesses > 0;
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
  if (!one_load_p (node) || !is_gimple_assign (stmt))
    {
      plug_refuse (e, node->line, "this scalar is read in a way that can't be "
		   "given to one process");
      return;
    }
  give_value (e, l, lhs, node->value_of ? node->value_of : "(temporary)");
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
      if (l->plan->relayed)
	find_relayed (l);
      find_finals (l);
      if (l->plan->whole)
	{
	  check_private (e, l);
	  give_finals (e, l);
	  give_exit (e, l);
	}
      add_loop_fields (l, NULL);
      add_bases (e, l);
    }
  l->rerun_units = !l->results.is_empty ();
  find_numbers (e, l);
  lay_out_frame (l);
}

void
plug_slice_prepare (struct plug_emission *e, struct plug_layer *l,
		    struct plug_slice *slice)
{
  add_loop_fields (l, slice);
  for (int i = 0; i < e->prog->n_inspected; i++)
    {
      const struct plug_access *access
	= (const struct plug_access *) e->prog->inspected[i].cookie;
      if (stmt_wanted_p (slice, access->stmt))
	add_field (l, access->base);
    }
  find_numbers (e, l);
  lay_out_frame (l);
}
