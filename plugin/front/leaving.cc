/* leaving.cc: jumps out of a region.

   SPDX-License-Identifier: GPL-3.0-or-later

   What leaves a region by return, goto, break or continue,

     #pragma pram
     while (1) { … if (err < tol) return it; … if (it == max) goto fail; }

   says where to instead, and leaves when the region has ended:

     {
       { int way; int value;			the region
	 way = 0;
	 while (1)
	   {
	     … if (err < tol) { value = it; way = 1; goto out; }
	     … if (it == max) { way = 2; goto out; }
	   }
       out: ; }
       if (way == 1) return value;
       if (way == 2) goto fail;
     }

   For the rest of the compiler these are variables like the user's own.  */

#include "pram-gcc.h"
#include "region.h"
#include "bind.h"
#include "leaving.h"

/* What is known of the region that is walked.  */
struct leaving
{
  tree fndecl;
  hash_set<tree> visited, labels;	/* labels inside */
  int loops, switches;		/* around the statement that is looked at */
  tree way, value, out;		/* the variables and the label; null: none */
  tree vars;			/* those variables */
  tree after;			/* what leaves behind the region */
  int n_ways;
};

/* --- What the region becomes --------------------------------------------- */

static tree
new_variable (struct leaving *l, const char *name, tree type, location_t loc)
{
  tree var = build_decl (loc, VAR_DECL, get_identifier (name), type);
  DECL_CONTEXT (var) = l->fndecl;
  DECL_ARTIFICIAL (var) = DECL_IGNORED_P (var) = TREE_USED (var) = 1;
  plug_no_warning (var);
  layout_decl (var, 0);
  DECL_CHAIN (var) = l->vars;
  return l->vars = var;
}

bool
plug_way_out_p (tree label)
{
  return DECL_ARTIFICIAL (label) && DECL_NAME (label) == get_identifier ("pram.out");
}

static void
append_assignment (tree target, tree value, location_t loc, tree *list)
{
  tree t = build2_loc (loc, MODIFY_EXPR, void_type_node, target, value);
  TREE_SIDE_EFFECTS (t) = 1;
  append_to_statement_list (t, list);
}

static void
begin_leaving (struct leaving *l, location_t loc)
{
  if (l->out)
    return;
  l->way = new_variable (l, "the way out", integer_type_node, loc);
  l->out = build_decl (loc, LABEL_DECL, get_identifier ("pram.out"),
		       void_type_node);
  DECL_CONTEXT (l->out) = l->fndecl;
  DECL_ARTIFICIAL (l->out) = DECL_IGNORED_P (l->out) = TREE_USED (l->out) = 1;
}

/* The assignment to the function's result in the return statement T, or
   null.  */
static tree
returned_value (tree t)
{
  tree value = TREE_CODE (t) == RETURN_EXPR ? TREE_OPERAND (t, 0) : NULL_TREE;
  return (value
	  && (TREE_CODE (value) == MODIFY_EXPR || TREE_CODE (value) == INIT_EXPR)
	  && TREE_CODE (TREE_OPERAND (value, 0)) == RESULT_DECL
	  ? value : NULL_TREE);
}

/* The return statement T returns what it did when T was come to.  Append the
   computation of that to *LIST.  */
static void
keep_value (struct leaving *l, tree t, tree *list)
{
  tree set = returned_value (t);
  if (!set)
    return;
  tree value = TREE_OPERAND (set, 1);
  if (CONSTANT_CLASS_P (value))
    return;
  if (!l->value)
    l->value = new_variable (l, "the returned value",
			     TYPE_MAIN_VARIANT (TREE_TYPE (set)),
			     EXPR_LOCATION (t));
  append_assignment (l->value, value, EXPR_LOCATION (t), list);
  TREE_OPERAND (set, 1) = l->value;
}

/* *TP leaves the region.  */
static void
postpone (struct leaving *l, tree *tp)
{
  tree t = *tp, list = NULL_TREE;
  location_t loc = EXPR_LOCATION (t);
  begin_leaving (l, loc);
  keep_value (l, t, &list);
  tree number = build_int_cst (integer_type_node, ++l->n_ways);
  append_assignment (l->way, number, loc, &list);
  append_to_statement_list (build1_loc (loc, GOTO_EXPR, void_type_node,
					l->out), &list);
  *tp = list;
  tree chosen = build2_loc (loc, EQ_EXPR, boolean_type_node, l->way, number);
  append_to_statement_list
    (build3_loc (loc, COND_EXPR, void_type_node, chosen, t, NULL_TREE),
     &l->after);
}

/* --- Finding them -------------------------------------------------------- */

static tree
visit_label (tree *tp, int *, void *data)
{
  if (TREE_CODE (*tp) == LABEL_EXPR)
    ((struct leaving *) data)->labels.add (LABEL_EXPR_LABEL (*tp));
  return NULL_TREE;
}

static bool
leaves_p (struct leaving *l, tree t)
{
  switch (TREE_CODE (t))
    {
    case RETURN_EXPR:
      return true;
    case GOTO_EXPR:
      return (TREE_CODE (GOTO_DESTINATION (t)) == LABEL_DECL
	      && !l->labels.contains (GOTO_DESTINATION (t)));
    case BREAK_STMT:
      return !l->loops && !l->switches;
    case CONTINUE_STMT:
      return !l->loops;
    default:
      return false;
    }
}

static tree visit (tree *tp, int *walk_subtrees, void *data);

/* Walk the operands of T, a loop or switch, which *DEPTH counts.  */
static void
walk_within (struct leaving *l, tree t, int *depth)
{
  ++*depth;
  for (int i = 0; i < TREE_OPERAND_LENGTH (t); i++)
    walk_tree (&TREE_OPERAND (t, i), visit, l, &l->visited);
  --*depth;
}

static tree
visit (tree *tp, int *walk_subtrees, void *data)
{
  struct leaving *l = (struct leaving *) data;
  enum tree_code code = TREE_CODE (*tp);
  *walk_subtrees = 0;
  if (leaves_p (l, *tp))
    postpone (l, tp);
  else if (code == FOR_STMT || code == WHILE_STMT || code == DO_STMT)
    walk_within (l, *tp, &l->loops);
  else if (code == SWITCH_STMT)
    walk_within (l, *tp, &l->switches);
  else if (!TYPE_P (*tp))
    *walk_subtrees = 1;
  return NULL_TREE;
}

/* --- Behind the region --------------------------------------------------- */

/* The loop T has no condition.  */
static bool
endless_p (tree t)
{
  tree cond;
  switch (TREE_CODE (t))
    {
    case FOR_STMT: cond = FOR_COND (t); break;
    case WHILE_STMT: cond = WHILE_COND (t); break;
    case DO_STMT: cond = DO_COND (t); break;
    default: return false;
    }
  return !cond || integer_nonzerop (cond);
}

/* A break of the loop that is walked, or a label, which may follow one.  */
static tree
visit_end (tree *tp, int *walk_subtrees, void *)
{
  enum tree_code code = TREE_CODE (*tp);
  if (code == FOR_STMT || code == WHILE_STMT || code == DO_STMT
      || code == SWITCH_STMT || TYPE_P (*tp))
    *walk_subtrees = 0;
  return code == BREAK_STMT || code == LABEL_EXPR ? *tp : NULL_TREE;
}

/* Control comes to the end of BODY only by what leaves it: GCC must not warn
   that the function ends without a value.  */
static bool
never_ends_p (tree body)
{
  tree last = tsi_stmt (tsi_last (body));
  if (TREE_CODE (last) == BIND_EXPR)
    last = BIND_EXPR_BODY (last);
  if (TREE_CODE (last) == STATEMENT_LIST)
    last = tsi_end_p (tsi_last (last)) ? last : tsi_stmt (tsi_last (last));
  if (!endless_p (last))
    return false;
  for (int i = 0; i < TREE_OPERAND_LENGTH (last); i++)
    if (TREE_OPERAND (last, i) && !TYPE_P (TREE_OPERAND (last, i))
	&& walk_tree_without_duplicates (&TREE_OPERAND (last, i), visit_end,
					 NULL))
      return false;
  return true;
}

/* Put the declarations before the statements of BODY, and the label behind
   them.  */
static void
enclose (struct leaving *l, tree body, location_t loc)
{
  tree_stmt_iterator i = tsi_start (body), end = tsi_last (body);
  for (tree var = l->vars; var; var = DECL_CHAIN (var))
    tsi_link_before (&i, build1_loc (loc, DECL_EXPR, void_type_node, var),
		     TSI_SAME_STMT);
  tree list = NULL_TREE;
  append_assignment (l->way, integer_zero_node, loc, &list);
  /* Where it isn't returned it is the same in every run.  */
  if (l->value && !AGGREGATE_TYPE_P (TREE_TYPE (l->value)))
    append_assignment (l->value, build_zero_cst (TREE_TYPE (l->value)), loc,
		       &list);
  tsi_link_before (&i, list, TSI_SAME_STMT);
  tsi_link_after (&end, build1_loc (loc, LABEL_EXPR, void_type_node, l->out),
		  TSI_NEW_STMT);
}

/* Replace *B->place, the region, by it and what follows it now.  */
static void
place_after (struct leaving *l, struct plug_binding *b)
{
  tree list = alloc_stmt_list ();
  tree_stmt_iterator i = tsi_start (list);
  tsi_link_after (&i, build_empty_stmt (b->loc), TSI_NEW_STMT);
  tree *place = tsi_stmt_ptr (i);
  tsi_link_after (&i, l->after, TSI_NEW_STMT);
  *place = b->body;
  *b->place = build3_loc (b->loc, BIND_EXPR, void_type_node, l->vars, list,
			  NULL_TREE);
  TREE_SIDE_EFFECTS (*b->place) = 1;
  b->place = place;
}

void
plug_leave_later (struct plug_binding *b, tree fndecl)
{
  struct leaving l;
  l.fndecl = fndecl;
  l.loops = l.switches = l.n_ways = 0;
  l.way = l.value = l.out = l.vars = l.after = NULL_TREE;
  walk_tree_without_duplicates (&b->body, visit_label, &l);
  walk_tree (&b->body, visit, &l, &l.visited);
  if (!l.n_ways)
    return;
  if (never_ends_p (b->body))
    {
      tree_stmt_iterator last = tsi_last (l.after);
      *tsi_stmt_ptr (last) = COND_EXPR_THEN (tsi_stmt (last));
    }
  enclose (&l, b->body, b->loc);
  place_after (&l, b);
}
