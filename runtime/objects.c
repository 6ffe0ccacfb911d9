/* objects.c: the program and its libraries, as the dynamic linker sees them.

   SPDX-License-Identifier: Apache-2.0  */

/* For dl_iterate_phdr.  */
#define _GNU_SOURCE 1
#include "objects.h"
#include <elf.h>

const ElfW(Phdr) *
prt_object_header (const struct object *o, unsigned type)
{
  for (int i = 0; i < o->n_headers; i++)
    if (o->headers[i].p_type == type)
      return &o->headers[i];
  return NULL;
}

static int
add_object (struct dl_phdr_info *info, size_t size, void *data)
{
  struct objects *all = data;
  (void) size;
  all->object = prt_grow (all->object, all->n + 1, sizeof *all->object);
  struct object *o = &all->object[all->n++];
  *o = (struct object) { info->dlpi_name, (char *) info->dlpi_addr,
			 info->dlpi_phdr, info->dlpi_phnum, NULL, false };
  const ElfW(Phdr) *dynamic = prt_object_header (o, PT_DYNAMIC);
  if (dynamic)
    o->dynamic = (const void *) (o->base + dynamic->p_vaddr);
  return 0;
}

bool
prt_object_holds_p (const struct object *o, const void *address)
{
  for (int i = 0; i < o->n_headers; i++)
    if (o->headers[i].p_type == PT_LOAD)
      {
	const char *start = o->base + o->headers[i].p_vaddr;
	if ((const char *) address >= start
	    && (const char *) address < start + o->headers[i].p_memsz)
	  return true;
      }
  return false;
}

struct objects
prt_objects (void)
{
  struct objects all = { 0, NULL };
  dl_iterate_phdr (add_object, &all);
  return all;
}

ElfW(Xword)
prt_object_entry (const struct object *o, ElfW(Sxword) tag)
{
  for (const ElfW(Dyn) *d = o->dynamic; d && d->d_tag != DT_NULL; d++)
    if (d->d_tag == tag)
      return d->d_un.d_val;
  return 0;
}

/* The dynamic linker has made most of these addresses absolute.  */

char *
prt_object_table (const struct object *o, ElfW(Sxword) tag)
{
  uintptr_t value = prt_object_entry (o, tag);
  if (!value)
    return NULL;
  return value < (uintptr_t) o->base ? o->base + value : (char *) value;
}

void **
prt_object_reference (const struct object *o, bool (*sought) (const char *))
{
  static const ElfW(Sxword) parts[2][2]
    = { { DT_JMPREL, DT_PLTRELSZ }, { DT_RELA, DT_RELASZ } };
  const ElfW(Sym) *symbols = (const void *) prt_object_table (o, DT_SYMTAB);
  const char *strings = prt_object_table (o, DT_STRTAB);
  for (int k = 0; k < 2 && symbols && strings; k++)
    {
      const ElfW(Rela) *r = (const void *) prt_object_table (o, parts[k][0]);
      size_t n = r ? prt_object_entry (o, parts[k][1]) / sizeof *r : 0;
      for (; n > 0; r++, n--)
	{
	  const ElfW(Sym) *symbol = &symbols[ELF64_R_SYM (r->r_info)];
	  if (ELF64_R_SYM (r->r_info) != 0 && symbol->st_shndx == SHN_UNDEF
	      && sought (strings + symbol->st_name))
	    return (void **) (o->base + r->r_offset);
	}
    }
  return NULL;
}
