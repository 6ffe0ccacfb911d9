/* loaded.c: what is learnt from what is loaded, the program and its libraries.

   SPDX-License-Identifier: Apache-2.0

   Regions are found by the notes that the plugin leaves in what it compiles
   (PRAM_NOTE), not by constructors: workers know them before any of the user's
   code has run, and whatever becomes of symbols when the user links.

   The rest is read as the dynamic linker does: from DT_NEEDED which libraries
   came with the program, from relocations which functions they call.  */

/* For RTLD_NODELETE.  */
#define _GNU_SOURCE 1
#include "objects.h"
#include <dlfcn.h>
#include <elf.h>
#include <strings.h>

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
  struct objects all = prt_objects ();
  for (int i = 0; i < all.n; i++)
    {
      struct object *o = &all.object[i];
      if (smpi_execute && !prt_object_holds_p (o, &prt))
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
  struct objects all = prt_objects ();
  bool starts = false;
  for (int i = 0; i < all.n && !starts; i++)
    {
      struct object *o = &all.object[i];
      starts = strncmp (base_name (o->name), "libmpi", 6) != 0
	       && prt_object_reference (o, mpi_start_p);
    }
  free (all.object);
  return starts;
}

/* --- Which libraries came with the program?  ----------------------------- */

/* Is O what DT_NEEDED calls NAME?  */

static bool
called_p (const struct object *o, const char *name)
{
  ElfW(Xword) soname = prt_object_entry (o, DT_SONAME);
  return strcmp (base_name (o->name), base_name (name)) == 0
	 || (soname
	     && strcmp (prt_object_table (o, DT_STRTAB) + soname, name) == 0);
}

/* Mark what O needs, and what that needs.  */

static void
reach (struct objects *all, struct object *o)
{
  const char *strings = prt_object_table (o, DT_STRTAB);
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
  struct objects all = prt_objects ();
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
    first |= all.object[i].reached && prt_object_holds_p (&all.object[i], &prt);
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
