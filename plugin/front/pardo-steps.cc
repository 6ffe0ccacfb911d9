/* pardo-steps.cc: the loops that a `pardo' loop becomes.

   SPDX-License-Identifier: GPL-3.0-or-later

     #pragma pram pardo
     for (int i = lo; i < n; i++)
       { double x = f (a[i]); a[i] = x + a[i - 1]; b[i] = x; }

   has five steps: x, the right side of the first assignment, its left side, and
   so on.  A variable that is used in several steps is an array over the
   iterations, others stay what they are:

     for (i = lo; i < n; i++) { x_[i - lo] = f (a[i]); t_[i - lo] = … }
     for (i = lo; i < n; i++) a[i] = t_[i - lo];
     for (i = lo; i < n; i++) b[i] = x_[i - lo];

   The arrays are pointers that are null, `local' to the region: the runtime has
   memory for what the region touches.  The serial run, which has no such
   knowledge, asks for room before the first step.  */

#include "pram-gcc.h"
#include "pardo.h"
#include "pardo-steps.h"
#include "remap.h"
#include "roots.h"

/* Statements for the serial run, others that are not for it, and pointers, of the
   function that is being compiled.  */
static hash_set<tree> *serial, *captured, *temporaries;

bool
plug_pardo_serial_p (tree t)
{
  return serial && serial->contains (t);
}

bool
plug_pardo_temporary_p (tree var)
{
  return temporaries && temporaries->contains (var);
}

tree
plug_serial_statement (location_t loc, tree condition, tree list)
{
  tree t = build3_loc (loc, COND_EXPR, void_type_node, condition, list,
		       build_empty_stmt (loc));
  TREE_SIDE_EFFECTS (t) = 1;
  if (!serial)
    serial = new hash_set<tree>;
  serial->add (t);
  return t;
}

void
plug_own_add (struct plug_steps *s, tree var, bool once)
{
  struct plug_own own;
  own.var = var;
  own.n_ranges = s->ranges.length ();
  for (int i = 0; i < own.n_ranges; i++)
    own.range[i] = s->ranges[i];
  own.sequence = s->sequence;
  own.once = once;
  own.value = NULL_TREE;
  s->own.safe_push (own);
}

/* LIST for the captured region alone.  */
static tree
captured_statement (location_t loc, tree list)
{
  tree t = build3_loc (loc, COND_EXPR, void_type_node, integer_one_node, list,
		       build_empty_stmt (loc));
  TREE_SIDE_EFFECTS (t) = 1;
  if (!captured)
    captured = new hash_set<tree>;
  captured->add (t);
  return t;
}

struct plug_own *
plug_own_find (struct plug_steps *s, tree var)
{
  for (struct plug_own &o : s->own)
    if (o.var == var)
      return &o;
  return NULL;
}

tree
plug_steps_variable (struct plug_steps *s, const char *name, tree type,
		     location_t loc)
{
  tree id = name ? get_identifier (name) : NULL_TREE;
  tree var = build_decl (loc, VAR_DECL, id, TYPE_MAIN_VARIANT (type));
  DECL_CONTEXT (var) = s->fndecl;
  DECL_ARTIFICIAL (var) = DECL_IGNORED_P (var) = TREE_USED (var) = 1;
  plug_no_warning (var);
  layout_decl (var, 0);
  return var;
}

tree
plug_assignment (location_t loc, tree target, tree value)
{
  tree t = build2_loc (loc, MODIFY_EXPR, TREE_TYPE (target), target, value);
  TREE_SIDE_EFFECTS (t) = 1;
  plug_no_warning (t);
  return t;
}

tree
plug_steps_keep (struct plug_steps *s, tree value, const char *name)
{
  location_t loc = EXPR_LOC_OR_LOC (value, s->loc);
  tree var = plug_steps_variable (s, name, TREE_TYPE (value), loc);
  plug_own_add (s, var, true);
  plug_steps_add (s, plug_assignment (loc, var, value));
  return var;
}

/* --- Steps ---------------------------------------------------------------- */

void
plug_steps_add (struct plug_steps *s, tree stmt)
{
  location_t loc = EXPR_LOC_OR_LOC (stmt, s->loc);
  if (!s->open)
    {
      s->open = XCNEW (struct plug_step);
      s->open->list = alloc_stmt_list ();
      s->open->n_ranges = s->ranges.length ();
      s->open->sequence = s->sequence;
    }
  for (int i = s->masks.length () - 1; i >= 0; i--)
    {
      stmt = build3_loc (loc, COND_EXPR, void_type_node,
			 unshare_expr (s->masks[i]), stmt,
			 build_empty_stmt (loc));
      TREE_SIDE_EFFECTS (stmt) = 1;
    }
  append_to_statement_list_force (stmt, &s->open->list);
}

/* A copy of the loop of R around BODY, and before it the assignment to its
   iterator.  */
static tree
loop_around (const struct plug_range *r, tree body, tree *loop)
{
  location_t loc = EXPR_LOCATION (r->loop);
  tree list = NULL_TREE;
  *loop = copy_node (r->loop);
  FOR_COND (*loop) = unshare_expr (FOR_COND (r->loop));
  FOR_EXPR (*loop) = unshare_expr (FOR_EXPR (r->loop));
  FOR_BODY (*loop) = body;
  append_to_statement_list (plug_assignment (loc, r->var,
					     unshare_expr (r->init)), &list);
  append_to_statement_list_force (*loop, &list);
  return list;
}

tree
plug_steps_loops (struct plug_steps *s, tree list, tree *inner)
{
  for (int i = s->ranges.length () - 1; i >= 0; i--)
    {
      tree loop;
      list = loop_around (&s->ranges[i], list, &loop);
      if (i == (int) s->ranges.length () - 1)
	*inner = loop;
    }
  return list;
}

void
plug_steps_close (struct plug_steps *s)
{
  struct plug_step *step = s->open;
  if (!step)
    return;
  append_to_statement_list_force (plug_steps_loops (s, step->list,
						    &step->loop), &s->out);
  s->all.safe_push (step);
  s->open = NULL;
}

/* --- Variables that live through several steps ---------------------------- */

struct mention { tree var; bool written; };

static tree
visit_mention (tree *tp, int *walk_subtrees, void *data)
{
  struct mention *m = (struct mention *) data;
  if (TYPE_P (*tp))
    *walk_subtrees = 0;
  if (!m->written)
    return *tp == m->var ? *tp : NULL_TREE;
  switch (TREE_CODE (*tp))
    {
    case MODIFY_EXPR: case INIT_EXPR: case ADDR_EXPR:
    case PREINCREMENT_EXPR: case PREDECREMENT_EXPR:
    case POSTINCREMENT_EXPR: case POSTDECREMENT_EXPR:
      return get_base_address (TREE_OPERAND (*tp, 0)) == m->var ? *tp
	     : NULL_TREE;
    default:
      return NULL_TREE;
    }
}

/* STEP mentions VAR, or, if WRITTEN, may assign it.  */
static bool
mentions_p (struct plug_step *step, tree var, bool written)
{
  struct mention m = { var, written };
  return walk_tree_without_duplicates (&step->list, visit_mention, &m);
}

struct exchange { tree var, by; };

static tree
visit_exchange (tree *tp, int *walk_subtrees, void *data)
{
  struct exchange *e = (struct exchange *) data;
  if (TYPE_P (*tp))
    *walk_subtrees = 0;
  else if (*tp == e->var)
    {
      *tp = unshare_expr (e->by);
      *walk_subtrees = 0;
    }
  return NULL_TREE;
}

static void
exchange_in (tree *tp, tree var, tree by)
{
  struct exchange e = { var, by };
  walk_tree (tp, visit_exchange, &e, NULL);
}

/* Declare VAR in each iteration of STEP.  */
static void
declare_in (struct plug_step *step, tree var)
{
  tree *body = &FOR_BODY (step->loop);
  if (TREE_CODE (*body) != BIND_EXPR)
    {
      tree bind = build3_loc (EXPR_LOCATION (step->loop), BIND_EXPR,
			      void_type_node, NULL_TREE, *body, NULL_TREE);
      TREE_SIDE_EFFECTS (bind) = 1;
      *body = bind;
    }
  DECL_INITIAL (var) = NULL_TREE;
  DECL_CHAIN (var) = BIND_EXPR_VARS (*body);
  BIND_EXPR_VARS (*body) = var;
}

/* The number of an iteration of OWN's ranges.  */
static tree
number_of (const struct plug_own *own)
{
  tree number = own->range[0].index;
  for (int i = 1; i < own->n_ranges; i++)
    {
      number = fold_build2 (MULT_EXPR, ssizetype,
			    fold_convert (ssizetype, number),
			    own->range[i].extent);
      number = fold_build2 (PLUS_EXPR, ssizetype, number,
			    fold_convert (ssizetype, own->range[i].index));
    }
  return unshare_expr (number);
}

/* The call that gives the pointer MEMORY, for OWN, room in the serial run.  */
static tree
room_for (struct plug_steps *s, tree memory, const struct plug_own *own)
{
  static tree fn;
  if (!fn)
    {
      fn = build_fn_decl ("PRAM_room",
			  build_function_type_list (ptr_type_node,
						    ptr_type_node, sizetype,
						    NULL_TREE));
      plug_root (&fn);
    }
  tree bytes = TYPE_SIZE_UNIT (TREE_TYPE (TREE_TYPE (memory)));
  for (int i = 0; i < own->n_ranges; i++)
    bytes = fold_build2 (MULT_EXPR, sizetype, bytes,
			 fold_convert (sizetype,
				       unshare_expr (own->range[i].extent)));
  return build_call_expr_loc (s->loc, fn, 2,
			      fold_convert (ptr_type_node, memory), bytes);
}

/* A pointer to as many objects like OWN's as there are iterations.  */
static tree
memory_for (struct plug_steps *s, const struct plug_own *own)
{
  tree name = DECL_NAME (own->var);
  tree type = TYPE_MAIN_VARIANT (TREE_TYPE (own->var));
  tree memory = plug_steps_variable (s, name ? IDENTIFIER_POINTER (name)
				     : "pram.kept", build_pointer_type (type),
				     DECL_SOURCE_LOCATION (own->var));
  if (!temporaries)
    temporaries = new hash_set<tree>;
  temporaries->add (memory);
  DECL_CHAIN (memory) = s->region->kept;
  s->region->kept = memory;
  tree room = room_for (s, memory, own);
  append_to_statement_list (plug_assignment (s->loc, memory,
					     fold_convert (TREE_TYPE (memory),
							   room)),
			    &s->front);
  return memory;
}

/* Let STEP have a VAR of its own, which is ELEMENT's value before and, if it is
   assigned, sets it.  KNOWN: there is such a value.  */
static void
copy_in_and_out (struct plug_steps *s, struct plug_step *step, tree var,
		 tree element, bool known)
{
  tree copy = plug_steps_variable (s, NULL, TREE_TYPE (var), s->loc);
  bool written = mentions_p (step, var, true);
  tree list = NULL_TREE;
  exchange_in (&step->list, var, copy);
  if (known)
    append_to_statement_list (plug_assignment (s->loc, copy,
					       unshare_expr (element)), &list);
  append_to_statement_list (step->list, &list);
  if (written)
    append_to_statement_list (plug_assignment (s->loc, unshare_expr (element),
					       copy), &list);
  tree *body = &FOR_BODY (step->loop);
  if (TREE_CODE (*body) == BIND_EXPR)
    body = &BIND_EXPR_BODY (*body);
  step->list = *body = list;
  declare_in (step, copy);
}

/* OWN lives through the steps MENTIONED.  */
static void
expand (struct plug_steps *s, const struct plug_own *own,
	const vec<struct plug_step *> &mentioned)
{
  tree type = TREE_TYPE (own->var);
  if (TREE_CODE (type) == ARRAY_TYPE)
    {
      if (TREE_CONSTANT (TYPE_SIZE_UNIT (type)))
	error_at (DECL_SOURCE_LOCATION (own->var), "%<#pragma pram pardo%>: the "
		  "array %qD is used in several assignments to what iterations "
		  "share; declare one outside, with a dimension for them",
		  own->var);
      return;
    }
  tree element = build_array_ref (s->loc, memory_for (s, own),
				  number_of (own));
  bool known = false;
  for (struct plug_step *step : mentioned)
    if (own->once)
      exchange_in (&step->list, own->var, element);
    else
      {
	copy_in_and_out (s, step, own->var, element,
			 known || step->sequence != own->sequence);
	known = true;
      }
}

static void
place (struct plug_steps *s, const struct plug_own *own)
{
  auto_vec<struct plug_step *> mentioned;
  for (struct plug_step *step : s->all)
    if (mentions_p (step, own->var, false))
      mentioned.safe_push (step);
  if (mentioned.is_empty ())
    return;
  if (mentioned.length () == 1 && mentioned[0]->sequence == own->sequence)
    declare_in (mentioned[0], own->var);
  else
    expand (s, own, mentioned);
}

tree
plug_steps_finish (struct plug_steps *s, tree other)
{
  tree list = NULL_TREE;
  for (struct plug_own &own : s->own)
    if (!own.value)
      place (s, &own);
  if (s->front)
    append_to_statement_list (plug_serial_statement (s->loc, integer_one_node,
						     s->front), &list);
  if (other)
    {
      append_to_statement_list (plug_serial_statement (s->loc, integer_one_node,
						       s->out), &list);
      append_to_statement_list (captured_statement (s->loc, other), &list);
    }
  else
    append_to_statement_list (s->out, &list);
  for (struct plug_step *step : s->all)
    free (step);
  return plug_steps_enclose (s, list);
}

tree
plug_steps_enclose (struct plug_steps *s, tree inside)
{
  tree list = NULL_TREE;
  append_to_statement_list (s->bounds, &list);
  append_to_statement_list (inside, &list);
  tree bind = build3_loc (s->loc, BIND_EXPR, void_type_node, s->vars, list,
			  NULL_TREE);
  TREE_SIDE_EFFECTS (bind) = 1;
  return bind;
}

/* --- Around the region ---------------------------------------------------- */

/* The call that takes the room of MEMORY back.  */
static tree
vacate (location_t loc, tree memory)
{
  static tree fn;
  if (!fn)
    {
      fn = build_fn_decl ("PRAM_vacate",
			  build_function_type_list (void_type_node,
						    ptr_type_node, NULL_TREE));
      plug_root (&fn);
    }
  return build_call_expr_loc (loc, fn, 1, fold_convert (ptr_type_node,
							memory));
}

/* Statements that are not for the serial run do nothing there.  */
static bool
empty_captured (tree const &t, void *)
{
  COND_EXPR_COND (t) = integer_zero_node;
  COND_EXPR_THEN (t) = build_empty_stmt (EXPR_LOCATION (t));
  return true;
}

void
plug_pardo_declare (struct plug_binding *b)
{
  tree before = NULL_TREE, after = NULL_TREE;
  if (captured)
    {
      captured->traverse<void *, empty_captured> (NULL);
      captured->empty ();
    }
  if (!b->kept)
    return;
  for (tree var = b->kept; var; var = DECL_CHAIN (var))
    {
      append_to_statement_list (plug_assignment (b->loc, var,
						 null_pointer_node), &before);
      append_to_statement_list (vacate (b->loc, var), &after);
    }
  tree whole = build2_loc (b->loc, TRY_FINALLY_EXPR, void_type_node, *b->place,
			   after);
  TREE_SIDE_EFFECTS (whole) = 1;
  append_to_statement_list (whole, &before);
  tree bind = build3_loc (b->loc, BIND_EXPR, void_type_node, b->kept, before,
			  NULL_TREE);
  TREE_SIDE_EFFECTS (bind) = 1;
  *b->place = bind;
}
