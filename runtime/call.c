/* call.c: calling a region's entries, whose signatures only the tables know.

   SPDX-License-Identifier: Apache-2.0  */

#include "prt.h"
#include <ffi.h>

static ffi_type *
scalar_type (int type)
{
  switch (type)
    {
    case PRAM_TYPE_I8: return &ffi_type_sint8;
    case PRAM_TYPE_U8: return &ffi_type_uint8;
    case PRAM_TYPE_I16: return &ffi_type_sint16;
    case PRAM_TYPE_U16: return &ffi_type_uint16;
    case PRAM_TYPE_I32: return &ffi_type_sint32;
    case PRAM_TYPE_U32: return &ffi_type_uint32;
    case PRAM_TYPE_I64: return &ffi_type_sint64;
    case PRAM_TYPE_U64: return &ffi_type_uint64;
    case PRAM_TYPE_F32: return &ffi_type_float;
    case PRAM_TYPE_F64: return &ffi_type_double;
    case PRAM_TYPE_F80: return &ffi_type_longdouble;
    default: return &ffi_type_pointer;
    }
}

/* Call FN with REGION's signature.  ARGS is as in PRAM_run: the addresses of
   the scalars and of the base pointers.  */

void
prt_call (const struct pram_region *region, void (*fn) (void),
	  void *const *args)
{
  int n = region->n_args;
  ffi_cif cif;
  ffi_type **type = prt_alloc (n, sizeof *type);
  void **value = prt_alloc (n, sizeof *value);
  void **address = prt_alloc (n, sizeof *address);
  for (int i = 0; i < n; i++)
    {
      int kind = region->args[i].kind;
      address[i] = args[i];
      type[i] = kind == PRAM_ARG_IN ? scalar_type (region->args[i].type)
				    : &ffi_type_pointer;
      value[i] = kind == PRAM_ARG_IN || kind == PRAM_ARG_ARRAY
		 ? args[i] : &address[i];
    }
  if (ffi_prep_cif (&cif, FFI_DEFAULT_ABI, n, &ffi_type_void, type) != FFI_OK)
    prt_fatal ("libffi refuses the signature of '%s'", region->site->name);
  ffi_call (&cif, fn, NULL, value);
  free (type);
  free (value);
  free (address);
}
