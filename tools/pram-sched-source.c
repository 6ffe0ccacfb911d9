/* pram-sched-source.c: a program from its text, or a source's and values.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "poly/instantiate.h"
#include "pram-sched.h"
#include "prog/source.h"
#include "tool-file.h"

/* All of FILE; the caller frees it.  */
static char *
read_all (FILE *file, size_t *length)
{
  char *text = NULL, part[4096];
  FILE *copy = open_memstream (&text, length);
  if (!copy)
    abort ();
  for (size_t n; (n = fread (part, 1, sizeof part, file)) > 0;)
    fwrite (part, 1, n, copy);
  if (fclose (copy))
    abort ();
  return text;
}

/* Is TEXT that of a source?  */
static bool
source_p (const char *text)
{
  for (;; text++)
    {
      if (*text == '#')
	text += strcspn (text, "\n");
      if (!isspace ((unsigned char) *text))
	break;
    }
  return !strncmp (text, "source", 6) && isspace ((unsigned char) text[6]);
}

/* Let all entry values of SOURCE that are called NAME, of LENGTH characters, be
   VALUE: an array of variable size brings a copy of its size.  False if there
   are none.  */
static bool
set_entries (struct pram_source *source, const char *name, size_t length,
	     int64_t value)
{
  bool any = false;
  for (int k = 0; k < source->n_entries; k++)
    if (!strncmp (source->entries[k].name, name, length)
	&& !source->entries[k].name[length])
      {
	source->entries[k].value = value;
	any = true;
      }
  return any;
}

/* Let the first elements of the lookup of SOURCE that is called NAME, of LENGTH
   characters, be the integers in TEXT, with commas between them; those behind
   are 0.  False if there is none.  */
static bool
set_lookup (struct pram_source *source, const char *name, size_t length,
	    const char *text)
{
  for (int k = 0; k < source->lookups.n; k++)
    {
      struct pram_lookup *lookup = &source->lookups.lookup[k];
      if (strncmp (lookup->name, name, length) || lookup->name[length])
	continue;
      lookup->n_values = 0;
      lookup->values = NULL;
      lookup->rest = lookup->step = 0;
      for (char *end = (char *) text; ; end++)
	{
	  *PRAM_ARENA_PUSH (source->arena, lookup->values, lookup->n_values)
	    = strtoll (end, &end, 10);
	  if (!*end)
	    return true;
	}
    }
  return false;
}

/* TEXT is integers of 64 bits with commas between them.  */
static bool
integers_p (const char *text)
{
  char *end;
  errno = 0;
  do
    {
      strtoll (text, &end, 10);
      if (end == text || errno || (*end && *end != ','))
	return false;
      text = end + 1;
    }
  while (*end);
  return true;
}

static void
report_unknown (const struct pram_source *source, const char *name, int length,
		const struct pram_diag *diag)
{
  struct pram_arena *arena = pram_arena_new ();
  bool any = source->n_entries || source->lookups.n;
  const char *all = any ? "its entry values are" : "it has none";
  for (int k = 0; k < source->n_entries; k++)
    all = pram_arena_printf (arena, "%s%s '%s'", all, k ? "," : "",
			     source->entries[k].name);
  for (int k = 0; k < source->lookups.n; k++)
    all = pram_arena_printf (arena, "%s%s '%s'", all,
			     k || source->n_entries ? "," : "",
			     source->lookups.lookup[k].name);
  pram_diag_report (diag, PRAM_ERROR, 0,
		    "no entry value '%.*s' in '%s': %s", length, name,
		    source->name, all);
  pram_arena_free (arena);
}

/* Set what `NAME=VALUE', the text SET, says.  */
static bool
set_value (struct pram_source *source, const char *set,
	   const struct pram_diag *diag)
{
  const char *sign = strrchr (set, '=');
  if (!sign || !integers_p (sign + 1))
    usage_error ("--set wants NAME=VALUE, an integer of 64 bits, or several "
		 "with commas between them, not '%s'", set);
  int length = (int) (sign - set);
  size_t n = (size_t) length;
  bool ok = ((!strchr (sign, ',')
	      && set_entries (source, set, n, strtoll (sign + 1, NULL, 10)))
	     || set_lookup (source, set, n, sign + 1));
  if (!ok)
    report_unknown (source, set, length, diag);
  return ok;
}

/* The prog of SOURCE, which is taken; null after a report.  */
static struct pram_prog *
instantiate (struct pram_source *source, const struct pram_diag *diag)
{
  struct pram_scope *scope = pram_scope_new (source->exprs, source->arena,
					     NULL);
  struct pram_obstacle obstacle;
  pram_source_enter (source, scope);
  struct pram_prog *prog = pram_instantiate (source, scope, &obstacle);
  if (!prog)
    pram_obstacle_report (source, &obstacle, diag);
  pram_scope_free (scope);
  bool good = prog && pram_prog_check (prog, diag);
  if (!good)
    pram_source_free (source);
  return good ? prog : NULL;
}

/* The prog of the source that TEXT is.  Null after a report.  */
static struct pram_prog *
read_source (FILE *text, const struct options *options, const char **file,
	     const struct pram_diag *diag)
{
  struct pram_source *source = pram_source_read (text, diag);
  bool good = source != NULL;
  for (int k = 0; good && k < options->n_sets; k++)
    good = set_value (source, options->sets[k], diag);
  if (!good)
    {
      pram_source_free (source);
      return NULL;
    }
  *file = source->file;
  return instantiate (source, diag);
}

struct pram_prog *
sched_read (const struct options *options, const char *name, const char **file,
	    const struct pram_diag *diag)
{
  struct pram_prog *prog = NULL;
  size_t length = 0;
  *file = name;
  FILE *input = tool_open (name, "r");
  if (!input)
    return NULL;
  char *all = read_all (input, &length);
  tool_close (input, name);
  /* A file of no characters can't be opened.  */
  FILE *text = length ? fmemopen (all, length, "r") : fopen ("/dev/null", "r");
  if (!text)
    abort ();
  if (source_p (all))
    prog = read_source (text, options, file, diag);
  else if (options->n_sets)
    pram_diag_report (diag, PRAM_ERROR, 0, "only sources have entry values to "
		      "set");
  else
    prog = pram_prog_read (text, diag);
  fclose (text);
  free (all);
  return prog;
}
