/* pram-sim-run.c: simulate a script and print what comes out.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <inttypes.h>
#include <stdio.h>
#include <time.h>

#include "pram-sim.h"
#include "lab/simulate.h"

static double
now (void)
{
  struct timespec time;
  clock_gettime (CLOCK_MONOTONIC, &time);
  return (double) time.tv_sec + 1e-9 * (double) time.tv_nsec;
}

static void
print_events (int64_t n_events, double seconds)
{
  printf ("events %" PRId64 "\n", n_events);
  printf ("simulated in %.3g s, %.3g million events/s\n", seconds,
	  seconds > 0 ? (double) n_events / seconds * 1e-6 : 0);
}

/* Which part of the makespan the processes compute.  */
static void
print_utilisation (const struct pram_script *script, double makespan)
{
  if (!(makespan > 0))
    return;
  double least = 1, most = 0, sum = 0;
  for (int32_t p = 0; p < script->n_procs; p++)
    {
      double part = pram_script_work (script, p) / makespan;
      least = part < least ? part : least;
      most = part > most ? part : most;
      sum += part;
    }
  printf ("computing: %.1f %% of the time on average, %.1f %% to %.1f %%\n",
	  100 * sum / script->n_procs, 100 * least, 100 * most);
}

static bool
run_loggops (const struct sim_options *options,
	     const struct pram_script *script, struct pram_arena *arena,
	     const struct pram_diag *diag)
{
  struct pram_loggops_simulation result;
  double start = now ();
  if (!pram_loggops_simulate (script, &options->loggops, &result, arena, diag))
    return false;
  double seconds = now () - start;
  printf ("makespan %" PRId64 "\nprocesses %" PRId32 "\n", result.makespan,
	  script->n_procs);
  print_events (result.n_events, seconds);
  print_utilisation (script, (double) result.makespan);
  return true;
}

static bool
run_logp (const struct sim_options *options, const struct pram_script *script,
	  struct pram_arena *arena, const struct pram_diag *diag)
{
  struct pram_simulation result;
  bool disturbed = options->disturbance.q[PRAM_PROCESSOR] > 0;
  double start = now ();
  if (!pram_simulate (script, &options->machine, options->capacity, disturbed,
		      &result, arena, diag))
    return false;
  double seconds = now () - start;
  printf ("makespan %.9g\nprocesses %" PRId32 "\n", result.makespan,
	  script->n_procs);
  print_events (result.n_events, seconds);
  print_utilisation (script, result.makespan);
  return !disturbed || sim_disturb (options, script, &result, arena, diag);
}

bool
sim_run (const struct sim_options *options, const struct pram_script *script,
	 struct pram_arena *arena, const struct pram_diag *diag)
{
  return options->model == SIM_LOGGOPS
	 ? run_loggops (options, script, arena, diag)
	 : run_logp (options, script, arena, diag);
}
