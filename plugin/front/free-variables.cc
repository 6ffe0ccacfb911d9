/* free-variables.cc: what a region takes from outside, and whether it
   can be taken out.

   SPDX-License-Identifier: GPL-3.0-or-later

   First the function is walked without the region: the labels, jumps, sizes
   of types and variables that belong to the rest.  Then the region.  */

#include "pram-gcc.h"
#include "remap.h"
#include "region.h"
#include "free-variables.h"
#include "ends.h"
#include "leaving.h"
#include "pardo.h"

/* What the walks collect.  */
struct scan_walk
{
  struct plug_free_variables *scan;
  location_t loc;		/* of the statement that is looked at */
  /* Outside of the region.  */
  hash_set<tree> saved, used, labels, jumps;
  bool in_loop = false;		/* a loop encloses the region */
  /* Inside.  */
  hash_set<tree> declared, inner_labels;
  hash_set<tree> visited;
  hash_set<tree> helpers;	/* bodies of functions that are called */
  hash_set<tree> steps;		/* how loops come to their next iterations */
};

/* Refuse the region because of the statement at LOC.  The first reason
   counts.  */
static void
refuse (struct plug_free_variables *s, location_t loc, const char *format, ...)
  ATTRIBUTE_PRINTF_3;

static void
refuse (struct plug_free_variables *s, location_t loc, const char *format, ...)
{
  if (s->reason)
    return;
  va_list ap;
  va_start (ap, format);
  s->reason = xvasprintf (format, ap);
  va_end (ap);
  s->reason_loc = loc;
}

static const char *
name_of (tree var)
{
  return (DECL_P (var) && DECL_NAME (var)
	  ? IDENTIFIER_POINTER (DECL_NAME (var)) : "a temporary");
}

static void
walk_type (tree type, walk_tree_fn visit, struct scan_walk *w)
{
  plug_walk_sizes (type, visit, w, &w->visited);
}

/* --- Outside ------------------------------------------------------------- */

static tree
find_tree (tree *tp, int *, void *wanted)
{
  return *tp == (tree) wanted ? *tp : NULL_TREE;
}

static tree
visit_outside (tree *tp, int *walk_subtrees, void *data)
{
  struct scan_walk *w = (struct scan_walk *) data;
  tree t = *tp;
  if (TREE_CODE (t) == SAVE_EXPR)
    w->saved.add (t);
  else if (VAR_P (t) || TREE_CODE (t) == PARM_DECL)
    w->used.add (t);
  else if (TREE_CODE (t) == FOR_STMT || TREE_CODE (t) == WHILE_STMT
	   || TREE_CODE (t) == DO_STMT)
    w->in_loop |= walk_tree_without_duplicates (&t, find_tree, w->scan->body)
		  != NULL_TREE;
  else if (TREE_CODE (t) == LABEL_EXPR)
    {
      /* What leaves another region early leaves what follows it, too: nothing that
	 sets a variable is skipped there before that is read.  */
      if (!plug_way_out_p (LABEL_EXPR_LABEL (t)))
	w->labels.add (LABEL_EXPR_LABEL (t));
    }
  else if (TREE_CODE (t) == GOTO_EXPR)
    w->jumps.add (GOTO_DESTINATION (t));
  else if (TREE_CODE (t) == LABEL_DECL)
    w->jumps.add (t);
  if (TREE_CODE (t) == DECL_EXPR)
    {
      /* A declaration is no use.  */
      tree decl = DECL_EXPR_DECL (t);
      walk_type (TREE_TYPE (decl), visit_outside, w);
      if (VAR_P (decl) && DECL_INITIAL (decl))
	walk_tree (&DECL_INITIAL (decl), visit_outside, w, &w->visited);
      *walk_subtrees = 0;
    }
  else if (EXPR_P (t))
    walk_type (TREE_TYPE (t), visit_outside, w);
  return NULL_TREE;
}

/* Walk the function without the region.  A block's list of variables is not a
   use of them, so walk_tree may not look at initial values there: it does,
   which makes a variable of the region look used outside only if another
   declaration of the same block mentions it.  */
static void
walk_outside (struct scan_walk *w)
{
  w->visited.add (w->scan->body);
  for (tree p = DECL_ARGUMENTS (w->scan->fndecl); p; p = DECL_CHAIN (p))
    walk_type (TREE_TYPE (p), visit_outside, w);
  walk_tree (&DECL_SAVED_TREE (w->scan->fndecl), visit_outside, w,
	     &w->visited);
}

/* --- Inside -------------------------------------------------------------- */

/* The variable or other object that the reference T is a part of.  */
static tree
base_of (tree t)
{
  while (handled_component_p (t) || TREE_CODE (t) == NON_LVALUE_EXPR
	 || TREE_CODE (t) == COMPOUND_EXPR)
    t = TREE_OPERAND (t, TREE_CODE (t) == COMPOUND_EXPR ? 1 : 0);
  return t;
}

static struct plug_outer
new_outer (tree var, location_t loc)
{
  struct plug_outer o;
  memset (&o, 0, sizeof o);
  o.var = var;
  o.loc = loc;
  return o;
}

static struct plug_outer *
note_use (struct scan_walk *w, tree var)
{
  struct plug_free_variables *s = w->scan;
  for (unsigned i = 0; i < s->outer.length (); i++)
    if (s->outer[i].var == var)
      return &s->outer[i];
  struct plug_outer o = new_outer (var, w->loc);
  s->outer.safe_push (o);
  return &s->outer.last ();
}

/* M is mentioned.  */
static struct plug_outer *
note_member (struct scan_walk *w, const struct plug_member *m)
{
  struct plug_outer *o = note_use (w, m->proxy);
  o->member = m->ref;
  return o;
}

/* Note the members that helpers use of structures that are passed to them.  */
static void
note_reached (struct scan_walk *w)
{
  for (unsigned i = 0; i < w->scan->members.length (); i++)
    if (w->scan->members[i].in_helper)
      {
	struct plug_outer *o = note_member (w, &w->scan->members[i]);
	o->in_helper = true;
	o->written |= w->scan->members[i].written;
      }
}

static void
note_write (struct scan_walk *w, tree ref)
{
  tree base = base_of (ref);
  if (const struct plug_member *m = plug_member_of (w->scan->members, ref))
    note_member (w, m)->written = true;
  else if (VAR_P (base) || TREE_CODE (base) == PARM_DECL)
    note_use (w, base)->written = true;
}

/* REF is assigned, not only taken the address of.  */
static void
note_assignment (struct scan_walk *w, tree ref)
{
  tree base = base_of (ref);
  if (VAR_P (base) && !plug_member_of (w->scan->members, ref))
    note_use (w, base)->assigned = true;
}

static void
note_declared (struct scan_walk *w, tree var)
{
  if (VAR_P (var) && !w->declared.add (var))
    w->scan->variables.safe_push (var);
}

/* For walk_tree: the variable DATA.  */
static tree
find_variable (tree *tp, int *walk_subtrees, void *data)
{
  *walk_subtrees = !TYPE_P (*tp);
  return *tp == data ? *tp : NULL_TREE;
}

/* T makes the next value of a variable of the one before: that, or what is added, may have
   to be kept.  */
static bool
carries_p (tree t)
{
  return (TREE_CODE (t) == MODIFY_EXPR && DECL_P (TREE_OPERAND (t, 0))
	  && walk_tree_without_duplicates (&TREE_OPERAND (t, 1), find_variable,
					   TREE_OPERAND (t, 0)));
}

/* T compares a variable with a number, as where that is to be an extreme: what it is compared
   with may have to be kept.  */
static bool
compares_p (tree t)
{
  tree test = TREE_CODE (t) == COND_EXPR ? COND_EXPR_COND (t) : NULL_TREE;
  if (!test || !COMPARISON_CLASS_P (test))
    return false;
  for (int k = 0; k < 2; k++)
    {
      tree operand = TREE_OPERAND (test, k);
      STRIP_NOPS (operand);
      if (DECL_P (operand) && SCALAR_FLOAT_TYPE_P (TREE_TYPE (operand)))
	return true;
    }
  return false;
}

/* The array, or pointer, of which T is an element, an integer; or null.  */
static tree
integers_of (tree t)
{
  STRIP_NOPS (t);
  if (!INTEGRAL_TYPE_P (TREE_TYPE (t))
      || (TREE_CODE (t) != INDIRECT_REF && TREE_CODE (t) != ARRAY_REF))
    return NULL_TREE;
  t = TREE_OPERAND (t, 0);
  while (TREE_CODE (t) == POINTER_PLUS_EXPR || CONVERT_EXPR_P (t))
    t = TREE_OPERAND (t, 0);
  return t;
}

/* T sums up integers from element to element (normalise/running-sums.cc).  */
static bool
sums_elements_p (tree t)
{
  tree array = TREE_CODE (t) == MODIFY_EXPR ? integers_of (TREE_OPERAND (t, 0)) : NULL_TREE;
  tree value = array ? TREE_OPERAND (t, 1) : NULL_TREE;
  if (!value || TREE_CODE (value) != PLUS_EXPR)
    return false;
  for (int k = 0; k < 2; k++)
    {
      tree from = integers_of (TREE_OPERAND (value, k));
      if (from && operand_equal_p (array, from, 0))
	return true;
    }
  return false;
}

/* T is how a loop comes to its next iteration.  */
static void
note_step (struct scan_walk *w, tree t)
{
  w->steps.add (t);
  for (int i = 0; TREE_CODE (t) == COMPOUND_EXPR && i < 2; i++)
    note_step (w, TREE_OPERAND (t, i));
}

/* T counts something: what is counted may have to be kept.  */
static bool
counts_p (struct scan_walk *w, tree t)
{
  return ((TREE_CODE (t) == PREINCREMENT_EXPR || TREE_CODE (t) == POSTINCREMENT_EXPR)
	  && !w->steps.contains (t));
}

/* T declares an array or calls for memory, which may be scratch, or counts, or carries
   something, or finds an extreme, or sums up elements.  */
static void
count_scratch (struct scan_walk *w, tree t)
{
  if (TREE_CODE (t) == FOR_STMT && FOR_EXPR (t))
    note_step (w, FOR_EXPR (t));
  w->scan->n_scratch += (counts_p (w, t) || carries_p (t) || compares_p (t)) + sums_elements_p (t);
  tree var = TREE_CODE (t) == DECL_EXPR ? DECL_EXPR_DECL (t) : NULL_TREE;
  if (var)
    w->scan->n_scratch += (VAR_P (var) && !is_global_var (var)
			   && TREE_CODE (TREE_TYPE (var)) == ARRAY_TYPE);
  else if (TREE_CODE (t) == CALL_EXPR && get_callee_fndecl (t))
    w->scan->n_scratch += plug_allocates_p (get_callee_fndecl (t));
}

/* T stores a pointer that may be one of a table of rows.  */
static bool
moves_row_p (tree t)
{
  if (TREE_CODE (t) != MODIFY_EXPR)
    return false;
  tree to = TREE_OPERAND (t, 0), type = TREE_TYPE (to);
  return (POINTER_TYPE_P (type) && !DECL_P (to)
	  && TREE_CODE (to) != COMPONENT_REF
	  && plug_row_type (build_pointer_type (type)));
}

static void scan_helper (struct scan_walk *, tree);

/* REF, in a helper, is a member that has a proxy, or a part of one.  */
static bool
proxied_p (struct scan_walk *w, tree ref)
{
  for (; handled_component_p (ref); ref = TREE_OPERAND (ref, 0))
    if (plug_member_of (w->scan->members, ref))
      return true;
  return false;
}

/* Note the variables that the body of a helper mentions: global ones, and its
   own static ones, are passed to the region like those that it mentions
   itself.  */
static tree
visit_helper (tree *tp, int *walk_subtrees, void *data)
{
  struct scan_walk *w = (struct scan_walk *) data;
  tree t = *tp, base;
  count_scratch (w, t);
  w->scan->moves_rows |= moves_row_p (t);
  if (TYPE_P (t) || plug_member_of (w->scan->members, t))
    *walk_subtrees = 0;
  else if (VAR_P (t) && !is_global_var (t))
    w->scan->helper_variables.safe_push (t);
  else if (VAR_P (t) && !TREE_READONLY (t))
    note_use (w, t)->in_helper = true;
  else if (TREE_CODE (t) == CALL_EXPR)
    scan_helper (w, get_callee_fndecl (t));
  else if (TREE_CODE (t) == MODIFY_EXPR || TREE_CODE (t) == INIT_EXPR
	   || TREE_CODE (t) == PREINCREMENT_EXPR
	   || TREE_CODE (t) == PREDECREMENT_EXPR
	   || TREE_CODE (t) == POSTINCREMENT_EXPR
	   || TREE_CODE (t) == POSTDECREMENT_EXPR
	   || TREE_CODE (t) == ADDR_EXPR)
    {
      base = base_of (TREE_OPERAND (t, 0));
      if (VAR_P (base) && is_global_var (base) && !TREE_READONLY (base)
	  && !proxied_p (w, TREE_OPERAND (t, 0)))
	note_write (w, base);
    }
  return NULL_TREE;
}

/* The function FN, if its body is known, is called.  */
static void
scan_helper (struct scan_walk *w, tree fn)
{
  if (fn && DECL_SAVED_TREE (fn) && fn != w->scan->fndecl
      && !decl_function_context (fn))
    walk_tree (&DECL_SAVED_TREE (fn), visit_helper, w, &w->helpers);
}

static void
visit_call (struct scan_walk *w, tree t)
{
  tree callee = get_callee_fndecl (t);
  scan_helper (w, callee);
  if (callee && decl_function_context (callee))
    refuse (w->scan, w->loc, "the nested function '%s' is called",
	    name_of (callee));
  if (call_expr_flags (t) & ECF_RETURNS_TWICE)
    {
      refuse (w->scan, w->loc, "a function that returns twice is called");
      w->scan->fixed = true;
    }
}

static tree visit_inside (tree *tp, int *walk_subtrees, void *data);

/* Statements and expressions that change the flow of control or declare.  */
static void
visit_statement (struct scan_walk *w, tree t)
{
  count_scratch (w, t);
  switch (TREE_CODE (t))
    {
    case ASM_EXPR:
      refuse (w->scan, w->loc, "an asm statement");
      break;
    case GOTO_EXPR:
      if (TREE_CODE (GOTO_DESTINATION (t)) != LABEL_DECL)
	refuse (w->scan, w->loc, "a computed goto");
      break;
    case LABEL_EXPR:
      w->inner_labels.add (LABEL_EXPR_LABEL (t));
      break;
    case BIND_EXPR:
      for (tree v = BIND_EXPR_VARS (t); v; v = DECL_CHAIN (v))
	note_declared (w, v);
      break;
    case DECL_EXPR:
      note_declared (w, DECL_EXPR_DECL (t));
      walk_type (TREE_TYPE (DECL_EXPR_DECL (t)), visit_inside, w);
      if (VAR_P (DECL_EXPR_DECL (t)) && DECL_INITIAL (DECL_EXPR_DECL (t)))
	walk_tree (&DECL_INITIAL (DECL_EXPR_DECL (t)), visit_inside, w,
		   &w->visited);
      break;
    case TARGET_EXPR:
      note_declared (w, TARGET_EXPR_SLOT (t));
      break;
    case CALL_EXPR:
      visit_call (w, t);
      break;
    case VA_ARG_EXPR:
      refuse (w->scan, w->loc, "va_arg");
      break;
    default:
      if (TREE_CODE (t) >= OMP_PARALLEL && TREE_CODE (t) <= OMP_CLAUSE)
	refuse (w->scan, w->loc, "an OpenMP construct inside the region; take "
		"it out");
      break;
    }
}

/* VAR belongs to another function: the type of a helper's parameter mentions
   other parameters of the helper.  */
static bool
foreign_p (struct scan_walk *w, tree var)
{
  tree owner = decl_function_context (var);
  for (tree fn = w->scan->fndecl; fn && owner;
       fn = decl_function_context (fn))
    if (fn == owner)
      return false;
  return owner != NULL_TREE;
}

static tree
visit_inside (tree *tp, int *walk_subtrees, void *data)
{
  struct scan_walk *w = (struct scan_walk *) data;
  tree t = *tp;
  if (TYPE_P (t) || plug_pardo_serial_p (t))
    {
      *walk_subtrees = 0;
      return NULL_TREE;
    }
  if (EXPR_HAS_LOCATION (t))
    {
      w->loc = EXPR_LOCATION (t);
      w->scan->places.safe_push (w->loc);
    }
  switch (TREE_CODE (t))
    {
    case VAR_DECL:
    case PARM_DECL:
      if (foreign_p (w, t))
	return NULL_TREE;
      note_use (w, t);
      walk_type (TREE_TYPE (t), visit_inside, w);
      return NULL_TREE;
    case SAVE_EXPR:
      if (w->saved.contains (t))
	{
	  note_use (w, t);
	  *walk_subtrees = 0;
	}
      return NULL_TREE;
    case COMPONENT_REF: case ARRAY_REF:
      if (const struct plug_member *m = plug_member_of (w->scan->members, t))
	{
	  note_member (w, m);
	  *walk_subtrees = 0;
	  return NULL_TREE;
	}
      break;
    case MODIFY_EXPR: case INIT_EXPR:
    case PREINCREMENT_EXPR: case PREDECREMENT_EXPR:
    case POSTINCREMENT_EXPR: case POSTDECREMENT_EXPR:
      note_write (w, TREE_OPERAND (t, 0));
      note_assignment (w, TREE_OPERAND (t, 0));
      count_scratch (w, t);
      w->scan->moves_rows |= moves_row_p (t);
      break;
    case ADDR_EXPR:
      note_write (w, TREE_OPERAND (t, 0));
      break;
    default:
      visit_statement (w, t);
      break;
    }
  if (EXPR_P (t))
    walk_type (TREE_TYPE (t), visit_inside, w);
  return NULL_TREE;
}

/* LABEL, of the region, is not jumped to from outside.  */
static bool
check_label (tree const &label, struct scan_walk *w)
{
  if (!w->jumps.contains (label))
    return true;
  w->scan->fixed = true;
  refuse (w->scan, DECL_SOURCE_LOCATION (label),
	  "a goto from outside enters the region here");
  return false;
}

/* --- Variables ----------------------------------------------------------- */

/* The scalar type of the elements of TYPE.  */
static tree
element_type (tree type)
{
  while (TREE_CODE (type) == ARRAY_TYPE)
    type = TREE_TYPE (type);
  return type;
}

/* Refuse the region if O can't be passed to a function.  */
static void
check_variable (struct plug_free_variables *s, struct plug_outer *o)
{
  tree type = TREE_TYPE (o->var), elem = element_type (type);
  const char *name = name_of (o->var);
  if (TREE_THIS_VOLATILE (o->var) || TYPE_VOLATILE (elem))
    refuse (s, o->loc, "'%s' is volatile", name);
  else if (TYPE_ATOMIC (elem))
    refuse (s, o->loc, "'%s' is atomic", name);
  else if (VAR_P (o->var) && DECL_HARD_REGISTER (o->var))
    refuse (s, o->loc, "'%s' is a register variable", name);
  else if (DECL_P (o->var) && !o->in_helper && decl_function_context (o->var)
	   && decl_function_context (o->var) != s->fndecl)
    refuse (s, o->loc, "'%s' belongs to an enclosing function", name);
  else if (!plug_object_p (type) && !plug_complex_p (type) && plug_scalar_type (type) < 0)
    refuse (s, o->loc, "'%s' has a type that cannot be passed to other "
	    "processes", name);
  else if (o->declared && TREE_CODE (TREE_TYPE (o->var)) == ARRAY_TYPE)
    refuse (s, o->loc, "the array '%s' is declared in the region and used "
	    "after it; declare it before the region", name);
}

/* X, whose value is computed outside, is always the same constant.  */
static bool
constant_p (tree x, tree fndecl)
{
  if (DECL_P (x))
    return plug_constant_of (x) != NULL_TREE || plug_constant_table_p (x);
  return TREE_CODE (plug_copy_saved (fndecl, x)) == INTEGER_CST;
}

/* The region has labels that may be jumped to from anywhere in it: not only the one at
   its end, from where it is left.  */
static bool
jumps_p (const struct scan_walk *w)
{
  for (tree label : w->inner_labels)
    if (!plug_way_out_p (label))
      return true;
  return false;
}

/* Nothing can read the variable of O once the region has run: it is named
   nowhere else, or gets another value first, also if the region is run again.  */
static bool
dead_p (struct scan_walk *w, const struct plug_outer *o)
{
  return (VAR_P (o->var) && !o->member && o->written && !o->declared
	  && !TREE_ADDRESSABLE (o->var) && !TREE_STATIC (o->var)
	  && !TREE_THIS_VOLATILE (o->var) && !DECL_EXTERNAL (o->var)
	  && !DECL_NONLOCAL (o->var)
	  && w->labels.is_empty ()
	  && (!w->in_loop || !jumps_p (w))
	  && ((!w->in_loop && !w->used.contains (o->var))
	      || !plug_read_after_p (w->scan->fndecl, w->scan->body, o->var)));
}

/* Nor has it one that the region wants: it may as well be declared there.  */
static bool
own_p (struct scan_walk *w, const struct plug_outer *o)
{
  return (o->dead && !jumps_p (w)
	  && DECL_CONTEXT (o->var) == w->scan->fndecl
	  && !plug_read_first_p (w->scan->body, o->var));
}

/* O is an array of a few pointers that only the region's function knows, and
   the region only reads.  */
static bool
pointers_p (const struct plug_free_variables *s, const struct plug_outer *o)
{
  tree type = TREE_TYPE (o->var);
  return (VAR_P (o->var) && !o->member && !o->written && !o->declared
	  && TREE_CODE (type) == ARRAY_TYPE && POINTER_TYPE_P (TREE_TYPE (type))
	  && TREE_CODE (TREE_TYPE (TREE_TYPE (type))) != FUNCTION_TYPE
	  && !is_global_var (o->var) && !DECL_NONLOCAL (o->var)
	  && decl_function_context (o->var) == s->fndecl
	  && int_size_in_bytes (type) > 0
	  && int_size_in_bytes (type) <= (PLUG_MAX_POINTERS
					  * GET_MODE_SIZE (Pmode)));
}

/* Put the elements of O, an array of pointers, in its place: the region gets
   them by value.  */
static void
add_elements (struct plug_free_variables *s, const struct plug_outer *o)
{
  tree type = TREE_TYPE (TREE_TYPE (o->var));
  int n = int_size_in_bytes (TREE_TYPE (o->var)) / int_size_in_bytes (type);
  for (int k = 0; k < n; k++)
    {
      struct plug_outer e = *o;
      e.element = true;
      e.member = build4 (ARRAY_REF, type, o->var, size_int (k), NULL_TREE,
			 NULL_TREE);
      e.var = build_decl (o->loc, VAR_DECL,
			  get_identifier (print_generic_expr_to_str (e.member)),
			  TYPE_MAIN_VARIANT (type));
      DECL_CONTEXT (e.var) = s->fndecl;
      DECL_ARTIFICIAL (e.var) = DECL_IGNORED_P (e.var) = 1;
      TREE_USED (e.var) = 1;
      layout_decl (e.var, 0);
      s->outer.safe_push (e);
    }
}

/* Let the region take the elements of arrays of pointers.  */
static void
replace_pointers (struct plug_free_variables *s)
{
  auto_vec<struct plug_outer> all;
  all.safe_splice (s->outer);
  s->outer.truncate (0);
  for (struct plug_outer &o : all)
    if (pointers_p (s, &o))
      add_elements (s, &o);
    else
      s->outer.safe_push (o);
}

/* VAR is an array that is declared between the statements of the region, in no
   loop and no block inside of it.  Where it stands has begun before the region
   does: if it is used after that, it can be an array like those declared
   outside.  */
static bool
lifted_p (const struct plug_free_variables *s, tree var)
{
  tree type = TREE_TYPE (var), body = s->body;
  if (TREE_CODE (type) != ARRAY_TYPE || int_size_in_bytes (type) <= 0
      || DECL_INITIAL (var) || TREE_CODE (body) != STATEMENT_LIST
      || (!INTEGRAL_TYPE_P (strip_array_types (type))
	  && !SCALAR_FLOAT_TYPE_P (strip_array_types (type))))
    return false;
  for (tree_stmt_iterator i = tsi_start (body); !tsi_end_p (i); tsi_next (&i))
    if (TREE_CODE (tsi_stmt (i)) == DECL_EXPR
	&& DECL_EXPR_DECL (tsi_stmt (i)) == var)
      return true;
  return false;
}

/* Nobody is to take the members of VAR for variables.  */
static void
forget_members (struct plug_free_variables *s, tree var)
{
  unsigned n = 0;
  for (unsigned i = 0; i < s->outer.length (); i++)
    if (!s->outer[i].member || plug_member_root (s->outer[i].member) != var)
      s->outer[n++] = s->outer[i];
  s->outer.truncate (n);
  n = 0;
  for (unsigned i = 0; i < s->members.length (); i++)
    if (plug_member_root (s->members[i].ref) != var)
      s->members[n++] = s->members[i];
  s->members.truncate (n);
}

/* Structures of which members are mentioned, and that are the region's own, are its
   variables as a whole.  */
static void
own_structures (struct scan_walk *w)
{
  struct plug_free_variables *s = w->scan;
  hash_set<tree> roots;
  for (const struct plug_member &m : s->members)
    {
      tree root = plug_member_root (m.ref);
      if (root && VAR_P (root) && TREE_CODE (TREE_TYPE (root)) == RECORD_TYPE
	  && !w->declared.contains (root))
	roots.add (root);
    }
  for (tree root : roots)
    {
      struct plug_outer o = new_outer (root, s->reason_loc);
      o.written = true;
      o.dead = dead_p (w, &o);
      if (!own_p (w, &o))
	continue;
      forget_members (s, root);
      note_use (w, root)->written = true;
    }
}

/* Keep those of the variables mentioned that are not the region's own.  */
static void
filter_variables (struct scan_walk *w)
{
  struct plug_free_variables *s = w->scan;
  unsigned n = 0;
  own_structures (w);
  for (unsigned i = 0; i < s->outer.length (); i++)
    {
      struct plug_outer o = s->outer[i];
      bool own = (VAR_P (o.var) && w->declared.contains (o.var)
		  && !TREE_STATIC (o.var) && !DECL_EXTERNAL (o.var));
      bool used = w->used.contains (o.var);
      if (own && used && lifted_p (s, o.var))
	{
	  own = false;
	  o.written = true;
	}
      if ((own && !used) || constant_p (o.var, s->fndecl))
	continue;
      if (own)
	o.declared = o.written = true;
      o.dead = dead_p (w, &o);
      if (own_p (w, &o))
	{
	  s->variables.safe_push (o.var);
	  continue;
	}
      check_variable (s, &o);
      s->outer[n++] = o;
    }
  s->outer.truncate (n);
}

/* A pointer to an object of TYPE, or a cast of it if that is void, may point to
   the scalar VAR.  */
static bool
may_reach (tree type, tree var)
{
  return (VOID_TYPE_P (type)
	  || (COMPLETE_TYPE_P (type)
	      && alias_sets_conflict_p (get_alias_set (element_type (type)),
					get_alias_set (TREE_TYPE (var)))));
}

/* VAR is, or points to, a structure that is only passed on, for its members
   that have proxies.  */
static bool
passed_on_p (struct plug_free_variables *s, tree var)
{
  for (unsigned i = 0; i < s->members.length (); i++)
    if (s->members[i].in_helper
	&& plug_member_root (s->members[i].ref) == var)
      return true;
  return false;
}

/* A and B stand for one member of two structures that may be the same one, and
   one of them is assigned.  */
static bool
beside_p (const struct plug_outer *a, const struct plug_outer *b)
{
  return (a->member && b->member && !a->guard && !b->guard
	  && (a->written || b->written) && plug_member_beside_p (a->member, b->member));
}

/* O is a scalar in memory that another variable may point to.  The copy holds
   it in a register; so nothing else may change it.  */
static bool
guard_needed (struct plug_free_variables *s, const struct plug_outer *o)
{
  if (!DECL_P (o->var) || AGGREGATE_TYPE_P (TREE_TYPE (o->var))
      || (!TREE_ADDRESSABLE (o->var) && !is_global_var (o->var)))
    return false;
  for (unsigned i = 0; i < s->outer.length (); i++)
    {
      tree type = TREE_TYPE (s->outer[i].var);
      if (beside_p (o, &s->outer[i]))
	return true;
      if (s->outer[i].member && TREE_CODE (type) == ARRAY_TYPE
	  && may_reach (type, o->var))
	return true;
      if (POINTER_TYPE_P (type) && !s->outer[i].guard
	  && !passed_on_p (s, s->outer[i].var)
	  && TREE_CODE (TREE_TYPE (type)) != FUNCTION_TYPE
	  && may_reach (TREE_TYPE (type), o->var))
	return true;
      tree row = plug_row_type (type);
      if (row && may_reach (row, o->var))
	return true;
    }
  return false;
}

static void
add_guards (struct plug_free_variables *s)
{
  for (unsigned i = 0, n = s->outer.length (); i < n; i++)
    if (guard_needed (s, &s->outer[i]))
      {
	struct plug_outer o = s->outer[i];
	o.guard = true;
	s->outer.safe_push (o);
      }
}

/* Functions that are inlined several times take memory each time.  */
#define SCRATCH_EACH 2
#define MAX_SCRATCH 16

/* Let the region have pointers for its scratch: null ones, as the runtime has
   memory for what nobody else wants.  */
static void
add_scratch (struct plug_free_variables *s)
{
  for (int k = MIN (SCRATCH_EACH * s->n_scratch, MAX_SCRATCH); k > 0; k--)
    {
      tree var = plug_artificial_variable (s->fndecl, s->reason_loc, "pram.scratch",
					   build_pointer_type (char_type_node));
      struct plug_outer o = new_outer (var, s->reason_loc);
      o.unneeded = o.scratch = true;
      s->outer.safe_push (o);
    }
}

void
plug_find_free_variables (struct plug_free_variables *s, tree fndecl, tree body)
{
  struct scan_walk w;
  s->fndecl = fndecl;
  s->body = body;
  s->reason = NULL;
  s->fixed = false;
  s->n_scratch = 0;
  s->moves_rows = false;
  w.scan = s;
  w.loc = s->reason_loc = DECL_SOURCE_LOCATION (fndecl);
  walk_outside (&w);
  plug_find_members (s);
  w.visited.empty ();
  walk_tree (&body, visit_inside, &w, &w.visited);
  note_reached (&w);
  w.inner_labels.traverse<struct scan_walk *, check_label> (&w);
  filter_variables (&w);
  replace_pointers (s);
  if (!s->reason)
    add_guards (s);
  if (!s->reason && !w.in_loop && w.labels.is_empty ())
    plug_find_unneeded (s);
  for (struct plug_outer &o : s->outer)
    o.unneeded |= plug_pardo_temporary_p (o.var);
  if (!s->reason)
    {
      plug_take_complex_parts (s);
      plug_find_ends (s);
      plug_find_structure_tables (s);
      plug_find_rows (s);
      plug_find_lengths (s);
      add_scratch (s);
    }
}
