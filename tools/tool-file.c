/* tool-file.c: how tools open and close files.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "tool-file.h"

#include <errno.h>
#include <string.h>
#include <sys/stat.h>

FILE *
tool_open (const char *name, const char *mode)
{
  if (!strcmp (name, "-"))
    return *mode == 'r' ? stdin : stdout;
  FILE *file = fopen (name, mode);
  struct stat status;
  /* To open a directory for reading is no error, only reading is.  */
  if (file && !fstat (fileno (file), &status) && S_ISDIR (status.st_mode))
    {
      fclose (file);
      file = NULL;
      errno = EISDIR;
    }
  if (!file)
    perror (name);
  return file;
}

bool
tool_close (FILE *file, const char *name)
{
  if (file == stdin || file == stdout)
    return true;
  bool good = !ferror (file);
  good = !fclose (file) && good;
  if (!good)
    perror (name);
  return good;
}
