/* args.cc: the arguments of the plugin, -fplugin-arg-pram-KEY=VALUE.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "pram-gcc.h"
#include "args.h"

struct plug_args plug_args;

/* The integer that S is from its first to its last character.  */
static bool
integer_p (const char *s, HOST_WIDE_INT *value)
{
  char *end;
  errno = 0;
  *value = strtoll (s, &end, 10);
  return *s && !*end && errno == 0;
}

/* NAME:VALUE */
static bool
read_size (const char *s)
{
  const char *colon = strchr (s, ':');
  HOST_WIDE_INT value;
  if (!colon || colon == s || !integer_p (colon + 1, &value) || value < 0)
    return false;
  plug_args.sizes = XRESIZEVEC (struct plug_arg_size, plug_args.sizes,
				plug_args.n_sizes + 1);
  struct plug_arg_size *size = &plug_args.sizes[plug_args.n_sizes++];
  size->name = xstrndup (s, colon - s);
  size->value = value;
  size->used = false;
  return true;
}

static bool
read_schedule (const char *s)
{
  plug_args.schedule = pram_schedule_choice_find (s);
  return plug_args.schedule;
}

static void
add_procs (int p)
{
  plug_args.procs = XRESIZEVEC (int, plug_args.procs, plug_args.n_procs + 1);
  plug_args.procs[plug_args.n_procs++] = p;
}

/* P,P,… */
static bool
read_procs (const char *s)
{
  while (true)
    {
      char *end;
      errno = 0;
      long p = strtol (s, &end, 10);
      if (end == s || p < 1 || p > PRAM_PROCS_MAX || errno
	  || (*end && *end != ','))
	return false;
      add_procs (p);
      if (!*end)
	return true;
      s = end + 1;
    }
}

static void
report_line (void *data, enum pram_severity, int line, const char *message)
{
  if (line)
    error ("%s:%d: %s", (const char *) data, line, message);
  else
    error ("%s: %s", (const char *) data, message);
}

static FILE *
open_file (const char *name)
{
  FILE *f = fopen (name, "r");
  struct stat status;
  /* To open a directory is no error, only to read it is.  */
  if (f && !fstat (fileno (f), &status) && S_ISDIR (status.st_mode))
    {
      fclose (f);
      f = NULL;
      errno = EISDIR;
    }
  if (!f)
    error ("%s: %m", name);
  return f;
}

static bool
read_machine (const char *s)
{
  struct pram_diag diag = { report_line, CONST_CAST (char *, s) };
  FILE *f = open_file (s);
  bool ok = f && pram_machine_read (f, &plug_args.logp, &plug_args.costs,
				  &diag);
  if (f)
    fclose (f);
  plug_args.machine_given = true;
  return ok;
}

static bool
read_profile (const char *s)
{
  struct pram_diag diag = { report_line, CONST_CAST (char *, s) };
  FILE *f = open_file (s);
  bool ok = f && pram_profile_read (f, &plug_args.profile,
				    plug_args.costs.arena, &diag);
  if (f)
    fclose (f);
  return ok;
}

struct pram_predictor
plug_predictor (void)
{
  struct pram_predictor predictor
    = { &plug_args.logp, &plug_args.costs, &plug_args.profile, NULL };
  return predictor;
}

static bool
read_budget (const char *s)
{
  char *end;
  plug_args.budget = strtod (s, &end);
  return *s && !*end && plug_args.budget > 0 && plug_args.budget <= 1e6;
}

static bool
read_report (const char *s)
{
  plug_args.report = s;
  return *s != 0;
}

static bool
read_dump (const char *s)
{
  static const struct
  {
    const char *name;
    bool *dump;
  } stages[] = {
    { "capture", &plug_args.dump_capture }, { "prog", &plug_args.dump_prog },
    { "graph", &plug_args.dump_graph }, { "plan", &plug_args.dump_plan },
    { "tasks", &plug_args.dump_tasks },
    { "taskgraph", &plug_args.dump_taskgraph }, { "code", &plug_args.dump_code }
  };
  bool all = strcmp (s, "all") == 0, known = all;
  for (unsigned i = 0; i < ARRAY_SIZE (stages); i++)
    if (all || strcmp (s, stages[i].name) == 0)
      known = *stages[i].dump = true;
  return known;
}

static bool
read_verbose (const char *)
{
  return plug_args.verbose = true;
}

static const struct
{
  const char *key;
  bool value_p;			/* takes a value */
  bool (*read) (const char *value);
  const char *expected;
} keys[] = {
  { "size", true, read_size, "NAME:VALUE, the value a number >= 0" },
  { "schedule", true, read_schedule,
    "auto, naive, linear, brent or serial" },
  { "procs", true, read_procs, "numbers from 1 to 16384, separated by "
    "commas" },
  { "machine", true, read_machine, "a machine file, as pram-logp writes it" },
  { "profile", true, read_profile, "a file that PRAM_STATS named" },
  { "budget", true, read_budget, "seconds, up to 1e6" },
  { "report", true, read_report, "a file name" },
  { "dump", true, read_dump, "capture, prog, graph, plan, tasks, "
    "taskgraph, code or all" },
  { "verbose", false, read_verbose, "no value" }
};

static bool
read_argument (const struct plugin_argument *a)
{
  for (unsigned i = 0; i < ARRAY_SIZE (keys); i++)
    if (strcmp (a->key, keys[i].key) == 0)
      {
	if ((a->value != NULL) == keys[i].value_p
	    && keys[i].read (a->value))
	  return true;
	error ("%<-fplugin-arg-pram-%s%s%s%>: expected %s", a->key,
	       a->value ? "=" : "", a->value ? a->value : "",
	       keys[i].expected);
	return false;
      }
  error ("%<-fplugin-arg-pram-%s%>: unknown argument; there are size, "
	 "schedule, procs, machine, profile, budget, report, dump and verbose",
	 a->key);
  return false;
}

bool
plug_args_read (int argc, struct plugin_argument *argv)
{
  bool ok = true;
  plug_args.budget = 10;
  plug_args.logp = pram_logp_default ();
  plug_args.costs = pram_costs_default (pram_arena_new ());
  for (int i = 0; i < argc; i++)
    ok &= read_argument (&argv[i]);
  if (!plug_args.n_procs)
    add_procs (MIN (plug_args.logp.P, PRAM_PROCS_MAX));
  return ok;
}
