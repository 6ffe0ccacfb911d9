/* start.c: start and end of MPI, and the life of the workers.

   SPDX-License-Identifier: Apache-2.0

   Rank 0 goes on in main; the others wait in `serve' for regions to run until
   they are told to stop, and leave the program there.  A waiting worker looks
   for messages without pause for SPIN_SECONDS, then sleeps between looks, a
   64th of the time it has waited: it must not take a core from what rank 0 does
   serially, and not be late by more than it has waited for anyway.

   A program that was not started by an MPI launcher needs no MPI and doesn't
   wait for it to start; PRAM_MPI=1 starts it all the same.  */

/* For dl_iterate_phdr and RTLD_NODELETE.  */
#define _GNU_SOURCE 1
#include "prt.h"
#include <argz.h>
#include <dlfcn.h>
#include <link.h>
#include <time.h>
#include <unistd.h>

#define SPIN_SECONDS 200e-6
#define MAX_SLEEP 1e-3	/* s */

extern char **environ;

static pid_t main_pid;

/* Was this process started by an MPI launcher?  If in doubt, yes.  */

static bool
launched_p (void)
{
  static const char *const prefix[] =
  {
    "OMPI_COMM_WORLD_", "OMPI_UNIVERSE", "PMIX_", "PMI_", "PMI2_",
    "SLURM_PROCID", "SLURM_STEP", "MPI_LOCALRANKID", "MPIRUN_", "MPIEXEC_",
    "HYDI_", "HYDRA_", "MV2_COMM", "ALPS_APP", "PALS_", "FLUX_JOB",
    "JSM_NAMESPACE", "SMPI_", "PRAM_MPI", "MP_CHILD", "LAMRANK"
  };
  if (smpi_execute)
    return true;
  for (char **e = environ; e && *e; e++)
    for (size_t i = 0; i < sizeof prefix / sizeof *prefix; i++)
      if (strncmp (*e, prefix[i], strlen (prefix[i])) == 0)
	return true;
  return false;
}

/* Is the variable NAME set to 1?  */

static bool
flag (const char *name)
{
  const char *value = getenv (name);
  if (!value || !*value)
    return false;
  if (strcmp (value, "0") == 0 || strcmp (value, "1") == 0)
    return *value == '1';
  prt_warn_setting (name, "0 or 1");
  return false;
}

/* The number of seconds that the variable NAME holds; 0 if none.  */

static double
seconds_of (const char *name)
{
  const char *value = getenv (name);
  double seconds = value ? strtod (value, NULL) : 0;
  return seconds > 0 ? seconds : 0;
}

/* PRAM_AHEAD: 0, 1, or the tasks of a turn.  */

static void
read_ahead (void)
{
  const char *text = getenv ("PRAM_AHEAD");
  char *end;
  long tasks = text && *text ? strtol (text, &end, 10) : 1;
  prt.turn = PRAM_TASKS_PER_TURN;
  prt.one_by_one = false;
  if (text && *text && (*end || tasks < 0))
    prt_warn_setting ("PRAM_AHEAD", "0, 1 or the number of tasks of a turn");
  else if (tasks == 0)
    prt.one_by_one = true;
  else if (tasks > 1)
    prt.turn = tasks;
  /* A simulated machine has no caches.  */
  if (prt.task_seconds > 0)
    prt.one_by_one = true;
}

/* Send MESSAGE on to this process's children in the broadcast tree.  */

void
prt_broadcast_control (const int64_t *message)
{
  for (int i = 0; i < prt.n_children; i++)
    MPI_Send (message, prt.control_words, MPI_INT64_T, prt.children[i],
	      PRT_TAG_CONTROL, prt.comm);
}

/* Wait for the next message from the parent.  */

static void
await_control (int64_t *message)
{
  double since = prt_now ();
  int here = 0;
  for (;;)
    {
      MPI_Iprobe (prt.parent, PRT_TAG_CONTROL, prt.comm, &here,
		  MPI_STATUS_IGNORE);
      if (here)
	break;
      if (!prt_prefault_step () && prt_now () - since > SPIN_SECONDS)
	{
	  double pause = (prt_now () - since) / 64;
	  if (pause > MAX_SLEEP)
	    pause = MAX_SLEEP;
	  struct timespec t = { 0, (long) (1e9 * pause) };
	  nanosleep (&t, NULL);
	}
    }
  MPI_Recv (message, prt.control_words, MPI_INT64_T, prt.parent,
	    PRT_TAG_CONTROL, prt.comm, MPI_STATUS_IGNORE);
  prt_prefault_end ();
}

/* The names of the shared libraries that are loaded, an argz vector.  */

struct libraries
{
  char *names;
  size_t size;
};

static int
add_library (struct dl_phdr_info *object, size_t size, void *data)
{
  struct libraries *all = data;
  (void) size;
  return object->dlpi_name && *object->dlpi_name
	 ? argz_add (&all->names, &all->size, object->dlpi_name) : 0;
}

/* Keep what is loaded.  Nothing is opened while the list is walked: the dynamic
   linker then holds a lock that another thread's dlopen takes second.  */

static void
keep_libraries (void)
{
  struct libraries all = { NULL, 0 };
  dl_iterate_phdr (add_library, &all);
  for (char *name = NULL; (name = argz_next (all.names, all.size, name)); )
    dlopen (name, RTLD_LAZY | RTLD_NOLOAD | RTLD_NODELETE);
  free (all.names);
}

/* Open MPI unloads its components while threads that it started may still run
   in them, and once in a thousand times or so a process dies of that at its
   very end.  So nothing is unloaded.  */

static void
end_mpi (void)
{
  if (!smpi_execute)
    keep_libraries ();
  MPI_Finalize ();
}

static void
serve (void)
{
  int64_t *message = prt_alloc (prt.control_words, sizeof *message);
  prt_prefault_plan ();
  for (;;)
    {
      await_control (message);
      prt_broadcast_control (message);
      if (message[0] == PRT_STOP)
	break;
      prt_enter_worker (message);
    }
  end_mpi ();
  exit (0);
}

static void
stop_at_exit (void)
{
  if (getpid () != main_pid || prt.stopped)
    return;
  if (prt.current)
    prt_fatal ("exit was called inside of a region");
  PRAM_stop ();
}

static void
start_mpi (int *argc, char ***argv)
{
  MPI_Errhandler handler;
  MPI_Init (argc, argv);
  prt.mpi = true;
  MPI_Comm_dup (MPI_COMM_WORLD, &prt.comm);
  MPI_Comm_create_errhandler (prt_mpi_error, &handler);
  MPI_Comm_set_errhandler (prt.comm, handler);
  MPI_Errhandler_free (&handler);
  MPI_Comm_rank (prt.comm, &prt.rank);
  MPI_Comm_size (prt.comm, &prt.procs);
}

/* The environment's variables; the rank is known.  */

static void
read_settings (void)
{
  prt.quiet = flag ("PRAM_QUIET");
  prt.check = flag ("PRAM_CHECK");
  prt.stats_file = getenv ("PRAM_STATS");
  prt.stats = prt.stats_file && *prt.stats_file;
  prt.trace_file = getenv ("PRAM_TRACE");
  prt.trace = prt.trace_file && *prt.trace_file;
  prt.task_seconds = smpi_execute ? seconds_of ("PRAM_SIMULATE") : 0;
  read_ahead ();
}

void
PRAM_start (int *argc, char ***argv)
{
  int already = 0;
  if (prt.started)
    return;
  prt_leaks_ignore ();
  prt.started = true;
  main_pid = getpid ();
  MPI_Initialized (&already);
  if (already)
    prt.serial_reason = "the program starts MPI itself";
  else if (launched_p ())
    start_mpi (argc, argv);
  read_settings ();
  prt.n_frozen = prt.n_regions;
  prt.control_words = 3;
  for (int i = 0; i < prt.n_regions; i++)
    {
      int words = prt_message_words (prt.regions[i]->desc);
      if (words > prt.control_words)
	prt.control_words = words;
    }
  prt_tree_init ();
  if (prt.rank != 0)
    serve ();
  /* A simulator unloads the program before that.  */
  if (!smpi_execute)
    atexit (stop_at_exit);
  prt_leaks_watch ();
}

/* Tell the workers to stop, write the figures, end MPI.  If a check failed
   the program's exit status is 3.  */

static void
stop (void)
{
  if (prt.mpi)
    {
      int64_t *message = prt_alloc (prt.control_words, sizeof *message);
      message[0] = PRT_STOP;
      prt_broadcast_control (message);
      free (message);
    }
  if (prt.stats)
    prt_stats_write ();
  if (prt.trace)
    prt_trace_close ();
  if (prt.mpi)
    {
      int finalized;
      MPI_Finalized (&finalized);
      if (!finalized)
	end_mpi ();
    }
  if (prt.check_failed)
    {
      fflush (NULL);
      _exit (3);
    }
}

void
PRAM_stop (void)
{
  if (!prt.started || prt.stopped)
    return;
  prt.stopped = true;
  prt_leaks_ignore ();
  stop ();
  prt_leaks_watch ();
}
