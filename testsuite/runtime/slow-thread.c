/* slow-thread.c: to be preloaded: the first of MPI's threads is slow.
   SPDX-License-Identifier: GPL-3.0-or-later

   Open MPI's threads run libevent's loops.  The first one comes late to what it
   is told to do, as it may on a busy machine.  */

#include <dlfcn.h>
#include <pthread.h>
#include <time.h>

static double
now (void)
{
  struct timespec t;
  clock_gettime (CLOCK_MONOTONIC, &t);
  return (double) t.tv_sec + 1e-9 * (double) t.tv_nsec;
}

int
event_base_loop (void *base, int flags)
{
  static int (*volatile loop) (void *, int);
  static pthread_t first;
  if (!loop)
    {
      first = pthread_self ();
      loop = (int (*) (void *, int)) dlsym (RTLD_NEXT, "event_base_loop");
    }
  double until = now () + 0.2;
  while (pthread_equal (pthread_self (), first) && now () < until)
    ;
  return loop (base, flags);
}
