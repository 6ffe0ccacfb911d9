/* loader.c: pram.so, which loads the plugin for the compiler that runs.

   SPDX-License-Identifier: GPL-3.0-or-later

   A plugin works with the GCC that it was built for alone.  This file uses no
   GCC header: it asks the version that GCC hands over and opens
   gcc-MAJOR/pram.so beside itself.  In compilers that know no pragmas (lto1,
   f951) it does nothing: an LTO link passes -fplugin on.  */

#define _GNU_SOURCE
#include <dlfcn.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define EXPORT __attribute__ ((visibility ("default")))

/* The first members of what GCC passes; the same in all versions.  */
struct plugin_name_args;
struct plugin_gcc_version
{
  const char *basever;
};

typedef int (*init_fn) (struct plugin_name_args *,
			struct plugin_gcc_version *);

EXPORT int plugin_is_GPL_compatible;
EXPORT int plugin_init (struct plugin_name_args *,
			struct plugin_gcc_version *);

/* The directory of this file in DIR, of PATH_MAX bytes.  GCC may have been
   given a symbolic link to the file.  An exported symbol would do no good: it
   may be that of another plugin.  */
static int
own_directory (char *dir)
{
  static const char here;
  Dl_info info;
  char *slash;
  if (!dladdr (&here, &info)
      || !info.dli_fname || !realpath (info.dli_fname, dir))
    return 0;
  slash = strrchr (dir, '/');
  if (!slash)
    return 0;
  *slash = 0;
  return 1;
}

int
plugin_init (struct plugin_name_args *args,
	     struct plugin_gcc_version *version)
{
  char dir[PATH_MAX], file[PATH_MAX + 50];
  /* c_register_pragma: C's and C++'s.  */
  if (!dlsym (RTLD_DEFAULT, "_Z17c_register_pragmaPKcS0_PFvP10cpp_readerE"))
    return 0;
  if (!own_directory (dir))
    {
      fprintf (stderr, "pram: the plugin's own directory can't be found\n");
      return 1;
    }
  int major = atoi (version->basever);
  snprintf (file, sizeof file, "%s/gcc-%d/pram.so", dir, major);
  /* Lazily: most functions are for regions, and a file may have none.  */
  void *plugin = dlopen (file, RTLD_LAZY | RTLD_LOCAL);
  init_fn init = plugin ? (init_fn) dlsym (plugin, "plugin_init") : NULL;
  if (!init)
    {
      fprintf (stderr, "pram: no plugin for GCC %d: %s\n", major, dlerror ());
      return 1;
    }
  return init (args, version);
}
