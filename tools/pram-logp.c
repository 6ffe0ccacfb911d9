/* pram-logp.c: measure the machine that it is started on, and write a machine
   file.

   SPDX-License-Identifier: GPL-3.0-or-later

   The messages of a pair of processes for each class (node, network), by size
   (pram-logp-messages.c, pram-logp-protocols.c); exchanges and collective
   operations (pram-logp-steps.c); operations and bytes, with all processes
   running (pram-logp-compute.c); layers, and memory that is touched first
   (pram-logp-layers.c, pram-logp-faults.c).  What could not be measured is not
   in the file, which says so.  */

#include "pram-logp.h"

#include "machine/machine.h"


#include <getopt.h>
#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#ifndef PRAM_VERSION
#define PRAM_VERSION "unknown"
#endif

enum { GOOD, BAD, USAGE };

static const char help[] =
"Usage: mpirun -np P pram-logp [OPTION]...\n"
"Measure the LogP parameters of the machine against message size, exchanges,\n"
"collective operations, and what computing costs in each cache and in memory,\n"
"all P processes running.  P is at least 2; start it as your programs are.\n"
"Nothing else should run meanwhile.\n"
"\n"
"  -o, --output=FILE     write the machine file there (default: to standard\n"
"                        output)\n"
"      --memory=MIB      sweep over at most so much per process (default 128)\n"
"  -q, --quiet           do not print the quality of the fits\n"
"      --help            show this text\n"
"      --version         show the version\n"
"\n"
"Example: mpirun -np 2 pram-logp -o here.logp\n"
"         pramcc -fplugin-arg-pram-machine=here.logp -O3 heat.c -lm\n"
"Exit status: 0, 1 if something could not be measured or written, 2 for wrong\n"
"usage.\n";

struct options
{
  const char *output;
  bool quiet;
  double memory;
};

static void quit (int status, const char *format, ...)
  __attribute__ ((format (printf, 2, 3), noreturn));

/* Rank 0 says it, all processes end with STATUS.  */
static void
quit (int status, const char *format, ...)
{
  int rank;
  va_list args;
  MPI_Comm_rank (MPI_COMM_WORLD, &rank);
  va_start (args, format);
  if (rank == 0)
    {
      vfprintf (status == GOOD ? stdout : stderr, format, args);
      fflush (NULL);
    }
  va_end (args);
  MPI_Finalize ();
  exit (status);
}

static void
parse_options (struct options *options, int argc, char **argv)
{
  enum { MEMORY = 256, HELP, VERSION };
  static const struct option longs[] =
    {
      { "output", required_argument, NULL, 'o' },
      { "memory", required_argument, NULL, MEMORY },
      { "quiet", no_argument, NULL, 'q' },
      { "help", no_argument, NULL, HELP },
      { "version", no_argument, NULL, VERSION },
      { NULL, 0, NULL, 0 }
    };
  char *end;
  opterr = 0;
  for (int c; (c = getopt_long (argc, argv, "o:q", longs, NULL)) != -1;)
    switch (c)
      {
      case 'o': options->output = optarg; break;
      case 'q': options->quiet = true; break;
      case MEMORY:
	options->memory = strtod (optarg, &end) * (1 << 20);
	if (*end || !(options->memory >= 1 << 20)
	    || options->memory > 0x1p44)
	  quit (USAGE, "pram-logp: --memory wants a number of MiB, at least "
		"1\nTry 'pram-logp --help'.\n");
	break;
      case HELP: quit (GOOD, "%s", help);
      case VERSION: quit (GOOD, "pram-logp " PRAM_VERSION "\n");
      default:
	quit (USAGE, "pram-logp: '%s' is no option, or wants a value\n"
	      "Try 'pram-logp --help'.\n", argv[optind - 1]);
      }
  if (optind != argc)
    quit (USAGE, "pram-logp: there is nothing to give but options\n"
	  "Try 'pram-logp --help'.\n");
}

/* --- Who is where -------------------------------------------------------- */

/* The pair of class PAIR with the lowest ranks, and this process's partner,
   from NODE_OF: the lowest rank on each rank's node.  On one node neighbours
   are partners; between nodes those with the same number on the first and the
   second, the third and the fourth node and so on.  */
static struct pairs
find_pairs (const struct machine *m, enum pram_pair pair, const int *node_of)
{
  struct pairs p = { -1, -1, -1 };
  int *partner = malloc ((size_t) m->procs * sizeof *partner);
  for (int r = 0; r < m->procs; r++)
    partner[r] = -1;
  for (int r = 0; r < m->procs; r++)
    for (int s = r + 1; s < m->procs && partner[r] < 0; s++)
      if (partner[s] < 0
	  && (node_of[r] == node_of[s]) == (pair == PRAM_SAME_NODE))
	{
	  partner[r] = s;
	  partner[s] = r;
	  if (p.first < 0)
	    {
	      p.first = r;
	      p.second = s;
	    }
	}
  p.partner = partner[m->rank];
  free (partner);
  return p;
}

static struct machine
look_around (double memory)
{
  struct machine m = { .memory = memory };
  MPI_Comm_rank (MPI_COMM_WORLD, &m.rank);
  MPI_Comm_size (MPI_COMM_WORLD, &m.procs);
  MPI_Comm_split_type (MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, m.rank,
		       MPI_INFO_NULL, &m.node_comm);
  MPI_Comm_size (m.node_comm, &m.node);
  int lowest = m.rank;
  MPI_Bcast (&lowest, 1, MPI_INT, 0, m.node_comm);
  int *node_of = malloc ((size_t) m.procs * sizeof *node_of);
  MPI_Allgather (&lowest, 1, MPI_INT, node_of, 1, MPI_INT, MPI_COMM_WORLD);
  m.first_node = m.node;
  MPI_Bcast (&m.first_node, 1, MPI_INT, 0, MPI_COMM_WORLD);
  MPI_Allreduce (&m.node, &m.largest_node, 1, MPI_INT, MPI_MAX,
		 MPI_COMM_WORLD);
  for (int k = 0; k < 2; k++)
    m.pairs[k] = find_pairs (&m, k, node_of);
  free (node_of);
  return m;
}

/* --- Is it alone? -------------------------------------------------------- */

/* Seconds that passed, and in which this process had a processor.  */
struct clocks
{
  double wall, cpu;
};

static struct clocks
read_clocks (void)
{
  struct timespec cpu;
  clock_gettime (CLOCK_PROCESS_CPUTIME_ID, &cpu);
  return (struct clocks) { MPI_Wtime (), (double) cpu.tv_sec
				      + 1e-9 * (double) cpu.tv_nsec };
}

/* The part of the time since START in which the process that had its processor
   least had it.  Processes wait busily: alone, each has it always.  */
static double
processor_share (struct clocks start)
{
  struct clocks now = read_clocks ();
  double share = (now.cpu - start.cpu) / (now.wall - start.wall), least;
  MPI_Allreduce (&share, &least, 1, MPI_DOUBLE, MPI_MIN, MPI_COMM_WORLD);
  return least;
}

/* --- The result ---------------------------------------------------------- */

static const char *const class_names[] = { "node", "network" };

/* Short messages must have a time that is larger than its own spread, and
   longer ones must not be faster.  */
static const char *
find_wrong (const struct class_result *c)
{
  double spread[MAX_SIZES];
  for (int k = 0; k < c->n; k++)
    {
      spread[k] = c->rows[k].spread;
      if (!(c->rows[k].one_way > 0))
	return "a message took no time";
    }
  if (pram_fit_median (spread, c->n) > 0.5)
    return "the round trips vary by more than half of their median";
  if (c->rows[c->n - 1].gap <= c->rows[0].gap)
    return "long messages do not take longer than short ones";
  return NULL;
}

static struct class_result
measure_class (const struct machine *m, enum pram_pair pair)
{
  struct class_result c = { .there = m->pairs[pair].first >= 0 };
  for (int attempt = 0; c.there && attempt < 3; attempt++)
    {
      c.n = measure_messages (m, pair, c.rows);
      c.wrong = find_wrong (&c);
      if (!c.wrong)
	break;
    }
  return c;
}

static struct pram_logp_row
row_of (const struct message_times *t)
{
  struct pram_logp_row row = { .bytes = t->bytes };
  row.value[PRAM_O_SEND] = fmax (0, t->o_send);
  row.value[PRAM_O_RECV] = fmax (0, t->o_recv);
  row.value[PRAM_GAP] = fmax (0, t->gap);
  row.value[PRAM_LATENCY] = fmax (0, t->one_way - row.value[PRAM_O_SEND]
				     - row.value[PRAM_O_RECV]);
  return row;
}

/* The tables, and the classic parameters from the row of 8 bytes of the
   slowest class.  */
static void
fill_logp (struct pram_logp *logp, const struct class_result c[2],
	   struct pram_arena *arena)
{
  struct protocol protocol[MAX_PROTOCOLS];
  for (int k = 0; k < 2; k++)
    {
      int n = c[k].there ? find_protocols (&c[k], protocol) : 0;
      for (int i = 0; i < c[k].n; i++)
	*PRAM_ARENA_PUSH (arena, logp->table[k].row, logp->table[k].n_rows)
	  = row_of (&c[k].rows[i]);
      for (int i = 0; i < c[k].n; i++)
	if (c[k].rows[i].bytes == 8)
	  {
	    const double *v = logp->table[k].row[i].value;
	    logp->o = (v[PRAM_O_SEND] + v[PRAM_O_RECV]) / 2;
	    logp->g = v[PRAM_GAP];
	    logp->L = v[PRAM_LATENCY];
	    logp->G = fmax (0, protocol[n - 1].gap.slope);
	  }
    }
}

static void
print_quality (const struct class_result c[2], const struct pram_logp *logp,
	       const struct compute_quality *compute)
{
  for (int k = 0; k < 2; k++)
    if (c[k].there)
      print_protocols (&c[k], class_names[k]);
    else
      printf ("%s: not measured: no two processes %s\n", class_names[k],
	      k ? "are on different nodes" : "share a node");
  printf ("8 bytes: L = %.3g us%s, o = %.3g us, g = %.3g us\n", 1e6 * logp->L,
	  logp->L > 0 ? "" : " (not more than the overheads)",
	  1e6 * logp->o, 1e6 * logp->g);
  printf ("computing: %.3g ns an operation in cache; kernels deviate by %.0f%% "
	  "there, by %.0f%% more in larger sets\n", 1e9 * compute->op,
	  100 * compute->in_cache, 100 * compute->beyond);
}

static bool
write_file (const struct options *options, const struct class_result c[2],
	    const struct pram_logp *logp, const struct pram_costs *costs,
	    double share)
{
  FILE *f = options->output ? fopen (options->output, "w") : stdout;
  if (!f)
    return false;
  fprintf (f, "# pram-logp %s, %d processes; seconds, bytes\n", PRAM_VERSION,
	   logp->P);
  fprintf (f,
	   "# each process had a processor for %.0f %% of the time at least\n",
	   100 * share);
  for (int k = 0; k < 2; k++)
    if (!c[k].there)
      fprintf (f, "# %s: not measured\n", class_names[k]);
  pram_machine_print (f, logp, costs);
  bool good = !ferror (f);
  return (f == stdout ? fflush (f) : fclose (f)) == 0 && good;
}

/* Can NAME be written, or made?  */
static bool
writable_p (const char *name)
{
  if (access (name, F_OK) == 0)
    return access (name, W_OK) == 0;
  const char *slash = strrchr (name, '/');
  char *directory = slash ? strndup (name, (size_t) (slash - name) + 1)
			  : strdup (".");
  bool result = directory && access (directory, W_OK) == 0;
  free (directory);
  return result;
}

/* Nobody should wait for a measurement that can't be written.  */
static void
check_output (const struct options *options)
{
  int rank, good = 1;
  MPI_Comm_rank (MPI_COMM_WORLD, &rank);
  if (rank == 0 && options->output)
    good = writable_p (options->output);
  MPI_Bcast (&good, 1, MPI_INT, 0, MPI_COMM_WORLD);
  if (!good)
    quit (BAD, "pram-logp: cannot write '%s'\n", options->output);
}

/* Larger sets would be swapped out, or end the job.  */
static void
check_memory (const struct machine *m)
{
  double bytes = (double) sysconf (_SC_PHYS_PAGES)
		 * (double) sysconf (_SC_PAGESIZE) / m->node, least;
  MPI_Allreduce (&bytes, &least, 1, MPI_DOUBLE, MPI_MIN, MPI_COMM_WORLD);
  if (least > 0 && m->memory > least)
    quit (USAGE, "pram-logp: --memory=%.9g is more than there is for each"
	  " process, %.0f MiB\n", m->memory / (1 << 20), least / (1 << 20));
}

int
main (int argc, char **argv)
{
  struct options options = { NULL, false, 128 << 20 };
  MPI_Init (&argc, &argv);
  parse_options (&options, argc, argv);
  check_output (&options);
  struct clocks start = read_clocks ();
  struct machine m = look_around (options.memory);
  check_memory (&m);
  if (m.procs < 2)
    quit (BAD, "pram-logp: one process sends no messages: start it with "
	  "'mpirun -np P', P at least 2\n");

  struct pram_arena *arena = pram_arena_new ();
  struct pram_costs costs = { .arena = arena, .given = true };
  struct pram_logp logp = pram_logp_default ();
  struct class_result classes[2];
  for (int k = 0; k < 2; k++)
    {
      classes[k] = measure_class (&m, k);
      if (classes[k].wrong)
	quit (BAD, "pram-logp: unstable: between processes of class %s %s; "
	      "does something else run?\n", class_names[k], classes[k].wrong);
      if (classes[k].there)
	measure_exchanges (&m, k, &costs);
    }
  measure_collectives (&m, &costs);
  struct compute_quality compute = measure_compute (&m, &costs);
  measure_scalar (&costs);
  measure_tasks (&costs);
  measure_layers (&costs);
  measure_faults (&m, &costs);
  double share = processor_share (start);

  fill_logp (&logp, classes, arena);
  logp.op = compute.op;
  logp.P = m.procs;
  logp.node = m.largest_node;
  int status = GOOD;
  if (m.rank == 0)
    {
      if (share < 0.9)
	fprintf (stderr, "pram-logp: warning: a process had a processor for "
		 "only %.0f %% of the time: something else runs, or there are "
		 "more processes than processors\n", 100 * share);
      if (!write_file (&options, classes, &logp, &costs, share))
	{
	  fprintf (stderr, "pram-logp: cannot write '%s'\n",
		   options.output ? options.output : "standard output");
	  status = BAD;
	}
      else if (options.output && !options.quiet)
	print_quality (classes, &logp, &compute);
    }
  pram_arena_free (arena);
  MPI_Bcast (&status, 1, MPI_INT, 0, MPI_COMM_WORLD);
  MPI_Finalize ();
  return status;
}
