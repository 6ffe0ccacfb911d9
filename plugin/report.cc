/* report.cc: the JSON report, -fplugin-arg-pram-report=FILE.

   SPDX-License-Identifier: GPL-3.0-or-later

   One object for the translation unit, whose `regions' has one object for
   each region and size.  Work and depth are in operations until there is a
   machine file.  */

#include "pram-gcc.h"
#include "args.h"
#include "region.h"
#include "report.h"

/* The regions' objects so far, separated by commas.  */
static char *text;
static size_t text_size;
static FILE *out;

/* Write S as a JSON string.  */
static void
put_string (const char *s)
{
  fputc ('"', out);
  for (; *s; s++)
    if (*s == '"' || *s == '\\')
      fprintf (out, "\\%c", *s);
    else if ((unsigned char) *s < 0x20)
      fprintf (out, "\\u%04x", *s);
    else
      fputc (*s, out);
  fputc ('"', out);
}

static void
put_member (const char *name, const char *value)
{
  fprintf (out, "\"%s\": ", name);
  put_string (value);
  fputs (", ", out);
}

static const char *
class_name (const struct pram_plan *plan)
{
  static const char *const names[]
    = { "oblivious", "iteratively oblivious", "non-oblivious" };
  return plan ? names[plan->class_] : "unknown";
}

/* Messages and bytes for each number of processes.  */
static void
put_predictions (const struct pram_plan *plan)
{
  static const int few[] = { 2, 4 };
  int n = plug_args.n_procs ? plug_args.n_procs : (int) ARRAY_SIZE (few);
  const int *procs = plug_args.n_procs ? plug_args.procs : few;
  fputs ("\"predictions\": [", out);
  for (int i = 0; plan && i < n; i++)
    {
      struct pram_traffic t = pram_plan_traffic (plan, procs[i]);
      fprintf (out, "%s{\"procs\": %d, \"messages\": %" PRId64
	       ", \"bytes\": %" PRId64 "}", i ? ", " : "", procs[i],
	       t.messages, t.bytes);
    }
  fputs ("]", out);
}

void
plug_report_region (struct plug_region *r, const struct pram_plan *plan,
		    const char *reason, int reason_line)
{
  if (!plug_args.report)
    return;
  if (!out && !(out = open_memstream (&text, &text_size)))
    return;
  else if (ftell (out) > 0)
    fputs (",\n", out);
  expanded_location x = expand_location (r->loc);
  fputs ("  {", out);
  put_member ("name", r->name);
  put_member ("file", x.file ? x.file : "");
  fprintf (out, "\"line\": %d, ", x.line);
  put_member ("class", class_name (plan));
  put_member ("size", r->size_text);
  if (plan)
    fprintf (out, "\"tasks\": %" PRId64 ", \"work\": %g, \"depth\": %g, "
	     "\"layers\": %d, \"units\": %" PRId64 ", ", plan->n_tasks,
	     plan->work, plan->depth, plan->n_layers, plan->n_units);
  put_member ("schedule", reason ? "serial" : "brent");
  put_predictions (plan);
  fputs (", \"diagnostics\": [", out);
  if (reason)
    {
      fprintf (out, "{\"line\": %d, \"message\": ", reason_line);
      put_string (reason);
      fputs ("}", out);
    }
  fputs ("]}", out);
}

void
plug_report_write (void *, void *)
{
  if (!plug_args.report)
    return;
  if (out)
    fclose (out);
  FILE *f = fopen (plug_args.report, "w");
  if (!f)
    {
      error ("pram: %qs cannot be written: %s", plug_args.report,
	     xstrerror (errno));
      return;
    }
  out = f;
  fputs ("{", out);
  put_member ("file", main_input_filename ? main_input_filename : "");
  fprintf (out, "\"regions\": [\n%s\n]}\n", text ? text : "");
  fclose (out);
  out = NULL;
}
