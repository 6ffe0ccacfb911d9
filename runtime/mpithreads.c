/* mpithreads.c: that MPI has threads of its own is not seen.

   SPDX-License-Identifier: Apache-2.0

   They get no signals: a handler would run beside the thread that the program
   takes to be the only one.

   If main's thread leaves by pthread_exit the others go on, and the last one
   ends the process.  But MPI's never end, and MPI reads the memory of a process
   by way of its first thread.  So main's thread stays until no thread but MPI's
   is left, and ends the process then.  */

#include "prt.h"
#include <dirent.h>
#include <pthread.h>
#include <signal.h>
#include <time.h>

enum { PAUSE = 5000000 };	/* ns */

static pthread_key_t key;
static int n_before, n_mpi;	/* threads: before MPI was started; of MPI */
static int rounds;
static sigset_t signals;	/* that main's thread blocks */

static int
count_threads (void)
{
  DIR *tasks = opendir ("/proc/self/task");
  int n = 0;
  if (!tasks)
    return 0;
  for (struct dirent *e; (e = readdir (tasks)); )
    n += e->d_name[0] != '.';
  closedir (tasks);
  return n;
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
  while (count_threads () > n_mpi + 1)
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
  n_before = count_threads ();
  pthread_sigmask (SIG_BLOCK, &others, &signals);
}

/* It has been.  */

void
prt_mpi_threads_end (void)
{
  pthread_sigmask (SIG_SETMASK, &signals, NULL);
  n_mpi = count_threads () - n_before;
  if (n_mpi > 0 && !smpi_execute
      && pthread_key_create (&key, await_others) == 0)
    pthread_setspecific (key, &key);
}
