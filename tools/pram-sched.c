/* pram-sched.c: schedule a program or a task graph and show what comes out.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <getopt.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lab/generate.h"
#include "lab/same-elements.h"
#include "plan/plan.h"
#include "plan/verify.h"
#include "poly/delinearize.h"
#include "poly/graph.h"
#include "pram-sched-expand.h"
#include "pram-sched-measured.h"
#include "pram-sched-tables.h"
#include "pram-sched.h"
#include "prog/prog.h"
#include "tool-report.h"

#ifndef PRAM_VERSION
#define PRAM_VERSION "unknown"
#endif

static const char help[] =
"Usage: pram-sched [OPTION]... FILE\n"
"       pram-sched [OPTION]... --generate=KIND[:NAME=VALUE,...]\n"
"Schedule a program or a task graph and show what comes out.\n"
"\n"
"  -p, --procs=LIST       numbers of processes (default 2,4)\n"
"      --machine=FILE     the machine, as pram-logp writes it\n"
"      --logp=L,o,g[,G]   or its parameters, in the unit of the tasks' costs\n"
"                         (of programs: s)\n"
"      --svg=FILE         draw the schedule (the best one) for the last number of\n"
"                         processes: who does what when, and the critical path\n"
"      --help             show this text\n"
"      --version          show the version\n"
"\n"
"FILE is a program, the text form that the plugin dumps (`-' is standard input):\n"
"it is printed with subscripts, with its plan, and the messages and bytes that\n"
"one run moves, data-dependent loops running once.  Or it is a source, a program\n"
"before its sizes are known:\n"
"\n"
"      --set=NAME=VALUE   its entry value NAME is VALUE, not what the file says;\n"
"                         of an array: VALUE,VALUE,... its first elements\n"
"\n"
"Of both:\n"
"\n"
"      --print=LIST       what to print: prog, graph, taskgraph, plan, traffic,\n"
"                         bounds, times, nothing (default prog, plan, traffic;\n"
"                         with --verify, --compare, --same, --within or\n"
"                         --write nothing); bounds: what is\n"
"                         proven of the plan's blocks; times: how long they take\n"
"                         on a LogP machine, scatter and gather included\n"
"      --compare          compare the task graph found symbolically with that of\n"
"                         running the program on index values, and stop there\n"
"      --within=NAME=VALUE  are its tasks and edges among those for this value, or\n"
"                         several, others as set?  Say where not, and stop there\n"
"      --write=FILE       write its tasks and all edges that there may be, of one\n"
"                         iteration, as a task graph, the form by FILE's ending\n"
"      --same=OTHER       does the program OTHER write the same elements, each\n"
"                         from the same?  Say where not, and stop there\n"
"      --verify=LIST      execute the plan on simulated processes, so many, and\n"
"                         compare with a sequential execution\n"
"      --strategy=NAME    run it task by task: cluster the tasks so; plan, traffic\n"
"                         and --svg are those of tables, and traffic has\n"
"                         predicted times\n"
"      --iterations=LIST  numbers of iterations of data-dependent loops to\n"
"                         verify, compare, time and draw (default 1,2,3,5)\n"
"      --trace=FILE       with --svg: draw this timeline, as PRAM_TRACE writes it,\n"
"                         above the predicted one\n"
"\n"
"Or FILE is a report of the plugin (JSON):\n"
"\n"
"      --measured=STATS   print its predictions beside what a run took, STATS\n"
"                         being what PRAM_STATS wrote\n"
"\n"
"Or FILE is a task graph: text (.graph), a standard task graph (.stg), or\n"
"GraphViz's (.dot, .gv). Each strategy is timed on a LogP machine, for each\n"
"number of processes; the best is marked.\n"
"\n"
"      --generate=SPEC    instead of FILE: make the graph; `help' lists the kinds\n"
"      --strategy=NAME    one strategy, auto, or all (default all)\n"
"      --print=LIST       graph, bounds, table, clustering, schedule, nothing\n"
"                         (default table); the latter two of the best strategy\n"
"      --write=FILE       write the graph, the form by FILE's ending\n"
"      --dot=FILE         draw the best clustering for the last number of\n"
"                         processes, for GraphViz\n"
"      --goal=FILE        write its schedule as GOAL text, for pram-sim\n"
"\n"
"Examples: pram-sched --verify=1,2,3,7 jacobi.prog\n"
"          pram-sched --set=n=1000 --print=prog jacobi-source.prog\n"
"          pram-sched --generate=fft:n=64 --logp=6,2,4 --procs=2,4,8\n"
"Exit status: 0, 1 if the input is malformed, cannot be distributed or is\n"
"wrong when verified, 2 for wrong usage.\n";

void
usage_error (const char *format, ...)
{
  va_list args;
  va_start (args, format);
  fputs ("pram-sched: ", stderr);
  vfprintf (stderr, format, args);
  fputs ("\nTry 'pram-sched --help'.\n", stderr);
  va_end (args);
  exit (USAGE);
}

/* Replace *LIST by the numbers in TEXT.  */
static void
parse_numbers (struct numbers *list, const char *option, const char *text)
{
  const char *c = text;
  list->n = 0;
  do
    {
      char *end;
      long value = strtol (c, &end, 10);
      if (end == c || (*end && *end != ',') || value < 1 || value > 1 << 20)
	usage_error ("--%s wants numbers from 1 to %d, not '%s'", option,
		     1 << 20, text);
      list->value = realloc (list->value,
			     sizeof *list->value * (size_t) (list->n + 1));
      if (!list->value)
	abort ();
      list->value[list->n++] = (int) value;
      c = end + 1;
      if (!*end)
	break;
    }
  while (true);
}

/* Append TEXT to the *N texts LIST.  */
static void
add_text (const char ***list, int *n, const char *text)
{
  *list = realloc (*list, sizeof **list * (size_t) (*n + 1));
  if (!*list)
    abort ();
  (*list)[(*n)++] = text;
}

/* TEXT lists what to print, of a program or of a task graph.  */
static void
parse_print (struct options *options, const char *text, bool program)
{
  struct { const char *name; bool *place; } known[] =
    {
      { "prog", program ? &options->print_prog : NULL },
      { "graph", &options->print_graph },
      { "taskgraph", program ? &options->print_taskgraph : NULL },
      { "plan", program ? &options->print_plan : NULL },
      { "traffic", program ? &options->print_traffic : NULL },
      { "times", program ? &options->print_times : NULL },
      { "table", program ? NULL : &options->print_table },
      { "clustering", program ? NULL : &options->print_clustering },
      { "schedule", program ? NULL : &options->print_schedule },
      { "bounds", &options->print_bounds }
    };
  char *copy = strdup (text), *save = NULL;
  for (char *word = strtok_r (copy, ",", &save); word;
       word = strtok_r (NULL, ",", &save))
    {
      bool found = !strcmp (word, "nothing");
      for (size_t k = 0; k < sizeof known / sizeof *known; k++)
	if (known[k].place && !strcmp (word, known[k].name))
	  found = *known[k].place = true;
      if (!found)
	usage_error (program ? "--print knows prog, graph, taskgraph, plan, "
			       "traffic, bounds, times, nothing, not '%s'"
			     : "--print knows graph, bounds, table, "
			       "clustering, schedule, nothing, not '%s'", word);
    }
  free (copy);
}

/* Each pair of processes is looked at several times: seconds.  */
enum { VERIFY_MAX = 256 };

/* Do options and NAME (null: none) fit?  Then sets what to print from PRINT
   or, where that is null, the defaults.  */
static void
settle_options (struct options *options, const char *name, const char *print)
{
  bool program = name && !sched_graph_name_p (name);
  bool quiet = options->verify.n || options->compare || options->same
	       || options->n_within;
  if (program && (options->dot || options->goal))
    usage_error ("--dot and --goal are for task graphs");
  if (options->write && !sched_graph_name_p (options->write))
    usage_error ("--write wants a name that ends in .graph, .stg, .dot or .gv");
  if (program && options->strategy && quiet)
    usage_error ("--strategy is for plan, figures and pictures of a program; "
		 "it can't be verified or compared");
  for (int p = 0; program && p < options->procs.n; p++)
    if (options->procs.value[p] > PRAM_PROCS_MAX)
      usage_error ("--procs of programs goes up to %d", PRAM_PROCS_MAX);
  for (int p = 0; p < options->verify.n; p++)
    if (options->verify.value[p] > VERIFY_MAX)
      usage_error ("--verify goes up to %d processes", VERIFY_MAX);
  if (options->trace && (!program || !options->svg))
    usage_error ("--trace is for programs, with --svg");
  if (!program && quiet)
    usage_error ("--verify, --compare and --same are for programs");
  if (!program && options->n_sets)
    usage_error ("--set is for programs");
  if (!program && options->n_within)
    usage_error ("--within is for programs");
  if (!program && options->measured)
    usage_error ("--measured wants a report");
  if (options->machine && options->logp)
    usage_error ("--machine or --logp, not both");
  quiet |= options->svg || options->write;
  parse_print (options, print ? print : !program ? "table" : quiet ? "nothing"
			: "prog,plan,traffic", program);
}

/* Returns the name of the file, null with --generate.  */
static const char *
parse_options (struct options *options, int argc, char **argv)
{
  enum { PRINT = 256, COMPARE, SAME, MEASURED, VERIFY, ITERATIONS, STRATEGY, MACHINE,
	 LOGP, GENERATE, WRITE, DOT, GOAL, SVG, TRACE, SET, WITHIN, HELP, VERSION };
  static const struct option longs[] =
    {
      { "procs", required_argument, NULL, 'p' },
      { "print", required_argument, NULL, PRINT },
      { "compare", no_argument, NULL, COMPARE },
      { "same", required_argument, NULL, SAME },
      { "measured", required_argument, NULL, MEASURED },
      { "verify", required_argument, NULL, VERIFY },
      { "iterations", required_argument, NULL, ITERATIONS },
      { "strategy", required_argument, NULL, STRATEGY },
      { "machine", required_argument, NULL, MACHINE },
      { "logp", required_argument, NULL, LOGP },
      { "generate", required_argument, NULL, GENERATE },
      { "write", required_argument, NULL, WRITE },
      { "dot", required_argument, NULL, DOT },
      { "goal", required_argument, NULL, GOAL },
      { "svg", required_argument, NULL, SVG },
      { "trace", required_argument, NULL, TRACE },
      { "set", required_argument, NULL, SET },
      { "within", required_argument, NULL, WITHIN },
      { "help", no_argument, NULL, HELP },
      { "version", no_argument, NULL, VERSION },
      { NULL, 0, NULL, 0 }
    };
  const char *print = NULL;
  for (int c; (c = getopt_long (argc, argv, "p:", longs, NULL)) != -1;)
    switch (c)
      {
      case 'p': parse_numbers (&options->procs, "procs", optarg); break;
      case PRINT: print = optarg; break;
      case COMPARE: options->compare = true; break;
      case SAME: options->same = optarg; break;
      case MEASURED: options->measured = optarg; break;
      case VERIFY: parse_numbers (&options->verify, "verify", optarg); break;
      case ITERATIONS:
	parse_numbers (&options->iterations, "iterations", optarg);
	break;
      case STRATEGY: options->strategy = optarg; break;
      case MACHINE: options->machine = optarg; break;
      case LOGP: options->logp = optarg; break;
      case GENERATE: options->generate = optarg; break;
      case WRITE: options->write = optarg; break;
      case DOT: options->dot = optarg; break;
      case GOAL: options->goal = optarg; break;
      case SVG: options->svg = optarg; break;
      case TRACE: options->trace = optarg; break;
      case SET: add_text (&options->sets, &options->n_sets, optarg); break;
      case WITHIN:
	add_text (&options->within, &options->n_within, optarg);
	break;
      case HELP: fputs (help, stdout); exit (GOOD);
      case VERSION: puts ("pram-sched " PRAM_VERSION); exit (GOOD);
      default: fputs ("Try 'pram-sched --help'.\n", stderr); exit (USAGE);
      }
  if (options->generate && !strcmp (options->generate, "help"))
    {
      pram_generate_print_kinds (stdout);
      exit (GOOD);
    }
  int n_files = argc - optind;
  if (n_files != (options->generate ? 0 : 1))
    usage_error (n_files == 0 ? "no file given" : options->generate
		 ? "a file or --generate, not both" : "one file, please");
  const char *name = options->generate ? NULL : argv[optind];
  settle_options (options, name, print);
  return name;
}

/* So many times verdicts are drawn.  */
enum { N_DRAWN = 3 };

static bool
verify (const struct pram_plan *plan, const struct options *options,
	const struct pram_diag *diag)
{
  for (int p = 0; p < options->verify.n; p++)
    {
      int procs = options->verify.value[p];
      for (int k = 0; k < options->iterations.n; k++)
	if (!pram_plan_verify (plan, procs, options->iterations.value[k], NULL,
			       diag))
	  return false;
      for (int seed = 1; plan->n_tests && seed <= N_DRAWN; seed++)
	if (!pram_plan_verify_judged (plan, procs, (uint64_t) seed, NULL, diag))
	  return false;
    }
  if (options->verify.n)
    printf ("verified %s\n", plan->prog->name);
  return true;
}

static bool
compare (struct pram_prog *prog, const struct options *options,
	 const struct pram_diag *diag)
{
  for (int k = 0; k < options->iterations.n; k++)
    if (!sched_compare_graphs (prog, options->iterations.value[k], diag))
      return false;
  printf ("compared %s\n", prog->name);
  return true;
}

/* Is PROG, delinearized, the same as the program that OPTIONS name?  */
static bool
same (struct pram_prog *prog, const struct options *options,
      const struct pram_diag *diag)
{
  const char *file;
  struct pram_prog *other = sched_read (options, options->same, &file, diag);
  bool good = (other && pram_delinearize (other, diag)
	       && pram_same_elements (prog, other, diag));
  if (good)
    printf ("the same: %s and %s\n", prog->name, other->name);
  if (other)
    pram_prog_free (other);
  return good;
}

/* Of PROG data choose what it reads: show what only its text tells, and leave
   the rest in *OPTIONS.  True if there is such.  */
static bool
begin_indirect (struct options *options, struct pram_prog *prog,
		bool *good, const struct pram_diag *diag)
{
  *good = (pram_prog_check (prog, diag)
	   && sched_print_indirect (options, prog, diag));
  options->print_prog = options->print_taskgraph = false;
  options->print_bounds = false;
  return *good && (options->compare || options->same
		   || options->print_graph || options->print_plan
		   || options->print_traffic || options->print_times
		   || options->verify.n || options->svg);
}

/* Is anything wanted of a program beside its tasks in a file?  */
static bool
wants_more_p (const struct options *options)
{
  return options->compare || options->same || options->strategy
	 || options->print_prog || options->print_graph
	 || options->print_taskgraph || options->print_plan
	 || options->print_traffic || options->print_times
	 || options->print_bounds || options->verify.n || options->svg;
}

static int
run (struct options *options, const char *name)
{
  const char *file = name;
  bool good;
  struct pram_diag diag = { tool_report, &file };
  struct pram_prog *prog = sched_read (options, name, &file, &diag);
  if (!prog)
    return BAD;
  file = prog->file;

  if (options->n_within || options->write)
    {
      good = options->n_within
	     ? sched_compare_sizes (options, prog, name, &diag)
	     : sched_write_tasks (options, prog, &diag);
      if (!good || options->n_within || !wants_more_p (options))
	{
	  pram_prog_free (prog);
	  return good ? GOOD : BAD;
	}
    }
  bool tables = options->strategy;
  if (tables)
    good = sched_run_tables (options, prog, &diag);
  if (tables || (pram_prog_indirect_p (prog)
		 && !begin_indirect (options, prog, &good, &diag)))
    {
      pram_prog_free (prog);
      return good ? GOOD : BAD;
    }
  struct pram_plan *plan = NULL;
  good = pram_delinearize (prog, &diag) && pram_prog_check (prog, &diag);
  if (good && options->print_prog)
    pram_prog_print (stdout, prog);
  if (good && options->print_graph)
    good = pram_graph_print (stdout, prog, &diag);
  if (good && options->print_taskgraph)
    good = sched_print_taskgraph (prog, &diag);
  if (options->compare || options->same)
    {
      good = good && (options->same ? same (prog, options, &diag)
		      : compare (prog, options, &diag));
      pram_prog_free (prog);
      return good ? GOOD : BAD;
    }
  prog->explained = options->print_plan || options->verify.n;
  if (good)
    plan = pram_plan_build (prog, &diag);
  good = plan && pram_plan_check (plan, &diag);
  if (good && options->print_plan)
    pram_plan_print (stdout, plan);
  if (good)
    good = sched_print_figures (options, plan, &diag);
  if (good && options->svg)
    good = sched_draw_plan (options, plan, &diag);
  good = good && verify (plan, options, &diag);
  pram_prog_free (prog);
  return good ? GOOD : BAD;
}

/* NAME is a report: print predicted and measured times.  */
static int
compare_times (const struct options *options, const char *name)
{
  return pram_sched_measured (name, options->measured) ? GOOD : BAD;
}

int
main (int argc, char **argv)
{
  struct options options = { false };
  tool_check_output ();
  parse_numbers (&options.procs, "procs", "2,4");
  parse_numbers (&options.iterations, "iterations", "1,2,3,5");
  const char *name = parse_options (&options, argc, argv);
  bool graph = !name || sched_graph_name_p (name);
  int status = options.measured ? compare_times (&options, name)
	       : graph ? sched_run_graph (&options, name)
	       : run (&options, name);
  free (options.procs.value);
  free (options.verify.value);
  free (options.iterations.value);
  free (options.sets);
  free (options.within);
  return status;
}
