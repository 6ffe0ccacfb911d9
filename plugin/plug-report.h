/* plug-report.h: the JSON report, -fplugin-arg-pram-report=FILE.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef PLUG_REPORT_H
#define PLUG_REPORT_H

/* REGION is distributed by PLAN, or by TABLES; the other one is null.  */
void plug_report_region (struct plug_region *, const struct pram_plan *plan,
			 const struct pram_table_plan *tables);

/* REGION runs serially because of what REASON says of LINE; PROVEN, which may
   be null, is proven of it if it is non-oblivious.  */
void plug_report_serial (struct plug_region *, const char *reason, int line,
			 const struct pram_scheme_promise *proven);

/* PROVEN is proven of the region reported before, which is non-oblivious and
   distributed.  */
void plug_report_scheme (const struct pram_scheme_promise *proven);

/* Callback of PLUGIN_FINISH_UNIT: write the file, if one was asked for.  */
void plug_report_write (void *, void *);

#endif
