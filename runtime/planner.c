/* planner.c: the library that makes plans, loaded when the first one is needed.

   SPDX-License-Identifier: Apache-2.0

   It is large, with a library for integer sets, and few programs need it.  It
   stands beside libpram.so, or, if the runtime is linked into the program,
   where libpram was configured to be installed.  */

/* For dladdr.  */
#define _GNU_SOURCE 1
#include "prt.h"
#include "pram-plan.h"
#include <dlfcn.h>
#include <limits.h>

static const char file_name[] = "libpram-plan.so";

/* The library's file, if it is another one: tests have their own.  */
const char *prt_planner_file;

static struct
{
  bool tried;
  char *missing;		/* why there is none, or null */
  __typeof__ (PRAM_plan) *make;
  __typeof__ (PRAM_plan_free) *done;	/* SimGrid's MPI defines free */
} planner;

/* Write to FILE, of SIZE bytes, where the library is.  */

static void
find_file (char *file, size_t size)
{
  Dl_info own;
  const char *name = dladdr (&prt, &own) ? own.dli_fname : NULL;
  const char *slash = name ? strrchr (name, '/') : NULL;
  if (prt_planner_file)
    snprintf (file, size, "%s", prt_planner_file);
  else if (slash && strncmp (slash, "/libpram.so", 11) == 0)
    snprintf (file, size, "%.*s/%s", (int) (slash - name), name, file_name);
  else
    snprintf (file, size, "%s/%s", PRAM_LIBDIR, file_name);
}

static void
load (void)
{
  char file[PATH_MAX], text[PATH_MAX + 512];
  planner.tried = true;
  find_file (file, sizeof file);
  void *library = dlopen (file, RTLD_NOW | RTLD_LOCAL);
  if (library)
    {
      planner.make = dlsym (library, "PRAM_plan");
      planner.done = dlsym (library, "PRAM_plan_free");
    }
  if (planner.make && planner.done)
    return;
  const char *error = dlerror ();
  snprintf (text, sizeof text, "the planner '%s' can't be loaded (%s)", file,
	    error ? error : "it has no PRAM_plan");
  planner.missing = strdup (text);
}

/* A plan like REGION for VALUES, by argument; null if there is none, and why in
   REASON, of SIZE bytes.  MOST: as PRAM_plan's.  */

struct pram_region *
prt_planner_make (const struct pram_region *region, const int64_t *values,
		  double *most, char *reason, size_t size)
{
  if (!planner.tried)
    load ();
  if (!planner.missing)
    return planner.make (region, values, most, reason, size);
  snprintf (reason, size, "%s", planner.missing);
  if (most)
    *most = 0;
  return NULL;
}

void
prt_planner_free (struct pram_region *plan)
{
  planner.done (plan);
}
