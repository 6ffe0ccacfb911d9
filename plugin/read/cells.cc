/* cells.cc: objects that one pointer may lead to.

   SPDX-License-Identifier: GPL-3.0-or-later

   Steensgaard's points-to analysis: all that one variable may lead to is one
   *cell*, and so is all that the objects in a cell lead to.  Statements are
   looked at in no order, each once, and members are not told apart.  A cell may
   *get out*: functions of other files may access it.  */

#include "pram-gcc.h"
#include "cells.h"

auto_vec<struct plug_cell> plug_cells;
static hash_map<tree, int> *cell_of;
hash_set<tree> *plug_addressed;

int
plug_cell_find (int c)
{
  while (plug_cells[c].up != c)
    c = plug_cells[c].up = plug_cells[plug_cells[c].up].up;
  return c;
}

static int
new_cell (void)
{
  int c = plug_cells.length ();
  plug_cells.safe_push ({ c, -1, NULL, NULL_TREE, false, NULL_TREE });
  return c;
}

void
plug_cell_get_out (int c, const char *how, tree by)
{
  c = plug_cell_find (c);
  if (!plug_cells[c].how)
    {
      plug_cells[c].how = how;
      plug_cells[c].by = by;
    }
}

void
plug_cell_unify (int a, int b)
{
  while (a >= 0 && b >= 0)
    {
      a = plug_cell_find (a);
      b = plug_cell_find (b);
      if (a == b)
	return;
      struct plug_cell *to = &plug_cells[a], from = plug_cells[b];
      int next = to->to;
      plug_cells[b].up = a;
      if (from.how)
	plug_cell_get_out (a, from.how, from.by);
      to->lasting |= from.lasting;
      to->to = next >= 0 ? next : from.to;
      a = next;
      b = from.to;
    }
}

int
plug_cell_target (int c)
{
  c = plug_cell_find (c);
  if (plug_cells[c].to < 0)
    {
      int to = new_cell ();
      plug_cells[c].to = to;
    }
  return plug_cell_find (plug_cells[c].to);
}

const char plug_visible[]
  = "'%s' is visible to other files: declare it static";

bool
plug_visible_p (tree var)
{
  return (VAR_P (var) && is_global_var (var)
	  && (TREE_PUBLIC (var) || DECL_EXTERNAL (var) || DECL_PRESERVE_P (var)));
}

static int
cell_of_name (tree name)
{
  if (TREE_CODE (name) == SSA_NAME && SSA_NAME_VAR (name))
    name = SSA_NAME_VAR (name);
  bool known;
  int &c = cell_of->get_or_insert (name, &known);
  if (known)
    return plug_cell_find (c);
  c = new_cell ();
  if (VAR_P (name) && is_global_var (name))
    {
      plug_cells[c].lasting = true;
      if (plug_visible_p (name))
	plug_cell_get_out (c, plug_visible, name);
    }
  return c;
}

int
plug_cell_of (tree ref)
{
  while (handled_component_p (ref) || TREE_CODE (ref) == WITH_SIZE_EXPR)
    ref = TREE_OPERAND (ref, 0);
  if (TREE_CODE (ref) == MEM_REF || TREE_CODE (ref) == TARGET_MEM_REF
      || INDIRECT_REF_P (ref))
    {
      tree pointer = TREE_OPERAND (ref, 0);
      while (CONVERT_EXPR_P (pointer))
	pointer = TREE_OPERAND (pointer, 0);
      return (TREE_CODE (pointer) == ADDR_EXPR
	      ? plug_cell_of (TREE_OPERAND (pointer, 0))
	      : plug_cell_target (plug_cell_of (pointer)));
    }
  if (TREE_CODE (ref) == FUNCTION_DECL)
    plug_addressed->add (ref);
  return (DECL_P (ref) || TREE_CODE (ref) == SSA_NAME ? cell_of_name (ref)
	  : new_cell ());
}

bool
plug_leads_p (tree type)
{
  return POINTER_TYPE_P (type) || AGGREGATE_TYPE_P (type);
}

int
plug_cell_led_to (tree value)
{
  if (!value || !plug_leads_p (TREE_TYPE (value)))
    return -1;
  while (CONVERT_EXPR_P (value) || TREE_CODE (value) == POINTER_PLUS_EXPR)
    value = TREE_OPERAND (value, 0);
  if (TREE_CODE (value) == ADDR_EXPR)
    return plug_cell_of (TREE_OPERAND (value, 0));
  if (TREE_CODE (value) == CONSTRUCTOR)
    {
      unsigned i;
      tree part;
      int all = new_cell ();
      FOR_EACH_CONSTRUCTOR_VALUE (CONSTRUCTOR_ELTS (value), i, part)
	plug_cell_unify (all, plug_cell_led_to (part));
      return all;
    }
  return (CONSTANT_CLASS_P (value) ? -1
	  : plug_cell_target (plug_cell_of (value)));
}

void
plug_cell_assign (tree lhs, tree value)
{
  int c = lhs && plug_leads_p (TREE_TYPE (lhs)) ? plug_cell_led_to (value) : -1;
  if (c >= 0)
    plug_cell_unify (plug_cell_target (plug_cell_of (lhs)), c);
}

void
plug_cell_give (tree value, const char *how, tree by)
{
  int c = plug_cell_led_to (value);
  if (c >= 0)
    plug_cell_get_out (c, how, by);
}

void
plug_cells_clear (void)
{
  delete cell_of;
  delete plug_addressed;
  cell_of = new hash_map<tree, int>;
  plug_addressed = new hash_set<tree>;
  plug_cells.truncate (0);
}
