/* budget.cc: a limit on the time that compiling a region takes.

   SPDX-License-Identifier: GPL-3.0-or-later

   A signal of the compiler's own processor time, so that it does not depend on
   what else the machine does.  A single operation on sets may take minutes:
   nothing short of a signal ends it.  */

#include <math.h>
#include <signal.h>
#include <sys/time.h>

#include "pram-gcc.h"
#include "args.h"
#include "base/deadline.h"
#include "budget.h"
#include "region.h"

/* Of what is compiled.  */
static struct pram_deadline deadline;
static const struct plug_region *compiled;
static struct sigaction before;
static volatile sig_atomic_t n_halves;	/* of the time that are over */

/* Some array of REGION is known when it is entered: if that takes too long, it
   may be inspected as well.  */
static bool
lookups_p (const struct plug_region *region)
{
  for (int i = 0; i < region->n_params; i++)
    if (region->params[i].lookup == PLUG_LOOKUP)
      return true;
  return false;
}

static void
pass_half (int)
{
  if (++n_halves > 1 || lookups_p (compiled))
    pram_deadline_pass (&deadline);
}

/* Call that each time that so many SECONDS have been spent; 0: no more.  */
static void
set_timer (double seconds)
{
  struct itimerval timer;
  memset (&timer, 0, sizeof timer);
  timer.it_value.tv_sec = (time_t) seconds;
  timer.it_value.tv_usec = (suseconds_t) (1e6 * (seconds - floor (seconds)));
  timer.it_interval = timer.it_value;
  setitimer (ITIMER_VIRTUAL, &timer, NULL);
}

static void
set_deadline (struct plug_region *region, struct pram_deadline *d)
{
  region->deadline = d;
  for (int i = 0; i < region->n_versions; i++)
    region->versions[i]->deadline = d;
}

void
plug_budget_start (struct plug_region *region)
{
  struct sigaction action;
  memset (&action, 0, sizeof action);
  action.sa_handler = pass_half;
  action.sa_flags = SA_RESTART;
  memset (&deadline, 0, sizeof deadline);
  deadline.work = "compile";
  deadline.seconds = plug_args.budget;
  deadline.remedy = "-fplugin-arg-pram-budget=SECONDS gives it more";
  set_deadline (region, &deadline);
  compiled = region;
  n_halves = 0;
  sigaction (SIGVTALRM, &action, &before);
  set_timer (plug_args.budget / 2);
}

bool
plug_budget_again (void)
{
  if (!deadline.passed || n_halves != 1)
    return false;
  deadline.passed = 0;
  set_timer (plug_args.budget / 2);
  return true;
}

void
plug_budget_end (struct plug_region *region)
{
  set_timer (0);
  sigaction (SIGVTALRM, &before, NULL);
  set_deadline (region, NULL);
}
