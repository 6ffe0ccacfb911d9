/* part-pointers.cc: what local pointers to parts of structures lead to, by the structures.

   SPDX-License-Identifier: GPL-3.0-or-later

     void step (struct flow *s)
     {
       struct field *h = &s->h;
       for (i = 1; i < h->nx; i++)
	 s->next.d[i] = h->d[i - 1] + h->d[i + 1];
     }

   Members are the region's variables (members.cc) where they are known by one name.  So
   H->nx becomes s->h.nx, in the program itself, too.

   That is done where nothing assigns to the pointer, nor, where it is declared, to what its
   value is made of: local pointers and indices (&level[k]).  */

#include "pram-gcc.h"
#include "free-variables.h"
#include "part-pointers.h"

/* VAR is a local variable that nobody changes in SCOPE.  */
static bool
stays_p (tree var, tree scope)
{
  return ((TREE_CODE (var) == PARM_DECL || (VAR_P (var) && !is_global_var (var)))
	  && !TREE_ADDRESSABLE (var) && !TREE_THIS_VOLATILE (var)
	  && !plug_changes_p (scope, var));
}

/* An index that is the same wherever it stands in SCOPE.  */
static bool
fixed_index_p (tree index, tree scope)
{
  STRIP_NOPS (index);
  return TREE_CODE (index) == INTEGER_CST || (DECL_P (index) && stays_p (index, scope));
}

/* PART is one of a structure, and the same one wherever it stands in SCOPE: nothing is
   loaded to find it.  */
static bool
fixed_part_p (tree part, tree scope)
{
  if (TREE_CODE (TREE_TYPE (part)) != RECORD_TYPE || TREE_THIS_VOLATILE (part))
    return false;
  for (; handled_component_p (part); part = TREE_OPERAND (part, 0))
    if (TREE_CODE (part) == ARRAY_REF ? !fixed_index_p (TREE_OPERAND (part, 1), scope)
	: TREE_CODE (part) != COMPONENT_REF)
      return false;
  if (TREE_CODE (part) != INDIRECT_REF)
    return VAR_P (part);
  part = TREE_OPERAND (part, 0);
  STRIP_NOPS (part);
  return DECL_P (part) && stays_p (part, scope);
}

/* What VAR, declared in SCOPE, points to as long as it is there; null if that isn't such a
   part.  */
static tree
part_pointed (tree var, tree scope)
{
  tree value = VAR_P (var) && !TREE_STATIC (var) ? DECL_INITIAL (var) : NULL_TREE;
  if (!value || value == error_mark_node || !POINTER_TYPE_P (TREE_TYPE (var))
      || !stays_p (var, scope))
    return NULL_TREE;
  STRIP_NOPS (value);
  tree part = TREE_CODE (value) == ADDR_EXPR ? TREE_OPERAND (value, 0) : NULL_TREE;
  return (part && handled_component_p (part) && fixed_part_p (part, scope)
	  && (TYPE_MAIN_VARIANT (TREE_TYPE (TREE_TYPE (var)))
	      == TYPE_MAIN_VARIANT (TREE_TYPE (part))) ? part : NULL_TREE);
}

/* A pointer and what it leads to.  */
struct pointing { tree var, part; };

static tree
put_part (tree *tp, int *walk_subtrees, void *data)
{
  const struct pointing *p = (const struct pointing *) data;
  tree inner = TREE_CODE (*tp) == INDIRECT_REF ? TREE_OPERAND (*tp, 0) : NULL_TREE;
  if (inner)
    STRIP_NOPS (inner);
  if (TYPE_P (*tp) || (TREE_CODE (*tp) == DECL_EXPR && DECL_EXPR_DECL (*tp) == p->var))
    *walk_subtrees = 0;
  else if (inner == p->var)
    {
      *tp = unshare_expr (p->part);
      *walk_subtrees = 0;
    }
  else if (*tp == p->var)
    {
      *tp = fold_convert (TREE_TYPE (p->var), build_fold_addr_expr (unshare_expr (p->part)));
      *walk_subtrees = 0;
    }
  return NULL_TREE;
}

static tree
find_clause (tree *tp, int *walk_subtrees, void *)
{
  if (TYPE_P (*tp))
    *walk_subtrees = 0;
  return TREE_CODE (*tp) == OMP_CLAUSE ? *tp : NULL_TREE;
}

static void rewrite (tree fndecl, hash_set<tree> *functions);

static tree
visit (tree *tp, int *walk_subtrees, void *data)
{
  tree t = *tp, fn = TREE_CODE (t) == CALL_EXPR ? get_callee_fndecl (t) : NULL_TREE;
  if (TYPE_P (t))
    *walk_subtrees = 0;
  for (tree var = TREE_CODE (t) == BIND_EXPR ? BIND_EXPR_VARS (t) : NULL_TREE; var;
       var = DECL_CHAIN (var))
    if (tree part = part_pointed (var, t))
      {
	struct pointing p = { var, part };
	DECL_INITIAL (var) = NULL_TREE;
	walk_tree_without_duplicates (tp, put_part, &p);
      }
  if (fn)
    rewrite (fn, (hash_set<tree> *) data);
  return NULL_TREE;
}

/* Do so in FNDECL, if it isn't among FUNCTIONS yet.  Clauses of OpenMP name variables.  */
static void
rewrite (tree fndecl, hash_set<tree> *functions)
{
  tree *body = &DECL_SAVED_TREE (fndecl);
  hash_set<tree> visited;
  if (*body && !functions->add (fndecl)
      && !walk_tree_without_duplicates (body, find_clause, NULL))
    walk_tree (body, visit, functions, &visited);
}

void
plug_part_pointers_rewrite (tree fndecl)
{
  hash_set<tree> functions;
  rewrite (fndecl, &functions);
}
