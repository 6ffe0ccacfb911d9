/* loaded.c: what is loaded, the program and its libraries, and what it says.

   SPDX-License-Identifier: Apache-2.0

   Regions are found by the notes that the plugin leaves in what it compiles
   (PRAM_NOTE), not by constructors: workers know them before any of the user's
   code has run, and whatever becomes of symbols when the user links.

   The rest is read as the dynamic linker does: from DT_NEEDED which libraries
   came with the program, from relocations which functions they call.  */

/* For dl_iterate_phdr and RTLD_DEFAULT.  */
#define _GNU_SOURCE 1
#include "prt.h"
#include <dlfcn.h>
#include <elf.h>
#include <link.h>
#include <strings.h>
#include <sys/mman.h>
#include <unistd.h>

/* One of the objects, in the order in which they were loaded: the program is
   the first.  */
struct object
{
  const char *name;
  char *base;
  const ElfW(Phdr) *headers;
  int n_headers;
  const ElfW(Dyn) *dynamic;	/* null if it is linked statically */
  bool reached;
};

struct objects
{
  int n;
  struct object *object;
};

static const ElfW(Phdr) *
header_of (const struct object *o, unsigned type)
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
  const ElfW(Phdr) *dynamic = header_of (o, PT_DYNAMIC);
  if (dynamic)
    o->dynamic = (const void *) (o->base + dynamic->p_vaddr);
  return 0;
}

/* Does OBJECT hold ADDRESS?  */

static bool
holds_p (const struct object *o, const void *address)
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

/* All objects; the caller frees the array.  */

static struct objects
list_objects (void)
{
  struct objects all = { 0, NULL };
  dl_iterate_phdr (add_object, &all);
  return all;
}

/* --- Regions ------------------------------------------------------------- */

/* Register the regions that the notes from P to END tell of.  Notes that are
   aligned to 8 bytes have sizes of which rounding to 4 makes the same.  */

static void
read_notes (char *p, const char *end)
{
  const ElfW(Nhdr) *note;
  for (; p + sizeof *note <= end;
       p += sizeof *note + (note->n_namesz + 3) / 4 * 4
	    + (note->n_descsz + 3) / 4 * 4)
    {
      note = (const void *) p;
      char *owner = p + sizeof *note;
      char *where = owner + (note->n_namesz + 3) / 4 * 4;
      int64_t distance;
      if (note->n_namesz != sizeof PRAM_NOTE_OWNER
	  || note->n_descsz != sizeof distance
	  || memcmp (owner, PRAM_NOTE_OWNER, note->n_namesz) != 0)
	continue;
      memcpy (&distance, where, sizeof distance);
      prt_register ((const void *) (where + distance));
    }
}

/* A simulator loads the program once for each process.  */

void
prt_find_regions (void)
{
  struct objects all = list_objects ();
  for (int i = 0; i < all.n; i++)
    {
      struct object *o = &all.object[i];
      if (smpi_execute && !holds_p (o, &prt))
	continue;
      for (int k = 0; k < o->n_headers; k++)
	if (o->headers[k].p_type == PT_NOTE)
	  {
	    char *notes = o->base + o->headers[k].p_vaddr;
	    read_notes (notes, notes + o->headers[k].p_memsz);
	  }
    }
  free (all.object);
}

/* --- The dynamic section ------------------------------------------------- */

/* The value of O's entry TAG, or 0.  */

static ElfW(Xword)
entry (const struct object *o, ElfW(Sxword) tag)
{
  for (const ElfW(Dyn) *d = o->dynamic; d && d->d_tag != DT_NULL; d++)
    if (d->d_tag == tag)
      return d->d_un.d_val;
  return 0;
}

/* What the entry TAG, an address, points to, or null.  The dynamic linker has
   made most of them absolute.  */

static char *
table (const struct object *o, ElfW(Sxword) tag)
{
  uintptr_t value = entry (o, tag);
  if (!value)
    return NULL;
  return value < (uintptr_t) o->base ? o->base + value : (char *) value;
}

/* The place of O that relocation puts SYMBOL's address in, for the first
   symbol that SOUGHT says yes to; or null.  */

static void **
reference (const struct object *o, bool (*sought) (const char *))
{
  static const ElfW(Sxword) parts[2][2]
    = { { DT_JMPREL, DT_PLTRELSZ }, { DT_RELA, DT_RELASZ } };
  const ElfW(Sym) *symbols = (const void *) table (o, DT_SYMTAB);
  const char *strings = table (o, DT_STRTAB);
  for (int k = 0; k < 2 && symbols && strings; k++)
    {
      const ElfW(Rela) *r = (const void *) table (o, parts[k][0]);
      size_t n = r ? entry (o, parts[k][1]) / sizeof *r : 0;
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

/* --- Does the program start MPI itself?  --------------------------------- */

/* The name of a function that starts MPI, in C or Fortran.  */

static bool
mpi_start_p (const char *name)
{
  return (strncasecmp (name, "MPI_Init", 8) == 0
	  && strncasecmp (name, "MPI_Initialized", 15) != 0)
	 || strncasecmp (name, "MPI_Session_init", 16) == 0;
}

static const char *
base_name (const char *path)
{
  const char *slash = strrchr (path, '/');
  return slash ? slash + 1 : path;
}

/* MPI's own libraries call each other, and libpram calls them.  */

bool
prt_starts_mpi_p (void)
{
  struct objects all = list_objects ();
  bool starts = false;
  for (int i = 0; i < all.n && !starts; i++)
    {
      struct object *o = &all.object[i];
      starts = strncmp (base_name (o->name), "libmpi", 6) != 0
	       && reference (o, mpi_start_p);
    }
  free (all.object);
  return starts;
}

/* --- Which libraries came with the program?  ----------------------------- */

/* Is O what DT_NEEDED calls NAME?  */

static bool
called_p (const struct object *o, const char *name)
{
  ElfW(Xword) soname = entry (o, DT_SONAME);
  return strcmp (base_name (o->name), base_name (name)) == 0
	 || (soname && strcmp (table (o, DT_STRTAB) + soname, name) == 0);
}

/* Mark what O needs, and what that needs.  */

static void
reach (struct objects *all, struct object *o)
{
  const char *strings = table (o, DT_STRTAB);
  o->reached = true;
  for (const ElfW(Dyn) *d = o->dynamic; d && d->d_tag != DT_NULL; d++)
    if (d->d_tag == DT_NEEDED)
      for (int i = 0; i < all->n; i++)
	if (!all->object[i].reached
	    && called_p (&all->object[i], strings + d->d_un.d_val))
	  reach (all, &all->object[i]);
}

/* All objects; those are marked that were loaded before main: with the program,
   or by LD_PRELOAD.  */

static struct objects
list_first (void)
{
  struct objects all = list_objects ();
  const char *preload = getenv ("LD_PRELOAD");
  for (int i = 0; i < all.n; i++)
    if (i == 0 || (preload && *all.object[i].name
		   && strstr (preload, base_name (all.object[i].name))))
      reach (&all, &all.object[i]);
  return all;
}

/* Is this file in one of these, not in one that dlopen has loaded?  */

bool
prt_loaded_first_p (void)
{
  struct objects all = list_first ();
  bool first = false;
  for (int i = 0; i < all.n; i++)
    first |= all.object[i].reached && holds_p (&all.object[i], &prt);
  free (all.object);
  return first;
}

/* Let nothing be unloaded.  What came with the program won't be, and opening it
   might run its constructors on a worker.  */

void
prt_keep_libraries (void)
{
  struct objects all = list_first ();
  for (int i = 0; i < all.n; i++)
    if (!all.object[i].reached && *all.object[i].name)
      dlopen (all.object[i].name, RTLD_LAZY | RTLD_NOLOAD | RTLD_NODELETE);
  free (all.object);
}

/* --- The end ------------------------------------------------------------- */

typedef int start_main_fn (int (*) (int, char **, char **), int, char **,
			   void (*) (void), void (*) (void), void (*) (void),
			   void *);
static start_main_fn *start_main;
static void (*at_end) (void), (*end_libraries) (void);

static bool
start_main_p (const char *name)
{
  return strcmp (name, "__libc_start_main") == 0;
}

static void
end (void)
{
  at_end ();
  if (end_libraries)
    end_libraries ();
}

/* In place of __libc_start_main.  */

static int
start_main_first (int (*main) (int, char **, char **), int argc, char **argv,
		  void (*init) (void), void (*fini) (void),
		  void (*rtld_fini) (void), void *stack_end)
{
  end_libraries = rtld_fini;
  return start_main (main, argc, argv, init, fini, end, stack_end);
}

/* Put VALUE in O's PLACE, which the dynamic linker may have made read-only.  */

static void
put (const struct object *o, void **place, void *value)
{
  const ElfW(Phdr) *relro = header_of (o, PT_GNU_RELRO);
  uintptr_t page = sysconf (_SC_PAGESIZE), p = (uintptr_t) place / page * page;
  uintptr_t start = relro ? (uintptr_t) o->base + relro->p_vaddr : 0;
  bool fixed = relro && (uintptr_t) place >= start
	       && (uintptr_t) place < start + relro->p_memsz;
  if (fixed && mprotect ((void *) p, page, PROT_READ | PROT_WRITE) != 0)
    return;
  *place = value;
  if (fixed)
    mprotect ((void *) p, page, PROT_READ);
}

/* Let FN run at exit: after all that the program has registered, before the
   libraries' destructors, as some of them belong to MPI's components, which
   can't do without.  If this file is in one of the libraries that came FIRST,
   with the program, what atexit registers now runs last of all: the program,
   which has not begun, is made to begin with start_main_first.  FN is called
   twice then.  */

void
prt_at_end (void (*fn) (void), bool first)
{
  struct objects all = list_objects ();
  struct object *program = &all.object[0];
  void **place = NULL;
  atexit (fn);
  if (first && !holds_p (program, &prt))
    place = reference (program, start_main_p);
  at_end = fn;
  start_main = dlsym (RTLD_DEFAULT, "__libc_start_main");
  if (place && start_main)
    put (program, place, start_main_first);
  free (all.object);
}
