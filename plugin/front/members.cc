/* members.cc: members of structures as variables.

   SPDX-License-Identifier: GPL-3.0-or-later

     for (int i = 1; i < g->nx - 1; i++)
       g->v[i] = g->c * (g->u[i - 1] + g->u[i + 1]);

   is taken as if the function had variables of its own named `g->nx', `g->u',
   `g->v' and `g->c', with the members' values: *proxies*, which appear in the
   region's copy instead of the members, and in size(g->nx=...).  The caller
   passes the members' values, and stores what the region assigns to them.
   A member that is an array, `double u[100]', has a proxy that is one, and is
   passed like any array; so is a table, `struct side side[4]' of numbers.

   So nothing else may change or read them meanwhile:
   (1) What the region, and functions that it calls, assign to a member, they
       assign by the same words, and use it by no others; they take no member's
       address, and assign no structure as a whole that could have it.
   (2) Of the variable G itself the region uses nothing but members that have
       proxies.
   (3) A member that is an array is used by its elements, or its address is, which
       is then that of the proxy.
   (4) A structure may be passed to a helper, by address or by value, that does
       with its parameter what the region may do with the structure; by value, if
       nobody assigns to its members.  So may a member, by address, and so
       does a helper that names a structure of file scope itself, or a pointer to
       one.  What the helper's code still names when it has been inlined,
       normalise/globals.cc replaces.
   (5) Arrays that overlap a member in memory are found by the runtime: the
       proxy of a member that pointers may lead to counts as addressable, and
       gets a guard (free-variables.cc).  */

#include "pram-gcc.h"
#include "free-variables.h"
#include "pardo.h"

/* What a parameter of a function that is called stands for.  */
struct passed
{
  tree parm;
  tree object;			/* the structure, in the region's words */
  bool copy;			/* passed by value */
};

/* Helpers that call helpers …  */
enum { MAX_DEPTH = 8 };

/* What the walk collects.  */
struct member_walk
{
  auto_vec<tree> refs;		/* that could have proxies */
  auto_vec<tree> assigned;	/* of these */
  auto_vec<tree> reached;	/* likewise, by helpers */
  auto_vec<tree> reached_assigned;	/* of these */
  auto_vec<struct passed> passed;	/* to the helpers that call each other */
  hash_set<tree> copied;	/* variables passed by value */
  int depth = 0;
  auto_vec<tree> fields;	/* of which parts are assigned, or whose address
				   is taken */
  hash_set<tree> plain;		/* variables that are used by themselves */
  hash_set<tree> visited;
  auto_vec<tree> wholes;	/* structures that are assigned as a whole, or whose
				   address is taken */
  bool helper = false;		/* in a function that is called */
};

/* REF is an element that a constant chooses.  */
static bool
constant_element_p (tree ref)
{
  return (TREE_CODE (ref) == ARRAY_REF
	  && TREE_CODE (TREE_OPERAND (ref, 1)) == INTEGER_CST);
}

/* The pointer that REF, an INDIRECT_REF, follows, if it points to what REF is taken
   for; else null.  */
static tree
pointer_followed (tree ref)
{
  tree type = TYPE_MAIN_VARIANT (TREE_TYPE (ref)), p = TREE_OPERAND (ref, 0);
  STRIP_NOPS (p);
  return (POINTER_TYPE_P (TREE_TYPE (p))
	  && TYPE_MAIN_VARIANT (TREE_TYPE (TREE_TYPE (p))) == type ? p : NULL_TREE);
}

/* Members of unions, and of what has been cast, may be others by the same
   right.  A member may be behind another one that is a pointer.  */
tree
plug_member_root (tree t)
{
  bool member = false;
  while (t)
    if (TREE_CODE (t) == COMPONENT_REF
	&& TREE_CODE (TREE_TYPE (TREE_OPERAND (t, 0))) == RECORD_TYPE)
      {
	member = true;
	t = TREE_OPERAND (t, 0);
      }
    else if (constant_element_p (t))
      t = TREE_OPERAND (t, 0);
    else if (TREE_CODE (t) == INDIRECT_REF && member)
      t = pointer_followed (t);
    else
      break;
  return (t && member && (VAR_P (t) || TREE_CODE (t) == PARM_DECL) ? t
	  : NULL_TREE);
}

/* What REF is a part of, or the pointer that leads to it; null if it is a
   variable.  */
static tree
step_out (tree ref)
{
  if (handled_component_p (ref))
    return TREE_OPERAND (ref, 0);
  return TREE_CODE (ref) == INDIRECT_REF ? pointer_followed (ref) : NULL_TREE;
}

/* The structure that a pointer leads to, or variable, of which REF is a part.  */
static tree
structure_of (tree ref)
{
  while (handled_component_p (ref))
    ref = TREE_OPERAND (ref, 0);
  return ref;
}

/* REF is behind a member that is a pointer.  */
static bool
far_p (tree ref)
{
  ref = structure_of (ref);
  tree pointer = TREE_CODE (ref) == INDIRECT_REF ? pointer_followed (ref) : NULL;
  return pointer && handled_component_p (pointer);
}

bool
plug_member_beside_p (tree a, tree b)
{
  return (TREE_CODE (a) == COMPONENT_REF && TREE_CODE (b) == COMPONENT_REF
	  && TREE_OPERAND (a, 1) == TREE_OPERAND (b, 1)
	  && !AGGREGATE_TYPE_P (TREE_TYPE (a)) && !far_p (a) && !far_p (b)
	  && plug_member_root (a) != plug_member_root (b));
}

/* May a variable or an element of an array of TYPE be passed?  */
static bool
good_type_p (tree type)
{
  return (!TYPE_VOLATILE (type) && !TYPE_ATOMIC (type)
	  && (plug_scalar_type (type) >= 0 || plug_complex_p (type))
	  && !(POINTER_TYPE_P (type)
	       && TREE_CODE (TREE_TYPE (type)) == FUNCTION_TYPE));
}

/* TYPE is a structure of numbers.  */
static bool
numbers_p (tree type)
{
  type = strip_array_types (type);
  if (TREE_CODE (type) != RECORD_TYPE || TYPE_VOLATILE (type) || TYPE_ATOMIC (type))
    return good_type_p (type) && !POINTER_TYPE_P (type);
  for (tree f = TYPE_FIELDS (type); f; f = DECL_CHAIN (f))
    if (TREE_CODE (f) == FIELD_DECL
	&& (DECL_BIT_FIELD (f) || TREE_THIS_VOLATILE (f) || !numbers_p (TREE_TYPE (f))))
      return false;
  return true;
}

/* T is a member that is a table: an array of structures of numbers.  */
static bool
table_p (tree t)
{
  tree type = TREE_TYPE (t);
  return (TREE_CODE (t) == COMPONENT_REF && TREE_CODE (type) == ARRAY_TYPE
	  && int_size_in_bytes (type) > 0
	  && TREE_CODE (strip_array_types (type)) == RECORD_TYPE && numbers_p (type));
}

/* May the member T have a proxy, as far as it goes by itself?  */
static bool
plain_member_p (tree t)
{
  tree type = TREE_TYPE (t), root = plug_member_root (t);
  for (tree x = t; x; x = step_out (x))
    if (TREE_THIS_VOLATILE (x) || (TREE_CODE (x) == COMPONENT_REF
				   && DECL_BIT_FIELD (TREE_OPERAND (x, 1))))
      return false;
  if (TREE_CODE (t) == COMPONENT_REF && TREE_CODE (type) == ARRAY_TYPE
      && int_size_in_bytes (type) > 0)
    type = strip_array_types (type);
  return root && (good_type_p (type) || table_p (t));
}

/* The member that is an array of which REF is an element, if it may have a
   proxy; else null.  */
static tree
array_of (tree ref)
{
  while (TREE_CODE (ref) == ARRAY_REF)
    ref = TREE_OPERAND (ref, 0);
  return (TREE_CODE (ref) == COMPONENT_REF
	  && TREE_CODE (TREE_TYPE (ref)) == ARRAY_TYPE
	  && plain_member_p (ref) ? ref : NULL_TREE);
}

/* --- What helpers are passed ---------------------------------------------- */

/* What stands for PARM, or null.  */
static const struct passed *
passed_as (struct member_walk *w, tree parm)
{
  for (unsigned i = w->passed.length (); i-- > 0;)
    if (w->passed[i].parm == parm)
      return &w->passed[i];
  return NULL;
}

/* The region's words for REF, a helper's for a number or pointer that is a
   member of what it was passed, or of a variable that both name; else null.  */
static tree
region_words (struct member_walk *w, tree ref, const struct passed **which)
{
  static const struct passed both_name = { NULL_TREE, NULL_TREE, false };
  bool element = constant_element_p (ref);
  *which = &both_name;
  tree named = TREE_CODE (ref) == INDIRECT_REF ? pointer_followed (ref) : ref;
  if (named && VAR_P (named) && is_global_var (named))
    return unshare_expr (ref);
  if (TREE_CODE (ref) != COMPONENT_REF && !element)
    {
      bool pointed = TREE_CODE (ref) == INDIRECT_REF;
      tree parm = pointed ? TREE_OPERAND (ref, 0) : ref;
      STRIP_NOPS (parm);
      *which = TREE_CODE (parm) == PARM_DECL ? passed_as (w, parm) : NULL;
      return *which && (*which)->copy == !pointed ? (*which)->object : NULL_TREE;
    }
  tree base = region_words (w, TREE_OPERAND (ref, 0), which);
  tree part = TREE_OPERAND (ref, 1);
  return (!base ? NULL_TREE
	  : element ? build4 (ARRAY_REF, TREE_TYPE (ref), base, part, NULL_TREE,
			      NULL_TREE)
	  : build3 (COMPONENT_REF, TREE_TYPE (part), base, part, NULL_TREE));
}

/* … that may have a proxy, as far as it goes by itself.  */
static tree
reached_member (struct member_walk *w, tree ref, const struct passed **which)
{
  tree words = (TREE_CODE (ref) == COMPONENT_REF || TREE_CODE (ref) == INDIRECT_REF
		|| constant_element_p (ref) ? region_words (w, ref, which) : NULL_TREE);
  return (words && !RECORD_OR_UNION_TYPE_P (TREE_TYPE (words))
	  && plain_member_p (words) ? words : NULL_TREE);
}

/* … where REF is an element of one that is an array.  */
static tree
reached_array (struct member_walk *w, tree ref, const struct passed **which)
{
  while (TREE_CODE (ref) == ARRAY_REF)
    ref = TREE_OPERAND (ref, 0);
  tree words = reached_member (w, ref, which);
  return words && TREE_CODE (TREE_TYPE (words)) == ARRAY_TYPE ? words : NULL_TREE;
}

/* OBJECT, a structure, is a variable of the region or what one points to, or a
   member that both always have.  */
static bool
object_p (tree object)
{
  tree root = !handled_component_p (object) ? object
	      : far_p (object) ? NULL_TREE : plug_member_root (object);
  if (root && TREE_CODE (root) == INDIRECT_REF)
    root = TREE_OPERAND (root, 0);
  if (root)
    STRIP_NOPS (root);
  return root && (VAR_P (root) || TREE_CODE (root) == PARM_DECL);
}

/* A helper may be passed a structure of TYPE, or where a number or pointer lies that is
   such.  */
static bool
passed_type_p (tree type)
{
  return (TREE_CODE (type) == RECORD_TYPE || INTEGRAL_TYPE_P (type)
	  || SCALAR_FLOAT_TYPE_P (type) || POINTER_TYPE_P (type));
}

/* The structure, or member, in the region's words, that ARG passes to PARM, or null.  */
static tree
object_passed (struct member_walk *w, tree arg, tree parm, bool *copy)
{
  tree type = TREE_TYPE (parm), object = NULL_TREE;
  const struct passed *known;
  *copy = !POINTER_TYPE_P (type);
  if (!*copy)
    type = TREE_TYPE (type);
  bool structure = TREE_CODE (type) == RECORD_TYPE;
  if (*copy ? !structure : !passed_type_p (type))
    return NULL_TREE;
  STRIP_NOPS (arg);
  if (!*copy && TREE_CODE (arg) != ADDR_EXPR)
    {
      if (!structure || !POINTER_TYPE_P (TREE_TYPE (arg)))
	return NULL_TREE;
      arg = build1 (INDIRECT_REF, TREE_TYPE (TREE_TYPE (arg)), arg);
    }
  else if (!*copy)
    arg = TREE_OPERAND (arg, 0);
  if (TYPE_MAIN_VARIANT (TREE_TYPE (arg)) != TYPE_MAIN_VARIANT (type))
    return NULL_TREE;
  if (w->helper)
    object = region_words (w, arg, &known);
  else if (object_p (arg))
    object = arg;
  return (!object || structure
	  || (TREE_CODE (object) == COMPONENT_REF && plain_member_p (object))
	  ? object : NULL_TREE);
}

/* The variable that OBJECT is, or points to it.  */
static tree
variable_of (tree object)
{
  while (handled_component_p (object))
    object = TREE_OPERAND (object, 0);
  if (TREE_CODE (object) == INDIRECT_REF)
    object = TREE_OPERAND (object, 0);
  STRIP_NOPS (object);
  return object;
}

static tree visit (tree *tp, int *walk_subtrees, void *data);

/* Walk through the body of FN, which is called.  */
static void
visit_helper (struct member_walk *w, tree fn, hash_set<tree> *visited)
{
  bool before = w->helper;
  w->helper = true;
  walk_tree (&DECL_SAVED_TREE (fn), visit, w, visited);
  w->helper = before;
}

/* Walk through CALL, of FN, whose body is known: what it is passed is used by
   FN alone.  */
static void
visit_call (struct member_walk *w, tree call, tree fn)
{
  unsigned before = w->passed.length ();
  auto_vec<struct passed> passed;
  tree parm = DECL_ARGUMENTS (fn);
  for (int i = 0; i < call_expr_nargs (call); i++)
    {
      struct passed p = { parm, NULL_TREE, false };
      if (parm && w->depth < MAX_DEPTH)
	p.object = object_passed (w, CALL_EXPR_ARG (call, i), parm, &p.copy);
      if (p.object)
	passed.safe_push (p);
      else
	walk_tree (&CALL_EXPR_ARG (call, i), visit, w, &w->visited);
      parm = parm ? DECL_CHAIN (parm) : NULL_TREE;
    }
  if (passed.is_empty ())
    return visit_helper (w, fn, &w->visited);
  for (unsigned i = 0; i < passed.length (); i++)
    {
      w->passed.safe_push (passed[i]);
      if (passed[i].copy)
	w->copied.add (variable_of (passed[i].object));
    }
  hash_set<tree> visited;
  w->depth++;
  visit_helper (w, fn, &visited);
  w->depth--;
  w->passed.truncate (before);
}

/* --- What is used --------------------------------------------------------- */

/* REF is assigned, or its ADDRESS taken.  */
static void
note_assigned (struct member_walk *w, tree ref, bool address)
{
  const struct passed *which;
  tree words = w->helper ? reached_member (w, ref, &which) : NULL_TREE;
  if (words && !address)
    {
      w->assigned.safe_push (words);
      w->reached_assigned.safe_push (words);
      if (which->copy)
	w->plain.add (plug_member_root (words));
      return;
    }
  if (!address && plain_member_p (ref))
    {
      w->assigned.safe_push (ref);
      return;
    }
  if (!w->helper && array_of (ref))
    return;
  words = w->helper ? reached_array (w, ref, &which) : NULL_TREE;
  if (words)
    {
      w->reached_assigned.safe_push (words);
      if (which->copy)
	w->plain.add (plug_member_root (words));
      return;
    }
  if (RECORD_OR_UNION_TYPE_P (TREE_TYPE (ref)))
    w->wholes.safe_push (ref);
  for (; handled_component_p (ref); ref = TREE_OPERAND (ref, 0))
    if (TREE_CODE (ref) == COMPONENT_REF)
      w->fields.safe_push (TREE_OPERAND (ref, 1));
}

static tree
visit (tree *tp, int *walk_subtrees, void *data)
{
  struct member_walk *w = (struct member_walk *) data;
  const struct passed *which;
  tree t = *tp, fn, words;
  if (TYPE_P (t))
    *walk_subtrees = 0;
  else if (plug_pardo_serial_p (t))
    {
      *walk_subtrees = 0;
      return NULL_TREE;
    }
  switch (TREE_CODE (t))
    {
    case VAR_DECL: case PARM_DECL:
      which = passed_as (w, t);
      if (which && TREE_CODE (TREE_TYPE (which->object)) != RECORD_TYPE)
	note_assigned (w, which->object, true);
      else
	w->plain.add (which ? variable_of (which->object) : t);
      break;
    case BIND_EXPR:
      for (tree v = BIND_EXPR_VARS (t); v; v = DECL_CHAIN (v))
	w->plain.add (v);
      break;
    case DECL_EXPR:
      /* Its block may be around the region.  */
      if (!w->helper && VAR_P (DECL_EXPR_DECL (t)))
	{
	  w->plain.add (DECL_EXPR_DECL (t));
	  walk_tree (&DECL_INITIAL (DECL_EXPR_DECL (t)), visit, w, &w->visited);
	}
      break;
    case MODIFY_EXPR: case INIT_EXPR:
    case PREINCREMENT_EXPR: case PREDECREMENT_EXPR:
    case POSTINCREMENT_EXPR: case POSTDECREMENT_EXPR:
    case ADDR_EXPR:
      note_assigned (w, TREE_OPERAND (t, 0), TREE_CODE (t) == ADDR_EXPR);
      /* An element's address is that of all from there on.  */
      if (TREE_CODE (t) == ADDR_EXPR && !w->helper
	  && (words = array_of (TREE_OPERAND (t, 0))))
	{
	  w->refs.safe_push (words);
	  *walk_subtrees = !constant_element_p (TREE_OPERAND (t, 0));
	}
      break;
    case COMPONENT_REF: case ARRAY_REF: case INDIRECT_REF:
      /* Helpers know nothing of proxies.  */
      if (w->helper && (words = reached_member (w, t, &which)))
	{
	  w->reached.safe_push (words);
	  *walk_subtrees = 0;
	}
      else if (!w->helper && plain_member_p (t))
	{
	  w->refs.safe_push (t);
	  *walk_subtrees = 0;
	}
      break;
    case CALL_EXPR:
      fn = get_callee_fndecl (t);
      if (fn && DECL_SAVED_TREE (fn))
	{
	  visit_call (w, t, fn);
	  *walk_subtrees = 0;
	}
      break;
    default:
      break;
    }
  return NULL_TREE;
}

/* Is REF FIELD, a part of it, or behind it?  */
static bool
part_of_p (tree ref, tree field)
{
  for (; ref; ref = step_out (ref))
    if (TREE_CODE (ref) == COMPONENT_REF && TREE_OPERAND (ref, 1) == field)
      return true;
  return false;
}

/* The field that REF is, or an element of.  */
static tree
field_of (tree ref)
{
  while (TREE_CODE (ref) != COMPONENT_REF)
    ref = TREE_OPERAND (ref, 0);
  return TREE_OPERAND (ref, 1);
}

/* ARRAY, which may be null, if the region uses it as a whole: by other indices than
   constants.  */
static tree
whole_used (struct member_walk *w, tree array)
{
  for (tree other : w->refs)
    if (array && operand_equal_p (array, other, 0))
      return other;
  for (tree other : w->reached)
    if (array && operand_equal_p (array, other, 0))
      return other;
  return NULL_TREE;
}

/* An array of which REF is an element, or in a structure that is one, and that is used
   so.  */
static tree
array_used (struct member_walk *w, tree ref)
{
  for (tree t = ref; handled_component_p (t); t = TREE_OPERAND (t, 0))
    if (TREE_CODE (t) == ARRAY_REF && (t == ref || table_p (TREE_OPERAND (t, 0))))
      if (tree array = whole_used (w, array_of (t)))
	return array;
  return NULL_TREE;
}

/* Are A and B elements, or the whole, of an array that has a proxy?  */
static bool
same_array_p (struct member_walk *w, tree a, tree b)
{
  tree of_a = array_of (a), of_b = array_used (w, b);
  return of_a && of_b && operand_equal_p (of_a, of_b, 0);
}

/* A structure or union of type WHOLE is, or has in it, one of type PART.  */
static bool
has_type_p (tree whole, tree part)
{
  whole = TYPE_MAIN_VARIANT (strip_array_types (whole));
  if (whole == part)
    return true;
  if (!RECORD_OR_UNION_TYPE_P (whole))
    return false;
  for (tree f = TYPE_FIELDS (whole); f; f = DECL_CHAIN (f))
    if (TREE_CODE (f) == FIELD_DECL && has_type_p (TREE_TYPE (f), part))
      return true;
  return false;
}

/* No pointer leads to REF, a part of a variable.  */
static bool
without_pointers_p (tree ref)
{
  tree var = structure_of (ref);
  return VAR_P (var) && !TREE_ADDRESSABLE (var) && !is_global_var (var);
}

/* REF may be a part of a structure that is assigned as a whole.  */
static bool
in_whole_p (struct member_walk *w, tree ref)
{
  tree object = without_pointers_p (ref) ? structure_of (ref) : NULL_TREE;
  while ((ref = step_out (ref)))
    {
      tree type = TYPE_MAIN_VARIANT (TREE_TYPE (ref));
      for (tree whole : w->wholes)
	if (RECORD_OR_UNION_TYPE_P (type) && (!object || structure_of (whole) == object)
	    && has_type_p (TREE_TYPE (whole), type))
	  return true;
    }
  return false;
}

/* The parts of its structure that lead to REF, the last one first.  */
static void
path_to (tree ref, vec<tree> *path)
{
  for (; handled_component_p (ref); ref = TREE_OPERAND (ref, 0))
    path->safe_push (TREE_OPERAND (ref, 1));
}

/* A and B are structures that are variables, each by itself.  */
static bool
two_variables_p (tree a, tree b)
{
  return DECL_P (a) && DECL_P (b) && a != b;
}

/* A and B are members of one structure, as s->u.v and s->w.v are, and no part of
   each other; or of two, as s.u and t.u, or s->u and t.u if no pointer leads to t.  */
static bool
apart_p (tree a, tree b)
{
  auto_vec<tree> to_a, to_b;
  if (!plug_member_root (a))
    return false;
  if (two_variables_p (structure_of (a), structure_of (b))
      || (without_pointers_p (b) && structure_of (a) != structure_of (b)))
    return true;
  if (!operand_equal_p (structure_of (a), structure_of (b), 0))
    return false;
  path_to (a, &to_a);
  path_to (b, &to_b);
  for (unsigned i = 1; i <= MIN (to_a.length (), to_b.length ()); i++)
    {
      tree x = to_a[to_a.length () - i], y = to_b[to_b.length () - i];
      if (TREE_CODE (x) == FIELD_DECL ? x != y : !tree_int_cst_equal (x, y))
	return true;
    }
  return false;
}

/* A and B are one field of two structures that pointers lead to, or are variables, and
   have proxies if they are as good otherwise.  If these are one structure the guards of
   the proxies overlap (free-variables.cc).  */
static bool
found_apart_p (struct member_walk *w, tree a, tree b)
{
  tree root = plug_member_root (b);
  return (root && plug_member_beside_p (a, b) && !w->plain.contains (root)
	  && !w->copied.contains (root));
}

/* Is REF, or what it is a part of, known by these words only?  */
static bool
one_name_p (struct member_walk *w, tree ref)
{
  if (w->plain.contains (plug_member_root (ref)) || in_whole_p (w, ref))
    return false;
  for (tree field : w->fields)
    if (part_of_p (ref, field))
      return false;
  for (tree other : w->assigned)
    if ((table_p (ref) && part_of_p (other, field_of (ref)))
	|| (part_of_p (ref, field_of (other)) && !operand_equal_p (ref, other, 0)
	    && !same_array_p (w, ref, other) && !apart_p (ref, other)
	    && !found_apart_p (w, ref, other)))
      return false;
  return true;
}

/* If a member of ROOT can't have a proxy, none has.  */
static bool
root_good_p (struct member_walk *w, tree root)
{
  for (tree ref : w->refs)
    if (plug_member_root (ref) == root && !one_name_p (w, ref))
      return false;
  for (tree ref : w->reached)
    if (plug_member_root (ref) == root && !one_name_p (w, ref))
      return false;
  for (tree ref : w->assigned)
    if (plug_member_root (ref) == root && w->copied.contains (root))
      return false;
  return true;
}

static tree
new_proxy (tree fndecl, tree ref)
{
  tree root = plug_member_root (ref);
  tree proxy = plug_artificial_variable (fndecl, EXPR_LOCATION (ref),
					 print_generic_expr_to_str (ref),
					 TYPE_MAIN_VARIANT (TREE_TYPE (ref)));
  TREE_ADDRESSABLE (proxy)
    = (POINTER_TYPE_P (TREE_TYPE (root)) || TREE_ADDRESSABLE (root)
       || is_global_var (root));
  return proxy;
}

const struct plug_member *
plug_member_of (const vec<struct plug_member> &members, tree ref)
{
  if (TREE_CODE (ref) == COMPONENT_REF || TREE_CODE (ref) == ARRAY_REF)
    for (unsigned i = 0; i < members.length (); i++)
      if (operand_equal_p (members[i].ref, ref, 0))
	return &members[i];
  return NULL;
}

/* IF_THERE, but OTHERWISE if a pointer that leads to the structure of REF is null:
   a region that does nothing does not look at it either.  */
static tree
checked (tree ref, tree if_there, tree otherwise)
{
  tree there = NULL_TREE;
  for (tree t = ref; t; t = step_out (t))
    if (TREE_CODE (t) == INDIRECT_REF)
      {
	tree p = pointer_followed (t);
	tree test = build2 (NE_EXPR, boolean_type_node, p,
			    build_int_cst (TREE_TYPE (p), 0));
	there = (there ? build2 (TRUTH_ANDIF_EXPR, boolean_type_node, test, there)
		 : test);
      }
  return (there ? build3 (COND_EXPR, TREE_TYPE (if_there), there, if_there,
			  otherwise) : if_there);
}

tree
plug_member_value (tree ref)
{
  return checked (ref, ref, build_zero_cst (TREE_TYPE (ref)));
}

tree
plug_member_assignment (tree ref, tree value)
{
  tree t = build2 (MODIFY_EXPR, void_type_node, ref, value);
  TREE_SIDE_EFFECTS (t) = 1;
  plug_no_warning (t);
  t = checked (ref, t, build_empty_stmt (UNKNOWN_LOCATION));
  TREE_SIDE_EFFECTS (t) = 1;
  return t;
}

tree
plug_member_address (tree ref)
{
  mark_addressable (ref);
  tree address = fold_convert (ptr_type_node, build_fold_addr_expr (ref));
  return far_p (ref) ? checked (ref, address, null_pointer_node) : address;
}

/* The member that REF is, or is an element of, added if need be; null if it can't have a
   proxy.  */
static struct plug_member *
add_member (struct plug_free_variables *s, struct member_walk *w, tree ref)
{
  if (!root_good_p (w, plug_member_root (ref)))
    return NULL;
  if (tree array = array_used (w, ref))
    ref = array;
  if (const struct plug_member *m = plug_member_of (s->members, ref))
    return const_cast<struct plug_member *> (m);
  struct plug_member m = { ref, new_proxy (s->fndecl, ref), false, false };
  s->members.safe_push (m);
  return &s->members.last ();
}

void
plug_find_members (struct plug_free_variables *s)
{
  struct member_walk w;
  walk_tree (&s->body, visit, &w, &w.visited);
  for (tree ref : w.refs)
    add_member (s, &w, ref);
  for (tree ref : w.reached)
    if (struct plug_member *m = add_member (s, &w, ref))
      m->in_helper = true;
  for (tree ref : w.reached_assigned)
    if (struct plug_member *m = add_member (s, &w, ref))
      m->in_helper = m->written = true;
}
