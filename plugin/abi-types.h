/* abi-types.h: the structures of pram-abi.h as GCC types, and their values.

   SPDX-License-Identifier: GPL-3.0-or-later

   Include after pram-gcc.h.  Example: a table of two reductions

     struct plug_value v;
     vec<constructor_elt, va_gc> *table = NULL;
     plug_value_start (&v, PLUG_ABI_REDUCTION);
     plug_value_set_int (&v, "op", PRAM_OP_MAX);
     plug_value_set_int (&v, "type", PRAM_TYPE_F64);
     plug_value_set (&v, "name", plug_abi_string ("diff"));
     plug_abi_push (&table, plug_value_finish (&v));
     …
     address = plug_abi_table (PLUG_ABI_REDUCTION, "name.of.symbol", table);

   Members that are not set are zero.  Every pointer member has the type
   `void *' here: convert what you set with plug_abi_address or fold_convert
   to ptr_type_node.  */

#ifndef PLUG_ABI_TYPES_H
#define PLUG_ABI_TYPES_H

enum plug_abi
{
  PLUG_ABI_SITE, PLUG_ABI_REGION, PLUG_ABI_ARG, PLUG_ABI_LAYER,
  PLUG_ABI_TRANSFER, PLUG_ABI_REDUCTION, PLUG_ABI_PIPE, PLUG_ABI_TABLES,
  PLUG_ABI_NAME, PLUG_ABI_TRACE_ACCESS, PLUG_ABI_TASK_RUN, PLUG_ABI_BLOCK,
  PLUG_ABI_MESSAGE, PLUG_ABI_FORECAST, PLUG_N_ABI
};

#define PLUG_ABI_MAX_FIELDS 32

/* A value of a structure while its members are being set.  */
struct plug_value
{
  enum plug_abi abi;
  tree member[PLUG_ABI_MAX_FIELDS];
};

/* The RECORD_TYPE; const-qualified if CONST_P.  */
tree plug_abi_type (enum plug_abi, bool const_p = false);

/* The FIELD_DECL named NAME; it is an internal error if there is none.  */
tree plug_abi_field (enum plug_abi, const char *name);

/* Lay out all structures as C did for this plugin; false if they differ from
   what the compiler makes for the target, which is then an error.  */
bool plug_abi_check (void);

void plug_value_start (struct plug_value *, enum plug_abi);
void plug_value_set (struct plug_value *, const char *member, tree value);
void plug_value_set_int (struct plug_value *, const char *member,
			 HOST_WIDE_INT value);
/* The CONSTRUCTOR.  */
tree plug_value_finish (struct plug_value *);

/* Append ELEMENT to the elements of a table.  */
void plug_abi_push (vec<constructor_elt, va_gc> **table, tree element);

/* The address (`void *') of a new static const array of structures, or, the
   second one, of scalars of type ELEM_TYPE.  Null if TABLE is empty.  SYMBOL
   must be unique in the translation unit.  */
tree plug_abi_table (enum plug_abi, const char *symbol,
		     vec<constructor_elt, va_gc> *table);
tree plug_abi_array (tree elem_type, const char *symbol,
		     vec<constructor_elt, va_gc> *table);

/* A new static variable SYMBOL of TYPE with value INIT, defined in this
   unit.  */
tree plug_abi_static (tree type, const char *symbol, tree init,
		      bool readonly);

/* The address (`void *') of a string literal; of a variable or function.  */
tree plug_abi_string (const char *);
tree plug_abi_address (tree decl);

#endif
