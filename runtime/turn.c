/* turn.c: which thread of which process may enter a region.

   SPDX-License-Identifier: Apache-2.0

   Threads take turns: one is in the runtime at a time.  A region that runs
   serially needs no turn, and other threads may be in regions meanwhile.  The
   same thread may come again: a region inside of a region, or of a signal's
   handler, runs serially.

   MPI is asked for calls from any thread, one at a time; if it can't do that,
   it is called by the thread that started it.

   A forked process has neither workers nor MPI: its copies of both are the
   parent's, and it leaves them alone.  It asks for no turn either: the thread
   that had it may not exist there.  */

#include "prt.h"
#include <pthread.h>
#include <sys/mman.h>
#include <unistd.h>

static pthread_mutex_t turn = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;
/* A page that a forked process finds zeroed, however it was forked: asking for
   the process's number takes as long as entering a small region.  Null: the
   system is too old for that.  */
static bool *original;
static pid_t pid;

void
prt_turn_init (void)
{
  size_t page = sysconf (_SC_PAGESIZE);
  void *map = mmap (NULL, page, PROT_READ | PROT_WRITE,
		    MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (map != MAP_FAILED && madvise (map, page, MADV_WIPEONFORK) == 0)
    {
      original = map;
      *original = true;
    }
  pid = getpid ();
}

bool
prt_forked_p (void)
{
  if (original)
    return !*original;
  return prt.started && getpid () != pid;
}

/* May this thread call MPI?  */

bool
prt_turn_mpi_p (void)
{
  int level, main_thread;
  MPI_Query_thread (&level);
  MPI_Is_thread_main (&main_thread);
  return level >= MPI_THREAD_SERIALIZED || main_thread;
}

/* Wait for this thread's turn.  Returns what prt_turn_end needs.  A thread is
   not cancelled while it waits for other processes: the serial program's isn't
   cancelled there either.  */

int
prt_turn_begin (void)
{
  int cancel;
  pthread_setcancelstate (PTHREAD_CANCEL_DISABLE, &cancel);
  pthread_mutex_lock (&turn);
  return cancel;
}

void
prt_turn_end (int cancel)
{
  pthread_mutex_unlock (&turn);
  pthread_setcancelstate (cancel, NULL);
}

/* This thread's turn lasts until prt_turn_drop, whatever ends before.  */

void
prt_turn_keep (void)
{
  pthread_mutex_lock (&turn);
}

void
prt_turn_drop (void)
{
  pthread_mutex_unlock (&turn);
}
