/* pram-sched-measured.c: predictions beside what a run took.

   SPDX-License-Identifier: GPL-3.0-or-later

   A region takes entry_s once an entry and predicted_s for each iteration, or
   for each entry if it has no data-dependent loop, setup_s once, and fault_s
   for each page that it was the first to touch, which the run has counted
   (core/predict/report.c).  A region that was compiled for several sizes is in
   the report several times; the statistics do not say which one ran, and each
   gets a line.  */

#include "pram-sched-measured.h"

#include <math.h>
#include <string.h>

#include "predict/profile.h"
#include "tool-file.h"
#include "tool-json.h"
#include "tool-report.h"

static void
print_line (const json_t *region, const json_t *prediction,
	    const struct pram_profile_entry *x)
{
  double runs = strcmp (tool_json_text (region, "class"), "oblivious")
		? x->iterations : x->entries;
  double setup = json_object_get (prediction, "setup_s")
		 ? tool_json_number (prediction, "setup_s") : 0;
  double predicted
    = setup + x->entries * tool_json_number (prediction, "entry_s")
      + runs * tool_json_number (prediction, "predicted_s")
      + x->faults * tool_json_number (prediction, "fault_s");
  printf ("%-12s %-10s %5d %9.0f %12.6g %12.6g %+8.1f%%\n", x->region,
	  tool_json_text (region, "size"), x->procs, runs, predicted,
	  x->seconds, x->seconds > 0 ? 100 * (predicted / x->seconds - 1) : 0);
}

/* Print the predictions of REGION for X, if it is that region; returns how many
   there are.  */
static int
print_region (const json_t *region, const struct pram_profile_entry *x)
{
  int n = 0;
  const json_t *list = json_object_get (region, "predictions");
  if (strcmp (tool_json_text (region, "name"), x->region)
      || strcmp (tool_json_text (region, "file"), x->file)
      || (int) tool_json_number (region, "line") != x->line)
    return 0;
  for (size_t k = 0; k < json_array_size (list); k++)
    if ((int) tool_json_number (json_array_get (list, k), "procs") == x->procs)
      {
	print_line (region, json_array_get (list, k), x);
	n++;
      }
  return n;
}

static bool
read_stats (const char *name, struct pram_profile *profile,
	    struct pram_arena *arena)
{
  struct pram_diag diag = { tool_report, &name };
  FILE *file = tool_open (name, "r");
  if (!file)
    return false;
  bool good = pram_profile_read (file, profile, arena, &diag);
  return tool_close (file, name) && good;
}

bool
pram_sched_measured (const char *report, const char *stats)
{
  json_t *root = tool_json_load (report);
  if (!root)
    return false;
  struct pram_arena *arena = pram_arena_new ();
  struct pram_profile profile = { 0, NULL };
  bool good = read_stats (stats, &profile, arena);
  const json_t *regions = json_object_get (root, "regions");
  if (good)
    printf ("%-12s %-10s %5s %9s %12s %12s %9s\n", "region", "size", "procs",
	    "runs", "predicted s", "measured s", "error");
  struct pram_diag diag = { tool_report, &report };
  for (int k = 0; k < profile.n; k++)
    {
      const struct pram_profile_entry *x = &profile.entry[k];
      int n = 0;
      for (size_t r = 0; r < json_array_size (regions); r++)
	n += print_region (json_array_get (regions, r), x);
      if (!n)
	pram_diag_report (&diag, PRAM_NOTE, 0, "nothing is predicted for '%s' "
			  "of %s, line %d, on %d processes", x->region,
			  x->file, x->line, x->procs);
    }
  json_decref (root);
  pram_arena_free (arena);
  return good;
}
