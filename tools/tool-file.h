/* tool-file.h: how tools open and close files.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef TOOL_FILE_H
#define TOOL_FILE_H

#include <stdbool.h>
#include <stdio.h>

/* The file NAME; `-' is standard input or output.  MODE is as for fopen.  Null
   after a message that names it: it can't be opened, or is a directory.  */
FILE *tool_open (const char *name, const char *mode);

/* Close FILE, which is named NAME; false after a message if not all could be
   read or written.  */
bool tool_close (FILE *file, const char *name);

#endif
