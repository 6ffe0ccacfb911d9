/* extract-access.cc: memory references as base pointers plus byte offsets.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "pram-gcc.h"
#include "region.h"
#include "deposit.h"
#include "choosing.h"
#include "extract.h"
#include "front/pardo.h"

static bool pointer (struct plug_extract *, tree, struct plug_pointer *);

/* --- Names -------------------------------------------------------------- */

/* The parameter that DECL is or whose value the local DECL holds.  */
static const char *
name_of_decl (struct plug_extract *x, tree decl)
{
  for (int p = 0; p < x->region->n_params; p++)
    if (x->region->params[p].parm == decl
	|| x->region->params[p].local == decl)
      return x->region->params[p].name;
  return DECL_NAME (decl) ? IDENTIFIER_POINTER (DECL_NAME (decl)) : NULL;
}

/* The parameter whose default definition NAME is, or null.  */
static struct plug_param *
param_of (struct plug_extract *x, tree name)
{
  if (TREE_CODE (name) != SSA_NAME || !SSA_NAME_IS_DEFAULT_DEF (name))
    return NULL;
  for (int p = 0; p < x->region->n_params; p++)
    if (x->region->params[p].parm == SSA_NAME_VAR (name))
      return &x->region->params[p];
  return NULL;
}

/* The array, variable or function that a user would say VALUE comes from.  */
const char *
plug_name_of (struct plug_extract *x, tree value)
{
  for (int depth = 0; value && depth < 40; depth++)
    {
      if (DECL_P (value))
	return name_of_decl (x, value);
      if (TREE_CODE (value) != SSA_NAME)
	{
	  if (!handled_component_p (value) && TREE_CODE (value) != MEM_REF
	      && !CONVERT_EXPR_P (value))
	    return NULL;
	  value = TREE_OPERAND (value, 0);
	  continue;
	}
      tree var = SSA_NAME_VAR (value);
      if (var && name_of_decl (x, var))
	return name_of_decl (x, var);
      gimple *def = SSA_NAME_DEF_STMT (value);
      if (is_gimple_call (def) && gimple_call_fndecl (def))
	return name_of_decl (x, gimple_call_fndecl (def));
      if (!is_gimple_assign (def))
	return NULL;
      value = gimple_assign_rhs1 (def);
    }
  return NULL;
}

/* --- Pointers ----------------------------------------------------------- */

static bool
blame (struct plug_extract *x, tree value)
{
  x->culprit = value;
  return false;
}

static void
set_base (struct plug_extract *x, struct plug_pointer *p, tree base, int name)
{
  memset (p, 0, sizeof *p);
  p->base = base;
  p->name = name;
  p->offset = pram_expr_constant (x->exprs, 0);
}

/* P += E bytes.  Where addresses wrap, arrays don't lie.  */
static void
move (struct plug_extract *x, struct plug_pointer *p,
      const struct pram_expr *e)
{
  p->offset = pram_expr_modulo (x->exprs,
				pram_expr_sum (x->exprs, p->offset, 1, e, 1),
				POINTER_SIZE);
}

/* An array parameter, or the first value of one that is passed by
   address.  */
static bool
pointer_from_outside (struct plug_extract *x, tree name,
		      struct plug_pointer *p)
{
  struct plug_param *param = param_of (x, name);
  enum pram_arg_kind kind = PRAM_ARG_ARRAY;
  gimple *def = SSA_NAME_DEF_STMT (name);
  if (!param && gimple_assign_load_p (def)
      && TREE_CODE (gimple_assign_rhs1 (def)) == MEM_REF)
    {
      param = param_of (x, TREE_OPERAND (gimple_assign_rhs1 (def), 0));
      kind = PRAM_ARG_ARRAY_INOUT;
    }
  if (!param || param->kind != kind)
    return blame (x, name);
  set_base (x, p, name, x->name_of_param[param - x->region->params]);
  return true;
}

/* PHI is an array name of its loop, or a pointer that moves by a fixed
   step.  */
static bool
pointer_induction (struct plug_extract *x, gphi *phi, struct plug_pointer *p)
{
  class loop *loop = gimple_bb (phi)->loop_father;
  tree result = gimple_phi_result (phi);
  struct plug_pointer entry, latch;
  const struct pram_expr *step;
  if (EDGE_COUNT (loop->header->preds) != 2
      || !pointer (x, PHI_ARG_DEF_FROM_EDGE (phi, loop_preheader_edge (loop)),
		   &entry))
    return blame (x, result);
  const struct pram_expr *zero = pram_expr_constant (x->exprs, 0);

  struct plug_pointer *provisional = XNEW (struct plug_pointer);
  set_base (x, provisional, result, entry.name);
  x->pointer_of[SSA_NAME_VERSION (result)] = provisional;
  x->n_pending++;
  bool ok = pointer (x, PHI_ARG_DEF_FROM_EDGE (phi, loop_latch_edge (loop)),
		     &latch);
  x->n_pending--;
  x->pointer_of[SSA_NAME_VERSION (result)] = NULL;
  if (ok && latch.base == result
      && plug_step_of (x, loop, zero, latch.offset, &step))
    {
      *p = entry;
      move (x, p, pram_expr_binary (x->exprs, PRAM_EXPR_PRODUCT, step,
				    plug_iterations_of (x, loop)));
    }
  else if (ok && entry.offset == zero)
    *p = *provisional;
  else
    ok = blame (x, result);
  free (provisional);
  return ok;
}

static bool
pointer_join (struct plug_extract *x, gphi *phi, struct plug_pointer *p)
{
  for (unsigned i = gimple_phi_num_args (phi); i-- > 0;)
    {
      struct plug_pointer q;
      if (!pointer (x, gimple_phi_arg_def (phi, i), &q))
	return false;
      if (i + 1 == gimple_phi_num_args (phi))
	*p = q;
      if (q.base != p->base)
	return blame (x, gimple_phi_result (phi));
      if (q.offset != p->offset)
	p->offset = pram_expr_select
		      (x->exprs,
		       plug_edge_condition (x, gimple_phi_arg_edge (phi, i)),
		       q.offset, p->offset);
    }
  return true;
}

/* The address of REF, whose innermost base is a pointer.  */
static bool
pointer_to (struct plug_extract *x, tree ref, struct plug_pointer *p)
{
  poly_int64 bitsize, bitpos;
  tree offset;
  machine_mode mode;
  int is_unsigned, reverse, is_volatile;
  HOST_WIDE_INT bits, fixed;
  x->culprit = NULL_TREE;
  tree base = get_inner_reference (ref, &bitsize, &bitpos, &offset, &mode,
				   &is_unsigned, &reverse, &is_volatile);
  if (TREE_CODE (base) != MEM_REF || !bitpos.is_constant (&bits)
      || bits % BITS_PER_UNIT
      || !mem_ref_offset (base).force_shwi ().is_constant (&fixed))
    return blame (x, base);
  if (!pointer (x, TREE_OPERAND (base, 0), p))
    return false;
  if (x->any_offset)
    return true;
  move (x, p, pram_expr_constant (x->exprs, bits / BITS_PER_UNIT + fixed));
  if (offset)
    move (x, p, plug_value_of (x, offset));
  return true;
}

static bool
pointer_assigned (struct plug_extract *x, gimple *def, struct plug_pointer *p)
{
  tree rhs = gimple_assign_rhs1 (def);
  if (gimple_vuse (def))
    return pointer_from_outside (x, gimple_assign_lhs (def), p);
  switch (gimple_assign_rhs_code (def))
    {
    case POINTER_PLUS_EXPR:
      if (!pointer (x, rhs, p))
	return false;
      if (!x->any_offset)
	move (x, p, plug_value_of (x, gimple_assign_rhs2 (def)));
      return true;
    CASE_CONVERT:
    case SSA_NAME:
    case ADDR_EXPR:
      return pointer (x, rhs, p);
    default:
      return blame (x, gimple_assign_lhs (def));
    }
}

static bool
pointer_definition (struct plug_extract *x, tree name, struct plug_pointer *p)
{
  gimple *def = SSA_NAME_DEF_STMT (name);
  if (SSA_NAME_IS_DEFAULT_DEF (name))
    return pointer_from_outside (x, name, p);
  if (gphi *phi = dyn_cast <gphi *> (def))
    {
      basic_block bb = gimple_bb (phi);
      return (bb->loop_father->header == bb && loop_outer (bb->loop_father)
	      ? pointer_induction (x, phi, p) : pointer_join (x, phi, p));
    }
  return is_gimple_assign (def) ? pointer_assigned (x, def, p)
				: blame (x, name);
}

static bool
pointer_name (struct plug_extract *x, tree name, struct plug_pointer *p)
{
  struct plug_pointer **known = &x->pointer_of[SSA_NAME_VERSION (name)];
  if (!POINTER_TYPE_P (TREE_TYPE (name)))
    return blame (x, name);
  if (*known)
    *p = **known;
  else if (!pointer_definition (x, name, p))
    return false;
  else if (!x->n_pending && !x->any_offset)
    {
      *known = XNEW (struct plug_pointer);
      **known = *p;
    }
  return true;
}

static bool
pointer (struct plug_extract *x, tree value, struct plug_pointer *p)
{
  if (TREE_CODE (value) == SSA_NAME)
    return pointer_name (x, value, p);
  if (TREE_CODE (value) == ADDR_EXPR)
    return pointer_to (x, TREE_OPERAND (value, 0), p);
  return blame (x, value);
}

bool
plug_pointer_of (struct plug_extract *x, tree ptr, struct plug_pointer *p)
{
  return pointer (x, ptr, p);
}

bool
plug_reference_pointer (struct plug_extract *x, tree ref,
			struct plug_pointer *p)
{
  return pointer_to (x, ref, p);
}

int
plug_array_of (struct plug_extract *x, tree ref)
{
  struct plug_pointer p;
  bool before = x->any_offset;
  tree culprit = x->culprit;
  x->any_offset = true;
  bool ok = pointer_to (x, ref, &p);
  x->any_offset = before;
  x->culprit = culprit;
  return ok ? p.name : -1;
}

/* --- Swapped pointers --------------------------------------------------- */

/* NAME, a pointer, is handed on but never used: a temporary of an exchange,
   declared outside of the region.  */
static bool
idle_p (struct plug_extract *x, tree name)
{
  auto_vec<tree> work;
  auto_bitmap seen;
  work.safe_push (name);
  bitmap_set_bit (seen, SSA_NAME_VERSION (name));
  while (!work.is_empty ())
    {
      imm_use_iterator iter;
      use_operand_p use;
      FOR_EACH_IMM_USE_FAST (use, iter, work.pop ())
	{
	  gimple *stmt = USE_STMT (use);
	  tree lhs = gimple_get_lhs (stmt), load, store;
	  plug_references (stmt, &load, &store);
	  if (store && gimple_assign_rhs1 (stmt) == USE_FROM_PTR (use)
	      && plug_classify_reference (x, stmt, store) == PLUG_NO_ARRAY)
	    continue;
	  if (gimple_code (stmt) != GIMPLE_PHI
	      && !gimple_assign_ssa_name_copy_p (stmt))
	    return false;
	  if (bitmap_set_bit (seen, SSA_NAME_VERSION (lhs)))
	    work.safe_push (lhs);
	}
    }
  return true;
}

/* PHI of a loop's header stands for another array from one iteration to the
   next: *SELF is what it points to.  */
static bool
renames_p (struct plug_extract *x, gphi *phi, struct plug_pointer *self)
{
  tree result = gimple_phi_result (phi);
  return (POINTER_TYPE_P (TREE_TYPE (result)) && pointer (x, result, self)
	  && self->base == result && !idle_p (x, result));
}

bool
plug_swaps_p (struct plug_extract *x, class loop *loop)
{
  struct plug_pointer self;
  for (gphi_iterator gsi = gsi_start_phis (loop->header); !gsi_end_p (gsi);
       gsi_next (&gsi))
    if (renames_p (x, gsi.phi (), &self))
      return true;
  for (class loop *inner = loop->inner; inner; inner = inner->next)
    if (plug_swaps_p (x, inner))
      return true;
  return false;
}

/* If PHI of LOOP's header renames enter it into NEXT.  */
static bool
enter_swap (struct plug_extract *x, class loop *loop, gphi *phi, tree *owner,
	    int *next)
{
  tree result = gimple_phi_result (phi);
  location_t loc = plug_loop_location (loop);
  struct plug_pointer self, after;
  if (!renames_p (x, phi, &self))
    return true;
  const char *name = plug_name_of (x, result);
  if (!pointer (x, PHI_ARG_DEF_FROM_EDGE (phi, loop_latch_edge (loop)), &after)
      || after.offset != pram_expr_constant (x->exprs, 0)
      || self.name < 0 || after.name < 0)
    return plug_refuse (x, loc, "what the pointer '%s' points to depends on "
			"more than the number of iterations", name);
  if (owner[self.name])
    return plug_refuse (x, loc, "the pointers '%s' and '%s' point to the same "
			"array when the loop starts", name,
			plug_name_of (x, owner[self.name]));
  owner[self.name] = result;
  next[self.name] = after.name;
  return true;
}

bool
plug_find_swaps (struct plug_extract *x, struct plug_loop *l)
{
  int n = x->source->n_arrays;
  bool ok = true, any = false;
  int *next = PRAM_ARENA_NEW (x->source->arena, int, n + 1);
  bool *taken = XCNEWVEC (bool, n + 1);
  tree *owner = XCNEWVEC (tree, n + 1);
  for (int a = 0; a < n; a++)
    next[a] = a;
  for (gphi_iterator gsi = gsi_start_phis (l->loop->header);
       ok && !gsi_end_p (gsi); gsi_next (&gsi))
    ok = enter_swap (x, l->loop, gsi.phi (), owner, next);
  for (int a = 0; ok && a < n; a++)
    {
      any |= next[a] != a;
      if (taken[next[a]])
	ok = plug_refuse (x, plug_loop_location (l->loop),
			  "after an iteration two pointers point to '%s': "
			  "pointers may only be exchanged",
			  x->source->arrays[next[a]].name);
      taken[next[a]] = true;
    }
  free (taken);
  free (owner);
  if (ok && any)
    l->item->next = next;
  return ok;
}

/* --- References --------------------------------------------------------- */

/* What the user calls the type of VAR.  */
static const char *
type_text (tree var)
{
  tree name = TYPE_IDENTIFIER (TREE_TYPE (var));
  return name ? IDENTIFIER_POINTER (name) : "struct";
}

static enum plug_reference
classify_variable (struct plug_extract *x, gimple *stmt, tree var)
{
  const char *name = name_of_decl (x, var);
  location_t loc = gimple_location (stmt);
  if (TREE_CODE (var) == CONST_DECL || TREE_CODE (var) == STRING_CST
      || (VAR_P (var) && TREE_STATIC (var) && TREE_READONLY (var)
	  && !TREE_THIS_VOLATILE (var)))
    return PLUG_NO_ARRAY;
  if (TREE_CODE (var) == PARM_DECL)
    return PLUG_NO_ARRAY;	/* a structure, by value */
  if (VAR_P (var) && plug_scope_of (var, gimple_bb (stmt)))
    return PLUG_NO_ARRAY;
  if (VAR_P (var) && is_global_var (var))
    plug_refuse (x, loc, "the variable '%s', which is not the region's own, is "
		 "used by a function that the region calls: pass it as an "
		 "argument", name);
  else if (!name)
    plug_refuse (x, loc, "a temporary of type '%s' lies in memory: assign the "
		 "members one by one", type_text (var));
  else if (TREE_CODE (TREE_TYPE (var)) == ARRAY_TYPE)
    plug_refuse (x, loc, "array '%s' is declared inside the region: declare "
		 "it outside", name);
  else
    plug_refuse (x, loc, "the variable '%s', declared inside the region, lies "
		 "in memory", name);
  return PLUG_BAD_REFERENCE;
}

enum plug_reference
plug_classify_reference (struct plug_extract *x, gimple *stmt, tree ref)
{
  tree base = get_base_address (ref);
  if (!base)
    return PLUG_ARRAY;
  if (tree var = plug_variable_of (ref))
    return classify_variable (x, stmt, var);
  if (TREE_CODE (base) == MEM_REF)
    {
      struct plug_param *param = param_of (x, TREE_OPERAND (base, 0));
      if (param && (param->kind == PRAM_ARG_INOUT
		    || param->kind == PRAM_ARG_ARRAY_INOUT))
	return PLUG_NO_ARRAY;
    }
  return plug_lookup_of (x, ref) ? PLUG_NO_ARRAY : PLUG_ARRAY;
}

/* VALUE is itself a position: what is not affine is how it is used.  */
static bool
position_p (struct plug_extract *x, tree value)
{
  return (TREE_CODE (value) == SSA_NAME
	  && INTEGRAL_TYPE_P (TREE_TYPE (value))
	  && !SSA_NAME_IS_DEFAULT_DEF (value) && plug_position_p (x, value));
}

/* Refuse the region as non-oblivious.  */
static bool
refuse_witness (struct plug_extract *x, const struct plug_witness *w)
{
  const char *array = plug_name_of (x, w->ref);
  const char *data = plug_name_of (x, w->data);
  const char *through = x->culprit ? plug_name_of (x, x->culprit) : NULL;
  plug_explain_data (x, w->stmt, w->data);
  bool named = through && data && strcmp (through, data) != 0
	       && (!array || strcmp (through, array) != 0);
  plug_set_witness (x, w->stmt, "the index of '%s' depends on '%s'%s%s%s",
		    array ? array : "an array", data ? data : "data",
		    named ? " (through '" : "", named ? through : "",
		    named ? "')" : "");
  return plug_refuse (x, gimple_location (w->stmt), "%s", x->region->witness);
}

/* What a report adds to the name of CULPRIT, on which an index depends.  */
static const char *
what_is_wrong_with (tree culprit)
{
  if (TREE_CODE (culprit) != SSA_NAME)
    return "";
  if (SSA_NAME_IS_DEFAULT_DEF (culprit))
    return ", whose value is not known: add it to size(…)";
  return gimple_code (SSA_NAME_DEF_STMT (culprit)) == GIMPLE_PHI
	 ? ", which is not a linear function of the loop variables" : "";
}

/* The function stores pointers in TABLE, as it exchanges rows.  */
static bool
rows_move_p (struct plug_extract *x, const char *table)
{
  basic_block bb;
  FOR_EACH_BB_FN (bb, cfun)
    for (gimple_stmt_iterator i = gsi_start_bb (bb); !gsi_end_p (i); gsi_next (&i))
      {
	tree lhs = gimple_get_lhs (gsi_stmt (i));
	const char *name = (gimple_store_p (gsi_stmt (i))
			    && POINTER_TYPE_P (TREE_TYPE (lhs))
			    ? plug_name_of (x, lhs) : NULL);
	if (name && strcmp (name, table) == 0)
	  return true;
      }
  return false;
}

/* REF can't be located, as the pointer CULPRIT is loaded.  */
static bool
refuse_pointers (struct plug_extract *x, location_t loc, tree culprit,
		 const char *array)
{
  gimple *load = TREE_CODE (culprit) == SSA_NAME ? SSA_NAME_DEF_STMT (culprit) : NULL;
  const char *name = plug_name_of (x, culprit);
  const char *table = (load && gimple_assign_load_p (load)
		       ? plug_name_of (x, gimple_assign_rhs1 (load)) : name);
  if (table && rows_move_p (x, table))
    return plug_refuse (x, loc, "the pointers in '%s' are changed other than to exchange "
			"two rows, or used after that; take them from '%s' anew, or "
			"exchange elements", table, table);
  return plug_refuse (x, loc, "'%s' holds pointers; only arrays in one piece "
		      "can be distributed", name ? name : array);
}

/* Say why REF can't be located; x->culprit is what it depends on.  */
static bool
refuse_reference (struct plug_extract *x, gimple *stmt, tree ref)
{
  tree culprit = x->culprit;
  const char *array = plug_name_of (x, ref);
  const char *what = culprit ? plug_name_of (x, culprit) : NULL;
  location_t loc = gimple_location (stmt);
  if (!array)
    array = "an array";
  if (culprit && TREE_CODE (culprit) == SSA_NAME
      && POINTER_TYPE_P (TREE_TYPE (culprit))
      && gimple_assign_load_p (SSA_NAME_DEF_STMT (culprit)))
    return refuse_pointers (x, loc, culprit, array);
  if (culprit && TREE_CODE (culprit) == SSA_NAME
      && POINTER_TYPE_P (TREE_TYPE (culprit)))
    return plug_refuse (x, loc, "what the pointer '%s' points to is not known",
			what ? what : array);
  struct plug_witness witness;
  x->region->inspectable = true;
  if (plug_find_witness (x, stmt, ref, &witness))
    {
      x->culprit = witness.stmt == stmt ? culprit : NULL_TREE;
      return refuse_witness (x, &witness);
    }
  if (what && strcmp (what, array) != 0 && !position_p (x, culprit))
    return plug_refuse (x, loc, "the index of '%s' depends on '%s'%s", array,
			what, what_is_wrong_with (culprit));
  return plug_refuse (x, loc, "the index of '%s' is not a linear function of "
		      "the loop variables", array);
}

bool
plug_stores_in_scratch_p (struct plug_extract *x, gimple *stmt, tree ref, tree base)
{
  const struct plug_param *own = base ? param_of (x, base) : NULL;
  return (own && (own->scratch || plug_pardo_temporary_p (own->var)) && own->length < 0
	  && gimple_get_lhs (stmt) == ref);
}

/* Where REF lies if data choose the element; true if it has such a place.  */
static bool
locate_indirect (struct plug_extract *x, gimple *stmt, tree ref,
		 struct plug_pointer *p)
{
  struct plug_witness witness;
  if (!x->inspects && !plug_find_witness (x, stmt, ref, &witness))
    return false;
  x->any_offset = true;
  bool ok = pointer_to (x, ref, p) && p->name >= 0;
  x->any_offset = false;
  if (!ok)
    return false;
  p->offset = pram_expr_constant (x->exprs, 0);
  p->indirect = true;
  return true;
}

/* Where REF lies, even if data choose the element.  */
static bool
locate (struct plug_extract *x, gimple *stmt, tree ref, struct plug_pointer *p)
{
  if (pointer_to (x, ref, p) && p->name >= 0)
    return true;
  tree culprit = x->culprit;
  if ((x->scheme || x->inspects) && locate_indirect (x, stmt, ref, p))
    return true;
  x->culprit = culprit;
  return refuse_reference (x, stmt, ref);
}

bool
plug_place_of_reference (struct plug_extract *x, tree ref,
			 struct plug_pointer *p)
{
  return pointer_to (x, ref, p) && p->name >= 0;
}

bool
plug_locate_reference (struct plug_extract *x, gimple *stmt, tree ref,
		       struct plug_pointer *p)
{
  if (TREE_CODE (ref) == COMPONENT_REF
      && DECL_BIT_FIELD (TREE_OPERAND (ref, 1)))
    return plug_refuse (x, gimple_location (stmt), "a bit field of '%s' is "
			"accessed, which with those beside it fills no integer; "
			"declare it without a width",
			plug_name_of (x, ref));
  return locate (x, stmt, ref, p);
}

/* What STMT loads where data choose most likely isn't what loops around it write.  */
static bool
likely_p (const struct plug_region *region, gimple *stmt)
{
  tree name = gimple_get_lhs (stmt);
  return (region->likely && name && TREE_CODE (name) == SSA_NAME
	  && bitmap_bit_p (region->likely, SSA_NAME_VERSION (name)));
}

void
plug_note_chosen (struct plug_extract *x, struct pram_item *item)
{
  const struct plug_access *access = (const struct plug_access *) item->cookie;
  struct plug_witness witness;
  item->indirect = true;
  item->computed = !plug_find_witness (x, access->stmt, access->ref, &witness);
  item->asked = x->region->asks;
  item->finds = item->write && plug_update_finds_p (access->stmt);
  item->leads = item->write && plug_update_leads_p (access->stmt);
  /* An array that is written before it is read may hold anything before that.  */
  if ((x->region->takes_apart || likely_p (x->region, access->stmt))
      && !plug_misleads_p (x, access->ref))
    item->apart = plug_choosing_loops (x, access->stmt, access->ref);
}

bool
plug_moves_uncounted_p (struct plug_extract *x, const struct pram_expr *offset,
			class loop *loop, bool outermost)
{
  for (; loop_outer (loop) && (outermost || loop_outer (loop_outer (loop)));
       loop = loop_outer (loop))
    {
      const struct plug_loop *l = plug_loop_of (x, loop);
      if (!l->counted && pram_expr_mentions_p (offset, PRAM_EXPR_ITERATOR,
					       l->number))
	return true;
    }
  return false;
}

/* --- Obstacles ----------------------------------------------------------- */

bool
plug_make_indirect (struct plug_extract *x, const struct pram_obstacle *o)
{
  struct plug_pointer p;
  if (!(x->scheme || x->inspects) || o->kind != PRAM_OBSTACLE_OFFSET || o->item->indirect)
    return false;
  const struct plug_access *access
    = (const struct plug_access *) o->item->cookie;
  if (!locate_indirect (x, access->stmt, access->ref, &p))
    return false;
  /* The load of an update goes with its store.  */
  if (!o->item->write && x->inspects && plug_updates_p (access->stmt))
    {
      o->item->kind = PRAM_ITEM_WORK;
      return true;
    }
  if (!pram_residue_p (o->item->offset))
    o->item->offset = p.offset;
  plug_note_chosen (x, o->item);
  return true;
}

/* Refuse the region because of O, which is at LOC, in block AT.  */
static void
refuse_at (struct plug_extract *x, const struct pram_obstacle *o,
	   basic_block at, location_t loc)
{
  if (o->kind == PRAM_OBSTACLE_CONDITION && !pram_decided_by (o->blame))
    plug_find_condition_witness (x, at);
  plug_refuse (x, o->kind == PRAM_OBSTACLE_SIZE ? UNKNOWN_LOCATION : loc, "%s",
	       pram_obstacle_text (x->source, o));
}

void
plug_refuse_obstacle (struct plug_extract *x, const struct pram_obstacle *o)
{
  if (x->failed)
    return;
  if (!o->item)
    plug_refuse (x, UNKNOWN_LOCATION, "%s",
		 pram_obstacle_text (x->source, o));
  else if (o->item->kind == PRAM_ITEM_LOOP)
    {
      class loop *loop = (class loop *) o->item->cookie;
      refuse_at (x, o, loop->header, plug_loop_location (loop));
    }
  if (!o->item || o->item->kind == PRAM_ITEM_LOOP)
    return;
  const struct plug_access *access
    = (const struct plug_access *) o->item->cookie;
  if (o->kind == PRAM_OBSTACLE_OFFSET)
    {
      x->culprit = plug_culprit_of (x, o->blame);
      refuse_reference (x, access->stmt, access->ref);
    }
  else
    refuse_at (x, o, gimple_bb (access->stmt), gimple_location (access->stmt));
}
