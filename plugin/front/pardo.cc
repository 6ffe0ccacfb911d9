/* pardo.cc: loops whose iterations run in lock step, as ordinary loops.

   SPDX-License-Identifier: GPL-3.0-or-later

     #pragma pram pardo
     for (i = 0; i < n; i++)
       { S1; if (c) { S2; } for (k = 0; k < m; k++) S3; }

   Each statement is done by all iterations before the next one, and in an
   assignment all read before any writes.  So it is *steps* (pardo-steps.h), which
   are loops over the iterations:
   (1) x = e, if x is the iteration's own (declared in the loop), is part of a step.
   (2) a[e1] = e2 is one step, or two, if other iterations may change what e1 and
       e2 read: t = e2; a[e1] = t.
   (3) s = s + e, where iterations share s, is done by one iteration after the
       other; so is every assignment to s with s on its right side.
   (4) The condition of an if is evaluated by all before its branches are done.
   (5) A loop inside that only changes what is the iteration's own is part of a
       step.  Of another one, whose bounds are the same for all iterations, the
       body is done in lock step, its loop stands around that.
   (6) An iteration's own variable with one value, which only depends on the
       iterator, is replaced by that.
   What isn't understood is an error: running it in order would be another
   program.

   The rewritten loops are what is captured and what runs serially, so all that
   distributes loops distributes these.  */

#include "pram-gcc.h"
#include "pardo.h"
#include "pardo-conflict.h"
#include "pardo-order.h"
#include "pardo-range.h"
#include "remap.h"
#include "roots.h"

static void rewrite (struct plug_steps *s, tree t);

static void
refuse (location_t loc, const char *what)
{
  error_at (loc, "%<#pragma pram pardo%>: %s", what);
}

static location_t
place_of (struct plug_steps *s, tree t)
{
  return EXPR_LOC_OR_LOC (t, s->loc);
}

/* T is a jump.  */
static void
refuse_jump (struct plug_steps *s, tree t)
{
  refuse (place_of (s, t), "a jump; put what iterations do under an if");
}

/* --- What the body assigns to --------------------------------------------- */

/* What is assigned in a statement, and how.  */
struct assigned
{
  struct plug_steps *steps;
  hash_map<tree, int> *writes;	/* to variables, or null */
  vec<tree> *shared;		/* of which iterations don't have their own, or
				   null */
  hash_set<tree> declared;	/* inside */
  int loops;			/* around */
};

/* What is assigned to, or whose address is taken, in T; else null.  */
static tree
target_of (tree t)
{
  switch (TREE_CODE (t))
    {
    case MODIFY_EXPR: case INIT_EXPR: case ADDR_EXPR:
    case PREINCREMENT_EXPR: case PREDECREMENT_EXPR:
    case POSTINCREMENT_EXPR: case POSTDECREMENT_EXPR:
      return TREE_OPERAND (t, 0);
    default:
      return NULL_TREE;
    }
}

static bool
looping_p (tree t)
{
  return (TREE_CODE (t) == FOR_STMT || TREE_CODE (t) == WHILE_STMT
	  || TREE_CODE (t) == DO_STMT);
}

/* The loop T has `pardo'.  */
static bool
pardo_loop_p (struct plug_steps *s, tree t)
{
  for (struct plug_pardo *p = s->region->pardos; p; p = p->next)
    if (p->loop == t)
      return true;
  return false;
}

static tree
visit_assigned (tree *tp, int *walk_subtrees, void *data)
{
  struct assigned *a = (struct assigned *) data;
  tree t = *tp, target = target_of (t), base;
  if (TYPE_P (t))
    *walk_subtrees = 0;
  else if (TREE_CODE (t) == DECL_EXPR && VAR_P (DECL_EXPR_DECL (t)))
    {
      a->declared.add (DECL_EXPR_DECL (t));
      if (a->writes && DECL_INITIAL (DECL_EXPR_DECL (t)))
	a->writes->get_or_insert (DECL_EXPR_DECL (t)) += 1 + a->loops;
    }
  else if (looping_p (t) && a->writes && !pardo_loop_p (a->steps, t))
    {
      a->loops++;
      for (int i = 0; i < TREE_OPERAND_LENGTH (t); i++)
	walk_tree (&TREE_OPERAND (t, i), visit_assigned, a, NULL);
      a->loops--;
      *walk_subtrees = 0;
    }
  if (!target)
    return NULL_TREE;
  base = get_base_address (target);
  bool address = TREE_CODE (t) == ADDR_EXPR;
  if (a->writes && base && DECL_P (base)
      && !(address && TREE_CODE (TREE_TYPE (base)) == ARRAY_TYPE))
    a->writes->get_or_insert (base) += 1 + a->loops + address;
  if (a->shared && !address && !(base && a->declared.contains (base))
      && !plug_own_find (a->steps, base))
    a->shared->safe_push (target);
  return NULL_TREE;
}

/* Append to SHARED what T assigns to that iterations share.  */
static void
find_shared (struct plug_steps *s, tree t, vec<tree> *shared)
{
  struct assigned a;
  a.steps = s;
  a.writes = NULL;
  a.shared = shared;
  a.loops = 0;
  walk_tree (&t, visit_assigned, &a, NULL);
}

static void
count_writes (struct plug_steps *s, tree body)
{
  struct assigned a;
  a.steps = s;
  a.writes = &s->writes;
  a.shared = NULL;
  a.loops = 0;
  walk_tree (&body, visit_assigned, &a, NULL);
}

/* --- Expressions ---------------------------------------------------------- */

static tree
visit_replaced (tree *tp, int *walk_subtrees, void *data)
{
  struct plug_steps *s = (struct plug_steps *) data;
  struct plug_own *own;
  if (TYPE_P (*tp))
    *walk_subtrees = 0;
  else if (VAR_P (*tp) && (own = plug_own_find (s, *tp)) && own->value)
    {
      *tp = unshare_expr (own->value);
      *walk_subtrees = 0;
    }
  return NULL_TREE;
}

/* Put in *TP values in place of the variables that have one.  */
static void
replace (struct plug_steps *s, tree *tp)
{
  walk_tree (tp, visit_replaced, s, NULL);
}

static tree
visit_varying (tree *tp, int *walk_subtrees, void *data)
{
  struct plug_steps *s = (struct plug_steps *) data;
  tree t = *tp;
  if (TYPE_P (t))
    *walk_subtrees = 0;
  else if (TREE_CODE (t) == CALL_EXPR || plug_reference_p (t))
    return t;
  else if (VAR_P (t))
    {
      if (plug_own_find (s, t))
	return t;
      for (struct plug_range &r : s->ranges)
	if (r.var == t)
	  return t;
    }
  return NULL_TREE;
}

/* What is computed once for several uses in an expression is computed for each,
   as they end up in several loops.  What was computed before the loop stays.  */
static tree
visit_saved (tree *tp, int *walk_subtrees, void *data)
{
  if (TYPE_P (*tp))
    *walk_subtrees = 0;
  else if (TREE_CODE (*tp) == SAVE_EXPR
	   && walk_tree_without_duplicates (&TREE_OPERAND (*tp, 0),
					    visit_varying, data))
    *tp = unshare_expr (TREE_OPERAND (*tp, 0));
  return NULL_TREE;
}

/* A copy of T that shares nothing with others.  */
static tree
own_copy (struct plug_steps *s, tree t)
{
  t = unshare_expr (t);
  walk_tree (&t, visit_saved, s, NULL);
  replace (s, &t);
  return t;
}

/* T has no effect beside what it is for; else that is an error.  */
static bool
check_pure (struct plug_steps *s, tree t)
{
  tree e = plug_effect_of (t);
  if (!e)
    return true;
  location_t loc = place_of (s, e);
  if (TREE_CODE (e) != CALL_EXPR)
    refuse (loc, "an expression that assigns, too; make that a statement "
	    "of its own");
  else if (get_callee_fndecl (e))
    error_at (loc, "%<#pragma pram pardo%>: %qD may change what other "
	      "iterations read; write its statements here, or declare it "
	      "%<pure%> if it doesn%'t", get_callee_fndecl (e));
  else
    refuse (loc, "a function called through a pointer may change what other "
	    "iterations read; call it by name");
  return false;
}

/* The name of what TARGET is an element of, for messages and for what is kept of
   it.  */
static const char *
name_of (tree target)
{
  tree base = target;
  while (!DECL_P (base) && EXPR_P (base))
    base = TREE_OPERAND (base, TREE_CODE (base) == COMPOUND_EXPR
			 || (TREE_CODE (base) == COMPONENT_REF
			     && DECL_NAME (TREE_OPERAND (base, 1))));
  return (DECL_P (base) && DECL_NAME (base)
	  ? IDENTIFIER_POINTER (DECL_NAME (base)) : "element");
}

/* --- Assignments ---------------------------------------------------------- */

/* Keep what iterations assigning to WRITTEN may change in *TP's parts that don't
   mention SHARED.  */
static void
hoist (struct plug_steps *s, tree *tp, const vec<tree> &written, tree shared)
{
  tree t = *tp;
  if (!plug_pardo_unstable_p (s, t, written, false) || t == shared)
    return;
  bool whole = !shared || !plug_mentions_p (t, shared);
  if (whole && (TREE_CODE (t) == CALL_EXPR || plug_reference_p (t) || shared))
    *tp = plug_steps_keep (s, t, whole && plug_reference_p (t)
			   ? name_of (t) : NULL);
  else if (EXPR_P (t))
    for (int i = 0; i < TREE_OPERAND_LENGTH (t); i++)
      if (TREE_OPERAND (t, i))
	hoist (s, &TREE_OPERAND (t, i), written, shared);
}

/* Keep what they may change of where TARGET is.  */
static void
hoist_place (struct plug_steps *s, tree target, const vec<tree> &written)
{
  while (handled_component_p (target))
    {
      for (int i = 1; i < TREE_OPERAND_LENGTH (target); i++)
	if (TREE_OPERAND (target, i))
	  hoist (s, &TREE_OPERAND (target, i), written, NULL_TREE);
      target = TREE_OPERAND (target, 0);
    }
  if (!DECL_P (target))
    hoist (s, &TREE_OPERAND (target, 0), written, NULL_TREE);
}

/* The functions of the runtime that see to it that no two iterations assign to
   one element.  */
static tree crew_begin, crew_write, crew_end;

static void
declare_crew (void)
{
  if (crew_begin)
    return;
  crew_begin
    = build_fn_decl ("PRAM_crew_begin",
		     build_function_type_list (integer_type_node,
					       const_string_type_node,
					       const_string_type_node,
					       integer_type_node, NULL_TREE));
  crew_write
    = build_fn_decl ("PRAM_crew_write",
		     build_function_type_list (void_type_node, ptr_type_node,
					       ptr_type_node, ssizetype,
					       ssizetype, ssizetype,
					       NULL_TREE));
  crew_end
    = build_fn_decl ("PRAM_crew_end",
		     build_function_type_list (void_type_node, NULL_TREE));
  plug_root (&crew_begin);
  plug_root (&crew_write);
  plug_root (&crew_end);
}

/* The address of T.  */
static tree
address_of (tree t)
{
  tree base = get_base_address (t);
  if (base && DECL_P (base))
    TREE_ADDRESSABLE (base) = 1;
  return build_fold_addr_expr_with_type (unshare_expr (t), ptr_type_node);
}

/* Where the array begins of which TARGET is an element.  */
static tree
beginning_of (tree target)
{
  tree base = get_base_address (target);
  if (DECL_P (base))
    return address_of (base);
  base = TREE_OPERAND (base, 0);
  for (;; base = TREE_OPERAND (base, 0))
    if (TREE_CODE (base) != POINTER_PLUS_EXPR && !CONVERT_EXPR_P (base))
      return fold_convert (ptr_type_node, unshare_expr (base));
}

static tree
string (const char *text)
{
  return build_string_literal (strlen (text) + 1, text);
}

/* The serial run is about to assign to TARGET: where PRAM_CHECK is set, look
   whether two iterations do to one element.  */
static void
add_check (struct plug_steps *s, location_t loc, tree target)
{
  if (TREE_CODE (target) == COMPONENT_REF
      && DECL_BIT_FIELD_TYPE (TREE_OPERAND (target, 1)))
    return;
  declare_crew ();
  expanded_location where = expand_location (loc);
  tree out = s->out, list = alloc_stmt_list ();
  tree iteration[2] = { ssize_int (0), ssize_int (-1) };
  for (unsigned i = 0; i < s->ranges.length () && i < 2; i++)
    iteration[i] = fold_convert (ssizetype, s->ranges[i].var);
  s->out = list;
  bool scalar = DECL_P (target);
  plug_steps_add (s, build_call_expr_loc
		  (loc, crew_write, 5,
		   scalar ? null_pointer_node : address_of (target),
		   scalar ? null_pointer_node : beginning_of (target),
		   fold_convert (ssizetype,
				 TYPE_SIZE_UNIT (TREE_TYPE (target))),
		   iteration[0], iteration[1]));
  plug_steps_close (s);
  append_to_statement_list (build_call_expr_loc (loc, crew_end, 0), &s->out);
  tree begin = build_call_expr_loc (loc, crew_begin, 3,
				    string (name_of (target)),
				    string (where.file),
				    build_int_cst (integer_type_node,
						   where.line));
  tree check = plug_serial_statement (loc, begin, s->out);
  s->out = out;
  append_to_statement_list_force (check, &s->out);
}

/* Does every iteration for which the masks hold assign to the same TARGET?  */
static bool
same_for_all_p (struct plug_steps *s, tree target)
{
  for (tree mask : s->masks)
    if (walk_tree_without_duplicates (&mask, visit_varying, s))
      return false;
  tree base = target;
  for (struct plug_range &r : s->ranges)
    if (plug_mentions_p (target, r.var))
      return false;
  while (handled_component_p (base))
    {
      for (int i = 1; i < TREE_OPERAND_LENGTH (base); i++)
	if (TREE_OPERAND (base, i)
	    && walk_tree_without_duplicates (&TREE_OPERAND (base, i),
					     visit_varying, s))
	  return false;
      base = TREE_OPERAND (base, 0);
    }
  return (DECL_P (base)
	  || !walk_tree_without_duplicates (&TREE_OPERAND (base, 0),
					    visit_varying, s));
}

/* TARGET = VALUE, where iterations share TARGET.  */
static void
assign_shared (struct plug_steps *s, location_t loc, tree target, tree value)
{
  bool update = DECL_P (target) && plug_mentions_p (value, target);
  auto_vec<tree> written;
  written.safe_push (target);
  if (!update && same_for_all_p (s, target))
    {
      error_at (loc, "%<#pragma pram pardo%>: every iteration assigns to %qE; "
		"declare it in the loop if each has its own; a sum or the like "
		"is %<x = x + ...%>", target);
      return;
    }
  if (update)
    hoist (s, &value, written, target);
  else if (plug_pardo_unstable_p (s, value, written, false))
    value = plug_steps_keep (s, value, name_of (target));
  hoist_place (s, target, written);
  plug_steps_close (s);
  if (!update)
    add_check (s, loc, target);
  plug_steps_add (s, plug_assignment (loc, target, value));
  plug_steps_close (s);
}

static tree
visit_lasting (tree *tp, int *walk_subtrees, void *data)
{
  struct plug_steps *s = (struct plug_steps *) data;
  tree t = *tp;
  if (TYPE_P (t))
    *walk_subtrees = 0;
  int *writes = DECL_P (t) ? s->writes.get (t) : NULL;
  return (TREE_CODE (t) == CALL_EXPR || plug_reference_p (t)
	  || plug_own_find (s, t) || (writes && *writes > 0) ? t : NULL_TREE);
}

/* The iteration's own variable VAR only ever has VALUE, which may take its
   place.  */
static bool
replaceable_p (struct plug_steps *s, tree var, tree value)
{
  struct plug_own *own = plug_own_find (s, var);
  int *writes = s->writes.get (var);
  if (!own || !writes || *writes != 1 || TREE_ADDRESSABLE (var)
      || !INTEGRAL_TYPE_P (TREE_TYPE (var)))
    return false;
  return !walk_tree_without_duplicates (&value, visit_lasting, s);
}

/* TARGET = VALUE.  */
static void
assign (struct plug_steps *s, location_t loc, tree target, tree value)
{
  target = own_copy (s, target);
  value = own_copy (s, value);
  if (!check_pure (s, target) || !check_pure (s, value))
    return;
  tree base = get_base_address (target);
  if (!base || !plug_own_find (s, base))
    assign_shared (s, loc, target, value);
  else
    plug_steps_add (s, plug_assignment (loc, target, value));
}

/* The statement T, ++ or --.  */
static void
step (struct plug_steps *s, tree t)
{
  tree target = TREE_OPERAND (t, 0), by = TREE_OPERAND (t, 1), value;
  tree type = TREE_TYPE (target), wide = type;
  bool up = (TREE_CODE (t) == PREINCREMENT_EXPR
	     || TREE_CODE (t) == POSTINCREMENT_EXPR);
  location_t loc = place_of (s, t);
  if (POINTER_TYPE_P (type))
    {
      by = fold_convert (sizetype, by);
      value = build2 (POINTER_PLUS_EXPR, type, target,
		      up ? by : fold_build1 (NEGATE_EXPR, sizetype, by));
    }
  else if (TREE_CODE (type) == BOOLEAN_TYPE)
    {
      refuse (loc, "a boolean that is counted; assign to it");
      return;
    }
  else
    {
      if (INTEGRAL_TYPE_P (type)
	  && TYPE_PRECISION (type) < TYPE_PRECISION (integer_type_node))
	wide = integer_type_node;
      value = build2 (up ? PLUS_EXPR : MINUS_EXPR, wide,
		      fold_convert (wide, target), fold_convert (wide, by));
      value = fold_convert (type, value);
    }
  assign (s, loc, target, value);
}

/* --- Statements ----------------------------------------------------------- */

/* What is looked at in a statement that is kept.  */
struct kept { struct plug_steps *steps; int loops, switches; };

static tree visit_kept (tree *, int *, void *);

/* Look at what is in T, with one of the depths increased.  */
static tree
visit_inside (tree t, struct kept *k, int *depth)
{
  tree found = NULL_TREE;
  ++*depth;
  for (int i = 0; i < TREE_OPERAND_LENGTH (t) && !found; i++)
    found = walk_tree (&TREE_OPERAND (t, i), visit_kept, k, NULL);
  --*depth;
  return found;
}

/* An iteration can't do *TP by itself.  */
static tree
visit_kept (tree *tp, int *walk_subtrees, void *data)
{
  struct kept *k = (struct kept *) data;
  tree t = *tp;
  if (TYPE_P (t))
    *walk_subtrees = 0;
  else if (looping_p (t) || TREE_CODE (t) == SWITCH_STMT)
    {
      *walk_subtrees = 0;
      return visit_inside (t, k, looping_p (t) ? &k->loops : &k->switches);
    }
  switch (TREE_CODE (t))
    {
    case BREAK_STMT: return k->loops || k->switches ? NULL_TREE : t;
    case CONTINUE_STMT: return k->loops ? NULL_TREE : t;
    case GOTO_EXPR: case RETURN_EXPR: case LABEL_EXPR: case ASM_EXPR: return t;
    case CALL_EXPR: return plug_effect_of (t);
    default: return NULL_TREE;
    }
}

/* All iterations do the whole of T by themselves.  */
static void
keep_whole (struct plug_steps *s, tree t)
{
  struct kept k = { s, 0, 0 };
  tree bad = walk_tree (&t, visit_kept, &k, NULL);
  if (bad && TREE_CODE (bad) != CALL_EXPR)
    refuse_jump (s, bad);
  else if (bad && !check_pure (s, bad))
    return;
  replace (s, &t);
  plug_steps_add (s, t);
}

/* Does VAR occur in COND and is assigned in BRANCHES?  */
static tree
visit_changed (tree *tp, int *walk_subtrees, void *data)
{
  tree target = target_of (*tp);
  if (TYPE_P (*tp))
    *walk_subtrees = 0;
  if (target)
    {
      tree base = get_base_address (target);
      if (base && DECL_P (base) && plug_mentions_p (*(tree *) data, base))
	return *tp;
    }
  return NULL_TREE;
}

/* Rewrite BRANCH for the iterations for which MASK holds.  */
static void
rewrite_branch (struct plug_steps *s, tree mask, tree branch)
{
  if (!branch)
    return;
  s->masks.safe_push (mask);
  rewrite (s, branch);
  s->masks.pop ();
}

/* Count assignments.  */
static tree
visit_assignment (tree *tp, int *walk_subtrees, void *data)
{
  if (TYPE_P (*tp))
    *walk_subtrees = 0;
  *(int *) data += target_of (*tp) != NULL_TREE;
  return NULL_TREE;
}

/* There are several assignments in T.  */
static bool
several_p (tree t)
{
  int n = 0;
  walk_tree_without_duplicates (&t, visit_assignment, &n);
  return n > 1;
}

/* The condition COND of T, which assigns to SHARED, isn't the same any more when all of T's
   assignments are done: each is under it.  */
static bool
changed_within_p (struct plug_steps *s, tree t, tree cond, const vec<tree> &shared)
{
  return (plug_pardo_unstable_p (s, cond, shared, several_p (t))
	  || walk_tree_without_duplicates (&COND_EXPR_THEN (t), visit_changed, &cond)
	  || walk_tree_without_duplicates (&COND_EXPR_ELSE (t), visit_changed, &cond));
}

static void
rewrite_if (struct plug_steps *s, tree t)
{
  tree cond = own_copy (s, COND_EXPR_COND (t));
  auto_vec<tree> shared;
  find_shared (s, t, &shared);
  if (!check_pure (s, cond))
    return;
  if (shared.is_empty ())
    {
      keep_whole (s, t);
      return;
    }
  if (changed_within_p (s, t, cond, shared))
    {
      cond = fold_convert (integer_type_node, cond);
      cond = plug_steps_keep (s, cond, "condition");
      cond = build2 (NE_EXPR, boolean_type_node, cond, integer_zero_node);
    }
  rewrite_branch (s, cond, COND_EXPR_THEN (t));
  rewrite_branch (s, invert_truthvalue (unshare_expr (cond)),
		  COND_EXPR_ELSE (t));
}

/* The iterator of the loop T, a FOR_STMT inside the body, or null.  */
static tree
iterator_of (tree t)
{
  tree target = FOR_EXPR (t) ? target_of (FOR_EXPR (t)) : NULL_TREE;
  return (target && (VAR_P (target) || TREE_CODE (target) == PARM_DECL)
	  && INTEGRAL_TYPE_P (TREE_TYPE (target)) ? target : NULL_TREE);
}

static tree
visit_own (tree *tp, int *walk_subtrees, void *data)
{
  struct plug_steps *s = (struct plug_steps *) data;
  if (TYPE_P (*tp))
    *walk_subtrees = 0;
  for (struct plug_range &r : s->ranges)
    if (r.var == *tp)
      return *tp;
  return (plug_own_find (s, *tp) || TREE_CODE (*tp) == CALL_EXPR
	  ? *tp : NULL_TREE);
}

/* The loop T, with the iterator J that begins with INIT, is the same for all
   iterations: no part of its header varies.  */
static bool
uniform_p (struct plug_steps *s, tree t, tree j, tree init)
{
  tree parts[3] = { init, FOR_COND (t), TREE_OPERAND (FOR_EXPR (t), 1) };
  auto_vec<tree> written;
  if (!FOR_COND (t))
    return false;
  find_shared (s, FOR_BODY (t), &written);
  for (int i = 0; i < 3; i++)
    if (parts[i])
      {
	if (walk_tree_without_duplicates (&parts[i], visit_own, s)
	    || plug_pardo_unstable_p (s, parts[i], written, false))
	  return false;
      }
  return !written.contains (j);
}

/* The loop T, whose iterator J begins with INIT, around what all iterations do in
   lock step.  */
static void
rewrite_sequence (struct plug_steps *s, tree t, tree j, tree init)
{
  location_t loc = place_of (s, t);
  tree out = s->out, sequence = s->sequence, list = alloc_stmt_list ();
  if (!j || !uniform_p (s, t, j, init))
    {
      refuse (loc, "iterations go through this loop differently, and it "
	      "assigns to what they share; let it run for all of them alike and "
	      "put an if inside");
      return;
    }
  plug_steps_close (s);
  s->writes.put (j, 0);
  append_to_statement_list (plug_assignment (loc, j, init), &s->out);
  tree loop = copy_node (t);
  FOR_BODY (loop) = list;
  append_to_statement_list (loop, &s->out);
  out = s->out;
  s->out = s->sequence = list;
  rewrite (s, FOR_BODY (t));
  plug_steps_close (s);
  FOR_BODY (loop) = s->out;
  s->out = out;
  s->sequence = sequence;
}

/* The loop T inside the body, whose iterator J, or null, begins with INIT.
   DECLARED: in the loop.  */
static void
rewrite_loop (struct plug_steps *s, tree t, tree j, tree init, tree whole)
{
  auto_vec<tree> shared;
  find_shared (s, whole, &shared);
  unsigned others = 0;
  for (tree target : shared)
    others += target != j;
  if (others && TREE_CODE (t) == FOR_STMT)
    rewrite_sequence (s, t, j, init);
  else if (others)
    refuse (place_of (s, t), "a while or do loop that assigns to what "
	    "iterations share; make it a for loop that all of them go "
	    "through alike");
  else
    keep_whole (s, whole);
}

/* A loop that declares its iterator.  */
static bool
rewrite_declaring (struct plug_steps *s, tree t)
{
  tree j = BIND_EXPR_VARS (t), loop = NULL_TREE, body = BIND_EXPR_BODY (t);
  if (!j || DECL_CHAIN (j) || TREE_CODE (body) != STATEMENT_LIST)
    return false;
  for (tree_stmt_iterator i = tsi_start (body); !tsi_end_p (i); tsi_next (&i))
    if (TREE_CODE (tsi_stmt (i)) == FOR_STMT)
      loop = tsi_stmt (i);
    else if (TREE_CODE (tsi_stmt (i)) != DECL_EXPR
	     && TREE_CODE (tsi_stmt (i)) != DEBUG_BEGIN_STMT)
      return false;
  if (!loop || iterator_of (loop) != j)
    return false;
  auto_vec<tree> shared;
  find_shared (s, t, &shared);
  if (shared.is_empty ())
    keep_whole (s, t);
  else
    {
      tree init = DECL_INITIAL (j);
      DECL_INITIAL (j) = NULL_TREE;
      DECL_CHAIN (j) = s->vars;
      s->vars = j;
      rewrite_loop (s, loop, j, init, t);
    }
  return true;
}

/* The pragma of the `pardo' loop whose statements T is, or null.  */
static struct plug_pardo *
pardo_of (struct plug_steps *s, tree t)
{
  struct plug_pardo *p = s->region->pardos;
  while (p && p->body != t)
    p = p->next;
  return p;
}

/* T contains a `pardo' loop.  */
static bool
nest_p (struct plug_steps *s, tree t)
{
  for (struct plug_pardo *p = s->region->pardos; p; p = p->next)
    if (plug_mentions_p (t, p->body))
      return true;
  return false;
}

/* Whether iterations of S's loop with the body BODY have to run in lock step.  A
   note says so if they do.  */
static enum plug_order
order_of (struct plug_steps *s, location_t loc, tree body)
{
  tree ref;
  enum plug_order order = plug_pardo_order (s, body, &ref);
  if (order == PLUG_ORDER_MATTERS && !s->noted && !inhibit_warnings)
    {
      s->noted = true;
      inform (EXPR_LOC_OR_LOC (ref, loc), "pram: iterations run in lock step; "
	      "one after the other, they could find or leave other values in "
	      "%qs here", name_of (ref));
    }
  return order < PLUG_ORDER_SAME && nest_p (s, body) ? PLUG_ORDER_SAME : order;
}

/* The loop of R with its body.  */
static tree
as_it_was (const struct plug_range *r)
{
  tree list = NULL_TREE;
  append_to_statement_list (plug_assignment (EXPR_LOCATION (r->loop), r->var,
					     r->init), &list);
  append_to_statement_list (r->loop, &list);
  return list;
}

static void
rewrite_inner (struct plug_steps *s, struct plug_pardo *p)
{
  plug_steps_close (s);
  tree body = plug_range_add (s, p);
  if (!body)
    return;
  if (order_of (s, p->loc, body) == PLUG_ORDER_FREE)
    {
      struct plug_range r = s->ranges.pop ();
      keep_whole (s, as_it_was (&r));
      plug_steps_close (s);
      return;
    }
  rewrite (s, body);
  plug_steps_close (s);
  s->ranges.pop ();
}

/* The statements from I on are the initialisation of a loop's iterator and the
   loop: skip them.  */
static bool
rewrite_pair (struct plug_steps *s, tree_stmt_iterator *i)
{
  tree first = tsi_stmt (*i);
  tree_stmt_iterator next = *i;
  if (TREE_CODE (first) != MODIFY_EXPR)
    return false;
  for (tsi_next (&next); !tsi_end_p (next); tsi_next (&next))
    if (TREE_CODE (tsi_stmt (next)) != DEBUG_BEGIN_STMT)
      break;
  if (tsi_end_p (next) || TREE_CODE (tsi_stmt (next)) != FOR_STMT
      || !iterator_of (tsi_stmt (next))
      || iterator_of (tsi_stmt (next)) != TREE_OPERAND (first, 0))
    return false;
  tree whole = NULL_TREE;
  append_to_statement_list (first, &whole);
  append_to_statement_list (tsi_stmt (next), &whole);
  rewrite_loop (s, tsi_stmt (next), TREE_OPERAND (first, 0),
		own_copy (s, TREE_OPERAND (first, 1)), whole);
  *i = next;
  return true;
}

static void
rewrite_list (struct plug_steps *s, tree t)
{
  if (struct plug_pardo *p = pardo_of (s, t))
    rewrite_inner (s, p);
  else
    for (tree_stmt_iterator i = tsi_start (t); !tsi_end_p (i); tsi_next (&i))
      if (!rewrite_pair (s, &i))
	rewrite (s, tsi_stmt (i));
}

static void
rewrite_block (struct plug_steps *s, tree t)
{
  if (rewrite_declaring (s, t))
    return;
  for (tree var = BIND_EXPR_VARS (t), next; var; var = next)
    {
      next = DECL_CHAIN (var);
      int *writes = s->writes.get (var);
      if (VAR_P (var) && !TREE_STATIC (var) && !DECL_EXTERNAL (var))
	plug_own_add (s, var, (writes && *writes == 1
			       && !AGGREGATE_TYPE_P (TREE_TYPE (var))));
    }
  rewrite (s, BIND_EXPR_BODY (t));
}

static void
rewrite_declaration (struct plug_steps *s, tree t)
{
  tree var = DECL_EXPR_DECL (t);
  struct plug_own *own = plug_own_find (s, var);
  tree init = own ? DECL_INITIAL (var) : NULL_TREE;
  if (own && !TREE_CONSTANT (TYPE_SIZE_UNIT (TREE_TYPE (var))))
    refuse (DECL_SOURCE_LOCATION (var), "an array of variable size is declared "
	    "in the loop; declare one outside, with a dimension for the "
	    "iterations");
  if (!init)
    return;
  init = own_copy (s, init);
  if (replaceable_p (s, var, init))
    own->value = fold_convert (TREE_TYPE (var), init);
  else if (check_pure (s, init))
    plug_steps_add (s, build2_loc (place_of (s, t), INIT_EXPR, TREE_TYPE (var),
				   var, init));
}

/* T, of all iterations.  */
static void
rewrite (struct plug_steps *s, tree t)
{
  location_t loc = place_of (s, t);
  switch (TREE_CODE (t))
    {
    case STATEMENT_LIST: rewrite_list (s, t); break;
    case BIND_EXPR: rewrite_block (s, t); break;
    case DECL_EXPR: rewrite_declaration (s, t); break;
    case COND_EXPR: rewrite_if (s, t); break;
    case MODIFY_EXPR: case INIT_EXPR:
      assign (s, loc, TREE_OPERAND (t, 0), TREE_OPERAND (t, 1));
      break;
    case PREINCREMENT_EXPR: case PREDECREMENT_EXPR:
    case POSTINCREMENT_EXPR: case POSTDECREMENT_EXPR:
      step (s, t);
      break;
    case COMPOUND_EXPR:
      rewrite (s, TREE_OPERAND (t, 0));
      rewrite (s, TREE_OPERAND (t, 1));
      break;
    CASE_CONVERT: case NON_LVALUE_EXPR:
      rewrite (s, TREE_OPERAND (t, 0));
      break;
    case FOR_STMT: case WHILE_STMT: case DO_STMT:
      rewrite_loop (s, t, NULL_TREE, NULL_TREE, t);
      break;
    case BREAK_STMT: case CONTINUE_STMT: case GOTO_EXPR: case RETURN_EXPR:
    case LABEL_EXPR: case SWITCH_STMT:
      refuse_jump (s, t);
      break;
    case DEBUG_BEGIN_STMT:
      break;
    default:
      if (CONSTANT_CLASS_P (t) || DECL_P (t))
	break;
      check_pure (s, t);
    }
}

/* --- The whole ------------------------------------------------------------ */

/* WHOLE stands in place of the loop of P.  */
static void
put_back (struct plug_pardo *p, tree whole)
{
  while (!tsi_end_p (tsi_start (p->body)))
    {
      tree_stmt_iterator i = tsi_start (p->body);
      tsi_delink (&i);
    }
  append_to_statement_list_force (whole, &p->body);
}

/* What stands in place of the loop of P.  */
static tree
rewritten (struct plug_steps *s, struct plug_pardo *p)
{
  tree body = plug_range_add (s, p), copy = NULL_TREE;
  if (!body)
    return NULL_TREE;
  enum plug_order order = order_of (s, p->loc, body);
  if (order == PLUG_ORDER_FREE)
    return plug_steps_enclose (s, as_it_was (&s->ranges[0]));
  if (order == PLUG_ORDER_APART)
    copy = plug_copy_statement (s->fndecl, as_it_was (&s->ranges[0]));
  rewrite (s, body);
  plug_steps_close (s);
  return plug_steps_finish (s, copy);
}

/* Rewrite the loop of P, which is inside none.  */
static void
rewrite_pardo (tree fndecl, struct plug_binding *b, struct plug_pardo *p)
{
  struct plug_steps s;
  s.fndecl = fndecl;
  s.loc = p->loc;
  s.region = b;
  s.out = alloc_stmt_list ();
  s.vars = s.front = s.bounds = s.sequence = NULL_TREE;
  s.open = NULL;
  s.noted = false;
  count_writes (&s, p->body);
  tree whole = rewritten (&s, p);
  put_back (p, seen_error () ? build_empty_stmt (p->loc) : whole);
}

/* A `pardo' loop of B before P is around P.  */
static bool
inner_p (const struct plug_binding *b, const struct plug_pardo *p)
{
  for (const struct plug_pardo *q = b->pardos; q != p; q = q->next)
    if (plug_mentions_p (q->body, p->body))
      return true;
  return false;
}

void
plug_pardo_rewrite (tree fndecl, struct plug_binding *b)
{
  auto_vec<struct plug_pardo *> outer;
  for (struct plug_pardo *p = b->pardos; p; p = p->next)
    if (!inner_p (b, p))
      outer.safe_push (p);
  for (struct plug_pardo *p : outer)
    rewrite_pardo (fndecl, b, p);
}
