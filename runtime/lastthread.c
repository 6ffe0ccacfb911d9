/* lastthread.c: the program ends when its last thread does.

   SPDX-License-Identifier: Apache-2.0

   If main's thread leaves by pthread_exit the others go on, and the last one
   ends the process.  But MPI has threads of its own, which never end, and reads
   the memory of a process by way of its first thread.  So main's thread stays
   until no thread but MPI's is left, and ends the process then.  */

#include "prt.h"
#include <dirent.h>
#include <pthread.h>
#include <time.h>

enum { PAUSE = 5000000 };	/* ns */

static pthread_key_t key;
static int n_before, n_mpi;	/* threads: before MPI was started; of MPI */
static int rounds;

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
  while (count_threads () > n_mpi + 1)
    nanosleep (&(struct timespec) { 0, PAUSE }, NULL);
  exit (0);
}

/* Called before MPI is started, and after it on rank 0.  */

void
prt_last_thread_before (void)
{
  n_before = count_threads ();
}

void
prt_last_thread_after (void)
{
  n_mpi = count_threads () - n_before;
  if (n_mpi > 0 && !smpi_execute
      && pthread_key_create (&key, await_others) == 0)
    pthread_setspecific (key, &key);
}
