/* abi-types.h: the structures of pram-abi.h as GCC types, and their values.

   SPDX-License-Identifier: GPL-3.0-or-later

   Include after pram-gcc.h.  What is in memory, with all it points to, becomes
   constants:

     struct pram_reduction r = { PRAM_OP_MAX, PRAM_TYPE_F64, "diff", 0 };
     tree value = plug_abi_value (PLUG_ABI_REDUCTION, &r, "prefix", -1);

   A pointer to a variable or a function holds its declaration, a tree.  */

#ifndef PLUG_ABI_TYPES_H
#define PLUG_ABI_TYPES_H

enum plug_abi
{
  PLUG_ABI_SITE, PLUG_ABI_REGION, PLUG_ABI_ARG, PLUG_ABI_LAYER,
  PLUG_ABI_TRANSFER, PLUG_ABI_REDUCTION, PLUG_ABI_PIPE, PLUG_ABI_TABLES,
  PLUG_ABI_NAME, PLUG_ABI_TRACE_ACCESS, PLUG_ABI_TASK_RUN, PLUG_ABI_BLOCK,
  PLUG_ABI_MESSAGE, PLUG_ABI_FORECAST, PLUG_ABI_KNOWN, PLUG_N_ABI
};

/* The RECORD_TYPE; const-qualified if CONST_P.  */
tree plug_abi_type (enum plug_abi, bool const_p = false);

/* Lay out all structures as C did for this plugin; false if they differ from
   what the compiler makes for the target, which is then an error.  */
bool plug_abi_check (void);

/* The CONSTRUCTOR of the structure at VALUE.  The tables that it points to are
   copied to static variables PREFIX.MEMBER or, if NUMBER is not negative,
   PREFIX.MEMBER.NUMBER, which must be unique in the translation unit.  */
tree plug_abi_value (enum plug_abi, const void *value, const char *prefix,
		     int number);

/* A new static variable SYMBOL of TYPE with value INIT, defined in this
   unit.  */
tree plug_abi_static (tree type, const char *symbol, tree init,
		      bool readonly);

/* The address (`void *') of a variable or function.  */
tree plug_abi_address (tree decl);

#endif
