/* call.c: calling a region's driver, whose signature only the tables know.

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

/* How to call a region's driver: made once.  */
struct prt_signature
{
  ffi_cif cif;
  ffi_type **type;		/* by argument, as the others */
  void **value;			/* what the driver is given */
  void **address;
};

static bool
by_value_p (const struct pram_arg *arg)
{
  return arg->kind == PRAM_ARG_IN || arg->kind == PRAM_ARG_ARRAY;
}

static struct prt_signature *
signature_new (const struct pram_region *region)
{
  int n = region->n_args;
  struct prt_signature *s = prt_alloc (1, sizeof *s);
  s->type = prt_alloc (n, sizeof *s->type);
  s->value = prt_alloc (n, sizeof *s->value);
  s->address = prt_alloc (n, sizeof *s->address);
  for (int i = 0; i < n; i++)
    s->type[i] = (region->args[i].kind == PRAM_ARG_IN
		  ? scalar_type (region->args[i].type) : &ffi_type_pointer);
  if (ffi_prep_cif (&s->cif, FFI_DEFAULT_ABI, n, &ffi_type_void, s->type)
      != FFI_OK)
    prt_fatal ("libffi refuses the signature of '%s'", region->site->name);
  return s;
}

/* Call REGION's driver.  ARGS is as in PRAM_run: the addresses of the scalars
   and of the base pointers.  */

void
prt_call_driver (struct prt_region *region, void *const *args)
{
  const struct pram_region *desc = region->desc;
  if (!region->signature)
    region->signature = signature_new (desc);
  struct prt_signature *s = region->signature;
  for (int i = 0; i < desc->n_args; i++)
    {
      s->address[i] = args[i];
      s->value[i] = by_value_p (&desc->args[i]) ? args[i] : &s->address[i];
    }
  ffi_call (&s->cif, desc->driver, NULL, s->value);
}

void
prt_signature_free (struct prt_signature *s)
{
  if (!s)
    return;
  free (s->type);
  free (s->value);
  free (s->address);
  free (s);
}
