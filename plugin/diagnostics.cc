/* diagnostics.cc: what the plugin says about regions.

   SPDX-License-Identifier: GPL-3.0-or-later

   Core knows lines only, those of the file that the region is in.  A line of
   the region has the location of its first statement; other lines (functions
   that were inlined) are looked up in GCC's line table.  */

#include "pram-gcc.h"
#include "args.h"
#include "region.h"
#include "diagnostics.h"

static void
receive (void *data, enum pram_severity severity, int line,
	 const char *message)
{
  struct plug_reporter *r = (struct plug_reporter *) data;
  if (severity == PRAM_NOTE)
    plug_note (r->region, plug_location (r->region, line), message);
  else if (severity == PRAM_HINT)
    {
      if (r->hint)
	return;
      r->hint = xstrdup (message);
      r->hint_line = line;
    }
  else if (!r->reason)
    {
      r->reason = xstrdup (message);
      r->line = line;
    }
}

void
plug_reporter_start (struct plug_reporter *r, struct plug_region *region)
{
  r->diag.report = receive;
  r->diag.data = r;
  r->region = region;
  r->reason = r->hint = NULL;
  r->line = r->hint_line = 0;
}

void
plug_reporter_end (struct plug_reporter *r)
{
  free (r->reason);
  free (r->hint);
  r->reason = r->hint = NULL;
}

static void
ignore (void *, enum pram_severity, int, const char *)
{
}

const struct pram_diag plug_silent = { ignore, NULL };

/* LOC is in the file that REGION is in.  */
static bool
at_home_p (const struct plug_region *r, location_t loc)
{
  const char *home = LOCATION_FILE (r->loc), *file = LOCATION_FILE (loc);
  return !home || !file || filename_cmp (home, file) == 0;
}

int
plug_line (const struct plug_region *r, location_t loc)
{
  tree block = LOCATION_BLOCK (loc);
  while (!at_home_p (r, loc))
    {
      while (block && TREE_CODE (block) == BLOCK
	     && !inlined_function_outer_scope_p (block))
	block = BLOCK_SUPERCONTEXT (block);
      if (!block || TREE_CODE (block) != BLOCK)
	return LOCATION_LINE (r->loc);
      loc = BLOCK_SOURCE_LOCATION (block);
      block = BLOCK_SUPERCONTEXT (block);
    }
  return LOCATION_LINE (loc);
}

char *
plug_text_at (const struct plug_region *r, location_t loc, const char *text)
{
  return (at_home_p (r, loc) ? xstrdup (text)
	  : xasprintf ("%s (%s:%d)", text, LOCATION_FILE (loc),
		       LOCATION_LINE (loc)));
}

/* The place of LINE in the file FILE, column 1, from the line table.  */
static location_t
line_location (const char *file, int line)
{
  for (int i = LINEMAPS_ORDINARY_USED (line_table) - 1; i >= 0; i--)
    {
      const line_map_ordinary *map = LINEMAPS_ORDINARY_MAP_AT (line_table, i);
      if (!map->to_file || filename_cmp (map->to_file, file) != 0
	  || (int) SOURCE_LINE (map, MAP_START_LOCATION (map)) > line)
	continue;
      location_t loc
	= linemap_position_for_line_and_column (line_table, map, line, 1);
      if (LOCATION_LINE (loc) == line)
	return loc;
    }
  return UNKNOWN_LOCATION;
}

location_t
plug_location (struct plug_region *r, int line)
{
  const char *file = LOCATION_FILE (r->loc);
  if (line <= 0 || !file || line == LOCATION_LINE (r->loc))
    return r->loc;
  for (int i = 0; i < r->n_places; i++)
    {
      expanded_location x = expand_location (r->places[i]);
      if (x.line == line && x.file && filename_cmp (x.file, file) == 0)
	return r->places[i];
    }
  location_t loc = line_location (file, line);
  return loc == UNKNOWN_LOCATION ? r->loc : loc;
}

void
plug_note (struct plug_region *r, location_t loc, const char *text)
{
  /* -w: GCC itself goes on with notes.  */
  if (inhibit_warnings || r->other_sizes)
    return;
  /* `In function': that of the user, not the one that was captured.  */
  tree current = current_function_decl;
  current_function_decl = r->function;
  inform (LOCATION_LOCUS (loc), "pram: %s", text);
  current_function_decl = current;
}

bool
plug_witness_told_p (struct plug_region *r, const char *reason)
{
  return r->witness && strncmp (reason, r->witness, strlen (r->witness)) == 0;
}

void
plug_note_witness (struct plug_region *r)
{
  char *text = xasprintf ("'%s' is %s: %s", r->name,
			  pram_class_name (PRAM_NON_OBLIVIOUS), r->witness);
  plug_note (r, r->witness_loc, text);
  free (text);
}

void
plug_note_serial (struct plug_region *r, location_t loc, const char *reason)
{
  const char *size = r->size_text;
  char *text = xasprintf ("'%s'%s%s%s runs serially: %s", r->name,
			  *size ? " (" : "", size, *size ? ")" : "", reason);
  plug_note (r, loc == UNKNOWN_LOCATION ? r->loc : loc, text);
  free (text);
}

void
plug_dump_prog (const struct pram_prog *prog)
{
  if (plug_args.dump_prog)
    pram_prog_print (stderr, prog);
}

void
plug_dump_function (tree fn)
{
  fprintf (stderr, "%s\n", IDENTIFIER_POINTER (DECL_NAME (fn)));
  print_generic_stmt (stderr, DECL_SAVED_TREE (fn), TDF_NONE);
}
