/* tool-report.c: how tools print what core reports, and end.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "tool-report.h"

#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Not exit: exiting is what calls it.  */
static void
check_output (void)
{
  bool failed = ferror (stdout);
  if (fflush (stdout) || failed)
    {
      fprintf (stderr, "%s: write error: %s\n", program_invocation_short_name,
	       strerror (errno));
      _exit (EXIT_FAILURE);
    }
}

void
tool_check_output (void)
{
  atexit (check_output);
}

void
tool_report (void *data, enum pram_severity severity, int line,
	     const char *message)
{
  const char *const *file = data;
  const char *kind = severity == PRAM_NOTE ? "note" : "error";
  fflush (stdout);
  if (line)
    fprintf (stderr, "%s:%d: %s: %s\n", *file, line, kind, message);
  else
    fprintf (stderr, "%s: %s: %s\n", *file, kind, message);
}
