/* diag.c: format a message and hand it to whoever listens.

   SPDX-License-Identifier: Apache-2.0  */

#include "diag.h"

#include <stdio.h>
#include <stdlib.h>

void
pram_diag_report (const struct pram_diag *diag, enum pram_severity severity,
		  int line, const char *format, ...)
{
  char buffer[512];
  char *message = buffer;
  va_list args;

  if (!diag || !diag->report)
    return;

  va_start (args, format);
  int length = vsnprintf (buffer, sizeof buffer, format, args);
  va_end (args);

  /* A message that does not fit is made again, in memory of its size; where
     there is none the beginning has to do.  */
  if (length >= (int) sizeof buffer
      && (message = malloc ((size_t) length + 1)))
    {
      va_start (args, format);
      vsnprintf (message, (size_t) length + 1, format, args);
      va_end (args);
    }
  if (!message)
    message = buffer;

  diag->report (diag->data, severity, line, message);

  if (message != buffer)
    free (message);
}
