/* remap.cc: copying a region's statements into a function of its own.

   SPDX-License-Identifier: GPL-3.0-or-later

   Unlike GCC's copy_tree_body_r this replaces static and global variables as
   well as automatic ones, and rebuilds types of variable size from their
   folded bounds: after the copy `double (*)[n]' with n = 1024 is
   `double (*)[1024]', a type like any other, and subscripts have constant
   strides at every -O level.  */

#include "pram-gcc.h"
#include "remap.h"
#include "free-variables.h"
#include "pardo.h"

/* The expression T does nothing: so do the checks that
   -fsanitize=vla-bound wraps around sizes that are known.  */
static bool
idle_p (tree t)
{
  if (!t || !TREE_SIDE_EFFECTS (t))
    return true;
  return (TREE_CODE (t) == COND_EXPR
	  && TREE_CODE (TREE_OPERAND (t, 0)) == INTEGER_CST
	  && idle_p (TREE_OPERAND (t, integer_zerop (TREE_OPERAND (t, 0))
				      ? 2 : 1)));
}

/* T folded if it is an operation on integer constants.  */
static tree
fold_constants (tree t)
{
  int n = TREE_OPERAND_LENGTH (t);
  if (TREE_CODE (t) == COMPOUND_EXPR && idle_p (TREE_OPERAND (t, 0))
      && TREE_CODE (TREE_OPERAND (t, 1)) == INTEGER_CST)
    return TREE_OPERAND (t, 1);
  enum tree_code_class c = TREE_CODE_CLASS (TREE_CODE (t));
  if (c != tcc_unary && c != tcc_binary && c != tcc_comparison
      && TREE_CODE (t) != COND_EXPR && TREE_CODE (t) != NON_LVALUE_EXPR)
    return t;
  if (!INTEGRAL_TYPE_P (TREE_TYPE (t)))
    return t;
  for (int i = 0; i < n; i++)
    if (!TREE_OPERAND (t, i)
	|| TREE_CODE (TREE_OPERAND (t, i)) != INTEGER_CST)
      return t;
  tree folded = fold (t);
  return (TREE_CODE (folded) == INTEGER_CST && !TREE_OVERFLOW (folded)
	  ? folded : t);
}

/* A new variable of C->to that stands for VAR.  Its initial value is copied
   where it is declared.  */
static tree
copy_variable (struct plug_remap *c, tree var)
{
  tree copy = copy_node (var);
  TREE_TYPE (copy) = plug_remap_type (c, TREE_TYPE (var));
  DECL_CONTEXT (copy) = c->to;
  DECL_INITIAL (copy) = NULL_TREE;
  DECL_LANG_SPECIFIC (copy) = NULL;
  DECL_CHAIN (copy) = NULL_TREE;
  DECL_ABSTRACT_ORIGIN (copy) = NULL_TREE;
  DECL_SEEN_IN_BIND_EXPR_P (copy) = 0;
  TREE_ADDRESSABLE (copy) = 0;
  /* What is stored in tables of pointers GCC makes no registers of otherwise.  */
  if (POINTER_TYPE_P (strip_array_types (TREE_TYPE (copy))))
    TREE_READONLY (copy) = 0;
  TREE_USED (copy) = 1;
  if (TREE_TYPE (copy) != TREE_TYPE (var))
    {
      DECL_SIZE (copy) = DECL_SIZE_UNIT (copy) = NULL_TREE;
      SET_DECL_MODE (copy, VOIDmode);
      layout_decl (copy, 0);
    }
  plug_no_warning (copy);
  c->map->put (var, copy);
  c->made->add (copy);
  return copy;
}

static tree
copy_label (struct plug_remap *c, tree label)
{
  tree copy = copy_node (label);
  DECL_CONTEXT (copy) = c->to;
  DECL_LANG_SPECIFIC (copy) = NULL;
  DECL_CHAIN (copy) = NULL_TREE;
  LABEL_DECL_UID (copy) = -1;
  c->map->put (label, copy);
  return copy;
}

/* VAR is an automatic variable of the function that is copied from.  */
static bool
automatic_p (struct plug_remap *c, tree var)
{
  return (VAR_P (var) && DECL_CONTEXT (var) == c->from && !TREE_STATIC (var)
	  && !DECL_EXTERNAL (var));
}

tree
plug_constant_of (tree decl)
{
  if (!VAR_P (decl) || !TREE_READONLY (decl) || TREE_THIS_VOLATILE (decl)
      || DECL_EXTERNAL (decl) || !DECL_INITIAL (decl)
      || AGGREGATE_TYPE_P (TREE_TYPE (decl)))
    return NULL_TREE;
  tree value = DECL_INITIAL (decl);
  return ((TREE_CODE (value) == INTEGER_CST || TREE_CODE (value) == REAL_CST)
	  && types_compatible_p (TREE_TYPE (value), TREE_TYPE (decl))
	  ? value : NULL_TREE);
}

bool
plug_constant_table_p (tree decl)
{
  if (!VAR_P (decl) || !TREE_STATIC (decl) || !TREE_READONLY (decl)
      || TREE_THIS_VOLATILE (decl) || DECL_EXTERNAL (decl)
      || TREE_CODE (TREE_TYPE (decl)) != ARRAY_TYPE || !DECL_INITIAL (decl)
      || TREE_CODE (DECL_INITIAL (decl)) != CONSTRUCTOR)
    return false;
  tree type = strip_array_types (TREE_TYPE (decl));
  return INTEGRAL_TYPE_P (type) || SCALAR_FLOAT_TYPE_P (type);
}

static tree
copy_declaration (struct plug_remap *c, tree decl)
{
  if (tree *known = c->map->get (decl))
    return unshare_expr (*known);
  if (tree value = plug_constant_of (decl))
    return value;
  if (automatic_p (c, decl))
    {
      tree copy = copy_variable (c, decl);
      DECL_CHAIN (copy) = c->loose;
      return c->loose = copy;
    }
  if (TREE_CODE (decl) == LABEL_DECL)
    return copy_label (c, decl);
  return decl;
}

/* A SAVE_EXPR that the map does not name belongs to the region: one copy for
   all its uses.  */
static tree
copy_save_expr (struct plug_remap *c, tree t)
{
  if (tree *known = c->map->get (t))
    return *known;
  tree value = plug_remap_tree (c, TREE_OPERAND (t, 0));
  if (TREE_CODE (value) != INTEGER_CST)
    {
      value = build1 (SAVE_EXPR, TREE_TYPE (value), value);
      TREE_SIDE_EFFECTS (value) = 1;
    }
  c->map->put (t, value);
  return value;
}

static tree copy_operands (struct plug_remap *, tree);

/* What a statement expression yields is in a variable that belongs to no
   function and to no block until it is gimplified.  */
static tree
copy_target (struct plug_remap *c, tree t)
{
  if (!c->map->get (TARGET_EXPR_SLOT (t)))
    copy_variable (c, TARGET_EXPR_SLOT (t));
  return copy_operands (c, t);
}

static tree
copy_bind (struct plug_remap *c, tree t)
{
  tree vars = NULL_TREE;
  for (tree var = BIND_EXPR_VARS (t); var; var = DECL_CHAIN (var))
    if (automatic_p (c, var) && !c->map->get (var)
	&& !plug_constant_of (var))
      {
	tree copy = copy_variable (c, var);
	DECL_CHAIN (copy) = vars;
	vars = copy;
      }
  tree bind = build3_loc (EXPR_LOCATION (t), BIND_EXPR, void_type_node,
			  nreverse (vars), NULL_TREE, NULL_TREE);
  TREE_TYPE (bind) = TREE_TYPE (t);
  BIND_EXPR_BODY (bind) = plug_remap_tree (c, BIND_EXPR_BODY (t));
  TREE_SIDE_EFFECTS (bind) = 1;
  return bind;
}

/* The declaration of a variable that lives on after the region is an
   assignment in the copy.  */
static tree
copy_decl_expr (struct plug_remap *c, tree t)
{
  tree var = DECL_EXPR_DECL (t);
  location_t loc = EXPR_LOCATION (t);
  if (!automatic_p (c, var) || plug_constant_of (var))
    return build_empty_stmt (loc);
  tree copy = copy_declaration (c, var);
  tree init = DECL_INITIAL (var);
  init = init ? plug_remap_tree (c, init) : NULL_TREE;
  if (c->made->contains (copy))
    {
      DECL_INITIAL (copy) = init;
      return build1_loc (loc, DECL_EXPR, void_type_node, copy);
    }
  return (init ? build2_loc (loc, MODIFY_EXPR, TREE_TYPE (copy), copy, init)
	       : build_empty_stmt (loc));
}

static tree
copy_statements (struct plug_remap *c, tree t)
{
  tree list = alloc_stmt_list ();
  for (tree_stmt_iterator i = tsi_start (t); !tsi_end_p (i); tsi_next (&i))
    if (TREE_CODE (tsi_stmt (i)) != DEBUG_BEGIN_STMT
	&& !plug_pardo_serial_p (tsi_stmt (i)))
      append_to_statement_list_force (plug_remap_tree (c, tsi_stmt (i)),
				      &list);
  TREE_TYPE (list) = TREE_TYPE (t);
  TREE_SIDE_EFFECTS (list) = TREE_SIDE_EFFECTS (t);
  return list;
}

static tree
copy_address (struct plug_remap *c, tree t)
{
  tree object = plug_remap_tree (c, TREE_OPERAND (t, 0));
  tree type = plug_remap_type (c, TREE_TYPE (t));
  if (TREE_CODE (object) == INDIRECT_REF)
    return fold_convert_loc (EXPR_LOCATION (t), type,
			     TREE_OPERAND (object, 0));
  tree base = object;
  while (handled_component_p (base))
    base = TREE_OPERAND (base, 0);
  if (DECL_P (base))
    TREE_ADDRESSABLE (base) = 1;
  tree copy = copy_node (t);
  TREE_TYPE (copy) = type;
  TREE_OPERAND (copy, 0) = object;
  recompute_tree_invariant_for_addr_expr (copy);
  return copy;
}

static tree
copy_constructor (struct plug_remap *c, tree t)
{
  tree copy = copy_node (t), index, value;
  unsigned HOST_WIDE_INT i;
  vec<constructor_elt, va_gc> *elts = NULL;
  FOR_EACH_CONSTRUCTOR_ELT (CONSTRUCTOR_ELTS (t), i, index, value)
    CONSTRUCTOR_APPEND_ELT (elts, index, plug_remap_tree (c, value));
  CONSTRUCTOR_ELTS (copy) = elts;
  TREE_TYPE (copy) = plug_remap_type (c, TREE_TYPE (t));
  return copy;
}

static tree
copy_constant (struct plug_remap *c, tree t)
{
  tree type = plug_remap_type (c, TREE_TYPE (t));
  if (type == TREE_TYPE (t))
    return t;
  tree copy = copy_node (t);
  TREE_TYPE (copy) = type;
  return copy;
}

static tree
copy_operands (struct plug_remap *c, tree t)
{
  tree copy = copy_node (t);
  TREE_TYPE (copy) = plug_remap_type (c, TREE_TYPE (t));
  int n = TREE_OPERAND_LENGTH (t);
  for (int i = 0; i < n; i++)
    TREE_OPERAND (copy, i) = plug_remap_tree (c, TREE_OPERAND (t, i));
  return fold_constants (copy);
}

static tree
copy_member (struct plug_remap *c, tree t)
{
  const struct plug_member *m
    = c->members ? plug_member_of (*c->members, t) : NULL;
  return m ? plug_remap_tree (c, m->proxy) : copy_operands (c, t);
}

tree
plug_remap_tree (struct plug_remap *c, tree t)
{
  if (!t)
    return t;
  if (TYPE_P (t))
    return plug_remap_type (c, t);
  if (CONSTANT_CLASS_P (t))
    return copy_constant (c, t);
  if (DECL_P (t))
    return copy_declaration (c, t);
  switch (TREE_CODE (t))
    {
    case SAVE_EXPR: return copy_save_expr (c, t);
    case BIND_EXPR: return copy_bind (c, t);
    case TARGET_EXPR: return copy_target (c, t);
    case DECL_EXPR: return copy_decl_expr (c, t);
    case STATEMENT_LIST: return copy_statements (c, t);
    case ADDR_EXPR: return copy_address (c, t);
    case CONSTRUCTOR: return copy_constructor (c, t);
    case IDENTIFIER_NODE: return t;
    case COMPONENT_REF: case ARRAY_REF: return copy_member (c, t);
    default:
      return EXPR_P (t) ? copy_operands (c, t) : t;
    }
}

static tree
copy_array_type (struct plug_remap *c, tree type)
{
  tree elem = plug_remap_type (c, TREE_TYPE (type));
  tree domain = TYPE_DOMAIN (type);
  tree max = domain ? TYPE_MAX_VALUE (domain) : NULL_TREE;
  if (max && TREE_CODE (max) != INTEGER_CST)
    domain = build_index_type (plug_remap_tree (c, max));
  else if (elem == TREE_TYPE (type))
    return type;
  return build_array_type (elem, domain);
}

tree
plug_remap_type (struct plug_remap *c, tree type)
{
  if (!type || !TYPE_P (type)
      || (TREE_CODE (type) != POINTER_TYPE && TREE_CODE (type) != ARRAY_TYPE))
    return type;
  if (tree *known = c->map->get (type))
    return *known;
  tree copy;
  if (TREE_CODE (type) == ARRAY_TYPE)
    copy = copy_array_type (c, type);
  else
    {
      tree target = plug_remap_type (c, TREE_TYPE (type));
      copy = (target == TREE_TYPE (type) ? type
	      : build_qualified_type (build_pointer_type (target),
				      TYPE_QUALS (type)));
    }
  c->map->put (type, copy);
  return copy;
}

/* --- Copies within a function --------------------------------------------- */

/* What stays the same in a copy.  */
struct same { struct plug_remap *c; hash_set<tree> declared; };

static tree
visit_declared (tree *tp, int *walk_subtrees, void *data)
{
  struct same *s = (struct same *) data;
  if (TYPE_P (*tp))
    *walk_subtrees = 0;
  else if (TREE_CODE (*tp) == DECL_EXPR)
    s->declared.add (DECL_EXPR_DECL (*tp));
  else if (TREE_CODE (*tp) == TARGET_EXPR)
    s->declared.add (TARGET_EXPR_SLOT (*tp));
  return NULL_TREE;
}

static tree
visit_own (tree *tp, int *walk_subtrees, void *data)
{
  if (TYPE_P (*tp))
    *walk_subtrees = 0;
  return (DECL_P (*tp) && ((struct same *) data)->declared.contains (*tp))
	 ? *tp : NULL_TREE;
}

static tree
visit_same (tree *tp, int *walk_subtrees, void *data)
{
  struct same *s = (struct same *) data;
  tree t = *tp;
  if (TYPE_P (t))
    {
      *walk_subtrees = 0;
      return NULL_TREE;
    }
  for (tree type = TREE_TYPE (t); type && TYPE_P (type); type = TREE_TYPE (type))
    if (TREE_CODE (type) == POINTER_TYPE || TREE_CODE (type) == ARRAY_TYPE)
      s->c->map->put (type, type);
    else
      break;
  if ((DECL_P (t) && !s->declared.contains (t))
      || (TREE_CODE (t) == SAVE_EXPR
	  && !walk_tree_without_duplicates (&TREE_OPERAND (t, 0), visit_own,
					    s)))
    s->c->map->put (t, t);
  return NULL_TREE;
}

tree
plug_copy_statement (tree fndecl, tree t, tree var, tree other)
{
  hash_map<tree, tree> map;
  hash_set<tree> made;
  struct plug_remap c = { fndecl, fndecl, &map, &made, NULL_TREE, NULL };
  struct same s;
  s.c = &c;
  walk_tree_without_duplicates (&t, visit_declared, &s);
  walk_tree_without_duplicates (&t, visit_same, &s);
  if (var)
    map.put (var, other);
  return plug_remap_tree (&c, t);
}

tree
plug_copy_saved (tree fndecl, tree t)
{
  hash_map<tree, tree> map;
  hash_set<tree> made;
  struct plug_remap c = { NULL_TREE, fndecl, &map, &made, NULL_TREE, NULL };
  return plug_remap_tree (&c, TREE_OPERAND (t, 0));
}
