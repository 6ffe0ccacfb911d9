/* plug-report.h: the JSON report, -fplugin-arg-pram-report=FILE.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef PLUG_REPORT_H
#define PLUG_REPORT_H

/* Note what became of REGION: it is distributed by PLAN, or by TABLES; or, if
   both are null, runs serially because of REASON, REASON_LINE being the
   line.  */
void plug_report_region (struct plug_region *, const struct pram_plan *plan,
			 const struct pram_table_plan *tables,
			 const char *reason, int reason_line);

/* Callback of PLUGIN_FINISH_UNIT: write the file, if one was asked for.  */
void plug_report_write (void *, void *);

#endif
