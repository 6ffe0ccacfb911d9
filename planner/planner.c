/* planner.c: libpram-plan, which makes plans while the program runs.

   SPDX-License-Identifier: Apache-2.0

   Core does the work (plan-source.c); this keeps its memory, and the first
   thing that it refuses, and bounds its time, by a timer of the processor time
   of the thread that plans, whose signal comes to that thread.  */

#include "base/alloc.h"
#include "base/arena.h"
#include "base/diag.h"
#include "base/guard.h"
#include "predict/plan-source.h"
#include "pram-plan.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

/* Who names the thread of a timer's signal has only the kernel's name.  */
#ifndef sigev_notify_thread_id
#define sigev_notify_thread_id _sigev_un._tid
#endif

/* s of the processor that a plan may take.  Where it is to pay it may take such a share
   of what the region takes alone, by a guess: several processes may save more.  */
static const double most_seconds = 10, most_paying = 5;
static const double share_alone = .25, seconds_an_operation = .5e-9;

/* A plan, and where its tables are.  */
struct planned
{
  struct pram_region region;
  struct pram_arena *arena;
};

/* Where a reason goes.  */
struct answer { char *text; size_t size; };

static void
hear (void *data, enum pram_severity severity, int line, const char *message)
{
  struct answer *answer = data;
  (void) line;
  if (severity >= PRAM_REFUSAL && answer->size && !*answer->text)
    snprintf (answer->text, answer->size, "%s", message);
}

/* --- Time ---------------------------------------------------------------- */

/* What the program had before, and the timer; WORKS: there is one.  */
struct limit
{
  struct sigaction action;
  sigset_t mask;
  timer_t timer;
  bool works;
};

static struct pram_deadline deadline;
static struct limit *limit;
static double least_paying;	/* s that it may take whatever the region takes */

/* The program may have timers with this signal, too, which are not ours.  */
static void
pass (int signal, siginfo_t *info, void *context)
{
  (void) signal;
  (void) context;
  if (info->si_code == SI_TIMER && info->si_value.sival_ptr == &deadline)
    pram_deadline_pass (&deadline);
}

/* From now on there are so many SECONDS.  */
static void
limit_set (double seconds)
{
  struct itimerspec when = { .it_value.tv_sec = (time_t) seconds };
  when.it_value.tv_nsec = (long) ((seconds - (double) when.it_value.tv_sec)
				  * 1e9);
  deadline.seconds = seconds;
  if (limit->works)
    timer_settime (limit->timer, 0, &when, NULL);
}

/* What is planned has so many OPERATIONS.  */
static void
limit_by_worth (double operations)
{
  double seconds = least_paying;
  while (seconds < share_alone * seconds_an_operation * operations
	 && seconds < most_paying)
    seconds *= 2;
  limit_set (seconds < most_paying ? seconds : most_paying);
}

/* LEAST: 0, or what it may take if it is to pay.  */
static void
limit_start (double least)
{
  struct sigaction action = { .sa_sigaction = pass,
			      .sa_flags = SA_SIGINFO | SA_RESTART };
  struct sigevent event = { .sigev_notify = SIGEV_THREAD_ID,
			    .sigev_signo = SIGVTALRM };
  sigset_t ours;
  deadline = (struct pram_deadline) { .work = "plan" };
  least_paying = least;
  deadline.worth = least > 0 ? limit_by_worth : NULL;
  event.sigev_value.sival_ptr = &deadline;
  event.sigev_notify_thread_id = (pid_t) syscall (SYS_gettid);
  limit->works = timer_create (CLOCK_THREAD_CPUTIME_ID, &event,
			       &limit->timer) == 0;
  if (!limit->works)
    return;
  sigemptyset (&ours);
  sigaddset (&ours, SIGVTALRM);
  sigaction (SIGVTALRM, &action, &limit->action);
  pthread_sigmask (SIG_UNBLOCK, &ours, &limit->mask);
  limit_set (least > 0 ? most_paying : most_seconds);
}

static void
limit_end (void)
{
  if (!limit->works)
    return;
  timer_delete (limit->timer);
  pthread_sigmask (SIG_SETMASK, &limit->mask, NULL);
  sigaction (SIGVTALRM, &limit->action, NULL);
}

/* --- Planning ------------------------------------------------------------ */

/* What is planned, and the plan; null after a report.  */
struct work
{
  const struct pram_region *region;
  const int64_t *values;
  const struct pram_diag *diag;
  struct planned *made;
};

static void
plan (void *data)
{
  struct work *work = data;
  struct pram_arena *arena = NULL;
  const struct pram_region *made
    = pram_plan_source (work->region, work->values, &arena, &deadline,
			work->diag);
  if (!made)
    return;
  work->made = pram_zeroed (1, sizeof *work->made);
  *work->made = (struct planned) { *made, arena };
}

struct pram_region *
PRAM_plan (const struct pram_region *region, const int64_t *values, double *most,
	   char *reason, size_t size)
{
  struct answer answer = { reason, size };
  struct pram_diag diag = { hear, &answer };
  if (size)
    *reason = '\0';
  if (region->site->abi_version != PRAM_ABI_VERSION)
    {
      snprintf (reason, size, "the planner is of another version of pram");
      return NULL;
    }
  struct work work = { region, values, &diag, NULL };
  struct limit own;
  limit = &own;
  limit_start (most ? *most : 0);
  pram_guard (plan, &work, (int) region->site->line, &diag);
  limit_end ();
  bool planned = work.made && !work.made->region.reason;
  bool late = !planned && pram_deadline_passed_p (&deadline);
  if (most)
    *most = late ? deadline.seconds : 0;
  if (late && size)
    {
      /* Whatever was said before, it is because of this.  */
      *reason = '\0';
      pram_deadline_refuse (&deadline, &diag);
    }
  return work.made ? &work.made->region : NULL;
}

void
PRAM_plan_free (struct pram_region *region)
{
  struct planned *p = (struct planned *) region;
  if (!p)
    return;
  pram_arena_free (p->arena);
  free (p);
}
