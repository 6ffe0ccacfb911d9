/* sets-ast.c: programs for sets with existential variables.

   SPDX-License-Identifier: Apache-2.0

   isl's code generator makes loops over the set, each element once; they are
   written down in prefix form.  An innermost loop whose iterator is one of the
   element's coordinates becomes a RUN.  It takes 2 ms for a convex set, and ten
   times that with quotients, so sets.c does without it where it can.  */

#include "encoder.h"

#include <isl/ast.h>
#include <isl/ast_build.h>

#define put pram_encoder_put
#define open_size pram_encoder_open
#define close_size pram_encoder_close

/* --- Expressions -------------------------------------------------------- */

static void
put_id (struct pram_encoder *e, isl_id *id)
{
  for (int v = e->n_vars - 1; v >= 0; v--)
    if (e->vars[v] && e->vars[v] == id)
      {
	put (e, PRAM_SET_VAR);
	put (e, v);
	return;
      }
  pram_encoder_put_param (e, isl_id_get_name (id));
}

static int
set_op (enum isl_ast_expr_op_type type)
{
  switch (type)
    {
    case isl_ast_expr_op_and:
    case isl_ast_expr_op_and_then: return PRAM_SET_AND;
    case isl_ast_expr_op_or:
    case isl_ast_expr_op_or_else: return PRAM_SET_OR;
    case isl_ast_expr_op_max: return PRAM_SET_MAX;
    case isl_ast_expr_op_min: return PRAM_SET_MIN;
    case isl_ast_expr_op_minus: return PRAM_SET_NEG;
    case isl_ast_expr_op_add: return PRAM_SET_ADD;
    case isl_ast_expr_op_sub: return PRAM_SET_SUB;
    case isl_ast_expr_op_mul: return PRAM_SET_MUL;
    /* Exact, or of a nonnegative dividend: rounding down serves all.  */
    case isl_ast_expr_op_div:
    case isl_ast_expr_op_fdiv_q:
    case isl_ast_expr_op_pdiv_q: return PRAM_SET_FDIV;
    case isl_ast_expr_op_pdiv_r:
    case isl_ast_expr_op_zdiv_r: return PRAM_SET_MOD;
    case isl_ast_expr_op_cond:
    case isl_ast_expr_op_select: return PRAM_SET_SELECT;
    case isl_ast_expr_op_eq: return PRAM_SET_EQ;
    case isl_ast_expr_op_le:
    case isl_ast_expr_op_ge: return PRAM_SET_LE;
    case isl_ast_expr_op_lt:
    case isl_ast_expr_op_gt: return PRAM_SET_LT;
    default: return -1;
    }
}

static void put_expr (struct pram_encoder *, isl_ast_expr *);

static void
put_arg (struct pram_encoder *e, isl_ast_expr *expr, int i)
{
  isl_ast_expr *arg = isl_ast_expr_get_op_arg (expr, i);
  put_expr (e, arg);
  isl_ast_expr_free (arg);
}

/* EXPR has N arguments; operators of two take further ones from the left,
   comparisons that look the other way get theirs exchanged.  */
static void
put_operation (struct pram_encoder *e, isl_ast_expr *expr)
{
  enum isl_ast_expr_op_type type = isl_ast_expr_get_op_type (expr);
  int n = isl_ast_expr_get_op_n_arg (expr), op = set_op (type);
  if (op < 0)
    {
      e->failed = true;
      return;
    }
  if (type == isl_ast_expr_op_ge || type == isl_ast_expr_op_gt)
    {
      put (e, op);
      put_arg (e, expr, 1);
      put_arg (e, expr, 0);
      return;
    }
  for (int i = 2; i < n && op != PRAM_SET_SELECT; i++)
    put (e, op);
  put (e, op);
  for (int i = 0; i < n; i++)
    put_arg (e, expr, i);
}

static void
put_expr (struct pram_encoder *e, isl_ast_expr *expr)
{
  isl_val *value;
  isl_id *id;
  switch (isl_ast_expr_get_type (expr))
    {
    case isl_ast_expr_int:
      value = isl_ast_expr_int_get_val (expr);
      put (e, PRAM_SET_CONST);
      put (e, isl_val_get_num_si (value));
      isl_val_free (value);
      break;
    case isl_ast_expr_id:
      id = isl_ast_expr_id_get_id (expr);
      put_id (e, id);
      isl_id_free (id);
      break;
    case isl_ast_expr_op:
      put_operation (e, expr);
      break;
    default:
      e->failed = true;
    }
}

/* --- Elements ----------------------------------------------------------- */

/* BASE + sum of strides times the arguments of the user node's call, that of
   dimension DIM, if it is not -1, being LOWER.  The first argument of a call is
   the function.  */
static void
put_number (struct pram_encoder *e, isl_ast_expr *call, int dim,
	    isl_ast_expr *lower)
{
  int n = isl_ast_expr_get_op_n_arg (call);
  for (int i = 1; i < n; i++)
    put (e, PRAM_SET_ADD);
  put (e, PRAM_SET_CONST);
  put (e, e->base);
  for (int i = 1; i < n; i++)
    {
      put (e, PRAM_SET_MUL);
      put (e, PRAM_SET_CONST);
      put (e, e->stride[i - 1]);
      if (i - 1 == dim)
	put_expr (e, lower);
      else
	put_arg (e, call, i);
    }
}

static bool
mentions_p (isl_ast_expr *expr, isl_id *id)
{
  bool found = false;
  if (isl_ast_expr_get_type (expr) == isl_ast_expr_id)
    {
      isl_id *own = isl_ast_expr_id_get_id (expr);
      found = own == id;
      isl_id_free (own);
    }
  else if (isl_ast_expr_get_type (expr) == isl_ast_expr_op)
    for (int i = 0; i < isl_ast_expr_get_op_n_arg (expr) && !found; i++)
      {
	isl_ast_expr *arg = isl_ast_expr_get_op_arg (expr, i);
	found = mentions_p (arg, id);
	isl_ast_expr_free (arg);
      }
  return found;
}

/* The coordinate of CALL's element that is the iterator ID itself, if no
   other one mentions it; -1 otherwise.  */
static int
run_dimension (isl_ast_expr *call, isl_id *id)
{
  int dim = -1;
  for (int i = 1; i < isl_ast_expr_get_op_n_arg (call); i++)
    {
      isl_ast_expr *arg = isl_ast_expr_get_op_arg (call, i);
      bool mentions = mentions_p (arg, id);
      bool plain = isl_ast_expr_get_type (arg) == isl_ast_expr_id;
      isl_ast_expr_free (arg);
      if (mentions && (!plain || dim >= 0))
	return -1;
      if (mentions)
	dim = i - 1;
    }
  return dim;
}

/* --- Statements --------------------------------------------------------- */

static void put_node (struct pram_encoder *, isl_ast_node *);

/* The inclusive upper bound; the condition is iterator <= or < bound.  */
static void
put_upper (struct pram_encoder *e, isl_ast_expr *cond)
{
  if (isl_ast_expr_get_op_type (cond) == isl_ast_expr_op_lt)
    {
      put (e, PRAM_SET_SUB);
      put_arg (e, cond, 1);
      put (e, PRAM_SET_CONST);
      put (e, 1);
    }
  else if (isl_ast_expr_get_op_type (cond) == isl_ast_expr_op_le)
    put_arg (e, cond, 1);
  else
    e->failed = true;
}

/* The loop over CALL's dimension DIM as a RUN: with the iterator at its lower
   bound, (upper - lower) / step + 1 elements.  */
static void
put_run (struct pram_encoder *e, isl_ast_expr *call, int dim,
	 isl_ast_expr *lower, isl_ast_expr *cond, int64_t step)
{
  put (e, PRAM_SET_RUN);
  put_number (e, call, dim, lower);
  put (e, PRAM_SET_ADD);
  put (e, PRAM_SET_CONST);
  put (e, 1);
  put (e, PRAM_SET_FDIV);
  put (e, PRAM_SET_SUB);
  put_upper (e, cond);
  put_expr (e, lower);
  put (e, PRAM_SET_CONST);
  put (e, step);
  put (e, PRAM_SET_CONST);
  put (e, step * e->stride[dim]);
}

static void
put_loop (struct pram_encoder *e, isl_id *id, isl_ast_expr *lower,
	  isl_ast_expr *cond, int64_t step, isl_ast_node *body)
{
  if (e->n_vars == PRAM_SET_MAX_VARS)
    {
      e->failed = true;
      return;
    }
  int var = e->n_vars;
  put (e, PRAM_SET_FOR);
  put (e, var);
  put_expr (e, lower);
  put_upper (e, cond);
  put (e, step);
  int start = open_size (e);
  e->vars[e->n_vars++] = id;
  put_node (e, body);
  e->n_vars--;
  close_size (e, start);
}

static void
put_for (struct pram_encoder *e, isl_ast_node *node)
{
  isl_ast_expr *iterator = isl_ast_node_for_get_iterator (node);
  isl_ast_expr *lower = isl_ast_node_for_get_init (node);
  isl_id *id = isl_ast_expr_id_get_id (iterator);
  isl_ast_node *body = isl_ast_node_for_get_body (node);
  isl_ast_expr *cond = NULL, *inc = NULL;
  int64_t step = 1;
  if (isl_ast_node_for_is_degenerate (node) == isl_bool_true)
    cond = isl_ast_expr_le (isl_ast_expr_copy (iterator),
			    isl_ast_expr_copy (lower));
  else
    {
      cond = isl_ast_node_for_get_cond (node);
      inc = isl_ast_node_for_get_inc (node);
      isl_val *v = isl_ast_expr_int_get_val (inc);
      step = isl_val_get_num_si (v);
      isl_val_free (v);
    }
  int dim = -1;
  isl_ast_expr *call = NULL;
  if (isl_ast_node_get_type (body) == isl_ast_node_user)
    {
      call = isl_ast_node_user_get_expr (body);
      dim = run_dimension (call, id);
    }
  if (dim >= 0)
    put_run (e, call, dim, lower, cond, step);
  else
    put_loop (e, id, lower, cond, step, body);
  isl_ast_expr_free (call);
  isl_ast_node_free (body);
  isl_ast_expr_free (cond);
  isl_ast_expr_free (inc);
  isl_ast_expr_free (iterator);
  isl_ast_expr_free (lower);
  isl_id_free (id);
}

static void
put_if (struct pram_encoder *e, isl_ast_node *node)
{
  isl_ast_expr *cond = isl_ast_node_if_get_cond (node);
  isl_ast_node *then = isl_ast_node_if_get_then_node (node);
  bool has_else = isl_ast_node_if_has_else_node (node) == isl_bool_true;
  if (has_else)
    {
      put (e, PRAM_SET_SEQ);
      put (e, 2);
    }
  put (e, PRAM_SET_IF);
  put_expr (e, cond);
  int start = open_size (e);
  put_node (e, then);
  close_size (e, start);
  if (has_else)
    {
      isl_ast_node *other = isl_ast_node_if_get_else_node (node);
      put (e, PRAM_SET_IF);
      put (e, PRAM_SET_EQ);
      put_expr (e, cond);
      put (e, PRAM_SET_CONST);
      put (e, 0);
      start = open_size (e);
      put_node (e, other);
      close_size (e, start);
      isl_ast_node_free (other);
    }
  isl_ast_expr_free (cond);
  isl_ast_node_free (then);
}

static void
put_block (struct pram_encoder *e, isl_ast_node *node)
{
  isl_ast_node_list *list = isl_ast_node_block_get_children (node);
  int n = isl_ast_node_list_n_ast_node (list);
  put (e, PRAM_SET_SEQ);
  put (e, n);
  for (int i = 0; i < n; i++)
    {
      isl_ast_node *child = isl_ast_node_list_get_ast_node (list, i);
      put_node (e, child);
      isl_ast_node_free (child);
    }
  isl_ast_node_list_free (list);
}

static void
put_user (struct pram_encoder *e, isl_ast_node *node)
{
  isl_ast_expr *call = isl_ast_node_user_get_expr (node);
  put (e, PRAM_SET_RUN);
  put_number (e, call, -1, NULL);
  put (e, PRAM_SET_CONST);
  put (e, 1);
  put (e, PRAM_SET_CONST);
  put (e, 1);
  isl_ast_expr_free (call);
}

static void
put_node (struct pram_encoder *e, isl_ast_node *node)
{
  switch (isl_ast_node_get_type (node))
    {
    case isl_ast_node_for: put_for (e, node); break;
    case isl_ast_node_if: put_if (e, node); break;
    case isl_ast_node_block: put_block (e, node); break;
    case isl_ast_node_user: put_user (e, node); break;
    default: e->failed = true;
    }
}

/* --- Sets --------------------------------------------------------------- */

void
pram_encoder_put_by_ast (struct pram_encoder *e, isl_set *set, isl_set *known)
{
  set = isl_set_set_tuple_name (set, "E");
  isl_ast_build *build = isl_ast_build_from_context (known);
  isl_map *order = isl_map_identity
		     (isl_space_map_from_set (isl_set_get_space (set)));
  order = isl_map_reset_tuple_id (isl_map_intersect_domain (order, set),
				  isl_dim_out);
  isl_ast_node *node = isl_ast_build_node_from_schedule_map
			 (build, isl_union_map_from_map (order));
  if (node)
    put_node (e, node);
  else
    e->failed = true;
  isl_ast_node_free (node);
  isl_ast_build_free (build);
}
