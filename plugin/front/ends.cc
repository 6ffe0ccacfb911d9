/* ends.cc: pointers that loops run up to.

   SPDX-License-Identifier: GPL-3.0-or-later

     double *e = a + n;
     #pragma pram
     for (double *p = a; p != e; p++) …

   Of E the region knows nothing but that it is a pointer, so nobody could say
   how often the loop runs.  But e - a is an integer, a size like any other: the
   region takes that instead, and in the copy E is a + (e - a).  So it is with
   pointers that the region only compares.  What they are compared with says from
   which other one they are counted: P begins at A.  If E leads elsewhere the copy
   has the same pointers all the same.  */

#include "pram-gcc.h"
#include "region.h"
#include "free-variables.h"
#include "dispatch.h"
#include "ends.h"

/* A pointer's mentions in the region.  */
struct mentions
{
  int all, compared;
  tree with;			/* what it is compared with first, or null … */
  tree base;			/* … and what that was made of outside */
};

struct walk
{
  struct plug_free_variables *scan;
  hash_map<tree, struct mentions> mentions;
  /* What a variable was made of where it was assigned last.  */
  hash_map<tree, tree> made_of;
  hash_set<tree> descend;	/* variables that go down */
  hash_set<tree> bases;		/* from which others are counted */
};

/* The variable into whose object the pointer T leads, or null.  */
static tree
root_of (struct walk *w, tree t)
{
  for (;;)
    switch (TREE_CODE (t))
      {
      case VAR_DECL: case PARM_DECL:
	return t;
      CASE_CONVERT: case NON_LVALUE_EXPR: case POINTER_PLUS_EXPR:
      case PREINCREMENT_EXPR: case PREDECREMENT_EXPR:
      case POSTINCREMENT_EXPR: case POSTDECREMENT_EXPR:
	t = TREE_OPERAND (t, 0);
	break;
      case ADDR_EXPR:
	t = get_base_address (TREE_OPERAND (t, 0));
	return t && TREE_CODE (TREE_TYPE (t)) == ARRAY_TYPE ? t : NULL_TREE;
      default:
	const struct plug_member *m = plug_member_of (w->scan->members, t);
	return m ? m->proxy : NULL_TREE;
      }
}

/* What the variable ROOT was made of outside of the region.  */
static tree
origin_of (struct walk *w, tree root)
{
  for (int depth = 0; depth < 8; depth++)
    if (tree *from = w->made_of.get (root))
      root = *from;
    else
      break;
  return root;
}

static void
note_assignment (struct walk *w, tree target, tree value)
{
  tree root = POINTER_TYPE_P (TREE_TYPE (target)) ? root_of (w, value)
						  : NULL_TREE;
  if (root && DECL_P (target) && root != target)
    w->made_of.put (target, root);
}

static void
note_comparison (struct walk *w, tree a, tree b)
{
  tree root = root_of (w, a), other = root_of (w, b);
  tree base = other ? origin_of (w, other) : NULL_TREE;
  if (!root || !base || root == base)
    return;
  struct mentions &m = w->mentions.get_or_insert (root);
  m.compared++;
  if (m.with)
    return;
  m.with = other;
  m.base = base;
}

static tree
visit (tree *tp, int *walk_subtrees, void *data)
{
  struct walk *w = (struct walk *) data;
  tree t = *tp;
  if (TYPE_P (t))
    *walk_subtrees = 0;
  else if (const struct plug_member *m = plug_member_of (w->scan->members, t))
    {
      w->mentions.get_or_insert (m->proxy).all++;
      *walk_subtrees = 0;
    }
  else if (VAR_P (t) || TREE_CODE (t) == PARM_DECL)
    w->mentions.get_or_insert (t).all++;
  else if (TREE_CODE (t) == PREDECREMENT_EXPR
	   || TREE_CODE (t) == POSTDECREMENT_EXPR)
    w->descend.add (TREE_OPERAND (t, 0));
  else if (TREE_CODE (t) == MODIFY_EXPR || TREE_CODE (t) == INIT_EXPR)
    note_assignment (w, TREE_OPERAND (t, 0), TREE_OPERAND (t, 1));
  else if (TREE_CODE (t) == DECL_EXPR && VAR_P (DECL_EXPR_DECL (t))
	   && DECL_INITIAL (DECL_EXPR_DECL (t)))
    {
      tree decl = DECL_EXPR_DECL (t);
      note_assignment (w, decl, DECL_INITIAL (decl));
      walk_tree (&DECL_INITIAL (decl), visit, w, NULL);
    }
  else if ((COMPARISON_CLASS_P (t) || TREE_CODE (t) == POINTER_DIFF_EXPR)
	   && POINTER_TYPE_P (TREE_TYPE (TREE_OPERAND (t, 0))))
    {
      note_comparison (w, TREE_OPERAND (t, 0), TREE_OPERAND (t, 1));
      note_comparison (w, TREE_OPERAND (t, 1), TREE_OPERAND (t, 0));
    }
  return NULL_TREE;
}

/* Bytes of what a pointer or array O leads to; 0 if they vary.  */
static HOST_WIDE_INT
step_of (const struct plug_outer *o)
{
  tree type = TREE_TYPE (o->var);
  bool leads = POINTER_TYPE_P (type) || TREE_CODE (type) == ARRAY_TYPE;
  HOST_WIDE_INT size
    = leads && !FUNC_OR_METHOD_TYPE_P (TREE_TYPE (type))
      ? int_size_in_bytes (strip_array_types (TREE_TYPE (type))) : 0;
  return size > 0 ? size : 0;
}

/* What O can be counted from, or null.  */
static const struct plug_outer *
base_of (struct walk *w, const struct plug_outer *o)
{
  struct mentions *m = w->mentions.get (o->var);
  if (!POINTER_TYPE_P (TREE_TYPE (o->var)) || o->written || o->guard
      || o->element || o->in_helper || w->bases.contains (o->var)
      || !m || !m->base || m->compared != m->all)
    return NULL;
  for (const struct plug_outer &from : w->scan->outer)
    if (from.var == m->base && !from.guard && !from.element && !from.declared
	&& !from.apart && step_of (o) && step_of (o) == step_of (&from))
      return &from;
  return NULL;
}

/* Let the region take in O's place how far it is from FROM; if BELOW that is how
   far it is below.  */
static void
replace (struct plug_free_variables *s, struct plug_outer *o,
	 const struct plug_outer *from, bool below)
{
  tree type = ptrdiff_type_node;
  const struct plug_outer *more = below ? from : o, *less = below ? o : from;
  char *name = xasprintf ("%s_minus_%s",
			  IDENTIFIER_POINTER (DECL_NAME (more->var)),
			  IDENTIFIER_POINTER (DECL_NAME (less->var)));
  tree proxy = plug_artificial_variable (s->fndecl, o->loc, name, type);
  free (name);
  tree end = fold_convert (ptr_type_node, plug_argument_value (more));
  tree begin = fold_convert (ptr_type_node, plug_argument_value (less));
  o->distance = build2 (TRUNC_DIV_EXPR, type,
			build2 (POINTER_DIFF_EXPR, type, end, begin),
			build_int_cst (type, step_of (o)));
  o->below = below;
  o->apart = o->var;
  o->from = from->var;
  o->var = proxy;
  o->member = NULL_TREE;
}

void
plug_find_ends (struct plug_free_variables *s)
{
  struct walk w;
  w.scan = s;
  walk_tree (&s->body, visit, &w, NULL);
  for (struct plug_outer &o : s->outer)
    if (const struct plug_outer *from = base_of (&w, &o))
      {
	w.bases.add (from->var);
	replace (s, &o, from, w.descend.contains (w.mentions.get (o.var)->with));
      }
}

tree
plug_end_pointer (const struct plug_outer *o, tree from, tree distance)
{
  tree size = build_int_cst (ptrdiff_type_node, int_size_in_bytes
			     (strip_array_types (TREE_TYPE (TREE_TYPE
							      (o->apart)))));
  if (o->below)
    size = fold_build1 (NEGATE_EXPR, ptrdiff_type_node, size);
  tree bytes = fold_build2 (MULT_EXPR, ptrdiff_type_node, distance, size);
  return fold_convert (TREE_TYPE (o->apart),
		       fold_build_pointer_plus (from, bytes));
}
