/* pram-sim.c: simulate what processes do on a LogP machine.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "pram-sim.h"

#include <getopt.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lab/goal.h"
#include "lab/strategies.h"
#include "tool-file.h"
#include "tool-machine.h"
#include "tool-report.h"

#ifndef PRAM_VERSION
#define PRAM_VERSION "unknown"
#endif

/* Exit statuses.  */
enum { GOOD, BAD, USAGE };

static const char help[] =
"Usage: pram-sim [OPTION]... FILE\n"
"  or:  pram-sim [OPTION]... --generate=KIND[:PARAMETER=VALUE,...]\n"
"  or:  pram-sim [OPTION]... --graph=KIND[:PARAMETER=VALUE,...]\n"
"  or:  pram-sim --fit=FILE\n"
"Simulate what processes do, computing, sending and receiving, on a LogP\n"
"machine, and print when the last one ends.  FILE is a script, FILE.goal, or a\n"
"task graph: FILE.stg, FILE.dot, or else our text form.\n"
"\n"
"      --logp=L,o,g[,G]   the machine, in any unit of time, which is then\n"
"                         that of all times\n"
"      --machine=FILE     the machine from a machine file, in seconds; without\n"
"                         either, processes that share memory\n"
"      --strategy=NAME    schedule the task graph so (default auto)\n"
"  -p, --procs=P          on so many processes (default: the machine's, or 2)\n"
"      --graph=TEXT       a generated task graph, as for pram-sched\n"
"      --capacity         keep to the capacity of the network, ceil (L / g)\n"
"                         messages from and to a process\n"
"      --loggops=L,o,g,G,O,S\n"
"                         simulate in LogGOPSim's model instead, times in ns\n"
"      --q=Q[,QNET]       steps of processors are executed with probability Q in\n"
"                         a round, those of the network with QNET (default Q):\n"
"                         print how many rounds the schedule takes, and\n"
"                         bounds\n"
"      --samples=N        executions to simulate (default 10000)\n"
"      --seed=N           of the random numbers (default 1)\n"
"      --step=TIME        of which all times are multiples, or are rounded to\n"
"                         (default: 1 if they are whole, else their common\n"
"                         divisor)\n"
"      --fit=FILE         estimate Q, QNET and the step from measured times; lines\n"
"                         of FILE: fit NAME COMPUTE NETWORK SECONDS..., or predict\n"
"      --goal=FILE        write the script as GOAL text, too\n"
"      --help             show this text\n"
"      --version          show the version\n"
"\n"
"Kinds of scripts:\n";

static const char help_end[] =
"\n"
"Example: pram-sim --logp=6,2,4 --generate=jacobi2d:procs=1024,iterations=200\n"
"Exit status: 0, 1 if something is malformed or waits forever, 2 for wrong\n"
"usage.\n";

static void usage_error (const char *format, ...)
  __attribute__ ((format (printf, 1, 2), noreturn));

static void
usage_error (const char *format, ...)
{
  va_list args;
  va_start (args, format);
  fputs ("pram-sim: ", stderr);
  vfprintf (stderr, format, args);
  fputs ("\nTry 'pram-sim --help'.\n", stderr);
  va_end (args);
  exit (USAGE);
}

static void
parse_logp (struct sim_options *options, const char *text)
{
  options->machine = (struct pram_logp) { .P = options->machine.P };
  if (!tool_parse_logp (text, &options->machine))
    usage_error ("--logp wants L,o,g or L,o,g,G, numbers >= 0, not '%s'", text);
  options->unit = 1;
}

static void
parse_loggops (struct sim_options *options, const char *text)
{
  struct pram_loggops *m = &options->loggops;
  int64_t *value[] = { &m->L, &m->o, &m->g, &m->G, &m->O, &m->S };
  const char *c = text;
  for (int k = 0; k < 6; k++)
    {
      char *end;
      double x = strtod (c, &end);
      if (end == c || !(x >= 0) || x > 1e15 || x != floor (x)
	  || *end != (k < 5 ? ',' : 0))
	usage_error ("--loggops wants six whole numbers, not '%s'", text);
      *value[k] = (int64_t) x;
      c = end + 1;
    }
  options->model = SIM_LOGGOPS;
  options->unit = 1;
}

static double
parse_number (const char *option, const char *text, double least, double most)
{
  char *end;
  double value = strtod (text, &end);
  if (end == text || *end || !(value >= least && value <= most))
    usage_error ("--%s wants a number from %g to %g, not '%s'", option, least,
		 most, text);
  return value;
}

static int64_t
parse_count (const char *option, const char *text, int64_t least, int64_t most)
{
  double value = parse_number (option, text, (double) least, (double) most);
  if (value != floor (value))
    usage_error ("--%s wants a whole number, not '%s'", option, text);
  return (int64_t) value;
}

/* With less, distributions of rounds take seconds and gigabytes.  */
static const double LEAST_Q = 1e-5;

static void
parse_q (struct sim_options *options, const char *text)
{
  char *end;
  double *q = options->disturbance.q;
  q[PRAM_NETWORK] = q[PRAM_PROCESSOR] = strtod (text, &end);
  if (*end == ',')
    q[PRAM_NETWORK] = strtod (end + 1, &end);
  if (*end || !(q[0] >= LEAST_Q && q[0] <= 1 && q[1] >= LEAST_Q && q[1] <= 1))
    usage_error ("--q wants probabilities from %g to 1, not '%s'", LEAST_Q,
		 text);
}

static void
parse_strategy (struct sim_options *options, const char *text)
{
  if (strcmp (text, "auto") && !pram_strategies_find (text))
    usage_error ("no strategy '%s'", text);
  options->strategy = text;
}

static bool
goal_name_p (const char *name)
{
  size_t length = strlen (name);
  return length > 5 && !strcmp (name + length - 5, ".goal");
}

/* What some other option makes pointless.  PROCS: -p is there.  */
static void
check_usage (const struct sim_options *options, bool logp, bool machine,
	     bool procs)
{
  if (logp && machine)
    usage_error ("--logp or --machine, not both");
  if (options->model == SIM_LOGGOPS
      && (options->capacity || options->disturbance.q[0] > 0))
    usage_error ("LogGOPSim's model has neither --capacity nor --q");
  if ((procs || options->strategy)
      && (options->generate || options->fit || goal_name_p (options->file)))
    usage_error ("--procs and --strategy are for task graphs; patterns have "
		 "their number of processes, as in ring:procs=8");
}

static void
read_machine (struct sim_options *options, const char *name,
	      struct pram_arena *arena)
{
  struct pram_costs costs = pram_costs_default (arena);	/* are read, too */
  if (!tool_read_machine (name, &options->machine, &costs))
    exit (BAD);
}

static void
parse_options (struct sim_options *options, int argc, char **argv,
	       struct pram_arena *arena)
{
  enum { LOGP = 256, MACHINE, CAPACITY, LOGGOPS, GENERATE, GOAL, Q, SAMPLES,
	 SEED, STEP, GRAPH, STRATEGY, FIT, HELP, VERSION };
  static const struct option longs[] =
    {
      { "logp", required_argument, NULL, LOGP },
      { "machine", required_argument, NULL, MACHINE },
      { "capacity", no_argument, NULL, CAPACITY },
      { "loggops", required_argument, NULL, LOGGOPS },
      { "generate", required_argument, NULL, GENERATE },
      { "goal", required_argument, NULL, GOAL },
      { "graph", required_argument, NULL, GRAPH },
      { "strategy", required_argument, NULL, STRATEGY },
      { "procs", required_argument, NULL, 'p' },
      { "fit", required_argument, NULL, FIT },
      { "q", required_argument, NULL, Q },
      { "samples", required_argument, NULL, SAMPLES },
      { "seed", required_argument, NULL, SEED },
      { "step", required_argument, NULL, STEP },
      { "help", no_argument, NULL, HELP },
      { "version", no_argument, NULL, VERSION },
      { NULL, 0, NULL, 0 }
    };
  const char *machine = NULL;
  bool logp = false;
  int procs = 0;
  for (int c; (c = getopt_long (argc, argv, "p:", longs, NULL)) != -1;)
    switch (c)
      {
      case LOGP:
	parse_logp (options, optarg);
	logp = true;
	break;
      case MACHINE: machine = optarg; break;
      case CAPACITY: options->capacity = true; break;
      case LOGGOPS: parse_loggops (options, optarg); break;
      case GENERATE: options->generate = optarg; break;
      case GOAL: options->goal = optarg; break;
      case GRAPH: options->graph = optarg; break;
      case STRATEGY: parse_strategy (options, optarg); break;
      case 'p':
	procs = (int) parse_count ("procs", optarg, 1, 1 << 24);
	break;
      case FIT: options->fit = optarg; break;
      case Q: parse_q (options, optarg); break;
      case SAMPLES:
	options->samples
	  = (int32_t) parse_count ("samples", optarg, 1, 1000000000);
	break;
      case SEED:
	options->seed = (uint64_t) parse_count ("seed", optarg, 0,
						 INT64_C (1000000000000000));
	break;
      case STEP:
	options->step = parse_number ("step", optarg, 1e-300, 1e15);
	break;
      case HELP:
	printf ("%s%s%s", help, pram_script_generators, help_end);
	exit (GOOD);
      case VERSION: puts ("pram-sim " PRAM_VERSION); exit (GOOD);
      default: fputs ("Try 'pram-sim --help'.\n", stderr); exit (USAGE);
      }
  const char *made = options->generate ? options->generate : options->graph
		     ? options->graph : options->fit;
  if (!!options->generate + !!options->graph + !!options->fit + argc - optind
      != 1)
    usage_error (made ? "--generate, --graph, --fit or a file, please"
		 : optind == argc ? "no file given" : "one file, please");
  options->file = made ? made : argv[optind];
  check_usage (options, logp, machine != NULL, procs > 0);
  if (machine)
    read_machine (options, machine, arena);
  if (procs)
    options->machine.P = procs;
  if (!options->strategy)
    options->strategy = "auto";
}

static struct pram_script *
find_script (const struct sim_options *options, struct pram_arena *arena,
	     const struct pram_diag *diag)
{
  if (options->generate)
    return pram_script_generate (options->generate, &options->machine, arena,
				 diag);
  if (options->graph)
    return sim_schedule (options, NULL, arena, diag);
  FILE *file = tool_open (options->file, "r");
  if (!file)
    return NULL;
  struct pram_script *script
    = goal_name_p (options->file)
      ? pram_goal_read (file, options->unit, arena, diag)
      : sim_schedule (options, file, arena, diag);
  return tool_close (file, options->file) ? script : NULL;
}

static bool
run (const struct sim_options *options, struct pram_arena *arena)
{
  struct pram_diag diag = { tool_report, (void *) &options->file };
  if (options->fit)
    {
      FILE *file = tool_open (options->fit, "r");
      bool good = file && sim_fit (file, arena, &diag);
      return file && tool_close (file, options->fit) && good;
    }
  struct pram_script *script = find_script (options, arena, &diag);
  if (!script)
    return false;
  if (options->goal)
    {
      FILE *file = tool_open (options->goal, "w");
      if (!file)
	return false;
      pram_goal_write (file, script, options->unit);
      if (!tool_close (file, options->goal))
	return false;
    }
  return sim_run (options, script, arena, &diag);
}

int
main (int argc, char **argv)
{
  struct sim_options options = { .machine = pram_logp_default (),
				 .unit = 1e-9, .samples = 10000, .seed = 1 };
  tool_check_output ();
  struct pram_arena *arena = pram_arena_new ();
  parse_options (&options, argc, argv, arena);
  bool good = run (&options, arena);
  pram_arena_free (arena);
  return good ? GOOD : BAD;
}
