/* scalar-replacement.cc: accesses to structures by elements of one size.

   SPDX-License-Identifier: GPL-3.0-or-later

   `v[i] = u[i]' of structures accesses elements of another size than
   `v[i].x = 0' does.  Where all members have the same size and fill the
   structure it becomes

     v[i].x = u[i].x; v[i].y = u[i].y; …

   and where one of the two is a variable of the function, whatever the members: what
   lies between them in memory then isn't copied.

   Then GCC's scalar replacement makes registers of the structures that helpers
   and regions use as temporaries.

   An array of pointers is a temporary of that kind, too (pointers.cc).

   Requires: SSA.  Provides: the same.  */

#include "pram-gcc.h"
#include "region.h"
#include "read/extract.h"

/* Structures of more members are left alone.  */
enum { MAX_MEMBERS = 32 };

/* --- Members ------------------------------------------------------------ */

static bool collect_members (tree ref, auto_vec<tree> *members);

static bool
collect_fields (tree ref, auto_vec<tree> *members)
{
  for (tree f = TYPE_FIELDS (TREE_TYPE (ref)); f; f = DECL_CHAIN (f))
    if (TREE_CODE (f) == FIELD_DECL
	&& (DECL_BIT_FIELD (f)
	    || !collect_members (build3 (COMPONENT_REF, TREE_TYPE (f),
					 unshare_expr (ref), f, NULL_TREE),
				 members)))
      return false;
  return true;
}

static bool
collect_elements (tree ref, auto_vec<tree> *members)
{
  tree type = TREE_TYPE (ref), domain = TYPE_DOMAIN (type);
  tree max = domain ? TYPE_MAX_VALUE (domain) : NULL_TREE;
  if (!max || !tree_fits_shwi_p (max)
      || !integer_zerop (TYPE_MIN_VALUE (domain))
      || tree_to_shwi (max) >= MAX_MEMBERS)
    return false;
  for (HOST_WIDE_INT i = 0; i <= tree_to_shwi (max); i++)
    if (!collect_members (build4 (ARRAY_REF, TREE_TYPE (type),
				  unshare_expr (ref),
				  build_int_cst (domain, i), NULL_TREE,
				  NULL_TREE), members))
      return false;
  return true;
}

/* Append REF's scalars to MEMBERS.  False if it has others, or too many.  */
static bool
collect_members (tree ref, auto_vec<tree> *members)
{
  tree type = TREE_TYPE (ref);
  if (TREE_CODE (type) == RECORD_TYPE)
    return collect_fields (ref, members);
  if (TREE_CODE (type) == ARRAY_TYPE)
    return collect_elements (ref, members);
  members->safe_push (ref);
  return (members->length () <= MAX_MEMBERS
	  && (INTEGRAL_TYPE_P (type) || SCALAR_FLOAT_TYPE_P (type)
	      || TREE_CODE (type) == COMPLEX_TYPE));
}

/* The members of REF, if they have the same size and nothing lies between them, or
   ANY may be.  */
static bool
find_members (tree ref, bool any, auto_vec<tree> *members)
{
  if (!collect_members (ref, members) || members->is_empty ())
    return false;
  if (any)
    return true;
  tree size = TYPE_SIZE_UNIT (TREE_TYPE ((*members)[0]));
  for (unsigned i = 0; i < members->length (); i++)
    if (!tree_int_cst_equal (TYPE_SIZE_UNIT (TREE_TYPE ((*members)[i])), size))
      return false;
  return (tree_to_uhwi (TYPE_SIZE_UNIT (TREE_TYPE (ref)))
	  == tree_to_uhwi (size) * members->length ());
}

/* --- Assignments -------------------------------------------------------- */

/* STMT assigns a structure.  */
static bool
record_assignment_p (gimple *stmt)
{
  return (gimple_assign_single_p (stmt) && !gimple_clobber_p (stmt)
	  && TREE_CODE (TREE_TYPE (gimple_assign_lhs (stmt))) == RECORD_TYPE);
}

/* REF is (a part of) a variable of the function.  */
static bool
local_p (tree ref)
{
  tree base = get_base_address (ref);
  return base && VAR_P (base) && auto_var_in_fn_p (base, cfun->decl);
}

/* Put assignments of members in the place of GSI's statement.  False if that
   is not possible.  */
static bool
split (gimple_stmt_iterator *gsi)
{
  gimple *stmt = gsi_stmt (*gsi);
  tree lhs = gimple_assign_lhs (stmt), rhs = gimple_assign_rhs1 (stmt);
  bool clear = TREE_CODE (rhs) == CONSTRUCTOR;
  bool any = local_p (lhs) || (!clear && local_p (rhs));
  auto_vec<tree> to, from;
  gimple_seq seq = NULL;
  if (gimple_has_volatile_ops (stmt) || !find_members (lhs, any, &to)
      || (clear ? CONSTRUCTOR_NELTS (rhs) != 0
	  : !find_members (rhs, any, &from) || from.length () != to.length ()))
    return false;
  for (unsigned i = 0; i < to.length (); i++)
    {
      tree type = TREE_TYPE (to[i]), value = build_zero_cst (type);
      if (!clear)
	{
	  value = make_ssa_name (type);
	  gimple_seq_add_stmt (&seq, gimple_build_assign (value, from[i]));
	}
      gimple_seq_add_stmt (&seq, gimple_build_assign (to[i], value));
    }
  annotate_all_with_location (seq, gimple_location (stmt));
  gsi_insert_seq_before (gsi, seq, GSI_SAME_STMT);
  unlink_stmt_vdef (stmt);
  gsi_remove (gsi, true);
  return true;
}

/* Make registers of structures, as GCC itself would later.  */
static void
replace_by_scalars (void)
{
  opt_pass *sra = make_pass_sra_early (g);
  unsigned todo = sra->execute (cfun);
  delete sra;
  if (todo & TODO_update_ssa_any)
    update_ssa (todo & TODO_update_ssa_any);
}

/* --- All ---------------------------------------------------------------- */

/* Assign structures member by member.  True if there were some; ALL: that could
   be done with all of them.  */
static bool
split_records (bool *all)
{
  basic_block bb;
  bool found = false;
  *all = true;
  FOR_EACH_BB_FN (bb, cfun)
    for (gimple_stmt_iterator gsi = gsi_start_bb (bb); !gsi_end_p (gsi);)
      {
	bool record = record_assignment_p (gsi_stmt (gsi));
	bool gone = record && split (&gsi);
	found |= record;
	*all &= !record || gone;
	if (!gone)
	  gsi_next (&gsi);
      }
  return found;
}

/* Note in DATA, a set, that the variable of which OP is a part is used.  */
static bool
note_used (gimple *, tree base, tree, void *data)
{
  ((hash_set<tree> *) data)->add (get_base_address (base));
  return false;
}

/* Drop what is written to structures of the function that nobody reads: of members
   that aren't wanted scalar replacement makes no registers.  */
static void
drop_unread (void)
{
  hash_set<tree> read;
  basic_block bb;
  FOR_EACH_BB_FN (bb, cfun)
    for (gimple_stmt_iterator gsi = gsi_start_bb (bb); !gsi_end_p (gsi);
	 gsi_next (&gsi))
      if (!gimple_clobber_p (gsi_stmt (gsi)))
	walk_stmt_load_store_addr_ops (gsi_stmt (gsi), &read, note_used,
				       is_gimple_call (gsi_stmt (gsi))
				       ? note_used : NULL, note_used);
  FOR_EACH_BB_FN (bb, cfun)
    for (gimple_stmt_iterator gsi = gsi_start_bb (bb); !gsi_end_p (gsi);)
      {
	gimple *stmt = gsi_stmt (gsi);
	tree to = (gimple_assign_single_p (stmt) && gimple_store_p (stmt)
		   ? get_base_address (gimple_assign_lhs (stmt)) : NULL_TREE);
	if (!to || !local_p (to) || TREE_CODE (TREE_TYPE (to)) != RECORD_TYPE
	    || gimple_has_volatile_ops (stmt) || read.contains (to))
	  {
	    gsi_next (&gsi);
	    continue;
	  }
	unlink_stmt_vdef (stmt);
	gsi_remove (&gsi, true);
	release_defs (stmt);
      }
}

/* The function has structures of its own.  */
static bool
temporaries_p (void)
{
  unsigned i;
  tree var;
  FOR_EACH_LOCAL_DECL (cfun, i, var)
    if (auto_var_in_fn_p (var, cfun->decl)
	&& TREE_CODE (TREE_TYPE (var)) == RECORD_TYPE)
      return true;
  return false;
}

void
plug_replace_structures (void)
{
  bool all, records = split_records (&all), parts = plug_join_complex_parts ();
  bool pointers = plug_choose_pointers ();
  if (records || parts || pointers)
    {
      mark_virtual_operands_for_renaming (cfun);
      update_ssa (TODO_update_ssa_only_virtuals);
    }
  /* It would take structures apart that have to be copied as a whole.  */
  if ((records || pointers || temporaries_p ()) && all)
    {
      replace_by_scalars ();
      drop_unread ();
    }
}
