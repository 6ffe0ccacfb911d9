/* liveness.cc: arrays that nobody reads after a region.

   SPDX-License-Identifier: GPL-3.0-or-later

     double *u = malloc (bytes), *v = malloc (bytes);
     …
     #pragma pram		the region, which exchanges u and v
     …
     print (u);
     free (u);
     free (v);

   What V points to after the region need not be collected: it is as if V were
   named in local(…).  That is so if the object is the function's own (a local
   array, or fresh memory), no other variable can lead to it, and all that
   follows the region is free (v).

   A variable is *copied* if its address, or its value if it is a pointer, may
   be known elsewhere, or comes from elsewhere.  Uses that copy nothing: to read
   or write elements, to compare with null, to pass it to a function whose body
   is known and doesn't copy its parameter.  Memory is fresh if malloc and the
   like return it, or a function that does nothing else with it than that.
   All that is not understood copies.

   Source order is the order of execution around the region: the caller sees to
   it that no loop and no label is around.  */

#include "pram-gcc.h"
#include "free-variables.h"

/* Calls are followed so deep.  */
#define MAX_CALLS 8

/* The uses of one variable in one function.  */
struct life
{
  tree var;
  tree body;			/* the region, or null */
  int n_calls;			/* that were followed to come here */
  bool returned_is_fresh;	/* to return it copies nothing */
  bool after;			/* the walk has passed the region */
  bool copied;			/* before the region */
  bool needed;			/* after it */
  hash_set<tree> visited;
  hash_set<tree> statements;	/* calls whose value nobody wants */

  life (tree v, tree region, int calls)
    : var (v), body (region), n_calls (calls), returned_is_fresh (false),
      after (false), copied (false), needed (false)
  {
  }
};

static tree visit (tree *tp, int *walk_subtrees, void *data);
static bool fresh_p (tree call, int n_calls);

static void
walk (struct life *l, tree t)
{
  walk_tree (&t, visit, l, &l->visited);
}

static void
note_read (struct life *l)
{
  l->needed |= l->after;
}

static void
note_copy (struct life *l)
{
  if (l->after)
    l->needed = true;
  else
    l->copied = true;
}

static tree
strip (tree t)
{
  STRIP_NOPS (t);
  return t;
}

/* What the expression T has as its value.  (A cast to a type of variable size
   computes that before.)  */
static tree
value_of (tree t)
{
  t = strip (t);
  while (TREE_CODE (t) == COMPOUND_EXPR)
    t = strip (TREE_OPERAND (t, 1));
  return t;
}

/* --- Elements ------------------------------------------------------------- */

/* The pointer that ADDRESS is computed from.  L, if not null: look at the
   rest.  */
static tree
pointer_of (tree address, struct life *l)
{
  for (;;)
    {
      address = strip (address);
      bool sum = TREE_CODE (address) == POINTER_PLUS_EXPR;
      if (!sum && TREE_CODE (address) != COMPOUND_EXPR)
	return address;
      if (l)
	walk (l, TREE_OPERAND (address, sum));
      address = TREE_OPERAND (address, !sum);
    }
}

/* REF is an element of L's variable, or a part of it.  INDICES: look at what
   chooses it.  */
static bool
element_p (struct life *l, tree ref, bool indices)
{
  while (handled_component_p (ref))
    {
      for (int i = 1; indices && i < TREE_OPERAND_LENGTH (ref); i++)
	if (TREE_OPERAND (ref, i) && EXPR_P (TREE_OPERAND (ref, i)))
	  walk (l, TREE_OPERAND (ref, i));
      ref = TREE_OPERAND (ref, 0);
    }
  if (ref == l->var)
    return TREE_CODE (TREE_TYPE (ref)) == ARRAY_TYPE;
  return ((INDIRECT_REF_P (ref) || TREE_CODE (ref) == MEM_REF)
	  && pointer_of (TREE_OPERAND (ref, 0), indices ? l : NULL) == l->var);
}

/* VALUE leads to L's variable: it is that pointer, or an address in the array.
   INDICES: look at what chooses it.  */
static bool
leads_p (struct life *l, tree value, bool indices)
{
  tree base = pointer_of (value, indices ? l : NULL);
  if (TREE_CODE (base) != ADDR_EXPR)
    return base == l->var;
  tree object = TREE_OPERAND (base, 0);
  return object == l->var || element_p (l, object, indices);
}

/* --- Calls ---------------------------------------------------------------- */

/* The body of FN is known to be what runs.  */
static bool
known_p (tree fn)
{
  return fn && DECL_SAVED_TREE (fn) && !DECL_WEAK (fn);
}

/* FN's parameter number N, or null.  */
static tree
parameter (tree fn, int n)
{
  tree parm = DECL_ARGUMENTS (fn);
  while (parm && n-- > 0)
    parm = DECL_CHAIN (parm);
  return parm;
}

/* CALL, of FN, gets L's variable as argument number N.  */
static void
pass (struct life *l, tree call, tree fn, int n)
{
  if (fn && fndecl_built_in_p (fn, BUILT_IN_NORMAL))
    switch (DECL_FUNCTION_CODE (fn))
      {
      case BUILT_IN_FREE:
	return;
      case BUILT_IN_MEMCPY: case BUILT_IN_MEMMOVE: case BUILT_IN_MEMSET:
      case BUILT_IN_MEMCPY_CHK: case BUILT_IN_MEMMOVE_CHK:
      case BUILT_IN_MEMSET_CHK:
	if (l->statements.contains (call))
	  note_read (l);
	else
	  note_copy (l);
	return;
      default:
	break;
      }
  tree parm = known_p (fn) ? parameter (fn, n) : NULL_TREE;
  if (!parm || TREE_ADDRESSABLE (parm) || DECL_NONLOCAL (parm)
      || l->n_calls >= MAX_CALLS)
    {
      note_copy (l);
      return;
    }
  struct life inner (parm, NULL_TREE, l->n_calls + 1);
  inner.after = l->after;
  walk (&inner, DECL_SAVED_TREE (fn));
  l->copied |= inner.copied;
  l->needed |= inner.needed;
}

static void
visit_call (struct life *l, tree call)
{
  tree fn = get_callee_fndecl (call), arg;
  call_expr_arg_iterator i;
  int n = 0;
  /* Then what stands before may run afterwards.  */
  if (call_expr_flags (call) & ECF_RETURNS_TWICE)
    note_copy (l);
  if (!fn)
    walk (l, CALL_EXPR_FN (call));
  FOR_EACH_CALL_EXPR_ARG (arg, i, call)
    {
      if (leads_p (l, arg, false))
	{
	  leads_p (l, arg, true);
	  pass (l, call, fn, n);
	}
      else
	walk (l, arg);
      n++;
    }
}

/* --- Fresh memory --------------------------------------------------------- */

/* What a function returns is fresh, as far as has been seen.  */
struct returns
{
  tree fn;
  int n_calls, n_found;
  bool fresh;
};

/* The local variable VAR of FN holds nothing but fresh memory that nobody
   else knows.  */
static bool
holds_fresh_p (tree var, const struct returns *r)
{
  if (!VAR_P (var) || is_global_var (var) || TREE_ADDRESSABLE (var)
      || DECL_NONLOCAL (var)
      || decl_function_context (var) != r->fn)
    return false;
  struct life l (var, NULL_TREE, r->n_calls + 1);
  l.returned_is_fresh = true;
  walk (&l, DECL_SAVED_TREE (r->fn));
  return !l.copied;
}

static tree
visit_return (tree *tp, int *walk_subtrees, void *data)
{
  struct returns *r = (struct returns *) data;
  if (TYPE_P (*tp))
    *walk_subtrees = 0;
  if (TREE_CODE (*tp) != RETURN_EXPR)
    return NULL_TREE;
  tree value = TREE_OPERAND (*tp, 0);
  if (value && (TREE_CODE (value) == MODIFY_EXPR
		|| TREE_CODE (value) == INIT_EXPR))
    value = TREE_OPERAND (value, 1);
  value = value ? value_of (value) : NULL_TREE;
  r->n_found++;
  r->fresh &= value && (integer_zerop (value)
			|| fresh_p (value, r->n_calls)
			|| holds_fresh_p (value, r));
  *walk_subtrees = 0;
  return NULL_TREE;
}

/* VALUE is a call that returns memory that nobody else knows.  */
static bool
fresh_p (tree value, int n_calls)
{
  tree fn = (TREE_CODE (value) == CALL_EXPR ? get_callee_fndecl (value)
	     : NULL_TREE);
  if (!fn || n_calls >= MAX_CALLS)
    return false;
  if (DECL_IS_MALLOC (fn))
    return true;
  struct returns r = { fn, n_calls + 1, 0, true };
  if (known_p (fn))
    walk_tree_without_duplicates (&DECL_SAVED_TREE (fn), visit_return, &r);
  return r.n_found > 0 && r.fresh;
}

/* --- The walk ------------------------------------------------------------- */

/* L's variable is set to VALUE.  */
static void
assign (struct life *l, tree value)
{
  tree last = value_of (value);
  if (!integer_zerop (last) && !fresh_p (last, l->n_calls))
    note_copy (l);
  walk (l, value);
}

static void
visit_declaration (struct life *l, tree decl)
{
  plug_walk_sizes (TREE_TYPE (decl), visit, l, &l->visited);
  if (!VAR_P (decl) || !DECL_INITIAL (decl))
    return;
  if (decl == l->var && POINTER_TYPE_P (TREE_TYPE (decl)))
    assign (l, DECL_INITIAL (decl));
  else
    walk (l, DECL_INITIAL (decl));
}

/* Remember the calls in LIST whose values nobody wants.  */
static void
find_statements (struct life *l, tree list)
{
  for (tree_stmt_iterator i = tsi_start (list); !tsi_end_p (i); tsi_next (&i))
    {
      tree t = tsi_stmt (i);
      while (CONVERT_EXPR_P (t))
	t = TREE_OPERAND (t, 0);
      if (TREE_CODE (t) == CALL_EXPR)
	l->statements.add (t);
    }
}

/* T is a whole: true if all in it has been looked at.  */
static bool
visit_whole (struct life *l, tree t)
{
  tree a, b;
  switch (TREE_CODE (t))
    {
    case BIND_EXPR:
      /* Its variables have initial values, too: but these are computed where
	 the declaration stands.  */
      walk (l, BIND_EXPR_BODY (t));
      return true;
    case DECL_EXPR:
      visit_declaration (l, DECL_EXPR_DECL (t));
      return true;
    case CALL_EXPR:
      visit_call (l, t);
      return true;
    case MODIFY_EXPR:
    case INIT_EXPR:
      a = TREE_OPERAND (t, 0);
      if (a == l->var)
	assign (l, TREE_OPERAND (t, 1));
      return (a == l->var
	      || (TREE_CODE (a) == RESULT_DECL && l->returned_is_fresh
		  && strip (TREE_OPERAND (t, 1)) == l->var));
    case EQ_EXPR:
    case NE_EXPR:
      a = strip (TREE_OPERAND (t, 0));
      b = strip (TREE_OPERAND (t, 1));
      return ((a == l->var && integer_zerop (b))
	      || (b == l->var && integer_zerop (a)));
    case ADDR_EXPR:
      if (!leads_p (l, t, false))
	return false;
      note_copy (l);
      return leads_p (l, t, true);
    default:
      if ((!handled_component_p (t) && !INDIRECT_REF_P (t)
	   && TREE_CODE (t) != MEM_REF) || !element_p (l, t, false))
	return false;
      note_read (l);
      return element_p (l, t, true);
    }
}

static tree
visit (tree *tp, int *walk_subtrees, void *data)
{
  struct life *l = (struct life *) data;
  tree t = *tp;
  if (t == l->body)
    {
      l->after = true;
      *walk_subtrees = 0;
    }
  else if (TYPE_P (t) || visit_whole (l, t))
    *walk_subtrees = 0;
  else if (t == l->var)
    note_copy (l);
  else if (TREE_CODE (t) == STATEMENT_LIST)
    find_statements (l, t);
  return NULL_TREE;
}

/* --- The arrays of a region ----------------------------------------------- */

/* O, which the region uses, is an array or a pointer of the function's own, and
   no other leads to the object.  *NEEDED: somebody reads it afterwards.  */
static bool
own_p (const struct plug_free_variables *s, const struct plug_outer *o,
       bool *needed)
{
  tree type = TREE_TYPE (o->var);
  if (!VAR_P (o->var) || o->member || o->guard || o->declared || o->in_helper
      || is_global_var (o->var) || DECL_NONLOCAL (o->var)
      || decl_function_context (o->var) != s->fndecl
      || (POINTER_TYPE_P (type) && TREE_ADDRESSABLE (o->var)))
    return false;
  struct life l (o->var, s->body, 0);
  walk (&l, DECL_SAVED_TREE (s->fndecl));
  *needed = l.needed;
  return l.after && !l.copied;
}

void
plug_find_unneeded (struct plug_free_variables *s)
{
  bool all_own = true;
  for (struct plug_outer &o : s->outer)
    {
      tree type = TREE_TYPE (o.var);
      bool needed = true, pointer = POINTER_TYPE_P (type);
      if (!pointer && TREE_CODE (type) != ARRAY_TYPE)
	continue;
      bool own = own_p (s, &o, &needed);
      o.unneeded = own && !needed;
      /* Pointers that the region assigns may end up in place of each other.  */
      all_own &= own || !pointer || !o.written;
    }
  for (struct plug_outer &o : s->outer)
    if (POINTER_TYPE_P (TREE_TYPE (o.var)) && o.written)
      o.unneeded &= all_own;
}
