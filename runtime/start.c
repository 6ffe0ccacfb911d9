/* start.c: start and end of MPI, and the life of the workers.

   SPDX-License-Identifier: Apache-2.0

   The runtime starts in a constructor of its own, which is before any code of
   the user's, whatever compiled main: user's libraries depend on this one, and
   in a program that is linked statically its priority is high.  Rank 0 goes on
   from there; the others wait in `serve' for regions to run until they are told
   to stop, and leave the process there, without what is done at exit.  A
   waiting worker looks for messages without pause for SPIN_SECONDS, then sleeps
   between looks, a 64th of the time it has waited: it must not take a core from
   what rank 0 does serially, and not be late by more than it has waited for
   anyway.

   A program that was not started by an MPI launcher needs no MPI and doesn't
   wait for it to start; PRAM_MPI=1 starts it all the same.

   A library that is opened by dlopen comes too late for that, and MPI can't be
   started under the dynamic linker's lock: rank 0 works alone, and the others
   end the job, for they run the user's program.  */

/* For RTLD_DEFAULT.  */
#define _GNU_SOURCE 1
#include "prt.h"
#include <dlfcn.h>
#include <time.h>
#include <unistd.h>

#define SPIN_SECONDS 200e-6
#define MAX_SLEEP 4e-3	/* s */

extern char **environ;

static const char mpi_reason[] = "the program starts MPI itself";

/* A rank says in the variable which job of PMIx's it belongs to: processes that
   it starts itself inherit all that the launcher has set, but don't.  */
static const char started_variable[] = "PRAM_STARTED";
static const char job_variable[] = "PMIX_NAMESPACE";

static bool
started_by_rank_p (void)
{
  const char *started = getenv (started_variable);
  const char *job = getenv (job_variable);
  return started && job && strcmp (started, job) == 0;
}

/* Was this process started by an MPI launcher?  If in doubt, yes.  */
static bool
launched_p (void)
{
  static const char *const prefix[] =
  {
    "OMPI_COMM_WORLD_", "OMPI_UNIVERSE", "PMIX_", "PMI_", "PMI2_",
    "SLURM_PROCID", "SLURM_STEP", "MPI_LOCALRANKID", "MPIRUN_", "MPIEXEC_",
    "HYDI_", "HYDRA_", "MV2_COMM", "ALPS_APP", "PALS_", "FLUX_JOB",
    "JSM_NAMESPACE", "PRAM_MPI", "MP_CHILD", "LAMRANK"
  };
  if (started_by_rank_p ())
    return false;
  for (char **e = environ; e && *e; e++)
    for (size_t i = 0; i < sizeof prefix / sizeof *prefix; i++)
      if (strncmp (*e, prefix[i], strlen (prefix[i])) == 0)
	return true;
  return false;
}

/* The rank that an MPI launcher has given this process; 0 if there is none.  */

static int
launched_rank (void)
{
  static const char *const name[] =
  {
    "OMPI_COMM_WORLD_RANK", "PMIX_RANK", "PMI_RANK", "MV2_COMM_WORLD_RANK",
    "PALS_RANKID", "FLUX_TASK_RANK", "JSM_NAMESPACE_RANK", "SLURM_PROCID"
  };
  for (size_t i = 0; i < sizeof name / sizeof *name; i++)
    if (getenv (name[i]))
      return atoi (getenv (name[i]));
  return 0;
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

/* PRAM_MODE.  */

static void
read_mode (void)
{
  static const char *const names[]
    = { [PRT_AUTO] = "auto", [PRT_DISTRIBUTED] = "distributed",
	[PRT_ALONE] = "alone", [PRT_SERIAL] = "serial" };
  const char *text = getenv ("PRAM_MODE");
  prt.mode = PRT_AUTO;
  if (!text || !*text)
    return;
  for (int i = 0; i < (int) (sizeof names / sizeof *names); i++)
    if (strcmp (text, names[i]) == 0)
      {
	prt.mode = (enum prt_mode) i;
	return;
      }
  prt_warn_setting ("PRAM_MODE", "auto, distributed, alone or serial");
}

/* PRAM_AHEAD: 0, 1, or the tasks of a strip.  */

static void
read_ahead (void)
{
  const char *text = getenv ("PRAM_AHEAD");
  char *end;
  long tasks = text && *text ? strtol (text, &end, 10) : 1;
  prt.strip = PRAM_TASKS_PER_STRIP;
  prt.one_by_one = false;
  if (text && *text && (*end || tasks < 0))
    prt_warn_setting ("PRAM_AHEAD", "0, 1 or the number of tasks of a strip");
  else if (tasks == 0)
    prt.one_by_one = true;
  else if (tasks > 1)
    prt.strip = tasks;
  /* A simulated machine has no caches.  */
  if (prt.task_seconds > 0)
    prt.one_by_one = true;
}

/* PRAM_DEPOSITS: MiB.  */

static void
read_deposits (void)
{
  enum { MIB = 1 << 20, MOST = 1024 };
  const char *text = getenv ("PRAM_DEPOSITS");
  char *end;
  double most = text && *text ? strtod (text, &end) : MOST;
  if (text && *text && (*end || !(most > 0 && most < 1 << 20)))
    {
      prt_warn_setting ("PRAM_DEPOSITS", "a number of MiB");
      most = MOST;
    }
  prt.deposits = (uint64_t) (most * MIB);
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
}

/* Open MPI unloads its components while threads that it started may still run
   in them, and once in a thousand times or so a process dies of that at its
   very end.  So nothing is unloaded.  */

static void
end_mpi (void)
{
  if (!smpi_execute)
    {
      prt_keep_libraries ();
      prt_mpi_threads_settle ();
    }
  MPI_Finalize ();
}

void
prt_end_worker (void)
{
  end_mpi ();
  if (smpi_execute)
    exit (0);			/* this process alone */
  fflush (NULL);
  _exit (0);
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
      if (message[0] == PRT_MEASURE)
	prt_network_answer ();
      else if (message[0] == PRT_MADE)
	prt_made_receive (message);
      else
	prt_enter_worker (message);
    }
  prt_end_worker ();
}

/* MPI_Init_thread by name: a reference from here in the program itself, if it
   is linked statically, would look as if it were the user's.  */

static void
start_mpi (int *argc, char ***argv)
{
  int (*init) (int *, char ***, int, int *)
    = dlsym (RTLD_DEFAULT, "MPI_Init_thread");
  MPI_Errhandler handler;
  int level;
  prt_mpi_threads_begin ();
  (init ? init : PMPI_Init_thread) (argc, argv, MPI_THREAD_SERIALIZED, &level);
  prt_mpi_threads_end ();
  prt.mpi = true;
  if (getenv (job_variable))
    setenv (started_variable, getenv (job_variable), 1);
  MPI_Comm_dup (MPI_COMM_WORLD, &prt.comm);
  MPI_Comm_create_errhandler (prt_mpi_error, &handler);
  MPI_Comm_set_errhandler (prt.comm, handler);
  MPI_Errhandler_free (&handler);
  MPI_Comm_rank (prt.comm, &prt.rank);
  MPI_Comm_size (prt.comm, &prt.all_procs);
  prt.procs = prt.all_procs;
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
  read_mode ();
  read_ahead ();
  read_deposits ();
}

/* The part of the start that there is with MPI and without.  */

static void
start (void)
{
  prt.started = true;
  prt_thread_init ();
  prt_floating_init ();
  read_settings ();
  prt_find_regions ();
  prt.n_frozen = prt.n_regions;
  prt.control_words = PRT_MADE_WORDS;
  for (int i = 0; i < prt.n_regions; i++)
    {
      int words = prt_message_words (prt.regions[i]->desc);
      if (words > prt.control_words)
	prt.control_words = words;
    }
  prt_tree_init ();
  if (prt.rank != 0)
    serve ();
}

/* All processes go on in the program.  One writes figures.  */

static void
start_serially (void)
{
  prt.serial_reason = mpi_reason;
  start ();
  if (launched_rank () != 0)
    prt.stats = prt.trace = false;
}

static void
start_late (void)
{
  prt.rank = launched_rank ();
  if (prt.rank != 0)
    prt_fatal ("the program has loaded its regions by dlopen, so this process "
	       "would only run it once more: run it as one process, or link "
	       "it with the library");
  start ();
}

/* Of several copies of the runtime, as that of the program and that of a
   library, there is one that all names are bound to: this is in it.  (A
   function's address may be the program's in any case.)  */
char PRAM_chosen;

static bool
chosen_p (void)
{
  Dl_info chosen, own;
  return !dladdr (&PRAM_chosen, &chosen) || !dladdr (&prt, &own)
	 || chosen.dli_fbase == own.dli_fbase;
}

static void __attribute__ ((constructor (101)))
start_first (void)
{
  int already;
  if (smpi_execute || !chosen_p ())
    return;
  PRT_FLOATING_OWN;
  prt_leaks_ignore ();
  bool first = prt_loaded_first_p (), launched = launched_p ();
  MPI_Initialized (&already);
  if (launched && (already || prt_starts_mpi_p ()))
    start_serially ();
  else if (launched && !first)
    start_late ();
  else
    {
      if (launched)
	start_mpi (NULL, NULL);
      start ();
    }
  prt_at_end (PRAM_stop, first);
  at_quick_exit (PRAM_stop);
  prt_leaks_watch ();
}

/* Under a simulator, which unloads the program before it runs what is
   registered for its exit.  */

void
PRAM_start (int *argc, char ***argv)
{
  if (prt.started)
    return;
  start_mpi (argc, argv);
  start ();
}

/* The program ends in a function of another file, which a region has called
   (effects.c).  Tell the workers, if they wait for it.  */

static bool
stop_abroad (void)
{
  int32_t on = 0;
  bool waited = prt.abroad && prt.procs > 1;
  if (waited)
    MPI_Bcast (&on, 1, MPI_INT32_T, 0, prt.comm);
  prt_team_all ();
  return waited;
}

/* Tell the workers to stop, write the figures, end MPI.  If a check failed
   the program's exit status is 3.  */

static void
stop (void)
{
  if (prt.mpi && !stop_abroad ())
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
  if (!prt.started || prt_forked_p ())
    return;
  PRT_FLOATING_OWN;
  if (!prt_thread_begin () && !prt.abroad)
    prt_fatal ("exit was called inside of a region");
  if (!prt.stopped)
    {
      prt.stopped = true;
      prt_leaks_ignore ();
      stop ();
      prt_leaks_watch ();
    }
  prt_thread_end ();
}
