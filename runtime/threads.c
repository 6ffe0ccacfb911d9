/* threads.c: which thread of which process may enter a region.

   SPDX-License-Identifier: Apache-2.0

   Threads take turns: one is in the runtime at a time.  A region that runs
   serially needs no turn, and other threads may be in regions meanwhile.  The
   same thread may come again, with a region inside of a region or in the
   handler of a signal: that runs serially.

   MPI is asked for calls from any thread, one at a time; if it can't do that,
   it is called by the thread that started it.

   A forked process has neither workers nor MPI: its copies of both are the
   parent's, and it leaves them alone.  It asks for no turn either: the thread
   that had it may not exist there.  */

#include "prt.h"
#include <pthread.h>
#include <sys/mman.h>
#include <unistd.h>

static pthread_mutex_t turn = PTHREAD_MUTEX_INITIALIZER;
static int cancel_state;	/* of the thread that has the turn, before */
static __thread bool mine;	/* or soon: a signal's handler sees it, too */
/* A page that a forked process finds zeroed, however it was forked: asking for
   the process's number takes as long as entering a small region.  Null: the
   system is too old for that.  */
static bool *original;
static pid_t pid;

void
prt_thread_init (void)
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
prt_thread_mpi_p (void)
{
  int level, main_thread;
  MPI_Query_thread (&level);
  MPI_Is_thread_main (&main_thread);
  return level >= MPI_THREAD_SERIALIZED || main_thread;
}

/* Wait for this thread's turn.  False if it has it already: what it does is
   inside of a region.  It is not cancelled while it has it: in the serial
   program nothing there asks whether it should be.  */

bool
prt_thread_begin (void)
{
  int state;
  if (mine)
    return false;
  mine = true;
  pthread_setcancelstate (PTHREAD_CANCEL_DISABLE, &state);
  pthread_mutex_lock (&turn);
  cancel_state = state;
  return true;
}

void
prt_thread_end (void)
{
  int state = cancel_state;
  pthread_mutex_unlock (&turn);
  mine = false;
  pthread_setcancelstate (state, NULL);
}
