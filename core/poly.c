/* poly.c: a prog as integer sets and relations (isl).

   SPDX-License-Identifier: GPL-3.0-or-later

   A statement instance is its iterators; an access maps instances to array
   elements; time is the lexicographic order of positions and iterators on the
   way from the root to the statement.

   Names that a loop permutes are resolved to array objects by residue: after
   t iterations name a stands for next^t (a), a power that depends on t modulo
   the permutation's order alone.  Inside such a loop a statement is split
   into one for each residue: substituting t = order * s + residue keeps
   isl's sets free of moduli (three times faster on Jacobi).  */

#include "poly.h"

#include <isl/ast_build.h>
#include <stdlib.h>
#include <string.h>

/* Enough for a dozen statements over 3-D arrays; a second or so at most.  */
enum { MAX_OPERATIONS = 40 * 1000 * 1000 };

/* --- Parameters --------------------------------------------------------- */

int
pram_poly_param_units (const struct pram_poly *poly, int side)
{
  return poly->n_count_params + (side == PRAM_POLY_SRC ? 0 : 2);
}

int
pram_poly_param_count (const struct pram_poly *poly, int count)
{
  return poly->count_position[count];
}

int
pram_poly_param_iterator (const struct pram_poly *poly, int iterator)
{
  return poly->iterator_position[iterator];
}

static bool
contains_stmt_p (const struct pram_node *node)
{
  bool found = node->kind == PRAM_STMT;
  for (int i = 0; i < node->n_children && !found; i++)
    found = contains_stmt_p (node->children[i]);
  return found;
}

/* Does the analysis need the count of LOOP's segment S?  */
static bool
counted_p (const struct pram_node *loop, int s)
{
  return (loop->data_dependent
	  && (s == 0 || contains_stmt_p (loop->children[s])));
}

static void
add_param (struct pram_poly *poly, const char *name)
{
  int n = isl_space_dim (poly->params, isl_dim_param);
  poly->params = isl_space_add_dims (poly->params, isl_dim_param, 1);
  poly->params = isl_space_set_dim_name (poly->params, isl_dim_param, n, name);
}

/* Every parameter is a column in every set: take those that can occur.  */
static void
make_params (struct pram_poly *poly)
{
  static const char *const units[] = { "slo", "shi", "dlo", "dhi" };
  struct pram_prog *prog = poly->prog;
  poly->count_position = PRAM_ARENA_NEW (prog->arena, int, prog->n_counts + 1);
  poly->iterator_position = PRAM_ARENA_NEW (prog->arena, int,
					    prog->n_loops + 1);
  poly->params = isl_space_params_alloc (poly->ctx, 0);
  for (int c = 0; c < prog->n_counts; c++)
    poly->count_position[c] = -1;
  for (int l = 0; l < prog->n_loops; l++)
    for (int s = 0; s < prog->loops[l]->n_children; s++)
      if (counted_p (prog->loops[l], s))
	{
	  int count = prog->loops[l]->first_count + s;
	  poly->count_position[count] = poly->n_count_params++;
	  add_param (poly, pram_arena_printf (prog->arena, "c%d", count));
	}
  poly->flow_params = isl_space_copy (poly->params);
  for (int i = 0; i < 4; i++)
    add_param (poly, units[i]);
  /* Only a loop with loops inside can belong to the driver, so that its
     iterator is fixed in a set.  */
  for (int l = 0; l < prog->n_loops; l++)
    if (!poly->steady[l]
	&& (prog->loops[l]->data_dependent
	    || pram_node_contains_loop_p (prog->loops[l])))
      {
	poly->iterator_position[l]
	  = 4 + poly->n_count_params + poly->n_iterator_params++;
	add_param (poly, pram_arena_printf (prog->arena, "t%d", l));
      }
}

void
pram_poly_swap_params (struct pram_poly *poly)
{
  isl_space *params = poly->params;
  poly->params = poly->flow_params;
  poly->flow_params = params;
  poly->swapped = !poly->swapped;
}

/* --- Steady loops ------------------------------------------------------- */

int
pram_poly_period (const struct pram_node *loop, int array)
{
  int length = 1;
  for (int b = array; loop->next && loop->next[b] != array; b = loop->next[b])
    length++;
  return length;
}

static bool
mentions_p (const struct pram_affine *affine, const struct pram_node *loop)
{
  return pram_affine_coef (affine, loop->iterator) != 0;
}

static bool
access_mentions_p (const struct pram_prog *prog,
		   const struct pram_access *access,
		   const struct pram_node *loop)
{
  for (int d = 0; d < prog->arrays[access->array].n_dims; d++)
    if (mentions_p (&access->subscript[d], loop))
      return true;
  for (int g = 0; g < access->n_guards; g++)
    if (mentions_p (&access->guards[g].affine, loop))
      return true;
  return false;
}

/* Does anything in NODE depend on LOOP's iterator?  Set *WRITES if NODE
   writes.  */
static bool
depends_on_p (const struct pram_prog *prog, const struct pram_node *node,
	      const struct pram_node *loop, bool *writes)
{
  if (node != loop && node->kind == PRAM_LOOP && !node->data_dependent
      && mentions_p (&node->count, loop))
    return true;
  for (int a = 0; a < node->n_accesses; a++)
    {
      *writes |= node->accesses[a].write;
      if (access_mentions_p (prog, &node->accesses[a], loop))
	return true;
    }
  for (int i = 0; i < node->n_children; i++)
    if (depends_on_p (prog, node->children[i], loop, writes))
      return true;
  return false;
}

static bool
outermost_p (const struct pram_node *loop)
{
  const struct pram_node *n = loop->parent;
  while (n && n->kind == PRAM_SEQ)
    n = n->parent;
  return !n;
}

static bool
steady_p (const struct pram_prog *prog, const struct pram_node *loop)
{
  bool writes = false;
  return (outermost_p (loop) && !loop->split
	  && (loop->data_dependent
	      || (pram_affine_constant_p (&loop->count)
		  && loop->count.constant > 0))
	  && !depends_on_p (prog, loop, loop, &writes) && writes);
}

bool
pram_poly_restores_names_p (const struct pram_prog *prog,
			    const struct pram_node *loop)
{
  for (int a = 0; loop->next && a < prog->n_arrays; a++)
    {
      int period = pram_poly_period (loop, a);
      if (period > 1
	  && (loop->data_dependent || !pram_affine_constant_p (&loop->count)
	      || (loop->count.constant > 0
		  && loop->count.constant % period)))
	return false;
    }
  return true;
}

/* Find the steady loops.  There are none unless, apart from one of them, all
   loops leave the names as they were.  */
static void
find_steady (struct pram_poly *poly)
{
  const struct pram_prog *prog = poly->prog;
  int n_changing = 0;
  for (int l = 0; l < prog->n_loops; l++)
    {
      poly->steady[l] = steady_p (prog, prog->loops[l]);
      if (!pram_poly_restores_names_p (prog, prog->loops[l]))
	n_changing += poly->steady[l] ? 1 : 2;
    }
  for (int l = 0; l < prog->n_loops && n_changing > 1; l++)
    poly->steady[l] = false;
}

bool
pram_poly_steady_p (const struct pram_poly *poly, const struct pram_node *loop)
{
  return poly->steady[loop->iterator];
}

/* --- Statements --------------------------------------------------------- */

static int
permutation_order (const struct pram_node *loop, int n)
{
  int order = 1;
  for (int a = 0; loop->next && a < n; a++)
    {
      int length = pram_poly_period (loop, a), x, y;
      for (x = order, y = length; y;)
	{
	  int z = x % y;
	  x = y;
	  y = z;
	}
      order = order / x * length;
    }
  return order;
}

/* Fill in STMT's loops, segments and periods.  */
static void
find_loops (const struct pram_poly *poly, struct pram_poly_stmt *stmt)
{
  struct pram_arena *arena = poly->prog->arena;
  for (struct pram_node *n = stmt->node->parent; n; n = n->parent)
    stmt->depth += n->kind == PRAM_LOOP;
  stmt->loops = PRAM_ARENA_NEW (arena, struct pram_node *, stmt->depth + 1);
  stmt->segments = PRAM_ARENA_NEW (arena, int, stmt->depth + 1);
  stmt->periods = PRAM_ARENA_NEW (arena, int, stmt->depth + 1);
  stmt->residues = PRAM_ARENA_NEW (arena, int, stmt->depth + 1);
  int level = stmt->depth;
  for (struct pram_node *n = stmt->node; n->parent; n = n->parent)
    if (n->parent->kind == PRAM_LOOP)
      {
	stmt->loops[--level] = n->parent;
	stmt->periods[level] = 1;
	if (!pram_poly_steady_p (poly, n->parent))
	  stmt->periods[level]
	    = permutation_order (n->parent, poly->prog->n_arrays);
	while (n->parent->children[stmt->segments[level]] != n)
	  stmt->segments[level]++;
      }
}

/* Advance the residues like an odometer; false after the last.  */
static bool
next_residues (const struct pram_poly_stmt *stmt, int *residues)
{
  for (int level = stmt->depth - 1; level >= 0; level--)
    if (++residues[level] < stmt->periods[level])
      return true;
    else
      residues[level] = 0;
  return false;
}

static void
collect_stmts (struct pram_poly *poly, struct pram_node *node)
{
  struct pram_arena *arena = poly->prog->arena;
  for (int i = 0; i < node->n_children; i++)
    collect_stmts (poly, node->children[i]);
  if (node->kind != PRAM_STMT)
    return;

  struct pram_poly_stmt all = { .node = node };
  find_loops (poly, &all);
  do
    {
      struct pram_poly_stmt *stmt
	= PRAM_ARENA_PUSH (arena, poly->stmts, poly->n_stmts);
      *stmt = all;
      stmt->number = poly->n_stmts - 1;
      stmt->residues = PRAM_ARENA_NEW (arena, int, all.depth + 1);
      memcpy (stmt->residues, all.residues, sizeof (int) * all.depth);
    }
  while (next_residues (&all, all.residues));
}

struct pram_poly *
pram_poly_new (struct pram_prog *prog, bool steady)
{
  struct pram_poly *poly = PRAM_ARENA_NEW (prog->arena, struct pram_poly, 1);
  poly->prog = prog;
  poly->ctx = isl_ctx_alloc ();
  isl_options_set_on_error (poly->ctx, ISL_ON_ERROR_CONTINUE);
  isl_options_set_ast_build_atomic_upper_bound (poly->ctx, 1);
  isl_ctx_set_max_operations (poly->ctx, MAX_OPERATIONS);
  poly->steady = PRAM_ARENA_NEW (prog->arena, bool, prog->n_loops + 1);
  if (steady)
    find_steady (poly);
  make_params (poly);
  collect_stmts (poly, prog->root);
  return poly;
}

static void
free_results (struct pram_poly_stmt *stmt)
{
  for (int i = 0; i < 2; i++)
    {
      isl_set_free (stmt->domain[i]);
      isl_set_free (stmt->block[i]);
      for (int a = 0; stmt->access[i] && a < stmt->node->n_accesses; a++)
	isl_map_free (stmt->access[i][a]);
    }
}

void
pram_poly_free (struct pram_poly *poly)
{
  if (!poly)
    return;
  for (int s = 0; s < poly->n_stmts; s++)
    free_results (&poly->stmts[s]);
  for (int swapped = 0; swapped < 2; swapped++)
    isl_set_free (poly->context[swapped]);
  isl_space_free (poly->params);
  isl_space_free (poly->flow_params);
  isl_ctx_free (poly->ctx);
}

bool
pram_poly_exceeded_p (const struct pram_poly *poly)
{
  return isl_ctx_last_error (poly->ctx) != isl_error_none;
}

int
pram_poly_level (const struct pram_poly_stmt *stmt,
		 const struct pram_node *loop)
{
  for (int i = 0; i < stmt->depth; i++)
    if (stmt->loops[i] == loop)
      return i;
  return -1;
}

bool
pram_poly_inside_p (const struct pram_poly_stmt *stmt,
		    const struct pram_node *node)
{
  for (const struct pram_node *n = stmt->node; n; n = n->parent)
    if (n == node)
      return true;
  return false;
}

const struct pram_poly_stmt *
pram_poly_stmt_of (const struct pram_poly *poly, const char *tuple_name)
{
  bool exit = tuple_name[0] == 'e';
  return exit ? NULL : &poly->stmts[atoi (tuple_name + 1)];
}

int
pram_poly_array_of (const char *tuple_name)
{
  return atoi (tuple_name + 1);
}

bool
pram_poly_opaque_p (const struct pram_node *loop)
{
  if (!loop->data_dependent)
    return false;
  for (const struct pram_node *n = loop->parent; n; n = n->parent)
    if (n->kind == PRAM_LOOP)
      return true;
  return false;
}

/* --- Instances ---------------------------------------------------------- */

static isl_space *
stmt_space (const struct pram_poly *poly, const struct pram_poly_stmt *stmt)
{
  isl_space *space = isl_space_set_from_params (isl_space_copy (poly->params));
  char name[16];
  space = isl_space_add_dims (space, isl_dim_set, stmt->depth);
  snprintf (name, sizeof name, "S%d", stmt->number);
  return isl_space_set_tuple_name (space, isl_dim_set, name);
}

static isl_aff *
zero_aff (const struct pram_poly *poly, const struct pram_poly_stmt *stmt)
{
  return isl_aff_zero_on_domain (isl_local_space_from_space
				 (stmt_space (poly, stmt)));
}

static isl_aff *
add_term (isl_aff *aff, enum isl_dim_type type, int position, int64_t coef)
{
  isl_val *value = isl_val_int_from_si (isl_aff_get_ctx (aff), coef);
  isl_val *old = isl_aff_get_coefficient_val (aff, type, position);
  return isl_aff_set_coefficient_val (aff, type, position,
				      isl_val_add (old, value));
}

static isl_aff *
add_constant (isl_aff *aff, int64_t constant)
{
  return isl_aff_add_constant_val (aff, isl_val_int_from_si
				   (isl_aff_get_ctx (aff), constant));
}

isl_aff *
pram_poly_aff (const struct pram_poly *poly,
	       const struct pram_poly_stmt *stmt,
	       const struct pram_affine *affine)
{
  isl_aff *aff = add_constant (zero_aff (poly, stmt), affine->constant);
  for (int i = 0; i < stmt->depth; i++)
    {
      int64_t coef = pram_affine_coef (affine, stmt->loops[i]->iterator);
      if (!coef)
	continue;
      aff = add_term (aff, isl_dim_in, i, coef * stmt->periods[i]);
      aff = add_constant (aff, coef * stmt->residues[i]);
    }
  return aff;
}

/* The iterator of STMT's loop at LEVEL.  */
static isl_aff *
iterator_aff (const struct pram_poly *poly,
	      const struct pram_poly_stmt *stmt, int level)
{
  isl_aff *aff = add_term (zero_aff (poly, stmt), isl_dim_in, level,
			   stmt->periods[level]);
  return add_constant (aff, stmt->residues[level]);
}

/* The instances for which AFF is not negative.  */
static isl_set *
nonneg_set (isl_aff *aff)
{
  return isl_pw_aff_nonneg_set (isl_pw_aff_from_aff (aff));
}

/* 0 <= iterator < the loop's count.  */
static isl_set *
bound_iterator (const struct pram_poly *poly,
		const struct pram_poly_stmt *stmt, int level, isl_set *set)
{
  struct pram_node *loop = stmt->loops[level];
  isl_aff *lower = iterator_aff (poly, stmt, level);
  isl_aff *upper;
  if (pram_poly_opaque_p (loop) || pram_poly_steady_p (poly, loop))
    upper = add_constant (zero_aff (poly, stmt), 1);
  else if (loop->data_dependent)
    upper = add_term (zero_aff (poly, stmt), isl_dim_param,
		      pram_poly_param_count (poly, loop->first_count
					     + stmt->segments[level]), 1);
  else
    upper = pram_poly_aff (poly, stmt, &loop->count);
  upper = isl_aff_sub (upper, isl_aff_copy (lower));
  upper = add_constant (upper, -1);
  set = isl_set_intersect (set, nonneg_set (lower));
  return isl_set_intersect (set, nonneg_set (upper));
}

isl_set *
pram_poly_outer_domain (const struct pram_poly *poly,
			const struct pram_poly_stmt *stmt, int depth)
{
  isl_set *set = isl_set_universe (stmt_space (poly, stmt));
  for (int level = 0; level < depth; level++)
    set = bound_iterator (poly, stmt, level, set);
  return isl_set_intersect_params (set, pram_poly_context (poly));
}

isl_set *
pram_poly_domain (const struct pram_poly *poly,
		  const struct pram_poly_stmt *stmt)
{
  isl_set **known = &poly->stmts[stmt->number].domain[poly->swapped];
  if (!*known)
    *known = pram_poly_outer_domain (poly, stmt, stmt->depth);
  return isl_set_copy (*known);
}

/* --- The context -------------------------------------------------------- */

isl_set *
pram_poly_relate_counts (isl_set *set, int a, int b, int difference)
{
  isl_constraint *c = isl_constraint_alloc_equality
		 (isl_local_space_from_space (isl_set_get_space (set)));
  c = isl_constraint_set_coefficient_si (c, isl_dim_param, a, 1);
  c = isl_constraint_set_coefficient_si (c, isl_dim_param, b, -1);
  c = isl_constraint_set_constant_si (c, -difference);
  return isl_set_add_constraint (set, c);
}

/* SET with  A - B + CONSTANT >= 0,  A and B positions of parameters, B < 0
   for none.  */
static isl_set *
constrain_params (isl_set *set, int a, int b, int constant)
{
  isl_local_space *space
    = isl_local_space_from_space (isl_set_get_space (set));
  isl_constraint *c = isl_constraint_alloc_inequality (space);
  c = isl_constraint_set_coefficient_si (c, isl_dim_param, a, 1);
  if (b >= 0)
    c = isl_constraint_set_coefficient_si (c, isl_dim_param, b, -1);
  c = isl_constraint_set_constant_si (c, constant);
  return isl_set_add_constraint (set, c);
}

/* SET with what is known of LOOP's counts.  */
static isl_set *
constrain_counts (const struct pram_poly *poly, const struct pram_node *loop,
		  isl_set *set)
{
  int first = pram_poly_param_count (poly, loop->first_count), last = first;
  set = constrain_params (set, first, -1, -1);
  for (int s = 1; s < loop->n_children; s++)
    if (counted_p (loop, s))
      {
	int count = pram_poly_param_count (poly, loop->first_count + s);
	set = constrain_params (set, last, count, 0);
	set = constrain_params (set, count, first, 1);
	last = count;
      }
  return set;
}

isl_set *
pram_poly_counts (const struct pram_poly *poly)
{
  isl_set *set = pram_poly_context (poly);
  for (int l = 0; l < poly->prog->n_loops; l++)
    if (poly->prog->loops[l]->data_dependent && poly->steady[l])
      set = constrain_counts (poly, poly->prog->loops[l], set);
  return set;
}

isl_set *
pram_poly_context (const struct pram_poly *poly)
{
  isl_set **known = &((struct pram_poly *) poly)->context[poly->swapped];
  if (*known)
    return isl_set_copy (*known);
  isl_set *set = isl_set_universe (isl_space_copy (poly->params));
  for (int l = 0; l < poly->prog->n_loops; l++)
    {
      const struct pram_node *loop = poly->prog->loops[l];
      if (loop->data_dependent && !pram_poly_opaque_p (loop)
	  && !poly->steady[l])
	set = constrain_counts (poly, loop, set);
    }
  *known = isl_set_copy (set);
  return set;
}

/* Project out N parameters from FIRST on; the space stays the same.  */
static isl_set *
forget (const struct pram_poly *poly, isl_set *set, int first, int n)
{
  set = isl_set_align_params (set, isl_space_copy (poly->params));
  set = isl_set_project_out (set, isl_dim_param, first, n);
  return isl_set_align_params (set, isl_space_copy (poly->params));
}

isl_set *
pram_poly_forget_counts (const struct pram_poly *poly, isl_set *set)
{
  return forget (poly, set, 0, poly->n_count_params);
}

isl_set *
pram_poly_forget_iterators (const struct pram_poly *poly, isl_set *set)
{
  return forget (poly, set, 4 + poly->n_count_params,
		 poly->n_iterator_params);
}

isl_set *
pram_poly_fix_outer (const struct pram_poly *poly,
		     const struct pram_poly_stmt *stmt,
		     const struct pram_node *node, isl_set *set)
{
  for (int level = 0; level < stmt->depth; level++)
    {
      const struct pram_node *loop = stmt->loops[level];
      if (loop == node)
	break;
      if (pram_poly_steady_p (poly, loop))
	continue;
      isl_constraint *c = isl_constraint_alloc_equality
	(isl_local_space_from_space (isl_set_get_space (set)));
      c = isl_constraint_set_coefficient_si (c, isl_dim_set, level,
					     stmt->periods[level]);
      c = isl_constraint_set_coefficient_si
	    (c, isl_dim_param,
	     pram_poly_param_iterator (poly, loop->iterator), -1);
      c = isl_constraint_set_constant_si (c, stmt->residues[level]);
      set = isl_set_add_constraint (set, c);
    }
  return set;
}

/* --- Accesses ----------------------------------------------------------- */

/* floor (affine / div) mod mod.  */
static isl_aff *
subscript_aff (const struct pram_poly *poly,
	       const struct pram_poly_stmt *stmt,
	       const struct pram_access *access, int d)
{
  isl_aff *aff = pram_poly_aff (poly, stmt, &access->subscript[d]);
  int64_t div = access->div ? access->div[d] : 0;
  int64_t mod = access->mod ? access->mod[d] : 0;
  if (div > 1)
    aff = isl_aff_floor (isl_aff_scale_down_val
			 (aff, isl_val_int_from_si (poly->ctx, div)));
  if (mod > 0)
    aff = isl_aff_mod_val (aff, isl_val_int_from_si (poly->ctx, mod));
  return aff;
}

static isl_set *
apply_guards (const struct pram_poly *poly, const struct pram_poly_stmt *stmt,
	      const struct pram_access *access, isl_set *domain)
{
  for (int g = 0; g < access->n_guards; g++)
    {
      isl_aff *aff = pram_poly_aff (poly, stmt, &access->guards[g].affine);
      isl_set *half = access->guards[g].equality
		      ? isl_set_from_basic_set (isl_aff_zero_basic_set (aff))
		      : nonneg_set (aff);
      domain = isl_set_intersect (domain, half);
    }
  return domain;
}

/* ACCESS on DOMAIN, with a target tuple PREFIX followed by ARRAY.  */
static isl_map *
access_map (const struct pram_poly *poly, const struct pram_poly_stmt *stmt,
	    const struct pram_access *access, isl_set *domain, char prefix,
	    int array)
{
  int n = poly->prog->arrays[access->array].n_dims;
  char name[16];
  isl_space *range = isl_space_set_from_params (isl_space_copy (poly->params));
  range = isl_space_add_dims (range, isl_dim_set, n);
  snprintf (name, sizeof name, "%c%d", prefix, array);
  range = isl_space_set_tuple_name (range, isl_dim_set, name);
  isl_aff_list *list = isl_aff_list_alloc (poly->ctx, n);
  for (int d = 0; d < n; d++)
    list = isl_aff_list_add (list, subscript_aff (poly, stmt, access, d));
  isl_space *space
    = isl_space_map_from_domain_and_range (stmt_space (poly, stmt), range);
  isl_map *map = isl_map_from_multi_aff
		   (isl_multi_aff_from_aff_list (space, list));
  return isl_map_intersect_domain (map, domain);
}

isl_map *
pram_poly_access (const struct pram_poly *poly,
		  const struct pram_poly_stmt *stmt,
		  const struct pram_access *access)
{
  isl_map ***all = &poly->stmts[stmt->number].access[poly->swapped];
  if (!*all)
    *all = PRAM_ARENA_NEW (poly->prog->arena, isl_map *,
			   stmt->node->n_accesses + 1);
  isl_map **known = &(*all)[access - stmt->node->accesses];
  if (*known)
    return isl_map_copy (*known);
  isl_set *domain = apply_guards (poly, stmt, access,
				  pram_poly_domain (poly, stmt));
  *known = access_map (poly, stmt, access, domain, 'N', access->array);
  return isl_map_copy (*known);
}

/* --- Names to objects --------------------------------------------------- */

/* LOOP's permutation, to be applied as often as its iterator says (for
   statements inside), or as its back edge was taken (for statements behind
   it).  */
struct power
{
  const struct pram_node *loop;
  bool inside;
};

/* The loops in WITHIN with permutations that have run before, or enclose, NODE,
   in the order in which they were entered.  */
static void
collect_powers (const struct pram_poly *poly, const struct pram_node *within,
		const struct pram_node *node, struct power **powers, int *n)
{
  const struct pram_node *parent = node->parent;
  if (node != within && parent)
    collect_powers (poly, within, parent, powers, n);
  for (int i = 0; node != within && i < parent->n_children; i++)
    {
      const struct pram_node *child = parent->children[i];
      if (parent->kind == PRAM_SEQ && child != node && child->kind == PRAM_LOOP
	  && child->next)
	{
	  struct power *p = PRAM_ARENA_PUSH (poly->prog->arena, *powers, *n);
	  *p = (struct power) { child, false };
	}
      if (child == node)
	break;
    }
  if (node->kind == PRAM_LOOP && node->next)
    {
      struct power *p = PRAM_ARENA_PUSH (poly->prog->arena, *powers, *n);
      *p = (struct power) { node, true };
    }
}

static isl_aff *
exponent_aff (const struct pram_poly *poly, const struct pram_poly_stmt *stmt,
	      const struct power *power)
{
  const struct pram_node *loop = power->loop;
  isl_aff *zero = zero_aff (poly, stmt);
  if (loop->data_dependent)
    return add_constant (add_term (zero, isl_dim_param, pram_poly_param_count
				   (poly, loop->first_count), 1), -1);
  if (pram_affine_constant_p (&loop->count) && loop->count.constant < 0)
    return zero;
  isl_aff_free (zero);
  return pram_poly_aff (poly, stmt, &loop->count);
}

/* ACCESS on DOMAIN, ARRAY being the name to resolve by the first N of POWERS.
   The innermost permutation acts first.  */
static isl_union_map *
resolve (const struct pram_poly *poly, const struct pram_poly_stmt *stmt,
	 const struct pram_access *access, const struct power *powers, int n,
	 int array, isl_set *domain)
{
  if (n == 0)
    return isl_union_map_from_map (access_map (poly, stmt, access, domain,
					       'B', array));
  const struct power *power = &powers[n - 1];
  const int *next = power->loop->next;
  if (power->inside)
    {
      int residue
	= stmt->residues[pram_poly_level (stmt, power->loop)];
      while (residue-- > 0)
	array = next[array];
      return resolve (poly, stmt, access, powers, n - 1, array, domain);
    }
  int order = permutation_order (power->loop, poly->prog->n_arrays);
  isl_union_map *all = isl_union_map_empty (isl_space_copy (poly->params));
  for (int residue = 0; residue < order; residue++)
    {
      isl_aff *exponent = exponent_aff (poly, stmt, power);
      exponent = isl_aff_mod_val (exponent,
				  isl_val_int_from_si (poly->ctx, order));
      exponent = add_constant (exponent, -residue);
      isl_set *part = isl_set_from_basic_set (isl_aff_zero_basic_set
					      (exponent));
      part = isl_set_intersect (part, isl_set_copy (domain));
      all = isl_union_map_union (all, resolve (poly, stmt, access, powers,
					       n - 1, array, part));
      array = next[array];
    }
  isl_set_free (domain);
  return all;
}

isl_union_map *
pram_poly_object_access (const struct pram_poly *poly,
			 const struct pram_poly_stmt *stmt,
			 const struct pram_access *access,
			 const struct pram_node *node)
{
  struct power *powers = NULL;
  int n = 0;
  collect_powers (poly, node, stmt->node, &powers, &n);
  isl_set *domain = apply_guards (poly, stmt, access,
				  pram_poly_domain (poly, stmt));
  return resolve (poly, stmt, access, powers, n, access->array, domain);
}

/* --- Time --------------------------------------------------------------- */

/* The instances of STMT as reader of its access number ACCESS, or, if that is
   negative, as writer.  */
static isl_union_set *
accessing_domain (const struct pram_poly *poly,
		  const struct pram_poly_stmt *stmt, int access)
{
  isl_set *set = pram_poly_domain (poly, stmt);
  if (access >= 0)
    set = isl_set_set_tuple_name (set, pram_poly_reader_name (poly, stmt,
							      access));
  return isl_union_set_from_set (set);
}

const char *
pram_poly_reader_name (const struct pram_poly *poly,
		       const struct pram_poly_stmt *stmt, int access)
{
  return pram_arena_printf (poly->prog->arena, "R%d_%d", stmt->number, access);
}

/* FIRST, then SECOND; either may be null.  */
static isl_schedule *
in_sequence (isl_schedule *first, isl_schedule *second)
{
  if (!first)
    return second;
  return second ? isl_schedule_sequence (first, second) : first;
}

/* ALL, which may be null, and SET.  */
static isl_union_set *
also (isl_union_set *all, isl_union_set *set)
{
  return all ? isl_union_set_union (all, set) : set;
}

/* NODE's instances: its reads, then its write.  Reads need no order; nor do
   instances with different residues, which differ in the loop's iterator.
   isl takes time for every leaf.  */
static isl_schedule *
schedule_stmt (const struct pram_poly *poly, const struct pram_node *node)
{
  isl_union_set *reads = NULL, *writes = NULL;
  for (int s = 0; s < poly->n_stmts; s++)
    {
      const struct pram_poly_stmt *stmt = &poly->stmts[s];
      if (stmt->node != node)
	continue;
      for (int a = 0; a < node->n_accesses; a++)
	if (!node->accesses[a].write)
	  reads = also (reads, accessing_domain (poly, stmt, a));
      writes = also (writes, accessing_domain (poly, stmt, -1));
    }
  return in_sequence (reads ? isl_schedule_from_domain (reads) : NULL,
		      isl_schedule_from_domain (writes));
}

/* The iterator of LOOP at STMT's accesses, added to PIECES.  */
static isl_union_pw_aff *
add_iterator (const struct pram_poly *poly, const struct pram_poly_stmt *stmt,
	      const struct pram_node *loop, isl_union_pw_aff *pieces)
{
  for (int a = -1; a < stmt->node->n_accesses; a++)
    {
      if (a >= 0 && stmt->node->accesses[a].write)
	continue;
      isl_aff *aff = iterator_aff (poly, stmt, pram_poly_level (stmt, loop));
      if (a >= 0)
	aff = isl_aff_set_tuple_id
		(aff, isl_dim_in,
		 isl_id_alloc (poly->ctx,
			       pram_poly_reader_name (poly, stmt, a), NULL));
      pieces = isl_union_pw_aff_add_pw_aff (pieces, isl_pw_aff_from_aff (aff));
    }
  return pieces;
}

/* The order of all instances below NODE; null if there are none.  */
static isl_schedule *
schedule_node (const struct pram_poly *poly, const struct pram_node *node)
{
  isl_schedule *schedule = NULL;
  if (node->kind == PRAM_STMT)
    return schedule_stmt (poly, node);
  for (int i = 0; i < node->n_children; i++)
    schedule = in_sequence (schedule, schedule_node (poly,
						     node->children[i]));
  if (!schedule || node->kind != PRAM_LOOP)
    return schedule;
  isl_union_pw_aff *iterator
    = isl_union_pw_aff_empty (isl_space_copy (poly->params));
  for (int s = 0; s < poly->n_stmts; s++)
    if (pram_poly_inside_p (&poly->stmts[s], node))
      iterator = add_iterator (poly, &poly->stmts[s], node, iterator);
  return isl_schedule_insert_partial_schedule
	   (schedule, isl_multi_union_pw_aff_from_union_pw_aff (iterator));
}

isl_schedule *
pram_poly_schedule (const struct pram_poly *poly,
		    const struct pram_node *node, isl_set *exit)
{
  isl_schedule *schedule = schedule_node (poly, node);
  return in_sequence (schedule, isl_schedule_from_domain
				  (isl_union_set_from_set (exit)));
}
