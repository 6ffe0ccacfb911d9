/* tool-report.h: how tools print what core reports, and end.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef TOOL_REPORT_H
#define TOOL_REPORT_H

#include "base/diag.h"

/* The callback of a struct pram_diag: print `FILE:LINE: error: MESSAGE' on
   standard error.  DATA points to the name of the file that lines belong
   to.  */
void tool_report (void *data, enum pram_severity, int line,
		  const char *message);

/* At exit, if something of standard output could not be written, say so and
   exit with status 1.  */
void tool_check_output (void);

#endif
