/* abi-types.cc: the structures of pram-abi.h as GCC types, and their values.

   SPDX-License-Identifier: GPL-3.0-or-later

   The tables below repeat pram-abi.h member by member, with the offsets that
   the host's compiler chose; plug_abi_check compares them with the layout for
   the target, so that neither a member forgotten here nor another target can
   go unnoticed.  */

#include "pram-gcc.h"
#include "abi-types.h"
#include "roots.h"

enum member_type { I32, I64, ADDR };

struct member
{
  const char *name;
  enum member_type type;
  size_t offset, size;
};

#define M(structure, name, type) \
  { #name, type, offsetof (struct structure, name), \
    sizeof (((struct structure *) 0)->name) }

static const struct member site_members[] = {
  M (pram_site, abi_version, I32), M (pram_site, line, I32),
  M (pram_site, name, ADDR), M (pram_site, file, ADDR),
  M (pram_site, n_args, I32), M (pram_site, runtime, ADDR)
};

static const struct member region_members[] = {
  M (pram_region, site, ADDR), M (pram_region, reason, ADDR),
  M (pram_region, reason_line, I32), M (pram_region, n_args, I32),
  M (pram_region, args, ADDR), M (pram_region, driver, ADDR),
  M (pram_region, n_units, I64),
  M (pram_region, n_counts, I32), M (pram_region, n_layers, I32),
  M (pram_region, layers, ADDR), M (pram_region, n_scatter, I32),
  M (pram_region, scatter, ADDR), M (pram_region, n_gather, I32),
  M (pram_region, gather, ADDR), M (pram_region, code, ADDR),
  M (pram_region, n_tasks, I64), M (pram_region, iterations, I32),
  M (pram_region, tables, ADDR), M (pram_region, messages, ADDR),
  M (pram_region, node, I32), M (pram_region, n_forecasts, I32),
  M (pram_region, forecasts, ADDR)
};

static const struct member arg_members[] = {
  M (pram_arg, kind, I32), M (pram_arg, type, I32), M (pram_arg, name, ADDR),
  M (pram_arg, lo, I64), M (pram_arg, hi, I64), M (pram_arg, written, I32),
  M (pram_arg, checked, I32), M (pram_arg, expected, I64),
  M (pram_arg, contiguous, I32),
  M (pram_arg, dead, I32), M (pram_arg, local, I32),
  M (pram_arg, object, I64)
};

static const struct member layer_members[] = {
  M (pram_layer, line, I32), M (pram_layer, flags, I32),
  M (pram_layer, unit_lo, I64), M (pram_layer, unit_hi, I64),
  M (pram_layer, tasks_per_unit, I64), M (pram_layer, n_bases, I32),
  M (pram_layer, n_transfers, I32), M (pram_layer, transfers, ADDR),
  M (pram_layer, boundary, I32), M (pram_layer, n_reductions, I32),
  M (pram_layer, reductions, ADDR), M (pram_layer, n_waits, I32),
  M (pram_layer, waits, ADDR), M (pram_layer, n_pipes, I32),
  M (pram_layer, pipes, ADDR), M (pram_layer, reach, I64),
  M (pram_layer, ahead_up, I64), M (pram_layer, ahead_down, I64)
};

static const struct member pipe_members[] = {
  M (pram_pipe, layer, I32), M (pram_pipe, up, I64), M (pram_pipe, down, I64)
};

static const struct member transfer_members[] = {
  M (pram_transfer, array, I32), M (pram_transfer, set, I32),
  M (pram_transfer, elem_size, I32), M (pram_transfer, line, I32)
};

static const struct member reduction_members[] = {
  M (pram_reduction, op, I32), M (pram_reduction, type, I32),
  M (pram_reduction, name, ADDR), M (pram_reduction, how, I32)
};

static const struct member tables_members[] = {
  M (pram_tables, strategy, ADDR), M (pram_tables, n_procs, I32),
  M (pram_tables, n_names, I32),
  M (pram_tables, names, ADDR), M (pram_tables, n_accesses, I32),
  M (pram_tables, accesses, ADDR), M (pram_tables, permutations, ADDR),
  M (pram_tables, n_blocks, I32), M (pram_tables, blocks, ADDR),
  M (pram_tables, counted_block, I32), M (pram_tables, spacing, I32),
  M (pram_tables, counted, I64), M (pram_tables, lines, ADDR)
};

static const struct member name_members[] = {
  M (pram_name, arg, I32), M (pram_name, elem_size, I32),
  M (pram_name, lo, I64), M (pram_name, hi, I64), M (pram_name, collect, I32)
};

static const struct member trace_access_members[] = {
  M (pram_trace_access, name, I32), M (pram_trace_access, write, I32),
  M (pram_trace_access, op, I32), M (pram_trace_access, type, I32),
  M (pram_trace_access, how, I32), M (pram_trace_access, reduction, I32)
};

static const struct member task_run_members[] = {
  M (pram_task_run, first, I32), M (pram_task_run, count, I32),
  M (pram_task_run, stride, I32)
};

static const struct member block_members[] = {
  M (pram_task_block, trace, I32), M (pram_task_block, n_tasks, I32),
  M (pram_task_block, n_runs, I32), M (pram_task_block, runs, ADDR)
};

static const struct member message_members[] = {
  M (pram_message, o_send, I64), M (pram_message, o_recv, I64),
  M (pram_message, latency, I64), M (pram_message, gap, I64)
};

static const struct member forecast_members[] = {
  M (pram_forecast, procs, I32), M (pram_forecast, entry_computing, I64),
  M (pram_forecast, iteration_computing, I64),
  M (pram_forecast, entry_messages, I64),
  M (pram_forecast, iteration_messages, I64),
  M (pram_forecast, entry_bytes, I64), M (pram_forecast, iteration_bytes, I64)
};

#define S(structure, members) \
  { #structure, sizeof (struct structure), members, ARRAY_SIZE (members) }

static const struct structure
{
  const char *name;
  size_t size;
  const struct member *members;
  unsigned n_members;
} structures[PLUG_N_ABI] = {
  S (pram_site, site_members), S (pram_region, region_members),
  S (pram_arg, arg_members), S (pram_layer, layer_members),
  S (pram_transfer, transfer_members), S (pram_reduction, reduction_members),
  S (pram_pipe, pipe_members), S (pram_tables, tables_members),
  S (pram_name, name_members), S (pram_trace_access, trace_access_members),
  S (pram_task_run, task_run_members), S (pram_task_block, block_members),
  S (pram_message, message_members), S (pram_forecast, forecast_members)
};

static tree types[PLUG_N_ABI];

static tree
member_tree_type (enum member_type type)
{
  switch (type)
    {
    case I32: return build_nonstandard_integer_type (32, 0);
    case I64: return build_nonstandard_integer_type (64, 0);
    default: return ptr_type_node;
    }
}

static tree
build_structure (const struct structure *s)
{
  tree type = make_node (RECORD_TYPE), fields = NULL_TREE;
  for (unsigned i = 0; i < s->n_members; i++)
    {
      tree field = build_decl (BUILTINS_LOCATION, FIELD_DECL,
			       get_identifier (s->members[i].name),
			       member_tree_type (s->members[i].type));
      DECL_CHAIN (field) = fields;
      fields = field;
    }
  finish_builtin_struct (type, s->name, fields, NULL_TREE);
  return type;
}

tree
plug_abi_type (enum plug_abi abi, bool const_p)
{
  if (!types[abi])
    {
      types[abi] = build_structure (&structures[abi]);
      plug_root (&types[abi]);
    }
  return const_p ? build_qualified_type (types[abi], TYPE_QUAL_CONST)
		 : types[abi];
}

/* The number of the member NAME.  */
static unsigned
member_number (enum plug_abi abi, const char *name)
{
  for (unsigned i = 0; i < structures[abi].n_members; i++)
    if (strcmp (structures[abi].members[i].name, name) == 0)
      return i;
  internal_error ("pram: no member %qs in %qs", name, structures[abi].name);
}

/* The FIELD_DECL of member number K.  */
static tree
field_number (enum plug_abi abi, unsigned k)
{
  tree field = TYPE_FIELDS (plug_abi_type (abi));
  while (k--)
    field = DECL_CHAIN (field);
  return field;
}

tree
plug_abi_field (enum plug_abi abi, const char *name)
{
  return field_number (abi, member_number (abi, name));
}

bool
plug_abi_check (void)
{
  for (int abi = 0; abi < PLUG_N_ABI; abi++)
    {
      const struct structure *s = &structures[abi];
      tree field = TYPE_FIELDS (plug_abi_type ((enum plug_abi) abi));
      bool same = int_size_in_bytes (types[abi]) == (HOST_WIDE_INT) s->size;
      for (unsigned i = 0; i < s->n_members; i++, field = DECL_CHAIN (field))
	same &= ((size_t) int_byte_position (field) == s->members[i].offset
		 && ((size_t) int_size_in_bytes (TREE_TYPE (field))
		     == s->members[i].size));
      if (!same)
	{
	  error ("pram: this target lays out %<struct %s%> differently from "
		 "the host; only native compilation is supported", s->name);
	  return false;
	}
    }
  return true;
}

void
plug_value_start (struct plug_value *v, enum plug_abi abi)
{
  STATIC_ASSERT (ARRAY_SIZE (region_members) <= PLUG_ABI_MAX_FIELDS);
  memset (v, 0, sizeof *v);
  v->abi = abi;
}

void
plug_value_set (struct plug_value *v, const char *member, tree value)
{
  unsigned k = member_number (v->abi, member);
  v->member[k] = fold_convert (TREE_TYPE (field_number (v->abi, k)), value);
}

void
plug_value_set_int (struct plug_value *v, const char *member,
		    HOST_WIDE_INT value)
{
  unsigned k = member_number (v->abi, member);
  v->member[k] = build_int_cst (TREE_TYPE (field_number (v->abi, k)), value);
}

tree
plug_value_finish (struct plug_value *v)
{
  vec<constructor_elt, va_gc> *elts = NULL;
  tree field = TYPE_FIELDS (plug_abi_type (v->abi));
  for (unsigned i = 0; field; i++, field = DECL_CHAIN (field))
    {
      tree value = v->member[i];
      if (!value)
	value = build_zero_cst (TREE_TYPE (field));
      CONSTRUCTOR_APPEND_ELT (elts, field, value);
    }
  tree c = build_constructor (plug_abi_type (v->abi), elts);
  TREE_CONSTANT (c) = 1;
  TREE_STATIC (c) = 1;
  return c;
}

void
plug_abi_push (vec<constructor_elt, va_gc> **table, tree element)
{
  CONSTRUCTOR_APPEND_ELT (*table, size_int (vec_safe_length (*table)),
			  element);
}

tree
plug_abi_static (tree type, const char *symbol, tree init, bool readonly)
{
  if (readonly)
    type = build_qualified_type (type, TYPE_QUAL_CONST);
  tree var = build_decl (UNKNOWN_LOCATION, VAR_DECL, get_identifier (symbol),
			 type);
  TREE_STATIC (var) = 1;
  TREE_PUBLIC (var) = 0;
  TREE_USED (var) = 1;
  TREE_ADDRESSABLE (var) = 1;
  TREE_READONLY (var) = readonly;
  DECL_ARTIFICIAL (var) = 1;
  DECL_IGNORED_P (var) = 1;
  DECL_INITIAL (var) = init;
  layout_decl (var, 0);
  varpool_node::finalize_decl (var);
  return var;
}

tree
plug_abi_array (tree elem_type, const char *symbol,
		vec<constructor_elt, va_gc> *table)
{
  if (vec_safe_is_empty (table))
    return null_pointer_node;
  tree type = build_array_type_nelts (elem_type, vec_safe_length (table));
  tree init = build_constructor (type, table);
  TREE_CONSTANT (init) = 1;
  TREE_STATIC (init) = 1;
  return plug_abi_address (plug_abi_static (type, symbol, init, true));
}

tree
plug_abi_table (enum plug_abi abi, const char *symbol,
		vec<constructor_elt, va_gc> *table)
{
  return plug_abi_array (plug_abi_type (abi, true), symbol, table);
}

tree
plug_abi_string (const char *s)
{
  return fold_convert (ptr_type_node,
		       build_string_literal (strlen (s) + 1, s));
}

tree
plug_abi_address (tree decl)
{
  TREE_ADDRESSABLE (decl) = 1;
  return fold_convert (ptr_type_node, build_fold_addr_expr (decl));
}
