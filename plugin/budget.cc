/* budget.cc: a limit on the time that compiling a region takes.

   SPDX-License-Identifier: GPL-3.0-or-later

   A signal of the compiler's own processor time, so that it does not depend on
   what else the machine does.  A single operation on sets may take minutes:
   nothing short of a signal ends it.  */

#include <math.h>
#include <signal.h>
#include <sys/time.h>

#include "pram-gcc.h"
#include "budget.h"

static struct pram_deadline *deadline;
static struct sigaction before;

static void
pass_deadline (int)
{
  if (deadline)
    pram_deadline_pass (deadline);
}

static void
set_timer (double seconds)
{
  struct itimerval timer;
  memset (&timer, 0, sizeof timer);
  timer.it_value.tv_sec = (time_t) seconds;
  timer.it_value.tv_usec = (suseconds_t) (1e6 * (seconds - floor (seconds)));
  setitimer (ITIMER_VIRTUAL, &timer, NULL);
}

void
plug_budget_start (struct pram_deadline *d, double seconds)
{
  struct sigaction action;
  memset (&action, 0, sizeof action);
  action.sa_handler = pass_deadline;
  action.sa_flags = SA_RESTART;
  memset (d, 0, sizeof *d);
  d->seconds = seconds;
  d->remedy = "-fplugin-arg-pram-budget=SECONDS gives it more";
  deadline = d;
  sigaction (SIGVTALRM, &action, &before);
  set_timer (seconds);
}

void
plug_budget_end (void)
{
  if (!deadline)
    return;
  set_timer (0);
  sigaction (SIGVTALRM, &before, NULL);
  deadline = NULL;
}
