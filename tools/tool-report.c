/* tool-report.c: how tools print what core reports.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "tool-report.h"

#include <stdio.h>

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
