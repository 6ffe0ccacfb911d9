/* mpithreads.c: that MPI has threads of its own is not seen.

   SPDX-License-Identifier: Apache-2.0

   They get no signals: a handler would run beside the thread that the program
   takes to be the only one.

   If main's thread leaves by pthread_exit the others go on, and the last one
   ends the process.  But MPI's never end, and MPI reads the memory of a process
   by way of its first thread.  So main's thread stays until no thread but MPI's
   is left, and ends the process then.

   MPI must not end before they have done what its start has given them to do.
   In a short program on a busy machine they may not have come to it yet, and
   PMIx (4.2.2, with Open MPI 4.1.4) then tells handlers of events that it has
   freed that there is an MPI: the process dies, or hangs, or its heap is no
   longer one.  */

#include "prt.h"
#include <dirent.h>
#include <pthread.h>
#include <signal.h>
#include <time.h>

enum
{
  PAUSE = 5000000,		/* ns, while others run */
  SHORT_PAUSE = 50000,		/* ns, while MPI's threads do something */
  MOST_SHORT_PAUSES = 20000
};

struct thread
{
  int id;
  long switches;		/* how often it had begun to wait; -1: unknown */
};

struct threads { int n; struct thread *thread; };

static pthread_key_t key;
static struct threads before, mpi;	/* MPI was started; its own */
static int rounds;
static sigset_t signals;	/* that main's thread blocks */

static struct threads
list_threads (void)
{
  struct threads all = { 0, NULL };
  DIR *tasks = opendir ("/proc/self/task");
  if (!tasks)
    return all;
  for (struct dirent *e; (e = readdir (tasks)); )
    if (e->d_name[0] != '.')
      {
	all.thread = prt_grow (all.thread, all.n + 1, sizeof *all.thread);
	all.thread[all.n++] = (struct thread) { atoi (e->d_name), -1 };
      }
  closedir (tasks);
  return all;
}

static int
count_threads (void)
{
  struct threads all = list_threads ();
  free (all.thread);
  return all.n;
}

static bool
among_p (const struct threads *some, int id)
{
  for (int i = 0; i < some->n; i++)
    if (some->thread[i].id == id)
      return true;
  return false;
}

/* Main's thread ends.  What the program's own keys destroy goes first: the last
   round that is promised is ours.  */

static void
await_others (void *main_thread)
{
  if (prt.stopped || prt_forked_p ())
    return;
  if (++rounds < PTHREAD_DESTRUCTOR_ITERATIONS)
    {
      pthread_setspecific (key, main_thread);
      return;
    }
  const struct timespec pause = { 0, PAUSE };
  while (count_threads () > mpi.n + 1)
    nanosleep (&pause, NULL);
  exit (0);
}

/* MPI is about to be started.  Threads inherit what is blocked; what a thread
   does itself can't be.  */

void
prt_mpi_threads_begin (void)
{
  static const int own[]
    = { SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP, SIGABRT, SIGSYS };
  sigset_t others;
  sigfillset (&others);
  for (size_t i = 0; i < sizeof own / sizeof *own; i++)
    sigdelset (&others, own[i]);
  before = list_threads ();
  pthread_sigmask (SIG_BLOCK, &others, &signals);
}

/* It has been.  */

void
prt_mpi_threads_end (void)
{
  pthread_sigmask (SIG_SETMASK, &signals, NULL);
  mpi = list_threads ();
  int n = 0;
  for (int i = 0; i < mpi.n; i++)
    if (!among_p (&before, mpi.thread[i].id))
      mpi.thread[n++] = mpi.thread[i];
  mpi.n = n;
  if (mpi.n > 0 && !smpi_execute
      && pthread_key_create (&key, await_others) == 0)
    pthread_setspecific (key, &key);
}

/* Does T wait, as it did without a break since it was looked at last?  */

static bool
waits_still_p (struct thread *t)
{
  char name[64], *line = NULL, state = 'S';
  size_t room = 0;
  long switches = 0;
  snprintf (name, sizeof name, "/proc/self/task/%d/status", t->id);
  FILE *f = fopen (name, "r");
  while (f && getline (&line, &room, f) > 0)
    if (sscanf (line, "State: %c", &state) != 1)
      sscanf (line, "voluntary_ctxt_switches: %ld", &switches);
  if (f)
    fclose (f);
  free (line);
  bool still = state == 'S' && switches == t->switches;
  t->switches = switches;
  return still;
}

/* Wait until MPI's threads have nothing to do, for some time at most: until all
   of them are found waiting, and then once more without having done anything
   meanwhile.  What one has for another wakes that before the one waits.  */

void
prt_mpi_threads_settle (void)
{
  const struct timespec pause = { 0, SHORT_PAUSE };
  bool settled = mpi.n == 0;
  for (int i = 0; i < MOST_SHORT_PAUSES && !settled; i++)
    {
      settled = true;
      for (int k = 0; k < mpi.n; k++)
	settled &= waits_still_p (&mpi.thread[k]);
      if (!settled)
	nanosleep (&pause, NULL);
    }
}
