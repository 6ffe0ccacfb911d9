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

   So do calls that don't return between loops,

     if (!(err < huge)) { fprintf (stderr, …); exit (1); }

   whose arguments are kept as values are.  In an innermost loop

     for (i) for (j) { assert (u[i][j] > 0); … }

   such a call, with arguments that are the same wherever it is come to, is noted and the
   rest of the iteration left out, and behind the loops the region is left:

     for (i) for (j) { if (!(u[i][j] > 0)) { ends = 1; continue; } … }
     if (ends) { way = 3; goto out; }

   Nobody sees what else is computed then, as the program ends: nothing in those loops
   leaves the region otherwise, or calls what does more than compute.

   For the rest of the compiler these are variables like the user's own.  */

#include "pram-gcc.h"
#include "region.h"
#include "bind.h"
#include "leaving.h"

/* A loop around the statement that is looked at.  */
struct around
{
  tree *place;
  int n_inner;			/* loops right inside of it */
  tree checks;			/* what is to follow it */
};

/* What is known of the region that is walked.  */
struct leaving
{
  tree fndecl;
  hash_set<tree> visited, labels;	/* labels inside */
  auto_vec<struct around> loops;
  int switches;			/* around the statement that is looked at */
  tree way, value, out;		/* the variables and the label; null: none */
  tree vars;			/* those variables … */
  tree begin;			/* … and what they begin with */
  tree after;			/* what leaves behind the region */
  int n_ways;
};

/* --- What the region becomes --------------------------------------------- */

static void
append_assignment (tree target, tree value, location_t loc, tree *list)
{
  tree t = build2_loc (loc, MODIFY_EXPR, void_type_node, target, value);
  TREE_SIDE_EFFECTS (t) = 1;
  append_to_statement_list (t, list);
}

static tree
new_variable (struct leaving *l, const char *name, tree type, location_t loc)
{
  tree var = build_decl (loc, VAR_DECL, get_identifier (name), type);
  DECL_CONTEXT (var) = l->fndecl;
  DECL_ARTIFICIAL (var) = DECL_IGNORED_P (var) = TREE_USED (var) = 1;
  plug_no_warning (var);
  layout_decl (var, 0);
  DECL_CHAIN (var) = l->vars;
  /* Where it isn't set it is the same in every run.  */
  if (!AGGREGATE_TYPE_P (type))
    append_assignment (var, build_zero_cst (type), loc, &l->begin);
  return l->vars = var;
}

bool
plug_way_out_p (tree label)
{
  return DECL_ARTIFICIAL (label) && DECL_NAME (label) == get_identifier ("pram.out");
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

/* Append to *LIST what leaves the region, and to what follows that what T does.  */
static void
leave_for (struct leaving *l, tree t, tree *list)
{
  location_t loc = EXPR_LOCATION (t);
  begin_leaving (l, loc);
  tree number = build_int_cst (integer_type_node, ++l->n_ways);
  append_assignment (l->way, number, loc, list);
  append_to_statement_list (build1_loc (loc, GOTO_EXPR, void_type_node,
					l->out), list);
  tree chosen = build2_loc (loc, EQ_EXPR, boolean_type_node, l->way, number);
  append_to_statement_list
    (build3_loc (loc, COND_EXPR, void_type_node, chosen, t, NULL_TREE),
     &l->after);
}

/* *TP leaves the region.  */
static void
postpone (struct leaving *l, tree *tp)
{
  tree t = *tp, list = NULL_TREE;
  keep_value (l, t, &list);
  leave_for (l, t, &list);
  *tp = list;
}

/* --- Calls that don't return ---------------------------------------------- */

/* VALUE is the same everywhere.  */
static bool
same_everywhere_p (tree value)
{
  STRIP_NOPS (value);
  if (TREE_CODE (value) != ADDR_EXPR)
    return CONSTANT_CLASS_P (value);
  tree object = TREE_OPERAND (value, 0);
  return (TREE_CODE (object) == STRING_CST
	  || (VAR_P (object) && TREE_STATIC (object) && TREE_READONLY (object)));
}

/* CALL is passed nothing that changes.  */
static bool
fixed_call_p (tree call)
{
  for (int i = 0; i < call_expr_nargs (call); i++)
    if (!same_everywhere_p (CALL_EXPR_ARG (call, i)))
      return false;
  return true;
}

static bool ends_p (tree t, int depth);

static tree
visit_return (tree *tp, int *walk_subtrees, void *)
{
  *walk_subtrees = !TYPE_P (*tp);
  return TREE_CODE (*tp) == RETURN_EXPR ? *tp : NULL_TREE;
}

/* FN never returns, as is declared, or as its body, which is in this file, ends with a
   call of such a function, DEPTH functions away at most.  */
static bool
never_returns_p (tree fn, int depth)
{
  if (TREE_THIS_VOLATILE (fn))
    return true;
  tree body = DECL_SAVED_TREE (fn);
  return (body && depth > 0 && TREE_CODE (body) == BIND_EXPR && !DECL_WEAK (fn)
	  && VOID_TYPE_P (TREE_TYPE (TREE_TYPE (fn)))
	  && !walk_tree_without_duplicates (&body, visit_return, NULL)
	  && ends_p (body, depth - 1));
}

/* T ends with a call of such a function.  */
static bool
ends_p (tree t, int depth)
{
  while (t)
    switch (TREE_CODE (t))
      {
      case BIND_EXPR:
	t = BIND_EXPR_BODY (t);
	break;
      case STATEMENT_LIST:
	t = tsi_end_p (tsi_last (t)) ? NULL_TREE : tsi_stmt (tsi_last (t));
	break;
      case CALL_EXPR:
	t = get_callee_fndecl (t);
	return t && never_returns_p (t, depth);
      default:
	return false;
      }
  return false;
}

static tree visit_seen (tree *tp, int *walk_subtrees, void *data);

/* CALL computes a number, no more.  SEEN: what has been looked at.  */
static bool
computes_p (tree call, hash_set<tree> *seen)
{
  tree fn = get_callee_fndecl (call);
  if (!fn)
    return false;
  if (call_expr_flags (call) & (ECF_CONST | ECF_PURE))
    return true;
  /* Of mathematics, but for errno.  */
  if (fndecl_built_in_p (fn, BUILT_IN_NORMAL))
    {
      for (int i = 0; i < call_expr_nargs (call); i++)
	if (POINTER_TYPE_P (TREE_TYPE (CALL_EXPR_ARG (call, i))))
	  return false;
      return SCALAR_FLOAT_TYPE_P (TREE_TYPE (call));
    }
  return (DECL_SAVED_TREE (fn)
	  && !walk_tree (&DECL_SAVED_TREE (fn), visit_seen, seen, seen));
}

/* A call that others could see, but for one that ends the program like others.  */
static tree
visit_seen (tree *tp, int *walk_subtrees, void *data)
{
  tree fn = TREE_CODE (*tp) == CALL_EXPR ? get_callee_fndecl (*tp) : NULL_TREE;
  if (TYPE_P (*tp))
    *walk_subtrees = 0;
  if (TREE_CODE (*tp) != CALL_EXPR || (fn && never_returns_p (fn, 2) && fixed_call_p (*tp)))
    return NULL_TREE;
  return computes_p (*tp, (hash_set<tree> *) data) ? NULL_TREE : *tp;
}

/* A jump.  */
static tree
visit_jump (tree *tp, int *walk_subtrees, void *)
{
  *walk_subtrees = !TYPE_P (*tp);
  return TREE_CODE (*tp) == RETURN_EXPR || TREE_CODE (*tp) == GOTO_EXPR ? *tp : NULL_TREE;
}

/* COND fails when VAR has gone far enough.  */
static bool
bounds_p (tree cond, tree var)
{
  STRIP_NOPS (cond);
  enum tree_code code = TREE_CODE (cond);
  bool both = code == TRUTH_ANDIF_EXPR || code == TRUTH_AND_EXPR;
  for (int i = 0; (both || COMPARISON_CLASS_P (cond)) && i < 2; i++)
    {
      tree part = TREE_OPERAND (cond, i);
      STRIP_NOPS (part);
      if (both ? bounds_p (part, var) : part == var)
	return true;
    }
  return false;
}

/* The loop T counts up to a bound.  */
static bool
counts_p (tree t)
{
  tree step = FOR_EXPR (t), cond = FOR_COND (t);
  return (step && cond && EXPR_P (step) && TREE_OPERAND_LENGTH (step) > 0
	  && DECL_P (TREE_OPERAND (step, 0)) && bounds_p (cond, TREE_OPERAND (step, 0)));
}

/* The loop T comes to its end if rests of iterations are left out, and nobody sees what
   those behind do.  */
static bool
unseen_p (tree t)
{
  hash_set<tree> seen;
  if (TREE_CODE (t) != FOR_STMT || !counts_p (t))
    return false;
  for (int i = 0; i < TREE_OPERAND_LENGTH (t); i++)
    if (walk_tree (&TREE_OPERAND (t, i), visit_seen, &seen, &seen)
	|| walk_tree_without_duplicates (&TREE_OPERAND (t, i), visit_jump, NULL))
      return false;
  return true;
}

/* T is a call, between loops or of what is FIXED_CALL_P, that doesn't return.  */
static bool
ending_call_p (struct leaving *l, tree t)
{
  tree fn = TREE_CODE (t) == CALL_EXPR ? get_callee_fndecl (t) : NULL_TREE;
  if (!fn || !VOID_TYPE_P (TREE_TYPE (t)) || !never_returns_p (fn, 2))
    return false;
  return (l->loops.is_empty () || l->loops.last ().n_inner
	  || (fixed_call_p (t) && unseen_p (*l->loops.last ().place)));
}

/* The call *TP, between loops, ends the program, with what its arguments are here.  */
static void
end_later (struct leaving *l, tree *tp)
{
  tree call = *tp, list = NULL_TREE;
  location_t loc = EXPR_LOCATION (call);
  for (int i = 0; i < call_expr_nargs (call); i++)
    {
      tree arg = CALL_EXPR_ARG (call, i);
      if (same_everywhere_p (arg))
	continue;
      tree kept = new_variable (l, "an argument", TYPE_MAIN_VARIANT (TREE_TYPE (arg)),
				loc);
      append_assignment (kept, arg, loc, &list);
      CALL_EXPR_ARG (call, i) = kept;
    }
  leave_for (l, call, &list);
  *tp = list;
}

/* The call *TP, in an innermost loop, ends the program when the loops of which each has
   no other one beside it are over.  */
static void
end_behind_loops (struct leaving *l, tree *tp)
{
  tree call = *tp, list = NULL_TREE, leave = NULL_TREE;
  location_t loc = EXPR_LOCATION (call);
  tree ends = new_variable (l, "the end", integer_type_node, loc);
  append_assignment (ends, integer_one_node, loc, &list);
  append_to_statement_list (build_stmt (loc, CONTINUE_STMT), &list);
  *tp = list;
  unsigned k = l->loops.length () - 1;
  while (k > 0 && l->loops[k - 1].n_inner == 1
	 && unseen_p (*l->loops[k - 1].place))
    k--;
  leave_for (l, call, &leave);
  tree set = build2_loc (loc, NE_EXPR, boolean_type_node, ends, integer_zero_node);
  append_to_statement_list (build3_loc (loc, COND_EXPR, void_type_node, set, leave,
					NULL_TREE), &l->loops[k].checks);
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
      return l->loops.is_empty () && !l->switches;
    case CONTINUE_STMT:
      return l->loops.is_empty ();
    default:
      return false;
    }
}

static tree visit (tree *tp, int *walk_subtrees, void *data);

static bool
loop_statement_p (tree t)
{
  enum tree_code code = TREE_CODE (t);
  return code == FOR_STMT || code == WHILE_STMT || code == DO_STMT;
}

/* Count a loop right inside of the one that is walked.  */
static tree
visit_inner (tree *tp, int *walk_subtrees, void *data)
{
  bool loop = loop_statement_p (*tp);
  *(int *) data += loop;
  *walk_subtrees = !loop && !TYPE_P (*tp);
  return NULL_TREE;
}

static void
walk_operands (struct leaving *l, tree t)
{
  for (int i = 0; i < TREE_OPERAND_LENGTH (t); i++)
    walk_tree (&TREE_OPERAND (t, i), visit, l, &l->visited);
}

/* Walk the loop *TP, and let what is to follow it do so.  */
static void
walk_loop (struct leaving *l, tree *tp)
{
  struct around around = { tp, 0, NULL_TREE };
  for (int i = 0; i < TREE_OPERAND_LENGTH (*tp); i++)
    walk_tree_without_duplicates (&TREE_OPERAND (*tp, i), visit_inner, &around.n_inner);
  l->loops.safe_push (around);
  walk_operands (l, *tp);
  around = l->loops.pop ();
  if (!around.checks)
    return;
  tree list = NULL_TREE;
  append_to_statement_list_force (*tp, &list);
  append_to_statement_list_force (around.checks, &list);
  *tp = list;
}

static tree
visit (tree *tp, int *walk_subtrees, void *data)
{
  struct leaving *l = (struct leaving *) data;
  *walk_subtrees = 0;
  if (leaves_p (l, *tp))
    postpone (l, tp);
  else if (ending_call_p (l, *tp))
    (l->loops.is_empty () || l->loops.last ().n_inner ? end_later
     : end_behind_loops) (l, tp);
  else if (loop_statement_p (*tp))
    walk_loop (l, tp);
  else if (TREE_CODE (*tp) == SWITCH_STMT)
    {
      l->switches++;
      walk_operands (l, *tp);
      l->switches--;
    }
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
  tsi_link_before (&i, l->begin, TSI_SAME_STMT);
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
  l.switches = l.n_ways = 0;
  l.way = l.value = l.out = l.vars = l.begin = l.after = NULL_TREE;
  walk_tree_without_duplicates (&b->body, visit_label, &l);
  walk_tree (&b->body, visit, &l, &l.visited);
  if (!l.n_ways)
    return;
  if (never_ends_p (b->body))
    append_to_statement_list
      (build_call_expr_loc (b->loc, builtin_decl_explicit (BUILT_IN_UNREACHABLE), 0),
       &l.after);
  enclose (&l, b->body, b->loc);
  place_after (&l, b);
}
