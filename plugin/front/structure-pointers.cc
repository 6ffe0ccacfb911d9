/* structure-pointers.cc: pointers to structures that a region exchanges.

   SPDX-License-Identifier: GPL-3.0-or-later

     struct field *p = &a, *q = &b;
     #pragma pram
     for (k = 0; k < steps; k++)
       {
	 … q->v[i] = … p->v[i - 1] + p->v[i + 1] …
	 struct field *t = p; p = q; q = t;
       }

   Which structure's members P's are changes.  Where nothing writes to a member, copies do
   as well, and these are exchanged member by member (structure-copies.cc):

     struct field P = *p, Q = *q, T;
     #pragma pram
     for (k = 0; k < steps; k++)
       {
	 … Q.v[i] = … P.v[i - 1] + P.v[i + 1] …
	 T = P; t = p; P = Q; p = q; Q = T; q = t;
       }

   That is what the region becomes, in the program itself, too.  The pointers stay, beside
   the copies.  If T is from outside, too, what it leads to before the region nobody knows:
   it has to be one that is set right before it is used.  A function that is called may have the address of a copy instead, if it
   only reads members.  */

#include "pram-gcc.h"
#include "free-variables.h"
#include "structure-pointers.h"

/* Pointers to structures of one type that are assigned to each other.  */
struct pointers
{
  tree type;
  hash_set<tree> visited;	/* of what the region consists */
  hash_set<tree> inside;	/* variables that are declared in it */
  auto_vec<tree> vars;
  auto_vec<tree> copies;	/* the structure for each */
  hash_set<tree> helpers;	/* that have been looked at */
  bool moved = false;		/* one from outside is assigned */
  bool good = true;
};

/* The structure to which the pointer T leads, or null.  */
static tree
structure_type (tree t)
{
  tree type = TREE_TYPE (t);
  return (POINTER_TYPE_P (type) && TREE_CODE (TREE_TYPE (type)) == RECORD_TYPE
	  ? TYPE_MAIN_VARIANT (TREE_TYPE (type)) : NULL_TREE);
}

/* E if it is a pointer to one of P's type, variable of the function; else null.  */
static tree
pointer_variable (const struct pointers *p, tree e)
{
  if (!e)
    return NULL_TREE;
  STRIP_NOPS (e);
  return (((VAR_P (e) && !is_global_var (e)) || TREE_CODE (e) == PARM_DECL)
	  && !TREE_ADDRESSABLE (e) && structure_type (e) == p->type ? e : NULL_TREE);
}

/* T assigns such a variable to another one, *TO; that, or null.  */
static tree
copied (const struct pointers *p, tree t, tree *to)
{
  tree value = NULL_TREE;
  if (TREE_CODE (t) == MODIFY_EXPR || TREE_CODE (t) == INIT_EXPR)
    {
      *to = pointer_variable (p, TREE_OPERAND (t, 0));
      value = TREE_OPERAND (t, 1);
    }
  else if (TREE_CODE (t) == DECL_EXPR && VAR_P (DECL_EXPR_DECL (t)))
    {
      *to = pointer_variable (p, DECL_EXPR_DECL (t));
      value = DECL_INITIAL (DECL_EXPR_DECL (t));
    }
  else
    return NULL_TREE;
  return *to ? pointer_variable (p, value) : NULL_TREE;
}

/* The variable of which T is a member, or null.  */
static tree
member_of (const struct pointers *p, tree t)
{
  tree ref = TREE_CODE (t) == COMPONENT_REF ? TREE_OPERAND (t, 0) : NULL_TREE;
  return (ref && TREE_CODE (ref) == INDIRECT_REF
	  && TYPE_MAIN_VARIANT (TREE_TYPE (ref)) == p->type
	  ? pointer_variable (p, TREE_OPERAND (ref, 0)) : NULL_TREE);
}

/* --- What there is -------------------------------------------------------- */

static void
add (struct pointers *p, tree var)
{
  if (!p->vars.contains (var))
    p->vars.safe_push (var);
}

static tree
visit_copies (tree *tp, int *walk_subtrees, void *data)
{
  struct pointers *p = (struct pointers *) data;
  tree t = *tp, to, from;
  if (TYPE_P (t))
    *walk_subtrees = 0;
  else if (TREE_CODE (t) == DECL_EXPR)
    p->inside.add (DECL_EXPR_DECL (t));
  if ((from = copied (p, t, &to)))
    {
      add (p, from);
      add (p, to);
      p->moved |= !p->inside.contains (to);
    }
  return NULL_TREE;
}

/* TYPE, that of something that is assigned, or of what that is a member of, is P's or has
   to do with it.  */
static bool
related_p (const struct pointers *p, tree type)
{
  type = TYPE_MAIN_VARIANT (type);
  return (RECORD_OR_UNION_TYPE_P (type)
	  && (plug_has_type_p (type, p->type) || plug_has_type_p (p->type, type)));
}

/* REF, which something assigns, or whose address is taken, may be in a structure of P's
   type, or such a one.  */
static bool
in_structure_p (const struct pointers *p, tree ref)
{
  if (related_p (p, TREE_TYPE (ref)))
    return true;
  for (; handled_component_p (ref); ref = TREE_OPERAND (ref, 0))
    if (related_p (p, TREE_TYPE (TREE_OPERAND (ref, 0))))
      return true;
  return false;
}

static bool passes_good_p (struct pointers *p, tree call, tree parm);

/* What visit_helper looks for.  */
struct use
{
  struct pointers *p;
  tree parm;
  hash_set<tree> visited;
};

/* Something else than a member of the parameter is used.  */
static tree
visit_use (tree *tp, int *walk_subtrees, void *data)
{
  struct use *u = (struct use *) data;
  tree t = *tp;
  if (TYPE_P (t) || member_of (u->p, t) == u->parm)
    *walk_subtrees = 0;
  else if (TREE_CODE (t) == CALL_EXPR && !passes_good_p (u->p, t, u->parm))
    return t;
  else if (TREE_CODE (t) == CALL_EXPR)
    {
      *walk_subtrees = 0;
      for (int i = 0; i < call_expr_nargs (t); i++)
	if (pointer_variable (u->p, CALL_EXPR_ARG (t, i)) != u->parm
	    && walk_tree (&CALL_EXPR_ARG (t, i), visit_use, u, &u->visited))
	  return t;
    }
  return t == u->parm ? t : NULL_TREE;
}

/* FN only reads members of what its parameter number I leads to.  */
static bool
reads_members_p (struct pointers *p, tree fn, int i)
{
  tree parm = fn && DECL_SAVED_TREE (fn) ? DECL_ARGUMENTS (fn) : NULL_TREE;
  for (; parm && i > 0; i--)
    parm = DECL_CHAIN (parm);
  if (!parm || structure_type (parm) != p->type || TREE_ADDRESSABLE (parm))
    return false;
  struct use u;
  u.p = p;
  u.parm = parm;
  return !walk_tree (&DECL_SAVED_TREE (fn), visit_use, &u, &u.visited);
}

/* CALL passes VAR, or any of P's variables if that is null, only to functions that read
   its members.  */
static bool
passes_good_p (struct pointers *p, tree call, tree var)
{
  tree fn = get_callee_fndecl (call);
  for (int i = 0; i < call_expr_nargs (call); i++)
    {
      tree arg = pointer_variable (p, CALL_EXPR_ARG (call, i));
      if (arg && (var ? arg == var : p->vars.contains (arg))
	  && (fn == current_function_decl || !reads_members_p (p, fn, i)))
	return false;
    }
  return true;
}

/* Whatever of the region, or of a function that it calls, writes to structures makes P no
   good.  */
static tree
visit_writes (tree *tp, int *walk_subtrees, void *data)
{
  struct pointers *p = (struct pointers *) data;
  tree t = *tp, to;
  tree fn = TREE_CODE (t) == CALL_EXPR ? get_callee_fndecl (t) : NULL_TREE;
  if (TYPE_P (t))
    *walk_subtrees = 0;
  switch (TREE_CODE (t))
    {
    case MODIFY_EXPR: case INIT_EXPR: case ADDR_EXPR:
    case PREINCREMENT_EXPR: case PREDECREMENT_EXPR:
    case POSTINCREMENT_EXPR: case POSTDECREMENT_EXPR:
      p->good &= copied (p, t, &to) || !in_structure_p (p, TREE_OPERAND (t, 0));
      break;
    case CALL_EXPR:
      p->good &= fn && (DECL_SAVED_TREE (fn) || fndecl_built_in_p (fn));
      break;
    default:
      break;
    }
  if (fn && DECL_SAVED_TREE (fn) && !p->helpers.add (fn))
    walk_tree (&DECL_SAVED_TREE (fn), visit_writes, p, &p->helpers);
  return NULL_TREE;
}

/* A use of P's variables that copies can't have makes it no good.  */
static tree
visit_uses (tree *tp, int *walk_subtrees, void *data)
{
  struct pointers *p = (struct pointers *) data;
  tree t = *tp, to;
  if (TYPE_P (t) || member_of (p, t))
    *walk_subtrees = 0;
  else if (copied (p, t, &to))
    *walk_subtrees = 0;
  else if (TREE_CODE (t) == CALL_EXPR)
    {
      *walk_subtrees = 0;
      p->good &= passes_good_p (p, t, NULL_TREE);
      for (int i = 0; i < call_expr_nargs (t); i++)
	if (!pointer_variable (p, CALL_EXPR_ARG (t, i)))
	  walk_tree (&CALL_EXPR_ARG (t, i), visit_uses, p, &p->visited);
    }
  else if (DECL_P (t) && p->vars.contains (t))
    p->good = false;
  else if (TREE_CODE (t) == BIND_EXPR)
    {
      /* Initial values are those of declarations.  */
      *walk_subtrees = 0;
      walk_tree (&BIND_EXPR_BODY (t), visit_uses, p, &p->visited);
    }
  else if (TREE_CODE (t) == DECL_EXPR && VAR_P (DECL_EXPR_DECL (t)))
    {
      *walk_subtrees = 0;
      walk_tree (&DECL_INITIAL (DECL_EXPR_DECL (t)), visit_uses, p, &p->visited);
    }
  return NULL_TREE;
}

/* --- Temporaries ---------------------------------------------------------- */

/* How often VAR stands in E.  */
struct count { tree var; int n; };

static tree
visit_count (tree *tp, int *walk_subtrees, void *data)
{
  struct count *c = (struct count *) data;
  if (TYPE_P (*tp))
    *walk_subtrees = 0;
  c->n += *tp == c->var;
  return NULL_TREE;
}

static int
times (tree e, tree var)
{
  struct count c = { var, 0 };
  walk_tree (&e, visit_count, &c, NULL);
  return c.n;
}

/* The first of the statements that are STMT.  */
static tree
first_of (tree stmt)
{
  while (TREE_CODE (stmt) == COMPOUND_EXPR)
    stmt = TREE_OPERAND (stmt, 0);
  return stmt;
}

/* A variable that some statement sets, and of all that use it only those that follow in
   the same block.  */
struct temporary
{
  const struct pointers *p;
  tree var;
  int all;			/* uses of it in the region */
  bool found;
};

static tree
visit_blocks (tree *tp, int *walk_subtrees, void *data)
{
  struct temporary *m = (struct temporary *) data;
  tree to = NULL_TREE;
  int n = 0;
  bool begun = false;
  if (TYPE_P (*tp))
    *walk_subtrees = 0;
  if (TREE_CODE (*tp) != STATEMENT_LIST)
    return NULL_TREE;
  for (tree_stmt_iterator i = tsi_start (*tp); !tsi_end_p (i); tsi_next (&i))
    {
      begun |= copied (m->p, first_of (tsi_stmt (i)), &to) && to == m->var;
      if (begun && TREE_CODE (tsi_stmt (i)) == LABEL_EXPR)
	break;
      n += begun ? times (tsi_stmt (i), m->var) : 0;
    }
  m->found |= begun && n == m->all;
  return NULL_TREE;
}

/* VAR of P is such a variable of BODY, the region.  */
static bool
temporary_p (const struct pointers *p, tree body, tree var)
{
  struct temporary m = { p, var, times (body, var), false };
  walk_tree_without_duplicates (&body, visit_blocks, &m);
  return m.found;
}

/* Is what P's variable VAR is first used for that something is assigned to it?  */
struct first { const struct pointers *p; tree var; bool set; };

static tree
visit_first (tree *tp, int *walk_subtrees, void *data)
{
  struct first *f = (struct first *) data;
  tree to, from = TYPE_P (*tp) ? NULL_TREE : copied (f->p, *tp, &to);
  if (TYPE_P (*tp))
    *walk_subtrees = 0;
  if (from && from != f->var && to == f->var)
    f->set = true;
  return (from && to == f->var) || *tp == f->var ? *tp : NULL_TREE;
}

/* The region, BODY, sets VAR of P before it uses it, as far as the text goes.  */
static bool
set_first_p (const struct pointers *p, tree body, tree var)
{
  struct first f = { p, var, false };
  walk_tree_without_duplicates (&body, visit_first, &f);
  return f.set;
}

/* --- Copies --------------------------------------------------------------- */

/* The structure that is a copy of what VAR leads to.  */
static tree
copy_of (const struct pointers *p, tree var)
{
  for (unsigned i = 0; i < p->vars.length (); i++)
    if (p->vars[i] == var)
      return p->copies[i];
  return NULL_TREE;
}

static tree
assignment (tree to, tree value)
{
  tree t = build2 (MODIFY_EXPR, TREE_TYPE (to), to, value);
  TREE_SIDE_EFFECTS (t) = 1;
  return t;
}

/* Declare P's copies in FNDECL, and let those of pointers from outside be such before
   B.  */
static void
declare_copies (struct pointers *p, tree fndecl, struct plug_binding *b)
{
  tree vars = NULL_TREE, list = alloc_stmt_list ();
  for (tree var : p->vars)
    {
      tree copy = build_decl (b->loc, VAR_DECL, DECL_NAME (var), p->type);
      DECL_CONTEXT (copy) = fndecl;
      DECL_ARTIFICIAL (copy) = DECL_IGNORED_P (copy) = TREE_USED (copy) = 1;
      plug_no_warning (copy);
      layout_decl (copy, 0);
      DECL_CHAIN (copy) = vars;
      vars = copy;
      p->copies.safe_push (copy);
      if (p->inside.contains (var) || set_first_p (p, b->body, var))
	continue;
      tree all = build1 (INDIRECT_REF, p->type, var);
      append_to_statement_list
	(build3 (COND_EXPR, void_type_node,
		 build2 (NE_EXPR, integer_type_node, var,
			 build_zero_cst (TREE_TYPE (var))),
		 assignment (copy, all), NULL_TREE), &list);
    }
  tree_stmt_iterator i = tsi_last (list);
  tsi_link_after (&i, build_empty_stmt (b->loc), TSI_NEW_STMT);
  tree *place = tsi_stmt_ptr (i);
  *place = *b->place;
  *b->place = build3_loc (b->loc, BIND_EXPR, void_type_node, vars, list, NULL_TREE);
  TREE_SIDE_EFFECTS (*b->place) = 1;
  b->place = place;
}

/* Let what is in *TP have copies.  */
static tree
rewrite (tree *tp, int *walk_subtrees, void *data)
{
  struct pointers *p = (struct pointers *) data;
  tree t = *tp, to, from = copied (p, t, &to), list = NULL_TREE;
  if (TYPE_P (t))
    *walk_subtrees = 0;
  else if (from && TREE_CODE (t) == DECL_EXPR)
    {
      *walk_subtrees = 0;
      append_to_statement_list (t, &list);
      append_to_statement_list (assignment (copy_of (p, to), copy_of (p, from)), &list);
      *tp = list;
    }
  else if (from)
    {
      *walk_subtrees = 0;
      append_to_statement_list (assignment (copy_of (p, to), copy_of (p, from)), &list);
      *tp = build2 (COMPOUND_EXPR, TREE_TYPE (t), list, t);
    }
  else if (tree var = member_of (p, t))
    {
      *walk_subtrees = 0;
      if (tree copy = copy_of (p, var))
	*tp = build3 (COMPONENT_REF, TREE_TYPE (t), copy, TREE_OPERAND (t, 1), NULL_TREE);
    }
  else if (TREE_CODE (t) == CALL_EXPR)
    for (int i = 0; i < call_expr_nargs (t); i++)
      {
	tree arg = CALL_EXPR_ARG (t, i), var = pointer_variable (p, arg);
	tree copy = var ? copy_of (p, var) : NULL_TREE;
	if (!copy)
	  continue;
	TREE_ADDRESSABLE (copy) = 1;
	CALL_EXPR_ARG (t, i)
	  = fold_convert (TREE_TYPE (arg), build_fold_addr_expr (copy));
      }
  else if (TREE_CODE (t) == BIND_EXPR)
    {
      *walk_subtrees = 0;
      walk_tree (&BIND_EXPR_BODY (t), rewrite, p, NULL);
    }
  else if (TREE_CODE (t) == DECL_EXPR && VAR_P (DECL_EXPR_DECL (t)))
    walk_tree (&DECL_INITIAL (DECL_EXPR_DECL (t)), rewrite, p, NULL);
  return NULL_TREE;
}

/* Append the types of structures of which pointers are assigned.  */
static tree
visit_types (tree *tp, int *walk_subtrees, void *data)
{
  auto_vec<tree> *types = (auto_vec<tree> *) data;
  tree t = *tp, to = NULL_TREE;
  if (TYPE_P (t))
    *walk_subtrees = 0;
  else if (TREE_CODE (t) == MODIFY_EXPR)
    to = structure_type (TREE_OPERAND (t, 0));
  if (to && !types->contains (to))
    types->safe_push (to);
  return NULL_TREE;
}

void
plug_structure_pointers_rewrite (tree fndecl, struct plug_binding *b)
{
  auto_vec<tree> types;
  walk_tree_without_duplicates (&b->body, visit_types, &types);
  for (tree type : types)
    {
      struct pointers p;
      p.type = type;
      walk_tree_without_duplicates (&b->body, visit_copies, &p);
      if (!p.moved)
	continue;
      walk_tree (&b->body, visit_writes, &p, &p.helpers);
      walk_tree (&b->body, visit_uses, &p, &p.visited);
      for (tree var : p.vars)
	p.good &= (p.inside.contains (var) || !set_first_p (&p, b->body, var)
		   || temporary_p (&p, b->body, var));
      if (!p.good)
	continue;
      declare_copies (&p, fndecl, b);
      walk_tree (&b->body, rewrite, &p, NULL);
    }
}
