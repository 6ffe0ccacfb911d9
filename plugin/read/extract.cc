/* extract.cc: from GIMPLE to a source: the walk over loops and statements.

   SPDX-License-Identifier: GPL-3.0-or-later

   The current function is a region's captured function in SSA form.  Loops and
   references to arrays become items of the source (core/prog/source.h), with
   expressions for what they depend on; scalar code is only weighed.  Core
   makes the prog of that (core/poly/instantiate.h).  Its scope is asked here,
   too, for the sizes at hand: which loops are counted, which scalars are
   positions.  */

#include "pram-gcc.h"
#include "region.h"
#include "args.h"
#include "diagnostics.h"
#include "deposit.h"
#include "extract.h"
#include "choosing.h"
#include "front/free-variables.h"
#include "steady.h"
#include "vector-width.h"

/* --- What a region must not contain ------------------------------------- */

static bool
call_allowed_p (struct plug_extract *x, gcall *call)
{
  location_t loc = gimple_location (call);
  tree fn = gimple_call_fndecl (call);
  if (plug_pure_call_p (call) || plug_effect_call_p (call))
    return true;
  if (fn && fndecl_built_in_p (fn, BUILT_IN_NORMAL))
    switch (DECL_FUNCTION_CODE (fn))
      {
      case BUILT_IN_EXPECT:
      case BUILT_IN_EXPECT_WITH_PROBABILITY:
      case BUILT_IN_UNREACHABLE:
	return true;
      CASE_BUILT_IN_ALLOCA:
      case BUILT_IN_STACK_SAVE:
      case BUILT_IN_STACK_RESTORE:
	return plug_refuse (x, loc, "an array of variable size is declared "
			    "inside the region: declare it before");
      case BUILT_IN_MEMMOVE:
	return plug_refuse (x, loc, "calls 'memmove', whose arguments may be "
			    "parts of one array: use memcpy if they are not, "
			    "or write a loop over the elements");
      case BUILT_IN_MEMCPY:
      case BUILT_IN_MEMSET:
	return plug_refuse (x, loc,
			    "this call of '%s' is not seen to set whole "
			    "elements of one type: write a loop over them",
			    IDENTIFIER_POINTER (DECL_NAME (fn)));
      default:
	return plug_refuse (x, loc, "calls '%s', which does more than compute "
			    "a number from its arguments; take it out of the "
			    "region", IDENTIFIER_POINTER (DECL_NAME (fn)));
      }
  if (!fn)
    return plug_refuse (x, loc, "a function is called that is not known at "
			"compile time; call it by its name");
  const char *name = IDENTIFIER_POINTER (DECL_NAME (fn));
  if (strcmp (name, "PRAM_run") == 0)
    return plug_refuse (x, loc, "a function that is called contains a region: "
			"one of them should do without '#pragma pram'");
  bool defined = cgraph_node::get (fn) && cgraph_node::get (fn)->definition;
  /* Not a timer, nor a random number.  */
  bool maybe_const = (gimple_call_num_args (call) > 0 && gimple_call_lhs (call)
		      && !DECL_IN_SYSTEM_HEADER (fn));
  if (!defined)
    return plug_refuse (x, loc, "calls '%s', which is not defined in this "
			"file; %s", name, maybe_const
			? "if its value depends on its arguments alone, "
			  "declare it __attribute__ ((const))"
			: "take it out of the region");
  if (plug_recursive_p (cgraph_node::get (fn))
      && !lookup_attribute ("noinline", DECL_ATTRIBUTES (fn)))
    return plug_refuse (x, loc, "calls '%s', which calls itself: it may do so at "
			"one place, outside of loops, if it returns nothing and "
			"has no arrays of its own", name);
  return plug_refuse (x, loc, "calls '%s', which could not be inlined and "
		      "does more than compute a number from its arguments",
		      name);
}

static bool
statement_allowed_p (struct plug_extract *x, gimple *stmt)
{
  location_t loc = gimple_location (stmt);
  tree load, store;
  if (gimple_has_volatile_ops (stmt) && !gimple_clobber_p (stmt))
    return plug_refuse (x, loc, "a volatile variable is used; "
			"copy it to another one before the region");
  switch (gimple_code (stmt))
    {
    case GIMPLE_ASSIGN:
      plug_references (stmt, &load, &store);
      return ((!load || plug_classify_reference (x, stmt, load)
			!= PLUG_BAD_REFERENCE)
	      && (!store || plug_classify_reference (x, stmt, store)
			    != PLUG_BAD_REFERENCE));
    case GIMPLE_CALL:
      return call_allowed_p (x, as_a <gcall *> (stmt));
    case GIMPLE_COND:
    case GIMPLE_LABEL:
    case GIMPLE_NOP:
    case GIMPLE_PREDICT:
    case GIMPLE_RETURN:
    case GIMPLE_SWITCH:
      return true;
    case GIMPLE_ASM:
      return plug_refuse (x, loc, "contains assembler code; take it out of "
			"the region");
    case GIMPLE_GOTO:
      return plug_refuse (x, loc, "contains a computed goto");
    default:
      return plug_refuse (x, loc, "contains a statement of kind '%s'",
			  gimple_code_name[gimple_code (stmt)]);
    }
}

/* Look at all loops, in the order in which control comes to them: the end of one
   may depend on how often another one has run.  */
static bool
check_loops (struct plug_extract *x)
{
  int n;
  basic_block *blocks = plug_loop_blocks (NULL, &n);
  bool ok = true;
  for (int i = 0; i < n && ok; i++)
    {
      class loop *loop = blocks[i]->loop_father;
      ok = !loop_outer (loop) || loop->header != blocks[i]
	   || plug_loop_check (x, loop);
    }
  free (blocks);
  return ok;
}

static bool
region_allowed_p (struct plug_extract *x)
{
  basic_block bb;
  FOR_EACH_BB_FN (bb, cfun)
    {
      edge_iterator ei;
      edge e;
      FOR_EACH_EDGE (e, ei, bb->succs)
	if (e->flags & (EDGE_ABNORMAL | EDGE_IRREDUCIBLE_LOOP))
	  return plug_refuse (x, UNKNOWN_LOCATION,
			      "contains jumps that form no loop");
      for (gimple_stmt_iterator gsi = gsi_start_bb (bb); !gsi_end_p (gsi);
	   gsi_next (&gsi))
	if (!statement_allowed_p (x, gsi_stmt (gsi)))
	  return false;
    }
  return check_loops (x);
}

/* --- References ---------------------------------------------------------- */

/* The body of a loop (or the region) while it is walked.  */
struct body
{
  struct plug_extract *x;
  class loop *loop;
  struct plug_loop *l;		/* null: the region */
  bool in_counted;		/* some loop around is counted */
  struct pram_items *items;	/* where items are appended */
};

/* Where REF, of STMT, is differs from iteration to iteration.  */
static bool
moves_p (gimple *stmt, tree ref)
{
  for (class loop *loop = gimple_bb (stmt)->loop_father; loop_outer (loop);
       loop = loop_outer (loop))
    if (plug_place_in_p (ref, loop))
      return true;
  return false;
}

/* The type of array NAME is that of the first access to it; where members of
   several sizes are accessed, its elements are what they have in common.  */
static bool
set_element (struct plug_extract *x, gimple *stmt, int name, tree ref)
{
  struct pram_array *array = &x->source->arrays[name];
  tree type = TREE_TYPE (ref);
  location_t loc = gimple_location (stmt);
  if (!TYPE_SIZE_UNIT (type) || !tree_fits_shwi_p (TYPE_SIZE_UNIT (type)))
    return plug_refuse (x, loc, "an element of '%s' has no fixed size",
			array->name);
  HOST_WIDE_INT size = tree_to_shwi (TYPE_SIZE_UNIT (type));
  HOST_WIDE_INT common = gcd (size, array->elem_size);
  if (!array->cookie)
    {
      array->type = plug_type_of (type);
      array->elem_size = size;
      array->cookie = array;	/* any: the type is known */
      return true;
    }
  if (array->elem_size != size
      && (POINTER_TYPE_P (type) || array->type == PRAM_TYPE_PTR))
    return plug_refuse (x, loc, moves_p (stmt, ref)
			? "'%s' holds pointers; only arrays in one piece can be "
			"distributed: put what they point to into one, and where "
			"each begins into another"
			: "'%s' holds pointers: copy what the region needs of it "
			"to variables before the region", array->name);
  array->elem_size = common;
  if (array->type != plug_type_of (type))
    array->type = PRAM_TYPE_U8;
  return true;
}

/* The scalar that the load GS is for.  */
static const char *
value_name (struct plug_extract *x, gimple *gs, int array)
{
  const char *name = plug_name_of (x, gimple_assign_lhs (gs));
  return pram_arena_strdup (x->source->arena,
			    name ? name : x->source->arrays[array].name);
}

/* How far ITEM, a reference right in LOOP, goes data may decide.  Where a loop writes
   so far that may be known otherwise (a history as long as it is declared), and is so
   tried first.  */
static void
enter_uncounted (struct plug_extract *x, struct pram_item *item, class loop *loop)
{
  struct plug_region *region = x->region;
  bool nested = plug_moves_uncounted_p (x, item->offset, loop, false);
  if (!nested && !plug_moves_uncounted_p (x, item->offset, loop, true))
    return;
  region->writes_uncounted |= item->write && nested;
  region->writes_history |= item->write;
  bool deposits = region->deposits_history || (nested && region->deposits_uncounted);
  const struct plug_access *access = (const struct plug_access *) item->cookie;
  if (!x->inspects || (!deposits && (item->write || !nested))
      || plug_stores_in_scratch_p (x, access->stmt, access->ref, access->base))
    return;
  item->indirect = true;
  if (!pram_residue_p (item->offset))
    item->offset = pram_expr_constant (x->exprs, 0);
}

/* GS loads an element or, if WRITE, stores it, to combine something with what it is.  */
static bool
combines_p (gimple *gs, bool write)
{
  struct plug_update update;
  if (!write)
    return plug_updates_p (gs);
  plug_update_of_store (gs, &update);
  return update.load;
}

/* Whatever LOOP's iterations store is combined with what has been there, or lies
   elsewhere in each of them, or in a variable.  A loop over steps in time does more.  */
static bool
only_combines_p (class loop *loop)
{
  int n;
  bool only = true;
  basic_block *bbs = plug_loop_blocks (loop, &n);
  for (int b = 0; b < n && only; b++)
    for (gimple_stmt_iterator i = gsi_start_bb (bbs[b]); !gsi_end_p (i) && only;
	 gsi_next (&i))
      {
	gimple *stmt = gsi_stmt (i);
	tree lhs = gimple_store_p (stmt) ? gimple_get_lhs (stmt) : NULL_TREE;
	only = (!lhs || gimple_clobber_p (stmt) || plug_variable_of (lhs)
		|| plug_place_in_p (lhs, loop) || combines_p (stmt, true));
      }
  free (bbs);
  return only;
}

/* … that of REF, and all iterations of a loop around do so with the same elements.  */
static bool
sums_elements_p (gimple *gs, tree ref, bool write)
{
  bool moves = false;
  for (class loop *loop = gimple_bb (gs)->loop_father; loop_outer (loop);
       loop = loop_outer (loop))
    if (plug_place_in_p (ref, loop))
      moves = true;
    else if (moves)
      return combines_p (gs, write) && only_combines_p (loop);
  return false;
}

/* GS reads for a workspace: of a row that is copied there as a whole more than there
   is.  */
static bool
fills_workspace_p (gimple *gs)
{
  use_operand_p use;
  gimple *store;
  tree value = gimple_get_lhs (gs);
  if (!value || TREE_CODE (value) != SSA_NAME || !single_imm_use (value, &use, &store)
      || !gimple_store_p (store))
    return false;
  tree var = plug_variable_of (gimple_get_lhs (store));
  return var && plug_workspace_p (var);
}

/* Enter the access of GS to REF.  */
static bool
enter_reference (struct body *b, gimple *gs, tree ref, bool write)
{
  struct plug_extract *x = b->x;
  struct plug_pointer pointer;
  enum plug_reference kind = plug_classify_reference (x, gs, ref);
  if (kind != PLUG_ARRAY)
    return kind == PLUG_NO_ARRAY;
  if (!plug_locate_reference (x, gs, ref, &pointer)
      || !set_element (x, gs, pointer.name, ref))
    return false;
  if (!pointer.indirect && sums_elements_p (gs, ref, write))
    {
      x->region->sums_elements = true;
      if (x->inspects && x->region->deposits_sums)
	{
	  pointer.indirect = true;
	  pointer.offset = pram_expr_constant (x->exprs, 0);
	}
    }
  /* It goes with its store.  */
  if (!write && x->inspects && pointer.indirect && plug_updates_p (gs))
    return true;
  struct plug_access *cookie
    = PRAM_ARENA_NEW (x->source->arena, struct plug_access, 1);
  *cookie = { gs, pointer.base, ref, pointer.name };
  struct pram_item *item
    = pram_source_add_item (x->source, b->items, PRAM_ITEM_REFERENCE,
			    plug_line (x->region, gimple_location (gs)));
  item->cookie = cookie;
  item->statement = gs;
  if (write)
    plug_note_write (x, gimple_bb (gs));
  item->array = pointer.name;
  item->write = write;
  item->indirect = pointer.indirect;
  item->offset = pointer.offset;
  item->bytes = tree_to_shwi (TYPE_SIZE_UNIT (TREE_TYPE (ref)));
  item->at = plug_position_of (x, gimple_bb (gs), b->loop);
  if (!item->indirect)
    enter_uncounted (x, item, b->loop);
  if (item->indirect)
    plug_note_chosen (x, item);
  if (!write && x->inspects && !item->indirect)
    item->steady = plug_steady_loops (x, gs, ref);
  if (!item->indirect)
    plug_limit_reference (x, b->items, item, gimple_bb (gs));
  item->perhaps |= !write && fills_workspace_p (gs);
  if (!write)
    item->value_of = value_name (x, gs, pointer.name);
  return true;
}

/* NAME is an index or an address.  */
static bool
position_p (struct plug_extract *x, tree name)
{
  return (POINTER_TYPE_P (TREE_TYPE (name))
	  || (TREE_CODE (name) == SSA_NAME && INTEGRAL_TYPE_P (TREE_TYPE (name))
	      && plug_position_p (x, name)));
}

/* Operations in GS, roughly.  Finding places is not counted.  */
static double
weight_of (struct plug_extract *x, gimple *gs)
{
  if (gcall *call = dyn_cast <gcall *> (gs))
    return plug_call_weight (call);
  if (!is_gimple_assign (gs) || gimple_assign_single_p (gs))
    return 0;
  tree lhs = gimple_assign_lhs (gs);
  if (position_p (x, lhs) || TREE_CODE (TREE_TYPE (lhs)) == BOOLEAN_TYPE)
    return 0;
  switch (gimple_assign_rhs_code (gs))
    {
    case RDIV_EXPR: case TRUNC_DIV_EXPR: case TRUNC_MOD_EXPR:
      return 10;
    CASE_CONVERT:
      return 0;
    default:
      return 1;
    }
}

/* Is GS a call of what vectors can't compute?  */
static bool
scalar_p (gimple *gs)
{
  gcall *call = dyn_cast <gcall *> (gs);
  return call && plug_call_weight (call) > 1;
}

static bool
walk_block (struct body *b, basic_block bb)
{
  for (gimple_stmt_iterator gsi = gsi_start_bb (bb); !gsi_end_p (gsi);
       gsi_next (&gsi))
    {
      gimple *gs = gsi_stmt (gsi);
      tree load, store;
      plug_references (gs, &load, &store);
      if ((load && !enter_reference (b, gs, load, false))
	  || (store && !enter_reference (b, gs, store, true)))
	return false;
      pram_source_add_work (b->x->source, b->items, weight_of (b->x, gs),
			    scalar_p (gs));
    }
  return true;
}

/* --- Loops -------------------------------------------------------------- */

static bool walk_body (struct body *);

/* A variable that counts the iterations of L, for people to read.  */
static const char *
iterator_name (struct plug_extract *x, struct plug_loop *l)
{
  const char *name = "t";
  int n_same = 0;
  for (gphi_iterator gsi = gsi_start_phis (l->loop->header); !gsi_end_p (gsi);
       gsi_next (&gsi))
    {
      tree result = gimple_phi_result (gsi.phi ());
      if (INTEGRAL_TYPE_P (TREE_TYPE (result)) && !virtual_operand_p (result)
	  && plug_name_of (x, result) && plug_position_p (x, result))
	{
	  name = plug_name_of (x, result);
	  break;
	}
    }
  for (class loop *outer = loop_outer (l->loop); outer;
       outer = loop_outer (outer))
    {
      struct pram_item *item = x->loops[outer->num].item;
      size_t n = strlen (name);
      n_same += item && strncmp (item->name, name, n) == 0
		&& (!item->name[n] || item->name[n] == '_');
    }
  struct pram_arena *arena = x->source->arena;
  return n_same ? pram_arena_printf (arena, "%s_%d", name, n_same + 1)
		: pram_arena_strdup (arena, name);
}

/* Give L its segments.  Their cookies are the edges by which they are entered,
   null for one that begins with the loop's header or that several edges lead
   to.  */
static void
add_segments (struct plug_extract *x, struct plug_loop *l)
{
  int n = l->counted ? 1 : l->n_exits + 1;
  pram_source_add_segments (x->source, l->item, n);
  for (int s = 0; s < n; s++)
    {
      int test = l->counted && l->test_first ? l->n_exits - 1 : s - 1;
      l->item->segment[s].cookie
	= test >= 0 && l->regular ? l->exits[test].stay : NULL;
    }
}

/* The loop's header has a scalar that is no function of the iteration
   number.  */
static bool
accumulates_p (struct plug_extract *x, class loop *loop)
{
  for (gphi_iterator gsi = gsi_start_phis (loop->header); !gsi_end_p (gsi);
       gsi_next (&gsi))
    {
      tree result = gimple_phi_result (gsi.phi ());
      if (!virtual_operand_p (result) && !position_p (x, result))
	return true;
    }
  return false;
}

/* L, in OUTER, is in the prog for the sake of its accesses, of what it
   exchanges or, if nothing around it runs in parallel, of its reductions.  */
static bool
worth_keeping_p (struct body *outer, struct plug_loop *l)
{
  return l->has_access || plug_swaps_p (outer->x, l->loop)
	 || (l->counted && !outer->in_counted
	     && accumulates_p (outer->x, l->loop));
}

/* A loop that is not in the prog: its work.  */
static void
weigh_loop (struct body *outer, struct plug_loop *l)
{
  struct plug_extract *x = outer->x;
  basic_block *body = get_loop_body (l->loop);
  double weight = 0;
  for (unsigned i = 0; i < l->loop->num_nodes; i++)
    for (gimple_stmt_iterator gsi = gsi_start_bb (body[i]); !gsi_end_p (gsi);
	 gsi_next (&gsi))
      weight += weight_of (x, gsi_stmt (gsi));
  free (body);
  int64_t least, most;
  if (l->counted
      && pram_scope_trips_range (x->scope, l->number, &least, &most)
      && least == most)
    weight *= most;
  pram_source_add_work (x->source, outer->items, weight, true);
}

/* The bound of a loop inside of LOOP is not known either.  */
static bool
unknown_inside_p (struct plug_extract *x, class loop *loop)
{
  bool unknown = false;
  for (class loop *in = loop->inner; in && !unknown; in = in->next)
    unknown = plug_loop_of (x, in)->unknown || unknown_inside_p (x, in);
  return unknown;
}

/* If L is a time loop that may well be; if it ought to be distributed it is
   what would help.  */
static void
say_unknown (struct plug_extract *x, struct plug_loop *l)
{
  const char *name = l->unknown ? plug_name_of (x, l->unknown) : NULL;
  if (name && !unknown_inside_p (x, l->loop))
    pram_diag_report (x->diag, PRAM_HINT,
		      plug_line (x->region, plug_loop_location (l->loop)),
		      "the bound of the loop depends on '%s', whose value is "
		      "not known: add it to size(…)", name);
}

/* Once LOOP hasn't run it doesn't in later iterations of the loop around.  */
static bool
stays_out_p (class loop *loop)
{
  gcond *test = safe_dyn_cast <gcond *> (last_stmt (loop->header));
  return test && plug_called_p (gimple_cond_lhs (test), PLUG_STAYS);
}

/* LOOP, directly in OUTER.  */
static bool
walk_loop (struct body *outer, class loop *loop)
{
  struct plug_extract *x = outer->x;
  struct plug_loop *l = plug_loop_of (x, loop);
  location_t loc = plug_loop_location (loop);
  if (!worth_keeping_p (outer, l))
    {
      weigh_loop (outer, l);
      return true;
    }

  struct pram_item *item
    = pram_source_add_item (x->source, outer->items, PRAM_ITEM_LOOP,
			    plug_line (x->region, loc));
  item->cookie = loop;
  item->loop = l->number;
  item->last_too = !l->test_first;
  item->once = !l->counted && plug_once_p (loop);
  item->stays_out = !l->counted && stays_out_p (loop);
  item->name = iterator_name (x, l);
  l->item = item;
  if (!l->counted && !plug_level_p (x, loop))
    say_unknown (x, l);
  add_segments (x, l);
  struct body b = { x, loop, l, outer->in_counted || l->counted, NULL };
  return walk_body (&b) && plug_find_swaps (x, l) && plug_find_carried (x, l);
}

static bool
walk_body (struct body *b)
{
  int *order = XNEWVEC (int, n_basic_blocks_for_fn (cfun));
  int n = pre_and_rev_post_order_compute_fn (cfun, NULL, order, false);
  bool ok = true;
  for (int i = 0; ok && i < n; i++)
    {
      basic_block bb = BASIC_BLOCK_FOR_FN (cfun, order[i]);
      class loop *loop = bb->loop_father;
      bool inner = (loop != b->loop && loop->header == bb
		    && loop_outer (loop) == b->loop);
      if (loop != b->loop && !inner)
	continue;
      if (b->l)
	b->items = &b->l->item->segment[b->l->counted
					? 0 : plug_segment_of (b->l, bb)];
      ok = inner ? walk_loop (b, loop) : walk_block (b, bb);
    }
  free (order);
  return ok;
}

/* --- The whole ---------------------------------------------------------- */

/* P was only passed to helpers, which use members of it (globals.cc).  */
static bool
passed_on_p (struct plug_region *region, struct plug_param *p)
{
  tree name = ssa_default_def (cfun, p->parm);
  if (name && !has_zero_uses (name))
    return false;
  for (int i = 0; i < region->n_params; i++)
    if (region->params[i].member
	&& plug_member_root (region->params[i].member) == p->var)
      return true;
  return false;
}

/* P says where rows of an array of REGION lie.  */
static bool
places_p (const struct plug_region *region, const struct plug_param *p)
{
  for (int i = 0; i < region->n_params; i++)
    if (region->params[i].places == p - region->params)
      return true;
  return false;
}

/* P is an array that the current function accesses: no address that is only
   compared, and no scratch or places of rows that aren't used.  */
static bool
accessed_p (struct plug_region *region, struct plug_param *p)
{
  return ((p->kind == PRAM_ARG_ARRAY || p->kind == PRAM_ARG_ARRAY_INOUT)
	  && !p->guard && !passed_on_p (region, p)
	  && !((p->scratch || places_p (region, p)) && !ssa_default_def (cfun, p->parm)));
}

static void
add_arrays (struct plug_extract *x)
{
  struct plug_region *region = x->region;
  for (int p = 0; p < region->n_params; p++)
    {
      struct plug_param *param = &region->params[p];
      x->name_of_param[p] = -1;
      if (!accessed_p (region, param))
	continue;
      int size = 1;
      switch (param->type)
	{
	case PRAM_TYPE_I16: case PRAM_TYPE_U16: size = 2; break;
	case PRAM_TYPE_I32: case PRAM_TYPE_U32: case PRAM_TYPE_F32:
	  size = 4; break;
	case PRAM_TYPE_I64: case PRAM_TYPE_U64: case PRAM_TYPE_F64:
	case PRAM_TYPE_PTR: size = 8; break;
	case PRAM_TYPE_F80: size = 16; break;
	default: break;
	}
      int a = pram_source_add_array (x->source, param->name, param->type, size);
      x->source->arrays[a].n_bytes = param->array_bytes;
      x->source->arrays[a].local = param->unneeded;
      x->source->arrays[a].arg = p;
      x->source->arrays[a].pitch = param->row_unit ? param->pitch + 1 : 0;
      x->name_of_param[p] = a;
    }
}

/* The sizes that are variables, with what they are read for.  */
static void
add_entries (struct plug_extract *x)
{
  struct plug_region *region = x->region;
  struct pram_source *source = x->source;
  for (int p = 0; p < region->n_params; p++)
    {
      const struct plug_param *param = &region->params[p];
      if (!param->variable)
	continue;
      *PRAM_ARENA_PUSH (source->arena, source->entries, source->n_entries)
	= { p, pram_arena_strdup (source->arena, param->name),
	    param->expected, param->like };
      pram_scope_set_entry (x->scope, p, param->expected);
    }
}

static void
release (struct plug_extract *x, unsigned n_names)
{
  for (unsigned v = 0; v < n_names; v++)
    free (x->pointer_of[v]);
  BITMAP_FREE (x->loads);
  BITMAP_FREE (x->seen_loads);
  free (x->value_of);
  free (x->variable_of);
  delete x->tests;
  delete x->conditions;
  delete x->exit_choices;
  free (x->pointer_of);
  free (x->entry_of_param);
  pram_scope_free (x->scope);
  free (x->loops);
  free (x->name_of_param);
}

/* Read the current function.  */
static bool
read_source (struct plug_extract *x)
{
  struct body b = { x, current_loops->tree_root, NULL, false,
		    &x->source->body };
  add_arrays (x);
  plug_add_lookups (x);
  plug_hoist_lookups (x);
  if (!region_allowed_p (x))
    return false;
  plug_settle_finals (x, b.loop);
  bool ok = walk_body (&b) && plug_effects_check (x);
  plug_note_loads (x);
  if (ok)
    plug_find_deciders (x);
  return ok;
}

/* Find out about loops once more, now that all loads of lookups are known.  */
static void
enter_anew (struct plug_extract *x)
{
  pram_scope_free (x->scope);
  x->scope = pram_scope_new (x->exprs, x->source->arena, x->region->deadline);
  pram_source_enter (x->source, x->scope);
}

/* The prog of X's source, or null after a refusal.  */
static struct pram_prog *
instantiate (struct plug_extract *x)
{
  struct pram_obstacle obstacle;
  struct pram_prog *prog;
  if (x->source->lookups.n && !pram_source_levels_p (x->source))
    enter_anew (x);
  do
    prog = pram_instantiate (x->source, x->scope, &obstacle);
  while (!prog && plug_make_indirect (x, &obstacle));
  if (!prog && !plug_give_up_lookup (x, &obstacle))
    plug_refuse_obstacle (x, &obstacle);
  if (!prog)
    return NULL;
  prog->deadline = x->region->deadline;
  prog->machine = &plug_args.logp;
  if (!plug_check_names (x))
    return NULL;
  for (int a = 0; a < prog->n_arrays; a++)
    prog->arrays[a].cookie = NULL;
  return pram_prog_check (prog, x->diag) ? prog : NULL;
}

/* Begin to read the current function, which is REGION's, into X.  */
static void
start (struct plug_extract *x, struct plug_region *region,
       const struct pram_diag *diag)
{
  unsigned n_names = num_ssa_names;
  x->region = region;
  x->diag = diag;
  x->source = pram_source_new (region->name, LOCATION_FILE (region->loc)
			       ? LOCATION_FILE (region->loc) : "",
			       LOCATION_LINE (region->loc));
  x->source->vectors = (int) plug_vector_width ();
  x->source->anew = true;
  x->exprs = x->source->exprs;
  x->name_of_param = XCNEWVEC (int, region->n_params + 1);
  x->loops = XCNEWVEC (struct plug_loop, number_of_loops (cfun));
  for (unsigned l = 0; l < number_of_loops (cfun); l++)
    x->loops[l].number = -1;
  x->tests = new hash_map<basic_block, const struct pram_expr *>;
  x->conditions = new hash_map<basic_block, const struct pram_expr *>;
  x->exit_choices = new hash_map<edge, const struct pram_expr *>;
  x->scope = pram_scope_new (x->exprs, x->source->arena, region->deadline);
  add_entries (x);
  x->entry_of_param = XCNEWVEC (tree, region->n_params + 1);
  x->value_of = XCNEWVEC (const struct pram_expr *, n_names);
  x->variable_of = XCNEWVEC (int, n_names);
  x->pointer_of = XCNEWVEC (struct plug_pointer *, n_names);
  x->loads = BITMAP_ALLOC (NULL);
  x->seen_loads = BITMAP_ALLOC (NULL);
}

/* The level loops of the current function; the caller frees them.  */
static struct plug_levels *
survey (struct plug_region *region, const struct pram_diag *diag)
{
  struct plug_extract x = {};
  unsigned n_names = num_ssa_names;
  start (&x, region, diag);
  x.survey = true;
  add_arrays (&x);
  plug_add_lookups (&x);
  struct plug_levels *levels = plug_find_levels (&x);
  release (&x, n_names);
  pram_source_free (x.source);
  return levels;
}

bitmap
plug_level_loops (void *region)
{
  struct plug_levels *levels = survey ((struct plug_region *) region,
				       &plug_silent);
  bitmap all = BITMAP_ALLOC (NULL);
  for (unsigned l = 1; l < number_of_loops (cfun); l++)
    if (levels->level[l])
      bitmap_set_bit (all, l);
  plug_levels_free (levels);
  return all;
}

struct pram_prog *
plug_read_once (struct plug_region *region, bool scheme,
		const struct pram_diag *diag, struct plug_wanted *wanted)
{
  struct plug_extract x = {};
  unsigned n_names = num_ssa_names;
  struct plug_levels *levels = survey (region, diag);
  start (&x, region, diag);
  x.scheme = scheme;
  x.inspects = region->inspects && !scheme;
  x.levels = levels;
  struct pram_prog *prog = read_source (&x) ? instantiate (&x) : NULL;
  if (!x.wanted && !region->keeps_bounds)
    plug_want_bounds (&x);
  if (!x.wanted)
    plug_find_bound_witness (&x);
  *wanted = { x.wanted, prog && x.wanted_loop
			? plug_loop_number (&x, x.wanted_loop) : -1 };
  release (&x, n_names);
  plug_levels_free (levels);
  if (!prog)
    pram_source_free (x.source);
  return prog;
}
