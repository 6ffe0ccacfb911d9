/* afterwards.cc: scalars whose value a region leaves, but nobody reads.

   SPDX-License-Identifier: GPL-3.0-or-later

     for (i = 0; i < n; i++) …
     #pragma pram		the region, which uses i, k and s
     …
     s = 0;
     for (i = 0; i < n; i++)
       s += w[i];

   All three are dead after the region: k is named nowhere, i and s get another
   value before anybody reads them.

   The function is walked in the order of execution, which around the region is
   that of the source: the caller sees to it that no label is around.  What stands
   under a condition and sets the variable hides it from what follows there, but not
   from what follows the condition.  A loop around the region is walked twice: an
   iteration that has run the region is followed by a whole one, that one's region
   included.

   A variable that the region sets before it reads it, and that is dead behind it, is
   the region's own, wherever it is declared.  Structures are set member by member.  */

#include "pram-gcc.h"
#include "free-variables.h"

/* The members of a variable that is a structure, or the variable itself: a bit each.  */
typedef uint64_t parts;

struct afterwards
{
  tree var, body;
  parts whole;			/* all of VAR */
  bool after;			/* the walk has passed BODY */
  parts set;			/* these have another value since */
  bool read;			/* VAR's value was read before that */
  int blind;			/* > 0: what sets VAR isn't looked at */
  hash_set<tree> saved;		/* the SAVE_EXPRs that have their values */

  afterwards (tree v, tree region)
    : var (v), body (region), whole (1), after (!region), set (0), read (false),
      blind (0)
  {
    int n = 0;
    if (TREE_CODE (TREE_TYPE (v)) == RECORD_TYPE)
      for (tree f = TYPE_FIELDS (TREE_TYPE (v)); f; f = DECL_CHAIN (f))
	n++;
    if (n && n < 64)
      whole = ((parts) 1 << n) - 1;
  }
};

/* The part of A's variable that REF is, or 0.  */
static parts
part_of (const struct afterwards *a, tree ref)
{
  if (ref == a->var)
    return a->whole;
  if (TREE_CODE (ref) != COMPONENT_REF || TREE_OPERAND (ref, 0) != a->var
      || a->whole == 1)
    return 0;
  int k = 0;
  for (tree f = TYPE_FIELDS (TREE_TYPE (a->var)); f; f = DECL_CHAIN (f), k++)
    if (f == TREE_OPERAND (ref, 1) && !DECL_BIT_FIELD (f))
      return (parts) 1 << k;
  return 0;
}

static tree visit (tree *tp, int *walk_subtrees, void *data);

static void
walk (struct afterwards *a, tree t)
{
  if (t && !a->read)
    walk_tree (&t, visit, a, NULL);
}

/* T may be run.  */
static void
walk_maybe (struct afterwards *a, tree t)
{
  parts set = a->set;
  bool after = a->after;
  walk (a, t);
  if (after)
    a->set = set;
}

/* T is a kind of statement of which this file knows nothing.  */
static void
walk_blindly (struct afterwards *a, tree t)
{
  a->blind++;
  for (int i = 0; i < TREE_OPERAND_LENGTH (t); i++)
    walk (a, TREE_OPERAND (t, i));
  a->blind--;
}

static void
note_set (struct afterwards *a, parts which)
{
  if (a->after && !a->blind)
    a->set |= which;
}

static void
assign (struct afterwards *a, tree to, tree value)
{
  walk (a, value);
  if (parts set = part_of (a, to))
    note_set (a, set);
  else
    walk (a, to);
}

/* An iteration of a loop that runs while COND: BODY, then NEXT.  */
static void
walk_iteration (struct afterwards *a, tree cond, tree body, tree next)
{
  walk (a, cond);
  walk_maybe (a, body);
  walk_maybe (a, next);
}

/* The loop itself.  FIRST: BODY stands in front of COND.  */
static void
walk_loop (struct afterwards *a, tree cond, tree body, tree next, bool first)
{
  bool after = a->after;
  if (first)
    walk_maybe (a, body);
  walk_iteration (a, cond, first ? NULL_TREE : body, next);
  if (after == a->after)
    return;
  /* The region is in there, and what stands behind it may have been skipped.  */
  a->set = 0;
  walk_iteration (a, first ? NULL_TREE : cond, body, next);
  walk (a, cond);
  a->set = 0;
}

/* T is an expression or statement: true if all in it has been looked at.  */
static bool
visit_whole (struct afterwards *a, tree t)
{
  switch (TREE_CODE (t))
    {
    case BIND_EXPR:
      /* Its variables have initial values, too: but these are computed where
	 the declaration stands.  */
      walk (a, BIND_EXPR_BODY (t));
      return true;
    case DECL_EXPR:
      plug_walk_sizes (TREE_TYPE (DECL_EXPR_DECL (t)), visit, a, NULL);
      if (VAR_P (DECL_EXPR_DECL (t)))
	walk (a, DECL_INITIAL (DECL_EXPR_DECL (t)));
      /* A new one.  */
      if (DECL_EXPR_DECL (t) == a->var)
	note_set (a, a->whole);
      return true;
    case MODIFY_EXPR:
    case INIT_EXPR:
      assign (a, TREE_OPERAND (t, 0), TREE_OPERAND (t, 1));
      return true;
    case COND_EXPR:
      walk (a, COND_EXPR_COND (t));
      walk_maybe (a, COND_EXPR_THEN (t));
      walk_maybe (a, COND_EXPR_ELSE (t));
      return true;
    case TRUTH_ANDIF_EXPR:
    case TRUTH_ORIF_EXPR:
      walk (a, TREE_OPERAND (t, 0));
      walk_maybe (a, TREE_OPERAND (t, 1));
      return true;
    case FOR_STMT:
      walk (a, FOR_INIT_STMT (t));
      walk_loop (a, FOR_COND (t), FOR_BODY (t), FOR_EXPR (t), false);
      return true;
    case WHILE_STMT:
      walk_loop (a, WHILE_COND (t), WHILE_BODY (t), NULL_TREE, false);
      return true;
    case DO_STMT:
      walk_loop (a, DO_COND (t), DO_BODY (t), NULL_TREE, true);
      return true;
    case CONVERT_EXPR:
    case NOP_EXPR:
      /* `(void) k;' reads nothing.  */
      return VOID_TYPE_P (TREE_TYPE (t)) && TREE_OPERAND (t, 0) == a->var;
    case SAVE_EXPR:
      return a->saved.add (t);
    case STATEMENT_LIST:
    case CALL_EXPR:
    case RETURN_EXPR:
    case COMPOUND_EXPR:
    case CLEANUP_POINT_EXPR:
      return false;
    default:
      if (TREE_CODE_CLASS (TREE_CODE (t)) != tcc_expression
	  && TREE_CODE_CLASS (TREE_CODE (t)) != tcc_statement)
	return false;
      walk_blindly (a, t);
      return true;
    }
}

static tree
visit (tree *tp, int *walk_subtrees, void *data)
{
  struct afterwards *a = (struct afterwards *) data;
  tree t = *tp;
  if (t == a->body && !a->after)
    {
      a->after = true;
      *walk_subtrees = 0;
    }
  else if (parts read = part_of (a, t))
    {
      a->read |= a->after && (read & ~a->set);
      *walk_subtrees = 0;
    }
  else if (EXPR_P (t) || TREE_CODE (t) == STATEMENT_LIST)
    {
      if (EXPR_P (t))
	plug_walk_sizes (TREE_TYPE (t), visit, a, NULL);
      *walk_subtrees = !visit_whole (a, t);
    }
  return a->read ? t : NULL_TREE;
}

bool
plug_read_after_p (tree fndecl, tree body, tree var)
{
  struct afterwards a (var, body);
  walk (&a, DECL_SAVED_TREE (fndecl));
  return a.read || !a.after;
}

bool
plug_read_first_p (tree body, tree var)
{
  struct afterwards a (var, NULL_TREE);
  walk (&a, body);
  return a.read;
}
