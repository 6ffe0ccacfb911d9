/* pram-sched.c: schedule a program in text form and show what comes out.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <getopt.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "plan.h"
#include "pram-sched-expand.h"
#include "prog.h"
#include "verify.h"

#ifndef PRAM_VERSION
#define PRAM_VERSION "unknown"
#endif

/* Exit statuses.  */
enum { GOOD, BAD, USAGE };

/* A list of positive numbers.  */
struct numbers
{
  int n;
  int *value;
};

struct options
{
  bool print_prog, print_graph, print_taskgraph, print_plan, print_traffic;
  bool compare;
  struct numbers procs, verify, iterations;
};

static const char help[] =
"Usage: pram-sched [OPTION]... FILE\n"
"Schedule the program in FILE, the text form that the plugin dumps (`-' is\n"
"standard input), and print it with subscripts, its plan, and the messages and\n"
"bytes that one run moves, data-dependent loops running once.\n"
"\n"
"  -p, --procs=LIST       numbers of processes for the traffic (default 2,4)\n"
"      --print=LIST       what to print: prog, graph, taskgraph, plan, traffic,\n"
"                         nothing (default prog, plan, traffic; with --verify\n"
"                         or --compare nothing)\n"
"      --compare          compare the task graph found symbolically with that of\n"
"                         running the program on index values, and stop there\n"
"      --verify=LIST      execute the plan on simulated processes, so many, and\n"
"                         compare with a sequential execution\n"
"      --iterations=LIST  numbers of iterations of data-dependent loops to\n"
"                         verify and compare with (default 1,2,3,5)\n"
"      --help             show this text\n"
"      --version          show the version\n"
"\n"
"Example: pram-sched --verify=1,2,3,7 jacobi.prog\n"
"Exit status: 0, 1 if the program is malformed, cannot be distributed or is\n"
"wrong when verified, 2 for wrong usage.\n";

static void usage_error (const char *format, ...)
  __attribute__ ((format (printf, 1, 2), noreturn));

static void
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
	usage_error ("--%s wants positive numbers, not '%s'", option, text);
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

static void
parse_print (struct options *options, const char *text)
{
  char *copy = strdup (text), *save = NULL;
  options->print_prog = options->print_graph = false;
  options->print_plan = options->print_traffic = false;
  options->print_taskgraph = false;
  for (char *word = strtok_r (copy, ",", &save); word;
       word = strtok_r (NULL, ",", &save))
    if (!strcmp (word, "prog"))
      options->print_prog = true;
    else if (!strcmp (word, "graph"))
      options->print_graph = true;
    else if (!strcmp (word, "taskgraph"))
      options->print_taskgraph = true;
    else if (!strcmp (word, "plan"))
      options->print_plan = true;
    else if (!strcmp (word, "traffic"))
      options->print_traffic = true;
    else if (strcmp (word, "nothing"))
      usage_error ("--print knows prog, graph, taskgraph, plan, traffic, "
		   "nothing, not '%s'", word);
  free (copy);
}

/* Returns the name of the file.  */
static const char *
parse_options (struct options *options, int argc, char **argv)
{
  enum { PRINT = 256, COMPARE, VERIFY, ITERATIONS, HELP, VERSION };
  static const struct option longs[] =
    {
      { "procs", required_argument, NULL, 'p' },
      { "print", required_argument, NULL, PRINT },
      { "compare", no_argument, NULL, COMPARE },
      { "verify", required_argument, NULL, VERIFY },
      { "iterations", required_argument, NULL, ITERATIONS },
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
      case VERIFY: parse_numbers (&options->verify, "verify", optarg); break;
      case ITERATIONS:
	parse_numbers (&options->iterations, "iterations", optarg);
	break;
      case HELP: fputs (help, stdout); exit (GOOD);
      case VERSION: puts ("pram-sched " PRAM_VERSION); exit (GOOD);
      default: fputs ("Try 'pram-sched --help'.\n", stderr); exit (USAGE);
      }
  if (optind + 1 != argc)
    usage_error (optind == argc ? "no file given" : "one file, please");
  bool quiet = options->verify.n || options->compare;
  parse_print (options, print ? print : quiet ? "nothing"
					      : "prog,plan,traffic");
  return argv[optind];
}

/* Prints reports with the name of the file that their lines belong to.  */
static void
report (void *data, enum pram_severity severity, int line,
	const char *message)
{
  const char *const *file = data;
  const char *kind = severity == PRAM_NOTE ? "note" : "error";
  fflush (stdout);
  if (line)
    fprintf (stderr, "%s:%d: %s: %s\n", *file, line, kind, message);
  else
    fprintf (stderr, "%s: %s: %s\n", *file, kind, message);
}

static struct pram_prog *
read_file (const char *name, const struct pram_diag *diag)
{
  FILE *file = strcmp (name, "-") ? fopen (name, "r") : stdin;
  if (!file)
    {
      perror (name);
      return NULL;
    }
  struct pram_prog *prog = pram_prog_read (file, diag);
  if (file != stdin)
    fclose (file);
  return prog;
}

static void
print_traffic (const struct pram_plan *plan, const struct numbers *procs)
{
  for (int k = 0; k < procs->n; k++)
    {
      struct pram_traffic traffic
	= pram_plan_traffic (plan, procs->value[k]);
      printf ("procs %d: %" PRId64 " messages, %" PRId64 " bytes\n",
	      procs->value[k], traffic.messages, traffic.bytes);
    }
}

static bool
verify (const struct pram_plan *plan, const struct options *options,
	const struct pram_diag *diag)
{
  for (int p = 0; p < options->verify.n; p++)
    for (int k = 0; k < options->iterations.n; k++)
      if (!pram_plan_verify (plan, options->verify.value[p],
			     options->iterations.value[k], NULL, diag))
	return false;
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

static int
run (const struct options *options, const char *name)
{
  const char *file = name;
  struct pram_diag diag = { report, &file };
  struct pram_prog *prog = read_file (name, &diag);
  if (!prog)
    return BAD;
  file = prog->file;

  struct pram_plan *plan = NULL;
  bool good = pram_delinearize (prog, &diag) && pram_prog_check (prog, &diag);
  if (good && options->print_prog)
    pram_prog_print (stdout, prog);
  if (good && options->print_graph)
    good = pram_graph_print (stdout, prog, &diag);
  if (good && options->print_taskgraph)
    good = sched_print_taskgraph (prog, &diag);
  if (options->compare)
    {
      good = good && compare (prog, options, &diag);
      pram_prog_free (prog);
      return good ? GOOD : BAD;
    }
  if (good)
    plan = pram_plan_build (prog, &diag);
  good = plan && pram_plan_check (plan, &diag);
  if (good && options->print_plan)
    pram_plan_print (stdout, plan);
  if (good && options->print_traffic)
    print_traffic (plan, &options->procs);
  good = good && verify (plan, options, &diag);
  pram_prog_free (prog);
  return good ? GOOD : BAD;
}

int
main (int argc, char **argv)
{
  struct options options = { false };
  parse_numbers (&options.procs, "procs", "2,4");
  parse_numbers (&options.iterations, "iterations", "1,2,3,5");
  const char *name = parse_options (&options, argc, argv);
  int status = run (&options, name);
  free (options.procs.value);
  free (options.verify.value);
  free (options.iterations.value);
  return status;
}
