/* structure-copies.cc: structures that are assigned, member by member.

   SPDX-License-Identifier: GPL-3.0-or-later

     struct field { int n; double *v; } a, b;
     #pragma pram
     for (k = 0; k < steps; k++)
       {
	 … b.v[i] = … a.v[i - 1] + a.v[i + 1] …
	 struct field t = a;
	 a = b;
	 b = t;
       }

   Members are the region's variables (members.cc) as long as nothing assigns the whole
   structure.  So that becomes t.n = a.n; t.v = a.v; a.n = b.n; …, in the program itself,
   too.

   That is done where both structures are variables, what a variable points to, or members
   of these.  */

#include "pram-gcc.h"
#include "structure-copies.h"

/* Structures of more members are left alone.  */
enum { MAX_MEMBERS = 32 };

/* REF is such a structure.  */
static bool
structure_p (tree ref)
{
  if (TREE_CODE (TREE_TYPE (ref)) != RECORD_TYPE || TREE_SIDE_EFFECTS (ref))
    return false;
  while (TREE_CODE (ref) == COMPONENT_REF)
    ref = TREE_OPERAND (ref, 0);
  if (TREE_CODE (ref) == INDIRECT_REF)
    {
      ref = TREE_OPERAND (ref, 0);
      STRIP_NOPS (ref);
    }
  return VAR_P (ref) || TREE_CODE (ref) == PARM_DECL;
}

/* Append the members of TO and of FROM, of the same type, to LISTS, one after the other;
   false if there are others than numbers and pointers, or too many.  */
static bool
collect_members (tree to, tree from, vec<tree> *lists)
{
  for (tree f = TYPE_FIELDS (TREE_TYPE (to)); f; f = DECL_CHAIN (f))
    {
      if (TREE_CODE (f) != FIELD_DECL)
	continue;
      tree type = TREE_TYPE (f);
      if (DECL_BIT_FIELD (f) || TREE_THIS_VOLATILE (f) || TREE_READONLY (f)
	  || TYPE_ATOMIC (type))
	return false;
      tree left = build3 (COMPONENT_REF, type, to, f, NULL_TREE);
      tree right = build3 (COMPONENT_REF, type, from, f, NULL_TREE);
      if (TREE_CODE (type) == RECORD_TYPE
	  ? !collect_members (left, right, lists)
	  : !INTEGRAL_TYPE_P (type) && !SCALAR_FLOAT_TYPE_P (type) && !POINTER_TYPE_P (type))
	return false;
      if (TREE_CODE (type) == RECORD_TYPE)
	continue;
      lists->safe_push (left);
      lists->safe_push (right);
    }
  return lists->length () <= 2 * MAX_MEMBERS;
}

/* The assignments that make TO, a structure, FROM: appended to *LIST.  False if that can't
   be said so.  */
static bool
append_members (location_t loc, tree to, tree from, tree *list)
{
  auto_vec<tree> members;
  if (!from || !structure_p (to) || !structure_p (from)
      || TYPE_MAIN_VARIANT (TREE_TYPE (to)) != TYPE_MAIN_VARIANT (TREE_TYPE (from))
      || TREE_THIS_VOLATILE (to) || TREE_THIS_VOLATILE (from) || TREE_READONLY (to)
      || !collect_members (to, from, &members) || members.is_empty ())
    return false;
  for (unsigned i = 0; i < members.length (); i += 2)
    append_to_statement_list
      (build2_loc (loc, MODIFY_EXPR, TREE_TYPE (members[i]), unshare_expr (members[i]),
		   unshare_expr (members[i + 1])), list);
  return true;
}

/* Let *TP, a declaration, be followed by assignments if it initialises a structure so.  */
static bool
rewrite_declaration (tree *tp)
{
  tree decl = DECL_EXPR_DECL (*tp), list = NULL_TREE;
  if (!VAR_P (decl) || TREE_STATIC (decl))
    return false;
  append_to_statement_list (*tp, &list);
  if (!append_members (EXPR_LOCATION (*tp), decl, DECL_INITIAL (decl), &list))
    return false;
  DECL_INITIAL (decl) = NULL_TREE;
  *tp = list;
  return true;
}

struct rewriting
{
  hash_set<tree> visited;
  hash_set<tree> values;	/* assignments whose value something uses */
};

/* Something uses the value of T's operand I.  */
static bool
uses_value_p (struct rewriting *r, tree t, int i)
{
  if (TREE_CODE (t) == COMPOUND_EXPR)
    return i == 1 && r->values.contains (t);
  return (!VOID_TYPE_P (TREE_TYPE (t)) || TREE_CODE (t) == CALL_EXPR
	  || TREE_CODE (t) == RETURN_EXPR);
}

/* Note what of T's operands, assignments or ends of such, is a value.  */
static void
note_values (struct rewriting *r, tree t)
{
  for (int i = 0; i < TREE_OPERAND_LENGTH (t); i++)
    {
      tree x = TREE_OPERAND (t, i);
      if (x && (TREE_CODE (x) == MODIFY_EXPR || TREE_CODE (x) == COMPOUND_EXPR)
	  && uses_value_p (r, t, i))
	r->values.add (x);
    }
  if (TREE_CODE (t) == COMPOUND_EXPR && TREE_CODE (TREE_TYPE (t)) == RECORD_TYPE
      && !r->values.contains (t))
    TREE_TYPE (t) = void_type_node;
}

static tree
visit (tree *tp, int *walk_subtrees, void *data)
{
  struct rewriting *r = (struct rewriting *) data;
  tree t = *tp, list = NULL_TREE;
  tree fn = TREE_CODE (t) == CALL_EXPR ? get_callee_fndecl (t) : NULL_TREE;
  if (TYPE_P (t) || (TREE_CODE (t) == DECL_EXPR && rewrite_declaration (tp)))
    *walk_subtrees = 0;
  else if (TREE_CODE (t) == MODIFY_EXPR && !r->values.contains (t)
	   && append_members (EXPR_LOCATION (t), TREE_OPERAND (t, 0), TREE_OPERAND (t, 1),
			      &list))
    {
      *tp = list;
      *walk_subtrees = 0;
    }
  else if (EXPR_P (t))
    note_values (r, t);
  if (fn && DECL_SAVED_TREE (fn) && !r->visited.add (fn))
    walk_tree (&DECL_SAVED_TREE (fn), visit, r, &r->visited);
  return NULL_TREE;
}

void
plug_structure_copies_rewrite (struct plug_binding *b)
{
  struct rewriting r;
  walk_tree (&b->body, visit, &r, &r.visited);
}
