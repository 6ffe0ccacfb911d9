/* emit-lead.cc: writes of which data choose the element, and that wait for others.

   SPDX-License-Identifier: GPL-3.0-or-later

     if (level[w] < 0) { level[w] = e; parent[w] = v; }

   The store to PARENT is *led* by the update of LEVEL (read/deposit.h).  The record of
   that keeps behind what is sent what the other one's has, and when it is known that
   level[w] has been stored

     static void
     F.lead.K (struct pram_log *log, const void *values)
     {
       next = log->next; …; next->where = &values->parent[values->w]; next->v = values->v;
     }

   appends it to the log.  In at = next[k]++; sorted[at] = i; it is told next[k] as that
   was, in a third parameter, and in if (level[w] < 0) { level[w] = e; next[n++] = w; } how
   often level[w] has been stored in the loop before, in a fourth one.  Invariant: of what
   happens to an element the order stays, as each array has its turn as a whole, first
   those of leaders.  */

#include "pram-gcc.h"
#include "emit.h"
#include "emit-deposit.h"
#include "read/extract.h"
#include "read/found.h"
#include "read/places.h"

/* --- Who leads whom ---------------------------------------------------------- */

/* NAME is what SITE's update counts.  */
static bool
count_p (const struct plug_site *site, tree name)
{
  for (int k : site->update.counted)
    if (name == site->update.found[k].before || name == site->update.found[k].after)
      return true;
  return false;
}

/* LEADER's records keep NAME, if that isn't told or computed later.  */
static void
keep_name (struct plug_site *leader, tree name)
{
  if (!count_p (leader, name) && !plug_update_computes_p (&leader->update, name)
      && (TREE_CODE (name) != SSA_NAME || SSA_NAME_IS_DEFAULT_DEF (name)
	  || !leader->update.later.contains (SSA_NAME_DEF_STMT (name))))
    plug_add_argument (leader, name);
}

static tree
keep_name_in (tree *tp, int *, void *data)
{
  if (TREE_CODE (*tp) == SSA_NAME)
    keep_name ((struct plug_site *) data, *tp);
  return NULL_TREE;
}

/* LEADER's records keep all that those of LED need.  */
static void
keep (struct plug_site *leader, struct plug_site *led)
{
  for (const struct plug_argument &a : led->args)
    keep_name (leader, a.value);
  tree ref = led->access->ref, base = led->access->base;
  walk_tree (&ref, keep_name_in, leader, NULL);
  walk_tree (&base, keep_name_in, leader, NULL);
}

/* … and what is computed for these, or decides about them.  */
static void
keep_for_later (struct plug_site *leader)
{
  for (unsigned i = 0; leader->update.filter && i < 2; i++)
    if (TREE_CODE (gimple_op (leader->update.filter, i)) == SSA_NAME)
      keep_name (leader, gimple_op (leader->update.filter, i));
  for (gimple *stmt : leader->update.later)
    {
      ssa_op_iter i;
      tree use;
      FOR_EACH_SSA_TREE_OPERAND (use, stmt, i, SSA_OP_USE)
	keep_name (leader, use);
    }
}

/* In LOOP nothing but STMT, a store, accesses the place of that.  */
static bool
only_access_p (class loop *loop, gimple *stmt)
{
  bool found = false;
  basic_block *body = get_loop_body (loop);
  for (unsigned b = 0; b < loop->num_nodes; b++)
    for (gimple_stmt_iterator i = gsi_start_bb (body[b]); !gsi_end_p (i);
	 gsi_next (&i))
      {
	tree load, store;
	plug_references (gsi_stmt (i), &load, &store);
	for (tree ref : { load, store })
	  found |= (ref && gsi_stmt (i) != stmt
		    && !plug_different_places_p (ref, gimple_assign_lhs (stmt)));
      }
  free (body);
  return !found;
}

/* STMT, which SITE leads, is no deposit: the process that notes SITE's does it in its
   layer, or ends there, when all else in that has been done.  False if that matters.  */
static bool
keep_named (struct plug_emission *e, struct plug_site *site, gimple *stmt)
{
  class loop *loop = NULL;
  for (int i = 0; i < e->n_layers; i++)
    if (e->layers[i].loop
	&& flow_bb_inside_loop_p (e->layers[i].loop, gimple_bb (stmt)))
      loop = e->layers[i].loop;
  ssa_op_iter i;
  tree use;
  FOR_EACH_SSA_TREE_OPERAND (use, stmt, i, SSA_OP_USE)
    keep_name (site, use);
  return plug_ending (stmt) || (loop && only_access_p (loop, stmt));
}

/* STMT, which site number K of E leads, is led by no other one, and is no update.  */
static bool
led_once_p (struct plug_emission *e, int k, gimple *stmt)
{
  for (int j = 0; j < (int) e->sites.length (); j++)
    if ((j != k && e->sites[j]->update.led.contains (stmt))
	|| (e->sites[j]->update.store == stmt && e->sites[j]->update.load))
      return false;
  return true;
}

/* Find the sites of E that site number K leads.  False if a store that it leads can't
   be so.  */
static bool
find_led (struct plug_emission *e, int k)
{
  for (gimple *stmt : e->sites[k]->update.led)
    {
      int j = e->sites.length () - 1;
      while (j >= 0 && e->sites[j]->update.store != stmt)
	j--;
      e->sites[k]->led.safe_push (j);
      if (!led_once_p (e, k, stmt))
	return false;
      if (j < 0 && !keep_named (e, e->sites[k], stmt))
	return false;
      if (j < 0)
	continue;
      e->sites[j]->leader = k;
      keep (e->sites[k], e->sites[j]);
    }
  keep_for_later (e->sites[k]);
  return true;
}

static bool
same_array_p (struct plug_emission *e, const struct plug_site *a,
	      const struct plug_site *b)
{
  return pram_prog_same_class_p (e->prog, a->deposit->array, b->deposit->array);
}

/* The array of SITE is that of a leader, or, if not LEADS, of what is led.  */
static bool
turn_p (struct plug_emission *e, const struct plug_site *site, bool leads)
{
  for (struct plug_site *other : e->sites)
    if ((leads ? !other->led.is_empty () : other->leader >= 0)
	&& same_array_p (e, other, site))
      return true;
  return false;
}

/* What is led has its turn after SITE and all else that happens to the array, and that
   doesn't matter.  */
static bool
order_kept_p (struct plug_emission *e, const struct plug_site *site)
{
  if (site->led.is_empty ())
    return !turn_p (e, site, false);
  for (struct plug_site *other : e->sites)
    if (other->leader >= 0 && same_array_p (e, other, site)
	&& !plug_different_members_p (other->access->ref, site->access->ref))
      return false;
  return true;
}

/* What FOUND, which SITE's update counts, is at first, before the layer, or null.  */
static tree
first_count (struct plug_emission *e, const struct plug_site *site,
	     const struct plug_found *found)
{
  basic_block bb = gimple_bb (site->update.store);
  for (int i = 0; i < e->n_layers; i++)
    if (e->layers[i].loop && flow_bb_inside_loop_p (e->layers[i].loop, bb))
      for (gphi_iterator p = gsi_start_phis (e->layers[i].loop->header); !gsi_end_p (p);
	   gsi_next (&p))
	if (plug_found_in_p (found, p.phi ()))
	  return PHI_ARG_DEF_FROM_EDGE (p.phi (), loop_preheader_edge (e->layers[i].loop));
  return NULL_TREE;
}

/* It is known what all that SITE's update counts is at first.  */
static bool
first_counts_p (struct plug_emission *e, const struct plug_site *site)
{
  for (int k : site->update.counted)
    if (!first_count (e, site, &site->update.found[k]))
      return false;
  return !site->update.counted.is_empty ();
}

/* STMT stores where a count says, or that count, and it is led by what is counted.  */
static bool
counted_rightly_p (struct plug_emission *e, gimple *stmt)
{
  for (struct plug_site *site : e->sites)
    if (site->update.store == stmt && site->leader >= 0)
      {
	struct plug_site *leader = e->sites[site->leader];
	return (first_counts_p (e, leader)
		&& !pram_deposit_late_p (e->prog, leader->deposit));
      }
  return false;
}

/* All such stores of E are.  */
static void
check_counted (struct plug_emission *e)
{
  basic_block bb;
  FOR_EACH_BB_FN (bb, cfun)
    for (gimple_stmt_iterator i = gsi_start_bb (bb); !gsi_end_p (i); gsi_next (&i))
      if (gimple_store_p (gsi_stmt (i)) && plug_waits_for_count_p (gsi_stmt (i))
	  && !counted_rightly_p (e, gsi_stmt (i)))
	plug_refuse (e, plug_stmt_line (e, gsi_stmt (i)), "how often data decide that "
		     "something is written says where this is written");
}

/* Records of SITE keep what that which it counts is at first.  */
static void
keep_first_counts (struct plug_emission *e, struct plug_site *site)
{
  for (int k : site->update.counted)
    {
      tree first = first_count (e, site, &site->update.found[k]);
      if (first && !plug_constant (first))
	plug_add_argument (site, first);
    }
}

void
plug_leads_prepare (struct plug_emission *e)
{
  bool any = false;
  for (unsigned k = 0; k < e->sites.length () && !e->failed; k++)
    {
      if (!find_led (e, k))
	plug_refuse (e, e->sites[k]->deposit->line, "data choose which element of "
		     "'%s' is written, and whether others are depends on that",
		     e->prog->arrays[e->sites[k]->deposit->array].name);
      any |= !e->sites[k]->led.is_empty ();
    }
  for (struct plug_site *site : e->sites)
    {
      site->first = any && site->leader < 0 && turn_p (e, site, true);
      if (!e->failed && site->first && !order_kept_p (e, site))
	plug_refuse (e, site->deposit->line, "data choose which structure of '%s' is "
		     "written, and whether others are depends on that",
		     e->prog->arrays[site->deposit->array].name);
    }
  if (!e->failed)
    check_counted (e);
  for (struct plug_site *site : e->sites)
    keep_first_counts (e, site);
}

/* --- Code -------------------------------------------------------------------- */

/* What SITE's update computes, which has loaded OLD.  */
static void
compute_told (struct plug_clone *c, struct plug_site *site, tree old)
{
  tree loaded = gimple_get_lhs (site->update.load);
  plug_assign (c, plug_clone_name (c, loaded),
	       plug_value_at (old, 0, TREE_TYPE (loaded), true));
  for (gimple *stmt : site->stmts)
    if (stmt != site->update.load)
      plug_clone_stmt (c, stmt);
}

/* FOUND, which SITE's update counts, and has N times.  */
static void
compute_count (struct plug_clone *c, struct plug_site *site, const struct plug_found *found,
	       tree n)
{
  tree type = TREE_TYPE (found->before), utype = unsigned_type_for (type);
  tree step = gimple_assign_rhs2 (SSA_NAME_DEF_STMT (found->after));
  tree count = fold_build2 (MULT_EXPR, utype, fold_convert (utype, n),
			    fold_convert (utype, step));
  tree first = plug_clone_expr (c, first_count (c->e, site, found));
  count = fold_build2 (PLUS_EXPR, utype, count, fold_convert (utype, first));
  plug_assign (c, plug_clone_name (c, found->before), fold_convert (type, count));
  count = fold_build2 (PLUS_EXPR, utype, unshare_expr (count), fold_convert (utype, step));
  plug_assign (c, plug_clone_name (c, found->after), fold_convert (type, count));
}

/* What is computed in BB for what SITE leads.  */
static void
compute_later (struct plug_clone *c, struct plug_site *site, basic_block bb)
{
  for (gimple_stmt_iterator i = gsi_start_bb (bb); !gsi_end_p (i); gsi_next (&i))
    if (site->update.later.contains (gsi_stmt (i)))
      plug_clone_stmt (c, gsi_stmt (i));
}

/* Do STMT, which is led, and no deposit.  */
static void
do_led (struct plug_clone *c, gimple *stmt)
{
  gcall *ending = plug_ending (stmt);
  if (!ending)
    {
      plug_clone_stmt (c, stmt);
      return;
    }
  tree over = plug_unless_ending (c, ending, "PRAM_end_in");
  plug_add (c, build1 (RETURN_EXPR, void_type_node, NULL_TREE));
  plug_put_label (c, over);
}

void
plug_lead_emit (struct plug_emission *e, struct plug_site *site, int k)
{
  if (site->led.is_empty ())
    return;
  char *symbol = plug_symbol (e, "lead", k);
  tree type = build_function_type_list (void_type_node, ptr_type_node, ptr_type_node,
					ptr_type_node, long_long_integer_type_node,
					NULL_TREE);
  site->lead = plug_new_function (symbol, type, e->region->fndecl);
  free (symbol);
  static const char *const names[] = { "log", "values", "old", "count" };
  plug_name_parameters (site->lead, names);
  struct plug_clone c;
  plug_clone_start (&c, e, site->lead);
  c.log = DECL_ARGUMENTS (site->lead);
  tree values = DECL_CHAIN (c.log);
  for (const struct plug_argument &a : site->args)
    if (TREE_CODE (a.value) == SSA_NAME)
      plug_assign (&c, plug_clone_name (&c, a.value),
		   plug_value_at (values, a.offset - PLUG_LOG_WORD,
				  TREE_TYPE (a.value), false));
  if (site->update.told)
    compute_told (&c, site, DECL_CHAIN (values));
  for (int k : site->update.counted)
    compute_count (&c, site, &site->update.found[k], DECL_CHAIN (DECL_CHAIN (values)));
  basic_block bb = site->update.block;
  if (gimple_bb (site->update.load) != bb)
    compute_later (&c, site, gimple_bb (site->update.load));
  tree over = plug_jump_unless (&c, site->update.filter, site->update.when);
  compute_later (&c, site, bb);
  for (unsigned i = 0; i < site->led.length (); i++)
    if (site->led[i] < 0)
      do_led (&c, site->update.led[i]);
    else
      plug_append_deposit (&c, e->sites[site->led[i]], site->led[i]);
  if (over)
    plug_put_label (&c, over);
  plug_add (&c, build1 (RETURN_EXPR, void_type_node, NULL_TREE));
  plug_clone_finish (&c);
}

void
plug_lead_name (struct plug_clone *c, const struct plug_site *site, int k)
{
  tree i32 = integer_type_node;
  tree fn = plug_runtime_function ("PRAM_deposit_leads", void_type_node, i32, i32, i32,
				   i32, ptr_type_node, NULL_TREE);
  plug_add (c, build_call_expr (fn, 5, build_int_cst (i32, k),
				build_int_cst (i32, site->n_bytes - site->n_sent),
				build_int_cst (i32, site->update.told),
				build_int_cst (i32, !site->update.counted.is_empty ()),
				fold_convert (ptr_type_node,
					      build_fold_addr_expr (site->lead))));
}
