/* rematerialise.cc: values that are computed again instead of being stored.

   SPDX-License-Identifier: GPL-3.0-or-later

     for (i …) for (j …) { q[i][j] = 4 * p[i][j] - …; pq += p[i][j] * q[i][j]; }
     …
     for (i …) for (j …) r[i][j] -= alpha * q[i][j];

   Where arrays are larger than the cache, a store costs more than the few
   operations that its value is made of: the line is fetched, written back, and
   fetched again for the load.  If nobody wants Q after the region (`local(q)'),
   the second nest becomes

     for (i …) for (j …) r[i][j] -= alpha * (4 * p[i][j] - …);

   and the first one stores nothing.  The same operations on the same operands
   have the same result to the last bit.

   An array is *recomputed* if
   (1) one statement writes it, in every iteration of its nest of counted loops;
   (2) all reads are of the element that the same iteration wrote: later in that
       iteration (then the value is at hand), or in a nest over the same
       iterations, after the first one in the same sequence, and no two
       iterations write one element (rows may overlap for some sizes: the source
       says what must not, and core looks when the region is entered); or in one
       that comes to all these elements and to some that nobody writes
       (border.cc);
   (3) the value is made by few cheap operations from scalars that are known
       before the nest and from elements that are not written up to the end of
       the reading nest;
   (4) fewer arrays pass through memory than before.

   Requires: SSA, loops with preheaders, dominators, scalar evolution; the prog
   as extracted.  Provides: SSA; the prog and what is known of loops must be
   made anew.  */

#include "pram-gcc.h"
#include "region.h"
#include "read/extract.h"
#include "write/emit.h"

/* Operations in a value that is computed again, indices not counted.  */
#define MAX_OPERATIONS 24
/* Reads that are replaced.  */
#define MAX_READS 4

/* An access and the statement that makes it.  */
struct access_at
{
  const struct pram_node *stmt;
  const struct pram_access *access;
};

/* All accesses to an array: one write and some reads.  */
struct uses
{
  int array;
  struct access_at write;
  auto_vec<struct access_at> reads;
};

/* What is stored.  */
struct value
{
  tree name;
  class loop *whole;		/* the outermost loop of the writing nest; null:
				   the read is in the same iteration */
  int n_operations;
  auto_vec<gimple *> stmts;	/* inside WHOLE, operands first */
  auto_vec<gphi *> iterators;	/* headers' PHIs that it needs */
  auto_vec<int> arrays;		/* that it is made of */
};

/* --- Where the array is written and read (1) ------------------------------ */

/* Find the accesses to U's array under NODE.  False if there are too many
   writes, or one that may not happen.  */
static bool
find_uses (struct uses *u, const struct pram_node *node)
{
  for (int i = 0; i < node->n_accesses; i++)
    {
      const struct pram_access *a = &node->accesses[i];
      struct access_at at = { node, a };
      if (a->array != u->array)
	continue;
      if (!a->write)
	u->reads.safe_push (at);
      else if (u->write.stmt || a->may || a->n_guards)
	return false;
      else
	u->write = at;
    }
  for (int i = 0; i < node->n_children; i++)
    if (!find_uses (u, node->children[i]))
      return false;
  return true;
}

static gimple *
gimple_of (const struct pram_access *a)
{
  return ((const struct plug_access *) a->cookie)->stmt;
}

/* --- The same iterations (2) ---------------------------------------------- */

/* The innermost sequence that A and B are both in.  */
static const struct pram_node *
common_sequence (const struct pram_node *a, const struct pram_node *b)
{
  do
    a = a->parent;
  while (a->kind != PRAM_SEQ || !pram_node_inside_p (b, a));
  return a;
}

/* Which child of SEQ contains NODE.  */
static int
child_with (const struct pram_node *seq, const struct pram_node *node)
{
  int i = 0;
  while (!pram_node_inside_p (node, seq->children[i]))
    i++;
  return i;
}

/* The loops around STMT inside SEQ.  False if they do not run for certain, or
   are not counted, or exchange names.  */
static bool
find_nest (const struct pram_node *stmt, const struct pram_node *seq,
	   struct pram_nest *nest)
{
  for (const struct pram_node *n = stmt; n != seq; n = n->parent)
    {
      if (n->conditional)
	return false;
      if (n->kind == PRAM_LOOP)
	{
	  if (n->data_dependent || n->split || n->next
	      || nest->n == PRAM_NEST)
	    return false;
	  nest->loop[nest->n++] = n;
	}
    }
  return true;
}

/* What holds for the sizes at hand of WRITE in OVER and READ in WITH holds for
   all that SOURCE may have: as far as expressions tell.  */
static bool
same_for_all_p (const struct pram_source *source, const struct access_at &write,
		const struct pram_nest *over, const struct access_at &read,
		const struct pram_nest *with)
{
  const struct pram_item *to = pram_source_find (source, write.access->cookie);
  const struct pram_item *from = pram_source_find (source,
						   read.access->cookie);
  if (!source->n_entries && !source->lookups.n)
    return true;
  for (int d = 0; d < over->n; d++)
    if (!pram_nest_same_leave_p (source, over, with, d))
      return false;
  return (pram_position_always_p (&to->at)
	  && pram_nest_same_expression_p (source, to->offset, over,
					  from->offset, with));
}

/* READ is of what WRITE wrote before in the same iteration of the nests OVER and
   WITH around them.  */
static bool
same_instance_p (const struct pram_prog *prog, const struct access_at &write,
		 const struct pram_nest *over, const struct access_at &read,
		 const struct pram_nest *with)
{
  if (over->n != with->n)
    return false;
  for (int d = 0; d < over->n; d++)
    if (!pram_nest_same_affine_p (prog, &over->loop[d]->count, over,
				  &with->loop[d]->count, with))
      return false;
  return (pram_nest_same_affine_p (prog, &write.access->offset, over,
				   &read.access->offset, with)
	  && same_for_all_p (prog->source, write, over, read, with));
}

/* --- The value (3) -------------------------------------------------------- */

static bool
cheap_p (gimple *stmt)
{
  switch (gimple_assign_rhs_code (stmt))
    {
    case RDIV_EXPR:
    case TRUNC_DIV_EXPR:
    case TRUNC_MOD_EXPR:
      return false;
    default:
      return true;
    }
}

/* The array that the load STMT reads, if one access under NODE is all that it
   makes; else -1.  *N counts them.  */
static int
loaded_array (const struct pram_node *node, gimple *stmt, int *n)
{
  int array = -1;
  for (int i = 0; i < node->n_accesses; i++)
    if (gimple_of (&node->accesses[i]) == stmt)
      {
	array = node->accesses[i].array;
	++*n;
      }
  for (int i = 0; i < node->n_children; i++)
    {
      int found = loaded_array (node->children[i], stmt, n);
      array = found >= 0 ? found : array;
    }
  return *n == 1 ? array : -1;
}

/* Find out what NAME is made of.  NEST: what contains the statement.  */
static bool
find_value (struct value *v, tree name, const struct pram_node *nest)
{
  if (TREE_CODE (name) != SSA_NAME)
    return is_gimple_min_invariant (name);
  gimple *def = SSA_NAME_DEF_STMT (name);
  basic_block bb = gimple_bb (def);
  tree step, use;
  ssa_op_iter i;
  if (!v->whole || !bb || !flow_bb_inside_loop_p (v->whole, bb))
    return true;
  if (gphi *phi = dyn_cast <gphi *> (def))
    {
      if (bb->loop_father->header != bb
	  || !plug_iv_p (bb->loop_father, phi, &step))
	return false;
      if (!v->iterators.contains (phi))
	v->iterators.safe_push (phi);
      return true;
    }
  if (v->stmts.contains (def))
    return true;
  if (!is_gimple_assign (def) || gimple_has_volatile_ops (def)
      || gimple_vdef (def) || !cheap_p (def))
    return false;
  if (gimple_vuse (def))
    {
      int n = 0, array = loaded_array (nest, def, &n);
      if (array < 0)
	return false;
      if (!v->arrays.contains (array))
	v->arrays.safe_push (array);
    }
  FOR_EACH_SSA_TREE_OPERAND (use, def, i, SSA_OP_USE)
    if (!find_value (v, use, nest))
      return false;
  v->n_operations += !INTEGRAL_TYPE_P (TREE_TYPE (name))
		     && !POINTER_TYPE_P (TREE_TYPE (name));
  v->stmts.safe_push (def);
  return v->n_operations <= MAX_OPERATIONS;
}

/* What V is made of is the same from child FROM to child TO of SEQ.  */
static bool
inputs_stay_p (const struct value *v, const struct pram_node *seq, int from,
	       int to)
{
  for (int i = from; i <= to; i++)
    {
      if (pram_node_permutes_p (seq->children[i]))
	return false;
      for (int array : v->arrays)
	if (pram_node_writes_p (seq->children[i], array))
	  return false;
    }
  return true;
}

/* --- What is gained (4) --------------------------------------------------- */

static bool
touched_p (const struct pram_node *node, int array)
{
  for (int i = 0; i < node->n_accesses; i++)
    if (node->accesses[i].array == array)
      return true;
  for (int i = 0; i < node->n_children; i++)
    if (touched_p (node->children[i], array))
      return true;
  return false;
}

/* How many arrays pass through memory in NEST for V's sake alone.  */
static int
n_further_arrays (const struct value *v, const struct pram_node *nest)
{
  int n = 0;
  for (int array : v->arrays)
    n += !touched_p (nest, array);
  return n;
}

/* --- The reading loops ---------------------------------------------------- */

/* What PHI, in LOOP's header, has in the first iteration.  */
static tree
first_value (class loop *loop, gphi *phi)
{
  tree init = PHI_ARG_DEF_FROM_EDGE (phi, loop_preheader_edge (loop));
  tree constant = plug_constant (init);
  return constant ? constant : init;
}

/* The PHI of the reading loop READER that goes as PHI, of WRITER's header,
   does; or null.  */
static tree
same_iterator (class loop *writer, gphi *phi, class loop *reader)
{
  tree step, other, init = first_value (writer, phi);
  if (!plug_iv_p (writer, phi, &step))
    return NULL_TREE;
  for (gphi_iterator i = gsi_start_phis (reader->header); !gsi_end_p (i);
       gsi_next (&i))
    if (types_compatible_p (TREE_TYPE (gimple_phi_result (i.phi ())),
			    TREE_TYPE (gimple_phi_result (phi)))
	&& operand_equal_p (first_value (reader, i.phi ()), init, 0)
	&& plug_iv_p (reader, i.phi (), &other)
	&& tree_int_cst_equal (step, other))
      return gimple_phi_result (i.phi ());
  return NULL_TREE;
}

/* A read, the value that takes its place, and what the loops around it have for
   the value's iterators.  */
struct replacement
{
  gimple *load;
  struct value value;
  hash_map<tree, tree> names;
  bool in_part;			/* it is done in a part of the reading loop … */
  struct plug_cut cut;		/* … which this makes */
};

/* Find the names that the value of R has in the nest WITH.  */
static bool
find_iterators (struct replacement *r, const struct pram_nest *over,
		const struct pram_nest *with)
{
  for (gphi *phi : r->value.iterators)
    {
      class loop *loop = gimple_bb (phi)->loop_father;
      tree name = NULL_TREE;
      for (int d = 0; d < over->n && !name; d++)
	if (plug_node_loop (over->loop[d]) == loop)
	  name = same_iterator (loop, phi, plug_node_loop (with->loop[d]));
      if (!name)
	return false;
      r->names.put (gimple_phi_result (phi), name);
    }
  return true;
}

/* Only READ's loop has to be cut for R, if CUT allows that.  */
static bool
cut_p (const struct plug_region *region, const struct pram_prog *prog,
       const struct access_at &write, const struct pram_nest *over,
       const struct access_at &read, const struct pram_nest *with,
       struct replacement *r)
{
  int size = prog->arrays[write.access->array].elem_size;
  return (!read.access->n_guards
	  && plug_find_cut (region, prog->source, size, write.access, over,
			    read.access, with, &r->cut));
}

/* The iterators of R's value begin with what is known outside of the nest.  */
static bool
iterators_known_p (const struct replacement *r)
{
  for (gphi *phi : r->value.iterators)
    if (plug_name_in_loop_p (r->value.whole,
			     first_value (gimple_bb (phi)->loop_father, phi)))
      return false;
  return true;
}

/* Fill in R for READ of what WRITE writes.  *FURTHER: add the arrays that pass
   through memory for it.  CUT: loops may be cut.  */
static bool
prepare (const struct plug_region *region, const struct pram_prog *prog,
	 const struct access_at &write, const struct access_at &read, bool cut,
	 struct replacement *r, int *further)
{
  gimple *store = gimple_of (write.access);
  struct value *v = &r->value;
  const struct pram_node *seq = common_sequence (write.stmt, read.stmt);
  int from = child_with (seq, write.stmt), to = child_with (seq, read.stmt);
  struct pram_nest over = { 0, { NULL } }, with = { 0, { NULL } };
  r->load = gimple_of (read.access);
  v->name = gimple_assign_rhs1 (store);
  v->n_operations = 0;
  if (!gimple_assign_load_p (r->load) || gimple_has_volatile_ops (r->load)
      || !types_compatible_p (TREE_TYPE (gimple_assign_lhs (r->load)),
			      TREE_TYPE (v->name))
      || from >= to || !find_nest (write.stmt, seq, &over)
      || !find_nest (read.stmt, seq, &with))
    return false;
  r->in_part = !same_instance_p (prog, write, &over, read, &with);
  if (r->in_part
      && !(cut && cut_p (region, prog, write, &over, read, &with, r)))
    return false;
  v->whole = over.n ? plug_node_loop (over.loop[over.n - 1]) : NULL;
  basic_block first = v->whole ? v->whole->header : gimple_bb (store);
  if (!dominated_by_p (CDI_DOMINATORS, gimple_bb (r->load), first)
      || !find_value (v, v->name, seq->children[from])
      || !inputs_stay_p (v, seq, from, to)
      || !(r->in_part ? iterators_known_p (r)
	   : find_iterators (r, &over, &with)))
    return false;
  *further += n_further_arrays (v, seq->children[to]);
  return true;
}

/* --- Where only a part of a loop reads what was written -------------------- */

/* The type of the first integer that V's iterators are, or any.  */
static tree
counter_type (const struct value *v)
{
  for (gphi *phi : v->iterators)
    if (INTEGRAL_TYPE_P (TREE_TYPE (gimple_phi_result (phi)))
	&& TYPE_PRECISION (TREE_TYPE (gimple_phi_result (phi)))
	   >= TYPE_PRECISION (integer_type_node))
      return signed_type_for (TREE_TYPE (gimple_phi_result (phi)));
  return long_long_integer_type_node;
}

/* Number the loads of those of N replacements R that are in LOOP, and nothing
   else in it.  */
static void
number_loads (class loop *loop, struct replacement *r, int n)
{
  basic_block *body = get_loop_body (loop);
  for (unsigned b = 0; b < loop->num_nodes; b++)
    for (gimple_stmt_iterator i = gsi_start_bb (body[b]); !gsi_end_p (i);
	 gsi_next (&i))
      gimple_set_uid (gsi_stmt (i), 0);
  free (body);
  for (int k = 0; k < n; k++)
    if (r[k].in_part && r[k].cut.loop == loop)
      gimple_set_uid (r[k].load, k + 1);
}

/* Cut the loop of R[K], of N, for all of them that read in it.  */
static void
cut (struct replacement *r, int n, int k)
{
  class loop *loop = r[k].cut.loop;
  number_loads (loop, r, n);
  plug_make_cut (&r[k].cut, counter_type (&r[k].value));
  struct plug_cut made = r[k].cut;
  made.loop = NULL;
  basic_block *body = get_loop_body (made.middle);
  for (unsigned b = 0; b < made.middle->num_nodes; b++)
    for (gimple_stmt_iterator i = gsi_start_bb (body[b]); !gsi_end_p (i);
	 gsi_next (&i))
      if (unsigned uid = gimple_uid (gsi_stmt (i)))
	{
	  r[uid - 1].load = gsi_stmt (i);
	  r[uid - 1].cut = made;
	}
  free (body);
}

/* What PHI, an iterator of V, is in the iteration of V's nest that wrote what is
   read after AT, where its loop was cut by MADE.  */
static tree
iterator_value (const struct value *v, const struct plug_cut *made, gphi *phi,
		gimple_stmt_iterator *at)
{
  class loop *loop = gimple_bb (phi)->loop_father;
  tree type = TREE_TYPE (gimple_phi_result (phi)), step, k = made->row;
  tree own = POINTER_TYPE_P (type) ? sizetype : type;
  if (loop != v->whole)
    k = fold_build2 (MINUS_EXPR, TREE_TYPE (made->column), made->column,
		     made->start);
  plug_iv_p (loop, phi, &step);
  tree moved = fold_build2 (MULT_EXPR, own, fold_convert (own, k),
			    fold_convert (own, step));
  tree first = first_value (loop, phi);
  tree value = POINTER_TYPE_P (type)
	       ? fold_build_pointer_plus (first, moved)
	       : fold_build2 (PLUS_EXPR, type, fold_convert (type, first),
			      moved);
  return force_gimple_operand_gsi (at, value, true, NULL_TREE, true,
				   GSI_SAME_STMT);
}

/* Find the names that R's value has where it is loaded.  */
static void
name_iterators (struct replacement *r)
{
  gimple_stmt_iterator at = gsi_for_stmt (r->load);
  for (gphi *phi : r->value.iterators)
    r->names.put (gimple_phi_result (phi),
		  iterator_value (&r->value, &r->cut, phi, &at));
}

/* --- Replacing ------------------------------------------------------------ */

/* Compute R's value where it is loaded.  */
static void
replace (struct replacement *r)
{
  gimple_stmt_iterator at = gsi_for_stmt (r->load);
  for (gimple *stmt : r->value.stmts)
    {
      gimple *copy = gimple_copy (stmt);
      tree lhs = gimple_assign_lhs (stmt);
      tree name = make_ssa_name (TREE_TYPE (lhs), copy);
      ssa_op_iter i;
      use_operand_p use;
      gimple_assign_set_lhs (copy, name);
      gsi_insert_before (&at, copy, GSI_SAME_STMT);
      FOR_EACH_SSA_USE_OPERAND (use, copy, i, SSA_OP_USE)
	if (tree *other = r->names.get (USE_FROM_PTR (use)))
	  SET_USE (use, *other);
      update_stmt (copy);
      r->names.put (lhs, name);
    }
  tree *found = r->names.get (r->value.name);
  replace_uses_by (gimple_assign_lhs (r->load),
		   found ? *found : r->value.name);
  at = gsi_for_stmt (r->load);
  gsi_remove (&at, true);
  release_defs (r->load);
}

static void
remove_store (gimple *store)
{
  gimple_stmt_iterator at = gsi_for_stmt (store);
  unlink_stmt_vdef (store);
  gsi_remove (&at, true);
  release_defs (store);
}

/* A and B don't want a loop to be cut in two ways.  */
static bool
agree_p (const struct replacement *a, const struct replacement *b)
{
  class loop *loop = a->in_part ? a->cut.loop : NULL;
  if (!loop || !flow_bb_inside_loop_p (loop, gimple_bb (b->load)))
    return true;
  return (b->in_part && b->cut.loop == loop
	  && operand_equal_p (a->cut.shift, b->cut.shift, 0));
}

/* The loads of U's array in PROG, with what to compute in their place, in R;
   how many they are, 0 if that isn't right or doesn't pay.  A store passes
   through memory twice, a load once.  CUT: reading loops may be cut.  */
static int
prepare_all (const struct plug_region *region, const struct pram_prog *prog,
	     const struct uses *u, bool cut, struct replacement r[MAX_READS])
{
  gimple *store = gimple_of (u->write.access);
  int n = u->reads.length (), before = 2, further = 0;
  if (!gimple_assign_single_p (store) || gimple_has_volatile_ops (store)
      || n > MAX_READS)
    return 0;
  for (int i = 0; i < n; i++)
    {
      if (!prepare (region, prog, u->write, u->reads[i], cut, &r[i], &further))
	return 0;
      for (int k = 0; k < i; k++)
	if (!agree_p (&r[k], &r[i]))
	  return 0;
      before += r[i].value.whole != NULL;
    }
  return further < before ? n : 0;
}

/* Say in PROG and its source, or unless ON no longer, that what WRITE writes in
   an iteration none of LOOP's others may write: as if LOOP were split into two
   parts of which each writes it.  */
static void
mark_single (const struct pram_prog *prog, const struct access_at &write,
	     const struct pram_node *loop, bool on)
{
  int parts = on ? 3 : 0;
  const_cast <struct pram_access *> (write.access)->parts = parts;
  const_cast <struct pram_node *> (loop)->parts = parts;
  pram_source_find (prog->source, write.access->cookie)->parts = parts;
  pram_source_find (prog->source, loop->cookie)->parts = parts;
}

/* No two iterations of the nest that makes U's value write one element of PROG,
   or none but that iteration reads it.  */
static bool
single_p (struct pram_prog *prog, const struct uses *u,
	  const struct replacement *r, int n)
{
  const struct pram_node *loop = NULL;
  for (int i = 0; i < n; i++)
    for (const struct pram_node *l = u->write.stmt; l && r[i].value.whole;
	 l = l->parent)
      if (l->kind == PRAM_LOOP && plug_node_loop (l) == r[i].value.whole
	  && (!loop || pram_node_inside_p (loop, l)))
	loop = l;
  if (!loop)
    return true;
  mark_single (prog, u->write, loop, true);
  bool right = pram_delinearize (prog, NULL) && pram_fission_right_p (prog);
  if (!right)
    mark_single (prog, u->write, loop, false);
  return right;
}

/* The statement that stores to array A of PROG, which REGION gives away, if the
   array may be rematerialised; else null.  CUT, R, N: as for PREPARE_ALL.  */
static gimple *
recomputable (struct plug_region *region, struct pram_prog *prog, int a,
	      bool cut, struct replacement r[MAX_READS], int *n)
{
  const struct plug_param *param = &region->params[prog->arrays[a].arg];
  struct uses u;
  u.array = a;
  u.write = { NULL, NULL };
  *n = 0;
  if (param->unneeded && param->kind == PRAM_ARG_ARRAY
      && !prog->levels && find_uses (&u, prog->root) && u.write.stmt)
    *n = prepare_all (region, prog, &u, cut, r);
  if (*n && !single_p (prog, &u, r, *n))
    *n = 0;
  return *n ? gimple_of (u.write.access) : NULL;
}

/* Array A is recomputed in PROG as R, N and STORE say.  */
static bool
same_recomputed_p (struct plug_region *region, struct pram_prog *prog,
		   int a, const struct replacement *r, int n,
		   const gimple *store)
{
  struct replacement other[MAX_READS];
  int n_other;
  if (recomputable (region, prog, a, false, other, &n_other) != store
      || n != n_other)
    return false;
  for (int i = 0; i < n; i++)
    if (r[i].load != other[i].load)
      return false;
  return true;
}

/* Recompute array A of the versions VERSIONS, if the first one may.  CUTS: loops
   may be cut for that.  */
static bool
recompute (struct plug_region **versions, struct pram_prog **progs,
	   int n_versions, int a, bool cuts)
{
  struct replacement r[MAX_READS];
  int n, arg = progs[0]->arrays[a].arg;
  gimple *store = recomputable (versions[0], progs[0], a,
				cuts && n_versions == 1, r, &n);
  if (!store)
    return false;
  for (int v = 1; v < n_versions; v++)
    if (progs[v] && !same_recomputed_p (versions[v], progs[v], a, r, n, store))
      {
	pram_prog_free (progs[v]);
	progs[v] = NULL;
      }
  for (int v = 0; v < n_versions; v++)
    versions[v]->params[arg].rematerialised = gimple_location (store);
  for (int i = 0; i < n; i++)
    {
      if (r[i].in_part && r[i].cut.loop)
	cut (r, n, i);
      if (r[i].in_part)
	name_iterators (&r[i]);
      replace (&r[i]);
    }
  remove_store (store);
  return true;
}

bool
plug_rematerialise (struct plug_region **versions, struct pram_prog **progs,
		    int n, bool cuts)
{
  bool changed = false;
  for (int a = 0; a < progs[0]->n_arrays && !changed; a++)
    changed = recompute (versions, progs, n, a, cuts);
  if (changed)
    {
      mark_virtual_operands_for_renaming (cfun);
      update_ssa (TODO_update_ssa_only_virtuals);
    }
  return changed;
}
