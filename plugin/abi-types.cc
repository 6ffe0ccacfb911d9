/* abi-types.cc: the structures of pram-abi.h as GCC types, and their values.

   SPDX-License-Identifier: GPL-3.0-or-later

   The tables below repeat pram-abi.h member by member, with the offsets that
   the host's compiler chose; plug_abi_check compares them with the layout for
   the target, so that neither a member forgotten here nor another target can
   go unnoticed.  */

#include "pram-gcc.h"
#include "abi-types.h"
#include "roots.h"

/* What a pointer points to: TEXT a string; DECL a variable or function, in
   place of whose address its declaration stands in memory; TABLE structures,
   INTS and LONGS integers.  */
enum member_type { I32, I64, TEXT, DECL, TABLE, INTS, LONGS };

struct member
{
  const char *name;
  enum member_type type;
  size_t offset, size;
  /* Tables: of structures of kind OF; there are as many elements as the product
     of the members at N and TIMES says.  */
  enum plug_abi of;
  size_t n, times;
};

/* A member that is always 1.  */
static const size_t one = (size_t) -1;

#define M(structure, name, type) \
  { #name, type, offsetof (struct structure, name), \
    sizeof (((struct structure *) 0)->name), PLUG_N_ABI, one, one }
#define T(structure, name, type, of, n, times) \
  { #name, type, offsetof (struct structure, name), \
    sizeof (((struct structure *) 0)->name), of, n, times }
#define N(structure, name) offsetof (struct structure, name)

static const struct member site_members[] = {
  M (pram_site, abi_version, I32), M (pram_site, line, I32),
  M (pram_site, name, TEXT), M (pram_site, file, TEXT),
  M (pram_site, n_args, I32), M (pram_site, runtime, DECL)
};

static const struct member region_members[] = {
  M (pram_region, site, DECL), M (pram_region, reason, TEXT),
  M (pram_region, reason_line, I32), M (pram_region, n_args, I32),
  T (pram_region, args, TABLE, PLUG_ABI_ARG, N (pram_region, n_args), one),
  M (pram_region, n_known, I32),
  T (pram_region, known, TABLE, PLUG_ABI_KNOWN, N (pram_region, n_known), one),
  M (pram_region, n_known_words, I32),
  T (pram_region, known_words, LONGS, PLUG_N_ABI,
     N (pram_region, n_known_words), one),
  M (pram_region, driver, DECL), M (pram_region, n_units, I64),
  M (pram_region, n_counts, I32), M (pram_region, levels, I32),
  M (pram_region, n_layers, I32),
  T (pram_region, layers, TABLE, PLUG_ABI_LAYER, N (pram_region, n_layers),
     one),
  M (pram_region, n_scatter, I32),
  T (pram_region, scatter, TABLE, PLUG_ABI_TRANSFER,
     N (pram_region, n_scatter), one),
  M (pram_region, n_gather, I32),
  T (pram_region, gather, TABLE, PLUG_ABI_TRANSFER, N (pram_region, n_gather),
     one),
  M (pram_region, n_code, I32),
  T (pram_region, code, LONGS, PLUG_N_ABI, N (pram_region, n_code), one),
  M (pram_region, n_numbers, I32),
  T (pram_region, numbers, LONGS, PLUG_N_ABI, N (pram_region, n_numbers), one),
  M (pram_region, n_tasks, I64), M (pram_region, iterations, I32),
  T (pram_region, tables, TABLE, PLUG_ABI_TABLES, one, one),
  M (pram_region, n_messages, I32),
  T (pram_region, messages, TABLE, PLUG_ABI_MESSAGE,
     N (pram_region, n_messages), one),
  M (pram_region, node, I32),
  M (pram_region, traits, I32), M (pram_region, n_forecasts, I32),
  T (pram_region, forecasts, TABLE, PLUG_ABI_FORECAST,
     N (pram_region, n_forecasts), one),
  M (pram_region, source, TEXT), M (pram_region, shape, TEXT),
  M (pram_region, machine, TEXT), M (pram_region, effect, TEXT)
};

static const struct member arg_members[] = {
  M (pram_arg, kind, I32), M (pram_arg, type, I32), M (pram_arg, name, TEXT),
  M (pram_arg, lo, I64), M (pram_arg, hi, I64), M (pram_arg, written, I32),
  M (pram_arg, checked, I32), M (pram_arg, expected, I64),
  M (pram_arg, contiguous, I32),
  M (pram_arg, dead, I32), M (pram_arg, local, I32),
  M (pram_arg, object, I64), M (pram_arg, inspected, I32), M (pram_arg, asked, I32),
  M (pram_arg, element, I32), M (pram_arg, chooses, I32),
  M (pram_arg, perhaps, I32), M (pram_arg, chosen, I32),
  M (pram_arg, pitch, I32), M (pram_arg, places, I32), M (pram_arg, row_unit, I32),
  M (pram_arg, height, I32),
  M (pram_arg, width, I32), M (pram_arg, stride, I32),
  M (pram_arg, first_row, I64), M (pram_arg, end_row, I64), M (pram_arg, first_column, I64),
  M (pram_arg, end_column, I64), M (pram_arg, n_columns, I32),
  T (pram_arg, columns, LONGS, PLUG_N_ABI, N (pram_arg, n_columns), one)
};

static const struct member layer_members[] = {
  M (pram_layer, like, I32), M (pram_layer, line, I32), M (pram_layer, flags, I32),
  M (pram_layer, unit_lo, I64), M (pram_layer, unit_hi, I64),
  M (pram_layer, tasks_per_unit, I64), M (pram_layer, n_bases, I32),
  M (pram_layer, n_transfers, I32),
  T (pram_layer, transfers, TABLE, PLUG_ABI_TRANSFER,
     N (pram_layer, n_transfers), one),
  M (pram_layer, boundary, I32), M (pram_layer, n_reductions, I32),
  T (pram_layer, reductions, TABLE, PLUG_ABI_REDUCTION,
     N (pram_layer, n_reductions), one),
  M (pram_layer, n_waits, I32),
  T (pram_layer, waits, INTS, PLUG_N_ABI, N (pram_layer, n_waits), one),
  M (pram_layer, n_pipes, I32),
  T (pram_layer, pipes, TABLE, PLUG_ABI_PIPE, N (pram_layer, n_pipes), one),
  M (pram_layer, reach, I64),
  M (pram_layer, ahead_up, I64), M (pram_layer, ahead_down, I64),
  M (pram_layer, offered, I32), M (pram_layer, scans, I32)
};

static const struct member pipe_members[] = {
  M (pram_pipe, layer, I32), M (pram_pipe, keep, I32), M (pram_pipe, up, I64),
  M (pram_pipe, down, I64)
};

static const struct member transfer_members[] = {
  M (pram_transfer, array, I32), M (pram_transfer, set, I32),
  M (pram_transfer, elem_size, I32), M (pram_transfer, line, I32)
};

static const struct member reduction_members[] = {
  M (pram_reduction, op, I32), M (pram_reduction, type, I32),
  M (pram_reduction, name, TEXT), M (pram_reduction, how, I32)
};

static const struct member tables_members[] = {
  M (pram_tables, strategy, TEXT), M (pram_tables, n_procs, I32),
  M (pram_tables, n_names, I32),
  T (pram_tables, names, TABLE, PLUG_ABI_NAME, N (pram_tables, n_names), one),
  M (pram_tables, n_accesses, I32),
  T (pram_tables, accesses, TABLE, PLUG_ABI_TRACE_ACCESS,
     N (pram_tables, n_accesses), one),
  M (pram_tables, n_permutations, I32),
  T (pram_tables, permutations, INTS, PLUG_N_ABI,
     N (pram_tables, n_permutations), N (pram_tables, n_names)),
  M (pram_tables, n_blocks, I32),
  T (pram_tables, blocks, TABLE, PLUG_ABI_BLOCK, N (pram_tables, n_blocks),
     one),
  M (pram_tables, counted_block, I32), M (pram_tables, spacing, I32),
  M (pram_tables, counted, I64), M (pram_tables, n_lines, I32),
  T (pram_tables, lines, INTS, PLUG_N_ABI, N (pram_tables, n_lines), one)
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
  M (pram_task_block, n_runs, I32),
  T (pram_task_block, runs, TABLE, PLUG_ABI_TASK_RUN,
     N (pram_task_block, n_runs), one)
};

static const struct member message_members[] = {
  M (pram_message, o_send, I64), M (pram_message, o_recv, I64),
  M (pram_message, latency, I64), M (pram_message, gap, I64)
};

static const struct member forecast_members[] = {
  M (pram_forecast, procs, I32), M (pram_forecast, entry_computing, I64),
  M (pram_forecast, iteration_computing, I64),
  M (pram_forecast, entry_calls, I64), M (pram_forecast, iteration_calls, I64),
  M (pram_forecast, entry_messages, I64),
  M (pram_forecast, iteration_messages, I64),
  M (pram_forecast, entry_bytes, I64), M (pram_forecast, iteration_bytes, I64)
};

static const struct member known_members[] = {
  M (pram_known, arg, I32), M (pram_known, n_bytes, I32),
  M (pram_known, lo, I64), M (pram_known, word, I64)
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
  S (pram_message, message_members), S (pram_forecast, forecast_members),
  S (pram_known, known_members)
};

static tree types[PLUG_N_ABI];

/* A constant of TYPE.  */
static tree
constructor (tree type, vec<constructor_elt, va_gc> *elts)
{
  tree c = build_constructor (type, elts);
  TREE_CONSTANT (c) = 1;
  TREE_STATIC (c) = 1;
  return c;
}

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

/* --- Values -------------------------------------------------------------- */

/* The int32_t at OFFSET of the structure at VALUE; 1 if OFFSET is ONE.  */
static int
number_at (const char *value, size_t offset)
{
  int32_t n = 1;
  if (offset != one)
    memcpy (&n, value + offset, sizeof n);
  return n;
}

/* Element I of the integers at TABLE, in M.  */
static tree
integer_element (const struct member *m, const void *table, int i)
{
  return (m->type == INTS
	  ? build_int_cst (member_tree_type (I32), ((const int32_t *) table)[i])
	  : build_int_cst (member_tree_type (I64),
			   ((const int64_t *) table)[i]));
}

/* The address of a copy of the table that M of the structure at VALUE is.  */
static tree
table_value (const struct member *m, const char *value, const char *prefix,
	     int number)
{
  vec<constructor_elt, va_gc> *elts = NULL;
  const char *table;
  int n = number_at (value, m->n) * number_at (value, m->times);
  memcpy (&table, value + m->offset, sizeof table);
  if (!table || n <= 0)
    return null_pointer_node;
  for (int i = 0; i < n; i++)
    CONSTRUCTOR_APPEND_ELT
      (elts, size_int (i),
       m->type != TABLE ? integer_element (m, table, i)
       : plug_abi_value (m->of, table + i * structures[m->of].size, prefix,
			 m->n == one ? -1 : i));
  tree elem = (m->type == TABLE ? plug_abi_type (m->of, true)
	       : member_tree_type (m->type == INTS ? I32 : I64));
  tree type = build_array_type_nelts (elem, n);
  char *symbol = number < 0 ? xasprintf ("%s.%s", prefix, m->name)
			    : xasprintf ("%s.%s.%d", prefix, m->name, number);
  tree address = plug_abi_address
    (plug_abi_static (type, symbol, constructor (type, elts), true));
  free (symbol);
  return address;
}

/* The address (`void *') of a string literal.  */
static tree
string_value (const char *s)
{
  return fold_convert (ptr_type_node,
		       build_string_literal (strlen (s) + 1, s));
}

/* What M of the structure at VALUE is.  */
static tree
member_value (const struct member *m, const char *value, const char *prefix,
	      int number)
{
  tree type = member_tree_type (m->type);
  const void *pointer = NULL;
  switch (m->type)
    {
    case I32:
      return build_int_cst (type, number_at (value, m->offset));
    case I64:
      {
	int64_t n;
	memcpy (&n, value + m->offset, sizeof n);
	return build_int_cst (type, n);
      }
    case TEXT:
      memcpy (&pointer, value + m->offset, sizeof pointer);
      return pointer ? string_value ((const char *) pointer)
		     : null_pointer_node;
    case DECL:
      memcpy (&pointer, value + m->offset, sizeof pointer);
      return pointer ? plug_abi_address ((tree) pointer) : null_pointer_node;
    default:
      return table_value (m, value, prefix, number);
    }
}

tree
plug_abi_value (enum plug_abi abi, const void *value, const char *prefix,
		int number)
{
  vec<constructor_elt, va_gc> *elts = NULL;
  tree field = TYPE_FIELDS (plug_abi_type (abi));
  for (unsigned i = 0; field; i++, field = DECL_CHAIN (field))
    CONSTRUCTOR_APPEND_ELT
      (elts, field, member_value (&structures[abi].members[i],
				  (const char *) value, prefix, number));
  return constructor (plug_abi_type (abi), elts);
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
plug_abi_address (tree decl)
{
  TREE_ADDRESSABLE (decl) = 1;
  return fold_convert (ptr_type_node, build_fold_addr_expr (decl));
}
