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

   appends it to the log.  Invariant: of what happens to an element the order stays, as
   each array has its turn as a whole, first those of leaders.  */

#include "pram-gcc.h"
#include "emit.h"
#include "emit-deposit.h"
#include "read/extract.h"

/* --- Who leads whom ---------------------------------------------------------- */

/* LEADER's records keep NAME, if that isn't computed later.  */
static void
keep_name (struct plug_site *leader, tree name)
{
  if (SSA_NAME_IS_DEFAULT_DEF (name)
      || !leader->update.later.contains (SSA_NAME_DEF_STMT (name)))
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

/* … and what is computed for these.  */
static void
keep_for_later (struct plug_site *leader)
{
  for (gimple *stmt : leader->update.later)
    {
      ssa_op_iter i;
      tree use;
      FOR_EACH_SSA_TREE_OPERAND (use, stmt, i, SSA_OP_USE)
	keep_name (leader, use);
    }
}

/* Find the sites of E that site number K leads.  False if one isn't there.  */
static bool
find_led (struct plug_emission *e, int k)
{
  for (gimple *stmt : e->sites[k]->update.led)
    {
      unsigned j = 0;
      while (j < e->sites.length () && e->sites[j]->update.store != stmt)
	j++;
      if (j == e->sites.length ())
	return false;
      e->sites[j]->leader = k;
      e->sites[k]->led.safe_push (j);
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
}

/* --- Code -------------------------------------------------------------------- */

static void
add_parameters (tree fn)
{
  static const char *const names[] = { "log", "values" };
  tree *chain = &DECL_ARGUMENTS (fn);
  for (int i = 0; i < 2; i++)
    {
      tree parm = build_decl (DECL_SOURCE_LOCATION (fn), PARM_DECL,
			      get_identifier (names[i]), ptr_type_node);
      DECL_ARG_TYPE (parm) = ptr_type_node;
      DECL_CONTEXT (parm) = fn;
      DECL_ARTIFICIAL (parm) = 1;
      TREE_USED (parm) = 1;
      *chain = parm;
      chain = &DECL_CHAIN (parm);
    }
}

void
plug_lead_emit (struct plug_emission *e, struct plug_site *site, int k)
{
  if (site->led.is_empty ())
    return;
  char *symbol = plug_symbol (e, "lead", k);
  tree type = build_function_type_list (void_type_node, ptr_type_node, ptr_type_node,
					NULL_TREE);
  site->lead = plug_new_function (symbol, type, e->region->fndecl);
  free (symbol);
  add_parameters (site->lead);
  struct plug_clone c;
  plug_clone_start (&c, e, site->lead);
  c.log = DECL_ARGUMENTS (site->lead);
  tree values = DECL_CHAIN (c.log);
  for (const struct plug_argument &a : site->args)
    if (TREE_CODE (a.value) == SSA_NAME)
      plug_assign (&c, plug_clone_name (&c, a.value),
		   plug_value_at (values, a.offset - PLUG_LOG_WORD,
				  TREE_TYPE (a.value), false));
  for (gimple_stmt_iterator i = gsi_start_bb (gimple_bb (site->update.store));
       !gsi_end_p (i); gsi_next (&i))
    if (site->update.later.contains (gsi_stmt (i)))
      plug_clone_stmt (&c, gsi_stmt (i));
  for (int led : site->led)
    plug_append_deposit (&c, e->sites[led], led);
  plug_add (&c, build1 (RETURN_EXPR, void_type_node, NULL_TREE));
  plug_clone_finish (&c);
}

void
plug_lead_name (struct plug_clone *c, const struct plug_site *site, int k)
{
  tree i32 = integer_type_node;
  tree fn = plug_runtime_function ("PRAM_deposit_leads", void_type_node, i32, i32,
				   ptr_type_node, NULL_TREE);
  plug_add (c, build_call_expr (fn, 3, build_int_cst (i32, k),
				build_int_cst (i32, site->n_bytes - site->n_sent),
				fold_convert (ptr_type_node,
					      build_fold_addr_expr (site->lead))));
}
