/* emit-note.cc: the note by which the runtime finds a region.

   SPDX-License-Identifier: GPL-3.0-or-later

   It is a statement of the assembler in a function that nobody calls, as only
   there it can have an operand: link-time optimisation may give the region
   another symbol.  */

#include "pram-gcc.h"
#include "emit.h"

/* An address is no immediate operand in the large code models: REGION's symbol
   has to do.  */
static bool
immediate_p (void)
{
  return ix86_cmodel != CM_LARGE && ix86_cmodel != CM_LARGE_PIC;
}

static tree
note_statement (tree region)
{
  const char *symbol = IDENTIFIER_POINTER (DECL_ASSEMBLER_NAME (region));
  char *text = xasprintf (PRAM_NOTE ("%s"), immediate_p () ? "%c0" : symbol);
  tree inputs = NULL_TREE;
  TREE_ADDRESSABLE (region) = 1;
  varpool_node::get_create (region)->force_output = 1;
  if (immediate_p ())
    inputs
      = build_tree_list (build_tree_list (NULL_TREE, build_string (2, "i")),
			 build_fold_addr_expr (region));
  tree statement = build5 (ASM_EXPR, void_type_node,
			   build_string (strlen (text) + 1, text), NULL_TREE,
			   inputs, NULL_TREE, NULL_TREE);
  ASM_VOLATILE_P (statement) = 1;
  TREE_SIDE_EFFECTS (statement) = 1;
  free (text);
  return statement;
}

/* The function SYMBOL with the body STATEMENT.  */
static tree
build_function (const char *symbol, tree statement)
{
  tree fn = build_decl (UNKNOWN_LOCATION, FUNCTION_DECL,
			get_identifier (symbol),
			build_function_type_list (void_type_node, NULL_TREE));
  tree result = build_decl (UNKNOWN_LOCATION, RESULT_DECL, NULL_TREE,
			    void_type_node);
  DECL_ARTIFICIAL (result) = DECL_IGNORED_P (result) = 1;
  DECL_CONTEXT (result) = fn;
  DECL_RESULT (fn) = result;
  TREE_STATIC (fn) = TREE_USED (fn) = 1;
  DECL_ARTIFICIAL (fn) = DECL_IGNORED_P (fn) = 1;
  DECL_UNINLINABLE (fn) = DECL_PRESERVE_P (fn) = 1;
  DECL_NO_INSTRUMENT_FUNCTION_ENTRY_EXIT (fn) = 1;
  DECL_FUNCTION_SPECIFIC_TARGET (fn) = target_option_default_node;
  DECL_FUNCTION_SPECIFIC_OPTIMIZATION (fn) = optimization_default_node;
  tree block = make_node (BLOCK);
  TREE_USED (block) = 1;
  BLOCK_SUPERCONTEXT (block) = fn;
  DECL_INITIAL (fn) = block;
  DECL_SAVED_TREE (fn) = build3 (BIND_EXPR, void_type_node, NULL_TREE,
				 statement, block);
  TREE_SIDE_EFFECTS (DECL_SAVED_TREE (fn)) = 1;
  return fn;
}

void
plug_emit_note (const char *symbol, tree region)
{
  plug_add_function (build_function (symbol, note_statement (region)), false);
}
