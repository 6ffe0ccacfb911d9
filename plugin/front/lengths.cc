/* lengths.cc: how many elements arrays have that the function has allocated.

   SPDX-License-Identifier: GPL-3.0-or-later

     double *x = malloc (most * sizeof *x);

   A loop that goes on to where data say, and accesses x[i] in each iteration, has no
   more of these than X has elements (normalise/capped.cc).  For that the region gets an
   integer, `elements_of_x', which the function computes where it allocates X.  Regions
   without loops over what they count themselves don't need it.

     double *x = malloc (most * sizeof *x), *y = malloc (most * sizeof *y), *t;
     … t = x; x = y; y = t; …

   Pointers that are assigned each other have one length in common, if what they have been
   allocated by first is of the same size: MOST is the same in both calls, also if it is a
   global variable or a member of a structure.  */

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

/* Pointers that are assigned each other and what CALLS of functions return, and nothing
   else.  */
struct sharers
{
  tree fndecl;
  auto_vec<tree> vars, calls;
  unsigned next;		/* the first one whose assignments aren't in VARS yet */
  bool other;			/* … but something else */
};

/* VAR, of the function FNDECL, changes by assignments alone.  */
static bool
local_p (tree fndecl, tree var)
{
  return (VAR_P (var) && DECL_CONTEXT (var) == fndecl && !TREE_STATIC (var)
	  && !DECL_EXTERNAL (var) && !TREE_ADDRESSABLE (var));
}

/* S gets VALUE.  */
static void
note_value (struct sharers *s, tree value)
{
  STRIP_NOPS (value);
  if (TREE_CODE (value) == CALL_EXPR && get_callee_fndecl (value))
    s->calls.safe_push (value);
  else if (local_p (s->fndecl, value)
	   && (TYPE_MAIN_VARIANT (TREE_TYPE (value))
	       == TYPE_MAIN_VARIANT (TREE_TYPE (s->vars[0]))))
    {
      if (!s->vars.contains (value))
	s->vars.safe_push (value);
    }
  else if (!integer_zerop (value))
    s->other = true;
}

static tree
note_place (tree *tp, int *walk_subtrees, void *data)
{
  struct sharers *s = (struct sharers *) data;
  if (TYPE_P (*tp))
    *walk_subtrees = 0;
  else if (plug_changed (*tp) == s->vars[s->next])
    {
      if (TREE_CODE (*tp) == MODIFY_EXPR || TREE_CODE (*tp) == INIT_EXPR)
	note_value (s, TREE_OPERAND (*tp, 1));
      else
	s->other = true;
    }
  return NULL_TREE;
}

/* Let S be VAR and those that it is assigned, of the function FNDECL.  False if there is
   something else, or nothing is allocated.  */
static bool
find_sharers (struct sharers *s, tree fndecl, tree var)
{
  s->fndecl = fndecl;
  s->other = false;
  s->vars.safe_push (var);
  for (s->next = 0; s->next < s->vars.length () && !s->other; s->next++)
    {
      tree first = DECL_INITIAL (s->vars[s->next]);
      if (first && first != error_mark_node)
	note_value (s, first);
      walk_tree_without_duplicates (&DECL_SAVED_TREE (fndecl), note_place, s);
    }
  return !s->other && !s->calls.is_empty ();
}

/* The call that gives VAR, of the function FNDECL, its only value; or null.  */
static tree
only_call (tree fndecl, tree var)
{
  struct sharers s;
  return (find_sharers (&s, fndecl, var) && s.vars.length () == 1
	  && s.calls.length () == 1 ? s.calls[0] : NULL_TREE);
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
      bool changed = plug_changes_p (DECL_SAVED_TREE (fndecl), t);
      return changed || TREE_ADDRESSABLE (t) ? t : NULL_TREE;
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
  switch (DECL_FUNCTION_CODE (callee))
    {
    case BUILT_IN_MALLOC:
      return fold_convert (size_type_node, CALL_EXPR_ARG (call, 0));
    case BUILT_IN_CALLOC:
      return fold_build2 (MULT_EXPR, size_type_node,
			  fold_convert (size_type_node, CALL_EXPR_ARG (call, 0)),
			  fold_convert (size_type_node, CALL_EXPR_ARG (call, 1)));
    case BUILT_IN_ALIGNED_ALLOC:
      return fold_convert (size_type_node, CALL_EXPR_ARG (call, 1));
    default:
      return NULL_TREE;
    }
}

/* --- Is as much allocated? --------------------------------------------------- */

/* CALLS, of functions that allocate BYTES.  */
struct alike
{
  const vec<tree> *calls;
  tree fndecl, bytes;
  bool shared;			/* BYTES mention what others than FNDECL may change */
  unsigned begun;		/* so many have been walked by */
  bool ok;			/* … and nothing else that BYTES mention was changed
				   since the first one */
};

/* VAR changes by assignments in FNDECL alone.  */
static bool
own_p (tree fndecl, tree var)
{
  return ((TREE_CODE (var) == PARM_DECL && !TREE_ADDRESSABLE (var))
	  || local_p (fndecl, var));
}

/* *TP, in the bytes of DATA, can't be told to stay as it is; note what is shared.  */
static tree
find_unsteady (tree *tp, int *walk_subtrees, void *data)
{
  struct alike *a = (struct alike *) data;
  *walk_subtrees = !TYPE_P (*tp);
  if (TYPE_P (*tp) || CONSTANT_CLASS_P (*tp) || UNARY_CLASS_P (*tp)
      || BINARY_CLASS_P (*tp) || TREE_CODE (*tp) == NON_LVALUE_EXPR
      || TREE_CODE (*tp) == FIELD_DECL || own_p (a->fndecl, *tp))
    return NULL_TREE;
  a->shared = true;
  return ((VAR_P (*tp) || TREE_CODE (*tp) == PARM_DECL || TREE_CODE (*tp) == COMPONENT_REF
	   || TREE_CODE (*tp) == INDIRECT_REF) && !TREE_THIS_VOLATILE (*tp)
	  ? NULL_TREE : *tp);
}

/* T, between A's calls, may change what is shared.  */
static bool
changes_shared_p (const struct alike *a, tree t)
{
  tree changed = TYPE_P (t) ? NULL_TREE : plug_changed (t);
  tree callee = TREE_CODE (t) == CALL_EXPR ? get_callee_fndecl (t) : NULL_TREE;
  return (a->shared
	  && ((changed && !own_p (a->fndecl, changed))
	      || TREE_CODE (t) == ASM_EXPR
	      || (TREE_CODE (t) == CALL_EXPR
		  && !(callee && fndecl_built_in_p (callee, BUILT_IN_NORMAL)
		       && bytes_allocated (t, 0)))));
}

static tree
find_same (tree *tp, int *, void *data)
{
  return *tp == (tree) data ? *tp : NULL_TREE;
}

/* Walk by *TP, right in a list of statements or part of such a statement.  */
static tree
walk_by (tree *tp, int *walk_subtrees, void *data)
{
  struct alike *a = (struct alike *) data;
  *walk_subtrees = !TYPE_P (*tp);
  tree var = TYPE_P (*tp) ? NULL_TREE : plug_changed (*tp);
  if (TREE_CODE (*tp) == DECL_EXPR && VAR_P (DECL_EXPR_DECL (*tp))
      && DECL_INITIAL (DECL_EXPR_DECL (*tp)))
    {
      var = DECL_EXPR_DECL (*tp);
      walk_tree_without_duplicates (&DECL_INITIAL (var), walk_by, a);
    }
  bool call = a->calls->contains (*tp);
  if ((call || a->begun) && a->begun < a->calls->length ())
    a->ok &= !changes_shared_p (a, *tp);
  if (call)
    a->begun++;
  else if (a->begun && a->begun < a->calls->length ())
    a->ok &= (TREE_CODE (*tp) != LABEL_EXPR
	      && !(var && walk_tree_without_duplicates (&a->bytes, find_same, var)));
  return NULL_TREE;
}

/* All of A's calls are in one list of statements, which LIST or what is in it but for
   loops is, and allocate as much.  */
static bool
alike_in_p (tree list, struct alike *a)
{
  if (TREE_CODE (list) == BIND_EXPR)
    return alike_in_p (BIND_EXPR_BODY (list), a);
  if (TREE_CODE (list) != STATEMENT_LIST)
    return false;
  a->begun = 0;
  a->ok = true;
  for (tree_stmt_iterator i = tsi_start (list); !tsi_end_p (i); tsi_next (&i))
    if (TREE_CODE (tsi_stmt (i)) == BIND_EXPR)
      {
	struct alike in = *a;
	if (alike_in_p (tsi_stmt (i), &in))
	  return true;
      }
  for (tree_stmt_iterator i = tsi_start (list); !tsi_end_p (i); tsi_next (&i))
    {
      unsigned before = a->begun;
      enum tree_code code = TREE_CODE (tsi_stmt (i));
      walk_tree_without_duplicates (tsi_stmt_ptr (i), walk_by, a);
      a->ok &= (before == a->begun || code == DECL_EXPR || code == MODIFY_EXPR);
    }
  return a->ok && a->begun == a->calls->length ();
}

/* All CALLS in the function FNDECL allocate as much.  */
static bool
alike_p (tree fndecl, const vec<tree> &calls)
{
  struct alike a = { &calls, fndecl, bytes_allocated (calls[0], MAX_DEPTH), false, 0, true };
  for (tree call : calls)
    {
      tree bytes = bytes_allocated (call, MAX_DEPTH);
      if (!bytes || !operand_equal_p (bytes, a.bytes))
	return false;
    }
  return (calls.length () == 1
	  || (!walk_tree_without_duplicates (&a.bytes, find_unsteady, &a)
	      && alike_in_p (DECL_SAVED_TREE (fndecl), &a)));
}

/* --- Lengths --------------------------------------------------------------- */

/* A new variable of the function FNDECL, for the length of VAR.  */
static tree
new_length (tree fndecl, tree var)
{
  char *name = xasprintf ("elements_of_%s",
			  IDENTIFIER_POINTER (DECL_NAME (var)));
  tree length = plug_artificial_variable (fndecl, DECL_SOURCE_LOCATION (var), name,
					  long_integer_type_node);
  free (name);
  plug_no_warning (length);
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
  return (DECL_NAME (o->var) && local_p (fndecl, o->var) && !o->member && !o->guard
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
  struct sharers s;
  tree bind = block_of (DECL_SAVED_TREE (fndecl));
  if (!bind || !find_sharers (&s, fndecl, var))
    return NULL_TREE;
  tree length = length_set (s.calls[0]);
  for (tree call : s.calls)
    if (!call_expr_nargs (call) || length_set (call) != length)
      return NULL_TREE;
  if (length || !alike_p (fndecl, s.calls))
    return length;
  length = new_length (fndecl, var);
  DECL_CHAIN (length) = BIND_EXPR_VARS (bind);
  BIND_EXPR_VARS (bind) = length;
  for (tree call : s.calls)
    set_length (call, TREE_TYPE (TREE_TYPE (var)), length);
  return length;
}

/* Append LENGTH, of what is mentioned first in WHERE, to S.  */
static void
add_length (struct plug_free_variables *s, tree length, location_t where)
{
  struct plug_outer o;
  for (const struct plug_outer &other : s->outer)
    if (other.var == length)
      return;
  memset (&o, 0, sizeof o);
  o.var = length;
  o.loc = where;
  s->outer.safe_push (o);
}

void
plug_find_lengths (struct plug_free_variables *s)
{
  if (!counts_p (s->body))
    return;
  for (unsigned i = 0, n = s->outer.length (); i < n; i++)
    if (array_p (&s->outer[i], s->fndecl))
      {
	tree length = length_of (s->fndecl, s->outer[i].var);
	s->outer[i].length = length;
	if (length)
	  add_length (s, length, s->outer[i].loc);
      }
}
