/* diag.h: how core reports.

   SPDX-License-Identifier: Apache-2.0

   Core never prints and never exits.  Every function that can fail takes a
   struct pram_diag and returns false (or null) after one call of its
   callback.  The plugin turns calls into GCC diagnostics, tools print
   `file:line: error: …'.  */

#ifndef PRAM_DIAG_H
#define PRAM_DIAG_H

#include <stdarg.h>

enum pram_severity
{
  PRAM_NOTE,			/* something worth knowing */
  PRAM_HINT,			/* the same, if the region will run serially */
  PRAM_REFUSAL,			/* the region will run serially; the text says
				   why and, where it can, what would help */
  PRAM_ERROR			/* malformed input */
};

struct pram_diag
{
  void (*report) (void *data, enum pram_severity, int line,
		  const char *message);
  void *data;
};

/* Format a message and hand it to DIAG (which may be null).  LINE is a source
   line, 0 if there is none.  */
void pram_diag_report (const struct pram_diag *diag, enum pram_severity,
		       int line, const char *format, ...)
  __attribute__ ((format (printf, 4, 5)));

#endif
