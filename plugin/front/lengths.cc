/* lengths.cc: how many elements arrays have that the function has allocated.

   SPDX-License-Identifier: GPL-3.0-or-later

     double *x = malloc (most * sizeof *x);

   A loop that goes on to where data say, and accesses x[i] in each iteration, has no
   more of these than X has elements (normalise/capped.cc).  For that the region gets an
   integer, `elements_of_x', which the function computes where it allocates X.  Regions
   without loops over what they count themselves don't need it.  */

#include "pram-gcc.h"
#include "free-variables.h"

/* --- Which regions -------------------------------------------------------- */

/* Variables that a region assigns, other than to say which iteration of a loop is
   next, and those that tests of loops mention.  */
struct counting
{
  hash_set<tree> assigned, tested;
};

static tree
note_tested (tree *tp, int *walk_subtrees, void *data)
{
  if (TYPE_P (*tp))
    *walk_subtrees = 0;
  else if (VAR_P (*tp) || TREE_CODE (*tp) == PARM_DECL)
    ((struct counting *) data)->tested.add (*tp);
  return NULL_TREE;
}

static tree
note_assigned (tree *tp, int *walk_subtrees, void *data)
{
  struct counting *c = (struct counting *) data;
  tree var = plug_changed (*tp);
  if (var && DECL_P (var))
    c->assigned.add (var);
  if (TREE_CODE (*tp) != FOR_STMT)
    return NULL_TREE;
  walk_tree_without_duplicates (&FOR_COND (*tp), note_tested, c);
  walk_tree_without_duplicates (&FOR_BODY (*tp), note_assigned, c);
  *walk_subtrees = 0;
  return NULL_TREE;
}

/* BODY has loops whose end it changes itself.  */
static bool
counts_p (tree body)
{
  struct counting c;
  walk_tree_without_duplicates (&body, note_assigned, &c);
  for (tree var : c.tested)
    if (c.assigned.contains (var))
      return true;
  return false;
}

/* --- Where arrays are allocated -------------------------------------------- */

/* Where VAR gets its values; null PLACE: nowhere, or in several places.  */
struct places
{
  tree var, *place;
  int n;
};

static tree
note_place (tree *tp, int *walk_subtrees, void *data)
{
  struct places *p = (struct places *) data;
  if (TYPE_P (*tp))
    *walk_subtrees = 0;
  else if (plug_changed (*tp) == p->var)
    {
      bool counts = TREE_CODE (*tp) != MODIFY_EXPR && TREE_CODE (*tp) != INIT_EXPR;
      p->place = counts ? NULL : &TREE_OPERAND (*tp, 1);
      p->n += counts ? 2 : 1;
    }
  return NULL_TREE;
}

/* The call that gives VAR, of the function FNDECL, its only value; or null.  */
static tree
only_call (tree fndecl, tree var)
{
  struct places p = { var, NULL, 0 };
  if (DECL_INITIAL (var) && DECL_INITIAL (var) != error_mark_node
      && !integer_zerop (DECL_INITIAL (var)))
    {
      p.place = &DECL_INITIAL (var);
      p.n = 1;
    }
  walk_tree_without_duplicates (&DECL_SAVED_TREE (fndecl), note_place, &p);
  if (p.n != 1)
    return NULL_TREE;
  tree call = *p.place;
  STRIP_NOPS (call);
  return TREE_CODE (call) == CALL_EXPR && get_callee_fndecl (call) ? call : NULL_TREE;
}

/* --- What allocates --------------------------------------------------------- */

/* Functions that allocate by others that do …  */
enum { MAX_DEPTH = 3 };

static tree bytes_allocated (tree call, int depth);

/* A function that may allocate: the only call in it that does, and how many bytes; or
   null.  */
struct helper
{
  tree fndecl, call, bytes;
  int depth, n;
};

static tree
find_call (tree *tp, int *walk_subtrees, void *data)
{
  struct helper *h = (struct helper *) data;
  if (TYPE_P (*tp))
    *walk_subtrees = 0;
  else if (TREE_CODE (*tp) == CALL_EXPR)
    if (tree bytes = bytes_allocated (*tp, h->depth - 1))
      {
	h->call = *tp;
	h->bytes = bytes;
	h->n++;
      }
  return NULL_TREE;
}

/* *TP is returned, and is not what H's call has allocated.  */
static tree
find_other (tree *tp, int *walk_subtrees, void *data)
{
  const struct helper *h = (const struct helper *) data;
  if (TYPE_P (*tp))
    *walk_subtrees = 0;
  if (TREE_CODE (*tp) != RETURN_EXPR)
    return NULL_TREE;
  tree value = TREE_OPERAND (*tp, 0);
  if (value && (TREE_CODE (value) == MODIFY_EXPR || TREE_CODE (value) == INIT_EXPR))
    value = TREE_OPERAND (value, 1);
  if (value)
    STRIP_NOPS (value);
  return (value && (value == h->call
		    || (VAR_P (value) && !TREE_ADDRESSABLE (value)
			&& only_call (h->fndecl, value) == h->call))
	  ? NULL_TREE : *tp);
}

/* *TP, in an expression of the function DATA, isn't what it is wherever the function is
   called with the same arguments.  */
static tree
find_inconstant (tree *tp, int *walk_subtrees, void *data)
{
  tree fndecl = (tree) data, t = *tp;
  if (TYPE_P (t))
    {
      *walk_subtrees = 0;
      return NULL_TREE;
    }
  if (TREE_CODE (t) == PARM_DECL)
    {
      struct places p = { t, NULL, 0 };
      walk_tree_without_duplicates (&DECL_SAVED_TREE (fndecl), note_place, &p);
      return p.n || TREE_ADDRESSABLE (t) ? t : NULL_TREE;
    }
  return (CONSTANT_CLASS_P (t) || UNARY_CLASS_P (t) || BINARY_CLASS_P (t)
	  || TREE_CODE (t) == NON_LVALUE_EXPR ? NULL_TREE : t);
}

struct replacement { tree from, to; };

static tree
replace (tree *tp, int *walk_subtrees, void *data)
{
  const struct replacement *r = (const struct replacement *) data;
  if (*tp == r->from)
    {
      *tp = r->to;
      *walk_subtrees = 0;
    }
  return NULL_TREE;
}

/* BYTES, in terms of FNDECL's parameters, in those of CALL's arguments.  */
static tree
with_arguments (tree fndecl, tree bytes, tree call)
{
  tree parm = DECL_ARGUMENTS (fndecl);
  bytes = unshare_expr (bytes);
  for (int k = 0; parm && k < call_expr_nargs (call); k++, parm = DECL_CHAIN (parm))
    {
      struct replacement r = { parm, fold_convert (TREE_TYPE (parm),
						   CALL_EXPR_ARG (call, k)) };
      walk_tree (&bytes, replace, &r, NULL);
    }
  return bytes;
}

/* How many bytes CALL, of a function of this file, allocates, or null.  */
static tree
bytes_by_helper (tree call, int depth)
{
  struct helper h = { get_callee_fndecl (call), NULL_TREE, NULL_TREE, depth, 0 };
  tree body = DECL_SAVED_TREE (h.fndecl);
  if (!body || depth == 0)
    return NULL_TREE;
  walk_tree_without_duplicates (&body, find_call, &h);
  if (h.n != 1 || walk_tree_without_duplicates (&body, find_other, &h)
      || walk_tree_without_duplicates (&h.bytes, find_inconstant, h.fndecl))
    return NULL_TREE;
  return with_arguments (h.fndecl, h.bytes, call);
}

/* How many bytes CALL allocates, in terms of its arguments; null if it doesn't, or nobody
   knows.  Functions that allocate may be called by others, to a DEPTH.  */
static tree
bytes_allocated (tree call, int depth)
{
  tree callee = get_callee_fndecl (call);
  if (!callee)
    return NULL_TREE;
  if (!fndecl_built_in_p (callee, BUILT_IN_NORMAL))
    return bytes_by_helper (call, depth);
  tree first = (call_expr_nargs (call) > 0
		? fold_convert (size_type_node, CALL_EXPR_ARG (call, 0)) : NULL_TREE);
  switch (DECL_FUNCTION_CODE (callee))
    {
    case BUILT_IN_MALLOC:
      return first;
    case BUILT_IN_CALLOC:
      return fold_build2 (MULT_EXPR, size_type_node, first,
			  fold_convert (size_type_node, CALL_EXPR_ARG (call, 1)));
    case BUILT_IN_ALIGNED_ALLOC:
      return fold_convert (size_type_node, CALL_EXPR_ARG (call, 1));
    default:
      return NULL_TREE;
    }
}

/* --- Lengths --------------------------------------------------------------- */

/* A new variable of the function FNDECL, for the length of VAR.  */
static tree
new_length (tree fndecl, tree var)
{
  char *name = xasprintf ("elements_of_%s",
			  IDENTIFIER_POINTER (DECL_NAME (var)));
  tree length = build_decl (DECL_SOURCE_LOCATION (var), VAR_DECL,
			    get_identifier (name), long_integer_type_node);
  free (name);
  DECL_CONTEXT (length) = fndecl;
  DECL_ARTIFICIAL (length) = DECL_IGNORED_P (length) = TREE_USED (length) = 1;
  plug_no_warning (length);
  layout_decl (length, 0);
  return length;
}

/* The variable that CALL has been made to set, or null.  */
static tree
length_set (tree call)
{
  for (int k = 0; k < call_expr_nargs (call); k++)
    {
      tree arg = CALL_EXPR_ARG (call, k);
      tree set = TREE_CODE (arg) == COMPOUND_EXPR ? TREE_OPERAND (arg, 0) : NULL_TREE;
      if (set && TREE_CODE (set) == MODIFY_EXPR && VAR_P (TREE_OPERAND (set, 0))
	  && DECL_ARTIFICIAL (TREE_OPERAND (set, 0)))
	return TREE_OPERAND (set, 0);
    }
  return NULL_TREE;
}

/* Let CALL, which allocates what the elements of TYPE are in, set LENGTH, when its
   arguments are known.  */
static void
set_length (tree call, tree type, tree length)
{
  for (int k = 0; k < call_expr_nargs (call); k++)
    CALL_EXPR_ARG (call, k) = save_expr (CALL_EXPR_ARG (call, k));
  tree n = fold_build2 (TRUNC_DIV_EXPR, size_type_node,
			bytes_allocated (call, MAX_DEPTH),
			fold_convert (size_type_node, TYPE_SIZE_UNIT (type)));
  tree set = build2 (MODIFY_EXPR, long_integer_type_node, length,
		     fold_convert (long_integer_type_node, n));
  TREE_SIDE_EFFECTS (set) = 1;
  tree *arg = &CALL_EXPR_ARG (call, 0);
  *arg = build2 (COMPOUND_EXPR, TREE_TYPE (*arg), set, *arg);
  TREE_SIDE_EFFECTS (*arg) = 1;
}

/* O is an array that may have a length.  */
static bool
array_p (const struct plug_outer *o, tree fndecl)
{
  tree type = TREE_TYPE (o->var);
  return (VAR_P (o->var) && DECL_NAME (o->var) && DECL_CONTEXT (o->var) == fndecl
	  && !TREE_STATIC (o->var) && !DECL_EXTERNAL (o->var)
	  && !TREE_ADDRESSABLE (o->var) && !o->member && !o->written && !o->guard
	  && !o->element && !o->distance && !o->scratch && POINTER_TYPE_P (type)
	  && COMPLETE_TYPE_P (TREE_TYPE (type))
	  && TREE_CODE (TYPE_SIZE_UNIT (TREE_TYPE (type))) == INTEGER_CST
	  && !integer_zerop (TYPE_SIZE_UNIT (TREE_TYPE (type))));
}

/* The outermost block of BODY, a function's, or null.  */
static tree
block_of (tree body)
{
  if (TREE_CODE (body) == STATEMENT_LIST)
    for (tree_stmt_iterator i = tsi_start (body); !tsi_end_p (i); tsi_next (&i))
      if (TREE_CODE (tsi_stmt (i)) == BIND_EXPR)
	return tsi_stmt (i);
  return TREE_CODE (body) == BIND_EXPR ? body : NULL_TREE;
}

/* The length of VAR, of the function FNDECL, or null.  */
static tree
length_of (tree fndecl, tree var)
{
  tree call = only_call (fndecl, var);
  tree bind = block_of (DECL_SAVED_TREE (fndecl));
  if (!call || !bind || !call_expr_nargs (call))
    return NULL_TREE;
  if (tree length = length_set (call))
    return length;
  if (!bytes_allocated (call, MAX_DEPTH))
    return NULL_TREE;
  tree length = new_length (fndecl, var);
  DECL_CHAIN (length) = BIND_EXPR_VARS (bind);
  BIND_EXPR_VARS (bind) = length;
  set_length (call, TREE_TYPE (TREE_TYPE (var)), length);
  return length;
}

void
plug_find_lengths (struct plug_free_variables *s)
{
  if (!counts_p (s->body))
    return;
  for (unsigned i = 0, n = s->outer.length (); i < n; i++)
    if (array_p (&s->outer[i], s->fndecl))
      if (tree length = length_of (s->fndecl, s->outer[i].var))
	{
	  struct plug_outer o;
	  memset (&o, 0, sizeof o);
	  o.var = length;
	  o.loc = s->outer[i].loc;
	  s->outer[i].length = length;
	  s->outer.safe_push (o);
	}
}
