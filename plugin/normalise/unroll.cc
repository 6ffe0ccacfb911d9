/* unroll.cc: loops whose variables index arithmetic needs as constants.

   SPDX-License-Identifier: GPL-3.0-or-later

     for (s = 1; s < n; s *= 2) { … a[i - s] … }
     for (s = 0; s < log; s++) { … a[i ^ (1 << s)] … }
     for (len = 2; len <= n; len *= 2) for (i = 0; i < n; i += len) …
     for (k = 0; k < 9; k++) … f[y - ey[k]][x - ex[k]] …

   Such programs are oblivious, but what they compute indices from is no affine
   function of the loops' variables.  It is one in each copy of the body once
   the loop is unrolled completely, and the sizes being constants, how often
   these loops run is one, too.  What is left of bit operations,
   core takes apart.

   A loop is WANTED if its variable goes into an index or into another loop's
   test
   - without changing by a constant in each iteration,
   - as the step of another variable,
   - as the second operand of a shift, quotient or remainder,
   - as the index of a table of constants.
   Where two variables are multiplied (or combined bit by bit), the loop that
   runs less often is.  A loop by itself is left alone: nothing to distribute
   would be left of it.  Outer loops come first: the inner ones' tests may
   depend on them.

   Requires: SSA, loops with preheaders, simple latches and recorded exits,
   dominators, scalar evolution.  Provides: the same, built anew.  */

#include "pram-gcc.h"
#include "region.h"
#include "diagnostics.h"
#include "read/extract.h"
#include "front/remap.h"

/* Statements that a region may have afterwards.  */
#define MAX_STATEMENTS 20000
/* Copies of one body.  */
#define MAX_COPIES 64

/* --- Copies --------------------------------------------------------------- */

bool
plug_copy_body (class loop *loop, int copies)
{
  auto_sbitmap no_exit_removed (copies + 1);
  bitmap_clear (no_exit_removed);
  initialize_original_copy_tables ();
  bool ok = plug_duplicate_body (loop, loop_latch_edge (loop), copies,
				 no_exit_removed, NULL, NULL, 0);
  free_original_copy_tables ();
  if (!ok)
    return false;
  update_ssa (TODO_update_ssa);
  calculate_dominance_info (CDI_DOMINATORS);
  scev_reset ();
  return true;
}

void
plug_propagate_constants (void)
{
  opt_pass *pass = make_pass_ccp (g);
  pass->execute (cfun);
  delete pass;
  cleanup_tree_cfg ();
  if (need_ssa_update_p (cfun))
    update_ssa (TODO_update_ssa);
}

/* --- Which loops ---------------------------------------------------------- */

/* What an integer or a pointer is computed from.  */
struct origin
{
  bool data;			/* elements of arrays, or what isn't looked
				   into */
  bitmap loops;			/* numbers of the loops whose variables */
};

struct survey
{
  struct origin **origin_of;	/* by SSA version, or null */
  bitmap wanted;		/* numbers of loops */
  auto_vec<bitmap> pairs;	/* sets of loops, two by two: all of one or all
				   of the other are wanted */
};

static void origin_of (struct survey *, tree, struct origin *);

static void
start_origin (struct origin *o)
{
  o->data = false;
  o->loops = BITMAP_ALLOC (NULL);
}

/* Add what EXPR is computed from to ALL, and return it, for the caller to free,
   in ONE.  */
static void
add_origin (struct survey *s, tree expr, struct origin *all,
	    struct origin *one)
{
  start_origin (one);
  origin_of (s, expr, one);
  all->data |= one->data;
  bitmap_ior_into (all->loops, one->loops);
}

/* The loops that EXPR is computed from are wanted; they are added to O.  */
static void
want (struct survey *s, tree expr, struct origin *o)
{
  struct origin one;
  add_origin (s, expr, o, &one);
  if (!one.data)
    bitmap_ior_into (s->wanted, one.loops);
  BITMAP_FREE (one.loops);
}

/* A CODE B.  */
static void
origin_of_operation (struct survey *s, tree_code code, tree a, tree b,
		     struct origin *o)
{
  struct origin first, second;
  switch (code)
    {
    case LSHIFT_EXPR: case RSHIFT_EXPR:
    case TRUNC_DIV_EXPR: case TRUNC_MOD_EXPR: case EXACT_DIV_EXPR:
      origin_of (s, a, o);
      return want (s, b, o);
    case MULT_EXPR:
    case BIT_AND_EXPR: case BIT_IOR_EXPR: case BIT_XOR_EXPR:
      add_origin (s, a, o, &first);
      add_origin (s, b, o, &second);
      if (!o->data && !bitmap_empty_p (first.loops)
	  && !bitmap_empty_p (second.loops))
	{
	  s->pairs.safe_push (first.loops);
	  s->pairs.safe_push (second.loops);
	  return;
	}
      BITMAP_FREE (first.loops);
      BITMAP_FREE (second.loops);
      return;
    case REALPART_EXPR: case IMAGPART_EXPR: case FIX_TRUNC_EXPR:
      o->data = true;
      return;
    default:
      origin_of (s, a, o);
      if (b)
	origin_of (s, b, o);
    }
}

/* REF is a load from a table of constants.  */
static bool
constant_table_p (tree ref)
{
  tree base = get_base_address (ref);
  return base && plug_constant_table_p (base);
}

/* The indices in REF: of a table, which is WANTED to be read at compile time,
   or of an array.  */
static void
origin_of_reference (struct survey *s, tree ref, bool wanted,
		     struct origin *o)
{
  for (; handled_component_p (ref); ref = TREE_OPERAND (ref, 0))
    if (TREE_CODE (ref) == ARRAY_REF)
      {
	if (wanted)
	  want (s, TREE_OPERAND (ref, 1), o);
	else
	  origin_of (s, TREE_OPERAND (ref, 1), o);
      }
  if (TREE_CODE (ref) == MEM_REF)
    origin_of (s, TREE_OPERAND (ref, 0), o);
}

/* PHI stands in the header of LOOP.  */
static void
origin_of_variable (struct survey *s, class loop *loop, gphi *phi,
		    struct origin *o)
{
  tree name = gimple_phi_result (phi);
  tree evolution = analyze_scalar_evolution (loop, name);
  bitmap_set_bit (o->loops, loop->num);
  origin_of (s, PHI_ARG_DEF_FROM_EDGE (phi, loop_preheader_edge (loop)), o);
  if (TREE_CODE (evolution) == POLYNOMIAL_CHREC
      && CHREC_VARIABLE (evolution) == (unsigned) loop->num
      && !tree_contains_chrecs (CHREC_RIGHT (evolution), NULL))
    {
      if (TREE_CODE (CHREC_RIGHT (evolution)) != INTEGER_CST)
	want (s, CHREC_RIGHT (evolution), o);
      return;
    }
  /* Pointers are exchanged.  */
  o->data |= POINTER_TYPE_P (TREE_TYPE (name));
  origin_of (s, PHI_ARG_DEF_FROM_EDGE (phi, loop_latch_edge (loop)), o);
  if (!o->data)
    bitmap_ior_into (s->wanted, o->loops);
}

static void
origin_of_definition (struct survey *s, gimple *def, struct origin *o)
{
  if (gphi *phi = dyn_cast <gphi *> (def))
    {
      class loop *loop = gimple_bb (phi)->loop_father;
      if (loop->header == gimple_bb (phi) && loop_outer (loop))
	return origin_of_variable (s, loop, phi, o);
      for (unsigned i = 0; i < gimple_phi_num_args (phi); i++)
	origin_of (s, gimple_phi_arg_def (phi, i), o);
      /* Conditions choose, maybe on data.  */
      o->data |= gimple_phi_num_args (phi) > 1;
    }
  else if (gimple_assign_load_p (def))
    {
      tree ref = gimple_assign_rhs1 (def);
      if (constant_table_p (ref))
	origin_of_reference (s, ref, true, o);
      else
	o->data = true;
    }
  else if (gimple_assign_single_p (def))
    origin_of (s, gimple_assign_rhs1 (def), o);
  else if (is_gimple_assign (def))
    origin_of_operation (s, gimple_assign_rhs_code (def),
			 gimple_assign_rhs1 (def), gimple_assign_rhs2 (def),
			 o);
  else
    o->data = true;
}

static void
origin_of_name (struct survey *s, tree name, struct origin *o)
{
  struct origin **known = &s->origin_of[SSA_NAME_VERSION (name)];
  if (SSA_NAME_IS_DEFAULT_DEF (name))
    return;
  if (!*known)
    {
      *known = XNEW (struct origin);
      start_origin (*known);
      if (INTEGRAL_TYPE_P (TREE_TYPE (name))
	  || POINTER_TYPE_P (TREE_TYPE (name)))
	origin_of_definition (s, SSA_NAME_DEF_STMT (name), *known);
      else
	(*known)->data = true;
    }
  o->data |= (*known)->data;
  bitmap_ior_into (o->loops, (*known)->loops);
}

/* Add what EXPR is computed from to O.  */
static void
origin_of (struct survey *s, tree expr, struct origin *o)
{
  if (TREE_CODE (expr) == SSA_NAME)
    origin_of_name (s, expr, o);
  else if (TREE_CODE (expr) == ADDR_EXPR)
    origin_of_reference (s, TREE_OPERAND (expr, 0), false, o);
  else if (UNARY_CLASS_P (expr) || BINARY_CLASS_P (expr))
    origin_of_operation (s, TREE_CODE (expr), TREE_OPERAND (expr, 0),
			 BINARY_CLASS_P (expr) ? TREE_OPERAND (expr, 1)
			 : NULL_TREE, o);
}

/* Look at the indices in STMT.  */
static void
survey_statement (struct survey *s, gimple *stmt)
{
  tree load, store;
  struct origin o;
  start_origin (&o);
  plug_references (stmt, &load, &store);
  if (load && !constant_table_p (load))
    origin_of_reference (s, load, false, &o);
  if (store)
    origin_of_reference (s, store, false, &o);
  BITMAP_FREE (o.loops);
}

/* Look at the tests of LOOP and the loops in it.  Inner ones come first: how
   LOOP counts its iterations matters only if others want to know.  */
static void
survey_tests (struct survey *s, class loop *loop)
{
  unsigned i;
  edge e;
  for (class loop *inner = loop->inner; inner; inner = inner->next)
    survey_tests (s, inner);
  if (!loop_outer (loop) || bitmap_bit_p (s->wanted, loop->num))
    return;
  auto_vec<edge> exits = get_loop_exit_edges (loop);
  unsigned n_pairs = s->pairs.length ();
  struct origin o;
  start_origin (&o);
  auto_bitmap before;
  bitmap_copy (before, s->wanted);
  FOR_EACH_VEC_ELT (exits, i, e)
    if (gcond *cond = safe_dyn_cast <gcond *> (last_stmt (e->src)))
      {
	origin_of (s, gimple_cond_lhs (cond), &o);
	origin_of (s, gimple_cond_rhs (cond), &o);
      }
  if (bitmap_bit_p (s->wanted, loop->num))
    bitmap_copy (s->wanted, before);
  while (s->pairs.length () > n_pairs)
    BITMAP_FREE (s->pairs.pop ());
  BITMAP_FREE (o.loops);
}

static void
start_survey (struct survey *s)
{
  basic_block bb;
  s->origin_of = XCNEWVEC (struct origin *, num_ssa_names);
  s->wanted = BITMAP_ALLOC (NULL);
  FOR_EACH_BB_FN (bb, cfun)
    for (gimple_stmt_iterator gsi = gsi_start_bb (bb); !gsi_end_p (gsi);
	 gsi_next (&gsi))
      survey_statement (s, gsi_stmt (gsi));
  survey_tests (s, current_loops->tree_root);
}

/* Let go of all but what is wanted.  */
static void
end_survey (struct survey *s)
{
  for (unsigned v = 0; v < num_ssa_names; v++)
    if (s->origin_of[v])
      {
	BITMAP_FREE (s->origin_of[v]->loops);
	free (s->origin_of[v]);
      }
  free (s->origin_of);
  for (bitmap pair : s->pairs)
    BITMAP_FREE (pair);
}

/* --- How often ------------------------------------------------------------ */

/* How often LOOP's latch runs, if that is a constant, and few times; else
   -1.  */
static int
latch_count (class loop *loop)
{
  edge exit = single_exit (loop);
  tree count = exit ? number_of_latch_executions (loop) : NULL_TREE;
  if (exit && (!count || TREE_CODE (count) != INTEGER_CST))
    count = loop_niter_by_eval (loop, exit);
  return (count && TREE_CODE (count) == INTEGER_CST
	  && compare_tree_int (count, MAX_COPIES) <= 0
	  ? (int) tree_to_uhwi (count) : -1);
}

static int
count_statements (class loop *loop)
{
  int n = 0;
  basic_block *body = get_loop_body (loop);
  for (unsigned i = 0; i < loop->num_nodes; i++)
    for (gimple_stmt_iterator gsi = gsi_start_nondebug_bb (body[i]);
	 !gsi_end_p (gsi); gsi_next_nondebug (&gsi))
      n++;
  free (body);
  return n;
}

/* How many copies of the bodies of LOOPS there would be; -1: not known, or too
   many.  */
static int
count_copies (bitmap loops)
{
  unsigned n;
  bitmap_iterator bi;
  int copies = 1;
  EXECUTE_IF_SET_IN_BITMAP (loops, 0, n, bi)
    {
      int count = latch_count (get_loop (cfun, n));
      if (count < 0 || copies > MAX_COPIES)
	return -1;
      copies *= count + 1;
    }
  return copies;
}

/* Of each pair want the loops that run less often.  */
static void
settle_pairs (struct survey *s)
{
  for (unsigned i = 0; i + 1 < s->pairs.length (); i += 2)
    {
      int a = count_copies (s->pairs[i]), b = count_copies (s->pairs[i + 1]);
      if (!bitmap_intersect_p (s->wanted, s->pairs[i])
	  && !bitmap_intersect_p (s->wanted, s->pairs[i + 1]))
	bitmap_ior_into (s->wanted, s->pairs[a < 0 || (b >= 0 && b < a)
					     ? i + 1 : i]);
    }
}

/* --- Unrolling ------------------------------------------------------------ */

/* LOOP is wanted: say what would help if the region is refused.  */
static void
hint (class loop *loop, bool counted, const struct pram_diag *diag)
{
  int line = plug_line (plug_region_of (current_function_decl),
			plug_loop_location (loop));
  if (counted)
    pram_diag_report (diag, PRAM_HINT, line, "indices would be "
		      "linear if this loop were unrolled, but that makes more "
		      "than %d statements: fewer levels or a smaller size "
		      "would help", MAX_STATEMENTS);
  else
    pram_diag_report (diag, PRAM_HINT, line, "indices would be "
		      "linear if this loop were unrolled, but how often it "
		      "runs is no known number of at most %d: name what it "
		      "depends on in size(…), and let it have one exit",
		      MAX_COPIES);
}

/* Unroll LOOP completely, if that can be done.  ROOM: so many statements may be
   added.  */
static bool
unroll (class loop *loop, int room, const struct pram_diag *diag)
{
  int count = latch_count (loop);
  bool fits = count >= 0 && count_statements (loop) <= room / (count + 1);
  if (!fits)
    hint (loop, count >= 0, diag);
  /* The tests in the copies compare constants, the last one included: nothing
     leads back to the first copy afterwards.  */
  if (!fits || !can_duplicate_loop_p (loop)
      || (count > 0 && !plug_copy_body (loop, count)))
    return false;
  plug_propagate_constants ();
  return true;
}

/* Unroll the outermost loop in LOOP, or LOOP itself, whose number is in
   WANTED.  */
static bool
unroll_wanted (bitmap wanted, class loop *loop, int room,
	       const struct pram_diag *diag)
{
  if (loop_outer (loop) && bitmap_bit_p (wanted, loop->num)
      && (loop->inner || loop_depth (loop) > 1) && unroll (loop, room, diag))
    return true;
  for (class loop *inner = loop->inner; inner; inner = inner->next)
    if (unroll_wanted (wanted, inner, room, diag))
      return true;
  return false;
}

/* The numbers of the wanted loops; the caller frees them.  */
static bitmap
wanted_loops (void)
{
  struct survey s;
  start_survey (&s);
  settle_pairs (&s);
  end_survey (&s);
  return s.wanted;
}

/* Unroll a loop.  False if none is wanted or can be unrolled.  */
static bool
unroll_one (const struct pram_diag *diag)
{
  int room = MAX_STATEMENTS - count_statements (current_loops->tree_root);
  bitmap wanted = wanted_loops ();
  bool done = unroll_wanted (wanted, current_loops->tree_root, room, diag);
  BITMAP_FREE (wanted);
  return done;
}

void
plug_unroll_levels (const struct pram_diag *diag)
{
  bitmap wanted = wanted_loops ();
  bool any = !bitmap_empty_p (wanted);
  BITMAP_FREE (wanted);
  if (any)
    {
      /* So that first values are seen to be constants.  */
      plug_propagate_constants ();
      do
	plug_prepare_loops ();
      while (unroll_one (diag));
    }
}
