/* at-end.c: the last thing that a program does.

   SPDX-License-Identifier: Apache-2.0

   MPI ends after all that the program has registered for its exit, and before
   the destructors of libraries, as some of them belong to MPI's components,
   which can't do without.  If the runtime is in one of the libraries that came
   first, with the program, what atexit registers now runs last of all.  So the
   program, which has not begun, is made to begin with start_main_first: its
   reference to __libc_start_main is changed.  */

/* For RTLD_DEFAULT.  */
#define _GNU_SOURCE 1
#include "objects.h"
#include <dlfcn.h>
#include <sys/mman.h>
#include <unistd.h>

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
  const ElfW(Phdr) *relro = prt_object_header (o, PT_GNU_RELRO);
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

/* Let FN run then, perhaps twice.  FIRST: see above.  */

void
prt_at_end (void (*fn) (void), bool first)
{
  struct objects all = prt_objects ();
  struct object *program = &all.object[0];
  void **place = NULL;
  atexit (fn);
  if (first && !prt_object_holds_p (program, &prt))
    place = prt_object_reference (program, start_main_p);
  at_end = fn;
  start_main = dlsym (RTLD_DEFAULT, "__libc_start_main");
  if (place && start_main)
    put (program, place, start_main_first);
  free (all.object);
}
