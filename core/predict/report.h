/* report.h: what a compilation says about its regions, as JSON.

   SPDX-License-Identifier: Apache-2.0

   pram_report_begin, pram_report_region for each region, pram_report_end.
   Times are seconds.  A figure that is not known is null.  */

#ifndef PRAM_REPORT_H
#define PRAM_REPORT_H

#include "machine/logp.h"
#include "plan/plan.h"
#include "predict.h"
#include "scheme.h"
#include "plan/table-plan.h"

struct pram_report_diagnostic
{
  enum pram_severity severity;
  int line;
  const char *message;
};

struct pram_report
{
  FILE *file;
  int n_regions;		/* written so far */
};

struct pram_report_region
{
  const char *name, *file;
  int line;
  const char *size;		/* "n=1024"; "" if it has no size */
  const char *schedule;		/* the strategy; not used if it runs serially */
  /* At most one of these is not null; none if it runs serially.  */
  const struct pram_plan *plan;
  const struct pram_table_plan *tables;
  bool non_oblivious;		/* it is, and runs serially */
  const struct pram_scheme_promise *scheme; /* then, what is proven, or null */
  const struct pram_predictor *predictor;
  int n_procs;			/* predict for these; the first is the one that
				   the figures without P are for */
  const int *procs;
  int n_diagnostics;
  const struct pram_report_diagnostic *diagnostics;
};

struct pram_report pram_report_begin (FILE *, const char *source_file);
void pram_report_region (struct pram_report *,
			 const struct pram_report_region *);
/* PROVEN is proven of the region before, which is distributed, as one that asks
   for what data choose.  */
void pram_report_scheme (struct pram_report *,
			 const struct pram_scheme_promise *proven);
void pram_report_end (struct pram_report *);

#endif
