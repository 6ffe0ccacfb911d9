/* report.cc: the JSON report, -fplugin-arg-pram-report=FILE.

   SPDX-License-Identifier: GPL-3.0-or-later

   core/predict/report.c writes it, into memory, region by region; the file is
   written when the translation unit is complete.  */

#include "pram-gcc.h"
#include "args.h"
#include "region.h"
#include "diagnostics.h"
#include "plug-report.h"

static char *text;
static size_t text_size;
static struct pram_report report;

static bool
start_report (void)
{
  if (report.file)
    return true;
  FILE *f = plug_args.report ? open_memstream (&text, &text_size) : NULL;
  if (!f)
    return false;
  report = pram_report_begin (f, main_input_filename
			      ? main_input_filename : "");
  return true;
}

/* Write REGION of the report, of which the caller knows the rest.  */
static void
write_region (struct plug_region *r, struct pram_report_region *region)
{
  if (!start_report ())
    return;
  expanded_location x = expand_location (r->loc);
  struct pram_predictor predictor = plug_predictor ();
  region->name = r->name;
  region->file = x.file ? x.file : "";
  region->line = x.line;
  region->size = r->size_text;
  region->predictor = &predictor;
  region->n_procs = plug_args.n_procs;
  region->procs = plug_args.procs;
  pram_report_region (&report, region);
}

void
plug_report_region (struct plug_region *r, const struct pram_plan *plan,
		    const struct pram_table_plan *tables)
{
  struct pram_report_region region = { };
  region.schedule = tables ? tables->strategy->name : "brent";
  region.plan = plan;
  region.tables = tables;
  write_region (r, &region);
}

void
plug_report_serial (struct plug_region *r, const char *reason, int line,
		    const struct pram_scheme_promise *proven)
{
  bool told = plug_witness_told_p (r, reason);
  struct pram_report_diagnostic said[2]
    = { { PRAM_NOTE, plug_line (r, r->witness_loc), r->witness },
	{ PRAM_REFUSAL, line, reason } };
  struct pram_report_region region = { };
  region.non_oblivious = r->witness;
  region.scheme = proven;
  region.n_diagnostics = r->witness && !told ? 2 : 1;
  region.diagnostics = said + 2 - region.n_diagnostics;
  write_region (r, &region);
}

void
plug_report_scheme (const struct pram_scheme_promise *proven)
{
  if (start_report ())
    pram_report_scheme (&report, proven);
}

void
plug_report_write (void *, void *)
{
  if (!start_report ())
    return;
  pram_report_end (&report);
  fclose (report.file);
  FILE *f = fopen (plug_args.report, "w");
  if (!f || fwrite (text, 1, text_size, f) != text_size || fclose (f) != 0)
    error_at (UNKNOWN_LOCATION, "pram: %qs cannot be written: %s",
	      plug_args.report, xstrerror (errno));
}
