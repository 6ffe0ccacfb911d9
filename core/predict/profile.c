/* profile.c: read what runs of a program took.

   SPDX-License-Identifier: Apache-2.0  */

#include "profile.h"

#include <jansson.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Room for one line's object, and whether all members were there.  */
struct line
{
  json_t *object;
  bool good;
};

static double
number (struct line *line, const char *key)
{
  const json_t *value = json_object_get (line->object, key);
  line->good = line->good && json_is_number (value);
  return json_number_value (value);
}

static const char *
string (struct line *line, const char *key, struct pram_arena *arena)
{
  const char *value = json_string_value (json_object_get (line->object, key));
  line->good = line->good && value;
  return pram_arena_strdup (arena, value ? value : "");
}

/* The least and the largest of the PROCS numbers in an array.  */
struct range { double least, largest; };

static struct range
range (struct line *line, const char *key, int procs)
{
  const json_t *array = json_object_get (line->object, key);
  struct range r = { INFINITY, 0 };
  line->good = line->good && (int) json_array_size (array) == procs;
  for (size_t k = 0; k < json_array_size (array); k++)
    {
      double value = json_number_value (json_array_get (array, k));
      r.least = fmin (r.least, value);
      r.largest = fmax (r.largest, value);
    }
  return r;
}

/* Append TEXT to PROFILE.  Returns null, or what is wrong.  */
static const char *
read_line (const char *text, struct pram_profile *profile,
	   struct pram_arena *arena)
{
  struct line line = { json_loads (text, JSON_REJECT_DUPLICATES, NULL), true };
  struct pram_profile_entry x = { .procs = 0 };
  const char *mode = string (&line, "mode", arena);
  if (!line.good || !strcmp (mode, "serial"))
    {
      json_decref (line.object);
      return line.good ? NULL : "this is no line of PRAM_STATS";
    }
  x.region = string (&line, "region", arena);
  x.file = string (&line, "file", arena);
  x.line = (int) number (&line, "line");
  x.procs = (int) number (&line, "ranks");
  x.entries = number (&line, "entries");
  x.iterations = number (&line, "iterations");
  x.seconds = number (&line, "seconds");
  /* Who waits least is the slowest, for whom the others wait.  */
  x.computing = x.seconds
		- range (&line, "comm_seconds_per_rank", x.procs).least;
  const json_t *waits = json_object_get (line.object, "imbalance_seconds");
  x.waits = json_is_number (waits) ? json_number_value (waits) : -1;
  x.tasks = range (&line, "tasks_per_rank", x.procs).largest;
  if (json_object_get (line.object, "faults_per_rank"))
    x.faults = range (&line, "faults_per_rank", x.procs).largest;
  json_decref (line.object);
  if (!line.good)
    return "a member is missing, or an array has not a number for each rank; "
	   "PRAM_STATS writes them all";
  *PRAM_ARENA_PUSH (arena, profile->entry, profile->n) = x;
  return NULL;
}

bool
pram_profile_read (FILE *file, struct pram_profile *profile,
		   struct pram_arena *arena, const struct pram_diag *diag)
{
  char *text = NULL;
  size_t size = 0;
  const char *wrong = NULL;
  for (int n = 1; !wrong && getline (&text, &size, file) >= 0; n++)
    {
      if (strspn (text, " \t\r\n") == strlen (text))
	continue;
      wrong = read_line (text, profile, arena);
      if (wrong)
	pram_diag_report (diag, PRAM_ERROR, n, "%s", wrong);
    }
  free (text);
  return !wrong;
}
